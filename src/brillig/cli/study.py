"""`study`: many trials, and what they say."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from brillig.cli import options, study_store
from brillig.cli.application import app
from brillig.cli.groups import argument, option
from brillig.cli.numbers import parse_whole
from brillig.cli.reading import READING_OPTIONS, ReadingGroup
from brillig.cli.solving import load_solution, parse_numbers
from brillig.cli.unused import refuse_iterations, refuse_unused
from brillig.errors import BrilligError, as_parts

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


@study_app.command(SIMPLE, hidden=True)
def simple(
    context: typer.Context,
    files: Annotated[
        list[str] | None,
        argument("FILE...", "Sentences, one per line (- for standard input). Several files are read as one."),
    ] = None,
    *,
    categories: Annotated[int | None, options.CATEGORIES] = None,
    lexical: Annotated[int | None, options.LEXICAL] = None,
    rules: Annotated[
        str | None, option("-r --rules", 'Maximum number of syntactic rules; with --refine: "S>B A=2, ...".')
    ] = None,
    homographs: options.Homographs = 0,
    refine: Annotated[str | None, option("--refine SOLUTION", "Study the refinement of a solution.")] = None,
    features: Annotated[
        str | None, option("--features A=2,B=3", "With --refine: number of features of each category.")
    ] = None,
    extend: Annotated[
        str | None, option("--extend SOLUTION", "Study the extension of a solution to FILE.")
    ] = None,
    trials: Annotated[int, option("--trials", "Number of trials.", min=1, max=10_000_000)] = 100,
    seed: options.PlainSeed = 0,
    max_iterations: Annotated[
        int, option("--max-iterations", "Maximum number of iterations per trial.", min=1)
    ] = 1_000_000,
    time_limit: options.TimeLimit = None,
    jobs: options.Jobs = None,
    store: Annotated[
        Path | None,
        option("--store", "Keep all results in this file, and continue a study that it contains."),
    ] = None,
    cluster: options.Cluster = None,
    engine: options.Engine = "concur",
    preset: options.Preset = None,
    settings: options.SettingsGroup,
    other: Annotated[
        list[str] | None, option("--set NAME=VALUE", "Any other setting of the search; can be repeated.")
    ] = None,
    allow: options.AllowGroup,
    first: options.First = None,
    reading: ReadingGroup,
    json: options.Json = False,
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
            context, ("categories", "lexical", "first", *options.RESTRICTION_OPTIONS, *READING_OPTIONS), why
        )
        problem = _refine_problem(refine, features, rules, homographs)
    elif extend is not None:
        why = "--extend takes rules and restrictions from its solution"
        numbers = ("categories", "lexical", "rules", "features")
        refuse_unused(context, (*numbers, *options.RESTRICTION_OPTIONS), why)
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
        try:
            settings = change(settings, {name.strip(): _value(value.strip())})
        except BrilligError as error:
            message = (f"--set {text}: ", *as_parts(error.message))
            raise BrilligError(message, hint=error.hint, field=error.field) from None
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


for _command in study_store.COMMANDS:
    study_app.command(_command.__name__)(_command)
