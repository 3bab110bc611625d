/* fm_bits.h: positions of the highest and the lowest bit that is set. */
#ifndef FM_BITS_H
#define FM_BITS_H

#include "fm_base.h"

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#endif

/* Of bits != 0, counted from 0. */
FM_INLINE int fm_highest_bit(uint64_t bits)
{
#if defined(_MSC_VER) && !defined(__clang__)
    unsigned long position;
    _BitScanReverse64(&position, bits);
    return (int)position;
#else
    return 63 - __builtin_clzll(bits);
#endif
}

FM_INLINE int fm_lowest_bit(uint64_t bits)
{
    return fm_highest_bit(bits & (0 - bits));
}

#endif
