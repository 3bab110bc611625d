"""Formulas and records of clusterings: pairs of rows, information, geometry.

Sums and products of `PairCounts` are exact for Python's integers; for arrays, with an
entry per data set, they have twice the precision of float64.
"""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, TypeVar, get_args

import numpy as np

from fastmetrics._common.arrays import widen
from fastmetrics._common.records import Module
from fastmetrics.metrics.how import Formula, PointIndex
from fastmetrics.metrics.record import INFINITY, Metric

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray


Number = TypeVar("Number", covariant=True)  # or an array of numbers


# ------------------------------------------------------------------------ pairs of rows


class PairCounts(NamedTuple, Generic[Number]):
    """Unordered pairs of rows by whether two partitions put them together.

    Attributes
    ----------
    same_same : int
        Pairs that are in one cluster in both.
    same_different : int
        Together in the first (true) partition only.
    different_same : int
        Together in the second (predicted) partition only.
    different_different : int
        In two clusters in both.
    """

    same_same: Number
    same_different: Number
    different_same: Number
    different_different: Number


class Assignment(NamedTuple):
    """Correct rows after the best matching of clusters to labels.

    Attributes
    ----------
    right : int or ndarray
        Rows whose label is matched to their cluster.
    total : int or ndarray
        All rows.
    """

    right: Any
    total: Any


def count_row_pairs(cells: Any, rows: Any, columns: Any, total: Any) -> PairCounts[Any]:
    """Count pairs of rows from the sums of squares of the cells and of the margins."""
    same_same = (cells - total) // 2
    same_different = (rows - cells) // 2
    different_same = (columns - cells) // 2
    together = same_same + same_different + different_same
    return PairCounts(
        same_same, same_different, different_same, total * (total - 1) // 2 - together
    )


def rand_score(pairs: PairCounts[Any]) -> Any:
    """Rand index: proportion of pairs treated alike; 1 if there are no pairs."""
    ss, sd, ds, dd = _exact(pairs)
    return _pair_ratio(ss + dd, ss + sd + ds + dd, 1.0)


def adjusted_rand_score(pairs: PairCounts[Any]) -> Any:
    """Rand index adjusted for chance; 1 if no pair is treated differently.

    The excess over chance and its maximum are sums of products of counts with a single
    subtraction, so little is lost to cancellation.
    """
    ss, sd, ds, dd = _exact(pairs)
    excess = ss * dd - sd * ds
    most = (ss + sd) * (sd + dd) + (ss + ds) * (ds + dd)
    return _pair_ratio(excess + excess, most, 1.0)


def fowlkes_mallows_score(pairs: PairCounts[Any]) -> Any:
    """Geometric mean of the precision and recall of pairs; 0 if no pair is correct."""
    precision, recall = pairwise_precision(pairs, 0.0), pairwise_recall(pairs, 0.0)
    if isinstance(precision, float):
        return math.sqrt(precision * recall)
    return np.sqrt(precision * recall)


def pairwise_jaccard_score(pairs: PairCounts[Any], undefined: float = math.nan) -> Any:
    """Proportion of pairs together in both, among the pairs together in either."""
    ss, sd, ds, _ = _exact(pairs)
    return _pair_ratio(ss, ss + sd + ds, undefined)


def pairwise_precision(pairs: PairCounts[Any], undefined: float = math.nan) -> Any:
    """Proportion of pairs together in both, among the pairs of the second partition."""
    ss, _, ds, _ = _exact(pairs)
    return _pair_ratio(ss, ss + ds, undefined)


def pairwise_recall(pairs: PairCounts[Any], undefined: float = math.nan) -> Any:
    """Proportion of pairs together in both, among the pairs of the first partition."""
    ss, sd, _, _ = _exact(pairs)
    return _pair_ratio(ss, ss + sd, undefined)


def clustering_accuracy(assignment: Assignment) -> Any:
    """Proportion of correct rows; NaN if there are no rows."""
    right, total = (np.asarray(value, np.float64) for value in assignment)
    return np.divide(right, total, out=np.full(right.shape, np.nan), where=total > 0)


def _exact(pairs: PairCounts[Any]) -> Any:
    """Convert counts to numbers whose products are exact."""
    return pairs if isinstance(pairs.same_same, int) else widen(*pairs)


def _pair_ratio(part: Any, whole: Any, undefined: float) -> Any:
    if isinstance(whole, int):
        return part / whole if whole else undefined
    part, whole = np.asarray(part, np.float64), np.asarray(whole, np.float64)
    result = np.full(whole.shape, undefined)
    return np.divide(part, whole, out=result, where=whole != 0)


def _record(
    formula: Callable[..., Any], title: str, *aliases: str, reads: str, **more: Any
) -> Metric:
    facts: dict[str, Any] = {
        "how": Formula(formula, reads),
        "targets": ("agreement",),
        # With many clusters, the bias of information is as large as its variation.
        "interval": "corrected-jackknife",
        "aliases": aliases,
    }
    return Metric(formula.__name__, title, **{**facts, **more})


_pair_record = partial(_record, reads="pairs", interval="jackknife")
_information_record = partial(_record, reads="information")

PAIRS = (
    _pair_record(
        adjusted_rand_score,
        "Adjusted Rand index",
        *("ari", "adjusted_rand"),
        lower=-0.5,
        chance=0.0,
    ),
    _pair_record(rand_score, "Rand index", *("ri", "rand")),
    _pair_record(
        fowlkes_mallows_score, "Fowlkes-Mallows index", *("fmi", "fowlkes_mallows")
    ),
    _pair_record(pairwise_jaccard_score, "Jaccard index of pairs", "pairwise_jaccard"),
)
# Computed from the largest overlap of each cluster, so the table itself is needed.
PURITY = Metric(
    "purity_score",
    "Purity",
    targets=("agreement",),
    interval="jackknife",
    aliases=("purity",),
    merges=("Contingency",),
)
ACCURACY = _record(
    clustering_accuracy,
    "Clustering accuracy",
    *("unsupervised_accuracy", "cluster_accuracy"),
    reads="assignment",
    interval="jackknife",
    in_report=False,
)


# -------------------------------------------------------------------------- information
# Agreement of two partitions by their mutual information, in nats.
#
# All read `Information` with numbers or with arrays of one shape. As in scikit-learn,
# two partitions without entropy, with at most one cluster each, agree perfectly.


EntropyMean = Literal["min", "geometric", "arithmetic", "max"]
AVERAGE_METHODS = get_args(EntropyMean)

_EPS = np.finfo(np.float64).eps


class Information(NamedTuple):
    """Entropies of two partitions and their mutual information, in nats.

    Attributes
    ----------
    mutual : float or ndarray
        Mutual information. If one partition determines the other, it is the entropy of
        the coarser one, the same number to the bit.
    true, predicted : float or ndarray
        Entropies; exactly 0 for a partition with one cluster or no rows.
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
    """Excess of the mutual information over chance, divided by the largest excess.

    1 if both the excess and the largest possible excess are 0.
    """
    mutual, true, predicted, expected = information
    excess = np.subtract(mutual, expected)
    most = _mean(true, predicted, average_method) - expected
    neither = np.equal(true, 0) & np.equal(predicted, 0)
    trivial = np.equal(true, 0) | np.equal(predicted, 0)
    # Excess 0 of at most 0; rounding alone makes either smaller.
    perfect = neither | (~trivial & (excess == 0) & (most == 0))
    value = np.where(trivial, 0.0, excess / np.maximum(most, _EPS))
    return np.where(perfect, 1.0, value)


def conditional_entropy(information: Information) -> NDArray:
    """Entropy of the first partition given the second, H(C | K)."""
    mutual, true, _, _ = information
    return np.maximum(np.subtract(true, mutual), 0.0)


def homogeneity_score(information: Information) -> NDArray:
    """Proportion of the first partition's entropy that the second explains."""
    mutual, true, _, _ = information
    return _ratio(mutual, true, np.equal(true, 0), 1.0)


def completeness_score(information: Information) -> NDArray:
    """Proportion of the second partition's entropy that the first explains."""
    mutual, _, predicted, _ = information
    return _ratio(mutual, predicted, np.equal(predicted, 0), 1.0)


def v_measure_score(information: Information, *, beta: float = 1.0) -> NDArray:
    """Weighted harmonic mean of homogeneity and completeness.

    A beta above 1 favours completeness; with beta 0 it is the homogeneity.
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
    """Divide; return ``value`` in the special case."""
    return np.where(special, value, np.divide(part, np.where(special, 1.0, whole)))


_BIASED = (
    "biased upwards by about (r - 1)(c - 1) / 2n nats for r and c clusters, and on no "
    "scale of its own; the normalised and the adjusted one have intervals"
)


_LEFT = (
    "biased downwards by about as much as the mutual information is upwards, and on no "
    "scale of its own; the homogeneity, its share of the entropy, has an interval"
)


INFORMATION = (
    _information_record(
        adjusted_mutual_info_score,
        "Adjusted mutual information",
        *("ami", "adjusted_mutual_info"),
        chance=0.0,
        lower=-INFINITY,
    ),
    _information_record(
        normalized_mutual_info_score,
        "Normalized mutual information",
        *("nmi", "normalized_mutual_info"),
    ),
    _information_record(
        mutual_info_score,
        "Mutual information, nats",
        *("mi", "mutual_info"),
        upper=INFINITY,
        interval=None,
        reason=_BIASED,
    ),
    _information_record(
        conditional_entropy,
        "Conditional entropy, nats",
        upper=INFINITY,
        greater_is_better=False,
        interval=None,
        reason=_LEFT,
        in_report=False,
    ),
    _information_record(homogeneity_score, "Homogeneity", "homogeneity"),
    _information_record(completeness_score, "Completeness", "completeness"),
    _information_record(v_measure_score, "V-measure", "v_measure"),
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


# A smaller excess, relative to the mean square, may be rounding alone.
_ROUNDING = 4 * np.finfo(np.float64).eps


class Association(NamedTuple):
    """Deviation of a table from independence of its rows and columns.

    Attributes
    ----------
    mean_square : float or ndarray
        Mean square contingency: chi-square over the number of rows.
    rows, columns : int or ndarray
        Number of labels that occur on either side.
    total : int or ndarray
        Number of rows of the data.
    """

    mean_square: Any
    rows: Any
    columns: Any
    total: Any


def cramers_v(association: Association, *, bias_correction: bool = False) -> Any:
    """Square root of the mean square contingency over its maximum.

    NaN if the maximum is 0. The correction subtracts the expectation under
    independence, and corrects the numbers of labels as in Bergsma (2013).
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
    """Proportion of the first entropy that the second labelling explains."""
    mutual, true = (np.asarray(value, np.float64) for value in information[:2])
    none = true == 0
    return np.where(none, np.nan, mutual / np.where(none, 1.0, true))


ASSOCIATION = (
    _record(
        cramers_v,
        "Cramér's V",
        *("cramer_v", "cramers_phi"),
        reads="association",
        missing="a second label on either side",
        in_report=False,
    ),
    _information_record(
        theils_u,
        "Theil's U",
        "uncertainty_coefficient",
        missing="a second label in labels_true",
        in_report=False,
    ),
)


# ----------------------------------------------------------------------------- geometry
# Indices of points in clusters.


def calinski_harabasz_score(between: Any, within: Any, n: Any, k: Any) -> NDArray:
    """Ratio of the dispersions between and within clusters, per degree of freedom.

    1 if there is no dispersion within the k clusters of n points; infinite if the ratio
    exceeds the range of floats.
    """
    none = np.equal(within, 0)
    per_between = np.divide(between, np.subtract(k, 1))
    per_within = np.divide(np.where(none, 1.0, within), np.subtract(n, k))
    with np.errstate(over="ignore"):
        return np.where(none, 1.0, per_between / per_within)


def largest_ratios(
    own: NDArray[Any], within: NDArray[Any], distances: NDArray[Any]
) -> NDArray[np.float64]:
    """Similarity of m of the k clusters with their most similar other cluster.

    The similarity is the sum of the two distances within over the distance between; 0
    if that is 0. ``own`` (m,) are the distances within the m clusters, ``within`` (k,)
    those within all, and ``distances`` (m, k) those between.
    """
    sums = own[:, None] + within
    apart = distances > 0
    return np.where(apart, sums / np.where(apart, distances, 1.0), 0.0).max(axis=1)


def dunn_index(nearest: float, diameters: NDArray[Any]) -> float:
    """Smallest distance between clusters over the largest diameter.

    NaN if all diameters are 0.
    """
    largest = float(diameters.max())
    return nearest / largest if largest > 0 else math.nan


def silhouettes(
    sums: NDArray[Any], own: NDArray[Any], sizes: NDArray[Any]
) -> NDArray[np.float64]:
    """Silhouettes of m points.

    ``sums`` (m, k) are sums of the distances from each point to the points of each
    cluster, itself included; ``own`` (m,) is its cluster, and ``sizes`` (k,) are the
    numbers of points. 0 for a single point of a cluster, and if both mean distances are
    0.
    """
    rows = np.arange(len(sums))
    others = np.maximum(sizes[own] - 1, 1)
    inside = sums[rows, own] / others
    means = sums / sizes
    means[rows, own] = np.inf
    outside = means.min(axis=1)
    largest = np.maximum(inside, outside)
    defined = (sizes[own] > 1) & (largest > 0)
    with np.errstate(invalid="ignore"):  # sums may have overflowed
        values = (outside - inside) / np.where(defined, largest, 1.0)
    return np.where(defined & ~np.isnan(values), values, 0.0)


# Why metrics of largest and smallest distances have no interval.
EXTREMES = (
    "extremes of distances have no interval: what lies beyond the most distant points "
    "cannot be seen in them, nor by leaving points out"
)


_INDICES = Module("fastmetrics.metrics.clustering.measuring.cluster_distances")
_WITHOUT_EACH = Module("fastmetrics.resampling.leave_one_out")
_DAVIES_BOULDIN = PointIndex(
    _INDICES.davies_bouldin_score,
    _WITHOUT_EACH.davies_bouldin_leave_one_out,
    distances=("mean_distances", "own_sums"),  # with ``within="pairwise"``
)


_DISTANCES = (
    "distances are read between points of all parts, or from centroids of all: give "
    "all points at once"
)


def _index_record(
    name: str, title: str, *aliases: str, how: PointIndex, **more: Any
) -> Metric:
    facts: dict[str, Any] = {
        "targets": ("geometry",),
        "unmerged": "" if "merges" in more else _DISTANCES,
        "upper": INFINITY,
        "interval": "jackknife",
        "aliases": aliases,
    }
    return Metric(name, title, how=how, **{**facts, **more})


GEOMETRY = (
    _index_record(
        "silhouette_score",
        "Mean silhouette",
        "silhouette",
        how=PointIndex(
            _INDICES.silhouette_score,
            _WITHOUT_EACH.silhouette_leave_one_out,
            distances=("silhouettes", "sums"),
        ),
        lower=-1.0,
        upper=1.0,
    ),
    _index_record(
        "calinski_harabasz_score",
        "Calinski-Harabasz index",
        "ch",
        "calinski_harabasz",
        "variance_ratio",
        how=PointIndex(
            _INDICES.calinski_harabasz_score,
            _WITHOUT_EACH.calinski_harabasz_leave_one_out,
        ),
        merges=("ClusterScatter",),
    ),
    _index_record(
        "davies_bouldin_score",
        "Davies-Bouldin index",
        "db",
        "davies_bouldin",
        how=_DAVIES_BOULDIN,
        greater_is_better=False,
    ),
    _index_record(
        "davies_bouldin_pairwise",
        "Davies-Bouldin index, distances of pairs",
        function="davies_bouldin_score",
        how=_DAVIES_BOULDIN,
        greater_is_better=False,
        parameters={"within": "pairwise"},
        in_report=False,
    ),
    _index_record(
        "dunn_index",
        "Dunn index",
        "dunn",
        how=PointIndex(_INDICES.dunn_index, distances=("diameters", "nearest")),
        interval=None,
        reason=EXTREMES,
    ),
)


# In the order of a report.
RECORDS: tuple[Metric, ...] = (
    *PAIRS,
    *INFORMATION,
    PURITY,
    ACCURACY,
    *ASSOCIATION,
    *GEOMETRY,
    ENTROPY,
)

FORMULAS: dict[str, Formula] = {
    row.function: row.formula for row in RECORDS if row.formula is not None
}
