"""How the work of streams grows: neither with rows nor with batches.

The number of Python functions that are called is the same on every machine, unlike the
time.
"""

import numpy as np
from helpers.function_calls import function_calls
from helpers.one_case import one_case

import fastmetrics as fm

# The column of a model, and how many functions an update of plain arrays calls at most.
UPDATES = {
    "accuracy": ("y_pred", 40),
    "f1_macro": ("y_pred", 40),
    "mean_squared_error": ("y_pred", 45),
    "roc_auc": ("y_score", 60),
}


def batch(metric, n_rows):
    """Return so many rows, as plain arrays."""
    rng = np.random.default_rng(0)
    column = UPDATES[metric][0]
    if metric == "mean_squared_error":
        return {"y_true": rng.normal(size=n_rows), column: rng.normal(size=n_rows)}
    y = rng.permutation(np.arange(n_rows) % 2)
    if column == "y_pred":
        return {"y_true": y, column: rng.permutation(y)}
    return {"y_true": y, column: rng.random(n_rows)}


@one_case("metric", UPDATES)
def test_an_update_calls_a_few_functions_whatever_its_rows(metric):
    calls = []
    for n_rows in (10, 5000):
        rows = batch(metric, n_rows)
        seen = fm.Accumulator(metric)
        seen.update(**rows)
        calls.append(function_calls(lambda s=seen, r=rows: s.update(**r)))
        for _ in range(20):
            seen.update(**rows)
        calls.append(function_calls(lambda s=seen, r=rows: s.update(**r)))
    assert len({*calls}) == 1
    assert calls[0] <= UPDATES[metric][1]


def test_two_metrics_of_one_summary_cost_no_more_than_one():
    rows = batch("accuracy", 10)
    calls = []
    for metrics in (["accuracy"], ["accuracy", "f1_macro", "cohen_kappa_score"]):
        seen = fm.Accumulator(metrics)
        seen.update(**rows)
        calls.append(function_calls(lambda s=seen, r=rows: s.update(**r)))
    assert calls[1] == calls[0]


@one_case("metric", ["accuracy", "brier_score"])
def test_an_update_of_a_sequential_test_calls_no_more_with_rows(metric):
    rng = np.random.default_rng(0)
    y = rng.permutation(np.arange(2000) % 2)
    column = (
        {"y_pred": y[::-1]} if metric == "accuracy" else {"y_proba": rng.random(2000)}
    )
    calls = []
    for n_rows in (2, 2000):
        rows = {"y_true": y[:n_rows], **{k: one[:n_rows] for k, one in column.items()}}
        test = fm.SequentialTest(metric, null=0.5)
        for _ in range(10):
            test.update(**rows)
        calls.append(function_calls(lambda t=test, r=rows: t.update(**r)))
    assert calls[1] <= 1.05 * calls[0] < 200
