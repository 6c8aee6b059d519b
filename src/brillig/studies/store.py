"""The store: a study in one SQLite file, its plan, results as they come, and checkpoints of long trials.

One writer, the coordinator, who holds the lock; anybody may read at the same time. What is committed survives
whatever happens to the process. A file that is not a store, or not one of ours, is refused and not touched.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from brillig.errors import BrilligError, Option
from brillig.files import refuse_stream, replacing
from brillig.lock import hold
from brillig.studies.parcel import Returned
from brillig.studies.plan import Plan
from brillig.studies.soundness import check_contents
from brillig.studies.trial import COLUMNS, TrialResult
from brillig.studies.version import engine_version

APPLICATION_ID = 0x42524C47  # "BRLG": what `file` and this program know a store by
SCHEMA_VERSION = 1

# {columns} are those of a trial.
_SCHEMA = """
CREATE TABLE study (id INTEGER PRIMARY KEY CHECK (id = 0), name TEXT NOT NULL, plan TEXT NOT NULL,
    brillig TEXT NOT NULL, created REAL NOT NULL, seconds REAL NOT NULL DEFAULT 0);
CREATE TABLE grammar (id INTEGER PRIMARY KEY, canonical TEXT NOT NULL UNIQUE, grammar TEXT NOT NULL);
CREATE TABLE trial (setting INTEGER NOT NULL, trial INTEGER NOT NULL, {columns},
    grammar INTEGER REFERENCES grammar (id), PRIMARY KEY (setting, trial)) WITHOUT ROWID;
CREATE INDEX ends ON trial (setting, status, iterations, seconds);
CREATE INDEX grammars ON trial (setting, grammar) WHERE grammar IS NOT NULL;
CREATE TABLE checkpoint (setting INTEGER NOT NULL, trial INTEGER NOT NULL, data BLOB NOT NULL,
    PRIMARY KEY (setting, trial));
"""
_KINDS = {int: "INTEGER", str: "TEXT", float: "REAL"}


class Store:
    """A connection to a study's file. Made by `open_to_run`, `open_to_read` or `in_memory`."""

    def __init__(self, connection: sqlite3.Connection, name: str) -> None:
        self._db = connection
        self.name = name
        try:
            plan, self.engine = connection.execute("SELECT plan, brillig FROM study").fetchone()
            self.plan = Plan.from_json(json.loads(plan))
        except BrilligError as error:
            raise BrilligError(f"damaged ({error})", hint="use a copy of it", place=name) from None
        except (TypeError, ValueError, RecursionError) as error:
            raise BrilligError(f"damaged (its plan: {error})", hint="use a copy of it", place=name) from None
        check_contents(connection, self.plan, name)
        self._all = _select_trials(connection)

    # -- what is there ------------------------------------------------------------------------------------

    def done(self, setting: int) -> set[int]:
        """The trials of a setting that have a result."""
        return {row[0] for row in self._rows("SELECT trial FROM trial WHERE setting = ?", setting)}

    def checkpoints(self, setting: int) -> dict[int, bytes]:
        return dict(self._rows("SELECT trial, data FROM checkpoint WHERE setting = ?", setting))

    def totals(self, setting: int) -> tuple[int, int, int, float]:
        """Trials done, successes, iterations of all, seconds of all."""
        query = (
            "SELECT count(*), coalesce(sum(status = 'found'), 0), coalesce(sum(iterations), 0), "
            "total(seconds) FROM trial INDEXED BY ends WHERE setting = ?"
        )
        ((trials, successes, iterations, seconds),) = self._rows(query, setting)
        return trials, successes, iterations, seconds

    def ends(self, setting: int) -> Iterator[tuple[int, bool]]:
        """(iterations, success) of each trial, in the order of the iterations."""
        query = "SELECT iterations, status = 'found' FROM trial WHERE setting = ? ORDER BY iterations"
        return ((at, bool(success)) for at, success in self._rows(query, setting))

    def solutions(self, setting: int) -> list[tuple[str, int, str]]:
        """(canonical, count, grammar as JSON), the most frequent first."""
        query = (
            "SELECT canonical, number, g.grammar FROM (SELECT grammar, count(*) AS number FROM trial "
            "WHERE setting = ? AND grammar IS NOT NULL GROUP BY grammar) AS c JOIN grammar AS g "
            "ON g.id = c.grammar ORDER BY number DESC, canonical"
        )
        return list(self._rows(query, setting))

    def result(self, setting: int, trial: int) -> TrialResult | None:
        for row in self._rows(self._all + "WHERE setting = ? AND trial = ?", setting, trial):
            return _as_result(row)
        return None

    def results(self) -> Iterator[tuple[int, int, TrialResult]]:
        """Setting, trial and result of all that is done, in order."""
        for row in self._rows(self._all + "ORDER BY setting, trial"):
            yield row[0], row[1], _as_result(row)

    @property
    def seconds(self) -> float:
        """Wall-clock time of all runs of this study so far."""
        (row,) = self._rows("SELECT seconds FROM study")
        return float(row[0])

    def _rows(self, query: str, *values: Any) -> Iterator[Any]:
        with _message(self.name):
            yield from self._db.execute(query, values)

    # -- what is new --------------------------------------------------------------------------------------

    def record(self, returned: Iterable[Returned], seconds: float = 0.0) -> None:
        """Keep results and checkpoints, all of them or none. A result that is there already stays."""
        with _message(self.name), self._db:
            for parcel in returned:
                for trial, result in parcel.results:
                    self._insert(parcel.setting, trial, result)
                for item in parcel.left:
                    if item.checkpoint is not None:
                        self._db.execute(
                            "INSERT OR REPLACE INTO checkpoint SELECT ?1, ?2, ?3 WHERE NOT EXISTS "
                            "(SELECT * FROM trial WHERE setting = ?1 AND trial = ?2)",
                            (parcel.setting, item.trial, item.checkpoint),
                        )
            self._db.execute("UPDATE study SET seconds = seconds + ?", (seconds,))

    def _insert(self, setting: int, trial: int, result: TrialResult) -> None:
        grammar = None
        if result.canonical is not None:
            self._db.execute(
                "INSERT INTO grammar (canonical, grammar) VALUES (?, ?) ON CONFLICT (canonical) DO NOTHING",
                (result.canonical, result.grammar),
            )
            query = "SELECT id FROM grammar WHERE canonical = ?"
            (grammar,) = self._db.execute(query, (result.canonical,)).fetchone()
        names = ("setting", "trial", *COLUMNS, "grammar")
        self._db.execute(
            f"INSERT INTO trial ({', '.join(names)}) VALUES ({', '.join('?' * len(names))}) "
            "ON CONFLICT (setting, trial) DO NOTHING",
            (setting, trial, *result.figures, grammar),
        )
        self._db.execute("DELETE FROM checkpoint WHERE setting = ? AND trial = ?", (setting, trial))

    def copy_to(self, path: Path) -> None:
        """A copy as of now, safe while the study runs."""
        if path.exists():
            raise BrilligError("exists already", hint="name another file", place=path)
        with (
            _message(str(path)),
            replacing(path) as part,
            contextlib.closing(sqlite3.connect(part)) as copy,
        ):
            self._db.backup(copy)

    def close(self) -> None:
        with contextlib.suppress(sqlite3.Error):
            self._db.close()


def _missing_columns(connection: sqlite3.Connection) -> dict[str, Any]:
    """Columns that an older store does not have, with their defaults."""
    there = {row[1] for row in connection.execute("PRAGMA table_info(trial)")}
    defaults = {field.name: field.default for field in dataclasses.fields(TrialResult)}
    return {name: defaults[name] for name in COLUMNS if name not in there}


def _select_trials(connection: sqlite3.Connection) -> str:
    missing = _missing_columns(connection)
    names = [f"{_literal(missing[name])} AS {name}" if name in missing else name for name in COLUMNS]
    return (
        f"SELECT setting, trial, canonical, g.grammar, {', '.join(names)} "
        "FROM trial LEFT JOIN grammar AS g ON g.id = trial.grammar "
    )


def _as_result(row: Sequence[Any]) -> TrialResult:
    _, _, canonical, grammar, *figures = row
    return TrialResult(**dict(zip(COLUMNS, figures, strict=True)), canonical=canonical, grammar=grammar)


def _literal(value: Any) -> str:
    return "'" + value.replace("'", "''") + "'" if isinstance(value, str) else repr(value)


def _add_missing_columns(connection: sqlite3.Connection) -> None:
    for name, default in _missing_columns(connection).items():
        kind = f"{_KINDS[COLUMNS[name]]} NOT NULL DEFAULT {_literal(default)}"
        connection.execute(f"ALTER TABLE trial ADD COLUMN {name} {kind}")


def in_memory(plan: Plan) -> Store:
    """A store that ends with the program."""
    connection = sqlite3.connect(":memory:")
    _lay_out(connection, plan)
    return Store(connection, "the study")


@contextlib.contextmanager
def open_to_run(path: Path, plan: Plan | None = None) -> Iterator[Store]:
    """The store, made if it is not there, for the one coordinator; refused if it has another plan."""
    if not path.exists() and plan is None:
        hint = ("begin a study from a SPEC with ", Option("store", path))
        raise BrilligError("no such file", hint=hint, place=path)
    if path.exists():
        _check(path)  # before a lock file is laid beside it
        if not os.access(path, os.W_OK):
            raise BrilligError("cannot be written to", hint="check its permissions, or copy it", place=path)
    with hold(path):
        if not path.exists() and plan is not None:
            _create(path, plan)
        store = _open(path)
        try:
            if plan is not None:
                _same_plan(path, store.plan, plan)
            if store.engine != engine_version():
                raise BrilligError(
                    f"begun by brillig {store.engine}, but this is {engine_version()}, whose results "
                    "would not belong with those",
                    hint="name another store (status and report still read this one)",
                    place=path,
                )
            yield store
        finally:
            store.close()


def _open(path: Path) -> Store:
    with _message(str(path)):
        connection = sqlite3.connect(path, timeout=30)
        try:
            damage = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
            if damage != "ok":
                raise BrilligError(
                    f"damaged ({' '.join(damage.split())})", hint="use a copy of it", place=path
                )
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            # The first write shows whether there can be any.
            with connection:
                connection.execute("UPDATE study SET seconds = seconds")
                _add_missing_columns(connection)
            return Store(connection, str(path))
        except BaseException:
            connection.close()
            raise


@contextlib.contextmanager
def open_to_read(path: Path) -> Iterator[Store]:
    """The store as it is now; somebody may be running it."""
    _check(path)
    with _message(str(path)):
        connection = _connect_to_read(path)
        try:
            store = Store(connection, str(path))
        except BaseException:
            connection.close()
            raise
    try:
        yield store
    finally:
        store.close()


def _connect_to_read(path: Path) -> sqlite3.Connection:
    address = f"file:{quote(str(path.resolve()))}"
    # Who may write also cleans up behind itself; with `query_only` nothing else is written.
    mode = "rw" if os.access(path, os.W_OK) and os.access(path.resolve().parent, os.W_OK) else "ro"
    connection = sqlite3.connect(f"{address}?mode={mode}", uri=True, timeout=30)
    try:
        connection.execute("PRAGMA query_only = 1")
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.OperationalError:
        # A file in a folder that cannot be written to, and that nobody is writing to.
        connection.close()
        if path.with_name(path.name + "-wal").exists():
            raise
        connection = sqlite3.connect(f"{address}?mode=ro&immutable=1", uri=True)
    except BaseException:
        connection.close()
        raise
    return connection


def _check(path: Path) -> None:
    """Refuse what is not a store of a version that we read, without touching it."""
    if not path.exists():
        raise BrilligError("no such file", hint="check the name", place=path)
    if path.is_dir():
        raise BrilligError("is a folder", hint="name a file", place=path)
    refuse_stream(path)
    with _message(str(path)):
        with open(path, "rb") as file:
            head = file.read(100)
        if len(head) < 100 or not head.startswith(b"SQLite format 3\0"):
            raise BrilligError(
                "not a study's store", hint="name another file, it is left as it is", place=path
            )
        if int.from_bytes(head[68:72], "big") != APPLICATION_ID:
            raise BrilligError(
                "an SQLite file of another program", hint="name another file, it is left as it is", place=path
            )
        version = int.from_bytes(head[60:64], "big")
        if version > SCHEMA_VERSION:
            raise BrilligError(
                f"a store of version {version}, but this program reads {SCHEMA_VERSION}",
                hint="use a newer brillig",
                place=path,
            )


def _create(path: Path, plan: Plan) -> None:
    """Lay out a store beside its place and move it there, so that there is never half of one."""
    # Nobody else makes one: we hold the lock.
    with (
        _message(str(path)),
        replacing(path) as part,
        contextlib.closing(sqlite3.connect(part)) as connection,
    ):
        _lay_out(connection, plan)


def _lay_out(connection: sqlite3.Connection, plan: Plan) -> None:
    columns = ", ".join(f"{name} {_KINDS[kind]} NOT NULL" for name, kind in COLUMNS.items())
    connection.executescript(f"BEGIN; {_SCHEMA.format(columns=columns)} COMMIT;")
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
    text = json.dumps(plan.to_json(), ensure_ascii=False)
    with connection:
        connection.execute(
            "INSERT INTO study (id, name, plan, brillig, created) VALUES (0, ?, ?, ?, ?)",
            (plan.name, text, engine_version(), time.time()),
        )


def _same_plan(path: Path, stored: Plan, plan: Plan) -> None:
    difference = stored.difference(plan)
    if difference is not None:
        raise BrilligError(
            f"holds a study with other settings ({difference})",
            hint="use those, or name another store",
            place=path,
        )


@contextlib.contextmanager
def _message(name: str) -> Iterator[None]:
    """What SQLite and the system complain of, as sentences."""
    try:
        yield
    except sqlite3.Error as error:
        text = str(error)
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code == sqlite3.SQLITE_FULL:
            advice = "the disk is full; free some space, then resume"
        elif code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
            advice = f"cannot be written to ({text}); check the permissions of the file and its folder"
        elif code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            advice = f"damaged, or not a store ({text}); use a copy of it"
        elif code == sqlite3.SQLITE_IOERR:
            advice = f"the disk does not read or write ({text}); see to it, then resume"
        elif code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            advice = "another program keeps it locked; end that, then resume"
        else:
            advice = f"{text}; check that it is a study's store"
        raise BrilligError(f"{advice}", place=name) from None
    except UnicodeDecodeError:  # SQLite's own complaint, with a part of the file in it
        raise BrilligError("damaged, or not a store", hint="use a copy of it", place=name) from None
    except OSError as error:
        raise BrilligError(
            f"{error.strerror or error}", hint="check the file and its folder", place=name
        ) from None
