"""Rates of two classes and likelihood ratios, read off counts."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from fastmetrics._common.records import Definition, Module
from fastmetrics.metrics.how import Formula
from fastmetrics.metrics.labels.formulas.averages import quotient
from fastmetrics.metrics.labels.formulas.counts import BINARY
from fastmetrics.metrics.record import INFINITY, Metric

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.metrics.labels.formulas.counts import Counts


# -------------------------------------------------------------------------------- rates
# What is read off the four cells of a binary confusion matrix.
#
# Cells come as (tn, fp, fn, tp), Python numbers or arrays of one shape: on few rows a
# call is done before NumPy could have been asked, and the same lines serve thousands of
# replicates.


FourCells: TypeAlias = tuple[Any, Any, Any, Any]


def divide(top: Any, bottom: Any, undefined: float = math.nan) -> Any:
    """Return top / bottom, ``undefined`` where bottom is 0."""
    if isinstance(bottom, (int, float)):
        return top / bottom if bottom else undefined
    return quotient(top, bottom, undefined)


def predicted_positive(tn: Any, fp: Any, fn: Any, tp: Any) -> tuple[Any, Any]:
    """Return the number of rows predicted positive, and of all rows."""
    return tp + fp, tp + fp + (tn + fn)


def root(value: Any) -> Any:
    """Return the square root of a number, or of each of an array."""
    return math.sqrt(value) if isinstance(value, float) else np.sqrt(value)


def of_safe_size(cells: FourCells) -> FourCells:
    """Return the cells, or a power of two of them, such that products are in range.

    Python's integers are; those of arrays become floats, and floats at most 1.
    """
    if isinstance(cells[0], int):
        return cells
    if isinstance(cells[0], float):
        bits = math.frexp(max(cells))[1]
        tn, fp, fn, tp = (math.ldexp(cell, -bits) for cell in cells)
    else:
        shift = -np.frexp(np.maximum.reduce(cells).astype(np.float64))[1]
        tn, fp, fn, tp = (np.ldexp(np.asarray(cell, float), shift) for cell in cells)
    return tn, fp, fn, tp


# ---------------------------------------------------------------------- of counts

_cells = Module("fastmetrics.metrics.labels.confusion", Definition)
_rates = Module("fastmetrics.metrics.labels.rates", Definition)
_ratios = Module("fastmetrics.metrics.labels.likelihood_ratios", Definition)
_combined_rates = Module("fastmetrics.metrics.labels.combined_rates", Definition)


def _count(
    counts: Counts, *, definition: Callable[..., Any], pos_label: Any = 1
) -> NDArray:
    return np.asarray(definition(*counts.one_vs_rest(pos_label)), np.float64)


def _rate(
    counts: Counts,
    *,
    definition: Callable[..., tuple[Any, Any]],
    pos_label: Any = 1,
    zero_division: float = math.nan,
) -> NDArray:
    parts = definition(*counts.one_vs_rest(pos_label))
    return np.asarray(divide(*parts, zero_division))


def _share(
    counts: Counts,
    *,
    definition: Callable[..., tuple[Any, Any]],
    pos_label: Any = 1,
    zero_division: float = math.nan,
) -> tuple[Any, Any]:
    return definition(*counts.one_vs_rest(pos_label))


def _combined(
    counts: Counts,
    *,
    definition: Callable[..., Any],
    pos_label: Any = 1,
    **parameters: Any,
) -> NDArray:
    return np.asarray(definition(*counts.one_vs_rest(pos_label), **parameters))


def _rate_record(
    rate: Any, title: str, missing: str, better: bool, *aliases: str, **more: Any
) -> Metric:
    value, proportion = (partial(part, definition=rate) for part in (_rate, _share))
    return Metric(
        rate.__name__,
        title,
        how=Formula(value, "margins", proportion),
        targets=BINARY,
        greater_is_better=better,
        interval="wilson",
        missing=missing,
        aliases=aliases,
        **more,
    )


_POSITIVE, _NEGATIVE = "positive rows in y_true", "negative rows in y_true"
_CALLED_POSITIVE = "rows predicted positive"
_CALLED_NEGATIVE = "rows predicted negative"

RATES = (
    _rate_record(
        _rates.specificity_score, "Specificity", _NEGATIVE, True, "specificity"
    ),
    _rate_record(
        _rates.negative_predictive_value,
        "Negative predictive value",
        _CALLED_NEGATIVE,
        True,
        "npv",
    ),
)

# Rates that a report has under another name, and those that are 1 less another.
OTHER_RATES = (
    _rate_record(
        _rates.true_positive_rate,
        "True positive rate",
        _POSITIVE,
        True,
        "tpr",
        "sensitivity",
        in_report=False,
    ),
    _rate_record(
        _rates.true_negative_rate,
        "True negative rate",
        _NEGATIVE,
        True,
        "tnr",
        in_report=False,
    ),
    _rate_record(
        _rates.false_positive_rate,
        "False positive rate",
        _NEGATIVE,
        False,
        "fpr",
        in_report=False,
    ),
    _rate_record(
        _rates.false_negative_rate,
        "False negative rate",
        _POSITIVE,
        False,
        "fnr",
        in_report=False,
    ),
    _rate_record(
        _rates.positive_predictive_value,
        "Positive predictive value",
        _CALLED_POSITIVE,
        True,
        "ppv",
        in_report=False,
    ),
    _rate_record(
        _rates.false_discovery_rate,
        "False discovery rate",
        _CALLED_POSITIVE,
        False,
        "fdr",
        in_report=False,
    ),
    _rate_record(
        _rates.false_omission_rate,
        "False omission rate",
        _CALLED_NEGATIVE,
        False,
        "fomr",
        in_report=False,
    ),
    Metric(
        "selection_rate",
        "Selection rate",
        how=Formula(
            partial(_rate, definition=predicted_positive),
            "margins",
            partial(_share, definition=predicted_positive),
            share_of="entries",  # of all rows, not of a class
            of_each_row=True,
        ),
        targets=BINARY,
        greater_is_better=None,
        interval="wilson",
        in_report=False,
        aliases=("detection_prevalence", "predicted_positive_rate"),
    ),
)


def _count_record(cell: Any, title: str, better: bool, alias: str) -> Metric:
    return Metric(
        cell.__name__,
        title,
        how=Formula(
            partial(_count, definition=cell), "margins", made_of="sum", of_each_row=True
        ),
        targets=BINARY,
        upper=INFINITY,
        greater_is_better=better,
        interval="bca",
        in_report=False,
        aliases=(alias,),
    )


COUNTS = (
    _count_record(_cells.true_positives, "True positives", True, "tp"),
    _count_record(_cells.true_negatives, "True negatives", True, "tn"),
    _count_record(_cells.false_positives, "False positives", False, "fp"),
    _count_record(_cells.false_negatives, "False negatives", False, "fn"),
)


def _combined_record(
    formula: Any, title: str, missing: str, *aliases: str, **more: Any
) -> Metric:
    return Metric(
        formula.__name__,
        title,
        how=Formula(partial(_combined, definition=formula), "margins"),
        targets=BINARY,
        interval="bca",
        missing=missing,
        aliases=aliases,
        **more,
    )


_A_CLASS = "rows of one of the classes in y_true"

COMBINED = (
    _combined_record(
        _combined_rates.informedness,
        "Informedness (Youden's J)",
        _A_CLASS,
        "youden_j",
        chance=0.0,
        lower=-1.0,
    ),
    _combined_record(
        _combined_rates.markedness,
        "Markedness",
        "rows predicted as one of the classes",
        chance=0.0,
        lower=-1.0,
        in_report=False,
    ),
    _combined_record(
        _combined_rates.geometric_mean_score,
        "Geometric mean of recall and specificity",
        _A_CLASS,
        "gmean",
        in_report=False,
    ),
    _combined_record(
        _combined_rates.precision_recall_geometric_mean,
        "Geometric mean of precision and recall",
        "positive rows in y_true, or in y_pred",
        "gpr",
        in_report=False,
    ),
    _combined_record(
        _combined_rates.precision_recall_mean,
        "Mean of precision and recall",
        "positive rows in y_true, or in y_pred",
        in_report=False,
    ),
    _combined_record(
        _combined_rates.diagnostic_odds_ratio,
        "Diagnostic odds ratio",
        "false positives, or no false negatives",
        "dor",
        chance=1.0,
        upper=INFINITY,
        in_report=False,
    ),
    _combined_record(
        _combined_rates.roc_distance,
        "Distance to the corner of the ROC",
        _A_CLASS,
        "roc_dist",
        upper=math.sqrt(2),
        greater_is_better=False,
        in_report=False,
    ),
    _combined_record(
        _combined_rates.symmetric_extremal_dependence_index,
        "Symmetric extremal dependence index",
        "rows in one of the four cells",
        "sedi",
        chance=0.0,
        lower=-1.0,
        in_report=False,
    ),
)


# -------------------------------------------------------------------- likelihood ratios
# Likelihood ratios of a binary target, from the four cells of its confusion matrix.


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
    formula: Any,
    title: str,
    missing: str,
    better: bool,
) -> Metric:
    return Metric(
        formula.__name__,
        title,
        how=Formula(
            partial(_combined, definition=formula),
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
        _ratios.positive_likelihood_ratio,
        "Positive likelihood ratio",
        "false positives",
        True,
    ),
    _record(
        1,
        _ratios.negative_likelihood_ratio,
        "Negative likelihood ratio",
        "true negatives",
        False,
    ),
)

# Two numbers, so that the function's own row is no metric.
BOTH = Formula(_likelihood_ratios, "margins")
