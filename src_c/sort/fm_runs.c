/* fm_runs.c: see fm_runs.h. The radix sort is in fm_runs.inc, once for both key
 * widths, with and without a payload; here are its constants and what does not
 * depend on these. */
#include "fm_runs.h"

#include "fm_bits.h"
#include "fm_quick.h"
#include "fm_twins.h"

/* The digits sorted by should tell this many bits more than the count of keys
 * needs. One bit less doubles the keys that agree in all those digits, and
 * putting such a key right costs about as much as ten keys do in a pass. */
#define FM_SPARE_BITS 3

/* Digits: more values than these no longer have their write positions in the
 * first-level cache. Short runs take shorter digits, or clearing and adding up
 * the counters would cost more than the keys do. */
#define FM_DIGIT_BITS_MOST 10
#define FM_DIGIT_BITS_LEAST 6

/* Values of all digits together. Below 2**32 keys need at most 44 bits (see
 * fm_choose_digits): four digits of ten bits, or more of them but shorter ones. */
#define FM_COUNTERS (4 << FM_DIGIT_BITS_MOST)

/* Keys looked at to see how much the leading bits tell. */
#define FM_SAMPLE 64
#define FM_SAMPLE_BITS 8

#define FM_FEW 24 /* up to here insertion beats clearing the counters */

/* Keys alone that differ only in this many neighbouring bits are counted. */
#define FM_COUNTED_BITS 8

/* A pivot is the median of so many keys. If so many of these equal it, cutting by it
 * is faster than digits: one value's keys follow each other too closely for the
 * processor to count them apart. Shorter runs are not looked at. */
#define FM_PIVOT_SAMPLE 31
#define FM_PIVOT_TIED 5
#define FM_PIVOT_LEAST 256

/* From here on digits beat comparing four keys at a time. Wider vectors, or more keys
 * in a vector, have no such limit. */
#define FM_RADIX_LEAST ((size_t)1 << 12)

/* How the leading bits of a run are cut into digits. */
typedef struct {
    int shift;  /* bits below are not looked at */
    int width;  /* bits per digit */
    int digits; /* how many */
} fm_digits;

/* For n keys that differ in the bits low .. high - 1, when the leading bits of
 * them tell `told` bits (scores as doubles spend many on exponents that hardly
 * vary) and the others tell all of theirs. */
FM_INLINE fm_digits fm_choose_digits(size_t n, int low, int high, int told)
{
    fm_digits chosen;
    const int log_n = fm_highest_bit(n);
    int needed = log_n + 1 + FM_SPARE_BITS + FM_SAMPLE_BITS - told;
    int most = log_n;
    if (most > FM_DIGIT_BITS_MOST)
        most = FM_DIGIT_BITS_MOST;
    if (most < FM_DIGIT_BITS_LEAST)
        most = FM_DIGIT_BITS_LEAST;
    if (needed > high - low)
        needed = high - low;
    chosen.digits = (needed + most - 1) / most;
    chosen.width = (needed + chosen.digits - 1) / chosen.digits;
    chosen.shift = high - chosen.digits * chosen.width;
    if (chosen.shift < low)
        chosen.shift = low;
    return chosen;
}

#define FM_TARGET
#define FM_KEY uint64_t
#define FM_WIDTH(x) x##_u64_baseline
#include "fm_runs.inc"
#undef FM_KEY
#undef FM_WIDTH

#define FM_KEY uint32_t
#define FM_WIDTH(x) x##_u32_baseline
#include "fm_runs.inc"
#undef FM_KEY
#undef FM_WIDTH
#undef FM_TARGET

#if FM_TWINS
#define FM_TARGET FM_TARGET_AVX2
#define FM_KEY uint64_t
#define FM_WIDTH(x) x##_u64_avx2
#include "fm_runs.inc"
#undef FM_KEY
#undef FM_WIDTH

#define FM_KEY uint32_t
#define FM_WIDTH(x) x##_u32_avx2
#include "fm_runs.inc"
#undef FM_KEY
#undef FM_WIDTH
#undef FM_TARGET
#endif

void fm_radix_run_u64(uint64_t *keys, size_t n, uint64_t *tmp, size_t room)
{
    FM_BY_LEVEL(fm_radix_run_u64, keys, n, tmp, room);
}

void fm_radix_run_u32(uint32_t *keys, size_t n, uint32_t *tmp, size_t room)
{
    FM_BY_LEVEL(fm_radix_run_u32, keys, n, tmp, room);
}

void fm_sort_run_u64(uint64_t *keys, size_t n, uint64_t *tmp, size_t room)
{
#if FM_TWINS
    const int level = fm_cpu_level();
    if (level >= FM_CPU_AVX2) {
        if (fm_sort_easy_u64_avx2(keys, n, tmp, room))
            return;
        if (level >= FM_CPU_AVX512)
            fm_quick_u64_avx512(keys, n, tmp, room);
        else if (n > FM_RADIX_LEAST)
            fm_radix_run_u64_avx2(keys, n, tmp, room);
        else
            fm_quick_u64_avx2(keys, n, tmp, room);
        return;
    }
#endif
    fm_radix_run_u64_baseline(keys, n, tmp, room);
}

void fm_sort_run_u32(uint32_t *keys, size_t n, uint32_t *tmp, size_t room)
{
#if FM_TWINS
    const int level = fm_cpu_level();
    if (level >= FM_CPU_AVX2) {
        if (fm_sort_easy_u32_avx2(keys, n, tmp, room))
            return;
        if (level >= FM_CPU_AVX512)
            fm_quick_u32_avx512(keys, n, tmp, room);
        else
            fm_quick_u32_avx2(keys, n, tmp, room);
        return;
    }
#endif
    fm_radix_run_u32_baseline(keys, n, tmp, room);
}

void fm_sort_run_pairs_u64(uint64_t *keys, uint64_t *payload, size_t n,
                           uint64_t *tmp_keys, uint64_t *tmp_payload)
{
    FM_BY_LEVEL(fm_sort_run_pairs_u64, keys, payload, n, tmp_keys, tmp_payload);
}

void fm_sort_run_pairs_u32(uint32_t *keys, uint64_t *payload, size_t n,
                           uint32_t *tmp_keys, uint64_t *tmp_payload)
{
    FM_BY_LEVEL(fm_sort_run_pairs_u32, keys, payload, n, tmp_keys, tmp_payload);
}
