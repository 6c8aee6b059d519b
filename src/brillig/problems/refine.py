"""Refinement: the categories of a grammar split into features, given the trees of its sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product
from typing import Any, ClassVar

from brillig.errors import BrilligError
from brillig.language.corpus import Corpus, Sentence
from brillig.language.grammar import Grammar, SyntacticRule
from brillig.language.plural import count
from brillig.language.reading import Reading
from brillig.language.tree import Tree
from brillig.problems.fields import (
    check_range,
    corpus_to_json,
    list_field,
    object_field,
    sentences_field,
    whole_field,
)
from brillig.problems.infer import MAX_CATEGORIES
from brillig.problems.kind import AnyProblem
from brillig.problems.relaxing import Remedy
from brillig.problems.restrictions import Restrictions


def parse_rule(text: str) -> SyntacticRule:
    """`X>Y Z` as a rule."""
    parent, arrow, children = text.partition(">")
    parts = children.split()
    if not arrow or len(parts) != 2 or not parent.strip():
        raise BrilligError(f"{text!r} is not a rule", hint="write X>Y Z, with a blank between the children")
    return SyntacticRule(parent.strip(), *parts)


@dataclass(frozen=True)
class RefineProblem(AnyProblem):
    """Split the categories of a grammar into features, given the trees of its sentences.

    features     f_X: into how many features each category is split (1 where not named)
    rule_limits  f_XYZ: the most refined rules for each rule (no limit where not named)
    homographs   at most as many refined lexical rules as the base has lexical rules, plus this
    names        what features are called, where not `B_0`, `B_1`, ...: `{"B_0": "NP_singular"}`
    rejected     starred sentences of the solution that is refined
    reading      how its sentences were read
    """

    kind: ClassVar[str] = "refine"

    base: Grammar
    trees: tuple[Tree, ...]
    features: Mapping[str, int] = field(hash=False)
    rule_limits: Mapping[SyntacticRule, int] = field(default_factory=dict, hash=False)
    homographs: int = 0
    names: Mapping[str, str] = field(default_factory=dict, hash=False)
    rejected: tuple[Sentence, ...] = ()
    reading: Reading | None = None

    def __post_init__(self) -> None:
        if not self.trees:
            raise BrilligError("a refinement needs the trees of the sentences, and this solution has none")
        for category, number in self.features.items():
            if category not in self.base.categories:
                known = ", ".join(self.base.categories)
                raise BrilligError(
                    f"features for {category!r}, but the grammar's categories are {known}",
                    hint="use their names",
                )
            check_range(f"features of {category}", number, 1, MAX_CATEGORIES)
        if self.features_of(self.base.start) > 1:
            raise BrilligError(
                f"{self.base.start} is the start symbol and has one feature", hint="refine the others"
            )
        for rule, number in self.rule_limits.items():
            if rule not in self.base.syntactic:
                known = ", ".join(str(r) for r in self.base.syntactic)
                raise BrilligError(f"{rule} is not a rule of the grammar", hint=f"its rules are {known}")
            check_range(f"refined rules of {rule}", number, 1, 10**6)
        check_range("homographs", self.homographs, 0, 1_000_000)
        pairs = Counter((rule.left, rule.right) for rule in self.base.syntactic)
        for (left, right), number in pairs.items():
            if number > 1:
                raise BrilligError(
                    f"{number} rules have {left} {right} on their right, and a refinement needs one",
                    hint="infer one without shared-pairs",
                )
        rules = set(self.base.syntactic)
        for number, tree in enumerate(self.trees, 1):
            for used in tree.rules():
                if used not in rules:
                    raise BrilligError(
                        f"tree {number} uses {SyntacticRule(*used)}, not a rule of the grammar"
                    )

    @cached_property
    def restrictions(self) -> Restrictions:
        """What the base makes use of is allowed."""
        return Restrictions.strictest(self.base)

    def features_of(self, category: str) -> int:
        return self.features.get(category, 1)

    def limit_of(self, rule: SyntacticRule) -> int:
        """The most refined rules for this rule: as given, else one for each pair of child features."""
        most = self.features_of(rule.left) * self.features_of(rule.right)
        return min(self.rule_limits.get(rule, most), most)

    def refined_names(self, category: str) -> tuple[str, ...]:
        """What the features of a category are called: as given, else their plain names."""
        return tuple(self.names.get(name, name) for name in self.plain_names(category))

    def plain_names(self, category: str) -> tuple[str, ...]:
        """`B_0`, `B_1`, ...; a category with one feature keeps its name."""
        number = self.features_of(category)
        if number == 1:
            return (category,)
        return tuple(f"{category}_{feature}" for feature in range(number))

    @cached_property
    def corpus(self) -> Corpus:
        sentences = tuple(tree.words() for tree in self.trees)
        return Corpus(sentences, rejected=self.rejected, reading=self.reading)

    def impossible(self) -> str | None:
        """Why there can be no solution, where counting alone shows it; None where it does not."""
        leaves = Counter((n.label, n.word) for tree in self.trees for n in tree.nodes() if n.is_leaf)
        words = Counter(category for category, _ in leaves)
        # With h > 0 a word can have several features, but not more than it has occurrences.
        lexical: Counter[str] = Counter()
        for (category, _), number in leaves.items():
            lexical[category] += min(number, 1 + self.homographs)
        for category in lexical:
            lexical[category] = min(lexical[category], words[category] + self.homographs)
        inner = Counter(n.label for tree in self.trees for n in tree.nodes() if not n.is_leaf)
        for category in self.base.categories:
            number = self.features_of(category)
            if number == 1:
                continue
            places = lexical[category] + inner[category]
            if number > places:
                has = f"{words[category]} words" + (
                    f" and {inner[category]} nodes" if inner[category] else ""
                )
                return f"{number} features of {category} cannot all be used: it has {has}"
            rules = self.base.expansions.get(category, ())
            sources = sum(self.limit_of(rule) for rule in rules) + lexical[category]
            if number > sources:
                return (
                    f"{number} features of {category} need as many refined rules or words, "
                    f"but there can be {sources}"
                )
            below = sum(
                self.limit_of(rule) * (rule.right, rule.left).count(category) for rule in self.base.syntactic
            )
            if number > below:
                return (
                    f"each of the {number} features of {category} stands on the right of a refined rule, "
                    f"but the rules have only {below} places for it"
                )
        return None

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            **corpus_to_json(self.corpus),
            "base": self.base.to_json(),
            "base_trees": [tree.to_json() for tree in self.trees],
            "features": dict(self.features),
            "rule_limits": {f"{r.parent}>{r.left} {r.right}": n for r, n in self.rule_limits.items()},
            "homographs": self.homographs,
        } | ({"names": dict(self.names)} if self.names else {})

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> RefineProblem:
        features, limits = object_field(data, "features"), object_field(data, "rule_limits")
        corpus = sentences_field(data)
        return cls(
            Grammar.from_json(data["base"]),
            tuple(Tree.from_json(tree) for tree in list_field(data, "base_trees")),
            {name: whole_field(features, name) for name in features},
            {parse_rule(text): whole_field(limits, text) for text in limits},
            whole_field(data, "homographs"),
            {name: str(called) for name, called in object_field(data, "names", {}).items()},
            corpus.rejected,
            corpus.reading,
        )

    def part(self, indices: Iterable[int]) -> RefineProblem:
        return replace(self, trees=tuple(self.trees[i] for i in sorted(indices)))

    def renamed(self, names: Mapping[str, str]) -> RefineProblem:
        """The base keeps its names; what its features are called is part of the problem."""
        called = {
            plain: names.get(name, name)
            for category in self.base.categories
            for plain, name in zip(self.plain_names(category), self.refined_names(category), strict=True)
        }
        return replace(self, names={plain: name for plain, name in called.items() if plain != name})

    def tighter(self) -> dict[str, list[RefineProblem] | None]:
        fewer = [replace(self, homographs=self.homographs - 1)] if self.homographs else []
        limits = {rule: self.limit_of(rule) for rule in self.base.syntactic}
        rules = [
            replace(self, rule_limits=limits | {rule: limit - 1})
            for rule, limit in limits.items()
            if limit > 1
        ]
        return {"homographs": fewer, "rules": rules, "lexical": None}

    def demands(self) -> dict[str, str]:
        found = {
            f"features {category}": f"{category} has {count(number, 'feature')}"
            for category, number in self.features.items()
            if number > 1
        }
        for rule, limit in self.rule_limits.items():
            found[f"rules {rule}"] = f"at most {count(limit, 'refined rule')} of {rule}"
        return found | {
            "homographs": f"words have at most {count(self.homographs, 'feature')} beyond one each"
        }

    def relaxed(self, kept: Collection[str], indices: Collection[int]) -> Iterator[RefineProblem]:
        part = self.part(indices)
        # Sentences that do without a category ask nothing of it.
        lexicon: dict[str, set[str]] = {}
        for leaf in (leaf for tree in part.trees for leaf in tree.leaves()):
            lexicon.setdefault(leaf.word, set()).add(leaf.label)
        base = Grammar.of(self.base.start, {rule for tree in part.trees for rule in tree.rules()}, lexicon)
        numbers = {
            category: [number] if f"features {category}" in kept or number == 1 else range(1, number + 1)
            for category, number in self.features.items()
            if category in base.categories
        }
        limits = {
            rule: limit
            for rule, limit in self.rule_limits.items()
            if f"rules {rule}" in kept and rule in base.syntactic
        }
        most = sum(map(len, part.corpus.sentences)) * max(self.features.values(), default=1)
        for chosen in product(*numbers.values()):
            yield replace(
                part,
                base=base,
                features=dict(zip(numbers, chosen, strict=True)),
                rule_limits=limits,
                homographs=self.homographs if "homographs" in kept else most,
                names={},
            )

    def remedies(self, conflict: Collection[int]) -> Iterator[Remedy]:
        for rule, limit in self.rule_limits.items():
            more = dict(self.rule_limits) | {rule: limit + 1}
            yield Remedy(f"one refined rule of {rule} more: {limit + 1}", replace(self, rule_limits=more))
        for category, number in self.features.items():
            if number > 1:
                fewer = dict(self.features) | {category: number - 1}
                text = f"one feature of {category} fewer: {number - 1}"
                yield Remedy(text, replace(self, features=fewer, names={}))
        more_words = self.homographs + 1
        yield Remedy(
            f"one word with one feature more: {more_words} extra features",
            replace(self, homographs=more_words),
        )
        for index in sorted(conflict) if len(self.trees) > 1 else ():
            others = [i for i in range(len(self.trees)) if i != index]
            text = " ".join(self.trees[index].words())
            yield Remedy(f"without sentence {index + 1}: {text}", self.part(others))

    def describe(self) -> str:
        return "refined"

    def violations(self, grammar: Grammar, trees: Sequence[Tree]) -> Iterable[str]:
        origin = {
            name: category for category in self.base.categories for name in self.refined_names(category)
        }
        unknown = [category for category in grammar.categories if category not in origin]
        if unknown:
            yield f"{unknown[0]} is no refined category"
            return
        used = {node.label for tree in trees for node in tree.nodes()}
        for name in origin:
            if name not in used:
                yield f"{name} is not used"
        for tree, base_tree in zip(trees, self.trees, strict=False):
            if tree.relabel(origin) != base_tree:
                yield f"the tree of {' '.join(tree.words())!r} is not the given one refined"
        yield from self.restrictions.violations(grammar)
        numbers = Counter(SyntacticRule(*(origin[name] for name in rule)) for rule in grammar.syntactic)
        for rule, number in numbers.items():
            if rule not in self.base.syntactic:
                yield f"{rule} is not a rule of the base"
            elif number > self.limit_of(rule):
                yield f"{number} refined rules of {rule}, more than {self.limit_of(rule)}"
        pairs = {(origin[rule.category], rule.word) for rule in grammar.lexical}
        if not pairs <= set(self.base.lexical):
            yield "a word has a category that it did not have before"
        if len(grammar.lexical) > len(pairs) + self.homographs:
            yield f"{len(grammar.lexical)} lexical rules, more than {len(pairs)} + {self.homographs}"
