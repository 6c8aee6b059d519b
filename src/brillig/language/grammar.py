"""`Grammar`: an immutable set of rules X → Y Z and X → word, with its text forms."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple

from brillig.errors import BrilligError
from brillig.language.corpus import HALF_CHARACTER, check_word

if TYPE_CHECKING:
    from brillig.language.flat import FlatGrammar
    from brillig.language.tree import Tree

# What would make a written rule ambiguous: blanks, the marks of our notations, quotes.
# Words like the names of categories (A, B1, C_0), and the marks of the notation itself.
_LIKE_NOTATION = re.compile(r"""[A-Z]\d*(?:_\d+)*|[|→()\[\]"']""")

_FORBIDDEN_IN_NAMES = set(" \t\r\n|→>=,;\"'()[]{}<\0")


class SyntacticRule(NamedTuple):
    """X → Y Z."""

    parent: str
    left: str
    right: str

    def __str__(self) -> str:
        return f"{self.parent} → {self.left} {self.right}"


class LexicalRule(NamedTuple):
    """X → word."""

    category: str
    word: str

    def __str__(self) -> str:
        return f"{self.category} → {quoted(self.word)}"


def category_names(number: int) -> list[str]:
    """The paper's names for categories other than S: A, B, ... Z without S, then A1, B1, ..."""
    letters = [letter for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" if letter != "S"]
    rounds = range(-(-number // len(letters)))
    return [f"{letter}{turn or ''}" for turn in rounds for letter in letters][:number]


def names_apart(categories: Iterable[str], words: Iterable[str]) -> dict[str, str]:
    """New names for the categories whose name is also a word, so that a rule can be read in one way only."""
    taken = {*words, *categories}
    new: dict[str, str] = {}
    for category in categories:
        if category in words:
            numbered = (f"{category}{number}" for number in count(1))
            new[category] = next(name for name in numbered if name not in taken)
            taken.add(new[category])
    return new


def quoted(word: str, categories: Collection[str] = ()) -> str:
    """The word as a rule shows it: in quotes where it could be taken for a category or for notation."""
    if word in categories or _LIKE_NOTATION.fullmatch(word):
        return f"'{word}'" if '"' in word else f'"{word}"'
    return word


def check_category_name(name: str) -> str:
    """The name itself, or a refusal when it could not be written in a rule."""
    if (
        not name
        or _FORBIDDEN_IN_NAMES & set(name)
        or HALF_CHARACTER.search(name)
        or any(map(str.isspace, name))
    ):
        raise BrilligError(
            f"{name!r} cannot name a category: use letters, digits, '_' or '-', without blanks or quotes"
        )
    return name


@dataclass(frozen=True)
class Grammar:
    """Start symbol, syntactic rules X → Y Z and lexical rules X → word.

    Rules are kept sorted and unique, so that two grammars are equal exactly when they have the same
    rules. Build one with `Grammar.of`. A name may carry a feature: `B_0`.
    """

    start: str
    syntactic: tuple[SyntacticRule, ...]
    lexical: tuple[LexicalRule, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "syntactic", tuple(sorted({SyntacticRule(*r) for r in self.syntactic})))
        object.__setattr__(self, "lexical", tuple(sorted({LexicalRule(*r) for r in self.lexical})))
        for name in {self.start} | {name for rule in self.syntactic for name in rule}:
            check_category_name(name)
        for rule in self.lexical:
            check_category_name(rule.category)
            check_word(rule.word)

    @classmethod
    def of(
        cls,
        start: str,
        syntactic: Iterable[tuple[str, str, str]],
        lexicon: Mapping[str, Iterable[str]],
    ) -> Grammar:
        """From rules and a lexicon `{word: categories}`."""
        return cls(
            start,
            tuple(SyntacticRule(*rule) for rule in syntactic),
            tuple(LexicalRule(category, word) for word, cats in lexicon.items() for category in cats),
        )

    # -- what is in it ------------------------------------------------------------------------------

    def __iter__(self) -> Iterator[SyntacticRule | LexicalRule]:
        yield from self.syntactic
        yield from self.lexical

    def __len__(self) -> int:
        return len(self.syntactic) + len(self.lexical)

    @cached_property
    def categories(self) -> tuple[str, ...]:
        """Every category, the start symbol first, the others by name."""
        names = {name for rule in self.syntactic for name in rule} | {r.category for r in self.lexical}
        return (self.start, *sorted(names - {self.start}))

    @cached_property
    def words(self) -> tuple[str, ...]:
        return tuple(sorted({rule.word for rule in self.lexical}))

    @cached_property
    def lexicon(self) -> Mapping[str, tuple[str, ...]]:
        """`{word: categories}`."""
        result: dict[str, list[str]] = {word: [] for word in self.words}
        for rule in self.lexical:
            result[rule.word].append(rule.category)
        return {word: tuple(categories) for word, categories in result.items()}

    @cached_property
    def words_of(self) -> Mapping[str, tuple[str, ...]]:
        """`{category: words}` for the categories that have words."""
        result: defaultdict[str, list[str]] = defaultdict(list)
        for rule in self.lexical:
            result[rule.category].append(rule.word)
        return {category: tuple(words) for category, words in result.items()}

    @cached_property
    def expansions(self) -> Mapping[str, tuple[SyntacticRule, ...]]:
        """`{category: its syntactic rules}` for the categories that have some."""
        result: defaultdict[str, list[SyntacticRule]] = defaultdict(list)
        for rule in self.syntactic:
            result[rule.parent].append(rule)
        return {category: tuple(rules) for category, rules in result.items()}

    @cached_property
    def open_categories(self) -> tuple[str, ...]:
        """What a new word could be: any category, the start symbol only if it has words already."""
        closed = () if self.start in self.words_of else (self.start,)
        return tuple(category for category in self.categories if category not in closed)

    @property
    def homographs(self) -> int:
        """Lexical rules beyond one per word: the paper's h that this grammar needs."""
        return len(self.lexical) - len(self.words)

    def size(self) -> dict[str, int]:
        """The figures a person asks for first."""
        return {
            "categories": len(self.categories),
            "lexical_categories": len(self.words_of),
            "syntactic_rules": len(self.syntactic),
            "lexical_rules": len(self.lexical),
            "words": len(self.words),
            "homographs": self.homographs,
        }

    # -- other forms --------------------------------------------------------------------------------

    def renamed(self, names: Mapping[str, str]) -> Grammar:
        """With categories renamed. Two categories must not end up with one name."""
        for old in names:
            if old not in self.categories:
                known = ", ".join(self.categories)
                raise BrilligError(
                    f"there is no category {old!r} to rename", hint=f"the categories are {known}"
                )
        new = {category: names.get(category, category) for category in self.categories}
        if len(set(new.values())) < len(new):
            taken = sorted({name for name in new.values() if list(new.values()).count(name) > 1})
            raise BrilligError(f"two categories would be named {taken[0]!r}", hint="give each its own name")
        return Grammar(
            new[self.start],
            tuple(SyntacticRule(new[r.parent], new[r.left], new[r.right]) for r in self.syntactic),
            tuple(LexicalRule(new[r.category], r.word) for r in self.lexical),
        )

    def changes_since(self, before: Grammar) -> list[str]:
        """What is new and what is gone, a line each; both have the same names."""
        from brillig.language.changes import describe_changes

        return describe_changes(before, self)

    def flat(self) -> FlatGrammar:
        """The same language in fewer, longer rules, as people write them."""
        from brillig.language.flatten import flatten

        return flatten(self)

    def canonical(self) -> Grammar:
        """The same grammar with canonical names: equal for two grammars that differ in names only."""
        from brillig.language.canonical import canonical_names

        return self.renamed(canonical_names(self))

    @cached_property
    def canonical_text(self) -> str:
        """One line that two grammars share exactly when they differ in the names of categories only."""
        import json

        grammar = self.canonical()
        rules = "; ".join(f"{r.parent}>{r.left} {r.right}" for r in grammar.syntactic)
        words = "; ".join(
            f"{category}:{json.dumps(words, ensure_ascii=False, separators=(',', ':'))}"
            for category, words in sorted(grammar.words_of.items())
        )
        return f"{rules} | {words}"

    def __repr__(self) -> str:
        return f"<Grammar: {len(self.syntactic)} rules, {len(self.words)} words, start {self.start}>"

    def __str__(self) -> str:
        """The paper's notation, a line for each category: `C → C A | G F | Bob | John`."""
        lines = []
        for category in reading_order(self):
            right = [f"{rule.left} {rule.right}" for rule in self.expansions.get(category, ())]
            right += [quoted(word, self.categories) for word in self.words_of.get(category, ())]
            if right:
                lines.append(f"{category} → {' | '.join(right)}")
        return "\n".join(lines)

    def table(self) -> str:
        """The syntactic rules as the binary operation table of the paper's figure 1.

        The cell in row Y and column Z holds the X of X → Y Z.
        """
        children = {name for rule in self.syntactic for name in (rule.left, rule.right)}
        names = [c for c in reading_order(self) if c != self.start or c in children]
        cells: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
        for rule in self.syntactic:
            cells[rule.left, rule.right].append(rule.parent)
        rows = [["", *names]]
        rows += [[y, *("/".join(cells[y, z]) or "·" for z in names)] for y in names]
        width = max(len(text) for row in rows for text in row)
        return "\n".join(" ".join(text.rjust(width) for text in row).rstrip() for row in rows)

    def to_json(self) -> dict[str, Any]:
        return {
            "start": self.start,
            "syntactic": [list(rule) for rule in self.syntactic],
            "lexical": {word: list(categories) for word, categories in self.lexicon.items()},
        }

    @classmethod
    def from_json(cls, data: Any, *, piece: bool = False) -> Grammar:
        """Read strictly: every field, every rule with three names, each of which has rules unless a piece."""
        if not isinstance(data, dict):
            raise BrilligError("a grammar is an object with 'start', 'syntactic' and 'lexical'")
        for field in ("start", "syntactic", "lexical"):
            if field not in data:
                raise BrilligError(f"the grammar has no field {field!r}")
        start, syntactic, lexical = data["start"], data["syntactic"], data["lexical"]
        if not isinstance(start, str):
            raise BrilligError("the grammar's 'start' is not a string")
        if not isinstance(syntactic, list) or not isinstance(lexical, dict):
            raise BrilligError("the grammar's 'syntactic' is a list of rules and its 'lexical' an object")
        for rule in syntactic:
            if not (isinstance(rule, list) and len(rule) == 3 and all(isinstance(x, str) for x in rule)):
                raise BrilligError(f"a syntactic rule is three category names, but this is {rule!r}")
        for word, categories in lexical.items():
            if not (
                isinstance(categories, list) and categories and all(isinstance(x, str) for x in categories)
            ):
                raise BrilligError(f"the categories of word {word!r} are not a list of names")
        grammar = cls.of(start, (tuple(rule) for rule in syntactic), lexical)
        known = {rule.parent for rule in grammar.syntactic} | set(grammar.words_of)
        for rule in () if piece else grammar.syntactic:
            for name in (rule.left, rule.right):
                if name not in known:
                    raise BrilligError(f"rule {rule} uses category {name!r}, which has no rule and no word")
        return grammar

    def _repr_svg_(self) -> str:
        """What a notebook shows: the rule table and the lexicon."""
        from brillig.drawing.rules import draw_rules

        return draw_rules(self).svg()

    def _repr_html_(self) -> str:
        from brillig.drawing.notebook import scrolling

        return scrolling(self._repr_svg_())

    # -- the functions of other rooms, as methods ---------------------------------------------------

    def accepts(self, sentence: str | Iterable[str]) -> bool:
        """Whether the sentence (a text or a sequence of words) has a parse tree."""
        from brillig.parsing.cyk import accepts

        return accepts(self, sentence)

    def parse(self, sentence: str | Iterable[str]) -> Tree | None:
        """One best tree of the sentence, or None."""
        from brillig.parsing.cyk import parse

        return parse(self, sentence)

    def generate(self, number: int = 1, seed: int = 0, max_words: int = 60) -> list[str]:
        """Random sentences of the grammar; see `brillig.parsing.generate.generate`."""
        from brillig.parsing.generate import generate

        return generate(self, number, seed=seed, max_words=max_words)

    def to_nltk(self) -> Any:
        """The grammar as an `nltk.CFG` (needs the extra `nltk`)."""
        from brillig.interop.nltk import to_nltk

        return to_nltk(self)


def unfolding(grammar: Grammar) -> tuple[str, ...]:
    """The categories in the order in which they unfold from the start symbol, breadth first."""
    order = {grammar.start: None}
    queue = [grammar.start]
    for category in queue:
        for rule in grammar.expansions.get(category, ()):
            for child in (rule.left, rule.right):
                if child not in order:
                    order[child] = None
                    queue.append(child)
    return (*order, *(category for category in grammar.categories if category not in order))


def reading_order(grammar: Grammar) -> tuple[str, ...]:
    """The categories as people read them: phrases as they unfold from the start, then classes of words."""
    order = unfolding(grammar)
    return tuple(sorted(order, key=lambda name: name not in grammar.expansions and name != grammar.start))
