"""`certify`: what else fits the sentences of a solution, and what makes it the answer."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from brillig.cli.common import JsonFlag, print_json
from brillig.cli.reading import DEFAULT_READING
from brillig.cli.solving import INTERRUPTED, SolutionArgument, TimeLimitOption, load_solution, watching
from brillig.errors import BrilligError
from brillig.files import refuse_same

if TYPE_CHECKING:
    from brillig.workflows.certificate import Certificate


def register(app: typer.Typer) -> None:
    app.command("certify")(certify)


def certify(
    solution: SolutionArgument,
    most: Annotated[int, typer.Option("--most", min=1, max=1_000_000, help="Stop after N solutions.")] = 1000,
    core: Annotated[
        bool, typer.Option("--core/--no-core", help="Look for few sentences that already force the answer.")
    ] = True,
    against: Annotated[
        str | None,
        typer.Option(
            "--against",
            metavar="FILE",
            help="Sentences judged wrong: which grammars accept them?",
            show_default=False,
        ),
    ] = None,
    proof: Annotated[
        Path | None,
        typer.Option(
            "--proof",
            metavar="PATH",
            help="Write PATH.cnf and PATH.drup, a proof that there is nothing else.",
            show_default=False,
        ),
    ] = None,
    time_limit: TimeLimitOption = None,
    json: JsonFlag = False,
) -> None:
    """Prove what a solution is worth: which other grammars fit its sentences, and do they mean the same?

    A grammar fits if it satisfies all settings of the solution's problem and no rule of it can be left out.
    Exit status 0 when all that fit have one language, 1 when they differ or when that could not be decided.

    Example: brillig certify solution.json
    """
    from brillig.limits import Limits
    from brillig.workflows.certificate import certify

    for ending in (".cnf", ".drup"):
        refuse_same("--proof", None if proof is None else f"{proof}{ending}", [solution, against])
    given = load_solution(solution)
    wrong = (
        ()
        if against is None
        else DEFAULT_READING.read(
            against, stored=given.reading, known=given.grammar.words, one_word=True
        ).sentences
    )
    with watching() as watch:
        found = certify(
            given,
            Limits(time_limit=time_limit),
            most=most,
            core=core,
            against=wrong,
            proof=None if proof is None else str(proof.absolute()),
            note=lambda text: watch.note(f"{text} ..."),
            cancel=watch.cancel,
        )
    if json:
        print_json(found.to_json())
    else:
        print("\n".join(_lines(found)))
    if found.proof is not None and "error" in found.proof:
        raise BrilligError(found.proof["error"])
    if watch.cancel.is_set():
        raise typer.Exit(INTERRUPTED)
    if not found.complete or found.languages > 1:
        raise typer.Exit(1)


def _lines(found: Certificate) -> list[str]:
    """The certificate in words."""
    lines = [_verdict(found)]
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
    for number, other in enumerate(found.alternatives, 1):
        language = "same language" if other.same_language else "another language"
        lexicon = "same lexicon" if other.same_lexicon else "another lexicon"
        lines += ["", f"{number}. {language}, {lexicon}", *_indented(str(other.grammar))]
        if other.accepts:
            lines.append(f"   accepts sentences judged wrong: {'; '.join(other.accepts)}")
    return lines


def _verdict(found: Certificate) -> str:
    number = found.solutions
    if not found.complete:
        return f"At least {number} grammar{'s fit' if number > 1 else ' fits'}; not all could be looked at."
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
    for answer, yes, no, what in (
        (found.minimal_rules, "Fewer rules do not suffice.", "Fewer rules would do.", "rules"),
        (
            found.minimal_homographs,
            "Fewer homographs do not suffice.",
            "Fewer homographs would do.",
            "homographs",
        ),
        (
            found.maximal_lexical,
            "More lexical categories are impossible.",
            "More lexical categories are possible.",
            "lexical categories",
        ),
    ):
        lines.append(f"Open: {what}." if answer is None else yes if answer else no)
    return [line for line in lines if not line.startswith("Open") or not found.complete]


def _indented(text: str) -> list[str]:
    return [f"   {line}" for line in text.splitlines()]
