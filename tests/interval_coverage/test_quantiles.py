"""How often intervals between order statistics hold the quantile.

With 4,000 sets the standard error of a coverage of 95 % is a third of a percentage
point. What counts of a distribution is only where its quantiles lie: for a continuous
one the coverage depends on how far it bends between neighbours, which is little.
"""

import numpy as np
import pytest
from scipy import stats

from fastmetrics.resampling.row_intervals import SampleQuantile

N_SETS = 4000
LAWS = {
    "normal": (lambda rng, n: np.abs(rng.normal(size=n)), stats.halfnorm.ppf),
    "exponential": (lambda rng, n: rng.exponential(size=n), stats.expon.ppf),
    "log-normal": (
        lambda rng, n: rng.lognormal(0, 0.8, size=n),
        stats.lognorm(0.8).ppf,
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("law", "n"), [*((law, 50) for law in LAWS), ("exponential", 200)]
)
@pytest.mark.parametrize("q", [0.1, 0.5, 0.9])
def test_coverage(law, q, n):
    draw, quantile = LAWS[law]
    truth, rng = float(quantile(q)), np.random.default_rng(7)
    held = 0
    for _ in range(N_SETS):
        found = SampleQuantile(draw(rng, n), q).interval(truth, 0.95)
        held += found.low <= truth <= found.high
    assert 0.94 <= held / N_SETS <= 0.96
