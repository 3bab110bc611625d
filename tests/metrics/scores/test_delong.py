"""DeLong's variance by loops over pairs, published numbers, and what must hold."""

import math

import numpy as np
import pytest
from helpers.score_cases import BAD, ONE_CLASS, TWO_CLASSES
from scipy.stats import norm

import fastmetrics as fm
from fastmetrics import UndefinedMetricWarning
from fastmetrics.metrics.scores import delong


def by_pairs(y_true, models):
    """(aucs, covariance): DeLong, DeLong & Clarke-Pearson 1988, eq. 5 to 8."""
    positive = np.ravel(y_true) > 0
    psi = np.array(
        [
            (s[positive][:, None] > s[~positive])
            + 0.5 * (s[positive][:, None] == s[~positive])
            for s in models
        ]
    )
    v10, v01 = psi.mean(axis=2), psi.mean(axis=1)
    covariance = np.cov(v10) / positive.sum() + np.cov(v01) / (~positive).sum()
    return psi.mean(axis=(1, 2)), np.atleast_2d(covariance)


def enough(y_true):
    positive = np.ravel(y_true) > 0
    return min(positive.sum(), (~positive).sum()) > 1


CASES = [name for name, (y_true, _) in TWO_CLASSES.items() if enough(y_true)]


@pytest.fixture
def models(rng):
    """Labels and three correlated scores with ties, one of them useless."""
    y_true = rng.random(200) < 0.4
    base = rng.normal(size=200) + y_true
    noise = rng.normal(size=(200, 2))
    y_score = np.column_stack([base, base + 0.5 * noise[:, 0], noise[:, 1]]).round(1)
    return y_true, y_score


class TestVariance:
    @pytest.mark.parametrize("case", CASES)
    def test_equals_pairs(self, case):
        y_true, y_score = TWO_CLASSES[case]
        aucs, covariance = by_pairs(y_true, [np.ravel(y_score)])
        auc, variance = fm.delong_roc_variance(y_true, np.ravel(y_score))
        assert auc == pytest.approx(aucs[0], rel=1e-14)
        assert variance == pytest.approx(covariance[0, 0], rel=1e-12, abs=1e-18)
        assert type(auc) is type(variance) is float

    def test_several_models(self, models):
        y_true, y_score = models
        expected_aucs, expected = by_pairs(y_true, y_score.T)
        for scores in (y_score, np.asfortranarray(y_score), y_score.tolist()):
            aucs, covariance = fm.delong_roc_variance(y_true, scores)
            np.testing.assert_allclose(aucs, expected_aucs, rtol=1e-14)
            np.testing.assert_allclose(covariance, expected, rtol=1e-12, atol=1e-18)
            np.testing.assert_array_equal(covariance, covariance.T)

    def test_one_column_is_one_model(self, models):
        y_true, y_score = models
        aucs, covariance = fm.delong_roc_variance(y_true, y_score[:, :1])
        auc, variance = fm.delong_roc_variance(y_true, y_score[:, 0])
        assert aucs.tolist() == [auc]
        assert covariance.shape == (1, 1)
        assert covariance[0, 0] == pytest.approx(variance, rel=1e-13)

    def test_perfect_scores_have_none(self):
        assert fm.delong_roc_variance(*TWO_CLASSES["perfect"]) == (1.0, 0.0)

    def test_it_is_the_spread_of_the_area(self, rng):
        # 400 samples of one population: the mean variance is that of the areas.
        areas, variances = [], []
        for _ in range(400):
            y_true = np.arange(120) < 50
            areas_and = fm.delong_roc_variance(y_true, rng.normal(size=120) + y_true)
            areas.append(areas_and[0])
            variances.append(areas_and[1])
        assert np.mean(variances) == pytest.approx(np.var(areas), rel=0.2)

    @pytest.mark.parametrize("several", [False, True])
    def test_one_class(self, several):
        y_true, y_score = ONE_CLASS["only negatives"]
        if several:
            y_score = np.column_stack([y_score, y_score])
        with pytest.warns(UndefinedMetricWarning, match="no positive") as caught:
            auc, variance = fm.delong_roc_variance(y_true, y_score)
        assert np.isnan(auc).all()
        assert np.isnan(variance).all()
        assert np.shape(variance) == ((2, 2) if several else ())
        assert caught[0].filename == __file__

    @pytest.mark.parametrize("several", [False, True])
    def test_one_row_of_a_class(self, several):
        y_true, y_score = [1, 0, 0], np.array([2.0, 1.0, 3.0])
        if several:
            y_score = np.column_stack([y_score, y_score])
        with pytest.warns(UndefinedMetricWarning, match="one row of a class") as caught:
            auc, variance = fm.delong_roc_variance(y_true, y_score)
        assert np.all(np.equal(auc, 0.5))
        assert np.isnan(variance).all()
        assert caught[0].filename == __file__

    @pytest.mark.parametrize(
        "case", [c for c in BAD if "sample_weight" not in BAD[c][2]]
    )
    def test_bad_input(self, case):
        y_true, y_score, _ = BAD[case]
        with pytest.raises(ValueError, match="y_"):
            fm.delong_roc_variance(y_true, y_score)
        with pytest.raises(ValueError, match="y_"):
            fm.delong_roc_variance(y_true, np.column_stack([y_score, y_score]))
        with pytest.raises(ValueError, match=r"y_true|score_a"):
            fm.delong_roc_test(y_true, y_score, y_score)

    def test_no_columns(self):
        with pytest.raises(ValueError, match="column"):
            fm.delong_roc_variance([0, 1], np.empty((2, 0)))


class TestTest:
    def test_equals_pairs(self, models):
        y_true, y_score = models
        aucs, covariance = by_pairs(y_true, y_score.T)
        for a, b in ((0, 1), (1, 0), (0, 2)):
            result = fm.delong_roc_test(y_true, y_score[:, a], y_score[:, b])
            difference = aucs[a] - aucs[b]
            error = math.sqrt(
                covariance[a, a] + covariance[b, b] - 2 * covariance[a, b]
            )
            expected = (
                difference / error,
                2 * norm.sf(abs(difference / error)),
                difference,
                error,
            )
            assert tuple(result) == pytest.approx(expected, rel=1e-10)

    def test_alternatives(self, models):
        y_true, y_score = models
        args = y_true, y_score[:, 0], y_score[:, 2]
        p = {
            a: fm.delong_roc_test(*args, alternative=a).pvalue
            for a in ("two-sided", "greater", "less")
        }
        assert p["greater"] < 0.05 < p["less"]
        assert p["two-sided"] == pytest.approx(2 * p["greater"])
        assert p["greater"] + p["less"] == pytest.approx(1)
        assert (
            p["less"]
            == fm.delong_roc_test(
                y_true, y_score[:, 2], y_score[:, 0], alternative="greater"
            ).pvalue
            == pytest.approx(p["less"])
        )
        with pytest.raises(ValueError, match="alternative"):
            fm.delong_roc_test(*args, alternative="larger")

    def test_far_tail_keeps_its_digits(self, rng):
        y_true = np.arange(3000) % 2
        a, b = rng.normal(size=3000) + 1.2 * y_true, rng.normal(size=3000)
        result = fm.delong_roc_test(y_true, a, b)
        assert 0 < result.pvalue < 1e-50
        assert result.pvalue == pytest.approx(2 * norm.sf(result.statistic), rel=1e-9)

    def test_confidence_interval(self, models):
        y_true, y_score = models
        result = fm.delong_roc_test(y_true, y_score[:, 0], y_score[:, 1])
        for level in (0.5, 0.95):
            low, high = result.confidence_interval(level)
            expected = norm.interval(level, result.difference, result.standard_error)
            assert (low, high) == pytest.approx(expected)
        assert result.confidence_interval() == result.confidence_interval(0.95)
        with pytest.raises(ValueError, match="confidence_level"):
            result.confidence_interval(1.0)

    def test_interval_and_test_agree(self, models):
        y_true, y_score = models
        result = fm.delong_roc_test(y_true, y_score[:, 0], y_score[:, 1])
        low, high = result.confidence_interval(1 - result.pvalue)
        assert min(abs(low), abs(high)) == pytest.approx(0, abs=1e-12)

    def test_same_order_has_no_difference(self, rng):
        y_true, score = rng.integers(0, 2, 300), rng.normal(size=300)
        result = fm.delong_roc_test(y_true, score, np.exp(score))
        assert tuple(result) == (0.0, 1.0, 0.0, 0.0)

    def test_difference_without_variance(self):
        y_true, up = [0, 0, 1, 1], [1, 2, 3, 4]
        down = [4, 3, 2, 1]
        with pytest.warns(UndefinedMetricWarning, match="without any variance") as got:
            result = fm.delong_roc_test(y_true, up, down)
        assert tuple(result) == pytest.approx(
            (math.nan, math.nan, 1.0, 0.0), nan_ok=True
        )
        assert got[0].filename == __file__

    def test_one_class_and_one_row(self):
        with pytest.warns(UndefinedMetricWarning, match="no negative") as caught:
            assert np.isnan(fm.delong_roc_test([1, 1], [1, 2], [2, 1])).all()
        assert caught[0].filename == __file__
        with pytest.warns(UndefinedMetricWarning, match="one row of a class") as caught:
            result = fm.delong_roc_test([1, 0, 0], [3, 2, 1], [2, 3, 1])
        assert result.difference == 0.5
        assert np.isnan([result.statistic, result.pvalue, result.standard_error]).all()
        assert caught[0].filename == __file__

    def test_scores_may_differ_in_type(self, models):
        y_true, y_score = models
        tens = np.round(10 * y_score[:, 1]).astype(np.int16)
        assert fm.delong_roc_test(y_true, y_score[:, 0], tens) == fm.delong_roc_test(
            y_true, y_score[:, 0], y_score[:, 1]
        )

    def test_result_is_a_tuple_of_four(self, models):
        y_true, y_score = models
        result = fm.delong_roc_test(y_true, y_score[:, 0], y_score[:, 1])
        assert isinstance(result, delong.DelongResult)
        statistic, pvalue, difference, standard_error = result
        assert all(type(value) is float for value in result)
        assert statistic == difference / standard_error
        assert 0 <= pvalue <= 1

    @pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
    def test_result_is_that_of_a_test(self, models, alternative):
        y_true, y_score = models
        result = fm.delong_roc_test(
            y_true, y_score[:, 0], y_score[:, 1], alternative=alternative
        )
        assert (result.estimate, result.alternative) == (result[2], alternative)
        assert (result.n, result.df, result.exact) == (len(y_true), None, False)
        # A statistic at the critical value has the level as its p-value.
        critical = result.critical_value(result.pvalue)
        ends = critical if isinstance(critical, tuple) else (critical,)
        assert result.statistic == pytest.approx(
            min(ends, key=lambda end: abs(end - result.statistic)), rel=1e-9
        )
        assert result.reject(min(2 * result.pvalue, 0.999))
        assert not result.reject(result.pvalue / 2)
        assert result.to_dict()["standard_error"] == result.standard_error
        changed = result._replace(pvalue=0.5)
        assert (changed.pvalue, changed.alternative, changed.n) == (
            0.5,
            alternative,
            len(y_true),
        )

    def test_result_reads_like_a_sentence(self):
        result = fm.delong_roc_test(
            [0, 0, 0, 1, 1, 1], [1, 4, 3, 3.5, 8, 7], [2, 5, 6, 4, 3, 9]
        )
        assert result.summary() == (
            "DeLong test of two areas under ROC curves: AUC of A − B = 0.3333 "
            "[−0.2001, 0.8668] (95 %).\n"
            "p = 0.2207 (two-sided): at α = 0.05 this is no evidence that the areas "
            "differ."
        )
        assert str(result) == result.summary().splitlines()[0]
