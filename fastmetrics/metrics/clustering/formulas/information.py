"""Formulas of information and association, read off a contingency table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics.metrics.how import Formula
from fastmetrics.metrics.record import INFINITY, Metric

if TYPE_CHECKING:
    from numpy.typing import NDArray


# -------------------------------------------------------------------------- information
# Agreement of two partitions from the information that they share, in nats.
#
# All take `Information`, of numbers or of arrays of one shape. Conventions are
# scikit-learn's: two partitions of no entropy, of one cluster (or no row) each, agree
# perfectly.


AVERAGE_METHODS = ("min", "geometric", "arithmetic", "max")

_EPS = np.finfo(np.float64).eps


class Information(NamedTuple):
    """Entropies of two partitions and what they share, in nats.

    Attributes
    ----------
    mutual : float or ndarray
        Mutual information. Where one partition follows from the other it is the
        entropy of the coarser one, the same number to the bit.
    true, predicted : float or ndarray
        Entropies; 0 exactly for a partition of one cluster, or of no row.
    expected : float or ndarray or None
        Mean of the mutual information over all tables with the same margins.
    """

    mutual: Any
    true: Any
    predicted: Any
    expected: Any = None


def mutual_info_score(information: Information) -> Any:
    """Return the mutual information."""
    return information.mutual


def normalized_mutual_info_score(
    information: Information, *, average_method: str = "arithmetic"
) -> NDArray:
    """Return the mutual information over a mean of the two entropies."""
    mutual, true, predicted, _ = information
    mean = _mean(true, predicted, average_method)
    neither = np.equal(true, 0) & np.equal(predicted, 0)
    return np.where(neither, 1.0, _ratio(mutual, mean, np.equal(mutual, 0), 0.0))


def adjusted_mutual_info_score(
    information: Information, *, average_method: str = "arithmetic"
) -> NDArray:
    """Return the excess of the mutual information over chance, in units of the most.

    Where there is none, and could be none, it is 1.
    """
    mutual, true, predicted, expected = information
    excess = np.subtract(mutual, expected)
    most = _mean(true, predicted, average_method) - expected
    neither = np.equal(true, 0) & np.equal(predicted, 0)
    trivial = np.equal(true, 0) | np.equal(predicted, 0)
    # What is 0 of what could be 0 at most; rounding alone makes it less than that.
    perfect = neither | (~trivial & (excess == 0) & (most == 0))
    value = np.where(trivial, 0.0, excess / np.maximum(most, _EPS))
    return np.where(perfect, 1.0, value)


def conditional_entropy(information: Information) -> NDArray:
    """Return the entropy of the first partition that the second leaves, H(C | K)."""
    mutual, true, _, _ = information
    return np.maximum(np.subtract(true, mutual), 0.0)


def homogeneity_score(information: Information) -> NDArray:
    """Return the share of the first partition's entropy that the second explains."""
    mutual, true, _, _ = information
    return _ratio(mutual, true, np.equal(true, 0), 1.0)


def completeness_score(information: Information) -> NDArray:
    """Return the share of the second partition's entropy that the first explains."""
    mutual, _, predicted, _ = information
    return _ratio(mutual, predicted, np.equal(predicted, 0), 1.0)


def v_measure_score(information: Information, *, beta: float = 1.0) -> NDArray:
    """Return the weighted harmonic mean of the two; above 1, beta favours the last.

    With a beta of 0 it is the homogeneity, whatever the other is.
    """
    homogeneity = homogeneity_score(information)
    completeness = completeness_score(information)
    product = (1.0 + beta) * homogeneity * completeness
    weighted = beta * homogeneity + completeness
    return _ratio(product, weighted, np.equal(weighted, 0), homogeneity)


def _mean(true: Any, predicted: Any, average_method: str) -> Any:
    if average_method == "min":
        return np.minimum(true, predicted)
    if average_method == "max":
        return np.maximum(true, predicted)
    if average_method == "geometric":
        return np.sqrt(np.multiply(true, predicted))
    return 0.5 * np.add(true, predicted)


def _ratio(part: Any, whole: Any, special: Any, value: Any) -> NDArray:
    """Return a quotient, and ``value`` in the special case."""
    return np.where(special, value, np.divide(part, np.where(special, 1.0, whole)))


_BIASED = (
    "biased upwards by about (r - 1)(c - 1) / 2n nats for r and c clusters, and on no "
    "scale of its own; the normalised and the adjusted one have intervals"
)


_LEFT = (
    "biased downwards by about as much as the mutual information is upwards, and on no "
    "scale of its own; the homogeneity, its share of the entropy, has an interval"
)


def _record(name: str, title: str, formula: Any, *aliases: str, **more: Any) -> Metric:
    facts: dict[str, Any] = {
        "how": Formula(formula, "information"),
        "targets": ("agreement",),
        # Information is biased by as much as it varies, where clusters are many.
        "interval": "corrected-jackknife",
        "aliases": aliases,
    }
    return Metric(name, title, **{**facts, **more})


RECORDS = (
    _record(
        "adjusted_mutual_info_score",
        "Adjusted mutual information",
        adjusted_mutual_info_score,
        "ami",
        "adjusted_mutual_info",
        chance=0.0,
        lower=-INFINITY,
    ),
    _record(
        "normalized_mutual_info_score",
        "Normalized mutual information",
        normalized_mutual_info_score,
        "nmi",
        "normalized_mutual_info",
    ),
    _record(
        "mutual_info_score",
        "Mutual information, nats",
        mutual_info_score,
        "mi",
        "mutual_info",
        upper=INFINITY,
        interval=None,
        reason=_BIASED,
    ),
    _record(
        "conditional_entropy",
        "Conditional entropy, nats",
        conditional_entropy,
        upper=INFINITY,
        greater_is_better=False,
        interval=None,
        reason=_LEFT,
        in_report=False,
    ),
    _record("homogeneity_score", "Homogeneity", homogeneity_score, "homogeneity"),
    _record("completeness_score", "Completeness", completeness_score, "completeness"),
    _record("v_measure_score", "V-measure", v_measure_score, "v_measure"),
)
ENTROPY = Metric(
    "partition_entropy",
    "Entropy of a partition, nats",
    targets=("partition",),
    unmerged="no summary holds one clustering: give the labels of all rows at once",
    upper=INFINITY,
    greater_is_better=None,
    reason="describes the partition that was given, in sizes that are not random",
    in_report=False,
)


# -------------------------------------------------------------------------- association
# Association of two labellings: Cramér's V of a table, Theil's U of its entropies.


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
    square, r, c, n = (np.asarray(value, np.float64) for value in association)
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
    mutual, true = (np.asarray(value, np.float64) for value in information[:2])
    none = true == 0
    return np.where(none, np.nan, mutual / np.where(none, 1.0, true))


ASSOCIATION_RECORDS = (
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
