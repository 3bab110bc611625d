"""What a fitted estimator says of rows, asked once for each of its methods."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._inputs.row_takers import n_rows
from fastmetrics.selection.validation.estimators import is_classifier

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Responses", "align_columns"]


class Responses:
    """What one fitted estimator says of some rows.

    Attributes
    ----------
    estimator : object
        It has been fitted.
    X : object
        The rows.
    classes : ndarray or None
        The classes of all rows in sorted order, of a target that has one of several
        classes per row; columns are brought into this order.
    asked : dict
        What was said, by method.
    """

    __slots__ = ("X", "asked", "classes", "estimator", "is_classifier")

    def __init__(self, estimator: Any, X: Any, classes: Any = None) -> None:
        self.estimator = estimator
        self.X = X
        self.classes = classes
        self.asked: dict[str, Any] = {}
        self.is_classifier: bool | None = None

    def method(self, methods: tuple[str, ...]) -> str:
        """Return the first of these methods that the estimator has."""
        for name in methods:
            if hasattr(self.estimator, name):
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
            self._check(found, method)
            known = self._known()
            if self.classes is not None and known is not None:
                found = align_columns(found, known, self.classes, method)
            self.asked[method] = found
        return found

    def read(self, methods: tuple[str, ...], pos_label: Any = None) -> Any:
        """Return what metrics take: of two classes the column of the positive one."""
        method = self.method(methods)
        found = self.raw(method)
        if method == "predict" or not self._classifies():
            return found
        if isinstance(found, list):  # of several labels: one matrix for each
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
                    f"{pos_label!r}."
                )
            place = int(places[0])
        if np.ndim(found) == 2:
            return np.asarray(found)[:, place]
        return found if place else -np.asarray(found)

    def _classifies(self) -> bool:
        if self.is_classifier is None:
            self.is_classifier = is_classifier(self.estimator)
        return self.is_classifier

    def _known(self) -> Any:
        """Return the classes that the estimator was fitted on; None: it has none."""
        if not self._classifies():
            return None
        known = getattr(self.estimator, "classes_", None)
        return None if known is None or isinstance(known, list) else known

    def _check(self, found: Any, method: str) -> None:
        """Raise unless there is one answer for each row."""
        for one in (
            found if isinstance(found, list) and method != "predict" else [found]
        ):
            if one is None:
                raise ValueError(f"{method} must return an entry per row, got None.")
            n, given = n_rows(self.X), n_rows(one)
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
