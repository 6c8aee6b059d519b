"""What the package needs from others, as pyproject.toml lists it, to be installed while the kernel compiles.

    python tools/dependencies.py [EXTRA ...] > requirements.txt

One requirement a line: those of the package, and of each EXTRA. Nothing but the standard library is used.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path

PROJECT = Path(__file__).parents[1] / "pyproject.toml"


def dependencies(extras: Iterable[str]) -> list[str]:
    """The requirements of the package and of these extras, each once."""
    project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
    optional = project["optional-dependencies"]
    found: list[str] = list(project["dependencies"])
    for extra in extras:
        if extra not in optional:
            sys.exit(f"pyproject.toml has no extra {extra}; it has {', '.join(optional)}")
        found += optional[extra]
    return list(dict.fromkeys(found))


if __name__ == "__main__":
    print(*dependencies(sys.argv[1:]), sep="\n")
