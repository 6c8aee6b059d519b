"""All results as a table, one row per trial, for other programs."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

from brillig.errors import BrilligError
from brillig.files import replacing
from brillig.studies import trial
from brillig.studies.store import Store

COLUMNS = ("trial", "setting", *trial.COLUMNS, "canonical")
CHUNK = 10_000  # rows that are held at a time


def table_rows(store: Store) -> Iterator[tuple[Any, ...]]:
    """The rows of the table, in the order of the trials."""
    plan = store.plan
    offsets = [plan.number(k, 0) for k in range(len(plan.settings))]
    for setting, number, result in store.results():
        yield (
            offsets[setting] + number,
            plan.settings[setting].name,
            *result.figures,
            result.canonical,
        )


def write_csv(store: Store, path: Path | TextIO) -> None:
    """To a file, whole or not at all; or to a stream."""
    if not isinstance(path, Path):
        _write_rows(store, path)
        return
    with replacing(path) as part, part.open("w", encoding="utf-8", newline="") as file:
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
            "Parquet needs pyarrow",
            hint="install it with: pip install 'brillig[parquet]', or write .csv",
            place=path,
        ) from None
    whole, text = arrow.int64(), arrow.string()
    of_type = {int: whole, str: text, float: arrow.float64()}
    own = {name: of_type[kind] for name, kind in trial.COLUMNS.items()} | {"seed": arrow.uint64()}
    kinds = (whole, text, *own.values(), text)
    schema = arrow.schema(list(zip(COLUMNS, kinds, strict=True)))
    with replacing(path) as part, parquet.ParquetWriter(str(part), schema) as writer:
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
