"""A server of its own and headless chromium, for the tests of the page."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest

pytest.importorskip("selenium", reason="needs selenium, of the extra `test`")
pytest.importorskip("nicegui", reason="needs NiceGUI, the extra `studio`")
from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement

from chromium import CHROMIUM, DRIVER
from warm import WarmProcess

T = TypeVar("T")
WIDE = (1280, 800)
MIDDLE = (1024, 768)
PHONE = (390, 844)

_FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
)

_PUT_BACK = 3.0  # seconds after a click that seemed lost, within which what was clicked is there again

_PAGE = Path(__file__).with_name("studio_page.js").read_text()

# What elements show, in one question: the library asks several for each, and each has the page laid out.
_SHOWN = """
const [selector, words] = arguments;
const shown = [...document.querySelectorAll(selector)].filter(
  (element) => element.getClientRects().length
    && element.checkVisibility({visibilityProperty: true, opacityProperty: true}));
if (!words) return shown.length > 0;
return shown.map((element) => element.innerText.trim().replace(/\\s*\\n\\s*/g, "\\n")).join(" ").trim();
"""


def _field(role: str) -> str:
    return f"[data-role={role}] textarea, [data-role={role}] input, input[data-role={role}]"


class Server:
    """`brillig studio` on a free port, in a folder of its own; its projects are in another one.

    `warm`: a fork of a process that has imported it, where its start is not the point.
    """

    def __init__(self, *options: str, warm: bool = False) -> None:
        self._warm = warm
        self.folder = Path(tempfile.mkdtemp(prefix="studio-"))
        self.projects = Path(tempfile.mkdtemp(prefix="projects-"))
        self.log = (self.folder.parent / f"{self.folder.name}.log").open("w+")
        self._options = options
        self._start(0)

    def _start(self, port: int) -> None:
        where = ("--port", str(port), "--folder", str(self.projects))
        words = ("studio", "--no-browser", *where, *self._options)
        self.process: subprocess.Popen[str] | WarmProcess
        if self._warm:
            self.process = WarmProcess(words, self.log, self.folder)
        else:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "brillig", *words],
                stdout=subprocess.PIPE,
                stderr=self.log,
                cwd=self.folder,
                text=True,
            )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://\S+", line)
        if found is None:
            self.log.seek(0)
            raise AssertionError(f"the server did not start: {line} {self.log.read()}")
        self.url = found[0]

    def kill_and_restart(self) -> None:
        """End it as a power cut does, and start it again at the same address."""
        self.process.kill()
        self.process.wait()
        self._start(int(re.search(r":(\d+)/", self.url)[1]))  # type: ignore[index]

    def end(self) -> str:
        """End it; what it wrote on standard error."""
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.log.seek(0)
        text = self.log.read()
        self.log.close()
        Path(self.log.name).unlink(missing_ok=True)
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.rmtree(self.projects, ignore_errors=True)
        return text


class Browser:
    """Chromium with a profile of its own; `downloads` is where it saves files."""

    def __init__(self, size: tuple[int, int] = WIDE, *, dark: bool = False) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="chromium-"))
        self.downloads = self.folder / "downloads"
        self.downloads.mkdir()
        options = webdriver.ChromeOptions()
        options.binary_location = str(CHROMIUM)
        for flag in _FLAGS:
            options.add_argument(flag)
        options.add_argument(f"--user-data-dir={self.folder / 'profile'}")
        options.add_argument(f"--window-size={size[0]},{size[1]}")
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        options.add_experimental_option(
            "prefs",
            {
                "download.default_directory": str(self.downloads),
                "download.prompt_for_download": False,
                "profile.default_content_setting_values.automatic_downloads": 1,
            },
        )
        service = webdriver.ChromeService(executable_path=str(DRIVER), env={**os.environ})
        self.driver = webdriver.Chrome(options=options, service=service)
        self.look_like(size, dark)

    def begin_anew(self, size: tuple[int, int] = WIDE, *, dark: bool = False) -> None:
        """As a browser that was never here: one empty tab, no cookies, nothing stored or saved."""
        driver = self.driver
        own, *others = driver.window_handles
        for handle in others:
            driver.switch_to.window(handle)
            driver.close()
        driver.switch_to.window(own)
        # The tab stays, for its process has what it takes to draw the page; its name at the server goes.
        with contextlib.suppress(WebDriverException):  # an empty tab stores nothing
            driver.execute_script("sessionStorage.clear(); localStorage.clear()")
        driver.get("about:blank")
        driver.execute_cdp_cmd("Network.clearBrowserCookies", {})
        driver.get_log("browser")
        for path in self.downloads.iterdir():
            path.unlink()
        self.look_like(size, dark)

    def look_like(self, size: tuple[int, int], dark: bool = False) -> None:
        """Take on a size and colours, with the page as it is."""
        width, height = size
        self.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": size == PHONE},
        )
        features = [
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce"},  # drawing motion takes most of the time
        ]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})

    def end(self) -> None:
        self.driver.quit()
        shutil.rmtree(self.folder, ignore_errors=True)

    # -- looking ----------------------------------------------------------------------------------------

    def open(self, url: str) -> None:
        # A tab that nobody has clicked in has no focus, and fields in it hear of none.
        self.driver.execute_cdp_cmd("Emulation.setFocusEmulationEnabled", {"enabled": True})
        self.driver.get(url)
        self.wait(lambda: self.has("find"), "the page", 20)

    def css(self, selector: str) -> list[WebElement]:
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def has(self, role: str) -> bool:
        return bool(self.driver.execute_script(_SHOWN, f"[data-role={role}]", False))

    def role(self, role: str) -> WebElement:
        return self.wait(lambda: next(iter(self.css(f"[data-role={role}]")), None), role)

    def text(self, role: str) -> str:
        """What an element shows; empty where there is none."""
        for _ in range(3):
            try:
                return str(self.driver.execute_script(_SHOWN, f"[data-role={role}]", True))
            except WebDriverException:  # the page is being loaded again
                continue
        return ""

    def wait(self, look: Callable[[], T | None], what: str, seconds: float = 45.0) -> T:
        """What `look` gives, as soon as it gives something."""
        began = time.monotonic()
        while True:
            try:
                found = look()
            except WebDriverException:
                found = None
            if found:
                return found
            waited = time.monotonic() - began
            if waited > seconds:
                raise AssertionError(
                    f"waited {seconds} s for {what}; the page shows: {self.css('body')[0].text}"
                )
            time.sleep(0.02 if waited < 0.5 else 0.1)  # each look takes from what is waited for

    def wait_text(self, role: str, pattern: str, seconds: float = 45.0) -> str:
        """The text of an element once it matches."""
        return self.wait(
            lambda: text if re.search(pattern, text := self.text(role)) else None,
            f"{role} to show {pattern!r}, not {self.text(role)[:300]!r}",
            seconds,
        )

    def console_errors(self) -> list[str]:
        return [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]

    def _in_page(self, function: str, *values: object) -> Any:
        """What a function of studio_page.js gives."""
        return self.driver.execute_async_script(f"{_PAGE}\n{function}(...arguments)", *values)

    # -- doing ------------------------------------------------------------------------------------------

    def click(self, role: str) -> None:
        self.click_on(lambda: next(iter(self.css(f"[data-role={role}]"))))

    def click_on(self, find: Callable[[], WebElement]) -> None:
        """Click as soon as that can be done, and again where the server had put another in its place."""
        why = ""
        clicked = float("inf")

        def attempt() -> bool:
            nonlocal why, clicked
            try:
                why = self._in_page("click", find())
            except (IndexError, StopIteration):
                why = "it is not there"
            if why == "":
                clicked = time.monotonic()
                return not self._was_lost()
            # What nothing was put in the place of went because of the click.
            return time.monotonic() > clicked + _PUT_BACK

        try:
            self.wait(attempt, "a click to arrive", 45)
        except AssertionError as error:
            raise AssertionError(f"{error}\nThe click was not made: {why}") from None

    def _was_lost(self) -> bool:
        """Whether the server no longer had what was clicked last; on another page nothing is lost."""
        try:
            return bool(self._in_page("was_lost"))
        except WebDriverException:
            return False

    def turn_to(self, tab: str) -> None:
        """Choose a tab of the result, and wait for its panel."""
        self.click(f"tab-{tab}")
        self.wait(
            lambda: self.css(f"[role=tabpanel][aria-label='{self.role(f'tab-{tab}').text}']"),
            f"the panel {tab}",
        )

    def click_text(self, selector: str, text: str) -> None:
        """Click on the element one of whose lines is the text (icons have lines of their own)."""
        self.click_on(
            lambda: next(element for element in self.css(selector) if text in element.text.split("\n"))
        )

    def field(self, role: str) -> WebElement:
        """The text field inside an element, or the element itself."""
        return self.wait(lambda: next(iter(self.css(_field(role))), None), f"the field {role}")

    def write(self, role: str, text: str) -> None:
        """Replace what a field holds, as a paste does."""
        self.write_at(_field(role), text)

    def write_at(self, selector: str, text: str) -> None:
        """Replace what a field holds, and wait until the server has read it."""

        def attempt() -> bool:
            field = self.css(selector)[:1]
            return bool(field) and bool(self._in_page("write", field[0], text))

        self.wait(attempt, f"the field {selector}")
        with contextlib.suppress(WebDriverException):  # it may have led to another page
            self._in_page("read")

    def set_number(self, role: str, value: int) -> None:
        """Type a size into the field beside its slider, which follows."""
        self.wait(lambda: self.field(f"{role}-number").is_displayed(), f"the number {role}")
        self.write(f"{role}-number", str(value))
        self.wait(lambda: self._slider_at(role) == value, f"the slider {role} to follow")

    def set_sizes(self, categories: int, lexical: int, rules: int) -> None:
        """Choose "By hand" and set the sizes."""
        self.click_text("[data-role=mode] button", "By hand")
        self.set_number("categories", categories)
        self.set_number("lexical", lexical)
        self.set_number("rules", rules)

    def choose_engine(self, engine: str) -> None:
        """Open "More settings" and pick the engine of that name."""
        self.click_text(".q-expansion-item .q-item", "More settings")
        self.wait(lambda: self.has("engine"), "the engines")
        self.click("engine")
        self.click_text(".q-menu .q-item", engine)

    def _slider_at(self, role: str) -> int:
        thumb = self.css(f"[data-role={role}][aria-valuenow], [data-role={role}] [aria-valuenow]")[0]
        return int(float(thumb.get_attribute("aria-valuenow") or 0))

    def send_file(self, selector: str, path: Path) -> None:
        self._in_page("settled")
        self.css(selector)[0].send_keys(str(path))

    def downloaded(self, name: str, seconds: float = 10.0) -> Path:
        path = self.downloads / name
        self.wait(lambda: path.exists() and path.stat().st_size > 0, f"the file {name}", seconds)
        return path

    def picture(self, path: Path, full: bool = False) -> None:
        """A screenshot; `full` takes the whole page, not only what fits."""
        import base64

        parameters: dict[str, object] = {"captureBeyondViewport": full}
        if full:
            size = self.driver.execute_script(
                "return [document.documentElement.clientWidth, document.documentElement.scrollHeight]"
            )
            parameters["clip"] = {"x": 0, "y": 0, "width": size[0], "height": size[1], "scale": 1}
        data = self.driver.execute_cdp_cmd("Page.captureScreenshot", parameters)["data"]
        path.write_bytes(base64.b64decode(data))
