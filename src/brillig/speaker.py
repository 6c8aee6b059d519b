"""Learning by asking, for Python: `brillig.ask`."""

from __future__ import annotations

import os

from brillig.arguments import FilePath, Sentences, as_corpus, as_limits, as_whole_or_none
from brillig.language.reading import Reading
from brillig.limits import Cancel
from brillig.workflows.asking.dialogue import Dialogue, converse
from brillig.workflows.asking.judgements import JudgementFile
from brillig.workflows.asking.judges import Judge


def ask(
    sentences: Sentences,
    judge: Judge,
    *,
    judgements: FilePath | None = None,
    questions: int | None = None,
    reading: Reading | None = None,
    seed: int = 0,
    jobs: int | None = None,
    cancel: Cancel | None = None,
) -> Dialogue:
    """Learn by asking: `judge` is given sentences, as tuples of words, and says True, False or None.

    It ends when nothing is left to ask, or after at most `questions`. What comes back is the `Dialogue` with
    its `solution`, `judgements` and `identified`; make a `Dialogue` yourself to ask step by step. With
    `judgements`, answers are kept in that file, and those already in it are not asked for again.
    """
    corpus = as_corpus(sentences, reading, one_word=True)
    corpus.refuse_unused()
    kept = None if judgements is None else JudgementFile(os.fspath(judgements))
    earlier = [] if kept is None else kept.read(reading or Reading(), corpus.words)
    dialogue = Dialogue(corpus, earlier, limits=as_limits(seed, None, None, jobs), cancel=cancel)
    converse(dialogue, judge, kept, as_whole_or_none("questions", questions), cancel)
    return dialogue
