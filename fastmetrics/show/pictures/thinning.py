"""Curves of few points that look like curves of millions.

The line that is drawn and the whole curve are within half a pixel of each other in a
panel of 720 pixels, both ways: no point of one is farther than that from the other.
A quarter goes into columns of that width, of which the first, the last, the lowest and
the highest point stay; the other quarter into segments, each with all points that it
replaces no farther away than that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.show.pictures.picture import Scale

__all__ = ["PIXELS", "corners", "in_pixels", "thinned", "thinned_band"]

PIXELS = 720
# In pixels: the width of a column, and how far a segment strays from its points.
COLUMN = TUBE = 0.25
# So few points are kept all.
FEW = 32
# Points that are looked at together: what is made of them fits into the cache.
BLOCK = 1 << 16
# Curves that leave the panel are followed for so many panels beyond it.
BEYOND = 4

Step = Literal["", "after", "before"]


def thinned(
    x: NDArray[Any],
    y: NDArray[Any],
    x_scale: Scale,
    y_scale: Scale,
    step: Step = "",
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return few points of a curve, to be joined by straight lines.

    Parameters
    ----------
    x, y : ndarray of shape (n,)
        Finite; x may go either way, or to and fro.
    x_scale, y_scale : Scale
        The axes, with both ends.
    step : {"", "after", "before"}
        Whether y holds up to the next x, or from the last one; the corners are points.

    Returns
    -------
    x, y : ndarray of shape (m,)
        The first point, the last one, and what is needed between them.
    """
    x, y = (np.asarray(side, np.float64) for side in (x, y))
    if len(x) > FEW:
        blocks = (slice(start, start + BLOCK) for start in range(0, len(x), BLOCK))
        kept = np.concatenate(
            [
                _extremes(in_pixels(x[at], x_scale), in_pixels(y[at], y_scale))
                + at.start
                for at in blocks
            ]
        )
        x, y = x[kept], y[kept]
    x, y = corners(x, y, step)
    if len(x) <= FEW:
        return x, y
    kept = _segments(in_pixels(x, x_scale), in_pixels(y, y_scale))
    return x[kept], y[kept]


def thinned_band(
    x: NDArray[Any],
    low: NDArray[Any],
    high: NDArray[Any],
    x_scale: Scale,
    y_scale: Scale,
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Return few places of a band, at which both bounds are as they were; x rises."""
    sides = (thinned(x, side, x_scale, y_scale)[0] for side in (low, high))
    kept = np.searchsorted(x, np.unique(np.concatenate([*sides])))
    return x[kept], low[kept], high[kept]


def corners(
    x: NDArray[Any], y: NDArray[Any], step: Step
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the points of a line in steps, its corners among them."""
    if not step:
        return x, y
    x, y = np.repeat(x, 2), np.repeat(y, 2)
    return (x[1:], y[:-1]) if step == "after" else (x[:-1], y[1:])


def in_pixels(values: NDArray[Any], scale: Scale) -> NDArray[np.float64]:
    """Return where values are in a panel of `PIXELS`, from its low end."""
    assert scale.low is not None
    assert scale.high is not None
    ends = np.array([scale.low, scale.high], np.float64)
    if scale.kind == "log":
        with np.errstate(divide="ignore"):
            values, ends = np.log(values), np.log(ends)
    elif scale.kind == "probit":
        from scipy.special import ndtri

        values, ends = ndtri(values), ndtri(ends)
    low, high = ends
    placed = (values - low) * (PIXELS / (high - low) if high > low else 1.0)
    # 0 on a scale of logarithms is infinitely far away.
    made: NDArray[np.float64] = np.clip(placed, -BEYOND * PIXELS, BEYOND * PIXELS)
    return made


def _extremes(x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.intp]:
    """Return the points that stay of each run of points in one column.

    All of the run's heights lie between two of these, and no point of the column is
    farther from another of the same height than the column is wide. Between two runs
    the line stays as it was, be it straight or a step.
    """
    columns = np.floor(x / COLUMN).astype(np.int32)
    starts = np.flatnonzero(columns[1:] != columns[:-1]) + 1
    starts = np.concatenate([[0], starts])
    sizes = np.diff(starts, append=len(x))
    keep = np.zeros(len(x), bool)
    keep[starts] = keep[starts + sizes - 1] = True
    for extreme in (np.minimum, np.maximum):
        found = np.flatnonzero(y == np.repeat(extreme.reduceat(y, starts), sizes))
        run = np.searchsorted(starts, found, side="right")
        first = np.concatenate([[True], run[1:] != run[:-1]])
        keep[found[first]] = True
    return np.flatnonzero(keep)


def _segments(x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.intp]:
    """Return the points whose segments have all others no farther than the tube.

    A segment that is too far from one of its points is cut at the farthest and in the
    middle, all segments at a time; then points that turn out not to be needed are left
    out. As the points between its ends lead from one to the other, no part of a segment
    is farther from them than they are from it.
    """
    ends = np.array([0, len(x) - 1])
    while True:
        distances = _distances(x, y, ends)
        farthest = np.maximum.reduceat(distances, ends[:-1])
        cut = farthest > TUBE
        if not cut.any():
            break
        sizes = np.diff(ends)
        sizes[-1] += 1
        is_far = (distances == np.repeat(farthest, sizes)) & np.repeat(cut, sizes)
        at = np.flatnonzero(is_far)
        segment = np.searchsorted(ends, at, side="right")
        first = np.concatenate([[True], segment[1:] != segment[:-1]])
        middle = (ends[:-1] + ends[1:])[cut] // 2
        ends = np.unique(np.concatenate([ends, at[first], middle]))
    return _without_needless(x, y, ends)


def _without_needless(
    x: NDArray[np.float64], y: NDArray[np.float64], ends: NDArray[np.intp]
) -> NDArray[np.intp]:
    """Leave out every other end that can be, until none can."""
    idle = 0
    turn = 0
    while idle < 2 and len(ends) > 2:
        inner = np.arange(1 + turn, len(ends) - 1, 2)
        longer = np.delete(ends, inner)
        distances = _distances(x, y, longer)
        fits = np.maximum.reduceat(distances, longer[:-1]) <= TUBE
        # The segment that would replace the two beside each of the inner ends.
        of_inner = np.searchsorted(longer, ends[inner]) - 1
        needless = inner[fits[of_inner]]
        ends = np.delete(ends, needless)
        idle = 0 if len(needless) else idle + 1
        turn = 1 - turn
    return ends


def _distances(
    x: NDArray[np.float64], y: NDArray[np.float64], ends: NDArray[np.intp]
) -> NDArray[np.float64]:
    """Return how far each point is from the segment that replaces it."""
    sizes = np.diff(ends)
    sizes[-1] += 1  # the last point belongs to the last segment
    x0, y0 = x[ends[:-1]], y[ends[:-1]]
    dx, dy = x[ends[1:]] - x0, y[ends[1:]] - y0
    squares = dx * dx + dy * dy
    x0, y0, dx, dy, squares = (
        np.repeat(one, sizes) for one in (x0, y0, dx, dy, squares)
    )
    from_x, from_y = x - x0, y - y0
    along = np.divide(
        from_x * dx + from_y * dy, squares, out=np.zeros(len(x)), where=squares > 0
    )
    along = np.clip(along, 0, 1)
    return np.hypot(from_x - along * dx, from_y - along * dy)
