"""Inference where trees or rules are known in part: tags, brackets and given rules as clauses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from typing import cast

from brillig.engines.exact.cover import trees_using_all
from brillig.engines.exact.encoding import shortest_marked
from brillig.engines.exact.infer import Inference, Words
from brillig.engines.knowledge import full_names
from brillig.language.grammar import Grammar
from brillig.language.marked import Marked, marked_sentences
from brillig.language.tree import Tree
from brillig.parsing.chart import Rules, bits
from brillig.parsing.marks import MarkedParser, namings
from brillig.problems import Problem


class MarkedInference(Inference):
    """As `Inference`; and a[N,X], the name N stands for category X, ties names to what they are known of.

    Names stand for different categories, the start symbol's for 0. Which category has which name breaks no
    symmetry: what tells categories apart there are words and rules alone.
    """

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self._every = marked_sentences(problem.corpus)
        self._copies = Counter(self._every)
        self.items = shortest_marked(self._every)
        self._named: dict[str, int] = {}
        self._make_names()
        self._keep_given()

    def _make_names(self) -> None:
        formula = self.formula
        self._stands: dict[tuple[str, int], int] = {}
        for name in self.problem.known_names:
            own = (0,) if name == self.problem.start else self.categories
            for x in own:
                self._stands[name, x] = formula.variable()
            formula.add(*(self._stands[name, x] for x in own))
        for name in self.problem.known_names:
            formula.at_most_one([v for (n, _), v in self._stands.items() if n == name])
        for x in self.categories:
            formula.at_most_one([v for (_, y), v in self._stands.items() if x == y])

    def _keep_given(self) -> None:
        given = self.problem.given
        if given is None:
            return
        formula = self.formula
        for parent, left, right in given.syntactic:
            for x, if_x in self._categories_of(parent):
                for y, if_y in self._categories_of(left):
                    for z, if_z in self._categories_of(right):
                        rule = self.t.get((x, y, z))
                        formula.add(-if_x, -if_y, -if_z, *(() if rule is None else (rule,)))
        for name, word in self.problem.kept_words:
            for x, if_x in self._categories_of(name):
                entry = self.lex.get((word, x))
                formula.add(-if_x, *(() if entry is None else (entry,)))

    def _categories_of(self, name: str) -> list[tuple[int, int]]:
        return [(x, variable) for (n, x), variable in self._stands.items() if n == name]

    # -- sentences ----------------------------------------------------------------------------------

    def _leaf(self, words: Words, x: int) -> int:
        entry = super()._leaf(words, x)
        names = words.names_of(0, 1)
        if not names:
            return entry
        key = words, x
        if key not in self._derives:
            marked = self._derives[key] = self.formula.variable()
            self.formula.add(-marked, entry)
            self._name(marked, names, x)
        return self._derives[key]

    def _cuts(self, words: Words) -> list[int]:
        return cast(Marked, words).cuts()

    def _mark(self, derives: int, words: Words, x: int) -> None:
        self._name(derives, words.names_of(0, len(words)), x)

    def _name(self, node: int, names: Iterable[str], x: int) -> None:
        """The node has all these names."""
        for name in sorted(names):
            stands = self._stands.get((name, x))
            self.formula.add(-node, *(() if stands is None else (stands,)))

    def _mark_node(self, item: Hashable, start: int, stop: int, x: int, node: int) -> None:
        sentence = cast(Marked, item)
        if sentence.crosses(start, stop):
            self.formula.add(-node)
        else:
            self._name(node, sentence.names_of(start, stop), x)

    # -- models -------------------------------------------------------------------------------------

    def rules(self) -> Rules:
        holds = self.formula.holds
        self._named = {name: x for (name, x), variable in self._stands.items() if holds(variable)}
        return super().rules()

    def derives(self, rules: Rules, items: Iterable[Hashable]) -> Iterator[bool]:
        """With the names of the last model."""
        parser = MarkedParser(rules.syntactic, _lexical(rules), self._named)
        return (parser.accepts(cast(Marked, item)) for item in items)

    def solution_of(self, rules: Rules) -> tuple[Tree, ...] | None:
        return self.trees(rules)

    def trees(self, rules: Rules) -> tuple[Tree, ...] | None:
        """Under whatever names there are such trees; `grammar` then uses these."""
        problem, lexical = self.problem, _lexical(rules)
        for named in namings(
            problem.start,
            rules.syntactic,
            lexical,
            self._every,
            problem.known_names,
            () if problem.given is None else problem.given.syntactic,
            problem.kept_words,
        ):
            parser = MarkedParser(rules.syntactic, lexical, named)
            trees = trees_using_all(parser, self._every, full_names(problem, named, len(self.names)))
            if trees is not None:
                self._named = named
                return trees
        return None

    def grammar(self, rules: Rules) -> Grammar:
        names = full_names(self.problem, self._named, len(self.names))
        return Grammar.of(
            names[0],
            ((names[x], names[y], names[z]) for x, y, z in rules.syntactic),
            {word: [names[x] for x in bits(mask)] for word, mask in rules.lexical.items()},
        )

    def places(self) -> dict[Hashable, int]:
        places: dict[Hashable, int] = {}
        for index, item in enumerate(self._every):
            places.setdefault(item, index)
        return places


def _lexical(rules: Rules) -> dict[str, tuple[int, ...]]:
    return {word: tuple(bits(mask)) for word, mask in rules.lexical.items()}
