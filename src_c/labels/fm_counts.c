/* fm_counts.c: see fm_counts.h.
 *
 * Rows are taken in blocks that stay in the first-level cache. A block's labels
 * become offsets into the window of each column, the two offsets become the number
 * of a cell, and cells are counted: one loop per type of label, not per pair.
 *
 * The windows begin around the first block and widen, the table with them, when a
 * block lies outside. When they would be too large, the table is poured into a
 * hash table and the rest of the rows go there.
 */
#include "fm_counts.h"

#include <math.h>

#include "fm_cpu.h"
#include "fm_sort.h"

#define FM_BLOCK 1024
/* Cells of a window: this many at any rate, as many as there are rows, but never
 * more than the last. */
#define FM_SMALL_TABLE 4096
#define FM_LARGEST_TABLE ((size_t)1 << 20)
/* Up to so many cells are counted in lanes, so that a row need not wait for the
 * row before it that fell into the same cell. */
#define FM_LANES 4
#define FM_LANED_CELLS 1024

/* Labels from `low` on, `size` = 2^bits of them. */
typedef struct {
    int64_t low;
    uint64_t size;
    int bits;
} fm_window;

/* A sum with what rounding left out of it so far. */
typedef struct {
    double high, low, squares;
} fm_weight;

typedef struct {
    int64_t a, b, n;
} fm_slot;

typedef struct {
    int (*range)(fm_type, const void *, size_t, int64_t *, int64_t *);
    int (*offsets)(fm_type, const void *, size_t, const fm_window *, uint32_t *);
    void (*combine)(uint32_t *, const uint32_t *, size_t, int);
    void (*add_binary)(const uint32_t *, const uint32_t *, size_t, int64_t *);
    int (*equal)(fm_type, size_t, const void *, const void *, size_t, size_t *);
    int (*equal_bools)(const uint8_t *, const uint8_t *, size_t, size_t *);
} fm_loops;

/* --- one label as a number */

static int to_int64(fm_type type, const void *items, size_t i, int64_t *label)
{
    double real;
    switch (type) {
    case FM_U8:
        *label = ((const uint8_t *)items)[i];
        return FM_OK;
    case FM_I8:
        *label = ((const int8_t *)items)[i];
        return FM_OK;
    case FM_U16:
        *label = ((const uint16_t *)items)[i];
        return FM_OK;
    case FM_I16:
        *label = ((const int16_t *)items)[i];
        return FM_OK;
    case FM_U32:
        *label = ((const uint32_t *)items)[i];
        return FM_OK;
    case FM_I32:
        *label = ((const int32_t *)items)[i];
        return FM_OK;
    case FM_I64:
        *label = ((const int64_t *)items)[i];
        return FM_OK;
    case FM_U64:
        if (((const uint64_t *)items)[i] > INT64_MAX)
            return FM_TOO_LARGE;
        *label = (int64_t)((const uint64_t *)items)[i];
        return FM_OK;
    default:
        real = type == FM_F32 ? ((const float *)items)[i]
                              : ((const double *)items)[i];
        /* Written so that NaN fails. */
        if (!(real >= -9223372036854775808.0 && real < 9223372036854775808.0))
            return FM_NOT_WHOLE;
        *label = (int64_t)real;
        return (double)*label == real ? FM_OK : FM_NOT_WHOLE;
    }
}

/* Widens low..high to hold a block. */
static int range_of_floats(fm_type type, const void *items, size_t n, int64_t *low,
                           int64_t *high)
{
    for (size_t i = 0; i < n; i++) {
        int64_t label;
        const int status = to_int64(type, items, i, &label);
        if (status != FM_OK)
            return status;
        *low = label < *low ? label : *low;
        *high = label > *high ? label : *high;
    }
    return FM_OK;
}

/* --- loops over a block */

#define FM_TARGET
#define FM_TWIN(name) name##_baseline
#include "fm_counts.inc"
#if FM_TWINS
#define FM_TARGET FM_TARGET_AVX2
#define FM_TWIN(name) name##_avx2
#include "fm_counts.inc"
#define FM_TARGET FM_TARGET_AVX512
#define FM_TWIN(name) name##_avx512
#include "fm_counts.inc"
#endif

static const fm_loops *fm_choose_loops(void)
{
#if FM_TWINS
    if (fm_cpu_level() >= FM_CPU_AVX512)
        return &loops_avx512;
    if (fm_cpu_level() >= FM_CPU_AVX2)
        return &loops_avx2;
#endif
    return &loops_baseline;
}

/* --- the table */

typedef struct {
    fm_window a, b;
    size_t size;        /* cells */
    int64_t *n;         /* rows of each cell */
    size_t n_lanes;     /* 1 or FM_LANES of the next two, one after another */
    uint32_t *lanes;    /* rows of each cell that are not in n yet */
    fm_weight *weights; /* of each cell; NULL without weights */
    uint64_t in_lanes;  /* rows in lanes: fewer than 2^31 */
} fm_table;

static void table_free(fm_table *table)
{
    fm_free(table->n);
    fm_free(table->lanes);
    fm_free(table->weights);
}

static int table_make(fm_table *table, fm_window a, fm_window b, int weighted)
{
    const size_t size = (size_t)(a.size * b.size);
    table->a = a;
    table->b = b;
    table->size = size;
    table->n_lanes = size <= FM_LANED_CELLS ? FM_LANES : 1;
    table->in_lanes = 0;
    table->n = calloc(size, sizeof *table->n);
    table->lanes = calloc(size * table->n_lanes, sizeof *table->lanes);
    table->weights = weighted
                         ? calloc(size * table->n_lanes, sizeof *table->weights)
                         : NULL;
    if (table->n && table->lanes && (table->weights || !weighted))
        return FM_OK;
    table_free(table);
    return FM_NO_MEMORY;
}

static void add_weight(fm_weight *to, double weight, double low, double squares)
{
    /* The exact error of the sum, whichever of the two is the larger. */
    const double sum = to->high + weight, shift = sum - to->high;
    to->low += (to->high - (sum - shift)) + (weight - shift) + low;
    to->high = sum;
    to->squares += squares;
}

/* Brings the lanes together: counts in n, weights in the first lane. */
static void table_flush(fm_table *table)
{
    const size_t size = table->size;
    for (size_t lane = 0; lane < table->n_lanes; lane++)
        for (size_t i = 0; i < size; i++)
            table->n[i] += table->lanes[lane * size + i];
    memset(table->lanes, 0, table->n_lanes * size * sizeof *table->lanes);
    table->in_lanes = 0;
    if (table->weights == NULL)
        return;
    for (size_t i = size; i < table->n_lanes * size; i++) {
        fm_weight *weight = &table->weights[i];
        add_weight(&table->weights[i % size], weight->high, weight->low,
                   weight->squares);
        memset(weight, 0, sizeof *weight);
    }
}

static void table_add(fm_table *table, const fm_loops *loops, uint32_t *a,
                      const uint32_t *b, const double *weights, size_t n)
{
    const size_t size = table->size;
    size_t i = 0;
    if (table->a.bits == 1 && table->b.bits == 1 && weights == NULL) {
        loops->add_binary(a, b, n, table->n);
        return;
    }
    loops->combine(a, b, n, table->b.bits);
    if (table->n_lanes > 1)
        for (; i + FM_LANES <= n; i += FM_LANES) {
            a[i + 1] += (uint32_t)size;
            a[i + 2] += (uint32_t)(2 * size);
            a[i + 3] += (uint32_t)(3 * size);
            table->lanes[a[i]]++;
            table->lanes[a[i + 1]]++;
            table->lanes[a[i + 2]]++;
            table->lanes[a[i + 3]]++;
        }
    for (; i < n; i++)
        table->lanes[a[i]]++;
    if (weights != NULL)
        for (i = 0; i < n; i++)
            add_weight(&table->weights[a[i]], weights[i], 0.0,
                       weights[i] * weights[i]);
    table->in_lanes += n;
    if (table->in_lanes >= (uint64_t)1 << 31)
        table_flush(table);
}

/* --- windows */

/* A window around low..high, a power of two in size, and at a place that is a
 * multiple of half of it: so it moves seldom. Size 0: too large for a table, or
 * so far out that a float cannot be its place. */
static fm_window window_around(int64_t low, int64_t high)
{
    fm_window window = {0, 0, 0};
    const int64_t far_out = (int64_t)1 << 52;
    const uint64_t range = (uint64_t)high - (uint64_t)low;
    if (range >= FM_LARGEST_TABLE || low < -far_out || high > far_out)
        return window;
    for (int bits = 1;; bits++) {
        const int64_t half = (int64_t)1 << (bits - 1);
        int64_t place = low / half * half;
        if (place > low)
            place -= half;
        if (high - place < 2 * half) {
            window.low = place;
            window.size = (uint64_t)(2 * half);
            window.bits = bits;
            return window;
        }
    }
}

/* --- the hash table */

typedef struct {
    fm_slot *slots;     /* n 0: empty */
    fm_weight *weights; /* or NULL */
    size_t size, used;  /* size is a power of two */
} fm_hash;

FM_INLINE size_t home(int64_t a, int64_t b)
{
    uint64_t x = (uint64_t)a * 0x9E3779B97F4A7C15u;
    x = (x << 32 | x >> 32) ^ ((uint64_t)b * 0xC2B2AE3D27D4EB4Fu);
    x *= 0xD6E8FEB86659FD93u;
    return (size_t)(x ^ x >> 32);
}

static void hash_free(fm_hash *hash)
{
    fm_free(hash->slots);
    fm_free(hash->weights);
}

static int hash_make(fm_hash *hash, size_t size, int weighted)
{
    hash->size = size;
    hash->used = 0;
    hash->slots = calloc(size, sizeof *hash->slots);
    hash->weights = weighted ? calloc(size, sizeof *hash->weights) : NULL;
    if (hash->slots && (hash->weights || !weighted))
        return FM_OK;
    hash_free(hash);
    return FM_NO_MEMORY;
}

/* The slot of a pair: there must be room. */
FM_INLINE size_t hash_find(const fm_hash *hash, size_t at, int64_t a, int64_t b)
{
    for (at &= hash->size - 1;; at = (at + 1) & (hash->size - 1)) {
        const fm_slot *slot = &hash->slots[at];
        if (slot->n == 0 || (slot->a == a && slot->b == b))
            return at;
    }
}

/* Adds n rows; `weight` is NULL in a table without weights. */
FM_INLINE void hash_add(fm_hash *hash, size_t at, int64_t a, int64_t b, int64_t n,
                        const fm_weight *weight)
{
    fm_slot *slot;
    at = hash_find(hash, at, a, b);
    slot = &hash->slots[at];
    hash->used += slot->n == 0;
    slot->a = a;
    slot->b = b;
    slot->n += n;
    if (weight != NULL)
        add_weight(&hash->weights[at], weight->high, weight->low, weight->squares);
}

/* Makes room for `more` cells: at most half of the slots are used. */
static int hash_reserve(fm_hash *hash, size_t more)
{
    fm_hash larger;
    size_t size = hash->size;
    while (hash->used + more > size / 2)
        size *= size < FM_LARGEST_TABLE ? 4 : 2; /* each time, all cells move */
    if (size == hash->size)
        return FM_OK;
    if (hash_make(&larger, size, hash->weights != NULL) != FM_OK)
        return FM_NO_MEMORY;
    for (size_t i = 0; i < hash->size; i++) {
        const fm_slot *slot = &hash->slots[i];
        if (slot->n != 0)
            hash_add(&larger, home(slot->a, slot->b), slot->a, slot->b, slot->n,
                     hash->weights ? &hash->weights[i] : NULL);
    }
    hash_free(hash);
    *hash = larger;
    return FM_OK;
}

static int hash_block(fm_hash *hash, fm_type type_a, const void *a,
                      fm_type type_b, const void *b, const double *weights,
                      size_t n)
{
    int64_t label_a[FM_BLOCK], label_b[FM_BLOCK];
    size_t homes[FM_BLOCK];
    int status = hash_reserve(hash, n);
    for (size_t i = 0; i < n && status == FM_OK; i++) {
        status = to_int64(type_a, a, i, &label_a[i]);
        if (status == FM_OK)
            status = to_int64(type_b, b, i, &label_b[i]);
        if (status == FM_OK) {
            homes[i] = home(label_a[i], label_b[i]) & (hash->size - 1);
            FM_PREFETCH(&hash->slots[homes[i]]);
        }
    }
    for (size_t i = 0; i < n && status == FM_OK; i++) {
        fm_weight weight = {0.0, 0.0, 0.0};
        if (weights != NULL) {
            weight.high = weights[i];
            weight.squares = weights[i] * weights[i];
        }
        hash_add(hash, homes[i], label_a[i], label_b[i], 1,
                 weights ? &weight : NULL);
    }
    return status;
}

/* --- from one to the other */

/* Adds the cells of a table to another, or to a hash table. */
static int table_pour(fm_table *from, fm_table *to, fm_hash *hash)
{
    table_flush(from);
    for (size_t i = 0; i < from->size; i++) {
        const uint64_t in_b = i & (from->b.size - 1), in_a = i >> from->b.bits;
        const int64_t a = from->a.low + (int64_t)in_a;
        const int64_t b = from->b.low + (int64_t)in_b;
        if (from->n[i] == 0)
            continue;
        if (to != NULL) {
            const size_t at = (size_t)(a - to->a.low) << to->b.bits |
                              (size_t)(b - to->b.low);
            to->n[at] = from->n[i];
            if (from->weights != NULL)
                to->weights[at] = from->weights[i];
        } else {
            if (hash_reserve(hash, 1) != FM_OK)
                return FM_NO_MEMORY;
            hash_add(hash, home(a, b), a, b, from->n[i],
                     from->weights ? &from->weights[i] : NULL);
        }
    }
    return FM_OK;
}

/* Either a table (hash.slots NULL) or a hash table (table.n NULL). */
typedef struct {
    fm_table table;
    fm_hash hash;
    int weighted;
    size_t most; /* cells of a table */
} fm_counter;

/* Widens the windows to hold a block, or goes over to hashing. */
static int make_room(fm_counter *counter, const fm_loops *loops, fm_type type_a,
                     const void *a, fm_type type_b, const void *b, size_t n)
{
    fm_table *table = &counter->table, wider;
    fm_window window_a, window_b;
    int64_t low_a = INT64_MAX, high_a = INT64_MIN;
    int64_t low_b = INT64_MAX, high_b = INT64_MIN;
    int status;
    if (table->n != NULL) {
        low_a = table->a.low;
        high_a = low_a + (int64_t)(table->a.size - 1);
        low_b = table->b.low;
        high_b = low_b + (int64_t)(table->b.size - 1);
    }
    status = loops->range(type_a, a, n, &low_a, &high_a);
    if (status == FM_OK)
        status = loops->range(type_b, b, n, &low_b, &high_b);
    if (status != FM_OK)
        return status;
    window_a = window_around(low_a, high_a);
    window_b = window_around(low_b, high_b);
    if (window_a.size != 0 && window_b.size != 0 &&
        window_a.size * window_b.size <= counter->most) {
        status = table_make(&wider, window_a, window_b, counter->weighted);
        if (status == FM_OK && table->n != NULL) {
            status = table_pour(table, &wider, NULL);
            table_free(table);
        }
        if (status == FM_OK)
            *table = wider;
        return status;
    }
    status = hash_make(&counter->hash, 4 * FM_BLOCK, counter->weighted);
    if (status == FM_OK && table->n != NULL) {
        status = table_pour(table, NULL, &counter->hash);
        table_free(table);
        memset(table, 0, sizeof *table);
    }
    return status;
}

/* --- the result */

/* How many bits a number needs. */
static int width_of(uint64_t x)
{
    int bits = 0;
    for (; x != 0; x >>= 1)
        bits++;
    return bits;
}

/* The slots in use by a, then by b: numbers of slots in `order`, which like the
 * other three has room for all of them. */
static int sort_slots(const fm_hash *hash, uint64_t *order, uint64_t *keys,
                      uint64_t *tmp_keys, uint64_t *tmp_order)
{
    int64_t low_a = INT64_MAX, low_b = INT64_MAX, high_b = INT64_MIN;
    int64_t high_a = INT64_MIN;
    int width_b, status;
    size_t m = 0;
    for (size_t i = 0; i < hash->size; i++) {
        const fm_slot *slot = &hash->slots[i];
        if (slot->n == 0)
            continue;
        order[m++] = i;
        low_a = slot->a < low_a ? slot->a : low_a;
        high_a = slot->a > high_a ? slot->a : high_a;
        low_b = slot->b < low_b ? slot->b : low_b;
        high_b = slot->b > high_b ? slot->b : high_b;
    }
    width_b = width_of((uint64_t)high_b - (uint64_t)low_b);
    if (width_b + width_of((uint64_t)high_a - (uint64_t)low_a) < 64) {
        for (size_t i = 0; i < m; i++) {
            const fm_slot *slot = &hash->slots[order[i]];
            keys[i] = ((uint64_t)slot->a - (uint64_t)low_a) << width_b |
                      ((uint64_t)slot->b - (uint64_t)low_b);
        }
        return fm_sort_pairs_u64(keys, order, tmp_keys, tmp_order, m);
    }
    /* Both in turn: the sort is stable. */
    for (size_t i = 0; i < m; i++)
        keys[i] = (uint64_t)hash->slots[order[i]].b - (uint64_t)low_b;
    status = fm_sort_pairs_u64(keys, order, tmp_keys, tmp_order, m);
    if (status != FM_OK)
        return status;
    for (size_t i = 0; i < m; i++)
        keys[i] = (uint64_t)hash->slots[order[i]].a - (uint64_t)low_a;
    return fm_sort_pairs_u64(keys, order, tmp_keys, tmp_order, m);
}

static fm_cell make_cell(int64_t a, int64_t b, int64_t n, const fm_weight *weight)
{
    fm_cell cell = {a, b, n, 0.0, 0.0};
    if (weight != NULL) {
        cell.sum = weight->high + weight->low;
        cell.squares = weight->squares;
    }
    return cell;
}

static int take_table(fm_table *table, fm_cell **cells, size_t *n_cells)
{
    size_t m = 0;
    table_flush(table);
    for (size_t i = 0; i < table->size; i++)
        m += table->n[i] != 0;
    *n_cells = m;
    *cells = fm_alloc(m, sizeof **cells);
    if (*cells == NULL)
        return FM_NO_MEMORY;
    m = 0;
    for (size_t i = 0; i < table->size; i++)
        if (table->n[i] != 0)
            (*cells)[m++] = make_cell(
                table->a.low + (int64_t)(i >> table->b.bits),
                table->b.low + (int64_t)(i & (table->b.size - 1)), table->n[i],
                table->weights ? &table->weights[i] : NULL);
    return FM_OK;
}

static int take_hash(const fm_hash *hash, fm_cell **cells, size_t *n_cells)
{
    const size_t m = hash->used;
    uint64_t *room = fm_alloc(m, 4 * sizeof *room);
    int status = FM_NO_MEMORY;
    *n_cells = m;
    *cells = fm_alloc(m, sizeof **cells);
    if (room != NULL && *cells != NULL)
        status = sort_slots(hash, room, room + m, room + 2 * m, room + 3 * m);
    for (size_t i = 0; i < m && status == FM_OK; i++) {
        const fm_slot *slot = &hash->slots[room[i]];
        (*cells)[i] = make_cell(slot->a, slot->b, slot->n,
                                hash->weights ? &hash->weights[room[i]] : NULL);
    }
    fm_free(room);
    if (status != FM_OK) {
        fm_free(*cells);
        *cells = NULL;
    }
    return status;
}

int fm_count_labels(const fm_column *a, const fm_column *b, const double *weights,
                    size_t n, fm_cell **cells, size_t *n_cells)
{
    uint64_t room_a[FM_BLOCK], room_b[FM_BLOCK];
    uint32_t at_a[FM_BLOCK], at_b[FM_BLOCK];
    const int plain_a = fm_is_plain(a), plain_b = fm_is_plain(b);
    const fm_loops *loops = fm_choose_loops();
    fm_counter counter;
    int status = FM_OK;
    memset(&counter, 0, sizeof counter);
    counter.weighted = weights != NULL;
    counter.most = n < FM_SMALL_TABLE ? FM_SMALL_TABLE : n;
    if (counter.most > FM_LARGEST_TABLE)
        counter.most = FM_LARGEST_TABLE;
    for (size_t start = 0; start < n && status == FM_OK; start += FM_BLOCK) {
        const size_t m = n - start < FM_BLOCK ? n - start : FM_BLOCK;
        const void *x = fm_items(a, plain_a, start, m, room_a);
        const void *y = fm_items(b, plain_b, start, m, room_b);
        const double *w = weights ? weights + start : NULL;
        fm_table *table = &counter.table;
        /* Looked at again each time: offsets are indices, and another thread may write
         * to the labels meanwhile. */
        while (status == FM_OK && counter.hash.slots == NULL &&
               (table->n == NULL ||
                loops->offsets(a->type, x, m, &table->a, at_a) ||
                loops->offsets(b->type, y, m, &table->b, at_b)))
            status = make_room(&counter, loops, a->type, x, b->type, y, m);
        if (status != FM_OK)
            break;
        if (table->n != NULL)
            table_add(table, loops, at_a, at_b, w, m);
        else
            status = hash_block(&counter.hash, a->type, x, b->type, y, w, m);
    }
    if (status == FM_OK && counter.table.n != NULL)
        status = take_table(&counter.table, cells, n_cells);
    else if (status == FM_OK)
        status = take_hash(&counter.hash, cells, n_cells);
    table_free(&counter.table);
    hash_free(&counter.hash);
    return status;
}

int fm_count_equal(const fm_column *a, const fm_column *b, size_t n, size_t *equal)
{
    uint64_t room_a[FM_BLOCK], room_b[FM_BLOCK];
    const int plain_a = fm_is_plain(a), plain_b = fm_is_plain(b);
    const fm_loops *loops = fm_choose_loops();
    *equal = 0;
    for (size_t start = 0; start < n; start += FM_BLOCK) {
        const size_t m = n - start < FM_BLOCK ? n - start : FM_BLOCK;
        const void *x = fm_items(a, plain_a, start, m, room_a);
        const void *y = fm_items(b, plain_b, start, m, room_b);
        if (loops->equal(a->type, a->width, x, y, m, equal))
            return FM_NOT_WHOLE;
    }
    return FM_OK;
}

int fm_count_equal_bools(const fm_column *a, const fm_column *b, size_t n,
                         size_t *equal)
{
    uint64_t room_a[FM_BLOCK], room_b[FM_BLOCK];
    const int plain_a = fm_is_plain(a), plain_b = fm_is_plain(b);
    const fm_loops *loops = fm_choose_loops();
    *equal = 0;
    for (size_t start = 0; start < n; start += FM_BLOCK) {
        const size_t m = n - start < FM_BLOCK ? n - start : FM_BLOCK;
        const void *x = fm_items(a, plain_a, start, m, room_a);
        const void *y = fm_items(b, plain_b, start, m, room_b);
        if (loops->equal_bools(x, y, m, equal))
            return FM_NOT_WHOLE;
    }
    return FM_OK;
}
