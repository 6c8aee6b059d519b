"""The max-min protocol: what it finds, what follows from what, and going on from a file."""

from __future__ import annotations

import json
import signal
import time
from pathlib import Path

import pytest

from brillig import search as search_in_python
from brillig.errors import BrilligError
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.language.reading import Reading
from brillig.language.splits import refines
from brillig.language.text import read_texts
from brillig.limits import Budget, Limits
from brillig.problems.check import violations
from brillig.problems.restrictions import EVERYTHING
from brillig.problems.solution import Status, load
from brillig.workflows import max_min as protocol
from brillig.workflows.known_points import Fact, KnownPoints, Point
from brillig.workflows.max_min import Settings, search
from command import assert_refused, brillig, brillig_json, start
from exact_data import found, sentences, toy1

GRAMMAR = Grammar.of("S", [("S", "A", "B"), ("A", "A", "C")], {"a": ["A"], "b": ["B"], "c": ["C"]})


@pytest.fixture(scope="module")
def toy2_walk(tmp_path_factory):
    store = tmp_path_factory.mktemp("search") / "walk.json"
    settings = Settings(sentences("toy2", 100, 21), most_rules=4)
    return settings, store, search(settings, "exact", Limits(time_limit=100), store=store)


def test_toy2_is_given_the_papers_setting(toy2_walk):
    settings, _, found = toy2_walk
    assert found.finished
    assert found.chosen.fact.point == Point(5, 2, 3, 0)
    assert (
        violations(settings.problem(found.chosen.fact.point), found.solution.grammar, found.solution.trees)
        == []
    )
    assert "2 for words only" in found.reason


def test_a_point_that_only_splits_categories_is_named_but_not_chosen(toy2_walk):
    _, _, found = toy2_walk
    finer = found.candidates[-1]
    assert finer.fact.point == Point(7, 4, 4, 0)
    assert finer.agree
    assert finer.refines == Point(5, 2, 3, 0)


def test_below_the_front_everything_is_proven_infeasible(toy2_walk):
    _, _, found = toy2_walk
    least = {(entry["categories"], entry["lexical"]): entry["rules"] for entry in found.front}
    assert least[5, 2] == 3
    assert least[7, 4] == 4
    assert (5, 3) not in least
    assert {entry["below"] for entry in found.front if entry["rules"] <= 4} == {"infeasible"}


def test_a_search_goes_on_from_its_file_without_solving_again(toy2_walk, monkeypatch):
    settings, store, found = toy2_walk

    def refuse(*arguments, **options):
        raise AssertionError("solved again")

    monkeypatch.setattr(protocol, "solve", refuse)
    again = search(settings, "exact", store=store)
    assert again.to_json() | {"seconds": 0, "run": 0} == found.to_json() | {"seconds": 0, "run": 0}


def test_a_file_of_another_search_is_refused(toy2_walk, tmp_path):
    _, store, _ = toy2_walk
    with pytest.raises(BrilligError, match="other sentences or settings"):
        search(Settings(sentences("toy2", 100, 22)), store=store)
    wrong = tmp_path / "wrong.json"
    wrong.write_text('{"format": "something"}')
    with pytest.raises(BrilligError, match="not a brillig-search file"):
        search(Settings(sentences("toy2", 100, 22)), store=wrong)


def test_no_time_chooses_nothing_and_says_so():
    found = search(Settings(sentences("toy2", 20, 1)), limits=Limits(time_limit=0))
    assert found.chosen is None
    assert not found.finished
    assert "Time was up" in found.reason


def test_homographs_are_kept_few():
    # `b` has to be two things at h = 1, and nothing fits at h = 0 with so few rules.
    settings = Settings(Corpus.of(["a b", "b c"]), homographs=2, most_rules=1)
    found = search(settings, "exact")
    assert [candidate.fact.point.homographs for candidate in found.candidates] == [
        min(h for h in range(3) if search(Settings(settings.corpus, h, most_rules=1), "exact").candidates)
    ]


# -- the ledger -------------------------------------------------------------------------------------


def ledger(*facts: Fact) -> KnownPoints:
    made = KnownPoints.open(None, {})
    for fact in facts:
        made.add(fact, True)
    return made


def test_a_solution_solves_every_looser_setting_with_the_same_c():
    made = ledger(Fact(Point(4, 0, 3, 1), Status.FOUND, "exact", 0.1, GRAMMAR))
    assert made.found(Point(4, 1, 2, 0)) is not None  # what the grammar itself needs
    assert made.found(Point(4, 0, 9, 5)) is not None
    assert made.found(Point(4, 2, 9, 5)) is None
    assert made.found(Point(4, 1, 1, 5)) is None
    assert made.found(Point(5, 1, 2, 0)) is None


def test_a_proof_holds_for_every_tighter_setting_with_the_same_c():
    made = ledger(Fact(Point(6, 2, 4, 1), Status.INFEASIBLE, "exact", 0.1, None))
    assert made.infeasible(Point(6, 3, 3, 0)) is not None
    for looser in (Point(6, 1, 4, 1), Point(6, 2, 5, 1), Point(6, 2, 4, 2), Point(7, 2, 4, 1)):
        assert made.infeasible(looser) is None


def test_a_vain_attempt_is_repeated_with_more_time_only():
    made = ledger(Fact(Point(6, 2, 4, 0), Status.UNKNOWN, "exact", 2.0, None))
    assert made.tried(Point(6, 2, 4, 0), 2.0, "exact", 0) is not None
    assert made.tried(Point(6, 2, 4, 0), 10.0, "exact", 0) is None
    assert made.infeasible(Point(6, 2, 4, 0)) is None


def test_refining_is_recognised():
    fine = Grammar.of(
        "S",
        [("S", "A0", "B"), ("S", "A1", "B"), ("A0", "A0", "C"), ("A1", "A1", "C0")],
        {"a": ["A0"], "b": ["B"], "c": ["C", "C0"]},
    )
    assert refines(fine, GRAMMAR)
    assert refines(GRAMMAR, GRAMMAR)
    assert not refines(GRAMMAR, Grammar.of("S", [("S", "A", "B"), ("B", "C", "B")], GRAMMAR.lexicon))
    mixed = Grammar.of("S", [("S", "A", "B"), ("A", "A", "C")], {"a": ["A"], "b": ["A"], "c": ["C"]})
    assert not refines(mixed, GRAMMAR)


# -- the command ------------------------------------------------------------------------------------


def test_the_command_prints_the_front_and_the_choice(tmp_path):
    text = "\n".join(sentences("toy2", 60, 23).texts())
    data = brillig_json("search", "-", "--max-rules", 3, "--engine", "exact", stdin=text)
    chosen = data["chosen"]
    assert (chosen["categories"], chosen["lexical"], chosen["rules"], chosen["homographs"]) == (5, 2, 3, 0)
    fields = {"categories", "lexical", "rules", "homographs", "status", "engine", "seconds"}
    assert all(fields <= set(entry) for entry in data["front"])
    output = tmp_path / "solution.json"
    done = brillig("search", "-", "--max-rules", 3, "--engine", "exact", "-o", output, stdin=text)
    assert done.returncode == 0
    assert "one language, one lexicon" in done.stdout
    assert output.exists()


def test_nothing_chosen_is_status_1_and_wrong_options_are_status_2():
    assert (
        brillig("search", "-", "--max-rules", 1, "--engine", "exact", stdin="a b\nb a\na a b\n").returncode
        == 1
    )
    assert_refused(brillig("search", "-", "--max-rules", 0, stdin="a b\n"), "--max-rules")
    assert_refused(brillig("search", "-", "--time-limit", -1, stdin="a b\n"), "--time-limit")


@pytest.mark.parametrize("command", ["search", "certify"])
def test_ctrl_c_reports_what_is_known_with_status_130(command, tmp_path):
    # A problem with more solutions than can be counted in minutes.
    hard = found(toy1(100, categories=7, lexical=1, rules=6))
    file = tmp_path / "file"
    if command == "certify":
        hard.save(file)
        options = ["--most", "1000000"]
    else:
        file.write_text("\n".join(hard.problem.corpus.texts()))
        options = ["--time-limit", "100"]
    process = start(command, file, "--json", *options)
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    until = time.monotonic() + 60
    while process.poll() is None and not children.read_text():
        assert time.monotonic() < until
        time.sleep(0.05)
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    started = time.monotonic()
    output, error = process.communicate(timeout=30)
    assert time.monotonic() - started < 10
    assert process.returncode == 130, error
    assert json.loads(output)["status"] == "partial"


def test_given_rules_are_kept_on_the_walk(tmp_path):
    piece, file = tmp_path / "piece.cfg", tmp_path / "s.txt"
    piece.write_text('NP -> D N\nD -> "the"\n')
    file.write_text("the cat saw the dog\nthe dog saw the cat\nthe cat slept\nthe dog slept\n")
    output = tmp_path / "solution.json"
    data = brillig_json(
        "search", file, "--given", piece, "--max-categories", 6, "--max-rules", 4, "-o", output
    )
    assert data["status"] == "complete"
    assert ("NP", "D", "N") in load(output).grammar.syntactic
    done = brillig("search", file, "--given", piece, "--preset", "paper")
    assert_refused(done, "--given", "the paper's protocol")
    with pytest.raises(BrilligError, match="given"):
        search_in_python(file, given=piece, preset="paper")


def test_trees_of_an_ambiguous_grammar_have_the_brackets():
    corpus = read_texts(["[a a] a", "[a [a a]] a", "a [a a]"], Reading(brackets=True)).corpus
    settings = Settings(corpus, restrictions=EVERYTHING)
    known = KnownPoints.open(None, settings.to_json())
    loose = Grammar.of("S", [("S", "A", "A"), ("A", "A", "A")], {"a": ["A"]})
    known.add(Fact(Point(2, 0, 2, 0), Status.FOUND, "exact", 0.0, loose), root_nonlexical=False)
    walk = protocol.Walk(settings, "exact", Budget.begin(Limits(time_limit=0)), known)
    solution = walk.result().solution
    assert solution is not None
    assert violations(solution.problem, solution.grammar, solution.trees) == []
