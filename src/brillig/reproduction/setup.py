"""How much is run: a few trials to look at, or as many as in the paper where that is feasible."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from brillig.language.builtin import builtin
from brillig.language.corpus import Corpus
from brillig.parsing.generate import generate
from brillig.reproduction.paper import TEN_SENTENCES
from brillig.reproduction.report import Section


@dataclass(frozen=True)
class Scale:
    """trials, seconds              of each statistic with Brillig's settings, whichever ends first
    paper_trials, paper_seconds  of each with the paper's settings; 0 trials leave it out
    datasets, exact_seconds      drawn for each question about uniqueness; for each of them
    limit                        iterations of a trial on toy1
    sizes                        numbers of sentences of toy1
    drawn                        sentences drawn to measure a grammar
    walk_seconds                 of each walk of the max-min protocol
    """

    name: str
    trials: int
    seconds: float
    paper_trials: int
    paper_seconds: float
    datasets: int
    exact_seconds: float
    limit: int = 1_000_000
    sizes: tuple[int, ...] = (10, 20, 50, 100)
    drawn: int = 1000
    walk_seconds: float = 240.0


QUICK = Scale("quick", 20, 4.0, 0, 0.0, 1, 8.0)
FULL = Scale("full", 100, 200.0, 100, 150.0, 8, 40.0, walk_seconds=900.0)
SCALES = {scale.name: scale for scale in (QUICK, FULL)}


@dataclass(frozen=True)
class Setup:
    """A scale, the seed that everything is drawn with, and the threads for trials."""

    scale: Scale
    seed: int
    jobs: int

    def sentences(self, name: str, number: int, data_set: int = 0) -> Corpus:
        """`number` sentences of a built-in grammar."""
        return Corpus.of(generate(builtin(name), number, seed=self.seed + 1000 * data_set))

    def toy1(self, number: int) -> Corpus:
        """The paper's ten sentences, or as many drawn ones as asked for."""
        return Corpus.of(TEN_SENTENCES) if number == 10 else self.sentences("toy1", number)


Target = Callable[[Setup], Section]


def plural(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def yes(true: bool) -> str:
    return "agrees" if true else "differs"
