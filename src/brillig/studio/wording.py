"""The page's own terms: the names of its controls, also where a message speaks of what can be set."""

from __future__ import annotations

from brillig.errors import Option
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
KEEP_FINAL = "A final . ! ? is kept"
RESTRICTIONS = {
    Switch.EQUAL_CHILDREN: "Y ≠ Z in every rule X → Y Z",
    Switch.LEXICAL_ROOT: "The parts of S are not purely lexical",
    Switch.RECURSIVE_ROOT: "S is the whole sentence, never a part",
    Switch.SHARED_PAIRS: "Only one rule X → Y Z for each Y Z",
    Switch.ONE_WORD: "A sentence has two words or more",
}
SLIDERS = {
    "categories": "Categories",
    "lexical": "For words only",
    "rules": "Rules",
    "homographs": "Homographs",
}
_CONTROLS = SLIDERS | {
    "comments": COMMENTS,
    "stars": STARS,
    "tags": TAGS,
    "brackets": BRACKETS,
    "keep_final": KEEP_FINAL,
    "tokens": "A word is",
    "case": "Capitals",
    "punctuation": "Punctuation",
    "engine": "Engine",
    "time_limit": "Stop after (minutes)",
    "features": "Features",
}
_VALUES = {"tokens": TOKENS, "case": CASES, "punctuation": PUNCTUATION}
assert set(TOKENS) == set(NAMED_TOKENS)
assert set(RESTRICTIONS) == set(Switch)


def control_name(option: Option) -> str:
    """What a field is called on the page: by its control."""
    value = option.value
    if option.field == "allow" and value in set(Switch):
        return f"unticking “{RESTRICTIONS[Switch(str(value))]}”"
    control = _CONTROLS.get(option.field, option.field.replace("_", " "))
    if value is None:
        return f"“{control}”"
    if isinstance(value, bool):
        return f"{'ticking' if value else 'unticking'} “{control}”"
    return f"“{control}: {_VALUES.get(option.field, {}).get(str(value), value)}”"
