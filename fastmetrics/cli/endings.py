"""How a command ends: the exit codes, and what they mean."""

from __future__ import annotations

from fastmetrics.cli.streams import say

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
    "fail",
]

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
  6    the report was made, and a requirement (--require) is broken
  130  interrupted
"""


def fail(message: object, code: int) -> int:
    """Say why a command ends so, and return the code."""
    say(message)
    return code
