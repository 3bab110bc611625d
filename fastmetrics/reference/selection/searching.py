"""Searches of parameters, thresholds and training sizes."""

import copy
import itertools
import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from fastmetrics.reference.intervals import defined, mean, percentile_interval
from fastmetrics.reference.random import draw_weights
from fastmetrics.reference.scores.thresholds import optimal_threshold
from fastmetrics.reference.selection.folds import check_cv
from fastmetrics.reference.selection.splitters import Twister
from fastmetrics.reference.selection.validation import (
    cross_val_predict,
    fitted,
    taken,
)

Scoring = Callable[[Any, list[Any], list[Any]], float]


def folds_of(cv: Any, X: Sequence[Any], y: Any) -> list[tuple[list[int], list[int]]]:
    """Return the row numbers of the training part and the test part of each fold."""
    pairs = check_cv(cv, y).split(X, y)
    return [([int(i) for i in train], [int(i) for i in test]) for train, test in pairs]


def both_scores(estimator, X, y, train, test, scoring):
    """Fit a copy on some rows; return its scores on these and on the others."""
    model = copy.deepcopy(estimator)
    parts = [([X[i] for i in rows], [y[i] for i in rows]) for rows in (train, test)]
    model.fit(*parts[0])
    if scoring is None:
        return model.score(*parts[0]), model.score(*parts[1])
    return scoring(model, *parts[0]), scoring(model, *parts[1])


def with_value(estimator: Any, name: str, value: Any) -> Any:
    """Return a copy of an estimator with another value of a parameter."""
    model = copy.deepcopy(estimator)
    model.set_params(**{name: value})
    return model


def parameter_range(start, stop, step):
    """Go from ``start`` by ``step`` until ``stop`` would be passed."""
    first, last, each = (Fraction(str(one)) for one in (start, stop, step))
    if each == 0 or (last - first) / each < 0:
        raise ValueError(f"{start=}, {stop=}, {step=}")
    values = [first]
    while abs(values[-1] + each - first) <= abs(last - first):
        values.append(values[-1] + each)
    miss = (last - values[-1]) / each  # below 1; of a step
    if 1 - miss < Fraction(1, 10**9):
        values.append(last)
    elif miss < Fraction(1, 10**9):
        values[-1] = last
    whole = all(isinstance(one, int) for one in (start, stop, step))
    return [int(one) if whole else float(one) for one in values]


class Found(NamedTuple):
    """What was chosen, and the mean of each combination in their order."""

    best_parameters: dict[str, Any]
    value: float
    values: list[float]


def search(
    estimator,
    parameters,
    X,
    y=None,
    *,
    scoring=None,
    cv=5,
    strategy="grid",
    n_candidates=None,
    select="best",
    simplicity=None,
    refit=True,
    outer_cv=None,
    groups=None,
    params=None,
    random_state=None,
    executor=None,
    progress=False,
):
    """Try all combinations on the same folds; more is better.

    With "one_standard_error" the simplest one is chosen, if it loses no more to the
    best than one standard error of the difference: s·√(1/J + n_test/n_train) of the J
    folds.
    """
    names = sorted(parameters)
    tried = [
        dict(zip(names, values, strict=True))
        for values in itertools.product(*(parameters[name] for name in names))
    ]
    folds = folds_of(cv, X, y)
    scores = []
    for combination in tried:
        model = estimator
        for name, value in combination.items():
            model = with_value(model, name, value)
        scores.append(
            [both_scores(model, X, y, train, test, scoring)[1] for train, test in folds]
        )
    values = [math.fsum(one) / len(folds) for one in scores]
    chosen = best = values.index(max(values))
    if select == "one_standard_error" and simplicity is not None:
        share = sum(len(test) for _, test in folds) / sum(len(one) for one, _ in folds)
        near = []
        for k, one in enumerate(scores):
            behind = [b - a for a, b in zip(one, scores[best], strict=True)]
            mean = math.fsum(behind) / len(folds)
            spread = math.fsum((d - mean) ** 2 for d in behind) / (len(folds) - 1)
            if mean <= math.sqrt(spread * (1 / len(folds) + share)):
                near.append(k)
        chosen = min(near, key=lambda k: (simplicity(tried[k]), -values[k]))
    return Found(tried[chosen], values[chosen], values)


class TunedThreshold(NamedTuple):
    """The threshold of all rows, those of the outer folds, and labels of their rows."""

    threshold: float
    thresholds: list[float]
    labels: list[Any]


def tune_threshold(
    estimator,
    X,
    y,
    criterion="cost",
    cv=5,
    *,
    outer_cv=5,
    cost_fn=1.0,
    cost_fp=1.0,
    beta=1.0,
    at=None,
    pos_label=None,
    groups=None,
    refit=True,
    n_jobs=None,
):
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
    return TunedThreshold(choose([*range(len(y))]), thresholds, labels)


def learning_curve(
    estimator,
    X,
    y,
    *,
    groups=None,
    train_sizes=(0.1, 0.325, 0.55, 0.775, 1.0),
    cv=None,
    scoring=None,
    exploit_incremental_learning=False,
    n_jobs=None,
    pre_dispatch="all",
    verbose=0,
    shuffle=False,
    random_state=None,
    error_score=math.nan,
    return_times=False,
    params=None,
):
    """Return the sizes, and by size and fold the scores of both parts.

    Sizes are shares of the first fold's training rows where one is a float.
    """
    folds = folds_of(cv, X, y)
    most = len(folds[0][0])
    sizes = [int(one) for one in train_sizes]
    if any(isinstance(one, float) for one in train_sizes):
        sizes = [max(1, int(one * most)) for one in train_sizes]
    sizes = sorted(set(sizes))
    if shuffle:
        draws = Twister(random_state or 0)
        folds = [(draws.shuffled(train), test) for train, test in folds]
    found = [
        [
            both_scores(estimator, X, y, train[:n], test, scoring)
            for train, test in folds
        ]
        for n in sizes
    ]
    learnt, held = ([[one[k] for one in row] for row in found] for k in (0, 1))
    return sizes, learnt, held


def validation_curve(
    estimator,
    X,
    y,
    *,
    param_name,
    param_range,
    groups=None,
    cv=None,
    scoring=None,
    n_jobs=None,
    pre_dispatch="all",
    verbose=0,
    error_score=math.nan,
    params=None,
):
    """Return by value and fold the scores on rows learnt from and on rows held out."""
    folds = folds_of(cv, X, y)
    models = [with_value(estimator, param_name, value) for value in param_range]
    found = [
        [both_scores(model, X, y, train, test, scoring) for train, test in folds]
        for model in models
    ]
    learnt, held = ([[one[k] for one in row] for row in found] for k in (0, 1))
    return learnt, held


class Corrected(NamedTuple):
    """The mean score of the chosen on rows not drawn, and bounds of it."""

    estimate: float
    low: float
    high: float


def selection_corrected_score(
    metric,
    y_true,
    predictions,
    *,
    folds=None,
    confidence_level=0.95,
    n_resamples=999,
    pos_label=None,
    random_state=None,
):
    """Choose on rows drawn with replacement, judge on the others, and average.

    Of ``metric``, a function, more is better. With folds it is the mean over those
    where it is defined. With ``pos_label`` the true labels are 1 for it and 0 for the
    other. The mean is at most the best score on all rows: no choice makes it better.
    """
    if pos_label is not None:
        y_true = [int(label == pos_label) for label in y_true]
    n = len(y_true)
    of_fold = [0] * n if folds is None else folds
    parts = [[i for i in range(n) if of_fold[i] == f] for f in sorted(set(of_fold))]

    def score(model: int, times: Sequence[int]) -> float:
        found = []
        for part in parts:
            rows = [i for i in part for _ in range(times[i])]
            if rows:
                truth = [y_true[i] for i in rows]
                found.append(metric(truth, [predictions[i][model] for i in rows]))
        values = defined(found)
        return mean(values) if values else math.nan

    replicates = []
    for replicate in range(n_resamples):
        times = draw_weights(random_state or 0, replicate, [n])
        scores = [score(k, times) for k in range(len(predictions[0]))]
        if not defined(scores):
            continue
        best = scores.index(max(defined(scores)))
        replicates.append(score(best, [int(not one) for one in times]))
    found = defined(replicates)
    low, high = percentile_interval(found, confidence_level)
    seeming = defined([score(k, [1] * n) for k in range(len(predictions[0]))])
    estimate = min(mean(found), max(seeming))
    return Corrected(estimate, min(low, estimate), high)
