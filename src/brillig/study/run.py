"""Run trials on all cores of this machine."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

from brillig.limits import Limits
from brillig.study.trial import Setting, TrialResult, run_trial


def run_local(
    setting: Setting, limits: Limits, done: Callable[[TrialResult], None] | None = None
) -> dict[int, TrialResult]:
    """The results of all trials by their number; on Ctrl-C of those that were finished."""
    results: dict[int, TrialResult] = {}
    cancel = threading.Event()
    pool = ThreadPoolExecutor(limits.threads, thread_name_prefix="trial")
    waiting: dict[Future[TrialResult], int] = {
        pool.submit(_trial, setting, k, cancel): k for k in range(setting.trials)
    }
    try:
        while waiting:
            finished, _ = wait(waiting, timeout=0.2, return_when=FIRST_COMPLETED)
            for future in finished:
                trial = waiting.pop(future)
                results[trial] = future.result()
                if done is not None:
                    done(results[trial])
    except KeyboardInterrupt:
        pass
    finally:
        cancel.set()
        pool.shutdown(wait=True, cancel_futures=True)
    return results


def _trial(setting: Setting, trial: int, cancel: threading.Event) -> TrialResult:
    return TrialResult.of(run_trial(setting, trial, cancel))
