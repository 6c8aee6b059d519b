"""A reproduction as a value, and its two forms: lines for a terminal and a Markdown file with pictures."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from brillig.errors import BrilligError
from brillig.files import write_whole

REPORT = "report.md"
PAPER_OPENING = """\
# The paper, reproduced

What S. Deyo and V. Elser report in "Learning grammar with a divide-and-concur neural network", beside what
Brillig finds."""
CLASSICS_OPENING = """\
# The classic languages

What is learned from samples of the languages that grammar inference has been tried on for fifty years."""
SHORT = {
    "More successes or fewer iterations than in the paper (by another search, see above)": (
        "higher",
        "cheaper",
    ),
    "Different, or worse": ("differs", "another bracketing", "lower", "costlier"),
    "Not decided by what was run, or not given in the paper": ("open",),
}
READING = """\
How to read the tables. A rate is followed by its 95% interval (Wilson). "Iterations per success" are all
iterations of all trials, failed ones included, divided by the successes, as in the paper; the 95%
interval is that of a search without memory. *agrees* means that the fact is the same, or that the 95%
intervals of both overlap and at least ten trials or successes stand behind ours; *higher*, *lower*,
*cheaper* and *costlier* say how Brillig differs; *open* means that what was run does not decide it. The
paper's sentences were drawn at random and are not known, but for ten; ours are drawn the same way with
the seed above.

Iterations are not all alike. Brillig's own settings restart, decode early and complete candidates, which
the paper's search does not; its refiner shares equal subtrees; and an iteration of its extender fits
whole sentences to the rules at once, where the paper's goes layer by layer. So fewer iterations say that
this search is shorter, not that the paper's figures are wrong. Only rows with "the paper's settings"
compare like with like, up to the rule of the metric update, which the paper does not give; they stand
in tables of their own, and `--preset paper` runs these alone. Brillig's settings were
tuned on sentences of the first grammar, the ten of table 1 among them."""


# What a row was run with; a row without either does not depend on it.
PAPER_SETTINGS = "the paper's settings"
OWN_SETTINGS = "Brillig's settings"


# The rows that the paper stands or falls with; a count of all rows says little beside them.
DEFINING = (
    *(f"{size} sentences: successes" for size in (10, 20, 50, 100)),
    "toy2, 100 sentences, gamma 0.01: successes",
    "refiner, f_B = 3: successes",
    "refiner, f_B = 3: iterations per success",
    "extender, h = 4: successes",
    "mu of non-lexical and lexical categories at the solution",
    "20 sentences: the grammars found",
)


@dataclass(frozen=True)
class Row:
    """One figure or fact: what the paper says, what was found here, and whether they agree."""

    what: str
    paper: str
    ours: str
    verdict: str
    settings: str = ""


@dataclass(frozen=True)
class Block:
    """A grammar, sentences or other text to be shown as it is."""

    title: str
    text: str


@dataclass(frozen=True)
class Image:
    """A picture file of the report."""

    file: str
    title: str
    data: bytes


@dataclass(frozen=True)
class Section:
    """What came of one target."""

    name: str
    title: str
    rows: tuple[Row, ...] = ()
    blocks: tuple[Block, ...] = ()
    images: tuple[Image, ...] = ()
    notes: tuple[str, ...] = ()
    seconds: float = 0.0
    beside: str = "paper"  # whose figures stand beside ours

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "title": self.title,
            "rows": [vars(row) for row in self.rows],
            "pictures": [image.file for image in self.images],
            "notes": list(self.notes),
            "seconds": round(self.seconds, 3),
        }

    def groups(self) -> list[tuple[str, list[Row]]]:
        """The rows by their settings: what depends on none, the paper's, Brillig's own."""
        by = [
            (s, [row for row in self.rows if row.settings == s]) for s in ("", PAPER_SETTINGS, OWN_SETTINGS)
        ]
        return [(settings, rows) for settings, rows in by if rows]

    def to_text(self) -> str:
        """For a terminal: a paragraph for each row."""
        lines = [f"{self.name}: {self.title}"]
        for settings, rows in self.groups():
            if settings:
                lines.append(f"  -- with {settings}")
            for row in rows:
                lines += [
                    f"  {row.what}",
                    f"      {self.beside}:   {row.paper}",
                    f"      Brillig: {row.ours}  [{row.verdict}]",
                ]
        lines += [f"  Note: {note}" for note in self.notes]
        lines.append(f"  ({self.seconds:.1f} s)")
        return "\n".join(lines)

    def to_markdown(self) -> str:
        parts = [f"## {self.title}", f"*`brillig reproduce {self.name}`, {self.seconds:.0f} s*"]
        for settings, rows in self.groups():
            if settings:
                parts.append(f"**With {settings}:**")
            table = [f"| what | {self.beside} | Brillig | |", "|---|---|---|---|"]
            table += [
                f"| {_cell(row.what)} | {_cell(row.paper)} | {_cell(row.ours)} | {_cell(row.verdict)} |"
                for row in rows
            ]
            parts.append("\n".join(table))
        parts += self.notes
        for image in self.images:
            parts += [f"![{image.title}]({image.file})", f"*{image.title}*"]
        for block in self.blocks:
            parts += [f"{block.title}:", f"```text\n{block.text}\n```"]
        return "\n\n".join(parts)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", "<br>")


def write_report(
    folder: str | Path, sections: Sequence[Section], scale: str, seed: int, jobs: int, preset: str = ""
) -> Path:
    """The report and its pictures in a folder, which is made where it is missing; the file written."""
    folder = Path(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for section in sections:
            for image in section.images:
                write_whole(folder / image.file, image.data)
    except OSError as error:
        raise BrilligError(
            f"{folder}: cannot be written ({error.strerror}); check name and permissions"
        ) from None
    path = folder / REPORT
    write_whole(path, format_report(sections, scale, seed, jobs, preset))
    return path


def format_report(sections: Sequence[Section], scale: str, seed: int, jobs: int, preset: str = "") -> str:
    """The whole report as Markdown."""
    names = " ".join(section.name for section in sections)
    seconds = sum(section.seconds for section in sections)
    paper = [section for section in sections if section.beside == "paper"]
    opening = PAPER_OPENING if paper else CLASSICS_OPENING
    options = f"--{scale}{preset and f' --preset {preset}'} --seed {seed} --jobs {jobs}"
    head = f"""{opening}

Run on {date.today().isoformat()} with `brillig reproduce {names} {options}`
in {seconds:.0f} s (Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores; seconds
depend on what else ran there, iterations do not)."""
    parts = [head, *([READING, summarise(paper)] if paper else [])]
    parts += [section.to_markdown() for section in sections]
    return "\n\n".join(parts) + "\n"


def summarise(sections: Sequence[Section]) -> str:
    """What does not agree and what stays open, said first; the rows that define the paper before all."""
    rows = [(section, row) for section in sections for row in section.rows]
    defining = [
        f"| {_cell(row.what)} | {_cell(row.paper)} | {_cell(row.ours)} | {_cell(row.verdict)} |"
        for _, row in rows
        if row.settings == PAPER_SETTINGS and row.what in DEFINING
    ]
    counts = []
    for settings in (PAPER_SETTINGS, OWN_SETTINGS, ""):
        some = [row for _, row in rows if row.settings == settings]
        if some:
            what = f"with {settings}" if settings else "that depend on no settings"
            counts.append(f"{sum(row.verdict == 'agrees' for row in some)} of {len(some)} rows {what}")
    parts = ["## In short"]
    if defining:
        head = "| what | paper | Brillig | |\n|---|---|---|---|\n"
        parts.append(f"What the paper is known by, with its settings:\n\n{head}" + "\n".join(defining))
    parts.append(f"Agreement, all rows counted alike: {'; '.join(counts)}.")
    for heading, verdicts in SHORT.items():
        chosen = [(section, row) for section, row in rows if row.verdict in verdicts]
        if chosen:
            lines = [
                f"- {section.name}: {row.what}{row.settings and f', {row.settings}'}: paper {row.paper}, "
                f"Brillig {row.ours} (*{row.verdict}*)"
                for section, row in chosen
            ]
            parts.append("\n".join([f"{heading}:", "", *lines]))
    return "\n\n".join(parts)
