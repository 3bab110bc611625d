/* fm_join.c: see fm_join.h. */
#include "fm_join.h"

#include <math.h>

#include "fm_descending.h"
#include "fm_keys.h"
#include "fm_runs.h"

void fm_order_by_group(const uint32_t *groups, size_t n, size_t n_groups,
                       int64_t *offsets, int64_t *order)
{
    int in_order = n == 0 || groups[n - 1] != FM_NO_ID;
    for (size_t i = 1; in_order && i < n; i++)
        in_order = groups[i] >= groups[i - 1];
    memset(offsets, 0, (n_groups + 1) * sizeof *offsets);
    if (in_order) { /* as files are: each group's rows are together */
        size_t g = 0;
        for (size_t i = 0; i < n; i++) {
            order[i] = (int64_t)i;
            while (g < groups[i])
                offsets[++g] = (int64_t)i;
        }
        while (g < n_groups)
            offsets[++g] = (int64_t)n;
        return;
    }
    for (size_t i = 0; i < n; i++) {
        if (groups[i] != FM_NO_ID)
            offsets[groups[i] + 1]++;
    }
    for (size_t g = 0; g < n_groups; g++)
        offsets[g + 1] += offsets[g];
    for (size_t i = 0; i < n; i++) {
        if (groups[i] != FM_NO_ID)
            order[offsets[groups[i]]++] = (int64_t)i;
    }
    /* Each offset has moved to its group's end. */
    memmove(offsets + 1, offsets, n_groups * sizeof *offsets);
    offsets[0] = 0;
}

int64_t fm_find_repeated(const fm_query_rows *rows, size_t n_queries, int64_t *seen,
                         size_t n_docs)
{
    int64_t first = -1;
    memset(seen, 0, n_docs * sizeof *seen);
    for (size_t q = 0; q < n_queries; q++) {
        for (int64_t i = rows->offsets[q]; i < rows->offsets[q + 1]; i++) {
            const int64_t row = rows->order[i];
            int64_t *last = &seen[rows->docs[row]];
            if (*last == (int64_t)q + 1 && (first < 0 || row < first))
                first = row;
            *last = (int64_t)q + 1;
        }
    }
    return first;
}

static size_t longest_of(const fm_query_rows *rows, size_t n_queries)
{
    int64_t longest = 0;
    for (size_t q = 0; q < n_queries; q++) {
        const int64_t n = rows->offsets[q + 1] - rows->offsets[q];
        longest = n > longest ? n : longest;
    }
    return (size_t)longest;
}

int fm_join_run(const fm_query_rows *judged, const double *judged_grades,
                const fm_query_rows *run, size_t n_queries, size_t n_docs,
                double *grades, double *unreturned, int64_t *unreturned_offsets,
                int64_t *unreturned_nonrelevant, int64_t *place, uint8_t *found)
{
    int64_t n_left = 0;
    uint64_t *room =
        fm_alloc(2 * longest_of(judged, n_queries) + FM_RUN_ROOM, sizeof *room);
    if (room == NULL)
        return FM_NO_MEMORY;
    memset(place, 0xFF, n_docs * sizeof *place); /* -1: no query's */
    memset(found, 0, (size_t)judged->offsets[n_queries]);
    unreturned_offsets[0] = 0;
    for (size_t q = 0; q < n_queries; q++) {
        const int64_t start = judged->offsets[q], end = judged->offsets[q + 1];
        const int64_t first = n_left;
        int64_t n_zero = 0;
        for (int64_t i = start; i < end; i++)
            place[judged->docs[judged->order[i]]] = i;
        for (int64_t i = run->offsets[q]; i < run->offsets[q + 1]; i++) {
            const uint32_t doc = run->docs[run->order[i]];
            grades[i] = NAN;
            if (doc != FM_NO_ID) {
                const int64_t at = place[doc];
                if (at >= start) { /* else it was left by a query before this one */
                    grades[i] = judged_grades[judged->order[at]];
                    found[at] = 1;
                }
            }
        }
        for (int64_t i = start; i < end; i++) {
            const double grade = judged_grades[judged->order[i]];
            if (found[i])
                continue;
            if (grade > 0)
                unreturned[n_left++] = grade;
            n_zero += grade == 0;
        }
        fm_sort_descending(unreturned + first, n_left - first, room);
        unreturned_offsets[q + 1] = n_left;
        unreturned_nonrelevant[q] = n_zero;
    }
    fm_free(room);
    return FM_OK;
}

typedef struct {
    const uint8_t *bytes;
    const int64_t *ends;
    const uint32_t *docs;
    const int64_t *order; /* the query's rows */
} query_ids;

/* Whether one row of the query comes before another of its score by trec_eval: its id
 * is the greater. */
FM_INLINE int is_ahead(const query_ids *ids, int64_t row, int64_t other)
{
    const uint32_t a = ids->docs[ids->order[row]], b = ids->docs[ids->order[other]];
    const int64_t a_start = a == 0 ? 0 : ids->ends[a - 1];
    const int64_t b_start = b == 0 ? 0 : ids->ends[b - 1];
    return fm_compare_ids(ids->bytes + a_start, (size_t)(ids->ends[a] - a_start),
                          ids->bytes + b_start, (size_t)(ids->ends[b] - b_start)) > 0;
}

/* Sort rows of one score by id, the last id first: runs are merged two by two. */
static void sort_by_id(const query_ids *ids, int64_t *rows, size_t n, int64_t *tmp)
{
    for (size_t width = 1; width < n; width *= 2) {
        for (size_t low = 0; low + width < n; low += 2 * width) {
            const size_t middle = low + width;
            const size_t high = middle + width < n ? middle + width : n;
            size_t a = 0, b = middle, at = low;
            if (!is_ahead(ids, rows[middle], rows[middle - 1]))
                continue;
            memcpy(tmp, rows + low, width * sizeof *rows);
            while (a < width && b < high)
                rows[at++] = is_ahead(ids, rows[b], tmp[a]) ? rows[b++] : tmp[a++];
            memcpy(rows + at, tmp + a, (width - a) * sizeof *rows);
        }
    }
}

int fm_rank_as_trec(const fm_query_rows *run, const double *scores, size_t n_queries,
                    const uint8_t *id_bytes, const int64_t *id_ends, int64_t *ranks)
{
    const size_t longest = longest_of(run, n_queries);
    uint64_t *keys = fm_alloc(2 * longest + FM_RUN_ROOM, sizeof *keys);
    int64_t *rows = fm_alloc(longest, sizeof *rows);
    int64_t *tmp = fm_alloc(longest, sizeof *tmp);
    const int status = keys && rows && tmp ? FM_OK : FM_NO_MEMORY;
    for (size_t q = 0; status == FM_OK && q < n_queries; q++) {
        const int64_t *order = run->order + run->offsets[q];
        const size_t n = (size_t)(run->offsets[q + 1] - run->offsets[q]);
        const query_ids ids = {id_bytes, id_ends, run->docs, order};
        int64_t *mine = ranks + run->offsets[q];
        int in_order = 1;
        /* Above, the score's key turned round; below, which row of the query it is. */
        for (size_t i = 0; i < n; i++) {
            const uint32_t key = ~fm_key_f32((float)scores[order[i]]);
            keys[i] = (uint64_t)key << 32 | i;
            in_order &= i == 0 || keys[i] >= keys[i - 1];
        }
        if (!in_order)
            fm_sort_run_u64(keys, n, keys + n, n < FM_RUN_ROOM ? FM_RUN_ROOM : n);
        for (size_t i = 0; i < n;) {
            size_t end = i + 1;
            while (end < n && keys[end] >> 32 == keys[i] >> 32)
                end++;
            for (size_t j = i; j < end; j++)
                rows[j] = (int64_t)(keys[j] & UINT32_MAX);
            sort_by_id(&ids, rows + i, end - i, tmp);
            for (size_t j = i; j < end; j++)
                mine[rows[j]] = (int64_t)j;
            i = end;
        }
    }
    fm_free(keys);
    fm_free(rows);
    fm_free(tmp);
    return status;
}
