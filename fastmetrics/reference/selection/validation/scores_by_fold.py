"""Scores of models that are fitted on a part of the rows, by fold."""

import copy
from collections.abc import Callable, Mapping
from math import nan
from typing import Any

from fastmetrics.reference.selection.splitters.given_splits import check_cv

Score = Callable[[Any, Any, Any], float]


def cross_validate(
    estimator: Any,
    X: Any,
    y: Any,
    *,
    groups: Any = None,
    scoring: Score | Mapping[str, Score] | None = None,
    cv: Any = None,
    params: Mapping[str, Any] | None = None,
    return_train_score: bool = False,
    error_score: float = nan,
) -> dict[str, list[float]]:
    """Fit a copy for each split, and score it on the rows held out.

    ``scoring``: functions of (estimator, X, y), by name; one is called "score". What
    has an entry per row in ``params`` is cut to the rows that a copy learns from.
    """
    if scoring is None:
        scoring = own_score
    named = scoring if isinstance(scoring, Mapping) else {"score": scoring}
    found: dict[str, list[float]] = {f"test_{name}": [] for name in named}
    if return_train_score:
        found |= {f"train_{name}": [] for name in named}
    splitter = check_cv(cv, y, classifier=is_classifier(estimator))
    for train, test in splitter.split(X, y, groups):
        try:
            model = fitted(estimator, X, y, train, params)
        except Exception:
            for values in found.values():
                values.append(error_score)
            continue
        parts = {"test": test, "train": train}
        for part in ("test", "train") if return_train_score else ("test",):
            rows = parts[part]
            for name, score in named.items():
                value = score(model, taken(X, rows), taken(y, rows))
                found[f"{part}_{name}"].append(value)
    return found


def cross_val_score(
    estimator: Any,
    X: Any,
    y: Any,
    *,
    groups: Any = None,
    scoring: Score | None = None,
    cv: Any = None,
    params: Mapping[str, Any] | None = None,
    error_score: float = nan,
) -> list[float]:
    """Return one score per split."""
    return cross_validate(
        estimator,
        X,
        y,
        groups=groups,
        scoring=scoring,
        cv=cv,
        params=params,
        error_score=error_score,
    )["test_score"]


def own_score(model: Any, X: Any, y: Any) -> float:
    """Return what the estimator's own ``score`` says."""
    return model.score(X, y)


def is_classifier(estimator: Any) -> bool:
    """Whether an estimator tells probabilities or classes."""
    return hasattr(estimator, "predict_proba") or hasattr(estimator, "classes_")


def fitted(
    estimator: Any, X: Any, y: Any, train: list[int], params: Mapping[str, Any] | None
) -> Any:
    """Return a copy that has learnt from these rows."""
    cut = {
        name: taken(value, train) if has_rows(value, len(X)) else value
        for name, value in (params or {}).items()
    }
    model = copy.deepcopy(estimator)
    model.fit(taken(X, train), taken(y, train), **cut)
    return model


def taken(values: Any, rows: list[int]) -> list[Any]:
    """Return these entries."""
    return [values[i] for i in rows]


def has_rows(value: Any, n: int) -> bool:
    """Whether a value has an entry per row."""
    return isinstance(value, list | tuple) and len(value) == n
