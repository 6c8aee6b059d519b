"""The paper's numbers of a grammar: c, c_l, r_s and h."""

from __future__ import annotations

from dataclasses import dataclass

from brillig.language.grammar import Grammar


@dataclass(frozen=True)
class Sizes:
    """categories (c, the start included), lexical ones (c_l), syntactic rules (r_s), homographs (h)."""

    categories: int
    lexical: int
    rules: int
    homographs: int

    def __str__(self) -> str:
        return f"c = {self.categories}, c_l = {self.lexical}, r_s = {self.rules}, h = {self.homographs}"


def sizes_of(grammar: Grammar, *, root_nonlexical: bool = True) -> Sizes:
    """The tightest numbers that a grammar stands at.

    Where what is right under S may not be designated lexical (`root_nonlexical`), a category with words only
    that stands there does not count towards c_l.
    """
    lexical = set(grammar.words_of) - set(grammar.expansions) - {grammar.start}
    if root_nonlexical:
        for rule in grammar.expansions.get(grammar.start, ()):
            lexical -= {rule.left, rule.right}
    return Sizes(len(grammar.categories), len(lexical), len(grammar.syntactic), grammar.homographs)
