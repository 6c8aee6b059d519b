"""A tree of a sentence spelled out in a formula, node by node: a model then says which categories it uses."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence

from brillig.engines.exact.formula import Formula
from brillig.parsing.chart import Rule, Sentence

Span = tuple[int, int]


def add_witness(
    formula: Formula,
    sentence: Sentence,
    t: Mapping[Rule, int],
    lex: Mapping[tuple[str, int], int],
    inner: Sequence[int],
    leaves: Sequence[int],
    unless: int | None = None,
    mark: Callable[[int, int, int, int], None] | None = None,
) -> dict[int, list[int]]:
    """Clauses for exactly one tree of the sentence; for each category the variables of its nodes.

    A span is a node if it has a category; a node has one category and, unless it is a word, one split; and
    every node but the base is a part of the split of another. So the nodes are those of one tree. With a
    literal `unless` there need be none where that holds. `inner` and `leaves` are the categories that may
    stand over several words and over one, short of the base, which is 0. `mark` is told every node that there
    can be, `(start, stop, category, variable)`, to say what else it needs.
    """
    length = len(sentence)
    node: dict[Span, dict[int, int]] = {}
    split: dict[Span, dict[int, int]] = {}
    spans = [(i, i + size) for size in range(1, length + 1) for i in range(length - size + 1)]
    for span in spans:
        kinds = (0,) if span == (0, length) else leaves if span[1] - span[0] == 1 else inner
        node[span] = {x: formula.variable() for x in kinds}
        split[span] = {k: formula.variable() for k in range(span[0] + 1, span[1])}
        formula.at_most_one(list(node[span].values()))
        formula.at_most_one(list(split[span].values()))
    above: defaultdict[Span, list[int]] = defaultdict(list)
    for (i, j), ways in split.items():
        here = node[i, j]
        for x, variable in here.items():
            if ways:
                formula.add(-variable, *ways.values())
            else:
                rule = lex.get((sentence[i], x))
                formula.add(-variable, *(() if rule is None else (rule,)))
        for k, way in ways.items():
            formula.add(-way, *here.values())
            for part in ((i, k), (k, j)):
                formula.add(-way, *node[part].values())
                above[part].append(way)
            for x, variable in here.items():
                for y, left in node[i, k].items():
                    for z, right in node[k, j].items():
                        rule = t.get((x, y, z))
                        formula.add(-way, -variable, -left, -right, *(() if rule is None else (rule,)))
    users: defaultdict[int, list[int]] = defaultdict(list)
    for span, kinds_here in node.items():
        for x, variable in kinds_here.items():
            users[x].append(variable)
            if mark is not None:
                mark(*span, x, variable)
            if span != (0, length):
                formula.add(-variable, *above[span])
    formula.add(node[0, length][0], *(() if unless is None else (unless,)))
    return dict(users)
