/* fm_top.c: see fm_top.h. */
#include "fm_top.h"

#include <math.h>

#include "fm_bits.h"
#include "fm_cpu.h"

#if FM_TWINS

#include <immintrin.h>

/* So many relevant documents, at most, are compared with all. */
#define FM_TOP_AT_MOST 32
/* Stretches whose largest scores are known: FM_VECTORS vectors of four. */
#define FM_VECTORS 4
#define FM_STRETCHES (4 * FM_VECTORS)

/* A score that at least k of all have, from the largest of each stretch. */
FM_TARGET_AVX2 static double fm_bound(const __m256d *largest, int64_t k)
{
    __m256d least;
    double lanes[4];
    if (k > FM_STRETCHES)
        return -INFINITY;
    if (k > FM_STRETCHES / 2)
        least = _mm256_min_pd(_mm256_min_pd(largest[0], largest[1]),
                              _mm256_min_pd(largest[2], largest[3]));
    else if (k > FM_STRETCHES / 4)
        least = _mm256_min_pd(_mm256_max_pd(largest[0], largest[1]),
                              _mm256_max_pd(largest[2], largest[3]));
    else
        least = _mm256_max_pd(_mm256_max_pd(largest[0], largest[1]),
                              _mm256_max_pd(largest[2], largest[3]));
    _mm256_storeu_pd(lanes, least);
    const double a = lanes[0] < lanes[1] ? lanes[0] : lanes[1];
    const double b = lanes[2] < lanes[3] ? lanes[2] : lanes[3];
    return a < b ? a : b;
}

/* The scores of the relevant documents, whose number it returns, and the bound; -1 unless
 * all numbers are finite. */
FM_TARGET_AVX2 static int64_t fm_collect(const double *grades, const double *scores,
                                         int64_t n, double level, int64_t k, double *own,
                                         double *bound)
{
    const __m256d from = _mm256_set1_pd(level);
    __m256d largest[FM_VECTORS], odd = _mm256_setzero_pd();
    double rest = 0.0;
    int64_t m = 0;
    for (int v = 0; v < FM_VECTORS; v++)
        largest[v] = _mm256_set1_pd(-INFINITY);
    for (int64_t start = 0; start < n; start += 64) {
        const int64_t length = fm_least(64, n - start);
        uint64_t relevant = 0;
        int64_t i = 0;
        for (; i + FM_STRETCHES <= length; i += FM_STRETCHES) {
            uint64_t bits = 0;
            for (int v = 0; v < FM_VECTORS; v++) {
                const __m256d grade = _mm256_loadu_pd(grades + start + i + 4 * v);
                const __m256d score = _mm256_loadu_pd(scores + start + i + 4 * v);
                /* x - x is 0 where x is finite, and NaN elsewhere */
                odd = _mm256_or_pd(odd, _mm256_or_pd(_mm256_sub_pd(grade, grade),
                                                     _mm256_sub_pd(score, score)));
                largest[v] = _mm256_max_pd(largest[v], score);
                bits |= (uint64_t)(unsigned)_mm256_movemask_pd(
                            _mm256_cmp_pd(grade, from, _CMP_GE_OQ))
                        << (4 * v);
            }
            relevant |= bits << i;
        }
        for (; i < length; i++) {
            const double grade = grades[start + i], score = scores[start + i];
            rest += (grade - grade) + (score - score);
            relevant |= (uint64_t)(grade >= level) << i;
        }
        for (; relevant != 0; relevant &= relevant - 1)
            own[m++] = scores[start + fm_lowest_bit(relevant)];
    }
    const __m256i bits = _mm256_castpd_si256(odd);
    *bound = fm_bound(largest, k);
    return rest == 0.0 && _mm256_testz_si256(bits, bits) ? m : -1;
}

/* How many of n scores are higher than each of four. */
FM_TARGET_AVX2 static void fm_count_ahead(const double *scores, int64_t n,
                                          const double *own, int64_t *ahead)
{
    __m256d score[4];
    __m256i above[4];
    int64_t i = 0;
    for (int j = 0; j < 4; j++) {
        score[j] = _mm256_set1_pd(own[j]);
        above[j] = _mm256_setzero_si256();
    }
    for (; i + 4 <= n; i += 4) {
        const __m256d x = _mm256_loadu_pd(scores + i);
        for (int j = 0; j < 4; j++)
            above[j] = _mm256_sub_epi64(
                above[j],
                _mm256_castpd_si256(_mm256_cmp_pd(x, score[j], _CMP_GT_OQ)));
    }
    for (int j = 0; j < 4; j++) {
        int64_t lanes[4];
        _mm256_storeu_si256((__m256i *)(void *)lanes, above[j]);
        ahead[j] = lanes[0] + lanes[1] + lanes[2] + lanes[3];
        for (int64_t l = i; l < n; l++)
            ahead[j] += scores[l] > own[j];
    }
}

FM_TARGET_AVX2 static bool fm_look_avx2(const double *grades, const double *scores,
                                        int64_t n, double level, int64_t k, double *own,
                                        fm_top *top)
{
    double bound, last = INFINITY;
    int64_t m = 0, within = 0, start = -1, size = 0, r = 0;
    top->relevant = fm_collect(grades, scores, n, level, k, own, &bound);
    for (int64_t j = 0; j < top->relevant; j++) {
        const double score = own[j];
        own[m] = score;
        m += score >= bound;
    }
    if (top->relevant < 0 || m > FM_TOP_AT_MOST)
        return false;
    for (int j = 0; j < 4; j++)
        own[m + j] = INFINITY; /* what is compared beside the last ones */
    for (int64_t j = 0; j < m; j += 4) {
        int64_t ahead[4];
        fm_count_ahead(scores, n, own + j, ahead);
        for (int l = 0; l < 4 && j + l < m; l++) {
            const bool is_in = ahead[l] < k;
            within += is_in;
            last = is_in && ahead[l] > start ? own[j + l] : last;
            start = is_in && ahead[l] > start ? ahead[l] : start;
        }
    }
    for (int64_t i = 0; i < n && within > 0; i++)
        size += scores[i] == last;
    for (int64_t j = 0; j < m && start + size > k; j++)
        r += own[j] == last;
    top->certain = within - r;
    top->tie = (fm_tie_group){start, size, top->certain, r};
    return true;
}

#endif

bool fm_look_for_top(const double *grades, const double *scores, int64_t n, double level,
                     int64_t k, double *own, fm_top *top)
{
#if FM_TWINS
    if (fm_cpu_level() >= FM_CPU_AVX2)
        return fm_look_avx2(grades, scores, n, level, k, own, top);
#endif
    return false;
}
