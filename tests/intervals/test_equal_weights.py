"""Weights count by ratios: equal ones change no bounds, whole ones repeat rows."""

import inspect

import numpy as np
import pytest

import fastmetrics as fm
from fastmetrics import catalog
from fastmetrics.metrics.how import DistanceOfCurve, PseudoValues, RowQuantile

N = 30
# Sums of weights grow with the weights.
SUMS = {"true_positives", "false_positives", "true_negatives", "false_negatives"}
SUMS |= {row.name for row in catalog.METRICS.values() if row.made_of == "sum"}
# Between two rows a quantile falls on either, as sums of weights are rounded, here and
# in scikit-learn; so do the knots of a curve.
QUANTILES = {"normalized_root_mean_squared_error_iqr"} | {
    row.name
    for row in catalog.METRICS.values()
    if row.kind == "metric" and isinstance(row.how, RowQuantile | DistanceOfCurve)
}
# Of the rows' order, of pairs of different rows, or with as many rows in each bin; or
# means over ranks, which are integrals with weights.
OF_ROWS = {
    *("aurc", "excess_aurc"),
    *("mean_absolute_scaled_error", "root_mean_squared_scaled_error", "kendall_tau_a"),
    *("adaptive_calibration_error", "squared_calibration_error"),
}


@pytest.fixture
def columns():
    """By task the truth, and what a model says of it."""
    rng = np.random.default_rng(3)
    two, three = rng.integers(0, 2, N), rng.integers(0, 3, N)
    right = rng.random(N) < 0.7
    scores = np.round(0.3 * two + 0.7 * rng.random(N), 2)
    amounts = rng.gamma(2, size=N) + 0.1
    others = rng.integers(0, 3, N)
    return {
        "labels": [
            (two, {"y_pred": np.where(right, two, 1 - two)}),
            (three, {"y_pred": np.where(right, three, others)}),
        ],
        "binary_scores": [(two, {"y_score": scores})],
        "probabilities": [
            (two, {"y_proba": scores}),
            (three, {"y_proba": rng.dirichlet([1, 1, 1], N)}),
        ],
        "regression": [(amounts, {"y_pred": amounts * rng.uniform(0.5, 1.5, N)})],
    }


def asked(columns):
    for row in catalog.METRICS.values():
        known = row.kind == "metric" and row.task in columns
        if known and "sample_weight" in inspect.signature(row.public).parameters:
            for y, given in columns[row.task]:
                yield row, y, given


def interval(row, y, given, weights, method):
    try:
        return fm.confidence_interval(
            row.name,
            y,
            **given,
            sample_weight=weights,
            method=method,
            n_resamples=9,
            random_state=0,
        )
    except (TypeError, ValueError):  # needs more, or has no such interval
        return None


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
def test_equal_weights_change_no_bounds(columns):
    n_asked = 0
    for row, y, given in asked(columns):
        for method in () if row.name in QUANTILES else ("auto", "bca"):
            plain = interval(row, y, given, None, method)
            ones = interval(row, y, given, np.ones(N), method)
            if plain is None or ones is None:
                assert plain is None, row.name  # weights are a way of their own
                continue
            pairs = []
            # Rows are drawn in another way without weights, and a jackknife's values
            # with them are linear.
            alike = plain.method == ones.method and not ones.n_resamples
            if alike and not isinstance(row.how, PseudoValues):
                pairs = [(1, plain)]
            pairs += [
                (times, interval(row, y, given, np.full(N, times), method))
                for times in (0.37, 1e-6)
            ]
            for times, one in pairs:
                assert one.method == ones.method, row.name
                scale = times if row.name in SUMS else 1
                found = [end / scale for end in (one.estimate, one.low, one.high)]
                right = [ones.estimate, ones.low, ones.high]
                close = pytest.approx(right, rel=1e-9, abs=1e-12, nan_ok=True)
                assert found == close, (row.name, method, times)
                n_asked += 1
    assert n_asked > 300


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
def test_whole_weights_repeat_rows(columns):
    weights = np.random.default_rng(0).integers(1, 4, N)
    n_asked = 0
    for row, y, given in asked(columns):
        [(name, column)] = given.items()
        one = interval(row, y, given, weights, "auto")
        many = {name: np.repeat(column, weights, axis=0)}
        other = interval(row, np.repeat(y, weights), many, None, "auto")
        if one is None or other is None or row.name in OF_ROWS:
            continue
        close = pytest.approx(other.estimate, rel=1e-9, abs=1e-12, nan_ok=True)
        assert one.estimate == close, row.name
        n_asked += 1
    assert n_asked > 100
