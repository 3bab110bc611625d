"""Whole curves; the time includes writing them."""

from typing import Any

import sklearn.metrics as sk

import fastmetrics as fm
from benchmarks import rows
from benchmarks.case import Case, Floor, Peer


def _fm_full_roc(y: Any, score: Any) -> Any:
    return fm.roc_curve(y, score, drop_intermediate=False)


def _sk_full_roc(y: Any, score: Any) -> Any:
    return sk.roc_curve(y, score, drop_intermediate=False)


def _points(n: int) -> tuple[Any, Any]:
    fpr, tpr, _ = sk.roc_curve(*rows.float64(n), drop_intermediate=False)
    return fpr, tpr


def _read_both(x: Any, y: Any) -> Any:
    return x.max(), y.max()


CASES = [
    Case(
        "roc_curve, all thresholds",
        10**7,
        rows.float64,
        _fm_full_roc,
        covers="roc_curve",
        peers=(Peer("scikit-learn", _sk_full_roc, 10),),
    ),
    Case(
        "roc_curve",
        10**7,
        rows.float64,
        fm.roc_curve,
        covers="roc_curve",
        peers=(Peer("scikit-learn", sk.roc_curve, 10),),
    ),
    Case(
        "precision_recall_curve",
        10**7,
        rows.float64,
        fm.precision_recall_curve,
        covers="precision_recall_curve",
        peers=(Peer("scikit-learn", sk.precision_recall_curve, 10),),
    ),
    Case(
        "det_curve",
        10**6,
        rows.float64,
        fm.det_curve,
        covers="det_curve",
        peers=(Peer("scikit-learn", sk.det_curve),),
    ),
    Case(
        "auc of a curve's points",
        10**6,
        _points,
        fm.auc,
        covers="auc",
        peers=(Peer("scikit-learn", sk.auc),),
        floor=Floor("both read once", _read_both),
    ),
]
