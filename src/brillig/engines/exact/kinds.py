"""From a problem to its encoding: the file of each kind of problem registers its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from brillig.engines.exact.encoding import Encoding
from brillig.errors import BrilligError
from brillig.problems import AnyProblem
from brillig.problems.registry import Registry

ENCODINGS: Registry[Callable[[Any], Encoding]] = Registry("brillig.engines.exact")


def encode(problem: AnyProblem) -> Encoding:
    """The formula of a problem that is not `impossible`."""
    encoding = ENCODINGS.find(problem.kind)
    if encoding is None:
        raise BrilligError(f"the exact engine does not solve problems of the kind {problem.kind!r}")
    made = encoding(problem)
    made.rejected = problem.corpus.rejected
    return made
