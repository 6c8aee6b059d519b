"""Conventional bracketing of a solution, as far as its bits allow: see `language/bracketing.py`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from brillig.engines.grow.solving import described_solution
from brillig.language.bracketing import leans_right, turned
from brillig.language.featured_turns import turned_with_features
from brillig.language.features import FoldedGrammar
from brillig.language.grammar import Grammar, SyntacticRule
from brillig.language.morphemes import count_crossings, has_morphemes
from brillig.language.naming import postpositions
from brillig.language.tree import Tree
from brillig.parsing.bits import describe
from brillig.parsing.folding import describe_features
from brillig.problems import Problem
from brillig.problems.solution import Solution
from brillig.workflows.agreement import featured_solution

MAX_MORE_BITS = 2.0
MAX_TURNS = 40
MAX_WORDS = 1_000_000  # of sentences described with turned helpers: a few seconds
MAX_WORDS = 200_000  # of sentences that are described again at all
MAX_LEANING = 5_000  # trees that say to which side a language branches


def bracket_conventionally(solution: Solution, bits: float | None = None) -> Solution:
    """The same language bracketed as linguists do, where that costs two bits at most.

    `bits` are those of the solution, where it does not say them. Sentences with exceptions, tags, brackets or
    given rules keep the trees that were found. What agrees goes along with its rules.
    """
    problem = solution.problem
    if not isinstance(problem, Problem) or problem.has_knowledge:
        return solution
    if bits is None and solution.bits is not None:
        bits = solution.bits.total
    if bits is None or solution.exceptions is not None:
        return solution
    words = sum(map(len, problem.corpus.distinct))
    if words > MAX_WORDS:
        return solution
    limit = bits + MAX_MORE_BITS
    best = solution
    trees = (_without_values(tree, solution.features) for tree in solution.trees[:MAX_LEANING])
    right = leans_right(solution.skeleton, trees, postpositions(solution.skeleton))
    seen = _Seen(solution.skeleton, MAX_WORDS // words)
    for _ in range(MAX_TURNS):
        nearer = next((one for one in _try_turns(best, right, seen, limit)), None)
        if nearer is None:
            break
        best = nearer
    return best if best is solution else replace(best, choice=solution.choice)


def _try_turns(solution: Solution, right: bool, seen: _Seen, limit: float) -> Iterator[Solution]:
    """The solutions with one helper turned that keep to the limit and to the restrictions."""
    corpus = solution.problem.corpus
    assert isinstance(solution.problem, Problem)
    allowed = solution.problem.restrictions
    for found in _turned_solutions(solution, right, seen, limit):
        if has_morphemes(corpus) and _crosses_more(found, solution):
            continue
        if isinstance(found.problem, Problem) and found.problem.restrictions | allowed == allowed:
            yield found


def _turned_solutions(solution: Solution, right: bool, seen: _Seen, limit: float) -> Iterator[Solution]:
    after = postpositions(solution.skeleton)
    if solution.features is None:
        for other in turned(solution.grammar, right, after):
            found = None if seen.has(other) else _plain(other.canonical(), solution, limit)
            if found is not None:
                yield found
        return
    for folded in turned_with_features(solution.features, right, after):
        found = None if seen.has(folded.grammar) else _featured(folded, solution, limit)
        if found is not None:
            yield found


class _Seen:
    """The grammars that were tried, as many as there is work for."""

    def __init__(self, first: Grammar, most: int) -> None:
        self._grammars = {first.canonical()}
        self._most = most

    def has(self, grammar: Grammar) -> bool:
        """Whether it was tried before, or no more may be; else it is known from now on."""
        canonical = grammar.canonical()
        if canonical in self._grammars or len(self._grammars) > self._most:
            return True
        self._grammars.add(canonical)
        return False


def _plain(grammar: Grammar, before: Solution, limit: float) -> Solution | None:
    corpus = before.problem.corpus
    description = describe(grammar, corpus)
    if description.bits.total > limit or not all(description.uses.values()):
        return None
    return described_solution(grammar, description, corpus, before.run)


def _featured(folded: FoldedGrammar, before: Solution, limit: float) -> Solution | None:
    corpus = before.problem.corpus
    described = describe_features(folded, corpus)
    if described.description.bits.total > limit:
        return None
    used = {
        SyntacticRule(*map(folded.base_of, rule))
        for rule, number in described.description.uses.items()
        if number and isinstance(rule, SyntacticRule)
    }
    return (
        featured_solution(described, (), corpus, before.run)
        if used >= set(folded.grammar.syntactic)
        else None
    )


def _without_values(tree: Tree, folded: FoldedGrammar | None) -> Tree:
    """The tree with the names that features are over."""
    if folded is None:
        return tree
    label = folded.base_of(tree.label)
    if tree.is_leaf:
        return Tree.leaf(label, tree.word)
    return Tree.node(label, *(_without_values(branch, folded) for branch in tree.branches))


def _crosses_more(found: Solution, before: Solution) -> bool:
    """Whether more of its phrases begin in one word and end in another."""
    return sum(map(count_crossings, found.trees)) > sum(map(count_crossings, before.trees))
