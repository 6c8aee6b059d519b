"""Reading and writing whole files, for every room that has a format of its own."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from brillig.errors import BrilligError

MAX_BYTES = 64 * 1024 * 1024


def read_text(path: str | Path) -> str:
    """A UTF-8 file, with or without BOM; a refusal names the file and what to do."""
    try:
        with Path(path).open("rb") as file:
            data = file.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise BrilligError(f"{path}: more than {MAX_BYTES >> 20} MB; check that it is the right file")
        return data.decode("utf-8-sig")
    except FileNotFoundError:
        raise BrilligError(f"{path}: no such file; check the name") from None
    except IsADirectoryError:
        raise BrilligError(f"{path}: is a folder; name a file in it") from None
    except UnicodeDecodeError:
        raise BrilligError(f"{path}: not UTF-8; save the file as UTF-8 text") from None
    except OSError as error:
        raise BrilligError(f"{path}: cannot be read ({error.strerror}); check its permissions") from None
    except BrilligError:
        raise
    except ValueError as error:
        raise BrilligError(f"{path}: not a file name ({error}); check the name") from None


def write_whole(path: str | Path, content: str | bytes) -> None:
    """Write a file (a text as UTF-8) atomically: a reader sees the old one or the new one, never a part."""
    path = Path(path)
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent or ".", prefix=f".{path.name}.", suffix=".part")
    except OSError as error:
        raise BrilligError(
            f"{path}: cannot be written ({error.strerror}); check folder and permissions"
        ) from None
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())
            file.flush()
            os.fsync(file.fileno())
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(temporary, 0o666 & ~mask)
        os.replace(temporary, path)
    except BaseException as error:
        Path(temporary).unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise BrilligError(
                f"{path}: cannot be written ({error.strerror}); check space and permissions"
            ) from None
        raise
