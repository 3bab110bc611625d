/* fm_merge.c: see fm_merge.h. */
#include "fm_merge.h"

#define FM_KEY uint64_t
#define FM_NAME(x) x##_u64
#include "fm_merge.inc"
#undef FM_KEY
#undef FM_NAME

#define FM_KEY uint32_t
#define FM_NAME(x) x##_u32
#include "fm_merge.inc"
