/* fm_int128.h: whole numbers of 128 bits, in two's complement, on every compiler.
 *
 * Equivalent Python, where all results are taken modulo 2**128:
 *     fm_add128(a, b)    a + b
 *     fm_sub128(a, b)    a - b
 *     fm_mul128(a, b)    a * b, b of 64 bits and of either sign
 *     fm_less128(a, b)   a < b
 */
#ifndef FM_INT128_H
#define FM_INT128_H

#include "fm_base.h"

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#endif

typedef struct {
    uint64_t low;
    int64_t high;
} fm_int128;

/* high 64 bits of a * b; the low ones go to *low */
FM_INLINE uint64_t fm_multiply_high(uint64_t a, uint64_t b, uint64_t *low)
{
#if defined(__SIZEOF_INT128__)
    unsigned __int128 product = (unsigned __int128)a * b;
    *low = (uint64_t)product;
    return (uint64_t)(product >> 64);
#elif defined(_MSC_VER) && defined(_M_X64)
    uint64_t high;
    *low = _umul128(a, b, &high);
    return high;
#else
    uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
    uint64_t middle = a1 * b0 + (a0 * b0 >> 32);
    uint64_t other = a0 * b1 + (uint32_t)middle;
    *low = a * b;
    return a1 * b1 + (middle >> 32) + (other >> 32);
#endif
}

FM_INLINE fm_int128 fm_add128(fm_int128 a, fm_int128 b)
{
    fm_int128 sum;
    sum.low = a.low + b.low;
    sum.high =
        (int64_t)((uint64_t)a.high + (uint64_t)b.high + (sum.low < a.low));
    return sum;
}

FM_INLINE fm_int128 fm_sub128(fm_int128 a, fm_int128 b)
{
    fm_int128 rest;
    rest.low = a.low - b.low;
    rest.high =
        (int64_t)((uint64_t)a.high - (uint64_t)b.high - (a.low < b.low));
    return rest;
}

FM_INLINE fm_int128 fm_mul128(fm_int128 a, int64_t b)
{
    fm_int128 product;
    uint64_t high = fm_multiply_high(a.low, (uint64_t)b, &product.low);
    high += (uint64_t)a.high * (uint64_t)b;
    high -= b < 0 ? a.low : 0; /* b was read as b + 2**64 */
    product.high = (int64_t)high;
    return product;
}

FM_INLINE int fm_less128(fm_int128 a, fm_int128 b)
{
    return a.high != b.high ? a.high < b.high : a.low < b.low;
}

#endif
