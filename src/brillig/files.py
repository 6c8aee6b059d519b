"""Reading and writing files, for every room that has a format of its own.

All that a user asks to be written goes through `replacing` or `write_whole`, so that the same holds
everywhere: a reader sees the old file or the new one, never a part; a symbolic link stays one, and its target
is written; what is not a regular file (a pipe, a terminal, a device) is written to and never replaced.
"""

from __future__ import annotations

import contextlib
import errno
import io
import json
import os
import secrets
import shutil
import stat
import sys
import tempfile
import time
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

from brillig.errors import BrilligError, Place

MAX_BYTES = 64 * 1024 * 1024
PIPE_SECONDS = 10.0  # that a pipe may be without a reader
MAX_UNPACKED = 1024 * 1024 * 1024


def read_text(path: str | Path) -> str:
    """A UTF-8 file, with or without BOM; a refusal names the file and what to do."""
    try:
        return read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BrilligError("not UTF-8", hint="save the file as UTF-8 text", place=path) from None


def read_bytes(path: str | Path, max_bytes: int = MAX_BYTES) -> bytes:
    """A file of bounded size; a refusal names the file and what to do."""
    try:
        with Path(path).open("rb") as file:
            data = file.read(max_bytes + 1)
    except FileNotFoundError:
        raise BrilligError("no such file", hint="check the name", place=path) from None
    except IsADirectoryError:
        raise BrilligError("is a folder", hint="name a file in it", place=path) from None
    except OSError as error:
        raise BrilligError(
            f"cannot be read ({error.strerror})", hint="check its permissions", place=path
        ) from None
    except ValueError as error:
        raise BrilligError(f"not a file name ({error})", hint="check the name", place=path) from None
    if len(data) > max_bytes:
        raise BrilligError(
            f"more than {max_bytes >> 20} MB", hint="check that it is the right file", place=path
        )
    return data


def unpack_json(data: bytes) -> Any:
    """JSON that was compressed with zlib, of bounded size and depth; ValueError where it is none."""
    unpacking = zlib.decompressobj()
    try:
        text = unpacking.decompress(data, MAX_UNPACKED)
        if not unpacking.eof:
            raise ValueError("cut off" if len(text) < MAX_UNPACKED else "too large")
        return json.loads(text)
    except (zlib.error, RecursionError) as error:
        raise ValueError(str(error)) from None


def same_file(one: str | Path, two: str | Path) -> bool:
    """Whether both names lead to one file, also by way of links, and also where there is none yet."""
    try:
        if os.path.realpath(one) == os.path.realpath(two):
            return True
        return os.path.samefile(one, two)
    except (OSError, ValueError):
        return False


def refuse_same(option: str, output: str | Path | None, others: Iterable[str | Path | None]) -> None:
    """Refuse an output that would take the place of a file that is read, or of another output.

    Pipes, terminals and devices keep nothing that could be lost, so they may be named twice; so may `-`.
    """
    if output is None or is_stream(output):
        return
    for other in others:
        if other is not None and str(other) != "-" and same_file(output, other):
            raise BrilligError(
                f"{option} {output}: the same file as {other}, which would be lost", hint="name another file"
            )


def is_stream(path: str | Path) -> bool:
    """Whether the name leads to something that is written to but cannot be replaced, such as a pipe."""
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return False
    return not stat.S_ISREG(found.st_mode) and not stat.S_ISDIR(found.st_mode)


def refuse_unwritable(path: str | Path) -> None:
    """Refuse a file that could not be written, before the work for it is done."""
    target = Path(os.path.realpath(path))
    if is_stream(path):
        return
    place = Place(str(path))
    if target.is_dir():
        raise BrilligError("is a folder", hint="name a file in it", place=place)
    if not target.parent.is_dir():
        message = f"cannot be written (no folder {target.parent})"
        raise BrilligError(message, hint="make it, or name another", place=place)
    if not os.access(target.parent, os.W_OK | os.X_OK):
        message = f"cannot be written (no permission in {target.parent})"
        raise BrilligError(message, hint="name another", place=place)


def refuse_stream(path: str | Path) -> None:
    """Refuse a pipe or a device where a file is kept."""
    if is_stream(path):
        raise BrilligError(
            "a pipe or a device", hint="name a file, for it is read again and again", place=path
        )


def write_whole(path: str | Path, content: str | bytes) -> None:
    """Write a file (a text as UTF-8), as `replacing` does."""
    data = content if isinstance(content, bytes) else content.encode()
    if is_stream(path):
        with _named(path):
            _pour(io.BytesIO(data), Path(path))
        return
    with replacing(path) as part:
        part.write_bytes(data)


@contextlib.contextmanager
def replacing(path: str | Path) -> Iterator[Path]:
    """A new file to be written in the block; when that ends well it takes the place of `path`.

    A refusal of the system, by the block as well, names `path`. Whatever goes wrong, `path` is as before.
    """
    with _named(path):
        target, stream = _find_target(path)
        folder = Path(tempfile.gettempdir()) if stream else target.parent
        part = folder / f".brillig-{secrets.token_hex(8)}.part"
    try:
        with _named(path):
            os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666))
            yield part
            if stream:
                with part.open("rb") as source:
                    _pour(source, target)
            else:
                _settle(part, target)
    finally:
        try:
            part.unlink(missing_ok=True)
        except OSError:
            pass
        except KeyboardInterrupt:  # a Ctrl-C just here; a second one comes no sooner than this is done
            part.unlink(missing_ok=True)
            raise


def _find_target(path: str | Path) -> tuple[Path, bool]:
    """What is to be written, links followed, and whether it is written to instead of being replaced."""
    try:
        target = Path(os.path.realpath(path))
        found = os.stat(path)
    except FileNotFoundError:
        return target, False
    except ValueError as error:
        raise BrilligError(f"{path!r}: not a file name ({error})", hint="check the name") from None
    if stat.S_ISDIR(found.st_mode):
        raise BrilligError("is a folder", hint="name a file in it", place=path)
    # A file that is this program's own output, or that has lost its name, is written to as well: in its place
    # another one would appear, and what is still to come would go into the one that is gone.
    if not stat.S_ISREG(found.st_mode) or _own_stream(found) is not None or not same_file(path, target):
        return Path(path), True
    if not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    return target, False


def _own_stream(found: os.stat_result) -> BinaryIO | None:
    """Standard output or error, if that is what was found."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError, AttributeError):
            if os.path.samestat(os.fstat(stream.fileno()), found):
                stream.flush()
                return stream.buffer
    return None


def _pour(source: BinaryIO, target: Path) -> None:
    """Write into what is there."""
    own = _own_stream(os.stat(target))
    if own is not None:
        shutil.copyfileobj(source, own)
        own.flush()
        return
    with os.fdopen(open_stream(target), "wb") as file:
        shutil.copyfileobj(source, file)


def open_stream(target: str | Path) -> int:
    """Open what is written to and never replaced. Whoever reads a pipe is waited for, but not for ever."""
    until = time.monotonic() + PIPE_SECONDS
    while True:
        try:
            handle = os.open(target, os.O_WRONLY | os.O_NOCTTY | os.O_CLOEXEC | os.O_NONBLOCK)
            break
        except OSError as error:
            if error.errno != errno.ENXIO:
                raise
            if time.monotonic() > until:
                raise OSError(errno.ENXIO, "nobody reads the pipe", str(target)) from None
        time.sleep(0.02)
    os.set_blocking(handle, True)
    return handle


def _settle(part: Path, target: Path) -> None:
    """Put the finished file in the place of the old one, whose permissions it takes over."""
    with part.open("rb") as file:
        os.fsync(file.fileno())
    with contextlib.suppress(FileNotFoundError):
        os.chmod(part, stat.S_IMODE(os.stat(target).st_mode))
    os.replace(part, target)


@contextlib.contextmanager
def _named(path: str | Path) -> Iterator[None]:
    """What the system refuses, as a sentence about this file."""
    try:
        yield
    except BrokenPipeError:
        raise BrilligError(
            "cannot be written (its reader has ended)", hint="name another file", place=path
        ) from None
    except OSError as error:
        reason = error.strerror or str(error)
        raise BrilligError(
            f"cannot be written ({reason})", hint="check folder, space and permissions", place=path
        ) from None
