"""The walk over the numbers (c, c_l, r_s): how it is to be done, and a run of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from brillig.engines.cluster import ClusterSolver, connect
from brillig.engines.race import solve
from brillig.errors import BrilligError, Option
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.limits import Budget, Cancel, Limits
from brillig.problems import STRICT, Restrictions
from brillig.progress import Note, OnReport
from brillig.workflows import max_min, protocol
from brillig.workflows.explain import explain
from brillig.workflows.known_points import Point
from brillig.workflows.max_min_result import SearchResult
from brillig.workflows.protocol import Protocol
from brillig.workflows.requests import LEAVE_OUT, EngineRequest
from brillig.workflows.search_text import front_lines


@dataclass(frozen=True, kw_only=True)
class SearchRequest(EngineRequest):
    """How the numbers are to be walked; with a preset in the paper's order, by divide and concur alone.

    store     a file that keeps what is found, and from which a later walk goes on
    cluster   a Dask scheduler, or `local:N`
    """

    homographs: int = 0
    max_categories: int = 16
    max_rules: int = 16
    allow: Restrictions | None = None
    given: Grammar | None = None
    store: Path | None = None
    cluster: str | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        self.concur  # noqa: B018 (refuses a preset or a setting that there is not)
        if self.in_papers_order:
            for name in ("store", "given", "cluster"):
                if getattr(self, name) is not None:
                    raise BrilligError("the paper's protocol has no use for it", hint=LEAVE_OUT, field=name)
        elif self.settings:
            message = ("this is for ", Option("preset", "paper"))
            raise BrilligError(message, hint=LEAVE_OUT, field=self.settings_given[0])

    @property
    def in_papers_order(self) -> bool:
        return self.preset not in (None, "default")

    @property
    def one_word(self) -> bool:
        return self.allow is not None and not self.allow.root_without_words


def run_search(
    request: SearchRequest,
    corpus: Corpus,
    limits: Limits | Budget | None = None,
    report: OnReport | None = None,
    *,
    cancel: Cancel | None = None,
) -> SearchResult | Protocol:
    """Walk and choose; each point is reported, and each line of the front that changes."""
    budget = Budget.begin(limits, cancel)
    if request.in_papers_order:
        return protocol.walk_protocol(
            corpus,
            budget,
            engine=request.engine,
            settings=request.concur,
            homographs=request.homographs,
            max_categories=request.max_categories,
            restrictions=request.allow or STRICT,
            progress=None if report is None else lambda step: report(Note(str(step))),
        )
    settings = max_min.Settings(
        corpus,
        request.homographs,
        request.max_categories,
        request.max_rules,
        request.allow or STRICT,
        request.given,
    )
    told: set[str] = set()

    def tell(walk: max_min.Walk, point: Point) -> None:
        assert report is not None
        new = [line for line in front_lines(walk.known_points.front(request.homographs)) if line not in told]
        told.update(new)
        for line in (*new, f"trying {point.in_words()}"):
            report(Note(line))

    with connect(request.cluster, budget.limits.jobs) as client:
        found = max_min.search(
            settings,
            request.engine,
            budget,
            store=request.store,
            progress=None if report is None else tell,
            solver=solve if client is None else ClusterSolver(client),
        )
    if request.explain and found.finished and not found.candidates:
        found = replace(found, why=explain(settings.widest(), budget))
    return found
