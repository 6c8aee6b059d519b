"""Inference from any choice of the sentences with one formula: what is learnt from one serves the next."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Sequence
from itertools import islice
from typing import cast

from brillig.engines.exact.cover import trees_using_all
from brillig.engines.exact.encoding import MAX_IMAGES
from brillig.engines.exact.infer import Inference
from brillig.engines.exact.lazy import PATIENCE, shrink
from brillig.engines.exact.witness import add_witness
from brillig.language.tree import Tree
from brillig.parsing.chart import Parser, Rules, Sentence
from brillig.problems import Problem


class Selection(Inference):
    """Sentences are switched on by assumptions, and words are present only with a sentence that has them."""

    def __init__(self, problem: Problem) -> None:
        self.present: dict[str, int] = {}
        self._chosen: dict[Sentence, int] = {}
        self._differs: dict[tuple[str, int], int] = {}
        self._only_here = 0
        super().__init__(problem)

    def _make_lexicon(self) -> None:
        """As for all words together, but an absent word has no category."""
        formula = self.formula
        for word in self.words:
            here = self.present[word] = formula.variable()
            for x in self.kinds_of(word):
                self.lex[word, x] = formula.variable()
                formula.add(-self.lex[word, x], here)
            of_word = [self.lex[word, x] for x in self.kinds_of(word)]
            formula.add(-here, *of_word)
            if self.problem.homographs == 0:
                formula.at_most_one(of_word)
        if self.problem.homographs:
            self._limit_homographs()

    def take_in(self, item: Hashable) -> None:
        """The sentence has a tree whenever it is chosen."""
        sentence = cast(Sentence, item)
        if sentence not in self._chosen:
            chosen = self._chosen[sentence] = self.formula.variable()
            self.formula.add(-chosen, self._derivation(sentence, 0))

    def forbid_above(self, rules: Rules) -> None:
        """No model with all of these rules and, on the words present, this lexicon, under many names.

        In which order the designated categories come depends on the words that are present, so a model can
        have these rules under names that are not among them: `other_solution` recognises it.
        """
        for names in islice(self.renamings(rules), MAX_IMAGES):
            self._forbid_as_named(self.rename(rules, names))

    def _forbid_as_named(self, rules: Rules, *unless: int) -> None:
        if all(rule in self.t for rule in rules.syntactic):
            self.formula.add(
                *unless,
                *(-self.t[rule] for rule in sorted(rules.syntactic)),
                *(self._differ(word, x) for x, word in rules.pairs()),
            )

    def _differ(self, word: str, x: int) -> int:
        """A variable that can be true only if the word is present without the category."""
        variable = self._differs.get((word, x))
        if variable is None:
            variable = self._differs[word, x] = self.formula.variable()
            self.formula.add(-variable, self.present[word])
            self.formula.add(-variable, -self.lex[word, x])
        return variable

    def other_solution(
        self, sentences: Sequence[Sentence], expected: Callable[[Rules], bool]
    ) -> Rules | None:
        """A solution for these sentences alone that is not forbidden and, with no superfluous rule left, not
        expected; None: proven that there is none.
        """
        for sentence in dict.fromkeys(sentences):
            self.take_in(sentence)
        words = {word for sentence in sentences for word in sentence}
        # What holds for this choice of sentences only is guarded by a variable of its own.
        only_here = self._only_here = self.formula.variable()
        assumptions = [
            only_here,
            *(self._chosen[sentence] for sentence in dict.fromkeys(sentences)),
            *(here if word in words else -here for word, here in self.present.items()),
        ]
        patience = PATIENCE
        while self.formula.solve(assumptions):
            found = self.rules()
            rules = Rules(found.syntactic, {w: m for w, m in found.lexical.items() if w in words})
            trees = self.trees_of(rules, sentences)
            if trees is not None:
                rules, _ = shrink(self, rules, trees, lambda less: self.trees_of(less, sentences))
                if not expected(rules):
                    return rules
                # Only here: of other words it says nothing.
                self._forbid_as_named(rules, -only_here)
                continue
            switches = self.switches(rules)
            every = {*self.t.values(), *self.lex.values()}
            self.formula.add(-only_here, *sorted(every - switches))
            patience -= 1
            if patience == 0:
                self._spell_out(sentences, only_here)
        return None

    def trees_of(self, rules: Rules, sentences: Sequence[Sentence]) -> tuple[Tree, ...] | None:
        """Trees for these sentences that use every category, if there are any."""
        parser = Parser(rules)
        if not all(map(parser.accepts, dict.fromkeys(sentences))):
            return None
        return trees_using_all(parser, sentences, self.names)

    def _spell_out(self, sentences: Sequence[Sentence], only_here: int) -> None:
        """Ask for trees of these sentences that use every category."""
        users: defaultdict[int, list[int]] = defaultdict(list)
        for sentence, copies in Counter(sentences).items():
            for _ in range(min(copies, self.problem.categories)):
                added = add_witness(
                    self.formula, sentence, self.t, self.lex, self.inner, self.children, -only_here
                )
                for x, variables in added.items():
                    users[x] += variables
        for x in self.categories:
            self.formula.add(-only_here, *users[x])

    def needed(self) -> tuple[set[Sentence], set[str], bool]:
        """The sentences, and the words that have to be present, that the last proof rests on.

        And whether it rests on nothing else: not on what was added for that choice of sentences only.
        """
        core = set(self.formula.core())
        return (
            {sentence for sentence, chosen in self._chosen.items() if chosen in core},
            {word for word, here in self.present.items() if here in core},
            self._only_here not in core,
        )
