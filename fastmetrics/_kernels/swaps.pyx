"""Sums of paired numbers whose signs are drawn: swaps of the outputs of two models.

Whether unit i is swapped in a replicate is bit i of a stream of its own, which
``fastmetrics.reference.random.swapped`` reads too.
"""

import numpy as np

from libc.stdint cimport uint8_t, uint64_t

from fastmetrics._kernels.c.philox cimport FM_STREAM_SWAP, fm_philox_block

# Bits that one call of Philox gives, and bytes of them.
cdef enum:
    BITS = 128
    BYTES = 16
    SUMS = 256


cdef void fill_sums(const double *values, Py_ssize_t n, double *sums) noexcept nogil:
    """Sums of the values that each byte names: SUMS for every eight values."""
    cdef Py_ssize_t i, j, k, byte
    cdef double value
    cdef double *own
    for byte in range(BYTES):
        own = sums + byte * SUMS
        own[0] = 0.0
        for i in range(8):
            j = 8 * byte + i
            value = values[j] if j < n else 0.0
            for k in range(1 << i):
                own[(1 << i) + k] = own[k] + value


def sum_swapped(const double[::1] values not None, uint64_t seed, uint64_t first,
                double[::1] out not None):
    """Sums of the values of swapped units, of replicates ``first``, ``first`` + 1, …"""
    cdef Py_ssize_t n = values.shape[0], n_resamples = out.shape[0], block, r, i
    cdef double[BYTES * SUMS] sums
    cdef uint64_t[2] bits
    cdef double low, high
    with nogil:
        for r in range(n_resamples):
            out[r] = 0.0
        for block in range((n + BITS - 1) // BITS):
            fill_sums(&values[block * BITS], n - block * BITS, sums)
            for r in range(n_resamples):
                fm_philox_block(seed, FM_STREAM_SWAP, first + r, block, bits)
                low = high = 0.0
                for i in range(8):
                    low += sums[i * SUMS + <uint8_t> (bits[0] >> (8 * i))]
                    high += sums[(8 + i) * SUMS + <uint8_t> (bits[1] >> (8 * i))]
                out[r] += low + high


def swapped(uint64_t seed, uint64_t replicate, Py_ssize_t n):
    """Which of n units are swapped in a replicate (bool)."""
    drawn = np.empty((n + BITS - 1) // BITS * BYTES, np.uint8)
    cdef uint8_t[::1] out = drawn
    cdef uint64_t[2] bits
    cdef Py_ssize_t block, i
    with nogil:
        for block in range(out.shape[0] // BYTES):
            fm_philox_block(seed, FM_STREAM_SWAP, replicate, block, bits)
            for i in range(8):
                out[block * BYTES + i] = <uint8_t> (bits[0] >> (8 * i))
                out[block * BYTES + 8 + i] = <uint8_t> (bits[1] >> (8 * i))
    return np.unpackbits(drawn, count=n, bitorder="little").view(np.bool_)
