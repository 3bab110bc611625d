"""How often intervals of forecasts of numbers hold the truth, of 4,000 sets of rows.

What is observed lies an exponential error, less its mean, away from the centre of the
forecast, which takes it for normal. The truth is that of a million rows. The standard
error of a coverage of 95 % is a third of a percentage point, and the same sets are
drawn each time. Losses of skewed errors are skewed more, squared ones most of all: the
means of few of them cover less than they say.
"""

import numpy as np
import pytest

import fastmetrics as fm

N_SETS = 4000
N_TRUTH = 1_000_000
LEVELS = [0.1, 0.25, 0.5, 0.75, 0.9]
AT = np.array([-1.2816, -0.6745, 0.0, 0.6745, 1.2816])


def draw(rng, n):
    """What is observed, and centres and deviations of forecasts."""
    centre, scale = 10 + 3 * rng.normal(size=n), 0.5 + rng.random(n)
    return centre + scale * (rng.exponential(size=n) - 1), centre, scale


def columns(kind, rng, n):
    """The columns of a kind of forecast, what is observed first."""
    true, centre, scale = draw(rng, n)
    spread = scale[:, None]
    if kind == "quantiles":
        return {"y_true": true, "y_quantiles": centre[:, None] + spread * AT}
    if kind == "interval":
        ends = {"y_lower": centre - 1.2816 * scale, "y_upper": centre + 1.2816 * scale}
        return {"y_true": true, **ends}
    if kind == "ensemble":
        members = centre[:, None] + spread * rng.normal(size=(n, 5))
        return {"y_true": true, "y_ensemble": members}
    return {"y_true": true, "mean": centre, "scale": scale}


CASES = {
    "mean_quantile_loss": ("quantiles", {"quantiles": LEVELS}),
    "crps_quantile": ("quantiles", {"quantiles": LEVELS}),
    "interval_coverage": ("interval", {}),
    "mean_interval_width": ("interval", {}),
    "interval_score": ("interval", {"confidence_level": 0.8}),
    "crps_ensemble": ("ensemble", {"fair": True}),
    "crps_gaussian": ("normal", {}),
    "gaussian_log_loss": ("normal", {}),
}


def coverage(name, n, n_sets=N_SETS):
    """Share of sets whose interval holds the truth."""
    kind, options = CASES[name]
    given = columns(kind, np.random.default_rng(2), N_TRUTH)
    truth = getattr(fm, name)(**given, **options)
    rng = np.random.default_rng(n + 7)
    hits = 0
    for _ in range(n_sets):
        given = columns(kind, rng, n)
        found = fm.confidence_interval(name, **given, metric_params=options)
        hits += found.low <= truth <= found.high
    return hits / n_sets


# Of 50 and of 200 rows.
MEASURED = {
    "mean_quantile_loss": (0.919, 0.940),
    "crps_quantile": (0.919, 0.940),
    "interval_coverage": (0.969, 0.934),
    "mean_interval_width": (0.956, 0.952),
    "interval_score": (0.902, 0.945),
    "crps_ensemble": (0.933, 0.940),
    "crps_gaussian": (0.920, 0.939),
    "gaussian_log_loss": (0.868, 0.921),
}


@pytest.mark.slow
@pytest.mark.parametrize("n", [50, 200])
@pytest.mark.parametrize("name", CASES)
def test_intervals_of_forecasts_of_numbers(name, n):
    measured = MEASURED[name][n == 200]
    assert coverage(name, n) == pytest.approx(measured, abs=0.01)
