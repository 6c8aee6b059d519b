"""`reproduce`: the paper's tables and figures, beside its own figures."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from brillig.cli import options
from brillig.cli.groups import argument, option
from brillig.cli.numbers import check_numbers
from brillig.cli.output import discard_output, print_json
from brillig.cli.solving import INTERRUPTED
from brillig.engines.cluster import connect
from brillig.errors import BrilligError

FOLDER = Path("reproduction")

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command("reproduce", context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
def reproduce(
    names: Annotated[
        list[str] | None,
        argument("NAME...", "table1 ... table6, figure1 ... figure4, protocol, text, classics."),
    ] = None,
    everything: Annotated[bool, option("--all", "Reproduce everything, in one report.")] = False,
    full: Annotated[
        bool,
        option("--full/--quick", "full: as in the paper where feasible; quick: less than a minute each."),
    ] = False,
    output: Annotated[
        Path, option("-o --output FOLDER", "Where to write the report and its pictures.")
    ] = FOLDER,
    preset: Annotated[
        str | None,
        option(
            "--preset default|paper",
            "Run one form of the search alone: Brillig's own, or the paper's.",
            "both",
        ),
    ] = None,
    seed: options.PlainSeed = 0,
    jobs: options.Jobs = None,
    cluster: options.Cluster = None,
    json: options.Json = False,
) -> None:
    """Reproduce the paper's tables and figures.

    Run the experiments, print the results beside the paper's figures, and write a Markdown report with
    pictures to FOLDER/report.md.

    Example: brillig reproduce table4 --quick -o reproduction
    """
    from brillig_lab.reproduction import TARGETS
    from brillig_lab.reproduction import reproduce as run
    from brillig_lab.reproduction.report import Section
    from brillig_lab.reproduction.spread import over_cluster
    from brillig_lab.run import set_up, write_sections

    if everything and names:
        raise BrilligError("name what to reproduce or say --all, not both")
    if not everything and not names:
        raise BrilligError(f"name what to reproduce ({', '.join(TARGETS)}), or say --all")
    if output.exists() and not output.is_dir():
        raise BrilligError(f"{output}: is a file; name a folder for the report")
    setup = set_up(full, preset, seed, jobs)

    sections: list[Section] = []

    def show(section: Section) -> None:
        sections.append(section)
        if not json:
            try:
                print(section.to_text(), end="\n\n", flush=True)
            except BrokenPipeError:  # as of `| head`: the report is written nevertheless
                discard_output()

    stopped = False
    try:
        with connect(cluster, jobs) as client, over_cluster(client):
            run(list(TARGETS) if everything else names or [], setup, show)
    except KeyboardInterrupt:
        stopped = True
    path = write_sections(output, sections, setup)
    if json:
        print_json(
            {
                "scale": setup.scale.name,
                "seed": seed,
                "preset": preset,
                "report": str(path),
                "targets": [s.to_json() for s in sections],
            }
        )
    else:
        print(f"Report: {path}")
    if stopped:
        raise typer.Exit(INTERRUPTED)


check_numbers(app)
