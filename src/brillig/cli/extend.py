"""`extend`: explain new sentences with a solution's rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from brillig.cli import options
from brillig.cli.answer import TellerGroup
from brillig.cli.application import app
from brillig.cli.groups import option
from brillig.cli.reading import ReadingGroup
from brillig.cli.solving import load_solution
from brillig.files import refuse_same
from brillig.language.plural import count

if TYPE_CHECKING:
    from brillig.problems.solution import Solution
    from brillig.workflows.extension import ExtensionResult


@app.command()
def extend(
    solution: options.Solution,
    files: options.Files,
    *,
    reading: ReadingGroup,
    homographs: Annotated[
        int, option("-H --homographs", "Maximum number of categories beyond one per new word.", min=0)
    ] = 0,
    engine: options.EngineGroup,
    limits: options.LimitsGroup,
    tell: TellerGroup,
) -> None:
    """Sort new words into the categories of a solution.

    The rules stay as they are. Without new words, `extend` checks that the sentences belong to the language.
    Exit status 0 when all sentences are explained, 1 when not.

    Example: brillig extend refined.json more.txt -H 4 -o extended.json
    """
    from brillig.workflows.extension import ExtensionRequest, run_extension

    refuse_same("-o", tell.output, [solution, *files])
    request = ExtensionRequest(homographs=homographs, **engine)
    request.refuse_limits(limits)
    base = load_solution(solution)
    one_word = base.grammar.start in base.grammar.words_of
    corpus = reading.read(files, stored=base.reading, known=base.grammar.words, one_word=one_word)
    with tell.looking_for("extension") as watch:
        result = run_extension(request, base, corpus, limits, watch.report, cancel=watch.cancel)
        tell.answer(result, _new_words(base, result) if result.solution else list(map(str, result.beyond)))
    tell.end(result)


def _new_words(base: Solution, result: ExtensionResult) -> list[str]:
    """How many sentences are new, and the categories of the new words."""
    assert result.solution is not None
    extended, unknown = result.solution, result.new_words
    new = len(extended.trees) - len(base.trees)
    heading = f"{count(new, 'new sentence')}, {count(len(unknown), 'new word')}{':' if unknown else '.'}"
    return [heading, *(f"  {word}: {', '.join(extended.grammar.lexicon[word])}" for word in unknown)]
