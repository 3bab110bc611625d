/* fm_quick.c: see fm_quick.h. The algorithm is in fm_quick.inc, the vectors are in
 * fm_lanes.h. */
#include "fm_quick.h"

#include "fm_bits.h"
#include "fm_lanes.h"
#include "fm_runs.h"

#if FM_TWINS

/* Cuts on the way to a leaf: this many beyond twice what even cuts would take. */
#ifndef FM_SPARE_CUTS
#define FM_SPARE_CUTS 8
#endif

/* From here on a pivot is worth a larger sample. */
#define FM_LARGE_SAMPLE 1024

#define FM_TARGET FM_TARGET_AVX2
#define FM_V __m256i
#define FM_W __m256i

#define FM_KEY uint64_t
#define FM_RADIX fm_radix_run_u64
#define FM_LANES 4
#define FM_WIDE 4
#define FM_NET(x) x##_u64_avx2
#define FM_WIDTH(x) x##_u64_avx2
#define FM_WIDE_NAME(x) x##_u64_avx2
#include "fm_quick.inc"

#define FM_KEY uint32_t
#define FM_RADIX fm_radix_run_u32
#define FM_LANES 8
#define FM_WIDE 8
#define FM_NET(x) x##_u32_avx2
#define FM_WIDTH(x) x##_u32_avx2
#define FM_WIDE_NAME(x) x##_u32_avx2
#include "fm_quick.inc"

#undef FM_TARGET
#undef FM_W
#define FM_TARGET FM_TARGET_AVX512
#define FM_W __m512i

#define FM_KEY uint32_t
#define FM_RADIX fm_radix_run_u32
#define FM_LANES 8
#define FM_WIDE 16
#define FM_NET(x) x##_u32_avx2
#define FM_WIDTH(x) x##_u32_avx512
#define FM_WIDE_NAME(x) x##_wide_u32_avx512
#include "fm_quick.inc"

#undef FM_V
#define FM_V __m512i

#define FM_KEY uint64_t
#define FM_RADIX fm_radix_run_u64
#define FM_LANES 8
#define FM_WIDE 8
#define FM_NET(x) x##_u64_avx512
#define FM_WIDTH(x) x##_u64_avx512
#define FM_WIDE_NAME(x) x##_u64_avx512
#include "fm_quick.inc"

#endif /* FM_TWINS */
