"""A study's plan: its settings with their trials, from a SPEC file or from options. It never changes."""

from __future__ import annotations

import itertools
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from brillig.engines.concur.settings import preset_settings
from brillig.errors import BrilligError, Place
from brillig.files import read_text
from brillig.language.corpus import Corpus
from brillig.language.reading import Case, Reading
from brillig.language.text import read_corpus, read_texts
from brillig.problems import AnyProblem, Problem, Restrictions
from brillig.problems.solution import load
from brillig.studies.trial import DEFAULT_MAX_ITERATIONS, SETTING_NAMES, Setting, change
from brillig.workflows.extension import extend_problem
from brillig.workflows.refinement import refine_problem

MAX_SETTINGS = 10_000

# As in the options of these names; `fold_case` is short for case = "fold".
_SWITCHES = ("comments", "stars", "tags", "brackets", "keep_final", "split_sentences")
_READING = ("case", "punctuation", "tokens", "class", "same", *_SWITCHES)
_CORPUS = ("file", "sentences", "sample", "sample_number", "sample_seed", "first", "fold_case", *_READING)
_PROBLEM = (
    "categories",
    "lexical",
    "rules",
    "homographs",
    "allow",
    "distinct_children",
    "root_nonlexical",
)
_OTHER = ("refine", "features", "extend", "trials", "seed", "max_iterations", "preset", "engine")
_KEYS = ("name", *_CORPUS, *_PROBLEM, *_OTHER, *SETTING_NAMES)


@dataclass(frozen=True)
class Plan:
    """A name and the settings. Trials are numbered through, from 0, setting after setting."""

    name: str
    settings: tuple[Setting, ...]

    @property
    def trials(self) -> int:
        return sum(setting.trials for setting in self.settings)

    def locate(self, number: int) -> tuple[int, int]:
        """The setting of a trial of the study, and which of that setting's trials it is."""
        if not 0 <= number < self.trials:
            raise BrilligError(
                f"there is no trial {number}", hint=f"they are numbered from 0 to {self.trials - 1}"
            )
        for index, setting in enumerate(self.settings):
            if number < setting.trials:
                return index, number
            number -= setting.trials
        raise AssertionError("unreachable: the number was in range")

    def number(self, setting: int, trial: int) -> int:
        """The number of a trial in the study."""
        return sum(s.trials for s in self.settings[:setting]) + trial

    def to_json(self) -> dict[str, Any]:
        return {"name": self.name, "settings": [setting.to_json() for setting in self.settings]}

    @classmethod
    def from_json(cls, data: Any) -> Plan:
        if not isinstance(data, dict) or not isinstance(data.get("settings"), list):
            raise BrilligError("the store's plan is not a plan", hint="it is damaged")
        return cls(str(data.get("name")), tuple(Setting.from_json(setting) for setting in data["settings"]))

    def difference(self, other: Plan) -> str | None:
        """In which way another plan is not this one, in a few words; None if it is."""
        if len(self.settings) != len(other.settings):
            return f"{len(self.settings)} settings there, {len(other.settings)} here"
        for one, two in zip(self.settings, other.settings, strict=True):
            for name in ("name", "trials", "seed", "max_iterations", "engine"):
                a, b = getattr(one, name), getattr(two, name)
                if a != b:
                    return f"{name} {a} there, {b} here"
            for name in SETTING_NAMES:
                a, b = getattr(one.settings, name), getattr(two.settings, name)
                if a != b:
                    return f"{name} {a} there, {b} here"
            data, others = one.problem.to_json(), two.problem.to_json()
            for name in data:
                if data[name] != others.get(name):
                    values = f" {data[name]} there, {others.get(name)} here"
                    return f"{name}{values if len(values) < 80 else ' are not the same'}"
        return None


def read_spec(path: str | Path) -> Plan:
    """A SPEC.toml: values for all settings, a list of settings, and a grid. Files are named beside it."""
    path = Path(path)
    try:
        data = tomllib.loads(read_text(path))
    except BrilligError:
        raise
    except (ValueError, RecursionError) as error:  # a number of thousands of digits is not TOML's own error
        raise BrilligError(f"not TOML ({error})", hint="correct it there", place=path) from None
    name = data.pop("name", path.stem)
    grid = _table(data.pop("grid", {}), f"{path}, [grid]")
    listed = data.pop("setting", [{}])
    if not isinstance(name, str) or not isinstance(listed, list) or not listed:
        raise BrilligError("'name' has to be a text, and settings are written [[setting]]", place=path)
    for key, values in grid.items():
        if not isinstance(values, list) or not values:
            raise BrilligError(f"{path}, [grid]: {key} has to be a list of values")
    combinations = [dict(zip(grid, values, strict=True)) for values in itertools.product(*grid.values())]
    settings: list[Setting] = []
    for number, own in enumerate(listed, 1):
        place = f"{path}, setting {number}"
        for combination in combinations:
            values = data | _table(own, place) | combination
            called = ", ".join(f"{key}={value}" for key, value in combination.items())
            values["name"] = (
                ", ".join(filter(None, (str(own.get("name", "")), called))) or f"setting {number}"
            )
            settings.append(_setting(values, place, path.parent))
            if len(settings) > MAX_SETTINGS:
                raise BrilligError(
                    f"more than {MAX_SETTINGS:,} settings", hint="make the grid smaller", place=path
                )
    names = [setting.name for setting in settings]
    for called in names:
        if names.count(called) > 1:
            raise BrilligError(
                f"two settings are called {called!r}", hint="give each its own name", place=path
            )
    return Plan(name, tuple(settings))


def _setting(values: dict[str, Any], place: str, folder: Path) -> Setting:
    for key in values:
        if key not in _KEYS:
            raise BrilligError(f"there is no {key!r}", hint=f"known are {', '.join(_KEYS)}", place=place)
    preset = values.get("preset", "default")
    changes = {key: value for key, value in values.items() if key in SETTING_NAMES}
    whole = _Reader(values, place)
    try:
        problem = _problem(values, whole, place, folder)
        return Setting(
            values["name"],
            problem,
            whole.number("trials", 100),
            whole.number("seed", 0),
            whole.number("max_iterations", DEFAULT_MAX_ITERATIONS),
            change(preset_settings(preset, problem.kind), changes),
            str(values.get("engine", "concur")),
        )
    except BrilligError as error:
        if error.place is None or error.place.file.startswith(place):
            raise error.at(place) from None
        inner = Place(f"{place}: {error.place.file}", error.place.line)
        raise BrilligError(error.message, hint=error.hint, place=inner, field=error.field) from None


def _problem(values: Mapping[str, Any], read: _Reader, place: str, folder: Path) -> AnyProblem:
    homographs = read.number("homographs", 0)
    if "refine" in values:
        solution = load(folder / read.text("refine"))
        limits = _numbers(values.get("rules", {}), f"{place}, rules")
        features = _numbers(values.get("features", {}), f"{place}, features")
        return refine_problem(solution, features, limits, homographs)
    one_word = not _restrictions(values, read, place).root_without_words
    corpus = _corpus(values, read, place, folder, one_word)
    if "extend" in values:
        alone = values.get("preset") == "paper"
        return extend_problem(load(folder / read.text("extend")), corpus, homographs, alone)
    return Problem(
        corpus,
        read.number("categories"),
        read.number("lexical"),
        read.number("rules"),
        homographs,
        _restrictions(values, read, place),
    )


def _restrictions(values: Mapping[str, Any], read: _Reader, place: str) -> Restrictions:
    """What `allow` names, and what the two older keys lift."""
    allow = values.get("allow", [])
    if not isinstance(allow, str | list):
        raise BrilligError(f"'allow' is {allow!r}, not a list of switches", place=place)
    return Restrictions.of(allow) | Restrictions.lifted(
        equal_children=not read.switch("distinct_children", True),
        lexical_root=not read.switch("root_nonlexical", True),
    )


def _corpus(values: Mapping[str, Any], read: _Reader, place: str, folder: Path, one_word: bool) -> Corpus:
    sources = [key for key in ("file", "sentences", "sample") if key in values]
    if len(sources) != 1:
        found = " and ".join(sources) or "none of them"
        raise BrilligError(
            "sentences come from one of file, sentences and sample", hint=f"found {found}", place=place
        )
    if "file" in values:
        files = [folder / name for name in read.texts("file")]
        corpus = read_corpus(files, _reading(values, read), one_word=one_word)
    elif "sample" in values:
        from brillig.language.builtin import builtin
        from brillig.parsing.generate import generate

        grammar, number = builtin(read.text("sample")), read.number("sample_number")
        if not 1 <= number <= 100_000:
            raise BrilligError(f"sample_number is {number}, but has to be from 1 to 100000", place=place)
        corpus = Corpus.of(generate(grammar, number, seed=read.number("sample_seed", 0)), one_word=one_word)
    elif any(key in values for key in ("fold_case", *_READING)):
        corpus = read_texts(read.texts("sentences"), _reading(values, read), one_word=one_word).corpus
    else:
        corpus = Corpus.of(read.texts("sentences"), one_word=one_word)
    return corpus.first(read.number("first")) if "first" in values else corpus


def _reading(values: Mapping[str, Any], read: _Reader) -> Reading:
    """How the sentences are read; what is not said is the default."""
    given: dict[str, Any] = {key: read.switch(key, False) for key in _SWITCHES if key in values}
    given |= {key: read.text(key) for key in ("case", "punctuation", "tokens") if key in values}
    if "class" in values:
        given["classes"] = tuple(name.upper() for name in read.texts("class"))
    if "same" in values:
        given["same"] = tuple(read.texts("same"))
    if read.switch("fold_case", False):
        given["case"] = Case.FOLD
    return Reading().changed(given)


@dataclass(frozen=True)
class _Reader:
    """Values of a setting, with the type that they have to have."""

    values: Mapping[str, Any]
    place: str

    def number(self, key: str, default: int | None = None) -> int:
        value = self._get(key, default)
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise BrilligError(f"{key} is {value!r}, not an integer", place=self.place)
        return value

    def switch(self, key: str, default: bool) -> bool:
        value = self._get(key, default)
        if not isinstance(value, bool):
            raise BrilligError(f"{key} is {value!r}, not true or false", place=self.place)
        return value

    def text(self, key: str) -> str:
        value = self._get(key, None)
        if not isinstance(value, str):
            raise BrilligError(f"{key} is {value!r}, not a string", place=self.place)
        return value

    def texts(self, key: str) -> list[str]:
        """A list of texts, or one of them alone."""
        value = self._get(key, None)
        listed = [value] if isinstance(value, str) else value
        if not isinstance(listed, list) or not all(isinstance(text, str) for text in listed):
            raise BrilligError(
                f"{key} is {str(value)[:60]!r}, not a string or a list of strings", place=self.place
            )
        return listed

    def _get(self, key: str, default: Any) -> Any:
        if key not in self.values and default is None:
            raise BrilligError(
                f"{key!r} is missing", hint="add it, for all settings or for this one", place=self.place
            )
        return self.values.get(key, default)


def _numbers(value: Any, place: str) -> dict[str, int]:
    table = _table(value, place)
    read = _Reader(table, place)
    return {name: read.number(name) for name in table}


def _table(value: Any, place: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise BrilligError("has to be a table of names and values", place=place)
    return value
