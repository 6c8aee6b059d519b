"""Trees that have the constituents and the categories that are known: CYK on the spans that are left."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from brillig.language.corpus import Sentence
from brillig.language.marked import Marked

Rule = tuple[int, int, int]
Node = tuple[int, int, int]  # from, to, category
Way = tuple[int, int, int]  # split, left category, right category


class MarkedParser:
    """The trees of marked sentences; categories are numbers, 0 is the start symbol.

    named   which category each name stands for; without it, names are passed over, brackets are not
    """

    def __init__(
        self,
        syntactic: Iterable[Rule],
        lexical: Mapping[str, Collection[int]],
        named: Mapping[str, int] | None = None,
    ) -> None:
        self._rules = sorted(syntactic)
        self._lexical = lexical
        self._named = named
        self._tables: dict[Marked, dict[tuple[int, int], set[int]]] = {}

    def words(self, sentence: Marked, /) -> Sentence:
        return sentence.words

    def table(self, sentence: Marked) -> dict[tuple[int, int], set[int]]:
        """The categories that derive each span, as far as they may stand there."""
        cells = self._tables.get(sentence)
        if cells is None:
            cells = self._tables[sentence] = {}
            length = len(sentence)
            for size in range(1, length + 1):
                for start in range(length - size + 1):
                    cells[start, start + size] = self._cell(sentence, cells, start, start + size)
        return cells

    def _cell(
        self, sentence: Marked, cells: Mapping[tuple[int, int], set[int]], start: int, stop: int
    ) -> set[int]:
        if sentence.crosses(start, stop):
            return set()
        if stop - start == 1:
            found = set(self._lexical.get(sentence[start], ()))
        else:
            found = {
                x
                for middle in range(start + 1, stop)
                for x, y, z in self._rules
                if y in cells[start, middle] and z in cells[middle, stop]
            }
        if self._named is not None:
            for name in sentence.names_of(start, stop):
                found &= {self._named[name]}
        return found

    def accepts(self, sentence: Marked) -> bool:
        return 0 in self.table(sentence)[0, len(sentence)]

    def forest(self, sentence: Marked, /) -> dict[Node, list[Way]]:
        """Every node of a tree of the sentence with the ways to build it; a word's node has none."""
        cells = self.table(sentence)
        ways: dict[Node, list[Way]] = {}
        stack: list[Node] = [(0, len(sentence), 0)] if self.accepts(sentence) else []
        while stack:
            node = stack.pop()
            if node in ways:
                continue
            start, stop, category = node
            ways[node] = []
            for middle in range(start + 1, stop):
                for x, y, z in self._rules:
                    if x == category and y in cells[start, middle] and z in cells[middle, stop]:
                        ways[node].append((middle, y, z))
                        stack += [(start, middle, y), (middle, stop, z)]
        return ways

    def first(self, sentence: Marked, /) -> dict[Node, Way]:
        """The ways of one tree of a sentence that has one."""
        forest = self.forest(sentence)
        choice: dict[Node, Way] = {}
        stack: list[Node] = [(0, len(sentence), 0)]
        while stack:
            node = stack.pop()
            if node[1] - node[0] > 1:
                middle, y, z = choice[node] = forest[node][0]
                stack += [(node[0], middle, y), (middle, node[1], z)]
        return choice


def namings(
    start: str,
    syntactic: Collection[Rule],
    lexical: Mapping[str, Collection[int]],
    sentences: Sequence[Marked],
    names: Collection[str],
    rules: Collection[tuple[str, str, str]] = (),
    entries: Collection[tuple[str, str]] = (),
) -> Iterator[dict[str, int]]:
    """Every way to say which category each name stands for, such that every sentence has its trees.

    Names stand for different categories, `start` for 0. `rules` and `entries` (category, word) have to be
    among those of the grammar, under their names.
    """
    categories = {0, *(x for rule in syntactic for x in rule), *(x for xs in lexical.values() for x in xs)}
    possible = {name: categories - {0} if name != start else {0} for name in names}
    plain = MarkedParser(syntactic, lexical)
    for sentence in dict.fromkeys(sentences):
        at: defaultdict[tuple[int, int], set[int]] = defaultdict(set)
        for first, last, category in plain.forest(sentence):
            at[first, last].add(category)
        if not at:
            return
        for first, last in {(k, k + 1) for k in range(len(sentence))} | {b[:2] for b in sentence.brackets}:
            for name in sentence.names_of(first, last):
                possible[name] &= at[first, last]
    for name, word in entries:
        possible[name] &= set(lexical.get(word, ()))
    for named in _injective(sorted(possible, key=lambda name: (len(possible[name]), name)), possible, {}):
        if any((named[x], named[y], named[z]) not in syntactic for x, y, z in rules):
            continue
        parser = MarkedParser(syntactic, lexical, named)
        if all(map(parser.accepts, dict.fromkeys(sentences))):
            yield named


def _injective(
    names: Sequence[str], possible: Mapping[str, set[int]], named: dict[str, int]
) -> Iterator[dict[str, int]]:
    if len(named) == len(names):
        yield dict(named)
        return
    name = names[len(named)]
    for category in sorted(possible[name] - set(named.values())):
        yield from _injective(names, possible, {**named, name: category})
