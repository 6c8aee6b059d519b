"""The classic languages, learned from growing samples: at which size is the language found exactly?

Engines that need numbers get the size of a small grammar of the language; without numbers `infer` chooses.
An EM-trained probabilistic grammar of the same size stands beside them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from brillig.engines.race import solve
from brillig.errors import BrilligError
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.limits import Limits
from brillig.parsing.bits import bits_of
from brillig.parsing.cyk import accepts_all
from brillig.parsing.evaluate import language_difference
from brillig.parsing.generate import draw
from brillig.problems import Problem, Restrictions
from brillig.workflows.inference import InferenceRequest, run_inference
from brillig_lab.classics import CLASSICS, Classic
from brillig_lab.reproduction.pcfg import train
from brillig_lab.reproduction.report import Block, Row, Section
from brillig_lab.reproduction.setup import Setup
from brillig_lab.reproduction.spread import map_on_cluster, on_cluster

SIZES = (5, 10, 20, 30)
QUICK = ("abn", "a2n", "anbn", "brackets1", "basic-english")
MAX_DRAWS = 20_000

# What others report, as far as it could be looked up; none of it was run here, and samples are not the same.
_MERGING = "found by Bayesian merging (Stolcke and Omohundro 1994)"
_GREEDY = "found by greedy induction, given the word classes (Potashnik 2026)"
_SIMPLICITY = "learned by a simplicity bias (Langley and Stromsten 2000; e-GRIDS, Petasis 2004)"
LITERATURE = {
    "brackets1": _GREEDY,
    "brackets2": _GREEDY,
    "brackets3": _GREEDY,
    "anbn": _GREEDY,
    "palindromes": _GREEDY,
    "shapes": _MERGING,
    "basic-english": _MERGING,
    "adjectives": _SIMPLICITY,
    "relatives": _SIMPLICITY,
}

Learner = Callable[[Classic, Corpus, float, int], Grammar | None]


@dataclass(frozen=True)
class Trial:
    """One engine on one sample: what it found, and whether that is the language."""

    size: int
    grammar: Grammar | None
    exact: bool
    bits: float | None
    seconds: float


def sample(classic: Classic, number: int, seed: int) -> Corpus:
    """The first N distinct sentences drawn; fewer where the language has no more that short."""
    drawn = islice(draw(classic.cfg, seed, classic.max_words), MAX_DRAWS)
    return Corpus(tuple(islice(dict.fromkeys(drawn), number)))


def problem_of(classic: Classic, corpus: Corpus) -> Problem:
    """Inference with the numbers of the classic's own grammar, and what it needs to be allowed."""
    grammar = classic.binary
    restrictions = Restrictions.strictest(grammar) | Restrictions.lifted(lexical_root=True)
    lexical = set(grammar.words_of) - set(grammar.expansions) - {grammar.start}
    return Problem(
        corpus,
        len(grammar.categories),
        len(lexical),
        len(grammar.syntactic),
        grammar.homographs,
        restrictions,
    )


def is_exact(classic: Classic, grammar: Grammar) -> bool:
    """Whether the language is the true one for all strings up to the classic's length."""
    if set(grammar.words) != set(classic.cfg.words):
        return False
    drawn = islice(draw(classic.cfg, 1, classic.max_words), 200)
    if not all(accepts_all(grammar, drawn)):
        return False
    try:
        return language_difference(grammar, classic.cfg, classic.length) is None
    except BrilligError:  # too many strings: far looser than the truth
        return False


def _with_numbers(engine: str) -> Learner:
    def learn(classic: Classic, corpus: Corpus, seconds: float, seed: int) -> Grammar | None:
        problem = problem_of(classic, corpus)
        if problem.impossible() is not None:
            return None
        outcome = solve(problem, engine, Limits(seed, time_limit=seconds, jobs=1))
        return None if outcome.solution is None else outcome.solution.grammar

    return learn


def _without_numbers(_: Classic, corpus: Corpus, seconds: float, seed: int) -> Grammar | None:
    limits = Limits(seed, time_limit=seconds, jobs=1)
    outcome = run_inference(InferenceRequest(), corpus, limits)
    return None if outcome.solution is None else outcome.solution.grammar


def _by_em(classic: Classic, corpus: Corpus, _: float, seed: int) -> Grammar | None:
    return train(corpus.sentences, len(classic.binary.categories), seed).grammar()


FIRST = "without numbers"
LEARNERS: dict[str, Learner] = {
    FIRST: _without_numbers,
    "exact engine": _with_numbers("exact"),
    "divide and concur": _with_numbers("concur"),
    "PCFG by EM": _by_em,
}


def trials(classic: Classic, learner: Learner, seconds: float, seed: int) -> Iterator[Trial]:
    """Samples of growing size, until the language is found exactly, or nothing any more."""
    known = 0
    for size in SIZES:
        corpus = sample(classic, size, seed)
        if len(corpus) == known:  # the language has no more sentences that short
            return
        known = len(corpus)
        began = time.monotonic()
        grammar = learner(classic, corpus, seconds, seed)
        taken = time.monotonic() - began
        exact = grammar is not None and is_exact(classic, grammar)
        yield Trial(known, grammar, exact, _bits(grammar, corpus), taken)
        # Who found nothing in the time given would not from more sentences.
        if exact or grammar is None:
            return


def _bits(grammar: Grammar | None, corpus: Corpus) -> float | None:
    if grammar is None or not all(accepts_all(grammar, corpus.sentences)):
        return None
    return bits_of(grammar, corpus).total


def run_classics(setup: Setup) -> Section:
    """Each classic by each learner."""
    full = setup.scale.name == "full"
    seconds = 10.0 if full else min(3.0, setup.scale.seconds)
    names = tuple(CLASSICS) if full else QUICK
    rows: list[Row] = []
    blocks: list[Block] = []
    found: dict[str, int] = dict.fromkeys(LEARNERS, 0)
    for name, of_learners in zip(names, _all_trials(names, seconds, setup.seed), strict=True):
        classic = CLASSICS[name]
        for learner_name, done in of_learners.items():
            last = done[-1]
            found[learner_name] += last.exact
            verdict = f"exact from {last.size}" if last.exact else f"not at {last.size}"
            others = LITERATURE.get(name, "-") if learner_name == FIRST else ""
            rows.append(Row(f"{name}, {learner_name}", others, _describe(done), verdict))
            if learner_name == FIRST and last.grammar is not None:
                title = f"{name} ({classic.title}), from {last.size} sentences without numbers"
                blocks.append(Block(title, str(last.grammar)))
    counts = ", ".join(f"{number} {name}" for name, number in found.items())
    notes = (
        f"Of {len(names)} languages found exactly, from at most {SIZES[-1]} distinct sentences: {counts}.",
        "Exact: the strings of the truth and no others, up to the length given with the language (8 to 12 "
        f"words). Samples have {', '.join(map(str, SIZES))} distinct sentences, or all that the language has "
        f"up to the length drawn; the first size that is enough counts. A search has {seconds:.0f} s. Bits "
        "are those of grammar and sample. Engines with numbers are given the size of a small grammar of the "
        "language and what it needs to be allowed; so is EM, whose rules below a thousandth are left out.",
    )
    title = "The classic languages, from samples of growing size"
    return Section("classics", title, tuple(rows), tuple(blocks), notes=notes, beside="others report")


def _all_trials(names: Sequence[str], seconds: float, seed: int) -> Iterator[dict[str, list[Trial]]]:
    """For each language the trials of each learner; all at once on a cluster."""
    pairs = [(name, learner) for name in names for learner in LEARNERS]
    ended: Iterator[list[Trial] | None]
    if on_cluster():
        ended = iter(map_on_cluster(run_learner, [(*pair, seconds, seed) for pair in pairs]))
    else:
        ended = iter(run_learner(*pair, seconds, seed) for pair in pairs)
    for _ in names:
        of_learners = {learner: next(ended) for learner in LEARNERS}
        yield {learner: done for learner, done in of_learners.items() if done is not None}


def run_learner(name: str, learner: str, seconds: float, seed: int) -> list[Trial]:
    return list(trials(CLASSICS[name], LEARNERS[learner], seconds, seed))


def _describe(done: list[Trial]) -> str:
    last = done[-1]
    what = "no grammar" if last.grammar is None else "the language" if last.exact else "another language"
    bits = "" if last.bits is None else f", {last.bits:.0f} bits"
    return f"{what}{bits}, {last.seconds:.1f} s"
