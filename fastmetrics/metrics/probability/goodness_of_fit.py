"""Whether chance alone explains how far the shares are from the probabilities."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from fastmetrics._common.options import number
from fastmetrics.metrics.probability.formulas.calibration import (
    HosmerLemeshowResult,
    pearson_statistic,
)
from fastmetrics.metrics.probability.measuring.judged_columns import judged_column

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from fastmetrics.metrics.probability.annotations import BinStrategy

__all__ = ["hosmer_lemeshow_test"]


def hosmer_lemeshow_test(
    y_true: ArrayLike,
    y_proba: ArrayLike,
    *,
    n_bins: int = 10,
    strategy: BinStrategy = "quantile",
    df: float | None = None,
    pos_label: Any = None,
) -> HosmerLemeshowResult:
    r"""Hosmer-Lemeshow test of calibration, over bins of the probability.

    .. math:: \chi^2 = \sum_b n_b \, \frac{(\bar y_b - \bar p_b)^2}
        {\bar p_b (1 - \bar p_b)}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes.
    y_proba : array_like of shape (n_samples,)
        Probability of the positive class, in [0, 1].
    n_bins : int, default=10
        How many bins; of no account where ``strategy`` is their edges.
    strategy : {"uniform", "quantile"} or array_like, default="quantile"
        Bins of one width, bins of equally many rows, or all edges, ascending from 0 to
        1; (low, high], the first [low, high].
    df : float, optional
        Degrees of freedom; by default the number of bins that have rows, which is
        right for data that the model has not seen. On its training data take two less.
    pos_label : int, float, bool or str, optional
        The positive label; by default 1 if the labels are in {0, 1} or {-1, 1}, else
        the larger number.

    Returns
    -------
    statistic : float
        At least 0; a bin whose probabilities are all 0, or all 1, counts 0 if they came
        true, else it makes it infinite.
    pvalue : float
        Probability of one as large or larger, if the model is calibrated.

    Raises
    ------
    ValueError
        If probabilities are not in [0, 1], there are more than two labels or it is
        open which is positive, lengths differ, ``df`` is not positive, or an option is
        unknown.
    TypeError
        If ``n_bins`` is no whole number, or ``df`` no number.

    See Also
    --------
    squared_calibration_error : how large the deviation is.

    Notes
    -----
    Without bins there is nothing to choose: the outcome depends on how many there are.
    A large sample makes any model fail, a small one lets any pass.

    References
    ----------
    .. [1] D. W. Hosmer and S. Lemeshow, "Goodness of fit tests for the multiple
       logistic regression model", Communications in Statistics A 9, 1980, 1043-1069.

    Examples
    --------
    >>> from fastmetrics import hosmer_lemeshow_test
    >>> found = hosmer_lemeshow_test([0, 1, 1, 1], [0.5, 0.5, 0.5, 0.5], n_bins=1)
    >>> found.statistic, round(found.pvalue, 4)
    (1.0, 0.3173)
    """
    if df is not None and not 0 < number(df, "df") < math.inf:
        raise ValueError(f"df must be positive and finite, got {df!r}.")
    column = judged_column(y_true, y_proba, pos_label=pos_label)
    statistic, n_used = pearson_statistic(column.sums(column.edges(strategy, n_bins)))
    from scipy.special import chdtrc

    freedom = n_used if df is None else float(df)
    return HosmerLemeshowResult(statistic, float(chdtrc(freedom, statistic)))
