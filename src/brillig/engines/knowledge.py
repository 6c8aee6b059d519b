"""A grammar found without regard to tags, brackets and given rules: does it agree with them?"""

from __future__ import annotations

from collections.abc import Iterator

from brillig.language.grammar import Grammar, category_names
from brillig.language.marked import marked_sentences
from brillig.language.tree import Tree
from brillig.parsing.marks import MarkedParser, namings
from brillig.parsing.tree_choice import choose_trees
from brillig.problems import Problem
from brillig.problems.check import violations
from brillig.problems.solution import Run, Solution


def agree_with_knowledge(
    problem: Problem, grammar: Grammar
) -> tuple[dict[str, str], tuple[Tree, ...]] | None:
    """The names under which the grammar agrees with what is known, with trees that have tags and brackets.

    None where no such names and trees were found. The other categories get the paper's names.
    """
    numbers = _Numbers(grammar)
    for named in numbers.namings(problem):
        names = full_names(problem, named, len(numbers.old))
        parser = MarkedParser(numbers.syntactic, numbers.lexical, named)
        trees = choose_trees(parser, marked_sentences(problem.corpus), names)
        if trees is not None:
            return dict(zip(numbers.old, names, strict=True)), trees
    return None


def name_by_knowledge(problem: Problem, grammar: Grammar) -> dict[str, str] | None:
    """The same, but other categories keep the names they have, unless tags or brackets use these."""
    numbers = _Numbers(grammar)
    for named in numbers.namings(problem):
        own = {numbers.old[place]: name for name, place in named.items()}
        taken = {*own.values(), *grammar.categories}
        fresh = (name for name in category_names(2 * len(taken)) if name not in taken)
        clash = {name: next(fresh) for name in grammar.categories if name not in own and name in named}
        return {grammar.start: problem.start} | clash | own
    return None


class _Numbers:
    """A grammar's rules by the numbers of its categories."""

    def __init__(self, grammar: Grammar) -> None:
        self.old = grammar.categories
        number = {name: place for place, name in enumerate(self.old)}
        assert number[grammar.start] == 0
        self.syntactic = {(number[x], number[y], number[z]) for x, y, z in grammar.syntactic}
        self.lexical = {word: tuple(number[n] for n in names) for word, names in grammar.lexicon.items()}

    def namings(self, problem: Problem) -> Iterator[dict[str, int]]:
        """The ways to say which category each known name stands for."""
        given = () if problem.given is None else problem.given.syntactic
        sentences = marked_sentences(problem.corpus)
        return namings(
            problem.start,
            self.syntactic,
            self.lexical,
            sentences,
            problem.known_names,
            given,
            problem.kept_words,
        )


def full_names(problem: Problem, named: dict[str, int], categories: int) -> list[str]:
    """The names of all categories by their numbers: the known ones, and the paper's for the others."""
    own = {place: name for name, place in named.items()}
    taken = {problem.start, *named}
    free = (name for name in category_names(categories + len(taken)) if name not in taken)
    return [problem.start, *(own[x] if x in own else next(free) for x in range(1, categories))]


def solution_with_knowledge(problem: Problem, grammar: Grammar, run: Run) -> Solution | None:
    """The solution that the grammar is under the names and with the trees that are known; else None."""
    agreed = agree_with_knowledge(problem, grammar)
    if agreed is None:
        return None
    solution = Solution(grammar.renamed(agreed[0]), agreed[1], problem, run)
    return None if violations(problem, solution.grammar, solution.trees) else solution
