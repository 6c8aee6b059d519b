"""Many runs, for Python: questions to a speaker, studies of a setting, and the experiments of the paper."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from brillig.arguments import (
    FilePath,
    Progress,
    Sentences,
    as_corpus,
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
    from brillig.reproduction.report import Section
    from brillig.studies.result import StudyResult


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


def reproduce(
    *names: str,
    full: bool = False,
    output: FilePath | None = None,
    seed: int = 0,
    jobs: int | None = None,
    progress: Progress = None,
) -> tuple[Section, ...]:
    """Run experiments of the paper, `"table4"` for example, all without a name; a report goes to `output`."""
    from brillig import reproduction
    from brillig.reproduction.report import write_report
    from brillig.reproduction.setup import SCALES, Setup

    scale = SCALES["full" if full else "quick"]
    setup = Setup(scale, as_whole("seed", seed), as_limits(seed, None, None, jobs).threads)
    with following(progress) as report:
        told = None if report is None else lambda section: report(section.to_text())
        sections = reproduction.reproduce(names or list(reproduction.TARGETS), setup, told)
    if output is not None:
        write_report(Path(output), list(sections), scale.name, setup.seed, setup.jobs)
    return sections
