"""A perfect order of risks is 1 with all weights, and two of them do not differ."""

import numpy as np
import pytest

import fastmetrics as fm


@pytest.mark.parametrize("seed", range(20))
def test_a_perfect_order_is_one_with_exact_bounds(seed):
    rng = np.random.default_rng(seed)
    event_time, censoring = rng.exponential(size=60), 1.5 * rng.exponential(size=60)
    time = np.minimum(event_time, censoring)
    event = event_time <= censoring
    t = float(np.median(time))
    other = 10 * (time <= t) + rng.random(60)
    first, second = (fm.time_dependent_auc(time, event, r, t) for r in (-time, other))
    assert first == second == 1
    interval = first.confidence_interval()
    assert interval.method == "exact"
    assert interval.low < 0.95
    assert first.difference(second).pvalue == 1
    assert fm.time_dependent_auc(time, event, time, t) == 0
