"""The field's own languages: what `infer` makes of others' samples, beside what they report.

    python benchmarks/field.py FOLDER [--store FILE]
                               [--only fragments,formal-100,formal-1000,commands,programs,english,speech]
                               [--time-limit 120] [--seed 0] [--match TEXT]

FOLDER has `fragments/`, `formal/` and `commands/`, which are others' and stay outside this repository; what
is missing is said. Each result is a line of the store, written when it is there: the same command goes on
where it was stopped. No numbers, no switches. Seconds are of the processor, all threads and processes.

fragments   precision and recall against the truth, on 1000 strings of up to 10 words drawn from each
formal      `NAME-full.txt` has the most frequent strings: precision is the share of 1500 drawn strings that
            are listed, up to the length at which the list is complete; recall the share of draws accepted
programs    `infer`, and `ask` with the truth as the oracle: see field_programs.py; not kept in the store
commands    precision against the truth of strings drawn by the rules' probabilities; recall on held-out ones
english     the same, where `english/precision.py` in the folder judges the strings
speech      held-out sentences alone; there is no truth, and precision is not known (nan)
"""

from __future__ import annotations

import argparse
import json
import resource
import runpy
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import islice
from math import nan
from pathlib import Path
from typing import Any

import field_programs
from brillig.language.cfg_text import read_cfg
from brillig.language.corpus import MAX_WORDS, Corpus
from brillig.limits import Limits
from brillig.parsing.cyk import accepts_all
from brillig.parsing.evaluate import compare
from brillig.parsing.generate import draw
from brillig.problems.solution import Solution
from brillig.workflows.choosing import choose_by_length

STRINGS = 1500
LONGEST = 24  # letters of the strings in `-full` files
MOST_LISTED = 5000  # strings in a `-full` file; with as many it may be cut off
GOOD = 0.99

# Of Yang and Piantadosi's languages those that no context-free grammar has.
NOT_CONTEXT_FREE = {
    *(
        "A2en",
        "AnB2nC3n",
        "AnBmAnBm",
        "AnBmCnm",
        "AnBnCn",
        "AnBnCnDnEn",
        "AnBmCnDm",
        "AnBnC2n",
        "Bach3",
        "ChineseNumeral",
    ),
    *("Fibo", "XX", "XXX", "XXI", "XXRX", "XY", "AnBnCnDn", "AnBmAnBmCCC", "ApBApp"),
}
PEERS = {
    "fragments": "Potashnik 2026: all of 31 (peer-run-report.txt), given the word classes",
    "formal": "Yang and Piantadosi 2022: almost all of 74, also those that are not context-free",
    "commands": "ADIOS from 200 commands: precision 0.87, held out 0.41",
}


@dataclass(frozen=True)
class Task:
    """A sample, and how what is learned from it is judged: precision, recall."""

    kind: str
    name: str
    sample: Path
    judge: Callable[[Solution], tuple[float, float]]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default="fragments,formal-100,formal-1000,commands")
    parser.add_argument("--store", type=Path, default=Path("field.jsonl"))
    parser.add_argument("--time-limit", type=float, default=120.0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--match", default="", help="only samples whose name has this in it")
    options = parser.parse_args()
    done = {(row["kind"], row["name"]): row for row in read_rows(options.store)}
    for kind in options.only.split(","):
        if kind == "programs":
            field_programs.run(options.folder / kind, seconds=options.time_limit)
            continue
        tasks = list(tasks_of(kind, options.folder))
        if not tasks:
            print(f"{kind}: nothing in {options.folder}", flush=True)
        for task in tasks:
            if (task.kind, task.name) in done or options.match not in task.name:
                continue
            row = run(task, Limits(seed=options.seed, time_limit=options.time_limit))
            done[task.kind, task.name] = row
            with options.store.open("a") as store:
                store.write(json.dumps(row) + "\n")
            print(line(row), flush=True)
    print_table(list(done.values()))


def tasks_of(kind: str, folder: Path) -> Iterable[Task]:
    family, _, size = kind.partition("-")
    if family == "fragments":
        for sample in sorted((folder / family).glob("*.txt")):
            if (truth := sample.with_suffix(".cfg")).exists():
                yield Task(kind, sample.stem, sample, judge_by_truth(truth))
    elif family == "formal":
        for sample in sorted((folder / family).glob(f"*-{size}.txt")):
            name = sample.stem.removesuffix(f"-{size}")
            if (full := sample.with_name(f"{name}-full.txt")).exists():
                yield Task(kind, name, sample, judge_by_list(full))
    elif family == "commands":
        truth, held_out = folder / family / "truth.cfg", folder / family / "test-1.txt"
        samples = [path for path in (folder / family).glob("*-*.txt") if path.stem[0].isdigit()]
        for sample in sorted(samples, key=lambda path: int(path.stem.split("-")[0])):
            yield Task(kind, sample.stem, sample, judge_by_held_out(held_out, judge_by_cfg(truth)))
    elif family == "english":
        for held_out in sorted((folder / family).glob("*-test.txt")):
            name = held_out.stem.removesuffix("-test")
            sound = judge_by_program(folder / family / "precision.py")
            yield Task(kind, name, held_out.with_name(f"{name}.txt"), judge_by_held_out(held_out, sound))
    elif family == "speech":
        for sample in sorted((folder / family).glob("*-train.txt")):
            held_out = sample.with_name(sample.name.replace("-train", "-test"))
            yield Task(kind, sample.stem, sample, judge_by_held_out(held_out, lambda _: nan))


def read_lines(path: Path) -> list[tuple[str, ...]]:
    return [tuple(text.split()) for text in path.read_text().splitlines() if text.strip()]


def judge_by_truth(truth: Path) -> Callable[[Solution], tuple[float, float]]:
    def judge(solution: Solution) -> tuple[float, float]:
        found = compare(solution.grammar, read_cfg(truth), max_words=10)
        return found.precision, found.recall / found.recall_cap if found.recall_cap else 0.0

    return judge


def judge_by_list(path: Path) -> Callable[[Solution], tuple[float, float]]:
    def judge(solution: Solution) -> tuple[float, float]:
        rows = [text.split("\t") for text in path.read_text().splitlines()]
        listed = {tuple(text.split()): int(times) for times, text in rows}
        longest = complete_up_to(listed)
        drawn = [s for s in islice(draw(solution.grammar, 0, LONGEST), STRINGS) if len(s) <= longest]
        accepted = accepts_all(solution.grammar, list(listed))
        times = sum(n for n, yes in zip(listed.values(), accepted, strict=True) if yes)
        right = sum(sentence in listed for sentence in drawn)
        return right / len(drawn) if drawn else 0.0, times / sum(listed.values())

    return judge


def complete_up_to(listed: dict[tuple[str, ...], int]) -> int:
    """The length up to which no string is missing: the rarest of each is far from where the list was cut."""
    if len(listed) < MOST_LISTED:
        return LONGEST
    cut = min(listed.values())
    for length in range(1, LONGEST + 1):
        rarest = min((n for s, n in listed.items() if len(s) == length), default=None)
        if rarest is not None and rarest <= max(4 * cut, cut + 8):
            return length - 1
    return LONGEST


Sound = Callable[[list[tuple[str, ...]]], float]  # the share of sentences that are right


def judge_by_cfg(truth: Path) -> Sound:
    return lambda drawn: sum(accepts_all(read_cfg(truth), drawn)) / len(drawn)


def judge_by_program(path: Path) -> Sound:
    """By the function `fine` of a program beside the data."""
    fine = runpy.run_path(str(path))["fine"]
    return lambda drawn: sum(fine(list(words)) for words in drawn) / len(drawn)


def judge_by_held_out(held_out: Path, sound: Sound) -> Callable[[Solution], tuple[float, float]]:
    def judge(solution: Solution) -> tuple[float, float]:
        drawn = list(islice(draw(solution.grammar, 0, weights=solution.rule_weights), 1000))
        if not held_out.exists():
            return sound(drawn), nan
        known = accepts_all(solution.grammar, read_lines(held_out))
        return sound(drawn), sum(known) / len(known)

    return judge


def run(task: Task, limits: Limits) -> dict[str, Any]:
    lines = read_lines(task.sample)
    corpus = Corpus.of([words for words in lines if len(words) <= MAX_WORDS], one_word=True)
    began = processor_seconds()
    row: dict[str, Any] = {"kind": task.kind, "name": task.name, "sentences": len(corpus)}
    choice = choose_by_length(corpus, limits)
    row |= {"seconds": round(processor_seconds() - began, 1), "ended": choice.outcome.run.ended.value}
    solution = choice.solution
    if solution is None or solution.bits is None:
        return row | {"bits": None, "precision": 0.0, "recall": 0.0}
    precision, recall = task.judge(solution)
    rules = len(solution.grammar.syntactic)
    return row | {
        "bits": round(solution.bits.total, 1),
        "rules": rules,
        "precision": round(precision, 4),
        "recall": round(recall, 4),
    }


def processor_seconds() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def read_rows(store: Path) -> list[dict[str, Any]]:
    return [json.loads(text) for text in store.read_text().splitlines()] if store.exists() else []


def is_good(row: dict[str, Any]) -> bool:
    return bool(row["precision"] >= GOOD and row["recall"] >= GOOD)


def line(row: dict[str, Any]) -> str:
    bits = "   none" if row["bits"] is None else f"{row['bits']:7.1f}"
    mark = "good" if is_good(row) else "    "
    note = ", not context-free" if row["name"] in NOT_CONTEXT_FREE else ""
    return (
        f"{row['kind']:12} {row['name']:44} {row['sentences']:5} {mark} precision {row['precision']:.3f} "
        f"recall {row['recall']:.3f} {bits} bits {row['seconds']:6.1f} s {row['ended']}{note}"
    )


def print_table(rows: list[dict[str, Any]]) -> None:
    print("\n" + "\n".join(line(row) for row in rows))
    for kind in dict.fromkeys(row["kind"] for row in rows):
        mine = [row for row in rows if row["kind"] == kind]
        free = [row for row in mine if row["name"] not in NOT_CONTEXT_FREE]
        seconds = sorted(row["seconds"] for row in mine)
        print(
            f"{kind}: {sum(map(is_good, free))} of {len(free)} with precision and recall at least {GOOD}, "
            f"median {seconds[len(seconds) // 2]:.1f} s, most {seconds[-1]:.1f} s. "
            f"{PEERS.get(kind.partition('-')[0], '')}"
        )


if __name__ == "__main__":
    main()
