"""The tests of five repetitions of two folds, by hand."""

import math

import pytest

from fastmetrics import reference

# s² of the repetitions: 2, 0, 2, 0, 1, their sum 5.
DIFFERENCES = [[1, 3], [2, 2], [-1, 1], [0, 0], [0, math.sqrt(2)]]


def test_both_numerators_by_hand():
    first = reference.five_by_two_cv_t_test(DIFFERENCES)
    assert first.statistic == pytest.approx(1, rel=1e-15)
    assert first[2:] == pytest.approx((1, 1), rel=1e-15)
    # With 5 degrees of freedom P(|T| <= t) is (2/π)(θ + sin θ (cos θ + 2/3 cos³ θ)),
    # θ = arctan(t / √5).
    angle = math.atan(1 / math.sqrt(5))
    cosine = math.cos(angle)
    within = angle + math.sin(angle) * (cosine + 2 / 3 * cosine**3)
    assert first.pvalue == pytest.approx(1 - 2 / math.pi * within, rel=1e-13)
    mean = reference.five_by_two_cv_t_test(DIFFERENCES, numerator="mean")
    assert mean[2:] == pytest.approx((2, math.sqrt(0.5)), rel=1e-15)
    assert mean.statistic == pytest.approx(2 * math.sqrt(2), rel=1e-15)


def test_f_by_hand():
    # ΣΣΔ² = 1 + 9 + 4 + 4 + 1 + 1 + 2 = 22, 2 Σ s² = 10.
    found = reference.five_by_two_cv_f_test(DIFFERENCES)
    assert found.statistic == pytest.approx(2.2, rel=1e-15)
    assert found.estimate == pytest.approx((8 + math.sqrt(2)) / 10, rel=1e-15)
    assert found.standard_error == pytest.approx(math.sqrt(0.5), rel=1e-15)


def test_tables_of_f():
    # The 5 % point of F with 10 and 5 degrees of freedom is 4.7351 in the tables.
    from fastmetrics.reference.area_intervals import f_tail

    assert f_tail(4.7351, 10, 5) == pytest.approx(0.05, abs=1e-6)


def test_repetitions_without_variance():
    assert reference.five_by_two_cv_f_test([[0, 0]] * 5)[:2] == (0, 1)
    assert reference.five_by_two_cv_t_test([[0, 0], *[[1, 1]] * 4])[:2] == (0, 1)
    for test in (reference.five_by_two_cv_f_test, reference.five_by_two_cv_t_test):
        with pytest.warns(reference.UndefinedMetricWarning):
            found = test([[1, 1]] * 5)
        assert math.isnan(found.statistic)
        assert found.estimate == 1
