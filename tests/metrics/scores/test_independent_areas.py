"""Areas of independent samples: the twin's numbers, pROC's, and the level."""

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics import reference

A = [0, 0, 0, 0, 1, 1, 1, 1, 0, 1], [0.1, 0.4, 0.3, 0.6, 0.35, 0.8, 0.7, 0.6, 0.2, 0.9]
B = [0, 1, 0, 1, 1, 0, 1, 0, 0, 1, 0, 0], [2, 5, 3, 3, 1, 4, 6, 1, 2, 4, 5, 2]
# Of R 4.2 and pROC 1.18.0: roc.test(roc(A), roc(B), paired = FALSE).
P_VALUES = {
    "two-sided": 0.32017913616284088,
    "greater": 0.16008956808142044,
    "less": 0.8399104319185795,
}


@one_case("alternative", P_VALUES)
def test_proc(alternative):
    found = fm.delong_roc_test_independent(*A, *B, alternative=alternative)
    # Sums in another order.
    assert found.statistic == pytest.approx(1.0245812405597705, rel=1e-13)
    assert found.df == pytest.approx(16.694156599749661, rel=1e-13)
    assert found.pvalue == pytest.approx(P_VALUES[alternative], rel=1e-12)
    assert found.alternative == alternative
    assert found.n == 22


@one_case("alternative", P_VALUES)
def test_the_twin(rng, alternative):
    for _ in range(30):
        samples = []
        for n in rng.integers(6, 15, 2):
            y = rng.permutation([0, 0, 1, 1, *rng.integers(0, 2, n - 4)])
            samples += [y.tolist(), rng.integers(0, 6, n).tolist()]
        twin = reference.delong_roc_test_independent(*samples, alternative=alternative)
        ours = fm.delong_roc_test_independent(*samples, alternative=alternative)
        found = ours.statistic, ours.pvalue, ours.estimate, ours.df
        np.testing.assert_allclose(found, twin, rtol=1e-11)


def test_the_interval_leaves_out_0_where_the_test_rejects(rng):
    y, other = rng.integers(0, 2, 60), rng.integers(0, 2, 80)
    test = fm.delong_roc_test_independent(
        y, y + rng.normal(size=60), other, rng.normal(size=80)
    )
    low, high = test.confidence_interval(1 - test.pvalue)
    assert min(abs(low), abs(high)) == pytest.approx(0, abs=1e-9)
    assert low < test.estimate < high
    # Degrees of freedom are whole rows'; no difference is larger than 1.
    few = fm.delong_roc_test_independent([1, 1, 0, 0], [4, 2, 3, 1], *B)
    assert few.confidence_interval(0.999) == (-1.0, 1.0)


def test_errors_and_warnings_name_the_sample():
    with pytest.raises(ValueError, match="score_b"):
        fm.delong_roc_test_independent(*A, [0, 1], [np.nan, 1])
    with pytest.raises(ValueError, match="y_true_a"):
        fm.delong_roc_test_independent([0, 1, 2], [1, 2, 3], *B)
    with pytest.raises(ValueError, match="alternative"):
        fm.delong_roc_test_independent(*A, *B, alternative="more")
    with pytest.warns(fm.UndefinedMetricWarning, match="y_true_b has 1 positive"):
        test = fm.delong_roc_test_independent(*A, [1, 0, 0], [3, 2, 1])
    assert np.isnan([test.statistic, test.pvalue, test.df]).all()
    assert np.isnan(test.confidence_interval()).all()


def test_texts_and_the_label_of_the_positives():
    words = [np.array(["ill", "well"])[np.array(y)] for y in (A[0], B[0])]
    with pytest.raises(ValueError, match="pos_label"):
        fm.delong_roc_test_independent(words[0], A[1], words[1], B[1])
    found = fm.delong_roc_test_independent(
        words[0], A[1], words[1], B[1], pos_label="well"
    )
    assert found == fm.delong_roc_test_independent(*A, *B)


@pytest.mark.slow
@one_case("sizes", [(20, 30), (40, 200)])
def test_it_keeps_its_level(rng, sizes):
    rejected = 0
    for _ in range(4000):
        samples = []
        for n in sizes:
            y = np.arange(n) % 2
            samples += [y, 0.8 * y + rng.normal(size=n)]
        rejected += fm.delong_roc_test_independent(*samples).pvalue <= 0.05
    # 4,000 samples: a standard error of 0.0034.
    assert 0.035 <= rejected / 4000 <= 0.065
