"""Prediction sets: how often they have the true class, and how large they are."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.bounds import proportion
from fastmetrics._common.names import shown
from fastmetrics._common.options import (
    check_level,
    number,
    seed_of,
    warn_undefined,
    whole,
)
from fastmetrics._common.records import ByFields, plain_fields
from fastmetrics._inputs.groups import coded, group_ids
from fastmetrics._inputs.points import read_rows
from fastmetrics._inputs.prediction_sets import read_sets
from fastmetrics._inputs.scores import sample_weights
from fastmetrics._kernels import random
from fastmetrics.show.numbers import numerals

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


def set_coverage(
    y_true: ArrayLike,
    y_set: Any,
    *,
    labels: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Coverage of prediction sets: proportion of rows whose set has the true class.

    .. math:: \frac{1}{n} \sum_{i = 1}^{n} [y_i \in C_i]

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels: whole numbers, strings or bool.
    y_set : array_like of shape (n_samples, n_classes), or list of lists
        Prediction sets: a matrix of True and False with a column per class, the classes
        sorted; or the labels in the set of each row. A set may be empty.
    labels : array_like of shape (n_classes,), optional
        All classes there are, in the order of the columns. By default all that occur,
        sorted.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        In [0, 1]. For conformal prediction, compare it with the nominal coverage.

    Raises
    ------
    ValueError
        If lengths differ, the numbers of columns and classes differ, an entry is
        neither true nor false, ``labels`` lack a class, nested lists of 0 and 1 may be
        either form, or a weight is negative.
    TypeError
        If the set of a row is not a list of labels.

    See Also
    --------
    mean_set_size : how large the sets are.
    conditional_set_coverage : coverage by set size or by group.

    Notes
    -----
    Empty sets count as not covering. `confidence_interval` has Wilson's interval by
    default and the exact one with ``method="clopper-pearson"``. It assumes that rows
    are independent and were not used to calibrate the sets.

    References
    ----------
    .. [1] V. Vovk, A. Gammerman and G. Shafer, "Algorithmic Learning in a Random
       World", Springer, 2005.

    Examples
    --------
    >>> from fastmetrics import set_coverage
    >>> sets = [[True, False, False], [True, True, False], [False, True, False]]
    >>> round(set_coverage(["a", "b", "c"], sets), 4)
    0.6667
    >>> round(set_coverage(["a", "b", "c"], [["a"], ["a", "b"], []]), 4)
    0.6667
    """
    hits = read_sets(y_true, y_set, labels).hits
    return _mean(hits.astype(np.float64), sample_weight)


def mean_set_size(
    y_true: ArrayLike,
    y_set: Any,
    *,
    labels: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Mean number of classes in the prediction sets.

    .. math:: \frac{1}{n} \sum_{i = 1}^{n} |C_i|

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels: whole numbers, strings or bool. They only name the columns.
    y_set : array_like of shape (n_samples, n_classes), or list of lists
        Prediction sets: a matrix of True and False with a column per class, the classes
        sorted; or the labels in the set of each row. A set may be empty.
    labels : array_like of shape (n_classes,), optional
        All classes there are, in the order of the columns. By default all that occur,
        sorted.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        At least 0, at most the number of classes. With the same coverage, lower is
        better.

    Raises
    ------
    ValueError
        If lengths differ, the numbers of columns and classes differ, an entry is
        neither true nor false, ``labels`` lack a class, nested lists of 0 and 1 may be
        either form, or a weight is negative.
    TypeError
        If the set of a row is not a list of labels.

    See Also
    --------
    set_coverage : how often the sets have the true class.

    References
    ----------
    .. [1] M. Sadinle, J. Lei and L. Wasserman, "Least ambiguous set-valued classifiers
       with bounded error levels", Journal of the American Statistical Association
       114(525), 2019, 223-234.

    Examples
    --------
    >>> from fastmetrics import mean_set_size
    >>> mean_set_size(["a", "b", "c"], [["a"], ["a", "b"], []])
    1.0
    """
    sizes = read_sets(y_true, y_set, labels).sizes
    return _mean(sizes.astype(np.float64), sample_weight)


def _mean(values: NDArray[np.float64], sample_weight: Any) -> float:
    """Return the weighted mean of the rows' values."""
    if sample_weight is None:
        return float(np.mean(values))
    weights = sample_weights(sample_weight, len(values))
    return float(np.average(values, weights=weights))


def hits_of_rows(
    y_true: ArrayLike,
    y_set: Any,
    *,
    labels: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
) -> NDArray[np.float64]:
    """Return for each row 1.0 if its set has the true class, else 0.0."""
    return read_sets(y_true, y_set, labels).hits.astype(np.float64)


def sizes_of_rows(
    y_true: ArrayLike,
    y_set: Any,
    *,
    labels: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
) -> NDArray[np.float64]:
    """Return the number of classes in the set of each row."""
    return read_sets(y_true, y_set, labels).sizes.astype(np.float64)


class ConditionalCoverage(NamedTuple):
    """Coverage of prediction sets in parts of the rows, in ascending order."""

    groups: NDArray[Any]
    """The set sizes, or the groups."""
    coverage: NDArray[np.float64]
    """Proportion of rows of each whose set has the true class."""
    low: NDArray[np.float64]
    """Lower bound of the coverage, for all parts at once."""
    high: NDArray[np.float64]
    """Upper bound."""
    n_rows: NDArray[np.int64]
    """Number of rows of each."""


def conditional_set_coverage(
    y_true: ArrayLike,
    y_set: Any,
    groups: ArrayLike | None = None,
    *,
    confidence_level: float = 0.95,
    labels: ArrayLike | None = None,
) -> ConditionalCoverage:
    """Compute the coverage of prediction sets by set size, or by group, with bounds.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels: whole numbers, strings or bool.
    y_set : array_like of shape (n_samples, n_classes), or list of lists
        Prediction sets: a matrix of True and False with a column per class, the classes
        sorted; or the labels in the set of each row. A set may be empty.
    groups : array_like of shape (n_samples,), optional
        The group of each row: integers, strings, dates or other ids, such as classes or
        hospitals. By default the size of its set.
    confidence_level : float, default=0.95
        Nominal coverage of all bounds together, in (0, 1).
    labels : array_like of shape (n_classes,), optional
        All classes there are, in the order of the columns. By default all that occur,
        sorted.

    Returns
    -------
    ConditionalCoverage
        Named tuple ``(groups, coverage, low, high, n_rows)`` of arrays with an item per
        set size or group, ascending.

    Raises
    ------
    ValueError
        If lengths differ, the numbers of columns and classes differ, an entry is
        neither true nor false, ``labels`` lack a class, nested lists of 0 and 1 may be
        either form, or a group is missing.
    TypeError
        If the set of a row is not a list of labels.

    See Also
    --------
    set_coverage : the coverage of all rows.
    worst_slab_coverage : the coverage in the worst part of the features.
    coverage_error : how far down the ranking of classes the true labels are.

    Notes
    -----
    Bounds are Clopper and Pearson's at the level 1 - α / g for g groups. By
    Bonferroni's inequality, all of them together have at least the confidence level
    1 - α. Conformal sets with the nominal coverage overall can have a much lower
    coverage if the sets are large, or in small groups.

    References
    ----------
    .. [1] A. N. Angelopoulos, S. Bates, J. Malik and M. I. Jordan, "Uncertainty sets
       for image classifiers using conformal prediction", ICLR 2021.

    Examples
    --------
    >>> from fastmetrics import conditional_set_coverage
    >>> sets = [["a"], ["a", "b"], [], ["b"]]
    >>> found = conditional_set_coverage(["a", "b", "a", "a"], sets)
    >>> found.groups, found.coverage, found.n_rows
    (array([0, 1, 2]), array([0. , 0.5, 1. ]), array([1, 2, 1]))
    """
    level = check_level(confidence_level)
    found = read_sets(y_true, y_set, labels)
    if groups is None:
        parts, codes = np.unique(found.sizes, return_inverse=True)
    else:
        ids = coded(group_ids(groups, len(found.hits)))
        codes, parts = ids.numbers, ids.ids(np.arange(ids.span))
    n_rows = np.bincount(codes, minlength=len(parts))
    hits = np.bincount(codes, weights=found.hits, minlength=len(parts))
    each = 1 - (1 - level) / len(parts)
    ends = [
        proportion("clopper-pearson", *one, each)
        for one in zip(hits.tolist(), n_rows.tolist(), strict=True)
    ]
    low, high = np.array(ends).T
    return ConditionalCoverage(parts, hits / n_rows, low, high, n_rows)


# ------------------------------------------------------------------------- worst slab


@dataclass(frozen=True, slots=True, eq=False)
class WorstSlab(ByFields):
    """Coverage in the worst slab: the result of `worst_slab_coverage`.

    Attributes
    ----------
    coverage : float
        Coverage of the evaluation rows in the slab; NaN without any.
    low : float
        Lower bound of the coverage in the slab.
    high : float
        Upper bound.
    confidence_level : float
        Nominal coverage of the bounds.
    n_rows : int
        Number of evaluation rows in the slab.
    overall_coverage : float
        Coverage of all evaluation rows.
    chosen_coverage : float
        Coverage in the slab of the rows that chose it. It is too low on average.
    direction : ndarray of shape (n_features,)
        The vector v, of length 1.
    lowest : float
        The slab contains the rows with ``lowest`` ≤ vᵀx ≤ ``highest``.
    highest : float
        The upper end.
    """

    coverage: float
    low: float
    high: float
    confidence_level: float
    n_rows: int
    overall_coverage: float
    chosen_coverage: float
    direction: NDArray[np.float64]
    lowest: float
    highest: float

    def __float__(self) -> float:
        return self.coverage

    def __str__(self) -> str:
        numbers = self.coverage, self.low, self.high, self.overall_coverage
        coverage, low, high, overall = (numerals(each)[0] for each in numbers)
        return (
            f"Coverage in the worst slab: {coverage} [{low}, {high}] "
            f"({100 * self.confidence_level:g} %), {self.n_rows:,} rows; overall "
            f"{overall}."
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as a dictionary that JSON holds.

        Returns
        -------
        dict
            By the names of the fields; NaN is None.
        """
        return plain_fields(self, " ".join(self.__slots__))


def worst_slab_coverage(
    y_true: ArrayLike,
    y_set: Any,
    X: ArrayLike,
    *,
    min_mass: float = 0.1,
    n_directions: int = 1000,
    confidence_level: float = 0.95,
    labels: ArrayLike | None = None,
    random_state: int | np.random.Generator | None = None,
) -> WorstSlab:
    r"""Coverage of prediction sets in the worst slab of the features.

    .. math:: \min_{v,\, a \le b} \left\{ P(y \in C \mid a \le v^\top x \le b) :
              P(a \le v^\top x \le b) \ge \delta \right\}

    Half of the rows, drawn at random, choose the slab among random directions v. The
    other half evaluates it.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels: whole numbers, strings or bool.
    y_set : array_like of shape (n_samples, n_classes), or list of lists
        Prediction sets: a matrix of True and False with a column per class, the classes
        sorted; or the labels in the set of each row. A set may be empty.
    X : array_like of shape (n_samples, n_features)
        The features x, finite. Standardize features with different scales.
    min_mass : float, default=0.1
        Lowest proportion δ of the rows in a slab, in (0, 1].
    n_directions : int, default=1000
        Number of directions, uniform on the sphere, at least 1.
    confidence_level : float, default=0.95
        Nominal coverage, in (0, 1).
    labels : array_like of shape (n_classes,), optional
        All classes there are, in the order of the columns. By default all that occur,
        sorted.
    random_state : int or numpy.random.Generator, optional
        Seed of the draws; the same number gives the same slab on every platform.

    Returns
    -------
    WorstSlab
        With ``coverage``, in [0, 1], and its bounds ``low`` and ``high``. For
        conformal prediction, compare it with the nominal coverage. Prints as a
        sentence.

    Raises
    ------
    ValueError
        If lengths differ, there are fewer than 2 rows, the numbers of columns and
        classes differ, an entry is neither true nor false, ``labels`` lack a class,
        nested lists of 0 and 1 may be either form, a feature is NaN or infinite, or an
        option is out of range.
    TypeError
        If the set of a row is not a list of labels.

    Warns
    -----
    UndefinedMetricWarning
        If the slab has no evaluation rows; the coverage is NaN.

    See Also
    --------
    conditional_set_coverage : coverage by set size or by group.

    Notes
    -----
    Bounds are Clopper and Pearson's. They are exact for the slab that was chosen: given
    this slab, the evaluation rows in it are independent draws. The coverage of the rows
    that chose the slab is the lowest of many, so it is too low on average.

    The search finds the slab with the lowest coverage of each direction exactly. With
    many features, random directions may miss a slab with a much lower coverage.

    O(m n (d + log n)) time for m directions, n rows and d features.

    References
    ----------
    .. [1] M. Cauchois, S. Gupta and J. C. Duchi, "Knowing what you know: valid and
       validated confidence sets in multiclass and multilabel prediction", Journal of
       Machine Learning Research 22(81), 2021, 1-42.
    .. [2] Y. Romano, M. Sesia and E. Candès, "Classification with valid and adaptive
       coverage", NeurIPS 2020.

    Examples
    --------
    >>> import numpy as np
    >>> from fastmetrics import worst_slab_coverage
    >>> x = np.arange(1000) % 100
    >>> y_true = np.arange(1000) % 2
    >>> sets = [[] if low else [0, 1] for low in x < 15]
    >>> print(worst_slab_coverage(y_true, sets, x[:, None], random_state=0))
    Coverage in the worst slab: 0.0000 [0.0000, 0.0649] (95 %), 55 rows; overall 0.8520.
    """
    least = number(min_mass, "min_mass")
    if not 0 < least <= 1:
        raise ValueError(f"min_mass must be in (0, 1], got {shown(min_mass)}.")
    n_directions = whole(n_directions, "n_directions", 1)
    level = check_level(confidence_level)
    seed = seed_of(random_state)
    hits = read_sets(y_true, y_set, labels).hits
    features = np.asfortranarray(read_rows(X), np.float64)
    n = len(features)
    if n != len(hits):
        raise ValueError(f"y_true has {len(hits)} rows, X has {n}.")
    if n < 2:
        raise ValueError("y_true must have at least 2 rows, got 1.")
    with np.errstate(over="ignore"):
        if not np.isfinite(np.abs(features).sum(axis=1)).all():
            raise ValueError("X must have rows with finite sums.")
    order = np.argsort(random.uniform(seed, 0, 0, n), kind="stable")
    half = n // 2
    chosen = _worst_slab(
        features[order[:half]], hits[order[:half]], seed, n_directions, least
    )
    rest = hits[order[half:]]
    at = _projected(features[order[half:]], chosen.direction)
    inside = rest[(chosen.lowest <= at) & (at <= chosen.highest)]
    k, m = int(inside.sum()), len(inside)
    coverage, low, high = math.nan, 0.0, 1.0
    if m:
        coverage, (low, high) = k / m, proportion("clopper-pearson", k, m, level)
    warn_undefined(coverage, "The coverage", "the slab has no evaluation rows")
    return WorstSlab(
        coverage=coverage,
        low=low,
        high=high,
        confidence_level=level,
        n_rows=m,
        overall_coverage=float(rest.mean()),
        chosen_coverage=chosen.coverage,
        direction=chosen.direction,
        lowest=chosen.lowest,
        highest=chosen.highest,
    )


class _Slab(NamedTuple):
    """A slab of the features, and its coverage among the rows that choose it."""

    coverage: float
    direction: NDArray[np.float64]
    lowest: float
    highest: float


def _worst_slab(
    X: NDArray[np.float64],
    hits: NDArray[np.bool_],
    seed: int,
    n_directions: int,
    min_mass: float,
) -> _Slab:
    """Return the slab with the lowest coverage: the first direction that has it."""
    X = np.asfortranarray(X)
    n, d = X.shape
    least = int(np.searchsorted(np.arange(n + 1) / n, min_mass))
    errors = (~hits).astype(np.int64)
    quantile = NormalDist().inv_cdf
    found, worst = None, (-1, 1)
    for k in range(1, n_directions + 1):
        uniform = random.uniform(seed, k, 0, d) + 2.0**-54  # above 0
        drawn = [quantile(u) for u in uniform.tolist()]
        direction = np.array(drawn) / math.hypot(*drawn)
        at = _projected(X, direction)
        order = np.argsort(at)
        at = at[order]
        rows, wrong = np.arange(n + 1), np.zeros(n + 1, np.int64)
        np.cumsum(errors[order], out=wrong[1:])
        differs = at[1:] > at[:-1]
        if not differs.all():  # equal rows are in a slab together
            ends = np.concatenate([[True], differs, [True]])
            rows, wrong = rows[ends], wrong[ends]
        slab = _more_errors(rows, wrong, least, worst)
        if slab is not None:
            first, last, worst = slab
            coverage = 1 - worst[0] / worst[1]
            lowest, highest = at[rows[first]], at[rows[last] - 1]
            found = _Slab(coverage, direction, float(lowest), float(highest))
    assert found is not None
    return found


def _projected(
    X: NDArray[np.float64], direction: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return vᵀx of each row, added in order, so equal rows have equal numbers."""
    at = X[:, 0] * direction[0]
    for j in range(1, X.shape[1]):
        at += X[:, j] * direction[j]
    return at


def _more_errors(
    rows: NDArray[np.int64],
    wrong: NDArray[np.int64],
    least: int,
    worst: tuple[int, int],
) -> tuple[int, int, tuple[int, int]] | None:
    """Find the range of at least ``least`` rows with the highest error rate.

    ``rows`` and ``wrong`` are cumulative counts, from 0 on. A range whose errors minus
    the highest rate so far times its rows is positive has a higher rate (Dinkelbach);
    the best range for each end starts at the running minimum. Returns the first and the
    last place and the rate as a fraction, or None if no rate is above ``worst``.
    """
    begin = int(np.searchsorted(rows, least))
    starts = rows[begin:] - least
    if len(rows) <= rows[-1]:
        starts = np.searchsorted(rows, starts, side="right") - 1
    found = None
    while True:
        excess = worst[1] * wrong - worst[0] * rows
        gain = excess[begin:] - np.minimum.accumulate(excess)[starts]
        at = int(gain.argmax())
        if gain[at] < 0 or (gain[at] == 0 and found is None):
            return None
        last = begin + at
        first = int(excess[: starts[at] + 1].argmin())
        worst = int(wrong[last] - wrong[first]), int(rows[last] - rows[first])
        found = first, last, worst
        if gain[at] == 0:
            return found
