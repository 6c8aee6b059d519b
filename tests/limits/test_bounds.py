"""Bounds of memory and of time hold in every part of the work, and what there is by then is handed over."""

from __future__ import annotations

import json
import random
import sys
import time
from pathlib import Path

import pytest

from brillig.engines.exact.solving import solve_exactly
from brillig.engines.exact.walking import walk_by_bits
from brillig.engines.grow import grow
from brillig.language.builtin import builtin
from brillig.language.corpus import Corpus
from brillig.limits import LEAST_MEMORY, MAX_MEMORY, Ended, Limits
from brillig.parsing.generate import generate
from brillig.problems import Problem
from brillig.problems.solution import Status
from command import brillig

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


class _Stop:
    """Set once so much of the processor's time is used: a busy machine comes no less far by then."""

    def __init__(self, seconds: float) -> None:
        self._until = time.process_time() + seconds
        self.seen: float | None = None

    def is_set(self) -> bool:
        now = time.process_time()
        if now > self._until and self.seen is None:
            self.seen = now
        return self.seen is not None


def test_stop_is_heard_while_a_class_of_many_words_is_parted() -> None:
    stop = _Stop(2.5)
    grown = grow(Corpus.of([["a", f"w{n}"] for n in range(2000)]), Limits(jobs=1), cancel=stop)
    assert grown.ended is Ended.CANCELLED
    assert stop.seen is not None
    assert time.process_time() - stop.seen < 2  # it took 4.6 s, and of 5,000 words two minutes


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    path = tmp_path / "toy.txt"
    path.write_text("\n".join(generate(builtin("toy1"), 60, seed=3)))
    return path


def test_growing_ends_at_its_memory_with_what_it_has(toy: Path) -> None:
    saved = toy.with_name("s.json")
    done = brillig("infer", toy, "--max-memory", 1, "--jobs", 1, "-o", saved)
    assert done.returncode == 0, done.stderr
    assert "Its memory was used up: this is the best grammar so far, not proven best." in done.stdout
    assert json.loads(saved.read_text())["run"]["ended"] == "memory"


@pytest.mark.parametrize("preset", ["default", "paper"])
def test_divide_and_concur_makes_no_network_that_does_not_fit(toy: Path, preset: str) -> None:
    numbers = ("-c", 40, "-l", 10, "-r", 40, "--engine", "concur", "--preset", preset)
    done = brillig("infer", toy, *numbers, "--max-memory", 20)
    assert done.returncode == 1, done.stderr
    assert "nothing after 0 iterations, when its memory was used up" in done.stdout
    large = brillig("infer", toy, *numbers, "--max-iterations", 64, "--jobs", 1)
    assert "nothing after 64 iterations; that" in large.stdout


def test_the_race_ends_with_an_answer_where_the_exact_engine_has_no_memory_left(toy: Path) -> None:
    done = brillig("infer", toy, "-c", 9, "-l", 4, "-r", 7, "--max-memory", 10, "--max-iterations", 2000)
    assert done.returncode == 1, done.stderr
    assert "no answer within 10 MB of memory; that proves nothing" in done.stdout


def test_questions_end_at_their_memory_with_a_grammar(toy: Path) -> None:
    judge = toy.with_name("judge.py")
    judge.write_text("import sys\nfor line in sys.stdin: print(['no', 'yes'][len(line) % 2], flush=True)\n")
    saved = toy.with_name("s.json")
    toy.write_text("\n".join(generate(builtin("toy1"), 200, seed=3)))  # of 60 one MB is sometimes enough
    done = brillig(
        "ask", toy, "--oracle", f"{sys.executable} {judge}", "--max-memory", 1, "--jobs", 1, "-o", saved
    )
    assert done.returncode == 0, done.stderr
    assert "Its memory was used up. Stopped after" in done.stdout
    assert saved.exists()
