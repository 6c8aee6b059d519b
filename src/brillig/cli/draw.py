"""`draw`: a picture of a solution or of a recorded run."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

from brillig.cli import options
from brillig.cli.application import app
from brillig.cli.groups import argument, option
from brillig.cli.output import print_json


class Kind(StrEnum):
    TREE = "tree"
    LAYERS = "layers"
    RULES = "rules"
    SEARCH = "search"
    FRONT = "front"


@app.command()
def draw(
    source: Annotated[
        str, argument("SOLUTION|RUN", "A solution file, or a run recorded by `infer --record`.")
    ],
    output: Annotated[Path, option("-o --output", "The picture to write: a .svg or .png file.")],
    kind: Annotated[
        Kind | None,
        option(
            "--kind",
            "What to draw: a parse tree, its layers, the rules, the search, or bits against rules.",
            "rules; search for a run",
        ),
    ] = None,
    sentence: Annotated[
        int | None, option("--sentence", "Number of the sentence whose tree to draw, counted from 1.", "1")
    ] = None,
    iteration: Annotated[
        int | None,
        option(
            "--iteration",
            "For the layers of a run: the iteration to draw (the nearest one recorded).",
            "its middle",
            min=0,
        ),
    ] = None,
    log: Annotated[bool, option("--log", "For a search: iterations on a log scale.")] = False,
    json: options.Json = False,
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
