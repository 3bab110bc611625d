/* fm_keys.h: numbers as unsigned integers of the same order.
 *
 * Sorting, merging and comparing are written once, for unsigned integers; a
 * score becomes such a key in the pass that checks it and is turned back only
 * where a value is shown.
 *
 * Equivalent Python, for doubles:
 *     bits = int.from_bytes(struct.pack(">d", x + 0.0), "big")
 *     key = bits ^ (0xFFFF_FFFF_FFFF_FFFF if bits >> 63 else 1 << 63)
 * A positive double already sorts as its bits do, so its sign bit is set to
 * put it above the negatives; a negative one sorts backwards, so all its bits
 * are flipped. Adding 0.0 turns -0.0 into 0.0, which makes them one key (and
 * is why fm_unkey never gives -0.0). Two's complement integers need their sign
 * bit flipped, unsigned ones nothing.
 *
 * Assumed, not checked: no NaN (one would land above +inf or, with its sign
 * bit set, below -inf), and rounding to nearest.
 * Cost: three or four instructions, no branch, so loops over them vectorise.
 * Source: Herf, "Radix Tricks" (2001), the same mapping for floats.
 */
#ifndef FM_KEYS_H
#define FM_KEYS_H

#include "fm_base.h"

#define FM_SIGN_64 ((uint64_t)1 << 63)
#define FM_SIGN_32 ((uint32_t)1 << 31)

FM_INLINE uint64_t fm_key_f64(double x)
{
    uint64_t bits;
    x += 0.0;
    memcpy(&bits, &x, sizeof bits);
    return bits ^ ((0 - (bits >> 63)) | FM_SIGN_64);
}

FM_INLINE double fm_unkey_f64(uint64_t key)
{
    double x;
    key ^= ((key >> 63) - 1) | FM_SIGN_64;
    memcpy(&x, &key, sizeof x);
    return x;
}

FM_INLINE uint32_t fm_key_f32(float x)
{
    uint32_t bits;
    x += 0.0f;
    memcpy(&bits, &x, sizeof bits);
    return bits ^ ((0 - (bits >> 31)) | FM_SIGN_32);
}

FM_INLINE float fm_unkey_f32(uint32_t key)
{
    float x;
    key ^= ((key >> 31) - 1) | FM_SIGN_32;
    memcpy(&x, &key, sizeof x);
    return x;
}

FM_INLINE uint64_t fm_key_i64(int64_t x)
{
    return (uint64_t)x ^ FM_SIGN_64;
}

FM_INLINE int64_t fm_unkey_i64(uint64_t key)
{
    int64_t x;
    key ^= FM_SIGN_64;
    memcpy(&x, &key, sizeof x);
    return x;
}

FM_INLINE uint32_t fm_key_i32(int32_t x)
{
    return (uint32_t)x ^ FM_SIGN_32;
}

FM_INLINE int32_t fm_unkey_i32(uint32_t key)
{
    int32_t x;
    key ^= FM_SIGN_32;
    memcpy(&x, &key, sizeof x);
    return x;
}

#endif
