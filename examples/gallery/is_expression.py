"""A judge for `brillig ask --oracle`: reads one sentence per line and says whether Python can parse it."""

from __future__ import annotations

import ast
import sys

for line in sys.stdin:
    try:
        ast.parse(line.strip().replace("NUMBER", "1"), mode="eval")
        print("yes", flush=True)
    except SyntaxError:
        print("no", flush=True)
