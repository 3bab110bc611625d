"""How the work of reports grows: with models, and not with pairs or rows."""

import numpy as np
from helpers.function_calls import function_calls
from helpers.one_case import one_case

import fastmetrics as fm


def report(kind, n_rows, n_models):
    """Return a function that makes the report of so many models."""
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, n_rows)
    noise = rng.normal(size=(n_models, n_rows)) * np.linspace(1, 2, n_models)[:, None]
    if kind == "errors":
        kind, y = "y_pred", rng.normal(size=n_rows)
    elif kind == "y_pred":
        noise = np.where(noise > 1, 1 - 2 * y, 0)
    columns = {f"m{k}": one for k, one in enumerate(y + noise)}
    options = {"n_resamples": 99, "random_state": 0}
    return lambda: fm.evaluate(y, **{kind: columns}, **options)


@one_case("kind", ["y_pred", "y_score", "errors"])
def test_calls_grow_with_models_and_neither_with_pairs_nor_with_rows(kind):
    few, many = (function_calls(report(kind, n, 3)) for n in (300, 3000))
    assert many <= 1.05 * few
    calls = [function_calls(report(kind, 300, k)) for k in (10, 20, 40)]
    # By pair the second step would be four times the first.
    assert calls[2] - calls[1] < 2.3 * (calls[1] - calls[0])


def test_intervals_of_differences_are_made_when_asked_for():
    found = report("y_pred", 300, 4)()
    assert len(found.differences) == 6
    one = found.differences["m0", "m1"]
    assert one is found.differences["m0", "m1"]
    assert one["accuracy"] is one["accuracy_score"]
    assert ("m1", "m0") not in found.differences
