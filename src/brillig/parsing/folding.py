"""Bits of grammars with features, and the features that save bits.

`docs/explanation/description-length.md` has the code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any

from brillig._kernel import FeatureSearch, build_trees, describe_folded
from brillig.language.corpus import Corpus
from brillig.language.features import FEATURE_NAMES, FREE, SHARED, Feature, FoldedGrammar, Place
from brillig.language.grammar import Grammar, LexicalRule, SyntacticRule
from brillig.language.tree import Tree
from brillig.parsing.bits import Bits, Description, canonical_numbers, describe

# As the kernel has them.
_ANY, _FREE, _SHARED, _NONE = -1, -1, -2, -3

APART = 6.0  # bits for each class beyond the first under one name, as the kernel has for each class of words

BoundFeature = tuple[int, list[int], list[int], list[tuple[int, int, int]]]


@dataclass(frozen=True)
class Described:
    """A grammar with features as it is used: the plain grammar of its sentences' trees, and its bits."""

    folded: FoldedGrammar
    grammar: Grammar
    description: Description


class _Numbers:
    """A grammar and sentences as the kernel has them: numbers that do not depend on names."""

    def __init__(self, grammar: Grammar, corpus: Corpus) -> None:
        self.grammar = grammar
        self.numbers = canonical_numbers(grammar)
        self.names = [name for name, _ in sorted(self.numbers.items(), key=lambda entry: entry[1])]
        self.words = sorted({*grammar.words, *corpus.words})
        self.number_of = {word: i for i, word in enumerate(self.words)}
        self.syntactic = sorted(grammar.syntactic, key=lambda r: [self.numbers[name] for name in r])
        self.lexical = sorted(
            grammar.lexical, key=lambda r: (self.number_of[r.word], self.numbers[r.category])
        )
        self.rules = [tuple(self.numbers[name] for name in rule) for rule in self.syntactic]
        self.entries = [(self.numbers[r.category], self.number_of[r.word]) for r in self.lexical]
        self.sentences = [[self.number_of[word] for word in sentence] for sentence in corpus.sentences]

    def bound(self, feature: Feature) -> tuple[BoundFeature, list[int]]:
        """With its values numbered as they come up, and which value each number stands for."""
        order: dict[int, int] = {}

        def number(place: Place) -> int:
            if isinstance(place, int):
                return order.setdefault(place, len(order))
            return {None: _NONE, FREE: _FREE, SHARED: _SHARED}[place]

        words = [
            _NONE
            if rule.category not in feature.carriers
            else _ANY
            if (value := feature.words[rule]) is None
            else number(value)
            for rule in self.lexical
        ]
        rules = [[number(place) for place in feature.places_of(rule)] for rule in self.syntactic]
        for value in range(1, feature.values + 1):
            number(value)
        carriers = sorted(self.numbers[category] for category in feature.carriers)
        return (feature.values, carriers, words, [(r[0], r[1], r[2]) for r in rules]), list(order)

    def feature(self, bound: BoundFeature, name: str) -> Feature:
        values, _, words, rules = bound

        def place(number: int) -> Place:
            return {_NONE: None, _FREE: FREE, _SHARED: SHARED}.get(number, number + 1)

        return Feature(
            name,
            values,
            {
                rule: None if value == _ANY else value + 1
                for rule, value in zip(self.lexical, words, strict=True)
                if value != _NONE
            },
            {
                rule: (place(said[0]), place(said[1]), place(said[2]))
                for rule, said in zip(self.syntactic, rules, strict=True)
                if any(number != _NONE for number in said)
            },
        ).canonical()


def describe_features(folded: FoldedGrammar, corpus: Corpus, exceptions: Iterable[int] = ()) -> Described:
    """Bits of a grammar with features and of the sentences, as `describe` has those of a plain one.

    The plain grammar has the categories that its trees use, with all rules that features allow for them. The
    start symbol carries nothing, and a grammar without features has the bits of a plain one.
    """
    left_out = set(exceptions)
    plain = describe(folded.grammar, corpus, left_out)
    if not folded.features:
        return Described(folded, folded.grammar, plain)
    kept = corpus.part(i for i in range(len(corpus)) if i not in left_out) if left_out else corpus
    numbers = _Numbers(folded.grammar, corpus)
    sentences = [[numbers.number_of[word] for word in sentence] for sentence in kept.sentences]
    # In an order that does not depend on names, so that ties between trees are broken alike.
    bound = sorted((*numbers.bound(feature), place) for place, feature in enumerate(folded.features))
    grammar_bits, data, expanded, rule_uses, word_uses, rule_weights, word_weights, codes = describe_folded(
        len(numbers.words), numbers.rules, numbers.entries, [entry[0] for entry in bound], sentences
    )
    categories, rules, lexical = expanded
    names = []
    for category, values in categories:
        own: list[int | None] = [None] * len(bound)
        for value, (_, meaning, place) in zip(values, bound, strict=True):
            own[place] = None if value < 0 else meaning[value]
        names.append(folded.name_of(numbers.names[category], tuple(own)))
    unsplit = folded.unsplit_names(names)
    names = [unsplit.get(name, name) for name in names]
    trees: list[Any] = build_trees(codes, list(kept.sentences), list(names), Tree)
    different = dict(zip(kept.sentences, trees, strict=True)).values()
    used = {node.label for tree in different if tree is not None for node in tree.nodes()} or set(names)
    uses: dict[SyntacticRule | LexicalRule, int] = {}
    weights: dict[SyntacticRule | LexicalRule, float] = {}
    for rule, number, weight in zip(rules, rule_uses, rule_weights, strict=True):
        named = SyntacticRule(*(names[c] for c in rule))
        if used.issuperset(named):
            uses[named], weights[named] = number, weight
    for (category, word), number, weight in zip(lexical, word_uses, word_weights, strict=True):
        if names[category] in used:
            entry = LexicalRule(names[category], numbers.words[word])
            uses[entry], weights[entry] = number, weight
    total: dict[str, float] = {}
    for one, weight in weights.items():
        total[one[0]] = total.get(one[0], 0.0) + weight
    weights = {one: weight / total[one[0]] for one, weight in weights.items()}
    all_trees: list[Tree | None] = [None] * len(corpus)
    for place, tree in zip((i for i in range(len(corpus)) if i not in left_out), trees, strict=True):
        all_trees[place] = tree
    plain_grammar = Grammar(
        folded.grammar.start,
        tuple(rule for rule in uses if isinstance(rule, SyntacticRule)),
        tuple(rule for rule in uses if isinstance(rule, LexicalRule)),
    )
    bits = Bits(grammar_bits + APART * folded.number_apart, data, plain.bits.exceptions)
    return Described(folded, plain_grammar, Description(bits, tuple(all_trees), uses, weights))


def find_features(
    grammar: Grammar,
    description: Description,
    corpus: Corpus,
    exceptions: Sequence[int] = (),
    *,
    seed: int = 0,
    starts: int = 120,
    max_work: int | None = None,
    stopped: Callable[[], bool] = lambda: False,
) -> Described | None:
    """Features over a plain grammar that save bits, sought in its trees; None where none do.

    The search begins anew `starts` times for each; an eighth of them mostly leads as far.
    """
    left_out = set(exceptions)
    places = [i for i in range(len(corpus)) if i not in left_out]
    if description.bits.total == inf:
        return None
    kept = corpus.part(places) if left_out else corpus
    numbers = _Numbers(grammar, corpus)
    sentences = [[numbers.number_of[word] for word in sentence] for sentence in kept.sentences]
    codes = dict(zip(kept.sentences, (description.trees[place] for place in places), strict=True))
    coded = {sentence: _coded(tree, numbers.numbers) for sentence, tree in codes.items()}
    trees = [coded[sentence] for sentence in kept.sentences]
    search = FeatureSearch(
        len(numbers.words), numbers.rules, numbers.entries, sentences, trees, seed, starts, stopped
    )
    while search.step():
        if stopped() or (max_work is not None and search.work() > max_work):
            break
    features = tuple(
        numbers.feature(bound, name) for bound, name in zip(search.features(), FEATURE_NAMES, strict=False)
    )
    if not features:
        return None
    found = describe_features(FoldedGrammar(grammar, features), corpus, left_out)
    return found if found.description.bits.total < description.bits.total - 1e-6 else None


def _coded(tree: Tree | None, numbers: dict[str, int]) -> list[int]:
    """In preorder, (category, number of children) a node."""
    assert tree is not None
    code: list[int] = []
    stack = [tree]
    while stack:
        node = stack.pop()
        code += [numbers[node.label], 0 if node.is_leaf else 2]
        if not node.is_leaf:
            stack += reversed(node.branches)
    return code
