"""Messages in the page's own terms: its controls instead of the options of the command line."""

from __future__ import annotations

import re

from brillig.language.reading import NAMED_TOKENS, Case, Punctuation
from brillig.problems import Switch

CASES = {
    Case.AUTO.value: "folded at the start of a sentence, if the small form occurs",
    Case.KEEP.value: "kept",
    Case.FOLD.value: "folded everywhere",
}
PUNCTUATION = {
    Punctuation.SPLIT.value: "words of their own",
    Punctuation.KEEP.value: "part of the word",
    Punctuation.DROP.value: "dropped",
}
TOKENS = {
    "words": "what stands between blanks",
    "characters": "a character",
    "code": "a name, number, string or operator",
    "morphemes": "a morpheme: split at - and =",
}
COMMENTS = "Lines that begin with # are comments"
STARS = "A star at the start: not a sentence"
TAGS = "the/D names a word's category"
BRACKETS = "[the cat], [NP the cat] are constituents"
RESTRICTIONS = {
    Switch.EQUAL_CHILDREN: "Y ≠ Z in every rule X → Y Z",
    Switch.LEXICAL_ROOT: "The parts of S are not purely lexical",
    Switch.RECURSIVE_ROOT: "S is the whole sentence, never a part",
    Switch.SHARED_PAIRS: "Only one rule X → Y Z for each Y Z",
    Switch.ONE_WORD: "A sentence has two words or more",
}
SLIDERS = {"-c": "Categories", "-l": "For words only", "-r": "Rules", "-H": "Homographs"}
assert set(TOKENS) == set(NAMED_TOKENS)
assert set(RESTRICTIONS) == set(Switch)

_NUMBER = re.compile(r" ?\((-[clrH])(?: (\d+))?\)")
_ALLOW = re.compile(r"--allow ([\w-]+)")
_TOKENS = re.compile(r"--tokens (\w+)")
_PLAIN = {
    " or raise --max-sentence-words": "",
    "--no-comments": f"unticking “{COMMENTS}”",
    "--no-stars": f"unticking “{STARS}”",
    "--tags": f"“{TAGS}”",
    "--brackets": f"“{BRACKETS}”",
    "; use --engine exact": "; choose the exact engine",
}


def in_page_words(message: str) -> str:
    """The message with what is said of options said of the page's controls."""
    for option, control in _PLAIN.items():
        message = message.replace(option, control)
    message = message.replace("(--allow", "(else --allow")  # beside what a restriction says
    message = _ALLOW.sub(lambda found: _restriction(found[1]), message)
    message = _TOKENS.sub(lambda found: f"“A word is: {TOKENS.get(found[1], found[1])}”", message)
    return _NUMBER.sub(lambda found: f" ({SLIDERS[found[1]]}: {found[2]})" if found[2] else "", message)


def _restriction(name: str) -> str:
    known = {switch.value: text for switch, text in RESTRICTIONS.items()}
    return f"untick “{known[name]}”" if name in known else f"untick {name}"
