"""Results as tables of pandas, where that is installed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from brillig.errors import BrilligError


def to_frame(rows: Sequence[dict[str, Any]]) -> Any:
    """A DataFrame with a column for each field."""
    try:
        import pandas
    except ImportError:
        raise BrilligError("pandas is not installed", hint="install it with: pip install pandas") from None
    return pandas.DataFrame(list(rows))
