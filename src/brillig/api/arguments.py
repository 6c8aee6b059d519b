"""What Python callers may give: sentences in many forms, grammars by name, whole numbers of any type."""

from __future__ import annotations

import functools
import inspect
import operator
import os
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import (
    Any,
    Literal,
    ParamSpec,
    Protocol,
    TypedDict,
    TypeVar,
    cast,
    get_args,
    get_type_hints,
    overload,
)

from brillig.engines.concur.settings import Settings
from brillig.engines.outcome import Outcome
from brillig.errors import BrilligError, Infeasible, NotFound, say
from brillig.language.bracketing import Bracketing
from brillig.language.cfg import Cfg
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.language.reading import Reading
from brillig.language.text import Read, Source, open_source, read_sentences, read_texts
from brillig.limits import Budget, Cancel, CtrlC, Limits
from brillig.problems import Restrictions
from brillig.problems.named import given_grammar, resolve, resolve_given
from brillig.problems.solution import Solution, Status, load
from brillig.progress import OnReport, following
from brillig.workflows.presenting import Names, resolve_names

FilePath = str | os.PathLike[str]
Progress = bool | OnReport | None  # True shows a bar; a function is told each report
Sentences = Corpus | str | os.PathLike[str] | Iterable[str | Sequence[str]]
SettingValue = float | str | bool | None  # of one setting of divide and concur, by its name
AnyGrammar = Solution | Grammar | Cfg | str | os.PathLike[str]

P = ParamSpec("P")
T = TypeVar("T")
R_co = TypeVar("R_co", bound=Outcome, covariant=True)

_FORMS = "a path, a string of one sentence per line, a list of strings or of lists of words, or a Corpus"


def as_corpus(
    sentences: Sentences,
    reading: Reading | None = None,
    known: Sequence[str] = (),
    *,
    one_word: bool = False,
) -> Corpus:
    """The sentences, whatever they are given as. A string is a path if there is such a file, else a text.

    What a person should know about how they were read is a warning.
    """
    if isinstance(sentences, Corpus):
        return sentences
    found = _read(sentences, as_reading(reading), known, one_word)
    for note in found.notes:
        warnings.warn(say(note), stacklevel=3)
    return found.corpus


def _read(sentences: Sentences, reading: Reading, known: Sequence[str], one_word: bool) -> Read:
    if isinstance(sentences, os.PathLike):
        return read_sentences([open_source(Path(sentences))], reading, known=known, one_word=one_word)
    if isinstance(sentences, str):
        is_text = len(sentences.split()) > 1 and not _is_file(sentences)
        source = Source("the text", sentences.encode()) if is_text else open_source(sentences)
        return read_sentences([source], reading, known=known, one_word=one_word)
    if not isinstance(sentences, Iterable) or isinstance(sentences, bytes | Mapping):
        raise BrilligError(f"{_shown(sentences)} is not {_FORMS}", field="sentences")
    given = list(sentences)
    for number, sentence in enumerate(given, 1):
        if not isinstance(sentence, Iterable) or isinstance(sentence, bytes | Mapping):
            raise BrilligError(f"sentence {number}: {_shown(sentence)} is not a string or a list of words")
        for word in () if isinstance(sentence, str) else sentence:
            if not isinstance(word, str):
                raise BrilligError(f"sentence {number}: {_shown(word)} is not a word", hint="give texts")
    return read_texts(given, reading, known, one_word=one_word)


def as_solution(solution: Solution | str | os.PathLike[str]) -> Solution:
    """The solution itself, or the one in a file."""
    if isinstance(solution, Solution):
        return solution
    if isinstance(solution, str | os.PathLike):
        return load(os.fspath(solution))
    raise BrilligError(f"{_shown(solution)} is not a Solution or the path of a file", field="solution")


def as_named(grammar: AnyGrammar) -> Solution | Grammar | Cfg:
    """What is given, or what its name stands for: a file or a built-in name."""
    if isinstance(grammar, str | os.PathLike):
        return resolve(os.fspath(grammar))
    return grammar


def as_grammar(grammar: AnyGrammar) -> Grammar | Cfg:
    """The grammar itself, that of a solution, or the one that is named."""
    found = as_named(grammar)
    if isinstance(found, Solution):
        return found.grammar
    if isinstance(found, Grammar | Cfg):
        return found
    message = f"{_shown(grammar)} is not a Solution, a Grammar, a file or a built-in name"
    raise BrilligError(message, field="grammar")


def as_reading(reading: Reading | None) -> Reading:
    if reading is None or isinstance(reading, Reading):
        return reading or Reading()
    hint = "write brillig.Reading(tokens='code'), for example"
    raise BrilligError(f"{_shown(reading)} is not a Reading", hint=hint, field="reading")


def as_cancel(cancel: Cancel | None) -> Cancel | None:
    if cancel is None or callable(getattr(cancel, "is_set", None)):
        return cancel
    hint = "give a threading.Event, or anything else with is_set()"
    raise BrilligError(f"{_shown(cancel)} cannot be asked whether to stop", hint=hint, field="cancel")


def as_given(grammar: AnyGrammar | None) -> Grammar | None:
    """A grammar whose rules have to be kept."""
    if isinstance(grammar, str | os.PathLike):
        return resolve_given(os.fspath(grammar))
    return None if grammar is None else given_grammar(grammar)


def as_names(names: AnyGrammar | None) -> Names | None:
    """The names of categories that are wanted: a choice, or those of another grammar."""
    return resolve_names(os.fspath(names) if isinstance(names, os.PathLike) else names)


def as_bracketing(bracketing: str | None) -> Bracketing | None:
    if bracketing is None or bracketing in list(Bracketing):
        return None if bracketing is None else Bracketing(bracketing)
    hint = f"choose one of {', '.join(Bracketing)}"
    raise BrilligError(f"{_shown(bracketing)} is not a choice", hint=hint, field="bracketing")


def as_whole(name: str, value: Any) -> int:
    """A whole number of any type that is one, NumPy's too; neither a truth value nor a float."""
    if not isinstance(value, bool):
        try:
            return operator.index(value)
        except TypeError:
            pass
    raise BrilligError(f"{_shown(value)} is not an integer", field=name)


def as_whole_or_none(name: str, value: Any) -> int | None:
    return None if value is None else as_whole(name, value)


def as_numbers(name: str, numbers: Mapping[Any, Any]) -> dict[Any, int]:
    """A number for each name."""
    if not isinstance(numbers, Mapping):
        raise BrilligError(f"{_shown(numbers)} is not a dictionary of integers", field=name)
    return {key: as_whole(f"{name} of {key}", number) for key, number in numbers.items()}


def report_of(run: RunOptions) -> OnReport | None:
    """What to call with each report, inside a function that `runs`."""
    progress = run["progress"]
    return None if progress is None or isinstance(progress, bool) else progress


def as_limits(seed: Any, max_iterations: Any, time_limit: Any, jobs: Any) -> Limits:
    whole_seed, most = as_whole("seed", seed), as_whole_or_none("max_iterations", max_iterations)
    threads = as_whole_or_none("jobs", jobs)
    if time_limit is not None and (isinstance(time_limit, bool) or not isinstance(time_limit, int | float)):
        raise BrilligError(f"{_shown(time_limit)} is not a number of seconds", field="time_limit")
    for name, value, least in (("seed", whole_seed, 0), ("max_iterations", most, 1), ("jobs", threads, 1)):
        if value is not None and value < least:
            raise BrilligError(f"{value} is too small", hint=f"it has to be at least {least}", field=name)
    if time_limit is not None and not time_limit >= 0:
        raise BrilligError(f"{time_limit} is negative", hint="give seconds", field="time_limit")
    return Limits(whole_seed, most, None if time_limit is None else float(time_limit), threads)


def _is_file(text: str) -> bool:
    try:
        return "\n" not in text and Path(text).exists()
    except (OSError, ValueError):
        return False


def _shown(value: object) -> str:
    """A value in a message: short, on one line."""
    text = " ".join(repr(value).split())
    return text if len(text) <= 60 else f"{text[:57]}..."


def as_allowed(
    allow: str | Iterable[str], distinct_children: bool = True, root_nonlexical: bool = True
) -> Restrictions | None:
    """What `allow` and the two flags lift; None where nothing is said."""
    flags = Restrictions.lifted(equal_children=not distinct_children, lexical_root=not root_nonlexical)
    names = allow if isinstance(allow, str) else list(allow)
    return Restrictions.of(names) | flags if names or flags else None


class RunOptions(TypedDict, total=False):
    """What every function that searches takes as keywords, and has whole once it runs: see `runs`."""

    seed: int
    max_iterations: int | None
    time_limit: float | None
    jobs: int | None
    progress: Progress
    cancel: Cancel | None


class EngineOptions(RunOptions, total=False):
    """The same with a choice of engines."""

    preset: str
    settings: Settings | Mapping[str, SettingValue] | None
    engine: str


class AnswerOptions(RunOptions, total=False):
    """The same, for functions that return a solution or, with `outcome=True`, the whole result."""

    outcome: bool


class EngineAnswerOptions(EngineOptions, AnswerOptions, total=False):
    """All of these."""


class RefineOptions(EngineOptions, total=False):
    """What `Solution.refine` hands on."""

    homographs: int
    retree: bool
    unique: bool | None
    explain: bool


class ExtendOptions(EngineOptions, total=False):
    """What `Solution.extend` hands on."""

    homographs: int


class EnlargeOptions(RunOptions, total=False):
    """What `Solution.enlarge` hands on."""

    allow: str | Iterable[str]


class CertifyOptions(TypedDict, total=False):
    """What `Solution.certify` hands on."""

    most: int
    core: bool
    against: Sentences | None
    proof: FilePath | None
    time_limit: float | None
    progress: Progress
    cancel: Cancel | None


_DEFAULTS = {"seed": 0, "preset": "default", "engine": "auto", "outcome": False}  # of the others: None


def limits_of(run: RunOptions) -> Limits:
    return as_limits(run["seed"], run["max_iterations"], run["time_limit"], run["jobs"])


def engine_fields(run: EngineOptions) -> dict[str, Any]:
    """The fields of an `EngineRequest`."""
    preset = None if run["preset"] == "default" else run["preset"]
    return {"engine": run["engine"], "preset": preset, "settings": run["settings"] or {}}


def runs(function: Callable[P, T]) -> Callable[P, T]:
    """What functions that search share: the keywords of `RunOptions`, progress as asked for, and Ctrl-C.

    The function gets all of the keywords, a function as `progress`, if any, and a `cancel` that hears Ctrl-C.
    """
    own = inspect.signature(function)
    *parameters, last = own.parameters.values()
    (options,) = get_args(get_type_hints(function)[last.name])
    for name, kind in options.__annotations__.items():
        keyword, default = inspect.Parameter.KEYWORD_ONLY, _DEFAULTS.get(name)
        parameters.append(inspect.Parameter(name, keyword, default=default, annotation=kind.__forward_arg__))
    signature = own.replace(parameters=parameters)

    @functools.wraps(function)
    def run(*arguments: P.args, **keywords: P.kwargs) -> T:
        try:
            bound = signature.bind(*arguments, **keywords)
        except TypeError as error:
            raise TypeError(f"{function.__name__}() {error}") from None
        bound.apply_defaults()
        given = bound.arguments
        with following(given["progress"]) as report, CtrlC() as stop:
            either = Budget.begin(None, stop).part(cancel=as_cancel(given["cancel"]))
            given |= {"progress": report, "cancel": either}
            done: Any = function(*bound.args, **bound.kwargs)
        stop.raise_if_set(done, done.solution)
        return done  # type: ignore[no-any-return]

    run.__signature__ = signature  # type: ignore[attr-defined]
    return run


class Answering(Protocol[P, R_co]):
    """A function that returns a solution or, with `outcome=True`, the whole result."""

    @overload
    def __call__(  # type: ignore[overload-overlap]
        self, *arguments: Any, outcome: Literal[True], **options: Any
    ) -> R_co: ...
    @overload
    def __call__(self, *arguments: P.args, **options: P.kwargs) -> Solution: ...


def answers(what: str) -> Callable[[Callable[P, R_co]], Answering[P, R_co]]:
    """A function that `runs`; where there is no solution, and the result was not asked for, it raises."""

    def make(function: Callable[P, R_co]) -> Answering[P, R_co]:
        run = runs(function)

        @functools.wraps(run)
        def answer(*arguments: P.args, **keywords: P.kwargs) -> Any:
            done = run(*arguments, **keywords)
            return done if keywords.get("outcome") else solution_or_raise(done, what)

        return cast("Answering[P, R_co]", answer)

    return make


def solution_or_raise(done: Outcome, what: str) -> Solution:
    """The solution, or the exception that says how it was not found."""
    if done.solution is not None:
        return done.solution
    message = f"no {what}: {done.status.value}; {done.reason}"
    if done.status is Status.INFEASIBLE:
        raise Infeasible(message, done, done.reason)
    raise NotFound(message, done, done.nearest)
