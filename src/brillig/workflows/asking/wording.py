"""Words for class strings: which sentence of a kind to ask."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import combinations, islice

from brillig.language.corpus import Sentence
from brillig.workflows.asking.class_formula import neighbours
from brillig.workflows.asking.class_grammar import Classes
from brillig.workflows.asking.doubts import Doubts
from brillig.workflows.asking.learner import Learner

# Not tuned one by one; benchmarks/bench_asking.py shows what they do together.
DRAWS = 30  # sentences drawn for a class string, of which the best is asked
FAR_RUN = 3  # words that stand apart and were never seen together, in a row, that said nothing new
KINDS = 10  # of right sentences, at least, whose words are exchanged


class Wording:
    """For the classes that a learner has at the time; what was skipped is not asked again."""

    def __init__(self, learner: Learner, skipped: Collection[Sentence]) -> None:
        self._learner = learner
        self._skipped = skipped
        self._random = learner.random
        self._far = 0
        self._pairs: set[tuple[str, str]] = set()
        self._paired = 0

    def begin_anew(self) -> None:
        """The classes changed: words that stand apart are worth asking about again."""
        self._far = 0

    def attested(self, string: Classes) -> Sentence:
        """Words for the classes that were seen side by side: a "no" is then about the classes."""
        return min(self.drawn(string, DRAWS), key=self.unseen_pairs)

    def drawn(self, string: Classes, number: int) -> list[Sentence]:
        members = self._learner.classes.members
        return [tuple(self._random.choice(members[own]) for own in string) for _ in range(number)]

    def another(self, string: Classes) -> Sentence | None:
        """One of these classes that nobody was asked about."""
        judged = self._learner.judged
        drawn = [s for s in self.drawn(string, DRAWS) if s not in judged and s not in self._skipped]
        return min(drawn, key=self.unseen_pairs, default=None)

    def exchanged_at(self, sentence: Sentence, place: int) -> list[Sentence]:
        """The sentence with each other word of the class there."""
        classes = self._learner.classes
        members = classes.members[classes.class_of[sentence[place]]]
        return [(*sentence[:place], w, *sentence[place + 1 :]) for w in members if w != sentence[place]]

    def exchange(self) -> Sentence | None:
        """A right sentence with other words, those whose neighbours are the most doubtful.

        Where nothing is doubtful, words further apart that no right sentence of its kind has, a few times.
        """
        learner = self._learner
        doubts = Doubts(learner.said(), learner.classes.class_of.__getitem__)
        strings = self._kinds()
        fresh = {
            s: doubts.of(s) / len(s) ** 2  # short sentences are judged more surely
            for string in strings
            for s in self._with_doubtful_words(learner.right[string], doubts)
            if s not in learner.judged and s not in self._skipped
        }
        best = max(fresh, key=fresh.__getitem__, default=None)
        if best is not None and fresh[best] > 0:
            return best
        if self._far >= FAR_RUN:
            return None
        self._far += 1
        seen = {pair for s, right in learner.judged.items() if right for pair in self._far_pairs(s)}
        drawn = [s for string in strings[:KINDS] for s in self.drawn(string, DRAWS // 2)]
        unknown = [s for s in drawn if s not in learner.judged and s not in self._skipped]
        best = max(unknown, key=lambda s: len(self._far_pairs(s) - seen) / len(s), default=None)
        return best if best is not None and self._far_pairs(best) - seen else None

    def _kinds(self) -> list[Classes]:
        """Right strings, short ones first, that have among them all neighbours."""
        found: list[Classes] = []
        seen: set[tuple[int, int]] = set()
        for string in sorted(self._learner.right, key=lambda s: (len(s), s)):
            new = neighbours([string]) - seen
            if new or len(found) < KINDS:
                found.append(string)
                seen |= new
        return found

    def _with_doubtful_words(self, sentence: Sentence, doubts: Doubts) -> Iterator[Sentence]:
        """One place after the other gets the word that makes it the most doubtful."""
        for place in range(len(sentence)):
            sentence = max((sentence, *self.exchanged_at(sentence, place)), key=doubts.of)
            yield sentence

    def _far_pairs(self, sentence: Sentence) -> set[tuple[Classes, int, int, str, str]]:
        """Any two of its words, with their places in this kind of sentence."""
        string = self._learner.classes.string(sentence)
        pairs = combinations(range(len(sentence)), 2)
        return {(string, i, j, sentence[i], sentence[j]) for i, j in pairs}

    def unseen_pairs(self, sentence: Sentence) -> int:
        pairs = self._word_pairs()
        return sum(pair not in pairs for pair in zip(("", *sentence), (*sentence, ""), strict=True))

    def _word_pairs(self) -> set[tuple[str, str]]:
        """The words seen side by side in right sentences, ends included."""
        for sentence, right in islice(self._learner.judged.items(), self._paired, None):
            if right:
                self._pairs.update(zip(("", *sentence), (*sentence, ""), strict=True))
        self._paired = len(self._learner.judged)
        return self._pairs
