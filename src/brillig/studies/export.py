"""All results as a table, one row a trial, for other programs."""

from __future__ import annotations

import csv
import io
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

from brillig.errors import BrilligError
from brillig.studies.store import Store

COLUMNS = (
    "trial",
    "setting",
    "seed",
    "status",
    "iterations",
    "restarts",
    "seconds",
    "canonical",
)
CHUNK = 10_000  # rows that are held at a time


def table_rows(store: Store) -> Iterator[tuple[Any, ...]]:
    """The rows of the table, in the order of the trials."""
    plan = store.plan
    offsets = [plan.number(k, 0) for k in range(len(plan.settings))]
    for setting, trial, result in store.results():
        yield (
            offsets[setting] + trial,
            plan.settings[setting].name,
            result.seed,
            result.status,
            result.iterations,
            result.restarts,
            result.seconds,
            result.canonical,
        )


def write_csv(store: Store, path: Path | None) -> None:
    """To a file, whole or not at all; to standard output without one."""
    if path is None:
        _write_rows(store, sys.stdout)
        return
    with _Whole(path) as temporary, open(temporary, "w", encoding="utf-8", newline="") as file:
        _write_rows(store, file)


def _write_rows(store: Store, file: TextIO | io.StringIO) -> None:
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(table_rows(store))


def write_parquet(store: Store, path: Path) -> None:
    """A Parquet file, whole or not at all."""
    try:
        import pyarrow as arrow
        import pyarrow.parquet as parquet
    except ImportError:
        raise BrilligError(
            f"{path}: Parquet needs pyarrow; install it with: pip install 'brillig[parquet]', or write .csv"
        ) from None
    whole, real, text = arrow.int64(), arrow.float64(), arrow.string()
    kinds = (whole, text, arrow.uint64(), text, whole, whole, real, text)
    schema = arrow.schema(list(zip(COLUMNS, kinds, strict=True)))
    with _Whole(path) as temporary, parquet.ParquetWriter(temporary, schema) as writer:
        rows: list[tuple[Any, ...]] = []
        for row in table_rows(store):
            rows.append(row)
            if len(rows) == CHUNK:
                writer.write_table(_as_table(arrow, rows, schema))
                rows = []
        if rows:
            writer.write_table(_as_table(arrow, rows, schema))


def _as_table(arrow: Any, rows: list[tuple[Any, ...]], schema: Any) -> Any:
    columns = zip(*rows, strict=True)
    arrays = [arrow.array(column, kind) for column, kind in zip(columns, schema.types, strict=True)]
    return arrow.Table.from_arrays(arrays, schema=schema)


class _Whole:
    """A temporary file beside the wanted one, which takes its place when all went well."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __enter__(self) -> str:
        try:
            handle, self.temporary = tempfile.mkstemp(
                dir=self.path.parent, prefix=f".{self.path.name}.", suffix=".part"
            )
        except OSError as error:
            raise BrilligError(
                f"{self.path}: cannot be written ({error.strerror}); check folder and permissions"
            ) from None
        os.close(handle)
        return self.temporary

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _trace: object) -> None:
        if error is None:
            mask = os.umask(0)
            os.umask(mask)
            os.chmod(self.temporary, 0o666 & ~mask)
            os.replace(self.temporary, self.path)
            return
        Path(self.temporary).unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise BrilligError(
                f"{self.path}: cannot be written ({error.strerror or error}); check the space left"
            ) from None
