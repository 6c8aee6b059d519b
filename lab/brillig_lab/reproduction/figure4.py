"""Figure 4 and appendix C: the projection of a gate, and networks of gates that are trained with it."""

from __future__ import annotations

import time

import numpy as np

from brillig.drawing.svg import FAINT, INK, Box, Label, Line, Picture, Shape, label, picture
from brillig.studies.statistics import Summary
from brillig_lab.reproduction.gates import (
    VALID,
    Circuit,
    alternate,
    project_gates,
    pyramid,
    search_states,
    supervised,
    train,
    unsupervised,
)
from brillig_lab.reproduction.pictures import svg_image
from brillig_lab.reproduction.report import Row, Section
from brillig_lab.reproduction.setup import Setup, yes
from brillig_lab.reproduction.trials import cost_text, rate_text

BEFORE = (0.4, 0.2, 0.8, 0.6)  # x1, x2, y, f
ITEMS = 12
GAMMA = 0.01
LONG = 2000
MAX_TRIALS = 20


def run_figure4(setup: Setup) -> Section:
    """The worked example, and both kinds of learning."""
    before = np.array([BEFORE])
    after = tuple(int(value) for value in project_gates(before)[0])
    distances = np.sort(((VALID - before) ** 2).sum(axis=1))
    rows = [
        Row(
            "(0.4, 0.2, 0.8, 0.6) becomes",
            "the nearest valid assignment",
            str(after),
            yes(after == (1, 0, 1, 0)),
        ),
        Row(
            "the other seven are farther away",
            "yes",
            f"{distances[0]:.2f} against {distances[1]:.2f} and more",
            yes(distances[1] > distances[0]),
        ),
    ]
    trials = min(MAX_TRIALS, setup.scale.trials)
    rrr, alternating, run = _train_supervised(setup, trials)
    rows += [
        Row("supervised: RRR trains a pyramid of 6 gates", "works", _rate(rrr, run), yes(rrr > alternating)),
        Row(
            "supervised: alternating projections",
            "not viable",
            _rate(alternating, run),
            yes(alternating < run),
        ),
    ]
    still, moving = (_train_long(setup, run, gamma) for gamma in (0.0, GAMMA))
    rows.append(
        Row(
            f"supervised, one start of {LONG:,} iterations: successes, iterations for each; mu kept at 1, "
            "and mu updated",
            "mu is adjusted when one type is static",
            f"{rate_text(still)}, {cost_text(still)}; and {rate_text(moving)}, {cost_text(moving)}",
            "agrees" if moving.successes > still.successes else "open",
        )
    )
    shared = _train_shared(setup, run)
    rows.append(
        Row(
            "supervised: a pyramid of 10 gates whose layers share a state",
            "sharing by concurring copies",
            _rate(shared, run),
            yes(shared > 0),
        )
    )
    found = _train_unsupervised(setup, run)
    rows.append(
        Row("unsupervised: states and inputs from outputs alone", "works", _rate(found, run), yes(found > 0))
    )
    images = (svg_image("figure4.svg", "Figure 4: P_A of a gate", _draw(after)),)
    notes = (
        f"A pyramid over 4 inputs with hidden states, {ITEMS} random data items with known inputs and "
        "output; each trial has other data. Unsupervised: three outputs over four unknown inputs.",
    )
    return Section("figure4", "Figure 4: gates, trained by the same driver", tuple(rows), (), images, notes)


def _train_supervised(setup: Setup, trials: int) -> tuple[int, int, int]:
    """Successes of RRR and of alternating projections, and the trials that there was time for."""
    circuit = pyramid(4)
    states = [int(s) for s in np.random.default_rng(setup.seed + 1).integers(0, 2, len(circuit.gates))]
    rrr = alternating = run = 0
    deadline = time.monotonic() + 2 * setup.scale.seconds
    for seed in range(setup.seed, setup.seed + trials):
        training = supervised(circuit, states, ITEMS, seed, GAMMA)
        rrr += train(training, seed) is not None
        alternating += alternate(training, seed) is not None
        run += 1
        if time.monotonic() > deadline:
            break
    return rrr, alternating, run


def _train_long(setup: Setup, trials: int, gamma: float) -> Summary:
    """Single starts on a pyramid of 10 gates, which have time to get stuck."""
    circuit = pyramid(5)
    states = [int(s) for s in np.random.default_rng(setup.seed + 3).integers(0, 2, len(circuit.gates))]
    trainings = [supervised(circuit, states, ITEMS, setup.seed + k, gamma) for k in range(trials)]
    done = [search_states(training, setup.seed + k, LONG, LONG) for k, training in enumerate(trainings)]
    found = sum(searched.answer is not None for searched in done)
    return Summary(trials, found, sum(searched.iterations for searched in done))


def _train_shared(setup: Setup, trials: int) -> int:
    """Successes where all gates of a layer have one state; an answer with two in a layer is none."""
    circuit = pyramid(5, shared=True)
    of_layers = np.random.default_rng(setup.seed + 2).integers(0, 2, len(circuit.sharing))
    states = [int(of_layers[number]) for number in circuit.shares]
    found = 0
    for seed in range(setup.seed, setup.seed + trials):
        answer = train(supervised(circuit, states, ITEMS, seed, GAMMA), seed)
        found += answer is not None and all(len({answer[g] for g in gates}) == 1 for gates in circuit.sharing)
    return found


def _train_unsupervised(setup: Setup, trials: int) -> int:
    circuit = Circuit(4, ((0, 1), (1, 2), (2, 3), (4, 5), (5, 6), (4, 6)))
    outputs = [(0, 0, 0), (1, 1, 1), (1, 0, 1), (0, 1, 1)]
    return sum(train(unsupervised(circuit, outputs), setup.seed + k) is not None for k in range(trials))


def _rate(successes: int, trials: int) -> str:
    return rate_text(Summary(trials, successes, 0))


def _draw(after: tuple[int, ...]) -> Picture:
    """The gate before and after the projection."""
    shapes: list[Shape] = []
    for left, values in ((20.0, BEFORE), (270.0, tuple(map(float, after)))):
        shapes += _gate(left, values)
    shapes += [Line(205, 90, 250, 90, INK), label(228, 75, "P_A", 14, italic=True)]
    return picture(460, 180, shapes, "P_A of a gate: before and after")


def _gate(left: float, values: tuple[float, ...]) -> list[Shape]:
    x1, x2, y, f = (f"{value:g}" for value in values)
    shapes: list[Shape] = [
        Line(left + 50, 130, left + 50, 110, INK),
        Line(left + 110, 130, left + 110, 110, INK),
        Line(left + 80, 60, left + 80, 40, INK),
        Box(left + 30, 60, 100, 50, "#eef1f5", FAINT, radius=12),
    ]
    labels = [
        Label(left + 50, 145, f"x1 = {x1}", 13),
        Label(left + 115, 145, f"x2 = {x2}", 13),
        Label(left + 80, 28, f"y = {y}", 13),
        Label(left + 80, 85, f"f = {f}", 14, bold=True),
    ]
    return [*shapes, *labels]
