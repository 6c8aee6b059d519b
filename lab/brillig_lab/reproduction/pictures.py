"""The report's pictures: what `draw` makes, as files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from brillig.drawing import Picture, draw_layers, draw_rules, draw_tree
from brillig.language.grammar import Grammar
from brillig.language.tree import Tree
from brillig_lab.reproduction.report import Image


def svg_image(file: str, title: str, picture: Picture) -> Image:
    return Image(file, title, picture.svg().encode())


def rules_image(file: str, title: str, grammar: Grammar) -> Image:
    return svg_image(file, title, draw_rules(grammar))


def tree_image(file: str, title: str, tree: Tree) -> Image:
    return svg_image(file, title, draw_tree(tree))


def layers_image(file: str, title: str, tree: Tree) -> Image:
    return svg_image(file, title, draw_layers(tree))


def rates_image(
    file: str,
    title: str,
    rates: Mapping[str, tuple[int, int]],
    reference: Sequence[float | None],
) -> Image:
    """Success rates with intervals; `rates` are `{name: (successes, trials)}`."""
    from brillig.drawing.charts import to_bytes
    from brillig_lab.charts import draw_success_rates

    successes = [wins for wins, _ in rates.values()]
    trials = [number for _, number in rates.values()]
    return Image(file, title, to_bytes(draw_success_rates(list(rates), successes, trials, reference), "svg"))


def survival_image(
    file: str, title: str, series: Mapping[str, tuple[Sequence[float], Sequence[bool]]]
) -> Image:
    """The share of trials not yet solved, by iterations."""
    from brillig.drawing.charts import to_bytes
    from brillig_lab.charts import draw_survival

    return Image(file, title, to_bytes(draw_survival(series), "svg"))
