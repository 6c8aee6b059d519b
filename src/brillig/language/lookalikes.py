"""Words that look alike and are not: letters of two alphabets in one word, two marks for one apostrophe."""

from __future__ import annotations

import unicodedata
from collections import Counter
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
    """Words with letters of two alphabets that look alike, each with the letters that do not belong.

    A word that belongs to another alphabet than the text, and looks like a word of it, is among them.
    """
    found = []
    spelled = {word: _by_alphabet(word) for word in words}
    usual = Counter(name for alphabets in spelled.values() for name in alphabets).most_common(1)
    for word, alphabets in spelled.items():
        if len(alphabets) > 1:
            fewest = min(alphabets, key=lambda name: (len(alphabets[name]), name))
            found.append(f"{word} ({', '.join(dict.fromkeys(alphabets[fewest]))}: {fewest.capitalize()})")
        elif alphabets and usual[0][0] not in alphabets:
            twins = {word.translate(table) for table in _TWINS.get(usual[0][0], ())} - {word}
            if any(set(_by_alphabet(twin)) == {usual[0][0]} for twin in twins):
                found.append(f"{word} (all: {next(iter(alphabets)).capitalize()})")
    return found


def _by_alphabet(word: str) -> dict[str, list[str]]:
    """The Latin, Cyrillic and Greek letters of a word."""
    alphabets: dict[str, list[str]] = {}
    for letter in word:
        if letter.isalpha():
            name = unicodedata.name(letter, "?").split()[0]
            if name in ("LATIN", "CYRILLIC", "GREEK"):
                alphabets.setdefault(name, []).append(letter)
    return alphabets


# Letters that look alike, Latin ones and those of another alphabet, one below the other.
_LATIN, _CYRILLIC = "aceopxyijsABCEHIJKMOPSTXY", "асеорхуіјѕАВСЕНІЈКМОРЅТХУ"
_CAPITALS, _GREEK = "ABEHIKMNOPTXYZov", "ΑΒΕΗΙΚΜΝΟΡΤΧΥΖον"
_TWINS = {
    "LATIN": (str.maketrans(_CYRILLIC, _LATIN), str.maketrans(_GREEK, _CAPITALS)),
    "CYRILLIC": (str.maketrans(_LATIN, _CYRILLIC),),
    "GREEK": (str.maketrans(_CAPITALS, _GREEK),),
}
