"""Rates and likelihood ratios of two classes, computed from counts."""

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
# Formulas of the four cells of a binary confusion matrix.
#
# Cells are (tn, fp, fn, tp), Python numbers or arrays of one shape. With few rows,
# Python numbers are much faster than NumPy; arrays hold thousands of replicates.


FourCells: TypeAlias = tuple[Any, Any, Any, Any]


def divide(top: Any, bottom: Any, undefined: float = math.nan) -> Any:
    """Divide; ``undefined`` where the denominator is 0."""
    if isinstance(bottom, (int, float)):
        return top / bottom if bottom else undefined
    return quotient(top, bottom, undefined)


def predicted_positive(tn: Any, fp: Any, fn: Any, tp: Any) -> tuple[Any, Any]:
    """Return the number of rows predicted positive, and number of all rows."""
    return tp + fp, tp + fp + (tn + fn)


def root(value: Any) -> Any:
    """Square root of a number, or of each number of an array."""
    return math.sqrt(value) if isinstance(value, float) else np.sqrt(value)


def of_safe_size(cells: FourCells) -> FourCells:
    """Scale cells by a power of two, so products of them stay in range.

    Python integers are returned as they are; arrays become floats of at most 1.
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


# --- formulas of counts

_cells = Module("fastmetrics.metrics.labels.confusion", Definition)
_rates = Module("fastmetrics.metrics.labels.rates", Definition)
_ratios = Module("fastmetrics.metrics.labels.likelihood_ratios", Definition)
_combined_rates = Module("fastmetrics.metrics.labels.combined_rates", Definition)


def _proportion(
    counts: Counts,
    *,
    definition: Callable[..., tuple[Any, Any]],
    pos_label: Any = 1,
    zero_division: float = math.nan,
) -> tuple[Any, Any]:
    return definition(*counts.one_vs_rest(pos_label))


def _rate(counts: Counts, *, zero_division: float = math.nan, **more: Any) -> NDArray:
    return np.asarray(divide(*_proportion(counts, **more), zero_division))


def _combined(
    counts: Counts,
    *,
    definition: Callable[..., Any],
    pos_label: Any = 1,
    **parameters: Any,
) -> NDArray:
    value = definition(*counts.one_vs_rest(pos_label), **parameters)
    return np.asarray(value, np.float64)


def _record(
    name: str,
    how: Formula,
    *aliases: str,
    title: str = "",
    interval: str = "bca",
    in_report: bool = False,
    **more: Any,
) -> Metric:
    return Metric(
        name,
        title or name.replace("_", " ").capitalize(),
        how=how,
        targets=BINARY,
        interval=interval,
        in_report=in_report,
        aliases=aliases,
        **more,
    )


def _rate_record(
    rate: Any, missing: str, better: bool, *aliases: str, **more: Any
) -> Metric:
    value, proportion = (
        partial(part, definition=rate) for part in (_rate, _proportion)
    )
    return _record(
        rate.__name__,
        Formula(value, "margins", proportion),
        *aliases,
        interval="wilson",
        missing=missing,
        greater_is_better=better,
        **more,
    )


_POSITIVE, _NEGATIVE = "positive rows in y_true", "negative rows in y_true"
_CALLED_POSITIVE = "rows predicted positive"
_CALLED_NEGATIVE = "rows predicted negative"

RATES = (
    _rate_record(
        _rates.specificity_score,
        _NEGATIVE,
        True,
        "specificity",
        title="Specificity",
        in_report=True,
    ),
    _rate_record(
        _rates.negative_predictive_value, _CALLED_NEGATIVE, True, "npv", in_report=True
    ),
)

# Rates that a report shows under another name, and complements of others.
OTHER_RATES = (
    _rate_record(_rates.true_positive_rate, _POSITIVE, True, "tpr", "sensitivity"),
    _rate_record(_rates.true_negative_rate, _NEGATIVE, True, "tnr"),
    _rate_record(_rates.false_positive_rate, _NEGATIVE, False, "fpr"),
    _rate_record(_rates.false_negative_rate, _POSITIVE, False, "fnr"),
    _rate_record(_rates.positive_predictive_value, _CALLED_POSITIVE, True, "ppv"),
    _rate_record(_rates.false_discovery_rate, _CALLED_POSITIVE, False, "fdr"),
    _rate_record(_rates.false_omission_rate, _CALLED_NEGATIVE, False, "fomr"),
    _record(
        "selection_rate",
        Formula(
            partial(_rate, definition=predicted_positive),
            "margins",
            partial(_proportion, definition=predicted_positive),
            share_of="entries",  # of all rows, not of a class
            of_each_row=True,
        ),
        *("detection_prevalence", "predicted_positive_rate"),
        greater_is_better=None,
        interval="wilson",
    ),
)


def _count_record(cell: Any, better: bool, alias: str) -> Metric:
    value = partial(_combined, definition=cell)
    how = Formula(value, "margins", made_of="sum", of_each_row=True)
    return _record(cell.__name__, how, alias, upper=INFINITY, greater_is_better=better)


COUNTS = (
    _count_record(_cells.true_positives, True, "tp"),
    _count_record(_cells.true_negatives, True, "tn"),
    _count_record(_cells.false_positives, False, "fp"),
    _count_record(_cells.false_negatives, False, "fn"),
)


def _combined_record(formula: Any, missing: str, *aliases: str, **more: Any) -> Metric:
    how = Formula(partial(_combined, definition=formula), "margins")
    return _record(formula.__name__, how, *aliases, missing=missing, **more)


_A_CLASS = "rows of one of the classes in y_true"

COMBINED = (
    _combined_record(
        _combined_rates.informedness,
        _A_CLASS,
        "youden_j",
        title="Informedness (Youden's J)",
        chance=0.0,
        lower=-1.0,
        in_report=True,
    ),
    _combined_record(
        _combined_rates.markedness,
        "rows predicted as one of the classes",
        chance=0.0,
        lower=-1.0,
    ),
    _combined_record(
        _combined_rates.geometric_mean_score,
        _A_CLASS,
        "gmean",
        title="Geometric mean of recall and specificity",
    ),
    _combined_record(
        _combined_rates.precision_recall_geometric_mean,
        "positive rows in y_true, or in y_pred",
        "gpr",
        title="Geometric mean of precision and recall",
    ),
    _combined_record(
        _combined_rates.precision_recall_mean,
        "positive rows in y_true, or in y_pred",
        title="Mean of precision and recall",
    ),
    _combined_record(
        _combined_rates.diagnostic_odds_ratio,
        "false positives, or no false negatives",
        "dor",
        chance=1.0,
        upper=INFINITY,
    ),
    _combined_record(
        _combined_rates.roc_distance,
        _A_CLASS,
        "roc_dist",
        title="Distance to the corner of the ROC",
        upper=math.sqrt(2),
        greater_is_better=False,
    ),
    _combined_record(
        _combined_rates.symmetric_extremal_dependence_index,
        "rows in one of the four cells",
        "sedi",
        chance=0.0,
        lower=-1.0,
    ),
)


# -------------------------------------------------------------------- likelihood ratios
# Likelihood ratios of a binary target, from the four cells of its confusion matrix.


def likelihood_ratios(
    cells: FourCells, undefined: tuple[float, float] = (math.nan, math.nan)
) -> tuple[Any, Any]:
    """Likelihood ratios TPR / FPR and FNR / TNR; ``undefined`` where FPR or TNR is 0.

    Without positive rows both are NaN, except where FPR or TNR is 0.
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
    """Variances of the logarithms of LR+ and LR-, for rows without weights.

    The variance of the logarithm of a proportion x / n is 1/x - 1/n = (n - x) / (x n);
    for a ratio of two independent proportions the variances add up (Simel, Samsa and
    Matchar 1991). NaN if one of the proportions is 0.
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
    """Cells of a negative and a positive label; by default the two of the counts.

    Rows with other labels are left out.
    """
    negative, positive = counts.labels.tolist() if labels is None else list(labels)
    n, p = counts.position(negative), counts.position(positive)
    if n >= 0 and p >= 0:
        return counts.one_vs_rest(positive)
    nothing = counts.total * 0
    tn = counts.hits[..., n] if n >= 0 else nothing
    return tn, nothing, nothing, counts.hits[..., p] if p >= 0 else nothing


# --- formulas of counts


def _log_variance(counts: Counts, *, which: int, pos_label: Any = 1) -> float:
    return log_variances(counts.one_vs_rest(pos_label))[which]


def _likelihood_ratios(
    counts: Counts, *, labels: Any = None, replace_undefined_by: Any = math.nan
) -> NDArray[Any]:
    """LR+ and LR- along a last axis."""
    if isinstance(replace_undefined_by, Mapping):
        undefined = replace_undefined_by["LR+"], replace_undefined_by["LR-"]
    else:
        undefined = replace_undefined_by, replace_undefined_by
    pair = likelihood_ratios(labelled_cells(counts, labels), undefined)
    return np.stack(np.broadcast_arrays(*pair), axis=-1)


def _ratio_record(which: int, formula: Any, missing: str, better: bool) -> Metric:
    how = Formula(
        partial(_combined, definition=formula),
        "margins",
        log_variance=partial(_log_variance, which=which),
    )
    return _record(
        formula.__name__,
        how,
        upper=INFINITY,
        greater_is_better=better,
        interval="log",
        missing=f"{missing}, or no positive rows in y_true",
    )


RECORDS = (
    _ratio_record(0, _ratios.positive_likelihood_ratio, "false positives", True),
    _ratio_record(1, _ratios.negative_likelihood_ratio, "true negatives", False),
)

# Two numbers, so the function itself is not a metric.
BOTH = Formula(_likelihood_ratios, "margins")
