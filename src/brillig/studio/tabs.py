"""Which project each tab shows, also after the server was started anew."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from brillig.errors import BrilligError
from brillig.files import read_text, write_whole
from brillig.studio.projects import ProjectFolder
from brillig.studio.session import Part, Session, Step

FORGET_AFTER = 3600.0  # seconds that a closed project stays in memory; on the disk it stays for good
MAX_TABS = 500


class SessionStore:
    """All projects of this server.

    `one_owner`: whoever has the token is the one that started the server, and sees all projects. Otherwise
    each browser has a folder of its own, and another never gets at it by knowing the key of a tab.
    """

    def __init__(self, root: Path, *, one_owner: bool = True) -> None:
        self._root = root
        self._one_owner = one_owner
        self._folders: dict[str, ProjectFolder] = {}
        self._open: dict[str, list[Session]] = {}
        self._shown: dict[tuple[str, str], Session] = {}  # by owner and tab
        try:  # at the start, where it can be mended
            root.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BrilligError(f"{root}: projects cannot be kept there ({error.strerror})") from None

    def owner(self, browser: str) -> str:
        return "" if self._one_owner else sha256(browser.encode()).hexdigest()[:24]

    def folder(self, owner: str) -> ProjectFolder:
        if owner not in self._folders:
            root = self._root / f"browser-{owner}" / "projects" if owner else self._root
            self._folders[owner] = ProjectFolder(root)
        return self._folders[owner]

    def sessions(self) -> Iterator[Session]:
        for sessions in self._open.values():
            yield from sessions

    def session(self, tab: str, browser: str) -> Session:
        """The project that a tab shows: what it showed last, else a new one."""
        self._forget()
        owner = self.owner(browser)
        session = self._shown.get((owner, tab))
        if session is None:
            key = self._read_tabs(owner).get(tab)
            try:
                session = self._load(owner, key) if key else self._begin(owner)
            except BrilligError:  # deleted meanwhile
                session = self._begin(owner)
            self._shown[owner, tab] = session
        session.left_at = None
        return session

    def show(self, tab: str, session: Session) -> None:
        """Let a tab show another project."""
        self._shown[session.owner, tab] = session
        self._note_tab(session.owner, tab, session.key)

    def begin(self, tab: str, owner: str) -> Session:
        """A new, empty project in a tab; it comes to the disk with its first sentence."""
        session = self._begin(owner)
        self.show(tab, session)
        return session

    def open(self, tab: str, owner: str, key: str) -> Session:
        """A project of the disk in a tab."""
        session = self._load(owner, key)
        self.show(tab, session)
        return session

    def take_in(self, tab: str, owner: str, session: Session) -> Session:
        """A project that came as a file, kept under a key of its own and shown in a tab."""
        folder = self.folder(owner)
        session.key = folder.new_key(session.title)
        folder.save(session)
        self._adopt(owner, session)
        self.show(tab, session)
        return session

    def delete(self, owner: str, key: str) -> None:
        """Delete a project; tabs that show it get a new one when they come back."""
        self._open[owner] = [one for one in self._open.get(owner, ()) if one.key != key]
        for place, session in list(self._shown.items()):
            if session.owner == owner and session.key == key:
                del self._shown[place]
        self.folder(owner).delete(key)

    def _begin(self, owner: str) -> Session:
        session = Session("")
        self._adopt(owner, session)
        return session

    def _load(self, owner: str, key: str) -> Session:
        for session in self._open.get(owner, ()):
            if session.key == key:
                return session
        session = self.folder(owner).load(key)
        session.key = key
        self._adopt(owner, session)
        return session

    def _adopt(self, owner: str, session: Session) -> None:
        session.owner = owner
        session.keep = self._keep
        self._open.setdefault(owner, []).append(session)

    def _keep(self, session: Session, part: Part, step: Step | None) -> None:
        was = session.key
        self.folder(session.owner).keep(session, part, step)
        if session.key != was:  # it has just come to the disk
            for (owner, tab), shown in self._shown.items():
                if shown is session:
                    self._note_tab(owner, tab, session.key)

    def _tabs_file(self, owner: str) -> Path:
        return self.folder(owner).root / ".tabs.json"

    def _read_tabs(self, owner: str) -> dict[str, str]:
        with contextlib.suppress(BrilligError, ValueError):
            found = json.loads(read_text(self._tabs_file(owner)))
            if isinstance(found, dict):
                return {str(tab): str(key) for tab, key in found.items()}
        return {}

    def _note_tab(self, owner: str, tab: str, key: str) -> None:
        tabs = self._read_tabs(owner)
        tabs.pop(tab, None)
        if key:
            tabs[tab] = key
        kept = dict(list(tabs.items())[-MAX_TABS:])
        with contextlib.suppress(BrilligError):  # a tab then begins anew; its project is there all the same
            write_whole(self._tabs_file(owner), json.dumps(kept))

    def _forget(self) -> None:
        now = time.monotonic()
        for sessions in self._open.values():
            for session in list(sessions):
                if session.left_at is not None and now - session.left_at > FORGET_AFTER:
                    sessions.remove(session)
                    for place, shown in list(self._shown.items()):
                        if shown is session:
                            del self._shown[place]
