"""How the work of reports grows: with models, and not with pairs or rows."""

import numpy as np
from helpers.function_calls import function_calls
from helpers.one_case import one_case

import fastmetrics as fm

# Calls for a further model and metric: its plan, its interval, and its cells of tables.
MOST_BY_MODEL = 500


def report(kind, n_rows, n_models):
    """Return a function that makes the report of so many models."""
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, n_rows)
    noise = rng.normal(size=(n_models, n_rows)) * np.linspace(1, 2, n_models)[:, None]
    if kind == "errors":
        kind, y = "y_pred", rng.normal(size=n_rows)
    elif kind == "y_pred":
        noise = np.where(noise > 1, 1 - 2 * y, 0)
    values = y + noise
    if kind == "y_proba":
        values = 1 / (1 + np.exp(-values))
    columns = {f"m{k}": one for k, one in enumerate(values)}
    options = {"n_resamples": 99, "random_state": 0}
    return lambda: fm.evaluate(y, **{kind: columns}, **options)


@one_case("kind", ["y_pred", "y_score", "y_proba", "errors"])
def test_calls_grow_with_models_and_neither_with_pairs_nor_with_rows(kind):
    few, many = (function_calls(report(kind, n, 3)) for n in (300, 3000))
    assert many <= 1.05 * few
    calls = [function_calls(report(kind, 300, k)) for k in (4, 8, 16)]
    # By pair the second step would be four times the first.
    assert calls[2] - calls[1] < 2.3 * (calls[1] - calls[0])
    n_metrics = len(report(kind, 300, 2)().metrics)
    assert calls[2] - calls[1] < 8 * MOST_BY_MODEL * n_metrics


def test_intervals_of_differences_are_made_when_asked_for():
    found = report("y_pred", 300, 4)()
    assert len(found.differences) == 6
    one = found.differences["m0", "m1"]
    assert one is found.differences["m0", "m1"]
    assert one["accuracy"] is one["accuracy_score"]
    assert ("m1", "m0") not in found.differences


METRICS = ["accuracy", "roc_auc", "brier", "log_loss"]


def sliced(door, n_rows, n_slices):
    """Return a function that makes slices by a door, and writes their table."""
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, n_rows)
    proba = np.clip(0.4 + 0.2 * y + 0.15 * rng.normal(size=n_rows), 0.01, 0.99)
    given = {"y_proba": proba, "by": np.arange(n_rows) % n_slices}
    if door == "evaluate":
        return lambda: str(fm.evaluate(y, **given, metrics=METRICS, n_resamples=99))
    if door == "by_group":
        return lambda: str(fm.by_group(METRICS, y, **given))
    return lambda: fm.by_group(METRICS, y, **given).rows()


# Calls of Python for each slice: those of the functions of both losses, which read
# labels and probabilities; intervals by plans would be thousands.
BY_SLICE = {"by_group": 150, "evaluate": 150, "rows": 250}


@one_case("door", BY_SLICE)
def test_calls_grow_with_slices_by_a_small_constant_and_not_with_rows(door):
    few, many = (function_calls(sliced(door, n, 60)) for n in (3000, 30_000))
    assert many <= 1.01 * few
    calls = [function_calls(sliced(door, 12_000, k)) for k in (60, 120, 240)]
    assert calls[1] - calls[0] < 60 * BY_SLICE[door]
    assert calls[2] - calls[1] < 120 * BY_SLICE[door]


@one_case("metric", ["accuracy", "f1", "roc_auc"])
def test_values_of_counts_and_areas_take_no_call_by_slice(metric):
    rng = np.random.default_rng(0)
    y, score = rng.integers(0, 2, 12_000), rng.random(12_000)
    labels = (score > 0.5).astype(int)
    kind = {"y_score": score} if metric == "roc_auc" else {"y_pred": labels}

    def values(n_slices):
        by = np.arange(len(y)) % n_slices
        return lambda: fm.by_group(metric, y, **kind, by=by).by_group

    assert function_calls(values(60)) == function_calls(values(240))
