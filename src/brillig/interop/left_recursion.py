"""Rules without left recursion, for notations whose parsers go from left to right and would not end."""

from __future__ import annotations

from brillig.errors import BrilligError
from brillig.interop.spelling import Rules
from brillig.language.flat import Row

MAX_ROWS = 5_000


def without_left_recursion(rules: Rules) -> Rules:
    """The same language (Paull's way): rows that begin with an earlier category begin with its rows instead.

    Only categories that come back to themselves at their left edge are changed.
    """
    result = {name: list(rows) for name, rows in rules.items()}
    circular = _circular(result)
    order = [name for name in result if name in circular]
    for place, name in enumerate(order):
        for earlier in order[:place]:
            new: list[Row] = []
            for row in result[name]:
                if row[0] == earlier:
                    new += [(*beginning, *row[1:]) for beginning in result[earlier]]
                else:
                    new.append(row)
            result[name] = list(dict.fromkeys(new))
            if sum(map(len, result.values())) > MAX_ROWS:
                raise BrilligError(
                    "without left recursion the grammar would have too many rules",
                    hint="use another notation: lark or ebnf",
                )
        loops = [row[1:] for row in result[name] if row[0] == name and len(row) > 1]
        if loops:
            more = _free_name(name, result)
            ends = [row for row in result[name] if row[0] != name]
            result[name] = [*ends, *((*row, more) for row in ends)]
            result[more] = [*loops, *((*row, more) for row in loops)]
    return result


def _circular(rules: Rules) -> set[str]:
    """The categories that their own left edge leads back to."""
    below: dict[str, set[str]] = {
        name: {row[0] for row in rows if isinstance(row[0], str)} for name, rows in rules.items()
    }
    reached = {name: set(names) for name, names in below.items()}
    changed = True
    while changed:
        changed = False
        for names in reached.values():
            more = set().union(*(reached.get(other, set()) for other in names)) - names
            if more:
                names |= more
                changed = True
    return {name for name, names in reached.items() if name in names}


def _free_name(name: str, rules: Rules) -> str:
    number = 0
    while f"{name}_{number}" in rules:
        number += 1
    return f"{name}_{number}"
