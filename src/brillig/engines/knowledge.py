"""A grammar found without regard to tags, brackets and given rules: does it agree with them?"""

from __future__ import annotations

from brillig.engines.exact.cover import trees_using_all
from brillig.language.grammar import Grammar, category_names
from brillig.language.marked import marked_sentences
from brillig.language.tree import Tree
from brillig.parsing.marks import MarkedParser, namings
from brillig.problems import Problem
from brillig.problems.check import violations
from brillig.problems.solution import Run, Solution


def agree_with_knowledge(
    problem: Problem, grammar: Grammar
) -> tuple[dict[str, str], tuple[Tree, ...]] | None:
    """The names under which the grammar agrees with what is known, with trees that have tags and brackets.

    None where there are no such names and trees. The other categories get the paper's names.
    """
    old = grammar.categories
    number = {name: place for place, name in enumerate(old)}
    assert number[grammar.start] == 0
    syntactic = {(number[x], number[y], number[z]) for x, y, z in grammar.syntactic}
    lexical = {word: tuple(number[name] for name in names) for word, names in grammar.lexicon.items()}
    sentences = marked_sentences(problem.corpus)
    given = () if problem.given is None else problem.given.syntactic
    for named in namings(
        problem.start, syntactic, lexical, sentences, problem.known_names, given, problem.kept_words
    ):
        names = full_names(problem, named, len(old))
        trees = trees_using_all(MarkedParser(syntactic, lexical, named), sentences, names)
        if trees is not None:
            return dict(zip(old, names, strict=True)), trees
    return None


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
