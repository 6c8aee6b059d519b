"""Features over grammars that were found: agreement and frames, where they save bits."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
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
from brillig.parsing.class_folding import fold_classes, merge_classes
from brillig.parsing.cyk import accepts_all
from brillig.parsing.folding import Described, describe_features, find_features
from brillig.problems.renaming import renamed
from brillig.problems.solution import Run, Solution, Status

MAX_GRAMMARS = 3  # over which features are sought
LEAST_SAVING = 0.05  # bits, as they are shown
WITHIN = 30.0  # bits that a grammar may have more than the lightest: features saved as much on `fr.txt`
# Bits that features save more where classes are merged for them. On `fr.txt` (52 sentences) they save 11 and
# gender is lost, which only singulars show; on 30 sentences of toy2, 18 to 22, and its agreement is found.
MERGED = 14.0
MAX_WORK = 400_000_000  # nodes of trees looked at for each grammar: a few seconds


Candidate = tuple[Grammar, Description, tuple[int, ...]]  # with the places of its exceptions


def candidate_of(solution: Solution, corpus: Corpus) -> Candidate:
    """A solution's grammar with the trees behind its bits."""
    left_out = () if solution.exceptions is None else solution.exceptions.places
    return solution.grammar, describe(solution.grammar, corpus, left_out), left_out


def add_features(candidates: Iterable[Candidate], corpus: Corpus, run: Run, budget: Budget) -> list[Solution]:
    """Solutions with features over the lightest of these grammars, where that saves bits."""
    lightest = sorted(candidates, key=lambda candidate: candidate[1].bits.total)
    found: list[Solution] = []
    merged: list[Solution] = []
    seen: set[str] = set()
    for grammar, description, left_out in lightest:
        if len(seen) == MAX_GRAMMARS or description.bits.total > lightest[0][1].bits.total + WITHIN:
            break
        if grammar.canonical_text in seen:
            continue
        seen.add(grammar.canonical_text)
        stopped = partial(_is_over, budget)
        ways = (
            find_features(
                grammar,
                description,
                corpus,
                left_out,
                seed=budget.seed,
                max_work=MAX_WORK,
                stopped=stopped,
            ),
            fold_classes(grammar, description, corpus, left_out, stopped=stopped),
        )
        solutions = (featured_solution(one, corpus, run, left_out) for one in ways if one is not None)
        found += [solution for solution in solutions if solution is not None]
        # Over what stars refuse, merged classes could go too far.
        for plain in [] if corpus.rejected else merge_classes(grammar, corpus, left_out):
            own = describe(plain, corpus, left_out)
            way = find_features(
                plain, own, corpus, left_out, seed=budget.seed, max_work=MAX_WORK // 4, stopped=stopped
            )
            solution = None if way is None else featured_solution(way, corpus, run, left_out)
            merged += [] if solution is None else [solution]
        if budget.ended() is not None:
            break
    if lightest:
        fewest = min(lightest[0][1].bits.total, *map(_total, found), inf)
        found += [solution for solution in merged if _total(solution) < fewest - MERGED]
    return found


def with_agreement(candidate: Candidate, corpus: Corpus, budget: Budget) -> Grammar:
    """The plain grammar of the lightest form with features, or the grammar itself where none is lighter."""
    found = add_features([candidate], corpus, Run(GROW, budget.seed), budget)
    lighter = [one for one in found if _total(one) < candidate[1].bits.total - LEAST_SAVING]
    return min(lighter, key=_total).grammar if lighter else candidate[0]


def _is_over(budget: Budget) -> bool:
    return budget.ended() is not None


def featured_solution(
    described: Described, corpus: Corpus, run: Run, left_out: tuple[int, ...] = ()
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
