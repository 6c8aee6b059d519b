"""What fits all that is known: a grown class grammar or the smallest under guards, and others beside it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations
from random import Random

from brillig.engines.grow import grow
from brillig.errors import NotFound
from brillig.language.corpus import Corpus, Sentence
from brillig.language.grammar import Grammar
from brillig.limits import Budget, Cancel, Limits
from brillig.parsing.bits import describe_used
from brillig.problems.restrictions import EVERYTHING, Restrictions, Switch
from brillig.workflows.agreement import with_agreement
from brillig.workflows.asking.class_formula import ClassFormula, Pair, neighbours
from brillig.workflows.asking.class_grammar import Classes, ClassGrammar
from brillig.workflows.asking.judgements import Answer, Judgement, with_judgements
from brillig.workflows.asking.knowledge import Knowledge
from brillig.workflows.asking.splitting import ALIKE, kinds_bits
from brillig.workflows.asking.word_classes import WordClasses, first_classes

# Not tuned one by one; benchmarks/bench_asking.py shows what they do together.
FORMULA_REACH = 8  # classes; with more the formula is too large to be solved in seconds
PATIENCE = 2  # attempts that ended open
MAX_RULES = 40
MORE_CATEGORIES = 2  # free ones that may be added before guards are taken back
DEAR = 2  # rules more than before: then restrictions of the model are lifted if that saves some
BEYOND = Restrictions.of((Switch.EQUAL_CHILDREN, Switch.LEXICAL_ROOT, Switch.RECURSIVE_ROOT))
ROUNDS = 40  # of the solver for one attempt: seconds
MAX_RAISED = 10  # rules more that one answer may cost
LATER_ROUNDS = 4  # where it takes many more rules
QUICK = 3  # for a short look
OTHER_SEEDS = (1, 2)  # of the growing engine, where nothing else finds any


class StoppedError(NotFound):
    """Time was up, or somebody stopped it, before a grammar fitted all that is known."""


class NoneFoundError(NotFound):
    """The search came to its end without one, which shows nothing about the answers."""


class Learner:
    """Sentences judged right and wrong, the classes of their words, and a grammar of these."""

    def __init__(
        self,
        corpus: Corpus,
        judgements: Sequence[Judgement],
        limits: Limits,
        cancel: Cancel | None = None,
        given: Grammar | None = None,
    ) -> None:
        self.random = Random(limits.seed)
        self.knowledge = Knowledge(corpus, given)
        self._limits, self._cancel = limits, cancel
        first_corpus = with_judgements(corpus, judgements)
        first = self._grow_words(first_corpus)
        if first is None and self.is_stopped():
            raise StoppedError("stopped before there was a grammar; the answers so far are kept")
        if first is None:  # stars are hard to grow by; classes that they contradict are split by asking
            first = self._grow_words(replace(first_corpus, rejected=()))
        if first is None:
            raise NotFound("no grammar for these sentences was found in a first look", hint="try infer")
        self.first = self._held = first
        self.classes = first_classes(first_corpus, first, self.knowledge)
        self.judged = self._all_judged(corpus, judgements)
        spread = set(first.expansions) - set(first.words_of) - {first.start}
        self._free = max(1, len(spread)) + 2
        self._least_free = self._free
        self._max_rules = max(2, len(first.syntactic) - 1)
        self._loose = False
        self._lifted: set[tuple[str, str]] = set()
        self.grammar: ClassGrammar | None = None
        self.others: list[ClassGrammar] = []
        self._formula: ClassFormula | None = None
        self._guess: ClassGrammar | None = None
        self._rebuild()
        if not self.knowledge:
            self._guess = ClassGrammar.of(first, (words[0] for words in self.classes.members))

    # -- what is known ------------------------------------------------------------------------------

    def _all_judged(self, corpus: Corpus, judgements: Sequence[Judgement]) -> dict[Sentence, bool]:
        """Right and wrong sentences; a wrong one with a word that no right one has is rejected as it is."""
        judged = dict.fromkeys(corpus.sentences, True)
        said = [(s, False) for s in corpus.rejected]
        said += [(j.sentence, j.answer is Answer.YES) for j in judgements if j.answer is not Answer.UNKNOWN]
        for sentence, right in said:
            if all(word in self.classes.class_of for word in sentence):
                judged.setdefault(sentence, right)
        return judged

    def judge(self, sentence: Sentence, right: bool) -> None:
        self.judged[sentence] = right
        (self.right if right else self.wrong).setdefault(self.classes.string(sentence), sentence)
        self._note_whole()

    def split(self, own: int, apart: list[str]) -> None:
        """These words of a class get one of their own."""
        self.classes = self._reunited(self.classes.split(own, apart))
        self._rebuild()

    def may_join(self, a: int, b: int) -> bool:
        """Whether nothing that is known keeps two classes apart."""
        return self._agrees(self.classes.joined(a, b))

    def join(self, a: int, b: int) -> None:
        """Two classes are one from now on, until an answer says otherwise."""
        self.classes = self.classes.joined(a, b)
        self._rebuild()

    def said(self) -> list[Sentence]:
        """The right sentences."""
        return [sentence for sentence, right in self.judged.items() if right]

    def _reunited(self, classes: WordClasses) -> WordClasses:
        """With classes as one that make the same kinds of sentences, where no judgement speaks against it."""
        said = self.said()
        bits = kinds_bits(map(classes.string, said))
        tried = [classes.joined(a, b) for a, b in combinations(range(len(classes.members)), 2)]
        saved = [(bits - kinds_bits(map(one.string, said)), one) for one in tried if self._agrees(one)]
        most, best = max(saved, key=lambda entry: entry[0], default=(0.0, classes))
        return self._reunited(best) if most >= ALIKE else classes

    def _agrees(self, classes: WordClasses) -> bool:
        if not all(map(self.knowledge.agrees, classes.members)):
            return False
        right, wrong = (
            {classes.string(s) for s, value in self.judged.items() if value is side} for side in (True, False)
        )
        return not right & wrong

    def contradiction(self) -> Classes | None:
        """The shortest class string with a right and a wrong sentence: its classes are too wide."""
        return min(self.right.keys() & self.wrong.keys(), key=lambda s: (len(s), s), default=None)

    def is_current(self) -> bool:
        return self.grammar is not None and self.grammar.fits(self.right, self.wrong)

    def _rebuild(self) -> None:
        self.right: dict[Classes, Sentence] = {}
        self.wrong: dict[Classes, Sentence] = {}
        for sentence, right in self.judged.items():
            (self.right if right else self.wrong).setdefault(self.classes.string(sentence), sentence)
        self._note_whole()
        self._forget_formula()
        self.grammar = None
        self.others = []
        self._guess = None

    def _note_whole(self) -> None:
        """Which classes are sentences by themselves: nothing but the judgements says so."""
        whole = frozenset(string[0] for string in self.right if len(string) == 1)
        if whole != self.classes.whole:
            self.classes = self.classes.with_whole(whole)
            self._forget_formula()

    def _forget_formula(self) -> None:
        if self._formula is not None:
            self._formula.close()
        self._formula = None

    # -- grammars -----------------------------------------------------------------------------------

    def fit(self) -> ClassGrammar:
        """One that fits: of a grown grammar and one with the fewest rules the one that takes fewer bits."""
        guess, self._guess = self._guess, None
        if guess is not None and guess.fits(self.right, self.wrong):
            return self._take(guess)
        grown = (self._regrown() if self.is_large() else None) or self._grown()
        if grown is not None and self.is_large():
            return self._take(grown)
        try:
            found = self._with_fewest_rules(grown)
        except NoneFoundError:
            if self.knowledge:
                raise
            # Nobody has said anything wrong: classes that do not contradict each other always have one.
            found = self._grown(OTHER_SEEDS) or ClassGrammar.listing(self.right, len(self.classes.members))
        if grown is not None and (found is None or self._bits(grown) < self._bits(found)):
            return self._take(grown)
        assert found is not None
        self.grammar = found
        return found

    def _with_fewest_rules(self, grown: ClassGrammar | None) -> ClassGrammar | None:
        """What stands in its way is taken back step by step; None where that takes long and one is grown."""
        raised, rounds, open_ = 0, ROUNDS, 0
        while True:
            formula = self._formula_now()
            found = formula.fit(
                self.right, self.wrong, self._max_rules, rounds, self.budget(), unseen=self._unseen()
            )
            if isinstance(found, ClassGrammar):
                return found
            if self.is_stopped():
                raise StoppedError("stopped before a grammar fitted all answers")
            if found is False:
                by_number, guards = formula.blamed(self._max_rules)
                if not by_number:
                    self._give_way(guards)
                    continue
            elif (open_ := open_ + 1) >= PATIENCE and grown is not None:
                return None
            raised += 1
            rounds = ROUNDS if raised < DEAR else LATER_ROUNDS
            if raised % DEAR == 0 and self._lift():
                continue
            self._max_rules += 1
            if self._max_rules > MAX_RULES or (self.grammar is not None and raised > MAX_RAISED):
                if grown is not None:
                    return None
                raise NoneFoundError("no grammar of a sensible size was found that fits all answers")

    def _grown(self, seeds: Sequence[int] = (0,)) -> ClassGrammar | None:
        """One that the growing engine finds for the class strings."""
        if self.knowledge:
            return None
        return next(filter(None, map(self._grown_with, seeds)), None)

    def _grown_with(self, seed: int) -> ClassGrammar | None:
        said = map(self.classes.string, self.said())
        strings, wrong = (tuple(tuple(map(str, string)) for string in kind) for kind in (said, self.wrong))
        found = self._grow(Corpus(strings, rejected=wrong), seed)
        if found is None:
            return None
        grown = ClassGrammar.of(found, map(str, range(len(self.classes.members))))
        return grown if grown.fits(self.right, self.wrong) else None

    def _bits(self, found: ClassGrammar) -> float:
        return describe_used(self.classes.grammar(found), Corpus(tuple(self.said())))[1].bits.total

    def _take(self, grown: ClassGrammar) -> ClassGrammar:
        self.grammar, self._max_rules = grown, len(grown.rules)
        self._held = self.classes.grammar(grown)
        return grown

    def _grow(self, corpus: Corpus, seed: int = 0) -> Grammar | None:
        limits = replace(self._limits, seed=self._limits.seed + seed, time_limit=None)
        return grow(corpus, limits, cancel=self._cancel).grammar

    def _grow_words(self, corpus: Corpus, known: Grammar | None = None) -> Grammar | None:
        """From sentences of words, not of classes: agreement shows in the words."""
        limits = replace(self._limits, time_limit=None)
        grown = grow(corpus, limits, known=known, cancel=self._cancel)
        if grown.grammar is None or grown.description is None or self.knowledge:
            return grown.grammar
        plain = (grown.grammar, grown.description, grown.exceptions)
        return with_agreement(plain, corpus, self.budget())

    def _regrown(self) -> ClassGrammar | None:
        """The one held last, grown on with all that was judged, and its own classes of words."""
        wrong = tuple(sentence for sentence, right in self.judged.items() if not right)
        corpus = Corpus(tuple(self.said()), rejected=wrong)
        found = None if self.knowledge else self._grow_words(corpus, self._held)
        if found is None:
            return None
        classes = first_classes(corpus, found, self.knowledge)
        if classes.members != self.classes.members:
            self.classes = classes
            self._rebuild()
        grown = ClassGrammar.of(found, (words[0] for words in self.classes.members))
        return grown if grown.fits(self.right, self.wrong) else None

    def is_large(self) -> bool:
        return len(self.classes.members) > FORMULA_REACH

    def is_stopped(self) -> bool:
        return self._cancel is not None and self._cancel.is_set()

    def is_cheap(self) -> bool:
        """Whether one rule more is enough for all that is known, as far as a short look can tell."""
        if self.is_large():
            return True  # nobody can tell, and no question is asked for that
        rules, unseen = self._max_rules + 1, self._unseen()
        found = self._formula_now().fit(self.right, self.wrong, rules, QUICK, self.budget(), unseen=unseen)
        return isinstance(found, ClassGrammar)

    def _lift(self) -> bool:
        """Rules get many: whether some less would do beyond the paper's model, which then is left."""
        lifted = self.classes.lifted | BEYOND
        if lifted == self.classes.lifted:
            return False
        before, self.classes = self.classes, self.classes.allowing(lifted)
        kept, self._formula = self._formula, None
        found = self._formula_now().fit(
            self.right, self.wrong, self._max_rules, QUICK, self.budget(), unseen=self._unseen()
        )
        if isinstance(found, ClassGrammar):
            self._max_rules = len(found.rules)
            if kept is not None:
                kept.close()
            return True
        self._formula_now().close()
        self.classes, self._formula = before, kept
        return False

    def look_around(self, number: int, rounds: int) -> None:
        """Other grammars that fit, with as few rules or one more."""
        assert self.grammar is not None
        self.others = [g for g in self.others if g.fits(self.right, self.wrong)]
        if self.is_large():
            return
        formula = self._formula_now()
        for more in (0, 1):
            while len(self.others) < number:
                found = formula.fit(
                    self.right,
                    self.wrong,
                    self._max_rules + more,
                    rounds,
                    self.budget(),
                    unseen=self._unseen(),
                    apart=[self.grammar, *self.others],
                )
                if not isinstance(found, ClassGrammar):
                    break
                self.others.append(found)

    def widest(self, rules: int, rounds: int) -> ClassGrammar | None:
        """A grammar of at most that many rules without guards."""
        if self.is_large():
            return None
        found = self._formula_now().fit(self.right, self.wrong, rules, rounds, self.budget())
        return found if isinstance(found, ClassGrammar) else None

    def without(self, sentence: Sentence, rules: int, rounds: int, budget: Budget) -> ClassGrammar | None:
        """A grammar that fits all but this one."""
        string = self.classes.string(sentence)
        right, wrong = ([s for s in kind if s != string] for kind in (self.right, self.wrong))
        found = self._formula_now().fit(right, wrong, rules, rounds, budget, unseen=self._unseen())
        return found if isinstance(found, ClassGrammar) else None

    def forget(self, sentence: Sentence) -> None:
        """A judgement that others contradict counts no more."""
        del self.judged[sentence]
        self._rebuild()

    @property
    def max_rules(self) -> int:
        return self._max_rules

    def _give_way(self, guards: Iterable[Pair]) -> None:
        """Nothing fits whatever the number of rules: more categories first, then fewer guards."""
        if self._free < self._least_free + MORE_CATEGORIES:
            self._free += 1
        elif guards := list(guards):
            self._lifted |= {self._named(pair) for pair in guards}
            return
        elif not self._loose:
            self._loose = True
        elif self.classes.lifted != EVERYTHING:
            self.classes = self.classes.allowing(EVERYTHING)
        elif self.knowledge:
            raise NoneFoundError(
                "no grammar was found that keeps to the tags, brackets and given rules and fits all answers",
                hint=("infer with the same files says which of them contradict each other, if they do"),
            )
        else:
            raise NoneFoundError("no grammar with so few categories fits all answers")
        self._max_rules = max(2, self._max_rules - 3)
        self._rebuild()

    def _unseen(self) -> list[Pair]:
        classes = range(len(self.classes.members))
        seen = neighbours(self.right)
        pairs = [(a, b) for a in (-1, *classes) for b in (*classes, -2) if (a, b) != (-1, -2)]
        return [pair for pair in pairs if pair not in seen and self._named(pair) not in self._lifted]

    def _named(self, pair: Pair) -> tuple[str, str]:
        """A pair of classes by its first words, which splits leave in place."""
        left, right = (self.classes.members[own][0] if own >= 0 else "" for own in pair)
        return left, right

    def _formula_now(self) -> ClassFormula:
        if self._formula is None:
            shape = self.classes.shape(self._free, loose=self._loose)
            named = self.classes.numbers(self.knowledge.tags, shape, loose=self._loose)
            known = self.knowledge.over(self.classes.class_of, named)
            self._formula = ClassFormula(shape, MAX_RULES, known)
        return self._formula

    def budget(self) -> Budget:
        return Budget.begin(replace(self._limits, time_limit=None, jobs=1), self._cancel)
