"""The command line: ``fastmetrics`` and what its commands do."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Sequence

__all__ = ["main"]

INTERRUPTED = 130  # 128 + the signal, as a shell says it


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code.

    Parameters
    ----------
    argv : sequence of str, optional
        The arguments; by default the arguments of the process.

    Returns
    -------
    int
        0 if all went well; ``fastmetrics --help`` lists the others.
    """
    try:
        # Here, as Ctrl-C may come during the first imports too.
        from fastmetrics.cli.command import run

        return run(argv)
    except KeyboardInterrupt:
        if sys.stderr is not None:
            with contextlib.suppress(OSError, ValueError):
                print("fastmetrics: interrupted", file=sys.stderr)
        return INTERRUPTED
