"""The engines: each is a package of this one with a module `engine`, and that is all there is to tell.

Names on the command line, on the page and in studies, their help and what they may be given are read from
here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from brillig.errors import BrilligError

if TYPE_CHECKING:  # the command line wants the names alone, and soon
    from brillig.engines.outcome import Outcome
    from brillig.limits import Budget
    from brillig.problems import AnyProblem
    from brillig.progress import OnReport

    Solve = Callable[[AnyProblem, Budget, OnReport | None, Mapping[str, Any]], Outcome]

AUTO = "auto"


def _takes_all(problem: AnyProblem) -> str | None:
    return None


@dataclass(frozen=True)
class Engine:
    """title           what people call it
    solve           found means checked, infeasible means proven, and everything else is unknown
    refuses         why it cannot take a problem; None where it can
    takes_settings  whether it searches as `concur.Settings` say, and can be recorded
    iterates        whether there are iterations to be limited
    proves          whether it can prove that there is nothing
    by_bits         whether it chooses a grammar by its bits, without numbers
    on_classes      whether stars in a large problem are tried on classes of words first
    """

    name: str
    title: str
    solve: Solve
    refuses: Callable[[AnyProblem], str | None] = _takes_all
    takes_settings: bool = False
    iterates: bool = True
    proves: bool = False
    by_bits: bool = False
    on_classes: bool = False


@cache
def engine_names() -> tuple[str, ...]:
    """All that there are, the race of them first."""
    folder = Path(__file__).parent
    return AUTO, *sorted(module.parent.name for module in folder.glob("*/engine.py"))


def check_engine(name: str) -> None:
    """Refuse a name that no engine has."""
    if name not in engine_names():
        hint = f"choose one of {', '.join(engine_names())}"
        raise BrilligError(f"{name!r} is not an engine", hint=hint, field="engine")


@cache
def find_engine(name: str) -> Engine:
    """The engine of this name; `auto` is the race."""
    check_engine(name)
    module = "brillig.engines.race" if name == AUTO else f"brillig.engines.{name}.engine"
    assert find_spec(module) is not None
    engine: Engine = import_module(module).ENGINE
    return engine
