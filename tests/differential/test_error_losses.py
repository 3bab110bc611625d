"""Losses of numbers against their twins, and against scikit-learn.

The twins are exact but for the last rounding. A loss of a row is within some units in
the last place of it, a mean within a few more: 1e-14 relative is what is promised. A
LINEX loss of z is as sensitive to the rounding of z = a (y - f) as z is large, and of
means of both signs the size of the terms counts.
"""

import math
import warnings

import numpy as np
import pytest
from differential.strategies import MOST_ROWS
from helpers.error_losses import SEVERAL_OUTPUTS
from helpers.one_case import one_case
from helpers.random_cases import examples
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import fastmetrics as fm
from fastmetrics import reference as ref

sk = pytest.importorskip("sklearn.metrics")

ANY = ["raw_values", "uniform_average"]
PARAMETERS = {
    **dict.fromkeys(("percent_bias", *SEVERAL_OUTPUTS), st.just({})),
    "mean_pinball_loss": st.builds(
        lambda alpha: {"alpha": alpha}, st.sampled_from([0, 0.1, 0.5, 0.9, 1])
    ),
    "huber_loss": st.builds(
        lambda delta: {"delta": delta}, st.sampled_from([1.0, 0.25, 3, 1e-3])
    ),
    "pseudo_huber_loss": st.builds(
        lambda delta: {"delta": delta}, st.sampled_from([1.0, 0.25, 3, 1e-3])
    ),
    "linex_loss": st.builds(
        lambda a, b: {"a": a, "b": b},
        st.sampled_from([-1.0, 0.5, 1e-3, -3]),
        st.sampled_from([1.0, 0.1, 5]),
    ),
}
POWERS = [0, 1, 2, 3, 1.5, 1.2, 1.999, 2.5, 4, -0.5, -2]
DEVIANCES = {
    "mean_tweedie_deviance": POWERS,
    "mean_poisson_deviance": [1],
    "mean_gamma_deviance": [2],
    "d2_tweedie_score": POWERS,
}
DTYPES = [np.float64, np.float32, np.int64, np.uint8, np.int16]


@st.composite
def numbers(draw, least=-40, n_outputs=3):
    """Two columns or matrices with equal, close and distant numbers, and weights."""
    n, k = draw(st.integers(1, MOST_ROWS)), draw(st.integers(1, n_outputs))
    whole = st.integers(least, 40)
    scale = draw(st.sampled_from([1.0, 1.0, 0.125, 1e-3, 7.3]))
    values = [draw(st.lists(whole, min_size=n * k, max_size=n * k)) for _ in "yf"]
    y, f = (np.array(one, float).reshape(n, k) * scale for one in values)
    if draw(st.booleans()):  # predictions that are close
        f = y + draw(st.sampled_from([1e-8, 1e-3, 0.0])) * f
    weights = draw(
        st.none()
        | st.lists(st.sampled_from([0, 1, 2, 0.3, 1e-3]), min_size=n, max_size=n)
    )
    if weights is not None and not any(weights):
        weights[0] = 1
    return y, f, weights


def dressed(draw, matrix, dtypes=DTYPES):
    """The same numbers, or such of another type, in another layout."""
    dtype = draw(st.sampled_from(dtypes))
    if dtype != np.float64:
        matrix = np.abs(matrix) if dtype == np.uint8 else matrix
        matrix = matrix.astype(dtype)
    how = draw(st.sampled_from(["C", "F", "strided", "backwards"]))
    if how == "strided":
        matrix = np.repeat(matrix, 2, axis=0)[::2]
    elif how == "backwards":
        matrix = matrix[::-1].copy()[::-1]
    else:
        matrix = np.array(matrix, order=how)
    return matrix[:, 0] if matrix.shape[1] == 1 else matrix


def outcome(function, *columns, **parameters):
    """Return the value and the categories of warnings."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        value = function(*columns, **parameters)
    return value, {one.category.__name__ for one in caught}


def check(name, y, f, weights, parameters, tolerance):
    function, twin = getattr(fm, name), getattr(ref, name)
    given = {**parameters, "sample_weight": weights}
    value, warned = outcome(function, y, f, **given)
    told, why = outcome(twin, y.tolist(), f.tolist(), **given)
    assert warned == why
    assert np.shape(value) == np.shape(told)
    np.testing.assert_allclose(value, told, rtol=tolerance[0], atol=tolerance[1])
    return value


# One draw of numbers is asked of all losses.
@given(data=st.data(), least=st.sampled_from([-40, 0]))
def test_losses_are_those_of_the_twins(data, least):
    y, f, weights = data.draw(numbers(least))
    y, f = dressed(data.draw, y), dressed(data.draw, f)
    outputs = 1 if y.ndim == 1 else y.shape[1]
    averages = [*ANY, [0.25] * outputs] if outputs > 1 else ANY
    error = float(np.abs(y.astype(float) - f).max())
    for name, strategy in PARAMETERS.items():
        if "log_error" in name and least < 0:
            continue
        parameters = dict(data.draw(strategy, label=name))
        parameters["multioutput"] = data.draw(st.sampled_from(averages))
        tolerance = 1e-14, 0
        if name == "linex_loss":
            z = abs(parameters["a"]) * error
            if z >= 700:
                continue  # rounding decides whether the largest overflow
            tolerance = 1e-14 + 1e-15 * z, 0
        elif name == "percent_bias":
            smallest = np.abs(y[y != 0]).min(initial=1)
            tolerance = 1e-14, 1e-15 * error / float(smallest)
        check(name, y, f, weights, parameters, tolerance)


@one_case("name", DEVIANCES)
@settings(max_examples=examples(100, same=6))
@given(data=st.data())
def test_deviances_are_those_of_the_twins(name, data):
    power = data.draw(st.sampled_from(DEVIANCES[name]))
    y, f, weights = data.draw(numbers(-40 if power <= 0 else 0, n_outputs=1))
    f = f if power == 0 else np.abs(f) + 0.5
    y = y + 0.25 if power >= 2 else y
    kinds = [np.float64, np.float32]
    y, f = dressed(data.draw, y, kinds), dressed(data.draw, f, kinds)
    parameters = {} if "mean_p" in name or "gamma" in name else {"power": power}
    tolerance = 1e-14, 0
    if name == "d2_tweedie_score":
        counts = np.ones(len(y)) if weights is None else np.array(weights)
        some = y[counts > 0].astype(float)
        center = float(np.average(some, weights=counts[counts > 0]))
        assume(power >= 0 or abs(center) > 1e-9)  # is it above 0?
        spread = np.ptp(some)
        assume(spread == 0 or spread > 1e-6 * np.abs(some).max())
        # 1 less a quotient, whose parts are right to 1e-14; y - mean rounds.
        lost = abs(
            1
            - np.nan_to_num(
                outcome(
                    ref.d2_tweedie_score,
                    y.tolist(),
                    f.tolist(),
                    sample_weight=weights,
                    power=power,
                )[0]
            )
        )
        tilt = np.abs(some).max() / spread if spread else 1.0
        tolerance = 1e-14, 1e-14 * lost * max(1.0, tilt)
    check(name, y, f, weights, parameters, tolerance)


@given(data=st.data())
def test_the_poisson_log_loss_is_the_twin_s(data):
    y, f, weights = data.draw(numbers(0, n_outputs=1))
    y, f = np.abs(y), np.abs(f) + 0.5
    found = fm.poisson_log_loss(y, f, sample_weight=weights)
    told = ref.poisson_log_loss(y.tolist(), f.tolist(), sample_weight=weights)
    # The twin's logarithm of a factorial is up to 1,400, of which little is left.
    assert found == pytest.approx(told, rel=1e-11, abs=1e-11)


def test_the_poisson_log_loss_is_scipy_s(rng):
    from scipy.stats import poisson

    for mean in (0.5, 30.0, 40.0, 1e4):
        f = mean * rng.lognormal(0, 0.2, 200)
        y = rng.poisson(f)
        told = -poisson.logpmf(y, f).mean()
        assert fm.poisson_log_loss(y, f) == pytest.approx(told, rel=1e-10)
    with pytest.raises(ValueError, match="strictly positive y_pred"):
        fm.poisson_log_loss([1, 0], [1.0, 0.0])
    with pytest.raises(ValueError, match="non-negative y"):
        fm.poisson_log_loss([-1, 0], [1.0, 1.0])
    # Stirling's series takes over at 32, where it is right to the last bits.
    near = fm.poisson_log_loss([32.0], [32.0]), fm.poisson_log_loss([32.01], [32.01])
    assert near[1] - near[0] == pytest.approx(0.01 / 64, rel=1e-2)


SHARED = [name for name in [*PARAMETERS, *DEVIANCES] if hasattr(sk, name)]


@pytest.mark.long
@pytest.mark.parametrize("n", [2, 3000, 140_000])
@one_case("name", SHARED)
@one_case("weighted", [False, True])
def test_values_are_those_of_scikit_learn(rng, name, weighted, n):
    y = rng.gamma(2.0, 3.0, n) + 0.1
    f = y * rng.lognormal(0, 0.3, n)
    given = {"sample_weight": rng.random(n)} if weighted else {}
    in_blocks = n > 100_000  # which are all alike
    powers = DEVIANCES.get(name, [None])
    for power in powers[-1:] if in_blocks else powers:
        if power is not None and name in ("mean_tweedie_deviance", "d2_tweedie_score"):
            given["power"] = power
        value = getattr(fm, name)(y, f, **given)
        # scikit-learn's terms cancel, at a power close to 2 all but eight digits.
        tolerance = 1e-8 if power == 1.999 else 1e-11
        told = getattr(sk, name)(y, f, **given)
        assert value == pytest.approx(told, rel=tolerance)
    if name in PARAMETERS:
        pair = np.stack([y, f], axis=1), np.stack([f, 1.2 * y], axis=1)
        for multioutput in ANY[:1] if in_blocks else (*ANY, [0.2, 0.8]):
            given["multioutput"] = multioutput
            np.testing.assert_allclose(
                getattr(fm, name)(*pair, **given),
                getattr(sk, name)(*pair, **given),
                rtol=1e-12,
            )


def test_a_percentage_of_zero_is_that_of_scikit_learn():
    columns = [1.0, 0.0, 2.4, 7.0], [1.2, 0.1, 2.4, 8.0]
    value = fm.mean_absolute_percentage_error(*columns)
    assert value == pytest.approx(sk.mean_absolute_percentage_error(*columns))
    assert value > 1e14


@one_case("name", [name for name in SHARED if name != "percent_bias"])
@one_case(
    "y, f",
    [
        ([1.0, -2.0, 3.0], [1.0, 2.0, 3.0]),
        ([1.0, 2.0, 3.0], [1.0, -2.0, 3.0]),
        ([1.0, 0.0, 3.0], [1.0, 2.0, 3.0]),
        ([1.0, 2.0, 3.0], [1.0, 0.0, 3.0]),
        ([1.0, -1.0, 3.0], [1.0, 2.0, 3.0]),
        ([1.0, 2.0], [1.0, 2.0, 3.0]),
        ([1.0, math.nan, 3.0], [1.0, 2.0, 3.0]),
        ([1.0, 2.0, 3.0], [1.0, math.inf, 3.0]),
        ([1.0, 2.0, 3.0], [1.0, 2.0, "a"]),
        ([[1.0, 2.0], [3.0, 4.0]], [[1.0, 3.0], [3.0, 4.0]]),
        ([[1.0, 2.0], [3.0, 4.0]], [[1.0], [3.0]]),
        ([], []),
    ],
)
def test_what_scikit_learn_refuses_is_refused(name, y, f):
    for power in DEVIANCES.get(name, [None]):
        given = {}
        if power is not None and name in ("mean_tweedie_deviance", "d2_tweedie_score"):
            given["power"] = power
        found = []
        for function in (getattr(fm, name), getattr(sk, name)):
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    value = function(y, f, **given)
                    found.append(pytest.approx(value, rel=1e-13, nan_ok=True))
            except (ValueError, ZeroDivisionError) as error:
                found.append(str(error))
        ours, theirs = found
        if isinstance(theirs, str):
            assert isinstance(ours, str), theirs
            if "can only be used" in theirs or "cannot be used" in theirs:
                assert ours.startswith(theirs)
        else:
            assert ours.expected == theirs


@one_case("power", [0.5, 0.01, 0.999, math.nan, math.inf, -math.inf])
def test_there_is_no_distribution_of_such_a_power(power):
    for function in (fm.mean_tweedie_deviance, fm.d2_tweedie_score):
        with pytest.raises(ValueError, match="power must be"):
            function([1.0, 2.0], [1.0, 2.0], power=power)


@one_case("y, f", [([1, -1], [1, 2]), ([1, 1], [1, 0])])
def test_a_poisson_loss_is_refused_by_its_own_name(y, f):
    with pytest.raises(ValueError, match="poisson_log_loss can only be used on non-ne"):
        fm.poisson_log_loss(y, f)
