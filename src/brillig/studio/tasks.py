"""What the page can have done, each as a function for a `Job`; what comes of it is kept in the session."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from brillig.engines.grow import grow
from brillig.engines.grow.solving import solution_of
from brillig.engines.outcome import Outcome
from brillig.errors import BrilligError, NotFound
from brillig.language.corpus import Corpus
from brillig.limits import Ended
from brillig.problems.solution import Solution, Status
from brillig.problems.telling import Proof, describe_nearest
from brillig.studio.jobs import Job, JobQueue
from brillig.studio.live import Live
from brillig.studio.session import Session, Step, as_sentence
from brillig.studio.tabs import SessionStore
from brillig.workflows.asking.dialogue import Dialogue
from brillig.workflows.asking.judgements import Answer, refuse_contradictions
from brillig.workflows.asking.knowledge import with_judged
from brillig.workflows.asking.request import AskRequest
from brillig.workflows.certificate import Certificate, certify
from brillig.workflows.enlargement import (
    EnlargementRequest,
    describe_size,
    refuse_nothing_new,
    run_enlargement,
)
from brillig.workflows.extension import ExtensionRequest, run_extension
from brillig.workflows.inference import InferenceRequest, InferenceResult, run_inference
from brillig.workflows.refinement import RefinementRequest, refine_problem, run_refinement
from brillig.workflows.requests import Result

MAX_ALTERNATIVES = 50  # beyond this many other grammars their number is "at least"


class TaskRunner:
    """Takes orders of tabs to the queue, and brings what comes of them into their sessions."""

    def __init__(self, queue: JobQueue, sessions: SessionStore) -> None:
        self.queue = queue
        self.sessions = sessions

    def infer(
        self, session: Session, request: InferenceRequest, corpus: Corpus, seed: int, seconds: float
    ) -> Job:
        """Find a grammar, of given sizes or with sizes chosen, that keeps to what was judged and kept."""
        corpus = with_answers(session, corpus)
        request = replace(request, given=session.kept)

        def work(job: Job) -> Outcome:
            live: Live = job.live
            live.tell(engine="" if request.by_bits else request.engine)
            live.sample = min(corpus.sentences, key=lambda sentence: abs(len(sentence) - 5))
            result = run_inference(
                request,
                corpus,
                job.budget.part(seed=seed),
                live.report,
                answered=lambda found: self._keep_inferred(session, job, found),
                observer=live,
            )
            live.tell(note="")
            if result.chosen is not None and result.solution is not None and result.doubt is not None:
                lines = [result.chosen.summary, result.proven_line, *result.doubt.lines()]
                lines += ["An answer or two would decide: see Ask."] if result.doubt else []
                session.message = "\n".join(filter(None, lines))
                if result.proven.unique is not None:
                    session.prove(job.step, Proof.ONLY if result.proven.unique else Proof.SEVERAL)
            return result

        return self._submit(session, "Find a grammar", work, seconds)

    def _keep_inferred(self, session: Session, job: Job, result: InferenceResult) -> None:
        if result.walk is not None:
            session.candidates = result.walk.candidates
        if result.walk is not None and result.solution is None:
            session.message = result.reason
            return
        self._keep(session, job, "inferred", result)
        if result.solution is not None and result.choice is not None:
            session.message = result.reason if result.chosen is None else result.chosen.summary

    def refine(self, session: Session, request: RefinementRequest, seconds: float) -> Job:
        """Refine the current solution; without limits these are lowered as far as possible."""
        step = _step(session)
        refine_problem(step.solution, request.features, request.rules)  # refused at once, not in the run

        def work(job: Job) -> Outcome:
            job.live.tell(engine=request.engine)
            result = run_refinement(request, step.solution, job.budget, job.live.report)
            return self._keep(session, job, "refined", result, step.number)

        return self._submit(session, "Refine", work, seconds)

    def extend(self, session: Session, request: ExtensionRequest, corpus: Corpus, seconds: float) -> Job:
        """Extend the current solution by new sentences."""
        step = _step(session)

        def work(job: Job) -> Outcome:
            job.live.tell(engine=request.engine)
            result = run_extension(request, step.solution, corpus, job.budget, job.live.report)
            outcome = self._keep(session, job, "extended", result, step.number)
            if outcome.solution is None:
                session.message += "\nThe rules stay when a grammar is extended; “Enlarge” adds rules, too."
            return outcome

        return self._submit(session, "Extend", work, seconds)

    def enlarge(self, session: Session, request: EnlargementRequest, corpus: Corpus, seconds: float) -> Job:
        """New rules for new sentences, besides those of the current solution."""
        step = _step(session)
        refuse_nothing_new(step.solution, corpus)

        def work(job: Job) -> Outcome:
            job.live.tell(engine="grow")
            done = run_enlargement(request, step.solution, corpus, job.budget, job.live.report)
            outcome = self._keep(session, job, "enlarged", done, step.number)
            if done.changes is not None:
                session.message = "\n".join([f"{describe_size(done.changes)}:", *done.changes.lines()])
            return outcome

        return self._submit(session, "Enlarge", work, seconds)

    def ask(self, session: Session, seconds: float) -> Job:
        """Begin a dialogue about the sentences of the current solution, with what was judged so far."""
        return self._submit(session, "Ask", lambda job: self._begin_dialogue(session, job), seconds)

    def learn(self, session: Session, seconds: float) -> Job:
        """The next grammar from the judgements; where that takes more questions, grown by bits."""
        step = _step(session)

        def work(job: Job) -> Dialogue:
            dialogue = self._begin_dialogue(session, job)
            solution = dialogue.solution
            if dialogue.pending:
                known = dialogue.known()
                job.live.tell(note="growing a grammar that keeps to all judgements")
                grown = grow(known, job.budget)
                seed = job.budget.seed
                described = None if grown.grammar is None else solution_of(grown, known, seed, session.kept)
                if described is None:
                    raise NotFound(
                        "no grammar was found that keeps to all judgements",
                        hint="answer the questions under Ask",
                    )
                solution = described
            self.add(session, "judged", solution, step.number)
            return dialogue

        return self._submit(session, "Learn from judgements", work, seconds)

    def _begin_dialogue(self, session: Session, job: Job) -> Dialogue:
        solution = _step(session).solution
        corpus = solution.problem.corpus
        job.live.tell(engine="ask", note="looking for what to ask")
        said = [j for j in session.judgements() if j.sentence not in {*corpus.sentences, *corpus.rejected}]
        limits = replace(job.budget.limits, time_limit=None, jobs=1)
        request = AskRequest(given=session.kept, names=solution)
        dialogue = request.begin(corpus, limits, judgements=said, cancel=job.brake)
        session.dialogue, session.asking = dialogue, job.brake
        return dialogue

    def certify(self, session: Session, seconds: float) -> Job:
        """Certify the current solution, against the sentences judged wrong so far."""
        step = _step(session)
        against = [tuple(sentence.split()) for sentence in session.said(Answer.NO)]

        def work(job: Job) -> Certificate:
            live: Live = job.live
            live.tell(engine="exact", note="looking for all other solutions")
            certificate = certify(
                step.solution,
                job.budget,
                most=MAX_ALTERNATIVES,
                against=against,
                progress=live.report,
                note=lambda text: live.tell(note=f"looking for {text}"),
            )
            live.tell(note="")
            session.certify(step.number, certificate)
            return certificate

        return self._submit(session, "Certify", work, seconds)

    def _keep(
        self, session: Session, job: Job, kind: str, outcome: Result, parent: int | None = None
    ) -> Outcome:
        """A solution goes into the chain, anything else becomes a message."""
        if outcome.solution is not None:
            job.step = self.add(session, kind, replace(outcome.solution, run=outcome.run), parent).number
        else:
            session.message = explain(outcome, job)
            if outcome.why is not None:
                session.message += f"\n{outcome.why}"
        return outcome

    def add(self, session: Session, kind: str, solution: Solution, parent: int | None = None) -> Step:
        session.message = ""
        return session.add(kind, solution, parent)

    def _submit(self, session: Session, title: str, work: Callable[[Job], object], seconds: float) -> Job:
        session.message = ""
        session.candidates = ()
        session.job = self.queue.submit(session.uid, title, work, time_limit=seconds, live=Live())
        return session.job


def explain(outcome: Outcome, job: Job) -> str:
    """How a run without a solution ended. "Not found" is never "does not exist"."""
    if outcome.status is Status.INFEASIBLE:
        return f"There is no such grammar: {outcome.reason}."
    if outcome.ended is Ended.TIME:
        text = (
            f"Nothing found in {job.time_limit:.0f} s. That is no proof that there is no such grammar: "
            "allow more time, more rules or other sizes."
        )
    elif outcome.ended is Ended.CANCELLED:
        text = "Stopped before there was an answer. That proves nothing either way."
    else:
        text = f"{as_sentence(outcome.reason)}."
    if outcome.nearest is None:
        return text
    nearest = describe_nearest(outcome.nearest, outcome.problem.corpus.texts(), outcome.unexplained)
    return f"{text}\n{nearest}"


def with_answers(session: Session, corpus: Corpus) -> Corpus:
    """The sentences with those judged fine behind them and those judged wrong as starred ones."""
    refuse_contradictions(corpus, session.judgements())
    known = {*corpus.sentences, *corpus.rejected}
    said = [judged for judged in session.judgements() if judged.sentence not in known]
    right = [judged.sentence for judged in said if judged.answer is Answer.YES]
    return with_judged(corpus, right, [judged.sentence for judged in said if judged.answer is Answer.NO])


def _step(session: Session) -> Step:
    if session.step is None:
        raise BrilligError("there is no grammar yet", hint="find or open one first")
    return session.step
