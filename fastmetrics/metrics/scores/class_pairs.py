"""AUC of several classes, one against one and one against the rest."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias, get_args

import numpy as np

from fastmetrics._common import threads
from fastmetrics._common.names import levels_of, shown
from fastmetrics._common.options import is_one_of
from fastmetrics._inputs.columns import NamedMatrix, as_column
from fastmetrics._inputs.label_columns import ClassCodes
from fastmetrics._inputs.score_tables import arrange
from fastmetrics._inputs.scores import map_rows, sample_weights
from fastmetrics._kernels.class_columns import MOST_COLUMNS, ClassColumns
from fastmetrics.metrics.scores.score_sweep import undefined

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike, NDArray

    BinaryScore = Callable[[Any, Any, Any], float]


# Up to so many scores a round trip through the thread pool costs more than it saves.
_FEW_SCORES = 100_000

# With fewer columns, blocks have fewer rows, so threads have the same number of blocks.
_BLOCKS = 8

# Up to it a float64 holds every whole number.
_EXACT = 2**53


class ClassPairs:
    """Doubled wins of each class over each other, and how much there is of each.

    Attributes
    ----------
    doubled : ndarray of shape (k, k)
        Of the class of the row over that of the column: twice the pairs that it wins
        plus once those that are tied; uint64, or the products of weights, float64.
    totals : ndarray of shape (k,)
        Rows (uint64) or weight (float64) of each class.
    counted : ndarray of shape (k,)
        The same in the units of each class that its pairs are counted in.
    """

    __slots__ = ("counted", "doubled", "totals")

    def __init__(
        self,
        doubled: NDArray[Any],
        totals: NDArray[Any],
        counted: NDArray[Any] | None = None,
    ) -> None:
        self.doubled = doubled
        self.totals = totals
        self.counted = totals if counted is None else counted

    @property
    def present(self) -> NDArray[np.bool_]:
        """Flags of the classes that have rows."""
        present: NDArray[np.bool_] = self.counted > 0
        return present

    def of_classes(self, kept: NDArray[np.bool_]) -> ClassPairs:
        """Return the counts without the other classes."""
        if kept.all():
            return self
        doubled = self.doubled[np.ix_(kept, kept)]
        return ClassPairs(doubled, self.totals[kept], self.counted[kept])

    def shares(self) -> NDArray[np.float64]:
        """Return the proportion of each class among all rows."""
        return self.totals / self.totals.sum()

    def over_rest(self) -> NDArray[np.float64]:
        """Return the area of each class against all others; NaN where undefined."""
        others = ~np.eye(len(self.totals), dtype=bool)
        if self.totals.dtype.kind == "u":
            rest = np.where(others, self.totals, np.uint64(0)).sum(axis=1)
            return _ratios(self.doubled.sum(axis=1), self.totals * rest)
        weights = np.where(others & self.present, self.totals, 0.0)
        areas = np.where(weights > 0, self.over_each(), 0.0)
        with np.errstate(invalid="ignore"):
            means = (weights * areas).sum(axis=1) / weights.sum(axis=1)
        return np.where(self.present, means, np.nan)

    def over_each(self) -> NDArray[np.float64]:
        """Return the area of each class (row) against each other; NaN where undefined.

        The diagonal means nothing.
        """
        return _ratios(self.doubled, np.multiply.outer(self.counted, self.counted))

    def both_ways(self) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[Any]]:
        """Return the pairs of classes a < b and the mean of their two areas."""
        a, b = np.triu_indices(len(self.totals), 1)
        each = self.over_each()
        return a, b, (each[a, b] + each[b, a]) / 2


class AreasOverRest(NamedTuple):
    """The area of each class against all others, and how much there is of each."""

    areas: NDArray[np.float64]
    totals: NDArray[Any]

    @property
    def present(self) -> NDArray[np.bool_]:
        """Flags of the classes that have rows."""
        present: NDArray[np.bool_] = self.totals > 0
        return present

    def of_classes(self, kept: NDArray[np.bool_]) -> AreasOverRest:
        """Return the same without the other classes, which have no rows."""
        return AreasOverRest(self.areas[kept], self.totals[kept])

    def over_rest(self) -> NDArray[np.float64]:
        """Return the area of each class against all others."""
        return self.areas


class ClassRows:
    """Rows of several classes, and a matrix with a column of scores per class.

    ``codes`` are the columns of the rows' classes. Scores other than float32 become
    float64; all are finite.
    """

    __slots__ = (
        "_columns",
        "_spread",
        "_weights",
        "codes",
        "counted",
        "k",
        "n",
        "totals",
    )

    def __init__(
        self,
        codes: NDArray[Any],
        scores: NDArray[Any],
        weights: NDArray[np.float64] | None = None,
    ) -> None:
        self.n, self.k = scores.shape
        float_type = np.float32 if scores.dtype == np.float32 else np.float64
        matrix = np.require(scores, float_type, ["ALIGNED"])
        codes = np.ascontiguousarray(codes, np.int64)
        if weights is not None:
            # The largest one below 1, of all rows and, where they are multiplied, of
            # each class, so that products neither overflow nor vanish.
            self.totals = np.bincount(codes, _scaled(weights, weights.max()), self.k)
            largest = np.zeros(self.k)
            np.maximum.at(largest, codes, weights)
            weights = _scaled(weights, largest[codes])
            self.counted = np.bincount(codes, weights, self.k)
        else:
            self.totals = np.bincount(codes, minlength=self.k).astype(np.uint64)
            self.counted = self.totals
        self.codes = codes
        self._weights = weights
        self._columns = ClassColumns(matrix, codes, weights)
        few = self.n * self.k <= _FEW_SCORES
        self._spread: Callable[..., list[Any]] = _one_by_one if few else _on_the_pool

    @property
    def present(self) -> NDArray[np.bool_]:
        """Flags of the classes that have rows."""
        present: NDArray[np.bool_] = self.counted > 0
        return present

    def own_columns(self) -> ClassPairs:
        """Count pairs of rows by the score of the first one's class."""
        counts = self._spread(self._count, self._blocks())
        return ClassPairs(np.concatenate(counts), self.totals, self.counted)

    def differences(self) -> ClassPairs:
        """Count pairs of rows of classes a < b by the difference of their scores.

        The count of the classes b and a equals the count of a and b.
        """
        counts = np.array(self._spread(self._columns.count_differences, range(self.k)))
        return ClassPairs(counts + counts.T, self.totals, self.counted)

    def place_own_columns(self, shares: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the contribution of each row to ``(shares * areas).sum()``.

        A row's chances in the pairs of its class with each other one, each times its
        share; 0 for rows of weight 0. Divided by the proportion of its class, minus the
        mean of the class, it is the influence of the row on the sum.
        """
        totals = self.counted.astype(np.float64)

        def place(block: tuple[int, int]) -> NDArray[np.float64]:
            return self._columns.place_rows(*block, shares[slice(*block)], totals)

        return self._in_row_order(self._spread(place, self._blocks()))

    def place_differences(self, shares: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the same where pairs are compared as in `differences`."""
        totals = self.counted.astype(np.float64)

        def place(a: int) -> NDArray[np.float64]:
            return self._columns.place_differences(a, shares[a], totals)

        return self._in_row_order(self._spread(place, range(self.k)))

    def centred(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return values over the proportion of each row's class, minus their mean."""
        own = values if self._weights is None else values * self._weights
        counted = np.where(self.present, self.counted, 1).astype(np.float64)
        means = np.bincount(self.codes, own, self.k) / counted
        shares = np.where(self.present, self.totals / self.totals.sum(), 1.0)
        with np.errstate(divide="ignore", invalid="ignore"):  # of next to no weight
            centred: NDArray[np.float64] = (values - means[self.codes]) / shares[
                self.codes
            ]
        return centred

    def _in_row_order(self, parts: list[NDArray[np.float64]]) -> NDArray[np.float64]:
        total = np.zeros(self.n)
        total[self._columns.order] = sum(parts)
        return total

    def _count(self, block: tuple[int, int]) -> NDArray[Any]:
        return self._columns.count_pairs(*block)

    def _blocks(self) -> list[tuple[int, int]]:
        """Return stretches of columns that are worked on together."""
        width = min(MOST_COLUMNS, -(-self.k // _BLOCKS))
        if self._spread is _one_by_one:
            width = MOST_COLUMNS
        return list(pairwise([*range(0, self.k, width), self.k]))


def _scaled(weights: NDArray[np.float64], largest: Any) -> NDArray[np.float64]:
    """Return weights divided by a power of two, which makes them less than 1."""
    scaled: NDArray[np.float64] = np.ldexp(weights, -np.frexp(largest)[1])
    return scaled


def _ratios(doubled: NDArray[Any], pairs: NDArray[Any]) -> NDArray[np.float64]:
    """Return ``doubled / (2 * pairs)``, rounded once; NaN where there is no pair."""
    ratios = np.full(doubled.shape, np.nan)
    defined = pairs > 0
    if pairs.dtype.kind == "u" and pairs.max(initial=0) >= _EXACT // 2:
        above, below = doubled[defined].tolist(), pairs[defined].tolist()
        ratios[defined] = [x / (2 * n) for x, n in zip(above, below, strict=True)]
    else:
        ratios[defined] = doubled[defined] / (2.0 * pairs[defined])
    return ratios


def _on_the_pool(function: Callable[..., Any], blocks: Any) -> list[Any]:
    return threads.map_blocks(function, blocks)


def _one_by_one(function: Callable[..., Any], blocks: Any) -> list[Any]:
    return [function(block) for block in blocks]


def average_areas(pairs: ClassPairs | AreasOverRest, variant: str) -> float:
    """Average the areas of at least two classes; NaN if one of them has no rows."""
    return float(VARIANTS[variant](pairs))


def _each_against_rest(pairs: ClassPairs | AreasOverRest) -> np.floating:
    return np.average(pairs.over_rest())


def _each_against_rest_by_share(pairs: ClassPairs | AreasOverRest) -> np.floating:
    # An absent class may have no area, and counts for nothing.
    areas = np.where(pairs.present, pairs.over_rest(), 0.0)
    return np.average(areas, weights=pairs.totals)


def _each_against_each(pairs: ClassPairs) -> np.floating:
    return np.average(pairs.both_ways()[2])


def _each_against_each_by_share(pairs: ClassPairs) -> np.floating:
    a, b, areas = pairs.both_ways()
    weights = (pairs.totals[a] + pairs.totals[b]) / pairs.totals.sum()
    return np.average(areas, weights=weights)


# For pairs counted by differences, "mu" is also the mean over pairs of classes.
VARIANTS: dict[str, Callable[[Any], np.floating]] = {
    "aunu": _each_against_rest,
    "aunp": _each_against_rest_by_share,
    "au1u": _each_against_each,
    "au1p": _each_against_each_by_share,
    "mu": _each_against_each,
}


# ---------------------------------------------------------------------- several classes
# From a score of two classes to a score of several labels or classes.
#
# One-vs-rest compares each class with all others, and one-vs-one each pair of classes.
# Both use one count of pairs of rows. Errors are raised as in scikit-learn.


# Variants of the area for each average of roc_auc_score.
VARIANT = {
    ("ovr", "macro"): "aunu",
    ("ovr", "weighted"): "aunp",
    ("ovo", "macro"): "au1u",
    ("ovo", "weighted"): "au1p",
}

# How the scores of several classes or labels become one number.
ColumnAverage: TypeAlias = Literal["micro", "macro", "weighted", "samples"]
AVERAGES = (*get_args(ColumnAverage), None)


# Up to so many scores a round trip through the thread pool costs more than it saves;
# and rows enough for one.
_FEW_CLASS_SCORES = 20_000
_MANY_ROWS = 1 << 15


def check_average(average: Any) -> None:
    """Raise unless ``average`` is one of the five there are."""
    if not is_one_of(average, AVERAGES):
        raise ValueError(
            "average must be 'micro', 'macro', 'weighted', 'samples' or None, got "
            f"{shown(average)}."
        )


def average_labels(
    score: BinaryScore,
    y_true: NDArray,
    y_score: NDArray,
    average: str | None,
    sample_weight: ArrayLike | None,
) -> Any:
    """Score every label (column) and average as asked.

    ``y_true`` and ``y_score`` are of shape (n_samples, n_labels). "micro" scores all
    cells together, "samples" scores rows instead of columns, None averages nothing.
    """
    if y_true.shape != y_score.shape:
        raise ValueError(
            "y_true and y_score must be of the same shape, got "
            f"{y_true.shape} and {y_score.shape}."
        )
    weights = None
    if sample_weight is not None:
        weights = sample_weights(sample_weight, len(y_true))

    if average == "micro":
        if weights is not None:
            weights = np.repeat(weights, y_true.shape[1])
        return score(y_true.ravel(), y_score.ravel(), weights)

    if average == "samples":
        rows = range(len(y_true))
        each = np.array([score(y_true[i], y_score[i], None) for i in rows])
        if weights is not None:
            each[weights == 0] = 0.0  # may be NaN, and counts for nothing
        return float(np.average(each, weights=weights))

    support = None
    if average == "weighted":
        support = y_true.sum(axis=0) if weights is None else weights @ y_true
        if support.sum() == 0:
            return 0
    labels, columns = _columns(y_true), _columns(y_score)

    def score_label(j: int) -> float:
        return score(labels[j], columns[j], weights)

    spread = threads.map_blocks if y_score.size > _FEW_CLASS_SCORES else map
    scores = np.array([*spread(score_label, range(len(labels)))])
    if average is None:
        return scores
    if support is not None:
        scores[support == 0] = 0.0  # may be NaN, and counts for nothing
    return float(np.average(scores, weights=support))


def _columns(matrix: NDArray) -> NDArray:
    """Return the columns as rows that lie in one piece, copied once if need be."""
    if matrix.T.flags.c_contiguous:
        return matrix.T
    columns = np.empty(matrix.T.shape, dtype=matrix.dtype)

    def turn(begin: int) -> None:
        # By blocks of rows that fit the cache: twice as fast as all at once.
        for start in range(begin, min(begin + _MANY_ROWS, len(matrix)), 1024):
            columns[:, start : start + 1024] = matrix[start : start + 1024].T

    threads.map_blocks(turn, range(0, len(matrix), _MANY_ROWS))
    return columns


def one_hot(codes: NDArray, n_classes: int) -> NDArray:
    """Return the (n_samples, n_classes) bool matrix with True at each row's class."""
    # Laid out by class, as the columns will be read.
    return (codes == np.arange(n_classes)[:, None]).T


def score_classes(
    score: BinaryScore,
    y_true: NDArray,
    y_score: NDArray,
    *,
    labels: ArrayLike | None,
    multi_class: str,
    average: str | None,
    sample_weight: ArrayLike | None,
) -> Any:
    """Score probabilities of several classes, one-vs-rest or one-vs-one."""
    if multi_class == "raise":
        raise ValueError("multi_class must be in ('ovo', 'ovr') for several classes.")
    if y_score.ndim != 2:
        raise ValueError(
            "`y_score` needs to be of shape `(n_samples, n_classes)`, since y_true "
            f"contains multiple classes. Got shape {y_score.shape}."
        )
    check_sums(y_score, "y_score")
    options = ("macro", "weighted", None, *(("micro",) if multi_class == "ovr" else ()))
    if not is_one_of(average, options):
        raise ValueError(
            f"average must be one of {options} for multi_class={multi_class!r}, got "
            f"{shown(average)}."
        )
    if average is None and multi_class == "ovo":
        raise NotImplementedError(
            "average=None is not implemented for multi_class='ovo'."
        )
    codes, y_score = by_class(y_true, labels, y_score)
    if len(codes) != len(y_score):
        raise ValueError(
            "y_true and y_score must be of the same length, got "
            f"{len(codes)} and {len(y_score)}."
        )
    if average == "micro":
        indicators = one_hot(codes, y_score.shape[1])
        return average_labels(score, indicators, y_score, average, sample_weight)
    if multi_class == "ovo" and sample_weight is not None:
        raise ValueError(
            "sample_weight is not supported for multi_class='ovo': it must be None."
        )
    weights = None
    if sample_weight is not None:
        weights = sample_weights(sample_weight, len(codes))
    pairs = ClassRows(codes, y_score, weights).own_columns()
    if multi_class == "ovo":
        pairs = pairs.of_classes(pairs.present)
    else:
        for total in pairs.totals:
            if total in (0, pairs.totals.sum()):
                undefined("roc_auc_score", total)
    if average is None:
        return pairs.over_rest()
    area = average_areas(pairs, VARIANT[multi_class, average])
    # Of these areas alone scikit-learn's number is NumPy's.
    return np.float64(area) if multi_class == "ovo" else area


def check_sums(matrix: NDArray, name: str) -> None:
    """Raise unless the rows sum to 1."""

    def sums_to_one(rows: NDArray) -> bool:
        return np.allclose(1, rows.sum(axis=1))

    if not all(map_rows(sums_to_one, matrix)):
        raise ValueError(
            f"{name} needs to be probabilities for several classes, i.e. they should "
            "sum up to 1.0 over classes."
        )


def by_class(
    y_true: NDArray, labels: ArrayLike | None, y_score: NDArray
) -> tuple[NDArray, NDArray]:
    """Return the column that each row's label stands for, and y_score by class."""
    n_columns = y_score.shape[1]
    if isinstance(y_score, NamedMatrix) or levels_of(y_true[:1]) is not None:
        own = ClassCodes(y_true, "y_true")
        arranged = arrange(own, y_score, labels, "y_score", is_theirs=True)
        if arranged is not None:
            return arranged.codes, arranged.matrix
        y_score = np.asarray(y_score)
    return _class_codes(y_true, labels, n_columns), y_score


def _class_codes(y_true: NDArray, labels: ArrayLike | None, n_columns: int) -> NDArray:
    """Return the column of y_score that each row's label stands for."""
    labels_present, codes = np.unique(y_true, return_inverse=True)
    if labels is None:
        if len(labels_present) != n_columns:
            raise ValueError(
                "Number of classes in y_true not equal to the number of columns in "
                f"'y_score': {len(labels_present)} and {n_columns}."
            )
        return codes
    classes = as_column(labels, "labels")
    ordered = np.unique(classes)
    if len(ordered) != len(classes):
        raise ValueError("Parameter 'labels' must be unique.")
    if not np.array_equal(ordered, classes):
        raise ValueError("Parameter 'labels' must be ordered.")
    if len(classes) != n_columns:
        raise ValueError(
            f"Number of given labels, {len(classes)}, not equal to the number of "
            f"columns in 'y_score', {n_columns}."
        )
    if not np.isin(labels_present, classes).all():
        raise ValueError("'y_true' contains labels not in parameter 'labels'.")
    return np.searchsorted(classes, labels_present)[codes]
