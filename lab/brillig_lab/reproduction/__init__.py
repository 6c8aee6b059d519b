"""The paper, reproduced: every table, figure and what the text reports, beside its own figures."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib import import_module

from brillig.errors import BrilligError
from brillig_lab.reproduction.report import Section
from brillig_lab.reproduction.setup import Setup, Target

# Target: the module that has its function `run_...`.
TARGETS = {
    "table1": "tables",
    "table2": "tables",
    "table3": "tables",
    "table4": "success",
    "table5": "tables",
    "table6": "pipeline",
    "figure1": "figures",
    "figure2": "figures",
    "figure3": "figures",
    "figure4": "figure4",
    "protocol": "protocol",
    "text": "remarks",
}
# Not in the paper: named by itself, not part of `--all`.
OTHERS = {"classics": "classics"}


def reproduce(
    names: Sequence[str], setup: Setup, watch: Callable[[Section], None] | None = None
) -> tuple[Section, ...]:
    """Run the targets in the order given; `watch` is told each when it is done."""
    modules = TARGETS | OTHERS
    for name in names:
        if name not in modules:
            raise BrilligError(f"{name!r} is nothing to reproduce; there are {', '.join(modules)}")
    sections = []
    for name in dict.fromkeys(names):
        run: Target = getattr(import_module(f"brillig_lab.reproduction.{modules[name]}"), f"run_{name}")
        began = time.monotonic()
        section = run(setup)
        rows = tuple(row for row in section.rows if not row.settings or row.settings in setup.forms)
        section = replace(section, rows=rows, seconds=time.monotonic() - began)
        sections.append(section)
        if watch is not None:
            watch(section)
    return tuple(sections)
