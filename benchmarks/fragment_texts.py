"""The texts of the fragments; `fragments.py` says how they are written."""

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

_SMALL = """
D: the a
N: cat dog man
NP: Mary John
V: saw liked
VP: slept left
P: in with
S > NP VP
NP > D N 1.5
VP > V NP 1.5 | VP PP .5
PP > P NP
"""

_CASES = """
DN: der ein
DA: den einen
DF: die eine
NM: Mann Hund Baum
NF: Frau Katze Stadt
SU: er wer ich
OB: ihn mich
V: sieht hoert malt
VP: schlaeft laeuft lacht
A: alte kleine rote
ADV: sehr recht
P: mit bei
DD: dem einem
DE: jeder mancher
VS: sagt denkt
CO: dass
NEG: nicht kaum
S > SU VP | FP VP
SU > DN NM 1.5
FP > DF NF
OB > DA NM 1.5
VP > V OB 1.2 | V FP .8 | VS CL .4 | VP PP .4 | VP NEG .3
NM > A NM .4 | NM PP .2
NF > A NF .4
A > ADV A .3
PP > P DT
DT > DD NM | DE NF
CL > CN VP
CN > CO SU | CO FP
"""

_CLAUSES = """
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
VS: said thought
CO: whether how
VR: looked turned
PT: up away
BE: was seemed
S > NP VP 3 | X CL 1.2 | WH VP
CL > NP VB
NP > D N 1.5 | NUM NPL .6 | NP CJ .2
CJ > CC NP
N > A N .4 | N RC .2
NPL > A NPL .4
A > G A .4
D > NP POSS .2
VP > V NP 1.3 | Y NP .6 | Y TP .6 | VP PP .4 | ADV VP .4 | X VB .8 | VS CP .4 | VR PT .6 | BE A .6 | BE PP .5
VB > Vb NP 1.3 | VB PP .4 | VB ADV .4
Y > Vd NP
TP > TO NP
PP > P NP
RC > C VP
CP > CN VP
CN > CO NP
"""

_BROAD = """
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
VS: said thought
CO: whether how
VR: looked turned
PT: up away
BE: was seemed
BY: by
PA: seen heard-of painted
VI: helped dared
AT: at
HR: noon midnight dawn
S > NP VP 3 | X CL 1.2 | WH VP
CL > NP VB
NP > D N 1.5 | NUM NPL .6 | NP CJ .2
CJ > CC NP
N > A N .4 | N RC .2
NPL > A NPL .4 | NPL RC .3
A > G A .4
D > NP POSS .2
VP > V NP 1.3 | Y NP .6 | Y TP .6 | VP PP .4 | ADV VP .4 | X VB .8 | VS CP .4 | VR PT .6 | VI VB .6
VP > BE A .6 | BE PP .5 | BE NP .5 | BE PV .6 | VP ADV .3
VB > Vb NP 1.3 | VB PP .4 | VB ADV .4
PV > PA BP
BP > BY NP
Y > Vd NP
TP > TO NP
PP > P NP | AT HR .6
RC > C VP
CP > CN VP
CN > CO NP
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
    "small": _SMALL,
    "cases": _CASES,
    "clauses": _CLAUSES,
    "broad": _BROAD,
}

# Ten of them from small to large: 6 to 30 word classes, 5 to 40 rules.
LADDER = (
    "small",
    "gender",
    "nested",
    "agreement",
    "questions",
    "giving",
    "cases",
    "both",
    "clauses",
    "broad",
)
