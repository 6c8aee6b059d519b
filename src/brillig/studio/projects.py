"""Projects on the disk: a folder each, with plain files that the commands read.

    FOLDER/PROJECT/project.json      the name, how the sentences are read, the chain of solutions
    FOLDER/PROJECT/sentences.txt     as they stand in the text box
    FOLDER/PROJECT/judgements.txt    what `brillig infer sentences.txt judgements.txt` learns from
    FOLDER/PROJECT/solutions/N.json  what `brillig show` and every other command reads

Every change is written when it happens, each file whole or not at all.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import secrets
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from brillig.errors import BrilligError
from brillig.files import read_text, write_whole
from brillig.language.grammar import Grammar
from brillig.language.reading import Reading
from brillig.problems.solution import Solution
from brillig.studio.session import MAX_STEPS, MAX_TITLE, Judged, Part, Session, Step
from brillig.workflows.asking.judgements import Answer, JudgementFile

FORMAT = "brillig-project"
VERSION = 1
_KEY = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")


def default_folder() -> Path:
    """Where a user's own data belongs."""
    data = os.environ.get("XDG_DATA_HOME", "")
    base = Path(data) if Path(data).is_absolute() else Path.home() / ".local" / "share"
    return base / "brillig" / "projects"


@dataclass(frozen=True)
class About:
    """A project in a list."""

    key: str
    title: str
    used: float  # seconds since 1970
    solutions: int


class ProjectFolder:
    """The projects of one owner; the folder comes to be with the first of them."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def list(self) -> list[About]:
        """All projects, the one used last first; folders that are none are passed over."""
        found = []
        for path in self._paths():
            about = path / "project.json"
            if _KEY.fullmatch(path.name) and about.is_file():
                try:
                    data = _read_about(about)
                    found.append(
                        About(path.name, data["title"], about.stat().st_mtime, len(data.get("steps", ())))
                    )
                except (BrilligError, OSError):
                    continue
        return sorted(found, key=lambda about: -about.used)

    def _paths(self) -> Iterator[Path]:
        with contextlib.suppress(OSError):  # a folder that is not there holds none
            yield from self.root.iterdir()

    def new_key(self, title: str) -> str:
        """A folder name that is not taken, after the title where that has letters for it."""
        plain = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:32].strip("-") or "project"
        key = plain
        while (self.root / key).exists():
            key = f"{plain}-{secrets.token_hex(2)}"
        return key

    def load(self, key: str) -> Session:
        """A project as it was last."""
        if not _KEY.fullmatch(key) or not (self.root / key / "project.json").is_file():
            raise BrilligError(f"there is no project {key!r} any more")
        folder = self.root / key
        with _refusing_damage(str(folder)):
            about = _read_about(folder / "project.json")
            text = read_text(folder / "sentences.txt") if (folder / "sentences.txt").exists() else ""
            solutions = {}
            for entry in about.get("steps", ()):
                number = int(entry["number"])
                path = folder / "solutions" / f"{number}.json"
                if path.exists():
                    solutions[number] = json.loads(read_text(path))
            return _session(about, text, solutions, JudgementFile(folder / "judgements.txt").entries())

    def keep(self, session: Session, part: Part, step: Step | None) -> None:
        """Write what has changed; a project comes to be with its first sentence or solution."""
        try:
            if session.unkept and session.key:  # more may be missing than this change
                self.save(session)
            else:
                self._keep(session, part, step)
            session.unkept = ""
        except BrilligError as error:
            session.unkept = str(error)
        except OSError as error:
            session.unkept = f"{self.root / session.key}: cannot be written ({error.strerror})"

    def _keep(self, session: Session, part: Part, step: Step | None) -> None:
        if not session.key:
            if session.is_empty:
                return
            session.key = self.new_key(session.title)
        folder = self.root / session.key
        if not (folder / "project.json").exists():
            self.save(session)
            return
        if part is Part.TEXT:
            write_whole(folder / "sentences.txt", session.text)
        elif part is Part.JUDGEMENTS:
            self._write_judgements(folder, session)
        if step is not None:
            self._write_solution(folder, step)
        write_whole(folder / "project.json", _to_text(_about(session)))

    def save(self, session: Session) -> None:
        """Write all of a project."""
        folder = self.root / session.key
        try:
            (folder / "solutions").mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BrilligError(f"{folder}: cannot be written ({error.strerror})") from None
        write_whole(folder / "sentences.txt", session.text)
        self._write_judgements(folder, session)
        for step in session.steps:
            self._write_solution(folder, step)
        # Last: a folder is a project once this file is there.
        write_whole(folder / "project.json", _to_text(_about(session)))

    def delete(self, key: str) -> None:
        if _KEY.fullmatch(key):
            shutil.rmtree(self.root / key, ignore_errors=True)

    def duplicate(self, key: str) -> str:
        """Another project with the same content; its key."""
        session = self.load(key)
        session.name = f"{session.title[: MAX_TITLE - 7]} (copy)"
        session.key = self.new_key(session.name)
        self.save(session)
        return session.key

    def _write_judgements(self, folder: Path, session: Session) -> None:
        lines = "".join(f"{judged.judgement}\n" for judged in session.judged.values())
        write_whole(folder / "judgements.txt", lines)

    def _write_solution(self, folder: Path, step: Step) -> None:
        write_whole(folder / "solutions" / f"{step.number}.json", step.solution.to_text())


def to_file(session: Session) -> str:
    """A whole project as one file, to be sent to a colleague and opened on another page."""
    return _to_text(
        _about(session)
        | {
            "sentences": session.text,
            "judgements": [{"text": j.text, "answer": j.answer.value} for j in session.judged.values()],
            "solutions": {str(step.number): step.solution.to_json() for step in session.steps},
        }
    )


def from_file(name: str, text: str) -> Session:
    """The project in a file; refusals name the file."""
    with _refusing_damage(name):
        data = json.loads(text)
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise BrilligError(f"not a {FORMAT} file")
        _to_text(data).encode()  # halves of characters could not be kept
        said = [(str(entry["text"]), Answer(entry["answer"])) for entry in data.get("judgements", ())]
        solutions = {int(number): solution for number, solution in data.get("solutions", {}).items()}
        return _session(data, str(data.get("sentences", "")), solutions, said)


@contextlib.contextmanager
def _refusing_damage(name: str) -> Iterator[None]:
    """Refuse whatever is not as `to_file` and `save` write it, in a line that names it."""
    try:
        yield
    except BrilligError as error:
        raise BrilligError(f"{name}: {error}") from None
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError, OverflowError, OSError):
        raise BrilligError(
            f"{name}: damaged, or not a {FORMAT} file", hint="choose one saved by Brillig"
        ) from None


def _about(session: Session) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "version": VERSION,
        "name": session.name,
        "title": session.title,
        "reading": session.reading.to_json(),
        "current": None if session.step is None else session.step.number,
        "steps": [
            {"number": step.number, "kind": step.kind, "parent": step.parent, "label": step.label}
            for step in session.steps
        ],
        "changes": {j.text: list(j.changes) for j in session.judged.values() if j.changes},
        "kept": None if session.kept is None else session.kept.to_json(),
    }


def _session(
    about: Mapping[str, Any],
    text: str,
    solutions: Mapping[int, Any],
    said: list[tuple[str, Answer]],
) -> Session:
    """A session of what files say. Solutions that are no longer there are left out."""
    session = Session("", name=str(about.get("name", ""))[:MAX_TITLE], text=text)
    session.reading = Reading.from_json(about.get("reading") or {})
    if about.get("kept") is not None:
        session.kept = Grammar.from_json(about["kept"], piece=True)
    for entry in list(about.get("steps", ()))[:MAX_STEPS]:
        number = int(entry["number"])
        if number in solutions:
            solution = Solution.from_json(solutions[number])
            parent, label = entry.get("parent"), str(entry.get("label", ""))[:MAX_TITLE]
            session.steps.append(Step(number, str(entry["kind"]), solution, parent, label=label))
    shown = next((i for i, s in enumerate(session.steps) if s.number == about.get("current")), None)
    session.current = shown if shown is not None else len(session.steps) - 1 if session.steps else None
    changes = about.get("changes") or {}
    for sentence, answer in said:
        session.judged[sentence] = Judged(sentence, answer, tuple(map(str, changes.get(sentence, ()))))
    return session


def _read_about(path: Path) -> dict[str, Any]:
    try:
        data = json.loads(read_text(path))
        json.dumps(data, ensure_ascii=False).encode()  # halves of characters could not be written again
    except (ValueError, RecursionError):
        raise BrilligError("not JSON", place=path) from None
    if (
        not isinstance(data, dict)
        or data.get("format") != FORMAT
        or not isinstance(data.get("title"), str)
        or not isinstance(data.get("steps", []), list)
    ):
        raise BrilligError(f"not a {FORMAT} file", place=path)
    return data


def _to_text(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"
