"""Claims about a grammar: the parts make the sum, and what is proven says of what."""

from __future__ import annotations

import random
import re

from brillig.engines.grow import GrowProgress, grow
from brillig.language.builtin import builtin
from brillig.language.corpus import Corpus
from brillig.limits import Ended, Limits
from brillig.parsing.bits import Bits
from brillig.parsing.generate import generate
from brillig.problems import Problem
from brillig.problems.claims import TIGHTNESS, say_bits, say_fewest, say_proven
from brillig.problems.telling import Proof


def test_the_parts_of_bits_make_the_sum_as_they_are_printed() -> None:
    source = random.Random(1)
    for exceptions in (0, 3):
        for _ in range(500):
            bits = Bits(*(source.uniform(0, 999) for _ in range(3)))
            total, *parts = map(float, re.findall(r"\d+\.\d", say_bits(bits, exceptions)))
            assert abs(total - sum(parts)) < 0.01
            assert len(parts) == (3 if exceptions else 2)


def test_what_is_proven_names_the_numbers_it_is_proven_for() -> None:
    problem = Problem(Corpus.of(["a b", "b c"]), 4, 2, 3, 1)
    said = say_proven(problem, True, True)
    assert "with 4 categories, 2 of them for words only, 3 rules and 1 homograph, no other" in said
    assert say_proven(problem, None, None) == ""
    assert "fewer rules would do" in say_proven(problem, False, False)
    assert all(text.startswith("With these categories") for pair in TIGHTNESS.values() for text in pair)
    assert "with these numbers" in Proof.ONLY


def test_that_nothing_lighter_was_found_is_never_called_a_proof() -> None:
    for ended in Ended:
        assert "may bring fewer" in say_fewest(ended) or "does not prove" in say_fewest(ended)


def test_the_last_bits_of_the_progress_are_those_of_the_answer() -> None:
    seen: list[GrowProgress] = []
    corpus = Corpus.of(generate(builtin("toy2"), 40, seed=1))
    grown = grow(corpus, Limits(jobs=1, max_iterations=3000), progress=seen.append)
    assert grown.description is not None
    assert not seen[-1].missed
    assert abs(seen[-1].bits - grown.description.bits.total) < 0.05
