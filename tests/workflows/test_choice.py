"""What a search says of its choice: only what is proven is called so, and what was found is handed over."""

from __future__ import annotations

import json
import signal
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from brillig.engines.exact import Enumeration, solve_exactly
from brillig.engines.outcome import Outcome
from brillig.errors import BrilligError
from brillig.language.builtin import builtin
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.limits import Ended, Limits
from brillig.lock import hold
from brillig.parsing.generate import generate
from brillig.problems.check import violations
from brillig.problems.solution import Run, Status, load
from brillig.workflows.known_points import Fact, KnownPoints, Point
from brillig.workflows.max_min import Settings, search
from command import assert_refused, brillig, start
from data import LONG_WALK
from exact_data import sentences

TINY = Settings(Corpus.of(["a b", "a c"]), most_rules=2)
SMALL = Settings(sentences("toy2", 30, 21), most_rules=3)


def nothing(problem, engine, budget):
    """An engine that finds nothing and knows nothing."""
    return Outcome(Status.UNKNOWN, problem, Run(engine, budget.seed, seconds=60.0), None, "not found")


class Until:
    """The exact engine until the first solution; then what `after` does."""

    def __init__(self, after) -> None:
        self.after = after
        self.found = False

    def __call__(self, problem, engine, budget):
        if self.found:
            return self.after(problem, engine, budget)
        outcome = solve_exactly(problem, budget)
        self.found = outcome.solution is not None
        return outcome


def is_solution(found) -> bool:
    solution = found.solution
    return violations(solution.problem, solution.grammar, solution.trees) == []


# -- what is proven -----------------------------------------------------------------------------------


def test_all_of_it_proven_is_called_proven():
    found = search(SMALL, "exact")
    assert found.proven
    assert found.chosen.settled
    assert found.choice() | {"points": []} == {
        "criterion": "max-min",
        "points": [],
        "chosen": found.candidates.index(found.chosen),
        "proven": True,
    }


def test_what_rests_on_seeds_of_divide_and_concur_is_said_to_be_open():
    found = search(SMALL, "concur", Limits(max_iterations=3000, time_limit=60))
    assert found.solution is not None
    assert not found.proven
    assert "divide and concur found" in found.reason
    assert "whether others fit is open" in found.reason
    assert "not proven" in found.reason
    assert "grammar fits" not in found.reason


def enumerating(monkeypatch, *others: Grammar, complete: bool) -> None:
    """Let the exact engine list these grammars besides the one that was found."""

    def enumerate_solutions(problem, budget, *, most, until):
        for grammar in others:
            if until(grammar):
                return Enumeration(others, False, 0.0)
        return Enumeration(others, complete, 0.0)

    monkeypatch.setattr("brillig.engines.exact.enumerate_solutions", enumerate_solutions)


def test_a_list_of_solutions_that_was_cut_off_does_not_count(monkeypatch):
    enumerating(monkeypatch, complete=False)
    found = search(TINY, "exact")
    assert {candidate.agree for candidate in found.candidates} == {None}
    assert not found.proven
    assert "1 grammar that fits is known, and whether others fit is open" in found.reason
    assert is_solution(found)


def test_a_point_that_stayed_open_is_not_called_the_largest():
    solved = search(SMALL, "exact").chosen.fact.point

    def blind(problem, engine, budget):
        """Sees nothing beyond the point that was chosen."""
        point = (problem.categories, problem.lexical, problem.rules)
        larger = point > (solved.categories, solved.lexical, solved.rules)
        return nothing(problem, engine, budget) if larger else solve_exactly(problem, budget)

    found = search(SMALL, "exact", solver=blind)
    assert found.chosen.fact.point == solved
    assert not found.chosen.settled
    assert not found.proven
    assert "that more are impossible is not proven" in found.reason


# -- the store ----------------------------------------------------------------------------------------


def test_what_one_engine_did_not_find_does_not_silence_another(tmp_path):
    store = tmp_path / "walk.json"
    vain = search(SMALL, "concur", store=store, solver=nothing)
    assert vain.solution is None
    assert search(SMALL, "concur", store=store, solver=nothing).solution is None
    found = search(SMALL, "exact", store=store)
    assert found.proven
    assert found.chosen.fact.point == search(SMALL, "exact").chosen.fact.point


def test_what_one_seed_did_not_find_does_not_silence_another():
    known = KnownPoints.open(None, {})
    known.add(Fact(Point(4, 0, 2, 0), Status.UNKNOWN, "concur", 10.0, None, seed=1), True)
    assert known.tried(Point(4, 0, 2, 0), 10.0, "concur", 1) is not None
    assert known.tried(Point(4, 0, 2, 0), 10.0, "concur", 2) is None
    assert known.tried(Point(4, 0, 2, 0), 10.0, "exact", 1) is None


def test_agreement_of_a_few_seeds_is_no_answer_to_the_exact_engine():
    known = KnownPoints.open(None, {})
    point = Point(4, 0, 2, 0)
    seen = {"agree": True, "complete": False, "engine": "concur"}
    known.note_agreement(point, seen)
    assert known.agreement(point, "concur") == seen
    assert known.agreement(point, "exact") is None
    for certain in (seen | {"complete": True}, seen | {"agree": False}):
        known.note_agreement(point, certain)
        assert known.agreement(point, "exact") == certain


def test_a_store_is_used_by_one_search_at_a_time(tmp_path):
    store, text = tmp_path / "walk.json", tmp_path / "text"
    text.write_text("a b\nb a\n")
    with hold(store):
        assert_refused(brillig("search", text, "--store", store), "in use by process")
    done = brillig("search", text, "--store", store, "--max-rules", 1, "--engine", "exact")
    assert done.returncode in (0, 1), done.stderr
    assert not store.with_name("walk.json.lock").exists()


# -- how far the walk goes ----------------------------------------------------------------------------


@pytest.mark.parametrize("allow", ["", "shared-pairs", "equal-children"])
def test_the_walk_asks_for_no_more_rules_than_there_is_room_for(allow):
    asked = []

    def solver(problem, engine, budget):
        asked.append((problem.categories, problem.rules))
        return nothing(problem, engine, budget)

    from brillig.problems import Restrictions

    corpus = Corpus.of(["no no no", "no no", "no yes"])
    settings = Settings(corpus, most_rules=30, restrictions=Restrictions.of(allow))
    found = search(settings, "exact", solver=solver)
    assert found.finished
    assert max(rules for _, rules in asked) == 30


def test_ordinary_sentences_have_an_end():
    done = brillig("search", "-", "--engine", "exact", "--time-limit", 5, stdin="no no no\nno no\nno yes\n")
    assert done.returncode in (0, 1), done.stderr


# -- what was found is handed over --------------------------------------------------------------------


def test_a_stop_hands_over_the_best_so_far():
    stop = threading.Event()

    def stopping(problem, engine, budget):
        stop.set()
        return nothing(problem, engine, budget)

    found = search(SMALL, "exact", cancel=stop, solver=Until(stopping))
    assert found.outcome.status is Status.FOUND
    assert found.outcome.ended is found.solution.run.ended is Ended.CANCELLED
    assert not found.proven
    assert is_solution(found)
    assert "best grammar so far, not proven best" in found.reason


def test_a_later_error_hands_over_the_best_so_far():
    def failing(problem, engine, budget):
        raise BrilligError("the exact engine's process was ended by signal 9")

    found = search(SMALL, "exact", solver=Until(failing))
    assert is_solution(found)
    assert not found.proven
    assert "ended by signal 9" in found.reason
    with pytest.raises(BrilligError, match="signal 9"):
        search(SMALL, "exact", solver=failing)


def test_a_disagreement_hands_over_one_of_the_grammars(monkeypatch):
    other = Grammar.of("S", [("S", "A", "B"), ("S", "B", "A")], {"a": ["A"], "b": ["B"], "c": ["B"]})
    enumerating(monkeypatch, other, complete=True)
    found = search(TINY, "exact")
    assert {candidate.agree for candidate in found.candidates} == {False}
    assert found.outcome.ended is Ended.ANSWERED
    assert is_solution(found)
    assert "more sentences decide more" in found.reason
    assert "1 grammar fits" not in found.reason


def wait_for_a_grammar(store: Path, process) -> None:
    until = time.monotonic() + 120
    while time.monotonic() < until:
        assert process.poll() is None, process.communicate()
        if store.exists() and '"found"' in store.read_text():
            return
        time.sleep(0.1)
    raise AssertionError("no grammar was found in two minutes")


def test_a_time_limit_and_ctrl_c_hand_over_the_grammar_that_is_known(tmp_path):
    text, store, output = tmp_path / "text", tmp_path / "walk.json", tmp_path / "solution.json"
    text.write_text("\n".join(LONG_WALK))
    walk = ("search", text, "--store", store, "--engine", "exact", "--json", "-o", output)
    process = start(*walk)
    wait_for_a_grammar(store, process)
    process.send_signal(signal.SIGINT)
    printed, error = process.communicate(timeout=60)
    assert process.returncode == 130, error
    data = json.loads(printed)
    assert data["chosen"] is not None
    assert data["run"]["ended"] == "cancelled"
    assert data["proven"] is False
    assert load(output).run.ended is Ended.CANCELLED
    output.unlink()
    began = time.monotonic()
    done = brillig(*walk, "--time-limit", 2)
    assert time.monotonic() - began < 30
    assert done.returncode == 0, done.stderr
    data = json.loads(done.stdout)
    assert data["chosen"] is not None
    assert data["run"]["ended"] == "time"
    assert data["proven"] is False
    assert "not proven best" in data["reason"]
    assert load(output).run.ended is Ended.TIME


def long_growth() -> str:
    """Sentences that growing takes long over, and explains after a second or two."""
    return "\n".join(generate(builtin("toy1"), 400, seed=5))


@pytest.mark.parametrize("choose", ["length", pytest.param("max-min", marks=pytest.mark.soak)])
@pytest.mark.parametrize("how", ["limit", "signal"])
def test_infer_hands_over_what_it_knows_after_some_seconds(tmp_path, how, choose):
    """After how many depends on the machine: as long as nothing is known, it gets twice as many."""
    text, output = tmp_path / "text", tmp_path / "solution.json"
    text.write_text(long_growth() if choose == "length" else "\n".join(LONG_WALK))
    for seconds in (1, 2, 4, 8, 16, 32):
        options = ("--time-limit", seconds) if how == "limit" else ()
        process = start("infer", text, "--choose", choose, "--json", "-o", output, *options)
        if how == "signal":
            time.sleep(seconds + 1)  # for the start of the command
            process.send_signal(signal.SIGINT)
        printed, error = process.communicate(timeout=60)
        data: Any = json.loads(printed) if printed else {"status": "unknown"}  # stopped before it had begun
        if data["status"] == "found":
            break
        assert process.returncode == (130 if how == "signal" else 1), error
        assert not output.exists()
    assert process.returncode == (130 if how == "signal" else 0), error
    assert data["run"]["ended"] == ("cancelled" if how == "signal" else "time")
    assert data["choice"]["criterion"] == choose
    assert data["choice"]["proven"] is False
    assert load(output).run.ended.value == data["run"]["ended"]


def test_the_answer_says_that_it_is_the_best_so_far():
    text = long_growth()
    for seconds in (1, 2, 4, 8, 16, 32):  # as many as this machine needs
        done = brillig("infer", "-", "--time-limit", seconds, stdin=text)
        if done.returncode == 0:
            break
    assert "Time was up: this is the best grammar so far, not proven best." in done.stdout
