"""What the Brier score is made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastmetrics.metrics.probability.formulas.calibration import (
    BrierDecomposition,
    brier_parts,
)
from fastmetrics.metrics.probability.measuring.binned import summed_before
from fastmetrics.metrics.probability.measuring.judged_columns import (
    judged_column,
    split_sums,
)

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from fastmetrics.metrics.probability.annotations import (
        Binned,
        BinStrategy,
        Probable,
    )

__all__ = ["brier_decomposition"]


def brier_decomposition(
    y_true: Binned,
    y_proba: Probable,
    *,
    n_bins: int = 15,
    strategy: BinStrategy = "uniform",
    pos_label: Any = None,
    sample_weight: ArrayLike | None = None,
) -> BrierDecomposition:
    r"""Reliability, resolution and uncertainty in the Brier score, over bins.

    .. math:: \frac{1}{n} \sum_i (p_i - y_i)^2 = \mathrm{REL} - \mathrm{RES} +
        \mathrm{UNC} + \mathrm{WBV} - \mathrm{WBC}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,), or CalibrationBins
        True labels, of at most two classes. Bins, with None for ``y_proba``, have
        their own edges.
    y_proba : array_like of shape (n_samples,)
        Probability of the positive class, in [0, 1].
    n_bins : int, default=15
        How many bins; of no account where ``strategy`` is their edges, or "distinct".
    strategy : {"uniform", "quantile", "distinct"} or array_like, default="uniform"
        Bins of one width, bins of equally many rows, a bin for each probability that
        occurs, or all edges, ascending from 0 to 1; (low, high], the first [low, high].
    pos_label : int, float, bool or str, optional
        The positive label; by default 1 if the labels are in {0, 1} or {-1, 1}, else
        the larger number.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    reliability : float
        REL, the mean of :math:`(\bar p_b - \bar y_b)^2` over rows; smaller is better.
    resolution : float
        RES, the mean of :math:`(\bar y_b - \bar y)^2`; greater is better.
    uncertainty : float
        UNC, :math:`\bar y (1 - \bar y)`, whatever the model says.
    within_bin_variance : float
        WBV, the mean of :math:`(p_i - \bar p_b)^2`.
    within_bin_covariance : float
        WBC, twice the mean of :math:`(p_i - \bar p_b)(y_i - \bar y_b)`. This and the
        one before are 0 with "distinct".

    Raises
    ------
    ValueError
        If probabilities are not in [0, 1], there are more than two labels or it is
        open which is positive, lengths differ, or an option is unknown.
    TypeError
        If ``n_bins`` is no whole number.

    See Also
    --------
    squared_calibration_error : the reliability without the part of chance.

    Notes
    -----
    Chance alone makes reliability and resolution larger, the more bins the more. The
    first three parts are Murphy's [1]_; the last two make up for probabilities that
    differ inside a bin [2]_.

    References
    ----------
    .. [1] A. H. Murphy, "A new vector partition of the probability score", Journal of
       Applied Meteorology 12, 1973, 595-600.
    .. [2] D. B. Stephenson, C. A. S. Coelho and I. T. Jolliffe, "Two extra components
       in the Brier score decomposition", Weather and Forecasting 23, 2008, 752-757.

    Examples
    --------
    >>> from fastmetrics import brier_decomposition
    >>> parts = brier_decomposition([0, 1, 1, 1], [0.25, 0.25, 0.75, 0.75], n_bins=2)
    >>> parts.reliability, parts.resolution, parts.uncertainty
    (0.0625, 0.0625, 0.1875)
    """
    made = summed_before(
        y_true,
        strategy,
        y_proba=y_proba,
        pos_label=pos_label,
        sample_weight=sample_weight,
    )
    if made is not None:
        return brier_parts(*made)
    column = judged_column(
        y_true, y_proba, pos_label=pos_label, sample_weight=sample_weight
    )
    if isinstance(strategy, str) and strategy == "distinct":
        return brier_parts(column.distinct(), None)
    return brier_parts(*split_sums(*column.all_sums(column.edges(strategy, n_bins))))
