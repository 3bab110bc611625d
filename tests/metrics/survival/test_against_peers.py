"""Numbers of scikit-survival 0.28.0 on drawn rows: written down, and asked where it is.

It weighs an event by 1/G(X) instead of 1/G(X-), so we are asked with left_limit=False.
"""

import numpy as np
import pytest
from helpers.censored_cases import drawn

import fastmetrics as fm

N = 200
# Areas at three times, their mean, Brier scores, their integral, C, C before the last
# time, and the statistic of the log-rank test.
NUMBERS = [
    0.739839280929246,
    0.7450248578690787,
    0.8748104460951114,
    0.767946091633824,
    0.19488252248072643,
    0.22830947612805985,
    0.17155889721741993,
    0.20576509298856652,
    0.7099384744834499,
    0.6988718841103932,
    1.5057766083881856,
]


def rows():
    """Return training and test rows, forecasts, times and groups."""
    rng = np.random.default_rng(7)
    train, test = drawn(rng, 300), drawn(rng, N)
    train[0][0] = test[0].max() + 1
    times = np.array([2.0, 4.0, 6.0])
    alive = np.exp(-times * np.exp(test[2] / 3)[:, None] / 5)
    return train, test, times, alive, rng.integers(0, 3, N)


def our_numbers():
    train, (time, code, risk), times, alive, group = rows()
    given = {"censoring": train[:2], "left_limit": False}
    area = fm.time_dependent_auc(time, code, risk, times, **given)
    return [
        *area.values,
        area.mean,
        *fm.survival_brier_score(time, code, alive, times, **given).values,
        fm.integrated_brier_score(time, code, alive, times, **given),
        fm.concordance_index_ipcw(time, code, risk, **given),
        fm.concordance_index_ipcw(time, code, risk, tau=6, **given),
        fm.log_rank_test(time, code, group).statistic,
    ]


def their_numbers():
    from sksurv import compare, metrics

    train, test, times, alive, group = rows()
    a, b = (
        np.array(
            list(zip(code > 0, time, strict=True)), dtype=[("e", "?"), ("t", "f8")]
        )
        for time, code, _ in (train, test)
    )
    areas, mean = metrics.cumulative_dynamic_auc(a, b, test[2], times)
    return [
        *areas,
        mean,
        *metrics.brier_score(a, b, alive, times)[1],
        metrics.integrated_brier_score(a, b, alive, times),
        metrics.concordance_index_ipcw(a, b, test[2], tied_tol=0)[0],
        metrics.concordance_index_ipcw(a, b, test[2], tau=6, tied_tol=0)[0],
        compare.compare_survival(b, group)[0],
    ]


def test_the_numbers_of_scikit_survival():
    np.testing.assert_allclose(our_numbers(), NUMBERS, rtol=1e-9)


def test_scikit_survival_where_it_is():
    pytest.importorskip("sksurv", reason="scikit-survival is in the extra survival")
    np.testing.assert_allclose(our_numbers(), their_numbers(), rtol=1e-9)
