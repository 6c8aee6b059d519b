"""Many runs, for Python: the walk through the numbers, certificates, questions, studies, the paper."""

from __future__ import annotations

import os
import typing
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from brillig.arguments import (
    AnyGrammar,
    FilePath,
    Progress,
    Sentences,
    as_corpus,
    as_given,
    as_limits,
    as_numbers,
    as_settings,
    as_solution,
    as_whole,
    as_whole_or_none,
)
from brillig.engines.concur.settings import Settings
from brillig.errors import BrilligError
from brillig.language.reading import Reading
from brillig.limits import Budget, Cancel, CtrlC
from brillig.problems import AnyProblem, Problem, Restrictions
from brillig.problems.solution import Solution
from brillig.progress import following
from brillig.workflows.asking.dialogue import Dialogue, converse
from brillig.workflows.asking.judgements import JudgementFile
from brillig.workflows.asking.judges import Judge
from brillig.workflows.extension import extend_problem
from brillig.workflows.refinement import RuleNumbers, refine_problem

if TYPE_CHECKING:
    from brillig.studies.result import StudyResult
    from brillig.workflows.certificate import Certificate
    from brillig.workflows.max_min_result import SearchResult
    from brillig.workflows.protocol import Protocol


def search(
    sentences: Sentences,
    *,
    homographs: int = 0,
    max_categories: int = 16,
    max_rules: int = 16,
    allow: str | Iterable[str] = (),
    given: AnyGrammar | None = None,
    store: FilePath | None = None,
    preset: str = "default",
    engine: str = "auto",
    seed: int = 0,
    max_iterations: int | None = None,
    time_limit: float | None = None,
    jobs: int | None = None,
    progress: Progress = None,
    cancel: Cancel | None = None,
) -> SearchResult | Protocol:
    """Walk the numbers (c, c_l, r_s) and choose: the front, the candidates, and the solution if there is one.

    The rules of a `given` grammar are kept, and the categories of its words. With `store` what is found is
    kept in that file, and a later walk goes on from it. `preset="paper"` walks in the paper's order, by
    divide and concur alone, until the solution is unique; it takes no `store` and nothing `given`.
    """
    from brillig.workflows import max_min, protocol

    restrictions = Restrictions.of(allow)
    settings = max_min.Settings(
        as_corpus(sentences, one_word=not restrictions.root_without_words),
        as_whole("homographs", homographs),
        as_whole("max_categories", max_categories),
        as_whole("max_rules", max_rules),
        restrictions,
        as_given(given),
    )
    if given is not None and preset != "default":
        raise BrilligError("given: the paper's protocol knows no given rules; leave it out")
    limits = as_limits(seed, max_iterations, time_limit, jobs)
    found: SearchResult | Protocol
    with following(progress) as report, CtrlC() as stop:
        budget = Budget.begin(limits, stop)
        if preset != "default":
            found = protocol.walk_protocol(
                settings.corpus,
                budget,
                engine=engine,
                settings=as_settings(preset, None),
                homographs=settings.homographs,
                max_categories=settings.most_categories,
                restrictions=restrictions,
                progress=None if report is None else lambda step: report(str(step)),
                cancel=cancel,
            )
        else:
            found = max_min.search(
                settings,
                engine,
                budget,
                store=None if store is None else Path(store),
                progress=None if report is None else lambda _walk, point: report(f"trying {point}"),
                cancel=cancel,
            )
    stop.raise_if_set(found, found.solution)
    return found


def certify(
    solution: Solution | FilePath,
    *,
    most: int = 1000,
    core: bool = True,
    against: Sentences | None = None,
    proof: FilePath | None = None,
    time_limit: float | None = None,
    progress: Progress = None,
    cancel: Cancel | None = None,
) -> Certificate:
    """What else fits the sentences of a solution, and what forces it.

    `against` are sentences judged wrong; `proof` names the files for a proof that there is nothing else.
    """
    from brillig.workflows import certificate

    given = as_solution(solution)
    with following(progress) as report, CtrlC() as stop:
        found = certificate.certify(
            given,
            Budget.begin(as_limits(0, None, time_limit, None), stop),
            most=as_whole("most", most),
            core=core,
            against=() if against is None else as_corpus(against).sentences,
            proof=None if proof is None else str(Path(proof).absolute()),
            progress=report,
            note=report,
            cancel=cancel,
        )
    stop.raise_if_set(found, given)
    return found


def ask(
    sentences: Sentences,
    judge: Judge,
    *,
    judgements: FilePath | None = None,
    questions: int | None = None,
    given: AnyGrammar | None = None,
    reading: Reading | None = None,
    seed: int = 0,
    jobs: int | None = None,
    cancel: Cancel | None = None,
) -> Dialogue:
    """Learn by asking: `judge` is given sentences, as tuples of words, and says True, False or None.

    It ends when nothing is left to ask, or after at most `questions`. What comes back is the `Dialogue` with
    its `solution`, `judgements` and `identified`; make a `Dialogue` yourself to ask step by step. With
    `judgements`, answers are kept in that file, and those already in it are not asked for again. Tags and
    brackets (a `reading` with them), and the rules and words of a `given` grammar, are kept to.
    """
    corpus = as_corpus(sentences, reading, one_word=True)
    kept = None if judgements is None else JudgementFile(os.fspath(judgements))
    earlier = [] if kept is None else kept.read(reading or Reading(), corpus.words)
    limits = as_limits(seed, None, None, jobs)
    dialogue = Dialogue(corpus, earlier, limits=limits, cancel=cancel, given=as_given(given))
    converse(dialogue, judge, kept, as_whole_or_none("questions", questions), cancel)
    return dialogue


def study(
    sentences: Sentences | AnyProblem | None = None,
    categories: int | None = None,
    lexical: int | None = None,
    rules: int | RuleNumbers | None = None,
    *,
    refine: Solution | FilePath | None = None,
    features: Mapping[str, int] | None = None,
    extend: Solution | FilePath | None = None,
    homographs: int = 0,
    allow: str | Iterable[str] = (),
    trials: int = 100,
    preset: str = "default",
    settings: Settings | Mapping[str, Any] | None = None,
    engine: str = "concur",
    seed: int = 0,
    max_iterations: int = 1_000_000,
    time_limit: float | None = None,
    jobs: int | None = None,
    store: FilePath | None = None,
    progress: Progress = None,
    cancel: Cancel | None = None,
) -> StudyResult:
    """Run many trials that differ by their seeds only: of an inference, of refining a solution
    (`refine=solution, features={...}`), or of extending one to the sentences (`extend=solution`).

    With `store` the trials are kept in that file, and the same study goes on from it.
    """
    from brillig.studies.result import run_setting
    from brillig.studies.trial import Setting

    limits = as_limits(seed, max_iterations, time_limit, jobs)
    extra = as_whole("homographs", homographs)
    problem: AnyProblem
    if isinstance(sentences, AnyProblem):
        problem = sentences
    elif refine is not None:
        if features is None:
            raise BrilligError("features: a study of refining needs them, for example features={'A': 2}")
        numbers = None if rules is None else as_numbers("rules", rules)  # type: ignore[arg-type]
        problem = refine_problem(as_solution(refine), as_numbers("features", features), numbers, extra)
    elif sentences is None:
        raise BrilligError("sentences: there are none; give them, or refine=solution")
    elif extend is not None:
        problem = extend_problem(as_solution(extend), as_corpus(sentences), extra, preset == "paper")
    else:
        restrictions = Restrictions.of(allow)
        problem = Problem(
            as_corpus(sentences, one_word=not restrictions.root_without_words),
            as_whole("categories", categories),
            as_whole("lexical", lexical),
            as_whole("rules", rules),
            extra,
            restrictions,
        )
    setting = Setting(
        "study",
        problem,
        as_whole("trials", trials),
        limits.seed,
        limits.max_iterations or 1,
        as_settings(preset, settings, problem.kind),
        engine,
    )
    with following(progress) as report, CtrlC() as stop:
        done = run_setting(
            setting,
            limits.threads,
            store=None if store is None else Path(store),
            time_limit=limits.time_limit,
            watch=report,
            cancel=Budget.begin(None, stop).part(cancel=cancel),
        )
    stop.raise_if_set(done, None)
    return done


class Section(typing.Protocol):
    """One table or figure of the paper, reproduced."""

    def to_text(self) -> str: ...
    def to_json(self) -> dict[str, Any]: ...


def reproduce(
    *names: str,
    full: bool = False,
    preset: str | None = None,
    output: FilePath | None = None,
    seed: int = 0,
    jobs: int | None = None,
    progress: Progress = None,
) -> tuple[Section, ...]:
    """Run experiments of the paper, `"table4"` for example, all without a name; a report goes to `output`.

    `preset` leaves one form of the search: the paper's, or Brillig's own (`"default"`). The experiments are
    a package of their own, `brillig-lab`.
    """
    run: Callable[..., tuple[Section, ...]] = load_extension("functions", "reproduce")
    return run(*names, full=full, preset=preset, output=output, seed=seed, jobs=jobs, progress=progress)


def load_extension(kind: str, name: str) -> Any:
    """What another installed package offers as an entry point of the group `brillig.KIND`."""
    from importlib.metadata import entry_points

    for found in entry_points(group=f"brillig.{kind}", name=name):
        return found.load()
    raise BrilligError(
        f"{name}: not part of the installed package; in a clone of Brillig's repository: pip install ./lab"
    )
