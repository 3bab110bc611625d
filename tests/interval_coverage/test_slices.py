"""How often bounds between slices cover, and how often equal slices are rejected."""

import math
import warnings

import numpy as np
import pytest
from scipy.special import ndtr, ndtri

from fastmetrics import by_group

pytestmark = pytest.mark.slow

RUNS = 100
SHARE = 0.4  # of positives
METRICS = ["accuracy", "recall", "selection_rate", "roc_auc", "f1", "matthews_corrcoef"]
SIZES = {
    "2": (100,) * 2,
    "10": (100,) * 10,
    "50": (60,) * 50,
    "5 rows": (500,) * 4 + (5,),
    "10 rows": (500,) * 4 + (10,),
    "30 rows": (500,) * 4 + (30,),
}


def values(right):
    """Return the metrics of a slice in which so many rows of either class are right."""
    tp, fn = SHARE * right, SHARE * (1 - right)
    tn, fp = (1 - SHARE) * right, (1 - SHARE) * (1 - right)
    root = math.sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn))
    shift = 2 * ndtri(right)  # between normal scores of the classes, cut in the middle
    return {
        "accuracy": right,
        "recall": right,
        "selection_rate": tp + fp,
        "roc_auc": float(ndtr(shift / math.sqrt(2))),
        "f1": 2 * tp / (2 * tp + fp + fn),
        "matthews_corrcoef": (tp * tn - fp * fn) / root,
    }


def rates(law, n):
    """Return the share of rows that are right in each slice."""
    if law == "equal":
        return np.full(n, 0.85)
    if law == "outlier":
        return np.r_[0.6, np.full(n - 1, 0.85)]
    return np.linspace(0.7, 0.9, n)


@pytest.mark.parametrize("law", ["equal", "outlier", "spread"])
@pytest.mark.parametrize("sizes", SIZES)
def test_at_least_93_percent_are_covered_and_at_most_8_rejected(sizes, law):
    rng = np.random.default_rng(7)
    rows = SIZES[sizes]
    by = np.repeat(np.arange(len(rows)), rows)
    right = rates(law, len(rows))
    shift = 2 * ndtri(right)[by]
    ends = values(right.min()), values(right.max())
    true = {name: abs(ends[1][name] - ends[0][name]) for name in METRICS}
    made = {name: [] for name in METRICS}
    for _ in range(RUNS):
        y = (rng.random(len(by)) < SHARE).astype(int)
        scores = shift * (y - 0.5) + rng.normal(size=len(by))
        p = (scores > 0).astype(int)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = by_group(METRICS, y, p, y_score=scores, by=by)
            every = [(name, found.difference_interval(name)) for name in METRICS]
        for name, one in every:
            # Areas of a slice with one row of a class have no bounds.
            if not one.reason:
                made[name].append(one)
    for name, intervals in made.items():
        n = len(intervals)
        assert n >= 0.4 * RUNS, name
        covered = sum(one.low <= true[name] <= one.high for one in intervals) / n
        rejected = sum(one.low > 0 for one in intervals) / n
        # Two standard errors of so many runs.
        assert covered >= 0.93 - 2 * math.sqrt(0.93 * 0.07 / n), (name, covered)
        if law == "equal":
            assert rejected <= 0.08 + 2 * math.sqrt(0.08 * 0.92 / n), (name, rejected)


@pytest.mark.parametrize("metric", ["accuracy", "roc_auc"])
def test_differences_of_models_hold_in_all_slices_together(metric):
    rng = np.random.default_rng(3)
    by = np.repeat(np.arange(8), 100)
    held = []
    for seed in range(2 * RUNS):
        y = (rng.random(800) < SHARE).astype(int)
        shared = y + 0.8 * rng.normal(size=800)
        scores = {name: shared + 0.5 * rng.normal(size=800) for name in "ab"}
        given = {"y_score": scores}
        if metric == "accuracy":
            given = {"y_pred": {name: one > 0.5 for name, one in scores.items()}}
        found = by_group(metric, y == 1, **given, by=by, random_state=seed)
        bounds = found.model_differences(metric).values()
        held.append(all(one.low <= 0 <= one.high for one in bounds))
    assert 0.92 <= np.mean(held) <= 0.99


@pytest.mark.parametrize("n_slices", [2, 5])
@pytest.mark.parametrize("is_shared", [False, True])
def test_equal_slices_of_rows_in_groups_are_rejected_in_at_most_8_percent(
    n_slices, is_shared
):
    rng = np.random.default_rng(8)
    n_groups, size, names = 40, 12, ["accuracy", "roc_auc"]
    groups = np.repeat(np.arange(n_groups), size)
    rejected = {name: [] for name in names}
    for _ in range(10 * RUNS):
        by = rng.integers(0, n_slices, len(groups)) if is_shared else groups % n_slices
        effect = rng.normal(size=n_groups)[groups]
        y = rng.integers(0, 2, len(groups))
        scores = y + 0.5 * effect * (2 * y - 1) + rng.normal(size=len(groups))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = by_group(
                names,
                y,
                (scores > 0.5).astype(int),
                y_score=scores,
                by=by,
                groups=groups,
            )
            for name in names:
                one = found.difference_interval(name)
                if not one.reason:
                    rejected[name].append(one.low > 0)
    for name in names:
        assert len(rejected[name]) > 5 * RUNS
        # Three standard errors of so many runs are 2 percent.
        assert np.mean(rejected[name]) < 0.08, name


def test_bounds_of_shrunken_values_cover():
    rng, covered = np.random.default_rng(9), []
    by = np.repeat(np.arange(30), 40)
    for _ in range(RUNS):
        true = np.clip(rng.normal(0.8, 0.06, 30), 0.01, 0.99)
        right = (rng.random(len(by)) < true[by]).astype(int)
        found = by_group("accuracy", np.ones(len(by), int), right, by=by)
        ends = np.array([tuple(one)[1:] for one in found.shrunken("accuracy").values()])
        covered.append(np.mean((ends[:, 0] <= true) & (true <= ends[:, 1])))
    assert np.mean(covered) > 0.92
