"""What rows contribute to calibration as a whole, against leaving them out."""

from functools import partial

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics.metrics.probability.measuring import recalibrated_rows as rows

LOGISTIC = partial(fm.calibration_intercept, method="logistic")


def data(rng, n=40):
    p = rng.beta(2, 2, n)
    return (rng.random(n) < p).astype(int), p, rng.choice([0.5, 1.0, 3.0], n)


def without(function, y, p, weights, row):
    kept = np.arange(len(y)) != row
    weights = None if weights is None else weights[kept]
    return float(function(y[kept], p[kept], sample_weight=weights))


def left_out(function, y, p, weights):
    """Pseudo-values, a weight of w being as many rows."""
    value = float(function(y, p, sample_weight=weights))
    w = np.ones(len(y)) if weights is None else weights
    others = np.array([without(function, y, p, weights, i) for i in range(len(y))])
    return value + (w.sum() - w) / w * (value - others)


@one_case("weighted", [False, True])
@one_case(
    ("function", "values", "n", "rtol"),
    [
        (fm.calibration_in_the_large, rows.in_the_large_values, 40, 1e-10),
        (fm.expected_observed_ratio, rows.ratio_values, 40, 1e-10),
        # One step of Newton's, not the line itself; a row in 300 moves it by little.
        (fm.calibration_slope, rows.slope_values, 300, 0.1),
        (fm.calibration_intercept, rows.intercept_values, 300, 0.02),
        (LOGISTIC, partial(rows.intercept_values, method="logistic"), 300, 0.1),
    ],
)
def test_pseudo_values_are_those_of_leaving_rows_out(
    rng, function, values, n, rtol, weighted
):
    if n == 300 and not weighted:
        return
    y, p, weights = data(rng, n)
    weights = weights if weighted else None
    expected = left_out(function, y, p, weights)
    found = values(y, p, sample_weight=weights)
    np.testing.assert_allclose(
        found, expected, rtol=0, atol=rtol * np.abs(expected).max()
    )


def test_mean_losses_are_the_value(rng):
    y, p, weights = data(rng)
    found = rows.in_the_large_values(y, p, sample_weight=weights)
    assert np.average(found, weights=weights) == pytest.approx(
        fm.calibration_in_the_large(y, p, sample_weight=weights), rel=1e-13
    )


@one_case(
    "values",
    [
        rows.in_the_large_values,
        rows.ratio_values,
        rows.intercept_values,
        partial(rows.intercept_values, method="logistic"),
        rows.slope_values,
    ],
)
def test_rows_of_no_weight_change_nothing(rng, values):
    y, p, weights = data(rng)
    before = values(y, p, sample_weight=weights)
    after = values(
        np.append(y, 1), np.append(p, 0.5), sample_weight=np.append(weights, 0)
    )
    np.testing.assert_allclose(after[:-1], before, rtol=1e-12)
    assert len(after) == len(y) + 1


def test_what_is_undefined_is_nan():
    # Without the only positive row there is no ratio.
    found = rows.ratio_values([1, 0], [0.5, 0.25])
    assert np.isnan(found).tolist() == [True, False]
    assert np.isnan(rows.ratio_values([0, 0], [0.5, 0.25])).all()
    found = rows.intercept_values([1, 0, 0], [0.5, 0.25, 0.5])
    assert np.isnan(found).tolist() == [True, False, False]
    assert np.isnan(rows.slope_values([0, 1], [0.25, 0.5])).all()
    found = rows.intercept_values([0, 1], [0.25, 0.5], method="logistic")
    assert np.isnan(found).all()
    assert np.isnan(
        rows.slope_values([0, 1, 1], [0.2, 0.5, 0.1], sample_weight=[1, 1, 0])
    ).all()


@one_case(
    "values",
    [
        rows.in_the_large_values,
        rows.ratio_values,
        rows.intercept_values,
        partial(rows.intercept_values, method="logistic"),
        rows.slope_values,
    ],
)
def test_what_is_wrong_raises_as_the_function_does(values):
    with pytest.raises(ValueError, match="greater than 1"):
        values([0, 1], [0.5, 1.5])
    with pytest.raises(ValueError, match="pos_label"):
        values(["a", "b"], [0.5, 0.5])


def test_sums_get_aligned_numbers(monkeypatch):
    # Of others a load is undefined in C, whatever processors make of it.
    sums = []

    def sum_f64(values):
        sums.append(values.flags.aligned)
        return values.sum()

    monkeypatch.setattr(rows, "sum_f64", sum_f64)
    p = np.array([0.25, 0.5, 0.75])
    shifted = np.frombuffer(b"\0" + p.tobytes(), np.float64, offset=1)
    assert not shifted.flags.aligned
    assert fm.expected_observed_ratio([0, 1, 1], shifted) == 0.75
    assert sums == [True]
