"""The certificate: is this the only grammar, do the others mean the same, could the settings be tighter."""

from __future__ import annotations

from functools import partial

from nicegui import ui

from brillig.language.changes import renamed_like
from brillig.language.grammar import Grammar
from brillig.parsing.cyk import parse
from brillig.problems.claims import TIGHTNESS
from brillig.studio.grammar_view import show_grammar
from brillig.studio.session import Step
from brillig.studio.speak_panel import draw_new
from brillig.studio.view import View, explain, role
from brillig.workflows.certificate import Alternative, Certificate

MAX_SHOWN = 12


def build(view: View, step: Step, seconds: float = 120.0) -> None:
    """The panel of a step: the certificate, or a button to get one."""
    explain(
        "The exact engine looks for every other grammar that fits the same sentences and settings, "
        "and for tighter settings."
    )

    def start() -> None:
        with view.refusing():
            view.tasks.certify(view.session, seconds)
            view.tell("run")

    title = "Certify again" if step.certificate else "Certify"
    button = ui.button(title, icon="verified", on_click=start).props("no-caps unelevated")
    role(button, "certify").set_enabled(not view.busy)
    view.on_panel_run(lambda: button.set_enabled(not view.busy))
    if step.certificate is not None:
        with role(ui.column().classes("full tight"), "certificate"):
            _show(view, step, step.certificate)


def statements(certificate: Certificate) -> list[tuple[bool | None, str]]:
    """What the certificate says, a sentence each; True for good news, None for what stayed open."""
    said: list[tuple[bool | None, str]] = []
    number = certificate.solutions
    if certificate.unique:
        said.append((True, "This is the only grammar with these settings, up to the names of categories."))
    elif certificate.complete:
        said.append((False, f"{number} grammars fit these sentences and settings."))
    else:
        said.append((None, f"At least {number} grammars fit; whether there are more stayed open."))
    if number > 1:
        languages, lexicons = certificate.languages, certificate.lexicons
        compared = f"compared up to {certificate.length} words"
        if languages == 1:
            said.append((True, f"All of them have the same language ({compared})."))
        else:
            said.append((False, f"They have {languages} different languages ({compared})."))
        if lexicons == 1:
            said.append((True, "All of them put the words into the same classes."))
        else:
            said.append((False, f"They put the words into classes in {lexicons} ways."))
    answers = zip(certificate.tightness, TIGHTNESS.values(), strict=True)
    said += [(answer, yes if answer else no) for answer, (yes, no) in answers if answer is not None]
    if certificate.superfluous:
        said.append((False, f"Rules that could be left out: {', '.join(certificate.superfluous)}."))
    if certificate.core:
        number = len(certificate.core)
        minimal = "; none of them can be left out" if certificate.core_minimal else ""
        said.append((True, f"{number} of the sentences already force this answer{minimal}."))
    return said


def _show(view: View, step: Step, certificate: Certificate) -> None:
    icons = {True: "check_circle", False: "info", None: "help"}
    for good, text in statements(certificate):
        with ui.row().classes("statement"):
            ui.icon(icons[good]).classes({True: "good", False: "neutral", None: "open"}[good])
            ui.label(text).classes("grow")
    if certificate.accepts:
        ui.label("Sentences you judged wrong that this grammar accepts").classes("subtitle")
        _sentences(certificate.accepts)
    if certificate.alternatives:
        ui.label("The others").classes("subtitle")
    # The same language first; each keeps the number that it is adopted by.
    others = sorted(enumerate(certificate.alternatives, 1), key=lambda entry: not entry[1].same_language)
    for number, other in others[:MAX_SHOWN]:
        _alternative(view, step, number, other)
    if len(others) > MAX_SHOWN:
        rest = ui.column().classes("full tight")

        def show_rest() -> None:
            button.delete()
            with rest:
                for number, other in others[MAX_SHOWN:]:
                    _alternative(view, step, number, other)

        button = ui.button(f"and {len(others) - MAX_SHOWN} more", on_click=show_rest)
        button.props("no-caps flat dense")
    if certificate.core:
        sentences = certificate.solution.problem.corpus.texts()
        with ui.expansion("The sentences that force it").classes("full").props("dense"):
            _sentences(tuple(sentences[number - 1] for number in certificate.core))
    explain(f"Certified in {certificate.seconds:.1f} s.")


def _alternative(view: View, step: Step, number: int, other: Alternative) -> None:
    """One of the others, built when someone looks: its rules, and a sentence that tells it apart."""
    kind = "the same language" if other.same_language else "another language"
    title = f"Alternative {number}: {kind}"
    if step.certificate is not None and step.certificate.accepts:
        title += f", accepts {len(other.accepts)} of the wrong sentences"

    def open_(expanded: bool) -> None:
        box.clear()
        if not expanded:
            return
        with box:
            apart = "" if other.same_language else tell_apart(step.solution.grammar, other.grammar)
            if apart:
                explain(apart)
            # Under the names that it has once it is adopted.
            show_grammar(renamed_like(other.grammar, step.solution.grammar), view.colours(step))
            button = ui.button("Adopt it", icon="done", on_click=partial(_adopt, view, step, number))
            role(button.props("no-caps outline dense"), "adopt")
            if other.accepts:
                explain("It accepts, of the sentences you judged wrong:")
                _sentences(other.accepts)

    with role(ui.expansion(title).classes("full alternative").props("dense"), "alternative") as expansion:
        box = ui.column().classes("full tight")
    expansion.on_value_change(lambda event: open_(bool(event.value)))


def tell_apart(grammar: Grammar, other: Grammar) -> str:
    """A sentence that one of two grammars accepts and the other does not; empty where none was drawn."""
    for one, two, text in (
        (other, grammar, "It accepts “{}”, which the grammar shown does not."),
        (grammar, other, "It does not accept “{}”, which the grammar shown does."),
    ):
        for sentence in sorted(draw_new(one, set(), 1, 40), key=len):
            if parse(two, sentence.split()) is None:
                return text.format(sentence)
    return ""


def _adopt(view: View, step: Step, number: int) -> None:
    """Go on with an alternative: it becomes the current solution."""
    assert step.certificate is not None
    with view.refusing():
        view.tasks.add(view.session, "adopted", step.certificate.adopt(number), step.number)
        view.tell("solution")


def _sentences(sentences: tuple[str, ...]) -> None:
    for sentence in sentences[:100]:
        ui.label(sentence).classes("text")
