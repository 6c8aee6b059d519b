"""Generation that keeps to the contexts seen."""

from __future__ import annotations

import json
from itertools import islice, pairwise
from pathlib import Path

import pytest

from brillig import Corpus, Grammar, Problem
from brillig.errors import BrilligError
from brillig.language.builtin import builtin
from brillig.language.tree import Tree
from brillig.parsing.contexts import Contexts, contexts_of, draw_in_context
from brillig.parsing.cyk import accepts_all, parse_corpus
from brillig.parsing.generate import draw, generate
from brillig.problems.solution import Run, Solution
from brillig_lab.reproduction.earlier import align, compress, expand
from brillig_lab.reproduction.paper import bracketings
from command import brillig

TINY = Grammar.of(
    "S",
    [("S", "A", "B"), ("A", "A", "C")],
    {"a": ["A"], "b": ["B"], "c": ["C"], "d": ["C"]},
)


def tree(text: str) -> Tree:
    (found,) = parse_corpus(TINY, [text])
    assert found is not None
    return found


def test_a_context_is_what_a_category_becomes_between_the_words_beside_it() -> None:
    assert set(contexts_of(tree("a c b"))) == {
        ("S", ("A", "B"), "", ""),
        ("A", ("A", "C"), "", "B"),
        ("A", ("",), "", "C"),
        ("C", ("",), "A", "B"),
        ("B", ("",), "C", ""),
    }


def test_only_contexts_that_were_seen_are_drawn() -> None:
    contexts = Contexts.of([tree("a b"), tree("a c b")])
    drawn = set(islice(draw_in_context(TINY, contexts, seed=1), 60))
    # Any word of a category will do; two words of C side by side were never seen.
    assert drawn == {("a", "b"), ("a", "c", "b"), ("a", "d", "b")}
    assert len(set(islice(draw(TINY, 1), 60))) > 3
    again = list(islice(draw_in_context(TINY, contexts, seed=1), 20))
    assert again == list(islice(draw_in_context(TINY, contexts, seed=1), 20))
    assert all(len(s) == 2 for s in islice(draw_in_context(TINY, contexts, 0, max_words=2), 10))


def test_where_no_context_was_seen_it_is_said() -> None:
    with pytest.raises(BrilligError, match="keeps to the contexts seen"):
        next(draw_in_context(TINY, Contexts(frozenset())))


def test_phrases_after_names_all_but_disappear() -> None:
    """As the source of the paper says of its first grammar, which allows them before the verb."""
    truth = builtin("toy1")
    data = generate(truth, 100, seed=5)
    learned = bracketings(Corpus.of(data).words)["S → Q NP, NP → NP PP"]
    trees = [found for found in parse_corpus(learned, data) if found is not None]
    assert len(trees) == 100
    plain = list(islice(draw(learned, 3), 300))
    kept = list(islice(draw_in_context(learned, Contexts.of(trees), 3), 300))
    wrong = [300 - sum(accepts_all(truth, drawn)) for drawn in (plain, kept)]
    assert wrong[0] > 40
    assert wrong[1] < 12
    assert len(set(kept) - {tuple(sentence.split()) for sentence in data}) > 100


def test_the_command_needs_trees_and_refuses_weights(tmp_path: Path) -> None:
    problem = Problem(Corpus.of(["a b", "a c b", "a d b"]), 4, 1, 2)
    trees = (tree("a b"), tree("a c b"), tree("a d b"))
    file = tmp_path / "solution.json"
    file.write_text(json.dumps(Solution(TINY, trees, problem, Run("concur")).to_json()))
    done = brillig("generate", str(file), "--contexts", "-n", "30")
    assert done.returncode == 0, done.stderr
    assert set(done.stdout.split("\n")) <= {"a b", "a c b", "a d b", ""}
    for arguments in (("toy1",), (str(file), "--weighted")):
        refused = brillig("generate", *arguments, "--contexts")
        assert refused.returncode == 2
        assert "--contexts" in refused.stderr


def test_compression_gives_back_its_sentences_and_nothing_else() -> None:
    rows = [tuple(text.split()) for text in ("a b c", "a b d", "x a b c", "y")]
    rules, left = compress(rows)
    assert rules
    assert [tuple(word for symbol in row for word in expand(symbol, rules)) for row in left] == rows
    pairs = [pair for row in left for pair in pairwise(row)]
    assert len(pairs) == len(set(pairs))


def test_classes_by_alignment_accept_what_they_were_made_from_and_what_they_draw() -> None:
    from random import Random

    rows = [tuple(text.split()) for text in generate(builtin("toy1"), 60, seed=2)]
    learned = align(rows)
    assert all(map(learned.accepts, rows))
    random = Random(0)
    drawn = [learned.draw(random) for _ in range(100)]
    assert len(set(drawn) - set(rows)) > 20  # classes make new sentences
