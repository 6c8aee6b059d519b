"""The three problems: infer a grammar, refine one, extend one. Values that say at once what is impossible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from brillig.corpus import Corpus
from brillig.errors import BrilligError
from brillig.grammar import Grammar, SyntacticRule
from brillig.trees import Tree

MOST_CATEGORIES = 64


@dataclass(frozen=True)
class Problem:
    """Inference: a corpus and the paper's restrictions.

    categories           c: how many, S included; all must be used
    lexical              c_l: how many of them are designated lexical (no syntactic rule, at least one word)
    rules                r_s: at most so many syntactic rules
    homographs           h: at most |words| + h lexical rules
    distinct_children    Y ≠ Z in every rule X → Y Z
    root_nonlexical      the children of S are not designated lexical (restriction 6, second half)
    """

    corpus: Corpus
    categories: int
    lexical: int
    rules: int
    homographs: int = 0
    distinct_children: bool = True
    root_nonlexical: bool = True

    def __post_init__(self) -> None:
        _in_range("categories", self.categories, 2, MOST_CATEGORIES)
        _in_range("lexical", self.lexical, 0, self.categories - 1)
        _in_range("rules", self.rules, 1, self.categories**2)
        _in_range("homographs", self.homographs, 0, 1_000_000)

    @property
    def plain_categories(self) -> int:
        """Categories that are neither S nor designated lexical."""
        return self.categories - 1 - self.lexical

    def impossible(self) -> str | None:
        """Why there can be no solution, where counting alone shows it; None where it does not."""
        words = len(self.corpus.words)
        under_root = self.plain_categories if self.root_nonlexical else self.categories - 1
        needed = 2 if self.distinct_children else 1
        if under_root < needed:
            kind = "categories that are not designated lexical" if self.root_nonlexical else "categories"
            return (
                f"S → Y Z needs {needed} {kind} besides S, but c = {self.categories} and "
                f"c_l = {self.lexical} leave {under_root}"
            )
        if words < self.lexical:
            return f"{self.lexical} designated lexical categories need as many words, but there are {words}"
        least = -(-(self.categories - 1) // 2)
        if self.rules < least:
            return (
                f"each of the {self.categories - 1} categories besides S stands on the right of a rule, and "
                f"a rule has two places: that takes at least {least} rules, but r_s = {self.rules}"
            )
        nodes = sum(2 * len(sentence) - 2 for sentence in self.corpus.sentences)
        if nodes < self.categories - 1:
            return (
                f"the trees have {nodes} nodes besides their roots, too few to use all "
                f"{self.categories - 1} categories"
            )
        return None

    def with_corpus(self, corpus: Corpus) -> Problem:
        """The same restrictions on other sentences."""
        return Problem(
            corpus,
            self.categories,
            self.lexical,
            self.rules,
            self.homographs,
            self.distinct_children,
            self.root_nonlexical,
        )

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": "infer",
            "sentences": self.corpus.texts(),
            "categories": self.categories,
            "lexical": self.lexical,
            "rules": self.rules,
            "homographs": self.homographs,
            "distinct_children": self.distinct_children,
            "root_nonlexical": self.root_nonlexical,
        }


@dataclass(frozen=True)
class RefineProblem:
    """Split the categories of a grammar into features, given the trees of its sentences.

    features     f_X: into how many features each category is split (1 where not named)
    rule_limits  f_XYZ: at most so many refined rules for each rule (no limit where not named)
    homographs   at most as many refined lexical rules as the base has lexical rules, plus this
    names        what features are called, where not `B_0`, `B_1`, ...: `{"B_0": "NP_singular"}`
    """

    base: Grammar
    trees: tuple[Tree, ...]
    features: Mapping[str, int] = field(hash=False)
    rule_limits: Mapping[SyntacticRule, int] = field(default_factory=dict, hash=False)
    homographs: int = 0
    names: Mapping[str, str] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        if not self.trees:
            raise BrilligError("a refinement needs the trees of the sentences, and this solution has none")
        for category, number in self.features.items():
            if category not in self.base.categories:
                known = ", ".join(self.base.categories)
                raise BrilligError(
                    f"features for {category!r}, but the grammar's categories are {known}; use their names"
                )
            _in_range(f"features of {category}", number, 1, MOST_CATEGORIES)
        if self.features_of(self.base.start) > 1:
            raise BrilligError(
                f"{self.base.start} is the start symbol and has one feature; refine the others"
            )
        for rule, number in self.rule_limits.items():
            if rule not in self.base.syntactic:
                known = ", ".join(str(r) for r in self.base.syntactic)
                raise BrilligError(f"{rule} is not a rule of the grammar; its rules are {known}")
            _in_range(f"refined rules of {rule}", number, 1, 10**6)
        _in_range("homographs", self.homographs, 0, 1_000_000)
        pairs = Counter((rule.left, rule.right) for rule in self.base.syntactic)
        for (left, right), number in pairs.items():
            if number > 1:
                raise BrilligError(
                    f"{number} rules have {left} {right} on their right, and a refinement needs one; "
                    "refine a grammar that Brillig has inferred"
                )
        rules = set(self.base.syntactic)
        for number, tree in enumerate(self.trees, 1):
            for used in tree.rules():
                if used not in rules:
                    raise BrilligError(
                        f"tree {number} uses {SyntacticRule(*used)}, not a rule of the grammar"
                    )

    def features_of(self, category: str) -> int:
        return self.features.get(category, 1)

    def limit_of(self, rule: SyntacticRule) -> int:
        """At most so many refined rules for this rule: as given, else one for each pair of child features."""
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
        return Corpus(tuple(tree.words() for tree in self.trees))

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
            "kind": "refine",
            "sentences": self.corpus.texts(),
            "base": self.base.to_json(),
            "base_trees": [tree.to_json() for tree in self.trees],
            "features": dict(self.features),
            "rule_limits": {f"{r.parent}>{r.left} {r.right}": n for r, n in self.rule_limits.items()},
            "homographs": self.homographs,
        } | ({"names": dict(self.names)} if self.names else {})


@dataclass(frozen=True)
class ExtendProblem:
    """Explain new sentences with a grammar's rules, giving categories to the words it does not know.

    homographs   at most |unknown words| + h lexical rules for the unknown words
    """

    base: Grammar
    corpus: Corpus
    homographs: int = 0

    def __post_init__(self) -> None:
        _in_range("homographs", self.homographs, 0, 1_000_000)

    @cached_property
    def unknown_words(self) -> tuple[str, ...]:
        known = self.base.lexicon
        return tuple(word for word in self.corpus.words if word not in known)

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": "extend",
            "sentences": self.corpus.texts(),
            "base": self.base.to_json(),
            "homographs": self.homographs,
        }


AnyProblem = Problem | RefineProblem | ExtendProblem


def problem_from_json(data: Any) -> AnyProblem:
    """Read strictly what `to_json` wrote."""
    if not isinstance(data, dict) or "kind" not in data:
        raise BrilligError("the problem has no field 'kind'")
    try:
        match data["kind"]:
            case "infer":
                return Problem(
                    _sentences(data),
                    _whole(data, "categories"),
                    _whole(data, "lexical"),
                    _whole(data, "rules"),
                    _whole(data, "homographs"),
                    _switch(data, "distinct_children"),
                    _switch(data, "root_nonlexical"),
                )
            case "refine":
                return RefineProblem(
                    Grammar.from_json(data["base"]),
                    tuple(Tree.from_json(tree) for tree in _list(data, "base_trees")),
                    {
                        name: _whole(features, name)
                        for features in [_object(data, "features")]
                        for name in features
                    },
                    {
                        parse_rule(text): _whole(limits, text)
                        for limits in [_object(data, "rule_limits")]
                        for text in limits
                    },
                    _whole(data, "homographs"),
                    {name: str(called) for name, called in _object(data, "names", {}).items()},
                )
            case "extend":
                return ExtendProblem(
                    Grammar.from_json(data["base"]), _sentences(data), _whole(data, "homographs")
                )
    except KeyError as error:
        raise BrilligError(f"the problem has no field {error.args[0]!r}") from None
    raise BrilligError(f"{data['kind']!r} is no kind of problem; expected 'infer', 'refine' or 'extend'")


def parse_rule(text: str) -> SyntacticRule:
    """`X>Y Z` as a rule."""
    parent, arrow, children = text.partition(">")
    parts = children.split()
    if not arrow or len(parts) != 2 or not parent.strip():
        raise BrilligError(f"{text!r} is not a rule; write X>Y Z, with a blank between the children")
    return SyntacticRule(parent.strip(), *parts)


def _sentences(data: Mapping[str, Any]) -> Corpus:
    texts = data["sentences"]
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise BrilligError("the problem's 'sentences' is not a list of texts")
    return Corpus.of(texts)


def _list(data: Mapping[str, Any], name: str) -> list[Any]:
    value = data[name]
    if not isinstance(value, list):
        raise BrilligError(f"the problem's {name!r} is not a list")
    return value


def _object(data: Mapping[str, Any], name: str, default: dict[str, Any] | None = None) -> dict[str, Any]:
    value = data[name] if default is None else data.get(name, default)
    if not isinstance(value, dict):
        raise BrilligError(f"the problem's {name!r} is not an object")
    return value


def _whole(data: Mapping[str, Any], name: str) -> int:
    value = data[name]
    if not isinstance(value, int) or isinstance(value, bool):
        raise BrilligError(f"{name!r} is {value!r}, not a whole number")
    return value


def _switch(data: Mapping[str, Any], name: str) -> bool:
    value = data[name]
    if not isinstance(value, bool):
        raise BrilligError(f"{name!r} is {value!r}, not true or false")
    return value


def _in_range(name: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise BrilligError(f"{name} is {value}, but has to be from {low} to {high}")
