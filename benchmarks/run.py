"""`make bench`: run every `bench_*.py` beside this file, or those named (`run.py ground`)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent


def main(wanted: list[str]) -> int:
    """Run the benchmarks; the exit status is 2 when one is named that does not exist."""
    names = sorted(file.stem for file in HERE.glob("bench_*.py"))
    chosen = [name for name in names if not wanted or name.removeprefix("bench_") in wanted]
    unknown = set(wanted) - {name.removeprefix("bench_") for name in names}
    if unknown:
        known = ", ".join(name.removeprefix("bench_") for name in names)
        print(f"no benchmark {', '.join(sorted(unknown))}; there are {known}", file=sys.stderr)
        return 2
    status = 0
    for name in chosen:
        print(f"== {name.removeprefix('bench_')}", flush=True)
        # Each in a process of its own, so that none works in the memory that another has left behind.
        status |= subprocess.run([sys.executable, HERE / f"{name}.py"], check=False).returncode
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
