"""How many threads a command uses, for the reading too."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import fastmetrics

__all__ = ["threads"]


@contextlib.contextmanager
def threads(n: int | None) -> Iterator[None]:
    """Use so many threads, for the reading too, and undo it at the end."""
    if n is None:
        yield
        return
    with contextlib.ExitStack() as undo:
        undo.enter_context(fastmetrics.num_threads(n))
        with contextlib.suppress(ImportError):
            import pyarrow

            undo.callback(pyarrow.set_cpu_count, pyarrow.cpu_count())
            pyarrow.set_cpu_count(fastmetrics.get_num_threads())
        yield
