"""Files: written whole or not at all, and CSV that every reader reads cell by cell."""

from __future__ import annotations

import contextlib
import csv
import errno
import io
import os
import stat
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any

from fastmetrics._common.names import uncontrolled


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
    # Named before there is such a file: from its first moment on it is cleared away.
    name = target.with_name(f".fastmetrics-{os.urandom(8).hex()}")
    try:
        with open(name, "xb", opener=_own) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, _permissions(target))
        os.replace(name, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise


def _own(path: str, flags: int) -> int:
    """Open a file that nobody else may read until it has its mode."""
    return os.open(path, flags, 0o600)


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


# What a spreadsheet would take for a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


class RowWriter:
    """Writes rows of cells as they are, quoted where they have to be.

    The standard library's writer leaves a lone carriage return without quotes where
    lines end in a line feed, and readers then see a line end.
    """

    def __init__(self, file: IO[str], delimiter: str = ",") -> None:
        options: Any = {"delimiter": delimiter, "lineterminator": "\n"}
        self._plain = csv.writer(file, **options)
        self._quoting = csv.writer(file, quoting=csv.QUOTE_ALL, **options)

    def write(self, row: Sequence[object]) -> None:
        """Write one row."""
        returns = any(isinstance(cell, str) and "\r" in cell for cell in row)
        (self._quoting if returns else self._plain).writerow(row)


def to_csv_text(rows: Iterable[Sequence[object]]) -> str:
    """Return rows as CSV; a text that looks like a formula begins with an apostrophe.

    Control characters are shown, not sent to the terminal.

    >>> print(to_csv_text([["model", "value"], ["=1+1", -2.5]]), end="")
    model,value
    '=1+1,-2.5
    """
    file = io.StringIO()
    writer = RowWriter(file)
    for row in rows:
        writer.write([_defused(cell) for cell in row])
    return file.getvalue()


def _defused(cell: object) -> object:
    if not isinstance(cell, str):
        return cell
    text = uncontrolled(cell)
    return f"'{text}" if text.startswith(_FORMULA) else text
