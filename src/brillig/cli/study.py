"""`study`: many trials, and what they say."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from brillig.cli.common import (
    DEFAULT_MAX_SENTENCE_WORDS,
    FoldCaseFlag,
    JsonFlag,
    KeepFinalFlag,
    MaxSentenceWordsOption,
    SeedOption,
    load_corpus,
    print_json,
)
from brillig.errors import BrilligError

if TYPE_CHECKING:
    from brillig.concur.settings import Settings
    from brillig.corpus import Corpus
    from brillig.problem import AnyProblem
    from brillig.study.trial import Setting, TrialResult

SIMPLE = "FILE"  # the name of the simple form among the subcommands, as usage lines show it


class StudyGroup(TyperGroup):
    """`study FILE ...` and `study run ...` in one: what begins with no subcommand is the simple form."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if args and args[0] not in self.commands and args[0] not in ctx.help_option_names:
            args = [SIMPLE, *args]
        return super().parse_args(ctx, args)


study_app = typer.Typer(cls=StudyGroup, rich_markup_mode=None, no_args_is_help=True)


def register(app: typer.Typer) -> None:
    study_app.command(SIMPLE)(simple)
    app.add_typer(
        study_app,
        name="study",
        help="Run many trials and say how often, and how fast, they succeed.\n\n"
        "brillig study SENTENCES.txt -c C -l CL -r RS --trials N is all that most need; its options: "
        "brillig study FILE --help. A path is never one of the words below (write ./run for a file run).",
        short_help="Run many trials and say how often, and how fast, they succeed.",
    )


def simple(
    file: Annotated[
        str | None,
        typer.Argument(metavar="[FILE]", help="Sentences, one a line (-: stdin).", show_default=False),
    ] = None,
    categories: Annotated[int | None, typer.Option("-c", "--categories", help="c, S included.")] = None,
    lexical: Annotated[int | None, typer.Option("-l", "--lexical", help="c_l.")] = None,
    rules: Annotated[
        str | None,
        typer.Option("-r", "--rules", help='r_s; with --refine: "S>B A=2, ..." as in `brillig refine`.'),
    ] = None,
    homographs: Annotated[int, typer.Option("-H", "--homographs", min=0, help="h.")] = 0,
    refine: Annotated[
        Path | None, typer.Option("--refine", metavar="SOLUTION", help="Study the refining of a solution.")
    ] = None,
    features: Annotated[
        str | None, typer.Option("--features", metavar="A=2,B=3", help="With --refine: how many features.")
    ] = None,
    extend: Annotated[
        Path | None, typer.Option("--extend", metavar="SOLUTION", help="Study its extension to FILE.")
    ] = None,
    trials: Annotated[int, typer.Option("--trials", min=1, max=10_000_000, help="How many.")] = 100,
    seed: SeedOption = 0,
    max_iterations: Annotated[
        int, typer.Option("--max-iterations", min=1, help="At most so many in each trial.")
    ] = 1_000_000,
    time_limit: Annotated[
        float | None, typer.Option("--time-limit", min=0.0, help="Stop after so many seconds in all.")
    ] = None,
    jobs: Annotated[int | None, typer.Option("--jobs", min=1, help="Threads (default: all cores).")] = None,
    preset: Annotated[str, typer.Option("--preset", help="How to search: default, or paper.")] = "default",
    beta: Annotated[float | None, typer.Option("--beta", min=0.0, help="How far a step goes.")] = None,
    gamma: Annotated[float | None, typer.Option("--gamma", min=0.0, help="Rate of the metric.")] = None,
    kappa: Annotated[
        float | None, typer.Option("--kappa", min=0.0, help="Weight of the tensor's gap in the metric.")
    ] = None,
    restart_after: Annotated[
        int | None, typer.Option("--restart-after", min=0, help="Iterations of a start (0: no restarts).")
    ] = None,
    batch: Annotated[
        int | None, typer.Option("--batch", min=0, help="Sentences to work on at first (0: all).")
    ] = None,
    other: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="Any other setting of the search; may be repeated."),
    ] = None,
    distinct_children: Annotated[
        bool, typer.Option("--distinct-children/--equal-children", help="Y ≠ Z in every rule X → Y Z.")
    ] = True,
    root_nonlexical: Annotated[
        bool,
        typer.Option("--root-nonlexical/--root-lexical", help="Children of S are not lexical."),
    ] = True,
    first: Annotated[int | None, typer.Option("--first", min=1, help="Only the first sentences.")] = None,
    keep_final: KeepFinalFlag = False,
    fold_case: FoldCaseFlag = False,
    max_sentence_words: MaxSentenceWordsOption = DEFAULT_MAX_SENTENCE_WORDS,
    json: JsonFlag = False,
) -> None:
    """Run many trials that differ by their seeds only, each on one core, on all cores.

    Iterations per success are all iterations of all trials, the failed ones included, divided by the
    successes; the standard error is that of a search without memory, as in the paper's tables.

    Example: brillig study sentences.txt -c 8 -l 4 -r 5 --trials 100
    """
    from brillig.limits import Limits
    from brillig.study.trial import Setting

    def corpus() -> Corpus:
        if file is None:
            raise BrilligError("no FILE of sentences; name one, or - for standard input")
        return load_corpus(file, keep_final, fold_case, max_sentence_words, first)

    problem: AnyProblem
    if refine is not None:
        if file is not None or extend is not None:
            raise BrilligError("--refine takes the sentences of its solution; leave out FILE and --extend")
        problem = _refine_problem(refine, features, rules, homographs)
    elif extend is not None:
        problem = _extend_problem(extend, corpus(), homographs)
    else:
        problem = _infer_problem(
            corpus(), categories, lexical, rules, homographs, distinct_children, root_nonlexical
        )
    settings = _search_settings(
        preset, other or [], beta=beta, gamma=gamma, kappa=kappa, restart_after=restart_after, batch=batch
    )
    setting = Setting("study", problem, trials, seed, max_iterations, settings)
    _run(setting, Limits(seed, max_iterations, time_limit, jobs), json)


def _run(setting: Setting, limits: Any, json: bool) -> None:
    from time import perf_counter

    from brillig.study.run import run_local

    began = perf_counter()
    results = run_local(setting, limits)
    found = summarise(list(results.values()), perf_counter() - began)
    if json:
        print_json(found)
    else:
        print_report(setting, found)
    if len(results) < setting.trials:
        raise KeyboardInterrupt


def print_report(setting: Setting, found: dict[str, Any]) -> None:
    from brillig.study.statistics import Summary, wilson

    low, high = wilson(found["successes"], found["trials"])
    for solution in found["solutions"][:5]:
        print(f"{solution['count']:>6} x  {solution['canonical'].partition(' | ')[0]}")
    if len(found["solutions"]) > 5:
        print(f"        and {len(found['solutions']) - 5} other grammars")
    cost = found["microseconds_per_iteration"]
    timing = "" if cost is None else f", {cost:.1f} microseconds per iteration"
    print(f"rate between {low:.1%} and {high:.1%} (95%); {found['seconds']:.1f} s{timing}")
    iterations = round((found["iterations_per_success"] or 0) * found["successes"])
    print(Summary(found["trials"], found["successes"], iterations).closing_line())


def summarise(results: list[TrialResult], seconds: float) -> dict[str, Any]:
    from collections import Counter
    from json import loads

    from brillig.study.statistics import Summary

    successes = [result for result in results if result.success]
    summary = Summary(
        len(results),
        len(successes),
        sum(result.iterations for result in results),
        sum(result.seconds for result in results),
    )
    counts = Counter(result.canonical for result in successes)
    grammars = {result.canonical: result.grammar for result in reversed(successes)}
    return {
        "trials": summary.trials,
        "successes": summary.successes,
        "iterations_per_success": summary.iterations_per_success,
        "standard_error": summary.standard_error,
        "seconds": seconds,
        "microseconds_per_iteration": summary.microseconds_per_iteration,
        "solutions": [
            {"canonical": canonical, "count": count, "grammar": loads(grammars[canonical] or "null")}
            for canonical, count in counts.most_common()
        ],
    }


def _search_settings(preset: str, other: list[str], **named: float | None) -> Settings:
    from brillig.concur.settings import PRESETS
    from brillig.study.trial import change

    if preset not in PRESETS:
        raise BrilligError(f"--preset {preset}: there is no such one; known are {', '.join(PRESETS)}")
    settings = change(PRESETS[preset], {k: v for k, v in named.items() if v is not None}, "the options")
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
    distinct_children: bool,
    root_nonlexical: bool,
) -> AnyProblem:
    from brillig.problem import Problem

    if categories is None or lexical is None or rules is None:
        raise BrilligError("a study of inference needs its numbers: give -c, -l and -r")
    if not rules.strip().isdecimal():
        raise BrilligError(f"-r {rules}: not a whole number; it is r_s, the most syntactic rules")
    return Problem(corpus, categories, lexical, int(rules), homographs, distinct_children, root_nonlexical)


def _refine_problem(path: Path, features: str | None, rules: str | None, homographs: int) -> AnyProblem:
    from brillig.problem import RefineProblem, parse_rule
    from brillig.solution import load

    if features is None:
        raise BrilligError("--refine needs --features, for example --features A=2,B=3")
    solution = load(path)
    limits = {parse_rule(rule): number for rule, number in _numbers("--rules", rules or "").items()}
    return RefineProblem(
        solution.grammar, solution.trees, _numbers("--features", features), limits, homographs
    )


def _extend_problem(path: Path, corpus: Corpus, homographs: int) -> AnyProblem:
    from brillig.problem import ExtendProblem
    from brillig.solution import load

    return ExtendProblem(load(path).grammar, corpus, homographs)


def _numbers(option: str, text: str) -> dict[str, int]:
    """`A=2, B=3` as a dictionary."""
    numbers: dict[str, int] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, equals, number = (piece.strip() for piece in part.rpartition("="))
        if not equals or not name or not number.isdecimal():
            raise BrilligError(f"{option}: {part!r} is not NAME=NUMBER")
        if name in numbers:
            raise BrilligError(f"{option}: {name!r} is named twice")
        numbers[name] = int(number)
    return numbers
