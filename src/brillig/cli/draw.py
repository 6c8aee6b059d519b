"""`draw`: a picture of a solution or of a recorded run."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from brillig.cli.common import JsonFlag, print_json, resolve
from brillig.errors import BrilligError

if TYPE_CHECKING:
    from brillig.drawing.svg import Picture
    from brillig.language.grammar import Grammar
    from brillig.problems.solution import Solution
    from brillig.recording.reader import Recording

FORMS = {".svg": "svg", ".png": "png"}


class Kind(StrEnum):
    TREE = "tree"
    LAYERS = "layers"
    RULES = "rules"
    SEARCH = "search"


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
        Path, typer.Option("-o", "--output", help="The picture: a name in .svg or .png.", show_default=False)
    ],
    kind: Annotated[
        Kind | None,
        typer.Option(
            "--kind",
            help="A parse tree, the same in layers, the rules, or the search.",
            show_default="rules; search for a run",
        ),
    ] = None,
    sentence: Annotated[
        int | None, typer.Option("--sentence", help="Whose tree, counted from 1.", show_default="1")
    ] = None,
    iteration: Annotated[
        int | None,
        typer.Option(
            "--iteration", min=0, help="For the layers of a run: about when.", show_default="its middle"
        ),
    ] = None,
    log: Annotated[bool, typer.Option("--log", help="For a search: iterations on a log scale.")] = False,
    json: JsonFlag = False,
) -> None:
    """Draw the rules of a grammar, a parse tree, or a recorded search.

    Example: brillig draw solution.json --kind tree --sentence 3 -o tree.svg
    """
    from brillig.files import refuse_same, write_whole
    from brillig.recording.reader import is_recording, read_recording

    form = FORMS.get(output.suffix.lower())
    if form is None:
        raise BrilligError(f"{output}: a picture is an .svg or a .png file; name it so")
    refuse_same("-o", output, [source])
    if is_recording(source):
        recording = read_recording(source)
        kind = kind or Kind.SEARCH
        _refuse_useless(kind, sentence, iteration, log, run=True)
        content = _draw_recording(source, recording, kind, sentence, iteration, log, form)
    else:
        found = resolve(source)
        kind = kind or Kind.RULES
        _refuse_useless(kind, sentence, iteration, log, run=False)
        content = _render(_draw_found(source, found, kind, sentence), form)
    write_whole(output, content)
    if json:
        print_json({"file": str(output), "kind": kind.value, "format": form, "bytes": len(content)})
    else:
        print(f"{kind.value} drawn to {output}")


def _refuse_useless(kind: Kind, sentence: int | None, iteration: int | None, log: bool, *, run: bool) -> None:
    """An option that would change nothing is a mistake, and is said to be one."""
    if kind is Kind.SEARCH and not run:
        raise BrilligError(
            "a search is drawn from a recorded run; make one with: brillig infer FILE --record RUN"
        )
    if sentence is not None and kind not in (Kind.TREE, Kind.LAYERS):
        raise BrilligError(
            f"--sentence is for trees and layers; leave it out, or say --kind tree, not {kind}"
        )
    if iteration is not None and (kind is not Kind.LAYERS or not run):
        raise BrilligError("--iteration is for the layers of a recorded run; leave it out")
    if log and kind is not Kind.SEARCH:
        raise BrilligError("--log is for the picture of a search; leave it out")


def _draw_recording(
    name: str,
    recording: Recording,
    kind: Kind,
    sentence: int | None,
    iteration: int | None,
    log: bool,
    form: str,
) -> bytes:
    if kind is Kind.SEARCH:
        from brillig.drawing.charts import to_bytes
        from brillig.drawing.search import draw_search

        return to_bytes(draw_search(recording, log=log), form)
    if kind is Kind.LAYERS:
        from brillig.drawing import draw_copies
        from brillig.drawing.colours import colours_of

        state, copies = recording.triangle(_index(sentence, len(recording.problem.corpus)), iteration)
        batch = recording.batches[state.batch]
        title = f"Iteration {state.time} of the search, layers of"
        return _render(draw_copies(copies, colours_of(["S", *batch.names]), title), form)
    if recording.solution is None:
        raise BrilligError(
            f"{name}: the run found no solution, so it has no {kind}; draw its search or its layers"
        )
    return _render(_draw_found(name, recording.solution, kind, sentence), form)


def _draw_found(name: str, found: object, kind: Kind, sentence: int | None) -> Picture:
    from brillig.drawing import draw_layers, draw_rules, draw_tree
    from brillig.drawing.colours import colours_of
    from brillig.language.grammar import Grammar
    from brillig.problems.solution import Solution

    if not isinstance(found, Solution | Grammar):
        raise BrilligError(f"{name}: has rules that are not X → Y Z or X → word; only these are drawn")
    grammar: Grammar = found.grammar if isinstance(found, Solution) else found
    if kind is Kind.RULES:
        return draw_rules(grammar)
    if not isinstance(found, Solution):
        raise BrilligError(f"{name}: a grammar without trees; name a solution, or say --kind rules")
    solution: Solution = found
    tree = solution.trees[_index(sentence, len(solution.trees))]
    colours = colours_of(grammar.categories)
    return draw_tree(tree, colours) if kind is Kind.TREE else draw_layers(tree, colours)


def _index(sentence: int | None, number: int) -> int:
    chosen = 1 if sentence is None else sentence
    if not 1 <= chosen <= number:
        raise BrilligError(
            f"--sentence {chosen}: there are {number} sentences; choose one from 1 to {number}"
        )
    return chosen - 1


def _render(picture: Picture, form: str) -> bytes:
    if form == "svg":
        return picture.svg().encode()
    from brillig.drawing.png import missing_letters, to_png

    missing = missing_letters(picture)
    if missing:
        print(
            f"brillig: no font here has {missing[:20]!r}, so the PNG shows boxes; an SVG is free of that",
            file=sys.stderr,
        )
    return to_png(picture)
