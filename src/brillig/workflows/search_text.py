"""The walk over the settings in words: the front, the candidates and the choice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from brillig.workflows.max_min_result import Candidate, SearchResult


def front_lines(front: Iterable[Mapping[str, Any]]) -> list[str]:
    """A line for each c: the fewest rules for c_l = 0, 1, 2, ...; a `?` where fewer are not excluded."""
    rows: dict[int, list[str]] = {}
    for entry in front:
        mark = "" if entry["below"] == "infeasible" else "?"
        rows.setdefault(entry["categories"], []).append(f"{entry['rules']}{mark}")
    return [f"{c:>4}   {'  '.join(f'{cell:<3}' for cell in cells)}".rstrip() for c, cells in rows.items()]


def search_lines(found: SearchResult) -> list[str]:
    lines = [
        "The fewest rules r_s for each c (down) and c_l = 0, 1, 2, ... (across); ? fewer not excluded",
        "",
    ]
    lines += front_lines(found.front)
    heading = "   c  c_l  r_s   h   solutions        bits"
    lines += ["", heading, *(_candidate(c, found) for c in found.candidates)]
    lines += ["", found.reason]
    if found.solution is not None:
        lines += ["", str(found.solution.grammar)]
    return lines


def _candidate(candidate: Candidate, found: SearchResult) -> str:
    point = candidate.fact.point
    sign = ">" if candidate is found.chosen else " "
    number = f"{candidate.solutions}" if candidate.complete else f"{candidate.solutions} or more"
    bits = "" if candidate.bits is None else f"{candidate.bits:.1f}"
    says = {True: "one language, one lexicon", False: "they differ", None: "open whether they agree"}
    finer = "" if candidate.refines is None else f", but only refines {candidate.refines}"
    return (
        f"{sign}{point.categories:>3} {point.lexical:>4} {point.rules:>4} {point.homographs:>3}   "
        f"{number:<12} {bits:>8}   {says[candidate.agree]}{finer}"
    )
