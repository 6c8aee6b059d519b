"""The gallery shows what the program prints."""

from __future__ import annotations

from pathlib import Path

import pytest

from gallery import LANGUAGES, PAGE, SENTENCES, Language, exhibit

QUICK = {"equal", "mirror"}
page = (PAGE / "index.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "language",
    [
        pytest.param(one, id=one.name, marks=() if one.name in QUICK else pytest.mark.soak)
        for one in LANGUAGES
    ],
)
def test_a_language_comes_out_as_printed(language: Language, tmp_path: Path) -> None:
    assert exhibit(language, tmp_path).rstrip() in page
    assert (tmp_path / f"{language.name}.svg").read_bytes() == (PAGE / f"{language.name}.svg").read_bytes()


def test_every_file_of_sentences_is_shown() -> None:
    assert {file.stem for file in SENTENCES.glob("*.txt")} == {language.name for language in LANGUAGES}
