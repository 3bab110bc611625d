"""The standard streams, which may be closed, full, or know ASCII only."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import sys
from collections.abc import Iterator
from typing import IO

from fastmetrics._common.names import cut, printable

__all__ = [
    "BAD_DATA",
    "BAD_USAGE",
    "BROKEN",
    "BROKEN_PIPE",
    "EXIT_CODES",
    "NO_LIBRARY",
    "NO_OUTPUT",
    "OK",
    "PROBLEMS",
    "OutputError",
    "check_open",
    "drop",
    "fail",
    "flush",
    "line_of",
    "say",
    "stand_in",
    "write_out",
]

# For an output whose encoding lacks these.
ASCII = str.maketrans(
    {
        "—": "-",
        "–": "-",
        "−": "-",
        "─": "-",
        "≈": "~",
        "∞": "inf",
        "×": "x",
        "⁹": "^9",
        "·": ".",
        "≥": ">=",
        "…": "~",
        "†": "+",
        "␣": "_",
    }
)
STDOUT = "standard output"
# What a message quotes may be of any length, and so may be the path of a file.
LONGEST_MESSAGE = 1000


class OutputError(OSError):
    """A file cannot be written; the message says which and why."""


class _Closed(io.TextIOBase):
    """Stands in for a stream that was closed before the process began."""

    def __init__(self) -> None:
        self._is_missed = False

    def write(self, text: str) -> int:
        self._is_missed = True
        raise OSError(errno.EBADF, "is closed")

    def flush(self) -> None:
        if self._is_missed:  # argparse passes over the error of its write
            raise OSError(errno.EBADF, "is closed")

    def close(self) -> None:
        """Do nothing: Python >= 3.13 prints what flushing raises at the very end."""


@contextlib.contextmanager
def stand_in() -> Iterator[None]:
    """Let the streams that are closed be None no longer.

    Their places are taken, so that no file that is opened comes to stand there and gets
    what a library writes to them.
    """
    out, err = sys.stdout, sys.stderr
    if sys.stdout is None or sys.stderr is None or sys.stdin is None:
        for place in range(3):
            try:
                os.fstat(place)
            except OSError:
                os.open(os.devnull, os.O_RDWR)  # takes the lowest that is free
    if sys.stdout is None:
        sys.stdout = _Closed()
    if sys.stderr is None:
        sys.stderr = _Closed()
    try:
        yield
    finally:
        sys.stdout, sys.stderr = out, err


def check_open() -> None:
    """Raise OutputError, before long work, if standard output is closed."""
    if isinstance(sys.stdout, _Closed):
        raise OutputError(f"{STDOUT}: is closed")


def say(message: object) -> None:
    """Write one line to standard error, whatever the message contains.

    Where that cannot be written to, the exit code alone tells.
    """
    try:
        print(f"fastmetrics: {line_of(message)}", file=sys.stderr)
    except (OSError, ValueError):
        drop(sys.stderr)


def line_of(message: object) -> str:
    """Return a message as one line: of any length cut, and nothing in it is obeyed."""
    line = cut(" ".join(str(message).split()), LONGEST_MESSAGE)
    return cut(printable(line), LONGEST_MESSAGE)


def write_out(text: str) -> None:
    """Write to standard output, in ASCII if its encoding has no better."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        text = (
            text.translate(ASCII).encode(encoding, "backslashreplace").decode(encoding)
        )
    with _as_output_error():
        sys.stdout.write(text)


def flush() -> None:
    """Bring out what has been written, while an error can still be said.

    Raises
    ------
    OutputError
        If standard output cannot be written.
    """
    try:
        sys.stderr.flush()
    except (OSError, ValueError):
        drop(sys.stderr)
    with _as_output_error():
        sys.stdout.flush()


@contextlib.contextmanager
def _as_output_error() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        drop(sys.stdout)
        raise OutputError(f"{STDOUT}: {error.strerror or error}") from error


def drop(stream: IO[str]) -> None:
    """Let what a stream still holds go to nowhere at the interpreter's last flush."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


# --- how a command ends: the exit codes, and what they mean

OK, BAD_DATA, BAD_USAGE, NO_LIBRARY, NO_OUTPUT, PROBLEMS, BROKEN = range(7)
BROKEN_PIPE = 141  # 128 + the signal, as a shell says it

EXIT_CODES = """\
exit codes:
  0    the report was made
  1    the file or a column of it is not what is needed
  2    the command line is wrong
  3    a library is needed that is not installed
  4    the output cannot be written
  5    check-split found problems
  6    the report was made, and a requirement (--require) is broken, or monitor
       has rejected the null or given an alarm
  130  interrupted
"""


def fail(message: object, code: int) -> int:
    """Say why a command ends so, and return the code."""
    say(message)
    return code
