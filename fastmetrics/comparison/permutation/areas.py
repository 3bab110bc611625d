"""The permutation test of areas under ROC curves: pooled scores are sorted once.

All scores of both models stand in one order. In each replicate an entry is of the one
model or of the other, and one pass over the order gives both areas.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common import threads
from fastmetrics._common.null_laws import drawn_law
from fastmetrics._kernels import swaps as kernel
from fastmetrics.comparison.permutation.swaps import Comparison, Drawn, drawn_share

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.comparison.permutation.laws import SwapOptions
    from fastmetrics.resampling.score_rows import OrderedRows

__all__ = ["places_of_ranks", "places_of_values", "swapped_areas"]

# Replicates that a thread draws at a time.
_JOB = 256


def places_of_ranks(rows: OrderedRows) -> NDArray[np.int64]:
    """Return twice the mean rank of each row's score from above, ties sharing it."""
    ends = rows.tie_ends
    lengths = np.diff(ends, prepend=-1)
    twice = 2 * ends - lengths + 1
    assert rows.order is not None  # of rows that are compared one by one
    places = np.empty(len(rows.order), np.int64)
    places[rows.order] = np.repeat(twice, lengths)
    return places


def places_of_values(
    first: NDArray[Any], second: NDArray[Any]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return where the scores of two models stand among those of both, from above."""
    found, places = np.unique(np.concatenate([first, second]), return_inverse=True)
    from_above = len(found) - 1 - places.ravel()
    return from_above[: len(first)], from_above[len(first) :]


def swapped_areas(
    places: tuple[NDArray[np.int64], NDArray[np.int64]],
    positive: NDArray[np.bool_],
    options: SwapOptions,
    units: NDArray[np.int64] | None = None,
    *,
    scale: float = 1.0,
) -> Drawn:
    """Return the p-value of the difference of two areas.

    ``scale``: what the metric gains as the area rises by 1; ``units`` are the numbers
    of the groups that rows are swapped in.
    """
    n = len(positive)
    if units is None:
        units = np.arange(n)
    entries, common, found = _entries(places, positive, units)
    n_units = int(units.max()) + 1
    areas = np.empty(options.n_resamples, np.int64)

    def run(begin: int) -> None:
        out = areas[begin : begin + _JOB]
        kernel.swap_areas(entries, n_units, options.seed, begin, out)

    blocks = range(0, options.n_resamples, _JOB)
    threads.map_blocks(run, blocks, progress=options.progress)
    sign = -1 if scale < 0 else 1
    compared = Comparison(sign * found, options.alternative, 0)
    drawn = drawn_share(compared, sign * (areas - common))
    # From half pairs of rows to the metric.
    n_positive = int(np.count_nonzero(positive))
    unit = scale / (2 * n_positive * (n - n_positive))
    return drawn._replace(null_law=partial(drawn_law, (areas - common) * unit))


def _entries(
    places: tuple[NDArray[np.int64], NDArray[np.int64]],
    positive: NDArray[np.bool_],
    units: NDArray[np.int64],
) -> tuple[NDArray[np.uint32], int, int]:
    """Return all scores in order, and what to take off twice the areas' difference.

    The last is that difference, in pairs, of the data.
    """
    n = len(positive)
    if n > kernel.MOST_UNITS // 2:
        raise ValueError(f"there are {n:,} rows; up to 2**28 can be swapped")
    both = np.concatenate(places)
    order = np.argsort(both, kind="stable")
    both = both[order]
    last = np.append(both[1:] != both[:-1], True)
    of_second = order >= n
    rows = np.where(of_second, order - n, order)
    positive = positive[rows]
    entries = units[rows].astype(np.uint32) << 3
    entries |= np.where(positive, np.uint32(kernel.POSITIVE), np.uint32(0))
    entries |= np.where(of_second, np.uint32(kernel.OF_SECOND), np.uint32(0))
    entries |= np.where(last, np.uint32(kernel.LAST_OF_TIE), np.uint32(0))
    ends = np.flatnonzero(last)
    lengths = np.diff(ends, prepend=-1)

    def twice_above(counted: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Twice how many of these are above each entry, ties by halves."""
        until = np.cumsum(counted)[ends]
        return np.repeat(until + np.append(0, until[:-1]), lengths)

    negative = ~positive
    first, second = negative & ~of_second, negative & of_second
    found = twice_above(positive & ~of_second)[first].sum()
    found -= twice_above(positive & of_second)[second].sum()
    return (
        entries.astype(np.uint32),
        int(twice_above(positive)[negative].sum()),
        int(found),
    )
