"""Exports of the classic languages: other programs accept their sentences and refuse scrambled ones."""

from __future__ import annotations

import random

import lark
import nltk
import pytest

from brillig.interop.lark import to_lark
from brillig.language.cfg_text import to_cfg
from brillig.parsing.generate import generate
from brillig_lab.classics import CLASSICS, Classic

every_classic = pytest.mark.parametrize("classic", CLASSICS.values(), ids=list(CLASSICS))
NUMBER = 200


def sentences(classic: Classic) -> list[tuple[str, ...]]:
    """200 drawn sentences; each distinct one is parsed once."""
    drawn = generate(classic.cfg, NUMBER, seed=3, max_words=min(8, classic.max_words))
    return list(dict.fromkeys(tuple(text.split()) for text in drawn))


def scrambled(classic: Classic) -> list[tuple[str, ...]]:
    """200 strings of the same words that are no sentences; again each distinct one once."""
    rng = random.Random(4)
    good = sentences(classic)
    found: list[tuple[str, ...]] = []
    while len(found) < NUMBER:
        words = list(rng.choice(good))
        rng.shuffle(words)
        if classic.contains(words):  # what scrambling cannot spoil, as in a²ⁿ, is spoilt in another way
            words[rng.randrange(len(words)) :] = [rng.choice(classic.cfg.words)]
        if not classic.contains(words):
            found.append(tuple(words))
    return list(dict.fromkeys(found))


@every_classic
def test_nltk_parses_the_cfg_of_every_classic(classic: Classic) -> None:
    chart = nltk.ChartParser(nltk.CFG.fromstring(to_cfg(classic.binary)))

    def accepts(words: tuple[str, ...]) -> bool:
        return next(iter(chart.parse(words)), None) is not None

    assert all(map(accepts, sentences(classic)))
    assert not any(map(accepts, scrambled(classic)))


@every_classic
def test_lark_parses_the_export_of_every_classic(classic: Classic) -> None:
    parser = lark.Lark(to_lark(classic.cfg), parser="earley", lexer="dynamic")
    for words in sentences(classic):
        parser.parse(" ".join(words))
    for words in scrambled(classic):
        with pytest.raises(lark.exceptions.LarkError):
            parser.parse(" ".join(words))
