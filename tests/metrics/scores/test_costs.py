"""Cost curves against the cost of every threshold on a fine grid of conditions."""

import math
from itertools import pairwise

import numpy as np
import pytest
from helpers.one_case import one_case
from helpers.score_cases import BAD, ONE_CLASS, TWO_CLASSES, weights_for

import fastmetrics as fm
from fastmetrics import UndefinedMetricWarning


def lines(y_true, y_score, weights=None):
    """(thresholds, fpr, fnr) of all classifiers there are."""
    fpr, tpr, thresholds = fm.roc_curve(
        y_true, y_score, sample_weight=weights, drop_intermediate=False
    )
    return thresholds, fpr, 1 - tpr


class TestCostCurve:
    @one_case("case", TWO_CLASSES)
    @one_case("weighted", [False, True])
    def test_is_the_lower_envelope(self, case, weighted):
        y_true, y_score = TWO_CLASSES[case]
        weights = weights_for(y_true) if weighted else None
        x, y, thresholds = fm.cost_curve(y_true, y_score, sample_weight=weights)
        at, fpr, fnr = lines(y_true, y_score, weights)
        grid = np.union1d(np.linspace(0, 1, 501), x)
        lowest = ((1 - grid) * fpr[:, None] + grid * fnr[:, None]).min(axis=0)
        np.testing.assert_allclose(np.interp(grid, x, y), lowest, atol=1e-14)

        # It is the line of the threshold in force that runs from vertex to vertex.
        assert len(thresholds) == len(x) - 1
        for k, threshold in enumerate(thresholds):
            # (Some integer scores become equal as floats.)
            same = np.flatnonzero(at == threshold)
            costs = [
                (1 - x[end]) * fpr[same] + x[end] * fnr[same] for end in (k, k + 1)
            ]
            gaps = np.abs(np.transpose(costs) - y[k : k + 2])
            assert gaps.max(axis=1).min() < 1e-14
        assert x[0] == y[0] == y[-1] == 0
        assert x[-1] == 1
        assert (np.diff(x) > 0).all()
        assert (np.diff(thresholds) < 0).all()
        assert x.dtype == y.dtype == thresholds.dtype == np.float64

    def test_no_vertex_on_a_straight_line(self):
        x, y, _ = fm.cost_curve(*TWO_CLASSES["spread"])
        slopes = np.diff(y) / np.diff(x)
        assert (np.diff(slopes) < -1e-9).all()

    def test_constant_predictions(self):
        x, y, thresholds = fm.cost_curve(*TWO_CLASSES["all tied"])
        assert x.tolist() == [0, 0.5, 1]
        assert y.tolist() == [0, 0.5, 0]
        assert thresholds.tolist() == [math.inf, 0.5]

    def test_inverted_scores_are_no_better_than_constants(self):
        x, y, thresholds = fm.cost_curve(*TWO_CLASSES["inverted"])
        assert (x.tolist(), y.tolist()) == ([0, 0.5, 1], [0, 0.5, 0])
        assert thresholds.tolist() == [math.inf, 1.0]

    def test_perfect_scores_cost_nothing(self):
        x, y, thresholds = fm.cost_curve(*TWO_CLASSES["perfect"])
        assert (x.tolist(), y.tolist()) == ([0, 1], [0, 0])
        assert thresholds.tolist() == [3.0]

    @one_case("case", ["only positives", "only negatives"])
    def test_one_class(self, case):
        with pytest.warns(UndefinedMetricWarning, match="Only one class") as caught:
            x, y, thresholds = fm.cost_curve(*ONE_CLASS[case])
        assert x.tolist() == [0, 1]
        assert np.isnan([*y, *thresholds]).all()
        assert caught[0].filename == __file__

    def test_threshold_is_optimal_at_its_conditions(self):
        y_true, y_score = TWO_CLASSES["ties"]
        prior = np.mean(y_true)
        x, _, thresholds = fm.cost_curve(y_true, y_score)
        for k, threshold in enumerate(thresholds):
            # Costs that put this data set's own prior into the middle of the stretch.
            middle = (x[k] + x[k + 1]) / 2
            cost_fn, cost_fp = middle / prior, (1 - middle) / (1 - prior)
            assert fm.probability_cost(
                prior, cost_fn=cost_fn, cost_fp=cost_fp
            ) == pytest.approx(middle)
            assert (
                fm.optimal_threshold(y_true, y_score, cost_fn=cost_fn, cost_fp=cost_fp)[
                    0
                ]
                == threshold
            )


class TestExpectedCost:
    @one_case("case", TWO_CLASSES)
    @one_case("weighted", [False, True])
    def test_is_the_area_under_the_curve(self, case, weighted):
        y_true, y_score = TWO_CLASSES[case]
        weights = weights_for(y_true) if weighted else None
        x, y, _ = fm.cost_curve(y_true, y_score, sample_weight=weights)
        area = fm.expected_cost(y_true, y_score, sample_weight=weights)
        assert area == pytest.approx(fm.auc(x, y), rel=1e-13, abs=1e-16)
        assert 0 <= area <= 0.25
        cuts = [0.0, 0.1, 0.37, 0.8, 1.0]
        parts = [
            fm.expected_cost(y_true, y_score, sample_weight=weights, x_range=ends)
            for ends in pairwise(cuts)
        ]
        assert sum(parts) == pytest.approx(area, rel=1e-12, abs=1e-16)

    def test_part(self):
        # Envelope of useless scores: x up to one half.
        assert fm.expected_cost([0, 1], [1, 1], x_range=(0.2, 0.4)) == pytest.approx(
            (0.4**2 - 0.2**2) / 2
        )

    @one_case("x_range", [(0.5, 0.5), (-0.1, 1), (0, 2), 0.5, (0, 1, 2)])
    def test_bad_range(self, x_range):
        with pytest.raises(ValueError, match="x_range"):
            fm.expected_cost([0, 1], [1, 2], x_range=x_range)

    def test_one_class(self):
        with pytest.warns(UndefinedMetricWarning, match="no negative"):
            assert math.isnan(fm.expected_cost(*ONE_CLASS["only positives"]))


class TestFormulas:
    def test_probability_cost(self):
        assert fm.probability_cost(0.3) == 0.3
        assert fm.probability_cost(0.2, cost_fn=4, cost_fp=1) == 0.5
        assert type(fm.probability_cost(0)) is float
        np.testing.assert_allclose(
            fm.probability_cost([0, 0.5, 1], cost_fn=3.0), [0, 0.75, 1]
        )

    def test_normalized_expected_cost_is_a_line_over_probability_cost(self):
        p = np.linspace(0, 1, 11)
        costs = {"cost_fn": 5.0, "cost_fp": 2.0}
        x = fm.probability_cost(p, **costs)
        np.testing.assert_allclose(
            fm.normalized_expected_cost(0.3, 0.1, p_positive=p, **costs),
            (1 - x) * 0.1 + x * 0.3,
        )
        assert fm.normalized_expected_cost(1, 1, p_positive=0.2, **costs) == 1
        assert type(fm.normalized_expected_cost(1, 0, p_positive=0.2)) is float

    def test_best_of_all_thresholds_is_the_curve(self):
        y_true, y_score = TWO_CLASSES["spread"]
        x, y, _ = fm.cost_curve(y_true, y_score)
        _, fpr, fnr = lines(y_true, y_score)
        for p in (0.1, 0.5, 0.9):
            costs = fm.normalized_expected_cost(fnr, fpr, p_positive=p, cost_fn=2.0)
            at = fm.probability_cost(p, cost_fn=2.0)
            assert costs.min() == pytest.approx(np.interp(at, x, y))

    def test_no_error_costs_anything(self):
        with pytest.warns(UndefinedMetricWarning, match="no error costs") as caught:
            assert math.isnan(fm.probability_cost(0.0, cost_fp=0.0))
        assert caught[0].filename == __file__
        with pytest.warns(UndefinedMetricWarning, match="no error costs"):
            found = fm.normalized_expected_cost(
                0.5, 0.5, p_positive=[0, 0.5], cost_fp=0.0
            )
        np.testing.assert_array_equal(found, [math.nan, 0.5])

    @one_case(
        "kwargs",
        [
            {"p_positive": 1.5},
            {"p_positive": [0.5, math.nan]},
            {"p_positive": 0.5, "cost_fn": -1},
            {"p_positive": 0.5, "cost_fp": math.nan},
        ],
    )
    def test_bad_parameters(self, kwargs):
        with pytest.raises(ValueError, match="must be"):
            fm.probability_cost(**kwargs)
        with pytest.raises(ValueError, match="must be"):
            fm.normalized_expected_cost(0.1, 0.1, **kwargs)

    @one_case("rates", [(-0.1, 0), (0, 1.1), (math.nan, 0)])
    def test_bad_rates(self, rates):
        with pytest.raises(ValueError, match=r"must be in \[0, 1\]"):
            fm.normalized_expected_cost(*rates, p_positive=0.5)


@one_case("function", [fm.cost_curve, fm.expected_cost])
@one_case("case", BAD)
def test_bad_input(function, case):
    y_true, y_score, kwargs = BAD[case]
    with pytest.raises((ValueError, TypeError)):
        function(y_true, y_score, **kwargs)
