"""Word classes by neighbours: what is said where a grammar says little."""

from __future__ import annotations

from itertools import product

from brillig.language.corpus import Corpus
from brillig.parsing.word_classes import classes_by_neighbours


def test_words_with_the_same_neighbours_are_a_class_that_names_them() -> None:
    nouns, verbs = ("cat", "dog", "bird", "cow"), ("sleeps", "sings", "runs")
    corpus = Corpus.of([f"the {noun} {verb}" for noun, verb in product(nouns, verbs)])
    classes = classes_by_neighbours(corpus)
    assert {frozenset(one.words) for one in classes} == {
        frozenset(nouns),
        frozenset(verbs),
        frozenset(["the"]),
    }
    of_nouns = next(one for one in classes if "cat" in one.words)
    assert str(of_nouns) == "bird | cat | cow | dog   (after the; before runs, sings, sleeps)"
    assert str(next(one for one in classes if "the" in one.words)) == "the   (before bird, cat, cow)"
