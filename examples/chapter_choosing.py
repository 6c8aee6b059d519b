"""Choosing the numbers: how loose settings generate nonsense, and tight ones are proven impossible.

python examples/chapter_choosing.py
"""

from __future__ import annotations

from brillig import Corpus, Problem, Restrictions
from brillig.engines.race import solve
from brillig.language.builtin import builtin
from brillig.limits import Limits
from brillig.parsing.evaluate import compare
from brillig_lab.reproduction.paper import TEN_SENTENCES

SETTINGS = ((5, 3, 8), (6, 3, 6), (8, 4, 5), (8, 4, 4))


def main() -> None:
    corpus = Corpus.of(TEN_SENTENCES)
    print("c, c_l, r_s: what there is, and how much of what it generates is in the true language")
    for categories, lexical, rules in SETTINGS:
        problem = Problem(corpus, categories, lexical, rules, restrictions=Restrictions.of("lexical-root"))
        outcome = solve(problem, "auto", Limits(seed=0, time_limit=60))
        said = outcome.status.value
        if outcome.solution is not None:
            said += f", {compare(outcome.solution.grammar, builtin('toy1')).precision:.0%}"
        print(f"{categories}, {lexical}, {rules}: {said}")


if __name__ == "__main__":
    main()
