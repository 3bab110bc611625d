"""Accuracy and its kin: shares of rows that are right or wrong."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics.metrics.how import Formula
from fastmetrics.metrics.labels.formulas.counts import ANY, MULTILABEL, SINGLE
from fastmetrics.metrics.record import Metric

if TYPE_CHECKING:
    from collections.abc import Callable

    from fastmetrics.metrics.labels.formulas.counts import Counts

__all__ = ["RECORDS", "accuracy", "balanced_accuracy", "error", "hamming"]


def _right(counts: Counts) -> Any:
    return counts.hits.sum(axis=-1)


def _wrong(counts: Counts) -> Any:
    # Class by class: where all rows of each class are hits, nothing is left over.
    return (counts.true - counts.hits).sum(axis=-1)


def _all(counts: Counts) -> Any:
    # Added up in the order of the hits, so that perfect labels give 1 to the bit.
    return counts.true.sum(axis=-1)


def _divided(parts: Any, whole: Any) -> Any:
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.true_divide(parts, whole)


def accuracy(counts: Counts, *, normalize: bool = True) -> Any:
    """Return the share of right rows, or how many they are."""
    if normalize:
        return _divided(_right(counts), _all(counts))
    return np.asarray(_right(counts), np.float64)


def error(counts: Counts, *, normalize: bool = True) -> Any:
    """Return the share of wrong rows, or how many they are."""
    if normalize:
        return _divided(_wrong(counts), _all(counts))
    return np.asarray(_wrong(counts), np.float64)


def hamming(counts: Counts) -> Any:
    """Return the share of wrong entries: of rows, or of rows and labels."""
    if counts.kind != "multilabel-indicator":
        return error(counts)
    wrong = counts.true + counts.predicted - 2 * counts.hits
    n_entries = np.asarray(counts.total, np.float64) * wrong.shape[-1]
    return _divided(wrong.sum(axis=-1), n_entries)


def balanced_accuracy(counts: Counts, *, adjusted: bool = False) -> Any:
    """Return the mean recall of the classes that occur in the truth."""
    found = counts.true > 0
    recalls = np.where(found, _divided(counts.hits, counts.true), 0.0)
    n_classes = found.sum(axis=-1)
    score = _divided(recalls.sum(axis=-1), n_classes)
    if not adjusted:
        return score
    chance = _divided(1.0, n_classes)
    return _divided(score - chance, 1.0 - chance)


def _proportion(
    successes: Callable[[Counts], Any], counts: Counts, *, normalize: bool = True
) -> Any:
    if not normalize or counts.kind == "multilabel-indicator":
        return None
    return successes(counts), _all(counts)


# No functions inside functions: results hold rows of the catalog, and are pickled.
_RIGHT, _WRONG = partial(_proportion, _right), partial(_proportion, _wrong)
_ERROR = Formula(error, "margins", _WRONG, share_of="exact", of_each_row=True)

RECORDS = (
    Metric(
        "accuracy_score",
        "Accuracy",
        chance="largest class",
        how=Formula(accuracy, "margins", _RIGHT, share_of="exact", of_each_row=True),
        leaves_range=("normalize",),
        targets=ANY,
        interval="wilson",
        aliases=("accuracy", "acc"),
    ),
    Metric(
        "error_rate",
        "Error rate",
        how=_ERROR,
        leaves_range=("normalize",),
        targets=ANY,
        greater_is_better=False,
        interval="wilson",
        in_report=False,
        aliases=("ce",),
    ),
    Metric(
        "zero_one_loss",
        "Zero-one loss",
        how=_ERROR,
        leaves_range=("normalize",),
        targets=ANY,
        greater_is_better=False,
        interval="wilson",
        in_report=False,
    ),
    Metric(
        "hamming_loss",
        "Hamming loss",
        how=Formula(
            hamming,
            "margins",
            _WRONG,
            multilabel=True,
            share_of="entries",
            of_each_row=True,
        ),
        targets=ANY,
        greater_is_better=False,
        interval="wilson",
        reported_for=MULTILABEL,
    ),
    Metric(
        "balanced_accuracy_score",
        "Balanced accuracy",
        chance="one of the classes",
        how=Formula(balanced_accuracy, "margins"),
        leaves_range=("adjusted",),
        targets=SINGLE,
        interval="bca",
        aliases=("balanced_accuracy", "bacc"),
    ),
)
