"""The built-in grammars: the paper's toy grammars, as data to learn from, and the classics.

The toy grammars are not of the form Brillig learns (rules have one to three parts), so they are `Cfg`s.
Sentences are drawn the paper's way: each category takes one of its alternatives, all equally likely.
"""

from __future__ import annotations

from functools import cache

from brillig.errors import BrilligError
from brillig.language.cfg import Cfg
from brillig.language.cfg_text import parse_general

# Table 1. Sentences with three or more prepositional phrases are discarded.
_TOY1 = """
S -> NP VP
VP -> V NP | V NP PP
PP -> P NP
V -> 'saw' | 'ate' | 'walked'
NP -> 'John' | 'Mary' | 'Bob' | D N | D N PP
D -> 'a' | 'an' | 'the' | 'my'
N -> 'man' | 'dog' | 'cat' | 'telescope' | 'park'
P -> 'in' | 'on' | 'by' | 'with'
"""

# The second grammar. An object, NP_sp (the paper's NP with s|p), is one alternative, its number drawn after.
_TOY2_COMMON = """
S -> NP_s VP_s | NP_p VP_p
NP_s -> PN | D_s N_s
NP_p -> N_p | D_p N_p
NP_sp -> NP_s | NP_p
D_s -> 'this' | 'every'
D_p -> 'these' | 'all'
N_s -> 'dog' | 'girl' | 'car' | 'child'
N_p -> 'dogs' | 'girls' | 'cars' | 'children'
PN -> 'Kim' | 'Jody'
IV_s -> 'disappears' | 'walks'
TV_s -> 'sees' | 'likes'
IV_p -> 'disappear' | 'walk'
TV_p -> 'see' | 'like'
"""

_TOY2 = f"""{_TOY2_COMMON}
VP_s -> IV_s | TV_s NP_sp
VP_p -> IV_p | TV_p NP_sp
"""

_TOY2_PAST = f"""{_TOY2_COMMON}
VP_s -> IV_s | IV_past | TV_s NP_sp | TV_past NP_sp
VP_p -> IV_p | IV_past | TV_p NP_sp | TV_past NP_sp
IV_past -> 'disappeared' | 'walked'
TV_past -> 'saw' | 'liked'
"""


def _brackets(kinds: str) -> str:
    pairs = zip(kinds[::2], kinds[1::2], strict=True)
    return "S -> S S" + "".join(f" | '{a}' '{b}' | '{a}' S '{b}'" for a, b in pairs)


_FRAGMENT = """
VP -> V NP
V -> 'sees' | 'likes'
D -> 'the' | 'a'
N -> 'cat' | 'dog' | 'man'
"""

# Balanced brackets; languages of counting; palindromes without and with a middle mark; sums; the shapes and
# the basic English of Cook, Rosenfeld and Aronson; English after Langley and Stromsten; an ambiguous union.
CLASSICS = {
    "brackets1": _brackets("()"),
    "brackets2": _brackets("()[]"),
    "brackets3": _brackets("()[]{}"),
    "anbn": "S -> 'a' 'b' | 'a' S 'b'",
    "anbncm": "S -> X C\nX -> 'a' 'b' | 'a' X 'b'\nC -> 'c' | 'c' C",
    "palindromes": "S -> 'a' 'a' | 'b' 'b' | 'a' S 'a' | 'b' S 'b'",
    "marked-palindromes": "S -> 'a' 'c' 'a' | 'b' 'c' 'b' | 'a' S 'a' | 'b' S 'b'",
    "abn": "S -> 'a' 'b' | 'a' 'b' S",
    "a2n": "S -> 'a' 'a' | 'a' 'a' S",
    "sums": "S -> T | S '+' T\nT -> 'n' | '(' S ')'",
    "shapes": "S -> 'd' Y | 'b' Y S\nY -> 'a' | 'c' Y",
    "basic-english": "S -> 'I' 'am' A | 'he' T | 'she' T | 'it' T | 'they' V | 'you' V | 'we' V | 'this' C"
    " | 'that' C\nT -> 'is' A\nV -> 'are' A\nZ -> 'man' | 'woman'\n"
    "A -> 'there' | 'here'\nC -> 'is' 'a' Z | Z T",
    "adjectives": f"S -> NP VP\nNP -> D N | D AP N\nAP -> J | J AP\nJ -> 'big' | 'old' | 'red'{_FRAGMENT}",
    "relatives": f"S -> NP VP\nNP -> D N | D N RC\nRC -> 'that' VP{_FRAGMENT}",
    "ambiguous": "S -> X C | A Y\nX -> 'a' 'b' | 'a' X 'b'\nY -> 'b' 'c' | 'b' Y 'c'\n"
    "A -> 'a' | 'a' A\nC -> 'c' | 'c' C",
}

# How long drawn sentences are at most.
MAX_WORDS = dict.fromkeys(CLASSICS, 10) | {
    "anbn": 12,
    "anbncm": 12,
    "marked-palindromes": 9,
    "abn": 12,
    "a2n": 12,
    "sums": 9,
    "relatives": 15,
    "ambiguous": 12,
}

_AT_MOST = {"toy1": (("PP", 2),)}
PAPER = {"toy1": _TOY1, "toy2": _TOY2, "toy2-past": _TOY2_PAST}
BUILTIN = PAPER | CLASSICS


@cache
def builtin(name: str) -> Cfg:
    """The built-in grammar of that name: toy1, toy2, toy2-past or a classic."""
    if name not in BUILTIN:
        raise BrilligError(f"{name!r} is not a built-in grammar", hint=f"there are {', '.join(BUILTIN)}")
    return parse_general(BUILTIN[name], name, _AT_MOST.get(name, ()))
