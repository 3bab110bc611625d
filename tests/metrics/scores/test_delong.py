"""DeLong's variance by loops over pairs, published numbers, and what must hold."""

import itertools
import math
import pickle
from fractions import Fraction

import numpy as np
import pytest
from helpers.one_case import one_case
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


def by_blocks(y_true, a, b):
    """The unbiased covariance matrix, from whole sums over blocks of pairs."""
    n, m = int(y_true.sum()), int((~y_true).sum())
    pairs = m * n
    tables = []
    for scores in (a, b):
        pos, neg = scores[y_true][:, None], scores[~y_true]
        tables.append((pos > neg).astype(np.int8) + (pos >= neg).astype(np.int8))
    covariance = np.empty((2, 2))
    for i, j in itertools.product(range(2), repeat=2):
        x, y = tables[i], tables[j]
        over_pos = sum(int(u) * int(v) for u, v in zip(rows(x), rows(y), strict=True))
        over_neg = int(x.sum(0, dtype=np.int64) @ y.sum(0, dtype=np.int64))
        both = int((x * y).sum(dtype=np.int64))
        product = int(x.sum(dtype=np.int64)) * int(y.sum(dtype=np.int64))
        mean = Fraction(
            product - over_pos - over_neg + both, 4 * pairs * (n - 1) * (m - 1)
        )
        covariance[i, j] = Fraction(product, 4 * pairs**2) - mean
    return covariance


def rows(table):
    return table.sum(1, dtype=np.int64)


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
    @one_case("case", CASES)
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

    @one_case("several", [False, True])
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

    @one_case("several", [False, True])
    def test_one_row_of_a_class(self, several):
        y_true, y_score = [1, 0, 0], np.array([2.0, 1.0, 3.0])
        if several:
            y_score = np.column_stack([y_score, y_score])
        with pytest.warns(UndefinedMetricWarning, match="one row of a class") as caught:
            auc, variance = fm.delong_roc_variance(y_true, y_score)
        assert np.all(np.equal(auc, 0.5))
        assert np.isnan(variance).all()
        assert caught[0].filename == __file__

    @one_case("case", [c for c in BAD if "sample_weight" not in BAD[c][2]])
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

    @one_case("alternative", ["two-sided", "greater", "less"])
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
            "DeLong test of two areas under ROC curves: AUC of A = 0.8889, AUC of B = "
            "0.5556; AUC of A − B = 0.3333 [−0.2001, 0.8668] (95 %).\n"
            "z = 1.2247, p = 0.2207 (two-sided): "
            "at α = 0.05 there is no evidence that the areas "
            "differ."
        )
        assert str(result).splitlines() == [
            result.summary().splitlines()[0],
            "z = 1.2247, p = 0.2207 (two-sided).",
        ]


def apart(y_true, a, b):
    """The mean of psi_a psi_b over two pairs without a common row: a loop over both."""
    positive = np.flatnonzero(y_true)
    negative = np.flatnonzero(~y_true)
    psi = [
        (s[positive][:, None] > s[negative])
        + 0.5 * (s[positive][:, None] == s[negative])
        for s in (a, b)
    ]
    n, m = psi[0].shape
    products = [
        psi[0][i, j] * psi[1][i_other, j_other]
        for i, i_other in itertools.permutations(range(n), 2)
        for j, j_other in itertools.permutations(range(m), 2)
    ]
    return np.mean(products)


class TestUnbiased:
    @one_case("distinct", [1, 2, 5, 1000])
    def test_equals_pairs_of_pairs(self, rng, distinct):
        y_true = np.arange(13) < 5
        scores = rng.integers(0, distinct, (13, 3)) + 0.5
        aucs, covariance = fm.delong_roc_variance(y_true, scores, unbiased=True)
        assert (aucs == fm.delong_roc_variance(y_true, scores)[0]).all()
        for i, j in itertools.product(range(3), repeat=2):
            mean = apart(y_true, scores[:, i], scores[:, j])
            assert covariance[i, j] == pytest.approx(
                aucs[i] * aucs[j] - mean, abs=1e-14
            )

    @pytest.mark.long
    @one_case("decimals", [1, 12])
    def test_equals_sums_over_many_rows(self, rng, decimals):
        # Enough rows for several blocks of products, and for ranks by digits.
        n, m = 300, 66_000
        y_true = np.arange(n + m) < n
        a = rng.normal(size=n + m) + y_true
        a, b = a.round(decimals), (a + rng.normal(size=n + m)).round(decimals)
        sums = by_blocks(y_true, a, b)
        _, covariance = fm.delong_roc_variance(
            y_true, np.column_stack([a, b]), unbiased=True
        )
        np.testing.assert_array_equal(covariance, sums)
        result = fm.delong_roc_test(y_true, a, b, unbiased=True)
        assert result.standard_error**2 == pytest.approx(
            sums[0, 0] + sums[1, 1] - 2 * sums[0, 1], rel=1e-9
        )

    def test_one_model_is_one_of_several(self, models):
        y_true, y_score = models
        aucs, covariance = fm.delong_roc_variance(y_true, y_score, unbiased=True)
        for k in range(3):
            found = fm.delong_roc_variance(y_true, y_score[:, k], unbiased=True)
            assert found == (aucs[k], covariance[k, k])
            assert all(type(value) is float for value in found)
        np.testing.assert_array_equal(covariance, covariance.T)

    def test_the_test_is_of_that_variance(self, models):
        y_true, y_score = models
        aucs, covariance = fm.delong_roc_variance(y_true, y_score, unbiased=True)
        plain = fm.delong_roc_test(y_true, y_score[:, 0], y_score[:, 2])
        found = {
            side: fm.delong_roc_test(
                y_true, y_score[:, 0], y_score[:, 2], alternative=side, unbiased=True
            )
            for side in ("two-sided", "greater", "less")
        }
        result = found["two-sided"]
        variance = covariance[0, 0] + covariance[2, 2] - 2 * covariance[0, 2]
        assert result.standard_error == pytest.approx(math.sqrt(variance), rel=1e-12)
        assert result.difference == plain.difference == pytest.approx(aucs[0] - aucs[2])
        assert result.standard_error < plain.standard_error
        assert result.statistic == result.difference / result.standard_error
        assert result.pvalue == pytest.approx(2 * norm.sf(result.statistic))
        assert result.pvalue == pytest.approx(2 * found["greater"].pvalue)
        assert found["greater"].pvalue + found["less"].pvalue == pytest.approx(1)

    def test_the_result_says_so(self, models):
        y_true, y_score = models
        args = y_true, y_score[:, 0], y_score[:, 1]
        result = fm.delong_roc_test(*args, unbiased=True)
        name = "DeLong test of two areas under ROC curves, unbiased variance"
        assert result.method == result._replace(pvalue=0.5).method == name
        assert str(result).startswith(f"{name}: AUC of A = ")
        assert result.to_dict()["method"] == name
        assert pickle.loads(pickle.dumps(result)).method == name
        assert fm.delong_roc_test(*args).method == name.split(",")[0]
        low, high = result.confidence_interval()
        half = norm.ppf(0.975) * result.standard_error
        assert (low, high) == pytest.approx(
            (result.difference - half, result.difference + half)
        )

    def test_nothing_else_is_false_or_true(self, models):
        y_true, y_score = models
        with pytest.raises(TypeError, match="unbiased must be True or False, got 1"):
            fm.delong_roc_variance(y_true, y_score, unbiased=1)
        with pytest.raises(TypeError, match="unbiased must be True or False, got 'no'"):
            fm.delong_roc_test(y_true, y_score[:, 0], y_score[:, 1], unbiased="no")
        for flag in (True, False):  # NumPy's are as good
            assert fm.delong_roc_variance(
                y_true, y_score[:, 0], unbiased=np.bool_(flag)
            ) == fm.delong_roc_variance(y_true, y_score[:, 0], unbiased=flag)

    def test_perfect_scores_have_no_variance(self):
        case = TWO_CLASSES["perfect"]
        assert fm.delong_roc_variance(*case, unbiased=True) == (1.0, 0.0)

    def test_same_order_has_no_difference(self, rng):
        y_true, score = rng.integers(0, 2, 300), rng.normal(size=300).round(1)
        result = fm.delong_roc_test(y_true, score, np.exp(score), unbiased=True)
        assert tuple(result) == (0.0, 1.0, 0.0, 0.0)

    def test_difference_without_variance(self):
        args = [0, 0, 1, 1], [1, 2, 3, 4], [4, 3, 2, 1]
        with pytest.warns(UndefinedMetricWarning, match="without any variance"):
            result = fm.delong_roc_test(*args, unbiased=True)
        assert tuple(result) == pytest.approx(
            (math.nan, math.nan, 1.0, 0.0), nan_ok=True
        )

    def test_a_variance_below_zero(self):
        # By hand in the test of the reference: ¼ - ½.
        args = [1, 1, 0, 0], [1, 3, 0, 2], [0, 2, 1, 3]
        with pytest.warns(
            UndefinedMetricWarning, match=r"is -0\.25, below 0"
        ) as caught:
            result = fm.delong_roc_test(*args, unbiased=True)
        assert tuple(result) == pytest.approx(
            (math.nan, math.nan, 0.5, math.nan), nan_ok=True
        )
        assert caught[0].filename == __file__
        assert np.isnan(result.confidence_interval()).all()
        assert not result.reject()
        assert "undefined" in result.summary()

    @one_case("ties", [False, True])
    def test_that_of_one_model_is_never_below_zero(self, rng, ties):
        for _ in range(300):
            n, m = rng.integers(2, 6, 2)
            scores = rng.integers(0, 4 if ties else 10**9, n + m)
            assert (
                fm.delong_roc_variance(np.arange(n + m) < n, scores, unbiased=True)[1]
                >= 0
            )

    def test_one_class_and_one_row(self):
        with pytest.warns(UndefinedMetricWarning, match="no negative"):
            found = fm.delong_roc_variance([1, 1], [1, 2], unbiased=True)
        assert np.isnan(found).all()
        with pytest.warns(UndefinedMetricWarning, match="one row of a class") as caught:
            auc, variance = fm.delong_roc_variance([1, 0, 0], [2, 1, 3], unbiased=True)
        assert auc == 0.5
        assert math.isnan(variance)
        assert caught[0].filename == __file__
        with pytest.warns(UndefinedMetricWarning, match="one row of a class"):
            result = fm.delong_roc_test([1, 0, 0], [3, 2, 1], [2, 3, 1], unbiased=True)
        assert result.difference == 0.5
        assert np.isnan([result.statistic, result.pvalue, result.standard_error]).all()

    def test_there_may_be_so_many_rows(self, models, monkeypatch):
        y_true, y_score = models
        monkeypatch.setattr(delong, "MOST_ROWS", 199)
        with pytest.raises(ValueError, match="there are 200 rows; up to 199"):
            fm.delong_roc_variance(y_true, y_score[:, 0], unbiased=True)
        fm.delong_roc_variance(y_true, y_score)

    @pytest.mark.slow
    @one_case(
        ("n_pos", "n_neg", "plain", "unbiased"),
        [(10, 10, 0.016, 0.051), (12, 108, 0.053, 0.064)],
    )
    def test_the_level_is_that_of_the_docstring(
        self, rng, n_pos, n_neg, plain, unbiased
    ):
        y_true = np.arange(n_pos + n_neg) < n_pos
        n_sets = 3000
        rejected = np.zeros(2)
        for _ in range(n_sets):
            common, *own = rng.normal(size=(3, n_pos + n_neg))
            a, b = (math.sqrt(0.9) * common + math.sqrt(0.1) * x + y_true for x in own)
            rejected += [
                fm.delong_roc_test(y_true, a, b, unbiased=flag).reject()
                for flag in (False, True)
            ]
        for share, level in zip(rejected / n_sets, (plain, unbiased), strict=True):
            error = math.sqrt(level * (1 - level) / n_sets)
            assert share == pytest.approx(level, abs=3 * error)
        assert rejected[0] < rejected[1]


def test_both_areas_are_printed(rng):
    y = rng.integers(0, 2, 60)
    a, b = y + rng.normal(size=(2, 60))
    for options in ({}, {"unbiased": True}):
        found = fm.delong_roc_test(y, a, b, **options)
        areas = fm.roc_auc_score(y, a), fm.roc_auc_score(y, b)
        assert found.areas == areas
        assert found.areas[0] - found.areas[1] == pytest.approx(found.difference)
        assert f"AUC of A = {areas[0]:.4f}, AUC of B = {areas[1]:.4f}; " in str(found)
        assert f"A 的 AUC = {areas[0]:.4f}" in found.summary(language="zh")
        again = pickle.loads(pickle.dumps(found))
        assert (again, again.areas) == (found, areas)
        assert found._replace(pvalue=1.0).areas == areas
