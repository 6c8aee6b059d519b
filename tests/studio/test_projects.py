"""Projects on the disk: everything comes back, in plain files, and nobody gets another's."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brillig.errors import BrilligError
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.language.reading import Reading
from brillig.parsing.cyk import trees_using_all
from brillig.problems import Problem
from brillig.problems.solution import Run, Solution, load
from brillig.studio.projects import ProjectFolder, default_folder, from_file, to_file
from brillig.studio.session import Session
from brillig.studio.tabs import SessionStore
from brillig.workflows.asking.judgements import Answer


def make_solution(noun: str = "N") -> Solution:
    grammar = Grammar.of(
        "S",
        [("S", "NP", "V"), ("NP", "D", noun)],
        {"the": ["D"], "a": ["D"], "dog": [noun], "cat": [noun], "sleeps": ["V"]},
    )
    corpus = Corpus.of(["the dog sleeps", "a cat sleeps"])
    trees = trees_using_all(grammar, corpus.sentences)
    assert trees is not None
    return Solution(grammar, trees, Problem(corpus, 5, 2, 2), Run("exact"))


def fill(session: Session) -> None:
    session.set_text("the dog sleeps\na cat sleeps\n", Reading().changed({"case": "keep"}))
    session.add("inferred", make_solution())
    session.add("refined", make_solution("M"), parent=1)
    session.label_step(2, "with gender")
    session.go_to(1)
    session.rename({"N": "Noun"})
    session.judge("dog the sleeps", Answer.NO, ("new rule X → Y Z",))
    session.judge("# odd", Answer.YES)
    session.judge("a dog sleeps", Answer.UNKNOWN)


def content(session: Session) -> tuple[object, ...]:
    return (
        session.title,
        session.text,
        session.reading,
        [(step.number, step.title, step.parent, step.solution) for step in session.steps],
        session.step.number if session.step else None,
        list(session.judged.values()),
    )


def test_after_a_restart_a_tab_shows_what_it_showed(tmp_path: Path) -> None:
    session = SessionStore(tmp_path).session("tab", "browser")
    fill(session)
    again = SessionStore(tmp_path).session("tab", "another browser")  # whoever has the token is the owner
    assert content(again) == content(session)
    assert SessionStore(tmp_path).session("another tab", "browser").is_empty


def test_the_files_are_those_of_the_commands(tmp_path: Path) -> None:
    session = SessionStore(tmp_path).session("tab", "browser")
    fill(session)
    folder = tmp_path / session.key
    assert (folder / "sentences.txt").read_text() == session.text
    assert (folder / "judgements.txt").read_text() == "*dog the sleeps\n\\# odd\n#? a dog sleeps\n"
    assert load(folder / "solutions" / "1.json") == session.steps[0].solution


def test_without_one_owner_a_browser_gets_nothing_of_another(
    tmp_path: Path,
) -> None:
    sessions = SessionStore(tmp_path, one_owner=False)
    mine = sessions.session("tab", "me")
    fill(mine)
    theirs = sessions.session("tab", "you")
    assert theirs.is_empty
    assert sessions.folder(theirs.owner).list() == []
    with pytest.raises(BrilligError, match="no project"):
        sessions.open("tab", theirs.owner, mine.key)
    assert sessions.session("tab", "me") is mine


def test_projects_are_named_duplicated_and_deleted(tmp_path: Path) -> None:
    sessions = SessionStore(tmp_path)
    session = sessions.session("tab", "browser")
    fill(session)
    session.rename_project("Dogs and cats")
    folder = sessions.folder("")
    copy = folder.duplicate(session.key)
    assert {about.title for about in folder.list()} == {"Dogs and cats", "Dogs and cats (copy)"}
    assert content(folder.load(copy))[1:] == content(session)[1:]
    sessions.delete("", session.key)
    assert [about.key for about in folder.list()] == [copy]
    assert sessions.session("tab", "browser").is_empty
    with pytest.raises(BrilligError, match="no project"):
        folder.load("../../etc")


def test_a_folder_that_takes_nothing_is_refused_at_the_start_or_told_later(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BrilligError, match="cannot be kept there"):
        SessionStore(tmp_path / "file" / "projects")
    sessions = SessionStore(tmp_path / "projects", one_owner=False)
    (tmp_path / "projects").rmdir()
    (tmp_path / "projects").write_text("in the way")
    session = sessions.session("tab", "browser")
    session.set_text("the dog sleeps", Reading())
    assert "cannot be written" in session.unkept
    assert sessions.folder(session.owner).list() == []
    assert sessions.session("tab", "browser") is session


def test_two_tabs_of_one_project_share_it(tmp_path: Path) -> None:
    sessions = SessionStore(tmp_path)
    first = sessions.session("one", "browser")
    fill(first)
    assert sessions.open("two", "", first.key) is first


def test_a_project_that_cannot_be_written_goes_on_and_says_so(tmp_path: Path) -> None:
    sessions = SessionStore(tmp_path)
    session = sessions.session("tab", "browser")
    (tmp_path / "the-dog-sleeps").write_text("a file where the folder should be")
    session.key = "the-dog-sleeps"
    session.set_text("the dog sleeps", Reading())
    assert "the-dog-sleeps" in session.unkept
    assert session.text == "the dog sleeps"
    session.judge("dog the", Answer.NO)
    (tmp_path / "the-dog-sleeps").unlink()
    session.judge("sleeps", Answer.NO)  # with this change, those that were not written before
    assert session.unkept == ""
    again = SessionStore(tmp_path).folder("").load("the-dog-sleeps")
    assert again.text == "the dog sleeps"
    assert list(again.judged) == ["dog the", "sleeps"]


@pytest.mark.parametrize(
    "damage",
    [
        *("{", "[]", '{"format": "brillig-project"}', '{"format": 1, "title": "x"}'),
        *(
            '{"format": "brillig-project", "title": "x", ' + rest
            for rest in (
                '"steps": [{}]}',
                '"steps": [{"number": 1e999}]}',
                '"steps": 7}',
                '"reading": [1]}',
                '"kept": {}}',
                '"name": "\\ud800"}',
            )
        ),
    ],
)
def test_a_damaged_project_is_passed_over_and_refused_with_a_line(tmp_path: Path, damage: str) -> None:
    (tmp_path / "p").mkdir()
    (tmp_path / "p" / "project.json").write_text(damage)
    folder = ProjectFolder(tmp_path)
    folder.list()
    with pytest.raises(BrilligError):
        folder.load("p")
    sessions = SessionStore(tmp_path)
    (tmp_path / ".tabs.json").write_text('{"tab": "p"}')
    assert sessions.session("tab", "browser").is_empty  # the tab that showed it comes up all the same


def test_half_of_a_character_in_a_file_is_refused() -> None:
    """It could be shown, but never written again."""
    with pytest.raises(BrilligError, match=r"^f\.json: damaged"):
        from_file("f.json", '{"format": "brillig-project", "name": "\\ud800"}')


_TEXT = st.text(
    st.characters(exclude_categories=("Cs", "Cc", "Zs", "Zl", "Zp", "Cf")), min_size=1, max_size=8
)


@settings(max_examples=60)
@given(
    st.lists(st.lists(_TEXT, min_size=1, max_size=4), max_size=5),
    st.sampled_from(Answer),
    st.text(max_size=40),
)
def test_a_project_comes_back_from_its_file(sentences: list[list[str]], answer: Answer, name: str) -> None:
    session = Session("", name=name.strip()[:60])
    fill(session)
    for sentence in sentences:
        session.judge(" ".join(sentence), answer)
    assert content(from_file("p.json", to_file(session))) == content(session)


def test_the_default_folder_is_the_users_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", os.fspath(tmp_path))
    assert default_folder() == tmp_path / "brillig" / "projects"
    monkeypatch.setenv("XDG_DATA_HOME", "not/absolute")
    assert default_folder().is_absolute()
