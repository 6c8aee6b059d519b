"""Programs that answer badly: too much, too late, falsely, with children that live on, or not at all."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from attacks.running import Attack, Run, judge_end, run_command

PROGRAMS = {
    "floods": "import sys\nwhile True: sys.stdout.write('yes\\n' * 10000)",
    "floods without lines": "import sys\nwhile True: sys.stdout.write('yes' * 10000)",
    "stalls": "import time\ntime.sleep(1000)",
    "stalls after ten": """
import sys, time
for number, line in enumerate(sys.stdin):
    if number == 10: time.sleep(1000)
    print('yes', flush=True)""",
    "dies": "import sys\nsys.stdin.readline()\nsys.exit(3)",
    "is killed": "import os, sys\nsys.stdin.readline()\nos.kill(os.getpid(), 9)",
    "always yes": "import sys\nfor line in sys.stdin: print('yes', flush=True)",
    "always no": "import sys\nfor line in sys.stdin: print('no', flush=True)",
    "lies at random": """
import random, sys
chance = random.Random(7)
for line in sys.stdin: print(chance.choice(('yes', 'no')), flush=True)""",
    "changes its mind": """
import sys
for number, line in enumerate(sys.stdin): print(('yes', 'no')[number % 2], flush=True)""",
    "talks": "import sys\nfor line in sys.stdin: print('perhaps ' * 1000, flush=True)",
    "answers bytes": """
import os, sys
for line in sys.stdin: os.write(1, b'\\xff\\0\\n')""",
    "answers twice": "import sys\nfor line in sys.stdin: print('yes\\nno', flush=True)",
    "closes its input": """
import os, sys, time
os.close(0)
time.sleep(1000)""",
    "forks": """
import os, sys, time
if os.fork() == 0: time.sleep(30)
for line in sys.stdin: print('yes', flush=True)""",
    "forks away": """
import os, sys, time
if os.fork(): os._exit(0)
for line in sys.stdin: print('yes', flush=True)""",
}
EACH = {
    "each, fails": "false",
    "each, is not there": "/no/such/program",
    "each, stalls": "sleep 1000",
    "each, right": "true",
    "each, is a folder": "/tmp",
}


LIMIT = 10


def attacks(folder: Path) -> Iterator[Attack]:
    (folder / "few.txt").write_text("the cat sleeps\na dog sleeps\nthe dog sees a cat\n")
    for title, text in PROGRAMS.items():
        path = folder / f"{title.replace(' ', '-')}.py"
        path.write_text(text)
        yield Attack(title, _ask(folder, f"'{sys.executable} {path}'"))
    for title, command in EACH.items():
        yield Attack(title, _ask(folder, f"'{command} {{}}'"))


def _ask(folder: Path, oracle: str) -> Run:
    def run(number: int) -> tuple[str, float]:
        (folder / "j").unlink(missing_ok=True)
        batch = (1, 1, 5)[number % 3] if "{}" not in oracle else 1
        how = f"--batch {batch} --seed {number} --time-limit {LIMIT}"
        command = f"ask few.txt --judgements j --oracle {oracle} {how}"
        done = run_command(folder, command)
        what = judge_end(done)
        if done.seconds > 20:
            what = f"{done.seconds:.0f} s though it has {LIMIT}"
        return what, done.seconds

    return run
