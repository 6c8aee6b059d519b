"""Small program languages of the field: `ask` with the truth as the oracle, and `infer`, beside others.

    python benchmarks/field_programs.py FOLDER [NAME-SEED ...] [--ways ask,infer] [--seconds 120]

FOLDER holds NAME-train-SEED.txt, NAME-test.txt, the truth NAME.cfg and, if they are there, the figures of
others, peers-*.csv. Precision is the share of 1000 drawn sentences of the answer that the truth accepts,
recall that of the test lines of up to 60 words that the answer accepts. Seconds are of the processor, without
the oracle's.
"""

from __future__ import annotations

import argparse
import csv
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import brillig
from brillig.errors import BrilligError
from brillig.language.cfg import Cfg
from brillig.language.cfg_text import parse_general
from brillig.language.corpus import MAX_ASKED_WORDS, Corpus, Sentence
from brillig.language.grammar import Grammar
from brillig.limits import Limits
from brillig.parsing.cyk import accepts_all
from brillig.parsing.generate import draw
from brillig.workflows.asking.dialogue import Dialogue

DRAWS, TEST_WORDS, SEED = 1000, 60, 7
WAYS = ("ask", "infer")
FIRST = "r0"  # the peers' own seeds, which they name by their paper
OLD = ("ase21-h", "ase21-r0")


@dataclass(frozen=True)
class Task:
    """A language and the sentences to learn it from."""

    name: str
    seed: str
    truth: Cfg
    train: list[Sentence]
    test: list[Sentence]

    def measure(self, grammar: Grammar | None) -> tuple[float, float, float]:
        """Precision, recall and F1; nothing without a grammar."""
        if grammar is None:
            return 0.0, 0.0, 0.0
        drawn = list(islice(draw(grammar, SEED, TEST_WORDS), DRAWS))
        precision = sum(accepts_all(self.truth, drawn)) / DRAWS
        recall = sum(accepts_all(grammar, self.test)) / len(self.test)
        both = precision + recall
        return precision, recall, 2 * precision * recall / both if both else 0.0


@dataclass(frozen=True)
class Result:
    way: str
    scores: tuple[float, float, float]
    questions: int
    seconds: float
    note: str = ""


def find_tasks(folder: Path, chosen: Iterable[str] = ()) -> Iterator[Task]:
    """The languages of a folder, or those that are chosen (`json-r1`)."""
    wanted = set(chosen)
    for path in sorted(folder.glob("*-train-*.txt")):
        name, _, seed = path.stem.partition("-train-")
        if wanted and f"{name}-{seed}" not in wanted:
            continue
        truth = parse_general((folder / f"{name}.cfg").read_text(), name, ())
        test = [s for s in _lines(folder / f"{name}-test.txt") if len(s) <= TEST_WORDS]
        yield Task(name, seed, truth, _lines(path), test)


def _lines(path: Path) -> list[Sentence]:
    return [tuple(line.split()) for line in path.read_text().splitlines() if line.split()]


def run_ask(task: Task, seconds: float) -> Result:
    began, aside = time.process_time(), 0.0
    corpus = Corpus.of(task.train, one_word=True, max_words=MAX_ASKED_WORDS)
    dialogue = Dialogue(corpus, limits=Limits(0, None, None, 1), program=True)
    while dialogue.question is not None and time.process_time() - began - aside < seconds:
        asked = time.process_time()
        answer = accepts_all(task.truth, [dialogue.question.sentence])[0]
        aside += time.process_time() - asked
        dialogue.answer(answer)
    grammar = dialogue.solution.grammar
    spent = time.process_time() - began - aside
    note = "" if dialogue.question is None else "time was up"
    return Result("ask", task.measure(grammar), dialogue.asked, spent, note)


def run_infer(task: Task, seconds: float) -> Result:
    began = time.process_time()
    corpus = Corpus.of(task.train, one_word=True, max_words=MAX_ASKED_WORDS)
    grammar, note = None, ""
    try:
        grammar = brillig.infer(corpus, time_limit=seconds, jobs=1).grammar
    except BrilligError as error:
        grammar = getattr(error, "nearest", None)
        note = "nearest" if isinstance(grammar, Grammar) else str(error).splitlines()[0][:60]
        grammar = grammar if isinstance(grammar, Grammar) else None
    return Result("infer", task.measure(grammar), 0, time.process_time() - began, note)


def read_peers(folder: Path) -> dict[tuple[str, str, str], tuple[float, int]]:
    """F1 and oracle calls by method, language and seed."""
    found = {}
    for path in sorted(folder.glob("peers-*.csv")):
        with path.open() as file:
            for row in csv.DictReader(file):
                seed = FIRST if row["seed"] in OLD else row["seed"]
                f1, calls = (float(row[field].split("±")[0]) for field in ("f1", "calls"))
                found[row["method"], row["grammar"], seed] = f1, round(calls)
    return found


def run(folder: Path, chosen: Iterable[str] = (), ways: Iterable[str] = WAYS, seconds: float = 120.0) -> None:
    if not folder.is_dir():
        print(f"programs: {folder} is not there; name the folder with the languages")
        return
    peers = read_peers(folder)
    methods = list(dict.fromkeys(method for method, _, _ in peers))
    print(
        f"{'language':<12} {'way':<6} {'prec':>6} {'recall':>6} {'F1':>6} {'asked':>6} {'CPU s':>6}   "
        "others: F1 / calls"
    )
    runs = {"ask": run_ask, "infer": run_infer}
    mean: dict[str, list[float]] = {}
    for task in find_tasks(folder, chosen):
        there = [(method, peers.get((method, task.name, task.seed))) for method in methods]
        beside = "  ".join(f"{method} {own[0]:.2f} / {own[1]}" for method, own in there if own is not None)
        for way in ways:
            result = runs[way](task, seconds)
            mean.setdefault(way, []).append(result.scores[2])
            precision, recall, f1 = result.scores
            print(
                f"{task.name + '-' + task.seed:<12} {way:<6} {precision:6.3f} {recall:6.3f} {f1:6.3f} "
                f"{result.questions:6} {result.seconds:6.1f}   {beside if way == 'ask' else result.note}",
                flush=True,
            )
    for way, values in mean.items():
        print(f"mean F1 by {way}: {sum(values) / len(values):.3f} over {len(values)}")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("languages", nargs="*", help="as json-r1; all of the folder without one")
    parser.add_argument("--ways", default=",".join(WAYS))
    parser.add_argument("--seconds", type=float, default=120.0, help="of the processor for one language")
    options = parser.parse_args()
    run(options.folder, options.languages, options.ways.split(","), options.seconds)


if __name__ == "__main__":
    main()
