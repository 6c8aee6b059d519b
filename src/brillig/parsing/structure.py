"""How close the trees and word classes of a grammar are to the true ones: bracketing F1 and purity."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import comb

from brillig.errors import BrilligError
from brillig.language.cfg import Cfg, CfgTree
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.language.tree import Tree
from brillig.parsing.cyk import parse_corpus
from brillig.parsing.probability import RuleWeights, most_probable

MAX_SENTENCES = 300  # whose trees are compared

Span = tuple[int, int]


@dataclass(frozen=True)
class Structure:
    """bracketing_f1   of the constituents of two words or more, short of the sentence; None without any
    purity          share of words whose category is the most frequent true one of their class; None without
    sentences       that this was measured on
    baselines       F1 of trees that know nothing, against a treebank: right-branching, left-branching, random
    """

    bracketing_f1: float | None = None
    purity: float | None = None
    sentences: int = 0
    baselines: tuple[tuple[str, float], ...] = ()


NOTHING = Structure()


def compare_structure(
    grammar: Grammar | Cfg,
    truth: Grammar | Cfg,
    sentences: Iterable[Sequence[str]],
    weights: RuleWeights | None = None,
) -> Structure:
    """On sentences that both have trees for; with weights, the most probable tree of the grammar is taken."""
    chosen = list(sentences)[:MAX_SENTENCES]
    true = parse_corpus(truth, chosen)
    both = []
    for mine, theirs in zip(_trees(grammar, chosen, weights), true, strict=True):
        if mine is not None and theirs is not None:
            both.append((_spans(mine), _spans(theirs), zip(_leaves(mine), _leaves(theirs), strict=True)))
    pairs = {(word, mine, theirs) for _, _, leaves in both for (word, mine), (_, theirs) in leaves}
    return Structure(
        _f1([(mine, theirs) for mine, theirs, _ in both]),
        _purity((mine, theirs) for _, mine, theirs in sorted(pairs)),
        len(both),
    )


def compare_treebank(
    grammar: Grammar | Cfg, treebank: Corpus, weights: RuleWeights | None = None
) -> Structure:
    """The same against sentences with brackets and tags; those without a tree are left out."""
    if not treebank.tags and not treebank.brackets:
        raise BrilligError(
            "the treebank has neither brackets nor tags", hint="write [the cat] sleeps or the/D cat/N"
        )
    spans: list[tuple[set[Span], set[Span]]] = []
    lengths: list[int] = []
    pairs: set[tuple[str, str, str]] = set()
    parsed = 0
    for place, mine in enumerate(_trees(grammar, treebank.sentences, weights)):
        if mine is None:
            continue
        parsed += 1
        if treebank.brackets:
            length = len(treebank.sentences[place])
            true = {(bracket.start, bracket.end) for bracket in treebank.brackets[place]}
            true = {(start, end) for start, end in true if 1 < end - start < length}
            spans.append((_spans(mine), true))
            lengths.append(length)
        if treebank.tags:
            for (word, category), tag in zip(_leaves(mine), treebank.tags[place], strict=True):
                if tag is not None:
                    pairs.add((word, category, tag))
    purity = _purity((category, tag) for _, category, tag in sorted(pairs))
    return Structure(_f1(spans), purity, parsed, _baselines([true for _, true in spans], lengths))


def _baselines(true: Sequence[set[Span]], lengths: Sequence[int]) -> tuple[tuple[str, float], ...]:
    """Every tree branching to the right, to the left, and the mean of all binary trees."""
    mine, theirs = sum(max(0, length - 2) for length in lengths), sum(map(len, true))
    if not theirs:
        return ()
    both = [(start, end, length) for spans, length in zip(true, lengths, strict=True) for start, end in spans]
    right = {
        "right-branching": sum(end == length for _, end, length in both),
        "left-branching": sum(start == 0 for start, _, _ in both),
        # Of the binary trees over n words those with a given span are trees over it times trees around it.
        "random": sum(
            _binary_trees(end - start) * _binary_trees(length - (end - start) + 1) / _binary_trees(length)
            for start, end, length in both
        ),
    }
    return tuple((name, 2 * number / (mine + theirs)) for name, number in right.items())


def _binary_trees(words: int) -> int:
    return comb(2 * words - 2, words - 1) // words


def _trees(
    grammar: Grammar | Cfg, sentences: Sequence[Sequence[str]], weights: RuleWeights | None
) -> list[Tree | CfgTree | None]:
    if weights is None or not isinstance(grammar, Grammar):
        return list(parse_corpus(grammar, sentences))
    best = (most_probable(grammar, weights, sentence) for sentence in sentences)
    return [None if found is None else found[0] for found in best]


def _spans(tree: Tree | CfgTree) -> set[Span]:
    """Where its constituents of two words or more are, but for the whole sentence."""
    found: set[Span] = set()

    def walk(node: Tree | CfgTree | str, start: int) -> int:
        if isinstance(node, str):
            return start + 1
        end = start
        for child in node.children:
            end = walk(child, end)
        found.add((start, end))
        return end

    length = walk(tree, 0)
    return {(start, end) for start, end in found if 1 < end - start < length}


def _leaves(tree: Tree | CfgTree) -> list[tuple[str, str]]:
    """Each word with the category right over it."""
    found: list[tuple[str, str]] = []

    def walk(node: Tree | CfgTree) -> None:
        for child in node.children:
            if isinstance(child, str):
                found.append((child, node.label))
            else:
                walk(child)

    walk(tree)
    return found


def _f1(both: Iterable[tuple[set[Span], set[Span]]]) -> float | None:
    right = mine = theirs = 0
    for found, true in both:
        right += len(found & true)
        mine += len(found)
        theirs += len(true)
    return 2 * right / (mine + theirs) if mine + theirs else None


def _purity(pairs: Iterable[tuple[str, str]]) -> float | None:
    """Of pairs of a class and a true category, the share in which it is the class's most frequent one."""
    classes: dict[str, Counter[str]] = {}
    for mine, theirs in pairs:
        classes.setdefault(mine, Counter())[theirs] += 1
    total = sum(counts.total() for counts in classes.values())
    return sum(max(counts.values()) for counts in classes.values()) / total if total else None
