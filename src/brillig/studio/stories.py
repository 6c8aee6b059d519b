"""Small languages to begin with, each a click: what one sees is worth a look in itself."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Story:
    """A title, one line on what to look for, and sentences."""

    key: str
    title: str
    about: str
    sentences: tuple[str, ...]

    @property
    def text(self) -> str:
        return "".join(f"{sentence}\n" for sentence in self.sentences)


STORIES = (
    Story(
        "italian",
        "Italian: find the genders",
        "Twelve sentences. Which articles go with which nouns?",
        (
            "il gatto vede la casa",
            "la ragazza vede il cane",
            "un cane mangia una mela",
            "una ragazza mangia un gelato",
            "il ragazzo vede una casa",
            "la gatta mangia il gelato",
            "un ragazzo mangia la mela",
            "una gatta vede un cane",
            "il cane vede la ragazza",
            "la ragazza mangia una mela",
            "un gatto mangia il gelato",
            "una ragazza vede il ragazzo",
        ),
    ),
    Story(
        "english",
        "English: who agrees with whom",
        "One dog barks, two dogs bark. A few answers under “Ask” settle the number.",
        (
            "the dog barks",
            "the dogs bark",
            "a cat sleeps",
            "some cats sleep",
            "the cat sees a dog",
            "the cats see some dogs",
            "a dog sees the cats",
            "some dogs see the cat",
            "a cat barks",
            "some dogs sleep",
            "the dogs see a cat",
            "the dog sees some cats",
            "a dog sleeps",
            "the cats bark",
        ),
    ),
    Story(
        "nonsense",
        "Nonsense verse",
        "No word of it means anything, and yet there are nouns and verbs.",
        (
            "the toves did gyre",
            "the slithy toves did gimble",
            "the borogoves did gyre",
            "the mimsy borogoves did outgrabe",
            "the mome raths did outgrabe",
            "the raths did gimble in the wabe",
            "the slithy toves did gyre in the wabe",
            "the mimsy raths did gyre in the tulgey wood",
            "the frumious toves did gimble in the wood",
            "the borogoves did outgrabe in the tulgey wabe",
            "the slithy raths did gimble",
            "the mome borogoves did gyre in the wood",
        ),
    ),
)
