"""`Reading`: how a text becomes words; the same for all commands, the page and Python, kept in solutions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Self

from brillig.errors import BrilligError, Option
from brillig.language.spelling import Spelling
from brillig.language.token_classes import TokenClass, find_classes

NAMED_TOKENS = ("words", "characters", "code", "morphemes")
MAX_EXPRESSION = 300


class Case(StrEnum):
    AUTO = "auto"  # a capital at the start of a sentence, where the lower-case form occurs, too
    KEEP = "keep"
    FOLD = "fold"


class Punctuation(StrEnum):
    SPLIT = "split"  # marks that touch a word become words of their own
    KEEP = "keep"
    DROP = "drop"


@dataclass(frozen=True)
class Reading:
    """The choices with which sentences were read.

    case          auto, keep or fold
    punctuation   split, keep or drop: what becomes of marks that touch a word
    tokens        words, characters, code, morphemes, or an expression that each word matches
    classes       NUMBER, NAME, ID=[A-Z]+ ...: all words of a token class are one word
    same          -DA=-da,-de: forms of one word or morpheme, each read as what stands before the mark
    comments      lines that begin with # are skipped
    stars         *cat the sleeps: not a sentence
    tags          the/D: the word and its category
    brackets      [the cat] sleeps: a constituent
    keep_final    a final . ! ? stays with the last word
    split_sentences   a line of prose may have several sentences
    spelling      how the file writes its words, so that others can be written alike; None where not seen
    """

    case: Case = Case.AUTO
    punctuation: Punctuation = Punctuation.SPLIT
    tokens: str = "words"
    classes: tuple[str, ...] = ()
    same: tuple[str, ...] = ()
    comments: bool = True
    stars: bool = True
    tags: bool = False
    brackets: bool = False
    keep_final: bool = False
    split_sentences: bool = False
    spelling: Spelling | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "case", _one_of("case", Case, self.case))
        object.__setattr__(self, "punctuation", _one_of("punctuation", Punctuation, self.punctuation))
        find_classes(self.classes, self.tokens)  # refuses what is none
        find_forms(self.same)
        if "STRING" in self.classes and self.tokens in ("words", "characters", "morphemes"):
            code = Option("tokens", "code")
            raise BrilligError(("only ", code, " sees strings"), hint="give that, too", field="classes")
        if self.tags and self.tokens not in ("words", "morphemes"):
            message = ("not with ", Option("tokens", self.tokens))
            raise BrilligError(message, hint="write words with blanks between them", field="tags")
        if self.brackets and self.tokens == "code":
            why = ("not with ", Option("tokens", "code"), ", where brackets are words")
            raise BrilligError(why, hint="leave one of them out", field="brackets")
        if self.split_sentences and not self.splits_words:
            message = ("not with ", Option("tokens", self.tokens))
            raise BrilligError(message, hint="only prose has ends of sentences", field="split_sentences")
        if self.tokens not in NAMED_TOKENS:
            _check_expression(self.tokens)

    @property
    def splits_words(self) -> bool:
        """Whether the text is prose with blanks between words: final marks and capitals then mean little."""
        return self.tokens in ("words", "morphemes")

    @property
    def token_classes(self) -> tuple[TokenClass, ...]:
        """Its token classes, in the order in which words are tried against them."""
        return find_classes(self.classes, self.tokens)

    @property
    def forms(self) -> dict[str, str]:
        """What each form that was declared is read as."""
        return find_forms(self.same)

    def changed(self, given: Mapping[str, object]) -> Self:
        """With the choices that were given (not None) in place of its own."""
        chosen: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
        return replace(self, **chosen)

    def to_json(self) -> dict[str, Any]:
        return {
            "case": self.case.value,
            "punctuation": self.punctuation.value,
            "tokens": self.tokens,
            "classes": list(self.classes),
            "same": list(self.same),
            "comments": self.comments,
            "stars": self.stars,
            "tags": self.tags,
            "brackets": self.brackets,
            "keep_final": self.keep_final,
            "split_sentences": self.split_sentences,
        } | ({} if self.spelling is None else {"spelling": self.spelling.to_json()})

    @classmethod
    def from_json(cls, data: Any) -> Self:
        """Read strictly what `to_json` wrote."""
        if not isinstance(data, dict):
            raise BrilligError("the problem's 'reading' is not an object")
        spelling = Spelling.from_json(data["spelling"]) if "spelling" in data else None
        data = {name: value for name, value in data.items() if name != "spelling"}
        fields = cls().to_json()
        for name in data:
            if name not in fields:
                raise BrilligError(f"the problem's reading has an unknown choice {str(name)[:40]!r}")
        for name, value in fields.items():
            found = data.get(name, value)
            if type(found) is not type(value) or (
                isinstance(found, list) and not all(isinstance(item, str) for item in found)
            ):
                raise BrilligError(f"the problem's reading has a wrong {name!r}: {str(found)[:60]!r}")
        chosen = {name: data[name] for name in data}
        for name in ("classes", "same"):
            if name in chosen:
                chosen[name] = tuple(chosen[name])
        return cls(**chosen, spelling=spelling)


def find_forms(same: Iterable[str]) -> dict[str, str]:
    """What each form stands for, from `-DA=-da,-de`; a name may begin with the mark of a clitic, `=`."""
    forms: dict[str, str] = {}
    for text in same:
        mark = text.find("=", 1)
        name, own = text[:mark].strip(), [form.strip() for form in text[mark + 1 :].split(",")]
        if mark < 0 or not name or not all(own) or any(blank.isspace() for blank in name + "".join(own)):
            message = f"{text[:60]!r} does not say which forms are the same"
            raise BrilligError(message, hint="write -DA=-da,-de,-ta,-te", field="same")
        for form in own:
            if forms.setdefault(form, name) != name:
                message = f"{form!r} would be both {forms[form]!r} and {name!r}"
                raise BrilligError(message, hint="name it once", field="same")
    return forms


def _one_of(field: str, kind: type[Case] | type[Punctuation], value: str) -> Case | Punctuation:
    try:
        return kind(value)
    except ValueError:
        hint = f"choose one of {', '.join(kind)}"
        raise BrilligError(f"there is no {str(value)[:40]!r}", hint=hint, field=field) from None


def _check_expression(text: str) -> None:
    """Refuse what is no expression, and a name that was meant to be one of the known ones."""
    known = ", ".join(NAMED_TOKENS)
    if len(text) > MAX_EXPRESSION:
        message = f"an expression of {len(text)} characters"
        raise BrilligError(message, hint=f"use at most {MAX_EXPRESSION}", field="tokens")
    if not text or text.isalpha():
        hint = f"choose one of {known}, or give an expression"
        raise BrilligError(f"there is no {text!r}", hint=hint, field="tokens")
    try:
        pattern = re.compile(text)
    except (re.error, OverflowError, RecursionError) as error:
        message = f"{text!r} is not an expression ({error})"
        hint = f"choose one of {known}, or correct it"
        raise BrilligError(message, hint=hint, field="tokens") from None
    if pattern.match(""):
        hint = "let it match at least one character"
        raise BrilligError(f"{text!r} matches the empty text", hint=hint, field="tokens")


# What is stored with sentences that were given as words and never read from a text.
PLAIN = Reading(case=Case.KEEP, punctuation=Punctuation.KEEP, comments=False, stars=False, keep_final=True)
