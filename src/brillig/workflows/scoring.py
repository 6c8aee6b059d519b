"""Scores: sentences under a grammar's probabilities, and sentences held out of what it is learned from."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from brillig.errors import BrilligError
from brillig.language.cfg import Cfg
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.parsing.probability import estimate_weights
from brillig.parsing.score import Score, join_scores, score_sentences
from brillig.problems.solution import Solution

MAX_FOLDS = 100


def score_corpus(found: Solution | Grammar | Cfg, corpus: Corpus) -> Score:
    """Beside simple models where it is known what the grammar was learned from.

    A grammar without probabilities takes the alternatives of a category as equally likely.
    """
    if isinstance(found, Solution):
        learned_from = found.corpus.sentences
        return score_sentences(found.grammar, found.rule_weights, corpus.sentences, learned_from)
    grammar = found if isinstance(found, Grammar) else found.to_grammar()
    if grammar is None:
        raise BrilligError(
            "only a grammar with rules X → Y Z and X → word can be scored", hint="rewrite the others"
        )
    return score_sentences(grammar, estimate_weights(grammar, ()), corpus.sentences)


# What learns: a corpus in, a solution out, or None where there is none.
Learn = Callable[[Corpus], Solution | None]


def score_held_out(corpus: Corpus, share: float, seed: int, learn: Learn) -> Score | None:
    """Learn from a part of the sentences and score the others; from 2 on, that many folds, each in turn.

    None where nothing was learned from some part, or the search was stopped before all were.
    """
    scores = []
    for held in held_out_parts(len(corpus), share, seed):
        rest = corpus.part([i for i in range(len(corpus)) if i not in held])
        solution = learn(rest)
        if solution is None:
            return None
        scores.append(score_corpus(solution, corpus.part(sorted(held))))
    return join_scores(scores)


def held_out_parts(number: int, share: float, seed: int) -> Iterator[frozenset[int]]:
    """The places held out together, at random."""
    folds, size = divide(number, share)
    order = list(range(number))
    Random(seed).shuffle(order)
    for fold in range(folds):
        yield frozenset(order[fold::folds] if folds > 1 else order[:size])


def divide(number: int, share: float) -> tuple[int, int]:
    """How many parts are held out in turn, and their size; refused where the sentences are too few."""
    check_hold_out(share)
    folds = int(share) if share >= 2 else 1
    size = number // folds if share >= 2 else round(number * share)
    if size < 1 or number - size < 2:
        message = f"{number} sentences are too few for {share:g}"
        raise BrilligError(message, hint="hold out another part", field="hold_out")
    return folds, size


def check_hold_out(share: float) -> None:
    if not (0 < share < 1 or (share == int(share) and 2 <= share <= MAX_FOLDS)):
        hint = f"give a share between 0 and 1, or a number of folds from 2 to {MAX_FOLDS}"
        raise BrilligError(f"{share:g} is out of range", hint=hint, field="hold_out")
