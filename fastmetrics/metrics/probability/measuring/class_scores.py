"""Values per row of class scores and distributions, and a decorator for means."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from inspect import signature
from math import isfinite
from operator import index
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import is_one_of, warn
from fastmetrics._common.records import as_public
from fastmetrics._common.threads import map_blocks
from fastmetrics._inputs.columns import NamedMatrix, as_column, raise_not_finite
from fastmetrics._inputs.label_columns import ClassCodes
from fastmetrics._inputs.score_tables import arrange
from fastmetrics._inputs.scores import number_matrix, sample_weights
from fastmetrics._kernels import class_scores
from fastmetrics._kernels.sums import sum_f64, sum_products_f64, sum_rows
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.labels.definitions import warn_undefined, zero_value
from fastmetrics.metrics.labels.formulas.averages import Sums, mean, quotient, ratio

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike, NDArray

    Rows = NDArray[np.float64]
    Judge = Callable[..., tuple[float, float, float] | None]


def row_mean(definition: Callable[..., NDArray[np.float64]]) -> Callable[..., Any]:
    """Make a public function of a mean; the definition returns the values of rows."""

    def function(
        *columns: Any, sample_weight: ArrayLike | None = None, **own: Any
    ) -> float:
        values = definition(*columns, sample_weight=sample_weight, **own)
        return _weighted_mean(values, sample_weight)

    common = signature(definition).replace(return_annotation="float")
    return as_public(function, definition, "sample_weight", common)


def _weighted_mean(
    values: NDArray[np.float64], sample_weight: ArrayLike | None
) -> float:
    """Return the mean of the rows' values, compensated.

    Rows of weight zero do not count, whatever their value.
    """
    if sample_weight is None:
        return sum_f64(values) / len(values)
    weights = sample_weights(sample_weight, len(values))
    total = sum_f64(weights)
    mean = sum_products_f64(values, weights) / total
    if np.isfinite(mean):
        return mean
    counts = weights > 0
    return sum_products_f64(values[counts], weights[counts]) / total


# ------------------------------------------------------------------------------- blocks
# Matrices read a block of rows at a time, by all threads.


# Numbers per block: reading them takes longer than handing a block to a thread.
_NUMBERS = 1 << 20


def row_blocks(n: int, k: int) -> list[slice]:
    """Return the blocks of n rows of k numbers, which no number of threads alters."""
    step = max(1, _NUMBERS // k)
    return [slice(i, min(i + step, n)) for i in range(0, n, step)]


def write_rows(
    write: Callable[[slice, NDArray[Any]], bool | None],
    n: int,
    k: int,
    dtype: type[np.generic] = np.float64,
) -> tuple[NDArray[Any], bool]:
    """Return the values that ``write(rows, out)`` writes for n rows of k numbers.

    And whether no call returned False.
    """
    values = np.empty(n, dtype)
    fine = map_blocks(lambda rows: write(rows, values[rows]), row_blocks(n, k))
    return values, all(one is not False for one in fine)


def readable(block: NDArray[Any]) -> NDArray[Any]:
    """Return a block itself if items lie where a kernel can read them, else a copy."""
    size = block.dtype.itemsize
    if block.flags.aligned and all(step % size == 0 for step in block.strides):
        return block
    return block.copy()


def side_by_side(block: NDArray[Any]) -> NDArray[Any]:
    """Return a block itself if the items of a row are neighbours, else a copy."""
    if block.strides[1] == block.dtype.itemsize and readable(block) is block:
        return block
    return np.ascontiguousarray(block)


# ------------------------------------------------------------------------- class scores
# What rows contribute to metrics of a score per class, and what that adds up to.


# Labels that may be numbers of columns as they are.
_LABEL_TYPES = frozenset(map(np.dtype, ("i4", "i8")))


class Summed(NamedTuple):
    """What rows come to, with their weights, and the sum of these.

    ``rows`` is what each comes to, if it was asked for.
    """

    total: float
    weight: float
    rows: Rows | None = None


class TopRows(NamedTuple):
    """Which classes are among the k best of each row.

    Attributes
    ----------
    codes : ndarray of int32, of shape (n,)
        The column of each row's own class.
    chosen : ndarray of bool, of shape (n, n_classes)
    weights : ndarray of float64, of shape (n,), or None
        As they were but for a power of two, at most 1.
    """

    codes: NDArray[np.int32]
    chosen: NDArray[np.bool_]
    weights: Rows | None


def hinge_losses(
    y_true: ArrayLike,
    pred_decision: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
) -> Rows:
    """Return the hinge loss of each row."""
    found = sum_hinge_losses(y_true, pred_decision, labels, sample_weight, keep=True)
    assert found.rows is not None
    return found.rows


def sum_hinge_losses(
    y_true: ArrayLike,
    pred_decision: ArrayLike,
    labels: ArrayLike | None,
    sample_weight: ArrayLike | None,
    *,
    keep: bool = False,
) -> Summed:
    """Return the sum of the hinge losses."""
    given = _Given(y_true, pred_decision, "pred_decision", sample_weight, keep)
    if labels is None:
        summed = given.sum_numbers(class_scores.sum_hinges)
        if summed is not None:
            return summed
    found = ClassCodes(y_true, "y_true")
    decisions = given.checked_scores(found.n)
    known = found if labels is None else ClassCodes(labels, "labels")
    if known.k <= 2:
        column = as_column(decisions, "pred_decision")
        raise_not_finite(column, "pred_decision")
        signs = np.where(found.among(known) == 1, 1.0, -1.0)
        return given.sum_rows(np.maximum(1.0 - signs * column, 0.0))
    codes = given.arranged(found, labels, is_theirs=True)
    if codes is None:
        raise ValueError(
            "pred_decision must be of shape (n_samples, n_classes), that is "
            f"{(found.n, known.k)} here, got {decisions.shape}. Include all labels in "
            "y_true or pass them as labels."
        )
    return given.sum_codes(class_scores.sum_hinges, codes)


def top_k_hits(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    k: int = 2,
    labels: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
) -> Rows:
    """Return for each row 1.0 if its class is among the first k, else 0.0."""
    found = sum_top_k_hits(y_true, y_score, k, labels, sample_weight, keep=True)
    assert found.rows is not None
    return found.rows


def sum_top_k_hits(
    y_true: ArrayLike,
    y_score: ArrayLike,
    k: int,
    labels: ArrayLike | None,
    sample_weight: ArrayLike | None,
    *,
    keep: bool = False,
) -> Summed:
    """Return how many rows have their class among the k with the largest scores."""
    top = _checked_top(k)
    judge = partial(_count_hits, top)
    given = _Given(y_true, y_score, "y_score", sample_weight, keep)
    if labels is None:
        summed = given.sum_numbers(judge, more_than=top)
        if summed is not None:
            return summed
    codes, scores, n_classes = given.of_classes(labels, is_theirs=True)
    if top >= n_classes:
        raise_not_finite(scores, "y_score")
        _warn_of_all(k, n_classes, "a perfect score")
        return given.sum_rows(np.ones(len(codes)))
    if n_classes == 2:
        hits = _above(scores) == (codes == 1)
        return given.sum_rows(hits.astype(np.float64))
    return given.sum_codes(judge, codes)


def read_top_classes(
    y_true: ArrayLike,
    y_score: ArrayLike,
    k: int,
    labels: ArrayLike | None,
    sample_weight: ArrayLike | None,
) -> TopRows:
    """Return which classes are among the k with the largest scores, of each row."""
    top = _checked_top(k)
    given = _Given(y_true, y_score, "y_score", sample_weight, keep=False)
    codes, scores, n_classes = given.of_classes(labels)
    raise_not_finite(scores, "y_score")
    if top >= n_classes:
        _warn_of_all(k, n_classes, "every class of every row")
        chosen = np.ones((len(codes), n_classes), np.bool_)
    elif n_classes == 2:
        above = _above(scores)
        chosen = np.stack([~above, above], axis=1)
    else:
        chosen = np.empty(scores.shape, np.bool_)

        def choose_block(rows: slice) -> None:
            chosen[rows] = _among_best(scores[rows], top)

        map_blocks(choose_block, row_blocks(*scores.shape))
    return TopRows(codes, chosen, given.scaled_weights())


def _among_best(scores: NDArray[Any], top: int) -> NDArray[np.bool_]:
    """Return which scores of a row are among the largest, later columns first."""
    place = scores.shape[1] - top
    least = np.partition(scores, place, axis=1)[:, place, None]
    chosen: NDArray[np.bool_] = scores >= least
    tied = np.flatnonzero(np.count_nonzero(chosen, axis=1) > top)
    if len(tied):
        level = scores[tied] == least[tied]
        spare = top - np.count_nonzero(chosen[tied] & ~level, axis=1)
        # How many there are from a column to the last.
        upto = np.cumsum(level[:, ::-1], axis=1)[:, ::-1]
        chosen[tied] &= ~level | (upto <= spare[:, None])
    return chosen


def _warn_of_all(k: int, n_classes: int, what: str) -> None:
    warn(
        f"'k' ({k}) greater than or equal to 'n_classes' ({n_classes}) will result in "
        f"{what} and is therefore meaningless.",
        UndefinedMetricWarning,
    )


def _above(scores: NDArray[Any]) -> NDArray[np.bool_]:
    """Return of which rows the larger of two classes comes first."""
    raise_not_finite(scores, "y_score")
    inside = scores.min() >= 0 and scores.max() <= 1
    found: NDArray[np.bool_] = scores > (0.5 if inside else 0)
    return found


def _count_hits(
    top: int, codes: NDArray[Any], scores: NDArray[Any], *rest: Any
) -> tuple[float, float, float] | None:
    return class_scores.count_hits(codes, scores, top, *rest)


class _Given:
    """Labels, scores and weights, of which each is read when it is needed."""

    def __init__(
        self,
        y_true: ArrayLike,
        scores: ArrayLike,
        name: str,
        sample_weight: ArrayLike | None,
        keep: bool,
    ) -> None:
        self._y_true = y_true
        self._given = scores
        self._name = name
        self._sample_weight = sample_weight
        self._keep = keep
        self._names: tuple[Any, ...] = ()
        self._scores: NDArray[Any] | None = None
        self._weights: Rows | None = None

    def arranged(
        self, found: ClassCodes, labels: ArrayLike | None, *, is_theirs: bool
    ) -> NDArray[np.int32] | None:
        """Bring columns into the order of the classes; return the rows' columns.

        None if there is not one column for each class.
        """
        scores = self.checked_scores(found.n)
        if scores.ndim != 2:
            return None
        if self._names:
            scores = NamedMatrix.of(scores, self._names)
        made = arrange(found, scores, labels, self._name, is_theirs=is_theirs)
        if made is None:
            return None
        self._scores = made.matrix
        return made.codes

    def of_classes(
        self, labels: ArrayLike | None, *, is_theirs: bool = False
    ) -> tuple[NDArray[np.int32], NDArray[Any], int]:
        """Return the columns of the rows' classes, the scores, and how many classes.

        Scores need not be finite; of two classes they are one column.
        """
        found = ClassCodes(self._y_true, "y_true")
        scores = self.checked_scores(found.n)
        known = found if labels is None else ClassCodes(labels, "labels")
        several = max(found.k, known.k) > 2
        if not several:
            scores = _one_column(scores)
        elif scores.ndim != 2:
            raise ValueError(
                "y_score must be of shape (n_samples, n_classes), since there are "
                f"several classes, got {scores.shape}."
            )
        n_classes = scores.shape[1] if several else 2
        codes = None
        if several:
            codes = self.arranged(found, labels, is_theirs=is_theirs)
            scores = self.checked_scores(found.n)
        elif known.k == 2:
            codes = found.among(known)
        if codes is None:
            raise ValueError(
                f"Number of classes in {known.name} ({known.k}) not equal to the "
                f"number of classes in y_score ({n_classes}). All classes that there "
                "are can be given as labels."
            )
        return codes, scores, n_classes

    def scaled_weights(self) -> Rows | None:
        """Return the weights times a power of two, at most 1: sums are in range."""
        if self._weights is None:
            return None
        power = int(np.frexp(self._weights.max())[1])
        scaled: Rows = np.ldexp(self._weights, -power)
        return scaled

    def checked_scores(self, n: int) -> NDArray[Any]:
        """Return numbers in one or two dimensions, float32 or float64, of n rows.

        They need not be finite. Weights are checked as well.
        """
        if self._scores is not None:
            return self._scores
        array = number_matrix(self._given, self._name)
        if isinstance(array, NamedMatrix):
            self._names = array.names
        if len(array) != n:
            raise ValueError(
                "Found input variables with inconsistent numbers of samples: y_true "
                f"has {n}, {self._name} has {len(array)}."
            )
        if self._sample_weight is not None:
            self._weights = sample_weights(self._sample_weight, n)
        if array.dtype.char not in "fd":
            with np.errstate(over="ignore"):  # of long doubles: refused as infinite
                array = array.astype(np.float64)
        self._scores = np.asarray(array)
        return self._scores

    def sum_numbers(self, judge: Judge, more_than: int = 2) -> Summed | None:
        """Judge rows whose labels are numbers of columns, of which each occurs.

        None if they are anything else, or columns are not more than so many, or two.
        """
        labels = self._y_true
        if type(labels) is not np.ndarray or labels.ndim != 1 or not len(labels):
            return None
        if labels.dtype not in _LABEL_TYPES or not labels.flags.aligned:
            return None
        scores = self.checked_scores(len(labels))
        if scores.ndim != 2 or scores.shape[1] <= max(more_than, 2) or self._names:
            return None
        return self._sum(judge, labels, complete=True)

    def sum_codes(self, judge: Judge, codes: NDArray[np.int32]) -> Summed:
        """Judge rows whose columns are known."""
        found = self._sum(judge, codes, complete=False)
        assert found is not None
        return found

    def sum_rows(self, rows: Rows) -> Summed:
        """Add up what rows come to."""
        total, weight, _ = sum_rows(rows, self._weights)
        return Summed(total, weight, rows)

    def _sum(
        self, judge: Judge, codes: NDArray[Any], *, complete: bool
    ) -> Summed | None:
        scores, weights = self._scores, self._weights
        assert scores is not None
        n, k = scores.shape
        out = np.empty(n) if self._keep else None
        blocks = row_blocks(n, k)
        seen = np.zeros((len(blocks), k), np.uint8)

        def sum_block(i: int) -> tuple[float, float, float] | None:
            rows = blocks[i]
            return judge(
                codes[rows],
                side_by_side(scores[rows]),
                None if weights is None else weights[rows],
                seen[i],
                None if out is None else out[rows],
            )

        found = map_blocks(sum_block, range(len(blocks)))
        parts = [part for part in found if part is not None]
        if len(parts) < len(found) or (complete and not seen.any(axis=0).all()):
            return None
        totals, sizes, sums = np.array(parts).T
        if not all(map(isfinite, sums)):
            raise_not_finite(scores, self._name)
        total, size = (sum_f64(np.ascontiguousarray(x)) for x in (totals, sizes))
        return Summed(total, size, out)


def _checked_top(k: int) -> int:
    try:
        top = index(k)
    except TypeError:
        raise TypeError(
            f"k must be a whole number, got a {type(k).__name__}."
        ) from None
    if top < 1:
        raise ValueError(f"k must be at least 1, got {k}.")
    return top


def _one_column(scores: NDArray[Any]) -> NDArray[Any]:
    if scores.ndim == 2 and scores.shape[1] != 1:
        raise ValueError(
            f"y_true is binary while y_score has {scores.shape[1]} columns: give the "
            "scores of the larger label alone, y_score[:, 1]. If there are more labels "
            "than y_true holds, they must be given as labels."
        )
    return scores.ravel()


# -------------------------------------------------------------------------- top classes
# Precision, recall and F of the k best classes of each row, and each row's part.
#
# The k best classes of a row are predicted, so a row counts for several classes.


AVERAGES = ("macro", "micro", "weighted", None)
# How much of the numerator a hit is, of the denominator a row of the class, and a row
# that the class is predicted of.
_PARTS = {"precision": (1, 0, 1), "recall": (1, 1, 0), "fscore": (2, 1, 1)}


def measure_top_classes(
    measure: str,
    y_true: ArrayLike,
    y_score: ArrayLike,
    k: int,
    average: str | None,
    labels: ArrayLike | None,
    sample_weight: ArrayLike | None,
    zero_division: Any,
) -> Any:
    """Return a measure of `ratio`, averaged over classes or for each class."""
    undefined = _checked(average, zero_division)
    rows = read_top_classes(y_true, y_score, k, labels, sample_weight)
    sums = _sums(rows, average)
    top, bottom = ratio(measure, sums.hits, sums.true, sums.predicted)
    if isinstance(zero_division, str) and not np.all(bottom):
        warn_undefined(measure, average, np.size(bottom))
    values = quotient(top, bottom, undefined)
    if average is None:
        return values
    return float(mean(values, sums.weights) if sums.averaged else values)


def top_class_values(
    measure: str,
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    k: int = 2,
    average: str | None = "macro",
    labels: ArrayLike | None = None,
    zero_division: Any = "warn",
    sample_weight: ArrayLike | None = None,
) -> NDArray[np.float64]:
    """Return the value plus each row's influence on it, which are 0 on average."""
    undefined = _checked(average, zero_division)
    if average is None:
        raise ValueError("average=None has a value per class, and rows have one value.")
    rows = read_top_classes(y_true, y_score, k, labels, sample_weight)
    sums = _sums(rows, average)
    top, bottom = (
        np.atleast_1d(part).astype(np.float64)
        for part in ratio(measure, sums.hits, sums.true, sums.predicted)
    )
    values = quotient(top, bottom, undefined)
    total = len(rows.codes) if rows.weights is None else rows.weights.sum()
    shares, moved = np.ones(1), np.zeros(1)
    value = values[0]
    if sums.averaged:
        kept = ~np.isnan(values)
        shares = kept.astype(np.float64)
        if sums.weights is not None and sums.weights[kept].any():
            shares *= sums.weights
        weight = shares.sum()
        shares /= weight
        value = mean(values, sums.weights)
        if average == "weighted":  # a row adds to the weight of its class
            moved = np.where(kept, values - value, 0.0) / weight
    # What a unit of a class's denominator is worth; of nothing nothing moves.
    slopes = np.divide(shares, bottom, out=np.zeros_like(bottom), where=bottom > 0)
    taken = np.where(slopes > 0, slopes * values, 0.0)
    codes, chosen = rows.codes, rows.chosen
    hit, of_class, predicted = _PARTS[measure]
    hits = chosen[np.arange(len(codes)), codes]
    n_classes = chosen.shape[1]
    slopes, taken, moved = (
        np.broadcast_to(each, n_classes) for each in (slopes, taken, moved)
    )
    found = hit * hits * slopes[codes] - of_class * taken[codes] + moved[codes]
    if predicted:
        found -= chosen @ taken
    result: NDArray[np.float64] = value + total * found
    return result


def _checked(average: Any, zero_division: Any) -> float:
    if not is_one_of(average, AVERAGES):
        raise ValueError(f"average must be one of {AVERAGES}, got {shown(average)}.")
    return zero_value(zero_division)


def _sums(rows: TopRows, average: str | None) -> Sums:
    """Return the sums that an average divides, of each class or of all."""
    codes, chosen, weights = rows
    n_classes = chosen.shape[1]
    hits = chosen[np.arange(len(codes)), codes]
    if weights is None:
        own = np.bincount(codes[hits], minlength=n_classes)
        predicted: Any = np.count_nonzero(chosen, axis=0)
    else:
        own = np.bincount(codes[hits], weights[hits], minlength=n_classes)
        predicted = weights @ chosen
    true = np.bincount(codes, weights, minlength=n_classes)
    if average == "micro":
        return Sums(own.sum(), true.sum(), predicted.sum())
    if average is None:
        return Sums(own, true, predicted)
    return Sums(own, true, predicted, True, true if average == "weighted" else None)
