"""`refine`: split the categories of a solution into features."""

from __future__ import annotations

from typing import Annotated

import typer

from brillig.cli.answer import CUT, explain_failure
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
    describe_run,
    finish,
    load_solution,
    parse_numbers,
    watching,
)
from brillig.cli.unused import refuse_iterations
from brillig.files import refuse_same


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
    preset: PresetOption = "default",
    engine: EngineOption = Engine.AUTO,
    seed: SeedOption = 0,
    max_iterations: MaxIterationsOption = None,
    time_limit: TimeLimitOption = None,
    jobs: JobsOption = None,
    output: OutputOption = None,
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
        if lowered:
            print("\n".join(str(step) for step in done.steps), end="\n\n")
        if outcome.solution is not None:
            print(outcome.solution.grammar)
            if outcome.ended in CUT:
                print(f"\n{CUT[outcome.ended]}: this is the best refinement so far, not proven best.")
        if outcome.reason:
            print(outcome.reason)
        if why is not None:
            print(f"\n{why}")
        print(f"\n{describe_run(outcome)}")
    tell_refusal(refusal, outcome.solution, json=json)
    finish(outcome, watch)
