"""Learning, from Python: the functions behind the commands, under the same names; the work is done below."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Unpack

from brillig.api.arguments import (
    AnswerOptions,
    AnyGrammar,
    EngineAnswerOptions,
    EngineOptions,
    FilePath,
    Sentences,
    answers,
    as_allowed,
    as_bracketing,
    as_cancel,
    as_corpus,
    as_given,
    as_limits,
    as_names,
    as_numbers,
    as_solution,
    as_whole,
    as_whole_or_none,
    engine_fields,
    limits_of,
    report_of,
    runs,
)
from brillig.language.reading import Reading
from brillig.limits import Cancel
from brillig.problems.solution import Solution
from brillig.workflows.asking.dialogue import Dialogue
from brillig.workflows.asking.judges import Judge
from brillig.workflows.asking.request import AskRequest, run_asking
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
    bracketing: str | None = None,
    names: AnyGrammar | None = None,
    given: AnyGrammar | None = None,
    reading: Reading | None = None,
    record: FilePath | None = None,
    cluster: str | None = None,
    explain: bool = False,
    **run: Unpack[EngineAnswerOptions],
) -> InferenceResult:
    """Learn a grammar from sentences.

    `sentences` is a path, a string of one sentence per line, a list of strings or of lists of words, or a
    `Corpus`. Strings are read like lines of a file, as `reading` says; words are taken as they are.

    With `categories`, `lexical` and `rules` (c, c_l and r_s) the grammar has these numbers. Without them it
    is chosen by description length (`choose="length"`, the default) or by the paper's protocol
    (`choose="max-min"`). A choice by description length leaves out up to `exceptions` sentences ("auto":
    any number) where that saves bits, and describes agreement where that saves bits (`Solution.features`),
    unless `features` is "none". `effort` makes the search longer. `hold_out` is a share of the sentences,
    or a number of folds, to be scored by grammars learned without them; the result is in `score`.
    Trees are bracketed as linguists do where the language stays the same and the bits rise by two at most,
    unless `bracketing` is "as-found". `names` of categories are "suggested" by closed-class words (the
    default; `Solution.suggested` says which), "letters", or those of another grammar.

    `allow` lifts restrictions of the model: `equal-children`, `lexical-root`, `recursive-root`, `shared-
    pairs`, `one-word`, `all` or `none`; `distinct_children=False` and `root_nonlexical=False` are short for
    the first two. By default, a choice by description length lifts restrictions where that saves bits, and
    an inference with given numbers lifts none. The rules of a `given` grammar are kept, as are the
    categories of its words and all names. `preset` and `settings` control divide and concur. `record` names
    a file in which the search is kept for `draw`. `cluster` is the address of a Dask scheduler, or
    "local:4".

    Raises `NotFound` if no grammar was found within the limits, `Infeasible` if it is proven that none
    exists, and `BrilligError` for wrong input. With `outcome=True` it returns the result in all of these
    cases: an `Outcome`, with `explain` also what is `proven` about the choice, its `doubt` (`stability` is
    the number of other seeds and halves of the sentences to try), and `why` there is no grammar. Ctrl-C
    raises `Interrupted`, a `KeyboardInterrupt` that carries the best solution so far (`best`) and the
    `outcome`.
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
        bracketing=as_bracketing(bracketing),
        names=as_names(names),
        given=as_given(given),
        record=None if record is None else Path(record),
        cluster=cluster,
        explain=explain,
        **engine_fields(run),
    )
    corpus = as_corpus(sentences, reading, one_word=request.one_word)
    return run_inference(request, corpus, limits_of(run), report_of(run), cancel=run["cancel"])


@answers("refinement")
def refine(
    solution: Solution | FilePath,
    features: Mapping[str, int] | str = AUTO,
    rules: RuleNumbers | None = None,
    *,
    homographs: int = 0,
    retree: bool = False,
    unique: bool | None = None,
    explain: bool = False,
    **run: Unpack[EngineAnswerOptions],
) -> RefinementResult:
    """Split categories into features: `features={"B": 3}, rules={"S>B A": 2}`.

    Without `rules`, the number of refined rules is reduced until no solution is found; with `unique`, until
    the solution is unique, adding features where necessary. `features="auto"` chooses the features as well.
    `preset="paper"` uses the paper's network of layers, for which `unique` is the default, with the
    `settings` of the main algorithm. Raises as `infer` does.
    """
    request = RefinementRequest(
        features=features if isinstance(features, str) else as_numbers("features", features),
        rules=None if rules is None else as_numbers("rules", rules),
        homographs=as_whole("homographs", homographs),
        retree=retree,
        unique=unique,
        explain=explain,
        **engine_fields(run),
    )
    return run_refinement(
        request, as_solution(solution), limits_of(run), report_of(run), cancel=run["cancel"]
    )


@answers("extension")
def extend(
    solution: Solution | FilePath,
    sentences: Sentences,
    *,
    homographs: int = 0,
    **run: Unpack[EngineAnswerOptions],
) -> ExtensionResult:
    """Explain new sentences by finding categories for their unknown words.

    The rules stay as they are. `preset="paper"` uses the paper's network of layers, with the `settings` of
    the main algorithm. Raises as `infer` does.
    """
    request = ExtensionRequest(homographs=as_whole("homographs", homographs), **engine_fields(run))
    known = as_solution(solution)
    one_word = known.grammar.start in known.grammar.words_of
    corpus = as_corpus(sentences, known.reading, known.grammar.words, one_word=one_word)
    return run_extension(request, known, corpus, limits_of(run), report_of(run), cancel=run["cancel"])


@answers("larger grammar")
def enlarge(
    solution: Solution | FilePath,
    sentences: Sentences,
    *,
    allow: str | Iterable[str] = (),
    **run: Unpack[AnswerOptions],
) -> EnlargementResult:
    """Learn a larger grammar for new sentences that need new rules.

    What is known stays; an old rule is removed only where that saves bits. Categories keep their names, so
    that `solution.grammar.changes_since(old.grammar)` lists the changes. Raises as `infer` does.
    """
    request = EnlargementRequest(allow=as_allowed(allow))
    known = as_solution(solution)
    corpus = as_corpus(sentences, known.reading, known.grammar.words, one_word=True)
    return run_enlargement(request, known, corpus, limits_of(run), report_of(run), cancel=run["cancel"])


@runs
def search(
    sentences: Sentences,
    *,
    homographs: int = 0,
    max_categories: int = 16,
    max_rules: int = 16,
    allow: str | Iterable[str] = (),
    given: AnyGrammar | None = None,
    store: FilePath | None = None,
    cluster: str | None = None,
    explain: bool = False,
    **run: Unpack[EngineOptions],
) -> SearchResult | Protocol:
    """Find which numbers (c, c_l, r_s) are possible, and choose among them.

    The result has the front of possible numbers, the candidates, and the solution if there is one. The
    rules of a `given` grammar are kept, as are the categories of its words. `store` names a file in which
    results are kept; a later search continues from it. `preset="paper"` follows the paper's order, by
    divide and concur alone, until the solution is unique; it takes neither `store` nor `given`. With
    `explain`, the result says why there is no grammar where that is proven.
    """
    request = SearchRequest(
        homographs=as_whole("homographs", homographs),
        max_categories=as_whole("max_categories", max_categories),
        max_rules=as_whole("max_rules", max_rules),
        allow=as_allowed(allow),
        given=as_given(given),
        store=None if store is None else Path(store),
        cluster=cluster,
        explain=explain,
        **engine_fields(run),
    )
    corpus = as_corpus(sentences, one_word=request.one_word)
    return run_search(request, corpus, limits_of(run), report_of(run), cancel=run["cancel"])


def ask(
    sentences: Sentences,
    judge: Judge,
    *,
    judgements: FilePath | None = None,
    questions: int | None = None,
    person: bool = False,
    names: AnyGrammar | None = None,
    given: AnyGrammar | None = None,
    reading: Reading | None = None,
    seed: int = 0,
    jobs: int | None = None,
    cancel: Cancel | None = None,
) -> Dialogue:
    """Learn a grammar by asking: `judge` takes a sentence (a tuple of words) and returns True, False or None.

    Asking ends when nothing is left to ask, or after `questions` questions. The `Dialogue` that is returned
    has `solution`, `judgements` and `identified`; create a `Dialogue` yourself to ask step by step.
    `judgements` names a file in which answers are kept; those already in it are not asked again. Tags and
    brackets (if `reading` has them) and the rules and words of a `given` grammar hold throughout. A judge
    counts as a program, which can answer many simple questions, unless `person=True`. `names` are as those
    of `infer`.
    """
    corpus = as_corpus(sentences, reading, one_word=True)
    request = AskRequest(
        program=not person,
        questions=as_whole_or_none("questions", questions),
        judgements=None if judgements is None else Path(judgements),
        given=as_given(given),
        names=as_names(names),
    )
    stop = as_cancel(cancel)
    dialogue = request.begin(corpus, as_limits(seed, None, None, jobs), cancel=stop)
    asked = run_asking(request, dialogue, judge, cancel=stop)
    if asked.trouble is not None:
        raise asked.trouble
    return dialogue
