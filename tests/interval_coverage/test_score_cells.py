"""Intervals of 4,000 to 10⁵ rows, whose replicates are drawn by cells.

One of the laws has few positives, 0.5 % of 10⁵. Replicates are held against those of
drawing rows, and the intervals against the truth.
"""

import numpy as np
import pytest
from helpers.binormal import population, shift
from helpers.interval_calls import score_intervals

from fastmetrics import catalog
from fastmetrics.resampling import score_rows
from fastmetrics.resampling.score_rows import ScoreRows
from fastmetrics.resampling.smoothed_models import SmoothedModels
from fastmetrics.resampling.sweep_models import SweepModels

# rows, AUC, share of positives
LAWS = [(4000, 0.86, 0.3), (100_000, 0.86, 0.3), (100_000, 0.92, 0.005)]
SIZES = [4000, 100_000]
OPTIMA = [("ks",), ("expected_cost", 0.0, 1.0), ("best_f", 1.0), ("best_accuracy",)]
REDUCERS = [
    ("roc_auc",),
    ("average_precision",),
    ("pr_auc_integral",),
    ("pr_auc_davis_goadrich",),
    ("break_even_point",),
    ("lift", 0.1),
    ("partial_auc", 0.0, 0.1),
    ("log_auc", 0.001, 1.0),
    ("precision_at_recall", 0.8),
    ("tpr_at_fpr", 0.05),
    *OPTIMA,
]
N_DRAWN = 600


def never_cut(patch):
    """Have rows walked, however many there are."""
    patch.setattr(score_rows, "are_many", lambda totals: False)


@pytest.mark.slow
@pytest.mark.parametrize("stratified", [False, True])
@pytest.mark.parametrize(("n_rows", "auc", "share"), LAWS)
def test_standard_errors_are_the_row_bootstraps(
    n_rows, auc, share, stratified, monkeypatch
):
    """Of the values of two models that correlate, and of their differences.

    The ratio of two standard deviations of 600 and 2,000 draws varies by 3.3 %: four
    and a half times that is allowed to each of 34, and kurtosis adds to it.
    """
    rng = np.random.default_rng(1)
    y_true = rng.random(n_rows) < share
    both = rng.normal(size=n_rows)
    scores = [
        0.9 * both + 0.44 * rng.normal(size=n_rows) + shift(auc) * y_true
        for _ in range(2)
    ]
    rows = ScoreRows.from_rows(y_true, scores, 1, None)
    errors = []
    for are_walked, n in ((False, 2000), (True, N_DRAWN)):
        if are_walked:
            never_cut(monkeypatch)
        models = SweepModels(rows, stratified=stratified)
        assert models.are_cut != are_walked
        drawn = models.replicates(REDUCERS, 5, n)
        smooth = SmoothedModels(rows, models).replicates(OPTIMA, 5, n)
        values = np.concatenate([drawn, smooth], axis=2)
        of_pair = values[:, 0] - values[:, 1]
        errors.append([values[:, 0].std(axis=0), of_pair.std(axis=0)])
    ratio = np.divide(*errors[::-1])
    assert ((ratio > 0.85) & (ratio < 1.15)).all(), ratio


@pytest.mark.slow
@pytest.mark.parametrize("n_rows", SIZES)
@pytest.mark.parametrize("design", ["weights", "many groups", "groups and weights"])
def test_standard_errors_with_weights_and_groups(n_rows, design, monkeypatch):
    """The same of rows that weigh unlike, and of groups that have a score in common.

    Groups are more than are drawn as ever, or 2,000, with weights.
    """
    rng = np.random.default_rng(3)
    weights = rng.lognormal(sigma=1.0, size=n_rows) if "weights" in design else None
    groups, common = None, 0.0
    if "groups" in design:
        share = 0.02 if "weights" in design else 0.6
        groups = rng.integers(0, round(share * n_rows), n_rows)
        common = 0.4 * rng.normal(size=groups.max() + 1)[groups]
    y_true = rng.random(n_rows) < 0.3
    scores = rng.normal(y_true * 1.2) + common
    rows = ScoreRows.from_rows(y_true, [scores], 1, weights)
    errors = []
    for are_walked, n in ((False, 2000), (True, N_DRAWN)):
        if are_walked:
            never_cut(monkeypatch)
        models = SweepModels(rows, groups=groups)
        assert models.are_cut != are_walked
        drawn = models.replicates(REDUCERS, 5, n)
        smooth = SmoothedModels(rows, models).replicates(OPTIMA, 5, n)
        errors.append(np.concatenate([drawn, smooth], axis=2)[:, 0].std(axis=0))
    ratio = np.divide(*errors[::-1])
    assert ((ratio > 0.85) & (ratio < 1.15)).all(), ratio


N_SETS = 120


@pytest.mark.slow
@pytest.mark.parametrize(("n_rows", "auc", "share"), LAWS)
def test_coverage(n_rows, auc, share):
    """The standard error of a coverage of 95 % is two percentage points."""
    names = ["average_precision_score", "break_even_point", "ks_statistic", "best_f1"]
    truth = {name: population(catalog.find(name), auc, share) for name in names}
    rng = np.random.default_rng(2)
    hits = dict.fromkeys(names, 0)
    for k in range(N_SETS):
        y_true = rng.random(n_rows) < share
        models = {"": rng.normal(y_true * shift(auc))}
        (found,) = score_intervals(
            names, y_true, models, n_resamples=199, random_state=k
        ).values.values()
        for name in names:
            hits[name] += found[name].low <= truth[name] <= found[name].high
    assert all(0.89 * N_SETS <= count for count in hits.values()), hits
