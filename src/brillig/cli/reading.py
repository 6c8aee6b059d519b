"""The reading options: the same on every command that reads sentences, made into one `Reading` here."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any

from brillig.cli.groups import Group, option
from brillig.cli.refusing import option_name
from brillig.errors import BrilligError, Option, say
from brillig.language.corpus import LONGEST_SENTENCE, MAX_WORDS, Corpus
from brillig.language.reading import Case, Punctuation, Reading
from brillig.language.text import open_source, read_sentences
from brillig.language.token_classes import split_names

ABOUT_FILES = (
    "FILE has one sentence per line. Blank lines and lines that begin with # are skipped; write \\# for a "
    "word that begins with #. A star marks what is not a sentence: *cat the sleeps."
)

_OPTIONS: dict[str, Any] = {
    "case": Annotated[
        Case | None,
        option(
            "--case",
            "auto: lower-case the first word of a sentence if it occurs in lower case elsewhere.",
            "auto",
        ),
    ],
    "punctuation": Annotated[
        Punctuation | None,
        option(
            "--punctuation",
            "Commas, quotes and brackets that touch a word: split them off, keep them, or drop them.",
            "split",
        ),
    ],
    "tokens": Annotated[
        str | None,
        option(
            "--tokens words|characters|code|morphemes|REGEX",
            "What counts as a word; morphemes splits at - and =, REGEX takes each match.",
            "words",
        ),
    ],
    "classes": Annotated[
        list[str] | None,
        option(
            "--class CLASS,...",
            "Read all words of a class as one: NUMBER, STRING, NAME, WORD, HEX, IP, DATE, TIME, PATH, "
            "one of your own, 'ID=[A-Z]+-[0-9]+', or none. Repeatable.",
            "for code, infer takes what saves bits",
        ),
    ],
    "same": Annotated[
        list[str] | None,
        option(
            "--same NAME=FORM,...",
            "Forms of one word or morpheme, as -DA=-da,-de,-ta,-te; each is read as NAME. Repeatable.",
            "none",
        ),
    ],
    "no_comments": Annotated[bool, option("--no-comments", "Read lines that begin with # as sentences.")],
    "no_stars": Annotated[bool, option("--no-stars", "Read a star at the start of a line as text.")],
    "tags": Annotated[bool, option("--tags", "Read the/D as the word `the` with the category D.")],
    "brackets": Annotated[bool, option("--brackets", "Read [the cat] as a constituent.")],
    "keep_final": Annotated[
        bool, option("--keep-final", "Keep a final '.', '!' or '?' as part of the last word.")
    ],
    "split_sentences": Annotated[
        bool,
        option(
            "--split-sentences",
            "Split lines into sentences, at . ! ? before a capital, or any letter where no line has one.",
        ),
    ],
    "fold_case": Annotated[bool, option("--fold-case", "Short for --case fold.")],
    "max_sentence_words": Annotated[
        int, option("--max-sentence-words", "Set longer sentences aside.", min=2, max=LONGEST_SENTENCE)
    ],
}


@dataclass(frozen=True)
class ReadingOptions:
    """What was said on the command line about reading; the rest is the default, or a solution's own."""

    given: dict[str, Any] = field(default_factory=dict)
    max_words: int = MAX_WORDS

    def of_at_most(self, words: int) -> ReadingOptions:
        """For longer sentences, unless a limit was given."""
        return self if self.max_words != MAX_WORDS else replace(self, max_words=words)

    def onto(self, stored: Reading | None = None) -> Reading:
        return (stored or Reading()).changed(self.given)

    @property
    def is_open(self) -> bool:
        """Whether nothing was said of token classes, in a text that has them."""
        return "classes" not in self.given and self.given.get("tokens") == "code"

    def read(
        self,
        files: str | Sequence[str],
        *,
        stored: Reading | None = None,
        known: Collection[str] = (),
        one_word: bool = False,
        starred_only: bool = False,
        long_aside: bool = True,
        first: int | None = None,
    ) -> Corpus:
        """The sentences of the files as one; what a person should know goes to standard error."""
        names = [files] if isinstance(files, str) else list(files)
        options = {"known": known, "starred_only": starred_only, "long_aside": long_aside}
        read = self.reader(names, one_word=one_word, first=first, **options)
        return read(self.onto(stored))

    def reader(self, files: Sequence[str], **options: Any) -> Callable[[Reading], Corpus]:
        """What reads the sentences of the files as one, once or in several ways; notes are told once."""
        sources = [open_source(name) for name in files]
        told = set()

        def read(reading: Reading) -> Corpus:
            found = read_sentences(sources, reading, max_words=self.max_words, **options)
            for note in found.notes:
                text = say(note, option_name)
                if text not in told:
                    print(f"brillig: {text}", file=sys.stderr)
                told.add(text)
            return found.corpus

        return read


def reading_arguments(reading: Reading | None) -> list[str]:
    """The words of a command line that make a command read a text in this way."""
    if reading is None:
        return []
    usual, arguments = Reading().to_json(), []
    for name, value in reading.to_json().items():
        if name not in usual or value == usual[name]:
            continue
        flag = option_name(Option(name, False if value is False else None))
        if isinstance(value, bool):
            arguments.append(flag)
        elif name == "same":
            arguments += [part for forms in value for part in (flag, forms)]
        else:
            arguments += [flag, ",".join(value) if isinstance(value, list) else value]
    return arguments


READING_OPTIONS = tuple(_OPTIONS)  # the names of the parameters


def _options(
    *,
    classes: list[str] | None,
    same: list[str] | None,
    no_comments: bool,
    no_stars: bool,
    fold_case: bool,
    max_sentence_words: int,
    **given: Any,
) -> ReadingOptions:
    if fold_case:
        if given["case"] not in (None, Case.FOLD):
            message = ("not with ", Option("case", given["case"]))
            raise BrilligError(message, hint="leave one of them out", field="fold_case")
        given["case"] = Case.FOLD
    chosen = {name: value for name, value in given.items() if value not in (None, False)}
    if no_comments:
        chosen["comments"] = False
    if no_stars:
        chosen["stars"] = False
    if classes:
        none = any(text.strip().lower() == "none" for text in classes)
        if none and len(classes) > 1:
            raise BrilligError("none, and others, too", hint="leave one of them out", field="classes")
        chosen["classes"] = () if none else tuple(name for text in classes for name in split_names(text))
    if same:
        chosen["same"] = tuple(same)
    Reading().changed(chosen)  # wrong choices are refused before a file is opened
    return ReadingOptions(chosen, max_sentence_words)


ReadingGroup = Annotated[
    ReadingOptions,
    Group(_OPTIONS, _options, {"max_sentence_words": MAX_WORDS}, ABOUT_FILES),
]
