"""The code of `docs/explanation/description-length.md` from its text: slow, with its own arithmetic."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import comb, factorial, lgamma, log, log2, prod

from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar, SyntacticRule
from brillig.language.tree import Tree


def universal(number: int) -> float:
    """Rissanen's code for whole numbers from 1."""
    bits, term = log2(2.865064), log2(number)
    while term > 0:
        bits += term
        term = log2(term)
    return bits


def onto(things: int, places: int) -> float:
    """log2 of the share of all ways to put things in places that leave no place empty."""
    if places > things:
        return 0.0
    ways = sum((-1) ** j * comb(places, j) * (places - j) ** things for j in range(places + 1))
    return log2(Fraction(ways, places**things))


def lean(categories: int, rules: int, recursive: bool, equal: bool, parents: int) -> float:
    """log2 of the share of all sets of rules in which each category but the root is a child."""

    def sets(inner: int) -> int:
        children = inner + recursive
        return comb(parents * children * (children if equal else children - 1), rules)

    inner = categories - 1
    ways = sum((-1) ** j * comb(inner, j) * sets(inner - j) for j in range(inner + 1))
    return log2(Fraction(ways, sets(inner)))


def parent_bits(rules: Sequence[SyntacticRule], parents: int) -> float:
    """Each parent by those of the rules before with the same left child, or with the same right one."""
    totals = []
    for side in ("left", "right"):
        before: Counter[tuple[str, str]] = Counter()
        of_child: Counter[str] = Counter()
        bits = 1.0
        for rule in rules:
            child = getattr(rule, side)
            bits -= log2((before[child, rule.parent] + 0.5 / parents) / (of_child[child] + 0.5))
            before[child, rule.parent] += 1
            of_child[child] += 1
        totals.append(bits)
    return min(totals)


def words_as_phrases(grammar: Grammar) -> set[tuple[str, str]]:
    """Classes of words and the phrases in whose places, two or more, they stand."""
    rules = set(grammar.syntactic)
    classes = set(grammar.words_of) - set(grammar.expansions) - {grammar.start}
    found = set()
    for phrase in set(grammar.expansions) - {grammar.start}:
        places = [rule for rule in rules if phrase in (rule.left, rule.right)]
        if len(places) < 2 or any(rule.left == rule.right for rule in places):
            continue
        for words in classes:
            if all(_put(rule, phrase, words) in rules for rule in places):
                found.add((words, phrase))
    return found


def _put(rule: SyntacticRule, old: str, new: str) -> SyntacticRule:
    left, right = (new if child == old else child for child in (rule.left, rule.right))
    return SyntacticRule(rule.parent, left, right)


def reference_grammar_bits(grammar: Grammar) -> float:
    """Every rule written out, or those left out that follow from classes of words being phrases."""
    said = words_as_phrases(grammar)
    follow = {
        _put(rule, phrase, words)
        for words, phrase in said
        for rule in grammar.syntactic
        if phrase in (rule.left, rule.right)
    }
    rest = [rule for rule in grammar.syntactic if rule not in follow]
    plain = _bits_with(grammar, grammar.syntactic, 0)
    return min(plain, _bits_with(grammar, rest, len(said))) if said else plain


def _bits_with(grammar: Grammar, rules: Sequence[SyntacticRule], said: int) -> float:
    start = grammar.start
    pairs = Counter((rule.left, rule.right) for rule in grammar.syntactic)
    recursive = any(start in pair for pair in pairs)
    equal = any(left == right for left, right in pairs)
    shared = max(pairs.values(), default=1) > 1
    one_word = start in grammar.words_of
    lifted = recursive + equal + shared + one_word
    bits = 1 + 8 * lifted + log2(comb(4, lifted))
    c, r, phrasal = len(grammar.categories), len(rules), len(grammar.expansions)
    bits += universal(c) + universal(r + 1) + 2 * log2(c)
    children = c if recursive else c - 1
    possible = children * (children if equal else children - 1) * (phrasal if shared else 1)
    bits += log2(comb(possible, r)) + 1
    if set(grammar.categories) - {start} <= {child for rule in rules for child in rule[1:]}:
        bits += lean(c, r, recursive, equal, phrasal if shared else 1)
    if not shared and r:
        bits += parent_bits(rules, phrasal) + onto(r, phrasal)
    with_rules, with_words = set(grammar.expansions) - {start}, set(grammar.words_of) - {start}
    bits += 1
    if said:
        bits += universal(said) + log2(comb(len(with_rules) * len(with_words - with_rules), said))
    homes = max(1, len(grammar.words_of))
    words, extra = len(grammar.words), grammar.homographs
    bits += 6 * homes + words * log2(homes) + onto(words, len(grammar.words_of))
    bits += universal(extra + 1) + log2(comb(words * (homes - 1), extra))
    for alike in (with_rules - with_words, with_words - with_rules, with_rules & with_words):
        bits -= log2(factorial(len(alike)))
    return bits


def rule_of(node: Tree) -> tuple[str, ...]:
    if node.is_leaf:
        return (node.label, node.word)
    return (node.label, *(branch.label for branch in node.branches))


def reference_data_bits(grammar: Grammar, trees: Sequence[Tree]) -> float:
    """Krichevsky and Trofimov: each choice costs what (seen + 1/2) / (all + alternatives / 2) says.

    Where no sentence is repeated, each is chosen among those not yet written, short ones first.
    """
    seen: Counter[tuple[str, ...]] = Counter()
    total: Counter[str] = Counter()
    alternatives = Counter(rule[0] for rule in grammar)
    bits = 0.0
    for tree in trees:
        for node in tree.nodes():
            rule = rule_of(node)
            bits -= log2((seen[rule] + 0.5) / (total[node.label] + alternatives[node.label] / 2))
            seen[rule] += 1
            total[node.label] += 1
    if len({tree.words() for tree in trees}) < len(trees):
        return bits
    written = 0.0
    used = Counter(rule[0] for rule in seen)
    for tree in sorted(trees, key=lambda tree: (len(tree.words()), tree.words())):
        bits += log2(1 - written)
        written += prod(
            (seen[rule_of(node)] + 0.5) / (total[node.label] + used[node.label] / 2) for node in tree.nodes()
        )
    return bits


def reference_exception_bits(grammar: Grammar, corpus: Corpus, exceptions: Sequence[int]) -> float:
    number, left_out = len(corpus), len(exceptions)
    nats = lgamma(number + 1) - lgamma(left_out + 0.5) - lgamma(number - left_out + 0.5) + 2 * lgamma(0.5)
    bits = nats / log(2)
    if not exceptions:
        return bits
    vocabulary = {*grammar.words, *corpus.words}
    kept = [s for i, s in enumerate(corpus.sentences) if i not in exceptions]
    counts = Counter(word for sentence in kept for word in sentence)
    nowhere = len(vocabulary - set(grammar.words))
    bits += universal(nowhere + 1) + log2(comb(len(vocabulary), nowhere))
    before = after = sum(counts.values())
    later = Counter(counts)
    lengths, longest = Counter(map(len, kept)), max(map(len, corpus.sentences))
    for i in sorted(exceptions):
        length = len(corpus.sentences[i])
        bits -= log2((lengths[length] + 0.5) / (lengths.total() + longest / 2))
        lengths[length] += 1
        later.update(corpus.sentences[i])
        after += length
    half = len(vocabulary) / 2
    nats = lgamma(after + half) - lgamma(before + half)
    nats -= sum(lgamma(later[word] + 0.5) - lgamma(counts[word] + 0.5) for word in vocabulary)
    return bits + nats / log(2)


def all_trees(grammar: Grammar, words: Sequence[str], label: str | None = None) -> Iterator[Tree]:
    """Every tree of a sentence, by trying everything."""
    label = label or grammar.start
    if len(words) == 1:
        if (label, words[0]) in grammar.lexical:
            yield Tree.leaf(label, words[0])
        return
    for rule in grammar.expansions.get(label, ()):
        for split in range(1, len(words)):
            for left in all_trees(grammar, words[:split], rule.left):
                for right in all_trees(grammar, words[split:], rule.right):
                    yield Tree.node(label, left, right)


def fewest_data_bits(grammar: Grammar, sentences: Sequence[Sequence[str]]) -> float:
    """Over every choice of trees."""
    choices = [list(all_trees(grammar, sentence)) for sentence in sentences]
    return min(reference_data_bits(grammar, trees) for trees in itertools.product(*choices))
