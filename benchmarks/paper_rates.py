"""Readings of the paper's text against its success rates (table 4, and toy2), with the signs that tell why.

    python benchmarks/paper_rates.py run benchmarks/paper_rates.toml results.jsonl [--seconds 3600]
    python benchmarks/paper_rates.py table results.jsonl [--into docs/reproduction/paper-rates.md]

A configuration is a change of `--preset paper`; nothing in it depends on the size. Trials differ by their
seeds and by the draw of the sentences, and one line is written for each: stopped at any time, `run` goes on
with what is missing. Every 1000 iterations a sample is taken: the metric, the error of figure 3, and whether
the tensor is frozen; every 100 the rules that most copies of the tensor have.
"""

from __future__ import annotations

import argparse
import json
import math
import subprocess
import time
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from statistics import mean, median
from threading import Event
from typing import Any

from brillig.engines.concur.infer import infer
from brillig.engines.concur.kernel import InferenceNetwork
from brillig.engines.concur.layout import Layout
from brillig.engines.concur.settings import PAPER, Settings, changed
from brillig.language.builtin import builtin
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.limits import Limits
from brillig.parsing.generate import generate
from brillig.problems import Problem
from brillig.studies.statistics import wilson
from brillig_lab.reproduction.paper import TEN_SENTENCES
from brillig_lab.reproduction.paper_error import paper_error

BEGIN, END = "<!-- table -->", "<!-- end of table -->"
SAMPLE_EVERY, RULES_EVERY = 1000, 100
FROZEN = 1e-3  # rms gap of the tensor below which it does not move
PAPER_RATES = {  # successes of 100, iterations per success, limit of a trial
    "toy1-10": (27, 3.0e6, 1_000_000),
    "toy1-20": (60, 1.0e6, 1_000_000),
    "toy1-50": (93, 4.5e5, 1_000_000),
    "toy1-100": (83, 6.7e5, 1_000_000),
    "toy2-100": (83, 2.7e3, 10_000),
}


@dataclass(frozen=True)
class Trial:
    """One trial and its signs. mu: the mean of plain and of designated lexical categories, at the end.

    error     median over the samples of the error of figure 3
    frozen    share of the samples in which the tensor did not move
    solved    share of sentences whose copies agree, at the end
    trapped   no success, the tensor frozen at the end, and nearly all sentences solved
    rule_sets, complete   different rule sets passed through, and those of them that use every category
    """

    configuration: str
    problem: str
    draw: int
    seed: int
    limit: int
    success: bool
    iterations: int
    seconds: float
    mu_plain: float
    mu_lexical: float
    error: float
    frozen: float
    solved: float
    trapped: bool
    rules: str
    rule_sets: int = 0
    complete: int = 0
    commit: str = ""
    settings: dict[str, Any] = field(default_factory=dict)


@dataclass
class Signs:
    """What is read off a running network."""

    mu: list[float] = field(default_factory=list)
    errors: list[float] = field(default_factory=list)
    tensor: list[float] = field(default_factory=list)
    solved: float = 0.0
    rule_sets: dict[tuple[tuple[int, int, int], ...], bool] = field(default_factory=dict)

    def observe(self, network: InferenceNetwork, start: int, iteration: int) -> None:
        kernel, layout = network.kernel, network.layout
        rules = tuple(kernel.rules())
        if rules not in self.rule_sets:
            self.rule_sets[rules] = uses_everything(layout, rules)
        self.mu = kernel.mu()
        if iteration % SAMPLE_EVERY and not iteration % RULES_EVERY:  # the last one is at any iteration
            return
        self.errors.append(paper_error(network.gap(), layout, network.settings.beta))
        tensor = kernel.gaps()[-1]
        self.tensor.append(tensor)
        self.solved = solved_share(network)


def uses_everything(layout: Layout, rules: Iterable[tuple[int, int, int]]) -> bool:
    """Whether every category can be reached from S."""
    children: dict[int, set[int]] = {}
    for parent, left, right in rules:
        children.setdefault(parent, set()).update((left, right))
    reached: set[int] = set()
    new = children.get(layout.numbering.root, set())
    while new:
        reached |= new
        new = {child for parent in new for child in children.get(parent, set())} - reached
    return len(reached) == layout.n


def solved_share(network: InferenceNetwork) -> float:
    """The share of sentences in which P_A gives both copies of every inner node one category."""
    layout, category = network.layout, network.kernel.row_categories()
    where = {row: t.sentence for t in layout.transitions for row in range(t.up, t.down + t.layer + 1)}
    torn = {where[up] for up, down in layout.inner_nodes if category[up] != category[down]}
    return 1 - len(torn) / len(layout.sentences)


def problem_of(name: str, draw: int = 0) -> Problem:
    """`toy1-50`: fifty sentences of toy1 at the paper's numbers. The first ten are those of the paper."""
    grammar, _, number = name.partition("-")
    if name == "toy1-10" and draw == 0:
        corpus = Corpus.of(TEN_SENTENCES)
    else:
        corpus = Corpus.of(generate(builtin(grammar), int(number), seed=draw))
    return Problem(corpus, *((8, 4, 5) if grammar == "toy1" else (5, 2, 3)))


def settings_of(problem: str, changes: dict[str, Any]) -> Settings:
    """The paper's settings, with its rate of the metric update for the grammar, and the changes."""
    gamma = 1e-4 if problem.startswith("toy1") else 1e-2
    return changed(PAPER, {"gamma": gamma, **changes})


def run_trial(
    name: str, problem: str, draw: int, seed: int, limit: int, changes: dict[str, Any], stop: Event
) -> Trial | None:
    settings, signs = settings_of(problem, changes), Signs()
    outcome = infer(
        problem_of(problem, draw),
        Limits(seed, limit, jobs=1),
        settings=settings,
        cancel=stop,
        observe=signs.observe,
        observe_every=RULES_EVERY,
    )
    if outcome.solution is None and stop.is_set():
        return None
    plain = problem_of(problem).plain_categories
    last_frozen = bool(signs.tensor) and signs.tensor[-1] < FROZEN
    return Trial(
        name,
        problem,
        draw,
        seed,
        limit,
        outcome.solution is not None,
        outcome.run.iterations,
        round(outcome.run.seconds, 2),
        round(mean(signs.mu[:plain]), 3) if signs.mu else math.nan,
        round(mean(signs.mu[plain:]), 3) if signs.mu else math.nan,
        float(f"{median(signs.errors):.3g}") if signs.errors else math.nan,
        round(mean(gap < FROZEN for gap in signs.tensor), 3) if signs.tensor else math.nan,
        round(signs.solved, 3),
        outcome.solution is None and last_frozen and signs.solved > 0.9,
        "" if outcome.solution is None else bracketing(outcome.solution.grammar),
        len(signs.rule_sets),
        sum(signs.rule_sets.values()),
        commit(),
        changes,
    )


@cache
def commit() -> str:
    """What the trials are run with; with a plus sign where the files have been changed since."""
    here = Path(__file__).parent
    name, changed = (
        subprocess.run(["git", "-C", str(here), *command], capture_output=True, text=True).stdout.strip()
        for command in (["rev-parse", "--short", "HEAD"], ["status", "--porcelain", "--", "../src"])
    )
    return name + ("+" if changed else "")


def bracketing(grammar: Grammar) -> str:
    """Which of the four grammars of toy1: the paper prints "S>Q NP, NP>NP PP"; empty for other grammars."""
    names = [grammar.lexicon[word] for word in ("Bob", "John", "Mary") if word in grammar.lexicon]
    if not names:
        return ""
    np = next(iter(names[0]))
    start = next((rule for rule in grammar.syntactic if rule[0] == grammar.start), None)
    loops = [rule for rule in grammar.syntactic if rule[0] == np and np in rule[1:]]
    if start is None or len(loops) != 1:
        return "other"
    return ("S>Q NP" if start[2] == np else "S>NP VP") + (", NP>NP PP" if loops[0][1] == np else ", NP>R NP")


# -- running ----------------------------------------------------------------------------------------------


def planned(spec: dict[str, Any]) -> Iterator[tuple[str, str, int, int, int, dict[str, Any]]]:
    """Seed by seed, so that every configuration has some trials early; `draws` take turns."""
    most = max(block.get("trials", 1) for block in spec["configuration"])
    for seed in range(most):
        for block in spec["configuration"]:
            if seed < block.get("trials", 1):
                for problem in block["problems"]:
                    limit = block.get("limit", PAPER_RATES[problem][2])
                    draw = seed % block.get("draws", 1)
                    yield block["name"], problem, draw, seed, limit, block.get("settings", {})


def run(spec: Path, results: Path, seconds: float) -> None:
    deadline, stop = time.monotonic() + seconds, Event()
    done = {(t.configuration, t.problem, t.draw, t.seed, t.limit) for t in read(results)}
    for name, problem, draw, seed, limit, changes in planned(tomllib.loads(spec.read_text())):
        if (name, problem, draw, seed, limit) in done:
            continue
        if time.monotonic() >= deadline:
            return
        trial = run_trial(name, problem, draw, seed, limit, changes, stop)
        if trial is not None:
            with results.open("a") as file:
                file.write(json.dumps(asdict(trial)) + "\n")
            print(line(trial), flush=True)


def line(trial: Trial) -> str:
    return (
        f"{trial.configuration:28} {trial.problem:9} {trial.draw} {trial.seed:3} "
        f"{'found' if trial.success else '-':5} {trial.iterations:8} {trial.seconds:7.1f}s "
        f"mu {trial.mu_plain:6.2f} {trial.mu_lexical:6.2f} error {trial.error:.1e} frozen {trial.frozen:.2f} "
        f"solved {trial.solved:.2f}{' trapped' if trial.trapped else ''} "
        f"complete {trial.complete} of {trial.rule_sets} {trial.rules}"
    )


def read(results: Path) -> list[Trial]:
    if not results.exists():
        return []
    return [Trial(**json.loads(text)) for text in results.read_text().splitlines() if text]


# -- the table --------------------------------------------------------------------------------------------


def table(trials: Iterable[Trial]) -> str:
    """A Markdown table: a row for each configuration and problem, beside the paper's figures."""
    cells: dict[tuple[str, str, int], list[Trial]] = {}
    for trial in trials:
        cells.setdefault((trial.configuration, trial.problem, trial.limit), []).append(trial)
    head = "configuration|sentences|draws|limit|successes|95%|iterations per success|paper|mu plain, lexical"
    head += "|error|frozen|trapped|complete rule sets|bracketings"
    rows = [head, "|".join("-" * 3 for _ in head.split("|"))]
    for name, problem, limit in sorted(cells, key=lambda cell: (cell[0], _order(cell[1]), cell[2])):
        group = cells[name, problem, limit]
        draws = str(len({trial.draw for trial in group}))
        rows.append("|".join([name, problem, draws, f"{limit:.0e}", *_figures(problem, group)]))
    return "\n".join(f"| {row.replace('|', ' | ')} |" for row in rows)


def put_between_marks(page: Path, text: str) -> None:
    before, _, rest = page.read_text().partition(BEGIN)
    _, found, after = rest.partition(END)
    if not found:
        raise SystemExit(f"{page}: no place for the table; write {BEGIN} and {END} where it goes")
    page.write_text(f"{before}{BEGIN}\n\n{text}\n\n{END}{after}")


def _order(problem: str) -> tuple[str, int]:
    grammar, _, number = problem.partition("-")
    return grammar, int(number)


def _figures(problem: str, group: list[Trial]) -> list[str]:
    successes, number = sum(t.success for t in group), len(group)
    low, high = wilson(successes, number)
    spent = sum(t.iterations for t in group)
    rate, cost, _ = PAPER_RATES[problem]
    kinds = Counter(t.rules for t in group if t.rules)
    return [
        f"{successes}/{number}",
        f"{100 * low:.0f}-{100 * high:.0f}%",
        f"{spent / successes:.1e}" if successes else f"> {spent:.1e}",
        f"{rate}%, {cost:.1e}",
        f"{_median(t.mu_plain for t in group)}, {_median(t.mu_lexical for t in group)}",
        f"{median(errors):.1e}" if (errors := [t.error for t in group if not math.isnan(t.error)]) else "",
        _mean(t.frozen for t in group),
        _mean(float(t.trapped) for t in group),
        f"{sum(t.complete for t in group)} of {sum(t.rule_sets for t in group)}",
        "; ".join(f"{count} {kind}" for kind, count in kinds.most_common()),
    ]


def _median(values: Iterable[float]) -> str:
    """Not the mean: the metric of a few failures runs away."""
    known = [value for value in values if not math.isnan(value)]
    return f"{median(known):.2f}" if known else ""


def _mean(values: Iterable[float]) -> str:
    known = [value for value in values if not math.isnan(value)]
    return f"{mean(known):.2f}" if known else ""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    runs = commands.add_parser("run", help="run what is missing")
    runs.add_argument("spec", type=Path)
    runs.add_argument("results", type=Path)
    runs.add_argument("--seconds", type=float, default=math.inf)
    tables = commands.add_parser("table", help="print the table of results")
    tables.add_argument("results", type=Path)
    tables.add_argument("--into", type=Path, help="put it between the marks of this Markdown file")
    arguments = parser.parse_args()
    if arguments.command == "run":
        run(arguments.spec, arguments.results, arguments.seconds)
    elif arguments.into is None:
        print(table(read(arguments.results)))
    else:
        put_between_marks(arguments.into, table(read(arguments.results)))


if __name__ == "__main__":
    main()
