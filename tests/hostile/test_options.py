"""Options of the wrong kind or out of range: one error that names the option."""

from functools import partial

import numpy as np
import pytest
from helpers.one_case import one_case
from helpers.score_cases import outcome
from hostile.checks import call, check_refused, complaints
from hostile.score_cases import AS_THEIRS, REFUSED, S, Y, inf, nan, s

import fastmetrics as fm

sk = pytest.importorskip("sklearn.metrics")


def test_area_of_points():
    """`auc` takes two columns of numbers: here scores against labels."""
    for case, (y_true, y_score, *_) in (AS_THEIRS | REFUSED).items():
        if isinstance(y_score, np.ndarray) and y_score.dtype.kind == "V":
            y_score = s  # scikit-learn takes it for the first field
        for x, other in ((np.arange(6.0), y_score), (y_score, s), (y_true, s)):
            value, error, warned = call(fm.auc, x, other)
            if error is not None:
                assert not check_refused((value, error, warned), ("x", "y")), case
                continue
            their_value, their_error, _ = outcome(sk.auc, x, other)
            assert their_error is None, (case, value, their_error)
            np.testing.assert_allclose(value, their_value, rtol=1e-13, err_msg=case)


NO_NUMBER = (None, "half", [0.5, 0.6], 1j, {})
OUTSIDE = (-0.1, 1.1, nan, inf, -inf)
RANGES = (
    *OUTSIDE,
    None,
    "half",
    [0.5],
    1j,
    {},
    (0.5, 0.1),
    (0, 2),
    (nan, 1),
    ("a", "b"),
    (0, 0.5, 1),
)
COSTS = (-1.0, nan, inf, *NO_NUMBER)
OPTIONS = {
    "roc_auc_score max_fpr": (fm.roc_auc_score, (0, *OUTSIDE, *NO_NUMBER[1:])),
    "roc_auc_score average": (fm.roc_auc_score, ("none", 1, [], ["macro"])),
    "roc_auc_score multi_class": (fm.roc_auc_score, (None, "all", 1, ["ovr"])),
    "average_precision_score average": (fm.average_precision_score, ("no", 1, [])),
    "pr_auc_score interpolation": (fm.pr_auc_score, (None, "cubic", 1, [], ["step"])),
    "partial_auc_score max_fpr": (fm.partial_auc_score, (0, *OUTSIDE, *NO_NUMBER)),
    "partial_auc_score min_tpr": (fm.partial_auc_score, (1, *OUTSIDE, *NO_NUMBER)),
    "partial_auc_score fpr_range": (
        fm.partial_auc_score,
        RANGES,
    ),
    "log_auc_score fpr_range": (fm.log_auc_score, (*RANGES, (0, 1))),
    "expected_cost x_range": (
        fm.expected_cost,
        RANGES,
    ),
    "lift_score at": (fm.lift_score, (0, *OUTSIDE, *NO_NUMBER)),
    "optimal_threshold criterion": (fm.optimal_threshold, (None, "best", 1, ["f1"])),
    "optimal_threshold cost_fn": (fm.optimal_threshold, COSTS),
    "optimal_threshold cost_fp": (fm.optimal_threshold, COSTS),
    "optimal_threshold beta": (
        partial(fm.optimal_threshold, criterion="f1"),
        (0, -1, nan, inf, *NO_NUMBER),
    ),
    "optimal_threshold at": (
        partial(fm.optimal_threshold, criterion="tpr_at_fpr"),
        (*OUTSIDE, *NO_NUMBER),
    ),
    "delong_roc_test alternative": (
        lambda y_true, y_score, **options: fm.delong_roc_test(
            y_true, y_score, y_score, **options
        ),
        (None, "more", 1, ["less"]),
    ),
    "metric_at_thresholds metric_func": (fm.metric_at_thresholds, (None, 1, "auc")),
    "metric_at_thresholds metric_params": (
        partial(fm.metric_at_thresholds, metric_func=sk.accuracy_score),
        (1, "a", [1]),
    ),
}


def test_options():
    for option, (function, values) in OPTIONS.items():
        name = option.partition(" ")[2]
        for value in values:
            found = outcome(function, Y, S, **{name: value})
            assert check_refused(found, (name,)) == "", (option, value)


@one_case("name", ["p_positive", "fnr", "fpr", "cost_fn", "cost_fp"])
def test_points_of_a_cost_curve(name):
    good = {"p_positive": 0.5, "cost_fn": 1.0, "cost_fp": 2.0}
    is_cost = name.startswith("cost")

    def check(_, value):
        rates = {"fnr": 0.1, "fpr": 0.2} | good
        text = check_refused(
            outcome(fm.normalized_expected_cost, **(rates | {name: value})), (name,)
        )
        if text or name not in good:
            return text
        found = outcome(fm.probability_cost, **(good | {name: value}))
        return check_refused(found, (name,))

    values = COSTS if is_cost else (*OUTSIDE, None, "half", [0.5, 2.0], [nan], 1j, {})
    assert complaints({repr(value): value for value in values}, check) == {}


LONG = [f"a long text, number {k}" * 9 for k in range(200)]


@one_case(
    "option, call",
    [
        ("average", lambda x: fm.f1_score([0, 1], [0, 1], average=x)),
        ("weights", lambda x: fm.cohen_kappa_score([0, 1], [0, 1], weights=x)),
        ("method", lambda x: fm.confidence_interval("mse", [0, 1], [0, 1], method=x)),
        ("adjust", lambda x: fm.compare("mse", [0, 1], [[0, 1]] * 2, adjust=x)),
        ("test", lambda x: fm.compare("mse", [0, 1], [[0, 1]] * 2, test=x)),
        ("variance", lambda x: fm.auc_sample_size(0.8, width=0.1, variance=x)),
        ("criterion", lambda x: fm.optimal_threshold([0, 1], [0, 1], criterion=x)),
        ("library", lambda x: fm.booster_metric("auc", library=x)),
        ("metric", lambda x: fm.silhouette_score(np.eye(3), [0, 1, 1], metric=x)),
        ("method", lambda x: fm.friedman_test(np.eye(3), method=x)),
        ("task", lambda x: fm.evaluate([0, 1], [0, 1], task=x)),
        ("empty", lambda x: fm.ndcg_score([[0, 1]], [[0, 1]], empty=x)),
        ("loss", lambda x: fm.score_decomposition([0, 1], [0.1, 0.2], loss=x)),
    ],
)
def test_what_an_option_was_given_is_quoted_in_short(option, call):
    with pytest.raises((TypeError, ValueError)) as caught:
        call(LONG)
    assert len(str(caught.value)) < 600, option
    with pytest.raises((TypeError, ValueError), match="'no such word'"):
        call("no such word")
