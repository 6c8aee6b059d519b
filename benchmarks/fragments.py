"""Fragments of languages to learn from: word classes, weighted binary rules, and sentences drawn from them.

A fragment is a text of lines. `N: cat dog` gives words to a category, `NP > D N 1.5 | NP CO .25` gives it
rules, each with its weight against the others of the category (1 unless said); its words have 1 together.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cached_property

from brillig.language.grammar import Grammar

MAX_WORDS = 12
MAX_NODES = 40

_NESTED = """
D: the a
N: cat dog man
A: old big
G: very quite
C: that who
NP: Mary John
V: saw liked
VP: slept left
P: in with
S > NP VP
NP > D N
N > A N | N RC .5
A > G A
RC > C VP
VP > V NP | VP PP .5
PP > P NP
"""

_AGREEMENT = """
Ds: a every this
Dp: many these all
Ns: cat dog man
Np: cats dogs men
NPs: Mary John
NPp: they we
Vs: sees likes hears
Vp: see like hear
VPs: sleeps runs
VPp: sleep run
A: old big red
P: in with near
S > NPs VPs | NPp VPp
NPs > Ds Ns 1.5
NPp > Dp Np 1.5
Ns > A Ns .4
Np > A Np .4
VPs > Vs NPs | Vs NPp | VPs PP .5
VPp > Vp NPs | Vp NPp | VPp PP .5
PP > P NPs | P NPp
"""

_QUESTIONS = """
D: the a every
N: cat dog man girl
A: old big red
NP: Mary John Sue
Vb: see like hear
VB: sleep run
X: can will must
V: saw liked heard
VP: slept ran
WH: who what
CC: and
ADV: often quickly
C: that
S > NP VP 3 | X CL 1.2 | WH VP
CL > NP VB
VP > X VB | V NP 1.5 | VP ADV .4
VB > Vb NP 1.5 | VB ADV .4
NP > D N 1.5 | NP CO .25
N > A N .4 | N RC .25
RC > C VP
CO > CC NP
"""

_GIVING = """
D: the a every
N: cat dog man girl
A: old big red
G: very quite
NP: Mary John Sue
POSS: 's
VP: slept ran left
V: saw liked heard
Vd: gave sent
TO: to
P: in with near
ADV: often quickly
NUM: two three
NPL: cats dogs girls
C: that
S > NP VP
NP > D N 1.5 | NUM NPL .6
N > A N .4 | N RC .2
NPL > A NPL .4
A > G A .4
D > NP POSS .25
VP > V NP 1.3 | Y NP .6 | Y TP .6 | VP PP .5 | ADV VP .4
Y > Vd NP
TP > TO NP
PP > P NP
RC > C VP
"""

_BOTH = """
D: the a every
N: cat dog man girl
A: old big red
G: very quite
NP: Mary John Sue
POSS: 's
VP: slept ran left
V: saw liked heard
Vd: gave sent
TO: to
P: in with near
ADV: often quickly
NUM: two three
NPL: cats dogs girls
C: that
X: can will must
VB: sleep run leave
Vb: see like hear
WH: who what
CC: and
S > NP VP 3 | X CL 1.2 | WH VP
CL > NP VB
NP > D N 1.5 | NUM NPL .6 | NP CO .2
CO > CC NP
N > A N .4 | N RC .2
NPL > A NPL .4
A > G A .4
D > NP POSS .25
VP > V NP 1.3 | Y NP .6 | Y TP .6 | VP PP .5 | ADV VP .4 | X VB .8
VB > Vb NP 1.3 | VB PP .4
Y > Vd NP
TP > TO NP
PP > P NP
RC > C VP
"""

_GENDER = """
Dm: il un ogni
Df: la una nessuna
Nm: gatto cane libro
Nf: gatta mucca lettera
Am: nero bianco
Af: nera bianca
NP: Luca Maria
V: vede sente
VP: dorme corre
S > NP VP
NP > Dm Nm 1.2 | Df Nf 1.2
Nm > Nm Am .5
Nf > Nf Af .5
VP > V NP 1.5
"""

_RECIPES = """
V: chop mix heat
D: the some
N: onion garlic flour butter
P: with into
ADV: slowly well
T: then
NUM: two three
U: spoons cups
OF: of
E: now please
S > IM E 2 | T IM
IM > V NP 2 | IM ADV .3 | IM PP .4
NP > D N 1.5 | Q N
Q > NUM M
M > U OF
PP > P NP
"""

_VERB_LAST = """
NP: Taro Hanako hon inu
K: no
GA: ga
O: o
NI: ni
VP: neru hashiru
VT: miru yomu
VD: ageru okuru
A: akai chiisai
S > SB VP
SB > NP GA
NP > A NP .3 | G NP .3
G > NP K
VP > OB VT 1.4 | DN VG .6
OB > NP O
DN > NP NI
VG > OB VD
"""

_QUERIES = """
SEL: select
COL: id name price
STAR: all
FROM: from
TAB: users orders items
WHERE: where
OP: equals exceeds
VAL: 3 42 bob
AND: and or
ORD: sorted
BY: by
S > HEAD FT | HEAD TAIL 1.5
HEAD > SEL COL | SEL STAR | SEL LIST
LIST > COL MORE
MORE > AND COL
FT > FROM TAB
TAIL > FT COND | FT SORT .4
COND > WHERE TEST
TEST > COL CMP | TEST ALSO .3
CMP > OP VAL
ALSO > AND TEST
SORT > ORD KEY
KEY > BY COL
"""

_REPORTS = """
NP: Ann Ben Cleo
D: a the this
N: plan house river boat
A: new small
VP: works waits
V: builds paints
VS: says thinks
CO: that
P: near on
S > NP VP
NP > D N 1.5
N > A N .4
VP > V NP 1.4 | VS CL .5 | VP PP .4
CL > CN VP
CN > CO NP
PP > P NP
"""

TEXTS = {
    "nested": _NESTED,
    "agreement": _AGREEMENT,
    "questions": _QUESTIONS,
    "giving": _GIVING,
    "both": _BOTH,
    "gender": _GENDER,
    "recipes": _RECIPES,
    "verb-last": _VERB_LAST,
    "queries": _QUERIES,
    "reports": _REPORTS,
}


@dataclass(frozen=True)
class Fragment:
    """A grammar with weights."""

    name: str

    @cached_property
    def words(self) -> dict[str, list[str]]:
        lines = [line for line in TEXTS[self.name].splitlines() if ":" in line]
        return {category: words.split() for category, words in (line.split(":") for line in lines)}

    @cached_property
    def rules(self) -> list[tuple[str, str, str, float]]:
        found = []
        for line in TEXTS[self.name].splitlines():
            if ">" in line:
                parent, right = line.split(">")
                for alternative in right.split("|"):
                    left, child, *weight = alternative.split()
                    found.append((parent.strip(), left, child, float(weight[0]) if weight else 1.0))
        return found

    @cached_property
    def grammar(self) -> Grammar:
        lexicon = {word: [category] for category, words in self.words.items() for word in words}
        return Grammar.of("S", [rule[:3] for rule in self.rules], lexicon)

    def sample(self, number: int, seed: int) -> list[str]:
        """Sentences of 2 to 12 words."""
        rng = random.Random(seed)
        result: list[str] = []
        while len(result) < number:
            words = self._draw(rng)
            if words is not None and 2 <= len(words) <= MAX_WORDS:
                result.append(" ".join(words))
        return result

    def _draw(self, rng: random.Random) -> list[str] | None:
        stack, words, nodes = ["S"], [], 0
        while stack:
            category = stack.pop()
            nodes += 1
            if nodes > MAX_NODES:
                return None
            choices = [(rule[1:3], rule[3]) for rule in self.rules if rule[0] == category]
            if category in self.words:
                choices.append(((), 1.0))
            children = rng.choices([c for c, _ in choices], [w for _, w in choices])[0]
            if children:
                stack += reversed(children)
            else:
                words.append(rng.choice(self.words[category]))
        return words
