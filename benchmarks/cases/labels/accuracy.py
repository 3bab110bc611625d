"""How many rows are right."""

from typing import Any

import sklearn.metrics as sk

import fastmetrics as fm
from benchmarks import rows
from benchmarks.case import Peer
from benchmarks.cases.labels.label_case import label_case, small_call


def _sk_error(y_true: Any, y_pred: Any) -> Any:
    return 1 - sk.accuracy_score(y_true, y_pred)


def _fm_weighted(y_true: Any, y_pred: Any, weights: Any) -> Any:
    return fm.accuracy_score(y_true, y_pred, sample_weight=weights)


def _sk_weighted(y_true: Any, y_pred: Any, weights: Any) -> Any:
    return sk.accuracy_score(y_true, y_pred, sample_weight=weights)


CASES = [
    label_case("accuracy_score", 35),
    small_call("accuracy_score", 60),
    label_case(
        "accuracy_score",
        name="accuracy_score, weighted",
        inputs=rows.weighted_labels,
        ours=_fm_weighted,
        peers=(Peer("scikit-learn", _sk_weighted),),
    ),
    label_case("error_rate", peers=(Peer("scikit-learn, 1 − accuracy", _sk_error),)),
    label_case("zero_one_loss"),
    label_case("hamming_loss"),
    label_case(
        "hamming_loss",
        name="hamming_loss, indicators",
        inputs=rows.indicators,
        score_bytes=40,
        memory_at_most=None,
    ),
    label_case("balanced_accuracy_score"),
]
