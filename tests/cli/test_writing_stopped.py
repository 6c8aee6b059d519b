"""Ctrl-C in the middle of writing: the file is there or not, and nothing else."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from brillig.files import write_whole


@pytest.mark.parametrize("moment", ["close", "unlink"])
def test_ctrl_c_leaves_no_part_of_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    """Right after the part was made, and right before it is removed."""
    done, unlink = os.close, Path.unlink
    left = [True]

    def press(*words: object, **options: object) -> None:
        if moment == "close":
            done(*words)  # type: ignore[arg-type]
        if left.pop() if left else False:
            raise KeyboardInterrupt
        if moment == "unlink":
            unlink(*words, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(os if moment == "close" else Path, moment, press)
    with pytest.raises(KeyboardInterrupt):
        write_whole(tmp_path / "file", "text")
    monkeypatch.undo()
    assert [path.name for path in tmp_path.iterdir()] == (["file"] if moment == "unlink" else [])
