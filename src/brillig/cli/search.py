"""`search`: the max-min protocol over the settings."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from brillig.cli.answer import explain_in_time
from brillig.cli.clusters import connected
from brillig.cli.common import (
    AllowOption,
    EqualChildrenFlag,
    FilesArgument,
    GivenOption,
    JsonFlag,
    LexicalRootFlag,
    lift,
    print_json,
    read_given,
)
from brillig.cli.output import save_solution, tell_refusal
from brillig.cli.reading import DEFAULT_READING, ReadingOptions, reads_sentences
from brillig.cli.solving import (
    INTERRUPTED,
    Engine,
    EngineOption,
    FirstOption,
    GammaOption,
    JobsOption,
    MaxIterationsOption,
    OutputOption,
    PresetOption,
    SeedOption,
    watching,
)
from brillig.cli.study_options import ClusterOption
from brillig.cli.unused import refuse_iterations, refuse_unused
from brillig.files import refuse_same

if TYPE_CHECKING:
    from brillig.limits import Limits


def register(app: typer.Typer) -> None:
    app.command("search")(search)


@reads_sentences
def search(
    context: typer.Context,
    files: FilesArgument,
    homographs: Annotated[
        int, typer.Option("-H", "--homographs", min=0, help="At most N categories beyond one for each word.")
    ] = 0,
    max_categories: Annotated[
        int, typer.Option("--max-categories", min=3, max=64, help="The largest c to look at.")
    ] = 16,
    max_rules: Annotated[
        int, typer.Option("--max-rules", min=1, max=256, help="The largest r_s to look at.")
    ] = 16,
    allow: AllowOption = None,
    equal_children: EqualChildrenFlag = False,
    lexical_root: LexicalRootFlag = False,
    given: GivenOption = None,
    first: FirstOption = None,
    store: Annotated[
        Path | None,
        typer.Option(
            "--store", help="Keep what is found in this file, and go on from it.", show_default=False
        ),
    ] = None,
    reading: ReadingOptions = DEFAULT_READING,
    preset: PresetOption = "default",
    gamma: GammaOption = None,
    engine: EngineOption = Engine.AUTO,
    seed: SeedOption = 0,
    max_iterations: MaxIterationsOption = None,
    time_limit: Annotated[
        float | None, typer.Option("--time-limit", min=0.0, help="Seconds.", show_default="120")
    ] = None,
    jobs: JobsOption = None,
    cluster: ClusterOption = None,
    output: OutputOption = None,
    json: JsonFlag = False,
) -> None:
    """Find the settings that the sentences ask for, and the grammar.

    For each number of rules the most categories with a solution are taken, then the most lexical ones. Of
    these points, those whose solutions all have one language and one lexicon count, unless they only split
    the categories of an earlier one; the one with the most lexical categories is chosen. Where none counts,
    or time is up before, the best grammar so far is given, and what is open is said. Exit status 0 when there
    is a grammar, 1 when not, 130 after Ctrl-C.

    With --preset paper the walk is in the paper's order, by divide and concur alone: few categories and many
    rules, r_s reduced while solutions are found, then c_l and c raised, until the solution is unique.

    Example: brillig sample-data toy1 -n 100 > toy1.txt && brillig search toy1.txt -o solution.json
    """
    from brillig.engines.ahead import ClusterSolver
    from brillig.engines.race import solve
    from brillig.limits import Limits
    from brillig.workflows.max_min import Settings, search
    from brillig.workflows.search_text import front_lines

    refuse_iterations(context, engine)
    refuse_same("-o", output, [*files, store])
    refuse_same("--store", store, files)
    restrictions = lift(allow, equal_children, lexical_root)
    one_word = not restrictions.root_without_words
    corpus = reading.read(files, one_word=one_word, first=first)
    settings = Settings(corpus, homographs, max_categories, max_rules, restrictions, read_given(given))
    limits = Limits(seed, max_iterations, time_limit, jobs)
    if preset != "default":
        refuse_unused(context, ["store"], "the paper's protocol keeps no store; leave it out")
        refuse_unused(context, ["given"], "the paper's protocol knows no given rules; leave it out")
        refuse_unused(context, ["cluster"], "the paper's protocol runs on this machine; leave it out")
        _walk_protocol(settings, limits, engine, preset, gamma, output, json)
        return
    refuse_unused(context, ["gamma"], "the metric's rate is for --preset paper; leave it out")
    with watching() as watch, connected(cluster, jobs) as client:
        shown: list[str] = []

        def show(walk: Any, point: Any) -> None:
            for line in front_lines(walk.known_points.front(homographs)):
                if line not in shown:
                    shown.append(line)
                    watch.note(line)

        found = search(
            settings,
            engine.value,
            limits,
            store=store,
            progress=show,
            cancel=watch.cancel,
            solver=solve if client is None else ClusterSolver(client),
        )
    refusal = save_solution(found.solution, output)
    why = None
    if found.finished and not found.candidates:
        why = explain_in_time(settings.widest(), limits, found.seconds, watch)
    if json:
        print_json(found.to_json() | ({} if why is None else why.to_json()))
    else:
        print(found if why is None else f"{found}\n\n{why}")
    tell_refusal(refusal, found.solution, json=json)
    if found.trouble is not None:
        raise found.trouble
    if watch.cancel.is_set():
        raise typer.Exit(INTERRUPTED)
    if found.solution is None:
        raise typer.Exit(1)


def _walk_protocol(
    settings: Any,
    limits: Limits,
    engine: Engine,
    preset: str,
    gamma: float | None,
    output: Path | None,
    json: bool,
) -> None:
    """The paper's protocol, its steps shown as they come."""
    from brillig.engines.concur.settings import preset_settings
    from brillig.workflows.protocol import walk_protocol

    how = preset_settings(preset)
    if gamma is not None:
        how = replace(how, gamma=gamma)
    with watching() as watch:
        walk = walk_protocol(
            settings.corpus,
            limits,
            engine=engine.value,
            settings=how,
            homographs=settings.homographs,
            max_categories=settings.most_categories,
            restrictions=settings.restrictions,
            progress=lambda step: watch.note(str(step)),
            cancel=watch.cancel,
        )
    refusal = save_solution(walk.solution, output)
    if json:
        print_json(walk.to_json())
    else:
        print(walk)
    tell_refusal(refusal, walk.solution, json=json)
    if watch.cancel.is_set():
        raise typer.Exit(INTERRUPTED)
    if walk.solution is None:
        raise typer.Exit(1)
