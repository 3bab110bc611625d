"""Net benefit and decision curves: the twin's numbers, and bounds as intervals have."""

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics import reference

AT = [0.0, 0.05, 0.3, 0.5, 0.9]


@pytest.fixture
def data(rng):
    p = np.round(rng.beta(1, 3, 200), 2)
    return (rng.random(200) < p).astype(int), p, rng.integers(0, 4, 200)


@one_case("weighted", [False, True])
@one_case("standardized", [False, True])
def test_the_twin(data, weighted, standardized):
    y, p, weights = data
    options = {
        "standardized": standardized,
        "sample_weight": weights if weighted else None,
    }
    ours = fm.decision_curve(y, p, thresholds=AT, **options)
    if weighted:
        options["sample_weight"] = weights.tolist()
    twin = reference.decision_curve(y.tolist(), p.tolist(), thresholds=AT, **options)
    # The twin's are rounded once, of exact fractions.
    np.testing.assert_allclose(ours[:3], twin[:3], rtol=1e-13, atol=1e-15)
    # Bounds from sums over cells, not over rows.
    np.testing.assert_allclose(ours[3:], twin[3:], rtol=1e-9, atol=1e-12)
    for t, value in zip(AT, twin.net_benefit, strict=True):
        found = fm.net_benefit(y, p, threshold=t, **options)
        assert found == pytest.approx(value, rel=1e-13, abs=1e-15)


@one_case("weighted", [False, True])
@one_case("standardized", [False, True])
def test_bounds_are_those_of_the_interval(data, weighted, standardized):
    y, p, weights = data
    weights = weights if weighted else None
    curve = fm.decision_curve(
        *(y, p),
        thresholds=AT,
        standardized=standardized,
        sample_weight=weights,
        confidence_level=0.9,
    )
    for k, t in enumerate(AT):
        found = fm.confidence_interval(
            *("net_benefit", y),
            y_proba=p,
            metric_params={"threshold": t, "standardized": standardized},
            sample_weight=weights,
            confidence_level=0.9,
        )
        ours = curve.net_benefit[k], curve.low[k], curve.high[k]
        # Sums over cells, not over rows.
        np.testing.assert_allclose(ours, tuple(found), rtol=1e-9, atol=1e-12)


@one_case("dtype", [np.float32, np.float64])
def test_the_probability_itself_is_treated(dtype):
    p = np.array([0.25, 0.5], dtype)
    assert fm.net_benefit([0, 1], p, threshold=0.5) == 0.5
    assert fm.decision_curve([0, 1], p, thresholds=[0.5]).net_benefit == 0.5
    # In their own precision: 0.7 of float32 is 0.7, as for labels made by a threshold.
    assert fm.net_benefit([1], np.array([0.7], np.float32), threshold=0.7) == 1.0


def test_a_strict_threshold_treats_what_is_above_it():
    y, p = [0, 1, 1, 0], [0.25, 0.5, 0.75, 0.5]
    # Two of the four are treated from 0.5 on but one, which is positive, above it.
    assert fm.net_benefit(y, p, threshold=0.5) == (2 - 1) / 4
    assert fm.net_benefit(y, p, threshold=0.5, strict=True) == 1 / 4
    assert fm.net_benefit(y, p, threshold=0.75, strict=True) == 0.0
    assert fm.net_benefit(y, p, threshold=0.25, strict=True) == (2 - 1 / 3) / 4
    # In their own precision: 0.1 of float32 is not above 0.1.
    single = np.array([0.1], np.float32)
    assert fm.net_benefit([1], single, threshold=0.1, strict=True) == 0.0
    assert fm.net_benefit([1], [0.0], threshold=0.0, strict=True) == 0.0
    curve = fm.decision_curve(y, p, thresholds=[0.25, 0.5, 0.75], strict=True)
    for k, t in enumerate(curve.thresholds):
        found = fm.confidence_interval(
            "net_benefit", y, y_proba=p, metric_params={"threshold": t, "strict": True}
        )
        ours = curve.net_benefit[k], curve.low[k], curve.high[k]
        np.testing.assert_allclose(ours, tuple(found), rtol=1e-9, atol=1e-12)
    with pytest.raises(TypeError, match="strict must be True or False"):
        fm.net_benefit(y, p, threshold=0.5, strict=1)
    with pytest.raises(TypeError, match="strict must be True or False"):
        fm.decision_curve(y, p, strict="no")


def test_texts_lists_and_the_other_label():
    y, p = ["no", "yes", "no"], [0.2, 0.7, 0.6]
    assert fm.net_benefit(y, p, threshold=0.5, pos_label="yes") == 0.0
    assert fm.net_benefit(y, p, threshold=0.5, pos_label="no") == 0.0
    assert fm.net_benefit(y, p, threshold=0.65, pos_label="yes") == 1 / 3


@one_case("threshold", [-0.1, 1.0, 1.5, np.nan])
def test_thresholds_outside_are_refused(threshold):
    with pytest.raises(ValueError, match="threshold"):
        fm.net_benefit([0, 1], [0.2, 0.7], threshold=threshold)
    with pytest.raises(ValueError, match="thresholds"):
        fm.decision_curve([0, 1], [0.2, 0.7], thresholds=[0.5, threshold])


@one_case("thresholds", [[], 0.5, [[0.5]], ["a"], [None]])
def test_what_is_no_row_of_thresholds_is_refused(thresholds):
    with pytest.raises(ValueError, match="thresholds must"):
        fm.decision_curve([0, 1], [0.2, 0.7], thresholds=thresholds)
    with pytest.raises(TypeError, match="threshold"):
        fm.net_benefit([0, 1], [0.2, 0.7], threshold="0.5")


def test_without_positives_there_is_no_unit():
    with pytest.warns(fm.UndefinedMetricWarning, match="net_benefit"):
        found = fm.net_benefit([0, 0], [0.2, 0.7], threshold=0.5, standardized=True)
    assert np.isnan(found)
    with pytest.warns(fm.UndefinedMetricWarning, match="decision_curve"):
        curve = fm.decision_curve([0, 0], [0.2, 0.7], standardized=True)
    assert np.isnan(curve[1:]).all()
    assert fm.net_benefit([0, 0], [0.2, 0.7], threshold=0.5) == -0.5


@pytest.mark.slow
@one_case(("n", "least"), [(200, 0.93), (1000, 0.935)])
def test_intervals_cover(rng, n, least):
    # Calibrated forecasts: of a treated row p is gained, and 1 - p lost, on average.
    many = rng.beta(1, 3, 2_000_000)
    t = 0.2
    truth = np.mean((many >= t) * (many - (1 - many) * t / (1 - t)))
    hits = 0
    for _ in range(2000):
        p = rng.beta(1, 3, n)
        y = (rng.random(n) < p).astype(int)
        curve = fm.decision_curve(y, p, thresholds=[t])
        hits += curve.low[0] <= truth <= curve.high[0]
    assert least <= hits / 2000 <= 0.97


def test_weights_whose_squares_leave_the_floats():
    y, p = [1, 0, 1, 0], [0.9, 0.4, 0.6, 0.7]
    large = fm.decision_curve(y, p, sample_weight=[1e300, 2e300, 1e300, 1e300])
    plain = fm.decision_curve(y, p, sample_weight=[1.0, 2.0, 1.0, 1.0])
    # 1e300 is no power of two: terms of about 1 that cancel are rounded otherwise.
    np.testing.assert_allclose(large.net_benefit, plain.net_benefit, atol=1e-15)
    np.testing.assert_allclose(large.low, plain.low, atol=1e-13)
