"""`Dialogue`: learn, ask, learn from the answer, until nothing is left to ask."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from brillig.engines.grow.numbers import problem_of
from brillig.engines.knowledge import name_by_knowledge, solution_with_knowledge
from brillig.errors import BrilligError, NotFound
from brillig.language.changes import find_changes, renamed_like
from brillig.language.corpus import LONGEST_SENTENCE, Corpus, Sentence
from brillig.language.grammar import Grammar
from brillig.language.morphemes import joined
from brillig.language.tree import Tree
from brillig.limits import Budget, Cancel, Ended, Limits
from brillig.parsing.bits import describe
from brillig.parsing.cyk import accepts_all, trees_using_all
from brillig.problems.check import violations
from brillig.problems.solution import Run, Solution
from brillig.workflows.asking.courses import Course, InterviewCourse, ProbeCourse, suits_pieces
from brillig.workflows.asking.interview import Kind, Question, Questions
from brillig.workflows.asking.judgements import Answer, Judgement, refuse_contradictions
from brillig.workflows.asking.knowledge import Knowledge, with_judged
from brillig.workflows.asking.learner import StoppedError
from brillig.workflows.asking.reach import MAX_WORDS
from brillig.workflows.bracketing import bracket_conventionally
from brillig.workflows.presenting import Names, find_names, named

ENGINE = "ask"
HINGES_ROUNDS = 2  # of the solver for each answer
MAX_GUESSES = 100  # answers that nobody gave, at the end


class Dialogue:
    """Look at `question`, give an `answer`; `solution` and `candidates` at any time.

    question     what to ask next; None when nothing is left to ask, or it was stopped
    stopped      whether it was, before the last answers were taken in: the grammar is the one before them
    candidates   grammars that fit all that is known and differ, the present one first
    judgements   all answers so far, in their order, with those that it began with
    changes      what the last answer changed in the grammar, in words

    With `program`, the judge can answer thousands of questions, at most `questions` of them: then pieces of
    sentences are tried in the place of others, where the sentences suit that.

    All judgements count, regardless of who asked: a dialogue that begins with the judgements of another
    continues where that one stopped.
    """

    def __init__(
        self,
        corpus: Corpus,
        judgements: Sequence[Judgement] = (),
        *,
        limits: Limits | Budget | None = None,
        cancel: Cancel | None = None,
        given: Grammar | None = None,
        program: bool = False,
        questions: int | None = None,
        names: Names | None = None,
    ) -> None:
        self.corpus = corpus
        self._program = program
        self._by_pieces = program and given is None and suits_pieces(corpus, questions)
        self.given = given
        self._knowledge = bool(Knowledge(corpus, given))
        self._names: Names = names or "suggested"
        self._suggested: tuple[str, ...] = ()
        self.judgements = list(judgements)
        self.changes: list[str] = []
        self._budget = Budget.begin(limits, cancel)
        self._limits = self._budget.limits
        self._asked = 0
        self._grammar: Grammar | None = None
        self._before: list[tuple[Question, Grammar | None]] = []  # with each answer, what undo brings back
        self._begin()

    @property
    def ended(self) -> Ended | None:
        """Why it goes no further, where that is a limit."""
        return self._budget.ended()

    def _begin(self) -> None:
        refuse_contradictions(self.corpus, self.judgements)
        self._is_stale = False  # an answer was taken back that the course has taken in
        self._course = self._make_course()
        self._questions: Questions = self._course.questions()
        self._proceed(lambda: next(self._questions))

    def _make_course(self) -> Course:
        if self._by_pieces:
            return ProbeCourse(self.corpus, self.judgements, self._budget)
        return InterviewCourse(self.corpus, self.judgements, self._budget, self.given, program=self._program)

    def _proceed(self, step: Callable[[], Question]) -> None:
        """To the next question; without one where there is none, or it is stopped on the way."""
        self.stopped = False
        self.question: Question | None = None
        try:
            self.question = step()
        except StopIteration:
            pass
        except StoppedError:
            self.stopped = True
        self._note_changes()

    # -- answers ------------------------------------------------------------------------------------

    def answer(self, value: bool | None) -> None:
        """Yes, no, or None for "don't know", to the present question."""
        if self.question is None:
            raise BrilligError("there is no question left to answer")
        self.judgements.append(Judgement(self.question.sentence, Answer.of(value)))
        self._asked += 1
        self._before.append((self.question, self._grammar))
        if self._is_stale:
            self._begin()
        else:
            self._proceed(lambda: self._questions.send(value))

    def answer_all(self, values: Sequence[bool | None]) -> None:
        """To the present question, and to the first ones of those that are coming."""
        coming = self.coming[: len(values) - 1]
        for sentence, value in zip(coming, values[1:], strict=True):
            self.judgements.append(Judgement(sentence, Answer.of(value)))
            self._asked += 1
            self._course.note(sentence, value)
        self.answer(values[0])

    def conclude(self) -> None:
        """No more answers will come: take in those that waited for others, by guesses where need be."""
        for _ in range(MAX_GUESSES):
            waits = self.question is not None and self.question.kind is Kind.SPLIT
            if not waits or self._is_stale or self._budget.is_set() or not self.pending:
                return
            self._proceed(lambda: self._questions.send(None))

    def judge(self, sentence: Sentence, value: bool) -> None:
        """A judgement on any sentence, asked or not."""
        judgement = Judgement(sentence, Answer.of(value))
        refuse_contradictions(self.corpus, [*self.judgements, judgement])
        self.judgements.append(judgement)
        self._before = []
        self._begin()

    def undo(self) -> Judgement:
        """Take the last judgement back; its question and the grammar before it are there again at once.

        Where the grammar is searched for after every answer, that is done with the next one.
        """
        if not self.judgements:
            raise BrilligError("there is no answer to take back")
        last = self.judgements.pop()
        self._asked = max(0, self._asked - 1)
        if not self._before or not self._course.is_watched:
            self._before = []
            self._begin()
            return last
        self.question, self._grammar = self._before.pop()
        self.stopped, self.changes = False, []
        self._is_stale = True
        return last

    # -- what is known ------------------------------------------------------------------------------

    @property
    def asked(self) -> int:
        """Answers of this dialogue, without those that it began with."""
        return self._asked

    @property
    def grammar(self) -> Grammar:
        if not self._course.is_watched:
            found = self._course.grammar
            assert found is not None
            return found
        assert self._grammar is not None
        return self._grammar

    @property
    def candidates(self) -> tuple[Grammar, ...]:
        return (self.grammar, *(renamed_like(other, self.grammar) for other in self._course.others))

    @property
    def identified(self) -> bool:
        """Whether it ended by itself, in agreement: no two candidates differ up to `max_words` words."""
        return self._is_over and not self.unexplained

    @property
    def _is_over(self) -> bool:
        return self.question is None and not self.stopped

    @property
    def unexplained(self) -> tuple[Sentence, ...]:
        """What is pending, without the answers that others contradict."""
        return tuple(sentence for sentence in self.pending if sentence not in self.exceptions)

    @property
    def open(self) -> int:
        """How many questions are left if all answers are as expected."""
        return 0 if self._is_over else self._course.ahead

    @property
    def spoken(self) -> str:
        """The present question as one would say it, with morphemes joined to words."""
        assert self.question is not None
        reading = self.corpus.reading
        if reading is not None and reading.tokens == "morphemes":
            return joined(self.question.sentence)
        return self.question.text

    @property
    def assurance(self) -> str:
        """What is true of the grammar when nothing is left to ask."""
        return self._course.assurance

    @property
    def max_words(self) -> int:
        """The length up to which candidates were compared."""
        return MAX_WORDS

    @property
    def coming(self) -> Sequence[Sentence]:
        """Sentences that will be asked for next, whatever is answered now, as far as that is known."""
        return () if self._is_stale else self._course.coming

    def known(self) -> Corpus:
        """The sentences with all judgements."""
        present = set(self.corpus.sentences)
        yes = dict.fromkeys(j.sentence for j in self.judgements if j.answer is Answer.YES)
        new = tuple(s for s in yes if s not in present)
        no = tuple(j.sentence for j in self.judgements if j.answer is Answer.NO)
        return with_judged(self.corpus, new, no)

    @property
    def exceptions(self) -> tuple[Sentence, ...]:
        """Answers that other answers contradict: they do not count, and are worth another look."""
        return tuple(self._course.exceptions)

    def hinges(self, rounds: int = HINGES_ROUNDS) -> list[Sentence]:
        """Answers without any one of which a smaller grammar would do, the most decisive first."""
        asked = [j.sentence for j in self.judgements if j.answer is not Answer.UNKNOWN]
        return self._course.hinges(asked, rounds)

    @property
    def pending(self) -> tuple[Sentence, ...]:
        """Sentences of which the present grammar says something else than the judgements do."""
        known, grammar = self.known(), self.grammar
        # Exceptions among them: the grammar disagrees with these for good.
        missed = zip(known.sentences, accepts_all(grammar, known.sentences), strict=True)
        taken = zip(known.rejected, accepts_all(grammar, known.rejected), strict=True)
        return (*(s for s, yes in missed if not yes), *(s for s, yes in taken if yes))

    @property
    def solution(self) -> Solution:
        """The present grammar as the solution of the problem with its own numbers; it has passed the check.

        Its categories are named, and its trees bracketed as linguists do. Answers that it does not agree with
        yet, because more questions are needed first, are `pending`. Very long sentences, which solutions
        cannot hold, are left out.
        """
        pending, known, grammar = set(self.pending), self.known(), self.grammar
        short = (place for place, s in enumerate(known.sentences) if len(s) <= LONGEST_SENTENCE)
        kept = known.part(place for place in short if known.sentences[place] not in pending)
        known = replace(kept, rejected=tuple(s for s in known.rejected if s not in pending))
        run = Run(ENGINE, self._limits.seed, len(self.judgements), 0, self._budget.seconds)
        if self._knowledge:
            problem = problem_of(grammar, known, self.given)
            solution = solution_with_knowledge(problem, grammar, run)
            if solution is None:
                raise NotFound("the grammar does not agree with the tags, brackets or given rules yet")
            return solution
        if not self._course.is_watched:  # its rules were asked for one by one
            trees = trees_using_all(grammar, known.sentences)
            assert trees is not None
            if {node.label for tree in trees for node in tree.nodes()} == set(grammar.categories):
                return named(self._checked(grammar, trees, known, run), self._names)
        while True:
            description = describe(grammar, known)
            used = {rule for rule, number in description.uses.items() if number}
            if len(used) == len(grammar):
                break
            grammar = Grammar(
                grammar.start,
                tuple(rule for rule in grammar.syntactic if rule in used),
                tuple(rule for rule in grammar.lexical if rule in used),
            )
        trees = tuple(tree for tree in description.trees if tree is not None)
        found = self._checked(grammar, trees, known, run)
        turned = bracket_conventionally(found, description.bits.total)
        if turned is not found:
            turned = named(turned, grammar)
        return named(turned, self._names, self._suggested)

    @staticmethod
    def _checked(grammar: Grammar, trees: tuple[Tree, ...], known: Corpus, run: Run) -> Solution:
        problem = problem_of(grammar, known)
        wrong = violations(problem, grammar, trees)
        if wrong:
            raise AssertionError(f"the grammar learned by asking is wrong: {wrong[0]}")
        return Solution(grammar, trees, problem, run)

    def _note_changes(self) -> None:
        self.changes = []
        if not self._course.is_watched:
            return
        new = self._course.grammar
        if new is None:
            if self._grammar is None:  # what it begins with contradicts the classes: more questions first
                self._grammar = self._course.first
            return
        before = self._grammar
        if before is None:
            names, suggested = find_names(new, self._names)
            new = new.renamed(names)
            self._suggested = () if suggested is None else suggested.names
        self._grammar = self._with_names(new if before is None else renamed_like(new, before))
        if before is not None:
            self.changes = find_changes(before, self._grammar).summary()

    def _with_names(self, grammar: Grammar) -> Grammar:
        """Under the names of tags, brackets and given rules; the others keep theirs as far as they can."""
        if not self._knowledge:
            return grammar
        named = name_by_knowledge(problem_of(grammar, self.corpus, self.given), grammar)
        return grammar if named is None else grammar.renamed(named)
