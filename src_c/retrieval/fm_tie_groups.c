/* fm_tie_groups.c: see fm_tie_groups.h. */
#include "fm_tie_groups.h"

#include "fm_bits.h"
#include "fm_cpu.h"
#include "fm_descending.h"
#include "fm_keys.h"
#include "fm_runs.h"

#if FM_TWINS
#include <immintrin.h>
#endif

#define FM_TARGET
#define FM_TWIN(name) name##_baseline
#include "fm_compare.inc"
#if FM_TWINS
#define FM_TARGET FM_TARGET_AVX2
#define FM_TWIN(name) name##_avx2
#include "fm_compare.inc"
#define FM_TARGET FM_TARGET_AVX512
#define FM_TWIN(name) name##_avx512
#include "fm_compare.inc"
#endif

static void fm_compare(const double *scores, int64_t n, const double *own, int64_t m,
                       int64_t *ahead, int64_t *equal)
{
#if FM_TWINS
    if (fm_cpu_level() >= FM_CPU_AVX512) {
        fm_compare_avx512(scores, n, own, m, ahead, equal);
        return;
    }
    if (fm_cpu_level() >= FM_CPU_AVX2) {
        fm_compare_avx2(scores, n, own, m, ahead, equal);
        return;
    }
#endif
    fm_compare_baseline(scores, n, own, m, ahead, equal);
}

bool fm_are_finite(const double *x, int64_t n)
{
#if FM_TWINS
    if (fm_cpu_level() >= FM_CPU_AVX512)
        return fm_are_finite_avx512(x, n);
    if (fm_cpu_level() >= FM_CPU_AVX2)
        return fm_are_finite_avx2(x, n);
#endif
    return fm_are_finite_baseline(x, n);
}

void fm_look_for_first(const double *grades, const double *scores, int64_t n,
                       double level, fm_first *first)
{
#if FM_TWINS
    if (fm_cpu_level() >= FM_CPU_AVX512) {
        fm_look_for_first_avx512(grades, scores, n, level, first);
        return;
    }
    if (fm_cpu_level() >= FM_CPU_AVX2) {
        fm_look_for_first_avx2(grades, scores, n, level, first);
        return;
    }
#endif
    fm_look_for_first_baseline(grades, scores, n, level, first);
}

/* ---- room */

int fm_open_lists(fm_list_room *room, int64_t longest, int64_t most_unreturned,
                  int64_t subtopics)
{
    const size_t n = (size_t)longest + (size_t)most_unreturned + 4; /* of fm_top.h */
    const size_t sorting = 6 * n + FM_RUN_ROOM;
    const size_t starts = n / 64 + 1;
    double *at = fm_alloc(6 * n + sorting + 4 * n + starts + (size_t)subtopics,
                          sizeof(double));
    room->block = at;
    if (at == NULL)
        return FM_NO_MEMORY;
    room->scores = at;
    room->own_scores = at + n;
    room->grades = at + 2 * n;
    room->own_grades = at + 3 * n;
    room->ideal = at + 4 * n;
    room->rounded = at + 5 * n;
    room->least = room->largest = 0;
    at += 6 * n;
    /* what is sorted is put down before anything is measured */
    room->measuring = at;
    room->keys = (uint64_t *)at;
    room->rows = room->keys + n;
    room->tmp_keys = room->rows + n;
    room->tmp_rows = room->tmp_keys + n;
    room->head = (int64_t *)room->tmp_keys; /* of lists that are not sorted */
    at += sorting;
    room->groups = (fm_tie_group *)at;
    room->interest = (int64_t *)(room->groups) + 3 * n; /* read before it is written */
    at += 4 * n;
    room->starts = (uint64_t *)at;
    room->subtopics = at + starts;
    return FM_OK;
}

void fm_release_lists(fm_list_room *room)
{
    fm_free(room->block);
    room->block = NULL;
}

/* ---- groups */

/* How many rows with the score of row i are ahead of it. */
static int64_t fm_ahead_in_tie(const fm_rows *rows, int64_t i)
{
    const double score = rows->scores[i];
    const int64_t *places = rows->places;
    int64_t ahead = 0;
    if (places == NULL) {
        for (int64_t j = 0; j < i; j++)
            ahead += rows->scores[j] == score;
    } else {
        for (int64_t j = 0; j < rows->n; j++)
            ahead += rows->scores[j] == score && places[j] < places[i];
    }
    return ahead;
}

/* Groups by comparing the m documents of interest with all. */
static int64_t fm_count_groups(const fm_rows *rows, int64_t m, fm_list_room *room)
{
    int64_t ahead[FM_COUNT_AT_MOST], equal[FM_COUNT_AT_MOST], next[FM_COUNT_AT_MOST];
    const int64_t *interest = room->interest;
    const int64_t n = rows->n;
    int64_t *head = room->head;
    fm_tie_group *group = room->groups;
    double *grades = room->own_grades;
    for (int64_t j = 0; j < m; j++)
        room->own_scores[j] = rows->scores[interest[j]];
    fm_compare(rows->scores, n, room->own_scores, m, ahead, equal);
    const int64_t words = (n + 63) / 64;
    memset(room->starts, 0, (size_t)words * sizeof(uint64_t));
    for (int64_t j = 0; j < m; j++) {
        if (rows->strict && equal[j] > 1) {
            ahead[j] += fm_ahead_in_tie(rows, interest[j]);
            equal[j] = 1;
        }
        const int64_t start = ahead[j];
        const uint64_t bit = (uint64_t)1 << (start & 63);
        next[j] = room->starts[start >> 6] & bit ? head[start] : -1;
        room->starts[start >> 6] |= bit;
        head[start] = j;
        grades[j] = rows->grades[interest[j]];
    }
    /* `interest` shares its memory with the groups, and is not needed any more */
    double own[FM_COUNT_AT_MOST];
    memcpy(own, grades, (size_t)m * sizeof(double));
    int64_t first = 0;
    for (int64_t w = 0; w < words; w++) {
        for (uint64_t bits = room->starts[w]; bits != 0; bits &= bits - 1) {
            group->start = (w << 6) + fm_lowest_bit(bits);
            group->first = first;
            int64_t j = head[group->start];
            group->size = equal[j];
            for (; j >= 0; j = next[j])
                grades[first++] = own[j];
            group->n = first - group->first;
            if (group->n > 1)
                fm_sort_descending(grades + group->first, group->n, room->tmp_rows);
            group++;
        }
    }
    return group - room->groups;
}

static bool fm_is_of_interest(double grade, bool all_judged)
{
    return all_judged ? grade != 0 : grade == grade;
}

/* Groups so far. */
typedef struct {
    fm_tie_group *group;
    int64_t n_grades;
} fm_made;

/* Add what documents at the positions start ... start + size - 1, of one score, have of
 * interest. The low bits of `order` are their rows, in ascending order. */
static void fm_add_tie(const fm_rows *rows, bool all_judged, uint64_t *order,
                       uint64_t mask, int64_t start, int64_t size, fm_list_room *room,
                       fm_made *made)
{
    double *grades = room->own_grades;
    const int64_t begun = made->n_grades;
    if (rows->strict && size > 1 && rows->places != NULL) {
        for (int64_t i = 0; i < size; i++) {
            order[i] &= mask;
            room->rows[i] = (uint64_t)rows->places[order[i]];
        }
        fm_sort_run_pairs_u64(room->rows, order, (size_t)size, room->tmp_rows,
                              room->tmp_rows + size);
    }
    for (int64_t i = 0; i < size; i++) {
        const double grade = rows->grades[order[i] & mask];
        grades[made->n_grades] = grade;
        if (rows->strict)
            *made->group = (fm_tie_group){start + i, 1, made->n_grades, 1};
        const int64_t is_one = fm_is_of_interest(grade, all_judged);
        made->group += rows->strict ? is_one : 0;
        made->n_grades += is_one;
    }
    const int64_t n = made->n_grades - begun;
    if (rows->strict || n == 0)
        return;
    *made->group++ = (fm_tie_group){start, size, begun, n};
    if (n > 1)
        fm_sort_descending(grades + begun, n, room->tmp_keys);
}

/* Put documents whose keys agree but for their lowest bits into the order of their
 * scores: most often these are equal. */
static void fm_order_run(const fm_rows *rows, uint64_t *order, uint64_t mask,
                         int64_t size, fm_list_room *room)
{
    const double first = rows->scores[order[0] & mask];
    bool equal = true;
    for (int64_t i = 0; i < size; i++)
        equal &= rows->scores[order[i] & mask] == first;
    if (equal)
        return;
    for (int64_t i = 0; i < size; i++) {
        order[i] &= mask;
        room->rows[i] = ~fm_key_f64(rows->scores[order[i]]);
    }
    fm_sort_run_pairs_u64(room->rows, order, (size_t)size, room->tmp_rows,
                          room->tmp_rows + size);
}

/* Groups by sorting all documents. The lowest bits of a score's key give way to the row,
 * so that keys alone are sorted, and stay stable; where that makes scores agree that
 * differ, it is put right afterwards. */
static int64_t fm_sort_groups(const fm_rows *rows, bool all_judged, fm_list_room *room)
{
    const int64_t n = rows->n;
    const int bits = n > 1 ? fm_highest_bit((uint64_t)n - 1) + 1 : 0;
    const uint64_t mask = ((uint64_t)1 << bits) - 1;
    uint64_t *keys = room->keys;
    for (int64_t i = 0; i < n; i++)
        keys[i] = (~fm_key_f64(rows->scores[i]) & ~mask) | (uint64_t)i;
    fm_sort_run_u64(keys, (size_t)n, room->tmp_keys, (size_t)n + FM_RUN_ROOM);
    int64_t n_tied = 0;
    for (int64_t i = 1; i < n; i++)
        n_tied += (keys[i] ^ keys[i - 1]) <= mask;
    fm_made made = {room->groups, 0};
    if (n_tied == 0) {
        fm_tie_group *groups = room->groups;
        double *grades = room->own_grades;
        int64_t m = 0;
        for (int64_t i = 0; i < n; i++) { /* without a branch that nobody foresees */
            const double grade = rows->grades[keys[i] & mask];
            grades[m] = grade;
            groups[m] = (fm_tie_group){i, 1, m, 1};
            m += fm_is_of_interest(grade, all_judged);
        }
        return m;
    }
    int64_t next;
    for (int64_t start = 0; start < n; start = next) {
        for (next = start + 1; next < n && (keys[next] ^ keys[start]) <= mask;)
            next++;
        if (next - start == 1) { /* of no equal scores, which need not be read then */
            fm_add_tie(rows, all_judged, keys + start, mask, start, 1, room, &made);
            continue;
        }
        fm_order_run(rows, keys + start, mask, next - start, room);
        for (int64_t at = start, end; at < next; at = end) {
            const double score = rows->scores[keys[at] & mask];
            for (end = at + 1;
                 end < next && rows->scores[keys[end] & mask] == score;)
                end++;
            fm_add_tie(rows, all_judged, keys + at, mask, at, end - at, room, &made);
        }
    }
    return made.group - room->groups;
}

/* Puts down the rows of interest, as fm_is_of_interest says, and returns how many. */
static int64_t fm_find_interest_baseline(const double *grades, int64_t n,
                                         bool all_judged, int64_t *interest)
{
    int64_t m = 0;
    for (int64_t i = 0; i < n; i++) {
        interest[m] = i;
        m += fm_is_of_interest(grades[i], all_judged);
    }
    return m;
}

#if FM_TWINS
/* Few rows are of interest: a bit of each is made by vectors, and only those that are
 * set are looked at. */
FM_TARGET_AVX2 static int64_t fm_find_interest_avx2(const double *grades, int64_t n,
                                                    bool all_judged, int64_t *interest)
{
    const __m256d zero = _mm256_setzero_pd();
    int64_t m = 0;
    for (int64_t start = 0; start < n; start += 64) {
        const int64_t length = fm_least(64, n - start);
        uint64_t found = 0;
        int64_t i = 0;
        for (; i + 4 <= length; i += 4) {
            const __m256d grade = _mm256_loadu_pd(grades + start + i);
            const __m256d is_one = all_judged
                                       ? _mm256_cmp_pd(grade, zero, _CMP_NEQ_UQ)
                                       : _mm256_cmp_pd(grade, grade, _CMP_ORD_Q);
            found |= (uint64_t)(unsigned)_mm256_movemask_pd(is_one) << i;
        }
        for (; i < length; i++)
            found |= (uint64_t)fm_is_of_interest(grades[start + i], all_judged) << i;
        for (; found != 0; found &= found - 1)
            interest[m++] = start + fm_lowest_bit(found);
    }
    return m;
}
#endif

static int64_t fm_find_interest(const double *grades, int64_t n, bool all_judged,
                                int64_t *interest)
{
#if FM_TWINS
    if (fm_cpu_level() >= FM_CPU_AVX2)
        return fm_find_interest_avx2(grades, n, all_judged, interest);
#endif
    return fm_find_interest_baseline(grades, n, all_judged, interest);
}

int64_t fm_group_rows(const fm_rows *rows, bool all_judged, fm_list_room *room,
                      int64_t *n_grades)
{
    const int64_t n = rows->n;
    const int64_t m = fm_find_interest(rows->grades, n, all_judged, room->interest);
    *n_grades = m;
    return m > (n < FM_SHORT ? FM_COUNT_OF_SHORT : FM_COUNT_AT_MOST)
               ? fm_sort_groups(rows, all_judged, room)
               : fm_count_groups(rows, m, room);
}
