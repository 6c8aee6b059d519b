"""Rules with probabilities: the most probable tree of a sentence, and weights for drawing sentences."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import inf, log2

from brillig.language.cfg import Word
from brillig.language.grammar import Grammar, LexicalRule, SyntacticRule
from brillig.language.tree import Tree
from brillig.parsing.chart import Span, fill_chart

AnyRule = SyntacticRule | LexicalRule
RuleWeights = Mapping[AnyRule, float]
# An alternative of a category, as `Cfg` has it.
Alternative = tuple[str, tuple[str | Word, ...]]

# A node's category with where its parts meet and their categories; a word has none.
_Step = tuple[int, str, str] | None
_Cell = dict[str, tuple[float, _Step]]


def estimate_weights(grammar: Grammar, trees: Iterable[Tree]) -> dict[AnyRule, float]:
    """The probability of each rule among those of its category, by how often trees use it, and a half."""
    uses: dict[AnyRule, float] = dict.fromkeys([*grammar.syntactic, *grammar.lexical], 0.5)
    for tree in trees:
        for rule in tree.rules():
            uses[SyntacticRule(*rule)] += 1
        for leaf in tree.leaves():
            uses[LexicalRule(leaf.label, leaf.word)] += 1
    totals: defaultdict[str, float] = defaultdict(float)
    for used, number in uses.items():
        totals[used[0]] += number
    return {rule: number / totals[rule[0]] for rule, number in uses.items()}


def by_alternative(weights: RuleWeights) -> dict[Alternative, float]:
    """The same for a grammar's general form."""
    return {
        (rule.category, (Word(rule.word),))
        if isinstance(rule, LexicalRule)
        else (rule.parent, (rule.left, rule.right)): weight
        for rule, weight in weights.items()
    }


def most_probable(grammar: Grammar, weights: RuleWeights, words: Sequence[str]) -> tuple[Tree, float] | None:
    """The most probable tree with log2 of its probability; None where the sentence has no tree.

    Of equally probable ones the first in the order of the grammar's rules and of the places of division.
    """
    lexical: defaultdict[str, list[LexicalRule]] = defaultdict(list)
    for entry in grammar.lexical:
        lexical[entry.word].append(entry)
    rules = [(rule, _log2(weights[rule])) for rule in grammar.syntactic]

    def combine(start: int, stop: int, cells: Mapping[Span, _Cell]) -> _Cell:
        here: _Cell = {}
        for middle in range(start + 1, stop):
            left, right = cells[start, middle], cells[middle, stop]
            if not left or not right:
                continue
            for rule, cost in rules:
                if rule.left in left and rule.right in right:
                    chance = cost + left[rule.left][0] + right[rule.right][0]
                    if rule.parent not in here or chance > here[rule.parent][0]:
                        here[rule.parent] = chance, (middle, rule.left, rule.right)
        return here

    length = len(words)
    first: list[_Cell] = [
        {entry.category: (_log2(weights[entry]), None) for entry in lexical[word]} for word in words
    ]
    best = fill_chart(first, combine)
    if length == 0 or grammar.start not in best[0, length]:
        return None

    def tree(i: int, j: int, category: str) -> Tree:
        step = best[i, j][category][1]
        if step is None:
            return Tree.leaf(category, words[i])
        k, left, right = step
        return Tree.node(category, tree(i, k, left), tree(k, j, right))

    return tree(0, length, grammar.start), best[0, length][grammar.start][0]


def sum_of_trees(grammar: Grammar, weights: RuleWeights, words: Sequence[str]) -> float:
    """log2 of the probability of a sentence: that of all its trees together; minus infinity without any."""
    length = len(words)
    lexical: defaultdict[str, list[LexicalRule]] = defaultdict(list)
    for entry in grammar.lexical:
        lexical[entry.word].append(entry)
    inside: dict[tuple[int, int], dict[str, float]] = {}
    for i, word in enumerate(words):
        inside[i, i + 1] = {entry.category: _log2(weights[entry]) for entry in lexical[word]}
    rules = [(rule, _log2(weights[rule])) for rule in grammar.syntactic]
    for size in range(2, length + 1):
        for i in range(length - size + 1):
            found: defaultdict[str, list[float]] = defaultdict(list)
            for k in range(i + 1, i + size):
                left, right = inside[i, k], inside[k, i + size]
                for rule, cost in rules:
                    if rule.left in left and rule.right in right:
                        found[rule.parent].append(cost + left[rule.left] + right[rule.right])
            inside[i, i + size] = {name: _add(logs) for name, logs in found.items()}
    return inside[0, length].get(grammar.start, -inf) if length else -inf


def _add(logs: Sequence[float]) -> float:
    """log2 of the sum of what these are the logarithms of."""
    most = max(logs)
    return most if most == -inf else most + log2(sum(2 ** (one - most) for one in logs))


def _log2(weight: float) -> float:
    return log2(weight) if weight > 0 else -inf
