"""Recalibration against its twin, on drawn forecasts.

Shares of counts are one division on both sides, and equal to the last bit. Weighted
sums, losses and lines are rounded on their way and get the tolerance they claim.
"""

import itertools
import math
import warnings
from functools import partial

import numpy as np
import pytest
from helpers.input_cases import spread
from helpers.one_case import one_case
from helpers.random_cases import examples
from hypothesis import assume, given, note, settings
from hypothesis import strategies as st

import fastmetrics as fm
from fastmetrics import reference
from fastmetrics.reference.probability.recalibration import logit as reference_logit

# Plain numbers, ties, both ends, and what is next to them.
POOLS = [
    [0.0, 0.25, 0.5, 0.75, 1.0],
    [0.0, 5e-324, 1e-300, 1e-17, 0.5, 1 - 2**-53, 1.0],
    [0.1, 0.2, 0.3, 0.30000000000000004, 0.7],
]
OTHERS = [
    ("calibration_in_the_large", {}),
    ("expected_observed_ratio", {}),
    ("score_decomposition", {"loss": "brier"}),
    ("score_decomposition", {"loss": "log"}),
    *(
        ("spiegelhalter_test", {"alternative": alternative})
        for alternative in ("two-sided", "less", "greater")
    ),
]


@st.composite
def rows(draw, weighted=None):
    """Return labels, forecasts and weights or None, as lists."""
    n = draw(st.integers(1, 12))
    one = st.one_of(*(st.sampled_from(pool) for pool in POOLS), st.floats(0, 1))
    y_true = draw(st.lists(st.integers(0, 1), min_size=n, max_size=n))
    y_proba = draw(st.lists(one, min_size=n, max_size=n))
    if weighted is None:
        weighted = draw(st.booleans())
    if not weighted:
        return y_true, y_proba, None
    weight = st.sampled_from([0.0, 0.25, 0.5, 1.0, 3.0])
    weights = draw(st.lists(weight, min_size=n, max_size=n).filter(any))
    return y_true, y_proba, weights


def quietly(function, *args, **kwargs):
    """Return the value and whether it was said to be undefined."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        value = function(*args, **kwargs)
    names = {one.category.__name__ for one in caught}
    assert names <= {"UndefinedMetricWarning"}
    return np.atleast_1d(np.array(value, float)), bool(names)


# One draw of rows is asked of all methods, and of all values.
@settings(max_examples=examples(80, same=10), deadline=None)
@given(
    drawn=rows(),
    band=st.sampled_from([None, "consistency", "confidence"]),
    seed=st.integers(0, 99),
    n_bins=st.integers(1, 5),
)
def test_curves_are_those_of_the_twin(drawn, band, seed, n_bins):
    y_true, y_proba, weights = drawn
    options = {"band": band, "n_resamples": 7, "random_state": seed}
    options |= {"n_bins": n_bins, "sample_weight": weights}
    for method in ("isotonic", "uniform", "quantile"):
        note(method)
        ours, twin = (
            module.reliability_curve(y_true, y_proba, method=method, **options)
            for module in (fm, reference)
        )
        # A mean forecast of a bin is rounded on its way, the least floats to 0.
        rtol, atol = (0, 0) if method == "isotonic" else (1e-14, 1e-320)
        np.testing.assert_allclose(ours.y_proba, twin.y_proba, rtol=rtol, atol=atol)
        assert ours.weight.tolist() == twin.weight
        # Weights of halves and quarters are exact, as counts are.
        assert ours.calibrated.tolist() == twin.calibrated
        assert (ours.low is None) == (twin.low is None) == (band is None)
        if band is not None:
            # The quantile of two replicates: NumPy's takes another way between them.
            np.testing.assert_allclose(ours.low, twin.low, rtol=0, atol=1e-15)
            np.testing.assert_allclose(ours.high, twin.high, rtol=0, atol=1e-15)


@settings(max_examples=examples(60, same=10), deadline=None)
@given(drawn=rows())
def test_values_are_those_of_the_twin(drawn):
    y_true, y_proba, weights = drawn
    for name, options in OTHERS:
        note(f"{name} with {options}")
        weighted = {} if name == "spiegelhalter_test" else {"sample_weight": weights}
        (ours, undefined), (twin, also) = (
            quietly(getattr(module, name), y_true, y_proba, **options, **weighted)
            for module in (fm, reference)
        )
        assert undefined == also
        if name == "spiegelhalter_test" and np.abs(twin[0]) > 1e6:
            # Forecasts of 1e-300 of what came true, where squares leave the range.
            continue
        # Differences of sums: 1e-14 of what was added up.
        np.testing.assert_allclose(ours, twin, rtol=1e-12, atol=1e-14, equal_nan=True)


@settings(max_examples=examples(150, same=10), deadline=None)
@given(rows())
def test_lines_are_those_of_the_twin(drawn):
    y_true, y_proba, weights = drawn
    # Where the classes overlap by a last digit, the line hangs on how a logit is
    # rounded: see test_lines_that_hang_on_a_last_digit.
    logits = sorted({reference_logit(p) for p in y_proba})
    assume(all(b - a > 1e-3 for a, b in itertools.pairwise(logits)))
    ours, undefined = quietly(
        fm.calibration_slope, y_true, y_proba, sample_weight=weights
    )
    twin, also = quietly(
        reference.calibration_slope, y_true, y_proba, sample_weight=weights
    )
    assert undefined == also
    # Both stop where a step is nothing; how near that is to the top is up to the data.
    np.testing.assert_allclose(ours, twin, rtol=1e-6, atol=1e-6, equal_nan=True)


@settings(max_examples=examples(150, same=10), deadline=None)
@given(rows())
def test_intercepts_are_those_of_the_twin(drawn):
    y_true, y_proba, weights = drawn
    ours, undefined = quietly(
        fm.calibration_intercept, y_true, y_proba, sample_weight=weights
    )
    twin, also = quietly(
        reference.calibration_intercept, y_true, y_proba, sample_weight=weights
    )
    assert undefined == also
    # The logits of forecasts next to 1 are known to some 1e-9; the error is the root
    # of the inverse of what may be next to nothing, and where it is, any intercept is
    # as good as another.
    if min(ours[1], twin[1]) > 1e6:
        return
    # Rounding of the sum whose root it is, over its slope, the inverse of that squared.
    atol = 1e-7 + 1e-15 * np.nan_to_num(twin[1]) ** 2
    np.testing.assert_allclose(ours, twin, rtol=1e-7, atol=atol, equal_nan=True)


def test_the_intercept_of_statsmodels(rng):
    sm = pytest.importorskip("statsmodels.api")
    n = 500
    x = rng.normal(size=n)
    y = (rng.random(n) < 1 / (1 + np.exp(-0.4 - 0.7 * x))).astype(int)
    lines = {"offset": (np.ones((n, 1)), x), "logistic": (sm.add_constant(x), None)}
    for weights in (None, rng.integers(1, 4, n)):
        for method, (columns, offset) in lines.items():
            model = sm.GLM(
                y,
                columns,
                family=sm.families.Binomial(),
                offset=offset,
                freq_weights=weights,
            ).fit(tol=1e-14)
            error = model.bse[0]
            if weights is not None:  # Its weights are numbers of rows, ours are not.
                spread = model.fittedvalues * (1 - model.fittedvalues) * weights
                inverse = np.linalg.inv(columns.T @ (columns * spread[:, None]))
                squares = columns.T @ (columns * (spread * weights)[:, None])
                error = np.sqrt((inverse @ squares @ inverse)[0, 0])
            ours = fm.calibration_intercept(
                y, 1 / (1 + np.exp(-x)), method=method, sample_weight=weights
            )
            # Its steps end where the deviance does not change.
            np.testing.assert_allclose(ours, (model.params[0], error), rtol=1e-9)


FUNCTIONS = {
    "reliability_curve": lambda y, p, **more: fm.reliability_curve(
        y, p, n_resamples=19, random_state=1, **more
    ),
    "score_decomposition": fm.score_decomposition,
    "log score": lambda y, p, **more: fm.score_decomposition(y, p, loss="log", **more),
    "calibration_in_the_large": fm.calibration_in_the_large,
    "expected_observed_ratio": fm.expected_observed_ratio,
    "calibration_intercept": fm.calibration_intercept,
    "intercept of a line": partial(fm.calibration_intercept, method="logistic"),
    "calibration_slope": fm.calibration_slope,
    "spiegelhalter_test": fm.spiegelhalter_test,
}
PLAIN_Y = [0, 1, 0, 1, 1, 0, 1, 0]
PLAIN_P = [0.125, 0.25, 0.25, 0.75, 0.875, 0.5, 0.5, 0.75]


def parts(value):
    """Return a result as one array."""
    each = value if isinstance(value, tuple) else (value,)
    return np.concatenate([np.atleast_1d(one) for one in each])


@one_case("name", FUNCTIONS)
def test_dtypes_and_layouts_make_no_difference(name):
    function = FUNCTIONS[name]
    expected = parts(function(PLAIN_Y, PLAIN_P))
    for dtype in ("f4", "f8", "f2"):
        for p in spread(PLAIN_P, dtype).values():
            for y in (PLAIN_Y, np.array(PLAIN_Y, bool), spread(PLAIN_Y)["strided"]):
                np.testing.assert_allclose(parts(function(y, p)), expected, rtol=1e-14)


@one_case("name", FUNCTIONS)
def test_a_positive_label_may_be_anything(name):
    function = FUNCTIONS[name]
    expected = parts(function(PLAIN_Y, PLAIN_P))
    words = np.where(PLAIN_Y, "yes", "no")
    np.testing.assert_array_equal(
        parts(function(words, PLAIN_P, pos_label="yes")), expected
    )
    np.testing.assert_array_equal(
        parts(function(np.array(PLAIN_Y) + 1, PLAIN_P)), expected
    )
    with pytest.raises(ValueError, match="pos_label"):
        function(words, PLAIN_P)


@one_case("name", FUNCTIONS)
def test_what_is_no_column_of_probabilities_is_refused(name):
    function = FUNCTIONS[name]
    for wrong, match in [
        ([0.2, 1.5], "greater than 1"),
        ([-0.1, 0.5], "lower than 0"),
        ([math.nan, 0.5], "y_proba.* NaN"),
        ([[0.2, 0.8], [0.5, 0.5]], "column"),
        ([0.2], "inconsistent"),
        ([], "y_proba"),
    ]:
        with pytest.raises(ValueError, match=match):
            function([0, 1], wrong)
    with pytest.raises(ValueError, match=r"y_true|classes"):
        function([0, 1, 2], [0.1, 0.2, 0.3])


def test_equal_rows_in_any_order_make_the_same_bits(rng):
    y, p = rng.integers(0, 2, 200), rng.integers(0, 20, 200) / 19
    order = rng.permutation(200)
    for band in ("consistency", "confidence"):
        options = {"band": band, "n_resamples": 25, "random_state": 3}
        one = fm.reliability_curve(y, p, **options)
        other = fm.reliability_curve(y[order], p[order], **options)
        np.testing.assert_array_equal(np.array(one), np.array(other))


@one_case("weighted", [False, True])
@one_case("band", ["consistency", "confidence"])
def test_threads_make_no_difference(rng, band, weighted):
    n = 60_000  # so that replicates come in several blocks
    y, p = rng.integers(0, 2, n), rng.random(n)
    weights = rng.random(n) if weighted else None
    options = {"band": band, "n_resamples": 12, "random_state": 3}
    found = []
    for threads in (1, 3):
        with fm.num_threads(threads):
            found.append(fm.reliability_curve(y, p, sample_weight=weights, **options))
    np.testing.assert_array_equal(np.array(found[0]), np.array(found[1]))


def test_a_sweep_stands_in_place_of_the_columns(rng):
    y, p = rng.integers(0, 2, 300), rng.integers(0, 40, 300) / 39
    sweep = fm.ScoreSweep.from_scores(y, p)
    for band in (None, "consistency", "confidence"):
        options = {"band": band, "n_resamples": 25, "random_state": 3}
        ours = fm.reliability_curve(sweep, None, **options)
        theirs = fm.reliability_curve(y, p, **options)
        for one, other in zip(ours, theirs, strict=True):
            np.testing.assert_array_equal(one, other)
    for loss in ("brier", "log"):
        assert fm.score_decomposition(sweep, None, loss=loss) == (
            fm.score_decomposition(y, p, loss=loss)
        )


def test_sweeps_that_will_not_do_are_refused():
    weighted = fm.ScoreSweep.from_scores([0, 1], [0.2, 0.7], sample_weight=[1.0, 2.0])
    assert fm.reliability_curve(weighted, None, band=None).weight.tolist() == [1, 2]
    with pytest.raises(ValueError, match="single rows"):
        fm.reliability_curve(weighted, None)
    with pytest.raises(ValueError, match="sweep of probabilities"):
        fm.score_decomposition(fm.ScoreSweep.from_scores([0, 1], [0.2, 1.7]), None)
    with pytest.raises(TypeError, match="sample_weight must be None"):
        fm.score_decomposition(weighted, None, sample_weight=[1, 2])
    with pytest.raises(ValueError, match="y_true"):
        fm.score_decomposition(fm.ScoreSweep([], [], []), None)
    with pytest.raises(TypeError, match="y_proba"):
        fm.score_decomposition([0, 1], None)


@one_case("weighted", [False, True])
@one_case("distinct", [3, 50, 10**6])
def test_the_curve_is_scikit_learns_isotonic_regression(rng, weighted, distinct):
    isotonic = pytest.importorskip("sklearn.isotonic")
    n = 2000
    p = rng.integers(0, distinct + 1, n) / distinct
    y = rng.random(n) < 0.2 + 0.6 * p**2
    weights = rng.random(n) + 0.1 if weighted else None
    curve = fm.reliability_curve(y, p, band=None, sample_weight=weights)
    theirs = isotonic.IsotonicRegression().fit(p, y, weights)
    # It averages averages, and sums of weights in another order.
    np.testing.assert_allclose(
        curve.calibrated, theirs.predict(curve.y_proba), rtol=1e-12, atol=1e-15
    )


@one_case("weighted", [False, True])
def test_the_line_is_a_logistic_regression(rng, weighted):
    optimize = pytest.importorskip("scipy.optimize")
    p = rng.beta(2, 2, 500)
    y = rng.random(500) < p**1.5
    weights = rng.integers(1, 4, 500).astype(float) if weighted else np.ones(500)
    x = np.log(p / (1 - p))

    def loss(line):
        fitted = line[1] + line[0] * x
        return np.sum(weights * (np.logaddexp(0, fitted) - y * fitted))

    found = optimize.minimize(loss, [1.0, 0.0], tol=1e-12)
    line = fm.calibration_slope(y, p, sample_weight=weights if weighted else None)
    np.testing.assert_allclose(line[:2], found.x, rtol=1e-5)
    # Its second derivatives, by differences.
    q = 1 / (1 + np.exp(-(line.intercept + line.slope * x)))
    bends = weights * q * (1 - q)
    design = np.stack([x, np.ones(500)])
    inverse = np.linalg.inv(design * bends @ design.T)
    covariance = inverse @ (design * (weights * bends) @ design.T) @ inverse
    np.testing.assert_allclose(line[2:], np.sqrt(np.diag(covariance)), rtol=1e-8)


def test_the_line_of_extreme_forecasts_is_found():
    # Of no use to a step of Newton's that starts from the line of good forecasts.
    y = [0, 1] * 20 + [1, 0]
    p = [1e-300, 1.0] * 20 + [1e-300, 1.0]
    line = fm.calibration_slope(y, p)
    # 1 of 21 at the logit of 2^-52, 20 of 21 at that of 1 - 2^-52.
    far = math.log(2.0**-52) - math.log1p(-(2.0**-52))
    near = math.log1p(-(2.0**-52)) - math.log(2.0**-52)
    assert line.slope == pytest.approx(2 * math.log(20) / (near - far), rel=1e-10)
    assert line.intercept == pytest.approx(0, abs=1e-10)


@one_case("loss", ["brier", "log"])
def test_the_parts_add_up(rng, loss):
    for n in (1, 2, 50, 5000):
        y, p = rng.integers(0, 2, n), rng.random(n)
        parts = fm.score_decomposition(y, p, loss=loss)
        total = parts.miscalibration - parts.discrimination + parts.uncertainty
        assert total == pytest.approx(parts.score, abs=1e-15, rel=1e-14)
        assert min(parts) >= 0
    sk = pytest.importorskip("sklearn.metrics")
    theirs = sk.brier_score_loss if loss == "brier" else sk.log_loss
    assert parts.score == pytest.approx(theirs(y, p), rel=1e-13)


def test_single_precision_is_clipped_by_its_own_eps():
    p = np.array([0, 1], np.float32)
    wrong = fm.score_decomposition([1, 0], p, loss="log")
    assert wrong.score == pytest.approx(23 * math.log(2), rel=1e-6)
    assert fm.score_decomposition([1, 0], p.astype(float), loss="log").score == (
        pytest.approx(52 * math.log(2), rel=1e-12)
    )


def test_bounds_of_many_forecasts_are_joined(rng):
    n = 5000
    p = rng.random(n)
    y = rng.random(n) < p
    curve = fm.reliability_curve(y, p, n_resamples=99, random_state=0)
    assert len(curve.low) == n
    assert np.all(curve.low <= curve.high)
    assert np.all(np.diff(curve.low) >= 0)
    assert np.all(np.diff(curve.high) >= 0)
    inside = (curve.low <= curve.calibrated) & (curve.calibrated <= curve.high)
    assert inside.mean() > 0.8


@one_case(
    "option, error",
    [
        ({"method": "bins"}, ValueError),
        ({"method": None}, ValueError),
        ({"band": "pointwise"}, ValueError),
        ({"band": True}, ValueError),
        ({"confidence_level": 95}, ValueError),
        ({"confidence_level": "0.95"}, TypeError),
        ({"n_bins": 0, "method": "uniform"}, ValueError),
        ({"n_bins": 1.5, "method": "quantile"}, TypeError),
        ({"n_resamples": 1}, ValueError),
        ({"n_resamples": 2.5}, ValueError),
        ({"random_state": -1}, ValueError),
        ({"random_state": "seed"}, ValueError),
    ],
)
def test_options_that_are_none_are_refused(option, error):
    with pytest.raises(error, match=next(iter(option))):
        fm.reliability_curve([0, 1], [0.2, 0.7], **option)


def test_unknown_words_are_refused():
    with pytest.raises(ValueError, match="loss must be one of"):
        fm.score_decomposition([0, 1], [0.2, 0.7], loss="hinge")
    with pytest.raises(ValueError, match="alternative must be one of"):
        fm.spiegelhalter_test([0, 1], [0.2, 0.7], alternative="more")


@one_case("strategy", ["uniform", "quantile"])
@one_case("distinct", [7, 10**6])
def test_bins_are_those_of_the_calibration_curve(rng, strategy, distinct):
    p = rng.integers(0, distinct + 1, 3000) / distinct
    y = rng.random(3000) < p
    curve = fm.reliability_curve(y, p, method=strategy, n_bins=12)
    shares, means = fm.calibration_curve(y, p, n_bins=12, strategy=strategy)
    np.testing.assert_allclose(curve.calibrated, shares, rtol=1e-14)
    np.testing.assert_allclose(curve.y_proba, means, rtol=1e-13)
    assert np.all(curve.low <= curve.high)
    wilson = fm.reliability_curve(y, p, method=strategy, n_bins=12, band="confidence")
    assert np.all((wilson.low <= shares) & (shares <= wilson.high))


def test_bins_of_a_sweep(rng):
    y, p = rng.integers(0, 2, 300), rng.integers(0, 40, 300) / 39
    sweep = fm.ScoreSweep.from_scores(y, p)
    for method in ("uniform", "quantile"):
        for band in (None, "consistency", "confidence"):
            options = {"method": method, "band": band, "random_state": 1}
            ours = fm.reliability_curve(sweep, None, **options)
            theirs = fm.reliability_curve(y, p, **options)
            for one, other in zip(ours, theirs, strict=True):
                np.testing.assert_array_equal(one, other)
    weighted = fm.ScoreSweep.from_scores(y, p, sample_weight=np.ones(300))
    found = fm.reliability_curve(weighted, None, method="uniform", band=None)
    assert len(found.weight) == 15
    with pytest.raises(ValueError, match="method='quantile' needs single rows"):
        fm.reliability_curve(weighted, None, method="quantile", band=None)


def test_lines_that_cannot_be_told_are_nan():
    # All weight is on one row, as far as floats can tell.
    weights = [1.0, 1e-300, 1e-300, 1e-300]
    with pytest.warns(fm.UndefinedMetricWarning, match="calibration_slope"):
        line = fm.calibration_slope(
            [1, 0, 1, 0], [0.1, 0.4, 0.6, 0.8], sample_weight=weights
        )
    assert np.isnan(line).all()


@one_case("n_sure", [0, 1, 2, 5, 10, 1000])
@one_case("gap", [2.0**-54, 1e-14, 1e-12, 1e-9, 1e-6])
def test_lines_that_hang_on_a_last_digit(n_sure, gap):
    # Two forecasts in the wrong order, as near each other as floats are, and sure ones.
    y, p = [0] * n_sure + [1, 0, 1, 0], [0.0] * n_sure + [0.3, 0.3 + gap] * 2
    line, undefined = quietly(fm.calibration_slope, y, p)
    assert undefined == np.isnan(line).all()
    # Little is known of the slope, and the line says so.
    assert undefined or line[2] > 0.1 * abs(line[0])


def test_forecasts_far_from_a_half_keep_their_digits():
    # Logits near -27 that differ by little: the same line, moved and stretched.
    x = np.array([-3.0, -1, 0, 1, 2, 3])
    y = [0, 1, 0, 1, 0, 1]
    line = fm.calibration_slope(y, 1 / (1 + np.exp(-x)))
    logit = -27 + 1e-4 * x
    far = fm.calibration_slope(y, np.exp(logit) / (1 + np.exp(logit)))
    assert far.slope * 1e-4 == pytest.approx(line.slope, rel=1e-9)
    assert far.slope_standard_error * 1e-4 == pytest.approx(
        line.slope_standard_error, rel=1e-9
    )
