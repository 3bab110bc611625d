"""The options that all intervals share: how they are checked, and progress."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import check_level, check_resamples, is_one_of
from fastmetrics.catalog import METHODS

# Replicates that read rows, and those that draw the cells of a table.
DEFAULT_RESAMPLES = 1999
DEFAULT_TABLE_RESAMPLES = 9999


def check_options(
    confidence_level: float, method: str, n_resamples: int | None
) -> float:
    """Return the level; raise ValueError for what no interval can be made with."""
    level = check_level(confidence_level)
    if not is_one_of(method, METHODS):
        raise ValueError(
            f"method must be one of {', '.join(METHODS)}; got {shown(method)}"
        )
    if n_resamples is not None:
        check_resamples(n_resamples)
    return level


_REPLICATES = "replicates"
_ADVICE = (
    "the replicates take longer than 20 s; fewer of them, n_resamples=199, are quicker"
)


@contextmanager
def reporting(
    progress: Any, what: str = _REPLICATES
) -> Iterator[Callable[[int, int], Any] | None]:
    """Turn a ``progress`` argument into what is called with (done, total), or None.

    None shows a bar on a terminal where replicates are slow. ``what``: what a bar
    counts.
    """
    if callable(progress):
        yield progress
    elif progress is None:
        if what != _REPLICATES or not sys.stderr.isatty():
            yield None
            return
        from fastmetrics._common.options import bar_if_slow

        with bar_if_slow(what, _ADVICE) as update:
            yield update
    elif not isinstance(progress, bool | np.bool_):
        raise TypeError(
            "progress must be True, False or what is called with (done, total), got "
            f"{type(progress).__name__}"
        )
    elif not progress:
        yield None
    else:
        from fastmetrics._common.options import bar

        with bar(what) as update:
            yield update
