"""Bootstrap and leave-one-out estimates of error."""

import copy
import math
import statistics
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from fastmetrics.reference.inputs import check_weights, same_length, warn_undefined
from fastmetrics.reference.labels.accuracy import error_rate
from fastmetrics.reference.selection.validation import (
    no_information_rate,
)


def out_of_bag_share(n_samples, n_draws=None):
    """Return (1 - 1/m)^d: each draw misses a row with probability 1 - 1/m."""
    d = n_samples if n_draws is None else n_draws
    if n_samples < 1 or d < 0:
        raise ValueError(f"{n_samples=}, {n_draws=}")
    return float((1 - Fraction(1, n_samples)) ** d)


Loss = Callable[[list[Any], list[Any]], float]


class Point632(NamedTuple):
    """The estimate, and what it is made of."""

    estimate: float
    standard_error: float
    apparent: float
    out_of_bag: float
    no_information: float
    relative_overfitting: float
    weight: float
    n_resamples: int


def out_of_bag_score(
    y_true, predictions, out_of_bag, *, metric=error_rate, average="auto"
):
    """Return the mean over rows of their mean loss over the resamples without them.

    With ``average="resamples"`` the mean over resamples of the metric on the rows that
    each leaves out. What is never left out has no part in either.
    """
    n, models = len(y_true), range(len(predictions))
    if average == "resamples":
        values = []
        for b in models:
            rows = [i for i in range(n) if out_of_bag[b][i]]
            if rows:
                of_rows = [
                    [column[i] for i in rows] for column in (y_true, predictions[b])
                ]
                values.append(metric(*of_rows))
        values = [value for value in values if not math.isnan(value)]
        if not values:
            return warn_undefined("out_of_bag_score", "no resample has a value")
        return math.fsum(values) / len(values)
    means = [
        mean
        for mean in _row_means(y_true, predictions, out_of_bag, metric)
        if mean is not None
    ]
    if not means:
        return warn_undefined("out_of_bag_score", "no row was left out")
    return math.fsum(means) / len(means)


def _row_means(y_true, predictions, out_of_bag, metric):
    found: list[float | None] = []
    for i, y in enumerate(y_true):
        losses = [
            metric([y], [model[i]])
            for model, left in zip(predictions, out_of_bag, strict=True)
            if left[i]
        ]
        found.append(math.fsum(losses) / len(losses) if losses else None)
    return found


def point632_score(
    y_true,
    y_pred,
    predictions,
    out_of_bag,
    *,
    metric=error_rate,
    plus=True,
    counts=None,
):
    """Return 0.368 err + 0.632 Err⁽¹⁾, or with ``plus`` its corrected form."""
    apparent = metric([*y_true], [*y_pred])
    outside = out_of_bag_score(y_true, predictions, out_of_bag, metric=metric)
    gamma = overfitting = math.nan
    weight, moved = 0.632, outside
    if plus:
        gamma = no_information_rate(y_true, y_pred, metric=metric)
        moved = min(outside, gamma)
        overfitting = 0.0
        if outside > apparent and gamma > apparent:
            overfitting = (moved - apparent) / (gamma - apparent)
        weight = 0.632 / (1 - 0.368 * overfitting)
    estimate = (1 - weight) * apparent + weight * moved
    error = math.nan
    if counts is not None:
        derivatives, noise, plain = _parts_of_variance(
            y_true, predictions, out_of_bag, metric, counts
        )
        error = math.sqrt(max(derivatives - noise, plain))
        error *= estimate / outside if outside else 1.0
    return Point632(
        *(estimate, error, apparent, outside, gamma, overfitting, weight),
        len(predictions),
    )


def _parts_of_variance(y_true, predictions, out_of_bag, metric, counts):
    """Return what the variance of Err⁽¹⁾ is estimated by.

    The delta method's estimate of the paper's section 5; how much of it a limited
    number of resamples adds on average; and the variance of the mean over rows, were
    the models not made of these rows.
    """
    n, models = len(y_true), range(len(predictions))
    means = _row_means(y_true, predictions, out_of_bag, metric)
    known = [mean for mean in means if mean is not None]
    err = math.fsum(known) / len(known)
    lost = [
        math.fsum(
            metric([y_true[i]], [predictions[b][i]])
            for i in range(n)
            if out_of_bag[b][i]
        )
        / n
        for b in models
    ]
    spread = statistics.variance(lost) if len(lost) > 1 else 0.0
    squares, noise, plain = [], [], []
    for i in range(n):
        mean, left = means[i], sum(out_of_bag[b][i] for b in models)
        if mean is None:
            continue
        often = sum(counts[b][i] for b in models) / len(predictions)
        drawn = math.fsum((counts[b][i] - often) * lost[b] for b in models) / left
        squares.append(((2 + 1 / (n - 1)) * (mean - err) / n + drawn) ** 2)
        varied = math.fsum((counts[b][i] - often) ** 2 for b in models)
        noise.append(varied * spread / left**2)
        plain.append(((mean - err) / n) ** 2)
    return math.fsum(squares), math.fsum(noise), math.fsum(plain)


def bootstrap_validate(estimator, X, y, *, scoring, random_state, method=".632+"):
    """Return the .632 or .632+ bootstrap; ``random_state`` has the counts of draws."""
    n = len(y)
    everything = copy.deepcopy(estimator)
    everything.fit([*X], [*y])
    predictions = []
    for counts in random_state:
        rows = [i for i in range(n) for _ in range(counts[i])]
        model = copy.deepcopy(estimator)
        model.fit([X[i] for i in rows], [y[i] for i in rows])
        predictions.append([*model.predict([*X])])
    left = [[count == 0 for count in counts] for counts in random_state]
    return point632_score(
        y,
        [*everything.predict([*X])],
        predictions,
        left,
        metric=scoring,
        plus=method == ".632+",
        counts=random_state,
    )


def leave_one_out_predict(y_true, y_pred, leverage):
    """Return (ŷ - h y) / (1 - h) of each row; NaN where h is 1 or more."""
    same_length(y_true=y_true, y_pred=y_pred, leverage=leverage)
    found = []
    for y, fitted, h in zip(y_true, y_pred, leverage, strict=True):
        if h >= 1:
            found.append(warn_undefined("a prediction", "a leverage is 1 or more"))
        else:
            exact = Fraction(h)
            left = (Fraction(fitted) - exact * Fraction(y)) / (1 - exact)
            found.append(float(left))
    return found


def press(y_true, y_pred, leverage):
    """Return the sum of the squared errors of these predictions."""
    same_length(y_true=y_true, y_pred=y_pred, leverage=leverage)
    if max(leverage) >= 1:
        return warn_undefined("press", "a leverage is 1 or more")
    total = Fraction(0)
    for y, fitted, h in zip(y_true, y_pred, leverage, strict=True):
        total += ((Fraction(y) - Fraction(fitted)) / (1 - Fraction(h))) ** 2
    return float(total)


def generalized_cross_validation(y_true, y_pred, trace):
    """Return the mean squared error over (1 - trace/n)²."""
    n = same_length(y_true=y_true, y_pred=y_pred)
    if not 0 <= trace < math.inf:
        raise ValueError(f"trace={trace!r}")
    if trace >= n:
        return warn_undefined("generalized_cross_validation", "the trace is n or more")
    errors = zip(y_true, y_pred, strict=True)
    squares = sum((Fraction(y) - Fraction(fitted)) ** 2 for y, fitted in errors)
    return float(squares / n / (1 - Fraction(trace) / n) ** 2)


# --- the diagonal of the hat matrix, in exact fractions from the normal equations


def leverage(X, *, ridge=0.0, fit_intercept=True, sample_weight=None):
    """Return h = w zᵀ (ZᵀWZ + λD)⁻¹ z of each row z.

    Rows begin with a 1 for the intercept, which has no penalty in D. Of columns that
    depend on each other all but one are left out.
    """
    n = same_length(X=X, sample_weight=sample_weight)
    weights = [Fraction(w) for w in check_weights(sample_weight, n)]
    ones = [Fraction(1)] if fit_intercept else []
    rows = [ones + [Fraction(x) for x in row] for row in X]
    p = len(rows[0])
    normal = [
        [
            sum(
                (w * z[a] * z[b] for w, z in zip(weights, rows, strict=True)),
                Fraction(),
            )
            for b in range(p)
        ]
        for a in range(p)
    ]
    for a in range(len(ones), p):
        normal[a][a] += Fraction(ridge)
    return [
        float(w * sum(a * b for a, b in zip(z, _solved(normal, z), strict=True)))
        if w
        else 0.0
        for w, z in zip(weights, rows, strict=True)
    ]


def _solved(matrix: list[list[Fraction]], right: list[Fraction]) -> list[Fraction]:
    """Return a solution of a consistent system; unknowns without a pivot are 0."""
    p = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    pivots: list[int] = []
    for column in range(p):
        found = next((i for i in range(len(pivots), p) if rows[i][column] != 0), None)
        if found is None:
            continue
        at = len(pivots)
        rows[at], rows[found] = rows[found], rows[at]
        scale = rows[at][column]
        rows[at] = [value / scale for value in rows[at]]
        for i in range(p):
            if i != at and rows[i][column] != 0:
                times = rows[i][column]
                rows[i] = [
                    a - times * b for a, b in zip(rows[i], rows[at], strict=True)
                ]
        pivots.append(column)
    solution = [Fraction(0)] * p
    for at, column in enumerate(pivots):
        solution[column] = rows[at][p]
    return solution


Point = Sequence[float]


def _sqeuclidean(a: Point, b: Point) -> float:
    return math.fsum((x - y) ** 2 for x, y in zip(a, b, strict=True))


def _manhattan(a: Point, b: Point) -> float:
    return math.fsum(abs(x - y) for x, y in zip(a, b, strict=True))


_METRICS: dict[str, Callable[[Point, Point], float]] = {
    "euclidean": lambda a, b: math.sqrt(_sqeuclidean(a, b)),
    "sqeuclidean": _sqeuclidean,
    "manhattan": _manhattan,
}


def leave_one_out_neighbors(X, y, *, n_neighbors, metric="euclidean", task):
    """Return of each row the predictions by its 1, 2, … nearest other rows.

    Of rows as far the first come first; of labels as frequent the smallest is taken.
    """
    n = same_length(X=X, y=y)
    if not 1 <= n_neighbors < n or task not in ("classification", "regression"):
        raise ValueError(f"n_neighbors={n_neighbors!r}, task={task!r}")
    distance = _METRICS[metric]
    found = []
    for i in range(n):
        others = [j for j in range(n) if j != i]
        others.sort(key=lambda j: (distance(X[i], X[j]), j))
        row: list[Any] = []
        for k in range(1, n_neighbors + 1):
            near = [y[j] for j in others[:k]]
            if task == "regression":
                row.append(math.fsum(near) / k)
            else:
                counts = Counter(near)
                row.append(min(counts, key=lambda label: (-counts[label], label)))
        found.append(row)
    return found
