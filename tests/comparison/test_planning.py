"""Planning against its twin, statsmodels' numbers, simulation, and hostile input."""

import math

import numpy as np
import pytest
from helpers.one_case import one_case
from hypothesis import example, given
from hypothesis import strategies as st
from scipy.stats import binom

import fastmetrics as fm
from fastmetrics import reference as ref

LEVELS = st.floats(1e-6, 0.3)
POWERS = st.floats(0.31, 1 - 1e-6)
SIDES = st.sampled_from(["two-sided", "greater", "less"])
OPTIONS = st.fixed_dictionaries(
    {"alpha": LEVELS, "alternative": SIDES, "n_comparisons": st.integers(1, 50)}
)
NOISES = st.one_of(
    st.fixed_dictionaries({"discordance": st.floats(1e-3, 1)}),
    st.fixed_dictionaries({"standard_deviation": st.floats(1e-3, 1e3)}),
)


@given(n=st.integers(1, 10**6), noise=NOISES, power=POWERS, options=OPTIONS)
@example(n=1, noise={"discordance": 1.0}, power=0.8, options={"alpha": 0.05})
def test_detectable_difference_as_the_twin(n, noise, power, options):
    found = fm.minimum_detectable_difference(n, **noise, power=power, **options)
    expected = ref.minimum_detectable_difference(n, **noise, power=power, **options)
    # The twin halves an interval, with quantiles of the standard library.
    assert found == pytest.approx(expected, rel=1e-9, nan_ok=True)


@given(share=st.floats(1e-3, 1), noise=NOISES, power=POWERS, options=OPTIONS)
def test_rows_as_the_twin(share, noise, power, options):
    difference = share * next(iter(noise.values()))
    found = fm.required_sample_size(difference, **noise, power=power, **options)
    expected = ref.required_sample_size(difference, **noise, power=power, **options)
    assert abs(found - expected) <= 1 + 1e-9 * expected  # the last bit before rounding


@given(n=st.integers(1, 22), share=st.floats(0, 1), noise=NOISES, options=OPTIONS)
def test_power_as_the_twin(n, share, noise, options):
    difference = share * next(iter(noise.values()))
    found = fm.comparison_power(difference, n, **noise, **options)
    expected = ref.comparison_power(difference, n, **noise, **options)
    assert found == pytest.approx(expected, rel=1e-9, abs=1e-12)


@given(share=st.floats(0.01, 1), noise=NOISES, power=POWERS, options=OPTIONS)
def test_so_many_rows_have_the_power_and_show_the_difference(
    share, noise, power, options
):
    difference = share * next(iter(noise.values()))
    n = fm.required_sample_size(difference, **noise, power=power, **options)
    reached = fm.comparison_power(difference, n, **noise, method="normal", **options)
    assert reached >= power * (1 - 1e-9)
    shown = fm.minimum_detectable_difference(n, **noise, power=power, **options)
    assert shown <= difference * (1 + 1e-9)


def test_as_statsmodels():
    # statsmodels 0.15.0, NormalIndPower():
    # .solve_power(0.02 / 0.5, power=0.9, alpha=0.05, ratio=0)
    # .power(0.02 / 0.5, 1_000, 0.05, ratio=0)
    found = fm.required_sample_size(0.02, standard_deviation=0.5, power=0.9)
    assert found == math.ceil(6567.137131057014)
    power = fm.comparison_power(0.02, 1_000, standard_deviation=0.5)
    assert power == pytest.approx(0.24414120703414044, rel=1e-10)


def test_exact_power_is_that_of_the_test_in_a_simulation():
    rng = np.random.default_rng(13)
    n, discordance, difference, draws = 300, 0.2, 0.06, 20_000
    wins = (discordance + difference) / 2
    b, c, _ = rng.multinomial(n, [wins, discordance - wins, 1 - discordance], draws).T
    rejected = np.mean(2 * binom.cdf(np.minimum(b, c), b + c, 0.5) <= 0.05)
    power = fm.comparison_power(difference, n, discordance=discordance)
    assert abs(rejected - power) < 3 * math.sqrt(power * (1 - power) / draws)
    # The normal approximation is of a test that rejects more.
    normal = fm.comparison_power(
        difference, n, discordance=discordance, method="normal"
    )
    assert normal - power > 0.02


@pytest.mark.long
def test_large_n_is_cheap_and_leaves_nothing_out():
    # Without a difference both sides together are the level, which the discreteness
    # keeps below alpha by less and less.
    levels = [fm.comparison_power(0, 10**k, discordance=0.1) for k in (2, 4, 6, 8)]
    assert levels == sorted(levels)
    assert 0.0498 < levels[-1] <= 0.05


def test_what_varies_not_at_all():
    assert fm.minimum_detectable_difference(10, standard_deviation=0) == 0
    assert fm.required_sample_size(0.1, standard_deviation=0) == 1
    assert fm.comparison_power(0.1, 10, standard_deviation=0) == 1
    assert fm.comparison_power(0, 10, standard_deviation=0) == 0
    assert math.isnan(fm.minimum_detectable_difference(10**6, discordance=0))
    assert fm.comparison_power(0, 10, discordance=0) == 0
    assert fm.comparison_power(1, 6, discordance=1) == 1
    assert fm.comparison_power(1, 6, discordance=1, method="normal") == 1
    assert fm.comparison_power(1, 3, discordance=1, method="normal") == 0


def test_comparisons_share_the_level():
    shared = fm.minimum_detectable_difference(
        500, discordance=0.2, alpha=0.05, n_comparisons=10
    )
    alone = fm.minimum_detectable_difference(500, discordance=0.2, alpha=0.005)
    assert shared == alone


DIFFERENCE = {"difference": 0.02, "discordance": 0.1}
ROWS = {"n_samples": 100, "discordance": 0.1}
BOTH = {**DIFFERENCE, **ROWS}


@one_case(
    "function, given, error, message",
    [
        (fm.required_sample_size, {"difference": 0.1}, ValueError, "got neither"),
        (fm.comparison_power, {**BOTH, "standard_deviation": 1}, ValueError,
         "got both"),
        (fm.required_sample_size, {**DIFFERENCE, "difference": 0}, ValueError,
         "difference must be a size above 0 and finite, got 0"),
        (fm.required_sample_size, {**DIFFERENCE, "difference": 0.2}, ValueError,
         "difference must be at most discordance, got 0.2 and 0.1"),
        (fm.required_sample_size, {**DIFFERENCE, "difference": 1e-200}, ValueError,
         "difference must be one that 2..63 rows can show"),
        (fm.required_sample_size, {**DIFFERENCE, "difference": "0.1"}, TypeError,
         "difference must be a number, got str"),
        (fm.comparison_power, {**BOTH, "difference": -0.1}, ValueError,
         "difference must be a size, 0 or more and finite, got -0.1"),
        (fm.comparison_power, {**BOTH, "difference": math.nan}, ValueError,
         "difference must be a size, 0 or more and finite, got nan"),
        (fm.comparison_power, {**BOTH, "method": "normal approximation"}, ValueError,
         "method must be one of"),
        (fm.comparison_power, {**BOTH, "n_samples": 10.5}, TypeError,
         "n_samples must be a whole number, got 10.5"),
        (fm.minimum_detectable_difference, {**ROWS, "n_samples": 0}, ValueError,
         "n_samples must be from 1 to 2..63 - 1, got 0"),
        (fm.minimum_detectable_difference, {**ROWS, "discordance": 1.5}, ValueError,
         r"discordance must lie in \[0, 1\], got 1.5"),
        (fm.minimum_detectable_difference,
         {"n_samples": 9, "standard_deviation": math.inf}, ValueError,
         "standard_deviation must be finite and not negative, got inf"),
        (fm.minimum_detectable_difference, {**ROWS, "power": 0.05}, ValueError,
         "power must lie above alpha, got 0.05 and 0.05"),
        (fm.minimum_detectable_difference, {**ROWS, "power": 1}, ValueError,
         "power must lie between 0 and 1"),
        (fm.minimum_detectable_difference, {**ROWS, "alpha": 0}, ValueError,
         "alpha must lie between 0 and 1"),
        (fm.minimum_detectable_difference, {**ROWS, "alternative": "both"}, ValueError,
         "alternative must be one of"),
        (fm.minimum_detectable_difference, {**ROWS, "n_comparisons": 0}, ValueError,
         "n_comparisons must be from 1"),
    ],
)  # fmt: skip
def test_hostile(function, given, error, message):
    with pytest.raises(error, match=message):
        function(**given)
