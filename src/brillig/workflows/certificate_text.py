"""A certificate in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from brillig.problems.claims import TIGHTNESS

if TYPE_CHECKING:
    from brillig.workflows.certificate import Certificate

SHOWN = 10  # alternatives in words
# What is said of a number where the search ended before it was decided.
UNDECIDED = {
    "rules": "Not decided: whether fewer rules would do.",
    "homographs": "Not decided: whether fewer homographs would do.",
    "lexical categories": "Not decided: whether more categories can be lexical.",
}


def certificate_lines(found: Certificate) -> list[str]:
    """The certificate in words."""
    lines = [_verdict(found)]
    exceptions = found.solution.exceptions
    if exceptions is not None:
        numbers = ", ".join(map(str, exceptions.numbers))
        lines.append(f"Exceptions, which no grammar has to explain here: sentences {numbers}.")
    if found.superfluous:
        lines.append(f"Rules that can be left out of the one given: {'; '.join(found.superfluous)}.")
    lines += _tightness(found)
    if found.core:
        numbers = ", ".join(map(str, found.core))
        least = "none of which can be left out" if found.core_minimal else "perhaps not the fewest"
        lines.append(f"Already forced by {len(found.core)} of the sentences, {least}: {numbers}.")
    if found.proof is not None and "error" not in found.proof:
        checked = {True: "checked", False: "REFUSED by the checker", None: "no checker is installed"}
        said = checked[found.proof["checked"]]
        lines.append(f"Proof: {found.proof['formula']}, {found.proof['proof']} ({said}).")
    if found.accepts:
        lines.append(f"The grammar accepts sentences judged wrong: {'; '.join(found.accepts)}.")
    for number, other in enumerate(found.alternatives[:SHOWN], 1):
        language = "same language" if other.same_language else "another language"
        lexicon = "same lexicon" if other.same_lexicon else "another lexicon"
        lines += ["", f"{number}. {language}, {lexicon}", *_indented(str(other.grammar))]
        if other.accepts:
            lines.append(f"   accepts sentences judged wrong: {'; '.join(other.accepts)}")
    more = len(found.alternatives) - SHOWN
    return [*lines, "", f"and {more:,} more, which its JSON form lists"] if more > 0 else lines


def _verdict(found: Certificate) -> str:
    number = found.solutions
    if not found.complete:
        fit = f"At least {number:,} grammar{'s fit' if number > 1 else ' fits'}"
        return f"{fit}; the search ended before it had seen all."
    if number == 1:
        return "1 grammar fits: the solution is unique, up to the names of its categories."
    text = f"{number} grammars fit; "
    if found.lexicons == 1 and found.languages == 1:
        return text + (
            "they differ only in how they bracket; all give the same language "
            f"(sentences of up to {found.length} words compared)."
        )
    words = "one lexicon" if found.lexicons == 1 else f"{found.lexicons} lexicons"
    languages = "the same language" if found.languages == 1 else f"{found.languages} languages"
    return (
        text + f"they have {words} and give {languages} (sentences of up to {found.length} words compared)."
    )


def _tightness(found: Certificate) -> list[str]:
    lines = []
    for answer, (what, (yes, no)) in zip(found.tightness, TIGHTNESS.items(), strict=True):
        if answer is not None:
            lines.append(yes if answer else no)
        elif not found.complete:
            lines.append(UNDECIDED[what])
    return lines


def _indented(text: str) -> list[str]:
    return [f"   {line}" for line in text.splitlines()]
