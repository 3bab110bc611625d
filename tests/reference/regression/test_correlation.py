"""Correlations, and pairs of rows in order, worked by hand."""

import math

import pytest
from helpers.one_case import one_case

from fastmetrics import reference
from fastmetrics.reference.regression.correlation import pairs_of, rows_of

# Of ten pairs two are concordant and six discordant; one is tied in x, one in both.
X, Y = [12, 2, 1, 12, 2], [1, 4, 7, 1, 0]


def test_pairs_by_hand():
    assert pairs_of(rows_of(X, Y, None)) == (2, 6, 1, 0, 1)
    # The first row once more, and the last one not at all.
    weighted = pairs_of(rows_of(X, Y, [2, 1, 1, 1, 0]))
    assert weighted == (0, 2 * (1 + 1) + 1 + 1 + 1, 0, 0, 2)


def test_kendall_by_hand():
    assert reference.kendall_tau(X, Y, variant="a") == -4 / 10
    assert reference.kendall_tau(X, Y) == pytest.approx(-4 / math.sqrt(8 * 9))
    assert reference.kendall_tau(X, Y, variant="c") == -4 * 2 * 3 / (25 * 2)


def test_somers_and_gamma_by_hand():
    assert reference.somers_d(X, Y) == -4 / 8
    assert reference.somers_d(Y, X) == pytest.approx(-4 / 9)
    assert reference.goodman_kruskal_gamma(X, Y) == -4 / 8


def test_spearman_by_hand():
    # Ranks 1 to 5 and 1, 2, 3.5, 5, 3.5.
    found = reference.spearman_rho([1, 2, 3, 4, 5], [5, 6, 7, 8, 7])
    assert found == pytest.approx(8 / math.sqrt(10 * 9.5))
    # A row twice is a row of weight 2.
    twice = reference.spearman_rho([1, 2, 3, 3], [2, 3, 1, 1])
    weighted = reference.spearman_rho([1, 2, 3], [2, 3, 1], sample_weight=[1, 1, 2])
    assert weighted == pytest.approx(twice)


def test_pearson_by_hand():
    found = reference.pearson_r([1, 2, 3, 4], [1, 3, 2, 6])
    assert found == pytest.approx(7 / math.sqrt(5 * 14))
    assert reference.pearson_r([1, 2], [3, 7]) == 1.0
    weighted = reference.pearson_r([1, 2, 3], [2, 3, 1], sample_weight=[1, 1, 2])
    assert weighted == pytest.approx(reference.pearson_r([1, 2, 3, 3], [2, 3, 1, 1]))


def test_concordance_by_hand():
    times, scores = [2.0, 3.5, 4.0, 6.0], [2.5, 4.5, 3.0, 5.0]
    assert reference.concordance_index(times, scores) == pytest.approx(5 / 6)
    events = [1, 0, 1, 1]
    found = reference.concordance_index(times, scores, event_observed=events)
    assert found == 1.0
    # Only what begins with an event: the first with all others, which it does not tie.
    events = [1, 0, 0, 0]
    weights = [1, 2, 3, 4]
    found = reference.concordance_index(
        times, [3.0, 4.5, 3.0, 1.0], event_observed=events, sample_weight=weights
    )
    assert found == pytest.approx((2 + 3 / 2) / 9)


def test_equal_times_are_in_order_if_one_is_censored():
    events = {"event_observed": [1, 0]}
    assert reference.concordance_index([1, 1], [0.2, 0.5], **events) == 1.0
    assert reference.concordance_index([1, 1], [0.5, 0.2], **events) == 0.0
    for same in ([1, 1], [0, 0]):
        with pytest.warns(reference.UndefinedMetricWarning):
            found = reference.concordance_index([1, 1], [0.2, 0.5], event_observed=same)
        assert math.isnan(found)


@one_case(
    "name",
    ["pearson_r", "spearman_rho", "kendall_tau", "somers_d", "goodman_kruskal_gamma"],
)
def test_a_constant_column_has_no_correlation(name):
    for columns in (([1, 1, 1], [1, 2, 3]), ([1, 2, 3], [1, 1, 1]), ([1], [2])):
        with pytest.warns(reference.UndefinedMetricWarning, match="constant"):
            assert math.isnan(getattr(reference, name)(*columns))


def test_normalized_gini_by_hand():
    # From the largest prediction on 2, 5, 0 and 0 come together, of a mean of 7/4: they
    # are 1/4, 14/4, 7/4 and 0 above, so the curve has 22/4 below it, and 34/4 in the
    # order 5, 2, 0, 0, in which it is 13/4, 14/4 and 7/4 high.
    found = reference.normalized_gini_coefficient([0, 0, 2, 5], [0.3, 0.1, 0.9, 0.6])
    assert found == 22 / 34
    # One prediction for 5 and 2: half way between the two orders.
    tied = reference.normalized_gini_coefficient([0, 0, 2, 5], [0.3, 0.1, 0.9, 0.9])
    assert tied == 28 / 34
    # A row that weighs two is two rows.
    weighed = reference.normalized_gini_coefficient(
        [0, 2, 5], [0.1, 0.9, 0.6], sample_weight=[2, 1, 1]
    )
    assert weighed == 22 / 34
    with pytest.warns(reference.UndefinedMetricWarning, match="constant"):
        assert math.isnan(reference.normalized_gini_coefficient([1, 1], [1, 2]))
