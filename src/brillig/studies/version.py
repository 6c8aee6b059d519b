"""Which program computes the trials: its version, and a fingerprint of what it computes.

Two builds can have one version number and still search differently. Results belong together only if they come
from programs that compute the same, so a store and the workers of a cluster are asked for this.
"""

from __future__ import annotations

import hashlib
from functools import cache

from brillig import __version__
from brillig.engines.concur.infer import infer
from brillig.engines.concur.kernel import InferenceNetwork
from brillig.engines.concur.layout import Layout
from brillig.engines.concur.settings import DEFAULT, FIRST_STARTS
from brillig.language.corpus import Corpus
from brillig.limits import Limits
from brillig.problems import Problem

_SENTENCES = (
    "dogs see Kim",
    "Kim walks",
    "all dogs walk",
    "Kim sees this dog",
    "this dog walks",
    "dogs like dogs",
)


@cache
def engine_version() -> str:
    """Like `0.1.0-3f9a2c41`: the same on every machine where the same program runs."""
    problem = Problem(Corpus.of(_SENTENCES), 5, 2, 3)
    network, digest = InferenceNetwork(Layout.of(problem), DEFAULT), hashlib.sha256()
    for number in (0, FIRST_STARTS, FIRST_STARTS + 1):  # one start of each kind
        network.vary(number)
        network.start(1)
        network.kernel.run(20)
        digest.update(network.kernel.vectors().tobytes())
    outcome = infer(problem, Limits(seed=1, max_iterations=2000, jobs=1))
    found = "" if outcome.solution is None else outcome.solution.grammar.canonical_text
    digest.update(f"{outcome.run.iterations} {outcome.run.restarts} {found}".encode())
    return f"{__version__}-{digest.hexdigest()[:8]}"
