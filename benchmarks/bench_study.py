"""What a study costs beyond its kernel calls: 1000 trials of about 20 ms, on threads and on a cluster.
And how long 100,000 stored trials take to show.

The bare calls are the kernel's alone: a start and its iterations for each trial, on as many threads as there
are cores. The study does the same with everything around it: seeds, checks, parcels, the store.
"""

from __future__ import annotations

import os
import queue
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import replace
from pathlib import Path

from brillig.engines.concur.driver import seed_of
from brillig.engines.concur.kernel import InferenceNetwork
from brillig.engines.concur.layout import Layout
from brillig.engines.concur.settings import PAPER
from brillig.language.builtin import builtin
from brillig.language.corpus import Corpus
from brillig.parsing.generate import generate
from brillig.problems import Problem
from brillig.studies.local import LocalPool
from brillig.studies.parcel import Returned
from brillig.studies.plan import Plan
from brillig.studies.run import Pool, run_study
from brillig.studies.store import open_to_run
from brillig.studies.trial import Setting, TrialResult

TRIALS = int(os.environ.get("BRILLIG_BENCH_TRIALS", "1000"))
TRIAL_SECONDS = 0.020
ROUNDS = 3
CORES = os.cpu_count() or 1
# Nothing is found, so that every trial makes all its iterations and the kernel's work is known exactly.
SETTINGS = replace(PAPER, gamma=0.0, tolerance=0.0)


def measured_iterations(problem: Problem) -> int:
    """How many iterations take about 20 ms, with all cores at work."""
    network = InferenceNetwork(Layout.of(problem), SETTINGS)
    network.start(0)
    network.run(200)
    began = time.perf_counter()
    network.run(1000)
    return max(1, round(TRIAL_SECONDS * 1000 / (time.perf_counter() - began)))


def run_bare(problem: Problem, iterations: int) -> float:
    """The kernel calls of all trials, on all cores."""
    seeds: queue.SimpleQueue[int] = queue.SimpleQueue()
    for seed in range(TRIALS):
        seeds.put(seed)
    layout = Layout.of(problem)

    def work() -> None:
        network = InferenceNetwork(layout, SETTINGS)
        while True:
            try:
                seed = seeds.get_nowait()
            except queue.Empty:
                return
            network.start(seed_of(seed, 0))
            network.run(iterations)

    threads = [threading.Thread(target=work) for _ in range(CORES)]
    began = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return time.perf_counter() - began


def run_whole(plan: Plan, pool: Pool | None = None) -> float:
    """The study, with a store of its own; the cluster's processes are there already."""
    with tempfile.TemporaryDirectory() as folder, open_to_run(Path(folder) / "bench.db", plan) as store:
        began = time.perf_counter()
        assert run_study(store, pool or LocalPool(plan, CORES))
        spent = time.perf_counter() - began
        assert store.totals(0)[0] == TRIALS
    return spent


def tell(what: str, bare: list[float], whole: list[float], most: float) -> None:
    """Each round ran both, one after the other; the middle one counts."""
    extra = statistics.median(w / b for w, b in zip(whole, bare, strict=True)) - 1
    verdict = "held" if extra <= most else "NOT held"
    times = f"{statistics.median(whole):.2f} s against {statistics.median(bare):.2f} s"
    print(f"study on {what}: {times}, {extra:+.1%} (at most {most:.0%}: {verdict})", flush=True)


def show_many(problem: Problem) -> None:
    """`status` and `report` on 100,000 trials, as a person runs them."""
    settings = tuple(Setting(f"s{k}", problem, 25_000, 10**6 * k) for k in range(4))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "many.db"
        with open_to_run(path, Plan("many", settings)) as store:
            for number in range(4):
                rows = tuple((k, stored_result(k)) for k in range(25_000))
                store.record([Returned(number, rows)])
        for command in ("status", "report"):
            began = time.perf_counter()
            subprocess.run(
                [sys.executable, "-m", "brillig", "study", command, str(path)],
                check=True,
                stdout=subprocess.DEVNULL,
            )
            print(f"study {command}, 100,000 trials: {time.perf_counter() - began:.2f} s (2 s wanted)")


def stored_result(trial: int) -> TrialResult:
    """Two of three succeed, after all kinds of iterations."""
    found = trial % 3 > 0
    canonical = f"grammar {trial % 5}" if found else None
    status = "found" if found else "unknown"
    return TrialResult(trial, status, (trial * 7919) % 20_011, 0, 0.02, canonical, canonical and "{}")


def main() -> None:
    problem = Problem(Corpus.of(generate(builtin("toy1"), 20, seed=1)), 8, 4, 5)
    iterations = measured_iterations(problem)
    show_many(problem)
    plan = Plan("bench", (Setting("bench", problem, TRIALS, 0, iterations, SETTINGS),))
    print(f"{TRIALS} trials of {iterations} iterations, {CORES} cores", flush=True)
    bare, whole = [], []
    for _ in range(ROUNDS):
        bare.append(run_bare(problem, iterations))
        whole.append(run_whole(plan))
    tell("threads", bare, whole, 0.10)
    try:
        import distributed  # noqa: F401
    except ImportError:
        print("study on a cluster: not measured, the extra `cluster` is not installed")
        return
    from brillig.engines.cluster import connect
    from brillig.studies.cluster import ClusterPool

    bare, whole = [], []
    with connect(f"local:{CORES}") as client:
        run_whole(plan, ClusterPool(plan, client))  # workers import what they need
        for _ in range(ROUNDS):
            bare.append(run_bare(problem, iterations))
            whole.append(run_whole(plan, ClusterPool(plan, client)))
    tell("a cluster", bare, whole, 0.25)


if __name__ == "__main__":
    main()
