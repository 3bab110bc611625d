"""Scores and weights: checked numbers in the order of their index, sorted by score."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, TypeVar

import numpy as np

from fastmetrics._common import threads
from fastmetrics._common.options import warn
from fastmetrics._inputs.columns import (
    as_array,
    as_column,
    is_number,
    raise_no_rows,
    raise_not_finite,
    raise_nulls,
)
from fastmetrics._inputs.labels import Labels, check_length, label_values
from fastmetrics._kernels import keys, labelled, objects
from fastmetrics._kernels.keys import SplitScores
from fastmetrics._kernels.labelled import LabelledScores, LabelledSort
from fastmetrics._kernels.sort import WeightedSort

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    _Decode = tuple[Callable[..., None], type[np.number[Any]]]


# --- series and frames of pandas whose rows are in another order than each other's


def warn_other_orders(first: Any, **arguments: Any) -> None:
    """Do so for ``y_true`` and each of the columns, of which some may be mappings."""
    for name, columns in arguments.items():
        for column in columns.values() if isinstance(columns, Mapping) else [columns]:
            warn_other_order(y_true=first, **{name: column})


def warn_other_order(**columns: Any) -> None:
    """Warn if two columns have the same index labels, but in another order.

    Rows are compared by position, whatever the index.
    """
    indexed = [
        (name, column.index)
        for name, column in columns.items()
        if type(column).__module__.partition(".")[0] == "pandas"
        and hasattr(column, "iloc")
    ]
    if len(indexed) < 2:
        return
    (first, own), *others = indexed
    for name, index in others:
        if len(index) != len(own) or index.equals(own):
            continue
        if index.is_unique and own.is_unique and not len(own.difference(index, False)):
            warn(
                f"{first} and {name} have the same index labels in another order. Rows "
                f"are compared by position, as in scikit-learn: {name}.reindex("
                f"{first}.index) puts them in the same order."
            )


# --- scores and weights: checked numbers, and keys in the scores' order

_Result = TypeVar("_Result")

# Numbers of a block of rows: some megabytes.
_BLOCK = 1 << 19


def map_rows(
    function: Callable[[NDArray[Any]], _Result], matrix: NDArray[Any]
) -> list[_Result]:
    """Return the results of a function for each block of rows, in order."""
    step = max(1, _BLOCK // max(matrix[:1].size, 1))
    if len(matrix) <= step:
        return [function(matrix)]
    starts = range(0, len(matrix), step)
    return threads.map_blocks(lambda at: function(matrix[at : at + step]), starts)


# --- scores and weights: checked numbers, and keys in the scores' order


class ScoreKind:
    """The kind of scores from which keys were made.

    ``dtype`` is the type of scores, ``key_dtype`` the type of keys.
    """

    __slots__ = ("_decode", "dtype", "key_dtype")

    def __init__(
        self,
        dtype: np.dtype[Any],
        key_dtype: type[np.unsignedinteger[Any]],
        decode: _Decode | None,
    ) -> None:
        self.dtype = dtype
        self.key_dtype = np.dtype(key_dtype)
        self._decode = decode

    def decode(self, keys: NDArray[Any], *, reuse: bool = False) -> NDArray[Any]:
        """Return the scores that ``keys`` were made of, in their own dtype.

        ``reuse`` puts them in the memory of ``keys``, which are lost.
        """
        if not reuse or not keys.flags.c_contiguous:
            keys = np.array(keys, dtype=self.key_dtype)
        if self._decode is None:
            return keys.astype(self.dtype, copy=False)
        write, number = self._decode
        scores = keys.view(number)
        write(keys, scores)
        return scores.astype(self.dtype, copy=False)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ScoreKind) and self.dtype == other.dtype

    def __hash__(self) -> int:
        return hash(self.dtype)

    def __repr__(self) -> str:
        return f"ScoreKind({self.dtype})"


class RowScores(NamedTuple):
    """Rows in their order: keys, labels (1: positive) and weights.

    ``rows`` are the indices of the rows that were kept; None if all were.
    """

    keys: NDArray[Any]
    labels: NDArray[np.uint8]
    weights: NDArray[np.float64] | None
    kind: ScoreKind
    rows: NDArray[np.int64] | None


_TO_F64: _Decode = (keys.decode_f64, np.float64)
_TO_F32: _Decode = (keys.decode_f32, np.float32)

# By the dtype of the scores; half and long double pass through another float.
_KINDS: dict[np.dtype[Any], ScoreKind] = {
    dtype: ScoreKind(dtype, key_dtype, decode)
    for names, key_dtype, decode in (
        ("f8", np.uint64, _TO_F64),
        ("f4", np.uint32, _TO_F32),
        ("i8", np.uint64, (keys.decode_i64, np.int64)),
        ("i1 i2 i4", np.uint32, (keys.decode_i32, np.int32)),
        ("u8", np.uint64, None),
        ("? u1 u2 u4", np.uint32, None),
    )
    for dtype in map(np.dtype, names.split())
}
_HALF = ScoreKind(np.dtype(np.float16), np.uint32, _TO_F32)
_LONG = ScoreKind(np.dtype(np.longdouble), np.uint64, _TO_F64)


def score_kind(dtype: np.dtype[Any]) -> ScoreKind | None:
    """Return the kind of scores of a dtype.

    None of those that pass through another dtype first.
    """
    return _KINDS.get(dtype)


def split_scores(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    pos_label: Any = None,
    score_name: str = "y_score",
) -> SplitScores:
    """Return the scores as keys, the positive rows first.

    ``pos_label`` None leaves it to the labels (they must be in {0, 1} or {-1, 1});
    ``LARGEST`` is the larger of two, ``OneOfTwo(label)`` one of at most two; any other
    value is positive against all the rest. One pass over both columns and no memory
    but the keys for arrays of numbers in native byte order. ``score_name`` is what
    errors call the scores.
    """
    split = keys.split_plain(y_true, y_score, pos_label, _KINDS)
    if split is not None:
        return split
    labels, scores, kind = _columns(y_true, y_score, score_name)
    classes = labels.choose(pos_label)
    split_keys, n_pos, status = keys.split(labels.items, scores, *classes)
    if status:
        _explain(labels, scores, status, score_name)
    return SplitScores(split_keys, n_pos, kind)


def sort_labelled(
    y_true: ArrayLike, y_score: ArrayLike, *, pos_label: Any = None
) -> LabelledScores | LabelledSort:
    """Return the scores with their labels as rows in order, or the steps to there.

    Few rows are sorted at once; for many there is a job in steps, which says if a
    label or a score is wrong, and `split_scores` then what. ``pos_label`` as there.
    """
    labelled_scores = labelled.sort_plain(y_true, y_score, pos_label, _KINDS)
    if labelled_scores is not None:
        return labelled_scores
    labels, scores, kind = _columns(y_true, y_score, "y_score")
    labelled_scores = labelled.sort(
        labels.items, scores, *labels.choose(pos_label), kind
    )
    if labelled_scores is None:
        split_scores(y_true, y_score, pos_label=pos_label)
        raise RuntimeError("y_score was modified while it was being read.")
    return labelled_scores


def row_scores(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    pos_label: Any = None,
    sample_weight: ArrayLike | None = None,
    drop_zero_weight: bool = True,
    score_name: str = "y_score",
) -> RowScores:
    """Return keys, labels and weights in row order; the names as above.

    Rows of weight zero are left out after they have been checked, if asked. The
    weights may be the caller's own array: read them only.
    """
    labels, scores, kind = _columns(y_true, y_score, score_name)
    weights, n_zero = None, 0
    if sample_weight is not None:
        weights, n_zero = _checked_weights(sample_weight, labels.n, "sample_weight")
    classes = labels.choose(pos_label)
    row_keys, mask, status = keys.rows(labels.items, scores, *classes)
    if status:
        _explain(labels, scores, status, score_name)
    if weights is None or n_zero == 0 or not drop_zero_weight:
        return RowScores(row_keys, mask, weights, kind, None)
    rows = np.flatnonzero(weights)
    return RowScores(row_keys[rows], mask[rows], weights[rows], kind, rows)


def sort_weighted(
    y_true: ArrayLike, y_score: ArrayLike, sample_weight: ArrayLike, pos_label: Any
) -> tuple[WeightedSort, ScoreKind]:
    """Return the steps to rows in order, with weights.

    These say if something is wrong or a weight is 0, and `row_scores` then what.
    """
    labels, scores, kind = _columns(y_true, y_score, "y_score")
    weights = _weights(sample_weight, labels.n, "sample_weight")
    classes = labels.choose(pos_label)
    return WeightedSort(labels.items, scores, weights, *classes), kind


def sample_weights(
    sample_weight: ArrayLike, n: int, name: str = "sample_weight"
) -> NDArray[np.float64]:
    """Return n weights: float64, finite, none negative, not all zero.

    They may be the caller's own array: read them only.
    """
    return _checked_weights(sample_weight, n, name)[0]


def finite_columns(
    y_true: ArrayLike, y_score: ArrayLike, sample_weight: ArrayLike | None = None
) -> tuple[NDArray[Any], NDArray[Any], NDArray[np.float64] | None]:
    """Return labels and scores in their own dtype, and weights, all of one length."""
    labels = label_values(y_true)
    scores = numbers(as_column(y_score, "y_score"), "y_score")
    _check_lengths(len(labels), len(scores))
    _check_finite(scores, "y_score")
    if sample_weight is None:
        return labels, scores, None
    return labels, scores, sample_weights(sample_weight, len(labels))


def finite_matrix(y_score: Any, name: str = "y_score") -> NDArray[Any]:
    """Return one or two dimensions of finite numbers, in their own dtype."""
    array = number_matrix(y_score, name)
    _check_finite(array, name)
    return array


def lowest_positive(threshold: float, dtype: np.dtype[Any], strict: bool) -> Any:
    """Return the lowest score of a type that a threshold takes as positive.

    ``score >= threshold`` is ``score >= lowest_positive(...)``, and so is, if it is
    strict, ``score > threshold``. Scores are compared in their own precision, to which
    the threshold is rounded as they were: 0.1 of single precision is at 0.1 and not
    above it. Whole numbers are compared as such, however large they are.
    """
    if dtype.kind in "biu":
        if math.isinf(threshold):
            return threshold
        lowest = math.floor(threshold) + 1 if strict else math.ceil(threshold)
        # NumPy compares bools with small numbers only.
        return min(max(lowest, 0), 2) if dtype.kind == "b" else lowest
    with np.errstate(over="ignore", under="ignore"):
        least = dtype.type(threshold)
        return np.nextafter(least, dtype.type(math.inf)) if strict else least


def taken_rows(
    scores: NDArray[Any], threshold: float, strict: bool = False
) -> NDArray[np.bool_]:
    """Return a mask of the scores that a threshold makes positive."""
    return scores >= lowest_positive(threshold, scores.dtype, strict)


def number_matrix(y_score: Any, name: str = "y_score") -> NDArray[Any]:
    """Return one or two dimensions of numbers that need not be finite."""
    array = as_array(y_score, name)
    if array.ndim > 2:
        raise ValueError(
            f"{name} must have one or two dimensions, got shape {array.shape}."
        )
    if len(array) == 0:
        raise_no_rows(name)
    return numbers(array, name)


def numbers(array: NDArray[Any], name: str) -> NDArray[Any]:
    """Return real numbers as they are, objects that are numbers converted."""
    kind = array.dtype.kind
    if kind in "biuf":
        return array
    if kind == "O":
        return _numbers_of_objects(array, name)
    what = {"U": "strings", "S": "bytes", "M": "dates", "m": "time differences"}
    raise ValueError(
        f"{name} must hold numbers, got {what.get(kind, 'values')} (dtype "
        f"{array.dtype}): not compatible with dtype='numeric'."
    )


def _numbers_of_objects(array: NDArray[Any], name: str) -> NDArray[Any]:
    values = array.ravel().tolist()
    numbers_read = objects.read_numbers(values)
    if numbers_read is not None and not (
        numbers_read.dtype.kind == "f" and np.isnan(numbers_read).any()
    ):
        return numbers_read.reshape(array.shape)
    nulls = [i for i, value in enumerate(values) if objects.is_null(value)]
    if nulls:
        raise_nulls(name, len(nulls), len(values), nulls[0])
    for value in values:
        if not is_number(value):
            raise ValueError(
                f"{name} must hold real numbers, got a value of type "
                f"{type(value).__name__}."
            )
    numbers_read = np.array(values) if values else np.empty(0)
    if numbers_read.dtype.kind not in "biuf":
        try:
            numbers_read = np.array([float(value) for value in values])
        except OverflowError as error:
            raise ValueError(f"{name} holds a number out of range: {error}.") from error
    return numbers_read.reshape(array.shape)


def _columns(
    y_true: ArrayLike, y_score: ArrayLike, score_name: str
) -> tuple[Labels, NDArray[Any], ScoreKind]:
    """Return labels and scores, as the kernels take them, and the scores' kind."""
    if type(y_true) is not np.ndarray:
        warn_other_order(y_true=y_true, **{score_name: y_score})
    labels = Labels(y_true, "y_true")
    scores = numbers(as_column(y_score, score_name), score_name)
    _check_lengths(labels.n, len(scores), score_name)
    kind = _KINDS.get(scores.dtype)
    if kind is not None:
        return labels, scores, kind
    if scores.dtype == np.float16:
        return labels, scores.astype(np.float32), _HALF
    raise_not_finite(scores, score_name)
    with np.errstate(over="ignore"):  # to infinity, which the kernel reports
        return labels, scores.astype(np.float64), _LONG


def _check_finite(array: NDArray[Any], name: str) -> None:
    if array.dtype.char == "g":  # to be refused where a float64 could not hold it
        with np.errstate(over="ignore"):
            array = array.astype(np.float64)
    # A sum is finite only if all are; but it may overflow where they are.
    with np.errstate(over="ignore", invalid="ignore"):
        if array.dtype.kind != "f" or np.isfinite(map_rows(np.sum, array)).all():
            return
    if not np.isfinite(array).all():
        raise_not_finite(array, name)


def _check_lengths(n_labels: int, n_scores: int, score_name: str = "y_score") -> None:
    if n_labels != n_scores:
        raise ValueError(
            "Found input variables with inconsistent numbers of samples: y_true has "
            f"{n_labels}, {score_name} has {n_scores}."
        )


def _explain(
    labels: Labels, scores: NDArray[Any], status: int, score_name: str
) -> NoReturn:
    """Raise the error that a kernel found."""
    if status & keys.BAD_LABEL:
        labels.raise_wrong()
    raise_not_finite(scores, score_name)
    raise RuntimeError(f"{score_name} was modified while it was being read.")


def _weights(sample_weight: ArrayLike, n: int, name: str) -> NDArray[np.float64]:
    """Return weights as contiguous doubles, without checks of their values."""
    column = numbers(as_column(sample_weight, name), name)
    check_length(column, n, name)
    with np.errstate(over="ignore"):  # of long doubles; infinity is refused
        return np.require(column, np.float64, ["C", "ALIGNED"])


def _checked_weights(
    sample_weight: ArrayLike, n: int, name: str
) -> tuple[NDArray[np.float64], int]:
    """Return the weights and how many are zero."""
    weights = _weights(sample_weight, n, name)
    n_not_finite, n_negative, n_zero, total = keys.check_weights(weights)
    if n_not_finite:
        raise_not_finite(weights, name)
    if n_negative:
        first = int(np.flatnonzero(weights < 0)[0])
        raise ValueError(
            f"{name} must not be negative: {n_negative} of {n} are, the first in row "
            f"{first} ({weights[first]})."
        )
    if n_zero == n:
        raise ValueError(
            f"Sample weights must contain at least one non-zero number; all {n} of "
            f"{name} are zero."
        )
    if not math.isfinite(total):
        raise ValueError(
            f"{name} must have a finite sum: these are too large to add up, up to "
            f"{weights.max()}."
        )
    return weights, n_zero
