"""What each row loses that a loss is a function of: its mean, its spread, or itself."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fastmetrics._common.means import ROUNDING, Mean, mean_of_sums
from fastmetrics._common.threads import map_blocks
from fastmetrics._inputs.number_pairs import average_outputs
from fastmetrics._kernels.error_losses import ErrorRows
from fastmetrics.metrics.regression.measuring.outputs import mean_over_outputs

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from numpy.typing import NDArray

    from fastmetrics._inputs.number_pairs import NumberPair

__all__ = ["Loss", "losses_of", "mean_loss", "mean_losses", "mean_of_losses"]

# Rows of a block; a kernel takes so many at a time that these are a multiple of it.
_BLOCK = 1 << 17
_AT_ONCE = 1024
# Squares between these have cubes that are in range, with room for sums of them.
_LEAST, _MOST = 1e-180, 1e180


class Loss(NamedTuple):
    """A loss of the kernel with its parameters, and of which numbers it is.

    ``domain`` raises what there is to say of rows that it is not of.
    """

    kind: int
    a: float = 0.0
    b: float = 0.0
    domain: Callable[[], Any] | None = None

    @property
    def of_kernel(self) -> tuple[int, float, float]:
        """What the kernel takes."""
        return self[:3]


def mean_loss(pair: NumberPair, loss: Loss) -> Any:
    """Return the weighted mean of what rows lose, of outputs as they are averaged."""
    if pair.is_column and pair.multioutput != "raw_values":
        return _mean_of_column(pair, loss, pair.true, pair.pred)
    return average_outputs(mean_losses(pair, loss), pair)


def mean_losses(pair: NumberPair, loss: Loss) -> NDArray[np.float64]:
    """Return the weighted mean of what rows lose in each output."""
    return np.array([_mean_of_column(pair, loss, *each) for each in pair.columns()])


def losses_of(pair: NumberPair, loss: Loss) -> NDArray[np.float64]:
    """Return what each row loses, of outputs as they are averaged; all are finite."""
    found = [_losses_of_column(pair, loss, *each) for each in pair.columns()]
    return mean_over_outputs(found, pair)


def mean_of_losses(pair: NumberPair, loss: Loss) -> Mean | None:
    """Return the mean of what rows of one output lose, and how much it varies.

    In one pass that keeps no losses; None if powers of them leave the range. Rows count
    alike. Powers are taken around the mean of the first rows, whose own distance from
    the mean of all is part of the sums: moving them there loses no more digits than
    there are rows over the first ones.
    """
    rows = ErrorRows(pair.true, pair.pred)
    n, of_kernel = pair.n, loss.of_kernel
    first = min(n, _AT_ONCE)
    centre, _, inside = rows.sum_losses(of_kernel, 0, first)
    centre /= first
    found = []
    if inside:
        found = _in_blocks(
            n, lambda start, stop: rows.sum_around(of_kernel, start, stop, centre)
        )
        inside = all(part[3] for part in found)
    if not inside:
        _refuse(pair, loss)
    total, squares, cubes = (_sum(part[i] for part in found) for i in range(3))
    if not math.isfinite(total):
        pair.check_finite()
    if not _LEAST < squares < _MOST:
        return None
    shift = total / n
    value = centre + shift
    powers = (
        squares - shift * total,
        cubes - 3 * shift * squares + 2 * shift * shift * total,
    )
    noise = ROUNDING * abs(value) * math.sqrt(n)
    return mean_of_sums(value, n, (float(n), float(n)), powers, noise)


# --- a column


def _mean_of_column(
    pair: NumberPair, loss: Loss, true: NDArray[Any], pred: NDArray[Any]
) -> float:
    rows, weights, of_kernel = ErrorRows(true, pred), pair.weights, loss.of_kernel
    n = rows.n
    if n <= _BLOCK:
        total, lost, inside = rows.sum_losses(of_kernel, 0, n, weights)
        total += lost if math.isfinite(total) else 0.0
    else:
        found = _in_blocks(
            n, lambda start, stop: rows.sum_losses(of_kernel, start, stop, weights)
        )
        total = _sum(term for part in found for term in part[:2])
        inside = all(part[2] for part in found)
    if not inside:
        _refuse(pair, loss)
    value = total / (n if weights is None else float(weights.sum()))
    if not math.isfinite(value):
        pair.check_finite()
        return _scaled_mean(rows, loss, weights)
    return value


def _scaled_mean(
    rows: ErrorRows, loss: Loss, weights: NDArray[np.float64] | None
) -> float:
    """Return a mean whose sum leaves the range; rows of weight 0 count for nothing."""
    values = np.empty(rows.n)
    rows.write_losses(loss.of_kernel, 0, rows.n, values)
    shares = np.full(rows.n, 1 / rows.n)
    if weights is not None:
        counts = weights > 0
        values, shares = values[counts], weights[counts] / weights.sum()
    largest = float(np.abs(values).max())
    if not math.isfinite(largest):
        with np.errstate(invalid="ignore"):  # of infinities of both signs
            return float(values[~np.isfinite(values)].sum())
    scale = largest or 1.0
    return scale * float(np.dot(shares, values / scale))


def _losses_of_column(
    pair: NumberPair, loss: Loss, true: NDArray[Any], pred: NDArray[Any]
) -> NDArray[np.float64]:
    rows, of_kernel = ErrorRows(true, pred), loss.of_kernel
    values = np.empty(rows.n)
    inside = _in_blocks(
        rows.n, lambda start, stop: rows.write_losses(of_kernel, start, stop, values)
    )
    if not all(inside):
        _refuse(pair, loss)
    with np.errstate(over="ignore", invalid="ignore"):
        if not math.isfinite(float(values.sum())):
            pair.check_finite()
    return values


def _refuse(pair: NumberPair, loss: Loss) -> None:
    """Raise what is wrong with rows that the kernel has found outside the domain."""
    pair.check_finite()
    if loss.domain is not None:
        loss.domain()
    raise RuntimeError("y_true or y_pred was modified while it was being read.")


def _in_blocks(n: int, function: Callable[[int, int], Any]) -> list[Any]:
    """Return what a method of the kernel gives for each block of rows."""
    if n <= _BLOCK:
        return [function(0, n)]
    blocks = [(start, min(start + _BLOCK, n)) for start in range(0, n, _BLOCK)]
    return map_blocks(lambda block: function(*block), blocks)


def _sum(terms: Any) -> float:
    """Return the exact sum, or what plain additions give if it leaves the range."""
    terms = list(terms)
    try:
        return math.fsum(terms)
    except (OverflowError, ValueError):  # of infinities of both signs
        return sum(terms)
