"""Intervals of many differences are those that each of them gets by itself."""

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics._common import bounds, ordered_values
from fastmetrics.catalog import BOOTSTRAP
from fastmetrics.intervals import engine
from fastmetrics.resampling.pair_replicates import TailRows, pair_accelerations
from fastmetrics.resampling.plan import Jackknife


@pytest.fixture
def models(rng):
    """Models of which two are the same, and two differ in a single row."""
    y = rng.integers(0, 2, 200)
    found = {
        f"m{j}": np.where(rng.random(200) < 0.7 + 0.05 * j, y, 1 - y) for j in range(3)
    }
    found["same"] = found["m0"].copy()
    found["near"] = found["m0"].copy()
    found["near"][0] ^= 1
    return y, found


def alone(self, metric, way, pairs, note):
    """Leave each interval to be made by itself."""
    return None


@pytest.mark.long
@one_case("method", ["auto", *BOOTSTRAP])
def test_as_one_by_one(models, monkeypatch, method):
    y, predicted = models
    scores = {name: one + np.sin(np.arange(200.0)) for name, one in predicted.items()}
    options = {"method": method, "n_resamples": 99, "random_state": 0}
    calls = [
        {"y_pred": predicted, "metrics": ["f1_score"], **options},
        {"y_score": scores, "metrics": ["average_precision_score"], **options},
    ]
    monkeypatch.setattr("fastmetrics._common.pair_laws.BLOCK", 100)
    together = [fm.evaluate(y, **call).differences for call in calls]
    monkeypatch.setattr(engine._Maker, "_drawn_pairs", alone)
    for call, found in zip(calls, together, strict=True):
        apart = fm.evaluate(y, **call).differences
        for pair, row in apart.items():
            for name, one in row.items():
                other = found[pair][name]
                for what in ("estimate", "low", "high", "standard_error"):
                    a, b = getattr(one, what), getattr(other, what)
                    # Accelerations add up in another order.
                    assert a == pytest.approx(b, rel=1e-11, abs=1e-15, nan_ok=True)
                assert (one.method, one.reason) == (other.method, other.reason)
                np.testing.assert_array_equal(one.distribution, other.distribution)


@one_case("scale", [1.0, 1e-200, 1e200])
def test_accelerations_of_pairs(rng, scale):
    values = rng.exponential(size=(50, 4))
    values[:, 3] = values[:, 0]
    values[0, 3] += 1e-9  # all but the same
    counts = rng.integers(1, 5, 50)
    pairs = np.array([(0, 1), (2, 0), (0, 3), (3, 1)])
    found = pair_accelerations(Jackknife(values * scale, counts), pairs)
    for one, (i, j) in zip(found, pairs, strict=True):
        apart = values[:, i] * scale - values[:, j] * scale
        assert one == pytest.approx(bounds.acceleration(apart, counts), rel=1e-9)


def test_sorted_values_have_the_quantiles_of_numpy(rng):
    for n in (2, 3, 50):
        values = np.sort(rng.normal(size=n))
        ordered = ordered_values.OrderedValues(ordered_values.Sorted(values))
        for level in (0.01, 0.5, 0.9, 0.999):
            low, high = bounds.sorted_percentile(ordered, level)
            assert (low, high) == bounds.percentile(values, level)
            estimate = float(values[n // 2])
            below, equal = ordered.count_around(estimate)
            share = (below + equal / 2) / n
            assert bounds.sorted_bca(share, ordered, 0.01, level) == bounds.bca(
                estimate, values, 0.01, level
            )


def test_sorted_values_are_counted_below_limits(rng):
    for n in (1, 2, 3, 8, 50):
        values = np.sort(rng.integers(0, 6, (4, n)) / 2, axis=1)
        plain = ordered_values.OrderedValues(ordered_values.Sorted(values))
        longer = np.column_stack([values[:, 0] - 1, values, values[:, -1] + 1])
        with_ends = plain.with_ends(longer[:, 0], longer[:, -1])
        for ordered, known in ((plain, values), (with_ends, longer)):
            for limit in (-2.0, 0.0, 1.5, 1.75, 9.0):
                limits = np.full(4, limit)
                for one, all_of in ((ordered, known), (ordered.turn(), -known)):
                    below, up_to = (
                        (all_of < limit).sum(axis=1),
                        (all_of <= limit).sum(axis=1),
                    )
                    assert one.count(limits, "left").tolist() == below.tolist()
                    assert one.count(limits, "right").tolist() == up_to.tolist()


@one_case("decimals", [1, 9])
@one_case("level", [0.5, 0.95, 0.999])
def test_tails_are_read_like_sorted_differences(rng, decimals, level):
    by_model = rng.normal(size=(6, 300)).round(decimals) + np.arange(6)[:, None]
    by_model[5] = by_model[4]
    first, second = (np.ascontiguousarray(of) for of in np.triu_indices(6, 1))
    estimate = by_model[first, 0] - by_model[second, 0]
    tails = TailRows(by_model, first, second, estimate, level)
    drawn = np.sort(by_model[first] - by_model[second], axis=1)
    in_order = ordered_values.OrderedValues(ordered_values.Sorted(drawn))
    plain = ordered_values.OrderedValues(tails)
    assert np.array_equal(tails.around, in_order.count_around(estimate))
    for one, other in ((plain, in_order), (plain.turn(), in_order.turn())):
        for side in ("left", "right"):
            found = one.count(np.zeros(len(first)), side)
            assert np.array_equal(found, other.count(np.zeros(len(first)), side))
        for place in (0, 1, 8, 100, 150, 290, 298, 299):
            assert np.array_equal(one.at(place), other.at(place))


def test_differences_against_a_model_named_first_are_turned(models):
    y, predicted = models
    options = {"n_resamples": 99, "random_state": 0}
    free = fm.compare("f1_score", y, predicted, **options)
    bound = fm.compare("f1_score", y, predicted, baseline="m0", **options)
    for name in ("m1", "m2", "near"):
        one, turned = bound[name, "m0"], free["m0", name]
        assert (one.low, one.high) == (-turned.high, -turned.low)
