"""Description length: the kernel against the code written out slowly; names; exceptions."""

from __future__ import annotations

import random
from itertools import combinations, product
from math import inf, isclose

import pytest

from brillig.errors import BrilligError
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.parsing.bits import bits_of, describe
from brillig.parsing.generate import generate
from grammar_strategies import random_grammar
from reference_bits import (
    all_trees,
    fewest_data_bits,
    reference_data_bits,
    reference_exception_bits,
    reference_grammar_bits,
    words_as_phrases,
)

PETS = Grammar.of(
    "S",
    [("S", "NP", "VP"), ("NP", "D", "N"), ("VP", "V", "NP")],
    {"the": ["D"], "cat": ["N"], "dog": ["N"], "sees": ["V"], "sleeps": ["VP"]},
)
PET_SENTENCES = Corpus.of(["the cat sleeps", "the dog sleeps", "the cat sees the dog"])


def random_case(seed: int) -> tuple[Grammar, Corpus] | None:
    """A grammar of any form with a few of its sentences; None where it has none."""
    rng = random.Random(seed)
    grammar = random_grammar(seed, rng.randint(2, 5), rng.randint(1, 6), 4, rng.randint(0, 2))
    if seed % 3 == 0:  # S inside, and as a word
        grammar = Grammar.of(
            "S", [*grammar.syntactic, ("S", "S", "C1")], {**dict(grammar.lexicon), "w0": ["S", "C1"]}
        )
    strings = [
        words
        for n in (2, 3, 4)
        for words in product(grammar.words, repeat=n)
        if any(all_trees(grammar, words))
    ]
    if not strings:
        return None
    return grammar, Corpus(tuple(rng.choice(strings) for _ in range(4)))


CASES = [case for case in map(random_case, range(120)) if case is not None][:40]


@pytest.mark.parametrize("case", CASES)
def test_bits_are_those_of_the_code_written_out(case: tuple[Grammar, Corpus]) -> None:
    grammar, corpus = case
    found = describe(grammar, corpus)
    trees = [tree for tree in found.trees if tree is not None]
    assert [tree.words() for tree in trees] == list(corpus.sentences)
    assert isclose(found.bits.grammar, reference_grammar_bits(grammar), abs_tol=1e-5)
    assert isclose(found.bits.data, reference_data_bits(grammar, trees), abs_tol=1e-6)
    # No choice of trees is cheaper than the cheapest; where there is one choice only, they agree.
    fewest = fewest_data_bits(grammar, corpus.sentences)
    assert found.bits.data >= fewest - 1e-6
    if all(len(list(all_trees(grammar, sentence))) == 1 for sentence in corpus.sentences):
        assert isclose(found.bits.data, fewest, abs_tol=1e-6)


PLURALS = [
    ("S", "NP", "VP"),
    ("S", "N", "VP"),
    ("VP", "V", "NP"),
    ("VP", "V", "N"),
    ("NP", "D", "N"),
]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ([], True),
        ([("VP", "V", "D")], True),
        ([("C", "P", "NP"), ("C", "P", "N"), ("NP", "N", "C")], True),
        ([("C", "P", "NP"), ("NP", "N", "C")], False),
        ([("NP", "NP", "C")], False),
    ],
)
def test_a_class_of_words_that_is_a_phrase_is_said_to_be_one(
    more: list[tuple[str, str, str]], said: bool
) -> None:
    lexicon = {
        "these": ["D"],
        "dogs": ["N"],
        "cats": ["N"],
        "see": ["V"],
        "sleep": ["VP"],
        "too": ["C"],
        "on": ["P"],
    }
    used = {child for rule in [*PLURALS, *more] for child in rule}
    words = {word: homes for word, homes in lexicon.items() if used.issuperset(homes)}
    grammar = Grammar.of("S", [*PLURALS, *more], words)
    corpus = Corpus.of(["dogs sleep", "these cats see dogs", "cats see these dogs"])
    assert isclose(bits_of(grammar, corpus).grammar, reference_grammar_bits(grammar), abs_tol=1e-5)
    assert words_as_phrases(grammar) == ({("N", "NP")} if said else set())


def test_what_is_said_once_takes_fewer_bits() -> None:
    lexicon = {
        "these": ["D"],
        "dogs": ["N"],
        "cats": ["N"],
        "see": ["V"],
        "like": ["W"],
        "sleep": ["VP"],
        "run": ["VQ"],
    }
    rules = [*PLURALS, ("S", "M", "VQ"), ("VQ", "W", "NP"), ("VQ", "W", "N"), ("M", "E", "O")]
    lexicon |= {"this": ["E"], "dog": ["O"], "Kim": ["M"]}
    same = bits_of(Grammar.of("S", rules, lexicon), Corpus.of(["dogs sleep"]))
    other = [("VQ", "W", "D") if rule == ("VQ", "W", "N") else rule for rule in rules]
    apart = bits_of(Grammar.of("S", other, lexicon), Corpus.of(["dogs sleep"]))
    assert same.grammar < apart.grammar - 4


def test_most_choices_of_trees_are_the_cheapest() -> None:
    best = sum(
        isclose(bits_of(grammar, corpus).data, fewest_data_bits(grammar, corpus.sentences), abs_tol=1e-6)
        for grammar, corpus in CASES
    )
    assert best >= 35  # of 40; the choice of trees is a heuristic, and this is how good it is


@pytest.mark.parametrize("case", CASES[:20])
def test_names_play_no_part(case: tuple[Grammar, Corpus]) -> None:
    grammar, corpus = case
    rng = random.Random(7)
    names = [f"Q{i}" for i in range(len(grammar.categories))]
    rng.shuffle(names)
    renamed = grammar.renamed(dict(zip(grammar.categories, names, strict=True)))
    assert bits_of(renamed, corpus) == bits_of(grammar, corpus)


@pytest.mark.parametrize("left_out", [(0,), (1, 2), (0, 1, 2)])
def test_exceptions_are_written_out(left_out: tuple[int, ...]) -> None:
    corpus = Corpus.of([*PET_SENTENCES.sentences, "dog wow sees"])
    found = describe(PETS, corpus, [*left_out, 3])
    kept = [tree for tree in found.trees if tree is not None]
    assert [i for i, tree in enumerate(found.trees) if tree is None] == [*left_out, 3]
    assert isclose(
        found.bits.exceptions, reference_exception_bits(PETS, corpus, [*left_out, 3]), abs_tol=1e-5
    )
    assert isclose(found.bits.data, reference_data_bits(PETS, kept), abs_tol=1e-6)


def test_a_sentence_without_a_tree_has_no_code() -> None:
    corpus = Corpus.of([*PET_SENTENCES.sentences, "dog the sees"])
    assert bits_of(PETS, corpus).total == inf
    assert describe(PETS, corpus).trees[3] is None
    assert bits_of(PETS, corpus, [3]).total < inf
    assert bits_of(PETS, Corpus.of(["the cat barks"])).total == inf


def test_the_grammar_part_is_a_code() -> None:
    """Kraft's inequality over every grammar of up to three categories and two words, names aside."""
    seen: dict[str, float] = {}
    for number in (1, 2):
        names = ["S", "A", "B"][: number + 1]
        rules = list(product(names, repeat=3))
        for size in range(1, 4):
            for chosen in combinations(rules, size):
                for homes in product(names, repeat=2):
                    grammar = Grammar.of("S", chosen, {"v": [homes[0]], "w": [homes[1]]})
                    key = grammar.canonical_text
                    if key not in seen and size * number < 5:
                        seen[key] = reference_grammar_bits(grammar)
    assert len(seen) > 1000
    assert sum(2.0**-bits for bits in seen.values()) <= 1


def test_weights_are_probabilities() -> None:
    weights = describe(PETS, PET_SENTENCES).weights
    for category in PETS.categories:
        assert isclose(sum(p for rule, p in weights.items() if rule[0] == category), 1.0)


def test_the_true_grammar_of_the_pets_beats_one_without_structure() -> None:
    loose = Grammar.of(
        "S",
        [("S", "A", "B"), ("A", "A", "B"), ("A", "B", "A"), ("B", "B", "A")],
        {"the": ["A"], "cat": ["B"], "dog": ["B"], "sees": ["A"], "sleeps": ["B"]},
    )
    corpus = Corpus.of(generate(PETS, 60, seed=1))
    assert bits_of(PETS, corpus).total < bits_of(loose, corpus).total


def test_places_out_of_range_are_refused() -> None:
    with pytest.raises(BrilligError, match="no sentence 3"):
        bits_of(PETS, PET_SENTENCES, [3])
