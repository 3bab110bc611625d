"""The options that all intervals share: how they are checked, and progress."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

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
        raise ValueError(f"method must be one of {', '.join(METHODS)}; got {method!r}")
    if n_resamples is not None:
        check_resamples(n_resamples)
    return level


@contextmanager
def reporting(
    progress: Any, what: str = "replicates"
) -> Iterator[Callable[[int, int], Any] | None]:
    """Turn a ``progress`` argument into what is called with (done, total), or None.

    ``what``: what a bar counts.
    """
    if callable(progress):
        yield progress
    elif not (isinstance(progress, bool | np.bool_) or progress is None):
        raise TypeError(
            "progress must be True, False or what is called with (done, total), got "
            f"{type(progress).__name__}"
        )
    elif not progress:
        yield None
    else:
        from fastmetrics._common.progress import bar

        with bar(what) as update:
            yield update
