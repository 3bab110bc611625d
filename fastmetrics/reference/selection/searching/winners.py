"""What the best of several models is worth: chosen and judged on different rows."""

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from fastmetrics.reference.intervals import defined, mean, percentile_interval
from fastmetrics.reference.random import draw_weights


class Corrected(NamedTuple):
    """The mean score of the chosen on rows not drawn, and bounds of it."""

    estimate: float
    low: float
    high: float


def selection_corrected_score(
    metric: Callable[[list[Any], list[Any]], float],
    y_true: Sequence[Any],
    predictions: Sequence[Sequence[Any]],
    *,
    folds: Sequence[int] | None = None,
    confidence_level: float = 0.95,
    n_resamples: int = 999,
    pos_label: object = None,
    random_state: int | None = None,
) -> Corrected:
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
