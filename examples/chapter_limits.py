"""What the model cannot do: noise, unknown words, and grammars that generalise more than the true one.

python examples/chapter_limits.py
"""

from __future__ import annotations

from brillig import Corpus, Problem
from brillig.engines.race import solve
from brillig.language.builtin import builtin
from brillig.limits import Limits
from brillig.parsing.cyk import accepts_all
from brillig.parsing.generate import generate
from brillig_lab.reproduction.paper import table3

WRONG = "walks the the Kim"


def main() -> None:
    sentences = generate(builtin("toy2"), 40, seed=1)
    for text, corpus in (("right sentences", sentences), ("one wrong one among them", [*sentences, WRONG])):
        outcome = solve(Problem(Corpus.of(corpus), 5, 2, 3), "exact", Limits(time_limit=60))
        print(f"{text}: {outcome.status.value}")
        if outcome.solution is not None:
            print(f"  an unknown word is accepted: {outcome.solution.grammar.accepts('Kim sneezes')}")

    drawn = generate(table3(), 1000, seed=0)
    wrong = [s for s, right in zip(drawn, accepts_all(builtin("toy1"), drawn), strict=True) if not right]
    print(
        f"{len(wrong)} of {len(drawn)} sentences of the paper's grammar are not in the true language, such as"
    )
    print("  " + min(wrong, key=len))


if __name__ == "__main__":
    main()
