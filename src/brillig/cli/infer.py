"""`infer`: learn a grammar from sentences."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

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
    AllowOption,
    EqualChildrenFlag,
    FilesArgument,
    GivenOption,
    JsonFlag,
    LexicalRootFlag,
    lift,
    read_given,
)
from brillig.cli.reading import DEFAULT_READING, ReadingOptions, reads_sentences
from brillig.cli.solving import (
    BatchOption,
    BetaOption,
    EngineOption,
    FirstOption,
    GammaOption,
    JobsOption,
    KappaOption,
    LiftOption,
    MaxIterationsOption,
    MemoryOption,
    MetricOption,
    OrderOption,
    OutputOption,
    PresetOption,
    RestartOption,
    SeedOption,
    TensorOption,
    TimeLimitOption,
    watching,
)
from brillig.cli.study_options import ClusterOption
from brillig.files import refuse_same


def register(app: typer.Typer) -> None:
    app.command("infer")(infer)


@reads_sentences
def infer(
    files: FilesArgument,
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
    homographs: Annotated[
        int,
        typer.Option(
            "-H", "--homographs", min=0, help="Maximum number of lexical rules beyond one per word (h)."
        ),
    ] = 0,
    allow: AllowOption = None,
    equal_children: EqualChildrenFlag = False,
    lexical_root: LexicalRootFlag = False,
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
    change_after: Annotated[
        int | None,
        typer.Option(
            "--change-after",
            min=1,
            help="Swap the batch for another of the same size every N iterations.",
            show_default=False,
        ),
    ] = None,
    preset: PresetOption = None,
    beta: BetaOption = None,
    gamma: GammaOption = None,
    kappa: KappaOption = None,
    metric: MetricOption = None,
    tensor: TensorOption = None,
    lifting: LiftOption = None,
    order: OrderOption = None,
    strict_word_choice: Annotated[
        bool,
        typer.Option(
            "--strict-word-choice",
            help="Choose the word of an unused category by distance (the exact projection).",
        ),
    ] = False,
    literal: Annotated[
        bool,
        typer.Option(
            "--literal", help="For h > 0: use the cost of a word's category as the paper prints it, 1 - 2v."
        ),
    ] = False,
    restart_after: RestartOption = None,
    batch: BatchOption = None,
    record: Annotated[
        Path | None,
        typer.Option(
            "--record",
            metavar="RUN",
            help="Record the search in the folder RUN, for `draw`.",
            show_default=False,
        ),
    ] = None,
    reading: ReadingOptions = DEFAULT_READING,
    engine: EngineOption = "auto",
    seed: SeedOption = 0,
    max_iterations: MaxIterationsOption = None,
    time_limit: TimeLimitOption = None,
    jobs: JobsOption = None,
    max_memory: MemoryOption = None,
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
    from brillig.limits import Limits
    from brillig.workflows.inference import InferenceRequest, run_inference
    from brillig.workflows.presenting import resolve_names

    refuse_same("-o", output, [*files, record])
    refuse_same("--record", record, files)
    request = InferenceRequest(
        categories=categories,
        lexical=lexical,
        rules=rules,
        homographs=homographs,
        allow=lift(allow, equal_children, lexical_root),
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
        settings=changed_settings(
            beta=beta,
            gamma=gamma,
            kappa=kappa,
            metric=metric,
            tensor=tensor,
            lift=lifting,
            order=order,
            strict_word_choice=strict_word_choice or None,
            literal=literal or None,
            restart_after=restart_after,
            batch=batch,
            change_after=change_after,
        ),
        record=record,
        cluster=cluster,
        explain=True,
    )
    limits = Limits(seed, max_iterations, time_limit, jobs, max_memory)
    request.refuse_limits(limits)
    read = reading.reader(files, one_word=request.one_word, first=first)
    corpus = read(reading.onto())
    reread = (lambda classes: read(replace(reading.onto(), classes=classes))) if reading.is_open else None
    with watching() as watch:
        tell = Teller(watch, output, json, verbose, flat=request.by_bits and not binary)
        result = run_inference(
            request,
            corpus,
            limits,
            watch.report,
            answered=tell.answer,
            reread=reread,
            cancel=watch.cancel,
        )
    tell.end(result, choice_lines(result, verbose=verbose), result.trouble)


def changed_settings(**named: Any) -> dict[str, Any]:
    """The settings of divide and concur that were given; 0 switches restarts and batches off."""
    given = {name: value for name, value in named.items() if value is not None}
    return given | {name: given[name] or None for name in ("restart_after", "batch") if name in given}
