"""Fingerprints of searches on fixed data and seeds: two versions that print the same lines search alike.

    python benchmarks/fingerprint.py > after.txt && diff before.txt after.txt

One line for each engine, problem and seed: the iterations and a hash of the canonical grammar, or "none". It
uses nothing but `brillig.infer`, `refine` and `extend`, and draws its sentences itself: old checkouts can run
it, too.
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import brillig

TOY1 = {
    "S": ["NP VP"],
    "VP": ["V NP", "V NP PP"],
    "PP": ["P NP"],
    "V": ["saw", "ate", "walked"],
    "NP": ["John", "Mary", "Bob", "D N", "D N PP"],
    "D": ["a", "an", "the", "my"],
    "N": ["man", "dog", "cat", "telescope", "park"],
    "P": ["in", "on", "by", "with"],
}
TOY2 = {
    "S": ["NPs VPs", "NPp VPp"],
    "NPs": ["PN", "Ds Ns"],
    "NPp": ["Np", "Dp Np"],
    "VPs": ["IVs", "TVs NPs", "TVs NPp"],
    "VPp": ["IVp", "TVp NPs", "TVp NPp"],
    "Ds": ["this", "every"],
    "Dp": ["these", "all"],
    "Ns": ["dog", "girl", "car", "child"],
    "Np": ["dogs", "girls", "cars", "children"],
    "PN": ["Kim", "Jody"],
    "IVs": ["disappears", "walks"],
    "TVs": ["sees", "likes"],
    "IVp": ["disappear", "walk"],
    "TVp": ["see", "like"],
}
FEATURES = {"A": 2, "B": 3, "C": 2, "D": 2}
REFINED_RULES = {"S>B A": 2, "A>D B": 4, "B>C B": 2}
PROBLEMS = {  # grammar, sentences, (c, c_l, r_s), h
    "toy1-10-846": (TOY1, 10, (8, 4, 6), 0),
    "toy1-20-845": (TOY1, 20, (8, 4, 5), 0),
    "toy2-100-523": (TOY2, 100, (5, 2, 3), 0),
    "toy2-20-523-h1": (TOY2, 20, (5, 2, 3), 1),
    "toy2-30-634": (TOY2, 30, (6, 3, 4), 0),
}


def draw(grammar: dict[str, list[str]], number: int, seed: int) -> list[str]:
    """Random sentences of at most nine words."""
    random = Random(seed)

    def grow(symbol: str) -> list[str]:
        if symbol not in grammar:
            return [symbol]
        return [word for part in random.choice(grammar[symbol]).split() for word in grow(part)]

    found: list[str] = []
    while len(found) < number:
        words = grow("S")
        if len(words) <= 9:
            found.append(" ".join(words))
    return found


def named_solution(sentences: list[str]) -> brillig.Solution:
    """The paper's grammar of TOY2 for these sentences, under the paper's names."""
    words = {
        "A": "disappears walks disappear walk",
        "B": "dog girl car child dogs girls cars children Kim Jody",
        "C": "this every these all",
        "D": "sees likes see like",
    }
    category = {word: name for name, text in words.items() for word in text.split()}
    corpus = brillig.Corpus.of(sentences)
    rules = [("S", "B", "A"), ("A", "D", "B"), ("B", "C", "B")]
    grammar = brillig.Grammar.of("S", rules, {word: [category[word]] for word in corpus.words})
    trees = tuple(grammar.parse(text) for text in sentences)
    return brillig.Solution(grammar, trees, brillig.Problem(corpus, 5, 2, 3), brillig.Run("hand"))


def describe(solve: Callable[..., brillig.Solution], *arguments: Any, **options: Any) -> str:
    """Iterations (the exact engine has none) and the grammar; `options` have the engine."""
    try:
        solution = solve(*arguments, jobs=1, **options)
    except brillig.BrilligError:
        return "none"
    text = hashlib.sha256(solution.grammar.canonical_text.encode()).hexdigest()[:16]
    return f"{solution.run.iterations if options['engine'] == 'concur' else '-'} {text}"


def lines(seeds: int) -> Iterator[str]:
    """Divide and concur first, on one thread; then the exact engine."""
    for engine in ("concur", "exact"):
        for name, (grammar, number, numbers, h) in PROBLEMS.items():
            for seed in range(seeds):
                said = describe(
                    brillig.infer,
                    draw(grammar, number, 100 + seed % 3),
                    *numbers,
                    homographs=h,
                    engine=engine,
                    seed=seed,
                    max_iterations=60_000,
                )
                yield f"{engine} {name} {seed} {said}"
        for seed in range(seeds):
            base = named_solution(draw(TOY2, 60, 200 + seed % 3))
            yield f"{engine} refine {seed} " + describe(
                base.refine, FEATURES, REFINED_RULES, engine=engine, seed=seed
            )
            more = [rename(text) for text in draw(TOY2, 60, 300 + seed)]
            known = [text for text in more if set(text.split()) <= {*base.grammar.words, "ran", "met"}]
            yield f"{engine} extend {seed} " + describe(
                base.extend, known, homographs=2, engine=engine, seed=seed
            )


def rename(text: str) -> str:
    """With two new words, each for a singular and for a plural form."""
    new = {"walk": "ran", "walks": "ran", "see": "met", "sees": "met"}
    return " ".join(new.get(word, word) for word in text.split())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seeds", type=int, default=10, help="seeds of each problem (default 10)")
    for line in lines(parser.parse_args().seeds):
        print(line, flush=True)


if __name__ == "__main__":
    main()
