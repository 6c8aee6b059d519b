"""Whether a store holds what a study can have written: a damaged file is refused before it is used."""

from __future__ import annotations

import json
import sqlite3

from brillig.errors import BrilligError
from brillig.studies.plan import Plan

# SQLite lets any column hold anything, so each of these looks for a row that no study writes.
_WHOLE = "(typeof({0}) = 'integer' AND {0} BETWEEN 0 AND 4611686018427387904)"
_REAL = "(typeof({0}) IN ('real', 'integer') AND {0} BETWEEN 0 AND 1e15)"
_TRIAL = " AND ".join(
    (
        *(_WHOLE.format(name) for name in ("setting", "trial", "iterations", "restarts")),
        "typeof(seed) = 'integer' AND seed >= 0",
        _REAL.format("seconds"),
        "status IN ('found', 'infeasible', 'unknown')",
        "(grammar IS NULL OR grammar IN (SELECT id FROM grammar))",
    )
)
_CHECKPOINT = " AND ".join((*(_WHOLE.format(name) for name in ("setting", "trial")), "typeof(data) = 'blob'"))
_STUDY = f"typeof(brillig) = 'text' AND {_REAL.format('seconds')}"


def check_contents(connection: sqlite3.Connection, plan: Plan, name: str) -> None:
    """Refuse a store with a row that no study of this plan writes."""
    for table, sound in (("study", _STUDY), ("trial", _TRIAL), ("checkpoint", _CHECKPOINT)):
        if connection.execute(f"SELECT 1 FROM {table} WHERE ({sound}) IS NOT 1 LIMIT 1").fetchone():
            raise _damaged(name, f"a row of its table {table}")
    for table in ("trial", "checkpoint"):
        query = f"SELECT setting, max(trial) FROM {table} GROUP BY setting"
        for setting, last in connection.execute(query):
            if setting >= len(plan.settings) or last >= plan.settings[setting].trials:
                raise _damaged(name, f"a trial in its table {table} that its plan does not have")
    for canonical, text in connection.execute("SELECT canonical, grammar FROM grammar"):
        try:
            json.loads(text)
        except (ValueError, TypeError, RecursionError):
            raise _damaged(name, "one of its grammars") from None
        if not isinstance(canonical, str):
            raise _damaged(name, "one of its grammars")


def _damaged(name: str, what: str) -> BrilligError:
    return BrilligError(f"damaged ({what})", hint="use a copy of it", place=name)
