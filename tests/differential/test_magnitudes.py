"""Every reducer of a sweep at counts and weights from 1 to 10¹⁸, beside its twin.

Steps are cumulative counts that doubles hold, and the twin gets their differences as
fractions: what is compared is the arithmetic of the reducer, not the rounding of sums.
"""

import warnings
from fractions import Fraction

import numpy as np
import pytest
from helpers.one_case import one_case
from hypothesis import assume, given, note
from hypothesis import strategies as st

import fastmetrics as fm
from fastmetrics import reference
from fastmetrics._kernels import reduce, sweep

# What is counted, or weighed, at a step.
AMOUNTS = st.one_of(st.just(0), st.integers(0, 18).map(lambda k: 10**k))


def best(criterion, **given):
    def value(labels, scores, weights):
        return reference.optimal_threshold(
            labels, scores, sample_weight=weights, criterion=criterion, **given
        )[1]

    return value


def named(name, **given):
    function = getattr(reference, name)
    return lambda labels, scores, weights: function(
        labels, scores, sample_weight=weights, **given
    )


TWINS = {
    ("roc_auc",): named("roc_auc_score"),
    ("rank_loss",): named("rank_loss"),
    ("average_precision",): named("average_precision_score"),
    ("pr_auc_linear",): named("pr_auc_score", interpolation="linear"),
    ("pr_auc_integral",): named("pr_auc_score", interpolation="integral"),
    ("break_even_point",): named("break_even_point"),
    ("ks",): named("ks_statistic"),
    ("lift", 0.25): named("lift_score", at=0.25),
    ("partial_auc", 0.0, 0.125): named("partial_auc_score", max_fpr=0.125),
    ("partial_auc_tpr", 0.75): named("partial_auc_score", min_tpr=0.75),
    ("log_auc", 2.0**-10, 1.0): named("log_auc_score", fpr_range=(2.0**-10, 1.0)),
    ("expected_cost", 0.0, 1.0): named("expected_cost"),
    ("best_f", 1.0): best("f1"),
    ("best_youden",): best("youden"),
    ("best_accuracy",): best("accuracy"),
    ("best_cost", 1.0, 2.0): best("cost", cost_fn=1.0, cost_fp=2.0),
    ("precision_at_recall", 0.5): best("precision_at_recall", at=0.5),
    ("recall_at_precision", 0.5): best("recall_at_precision", at=0.5),
    ("tpr_at_fpr", 0.5): best("tpr_at_fpr", at=0.5),
    ("fpr_at_tpr", 0.5): best("fpr_at_tpr", at=0.5),
    ("best_mcc",): best("mcc"),
    ("equal_rates",): best("equal_error_rate"),
    ("aurc_of_weights",): named("aurc"),
    ("excess_aurc_of_weights",): named("excess_aurc"),
    ("augrc",): named("augrc"),
    ("equal_error_rate",): named("equal_error_rate"),
    ("equal_error_rate_hull",): named("equal_error_rate", convex_hull=True),
}


def cumulated(amounts):
    """Return sums as doubles have them, and the steps between these, exactly."""
    sums = np.cumsum(np.array(amounts, float))
    exact = [Fraction(one) for one in sums.tolist()]
    return sums, [a - b for a, b in zip(exact, [Fraction(0), *exact], strict=False)]


def rows_of(positives, negatives):
    """Return a row per step and class: labels, scores, weights."""
    rows = [
        (label, -at, weight)
        for at, pair in enumerate(zip(positives, negatives, strict=True))
        for label, weight in zip((1, 0), pair, strict=True)
    ]
    return [list(column) for column in zip(*rows, strict=True)]


def test_all_reducers_are_here():
    # These go row by row: see below, and the tests of selective prediction.
    by_row = {"pr_auc_davis_goadrich", "aurc", "excess_aurc"}
    assert {name for name, *_ in TWINS} == {*reduce.KINDS} - by_row


# One draw of steps is asked of all reducers.
@given(steps=st.lists(st.tuples(AMOUNTS, AMOUNTS), min_size=1, max_size=5))
def test_values_at_any_magnitude(steps):
    steps = [step for step in steps if any(step)]
    (tps, positives), (fps, negatives) = (
        cumulated([step[k] for step in steps]) for k in (0, 1)
    )
    kept = np.diff(tps + fps, prepend=0.0) > 0  # what doubles tell from the last step
    assume(len(steps) and kept.all() and tps[-1] and fps[-1])
    rows = rows_of(positives, negatives)
    for reducer, twin in TWINS.items():
        note(str(reducer))
        values, _ = sweep.reduce_steps(tps, fps, [reducer])
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # no threshold reaches a precision
            expected = float(twin(*rows))
        # A few operations, each rounded once; a difference of two shares, or of two
        # products that the root exceeds, is known to the last digit of these, as is
        # where two numbers of rows cross.
        of_differences = ("ks", "best_youden", "best_mcc", "break_even_point")
        of_differences += ("aurc_of_weights", "excess_aurc_of_weights")
        within = 1e-15 if reducer[0] in of_differences else 1e-300
        if reducer[0] == "lift":  # of as many rows as are a quarter of all, rounded
            within = 2e-15 * (tps[-1] + fps[-1]) / tps[-1]
        assert values[0] == pytest.approx(expected, rel=1e-13, abs=within, nan_ok=True)


@given(steps=st.lists(st.tuples(AMOUNTS, AMOUNTS), min_size=1, max_size=5))
def test_trapezoids_by_units_are_near_the_integral(steps):
    """A step of n units adds what is below a unit's largest change of precision."""
    counts = np.array(steps, float).T
    tps, fps = (np.cumsum(one) for one in counts)
    if not tps[-1] or (np.diff(tps + fps, prepend=0.0) == 0).any():
        return
    integral, trapezoids = (
        sweep.reduce_steps(tps, fps, [(name,)])[0][0]
        for name in ("pr_auc_integral", "pr_auc_davis_goadrich")
    )
    assert 0 <= integral <= 1 + 1e-12
    assert 0 <= trapezoids <= 1 + 1e-12
    assert abs(integral - trapezoids) <= 1 / tps[-1] + 1e-13


@one_case("above", [1, 10**4, 10**8, 10**10, 10**14, 10**18])
def test_integral_below_many_negatives(above):
    """Below M negatives of the first step p(t) is about t / M from its positive on.

    The first step has 1 / (1 + M) throughout, 1 / M in all; the next ones have the
    integral of t / M from 1 to 4, 7.5 / M. All over four positives.
    """
    found = fm.ScoreSweep([3.0, 2.0, 1.0], [1, 2, 1], [above, 1, 1])
    labels, scores = [1, 0, 1, 0, 1, 0], [3, 3, 2, 2, 1, 1]
    weights = [1, above, 2, 1, 1, 1]
    expected = reference.pr_auc_score(
        labels, scores, interpolation="integral", sample_weight=weights
    )
    assert found.reduce("pr_auc_integral") == pytest.approx(expected, rel=1e-13)
    if above > 10**6:
        assert expected == pytest.approx(8.5 / 4 / above, rel=1e-5)
    weighted = fm.pr_auc_score(
        labels, scores, interpolation="integral", sample_weight=weights
    )
    assert weighted == pytest.approx(expected, rel=1e-13)
