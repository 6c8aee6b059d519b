"""What the max-min protocol hands over: its choice, and in words what of it is proven and what is open."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any

from brillig.engines.outcome import Outcome
from brillig.errors import BrilligError
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.language.plural import count
from brillig.limits import Ended
from brillig.parsing.bits import bits_of
from brillig.problems.claims import say_early, say_not_best
from brillig.problems.solution import Solution, Status
from brillig.problems.telling import Proof
from brillig.workflows.explain import Explanation
from brillig.workflows.known_points import Fact, Point
from brillig.workflows.search_text import search_lines
from brillig.workflows.tables import to_frame

CRITERION = "max-min"


@dataclass(frozen=True)
class Candidate:
    """The best point of one r_s.

    agree      whether all its solutions have one language and one lexicon; None: open
    engine     who was asked for the solutions; "" where nobody was
    complete   whether these are proven to be all solutions
    length     up to how many words languages were compared
    grammars   its solutions, as far as looked at
    refines    an earlier point that agrees and that this one only refines
    settled    whether it is proven that no point of this r_s has more categories, or more lexical ones
    bits       the fewest of its grammars' bits
    """

    fact: Fact
    agree: bool | None
    languages: int
    lexicons: int
    complete: bool
    grammars: tuple[Grammar, ...]
    engine: str = ""
    length: int | None = None
    refines: Point | None = None
    settled: bool = False
    bits: float | None = None

    def with_bits(self, corpus: Corpus) -> Candidate:
        """With the fewest bits of its grammars counted."""
        if not self.grammars:
            return self
        return replace(self, bits=round(min(bits_of(g, corpus).total for g in self.grammars), 3))

    @property
    def solutions(self) -> int:
        return len(self.grammars)

    @property
    def counts(self) -> bool:
        return self.agree is True and self.refines is None

    @property
    def proven(self) -> bool:
        """Whether nothing about it is open."""
        return self.settled and (self.complete or self.agree is False)

    @property
    def proof(self) -> Proof:
        """What is known about other grammars at this point."""
        if self.solutions > 1:
            return Proof.SEVERAL
        return Proof.ONLY if self.complete else Proof.OPEN

    @property
    def rank(self) -> tuple[bool, bool, int, int]:
        """The larger the better: those that count first, then those that may, then by c_l and r_s."""
        point = self.fact.point
        return self.counts, self.agree is not False, point.lexical, -point.rules

    def to_json(self) -> dict[str, Any]:
        return self.fact.to_json() | {
            "agree": self.agree,
            "solutions": self.solutions,
            "languages": self.languages,
            "lexicons": self.lexicons,
            "complete": self.complete,
            "settled": self.settled,
            "refines": None if self.refines is None else asdict(self.refines),
            "bits": self.bits,
        }


@dataclass(frozen=True)
class SearchResult:
    """The front found, the best point of each r_s, and the choice with its reason.

    Where any grammar was found, one is chosen. `proven`: the protocol was completed, and all that it
    rests on is proven. `trouble`: what ended the walk early, or kept its store from being written. `why`:
    what contradicts what, where there is proven to be no grammar and someone asked.
    """

    front: tuple[dict[str, Any], ...]
    candidates: tuple[Candidate, ...]
    chosen: Candidate | None
    outcome: Outcome
    proven: bool
    trouble: BrilligError | None = None
    why: Explanation | None = None

    @property
    def solution(self) -> Solution | None:
        """The chosen one, with what was considered."""
        found = self.outcome.solution
        return None if found is None else replace(found, choice=self.choice())

    @property
    def reason(self) -> str:
        return self.outcome.reason

    @property
    def finished(self) -> bool:
        return self.outcome.ended is Ended.ANSWERED

    @property
    def seconds(self) -> float:
        return self.outcome.run.seconds

    def __str__(self) -> str:
        """What `brillig search` prints."""
        return "\n".join(search_lines(self)) + ("" if self.why is None else f"\n\n{self.why}")

    def __repr__(self) -> str:
        chosen = "no choice" if self.chosen is None else f"chosen {self.chosen.fact.point}"
        return f"<SearchResult: {len(self.front)} points of the front, {chosen}>"

    def to_pandas(self) -> Any:
        """A DataFrame with a row for each point of the front."""
        return to_frame(self.front)

    def to_json(self) -> dict[str, Any]:
        return {
            "status": "complete" if self.finished else "partial",
            "front": list(self.front),
            "candidates": [candidate.to_json() for candidate in self.candidates],
            "chosen": None if self.chosen is None else self.chosen.to_json(),
            "proven": self.proven,
            "reason": self.reason,
            "run": self.outcome.run.to_json(),
            "seconds": round(self.seconds, 3),
            **({} if self.why is None else self.why.to_json()),
        }

    def choice(self) -> dict[str, Any]:
        """What `infer` without numbers adds to its JSON."""
        return {
            "criterion": CRITERION,
            "points": [
                asdict(candidate.fact.point)
                | {
                    "engine": candidate.fact.engine,
                    "status": Status.FOUND.value,
                    "agree": candidate.agree,
                    "bits": candidate.bits,
                }
                for candidate in self.candidates
            ],
            "chosen": None if self.chosen is None else self.candidates.index(self.chosen),
            "proven": self.proven,
        }


def explain_choice(
    candidates: list[Candidate], chosen: Candidate | None, ended: Ended, trouble: str | None = None
) -> str:
    """Why this one, and what is open. Only what is proven is called so."""
    early = say_early(ended)
    cut = f" {early} before the walk was complete" if early else ""
    if trouble is not None:
        cut = f" The walk ended early ({trouble})"
    if chosen is None:
        return f"No point with a solution was found.{cut}{'.' if cut else ''}"
    best = say_not_best(cut)
    return f"{_sizes(chosen)}; {_solutions(chosen)}{_beside(candidates, chosen)}.{best}"


def _sizes(chosen: Candidate) -> str:
    point = chosen.fact.point
    if chosen.settled:
        return (
            f"With {count(point.rules, 'rule')} there are at most {point.categories} categories, and of "
            f"these at most {point.lexical} for words only"
        )
    return (
        f"With {count(point.rules, 'rule')} the most categories found are {point.categories}, "
        f"{point.lexical} of them for words only (that more are impossible is not proven)"
    )


def _solutions(chosen: Candidate) -> str:
    number = chosen.solutions
    many = f"{number} grammars that fit" if number > 1 else "1 grammar that fits"
    compared = "" if chosen.length is None else f" (compared up to {chosen.length} words)"
    if chosen.agree is False:
        return (
            f"at least {number} grammars of different languages or lexicons fit, and this is one of them: "
            "more sentences decide more"
        )
    if chosen.agree is None:
        return f"{many} {'is' if number == 1 else 'are'} known, and whether others fit is open"
    if not chosen.complete:
        found = "1 grammar" if number == 1 else f"{number} grammars of one language and one lexicon{compared}"
        return f"divide and concur found {found} from different seeds, and whether others fit is open"
    if number == 1:
        return "1 grammar fits"
    return f"all {number} grammars that fit have one language{compared} and one lexicon"


def _beside(candidates: list[Candidate], chosen: Candidate) -> str:
    if not chosen.counts:
        return ""
    such = sum(candidate.counts for candidate in candidates)
    text = f"; of {such} such points it has the most lexical categories" if such > 1 else ""
    finer = [c.fact.point for c in candidates if c.refines == chosen.fact.point]
    return text + (f"; {finer[-1]} only splits its categories, which `refine` can do" if finer else "")
