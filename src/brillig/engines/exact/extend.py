"""Extension as a formula: the rules are given, the words that the grammar does not know get categories."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from functools import cached_property
from typing import Any, cast

from brillig.engines.exact.encoding import Encoding, shortest_first, shortest_marked
from brillig.engines.exact.kinds import ENCODINGS
from brillig.language.grammar import Grammar
from brillig.language.marked import Marked, marked_sentences, names_in
from brillig.language.tree import Tree
from brillig.parsing.chart import Parser, Rule, Rules, Sentence, bits, build
from brillig.parsing.marks import MarkedParser
from brillig.problems import ExtendProblem

Words = Any  # of a sentence or a part of it: a `Sentence`, or a `Marked` one


@ENCODINGS.register("extend")
class Extension(Encoding):
    """lex[w,X] for unknown words only, and derivations over what the rules can derive at all."""

    problem: ExtendProblem

    def __init__(self, problem: ExtendProblem) -> None:
        super().__init__()
        self.problem = problem
        base = problem.base
        self.names = base.categories
        corpus = problem.corpus
        self._every = marked_sentences(corpus) if corpus.tags or corpus.brackets else None
        if self._every is None:
            self.items = shortest_first(corpus)
        else:
            self.items = shortest_marked(self._every)
        number = {name: index for index, name in enumerate(self.names)}
        self._rules = frozenset((number[x], number[y], number[z]) for x, y, z in base.syntactic)
        self._known = {word: sum(1 << number[name] for name in names) for word, names in base.lexicon.items()}
        # What an unknown word could be: anything that stands on the right of a rule; S, if it has words.
        root = {0} if base.start in base.words_of else set()
        places = sorted({child for _, y, z in self._rules for child in (y, z)} - {0} | root)
        anything = sum(1 << x for x in places)
        self._widest = Parser(
            Rules(self._rules, self._known | dict.fromkeys(problem.unknown_words, anything))
        )
        self._derives: dict[tuple[Words, int], int] = {}
        formula = self.formula
        for word in problem.unknown_words:
            for x in places:
                self.lex[word, x] = formula.variable()
            formula.add(*(self.lex[word, x] for x in places))
        formula.at_most(list(self.lex.values()), len(problem.unknown_words) + problem.homographs)

    def take_in(self, item: Hashable) -> None:
        words = item.words if isinstance(item, Marked) else cast(Sentence, item)
        forest = self._widest.forest(words)
        if not forest:
            self.formula.add()
            return
        self.formula.add(self._derivation(item, 0))

    def _derivation(self, words: Words, x: int) -> int:
        """A variable that can be true only if category x derives the words."""
        key = words, x
        known = self._derives.get(key)
        if known is not None:
            return known
        formula = self.formula
        marked = isinstance(words, Marked)
        if marked and words.names_of(0, len(words)) - {self.names[x]}:
            never = self._derives[key] = formula.variable()
            formula.add(-never)
            return never
        if len(words) == 1:
            fixed = self._known.get(words[0])
            if fixed is None:
                return self.lex[words[0], x]
            variable = self._derives[key] = formula.variable()
            formula.add(variable if fixed >> x & 1 else -variable)
            return variable
        derives = self._derives[key] = formula.variable()
        cells = self._widest.table(words)
        ways = []
        for middle in words.cuts() if marked else range(1, len(words)):
            left, right = cells[0][middle - 1], cells[middle][len(words) - middle - 1]
            for parent, y, z in sorted(self._rules):
                if parent == x and left >> y & 1 and right >> z & 1:
                    way = formula.variable()
                    ways.append(way)
                    formula.add(-way, self._derivation(words[:middle], y))
                    formula.add(-way, self._derivation(words[middle:], z))
        formula.add(-derives, *ways)
        return derives

    def may_become(self, grammar: Grammar) -> bool:
        """Everything of the base has to be still there."""
        return set(self.problem.base) <= set(grammar)

    def rule_switches(self) -> Iterable[tuple[Rule, int]]:
        return [(rule, self._always) for rule in self._rules]

    def word_switches(self, word: str) -> Iterable[tuple[int, int]]:
        if word in self._known:
            return [(x, self._always) for x in bits(self._known[word])]
        return super().word_switches(word)

    @cached_property
    def _always(self) -> int:
        """A variable that is true: what the base has stays."""
        variable = self.formula.variable()
        self.formula.add(variable)
        return variable

    # -- models -------------------------------------------------------------------------------------

    def rules(self) -> Rules:
        found = super().rules()
        return Rules(self._rules, self._known | dict(found.lexical))

    def derives(self, rules: Rules, items: Iterable[Hashable]) -> Iterator[bool]:
        parser = Parser(rules) if self._every is None else self._marked(rules)
        return (parser.accepts(cast(Any, item)) for item in items)

    def trees(self, rules: Rules) -> tuple[Tree, ...] | None:
        corpus = self.problem.corpus
        if self._every is not None:
            marked = self._marked(rules)
            return tuple(build(item.words, marked.first(item), self.names) for item in self._every)
        parser = Parser(rules)
        made = {s: build(s, parser.first(s), self.names) for s in corpus.distinct}
        return tuple(made[sentence] for sentence in corpus.sentences)

    def _marked(self, rules: Rules) -> MarkedParser:
        """The base's names are those of tags and brackets; others stand for nothing."""
        named = dict.fromkeys(names_in(self.problem.corpus), -1)
        named |= {name: x for x, name in enumerate(self.names)}
        lexical = {word: tuple(bits(mask)) for word, mask in rules.lexical.items()}
        return MarkedParser(rules.syntactic, lexical, named)

    def places(self) -> dict[Hashable, int]:
        places = super().places()
        for index, item in enumerate(self._every or ()):
            places.setdefault(item, index)
        return places

    def renamings(self, rules: Rules) -> Iterator[dict[int, int]]:
        yield {}
