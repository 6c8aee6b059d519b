"""How the commands tell an answer: first in a person's words, and with --verbose in the paper's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from brillig.cli.solving import RunMonitor, describe_run
from brillig.limits import Ended

if TYPE_CHECKING:
    from brillig.engines.outcome import Outcome
    from brillig.limits import Limits
    from brillig.problems import AnyProblem
    from brillig.problems.telling import Proof
    from brillig.workflows.explain import Explanation

MAX_TREES = 10  # shown with --verbose
CUT = {Ended.TIME: "Time was up", Ended.CANCELLED: "It was stopped"}

VerboseFlag = Annotated[
    bool,
    typer.Option("--verbose", help="Add trees, the numbers c, c_l, r_s and h, and what the search took."),
]


def show_answer(
    outcome: Outcome,
    *,
    what: str = "grammar",
    more: Sequence[str] = (),
    why: Explanation | None = None,
    output: Path | None = None,
    verbose: bool = False,
) -> None:
    """The grammar with what it explains, what else it allows and what to do next; or why there is none.

    `what` was looked for, a refinement or an extension; `more` is told after the grammar.
    """
    from brillig.problems.solution import Status
    from brillig.problems.telling import describe, describe_nearest

    solution = outcome.solution
    if solution is None:
        proven = outcome.status is Status.INFEASIBLE
        told = f"There is no such {what}" if proven else f"No {what} found"
        print(f"{told}: {outcome.reason}")
        if why is not None:
            print(f"\n{why}")
        if outcome.nearest is not None and not proven:
            texts = outcome.problem.corpus.texts()
            print(f"\n{describe_nearest(outcome.nearest, texts, outcome.unexplained)}")
        print("".join(f"\n{line}" for line in more), end="\n" if more else "")
    else:
        print(describe(solution, outcome.proof))
        print("".join(f"\n{line}" for line in more), end="\n" if more else "")
        if outcome.ended in CUT:
            print(f"\n{CUT[outcome.ended]}: this is the best {what} so far, not proven best.")
        print("\n" + "\n".join(next_steps(output, outcome.proof, what)))
    if verbose:
        print()
        if solution is not None:
            print("\n".join(_paper_lines(outcome)))
            print()
        if outcome.reason and solution is not None:
            print(outcome.reason)
        print(describe_run(outcome))


def explain_failure(outcome: Outcome, limits: Limits, watch: RunMonitor) -> Explanation | None:
    """Why it is proven that there is no solution; None where that is not so, or cannot be said in time."""
    from brillig.problems.solution import Status

    if outcome.status is not Status.INFEASIBLE:
        return None
    return explain_in_time(outcome.problem, limits, outcome.run.seconds, watch)


def explain_in_time(
    problem: AnyProblem, limits: Limits, spent: float, watch: RunMonitor
) -> Explanation | None:
    """Why there is no solution, in what the search has left of its time; Ctrl-C ends only the explaining."""
    from brillig.workflows.explain import explain

    limit = limits.time_limit
    left = replace(limits, time_limit=None if limit is None else max(0.0, limit - spent))
    with watch.cancel:
        return explain(problem, left, cancel=watch.cancel)


def next_steps(output: Path | None, proof: Proof, what: str = "grammar") -> list[str]:
    """Commands that are useful now, each with what it does."""
    from brillig.cli import COMMANDS
    from brillig.problems.telling import Proof

    if output is None:
        later = "`draw`, `certify`, `refine` and `extend`" if what == "grammar" else "`draw` and `extend`"
        return [f"Next: give -o solution.json to keep it, for {later}."]
    picture = f"{output.stem}.svg"
    steps = [(f"brillig draw {output} -o {picture}", "a picture of the rules")]
    if "ask" in COMMANDS:
        steps.append(("brillig ask FILE", "questions that decide what is still open"))
    if proof is not Proof.ONLY:
        steps.append((f"brillig certify {output}", "is it the only one? what else fits?"))
    if what == "grammar":
        steps.append(
            (f"brillig refine {output} --features auto", "split classes, as into singular and plural")
        )
    else:
        steps.append((f"brillig extend {output} FILE", "explain more sentences and sort their new words"))
    width = max(len(command) for command, _ in steps)
    return [
        f"{'Next:' if number == 0 else '     '} {command.ljust(width)}   {what}"
        for number, (command, what) in enumerate(steps)
    ]


def _paper_lines(outcome: Outcome) -> list[str]:
    solution = outcome.solution
    assert solution is not None
    lines = [str(tree) for tree in solution.trees[:MAX_TREES]]
    if len(solution.trees) > MAX_TREES:
        lines.append(f"... and {len(solution.trees) - MAX_TREES} more trees")
    size = solution.grammar.size()
    lexical = len(set(solution.grammar.words_of) - set(solution.grammar.expansions))
    numbers = {
        "c": size["categories"],
        "c_l": lexical,
        "r_s": size["syntactic_rules"],
        "h": size["homographs"],
    }
    return [*lines, "", ", ".join(f"{letter} = {number}" for letter, number in numbers.items())]
