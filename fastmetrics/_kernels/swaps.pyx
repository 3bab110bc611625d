"""Swaps of the outputs of two models: signs of differences, and areas, drawn anew.

Whether unit i is swapped in a replicate is bit i of a stream of its own, which
``fastmetrics.reference.random.swapped`` reads too.
"""

import numpy as np

from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t

from fastmetrics._kernels.c.philox cimport FM_STREAM_SWAP, fm_philox_block

# Bits that one call of Philox gives, and bytes of them.
cdef enum:
    BITS = 128
    BYTES = 16
    SUMS = 256
    LANES = 32      # replicates that go through the entries together

# What an entry is, beside 8 times its unit.
cpdef enum:
    POSITIVE = 1
    OF_SECOND = 2
    LAST_OF_TIE = 4

MOST_UNITS = 1 << 29


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


cdef double sum_of_dealt(const double *values, Py_ssize_t n, uint64_t wanted,
                         uint64_t seed, uint64_t replicate) noexcept nogil:
    """Sum of the values of so many of n units, each choice of which is as likely.

    Unit after unit is taken with the share that is wanted of those that are left
    (Knuth's selection sampling): if its 32 bits times those left are less.
    """
    cdef uint64_t[2] bits
    cdef uint64_t left = n, taken
    cdef uint32_t word
    cdef double total = 0.0
    cdef Py_ssize_t i, k
    for i in range(0, n, 4):
        if wanted == 0:
            break
        fm_philox_block(seed, FM_STREAM_SWAP, replicate, i // 4, bits)
        for k in range(min(4, n - i)):
            word = <uint32_t> (bits[k // 2] >> (32 * (k % 2)))
            taken = word * left < wanted << 32
            total += values[i + k] if taken else 0.0
            wanted -= taken
            left -= 1
    return total


def sum_dealt(const double[::1] values not None, Py_ssize_t wanted, uint64_t seed,
              uint64_t first, double[::1] out not None):
    """Sums of ``wanted`` of the values, of replicates ``first``, ``first`` + 1, …"""
    cdef Py_ssize_t n = values.shape[0], r
    if not 0 < wanted <= n <= MOST_UNITS:
        raise ValueError(f"wanted must be from 1 to {n}, got {wanted}")
    with nogil:
        for r in range(out.shape[0]):
            out[r] = sum_of_dealt(&values[0], n, wanted, seed, first + r)


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


cdef uint64_t transposed(uint64_t bits) noexcept nogil:
    """Eight bytes whose byte i has the bits i of the given ones (Hacker's Delight)."""
    cdef uint64_t t
    t = (bits ^ (bits >> 7)) & <uint64_t> 0x00AA00AA00AA00AA
    bits = bits ^ t ^ (t << 7)
    t = (bits ^ (bits >> 14)) & <uint64_t> 0x0000CCCC0000CCCC
    bits = bits ^ t ^ (t << 14)
    t = (bits ^ (bits >> 28)) & <uint64_t> 0x00000000F0F0F0F0
    return bits ^ t ^ (t << 28)


cdef void fill_words(uint64_t seed, uint64_t first, Py_ssize_t n_blocks,
                     uint32_t *words) noexcept nogil:
    """Of each unit the replicates, from ``first`` on, in which it is swapped."""
    cdef uint64_t[LANES][2] bits
    cdef uint64_t eight
    cdef Py_ssize_t block, lane, byte, i, half, part
    cdef uint32_t *own
    for block in range(n_blocks):
        for lane in range(LANES):
            fm_philox_block(seed, FM_STREAM_SWAP, first + lane, block, bits[lane])
        for byte in range(BYTES):
            half, part = byte // 8, 8 * (byte % 8)
            own = words + block * BITS + 8 * byte
            for i in range(8):
                own[i] = 0
            for lane in range(0, LANES, 8):
                eight = 0
                for i in range(8):
                    eight |= ((bits[lane + i][half] >> part) & 255) << (8 * i)
                eight = transposed(eight)
                for i in range(8):
                    own[i] |= <uint32_t> ((eight >> (8 * i)) & 255) << lane


cdef void add_entries(const uint32_t *entries, Py_ssize_t n, const uint32_t *words,
                      Py_ssize_t most, int64_t *out) noexcept nogil:
    """Twice the area of A less that of B, of LANES replicates, but for a constant.

    Entries come by falling score. What a negative entry adds is how many positive ones
    its model has above it, ties by halves: of A's with a plus, of B's with a minus,
    which is A's number less that of both.
    """
    cdef uint32_t[LANES] bit, hits, before, sums
    cdef uint32_t word, both = 0, both_before = 0, both_twice
    cdef Py_ssize_t i, j, lane, begin = 0, added = 0
    for lane in range(LANES):
        bit[lane] = <uint32_t> 1 << lane
        hits[lane] = before[lane] = sums[lane] = 0
        out[lane] = 0
    for i in range(n):
        if entries[i] & POSITIVE:
            word = words[entries[i] >> 3]
            if not entries[i] & OF_SECOND:
                word = ~word
            both += 1
            for lane in range(LANES):
                hits[lane] += (word & bit[lane]) != 0
        if not entries[i] & LAST_OF_TIE:
            continue
        both_twice = both + both_before
        for j in range(begin, i + 1):
            if entries[j] & POSITIVE:
                continue
            word = words[entries[j] >> 3]
            if not entries[j] & OF_SECOND:
                word = ~word
            for lane in range(LANES):
                sums[lane] += hits[lane] + before[lane] + (
                    both_twice if word & bit[lane] else 0)
            added += 1
            if added == most:
                for lane in range(LANES):
                    out[lane] += sums[lane]
                    sums[lane] = 0
                added = 0
        if both != both_before:
            for lane in range(LANES):
                before[lane] = hits[lane]
            both_before = both
        begin = i + 1
    for lane in range(LANES):
        out[lane] += sums[lane]


def swap_areas(const uint32_t[::1] entries not None, Py_ssize_t n_units,
               uint64_t seed, uint64_t first, int64_t[::1] out not None):
    """Twice the areas of A less those of B, in pairs, of replicates from ``first`` on.

    entries : two of each row, by falling score: eight times its unit, with POSITIVE of
        rows of that class, OF_SECOND of scores of B, and LAST_OF_TIE where a lower
        score comes next. What all replicates have in common is still to be taken
        off: for each negative entry, twice how many positive ones of both are above it.
    """
    cdef Py_ssize_t n = entries.shape[0], r, run, lane
    cdef Py_ssize_t n_blocks = (n_units + BITS - 1) // BITS
    cdef Py_ssize_t most = ((<int64_t> 1 << 32) - 1) // max(1, 6 * n)
    cdef int64_t[LANES] found
    if n_units > MOST_UNITS or n > MOST_UNITS:
        raise ValueError(f"there are more than {MOST_UNITS:,} rows")
    words_array = np.empty(n_blocks * BITS, np.uint32)
    cdef uint32_t[::1] words = words_array
    if n == 0 or n_units == 0:
        return
    with nogil:
        for run in range((out.shape[0] + LANES - 1) // LANES):
            r = run * LANES
            fill_words(seed, first + r, n_blocks, &words[0])
            add_entries(&entries[0], n, &words[0], max(<Py_ssize_t> 1, most), found)
            for lane in range(min(<Py_ssize_t> LANES, out.shape[0] - r)):
                out[r + lane] = found[lane]
