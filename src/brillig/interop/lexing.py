"""What a reader that always takes the longest token has to be given letter by letter.

Such a reader goes on while anything that it may take could still match, and does not come back: after `13` of
`13, 1969` a number might go on with `,196`, so it takes the comma, and then the blank is an error. It happens
where a text of one token, with a character that may follow it, begins another token or a longer one of the
same kind. Single characters cannot run on: tokens that do, and all that begin like a part of them, are split.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from brillig.interop.notation import letter_forms
from brillig.interop.patterns import Characters, pattern_rows
from brillig.interop.spelling import Class, Spelled, Touching
from brillig.language.cfg import Word
from brillig.language.flat import Choice, Item, Part, Row, optional
from brillig.language.reading import Reading

Ranges = tuple[tuple[int, int], ...]
_LAST = 0x10FFFF
_BLANKS: Ranges = ((9, 9), (32, 32))
_START = 0


def run_on(spelled: Spelled, reading: Reading | None) -> frozenset[Word | Class]:
    """The words and classes that have to be split into characters."""
    words = {s for rows in spelled.rules.values() for row in rows for s in row if isinstance(s, Word)}
    tokens = _Tokens([*sorted(words), *spelled.classes], reading)
    touching = Touching(reading)
    following: dict[str, set[tuple[int, int]]] = {}
    firsts: dict[str, set[tuple[int, int]]] = {}
    for item in tokens.items:
        firsts.setdefault(touching.kind(item, False), set()).update(tokens.firsts(item))
    for left, right in spelled.touches:
        following.setdefault(left, set()).update(firsts[right])
    for kind in spelled.ends:
        following.setdefault(kind, set()).update((ord(mark), ord(mark)) for mark in spelled.final)
    return tokens.split(
        {item: (*following.get(touching.kind(item, True), ()), *_BLANKS) for item in tokens.items}
    )


class _Tokens:
    """One automaton for all tokens: the words as a tree of their letters, the classes beside it."""

    def __init__(self, items: Iterable[Word | Class], reading: Reading | None) -> None:
        self.items = tuple(items)
        self._edges: list[dict[tuple[Ranges, int], None]] = [{}]
        self._ends: list[list[Word | Class]] = [[]]
        self._children: dict[tuple[int, Ranges], int] = {}
        self._begins: dict[Word | Class, Ranges] = {}
        self._characters: dict[Word | Class, Ranges] = {}
        self._long: set[Word | Class] = set()
        for item in self.items:
            if isinstance(item, Word):
                self._add_word(item, reading)
            else:
                self._add_class(item)

    def firsts(self, item: Word | Class) -> Ranges:
        """The characters with which it begins."""
        return self._begins[item]

    def split(self, following: dict[Word | Class, Ranges]) -> frozenset[Word | Class]:
        """Those that run on, where these characters may follow, and those that begin like a part of them."""
        found = self._running_on(following)
        pieces: set[tuple[int, int]] = {r for item in found for r in self._characters[item]}
        rest = [item for item in self.items if item in self._long and item not in found]
        more = found
        while more:
            more = {item for item in rest if _meet(self._begins[item], pieces)}
            rest = [item for item in rest if item not in more]
            found |= more
            pieces.update(r for item in more for r in self._characters[item])
        return frozenset(found)

    def _running_on(self, following: dict[Word | Class, Ranges]) -> set[Word | Class]:
        found: set[Word | Class] = set()
        pairs = seen = {(_START, _START)}
        while pairs:
            new = set()
            for state, other in pairs:
                others = tuple(self._edges[other])
                found |= {
                    item
                    for item in self._ends[state]
                    if any(_meet(following[item], ranges) for ranges, _ in others)
                }
                for ranges, target in self._edges[state]:
                    new |= {(target, goal) for own, goal in others if _meet(own, ranges)}
            pairs = new - seen
            seen = seen | pairs
        return found

    def _add_word(self, word: Word, reading: Reading | None) -> None:
        letters: list[Ranges] = []
        for piece in letter_forms(word.text, reading):
            both = (piece,) if isinstance(piece, tuple) else piece
            letters += [tuple((ord(letter), ord(letter)) for letter in one) for one in both]
        state = _START
        for ranges in letters:
            if (state, ranges) not in self._children:
                self._children[state, ranges] = self._new([state], ranges)
            state = self._children[state, ranges]
        self._ends[state].append(word)
        self._begins[word] = letters[0]
        self._characters[word] = tuple(chain.from_iterable(letters))
        if len(letters) > 1:
            self._long.add(word)

    def _add_class(self, one: Class) -> None:
        before = len(self._edges)
        top = self._state()
        for state in self._add_rows(pattern_rows(one.expression, one.name), [top]):
            self._ends[state].append(one)
        self._edges[_START].update(self._edges[top])
        self._begins[one] = tuple(r for ranges, _ in self._edges[top] for r in ranges)
        inside = {ranges for edges in self._edges[before:] for ranges, _ in edges}
        self._characters[one] = tuple(chain.from_iterable(inside))
        if any(self._edges[state] for _, state in self._edges[top]):
            self._long.add(one)

    def _add_rows(self, rows: Choice, sources: list[int]) -> list[int]:
        return [state for row in rows for state in self._add_row(row, sources)]

    def _add_row(self, row: Row, sources: list[int]) -> list[int]:
        for item in row:
            if isinstance(item, Part):
                sources = self._add_part(item, sources)
            elif isinstance(item, Characters):
                sources = [self._new(sources, ranges_of(item))]
            else:
                for letter in item.text:
                    sources = [self._new(sources, ((ord(letter), ord(letter)),))]
        return sources

    def _add_part(self, part: Part, sources: list[int]) -> list[int]:
        top = self._state()
        ends = self._add_rows(part.rows, [top])
        may_be_empty = part.least == 0 or top in ends
        ends = [state for state in ends if state != top]
        for state in [*sources, *(ends if part.repeats else ())]:
            self._edges[state].update(self._edges[top])
        return list(dict.fromkeys([*ends, *(sources if may_be_empty else ())]))

    def _new(self, sources: Iterable[int], ranges: Ranges) -> int:
        target = self._state()
        for source in sources:
            self._edges[source][ranges, target] = None
        return target

    def _state(self) -> int:
        self._edges.append({})
        self._ends.append([])
        return len(self._edges) - 1


def ranges_of(characters: Characters) -> Ranges:
    """The same without a negation."""
    if not characters.negated:
        return characters.ranges
    free, result = 0, []
    for low, high in sorted(characters.ranges):
        if free < low:
            result.append((free, low - 1))
        free = max(free, high + 1)
    return (*result, (free, _LAST))


def _meet(some: Iterable[tuple[int, int]], others: Iterable[tuple[int, int]]) -> bool:
    return any(low <= last and first <= high for low, high in some for first, last in others)


class Splitting:
    """The rows of token classes character by character, with what repeats as rules that call themselves.

    A reader that takes rules which do not call themselves for tokens has to take these for rules.
    """

    def __init__(self) -> None:
        self.rules: dict[str, Choice] = {}
        self._names: dict[Choice, str] = {}

    def rows(self, one: Class) -> Choice:
        """Its rows; helper rules that they name go to `rules`."""
        return self._rows(one.name, pattern_rows(one.expression, one.name))

    def _rows(self, name: str, rows: Choice) -> Choice:
        return tuple(tuple(new for item in row for new in self._items(name, item)) for row in rows)

    def _items(self, name: str, item: Item) -> list[Item]:
        if isinstance(item, Word):
            return [Word(letter) for letter in item.text]
        if not isinstance(item, Part):
            return [item]
        rows = self._rows(name, item.rows)
        if not item.repeats:
            return [Part(rows, item.least, False)]
        if rows not in self._names:
            helper = self._names[rows] = f"{name} {len(self._names) + 1}"  # with a blank it is no category's
            self.rules[helper] = tuple((*row, optional(((helper,),))) for row in rows)
        helper = self._names[rows]
        return [helper] if item.least else [optional(((helper,),))]
