"""What `infer` without numbers adds: which protocol chooses, and the choice by bits on the screen."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from brillig.cli.clusters import connected
from brillig.cli.numbers import parse_whole
from brillig.cli.solving import RunMonitor, watching
from brillig.errors import BrilligError
from brillig.limits import Ended

if TYPE_CHECKING:
    from brillig.engines.exact.tightness import Tightness
    from brillig.engines.grow import GrowProgress
    from brillig.language.corpus import Corpus
    from brillig.language.grammar import Grammar
    from brillig.limits import Limits
    from brillig.problems.restrictions import Restrictions
    from brillig.workflows.choosing import Choice
    from brillig.workflows.doubt import Doubt

    FindDoubt = Callable[[], Doubt]


AUTO = "auto"


class Protocol(StrEnum):
    LENGTH = "length"
    MAX_MIN = "max-min"


ChooseOption = Annotated[
    Protocol | None,
    typer.Option(
        "--choose",
        help="Without numbers: by description length, or by the paper's protocol.",
        show_default="length",
    ),
]


ExceptionsOption = Annotated[
    str,
    typer.Option(
        "--exceptions",
        metavar="K|auto",
        help="Without numbers: at most K sentences may be written out instead of being explained.",
    ),
]


StabilityOption = Annotated[
    int,
    typer.Option(
        "--stability",
        metavar="N",
        min=0,
        max=100,
        help="Without numbers: try N other seeds and N halves of the sentences, too.",
    ),
]


def choose_by_length(
    corpus: Corpus,
    engine: str,
    allow: Restrictions | None,
    exceptions: str,
    limits: Limits,
    record: Path | None = None,
    cluster: str | None = None,
    given: Grammar | None = None,
) -> tuple[Choice, RunMonitor, BrilligError | None]:
    """The grammar with the fewest bits, better ones noted as they come; what kept it from being recorded."""
    from brillig.recording.growth import GrowthRecorder
    from brillig.workflows.choosing import choose_by_length as choose

    with watching() as watch, ExitStack() as stack:
        client = stack.enter_context(connected(cluster, limits.jobs))
        recorder = None
        if record is not None:
            recorder = stack.enter_context(GrowthRecorder(record, corpus, limits.seed))

        def see(seen: GrowProgress) -> None:
            watch.note_better(seen)
            if recorder is not None:
                recorder.observe(seen)

        choice = choose(
            corpus,
            limits,
            engine=engine,
            allow=allow,
            max_exceptions=parse_exceptions(exceptions),
            client=client,
            given=given,
            progress=see,
            cancel=watch.cancel,
        )
        if recorder is not None:
            recorder.finish(choice.outcome)
    return choice, watch, None if recorder is None else recorder.trouble


def tell_choice(choice: Choice, limits: Limits, find_doubt: FindDoubt, *, verbose: bool) -> None:
    """After the answer: why this grammar, what little work can prove about it, and where it is in doubt."""
    if choice.solution is None:
        return
    if not verbose:
        print(f"\n{choice.summary}", flush=True)
    proven = str(_prove(choice, limits))
    if proven:
        print(proven, flush=True)
    for line in find_doubt().lines():
        print(line)


def choice_json(choice: Choice, limits: Limits, find_doubt: FindDoubt) -> dict[str, Any]:
    """The choice, with what little work can prove about it, and where it is in doubt."""
    data = choice.to_json() | _prove(choice, limits).to_json()
    return {"choice": data, "doubt": find_doubt().to_json()}


def doubt_of(
    choice: Choice,
    runs: int,
    limits: Limits,
    *,
    engine: str,
    allow: Restrictions | None,
    exceptions: str,
) -> FindDoubt:
    """A function that looks for doubt, once the answer is on the screen."""
    from brillig.workflows.doubt import check_stability

    def find() -> Doubt:
        with watching() as watch:
            return check_stability(
                choice,
                0 if choice.outcome.ended is Ended.CANCELLED else runs,
                limits,
                engine=engine,
                allow=allow,
                max_exceptions=parse_exceptions(exceptions),
                note=watch.note,
                cancel=watch.cancel,
            )

    return find


def _prove(choice: Choice, limits: Limits) -> Tightness:
    from brillig.workflows.choosing import prove_choice

    left = limits.time_limit
    if left is not None:
        left = max(0.0, left - choice.outcome.run.seconds)
    with watching() as watch:
        return prove_choice(choice, replace(limits, time_limit=left), watch.cancel)


def parse_exceptions(text: str) -> int | None:
    """The number, or None for `auto`."""
    if text == AUTO:
        return None
    if not text.isdecimal():
        raise BrilligError(f"--exceptions {text!r}: give a number of sentences, or {AUTO}")
    return parse_whole("--exceptions", text)
