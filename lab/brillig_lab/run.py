"""`brillig.reproduce` and the work of the command: experiments of the paper by name, and a report of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from brillig.api.arguments import FilePath, Progress, as_limits, as_whole
from brillig.engines.concur.settings import preset_settings
from brillig.progress import Note, following
from brillig_lab import reproduction
from brillig_lab.reproduction.report import Section, write_report
from brillig_lab.reproduction.setup import SCALES, Setup


def reproduce(
    *names: str,
    full: bool = False,
    preset: str | None = None,
    output: FilePath | None = None,
    seed: int = 0,
    jobs: int | None = None,
    progress: Progress = None,
) -> tuple[Section, ...]:
    """Run experiments of the paper, `"table4"` for example, all without a name; a report goes to `output`.

    `preset` leaves one form of the search: the paper's, or Brillig's own (`"default"`).
    """
    setup = set_up(full, preset, as_whole("seed", seed), jobs)
    with following(progress) as report:
        told = None if report is None else lambda section: report(Note(section.to_text()))
        sections = reproduction.reproduce(names or list(reproduction.TARGETS), setup, told)
    if output is not None:
        write_sections(Path(output), sections, setup)
    return sections


def set_up(full: bool, preset: str | None, seed: int, jobs: int | None) -> Setup:
    """What the options say, checked."""
    if preset is not None:
        preset_settings(preset)  # refuses a name that is none
    threads = as_limits(seed, None, None, jobs).threads
    return Setup(SCALES["full" if full else "quick"], seed, threads, preset or "")


def write_sections(folder: Path, sections: Sequence[Section], setup: Setup) -> Path:
    """The report of what has been run; its path."""
    return write_report(folder, list(sections), setup.scale.name, setup.seed, setup.jobs, setup.preset)
