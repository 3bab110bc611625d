"""Tables of numbers with a column for each model, label, rater or class."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastmetrics._common.names import as_levels, levels_of, listed, shown
from fastmetrics._common.packing import distinct_labels
from fastmetrics._inputs.columns import (
    NamedMatrix,
    as_array,
    as_column,
    is_number,
    raise_no_rows,
    raise_not_finite,
)
from fastmetrics._inputs.label_columns import ClassCodes
from fastmetrics._inputs.label_pairs import INDICATOR, indicator_matrix
from fastmetrics._inputs.rows import missing_rows, take_rows
from fastmetrics._inputs.scores import numbers
from fastmetrics._kernels import objects

if TYPE_CHECKING:
    from fastmetrics._common.annotations import Sparse


class ScoreTable(NamedTuple):
    """Scores in float64, and the names of the models.

    ``values`` is of shape (n_datasets, n_models), with NaN in missing cells where these
    are allowed; ``models`` are the names of the columns, or their positions.
    """

    values: np.ndarray[Any, np.dtype[np.float64]]
    models: tuple[Any, ...]


def read_score_table(
    scores: Any, name: str = "scores", *, missing: bool = False
) -> ScoreTable:
    """Return a table with two models or more, and data sets or more than none.

    ``scores`` is a matrix, a data frame or a dict of columns. ``missing`` allows NaN
    and nulls, which otherwise are an error that names the first such cell.
    """
    columns = named_columns(scores)
    if columns is None:
        values = _matrix(scores, name, missing)
        models: tuple[Any, ...] = tuple(range(values.shape[1]))
    else:
        models = tuple(model for model, _ in columns)
        _check_names(models, name)
        values = join_columns(columns, name, missing)
    if values.shape[1] < 2:
        raise ValueError(
            f"{name} must have a column for each of two models or more, got "
            f"{values.shape[1]}."
        )
    if len(values) == 0:
        raise_no_rows(name)
    _check_cells(values, models, name, missing)
    return ScoreTable(values, models)


class Samples(NamedTuple):
    """Values of models on data of their own, in float64, of any lengths."""

    values: list[np.ndarray[Any, np.dtype[np.float64]]]
    models: tuple[Any, ...]


def read_samples(samples: Any, name: str = "samples") -> Samples:
    """Return the values of two models or more, one or more of each.

    ``samples`` is a dict of columns, a data frame, or a sequence of columns, a model
    each.
    """
    columns = named_columns(samples)
    if columns is None:
        # An array of no dimension has the method, and cannot be iterated.
        is_one = isinstance(samples, str | bytes) or getattr(samples, "ndim", 1) == 0
        if is_one or not hasattr(samples, "__iter__"):
            raise TypeError(
                f"{name} must be a dict of columns or a sequence of columns, a model "
                f"each, got {shown(samples)}."
            )
        columns = [*enumerate(samples)]
    models = tuple(model for model, _ in columns)
    _check_names(models, name)
    if len(models) < 2:
        raise ValueError(
            f"{name} must have the values of two models or more, got {len(models)}."
        )
    values = []
    for model, column in columns:
        of = f"{name}[{shown(model)}]"
        array = read_floats(as_column(column, of), of, False)
        if len(array) == 0:
            raise_no_rows(of)
        raise_not_finite(array, of)
        values.append(array)
    return Samples(values, models)


def named_columns(scores: Any) -> list[tuple[Any, Any]] | None:
    """Return names with columns, of a dict or a frame of any library; else None."""
    if isinstance(scores, Mapping):
        return list(scores.items())
    if hasattr(scores, "get_columns"):  # Polars
        return [(column.name, column) for column in scores.get_columns()]
    if hasattr(scores, "itercolumns"):  # PyArrow
        return list(zip(scores.column_names, scores.itercolumns(), strict=True))
    if hasattr(scores, "iloc") and getattr(scores, "ndim", 0) == 2:  # pandas
        names = scores.columns.tolist()
        return [(names[i], scores.iloc[:, i]) for i in range(len(names))]
    return None


def _check_names(models: tuple[Any, ...], name: str) -> None:
    twice = [model for i, model in enumerate(models) if model in models[:i]]
    if twice:
        raise ValueError(
            f"{name} must have columns of different names, got {shown(twice[0])} twice."
        )


def _matrix(scores: Any, name: str, missing: bool) -> Any:
    array = as_array(scores, name)
    if array.ndim != 2:
        raise ValueError(
            f"{name} must be a table of shape (n_datasets, n_models), got an array of "
            f"shape {array.shape}."
        )
    return read_floats(array, name, missing)


def join_columns(columns: list[tuple[Any, Any]], name: str, missing: bool) -> Any:
    """Return the matrix of columns, which errors call by their names."""
    arrays: list[Any] = []
    for model, column in columns:
        of = f"{name}[{shown(model)}]"
        array = as_column(_with_gaps(column) if missing else column, of)
        arrays.append(read_floats(array, of, missing))
        if len(array) != len(arrays[0]):
            raise ValueError(
                f"The columns of {name} must be of one length: "
                f"{shown(columns[0][0])} has {len(arrays[0])} rows, {shown(model)} has "
                f"{len(array)}."
            )
    return np.column_stack(arrays) if arrays else np.empty((0, 0))


def _with_gaps(column: Any) -> Any:
    """Return a column of a library with NaN for its nulls."""
    if getattr(column, "null_count", None) is not None:  # Polars, PyArrow
        return column.to_numpy()
    if hasattr(column, "isna") and column.dtype.kind in "biuf":  # pandas
        return column.to_numpy(dtype=np.float64, na_value=np.nan)
    return column


def read_floats(array: Any, name: str, missing: bool) -> Any:
    """Return numbers as float64; ``missing``: with NaN for nulls."""
    empty = None
    if missing and array.dtype.kind == "O":
        nulls = [objects.is_null(value) for value in array.ravel().tolist()]
        empty = np.reshape(nulls, array.shape)
        array = np.where(empty, 0.0, array)
    with np.errstate(over="ignore"):  # to infinity, which is refused with its cell
        floats = numbers(array, name).astype(np.float64)
    if empty is not None:
        floats[empty] = np.nan
    return floats


def _check_cells(
    values: Any, models: tuple[Any, ...], name: str, missing: bool
) -> None:
    finite = np.isfinite(values)
    if missing:
        finite |= np.isnan(values)
    if finite.all():
        return
    row, column = (int(i) for i in np.argwhere(~finite)[0])
    kind = "NaN" if np.isnan(values[row, column]) else "infinity"
    raise ValueError(
        f"{name} must be finite numbers, got {kind} in row {row} (counted from 0) of "
        f"the column {shown(models[column])}: {np.count_nonzero(~finite)} of "
        f"{values.size} cells are not."
    )


# --- which labels each row has, and the scores by which all labels are ranked


class LabelRankings:
    """The labels of rows and the scores of all labels.

    Attributes
    ----------
    true : ndarray or csr_array of shape (n, k)
        A row has a label where its entry is not zero. It may be the caller's own.
    scores : ndarray of shape (n, k)
        float32, float64, int64 or uint64. It may be the caller's own, and need not be
        finite: see `raise_not_finite`.
    """

    __slots__ = ("scores", "true")

    def __init__(self, true: Any, scores: NDArray[Any]) -> None:
        self.true = true
        self.scores = scores

    @property
    def n(self) -> int:
        """How many rows there are."""
        return len(self.scores)

    @property
    def k(self) -> int:
        """Number of labels."""
        return self.scores.shape[1]

    def own(self, rows: slice) -> NDArray[np.uint8]:
        """Return the labels of some rows as a C-contiguous block of 0 and 1."""
        block = self.true[rows]
        if not isinstance(block, np.ndarray):
            block = block.toarray()
        return np.ascontiguousarray(block != 0).view(np.uint8)

    def raise_not_finite(self) -> None:
        """Raise that a score is NaN or infinite, if one is."""
        raise_not_finite(self.scores, "y_score")


def read_rankings(
    y_true: ArrayLike | Sparse, y_score: ArrayLike, *, one_label: bool = False
) -> LabelRankings:
    """Return a matrix of indicators, dense or sparse, and scores of its shape.

    ``one_label``: whether a single column is accepted.
    """
    true, kind = indicator_matrix(y_true, "y_true")
    scores = _scores(y_score)
    if true.shape != scores.shape:
        raise ValueError(
            "y_true and y_score have different shape: each must have a row per sample "
            f"and a column per label, got {true.shape} and {scores.shape}."
        )
    if kind != INDICATOR and not (one_label and kind == "binary" and true.ndim == 2):
        raise ValueError(
            f"{kind} format is not supported: y_true must say which of several labels "
            f"each row has, got shape {true.shape}."
        )
    return LabelRankings(true, scores)


def _scores(y_score: ArrayLike) -> NDArray[Any]:
    """Return scores of a type that the kernels read, by which nothing gets equal."""
    scores = numbers(as_array(y_score, "y_score"), "y_score")
    if len(scores) == 0:
        raise_no_rows("y_score")
    if scores.dtype.char in "fd":
        return scores
    if scores.dtype.kind in "bi":
        return scores.astype(np.int64, copy=False)
    if scores.dtype.kind == "u":
        return scores.astype(np.uint64, copy=False)
    if scores.dtype.char == "e":
        return scores.astype(np.float32)
    raise_not_finite(scores, "y_score")
    with np.errstate(over="ignore"):  # of long doubles: to infinity, which raises
        return scores.astype(np.float64)


# --- ratings of units by several raters, some of them missing: a matrix of numbers


def read_ratings(ratings: Any, *, as_numbers: bool) -> NDArray[np.float64]:
    """Return ratings as float64, of a row per unit, NaN where there is none.

    Texts are numbered in their order; ``as_numbers`` refuses them. None is NaN.
    """
    array = _of_frame(ratings)
    if array is None:
        array = as_array(ratings, "ratings")
    if array.dtype.kind in "US" and isinstance(ratings, list | tuple):
        array = np.array(ratings, object)  # or a number, and NaN, would be a text
    if array.ndim != 2 or array.shape[1] < 2:
        raise ValueError(
            "ratings must be of shape (n_units, n_raters), of two raters at least, got "
            f"an array of shape {array.shape}."
        )
    if array.dtype.kind in "OUST":
        array = _of_objects(array, as_numbers)
    elif array.dtype.kind not in "biuf":
        raise TypeError(
            f"ratings must hold numbers or texts, got an array of dtype {array.dtype}."
        )
    floats = np.ascontiguousarray(array, np.float64)
    if np.isinf(floats).any():
        raise ValueError("ratings must be finite or missing, got an infinite one.")
    return floats


def _of_frame(ratings: Any) -> NDArray[Any] | None:
    """Return the ratings of a frame with nulls, NaN or None in their place; else None.

    Arrays cannot contain nulls, so readers of arrays refuse frames with nulls.
    """
    library = type(ratings).__module__.partition(".")[0]
    if library not in ("pandas", "polars", "pyarrow"):
        return None
    columns = [column for _, column in named_columns(ratings) or []]
    missing = [missing_rows(column, "ratings") for column in columns]
    if not any(column.any() for column in missing):
        return None
    rows = [np.flatnonzero(~column) for column in missing]
    kept = [
        as_column(take_rows(column, there), "ratings")
        for column, there in zip(columns, rows, strict=True)
    ]
    numeric = all(column.dtype.kind in "biuf" or not len(column) for column in kept)
    table = np.full((len(missing[0]), len(columns)), np.nan if numeric else None)
    for j, (there, values) in enumerate(zip(rows, kept, strict=True)):
        table[there, j] = values
    return table


def _of_objects(array: NDArray[Any], as_numbers: bool) -> NDArray[np.float64]:
    """Return the numbers of objects, or of texts where they stand in order."""
    values = array.ravel().tolist()
    missing = np.array([_is_missing(value) for value in values], bool)
    kept = [value for value, gone in zip(values, missing, strict=True) if not gone]
    n_texts = sum(isinstance(value, str) for value in kept)
    if n_texts not in (0, len(kept)):
        raise TypeError("ratings must be all numbers or all texts, got both.")
    numbers_found = np.full(len(values), np.nan)
    if not n_texts:
        if not all(map(is_number, kept)):
            wrong = next(value for value in kept if not is_number(value))
            raise TypeError(
                f"ratings must hold numbers or texts, got {type(wrong).__name__}."
            )
        if kept:
            numbers_found[~missing] = numbers(np.array(kept, object), "ratings")
    elif as_numbers:
        raise TypeError(
            "ratings must be numbers where their order or distance counts, got texts: "
            "number the labels in their order."
        )
    else:
        numbers_found[~missing] = distinct_labels(np.array(kept))[1]
    return numbers_found.reshape(array.shape)


def _is_missing(value: Any) -> bool:
    return value is None or (is_number(value) and bool(value != value))


# --- classes of the columns of a matrix of scores or probabilities
#
# The rules, for all functions: columns that are named after classes belong to these,
# else ``labels`` names them in its order, else columns are in the order of the sorted
# classes.


# How far from one the probabilities of a row may add up, as printed numbers do.
_ROUNDING = 0.01


class UnsortedLabels(ValueError):
    """Labels in another order than scikit-learn reads the columns in."""


class ClassColumns(NamedTuple):
    """A matrix with its columns in the order of the classes.

    Attributes
    ----------
    codes : ndarray of int32, shape (n,)
        The column of each row's class.
    classes : ndarray of shape (k,)
    matrix : ndarray of shape (n, k)
        The one that was given, if its columns were in that order.
    """

    codes: NDArray[np.int32]
    classes: NDArray[Any]
    matrix: NDArray[Any]


def name_columns(matrix: Any, labels: ArrayLike | None = None, **_: Any) -> Any:
    """Return a matrix whose columns are named after labels, if there are such.

    Other options of a call say nothing of columns.
    """
    if labels is None or not isinstance(matrix, np.ndarray) or matrix.ndim != 2:
        return matrix
    names = ClassCodes(labels, "labels")
    if names.n != matrix.shape[1] or names.n != names.k:
        return matrix  # its reader raises the error
    if isinstance(matrix, NamedMatrix):
        if _classes_of(matrix.names, names.classes.tolist(), closed=True):
            return matrix
    return NamedMatrix.of(matrix, names.classes[names.codes].tolist())


def arrange(
    labels_read: ClassCodes,
    matrix: NDArray[Any],
    labels: ArrayLike | None,
    name: str,
    *,
    is_theirs: bool = False,
    ordinal: bool = False,
) -> ClassColumns | None:
    """Return a matrix by its classes; None if it has not one column for each.

    Parameters
    ----------
    labels_read : ClassCodes
        The classes of the rows.
    matrix : ndarray of shape (n, k)
    labels : array_like of shape (k,), optional
        All classes there are. They name the columns, in the order given.
    name : str
        What errors call the matrix.
    is_theirs : bool
        Whether scikit-learn has the function. It reads columns in the order of the
        sorted labels, so other orders raise.
    ordinal : bool
        Whether classes are to be in the order of ``labels`` or of ordered categories;
        else they are sorted.

    Raises
    ------
    ValueError
        If labels leave out a class or name one twice, or if classes are ordered
        categories and nothing says which column is which.
    UnsortedLabels
        As ``is_theirs`` says.
    """
    own = labels_read.classes.tolist()
    named = None if labels is None else ClassCodes(labels, "labels")
    if named is not None and named.n != named.k:
        raise ValueError(
            f"labels must be unique, got {named.n} of which {named.k} differ."
        )
    known = own if named is None else named.classes.tolist()
    names = matrix.names if isinstance(matrix, NamedMatrix) else None
    columns = None
    if names is not None:
        columns = _classes_of(names, known, closed=named is not None)
        if columns is None:
            _check_none_is_named(names, known, name)
    matrix = np.asarray(matrix)
    is_named = columns is not None
    if columns is None:
        columns = known if named is None else named.classes[named.codes].tolist()
    if len(columns) != matrix.shape[1]:
        return None
    if named is None and not is_named:
        _check_said(own, name)
    levels = levels_of(own)
    if levels is not None:
        columns = as_levels(columns, levels)
    every = _encoded(columns, "labels" if named is not None else name)
    if is_theirs and not is_named and not every.in_order:
        _raise_unsorted(columns, name)
    classes = every.classes
    order = np.empty(every.k, np.intp)
    order[every.codes] = np.arange(every.k)
    place = np.arange(every.k, dtype=np.int32)
    if ordinal and named is not None:
        wanted = _in_their_order(classes, named)
        order, classes = order[wanted], classes[wanted]
        place[wanted] = np.arange(every.k)
    codes = labels_read.among(every)
    if not np.array_equal(place, np.arange(every.k)):
        codes = place[codes]
    if not np.array_equal(order, np.arange(every.k)):
        matrix = matrix[:, order]
    return ClassColumns(codes, classes, matrix)


def check_sums_to_one(matrix: NDArray[Any], known: Sequence[Any], name: str) -> None:
    """Raise if column names are not classes and no row's probabilities sum to one.

    Then the columns are of several models, not of one.
    """
    if not isinstance(matrix, NamedMatrix) or _classes_of(matrix.names, known):
        return
    total = np.asarray(matrix).sum(axis=1, dtype=np.float64)
    if not (np.abs(total - 1.0) <= _ROUNDING).all():
        raise ValueError(
            f"the columns of {name} are {listed([*matrix.names])}, which are not the "
            f"classes {listed([*known])}, and its rows do not sum to 1. Columns of "
            f"several models are passed as a dict: {name}={{model: column}}."
        )


def _check_none_is_named(names: Sequence[Any], known: Sequence[Any], name: str) -> None:
    """Raise where some columns are named after classes, and not one after each."""
    texts = {text for label in known for text in label_texts(label)}
    some = [name for name in dict.fromkeys(names) if str(name) in texts]
    if some:
        raise ValueError(
            f"the columns of {name} are {listed([*names])}: only some of the classes "
            f"{listed([*known])} have a column, {listed(some)}. Name one column after "
            "each class, or pass a plain array."
        )


def _in_their_order(classes: NDArray[Any], named: ClassCodes) -> NDArray[np.intp]:
    """Return the places of the classes in the order of labels."""
    at = {label: i for i, label in enumerate(classes.tolist())}
    return np.array([at[k] for k in named.classes[named.codes].tolist()], np.intp)


def _encoded(columns: Sequence[Any], name: str) -> ClassCodes:
    """Return the classes of columns, levels as such."""
    if levels_of(columns) is None:
        return ClassCodes(columns, name)
    values = np.empty(len(columns), object)
    values[:] = columns
    return ClassCodes(values, name)


def _check_said(own: Sequence[Any], name: str) -> None:
    levels = levels_of(own)
    if levels is not None and [*map(str, own)] != sorted(map(str, own)):
        raise ValueError(
            f"y_true has the ordered categories {listed(levels)}, which are not in "
            f"sorted order, and the columns of {name} have no names: pass labels in "
            "the order of the columns, or a data frame whose columns are named after "
            "the classes."
        )


def _raise_unsorted(columns: Sequence[Any], name: str) -> None:
    raise UnsortedLabels(
        f"Labels passed were {listed([*columns])}, which are not sorted, and "
        "scikit-learn takes columns in the order of the sorted labels. If the columns "
        f"of {name} are in the order of labels, pass {name}[:, np.argsort(labels)] and "
        "np.sort(labels), or a data frame with these names; else np.sort(labels)."
    )


# --- names of columns


def _classes_of(
    names: Sequence[Any], known: Sequence[Any], closed: bool = False
) -> list[Any] | None:
    """Return the class that each column is named after; None if names are others.

    Each known class has a column; further columns are of classes without a row, unless
    the known ones are all (``closed``). All names may begin or end alike: p_low and
    p_high.
    """
    texts = {text: label for label in known for text in label_texts(label)}
    for before, after in _around(names, texts):
        column_classes = []
        for name in names:
            word = name
            if before or after:
                if not name.startswith(before) or not name.endswith(after):
                    break
                word = name[len(before) : len(name) - len(after)]
            label = texts.get(word if isinstance(word, str) else str(word))
            if label is None and not closed:
                label = _absent(word, known)
            if label is None:
                break
            column_classes.append(label)
        else:
            if len({*column_classes}) == len(column_classes) and {*known} <= {
                *column_classes
            }:
                return column_classes
    return None


def _around(names: Sequence[Any], texts: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield what may stand before and after the class in all names."""
    yield "", ""
    if not all(isinstance(name, str) for name in names) or not names:
        return
    first = names[0]
    for text in texts:
        rest = len(first) - len(text)
        if rest > 0 and first.endswith(text) and not first[rest - 1].isalnum():
            yield first[:rest], ""
        if rest > 0 and first.startswith(text) and not first[len(text)].isalnum():
            yield "", first[len(text) :]


def label_texts(label: Any) -> Iterator[str]:
    """Yield how a label is written in a name."""
    if isinstance(label, bool):
        yield from (str(label), str(int(label)))
    elif isinstance(label, float) and label.is_integer():
        yield from (str(int(label)), str(label))
    else:
        yield str(label)


def _absent(name: Any, known: Sequence[Any]) -> Any:
    """Return the class without rows that a name may mean next to others; None: none."""
    if all(isinstance(label, str) for label in known):
        return name if isinstance(name, str) else None
    try:
        return int(name)
    except (TypeError, ValueError):
        return None
