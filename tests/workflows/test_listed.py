"""Whether the longest sentences are explained by listing them, as where no grammar has the language."""

from __future__ import annotations

from brillig.engines.grow import problem_of
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.parsing.cyk import parse_corpus
from brillig.problems.solution import Run, Solution
from brillig.workflows.doubt import Doubt, find_listed


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
    listed = find_listed(solution_of(grammar, lines))
    assert listed == (3, 3)
    assert any("as if they were listed" in line for line in Doubt(listed=listed).lines())


def test_a_construction_of_the_longer_sentences_is_no_list() -> None:
    rules = [("S", "A", "C"), ("A", "B", "D"), ("C", "E", "A")]
    lexicon = {"a": ["B"], "the": ["B"], "cat": ["D"], "dog": ["D"], "sees": ["E"], "sleeps": ["C"]}
    lines = ["the cat sleeps", "a dog sleeps", "a cat sleeps", "the cat sees a dog", "a dog sees the cat"]
    assert find_listed(solution_of(Grammar.of("S", rules, lexicon), [*lines, "a cat sees a cat"])) == (0, 0)
