"""The last touches of a flat grammar: known phrases by their names, X X* as X+."""

from __future__ import annotations

from collections.abc import Mapping

from brillig.language.flat import Item, Part, Row, repeat


def join_rules(rules: Mapping[str, list[Row]]) -> dict[str, list[Row]]:
    """The same rules, where a row of several items that is all that a category has is written as its name."""
    phrases = {name: rows[0] for name, rows in rules.items() if len(rows) == 1 and len(rows[0]) > 1}
    joined: dict[str, list[Row]] = {}
    for name, rows in rules.items():
        # Not by a name that stands for what is longer: D N is an NP in S, and an NP no S.
        known = {row: other for other, row in phrases.items() if other != name and _is_plain(row)}
        joined[name] = list(dict.fromkeys(_joined(row, known) for row in rows))
    return joined


def _is_plain(row: Row) -> bool:
    return all(not isinstance(item, Part) for item in row)


def _joined(row: Row, known: Mapping[Row, str]) -> Row:
    items: list[Item] = []
    for item in row:
        if isinstance(item, Part):
            item = item._replace(rows=tuple(dict.fromkeys(_joined(one, known) for one in item.rows)))
        items.append(item)
    return _with_names(_with_one_or_more(tuple(items)), known)


def _with_one_or_more(row: Row) -> Row:
    """X X* and X* X as X+."""
    for place, item in enumerate(row):
        if not (isinstance(item, Part) and item.repeats and item.least == 0 and len(item.rows) == 1):
            continue
        inner = item.rows[0]
        size = len(inner)
        once = (repeat(item.rows, 1),)
        if place >= size and row[place - size : place] == inner:
            return _with_one_or_more((*row[: place - size], *once, *row[place + 1 :]))
        if row[place + 1 : place + 1 + size] == inner:
            return _with_one_or_more((*row[:place], *once, *row[place + 1 + size :]))
    return row


def _with_names(row: Row, known: Mapping[Row, str]) -> Row:
    for phrase, name in known.items():
        for place in range(len(row) - len(phrase) + 1):
            if len(row) > len(phrase) and row[place : place + len(phrase)] == phrase:
                return _with_names((*row[:place], name, *row[place + len(phrase) :]), known)
    return row
