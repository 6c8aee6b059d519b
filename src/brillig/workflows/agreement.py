"""Features over grammars that were found: agreement and frames, where they save bits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from itertools import islice
from math import inf

from brillig.engines.grow.solving import ENGINE as GROW
from brillig.engines.grow.solving import described_solution
from brillig.engines.outcome import Outcome
from brillig.errors import BrilligError
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar, names_apart
from brillig.language.pairing import keeps_apart, pairs_in
from brillig.limits import Budget, Ended
from brillig.parsing.bits import Description, describe
from brillig.parsing.class_folding import coarser_grammars, fold_classes, with_names_apart
from brillig.parsing.cyk import accepts_all
from brillig.parsing.folding import Described, describe_features, find_features
from brillig.problems.renaming import renamed
from brillig.problems.solution import Run, Solution, Status

# Grammars over which features are sought, and the bits that one may have more than the lightest. Set on
# `fr.txt` and 30 sentences of toy2, where one of 20 to 35 bits more is the lightest with features.
MAX_GRAMMARS, WITHIN = 8, 40.0
MAX_COARSENED = 3  # of these, that are also made coarser step by step
# Starts of the search over each, and over the most promising ones. With 15 starts the lightest of four
# samples had at most 36 bits more than with 120. Over the best of these once more with many starts: in 30
# sentences of toy2 what agrees was found from 500, never from 120; `tr.txt` varies by 30 bits with the seed.
QUICK_STARTS, STARTS, MAX_SEARCHED = 15, 120, 4
MANY_STARTS, MAX_SEARCHED_LONG = 500, 2
MAX_WORK = 400_000_000  # nodes of trees looked at for each grammar: a few seconds
# And for all from few starts, which takes about QUICK_WORK for each node and each word or rule
QUICK_WORK, MAX_QUICK_WORK, LEAST_SEARCHED = 2000, 3_000_000_000, 3
MAX_FOUND = 8  # grammars with features that are handed over
LEAST_SAVING = 0.05  # bits, as they are shown


Candidate = tuple[Grammar, Description, tuple[int, ...]]  # with the places of its exceptions


def candidate_of(solution: Solution, corpus: Corpus) -> Candidate:
    """A solution's grammar with the trees behind its bits."""
    left_out = () if solution.exceptions is None else solution.exceptions.places
    return solution.grammar, describe(solution.grammar, corpus, left_out), left_out


def add_features(candidates: Iterable[Candidate], corpus: Corpus, run: Run, budget: Budget) -> list[Solution]:
    """Solutions with features over the lightest of these grammars and coarser ones, where that saves bits.

    The lightest grammar without features is seldom the skeleton of the lightest with them.
    """

    def stopped() -> bool:
        return budget.ended() is not None

    def search(candidate: Candidate, starts: int) -> Described | None:
        grammar, description, left_out = candidate
        limits = {"seed": budget.seed + (starts == MANY_STARTS), "starts": starts, "max_work": MAX_WORK}
        return find_features(grammar, description, corpus, left_out, stopped=stopped, **limits)

    def fold(candidate: Candidate) -> Described | None:
        grammar, description, left_out = candidate
        return fold_classes(grammar, description, corpus, left_out, stopped=stopped)

    def bits(sought: Described | None) -> float:
        return inf if sought is None else sought.description.bits.total

    plain = _lightest(candidates)
    skeletons = _with_coarser(plain, corpus, stopped)
    found: list[tuple[Candidate, Described | None]] = []
    with ThreadPoolExecutor(max(1, budget.threads)) as pool:
        found += zip(plain, pool.map(fold, plain), strict=True)
        chosen = skeletons
        for starts, number in ((QUICK_STARTS, MAX_SEARCHED), (STARTS, MAX_SEARCHED_LONG), (MANY_STARTS, 0)):
            here = list(zip(chosen, pool.map(partial(search, starts=starts), chosen), strict=True))
            found += here
            promising = sorted(range(1, len(here)), key=lambda i: bits(here[i][1]))[:number]
            chosen = [chosen[i] for i in (0, *promising)] if chosen else []  # the lightest without, too
    ways = {(bits(way), str(way.folded)): (way, skeleton[2]) for skeleton, way in found if way is not None}
    solutions = (featured_solution(*ways[key], corpus=corpus, run=run) for key in sorted(ways))
    return list(islice((solution for solution in solutions if solution is not None), MAX_FOUND))


def _lightest(candidates: Iterable[Candidate]) -> list[Candidate]:
    """Those with few bits more than the lightest, each grammar once."""
    ordered = sorted(candidates, key=lambda candidate: candidate[1].bits.total)
    different: dict[str, Candidate] = {}
    for candidate in ordered:
        if candidate[1].bits.total <= ordered[0][1].bits.total + WITHIN:
            different.setdefault(candidate[0].canonical_text, candidate)
    return list(different.values())[:MAX_GRAMMARS]


def _with_coarser(plain: Sequence[Candidate], corpus: Corpus, stopped: Callable[[], bool]) -> list[Candidate]:
    """And coarser grammars than the first few, as many as there is work for."""
    skeletons = {candidate[0].canonical_text: candidate for candidate in plain}
    for grammar, _, left_out in plain[:MAX_COARSENED]:
        for coarser in coarser_grammars(grammar, corpus, left_out, stopped=stopped):
            for other in with_names_apart(coarser, describe(coarser, corpus, left_out)):
                if other.canonical_text not in skeletons:
                    skeletons[other.canonical_text] = (other, describe(other, corpus, left_out), left_out)
    nodes = sum(2 * len(sentence) - 1 for sentence in corpus.distinct)
    kinds = len(corpus.words) + max((len(candidate[0].syntactic) for candidate in plain), default=0)
    enough = max(LEAST_SEARCHED, MAX_QUICK_WORK // (QUICK_WORK * nodes * kinds))
    return list(skeletons.values())[:enough]


def with_agreement(candidate: Candidate, corpus: Corpus, budget: Budget) -> Grammar:
    """The plain grammar of the lightest form with features, or the grammar itself where none is lighter."""
    found = add_features([candidate], corpus, Run(GROW, budget.seed), budget)
    lighter = [one for one in found if _total(one) < candidate[1].bits.total - LEAST_SAVING]
    return min(lighter, key=_total).grammar if lighter else candidate[0]


def featured_solution(
    described: Described, left_out: tuple[int, ...], corpus: Corpus, run: Run
) -> Solution | None:
    """The plain grammar as a solution, with the folded one beside it."""
    names = names_apart(described.folded.grammar.categories, corpus.words)
    if names:
        described = describe_features(described.folded.renamed(names), corpus, left_out)
    if any(accepts_all(described.grammar, corpus.rejected)):
        return None
    if not keeps_apart(described.grammar, pairs_in(corpus.sentences)):
        return None
    solution = described_solution(described.grammar, described.description, corpus, run, left_out)
    if solution is None or solution.grammar != described.grammar:
        return None
    return replace(solution, features=described.folded)


def choose_features(solution: Solution, budget: Budget) -> Outcome:
    """The solution with features where these save bits; of one that has some, its plain form is looked at."""
    if not solution.trees:
        raise BrilligError("a refinement needs the trees of the sentences, and this solution has none")
    corpus, (_, own, left_out) = solution.corpus, candidate_of(solution, solution.corpus)
    fewest = own.bits.total if solution.features is None or solution.bits is None else solution.bits.total
    base = solution.skeleton
    run = Run(GROW, budget.seed)
    found = add_features([(base, describe(base, corpus, left_out), left_out)], corpus, run, budget)
    run = replace(run, seconds=budget.seconds, ended=budget.ended() or Ended.ANSWERED)
    best = min(found, key=_total, default=None)
    if best is None or _total(best) > fewest - LEAST_SAVING:
        why = f"no features were found with which it takes less than {fewest:.1f} bits; that proves nothing"
        return Outcome(Status.UNKNOWN, solution.problem, run, None, why)
    how = f"{_total(best):.1f} bits with features, {fewest:.1f} before"
    best = _named_after(replace(best, run=run), solution)
    return Outcome(Status.FOUND, best.problem, run, best, how)


def _named_after(found: Solution, before: Solution) -> Solution:
    """Classes that were made one have a suggested name, else that of the one with the most words."""
    own, old = found.skeleton, before.skeleton.words_of
    suggested = () if before.suggested is None else before.suggested.names
    names: dict[str, str] = {}
    for name, words in own.words_of.items():
        free = [c for c in old if c == name or (c not in own.categories and c not in names.values())]
        parts = [c for c in free if set(old[c]) <= set(words)]
        if parts and set(words) != set(old.get(name, ())):
            names[name] = max(parts, key=lambda c: (c in suggested, len(old[c])))
    return renamed(found, {was: name for was, name in names.items() if was != name})


def _total(solution: Solution) -> float:
    assert solution.bits is not None
    return solution.bits.total
