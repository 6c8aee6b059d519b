"""`extend`: explain new sentences with a solution's rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from brillig.cli.answer import Teller, VerboseFlag
from brillig.cli.common import FilesArgument, JsonFlag
from brillig.cli.reading import ReadingGroup
from brillig.cli.solving import (
    EngineOption,
    LimitsGroup,
    OutputOption,
    PresetOption,
    SolutionArgument,
    load_solution,
    watching,
)
from brillig.files import refuse_same
from brillig.language.plural import count

if TYPE_CHECKING:
    from brillig.problems.solution import Solution
    from brillig.workflows.extension import ExtensionResult


def register(app: typer.Typer) -> None:
    app.command("extend")(extend)


def extend(
    solution: SolutionArgument,
    files: FilesArgument,
    *,
    homographs: Annotated[
        int,
        typer.Option(
            "-H", "--homographs", min=0, help="Maximum number of categories beyond one per new word."
        ),
    ] = 0,
    preset: PresetOption = None,
    engine: EngineOption = "auto",
    limits: LimitsGroup,
    output: OutputOption = None,
    verbose: VerboseFlag = False,
    reading: ReadingGroup,
    json: JsonFlag = False,
) -> None:
    """Sort new words into the categories of a solution.

    The rules stay as they are. Without new words, `extend` checks that the sentences belong to the language.
    Exit status 0 when all sentences are explained, 1 when not.

    Example: brillig extend refined.json more.txt -H 4 -o extended.json
    """
    from brillig.workflows.extension import ExtensionRequest, run_extension

    refuse_same("-o", output, [solution, *files])
    request = ExtensionRequest(homographs=homographs, engine=engine, preset=preset)
    request.refuse_limits(limits)
    base = load_solution(solution)
    one_word = base.grammar.start in base.grammar.words_of
    corpus = reading.read(files, stored=base.reading, known=base.grammar.words, one_word=one_word)
    with watching() as watch:
        result = run_extension(request, base, corpus, limits, watch.report, cancel=watch.cancel)
        tell = Teller(watch, output, json, verbose, "extension")
        tell.answer(result, _new_words(base, result) if result.solution else list(map(str, result.beyond)))
    tell.end(result)


def _new_words(base: Solution, result: ExtensionResult) -> list[str]:
    """How many sentences are new, and the categories of the new words."""
    assert result.solution is not None
    extended, unknown = result.solution, result.new_words
    new = len(extended.trees) - len(base.trees)
    heading = f"{count(new, 'new sentence')}, {count(len(unknown), 'new word')}{':' if unknown else '.'}"
    return [heading, *(f"  {word}: {', '.join(extended.grammar.lexicon[word])}" for word in unknown)]
