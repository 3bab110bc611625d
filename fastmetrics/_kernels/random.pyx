"""Random draws that are pure functions of (seed, replicate, index).

Whatever the order, the threads and the processor, the same address gives the same
draw. Equivalent Python, bit for bit: ``fastmetrics.reference.random``. Functions whose
name starts with ``_py_`` are there for the tests of the C code and for nothing else.
"""

import numpy as np

from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t

from fastmetrics._kernels.c.cpu cimport fm_cpu_init
from fastmetrics._kernels.c.philox cimport (
    FM_STEPS16,
    FM_STEPS64,
    fm_deviance,
    fm_exp,
    fm_log,
    fm_log1m,
    fm_philox,
    fm_steps16,
    fm_steps64,
    fm_stirling_error,
)
from fastmetrics._kernels.c.random cimport (
    fm_draw_binomial,
    fm_draw_multinomial,
    fm_draw_poisson,
    fm_draw_uniform,
    fm_draw_weights,
    fm_draw_weights_scratch,
)

fm_cpu_init()

# Larger numbers of trials are not exact in a double, which the samplers compute with.
cdef int64_t MOST_TRIALS = 1 << 53


cdef int _check_count(Py_ssize_t n, name) except -1:
    if n < 0:
        raise ValueError(f"{name} is {n}, expected 0 or more")
    return 0


cdef int _check_trials(int64_t n) except -1:
    if not 0 <= n <= MOST_TRIALS:
        raise ValueError(f"n is {n}, expected 0 to 2**53 trials")
    return 0


def uniform(uint64_t seed, uint64_t replicate, uint64_t start, Py_ssize_t n):
    """Return n doubles uniform in [0, 1), at the indices from start on.

    Assumes start + n <= 2**57.
    """
    _check_count(n, "n")
    drawn = np.empty(n, np.float64)
    cdef double[::1] out = drawn
    if n != 0:
        with nogil:
            fm_draw_uniform(seed, replicate, start, n, &out[0])
    return drawn


def poisson(uint64_t seed, uint64_t replicate, uint64_t start, Py_ssize_t n):
    """Return n Poisson(1) numbers (uint8), at the indices from start on.

    Assumes start + n <= 2**57.
    """
    _check_count(n, "n")
    drawn = np.empty(n, np.uint8)
    cdef uint8_t[::1] out = drawn
    if n != 0:
        with nogil:
            fm_draw_poisson(seed, replicate, start, n, &out[0])
    return drawn


def draw_weights(uint64_t seed, uint64_t replicate, const int64_t[::1] sizes not None):
    """Return how often each row is drawn (uint8) in one bootstrap replicate.

    In each stratum (sizes[s] rows, one stratum behind the other) as many rows are
    drawn with replacement as it has: the weights of stratum s are exactly
    Multinomial(sizes[s]; 1 / sizes[s], ...). O(n) time, n / 8 bytes of scratch.
    """
    cdef Py_ssize_t s, n = 0, largest = 0
    strata = np.empty(sizes.shape[0] + 1, np.uintp)
    cdef size_t[::1] c_sizes = strata
    for s in range(sizes.shape[0]):
        if sizes[s] < 0:
            raise ValueError(f"sizes[{s}] is {sizes[s]}, expected 0 or more")
        c_sizes[s] = sizes[s]
        n += sizes[s]
        largest = max(largest, sizes[s])
    drawn = np.empty(n, np.uint8)
    cdef uint8_t[::1] weights = drawn
    cdef uint64_t[::1] scratch = np.empty(fm_draw_weights_scratch(largest), np.uint64)
    if n != 0:
        with nogil:
            fm_draw_weights(
                seed, replicate, &c_sizes[0], sizes.shape[0], &weights[0], &scratch[0]
            )
    return drawn


def binomial(
    uint64_t seed,
    uint64_t replicate,
    uint64_t start,
    Py_ssize_t count,
    int64_t n,
    double p,
):
    """Return the successes (int64) in n trials, drawn at count indices from start on.

    Assumes start + count <= 2**48. About 0.1 µs per draw, whatever n is.
    """
    _check_count(count, "count")
    _check_trials(n)
    if not 0.0 <= p <= 1.0:
        raise ValueError(f"p is {p}, expected a probability")
    drawn = np.empty(count, np.int64)
    cdef int64_t[::1] out = drawn
    if count != 0:
        with nogil:
            fm_draw_binomial(seed, replicate, start, count, n, p, &out[0])
    return drawn


def multinomial(
    uint64_t seed,
    uint64_t replicate,
    Py_ssize_t n_replicates,
    int64_t n,
    const double[::1] weights not None,
    uint64_t index=0,
):
    """Return n objects put into cells at random, for n_replicates from replicate on.

    Row r of the result (int64, n_replicates × cells) is
    Multinomial(n; weights / sum(weights)) at (seed, replicate + r, index). Weights on
    any scale, such as the counts of a table. About 0.1 µs per cell and replicate,
    whatever n is.
    """
    cdef Py_ssize_t r, k = weights.shape[0]
    _check_count(n_replicates, "n_replicates")
    _check_trials(n)
    sums = np.cumsum(np.asarray(weights)[::-1])[::-1].copy()
    cdef const double[::1] tails = sums
    if not (np.asarray(weights) >= 0).all() or (k and not sums[0] < np.inf):
        raise ValueError("weights are not all finite and 0 or more")
    if n and not (k and tails[0] > 0):
        raise ValueError("the sum of weights is 0")
    drawn = np.empty((n_replicates, k), np.int64)
    cdef int64_t[:, ::1] out = drawn
    if n_replicates != 0 and k != 0:
        with nogil:
            for r in range(n_replicates):
                fm_draw_multinomial(
                    seed,
                    replicate + r,
                    index * k,
                    n,
                    &weights[0],
                    &tails[0],
                    k,
                    &out[r, 0],
                )
    return drawn


def _py_philox(uint64_t key, const uint32_t[::1] counter not None):
    """Test hook: one block of Philox4x32-10."""
    drawn = np.empty(4, np.uint32)
    cdef uint32_t[::1] out = drawn
    if counter.shape[0] != 4:
        raise ValueError(f"counter has {counter.shape[0]} words, expected 4")
    fm_philox(<uint32_t>key, <uint32_t>(key >> 32), &counter[0], &out[0])
    return drawn


def _py_poisson_steps():
    """Test hook: the steps of the distribution function, to 64 and to 16 bits."""
    cdef int k
    return (
        [fm_steps64[k] for k in range(FM_STEPS64)],
        [fm_steps16[k] for k in range(FM_STEPS16)],
    )


def _py_log(double x):
    """Test hook: log(x) of a positive normal number."""
    return fm_log(x)


def _py_log1m(double p):
    """Test hook: log(1 - p) for p up to 1/2."""
    return fm_log1m(p)


def _py_exp(double x):
    """Test hook: exp(x) for -700 <= x <= 0."""
    return fm_exp(x)


def _py_stirling_error(double x):
    """Test hook: how far Stirling's formula is from log(x!)."""
    return fm_stirling_error(x)


def _py_deviance(double x, double mu):
    """Test hook: x log(x / mu) + mu - x."""
    return fm_deviance(x, mu)
