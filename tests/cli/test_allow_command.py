"""`--allow` on the commands."""

from __future__ import annotations

from pathlib import Path

import pytest

from command import assert_refused, brillig, brillig_json

NESTED = "a b\na a b b\na a a b b b\n"


@pytest.mark.parametrize("engine", ["exact", "concur"])
def test_nested_sentences_have_a_grammar_once_s_may_recur(engine: str) -> None:
    arguments = ("infer", "-", "-c", 4, "-l", 2, "-r", 3, "--engine", engine)
    data = brillig_json(*arguments, "--allow", "recursive-root,lexical-root", stdin=NESTED)
    assert data["status"] == "found"
    assert data["version"] == 2
    assert data["problem"]["allow"] == ["lexical-root", "recursive-root"]
    limit = ("--max-iterations", 300) if engine == "concur" else ()
    assert brillig_json(*arguments, *limit, stdin=NESTED)["status"] != "found"


def test_short_forms_and_the_switches_they_stand_for_are_the_same() -> None:
    arguments = ("infer", "-", "-c", 4, "-l", 1, "-r", 4, "--engine", "exact")
    short = brillig_json(*arguments, "--equal-children", "--lexical-root", stdin=NESTED)
    long = brillig_json(*arguments, "--allow", "equal-children,lexical-root", stdin=NESTED)
    assert short["problem"] == long["problem"]


def test_a_wrong_switch_is_named() -> None:
    done = brillig("infer", "-", "--allow", "everything", stdin=NESTED)
    assert_refused(done, "--allow: 'everything' is not a switch", "equal-children")


def test_one_word_lines_are_data_where_they_are_allowed(tmp_path: Path) -> None:
    file = tmp_path / "s.txt"
    file.write_text("stop\ngo home\n")
    data = brillig_json("infer", file, "-c", 3, "-l", 0, "-r", 1, "--allow", "one-word")
    assert data["grammar"]["lexical"]["stop"] == ["S"]


def test_without_numbers_one_word_lines_are_learned_with_the_others_and_not_alone() -> None:
    data = brillig_json("infer", "-", stdin="stop\ngo home\n")
    assert data["grammar"]["lexical"]["stop"] == ["S"]
    assert_refused(brillig("infer", "-", stdin="stop\nwait\n"), "every sentence is one word")


def test_a_study_takes_the_switches() -> None:
    arguments = ("study", "-", "-c", 4, "-l", 2, "-r", 3, "--trials", 2, "--max-iterations", 20_000)
    data = brillig_json(*arguments, "--allow", "recursive-root,lexical-root", stdin=NESTED)
    assert data["successes"] == 2


def test_classics_are_sampled_and_compared() -> None:
    drawn = brillig("sample-data", "anbn", "-n", 5, "--seed", 1).stdout.splitlines()
    assert len(drawn) == 5
    assert all(line.split().count("a") == line.split().count("b") for line in drawn)
    assert brillig_json("compare", "brackets1", "brackets1")["f1"] == 1.0
