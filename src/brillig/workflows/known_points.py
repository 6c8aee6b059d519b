"""What a search knows: points solved, proven impossible or given up, and all that follows from these."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from brillig.errors import BrilligError
from brillig.files import read_text, refuse_stream, write_whole
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.language.plural import count
from brillig.parsing.bits import bits_of
from brillig.problems import Problem, Restrictions
from brillig.problems.sizes import sizes_of
from brillig.problems.solution import Status

FORMAT = "brillig-search"
VERSION = 1


@dataclass(frozen=True, order=True)
class Point:
    """A setting (c, c_l, r_s, h)."""

    categories: int
    lexical: int
    rules: int
    homographs: int

    def problem(self, corpus: Corpus, restrictions: Restrictions, given: Grammar | None = None) -> Problem:
        """These sentences at this setting."""
        sizes = self.categories, self.lexical, self.rules, self.homographs
        return Problem(corpus, *sizes, restrictions, given)

    def asks_as_much_as(self, other: Point) -> bool:
        """Whether a solution at this setting is one at the other, too."""
        return (
            self.categories == other.categories
            and self.lexical >= other.lexical
            and self.rules <= other.rules
            and self.homographs <= other.homographs
        )

    def in_words(self) -> str:
        """For those who have not read the paper."""
        size = f"{count(self.categories, 'category', 'categories')}, {self.lexical} of them for words only"
        more = f", {count(self.homographs, 'homograph')}" if self.homographs else ""
        return f"{size}, {count(self.rules, 'rule')}{more}"

    def __str__(self) -> str:
        h = f", h = {self.homographs}" if self.homographs else ""
        return f"({self.categories}, {self.lexical}, {self.rules}){h}"


@dataclass(frozen=True)
class Fact:
    """What an engine said about a point. UNKNOWN: not found, which proves nothing."""

    point: Point
    status: Status
    engine: str
    seconds: float
    grammar: Grammar | None
    seed: int = 0

    def to_json(self) -> dict[str, Any]:
        return asdict(self.point) | {
            "status": self.status.value,
            "engine": self.engine,
            "seconds": round(self.seconds, 3),
            "grammar": None if self.grammar is None else self.grammar.to_json(),
            "seed": self.seed,
        }

    @classmethod
    def from_json(cls, data: Any) -> Fact:
        numbers = [data[name] for name in ("categories", "lexical", "rules", "homographs")]
        if not all(isinstance(number, int) and 0 <= number < 2**31 for number in numbers):
            raise ValueError("a point of integers")
        if not isinstance(data["engine"], str):
            raise ValueError("the engine's name")
        point = Point(*numbers)
        grammar = None if data["grammar"] is None else Grammar.from_json(data["grammar"])
        seed = data.get("seed", 0)  # which earlier versions did not keep
        return cls(point, Status(data["status"]), data["engine"], float(data["seconds"]), grammar, seed)


_COUNTED = {"agree", "languages", "lexicons", "complete", "engine", "length", "grammars"}


def _checked(counted: Any) -> dict[str, Any]:
    """What was found out about a point's solutions, as this program writes it; else ValueError."""
    if not isinstance(counted, dict) or not _COUNTED - {"engine", "length"} <= set(counted) <= _COUNTED:
        raise ValueError("an agreement")
    numbers = [counted["languages"], counted["lexicons"], counted.get("length") or 0]
    if (
        not all(isinstance(number, int) and 0 <= number < 2**31 for number in numbers)
        or not isinstance(counted["complete"], bool)
        or not isinstance(counted["agree"], bool | None)
        or not isinstance(counted.get("engine", ""), str)
        or not isinstance(counted["grammars"], list)
    ):
        raise ValueError("an agreement")
    for grammar in counted["grammars"]:
        Grammar.from_json(grammar)
    return counted


class KnownPoints:
    """Facts, kept in a file if there is one. A solution also solves every looser setting with the same c,
    and a proof of infeasibility holds for every tighter one: r_s, h and c_l are monotone, c is not.
    """

    def __init__(self, path: Path | None, settings: dict[str, Any]) -> None:
        self._path = path
        self._settings = settings
        self._facts: list[Fact] = []
        self._agreements: dict[Point, dict[str, Any]] = {}
        self.trouble: BrilligError | None = None  # why the file does not have all of this

    @classmethod
    def open(cls, path: str | Path | None, settings: dict[str, Any]) -> KnownPoints:
        """New ones, or those in the file, which have to be about the same sentences and settings."""
        known_points = cls(None if path is None else Path(path), settings)
        if path is None:
            return known_points
        refuse_stream(path)
        if not Path(path).exists():
            known_points._write()  # what cannot be written is refused before there is anything to lose
            return known_points
        try:
            data = json.loads(read_text(path))
            if data["format"] != FORMAT or data["version"] != VERSION:
                raise ValueError
            same = data["settings"] == settings
            known_points._facts = [Fact.from_json(fact) for fact in data["facts"]]
            known_points._agreements = {
                Point(*entry["point"]): _checked(entry["counted"]) for entry in data["agreements"]
            }
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise BrilligError(
                f"not a {FORMAT} file", hint="name another one to keep the search in", place=path
            ) from None
        if not same:
            raise BrilligError(
                "keeps a search with other sentences or settings",
                hint="name another file or remove this",
                place=path,
            )
        return known_points

    def add(self, fact: Fact, root_nonlexical: bool) -> None:
        """Note a fact; a solution counts for the tightest setting that it satisfies."""
        if fact.grammar is not None:
            fact = replace(fact, point=_tightest(fact, root_nonlexical))
        self._facts.append(fact)
        self._save()

    def note_agreement(self, point: Point, counted: dict[str, Any]) -> None:
        self._agreements[point] = counted
        self._save()

    def agreement(self, point: Point, engine: str) -> dict[str, Any] | None:
        """What was found out about the point's solutions, as far as it holds whoever is asked now.

        A difference is one for everybody, and so is a complete list. That one engine has seen none is no
        answer to another.
        """
        noted = self._agreements.get(point)
        if noted is None or noted["agree"] is None:
            return None
        holds = noted["complete"] or noted["agree"] is False or noted.get("engine") == engine
        return noted if holds else None

    def _save(self) -> None:
        """Keep what is known. A disk that is full ends neither the search nor what is known so far."""
        try:
            self._write()
            self.trouble = None
        except BrilligError as error:
            self.trouble = error

    def _write(self) -> None:
        if self._path is not None:
            data = {
                "format": FORMAT,
                "version": VERSION,
                "settings": self._settings,
                "facts": [fact.to_json() for fact in self._facts],
                "agreements": [
                    {"point": [p.categories, p.lexical, p.rules, p.homographs], "counted": counted}
                    for p, counted in self._agreements.items()
                ],
            }
            write_whole(self._path, json.dumps(data, ensure_ascii=False, indent=1) + "\n")

    # -- what follows -------------------------------------------------------------------------------

    def found(self, point: Point) -> Fact | None:
        """A solution that satisfies the setting."""
        found = (fact for fact in self._facts if fact.status is Status.FOUND)
        return next((fact for fact in found if fact.point.asks_as_much_as(point)), None)

    def infeasible(self, point: Point) -> Fact | None:
        """A proof that covers the setting."""
        proofs = (fact for fact in self._facts if fact.status is Status.INFEASIBLE)
        return next((fact for fact in proofs if point.asks_as_much_as(fact.point)), None)

    def tried(self, point: Point, seconds: float, engine: str, seed: int) -> Fact | None:
        """A vain attempt at the very point, by the same engine and seed, that had at least that much time.

        "Not found" by one engine says nothing about what another one finds.
        """
        for fact in self._facts:
            if (
                fact.status is Status.UNKNOWN
                and (fact.point, fact.engine, fact.seed) == (point, engine, seed)
                and fact.seconds >= 0.9 * seconds
            ):
                return fact
        return None

    def solved(self, homographs: int) -> list[Fact]:
        """All solutions with at most this many homographs."""
        return [
            fact
            for fact in self._facts
            if fact.status is Status.FOUND and fact.point.homographs <= homographs
        ]

    def most_lexical(self, categories: int, rules: int, homographs: int) -> int | None:
        """The largest c_l for which there is a solution here; None if there is none."""
        return max(
            (
                fact.point.lexical
                for fact in self._facts
                if fact.status is Status.FOUND
                and fact.point.categories == categories
                and fact.point.rules <= rules
                and fact.point.homographs <= homographs
            ),
            default=None,
        )

    def front(self, homographs: int, corpus: Corpus | None = None) -> Iterator[dict[str, Any]]:
        """For each c and c_l the fewest rules with a solution; `below`: what is known about one rule less.

        With a corpus, also the bits of the grammar found there.
        """
        found = [fact for fact in self._facts if fact.status is Status.FOUND]
        for categories in sorted({fact.point.categories for fact in found}):
            here = [fact for fact in found if fact.point.categories == categories]
            for lexical in range(max(fact.point.lexical for fact in here) + 1):
                best = min(
                    (fact for fact in here if fact.point.lexical >= lexical),
                    key=lambda fact: fact.point.rules,
                )
                rules = best.point.rules
                below = Point(categories, lexical, rules - 1, homographs)
                bits = {}
                if corpus is not None and best.grammar is not None:
                    bits = {"bits": round(bits_of(best.grammar, corpus).total, 3)}
                yield bits | {
                    "categories": categories,
                    "lexical": lexical,
                    "rules": rules,
                    "homographs": best.point.homographs,
                    "status": Status.FOUND.value,
                    "engine": best.engine,
                    "seconds": round(best.seconds, 3),
                    "below": "infeasible" if self._impossible(below) else "not found",
                }

    def _impossible(self, point: Point) -> bool:
        # Fewer rules than half of the places to fill need no proof by an engine.
        return 2 * point.rules < point.categories - 1 or self.infeasible(point) is not None


def _tightest(fact: Fact, root_nonlexical: bool) -> Point:
    """The tightest setting that the fact's grammar satisfies."""
    grammar = fact.grammar
    assert grammar is not None
    sizes = sizes_of(grammar, root_nonlexical=root_nonlexical)
    return Point(fact.point.categories, sizes.lexical, sizes.rules, sizes.homographs)
