"""Log loss of predicted distributions of censored times."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.options import warn
from fastmetrics._inputs.censored_times import (
    ROUNDING,
    CensoredColumns,
    Forecasts,
    raise_forecast,
    read_censored,
    read_forecasts,
)
from fastmetrics._kernels import survival as kernel
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.survival.estimates import Estimates, Influence
from fastmetrics.metrics.survival.results import SurvivalScore
from fastmetrics.metrics.survival.rows import check_cause

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]


def survival_log_loss(
    time: ArrayLike,
    event: ArrayLike | None,
    survival: Any,
    times: ArrayLike | None = None,
) -> SurvivalScore:
    r"""Log loss of predicted distributions of censored times.

    .. math:: -\frac{1}{n} \left( \sum_{\text{events}} \log f_i(X_i)
              + \sum_{\text{censored}} \log S_i(X_i) \right)

    with S the predicted survival, 1 at time 0 and linear between the times, and f its
    density. A row beyond the last time has -log S of that time.

    Parameters
    ----------
    time : array_like of shape (n_samples,)
        Times of an event or of censoring, not negative; or a structured array of both.
    event : array_like of shape (n_samples,) or None
        0 or False for censored; any other code is an event.
    survival : array_like of shape (n_samples, n_times)
        Probability of no event by each time; a data frame whose columns are named by
        times, or a list of functions of time.
    times : float or array_like of shape (n_times,), optional
        Times of the forecasts, increasing; they may end after the data. A data frame of
        forecasts has them as names of its columns.

    Returns
    -------
    SurvivalScore
        Lower is better, and it may be negative. Infinite if an event has density 0.

    Raises
    ------
    ValueError
        If a time is negative, a code of an event is not a whole number, lengths differ,
        no row has an event, times do not increase to more than 0, a probability is
        outside [0, 1], survival increases along a row, or is not 1 at time 0.

    Warns
    -----
    UndefinedMetricWarning
        If an event has density 0, with the number of such rows.

    See Also
    --------
    survival_brier_score : a bounded score at given times.

    Notes
    -----
    In another unit of time the value changes by a constant, which differences of models
    do not have. It is a proper score [1]_.

    References
    ----------
    .. [1] D. Rindt, R. Hu, D. Steinsaltz and D. Sejdinovic, "Survival regression with
       proper scoring rules and monotonic neural networks", Proceedings of Machine
       Learning Research 151, 2022, 1190-1205.

    Examples
    --------
    >>> from fastmetrics import survival_log_loss
    >>> round(survival_log_loss([1, 3], [1, 0], [[0.5, 0.2], [0.8, 0.6]], [2, 4]), 4)
    0.8715
    """
    columns = read_censored(time, event)
    check_cause(columns.code, None)
    n = len(columns.time)
    forecasts = read_forecasts(survival, None, times, n, math.inf)
    matrix, edges = forecasts.matrix, forecasts.times
    if edges[-1] <= 0:
        raise ValueError("times must contain a time above 0, got only 0.")
    _check_forecasts(forecasts)
    if edges[0] > 0:
        edges = np.concatenate([[0.0], edges])
        matrix = np.column_stack([np.ones(n), matrix])
    elif (matrix[:, 0] != 1).any():
        raise ValueError(
            "survival at time 0 must be 1, got "
            f"{matrix[np.argmax(matrix[:, 0] != 1), 0]:g}."
        )
    losses = _log_losses(columns, edges, matrix)
    n_impossible = int(np.isinf(losses).sum())
    if n_impossible:
        warn(
            f"{n_impossible} of {n} rows have a predicted likelihood of 0, so "
            "survival_log_loss is infinite.",
            UndefinedMetricWarning,
        )
    value = float(losses.mean())
    return SurvivalScore(
        Estimates(
            "survival_log_loss", "Log loss of censored times", np.array([math.nan]),
            np.array([value]), n, partial(_of_losses, losses), "plain",
        )
    )  # fmt: skip


def _of_losses(losses: Floats) -> Influence:
    with np.errstate(invalid="ignore"):
        return Influence((losses - losses.mean())[:, None])


def _check_forecasts(forecasts: Forecasts) -> None:
    """Raise ValueError for a wrong probability, as scores of forecasts do."""
    n, k = forecasts.matrix.shape
    nothing = np.zeros(n)
    _, wrong = kernel.squared_errors(
        forecasts.matrix, True, ROUNDING, nothing.astype(np.int32),
        nothing.astype(np.uint8), nothing, nothing.astype(np.int32), np.zeros((1, k)),
    )  # fmt: skip
    if wrong < n:
        raise_forecast(forecasts, wrong)


def _log_losses(columns: CensoredColumns, edges: Floats, matrix: Floats) -> Floats:
    """Return the loss of each row; survival is linear between the edges."""
    time, died = columns.time, columns.code != 0
    rows = np.arange(len(time))
    m = np.clip(np.searchsorted(edges, time, "left"), 1, len(edges) - 1)
    fallen = matrix[rows, m - 1] - matrix[rows, m]
    step = edges[m] - edges[m - 1]
    at_time = matrix[rows, m] + fallen * (edges[m] - time) / step
    likelihood = np.where(died, fallen / step, at_time)
    likelihood = np.where(time > edges[-1], matrix[:, -1], likelihood)
    with np.errstate(divide="ignore"):
        losses: Floats = np.where(
            likelihood > 0, -np.log(np.maximum(likelihood, 0.0)), math.inf
        )
    return losses
