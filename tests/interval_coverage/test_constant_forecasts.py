"""How often intervals of D² and of the relative absolute error hold the truth.

The truth is that of four million rows. With 2,000 sets the standard error of a coverage
of 95 % is half a percentage point.
"""

import numpy as np
import pytest

import fastmetrics as fm

N_SETS, N_TRUTH = 2000, 4_000_000
ERRORS = {
    "normal": lambda rng, n: rng.normal(size=n),
    "exponential": lambda rng, n: rng.exponential(size=n) - 1,
    "log-normal": lambda rng, n: rng.lognormal(0, 0.8, size=n) - np.exp(0.32),
}
# Which metric, of errors of which law, of how many rows. The relative absolute error is
# 1 less the D² of absolute errors, on another scale.
CASES = [
    *(("d2_absolute_error_score", law, n) for law in ERRORS for n in (50, 200)),
    *(("d2_pinball_score", law, 50) for law in ERRORS),
    ("d2_pinball_score", "log-normal", 200),
    ("relative_absolute_error", "log-normal", 50),
]
PARAMETERS = {"d2_pinball_score": {"alpha": 0.9}}


def draw(law, rng, n):
    pred = 10 + 3 * rng.normal(size=n)
    return pred + 2 * ERRORS[law](rng, n), pred


@pytest.mark.slow
@pytest.mark.parametrize(("name", "law", "n"), CASES)
def test_coverage(name, law, n):
    given, rng = PARAMETERS.get(name, {}), np.random.default_rng(1)
    truth = getattr(fm, name)(*draw(law, rng, N_TRUTH), **given)
    held = 0
    for _ in range(N_SETS):
        columns = draw(law, rng, n)
        found = fm.confidence_interval(name, *columns, metric_params=given)
        held += found.low <= truth <= found.high
    assert 0.93 <= held / N_SETS <= 0.965
