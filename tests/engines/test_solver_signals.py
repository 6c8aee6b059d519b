"""Signals while the solver works in the main thread: Python's own handler hears them, and nothing breaks."""

from __future__ import annotations

import os
import signal
import subprocess
from itertools import combinations

import pytest

from brillig.engines.exact.formula import Formula


def pigeons(formula: Formula, number: int) -> None:
    """More pigeons than holes, which takes a solver of this kind ages to see."""
    places = [[formula.variable() for _ in range(number)] for _ in range(number + 1)]
    for pigeon in places:
        formula.add(*pigeon)
    for hole in range(number):
        for a, b in combinations(places, 2):
            formula.add(-a[hole], -b[hole])


def test_an_interrupt_while_it_solves_is_pythons_own():
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        for _ in range(3):
            formula = Formula(interruptible=True)
            pigeons(formula, 12)
            with (
                subprocess.Popen(["sh", "-c", f"sleep 0.2; kill -INT {os.getpid()}"]),
                pytest.raises(KeyboardInterrupt),
            ):
                formula.solve()
            assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
            formula.close()
            with pytest.raises(KeyboardInterrupt):
                os.kill(os.getpid(), signal.SIGINT)
        formula = Formula()
        pigeons(formula, 4)
        assert not formula.solve()
    finally:
        signal.signal(signal.SIGINT, before)
