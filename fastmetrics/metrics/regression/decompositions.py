"""The parts of a mean loss: what miscalibration costs, what discrimination gains."""

from __future__ import annotations

from math import frexp
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.arrays import (
    ScoreDecomposition,
    parts_of,
    pool_steps,
    sort_pairs,
)
from fastmetrics._common.names import shown
from fastmetrics._common.options import is_one_of
from fastmetrics._inputs.number_pairs import NumberPair, read_numbers
from fastmetrics._kernels.sums import sum_f64, sum_products_f64
from fastmetrics.metrics.regression.measuring.correlations import order_keys

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.metrics.regression.annotations import MeanLoss


# Squares of larger numbers, and of such that are all smaller, are not in range.
_LEAST, _MOST = 1e-140, 1e140
# Quotients that are in range have a logarithm; all others have that of these, nearly.
_TINIEST, _LARGEST = np.finfo(np.float64).smallest_subnormal, np.finfo(np.float64).max


def error_decomposition(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    loss: MeanLoss = "squared",
    sample_weight: ArrayLike | None = None,
) -> ScoreDecomposition:
    r"""Split a mean loss into miscalibration, discrimination and uncertainty.

    With :math:`\bar S(x)` the mean loss of predictions :math:`x`, :math:`c` the
    predictions recalibrated by isotonic regression of :math:`y` on them and
    :math:`\bar y` the mean of all:

    .. math:: \bar S(\hat y) = \underbrace{\bar S(\hat y) - \bar S(c)}_{\mathrm{MCB}}
              - \underbrace{(\bar S(\bar y) - \bar S(c))}_{\mathrm{DSC}}
              + \underbrace{\bar S(\bar y)}_{\mathrm{UNC}}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        Observed numbers, finite; 0 or more with the Poisson deviance, above 0 with the
        gamma deviance.
    y_pred : array_like of shape (n_samples,)
        Predicted numbers, finite: of the mean. Above 0 with either deviance.
    loss : {"squared", "poisson", "gamma"}, default="squared"
        The squared error, or the unit deviance of the Poisson or the gamma
        distribution: :math:`2 (y \ln(y / \hat y) - y + \hat y)` or :math:`2 (\ln(\hat y
        / y) + y / \hat y - 1)`. All three are least, on average, of the mean.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    ScoreDecomposition
        Named tuple ``(score, miscalibration, discrimination, uncertainty)``, in the
        unit of the loss; none is negative. Discrimination is 0 of predictions that are
        the same for all rows, and equal to the uncertainty if equal predictions have
        equal outcomes and these rise with them.

    Raises
    ------
    ValueError
        On empty, NaN, infinite or mismatched input, on numbers that have no such loss,
        and if the loss is unknown.

    See Also
    --------
    score_decomposition : the same of probabilities.

    Notes
    -----
    For the squared error the uncertainty is the variance of ``y_true``; (discrimination
    - miscalibration) / uncertainty is then R². Miscalibration is above 0 also where
    predictions are calibrated, since outcomes are random and recalibration fits them;
    it has no interval. Other parts of the mean squared error go by similar names:
    bias², variance and noise are of many models, not of one. O(n log n) time.

    References
    ----------
    .. [1] T. Dimitriadis, T. Gneiting and A. I. Jordan, "Stable reliability diagrams
       for probabilistic classifiers", Proceedings of the National Academy of Sciences
       118(8), 2021, e2016191118.
    .. [2] T. Gneiting and J. Resin, "Regression diagnostics meets forecast evaluation:
       conditional calibration, reliability diagrams, and coefficient of determination",
       Electronic Journal of Statistics 17(2), 2023, 3226-3286.

    Examples
    --------
    >>> from fastmetrics import error_decomposition
    >>> parts = error_decomposition([1.0, 3.0, 2.0, 6.0], [2.0, 3.0, 4.0, 5.0])
    >>> parts.score, parts.uncertainty
    (1.5, 3.5)
    >>> parts.miscalibration, parts.discrimination
    (1.375, 3.375)
    """
    if not is_one_of(loss, _LOSSES) or loss is None:
        raise ValueError(f"loss must be one of {(*_LOSSES,)}, got {shown(loss)}.")
    pair = read_numbers(y_true, y_pred, sample_weight=sample_weight)
    if not pair.is_column:
        raise ValueError(f"y_true and y_pred must have one column, got {pair.k}.")
    pair.check_finite()
    if loss == "squared":
        power = _tame(pair)
    else:
        power = 0
        _check_positive(pair, loss)
    of_rows = _LOSSES[loss]
    rows = recalibrate(pair, centred=loss == "squared")
    with np.errstate(over="ignore", under="ignore"):
        found = parts_of(
            *(
                rows.mean_of(of_rows(rows.true, one))
                for one in (rows.pred, rows.after, np.full_like(rows.pred, rows.mean))
            )
        )
        if not power:
            return found
        return ScoreDecomposition(*np.ldexp(found, 2 * power).tolist())


def _tame(pair: NumberPair) -> int:
    """Bring numbers whose squares are not in range near 1; return by which power."""
    columns = pair.true, pair.pred
    largest = max(max(float(x.max()), -float(x.min())) for x in columns)
    if _LEAST < largest < _MOST or not largest:
        return 0
    power = frexp(largest)[1]
    pair.true = np.ldexp(pair.true.astype(np.float64), -power)
    pair.pred = np.ldexp(pair.pred.astype(np.float64), -power)
    return power


def _check_positive(pair: NumberPair, loss: str) -> None:
    """Raise if a number has no deviance."""
    least = float(pair.true.min())
    if not (least > 0 or (loss == "poisson" and least == 0)):
        what = "not be negative" if loss == "poisson" else "be positive"
        raise ValueError(f"y_true must {what} with loss={loss!r}, got {least}.")
    least = float(pair.pred.min())
    if not least > 0:
        raise ValueError(f"y_pred must be positive with loss={loss!r}, got {least}.")


def _squares(y: NDArray[Any], x: NDArray[Any]) -> NDArray[Any]:
    return (y - x) ** 2


def _poisson(y: NDArray[Any], x: NDArray[Any]) -> NDArray[Any]:
    # Where a recalibrated prediction is 0, so are its outcomes, or nearly.
    some = (y > 0) & (x > 0)
    ratio = np.divide(y, x, out=np.ones_like(y), where=some)
    return 2 * (y * np.log(np.maximum(ratio, _TINIEST)) - y + x)


def _gamma(y: NDArray[Any], x: NDArray[Any]) -> NDArray[Any]:
    return 2 * (np.log(np.clip(x / y, _TINIEST, _LARGEST)) + y / x - 1)


_LOSSES = {"squared": _squares, "poisson": _poisson, "gamma": _gamma}


# --- numbers in the order of their predictions, and these made right on average


class Recalibrated(NamedTuple):
    """Rows of some weight, in descending order of what was predicted.

    ``after`` is what is predicted after isotonic regression of the observed numbers on
    the predictions, ``mean`` the mean of the observed ones.
    """

    true: NDArray[np.float64]
    pred: NDArray[np.float64]
    weights: NDArray[np.float64] | None
    after: NDArray[np.float64]
    mean: float

    def mean_of(self, losses: NDArray[np.float64]) -> float:
        """Return the mean of what rows lose."""
        if self.weights is None:
            return sum_f64(losses) / len(losses)
        return sum_products_f64(self.weights, losses) / sum_f64(self.weights)


def recalibrate(pair: NumberPair, *, centred: bool) -> Recalibrated:
    """Recalibrate the predictions of a column.

    ``centred``: sums are of distances to the mean, so that a large mean takes no
    digits. Else they are of the numbers themselves, of which the smallest keep theirs.
    """
    keys = order_keys(pair)[1]
    keys, rows = sort_pairs(~keys, np.arange(pair.n, dtype=np.uint64))
    order = rows.view(np.int64)
    weights = None if pair.weights is None else pair.weights[order]
    if weights is not None and not weights.all():
        kept = weights > 0
        keys, order, weights = keys[kept], order[kept], weights[kept]
    true = pair.true[order].astype(np.float64, copy=False)
    pred = pair.pred[order].astype(np.float64, copy=False)
    if weights is None:
        mean = sum_f64(true) / len(true)
    else:
        mean = sum_products_f64(weights, true) / sum_f64(weights)
    origin = mean if centred else 0.0
    starts = np.flatnonzero(np.append(True, keys[1:] != keys[:-1]))
    ends = np.append(starts[1:], len(keys))
    sums = true - origin
    if weights is None:
        totals = (ends - starts).astype(np.float64)
    else:
        sums *= weights
        totals = np.add.reduceat(weights, starts)
    if len(starts) < len(keys):
        sums = np.add.reduceat(sums, starts)
    blocks = pool_steps(sums, totals)
    sizes = np.diff(ends[blocks.ends - 1], prepend=0)
    after = np.repeat(origin + blocks.means, sizes)
    return Recalibrated(true, pred, weights, after, mean)
