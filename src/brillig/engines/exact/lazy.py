"""The lazy search: solve for a few sentences, look which others fail, take these in, and so on."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from itertools import islice

from brillig.engines.exact.closure import Exclusion
from brillig.engines.exact.encoding import Encoding
from brillig.language.grammar import Grammar
from brillig.language.tree import Tree
from brillig.parsing.chart import Parser, Rule, Rules, bits

# Not tuned.
AT_FIRST = 5
AT_ONCE = 3
PATIENCE = 5  # models that may leave a category unused before trees are spelled out


@dataclass(frozen=True)
class Found:
    """A solution: rules without a superfluous one, and trees."""

    rules: Rules
    grammar: Grammar
    trees: tuple[Tree, ...]


class LazySearch:
    """Finds the solutions of an encoding one after the other.

    `at_first` items are taken in to begin with, then up to `at_once` of those that a model does not derive;
    `nearest` is told of such a model.
    """

    def __init__(
        self,
        encoding: Encoding,
        *,
        at_first: int = AT_FIRST,
        at_once: int = AT_ONCE,
        progress: Callable[[int, int], None] | None = None,
        nearest: Callable[[Grammar], None] | None = None,
    ) -> None:
        self.encoding = encoding
        self.taken: list[Hashable] = []
        self._left = dict.fromkeys(encoding.items)
        self._at_once = at_once
        self._progress = progress
        self._nearest = nearest
        self._guards: list[int] | None = None
        self._unused = 0
        self._starred = sorted(encoding.rejected, key=lambda sentence: (len(sentence), sentence))
        self._exclusion: Exclusion | None = None
        self._take_in(list(islice(self._left, at_first)))

    def _take_in(self, items: list[Hashable]) -> None:
        for item in items:
            del self._left[item]
            self.taken.append(item)
            self.encoding.take_in(item)
        self._guards = None
        if self._progress:
            self._progress(len(self.taken), self.encoding.formula.calls)

    def next_model(self) -> Rules | None:
        """Rules of the next model that derives every sentence, whatever categories it uses; None: no more."""
        encoding = self.encoding
        while True:
            if self._guards is None:
                self._guards = encoding.guards(complete=not self._left)
            if not encoding.formula.solve(self._guards):
                if not self._guards or not encoding.formula.core():
                    return None
                # Only the wish to see everything used in what was taken in so far is in the way.
                self._take_in(list(islice(self._left, len(self.taken))))
                continue
            rules = encoding.rules()
            if self._reject(rules):
                continue
            checked = zip(self._left, encoding.derives(rules, self._left), strict=True)
            failing = list(islice((item for item, derived in checked if not derived), self._at_once))
            if not failing:
                return rules
            if self._nearest:
                self._nearest(encoding.grammar(rules))
            self._take_in(failing)

    def _reject(self, rules: Rules) -> bool:
        """Whether starred sentences have a tree; then some of them are forbidden from now on."""
        if not self._starred:
            return False
        parser = Parser(rules)
        accepted = list(islice(filter(parser.accepts, self._starred), self._at_once))
        if accepted and self._exclusion is None:
            self._exclusion = Exclusion(self.encoding)
        for sentence in accepted:
            assert self._exclusion is not None
            self._starred.remove(sentence)
            self._exclusion.add(sentence)
        return bool(accepted)

    def next(self) -> Found | None:
        """The next solution, or None: there is proof that there are no more.

        Call `block` before asking for another one.
        """
        while (rules := self.next_model()) is not None:
            trees = self.encoding.trees(rules)
            if trees is None:
                self.encoding.forbid_within(rules)
                self._unused += 1
                if self._unused == PATIENCE:
                    self.encoding.witness()
                    self._guards = None
                continue
            return self.shrunk(rules, trees)
        return None

    def block(self, found: Found) -> None:
        """No more solutions that contain these rules, under any names."""
        self.encoding.forbid_above(found.rules)

    def __iter__(self) -> Iterator[Found]:
        while (found := self.next()) is not None:
            yield found
            self.block(found)

    def shrunk(self, rules: Rules, trees: tuple[Tree, ...]) -> Found:
        """Leave out rules as long as what remains is a solution."""
        rules, trees = shrink(self.encoding, rules, trees, self.encoding.solution_of)
        return Found(rules, self.encoding.grammar(rules), trees)


def shrink(
    encoding: Encoding,
    rules: Rules,
    trees: tuple[Tree, ...],
    solve: Callable[[Rules], tuple[Tree, ...] | None],
) -> tuple[Rules, tuple[Tree, ...]]:
    """Leave out rules one by one as long as `solve` has trees for what remains."""
    for removal in _removals(encoding, rules):
        less = _without(rules, removal)
        fewer = None if less is None else solve(less)
        if less is not None and fewer is not None:
            rules, trees = less, fewer
    return rules, trees


def _removals(encoding: Encoding, rules: Rules) -> Iterator[Rule | tuple[str, int]]:
    """Each rule that could be superfluous, syntactic rules first; a word's only category never is."""
    yield from (rule for rule in sorted(rules.syntactic) if rule in encoding.t)
    for word, mask in rules.lexical.items():
        if mask & (mask - 1):
            yield from ((word, x) for x in bits(mask) if (word, x) in encoding.lex)


def _without(rules: Rules, removal: Rule | tuple[str, int]) -> Rules | None:
    """The rules less one; None if a word would be left without category."""
    if len(removal) == 3:
        return Rules(rules.syntactic - {removal}, rules.lexical)
    word, x = removal
    mask = rules.lexical[word] & ~(1 << x)
    return Rules(rules.syntactic, dict(rules.lexical) | {word: mask}) if mask else None
