"""Options that are arrays, numbers or sets: refused in words of our own."""

import decimal
import functools

import numpy as np
import pytest
from helpers.score_cases import outcome
from hostile.checks import check_refused, failures

import fastmetrics

Y, P, S = [0, 1, 1, 0, 1, 0], [0, 1, 0, 0, 1, 1], [0.1, 0.9, 0.4, 0.35, 0.8, 0.2]
X = [[0.0, 1.0], [2.0, 3.0], [2.5, 3.5], [0.5, 1.5], [2.0, 2.5], [0.0, 0.5]]
BAD = {
    "two": np.array([1, 2]),
    "none": np.array([]),
    "of objects": np.array([None]),
    "list": [1, 2, 3],
    "dict": {1: 2},
    "set": {1, 2},
    "int": -1,
    "object": object(),
}
CALLS = {
    "adjusted_mutual_info_score": (Y, P, "average_method"),
    "rand_score": (Y, P, "noise"),
    "average_precision_score": (Y, S, "average"),
    "roc_auc_score": (Y, S, "average"),
    "confusion_matrix": (Y, P, "normalize"),
    "davies_bouldin_score": (X, Y, "within"),
    "f1_score": (Y, P, "average"),
    "precision_recall_fscore_support": (Y, P, "average"),
    "roc_curve": (Y, S, "drop_intermediate"),
    "precision_recall_curve": (Y, S, "drop_intermediate"),
    "det_curve": (Y, S, "drop_intermediate"),
    "pr_auc_score": (Y, S, "interpolation"),
    "evaluate": (Y, P, "task"),
}
MORE = {
    "multi_class": functools.partial(fastmetrics.roc_auc_score, Y, S),
    "alternative": functools.partial(fastmetrics.delong_roc_test, Y, S, S[::-1]),
    "criterion": functools.partial(fastmetrics.optimal_threshold, Y, S),
    "method": functools.partial(fastmetrics.confidence_interval, "accuracy", Y, P),
    "metric_params": functools.partial(
        fastmetrics.confidence_interval, "accuracy", Y, P
    ),
    "metrics": functools.partial(fastmetrics.evaluate, Y, P),
    "crossing": functools.partial(
        fastmetrics.crps_quantile, S, X, quantiles=[0.1, 0.9]
    ),
    "fair": functools.partial(fastmetrics.crps_ensemble, S, X),
    "quantiles": functools.partial(fastmetrics.mean_quantile_loss, S, X),
}
EVERY = {
    **{
        f"{name}({option})": (
            functools.partial(getattr(fastmetrics, name), *data),
            option,
        )
        for name, (*data, option) in CALLS.items()
    },
    **{f"({option})": (call, option) for option, call in MORE.items()},
}


def test_an_option_of_a_wrong_kind_is_named():
    def check(kind, _, given):
        call, option = given
        found = outcome(call, **{option: BAD[kind]})
        return f"warns {found[2]}" if found[2] else check_refused(found, (option,))

    assert failures(BAD, EVERY, check) == {}


def test_a_seed_without_end():
    with pytest.raises(ValueError, match="random_state must be None"):
        fastmetrics.confidence_interval(
            "accuracy", Y, P, random_state=float("inf"), method="percentile"
        )


SWEEP = fastmetrics.ScoreSweep.from_scores(Y, S)
SHORT = {"n_resamples": 9, "random_state": 0}
interval = functools.partial(fastmetrics.confidence_interval, **SHORT)
judged = functools.partial(fastmetrics.evaluate, Y, P, **SHORT)
HUGE, DAY = 10**400, np.timedelta64(1, "D")
# What the message names -> the call.
REFUSED = {
    "stratified must be True or False, got": [
        lambda: interval("accuracy", Y, P, stratified=np.array([1, 0])),
        lambda: judged(stratified=np.array([])),
    ],
    "progress must be True, False or a function": [
        lambda: interval("accuracy", Y, P, progress=np.array([1, 0])),
        lambda: judged(progress=[1, 2]),
    ],
    "eps must be": [lambda: fastmetrics.contingency_matrix(Y, P, eps=HUGE)],
    "n_samples must be below": [
        lambda: fastmetrics.expected_mutual_information([[1, 2], [3, 4]], 10**24)
    ],
    "target_names must hold names": [
        lambda: fastmetrics.classification_report(Y, P, target_names=[0, 1]),
        lambda: fastmetrics.classification_report(Y, P, target_names=np.eye(2)),
    ],
    "noise applies to labels": [
        lambda: fastmetrics.mutual_info_score(
            None, None, contingency=[[1, 2]], noise=np.array([1, 2])
        )
    ],
    "digits must be at most": [
        lambda: fastmetrics.classification_report(Y, P, digits=10**5)
    ],
    "zero_division must be": [
        lambda: fastmetrics.f1_score(Y, P, zero_division=HUGE),
        lambda: fastmetrics.f1_score(Y, P, zero_division=DAY),
    ],
    "standardize must be": [
        lambda: fastmetrics.partial_auc_score(Y, S, max_fpr=0.5, standardize=np.eye(2))
    ],
    "positives must have a finite sum": [
        lambda: fastmetrics.ScoreSweep([2.0, 1.0], [1e308, 1e308], [1.0, 1.0])
    ],
    "dtype must be": [
        lambda: fastmetrics.contingency_matrix(Y, P, dtype="\ud800"),
    ],
    "sample_size must be": [
        lambda: fastmetrics.silhouette_score(X, Y, sample_size=DAY),
    ],
    "beta must be": [
        lambda: fastmetrics.fbeta_score(Y, P, beta=HUGE),
        lambda: fastmetrics.fbeta_score(Y, P, beta=DAY),
    ],
    "y_score must hold real numbers": [
        lambda: fastmetrics.roc_auc_score([0, 1], [DAY, 1.5])
    ],
    "threshold must be": [
        lambda: fastmetrics.evaluate(Y, y_score=S, threshold=HUGE, **SHORT)
    ],
    "fnr must be in the range of a float": [
        lambda: fastmetrics.normalized_expected_cost(HUGE, 0.5, p_positive=0.5)
    ],
    "fnr, fpr and p_positive must have the same shape": [
        lambda: fastmetrics.normalized_expected_cost([0.1] * 3, [0.5] * 2, p_positive=1)
    ],
    "metric_params must have names": [
        lambda: fastmetrics.metric_at_thresholds(
            Y, S, fastmetrics.accuracy_score, metric_params={1: 2}
        )
    ],
    "confidence_level must lie between": [
        lambda: interval("accuracy", Y, P, confidence_level=1 - 1e-16)
    ],
    "a parameter of lift must be": [lambda: SWEEP.reduce("lift", HUGE)],
    "a parameter of best_f must be": [lambda: SWEEP.best("best_f", "a")],
    "pos_label must be left out": [
        lambda: fastmetrics.gini_coefficient(SWEEP, None, pos_label=np.eye(2))
    ],
    "fpr_range must be": [
        lambda: interval(
            "partial_auc_score", Y, y_score=S, metric_params={"fpr_range": 0.5}
        )
    ],
    "max_fpr must be": [
        lambda: interval("roc_auc", Y, y_score=S, metric_params={"max_fpr": "a"})
    ],
    "min_tpr must be": [
        lambda: interval(
            "partial_auc_score", Y, y_score=S, metric_params={"min_tpr": "a"}
        )
    ],
    "random_state must be": [
        # Its int has a thousand million digits.
        lambda: fastmetrics.confidence_interval(
            "accuracy", Y, P, random_state=decimal.Decimal("1e999999999")
        )
    ],
}


def test_what_is_refused_is_said_in_words_of_our_own():
    for words, calls in REFUSED.items():
        for call in calls:
            _, error, warned = outcome(call)
            assert isinstance(error, ValueError | TypeError), words
            assert str(error).startswith(words)
            assert not warned, words


def test_a_time_difference_is_no_label_of_numbers():
    said = "No positive samples in y_true"
    with pytest.warns(fastmetrics.UndefinedMetricWarning, match=said):
        fastmetrics.roc_curve([0, 1, 2, 1], S[:4], pos_label=DAY)


def test_numbers_that_no_integer_type_holds():
    table = fastmetrics.contingency_matrix(Y, P, eps=10**24)
    assert table.tolist() == [[1e24 + 2, 1e24 + 1], [1e24 + 1, 1e24 + 2]]
    table = fastmetrics.contingency_matrix(Y, P, eps=1000, dtype=np.int8)
    assert table.tolist() == [[1002, 1001], [1001, 1002]]
    one = {"metrics": ["recall_score"], **SHORT}
    report = fastmetrics.evaluate(Y, y_score=S, threshold=-(10**24), **one)
    assert report["recall_score"].estimate == 1
