"""Counts and criteria at every threshold, by hand and by brute force."""

import math

import pytest
import sklearn.metrics
from helpers.one_case import one_case
from helpers.worked import FP, LABELS, SCORES, THRESHOLDS, TP, draw

from fastmetrics import reference

inf = math.inf


def test_confusion_matrix_at_thresholds_by_hand():
    tns, fps, fns, tps, thresholds = reference.confusion_matrix_at_thresholds(
        LABELS, SCORES
    )
    assert (tps, fps, thresholds) == (TP, FP, THRESHOLDS)
    assert tns == [4 - fp for fp in FP]
    assert fns == [4 - tp for tp in TP]


@one_case(
    ("options", "expected"),
    [
        # tp 1 1 2 3 3 4 4 and fp 0 1 1 2 3 3 4 at .77 .62 .58 .47 .33 .23 .15
        ({}, (0.77, 3 / 8)),  # as good at .58 and .47: ties go up
        ({"cost_fn": 3}, (0.23, 3 / 8)),
        ({"cost_fp": 9}, (0.77, 3 / 8)),
        ({"cost_fn": 0}, (inf, 0)),
        ({"cost_fp": 0}, (0.23, 0)),
        ({"criterion": "f1"}, (0.23, 8 / 11)),
        ({"criterion": "f1", "beta": 0.5}, (0.77, 5 / 8)),  # 15/24 at .47 too
        ({"criterion": "youden"}, (0.77, 1 / 4)),
        ({"criterion": "accuracy"}, (0.77, 5 / 8)),
        ({"criterion": "precision_at_recall", "at": 0.5}, (0.58, 2 / 3)),
        ({"criterion": "precision_at_recall", "at": 0.0}, (0.77, 1)),
        ({"criterion": "precision_at_recall", "at": 1.0}, (0.23, 4 / 7)),
        ({"criterion": "recall_at_precision", "at": 0.6}, (0.47, 3 / 4)),
        ({"criterion": "recall_at_precision", "at": 1.0}, (0.77, 1 / 4)),
        ({"criterion": "tpr_at_fpr", "at": 0.25}, (0.58, 1 / 2)),
        ({"criterion": "tpr_at_fpr", "at": 0.0}, (0.77, 1 / 4)),
        ({"criterion": "tpr_at_fpr", "at": 1.0}, (0.23, 1)),
        ({"criterion": "fpr_at_tpr", "at": 0.5}, (0.58, 1 / 4)),
        ({"criterion": "fpr_at_tpr", "at": 0.0}, (inf, 0)),
        ({"criterion": "fpr_at_tpr", "at": 1.0}, (0.23, 3 / 4)),
        ({"criterion": "mcc"}, (0.77, 7**-0.5)),
        # misses 2/4 and false alarms 1/4; as far apart at .47: ties go up
        ({"criterion": "equal_error_rate"}, (0.58, 3 / 8)),
    ],
)
def test_optimal_threshold_by_hand(options, expected):
    threshold, value = reference.optimal_threshold(LABELS, SCORES, **options)
    assert threshold == expected[0]
    assert value == pytest.approx(expected[1], rel=1e-15)


@one_case(
    ("options", "expected"),
    [
        # What is at least .77 is above .62, as is what is at least .58 above .47.
        ({"criterion": "mcc"}, (0.62, 7**-0.5)),
        ({"criterion": "fpr_at_tpr", "at": 0.0}, (inf, 0)),
        ({"criterion": "f1", "beta": 9.0}, (0.15, None)),
    ],
)
def test_a_strict_threshold_is_the_next_lower_score(options, expected):
    plain = reference.optimal_threshold(LABELS, SCORES, **options)
    threshold, value = reference.optimal_threshold(
        LABELS, SCORES, strict=True, **options
    )
    assert threshold == expected[0]
    assert value == plain[1]
    assert sum(x > threshold for x in SCORES) == sum(x >= plain[0] for x in SCORES)


def test_a_rate_of_one_tenth_satisfies_a_limit_of_a_tenth():
    labels, scores = [1] * 10 + [0], [9, *[5] * 9, 7]
    found = reference.optimal_threshold(
        labels, scores, criterion="precision_at_recall", at=0.1
    )
    assert found == (9, 1)


def test_a_limit_out_of_reach_is_nan():
    with pytest.warns(reference.UndefinedMetricWarning, match="reaches"):
        found = reference.optimal_threshold(
            [0, 1], [2, 1], criterion="recall_at_precision", at=0.9
        )
    assert all(map(math.isnan, found))


@one_case(
    ("labels", "criteria"),
    [
        ([0, 0], ["f1", "youden", "tpr_at_fpr", "precision_at_recall"]),
        ([1, 1], ["youden", "tpr_at_fpr"]),
    ],
)
def test_one_class_leaves_some_criteria_undefined(labels, criteria):
    for criterion in criteria:
        with pytest.warns(reference.UndefinedMetricWarning):
            found = reference.optimal_threshold(
                labels,
                [1, 2],
                criterion=criterion,
                at=0.5 if "_at_" in criterion else None,
            )
        assert all(map(math.isnan, found))
    # Costs and accuracy need no second class.
    best = math.inf if labels == [0, 0] else 1
    assert reference.optimal_threshold(labels, [1, 2]) == (best, 0)
    assert reference.optimal_threshold(labels, [1, 2], criterion="accuracy") == (
        best,
        1,
    )


@one_case("seed", range(3))
def test_the_best_is_the_best_of_scikit_learns_values(seed):
    labels, scores, weights = draw(seed, weights=seed % 2 == 1)
    candidates = [inf, *sorted(set(scores), reverse=True)]
    predictions = [[int(s >= t) for s in scores] for t in candidates]
    metrics = {
        "f1": sklearn.metrics.f1_score,
        "accuracy": sklearn.metrics.accuracy_score,
        "youden": lambda *a, **k: (
            2 * sklearn.metrics.balanced_accuracy_score(*a, **k) - 1
        ),
    }
    for criterion, metric in metrics.items():
        best = max(metric(labels, p, sample_weight=weights) for p in predictions)
        threshold, value = reference.optimal_threshold(
            labels, scores, criterion=criterion, sample_weight=weights
        )
        assert value == pytest.approx(best, abs=1e-14)
        reached = [int(s >= threshold) for s in scores]
        again = metric(labels, reached, sample_weight=weights)
        assert again == pytest.approx(best, abs=1e-14)


def test_mean_cost_at_the_data_s_own_condition_is_the_envelope():
    # At p = the base rate, the smallest mean cost is the curve's height times the
    # largest possible cost.
    labels, scores, _ = draw(7)
    p = sum(labels) / len(labels)
    x = reference.probability_cost(p, cost_fn=2, cost_fp=3)
    xs, ys, _ = reference.cost_curve(labels, scores)
    k = max(i for i in range(len(xs) - 1) if xs[i] <= x)
    height = ys[k] + (x - xs[k]) / (xs[k + 1] - xs[k]) * (ys[k + 1] - ys[k])
    _, value = reference.optimal_threshold(labels, scores, cost_fn=2, cost_fp=3)
    assert value == pytest.approx(height * (2 * p + 3 * (1 - p)), rel=1e-12)


@one_case(
    "options",
    [
        {"criterion": "profit"},
        {"criterion": "tpr_at_fpr"},
        {"criterion": "tpr_at_fpr", "at": 2},
        {"criterion": "youden", "at": 0.5},
        {"criterion": "f1", "beta": 0},
        {"cost_fn": -1},
        {"cost_fp": math.nan},
    ],
)
def test_bad_options_raise(options):
    with pytest.raises(ValueError, match=r"."):
        reference.optimal_threshold(LABELS, SCORES, **options)
