"""Areas and points of curves other than the two usual ones."""

from functools import partial
from typing import Any

import numpy as np
import sklearn.metrics as sk
from scipy import stats

import fastmetrics as fm
from benchmarks import rows
from benchmarks.case import Case, Floor, Peer


def _sk_linear(y: Any, score: Any) -> Any:
    precision, recall, _ = sk.precision_recall_curve(y, score)
    return sk.auc(recall, precision)


def _scipy_ks(y: Any, score: Any) -> Any:
    return stats.ks_2samp(score[y == 1], score[y == 0], method="asymp").statistic


def _pr_auc(interpolation: str, *peers: Peer) -> Case:
    return Case(
        f"pr_auc_score, {interpolation}",
        10**6,
        rows.float64,
        partial(fm.pr_auc_score, interpolation=interpolation),
        covers="pr_auc_score",
        peers=peers,
    )


def _sk_equal_error(y: Any, score: Any) -> float:
    fpr, tpr, _ = sk.roc_curve(y, score)
    gap = fpr + tpr - 1  # rises
    return float(np.interp(0.0, gap, fpr))


def _sk_log_auc(y: Any, score: Any) -> float:
    fpr, tpr, _ = sk.roc_curve(y, score, drop_intermediate=False)
    low = 0.001
    first = np.interp(low, fpr, tpr)
    tpr = np.concatenate([[first], tpr[fpr > low]])
    fpr = np.concatenate([[low], fpr[fpr > low]])
    across, up = np.diff(fpr), np.diff(tpr)
    apart = across > 0
    slope = up[apart] / across[apart]
    at_zero = tpr[:-1][apart] - slope * fpr[:-1][apart]
    logs = np.diff(np.log(fpr))[apart]
    return float((up[apart] + at_zero * logs).sum() / np.log(1 / low))


def _np_aurc(correct: Any, confidence: Any) -> float:
    errors = 1 - correct[np.argsort(-confidence)]
    return float(np.mean(np.cumsum(errors) / np.arange(1, len(errors) + 1)))


def _np_sorted(correct: Any, confidence: Any) -> Any:
    return correct[np.argsort(-confidence)]


def _np_augrc(correct: Any, confidence: Any) -> float:
    p = 1 - np.mean(correct)
    return float((1 - sk.roc_auc_score(correct, confidence)) * p * (1 - p) + p * p / 2)


CASES = [
    Case(
        "aurc",
        10**6,
        rows.float64,
        fm.aurc,
        covers="aurc",
        peers=(Peer("NumPy", _np_aurc),),
    ),
    Case(
        "augrc",
        10**6,
        rows.float64,
        fm.augrc,
        covers="augrc",
        peers=(Peer("scikit-learn", _np_augrc),),
    ),
    Case(
        "coverage_at_risk",
        10**6,
        rows.float64,
        partial(fm.coverage_at_risk, max_risk=0.3),
        covers="coverage_at_risk",
        floor=Floor("sort by confidence", _np_sorted),
    ),
    _pr_auc("linear", Peer("scikit-learn", _sk_linear)),
    _pr_auc("integral"),
    _pr_auc("davis-goadrich"),
    Case(
        "partial_auc_score",
        10**6,
        rows.float64,
        partial(fm.partial_auc_score, max_fpr=0.1, standardize="mcclish"),
        covers="partial_auc_score",
        peers=(Peer("scikit-learn", partial(sk.roc_auc_score, max_fpr=0.1)),),
    ),
    Case(
        "log_auc_score",
        10**6,
        rows.float64,
        fm.log_auc_score,
        covers="log_auc_score",
        peers=(Peer("scikit-learn's curve, NumPy", _sk_log_auc),),
    ),
    Case(
        "ks_statistic",
        10**6,
        rows.float64,
        fm.ks_statistic,
        covers="ks_statistic",
        peers=(Peer("SciPy", _scipy_ks),),
    ),
    Case(
        "break_even_point",
        10**6,
        rows.float64,
        fm.break_even_point,
        covers="break_even_point",
    ),
    Case(
        "equal_error_rate",
        10**6,
        rows.float64,
        fm.equal_error_rate,
        covers="equal_error_rate",
        peers=(Peer("scikit-learn's curve, NumPy", _sk_equal_error),),
    ),
]
