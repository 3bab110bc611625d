"""Correlation and chance-corrected agreement of labels."""

from functools import partial
from typing import Any

import numpy as np
import sklearn.metrics as sk

from benchmarks import rows
from benchmarks.case import Case, Peer
from benchmarks.cases.labels.label_case import label_case


def _sk_each(measure: Any, y_true: Any, y_pred: Any) -> float:
    labels = range(y_true.shape[1])
    return float(np.mean([measure(y_true[:, k], y_pred[:, k]) for k in labels]))


def _indicators(name: str, measure: Any) -> Case:
    return label_case(
        name,
        inputs=rows.indicators,
        score_bytes=40,
        memory_at_most=None,
        peers=(Peer("scikit-learn, column by column", partial(_sk_each, measure)),),
    )


CASES = [
    _indicators("multilabel_matthews_corrcoef", sk.matthews_corrcoef),
    _indicators("multilabel_cohen_kappa_score", sk.cohen_kappa_score),
    label_case("matthews_corrcoef", 130),
    label_case("cohen_kappa_score"),
    label_case(
        "cohen_kappa_score",
        name="cohen_kappa_score, quadratic",
        options={"weights": "quadratic"},
    ),
]
