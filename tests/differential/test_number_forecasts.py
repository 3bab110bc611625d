"""Forecasts of numbers against their twins: ties, weights, any layout, dtype and size.

Twins are exact but for one rounding at the end; here each row is rounded a few times,
an ensemble's as often as it has members, and so is the mean. Nothing cancels but in the
log loss, whose terms have both signs.
"""

import math
import warnings

import numpy as np
import pytest
from helpers.one_case import one_case
from hypothesis import assume, given, note
from hypothesis import strategies as st

import fastmetrics as fm
from fastmetrics import reference

LAYOUTS = (
    np.ascontiguousarray,
    np.asfortranarray,
    lambda x: np.repeat(x, 2, axis=0)[::2],
    lambda x: np.repeat(x, 2, axis=-1)[..., ::2],
    lambda x: x[::-1].copy()[::-1],
    lambda x: x.astype(x.dtype.newbyteorder()),
)
NUMBERS = (
    st.integers(-3, 3).map(float),
    st.floats(-1e3, 1e3, width=32),
    st.sampled_from([1e300, -1e300, 5e-324, 0.0, -0.0, 2.5]),
    st.floats(0, 4).map(lambda x: x + 1e9),
)
CLOSE = {"rel": 4e-15, "abs": 1e-323}


@st.composite
def weightings(draw, n):
    """None, or weights that are not all zero."""
    if draw(st.booleans()):
        return None
    one = st.sampled_from([0.0, 0.5, 1.0, 3.0])
    weights = draw(st.lists(one, min_size=n, max_size=n))
    assume(any(weights))
    return weights


@st.composite
def columns(draw, n, k=None, *, one=None, positive=False):
    """Numbers as an array of some dtype and layout, and the same as lists."""
    one = draw(st.sampled_from(NUMBERS)) if one is None else one
    size = n if k is None else n * k
    values = np.array(draw(st.lists(one, min_size=size, max_size=size)))
    dtype = draw(st.sampled_from(["f8", "f4", "i2", "u8", "f2"]))
    if dtype in ("i2", "u8"):
        values = np.abs(np.round(np.clip(values, -9, 9)))
    elif dtype != "f8" and np.abs(values).max(initial=0) > 6e4:
        dtype = "f8"
    values = np.abs(values) if positive else values
    values = values.astype(dtype).reshape((n,) if k is None else (n, k))
    return draw(st.sampled_from(LAYOUTS))(values), values.astype(float).tolist()


def both(name, ours, plain, **options):
    """Return the library's value and its twin's, and what each warned of."""
    found = []
    for module, data in ((fm, ours), (reference, plain)):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            value = getattr(module, name)(*data, **options)
        found.append((value, {one.category.__name__ for one in caught}))
    (value, warned), (expected, also) = found
    assert warned == also
    return value, expected


def assert_same(name, ours, plain, tolerance=CLOSE, **options):
    value, expected = both(name, ours, plain, **options)
    assert isinstance(value, float) == isinstance(expected, float)
    assert value == pytest.approx(expected, **tolerance, nan_ok=True)


# ------------------------------------------------------------------------- quantiles


@st.composite
def quantile_cases(draw):
    n, k = draw(st.integers(1, 5)), draw(st.integers(1, 9))
    level = st.one_of(
        st.floats(1e-3, 0.999), st.sampled_from([0.5, 1e-300, 1 - 2**-53])
    )
    levels = draw(st.lists(level, min_size=k, max_size=k, unique=True))
    y, plain_y = draw(columns(n))
    q, plain_q = draw(columns(n, k))
    return (y, q), (plain_y, plain_q), levels, draw(weightings(n))


@given(case=quantile_cases(), crossing=st.sampled_from(["allow", "sort"]))
def test_quantiles_are_the_twins(crossing, case):
    ours, plain, levels, weights = case
    options = {"quantiles": levels, "crossing": crossing, "sample_weight": weights}
    for name in (
        *("quantile_losses", "mean_quantile_loss"),
        *("crps_quantile", "quantile_coverage"),
    ):
        note(name)
        assert_same(name, ours, plain, **options)


@given(case=quantile_cases())
def test_crossing_is_seen_as_in_the_twin(case):
    ours, plain, levels, _ = case
    options = {"quantiles": levels, "crossing": "raise"}
    try:
        expected = reference.quantile_losses(*plain, **options)
    except ValueError:
        with pytest.raises(ValueError, match=r"cross in \d+ of \d+ rows"):
            fm.quantile_losses(*ours, **options)
    else:
        assert fm.quantile_losses(*ours, **options) == pytest.approx(expected, **CLOSE)


@given(case=quantile_cases())
def test_one_column_with_its_level_is_a_number(case):
    (y, q), (plain_y, plain_q), levels, weights = case
    plain = plain_y, [row[0] for row in plain_q]
    for name in ("quantile_losses", "quantile_coverage", "crps_quantile"):
        options = {"quantiles": levels[0], "sample_weight": weights}
        assert_same(name, (y, q[:, 0]), plain, **options)


# ------------------------------------------------------------------------- intervals


@st.composite
def interval_cases(draw):
    n = draw(st.integers(1, 6))
    one = draw(st.sampled_from(NUMBERS))
    y, plain_y = draw(columns(n, one=one))
    (a, _), (b, _) = draw(columns(n, one=one)), draw(columns(n, one=one))
    lower, upper = np.minimum(a, b, dtype=float), np.maximum(a, b, dtype=float)
    layout = draw(st.sampled_from(LAYOUTS))
    ours = y, layout(lower), layout(upper)
    return ours, (plain_y, lower.tolist(), upper.tolist()), draw(weightings(n))


@given(case=interval_cases(), level=st.floats(1e-3, 0.999))
def test_intervals_are_the_twins(case, level):
    ours, plain, weights = case
    for name in ("interval_coverage", "mean_interval_width", "interval_score"):
        note(name)
        options = {"confidence_level": level} if name == "interval_score" else {}
        assert_same(name, ours, plain, **options, sample_weight=weights)


# ------------------------------------------------------------------------- ensembles


@st.composite
def ensemble_cases(draw):
    n, m = draw(st.integers(1, 3)), draw(st.sampled_from([1, 2, 3, 4, 7, 8, 13]))
    one = draw(st.sampled_from(NUMBERS))
    y, plain_y = draw(columns(n, one=one))
    x, plain_x = draw(columns(n, m, one=one))
    return (y, x), (plain_y, plain_x), draw(weightings(n))


@given(case=ensemble_cases())
def test_ensembles_are_the_twins(case):
    ours, plain, weights = case
    for fair in (False, True):
        options = {"fair": fair, "sample_weight": weights}
        assert_same("crps_ensemble", ours, plain, **options)


@one_case(
    "m, fair",
    zip([31, 32, 33, 127, 128, 129, 200], [False, True] * 4, strict=False),
)
def test_large_ensembles_are_the_twins(m, fair, rng):
    """Sorted side by side, up to 128 members, or row by row."""
    n, n_told = (37, 2) if m < 100 else (37 if m < 130 else 3, 1)
    for centre in (0.0, 1e6) if m < 100 else (1e6,):
        y, x = centre + rng.normal(size=n), centre + rng.normal(size=(n, m)).round(1)
        rows = y[:n_told].tolist(), x[:n_told].tolist()
        expected = reference.crps_ensemble(*rows, fair=fair)
        for held in (x, np.asfortranarray(x), x[:, ::-1]):
            found = fm.crps_ensemble(y[:n_told], held[:n_told], fair=fair)
            assert found == pytest.approx(expected, rel=4e-15)
        # Rows are the same wherever in a block they lie.
        rolled = fm.crps_ensemble(np.roll(y, 1), np.roll(x, 1, axis=0), fair=fair)
        assert rolled == pytest.approx(fm.crps_ensemble(y, x, fair=fair), rel=1e-15)


def test_distances_beyond_the_floats_are_infinite():
    assert fm.crps_ensemble([-1.7e308], [[1.7e308, 1.7e308]]) == math.inf
    assert fm.crps_gaussian([-1.7e308], [1.7e308], [1.0]) == math.inf


# ------------------------------------------------------------------------- normals


@st.composite
def normal_cases(draw):
    n = draw(st.integers(1, 5))
    one = draw(st.sampled_from(NUMBERS[:3]))
    y, plain_y = draw(columns(n, one=one))
    mean, plain_mean = draw(columns(n, one=one))
    scale = st.sampled_from([0.0, 0.25, 1.0, 3.0, 1e3, 1e-3, 1e9])
    s, plain_s = draw(columns(n, one=scale, positive=True))
    return (y, mean, s), (plain_y, plain_mean, plain_s), draw(weightings(n))


@given(case=normal_cases())
def test_the_crps_of_normals_is_the_twins(case):
    ours, plain, weights = case
    assert_same("crps_gaussian", ours, plain, sample_weight=weights)


@given(case=normal_cases())
def test_the_log_loss_of_normals_is_the_twins(case):
    ours, plain, weights = case
    # Terms cancel: the logarithm of the scale may be some 20 below 0.
    rough = {"rel": 4e-15, "abs": 1e-14}
    assert_same("gaussian_log_loss", ours, plain, rough, sample_weight=weights)
