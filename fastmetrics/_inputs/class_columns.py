"""Classes of the columns of a matrix of scores or probabilities.

It is asked of each matrix here, and nowhere else: by the names of its columns if they
are the classes, else by ``labels`` in the order given, else columns are of the sorted
classes. Whoever computes with a matrix gets its columns in the order of the classes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.names import as_levels, levels_of, listed
from fastmetrics._inputs.columns import NamedMatrix
from fastmetrics._inputs.label_columns import ClassCodes

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


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
        return matrix  # its reader says what is wrong
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
    found : ClassCodes
        The rows' own classes.
    matrix : ndarray of shape (n, k)
    labels : array_like of shape (k,), optional
        All classes there are. They name the columns, in the order given.
    name : str
        What errors call the matrix.
    is_theirs : bool
        Whether scikit-learn has the function, which reads columns as those of the
        sorted labels: then other orders raise.
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
            f"the columns of {name} are {listed([*names])}: of the classes "
            f"{listed([*known])} some have a column, {listed(some)}, and not each has "
            "one. Name one column after each class, or pass a plain array."
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
            f"sorted order, and the columns of {name} have no names: say of which "
            "class each is by labels, in the order of the columns, or pass a data "
            "frame whose columns are named after the classes."
        )


def _raise_unsorted(columns: Sequence[Any], name: str) -> None:
    raise UnsortedLabels(
        f"Labels passed were {listed([*columns])}, which are not sorted, and "
        "scikit-learn takes columns to be those of the sorted labels. If the columns "
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
    """Return the class of no row that a name can be beside others; None: none."""
    if all(isinstance(label, str) for label in known):
        return name if isinstance(name, str) else None
    try:
        return int(name)
    except (TypeError, ValueError):
        return None
