"""What fits in memory, asked before it is taken: what a file claims may be anything."""

from __future__ import annotations

import contextlib
import io
import math
import re
from pathlib import Path
from typing import IO, Any

from fastmetrics._common.names import shown
from fastmetrics.readers.columns import DataError

__all__ = ["bytes_of", "check_room", "free_memory", "read_whole", "size", "watched"]

# Read in one go, and read between two looks at what is free.
_PIECE, _STRIDE = 1 << 20, 1 << 26
# What "4G" is made of.
_MEMORY = re.compile(r"(\d+(?:\.\d+)?)\s*(%|[kmgt]?b?)", re.IGNORECASE)
_UNITS = {"": 1, "B": 1, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}
# What is taken to be free where nobody tells.
_UNKNOWN = 1 << 32
# What is left to everybody else when a file of unknown length is read.
_RESERVE = 1 << 28


def free_memory(proc: Path = Path("/proc"), groups: Path | None = None) -> int | None:
    """Return how many bytes can be taken now; None where nobody tells.

    The least of what the system has left and what the control groups of this process
    allow.
    """
    limits = [_of_system(proc), *_of_groups(proc, groups or Path("/sys/fs/cgroup"))]
    return min((one for one in limits if one is not None), default=None)


def _of_system(proc: Path) -> int | None:
    with contextlib.suppress(OSError, ValueError):
        return 1024 * int(_lines(proc / "meminfo")["MemAvailable:"])
    return None


def _of_groups(proc: Path, root: Path) -> list[int]:
    """Return what each control group leaves, from this process' own to the outermost.

    Inside a container the path may be the host's: what does not exist is passed over.
    """
    try:
        lines = (proc / "self/cgroup").read_text().splitlines()
    except (OSError, ValueError):
        return []
    limits = []
    for line in lines:
        _, controllers, path = [*line.split(":", 2), "", "", ""][:3]
        if controllers and "memory" not in controllers.split(","):
            continue
        top = root / "memory" if controllers else root
        names = (
            ("memory.limit_in_bytes", "memory.usage_in_bytes")
            if controllers
            else ("memory.max", "memory.current")
        )
        here = top / path.lstrip("/")
        for group in [here, *here.parents]:
            with contextlib.suppress(OSError, ValueError, KeyError):
                limit, used = (int((group / name).read_text()) for name in names)
                # Pages of files are given up as soon as somebody needs room.
                files = int(_lines(group / "memory.stat")["inactive_file"])
                limits.append(max(limit - used + files, 0))
            if group == top:
                break
    return limits


def _lines(path: Path) -> dict[str, str]:
    """Return the second word of each line by the first."""
    words = (line.split() for line in path.read_text().splitlines())
    return {word[0]: word[1] for word in words if len(word) > 1}


def bytes_of(memory: float | str) -> int:
    """Return so many bytes as a person says: "4G", "500 MB", or "25%" of what is free.

    >>> bytes_of(1000), bytes_of("4G"), bytes_of("1.5 MB")
    (1000, 4000000000, 1500000)
    """
    if isinstance(memory, int | float) and not isinstance(memory, bool):
        if math.isfinite(memory) and memory >= 1:
            return int(memory)
    elif isinstance(memory, str):
        found = _MEMORY.fullmatch(memory.strip())
        if found and float(found[1]) > 0:
            number, unit = float(found[1]), found[2].upper()
            if unit == "%":
                free = free_memory()
                return max(int(number / 100 * (_UNKNOWN if free is None else free)), 1)
            return max(int(number * _UNITS[unit[:1]]), 1)
    raise ValueError(
        'memory must be a number of bytes, a text such as "4G", or a share of what is '
        f'free such as "25%", got {shown(memory)}'
    )


def size(n_bytes: int) -> str:
    """Write a number of bytes.

    >>> size(999), size(2_500_000), size(8_000_000_000)
    ('999 bytes', '2.5 MB', '8.0 GB')
    """
    for unit, name in ((10**12, "TB"), (10**9, "GB"), (10**6, "MB"), (10**3, "kB")):
        if n_bytes >= unit:
            return f"{n_bytes / unit:,.1f} {name}"
    return f"{n_bytes} bytes"


def check_room(n_bytes: int) -> None:
    """Raise DataError if so much does not fit in the memory that is free."""
    free = free_memory()
    if free is not None and n_bytes > free:
        raise DataError(
            f"cannot be read: it takes {size(n_bytes)} of memory, {size(free)} are free"
        )


def read_whole(file: IO[bytes], start: bytes) -> bytes:
    """Return `start` and all that follows in a stream, which may never end."""
    free = free_memory()
    content = io.BytesIO()
    content.write(start)
    while piece := file.read(_PIECE):
        content.write(piece)
        if free is not None and content.tell() > free // 2:
            raise DataError(
                f"cannot be read: it has not ended after {size(content.tell())}, half "
                "of the memory that is free"
            )
    return content.getvalue()


def watched(file: IO[bytes]) -> IO[bytes]:
    """Return a file that raises DataError when memory runs out while it is read."""
    return io.BufferedReader(_Watched(file), _PIECE)


class _Watched(io.RawIOBase):
    """A file whose reader keeps what it reads: each stride asks what is left."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._done, self._next = 0, _STRIDE

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        piece = self._file.read(len(buffer))
        buffer[: len(piece)] = piece
        self._done += len(piece)
        if self._done >= self._next:
            self._next += _STRIDE
            free = free_memory()
            if free is not None and free < _RESERVE:
                raise DataError(
                    f"cannot be read: memory runs out after {size(self._done)} of it"
                )
        return len(piece)

    def close(self) -> None:
        self._file.close()
        super().close()
