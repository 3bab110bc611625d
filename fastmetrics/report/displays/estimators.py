"""What displays ask of estimators, known by what they can do and by nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import listed, shown
from fastmetrics._inputs.targets import check_length, target

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["binary_response", "check_binary", "folds", "is_classifier", "rows_at"]

AUTO = ("predict_proba", "decision_function")


def is_classifier(estimator: Any) -> bool:
    """Whether an estimator says of itself that it is a classifier."""
    tags = getattr(estimator, "__sklearn_tags__", None)
    if callable(tags):
        return getattr(tags(), "estimator_type", None) == "classifier"
    return getattr(estimator, "_estimator_type", None) == "classifier"


def binary_response(
    estimator: Any, X: Any, response_method: Any = "auto", pos_label: Any = None
) -> tuple[Any, Any]:
    """Return a classifier's scores of the positive class, and that class.

    Raises
    ------
    ValueError
        If it is no classifier of two classes, or ``pos_label`` is neither of them.
    AttributeError
        If it has no such method.
    """
    called = type(estimator).__name__
    if not is_classifier(estimator):
        raise ValueError(
            f"Expected 'estimator' to be a binary classifier. Got {called} instead."
        )
    classes = getattr(estimator, "classes_", None)
    if classes is None:
        # One that is not fitted says so itself, in its own error.
        estimator.predict(X)
        raise ValueError(f"{called} has no attribute classes_: its scores have no name")
    classes = np.asarray(classes)
    if len(classes) != 2:
        raise ValueError(
            "Expected 'estimator' to be a binary classifier. Got "
            f"{len(classes)} classes instead."
        )
    method = _method(estimator, response_method)
    known = classes.tolist()
    if pos_label is None:
        pos_label = known[1]
    elif pos_label not in known:
        raise ValueError(
            f"pos_label={shown(pos_label)} is not a valid label: it should be one of "
            f"{listed(known)}"
        )
    found = getattr(estimator, method)(X)
    positive = known.index(pos_label)
    if np.ndim(found) == 2:
        columns = np.asarray(found)
        if columns.shape[1] != 2:
            raise ValueError(
                f"{called}.{method} returned an array of shape {columns.shape}; one "
                "of two columns is needed, a class each"
            )
        return columns[:, positive], pos_label
    # A decision function is that of the second class.
    return (np.negative(found) if positive == 0 else found), pos_label


def _method(estimator: Any, response_method: Any) -> str:
    """Return the first method of those asked for that the estimator has."""
    asked = AUTO if response_method == "auto" else (response_method,)
    for name in asked:
        if isinstance(name, str) and callable(getattr(estimator, name, None)):
            return name
    raise AttributeError(
        f"{type(estimator).__name__} has none of the following attributes: "
        f"{', '.join(map(str, asked))}."
    )


def check_binary(y_true: Any, name: str = "y_true") -> None:
    """Raise unless the labels are of two classes, or of one."""
    _, kind = target(y_true, name)
    if kind != "binary":
        raise ValueError(f"The target {name} is not binary. Got {kind} type of target.")


def folds(
    cv_results: Mapping[str, Any], X: Any, y: Any, sample_weight: Any = None
) -> Iterator[tuple[Any, Any, Any, Any]]:
    """Yield (estimator, rows, labels, weights) of the tested rows of each fold.

    ``cv_results`` is what scikit-learn's ``cross_validate`` returns with its estimators
    and indices.
    """
    lacking = [key for key in ("estimator", "indices") if key not in cv_results]
    if lacking:
        raise ValueError(
            f"cv_results has no {' and no '.join(lacking)}: make them with "
            "return_estimator=True and return_indices=True"
        )
    indices = cv_results["indices"]
    expected = len(indices["train"][0]) + len(indices["test"][0])
    if _length(X) != expected:
        raise ValueError(
            f"X has {_length(X)} rows, but cv_results is about {expected}: X and y "
            "must be those of the cross-validation"
        )
    labels, kind = target(y, "y")
    if kind != "binary":
        raise ValueError(f"The target y is not binary. Got {kind} type of target.")
    check_length(labels, expected, "y")
    if sample_weight is not None:
        check_length(sample_weight, expected, "sample_weight")

    def each() -> Iterator[tuple[Any, Any, Any, Any]]:
        for estimator, at in zip(cv_results["estimator"], indices["test"], strict=True):
            weights = None if sample_weight is None else rows_at(sample_weight, at)
            yield estimator, rows_at(X, at), rows_at(y, at), weights

    return each()


def rows_at(rows: Any, at: Any) -> Any:
    """Return some rows of a matrix, a frame, a column or a sequence."""
    if hasattr(rows, "iloc"):
        return rows.iloc[at]
    if hasattr(rows, "shape"):
        return rows[at]
    return [rows[int(one)] for one in at]


def _length(rows: Any) -> int:
    return int(rows.shape[0]) if hasattr(rows, "shape") else len(rows)
