"""Almost-context-free generation: a category becomes only what it became between the same neighbours.

The neighbours of a constituent are the categories of the word before it and of the word after it, none at an
end of the sentence. What was seen is read off the trees of a solution: a rule, or a word of any spelling. The
idea is a remark in the source of the paper.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from random import Random

from brillig.errors import BrilligError, Option
from brillig.language.cfg import Cfg, Word
from brillig.language.corpus import MAX_WORDS
from brillig.language.grammar import Grammar
from brillig.language.tree import Tree
from brillig.parsing.generate import MAX_EXPANSIONS, ending

ATTEMPTS = 10_000
NOTHING = ""  # beside the first and the last word
A_WORD = ("",)  # what a category becomes that is a word's

Seen = tuple[str, tuple[str, ...], str, str]  # category, what it becomes, the neighbours


@dataclass(frozen=True)
class Contexts:
    """What each category became between which neighbours."""

    seen: frozenset[Seen]

    @classmethod
    def of(cls, trees: Iterable[Tree]) -> Contexts:
        return cls(frozenset(found for tree in trees for found in contexts_of(tree)))

    def allow(self, tree: Tree) -> bool:
        return all(found in self.seen for found in contexts_of(tree))


def contexts_of(tree: Tree) -> Iterator[Seen]:
    """Every constituent of a tree with what it becomes and its neighbours."""
    leaves = [leaf.label for leaf in tree.leaves()]
    edges = [NOTHING, *leaves, NOTHING]  # the word before position i is at i, the one after j at j + 1

    def visit(node: Tree, first: int) -> Iterator[tuple[Seen, int]]:
        if node.is_leaf:
            yield (node.label, A_WORD, edges[first], edges[first + 2]), first + 1
            return
        end = first
        for branch in node.branches:
            for found, after in visit(branch, end):
                yield found, after
            end = after
        becomes = tuple(branch.label for branch in node.branches)
        yield (node.label, becomes, edges[first], edges[end + 1]), end

    for found, _ in visit(tree, 0):
        yield found


def draw_in_context(
    grammar: Grammar,
    contexts: Contexts,
    seed: int = 0,
    max_words: int = MAX_WORDS,
    max_expansions: int = MAX_EXPANSIONS,
) -> Iterator[tuple[str, ...]]:
    """Sentences without end whose trees have only contexts that were seen, the same for the same seed.

    Trees are drawn as `generate` draws, and those with a context that was never seen are drawn again.
    """
    alternatives = ending(Cfg.from_grammar(grammar))
    random = Random(seed)
    while True:
        for _ in range(ATTEMPTS):
            tree = _draw_tree(grammar.start, alternatives, random, max_words, max_expansions)
            if tree is not None and contexts.allow(tree):
                yield tuple(leaf.word for leaf in tree.leaves())
                break
        else:
            hint = ("leave out ", Option("contexts"), ", or infer from more sentences")
            raise BrilligError(f"no sentence in {ATTEMPTS:,} draws keeps to the contexts seen", hint=hint)


def _draw_tree(
    start: str,
    alternatives: dict[str, tuple[tuple[str | Word, ...], ...]],
    random: Random,
    max_words: int,
    max_expansions: int,
) -> Tree | None:
    """One tree, leftmost category first; None when it grows too large."""
    words = expansions = 0

    def grow(category: str, ahead: int) -> Tree | None:
        """`ahead` is how many further constituents are sure to come: a word each at least."""
        nonlocal words, expansions
        expansions += 1
        if expansions > max_expansions or words + ahead >= max_words:
            return None
        choices = alternatives[category]
        right = choices[random.randrange(len(choices))]
        if len(right) == 1 and isinstance(right[0], Word):
            words += 1
            return Tree.leaf(category, right[0].text)
        left, other = (str(symbol) for symbol in right)
        first = grow(left, ahead + 1)
        second = None if first is None else grow(other, ahead)
        return None if first is None or second is None else Tree.node(category, first, second)

    return grow(start, 0)
