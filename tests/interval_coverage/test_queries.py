"""How often intervals of means over queries hold the truth.

Queries differ: in how many documents are relevant, in how easy they are, and a few have
none. Average precisions are then skewed, and those of 50 queries in the usual
collection few. Two systems score the same documents. The truth is that of 100,000
queries, and with 500 sets the standard error of a coverage of 95 % is 1.0.
"""

import numpy as np
import pytest

from fastmetrics import RankedLists
from fastmetrics.catalog import METRICS
from fastmetrics.intervals.engine import make_intervals
from fastmetrics.metrics.bound import BoundMetric
from fastmetrics.resampling.list_plan import ListPlan
from fastmetrics.resampling.plan import Data, Design

N_TRUTH = 100_000
DOCS = 30
NAMES = (
    "mean_average_precision",
    "ndcg_score@10",
    "mean_reciprocal_rank",
    "precision_at_k@5",
    "hit_rate@1",
    "geometric_mean_average_precision",
    "geometric_mean_bpref",
    "smoothed_average_precision",
    "averaged_ndcg",
    "averaged_ndcg(over='grades')",
    "normalized_gain",
)


def drawn(rng, n, groups=None):
    """Grades, and scores of two systems."""
    shared = rng.normal(size=n if groups is None else groups.max() + 1)
    shared = shared if groups is None else shared[groups]
    share = 0.25 * rng.beta(0.6, 2.0, n)
    grades = rng.binomial(2, share[:, None], (n, DOCS))
    ease = (0.4 + 0.9 * shared)[:, None]
    common = rng.normal(size=(n, DOCS))
    scores = {
        "a": ease * grades + common + 0.6 * rng.normal(size=(n, DOCS)),
        "b": 0.7 * ease * grades + common + 0.6 * rng.normal(size=(n, DOCS)),
    }
    return grades, scores


def plan_of(grades, scores, **design):
    lists = {
        name: {"lists": RankedLists.from_dense(grades, one)}
        for name, one in scores.items()
    }
    plan = ListPlan(Data({}, lists), Design(**design), {})
    plan.ask([BoundMetric(METRICS[name], METRICS[name].parameters) for name in NAMES])
    return plan


@pytest.fixture(scope="module")
def truth():
    plan = plan_of(*drawn(np.random.default_rng(1), N_TRUTH))
    return plan.estimates


def misses(truth, n_sets, n, n_groups=0, method="auto"):
    """How often the truth is below, and above, by model or difference and metric."""
    rng = np.random.default_rng(n + n_groups)
    found = np.zeros((3, len(NAMES), 2), int)
    for _ in range(n_sets):
        design = {}
        if n_groups:
            groups = np.repeat(np.arange(n_groups), rng.integers(1, 4, n_groups))
            design = {"groups": groups}
            made = drawn(rng, len(groups), groups)
        else:
            made = drawn(rng, n)
        intervals = make_intervals(
            plan_of(*made, **design),
            confidence_level=0.95,
            method=method,
            n_resamples=399,
            seed=int(rng.integers(1 << 30)),
        )
        every = (*intervals.values.values(), intervals.differences["a", "b"])
        true = (*truth, truth[0] - truth[1])
        for k, (row, of_row) in enumerate(zip(every, true, strict=True)):
            for j, name in enumerate(NAMES):
                found[k, j] += [of_row[j] < row[name].low, of_row[j] > row[name].high]
    return found / n_sets


@pytest.mark.slow
@pytest.mark.parametrize(("n", "n_groups"), [(50, 0), (200, 0), (0, 50)])
def test_queries_and_groups_of_them(truth, n, n_groups):
    coverage = 1 - misses(truth, 500, n, n_groups).sum(axis=2)
    assert coverage.min() > 0.9, coverage
    assert coverage.max() < 0.99, coverage
    assert coverage.mean() == pytest.approx(0.95, abs=0.015), coverage


@pytest.mark.slow
def test_few_queries_miss_on_both_sides(truth):
    """As an interval that takes no account of skewness does not."""
    missed = misses(truth, 500, 25)
    assert missed[:2].max() < 0.05, missed
    plain = misses(truth, 500, 25, method="t")
    assert plain[:2, :, 1].mean() > 2 * missed[:2, :, 1].mean(), plain


OF_SUBTOPICS = ("alpha_ndcg@10", "err_ia@10", "nrbp", "subtopic_recall@5")


@pytest.mark.slow
@pytest.mark.parametrize("n", [25, 50])
def test_measures_of_sub_topics(n):
    rng = np.random.default_rng(n)

    def plan(n):
        share = 0.3 * rng.beta(0.6, 2.0, n)
        cube = rng.random((n, DOCS, 4)) < share[:, None, None]
        ease = 0.4 + 0.9 * rng.normal(size=(n, 1))
        scores = ease * cube.sum(2) + 1.2 * rng.normal(size=(n, DOCS))
        lists = RankedLists.from_dense(cube.astype(np.int8), scores)
        made = ListPlan(Data({}, {"a": {"lists": lists}}), Design(), {})
        rows = [METRICS[name] for name in OF_SUBTOPICS]
        made.ask([BoundMetric(row, row.parameters) for row in rows])
        return made

    truth = plan(N_TRUTH).estimates[0]
    hits = np.zeros(len(OF_SUBTOPICS))
    for _ in range(500):
        found = make_intervals(
            plan(n), confidence_level=0.95, method="auto", n_resamples=399, seed=0
        )
        rows = [found.values["a"][name] for name in OF_SUBTOPICS]
        hits += [
            row.low <= true <= row.high for row, true in zip(rows, truth, strict=True)
        ]
    # Standard errors of 1.0.
    assert (abs(hits / 500 - 0.95) < 0.03).all(), hits / 500
