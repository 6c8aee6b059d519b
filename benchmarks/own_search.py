"""Brillig's own divide and concur, with other lifts, orders and limits: what a success takes.

    python benchmarks/own_search.py run results.jsonl [--draws 5] [--only NAMES] [--problems NAMES]
    python benchmarks/own_search.py table results.jsonl [-o table.txt]

NAMES are separated by semicolons. A configuration is a change of the default settings; restarts, correlated
starts, decoding and finishing stay as they are. A trial is a draw of the sentences with its own seed, one
thread, and as much time of the processor as its problem has. One line is written for each: stopped at any
time, `run` goes on with what is missing. Where a trial ends without an answer its iterations and its time
count, and its cell says how many succeeded. The configuration "portfolio" is `--engine auto`: all engines, by
the clock, with the time of the processor of all of their processes.
"""

from __future__ import annotations

import argparse
import json
import math
import resource
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field, replace
from datetime import date
from pathlib import Path
from statistics import NormalDist

from brillig.engines.concur.infer import infer
from brillig.engines.concur.settings import DEFAULT, Settings
from brillig.engines.race import solve
from brillig.files import write_whole
from brillig.language.builtin import builtin
from brillig.language.corpus import Corpus
from brillig.limits import Limits
from brillig.parsing.generate import generate
from brillig.problems import Problem
from fragments import Fragment
from paper_rates import PAPER_RATES, commit
from tune import relative_clauses

Size = tuple[int, int, int]
FIRST_SEED = 51_000  # of the fragments' draws
AIM = 100  # the paper's iterations per success, divided by this


@dataclass(frozen=True)
class Kind:
    """Problems of one kind: how sentences are drawn, the numbers given, and the seconds of a trial."""

    draw: Callable[[int], list[str]]
    size: Size
    seconds: float

    def problem(self, draw: int) -> Problem:
        return Problem(Corpus.of(self.draw(draw)), *self.size)


def _toy(name: str, number: int, size: Size) -> Kind:
    return Kind(lambda draw: generate(builtin(name), number, seed=2000 + draw), size, 60)


def _fragment(name: str, number: int, size: Size) -> Kind:
    return Kind(lambda draw: Fragment(name).sample(number, FIRST_SEED + draw), size, 60)


def _relative_clauses(draw: int) -> list[str]:
    return generate(relative_clauses(), 30, seed=2000 + draw, max_words=10)


# The ladder's rungs have the numbers of their own grammars: categories, those that have words and nothing
# else, and rules; but `nested` has to have words in six.
KINDS = {
    "toy1-10": _toy("toy1", 10, (8, 4, 5)),
    "toy1-20": _toy("toy1", 20, (8, 4, 5)),
    "toy1-50": _toy("toy1", 50, (8, 4, 5)),
    "toy1-100": _toy("toy1", 100, (8, 4, 5)),
    "toy1-50, a rule to spare": _toy("toy1", 50, (8, 4, 6)),
    "toy1-50, a category to spare": _toy("toy1", 50, (9, 5, 6)),
    "toy2-100": _toy("toy2", 100, (5, 2, 3)),
    "relative clauses-30": Kind(_relative_clauses, (8, 4, 5), 60),
    "small-100": _fragment("small", 100, (8, 4, 5)),
    "gender-100": _fragment("gender", 100, (10, 5, 6)),
    "nested-100": _fragment("nested", 100, (12, 6, 9)),
    "agreement-100": _fragment("agreement", 100, (14, 6, 14)),
    "questions-100": _fragment("questions", 100, (17, 9, 15)),
}

CONFIGURATIONS: dict[str, dict[str, object]] = {
    "printed, divide-first": {"lift": "printed", "order": "divide-first"},
    "kept": {"lift": "kept", "order": "divide-first"},
    "concur-first": {"lift": "printed", "order": "concur-first"},
    "kept, concur-first": {"lift": "kept", "order": "concur-first"},
    "at-x": {"lift": "at-x", "order": "divide-first"},
    "norm": {"tensor": "norm", "order": "divide-first"},
    "norm, kept": {"tensor": "norm", "lift": "kept", "order": "divide-first"},
    "mixed": {"lift": "printed", "order": "mixed"},
}
PORTFOLIO = "portfolio"


class Clock:
    """Set once a trial has used its seconds of the processor, however busy the machine is."""

    def __init__(self, seconds: float) -> None:
        self._end = time.process_time() + seconds

    def is_set(self) -> bool:
        return time.process_time() >= self._end


@dataclass(frozen=True)
class Trial:
    configuration: str
    problem: str
    draw: int
    limit: float
    success: bool
    iterations: int
    seconds: float
    commit: str
    date: str
    settings: dict[str, object] = field(default_factory=dict)
    engine: str = "concur"  # that answered


def settings_of(configuration: str) -> Settings:
    changes = CONFIGURATIONS[configuration]
    return replace(DEFAULT, **changes)  # type: ignore[arg-type]


def processor_seconds() -> float:
    """Of this process, and of those that it has started and that have ended."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def run_trial(configuration: str, name: str, draw: int) -> Trial:
    kind = KINDS[name]
    problem = kind.problem(draw)
    began = processor_seconds()
    if configuration == PORTFOLIO:
        outcome = solve(problem, limits=Limits(draw, time_limit=kind.seconds, jobs=1))
    else:
        settings, clock = settings_of(configuration), Clock(kind.seconds)
        outcome = infer(problem, Limits(draw, jobs=1), settings=settings, cancel=clock)
    return Trial(
        configuration,
        name,
        draw,
        kind.seconds,
        outcome.solution is not None,
        outcome.run.iterations,
        round(processor_seconds() - began, 3),
        commit(),
        date.today().isoformat(),
        CONFIGURATIONS.get(configuration, {}),
        outcome.run.engine,
    )


# -- running ----------------------------------------------------------------------------------------------


def planned(configurations: list[str], problems: list[str], draws: int) -> Iterator[tuple[str, str, int]]:
    """Draw by draw, so that a run that is stopped has some of each."""
    for draw in range(draws):
        for name in problems:
            for configuration in configurations:
                yield configuration, name, draw


def run(results: Path, plan: Iterator[tuple[str, str, int]], seconds: float) -> None:
    deadline = time.monotonic() + seconds
    done = {(t.configuration, t.problem, t.draw) for t in read(results)}
    for configuration, name, draw in plan:
        if (configuration, name, draw) in done:
            continue
        if time.monotonic() >= deadline:
            return
        trial = run_trial(configuration, name, draw)
        with results.open("a") as file:
            file.write(json.dumps(asdict(trial)) + "\n")
        found = "found" if trial.success else "-"
        print(
            f"{configuration:24} {name:28} {draw:3} {found:5} {trial.iterations:9} {trial.seconds:7.2f} s",
            flush=True,
        )


def read(results: Path) -> list[Trial]:
    if not results.exists():
        return []
    return [Trial(**json.loads(text)) for text in results.read_text().splitlines() if text]


# -- the table --------------------------------------------------------------------------------------------


def table(trials: list[Trial]) -> str:
    """A block of lines for each problem, a line for each configuration; the aim where the paper has one."""
    known = [*KINDS, *dict.fromkeys(t.problem for t in trials if t.problem not in KINDS)]
    lines = []
    for name in known:
        group = [t for t in trials if t.problem == name]
        if not group:
            continue
        size = f" {KINDS[name].size}" if name in KINDS else ""
        lines += ["", f"{name}{size}, at most {group[0].limit:.0f} s a trial{_aim(name)}"]
        for configuration in dict.fromkeys(t.configuration for t in group):
            lines.append(_line(configuration, [t for t in group if t.configuration == configuration]))
    commits = ", ".join(sorted({t.commit for t in trials}))
    dates = ", ".join(sorted({t.date for t in trials}))
    head = [
        "Brillig's own divide and concur: iterations and seconds of one core per success.",
        "All iterations and seconds of a cell, those of failed trials too, divided by its successes.",
        f"Commits {commits}; {dates}. In brackets the 95% interval of a search without memory.",
    ]
    return "\n".join(head + lines) + "\n"


def _aim(name: str) -> str:
    return (
        f"; aim {PAPER_RATES[name][1] / AIM:.1e} iterations"
        if name.startswith("toy1") and name in PAPER_RATES
        else ""
    )


def _line(configuration: str, group: list[Trial]) -> str:
    successes, iterations = sum(t.success for t in group), sum(t.iterations for t in group)
    seconds = sum(t.seconds for t in group)
    head = f"  {configuration:26} {successes:3}/{len(group):<3}"
    if configuration == PORTFOLIO:  # each engine counts iterations of its own
        engines = Counter(t.engine for t in group if t.success)
        by = ", ".join(f"{number} by {engine}" for engine, number in engines.most_common()) or "none"
        each = f"{seconds / successes:.2f} s" if successes else f"> {seconds:.0f} s"
        return f"{head}  {by}, {each}"
    if not successes:
        return f"{head}  > {iterations:.1e} iterations, > {seconds:.0f} s"
    low, high = _interval(iterations, successes)
    return f"{head}  {iterations / successes:.2e} [{low:.1e}, {high:.1e}]  {seconds / successes:8.2f} s"


def _interval(iterations: int, successes: int) -> tuple[float, float]:
    """Of a rate from its counts: the cube root of a gamma variable is nearly normal (Wilson and Hilferty)."""
    z = NormalDist().inv_cdf(0.975)

    def quantile(shape: float, sign: int) -> float:
        return shape * (1 - 1 / (9 * shape) + sign * z / (3 * math.sqrt(shape))) ** 3

    return iterations / quantile(successes + 1, 1), iterations / quantile(successes, -1)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    runs = commands.add_parser("run", help="run what is missing")
    runs.add_argument("results", type=Path)
    runs.add_argument("--draws", type=int, default=5)
    runs.add_argument("--only", help="configurations, separated by semicolons")
    runs.add_argument("--problems", help="problems, separated by semicolons")
    runs.add_argument("--seconds", type=float, default=math.inf)
    tables = commands.add_parser("table", help="print the table of results")
    tables.add_argument("results", type=Path)
    tables.add_argument("-o", "--output", type=Path)
    arguments = parser.parse_args()
    if arguments.command == "run":
        configurations = arguments.only.split(";") if arguments.only else list(CONFIGURATIONS)
        problems = arguments.problems.split(";") if arguments.problems else list(KINDS)
        run(arguments.results, planned(configurations, problems, arguments.draws), arguments.seconds)
        return
    text = table(read(arguments.results))
    if arguments.output is None:
        print(text, end="")
    else:
        write_whole(arguments.output, text)


if __name__ == "__main__":
    main()
