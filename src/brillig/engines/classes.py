"""Classes first: words that behave alike as one symbol, solved exactly, and then the words in their places.

A larger problem has far fewer strings of classes than sentences, and a class has one category where its words
have many. The classes are those of a grammar grown in a moment. A solution on classes is one on words; that
there is none on classes proves nothing.
"""

from __future__ import annotations

from collections import Counter
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

# Not tuned.
LARGE = 10  # categories; below these words alone are as quick
EACH = 30.0  # seconds; classes that take longer are left
GROWTH = 6000  # thousands of splits for each island: a moment of growing


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


def find_classes(problem: Problem, budget: Budget) -> Iterator[Classes]:
    """The problem on the word classes of a grammar that is grown quickly; then with classes opened.

    Classes that are too coarse show in that there is no solution: first each is opened alone, the largest
    first, so that its words stand for themselves; then more and more of them.
    """
    grown = grow(problem.corpus, budget.part(max_iterations=GROWTH), allow=problem.restrictions)
    if grown.grammar is None:
        return
    # A word with several categories is in the first; it is the check that decides.
    home = {word: categories[0] for word, categories in grown.grammar.lexicon.items()}
    large = [name for name, size in Counter(home.values()).most_common() if size > 1]
    alone = [{name} for name in large]
    together = [set(large[:number]) for number in range(2, len(large))]
    for opened in [set(), *alone, *together] if large else []:
        own = {word: f"={word}" if name in opened else name for word, name in home.items()}
        strings = dict.fromkeys(tuple(own[word] for word in s) for s in problem.corpus.sentences)
        # A starred sentence with a word that no sentence has is rejected as it is.
        known = (s for s in problem.corpus.rejected if all(word in own for word in s))
        starred = dict.fromkeys(tuple(own[word] for word in s) for s in known)
        if not strings.keys() & starred.keys():
            corpus = Corpus(tuple(strings), rejected=tuple(starred))
            yield Classes(replace(problem, corpus=corpus), own)


def solve_on_classes(problem: AnyProblem, budget: Budget) -> Outcome | None:
    """A checked solution found on classes, or None, which says nothing about the words."""
    if not isinstance(problem, Problem):
        return None
    for classes in find_classes(problem, budget):
        if budget.ended() is not None:
            return None
        if classes.problem.impossible() is not None:
            continue
        outcome = solve_exactly(classes.problem, budget.part(seconds=EACH))
        if outcome.solution is None:
            continue
        solution = put_words(classes, outcome.solution, problem)
        if violations(problem, solution.grammar, solution.trees):
            continue
        run = replace(outcome.run, seconds=budget.seconds)
        reason = f"found by the exact engine on {len(set(classes.home.values()))} classes of words"
        return Outcome(Status.FOUND, problem, run, replace(solution, run=run), reason)
    return None


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
