"""What README and documentation show is what the program prints; the site builds; the examples run."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from brillig_lab.reproduction import TARGETS
from brillig_lab.reproduction.report import REPORT
from doc_blocks import KINDS, NOT_RUN, PAGES, ROOT, SLOW, find_blocks, normalise, run_page

WITH_BLOCKS = [page for page in PAGES if find_blocks(page.read_text(encoding="utf-8"))]
WITH_CODE = [
    page
    for page in WITH_BLOCKS
    if any(block.kind != "text" for block in find_blocks(page.read_text(encoding="utf-8")))
]
MAX_NOT_RUN = 4
FIGURE = re.compile(r"(?<![\w.–-])(?!(?:19|20)\d\d\b)(?:\d+\.\d+|\d{1,3}(?:,\d{3})+|\d{3,})(?!\w)")
NO_RESULTS = {"512", "14977"}  # AVX-512, ISO 14977


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("page", WITH_CODE, ids=name_of)
def test_a_page_shows_what_its_code_prints(page: Path, tmp_path: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert normalise(run_page(text, tmp_path)) == normalise(text)


@pytest.mark.soak
@pytest.mark.parametrize("page", WITH_CODE, ids=name_of)
def test_a_page_shows_what_its_slow_code_prints(page: Path, tmp_path: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert normalise(run_page(text, tmp_path, slow=True)) == normalise(text)


@pytest.mark.parametrize("page", WITH_BLOCKS, ids=name_of)
def test_every_block_is_of_a_kind_that_is_run(page: Path) -> None:
    blocks = find_blocks(page.read_text(encoding="utf-8"))
    assert page.read_text(encoding="utf-8").count("\n```") == 2 * len(blocks)
    for block in blocks:
        assert block.kind in KINDS, block.text
        if block.kind == "console" and block.title not in (NOT_RUN, SLOW):
            assert block.text.startswith("$ ")


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_link_and_picture_resolves(page: Path) -> None:
    """Within the repository; pages that the site makes are checked when it is built."""
    links = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    local = [link for link in links if "://" not in link and "reference/" not in link]
    assert [link for link in local if not (page.parent / link).exists()] == []


def test_few_blocks_are_left_out() -> None:
    titles = [block.title for page in PAGES for block in find_blocks(page.read_text(encoding="utf-8"))]
    assert titles.count(NOT_RUN) <= MAX_NOT_RUN


def test_a_changed_output_is_noticed(tmp_path: Path) -> None:
    code = "```python\nprint(1 + 1)\n```\n\n"
    page = code + "```text\n3\n```\n\n```console\n$ echo one; echo 0.3 s\ntwo\n```\n"
    right = code + "```text\n2\n```\n\n```console\n$ echo one; echo 0.3 s\none\n0.3 s\n```\n"
    assert run_page(page, tmp_path) == right
    assert normalise(run_page(right.replace("0.3 s\n`", "0.4 s\n`"), tmp_path)) == normalise(right)


def test_dots_stand_for_lines_and_for_nothing_else(tmp_path: Path) -> None:
    page = "```console\n$ seq 5\n...\n4\n...\n$ seq 2\n1\n2\n```\n"
    assert run_page(page, tmp_path) == page
    wrong = page.replace("4", "6")
    assert "6" not in run_page(wrong, tmp_path)


def test_the_reproduction_is_a_full_run_with_its_pictures() -> None:
    folder = ROOT / "docs" / "reproduction"
    report = (folder / REPORT).read_text(encoding="utf-8")
    assert re.search(r"Run on \d{4}-\d\d-\d\d with `brillig reproduce .* --full --seed \d+", report)
    own_pages = {"protocol": folder / "paper-form.md", "classics": folder.parent / "classics" / REPORT}
    for name in TARGETS:
        if name in own_pages:
            assert f"reproduce {name}" in own_pages[name].read_text(encoding="utf-8")
        else:
            assert f"`brillig reproduce {name}`" in report
    pictures = set(re.findall(r"!\[.*?\]\((.*?)\)", report))
    assert {file.name for file in folder.iterdir() if file.suffix != ".md"} == pictures


def test_commands_that_fail_are_noticed(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="status 2"):
        run_page("```console\n$ brillig parse nothing.json -\n```\n", tmp_path)


def test_the_site_builds_without_warnings(tmp_path: Path) -> None:
    arguments = ["build", "--strict", "--quiet", "--site-dir", str(tmp_path / "site")]
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    for page in ("index", "reference/commands", "reference/python", "tutorials/ten-sentences"):
        assert (tmp_path / "site" / f"{page}.html").exists()
    commands = (tmp_path / "site" / "reference" / "commands.html").read_text(encoding="utf-8")
    assert "--max-iterations" in commands
    for html in (tmp_path / "site").rglob("*.html"):
        text = html.read_text(encoding="utf-8")
        assert "fonts.googleapis" not in text
        assert "cdn" not in text.lower()
        # Opened as a file, a link to a folder shows a list of files.
        assert re.findall(r'href="(?!https?:)[^"#]*/"', text) == []


@pytest.mark.parametrize("chapter", sorted((ROOT / "examples").glob("chapter_*.py")), ids=lambda p: p.stem)
def test_the_script_of_a_chapter_runs(chapter: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(chapter)], cwd=tmp_path, capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_the_reference_lists_everything_public() -> None:
    import brillig
    from reference import RESULTS, describe_api

    page = describe_api()
    names = [*brillig.__all__, *(path.rpartition(".")[2] for path in RESULTS)]
    assert [name for name in names if f"\n## {name}\n" not in page] == []
    functions = [name for name in brillig.__all__ if callable(getattr(brillig, name))]
    undocumented = [name for name in functions if not getattr(brillig, name).__doc__]
    assert undocumented == []


def test_figures_are_those_of_results_or_of_the_page() -> None:
    """Numbers with a fraction or of three digits and more; years and what stands in code are none."""
    folder = ROOT / "docs"
    made = [
        folder / "gallery" / "index.md",
        folder / "classics" / REPORT,
        *(folder / "reproduction").glob("*.md"),
    ]
    results = [*made, *(ROOT / "benchmarks" / "results").iterdir()]
    known = "\n".join(path.read_text(encoding="utf-8") for path in results)
    unknown = []
    for page in sorted(set(PAGES) - set(made)):
        text = page.read_text(encoding="utf-8")
        shown = "\n".join(block.text for block in find_blocks(text))
        prose = re.sub(r"^```.*?^```|`[^`]*`|\]\([^)]*\)|\$[^$]*\$", "", text, flags=re.MULTILINE | re.DOTALL)
        figures = re.findall(
            r"(?<![\w.–-])(?!(?:19|20)\d\d\b)(?:\d+\.\d+|\d{1,3}(?:,\d{3})+|\d{3,})(?!\w)", prose
        )
        for figure in {figure.replace(",", "") for figure in figures} - NO_RESULTS:
            if not re.search(rf"(?<![\d.]){re.escape(figure)}(?!\d)", (known + shown).replace(",", "")):
                unknown.append((name_of(page), figure))
    assert unknown == []


def test_results_files_that_pages_name_exist() -> None:
    kept = {path.name for path in (ROOT / "benchmarks" / "results").iterdir()}
    named = {
        (page.name, name)
        for page in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
        for name in re.findall(r"\b\d{4}-\d\d-\d\d-[a-z-]+\.(?:txt|jsonl)", page.read_text(encoding="utf-8"))
    }
    assert named
    assert sorted((page, name) for page, name in named if name not in kept) == []
