"""Pseudo-values of measures of errors, against the metric without each row."""

import numpy as np
import pytest

import fastmetrics as fm
from fastmetrics.metrics.regression.measuring import error_values, left_out

OPTIONS = {"adjusted_r2_score": {"n_features": 2}}
NAMES = [name.removesuffix("_values") for name in left_out.__all__]
SHARES = ("r2_score", "explained_variance_score", "adjusted_r2_score")
CASES = [
    (name, multioutput)
    for name in NAMES
    for multioutput in ("uniform_average", [1, 2, 3], "variance_weighted")
    if name in SHARES or multioutput != "variance_weighted"
]


def data(rng, k=3):
    true = 5 + rng.normal(size=(40, k))
    return true, true + 0.5 * rng.normal(size=(40, k)) + 0.1


@pytest.mark.parametrize(("name", "multioutput"), CASES)
def test_without_each_row_in_turn(name, multioutput, rng):
    true, pred = data(rng)
    options = {"multioutput": multioutput, **OPTIONS.get(name, {})}
    metric = getattr(fm, name)
    value = metric(true, pred, **options)
    left = [
        metric(np.delete(true, i, 0), np.delete(pred, i, 0), **options)
        for i in range(40)
    ]
    found = getattr(left_out, f"{name}_values")(true, pred, **options)
    # 40 times a difference of nearly equal numbers.
    np.testing.assert_allclose(found, 40 * value - 39 * np.array(left), rtol=1e-11)


@pytest.mark.parametrize(("name", "multioutput"), CASES)
def test_small_changes_of_a_weight(name, multioutput, rng):
    true, pred = data(rng)
    weights = rng.random(40) + 0.1
    options = {"multioutput": multioutput, **OPTIONS.get(name, {})}
    metric = getattr(fm, name)
    value = metric(true, pred, sample_weight=weights, **options)
    function = getattr(left_out, f"{name}_values")
    found = function(true, pred, sample_weight=weights, **options)
    assert np.average(found, weights=weights) == pytest.approx(value, rel=1e-12)
    for i in (0, 17, 39):
        step = np.zeros(40)
        step[i] = 1e-5
        ends = [
            metric(true, pred, sample_weight=weights + sign * step, **options)
            for sign in (1, -1)
        ]
        slope = (ends[0] - ends[1]) / 2e-5 * weights.sum()
        assert found[i] - value == pytest.approx(slope, rel=1e-4, abs=1e-6)


@pytest.mark.parametrize("name", NAMES)
def test_undefined_values_are_nan(name):
    options = OPTIONS.get(name, {})
    with np.errstate(all="raise"):
        found = getattr(left_out, f"{name}_values")([0, 0], [0, 1], **options)
    assert found.shape == (2,)


def test_what_has_no_pseudo_values():
    true = np.ones((3, 2))
    with pytest.raises(ValueError, match="raw_values"):
        left_out.r2_score_values(true, true, multioutput="raw_values")
    with pytest.raises(ValueError, match="no smooth function"):
        left_out.normalized_root_mean_squared_error_values(
            [1, 2], [1, 2], normalization="range"
        )
    with pytest.raises(ValueError, match="raw_values"):
        error_values.squared_errors(true, true, multioutput="raw_values")
    with pytest.raises(ValueError, match="contains NaN"):
        left_out.r2_score_values([1, np.nan], [1, 2])
