"""Which answers a grammar hinges on: without any one of them less would do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from brillig.language.corpus import Sentence
from brillig.workflows.asking.learner import QUICK, Learner


def find_hinges(learner: Learner, asked: Iterable[Sentence], rounds: int) -> list[tuple[int, Sentence]]:
    """The answers without any one of which fewer rules would do, and how many they cost, the dearest first.

    What a single answer makes necessary is right if that answer is.
    """
    if learner.grammar is None:
        return []
    budget, size = learner.budget(), len(learner.grammar.rules)
    found = []
    for sentence in single(learner, asked):
        saved = 0
        while size - saved > 1 and budget.ended() is None:
            less = learner.without(sentence, size - saved - 1, rounds, budget)
            if less is None:
                break
            saved = size - len(less.rules)
        if saved:
            found.append((saved, sentence))
    return sorted(found, key=lambda entry: -entry[0])


def find_culprits(learner: Learner, asked: Iterable[Sentence]) -> list[Sentence]:
    """The answers without any one of which one rule more is enough, as far as a short look can tell."""
    if learner.is_large():
        return []
    budget, rules = learner.budget(), learner.max_rules + 1
    return [s for s in single(learner, asked) if learner.without(s, rules, QUICK, budget) is not None]


def single(learner: Learner, asked: Iterable[Sentence]) -> list[Sentence]:
    """Those of which there is no other of the same classes."""
    alike = Counter(map(learner.classes.string, learner.judged))
    return [s for s in asked if s in learner.judged and alike[learner.classes.string(s)] == 1]
