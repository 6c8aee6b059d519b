"""`make demo`: learn a grammar from the paper's ten sentences, live; show it, its trees and new sentences."""

from __future__ import annotations

from pathlib import Path

from brillig import Problem, read_corpus
from brillig.cli.solving import describe_run, watching
from brillig.engines.race import solve
from brillig.language.tree import pretty
from brillig.limits import Limits

TEN = Path(__file__).parent / "ten-sentences.txt"


def main() -> None:
    corpus = read_corpus(TEN)
    print("Ten sentences:\n")
    print("\n".join(f"  {text}" for text in corpus.texts()))
    print("\nAt most 5 rules over 8 categories, 4 of them for words only. Searching ...\n")
    problem = Problem(corpus, categories=8, lexical=4, rules=5)
    with watching() as watch:
        outcome = solve(problem, "concur", Limits(seed=0), progress=watch.report, cancel=watch.cancel)
    solution = outcome.solution
    if solution is None:
        raise SystemExit(outcome.reason)
    print(f"{describe_run(outcome)}\n")
    print("\n".join(f"  {line}" for line in str(solution.grammar).splitlines()))
    print("\nTwo of the ten trees:\n")
    for tree in solution.trees[:2]:
        print(pretty(tree, indent="  "), end="\n\n")
    print("Five new sentences of this grammar:\n")
    print("\n".join(f"  {text}" for text in solution.grammar.generate(5, seed=1, max_words=10)))


if __name__ == "__main__":
    main()
