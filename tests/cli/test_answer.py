"""What a person sees first: words, not the letters of the paper; and progress where there is no terminal."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

import brillig
from brillig.cli import run, solving
from brillig.cli.answer import ask_command, next_steps
from brillig.engines.concur.driver import Progress
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.language.reading import Reading
from brillig.language.tree import Tree
from brillig.problems import Problem
from brillig.problems.solution import Run, Solution
from brillig.problems.telling import (
    Proof,
    describe,
    describe_nearest,
    headline,
    new_sentences,
    warn_of_looseness,
)
from command import brillig as run_brillig
from doc_blocks import ROOT, find_blocks

SYMBOLS = re.compile(r"\bc_l\b|\br_s\b|\b[ch] = \d|\bh\b|\bgap\b|\biteration")


def pets() -> str:
    (block,) = [b for b in find_blocks((ROOT / "README.md").read_text("utf-8")) if b.title == "pets.txt"]
    return block.text


def solved() -> Solution:
    return brillig.infer(pets().splitlines(), 6, 3, 3, engine="exact")


def test_the_first_screen_names_no_symbol_of_the_paper(tmp_path: Path) -> None:
    (tmp_path / "pets.txt").write_text(pets())
    done = run_brillig("infer", "pets.txt", "-c", 6, "-l", 3, "-r", 3, "-o", "pets.json", cwd=tmp_path)
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[0] == "4 word classes and 3 rules explain all 6 sentences; others may fit."
    assert "It also allows:" in lines
    assert any(line.startswith("Next: brillig draw pets.json -o pets.svg") for line in lines[-4:])
    assert not SYMBOLS.search(done.stdout)
    verbose = run_brillig("infer", "pets.txt", "-c", 6, "-l", 3, "-r", 3, "--verbose", cwd=tmp_path)
    assert "c = 6, c_l = 3, r_s = 3, h = 0" in verbose.stdout


def test_the_first_screen_without_numbers_names_no_symbol_either(tmp_path: Path) -> None:
    (tmp_path / "pets.txt").write_text(pets())
    done = run_brillig("infer", "pets.txt", "-o", "pets.json", cwd=tmp_path)
    assert done.returncode == 0
    assert re.match(r"\d word classes and \d rules explain all 6 sentences; ", done.stdout)
    assert not SYMBOLS.search(done.stdout)


def test_refine_and_extend_answer_as_infer_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    solved().save(tmp_path / "pets.json")
    (tmp_path / "more.txt").write_text("the bird sleeps\na bird sees the cat\n")
    (tmp_path / "wrong.txt").write_text("sleeps the bird\n")
    for command in (
        ["refine", "pets.json", "--features", "B=2", "--engine", "exact"],
        ["extend", "pets.json", "more.txt"],
    ):
        assert run([*command, "-o", "new.json"]) == 0
        told = capsys.readouterr().out
        assert re.match(r"\d+ word classes and \d+ rules explain all [68] sentences; ", told)
        assert "Next: brillig draw new.json -o new.svg" in told
        assert "brillig extend new.json FILE" in told
        assert not SYMBOLS.search(told)
    assert "2 new sentences, 1 new word:\n  bird: " in told
    assert run(["extend", "pets.json", "wrong.txt"]) == 1
    told = capsys.readouterr().out
    assert told.startswith("There is no such extension: ")
    assert not SYMBOLS.search(told)


def test_what_is_not_found_says_what_came_nearest(tmp_path: Path) -> None:
    (tmp_path / "pets.txt").write_text(pets())
    numbers = ("-c", 6, "-l", 3, "-r", 3, "--engine", "concur", "--max-iterations", 8)
    done = run_brillig("infer", "pets.txt", *numbers, cwd=tmp_path)
    assert done.returncode == 1
    assert done.stdout.startswith("No grammar found: ")
    assert "came near" in done.stdout
    assert "that is no proof" in done.stdout
    grammar = Grammar.of("S", [("S", "A", "B")], {"a": ["A"], "b": ["B"]})
    told = describe_nearest(grammar, ["a b", "b a", "a a"], [2, 3])
    assert told.startswith("What came nearest explains 1 of 3 sentences:\n\nS → A B")
    assert told.endswith("but not:\n     2  b a\n     3  a a")
    assert describe_nearest(grammar, ["b a"], [1]).startswith("Nothing came near")


def test_str_of_a_solution_is_the_same_screen() -> None:
    solution = solved()
    assert str(solution) == describe(solution)
    assert str(solution).startswith(headline(solution))
    new = new_sentences(solution)
    assert len(set(new)) == 3
    assert all(
        solution.accepts(text) and tuple(text.split()) not in solution.problem.corpus.sentences
        for text in new
    )


def test_what_is_known_of_other_grammars_is_said() -> None:
    solution = solved()
    assert headline(solution, Proof.ONLY).endswith("; proven the only grammar with these numbers")
    assert headline(solution, Proof.SEVERAL).endswith("; one of several grammars with these numbers")


def test_a_grammar_that_allows_nearly_everything_is_warned_of() -> None:
    corpus = Corpus.of(["a b", "b a b", "c a"])
    words = {word: ["A", "B"] for word in "abc"}
    grammar = Grammar.of("S", [("S", "A", "B"), ("B", "A", "B")], words)

    def spell(sentence: tuple[str, ...], label: str) -> Tree:
        if len(sentence) == 1:
            return Tree.leaf("B", sentence[0])
        return Tree.node(label, Tree.leaf("A", sentence[0]), spell(sentence[1:], "B"))

    trees = tuple(spell(sentence, "S") for sentence in corpus.sentences)
    loose = Solution(grammar, trees, Problem(corpus, 3, 0, 2, 3), Run("test"))
    warning = warn_of_looseness(loose)
    assert warning is not None
    assert str(loose).split("\n\n")[1] == warning  # before the rules
    assert warn_of_looseness(solved()) is None
    assert warn_of_looseness(replace(loose, problem=Problem(Corpus.of(["a a"]), 3, 0, 2))) is None
    # Two words make four strings of two, two of which are new: too few to speak of far more.
    few = Corpus.of(["a b", "b a"])
    assert warn_of_looseness(replace(loose, problem=Problem(few, 3, 0, 2, 3))) is None


def test_progress_is_a_line_now_and_then_without_a_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    monkeypatch.setattr("brillig.progress.time.monotonic", lambda: now[0])
    watch = solving.RunMonitor()
    seen = Progress(iterations=1, restarts=2, gap=0.5, best_gap=0.5, seconds=3.0)
    for now[0] in (1.0, 9.0, 11.0, 15.0, 20.0, 21.0):
        watch.report(seen)
    told = "brillig: divide and concur: 1 iteration, 2 restarts, gap 0.5 (0: solved)"
    assert capsys.readouterr().err == f"{told}, 10 s\n{told}, 20 s\n"


def test_one_screen_has_one_number_of_lexical_categories(tmp_path: Path) -> None:
    """A category of words right under S does not count towards c_l, in the choice and in the sum alike."""
    text = tmp_path / "text"
    text.write_text("a cat sleeps\na dog sleeps\nthe cat sleeps\nthe dog sleeps\nthe dog runs\na cat runs\n")
    told = run_brillig("infer", text, "--verbose", "--allow", "none").stdout
    numbers = re.findall(r"c_l = (\d+)", told)
    assert len(numbers) == 2
    assert len(set(numbers)) == 1


def test_nothing_more_is_asked_when_nothing_is_left() -> None:
    steps = next_steps(Path("x.json"), Proof.OPEN, asked=True)
    assert not any("brillig ask" in step for step in steps)
    assert any("brillig ask FILE" in step for step in next_steps(Path("x.json"), Proof.OPEN))


def test_the_next_command_names_the_files_as_a_shell_takes_them() -> None:
    steps = next_steps(Path("x.json"), Proof.OPEN, files=["my cats.txt", "more.txt"])
    assert any("brillig ask 'my cats.txt' more.txt " in step for step in steps)
    assert any("brillig ask FILE" in step for step in next_steps(Path("x.json"), Proof.OPEN, files=["-"]))


def test_the_next_command_reads_the_files_as_they_were_read() -> None:
    reading = Reading(tokens="code", classes=("NUMBER", "ID=[A-Z]+"), same=("a=b,c", "d=e,f"), comments=False)
    command = ask_command(["log.txt"], reading)
    assert command == (
        "brillig ask log.txt --tokens code --class 'NUMBER,ID=[A-Z]+' --same a=b,c --same d=e,f --no-comments"
    )
    assert ask_command(["log.txt"], Reading()) == ask_command(["log.txt"]) == "brillig ask log.txt"
