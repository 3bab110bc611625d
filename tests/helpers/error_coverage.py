"""How often intervals of measures of numbers hold the truth, over simulated sets."""

import numpy as np

from fastmetrics import catalog
from fastmetrics.intervals.engine import make_intervals
from fastmetrics.metrics.bound import BoundMetric
from fastmetrics.resampling.error_plans import ErrorPlan
from fastmetrics.resampling.plan import Data, Design


def asked_of(metrics):
    """What a plan is asked, of (name, parameters)."""
    rows = [(catalog.find(name), given) for name, given in metrics]
    return [BoundMetric(row, row.with_parameters(given)) for row, given in rows]


def plan_of(draw, rng, n, asked):
    true, models = draw(rng, n)
    plan = ErrorPlan(Data({"y_true": true}, models), Design(), {})
    plan.ask(asked)
    return plan


def coverage(draw, n, metrics, *, n_sets, n_truth, method="auto"):
    """Share of sets whose interval holds the truth: (models and differences, metrics).

    ``draw(rng, n)`` gives observed numbers and the columns of each model.
    """
    asked = asked_of(metrics)
    estimates = plan_of(draw, np.random.default_rng(2), n_truth, asked).estimates
    sums = [j for j, one in enumerate(asked) if one.row.made_of == "sum"]
    estimates[:, sums] *= n / n_truth
    k = len(estimates)
    pairs = [estimates[i] - estimates[j] for i in range(k) for j in range(i + 1, k)]
    truths = np.array([*estimates, *pairs])
    rng = np.random.default_rng(1)
    hits = np.zeros(truths.shape)
    for _ in range(n_sets):
        plan = plan_of(draw, rng, n, asked)
        found = make_intervals(
            plan, confidence_level=0.95, method=method, n_resamples=299, seed=0
        )
        each = (*found.values.values(), *found.differences.values())
        for k, made in enumerate(each):
            bounds = np.array([(one.low, one.high) for one in made.values()])
            hits[k] += (bounds[:, 0] <= truths[k]) & (truths[k] <= bounds[:, 1])
    return hits / n_sets
