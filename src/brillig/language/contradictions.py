"""What no grammar can explain, whatever its numbers: seen as soon as the sentences are read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from brillig.errors import Place
from brillig.language.corpus import Corpus
from brillig.language.lines import Line
from brillig.language.markup import Bracket


def find_contradictions(lines: Sequence[Line]) -> Iterator[tuple[Place, str, str]]:
    """The place of each line that contradicts another one or itself, why, and what to do."""
    said: dict[tuple[str, ...], Line] = {}
    for line in lines:
        if not line.starred:
            said.setdefault(tuple(line.words), line)
            why = _clash(line.words, line.tags, line.brackets)
            if why is not None:
                yield line.place, why, "correct the marks"
    for line in lines:
        other = said.get(tuple(line.words)) if line.starred else None
        if other is not None:
            text = " ".join(line.words)
            both = f"{text!r} has a star, but is a sentence in {other.place}"
            yield line.place, both, "remove one of them"


def explain_contradiction(corpus: Corpus, start: str) -> str | None:
    """Why no grammar with this start symbol explains the sentences and rejects the starred ones, if so."""
    sentences = set(corpus.sentences)
    for rejected in corpus.rejected:
        if rejected in sentences:
            return f"{' '.join(rejected)!r} is a sentence and has a star, too"
    for number, sentence in enumerate(corpus.sentences, 1):
        tags = corpus.tags[number - 1] if corpus.tags else (None,) * len(sentence)
        brackets = corpus.brackets[number - 1] if corpus.brackets else ()
        why = _clash(sentence, tags, (*brackets, Bracket(0, len(sentence), start)))
        if why is not None:
            return f"sentence {number}: {why}"
    return None


def _clash(words: Sequence[str], tags: Sequence[str | None], brackets: Sequence[Bracket]) -> str | None:
    """Two names for one constituent: a rule has two children, so each span of words is one node."""
    named = {(i, i + 1): tag for i, tag in enumerate(tags) if tag is not None}
    for start, end, name in brackets:
        if name is not None and named.setdefault((start, end), name) != name:
            text = " ".join(words[start:end])
            return f"[{text}] is named {named[start, end]} and {name}, but a constituent has one name"
    return None
