"""The options that all intervals share: how they are checked, seeds, progress."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from operator import index
from typing import Any

import numpy as np

from fastmetrics._common.options import is_one_of, number
from fastmetrics.catalog import METHODS

# Replicates that read rows, and those that draw the cells of a table.
DEFAULT_RESAMPLES = 1999
DEFAULT_TABLE_RESAMPLES = 9999
MOST_RESAMPLES = 2**31


def check_options(
    confidence_level: float, method: str, n_resamples: int | None
) -> None:
    """Raise ValueError for what no interval can be made with."""
    level = number(confidence_level, "confidence_level")
    if not 0 < level < 1 or (1 + level) / 2 == 1:  # the last is as good as 1
        raise ValueError(
            f"confidence_level must lie between 0 and 1, got {confidence_level!r}"
        )
    if not is_one_of(method, METHODS):
        raise ValueError(f"method must be one of {', '.join(METHODS)}; got {method!r}")
    try:
        enough = n_resamples is None or index(n_resamples) >= 2
    except TypeError:
        enough = False
    if not enough:
        raise ValueError(
            f"n_resamples must be a whole number of at least 2, got {n_resamples!r}"
        )
    if n_resamples is not None and n_resamples >= MOST_RESAMPLES:
        raise ValueError("n_resamples must be below 2**31")


def seed_of(random_state: int | np.random.Generator | None) -> int:
    """Turn a random_state into the 64-bit seed that addresses all draws."""
    if random_state is None:
        random_state = np.random.default_rng()
    if isinstance(random_state, np.random.Generator):
        return int(random_state.integers(2**64, dtype=np.uint64))
    try:
        found = np.asarray(random_state).item()
        # No Decimal, whose int may have so many digits that it takes for ever.
        seed = int(found) if isinstance(found, int | float | np.floating) else -1
    except (TypeError, ValueError, OverflowError):
        seed = -1
    if not 0 <= seed < 2**64 or seed != random_state:
        raise ValueError(
            "random_state must be None, an int from 0 to 2**64 - 1 or a NumPy "
            f"Generator, got {random_state!r}"
        )
    return seed


@contextmanager
def reporting(progress: Any) -> Iterator[Callable[[int, int], Any] | None]:
    """Turn a ``progress`` argument into what is called with (done, total), or None."""
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

        with bar("replicates") as update:
            yield update
