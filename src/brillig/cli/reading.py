"""The reading options: the same on every command that reads sentences, made into one `Reading` here."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any

import typer

from brillig.cli.groups import Group
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
        typer.Option(
            "--case",
            help="auto: lower-case the first word of a sentence if it occurs in lower case elsewhere.",
            show_default="auto",
        ),
    ],
    "punctuation": Annotated[
        Punctuation | None,
        typer.Option(
            "--punctuation",
            help="Commas, quotes and brackets that touch a word: split them off, keep them, or drop them.",
            show_default="split",
        ),
    ],
    "tokens": Annotated[
        str | None,
        typer.Option(
            "--tokens",
            metavar="words|characters|code|morphemes|REGEX",
            help="What counts as a word; morphemes splits at - and =, REGEX takes each match.",
            show_default="words",
        ),
    ],
    "classes": Annotated[
        str | None,
        typer.Option(
            "--class",
            metavar="CLASS,...",
            help="Read all words of a class as one: NUMBER, STRING, NAME, WORD, HEX, IP, DATE, TIME, PATH, "
            "one of your own, 'ID=[A-Z]+-[0-9]+', or none.",
            show_default="for code, infer takes what saves bits",
        ),
    ],
    "same": Annotated[
        list[str] | None,
        typer.Option(
            "--same",
            metavar="NAME=FORM,...",
            help="Forms of one word or morpheme, as -DA=-da,-de,-ta,-te; each is read as NAME. Repeatable.",
            show_default="none",
        ),
    ],
    "no_comments": Annotated[
        bool, typer.Option("--no-comments", help="Read lines that begin with # as sentences.")
    ],
    "no_stars": Annotated[
        bool, typer.Option("--no-stars", help="Read a star at the start of a line as text.")
    ],
    "tags": Annotated[bool, typer.Option("--tags", help="Read the/D as the word `the` with the category D.")],
    "brackets": Annotated[bool, typer.Option("--brackets", help="Read [the cat] as a constituent.")],
    "keep_final": Annotated[
        bool, typer.Option("--keep-final", help="Keep a final '.', '!' or '?' as part of the last word.")
    ],
    "split_sentences": Annotated[
        bool,
        typer.Option("--split-sentences", help="Split lines into sentences, at . ! ? before a capital."),
    ],
    "fold_case": Annotated[bool, typer.Option("--fold-case", help="Short for --case fold.")],
    "max_sentence_words": Annotated[
        int,
        typer.Option("--max-sentence-words", min=2, max=LONGEST_SENTENCE, help="Set longer sentences aside."),
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


READING_OPTIONS = tuple(_OPTIONS)  # the names of the parameters


def _default(option: str) -> Any:
    if option == "max_sentence_words":
        return MAX_WORDS
    return None if option in ("case", "punctuation", "tokens", "classes", "same") else False


def _options(
    *,
    classes: str | None,
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
    if classes is not None:
        chosen["classes"] = () if classes.strip().lower() == "none" else split_names(classes)
    if same:
        chosen["same"] = tuple(same)
    Reading().changed(chosen)  # wrong choices are refused before a file is opened
    return ReadingOptions(chosen, max_sentence_words)


ReadingGroup = Annotated[
    ReadingOptions,
    Group({name: (kind, _default(name)) for name, kind in _OPTIONS.items()}, _options, ABOUT_FILES),
]
