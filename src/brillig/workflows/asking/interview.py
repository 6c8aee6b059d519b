"""Which sentence to ask next. A generator: it yields questions and is sent the answers.

*Words*: may each word of a class stand where the others stand? Sentences known to be right, with other words.
*Rules*: sentences that the grammar accepts. First those that take something that was never seen, as little of
it as possible; of these, those that other fitting grammars reject, and then short ones.
*Reach*: sentences that it rejects, though a wider grammar or one held before accepts them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import product

from brillig.errors import NotFound
from brillig.language.corpus import Sentence
from brillig.workflows.asking.class_formula import neighbours
from brillig.workflows.asking.class_grammar import Classes
from brillig.workflows.asking.evidence import Evidence
from brillig.workflows.asking.judgements import Answer, Judgement, runs_at_end
from brillig.workflows.asking.learner import Learner
from brillig.workflows.asking.splitting import SURE, divide
from brillig.workflows.asking.word_classes import WordClasses
from brillig.workflows.asking.wording import DRAWS, Wording

# Answers in a row, of each kind, that said what the grammar says: then it is trusted.
RULE_RUN, WORD_RUN, REACH_RUN = 10, 9, 7
MAX_WORDS = 8
CANDIDATES = 4
ROUNDS = 2  # of the solver for each candidate beside the first
WIDER_ROUNDS = 8  # for a wider grammar
POOL = 400  # class strings that candidates are compared on
NEWS = 80  # of these that take something new, compared by how much
MERGED_WORDS = 7  # the longest sentences of grammars with two categories as one
CONTROLS = 2  # places where another word makes a sentence right: then the answer to it is in doubt


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
        self._sentences = frozenset(learner.knowledge.corpus.sentences)
        self.random = learner.random
        self.skipped = {j.sentence for j in judgements if j.answer is Answer.UNKNOWN}
        self._confirmed, self._refused = runs_at_end(judgements)
        self._wording = Wording(learner, self.skipped)
        self.ahead = 1
        self.asked: Counter[Kind] = Counter()
        self.past: list[set[Classes]] = []
        self.language: set[Classes] = set()
        self.exceptions: list[Sentence] = []  # answers that other answers contradict
        self._free_rules = 2
        self._reaches = 0
        self._last: Sentence | None = None  # what was judged last
        self._evidence: Evidence | None = None  # for the present grammar

    def questions(self) -> Questions:
        learner = self.learner
        rules = words = self._confirmed
        reach, turn = self._refused, 0
        while True:
            while (string := learner.contradiction()) is not None:
                yield from self._split(string)
                rules = words = reach = 0
                self._wording.begin_anew()
            if not learner.is_current():
                control = self._control()
                if control is not None:
                    yield from self._ask(control, Kind.SPLIT)
                    continue
                self._learn()
            turn += 1
            open_rules = [s for s in self.language if not self._is_known(s)]
            rules_done = rules >= RULE_RUN or not open_rules
            words_done = words >= WORD_RUN
            self.ahead = max(1, RULE_RUN - rules) + max(0, REACH_RUN - reach)
            if not rules_done and (turn % 2 or words_done):
                sentence = self._wording.attested(self._plainest(open_rules))
                answer = yield from self._ask(sentence, Kind.RULES)
                rules = rules + 1 if answer else 0
            elif not words_done:
                exchanged = self._wording.exchange()
                if exchanged is None:
                    words = WORD_RUN
                    continue
                answer = yield from self._ask(exchanged, Kind.WORDS)
                words = words + 1 if answer else 0
            elif reach < (2 * REACH_RUN if self._is_dear() else REACH_RUN):
                wider = self._beyond()
                if not wider:
                    return
                answer = yield from self._ask(self._wording.attested(wider), Kind.REACH)
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
            self._last = sentence
            if answer and self._evidence is not None:
                self._evidence.learn(self.learner.classes.string(sentence))
        return answer

    def _control(self) -> Sentence | None:
        """Another sentence of the same classes, where the last answer alone would cost many rules."""
        learner, last = self.learner, self._last
        self._last = None
        if last is None or learner.grammar is None or last not in learner.judged:
            return None
        string = learner.classes.string(last)
        if sum(learner.classes.string(s) == string for s in learner.judged if len(s) == len(last)) > 1:
            return None
        if learner.grammar.accepts([string])[0] == learner.judged[last] or learner.is_cheap():
            return None
        drawn = [
            s for s in self._wording.drawn(string, DRAWS) if s not in learner.judged and s not in self.skipped
        ]
        return min(drawn, key=lambda s: self._wording.unseen_pairs(s), default=None)

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
        found = None
        while found is None:
            try:
                found = learner.fit()
            except NotFound:
                newest = next(reversed(learner.judged))
                if newest in self._sentences or learner.is_stopped():
                    raise
                self._except(newest)
        learner.look_around(CANDIDATES - 1, ROUNDS)
        self.language = found.language(MAX_WORDS, self.random)
        self._evidence = Evidence(found, learner.right)

    # -- sentences ----------------------------------------------------------------------------------

    def _plainest(self, strings: Iterable[Classes]) -> Classes:
        """One with the least that is new, as far as any has; of these that most of the others reject."""
        assert self._evidence is not None
        strings = sorted(strings, key=lambda s: (len(s), s))[:POOL]
        news = self._evidence.news(strings, NEWS)
        strings = [s for s in strings if s in news] or strings
        votes = [0] * len(strings)
        for other in self.learner.others:
            votes = [vote + yes for vote, yes in zip(votes, other.accepts(strings), strict=True)]
        worth = {s: (news.get(s, 0), vote, len(s)) for s, vote in zip(strings, votes, strict=True)}
        least = min(worth.values())
        return self.random.choice([s for s in strings if worth[s] == least])

    def _beyond(self) -> Classes | None:
        """A sentence that it rejects, in turn of a grammar with two categories as one, of a wider one that
        fits with as few rules, and of one held before."""
        sources = (self._merged, self._wider, self._held_before)
        first = 1 if self._is_dear() else self._reaches % len(sources)
        self._reaches += 1
        for source in (*sources[first:], *sources[:first]):
            found = source()
            if found is not None:
                return found
        return None

    def _merged(self) -> Classes | None:
        learner = self.learner
        assert learner.grammar is not None
        wider = [g for g in learner.grammar.merged() if g.fits(learner.right, learner.wrong)]
        # Categories that are the same have the same rules, which then are fewer.
        for grammar in sorted(wider, key=lambda g: len(g.rules)):
            found = self._strangest_last(grammar.language(MERGED_WORDS, self.random))
            if found is not None:
                return found
        return None

    def _wider(self) -> Classes | None:
        while self._free_rules <= self.learner.max_rules:
            wide = self.learner.widest(self._free_rules, WIDER_ROUNDS)
            if wide is not None:
                return self._strangest_last(wide.language(MAX_WORDS, self.random))
            self._free_rules += 1
        return None

    def _is_dear(self) -> bool:
        """Whether fewer rules would do if neighbours that were never seen were right: then ask for these."""
        grammar = self.learner.grammar
        assert grammar is not None
        return self._free_rules < len(grammar.rules)

    def _held_before(self) -> Classes | None:
        return self._strangest_last({s for language in self.past for s in language})

    def _strangest_last(self, strings: set[Classes]) -> Classes | None:
        """Of those that are unknown and rejected the one with the least that was never seen."""
        learner = self.learner
        assert learner.grammar is not None
        unknown = sorted(s for s in strings if not self._is_known(s))
        rejected = [s for s, yes in zip(unknown, learner.grammar.accepts(unknown), strict=True) if not yes]
        if not rejected:
            return None
        seen = neighbours(learner.right)
        news = [neighbours([s]) - seen for s in learner.wrong]
        bad = {pair for pairs in news if len(pairs) == 1 for pair in pairs}

        def strangeness(string: Classes) -> tuple[bool, int, int]:
            pairs = neighbours([string])
            new = pairs - seen
            # A new beginning or end is stranger than new neighbours inside.
            edges = sum(pair[0] < 0 or pair[1] < 0 for pair in new)
            return bool(pairs & bad), len(new) + 2 * edges, len(string)

        least = min(map(strangeness, rejected))
        return self.random.choice([s for s in rejected if strangeness(s) == least])

    # -- splits -------------------------------------------------------------------------------------

    def _is_slip(self, sentence: Sentence, place: int) -> Generator[Question, bool | None, bool]:
        """Whether all that was said of a word at this place is one answer, and the contrary seems true.

        So it is if with another word elsewhere, here and there, the opposite is said. One place is not
        enough: what stands there may be what the word has to agree with.
        """
        learner = self.learner
        said, string = learner.judged[sentence], learner.classes.string(sentence)
        # Not in the class that is in question: its words may be two kinds of words.
        places = [other for other, own in enumerate(string) if own != string[place]]
        others = [
            tried for tried in (self._wording.exchanged_at(sentence, other) for other in places) if tried
        ]
        if any(learner.judged.get(s) is said for tried in others for s in tried):
            return False
        opposite = 0
        for tried in sorted(others, key=lambda tried: not any(s in learner.judged for s in tried)):
            if any(s in learner.judged for s in tried):
                opposite += 1
            elif fresh := [s for s in tried if s not in self.skipped]:
                control = min(fresh, key=lambda s: (self._wording.unseen_pairs(s), s))
                answer = yield from self._ask(control, Kind.SPLIT)
                if answer is said:
                    return False
                opposite += answer is not None
            if opposite == CONTROLS:
                return True
        return False

    def _except(self, sentence: Sentence) -> None:
        """An answer that others or tags contradict, or no grammar takes in, counts no more and is named."""
        self.exceptions.append(sentence)
        self.learner.forget(sentence)

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
        if wrong[low] in learner.knowledge.together(right[low]):  # the tags say that they are the same
            self._except(wrong)
            return
        members = learner.classes.members[own]
        sides: dict[str, bool] = {}
        for word, side in ((right[low], True), (wrong[low], False)):
            sides |= dict.fromkeys(learner.knowledge.together(word), side)
        said = [sentence for sentence, yes in learner.judged.items() if yes]
        while not sides.keys() >= set(members):
            guesses = divide(members, sides, said, learner.classes.class_of.__getitem__)
            word = min(guesses, key=lambda w: (guesses[w][1], w))
            if guesses[word][1] >= SURE:
                sides |= {guessed: side for guessed, (side, _) in guesses.items()}
            else:
                side = yield from self._known_or_ask((*wrong[:low], word, *right[low + 1 :]))
                sides |= dict.fromkeys(learner.knowledge.together(word), side)
        natural = divide(members, {right[low]: True}, said, learner.classes.class_of.__getitem__)
        doubtful = natural[wrong[low]][0]  # by the sentences alone the two words would be on one side
        for word, side in ((right[low], True), (wrong[low], False)) if doubtful else ():
            # Where one answer alone has put words on a side, it may be a slip.
            sentence = (*wrong[:low], word, *right[low + 1 :])
            alike = [(*wrong[:low], other, *right[low + 1 :]) for other in members if sides[other] is side]
            if sentence in self._sentences or sum(s in learner.judged for s in alike) > 1:
                continue
            if sentence in learner.judged and (yield from self._is_slip(sentence, low)):
                self._except(sentence)
                return
        apart = [word for word in members if not sides[word]]
        before = learner.classes
        learner.split(own, apart)
        languages = [*self.past, self.language] if self.language else self.past
        self.past = [_carried(language, before, learner.classes) for language in languages]
        self.language, self._evidence = set(), None


def _carried(strings: set[Classes], before: WordClasses, now: WordClasses) -> set[Classes]:
    """The strings over other classes: each old one may be any of those that have words of it."""
    into = [tuple({now.class_of[word] for word in words}) for words in before.members]
    carried: set[Classes] = set()
    for string in strings:
        if sum(len(into[own]) > 1 for own in string) <= 4:
            carried.update(product(*(into[own] for own in string)))
    return carried
