"""Precision, recall, F and Jaccard from counts, for one class or averaged over classes.

Each is a quotient of two sums of counts (`ratio`). "micro" adds up the counts of all
classes and divides once; the other averages divide class by class and take the mean of
the defined quotients.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.names import listed, shown
from fastmetrics._common.options import number
from fastmetrics.metrics.how import Formula
from fastmetrics.metrics.labels.formulas.counts import ANY, BINARY, MULTILABEL, SEVERAL
from fastmetrics.metrics.record import Metric

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.metrics.labels.formulas.counts import Counts


# Above this, F equals recall to the last bit, and its square is still a float64.
_LARGE_BETA = 1e100


class Sums(NamedTuple):
    """Sums to divide, and how to average the quotients.

    ``hits``, ``true`` and ``predicted`` are arrays with the quotients to average along
    the last axis, or with none to average if ``averaged`` is False.
    """

    hits: Any
    true: Any
    predicted: Any
    averaged: bool = False
    weights: Any = None
    present: Any = None


def ratio(
    measure: str, hits: Any, true: Any, predicted: Any, beta: float = 1.0
) -> tuple[Any, Any]:
    """Numerator and denominator of a measure, from numbers or arrays of counts.

    ``hits`` are the rows of a class that are predicted as this class, ``true`` all rows
    of the class and ``predicted`` all rows predicted as it. So precision is
    tp / (tp + fp), recall tp / (tp + fn), jaccard tp / (tp + fp + fn) and fscore
    (1 + β²) tp / ((1 + β²) tp + β² fn + fp).
    """
    if measure == "fscore":
        if beta == 0:
            measure = "precision"
        elif beta == np.inf:
            measure = "recall"
        else:
            square = min(number(beta, "beta"), _LARGE_BETA) ** 2
            hits, true, predicted = _in_range(1.0 + square, hits, true, predicted)
            return (1.0 + square) * hits, square * true + predicted
    if measure == "precision":
        return hits, predicted
    if measure == "recall":
        return hits, true
    return hits, true + (predicted - hits)


def _in_range(times: float, hits: Any, true: Any, predicted: Any) -> Any:
    """Divide counts by a power of two if ``times`` their size exceeds the floats.

    Only sums of weights near the end of the range are affected.
    """
    most, small = 2.0**1020 / times, 2.0 ** -(4 + np.frexp(times)[1])
    if isinstance(true, float):
        scale: Any = small if max(true, predicted) > most else None
    elif isinstance(true, np.ndarray) and true.dtype.kind == "f":
        large = np.maximum(true, predicted) > most
        scale = np.where(large, small, 1.0) if large.any() else None
    else:
        scale = None
    if scale is None:
        return hits, true, predicted
    return hits * scale, true * scale, predicted * scale


def quotient(top: Any, bottom: Any, undefined: float) -> Any:
    """Divide as float64; ``undefined`` where the denominator is 0."""
    if np.count_nonzero(bottom) == np.size(bottom):
        return np.true_divide(top, bottom)
    values = np.full(np.broadcast_shapes(np.shape(top), np.shape(bottom)), undefined)
    np.true_divide(top, bottom, out=values, where=np.not_equal(bottom, 0))
    return values


def mean(values: NDArray, weights: Any = None, present: Any = None) -> Any:
    """Mean along the last axis of the values that are present and not NaN.

    NaN if there are none; weights that are all 0 count as equal weights.
    """
    if present is None and values.shape[-1]:  # the usual case: all values count
        if weights is None:
            found = np.add.reduce(values, axis=-1) / values.shape[-1]
        else:
            total = np.add.reduce(weights, axis=-1)
            found = quotient(np.add.reduce(values * weights, axis=-1), total, np.nan)
        defined = found == found  # not NaN
        if defined if values.ndim == 1 else defined.all():
            return found
    kept = ~np.isnan(values)
    if present is not None:
        kept = kept & present
    shares: Any = kept
    if weights is not None:
        shares = np.where(kept, weights, 0)
        weightless = ~shares.any(axis=-1, keepdims=True)
        shares = np.where(weightless, kept, shares)
    top = np.add.reduce(np.where(kept, values, 0.0) * shares, axis=-1)
    return quotient(top, shares.sum(axis=-1), np.nan)


def average_sums(
    counts: Counts, labels: ArrayLike | None, pos_label: Any, average: str | None
) -> Sums:
    """Return the sums that an average divides: of one class, of all or of each."""
    if average == "binary":
        return _of_one_class(counts, pos_label)
    if labels is not None:
        counts = counts.select(labels)
    sums = counts.hits, counts.true, counts.predicted
    if average == "micro":
        # Rows of a multilabel target count for several labels, so the sum of all labels
        # may exceed int64.
        dtype = np.float64 if counts.kind == "multilabel-indicator" else None
        with np.errstate(over="ignore"):  # of weights near the largest float
            return Sums(*(np.add.reduce(each, axis=-1, dtype=dtype) for each in sums))
    if average == "macro":
        return Sums(*sums, True, None, counts.present)
    if average == "weighted":
        return Sums(*sums, True, counts.true, counts.present)
    if average is None:
        return Sums(*sums)
    raise ValueError(
        "average must be 'binary', 'micro', 'macro', 'weighted' or None where rows "
        f"have been counted by class, got {shown(average)}."
    )


def _of_one_class(counts: Counts, pos_label: Any) -> Sums:
    if counts.kind != "binary":
        raise ValueError(
            f"average='binary' is for binary targets, got {counts.kind} ones: choose "
            "another average."
        )
    k = counts.position(pos_label)
    if k >= 0:
        return Sums(counts.hits[..., k], counts.true[..., k], counts.predicted[..., k])
    if len(counts.labels) >= 2:
        raise ValueError(
            f"pos_label={shown(pos_label)} is not a valid label: the labels are "
            f"{listed(counts.labels.tolist())}."
        )
    nothing = np.zeros(counts.hits.shape[:-1], counts.hits.dtype)
    return Sums(nothing, nothing, nothing)


def _value(
    measure: str,
    counts: Counts,
    *,
    beta: float = 1.0,
    labels: ArrayLike | None = None,
    pos_label: Any = 1,
    average: str | None = "binary",
    zero_division: float = 0.0,
) -> Any:
    sums = average_sums(counts, labels, pos_label, average)
    top, bottom = ratio(measure, sums.hits, sums.true, sums.predicted, beta)
    values = quotient(top, bottom, zero_division)
    return mean(values, sums.weights, sums.present) if sums.averaged else values


# (counts, *, labels=None, pos_label=1, average="binary", zero_division=0.0), and beta
precision_score = partial(_value, "precision")
recall_score = partial(_value, "recall")
fbeta_score = partial(_value, "fscore")
f1_score = partial(_value, "fscore")
jaccard_score = partial(_value, "jaccard")


def fscore_of(precision: Any, recall: Any, beta: float) -> Any:
    """Weighted harmonic mean of precision and recall; 0 if both are 0."""
    if beta == 0:
        return precision
    if beta == np.inf:
        return recall
    # The F of counts with P·R hits, P rows of the class and R predicted rows.
    return quotient(*ratio("fscore", precision * recall, precision, recall, beta), 0.0)


def macro_f1_of_averages(
    counts: Counts,
    *,
    beta: float = 1.0,
    labels: ArrayLike | None = None,
    zero_division: float = 0.0,
) -> Any:
    """F of the mean precision and the mean recall."""
    options: dict[str, Any] = {"average": "macro", "zero_division": zero_division}
    precision = precision_score(counts, labels=labels, **options)
    recall = recall_score(counts, labels=labels, **options)
    return fscore_of(precision, recall, beta)


def pooled(
    hits: NDArray,
    true: NDArray,
    predicted: NDArray,
    beta: float,
    average: str,
    zero_division: float,
) -> tuple[Any, Any, Any]:
    """Precision, recall and F of the tables along the last axis."""
    if average == "micro":
        hits, true, predicted = (
            np.add.reduce(each, axis=-1) for each in (hits, true, predicted)
        )
        precision, recall, fscore = (
            quotient(*ratio(measure, hits, true, predicted, beta), zero_division)
            for measure in ("precision", "recall", "fscore")
        )
        return precision, recall, fscore
    precision, recall = (
        mean(quotient(*ratio(measure, hits, true, predicted), zero_division))
        for measure in ("precision", "recall")
    )
    return precision, recall, fscore_of(precision, recall, beta)


# Averages in which each row is a trial that succeeds or fails. In the micro-averaged
# Jaccard index a wrong row counts twice, and F is not a proportion of trials.
_TRIALS = {
    "precision": ("binary", "micro"),
    "recall": ("binary", "micro"),
    "jaccard": ("binary",),
}


def _proportion(
    measure: str,
    counts: Counts,
    *,
    labels: ArrayLike | None = None,
    pos_label: Any = 1,
    average: str | None = "binary",
    zero_division: float = 0.0,
) -> tuple[Any, Any] | None:
    if average not in _TRIALS[measure]:
        return None
    if average == "micro" and counts.kind == "multilabel-indicator":
        return None  # the labels of a row are not independent trials
    sums = average_sums(counts, labels, pos_label, average)
    return ratio(measure, sums.hits, sums.true, sums.predicted)


_PRECISION = Formula(
    precision_score, "margins", partial(_proportion, "precision"), multilabel=True
)
_RECALL = Formula(
    recall_score, "margins", partial(_proportion, "recall"), multilabel=True
)
_FSCORE = Formula(fbeta_score, "margins", multilabel=True)
_JACCARD = Formula(
    jaccard_score, "margins", partial(_proportion, "jaccard"), multilabel=True
)

_BY_AVERAGE: dict[str | None, tuple[str, ...]] = {
    **dict.fromkeys(("macro", "micro", "weighted", None), ANY),
    "samples": MULTILABEL,
}


def _of_positive(
    name: str, title: str, formula: Formula, interval: str, *aliases: str, **more: Any
) -> Metric:
    return Metric(
        name,
        title,
        how=formula,
        targets=BINARY,
        targets_by_average=_BY_AVERAGE,
        interval=interval,
        aliases=aliases,
        **more,
    )


# Measures of the positive class.
OF_ONE_CLASS = (
    _of_positive(
        *("precision_score", "Precision", _PRECISION, "wilson", "precision"),
        shared_names=("P",),
    ),
    _of_positive(
        *("recall_score", "Recall", _RECALL, "wilson", "recall"), shared_names=("R",)
    ),
    _of_positive("f1_score", "F1", _FSCORE, "bca", "f1"),
    _of_positive(
        *("f2", "F2", _FSCORE, "bca"),
        function="fbeta_score",
        parameters={"beta": 2.0},
        in_report=False,
    ),
    _of_positive(
        *("fbeta_score", "F of any β", _FSCORE, "bca", "fbeta"),
        required=("beta",),
        in_report=False,
    ),
    _of_positive(
        *("jaccard_score", "Jaccard index", _JACCARD, "wilson", "jaccard"),
        in_report=False,
    ),
)


def _averages(
    name: str, title: str, formula: Formula, *, in_report: bool = True
) -> tuple[Metric, ...]:
    """Return the records of a function, by average."""

    def variant(average: str, **more: Any) -> Metric:
        # With one label per row, rows are the trials of the micro averages.
        interval = "wilson" if average in _TRIALS.get(name, ()) else "bca"
        return Metric(
            f"{name}_{average}",
            f"{title} ({average})",
            f"{name}_score",
            how=formula,
            parameters={"average": average},
            in_report=in_report,
            **{"interval": interval, **more},
        )

    return (
        variant("macro", targets=ANY, reported_for=SEVERAL),
        # With one label per row it is the accuracy.
        variant("micro", targets=ANY, reported_for=MULTILABEL),
        variant("weighted", targets=ANY, reported_for=SEVERAL),
        variant("samples", targets=MULTILABEL, interval="skew-t"),
    )


# Averages over all classes, or over all labels.
AVERAGED = (
    *_averages("precision", "Precision", _PRECISION),
    *_averages("recall", "Recall", _RECALL),
    *_averages("f1", "F1", _FSCORE),
    *_averages("jaccard", "Jaccard index", _JACCARD, in_report=False),
    Metric(
        "macro_f1_of_averages",
        "F1 of macro precision and macro recall",
        how=Formula(macro_f1_of_averages, "margins", multilabel=True),
        targets=ANY,
        interval="bca",
        in_report=False,
    ),
)
