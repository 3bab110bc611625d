"""True and predicted labels: two columns, or two matrices with several labels per row.

The rules and the words of errors are the same as in scikit-learn's metrics of labels.
In addition, columns of Python objects may contain numbers, and no value may be missing.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

import numpy as np

from fastmetrics._common.names import Level, as_levels, levels_of, listed, shown
from fastmetrics._common.options import warn
from fastmetrics._common.packing import array_of_texts
from fastmetrics._inputs.columns import (
    Categories,
    as_array,
    as_bools,
    as_column,
    convert,
    one_dimension,
    raise_no_rows,
    raise_not_finite,
)
from fastmetrics._inputs.label_columns import PLAIN, LabelColumn, label_column
from fastmetrics._inputs.labels import target, type_of_matrix
from fastmetrics._inputs.rows import is_sparse, sparse_rows
from fastmetrics._inputs.scores import numbers, sample_weights, warn_other_order
from fastmetrics._kernels import confusion, keys, sums

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import ArrayLike, NDArray


INDICATOR = "multilabel-indicator"

# So many entries are looked at in one go: they stay in the cache meanwhile.
_BLOCK = 1 << 17


class Indicators(NamedTuple):
    """True and predicted labels of each row.

    Attributes
    ----------
    true, predicted : ndarray or csr_array of shape (n, n_labels)
        A row has a label where its entry is not zero; either both are sparse (in
        canonical format, no zero stored) or neither. They may be the caller's own:
        read them only.
    weights : ndarray of shape (n,) or None
        int64 if they came as integers or bool, else float64.
    """

    true: Any
    predicted: Any
    weights: NDArray[Any] | None

    @property
    def n(self) -> int:
        """The number of rows."""
        return self.true.shape[0]

    @property
    def n_labels(self) -> int:
        """The number of labels, that is, columns."""
        return self.true.shape[1]

    @property
    def sparse(self) -> bool:
        """Whether the matrices are sparse."""
        return not isinstance(self.true, np.ndarray)

    @property
    def integer_weights(self) -> bool:
        """Whether there are weights, all of them whole numbers by their dtype."""
        return self.weights is not None and self.weights.dtype.kind == "i"


def indicator_pair(
    y_true: ArrayLike, y_pred: ArrayLike, sample_weight: ArrayLike | None = None
) -> Indicators:
    """Return two matrices of indicators, checked, and the weights of their rows.

    Indicators are what scikit-learn calls multilabel-indicator: at least two columns,
    at most two distinct values, both whole numbers. Anything else raises, be it that
    only one of the two is such a matrix.
    """
    return pair_indicators(y_true, [y_pred], sample_weight)[0]


def pair_indicators(
    y_true: ArrayLike,
    y_preds: Sequence[ArrayLike],
    sample_weight: ArrayLike | None = None,
) -> list[Indicators]:
    """Return an `indicator_pair` per model; ``y_true`` and weights are read once."""
    true = _matrix(y_true, "y_true")
    predicted = [_matrix(y_pred, "y_pred") for y_pred in y_preds]
    n = true.shape[0]
    for matrix in predicted:
        if matrix.shape[0] != n:
            raise ValueError(
                "Found input variables with inconsistent numbers of samples: y_true "
                f"has {n}, y_pred has {matrix.shape[0]}."
            )
    if n == 0:
        raise_no_rows("y_true")
    kind = _kind(true, "y_true")
    for matrix in predicted:
        _check_kinds(true, kind, matrix, _kind(matrix, "y_pred"))
    weights = None if sample_weight is None else _weights(sample_weight, n)
    dense = isinstance(true, np.ndarray)
    as_sparse = None if dense else _compressed(true)
    pairs = []
    for matrix in predicted:
        if dense and isinstance(matrix, np.ndarray):
            pairs.append(Indicators(true, matrix, weights))
            continue
        if as_sparse is None:
            as_sparse = _compressed(true)
        pairs.append(Indicators(as_sparse, _compressed(matrix), weights))
    return pairs


def _check_kinds(true: Any, kind: str, predicted: Any, other_kind: str) -> None:
    """Raise unless both matrices are indicators of the same labels."""
    if kind != other_kind:
        raise ValueError(
            f"Classification metrics can't handle a mix of {kind} and {other_kind} "
            f"targets: y_true is of shape {true.shape}, y_pred of {predicted.shape}."
        )
    if kind != INDICATOR:
        raise ValueError(
            f"{kind} is not supported: with labels in several columns, y_true and "
            "y_pred must have at most two distinct values, both integers."
        )
    if true.shape != predicted.shape:
        raise ValueError(
            "y_true and y_pred must have the same labels, got different numbers of "
            f"them: {true.shape[1]} and {predicted.shape[1]} columns."
        )


def indicator_matrix(x: Any, name: str) -> tuple[Any, str]:
    """Return labels in columns, an array or sparse rows, and their type.

    The type is named in scikit-learn's words; only `INDICATOR` is valid.
    """
    matrix = _matrix(x, name)
    if matrix.shape[0] == 0:
        raise_no_rows(name)
    return matrix, _kind(matrix, name)


def row_blocks(n: int, n_labels: int) -> Iterator[slice]:
    """Yield slices that cut n rows into blocks of a bounded number of entries."""
    step = max(1, _BLOCK // max(n_labels, 1))
    for start in range(0, n, step):
        yield slice(start, min(start + step, n))


def _weights(sample_weight: ArrayLike, n: int) -> NDArray[Any]:
    """Return n weights: int64 if they come as integers or bool, else float64.

    Integers that add up to more than an int64 can hold come back as float64.
    """
    name = "sample_weight"
    column = numbers(as_column(sample_weight, name), name)
    weights = sample_weights(column, n, name)
    if column.dtype.kind not in "biu" or weights.sum() >= 2.0**62:
        return weights
    return column.astype(np.int64, copy=False)


def _matrix(x: Any, name: str) -> Any:
    """Return ``x`` as an array of any dimensions, or in compressed sparse rows."""
    if not is_sparse(x):
        return as_array(x, name)
    if x.ndim != 2 or x.shape[1] == 1:
        raise TypeError(
            f"{name}: sparse input is only supported for several labels per row, got "
            f"shape {x.shape}."
        )
    if x.dtype.kind == "c":
        raise ValueError(
            f"Complex data not supported: {name} must be real, got dtype {x.dtype}."
        )
    return _compressed(sparse_rows(x, name))


def _compressed(x: Any) -> Any:
    """Return compressed sparse rows, entries in order, each once, none of them zero."""
    if isinstance(x, np.ndarray):
        from scipy.sparse import csr_array

        return csr_array(x.astype(np.float32) if x.dtype.char == "e" else x)
    rows = x.tocsr()
    if rows.dtype.char == "?" and as_bools(rows.data) is not rows.data:
        parts = as_bools(rows.data), rows.indices, rows.indptr
        rows = type(rows)(parts, shape=rows.shape)
    if (
        rows.nnz < max(len(rows.data), len(rows.indices))
        or not rows.has_canonical_format
        or not rows.data.all()
    ):
        rows = rows.copy() if rows is x else rows
        rows.sum_duplicates()
        rows.eliminate_zeros()
        rows.prune()
    return rows


def _kind(matrix: Any, name: str) -> str:
    """Return the type of the labels in scikit-learn's words; NaN and infinity raise."""
    if isinstance(matrix, np.ndarray):
        if matrix.ndim == 1 or matrix.shape[1:] == (1,):
            return target(matrix, name)[1]
        values = _two_values(matrix) if matrix.ndim == 2 and matrix.size else None
        entries = matrix
    else:
        entries = matrix.data[:, None]
        values = _two_values(entries) if len(entries) else {0}
        if values is not None and len(values) > 1:  # neither is zero, which is a third
            values = None
    if values is not None and all(map(_is_whole, values)):
        return INDICATOR
    if entries.dtype.kind == "f":
        raise_not_finite(entries, name)
    kind = type_of_matrix(entries)
    # Two values that are too large to be whole, or two besides zero.
    if kind == INDICATOR:
        whole = entries.dtype.kind != "f" or (abs(entries) < 2.0**63).all()
        kind = f"{'multiclass' if whole else 'continuous'}-multioutput"
    return kind


def _two_values(matrix: NDArray[Any]) -> set[Any] | None:
    """Return the distinct values of a matrix of numbers; None if more than two."""
    if matrix.dtype.kind not in "biuf":
        return None
    values: set[Any] = set()
    for rows in row_blocks(*matrix.shape):
        block = matrix[rows].ravel()
        if block.dtype.char in "eg":  # as kernels cannot read them
            with np.errstate(over="ignore"):
                block = block.astype(np.float32 if block.itemsize == 2 else np.float64)
        other, third = keys.find_others(block)
        values.add(block[0].item())
        if other >= 0:
            values.add(block[other].item())
        if third >= 0 or len(values) > 2:
            return None
    return values


def _is_whole(value: Any) -> bool:
    return not isinstance(value, float) or (value.is_integer() and abs(value) < 2.0**63)


# --- pairs of label columns


class LabelPair:
    """True and predicted labels of the same rows, and their weights.

    Attributes
    ----------
    true, predicted : LabelColumn
        Both of numbers, of strings, or of dates.
    n : int
        How many rows there are, at least one.
    weights : ndarray of shape (n,) or None
        float64, finite, none negative, not all zero. It may be the caller's own.
    integer_weights : bool
        Whether the weights came as integers or bool.
    """

    __slots__ = ("integer_weights", "n", "predicted", "true", "weights")

    def __init__(
        self,
        true: LabelColumn,
        predicted: LabelColumn,
        weights: NDArray[np.float64] | None,
        integer_weights: bool,
    ) -> None:
        self.true = true
        self.predicted = predicted
        self.n = len(true.items)
        self.weights = weights
        self.integer_weights = integer_weights

    def count_equal(self) -> tuple[Any, Any] | None:
        """Count the rows whose labels are equal, and all; None if only a table tells.

        With weights both are exact sums of weights: Fractions.
        """
        equal: Any
        if self.true.values is None and self.predicted.values is None:
            if self.true.kind != "number" and self.true.dtype != self.predicted.dtype:
                return None  # dates in different units
            items = self.true.items, self.predicted.items
            count = confusion.count_equal_plain(*items)
            if self.weights is None:
                return None if count is None else (count, self.n)
            one_type = count is not None
            equal = items[0] == items[1] if one_type else _equal_numbers(*items)
            if equal is None:
                return None
        else:
            if self.true.values is None or self.predicted.values is None:
                return None
            numbered = self._numbered_in_common()
            equal = numbered[0] == numbered[1]
            if self.weights is None:
                return int(np.count_nonzero(equal)), self.n
        parts = sums.split_sum(np.ascontiguousarray(self.weights), equal.view(np.uint8))
        right = sum(map(Fraction, parts[1]))
        return right, right + sum(map(Fraction, parts[0]))

    def _numbered_in_common(self) -> list[NDArray[np.int64]]:
        """Return the number of each row's label, of both columns, of labels of both."""
        sides = self.true, self.predicted
        # Items are numbers of labels, each side's its own: number them in common.
        items = [side.items.astype(np.intp, copy=False) for side in sides]
        used = [np.flatnonzero(np.bincount(x)) for x in items]
        labels = [side.labels(at) for side, at in zip(sides, used, strict=True)]
        rows = []
        for x, at, numbers_of in zip(items, used, union(*labels)[1:], strict=True):
            number = np.empty(at[-1] + 1, np.int64)
            number[at] = numbers_of
            rows.append(number[x])
        return rows

    def distinct(self) -> tuple[list[Any], list[Any]]:
        """Return the labels that rows have, true and predicted ones."""
        labels = []
        for side in (self.true, self.predicted):
            if side.values is None:
                items = np.unique(side.items)
            else:
                items = np.flatnonzero(np.bincount(side.items))
            labels.append(side.labels(items).tolist())
        return labels[0], labels[1]

    def raise_wrong(self) -> NoReturn:
        """Raise the error of labels that do not mix, or of floats with fractions.

        Call it if a kernel has found an item that is not an int64.
        """
        columns = self.true, self.predicted
        types = [column.target_type() for column in columns]
        if "continuous" in types:
            odd = columns[types.index("continuous")]
            what = "continuous is not supported"
            if types[0] != types[1]:
                what = (
                    "Classification metrics can't handle a mix of "
                    f"{types[0]} and {types[1]} targets"
                )
            raise ValueError(
                f"{what}: {odd.name} holds {odd.first_fraction()!s}; labels must be "
                "strings, or whole numbers that fit int64."
            )
        kinds = self.true.kind, self.predicted.kind
        if kinds[0] != kinds[1]:
            raise _mixed(kinds, (self.true.name, self.predicted.name))
        raise RuntimeError("the labels were modified while they were being read.")


def label_pair(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    sample_weight: ArrayLike | None = None,
    *,
    names: tuple[str, str] = ("y_true", "y_pred"),
) -> LabelPair | Indicators:
    """Return two columns of labels, or matrices of indicators, checked.

    Columns of numbers in native byte order are neither copied nor read, but for
    uint64; whether floats are whole is left to who reads them. ``names`` is what
    errors call the two.
    """
    if (
        type(y_true) is np.ndarray
        and type(y_pred) is np.ndarray
        and y_true.dtype in PLAIN
        and y_pred.dtype in PLAIN
        and y_true.ndim == 1
        and y_pred.ndim == 1
        and len(y_true) == len(y_pred) > 0
    ):
        if y_true.dtype.char == "?":
            y_true = as_bools(y_true)
        if y_pred.dtype.char == "?":
            y_pred = as_bools(y_pred)
        true = LabelColumn(names[0], y_true, y_true.dtype)
        predicted = LabelColumn(names[1], y_pred, y_pred.dtype)
        return _weighted(true, predicted, sample_weight)
    return pair_models(y_true, [y_pred], sample_weight, names=names)[0]


def pair_models(
    y_true: ArrayLike,
    y_preds: Sequence[ArrayLike],
    sample_weight: ArrayLike | None = None,
    *,
    names: tuple[str, str] = ("y_true", "y_pred"),
) -> list[LabelPair] | list[Indicators]:
    """Return a `label_pair` per model; ``y_true`` and weights are read once."""
    for y_pred in y_preds:
        warn_other_order(y_true=y_true, y_pred=y_pred, sample_weight=sample_weight)
    first = _converted(y_true, names[0])
    others = [_converted(y_pred, names[1]) for y_pred in y_preds]
    for other in others:
        _check_lengths((first, other), names)
    # Next to a column of true labels a matrix raises, whatever the other models gave.
    odd = [x for x in others if not _is_column(x)] if _is_column(first) else others
    if odd:
        matrices = [x.decoded() if isinstance(x, Categories) else x for x in odd]
        if isinstance(first, Categories):
            first = first.decoded()
        return pair_indicators(first, matrices, sample_weight)
    true = label_column(first, names[0])
    pairs: list[LabelPair] = []
    for other in others:
        predicted = label_column(other, names[1])
        if pairs:
            known = pairs[0]
            pair = LabelPair(true, predicted, known.weights, known.integer_weights)
        else:
            pair = _weighted(true, predicted, sample_weight)
        if true.kind != predicted.kind or true.kind == "continuous":
            pair.raise_wrong()
        pairs.append(pair)
    return pairs


def union(
    true_values: ArrayLike, predicted_values: ArrayLike
) -> tuple[NDArray[Any], NDArray[np.int64], NDArray[np.int64]]:
    """Return the distinct labels of two arrays, sorted, and where each one's are.

    The labels have the dtype of the first array if it has all labels, else NumPy's
    promoted dtype, or object if that would round; strings get as wide as the widest, or
    objects where `array_of_texts` has it so. Ordered categories on either side sort in
    their order.
    """
    first, second = np.asarray(true_values), np.asarray(predicted_values)
    n = len(first)
    if not n or not len(second):  # nothing is of any dtype
        first, second = (first, first[:0]) if n else (second[:0], second)
    sides = first, second
    kinds = _kind_of(first), _kind_of(second)
    if n and len(second) and kinds[0] != kinds[1]:
        raise _mixed(kinds, ("one side", "the other"))
    if all(side.dtype.kind in "biufmM" for side in sides) and _keep_all(first, second):
        labels, where = np.unique(np.concatenate(sides), return_inverse=True)
        where = where.astype(np.int64, copy=False)
    else:
        # Python compares strings of any width, and numbers of any two kinds exactly.
        rows = [*first.tolist(), *second.tolist()]
        levels = levels_of(rows)
        if levels is not None:
            rows, levels = _of_one_order(rows)
        distinct = sorted(set(rows))
        at = {label: i for i, label in enumerate(distinct)}
        where = np.array([at[label] for label in rows], np.int64)
        if "text" in kinds:
            names = None if levels is not None else array_of_texts(distinct)
            if names is None:  # kinds do not mix: these are levels
                names = np.array(distinct, object)
            return names, where[:n], where[n:]
        labels = np.array(distinct, object)
    dtype = first.dtype
    if len(np.unique(where[:n])) < len(labels):
        dtype = np.result_type(dtype, second.dtype)
    cast = labels.astype(dtype, copy=False)
    if cast.dtype.kind == "f" and cast.tolist() != labels.tolist():
        cast = labels  # large integers, which might become equal
    return cast, where[:n], where[n:]


def _of_one_order(labels: list[Any]) -> tuple[list[Any], list[str] | None]:
    """Return labels as levels of one order, which is None where they have no such."""
    orders = {tuple(level.places) for level in labels if isinstance(level, Level)}
    longest = max(orders, key=len)
    rests = (iter(longest) for _ in orders)
    if {*labels} <= {*longest} and all(
        all(name in rest for name in order)
        for order, rest in zip(orders, rests, strict=True)
    ):
        return as_levels([str(label) for label in labels], longest), [*longest]
    others = [str(label) for label in labels if label not in longest]
    why = "others have another order"
    if others:
        why = f"{shown(others[0])} is not one of them"
    warn(
        f"some labels are of ordered categories, {listed([*longest])}, and {why}: the "
        "order is ignored, and labels are sorted."
    )
    return [str(label) for label in labels], None


# --- conversion and lengths


def _converted(x: Any, name: str) -> Any:
    """Return an array, categories, or a sparse matrix unchanged."""
    return x if is_sparse(x) else convert(x, name)


def _is_column(column: Any) -> bool:
    """Whether there is one label per row; False for sparse matrices."""
    if isinstance(column, Categories):
        return True
    return isinstance(column, np.ndarray) and (
        column.ndim == 1 or (column.ndim == 2 and column.shape[1] == 1)
    )


def _check_lengths(lengths: tuple[Any, Any], names: tuple[str, str]) -> None:
    n, n_pred = (
        len(x.codes) if isinstance(x, Categories) else x.shape[0] for x in lengths
    )
    if n != n_pred:
        raise ValueError(
            "Found input variables with inconsistent numbers of samples: "
            f"{names[0]} has {n}, {names[1]} has {n_pred}."
        )
    if n == 0:
        raise ValueError(
            f"Found empty input array (e.g., `{names[0]}` or `{names[1]}`) while a "
            "minimum of 1 sample is required."
        )


def _weighted(
    true: LabelColumn, predicted: LabelColumn, sample_weight: ArrayLike | None
) -> LabelPair:
    if sample_weight is None:
        return LabelPair(true, predicted, None, False)
    name = "sample_weight"
    array = as_array(sample_weight, name)
    if array.ndim > 1 and array.shape[1:] != (1,):
        raise ValueError(
            f"Sample weights must be 1D array or scalar, got shape {array.shape}; "
            "pass one weight per row instead of a scalar."
        )
    column = numbers(one_dimension(array, name), name)
    weights = sample_weights(column, len(true.items), name)
    return LabelPair(true, predicted, weights, column.dtype.kind in "biu")


# --- kinds of labels, and those that do not mix


def _equal_numbers(first: NDArray[Any], second: NDArray[Any]) -> Any:
    """Return a mask of equal items of two types; None if NumPy could be wrong.

    That is if one has a fraction, or does not fit the type in which NumPy compares.
    """
    for items in (first, second):
        kind = items.dtype.kind
        if kind not in "iuf" or (kind == "u" and items.dtype.itemsize == 8):
            return None
        if kind == "f":
            if not (np.abs(items) < 2**53).all() or (np.rint(items) != items).any():
                return None
    return first == second


def _kind_of(values: NDArray[Any]) -> str:
    if values.dtype.kind == "O":
        return "text" if len(values) and isinstance(values[0], str) else "number"
    kinds = {"U": "text", "M": "date", "m": "duration"}
    return kinds.get(values.dtype.kind, "number")


def _keep_all(first: NDArray[Any], second: NDArray[Any]) -> bool:
    """Whether the dtype that NumPy promotes both to keeps all values distinct."""
    dtypes = first.dtype, second.dtype
    if dtypes[0] == dtypes[1] or np.result_type(*dtypes).kind != "f":
        return True
    return all(dtype.kind == "f" or dtype.itemsize < 8 for dtype in dtypes)


def _mixed(kinds: tuple[str, str], names: tuple[str, str]) -> Exception:
    shown = " and ".join("string" if kind == "text" else kind for kind in kinds)
    message = (
        f"Mix of label input types ({shown}): {names[0]} and {names[1]} must be of one "
        "kind."
    )
    # Other objects can be distinguished, but not sorted.
    return ValueError(message) if "text" in kinds else TypeError(message)
