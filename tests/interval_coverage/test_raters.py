"""How often intervals of agreement of raters hold the truth, of units drawn anew.

The truth is that of 400,000 units. With 1,000 sets the standard error of a coverage of
95 % is 0.7 percentage points.
"""

import numpy as np
import pytest

from fastmetrics import fleiss_kappa, krippendorff_alpha

N_SETS, N_TRUTH, N_VALUES = 1000, 400_000, 5
GOOD = (0.925, 0.975)
# Ratios of small numbers are large, and rare: measured 0.90 of a hundred units.
OF_RATIOS = (0.86, 0.97)

# (units, raters, share of ratings that are the unit's own, share missing)
POPULATIONS = [(50, 4, 0.8, 0.0), (100, 3, 0.5, 0.2), (200, 2, 0.2, 0.1)]


def drawn(rng, n, raters, right, missing):
    """Ratings from 0 to 4, the larger the commoner; wrong ones are up to two off."""
    shares = np.arange(1, N_VALUES + 1)
    own = rng.choice(N_VALUES, (n, 1), p=shares / shares.sum())
    off = rng.integers(-2, 3, (n, raters))
    wrong = np.clip(own + off, 0, N_VALUES - 1)
    ratings = np.where(rng.random((n, raters)) < right, own, wrong).astype(float)
    ratings[rng.random((n, raters)) < missing] = np.nan
    return ratings


def coverage(function, n, *population):
    truth = float(function(drawn(np.random.default_rng(2), N_TRUTH, *population)))
    rng = np.random.default_rng(1)
    hits = 0
    for _ in range(N_SETS):
        low, high = function(drawn(rng, n, *population)).confidence_interval()
        hits += low <= truth <= high
    return hits / N_SETS


@pytest.mark.slow
@pytest.mark.parametrize("population", POPULATIONS)
@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval", "ratio"])
def test_alpha(level, population):
    share = coverage(lambda one: krippendorff_alpha(one, level=level), *population)
    low, high = OF_RATIOS if level == "ratio" else GOOD
    assert low <= share <= high


@pytest.mark.slow
def test_kappa():
    low, high = GOOD
    assert low <= coverage(fleiss_kappa, *POPULATIONS[0]) <= high
