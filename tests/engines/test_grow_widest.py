"""An island whose model is too narrow for what another found begins again in the widest, at any moment."""

from __future__ import annotations

import subprocess
import sys

import pytest

# One island in steps, told after any number of them that another, whose model is wider, has far fewer bits.
# In a process of its own: the kernel ended in a segmentation fault where that came just before the beginning.
TELL = """
import sys
from brillig._kernel import Growth, GrowthPlan

SENTENCES = [[0] * n + [1] * n for n in range(1, 6)]
NESTED = (1.0, 0, [(0, 1, 2), (0, 3, 2), (3, 1, 0)], [1, 2], [], 2)  # S → A B | C B, C → A S

def grow_narrow(round):
    plan = GrowthPlan()
    plan.islands, plan.widest = [(False, False, False, 1.0, 0)], (True, True, True)
    plan.seed, plan.jobs, plan.round, plan.stepwise = 0, 1, round, True
    plan.least, plan.enough, plan.most, plan.branches, plan.meetings = 0, 2**62, 2**62, 100_000, 4
    return Growth(2, SENTENCES, [], ([], [], [], 0), [], plan)

for steps in range(60):
    growth = grow_narrow(int(sys.argv[1]))
    for _ in range(steps + 1):
        growth.step([])
    for _ in range(40):
        growth.step([(NESTED, False)])
    growth.cancel()
print("still here")
"""


@pytest.mark.parametrize("work_of_a_round", [1, 50, 1000])
def test_it_may_be_told_at_any_moment(work_of_a_round: int) -> None:
    command = [sys.executable, "-c", TELL, str(work_of_a_round)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stdout) == (0, "still here\n"), done.stderr
