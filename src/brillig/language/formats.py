"""Files of sentences in the forms that linguists keep them in, turned into plain lines with their numbers.

Glossed text (`\\tx \\mb \\ge \\ft` of Toolbox, or `\\t \\m \\g \\l`), numbered examples, tables (CSV, TSV)
with a column of judgements, sentences with a translation after a tab, trees in Penn's brackets. The form is
seen from the file itself or its name.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from brillig.language.penn import marked_line, parse_penn
from brillig.language.plural import count

NumberedLine = tuple[int, str]


@dataclass(frozen=True)
class Converted:
    """Plain lines with the numbers that they have in the file, what was done, and what is wrong with it."""

    lines: list[NumberedLine]
    notes: list[str] = field(default_factory=list)
    troubles: list[tuple[int, str]] = field(default_factory=list)


def convert(name: str, texts: Sequence[str], *, tags: bool, brackets: bool, morphemes: bool) -> Converted:
    """The lines of a file; as they are where it has none of the forms."""
    if name.lower().endswith((".penn", ".mrg")):
        return _read_trees(name, texts, tags, brackets)
    if name.lower().endswith((".csv", ".tsv")):
        return _read_table(texts, "\t" if name.lower().endswith(".tsv") else ",")
    if _is_glossed(texts):
        return _read_glossed(texts, tags, morphemes)
    if _is_numbered(texts):
        return _read_numbered(texts)
    if _has_translations(texts):
        lines = [(number, text.partition("\t")[0]) for number, text in enumerate(texts, 1)]
        return Converted(lines, ["what follows a tab is taken for a translation and left out"])
    return Converted(list(enumerate(texts, 1)))


# -- glossed text -----------------------------------------------------------------------------------

_MARKER = re.compile(r"\\([a-z]+)(?:\s+(.*))?$")
_TEXT = ("tx", "t")
_MORPHEMES = ("mb", "m", "mr")
_GLOSS = ("ge", "g", "gl", "gll")
_PLAIN_NAME = re.compile(r"[^\w.+-]")


def _is_glossed(texts: Sequence[str]) -> bool:
    marked = [match[1] for text in texts if (match := _MARKER.match(text.strip()))]
    return any(name in _TEXT for name in marked) and len(marked) >= sum(bool(t.strip()) for t in texts) / 2


def _read_glossed(texts: Sequence[str], tags: bool, morphemes: bool) -> Converted:
    """A line for each record: its text, or with morphemes its second line; glosses as tags if wanted."""
    lines: list[NumberedLine] = []
    record: dict[str, str] = {}
    start = last = ""
    first = 0
    unaligned = 0

    def close() -> None:
        nonlocal unaligned
        text = _first(record, _TEXT)
        if not text:
            return
        star = "*" if text.startswith("*") else ""
        parts = _first(record, _MORPHEMES)
        chosen = parts if morphemes and parts else text.removeprefix("*").strip()
        if tags:
            words, glosses = chosen.split(), _first(record, _GLOSS).split()
            if len(words) == len(glosses):
                chosen = " ".join(f"{w}/{_tag(g)}" for w, g in zip(words, glosses, strict=True))
            else:
                unaligned += 1
        lines.append((first, star + chosen))

    for number, text in enumerate(texts, 1):
        match = _MARKER.match(text.strip())
        if match is None:
            if text.strip() and last:
                record[last] += " " + text.strip()
            continue
        name, value = match[1], match[2] or ""
        if name in _TEXT and (not start or name == start or name in record):
            close()
            record, start, first = {}, name, number
        record[name] = f"{record.get(name, '')} {value}".strip()
        last = name
    close()
    notes = [f"glossed text: {count(len(lines), 'example')} read"]
    if unaligned:
        notes.append(f"{count(unaligned, 'example')} with another number of glosses than words: read without")
    return Converted(lines, notes)


def _first(record: dict[str, str], names: Sequence[str]) -> str:
    return next((record[name] for name in names if record.get(name)), "")


def _tag(gloss: str) -> str:
    """A gloss as the name of a category: 3SG.PST, not what a rule could not hold."""
    return _PLAIN_NAME.sub("_", gloss.strip("-=")) or "_"


# -- numbered examples ------------------------------------------------------------------------------

_NUMBER = re.compile(
    r"\s*(?:(?:\(\s*\d+\s*[a-z]?\s*\)|\d+[.)])\s*(?:\(?[a-z][.)]\s+)?|\(?[a-z][.)]\s+)(?=\S)"
)
_JUDGEMENT = re.compile(r"([*?#%]+)\s?(?=\w|['\"\u2018\u201c(\[])")


def _is_numbered(texts: Sequence[str]) -> bool:
    said = [text for text in texts if text.strip() and not text.lstrip().startswith("#")]
    numbered = [text for text in said if _NUMBER.match(text)]
    real = sum(bool(re.match(r"\s*(\(\s*\d|\d+[.)])", text)) for text in said)
    return real > 0 and len(numbered) >= max(2, 0.8 * len(said))


def _read_numbered(texts: Sequence[str]) -> Converted:
    """Without the numbers; *x is starred, ?x is neither right nor wrong and left out."""
    lines: list[NumberedLine] = []
    doubtful: list[str] = []
    for number, text in enumerate(texts, 1):
        said = text.partition("\t")[0] if "\t" in text.strip() else text
        said = _NUMBER.sub("", said, count=1).strip()
        mark = _JUDGEMENT.match(said)
        if mark is None:
            lines.append((number, said))
        elif "*" in mark[1]:
            lines.append((number, "*" + said[mark.end() :]))
        else:
            doubtful.append(str(number))
    notes = ["numbered examples: the numbers are left out"]
    if doubtful:
        named = ", ".join(doubtful[:10]) + (" ..." if len(doubtful) > 10 else "")
        notes.append(f"{count(len(doubtful), 'example')} marked ? or # set aside: line {named}")
    return Converted(lines, notes)


# -- trees ------------------------------------------------------------------------------------------


def _read_trees(name: str, texts: Sequence[str], tags: bool, brackets: bool) -> Converted:
    """A sentence for each tree, with its tags and brackets where they are wanted."""
    trees = parse_penn("\n".join(texts), name)
    lines = [
        (number, marked_line(tree, tags=tags, brackets=brackets)) for number, tree in enumerate(trees, 1)
    ]
    return Converted(lines, [f"Penn's brackets: the sentences of {count(len(lines), 'tree')}"])


# -- several sentences a line -----------------------------------------------------------------------

# After a final mark and a blank, before what does not begin with a small letter; not after e.g. or J.
_END_OF_SENTENCE = re.compile(
    r"""(?<=[.!?…])(?<!\b\w\.)["'”’»)\]]*\s+(?=[^\W\d_]|["'“‘«(\[¿¡*])|(?<=[。！？।؟])\s*(?=\S)"""
)


def split_lines(lines: Sequence[NumberedLine]) -> list[NumberedLine]:
    """Each sentence of a line as a line of its own, with the line's number.

    Before a small letter a line is split only in a text that has no capitals at the beginning of lines.
    """
    found: list[NumberedLine] = []
    firsts = (next(filter(str.isalpha, text), "") for _, text in lines)
    small = not any(map(str.isupper, firsts))
    for number, text in lines:
        begin = 0
        for end in _END_OF_SENTENCE.finditer(text):
            if small or not text[end.end()].islower():
                found.append((number, text[begin : end.end()].rstrip()))
                begin = end.end()
        found.append((number, text[begin:]))
    return found


# -- tables -----------------------------------------------------------------------------------------

_SENTENCE_COLUMNS = ("sentence", "text", "example", "utterance", "sentences", "item", "stimulus")
_JUDGEMENT_COLUMNS = (
    "judgement",
    "judgment",
    "label",
    "acceptable",
    "acceptability",
    "grammatical",
    "correct",
)
_RIGHT = {"", "1", "yes", "y", "ok", "true", "good", "acceptable", "grammatical", "right", "correct"}
_WRONG = {"0", "no", "n", "*", "false", "bad", "unacceptable", "ungrammatical", "wrong", "incorrect"}


def _read_table(texts: Sequence[str], separator: str) -> Converted:
    """The column of sentences, starred where the column of judgements says no."""
    rows = csv.reader(texts, delimiter=separator)
    header = next((row for row in rows if any(cell.strip() for cell in row)), [])
    names = [cell.strip().lower() for cell in header]
    sentences = next((names.index(name) for name in _SENTENCE_COLUMNS if name in names), None)
    if sentences is None:
        wanted = ", ".join(_SENTENCE_COLUMNS[:4])
        note = f"no column of the table is called {wanted}: its lines are read as they are"
        return Converted(list(enumerate(texts, 1)), [note])
    judgements = next((names.index(name) for name in _JUDGEMENT_COLUMNS if name in names), None)
    lines: list[NumberedLine] = []
    troubles: list[tuple[int, str]] = []
    for row in rows:
        if len(row) <= sentences or not row[sentences].strip():
            continue
        text = " ".join(row[sentences].split())
        said = row[judgements].strip().lower() if judgements is not None and judgements < len(row) else ""
        if said in _WRONG:
            text = text if text.startswith("*") else f"*{text}"
        elif said not in _RIGHT:
            troubles.append((rows.line_num, f"{said[:20]!r} is not a judgement"))
        lines.append((rows.line_num, text))
    column = "" if judgements is None else f", judgements of {names[judgements]!r}"
    return Converted(lines, [f"a table: sentences of the column {names[sentences]!r}{column}"], troubles)


def _has_translations(texts: Sequence[str]) -> bool:
    said = [text for text in texts if text.strip() and not text.startswith("#")]
    return len(said) > 1 and all(text.strip().count("\t") == 1 for text in said)
