"""Token classes that nobody named: which of them are taken."""

from __future__ import annotations

import pytest

from brillig.language.corpus import Corpus
from brillig.language.reading import Reading
from brillig.limits import Budget, Limits
from brillig.workflows import class_choice
from brillig.workflows.class_choice import LEAST_SAVED, choose_classes

LINES = ["set alpha = 1", "set beta = 22", "set gamma = 333", "set delta = 4", "set omega = 57"]


@pytest.mark.parametrize(
    ("saved", "taken"),
    [(2.0, ("NUMBER",)), (LEAST_SAVED["NAME"] + 1, ("NUMBER", "NAME")), (-1.0, None)],
)
def test_names_have_to_save_more_than_chance_does(
    monkeypatch: pytest.MonkeyPatch, saved: float, taken: tuple[str, ...] | None
) -> None:
    look = class_choice._look

    def look_with_bits(plain: Corpus, names: tuple[str, ...], *more: object, **options: object) -> object:
        seen = look(plain, names, *more, **options)  # type: ignore[arg-type]
        assert seen is not None
        return class_choice.replace(seen, bits=100.0 + saved * (2 - len(names)))

    monkeypatch.setattr(class_choice, "_look", look_with_bits)
    plain = Corpus.of([line.split() for line in LINES])
    plain = class_choice.replace(plain, reading=Reading(tokens="code"))
    choice = choose_classes(plain, Budget.begin(Limits(jobs=1)))
    assert (None if choice is None else choice.classes) == taken
