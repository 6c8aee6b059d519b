"""`search`: the max-min protocol over the settings."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from brillig.cli.common import (
    AllowGroup,
    FilesArgument,
    GivenOption,
    JsonFlag,
    print_json,
    read_given,
)
from brillig.cli.output import save_solution, tell_refusal
from brillig.cli.reading import ReadingGroup
from brillig.cli.solving import (
    EngineOption,
    FirstOption,
    GammaOption,
    LimitsUpTo120Group,
    OutputOption,
    PresetOption,
    finish,
    watching,
)
from brillig.cli.study_options import ClusterOption
from brillig.files import refuse_same


def register(app: typer.Typer) -> None:
    app.command("search")(search)


def search(
    files: FilesArgument,
    *,
    homographs: Annotated[
        int,
        typer.Option("-H", "--homographs", min=0, help="Maximum number of categories beyond one per word."),
    ] = 0,
    max_categories: Annotated[
        int, typer.Option("--max-categories", min=3, max=64, help="Largest number of categories (c) to try.")
    ] = 16,
    max_rules: Annotated[
        int,
        typer.Option("--max-rules", min=1, max=256, help="Largest number of syntactic rules (r_s) to try."),
    ] = 16,
    allow: AllowGroup,
    given: GivenOption = None,
    first: FirstOption = None,
    store: Annotated[
        Path | None,
        typer.Option("--store", help="Keep results in this file, and continue from it.", show_default=False),
    ] = None,
    reading: ReadingGroup,
    preset: PresetOption = None,
    gamma: GammaOption = None,
    engine: EngineOption = "auto",
    limits: LimitsUpTo120Group,
    cluster: ClusterOption = None,
    output: OutputOption = None,
    json: JsonFlag = False,
) -> None:
    """Find which numbers of categories and rules are possible.

    For each number of rules, find the largest number of categories that has a solution, and then the largest
    number of lexical categories. Among these points, those whose solutions all have one language and one
    lexicon count, unless they only split the categories of an earlier point; the one with the most lexical
    categories is chosen. If none counts, or time runs out, the best grammar so far is printed with a note of
    what is open. Exit status 0 when there is a grammar, 1 when not, 130 after Ctrl-C.

    With --preset paper the walk follows the paper, by divide and concur alone: few categories and many rules
    at first, r_s reduced while solutions are found, then c_l and c raised until the solution is unique.

    Example: brillig sample-data toy1 -n 100 > toy1.txt && brillig search toy1.txt -o solution.json
    """
    from brillig.workflows.search_request import SearchRequest, run_search

    refuse_same("-o", output, [*files, store])
    refuse_same("--store", store, files)
    request = SearchRequest(
        homographs=homographs,
        max_categories=max_categories,
        max_rules=max_rules,
        allow=allow,
        given=read_given(given),
        store=store,
        engine=engine,
        preset=preset,
        settings={} if gamma is None else {"gamma": gamma},
        cluster=cluster,
        explain=True,
    )
    request.refuse_limits(limits)
    corpus = reading.read(files, one_word=request.one_word, first=first)
    with watching() as watch:
        found = run_search(request, corpus, limits, watch.report, cancel=watch.cancel)
    refusal = save_solution(found.solution, output)
    if json:
        print_json(found.to_json())
    else:
        print(found)
    tell_refusal(refusal, found.solution, json=json)
    if found.trouble is not None:
        raise found.trouble
    finish(found.solution, watch.cancel.is_set())
