"""Losses of point forecasts, of one output or several."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.means import ROUNDING, Mean, mean_of_sums
from fastmetrics._common.names import shown
from fastmetrics._common.options import number
from fastmetrics._common.threads import map_blocks
from fastmetrics._inputs.number_pairs import average_outputs, number_array, read_numbers
from fastmetrics._kernels import error_losses as kinds
from fastmetrics._kernels.error_losses import ErrorRows

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._inputs.number_pairs import NumberPair, Outputs
    from fastmetrics.metrics.regression.formulas.totals import ErrorTotals

    Test = Callable[[NDArray[Any]], NDArray[np.bool_]]


# ------------------------------------------------------------------------------ outputs
# Several outputs: averages of their values, and contributions of rows.


def average(values: Any, outputs: Outputs, of: ErrorTotals) -> Any:
    """Average values over outputs, the last axis, or return all values.

    With "variance_weighted" the weights are the variances of y, or equal if all are 0.
    """
    if outputs.multioutput != "variance_weighted" or outputs.k == 1:
        return average_outputs(values, outputs)
    share = of.centred("t2", "t")
    if of.scales is not None:
        scale = of.scales[0]
        share = share * np.square(scale.min(axis=-1, keepdims=True) / scale)
    share = share / np.max(share, axis=-1, keepdims=True, initial=0.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        total = share.sum(axis=-1)
        # A value of NaN or -inf makes the average NaN, even with weight 0.
        weighted = (share * values).sum(axis=-1) / total
        found = np.where(total > 0, weighted, np.mean(values, axis=-1))
    return float(found) if found.ndim == 0 else found


def mean_over_outputs(
    values: Sequence[NDArray[np.float64]], pair: NumberPair
) -> NDArray[np.float64]:
    """Average the contributions of each row over the outputs."""
    if pair.is_column:
        return values[0]
    if pair.multioutput == "raw_values":
        raise ValueError(
            "multioutput='raw_values' gives a value per output: rows have no single "
            "value."
        )
    weights = pair.output_weights
    shares = np.full(pair.k, 1 / pair.k) if weights is None else weights / weights.sum()
    return np.asarray(shares @ np.array(values))


# ------------------------------------------------------------------------- point losses
# Losses of rows: losses of the kernel, their means, and values per row.
#
# The definition of a loss is a function of its parameters. Losses of several outputs
# are averaged row by row, as the outputs are.


# Rows of a block, a multiple of the rows that a kernel takes at a time.
_BLOCK = 1 << 17
_AT_ONCE = 1024
# Squares in this range have cubes whose sums stay in range.
_LEAST, _MOST = 1e-180, 1e180


class Loss(NamedTuple):
    """A loss of the kernel with its parameters and its domain.

    ``domain(pair)`` raises an error about rows outside the domain. ``one_output`` is
    the name of the function if it does not support several outputs.
    """

    kind: int
    a: float = 0.0
    b: float = 0.0
    domain: Callable[[NumberPair], Any] | None = None
    one_output: str = ""

    @property
    def of_kernel(self) -> tuple[int, float, float]:
        """Arguments of the kernel."""
        return self[:3]


ERROR = Loss(kinds.ERROR)
SIGNED_PERCENTAGE = Loss(kinds.SIGNED_PERCENTAGE)

_POWERS = {0.0: kinds.SQUARE, 1.0: kinds.POISSON, 2.0: kinds.GAMMA}


def squared_log(name: str) -> Loss:
    """Squared difference of logarithms; ``name`` is the metric in messages."""

    def refuse(pair: NumberPair) -> None:
        _refuse(
            f"{name} cannot be used when targets contain values less than or equal to "
            "-1.",
            pair,
            lambda true: true <= -1,
            lambda pred: pred <= -1,
        )

    return Loss(kinds.SQUARED_LOG, domain=refuse)


def deviance(power: float = 0, name: str = "") -> Loss:
    """Return the unit deviance of Tweedie's distribution with a power.

    ``name`` is the metric in messages; by default the deviance.
    """
    chosen = number(power, "power")
    if not math.isfinite(chosen) or 0 < chosen < 1:
        raise ValueError(
            f"power must be finite and at most 0 or at least 1, got {shown(power)}."
        )

    def refuse(pair: NumberPair) -> None:
        called = name or f"Mean Tweedie deviance error with power={power}"
        what = f"{called} can only be used on "
        if chosen < 0:
            _refuse(f"{what}strictly positive y_pred.", pair, None, _not_positive)
        elif chosen < 2:
            what += "non-negative y and strictly positive y_pred."
            _refuse(what, pair, lambda true: true < 0, _not_positive)
        else:
            what += "strictly positive y and y_pred."
            _refuse(what, pair, _not_positive, _not_positive)

    kind = _POWERS.get(chosen, kinds.TWEEDIE)
    return Loss(kind, chosen, 0.0, refuse, "mean_tweedie_deviance")


def _not_positive(values: NDArray[Any]) -> NDArray[np.bool_]:
    return values <= 0


def _refuse(
    what: str, pair: NumberPair, wrong_true: Test | None, wrong_pred: Test
) -> None:
    """Raise an error with the number of rows outside the domain, and the first one."""
    tests = zip(
        (pair.true, pair.pred), pair.names, (wrong_true, wrong_pred), strict=True
    )
    for column, name, is_wrong in tests:
        wrong = is_wrong(column) if is_wrong is not None else np.zeros(1, bool)
        if wrong.any():
            at = np.argwhere(wrong)[0]
            raise ValueError(
                f"{what} {name} has {np.count_nonzero(wrong)} other values, the first "
                f"in row {at[0]} ({column[tuple(at)]})."
            )


# --- losses of rows


def check_one_output(pair: NumberPair, name: str) -> None:
    """Raise if a function of one output has several."""
    if not pair.is_column:
        raise ValueError(
            f"Multioutput not supported in {name}: y_true has {pair.k} outputs."
        )


def row_losses(
    definition: Callable[..., Loss],
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    multioutput: Any = "uniform_average",
    **parameters: Any,
) -> NDArray[np.float64]:
    """Loss of each row; the definition takes the parameters of the loss."""
    pair = read_numbers(
        y_true, y_pred, sample_weight=sample_weight, multioutput=multioutput
    )
    loss = definition(**parameters)
    if loss.one_output:
        check_one_output(pair, loss.one_output)
    return losses_of(pair, loss)


def moments(
    definition: Callable[..., Loss],
    y_true: ArrayLike,
    y_pred: ArrayLike,
    **parameters: Any,
) -> Mean | None:
    """Unweighted mean of the losses of rows, with its standard error.

    None if the losses are needed, as for several outputs.
    """
    pair = read_numbers(y_true, y_pred)
    if not pair.is_column:
        return None
    return mean_of_losses(pair, definition(**parameters))


def signed_percentages(*columns: ArrayLike, **options: Any) -> NDArray[np.float64]:
    """Return e / |y| of each row; NaN if y is 0."""
    found = row_losses(lambda: SIGNED_PERCENTAGE, *columns, **options)
    found[np.isinf(found)] = np.nan
    return found


def poisson_log_losses(
    y_true: ArrayLike, y_pred: ArrayLike, *, sample_weight: ArrayLike | None = None
) -> NDArray[np.float64]:
    """Negative logarithm of the Poisson probability of each row.

    This is half the deviance plus the loss of predicting the observed count.
    """
    loss = partial(deviance, 1, "poisson_log_loss")
    found = row_losses(loss, y_true, y_pred, sample_weight=sample_weight)
    counts = number_array(y_true, "y_true").astype(np.float64).reshape(-1)
    return found / 2 + _least_poisson_losses(counts)


def _least_poisson_losses(counts: NDArray[np.float64]) -> NDArray[np.float64]:
    """Loss of predicting the observed count n: ln n! - n ln n + n.

    For large n it uses Stirling's series, which has no cancellation.
    """
    from scipy.special import gammaln, xlogy

    few = np.minimum(counts, _STIRLING)
    found = gammaln(few + 1) - xlogy(few, few) + few
    many = counts > _STIRLING
    n = counts[many]
    rest = 1 / 12 - (1 / 360 - (1 / 1260 - 1 / 1680 / n**2) / n**2) / n**2
    found[many] = 0.5 * np.log(2 * np.pi * n) + rest / n
    least: NDArray[np.float64] = found
    return least


# From here on, four terms of Stirling's series are accurate to the last bits.
_STIRLING = 32.0


def mean_loss(pair: NumberPair, loss: Loss) -> Any:
    """Weighted mean of the losses of rows, averaged over outputs."""
    if pair.is_column and pair.multioutput != "raw_values":
        return _mean_of_column(pair, loss, pair.true, pair.pred)
    return average_outputs(mean_losses(pair, loss), pair)


def mean_losses(pair: NumberPair, loss: Loss) -> NDArray[np.float64]:
    """Weighted mean of the losses of rows, by output."""
    return np.array([_mean_of_column(pair, loss, *each) for each in pair.columns()])


def losses_of(pair: NumberPair, loss: Loss) -> NDArray[np.float64]:
    """Loss of each row, averaged over outputs; raise unless numbers are finite."""
    found = [_losses_of_column(pair, loss, *each) for each in pair.columns()]
    return mean_over_outputs(found, pair)


def mean_of_losses(pair: NumberPair, loss: Loss) -> Mean | None:
    """Unweighted mean of the losses of one output, with its standard error.

    One pass that stores no losses; None if their powers leave the range. Powers are
    taken about the mean of the first rows, and then moved to the mean of all rows. The
    move loses few digits, because the first rows are a sample of all.
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
        _check_domain(pair, loss)
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
        _check_domain(pair, loss)
    value = total / (n if weights is None else float(weights.sum()))
    if not math.isfinite(value):
        pair.check_finite()
        return _scaled_mean(rows, loss, weights)
    return value


def _scaled_mean(
    rows: ErrorRows, loss: Loss, weights: NDArray[np.float64] | None
) -> float:
    """Mean whose sum leaves the range; rows with weight 0 are left out."""
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
        _check_domain(pair, loss)
    with np.errstate(over="ignore", invalid="ignore"):
        if not math.isfinite(float(values.sum())):
            pair.check_finite()
    return values


def _check_domain(pair: NumberPair, loss: Loss) -> None:
    """Raise the error about rows that the kernel found outside the domain."""
    pair.check_finite()
    if loss.domain is not None:
        loss.domain(pair)
    raise RuntimeError("y_true or y_pred was modified while it was being read.")


def _in_blocks(n: int, function: Callable[[int, int], Any]) -> list[Any]:
    """Results of a method of the kernel for each block of rows."""
    if n <= _BLOCK:
        return [function(0, n)]
    blocks = [(start, min(start + _BLOCK, n)) for start in range(0, n, _BLOCK)]
    return map_blocks(lambda block: function(*block), blocks)


def _sum(terms: Any) -> float:
    """Exact sum; plain sum if it leaves the range."""
    terms = list(terms)
    try:
        return math.fsum(terms)
    except (OverflowError, ValueError):  # of infinities of both signs
        return sum(terms)
