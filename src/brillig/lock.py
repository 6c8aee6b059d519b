"""One coordinator a store: a lock that dies with its holder, and tells its name."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import platform
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from brillig.errors import BrilligError


def lock_path(store: Path) -> Path:
    """Beside the file itself, so that a store has one lock by whichever link it is reached."""
    store = Path(os.path.realpath(store))
    return store.with_name(store.name + ".lock")


@contextlib.contextmanager
def hold(store: Path) -> Iterator[None]:
    """Hold the store's lock, or refuse with the name of who does. The system frees it when a holder dies."""
    path = lock_path(store)
    handle = _acquire(path, store)
    try:
        try:
            os.ftruncate(handle, 0)
            os.pwrite(handle, _own_name().encode(), 0)
        except OSError as error:
            raise BrilligError(
                f"cannot be locked ({error.strerror})", hint="free some space", place=store
            ) from None
        yield
    finally:
        # Removed while it is held: whoever opened it before finds that it is not the file of that name.
        path.unlink(missing_ok=True)
        os.close(handle)


def _acquire(path: Path, store: Path) -> int:
    while True:
        try:
            handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        except OSError as error:
            raise BrilligError(
                f"cannot be locked ({error.strerror})",
                hint="check that its folder can be written to",
                place=store,
            ) from None
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(handle)
            who = holder(store) or "another coordinator"
            raise BrilligError(
                f"in use by {who}", hint="wait until that has ended, or stop it", place=store
            ) from None
        with contextlib.suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(handle), os.stat(path)):
                return handle
        os.close(handle)


def _own_name() -> str:
    since = datetime.now().astimezone().isoformat(timespec="seconds")
    return json.dumps({"host": platform.node(), "pid": os.getpid(), "since": since})


def holder(store: Path) -> str | None:
    """Who runs this store now, or None."""
    path = lock_path(store)
    try:
        handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
        return None  # nobody holds it: left behind by one that was killed
    except OSError:
        pass
    finally:
        text = os.pread(handle, 1000, 0)
        os.close(handle)
    try:
        data = json.loads(text)
        return f"process {data['pid']} on {data['host']}, since {data['since']}"
    except (ValueError, KeyError, TypeError):
        return "another coordinator"
