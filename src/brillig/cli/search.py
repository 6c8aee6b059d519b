"""`search`: the max-min protocol over the settings."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from brillig.cli import options
from brillig.cli.application import app
from brillig.cli.common import read_given
from brillig.cli.groups import option
from brillig.cli.output import print_json, save_solution, tell_refusal
from brillig.cli.reading import ReadingGroup
from brillig.cli.solving import finish, watching
from brillig.files import refuse_same


@app.command()
def search(
    files: options.Files,
    *,
    homographs: Annotated[
        int, option("-H --homographs", "Maximum number of categories beyond one per word.", min=0)
    ] = 0,
    max_categories: Annotated[
        int, option("--max-categories", "Largest number of categories (c) to try.", min=3, max=64)
    ] = 16,
    max_rules: Annotated[
        int, option("--max-rules", "Largest number of syntactic rules (r_s) to try.", min=1, max=256)
    ] = 16,
    allow: options.AllowGroup,
    given: options.Given = None,
    first: options.First = None,
    store: Annotated[
        Path | None, option("--store", "Keep results in this file, and continue from it.")
    ] = None,
    reading: ReadingGroup,
    gamma: options.Gamma = None,
    engine: options.EngineGroup,
    limits: options.LimitsUpTo120Group,
    cluster: options.Cluster = None,
    output: options.Output = None,
    json: options.Json = False,
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
        **engine,
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
