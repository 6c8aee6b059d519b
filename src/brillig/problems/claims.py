"""What is claimed about a grammar, as sentences, from values: one place, so that no two claims contradict.

What is proven says of what: of grammars with the same numbers. What was not found is not said not to exist.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from brillig.language.plural import count
from brillig.limits import Ended

if TYPE_CHECKING:
    from brillig.parsing.bits import Bits
    from brillig.problems.infer import Problem

# What a proof or a counterexample says about each number, the others being the same.
TIGHTNESS = {
    "rules": (
        "With these categories fewer rules do not suffice.",
        "With these categories fewer rules would do.",
    ),
    "homographs": (
        "With these categories and rules fewer homographs do not suffice.",
        "With these categories and rules fewer homographs would do.",
    ),
    "lexical categories": (
        "With these categories and rules no more of them can be lexical.",
        "With these categories and rules more of them can be lexical.",
    ),
}


def say_bits(bits: Bits, exceptions: int = 0) -> str:
    """`206.1 bits (83.6 for the grammar, 122.5 for the sentences)`: as rounded, the parts make the sum.

    That there are no exceptions has to be said, too, and counts as a part of the grammar.
    """
    total, data = round(bits.total, 1), round(bits.data, 1)
    written_out = round(bits.exceptions, 1) if exceptions else 0.0
    parts = [f"{total - data - written_out:.1f} for the grammar", f"{data:.1f} for the sentences"]
    if exceptions:
        parts.append(f"{written_out:.1f} for exceptions")
    return f"{total:.1f} bits ({', '.join(parts)})"


def say_fewest(ended: Ended) -> str:
    """What it means that a grammar has the fewest bits of all that were seen."""
    return {
        Ended.TIME: "time was up; more time may bring fewer bits",
        Ended.CANCELLED: "stopped before the end; more time may bring fewer bits",
        Ended.ITERATIONS: "all iterations were made; more may bring fewer bits",
        Ended.MEMORY: "its memory was used up; with more it may bring fewer bits",
    }.get(ended, "the search ended by itself, which does not prove that there is none with fewer")


def say_size(problem: Problem) -> str:
    """`8 categories, 4 of them for words only, and 5 rules`."""
    categories = count(problem.categories, "category", "categories")
    if problem.lexical:
        categories += f", {problem.lexical} of them for words only,"
    rules = count(problem.rules, "rule")
    if not problem.homographs:
        return f"{categories} and {rules}"
    return f"{categories.rstrip(',')}, {rules} and {count(problem.homographs, 'homograph')}"


def say_proven(problem: Problem, unique: bool | None, minimal_rules: bool | None) -> str:
    """What is proven about grammars of the same numbers; empty where nothing is."""
    parts = []
    if unique is not None:
        parts.append("no other grammar fits" if unique else "other grammars fit, too")
    if minimal_rules is not None:
        parts.append("fewer rules do not suffice" if minimal_rules else "fewer rules would do")
    if not parts:
        return ""
    return f"Proven by the exact engine: with {say_size(problem)}, {', and '.join(parts)}."


def say_early(ended: Ended | None) -> str:
    """Why a search ended before it was complete, as the beginning of a sentence; empty where it did not."""
    return {
        Ended.TIME: "Time was up",
        Ended.CANCELLED: "It was stopped",
        Ended.MEMORY: "Its memory was used up",
    }.get(ended or Ended.ANSWERED, "")


def say_not_same(ended: Ended | None, *, raced: bool) -> str:
    """That the same seed may give another answer, and why; empty where it gives the same one."""
    if say_early(ended):
        return "Where it ended depends on the machine: the same seed may give another answer."
    return "Two engines raced: the same seed may give another answer." if raced else ""


def say_not_best(early: str, what: str = "grammar") -> str:
    """That an answer may not be the best one, after the words for why its search ended early, if any."""
    return f"{early}: this is the best {what} so far, not proven best." if early else ""
