"""Inference: how it is to be done (the request, with every rule that options have between them), and a run.

The doors build a request, read the sentences as it says (`one_word`), and show the result.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import Any, Protocol

from brillig.engines.cluster import ClusterSolver, connect
from brillig.engines.exact.tightness import Tightness
from brillig.engines.grow import GrowProgress
from brillig.engines.outcome import Outcome
from brillig.engines.race import solve
from brillig.engines.registry import find_engine
from brillig.errors import BrilligError, Option
from brillig.language.bracketing import Bracketing
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.limits import Budget, Cancel, Ended, Limits
from brillig.parsing.score import Score
from brillig.problems import STRICT, AnyProblem, Problem, Restrictions
from brillig.problems.claims import say_proven
from brillig.problems.infer import known_homographs
from brillig.problems.solution import Solution
from brillig.progress import Note, OnReport
from brillig.recording.growth import GrowthRecorder
from brillig.recording.writer import Recorder
from brillig.workflows import max_min
from brillig.workflows.choosing import Choice, choose_by_length, chooses_by_length, prove_choice
from brillig.workflows.class_choice import ClassChoice, choose_classes
from brillig.workflows.doubt import Doubt, check_stability, choose_of_seeds
from brillig.workflows.max_min_result import SearchResult
from brillig.workflows.presenting import Names, present
from brillig.workflows.requests import LEAVE_OUT, EngineRequest, Result, explain_failure
from brillig.workflows.scoring import check_hold_out, divide, score_held_out

MAX_EFFORT = 1000
FEATURES = ("none", "auto")
UNLESS_BY_BITS = {"exceptions": 0, "stability": 0, "effort": 1, "hold_out": 0} | dict.fromkeys(
    ("features", "bracketing", "names")
)  # what is to be said of options that only a choice by bits has
SIZES = ("without ", Option("categories"), ", ", Option("lexical"), " and ", Option("rules"))


class Observer(Protocol):
    """Looks at divide and concur while it runs; a search of many points begins many times."""

    observe_every: int

    def begin(self, problem: AnyProblem) -> None: ...

    def observe(self, network: Any, start: int, iteration: int) -> None: ...


@dataclass(frozen=True, kw_only=True)
class InferenceRequest(EngineRequest):
    """A request: c, c_l and r_s, or none of them, and how a grammar is to be found.

    allow        the restrictions that are lifted. None: not said; by bits any is where that pays, else none
    choose       without numbers: "length" or "max-min"; None is the one that suits the rest
    exceptions   by bits: at most this many sentences may be written out instead; None is any number
    stability    by bits: try this many other seeds and halves of the sentences, too
    effort       by bits: how long the search goes on; twice as much carries the same search on
    hold_out     by bits: the share of the sentences, or the number of folds, that are held out to be scored
    features     by bits: "auto" (so is None) says what agrees where that saves bits, "none" does not
    bracketing   by bits: of grammars with one language and nearly the same bits, what linguists draw
    names        by bits: "suggested" from closed-class words, "letters", or a grammar whose names to take
    given        rules and words that have to be kept
    record       a file to keep the search in
    cluster      a Dask scheduler, or `local:N`
    """

    categories: int | None = None
    lexical: int | None = None
    rules: int | None = None
    homographs: int = 0
    allow: Restrictions | None = None
    choose: str | None = None
    exceptions: int | None = 0
    stability: int = 0
    effort: float = 1.0
    hold_out: float = 0.0
    features: str | None = None
    bracketing: Bracketing | None = None
    names: Names | None = None
    given: Grammar | None = None
    record: Path | None = None
    cluster: str | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        sizes = {"categories": self.categories, "lexical": self.lexical, "rules": self.rules}
        missing = [name for name, size in sizes.items() if size is None]
        if 0 < len(missing) < len(sizes):
            together = (Option("categories"), ", ", Option("lexical"), " and ", Option("rules"))
            hint_parts = ("give ", *together, " together, or none of them")
            raise BrilligError("it is missing next to the other numbers", hint=hint_parts, field=missing[0])
        self._refuse_unused_settings()
        if self.concur.change_after is not None and self.concur.batch is None:
            message = "all sentences are considered at once"
            raise BrilligError(message, hint=("give ", Option("batch", "N"), ", too"), field="change_after")
        by_bits = self.by_bits  # refuses a `choose` that does not go with the engine
        for name, unused in UNLESS_BY_BITS.items():
            if getattr(self, name) != unused and not by_bits:
                self._refuse(name, ("this is for choosing by bits, ", *SIZES))
        if not 0 <= self.effort <= MAX_EFFORT:
            hint = f"give a number from 0 to {MAX_EFFORT}"
            raise BrilligError(f"{self.effort:g} is out of range", hint=hint, field="effort")
        if self.hold_out:
            check_hold_out(self.hold_out)
        if self.features not in (None, *FEATURES):
            hint = f"choose one of {', '.join(FEATURES)}"
            raise BrilligError(f"{self.features!r} is not a choice", hint=hint, field="features")
        for name in ("choose", "cluster"):
            if self.has_sizes and getattr(self, name) is not None:
                self._refuse(name, ("this is for choosing, ", *SIZES))

    def _refuse(self, name: str, why: tuple[str | Option, ...]) -> None:
        raise BrilligError(why, hint=LEAVE_OUT, field=name)

    def _refuse_unused_settings(self) -> None:
        """How divide and concur searches is no matter where it does not."""
        given = self.settings_given + (["record"] if self.record is not None and not self.by_bits else [])
        if not given:
            return
        if not self.has_sizes:
            numbers = ("this is for divide and concur with ", *SIZES[1:])
            raise BrilligError(numbers, hint="give these, or leave it out", field=given[0])
        if not find_engine(self.engine).takes_settings:
            hint = (LEAVE_OUT, ", or use ", Option("engine", "concur"))
            raise BrilligError(f"the engine {self.engine} has no use for it", hint=hint, field=given[0])

    @property
    def has_sizes(self) -> bool:
        return self.categories is not None

    @property
    def by_bits(self) -> bool:
        """Whether the grammar is chosen by its bits."""
        return not self.has_sizes and chooses_by_length(self.choose, self.engine, self.homographs)

    @property
    def one_word(self) -> bool:
        """Whether sentences of one word are to be read as such, or set aside."""
        return self.by_bits if self.allow is None else not self.allow.root_without_words

    def present(self, choice: Choice) -> Choice:
        """What was chosen by bits, with the brackets and names that were asked for."""
        return present(choice, self.bracketing or Bracketing.CONVENTIONAL, self.names or "suggested")

    def problem(self, corpus: Corpus) -> Problem:
        """Where the numbers are given: the problem, with the homographs that tags tell, at least."""
        assert self.categories is not None
        assert self.lexical is not None
        assert self.rules is not None
        homographs = max(self.homographs, len(known_homographs(corpus, self.given)))
        sizes = (self.categories, self.lexical, self.rules, homographs)
        return Problem(corpus, *sizes, self.allow or STRICT, self.given)


@dataclass(frozen=True)
class InferenceResult(Result):
    """The outcome, and with `explain` what a person wants to know beside it.

    chosen    by bits: what was considered
    walk      by the max-min protocol: the front and the candidates
    proven    what little work could prove about the grammar chosen
    doubt     why another grammar might be right; None where nobody looked
    score     of sentences held out; None where none were, or not all was learned in time
    trouble   what kept the search from being recorded
    classes   the token classes that were taken because they save bits
    """

    chosen: Choice | None = None
    walk: SearchResult | None = None
    proven: Tightness = field(default_factory=Tightness)
    doubt: Doubt | None = None
    score: Score | None = None
    trouble: BrilligError | None = None
    classes: ClassChoice | None = None

    @property
    def proven_line(self) -> str:
        """What is proven, as a sentence; empty where nothing is."""
        problem = self.problem
        if not isinstance(problem, Problem):
            return ""
        return say_proven(problem, self.proven.unique, self.proven.minimal)

    def to_json(self) -> dict[str, Any]:
        data = super().to_json()
        if self.chosen is not None and self.doubt is not None:
            data |= {"choice": self.chosen.to_json() | self.proven.to_json(), "doubt": self.doubt.to_json()}
        if self.score is not None:
            data["score"] = self.score.to_json()
        if self.classes is not None:
            data["classes"] = self.classes.to_json()
        return data


def run_inference(
    request: InferenceRequest,
    corpus: Corpus,
    limits: Limits | Budget | None = None,
    report: OnReport | None = None,
    *,
    answered: Callable[[InferenceResult], None] | None = None,
    observer: Observer | None = None,
    reread: Callable[[tuple[str, ...]], Corpus] | None = None,
    cancel: Cancel | None = None,
) -> InferenceResult:
    """Find a grammar; `answered` is told as soon as there is an answer, before it is proven or doubted.

    `reread` reads the sentences once more with these token classes: those that save bits are then taken.
    """
    budget = Budget.begin(limits, cancel)
    if request.hold_out:
        divide(len(corpus), request.hold_out)  # refused before the search, not after it
    classes = None if reread is None or not request.by_bits else choose_classes(corpus, budget)
    if classes is not None and reread is not None:
        corpus = reread(classes.classes)
    run = _Run(request, corpus, budget, report, observer)
    seeds: tuple[Solution, ...] = ()
    if request.by_bits:
        result = run.choose_by_bits()
        if result.chosen is not None and request.stability:
            # What another seed finds with fewer bits is the answer.
            lightest, seeds = choose_of_seeds(result.chosen, request.stability, budget, run.choose, run.note)
            if lightest is not result.chosen:
                lightest = request.present(lightest)
            result = InferenceResult.of(lightest.outcome, chosen=lightest, trouble=result.trouble)
    elif request.has_sizes:
        result = run.solve()
    else:
        result = run.choose_numbers()
    result = replace(result, classes=classes)
    if request.explain:
        result = replace(result, why=explain_failure(result, budget))
    if answered is not None:
        answered(result)
    chosen = result.chosen
    if chosen is None:
        return result
    if request.hold_out and result.ended is not Ended.CANCELLED:
        result = replace(result, score=run.score_held_out())
    if not (request.explain or request.stability):
        return result
    if request.explain and result.solution is not None:
        run.note("looking for proofs")
        result = replace(result, proven=prove_choice(chosen, budget))
    runs = 0 if result.ended is Ended.CANCELLED else request.stability
    doubt = check_stability(chosen, runs, budget, run.choose, seeds, run.note)
    return replace(result, doubt=doubt)


@dataclass(frozen=True)
class _Run:
    """What the steps of a run share."""

    request: InferenceRequest
    corpus: Corpus
    budget: Budget
    report: OnReport | None
    observer: Observer | None

    def note(self, text: str) -> None:
        if self.report is not None:
            self.report(Note(text))

    def choose(
        self,
        part: Corpus | None,
        budget: Budget,
        client: Any = None,
        progress: Callable[[GrowProgress], None] | None = None,
    ) -> Choice:
        """By bits, for a part of the sentences or all of them."""
        return choose_by_length(
            self.corpus if part is None else part,
            budget,
            engine=self.request.engine,
            allow=self.request.allow,
            max_exceptions=self.request.exceptions,
            client=client,
            given=self.request.given,
            effort=self.request.effort,
            features=self.request.features != "none",
            progress=progress,
        )

    def score_held_out(self) -> Score | None:
        """Learned anew without what is held out, and scored on it."""
        learned = count(1)

        def learn(part: Corpus) -> Solution | None:
            self.note(f"learning without the sentences held out, {next(learned)}")
            choice = self.choose(part, self.budget)
            return None if self.budget.is_set() else choice.solution

        return score_held_out(self.corpus, self.request.hold_out, self.budget.seed, learn)

    def choose_by_bits(self) -> InferenceResult:
        request, budget = self.request, self.budget
        with ExitStack() as stack:
            client = stack.enter_context(connect(request.cluster, budget.limits.jobs))
            recorder = None
            if request.record is not None:
                recorder = stack.enter_context(GrowthRecorder(request.record, self.corpus, budget.seed))

            def see(seen: GrowProgress) -> None:
                if self.report is not None:
                    self.report(seen)
                if recorder is not None:
                    recorder.observe(seen)

            choice = request.present(self.choose(None, budget, client, see))
            if recorder is not None:
                recorder.finish(choice.outcome)
        trouble = None if recorder is None else recorder.trouble
        return InferenceResult.of(choice.outcome, chosen=choice, trouble=trouble)

    def solve(self) -> InferenceResult:
        """With the numbers given."""
        problem, settings, record = (
            self.request.problem(self.corpus),
            self.request.concur,
            self.request.record,
        )
        with ExitStack() as stack:
            recorder = None
            if record is not None:
                recorder = stack.enter_context(
                    Recorder(record, problem, seed=self.budget.seed, restart_after=settings.restart_after)
                )
            watching = self.observer if recorder is None else recorder
            options = {"settings": settings} | _observing(watching, problem)
            outcome = solve(problem, self.request.engine, self.budget, progress=self.report, options=options)
            if recorder is not None:
                recorder.finish(outcome)
        return InferenceResult.of(outcome, trouble=None if recorder is None else recorder.trouble)

    def choose_numbers(self) -> InferenceResult:
        """The protocol's choice, or the best grammar where it came to none; each point is reported."""
        request, budget = self.request, self.budget
        settings = max_min.Settings(
            self.corpus, request.homographs, restrictions=request.allow or STRICT, given=request.given
        )

        def watched(problem: Problem, engine: str, budget: Budget) -> Outcome:
            observing = _observing(self.observer, problem)
            return solve(problem, engine, budget, progress=self.report, options=observing)

        with connect(request.cluster, budget.limits.jobs) as client:
            walk = max_min.search(
                settings,
                request.engine,
                budget,
                progress=lambda _, point: self.note(f"trying {point.in_words()}"),
                solver=watched if client is None else ClusterSolver(client),
            )
        outcome = replace(walk.outcome, solution=walk.solution, choice=walk.choice())
        return InferenceResult.of(outcome, walk=walk)


def _observing(observer: Observer | None, problem: AnyProblem) -> dict[str, Any]:
    """The options of divide and concur that let someone look at it."""
    if observer is None:
        return {}
    observer.begin(problem)
    return {"observe": observer.observe, "observe_every": observer.observe_every}
