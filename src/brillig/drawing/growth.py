"""The picture of a choice by bits: bits against time, and below them the rules as they appear."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from brillig.drawing.charts import LINES, new_figure
from brillig.drawing.svg import FAINT, GREY, INK
from brillig.errors import BrilligError
from brillig.language.grammar import Grammar, SyntacticRule
from brillig.language.tree import Tree
from brillig.parsing.cyk import parse_corpus
from brillig.recording.growth import GrowthRecording, GrowthStep

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MAX_STEPS = 80  # looked at for rules; parsing all sentences for each takes time
MAX_SENTENCES = 60  # by which categories are recognised


def draw_growth(recording: GrowthRecording) -> Figure:
    """Steps downwards for bits; a bar for each rule of the last grammar while a rule like it was there."""
    steps = [step for step in recording.steps if not step.missed] or list(recording.steps)
    if not steps:
        raise BrilligError("the recording has no grammar: the run was too short", hint="record a longer one")
    last = recording.solution.grammar if recording.solution is not None else steps[-1].grammar
    rows = list(last.syntactic)
    figure = new_figure(9, 3.2 + 0.24 * len(rows))
    bits, rules = figure.subplots(2, 1, sharex=True, gridspec_kw={"height_ratios": [2.6, 0.24 * len(rows)]})
    end = max(recording.steps[-1].seconds, _end(recording), 1e-3)
    times = [step.seconds for step in steps]
    values = [step.bits for step in steps]
    if recording.solution is not None and recording.solution.bits is not None:
        values[-1] = min(values[-1], recording.solution.bits.total)
    bits.step([*times, end], [*values, values[-1]], where="post", color=LINES[0])
    bits.set_ylabel("bits")
    bits.annotate(f"{values[-1]:.1f}", (end, values[-1]), (0, 5), textcoords="offset points", ha="right")
    looked = _thinned(steps)
    over_time = _rules_over_time(looked, last, recording)
    for row, rule in enumerate(rows):
        present = [rule in found for found in over_time]
        for number, here in enumerate(present):
            if here:
                until = looked[number + 1].seconds if number + 1 < len(looked) else end
                width = max(until - looked[number].seconds, end / 400)
                rules.barh(row, width, left=looked[number].seconds, color=LINES[2], height=0.7)
    rules.set_yticks(range(len(rows)), [str(rule) for rule in rows], fontsize=8)
    for text in rules.get_yticklabels():
        text.set_parse_math(False)
    rules.set_ylim(len(rows) - 0.4, -0.6)
    rules.set_xlabel("seconds")
    rules.set_xlim(0, end)
    for axes in (bits, rules):
        axes.grid(axis="x", color=FAINT, linewidth=0.5)
        axes.set_axisbelow(True)
        axes.spines[["top", "right"]].set_visible(False)
        axes.tick_params(colors=GREY, labelcolor=INK)
    number = len(recording.corpus)
    figure.suptitle(
        f"{number} sentences, seed {recording.seed}: bits, and the rules of the answer", fontsize=11
    )
    return figure


def _end(recording: GrowthRecording) -> float:
    return 0.0 if recording.solution is None else recording.solution.run.seconds


def _thinned(steps: Sequence[GrowthStep]) -> list[GrowthStep]:
    """The last one, and others at even distances."""
    every = max(1, -(-len(steps) // MAX_STEPS))
    return list(steps[::-every])[::-1]


def _rules_over_time(
    steps: Sequence[GrowthStep], last: Grammar, recording: GrowthRecording
) -> list[set[SyntacticRule]]:
    """For each step its rules, in the names that the last grammar has for what they stand over."""
    sentences = recording.corpus.sentences[:MAX_SENTENCES]
    final = [spans(tree) if isinstance(tree, Tree) else {} for tree in parse_corpus(last, sentences)]
    found = []
    for step in steps:
        counts: Counter[tuple[str, str]] = Counter()
        for tree, true in zip(parse_corpus(step.grammar, sentences), final, strict=True):
            if isinstance(tree, Tree):
                for span, label in spans(tree).items():
                    if span in true:
                        counts[label, true[span]] += 1
        names: dict[str, str] = {}
        for (mine, theirs), _ in counts.most_common():
            names.setdefault(mine, theirs)
        found.append(
            {
                SyntacticRule(*(names.get(category, "?") for category in rule))
                for rule in step.grammar.syntactic
            }
        )
    return found


def spans(tree: Tree) -> dict[tuple[int, int], str]:
    """The category over each stretch of words, single words included."""
    found: dict[tuple[int, int], str] = {}

    def walk(node: Tree, start: int) -> int:
        if node.is_leaf:
            found[start, start + 1] = node.label
            return start + 1
        left, right = node.branches
        end = walk(right, walk(left, start))
        found[start, end] = node.label
        return end

    walk(tree, 0)
    return found
