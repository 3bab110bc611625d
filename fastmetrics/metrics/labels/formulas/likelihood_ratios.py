"""Likelihood ratios of a binary target, from the four cells of its confusion matrix."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics.metrics.how import Formula
from fastmetrics.metrics.labels.formulas.counts import BINARY
from fastmetrics.metrics.labels.formulas.rates import FourCells, divide, of_safe_size
from fastmetrics.metrics.record import INFINITY, Metric

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.metrics.labels.formulas.counts import Counts

__all__ = [
    "BOTH",
    "RECORDS",
    "labelled_cells",
    "likelihood_ratios",
    "log_variances",
    "negative_likelihood_ratio",
    "positive_likelihood_ratio",
]


def likelihood_ratios(
    cells: FourCells, undefined: tuple[float, float] = (math.nan, math.nan)
) -> tuple[Any, Any]:
    """Return TPR / FPR and FNR / TNR, ``undefined`` where FPR or TNR is 0.

    Without any positive both are NaN, unless the one has been given a value already.
    """
    tn, fp, fn, tp = of_safe_size(cells)
    positives, negatives = tp + fn, tn + fp

    def ratio(counted: Any, other: Any, instead: float) -> Any:
        value = divide(counted * negatives, other * positives)
        if isinstance(value, np.ndarray):
            return np.where(other == 0, instead, value)
        return value if other else instead

    return ratio(tp, fp, undefined[0]), ratio(fn, tn, undefined[1])


def positive_likelihood_ratio(cells: FourCells) -> Any:
    """Return TPR / FPR."""
    return likelihood_ratios(cells)[0]


def negative_likelihood_ratio(cells: FourCells) -> Any:
    """Return FNR / TNR."""
    return likelihood_ratios(cells)[1]


def log_variances(cells: FourCells) -> tuple[float, float]:
    """Return the variances of the logarithms of LR+ and LR-, of rows without weights.

    Of a share x / n it is 1/x - 1/n, which is (n - x) / (x n), and of two independent
    shares the variances add up (Simel, Samsa and Matchar 1991). NaN if a share that
    has a logarithm taken of it is 0.
    """
    tn, fp, fn, tp = map(float, cells)
    positives, negatives = tp + fn, tn + fp

    def of_share(x: float, rest: float, n: float) -> float:
        return float(divide(float(divide(rest, x)), n))

    return (
        of_share(tp, fn, positives) + of_share(fp, tn, negatives),
        of_share(fn, tp, positives) + of_share(tn, fp, negatives),
    )


def labelled_cells(counts: Counts, labels: Any = None) -> FourCells:
    """Return the cells of a negative and a positive label of a binary target.

    Rows with another label are left out. By default they are the two of the counts.
    """
    negative, positive = counts.labels.tolist() if labels is None else list(labels)
    n, p = counts.position(negative), counts.position(positive)
    if n >= 0 and p >= 0:
        return counts.one_vs_rest(positive)
    nothing = counts.total * 0
    tn = counts.hits[..., n] if n >= 0 else nothing
    return tn, nothing, nothing, counts.hits[..., p] if p >= 0 else nothing


# ---------------------------------------------------------------------- of counts


def _one(
    counts: Counts, *, formula: Callable[[FourCells], Any], pos_label: Any = 1
) -> NDArray[Any]:
    return np.asarray(formula(counts.one_vs_rest(pos_label)))


def _log_variance(counts: Counts, *, which: int, pos_label: Any = 1) -> float:
    return log_variances(counts.one_vs_rest(pos_label))[which]


def _likelihood_ratios(
    counts: Counts, *, labels: Any = None, replace_undefined_by: Any = math.nan
) -> NDArray[Any]:
    """Return LR+ and LR- along a last axis."""
    if isinstance(replace_undefined_by, Mapping):
        undefined = replace_undefined_by["LR+"], replace_undefined_by["LR-"]
    else:
        undefined = replace_undefined_by, replace_undefined_by
    pair = likelihood_ratios(labelled_cells(counts, labels), undefined)
    return np.stack(np.broadcast_arrays(*pair), axis=-1)


def _record(
    which: int,
    formula: Callable[[FourCells], Any],
    title: str,
    missing: str,
    better: bool,
) -> Metric:
    return Metric(
        formula.__name__,
        title,
        how=Formula(
            partial(_one, formula=formula),
            "margins",
            log_variance=partial(_log_variance, which=which),
        ),
        targets=BINARY,
        upper=INFINITY,
        greater_is_better=better,
        interval="log",
        missing=f"{missing}, or no positive rows in y_true",
        in_report=False,
    )


RECORDS = (
    _record(
        0,
        positive_likelihood_ratio,
        "Positive likelihood ratio",
        "false positives",
        True,
    ),
    _record(
        1,
        negative_likelihood_ratio,
        "Negative likelihood ratio",
        "true negatives",
        False,
    ),
)

# Two numbers, so that the function's own row is no metric.
BOTH = Formula(_likelihood_ratios, "margins")
