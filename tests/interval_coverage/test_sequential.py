"""How often tests that are looked at again and again err: less than they say.

Of a rate the e-value is a matter of hits and rows alone: its lines are marched along
once, and 1,000 streams of 100,000 rows are held against them at every row.
"""

import math

import numpy as np
import pytest

import fastmetrics as fm
from fastmetrics._common.bounds import proportion
from fastmetrics.comparison.sequential.results import LN_WEIGHTS, SHARES, added_up

pytestmark = pytest.mark.slow

ALPHA = 0.05
# So many of 200 streams have three standard errors more than 5 %.
MOST_OF_200 = 19


@pytest.fixture
def rng():
    return np.random.default_rng(2027)


def line(rate, n_rows, most):
    """The least hits of so many rows at which a mean above the rate has e >= most."""
    with np.errstate(divide="ignore"):
        won, lost = np.log1p(SHARES * (1 - rate) / rate), np.log1p(-SHARES)

    def log_evalue(hits, misses):
        return added_up(hits * won + (misses * lost if misses else 0.0))

    found, hits = np.empty(n_rows), 0
    for n in range(1, n_rows + 1):
        while hits <= n and log_evalue(hits, n - hits) < most:
            hits += 1
        found[n - 1] = hits
    return found


@pytest.mark.parametrize("rate", [0.5, 0.9, 0.99, 0.001])
def test_the_level_under_a_look_at_every_row(rate, rng):
    n_rows, n_streams = 100_000, 1000
    above = line(rate, n_rows, math.log(2 / ALPHA))
    below = line(1 - rate, n_rows, math.log(2 / ALPHA))
    rows = np.arange(1, n_rows + 1)
    n_wrong = 0
    for _ in range(n_streams):
        hits = np.cumsum(rng.random(n_rows) < rate)
        n_wrong += bool(((hits >= above) | (rows - hits >= below)).any())
    assert n_wrong <= 0.029 * n_streams + 3 * math.sqrt(0.029 * n_streams)


def ever_wrong(streams, update, test):
    """Of how many streams the test has ever rejected."""
    n_wrong = 0
    for stream in streams:
        one = test.copy()
        for batch in stream:
            update(one, batch)
        n_wrong += one.rejected_at is not None
    return n_wrong


LAWS = {
    "uniform": (lambda rng, n: rng.random(n), 0.5),
    "skewed": (lambda rng, n: rng.beta(0.5, 4.5, n), 0.1),
    "narrow": (lambda rng, n: rng.beta(60, 40, n), 0.6),
    "two points": (lambda rng, n: rng.choice([0.2, 1.0], n, p=[0.75, 0.25]), 0.4),
    "rare": (lambda rng, n: (rng.random(n) < 0.02) * 0.5, 0.01),
}


@pytest.mark.parametrize("law", LAWS)
def test_the_level_of_bounded_values(law, rng):
    draw, mean = LAWS[law]
    test = fm.SequentialTest(bounds=(0, 1), null=mean)
    streams = ([draw(rng, 40) for _ in range(30)] for _ in range(200))
    wrong = ever_wrong(streams, lambda one, x: one.update(values=x), test)
    assert wrong <= MOST_OF_200


@pytest.mark.parametrize("paired", [True, False])
def test_the_level_of_differences(paired, rng):
    test = fm.SequentialComparison(None, bounds=(0, 1), paired=paired)

    def batch():
        common = rng.random(40) * 0.6
        a, b = common + 0.4 * rng.random(40), common + 0.4 * rng.random(40)
        return a, (b if paired else rng.permutation(b)[: rng.integers(20, 41)])

    streams = ([batch() for _ in range(20)] for _ in range(200))
    wrong = ever_wrong(
        streams, lambda one, x: one.update(values_a=x[0], values_b=x[1]), test
    )
    assert wrong <= MOST_OF_200


def test_the_level_under_drift_whose_average_obeys_the_null(rng):
    # Bad rows come first, good ones after: the average never is above 1/2.
    test = fm.SequentialTest("accuracy", null=0.5, alternative="greater")

    def stream():
        for batch in range(40):
            yield (rng.random(25) < (0.8 if batch % 2 else 0.2)).astype(int)

    wrong = ever_wrong(
        (stream() for _ in range(200)), lambda one, x: one.update([1] * 25, x), test
    )
    assert wrong <= MOST_OF_200


def test_coverage_of_a_finite_set_that_is_labelled_in_random_order(rng):
    right = np.arange(1000) % 10 < 7
    test = fm.SequentialTest("accuracy", null=0.7)
    streams = (np.split(rng.permutation(right).astype(int), 40) for _ in range(200))
    wrong = ever_wrong(streams, lambda one, x: one.update([1] * 25, x), test)
    assert wrong <= 10  # without replacement it is conservative


@pytest.mark.parametrize("rate", [0.5, 0.9])
def test_intervals_are_less_than_twice_as_wide_as_wilsons(rate):
    for power in range(2, 9):
        n = 10**power
        test = fm.SequentialTest("accuracy")
        hits = round(rate * n)
        test.update(fm.ConfusionCounts([0, 1], [[hits, n - hits], [0, 0]]))
        one = test.interval()
        low, high = proportion("wilson", hits, n, 0.95)
        assert 1.65 < (one.high - one.low) / (high - low) < 2.05


def test_stopping_times_are_those_of_the_page(rng):
    n_streams, step = 1000, 20
    shares = [0.06, 0.04, 0.9]  # a difference of 0.02 of a discordance of 0.1
    rows = rng.multinomial(step, shares, (n_streams, 700)).cumsum(1)
    with np.errstate(divide="ignore"):
        won, lost = np.log1p(SHARES), np.maximum(np.log1p(-SHARES), -1e300)
    stopped = np.full(n_streams, np.inf)
    for at in range(rows.shape[1]):
        b, c = rows[:, at, 0, None], rows[:, at, 1, None]
        logs = np.logaddexp.reduce(LN_WEIGHTS + b * won + c * lost, axis=1)
        new = (logs >= math.log(2 / ALPHA)) & np.isinf(stopped)
        stopped[new] = step * (at + 1)
    assert np.isfinite(stopped).all()
    assert np.median(stopped) == pytest.approx(2594, rel=0.07)
    assert stopped.mean() == pytest.approx(1.45 * 1960, rel=0.05)
    assert np.quantile(stopped, 0.8) == pytest.approx(4198, rel=0.07)


def test_false_alarms_are_as_rare_as_they_are_said_to_be(rng):
    lengths = []
    for _ in range(60):
        watch = fm.ChangeDetector("accuracy", null=0.9, average_run_length=50)
        while watch.alarm_at is None and watch.n_updates < 400:
            hits = int(rng.binomial(50, 0.9))
            watch.update(fm.ConfusionCounts([0, 1], [[hits, 50 - hits], [0, 0]]))
        lengths.append(watch.alarm_at or 400)
    assert np.mean(lengths) >= 50
    # By a tenth of the run length at most a tenth have one, but for three errors.
    assert np.mean(np.array(lengths) <= 5) <= 0.1 + 3 * math.sqrt(0.09 / 60)


def test_the_level_of_z_where_estimates_are_means(rng):
    n_wrong, looks = 0, np.unique(np.geomspace(100, 10_000, 60).astype(int))
    for _ in range(200):
        values = rng.exponential(size=10_000) - 1
        sums, squares = np.cumsum(values), np.cumsum(values**2)
        for n in looks.tolist():
            mean = sums[n - 1] / n
            error = math.sqrt((squares[n - 1] / n - mean**2) / (n - 1))
            if fm.sequential_z_test(mean, error, n).pvalue <= ALPHA:
                n_wrong += 1
                break
    assert n_wrong <= MOST_OF_200
