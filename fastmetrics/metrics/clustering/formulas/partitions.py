"""Agreement of two partitions from the pairs of rows that they put together.

`PairCounts` of Python's integers are exact, and so is every sum and product of them
here; arrays of them, a set per entry, are computed with twice the precision of
float64.
"""

from __future__ import annotations

import math
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np

from fastmetrics._common.arrays import widen
from fastmetrics.metrics.how import Formula
from fastmetrics.metrics.record import Metric

Number = TypeVar("Number", covariant=True)  # or an array of numbers


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
    return _ratio(ss + dd, ss + sd + ds + dd, 1.0)


def adjusted_rand_score(pairs: PairCounts[Any]) -> Any:
    """Return the Rand index adjusted for chance; 1 if no pair is treated differently.

    The excess over chance and its maximum are written as sums of products of counts
    that nothing of their own size is subtracted from but once.
    """
    ss, sd, ds, dd = _exact(pairs)
    excess = ss * dd - sd * ds
    most = (ss + sd) * (sd + dd) + (ss + ds) * (ds + dd)
    return _ratio(excess + excess, most, 1.0)


def fowlkes_mallows_score(pairs: PairCounts[Any]) -> Any:
    """Return the geometric mean of precision and recall; 0 if no pair is right."""
    precision, recall = pairwise_precision(pairs, 0.0), pairwise_recall(pairs, 0.0)
    if isinstance(precision, float):
        return math.sqrt(precision * recall)
    return np.sqrt(precision * recall)


def pairwise_jaccard_score(pairs: PairCounts[Any], undefined: float = math.nan) -> Any:
    """Return the share of right pairs among those put together by either."""
    ss, sd, ds, _ = _exact(pairs)
    return _ratio(ss, ss + sd + ds, undefined)


def pairwise_precision(pairs: PairCounts[Any], undefined: float = math.nan) -> Any:
    """Return the share of right pairs among those that the second puts together."""
    ss, _, ds, _ = _exact(pairs)
    return _ratio(ss, ss + ds, undefined)


def pairwise_recall(pairs: PairCounts[Any], undefined: float = math.nan) -> Any:
    """Return the share of right pairs among those that the first puts together."""
    ss, sd, _, _ = _exact(pairs)
    return _ratio(ss, ss + sd, undefined)


def clustering_accuracy(assignment: Assignment) -> Any:
    """Return the share of right rows; NaN of no row."""
    right, total = (np.asarray(value, np.float64) for value in assignment)
    return np.divide(right, total, out=np.full(right.shape, np.nan), where=total > 0)


def _exact(pairs: PairCounts[Any]) -> Any:
    """Return the counts as numbers that can be multiplied."""
    return pairs if isinstance(pairs.same_same, int) else widen(*pairs)


def _ratio(part: Any, whole: Any, undefined: float) -> Any:
    if isinstance(whole, int):
        return part / whole if whole else undefined
    part, whole = np.asarray(part, np.float64), np.asarray(whole, np.float64)
    result = np.full(whole.shape, undefined)
    return np.divide(part, whole, out=result, where=whole != 0)


def _record(
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


RECORDS = (
    _record(
        "adjusted_rand_score",
        "Adjusted Rand index",
        Formula(adjusted_rand_score, "pairs"),
        "ari",
        "adjusted_rand",
        lower=-0.5,
        chance=0.0,
    ),
    _record("rand_score", "Rand index", Formula(rand_score, "pairs"), "ri", "rand"),
    _record(
        "fowlkes_mallows_score",
        "Fowlkes-Mallows index",
        Formula(fowlkes_mallows_score, "pairs"),
        "fmi",
        "fowlkes_mallows",
    ),
    _record(
        "pairwise_jaccard_score",
        "Jaccard index of pairs",
        Formula(pairwise_jaccard_score, "pairs"),
        "pairwise_jaccard",
    ),
)
# Of the largest overlap of each cluster, which the table itself tells.
PURITY = _record("purity_score", "Purity", None, "purity", merges=("Contingency",))
ACCURACY = _record(
    "clustering_accuracy",
    "Clustering accuracy",
    Formula(clustering_accuracy, "assignment"),
    "unsupervised_accuracy",
    "cluster_accuracy",
    in_report=False,
)
