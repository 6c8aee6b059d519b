"""How a file writes its words: where blanks are left out, what ends a line, what token classes stand for.

It is seen when sentences are read, kept with the reading, and lets sentences be written as the file has them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any

from brillig.errors import BrilligError

if TYPE_CHECKING:
    from brillig.language.reading import Reading

MAX_VALUES = 50  # kept of each token class
OPEN_BOX = "\u2423"  # a blank inside a word


@dataclass(frozen=True)
class Spelling:
    """tight_before   words that mostly have no blank before them: , ) .
    tight_after    words that mostly have none after them: (
    values         words that stood for each token class
    capital        whether sentences begin with a capital
    final          the mark that ends them, or none
    """

    tight_before: frozenset[str] = frozenset()
    tight_after: frozenset[str] = frozenset()
    values: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    capital: bool = False
    final: str = ""

    def to_json(self) -> dict[str, Any]:
        return {
            "tight_before": sorted(self.tight_before),
            "tight_after": sorted(self.tight_after),
            "values": {name: list(values) for name, values in sorted(self.values.items())},
            "capital": self.capital,
            "final": self.final,
        }

    @classmethod
    def from_json(cls, data: Any) -> Spelling:
        """Read strictly what `to_json` wrote."""
        wrong = BrilligError("the problem's reading has a wrong 'spelling'")
        if not isinstance(data, dict) or set(data) != set(cls().to_json()):
            raise wrong
        lists = [data["tight_before"], data["tight_after"], *_values(data["values"], wrong)]
        if not all(isinstance(one, list) and all(isinstance(word, str) for word in one) for one in lists):
            raise wrong
        if type(data["capital"]) is not bool or not isinstance(data["final"], str):
            raise wrong
        values = {name: tuple(found) for name, found in data["values"].items()}
        tight = frozenset(data["tight_before"]), frozenset(data["tight_after"])
        return cls(*tight, values, data["capital"], data["final"])


def _values(data: Any, wrong: BrilligError) -> list[Any]:
    if not isinstance(data, dict):
        raise wrong
    return list(data.values())


class Observer:
    """Looks on while lines are read."""

    def __init__(self) -> None:
        self._before: defaultdict[str, Counter[bool]] = defaultdict(Counter)
        self._after: defaultdict[str, Counter[bool]] = defaultdict(Counter)
        self._values: defaultdict[str, dict[str, None]] = defaultdict(dict)
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
                tight = found == place
                self._after[previous][tight] += 1
                self._before[word][tight] += 1
            place = found + len(written)
            previous = word
        rest = text[place:].strip()
        self._finals[rest if len(rest) == 1 else ""] += 1

    def see_value(self, name: str, word: str) -> None:
        if len(self._values[name]) < MAX_VALUES:
            self._values[name][word] = None

    def see_capital(self, folded: bool) -> None:
        self._capitals[folded] += 1

    def sum_up(self, named: Mapping[str, str] | None = None) -> Spelling:
        """What most lines do; `named` are the token classes of words that are no longer themselves."""
        before, after = self._gather(self._before, named), self._gather(self._after, named)
        final, times = (self._finals.most_common(1) or [("", 0)])[0]
        return Spelling(
            frozenset(word for word, counts in before.items() if counts[True] > counts[False]),
            frozenset(word for word, counts in after.items() if counts[True] > counts[False]),
            {name: tuple(values) for name, values in self._values.items()},
            self._capitals[True] > 0 and 2 * self._capitals[True] >= self._capitals.total(),
            final if 2 * times > self._finals.total() else "",
        )

    @staticmethod
    def _gather(
        seen: Mapping[str, Counter[bool]], named: Mapping[str, str] | None
    ) -> dict[str, Counter[bool]]:
        found: defaultdict[str, Counter[bool]] = defaultdict(Counter)
        for word, counts in seen.items():
            found[(named or {}).get(word, word)] += counts
        return found


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
    for word in given:
        if word in classes:
            values = spelling.values.get(word) or classes[word].examples or (word,)
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
    tight = left in spelling.tight_after, right in spelling.tight_before
    letters = written[place - 1][-1].isalnum() and written[place][0].isalnum()
    if not (all(tight) if letters else any(tight)):
        return False
    return not needs_blank(written[place - 1], written[place], reading)


def needs_blank(left: str, right: str, reading: Reading) -> bool:
    """Whether two words would be read as others if they touched."""
    from brillig.language.tokens import split_line

    apart = split_line(f"{left} {right}", reading)
    return split_line(f"x {left}{right}", reading)[1:] != apart
