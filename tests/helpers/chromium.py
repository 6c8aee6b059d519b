"""Debian's chromium and its driver, which the tests of the page and of the drawings start.

    python chromium.py

installs them where that is possible: as root, on a system with apt-get. Elsewhere those tests are skipped.
"""

from __future__ import annotations

import os
import shutil
import subprocess

CHROMIUM = shutil.which("chromium")
DRIVER = shutil.which("chromedriver")
PACKAGES = ("chromium", "chromium-driver")
MISSING = "" if CHROMIUM and DRIVER else f"needs Debian's {' and '.join(PACKAGES)}"
PATIENCE = 300  # seconds for each of apt-get's commands


def install() -> str:
    """Install what is missing; why it could not be, or nothing."""
    apt = shutil.which("apt-get")
    if apt is None:
        return "there is no apt-get"
    if os.geteuid() != 0:
        return "only root may install it"
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends", *PACKAGES]):
        try:
            done = subprocess.run(
                [apt, *command],
                env=environment,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                timeout=PATIENCE,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return f"apt-get {command[0]} took longer than {PATIENCE} s"
        if done.returncode:
            return f"apt-get {command[0]}: {done.stderr.strip().splitlines()[-1:] or done.returncode}"
    return ""


def main() -> None:
    """Never an error: what cannot be installed is skipped by the tests, and said here."""
    if not MISSING:
        return
    print("Installing chromium and chromium-driver for the tests of the page")
    trouble = install()
    if trouble:
        print(f"They are not to be had, so those tests are skipped: {trouble}")


if __name__ == "__main__":
    main()
