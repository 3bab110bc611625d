"""How often it happened where a model said that it would so often."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from fastmetrics._inputs.columns import as_column
from fastmetrics._inputs.labels import Labels
from fastmetrics._inputs.probabilities import read_probabilities
from fastmetrics._kernels import bins
from fastmetrics._kernels.keys import OneOfTwo
from fastmetrics.metrics.probability.measuring.bin_edges import STRATEGIES
from fastmetrics.metrics.probability.measuring.binned import summed_before
from fastmetrics.metrics.probability.measuring.judged_columns import JudgedColumn

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.metrics.probability.annotations import Binned, Probable

__all__ = ["calibration_curve"]


def calibration_curve(
    y_true: Binned,
    y_prob: Probable,
    *,
    pos_label: Any = None,
    n_bins: int = 5,
    strategy: Literal["uniform", "quantile"] = "uniform",
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Share of positives and mean probability in bins of the probability.

    The points of a reliability diagram: those of a calibrated model lie near the
    diagonal.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,), or CalibrationBins
        True labels, of at most two classes. Bins, with None for ``y_prob``, have
        their own edges.
    y_prob : array_like of shape (n_samples,)
        Probability of the positive class, in [0, 1].
    pos_label : int, float, bool or str, optional
        The positive label; by default 1 if the labels are in {0, 1} or {-1, 1}.
    n_bins : int, default=5
        How many bins. Those without rows are left out of what is returned.
    strategy : {"uniform", "quantile"}, default="uniform"
        Bins of one width, or with edges at quantiles of ``y_prob``, so that each has
        equally many rows. Rows of one value are never split, so ties make fewer.

    Returns
    -------
    prob_true : ndarray of shape (at most n_bins,), float64
        Share of positives in each bin.
    prob_pred : ndarray of shape (at most n_bins,), float64
        Mean of ``y_prob`` in each bin.

    Raises
    ------
    ValueError
        If there are more than two labels or it is open which is positive,
        probabilities are not in [0, 1], lengths differ, or ``strategy`` is unknown.
    TypeError
        If ``n_bins`` is no whole number.

    See Also
    --------
    expected_calibration_error : the mean distance from the diagonal.

    Notes
    -----
    The bits are those of scikit-learn: bins are (low, high], the first closed on both
    sides, quantiles are those of ``np.percentile``, and sums are added up row by row.

    References
    ----------
    .. [1] A. Niculescu-Mizil and R. Caruana, "Predicting good probabilities with
       supervised learning", ICML 2005, 625-632.

    Examples
    --------
    >>> from fastmetrics import calibration_curve
    >>> y_prob = [0.1, 0.2, 0.3, 0.4, 0.65, 0.7, 0.8, 0.9, 1.0]
    >>> prob_true, prob_pred = calibration_curve(
    ...     [0, 0, 0, 0, 1, 1, 1, 1, 1], y_prob, n_bins=3
    ... )
    >>> prob_true
    array([0. , 0.5, 1. ])
    >>> prob_pred
    array([0.2  , 0.525, 0.85 ])
    """
    made = summed_before(y_true, strategy, y_prob=y_prob, pos_label=pos_label)
    if made is not None:
        found = made[0].filled()
        return found.outcomes / found.weights, found.forecasts / found.weights
    if not isinstance(strategy, str) or strategy not in STRATEGIES:
        raise ValueError(f"strategy must be 'uniform' or 'quantile', got {strategy!r}.")
    column = _column(y_true, y_prob, pos_label)
    counts, sums = column.curve(column.edges(strategy, n_bins))
    total = counts.sum(axis=1)
    used = total > 0
    return counts[used, 1] / total[used], sums[used] / total[used]


def _column(y_true: Any, y_prob: Any, pos_label: Any) -> JudgedColumn:
    """Read the columns by scikit-learn's rule of the positive label for curves."""
    asked = None if pos_label is None else OneOfTwo(pos_label)
    rows = bins.open_plain_rows(y_true, y_prob, asked)
    if rows is not None:

        def explain() -> None:
            _checked(y_true, y_prob, pos_label)
            raise RuntimeError("y_prob was modified while it was being read.")

        return JudgedColumn(rows, y_prob, None, explain)
    found = _checked(y_true, y_prob, pos_label)
    rows = bins.open_rows(found.codes, found.proba, b"\1", b"\0")
    return JudgedColumn(rows, found.proba, None, found.raise_out_of_range)


def _checked(y_true: ArrayLike, y_prob: ArrayLike, pos_label: Any) -> Any:
    column = as_column(y_prob, "y_prob")
    if pos_label is None:
        Labels(y_true, "y_true").choose(None)  # raises where it is left open
    return read_probabilities(y_true, column, pos_label=pos_label, proba_name="y_prob")
