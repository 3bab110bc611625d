"""How often the interval of the squared calibration error holds the truth.

In bins of fixed edges the truth is known. With 1000 sets the standard error of a
coverage of 95 % is 0.7 percentage points.
"""

import numpy as np
import pytest

import fastmetrics as fm

N_SETS = 1000
pytestmark = pytest.mark.slow
EDGES = np.linspace(0, 1, 11)


def in_population(power):
    """The mean, over bins, of the squared gap of P(1) = p ** power, p being uniform."""
    low, high = EDGES[:-1], EDGES[1:]
    share = (high ** (power + 1) - low ** (power + 1)) / (power + 1) / (high - low)
    return np.mean((share - (low + high) / 2) ** 2)


@pytest.mark.parametrize("n", [50, 200, 1000])
@pytest.mark.parametrize(
    ("power", "low", "high"), [(1, 0.94, 0.995), (1.5, 0.92, 0.98)]
)
def test_the_squared_error_is_covered(n, power, low, high):
    rng = np.random.default_rng(n)
    truth = in_population(power)
    covered = 0
    for _ in range(N_SETS):
        p = rng.random(n)
        outcome = rng.random(n) < p**power
        found = fm.confidence_interval(
            fm.squared_calibration_error,
            outcome,
            p,
            metric_params={"strategy": EDGES},
        )
        covered += found.low <= truth <= found.high
    assert low <= covered / N_SETS <= high
