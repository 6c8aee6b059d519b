"""The English of documentation, help and messages is plain, and no page names an option that is gone."""

from __future__ import annotations

import prose


def test_nothing_is_to_be_mended() -> None:
    assert prose.faults() == []


def test_a_quaint_word_is_noticed() -> None:
    page = prose.Text("page.md", "It is fine.\nThat would be dear.\n`dear` is code.\n")
    assert [fault.split(";")[0] for fault in prose.quaint_words([page])] == ["page.md, line 2: “dear”"]


def test_an_option_that_is_gone_is_noticed() -> None:
    page = prose.Text("page.md", "Use `--seed 1` or `--sead 2`.")
    assert prose.stale_options([page], {"--seed"}) == ["page.md: no command has --sead"]


def test_every_command_is_read() -> None:
    known = prose.options()
    assert {"--oracle", "--trials", "--exceptions", "--treebank"} <= known
