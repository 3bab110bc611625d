"""Labels and targets: which rows are positive, and errors of wrong labels."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from fastmetrics._common.names import Level, listed, shown
from fastmetrics._common.options import is_real
from fastmetrics._inputs.columns import (
    Categories,
    as_array,
    as_column,
    check_magnitude,
    convert,
    is_number,
    one_dimension,
    raise_no_rows,
    raise_not_finite,
    raise_nulls,
)
from fastmetrics._kernels import keys, objects
from fastmetrics._kernels.keys import Largest, OneOfTwo

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

# What labels may be for 1 to be the positive one unasked.
_ALLOWED = ({0, 1}, {-1, 1}, {0}, {-1}, {1})


class Labels:
    """A column of labels.

    ``items`` is what the kernels compare: numbers, text of a fixed width, or codes
    (of categories, or of objects: 0 like row 0, 1 the next distinct one, 2 others).
    """

    def __init__(self, y_true: Any, name: str) -> None:
        self.name = name
        column = convert(y_true, name)
        self.categories: NDArray[Any] | None = None
        self.source: NDArray[Any]  # the labels themselves, or their categories' codes
        if isinstance(column, Categories):
            self.source, self.categories = column
        else:
            if column.ndim == 2 and column.shape[1] != 1:
                kind = type_of_matrix(column)
                raise ValueError(
                    f"{name}: {kind} format is not supported; it must be of shape "
                    f"(n_samples,), got {column.shape}."
                )
            self.source = one_dimension(column, name)
        self.n = len(self.source)
        if self.n == 0:
            raise_no_rows(name)
        values = self.source if self.categories is None else self.categories
        if values.dtype.kind == "S":
            raise bytes_error(name)
        self._rows: tuple[int, int] | None = None
        self.items = self._comparable()

    def _comparable(self) -> NDArray[Any]:
        source, kind = self.source, self.source.dtype.kind
        if kind == "O":
            codes, other, third = _scanned(source, self.name)
            self._rows = other, third
            return codes
        if kind in "mM":
            missing = np.flatnonzero(np.isnat(source))
            if len(missing):
                raise_nulls(self.name, len(missing), self.n, int(missing[0]))
            return source.view(np.int64)
        # Half and long double hold the same whole numbers as these two.
        if source.dtype.char in "eg":
            wider = np.float32 if source.dtype.char == "e" else np.float64
            with np.errstate(over="ignore"):  # infinity is refused later
                self.source = source.astype(wider)
        return self.source

    @property
    def other(self) -> int:
        """The first row whose label differs from the label of row 0, or -1."""
        return self._find()[0]

    @property
    def third(self) -> int:
        """The first row of a third label; -1 if there is none."""
        return self._find()[1]

    def _find(self) -> tuple[int, int]:
        if self._rows is None:
            self._rows = keys.find_others(self.items)
        return self._rows

    def value(self, row: int) -> Any:
        """Return the label of a row as a Python object."""
        value = self.source[row]
        if self.categories is not None:
            value = self.categories[value]
        if isinstance(value, Level):  # of two classes the order says nothing
            return str(value)
        return value.item() if isinstance(value, np.generic) else value

    def classes(self) -> list[Any]:
        """Return the labels found, in the order of the rows; at most three."""
        rows = [0, self.other, self.third]
        return [self.value(row) for row in rows if row >= 0]

    # --- the choice of the positive label

    def choose(self, pos_label: Any) -> tuple[bytes | None, bytes | None]:
        """Return the positive and the negative label as kernels want them.

        Raises if the labels leave it open, or are none.
        """
        if pos_label is not None and not isinstance(pos_label, (Largest, OneOfTwo)):
            return self._against_all(pos_label), None
        classes = self.classes()
        self.check_types(classes)
        if self.third >= 0 or not all(map(_is_whole, classes)):
            self.raise_wrong()
        if isinstance(pos_label, OneOfTwo):
            chosen = pos_label.value
            check_pos_label(chosen)
            if len(classes) == 2 and not any(_equal(chosen, c) for c in classes):
                self._raise_unknown(chosen, classes)
        else:
            allowed = self.source.dtype.kind not in "mM" and set(classes) in _ALLOWED
            if pos_label is None and not allowed:
                self._raise_unclear(classes)
            chosen = 1 if allowed else max(classes)
        negative = 0
        if len(classes) == 2 and _equal(classes[0], chosen):
            negative = self.other
        return self._encoded(chosen), self.items[negative : negative + 1].tobytes()

    def with_other(self, label: Any) -> list[Any]:
        """Return the classes with ``label`` among them, sorted."""
        known = self.classes()
        if any(isinstance(label_, str) != isinstance(label, str) for label_ in known):
            self._raise_unknown(label, known)
        return sorted({*known, label})

    def check_known(self, pos_label: Any) -> None:
        """Raise if there are two labels or more, and ``pos_label`` is none of them."""
        positive = self.choose(pos_label)[0]
        if self.other < 0:
            return
        item = None if positive is None else np.frombuffer(positive, self.items.dtype)
        if item is None or not (self.items == item).any():
            self._raise_unknown(pos_label, self.classes())

    def _against_all(self, pos_label: Any) -> bytes | None:
        check_pos_label(pos_label)
        if self.source.dtype.kind == "O" or self.categories is not None:
            self.check_types(self.classes())
        item = self._encoded(pos_label)
        if item is None:  # no kernel will look at the labels
            self._check_whole()
        return item

    def check_types(self, classes: list[Any]) -> None:
        """Refuse objects other than labels, and labels of several kinds."""
        if self.source.dtype.kind != "O" and self.categories is None:
            return
        for label in classes:
            if isinstance(label, bytes):
                raise bytes_error(self.name)
            if not isinstance(label, str) and not is_number(label):
                raise ValueError(
                    f"{self.name}: unknown format is not supported; labels must be "
                    f"numbers or strings, got a {type(label).__name__}."
                )
            check_magnitude(label, self.name)
            if not _is_whole(label):
                raise ValueError(
                    f"{self.name}: continuous format is not supported; labels must be "
                    f"whole numbers, got {shown(label)}."
                )
        if len({isinstance(label, str) for label in classes}) > 1:
            kinds = sorted({type(label).__name__ for label in classes})
            raise TypeError(
                f"{self.name} must hold labels of one kind, got {' and '.join(kinds)}."
            )

    def _encoded(self, label: Any) -> bytes | None:
        """Return ``label`` as an item; None if it equals none of the labels."""
        items = self.items
        if self.source.dtype.kind == "O":
            first, other = [*self.classes(), None][:2]
            if _equal(label, first):
                code = 0
            elif self.other >= 0 and _equal(label, other):
                code = 1
            elif self.third >= 0:
                # One of the others: codes anew.
                self.items = objects.match_objects(self.source, label)
                code = 1
            else:
                return None
            return np.uint8(code).tobytes()
        if self.categories is not None:
            at = [i for i, known in enumerate(self.categories) if _equal(label, known)]
            return items.dtype.type(at[0]).tobytes() if at else None
        kind = items.dtype.kind
        if kind == "U":
            if not isinstance(label, str) or 4 * len(label) > items.dtype.itemsize:
                return None
            if label.endswith("\0"):  # like no label: NumPy has cut these zeros off
                return None
            return np.array(label, dtype=items.dtype).tobytes()
        if self.source.dtype.kind in "mM":
            try:
                return np.asarray(label, dtype=self.source.dtype).tobytes()
            except (TypeError, ValueError):
                return None
        if not (is_real(label) or isinstance(label, np.bool_)):
            return None
        try:
            with np.errstate(all="ignore"):
                whole = int(label) if kind in "iu" else label
                item = np.array(whole, dtype=items.dtype)
        except (OverflowError, ValueError):  # too large, infinite or NaN
            return None
        return item.tobytes() if item.item() == label else None

    # --- what can be wrong

    def _check_whole(self) -> None:
        """Raise if labels are floats that stand for no classes."""
        items = self.items
        if items.dtype.kind != "f":
            return
        raise_not_finite(items, self.name)
        odd = np.flatnonzero((items != np.trunc(items)) | (abs(items) >= 2.0**63))
        if len(odd):
            raise ValueError(
                f"{self.name}: continuous format is not supported; labels must be "
                f"whole numbers, got {items[odd[0]].item()!r} in row {odd[0]}."
            )

    def raise_wrong(self) -> NoReturn:
        """Raise the error of labels that are not binary."""
        self._check_whole()
        listed_classes = ", ".join(map(shown, self.classes()))
        raise ValueError(
            f"{self.name}: multiclass format is not supported here, got more than two "
            f"labels: {listed_classes}, ..."
        )

    def _raise_unknown(self, pos_label: Any, classes: list[Any]) -> NoReturn:
        known = " ".join(map(shown, sorted(classes)))
        raise ValueError(
            f"pos_label={shown(pos_label)} is not a valid label. It should be one of "
            f"[{known}]"
        )

    def _raise_unclear(self, classes: list[Any]) -> NoReturn:
        raise _unclear(self.name, classes)


def _is_whole(label: Any) -> bool:
    """Whether a label is anything but a number with a fraction, or not finite."""
    if isinstance(label, float):
        return label.is_integer()
    return isinstance(label, str) or not is_number(label) or label == int(label)


def _equal(a: Any, b: Any) -> bool:
    try:
        with np.errstate(over="ignore"):  # of a number beyond float16
            return bool(a == b)
    except MemoryError:
        raise
    except Exception:  # what cannot be compared is not equal
        return False


def check_pos_label(label: Any) -> None:
    """Raise TypeError for what can be no label."""
    if not np.isscalar(label) and not isinstance(label, (date, timedelta)):
        raise TypeError(
            f"pos_label must be an int, float, bool or str, got {type(label).__name__}."
        )
    check_magnitude(label, "pos_label")


def bytes_error(name: str) -> TypeError:
    """Return the error for labels that are bytes."""
    return TypeError(
        "Support for labels represented as bytes is not supported. Convert the labels "
        f"in {name} to strings or integers."
    )


def type_of_matrix(array: NDArray[Any]) -> str:
    """Name what labels in several columns are, in scikit-learn's words."""
    if array.ndim != 2 or array.size == 0 or array.dtype.kind not in "biufU":
        return "unknown"
    flat = array.ravel()
    if flat.dtype.kind == "f" and (flat != np.trunc(flat)).any():
        return "continuous-multioutput"
    if flat.dtype.char in "eg":
        flat = flat.astype(np.float64)
    _, third = keys.find_others(flat)
    if flat.dtype.kind == "U" or third >= 0:
        return "multiclass-multioutput"
    return "multilabel-indicator"


# --- the one of two classes that scores or probabilities are of, and rows told by it


class Event:
    """Labels of two classes as 1 and 0: of the positive class, and of the other.

    So told, functions that take the larger of two labels judge the same class as those
    that take a ``pos_label``.

    Attributes
    ----------
    classes : list
        The one or two classes that are known, sorted.
    ones : array_like of shape (n,)
        1 where the label is the positive one, else 0.
    is_alone : bool
        Whether the rows are of one class, so the other must be named.

    Raises
    ------
    ValueError
        If there are more than two labels, or two of which ``pos_label`` is neither.
    """

    def __init__(self, y_true: Any, pos_label: Any) -> None:
        labels = Labels(y_true, "y_true")
        self.ones: Any = y_true
        self.is_alone = labels.other < 0
        known = labels.classes()
        # Whole numbers that are 0 and 1 already leave nothing to check.
        if (
            type(pos_label) is int
            and pos_label == 1
            and labels.source.dtype.kind in "iu"
            and labels.categories is None
            and known in ([0], [1], [0, 1], [1, 0])
        ):
            self.classes = sorted({*known, 1})
            return
        positive, negative = labels.choose(OneOfTwo(pos_label))
        self.classes = labels.with_other(pos_label)
        if self.classes != [0, 1] or pos_label != 1:
            nothing = np.zeros(labels.n, np.float32)
            _, self.ones, status = keys.rows(labels.items, nothing, positive, negative)
            if status:
                labels.raise_wrong()

    def of_labels(self, labels: Any) -> list[int]:
        """Return the two classes that a parameter names, as the rows have them."""
        named: NDArray[Any] = as_array(labels, "labels")
        known = named.tolist()
        if known != [0, 1] and not (len(known) == 2 and {*self.classes} <= {*known}):
            raise ValueError(
                f"labels must name two classes, with {listed(self.classes)} among "
                f"them, got {listed(known)}."
            )
        return [0, 1]


def labels_of_rows(y_true: Any, name: str = "y_true") -> list[Any]:
    """Return the distinct labels of rows, at most three of them."""
    labels = Labels(y_true, name)
    classes = labels.classes()
    labels.check_types(classes)
    return classes


def both_classes(before: list[Any], now: list[Any], pos_label: Any) -> list[Any]:
    """Return the one or two classes of rows that came in parts.

    Which of them is positive must follow from all as it does of rows at once.

    Raises
    ------
    ValueError
        If there are more than two, or nothing tells which is the positive one, or
        ``pos_label`` is neither.
    """
    if len({isinstance(label, str) for label in (*before, *now)}) > 1:
        raise ValueError(
            f"labels must be of one kind in all batches, got {listed([*before, *now])}."
        )
    classes = sorted({*before, *now})
    if len(classes) > 2:
        raise ValueError(
            "multiclass format is not supported here: with earlier batches the labels "
            f"are {listed(classes)}."
        )
    if pos_label is None and {*classes} not in _ALLOWED:
        raise _unclear("y_true", classes)
    if pos_label is not None and len(classes) == 2 and pos_label not in classes:
        raise ValueError(
            f"pos_label={shown(pos_label)} is not a valid label. It should be one of "
            f"{listed(classes)}"
        )
    return classes


def _unclear(name: str, classes: list[Any]) -> ValueError:
    listed_classes = ", ".join(map(shown, sorted(classes)))
    return ValueError(
        f"{name} takes value in {{{listed_classes}}} and pos_label is not specified: "
        f"either make {name} take value in {{0, 1}} or {{-1, 1}} or pass "
        "pos_label explicitly."
    )


def positive_rows(y_true: Any, pos_label: Any = None) -> NDArray[np.bool_]:
    """Return a mask of the rows of the positive class.

    Raises
    ------
    ValueError
        If there are more classes, or nothing says which of them is the positive one.
    """
    labels = Labels(y_true, "y_true")
    chosen = None if pos_label is None else OneOfTwo(pos_label)
    positive, negative = labels.choose(chosen)
    nothing = np.zeros(labels.n, np.float32)
    _, ones, status = keys.rows(labels.items, nothing, positive, negative)
    if status:
        labels.raise_wrong()
    return np.asarray(ones) == 1


def check_event_told(y_true: Any) -> None:
    """Raise where labels of two classes do not say which of them is the positive one.

    More than two classes raise their error elsewhere.
    """
    labels = Labels(y_true, "y_true")
    if labels.third < 0:
        labels.choose(None)


# --- columns and matrices of labels that are not reduced to two classes here


def target(y_true: Any, name: str = "y_true") -> tuple[NDArray[Any], str]:
    """Return the labels as an array and their type.

    One of "binary", "multiclass", "multilabel-indicator", "continuous",
    "continuous-multioutput", "multiclass-multioutput" and "unknown", as in
    scikit-learn; a single column comes back as of one dimension.
    """
    array = as_array(y_true, name)
    if array.ndim == 2 and array.shape[1] != 1:
        if array.shape[0] == 0:
            raise_no_rows(name)
        _check_numbers(array, name)
        return array, type_of_matrix(array)
    array = one_dimension(array, name)
    labels = Labels(array, name)
    labels.check_types(labels.classes())
    _check_numbers(array, name)
    if array.dtype.kind == "f" and (array != np.trunc(array)).any():
        return array, "continuous"
    if array.dtype.kind == "O" and not isinstance(array[0], str):
        array = np.array(array.tolist())
    return array, "multiclass" if labels.third >= 0 else "binary"


def count_classes(y_true: ArrayLike, name: str = "y_true") -> int:
    """Return the number of distinct labels."""
    labels = Labels(y_true, name)
    if labels.third < 0:
        return 1 if labels.other < 0 else 2
    # Only the first two objects are distinguished by number.
    source = labels.source
    return len(set(source) if source.dtype.kind == "O" else np.unique(source))


def label_values(y_true: ArrayLike, name: str = "y_true") -> NDArray[Any]:
    """Return a column of labels as they are, none of them missing."""
    column = as_column(y_true, name)
    if len(column) == 0:
        raise_no_rows(name)
    if column.dtype.kind == "O":
        return _checked_objects(column, name)
    _check_numbers(column, name)
    return column


def check_length(column: NDArray[Any], n: int, name: str) -> None:
    """Raise unless there is a value for each of n rows."""
    if len(column) != n:
        raise ValueError(
            f"Found input variables with inconsistent numbers of samples: {name} has "
            f"{len(column)}, expected {n}."
        )


def _check_numbers(array: NDArray[Any], name: str) -> None:
    if array.dtype.kind == "f" and not np.isfinite(array).all():
        raise_not_finite(array, name)


def _scanned(column: NDArray[Any], name: str) -> tuple[NDArray[np.uint8], int, int]:
    """Return the codes of `scan_objects` and its two rows; no object may be null."""
    try:
        # Integers next to small floats are compared as such floats.
        with np.errstate(over="ignore", invalid="ignore"):
            codes, other, third, n_null, first = objects.scan_objects(column)
    except MemoryError:
        raise
    except Exception as error:  # of objects that cannot be compared, such as arrays
        raise ValueError(f"{name} must hold one label per row: {error}") from error
    if n_null:
        raise_nulls(name, n_null, len(column), first)
    return codes, other, third


def _checked_objects(column: NDArray[Any], name: str) -> NDArray[Any]:
    """Return objects, none of them null, as strings or numbers if they are such."""
    _scanned(column, name)
    if isinstance(column[0], str):
        return column
    try:
        return np.array(column.tolist())
    except ValueError as error:  # some of them are sequences
        raise ValueError(f"{name} must hold one label per row: {error}") from error
