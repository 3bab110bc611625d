"""Files are written whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO

__all__ = ["is_replaced", "real", "whole_file", "write_whole"]


def write_whole(path: str | os.PathLike[str], content: bytes) -> None:
    """Write a file whole or not at all.

    Raises
    ------
    OSError
        If that fails; the file is as it was then.
    """
    with whole_file(path) as file:
        file.write(content)


@contextlib.contextmanager
def whole_file(path: str | os.PathLike[str]) -> Iterator[IO[bytes]]:
    """Open a file that is there when all is written: another one first, then renamed.

    Raises
    ------
    OSError
        If that fails. Whatever is raised, the file is as it was then.
    """
    target = real(path)
    if not is_replaced(target):  # a device or a pipe: cannot be replaced
        with target.open("wb") as file:
            yield file
        return
    if not target.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, "there is no such folder", str(path))
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=".fastmetrics-")
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, _permissions(target))
        os.replace(name, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise


def real(path: str | os.PathLike[str]) -> Path:
    """Follow links, so that a link's target is replaced and not the link."""
    return Path(os.path.realpath(path))


def is_replaced(target: Path) -> bool:
    """Whether it is a file, or is to be one, and not a device or a pipe."""
    return target.is_file() or not target.exists()


def _permissions(target: Path) -> int:
    """Return the mode of the file that is replaced, else that of any new file."""
    with contextlib.suppress(OSError):
        return stat.S_IMODE(target.stat().st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
