"""`study run`, `status`, `resume`, `report`, `export` and `rerun`: studies that are kept in a file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from brillig.cli import options
from brillig.cli.groups import argument, option
from brillig.cli.output import data_stream, print_json
from brillig.cli.solving import INTERRUPTED, watching
from brillig.errors import BrilligError

if TYPE_CHECKING:
    from brillig.studies.plan import Plan
    from brillig.studies.run import Pool
    from brillig.studies.store import Store
    from brillig.studies.trial import TrialResult

StoreArgument = Annotated[Path, argument("STORE", "The file of the study.")]


def run(
    spec: Annotated[Path, argument("SPEC", "The study, as a TOML file.")],
    store: Annotated[Path, option("--store", "The file for the results.")],
    cluster: options.Cluster = None,
    jobs: options.Jobs = None,
    time_limit: options.TimeLimit = None,
    json: options.Json = False,
) -> None:
    """Run the study of a SPEC file, or what is left of it.

    If it is interrupted, run it again, or use `resume`; it continues where it stopped.

    Example: brillig study run examples/studies/success-rates.toml --store rates.db
    """
    from brillig.studies.plan import read_spec
    from brillig.studies.store import open_to_run

    plan = read_spec(spec)
    with open_to_run(store, plan) as opened:
        _run_and_tell(opened, cluster, jobs, time_limit, json)


def resume(
    store: StoreArgument,
    cluster: options.Cluster = None,
    jobs: options.Jobs = None,
    time_limit: options.TimeLimit = None,
    json: options.Json = False,
) -> None:
    """Continue a study from its file.

    Example: brillig study resume rates.db --cluster local:4
    """
    from brillig.studies.store import open_to_run

    with open_to_run(store) as opened:
        _run_and_tell(opened, cluster, jobs, time_limit, json)


def status(store: StoreArgument, json: options.Json = False) -> None:
    """Show the progress of a study, even while it runs.

    Example: brillig study status rates.db
    """
    from brillig.studies.store import open_to_read

    with open_to_read(store) as opened:
        _tell(opened, json)


def report(
    store: StoreArgument,
    compare: Annotated[
        list[str] | None,
        option("--compare SETTING", "Compare this setting with others; give the option at least twice."),
    ] = None,
    output: Annotated[Path | None, option("-o --output", "Write the report to a Markdown file.")] = None,
    json: options.Json = False,
) -> None:
    """Report rates, survival curves and comparisons.

    Settings are compared by the log-rank test, which accounts for trials that ended without success. Without
    --compare, each setting is compared with the one that has the fewest iterations per success.

    Example: brillig study report rates.db --compare default --compare paper
    """
    from brillig.cli.study_show import report_text
    from brillig.files import refuse_same, write_whole
    from brillig.studies.report import make_report
    from brillig.studies.store import open_to_read

    refuse_same("-o", output, [store])
    with open_to_read(store) as opened:
        made = make_report(opened, _pairs(opened.plan, compare))
    refusal = None
    if output is not None:
        try:
            write_whole(output, report_text(made, markdown=True))
        except BrilligError as error:
            refusal = error
    if json:
        print_json(made.to_json())
    elif output is None or refusal is not None:
        print(report_text(made, markdown=False))
    if refusal is not None:
        raise BrilligError(f"{refusal}", hint="the report is on standard output")


def _pairs(plan: Plan, names: list[str] | None) -> list[tuple[str, str]] | None:
    if not names:
        return None
    known = [setting.name for setting in plan.settings]
    for name in names:
        if name not in known:
            raise BrilligError(f"--compare {name}: no such setting", hint=f"there are {', '.join(known)}")
    if len(set(names)) < 2:
        raise BrilligError("--compare: name two settings, each with a --compare of its own")
    return [(one, two) for k, one in enumerate(names) for two in names[k + 1 :] if one != two]


def export(
    store: StoreArgument,
    output: Annotated[
        Path | None, option("-o --output", "A .csv, .parquet or .db file (.db: a copy of the store).")
    ] = None,
    json: options.Json = False,
) -> None:
    """Write all results as a table, one row per trial.

    Without -o the table goes to standard output as CSV. With --json and -o, the file and the number of its
    rows are reported; with --json alone, the rows.

    Example: brillig study export rates.db -o rates.parquet
    """
    from brillig.files import refuse_same
    from brillig.studies.export import COLUMNS, table_rows, write_csv, write_parquet
    from brillig.studies.store import open_to_read

    refuse_same("-o", output, [store])
    with open_to_read(store) as opened:
        if output is None and json:
            print_json({"rows": [dict(zip(COLUMNS, row, strict=True)) for row in table_rows(opened)]})
            return
        if output is None or output.suffix == ".csv":
            write_csv(opened, data_stream() if output is None else output)
        elif output.suffix == ".parquet":
            write_parquet(opened, output)
        elif output.suffix == ".db":
            opened.copy_to(output)
        else:
            raise BrilligError("name a file in .csv, .parquet or .db", place=output)
        if json:
            print_json({"file": str(output), "rows": sum(1 for _ in table_rows(opened))})


def rerun(
    store: StoreArgument,
    trial: Annotated[int, argument("TRIAL", "Number of the trial, counted from 0.", min=0)],
    json: options.Json = False,
) -> None:
    """Run one trial again and compare it with the stored result.

    Trials are numbered from 0 across all settings. Exit status 1 if the answers differ.

    Example: brillig study rerun rates.db 17
    """
    from brillig.studies.store import open_to_read
    from brillig.studies.trial import TrialResult, run_trial
    from brillig.studies.version import engine_version

    with open_to_read(store) as opened:
        index, number = opened.plan.locate(trial)
        setting, stored = opened.plan.settings[index], opened.result(index, number)
        engine = opened.engine
    with watching() as watch:
        again = run_trial(setting, number, watch.cancel)
    if not isinstance(again, TrialResult):
        raise typer.Exit(INTERRUPTED)
    same = None if stored is None else stored.answer == again.answer
    if json:
        print_json(
            {
                "trial": trial,
                "setting": setting.name,
                "seed": again.seed,
                "stored": None if stored is None else stored.to_json(),
                "again": again.to_json(),
                "same": same,
            }
        )
    else:
        print(f"trial {trial} of {setting.name}, seed {again.seed}: {_describe(again)}")
        if stored is None:
            print("it has no stored result yet")
        else:
            print("as stored" if same else f"stored by brillig {engine}, this is {engine_version()}:")
            print("" if same else _describe(stored), end="" if same else "\n")
    if same is False:
        raise typer.Exit(1)


def _describe(result: TrialResult) -> str:
    found = f": {result.canonical}" if result.canonical else ""
    return f"{result.status} after {result.iterations} iterations, {result.restarts} restarts{found}"


def run_simple(
    plan: Plan,
    path: Path | None,
    cluster: str | None,
    jobs: int | None,
    time_limit: float | None,
    json: bool,
) -> None:
    """`brillig study FILE`: one setting, kept in a file only if asked."""
    from brillig.studies.result import StudyResult
    from brillig.studies.store import in_memory, open_to_run

    with nullcontext(in_memory(plan)) if path is None else open_to_run(path, plan) as store:
        stopped = _run(store, cluster, jobs, time_limit)
        found = StudyResult.of(store, trials=False)
    if json:
        print_json(found.to_json())
    else:
        print(found)
    if stopped:
        raise typer.Exit(INTERRUPTED)
    if found.reason is not None:
        raise typer.Exit(1)


def _run_and_tell(
    store: Store, cluster: str | None, jobs: int | None, time_limit: float | None, json: bool
) -> None:
    stopped = _run(store, cluster, jobs, time_limit)
    _tell(store, json, running=False)
    if stopped:
        raise typer.Exit(INTERRUPTED)


def _run(store: Store, cluster: str | None, jobs: int | None, time_limit: float | None) -> bool:
    """Run what is left; whether Ctrl-C ended it."""
    from brillig.cli.study_show import live_table
    from brillig.studies.run import run_study

    with (
        watching() as watch,
        _pool(store.plan, cluster, jobs) as pool,
        live_table(store) as show,
    ):
        run_study(store, pool, time_limit=time_limit, cancel=watch.cancel, watch=show)
    return watch.cancel.is_set()


@contextmanager
def _pool(plan: Plan, cluster: str | None, jobs: int | None) -> Iterator[Pool]:
    from brillig.limits import Limits

    if cluster is None:
        from brillig.studies.local import LocalPool

        yield LocalPool(plan, Limits(jobs=jobs).threads)
        return
    from brillig.engines.cluster import connect
    from brillig.studies.cluster import ClusterPool

    with connect(cluster, jobs) as client:
        yield ClusterPool(plan, client)


def _tell(store: Store, json: bool, running: bool = True) -> None:
    from brillig.cli.study_show import HEADINGS, cells, format_seconds, text_table
    from brillig.lock import holder
    from brillig.studies.report import rows, status_json

    who = holder(Path(store.name)) if running else None
    if json:
        print_json(status_json(store, who))
        return
    table = rows(store)
    done = sum(row.summary.trials for row in table)
    print(text_table(HEADINGS, [cells(row) for row in table]))
    where = (
        f"run by {who}"
        if who
        else "complete"
        if done == store.plan.trials
        else "not running; `resume` continues"
    )
    print(f"\n{done} of {store.plan.trials} trials, {format_seconds(store.seconds)}; {where}")


COMMANDS = (run, resume, status, report, export, rerun)
