"""A tab's state: chain, names, judgements; the live picture; files from the browser."""

from __future__ import annotations

import base64
import struct
import zlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from brillig.errors import BrilligError, Option
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar, SyntacticRule
from brillig.parsing.cyk import trees_using_all
from brillig.problems import Problem, Switch
from brillig.problems.solution import Run, Solution
from brillig.studio.live import COLUMNS, Live, column_of, encode_png
from brillig.studio.session import MAX_STEPS, Session
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


def test_the_chain_goes_on_from_any_step_and_back() -> None:
    session = Session("tab")
    session.add("inferred", make_solution())
    session.add("refined", make_solution("M"), parent=1)
    session.go_to(1)
    session.add("extended", make_solution("K"), parent=1)
    assert [step.title for step in session.steps] == [
        "1 · inferred",
        "2 · refined from 1",
        "3 · extended from 1",
    ]
    assert session.step is session.steps[2]
    session.go_to(2)
    assert session.solution == make_solution("M")
    with pytest.raises(BrilligError, match="no solution 9"):
        session.go_to(9)
    for number in range(MAX_STEPS + 5):
        session.add("opened", make_solution(f"N{number}"))
    assert len(session.steps) == MAX_STEPS
    assert session.step is not None
    assert session.step.number == MAX_STEPS + 8


def test_renaming_changes_grammar_and_trees_together_and_only_the_current_solution() -> None:
    session = Session("tab")
    session.add("inferred", make_solution())
    session.add("refined", make_solution(), parent=1)
    session.rename({"N": "Noun"})
    assert session.solution is not None
    assert "Noun" in session.solution.grammar.categories
    assert {node.label for tree in session.solution.trees for node in tree.nodes()} == {
        *session.solution.grammar.categories
    }
    assert session.steps[0].solution == make_solution()
    for bad, why in (
        ("D", "two categories"),
        ("a b", "cannot name"),
        ("<b>", "cannot name"),
        ("", "cannot name"),
    ):
        with pytest.raises(BrilligError, match=why):
            session.rename({"Noun": bad})


def test_judgements_are_collected_into_a_file_and_can_be_taken_back() -> None:
    session = Session("tab")
    session.judge("dog the sleeps", Answer.NO)
    session.judge("a dog sleeps", Answer.YES)
    session.judge("sleeps a", Answer.NO)
    assert session.counter_examples() == "dog the sleeps\nsleeps a\n"
    session.judge("dog the sleeps", Answer.YES)
    session.judge("sleeps a", None)
    assert session.counter_examples() == ""
    assert session.said(Answer.YES) == ["dog the sleeps", "a dog sleeps"]


def test_a_category_keeps_its_name_in_the_next_run() -> None:
    session = Session("tab")
    session.add("inferred", make_solution())
    session.rename({"N": "Noun", "NP": "Phrase"})
    session.add("judged", make_solution("M"), parent=1)
    assert session.solution is not None
    assert {"Noun", "Phrase", "D", "V"} < {*session.solution.grammar.categories}
    assert "M" not in session.solution.grammar.categories


def test_equal_runs_are_one_step_and_a_step_can_be_named_and_deleted() -> None:
    session = Session("tab")
    session.add("inferred", make_solution())
    session.add("inferred", make_solution())
    assert [step.number for step in session.steps] == [1]
    session.add("refined", make_solution("M"), parent=1)
    session.label_step(2, "with gender")
    assert session.steps[1].title == "with gender"
    session.delete_step(2)
    assert session.step is session.steps[0]
    session.delete_step(1)
    assert session.step is None


def test_a_rule_is_kept_with_a_word_of_each_class_and_under_the_names_of_the_day() -> None:
    session = Session("tab")
    session.add("inferred", make_solution())
    rule = SyntacticRule("NP", "D", "N")
    session.keep_rule(rule)
    assert session.kept is not None
    assert session.kept.syntactic == (rule,)
    assert {one.category for one in session.kept.lexical} == {"D", "N"}
    session.rename({"N": "Noun"})
    assert session.kept.syntactic == (SyntacticRule("NP", "D", "Noun"),)
    assert to_file(session) == to_file(from_file("x", to_file(session)))
    session.keep_rule(SyntacticRule("S", "NP", "V"))
    session.release_rule(SyntacticRule("NP", "D", "Noun"))
    assert {one.category for one in session.kept.lexical} == {"V"}
    session.release_rule(SyntacticRule("S", "NP", "V"))
    assert session.kept is None


def test_what_was_judged_goes_into_the_next_search_and_contradictions_are_refused() -> None:
    session = Session("tab")
    session.judge("a dog sleeps", Answer.YES)
    session.judge("the cat the", Answer.NO)
    session.judge("the dog sleeps", Answer.YES)
    known = with_answers(session, make_solution().corpus)
    assert known.texts() == ["the dog sleeps", "a cat sleeps", "a dog sleeps"]
    assert known.rejected == (("the", "cat", "the"),)
    session.judge("a cat sleeps", Answer.NO)
    with pytest.raises(BrilligError, match="right as sentence 2 and wrong as judgement 4"):
        with_answers(session, make_solution().corpus)


def test_a_line_of_news_says_what_a_step_changed_and_every_step_has_one_before() -> None:
    session = Session("tab")
    first = session.add("inferred", make_solution())
    assert session.before(first) is None
    assert session.news == ""
    session.add("inferred", make_solution())
    assert session.news == "The same grammar as before."
    more = Grammar.of(
        "S",
        [("S", "NP", "V_0"), ("S", "NP", "V_1"), ("NP", "D", "N")],
        {"the": ["D"], "a": ["D"], "dog": ["N"], "cat": ["N"], "sleeps": ["V_0"], "barks": ["V_1"]},
    )
    corpus = Corpus.of(["the dog sleeps", "a cat barks"])
    trees = trees_using_all(more, corpus.sentences)
    assert trees is not None
    solution = Solution(more, trees, Problem(corpus, 6, 3, 3), Run("exact"))
    second = session.add("refined", solution, parent=1)
    assert session.news == "Refined: V into V_0 and V_1."
    assert session.before(second) is session.steps[0]
    session.add("extended", solution, parent=1)
    assert session.news.startswith(
        "Extended: 2 new rules, 1 rule gone, 1 word in another class, new words barks (V_1)"
    )
    session.beside = 0
    assert session.before(second) is None


def test_sentences_that_show_a_rule_are_new_and_use_it() -> None:
    solution = make_solution()
    found = sentences_with(solution, SyntacticRule("NP", "D", "N"), set(solution.corpus.texts()))
    assert found == ["a dog sleeps", "the cat sleeps"]
    assert sentences_with(solution, SyntacticRule("NP", "D", "N"), {*solution.corpus.texts(), *found}) == []


# -- the live picture ---------------------------------------------------------------------------------


def decode_png(data: bytes) -> tuple[int, int, bytes, bytes]:
    """Width, height, palette and rows (each with its filter) of a PNG, checksums checked."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    place, chunks = 8, {}
    while place < len(data):
        (length,) = struct.unpack(">I", data[place : place + 4])
        kind, body = data[place + 4 : place + 8], data[place + 8 : place + 8 + length]
        (checksum,) = struct.unpack(">I", data[place + 8 + length : place + 12 + length])
        assert checksum == zlib.crc32(kind + body)
        chunks[kind] = body
        place += 12 + length
    width, height, depth, colour, *_ = struct.unpack(">IIBBBBB", chunks[b"IHDR"])
    assert (depth, colour) == (8, 3)
    return width, height, chunks[b"PLTE"], zlib.decompress(chunks[b"IDAT"])


def test_the_raster_has_a_row_for_each_pair_and_the_colour_of_its_parent() -> None:
    estimate = np.zeros((3, 2, 2))  # parents A, B, S
    estimate[2, 0, 1] = 1.0
    estimate[0, 1, 0] = 0.5
    codes = np.stack([column_of(estimate)] * 4, axis=1)
    width, height, palette, rows = decode_png(encode_png(codes))
    assert (width, height) == (4, 4)
    pixel = [palette[3 * rows[y * 5 + 1] : 3 * rows[y * 5 + 1] + 3] for y in range(4)]
    assert pixel[1] == bytes((0xF5, 0xF5, 0xF5))  # S → A B, bright
    assert pixel[0] == pixel[3] != pixel[1]  # nothing there
    assert sum(pixel[0]) < sum(pixel[2]) < 3 * 255  # half bright


class _Kernel:
    def __init__(self, pairs: int) -> None:
        self.estimate = np.zeros((2, pairs, pairs))

    def tensor_estimate(self) -> np.ndarray:
        return self.estimate


class _Network:
    def __init__(self, pairs: int = 3) -> None:
        self.kernel = _Kernel(pairs)

    def gap(self) -> float:
        return 0.1


def test_the_picture_stays_bounded_however_long_a_run_is(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr("brillig.studio.live.time.monotonic", lambda: clock[0])
    live = Live()
    for step in range(20_000):
        clock[0] += 0.05
        live.observe(_Network(), 0, step)  # type: ignore[arg-type]  # it has what is looked at
    source, gaps = live.picture()
    assert COLUMNS // 3 < len(gaps) <= COLUMNS
    width, height, _, _ = decode_png(base64.b64decode(source.partition(",")[2]))
    assert (width, height) == (len(gaps), 9)
    clock[0] += 1000
    live.observe(_Network(4), 1, 0)  # type: ignore[arg-type]
    assert len(live.picture()[1]) == 1  # another size begins another picture


# -- files from the browser ---------------------------------------------------------------------------

pytest.importorskip("nicegui")
from brillig.language.reading import Reading  # noqa: E402
from brillig.studio.files_panel import picture_file, read_solution  # noqa: E402
from brillig.studio.projects import from_file, to_file  # noqa: E402
from brillig.studio.rule_tools import sentences_with  # noqa: E402
from brillig.studio.safety import MAX_UPLOAD  # noqa: E402
from brillig.studio.sentences import pointing, read  # noqa: E402
from brillig.studio.tasks import with_answers  # noqa: E402
from brillig.studio.upload import read_file  # noqa: E402


def test_a_saved_solution_opens_again_exactly() -> None:
    solution = make_solution()
    assert read_solution("solution.json", solution.to_text().encode()) == solution


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "x.json, line 1: not JSON"),
        (b"\xff\xfe", "x.json: not UTF-8"),
        (b"[" * 100_000, "not JSON|too deep"),
        (b'{"format": "brillig-solution", "version": 1}', "no field 'status'"),
        (b'{"format": "something"}', "not a brillig-solution file"),
        (
            make_solution().to_text().replace('"rules": 2', '"rules": 1').encode(),
            "does not solve its own problem",
        ),
        (make_solution().to_text().replace('"dog"', '"<script>"').encode(), "x.json: "),
    ],
)
def test_a_file_that_is_no_solution_is_refused_with_a_sentence(data: bytes, message: str) -> None:
    with pytest.raises(BrilligError, match=message):
        read_solution("x.json", data)


@given(st.binary(max_size=300))
def test_no_bytes_bring_the_reader_down(data: bytes) -> None:
    with pytest.raises(BrilligError):
        read_solution("x.json", data)


@given(
    st.one_of(
        st.none(),
        st.text(),
        st.integers(),
        st.dictionaries(
            st.sampled_from(["name", "data", "size"]), st.one_of(st.text(), st.integers(), st.none())
        ),
    )
)
def test_whatever_a_browser_sends_as_a_file_is_read_or_refused(sent: object) -> None:
    try:
        name, data = read_file(sent)
    except BrilligError:
        return
    assert len(name) <= 80
    assert len(data) <= MAX_UPLOAD


def test_refusals_of_sentences_point_at_the_line() -> None:
    text = "Kim walks\n\n[<b>alone</b> is\n"
    with pytest.raises(BrilligError) as refused:
        read(text, Reading(brackets=True))
    assert "line 3" in str(refused.value)
    assert "“[<b>alone</b> is”" in pointing(refused.value.troubles[0], text)
    assert read("Kim walks\nalone", Reading()).notes == ("1 line of one word set aside: line 2 'alone'",)
    with pytest.raises(BrilligError, match=r"line 1 \(100,000 words\)"):
        read("w " * 100_000, Reading())
    with pytest.raises(BrilligError, match="characters"):
        read("w " * 200_000, Reading())


@pytest.mark.parametrize("kind", ["rules", "tree", "layers"])
def test_pictures_are_made_in_both_forms(kind: str) -> None:
    from xml.etree import ElementTree

    assert ElementTree.fromstring(picture_file(make_solution(), kind, 2, "svg")).tag.endswith("svg")
    pytest.importorskip("matplotlib")
    assert picture_file(make_solution(), kind, 1, "png").startswith(b"\x89PNG")


def test_messages_name_the_controls_of_the_page() -> None:
    from brillig.studio.wording import control_name

    with pytest.raises(BrilligError) as refused:
        read("1+2\n", Reading())
    told = refused.value.told(control_name)
    assert "“A word is: a name, number, string or operator” splits names" in told
    assert control_name(Option("rules", 4)) == "“Rules: 4”"
    assert control_name(Option("comments", False)).startswith("unticking “Lines that begin with #")
    for switch in Switch:
        assert control_name(Option("allow", switch.value)).startswith("unticking “")
