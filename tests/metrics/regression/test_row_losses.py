"""What rows contribute: their mean is the metric, their spread that of one pass."""

import math

import numpy as np
import pytest

import fastmetrics as fm
from fastmetrics._common import means
from fastmetrics.catalog import METRICS
from fastmetrics.metrics.regression.measuring import row_losses
from fastmetrics.metrics.regression.measuring.explained_deviance import (
    d2_tweedie_values,
)

# The metric of each function that gives row losses.
NAMES = {
    "absolute_percentage_errors": "mean_absolute_percentage_error",
    "symmetric_percentage_errors": "symmetric_mean_absolute_percentage_error",
    "signed_percentage_errors": "percent_bias",
    "squared_log_errors": "mean_squared_log_error",
    "pinball_losses": "mean_pinball_loss",
    "huber_losses": "huber_loss",
    "pseudo_huber_losses": "pseudo_huber_loss",
    "log_cosh_errors": "log_cosh_error",
    "linex_losses": "linex_loss",
    "tweedie_deviances": "mean_tweedie_deviance",
    "poisson_deviances": "mean_poisson_deviance",
    "gamma_deviances": "mean_gamma_deviance",
}
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


@pytest.mark.parametrize("values", NAMES)
@pytest.mark.parametrize("n", [1, 300, 200_000])
def test_the_mean_of_row_losses_is_the_metric(rng, values, n):
    name = NAMES[values]
    function, given = getattr(row_losses, values), PARAMETERS.get(name, {})
    assert METRICS[name].how.values.full_name.endswith(f".row_losses.{values}")
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


@pytest.mark.parametrize("values", [v for v in NAMES if not v.endswith("deviances")])
def test_row_losses_of_several_outputs_are_averaged_as_they_are(rng, values):
    function, metric = getattr(row_losses, values), getattr(fm, NAMES[values])
    y, f = (np.stack(columns(rng, 50), axis=1) for _ in "yf")
    for multioutput in ("uniform_average", [0.2, 0.8], [3, 0]):
        losses = function(y, f, multioutput=multioutput)
        value = metric(y, f, multioutput=multioutput)
        assert losses.mean() == pytest.approx(value, rel=1e-13)
    with pytest.raises(ValueError, match="raw_values"):
        function(y, f, multioutput="raw_values")


@pytest.mark.parametrize("values", row_losses.MOMENTS)
@pytest.mark.parametrize("n", [2, 1000, 300_000])
def test_one_pass_finds_the_mean_and_its_spread(rng, values, n):
    given = PARAMETERS.get(NAMES[values], {})
    y, f = columns(rng, n)
    found = row_losses.MOMENTS[values](y, f, **given)
    told = means.mean_of_rows(getattr(row_losses, values)(y, f, **given))
    assert found is not None
    for mine, other in zip(found, told, strict=True):
        assert mine == pytest.approx(other, rel=1e-10)


def test_one_pass_gives_up_where_powers_leave_the_range():
    moments = row_losses.MOMENTS["huber_losses"]
    assert moments([0.0, 0.0], [1e200, 2e200]) is None
    assert moments([0.0, 0.0], [1e-100, 2e-100]) is None
    assert moments([0.0, 0.0], [1.0, 1.0]) is None  # they do not vary
    assert moments([[0.0, 1.0]] * 3, [[1.0, 5.0]] * 3) is None


@pytest.mark.parametrize("values", NAMES)
def test_what_the_metric_refuses_is_refused(values):
    function = getattr(row_losses, values)
    for wrong in ([1.0, np.nan], [1.0, np.inf], ["a", "b"], [1.0]):
        with pytest.raises(ValueError, match="y_pred"):
            function([1.0, 2.0], wrong)
        if values in row_losses.MOMENTS:
            with pytest.raises(ValueError, match="y_pred"):
                row_losses.MOMENTS[values]([1.0, 2.0], wrong)
    if values in ("squared_log_errors", "poisson_deviances", "gamma_deviances"):
        for make in (function, row_losses.MOMENTS[values]):
            with pytest.raises(ValueError, match=r"y_true has 1 other .* row 1"):
                make([1.0, -2.0], [1.0, 1.0])


def test_shares_of_zero_have_no_size():
    found = row_losses.signed_percentage_errors([0.0, 2.0, 0.0], [1.0, 1.0, 0.0])
    assert np.isnan(found[[0, 2]]).all()
    assert found[1] == -0.5


# --- pseudo-values


@pytest.mark.parametrize("power", [0, 1, 1.2, 1.5, 2, 3, 4, -0.5])
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


@pytest.mark.parametrize("power", [0, 1, 1.5, 2, 3, -0.5])
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
