/* fm_heavy.c: bootstrap weights of one bit (fm_heavy.h). */
#include "fm_heavy.h"

#include "fm_cpu.h"
#include "fm_philox.h"

#if FM_TWINS
#include <immintrin.h>
#endif

/* What all blocks of a call share. */
typedef struct {
    uint32_t k0, k1, c1, c2, c3;
} fm_heavy_run;

#if FM_TWINS

/* ---- SSE2, which every x86-64 has ---- */
#define FM_DRAW fm_draw_group_baseline
#define FM_COUNT fm_count_bits_baseline
#define FM_TARGET
#define FM_VECTOR __m128i
#define FM_LANES 2
#define FM_SET64(x) _mm_set1_epi64x((long long)(x))
#define FM_LOAD(p) _mm_loadu_si128((const __m128i *)(p))
#define FM_STORE(p, x) _mm_storeu_si128((__m128i *)(p), x)
#define FM_XOR3(a, b, c) _mm_xor_si128(_mm_xor_si128(a, b), c)
#define FM_AND _mm_and_si128
#define FM_OR _mm_or_si128
#define FM_LEFT32(x) _mm_slli_epi64(x, 32)
#define FM_RIGHT32(x) _mm_srli_epi64(x, 32)
#define FM_MULTIPLY _mm_mul_epu32
#include "fm_heavy.inc"

/* ---- AVX2 ---- */
#define FM_DRAW fm_draw_group_avx2
#define FM_COUNT fm_count_bits_avx2
#define FM_TARGET FM_TARGET_AVX2
#define FM_VECTOR __m256i
#define FM_LANES 4
#define FM_SET64(x) _mm256_set1_epi64x((long long)(x))
#define FM_LOAD(p) _mm256_loadu_si256((const __m256i *)(p))
#define FM_STORE(p, x) _mm256_storeu_si256((__m256i *)(p), x)
#define FM_XOR3(a, b, c) _mm256_xor_si256(_mm256_xor_si256(a, b), c)
#define FM_AND _mm256_and_si256
#define FM_OR _mm256_or_si256
#define FM_LEFT32(x) _mm256_slli_epi64(x, 32)
#define FM_RIGHT32(x) _mm256_srli_epi64(x, 32)
#define FM_MULTIPLY _mm256_mul_epu32
#include "fm_heavy.inc"

/* ---- AVX-512 ---- */
#define FM_DRAW fm_draw_group_avx512
#define FM_COUNT fm_count_bits_avx512
#define FM_TARGET FM_TARGET_AVX512
#define FM_VECTOR __m512i
#define FM_LANES 8
#define FM_SET64(x) _mm512_set1_epi64((long long)(x))
#define FM_LOAD(p) _mm512_loadu_si512(p)
#define FM_STORE(p, x) _mm512_storeu_si512(p, x)
#define FM_XOR3(a, b, c) _mm512_ternarylogic_epi64(a, b, c, 0x96)
#define FM_AND _mm512_and_si512
#define FM_OR _mm512_or_si512
#define FM_LEFT32(x) _mm512_slli_epi64(x, 32)
#define FM_RIGHT32(x) _mm512_srli_epi64(x, 32)
#define FM_MULTIPLY _mm512_mul_epu32
#include "fm_heavy.inc"

#else

/* ---- plain C ---- */
#define FM_DRAW fm_draw_group_baseline
#define FM_COUNT fm_count_bits_baseline
#define FM_TARGET
#define FM_VECTOR uint64_t
#define FM_LANES 1
#define FM_SET64(x) ((uint64_t)(x))
#define FM_LOAD(p) (*(p))
#define FM_STORE(p, x) (*(p) = (x))
#define FM_XOR3(a, b, c) ((a) ^ (b) ^ (c))
#define FM_AND(a, b) ((a) & (b))
#define FM_OR(a, b) ((a) | (b))
#define FM_LEFT32(x) ((x) << 32)
#define FM_RIGHT32(x) ((x) >> 32)
#define FM_MULTIPLY(a, b) ((uint64_t)(uint32_t)(a) * (b))
#include "fm_heavy.inc"

#endif

static void fm_draw_group(const fm_heavy_run *run, const uint64_t *rows,
                          uint64_t *out)
{
#if FM_TWINS
    const int level = fm_cpu_level();
    if (level >= FM_CPU_AVX512) {
        fm_draw_group_avx512(run, rows, out);
        return;
    }
    if (level >= FM_CPU_AVX2) {
        fm_draw_group_avx2(run, rows, out);
        return;
    }
#endif
    fm_draw_group_baseline(run, rows, out);
}

void fm_draw_heavy(uint64_t seed, uint64_t batch, const uint32_t *rows,
                   uint64_t start, size_t n, uint64_t *out)
{
    fm_heavy_run run;
    run.k0 = (uint32_t)seed;
    run.k1 = (uint32_t)(seed >> 32);
    run.c2 = (uint32_t)batch;
    run.c3 = (uint32_t)(batch >> 32);
    for (size_t i = 0; i < n; i += FM_HEAVY_GROUP) {
        uint64_t blocks[FM_HEAVY_GROUP], first = rows != NULL ? 0 : start + i;
        const size_t some = n - i < FM_HEAVY_GROUP ? n - i : FM_HEAVY_GROUP;
        uint64_t before = 0; /* rows of the group with the same high half */
        if (rows != NULL) {
            for (size_t j = 0; j < FM_HEAVY_GROUP; j++)
                blocks[j] = rows[i + (j < some ? j : 0)];
        } else {
            for (size_t j = 0; j < FM_HEAVY_GROUP; j++)
                blocks[j] = first + j;
            before = 0 - (uint64_t)(uint32_t)first;
        }
        run.c1 = FM_STREAM_HEAVY << 24 | (uint32_t)(first >> 32);
        fm_draw_group(&run, blocks, out + i);
        if (FM_UNLIKELY(before != 0 && (uint32_t)before < FM_HEAVY_GROUP)) {
            /* The number of the block passes a multiple of 2^32 in this group. */
            uint64_t beyond[FM_HEAVY_GROUP];
            run.c1++;
            fm_draw_group(&run, blocks, beyond);
            for (size_t j = (uint32_t)before; j < FM_HEAVY_GROUP; j++)
                out[i + j] = beyond[j];
        }
    }
}

void fm_count_bits(const uint64_t *words, size_t n, uint32_t *counts)
{
#if FM_TWINS
    const int level = fm_cpu_level();
    if (level >= FM_CPU_AVX512) {
        fm_count_bits_avx512(words, n, counts);
        return;
    }
    if (level >= FM_CPU_AVX2) {
        fm_count_bits_avx2(words, n, counts);
        return;
    }
#endif
    fm_count_bits_baseline(words, n, counts);
}
