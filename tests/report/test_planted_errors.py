"""A loss and a formula of sums by record, function and twin alone, in all they give."""

import json
import math
from functools import partial

import numpy as np
import pytest
from helpers.planted import planted
from helpers.shown import full

import fastmetrics
from fastmetrics import (
    ErrorSums,
    compare,
    confidence_interval,
    evaluate,
    explain,
    paired_permutation_test,
)
from fastmetrics._kernels import error_losses as kinds
from fastmetrics.catalog import METRICS
from fastmetrics.metrics.about import About
from fastmetrics.metrics.how import Formula, RowMean
from fastmetrics.metrics.record import INFINITY, JACKKNIFE, SKEWED_T, Metric
from fastmetrics.metrics.regression.definitions import error_formula, row_loss
from fastmetrics.metrics.regression.family import FAMILY
from fastmetrics.metrics.regression.formulas.slopes import ErrorFormula, Slopes
from fastmetrics.metrics.regression.measuring import point_losses
from fastmetrics.metrics.regression.measuring.error_sums import ALL
from fastmetrics.metrics.regression.measuring.pseudo_values import pseudo_values

# --- a loss of rows: Huber's, over the size from which it is a line


@row_loss
def planted_loss(*, size=1.0):
    """Return the loss."""
    return point_losses.Loss(kinds.HUBER, size)


def loss_twin(y_true, y_pred, *, size=1.0):
    """Return the same by its definition."""
    errors = [abs(p - y) for y, p in zip(y_true, y_pred, strict=True)]
    return math.fsum(
        e * e / 2 if e <= size else size * (e - size / 2) for e in errors
    ) / len(errors)


# --- a formula of sums: the mean squared error over the variance of the predictions


@error_formula(ALL)
def planted_ratio(of):
    """Return the ratio."""
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = of.sums["e2"] / of.centred("q2", "q")
    return ratio * of.ratio_of_scales(2, 1) ** 2


def slopes(of, **_):
    variance = of.pred_squares
    value = of.squared_error / variance
    return Slopes(
        error=2 * of.error / variance,
        true_squares=-value / variance,
        products=-2 * value / variance,
        error_squares=(1 - value) / variance,
    )


def ratio_twin(y_true, y_pred):
    """Return the same by its definition."""
    mean = math.fsum(y_pred) / len(y_pred)
    errors = [(p - y) ** 2 for y, p in zip(y_true, y_pred, strict=True)]
    return math.fsum(errors) / math.fsum((p - mean) ** 2 for p in y_pred)


POINTS = {"targets": ("point",), "upper": INFINITY, "greater_is_better": False}
RECORDS = (
    Metric(
        "planted_loss",
        "Planted loss",
        how=RowMean(
            partial(point_losses.row_losses, planted_loss.definition),
            moments=partial(point_losses.moments, planted_loss.definition),
        ),
        interval=SKEWED_T,
        in_report=False,
        **POINTS,
    ),
    Metric(
        "planted_ratio",
        "Planted ratio",
        how=ErrorFormula(
            partial(pseudo_values, planted_ratio.definition, slopes),
            "log",
            Formula(planted_ratio.definition, "sums"),
            light_tails=True,
            slopes=slopes,
        ),
        interval=JACKKNIFE[0],
        in_report=False,
        **POINTS,
    ),
)
ABOUTS = {
    "planted_loss": About("How large?", "Σᵢ ρ(eᵢ)/n", r"\sum", given={"size": 2.0}),
    "planted_ratio": About("How large?", "Σᵢ eᵢ²/Σᵢ(ŷᵢ − m)²", r"\sum"),
}
TWINS = {"planted_loss": loss_twin, "planted_ratio": ratio_twin}
NAMES = [*TWINS]


@pytest.fixture(autouse=True)
def _planted():
    """Put both among those of regression, and take them out again."""
    with planted(FAMILY, RECORDS, [planted_loss, planted_ratio], ABOUTS):
        yield


RNG = np.random.default_rng(5)
TRUE = RNG.normal(size=60)
MODELS = {name: TRUE + RNG.normal(size=60) for name in "ab"}
each = pytest.mark.parametrize("name", NAMES)


def value(name, model="a", **given):
    return getattr(fastmetrics, name)(TRUE, MODELS[model], **given)


@each
def test_values_are_those_of_the_twin(name):
    for model, pred in MODELS.items():
        twin = TWINS[name](TRUE.tolist(), pred.tolist())
        assert value(name, model) == pytest.approx(twin, rel=1e-13)
    both = np.stack([TRUE, TRUE[::-1]], 1), np.stack([MODELS["a"], MODELS["b"]], 1)
    function = getattr(fastmetrics, name)
    raw = function(*both, multioutput="raw_values")
    assert raw.shape == (2,)
    assert function(*both) == pytest.approx(raw.mean())


@each
def test_intervals_and_replicates(name):
    found = confidence_interval(name, TRUE, MODELS["a"])
    assert found.estimate == pytest.approx(value(name), rel=1e-13)
    assert found.low < found.estimate < found.high
    ways = {"planted_loss": "skew-t", "planted_ratio": "jackknife-t-log"}
    assert found.method == ways[name]
    drawn = confidence_interval(
        name, TRUE, MODELS["a"], method="percentile", n_resamples=99, random_state=0
    )
    assert drawn.low < drawn.estimate < drawn.high
    weights = RNG.random(60) + 0.5
    weighted = confidence_interval(name, TRUE, MODELS["a"], sample_weight=weights)
    expected = value(name, sample_weight=weights)
    assert weighted.estimate == pytest.approx(expected, rel=1e-12)


@each
def test_many_rows_take_one_pass(name, monkeypatch):
    """Its interval is that of what each row contributes."""
    rng = np.random.default_rng(6)
    y = rng.normal(size=12_000)
    p = y + rng.normal(size=12_000)
    found = confidence_interval(name, y, p)
    monkeypatch.setattr("fastmetrics.resampling.error_plans._MANY", 20_000)
    told = confidence_interval(name, y, p)
    # Pseudo-values are their limit in one pass.
    assert found.low == pytest.approx(told.low, rel=1e-4)
    assert found.high == pytest.approx(told.high, rel=1e-4)


def test_pseudo_values_are_those_without_each_row():
    values = METRICS["planted_ratio"].how.values(TRUE, MODELS["a"])
    left = [
        planted_ratio(np.delete(TRUE, i), np.delete(MODELS["a"], i)) for i in range(60)
    ]
    expected = 60 * value("planted_ratio") - 59 * np.array(left)
    np.testing.assert_allclose(values, expected, rtol=1e-10)
    weights = RNG.random(60) + 0.5
    values = METRICS["planted_ratio"].how.values(
        TRUE, MODELS["a"], sample_weight=weights
    )
    whole = value("planted_ratio", sample_weight=weights)
    assert np.average(values, weights=weights) == pytest.approx(whole, rel=1e-12)
    step = 1e-6 * (np.arange(60) == 7)
    moved = value("planted_ratio", sample_weight=weights + step)
    slope = (moved - whole) / 1e-6 * weights.sum()
    assert values[7] - whole == pytest.approx(slope, rel=1e-4)


def test_sums_tell_the_ratio():
    sums = ErrorSums.from_values(TRUE, MODELS["a"])
    assert sums.compute("planted_ratio") == value("planted_ratio")
    with pytest.raises(TypeError, match="cannot be read off ErrorSums"):
        confidence_interval("planted_loss", sums)


@each
def test_two_models_differ_by_it(name):
    both = paired_permutation_test(name, TRUE, *MODELS.values(), n_resamples=99)
    assert both.estimate == pytest.approx(value(name) - value(name, "b"), rel=1e-12)
    made = compare(name, TRUE, MODELS)
    assert METRICS[name].title in full(made)


def test_a_report_shows_them():
    report = evaluate(TRUE, MODELS, task="regression", metrics=NAMES)
    kept = json.loads(json.dumps(report.to_dict()))
    for name in NAMES:
        assert METRICS[name].title in report.to_html()
        found = kept["models"]["a"][name]["estimate"]
        assert found == pytest.approx(value(name), rel=1e-13)


@each
def test_it_is_explained(name):
    assert explain(name).formula == ABOUTS[name].formula


@each
def test_what_is_wrong_is_told(name):
    function = getattr(fastmetrics, name)
    for wrong, message in (
        ([math.nan] * 60, "y_pred contains NaN"),
        (MODELS["a"][1:], "59"),
        (["a"] * 60, "y_pred"),
    ):
        for call in (function, partial(confidence_interval, name)):
            with pytest.raises(ValueError, match=message):
                call(TRUE, wrong)
    with pytest.raises(TypeError, match="has 'bins'"):
        confidence_interval(name, TRUE, MODELS["a"], metric_params={"bins": 3})
