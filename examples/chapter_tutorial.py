"""The tutorial from Python: ten sentences, a grammar, new sentences; then number, past forms and a proof.

python examples/chapter_tutorial.py
"""

from __future__ import annotations

import brillig
from brillig.language.builtin import builtin
from brillig.parsing.generate import generate
from brillig.problems.renaming import renamed
from brillig.workflows.certificate import certify
from brillig_lab.reproduction.paper import TEN_SENTENCES


def main() -> None:
    ten = brillig.infer(TEN_SENTENCES, categories=8, lexical=4, rules=5, engine="concur")
    print(f"From ten sentences:\n{ten.grammar}\n")
    print("New sentences:", *ten.grammar.generate(3, seed=3), sep="\n  ")

    base = brillig.infer(generate(builtin("toy2"), 100, seed=1), 5, 2, 3, engine="exact")
    base = renamed(base, {"A": "NP", "B": "VP", "C": "Det", "D": "V"})
    print(f"\nThe second language:\n{base.grammar}\n")

    refined = base.refine(
        {"NP": 3, "VP": 2, "Det": 2, "V": 2},
        {"S>NP VP": 2, "VP>V NP": 4, "NP>Det NP": 2},
        engine="concur",
    )
    print(f"With number:\n{refined.grammar}\n")

    extended = refined.extend(generate(builtin("toy2-past"), 100, seed=2), homographs=4, engine="concur")
    for word in ("walked", "saw"):
        print(f"{word}: {', '.join(extended.grammar.lexicon[word])}")

    certificate = certify(extended, core=False)
    print(f"\nOther grammars that fit: {len(certificate.alternatives)}; unique: {certificate.unique}")


if __name__ == "__main__":
    main()
