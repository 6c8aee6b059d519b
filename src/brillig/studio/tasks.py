"""What the page can have done, each as a function for a `Job`; what comes of it is kept in the session."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from brillig.corpus import Corpus
from brillig.engines import solve
from brillig.errors import BrilligError
from brillig.exact import Certificate, certify
from brillig.grammar import category_names
from brillig.limits import Limits
from brillig.problem import AnyProblem, ExtendProblem, Problem
from brillig.solution import Outcome, Solution, Status
from brillig.studio.jobs import Desk, Job
from brillig.studio.live import OBSERVE_EVERY, Live
from brillig.studio.session import House, Session, Step, describe

MOST_ALTERNATIVES = 50  # beyond so many other grammars their number is "at least"


class Office:
    """Takes orders of tabs to the desk, and brings what comes of them into their sessions."""

    def __init__(self, desk: Desk, house: House) -> None:
        self.desk = desk
        self.house = house

    def infer(self, session: Session, problem: Problem, engine: str, seed: int, seconds: float) -> Job:
        return self._solve(session, "Find a grammar", "inferred", problem, engine, seed, seconds)

    def search(self, session: Session, corpus: Corpus, engine: str, seed: int, seconds: float) -> Job:
        raise BrilligError("the automatic choice of sizes is not there yet; set them by hand")

    def refine(self, session: Session, problem: AnyProblem, engine: str, seconds: float) -> Job:
        return self._solve(session, "Refine", "refined", problem, engine, 0, seconds, _number(session))

    def extend(self, session: Session, problem: ExtendProblem, engine: str, seconds: float) -> Job:
        return self._solve(session, "Extend", "extended", problem, engine, 0, seconds, _number(session))

    def certify(self, session: Session, seconds: float) -> Job:
        """Certify the current solution, against the sentences judged wrong so far."""
        step = session.step
        if step is None:
            raise BrilligError("there is no grammar to certify yet; find or open one first")
        against = [tuple(sentence.split()) for sentence in session.wrong]

        def work(job: Job) -> Certificate:
            live: Live = job.live
            live.tell(engine="exact", note="looking for all other solutions")
            certificate = certify(
                step.solution,
                Limits(),
                most=MOST_ALTERNATIVES,
                against=against,
                progress=live.progress,
                note=lambda text: live.tell(note=f"looking for {text}"),
                cancel=job.brake,
            )
            session.certify(step.number, certificate)
            return certificate

        return self._submit(session, "Certify", work, seconds)

    def _solve(
        self,
        session: Session,
        title: str,
        kind: str,
        problem: AnyProblem,
        engine: str,
        seed: int,
        seconds: float,
        parent: int | None = None,
    ) -> Job:
        def work(job: Job) -> Outcome:
            live: Live = job.live
            live.tell(engine=engine)
            if isinstance(problem, Problem):
                live.name_parents((*category_names(problem.plain_categories), "S"))
            outcome = solve(
                problem,
                engine=engine,
                limits=Limits(seed=seed, jobs=job.threads),
                progress=live.progress,
                cancel=job.brake,
                observe=live.observe,
                observe_every=OBSERVE_EVERY,
            )
            return self._keep(session, job, kind, outcome, parent)

        return self._submit(session, title, work, seconds)

    def _keep(
        self, session: Session, job: Job, kind: str, outcome: Outcome, parent: int | None = None
    ) -> Outcome:
        """A solution goes into the chain and onto the shelf, anything else becomes a message."""
        if outcome.solution is not None:
            self.add(session, kind, replace(outcome.solution, run=outcome.run), parent)
        else:
            session.message = explain(outcome, job)
        return outcome

    def add(self, session: Session, kind: str, solution: Solution, parent: int | None = None) -> Step:
        session.message = ""
        step = session.add(kind, solution, parent)
        if kind != "opened":
            self.house.shelve(session.browser, f"{kind}: {describe(solution)}", solution)
        return step

    def _submit(self, session: Session, title: str, work: Callable[[Job], object], seconds: float) -> Job:
        session.message = ""
        session.job = self.desk.submit(session.key, title, work, time_limit=seconds, live=Live())
        return session.job


def explain(outcome: Outcome, job: Job) -> str:
    """How a run without a solution ended. "Not found" is never "does not exist"."""
    if outcome.status is Status.INFEASIBLE:
        return f"There is no such grammar: {outcome.reason}."
    if job.out_of_time:
        return (
            f"Nothing found in {job.time_limit:.0f} s. That is no proof that there is no such grammar: "
            "allow more time, more rules or other sizes."
        )
    if job.brake.stopped:
        return "Stopped before there was an answer. That proves nothing either way."
    return f"{outcome.reason[:1].upper()}{outcome.reason[1:]}."


def extended_corpus(solution: Solution, new: Corpus) -> Corpus:
    """The sentences of an extension: those of the solution, then the new ones, so that all have trees."""
    return Corpus((*solution.problem.corpus.sentences, *new.sentences))


def _number(session: Session) -> int | None:
    return None if session.step is None else session.step.number
