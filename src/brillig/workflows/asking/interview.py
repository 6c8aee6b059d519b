"""Which sentence to ask next. A generator: it yields questions and is sent the answers.

*Words*: may each word of a class stand where the others stand? Sentences known to be right, with other words.
*Rules*: sentences that the grammar accepts, shortest first; those that other fitting grammars reject come
before. *Reach*: sentences that it rejects, though a wider grammar or one held before accepts them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import product, takewhile

from brillig.language.corpus import Sentence
from brillig.workflows.asking.class_formula import neighbours
from brillig.workflows.asking.class_grammar import Classes
from brillig.workflows.asking.judgements import Answer, Judgement
from brillig.workflows.asking.learner import Learner

RULE_RUN, WORD_RUN, REACH_RUN = 12, 15, 10
MAX_WORDS = 8
CANDIDATES = 4


class Kind(StrEnum):
    WORDS = "words"
    RULES = "rules"
    REACH = "reach"
    SPLIT = "split"


@dataclass(frozen=True)
class Question:
    """A sentence to be judged, and what for."""

    sentence: Sentence
    kind: Kind

    @property
    def text(self) -> str:
        return " ".join(self.sentence)


Questions = Generator[Question, bool | None, None]


class Interview:
    """One course of questions; a later one goes on from the judgements of those before."""

    def __init__(self, learner: Learner, judgements: Sequence[Judgement] = ()) -> None:
        self.learner = learner
        self.random = learner.random
        self.skipped = {j.sentence for j in judgements if j.answer is Answer.UNKNOWN}
        self._confirmed, self._refused = _runs(judgements)
        self.ahead = 1
        self.asked: Counter[Kind] = Counter()
        self.past: list[set[Classes]] = []
        self.language: set[Classes] = set()
        self._free_rules = 2

    def questions(self) -> Questions:
        learner = self.learner
        rules = words = self._confirmed
        reach, turn = self._refused, 0
        while True:
            while (string := learner.contradiction()) is not None:
                yield from self._split(string)
                rules = words = reach = 0
            if not learner.is_current():
                self._learn()
            turn += 1
            open_rules = [s for s in self.language if not self._is_known(s)]
            rules_done = rules >= RULE_RUN or not open_rules
            words_done = words >= WORD_RUN
            self.ahead = max(1, RULE_RUN - rules) + max(0, REACH_RUN - reach)
            if not rules_done and (turn % 2 or words_done):
                answer = yield from self._ask(self._words_for(self._plainest(open_rules)), Kind.RULES)
                rules = rules + 1 if answer else 0
            elif not words_done:
                sentence = self._exchange()
                if sentence is None:
                    words = WORD_RUN
                    continue
                answer = yield from self._ask(sentence, Kind.WORDS)
                words = words + 1 if answer else 0
            elif reach < REACH_RUN:
                wider = self._beyond()
                if not wider:
                    return
                answer = yield from self._ask(self._words_for(wider), Kind.REACH)
                reach = 0 if answer else reach + 1
                rules = 0 if answer else rules
            else:
                return

    def _ask(self, sentence: Sentence, kind: Kind) -> Generator[Question, bool | None, bool | None]:
        self.asked[kind] += 1
        answer = yield Question(sentence, kind)
        if answer is None:
            self.skipped.add(sentence)
        else:
            self.learner.judge(sentence, answer)
        return answer

    def _known_or_ask(self, sentence: Sentence) -> Generator[Question, bool | None, bool]:
        """Whether it is right; what nobody knows is taken to be no different from its like."""
        if sentence in self.skipped:
            return True
        known = self.learner.judged.get(sentence)
        if known is not None:
            return known
        return (yield from self._ask(sentence, Kind.SPLIT)) is not False

    def _is_known(self, string: Classes) -> bool:
        if string in self.learner.right or string in self.learner.wrong:
            return True
        return any(len(s) == len(string) and self.learner.classes.string(s) == string for s in self.skipped)

    def _learn(self) -> None:
        learner = self.learner
        if self.language:
            self.past.append(self.language)
        found = learner.fit()
        self.language = found.language(MAX_WORDS, self.random)

    # -- sentences ----------------------------------------------------------------------------------

    def _plainest(self, strings: Iterable[Classes]) -> Classes:
        strings = list(strings)
        least = min(map(len, strings))
        return self.random.choice(sorted(s for s in strings if len(s) == least))

    def _words_for(self, string: Classes) -> Sentence:
        members = self.learner.classes.members
        return tuple(self.random.choice(members[own]) for own in string)

    def _exchange(self) -> Sentence | None:
        learner = self.learner
        assert learner.grammar is not None
        strings = sorted(learner.right, key=lambda s: (len(s), s))[:8]
        for _ in range(50):
            sentence = self._words_for(self.random.choice(strings))
            if sentence not in learner.judged and sentence not in self.skipped:
                return sentence
        return None

    def _beyond(self) -> Classes | None:
        learner = self.learner
        assert learner.grammar is not None
        strings = {s for language in self.past for s in language}
        while self._free_rules <= learner.max_rules:
            wide = learner.widest(self._free_rules, 4.0)
            if wide is not None:
                strings |= wide.language(MAX_WORDS, self.random)
                break
            self._free_rules += 1
        unknown = sorted(s for s in strings if not self._is_known(s))
        rejected = [s for s, yes in zip(unknown, learner.grammar.accepts(unknown), strict=True) if not yes]
        if not rejected:
            return None
        seen = neighbours(learner.right)
        news = [neighbours([s]) - seen for s in learner.wrong]
        bad = {pair for pairs in news if len(pairs) == 1 for pair in pairs}

        def strangeness(string: Classes) -> tuple[bool, int, int]:
            pairs = neighbours([string])
            return bool(pairs & bad), len(pairs - seen), len(string)

        least = min(map(strangeness, rejected))
        return self.random.choice([s for s in rejected if strangeness(s) == least])

    # -- splits -------------------------------------------------------------------------------------

    def _split(self, string: Classes) -> Generator[Question, bool | None, None]:
        """Between a right and a wrong sentence of the same classes find the word, then its likes."""
        learner = self.learner
        right, wrong = learner.right[string], learner.wrong[string]
        low, high = 0, len(string)
        while high - low > 1:
            middle = (low + high) // 2
            mixed = wrong[:middle] + right[middle:]
            if mixed == right or (mixed != wrong and (yield from self._known_or_ask(mixed))):
                low = middle
            else:
                high = middle
        own = string[low]
        apart = []
        for word in learner.classes.members[own]:
            if not (yield from self._known_or_ask((*wrong[:low], word, *right[low + 1 :]))):
                apart.append(word)
        new = len(learner.classes.members)
        self.past = [_spread(language, own, new) for language in self.past]
        if self.language:
            self.past.append(_spread(self.language, own, new))
        self.language = set()
        learner.split(own, apart)


def _spread(strings: set[Classes], own: int, new: int) -> set[Classes]:
    """The strings with a class that was split in two, either of them at each place."""
    spread: set[Classes] = set()
    for string in strings:
        if string.count(own) <= 4:
            spread.update(product(*((own, new) if c == own else (c,) for c in string)))
    return spread


def _runs(judgements: Sequence[Judgement]) -> tuple[int, int]:
    """How many sentences were confirmed at the end of earlier judgements, and how many then refused.

    A single refusal may have changed the grammar, so that what was confirmed before counts no more.
    """
    said = [j.answer for j in judgements if j.answer is not Answer.UNKNOWN]
    refused = len(list(takewhile(lambda answer: answer is Answer.NO, reversed(said))))
    if refused == 1:
        return 0, 0
    rest = said[: len(said) - refused]
    return len(list(takewhile(lambda answer: answer is Answer.YES, reversed(rest)))), refused
