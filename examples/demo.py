"""`make demo`: draw sentences from one of the paper's grammars and parse them."""

from __future__ import annotations

from brillig.builtin import builtin
from brillig.generate import generate
from brillig.parse import count_all, parse_corpus
from brillig.trees import pretty


def main() -> None:
    grammar = builtin("toy1")
    print(f"The paper's first grammar:\n\n{grammar}\n")
    sentences = generate(grammar, 10, seed=7)
    print("Ten sentences drawn from it:\n")
    for sentence, number in zip(sentences, count_all(grammar, sentences), strict=True):
        print(f"  {sentence}   ({number} {'tree' if number == 1 else 'trees'})")
    tree = parse_corpus(grammar, sentences)[1]
    assert tree is not None
    print(f"\nThe tree of the second:\n\n{pretty(tree, indent='  ')}")


if __name__ == "__main__":
    main()
