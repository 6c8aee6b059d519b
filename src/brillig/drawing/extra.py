"""What to say when matplotlib is not there."""

from __future__ import annotations

from importlib.util import find_spec

from brillig.errors import BrilligError


def need_matplotlib(what: str) -> None:
    """Refuse where the extra `plot` is missing."""
    if find_spec("matplotlib") is None:
        raise BrilligError(f"{what} needs matplotlib", hint="install it with: pip install 'brillig[plot]'")
