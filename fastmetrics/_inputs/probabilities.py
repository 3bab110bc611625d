"""Probabilities of the classes, and which class was observed.

The rules are scikit-learn's. A column holds P(positive); a matrix has a column per
class: `score_tables.arrange` assigns the columns. The classes of a matrix are
``labels``, or the classes that occur. ``pos_label`` names the positive class of a
column; in functions that also take ``labels`` for a column, it is the larger of two.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Any, Literal, NoReturn, TypeGuard

import numpy as np

from fastmetrics._common.names import listed, shown
from fastmetrics._common.options import warn
from fastmetrics._inputs.columns import (
    Categories,
    NamedMatrix,
    as_array,
    convert,
    raise_no_rows,
    raise_not_finite,
)
from fastmetrics._inputs.label_columns import ClassCodes
from fastmetrics._inputs.labels import Labels, check_pos_label, type_of_matrix
from fastmetrics._inputs.score_tables import UnsortedLabels, arrange, check_sums_to_one
from fastmetrics._inputs.scores import numbers, sample_weights, warn_other_order
from fastmetrics._kernels import keys

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


# How the positive class of a column is told: by `pos_label`, or it is the larger one.
Rule = Literal["pos_label", "labels"]

# Absolute tolerance of isclose in the array API.
_ABSOLUTE = 1e-8


class Probabilities:
    """Labels and probabilities of the same rows, and their weights.

    Attributes
    ----------
    proba : ndarray of shape (n,) or (n, k)
        P(positive), or a column per class; float32 or float64, of any strides. It may
        be the caller's own: read it only.
    dtype : dtype
        Type of the original floats, including float16; float64 for other types.
    n, k : int
        How many rows there are, and how many classes; of a column 2.
    classes : ndarray of shape (k,) or (1,)
        The labels in the order of the columns; of a column ``[negative, positive]``,
        or the positive one only where no row and no argument names the other.
    items : ndarray of shape (n,)
        Labels, or numbers of labels, which a kernel compares with ``positive``; for a
        matrix, the codes.
    positive, negative : bytes or None
        Of a column: the items of the two classes. No positive: no row is. No
        negative: whatever is not positive is.
    weights : ndarray of shape (n,) or None
        float64, finite, none negative, not all zero. They may be the caller's own.
    indicators : ndarray of bool, shape (n, k), or None
        Which classes each row has, where not all have exactly one. There are no codes
        and no items then.
    """

    __slots__ = (
        "_codes",
        "classes",
        "dtype",
        "indicators",
        "items",
        "k",
        "n",
        "name",
        "negative",
        "positive",
        "proba",
        "weights",
    )

    def __init__(self, proba: NDArray[Any], dtype: np.dtype[Any], name: str) -> None:
        self.name = name
        self.proba = proba
        self.dtype = dtype
        self.n = len(proba)
        self.k = 2 if proba.ndim == 1 else proba.shape[1]
        self.classes: NDArray[Any]
        self.items: NDArray[Any]
        self.positive: bytes | None = None
        self.negative: bytes | None = None
        self.weights: NDArray[np.float64] | None = None
        self.indicators: NDArray[np.bool_] | None = None
        self._codes: NDArray[Any] | None = None

    @property
    def given_proba(self) -> NDArray[Any]:
        """The probabilities in the precision that they came in."""
        return self.proba.astype(self.dtype, copy=False)

    @property
    def eps(self) -> float:
        """The machine precision of the floats that came in."""
        return float(np.finfo(self.dtype).eps)

    @property
    def codes(self) -> NDArray[Any]:
        """The column of each row's class; of a column of probabilities 1: positive.

        int32, or of a column of probabilities uint8.
        """
        if self._codes is None:
            nothing = np.zeros(self.n, np.float32)
            both = self.positive, self.negative
            self._codes, status = keys.rows(self.items, nothing, *both)[1:]
            if status:
                Labels(self.items, "y_true").raise_wrong()
        return self._codes

    @property
    def is_column(self) -> bool:
        """Whether there is P(positive) only."""
        return self.proba.ndim == 1

    def check(self) -> None:
        """Raise unless all are in [0, 1]; warn if rows of a matrix sum to less or more.

        For kernels that do not see to it themselves.
        """
        low, high = self.proba.min(), self.proba.max()
        if not (low >= 0.0 and high <= 1.0):
            self.raise_out_of_range()
        if not self.is_column:
            total = self.proba.sum(axis=1, dtype=np.float64)
            self.warn_of_sums(float(np.abs(total - 1.0).max()))

    def raise_out_of_range(self) -> NoReturn:
        """Raise the error of values that are not all in [0, 1]."""
        raise_not_finite(self.proba, self.name)
        wrong = (self.proba < 0) | (self.proba > 1)
        places = np.argwhere(wrong)
        if not len(places):
            raise RuntimeError(f"{self.name} was modified while it was being read.")
        at = tuple(map(int, places[0]))
        place = f"row {at[0]}" if len(at) == 1 else f"position {at}"
        value = self.proba[at]
        what = "lower than 0" if value < 0 else "greater than 1"
        raise ValueError(
            f"{self.name} contains values {what}: {len(places)} of {self.proba.size} "
            f"are not in [0, 1], the first in {place} ({value})."
        )

    def warn_of_sums(self, distance: float) -> None:
        """Warn if the sum of a row lies farther from one than rounding takes it."""
        if distance > _ABSOLUTE + sqrt(self.eps):
            warn(
                "The y_prob values do not sum to one. Make sure to pass probabilities. "
                f"In one row of {self.name} they are off by {distance:.3g}."
            )


def read_probabilities(
    y_true: ArrayLike,
    y_proba: ArrayLike | None,
    *,
    labels: ArrayLike | None = None,
    pos_label: Any = None,
    sample_weight: ArrayLike | None = None,
    proba_name: str = "y_proba",
    rule: Rule = "pos_label",
    check: bool = True,
    several: bool = False,
    is_theirs: bool = False,
    ordinal: bool = False,
) -> Probabilities:
    """Return labels, probabilities and weights, checked.

    The columns of a matrix come back in the order of the classes, whatever order they
    were given in: see `score_tables.arrange`.

    Parameters
    ----------
    y_true : array_like of shape (n,), or (n, k) with a 1 in the column of the class
        The second with a matrix of probabilities, or by the rule "labels".
    y_proba : array_like of shape (n,), (n, 1) or (n, k)
        P(positive), or a column per class.
    labels : array_like of shape (k,), optional
        All classes there are, in the order of the columns; by default those that
        occur, sorted.
    pos_label : optional
        Of a column: the positive class; by default 1 if the labels are in {0, 1} or
        {-1, 1}, else the larger number; strings must be told.
    sample_weight : array_like of shape (n,), optional
    proba_name : str
        What errors call the probabilities.
    rule : {"pos_label", "labels"}
        Whether ``pos_label`` tells the positive class of a column; else it is the
        larger of the two of ``labels``, or of those that occur.
    check : bool
        Whether to look at the values: in [0, 1], and whether rows sum to one. Kernels
        that do so on their way leave it out.
    several : bool
        Whether the rows of a matrix ``y_true`` may have any number of classes; else
        another number than one raises.
    is_theirs, ordinal : bool
        As in `score_tables.arrange`.
    """
    if type(y_true) is not np.ndarray:
        weights = {"sample_weight": sample_weight}
        warn_other_order(y_true=y_true, **{proba_name: y_proba}, **weights)
    read = _Given(y_proba, proba_name)
    proba = Probabilities(read.proba, read.dtype, proba_name)
    truth = convert(y_true, "y_true")
    n = len(truth.codes if isinstance(truth, Categories) else truth)
    if n != proba.n:
        raise ValueError(
            "Found input variables with inconsistent numbers of samples: y_true has "
            f"{n}, {proba_name} has {proba.n}."
        )
    if sample_weight is not None:
        proba.weights = sample_weights(sample_weight, n)
    if proba.is_column and rule == "pos_label":
        _tell_positive(proba, truth, pos_label)
    elif _is_matrix(truth):
        _take_columns(proba, truth, labels, several)
    elif proba.is_column and labels is None:
        _take_larger(proba, truth)
    else:
        _number_classes(proba, truth, labels, is_theirs, ordinal)
    if check:
        proba.check()
    return proba


def read_distributions(p: ArrayLike, name: str) -> NDArray[Any]:
    """Return probabilities of no class in particular, checked as those above.

    float32 or float64, of shape (n,) for two classes or (n, k).
    """
    read = _Given(p, name)
    Probabilities(read.proba, read.dtype, name).check()
    return read.proba


class _Given:
    """Probabilities as floats of a valid shape."""

    def __init__(self, y_proba: ArrayLike | None, name: str) -> None:
        array = as_array(y_proba, name)
        if array.ndim > 2:
            raise ValueError(
                f"{name} must be of shape (n_samples,) or (n_samples, n_classes), got "
                f"{array.shape}."
            )
        if len(array) == 0:
            raise_no_rows(name)
        if array.ndim == 2 and array.shape[1] < 2:
            if array.shape[1] == 0:
                raise ValueError(
                    f"Found array with 0 feature(s) while a minimum of 1 is required: "
                    f"{name} has no column."
                )
            array = array[:, 0]
        names = array.names if isinstance(array, NamedMatrix) else ()
        array = numbers(np.asarray(array), name)
        self.dtype = array.dtype
        if array.dtype.char not in "fd":
            if array.dtype.char != "e":
                self.dtype = np.dtype(np.float64)
            wide = np.float32 if array.dtype.char == "e" else np.float64
            with np.errstate(over="ignore"):  # infinity is refused later
                array = array.astype(wide)
        self.proba = NamedMatrix.of(array, names) if names else array


# --- a column


def _tell_positive(proba: Probabilities, column: Any, pos_label: Any) -> None:
    """Find the positive class: of one label it may be another, of two it is one."""
    labels = Labels(column, "y_true")
    proba.items = labels.items
    if pos_label is None:
        text = labels.source.dtype.kind == "U" or isinstance(labels.value(0), str)
        # For text, None raises the request for pos_label.
        chosen = labels.choose(None if text else keys.LARGEST)
        proba.positive, proba.negative = chosen
        proba.classes = _two_classes(labels, _positive_value(labels))
        return
    check_pos_label(pos_label)
    if labels.third >= 0:
        labels.raise_wrong()
    known = labels.classes()
    labels.check_types(known)
    labels.check_known(pos_label)
    proba.positive, proba.negative = labels.choose(pos_label)
    proba.items = labels.items  # objects may have got other numbers
    proba.classes = _two_classes(labels, pos_label)


def _positive_value(labels: Labels) -> Any:
    """Return the label that `Labels.choose` takes for positive of itself."""
    known = labels.classes()
    if labels.source.dtype.kind not in "mM" and set(known) <= {-1, 0, 1}:
        return 1 if set(known) != {-1, 0} else 0
    return max(known)


def _two_classes(labels: Labels, positive: Any) -> NDArray[Any]:
    known = labels.classes()
    with np.errstate(over="ignore"):  # of a label too large for the other's dtype
        rest = [label for label in known if _differ(label, positive)]
    return np.array([*rest[:1], positive])


def _differ(label: Any, other: Any) -> bool:
    try:
        return bool(label != other)
    except OverflowError:  # of a whole number too large for a time span
        return True


def _take_larger(proba: Probabilities, column: Any) -> None:
    """Use the larger of two classes that both occur, as `log_loss` does."""
    labels = Labels(column, "y_true")
    if labels.other < 0:
        _raise_one_label(labels.value(0))
    if labels.third >= 0:
        labels.check_types(labels.classes())
        _raise_other_number(proba, "y_true holds more than 2")
    proba.positive, proba.negative = labels.choose(keys.LARGEST)
    proba.items = labels.items
    proba.classes = np.array(sorted(labels.classes()))


# --- several classes


def _number_classes(
    proba: Probabilities,
    column: Any,
    labels: ArrayLike | None,
    is_theirs: bool,
    ordinal: bool,
) -> None:
    """Set the classes, and for each row the number of its own."""
    numbered = ClassCodes(column, "y_true")
    if labels is not None:
        known = _known_classes(labels)
        if proba.is_column:
            _take_second(proba, numbered, known, ordinal)
            return
    arranged = arrange(
        numbered, proba.proba, labels, proba.name, is_theirs=is_theirs, ordinal=ordinal
    )
    if arranged is None and labels is None:
        if numbered.k == 1:
            _raise_one_label(numbered.classes.tolist()[0])
        _raise_other_number(proba, f"y_true holds {numbered.k}")
    if arranged is None:
        _raise_other_labels(proba, known)
    check_sums_to_one(proba.proba, arranged.classes.tolist(), proba.name)
    codes, proba.classes, proba.proba = arranged
    _set_codes(proba, codes)


def _take_second(
    proba: Probabilities, numbered: ClassCodes, known: ClassCodes, ordinal: bool
) -> None:
    """Use the second of two labels as the positive one; it must be the larger."""
    if known.k != proba.k or known.n != known.k:
        _raise_other_labels(proba, known)
    codes, proba.classes = numbered.among(known), known.classes
    if not known.in_order:
        if ordinal:
            proba.classes = known.classes[::-1]
            _set_codes(proba, 1 - codes)
            return
        names, in_order = known.classes[known.codes].tolist(), known.classes.tolist()
        raise UnsortedLabels(
            f"Labels passed were {listed(names)}, of which scikit-learn takes "
            f"{shown(in_order[-1])} for the positive one, as it is the larger. Pass "
            f"labels={listed(in_order)} if {proba.name} is its probability, and 1 - "
            f"{proba.name} if it is the probability of {shown(in_order[0])}."
        )
    _set_codes(proba, codes)


def _set_codes(proba: Probabilities, codes: NDArray[np.int32]) -> None:
    proba.items = proba._codes = codes
    if proba.is_column:
        proba.positive, proba.negative = (
            np.array(code, codes.dtype).tobytes() for code in (1, 0)
        )


# --- a matrix with a column per class


def _is_matrix(column: Any) -> TypeGuard[NDArray[Any]]:
    return isinstance(column, np.ndarray) and column.ndim == 2 and column.shape[1] > 1


def _take_columns(
    proba: Probabilities, matrix: NDArray[Any], labels: ArrayLike | None, several: bool
) -> None:
    """Use the columns other than zero as the classes of each row."""
    if labels is not None:
        raise ValueError(
            "labels must be None where y_true has a column per class, got y_true of "
            f"shape {matrix.shape}."
        )
    if type_of_matrix(matrix) != "multilabel-indicator":
        _raise_matrix(matrix)
    for label in (matrix.min(), matrix.max()):
        if label not in (0, 1):
            raise ValueError(
                "y_true must hold 0 and 1 only where it has a column per class, got "
                f"{shown(label.item())}."
            )
    if matrix.shape[1] != proba.k:
        _raise_other_number(proba, f"y_true holds {matrix.shape[1]}")
    proba.classes = np.arange(proba.k)
    indicators = matrix != 0
    n_classes = np.count_nonzero(indicators, axis=1)
    others = np.flatnonzero(n_classes != 1)
    if not len(others):
        _set_codes(proba, indicators.argmax(axis=1).astype(np.int32))
        return
    if not several:
        row = int(others[0])
        raise ValueError(
            "y_true must have one class per row: of the columns of row "
            f"{row}, {n_classes[row]} are not zero."
        )
    proba.indicators = indicators


def _known_classes(labels: ArrayLike) -> ClassCodes:
    """Return the classes that ``labels`` names, at least two."""
    known = ClassCodes(labels, "labels")
    if known.k == 1:
        raise ValueError(
            "The labels array needs to contain at least two labels, got "
            f"{listed(known.classes.tolist())}."
        )
    return known


# --- what can be wrong


def _raise_matrix(matrix: NDArray[Any]) -> NoReturn:
    kind = type_of_matrix(matrix)
    raise ValueError(
        f"{kind} format is not supported: y_true must hold one label per row, got "
        f"shape {matrix.shape}. MultiOutput target data is not supported."
    )


def _raise_one_label(label: Any) -> NoReturn:
    raise ValueError(
        f"y_true contains only one label ({shown(label)}). Pass all classes as labels."
    )


def _raise_other_labels(proba: Probabilities, known: ClassCodes) -> NoReturn:
    raise ValueError(
        "The number of classes in labels is different from that in "
        f"{proba.name}: {known.k} and {proba.k}. Classes found in labels: "
        f"{listed(known.classes.tolist())}."
    )


def _raise_other_number(proba: Probabilities, what: str) -> NoReturn:
    raise ValueError(
        f"y_true and {proba.name} contain different number of classes: {what}, "
        f"{proba.name} is of {proba.k}. Pass all classes as labels."
    )
