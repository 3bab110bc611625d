"""Formulas and records of clusterings: pairs of rows, information, geometry.

Sums and products of `PairCounts` are exact for Python's integers; for arrays, with an
entry per data set, they have twice the precision of float64.
"""

from __future__ import annotations

import math
from typing import (
    TYPE_CHECKING,
    Any,
    Generic,
    Literal,
    NamedTuple,
    TypeAlias,
    TypeVar,
    get_args,
)

import numpy as np

from fastmetrics._common.arrays import widen
from fastmetrics._common.records import Module
from fastmetrics.metrics.how import Formula, PointIndex
from fastmetrics.metrics.record import INFINITY, Metric, other_rows

if TYPE_CHECKING:
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
    """The rows that are right with the best match of clusters to labels.

    Attributes
    ----------
    right : int or ndarray
        Rows whose label is the one that their cluster stands for.
    total : int or ndarray
        All rows.
    """

    right: Any
    total: Any


def count_row_pairs(cells: Any, rows: Any, columns: Any, total: Any) -> PairCounts[Any]:
    """Return the pairs, from the sums of the squares of a table and of its margins."""
    same_same = (cells - total) // 2
    same_different = (rows - cells) // 2
    different_same = (columns - cells) // 2
    together = same_same + same_different + different_same
    return PairCounts(
        same_same, same_different, different_same, total * (total - 1) // 2 - together
    )


def rand_score(pairs: PairCounts[Any]) -> Any:
    """Return the share of pairs that are treated alike; 1 if there are none."""
    ss, sd, ds, dd = _exact(pairs)
    return _pair_ratio(ss + dd, ss + sd + ds + dd, 1.0)


def adjusted_rand_score(pairs: PairCounts[Any]) -> Any:
    """Return the Rand index adjusted for chance; 1 if no pair is treated differently.

    The excess over chance and its maximum are written as sums of products of counts
    that nothing of their own size is subtracted from but once.
    """
    ss, sd, ds, dd = _exact(pairs)
    excess = ss * dd - sd * ds
    most = (ss + sd) * (sd + dd) + (ss + ds) * (ds + dd)
    return _pair_ratio(excess + excess, most, 1.0)


def fowlkes_mallows_score(pairs: PairCounts[Any]) -> Any:
    """Return the geometric mean of precision and recall; 0 if no pair is right."""
    precision, recall = pairwise_precision(pairs, 0.0), pairwise_recall(pairs, 0.0)
    if isinstance(precision, float):
        return math.sqrt(precision * recall)
    return np.sqrt(precision * recall)


def pairwise_jaccard_score(pairs: PairCounts[Any], undefined: float = math.nan) -> Any:
    """Return the share of right pairs among those put together by either."""
    ss, sd, ds, _ = _exact(pairs)
    return _pair_ratio(ss, ss + sd + ds, undefined)


def pairwise_precision(pairs: PairCounts[Any], undefined: float = math.nan) -> Any:
    """Return the share of right pairs among those that the second puts together."""
    ss, _, ds, _ = _exact(pairs)
    return _pair_ratio(ss, ss + ds, undefined)


def pairwise_recall(pairs: PairCounts[Any], undefined: float = math.nan) -> Any:
    """Return the share of right pairs among those that the first puts together."""
    ss, sd, _, _ = _exact(pairs)
    return _pair_ratio(ss, ss + sd, undefined)


def clustering_accuracy(assignment: Assignment) -> Any:
    """Return the share of right rows; NaN of no row."""
    right, total = (np.asarray(value, np.float64) for value in assignment)
    return np.divide(right, total, out=np.full(right.shape, np.nan), where=total > 0)


def _exact(pairs: PairCounts[Any]) -> Any:
    """Return the counts as numbers that can be multiplied."""
    return pairs if isinstance(pairs.same_same, int) else widen(*pairs)


def _pair_ratio(part: Any, whole: Any, undefined: float) -> Any:
    if isinstance(whole, int):
        return part / whole if whole else undefined
    part, whole = np.asarray(part, np.float64), np.asarray(whole, np.float64)
    result = np.full(whole.shape, undefined)
    return np.divide(part, whole, out=result, where=whole != 0)


def _pair_record(
    name: str, title: str, formula: Formula | None, *aliases: str, **more: Any
) -> Metric:
    return Metric(
        name,
        title,
        how=formula,
        targets=("agreement",),
        interval="jackknife",
        aliases=aliases,
        **more,
    )


PAIRS = (
    _pair_record(
        "adjusted_rand_score",
        "Adjusted Rand index",
        Formula(adjusted_rand_score, "pairs"),
        "ari",
        "adjusted_rand",
        lower=-0.5,
        chance=0.0,
    ),
    _pair_record(
        "rand_score", "Rand index", Formula(rand_score, "pairs"), "ri", "rand"
    ),
    _pair_record(
        "fowlkes_mallows_score",
        "Fowlkes-Mallows index",
        Formula(fowlkes_mallows_score, "pairs"),
        "fmi",
        "fowlkes_mallows",
    ),
    _pair_record(
        "pairwise_jaccard_score",
        "Jaccard index of pairs",
        Formula(pairwise_jaccard_score, "pairs"),
        "pairwise_jaccard",
    ),
)
# Of the largest overlap of each cluster, which the table itself tells.
PURITY = _pair_record("purity_score", "Purity", None, "purity", merges=("Contingency",))
ACCURACY = _pair_record(
    "clustering_accuracy",
    "Clustering accuracy",
    Formula(clustering_accuracy, "assignment"),
    "unsupervised_accuracy",
    "cluster_accuracy",
    in_report=False,
)


# -------------------------------------------------------------------------- information
# Agreement of two partitions from the information that they share, in nats.
#
# All take `Information`, of numbers or of arrays of one shape. Conventions are
# scikit-learn's: two partitions of no entropy, of one cluster (or no row) each, agree
# perfectly.


EntropyMean: TypeAlias = Literal["min", "geometric", "arithmetic", "max"]
AVERAGE_METHODS = get_args(EntropyMean)

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


INFORMATION = (
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


ASSOCIATION = (
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


def calinski_harabasz_score(between: Any, within: Any, n: Any, k: Any) -> NDArray:
    """Return the ratio of the dispersions, each per degree of freedom.

    1 where there is none within the k clusters of n points; infinite where it is too
    large for a float.
    """
    none = np.equal(within, 0)
    per_between = np.divide(between, np.subtract(k, 1))
    per_within = np.divide(np.where(none, 1.0, within), np.subtract(n, k))
    with np.errstate(over="ignore"):
        return np.where(none, 1.0, per_between / per_within)


def largest_ratios(
    own: NDArray[Any], within: NDArray[Any], distances: NDArray[Any]
) -> NDArray[np.float64]:
    """Return the similarity of some clusters with the most similar other one.

    That is the sum of two distances within over the distance between; 0 where the
    latter is 0. ``own`` (m,) are of the clusters asked about, ``within`` (k,) of all,
    ``distances`` (m, k) lie between.
    """
    sums = own[:, None] + within
    apart = distances > 0
    return np.where(apart, sums / np.where(apart, distances, 1.0), 0.0).max(axis=1)


def davies_bouldin_score(within: NDArray[Any], distances: NDArray[Any]) -> float:
    """Return the mean similarity of clusters with their most similar other one.

    ``within`` (k,) are distances inside each cluster, ``distances`` (k, k) those
    between them.
    """
    return float(np.mean(largest_ratios(within, within, distances)))


def dunn_index(nearest: float, diameters: NDArray[Any]) -> float:
    """Return the smallest distance between clusters over the largest inside one.

    NaN if no cluster has points apart.
    """
    largest = float(diameters.max())
    return nearest / largest if largest > 0 else math.nan


def silhouettes(
    sums: NDArray[Any], own: NDArray[Any], sizes: NDArray[Any]
) -> NDArray[np.float64]:
    """Return the silhouettes of m points.

    ``sums`` (m, k) are sums of the distances from each point to those of each cluster,
    itself included; ``own`` (m,) tells its own cluster, ``sizes`` (k,) how many points
    each has. 0 for a point that is alone in its cluster, and where both mean distances
    are 0.
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


# Why a metric of the largest or the smallest distance has no interval.
EXTREMES = (
    "extremes of distances have no interval: what lies beyond the most distant points "
    "cannot be seen in them, nor by leaving points out"
)


_INDICES = Module("fastmetrics.metrics.clustering.measuring.cluster_distances")
_WITHOUT_EACH = Module("fastmetrics.resampling.leave_one_out")
_DAVIES_BOULDIN = PointIndex(
    _INDICES.davies_bouldin_score,
    _WITHOUT_EACH.davies_bouldin_leave_one_out,
    distances=("mean_distances", "own_sums"),  # where ``within="pairwise"``
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


# ----------------------------------------------------------------------- the records


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

OTHERS: tuple[Metric, ...] = (
    *other_rows(
        "table",
        "contingency_matrix",
        "pair_confusion_matrix",
        "pair_counts",
        "pairwise_precision_recall",
        "homogeneity_completeness_v_measure",
    ),
    *other_rows(
        "formula",
        "expected_mutual_information",
        reason="a function of a table's margins, not of data",
    ),
    *other_rows("table", "silhouette_samples"),
    *other_rows("table", "cluster_diameters", reason=EXTREMES),
    *other_rows(
        "table", "cluster_mean_distances", "cluster_separations", "centroid_distances"
    ),
)

FORMULAS: dict[str, Formula] = {
    row.function: row.formula for row in RECORDS if row.formula is not None
}
