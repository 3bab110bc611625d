"""Differences of two models whose rows are read in passes: coverage, standard errors.

A third of the laws have few positives, 0.5 %.
"""

import numpy as np
import pytest
from helpers.binormal import population, shift

from fastmetrics import catalog, evaluate
from fastmetrics.adapters import paired_scores
from fastmetrics.adapters.key_ranges import RangedAccumulator

METRICS = ["average_precision_score", "equal_error_rate", "ks_statistic", "best_f1"]
AUCS = {"a": 0.86, "b": 0.83}
N_SETS = 100


def rows(rng, n, share):
    """Return labels and the scores of two models, which correlate."""
    y_true = rng.random(n) < share
    both = rng.normal(size=n)
    return y_true, {
        model: 0.8 * both + 0.6 * rng.normal(size=n) + shift(auc) * y_true
        for model, auc in AUCS.items()
    }


def differences(y_true, scores, **options):
    """Return the differences of models whose rows do not fit."""
    seen = RangedAccumulator(METRICS, 1 << 20, len(y_true), compares=True)
    seen.update(y_true, y_score=scores)
    while not seen.finish():
        seen.take_scores({"y_true": y_true, "y_score": scores})
    return evaluate(seen, metrics=METRICS, **options).differences["a", "b"]


@pytest.mark.slow
@pytest.mark.parametrize(("n", "share"), [(200, 0.3), (2_000, 0.3), (20_000, 0.005)])
def test_coverage(n, share):
    """The standard error of a coverage of 95 % is 2.2 percentage points."""
    truth = {
        name: np.subtract(
            *(population(catalog.find(name), auc, share) for auc in AUCS.values())
        )
        for name in METRICS
    }
    rng = np.random.default_rng(4)
    hits = dict.fromkeys(METRICS, 0)
    for k in range(N_SETS):
        y_true, scores = rows(rng, n, share)
        found = differences(y_true, scores, n_resamples=199, random_state=k)
        for name in METRICS:
            hits[name] += found[name].low <= truth[name] <= found[name].high
    assert all(0.85 * N_SETS <= count for count in hits.values()), hits
    assert np.mean([*hits.values()]) <= 0.99 * N_SETS, hits


@pytest.mark.slow
@pytest.mark.parametrize("share", [0.3, 0.005])
def test_standard_errors_of_a_sample_are_those_of_all_rows(share, monkeypatch):
    """Of 100,000 rows 20,000 are kept, and 10,000 or all of the positives.

    The ratio of two standard deviations of 2,000 draws varies by 2.2 %, and those of
    10,000 rows by another per cent or two.
    """
    y_true, scores = rows(np.random.default_rng(1), 100_000, share)
    whole = differences(y_true, scores, n_resamples=2_000, random_state=0)
    monkeypatch.setattr(paired_scores, "_MOST_KEPT", 20_000)
    few = differences(y_true, scores, n_resamples=2_000, random_state=0)
    for name in METRICS:
        ratio = few[name].standard_error / whole[name].standard_error
        assert 0.9 < ratio < 1.1, (name, ratio)
