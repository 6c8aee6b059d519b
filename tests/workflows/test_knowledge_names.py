"""Tags, brackets and given rules from a file to the answer: names, contradictions, certificates, files."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import pytest

import brillig
from brillig.language.builtin import builtin
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.language.text import read_corpus, read_texts
from brillig.parsing.generate import draw
from brillig.problems import Problem, Restrictions
from brillig.problems.check import violations
from brillig.problems.solution import load
from brillig.workflows.explain import explain

MARKED = brillig.Reading(tags=True, brackets=True)
LINES = [
    "the/D cat/N sees/V Bob",
    "[NP the dog] sleeps [with [a cat]]",
    "Bob sees the dog",
    "the cat sleeps",
    "Bob sleeps with the dog",
    "a cat sees the cat with Bob",
    "*cat the sleeps",
]
TAGS = {"the": "D", "dog": "N", "saw": "V", "with": "P", "Bob": "NAME"}


def tagged_toy1(seed: int, number: int = 20) -> Corpus:
    """Sentences of toy1 with five words tagged wherever they stand, as far as they occur."""
    sentences = tuple(islice(draw(builtin("toy1"), seed, 20), number))
    return Corpus(sentences, tags=tuple(tuple(TAGS.get(word) for word in s) for s in sentences))


@pytest.mark.parametrize("seed", [2, *(pytest.param(seed, marks=pytest.mark.soak) for seed in (0, 1, 3, 4))])
def test_five_tagged_words_name_the_categories(seed: int) -> None:
    corpus = tagged_toy1(seed)
    solution = brillig.infer(corpus, 8, 4, 5, engine="exact", time_limit=120)
    lexicon = solution.grammar.lexicon
    for word, tag in TAGS.items():
        if word in corpus.counts:
            assert lexicon[word] == (tag,)
    assert {"D", "N", "V", "P", "NAME"} <= set(solution.grammar.categories)
    assert violations(solution.problem, solution.grammar, solution.trees) == []


def test_a_file_names_the_categories_of_the_answer(tmp_path) -> None:
    path = tmp_path / "marked.txt"
    path.write_text("\n".join(LINES))
    solution = brillig.infer(read_corpus(path, MARKED), 8, 4, 5, engine="exact", time_limit=60)
    lexicon = solution.grammar.lexicon
    assert (lexicon["the"], lexicon["dog"], lexicon["sees"]) == (("D",), ("N",), ("V",))
    assert ("NP", "D", "N") in solution.grammar.syntactic
    assert not solution.accepts("cat the sleeps")
    assert violations(solution.problem, solution.grammar, solution.trees) == []
    saved = tmp_path / "solution.json"
    solution.save(saved)
    again = load(saved)
    assert again == solution
    assert again.problem.corpus.tags[0] == ("D", "N", "V", None)
    certificate = solution.certify(time_limit=60)
    assert certificate.complete
    assert certificate.core == ()


def test_given_rules_are_kept_names_and_all(tmp_path) -> None:
    path = tmp_path / "piece.cfg"
    path.write_text('NP -> D N\nD -> "the"\nX -> "unseen"\n')
    plain = [line.replace("/D", "").replace("/N", "").replace("/V", "") for line in LINES]
    texts = [line.replace("[NP ", "").replace("[", "").replace("]", "") for line in plain]
    solution = brillig.infer(texts, 8, 4, 5, given=path, engine="exact", time_limit=60)
    assert ("NP", "D", "N") in solution.grammar.syntactic
    assert "D" in solution.grammar.lexicon["the"]
    assert "X" not in solution.grammar.categories
    assert isinstance(solution.problem, Problem)
    again = load_text(solution, tmp_path).problem
    assert isinstance(again, Problem)
    assert again.given == solution.problem.given
    lost = replace(solution.problem, given=Grammar.of("S", [("NP", "N", "D")], {}))
    assert violations(lost, solution.grammar, solution.trees) == ["NP → N D is given, but not kept"]


def load_text(solution: brillig.Solution, folder) -> brillig.Solution:
    solution.save(folder / "kept.json")
    return load(folder / "kept.json")


def test_contradictory_tags_are_explained() -> None:
    corpus = read_texts(["the/D cat/N sleeps", "the/N dog sleeps", "a dog runs"], MARKED).corpus
    found = explain(Problem(corpus, 5, 2, 3), seconds=60)
    assert found is not None
    assert found.minimal
    assert found.sentences == (1, 2)
    assert set(found.demands) == {"homographs", "tag the/D", "tag the/N"}
    assert "the is tagged N" in str(found)
    assert "without this: the is tagged D" in str(found)


def test_crossing_brackets_are_explained() -> None:
    corpus = read_texts(["[a b] c", "a [b c]"], MARKED).corpus
    found = explain(Problem(corpus, 5, 0, 2, restrictions=Restrictions.of("lexical-root")), seconds=60)
    assert found is not None
    assert {"bracket 1 [a b]", "bracket 2 [b c]"} <= set(found.demands)


def test_the_nearest_grammar_names_the_stars_it_accepts() -> None:
    corpus = replace(Corpus.of(["a b", "c d", "a d"]), rejected=(("c", "b"), ("b", "a")))
    found = explain(Problem(corpus, 3, 0, 1), seconds=60)
    assert found is not None
    assert found.accepts == ("c b",)
    assert "the nearest accepts *c b." in str(found)
