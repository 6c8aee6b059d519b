"""What the page can do, in a dialog: a line for each thing."""

from __future__ import annotations

from nicegui import ui

from brillig.studio.view import View, dialog_card, explain

_LINES = (
    (
        "Sentences",
        "One per line. A star in front means: this is not a sentence. Lines that begin with # are comments.",
    ),
    (
        "Find a grammar",
        "Word classes and rules that describe the sentences most briefly. Ctrl+Enter does it, too.",
    ),
    (
        "Grammar, Trees",
        "Point at a rule or a word to see where it stands; click a category to give it a name, a rule "
        "to keep or refuse it. Copy has text, LaTeX and brackets.",
    ),
    ("New sentences", "What the grammar would say. Fine or wrong? Learn from it."),
    (
        "Ask",
        "Brillig asks what would decide between grammars. Y is fine, N is wrong, U takes an answer back.",
    ),
    ("Refine", "Classes split by agreement: gender, number, case."),
    ("Extend", "New sentences: new words for the rules there are, or, with Enlarge, new rules, too."),
    ("Certificate", "Every other grammar of the same size, and which sentences force this one."),
    ("Projects", "All of it is kept as you go. The commands read the files: brillig --help lists them."),
)


def show_help(view: View) -> None:
    with view.client, ui.dialog() as dialog, dialog_card("help-dialog", "Help").classes("wide"):
        for title, text in _LINES:
            ui.label(title).classes("subtitle").props("role=heading aria-level=3")
            explain(text)
        with ui.row().classes("tools end"):
            ui.button("Close", on_click=dialog.close).props("no-caps flat autofocus")
    dialog.on("hide", dialog.delete)
    dialog.open()
