"""How a file writes its words: where blanks are left out, what ends a line, what token classes stand for.

It is seen when sentences are read, kept with the reading, and lets sentences be written as the file has them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any

from brillig.errors import BrilligError

if TYPE_CHECKING:
    from brillig.language.reading import Reading

MAX_VALUES = 50  # kept of each token class, and of each word before it
MAX_PAIRS = 300
OPEN_BOX = "\u2423"  # a blank inside a word


@dataclass(frozen=True)
class Spelling:
    """tight_before   words that mostly have no blank before them: , ) .
    tight_after    words that mostly have none after them: (
    pairs          two words that are written otherwise: whether they touch
    values         words that stood for each token class
    after          of these, those that stood after a word, or at the beginning of a line ("")
    capital        whether sentences begin with a capital
    final          the mark that ends them, or none
    """

    tight_before: frozenset[str] = frozenset()
    tight_after: frozenset[str] = frozenset()
    values: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    capital: bool = False
    final: str = ""
    pairs: Mapping[tuple[str, str], bool] = field(default_factory=dict, hash=False)
    after: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict, hash=False)

    def to_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {
            "tight_before": sorted(self.tight_before),
            "tight_after": sorted(self.tight_after),
            "values": {name: list(values) for name, values in sorted(self.values.items())},
            "capital": self.capital,
            "final": self.final,
        }
        if self.pairs:
            data["pairs"] = [[*pair, tight] for pair, tight in sorted(self.pairs.items())]
        if self.after:
            data["after"] = {
                name: {word: list(values) for word, values in sorted(of_name.items())}
                for name, of_name in sorted(self.after.items())
            }
        return data

    @classmethod
    def from_json(cls, data: Any) -> Spelling:
        """Read strictly what `to_json` wrote."""
        wrong = BrilligError("the problem's reading has a wrong 'spelling'")
        needed = set(cls().to_json())
        if not isinstance(data, dict) or not needed <= set(data) <= needed | {"pairs", "after"}:
            raise wrong
        after = _mapping(data.get("after", {}), wrong)
        lists = [data["tight_before"], data["tight_after"], *_mapping(data["values"], wrong).values()]
        lists += [values for of_name in after.values() for values in _mapping(of_name, wrong).values()]
        if not all(isinstance(one, list) and all(isinstance(word, str) for word in one) for one in lists):
            raise wrong
        if type(data["capital"]) is not bool or not isinstance(data["final"], str):
            raise wrong
        return cls(
            frozenset(data["tight_before"]),
            frozenset(data["tight_after"]),
            {name: tuple(found) for name, found in data["values"].items()},
            data["capital"],
            data["final"],
            _pairs(data.get("pairs", []), wrong),
            {name: {word: tuple(v) for word, v in of_name.items()} for name, of_name in after.items()},
        )

    def values_at(self, name: str, previous: str) -> tuple[str, ...]:
        """What a token class stood for after a word, else anywhere."""
        return self.after.get(name, {}).get(previous) or self.values.get(name, ())


def _mapping(data: Any, wrong: BrilligError) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise wrong
    return data


def _pairs(data: Any, wrong: BrilligError) -> dict[tuple[str, str], bool]:
    rows: list[Any] = data if isinstance(data, list) else [None]
    for row in rows:
        if not isinstance(row, list) or [type(item) for item in row] != [str, str, bool]:
            raise wrong
    return {(left, right): tight for left, right, tight in rows}


class Observer:
    """Looks on while lines are read."""

    def __init__(self) -> None:
        self._seen: defaultdict[tuple[str, str], Counter[bool]] = defaultdict(Counter)
        self._values: defaultdict[str, defaultdict[str, dict[str, None]]] = defaultdict(
            lambda: defaultdict(dict)
        )
        self._finals: Counter[str] = Counter()
        self._capitals: Counter[bool] = Counter()

    def see_line(self, text: str, words: Sequence[str]) -> None:
        """A line and its words as they stand in it."""
        place = 0
        previous: str | None = None
        for word in words:
            written = word.replace(OPEN_BOX, " ")
            found = text.find(written, place)
            if found < 0:
                previous = None
                continue
            if previous is not None:
                self._seen[previous, word][found == place] += 1
            place = found + len(written)
            previous = word
        rest = text[place:].strip()
        self._finals[rest if len(rest) == 1 else ""] += 1

    def see_value(self, name: str, word: str, previous: str) -> None:
        """A word that stands for a token class, and what stood before it."""
        if len(self._values[name][previous]) < MAX_VALUES:
            self._values[name][previous][word] = None

    def see_capital(self, folded: bool) -> None:
        self._capitals[folded] += 1

    def sum_up(self, named: Mapping[str, str] | None = None) -> Spelling:
        """What most lines do; `named` are the token classes of words that are no longer themselves."""
        names = named or {}
        before: defaultdict[str, Counter[bool]] = defaultdict(Counter)
        after: defaultdict[str, Counter[bool]] = defaultdict(Counter)
        together: defaultdict[tuple[str, str], Counter[bool]] = defaultdict(Counter)
        for (left, right), counts in self._seen.items():
            pair = names.get(left, left), names.get(right, right)
            after[pair[0]] += counts
            before[pair[1]] += counts
            together[pair] += counts
        tight_before, tight_after = (
            frozenset(word for word, counts in side.items() if counts[True] > counts[False])
            for side in (before, after)
        )
        pairs = {}
        for left, right in self._seen:
            pair = names.get(left, left), names.get(right, right)
            tight = together[pair][True] > together[pair][False]
            if tight != _mostly_touch(pair, (left, right), tight_before, tight_after):
                pairs[pair] = tight
        final, times = (self._finals.most_common(1) or [("", 0)])[0]
        return Spelling(
            tight_before,
            tight_after,
            {
                name: tuple(dict.fromkeys(w for words in of_name.values() for w in words))[:MAX_VALUES]
                for name, of_name in self._values.items()
            },
            self._capitals[True] > 0 and 2 * self._capitals[True] >= self._capitals.total(),
            final if 2 * times > self._finals.total() else "",
            dict(list(pairs.items())[:MAX_PAIRS]),
            {
                name: {word: tuple(values) for word, values in list(of_name.items())[:MAX_VALUES]}
                for name, of_name in self._values.items()
                if len(of_name) > 1
            },
        )


def _mostly_touch(
    words: tuple[str, str],
    written: tuple[str, str],
    tight_before: Collection[str],
    tight_after: Collection[str],
) -> bool:
    tight = words[0] in tight_after, words[1] in tight_before
    letters = written[0][-1].isalnum() and written[1][0].isalnum()
    return all(tight) if letters else any(tight)


def write_sentence(words: Iterable[str], reading: Reading | None, random: Random | None = None) -> str:
    """The sentence as a line of the file that it was learned from; token classes get values seen there.

    Read again it is the same sentence: where words would run together, a blank stands between them.
    """
    given = list(words)
    if reading is None:
        return " ".join(given)
    spelling = reading.spelling or Spelling()
    classes = {one.name: one for one in reading.token_classes}
    written: list[str] = []
    for place, word in enumerate(given):
        if word in classes:
            previous = given[place - 1] if place else ""
            values = spelling.values_at(word, previous) or classes[word].examples or (word,)
            word = values[0] if random is None else random.choice(values)
        written.append(word.replace(OPEN_BOX, " "))
    line = ""
    for place, word in enumerate(written):
        if place and not _touch(given, written, place, reading, spelling):
            line += " "
        line += word
    if spelling.capital and reading.splits_words:
        line = line[:1].upper() + line[1:]
    return line + (spelling.final if reading.splits_words and not reading.keep_final else "")


def _touch(
    given: Sequence[str], written: Sequence[str], place: int, reading: Reading, spelling: Spelling
) -> bool:
    left, right = given[place - 1], given[place]
    if reading.tokens == "morphemes" and (left[-1] in "-=" or right[0] in "-="):
        return True
    if reading.tokens == "characters" and reading.spelling is None:
        return True
    touches = spelling.pairs.get((left, right))
    if touches is None:
        both = written[place - 1], written[place]
        touches = _mostly_touch((left, right), both, spelling.tight_before, spelling.tight_after)
    if not touches:
        return False
    return not needs_blank(written[place - 1], written[place], reading)


def needs_blank(left: str, right: str, reading: Reading) -> bool:
    """Whether two words would be read as others if they touched."""
    from brillig.language.tokens import split_line

    apart = split_line(f"{left} {right}", reading)
    return split_line(f"x {left}{right}", reading)[1:] != apart
