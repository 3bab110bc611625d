"""The sequential z test, recorded streams and sample sizes, against their twins."""

import math
import pickle

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics import reference


@pytest.fixture
def rng():
    return np.random.default_rng(8)


@one_case("alternative", ["two-sided", "greater", "less"])
@one_case(
    "given", [(0.83, 0.011, 2000, 0.78), (0.1, 0.02, 100, 0.2), (-3.0, 2.5, 10**6, 0.0)]
)
def test_z_is_that_of_the_twin(given, alternative):
    estimate, error, n, null = given
    found = fm.sequential_z_test(estimate, error, n, null=null, alternative=alternative)
    twin = reference.sequential_z_test(
        estimate, error, n, null=null, alternative=alternative
    )
    # Sums of exponentials here, of products there.
    assert found.statistic == pytest.approx(twin.evalue, rel=1e-12)
    assert found.pvalue == pytest.approx(twin.pvalue, rel=1e-12)
    assert found.confidence_interval() == pytest.approx((twin.low, twin.high), rel=1e-9)
    assert not found.exact
    assert found.notes
    assert pickle.loads(pickle.dumps(found)).summary() == found.summary()
    assert "however often you look" in found.summary()
    assert found.summary(language="zh")


@one_case("n, kappa", [(100, 5.790), (1000, 3.426), (10**6, 3.533)])
def test_the_interval_is_kappa_errors_wide(n, kappa):
    low, high = fm.sequential_z_test(0.0, 1.0, n).confidence_interval()
    assert (round(-low, 3), round(high, 3)) == (kappa, kappa)


@one_case(
    "given, error, message",
    [
        ((0.5, 0.1, 99), ValueError, "n_samples must be at least 100"),
        ((0.5, -0.1, 100), ValueError, "standard_error must be above 0"),
        ((0.0, 0.0, 100), ValueError, "standard_error must be above 0.*Look later"),
        ((math.nan, 0.1, 100), ValueError, "estimate must be finite"),
        ((0.5, math.inf, 100), ValueError, "standard_error must be finite"),
        (("a", 0.1, 100), TypeError, "estimate"),
        ((0.5, 0.1, 100.5), ValueError, "n_samples"),
    ],
)
def test_z_of_what_is_none(given, error, message):
    with pytest.raises(error, match=message):
        fm.sequential_z_test(*given)


@pytest.mark.long
@one_case(
    "options, looks", [({"running": True}, [2, 5]), ({"confidence_level": 0.9}, [4])]
)
def test_a_stream_between_bounds_is_that_of_the_twin(options, looks, rng):
    values = rng.uniform(-1, 2, looks[-1]).round(3).tolist()
    found = fm.confidence_sequence(values, bounds=(-1, 2), looks=looks, **options)
    twin = reference.confidence_sequence(values, bounds=(-1, 2), looks=looks, **options)
    assert found.n.tolist() == twin[0]
    for ours, theirs in zip(list(found)[1:], twin[1:], strict=True):
        # Halved to 60 bits there, of logarithms here.
        assert ours == pytest.approx(theirs, abs=1e-12)


def test_a_stream_without_bounds_is_that_of_the_twin(rng):
    values = rng.exponential(size=150).tolist()
    found = fm.confidence_sequence(values, bounds=None, looks=[100, 150])
    twin = reference.confidence_sequence(values, bounds=None, looks=[100, 150])
    for ours, theirs in zip(list(found)[1:], twin[1:], strict=True):
        assert ours == pytest.approx(theirs, rel=1e-11)


@one_case("running", [False, True])
def test_equal_values_without_bounds_say_nothing(running):
    values = [0.1] * 130 + [0.0, 0.1, 0.1] * 23 + [0.1]
    options = {"bounds": None, "looks": [100, 130, 131, 200], "running": running}
    with pytest.warns(fm.UndefinedMetricWarning, match=r"first 130 .* bounds=\(lo, hi"):
        found = fm.confidence_sequence(values, **options)
    assert np.isnan(found.low).tolist() == [True, True, False, False]
    assert (found.low <= found.high)[2:].all()
    twin = reference.confidence_sequence(values, **options)
    for ours, theirs in zip(list(found)[1:], twin[1:], strict=True):
        assert ours == pytest.approx(theirs, rel=1e-11, nan_ok=True)
    with pytest.raises(TypeError, match="bounds"):
        fm.confidence_sequence(values)


def test_what_is_asymptotic_says_so(rng):
    values = rng.random(150)
    found = fm.confidence_sequence(values, bounds=None)
    assert found.to_dict()["method"] == "asymptotic"
    assert "Asymptotic: " in str(found)
    assert "渐近" in found.to_markdown("zh")
    exact = fm.confidence_sequence(values, bounds=(0, 1))
    assert exact.method == "betting"
    assert "Asymptotic" not in str(exact)


def test_a_stream_is_what_a_test_says_at_its_looks(rng):
    values = rng.random(500)
    found = fm.confidence_sequence(values, bounds=(0, 1), looks=[10, 500])
    test = fm.SequentialTest(bounds=(0, 1))
    for i, part in enumerate((values[:10], values[10:])):
        test.update(values=part)
        one = test.interval()
        assert (one.estimate, one.low, one.high) == (
            found.estimate[i],
            found.low[i],
            found.high[i],
        )


def test_looks_are_geometric_and_end_at_the_end(rng):
    found = fm.confidence_sequence(rng.random(1000), bounds=(0, 1), looks=20)
    assert found.n[0] == 1
    assert found.n[-1] == 1000
    assert len(found.n) <= 20
    assert fm.confidence_sequence(rng.random(300), bounds=None, looks=5).n[0] == 100
    assert fm.confidence_sequence([0.5], bounds=(0, 1), looks=1).n.tolist() == [1]


def test_frames_pictures_and_pages(rng):
    found = fm.confidence_sequence(rng.random(100), bounds=(0, 1), looks=9)
    frame = found.to_frame()
    assert frame.index.name == "n"
    assert frame["low"].tolist() == found.low.tolist()
    assert list(found.to_frame(backend="polars").columns) == [
        "n",
        "estimate",
        "low",
        "high",
    ]
    for language in ("en", "zh"):
        assert found.to_svg(language=language).startswith("<svg")
        assert found.to_markdown(language)
    assert str(found).startswith("After 100 rows the mean is 0.")


@one_case(
    "options, message",
    [
        ({"values": []}, "values"),
        ({"values": [0.5] * 99, "bounds": None}, "bounds"),
        ({"values": [0.5, 2]}, "in row 1"),
        ({"values": [0.5, math.nan]}, "in row 1"),
        ({"values": [math.nan] * 200, "bounds": None}, "NaN"),
        ({"looks": 0}, "looks"),
        ({"looks": [2, 1]}, "looks"),
        ({"looks": [1, 4]}, "looks"),
        ({"looks": [0.5]}, "looks"),
        ({"confidence_level": 1}, "confidence_level"),
        ({"bounds": (0, 0)}, "bounds"),
    ],
)
def test_streams_that_cannot_be(options, message):
    given = {"values": [0.1, 0.2, 0.3], "bounds": (0, 1), **options}
    with pytest.raises((ValueError, TypeError), match=message):
        fm.confidence_sequence(**given)


@pytest.mark.long
@one_case(
    "difference, options",
    [
        (0.6, {"discordance": 0.9, "power": 0.5, "alternative": "greater"}),
        (0.2, {"standard_deviation": 0.4, "alpha": 0.01}),
        (1.0, {"discordance": 1.0}),
    ],
)
def test_sample_sizes_are_those_of_the_twin(difference, options):
    found = fm.sequential_sample_size(difference, **options)
    assert found == reference.sequential_sample_size(difference, **options)


def test_the_worked_sample_sizes():
    assert fm.sequential_sample_size(0.02, discordance=0.1) == 4198
    assert fm.sequential_sample_size(0.02, discordance=0.1, power=0.5) == 2594
    # The quotient 2 / alpha has no float, its logarithm has: 744.4 + log 2.
    assert fm.sequential_sample_size(0.02, discordance=0.1, alpha=5e-324) == 390875
    fixed = fm.required_sample_size(0.02, discordance=0.1)
    assert fixed == 1960


@one_case(
    "options, message",
    [
        ({}, "exactly one"),
        ({"discordance": 0.01}, "at most discordance"),
        ({"discordance": 0.1, "power": 0.04}, "above alpha"),
        ({"standard_deviation": 0}, "above 0"),
        ({"standard_deviation": 5e-324}, "above 0"),
        ({"standard_deviation": 1e9}, "at most 1"),
        ({"discordance": 0.1, "alternative": "more"}, "alternative"),
    ],
)
def test_sample_sizes_that_cannot_be(options, message):
    with pytest.raises(ValueError, match=message):
        fm.sequential_sample_size(0.02, **options)
