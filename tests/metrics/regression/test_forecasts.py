"""Forecasts of numbers: what they are by other names, what is refused, and how fast."""

import math
import os
import subprocess
import sys

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm

sk = pytest.importorskip("sklearn.metrics")

N = 400
LEVELS = np.array([0.025, 0.1, 0.25, 0.5, 0.75, 0.9, 0.975])


@pytest.fixture
def true(rng):
    return rng.normal(3, 2, N)


@pytest.fixture
def quantiles(rng):
    """Predicted quantiles in ascending order, 0.025, 0.1, ..., 0.975."""
    return np.sort(rng.normal(3, 2, (N, len(LEVELS))), axis=1)


def weighted_interval_score(y, q, levels):
    """Bracher et al. (2021), equation 1, of levels symmetric about 1/2."""
    k = len(levels) // 2
    total = 0.0
    for j in range(k):
        alpha = 2 * levels[j]
        lower, upper = q[:, j], q[:, -1 - j]
        outside = np.maximum(lower - y, 0) + np.maximum(y - upper, 0)
        total = total + alpha / 2 * (upper - lower + 2 / alpha * outside)
    if len(levels) % 2:
        return np.mean(np.abs(y - q[:, k]) / 2 + total) / (k + 0.5)
    return np.mean(total) / k


# ----------------------------------------------------------------------- identities


def test_each_column_is_scikit_learns_pinball_loss(true, quantiles, rng):
    weights = rng.integers(0, 3, N)
    for order in (slice(None), rng.permutation(len(LEVELS))):
        levels, q = LEVELS[order], quantiles[:, order]
        for w in (None, weights):
            found = fm.quantile_losses(true, q, quantiles=levels, sample_weight=w)
            expected = [
                sk.mean_pinball_loss(true, q[:, j], alpha=a, sample_weight=w)
                for j, a in enumerate(levels)
            ]
            assert found == pytest.approx(expected, rel=1e-14)


@one_case("with_median", [True, False])
def test_symmetric_levels_give_the_weighted_interval_score(
    true, quantiles, with_median
):
    kept = slice(None) if with_median else LEVELS != 0.5
    levels, q = LEVELS[kept], quantiles[:, kept]
    expected = weighted_interval_score(true, q, levels)
    found = fm.crps_quantile(true, q, quantiles=levels)
    assert found == pytest.approx(expected, rel=1e-14)


def test_the_median_alone_gives_the_mean_absolute_error(true, quantiles):
    found = fm.crps_quantile(true, quantiles[:, 3], quantiles=0.5)
    assert found == pytest.approx(sk.mean_absolute_error(true, quantiles[:, 3]), 1e-14)


def test_an_interval_loses_what_its_ends_do(true, quantiles):
    ends = quantiles[:, [1, 5]]
    losses = fm.quantile_losses(true, ends, quantiles=[0.1, 0.9])
    score = fm.interval_score(true, *ends.T, confidence_level=0.8)
    assert score == pytest.approx(2 / 0.2 * losses.sum(), rel=1e-14)


def test_interval_coverage_is_made_of_those_of_its_ends(true, quantiles):
    ends = quantiles[:, [1, 5]]
    below, covered = fm.quantile_coverage(true, ends, quantiles=[0.1, 0.9])
    inside = fm.interval_coverage(true, *ends.T)
    assert inside == pytest.approx(covered - below, abs=1e-15)  # no ties


def test_an_ensemble_of_one_has_its_absolute_error(true, quantiles):
    found = fm.crps_ensemble(true, quantiles[:, 0])
    assert found == pytest.approx(sk.mean_absolute_error(true, quantiles[:, 0]), 1e-14)


def test_ensembles_tend_to_the_distribution_they_are_drawn_of(true, rng):
    """Members at the normal quantiles: off by some 1/m²."""
    from scipy.stats import norm

    m = 2000
    z = norm.ppf((np.arange(m) + 0.5) / m)
    mean, scale = rng.normal(3, 1, N), rng.uniform(0.5, 3, N)
    found = fm.crps_ensemble(true, mean[:, None] + scale[:, None] * z)
    assert found == pytest.approx(fm.crps_gaussian(true, mean, scale), rel=1e-4)


def test_dense_levels_tend_to_the_integral(true):
    from scipy.stats import norm

    levels = (np.arange(4000) + 0.5) / 4000
    q = np.broadcast_to(norm.ppf(levels, 3, 2), (N, 4000))
    found = fm.crps_quantile(true, q, quantiles=levels)
    exact = fm.crps_gaussian(true, np.full(N, 3.0), np.full(N, 2.0))
    assert found == pytest.approx(exact, rel=1e-4)


def test_a_fair_score_does_not_depend_on_the_size(rng):
    """On average: its mean over many draws is that of the distribution itself."""
    y = np.zeros(200_000)
    exact = fm.crps_gaussian(y, y, np.ones(len(y)))
    for m in (2, 10):
        members = rng.normal(size=(len(y), m))
        fair = fm.crps_ensemble(y, members, fair=True)
        assert fair == pytest.approx(exact, abs=0.005)  # 4 standard errors
        assert fm.crps_ensemble(y, members) > exact + 0.01


# -------------------------------------------------------------------------- accuracy

# z, CRPS and log loss of the standard normal distribution to 17 digits, by mpmath.
EXACT = [
    (0.0, 0.2336949772551091, 0.9189385332046728),
    (1e-08, 0.2336949772551091, 0.9189385332046728),
    (0.5, 0.3314035312548558, 1.0439385332046727),
    (1.0, 0.6024413576276163, 1.4189385332046727),
    (3.0, 2.436574725086339, 5.418938533204673),
    (8.0, 7.435810416452244, 32.918938533204674),
    (8.99, 8.425810416452244, 41.32898853320467),
    (9.01, 8.445810416452243, 41.50898853320467),
    (40.0, 39.43581041645224, 800.9189385332047),
    (1e10, 9999999999.43581, 5e19),
]


@one_case(("z", "crps", "log_loss"), EXACT)
@one_case("sign", [1, -1])
def test_normal_forecasts_near_and_far(z, crps, log_loss, sign):
    assert fm.crps_gaussian([sign * z], [0], [1]) == pytest.approx(crps, rel=1.5e-15)
    # The unit only scales the one, and shifts the other by its logarithm.
    scaled = fm.crps_gaussian([sign * z * 2.0**300], [0], [2.0**300])
    assert scaled == pytest.approx(crps * 2.0**300, rel=1.5e-15)
    found = fm.gaussian_log_loss([sign * z], [0], [1])
    assert found == pytest.approx(log_loss, rel=1e-15)
    for unit in (-1060, -300, 300):
        found = fm.gaussian_log_loss([0.0], [0], [2.0**unit])
        expected = EXACT[0][2] + unit * math.log(2)
        assert found == pytest.approx(expected, rel=1e-15)


def test_a_scale_too_small_for_a_quotient_is_as_none():
    assert fm.crps_gaussian([3.0], [1.0], [5e-324]) == 2.0
    assert fm.crps_gaussian([3.0], [1.0], [0.0]) == 2.0
    assert fm.crps_gaussian([1.0], [1.0], [0.0]) == 0.0


def test_ensembles_far_from_zero_keep_their_digits(rng):
    """Whole numbers below 2^53, so that shifting them rounds nothing."""
    y, x = rng.integers(0, 1000, 50), rng.integers(0, 1000, (50, 9))
    near = fm.crps_ensemble(y, x)
    assert fm.crps_ensemble(y + 2**52, x + 2**52) == near
    assert fm.crps_ensemble(y * 2.0**-1060, x * 2.0**-1060) == pytest.approx(
        near * 2.0**-1060, rel=1e-12
    )


# --------------------------------------------------------------------- same everywhere

CALLS = {
    "quantile_losses": {"quantiles": LEVELS},
    "mean_quantile_loss": {"quantiles": LEVELS, "crossing": "sort"},
    "quantile_coverage": {"quantiles": LEVELS},
    "crps_ensemble": {},
}


@one_case("name", CALLS)
def test_values_do_not_depend_on_layout_or_threads(name, rng):
    y = rng.normal(size=200_001)
    x = rng.normal(size=(len(y), len(LEVELS)))
    record = np.zeros(x.shape, [("a", "u1"), ("x", "f8")])
    record["x"] = x
    function, options = getattr(fm, name), CALLS[name]
    with fm.num_threads(1):
        value = np.array(function(y, x, **options))
    for held in (x, np.asfortranarray(x), record["x"]):
        assert (np.array(function(y, held, **options)) == value).all()


SCRIPT = """
import numpy as np, fastmetrics as fm
rng = np.random.default_rng(5)
y = rng.normal(size=5001)
x, s = rng.normal(size=(5001, 9)), rng.gamma(2, size=5001)
levels = np.arange(1, 10) / 10
values = [
    *fm.quantile_losses(y, x, quantiles=levels),
    fm.crps_quantile(y, x, quantiles=levels, crossing="sort", sample_weight=s),
    fm.crps_ensemble(y, x), fm.crps_ensemble(y[:40], rng.normal(size=(40, 200))),
    fm.crps_gaussian(y, x[:, 0], s), fm.gaussian_log_loss(y, x[:, 0], s),
    fm.interval_score(y, x[:, 0], x[:, 0] + s),
]
print(*map(float.hex, map(float, values)))
"""


def test_values_do_not_depend_on_the_processor(capsys):
    exec(SCRIPT, {})
    said = {capsys.readouterr().out}
    for level in ("baseline", "avx2"):
        own = {**os.environ, "FASTMETRICS_CPU": level}
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env=own,
            capture_output=True,
            text=True,
            check=True,
        )
        said.add(done.stdout)
    assert len(said) == 1


# -------------------------------------------------------------------- what is refused

Y, LOW, HIGH = [1.0, 2.0, 3.0], [0.0, 1.0, 2.0], [2.0, 3.0, 4.0]
BOTH = [[0.0, 2.0], [1.0, 3.0], [2.0, 4.0]]
TWO = {"quantiles": [0.1, 0.9]}
NAN, INF = math.nan, math.inf

WRONG = {
    "y_true contains NaN": lambda: fm.interval_score([1, NAN, 2], LOW, HIGH),
    "y_lower contains infinity": lambda: fm.interval_coverage(Y, [0, -INF, 1], HIGH),
    "y_upper contains NaN": lambda: fm.mean_interval_width(Y, LOW, [2, 3, NAN]),
    "y_lower must not be above y_upper: it is in 1 of 3 rows, the first is row 1": (
        lambda: fm.interval_coverage(Y, [0, 5, 1], HIGH)
    ),
    "y_lower has 2, expected 3": lambda: fm.interval_coverage(Y, LOW[:2], HIGH),
    "y_upper has 2, expected 3": lambda: fm.interval_coverage(Y, LOW, HIGH[:2]),
    "confidence_level must lie between 0 and 1": (
        lambda: fm.interval_score(Y, LOW, HIGH, confidence_level=1.0)
    ),
    "y_true must be a 1d array": lambda: fm.interval_score(BOTH, LOW, HIGH),
    "y_lower must be a 1d array": lambda: fm.interval_score(Y, BOTH, HIGH),
    "y_true must hold numbers, got strings": (
        lambda: fm.crps_gaussian(["a", "b", "c"], LOW, HIGH)
    ),
    "scale must not be negative: 1 of 3 are, the first in row 2": (
        lambda: fm.crps_gaussian(Y, LOW, [1, 0, -1])
    ),
    "mean contains NaN": lambda: fm.gaussian_log_loss(Y, [0, NAN, 1], HIGH),
    "y_quantiles contains NaN": (
        lambda: fm.quantile_losses(Y, [[0, 1], [1, NAN], [2, 3]], **TWO)
    ),
    "y_quantiles has 2, expected 3": (
        lambda: fm.quantile_losses(Y, BOTH[:2], quantiles=[0.1, 0.9])
    ),
    r"quantiles must hold the level of each column .* 2: got shape \(3,\)": (
        lambda: fm.crps_quantile(Y, BOTH, quantiles=[0.1, 0.5, 0.9])
    ),
    "quantiles must lie between 0 and 1": (
        lambda: fm.crps_quantile(Y, BOTH, quantiles=[0, 0.5])
    ),
    "quantiles must all be different": (
        lambda: fm.crps_quantile(Y, BOTH, quantiles=[0.5, 0.5])
    ),
    "quantiles must hold numbers": lambda: fm.crps_quantile(Y, BOTH, quantiles=["a"]),
    "crossing must be 'allow', 'sort' or 'raise'": (
        lambda: fm.crps_quantile(Y, BOTH, **TWO, crossing="drop")
    ),
    "cross in 3 of 3 rows, the first in row 0": (
        lambda: fm.crps_quantile(Y, BOTH, quantiles=[0.9, 0.1], crossing="raise")
    ),
    "y_ensemble contains NaN": (
        lambda: fm.crps_ensemble(Y, [[0, 1], [NAN, NAN], [2, 3]])
    ),
    "y_ensemble has no column": lambda: fm.crps_ensemble(Y, np.empty((3, 0))),
    "y_ensemble must have one or two dimensions": (
        lambda: fm.crps_ensemble(Y, np.zeros((3, 2, 2)))
    ),
    "sample_weight must not be negative": (
        lambda: fm.crps_ensemble(Y, BOTH, sample_weight=[1, -1, 1])
    ),
    "minimum of 1 is required": lambda: fm.crps_gaussian([], [], []),
}


@one_case(("said", "call"), WRONG.items())
def test_what_is_wrong_is_said(said, call):
    with pytest.raises(ValueError, match=said):
        call()


@one_case("m", [3, 200])
@one_case("value", [NAN, INF, -INF])
def test_numbers_that_are_not_finite_are_found_wherever_they_are(m, value, rng):
    for row, column in ((0, 0), (31, m - 1), (32, 1), (69, m // 2)):
        x = rng.normal(size=(70, m))
        x[row, column] = value
        with pytest.raises(ValueError, match=rf"position \({row}, {column}\)"):
            fm.crps_ensemble(np.zeros(70), x)


def test_flags_are_flags():
    with pytest.raises(TypeError, match="fair must be True or False"):
        fm.crps_ensemble(Y, BOTH, fair="yes")


def test_quantiles_that_only_touch_do_not_cross():
    flat = np.zeros((3, 2))
    assert fm.mean_quantile_loss(Y, flat, **TWO, crossing="raise") == 1.0


def test_rows_without_weight_may_be_infinitely_bad():
    columns = [1.0, 1.0], [1.0, 2.0], [1.0, 0.0]
    assert fm.gaussian_log_loss(*columns) == INF
    found = fm.gaussian_log_loss(*columns, sample_weight=[1, 0])
    assert found == fm.gaussian_log_loss([1.0], [1.0], [1.0])


# ------------------------------------------------------------------------- intervals


@pytest.fixture
def columns(true, quantiles, rng):
    return {
        "quantiles": {"y_quantiles": quantiles},
        "interval": {"y_lower": quantiles[:, 0], "y_upper": quantiles[:, 6]},
        "ensemble": {"y_ensemble": quantiles},
        "normal": {"mean": quantiles[:, 3], "scale": rng.uniform(1, 3, N)},
    }


METRICS = {
    "mean_quantile_loss": ("quantiles", {"quantiles": LEVELS}),
    "crps_quantile": ("quantiles", {"quantiles": LEVELS, "crossing": "sort"}),
    "interval_coverage": ("interval", {}),
    "mean_interval_width": ("interval", {}),
    "interval_score": ("interval", {"confidence_level": 0.9}),
    "crps_ensemble": ("ensemble", {"fair": True}),
    "crps_gaussian": ("normal", {}),
    "gaussian_log_loss": ("normal", {}),
}


@one_case("name", METRICS)
def test_intervals_lie_around_the_value(name, true, columns, rng):
    kind, options = METRICS[name]
    data = columns[kind]
    weights = rng.integers(0, 4, N)
    for design in ({}, {"sample_weight": weights}, {"groups": np.arange(N) // 4}):
        found = fm.confidence_interval(
            name, true, **data, metric_params=options, random_state=0, **design
        )
        own = {key: one for key, one in design.items() if key == "sample_weight"}
        value = getattr(fm, name)(true, **data, **options, **own)
        assert found.estimate == pytest.approx(value, rel=1e-13)
        assert found.low < value < found.high


@one_case("name", [n for n in METRICS if n != "interval_coverage"])
def test_the_closed_form_is_near_the_bootstrap(name, true, columns):
    kind, options = METRICS[name]
    data = {"metric_params": options, **columns[kind]}
    closed = fm.confidence_interval(name, true, **data)
    drawn = fm.confidence_interval(
        name, true, **data, method="bca", n_resamples=999, random_state=0
    )
    width = drawn.high - drawn.low
    assert closed.method == "skew-t"
    assert closed.low == pytest.approx(drawn.low, abs=0.1 * width)
    assert closed.high == pytest.approx(drawn.high, abs=0.15 * width)


def test_a_single_quantile_has_an_interval_of_its_coverage(true, quantiles):
    found = fm.confidence_interval(
        "quantile_coverage",
        true,
        y_quantiles=quantiles[:, 5],
        metric_params={"quantiles": 0.9},
    )
    assert found.method == "wilson"
    assert found.estimate == np.mean(true <= quantiles[:, 5])
    with pytest.raises(ValueError, match="single quantile"):
        fm.confidence_interval(
            "quantile_coverage",
            true,
            y_quantiles=quantiles,
            metric_params={"quantiles": LEVELS},
        )


def test_fair_scores_of_one_member_have_no_interval(true, quantiles):
    with pytest.warns(fm.UndefinedMetricWarning):
        found = fm.confidence_interval(
            "crps_ensemble",
            true,
            y_ensemble=quantiles[:, :1],
            metric_params={"fair": True},
        )
    assert math.isnan(found.low)
    assert found.reason


# -------------------------------------------------------------------- range, direction


@one_case("name", METRICS)
def test_worse_forecasts_have_worse_values(name, true, columns):
    row = fm.catalog.METRICS[name]
    kind, options = METRICS[name]
    data = columns[kind]
    values = []
    for shift in (0.0, 2.0, 8.0):  # of what is observed
        value = getattr(fm, name)(true + shift, **data, **options)
        assert row.lower <= value <= row.upper
        values.append(value)
    if name == "mean_interval_width":
        assert len(set(values)) == 1
    elif name == "interval_coverage":
        assert values == sorted(values, reverse=True)
    else:
        assert not row.greater_is_better
        assert values[0] < values[1] < values[2]
