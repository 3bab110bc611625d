"""Association of two labellings: Cramér's V of a table, Theil's U of its entropies."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from fastmetrics.metrics.clustering.formulas.information import Information
from fastmetrics.metrics.how import Formula
from fastmetrics.metrics.record import Metric

__all__ = ["RECORDS", "Association", "cramers_v", "theils_u"]


# A smaller excess than this share of the mean square may be rounding alone.
_ROUNDING = 4 * np.finfo(np.float64).eps


class Association(NamedTuple):
    """How far a table is from what its margins alone give.

    Attributes
    ----------
    mean_square : float or ndarray
        Mean square contingency: chi-square over the number of rows.
    rows, columns : int or ndarray
        Labels on either side that occur.
    total : int or ndarray
        Rows of the data.
    """

    mean_square: Any
    rows: Any
    columns: Any
    total: Any


def cramers_v(association: Association, *, bias_correction: bool = False) -> Any:
    """Return the root of the mean square over the most that it can be.

    NaN where that is 0. With the correction, what chance adds to the mean square is
    taken off, and labels are counted as Bergsma counts them.
    """
    square, r, c, n = (np.asarray(one, np.float64) for one in association)
    r, c = r - 1, c - 1
    with np.errstate(divide="ignore", invalid="ignore"):
        if bias_correction:
            excess = square - r * c / (n - 1)
            square = np.where(excess > _ROUNDING * square, excess, 0.0)
            r, c = r * (1 - r / (n - 1)), c * (1 - c / (n - 1))
        most = np.minimum(r, c)
        share = np.where(most > 0, square / most, np.nan)
    return np.sqrt(np.minimum(share, 1.0))


def theils_u(information: Information) -> Any:
    """Return the share of the first entropy that the second labelling explains."""
    mutual, true = (np.asarray(one, np.float64) for one in information[:2])
    none = true == 0
    return np.where(none, np.nan, mutual / np.where(none, 1.0, true))


RECORDS = (
    Metric(
        "cramers_v",
        "Cramér's V",
        targets=("agreement",),
        how=Formula(cramers_v, "association"),
        interval="corrected-jackknife",
        missing="a second label on either side",
        in_report=False,
        aliases=("cramer_v", "cramers_phi"),
    ),
    Metric(
        "theils_u",
        "Theil's U",
        targets=("agreement",),
        how=Formula(theils_u, "information"),
        interval="corrected-jackknife",
        missing="a second label in labels_true",
        in_report=False,
        aliases=("uncertainty_coefficient",),
    ),
)
