"""The form in which the kernel parses: categories and words as numbers, rules X → Y Z, X → Y and X → word.

A `Grammar` has this form already. The longer rules of a `Cfg` are cut into pairs with a helper category for
each cut; helpers vanish again when trees are read back, and every tree has exactly one tree here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from graphlib import TopologicalSorter
from typing import Any

from brillig._kernel import Parser, build_trees
from brillig.language.cfg import Cfg, CfgTree, Word
from brillig.language.grammar import Grammar
from brillig.language.tree import Tree
from brillig.parsing.chart import Span, fill_chart

Binary = tuple[int, int, int]
Unary = tuple[int, int]


@dataclass(frozen=True, eq=False)
class IndexedGrammar:
    """Numbered rules. `names` has None for a helper; a unary rule stands after all rules of its child."""

    binary_trees: bool  # of a Grammar: trees are `Tree`s
    names: tuple[str | None, ...]
    start: int
    binary: tuple[Binary, ...]
    unary: tuple[Unary, ...]
    word_numbers: dict[str, int]
    lexical: tuple[tuple[int, ...], ...]  # the categories of each word

    @cached_property
    def parser(self) -> Parser:
        return Parser(
            len(self.names),
            self.start,
            list(self.binary),
            list(self.unary),
            [list(categories) for categories in self.lexical],
        )

    def encode(self, words: Iterable[str]) -> list[int]:
        """Words as numbers; -1 for a word the grammar does not know."""
        return [self.word_numbers.get(word, -1) for word in words]

    def decode(self, codes: Sequence[list[int]], sentences: Sequence[tuple[str, ...]]) -> list[Any]:
        """The trees of the kernel's codes over their words; None for an empty code.

        They are `Tree`s for a `Grammar` and `CfgTree`s for a `Cfg`; helpers are left out.
        """
        return build_trees(codes, list(sentences), list(self.names), self._kind)

    def parse(self, sentences: list[tuple[str, ...]]) -> list[Any]:
        """The first tree of each sentence, or None: encoded, parsed and decoded in one."""
        return self.parser.parse(sentences, self.word_numbers, list(self.names), self._kind)

    @property
    def _kind(self) -> type[Tree] | type[CfgTree]:
        return Tree if self.binary_trees else CfgTree

    def count_exactly(self, sentence: Sequence[int]) -> int:
        """The number of trees with Python's unbounded integers."""

        def close(cell: dict[int, int]) -> dict[int, int]:
            for x, y in self.unary:
                if y in cell:
                    cell[x] = cell.get(x, 0) + cell[y]
            return cell

        def combine(start: int, stop: int, cells: Mapping[Span, dict[int, int]]) -> dict[int, int]:
            cell: dict[int, int] = {}
            for middle in range(start + 1, stop):
                left, right = cells[start, middle], cells[middle, stop]
                for x, y, z in self.binary:
                    if y in left and z in right:
                        cell[x] = cell.get(x, 0) + left[y] * right[z]
            return close(cell)

        words = [close(dict.fromkeys(self.lexical[word], 1) if word >= 0 else {}) for word in sentence]
        return fill_chart(words, combine)[0, len(words)].get(self.start, 0) if words else 0


def normalise(grammar: Grammar | Cfg) -> IndexedGrammar:
    """The grammar in numbers."""
    return _of_grammar(grammar) if isinstance(grammar, Grammar) else _of_cfg(grammar)


def _of_grammar(grammar: Grammar) -> IndexedGrammar:
    number = {name: i for i, name in enumerate(grammar.categories)}
    return IndexedGrammar(
        True,
        grammar.categories,
        0,
        tuple((number[r.parent], number[r.left], number[r.right]) for r in grammar.syntactic),
        (),
        {word: i for i, word in enumerate(grammar.words)},
        tuple(tuple(number[c] for c in grammar.lexicon[word]) for word in grammar.words),
    )


def _of_cfg(cfg: Cfg) -> IndexedGrammar:
    names: list[str | None] = list(cfg.categories)
    number = {name: i for i, name in enumerate(cfg.categories)}
    word_numbers = {word: i for i, word in enumerate(cfg.words)}
    lexical: list[list[int]] = [[] for _ in cfg.words]
    helper_of_word: dict[str, int] = {}
    binary: list[Binary] = []
    unary: list[Unary] = []

    def add_helper() -> int:
        names.append(None)
        return len(names) - 1

    def number_of(symbol: str | Word) -> int:
        if isinstance(symbol, str):
            return number[symbol]
        if symbol.text not in helper_of_word:
            helper_of_word[symbol.text] = add_helper()
            lexical[word_numbers[symbol.text]].append(helper_of_word[symbol.text])
        return helper_of_word[symbol.text]

    for rule in cfg.rules:
        parent = number[rule.parent]
        match rule.right:
            case (Word(text),):
                lexical[word_numbers[text]].append(parent)
            case (str(child),):
                unary.append((parent, number[child]))
            case (*symbols, last):
                for symbol in symbols[:-1]:
                    rest = add_helper()
                    binary.append((parent, number_of(symbol), rest))
                    parent = rest
                binary.append((parent, number_of(symbols[-1]), number_of(last)))
    below: dict[int, list[int]] = {}
    for x, y in unary:
        below.setdefault(x, []).append(y)
    rank = {x: i for i, x in enumerate(TopologicalSorter(below).static_order())}
    unary.sort(key=lambda rule: rank[rule[0]])
    return IndexedGrammar(
        False,
        tuple(names),
        number[cfg.start],
        tuple(binary),
        tuple(unary),
        word_numbers,
        tuple(tuple(categories) for categories in lexical),
    )
