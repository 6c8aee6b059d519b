"""Learning, from Python: the functions behind the commands, under the same names; the work is done below."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from brillig.api.arguments import (
    AnyGrammar,
    FilePath,
    Progress,
    Sentences,
    answers,
    as_allowed,
    as_corpus,
    as_given,
    as_limits,
    as_numbers,
    as_report,
    as_solution,
    as_whole,
    as_whole_or_none,
)
from brillig.engines.concur.settings import Settings
from brillig.language.reading import Reading
from brillig.limits import Budget, Cancel, CtrlC
from brillig.problems.solution import Solution
from brillig.progress import following
from brillig.workflows.asking.dialogue import Dialogue, converse
from brillig.workflows.asking.judgements import JudgementFile
from brillig.workflows.asking.judges import Judge
from brillig.workflows.enlargement import EnlargementRequest, EnlargementResult, run_enlargement
from brillig.workflows.extension import ExtensionRequest, ExtensionResult, run_extension
from brillig.workflows.inference import InferenceRequest, InferenceResult, run_inference
from brillig.workflows.max_min_result import SearchResult
from brillig.workflows.protocol import Protocol
from brillig.workflows.refinement import (
    AUTO,
    RefinementRequest,
    RefinementResult,
    RuleNumbers,
    run_refinement,
)
from brillig.workflows.search_request import SearchRequest, run_search


@answers("grammar")
def infer(
    sentences: Sentences,
    categories: int | None = None,
    lexical: int | None = None,
    rules: int | None = None,
    *,
    homographs: int = 0,
    allow: str | Iterable[str] = (),
    distinct_children: bool = True,
    root_nonlexical: bool = True,
    choose: str | None = None,
    exceptions: int | str = 0,
    stability: int = 0,
    effort: float = 1.0,
    hold_out: float = 0.0,
    features: str | None = None,
    given: AnyGrammar | None = None,
    reading: Reading | None = None,
    preset: str = "default",
    settings: Settings | Mapping[str, Any] | None = None,
    engine: str = "auto",
    record: FilePath | None = None,
    cluster: str | None = None,
    explain: bool = False,
    seed: int = 0,
    max_iterations: int | None = None,
    time_limit: float | None = None,
    jobs: int | None = None,
    progress: Progress = None,
    cancel: Cancel | None = None,
    outcome: bool = False,
) -> InferenceResult:
    """Learn a grammar with c, c_l and r_s given; without them it is chosen.

    By description length (`choose="length"`, by default), or by the paper's protocol (`choose="max-min"`).
    At most `exceptions` sentences, or any number with "auto", may be left out where that saves bits.
    What agrees is said where that saves bits, unless `features` is "none": then `Solution.features` has it.
    The rules of a `given` grammar are kept, and the categories of its words, names and all.
    `sentences` is a path, a text of one sentence a line, a list of texts or of lists of words, or a `Corpus`.
    Texts are read like lines of a file, as `reading` says; words are taken as they are.
    `allow` lifts restrictions of the model: `equal-children`, `lexical-root`, `recursive-root`,
    `shared-pairs`, `one-word`, `all` or `none`; `distinct_children=False` and `root_nonlexical=False` are
    short for the first two. By bits, what is not said is lifted where that pays; with numbers nothing is.
    `effort` carries a choice by bits on for longer; `hold_out` is a share of the sentences, or a number of
    folds, that are held out, scored by what is learned without them, and reported as the result's `score`.
    `preset` and `settings` say how divide and concur searches. `record` keeps the search in a file for
    `draw`; a `cluster` (a Dask scheduler's address, or "local:4") does the work of a choice.

    Raises `NotFound` when nothing was found within the limits, `Infeasible` when it is proven that there is
    nothing, and `BrilligError` for wrong input. With `outcome=True` it returns the result instead, whatever
    that is: an `Outcome`, with `explain` also what is `proven` about a choice by bits, and its `doubt`
    (`stability` tries this many other seeds and halves of the sentences for that), or `why` there is no
    grammar. Ctrl-C raises `Interrupted`, a `KeyboardInterrupt` that has the best solution so far (`best`)
    and the `outcome`.
    """
    request = InferenceRequest(
        categories=as_whole_or_none("categories", categories),
        lexical=as_whole_or_none("lexical", lexical),
        rules=as_whole_or_none("rules", rules),
        homographs=as_whole("homographs", homographs),
        allow=as_allowed(allow, distinct_children, root_nonlexical),
        choose=choose,
        exceptions=None if exceptions == "auto" else as_whole("exceptions", exceptions),
        stability=as_whole("stability", stability),
        effort=effort,
        hold_out=hold_out,
        features=features,
        given=as_given(given),
        engine=engine,
        preset=None if preset == "default" else preset,
        settings=settings or {},
        record=None if record is None else Path(record),
        cluster=cluster,
        explain=explain,
    )
    corpus = as_corpus(sentences, reading, one_word=request.one_word)
    limits = as_limits(seed, max_iterations, time_limit, jobs)
    return run_inference(request, corpus, limits, as_report(progress), cancel=cancel)


@answers("refinement")
def refine(
    solution: Solution | FilePath,
    features: Mapping[str, int] | str = AUTO,
    rules: RuleNumbers | None = None,
    *,
    homographs: int = 0,
    retree: bool = False,
    unique: bool | None = None,
    preset: str = "default",
    settings: Settings | Mapping[str, Any] | None = None,
    engine: str = "auto",
    explain: bool = False,
    seed: int = 0,
    max_iterations: int | None = None,
    time_limit: float | None = None,
    jobs: int | None = None,
    progress: Progress = None,
    cancel: Cancel | None = None,
    outcome: bool = False,
) -> RefinementResult:
    """Split categories into features: `features={"B": 3}, rules={"S>B A": 2}`.

    Without `rules` the refined rules are minimised until no solution is found; with `features="auto"` the
    features, too; with `unique` until the solution is unique, with more features where that needs it.
    `preset="paper"` is the paper's network of layers, and unless told otherwise means `unique`; `settings`
    are then those of the main algorithm. Raises as `infer` does.
    """
    request = RefinementRequest(
        features=features if isinstance(features, str) else as_numbers("features", features),
        rules=None if rules is None else as_numbers("rules", rules),
        homographs=as_whole("homographs", homographs),
        retree=retree,
        unique=unique,
        engine=engine,
        preset=None if preset == "default" else preset,
        settings=settings or {},
        explain=explain,
    )
    limits = as_limits(seed, max_iterations, time_limit, jobs)
    return run_refinement(request, as_solution(solution), limits, as_report(progress), cancel=cancel)


@answers("extension")
def extend(
    solution: Solution | FilePath,
    sentences: Sentences,
    *,
    homographs: int = 0,
    preset: str = "default",
    settings: Settings | Mapping[str, Any] | None = None,
    engine: str = "auto",
    seed: int = 0,
    max_iterations: int | None = None,
    time_limit: float | None = None,
    jobs: int | None = None,
    progress: Progress = None,
    cancel: Cancel | None = None,
    outcome: bool = False,
) -> ExtensionResult:
    """Explain new sentences, giving categories to their unknown words. Raises as `infer` does.

    `preset="paper"` is the paper's network of layers; `settings` are then those of the main algorithm.
    """
    request = ExtensionRequest(
        homographs=as_whole("homographs", homographs),
        engine=engine,
        preset=None if preset == "default" else preset,
        settings=settings or {},
    )
    known = as_solution(solution)
    one_word = known.grammar.start in known.grammar.words_of
    corpus = as_corpus(sentences, known.reading, known.grammar.words, one_word=one_word)
    limits = as_limits(seed, max_iterations, time_limit, jobs)
    return run_extension(request, known, corpus, limits, as_report(progress), cancel=cancel)


@answers("larger grammar")
def enlarge(
    solution: Solution | FilePath,
    sentences: Sentences,
    *,
    allow: str | Iterable[str] = (),
    seed: int = 0,
    max_iterations: int | None = None,
    time_limit: float | None = None,
    jobs: int | None = None,
    progress: Progress = None,
    cancel: Cancel | None = None,
    outcome: bool = False,
) -> EnlargementResult:
    """A larger grammar for new sentences that need new rules. Raises as `infer` does.

    What is known stays; an old rule goes only where that saves bits. Categories keep their names, so that
    `solution.grammar.changes_since(old.grammar)` says what changed.
    """
    request = EnlargementRequest(allow=as_allowed(allow))
    known = as_solution(solution)
    corpus = as_corpus(sentences, known.reading, known.grammar.words, one_word=True)
    limits = as_limits(seed, max_iterations, time_limit, jobs)
    return run_enlargement(request, known, corpus, limits, as_report(progress), cancel=cancel)


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
    settings: Settings | Mapping[str, Any] | None = None,
    engine: str = "auto",
    cluster: str | None = None,
    explain: bool = False,
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
    divide and concur alone, until the solution is unique; it takes no `store` and nothing `given`. `explain`
    says why, where there is proven to be no grammar.
    """
    request = SearchRequest(
        homographs=as_whole("homographs", homographs),
        max_categories=as_whole("max_categories", max_categories),
        max_rules=as_whole("max_rules", max_rules),
        allow=as_allowed(allow),
        given=as_given(given),
        store=None if store is None else Path(store),
        engine=engine,
        preset=None if preset == "default" else preset,
        settings=settings or {},
        cluster=cluster,
        explain=explain,
    )
    corpus = as_corpus(sentences, one_word=request.one_word)
    with following(progress) as report, CtrlC() as stop:
        budget = Budget.begin(as_limits(seed, max_iterations, time_limit, jobs), stop)
        found = run_search(request, corpus, budget, report, cancel=cancel)
    stop.raise_if_set(found, found.solution)
    return found


def ask(
    sentences: Sentences,
    judge: Judge,
    *,
    judgements: FilePath | None = None,
    questions: int | None = None,
    person: bool = False,
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
    brackets (a `reading` with them), and the rules and words of a `given` grammar, are kept to. A judge is
    taken for a program, which may be asked many cheap questions, unless you say `person=True`.
    """
    corpus = as_corpus(sentences, reading, one_word=True)
    kept = None if judgements is None else JudgementFile(os.fspath(judgements))
    earlier = [] if kept is None else kept.read(reading or Reading(), corpus.words)
    limits = as_limits(seed, None, None, jobs)
    most = as_whole_or_none("questions", questions)
    dialogue = Dialogue(
        corpus,
        earlier,
        limits=limits,
        cancel=cancel,
        given=as_given(given),
        program=not person,
        questions=most,
    )
    converse(dialogue, judge, kept, most, cancel)
    dialogue.conclude()
    return dialogue
