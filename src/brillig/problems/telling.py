"""An answer in a person's words: how much explains how much, what else it allows, whether that is too much.

The same words on the terminal, on the page and as `str(solution)`; the paper's letters are for those who ask.
"""

from __future__ import annotations

import random
from enum import StrEnum
from itertools import islice
from typing import TYPE_CHECKING

from brillig.errors import BrilligError
from brillig.language.flatten import flatten_if_shorter
from brillig.language.plural import count
from brillig.parsing.cyk import accepts_all
from brillig.parsing.generate import draw
from brillig.parsing.word_classes import classes_by_neighbours

if TYPE_CHECKING:
    from collections.abc import Sequence

    from brillig.language.grammar import Grammar
    from brillig.problems.solution import Solution

NEW_SENTENCES = 3
DRAWN = 300  # sentences drawn to find new ones among them
MAX_UNEXPLAINED = 10  # sentences that are named one by one
STRINGS = 200  # random strings of words to see whether nearly everything is accepted
LONGEST = 60  # words of such a string: longer ones say no more and take seconds
TOO_MANY = 0.1  # the share of them that a grammar with something to say does not accept
FEW = 3  # so few of them are accepted by chance


FEATURES = (
    "[f] at two places of a rule: they agree. [f=1]: this value only. Without a feature: any value. "
    "The plain rules that this stands for are the solution's grammar."
)


class Proof(StrEnum):
    """What is known about other grammars with the same numbers; those with others are another matter."""

    ONLY = "proven the only grammar with these numbers"
    SEVERAL = "one of several grammars with these numbers"
    OPEN = "others may fit"


def headline(solution: Solution, proof: Proof = Proof.OPEN) -> str:
    """`4 word classes and 3 rules explain all 6 sentences; others may fit`."""
    folded = solution.features
    grammar = solution.grammar if folded is None else folded.grammar
    classes, rules = len(grammar.words_of), len(grammar.syntactic)
    number, explained = len(solution.corpus), len(solution.trees)
    who = "the sentence" if number == 1 else f"all {number:,} sentences"
    if explained < number:
        who = f"{explained:,} of {number:,} sentences"
    verb = "explains" if classes + rules == 1 else "explain"
    parts = f"{count(classes, 'word class', 'word classes')} and {count(rules, 'rule')}"
    if folded is not None:
        parts += f", with {count(len(folded.features), 'feature')},"
    return f"{parts} {verb} {who}; {proof}"


def new_sentences(solution: Solution, number: int = NEW_SENTENCES, seed: int = 0) -> list[str]:
    """A few sentences that the grammar allows and that it has not seen, for a judgement by eye."""
    seen = set(solution.problem.corpus.sentences)
    longest = max(map(len, seen))
    try:
        drawn = dict.fromkeys(islice(draw(solution.grammar, seed, longest), DRAWN))
    except BrilligError:  # nothing of that length can be drawn
        return []
    return [" ".join(sentence) for sentence in islice((s for s in drawn if s not in seen), number)]


def warn_of_looseness(solution: Solution, seed: int = 0) -> str | None:
    """A warning where the grammar accepts even words thrown together."""
    corpus = solution.problem.corpus
    words, lengths = corpus.words, [min(len(sentence), LONGEST) for sentence in corpus.sentences]
    rng = random.Random(seed)
    strings = {tuple(rng.choice(words) for _ in range(rng.choice(lengths))) for _ in range(STRINGS)} - set(
        corpus.sentences
    )
    if not strings:
        return None
    accepted = sum(accepts_all(solution.grammar, sorted(strings)))
    if accepted < max(FEW, TOO_MANY * len(strings)):
        return None
    return (
        f"It allows far more than it has seen: {accepted} of {len(strings)} strings of random words. "
        "More sentences make it stricter, and so does a wrong one with a star: *like this."
    )


def show_neighbours(solution: Solution) -> list[str]:
    """Word classes by their neighbours, where these tell more than the grammar's own."""
    classes = classes_by_neighbours(solution.problem.corpus)
    if len(classes) <= len(solution.grammar.words_of):
        return []
    shown = [f"  {one}" for one in classes if len(one.words) > 1 or one.before or one.after]
    return ["\n".join(["What is known of its words, by those beside them:", *shown])]


def describe_nearest(grammar: Grammar, sentences: Sequence[str], unexplained: Sequence[int]) -> str:
    """The grammar that came nearest, and the sentences (numbers from 1) that it does not explain."""
    if not grammar.syntactic or len(unexplained) == len(sentences):
        return "Nothing came near: no grammar was seen that explains any of the sentences."
    if not unexplained:
        return f"What came nearest explains all sentences, but is not what was asked for:\n\n{grammar}"
    explained = len(sentences) - len(unexplained)
    shown = [f"  {number:>4}  {sentences[number - 1]}" for number in unexplained[:MAX_UNEXPLAINED]]
    if len(unexplained) > MAX_UNEXPLAINED:
        shown.append(f"        and {len(unexplained) - MAX_UNEXPLAINED:,} more")
    many = f"{explained:,} of {len(sentences):,} sentences"
    return "\n".join([f"What came nearest explains {many}:", "", str(grammar), "", "but not:", *shown])


def write_rules(solution: Solution, flat: bool) -> list[str]:
    """The rules, with features or else flat where that is wanted and shorter; and what to know about them."""
    grammar, folded, notes = solution.grammar, solution.features, []
    shown = str(grammar)
    if folded is not None:
        shown = str(folded)
        notes.append(FEATURES)
    elif flat and (short := flatten_if_shorter(grammar)) is not None:
        shown = str(short)
        rules = count(len(grammar.syntactic), "rule")
        notes.append(f"{rules} with two categories each, written as {short.size}.")
    if solution.suggested is not None:
        notes.append(f"{solution.suggested}")
    return [shown, "\n".join(notes)] if notes else [shown]


def describe(solution: Solution, proof: Proof = Proof.OPEN, *, flat: bool = False) -> str:
    """The headline, the grammar, and new sentences."""
    parts = [f"{headline(solution, proof)}."]
    if solution.exceptions is not None:
        parts.append("\n".join(solution.exceptions.lines()))
    parts += write_rules(solution, flat)
    new = new_sentences(solution)
    if new:
        parts.append("\n".join(["It also allows:", *(f"  {sentence}" for sentence in new)]))
    warning = warn_of_looseness(solution)
    if warning is not None:
        parts.insert(1, warning)
        parts += show_neighbours(solution)
    return "\n\n".join(parts)
