"""Good files in every format, for `fuzz.py` to damage."""

from __future__ import annotations

FEATURES = """% start S
S[SEM=?s] -> NP[NUM=?n, +PL] VP[NUM=?n]
NP[NUM=sg, -PL] -> 'Kim' | D N[NUM=sg]
NP[NUM=pl, +PL] -> 'cats' | 'dogs'
VP[NUM=?n] -> V[NUM=?n, SUBCAT=1] NP | V[NUM=?n]
D -> 'this'
N[NUM=sg] -> 'cat'
V[NUM=sg] -> 'sees' | 'walks'
V[NUM=pl, SUBCAT=1] -> 'see'
"""
EBNF = """(* a grammar *)
sentence ::= noun_phrase verb (noun_phrase | "that" sentence)? "!"*
noun_phrase ::= "the" "cat" | ("Kim" | 'Sandy') ("and" noun_phrase)? /* names */
verb ::= "sees" | "walks" digits
digits ::= [0-9]+
"""
ISO = """sentence = noun_phrase, verb, [noun_phrase], {"!"} ;
noun_phrase = "the", noun | "Kim" | {"very"}-, noun ;
noun = 'cat' | 'dog' ; verb = "sees" ; (* end *)
"""
BNF = """<s> ::= <np> <v> | <np> <v> <np>
<np> ::= "the" <n> | "Kim"
<n> ::= "cat" | "dog"
<v> ::= "sees"
"""
PENN = "( (S (NP (D the) (N cat)) (VP (V sees) (NP (N dogs)))) )\n(S (NP-1 (N dogs)) (VP (V sleep)))\n"
NOTATIONS = {"w3c.ebnf": EBNF, "iso.ebnf": ISO, "plain.bnf": BNF, "rules.fcfg": FEATURES, "rules.penn": PENN}

FORMS = {
    "corpus": "{0}",
    "glossed": "\\tx {0}\n\\mb {0}\n\\ge {0}\n\\ft so\n",
    "numbered": "(1) a. {0}\n    b. *{0} {0}",
    "table.csv": '"{0}",ok,"so, so"',
    "table.tsv": "{0}\tok\tso",
    "trees.penn": "( (S (NP (D the) (N {0})) (VP (V sees) (NP-1 (-NONE- *T*)))) )",
    "trees.conllu": "1\tthe\tthe\tDET\tD\t_\t2\tdet\t_\t_\n2\tcat\tcat\tNOUN\tN\t_\t0\troot\t_\t_\n",
    "tagged": "{0}/N the/D [{0} a] sees/V",
    "translated": "{0}\tso",
}

SPEC = """
name = "a study"
trials = 3
[[setting]]
name = "one"
sentences = ["a b", "b a"]
categories = 4
lexical = 1
rules = 3
seed = 5
[[setting]]
file = "sentences.txt"
categories = 3
lexical = 0
rules = 2
beta = 0.4
restart_after = 100
[[setting]]
refine = "solution.json"
features = {A = 2}
"""
