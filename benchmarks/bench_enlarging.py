"""Enlarging a grammar step by step, against starting anew.

    python benchmarks/bench_enlarging.py [--draws 5] [--first SEED]

Toy1 from 20 sentences, then 20 sentences with relative clauses, then 20 with adjectives. Of each step: what
changed, precision and recall on 1000 strings each way, the share of the old grammar's strings that is still
accepted, seconds; and the same of growing anew from all sentences together.
"""

from __future__ import annotations

import argparse
import time
from itertools import islice

from brillig.language.builtin import builtin
from brillig.language.cfg import Cfg
from brillig.language.cfg_text import parse_general
from brillig.language.corpus import Corpus
from brillig.limits import Limits
from brillig.parsing.cyk import accepts
from brillig.parsing.evaluate import Comparison, compare
from brillig.parsing.generate import draw, generate
from brillig.workflows.choosing import choose_by_length
from brillig.workflows.enlargement import EnlargementRequest, describe_size, run_enlargement

PLAIN = """S -> NP VP
VP -> V NP | V NP PP
PP -> P NP
V -> 'saw' | 'ate' | 'walked'
NP -> 'John' | 'Mary' | 'Bob' | D N | D N PP
D -> 'a' | 'an' | 'the' | 'my'
N -> 'man' | 'dog' | 'cat' | 'telescope' | 'park'
P -> 'in' | 'on' | 'by' | 'with'
"""
RELATIVES = PLAIN.replace("| D N PP", "| D N PP | D N RC") + "RC -> 'that' VP\n"
ADJECTIVES = RELATIVES.replace("D N", "D NB") + "NB -> N | J NB\nJ -> 'big' | 'old' | 'red'\n"
STEPS = (("relatives", RELATIVES, {"that"}), ("adjectives", ADJECTIVES, {"big", "old", "red"}))
LIMITED = (("PP", 2), ("RC", 1))  # of each this many in a sentence at most
MAX_WORDS = 14


def with_any(grammar: Cfg, words: set[str], number: int, seed: int) -> Corpus:
    """Sentences that have one of the words."""
    new = (" ".join(s) for s in draw(grammar, seed, MAX_WORDS) if words & set(s))
    return Corpus.of(list(islice(new, number)))


def run(seed: int) -> None:
    corpus = Corpus.of(generate(builtin("toy1"), 20, seed=seed))
    solution = choose_by_length(corpus, Limits(seed=seed)).solution
    assert solution is not None
    print(f"draw {seed}: {', '.join(map(str, solution.grammar.syntactic))}", flush=True)
    for name, text, words in STEPS:
        truth = parse_general(text, name, LIMITED)
        new = with_any(truth, words, 20, seed + 100)
        began = time.perf_counter()
        enlarged = run_enlargement(EnlargementRequest(), solution, new, Limits(seed=seed))
        spent = time.perf_counter() - began
        old, after = solution, enlarged.solution
        if after is None or enlarged.changes is None:
            print(f"  {name}: nothing found", flush=True)
            return
        corpus = corpus.followed_by(new)
        assert all(accepts(after.grammar, sentence) for sentence in corpus.sentences)
        kept = compare(old.grammar, after.grammar).precision
        print(
            f"  {name}: {describe_size(enlarged.changes)}; {_told(compare(after.grammar, truth))}, "
            f"{kept:.3f} of the old strings still accepted, {spent:.1f} s",
            flush=True,
        )
        print("".join(f"      {line}\n" for line in enlarged.changes.lines()), end="", flush=True)
        began = time.perf_counter()
        anew = choose_by_length(corpus, Limits(seed=seed)).solution
        spent = time.perf_counter() - began
        assert anew is not None
        print(f"    anew: {_told(compare(anew.grammar, truth))}, {spent:.1f} s", flush=True)
        solution = after


def _told(found: Comparison) -> str:
    return f"{found.precision:.3f} / {found.recall:.3f}"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--draws", type=int, default=5)
    parser.add_argument("--first", type=int, default=41000)
    options = parser.parse_args()
    for seed in range(options.first, options.first + options.draws):
        run(seed)


if __name__ == "__main__":
    main()
