"""`refine`: split the categories of a solution into features."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Annotated

import typer

from brillig.cli.answer import VerboseFlag, explain_failure, show_answer
from brillig.cli.common import JsonFlag, print_json
from brillig.cli.output import save_solution, tell_refusal
from brillig.cli.solving import (
    Engine,
    EngineOption,
    JobsOption,
    MaxIterationsOption,
    OutputOption,
    PresetOption,
    SeedOption,
    SolutionArgument,
    TimeLimitOption,
    finish,
    load_solution,
    parse_numbers,
    watching,
)
from brillig.cli.unused import refuse_iterations
from brillig.errors import BrilligError
from brillig.files import refuse_same
from brillig.language.plural import count

if TYPE_CHECKING:
    from brillig.workflows.minimise import Minimised


def register(app: typer.Typer) -> None:
    app.command("refine")(refine)


def refine(
    context: typer.Context,
    solution: SolutionArgument,
    features: Annotated[
        str,
        typer.Option(
            "--features", metavar="A=2,B=3|auto", help="Features of each category; one where not named."
        ),
    ],
    rules: Annotated[
        str | None,
        typer.Option(
            "--rules",
            metavar='"X>Y Z=N, ..."',
            help="At most N refined rules of each; without it, the fewest for which a solution is found.",
            show_default=False,
        ),
    ] = None,
    homographs: Annotated[
        int, typer.Option("-H", "--homographs", min=0, help="At most N features beyond one for each word.")
    ] = 0,
    retree: Annotated[
        bool, typer.Option("--retree", help="Try other trees of ambiguous sentences, too.")
    ] = False,
    unique: Annotated[
        bool | None,
        typer.Option(
            "--unique/--fewest",
            help="Without --rules: lower them until the solution is unique, with more features where that "
            "needs it; or until none is found.",
            show_default="fewest; unique with --preset paper",
        ),
    ] = None,
    preset: PresetOption = "default",
    engine: EngineOption = Engine.AUTO,
    seed: SeedOption = 0,
    max_iterations: MaxIterationsOption = None,
    time_limit: TimeLimitOption = None,
    jobs: JobsOption = None,
    output: OutputOption = None,
    verbose: VerboseFlag = False,
    json: JsonFlag = False,
) -> None:
    """Split the categories of a solution into features, such as singular and plural.

    Exit status 0 when a refinement was found, 1 when not.

    Example: brillig refine solution.json --features A=2,B=3 --rules "S>B A=2, B>C B=2" -o refined.json
    """
    from brillig.engines.concur.settings import preset_settings
    from brillig.limits import Limits
    from brillig.workflows.refinement import AUTO, refine_problem, run_refinement

    refuse_iterations(context, engine)
    refuse_same("-o", output, [solution])
    auto = features.strip() == AUTO
    if unique is not None and (auto or rules is not None):
        raise BrilligError(
            "--unique and --fewest are for lowering refined rules; name the features, and leave out --rules"
        )
    wanted = preset == "paper" if unique is None else unique
    numbers = AUTO if auto else parse_numbers("--features", features)
    limits = None if rules is None else parse_numbers("--rules", rules)
    problem = refine_problem(load_solution(solution), numbers, limits, homographs)
    bounds = Limits(seed, max_iterations, time_limit, jobs)
    with watching() as watch:
        done = run_refinement(
            problem,
            bounds,
            auto=auto,
            minimise=rules is None,
            unique=wanted,
            retree=retree,
            engine=engine.value,
            settings=preset_settings(preset, "refine"),
            watch=lambda step: watch.note(str(step)),
            progress=watch.progress,
            cancel=watch.cancel,
        )
    outcome = done.outcome
    refusal = save_solution(outcome.solution, output)
    why = explain_failure(outcome, bounds, watch)
    lowered = auto or rules is None
    if json:
        steps = {"steps": [step.to_json() for step in done.steps]} if lowered else {}
        print_json(outcome.to_json() | steps | ({} if why is None else why.to_json()))
    else:
        told = [str(step) for step in done.steps] if lowered else []
        more = [_sum_up(done), *(told if verbose else ())] if lowered and outcome.solution else told
        show_answer(outcome, what="refinement", more=more, why=why, output=output, verbose=verbose)
    tell_refusal(refusal, outcome.solution, json=json)
    finish(outcome, watch)


def _sum_up(done: Minimised) -> str:
    """What was split into how many, and how the attempts to do with less ended."""
    from brillig.problems import RefineProblem

    assert isinstance(done.outcome.problem, RefineProblem)
    split = done.outcome.problem.features
    parts = ", ".join(f"{category} into {number}" for category, number in split.items() if number > 1)
    verdicts = Counter(step.verdict for step in done.steps)
    ended = ", ".join(f"{number} {verdict}" for verdict, number in verdicts.items())
    asked = [step.unique for step in done.steps if step.unique is not None]
    only = "" if not asked else " Unique." if any(asked) else " No solution was unique."
    return f"Split: {parts or 'nothing'}. {count(len(done.steps), 'attempt')}: {ended}.{only}"
