"""Measures of errors, by hand."""

import math

import pytest
from helpers.one_case import one_case

from fastmetrics import reference as ref

# Errors -1, 0, 2, 1; squares 1, 0, 4, 1; y about its mean 3: -2, -1, 1, 2.
TRUE = [1, 2, 4, 5]
PRED = [0, 2, 6, 6]


def test_means_and_sums_by_hand():
    assert ref.mean_squared_error(TRUE, PRED) == 1.5
    assert ref.root_mean_squared_error([0, 0], [3, 3]) == 3
    assert ref.mean_absolute_error(TRUE, PRED) == 1
    assert ref.mean_error(TRUE, PRED) == 0.5
    assert ref.max_error(TRUE, PRED) == 2
    assert ref.sum_squared_error(TRUE, PRED) == 6
    assert ref.sum_absolute_error(TRUE, PRED) == 4
    assert ref.max_squared_error(TRUE, PRED) == 4
    # (1.5² + 0.5² + 1.5² + 0.5²)/4
    assert ref.error_standard_deviation(TRUE, PRED) == pytest.approx(1.25**0.5)


def test_weights_by_hand():
    weight = [1, 0, 2, 1]
    assert ref.mean_squared_error(TRUE, PRED, sample_weight=weight) == 2.5
    assert ref.mean_error(TRUE, PRED, sample_weight=weight) == 1
    assert ref.sum_squared_error(TRUE, PRED, sample_weight=weight) == 10


def test_shares_by_hand():
    # 6 of 10; predictions about 3: 9 + 1 + 9 + 9.
    assert ref.relative_squared_error(TRUE, PRED) == 0.6
    assert ref.root_relative_squared_error(TRUE, PRED) == pytest.approx(0.6**0.5)
    assert ref.r2_score(TRUE, PRED) == 0.4
    assert ref.explained_variance_score(TRUE, PRED) == 0.5
    assert ref.explained_to_total_ratio(TRUE, PRED) == 2.8
    assert ref.explained_sum_of_squares(TRUE, PRED) == 28
    assert ref.total_sum_of_squares(TRUE) == 10
    assert ref.total_sum_of_squares([1, 3], sample_weight=[1, 3]) == 3  # about 2.5
    assert ref.adjusted_r2_score(TRUE, PRED, n_features=1) == pytest.approx(0.1)
    # Predictions 2y + 1 are bad, and vary twice as much.
    assert ref.r2_score(TRUE, [3, 5, 9, 11]) == pytest.approx(1 - 74 / 10)
    assert ref.explained_to_total_ratio(TRUE, [3, 5, 9, 11]) == pytest.approx(104 / 10)


def test_relative_errors_by_hand():
    assert ref.weighted_absolute_percentage_error(TRUE, PRED) == pytest.approx(1 / 3)
    of = ref.normalized_root_mean_squared_error
    root = 1.5**0.5
    assert of(TRUE, PRED) == pytest.approx(root / 3)
    assert of(TRUE, PRED, normalization="range") == pytest.approx(root / 4)
    assert of(TRUE, PRED, normalization="std") == pytest.approx(root / 2.5**0.5)
    # Quartiles (1 + 2)/2 and (4 + 5)/2.
    assert of(TRUE, PRED, normalization="iqr") == pytest.approx(root / 3)


def test_outputs_by_hand():
    true, pred = [[0, 0], [0, 2]], [[1, 0], [1, 4]]
    of = ref.mean_squared_error
    assert of(true, pred, multioutput="raw_values") == [1, 2]
    assert of(true, pred) == 1.5
    assert of(true, pred, multioutput=[1, 3]) == 1.75
    # The first output is constant; the second has 1 - 4/2.
    assert ref.r2_score(true, pred, multioutput="raw_values") == [0, -1]
    assert ref.r2_score(true, pred, multioutput="variance_weighted") == -1
    found = ref.r2_score(true, pred, multioutput="raw_values", force_finite=False)
    assert found == [-math.inf, -1]


def test_undefined():
    constant = [2, 2, 2]
    for name in (
        "relative_squared_error",
        "root_relative_squared_error",
        "explained_to_total_ratio",
    ):
        with pytest.warns(ref.UndefinedMetricWarning):
            assert math.isnan(getattr(ref, name)(constant, [1, 2, 3]))
    with pytest.warns(ref.UndefinedMetricWarning):
        assert math.isnan(ref.weighted_absolute_percentage_error([0, 0], [1, 2]))
    with pytest.warns(ref.UndefinedMetricWarning):
        assert math.isnan(ref.normalized_root_mean_squared_error([-1, 1], [1, 2]))
    with pytest.warns(ref.UndefinedMetricWarning):
        assert math.isnan(ref.r2_score([1], [2]))
    with pytest.warns(ref.UndefinedMetricWarning):
        assert math.isnan(ref.adjusted_r2_score([1, 2, 3], [1, 2, 4], n_features=2))
    assert ref.r2_score(constant, constant) == 1
    assert ref.r2_score(constant, [2, 2, 3]) == 0
    assert math.isnan(ref.r2_score(constant, constant, force_finite=False))


@one_case(
    "call",
    [
        lambda: ref.mean_squared_error([], []),
        lambda: ref.mean_squared_error([1], [1, 2]),
        lambda: ref.mean_squared_error([[1, 2]], [[1]]),
        lambda: ref.mean_squared_error([math.nan], [1]),
        lambda: ref.mean_squared_error([1], [math.inf]),
        lambda: ref.mean_squared_error(["1"], [1]),
        lambda: ref.mean_squared_error([1], [1], multioutput="variance_weighted"),
        lambda: ref.mean_squared_error([1], [1], multioutput=[1]),
        lambda: ref.max_error([[1, 2]], [[1, 2]]),
        lambda: ref.adjusted_r2_score([1, 2], [1, 2], n_features=-1),
    ],
)
def test_what_is_refused(call):
    with pytest.raises(ValueError, match=r"\S"):
        call()
