"""Inferring, refining and extending, for Python: the functions behind the commands of the same names."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping, Sequence

from brillig.engines.outcome import Outcome
from brillig.engines.race import solve
from brillig.errors import BrilligError
from brillig.language.corpus import Corpus
from brillig.language.reading import Reading
from brillig.language.text import read_texts
from brillig.limits import Limits
from brillig.problems import Problem, Restrictions
from brillig.problems.solution import Solution
from brillig.workflows.extension import run_extension
from brillig.workflows.refinement import AUTO, RuleNumbers, refine_problem, run_refinement


def infer(
    sentences: Corpus | Iterable[str | Sequence[str]],
    categories: int | None = None,
    lexical: int | None = None,
    rules: int | None = None,
    *,
    homographs: int = 0,
    allow: str | Iterable[str] = (),
    distinct_children: bool = True,
    root_nonlexical: bool = True,
    reading: Reading | None = None,
    engine: str = "auto",
    seed: int = 0,
    max_iterations: int | None = None,
    time_limit: float | None = None,
    jobs: int | None = None,
) -> Solution:
    """Learn a grammar with c, c_l and r_s given; without them the max-min protocol chooses.

    `allow` lifts restrictions of the model: `equal-children`, `lexical-root`, `recursive-root`,
    `shared-pairs`, `one-word`, or `all`; `distinct_children=False` and `root_nonlexical=False` are short for
    the first two.

    Texts are read like lines of a file, as `reading` says; words are taken as they are.

    Raises BrilligError when there is none, or none was found.
    """
    restrictions = Restrictions.of(allow) | Restrictions.lifted(
        equal_children=not distinct_children, lexical_root=not root_nonlexical
    )
    one_word = not restrictions.root_without_words
    corpus = _read(sentences, reading, one_word=one_word)
    corpus.refuse_unused()
    limits = Limits(seed, max_iterations, time_limit, jobs)
    numbers = (categories, lexical, rules)
    if numbers == (None, None, None):
        from brillig.workflows.max_min import Settings, search

        settings = Settings(corpus, homographs, restrictions=restrictions)
        found = search(settings, engine, limits)
        if found.solution is None:
            raise BrilligError(f"no grammar: {found.reason}")
        return found.solution
    if categories is None or lexical is None or rules is None:
        raise BrilligError("give categories, lexical and rules together, or none of them")
    problem = Problem(corpus, categories, lexical, rules, homographs, restrictions)
    return _found(solve(problem, engine=engine, limits=limits), "grammar")


def refine(
    solution: Solution,
    features: Mapping[str, int] | str = AUTO,
    rules: RuleNumbers | None = None,
    *,
    homographs: int = 0,
    retree: bool = False,
    engine: str = "auto",
    seed: int = 0,
    max_iterations: int | None = None,
    time_limit: float | None = None,
    jobs: int | None = None,
) -> Solution:
    """Split categories into features: `features={"B": 3}, rules={"S>B A": 2}`.

    Without `rules` the refined rules are lowered until no solution is found; with `features="auto"` the
    features, too. Raises BrilligError when there is none, or none was found.
    """
    limits = Limits(seed, max_iterations, time_limit, jobs)
    problem = refine_problem(solution, features, rules, homographs)
    done = run_refinement(
        problem, limits, auto=features == AUTO, minimise=rules is None, retree=retree, engine=engine
    )
    return _found(done.outcome, "refinement")


def extend(
    solution: Solution,
    sentences: Corpus | Iterable[str | Sequence[str]],
    *,
    homographs: int = 0,
    engine: str = "auto",
    seed: int = 0,
    max_iterations: int | None = None,
    time_limit: float | None = None,
    jobs: int | None = None,
) -> Solution:
    """Explain new sentences, giving categories to their unknown words. Raises BrilligError if that fails."""
    corpus = _read(sentences, solution.reading, solution.grammar.words)
    limits = Limits(seed, max_iterations, time_limit, jobs)
    return _found(run_extension(solution, corpus, homographs, limits, engine=engine), "extension")


def _read(
    sentences: Corpus | Iterable[str | Sequence[str]],
    reading: Reading | None,
    known: Sequence[str] = (),
    one_word: bool = False,
) -> Corpus:
    """The sentences; what a person should know about how they were read is a warning."""
    if isinstance(sentences, Corpus):
        return sentences
    found = read_texts(sentences, reading, known, one_word=one_word)
    for note in found.notes:
        warnings.warn(note, stacklevel=3)
    return found.corpus


def _found(outcome: Outcome, what: str) -> Solution:
    if outcome.solution is None:
        raise BrilligError(f"no {what}: {outcome.status.value}; {outcome.reason}")
    return outcome.solution
