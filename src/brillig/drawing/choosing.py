"""A drawing of whatever is given: the rules of a grammar, a tree, its layers, or a recorded search."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from brillig.drawing import draw_copies, draw_layers, draw_rules, draw_tree
from brillig.drawing.colours import colours_of
from brillig.errors import BrilligError, Option, Place
from brillig.files import write_whole
from brillig.language.cfg import Cfg
from brillig.language.grammar import Grammar
from brillig.language.tree import Tree
from brillig.problems.named import resolve
from brillig.problems.solution import Solution
from brillig.recording.growth import GrowthRecording, is_growth, read_growth
from brillig.recording.reader import Recording, is_recording, read_recording

if TYPE_CHECKING:
    from brillig.drawing.svg import Picture

KINDS = ("tree", "layers", "rules", "search", "front")
FORMS = {".svg": "svg", ".png": "png"}


@dataclass(frozen=True)
class Drawing:
    """A drawing that knows its kind; a notebook shows it."""

    kind: str
    picture: Picture | None = None  # of a grammar or a tree
    figure: Any = None  # of a search: matplotlib's

    def to_bytes(self, form: str = "svg") -> bytes:
        """The file's content: `svg` or `png`."""
        if self.picture is None:
            from brillig.drawing.charts import to_bytes

            return to_bytes(self.figure, form)
        if form == "svg":
            return self.picture.svg().encode()
        from brillig.drawing.png import missing_letters, to_png

        missing = missing_letters(self.picture)
        if missing:
            print(
                f"brillig: no font here has {missing[:20]!r}, so the PNG shows boxes; an SVG is free of that",
                file=sys.stderr,
            )
        return to_png(self.picture)

    def save(self, path: str | Path) -> int:
        """Write an .svg or a .png file; how many bytes."""
        content = self.to_bytes(form_of(path))
        write_whole(path, content)
        return len(content)

    def _repr_svg_(self) -> str:
        return self.to_bytes("svg").decode()

    def __repr__(self) -> str:
        return f"<Drawing of {'a ' if self.kind in ('tree', 'search') else ''}{self.kind}>"


def form_of(path: str | Path) -> str:
    """svg or png, by the name."""
    form = FORMS.get(Path(path).suffix.lower())
    if form is None:
        raise BrilligError("a picture is an .svg or a .png file", hint="name it so", place=path)
    return form


def make_drawing(
    source: Solution | Grammar | Cfg | Recording | GrowthRecording | str,
    kind: str | None = None,
    sentence: int | None = None,
    iteration: int | None = None,
    log: bool = False,
) -> Drawing:
    """Draw a solution, a grammar, a recording, or what a file name or a built-in name stands for."""
    name = source if isinstance(source, str) else "this"
    if kind == "front" and not (isinstance(source, str) and is_growth(source)):
        _refuse_useless(kind, sentence, iteration, log, run=False)
        return _draw_front(name, source)
    if isinstance(source, str) and is_growth(source):
        source = read_growth(source)
    if isinstance(source, GrowthRecording):
        return _draw_growth_recording(name, source, kind, sentence, iteration, log)
    if isinstance(source, str):
        source = read_recording(source) if is_recording(source) else resolve(source)
    run = isinstance(source, Recording)
    kind = kind or ("search" if run else "rules")
    if kind not in KINDS:
        hint = f"choose one of {', '.join(KINDS)}"
        raise BrilligError(f"{kind!r} is not a kind of drawing", hint=hint, field="kind")
    _refuse_useless(kind, sentence, iteration, log, run=run)
    if isinstance(source, Recording):
        return _draw_recording(name, source, kind, sentence, iteration, log)
    return Drawing(kind, _draw_found(name, source, kind, sentence))


def _draw_growth_recording(
    name: str,
    recording: GrowthRecording,
    kind: str | None,
    sentence: int | None,
    iteration: int | None,
    log: bool,
) -> Drawing:
    """Its bits and rules over time, or its solution."""
    kind = kind or "search"
    if log or iteration is not None:
        field = "log" if log else "iteration"
        raise BrilligError("this is for runs of divide and concur", hint="leave it out", field=field)
    if kind == "search":
        from brillig.drawing.growth import draw_growth

        return Drawing(kind, figure=draw_growth(recording))
    if recording.solution is None:
        raise BrilligError(
            f"the run found no solution, so it has no {kind}", hint="draw its search", place=name
        )
    return make_drawing(recording.solution, kind, sentence)


def _draw_front(name: str, source: object) -> Drawing:
    """Bits against rules, of a solution whose numbers were chosen, or of what a command printed as JSON."""
    from brillig.drawing.front import draw_bits_front, front_of_choice, read_front

    found = read_front(source) if isinstance(source, str) else None
    if isinstance(source, Solution) and source.choice is not None:
        found = front_of_choice(source.choice)
    if found is None:
        hint = "name a solution whose numbers were chosen, or the JSON of a search"
        raise BrilligError("has no points to draw", hint=hint, place=Place(name))
    return Drawing("front", figure=draw_bits_front(*found))


def _refuse_useless(kind: str, sentence: int | None, iteration: int | None, log: bool, *, run: bool) -> None:
    """An option that would change nothing is a mistake, and is said to be one."""
    if kind == "search" and not run:
        hint = ("make one by learning with ", Option("record", "RUN"))
        raise BrilligError("a search is drawn from a recorded run", hint=hint)
    if sentence is not None and kind not in ("tree", "layers"):
        tree = ("leave it out, or say ", Option("kind", "tree"), f", not {kind}")
        raise BrilligError("this is for trees and layers", hint=tree, field="sentence")
    if iteration is not None and (kind != "layers" or not run):
        message = "this is for the layers of a recorded run"
        raise BrilligError(message, hint="leave it out", field="iteration")
    if log and kind != "search":
        raise BrilligError("this is for the picture of a search", hint="leave it out", field="log")


def _draw_recording(
    name: str, recording: Recording, kind: str, sentence: int | None, iteration: int | None, log: bool
) -> Drawing:
    if kind == "search":
        from brillig.drawing.search import draw_search

        return Drawing(kind, figure=draw_search(recording, log=log))
    if kind == "layers":
        state, copies = recording.triangle(_index(sentence, len(recording.problem.corpus)), iteration)
        batch = recording.batches[state.batch]
        title = f"Iteration {state.time} of the search, layers of"
        return Drawing(kind, draw_copies(copies, colours_of(["S", *batch.names]), title))
    if recording.solution is None:
        raise BrilligError(
            f"the run found no solution, so it has no {kind}",
            hint="draw its search or its layers",
            place=name,
        )
    return Drawing(kind, _draw_found(name, recording.solution, kind, sentence))


def _draw_found(name: str, found: object, kind: str, sentence: int | None) -> Picture:
    if not isinstance(found, Solution | Grammar):
        raise BrilligError(
            "has rules that are not X → Y Z or X → word", hint="only these are drawn", place=name
        )
    grammar = found.grammar if isinstance(found, Solution) else found
    if kind == "rules":
        return draw_rules(grammar)
    if not isinstance(found, Solution):
        hint = ("name a solution, or say ", Option("kind", "rules"))
        raise BrilligError("a grammar without trees", hint=hint, place=Place(name))
    tree = pick_tree(found, sentence)
    colours = colours_of(grammar.categories)
    return draw_tree(tree, colours) if kind == "tree" else draw_layers(tree, colours)


def pick_tree(solution: Solution, sentence: int | None) -> Tree:
    """The tree of a sentence, counted from 1 among all; of the first one explained unless told."""
    if sentence is None:
        return solution.trees[0]
    tree = solution.all_trees[_index(sentence, len(solution.corpus))]
    if tree is None:
        message = f"{sentence} is an exception, which has no tree"
        raise BrilligError(message, hint="choose another", field="sentence")
    return tree


def _index(sentence: int | None, number: int) -> int:
    chosen = 1 if sentence is None else sentence
    if not 1 <= chosen <= number:
        message, hint = f"there is no {chosen} among {number}", f"choose one from 1 to {number}"
        raise BrilligError(message, hint=hint, field="sentence")
    return chosen - 1
