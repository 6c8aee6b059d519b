"""Is more data ever a reason for a heavier grammar? The whole of a file against the shorter lines of it.

    python benchmarks/bench_parts.py [KIND ...] [--seeds 2] [--time-limit SECONDS]

For each kind of `kind_texts.py` and each seed a file of 20 to 60 lines. Grammars are learned from all of it
and from the lines of up to three lengths: those that half, two thirds and five sixths of the lines do not
exceed.
Where a part's grammar explains the whole, its bits on the whole are compared with those of the grammar of
the whole, which must not be more.
"""

from __future__ import annotations

import argparse
from itertools import pairwise
from math import inf
from random import Random

import brillig
from brillig.errors import BrilligError
from brillig.language.corpus import Corpus
from brillig.language.reading import Case, Reading
from brillig.language.text import read_texts
from brillig.parsing.bits import bits_of
from brillig.parsing.folding import describe_features
from brillig.problems.solution import Solution
from kind_texts import KINDS

SHARES = (1 / 2, 2 / 3, 5 / 6)


def reading_of(options: tuple[str, ...]) -> Reading:
    """The options of a kind, as the command takes them."""
    values = dict(pairwise(options))
    return Reading(
        case=Case.KEEP,
        tokens=values.get("--tokens", "words"),
        classes=tuple(values.get("--class", "").split(",")) if "--class" in values else (),
        comments="--no-comments" not in options,
        stars="--no-stars" not in options,
    )


def learn(corpus: Corpus, limit: float) -> Solution | None:
    try:
        found: Solution = brillig.infer(corpus, jobs=1, time_limit=limit)
    except BrilligError:
        return None
    return found


def bits_on(solution: Solution, corpus: Corpus) -> float:
    """Of all sentences with the solution's grammar; infinite where it does not explain one."""
    if not set(corpus.words) <= set(solution.grammar.words):
        return inf
    plain = bits_of(solution.grammar, corpus).total
    if solution.features is None or plain == inf:
        return plain
    return min(plain, describe_features(solution.features, corpus).description.bits.total)


def measure(name: str, seed: int, limit: float) -> tuple[float, dict[int, float]]:
    """The bits of the whole, and those of the parts' grammars on it, by the length they were cut at."""
    random = Random(f"{name} {seed}")
    lines = [KINDS[name].make(random) for _ in range(random.randint(20, 60))]
    corpus = read_texts(lines, reading_of(KINDS[name].options)).corpus
    lengths = sorted(map(len, corpus.sentences))
    whole = learn(corpus, limit)
    parts: dict[int, float] = {}
    for length in dict.fromkeys(lengths[int(share * (len(lengths) - 1))] for share in SHARES):
        kept = [place for place, sentence in enumerate(corpus.sentences) if len(sentence) <= length]
        part = learn(corpus.part(kept), limit) if len(kept) < len(corpus) else None
        parts[length] = inf if part is None else bits_on(part, corpus)
    return inf if whole is None or whole.bits is None else whole.bits.total, parts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("kinds", nargs="*", default=[])
    parser.add_argument("--seeds", type=int, default=2)
    parser.add_argument("--time-limit", type=float, default=30.0, help="seconds a search")
    options = parser.parse_args()
    files = compared = worse = 0
    for seed in range(1, options.seeds + 1):
        for name in options.kinds or KINDS:
            whole, parts = measure(name, seed, options.time_limit)
            lightest = min(parts.values())
            files += 1
            compared += sum(bits < inf for bits in parts.values())
            worse += whole > lightest + 0.05
            told = ", ".join(f"{length}: {bits:.1f}" for length, bits in parts.items())
            mark = f"  WORSE by {whole - lightest:.1f}" if whole > lightest + 0.05 else ""
            print(f"{name:>14} seed {seed}: whole {whole:8.1f}; up to {told}{mark}", flush=True)
    print(
        f"{files} files, {compared} grammars of parts explain the whole; lighter than its own: {worse} files"
    )


if __name__ == "__main__":
    main()
