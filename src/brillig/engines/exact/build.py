"""From a problem to its encoding."""

from __future__ import annotations

from brillig.engines.exact.encoding import Encoding
from brillig.engines.exact.extension import Extension
from brillig.engines.exact.inference import Inference
from brillig.engines.exact.refinement import Refinement
from brillig.errors import BrilligError
from brillig.problems import AnyProblem, ExtendProblem, Problem, RefineProblem


def encode(problem: AnyProblem) -> Encoding:
    """The formula of a problem that is not `impossible`."""
    match problem:
        case Problem():
            return Inference(problem)
        case RefineProblem():
            return Refinement(problem)
        case ExtendProblem():
            return Extension(problem)
    raise BrilligError(f"the exact engine does not solve problems of the kind {problem.kind!r}")
