"""Grammars with the way their lines are read, to be written in every notation."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import pytest

from brillig.language.cfg import Cfg
from brillig.language.cfg_text import parse_cfg
from brillig.language.grammar import Grammar
from brillig.language.reading import Case, Reading
from brillig.language.spelling import write_sentence
from brillig.language.text import read_sentence, read_texts
from brillig.parsing.cyk import accepts
from brillig.parsing.generate import draw

NUMBER = 200


@dataclass(frozen=True)
class Kind:
    """A grammar with the way its lines are read, and lines of which it is told apart how they are written."""

    rules: str
    reading: Reading
    lines: tuple[str, ...]

    @property
    def grammar(self) -> Grammar | Cfg:
        return parse_cfg(self.rules)

    @property
    def seen(self) -> Reading:
        found = read_texts(self.lines, self.reading).corpus.reading
        assert found is not None
        return found


KINDS = {
    "prose": Kind(
        "S -> NP VP\nNP -> D N | D A N\nVP -> V NP | V\nD -> 'the' | 'a'\nN -> 'cat' | 'dog' | 'catalogue'\n"
        "A -> 'old' | 'red'\nV -> 'sees' | 'likes'",
        Reading(),
        ("The cat sees a dog.", "A dog likes the old cat.", "The dog sees the cat."),
    ),
    "sums": Kind(
        "S -> S O S | L S R | 'NUMBER' | 'x' | 'y'\nO -> '+' | '-' | '*' | 'and'\nL -> '('\nR -> ')'",
        Reading(tokens="code", classes=("NUMBER",)),
        ("x+(y-12)", "x and (y*2.5)", "(x+y)-3"),
    ),
    "calls": Kind(
        "S -> 'let' 'NAME' '=' V ';'\nV -> 'NAME' '(' A ')' | 'STRING' | 'NUMBER'\nA -> V | V ',' A",
        Reading(tokens="code", classes=("NUMBER", "STRING", "NAME")),
        ('let x = f(1, "a b");', "let y1 = g(h(2));", "let total = 7;"),
    ),
    "dates": Kind(
        "S -> Y '-' M\nY -> '1' D | '2' D\nD -> '0' | '1' | '2' | '9'\nM -> '0' D | '1' D",
        Reading(tokens="characters"),
        ("19-02", "20-11"),
    ),
    "paths": Kind(
        "S -> 'get' 'PATH' N | 'PATH' ';'\nN -> 'NUMBER' | 'x' 'PATH'",
        Reading(tokens="code", classes=("PATH", "NUMBER")),
        ("get /var/x 12", "/tmp;", "get ./a.txt x /b"),
    ),
    "log": Kind(
        "S -> 'IP' 'DATE' 'TIME' L ':' M\nL -> 'INFO' | 'WARN'\n"
        "M -> 'open' 'PATH' | 'ID' 'closed' | M 'again'",
        Reading(classes=("IP", "DATE", "TIME", "PATH", "ID=[A-Z]{2,3}-[0-9]+")),
        (
            "10.0.0.1 2003-02-11 12:30:05 INFO: open /var/x",
            "10.0.0.7 2003-02-12 09:01 WARN: AB-12 closed",
        ),
    ),
}
KINDS["queries"] = Kind(
    "S -> 'select' C 'from' T | 'select' C 'from' T 'where' N '=' 'NUMBER'\nC -> N | N ',' C | '*'\n"
    "N -> 'name' | 'age'\nT -> 'cats' | 'dogs'",
    Reading(tokens="code", case=Case.FOLD, classes=("NUMBER",)),
    ("SELECT * FROM cats WHERE age = 3", "select name, age from cats"),
)
every_kind = pytest.mark.parametrize("kind", KINDS.values(), ids=list(KINDS))


@cache
def lines_of(kind: Kind) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """200 lines of the grammar, and 200 with their words in another order that it does not accept."""
    rng = random.Random(1)
    sentences = [s for s, _ in zip(draw(kind.grammar, 2, 14), range(NUMBER), strict=False)]
    good = tuple(write_sentence(sentence, kind.seen, rng) for sentence in sentences)
    bad: list[str] = []
    while len(bad) < NUMBER:
        words = list(rng.choice(sentences))
        rng.shuffle(words)
        if rng.random() < 0.3:
            words[rng.randrange(len(words)) :] = [rng.choice(kind.grammar.words)]
        line = write_sentence(words, kind.seen, rng)
        if not our_judgement(kind, line):
            bad.append(line)
    return good, tuple(bad)


def our_judgement(kind: Kind, line: str) -> bool:
    return accepts(kind.grammar, read_sentence(line, kind.seen, kind.grammar.words))


def judge(kind: Kind, accepts_line: Callable[[str], bool]) -> None:
    good, bad = lines_of(kind)
    assert [line for line in good if not our_judgement(kind, line)] == []
    assert [line for line in dict.fromkeys(good) if not accepts_line(line)] == []
    assert [line for line in dict.fromkeys(bad) if accepts_line(line)] == []
