"""Classes first: words that behave alike as one symbol, solved exactly, and then the words in their places.

A larger problem has far fewer strings of classes than sentences, and a class has one category where its words
have many. The classes are those of a grammar grown in a moment. A solution on classes is one on words; that
there is none on classes proves nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from brillig.engines.exact.solving import solve_exactly
from brillig.engines.grow import grow
from brillig.engines.outcome import Outcome
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.language.tree import Tree
from brillig.limits import Budget
from brillig.problems import AnyProblem, Problem
from brillig.problems.check import violations
from brillig.problems.solution import Solution, Status

LARGE = 10  # categories; below these words alone are as quick
GROWTH = (
    6000  # of the growing engine, in thousands of splits an island: well below a second a hundred sentences
)


@dataclass(frozen=True)
class Classes:
    """A problem on classes, and the class of each word."""

    problem: Problem
    home: dict[str, str]

    def string(self, sentence: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(self.home[word] for word in sentence)


def has_classes(problem: AnyProblem) -> bool:
    """Whether classes may help: a large problem, where no word has two categories or a place of its own."""
    if not isinstance(problem, Problem):
        return False
    return problem.categories >= LARGE and problem.homographs == 0 and not problem.has_knowledge


def find_classes(problem: Problem, budget: Budget) -> Classes | None:
    """The problem on the word classes of a grammar that is grown quickly; None where that says nothing."""
    grown = grow(problem.corpus, budget.part(max_iterations=GROWTH), allow=problem.restrictions)
    if grown.grammar is None:
        return None
    # A word with several categories is in the first; it is the check that decides.
    home = {word: categories[0] for word, categories in grown.grammar.lexicon.items()}
    if len(set(home.values())) == len(home):
        return None
    strings = dict.fromkeys(tuple(home[word] for word in s) for s in problem.corpus.sentences)
    # A starred sentence with a word that no sentence has is rejected as it is.
    known = (s for s in problem.corpus.rejected if all(word in home for word in s))
    starred = dict.fromkeys(tuple(home[word] for word in s) for s in known)
    if strings.keys() & starred.keys():
        return None
    return Classes(replace(problem, corpus=Corpus(tuple(strings), rejected=tuple(starred))), home)


def solve_on_classes(problem: AnyProblem, budget: Budget) -> Outcome | None:
    """A checked solution found on classes, or None, which says nothing about the words."""
    if not isinstance(problem, Problem):
        return None
    classes = find_classes(problem, budget)
    if classes is None or classes.problem.impossible() is not None:
        return None
    outcome = solve_exactly(classes.problem, budget)
    if outcome.solution is None:
        return None
    solution = put_words(classes, outcome.solution, problem)
    if violations(problem, solution.grammar, solution.trees):
        return None
    run = replace(outcome.run, seconds=budget.seconds)
    reason = f"found by the exact engine on {len(set(classes.home.values()))} classes of words"
    return Outcome(Status.FOUND, problem, run, replace(solution, run=run), reason)


def put_words(classes: Classes, found: Solution, problem: Problem) -> Solution:
    """The solution on classes with the words in their places."""
    lexicon = {word: found.grammar.lexicon[home] for word, home in classes.home.items()}
    grammar = Grammar.of(found.grammar.start, found.grammar.syntactic, lexicon)
    by_string = dict(zip(classes.problem.corpus.sentences, found.trees, strict=True))
    trees = tuple(
        _with_words(by_string[classes.string(sentence)], iter(sentence))
        for sentence in problem.corpus.sentences
    )
    return Solution(grammar, trees, problem, found.run)


def _with_words(tree: Tree, words: Iterator[str]) -> Tree:
    if tree.is_leaf:
        return Tree.leaf(tree.label, next(words))
    left, right = tree.branches
    first = _with_words(left, words)
    return Tree.node(tree.label, first, _with_words(right, words))
