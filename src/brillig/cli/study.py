"""`study`: many trials, and what they say."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from brillig.cli.common import (
    RESTRICTION_OPTIONS,
    AllowGroup,
    HomographsOption,
    JsonFlag,
    SeedOption,
)
from brillig.cli.numbers import parse_whole
from brillig.cli.reading import READING_OPTIONS, ReadingGroup
from brillig.cli.solving import (
    EngineOption,
    FirstOption,
    JobsOption,
    PresetOption,
    SettingsGroup,
    TimeLimitOption,
    load_solution,
    parse_numbers,
)
from brillig.cli.study_options import ClusterOption
from brillig.cli.unused import refuse_iterations, refuse_unused
from brillig.errors import BrilligError

if TYPE_CHECKING:
    from brillig.engines.concur.settings import Settings
    from brillig.language.corpus import Corpus
    from brillig.problems import AnyProblem, Restrictions

SIMPLE = "[FILE]"  # the simple form among the subcommands; nobody types this


class StudyGroup(TyperGroup):
    """`study FILE ...` and `study run ...` in one: what begins with no subcommand is the simple form."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if not args:
            args = ["--help"]
        elif args[0] not in self.commands:
            wants_help = any(argument in ctx.help_option_names for argument in args)
            args = ["--help"] if wants_help else [SIMPLE, *args]
        return super().parse_args(ctx, args)

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        formatter.write_usage(ctx.command_path, "[OPTIONS] [FILE]...")
        formatter.write_usage(ctx.command_path, "COMMAND [ARGS]...", prefix="       ")

    def format_options(self, ctx: Any, formatter: Any) -> None:
        self.commands[SIMPLE].format_options(ctx, formatter)
        self.format_commands(ctx, formatter)


study_app = typer.Typer(cls=StudyGroup, rich_markup_mode=None)


def register(app: typer.Typer) -> None:
    from brillig.cli import study_store

    study_app.command(SIMPLE, hidden=True)(simple)
    study_store.register(study_app)
    app.add_typer(
        study_app,
        name="study",
        help="""Run many trials: how often do they succeed, and how fast?

        Trials differ only in their seeds. Each runs on one core, and all cores are used. Iterations per
        success are all iterations of all trials, including failed ones, divided by the number of successes;
        the standard error is that of a memoryless search, as in the paper's tables. To read a file that has
        the name of a command below, write its path: ./run.

        Example: brillig study sentences.txt -c 8 -l 4 -r 5 --trials 100
        """,
        short_help="Measure success rates over many trials.",
    )


def simple(
    context: typer.Context,
    files: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="FILE...",
            help="Sentences, one per line (- for standard input). Several files are read as one.",
            show_default=False,
        ),
    ] = None,
    *,
    categories: Annotated[
        int | None, typer.Option("-c", "--categories", help="Number of categories (c), including S.")
    ] = None,
    lexical: Annotated[
        int | None,
        typer.Option("-l", "--lexical", help="Minimum number of categories that hold only words (c_l)."),
    ] = None,
    rules: Annotated[
        str | None,
        typer.Option(
            "-r", "--rules", help='Maximum number of syntactic rules; with --refine: "S>B A=2, ...".'
        ),
    ] = None,
    homographs: HomographsOption = 0,
    refine: Annotated[
        str | None, typer.Option("--refine", metavar="SOLUTION", help="Study the refinement of a solution.")
    ] = None,
    features: Annotated[
        str | None,
        typer.Option(
            "--features", metavar="A=2,B=3", help="With --refine: number of features of each category."
        ),
    ] = None,
    extend: Annotated[
        str | None,
        typer.Option("--extend", metavar="SOLUTION", help="Study the extension of a solution to FILE."),
    ] = None,
    trials: Annotated[int, typer.Option("--trials", min=1, max=10_000_000, help="Number of trials.")] = 100,
    seed: SeedOption = 0,
    max_iterations: Annotated[
        int, typer.Option("--max-iterations", min=1, help="Maximum number of iterations per trial.")
    ] = 1_000_000,
    time_limit: TimeLimitOption = None,
    jobs: JobsOption = None,
    store: Annotated[
        Path | None,
        typer.Option("--store", help="Keep all results in this file, and continue a study that it contains."),
    ] = None,
    cluster: ClusterOption = None,
    engine: EngineOption = "concur",
    preset: PresetOption = None,
    settings: SettingsGroup,
    other: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="Any other setting of the search; can be repeated."),
    ] = None,
    allow: AllowGroup,
    first: FirstOption = None,
    reading: ReadingGroup,
    json: JsonFlag = False,
) -> None:
    """Run many trials that differ by their seeds only. See brillig study --help."""
    from brillig.cli.study_store import run_simple
    from brillig.problems import STRICT
    from brillig.studies.plan import Plan
    from brillig.studies.trial import Setting

    restrictions = allow or STRICT

    def corpus() -> Corpus:
        if not files:
            raise BrilligError("no FILE of sentences", hint="name one, or - for standard input")
        one_word = not restrictions.root_without_words
        return reading.read(files, one_word=one_word, first=first)

    problem: AnyProblem
    refuse_iterations(context, engine)
    if refine is not None:
        if files or extend is not None:
            raise BrilligError(
                "--refine takes the sentences of its solution", hint="leave out FILE and --extend"
            )
        why = "--refine takes sentences, categories and restrictions from its solution"
        refuse_unused(
            context, ("categories", "lexical", "first", *RESTRICTION_OPTIONS, *READING_OPTIONS), why
        )
        problem = _refine_problem(refine, features, rules, homographs)
    elif extend is not None:
        why = "--extend takes rules and restrictions from its solution"
        numbers = ("categories", "lexical", "rules", "features")
        refuse_unused(context, (*numbers, *RESTRICTION_OPTIONS), why)
        problem = _extend_problem(extend, corpus(), homographs, preset == "paper")
    else:
        refuse_unused(context, ["features"], "features are for --refine", "leave it out, or name a solution")
        problem = _infer_problem(corpus(), categories, lexical, rules, homographs, restrictions)
    chosen = _search_settings(preset, problem.kind, settings, other or [])
    setting = Setting("study", problem, trials, seed, max_iterations, chosen, engine)
    run_simple(Plan("study", (setting,)), store, cluster, jobs, time_limit, json)


def _search_settings(preset: str | None, kind: str, given: dict[str, Any], other: list[str]) -> Settings:
    from brillig.engines.concur.settings import make_settings
    from brillig.studies.trial import change

    settings = make_settings(preset, given, kind)
    for text in other:
        name, equals, value = text.partition("=")
        if not equals:
            raise BrilligError(f"--set {text}: write NAME=VALUE, for example --set retries=5")
        settings = change(settings, {name.strip(): _value(value.strip())}, f"--set {text}")
    return settings


def _value(text: str) -> object:
    """A number or a switch as TOML would read it; anything else stays text, and is refused as such."""
    if text in ("true", "false"):
        return text == "true"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def _infer_problem(
    corpus: Corpus,
    categories: int | None,
    lexical: int | None,
    rules: str | None,
    homographs: int,
    restrictions: Restrictions,
) -> AnyProblem:
    from brillig.problems import Problem

    if categories is None or lexical is None or rules is None:
        raise BrilligError("a study of inference needs its numbers: give -c, -l and -r")
    number = parse_whole("-r", rules.strip())
    return Problem(corpus, categories, lexical, number, homographs, restrictions)


def _refine_problem(solution: str, features: str | None, rules: str | None, homographs: int) -> AnyProblem:
    from brillig.workflows.refinement import refine_problem

    if features is None:
        raise BrilligError("--refine needs --features, for example --features A=2,B=3")
    limits = None if rules is None else parse_numbers("--rules", rules)
    return refine_problem(load_solution(solution), parse_numbers("--features", features), limits, homographs)


def _extend_problem(solution: str, corpus: Corpus, homographs: int, alone: bool) -> AnyProblem:
    from brillig.workflows.extension import extend_problem

    return extend_problem(load_solution(solution), corpus, homographs, alone)
