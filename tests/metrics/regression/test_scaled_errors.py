"""Scaled errors: against the reference, at the ends of the floats, and refused."""

import math
import warnings
from functools import partial

import numpy as np
import pandas
import polars
import pytest
from helpers.one_case import one_case
from hypothesis import example, given
from hypothesis import strategies as st

import fastmetrics as fm
from fastmetrics import reference
from fastmetrics.metrics.regression.measuring import error_moments as measuring
from fastmetrics.reference.mean_intervals import skew_t_interval

NAMES = ["mean_absolute_scaled_error", "root_mean_squared_scaled_error"]
VALUES = {
    "mean_absolute_scaled_error": partial(measuring.row_values, squared=False),
    "root_mean_squared_scaled_error": partial(measuring.row_values, squared=True),
}
NUMBERS = st.integers(-3, 3) | st.floats(-1e3, 1e3).map(lambda x: round(x, 3))
both = one_case("name", NAMES)


@st.composite
def series(draw):
    """Columns, and the options of some series."""
    n, n_train = draw(st.integers(1, 12)), draw(st.integers(1, 15))

    def column(values, size):
        return draw(st.lists(values, min_size=size, max_size=size))

    y_true, y_pred = column(NUMBERS, n), column(NUMBERS, n)
    options = {"m": draw(st.integers(1, 3))}
    ids = draw(st.sampled_from([[0, 1, 2], ["a", "b", "c"], [-5, 7, 2**40]]))
    several, train = draw(st.booleans()), draw(st.booleans())
    if several:
        options["groups"] = column(st.sampled_from(ids), n)
    if train:
        options["y_train"] = column(NUMBERS, n_train)
        if several:
            options["groups_train"] = column(st.sampled_from(ids), n_train)
    if draw(st.booleans()):
        weights = column(st.integers(0, 3) | st.floats(0.125, 8), n)
        if any(weights):
            options["sample_weight"] = weights
    return y_true, y_pred, options


def called(module, name, *data, **options):
    """The value, and what was warned."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        value = getattr(module, name)(*data, **options)
    return value, len(caught)


@given(case=series())
@example(([1], [2], {"m": 1}))
@example(([1, 2], [2, 2], {"groups": [1, 1], "y_train": [3], "groups_train": [2]}))
@both
def test_agree_with_the_reference(name, case):
    y_true, y_pred, options = case
    expected, warned = called(reference, name, y_true, y_pred, **options)
    value, also = called(fm, name, y_true, y_pred, **options)
    assert type(value) is float
    # Products with weights are rounded one by one, and roots too.
    assert value == pytest.approx(expected, rel=1e-13, nan_ok=True)
    assert also == warned
    # Rows contribute what the metric is made of.
    values = VALUES[name](y_true, y_pred, **options)
    mean = np.average(values, weights=options.get("sample_weight"))
    size = np.abs(values).max()
    assert mean == pytest.approx(value, rel=1e-12, abs=1e-13 * size, nan_ok=True)


def dressed(values, how):
    array = np.array(values)
    if how == "float32":
        return array.astype(np.float32)
    if how == "strided":
        return np.repeat(array, 3)[::3]
    if how == "backwards":
        return array[::-1].copy()[::-1]
    if how == "column":
        return array[:, None]
    if how == "polars":
        return polars.Series(values)
    if how == "pandas":
        return pandas.Series(values, range(len(values), 0, -1))
    return array.astype(how)


@both
@one_case(
    "how",
    [
        *("float32", "float64", "strided", "backwards", "column", "polars", "pandas"),
        *("int8", "uint8", "int64", "uint64", "float16", "longdouble", ">f8", "object"),
    ],
)
def test_any_container(name, how):
    y_true, y_pred, train = [3, 1, 4, 1, 5], [2, 7, 1, 8, 2], [8, 1, 8, 2, 8, 4]
    groups, in_train = [1, 0, 1, 0, 1], [0, 0, 1, 1, 1, 0]
    function = getattr(fm, name)
    for options in ({}, {"groups": groups, "groups_train": in_train}):
        expected = function(y_true, y_pred, y_train=train, **options)
        columns = [dressed(each, how) for each in (y_true, y_pred, train)]
        value = function(*columns[:2], y_train=columns[2], **options)
        assert value == expected


@both
def test_ids_of_any_kind(name):
    y_true, y_pred, train = [3, 1, 4, 1], [2, 7, 1, 8], [8, 1, 8, 2, 8, 4]
    options = {"y_train": train}
    of, of_train = [1, 2, 2, 1], [2, 1, 1, 2, 2, 1]
    function = getattr(fm, name)
    expected = function(y_true, y_pred, groups=of, groups_train=of_train, **options)
    for ids, also in (
        (["x", "y"], ["x", "y"]),
        ([1, 2], [1.0, 2.0]),
        ([True, False], [True, False]),
        (np.array(["2020", "2021"], "M8[Y]"), np.array(["2020", "2021"], "M8[ns]")),
    ):
        groups = [ids[one - 1] for one in of]
        groups_train = [also[one - 1] for one in of_train]
        value = function(
            y_true, y_pred, groups=groups, groups_train=groups_train, **options
        )
        assert value == pytest.approx(expected, rel=1e-15)


@both
@one_case("size", [1e-310, 1e-200, 1e200, 1.7e308])
def test_ends_of_the_floats(name, size, rng):
    y_true, y_pred, train = (np.round(rng.uniform(-1, 1, 9), 3) for _ in range(3))
    function = getattr(fm, name)
    expected = function(y_true, y_pred, y_train=train)
    value = function(size * y_true, size * y_pred, y_train=size * train)
    # Denormals have few digits left.
    assert value == pytest.approx(expected, rel=1e-3 if size < 1e-300 else 1e-13)
    groups = np.arange(9) % 2
    with_groups = {"groups": groups, "groups_train": groups}
    expected = function(y_true, y_pred, y_train=train, **with_groups)
    # One series at an end of the floats, and the other not.
    sizes = np.where(groups == 0, size, 1.0)
    value = function(
        sizes * y_true, sizes * y_pred, y_train=sizes * train, **with_groups
    )
    assert value == pytest.approx(expected, rel=1e-3 if size < 1e-300 else 1e-13)


@both
def test_many_rows(name, rng):
    n = 1300  # several blocks
    y_true, y_pred, train = rng.normal(1e6, 1, (3, n))
    function, groups = getattr(fm, name), rng.integers(0, 7, n)
    weights = rng.integers(0, 4, n) / 2
    for options in (
        {"y_train": train},
        {"groups": groups},
        {"y_train": train, "sample_weight": weights},
        {"y_train": train, "groups": groups, "groups_train": np.sort(groups)},
    ):
        plain = {key: one.tolist() for key, one in options.items()}
        expected = getattr(reference, name)(y_true.tolist(), y_pred.tolist(), **plain)
        value = function(y_true, y_pred, **options)
        assert value == pytest.approx(expected, rel=1e-14)


@both
def test_integers_are_differences_of_floats(name):
    function = getattr(fm, name)
    y = np.array([2**53 + 2, 2**53 + 4, 2**53])
    assert function(y, y + 2, y_train=y) == function(
        y.astype(float), y + 2.0, y_train=y.astype(float)
    )
    # Unsigned ones do not wrap around.
    small = np.array([1, 5, 2], np.uint8)
    assert function(small, small[::-1]) == function([1, 5, 2], [2, 5, 1])


@both
def test_series_that_are_left_out(name):
    function = getattr(fm, name)
    given = [1.0, 2.0, 3.0], [2.0, 2.0, 5.0]
    train = {"y_train": [1.0, 3.0, 4.0, 4.0], "groups_train": [1, 1, 2, 2]}
    expected = function([1.0], [2.0], y_train=[1.0, 3.0])
    with pytest.warns(fm.UndefinedMetricWarning, match="2 series .* are left out"):
        assert function(*given, groups=[1, 2, 3], **train) == expected
    with pytest.warns(fm.UndefinedMetricWarning, match="the series .* NaN"):
        assert math.isnan(function([1.0, 1.0], [1.0, 2.0]))
    with pytest.warns(fm.UndefinedMetricWarning, match="the series .* NaN"):
        assert math.isnan(function([1.0, 2.0], [1.0, 2.0], m=2))
    # A series that weighs nothing is not there, and no reason to warn.
    weights = [1, 0, 0]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        value = function(*given, groups=[1, 2, 3], **train, sample_weight=weights)
    assert value == expected


@both
@one_case(
    ("options", "error", "match"),
    [
        ({"m": 0}, ValueError, "m must be at least 1"),
        ({"m": -1}, ValueError, "m must be at least 1"),
        ({"m": 2**70}, ValueError, "m must be at least 1"),
        ({"m": 1.5}, TypeError, "m must be a whole number"),
        ({"m": None}, TypeError, "m must be a whole number"),
        ({"m": "1"}, TypeError, "m must be a whole number"),
        ({"groups_train": [1, 2]}, ValueError, "groups_train must be None"),
        ({"y_train": [1, 2], "groups_train": [1, 2]}, ValueError, "groups_train"),
        ({"y_train": [1, 2], "groups": [1, 2]}, ValueError, "groups_train must be giv"),
        ({"y_train": [1, math.nan, 2], "m": 2}, ValueError, "y_train contains NaN"),
        ({"y_train": [1, math.inf]}, ValueError, "y_train contains infinity"),
        ({"y_train": []}, ValueError, "y_train"),
        ({"y_train": [[1, 2], [3, 4]]}, ValueError, "y_train must be a column"),
        ({"y_train": ["a", "b"]}, ValueError, "y_train"),
        ({"y_train": 3}, (ValueError, TypeError), "y_train"),
        ({"groups": [1]}, ValueError, "groups"),
        ({"groups": [1, None]}, ValueError, "groups"),
        ({"sample_weight": [-1, 1]}, ValueError, "sample_weight"),
        ({"sample_weight": [0, 0]}, ValueError, "sample_weight"),
    ],
)
def test_refused(name, options, error, match):
    with pytest.raises(error, match=match):
        getattr(fm, name)([1, 2], [2, 2], **options)


@both
@one_case("bad", [math.nan, math.inf, -math.inf])
@one_case("n", [3, 700])
@one_case("weight", [None, 0])
def test_numbers_that_are_refused(name, bad, n, weight):
    y, wrong = np.arange(n) % 5.0, np.arange(n) % 7.0
    wrong[n - 2] = bad
    options = {} if weight is None else {"sample_weight": np.arange(n) != n - 2}
    for groups in (None, np.arange(n) % 2):
        for argument, columns in (("y_pred", (y, wrong)), ("y_true", (wrong, y))):
            with pytest.raises(ValueError, match=argument):
                getattr(fm, name)(*columns, groups=groups, **options)


@both
def test_only_columns(name):
    with pytest.raises(ValueError, match="y_true must be a column"):
        getattr(fm, name)(np.ones((3, 2)), np.ones((3, 2)))


# ------------------------------------------------------------------------ intervals


def skew_t_of(values):
    bounds = skew_t_interval(list(values), lower=0.0)
    return pytest.approx(bounds, rel=1e-10)


def test_intervals_of_one_series(rng):
    y, train = rng.normal(size=40), rng.normal(size=90)
    p = y + rng.exponential(size=40)
    found = fm.confidence_interval(
        fm.mean_absolute_scaled_error, y, p, metric_params={"y_train": train}
    )
    scale = np.abs(np.diff(train)).mean()
    assert (found.low, found.high) == skew_t_of(np.abs(p - y) / scale)
    assert found.method == "skew-t"
    assert found.approximate
    assert "correlated" in found.reason


@both
def test_intervals_of_several_series(name, rng):
    sizes = [5, 9, 14, 6, 30, 8]
    groups = np.repeat(np.arange(6), sizes)
    y = rng.normal(size=len(groups))
    p = y + rng.exponential(size=len(groups)) * (1 + groups)
    function = getattr(fm, name)
    found = fm.confidence_interval(function, y, p, groups=groups)
    each = [function(y[groups == k], p[groups == k]) for k in range(6)]
    assert found.estimate == pytest.approx(np.mean(each), rel=1e-12)
    assert (found.low, found.high) == skew_t_of(each)


@both
def test_one_series_that_scales_itself_has_no_interval(name):
    found = fm.confidence_interval(name, [1.0, 2, 4], [1.0, 3, 2])
    assert math.isnan(found.low)
    assert "one series" in found.reason
    with pytest.raises(ValueError, match="one series"):
        fm.confidence_interval(name, [1.0, 2, 4], [1.0, 3, 2], method="percentile")
