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

from brillig.language.corpus import Sentence
from brillig.workflows.asking.class_grammar import Classes
from brillig.workflows.asking.evidence import Evidence
from brillig.workflows.asking.hinges import find_culprits
from brillig.workflows.asking.judgements import Answer, Judgement, Spoken, runs_at_end
from brillig.workflows.asking.learner import Learner, NoneFoundError
from brillig.workflows.asking.longer import LONGEST, Shortest
from brillig.workflows.asking.reach import MAX_WORDS, Reach
from brillig.workflows.asking.splitting import SURE, divide
from brillig.workflows.asking.word_classes import WordClasses
from brillig.workflows.asking.wording import Wording

# Answers in a row, of each kind, that said what the grammar says: then it is trusted.
RULE_RUN, WORD_RUN, REACH_RUN = 10, 9, 7
LONGER_RUN = 4  # beyond these, of sentences too long to be listed
# Not tuned one by one; benchmarks/bench_asking.py shows what they do together.
CANDIDATES = 4
ROUNDS = 2  # of the solver for each candidate beside the first
POOL = 400  # class strings that candidates are compared on
NEWS = 80  # of these that take something new, compared by how much
CONTROLS = 2  # places where another word makes a sentence right: then the answer to it is in doubt


class Kind(StrEnum):
    WORDS = "words"
    RULES = "rules"
    REACH = "reach"
    SPLIT = "split"


@dataclass(frozen=True)
class Question(Spoken):
    """A sentence to be judged, and what for."""

    kind: Kind


Questions = Generator[Question, bool | None, None]


class Interview:
    """One course of questions; a later one goes on from the judgements of those before."""

    def __init__(
        self, learner: Learner, judgements: Sequence[Judgement] = (), *, trusted: bool = False
    ) -> None:
        self.learner = learner
        self._trusted = trusted  # a program makes no slips
        self._sentences = frozenset(learner.knowledge.corpus.sentences)
        self.random = learner.random
        self.skipped = {j.sentence for j in judgements if j.answer is Answer.UNKNOWN}
        self._confirmed, self._refused = runs_at_end(judgements)
        self._wording = Wording(learner, self.skipped)
        self._reach = Reach(learner, self._is_known)
        self.ahead = 1
        self.asked: Counter[Kind] = Counter()
        self.language: set[Classes] = set()
        self.exceptions: list[Sentence] = []  # answers that other answers contradict
        self.surprises: list[Sentence] = []  # answers that the grammar of the time did not expect
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
            if not learner.is_current():
                control = self._control()
                if control is not None:
                    yield from self._ask(control, Kind.SPLIT)
                    continue
                yield from self._doubt_single_answers()
                if learner.contradiction() is not None:
                    continue
                self._learn()
            turn += 1
            open_rules = [s for s in self.language if not self._is_known(s)]
            if rules >= RULE_RUN or not open_rules:
                open_rules = self._longer() if rules < RULE_RUN + LONGER_RUN else []
            rules_done = not open_rules
            words_done = words >= WORD_RUN
            runs = max(RULE_RUN - rules, 1) * (not rules_done), WORD_RUN - words, REACH_RUN - reach
            self.ahead = max(1, sum(max(0, run) for run in runs))
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
            elif reach < (2 * REACH_RUN if self._reach.is_dear() else REACH_RUN):
                wider = self._reach.next()
                if not wider:
                    return
                answer = yield from self._ask(self._wording.attested(wider), Kind.REACH)
                reach = 0 if answer else reach + 1
                rules = 0 if answer else rules
                if answer and self._reach.joined is not None:
                    before = learner.classes
                    learner.join(*self._reach.joined)
                    self._carry(before)
                    words = 0
            else:
                return

    def _ask(self, sentence: Sentence, kind: Kind) -> Generator[Question, bool | None, bool | None]:
        self.asked[kind] += 1
        answer = yield Question(sentence, kind)
        if answer is None:
            self.skipped.add(sentence)
        else:
            self._note_surprise(sentence, answer)
            self.learner.judge(sentence, answer)
            self._last = sentence
            if answer and self._evidence is not None:
                self._evidence.learn(self.learner.classes.string(sentence))
        return answer

    def _note_surprise(self, sentence: Sentence, answer: bool) -> None:
        grammar = self.learner.grammar
        if grammar is not None and grammar.accepts([self.learner.classes.string(sentence)])[0] != answer:
            self.surprises.append(sentence)

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
        return self._wording.another(string)

    def _doubt_single_answers(self) -> Generator[Question, bool | None, None]:
        """Where much would have to change: an earlier answer without which little would is asked for anew.

        In other words; where two of these say the opposite, it counts no more.
        """
        learner = self.learner
        if self._trusted or learner.grammar is None or learner.is_cheap():
            return
        asked = [s for s in learner.judged if s not in self._sentences]
        for sentence in find_culprits(learner, asked):
            said, string = learner.judged[sentence], learner.classes.string(sentence)
            for _ in range(CONTROLS):
                control = self._wording.another(string)
                if control is None or (yield from self._ask(control, Kind.SPLIT)) is not (not said):
                    break
            else:
                self._except(sentence)
                return

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
        self._reach.remember(self.language)
        found, before = None, learner.classes
        while found is None:
            try:
                found = learner.fit()
            except NoneFoundError:
                newest = next(reversed(learner.judged))
                if newest in self._sentences:
                    raise
                learner.forget(newest)  # not for good: the dialogue lists it as not taken in
        if learner.classes.members != before.members:
            self._carry(before)
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

    def _longer(self) -> list[Classes]:
        """Those beyond the listed lengths that take something never seen, for which nothing shorter does."""
        assert self._evidence is not None
        found = Shortest(self._evidence.grammar, self._evidence.seen).unseen()
        unknown = {s for _, s in found if MAX_WORDS < len(s) <= LONGEST and not self._is_known(s)}
        return list(self._evidence.news(sorted(unknown), len(unknown)))

    # -- splits -------------------------------------------------------------------------------------

    def _is_slip(self, sentence: Sentence, place: int) -> Generator[Question, bool | None, bool]:
        """Whether all that was said of a word at this place is one answer, and the contrary seems true.

        So it is if with another word elsewhere, here and there, the opposite is said. One place is not
        enough: what stands there may be what the word has to agree with.
        """
        learner = self.learner
        if self._trusted:
            return False
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
        """An answer that others or tags contradict counts no more and is named."""
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
        self._carry(before)

    def _carry(self, before: WordClasses) -> None:
        """The classes are others now."""
        self._reach.remember(self.language)
        self._reach.carry(before, self.learner.classes)
        self.language, self._evidence = set(), None
        self._wording.begin_anew()
