"""The errata, checked: four bracketings instead of one solution, and a printed grammar that is forbidden.

python examples/chapter_errata.py
"""

from __future__ import annotations

from dataclasses import replace

from brillig import Corpus, Problem, Restrictions
from brillig.engines.exact import enumerate_solutions, solve_exactly
from brillig.language.builtin import builtin
from brillig.limits import Limits
from brillig.parsing.evaluate import compare, same_language
from brillig_lab.reproduction.paper import TEN_SENTENCES, bracketings, refined


def main() -> None:
    corpus = Corpus.of(TEN_SENTENCES)
    limits = Limits(time_limit=600)
    names = {grammar.canonical_text: name for name, grammar in bracketings(corpus.words).items()}
    every = enumerate_solutions(Problem(corpus, 8, 4, 5), limits)
    print(f"(8, 4, 5): {len(every.grammars)} solutions, all of them: {every.complete}")
    for grammar in every.grammars:
        print(f"  {names[grammar.canonical_text]}")
    first = every.grammars[0]
    print(f"  one language up to 9 words: {all(same_language(first, g, 9) for g in every.grammars)}")

    strict = Problem(corpus, 5, 3, 8)
    print(f"(5, 3, 8) with restriction 6: {solve_exactly(strict, limits).status.value}")
    loose = replace(strict, restrictions=Restrictions.of("lexical-root"))
    print(f"(5, 3, 8) without its second half: {solve_exactly(loose, limits).status.value}")

    measured = compare(refined(), builtin("toy2"))
    print(f"the paper's refined grammar against the true one: precision {measured.precision:.3f}")


if __name__ == "__main__":
    main()
