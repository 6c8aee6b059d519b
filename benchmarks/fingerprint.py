"""Fingerprints of searches on fixed data and seeds: two versions that print the same lines search alike.

    python benchmarks/fingerprint.py > after.txt && diff before.txt after.txt

One line for each engine, problem and seed, fifty each: the iterations and a hash of the canonical grammar, or
"none"; by bits the bits; of `ask` the number of questions. It uses nothing but `brillig.infer`, `refine`,
`extend`, `enlarge`, `search` and `ask`, and draws its sentences itself: old checkouts can run it, too.
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Callable, Iterator
from functools import cache
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
BY_BITS = {  # grammar, sentences, options
    "toy1-20": (TOY1, 20, {}),
    "toy1-60": (TOY1, 60, {}),
    "toy2-40": (TOY2, 40, {}),
    "toy2-40-shared": (TOY2, 40, {"allow": "shared-pairs"}),
    "toy2-60-exceptions": (TOY2, 60, {"exceptions": 2}),
}
FEW = 3  # seeds of what takes longer


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
    counted = f"{solution.run.iterations}" if options.get("engine") == "concur" else "-"
    return f"{counted} {grammar_hash(solution)}"


def grammar_hash(solution: brillig.Solution | None) -> str:
    if solution is None:
        return "none"
    bits = f" {solution.bits.total:.3f}" if solution.bits is not None else ""
    return hashlib.sha256(solution.grammar.canonical_text.encode()).hexdigest()[:16] + bits


def lines(seeds: int) -> Iterator[str]:
    """Divide and concur first, on one thread; then the exact engine, growing, and what asks them often."""
    yield from numbered(seeds)
    yield from by_bits(seeds)
    yield from walks(min(seeds, FEW))
    yield from asked(min(seeds, FEW))


def numbered(seeds: int) -> Iterator[str]:
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


def by_bits(seeds: int) -> Iterator[str]:
    """The growing engine, which makes no iterations that could be counted; and with the numbers kept to."""
    for name, (grammar, number, options) in BY_BITS.items():
        for seed in range(seeds):
            sentences = draw(grammar, number, 100 + seed)
            said = describe(brillig.infer, sentences, engine="grow", seed=seed, **options)
            yield f"grow {name} {seed} {said}"
    for seed in range(min(seeds, FEW)):
        name = "toy2-30-634"
        grammar, number, numbers, _ = PROBLEMS[name]
        said = describe(brillig.infer, draw(grammar, number, 100 + seed), *numbers, engine="grow", seed=seed)
        yield f"grow {name} {seed} {said}"
        base = named_solution(draw(TOY2, 30, 200 + seed))
        more = [text.replace("sees", "often sees") for text in draw(TOY2, 30, 400 + seed)]
        yield f"grow enlarge {seed} " + describe(base.enlarge, more, seed=seed)


def walks(seeds: int) -> Iterator[str]:
    """Small walks by the exact engine alone, which end before their time does."""
    for seed in range(seeds):
        sentences = draw(TOY1, 6, 500 + seed)
        found = brillig.search(sentences, engine="exact", max_rules=4, max_categories=6, seed=seed)
        chosen = found.to_json()["chosen"] or {}
        point = [chosen.get(name) for name in ("categories", "lexical", "rules", "agree")]
        yield f"exact search {seed} {point} {grammar_hash(found.solution)}"
        base = named_solution(draw(TOY2, 20, 200 + seed))
        yield f"exact lowered {seed} " + describe(base.refine, FEATURES, engine="exact", seed=seed)


def asked(seeds: int) -> Iterator[str]:
    """Questions answered by the truth."""
    for name, truth in (("toy1", TOY1), ("toy2", TOY2)):
        for seed in range(seeds):
            sentences = draw(truth, 12, 600 + seed)
            judge = accepting(truth)
            done = brillig.ask(sentences, judge, questions=60, seed=seed, jobs=1)
            yield f"ask {name} {seed} {len(done.judgements)} {done.identified} {grammar_hash(done.solution)}"


def accepting(grammar: dict[str, list[str]]) -> Callable[[tuple[str, ...]], bool]:
    """Whether words are a sentence, by definition."""

    @cache
    def derives(symbols: tuple[str, ...], words: tuple[str, ...]) -> bool:
        if not symbols or len(symbols) > len(words):
            return not symbols and not words
        first, rest = symbols[0], symbols[1:]
        if first not in grammar:
            return words[0] == first and derives(rest, words[1:])
        return any(
            any(derives(tuple(part.split()), words[:cut]) for part in grammar[first])
            and derives(rest, words[cut:])
            for cut in range(1, len(words) - len(rest) + 1)
        )

    return lambda words: derives(("S",), tuple(words))


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
