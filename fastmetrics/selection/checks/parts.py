"""Splits in every form that they come in, as the rows of their parts."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator
from types import NoneType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._inputs.class_codes import ClassCodes
from fastmetrics._inputs.columns import Categories, as_column, convert, raise_no_rows
from fastmetrics._inputs.label_columns import label_column
from fastmetrics._inputs.row_codes import number_table
from fastmetrics._inputs.sparse import is_sparse
from fastmetrics._inputs.tables import read_table
from fastmetrics._inputs.targets import check_length

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Rows = NDArray[np.intp]


__all__ = ["LabelCodes", "Parts", "label_codes", "n_rows_of", "parts_of"]

_FORMS = (
    "splits must be a splitter, pairs of (train, test), one such pair, or a column "
    "with the fold of each row"
)


class Parts(NamedTuple):
    """The rows of a split, each once and in their order."""

    train: Rows
    test: Rows


class _Folds(NamedTuple):
    """Columns with the fold of each row, −1 where it is never tested."""

    columns: list[NDArray[Any]]


def n_rows_of(splits: Any) -> tuple[Any, int]:
    """Return splits that can be read again, and how many rows they speak of.

    That many as the column of folds has, else one more than the last row of a part.
    """
    found = _form(splits)
    if isinstance(found, _Folds):
        return found, len(found.columns[0])
    if _is_splitter(found):
        raise ValueError(
            "check_split needs X, y, groups or time to split: a splitter alone does "
            "not say how many rows there are."
        )
    pairs = [*_pairs(found)]
    parts = [
        _rows(part, f"a part of split {i}")
        for i, pair in enumerate(pairs)
        for part in pair
    ]
    for part in parts:
        if part.dtype.kind == "b":
            return pairs, len(part)
    return pairs, 1 + max((int(part.max()) for part in parts if len(part)), default=-1)


def parts_of(splits: Any, n: int, X: Any, y: Any, groups: Any) -> Iterator[Parts]:
    """Yield the parts of each split of n rows, one split at a time.

    Raises
    ------
    ValueError
        If there are no splits, or a part holds what is no row.
    TypeError
        If these are no splits.
    """
    found = splits if isinstance(splits, _Folds) else _form(splits)
    if isinstance(found, _Folds):
        yield from _of_folds(found, n)
        return
    if _is_splitter(found):
        with warnings.catch_warnings():  # groups are here to be checked
            warnings.filterwarnings("ignore", "The groups parameter is ignored")
            found = found.split(np.zeros(n, np.uint8) if X is None else X, y, groups)
    n_splits = 0
    for i, (train, test) in enumerate(_pairs(found)):
        yield Parts(
            _sorted(train, n, f"the training part of split {i}"),
            _sorted(test, n, f"the test part of split {i}"),
        )
        n_splits += 1
    if not n_splits:
        raise ValueError("splits has no splits.")


def _is_splitter(splits: Any) -> bool:
    # Texts and tensors have a method of this name, which is another.
    is_text = isinstance(splits, (str, bytes, bytearray))
    has_split = not is_text and callable(getattr(splits, "split", None))
    return has_split and not _is_part(splits)


def _form(splits: Any) -> Any:
    """Return what the splits are: columns of folds, a splitter, or pairs."""
    if isinstance(splits, _Folds) or _is_splitter(splits):
        return splits
    if isinstance(splits, (list, tuple)):
        if len(splits) == 2 and all(map(_is_part, splits)):
            return [tuple(splits)]
        return _Folds([_folds(splits)]) if _is_part(splits) and splits else splits
    if isinstance(splits, np.ndarray) and splits.ndim == 2 and splits.dtype != object:
        if not len(splits):
            raise ValueError(f"{_FORMS}, got an array of shape {splits.shape}.")
        return _Folds([_folds(column) for column in splits])  # a repeat in each row
    if _is_part(splits):
        return _Folds([_folds(splits)])
    is_single = isinstance(splits, (str, bytes, bytearray)) or (
        isinstance(splits, np.ndarray) and splits.ndim == 0
    )
    if is_single or not isinstance(splits, Iterable):
        raise TypeError(f"{_FORMS}, got {shown(splits)}.")
    return splits


def _is_part(values: Any) -> bool:
    """Whether this is one column, of row numbers or of folds."""
    if isinstance(values, np.ndarray) and (values.ndim != 1 or values.dtype != object):
        return values.ndim == 1
    if isinstance(values, (list, tuple, range, np.ndarray)):
        scalars = (int, float, str, np.generic, NoneType)
        return not len(values) or isinstance(values[0], scalars)
    is_array = isinstance(values, memoryview) or hasattr(values, "__array__")
    return is_array and hasattr(values, "__len__")


def _folds(column: Any) -> NDArray[Any]:
    folds = as_column(column, "splits")
    if folds.dtype.kind not in "iu":
        raise ValueError(
            "splits as a column must have the fold of each row, a whole number, got "
            f"the dtype {folds.dtype}."
        )
    if not len(folds):
        raise ValueError("splits is a column of folds without rows.")
    if folds.dtype.kind == "i" and folds.min() < -1:
        row = int(np.argmin(folds))
        raise ValueError(
            "splits as a column must have folds from 0 up, or -1 for a row that is "
            f"never tested, got {folds[row]} in row {row}."
        )
    return folds


def _of_folds(found: _Folds, n: int) -> Iterator[Parts]:
    for column in found.columns:
        check_length(column, n, "splits")
        folds = np.unique(column)
        folds = folds[folds != -1] if column.dtype.kind == "i" else folds
        if not len(folds):
            raise ValueError("splits is a column of folds in which no row is tested.")
        for fold in folds:
            is_test = column == fold
            yield Parts(np.flatnonzero(~is_test), np.flatnonzero(is_test))


def _pairs(splits: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
    for i, pair in enumerate(splits):
        if not isinstance(pair, (list, tuple)) or len(pair) != 2:
            raise TypeError(f"{_FORMS}; split {i} is {shown(pair)}.")
        yield pair[0], pair[1]


def _rows(part: Any, name: str) -> NDArray[Any]:
    rows = as_column(part, f"splits: {name}")
    if not len(rows):
        return rows.astype(np.intp)
    if rows.dtype.kind not in "iub":
        raise TypeError(
            f"splits: {name} must hold row numbers, or a bool for each row, got the "
            f"dtype {rows.dtype}."
        )
    return rows


def _sorted(part: Any, n: int, name: str) -> Rows:
    """Return the rows of a part in their order, each once."""
    rows = _rows(part, name)
    if rows.dtype.kind == "b":
        if len(rows) != n:
            raise ValueError(f"splits: {name} is a mask of {len(rows)} of {n} rows.")
        return np.flatnonzero(rows)
    if not len(rows):
        return rows
    low, high = int(rows.min()), int(rows.max())
    if low < 0 or high >= n:
        raise ValueError(
            f"splits: {name} has row {low if low < 0 else high}; rows are numbered "
            f"from 0 to {n - 1}."
        )
    if (rows[1:] > rows[:-1]).all():
        return rows.astype(np.intp, copy=False)
    is_in = np.zeros(n, np.bool_)
    is_in[rows] = True
    return np.flatnonzero(is_in)


# --- labels of rows, told apart, and their classes where they are such


class LabelCodes(NamedTuple):
    """A code per row, and the class of each code.

    ``classes`` is None of numbers with fractions and of several labels per row.
    """

    codes: NDArray[np.integer[Any]]
    n_codes: int
    classes: NDArray[Any] | None = None


def label_codes(y: Any, n: int, name: str = "y") -> LabelCodes:
    """Return the labels of n rows as codes; none may be missing."""
    if not is_sparse(y):
        found = convert(y, name)
        column = found.codes if isinstance(found, Categories) else found
        check_length(column, n, name)
        if not n:
            raise_no_rows(name)
        if isinstance(found, Categories) or found.ndim == 1 or found.shape[1:] == (1,):
            if label_column(found, name).first_fraction() is None:
                labels = ClassCodes(found, name)
                return LabelCodes(labels.codes, labels.k, labels.classes)
    table = read_table(y, name)
    codes, n_codes = number_table(table, name=name)
    check_length(codes, n, name)
    return LabelCodes(codes, n_codes)
