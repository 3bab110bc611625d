/* fm_costs.c: see fm_costs.h.
 *
 * A row of the table is kept less j insertions in column j, so that an insertion is a
 * step to the right at no cost: the row is then the running minimum of what comes from
 * above, and all but this minimum is left to the compiler to vectorise.
 */
#include "fm_costs.h"

#include "fm_twins.h"

/* So many bytes are kept for the way back. */
#define FM_KEPT ((size_t)1 << 24)

void fm_free_cost_room(fm_cost_room *room)
{
    fm_free(room->row.at);
    fm_free(room->diagonal.at);
    fm_free(room->ways.at);
    fm_free(room->checkpoints.at);
}

#define NAME(name) name##_i32_baseline
#define T int32_t
#define FM_TARGET
#include "fm_cost_rows.inc"
#undef FM_TARGET
#undef T
#undef NAME

#define NAME(name) name##_i64_baseline
#define T int64_t
#define FM_TARGET
#include "fm_cost_rows.inc"
#undef FM_TARGET
#undef T
#undef NAME

#if FM_TWINS

#define NAME(name) name##_i32_avx2
#define T int32_t
#define FM_TARGET FM_TARGET_AVX2
#include "fm_cost_rows.inc"
#undef FM_TARGET
#undef T
#undef NAME

#define NAME(name) name##_i64_avx2
#define T int64_t
#define FM_TARGET FM_TARGET_AVX2
#include "fm_cost_rows.inc"
#undef FM_TARGET
#undef T
#undef NAME

#endif

#define NAME(name) name##_i32
#define RUN_ROWS run_rows_i32
#define T int32_t
#include "fm_costs.inc"
#undef T
#undef RUN_ROWS
#undef NAME

#define NAME(name) name##_i64
#define RUN_ROWS run_rows_i64
#define T int64_t
#include "fm_costs.inc"
#undef T
#undef RUN_ROWS
#undef NAME

int fm_count_cheapest(fm_cost_room *room, const fm_token_pair *pair,
                      const fm_costs *costs, size_t counts[4], uint8_t *steps)
{
    const int64_t largest = costs->insertion > costs->deletion ? costs->insertion
                                                               : costs->deletion;
    /* No cell is above all deletions, nor below as many insertions. */
    const size_t n = pair->n_a + pair->n_b + 2;
    if (costs->substitution < INT32_MAX / 4 && n <= (size_t)(INT32_MAX / 4 / largest))
        return count_i32(room, pair, costs, counts, steps);
    return count_i64(room, pair, costs, counts, steps);
}
