"""fm_random.h: draws by address, against the plain-Python twin and against their laws.

Chi-square tests draw with fixed seeds, so they pass or fail for good; 1e-6 is the
p-value below which a law counts as broken.
"""

import itertools
import math
from decimal import Decimal, localcontext

import numpy as np
import pytest
from helpers.one_case import one_case
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from fastmetrics._kernels import random as kernel
from fastmetrics.reference import random as reference

P_VALUE = 1e-6

u64s = st.integers(0, 2**64 - 1)


def assert_law(counts, probabilities):
    """Counts per cell against the law; cells expected below 10 are put together."""
    expected = np.asarray(probabilities, float) * np.sum(counts)
    counts = np.asarray(counts, float)
    assert np.isclose(expected.sum(), counts.sum(), rtol=1e-9)
    rare = expected < 10
    if rare.any():
        counts = np.append(counts[~rare], counts[rare].sum())
        expected = np.append(expected[~rare], expected[rare].sum())
        if expected[-1] < 1:
            assert counts[-1] < 10 + 10 * expected[-1]
            counts, expected = counts[:-1], expected[:-1]
    statistic = np.sum((counts - expected) ** 2 / expected)
    assert stats.chi2.sf(statistic, len(expected) - 1) > P_VALUE


def test_law_checker_finds_a_wrong_law():
    # A percent more or less in one cell of ten, a swap, something that cannot happen.
    counts = np.random.default_rng(1).multinomial(10**6, [0.1] * 10)
    assert_law(counts, [0.1] * 10)
    for law in ([0.102, *[0.898 / 9] * 9], [0.09, 0.11, *[0.1] * 8]):
        with pytest.raises(AssertionError):
            assert_law(counts, law)
    with pytest.raises(AssertionError):
        assert_law(np.append(counts, 30), [*[0.1] * 10, 0.0])


# ------------------------------------------------------------------------------ Philox

# Known answers published with Random123 (counter, key, output), high words of the key
# and the counter last.
KNOWN = [
    ([0] * 4, [0] * 2, "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
    ([0xFFFFFFFF] * 4, [0xFFFFFFFF] * 2, "408f276d 41c83b0e a20bc7c6 6d5451fd"),
    (
        [0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344],
        [0xA4093822, 0x299F31D0],
        "d16cfe09 94fdcceb 5001e420 24126ea1",
    ),
]


def test_philox_gives_the_published_answers():
    for counter, key, output in KNOWN:
        drawn = kernel._py_philox(key[0] | key[1] << 32, np.array(counter, np.uint32))
        assert " ".join(f"{word:08x}" for word in drawn) == output


def philox_lanes(seed, replicate, n):
    """The 16-bit numbers of stream 0 at the indices below n: Philox in NumPy."""
    low = np.uint64(2**32 - 1)
    blocks = np.arange((n + 7) // 8, dtype=np.uint64)
    c = [blocks & low, blocks >> np.uint64(32)]
    c += [np.full_like(blocks, replicate & 2**32 - 1)]
    c += [np.full_like(blocks, replicate >> 32)]
    for r in range(10):
        k0 = np.uint64((seed + r * 0x9E3779B9) % 2**32)
        k1 = np.uint64(((seed >> 32) + r * 0xBB67AE85) % 2**32)
        p0, p1 = c[0] * np.uint64(0xD2511F53), c[2] * np.uint64(0xCD9E8D57)
        c = [
            (p1 >> np.uint64(32)) ^ c[1] ^ k0,
            p1 & low,
            (p0 >> np.uint64(32)) ^ c[3] ^ k1,
            p0 & low,
        ]
    words = np.stack(c, axis=1).astype("<u4")
    return words.view("<u2").reshape(-1)[:n]


# ----------------------------------------------------------------------------- uniform


@given(u64s, u64s, st.integers(0, 2**57 - 20), st.integers(0, 20))
def test_uniform_equals_the_reference(seed, replicate, start, n):
    drawn = kernel.uniform(seed, replicate, start, n)
    assert drawn.tolist() == reference.uniform(seed, replicate, start, n)


def test_uniform_is_uniform():
    drawn = kernel.uniform(11, 0, 0, 10**6)
    assert drawn.min() >= 0
    assert drawn.max() < 1
    assert_law(np.bincount((drawn * 1000).astype(int), minlength=1000), [1e-3] * 1000)
    # pairs of neighbours, and the low bits
    pairs = (drawn[::2] * 30).astype(int) * 30 + (drawn[1::2] * 30).astype(int)
    assert_law(np.bincount(pairs, minlength=900), [1 / 900] * 900)
    low = (drawn * 2**53).astype(np.int64) % 256
    assert_law(np.bincount(low, minlength=256), [1 / 256] * 256)


# ----------------------------------------------------------------------------- Poisson


@given(u64s, u64s, st.integers(0, 2**57 - 400), st.integers(0, 400))
def test_poisson_equals_the_reference(seed, replicate, start, n):
    drawn = kernel.poisson(seed, replicate, start, n)
    assert drawn.tolist() == reference.poisson(seed, replicate, start, n)


def test_poisson_where_the_counter_carries():
    for start in (2**35 - 300, 2**36 - 8, 2**35 - 5, 2**57 - 700):
        drawn = kernel.poisson(5, 6, start, 700)
        assert drawn.tolist() == reference.poisson(5, 6, start, 700)
        assert drawn[299:].tolist() == kernel.poisson(5, 6, start + 299, 401).tolist()


@one_case("replicate", [0, 2**40 + 3])
def test_poisson_where_16_bits_do_not_decide(replicate):
    seed, n = 2**63 + 12345, 2 * 10**6
    leading = philox_lanes(seed, replicate, n)
    steps = np.array([step >> 48 for step in reference.poisson_steps()], np.uint16)
    found = np.flatnonzero(np.isin(leading, steps))
    assert set(leading[found]) == set(steps)
    assert 150 < len(found) < 350
    drawn = kernel.poisson(seed, replicate, 0, n)
    twin = [reference.poisson(seed, replicate, int(i), 1)[0] for i in found]
    assert drawn[found].tolist() == twin
    below = np.searchsorted(np.unique(steps), leading[found])
    assert (drawn[found] > below).any()
    assert (drawn[found] == below).any()
    assert drawn.max() >= 8  # beyond all steps that 16 bits can tell
    others = np.ones(n, bool)
    others[found] = False
    decided = np.searchsorted(np.unique(steps), leading[others])
    np.testing.assert_array_equal(drawn[others], decided)


def test_steps_are_those_of_the_reference():
    steps, leading = kernel._py_poisson_steps()
    assert steps == list(reference.poisson_steps())
    assert leading == [step >> 48 for step in steps[:8]]


def test_probabilities_are_right_to_2_to_the_minus_64():
    steps = [0, *kernel._py_poisson_steps()[0], 2**64]
    with localcontext() as context:
        context.prec = 80
        law = [Decimal(-1).exp() / math.factorial(k) for k in range(40)]
        assert abs(sum(law) - 1) < Decimal(10) ** -45
        for k, p in enumerate(law):
            given = steps[k + 1] - steps[k] if k + 1 < len(steps) else 0
            assert abs(Decimal(given) / 2**64 - p) <= Decimal(2) ** -64


def test_poisson_is_poisson():
    law = stats.poisson(1).pmf(np.arange(21))
    drawn = kernel.poisson(3, 1, 0, 10**6)
    assert_law(np.bincount(drawn, minlength=21), law / law.sum())
    pairs = np.bincount(
        np.minimum(drawn[:-1:2], 5) * 6 + np.minimum(drawn[1::2], 5), minlength=36
    )
    capped = np.append(law[:5], 1 - law[:5].sum())
    assert_law(pairs, np.outer(capped, capped).ravel())


# -------------------------------------------------------------------- bootstrap weights

SIZES = [
    *([n] for n in [0, 1, 2, 5, 63, 64, 65, 255, 256, 1000]),
    [3, 0, 7, 200],
    [1] * 20,
    [500, 11],
]


def test_weights_equal_the_reference():
    for sizes, replicate in itertools.product(SIZES, [0, 1, 2, 3, 2**63]):
        drawn = kernel.draw_weights(77, replicate, np.array(sizes))
        assert drawn.dtype == np.uint8
        assert drawn.tolist() == reference.draw_weights(77, replicate, sizes), sizes


def test_weights_of_many_rows_equal_the_reference():
    # By the definition a unit given or taken away is a scan of all rows: few of each.
    sizes = [40_000, 30_000]
    totals = [s.sum() for s in np.split(kernel.poisson(25, 1, 0, 70_000), [40_000])]
    assert totals == [40_002, 29_964]
    drawn = kernel.draw_weights(25, 1, np.array(sizes))
    assert drawn.tolist() == reference.draw_weights(25, 1, sizes)


def test_weights_sum_to_the_size_of_each_stratum():
    for sizes in (*SIZES, [70_000], [10**6], [64_000, 0, 6001]):
        bounds = np.cumsum(sizes)
        for replicate in range(5 if sizes == [10**6] else 20):
            drawn = kernel.draw_weights(2, replicate, np.array(sizes))
            assert len(drawn) == bounds[-1]
            strata = np.split(drawn, bounds[:-1])
            assert [int(s.sum()) for s in strata] == sizes


@given(u64s, st.lists(st.integers(0, 150), max_size=8))
def test_weights_of_any_strata_equal_the_reference(seed, sizes):
    drawn = kernel.draw_weights(seed, 1, np.array(sizes, np.int64))
    assert drawn.tolist() == reference.draw_weights(seed, 1, sizes)


def law_of_three():
    return {
        w: math.factorial(3) / math.prod(map(math.factorial, w)) / 27
        for w in itertools.product(range(4), repeat=3)
        if sum(w) == 3
    }


def assert_law_of_three(drawn):
    """Rows of drawn are weights of three rows."""
    law = law_of_three()
    assert len(law) == 10
    codes = drawn.astype(int) @ [16, 4, 1]
    counts = np.bincount(codes, minlength=64)
    at = [w[0] * 16 + w[1] * 4 + w[2] for w in law]
    assert counts[at].sum() == len(drawn)
    assert_law(counts[at], list(law.values()))


def test_weights_of_three_rows_are_multinomial_over_replicates():
    sizes = np.array([3])
    drawn = [kernel.draw_weights(4, r, sizes).tobytes() for r in range(10**5)]
    assert_law_of_three(np.frombuffer(b"".join(drawn), np.uint8).reshape(-1, 3))


def test_weights_of_three_rows_are_multinomial_over_strata():
    sizes = np.full(10**6, 3)
    assert_law_of_three(kernel.draw_weights(4, 0, sizes).reshape(-1, 3))


def test_each_row_of_a_large_stratum_is_binomial():
    # Corrections reach first, last and middle rows alike.
    n, replicates = 1000, 3000
    drawn = np.array(
        [kernel.draw_weights(8, r, np.array([n])) for r in range(replicates)]
    ).astype(np.int64)
    law = stats.binom(n, 1 / n).pmf(np.arange(n + 1))
    assert_law(np.bincount(drawn.ravel(), minlength=n + 1), law)
    variance = 1 - 1 / n
    z = (drawn.sum(axis=0) - replicates) / math.sqrt(replicates * variance)
    assert np.abs(z).max() < 6
    assert stats.kstest(z, "norm").pvalue > P_VALUE
    # covariance of two rows: -1/n each
    halves = drawn[:, : n // 2].sum(axis=1)
    expected = n / 2 * variance - (n / 2) * (n / 2 - 1) / n
    assert abs(halves.var() / expected - 1) < 6 * math.sqrt(2 / replicates)


def test_a_weight_does_not_outgrow_a_byte():
    # The bound in the header: some row of n has 256 with probability < n / 256!.
    assert math.log10(2**57) - math.lgamma(257) / math.log(10) < -480


# ---------------------------------------------------------------- binomial, multinomial

TRIALS = [
    (0, 0.3),
    (1, 0.5),
    (10, 0.0),
    (10, 1.0),
    (10, 0.2),
    (19, 0.5),
    (20, 0.5),
    (25, 0.6),
    (60, 0.9),
    (1000, 0.01),
    (1000, 0.0099),
    (1000, 0.37),
    (10**6, 1e-6),
    (10**6, 0.999997),
    (10**6, 3e-4),
    (10**9, 0.25),
]
HUGE = [(2**53, 0.5), (2**53, 0.3), (2**53, 1e-9), (10**15, 0.123), (2**53, 1 - 2**-20)]
RARE = [(2**53, 1e-15), (2**53, 1e-16), (10**12, 5e-324), (2**53, 1e-14), (2**53, 0.0)]


def test_binomial_equals_the_reference():
    for n, p in (*TRIALS, *HUGE, *RARE):
        drawn = kernel.binomial(1, 2, 3, 300, n, p)
        assert drawn.dtype == np.int64
        assert drawn.tolist() == reference.binomial(1, 2, 3, 300, n, p), (n, p)
        assert drawn[7:].tolist() == kernel.binomial(1, 2, 10, 293, n, p).tolist()
        assert 0 <= drawn.min() <= drawn.max() <= n


@given(
    u64s,
    st.integers(0, 2**48 - 20),
    st.one_of(st.integers(0, 300), st.integers(0, 2**53)),
    st.one_of(st.floats(0, 1), st.floats(0, 1e-6)),
)
def test_binomial_of_anything_equals_the_reference(seed, start, n, p):
    drawn = kernel.binomial(seed, 0, start, 20, n, p)
    assert drawn.tolist() == reference.binomial(seed, 0, start, 20, n, p)


@pytest.mark.parametrize(("n", "p"), [t for t in TRIALS if t[0] and 0 < t[1] < 1])
def test_binomial_is_binomial(n, p):
    law = stats.binom(n, p)
    drawn = kernel.binomial(21, 0, 0, 3 * 10**5, n, p)
    if law.std() < 100:
        low, high = int(law.ppf(1e-12)), int(min(n, law.isf(1e-12) + 1))
        inside = np.clip(drawn, low, high) - low
        edges = np.arange(low, high)
    else:
        edges = np.unique(law.ppf(np.arange(1, 200) / 200))
        inside = np.searchsorted(edges, drawn)
    cells = np.diff(law.cdf(edges), prepend=0, append=1)
    assert_law(np.bincount(inside, minlength=len(cells)), cells)


@one_case(("n", "p"), HUGE)
def test_binomial_of_huge_n_is_as_good_as_normal(n, p):
    # With np(1 - p) > 1e6 and half units at the edges, the normal distribution with its
    # first correction for skewness is right to 1e-6, far below what the draws can tell.
    spread = math.sqrt(n * p * (1 - p))
    assert spread > 1000
    drawn = kernel.binomial(22, 0, 0, 3 * 10**5, n, p)
    centre = round(n * p)
    edges = np.unique(np.floor(spread * stats.norm.ppf(np.arange(1, 200) / 200)))
    inside = np.searchsorted(edges, drawn - centre)
    z = (edges + 0.5 + (centre - n * p)) / spread
    skewness = (1 - 2 * p) / spread
    cdf = stats.norm.cdf(z) - skewness / 6 * (z * z - 1) * stats.norm.pdf(z)
    cells = np.diff(cdf, prepend=0, append=1)
    assert_law(np.bincount(inside, minlength=len(cells)), cells)


@one_case(("n", "p"), [t for t in RARE if t[0] * t[1] > 1e-3])
def test_binomial_of_rare_successes_is_poisson(n, p):
    law = stats.poisson(n * p).pmf(np.arange(200))
    drawn = kernel.binomial(23, 0, 0, 10**6, n, p)
    assert_law(np.bincount(drawn, minlength=200), law)


WEIGHTS = [
    [1.0],
    [3.0, 0.0, 5.0, 2.0],
    [0.0, 0.0, 4.0, 0.0],
    [1e-300, 1.0, 1e300],
    [0.1] * 10,
    [412.0, 23.0, 31.0, 534.0],
]


@one_case("n", [0, 1, 9, 1000, 2**53])
def test_multinomial_equals_the_reference(n):
    for weights in WEIGHTS:
        drawn = kernel.multinomial(6, 7, 40, n, np.array(weights), 3)
        assert drawn.tolist() == reference.multinomial(6, 7, 40, n, weights, 3)
        assert drawn.sum(axis=1).tolist() == [n] * 40
        assert not drawn[:, np.array(weights) == 0].any()
        later = kernel.multinomial(6, 12, 35, n, np.array(weights), 3)
        assert drawn[5:].tolist() == later.tolist()


def test_multinomial_is_multinomial():
    weights, n = np.array([1.0, 4.0, 0.0, 3.0]), 4
    drawn = kernel.multinomial(31, 0, 2 * 10**5, n, weights)
    counts = np.bincount(drawn @ [125, 25, 5, 1], minlength=625).reshape([5] * 4)
    law = stats.multinomial(n, weights / 8)
    cells = [w for w in itertools.product(range(5), repeat=4) if sum(w) == n]
    assert_law([counts[w] for w in cells], [law.pmf(w) for w in cells])


def test_multinomial_of_many_objects_has_binomial_cells():
    weights, n = np.array([412.0, 23.0, 31.0, 534.0]), 1000
    drawn = kernel.multinomial(32, 0, 10**5, n, weights)
    for j, weight in enumerate(weights):
        law = stats.binom(n, weight / 1000).pmf(np.arange(n + 1))
        assert_law(np.bincount(drawn[:, j], minlength=n + 1), law)
    merged = stats.binom(n, 0.443).pmf(np.arange(n + 1))
    assert_law(np.bincount(drawn[:, 0] + drawn[:, 2], minlength=n + 1), merged)


# ------------------------------------------------------------------------- log and exp


def error_in_ulps(value, exact):
    return abs(Decimal(value) - exact) / Decimal(math.ulp(value) or 5e-324)


def test_log_is_right_to_an_ulp(rng):
    x = np.concatenate(
        [
            np.exp(rng.uniform(-700, 700, 500)),
            1 + rng.uniform(-0.5, 1, 500),
            1 + rng.uniform(-1, 1, 300) * 2.0 ** rng.integers(-50, -2, 300),
            [1.0, 2.0, 0.5, math.sqrt(2), math.sqrt(0.5), 2.0**-1022, 1.7e308],
        ]
    )
    with localcontext() as context:
        context.prec = 50
        for v in map(float, x):
            assert kernel._py_log(v) == reference.log(v)
            assert error_in_ulps(kernel._py_log(v), Decimal(v).ln()) < 1


def test_log_of_one_minus_p(rng):
    p = [*(2.0 ** rng.uniform(-80, -1, 500)), 0.0, 0.5, 2.0**-53, 2.0**-54, 5e-324]
    with localcontext() as context:
        context.prec = 400
        for v in map(float, p):
            assert kernel._py_log1m(v) == reference.log1m(v)
        context.prec = 80
        for v in map(float, p[:500]):
            exact = (1 - Decimal(v)).ln()
            assert abs(Decimal(kernel._py_log1m(v)) / exact - 1) < Decimal("1e-15")
    assert kernel._py_log1m(0.0) == 0
    assert kernel._py_log1m(5e-324) == -5e-324


def test_exp_of_what_is_not_positive(rng):
    x = [*-rng.uniform(0, 700, 300), *-rng.uniform(0, 15, 300), 0.0, -1e-300]
    with localcontext() as context:
        context.prec = 50
        for v in map(float, x):
            assert kernel._py_exp(v) == reference.exp(v)
            assert abs(Decimal(kernel._py_exp(v)) / Decimal(v).exp() - 1) < Decimal(
                "1e-15"
            )


def test_stirling_error_equals_the_reference():
    for x in (*range(1, 20), 10**3, 10**9, 2**53):
        assert kernel._py_stirling_error(x) == reference.stirling_error(x), x


@one_case("mu", [0.5, 12.25, 3e9 + 0.5, 2.0**52 + 0.5])
def test_deviance_equals_the_reference(mu):
    for ratio in (0.1, 0.8, 0.99, 0.9999999, 1, 1.001, 1.22, 1.23, 7):
        x = float(math.ceil(mu * ratio))
        assert kernel._py_deviance(x, mu) == reference.deviance(x, mu), ratio


# --------------------------------------------------------------------------- bad input


BAD = [
    (lambda: kernel.uniform(0, 0, 0, -1), "n is -1"),
    (lambda: kernel.poisson(0, 0, 0, -1), "n is -1"),
    (lambda: kernel.draw_weights(0, 0, np.array([3, -1])), r"sizes\[1\] is -1"),
    (lambda: kernel.binomial(0, 0, 0, -2, 5, 0.5), "count is -2"),
    (lambda: kernel.binomial(0, 0, 0, 2, -5, 0.5), "n is -5"),
    (lambda: kernel.binomial(0, 0, 0, 2, 2**53 + 1, 0.5), "expected 0 to 2"),
    (lambda: kernel.binomial(0, 0, 0, 2, 5, 1.5), "p is 1.5"),
    (lambda: kernel.binomial(0, 0, 0, 2, 5, math.nan), "p is nan"),
    (lambda: kernel.multinomial(0, 0, 1, 5, np.array([1.0, -1.0])), "weights"),
    (lambda: kernel.multinomial(0, 0, 1, 5, np.array([1.0, math.nan])), "weights"),
    (lambda: kernel.multinomial(0, 0, 1, 5, np.array([1.0, math.inf])), "weights"),
    (lambda: kernel.multinomial(0, 0, 1, 5, np.zeros(3)), "sum of weights is 0"),
    (lambda: kernel.multinomial(0, 0, 1, 5, np.zeros(0)), "sum of weights is 0"),
    (lambda: kernel.multinomial(0, 0, -1, 5, np.ones(2)), "n_replicates is -1"),
]


def test_bad_input_is_named():
    for call, message in BAD:
        with pytest.raises(ValueError, match=message):
            call()


def test_nothing_drawn():
    assert kernel.uniform(0, 0, 0, 0).shape == (0,)
    assert kernel.poisson(0, 0, 0, 0).shape == (0,)
    assert kernel.draw_weights(0, 0, np.zeros(0, np.int64)).shape == (0,)
    assert kernel.binomial(0, 0, 0, 0, 5, 0.5).shape == (0,)
    assert kernel.multinomial(0, 0, 0, 5, np.ones(2)).shape == (0, 2)
    assert kernel.multinomial(0, 0, 2, 0, np.zeros(2)).tolist() == [[0, 0]] * 2
    assert kernel.multinomial(0, 0, 2, 0, np.zeros(0)).shape == (2, 0)
