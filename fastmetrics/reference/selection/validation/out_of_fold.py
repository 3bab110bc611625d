"""What a model says of rows that it has not seen."""

from collections.abc import Mapping
from typing import Any

from fastmetrics.reference.selection.splitters.given_splits import check_cv
from fastmetrics.reference.selection.validation.scores_by_fold import (
    fitted,
    is_classifier,
    taken,
)


def cross_val_predict(
    estimator: Any,
    X: Any,
    y: Any,
    *,
    groups: Any = None,
    cv: Any = None,
    params: Mapping[str, Any] | None = None,
    method: str = "predict",
) -> list[Any]:
    """Return an entry per row, by the copy that was fitted without it.

    Probabilities have a column for each class of all rows, in sorted order: 0 where the
    copy has not met the class.
    """
    said: list[Any] = [None] * len(X)
    splitter = check_cv(cv, y, classifier=is_classifier(estimator))
    for train, test in splitter.split(X, y, groups):
        model = fitted(estimator, X, y, train, params)
        for row, one in zip(test, getattr(model, method)(taken(X, test)), strict=True):
            if method == "predict_proba":
                known = dict(zip(model.classes_, one, strict=True))
                one = [known.get(label, 0.0) for label in sorted(set(y))]
            said[row] = one
    return said
