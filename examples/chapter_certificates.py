"""Reading a certificate: what else fits, and is it another language?

python examples/chapter_certificates.py
"""

from __future__ import annotations

import brillig
from brillig.language.builtin import builtin
from brillig.parsing.generate import generate
from brillig.workflows.certificate import certify


def main() -> None:
    for number in (4, 8, 100):
        sentences = generate(builtin("toy2"), number, seed=1)
        try:
            solution = brillig.infer(sentences, categories=5, lexical=2, rules=3, time_limit=30)
        except brillig.BrilligError as error:
            print(f"{number} sentences: {error}")
            continue
        certificate = certify(solution, core=False, most=50)
        status = "" if certificate.complete else "at least "
        print(
            f"{number} sentences: {status}{certificate.solutions} grammars fit, with {certificate.languages} "
            f"languages and {certificate.lexicons} lexicons"
        )


if __name__ == "__main__":
    main()
