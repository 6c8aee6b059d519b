"""The code of `docs/choosing.md` once more, written from the text: slow, with its own arithmetic."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import comb, factorial, lgamma, log, log2

from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.language.tree import Tree


def universal(number: int) -> float:
    """Rissanen's code for whole numbers from 1."""
    bits, term = log2(2.865064), log2(number)
    while term > 0:
        bits += term
        term = log2(term)
    return bits


def reference_grammar_bits(grammar: Grammar) -> float:
    start = grammar.start
    pairs = Counter((rule.left, rule.right) for rule in grammar.syntactic)
    recursive = any(start in pair for pair in pairs)
    equal = any(left == right for left, right in pairs)
    shared = max(pairs.values(), default=1) > 1
    one_word = start in grammar.words_of
    lifted = recursive + equal + shared + one_word
    bits = 1 + 8 * lifted + log2(comb(4, lifted))
    c, r, phrasal = len(grammar.categories), len(grammar.syntactic), len(grammar.expansions)
    bits += universal(c) + universal(r + 1) + 2 * log2(c)
    children = c if recursive else c - 1
    possible = children * (children if equal else children - 1)
    if shared:
        bits += log2(comb(possible * phrasal, r))
    else:
        bits += log2(comb(possible, r)) + (r * log2(phrasal) if r else 0)
    homes = max(1, len(grammar.words_of))
    words, extra = len(grammar.words), grammar.homographs
    bits += words * log2(homes) + universal(extra + 1) + log2(comb(words * (homes - 1), extra))
    with_rules, with_words = set(grammar.expansions) - {start}, set(grammar.words_of) - {start}
    for alike in (with_rules - with_words, with_words - with_rules, with_rules & with_words):
        bits -= log2(factorial(len(alike)))
    return bits


def reference_data_bits(grammar: Grammar, trees: Iterable[Tree]) -> float:
    """Krichevsky and Trofimov: each choice costs what (seen + 1/2) / (all + alternatives / 2) says."""
    seen: Counter[tuple[str, ...]] = Counter()
    total: Counter[str] = Counter()
    alternatives = Counter(rule[0] for rule in grammar)
    bits = 0.0
    for tree in trees:
        for node in tree.nodes():
            if node.is_leaf:
                rule: tuple[str, ...] = (node.label, node.word)
            else:
                rule = (node.label, *(branch.label for branch in node.branches))
            bits -= log2((seen[rule] + 0.5) / (total[node.label] + alternatives[node.label] / 2))
            seen[rule] += 1
            total[node.label] += 1
    return bits


def reference_exception_bits(grammar: Grammar, corpus: Corpus, exceptions: Sequence[int]) -> float:
    if not exceptions:
        return universal(1)
    vocabulary = {*grammar.words, *corpus.words}
    kept = [s for i, s in enumerate(corpus.sentences) if i not in exceptions]
    counts = Counter(word for sentence in kept for word in sentence)
    nowhere = len(vocabulary - set(grammar.words))
    bits = universal(len(exceptions) + 1) + log2(comb(len(corpus), len(exceptions)))
    bits += universal(nowhere + 1) + log2(comb(len(vocabulary), nowhere))
    before = after = sum(counts.values())
    later = Counter(counts)
    for i in sorted(exceptions):
        bits += universal(len(corpus.sentences[i]))
        later.update(corpus.sentences[i])
        after += len(corpus.sentences[i])
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
