"""Swaps of the outputs of two models: signs of differences, and areas, drawn anew.

Whether unit i is swapped in a replicate is bit i of a stream of its own, which
``fastmetrics.reference.random.swapped`` reads too. Which units are dealt out to the
first of two samples takes bits of the same stream, which no test uses both ways.
"""

import numpy as np

from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from fastmetrics._kernels.c.cpu cimport fm_cpu_init
from fastmetrics._kernels.c.heavy cimport fm_count_bits, fm_sum_heavy
from fastmetrics._kernels.c.philox cimport FM_STREAM_SWAP, fm_philox_block

# Bits that one call of Philox gives, and bytes of them.
cdef enum:
    BITS = 128
    BYTES = 16
    SUMS = 256
    LANES = 32      # replicates that go through the entries together
    DIGITS = 6      # binary digits of the share with which bits are set

# What an entry is, beside 8 times its unit.
cpdef enum:
    POSITIVE = 1
    OF_SECOND = 2
    LAST_OF_TIE = 4

MOST_UNITS = 1 << 29

# Units that are exchanged are drawn in replicates of their own, from here on.
cdef uint64_t EXCHANGES = (<uint64_t> 1) << 63

fm_cpu_init()


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


cdef void deal(uint64_t seed, uint64_t batch, uint64_t n, uint64_t share,
               uint64_t *words) noexcept nogil:
    """Whether each unit is dealt out, a bit for each of BATCH replicates.

    Each bit is set with probability ``share`` / 2^DIGITS, of whose binary digits the
    last one is drawn for first: a digit of 1 takes what is drawn beside what was found,
    0 takes it of that.
    """
    cdef uint64_t[2] bits
    cdef uint64_t i, j = 0, word
    cdef int digit, left = DIGITS
    while left and not share & 1:
        share >>= 1
        left -= 1
    for i in range(n):
        word = 0 if left or not share else ~(<uint64_t> 0)
        for digit in range(left):
            if j % 2 == 0:
                fm_philox_block(seed, FM_STREAM_SWAP, batch, j // 2, bits)
            if share >> digit & 1:
                word |= bits[j % 2]
            else:
                word &= bits[j % 2]
            j += 1
        words[i] = word


cdef void exchange(uint64_t seed, uint64_t replicate, uint64_t n, int64_t lacking,
                   uint64_t bit, uint64_t *words) noexcept nogil:
    """Deal out so many units more, or fewer, each choice of which is as likely.

    Units are drawn until there are as many that are not dealt out yet, or that are: 32
    bits times n, of which the high half is the unit (Lemire's method, without bias).
    """
    cdef uint64_t[2] bits
    cdef uint64_t j = 0, found, taken = lacking < 0
    cdef uint64_t least = ((<uint64_t> 1) << 32) % n
    if lacking < 0:
        lacking = -lacking
    while lacking:
        if j % 4 == 0:
            fm_philox_block(seed, FM_STREAM_SWAP, EXCHANGES | replicate, j // 4, bits)
        found = <uint32_t> (bits[j % 4 // 2] >> (32 * (j % 2))) * n
        j += 1
        if <uint32_t> found < least:
            continue
        found >>= 32
        if (words[found] >> bit & 1) == taken:
            words[found] ^= (<uint64_t> 1) << bit
            lacking -= 1


cdef void deal_batch(uint64_t seed, uint64_t batch, Py_ssize_t n, Py_ssize_t wanted,
                     Py_ssize_t several, uint64_t *words) noexcept nogil:
    """Deal ``wanted`` of n units out in the first ``several`` replicates of a batch."""
    cdef uint64_t share = ((<uint64_t> wanted) << DIGITS) // n
    cdef uint32_t[BATCH] counts
    cdef Py_ssize_t r
    deal(seed, batch, n, share, words)
    memset(counts, 0, sizeof(counts))
    fm_count_bits(words, n, counts)
    for r in range(several):
        exchange(seed, BATCH * batch + r, n, wanted - <int64_t> counts[r], r, words)


cdef int check_dealt(Py_ssize_t n, Py_ssize_t wanted, uint64_t first) except -1:
    if not 0 < wanted <= n <= MOST_UNITS:
        raise ValueError(f"wanted must be from 1 to {n}, got {wanted}")
    if first % BATCH:
        raise ValueError(f"first must be a multiple of {BATCH}, got {first}")
    return 0


def dealt(Py_ssize_t n, Py_ssize_t wanted, uint64_t seed, uint64_t first):
    """Bit r (uint64) of each of n units: whether replicate first + r deals it out.

    Each choice of ``wanted`` is as likely. ``first`` is a multiple of 64, and 64 are
    dealt. Equivalent Python: ``fastmetrics.reference.random.dealt``.
    """
    check_dealt(n, wanted, first)
    drawn = np.empty(n, np.uint64)
    cdef uint64_t[::1] words = drawn
    with nogil:
        deal_batch(seed, first // BATCH, n, wanted, BATCH, &words[0])
    return drawn


def sum_dealt(const double[::1] values not None, Py_ssize_t wanted, uint64_t seed,
              uint64_t first, double[::1] out not None):
    """Sums of ``wanted`` of the values >= 0, of replicates ``first``, ``first`` + 1, …

    Each choice is as likely: of bits that are set by themselves with nearly the share
    that is wanted, some are exchanged. ``first`` is a multiple of BATCH. The units of
    each choice are those of ``fastmetrics.reference.random.dealt``.
    """
    cdef Py_ssize_t n = values.shape[0], start, r
    check_dealt(n, wanted, first)
    cdef uint64_t[::1] words = np.empty(n, np.uint64)
    cdef double[BATCH] sums
    cdef Py_ssize_t batch, several
    with nogil:
        for batch in range((out.shape[0] + BATCH - 1) // BATCH):
            start = batch * BATCH
            several = min(<Py_ssize_t> BATCH, out.shape[0] - start)
            deal_batch(seed, first // BATCH + batch, n, wanted, several, &words[0])
            memset(sums, 0, sizeof(sums))
            fm_sum_heavy(&words[0], &values[0], n, sums)
            for r in range(several):
                out[start + r] = sums[r]


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
