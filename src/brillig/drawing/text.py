"""Text as pictures need it: what XML can hold, how wide it is, and shortened to a width.

Widths are bounds for DejaVu Sans, one of the widest common fonts, so that text laid out by them does not
collide in another one.
"""

from __future__ import annotations

import unicodedata

FONTS = "DejaVu Sans, Verdana, Segoe UI, Helvetica, Arial, sans-serif"

_BOLD = 1.2  # a bold letter is at most so much wider

# Advance widths in hundredths of the font size.
_WIDTHS = {
    letter: width / 100
    for width, letters in {
        28: "'ijl",
        30: "IJ",
        32: ",. ",
        34: "/:;\\|",
        36: "f-",
        40: "()[]t!",
        42: "r",
        46: '"',
        50: "*_`",
        54: "sz?",
        56: "cL",
        58: "F",
        60: "kvxyP",
        62: "TYaoe",
        64: "ESbdghnpqu$0123456789{}",
        66: "K",
        69: "AVBRXZ",
        70: "C",
        75: "UHN",
        79: "DG&OQ",
        84: "w#+<=>^~→",
        87: "M",
        96: "%",
        98: "m",
        100: "W@…",
        # Cyrillic and Greek
        66.5: "абвгдезийклнопрстухцчъьэягαβγδεζηθικλνξοπρςστυχ",
        80: "АБВГДЕЗИЙКЛНОПРСТУХЦЧЪЬЭЯΑΒΓΔΕΖΗΘΙΚΛΝΞΟΠΡΣΤΥΦΧΨΩ",
        98.5: "жмфшщыюμφψω",
        110: "ЖМФШЩЫЮΜ",
    }.items()
    for letter in letters
}


def printable(text: str) -> str:
    """The text with what XML cannot hold replaced by a visible sign: control characters by their pictures."""
    return "".join(map(_printable, text))


def _printable(letter: str) -> str:
    code = ord(letter)
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "\u2421"
    if 0x80 <= code < 0xA0 or 0xD800 <= code < 0xE000 or code & 0xFFFE == 0xFFFE:
        return "\ufffd"
    return letter


def has_known_width(text: str) -> bool:
    """Whether `text_width` is a bound for the usual fonts, not a guess about a script it does not know."""
    return all(
        letter in _WIDTHS or (unicodedata.east_asian_width(letter) in "WF" and ord(letter) < 0x10000)
        for letter in unicodedata.normalize("NFD", text)
        if not _is_mark(letter)
    )


def text_width(text: str, size: float, bold: bool = False) -> float:
    """How wide a text is at most, in the units of `size`."""
    total = sum(_letter_width(letter) for letter in unicodedata.normalize("NFD", text))
    return total * size * (_BOLD if bold else 1)


def _is_mark(letter: str) -> bool:
    """Accents as they come out of decomposing a letter, which take no room of their own."""
    return "\u0300" <= letter <= "\u036f"


def _letter_width(letter: str) -> float:
    if letter in _WIDTHS:
        return _WIDTHS[letter]
    if unicodedata.category(letter) in ("Mn", "Me", "Cf"):
        return 0.0
    if unicodedata.east_asian_width(letter) in "WF":
        return 1.0 if ord(letter) < 0x10000 else 1.4  # beyond: emoji, which fonts draw large
    return 0.8


def shorten(text: str, size: float, width: float, bold: bool = False) -> str:
    """The text, or its beginning and end around "…" where it is wider than `width`.

    The end is kept because that is where features stand: `NounPhrase_0`.
    """
    if text_width(text, size, bold) <= width:
        return text
    low, high = 0, len(text) - 1  # letters that can be kept for certain, and at most
    while low < high:
        middle = (low + high + 1) // 2
        if text_width(_around(text, middle), size, bold) <= width:
            low = middle
        else:
            high = middle - 1
    return _around(text, low)


def _around(text: str, keep: int) -> str:
    tail = keep // 3
    return f"{text[: keep - tail]}…{text[len(text) - tail :]}"
