"""The refiner's network in the paper's form: a feature vector at each node of the triangle of layers.

A tree is a triangle of layers, each made from the one below by one rule. Between two layers the node that is
replaced is one use of a rule; every other node is passed on, and its up copy has the feature of its down copy
in the layer above. The copies of a node within a layer agree, and so do all leaves of a word and category.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from brillig.engines.concur.refine_layout import Group, Plan, RefineLayout, RuleShape, Use
from brillig.language.grammar import SyntacticRule
from brillig.language.tree import Tree
from brillig.problems import RefineProblem

Path = tuple[int, ...]  # of a node in its tree: 0 left, 1 right
Key = tuple[str, str] | tuple[int, int, int]  # a word with its category, or sentence, layer and place


def layered_layout(problem: RefineProblem) -> RefineLayout:
    """The network of all trees, repeated ones too."""
    builder = _LayersBuilder(problem)
    plans = tuple(builder.add(number, tree) for number, tree in enumerate(problem.trees))
    features = problem.features_of
    return RefineLayout(
        features=tuple(features(name) for name in builder.category),
        rules=tuple(
            RuleShape(
                features(rule.parent), features(rule.left), features(rule.right), problem.limit_of(rule)
            )
            for rule in builder.rule
        ),
        uses=tuple(builder.uses),
        groups=tuple(
            Group(builder.group_category[key], isinstance(key[0], str), tuple(rows))
            for key, rows in builder.group_rows.items()
        ),
        homographs=problem.homographs,
        problem=problem,
        plans=plans,
        passes=tuple(builder.passes),
    )


def expansions(tree: Tree) -> list[tuple[list[tuple[Path, Tree]], int]]:
    """For each layer but the last its nodes and which of them is replaced: the widest constituent first."""
    frontier: list[tuple[Path, Tree]] = [((), tree)]
    layers = []
    while any(not node.is_leaf for _, node in frontier):
        open_places = [k for k, (_, node) in enumerate(frontier) if not node.is_leaf]
        place = max(open_places, key=lambda k: (len(frontier[k][1].words()), -k))
        layers.append((list(frontier), place))
        path, node = frontier[place]
        frontier[place : place + 1] = [((*path, side), child) for side, child in enumerate(node.branches)]
    return layers


@dataclass
class _LayersBuilder:
    problem: RefineProblem
    category: dict[str, int] = field(init=False)
    rule: dict[SyntacticRule, int] = field(init=False)
    uses: list[Use] = field(default_factory=list)
    passes: list[tuple[int, int]] = field(default_factory=list)
    group_rows: dict[Key, list[int]] = field(default_factory=dict)
    group_category: dict[Key, int] = field(default_factory=dict)
    rows: int = 0

    def __post_init__(self) -> None:
        base = self.problem.base
        names = [name for name in base.categories if self.problem.features_of(name) > 1]
        self.category = {name: number for number, name in enumerate(names)}
        refined = [rule for rule in base.syntactic if any(name in self.category for name in rule)]
        self.rule = {rule: number for number, rule in enumerate(refined)}

    def add(self, sentence: int, tree: Tree) -> Plan:
        layers = expansions(tree)
        used: dict[Path, Use] = {}
        for layer, (nodes, place) in enumerate(layers, start=1):
            path, node = nodes[place]
            left, right = node.branches
            above = [*nodes[:place], ((*path, 0), left), ((*path, 1), right), *nodes[place + 1 :]]
            up = [self._row(one, (sentence, layer, j)) for j, (_, one) in enumerate(nodes)]
            top = layer == len(layers)
            down = [
                self._row(one, (one.label, one.word) if top else (sentence, layer + 1, j))
                for j, (_, one) in enumerate(above)
            ]
            rule = SyntacticRule(node.label, left.label, right.label)
            use = Use(self.rule.get(rule, -1), up[place], down[place], down[place + 1])
            if use.rule >= 0:
                self.uses.append(use)
            used[path] = use
            kept = [(j, j if j < place else j + 1) for j in range(len(nodes)) if j != place]
            self.passes += [(up[j], down[k]) for j, k in kept if up[j] >= 0]
        return self._plan(tree, (), used)

    def _row(self, node: Tree, key: Key) -> int:
        if node.label not in self.category:
            return -1
        row = self.rows
        self.rows += 1
        self.group_rows.setdefault(key, []).append(row)
        self.group_category[key] = self.category[node.label]
        return row

    def _plan(self, tree: Tree, path: Path, used: dict[Path, Use]) -> Plan:
        left, right = (
            None if child.is_leaf else self._plan(child, (*path, side), used)
            for side, child in enumerate(tree.branches)
        )
        return Plan(tree, used[path], left, right)
