"""Trees that have the constituents and the categories that are known: a chart of the spans that are left."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from brillig.language.corpus import Sentence
from brillig.language.marked import Marked
from brillig.parsing.chart import Choice, Forest, Parser, Rule, Rules, choose_first


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
        masks = {word: sum(1 << x for x in set(categories)) for word, categories in lexical.items()}
        self._parser = Parser(Rules(frozenset(syntactic), masks))
        self._named = named
        self._forests: dict[Marked, Forest] = {}

    def words(self, sentence: Marked, /) -> Sentence:
        return sentence.words

    def forest(self, sentence: Marked, /) -> Forest:
        """Every node of a tree of the sentence with the ways to build it; a word's node has none."""
        found = self._forests.get(sentence)
        if found is None:
            found = self._forests[sentence] = self._parser.forest(
                sentence.words, lambda start, stop: self._allowed(sentence, start, stop)
            )
        return found

    def _allowed(self, sentence: Marked, start: int, stop: int) -> int:
        """The categories that brackets and names leave to a span."""
        if sentence.crosses(start, stop):
            return 0
        mask = -1
        if self._named is not None:
            for name in sentence.names_of(start, stop):
                mask &= 1 << self._named[name]
        return mask

    def accepts(self, sentence: Marked) -> bool:
        return bool(self.forest(sentence))

    def first(self, sentence: Marked, /) -> Choice:
        """The ways of one tree of a sentence that has one."""
        forest = self.forest(sentence)
        return choose_first(lambda node: forest[node][0], len(sentence))


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
