"""Whether the longest sentences are explained by listing them, as where no grammar has the language."""

from __future__ import annotations

import brillig
from brillig.engines.grow import problem_of
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.limits import Limits
from brillig.parsing.cyk import parse_corpus
from brillig.problems.solution import Run, Solution
from brillig.workflows.choosing import choose_by_length
from brillig.workflows.doubt import find_listed, look_for_doubt


def solution_of(grammar: Grammar, lines: list[str]) -> Solution:
    corpus = Corpus.of(lines)
    trees = tuple(tree for tree in parse_corpus(grammar, corpus.sentences) if tree is not None)
    assert len(trees) == len(corpus)
    return Solution(grammar, trees, problem_of(grammar, corpus), Run("grow", 0))


def test_a_recursive_grammar_lists_nothing() -> None:
    grammar = Grammar.of("S", [("S", "A", "X"), ("X", "S", "B"), ("S", "A", "B")], {"a": ["A"], "b": ["B"]})
    lines = [" ".join("a" * n + "b" * n) for n in range(1, 9)]
    assert find_listed(solution_of(grammar, lines)) == (0, 0)


def test_a_chain_of_rules_lists_its_sentences() -> None:
    """X1 = a, X2 = X1 a, ... and a rule of the root for each length."""
    rules = [(f"X{n}", f"X{n - 1}", "A") for n in range(2, 10)]
    rules += [("S", f"X{n}", "B") for n in range(1, 10)]
    grammar = Grammar.of("S", rules, {"a": ["A", "X1"], "b": ["B"]})
    lines = [" ".join("a" * n + "b") for n in range(1, 10)]
    assert find_listed(solution_of(grammar, lines)) == (3, 3)


def test_what_is_not_context_free_is_doubted() -> None:
    lines = [" ".join("a" * n + "b" * n + "c" * n) for n in range(1, 8)]
    choice = choose_by_length(Corpus.of(lines * 12), Limits(jobs=1), engine="grow", effort=0)
    doubt = look_for_doubt(choice)
    assert choice.solution is not None
    assert doubt.listed[0] >= 2
    assert any("as if they were listed" in line for line in doubt.lines())
    assert brillig.Status.FOUND is choice.outcome.status
