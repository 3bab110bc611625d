"""Columns of labels as codes of classes, and two labellings of the same rows."""

from __future__ import annotations

from types import NoneType
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import listed, shown, some
from fastmetrics._common.packing import distinct_labels
from fastmetrics._inputs.columns import (
    Categories,
    check_magnitude,
    convert,
    is_number,
    one_dimension,
    raise_no_rows,
    raise_not_finite,
    raise_nulls,
)
from fastmetrics._inputs.labels import bytes_error, type_of_matrix
from fastmetrics._kernels import keys, objects
from fastmetrics._kernels.codes import encode_text

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

# What kernels read as it is. Of uint64 not all fits the int64 that they count by.
PLAIN = frozenset(map(np.dtype, "? i1 i2 i4 i8 u1 u2 u4 f4 f8".split()))

_DATES = {"M": "date", "m": "duration"}


class LabelColumn:
    """A column of labels as whole numbers, one per row.

    Attributes
    ----------
    items : ndarray of shape (n,)
        Of bool, integers that fit int64, or floats, which need not be whole: see
        `first_fraction`. It may be the caller's own: read it only.
    values : ndarray or None
        None if the items are the labels (of dates, what the dtype counts), else
        ``values[item]`` is the label of an item. Values may be equal to one another;
        values without a row have no meaning.
    dtype : dtype
        Type of the labels. For strings and objects it says no more.
    kind : {"number", "text", "date", "duration", "continuous"}
        Of the labels. Float items are "number" before they are checked.
    """

    __slots__ = ("dtype", "items", "kind", "name", "values")

    def __init__(
        self,
        name: str,
        items: NDArray[Any],
        dtype: np.dtype[Any],
        values: NDArray[Any] | None = None,
        kind: str = "number",
    ) -> None:
        self.name = name
        self.items = items
        self.dtype = dtype
        self.values = values
        self.kind = kind

    def labels(self, items: NDArray[Any]) -> NDArray[Any]:
        """Return the labels that items of this column stand for."""
        if self.values is None:
            return items.astype(self.dtype, copy=False)
        return self.values[items]

    def target_type(self) -> str:
        """Return scikit-learn's name of the type; NaN and infinity raise."""
        if self.kind == "continuous" or self.first_fraction() is not None:
            return "continuous"
        if self.values is None:
            several = keys.find_others(self.items)[1] >= 0
        else:
            used = self.values[np.unique(self.items)]
            several = len(set(used.tolist())) > 2
        return "multiclass" if several else "binary"

    def first_fraction(self) -> Any:
        """Return the first label that is a number, but not whole; None if all are."""
        column = self.items if self.values is None else self.values[self.items]
        if self.values is None or self.kind == "continuous":
            if column.dtype.kind == "f":
                raise_not_finite(column, self.name)
                odd = np.flatnonzero(_fractions(column))
                return column[odd[0]] if len(odd) else None
            if column.dtype.kind == "O":
                return next(x for x in column if x != int(x))
        return None


def label_column(items: NDArray[Any] | Categories, name: str) -> LabelColumn:
    """Return a converted column of labels as whole numbers.

    Values that are not labels, or missing, raise an error, except among floats.
    """
    if isinstance(items, Categories):
        return _of_categories(items, name)
    column = one_dimension(items, name)
    dtype = column.dtype
    if dtype in PLAIN:
        return LabelColumn(name, column, dtype)
    if dtype.kind == "U":
        codes, first = encode_text(column)
        return LabelColumn(name, codes, dtype, column[first], "text")
    if dtype.kind == "O":
        return _of_objects(column, name)
    if dtype.kind == "S":
        raise bytes_error(name)
    if dtype.kind in "mM":
        missing = np.flatnonzero(np.isnat(column))
        if len(missing):
            raise_nulls(name, len(missing), len(column), int(missing[0]))
        return LabelColumn(name, column.view(np.int64), dtype, None, _DATES[dtype.kind])
    if dtype.kind == "u":
        if column.max() <= np.iinfo(np.int64).max:
            return LabelColumn(name, column, dtype)
        return _numbered(name, column, "number")
    if dtype.char == "e":
        return LabelColumn(name, column.astype(np.float32), dtype)
    return _of_long_doubles(column, name)


def _numbered(name: str, column: NDArray[Any], kind: str) -> LabelColumn:
    values, codes = np.unique(column, return_inverse=True)
    return LabelColumn(name, codes, column.dtype, values, kind)


def _of_long_doubles(column: NDArray[Any], name: str) -> LabelColumn:
    """Whole ones become int64, which holds them all; a float64 might not."""
    with np.errstate(invalid="ignore"):  # of what does not fit
        whole = column.astype(np.int64)
    # 2**63, which is none of them, may have become the largest one.
    if np.array_equal(whole, column) and whole.max() < np.iinfo(np.int64).max:
        return LabelColumn(name, whole, column.dtype)
    raise_not_finite(column, name)
    if _fractions(column).any():
        return _numbered(name, column, "continuous")
    return LabelColumn(name, whole, column.dtype)


def _of_objects(column: NDArray[Any], name: str) -> LabelColumn:
    try:
        codes, known, n_null, first = objects.encode_objects(column)
    except MemoryError:
        raise
    except Exception as error:  # values without a hash, such as lists
        raise ValueError(f"{name} must hold one label per row: {error}") from error
    if n_null:
        raise_nulls(name, n_null, len(column), first)
    values, kind = _object_labels(known, name)
    return LabelColumn(name, codes, column.dtype, values, kind)


def _of_categories(column: Categories, name: str) -> LabelColumn:
    codes, values = column
    dtype = values.dtype
    kind = {"U": "text", "b": "number", "i": "number", "u": "number"}.get(dtype.kind)
    if kind is not None:
        return LabelColumn(name, codes, dtype, values, kind)
    if dtype.kind == "S":
        raise bytes_error(name)
    if dtype.kind == "O":
        types = set(map(type, values.tolist()))
        types.discard(NoneType)  # which no row has
        if types and all(issubclass(type_, str) for type_ in types):
            return LabelColumn(name, codes, dtype, values, "text")
    # What no row has may be anything.
    used = np.flatnonzero(np.bincount(codes.astype(np.intp, copy=False)))
    labels, kind = values[used], "number"
    if dtype.kind == "O":
        labels, kind = _object_labels(labels.tolist(), name)
    elif dtype.kind in "mM":
        kind = _DATES[dtype.kind]
        missing = np.flatnonzero(np.isin(codes, used[np.isnat(labels)]))
        if len(missing):
            raise_nulls(name, len(missing), len(codes), int(missing[0]))
    elif dtype.kind == "f":
        raise_not_finite(labels, name)
        kind = "continuous" if _fractions(labels).any() else "number"
    values = np.zeros(len(values), labels.dtype)
    values[used] = labels
    return LabelColumn(name, codes, dtype, values, kind)


def _object_labels(known: list[Any], name: str) -> tuple[NDArray[Any], str]:
    """Return distinct objects, none of them null, as an array, and their kind."""
    if set(map(type, known)) == {str}:
        return np.array(known, object), "text"
    for label in known:
        if isinstance(label, bytes):
            raise bytes_error(name)
        if not isinstance(label, str) and not is_number(label):
            raise ValueError(
                f"unknown is not supported: labels in {name} must be numbers or "
                f"strings, got a {type(label).__name__}."
            )
    if all(isinstance(label, str) for label in known):
        return np.array(known, object), "text"
    if any(isinstance(label, str) for label in known):
        kinds = sorted({type(label).__name__ for label in known})
        raise TypeError(f"{name} must hold labels of one kind, got {', '.join(kinds)}.")
    return _object_numbers(known, name)


def _object_numbers(known: list[Any], name: str) -> tuple[NDArray[Any], str]:
    """Return numbers as bool or floats if they all are, else as whole numbers."""
    whole = []
    for label in known:
        check_magnitude(label, name)
        try:
            whole.append(int(label))
        except (OverflowError, ValueError):
            raise ValueError(f"Input {name} contains infinity: {label!r}.") from None
        if whole[-1] != label:
            return np.array(known, object), "continuous"
    if all(isinstance(label, (bool, np.bool_)) for label in known):
        return np.array(known, np.bool_), "number"
    if all(isinstance(label, (float, np.floating)) for label in known):
        return np.array(known), "number"
    numbers = np.array(whole)
    # Too large for one integer type: NumPy would round them.
    return numbers if numbers.dtype.kind in "iu" else np.array(whole, object), "number"


def _fractions(values: NDArray[Any]) -> NDArray[np.bool_]:
    """Return a mask of finite floats that are not whole, or do not fit int64."""
    with np.errstate(over="ignore"):  # that the bound is infinite as a float16
        return (
            (values != np.trunc(values)) | (values >= 2.0**63) | (values < -(2.0**63))
        )


# --- a column of labels as numbers of its classes, which are sorted

# A table distinguishes integers in a range no wider than this.
_TABLE = 1 << 16
# So many rows are asked first which classes there are.
_FIRST_ROWS = 4096
_BOTH = np.arange(2, dtype=np.int32)


class ClassCodes:
    """The class of each row as a number.

    Attributes
    ----------
    codes : ndarray of int32, shape (n,)
        The place of each row's label among the classes.
    classes : ndarray of shape (k,)
        The distinct labels, sorted.
    name : str
        What errors call the labels.
    """

    __slots__ = ("classes", "codes", "name")

    def __init__(self, labels: ArrayLike, name: str) -> None:
        column = _whole_column(labels, name)
        self.name = name
        self.codes, items = _number(column.items)
        self.classes = column.labels(items)
        if column.values is not None:  # in no order, and perhaps not distinct
            self.classes, rank = distinct_labels(self.classes)
            self.codes = rank.astype(np.int32)[self.codes]

    @property
    def n(self) -> int:
        """How many rows there are."""
        return len(self.codes)

    @property
    def k(self) -> int:
        """Number of classes."""
        return len(self.classes)

    @property
    def in_order(self) -> bool:
        """Whether the labels are the classes, each once and sorted."""
        return np.array_equal(self.codes, np.arange(self.k))

    def among(self, known: ClassCodes) -> NDArray[np.int32]:
        """Return the place of each row's label among other classes, all of which."""
        place = {label: i for i, label in enumerate(known.classes.tolist())}
        codes = [place.get(label, -1) for label in self.classes.tolist()]
        if -1 in codes:
            unknown = self.classes[np.array(codes) < 0].tolist()
            names = some([shown(label) for label in unknown], ", ")
            raise ValueError(
                f"{self.name} contains values {{{names}}} not belonging to the passed "
                f"{known.name} {listed(known.classes.tolist())}."
            )
        if codes == list(range(self.k)):
            return self.codes
        return np.array(codes, np.int32)[self.codes]


def _whole_column(labels: ArrayLike, name: str) -> LabelColumn:
    """Return labels that are strings or whole numbers; others raise."""
    converted = convert(labels, name)
    if not isinstance(converted, Categories):
        if converted.ndim == 2 and converted.shape[1] != 1:
            raise ValueError(
                f"{name}: {type_of_matrix(converted)} format is not supported; it must "
                f"be of shape (n_samples,), got {converted.shape}."
            )
    if len(converted.codes if isinstance(converted, Categories) else converted) == 0:
        raise_no_rows(name)
    column = label_column(converted, name)
    odd = column.first_fraction()
    if odd is not None:
        raise ValueError(
            f"{name}: continuous format is not supported; labels must be strings or "
            f"whole numbers, got {odd}."
        )
    return column


def _number(items: NDArray[Any]) -> tuple[NDArray[np.int32], NDArray[Any]]:
    """Return the rank of each item among the distinct ones, and these, sorted.

    Where the first rows have all that occur, one pass over the rows is enough.
    """
    for few in (items[:_FIRST_ROWS], items):
        low, high = (int(few.min()), int(few.max()))
        if items.dtype.kind == "b" or high - low >= _TABLE:
            break
        if high - low < 2:  # both ends occur, and nothing is between them
            ranks = _BOTH[: high - low + 1]
            filled = np.arange(len(ranks))
        else:
            occurs = np.zeros(high - low + 1, np.bool_)
            occurs[few.astype(np.int64, copy=False) - low] = True
            ranks = np.where(
                occurs, np.cumsum(occurs, dtype=np.int32) - 1, np.int32(-1)
            )
            filled = np.flatnonzero(occurs)
        codes = keys.rank_labels(items, low, ranks)
        if codes is not None:
            return codes, (filled + low).astype(items.dtype)
    distinct, places = np.unique(items, return_inverse=True)
    return places.astype(np.int32), distinct


# --- two labellings of the same rows: what measures of clusterings read
#
# Only which labels of one side are equal matters. So, unlike true and predicted labels,
# the two sides may be of different kinds, floats may have fractions (scikit-learn warns
# of those), and there may be no rows at all.

_NO_ITEMS = np.empty(0, np.int64)


class Clusterings:
    """Two columns of labels of the same rows.

    Attributes
    ----------
    true, predicted : LabelColumn
        Of kinds of their own; floats among their items need not be whole.
    n : int
        How many rows there are.
    """

    __slots__ = ("n", "predicted", "true")

    def __init__(self, true: LabelColumn, predicted: LabelColumn) -> None:
        self.true = true
        self.predicted = predicted
        self.n = len(true.items)

    def continuous(self) -> list[str]:
        """Name the sides whose labels have fractions; NaN and infinity raise."""
        sides = (self.true, self.predicted)
        return [side.name for side in sides if side.target_type() == "continuous"]

    def numbered(self) -> Clusterings:
        """Return the rows with labels as whole numbers."""
        return Clusterings(
            _numbered_labels(self.true), _numbered_labels(self.predicted)
        )


def clusterings(
    labels_true: ArrayLike,
    labels_pred: ArrayLike,
    names: tuple[str, str] = ("labels_true", "labels_pred"),
) -> Clusterings:
    """Return two labellings, checked but for whether floats are finite and whole."""
    first, second = convert(labels_true, names[0]), convert(labels_pred, names[1])
    lengths = _length(first, names[0]), _length(second, names[1])
    if lengths[0] != lengths[1]:
        raise ValueError(
            "Found input variables with inconsistent numbers of samples: "
            f"[{lengths[0]}, {lengths[1]}] in {names[0]} and {names[1]}."
        )
    return Clusterings(_column(first, names[0]), _column(second, names[1]))


def labelling(labels: ArrayLike, name: str = "labels") -> Clusterings:
    """Return one labelling, in the form of a pair."""
    converted = convert(labels, name)
    _length(converted, name)
    column = _column(converted, name)
    return Clusterings(column, column)


def _length(items: NDArray[Any] | Categories, name: str) -> int:
    """Return the number of labels; raise unless each row has one."""
    column = items.codes if isinstance(items, Categories) else items
    if column.ndim != 1:
        raise ValueError(f"{name} must be 1D: shape is {column.shape}.")
    return len(column)


def _column(column: NDArray[Any] | Categories, name: str) -> LabelColumn:
    if isinstance(column, Categories):
        if not len(column.codes):
            return LabelColumn(name, _NO_ITEMS, column.values.dtype)
    elif not len(column):
        return LabelColumn(name, _NO_ITEMS, column.dtype)
    return label_column(column, name)


def _numbered_labels(column: LabelColumn) -> LabelColumn:
    if column.values is not None or column.first_fraction() is None:
        return column
    values, codes = np.unique(column.items, return_inverse=True)
    return LabelColumn(column.name, codes, column.dtype, values, "continuous")
