"""How it works: watch one search step by step, with the projections as the paper states them.

python examples/chapter_how_it_works.py
"""

from __future__ import annotations

from brillig import Corpus, Problem
from brillig.engines.concur.infer import infer
from brillig.engines.concur.kernel import InferenceNetwork
from brillig.engines.concur.settings import DEFAULT
from brillig.limits import Limits
from brillig_lab.reproduction.paper import TEN_SENTENCES


def main() -> None:
    problem = Problem(Corpus.of(TEN_SENTENCES), categories=8, lexical=4, rules=5)

    def observe(network: InferenceNetwork, start: int, iteration: int) -> None:
        mu = network.kernel.mu()
        metric = f"mu {min(mu):.2f} to {max(mu):.2f}"
        print(f"start {start}, iteration {iteration}: gap {network.gap():.3f}, {metric}")

    outcome = infer(problem, Limits(seed=0, jobs=1), settings=DEFAULT, observe=observe, observe_every=1000)
    print(f"\n{outcome.status.value} after {outcome.run.iterations} iterations")
    if outcome.solution is not None:
        print(outcome.solution.grammar)


if __name__ == "__main__":
    main()
