"""What the sentences judged so far show to a builder: brackets, neighbours, and whether a draft fits them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice, pairwise

from brillig.language.corpus import Sentence
from brillig.workflows.asking.pieces.draft import Draft, Form
from brillig.workflows.asking.pieces.forms import find_brackets, matches
from brillig.workflows.asking.pieces.knowing import Knowing


class Showing:
    """Goes along with what is known, and is asked about sentences and drafts."""

    def __init__(self, known: Knowing, classes: Iterable[Sequence[str]]) -> None:
        self._known = known
        self.brackets = find_brackets(known.said())
        self._like = {word: words[0] for words in classes for word in words}
        self._seen = 0  # judged sentences that the rest is from
        self._pairs: set[tuple[str, str]] = set()
        self._wrong: dict[Sentence, frozenset[str]] = {}

    def _go_along(self) -> None:
        judged = self._known.judged
        for sentence, right in islice(judged.items(), self._seen, None):
            if right:
                self._pairs |= self._neighbours(sentence)
            else:
                self._wrong[sentence] = frozenset(sentence)
        self._seen = len(judged)

    def _neighbours(self, sentence: Sentence) -> set[tuple[str, str]]:
        return set(pairwise(("", *(self._like.get(word, word) for word in sentence), "")))

    def is_balanced(self, string: Sentence) -> bool:
        """Whether every bracket that it has is closed in it."""
        return all(matches(string, *pair) for pair in self.brackets)

    def is_likely(self, sentence: Sentence) -> bool:
        """Whether its words, or others of their classes, stand side by side in right sentences."""
        self._go_along()
        return self._neighbours(sentence) <= self._pairs

    def first_missed(self, draft: Draft) -> Sentence | None:
        """The shortest sentence known to be right that a draft does not accept."""
        said = self._known.said()
        return next((s for s, yes in zip(said, draft.accepts(said), strict=True) if not yes), None)

    def accepted_wrong(self, draft: Draft) -> list[Sentence]:
        """The sentences known to be wrong that a draft accepts, short ones first."""
        self._go_along()
        wrong = sorted(self._wrong, key=lambda s: (len(s), s))
        return [s for s, yes in zip(wrong, draft.accepts(wrong), strict=True) if yes]

    def is_no_worse(self, draft: Draft, before: Draft) -> bool:
        """Whether a draft accepts no wrong sentence that an earlier one did not."""
        self._go_along()
        needed = [  # the words of every form that is new: without all of one's, nothing has changed
            _words_of(draft, form)
            for category, forms in draft.rules.items()
            for form in forms
            if form not in before.rules.get(category, ())
        ]
        doubtful = [s for s, words in self._wrong.items() if any(words >= own for own in needed)]
        if not doubtful:
            return True
        wrong = [s for s, yes in zip(doubtful, draft.accepts(doubtful), strict=True) if yes]
        return not wrong or all(before.accepts(wrong))


def _words_of(draft: Draft, form: Form) -> frozenset[str]:
    """The words that every string of a form has."""
    only = (draft.rules[s][0][0] if isinstance(s, int) and s in draft.single else s for s in form)
    return frozenset(symbol for symbol in only if isinstance(symbol, str))
