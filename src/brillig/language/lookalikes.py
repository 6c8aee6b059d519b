"""Words that look alike and are not: letters of two alphabets in one word, two marks for one apostrophe."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable

APOSTROPHES = "\u2019\u02bc\u2032\uff07"


def unify_apostrophes(words: Iterable[list[str]], known: Collection[str]) -> int:
    """Write ’ inside a word as ' where the same word occurs so, or as the grammar knows it; how many were."""
    sentences = list(words)
    seen = {word for sentence in sentences for word in sentence} | set(known)
    changed: set[str] = set()
    table = str.maketrans(dict.fromkeys(APOSTROPHES, "'"))
    curly = {word.translate(table): word for word in known if any(mark in word for mark in APOSTROPHES)}
    for sentence in sentences:
        for place, word in enumerate(sentence):
            plain = word.translate(table)
            new = curly.get(plain, plain) if known else plain
            if new != word and len(word) > 1 and new in seen:
                sentence[place] = new
                changed.add(word)
    return len(changed)


def find_mixed(words: Iterable[str]) -> list[str]:
    """Words with letters of two alphabets that look alike, each with the letters that do not belong."""
    found = []
    for word in dict.fromkeys(words):
        alphabets: dict[str, list[str]] = {}
        for letter in word:
            if letter.isalpha():
                name = unicodedata.name(letter, "?").split()[0]
                if name in ("LATIN", "CYRILLIC", "GREEK"):
                    alphabets.setdefault(name, []).append(letter)
        if len(alphabets) > 1:
            fewest = min(alphabets, key=lambda name: (len(alphabets[name]), name))
            found.append(f"{word} ({', '.join(dict.fromkeys(alphabets[fewest]))}: {fewest.capitalize()})")
    return found
