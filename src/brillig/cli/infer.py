"""`infer`: learn a grammar from sentences."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from brillig.cli.answer import Teller, VerboseFlag
from brillig.cli.choosing import (
    BinaryFlag,
    BracketingOption,
    ChooseOption,
    EffortOption,
    ExceptionsOption,
    FeaturesOption,
    HoldOutOption,
    NamesOption,
    StabilityOption,
    choice_lines,
    parse_exceptions,
)
from brillig.cli.common import (
    AllowGroup,
    FilesArgument,
    GivenOption,
    HomographsOption,
    JsonFlag,
    read_given,
)
from brillig.cli.reading import ReadingGroup
from brillig.cli.solving import (
    EngineOption,
    FirstOption,
    LimitsGroup,
    OutputOption,
    PresetOption,
    SettingsGroup,
    watching,
)
from brillig.cli.study_options import ClusterOption
from brillig.files import refuse_same


def register(app: typer.Typer) -> None:
    app.command("infer")(infer)


def infer(
    files: FilesArgument,
    *,
    categories: Annotated[
        int | None,
        typer.Option("-c", "--categories", help="Number of categories (c), including S.", show_default=False),
    ] = None,
    lexical: Annotated[
        int | None,
        typer.Option(
            "-l",
            "--lexical",
            help="Minimum number of categories that hold only words (c_l).",
            show_default=False,
        ),
    ] = None,
    rules: Annotated[
        int | None,
        typer.Option("-r", "--rules", help="Maximum number of syntactic rules (r_s).", show_default=False),
    ] = None,
    homographs: HomographsOption = 0,
    allow: AllowGroup,
    choose: ChooseOption = None,
    exceptions: ExceptionsOption = "0",
    stability: StabilityOption = 0,
    effort: EffortOption = 1.0,
    hold_out: HoldOutOption = 0.0,
    features: FeaturesOption = None,
    bracketing: BracketingOption = None,
    names: NamesOption = None,
    binary: BinaryFlag = False,
    given: GivenOption = None,
    first: FirstOption = None,
    preset: PresetOption = None,
    settings: SettingsGroup,
    record: Annotated[
        Path | None,
        typer.Option(
            "--record",
            metavar="RUN",
            help="Record the search in the folder RUN, for `draw`.",
            show_default=False,
        ),
    ] = None,
    reading: ReadingGroup,
    engine: EngineOption = "auto",
    limits: LimitsGroup,
    cluster: ClusterOption = None,
    output: OutputOption = None,
    verbose: VerboseFlag = False,
    json: JsonFlag = False,
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
    from brillig.workflows.presenting import resolve_names

    refuse_same("-o", output, [*files, record])
    refuse_same("--record", record, files)
    request = InferenceRequest(
        categories=categories,
        lexical=lexical,
        rules=rules,
        homographs=homographs,
        allow=allow,
        choose=None if choose is None else choose.value,
        exceptions=parse_exceptions(exceptions),
        stability=stability,
        effort=effort,
        hold_out=hold_out,
        features=None if features is None else features.value,
        bracketing=bracketing,
        names=resolve_names(names),
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
    with watching() as watch:
        tell = Teller(watch, output, json, verbose, flat=request.by_bits and not binary)
        result = run_inference(
            request,
            corpus,
            budget,
            watch.report,
            answered=tell.answer,
            reread=reread,
            cancel=watch.cancel,
        )
    tell.end(result, choice_lines(result, verbose=verbose), result.trouble)
