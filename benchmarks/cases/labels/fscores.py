"""Precision, recall and what is made of them."""

from functools import partial
from typing import Any

import numpy as np
import sklearn.metrics as sk

import fastmetrics as fm
from benchmarks import rows
from benchmarks.case import Case, Floor, Peer
from benchmarks.cases.labels.label_case import label_case, small_call

MACRO = {"average": "macro"}


def _sk_f1_of_averages(y_true: Any, y_pred: Any) -> Any:
    precision, recall, _, _ = sk.precision_recall_fscore_support(
        y_true, y_pred, average="macro"
    )
    return 2 * precision * recall / (precision + recall)


def _matrices(n: int) -> tuple[Any]:
    return (np.random.default_rng(0).integers(1, 1000, (n, 2, 2)),)


def _micro_by_hand(matrices: Any) -> Any:
    (_, fp), (fn, tp) = matrices.sum(axis=0)
    return tp / (tp + fp), tp / (tp + fn), 2 * tp / (2 * tp + fp + fn)


CASES = [
    label_case("f1_score", 70, "f1_score, macro", MACRO),
    small_call("f1_score", 80, inputs=rows.binary_labels),
    label_case("f1_score", None, "f1_score, binary", inputs=rows.binary_labels),
    label_case("precision_score", None, "precision_score, macro", MACRO),
    label_case("recall_score", None, "recall_score, macro", MACRO),
    label_case("fbeta_score", None, "fbeta_score, macro", {"beta": 2.0, **MACRO}),
    label_case("jaccard_score", None, "jaccard_score, macro", MACRO),
    label_case("precision_recall_fscore_support"),
    label_case(
        "f1_score",
        None,
        "f1_score, samples",
        {"average": "samples", "zero_division": 0.0},
        inputs=rows.indicators,
        score_bytes=40,
        memory_at_most=None,
    ),
    label_case(
        "macro_f1_of_averages",
        peers=(Peer("scikit-learn's averages", _sk_f1_of_averages),),
    ),
    Case(
        "pooled_precision_recall_fscore",
        10**4,
        _matrices,
        partial(fm.pooled_precision_recall_fscore, average="micro"),
        covers="pooled_precision_recall_fscore",
        peers=(Peer("NumPy", _micro_by_hand),),
        floor=Floor("their sum", partial(np.sum, axis=0)),
        measures_memory=False,
    ),
]
