"""Rules without left recursion, for programs that cannot take it."""

from __future__ import annotations

import pytest

from brillig.interop.left_recursion import without_left_recursion
from brillig.language.cfg import Cfg, CfgRule
from brillig.parsing.languages import Bounds, compare_languages
from grammar_strategies import random_grammar


@pytest.mark.parametrize("seed", range(8))
def test_left_recursion_goes_and_the_language_stays(seed: int) -> None:
    grammar = random_grammar(seed, categories=4, rules=6, words=4)
    cfg = Cfg.from_grammar(grammar)
    rules = without_left_recursion({name: list(rows) for name, rows in cfg.alternatives.items()})
    other = Cfg(cfg.start, tuple(CfgRule(name, row) for name, rows in rules.items() for row in rows))
    assert compare_languages(cfg, other, Bounds(6, 3000, 60_000)).difference is None
    for name in rules:
        left, todo = set(), [name]
        while todo:
            heads = {row[0] for row in rules.get(todo.pop(), ()) if isinstance(row[0], str)} - left
            left |= heads
            todo += heads
        assert name not in left
