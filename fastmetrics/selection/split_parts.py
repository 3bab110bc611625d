"""The parts of splits, their overlaps and leaks, and their proportions of classes."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator
from types import NoneType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._inputs.columns import Categories, as_column, convert, raise_no_rows
from fastmetrics._inputs.groups import coded, group_ids
from fastmetrics._inputs.label_columns import ClassCodes, label_column
from fastmetrics._inputs.labels import check_length
from fastmetrics._inputs.rows import is_sparse
from fastmetrics._inputs.tables import number_table, read_table
from fastmetrics._kernels.equal_rows import number_rows

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Rows = NDArray[np.intp]
    Codes = NDArray[np.int64]


# --- splits in every form that they come in, as the rows of their parts

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
    form = _form(splits)
    if isinstance(form, _Folds):
        return form, len(form.columns[0])
    if _is_splitter(form):
        raise ValueError(
            "check_split needs X, y, groups or time to split: a splitter alone does "
            "not say how many rows there are."
        )
    pairs = [*_pairs(form)]
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
        If there are no splits, or a part contains an invalid row number.
    TypeError
        If ``splits`` is not a valid form of splits.
    """
    form = splits if isinstance(splits, _Folds) else _form(splits)
    if isinstance(form, _Folds):
        yield from _of_folds(form, n)
        return
    if _is_splitter(form):
        with warnings.catch_warnings():  # groups are here to be checked
            warnings.filterwarnings("ignore", "The groups parameter is ignored")
            form = form.split(np.zeros(n, np.uint8) if X is None else X, y, groups)
    n_splits = 0
    for i, (train, test) in enumerate(_pairs(form)):
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
    """Return splits as columns of folds, a splitter, or pairs."""
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


def _of_folds(folds_by_column: _Folds, n: int) -> Iterator[Parts]:
    for column in folds_by_column.columns:
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


# --- codes of the labels of rows, and their classes if they have classes


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
        converted = convert(y, name)
        column = converted.codes if isinstance(converted, Categories) else converted
        check_length(column, n, name)
        if not n:
            raise_no_rows(name)
        if (
            isinstance(converted, Categories)
            or converted.ndim == 1
            or converted.shape[1:] == (1,)
        ):
            if label_column(converted, name).first_fraction() is None:
                labels = ClassCodes(converted, name)
                return LabelCodes(labels.codes, labels.k, labels.classes)
    table = read_table(y, name)
    codes, n_codes = number_table(table, name=name)
    check_length(codes, n, name)
    return LabelCodes(codes, n_codes)


# --- checks of a split: rows and groups on both sides, proportions of classes
#
# A question looks at the parts of one split after the other and keeps counts.


class Sides:
    """Rows on both sides, and the number of times that each is tested."""

    counted = "rows_on_both_sides"

    def __init__(self, n: int, most: int) -> None:
        self.n, self._most = n, most
        self.n_train: list[int] = []
        self.n_test: list[int] = []
        self.on_both: list[int] = []
        self.examples: list[dict[str, int]] = []
        self._in_train = np.zeros(n, np.bool_)
        # 0: never tested, 1: once, 2: more than once.
        self._tested = np.zeros(n, np.uint8)

    def look(self, parts: Parts) -> None:
        """Count the parts of one more split."""
        split = len(self.on_both)
        self._in_train[parts.train] = True
        both = parts.test[self._in_train[parts.test]]
        self._in_train[parts.train] = False
        times = self._tested[parts.test]
        self._tested[parts.test] = np.minimum(times + 1, 2)
        self.n_train.append(len(parts.train))
        self.n_test.append(len(parts.test))
        self.on_both.append(len(both))
        for row in both[: self._most - len(self.examples)].tolist():
            self.examples.append({"split": split, "row": row})

    def fields(self) -> dict[str, Any]:
        """Return the counts by the names that the report has for them."""
        never, _, often = np.bincount(self._tested, minlength=3).tolist()
        return {
            "n_train": tuple(self.n_train),
            "n_test": tuple(self.n_test),
            self.counted: tuple(self.on_both),
            "never_tested": never,
            "tested_more_than_once": often,
        }


class Classes:
    """Rows of each class in the parts, compared with proportional counts."""

    def __init__(self, labels: LabelCodes) -> None:
        self._codes, self._classes = labels.codes, labels.classes
        self._total = np.bincount(labels.codes, minlength=labels.n_codes)
        self._counts: list[NDArray[np.int64]] = []
        self._not_in_train: list[tuple[Any, ...]] = []
        self._not_in_test: list[tuple[Any, ...]] = []

    def look(self, parts: Parts) -> None:
        """Count the parts of one more split."""
        k = len(self._total)
        in_train = np.bincount(self._codes[parts.train], minlength=k)
        in_test = np.bincount(self._codes[parts.test], minlength=k)
        self._counts.append(in_test)
        assert self._classes is not None
        self._not_in_train.append(tuple(self._classes[in_train == 0].tolist()))
        self._not_in_test.append(tuple(self._classes[in_test == 0].tolist()))

    def fields(self) -> dict[str, Any]:
        """Return the counts by the names that the report has for them."""
        counts = np.array(self._counts)
        n = int(self._total.sum())
        # In whole numbers, all n times as large: exact.
        shares = counts.sum(axis=1, keepdims=True) * self._total
        deviations = np.abs(n * counts - shares) / n
        return {
            "classes": self._classes,
            "class_totals": self._total,
            "class_counts": counts,
            "class_deviations": deviations,
            "largest_deviation": float(deviations.max()),
            "smallest_deviation": float(_nearest(shares, n).max()),
            "missing_from_training": tuple(self._not_in_train),
            "missing_from_test": tuple(self._not_in_test),
        }


def _nearest(shares: NDArray[np.int64], n: int) -> NDArray[np.float64]:
    """Return the largest distance of the nearest whole numbers from shares, in rows.

    Each is rounded down, or up where its remainder is among the largest: the number of
    these follows from the sum.
    """
    left = np.sort(shares % n, axis=1)
    more = left.sum(axis=1) // n
    k = shares.shape[1]
    every = np.arange(len(shares))
    least_up = left[every, np.minimum(k - more, k - 1)]
    up = np.where(more > 0, n - least_up, 0)
    down = left[every, np.maximum(k - more - 1, 0)]
    return np.maximum(up, down) / n


class Groups:
    """Groups with rows on both sides."""

    counted = "groups_on_both_sides"

    def __init__(self, groups: Any, n: int, most: int) -> None:
        ids = coded(group_ids(groups, n))
        self.codes = ids.numbers
        self.n_groups = ids.span
        self._ids, self._most = ids.ids, most
        self._on_both: list[int] = []
        self.examples: list[dict[str, Any]] = []
        self._in_train = np.zeros(ids.span, np.bool_)

    def look(self, parts: Parts) -> None:
        """Count the parts of one more split."""
        split = len(self._on_both)
        self._in_train[self.codes[parts.train]] = True
        in_test = self.codes[parts.test]
        is_both = self._in_train[in_test]
        both = np.zeros(self.n_groups, np.bool_)
        both[in_test[is_both]] = True
        self._in_train[:] = False
        self._on_both.append(int(np.count_nonzero(both)))
        room = self._most - len(self.examples)
        if room > 0 and self._on_both[-1]:
            first = _first_seen(in_test[is_both], room)
            for group in self.ids(first):
                self.examples.append({"split": split, "group": group})

    def ids(self, codes: Codes) -> list[Any]:
        """Return the groups that codes stand for."""
        return self._ids(codes).tolist()

    def fields(self) -> dict[str, Any]:
        """Return the counts by the names that the report has for them."""
        return {"n_groups": self.n_groups, self.counted: tuple(self._on_both)}


def _first_seen(codes: Codes, most: int) -> Codes:
    """Return the first distinct codes, in the order in which they come."""
    distinct, first = np.unique(codes, return_index=True)
    return distinct[np.argsort(first)][:most]


class Duplicates:
    """Rows of a test part that equal another row of the training part."""

    counted = "duplicates_on_both_sides"

    def __init__(
        self, codes: Codes, n_codes: int, labels: LabelCodes | None, most: int
    ) -> None:
        self._codes, self._n_codes, self._most = codes, n_codes, most
        self._joint: Codes | None = None
        if labels is not None:
            self._joint, self._n_joint = number_rows([codes, labels.codes])
        self._on_both: list[int] = []
        self._same: list[int] = []
        self._other: list[int] = []
        self._repeated: tuple[list[int], list[int]] = ([], [])
        self.examples: list[dict[str, int]] = []
        self._in_train = np.zeros(len(codes), np.bool_)

    def look(self, parts: Parts) -> None:
        """Count the parts of one more split."""
        self._in_train[parts.train] = True
        is_both = self._in_train[parts.test]  # a row is not a duplicate of itself
        self._in_train[parts.train] = False
        train, test = self._codes[parts.train], self._codes[parts.test]
        counts = np.bincount(train, minlength=self._n_codes)
        alike = counts[test]
        is_equal = alike > is_both
        if self._joint is not None:
            of_train = np.bincount(self._joint[parts.train], minlength=self._n_joint)
            same = of_train[self._joint[parts.test]]
            self._same.append(int(np.count_nonzero(same > is_both)))
            self._other.append(int(np.count_nonzero(alike > same)))
        for part, repeated in zip((train, test), self._repeated, strict=True):
            distinct = np.zeros(self._n_codes, np.bool_)
            distinct[part] = True
            repeated.append(len(part) - int(np.count_nonzero(distinct)))
        self._find_examples(parts, parts.test[is_equal], train)
        self._on_both.append(int(np.count_nonzero(is_equal)))

    def _find_examples(
        self, parts: Parts, rows: NDArray[np.intp], train: Codes
    ) -> None:
        for row in rows[: self._most - len(self.examples)].tolist():
            equal = parts.train[train == self._codes[row]]
            other = int(equal[equal != row][0])
            case = {"split": len(self._on_both), "row": row, "training_row": other}
            self.examples.append(case)

    def fields(self) -> dict[str, Any]:
        """Return the counts by the names that the report has for them."""
        labelled = self._joint is not None
        return {
            self.counted: tuple(self._on_both),
            "duplicates_with_same_label": tuple(self._same) if labelled else None,
            "duplicates_with_other_label": tuple(self._other) if labelled else None,
            "duplicates_in_training": tuple(self._repeated[0]),
            "duplicates_in_test": tuple(self._repeated[1]),
        }


class Times:
    """Rows of a test part that are older than the newest training row."""

    counted = "older_than_training"

    def __init__(self, time: Any, n: int, most: int) -> None:
        self._times, self._most = group_ids(time, n, "time").numbers, most
        self._older: list[int] = []
        self.examples: list[dict[str, int]] = []

    def look(self, parts: Parts) -> None:
        """Count the parts of one more split."""
        older = parts.test[:0]
        if len(parts.train):
            newest = self._times[parts.train].max()
            older = parts.test[self._times[parts.test] < newest]
        for row in older[: self._most - len(self.examples)].tolist():
            self.examples.append({"split": len(self._older), "row": row})
        self._older.append(len(older))

    def fields(self) -> dict[str, Any]:
        """Return the counts by the names that the report has for them."""
        return {self.counted: tuple(self._older)}
