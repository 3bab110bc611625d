/* fm_labels_avx2.c: the loops of fm_labels.h for processors with AVX2. */
#include "fm_labels.h"

#if FM_TWINS

#define FM_BLOCK 512
#define FM_TARGET FM_TARGET_AVX2
#define FM_LEVEL(x) fm_##x##_avx2
#define FM_LINKAGE
#define FM_SAME_64 same
#include "fm_labels.inc"

#endif
