"""A threshold chosen on inner folds, and the labels that it makes of outer ones."""

from typing import Any, NamedTuple

from fastmetrics.reference.scores.thresholds import optimal_threshold
from fastmetrics.reference.selection.splitters.given_splits import check_cv
from fastmetrics.reference.selection.validation.out_of_fold import cross_val_predict
from fastmetrics.reference.selection.validation.scores_by_fold import (
    fitted,
    taken,
)


class Found(NamedTuple):
    """The threshold of all rows, those of the outer folds, and labels of their rows."""

    threshold: float
    thresholds: list[float]
    labels: list[Any]


def tune_threshold(
    estimator: Any,
    X: Any,
    y: Any,
    criterion: str = "cost",
    cv: Any = 5,
    *,
    outer_cv: Any = 5,
    cost_fn: float = 1.0,
    cost_fp: float = 1.0,
    beta: float = 1.0,
    at: float | None = None,
    pos_label: Any = None,
    groups: Any = None,
    refit: bool = True,
    n_jobs: int | None = None,
) -> Found:
    """Choose by out-of-fold scores: of all rows, and of each training part alone.

    A row is labelled 1 where the model of its outer fold's training part scores it at
    or above the threshold that was chosen on that part.
    """
    classes = sorted(set(y))
    place = 1 if pos_label is None else classes.index(pos_label)
    positive = classes[place]
    method = "decision_function"
    if hasattr(estimator, "predict_proba"):
        method = "predict_proba"

    def of_positive(said: Any) -> list[float]:
        if method == "predict_proba":
            return [float(row[place]) for row in said]
        return [float(one) if place else -float(one) for one in said]

    def choose(rows: list[int]) -> float:
        of_groups = None if groups is None else taken(groups, rows)
        said = cross_val_predict(
            estimator,
            taken(X, rows),
            taken(y, rows),
            groups=of_groups,
            cv=check_cv(cv, taken(y, rows), classifier=True),
            method=method,
        )
        found: float = optimal_threshold(
            [int(label == positive) for label in taken(y, rows)],
            of_positive(said),
            criterion=criterion,
            cost_fn=cost_fn,
            cost_fp=cost_fp,
            beta=beta,
            at=at,
        )[0]
        return found

    labels: list[Any] = [None] * len(y)
    thresholds = []
    splitter = check_cv(outer_cv, y, classifier=True)
    for train, test in splitter.split(X, y, groups):
        threshold = choose([*train])
        model = fitted(estimator, X, y, train, None)
        scores = of_positive(getattr(model, method)(taken(X, test)))
        for row, score in zip(test, scores, strict=True):
            labels[row] = int(score >= threshold)
        thresholds.append(threshold)
    return Found(choose([*range(len(y))]), thresholds, labels)
