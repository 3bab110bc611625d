"""What rows contribute: their mean is the metric, their spread that of one pass."""

import math

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics._common import means
from fastmetrics.catalog import FAMILIES, METRICS
from fastmetrics.metrics.how import RowMean
from fastmetrics.metrics.regression.measuring.constant_forecasts import (
    d2_tweedie_values,
)

# Metrics of a loss that the kernel knows.
LOSSES = [
    row.name
    for row in FAMILIES["regression"].metrics
    if isinstance(row.how, RowMean) and row.how.moments and row.how.made_of == "mean"
]
NAMES = [*LOSSES, "percent_bias"]
PARAMETERS = {
    "mean_pinball_loss": {"alpha": 0.2},
    "huber_loss": {"delta": 0.5},
    "pseudo_huber_loss": {"delta": 0.5},
    "linex_loss": {"a": 0.1, "b": 2.0},
    "mean_tweedie_deviance": {"power": 1.5},
}


def columns(rng, n):
    true = rng.gamma(2.0, 3.0, n) + 0.1
    return true, true * rng.lognormal(0, 0.3, n)


@one_case("name", NAMES)
@one_case("n", [1, 300, 30_000])
def test_the_mean_of_row_losses_is_the_metric(rng, name, n):
    function, given = METRICS[name].how.values, PARAMETERS.get(name, {})
    y, f = columns(rng, n)
    losses = function(y, f, **given)
    assert losses.shape == (n,)
    metric = getattr(fm, name)
    assert math.fsum(losses) / n == pytest.approx(metric(y, f, **given), rel=1e-13)
    weights = rng.random(n)
    assert np.array_equal(function(y, f, sample_weight=weights, **given), losses)
    weighted = math.fsum(weights * losses) / math.fsum(weights)
    value = metric(y, f, sample_weight=weights, **given)
    assert weighted == pytest.approx(value, rel=1e-12)


@one_case("name", [n for n in NAMES if not n.endswith("deviance")])
def test_row_losses_of_several_outputs_are_averaged_as_they_are(rng, name):
    function, metric = METRICS[name].how.values, getattr(fm, name)
    y, f = (np.stack(columns(rng, 50), axis=1) for _ in "yf")
    for multioutput in ("uniform_average", [0.2, 0.8], [3, 0]):
        losses = function(y, f, multioutput=multioutput)
        value = metric(y, f, multioutput=multioutput)
        assert losses.mean() == pytest.approx(value, rel=1e-13)
    with pytest.raises(ValueError, match="raw_values"):
        function(y, f, multioutput="raw_values")


@one_case("name", LOSSES)
@one_case("n", [2, 1000, 300_000])
def test_one_pass_finds_the_mean_and_its_spread(rng, name, n):
    how, given = METRICS[name].how, PARAMETERS.get(name, {})
    y, f = columns(rng, n)
    found = how.moments(y, f, **given)
    told = means.mean_of_rows(how.values(y, f, **given))
    assert found is not None
    for mine, other in zip(found, told, strict=True):
        assert mine == pytest.approx(other, rel=1e-10)


def test_one_pass_gives_up_where_powers_leave_the_range():
    moments = METRICS["huber_loss"].how.moments
    assert moments([0.0, 0.0], [1e200, 2e200]) is None
    assert moments([0.0, 0.0], [1e-100, 2e-100]) is None
    assert moments([0.0, 0.0], [1.0, 1.0]) is None  # they do not vary
    assert moments([[0.0, 1.0]] * 3, [[1.0, 5.0]] * 3) is None


@one_case("name", NAMES)
def test_what_the_metric_refuses_is_refused(name):
    how = METRICS[name].how
    for wrong in ([1.0, np.nan], [1.0, np.inf], ["a", "b"], [1.0]):
        with pytest.raises(ValueError, match="y_pred"):
            how.values([1.0, 2.0], wrong)
        if how.moments:
            with pytest.raises(ValueError, match="y_pred"):
                how.moments([1.0, 2.0], wrong)
    if name.endswith(("log_error", "poisson_deviance", "gamma_deviance")):
        for make in (how.values, how.moments):
            with pytest.raises(ValueError, match=r"y_true has 1 other .* row 1"):
                make([1.0, -2.0], [1.0, 1.0])


def test_shares_of_zero_have_no_size():
    found = METRICS["percent_bias"].how.values([0.0, 2.0, 0.0], [1.0, 1.0, 0.0])
    assert np.isnan(found[[0, 2]]).all()
    assert found[1] == -0.5
    # A zero counts where its row does.
    columns = [[0.0, 1.0], [1.0, 0.0]], [[1.0, 1.0], [2.0, 2.0]]
    options = {"sample_weight": [0.0, 1.0], "multioutput": "raw_values"}
    with pytest.warns(fm.UndefinedMetricWarning, match="zero"):
        found = fm.percent_bias(*columns, **options)
    np.testing.assert_array_equal(found, [1.0, np.nan])


# --- pseudo-values


@one_case("power", [0, 1, 1.2, 1.5, 2, 3, 4, -0.5])
def test_pseudo_values_are_those_of_leaving_each_row_out(rng, power):
    n = 25
    y, f = columns(rng, n)
    if 1 <= power < 2:
        y[3] = 0.0
    found = d2_tweedie_values(y, f, power=power)
    value = fm.d2_tweedie_score(y, f, power=power)
    for i in range(n):
        rest = np.arange(n) != i
        without = fm.d2_tweedie_score(y[rest], f[rest], power=power)
        told = n * value - (n - 1) * without
        assert found[i] == pytest.approx(told, rel=1e-10, abs=1e-12)


@one_case("power", [0, 1, 1.5, 2, 3, -0.5])
def test_pseudo_values_of_weighted_rows_are_derivatives(rng, power):
    n = 25
    y, f = columns(rng, n)
    w = rng.random(n) + 0.2
    found = d2_tweedie_values(y, f, power=power, sample_weight=w)
    value = fm.d2_tweedie_score(y, f, power=power, sample_weight=w)
    assert np.average(found, weights=w) == pytest.approx(value, rel=1e-12)
    for i in range(n):
        step = 1e-5 * w[i]
        moved = [w + sign * step * (np.arange(n) == i) for sign in (1, -1)]
        up, down = (
            fm.d2_tweedie_score(y, f, power=power, sample_weight=one) for one in moved
        )
        slope = (up - down) / (2 * step)
        told = value + w.sum() * slope
        assert found[i] == pytest.approx(told, rel=1e-5, abs=1e-6)


def test_pseudo_values_that_there_are_none_of():
    assert np.isnan(d2_tweedie_values([2.0, 2.0], [1.0, 2.0])).all()
    assert np.isnan(d2_tweedie_values([2.0], [1.0])).all()
    # Without the first row all are 0: their mean leaves nothing to explain.
    found = d2_tweedie_values([3.0, 0.0, 0.0], [1.0, 1.0, 2.0], power=1)
    assert np.isnan(found).tolist() == [True, False, False]
    with pytest.raises(ValueError, match="d2_tweedie_score"):
        d2_tweedie_values([[1.0, 2.0]] * 3, [[1.0, 2.0]] * 3)
