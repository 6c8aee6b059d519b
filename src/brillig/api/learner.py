"""`Learner`: sentences, stars and answers come one after the other, and the grammar follows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from brillig.api.arguments import (
    Sentences,
    as_allowed,
    as_cancel,
    as_corpus,
    as_limits,
    as_whole_or_none,
    solution_or_raise,
)
from brillig.engines.grow.solving import described_solution
from brillig.errors import BrilligError
from brillig.language.corpus import Corpus, Sentence
from brillig.language.grammar import Grammar
from brillig.language.reading import Reading
from brillig.limits import Cancel
from brillig.parsing.bits import describe
from brillig.parsing.cyk import accepts_all
from brillig.problems.solution import Solution
from brillig.workflows.asking.judgements import refuse_contradictions
from brillig.workflows.asking.judges import Judge
from brillig.workflows.asking.request import AskRequest, run_asking
from brillig.workflows.enlargement import EnlargementRequest, run_enlargement
from brillig.workflows.inference import InferenceRequest, run_inference


class Learner:
    """Add what is right, star what is wrong; `grammar` is the one for all of it, when you look.

    What the grammar explains already costs no search, what it does not enlarges it, and only where that
    leads nowhere is it learned from the beginning. `time_limit` is for each look.

    sentences    what is right so far
    starred      what is wrong so far
    solution     the grammar now, with its trees; NotFound where none is found
    changes      what the last look changed in the grammar, a line each
    """

    def __init__(
        self,
        sentences: Sentences | None = None,
        *,
        reading: Reading | None = None,
        allow: str | Iterable[str] = (),
        seed: int = 0,
        time_limit: float | None = None,
        jobs: int | None = None,
        cancel: Cancel | None = None,
    ) -> None:
        self._reading = reading
        self._allow = as_allowed(allow)
        self._limits = as_limits(seed, None, time_limit, jobs)
        self._cancel = as_cancel(cancel)
        self._known = Corpus(())
        self._solution: Solution | None = None
        self._is_new = False
        self.changes: list[str] = []
        if sentences is not None:
            self.add(sentences)

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        return self._known.sentences

    @property
    def starred(self) -> tuple[Sentence, ...]:
        return self._known.rejected

    def add(self, sentences: Sentences) -> Learner:
        """Right ones, in every form that `infer` takes; lines with a star are wrong."""
        return self._take(self._read(sentences))

    def star(self, sentences: Sentences) -> Learner:
        """Wrong ones, written without a star."""
        read = self._read(sentences)
        return self._take(Corpus((), rejected=(*read.sentences, *read.rejected), reading=read.reading))

    def answer(self, sentence: str | Sequence[str], right: bool) -> Learner:
        """One judgement: the sentence is right, or wrong."""
        return self.add([sentence]) if right else self.star([sentence])

    def ask(self, judge: Judge, questions: int | None = None, *, person: bool = False) -> Learner:
        """Let a judge answer questions, as `brillig.ask` does, and learn from the answers."""
        request = AskRequest(program=not person, questions=as_whole_or_none("questions", questions))
        dialogue = request.begin(self._known, self._limits, cancel=self._cancel)
        asked = run_asking(request, dialogue, judge, cancel=self._cancel)
        if asked.trouble is not None:
            raise asked.trouble
        self._known = dialogue.known()
        if dialogue.pending:  # stopped before: what is learned at the next look has them
            self._solution, self._is_new = None, True
        else:
            self._become(dialogue.solution)
            self._is_new = False
        return self

    @property
    def grammar(self) -> Grammar:
        return self.solution.grammar

    @property
    def solution(self) -> Solution:
        if self._solution is None or self._is_new:
            if not self._known.sentences:
                raise BrilligError("there are no sentences yet", hint="add some")
            self._become(self._learn())
            self._is_new = False
        assert self._solution is not None
        return self._solution

    def accepts(self, sentence: str | Sequence[str]) -> bool:
        """Whether the grammar now has it as a sentence."""
        read = self._read([sentence])
        return all(accepts_all(self.grammar, [*read.sentences, *read.rejected]))

    def _read(self, sentences: Sentences) -> Corpus:
        return as_corpus(sentences, self._reading, self._known.words, one_word=True)

    def _take(self, new: Corpus) -> Learner:
        known = self._known.followed_by(new)
        refuse_contradictions(known, ())
        self._known, self._is_new = known, True
        return self

    def _become(self, solution: Solution) -> None:
        before, self._solution = self._solution, solution
        self.changes = []
        if before is not None and before.grammar != solution.grammar:
            self.changes = solution.grammar.changes_since(before.grammar)

    def _fits(self, grammar: Grammar) -> bool:
        right, wrong = (accepts_all(grammar, s) for s in (self._known.sentences, self._known.rejected))
        return all(right) and not any(wrong)

    def _learn(self) -> Solution:
        before = self._solution
        if before is not None:
            if self._fits(before.grammar):
                description = describe(before.grammar, self._known)
                same = described_solution(before.grammar, description, self._known, before.run)
                if same is not None:
                    return same
            enlarging = EnlargementRequest(allow=self._allow)
            new = self._known.part(range(len(before.problem.corpus), len(self._known)))
            larger = run_enlargement(enlarging, before, new, self._limits, cancel=self._cancel)
            if larger.solution is not None:
                return larger.solution
        request = InferenceRequest(allow=self._allow)
        inferred = run_inference(request, self._known, self._limits, cancel=self._cancel)
        return solution_or_raise(inferred, "grammar")
