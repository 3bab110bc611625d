"""Scores by fold and their intervals."""

import copy
import math
from collections.abc import Mapping, Sequence
from math import nan
from statistics import fmean
from typing import Any, NamedTuple

from fastmetrics.reference.area_intervals import student_quantile
from fastmetrics.reference.comparison.folds import mean, squares_about_mean
from fastmetrics.reference.intervals import normal_interval
from fastmetrics.reference.labels.accuracy import error_rate
from fastmetrics.reference.selection.folds import check_cv
from fastmetrics.reference.selection.splitters import twister_of


def cross_validate(
    estimator,
    X,
    y,
    *,
    groups=None,
    scoring=None,
    cv=None,
    params=None,
    return_train_score=False,
    error_score=nan,
):
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
    estimator, X, y, *, groups=None, scoring=None, cv=None, params=None, error_score=nan
):
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


def fitted(estimator, X, y, train, params):
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


Numbers = Sequence[float]


class FoldInterval(NamedTuple):
    """An estimate, its standard error, and bounds."""

    estimate: float
    standard_error: float
    low: float
    high: float


def pooled(losses: Numbers, level: float) -> FoldInterval:
    """Take all out-of-fold losses for one sample: s/√n, Student's law."""
    n = len(losses)
    error = math.sqrt(squares_about_mean(losses) / (n - 1) / n)
    return _student(mean(losses), error, n - 1, level)


def of_folds(values: Numbers, standard_errors: Numbers, level: float) -> FoldInterval:
    """Add up the variances of folds, which are independent given the models."""
    k = len(values)
    error = math.sqrt(math.fsum(one**2 for one in standard_errors)) / k
    low, high = normal_interval(mean(values), error, level)
    return FoldInterval(mean(values), error, low, high)


def corrected(values, n_train, n_test, level):
    """Widen the standard error of J values for the rows that training sets share."""
    n_values = len(values)
    variance = squares_about_mean(values) / (n_values - 1)
    error = math.sqrt(variance * (1 / n_values + n_test / n_train))
    return _student(mean(values), error, n_values - 1, level)


def naive(values: Numbers, level: float) -> FoldInterval:
    """Take J values for independent ones, which they are not."""
    n_values = len(values)
    error = math.sqrt(squares_about_mean(values) / (n_values - 1) / n_values)
    return _student(mean(values), error, n_values - 1, level)


def nested(losses_of, fold_ids, level):
    """Cross-validate inside each outer training part, one fold of it after the other.

    ``losses_of(train, test)`` fits on some rows and returns the losses of the others.
    """
    n, k = len(fold_ids[0]), max(fold_ids[0]) + 1
    every_inner: list[float] = []
    every_outer: list[float] = []
    squares = []
    for ids in fold_ids:
        for fold in range(k):
            inner: list[float] = []
            for other in range(k):
                if other != fold:
                    train = [i for i in range(n) if ids[i] not in (fold, other)]
                    inner += losses_of(train, [i for i in range(n) if ids[i] == other])
            train = [i for i in range(n) if ids[i] != fold]
            outer = losses_of(train, [i for i in range(n) if ids[i] == fold])
            variance = squares_about_mean(outer) / (len(outer) - 1)
            squares.append((mean(inner) - mean(outer)) ** 2 - variance / len(outer))
            every_inner += inner
            every_outer += outer
    bias = (1 + (k - 2) / k) * (mean(every_inner) - mean(every_outer))
    estimate = mean(every_inner) - bias
    n_losses = len(every_outer)
    deviation = math.sqrt(squares_about_mean(every_outer) / (n_losses - 1))
    least = deviation / math.sqrt(n * (k - 1) / k)
    found = math.sqrt(max(0.0, mean(squares)))
    error = min(max(found, least), math.sqrt(k) * least) * math.sqrt((k - 1) / k)
    low, high = normal_interval(estimate, error, level)
    return FoldInterval(estimate, error, low, high)


def _student(estimate: float, error: float, freedom: int, level: float) -> FoldInterval:
    half = student_quantile(freedom, level) * error
    return FoldInterval(estimate, error, estimate - half, estimate + half)


def out_of_fold_score(
    metric,
    y_true,
    y_pred,
    folds,
    *,
    combine="mean",
    confidence_level=0.95,
    method="corrected",
    standard_error=None,
):
    """Return the combined value with its interval.

    ``metric`` is a function of two lists; ``standard_error`` gives its standard error
    on a fold, for "folds". "pooled" is of a metric that is a mean over rows.
    """
    names = sorted({*folds})
    parts = [
        [
            (t, p)
            for t, p, fold in zip(y_true, y_pred, folds, strict=True)
            if fold == name
        ]
        for name in names
    ]
    columns = [([t for t, _ in part], [p for _, p in part]) for part in parts]
    values = [metric(true, pred) for true, pred in columns]
    whole = metric([*y_true], [*y_pred])
    n, k = len(y_true), len(names)
    if method == "pooled":
        losses = [metric([t], [p]) for t, p in zip(y_true, y_pred, strict=True)]
        found = pooled(losses, confidence_level)
    elif method == "folds":
        assert standard_error is not None
        errors = [standard_error(true, pred) for true, pred in columns]
        found = of_folds(values, errors, confidence_level)
    elif method == "naive":
        found = naive(values, confidence_level)
    else:
        found = corrected(values, n - n / k, n / k, confidence_level)
    centre = mean(values) if combine == "mean" else whole
    if math.isnan(centre):
        return FoldInterval(centre, math.nan, math.nan, math.nan)
    moved = centre - found.estimate
    return FoldInterval(
        centre, found.standard_error, found.low + moved, found.high + moved
    )


def no_information_rate(y_true, y_pred, *, metric=error_rate):
    """Return a metric, a function of two lists, of all n² pairs."""
    pairs = [(true, pred) for true in y_true for pred in y_pred]
    return metric([true for true, _ in pairs], [pred for _, pred in pairs])


def cross_val_predict(
    estimator, X, y, *, groups=None, cv=None, params=None, method="predict"
):
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


def permutation_test_score(
    estimator,
    X,
    y,
    *,
    groups=None,
    cv=None,
    n_permutations=100,
    random_state=0,
    scoring=None,
    params=None,
):
    """Return the mean score, those of permuted targets, and the p-value.

    Targets are permuted within groups, where these are given. The p-value counts the
    data themselves among the permutations.
    """
    twister = twister_of(random_state)
    n = len(X)

    def mean(order: list[int]) -> float:
        return fmean(
            cross_val_score(
                estimator,
                X,
                taken(y, order),
                groups=groups,
                scoring=scoring,
                cv=cv,
                params=params,
            )
        )

    score = mean([*range(n)])
    scores = []
    for _ in range(n_permutations):
        order = [*range(n)]
        for group in sorted(set(groups)) if groups is not None else [None]:
            rows = [i for i in range(n) if groups is None or groups[i] == group]
            for row, place in zip(rows, twister.shuffled(rows), strict=True):
                order[row] = place
        scores.append(mean(order))
    as_good = sum(one >= score for one in scores)
    return score, scores, (as_good + 1) / (n_permutations + 1)
