"""Refinement problems for tests: fresh toy2 data with its unrefined grammar, and tiny random ones."""

from __future__ import annotations

from random import Random

from brillig.language.builtin import builtin
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.language.tree import Tree
from brillig.parsing.cyk import parse_corpus
from brillig.parsing.generate import generate
from brillig.problems import Problem, RefineProblem, parse_rule
from brillig.problems.solution import Run, Solution

FEATURES = {"A": 2, "B": 3, "C": 2, "D": 2}
RULES = {"S>B A": 2, "A>D B": 4, "B>C B": 2}

_WORDS = {
    "A": "disappears walks disappear walk",
    "B": "dog girl car child dogs girls cars children Kim Jody",
    "C": "this every these all",
    "D": "sees likes see like",
}
_CATEGORY = {word: category for category, words in _WORDS.items() for word in words.split()}

PAPER_REFINED = Grammar.of(
    "S",
    [
        ("S", "B_0", "A_0"),
        ("S", "B_1", "A_1"),
        ("A_0", "D_0", "B_0"),
        ("A_0", "D_0", "B_1"),
        ("A_1", "D_1", "B_0"),
        ("A_1", "D_1", "B_1"),
        ("B_0", "C_0", "B_2"),
        ("B_1", "C_1", "B_1"),
    ],
    {
        **{word: ["A_0"] for word in ("walks", "disappears")},
        **{word: ["A_1"] for word in ("walk", "disappear")},
        **{word: ["B_0"] for word in ("Jody", "Kim")},
        **{word: ["B_1"] for word in ("cars", "dogs", "girls", "children")},
        **{word: ["B_2"] for word in ("dog", "girl", "car", "child")},
        **{word: ["C_0"] for word in ("this", "every")},
        **{word: ["C_1"] for word in ("these", "all")},
        **{word: ["D_0"] for word in ("likes", "sees")},
        **{word: ["D_1"] for word in ("like", "see")},
    },
)


def toy2_solution(seed: int, number: int = 100) -> Solution:
    """The paper's top table, as inference finds it, with trees for fresh sentences."""
    sentences = [tuple(text.split()) for text in generate(builtin("toy2"), number, seed=seed)]
    words = {word for sentence in sentences for word in sentence}
    grammar = Grammar.of(
        "S", [("S", "B", "A"), ("A", "D", "B"), ("B", "C", "B")], {word: [_CATEGORY[word]] for word in words}
    )
    trees = tuple(tree for tree in parse_corpus(grammar, sentences) if tree is not None)
    assert len(trees) == len(sentences)
    return Solution(grammar, trees, Problem(Corpus(tuple(sentences)), 5, 2, 3), Run("hand"))


def toy2_problem(seed: int, number: int = 100) -> RefineProblem:
    """With the paper's features and numbers of refined rules."""
    solution = toy2_solution(seed, number)
    limits = {parse_rule(rule): limit for rule, limit in RULES.items()}
    return RefineProblem(solution.grammar, solution.trees, FEATURES, limits)


def tiny_problem(seed: int, homographs: int = 0) -> RefineProblem:
    """A few random trees over a grammar with recursion, with random features and numbers of refined rules."""
    random = Random(seed)
    rules = [("S", "B", "A"), ("A", "D", "B"), ("B", "C", "B")]
    words = {category: [f"{category.lower()}{k}" for k in range(2)] for category in "ABCD"}

    def grow(category: str, depth: int) -> Tree:
        options = [rule for rule in rules if rule[0] == category]
        if category != "S" and (not options or depth == 0 or random.random() < 0.5):
            return Tree.leaf(category, random.choice(words[category]))
        _, left, right = random.choice(options)
        return Tree.node(category, grow(left, depth - 1), grow(right, depth - 1))

    trees = tuple(grow("S", 3) for _ in range(random.randint(1, 4)))
    leaves = {(leaf.word, leaf.label) for tree in trees for leaf in tree.leaves()}
    used = {rule for tree in trees for rule in tree.rules()}
    grammar = Grammar.of("S", sorted(used), {word: [label] for word, label in leaves})
    features = {c: random.randint(1, 3) for c in grammar.categories if c != "S"}
    limits = {rule: random.randint(1, 4) for rule in grammar.syntactic}
    return RefineProblem(grammar, trees, features, limits, homographs)
