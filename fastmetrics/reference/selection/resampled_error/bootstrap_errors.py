"""Bootstrap estimates of error, by B. Efron and R. Tibshirani (1997).

``metric`` is a function of two lists, here always one where less is better. Models are
given by their predictions: a list for each resample, in the order of the rows.
"""

import math
import statistics
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from fastmetrics.reference.inputs import warn_undefined
from fastmetrics.reference.labels.accuracy import error_rate
from fastmetrics.reference.selection.validation.no_information import (
    no_information_rate,
)

__all__ = ["out_of_bag_score", "point632_score"]

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
    y_true: Sequence[Any],
    predictions: Sequence[Sequence[Any]],
    out_of_bag: Sequence[Sequence[bool]],
    *,
    metric: Loss = error_rate,
    average: str = "auto",
) -> float:
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


def _row_means(
    y_true: Sequence[Any],
    predictions: Sequence[Sequence[Any]],
    out_of_bag: Sequence[Sequence[bool]],
    metric: Loss,
) -> list[float | None]:
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
    y_true: Sequence[Any],
    y_pred: Sequence[Any],
    predictions: Sequence[Sequence[Any]],
    out_of_bag: Sequence[Sequence[bool]],
    *,
    metric: Loss = error_rate,
    plus: bool = True,
    counts: Sequence[Sequence[int]] | None = None,
) -> Point632:
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


def _parts_of_variance(
    y_true: Sequence[Any],
    predictions: Sequence[Sequence[Any]],
    out_of_bag: Sequence[Sequence[bool]],
    metric: Loss,
    counts: Sequence[Sequence[int]],
) -> tuple[float, float, float]:
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
