"""How studies look on the screen and in reports."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from brillig.cli.output import escape, plain

if TYPE_CHECKING:
    from brillig.studies.report import Report, Row
    from brillig.studies.run import View
    from brillig.studies.statistics import SurvivalStep
    from brillig.studies.store import Store

HEADINGS = ("setting", "done", "successes", "rate (95% interval)", "iterations / success")
BLOCKS = "·▁▂▃▄▅▆▇█"
SHARES = (0.25, 0.5, 0.75, 0.9)


def format_number(value: float) -> str:
    """Three digits: 412, 3560, 1.23e+05."""
    return f"{value:.0f}" if value < 10_000 else f"{value:.3g}"


def format_cost(row: Row) -> str:
    """Iterations per success with their standard error, with a common power of ten as in the paper."""
    value, error = row.summary.iterations_per_success, row.summary.standard_error
    if value is None or error is None:
        reason = row.setting.impossible()
        return "infeasible" if reason is not None else "-"
    power = math.floor(math.log10(value)) if value > 0 else 0
    if power < 3:
        return f"{value:.0f} ± {error:.0f}"
    return f"({value / 10**power:.2f} ± {error / 10**power:.2f}) x 10^{power}"


def cells(row: Row) -> tuple[str, ...]:
    summary = row.summary
    low, high = summary.interval()
    rate = f"{summary.rate:.1%} ({low:.1%} to {high:.1%})" if summary.trials else "-"
    return (
        row.setting.name,
        f"{summary.trials}/{row.setting.trials}",
        str(summary.successes),
        rate,
        format_cost(row),
    )


def text_table(headings: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    """Columns under their headings, the first to the left and the others to the right."""
    widths = [max(len(line[k]) for line in (headings, *lines)) for k in range(len(headings))]

    def aligned(line: Sequence[str]) -> str:
        rest = (cell.rjust(width) for cell, width in zip(line[1:], widths[1:], strict=True))
        return "  ".join((line[0].ljust(widths[0]), *rest)).rstrip()

    return "\n".join((aligned(headings), "  ".join("-" * width for width in widths), *map(aligned, lines)))


def markdown_table(headings: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    rule = ("---", *("---:" for _ in headings[1:]))
    escaped = [[cell.replace("|", "\\|") for cell in line] for line in lines]
    return "\n".join(f"| {' | '.join(line)} |" for line in (headings, rule, *escaped))


def sparkline(curve: Sequence[SurvivalStep], marks: Sequence[float]) -> str:
    """The share of trials that have succeeded by each mark, as blocks."""
    shares = [1 - survival_at(curve, mark) for mark in marks]
    return "".join(BLOCKS[min(8, max(0, round(share * 8)))] for share in shares)


def survival_at(curve: Sequence[SurvivalStep], iterations: float) -> float:
    survival = 1.0
    for step in curve:
        if step.iterations > iterations:
            break
        survival = step.survival
    return survival


def quantile(curve: Sequence[SurvivalStep], share: float) -> str:
    """By when this share of trials has succeeded."""
    for step in curve:
        if 1 - step.survival >= share - 1e-12:
            return format_number(step.iterations)
    return "-"


def report_text(report: Report, markdown: bool) -> str:
    """The report: the table, survival curves, comparisons, and the grammars found."""
    table = markdown_table if markdown else text_table
    title = f"# {report.name}\n" if markdown else f"{report.name}\n"
    done = sum(row.summary.trials for row in report.table)
    trials = sum(row.setting.trials for row in report.table)
    parts = [
        title,
        f"{done} of {trials} trials done, in {report.seconds:.0f} s.\n",
        table(HEADINGS, [cells(row) for row in report.table]),
        "",
        *_survival_part(report, table, markdown),
        *_comparison_part(report, markdown),
        *_solution_part(report, markdown),
    ]
    return "\n".join(parts)


def _survival_part(report: Report, table: Callable[..., str], markdown: bool) -> Iterator[str]:
    ends = [step.iterations for curve in report.curves for step in (curve[:1] + curve[-1:])]
    if not ends:
        return
    low, high = math.log10(max(1, min(ends))), math.log10(max(10, *ends))
    marks = [10 ** (low + (high - low) * k / 39) for k in range(40)]
    yield "## Survival\n" if markdown else "Survival\n"
    yield (
        "Iterations by which a share of the trials has succeeded (Kaplan and Meier), and the "
        f"share from {format_number(marks[0])} to {format_number(marks[-1])} iterations, log scale.\n"
    )
    headings = ("setting", *(f"{share:.0%}" for share in SHARES), "solved")
    lines = [
        (
            row.setting.name,
            *(quantile(curve, share) for share in SHARES),
            f"`{sparkline(curve, marks)}`" if markdown else sparkline(curve, marks) + "|",
        )
        for row, curve in zip(report.table, report.curves, strict=True)
    ]
    yield table(headings, lines)
    yield ""


def _comparison_part(report: Report, markdown: bool) -> Iterator[str]:
    if not report.comparisons:
        return
    yield "## Comparisons\n" if markdown else "Comparisons\n"
    if len(report.comparisons) > 1:
        yield "p values of the log-rank test, with Holm's correction for their number.\n"
    yield "\n".join(f"- {comparison.sentence()}" for comparison in report.comparisons)
    yield ""


def _solution_part(report: Report, markdown: bool) -> Iterator[str]:
    yield "## Grammars\n" if markdown else "Grammars\n"
    for row, found in zip(report.table, report.found, strict=True):
        by_rules: dict[str, tuple[int, int]] = {}
        for solution in found:
            rules = solution["canonical"].partition(" | ")[0]
            count, lexicons = by_rules.get(rules, (0, 0))
            by_rules[rules] = (count + solution["count"], lexicons + 1)
        yield f"- {row.setting.name}: {len(found)} different" + (":" if found else "")
        ranked = sorted(by_rules.items(), key=lambda pair: -pair[1][0])
        for rules, (count, lexicons) in ranked[:5]:
            more = f" ({lexicons} lexicons)" if lexicons > 1 else ""
            text = f"`{rules}`" if markdown else rules
            yield f"  - {count} times {text}{more}"
        if len(ranked) > 5:
            yield f"  - and {len(ranked) - 5} other sets of rules"
    yield ""


@contextmanager
def live_table(store: Store) -> Iterator[Callable[[View], None] | None]:
    """A table on standard error that keeps up with a running study; None where that is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from time import monotonic

    from rich.console import Console, Group
    from rich.live import Live
    from rich.table import Table

    from brillig.studies.report import rows

    shown = -math.inf

    def render(view: View) -> Any:
        table = Table(box=None, pad_edge=False)
        for number, heading in enumerate(HEADINGS):
            table.add_column(heading, justify="right" if number else "left")
        for row in rows(store)[:40]:
            table.add_row(*map(escape, cells(row)))
        left = "" if view.seconds_left is None else f", about {format_seconds(view.seconds_left)} left"
        note = f"; {escape(view.note)}" if view.note else ""
        return Group(
            table, f"{view.done} of {view.trials} trials, {format_seconds(view.seconds)}{left}{note}"
        )

    console = Console(file=plain(sys.stderr), markup=False, highlight=False)
    with Live(console=console, auto_refresh=False, transient=True) as live:

        def watch(view: View) -> None:
            nonlocal shown
            if monotonic() - shown >= 0.5:
                shown = monotonic()
                live.update(render(view), refresh=True)

        yield watch


def format_seconds(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return (
        f"{hours} h {minutes:02} min" if hours else f"{minutes} min {rest:02} s" if minutes else f"{rest} s"
    )
