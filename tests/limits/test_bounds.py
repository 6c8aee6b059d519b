"""Bounds of memory and of time hold in every part of the work, and what there is by then is handed over."""

from __future__ import annotations

import random
import time

from brillig.engines.exact.solving import solve_exactly
from brillig.engines.exact.walking import walk_by_bits
from brillig.engines.grow import grow
from brillig.language.builtin import builtin
from brillig.language.corpus import Corpus
from brillig.limits import LEAST_MEMORY, MAX_MEMORY, Ended, Limits
from brillig.parsing.generate import generate
from brillig.problems import Problem
from brillig.problems.solution import Status

TOY = Corpus.of(generate(builtin("toy1"), 30, seed=1))


def test_a_process_of_the_exact_engine_ends_at_its_memory_and_says_so() -> None:
    assert LEAST_MEMORY <= Limits().memory <= MAX_MEMORY
    outcome = solve_exactly(Problem(TOY, 12, 5, 8), Limits(max_memory=1))
    assert outcome.status is Status.UNKNOWN
    assert outcome.ended is Ended.MEMORY
    assert "1 MB of memory" in outcome.reason
    assert walk_by_bits(TOY, Limits(max_memory=1)).ended is Ended.MEMORY


def test_a_time_limit_holds_while_many_words_are_sorted_into_classes() -> None:
    source = random.Random(1)
    corpus = Corpus.of([[f"w{source.randrange(17_000)}" for _ in range(8)] for _ in range(5000)])
    began = time.process_time()
    grown = grow(corpus, Limits(jobs=1, time_limit=0.2))
    assert grown.ended is Ended.TIME
    assert time.process_time() - began < 15  # to the end it takes more than a minute
