"""The built-in grammars: the paper's toy grammars, as data to learn from, and the classics.

The toy grammars are not of the form Brillig learns (rules have one to three parts), so they are `Cfg`s.
Sentences are drawn the paper's way: each category takes one of its alternatives, all equally likely.
"""

from __future__ import annotations

from functools import cache

from brillig.errors import BrilligError
from brillig.language.cfg import Cfg
from brillig.language.cfg_text import parse_general
from brillig.language.classics import CLASSICS

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

_AT_MOST = {"toy1": (("PP", 2),)}
PAPER = {"toy1": _TOY1, "toy2": _TOY2, "toy2-past": _TOY2_PAST}
BUILTIN = PAPER | {name: classic.text for name, classic in CLASSICS.items()}


@cache
def builtin(name: str) -> Cfg:
    """The built-in grammar of that name: toy1, toy2, toy2-past or a classic."""
    if name not in BUILTIN:
        raise BrilligError(f"{name!r} is not a built-in grammar", hint=f"there are {', '.join(BUILTIN)}")
    return parse_general(BUILTIN[name], name, _AT_MOST.get(name, ()))
