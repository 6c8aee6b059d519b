"""`infer`: learn a grammar from sentences."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

from brillig.cli import options
from brillig.cli.answer import TellerGroup
from brillig.cli.application import app
from brillig.cli.choosing import ChoosingGroup, choice_lines
from brillig.cli.common import read_given
from brillig.cli.groups import option
from brillig.cli.reading import ReadingGroup
from brillig.files import refuse_same


@app.command()
def infer(
    files: options.Files,
    *,
    tell: TellerGroup,
    categories: Annotated[int | None, options.CATEGORIES] = None,
    lexical: Annotated[int | None, options.LEXICAL] = None,
    rules: Annotated[int | None, options.RULES] = None,
    homographs: options.Homographs = 0,
    allow: options.AllowGroup,
    choosing: ChoosingGroup,
    binary: options.Binary = False,
    given: options.Given = None,
    first: options.First = None,
    preset: options.Preset = None,
    settings: options.SettingsGroup,
    record: Annotated[
        Path | None, option("--record RUN", "Record the search in the folder RUN, for `draw`.")
    ] = None,
    reading: ReadingGroup,
    engine: options.Engine = "auto",
    limits: options.LimitsGroup,
    cluster: options.Cluster = None,
) -> None:
    """Learn a grammar from sentences.

    Sort the words into categories, find the rules, and parse every sentence. Without -c, -l and -r the
    grammar is chosen by description length: the fewest bits for the grammar and for the sentences written
    with it. --choose max-min follows the paper's protocol (see `search`). Exit status 0 when a grammar was
    found, 1 when not.

    Example: brillig infer sentences.txt -o solution.json
    """
    from brillig.limits import Budget
    from brillig.workflows.inference import InferenceRequest, run_inference

    refuse_same("-o", tell.output, [*files, record])
    refuse_same("--record", record, files)
    request = InferenceRequest(
        categories=categories,
        lexical=lexical,
        rules=rules,
        homographs=homographs,
        allow=allow,
        **choosing,
        given=read_given(given),
        engine=engine,
        preset=preset,
        settings=settings,
        record=record,
        cluster=cluster,
        explain=True,
    )
    request.refuse_limits(limits)
    budget = Budget.begin(limits)  # reading counts: it is a wait, too
    read = reading.reader(files, one_word=request.one_word, first=first)
    corpus = read(reading.onto())
    reread = (lambda classes: read(replace(reading.onto(), classes=classes))) if reading.is_open else None
    with tell.looking_for("grammar", flat=request.by_bits and not binary, files=files) as watch:
        result = run_inference(
            request,
            corpus,
            budget,
            watch.report,
            answered=tell.answer,
            reread=reread,
            cancel=watch.cancel,
        )
    lines = choice_lines(result, files=files, verbose=tell.verbose, hold_out=request.hold_out)
    tell.end(result, lines, result.trouble)
