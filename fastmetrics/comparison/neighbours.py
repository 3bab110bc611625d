"""Whether neighbouring rows lose alike, where nothing was said of their order."""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np

from fastmetrics._common.options import warn
from fastmetrics.show.words import of_catalog

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.resampling.plan import Plan

# How rarely independent rows may be warned of.
_LEVEL = 0.001
# Correlations below this hardly change a standard error.
_SMALL = 0.1
# Rows that say enough, and so many that going over them again takes too long.
_FEWEST, _MOST = 30, 100_000
# Models that are held against the first.
_MODELS = 10


def warn_of_neighbours(plan: Plan, metric: int) -> None:
    """Warn if the differences of two models' losses depend on those of rows before."""
    n_models = min(len(plan.names), 1 + _MODELS)
    if not plan.adds_up(metric) or not _FEWEST <= plan.n_rows <= _MOST:
        return
    first = plan.row_values(metric, 0)
    for k in range(1, n_models):
        with np.errstate(invalid="ignore"):  # of infinite losses
            apart = first - plan.row_values(metric, k)
        correlation = correlation_of_neighbours(apart, _LEVEL / (n_models - 1))
        if correlation > _SMALL:
            title = of_catalog(plan.asked[metric].row.title)
            warn(
                f"{title}: the differences between {plan.names[0]} and {plan.names[k]} "
                f"on neighbouring rows are correlated, r = {correlation:.2f}, and "
                "p-values hold for independent rows. If the rows are in order of time, "
                "pass order=True, and horizon= for forecasts that overlap; if they "
                "come in groups, pass groups=; if they were only sorted, shuffle them."
            )
            return


def correlation_of_neighbours(values: NDArray[np.float64], level: float) -> float:
    """Return the correlation of neighbours in a series, 0 if it is not significant.

    The one-sided test has the normal statistic Σ e_t e_(t-1) / √Σ e_t² e_(t-1)², which
    allows for variances that change along the rows.
    """
    if not np.isfinite(values).all():
        return 0.0
    e = values - values.mean()
    largest = float(np.abs(e).max())
    if not 0 < largest < math.inf:
        return 0.0
    e /= largest
    products = e[1:] * e[:-1]
    spread = math.sqrt(float(np.sum(products * products)))
    added = float(np.sum(products))
    if not spread or added / spread < NormalDist().inv_cdf(1 - level):
        return 0.0
    return added / float(np.sum(e * e))
