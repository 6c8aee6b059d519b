"""Save and open: solution files, the `.cfg`, pictures. The browser keeps the files, the server none."""

from __future__ import annotations

import asyncio
import json

from nicegui import ui

from brillig.drawing import draw_layers, draw_rules, draw_tree
from brillig.drawing.choosing import pick_tree
from brillig.drawing.colours import colours_of
from brillig.errors import BrilligError
from brillig.interop.registry import GRAMMAR_FORMATS, TREE_FORMATS
from brillig.problems.check import violations
from brillig.problems.solution import FORMAT, Solution
from brillig.studio.marking import text_of
from brillig.studio.session import Step
from brillig.studio.upload import file_button
from brillig.studio.view import View, explain, role

_KINDS = {"rules": "Rules and words", "tree": "Tree of a sentence", "layers": "Tree in layers"}
_FILES = {
    "iso-ebnf": "grammar.iso.ebnf",
    "antlr": "Brillig.g4",
    "tree-sitter": "grammar.js",
    "latex": "grammar.tex",
    "penn": "trees.mrg",
    "forest": "trees.forest.tex",
    "qtree": "trees.qtree.tex",
}
_FORMS = {"svg": "image/svg+xml", "png": "image/png"}


def build(view: View, step: Step) -> None:
    """The panel of a step: what can be saved of it."""
    explain("A solution file holds grammar, trees and sentences, and opens here and with the command line.")

    def save(name: str, content: str, kind: str) -> None:
        ui.download.content(content, name, kind)
        view.say(f"Saved {name}")

    solution = step.solution
    role(
        ui.button(
            "Solution",
            icon="save",
            on_click=lambda: save("solution.json", solution.to_text(), "application/json"),
        ).props("no-caps unelevated"),
        "save-solution",
    )
    ui.label("For other programs").classes("subtitle")
    with ui.row().classes("tools"):
        formats = GRAMMAR_FORMATS | TREE_FORMATS
        titles = {name: f"{name}: {one.about}" for name, one in formats.items()}
        notation = ui.select(titles, value="cfg", label="Notation").props("dense outlined").classes("grow")
        role(notation, "notation")

        def write() -> None:
            with view.refusing():
                name = str(notation.value)
                if name in TREE_FORMATS:
                    text = TREE_FORMATS[name].write(solution.trees)
                else:
                    text = GRAMMAR_FORMATS[name].write(solution.grammar, solution.corpus.reading)
                save(_FILES.get(name, f"grammar.{name}"), text, "text/plain")

        role(ui.button("Save", icon="save", on_click=write).props("no-caps unelevated"), "save-notation")
    _pictures(view, solution)


def _pictures(view: View, solution: Solution) -> None:
    """Pictures of the rules and of trees, as SVG or PNG."""
    ui.label("Pictures").classes("subtitle")
    with ui.row().classes("tools"):
        kind = ui.select(_KINDS, value="rules", label="Picture").props("dense outlined").classes("grow")
        number = ui.number("Sentence", value=1, min=1, max=len(solution.corpus), precision=0)
        number.props("dense outlined").bind_visibility_from(kind, "value", lambda value: value != "rules")
        role(kind, "picture-kind")
        for form in ("svg", "png"):
            button = ui.button(form.upper(), icon="image").props("no-caps unelevated")

            async def save(_: object, form: str = form) -> None:
                try:
                    sentence = min(max(int(number.value or 1), 1), len(solution.corpus))
                    data = await asyncio.to_thread(picture_file, solution, str(kind.value), sentence, form)
                except BrilligError as error:
                    view.complain(str(error))
                    return
                with view.client:  # the panel may be gone by now
                    ui.download.content(data, f"{kind.value}.{form}", _FORMS[form])

            button.on_click(save)
            role(button, f"save-{form}")


def picture_file(solution: Solution, kind: str, sentence: int, form: str) -> bytes:
    """A picture as a file's content; `sentence` counts from 1."""
    colours = colours_of(solution.grammar.categories)
    match kind:
        case "rules":
            picture = draw_rules(solution.grammar, colours)
        case "layers":
            picture = draw_layers(pick_tree(solution, sentence), colours)
        case _:
            picture = draw_tree(pick_tree(solution, sentence), colours)
    if form == "png":
        from brillig.drawing.png import to_png

        return to_png(picture)
    return picture.svg().encode()


def open_button(view: View) -> None:
    """A button that opens a solution file into the chain."""

    async def take(name: str, data: bytes) -> None:
        # A large file takes a while to check; the page goes on meanwhile.
        solution = await asyncio.to_thread(read_solution, name, data)
        session = view.session
        if not session.is_empty and view.text_differs(solution):
            session = view.sessions.begin(view.tab, session.owner)
        text = text_of(solution)
        session.add("opened", solution)
        session.news = f"Opened {name}."
        if not session.text.strip():
            session.set_text(text, solution.reading)
        view.go_to_project(session)

    role(file_button("Open solution", "folder_open", ".json,application/json", take, view.complain), "open")


def read_solution(name: str, data: bytes) -> Solution:
    """The solution in a file from the browser, checked like any other; refusals name the file."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BrilligError(
            f"not UTF-8, so not a {FORMAT} file", hint="choose a file saved by Brillig", place=name
        ) from None
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        where = f", line {error.lineno}" if isinstance(error, json.JSONDecodeError) else ""
        raise BrilligError(
            f"{name}{where}: not JSON, so not a {FORMAT} file", hint="choose a file saved by Brillig"
        ) from None
    try:
        solution = Solution.from_json(found)
        wrong = violations(solution.problem, solution.grammar, solution.trees)
    except RecursionError:
        raise BrilligError(
            "its trees are too deep", hint="choose a file saved by Brillig", place=name
        ) from None
    except BrilligError as error:
        raise error.at(name) from None
    if wrong:
        raise BrilligError(
            f"it does not solve its own problem ({wrong[0]})", hint="infer it again", place=name
        )
    return solution
