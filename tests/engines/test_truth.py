"""Nothing false is said: on thousands of tiny problems, whatever is called infeasible has no solution at all.

The truth comes from brute force over all grammars, which shares no code with the rest.
"""

from __future__ import annotations

from collections import Counter

import pytest

from brillig.engines.concur.infer import infer
from brillig.engines.exact.infer import Inference
from brillig.engines.exact.lazy import LazySearch
from brillig.language.corpus import Corpus
from brillig.limits import Limits
from brillig.problems import Problem, Restrictions
from brillig.problems.check import violations
from brillig.problems.solution import Status
from brute_force import compile_brute, solvable
from tiny_problems import varied_problem

ITERATIONS = 300  # of divide and concur: what it does not find in these proves nothing


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    return compile_brute(tmp_path_factory.mktemp("brute"))


def speak_the_truth(program, seeds: range) -> Counter[tuple[bool, str]]:
    """Compare what each engine says with the truth; how often each said what."""
    problems = [varied_problem(seed) for seed in seeds]
    said: Counter[tuple[bool, str]] = Counter()
    for seed, problem, true in zip(seeds, problems, solvable(program, problems), strict=True):
        reason = problem.impossible()
        assert reason is None or not true, f"seed {seed}: said to be impossible ({reason}), but is not"
        if reason is not None:
            said[true, "impossible"] += 1
            continue
        found = LazySearch(Inference(problem)).next()
        assert (found is not None) == true, f"seed {seed}: brute force says {true}, the exact engine not"
        if found is not None:
            assert violations(problem, found.grammar, found.trees) == [], f"seed {seed}"
        outcome = infer(problem, Limits(seed=seed, max_iterations=ITERATIONS, jobs=1))
        if outcome.solution is not None:
            wrong = violations(problem, outcome.solution.grammar, outcome.solution.trees)
            assert wrong == [], f"seed {seed}: divide and concur"
            assert true, f"seed {seed}: divide and concur found what is not there"
        assert outcome.status is not Status.INFEASIBLE or not true, f"seed {seed}: divide and concur"
        said[true, outcome.status.value] += 1
        said[true, "new"] += problem.restrictions.is_new
    return said


def test_whatever_is_called_infeasible_has_no_solution(program):
    said = speak_the_truth(program, range(700))
    print(dict(said))
    assert said[False, "impossible"] > 70
    assert said[True, "found"] > 70  # without solutions, the test would say nothing
    assert said[False, "unknown"] > 70
    assert min(said[True, "new"], said[False, "new"]) > 35


@pytest.mark.soak
@pytest.mark.parametrize("start", range(700, 20_000, 3000))
def test_whatever_is_called_infeasible_has_no_solution_in_thousands_more(program, start):
    said = speak_the_truth(program, range(start, start + 3000))
    print(dict(said))
    assert said[True, "found"] > 300


LEXICAL_ROOT = Restrictions.of("lexical-root")


def problem_of(*sentences: str, **settings) -> Problem:
    return Problem(Corpus(tuple(tuple(sentence.split()) for sentence in sentences)), **settings)


@pytest.mark.parametrize(
    "problem",
    [
        problem_of("a b", "b a", categories=4, lexical=3, rules=2, homographs=1, restrictions=LEXICAL_ROOT),
        problem_of("a a a a", categories=5, lexical=2, rules=3, homographs=1),
    ],
)
def test_homographs_give_a_word_to_several_lexical_categories(problem):
    assert problem.impossible() is None
    assert LazySearch(Inference(problem)).next() is not None
    assert infer(problem, Limits(max_iterations=20_000, jobs=1)).status is Status.FOUND


def test_more_lexical_categories_than_lexical_rules_are_impossible():
    sizes = {"categories": 6, "lexical": 3, "rules": 5}
    assert "allow 2" in problem_of("a b a", "b a b", **sizes).impossible()
    assert problem_of("a b a", "b a b", **sizes, homographs=1).impossible() is None
    # Two occurrences have two categories at most, whatever h is.
    assert "allow 2" in problem_of("a b", **sizes, homographs=9).impossible()
