"""Divide and concur: time of an iteration against the dense baseline, and its growth with the corpus."""

from __future__ import annotations

import itertools
import resource
import subprocess
import tempfile
import time
from pathlib import Path

from brillig.engines.concur.infer import infer
from brillig.engines.concur.kernel import InferenceNetwork
from brillig.engines.concur.layout import Layout
from brillig.engines.concur.settings import DEFAULT, Settings
from brillig.language.builtin import builtin
from brillig.language.corpus import Corpus
from brillig.limits import Limits
from brillig.parsing.generate import generate
from brillig.problems import Problem

SIZE = (8, 4, 5)
SIZES = (SIZE, (12, 6, 9), (16, 8, 12))
DENSE = Path(__file__).parent / "dense_rrr.cpp"
PLAIN = Settings(decode_every=0)  # the network alone, as the baseline does


def sentences(number: int) -> list[str]:
    return generate(builtin("toy1"), number, seed=1)


def own_microseconds(texts: list[str], iterations: int, size: tuple[int, int, int] = SIZE) -> float:
    network = InferenceNetwork(Layout.of(Problem(Corpus.of(texts), *size)), PLAIN)
    network.start(1)
    network.run(50)
    began = time.process_time()
    network.run(iterations)
    return (time.process_time() - began) / iterations * 1e6


def dense_microseconds(program: Path, texts: list[str], iterations: int, size: tuple[int, int, int]) -> float:
    file = program.with_suffix(".txt")
    file.write_text("\n".join(texts) + "\n")
    numbers = [*map(str, size), "0", str(iterations), "0.02", "1", "4"]
    began = children_seconds()
    subprocess.run([program, file, *numbers], capture_output=True, check=True)
    return (children_seconds() - began) / iterations * 1e6


def children_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def compare_with_dense() -> None:
    """Turn and turn about, in time of the processor; the quickest of each counts."""
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "dense"
        subprocess.run(["g++", "-O3", "-march=native", "-w", "-o", program, DENSE], check=True)
        for number, size in itertools.product((20, 100), SIZES):
            texts = sentences(number)
            dense, own = [], []
            for _ in range(3):
                dense.append(dense_microseconds(program, texts, 20_000 // number * 8 // size[0], size))
                own.append(own_microseconds(texts, 200_000 // number * 8 // size[0], size))
            ratio = min(dense) / min(own)
            print(
                f"{number} sentences, c = {size[0]}: dense {min(dense):.0f} us, ours {min(own):.1f} us "
                f"an iteration: {ratio:.1f} times faster",
                flush=True,
            )


def growth() -> None:
    times = {
        number: min(own_microseconds(sentences(number), 40_000 // number) for _ in range(3))
        for number in (100, 1000)
    }
    print(f"1000 against 100 sentences: {times[1000] / times[100]:.1f} times the time of an iteration")


def first_sentences() -> None:
    """A long corpus from its first sentences: about the time of these alone."""
    short, long = [], []
    for seed in range(5):
        texts = generate(builtin("toy1"), 1000, seed=seed)
        for group, part in ((short, texts[:20]), (long, texts)):
            problem = Problem(Corpus.of(part), *SIZE)
            settings = Settings(**{**DEFAULT.__dict__, "batch": 20})
            outcome = infer(problem, Limits(seed, jobs=1), settings=settings)
            group.append(outcome.run.seconds)
    print(f"1000 sentences from their first 20 against those 20: {sum(long) / sum(short):.2f} times the time")


def main() -> None:
    compare_with_dense()
    growth()
    first_sentences()


if __name__ == "__main__":
    main()
