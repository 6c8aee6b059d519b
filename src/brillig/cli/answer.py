"""How the commands tell an answer: first in plain words, and with --verbose in the paper's."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from brillig.cli import options
from brillig.cli.groups import Group
from brillig.cli.output import print_json, save_solution, tell_refusal
from brillig.cli.reading import reading_arguments
from brillig.cli.solving import RunMonitor, describe_run, finish, watching
from brillig.errors import BrilligError

if TYPE_CHECKING:
    from brillig.engines.outcome import Outcome
    from brillig.language.reading import Reading
    from brillig.problems.telling import Proof
    from brillig.workflows.explain import Explanation
    from brillig.workflows.requests import Result

MAX_TREES = 10  # shown with --verbose


@dataclass
class Teller:
    """Saves and tells the answer of a command, and ends the command with its status."""

    output: Path | None
    verbose: bool
    json: bool
    what: str = "grammar"
    flat: bool = False
    files: Sequence[str] = ()
    watch: RunMonitor = field(default_factory=RunMonitor)
    interrupted: bool = False
    refusal: BrilligError | None = None

    @contextmanager
    def looking_for(
        self, what: str, *, flat: bool = False, files: Sequence[str] = ()
    ) -> Iterator[RunMonitor]:
        """While the block runs, Ctrl-C ends the search, and progress is shown."""
        self.what, self.flat, self.files = what, flat, files
        with watching() as self.watch:
            yield self.watch

    def answer(self, result: Result, more: Sequence[str] = ()) -> None:
        """As soon as there is one: whatever comes after it, it is saved and told."""
        self.watch.clear()
        self.interrupted = self.watch.cancel.is_set()
        self.refusal = save_solution(result.solution, self.output)
        if not self.json:
            show_answer(
                result,
                what=self.what,
                more=more,
                why=result.why,
                output=self.output,
                verbose=self.verbose,
                flat=self.flat,
                files=self.files,
            )

    def end(self, result: Result, lines: Sequence[str] = (), trouble: BrilligError | None = None) -> None:
        """All of it as JSON, or the lines that came after the answer; then what went wrong."""
        if self.json:
            print_json(result.to_json())
        else:
            print("".join(f"{line}\n" for line in lines), end="")
        tell_refusal(self.refusal, result.solution, json=self.json)
        if trouble is not None:
            raise trouble
        finish(result.solution, self.interrupted)


TellerGroup = Annotated[
    Teller, Group({"output": options.Output, "verbose": options.Verbose, "json": options.Json}, Teller)
]


def show_answer(
    outcome: Outcome,
    *,
    what: str = "grammar",
    more: Sequence[str] = (),
    why: Explanation | None = None,
    output: Path | None = None,
    verbose: bool = False,
    flat: bool = False,
    files: Sequence[str] = (),
) -> None:
    """The grammar with what it explains, what else it allows and what to do next; or why there is none.

    `what` was looked for, a refinement or an extension; `more` is told after the grammar.
    """
    from brillig.engines.registry import AUTO
    from brillig.problems.claims import say_early, say_not_best, say_not_same
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
            another = say_not_same(outcome.ended, raced=outcome.run.engine == AUTO)
            if another:
                print(f"\n{another}")
        print("".join(f"\n{line}" for line in more), end="\n" if more else "")
    else:
        print(describe(solution, outcome.proof, flat=flat))
        print("".join(f"\n{line}" for line in more), end="\n" if more else "")
        cut = say_not_best(say_early(outcome.ended), what)
        if cut:
            print(f"\n{cut} {say_not_same(outcome.ended, raced=False)}")
        reading = solution.problem.corpus.reading
        steps = next_steps(output, outcome.proof, what, files=files, reading=reading)
        print("\n" + "\n".join(steps))
    if verbose:
        print()
        if solution is not None:
            print("\n".join(_paper_lines(outcome)))
            print()
        if outcome.reason and solution is not None:
            print(outcome.reason)
        print(describe_run(outcome))


def ask_command(files: Sequence[str], reading: Reading | None = None) -> str:
    """The command that asks about these files, to be copied; standard input is there only once."""
    named = bool(files) and "-" not in files
    command = f"brillig ask {shlex.join(files) if named else 'FILE'}"
    return " ".join([command, *map(shlex.quote, reading_arguments(reading))])


def next_steps(
    output: Path | None,
    proof: Proof,
    what: str = "grammar",
    *,
    asked: bool = False,
    files: Sequence[str] = (),
    reading: Reading | None = None,
) -> list[str]:
    """Commands that are useful now, each with what it does; `asked`: no question is left."""
    from brillig.problems.telling import Proof

    if output is None:
        later = "`draw`, `certify`, `refine` and `extend`" if what == "grammar" else "`draw` and `extend`"
        return [f"Next: give -o solution.json to keep it, for {later}."]
    picture = f"{output.stem}.svg"
    steps = [(f"brillig draw {output} -o {picture}", "a picture of the rules")]
    if not asked:
        steps.append((ask_command(files, reading), "questions that decide what is still open"))
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
    from brillig.problems.sizes import sizes_of

    solution = outcome.solution
    assert solution is not None
    lines = [str(tree) for tree in solution.trees[:MAX_TREES]]
    if len(solution.trees) > MAX_TREES:
        lines.append(f"... and {len(solution.trees) - MAX_TREES} more trees")
    nonlexical = solution.problem.restrictions.root_nonlexical
    return [*lines, "", str(sizes_of(solution.grammar, root_nonlexical=nonlexical))]
