"""Extension as a formula: the rules are given, the words that the grammar does not know get categories."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from functools import cached_property
from typing import cast

from brillig.engines.exact.chart import Parser, Rule, Rules, Sentence, bits, build
from brillig.engines.exact.encoding import Encoding, shortest_first
from brillig.engines.exact.kinds import ENCODINGS
from brillig.language.grammar import Grammar
from brillig.language.tree import Tree
from brillig.problems import ExtendProblem


@ENCODINGS.register("extend")
class Extension(Encoding):
    """lex[w,X] for unknown words only, and derivations over what the rules can derive at all."""

    problem: ExtendProblem

    def __init__(self, problem: ExtendProblem) -> None:
        super().__init__()
        self.problem = problem
        base = problem.base
        self.names = base.categories
        self.items = shortest_first(problem.corpus)
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
        self._derives: dict[tuple[Sentence, int], int] = {}
        formula = self.formula
        for word in problem.unknown_words:
            for x in places:
                self.lex[word, x] = formula.variable()
            formula.add(*(self.lex[word, x] for x in places))
        formula.at_most(list(self.lex.values()), len(problem.unknown_words) + problem.homographs)

    def take_in(self, item: Hashable) -> None:
        sentence = cast(Sentence, item)
        forest = self._widest.forest(sentence)
        if not forest:
            self.formula.add()
            return
        self.formula.add(self._derivation(sentence, 0))

    def _derivation(self, words: Sentence, x: int) -> int:
        """A variable that can be true only if category x derives the words."""
        key = words, x
        known = self._derives.get(key)
        if known is not None:
            return known
        formula = self.formula
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
        for middle in range(1, len(words)):
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
        parser = Parser(rules)
        return (parser.accepts(cast(Sentence, item)) for item in items)

    def trees(self, rules: Rules) -> tuple[Tree, ...] | None:
        parser = Parser(rules)
        made = {s: build(s, parser.first(s), self.names) for s in self.problem.corpus.distinct}
        return tuple(made[sentence] for sentence in self.problem.corpus.sentences)

    def renamings(self, rules: Rules) -> Iterator[dict[int, int]]:
        yield {}
