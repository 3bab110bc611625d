"""Intervals from replicates and counts against their twins and printed numbers."""

import math

import numpy as np
import pytest
from helpers.one_case import one_case
from helpers.random_cases import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

import fastmetrics as fm
from fastmetrics.reference.comparison import adjustments as reference

REPLICATES = ("percentile", "basic", "bca", "bias-corrected", "normal")
SHARES = ("wilson", "clopper-pearson", "agresti-coull", "jeffreys")
FEW = settings(max_examples=examples(25, same=10))


def four(interval):
    return interval.estimate, interval.low, interval.high, interval.standard_error


# Halves, so that replicates tie with the estimate.
VALUES = st.lists(st.integers(-8, 8).map(lambda i: i / 2), min_size=2, max_size=30)
LEVELS = st.sampled_from([0.5, 0.9, 0.95])


@one_case("method", REPLICATES)
@FEW
@given(replicates=VALUES, jackknife=VALUES, level=LEVELS)
def test_intervals_are_what_their_twin_says(method, replicates, jackknife, level):
    options = {"method": method, "confidence_level": level}
    if method == "bca":
        options["jackknife"] = jackknife
    found = fm.interval_from_replicates(0.5, replicates, **options)
    expected = reference.interval_from_replicates(0.5, replicates, **options)
    # Quantiles are sums of rounded products, between replicates that may be far apart.
    assert four(found) == pytest.approx(expected, rel=1e-9, abs=1e-9, nan_ok=True)
    assert (found.method, found.confidence_level) == (method, level)


@one_case("method", SHARES)
@FEW
@given(n=st.integers(1, 60), data=st.data(), level=LEVELS)
def test_shares_are_what_their_twin_says(method, n, data, level):
    successes = data.draw(st.integers(0, n))
    options = {"method": method, "confidence_level": level}
    found = fm.proportion_interval(successes, n, **options)
    expected = reference.proportion_interval(successes, n, **options)
    assert four(found) == pytest.approx(expected, rel=1e-9, abs=1e-9)


# Newcombe (1998), "Two-sided confidence intervals for the single proportion", table I
# (Statistics in Medicine 17): 81 of 263, 15 of 148, 0 of 20, 1 of 29.
@one_case(
    "method, successes, n, low, high",
    [
        ("wilson", 81, 263, 0.2553, 0.3662),
        ("wilson", 15, 148, 0.0624, 0.1605),
        ("wilson", 0, 20, 0.0, 0.1611),
        ("wilson", 1, 29, 0.0061, 0.1718),
        ("clopper-pearson", 81, 263, 0.2527, 0.3676),
        ("clopper-pearson", 15, 148, 0.0578, 0.1617),
        ("clopper-pearson", 0, 20, 0.0, 0.1684),
        ("clopper-pearson", 1, 29, 0.0009, 0.1776),
    ],
)
def test_newcombes_table(method, successes, n, low, high):
    found = fm.proportion_interval(successes, n, method=method)
    assert (found.low, found.high) == pytest.approx((low, high), abs=5e-5)


def test_they_are_those_that_confidence_interval_makes():
    rng = np.random.default_rng(3)
    y, p = rng.integers(0, 2, (2, 80))
    made = fm.confidence_interval(
        "f1_score", y, p, method="percentile", n_resamples=99, random_state=1
    )
    found = fm.interval_from_replicates(made.estimate, made.distribution)
    assert four(found) == four(made)
    made = fm.confidence_interval("accuracy_score", y, p, method="wilson")
    found = fm.proportion_interval((y == p).sum(), 80)
    assert four(found) == four(made)


def test_sums_of_weights_are_no_whole_numbers():
    found = fm.proportion_interval(2.5, 7.25)
    assert found.estimate == 2.5 / 7.25
    assert found.low < found.estimate < found.high


def test_undefined_replicates_are_left_out_and_counted():
    drawn = [*np.linspace(0, 1, 48), math.nan, math.nan]
    with pytest.warns(UserWarning, match="undefined on 2 of 50 replicates") as caught:
        found = fm.interval_from_replicates(0.5, drawn)
    assert caught[0].filename == __file__
    assert (found.n_undefined, found.n_resamples) == (2, 50)
    assert four(found) == four(fm.interval_from_replicates(0.5, drawn[:48]))
    with pytest.warns(UserWarning, match="undefined on 2 of 10 replicates"):
        found = fm.interval_from_replicates(0.5, drawn[40:])
    assert math.isnan(found.low)
    assert "no interval: undefined on 2 of 10 replicates" in str(found)


def test_no_bounds_have_a_reason():
    found = fm.interval_from_replicates(9, [1, 2, 3], method="bias-corrected")
    assert found.reason == "all replicates lie on one side of the estimate"
    assert fm.interval_from_replicates(math.nan, [1, 2]).reason


def test_shares_of_none_and_of_all():
    for method in SHARES:
        assert fm.proportion_interval(0, 5, method=method).low == 0
        assert fm.proportion_interval(5, 5, method=method).high == 1


@one_case(
    "args, options, error, message",
    [
        ((0.5, [1]), {}, ValueError, "replicates must be two or more numbers"),
        ((0.5, []), {}, ValueError, "replicates"),
        ((0.5, [[1, 2], [3, 4]]), {}, ValueError, r"replicates .* shape \(2, 2\)"),
        ((0.5, ["a", "b"]), {}, ValueError, "replicates must hold numbers"),
        (("x", [1, 2]), {}, TypeError, "estimate must be a number, got str"),
        ((0.5, [1, 2]), {"method": "t"}, ValueError, "method must be one of .*'t'"),
        ((0.5, [1, 2]), {"method": "bca"}, ValueError, "jackknife is needed"),
        ((0.5, [1, 2]), {"jackknife": [1, 2]}, ValueError, "jackknife is not taken"),
        (
            (0.5, [1, 2]),
            {"method": "bca", "jackknife": [1]},
            ValueError,
            "jackknife must be two or more numbers",
        ),
        ((0.5, [1, 2]), {"confidence_level": 1}, ValueError, "confidence_level"),
    ],
)
def test_errors_about_replicates(args, options, error, message):
    with pytest.raises(error, match=message):
        fm.interval_from_replicates(*args, **options)


@one_case(
    "args, options, error, message",
    [
        ((1, 0), {}, ValueError, "n must be above 0 and finite, got 0"),
        ((1, math.inf), {}, ValueError, "n must be above 0 and finite, got inf"),
        ((1, math.nan), {}, ValueError, "n must be above 0 and finite, got nan"),
        ((3, 2), {}, ValueError, r"successes must be in \[0, n\], got 3 of 2"),
        ((-1, 2), {}, ValueError, r"successes must be in \[0, n\], got -1 of 2"),
        ((math.nan, 2), {}, ValueError, "successes must be in"),
        (("1", 2), {}, TypeError, "successes must be a number, got str"),
        ((1, 2), {"method": "wald"}, ValueError, "method must be one of .*'wald'"),
        ((1, 2), {"confidence_level": 0}, ValueError, "confidence_level"),
    ],
)
def test_errors_about_shares(args, options, error, message):
    with pytest.raises(error, match=message):
        fm.proportion_interval(*args, **options)


@one_case("method", ["clopper-pearson", "jeffreys"])
@one_case("n", [1e12, 1e15, 1e17, 1e300])
def test_bounds_of_very_many_trials(method, n):
    """Of many successes they are normal, of few the law is a gamma distribution's."""
    half = n / 2
    found = fm.proportion_interval(half, n, method=method)
    width = 1.959963984540054 * 0.5 / math.sqrt(n)
    # Doubles next to one half are 1e-16 apart.
    assert found.low == pytest.approx(0.5 - width, abs=2e-6 * width + 2e-16)
    assert found.high == pytest.approx(0.5 + width, abs=2e-6 * width + 2e-16)
    of_few = fm.proportion_interval(3, n, method=method)
    shift = {"clopper-pearson": (3, 4), "jeffreys": (3.5, 3.5)}[method]
    low, high = (
        stats.gamma.ppf(tail, a) / n
        for tail, a in zip((0.025, 0.975), shift, strict=True)
    )
    assert (of_few.low, of_few.high) == pytest.approx((low, high), rel=1e-10)
    of_most = fm.proportion_interval(n - 3, n, method=method)
    assert 1 - of_most.high == pytest.approx(low, abs=2e-16)


@one_case("method", ["clopper-pearson", "jeffreys"])
@one_case("share", [1e-9, 1e-4, 0.1, 0.5, 0.99])
def test_bounds_are_continuous_where_trials_become_very_many(method, share):
    few, many = (
        fm.proportion_interval(share * n, n, method=method)
        for n in (1e10 * (1 - 1e-13), 1e10)
    )
    # What the simpler distribution leaves out: its next term is 4e-7 of the width.
    within = 1e-6 * (many.high - many.low) + 2e-16
    assert few.low == pytest.approx(many.low, abs=within)
    assert few.high == pytest.approx(many.high, abs=within)


@one_case("method", ["percentile", "basic", "normal", "bias-corrected"])
@one_case("value", [math.inf, -math.inf])
def test_infinite_replicates(method, value):
    """Bounds that they do not reach hold; both are known, or none, with a reason."""
    drawn = np.random.default_rng(0).normal(size=999)
    drawn[:60] = value
    with np.errstate(all="raise"):
        found = fm.interval_from_replicates(0.0, drawn, method=method)
    if math.isnan(found.low) or math.isnan(found.high):
        assert math.isnan(found.low)
        assert math.isnan(found.high)
        assert found.reason.startswith("replicates are infinite")
    drawn[1:60] = 0.0
    few = fm.interval_from_replicates(0.0, drawn, method=method)
    assert math.isfinite(few.low) == (method != "normal")
    assert bool(few.reason) == (method == "normal")
