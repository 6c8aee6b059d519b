"""The classic languages of grammar inference: with each built-in grammar an exact membership test.

The test knows nothing of the grammar, so that the two can be held against each other. `binary` is a grammar
of the form that Brillig learns, small but not claimed to be the smallest: its size is what engines that need
numbers are given.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from brillig.language.builtin import MAX_WORDS, builtin
from brillig.language.cfg import Cfg
from brillig.language.cfg_text import parse_general
from brillig.language.grammar import Grammar

Member = Callable[[Sequence[str]], bool]


@dataclass(frozen=True)
class Classic:
    """A language: what it is, its rules of two parts, and whether words are a sentence of it.

    length   up to which length languages are compared with it
    """

    name: str
    title: str
    pairs: str
    contains: Member
    length: int = 10

    @property
    def max_words(self) -> int:
        """How long drawn sentences are at most."""
        return MAX_WORDS[self.name]

    @property
    def cfg(self) -> Cfg:
        return builtin(self.name)

    @cached_property
    def binary(self) -> Grammar:
        grammar = parse_general(self.pairs, self.name).to_grammar()
        assert grammar is not None
        return grammar


# -- membership -------------------------------------------------------------------------------------------


def _balanced(kinds: str) -> Member:
    """Balanced and not empty; `kinds` are the brackets in pairs."""
    close = dict(zip(kinds[::2], kinds[1::2], strict=True))

    def contains(words: Sequence[str]) -> bool:
        open_: list[str] = []
        for word in words:
            if word in close:
                open_.append(close[word])
            elif not open_ or open_.pop() != word:
                return False
        return not open_ and len(words) > 0

    return contains


def _matches(pattern: str) -> Member:
    compiled = re.compile(pattern)
    return lambda words: compiled.fullmatch(" ".join(words)) is not None


def _counts(words: Sequence[str], letters: str) -> list[int] | None:
    """How often each letter stands there if they stand in this order, each at least once; else None."""
    text = "".join(words)
    found = re.fullmatch("".join(f"({letter}+)" for letter in letters), text)
    one_letter_each = all(len(word) == 1 for word in words)
    return None if found is None or not one_letter_each else [len(part) for part in found.groups()]


def _equal_counts(words: Sequence[str]) -> bool:
    found = _counts(words, "ab")
    return found is not None and found[0] == found[1]


def _equal_then_any(words: Sequence[str]) -> bool:
    found = _counts(words, "abc")
    return found is not None and found[0] == found[1]


def _either_pair_equal(words: Sequence[str]) -> bool:
    found = _counts(words, "abc")
    return found is not None and (found[0] == found[1] or found[1] == found[2])


def _palindrome(words: Sequence[str]) -> bool:
    return (
        len(words) > 0
        and len(words) % 2 == 0
        and set(words) <= {"a", "b"}
        and list(words) == list(reversed(words))
    )


def _marked_palindrome(words: Sequence[str]) -> bool:
    middle = len(words) // 2
    return (
        len(words) > 2
        and len(words) % 2 == 1
        and words[middle] == "c"
        and set(words[:middle]) <= {"a", "b"}
        and list(words) == list(reversed(words))
    )


def _sum(words: Sequence[str]) -> bool:
    """By recursive descent: sums of numbers and of bracketed sums."""

    def term(at: int) -> int | None:
        if at < len(words) and words[at] == "n":
            return at + 1
        if at < len(words) and words[at] == "(":
            inner = total(at + 1)
            if inner is not None and inner < len(words) and words[inner] == ")":
                return inner + 1
        return None

    def total(at: int) -> int | None:
        end = term(at)
        while end is not None and end < len(words) and words[end] == "+":
            end = term(end + 1)
        return end

    return total(0) == len(words)


_ENGLISH = "|".join(
    (
        r"I am (there|here)",
        r"(he|she|it) is (there|here)",
        r"(they|you|we) are (there|here)",
        r"(this|that) (is a (man|woman)|(man|woman) is (there|here))",
    )
)
_NOUN = r"(the|a) ((big|old|red) )*(cat|dog|man)"
_VERB = r"(sees|likes)"


def _relative(words: Sequence[str]) -> bool:
    """NP VP, with a relative clause of the same kind after any noun: each noun but the last has its verb."""
    text = " ".join(words)
    noun = r"(the|a) (cat|dog|man)"
    # A clause ends with a noun phrase that may have the next clause: so all that nests is flat in words,
    # but for the subject, whose clauses end where the main verb begins.
    chain = rf"{noun}( that {_VERB} {noun})*"
    return re.fullmatch(rf"{chain} {_VERB} {chain}", text) is not None


# -- the languages ----------------------------------------------------------------------------------------


def _brackets(kinds: str) -> str:
    """A grammar of balanced brackets with rules of two parts."""
    short, rest = ["S S"], []
    for number, (a, b) in enumerate(zip(kinds[::2], kinds[1::2], strict=True)):
        short += [f"A{number} B{number}", f"A{number} C{number}"]
        rest += [f"C{number} -> S B{number}", f"A{number} -> '{a}'", f"B{number} -> '{b}'"]
    return "\n".join([f"S -> {' | '.join(short)}", *rest])


_ALL = (
    Classic("brackets1", "balanced brackets of one kind", _brackets("()"), _balanced("()")),
    Classic("brackets2", "balanced brackets of two kinds", _brackets("()[]"), _balanced("()[]")),
    Classic(
        "brackets3", "balanced brackets of three kinds", _brackets("()[]{}"), _balanced("()[]{}"), length=8
    ),
    Classic("anbn", "aⁿ bⁿ", "S -> A B | A C\nC -> S B\nA -> 'a'\nB -> 'b'", _equal_counts, length=12),
    Classic(
        "anbncm",
        "aⁿ bⁿ cᵐ",
        "S -> X M | S M\nX -> A B | A Y\nY -> X B\nA -> 'a'\nB -> 'b'\nM -> 'c'",
        _equal_then_any,
        length=12,
    ),
    Classic(
        "palindromes",
        "palindromes without a middle mark, w wᴿ",
        "S -> A A | B B | A X | B Y\nX -> S A\nY -> S B\nA -> 'a'\nB -> 'b'",
        _palindrome,
    ),
    Classic(
        "marked-palindromes",
        "palindromes with a middle mark, w c wᴿ",
        "S -> A X | B Y\nX -> S A | M A\nY -> S B | M B\nA -> 'a'\nB -> 'b'\nM -> 'c'",
        _marked_palindrome,
        length=11,
    ),
    Classic("abn", "(a b)ⁿ", "S -> A B | S S\nA -> 'a'\nB -> 'b'", _matches("(a b )*a b"), length=12),
    Classic("a2n", "a²ⁿ", "S -> A A | S S\nA -> 'a'", _matches("(a a )*a a"), length=12),
    Classic(
        "sums",
        "sums with brackets",
        "S -> S P | L C | 'n'\nP -> O S\nC -> S R\nO -> '+'\nL -> '('\nR -> ')'",
        _sum,
        length=9,
    ),
    Classic(
        "shapes",
        "the shape grammar of Cook, Rosenfeld and Aronson",
        "S -> D Y | B X\nX -> Y S\nY -> C Y | 'a'\nB -> 'b'\nC -> 'c'\nD -> 'd'",
        _matches("(b (c )*a )*d (c )*a"),
    ),
    Classic(
        "basic-english",
        "the basic English of Cook, Rosenfeld and Aronson",
        "S -> I M | H T | W V | D C\nM -> G A\nT -> J A\nV -> R A\nC -> J Q | Z T\nQ -> E Z\n"
        "I -> 'I'\nG -> 'am'\nH -> 'he' | 'she' | 'it'\nJ -> 'is'\nW -> 'they' | 'you' | 'we'\nR -> 'are'\n"
        "D -> 'this' | 'that'\nE -> 'a'\nZ -> 'man' | 'woman'\nA -> 'there' | 'here'",
        _matches(_ENGLISH),
    ),
    Classic(
        "adjectives",
        "English with stacked adjectives, after Langley and Stromsten",
        "S -> NP VP\nVP -> V NP\nNP -> D N\nN -> J N | 'cat' | 'dog' | 'man'\nJ -> 'big' | 'old' | 'red'\n"
        "V -> 'sees' | 'likes'\nD -> 'the' | 'a'",
        _matches(rf"{_NOUN} {_VERB} {_NOUN}"),
    ),
    Classic(
        "relatives",
        "English with relative clauses, after Langley and Stromsten",
        "S -> NP VP\nVP -> V NP\nNP -> D N | NP RC\nRC -> R VP\nR -> 'that'\nV -> 'sees' | 'likes'\n"
        "D -> 'the' | 'a'\nN -> 'cat' | 'dog' | 'man'",
        _relative,
        length=12,
    ),
    Classic(
        "ambiguous",
        "an inherently ambiguous union, aⁿ bⁿ cᵐ or aⁿ bᵐ cᵐ",
        "S -> X Z | V Y\nX -> G H | G I\nI -> X H\nY -> H K | H L\nL -> Y K\nZ -> Z K | 'c'\nV -> G V | 'a'\n"
        "G -> 'a'\nH -> 'b'\nK -> 'c'",
        _either_pair_equal,
        length=12,
    ),
)

CLASSICS = {classic.name: classic for classic in _ALL}
