"""A run on the page: its place in the queue, the raster and the gap as they grow, figures, pause and stop."""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite, log10

from nicegui import ui

from brillig.drawing.colours import colours_of
from brillig.engines.outcome import Outcome
from brillig.engines.registry import AUTO, engine_names, find_engine
from brillig.language.corpus import Sentence
from brillig.language.grammar import Grammar
from brillig.parsing.cyk import parse
from brillig.studio.grammar_view import show_grammar
from brillig.studio.jobs import Job, State
from brillig.studio.live import Figures, Live, colour_of
from brillig.studio.session import as_sentence
from brillig.studio.tree import show_tree
from brillig.studio.view import View, role
from brillig.workflows.known_points import Point
from brillig.workflows.max_min_result import Candidate, SearchResult

INTERVAL = 0.25

_STATES = {
    State.RUNNING: "running",
    State.PAUSED: "paused",
    State.DONE: "done",
    State.STOPPED: "stopped",
    State.FAILED: "failed",
}


def engine_title(name: str) -> str:
    """What people call an engine; the race has both, and what is no engine has its own name."""
    if name == AUTO:
        return "both"
    return find_engine(name).title if name in engine_names() else name


class Running:
    """The panel of a tab's run. `tick` brings it up to date."""

    def __init__(self, view: View, card: ui.element, take: Callable[[Point], None]) -> None:
        self._view = view
        self._card = card
        self._take = take
        self._shown: tuple[int, int] = (0, -1)  # job and version of its picture
        self._legend_of: tuple[str, ...] = ()
        self._best: Grammar | None = None
        self._began = self._ended = self._put_away_of = 0

    def build(self) -> None:
        with role(ui.column().classes("full tight running"), "running") as self._panel:
            with ui.row().classes("run-head"):
                self._spinner = ui.spinner(size="1.2em")
                self._state = role(ui.label().classes("grow"), "state")
                self._spoken = ui.label().classes("sr-only").props("role=status")
                self._pause = role(
                    ui.button("Pause", icon="pause", on_click=self._toggle).props("no-caps flat dense"),
                    "pause",
                )
                self._stop = role(
                    ui.button("Stop", icon="stop", on_click=self._end).props("no-caps flat dense"), "stop"
                )
                self._close = ui.button(icon="close", on_click=self._put_away).props("flat dense round")
                role(self._close, "close-run").props["aria-label"] = "Close the card of this run"
            self._labels: dict[str, ui.label] = {}
            self._details = ui.expansion("The run, as it went", value=True).props("dense").classes("full")
            with self._details:
                self._figures = role(ui.row().classes("figures"), "figures")
                with role(ui.element("div").classes("growing"), "growing") as self._growing:
                    self._falling = role(ui.html("", sanitize=False).classes("gap"), "falling")
                    self._so_far = role(ui.column().classes("tight full"), "grammar-so-far")
                self._picture = ui.column().classes("full tight")
                self._sure = role(ui.label().classes("message"), "sure")
            with self._picture:
                self._legend = ui.row().classes("legend")
                with ui.element("div").classes("raster"):
                    self._raster = role(
                        ui.element("img").props(
                            'alt="Estimate of the rules over time: a row for each pair of categories, '
                            'a colour for each rule"'
                        ),
                        "raster",
                    )
                self._gap = role(ui.html("", sanitize=False).classes("gap"), "gap")
        self._message = role(ui.label().classes("message failed").props("role=status"), "message")
        self._found = role(ui.column().classes("full tight"), "candidates")
        self._found_of: tuple[Candidate, ...] = ()
        job = self._view.session.job
        if job is not None and job.over:  # a reload: nothing has just begun or ended
            self._began = self._ended = job.number
            self._details.value = False
        ui.timer(INTERVAL, self.tick)
        self._view.on("run", self.tick)
        self.tick()

    def tick(self) -> None:
        view, job = self._view, self._view.session.job
        message = view.session.message
        self._card.set_visibility((job is not None and job.number != self._put_away_of) or bool(message))
        self._panel.set_visibility(job is not None)
        if job is not None:
            self._show_state(job)
            live: Live = job.live
            if self._shown != (job.number, live.version):
                self._shown = (job.number, live.version)
                self._show_figures(live.figures, job)
                self._show_picture(job, live)
            if self._card.props.get("data-run") != job.number:
                self._card.props["data-run"] = job.number
            if self._began != job.number:
                self._began = job.number
                self._details.value = True
                view.show("[data-role=run-card]")
                view.refocus("[data-role=run-card]")
            if job.over and self._ended != job.number:
                self._ended = job.number
                self._details.value = False  # the result needs the room
                view.tell("run")
                view.show("[data-role=run-card]")
                view.refocus("[data-role=result] .q-tab--active")
            if job.state is State.FAILED:
                message = as_sentence(job.error)
        # With a result, what is known of it waits until someone looks; without one it is the answer.
        found = job is not None and _has_found(job)
        self._details.set_text("How it was found, and how sure it is" if found and message else "The run")
        for label, text in (
            (self._sure, message if found else ""),
            (self._message, "" if found else message),
        ):
            if label.text != text:
                label.set_text(text)
            label.set_visibility(bool(text))
        if job is not None and job.state is State.STOPPED:
            self._message.classes(remove="failed")  # whoever stops it knows: red is for errors
        else:
            self._message.classes("failed")
        if self._found_of is not view.session.candidates:
            self._found_of = view.session.candidates
            self._show_candidates()
        view.catch_up()

    def _show_state(self, job: Job) -> None:
        active = not job.over
        self._spinner.set_visibility(job.state is State.RUNNING)
        self._pause.set_visibility(active)
        self._stop.set_visibility(active)
        self._close.set_visibility(not active)
        if job.state is State.QUEUED:
            place = self._view.queue.place(job)
            of = self._view.queue.waiting()
            text = f"{job.title}: waiting for other searches, place {place} of {of}"
        else:
            text = f"{job.title}: {_STATES[job.state]}, {job.seconds:.1f}\u00a0s{_winner(job)}"
        if self._state.text != text:
            self._state.set_text(text)
        spoken = f"{job.title}: {job.state.value}"
        if self._spoken.text != spoken:  # not the seconds, four times in each
            self._spoken.set_text(spoken)
        caption = "Go on" if job.state is State.PAUSED else "Pause"
        if self._pause.text != caption:
            self._pause.set_text(caption)
            self._pause.props(f"icon={'play_arrow' if job.state is State.PAUSED else 'pause'}")

    def _show_figures(self, figures: Figures, job: Job) -> None:
        shown = dict(describe(figures))
        if set(shown) != set(self._labels):
            self._figures.clear()
            self._labels = {}
            with self._figures:
                for name in shown:
                    with ui.element("div").classes("figure"):
                        ui.label(name).classes("name")
                        self._labels[name] = ui.label().classes("value")
        for name, value in shown.items():
            if self._labels[name].text != value:
                self._labels[name].set_text(value)

    def _show_picture(self, job: Job, live: Live) -> None:
        self._growing.set_visibility(live.best is not None)
        if live.best is not None:
            self._falling.set_content(falling_picture(live.falling()))
            if live.best != self._best:
                self._best = live.best
                self._show_best(live.best, live.sample)
        source, gaps = live.picture()
        self._picture.set_visibility(bool(source))
        if not source:
            return
        self._raster.props["src"] = source
        self._gap.set_content(gap_picture(gaps))
        if self._legend_of != live.parents:
            self._legend_of = live.parents
            self._legend.clear()
            with self._legend:
                ui.label("X → Y Z, by X:").classes("hint")
                for number, name in enumerate(live.parents):
                    with ui.element("span").classes("key"):
                        ui.element("span").classes("dot").style(
                            f"background: {colour_of(number, len(live.parents))}"
                        )
                        ui.label(name)

    def _show_best(self, grammar: Grammar, sample: Sentence) -> None:
        """The best grammar so far and a tree under it, as the result will look."""
        self._so_far.clear()
        with self._so_far:
            show_grammar(grammar)
            tree = parse(grammar, sample) if sample else None
            if tree is not None:
                show_tree(tree, colours_of(grammar.categories))

    def _show_candidates(self) -> None:
        """What the automatic search found for each number of rules, to be taken by hand where one likes."""
        self._found.clear()
        if not self._found_of:
            return
        with self._found, ui.expansion("Sizes that have a solution").props("dense").classes("full"):
            for candidate in self._found_of:
                point = candidate.fact.point
                number = f"{candidate.solutions}" + ("" if candidate.complete else " or more")
                with ui.row().classes("judged"):
                    ui.label(
                        f"{point.in_words()}: "
                        f"grammars {number}, languages {candidate.languages}, lexicons {candidate.lexicons}"
                    ).classes("grow status")
                    ui.button("Set", on_click=lambda _, point=point: self._take(point)).props(
                        "no-caps flat dense"
                    )

    def _put_away(self) -> None:
        job = self._view.session.job
        if job is not None and job.over:
            self._put_away_of = job.number
            self._view.session.message = ""
            self.tick()
            self._view.focus("[data-role=result] .q-tab--active, [data-role=find]")

    def _toggle(self) -> None:
        job = self._view.session.job
        if job is not None:
            if job.state is State.PAUSED:
                self._view.queue.resume(job)
            else:
                self._view.queue.pause(job)
            self.tick()

    def _end(self) -> None:
        job = self._view.session.job
        if job is not None:
            self._view.queue.stop(job)
            self.tick()


def _has_found(job: Job) -> bool:
    return (
        job.state is State.DONE
        and isinstance(job.result, Outcome | SearchResult)
        and job.result.solution is not None
    )


def _winner(job: Job) -> str:
    """Who found what a finished run found."""
    if isinstance(job.result, Outcome) and job.result.solution is not None:
        engine = job.result.run.engine
        return f", by {engine_title(engine)}"
    return ""


def describe(figures: Figures) -> list[tuple[str, str]]:
    """Names and values of the figures that there are."""
    rows: list[tuple[str, object, str]] = [
        ("engine", engine_title(figures.engine) if figures.engine else None, ""),
        ("now", figures.note or None, ""),
        ("iterations", figures.iterations, ","),
        ("a second", figures.rate, ",.0f"),
        ("restarts", figures.restarts, ","),
        ("gap", figures.gap if figures.gap is not None and isfinite(figures.gap) else None, ".3f"),
        ("sentences in the formula", figures.sentences, ","),
        ("questions to the solver", figures.calls, ","),
        ("bits", figures.bits, ",.1f"),
        ("word classes", None if figures.rules is None else figures.classes, ""),
        ("rules", None if figures.classes is None else figures.rules, ""),
        ("kinds of sentences to explain", figures.unexplained, ""),
        ("solutions so far", figures.solutions or None, ","),
    ]
    return [(name, format(value, form)) for name, value, form in rows if value is not None]


def falling_picture(falling: tuple[tuple[float, float], ...]) -> str:
    """Bits over time as steps downwards, as SVG made of numbers only; empty before the first grammar."""
    if not falling:
        return ""
    width, height = 360.0, 90.0
    first, last = falling[0], falling[-1]
    seconds = max(last[0] - first[0], 1e-6)
    span = max(first[1] - last[1], 1e-6)
    points = []
    for number, (when, bits) in enumerate(falling):
        x, y = width * (when - first[0]) / seconds, height * (first[1] - bits) / span
        if number:
            points.append(f"{x:.1f},{height * (first[1] - falling[number - 1][1]) / span:.1f}")
        points.append(f"{x:.1f},{y:.1f}")
    if len(falling) == 1:
        points = [f"0,{height / 2:.1f}", f"{width:.0f},{height / 2:.1f}"]
    return (
        f'<svg viewBox="0 -2 {width:.0f} {height + 4:.0f}" preserveAspectRatio="none" role="img" '
        f'aria-label="bits over time, now {last[1]:.1f}"><polyline points="{" ".join(points)}"/></svg>'
        f'<div class="scale"><span>{first[1]:.1f} bits</span>'
        + (f"<span>{last[1]:.1f}</span></div>" if len(falling) > 1 else "</div>")
    )


def gap_picture(gaps: tuple[float, ...]) -> str:
    """The gap over time on a logarithmic scale from 1 down to 10⁻⁴, as SVG made of numbers only."""
    width, height = 360.0, 60.0
    step = width / max(1, len(gaps) - 1)
    points = " ".join(
        f"{i * step:.1f},{height * min(1.0, max(0.0, -log10(max(gap, 1e-4)) / 4)):.1f}"
        for i, gap in enumerate(gaps)
        if isfinite(gap)
    )
    lines = "".join(
        f'<line class="grid" x1="0" x2="{width:.0f}" y1="{height * k / 4:.1f}" y2="{height * k / 4:.1f}"/>'
        for k in range(5)
    )
    return (
        f'<svg viewBox="0 -2 {width:.0f} {height + 4:.0f}" preserveAspectRatio="none" role="img" '
        f'aria-label="gap over time, now {gaps[-1]:.3g}">{lines}<polyline points="{points}"/></svg>'
        '<div class="scale"><span>gap 1</span><span>10⁻⁴</span></div>'
    )
