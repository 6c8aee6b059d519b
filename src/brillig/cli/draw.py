"""`draw`: a picture of a solution or of a recorded run."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from brillig.cli.common import JsonFlag, print_json


class Kind(StrEnum):
    TREE = "tree"
    LAYERS = "layers"
    RULES = "rules"
    SEARCH = "search"
    FRONT = "front"


def register(app: typer.Typer) -> None:
    app.command("draw")(draw)


def draw(
    source: Annotated[
        str,
        typer.Argument(
            metavar="SOLUTION|RUN",
            help="A solution file, or a run recorded by `infer --record`.",
            show_default=False,
        ),
    ],
    output: Annotated[
        Path,
        typer.Option("-o", "--output", help="The picture to write: a .svg or .png file.", show_default=False),
    ],
    kind: Annotated[
        Kind | None,
        typer.Option(
            "--kind",
            help="What to draw: a parse tree, its layers, the rules, the search, or bits against rules.",
            show_default="rules; search for a run",
        ),
    ] = None,
    sentence: Annotated[
        int | None,
        typer.Option(
            "--sentence", help="Number of the sentence whose tree to draw, counted from 1.", show_default="1"
        ),
    ] = None,
    iteration: Annotated[
        int | None,
        typer.Option(
            "--iteration",
            min=0,
            help="For the layers of a run: the iteration to draw (the nearest one recorded).",
            show_default="its middle",
        ),
    ] = None,
    log: Annotated[bool, typer.Option("--log", help="For a search: iterations on a log scale.")] = False,
    json: JsonFlag = False,
) -> None:
    """Draw a grammar, a parse tree or a search.

    Example: brillig draw solution.json --kind tree --sentence 3 -o tree.svg
    """
    from brillig.drawing.choosing import form_of, make_drawing
    from brillig.files import refuse_same

    form = form_of(output)
    refuse_same("-o", output, [source])
    drawing = make_drawing(source, None if kind is None else kind.value, sentence, iteration, log)
    size = drawing.save(output)
    if json:
        print_json({"file": str(output), "kind": drawing.kind, "format": form, "bytes": size})
    else:
        print(f"{drawing.kind} drawn to {output}")
