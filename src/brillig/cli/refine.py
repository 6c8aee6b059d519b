"""`refine`: split the categories of a solution into features."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Annotated

from brillig.cli import options
from brillig.cli.answer import TellerGroup
from brillig.cli.application import app
from brillig.cli.groups import option
from brillig.cli.solving import load_solution, parse_numbers
from brillig.files import refuse_same
from brillig.language.plural import count

if TYPE_CHECKING:
    from brillig.workflows.refinement import RefinementResult


@app.command()
def refine(
    solution: options.Solution,
    *,
    features: Annotated[
        str,
        option(
            "--features A=2,B=3|auto",
            "Number of features of each category (1 if not named). auto: those that save bits.",
        ),
    ],
    rules: Annotated[
        str | None,
        option(
            "--rules",
            "Maximum number of refined rules for each rule; by default, as few as possible.",
            metavar='"X>Y Z=N, ..."',
        ),
    ] = None,
    homographs: Annotated[
        int, option("-H --homographs", "Maximum number of features beyond one per word.", min=0)
    ] = 0,
    retree: Annotated[bool, option("--retree", "Also try other trees of ambiguous sentences.")] = False,
    unique: Annotated[
        bool | None,
        option(
            "--unique/--fewest",
            "Without --rules: reduce the rules until the solution is unique, adding features where "
            "necessary; or until no solution is found.",
            "fewest; unique with --preset paper",
        ),
    ] = None,
    engine: options.EngineGroup,
    limits: options.LimitsGroup,
    tell: TellerGroup,
) -> None:
    """Split categories into features, such as singular and plural.

    Exit status 0 when a refinement was found, 1 when not.

    Example: brillig refine solution.json --features A=2,B=3 --rules "S>B A=2, B>C B=2" -o refined.json
    """
    from brillig.workflows.refinement import AUTO, RefinementRequest, run_refinement

    refuse_same("-o", tell.output, [solution])
    request = RefinementRequest(
        features=AUTO if features.strip() == AUTO else parse_numbers("--features", features),
        rules=None if rules is None else parse_numbers("--rules", rules),
        homographs=homographs,
        retree=retree,
        unique=unique,
        **engine,
        explain=True,
    )
    request.refuse_limits(limits)
    base = load_solution(solution)
    with tell.looking_for("refinement") as watch:
        result = run_refinement(request, base, limits, watch.report, cancel=watch.cancel)
        more = [str(step) for step in result.steps]
        if more and result.solution is not None:
            more = [_sum_up(result), *(more if tell.verbose else ())]
        tell.answer(result, more)
    tell.end(result)


def _sum_up(done: RefinementResult) -> str:
    """What was split into how many, and how the attempts to do with less ended."""
    from brillig.problems import RefineProblem

    assert isinstance(done.problem, RefineProblem)
    split = done.problem.features
    parts = ", ".join(f"{category} into {number}" for category, number in split.items() if number > 1)
    verdicts = Counter(step.verdict for step in done.steps)
    ended = ", ".join(f"{number} {verdict}" for verdict, number in verdicts.items())
    asked = [step.unique for step in done.steps if step.unique is not None]
    only = "" if not asked else " Unique." if any(asked) else " No solution was unique."
    return f"Split: {parts or 'nothing'}. {count(len(done.steps), 'attempt')}: {ended}.{only}"
