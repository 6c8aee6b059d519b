"""Which sentences may be wrong, and what grows without them.

A wrong sentence gets rules of its own, or pulls whole phrases after it until the grammar takes it in. To
leave these again is a long way for a search by small steps, to grow without the sentence a short one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from math import log2
from typing import TYPE_CHECKING

from brillig.language.corpus import Corpus
from brillig.language.tree import Tree
from brillig.limits import Ended
from brillig.parsing.bits import Description, describe_used

if TYPE_CHECKING:
    from brillig.engines.grow.growth import Grown

# At most one sentence in this many is left out to see whether the others have a better grammar; of those that
# are merely costly, one in this many. Not tuned one by one;
# benchmarks/bench_noise.py shows what they do together.
MOST = 4
COSTLY = (16, 8)
ROUNDS = 4  # of leaving out, each from the grammar that the one before found


def without_suspects(grown: Grown, corpus: Corpus, regrow: Callable[[Corpus], Grown]) -> Grown:
    """The same, or what grows from a part of the sentences, where that describes all with fewer bits."""
    tried: set[frozenset[int]] = set()
    for _ in range(ROUNDS):
        for suspects in _suspects(grown, corpus):
            if grown.ended is not Ended.ANSWERED or suspects in tried:
                continue
            tried.add(suspects)
            before = grown
            rest = corpus.part([i for i in range(len(corpus)) if i not in suspects])
            grown = _lighter(before, regrow(rest), corpus)
            if grown.description is not before.description:
                break
        else:
            return grown
    return grown


def _lighter(grown: Grown, other: Grown, corpus: Corpus) -> Grown:
    """The one that describes all sentences with fewer bits; `other` has not seen all of them."""
    assert grown.description is not None
    work = grown.work + other.work
    same = replace(grown, ended=other.ended, work=work, seconds=other.seconds)
    if other.grammar is None:
        return same
    grammar, description, left_out = describe_used(other.grammar, corpus)
    if description.bits.total >= grown.description.bits.total:
        return same
    return replace(
        other,
        grammar=grammar,
        description=description,
        exceptions=left_out,
        work=work,
        reached=grown.work + other.reached,
        islands_best=(),
    )


def _suspects(grown: Grown, corpus: Corpus) -> Iterator[frozenset[int]]:
    """Sets of sentences to leave out, the likeliest first; always those that are exceptions already."""
    if grown.description is None:
        return
    costly = costly_sentences(grown.description, corpus)
    sets = [lonely_sentences(grown.description), *(costly[: len(corpus) // share] for share in COSTLY)]
    for chosen in sets:
        suspects = frozenset(grown.exceptions).union(chosen)
        if len(grown.exceptions) < len(suspects) <= len(corpus) / MOST:
            yield suspects


def lonely_sentences(description: Description) -> list[int]:
    """Sentences whose tree has a rule, or a category of a word that has several, that no other's has."""
    homes = Counter(rule[1] for rule in description.uses if len(rule) == 2)
    rules = []
    for tree in description.trees:
        used = set() if tree is None else {_rule(node) for node in tree.nodes()}
        rules.append({rule for rule in used if len(rule) == 3 or homes[rule[1]] > 1})
    users = Counter(rule for of_tree in rules for rule in of_tree)
    return [i for i, of_tree in enumerate(rules) if any(users[rule] == 1 for rule in of_tree)]


def costly_sentences(description: Description, corpus: Corpus) -> list[int]:
    """Sentences with a tree, those first whose tree takes the most bits per word beyond writing them out."""
    weights: dict[tuple[str, ...], float] = {tuple(rule): p for rule, p in description.weights.items()}
    total = sum(corpus.counts.values())
    excess = {}
    for i, (tree, sentence) in enumerate(zip(description.trees, corpus.sentences, strict=True)):
        if tree is not None:
            derived = -sum(log2(weights[_rule(node)]) for node in tree.nodes())
            written = -sum(log2(corpus.counts[word] / total) for word in sentence)
            excess[i] = (derived - written) / len(sentence)
    return sorted(excess, key=lambda i: (-excess[i], i))


def _rule(node: Tree) -> tuple[str, ...]:
    if node.is_leaf:
        return (node.label, node.word)
    return (node.label, *(branch.label for branch in node.branches))
