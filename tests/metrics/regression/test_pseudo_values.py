"""Pseudo-values of measures of errors, against the metric without each row."""

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics.catalog import FAMILIES, METRICS
from fastmetrics.metrics.regression.formulas.slopes import ErrorFormula
from fastmetrics.metrics.regression.measuring.pseudo_values import SQUARES

OPTIONS = {"adjusted_r2_score": {"n_features": 2}}
NAMES = [
    row.name
    for row in FAMILIES["regression"].metrics
    if isinstance(row.how, ErrorFormula)
    and row.name == row.function
    and row.name != "pearson_r"  # of one output, with tests beside other correlations
]
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


@one_case(("name", "multioutput"), CASES)
def test_without_each_row_in_turn(name, multioutput, rng):
    true, pred = data(rng)
    options = {"multioutput": multioutput, **OPTIONS.get(name, {})}
    metric = getattr(fm, name)
    value = metric(true, pred, **options)
    left = [
        metric(np.delete(true, i, 0), np.delete(pred, i, 0), **options)
        for i in range(40)
    ]
    found = METRICS[name].how.values(true, pred, **options)
    # 40 times a difference of nearly equal numbers.
    np.testing.assert_allclose(found, 40 * value - 39 * np.array(left), rtol=1e-11)


@one_case(("name", "multioutput"), CASES)
def test_small_changes_of_a_weight(name, multioutput, rng):
    true, pred = data(rng)
    weights = rng.random(40) + 0.1
    options = {"multioutput": multioutput, **OPTIONS.get(name, {})}
    metric = getattr(fm, name)
    value = metric(true, pred, sample_weight=weights, **options)
    function = METRICS[name].how.values
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


@one_case("name", NAMES)
def test_undefined_values_are_nan(name):
    options = OPTIONS.get(name, {})
    with np.errstate(all="raise"):
        found = METRICS[name].how.values([0, 0], [0, 1], **options)
    assert found.shape == (2,)


def test_what_has_no_pseudo_values():
    true = np.ones((3, 2))
    with pytest.raises(ValueError, match="raw_values"):
        METRICS["r2_score"].how.values(true, true, multioutput="raw_values")
    with pytest.raises(ValueError, match="not a smooth"):
        METRICS["normalized_root_mean_squared_error"].how.values(
            [1, 2], [1, 2], normalization="range"
        )
    with pytest.raises(ValueError, match="raw_values"):
        SQUARES(true, true, multioutput="raw_values")
    with pytest.raises(ValueError, match="contains NaN"):
        METRICS["r2_score"].how.values([1, np.nan], [1, 2])
