"""What all encodings share: switches for rules, models as rule sets, blocking under all names."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence

from brillig.engines.exact.formula import Formula
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.language.marked import Marked
from brillig.language.tree import Tree
from brillig.parsing.chart import Rule, Rules, Sentence, bits
from brillig.problems import AnyProblem

# More renamings than this are not blocked one by one; repeats are then recognised when they come up.
MAX_IMAGES = 1000


class Encoding(ABC):
    """A problem as a formula that takes in its sentences one by one.

    Everything in the formula follows from the restrictions and the items taken in, except for what only
    chooses between names. So when there is no model there is no solution.
    """

    problem: AnyProblem
    items: Sequence[Hashable]  # what is to be taken in, the small ones first
    names: Sequence[str]  # of the categories, the start symbol first
    t: dict[Rule, int]  # switches of the syntactic rules
    lex: dict[tuple[str, int], int]  # switches of the lexical rules

    def __init__(self) -> None:
        self.formula = Formula()
        self.t = {}
        self.lex = {}
        self.rejected: Sequence[Sentence] = ()  # starred sentences: no model may derive one

    @abstractmethod
    def take_in(self, item: Hashable) -> None:
        """From now on the item has a tree."""

    @abstractmethod
    def derives(self, rules: Rules, items: Iterable[Hashable]) -> Iterator[bool]:
        """For each item whether the rules give it a tree."""

    @abstractmethod
    def trees(self, rules: Rules) -> tuple[Tree, ...] | None:
        """A tree for each sentence of the problem, every category used; None if that is impossible."""

    @abstractmethod
    def renamings(self, rules: Rules) -> Iterable[Mapping[int, int]]:
        """Ways to rename the categories that make solutions of this encoding solutions."""

    def guard_usage(self, users: Iterable[Iterable[int]], complete: bool) -> list[int]:
        """Each category has a user, as an assumption, or for good once everything is taken in."""
        guard = self.formula.variable()
        for variables in users:
            self.formula.add(-guard, *variables)
        if complete:
            self.formula.add(guard)
            return []
        return [guard]

    def solution_of(self, rules: Rules) -> tuple[Tree, ...] | None:
        """The trees, if the rules derive every item and the trees can use every category."""
        return self.trees(rules) if all(self.derives(rules, self.items)) else None

    def places(self) -> dict[Hashable, int]:
        """Where each item stands among the problem's sentences, counted from 0."""
        places: dict[Hashable, int] = {}
        for index, sentence in enumerate(self.problem.corpus.sentences):
            places.setdefault(sentence, index)
        return places

    def may_become(self, grammar: Grammar) -> bool:
        """Whether a grammar with a rule left out is one that the problem allows at all."""
        return True

    def guards(self, complete: bool) -> list[int]:
        """Assumptions that ask for more than is known to be necessary while not all items are taken in."""
        return []

    def witness(self) -> None:
        """From now on `guards` has to ask for every category's use; without effect where it always does."""
        return

    # -- models -------------------------------------------------------------------------------------

    def rules(self) -> Rules:
        """The rules and the lexicon of the last model."""
        holds = self.formula.holds
        lexical: dict[str, int] = {}
        for (word, x), variable in self.lex.items():
            lexical.setdefault(word, 0)
            if holds(variable):
                lexical[word] |= 1 << x
        return Rules(frozenset(rule for rule, variable in self.t.items() if holds(variable)), lexical)

    def grammar(self, rules: Rules) -> Grammar:
        names = self.names
        return Grammar.of(
            names[0],
            ((names[x], names[y], names[z]) for x, y, z in rules.syntactic),
            {word: [names[x] for x in bits(mask)] for word, mask in rules.lexical.items()},
        )

    def switches(self, rules: Rules) -> set[int]:
        """The switches of these rules."""
        result = {self.t[rule] for rule in rules.syntactic if rule in self.t}
        return result | {self.lex[w, x] for x, w in rules.pairs() if (w, x) in self.lex}

    def rule_switches(self) -> Iterable[tuple[Rule, int]]:
        """Every rule that a model can have, with its switch."""
        return self.t.items()

    def word_switches(self, word: str) -> Iterable[tuple[int, int]]:
        """The categories that a word can have, with their switches; none for a word of no sentence."""
        return [(x, switch) for (w, x), switch in self.lex.items() if w == word]

    # -- blocking -----------------------------------------------------------------------------------

    def forbid_above(self, rules: Rules) -> None:
        """No more models with all of these rules, whatever the names."""
        for image in self.images(rules):
            self.formula.add(*(-switch for switch in sorted(image)))

    def forbid_within(self, rules: Rules) -> None:
        """No more models with only rules among these: they cannot use every category."""
        every = {*self.t.values(), *self.lex.values()}
        for image in self.images(rules):
            self.formula.add(*sorted(every - image))

    def images(self, rules: Rules) -> set[frozenset[int]]:
        """The switches of the rules under all renamings, and as they are: a model has to be gone for good."""
        result = {frozenset(self.switches(rules))}
        for number, names in enumerate(self.renamings(rules)):
            if number == MAX_IMAGES:
                break
            moved = self.rename(rules, names)
            if all(rule in self.t for rule in moved.syntactic - rules.syntactic):
                result.add(frozenset(self.switches(moved)))
        return result

    @staticmethod
    def rename(rules: Rules, names: Mapping[int, int]) -> Rules:
        syntactic = frozenset(
            (names.get(x, x), names.get(y, y), names.get(z, z)) for x, y, z in rules.syntactic
        )
        lexical = {
            word: sum(1 << names.get(x, x) for x in bits(mask)) for word, mask in rules.lexical.items()
        }
        return Rules(syntactic, lexical)

    def break_swap(self, x: int, y: int) -> None:
        """Of two models that differ by the names x and y keep the greater: words decide first, then rules."""
        swap = {x: y, y: x}
        pairs = [(v, self.lex[w, y]) for (w, c), v in self.lex.items() if c == x]
        seen = set()
        for rule, variable in self.t.items():
            image = (swap.get(rule[0], rule[0]), swap.get(rule[1], rule[1]), swap.get(rule[2], rule[2]))
            if image != rule and image not in seen:
                seen.add(rule)
                pairs.append((variable, self.t[image]))
        self.formula.not_below(pairs)


def shortest_first(corpus: Corpus) -> list[Sentence]:
    """The distinct sentences by length."""
    return sorted(corpus.distinct, key=lambda sentence: (len(sentence), sentence))


def shortest_marked(sentences: Iterable[Marked]) -> list[Marked]:
    """The distinct marked sentences by length."""
    return sorted(set(sentences), key=lambda item: (len(item), item.words, str(item)))
