"""The gallery: twelve small languages with their sentences, grammars and trees.

python tools/gallery.py              writes docs/gallery/ from examples/gallery/
python tools/gallery.py mirror       only the parts of some languages, on standard output
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

ROOT = Path(__file__).parents[1]
SENTENCES = ROOT / "examples" / "gallery"
PAGE = ROOT / "docs" / "gallery"


@dataclass(frozen=True)
class Language:
    """One exhibit: its file of sentences, how it is learned, whose tree is drawn, and what to see."""

    name: str
    title: str
    kind: str
    sentence: int
    see: str
    options: tuple[str, ...] = ()
    judge: str = ""

    @property
    def command(self) -> list[str]:
        """What is asked of Brillig, after the name of the program."""
        if self.judge:
            return ["ask", f"{self.name}.txt", *self.options, "--oracle", self.judge]
        return ["infer", f"{self.name}.txt", *self.options]


NATURAL, FORMAL, PROGRAM, NONSENSE = "Natural languages", "Formal languages", "Programs", "Nonsense"

LANGUAGES = (
    Language(
        "english",
        "English: relative clauses",
        NATURAL,
        17,
        "Twenty sentences are enough for articles, nouns, and verbs with and without an object. A relative "
        "clause is *who* and a verb phrase, and it follows a noun. Because it can follow a noun that has one "
        "already, the grammar also allows two of them in a row.",
    ),
    Language(
        "spanish",
        "Spanish: gender",
        NATURAL,
        21,
        "Two starred sentences say that *la gata negro* and *el perro negra* are wrong. That makes articles, "
        "nouns and adjectives fall into two genders each. Without the stars, the adjectives stay in one "
        "class, because the sentences alone do not save enough bits by splitting them.",
    ),
    Language(
        "japanese",
        "Japanese: particles",
        NATURAL,
        20,
        "A particle follows each noun: *ga* for the subject, *o* for the object, *de* for the place. "
        "The verb comes last. A place comes before an object, because these sentences never have it the "
        "other way round.",
    ),
    Language(
        "swahili",
        "Swahili: noun classes",
        NATURAL,
        1,
        "The words are split into morphemes. Noun and verb carry prefixes that go together: *m-* with *a-*, "
        "*wa-* with *wa-*, *ki-* with *ki-*, *vi-* with *vi-*. People read and sleep, things fall and get "
        "lost. Five starred sentences show prefixes that do not match. The language is exact, though the "
        "feature also tells *a-* from the tense markers, which share a class with it.",
    ),
    Language(
        "mandarin",
        "Mandarin: classifiers",
        NATURAL,
        4,
        "A number or *这* needs a classifier before the noun: *本* for books, *只* for animals. Two starred "
        "sentences say that they cannot be exchanged. *不* stands before any verb.",
    ),
    Language(
        "turkish",
        "Turkish: suffixes",
        NATURAL,
        3,
        "The words are split into morphemes: a stem, a plural, a possessive, a case. Every part but the stem "
        "may be missing, but their order is fixed. No rule names a position; the order follows from which "
        "class can precede which.",
    ),
    Language(
        "equal",
        "As many b as a",
        FORMAL,
        3,
        "The textbook example of a language that no finite automaton accepts. `S` stands inside itself, "
        "which the paper's model forbids; Brillig lifts that restriction because it saves bits.",
    ),
    Language(
        "brackets",
        "Brackets of two kinds",
        FORMAL,
        18,
        "One *feature* says that an opening bracket and its closing bracket are of the same kind. Written as "
        "plain rules, every rule would be there twice.",
    ),
    Language(
        "mirror",
        "A word, a mark, and the word backwards",
        FORMAL,
        9,
        "Again one feature does the work: the letter at the beginning is the letter at the end. From 14 "
        "strings the language of all such palindromes is found.",
    ),
    Language(
        "sums",
        "Sums and products",
        PROGRAM,
        8,
        "Twelve expressions do not say much about brackets, so here Brillig asks. Python's own parser "
        "answers. In the end every bracket closes, and an expression in brackets can stand wherever a number "
        "can; learned from the twelve lines alone, brackets need not match.",
        ("--tokens", "code", "--class", "NUMBER"),
        "python is_expression.py",
    ),
    Language(
        "queries",
        "Queries",
        PROGRAM,
        13,
        "Lists of columns, comparisons, and clauses that may be missing, from 18 lines. All numbers are one "
        "token, because `--class NUMBER` says so. *where* and *and* share a class: no line says that a query "
        "cannot have two of the former.",
        ("--tokens", "code", "--class", "NUMBER"),
    ),
    Language(
        "nonsense",
        "Nonsense",
        NONSENSE,
        8,
        "After Lewis Carroll. No word means anything, and still there are nouns, adjectives, verbs and "
        "a preposition: syntax does not need meaning.",
    ),
)


def run(folder: Path, *words: str) -> str:
    """What the program prints on standard output, in the folder of the sentences."""
    command = [sys.executable, "-m", "brillig", *words]
    judge = {"PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin"}
    done = subprocess.run(command, cwd=folder, env=judge, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        raise SystemExit(f"{' '.join(command)}: {done.stderr}")
    return done.stdout


def exhibit(language: Language, pictures: Path | None = None) -> str:
    """The part of the page on one language; its tree is drawn into a folder where one is given."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for file in SENTENCES.iterdir():
            (folder / file.name).write_bytes(file.read_bytes())
        printed = run(folder, *language.command, "--seed", "0", "-o", "solution.json")
        if pictures is not None:
            tree = str(pictures / f"{language.name}.svg")
            number = str(language.sentence)
            run(folder, "draw", "solution.json", "--kind", "tree", "--sentence", number, "-o", tree)
    text = (SENTENCES / f"{language.name}.txt").read_text(encoding="utf-8")
    sentences = "".join(f"{line}\n" for line in text.splitlines() if not line.startswith("#"))
    command = " ".join(f"'{word}'" if " " in word else word for word in language.command)
    parts = [
        f"## {language.title}",
        language.see,
        f"```text\n{sentences}```",
        f"```text\n$ brillig {command}\n{answer(printed)}```",
        f"![A tree]({language.name}.svg)",
    ]
    return "\n\n".join(parts) + "\n"


def answer(printed: str) -> str:
    """The grammar and what else it allows, without questions, bits and advice."""
    start = re.search(r"^\d+ word class", printed, re.MULTILINE)
    shown = printed[start.start() if start else 0 :]
    asked = re.search(r"^Nothing is left to ask after (\d+ questions)", shown, re.MULTILINE)
    kept = re.split(
        r"^(?:Next:|Nothing is left|Stopped after|\d+\.\d bits)", shown, maxsplit=1, flags=re.MULTILINE
    )[0]
    return kept.rstrip() + (f"\n\nNothing is left to ask after {asked[1]}.\n" if asked else "\n")


def main(names: list[str]) -> None:
    """Write the page, or print parts of it."""
    if names:
        for language in LANGUAGES:
            if language.name in names:
                print(exhibit(language))
        return
    PAGE.mkdir(exist_ok=True)
    parts = [
        "# Gallery",
        "Twelve small languages, each learned from the sentences shown and nothing else. The files are in "
        "`examples/gallery/`; `python tools/gallery.py` writes this page again. A line with a star is *not* "
        "a sentence. The names of the categories have no meaning to Brillig; see [how grammars are "
        "written](../how-to/notation.md).",
    ]
    for kind, languages in groupby(LANGUAGES, key=lambda language: language.kind):
        links = [f"[{one.title}](#{anchor(one.title)})" for one in languages]
        parts.append(f"**{kind}**: {' · '.join(links)}")
    with ThreadPoolExecutor(4) as pool:
        parts += [part.rstrip() for part in pool.map(lambda language: exhibit(language, PAGE), LANGUAGES)]
    (PAGE / "index.md").write_text("\n\n".join(parts) + "\n", encoding="utf-8")


def anchor(title: str) -> str:
    """The name that the site gives to a heading."""
    return re.sub(r"[\s]+", "-", re.sub(r"[^\w\s-]", "", title).strip().lower())


if __name__ == "__main__":
    main(sys.argv[1:])
