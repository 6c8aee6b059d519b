"""The paper's second experiment from end to end: infer, refine, extend, on fresh sentences.

    python examples/pipeline.py [SEED]

Sentences without past tense give a grammar of nouns and verbs. Refinement splits these into singular and
plural. Extension then learns the past forms, which are neither, from new sentences.
"""

from __future__ import annotations

import sys

from brillig import Corpus, Grammar, Problem, Solution
from brillig.engines.race import solve
from brillig.language.builtin import builtin
from brillig.limits import Limits
from brillig.parsing.cyk import accepts_all
from brillig.parsing.generate import generate

DRAWN = 1000


def main(seed: int = 0) -> None:
    inferred = infer(Corpus.of(generate(builtin("toy2"), 100, seed=seed)), seed)
    show("inferred from 100 sentences with (c, c_l, r_s) = (5, 2, 3)", inferred)

    features, rules = name_what_the_paper_asks(inferred.grammar)
    refined = inferred.refine(features, rules, engine="concur", seed=seed)
    show("refined into features", refined)

    past = Corpus.of(generate(builtin("toy2-past"), 100, seed=seed + 1))
    extended = refined.extend(past, homographs=4, engine="concur", seed=seed)
    show("extended with 100 sentences that have past forms, h = 4", extended)

    print("sentences of 1000 drawn that toy2 parses, and of toy2's that the grammar parses:")
    for name, solution in (("inferred", inferred), ("refined", refined)):
        precision, recall = measure(solution.grammar, seed)
        print(f"  {name:9} {precision:.3f}  {recall:.3f}")
    print(f"  {agreeing(refined.grammar, seed)} of {DRAWN} refined sentences agree in number")


def infer(corpus: Corpus, seed: int) -> Solution:
    """By divide and concur."""
    outcome = solve(Problem(corpus, 5, 2, 3), engine="concur", limits=Limits(seed=seed))
    if outcome.solution is None:
        sys.exit(outcome.reason)
    return outcome.solution


def name_what_the_paper_asks(grammar: Grammar) -> tuple[dict[str, int], dict[str, int]]:
    """The paper's numbers under the names that the categories happen to have."""
    ((_, noun, verb),) = grammar.expansions[grammar.start]
    ((_, transitive, _),) = grammar.expansions[verb]
    ((_, determiner, _),) = grammar.expansions[noun]
    features = {verb: 2, noun: 3, determiner: 2, transitive: 2}
    rules = {
        f"{grammar.start}>{noun} {verb}": 2,
        f"{verb}>{transitive} {noun}": 4,
        f"{noun}>{determiner} {noun}": 2,
    }
    return features, rules


def show(title: str, solution: Solution) -> None:
    run = solution.run
    print(f"--- {title}\n{solution.grammar}")
    print(f"    {run.iterations:,} iterations, {run.restarts} restarts, {run.seconds:.2f} s\n")


def measure(grammar: Grammar, seed: int) -> tuple[float, float]:
    truth = builtin("toy2")
    precision = sum(accepts_all(truth, generate(grammar, DRAWN, seed=seed))) / DRAWN
    recall = sum(accepts_all(grammar, generate(truth, DRAWN, seed=seed))) / DRAWN
    return precision, recall


def agreeing(grammar: Grammar, seed: int) -> int:
    """Drawn sentences that toy2 parses once stacked plural determiners ("these all dogs") are made one."""
    plural = {"these", "all"}
    plain = []
    for text in generate(grammar, DRAWN, seed=seed):
        words = text.split()
        kept = [w for w, next_ in zip(words, [*words[1:], ""], strict=True) if {w, next_} - plural]
        plain.append(kept)
    return sum(accepts_all(builtin("toy2"), plain))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 0)
