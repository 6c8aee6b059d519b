"""Hostile input in a real browser: refused with a sentence, shown as typed, and the server stays alive."""

from __future__ import annotations

from pathlib import Path

from studio_browser import WIDE, Browser, Server

MARKUP = "<script>document.title='owned'</script>"
IMAGE = "<img/src=x/onerror=document.title='owned'>"


def _complaint(browser: Browser, pattern: str) -> None:
    browser.wait(
        lambda: any(pattern in element.text for element in browser.css("[data-role=complaint]")),
        f"a refusal with {pattern!r}",
    )


def test_hostile_input_is_refused_with_a_sentence_and_the_page_goes_on(
    server: Server, browser: Browser, tmp_path: Path
) -> None:
    browser.open(server.url)
    browser.write("sentences", "Kim walks\nKim sees Jody\n")
    browser.wait_text("sentences-status", "2 sentences")

    # 10 MB pasted
    field = browser.field("sentences")
    browser.driver.execute_script(
        """const field = arguments[0];
        Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")
          .set.call(field, "word ".repeat(2 * 1024 * 1024));
        field.dispatchEvent(new Event("input", {bubbles: true}));""",
        field,
    )
    _complaint(browser, "10,485,760 characters are more than the page takes")
    assert browser.field("sentences").get_property("value") == "Kim walks\nKim sees Jody\n"
    browser.wait_text("sentences-status", "2 sentences")

    # half of a character, which no message can hold
    browser.driver.execute_script(
        """const field = arguments[0];
        Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")
          .set.call(field, "Kim \\ud800walks\\nKim sees Jody\\nKim walks");
        field.dispatchEvent(new Event("input", {bubbles: true}));""",
        field,
    )
    browser.wait_text("sentences-status", "3 sentences, 5 different words")

    # a line of 100,000 words, and a file of 5 MB
    browser.write("sentences", "w " * 90_000)
    assert "(90,000 words)" in browser.wait_text("sentences-status", "set aside")
    long = tmp_path / "long.txt"
    long.write_text("w " * 100_000)
    browser.send_file("input[accept^='.txt']", long)
    _complaint(browser, "long.txt: no sentences")
    huge = tmp_path / "huge.txt"
    huge.write_bytes(b"word " * 1024 * 1024)
    browser.send_file("input[accept^='.txt']", huge)
    _complaint(browser, "more than the 4 MB that the page takes")

    picture = tmp_path / "picture.png"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 40)
    browser.send_file("input[accept^='.txt']", picture)
    _complaint(browser, "picture.png")
    assert len(browser.text("complaint")) < 200  # one message

    # markup in words shows as typed: in the counts, the grammar, the trees, a refusal
    browser.write("sentences", f"{MARKUP}\n")
    assert MARKUP in browser.wait_text("sentences-notes", "one word: line 1")
    sentences = [f"{MARKUP} {IMAGE}", f"{MARKUP} x{{{{7*7}}}}x", f"b {IMAGE}", "b x{{7*7}}x"]
    browser.write("sentences", "\n".join(sentences))
    browser.wait_text("sentences-status", "4 sentences")
    browser.set_sizes(3, 0, 1)
    browser.wait(lambda: browser.role("find").is_enabled(), "the button")
    browser.click("find")
    browser.wait(lambda: browser.has("grammar"), "the grammar", 30)
    for word in (MARKUP, IMAGE, "x{{7*7}}x"):
        assert word in browser.text("grammar")
    browser.turn_to("trees")
    browser.wait(lambda: MARKUP in browser.text("tree"), "the tree with markup in it")
    assert "x{{7*7}}x" in browser.text("tree-list")
    assert browser.css("[data-role=tree] script, [data-role=tree] img, [data-role=tree-list] img") == []
    assert browser.driver.title == "Brillig"

    # files that are no solutions
    for name, content in (("empty.json", ""), ("list.json", "[]"), ("deep.json", "[" * 200_000)):
        (tmp_path / name).write_text(content)
        browser.send_file("[data-role=open] input", tmp_path / name)
        _complaint(browser, name)
    (tmp_path / "solution.json").write_bytes(b"\xff\xfe\x00")
    browser.send_file("[data-role=open] input", tmp_path / "solution.json")
    _complaint(browser, "not UTF-8")

    # a name that is no name
    browser.turn_to("grammar")
    browser.click_on(lambda: browser.css("[data-category=S]")[0])
    browser.wait(lambda: browser.has("rename-dialog"), "the dialog")
    browser.write("rename-field", "<b>x</b>")
    browser.click("rename-ok")
    browser.wait_text("rename-trouble", "cannot name a category")

    # names and words of any length leave the page in shape, on the grammar and in the trees
    browser.write("rename-field", "W" * 2000)
    browser.click("rename-ok")
    browser.wait_text("news", "W" * 100)
    browser.write("sentences", "\n".join([*sentences, f"b {'x' * 3000}"]))
    browser.wait_text("sentences-status", "5 sentences")
    browser.click("find")
    browser.wait(lambda: browser.css("[data-solution='2'][aria-pressed=true]"), "the second grammar", 30)
    for tab in ("grammar", "trees", "speak", "files"):
        browser.turn_to(tab)
        wide = browser.driver.execute_script("return document.documentElement.scrollWidth")
        assert wide <= WIDE[0], tab

    assert server.process.poll() is None
    assert [error for error in browser.console_errors() if "favicon" not in error] == []
