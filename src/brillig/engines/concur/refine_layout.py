"""Which copies the refiner has, and in which order: the same for its reference and its kernel.

Every inner node of the given trees uses a rule X → YZ. It is one local problem with a copy of that rule's
f_X × f_Y × f_Z tensor, an up copy of its own feature vector and a down copy of each child's. A category with
one feature has no vector (row -1), and a rule whose three categories have one feature each has no tensor.

Rows that must agree form a group: the copies of a node, or all leaves with the same word and category. At
h = 0 the features of a subtree follow from its words alone, because refined rules are injective. So equal
subtrees of all sentences are one node (`share`), which is a smaller network with the same solutions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from brillig.errors import BrilligError
from brillig.language.grammar import SyntacticRule
from brillig.language.tree import Tree
from brillig.problems import RefineProblem

MAX_VARIABLES = 50_000_000


@dataclass(frozen=True)
class Use:
    """One use of a rule: its tensor, and the rows of parent and children (-1: one feature, no vector)."""

    rule: int
    up: int
    left: int
    right: int


@dataclass(frozen=True)
class RuleShape:
    """A rule that is refined: features of parent and children, and how many refined rules it may have."""

    x: int
    y: int
    z: int
    limit: int

    @property
    def entries(self) -> int:
        return self.x * self.y * self.z


@dataclass(frozen=True)
class Group:
    """Rows that agree. `word`: the leaves of one word and category, not the copies of a node."""

    category: int
    word: bool
    rows: tuple[int, ...]


@dataclass(frozen=True)
class Plan:
    """A node of the given trees with the rows of its use, to read a refined tree off."""

    tree: Tree
    use: Use
    left: Plan | None
    right: Plan | None


@dataclass(frozen=True)
class RefineLayout:
    """The refiner's network. Uses are in an order that has children before parents."""

    features: tuple[int, ...]  # of each category that has more than one
    rules: tuple[RuleShape, ...]
    uses: tuple[Use, ...]
    groups: tuple[Group, ...]
    homographs: int
    problem: RefineProblem
    plans: tuple[Plan, ...]  # one for each tree of the problem
    passes: tuple[tuple[int, int], ...] = ()  # rows of a node that a layer passes on to the next

    @classmethod
    def of(cls, problem: RefineProblem, *, share: bool | None = None) -> RefineLayout:
        """The network of a problem; `share` (default: where h = 0) makes equal subtrees one node."""
        share = problem.homographs == 0 if share is None else share
        if share and problem.homographs > 0:
            raise ValueError("equal subtrees need not have equal features where words may have several")
        return _Builder(problem, share).build()

    @cached_property
    def row_group(self) -> tuple[int, ...]:
        groups = [0] * self.rows
        for number, group in enumerate(self.groups):
            for row in group.rows:
                groups[row] = number
        return tuple(groups)

    @cached_property
    def rows(self) -> int:
        return sum(len(group.rows) for group in self.groups)

    @cached_property
    def row_features(self) -> tuple[int, ...]:
        """The length of each row."""
        return tuple(self.features[self.groups[number].category] for number in self.row_group)

    @cached_property
    def leaf_rows(self) -> tuple[bool, ...]:
        return tuple(self.groups[number].word for number in self.row_group)

    @cached_property
    def rule_copies(self) -> tuple[int, ...]:
        """How many copies each rule's tensor has."""
        counts = Counter(use.rule for use in self.uses)
        return tuple(counts[rule] for rule in range(len(self.rules)))

    @cached_property
    def rule_children(self) -> tuple[tuple[int, int], ...]:
        """The categories of each rule's children; -1 where that has one feature."""
        children = [(-1, -1)] * len(self.rules)
        for use in self.uses:
            left, right = (
                self.groups[self.row_group[row]].category if row >= 0 else -1 for row in (use.left, use.right)
            )
            children[use.rule] = left, right
        return tuple(children)

    @property
    def variables(self) -> int:
        return sum(self.row_features) + sum(self.rules[use.rule].entries for use in self.uses)

    def read_trees(self, chosen: Sequence[int]) -> tuple[Tree, ...]:
        """The refined trees, given the feature of each row."""
        return tuple(self._read(plan, 0, chosen) for plan in self.plans)

    def _read(self, plan: Plan, feature: int, chosen: Sequence[int]) -> Tree:
        def child(tree: Tree, below: Plan | None, row: int) -> Tree:
            own = chosen[row] if row >= 0 else 0
            if below is None:
                return Tree.leaf(self.problem.refined_names(tree.label)[own], tree.word)
            return self._read(below, own, chosen)

        left, right = plan.tree.branches
        return Tree.node(
            self.problem.refined_names(plan.tree.label)[feature],
            child(left, plan.left, plan.use.left),
            child(right, plan.right, plan.use.right),
        )


# What rows have to share to be one group: a word and its category, a subtree, or a single node's number.
_Key = tuple[str, str] | Tree | int


class _Builder:
    def __init__(self, problem: RefineProblem, share: bool) -> None:
        self.problem, self.share = problem, share
        names = [c for c in problem.base.categories if problem.features_of(c) > 1]
        self.category = {name: number for number, name in enumerate(names)}
        self.rule: dict[SyntacticRule, int] = {}
        for rule in problem.base.syntactic:
            if any(name in self.category for name in rule):
                self.rule[rule] = len(self.rule)
        self.uses: list[Use] = []
        self.rows = 0
        self.nodes = 0
        self.planned: dict[Tree, Plan] = {}
        self.group_rows: dict[_Key, list[int]] = {}
        self.group_category: dict[_Key, int] = {}

    def build(self) -> RefineLayout:
        self._refuse_too_large()
        # A sentence that is repeated is refined once.
        plans = {tree: self._plan(tree, -1) for tree in dict.fromkeys(self.problem.trees)}
        features_of = self.problem.features_of
        return RefineLayout(
            features=tuple(features_of(name) for name in self.category),
            rules=tuple(
                RuleShape(
                    features_of(rule.parent),
                    features_of(rule.left),
                    features_of(rule.right),
                    self.problem.limit_of(rule),
                )
                for rule in self.rule
            ),
            uses=tuple(self.uses),
            groups=tuple(
                Group(self.group_category[key], isinstance(key, tuple), tuple(rows))
                for key, rows in self.group_rows.items()
            ),
            homographs=self.problem.homographs,
            problem=self.problem,
            plans=tuple(plans[tree] for tree in self.problem.trees),
        )

    def _plan(self, tree: Tree, key: _Key) -> Plan:
        if self.share and tree in self.planned:
            return self.planned[tree]
        left, right = tree.branches
        left_key, right_key = self._key(left), self._key(right)
        below = (
            None if left.is_leaf else self._plan(left, left_key),
            None if right.is_leaf else self._plan(right, right_key),
        )
        rule = SyntacticRule(tree.label, left.label, right.label)
        use = Use(
            self.rule.get(rule, -1),
            self._row(tree.label, key),
            self._row(left.label, left_key),
            self._row(right.label, right_key),
        )
        if use.rule >= 0:
            self.uses.append(use)
        self.planned[tree] = Plan(tree, use, *below)
        return self.planned[tree]

    def _key(self, tree: Tree) -> _Key:
        if tree.is_leaf:
            return tree.label, tree.word
        self.nodes += 1
        return tree if self.share else self.nodes

    def _row(self, label: str, key: _Key) -> int:
        if label not in self.category:
            return -1
        row = self.rows
        self.rows += 1
        self.group_rows.setdefault(key, []).append(row)
        self.group_category[key] = self.category[label]
        return row

    def _refuse_too_large(self) -> None:
        counts = Counter(rule for tree in self.problem.trees for rule in tree.rules())
        features_of = self.problem.features_of
        size = sum(
            number * features_of(x) * features_of(y) * features_of(z) for (x, y, z), number in counts.items()
        )
        if size > MAX_VARIABLES:
            raise BrilligError(
                f"these features make {size:,} variables, more than {MAX_VARIABLES:,}",
                hint="use fewer features",
            )
