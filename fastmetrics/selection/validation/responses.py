"""What a fitted estimator says of rows, asked once for each of its methods."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._inputs.row_takers import n_rows

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Responses", "align_columns", "check_answers", "of_several"]


class Responses:
    """What one fitted estimator says of some rows.

    Attributes
    ----------
    estimator : object
        It has been fitted.
    X : object
        The rows.
    n : int
        How many.
    classes : ndarray or None
        The classes of all rows in sorted order, of a target that has one of several
        classes per row; columns are brought into this order.
    classifier : bool
        Whether it is one.
    asked : dict
        What was said, by method.
    """

    __slots__ = ("X", "asked", "classes", "classifier", "estimator", "n")

    def __init__(
        self, estimator: Any, X: Any, n: int, classes: Any, *, classifier: bool
    ) -> None:
        self.estimator = estimator
        self.X = X
        self.n = n
        self.classes = classes
        self.classifier = classifier
        self.asked: dict[str, Any] = {}

    def method(self, methods: tuple[str, ...]) -> str:
        """Return the first of these methods that was asked, or can be."""
        for name in methods:
            if name in self.asked or hasattr(self.estimator, name):
                return name
        wanted = " or ".join(map(repr, methods))
        raise AttributeError(
            f"estimator must have a method {wanted}, but "
            f"{type(self.estimator).__name__} has none."
        )

    def raw(self, method: str) -> Any:
        """Return what a method says, one entry per row, with a column per class."""
        found = self.asked.get(method)
        if found is None:
            found = getattr(self.estimator, method)(self.X)
            check_answers(found, self.n, method)
            if method != "predict" and self.classes is not None:
                known = self._known()
                if known is not None:
                    found = align_columns(found, known, self.classes, method)
            self.asked[method] = found
        return found

    def read(self, methods: tuple[str, ...], pos_label: Any = None) -> Any:
        """Return what metrics take: of two classes the column of the positive one."""
        method = self.method(methods)
        found = self.raw(method)
        if method == "predict" or not self.classifier:
            return found
        if of_several(found):
            return np.column_stack([np.asarray(one)[:, -1] for one in found])
        classes = self.classes
        if classes is None or len(classes) != 2:
            return found
        if pos_label is None:
            place = 1
        else:
            places = np.flatnonzero(np.asarray(classes) == pos_label)
            if not len(places):
                raise ValueError(
                    f"pos_label must be one of the classes {shown(classes)}, got "
                    f"{shown(pos_label)}."
                )
            place = int(places[0])
        if np.ndim(found) == 2:
            return np.asarray(found)[:, place]
        return found if place else -np.asarray(found)

    def _known(self) -> Any:
        """Return the classes that the estimator was fitted on; None: it has none."""
        if not self.classifier:
            return None
        known = getattr(self.estimator, "classes_", None)
        return None if known is None or of_several(known) else np.asarray(known)


def of_several(found: Any) -> bool:
    """Whether something is a list of arrays, with one for each of several targets."""
    return isinstance(found, list) and all(
        isinstance(one, np.ndarray) and one.ndim > 0 for one in found
    )


def check_answers(found: Any, n: int, method: str) -> None:
    """Raise unless an estimator's method said something of each of n rows."""
    if type(found) is np.ndarray and found.shape[:1] == (n,):
        return
    for one in found if of_several(found) else [found]:
        if one is None:
            raise ValueError(f"{method} must return an entry per row, got None.")
        given = n_rows(one, method)
        if n != given:
            raise ValueError(
                f"{method} must return an entry per row, got {given} of {n} rows."
            )


def align_columns(
    found: Any, known: NDArray[Any], classes: NDArray[Any], method: str
) -> Any:
    """Return what was said with a column for each of the classes, in their order.

    The column of a class that the estimator was not fitted on has the probability 0,
    and of other methods the lowest number.

    Parameters
    ----------
    found : array
        What the method said.
    known : ndarray
        The classes that the estimator was fitted on: those of the columns.
    classes : ndarray
        All classes, sorted.
    method : str
        What was asked.
    """
    if len(known) == len(classes) and np.array_equal(known, classes):
        return found
    found = np.asarray(found)
    if method == "decision_function":
        if found.ndim == 2 and found.shape[1] != len(known):
            raise ValueError(
                f"decision_function must have a column per class, but returned "
                f"{found.shape[1]} columns for the {len(known)} classes of a training "
                f"part that lacks {len(classes) - len(known)} of them."
            )
        if len(known) <= 2:
            raise ValueError(
                f"Only {len(known)} of {len(classes)} classes are in a training part, "
                "so that decision_function has no column per class: stratified folds "
                "have all classes in each."
            )
    places = np.searchsorted(classes, known)
    inside = places < len(classes)
    if not inside.all() or not np.array_equal(classes[places], known):
        raise ValueError(
            f"classes_ must be classes of y, which are {shown(classes)}, got "
            f"{shown(known)}."
        )
    if found.ndim != 2 or found.shape[1] != len(known):
        raise ValueError(
            f"{method} must have a column per class in classes_, got an array of shape "
            f"{found.shape} for {len(known)} classes."
        )
    lowest = 0 if method == "predict_proba" else np.finfo(found.dtype).min
    aligned = np.full((len(found), len(classes)), lowest, found.dtype)
    aligned[:, places] = found
    return aligned
