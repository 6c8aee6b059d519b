"""The classic languages: grammar, rules of two parts and membership test say the same."""

from __future__ import annotations

import itertools
import random

import pytest

from brillig.language.builtin import BUILTIN, builtin
from brillig.parsing.cyk import accepts_all
from brillig.parsing.evaluate import language_difference
from brillig.parsing.generate import generate
from brillig_lab.classics import CLASSICS, Classic

every_classic = pytest.mark.parametrize("classic", CLASSICS.values(), ids=list(CLASSICS))


def strings(classic: Classic, most: int) -> list[tuple[str, ...]]:
    """All strings of the shortest lengths, as long as there are not more than `most`."""
    words = classic.cfg.words
    found: list[tuple[str, ...]] = []
    for length in range(1, classic.length + 1):
        if len(found) + len(words) ** length > most:
            break
        found += itertools.product(words, repeat=length)
    return found


def near(classic: Classic, number: int, seed: int) -> list[tuple[str, ...]]:
    """Sentences with a word left out, doubled, exchanged or moved: most are no sentences, some are."""
    rng = random.Random(seed)
    found = []
    for text in generate(classic.cfg, number, seed=seed, max_words=classic.max_words):
        words = text.split()
        place = rng.randrange(len(words))
        match rng.randrange(4):
            case 0 if len(words) > 1:
                del words[place]
            case 1:
                words.insert(place, words[place])
            case 2:
                words[place] = rng.choice(classic.cfg.words)
            case _:
                rng.shuffle(words)
        found.append(tuple(words))
    return found


@every_classic
def test_the_test_accepts_what_the_grammar_accepts_and_nothing_else(classic: Classic) -> None:
    tried = strings(classic, 5000) + near(classic, 2000, seed=1)
    accepted = accepts_all(classic.cfg, tried)
    assert accepted == [classic.contains(words) for words in tried]
    assert any(accepted)
    assert not all(accepted)
    drawn = generate(classic.cfg, 300, seed=2, max_words=classic.max_words)
    assert all(classic.contains(text.split()) for text in drawn)
    assert not classic.contains(())


@every_classic
def test_rules_of_two_parts_have_the_same_language(classic: Classic) -> None:
    assert language_difference(classic.cfg, classic.binary, classic.length) is None


@every_classic
def test_classics_are_built_in(classic: Classic) -> None:
    assert classic.name in BUILTIN
    assert builtin(classic.name) == classic.cfg
