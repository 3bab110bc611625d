"""Rates of the four cells of binary labels."""

from functools import partial
from typing import Any

import sklearn.metrics as sk

from benchmarks import rows
from benchmarks.case import Case, Peer
from benchmarks.cases.labels.label_case import label_case


def _sk_cell(k: int, y_true: Any, y_pred: Any) -> Any:
    return sk.confusion_matrix(y_true, y_pred).ravel()[k]


def _sk_rate(of: str, given: str, y_true: Any, y_pred: Any) -> Any:
    cells = sk.confusion_matrix(y_true, y_pred).ravel()
    tn, fp, fn, tp = cells.tolist()
    known = {"tn": tn, "fp": fp, "fn": fn, "tp": tp}
    return known[of] / (known[of] + known[given])


def _sk_ratio(which: int, y_true: Any, y_pred: Any) -> Any:
    return sk.class_likelihood_ratios(y_true, y_pred)[which]


def _ratio(name: str, which: int) -> Case:
    peer = Peer("scikit-learn's pair", partial(_sk_ratio, which))
    return label_case(name, inputs=rows.binary_labels, peers=(peer,))


def _case(name: str, of: str, given: str) -> Case:
    peer = Peer("scikit-learn's matrix", partial(_sk_rate, of, given))
    return label_case(name, inputs=rows.binary_labels, peers=(peer,))


def _count(name: str, k: int) -> Case:
    peer = Peer("scikit-learn's matrix", partial(_sk_cell, k))
    return label_case(name, inputs=rows.binary_labels, peers=(peer,))


CASES = [
    _count("true_negatives", 0),
    _count("false_positives", 1),
    _count("false_negatives", 2),
    _count("true_positives", 3),
    _case("true_positive_rate", "tp", "fn"),
    _case("true_negative_rate", "tn", "fp"),
    _case("specificity_score", "tn", "fp"),
    _case("false_positive_rate", "fp", "tn"),
    _case("false_negative_rate", "fn", "tp"),
    _case("positive_predictive_value", "tp", "fp"),
    _case("negative_predictive_value", "tn", "fn"),
    _case("false_discovery_rate", "fp", "tp"),
    _case("false_omission_rate", "fn", "tn"),
    _ratio("positive_likelihood_ratio", 0),
    _ratio("negative_likelihood_ratio", 1),
]
