"""`infer`: learn a grammar from sentences."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from brillig.cli.answer import VerboseFlag, explain_failure, show_answer
from brillig.cli.choosing import (
    ChooseOption,
    ExceptionsOption,
    StabilityOption,
    choice_json,
    choose_by_length,
    doubt_of,
    tell_choice,
)
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
    BatchOption,
    BetaOption,
    Engine,
    EngineOption,
    FirstOption,
    GammaOption,
    JobsOption,
    KappaOption,
    MaxIterationsOption,
    MetricOption,
    OutputOption,
    PresetOption,
    RestartOption,
    RunMonitor,
    SeedOption,
    TensorOption,
    TimeLimitOption,
    finish,
    watching,
)
from brillig.cli.study_options import ClusterOption
from brillig.cli.unused import CONCUR_OPTIONS, refuse_iterations, refuse_unused
from brillig.errors import BrilligError
from brillig.files import refuse_same

if TYPE_CHECKING:
    from brillig.engines.concur.settings import Settings
    from brillig.engines.outcome import Outcome
    from brillig.language.corpus import Corpus
    from brillig.language.grammar import Grammar
    from brillig.limits import Limits
    from brillig.problems import Problem, Restrictions
    from brillig.workflows.choosing import Choice


def register(app: typer.Typer) -> None:
    app.command("infer")(infer)


@reads_sentences
def infer(
    context: typer.Context,
    files: FilesArgument,
    categories: Annotated[
        int | None, typer.Option("-c", "--categories", help="Categories, S included.", show_default=False)
    ] = None,
    lexical: Annotated[
        int | None,
        typer.Option("-l", "--lexical", help="How many of them are lexical only.", show_default=False),
    ] = None,
    rules: Annotated[
        int | None, typer.Option("-r", "--rules", help="Syntactic rules at most.", show_default=False)
    ] = None,
    homographs: Annotated[
        int, typer.Option("-H", "--homographs", min=0, help="Lexical rules beyond one a word.")
    ] = 0,
    allow: AllowOption = None,
    equal_children: EqualChildrenFlag = False,
    lexical_root: LexicalRootFlag = False,
    choose: ChooseOption = None,
    exceptions: ExceptionsOption = "0",
    stability: StabilityOption = 0,
    given: GivenOption = None,
    first: FirstOption = None,
    change_after: Annotated[
        int | None,
        typer.Option(
            "--change-after",
            min=1,
            help="Change to as many other sentences after N iterations.",
            show_default=False,
        ),
    ] = None,
    preset: PresetOption = "default",
    beta: BetaOption = None,
    gamma: GammaOption = None,
    kappa: KappaOption = None,
    metric: MetricOption = None,
    tensor: TensorOption = None,
    strict_word_choice: Annotated[
        bool,
        typer.Option("--strict-word-choice", help="Choose the word of an unused category by distance."),
    ] = False,
    literal: Annotated[
        bool,
        typer.Option("--literal", help="h > 0: a word's category costs 1 - 2v, as the paper prints it."),
    ] = False,
    restart_after: RestartOption = None,
    batch: BatchOption = None,
    record: Annotated[
        Path | None,
        typer.Option(
            "--record", metavar="RUN", help="Keep samples of the search for `draw`.", show_default=False
        ),
    ] = None,
    reading: ReadingOptions = DEFAULT_READING,
    engine: EngineOption = Engine.AUTO,
    seed: SeedOption = 0,
    max_iterations: MaxIterationsOption = None,
    time_limit: TimeLimitOption = None,
    jobs: JobsOption = None,
    cluster: ClusterOption = None,
    output: OutputOption = None,
    verbose: VerboseFlag = False,
    json: JsonFlag = False,
) -> None:
    """Learn a grammar: sort the words into categories, find the rules and parse every sentence.

    Without -c, -l and -r the grammar is chosen by description length: the fewest bits for the grammar and the
    sentences written with it. --choose max-min is the paper's protocol (see `search`). Exit status 0 when a
    grammar was found, 1 when not.

    Example: brillig infer sentences.txt -c 8 -l 4 -r 5 -o solution.json
    """
    from brillig.limits import Limits
    from brillig.problems import Problem
    from brillig.workflows.choosing import chooses_by_length

    refuse_same("-o", output, [*files, record])
    refuse_same("--record", record, files)
    restrictions = lift(allow, equal_children, lexical_root)
    by_length = (categories, lexical, rules) == (None, None, None) and chooses_by_length(
        choose, engine.value, homographs
    )
    # By bits, restrictions are lifted where that pays, unless some are named.
    may_lift = None if by_length and not restrictions else restrictions
    one_word = may_lift is None or not restrictions.root_without_words
    corpus = reading.read(files, one_word=one_word, first=first)
    kept = read_given(given)
    limits = Limits(seed, max_iterations, time_limit, jobs)
    settings = make_settings(preset, beta, gamma, kappa, restart_after, batch, metric, tensor)
    settings = replace(
        settings,
        strict_word_choice=strict_word_choice or settings.strict_word_choice,
        literal=literal or settings.literal,
        change_after=change_after,
    )
    if change_after is not None and settings.batch is None:
        raise BrilligError("--change-after: all sentences are looked at at once; give --batch N, too")
    _refuse_unused(context, engine, chosen=categories is None, by_length=by_length)
    if not by_length and exceptions != "0":
        raise BrilligError("--exceptions are chosen by bits, without -c, -l and -r; leave it out")
    if not by_length and stability:
        raise BrilligError("--stability is for choosing by bits, without -c, -l and -r; leave it out")
    if categories is not None and cluster is not None:
        raise BrilligError("--cluster is for infer without -c, -l and -r, and for `study` with them")
    if categories is not None and choose is not None:
        raise BrilligError("--choose is for choosing without -c, -l and -r; leave it out")
    trouble = None
    choice: Choice | None = None
    if (categories, lexical, rules) == (None, None, None):
        if by_length:
            choice, watch, trouble = choose_by_length(
                corpus, engine.value, may_lift, exceptions, limits, record, cluster, kept
            )
            outcome = choice.outcome
            find_doubt = doubt_of(
                choice, stability, limits, engine=engine.value, allow=may_lift, exceptions=exceptions
            )
        else:
            outcome, watch = _choose(corpus, homographs, restrictions, engine, limits, cluster, kept)
    elif categories is None or lexical is None or rules is None:
        raise BrilligError("give -c, -l and -r together, or none of them")
    else:
        problem = Problem(corpus, categories, lexical, rules, homographs, restrictions, kept)
        outcome, watch, trouble = _solve(problem, engine, limits, settings, record)
    refusal = save_solution(outcome.solution, output)
    why = explain_failure(outcome, limits, watch)
    if json:
        print_json(
            outcome.to_json()
            | ({} if why is None else why.to_json())
            | ({} if choice is None else choice_json(choice, limits, find_doubt))
        )
    else:
        show_answer(outcome, why=why, output=output, verbose=verbose)
        if choice is not None:
            tell_choice(choice, limits, find_doubt, verbose=verbose)
    tell_refusal(refusal, outcome.solution, json=json)
    if trouble is not None:
        raise trouble
    finish(outcome, watch)


def _refuse_unused(context: typer.Context, engine: Engine, *, chosen: bool, by_length: bool) -> None:
    refuse_iterations(context, engine)
    unused = [option for option in CONCUR_OPTIONS if not (by_length and option == "record")]
    if chosen:
        why = "this is for divide and concur with -c, -l and -r; give these, or leave it out"
    elif engine in (Engine.EXACT, Engine.GROW):
        name = {Engine.EXACT: "exact", Engine.GROW: "growing"}[engine]
        why = f"the {name} engine has no use for it; leave it out, or use --engine concur"
    else:
        return
    refuse_unused(context, unused, why)


def make_settings(
    preset: str,
    beta: float | None,
    gamma: float | None,
    kappa: float | None,
    restart_after: int | None,
    batch: int | None = None,
    metric: str | None = None,
    tensor: str | None = None,
) -> Settings:
    """The preset, with what was said on the command line in its place."""
    from brillig.engines.concur.settings import preset_settings

    changes: dict[str, Any] = {"beta": beta, "gamma": gamma, "kappa": kappa}
    changes |= {"metric": metric, "tensor": tensor}
    settings = replace(
        preset_settings(preset), **{name: value for name, value in changes.items() if value is not None}
    )
    if restart_after is not None:
        settings = replace(settings, restart_after=restart_after or None)
    if batch is not None:
        settings = replace(settings, batch=batch or None)
    return settings


def _solve(
    problem: Problem, engine: Engine, limits: Limits, settings: Settings, record: Path | None
) -> tuple[Outcome, RunMonitor, BrilligError | None]:
    """The outcome, and what kept the search from being recorded."""
    from brillig.engines.race import solve
    from brillig.recording.writer import Recorder

    options: dict[str, Any] = {"settings": settings}
    with watching() as watch, ExitStack() as stack:
        recorder = None
        if record is not None:
            recorder = stack.enter_context(
                Recorder(record, problem, seed=limits.seed, restart_after=settings.restart_after)
            )
            options |= {"observe": recorder.observe, "observe_every": recorder.observe_every}
        outcome = solve(
            problem, engine.value, limits, progress=watch.progress, cancel=watch.cancel, options=options
        )
        if recorder is not None:
            recorder.finish(outcome)
    return outcome, watch, None if recorder is None else recorder.trouble


def _choose(
    corpus: Corpus,
    homographs: int,
    restrictions: Restrictions,
    engine: Engine,
    limits: Limits,
    cluster: str | None,
    given: Grammar | None,
) -> tuple[Outcome, RunMonitor]:
    """The protocol's choice, as an outcome."""
    from brillig.engines.ahead import ClusterSolver
    from brillig.engines.race import solve
    from brillig.workflows.inference import choose_numbers

    with watching() as watch, connected(cluster, limits.jobs) as client:
        outcome = choose_numbers(
            corpus,
            homographs,
            restrictions,
            limits,
            engine=engine.value,
            solver=solve if client is None else ClusterSolver(client),
            given=given,
            progress=watch.note,
            cancel=watch.cancel,
        )
    return outcome, watch
