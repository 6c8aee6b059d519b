"""What the page can have done, each as a function for a `Job`; what comes of it is kept in the session."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from brillig.engines.grow import grow
from brillig.engines.grow.solving import solution_of
from brillig.engines.outcome import Outcome
from brillig.engines.race import solve
from brillig.errors import BrilligError, NotFound
from brillig.language.corpus import Corpus
from brillig.language.grammar import category_names
from brillig.limits import Budget, Ended, Limits
from brillig.problems import Problem
from brillig.problems.solution import Solution, Status
from brillig.problems.telling import describe_nearest
from brillig.studio.jobs import Job, JobQueue
from brillig.studio.live import OBSERVE_EVERY, Live
from brillig.studio.session import Session, SessionStore, Step, as_sentence, describe
from brillig.studio.wording import in_page_words
from brillig.workflows.asking.dialogue import Dialogue
from brillig.workflows.certificate import Certificate, certify
from brillig.workflows.choosing import choose_by_length, prove_choice
from brillig.workflows.doubt import look_for_doubt
from brillig.workflows.enlargement import describe_size, refuse_nothing_new, run_enlargement
from brillig.workflows.explain import explain as explain_conflict
from brillig.workflows.extension import run_extension
from brillig.workflows.known_points import Point
from brillig.workflows.max_min import Settings, Walk, search
from brillig.workflows.max_min_result import SearchResult
from brillig.workflows.refinement import AUTO, RuleNumbers, refine_problem, run_refinement

MAX_ALTERNATIVES = 50  # beyond this many other grammars their number is "at least"


class TaskRunner:
    """Takes orders of tabs to the queue, and brings what comes of them into their sessions."""

    def __init__(self, queue: JobQueue, sessions: SessionStore) -> None:
        self.queue = queue
        self.sessions = sessions

    def infer(self, session: Session, problem: Problem, engine: str, seed: int, seconds: float) -> Job:
        """Find a grammar of these sizes."""

        def work(job: Job) -> Outcome:
            live: Live = job.live
            live.tell(engine=engine)
            live.name_parents((*category_names(problem.plain_categories), "S"))
            outcome = solve(
                problem,
                engine=engine,
                limits=job.budget.part(seed=seed),
                progress=live.progress,
                options=watching(live),
            )
            return self._keep(session, job, "inferred", outcome)

        return self._submit(session, "Find a grammar", work, seconds)

    def choose(self, session: Session, corpus: Corpus, engine: str, seed: int, seconds: float) -> Job:
        """Let bits choose the grammar and its sizes."""

        def work(job: Job) -> Outcome:
            live: Live = job.live
            budget = job.budget.part(seed=seed)
            choice = choose_by_length(corpus, budget, engine=engine, progress=live.progress)
            outcome = self._keep(session, job, "inferred", choice.outcome)
            if outcome.solution is not None:
                session.message = choice.summary
                live.tell(note="looking for proofs")
                proven = str(prove_choice(choice, budget))
                live.tell(note="")
                lines = [choice.summary, proven, *look_for_doubt(choice).lines()]
                session.message = "\n".join(filter(None, lines))
            return outcome

        return self._submit(session, "Find a grammar", work, seconds)

    def search(self, session: Session, settings: Settings, engine: str, seed: int, seconds: float) -> Job:
        """Walk the sizes and let Brillig choose."""

        def work(job: Job) -> SearchResult:
            live: Live = job.live
            live.tell(engine=engine)

            def show(walk: Walk, point: Point) -> None:
                live.tell(note=point.in_words())

            def watched(problem: Problem, engine: str, budget: Budget) -> Outcome:
                live.name_parents((*category_names(problem.plain_categories), "S"))
                return solve(
                    problem,
                    engine,
                    budget,
                    progress=live.progress,
                    options=watching(live),
                )

            found = search(
                settings,
                engine,
                job.budget.part(seed=seed),
                progress=show,
                solver=watched,
            )
            session.candidates = found.candidates
            if found.solution is not None:
                self.add(session, "inferred", found.solution)
            session.message = found.reason
            return found

        return self._submit(session, "Find a grammar", work, seconds)

    def refine(
        self, session: Session, features: Mapping[str, int] | str, limits: RuleNumbers | None, seconds: float
    ) -> Job:
        """Refine the current solution; without limits these are lowered as far as possible."""
        step = _step(session)
        problem = refine_problem(step.solution, features, limits)

        def work(job: Job) -> Outcome:
            live: Live = job.live
            live.tell(engine="auto")
            done = run_refinement(
                problem,
                job.budget,
                auto=features == AUTO,
                minimise=limits is None,
                watch=lambda tried: live.tell(note=str(tried)),
                progress=live.progress,
            )
            return self._keep(session, job, "refined", done.outcome, step.number)

        return self._submit(session, "Refine", work, seconds)

    def extend(self, session: Session, corpus: Corpus, homographs: int, seconds: float) -> Job:
        """Extend the current solution by new sentences."""
        step = _step(session)

        def work(job: Job) -> Outcome:
            live: Live = job.live
            live.tell(engine="auto")
            outcome = run_extension(
                step.solution,
                corpus,
                homographs,
                job.budget,
                progress=live.progress,
            )
            return self._keep(session, job, "extended", outcome, step.number)

        return self._submit(session, "Extend", work, seconds)

    def enlarge(self, session: Session, corpus: Corpus, seconds: float) -> Job:
        """New rules for new sentences, besides those of the current solution."""
        step = _step(session)
        refuse_nothing_new(step.solution, corpus)

        def work(job: Job) -> Outcome:
            live: Live = job.live
            live.tell(engine="grow")
            done = run_enlargement(
                step.solution, corpus, job.budget, progress=lambda seen: live.tell(note=str(seen))
            )
            outcome = self._keep(session, job, "enlarged", done.outcome, step.number)
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
                described = None if grown.grammar is None else solution_of(grown, known, job.budget.seed)
                if described is None:
                    raise NotFound("no grammar keeps to all judgements; answer the questions under Ask")
                solution = described
            self.add(session, "judged", solution, step.number)
            return dialogue

        return self._submit(session, "Learn from judgements", work, seconds)

    def _begin_dialogue(self, session: Session, job: Job) -> Dialogue:
        corpus = _step(session).solution.problem.corpus
        job.live.tell(engine="ask", note="looking for what to ask")
        said = [j for j in session.judgements() if j.sentence not in {*corpus.sentences, *corpus.rejected}]
        dialogue = Dialogue(corpus, said, limits=Limits(jobs=1), cancel=job.brake)
        session.dialogue = dialogue
        return dialogue

    def certify(self, session: Session, seconds: float) -> Job:
        """Certify the current solution, against the sentences judged wrong so far."""
        step = _step(session)
        against = [tuple(sentence.split()) for sentence in session.wrong]

        def work(job: Job) -> Certificate:
            live: Live = job.live
            live.tell(engine="exact", note="looking for all other solutions")
            certificate = certify(
                step.solution,
                job.budget,
                most=MAX_ALTERNATIVES,
                against=against,
                progress=live.progress,
                note=lambda text: live.tell(note=f"looking for {text}"),
            )
            live.tell(note="")
            session.certify(step.number, certificate)
            return certificate

        return self._submit(session, "Certify", work, seconds)

    def _keep(
        self, session: Session, job: Job, kind: str, outcome: Outcome, parent: int | None = None
    ) -> Outcome:
        """A solution goes into the chain and onto the shelf, anything else becomes a message."""
        if outcome.solution is not None:
            self.add(session, kind, replace(outcome.solution, run=outcome.run), parent)
        else:
            session.message = explain(outcome, job)
            if outcome.status is Status.INFEASIBLE and not job.budget.ended():
                job.live.tell(note="looking for what stands in the way")
                why = explain_conflict(outcome.problem, cancel=job.budget)
                job.live.tell(note="")
                session.message += "" if why is None else f"\n{in_page_words(str(why))}"
        return outcome

    def add(self, session: Session, kind: str, solution: Solution, parent: int | None = None) -> Step:
        session.message = ""
        step = session.add(kind, solution, parent)
        if kind != "opened":
            self.sessions.shelve(session.browser, f"{kind}: {describe(solution)}", solution)
        return step

    def _submit(self, session: Session, title: str, work: Callable[[Job], object], seconds: float) -> Job:
        session.message = ""
        session.candidates = ()
        session.job = self.queue.submit(session.key, title, work, time_limit=seconds, live=Live())
        return session.job


def watching(live: Live) -> dict[str, object]:
    """The options of divide and concur that make it show itself."""
    return {"observe": live.observe, "observe_every": OBSERVE_EVERY}


def explain(outcome: Outcome, job: Job) -> str:
    """How a run without a solution ended. "Not found" is never "does not exist"."""
    if outcome.status is Status.INFEASIBLE:
        return f"There is no such grammar: {in_page_words(outcome.reason)}."
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


def _step(session: Session) -> Step:
    if session.step is None:
        raise BrilligError("there is no grammar yet; find or open one first")
    return session.step
