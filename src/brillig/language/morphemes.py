"""Words of glossed text split at `-` and `=`; the mark stays with the affix: `m- toto`, `cat -s`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable
from itertools import pairwise

from brillig.language.corpus import Corpus
from brillig.language.tree import Tree

_SEPARATOR = re.compile(r"(?<=\w)([-=])(?=\w)")


def morpheme_splits(words: Iterable[str], known: Collection[str] = ()) -> dict[str, tuple[str, ...]]:
    """How each word that has parts is split.

    Which part is the root is not written, so the words decide together: first the longest part of each is
    taken (at the end where most words have theirs one letter less will do), then what stands before and
    after roots elsewhere counts; `known` are morphemes seen before.
    """
    parts = {word: _SEPARATOR.split(word) for word in words if _SEPARATOR.search(word)}
    before: Counter[str] = Counter(word[:-1] for word in known if word.endswith(("-", "=")))
    after: Counter[str] = Counter(word[1:] for word in known if word.startswith(("-", "=")))
    first = _leans_to_first([pieces[::2] for pieces in parts.values()])
    longest = {word: _longest(pieces[::2], first) for word, pieces in parts.items()}
    for word, pieces in parts.items():
        before.update(pieces[::2][: longest[word]])
        after.update(pieces[::2][longest[word] + 1 :])
    return {
        word: _attach(pieces, _root(pieces[::2], longest[word], before, after))
        for word, pieces in parts.items()
    }


def _leans_to_first(words: list[list[str]]) -> bool:
    """Whether the words are rather built by suffixes: their first parts are the longest more often."""
    lean = 0
    for stems in words:
        others = max(map(len, stems[1:-1]), default=0)
        lean += (len(stems[0]) > max(others, len(stems[-1]))) - (len(stems[-1]) > max(others, len(stems[0])))
    return lean > 0


def _longest(stems: list[str], first: bool) -> int:
    """The longest part; the one where the language has its roots may be a letter shorter."""
    edge = 0 if first else len(stems) - 1
    return max(range(len(stems)), key=lambda place: (len(stems[place]) + 1.5 * (place == edge), place))


def _root(stems: list[str], longest: int, before: Counter[str], after: Counter[str]) -> int:
    """The part that makes the others what they are elsewhere; where nothing speaks for one, the longest."""
    # What this word itself said is not heard.
    prefixes = [before[stem] - (place < longest) for place, stem in enumerate(stems)]
    suffixes = [after[stem] - (place > longest) for place, stem in enumerate(stems)]
    left, right, evidence = 0, sum(suffixes), []
    for prefix, suffix in zip(prefixes, suffixes, strict=True):
        right -= suffix
        evidence.append(left + right - prefix - suffix)
        left += prefix
    return max(range(len(stems)), key=lambda root: (evidence[root], root == longest))


def _attach(pieces: list[str], root: int) -> tuple[str, ...]:
    stems, marks = pieces[::2], pieces[1::2]
    return (
        *(stem + mark for stem, mark in zip(stems[:root], marks, strict=False)),
        stems[root],
        *(mark + stem for stem, mark in zip(stems[root + 1 :], marks[root:], strict=True)),
    )


def has_morphemes(corpus: Corpus) -> bool:
    """Whether its words are parts of words, as they were read."""
    return corpus.reading is not None and corpus.reading.tokens == "morphemes"


def word_joins(words: Iterable[str]) -> list[int]:
    """Of each morpheme 1 where it is joined to the one before, 2 where to the one after, 3 for both."""
    return [
        (word[0] in "-=") + 2 * (word[-1] in "-=") if len(word) > 1 else 0  # a mark by itself is a word
        for word in words
    ]


def count_crossings(tree: Tree) -> int:
    """Phrases that begin or end within a word and do not lie within it."""
    joins = word_joins(tree.words())
    within = [False] + [bool(b & 1 or a & 2) for a, b in pairwise(joins)] + [False]

    def count(node: Tree, start: int) -> tuple[int, int]:
        if node.is_leaf:
            return 0, 1
        crossings, length = 0, 0
        for branch in node.branches:
            more, words = count(branch, start + length)
            crossings, length = crossings + more, length + words
        end = start + length
        cuts = within[start] or within[end]
        return crossings + (cuts and not all(within[start + 1 : end])), length

    return count(tree, 0)[0]


def joined(words: Iterable[str]) -> str:
    """Morphemes as the words that one would say: `ti- cochi -z` is `ticochiz`."""
    text, open_ = "", True
    for word in words:
        affix = len(word) > 1  # a mark by itself is a word
        text += "" if open_ or (affix and word[0] in "-=") else " "
        text += word.strip("-=") if affix else word
        open_ = affix and word[-1] in "-="
    return text
