"""`extend`: explain new sentences with a solution's rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from brillig.cli.answer import VerboseFlag, show_answer
from brillig.cli.common import FilesArgument, JsonFlag, print_json
from brillig.cli.output import save_solution, tell_refusal
from brillig.cli.reading import DEFAULT_READING, ReadingOptions, reads_sentences
from brillig.cli.solving import (
    Engine,
    EngineOption,
    JobsOption,
    MaxIterationsOption,
    OutputOption,
    PresetOption,
    SeedOption,
    SolutionArgument,
    TimeLimitOption,
    finish,
    load_solution,
    watching,
)
from brillig.cli.unused import refuse_iterations
from brillig.files import refuse_same
from brillig.language.plural import count

if TYPE_CHECKING:
    from brillig.problems.solution import Solution


def register(app: typer.Typer) -> None:
    app.command("extend")(extend)


@reads_sentences
def extend(
    context: typer.Context,
    solution: SolutionArgument,
    files: FilesArgument,
    homographs: Annotated[
        int,
        typer.Option("-H", "--homographs", min=0, help="At most N categories beyond one for each new word."),
    ] = 0,
    preset: PresetOption = "default",
    engine: EngineOption = Engine.AUTO,
    seed: SeedOption = 0,
    max_iterations: MaxIterationsOption = None,
    time_limit: TimeLimitOption = None,
    jobs: JobsOption = None,
    output: OutputOption = None,
    verbose: VerboseFlag = False,
    reading: ReadingOptions = DEFAULT_READING,
    json: JsonFlag = False,
) -> None:
    """Explain new sentences with the rules of a solution, giving categories to the words it does not know.

    Without new words it checks that the sentences belong to the language. Exit status 0 when all sentences
    are explained, 1 when not.

    Example: brillig extend refined.json more.txt -H 4 -o extended.json
    """
    from brillig.engines.concur.settings import preset_settings
    from brillig.limits import Limits
    from brillig.parsing.diagnose import find_unexplained
    from brillig.workflows.extension import run_extension

    refuse_iterations(context, engine)
    refuse_same("-o", output, [solution, *files])
    base = load_solution(solution)
    one_word = base.grammar.start in base.grammar.words_of
    corpus = reading.read(files, stored=base.reading, known=base.grammar.words, one_word=one_word)
    unknown = [word for word in corpus.words if word not in base.grammar.lexicon]
    unexplained = find_unexplained(base.grammar, corpus.sentences, unknown)
    with watching() as watch:
        outcome = run_extension(
            base,
            corpus,
            homographs,
            Limits(seed, max_iterations, time_limit, jobs),
            engine=engine.value,
            settings=preset_settings(preset, "extend"),
            progress=watch.progress,
            cancel=watch.cancel,
        )
    refusal = save_solution(outcome.solution, output)
    if json:
        print_json(outcome.to_json() | {"unexplained": [one.to_json() for one in unexplained]})
    else:
        more = _new_words(base, outcome.solution, unknown) if outcome.solution else map(str, unexplained)
        show_answer(outcome, what="extension", more=list(more), output=output, verbose=verbose)
    tell_refusal(refusal, outcome.solution, json=json)
    finish(outcome, watch)


def _new_words(base: Solution, extended: Solution, unknown: list[str]) -> list[str]:
    """How many sentences are new, and the categories of the new words."""
    new = len(extended.trees) - len(base.trees)
    heading = f"{count(new, 'new sentence')}, {count(len(unknown), 'new word')}{':' if unknown else '.'}"
    return [heading, *(f"  {word}: {', '.join(extended.grammar.lexicon[word])}" for word in unknown)]
