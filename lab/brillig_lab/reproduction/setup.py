"""How much is run: a few trials to look at, or as many as in the paper where that is feasible."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from brillig.engines.concur.settings import Settings, preset_settings
from brillig.language.builtin import builtin
from brillig.language.corpus import Corpus
from brillig.parsing.generate import generate
from brillig_lab.reproduction.paper import TEN_SENTENCES
from brillig_lab.reproduction.report import OWN_SETTINGS, PAPER_SETTINGS, Row, Section


@dataclass(frozen=True)
class Scale:
    """trials, seconds              of each statistic with Brillig's settings, whichever ends first
    paper_trials, paper_seconds  of each with the paper's settings; 0 trials leave it out
    datasets, exact_seconds      drawn for each question about uniqueness; for each of them
    limit                        iterations of a trial on toy1
    sizes                        numbers of sentences of toy1
    drawn                        sentences drawn to measure a grammar
    walk_seconds                 of each walk of the max-min protocol
    claim_seconds                of each statistic that stands behind a remark of the text
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
    claim_seconds: float = 1.5


QUICK = Scale("quick", 20, 4.0, 0, 0.0, 1, 8.0)
FULL = Scale("full", 100, 60.0, 100, 100.0, 8, 20.0, walk_seconds=300.0, claim_seconds=10.0)
SCALES = {scale.name: scale for scale in (QUICK, FULL)}


@dataclass(frozen=True)
class Setup:
    """A scale, the seed that everything is drawn with, and the threads for trials.

    `preset` leaves one of the two forms of the search: "paper" or "default"; empty: both.
    """

    scale: Scale
    seed: int
    jobs: int
    preset: str = ""

    @property
    def forms(self) -> tuple[str, ...]:
        """What is run with the paper's settings, what with Brillig's own: as rows name them."""
        both = {"paper": PAPER_SETTINGS, "default": OWN_SETTINGS}
        return (both[self.preset],) if self.preset else tuple(both.values())

    @property
    def paper_trials(self) -> int:
        """Trials of toy1 with the paper's settings, which take minutes: at quick scale only if asked for."""
        if PAPER_SETTINGS not in self.forms:
            return 0
        return self.scale.paper_trials or (self.scale.trials if self.preset else 0)

    @property
    def paper_seconds(self) -> float:
        return self.scale.paper_seconds or 4 * self.scale.seconds

    def settings(self, kind: str = "infer") -> Settings:
        """Of what is run once only: Brillig's own unless the paper's alone are asked for."""
        return preset_settings(self.preset or "default", kind)

    def label(self, row: Row) -> Row:
        """A row of what is run once only."""
        return replace(row, settings=PAPER_SETTINGS if self.preset == "paper" else OWN_SETTINGS)

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
