"""Refinement as a formula: the trees are given, every node gets a feature."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator
from itertools import permutations, product
from typing import cast

from brillig.engines.exact.cover import trees_using_all
from brillig.engines.exact.encoding import Encoding
from brillig.engines.exact.kinds import ENCODINGS
from brillig.engines.exact.relabelling import Relabeller
from brillig.language.tree import Tree
from brillig.parsing.chart import Rules
from brillig.problems import RefineProblem


@ENCODINGS.register("refine")
class Refinement(Encoding):
    """Features of nodes, refined rules t and lex, and a guard that asks for every feature's use.

    An item is a tree with a number: copies of one tree may be refined in different ways, and more copies than
    there are features cannot help to use them all.
    """

    problem: RefineProblem

    def __init__(self, problem: RefineProblem) -> None:
        super().__init__()
        self.problem = problem
        base = problem.base
        refined = {category: problem.refined_names(category) for category in base.categories}
        self.names = tuple(name for category in base.categories for name in refined[category])
        number = {name: index for index, name in enumerate(self.names)}
        self.numbers = {c: tuple(number[name] for name in refined[c]) for c in base.categories}
        useful = len(self.names)
        self.items = [
            (tree, copy)
            for tree, copies in sorted(Counter(problem.trees).items(), key=lambda pair: _order(pair[0]))
            for copy in range(min(copies, useful))
        ]
        self._users: defaultdict[int, list[int]] = defaultdict(list)
        self._make_rules()
        self._make_lexicon()
        for numbers in self.numbers.values():
            for x in numbers[:-1]:
                self.break_swap(x, x + 1)

    def _make_rules(self) -> None:
        """t[x,y,z]: at most one x for each yz, at most as many as each rule's limit says."""
        formula = self.formula
        for rule in self.problem.base.syntactic:
            parents, left, right = (self.numbers[category] for category in rule)
            mine = []
            for y in left:
                for z in right:
                    switches = [formula.variable() for _ in parents]
                    self.t.update({(x, y, z): v for x, v in zip(parents, switches, strict=True)})
                    formula.at_most_one(switches)
                    mine += switches
            formula.at_most(mine, self.problem.limit_of(rule))

    def _make_lexicon(self) -> None:
        """lex[w,x] for the words as the trees use them: at least one feature each, at most h more in all."""
        formula = self.formula
        pairs = dict.fromkeys(
            (leaf.label, leaf.word) for tree in dict.fromkeys(self.problem.trees) for leaf in tree.leaves()
        )
        for category, word in pairs:
            for x in self.numbers[category]:
                self.lex[word, x] = formula.variable()
            formula.add(*(self.lex[word, x] for x in self.numbers[category]))
        formula.at_most(list(self.lex.values()), len(pairs) + self.problem.homographs)

    def take_in(self, item: Hashable) -> None:
        tree, _ = cast(tuple[Tree, int], item)
        self._node(tree)

    def _node(self, tree: Tree) -> dict[int, int]:
        """The variables of a node's features, exactly one of them true."""
        formula = self.formula
        mine = {x: formula.variable() for x in self.numbers[tree.label]}
        formula.exactly_one(list(mine.values()))
        for x, variable in mine.items():
            self._users[x].append(variable)
        if tree.is_leaf:
            for x, variable in mine.items():
                formula.add(-variable, self.lex[tree.word, x])
        else:
            left, right = (self._node(branch) for branch in tree.branches)
            for (x, at), (y, below), (z, beside) in product(mine.items(), left.items(), right.items()):
                formula.add(-at, -below, -beside, self.t[x, y, z])
        return mine

    def places(self) -> dict[Hashable, int]:
        places: dict[Hashable, int] = {}
        copies: Counter[Tree] = Counter()
        for index, tree in enumerate(self.problem.trees):
            places[tree, copies[tree]] = index
            copies[tree] += 1
        return places

    def guards(self, complete: bool) -> list[int]:
        """Every feature is used in the trees taken in; once these are all, that is the restriction itself."""
        return self.guard_usage((self._users[x] for x in range(len(self.names))), complete)

    # -- models -------------------------------------------------------------------------------------

    def derives(self, rules: Rules, items: Iterable[Hashable]) -> Iterator[bool]:
        relabeller = Relabeller(rules, self.numbers)
        return (relabeller.derives(cast(tuple[Tree, int], item)[0]) for item in items)

    def trees(self, rules: Rules) -> tuple[Tree, ...] | None:
        return trees_using_all(Relabeller(rules, self.numbers), self.problem.trees, self.names)

    def renamings(self, rules: Rules) -> Iterator[dict[int, int]]:
        groups = list(self.numbers.values())
        for orders in product(*(permutations(group) for group in groups)):
            yield {
                old: new
                for group, order in zip(groups, orders, strict=True)
                for old, new in zip(group, order, strict=True)
            }


def _order(tree: Tree) -> tuple[int, str]:
    return len(tree.words()), str(tree)
