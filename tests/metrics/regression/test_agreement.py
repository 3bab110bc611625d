"""Concordance and efficiency: against the reference, from sums, and by their rows."""

import math
import warnings

import numpy as np
import pandas
import pytest
from helpers.one_case import one_case
from hypothesis import example, given
from hypothesis import strategies as st
from scipy import stats
from scipy.spatial import distance

import fastmetrics as fm
from fastmetrics import reference
from fastmetrics.catalog import METRICS

CASES = [
    ("concordance_correlation_coefficient", {}),
    ("concordance_correlation_coefficient", {"ddof": 1}),
    ("cosine_similarity", {}),
    ("kling_gupta_efficiency", {}),
    ("kling_gupta_efficiency", {"variant": "2012"}),
]
NAMES = sorted({name for name, _ in CASES})
of_cases = one_case(("name", "options"), CASES)
of_names = one_case("name", NAMES)
NUMBERS = st.integers(-3, 3) | st.floats(-1e3, 1e3).map(lambda x: round(x, 2))


@st.composite
def columns(draw):
    n = draw(st.integers(1, 9))
    y, p = (draw(st.lists(NUMBERS, min_size=n, max_size=n)) for _ in range(2))
    weights = draw(
        st.none()
        | st.lists(
            st.integers(0, 3) | st.floats(0.1, 8), min_size=n, max_size=n
        ).filter(any)
    )
    return y, p, weights


def called(module, name, *data, **options):
    """The value, and whether there was a warning."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        value = getattr(module, name)(*data, **options)
    return value, bool(caught)


@given(case=columns())
@example(([1, 1], [1, 1], None))
@example(([2, 2], [1, 1], None))
@example(([0, 1], [1, 1], None))
@example(([-1, 1], [1, 3], None))
@example(([1, 3], [-1, 1], None))
@example(([3], [4], None))
@example(([0, 0], [1, 2], None))
@example(([1, 0], [2, 0], [0, 1]))
@of_cases
def test_agree_with_the_reference(name, options, case):
    y, p, weights = case
    given = {**options, "sample_weight": weights}
    expected, warned = called(reference, name, y, p, **given)
    if name == "kling_gupta_efficiency" and not math.isnan(expected):
        kept = [i for i in range(len(y)) if weights is None or weights[i]]
        means = [
            np.average(x, weights=weights) / max(abs(x[i]) for i in kept)
            for x in (y, p)
        ]
        if min(map(abs, means)) < 1e-6:  # means that cancel have no digits
            return
    value, also = called(fm, name, y, p, **given)
    assert type(value) is float
    # Sums of products cancel, by at most as much as the numbers are larger than their
    # spread; spreads here are not much smaller.
    near = {"rel": 1e-9, "abs": 1e-11, "nan_ok": True}
    assert value == pytest.approx(expected, **near)
    assert also == warned
    if weights is None:
        from_sums, _ = called(fm, name, fm.ErrorSums.from_values(y, p), None, **options)
        assert from_sums == pytest.approx(value, rel=1e-12, abs=1e-14, nan_ok=True)


@of_cases
@one_case("how", ["i1", "u2", "i8", "f4", ">f8", "f2", "g", "O", "F"])
def test_any_container(name, options, how, rng):
    y, p = rng.integers(1, 90, (2, 50, 2))
    weights = rng.integers(0, 4, 50)
    function = getattr(fm, name)
    given = {**options, "sample_weight": weights, "multioutput": "raw_values"}
    expected = getattr(reference, name)(
        y.tolist(), p.tolist(), **{**given, "sample_weight": weights.tolist()}
    )
    if how == "F":
        y, p = (np.asfortranarray(x, np.float64) for x in (y, p))
    else:
        y, p = y.astype(how), p.astype(how)
    found = function(y, p, **given)
    np.testing.assert_allclose(found, expected, rtol=1e-13)
    given["multioutput"] = [3, 1]
    mean = function(pandas.DataFrame(y), pandas.DataFrame(p), **given)
    assert mean == pytest.approx((3 * found[0] + found[1]) / 4, rel=1e-15)


@of_cases
@one_case("size", [1e-300, 1e-160, 1e160, 1e300])
def test_ends_of_the_floats(name, options, size, rng):
    y = rng.uniform(1, 2, 300)
    p = y + rng.uniform(-0.5, 0.5, 300)
    function = getattr(fm, name)
    expected = function(y, p, **options)
    assert function(size * y, size * p, **options) == pytest.approx(expected, rel=1e-12)


def test_columns_of_sizes_that_are_far_apart(rng):
    y, p = rng.normal(size=(2, 50))
    ccc = fm.concordance_correlation_coefficient
    for a, b in ((1e-300, 1e149), (1e149, 1e-300), (1.0, 1e-200), (1e-200, 1.0)):
        assert abs(ccc(a * y, b * y)) < 1e-100
        r = np.corrcoef(y, p)[0, 1]
        found = 1 - fm.kling_gupta_efficiency(a * (y + 9), b * (p + 9))
        ratio = b / a  # of Python's floats, which are infinite without a warning
        spread = float(p.std() / y.std()) * ratio
        means = float((p + 9).mean() / (y + 9).mean()) * ratio
        expected = math.hypot(r - 1, spread - 1, means - 1)  # infinite, if they are
        assert found == pytest.approx(expected, rel=1e-9)


def test_a_large_mean_takes_no_digits(rng):
    y, p = rng.integers(0, 2**20, (2, 5000)) / 2**20
    name = "concordance_correlation_coefficient"
    expected = getattr(reference, name)(y.tolist(), p.tolist())
    found = getattr(fm, name)(y + 2**30, p + 2**30)
    assert found == pytest.approx(expected, rel=1e-12)
    parts = [
        fm.ErrorSums.from_values(y[i::9] + 2**30, p[i::9] + 2**30) for i in range(9)
    ]
    merged = getattr(fm, name)(sum(parts[1:], parts[0]), None)
    assert merged == pytest.approx(expected, rel=1e-11)


def test_against_their_parts(rng):
    y = rng.gamma(2, size=400)
    p = 1.5 * y + rng.gamma(1, size=400)
    r = stats.pearsonr(y, p)[0]
    alpha, beta = p.std() / y.std(), p.mean() / y.mean()
    expected = 1 - math.sqrt((r - 1) ** 2 + (alpha - 1) ** 2 + (beta - 1) ** 2)
    assert fm.kling_gupta_efficiency(y, p) == pytest.approx(expected, rel=1e-12)
    gamma = alpha / beta
    expected = 1 - math.sqrt((r - 1) ** 2 + (gamma - 1) ** 2 + (beta - 1) ** 2)
    found = fm.kling_gupta_efficiency(y, p, variant="2012")
    assert found == pytest.approx(expected, rel=1e-12)
    # A shift that leaves the spread alone, and the correlation.
    shifted = fm.concordance_correlation_coefficient(y, y + 1)
    assert shifted == pytest.approx(2 * y.var() / (2 * y.var() + 1), rel=1e-12)


@one_case("weighted", [False, True])
@one_case("shift", [0.0, 3.0, -1e6])
def test_cosine_against_scipy(shift, weighted, rng):
    y = rng.normal(size=(700, 3)) + shift
    p = y + rng.normal(size=(700, 3))
    weights = rng.integers(0, 4, 700) if weighted else None
    found = fm.cosine_similarity(y, p, sample_weight=weights, multioutput="raw_values")
    expected = [
        1 - distance.cosine(a, b, weights) for a, b in zip(y.T, p.T, strict=True)
    ]
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12)
    if not weighted:
        pairwise = pytest.importorskip("sklearn.metrics.pairwise")
        matrix = pairwise.cosine_similarity(y.T, p.T)
        np.testing.assert_allclose(found, matrix.diagonal(), rtol=0, atol=1e-12)


def test_a_cosine_is_that_of_directions(rng):
    y, p = rng.normal(size=(2, 60)) + 0.3
    cosine = fm.cosine_similarity
    whole = cosine(y, p)
    assert cosine(p, y) == pytest.approx(whole, rel=1e-15)
    for a, b in ((1e200, 1e200), (1e-300, 1e149), (1e308, 1e-308), (5e-310, 1.0)):
        # Numbers below the normal ones have fewer digits.
        assert cosine(a * (y / 4), b * (p / 4)) == pytest.approx(whole, rel=1e-11)
        assert cosine(a * (y / 4), -b * (p / 4)) == pytest.approx(-whole, rel=1e-11)
        assert cosine(a * (y / 4), b * (y / 4)) == pytest.approx(1, rel=1e-11)
    assert cosine([1e200] * 3, [-1e-200] * 3) == -1
    for times in (2, 0.5, -4):
        assert cosine(y, times * y) == math.copysign(1, times)
    assert cosine([1, 1, -1, -1], [1, -1, 1, -1]) == 0
    # Far from 0 what columns have in common is where they are.
    assert cosine(y + 1e6, p + 1e6) == pytest.approx(1, abs=1e-11)


def test_an_interval_of_a_cosine_whatever_the_unit(rng):
    y = rng.normal(size=80) + 0.3
    p = y + rng.normal(size=80)
    plain = fm.confidence_interval("cosine_similarity", y, p)
    assert -1 < plain.low < plain.estimate < plain.high < 1
    for a, b in ((1e200, 1e200), (1e-200, 1e150), (1.0, 8.0)):
        scaled = fm.confidence_interval("cosine_similarity", a * y, b * p)
        bounds = scaled.low, scaled.high
        assert bounds == pytest.approx((plain.low, plain.high), rel=1e-9)
    with pytest.warns(fm.UndefinedMetricWarning, match="all numbers of a column are 0"):
        none = fm.confidence_interval("cosine_similarity", np.zeros(9), np.ones(9))
    assert math.isnan(none.estimate)


@of_names
def test_right_predictions(name, rng):
    y = rng.normal(3, 1, 99)
    assert getattr(fm, name)(y, y) == 1
    assert getattr(fm, name)(y, y.copy()[::-1][::-1]) == 1


# ----------------------------------------------------------- what rows contribute


@of_cases
def test_pseudo_values_are_those_without_each_row(name, options, rng):
    y = rng.gamma(2, size=25)
    p = y + rng.normal(size=25)
    function = getattr(fm, name)
    whole = function(y, p, **options)
    without = [
        function(np.delete(y, i), np.delete(p, i), **options) for i in range(len(y))
    ]
    expected = 25 * whole - 24 * np.array(without)
    values = METRICS[name].how.values(y, p, **options)
    np.testing.assert_allclose(values, expected, rtol=1e-9, atol=1e-11)


@of_cases
def test_weighted_rows_contribute_slopes(name, options, rng):
    y = rng.gamma(2, size=12)
    p = y + rng.normal(size=12)
    weights = rng.uniform(0.5, 2, 12)
    function = getattr(fm, name)
    whole = function(y, p, sample_weight=weights, **options)
    values = METRICS[name].how.values(y, p, sample_weight=weights, **options)
    if options.get("ddof"):  # the number of effective rows is taken as fixed
        assert np.average(values, weights=weights) == pytest.approx(whole, rel=1e-9)
        return
    step, slopes = 1e-6, []
    for i in range(12):
        moved = weights.copy()
        moved[i] += step
        slopes.append((function(y, p, sample_weight=moved, **options) - whole) / step)
    expected = whole + weights.sum() * np.array(slopes)
    np.testing.assert_allclose(values, expected, rtol=1e-4, atol=1e-4)
    assert np.average(values, weights=weights) == pytest.approx(whole, rel=1e-9)


@one_case(
    ("name", "method"),
    [
        ("concordance_correlation_coefficient", "jackknife-t-fisher-z"),
        ("cosine_similarity", "jackknife-t-fisher-z"),
        ("kling_gupta_efficiency", "jackknife-t-log-complement"),
    ],
)
def test_intervals(name, method, rng):
    y = rng.gamma(2, size=60)
    p = y + rng.normal(size=60)
    found = fm.confidence_interval(getattr(fm, name), y, p)
    assert found.method == method
    values = METRICS[name].how.values(y, p)
    error = values.std(ddof=1) / math.sqrt(60)
    half = stats.t(59).ppf(0.975) * error
    v = getattr(fm, name)(y, p)
    if method.endswith("z"):
        z, slope = math.atanh(v), 1 / (1 - v * v)
        expected = math.tanh(z - half * slope), math.tanh(z + half * slope)
    else:
        expected = tuple(1 - (1 - v) * math.exp(s * half / (1 - v)) for s in (1, -1))
    assert (found.low, found.high) == pytest.approx(expected, rel=1e-9)
    # A perfect value has no place on the scale.
    none = fm.confidence_interval(getattr(fm, name), y, y)
    assert math.isnan(none.low)
    assert none.reason


# ---------------------------------------------------------------------- refused


@of_names
@one_case(
    ("y", "p", "options", "error", "match"),
    [
        ([1, 2], [1], {}, ValueError, "inconsistent numbers of samples"),
        ([], [], {}, ValueError, "0 sample"),
        ([1, math.nan], [1, 2], {}, ValueError, "y_true contains NaN"),
        ([1, 2], [1, math.inf], {}, ValueError, "y_pred contains infinity"),
        (["a", "b"], [1, 2], {}, ValueError, "y_true"),
        ([1, 2], [1, 2], {"sample_weight": [1, -1]}, ValueError, "sample_weight"),
        ([1, 2], [1, 2], {"multioutput": "no"}, ValueError, "multioutput"),
        ([1, 2], [1, 2], {"multioutput": "variance_weighted"}, ValueError, "multiout"),
    ],
)
def test_refused(name, y, p, options, error, match):
    with pytest.raises(error, match=match):
        getattr(fm, name)(y, p, **options)


@one_case("variant", [None, 2009, "2021", ["2009"]])
def test_variants_that_are_refused(variant):
    with pytest.raises(ValueError, match="variant must be one of"):
        fm.kling_gupta_efficiency([1, 2], [1, 2], variant=variant)


@one_case("ddof", [-1, math.nan, math.inf, None, "1", [1]])
def test_freedoms_that_are_refused(ddof):
    with pytest.raises((ValueError, TypeError), match="ddof must be"):
        fm.concordance_correlation_coefficient([1, 2], [1, 2], ddof=ddof)


@of_names
def test_sums_stand_alone(name):
    sums = fm.ErrorSums.from_values([1, 2], [1, 3])
    with pytest.raises(TypeError, match="y_pred"):
        getattr(fm, name)(sums, [1, 2])


def test_undefined_values_are_announced():
    for call in (
        lambda: fm.concordance_correlation_coefficient([1, 1], [1, 1]),
        lambda: fm.concordance_correlation_coefficient([1], [2], ddof=1),
        lambda: fm.cosine_similarity([0, 0], [1, 2]),
        lambda: fm.cosine_similarity([1, 2], [3, 0], sample_weight=[0, 1]),
        lambda: fm.kling_gupta_efficiency([1, 1], [1, 2]),
        lambda: fm.kling_gupta_efficiency([-1, 1], [1, 2]),
    ):
        with pytest.warns(fm.UndefinedMetricWarning, match="NaN") as caught:
            assert math.isnan(call())
        assert caught[0].filename == __file__


SCALES = [1e-290, 1e-200, 1e-170, 1e-150, 1e150, 1e200, 1e300]


@one_case("scale", SCALES)
def test_a_common_scale_is_of_no_account(scale):
    y = np.array([3.0, -0.5, 2.0, 7.0, 4.2])
    p = np.array([2.5, 0.0, 2.0, 8.0, 4.0])
    weights = [1.0, 2.0, 0.5, 1.0, 3.0]
    for function in (fm.d2_tweedie_score, fm.concordance_correlation_coefficient):
        for options in ({}, {"sample_weight": weights}):
            found = function(y * scale, p * scale, **options)
            # Numbers times a power of ten are rounded once more.
            assert found == pytest.approx(function(y, p, **options), rel=1e-13)
            assert function(y * scale, y * scale, **options) == 1
    name = "d2_tweedie_score"
    plain, scaled = (
        fm.confidence_interval(name, y * by, p * by) for by in (1.0, scale)
    )
    assert (scaled.low, scaled.high) == pytest.approx((plain.low, plain.high), rel=1e-9)


def test_agreement_with_a_constant_next_to_0():
    tiny = np.array([3.0, -0.5, 2.0]) * 1e-200
    ccc = fm.concordance_correlation_coefficient
    assert ccc(tiny, np.zeros(3)) == ccc(np.zeros(3), tiny) == 0
    assert ccc(-tiny, tiny) < 0
    with pytest.warns(fm.UndefinedMetricWarning):
        assert np.isnan(ccc(np.zeros(3), np.zeros(3)))
    with pytest.warns(fm.UndefinedMetricWarning):
        assert np.isnan(fm.d2_tweedie_score([1e200] * 3, tiny))


def test_a_mean_that_powers_below_0_cannot_have():
    with pytest.warns(fm.UndefinedMetricWarning, match="is not above 0, which powers"):
        assert np.isnan(fm.d2_tweedie_score([-1.0, 1.0], [1.0, 2.0], power=-1))


@one_case("scale", [1.0, 1e-200, 1e200])
@one_case(
    ("y", "weights"),
    [
        ([1.0, 2, -3], [0.1, 0.1, 0.1]),
        ([7.0, -7, 3, -3], [0.3, 0.3, 0.7, 0.7]),
        ([1e9, -1e9, 1, -1], [0.7, 0.7, 0.1, 0.1]),
    ],
)
def test_nothing_is_normalized_by_a_weighted_mean_of_0(y, weights, scale):
    """The sums are exactly 0; rounded means gave errors of 1e16."""
    y = np.array(y) * scale
    with pytest.warns(fm.UndefinedMetricWarning, match="the mean of y_true is 0"):
        found = fm.normalized_root_mean_squared_error(
            y, y + scale, sample_weight=weights
        )
    assert np.isnan(found)
    shifted = fm.normalized_root_mean_squared_error(
        y + 1e-6 * np.abs(y).max(), y, sample_weight=weights
    )
    assert shifted == pytest.approx(1, rel=1e-6)
