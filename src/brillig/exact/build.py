"""From a problem to its encoding, and what can be said without one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from brillig.corpus import Corpus
from brillig.exact.encoding import Encoding
from brillig.exact.extension import Extension
from brillig.exact.inference import Inference
from brillig.exact.refinement import Refinement
from brillig.problem import AnyProblem, ExtendProblem, Problem, RefineProblem


def encode(problem: AnyProblem) -> Encoding:
    """The formula of a problem that is not `impossible`."""
    match problem:
        case Problem():
            return Inference(problem)
        case RefineProblem():
            return Refinement(problem)
        case ExtendProblem():
            return Extension(problem)


def impossible(problem: AnyProblem) -> str | None:
    """Why there can be no solution, where counting alone shows it; None where it does not."""
    return None if isinstance(problem, ExtendProblem) else problem.impossible()


def part(problem: AnyProblem, indices: Iterable[int]) -> AnyProblem:
    """The same problem with only the sentences at these places."""
    chosen = sorted(indices)
    match problem:
        case Problem():
            return replace(problem, corpus=Corpus(tuple(problem.corpus.sentences[i] for i in chosen)))
        case RefineProblem():
            return replace(problem, trees=tuple(problem.trees[i] for i in chosen))
        case ExtendProblem():
            return replace(problem, corpus=Corpus(tuple(problem.corpus.sentences[i] for i in chosen)))
