/* fm_equal_rows.c: see fm_equal_rows.h.
 *
 * An open hash table with linear probing. A place is one word, a row and 24 bits of
 * its hash, so that other rows are seldom looked at in vain. A block of rows is hashed
 * and their places are asked for before the first of them is looked up.
 */
#include "fm_equal_rows.h"

#define FM_ROW_BITS 40
#define FM_ROW_MASK ((UINT64_C(1) << FM_ROW_BITS) - 1)

/* Rows are hashed in blocks of which this many cells stay in cache. */
#define FM_BLOCK_CELLS 16384
#define FM_MOST_BLOCK 1024
#define FM_LEAST_BLOCK 8

/* Rows whose items lie side by side are hashed so many bytes at a time, column by
 * column: memory is then read in order, and what was read stays in the first cache. */
#define FM_BYTES_AT_ONCE 4096

/* Odd, without pattern in their bits. */
#define FM_FACTOR UINT64_C(0x9E3779B97F4A7C15)
#define FM_LAST_FACTOR UINT64_C(0xC2B2AE3D27D4EB4F)
#define FM_NAN UINT64_C(0x7FF8000000000000)

/* A bijection of the hash for any word, and of the word for any hash: words that differ
 * in one place only cannot end alike. */
FM_INLINE uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * FM_FACTOR;
    return hash ^ (hash >> 32);
}

/* The words of items: equal exactly for values that are equal. */
FM_INLINE uint64_t word_of_f64(double x)
{
    uint64_t bits;
    if (x != x)
        return FM_NAN;
    x += 0.0; /* -0.0 becomes 0.0 */
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

FM_INLINE uint64_t word_of_f32(float x)
{
    return word_of_f64((double)x);
}

FM_INLINE uint64_t word_of_whole(int64_t x)
{
    return (uint64_t)x;
}

#define FM_ALL_TYPES(DO)                                                       \
    DO(FM_U8, uint8_t, word_of_whole)                                          \
    DO(FM_I8, int8_t, word_of_whole)                                           \
    DO(FM_U16, uint16_t, word_of_whole)                                        \
    DO(FM_I16, int16_t, word_of_whole)                                         \
    DO(FM_U32, uint32_t, word_of_whole)                                        \
    DO(FM_I32, int32_t, word_of_whole)                                         \
    DO(FM_U64, uint64_t, word_of_whole)                                        \
    DO(FM_I64, int64_t, word_of_whole)                                         \
    DO(FM_F32, float, word_of_f32)                                             \
    DO(FM_F64, double, word_of_f64)

#define FM_CASE_MIX(TYPE, T, WORD)                                             \
    case TYPE:                                                                 \
        for (size_t i = 0; i < n; i++, x += stride) {                          \
            T item;                                                            \
            memcpy(&item, x, sizeof item);                                     \
            hashes[i] = mix(hashes[i], WORD(item));                                               \
        }                                                                      \
        break;

/* Mix the items of one column, from `start` on, into the hashes of n rows. */
static void mix_column(const fm_column *column, size_t start, size_t n,
                       uint64_t *FM_RESTRICT hashes)
{
    const ptrdiff_t stride = column->stride;
    const char *x = column->data + stride * (ptrdiff_t)start;
    switch (column->type) {
        FM_ALL_TYPES(FM_CASE_MIX)
    case FM_TEXT:
        break;
    }
}

#define FM_CASE_WORD(TYPE, T, WORD)                                            \
    case TYPE: {                                                               \
        T item;                                                                \
        memcpy(&item, x, sizeof item);                                         \
        return WORD(item);                                                     \
    }

FM_INLINE uint64_t word_at(const fm_column *column, size_t row)
{
    const char *x = column->data + column->stride * (ptrdiff_t)row;
    switch (column->type) {
        FM_ALL_TYPES(FM_CASE_WORD)
    case FM_TEXT:
        break;
    }
    return 0;
}

/* The last steps, after which every bit depends on all of them. */
FM_INLINE uint64_t finished(uint64_t hash)
{
    hash *= FM_LAST_FACTOR;
    return hash ^ (hash >> 29);
}

static void hash_dense(const fm_dense_rows *rows, size_t row_bytes, size_t start,
                       size_t n, uint64_t *hashes)
{
    size_t step = n;
    if (row_bytes != 0) {
        step = FM_BYTES_AT_ONCE / row_bytes;
        if (step < FM_LEAST_BLOCK)
            step = FM_LEAST_BLOCK;
    }
    for (size_t i = 0; i < n; i++)
        hashes[i] = FM_LAST_FACTOR;
    for (size_t i = 0; i < n; i += step) {
        const size_t size = n - i < step ? n - i : step;
        for (size_t j = 0; j < rows->n_columns; j++)
            mix_column(rows->columns + j, start + i, size, hashes + i);
    }
    for (size_t i = 0; i < n; i++)
        hashes[i] = finished(hashes[i]);
}

static void hash_sparse(const fm_sparse_rows *rows, size_t start, size_t n,
                        uint64_t *hashes)
{
    for (size_t i = 0; i < n; i++) {
        const int64_t end = rows->starts[start + i + 1];
        uint64_t hash = FM_LAST_FACTOR;
        for (int64_t at = rows->starts[start + i]; at < end; at++) {
            hash = mix(hash, (uint64_t)rows->positions[at]);
            hash = mix(hash, word_at(&rows->values, (size_t)at));
        }
        hashes[i] = finished(hash);
    }
}

/* Bytes of a row if its items lie side by side, as in a matrix; else 0. */
static size_t bytes_of_row(const fm_dense_rows *rows)
{
    const fm_column *columns = rows->columns;
    for (size_t j = 1; j < rows->n_columns; j++)
        if (columns[j].type != columns[0].type ||
            columns[j].stride != columns[0].stride ||
            (uintptr_t)columns[j].data !=
                (uintptr_t)columns[0].data + j * columns[0].width)
            return 0;
    return rows->n_columns ? rows->n_columns * columns[0].width : 0;
}

FM_INLINE int equal_dense(const fm_dense_rows *rows, size_t row_bytes, size_t a,
                          size_t b)
{
    if (row_bytes != 0) { /* most often they are the same bytes */
        const fm_column *column = rows->columns;
        const char *x = column->data + column->stride * (ptrdiff_t)a;
        const char *y = column->data + column->stride * (ptrdiff_t)b;
        if (!memcmp(x, y, row_bytes))
            return 1;
    }
    for (size_t j = 0; j < rows->n_columns; j++)
        if (word_at(rows->columns + j, a) != word_at(rows->columns + j, b))
            return 0;
    return 1;
}

FM_INLINE int equal_sparse(const fm_sparse_rows *rows, size_t a, size_t b)
{
    const int64_t x = rows->starts[a], y = rows->starts[b];
    const int64_t n = rows->starts[a + 1] - x;
    if (rows->starts[b + 1] - y != n)
        return 0;
    for (int64_t i = 0; i < n; i++)
        if (rows->positions[x + i] != rows->positions[y + i] ||
            word_at(&rows->values, (size_t)(x + i)) !=
                word_at(&rows->values, (size_t)(y + i)))
            return 0;
    return 1;
}

size_t fm_places_for(size_t n)
{
    size_t n_places = 64;
    while (n_places < 2 * n)
        n_places *= 2;
    return n_places;
}

/* One of `dense` and `sparse` is NULL wherever this is called, so it is compiled for
 * each kind of rows. */
FM_INLINE size_t number_rows(size_t n, size_t block, const fm_dense_rows *dense,
                             const fm_sparse_rows *sparse,
                             uint64_t *FM_RESTRICT places,
                             int64_t *FM_RESTRICT codes)
{
    const size_t n_places = fm_places_for(n), mask = n_places - 1;
    const size_t row_bytes = dense ? bytes_of_row(dense) : 0;
    uint64_t hashes[FM_MOST_BLOCK];
    int64_t known = 0;
    memset(places, 0, n_places * sizeof *places);
    for (size_t start = 0; start < n; start += block) {
        const size_t size = n - start < block ? n - start : block;
        if (dense)
            hash_dense(dense, row_bytes, start, size, hashes);
        else
            hash_sparse(sparse, start, size, hashes);
        for (size_t i = 0; i < size; i++)
            FM_PREFETCH(places + ((size_t)hashes[i] & mask));
        for (size_t i = 0; i < size; i++) {
            const size_t mine = start + i;
            const uint64_t tag = hashes[i] & ~FM_ROW_MASK;
            size_t at = (size_t)hashes[i] & mask;
            for (;; at = (at + 1) & mask) {
                const uint64_t place = places[at];
                const size_t row = (size_t)(place & FM_ROW_MASK) - 1;
                if (place == 0) {
                    places[at] = tag | (mine + 1);
                    codes[mine] = known++;
                    break;
                }
                if ((place & ~FM_ROW_MASK) == tag &&
                    (dense ? equal_dense(dense, row_bytes, row, mine)
                           : equal_sparse(sparse, row, mine))) {
                    codes[mine] = codes[row];
                    break;
                }
            }
        }
    }
    return (size_t)known;
}

size_t fm_number_dense_rows(const fm_dense_rows *rows, uint64_t *FM_RESTRICT places,
                            int64_t *FM_RESTRICT codes)
{
    size_t block = FM_BLOCK_CELLS / (rows->n_columns ? rows->n_columns : 1);
    if (block > FM_MOST_BLOCK)
        block = FM_MOST_BLOCK;
    if (block < FM_LEAST_BLOCK)
        block = FM_LEAST_BLOCK;
    return number_rows(rows->n, block, rows, NULL, places, codes);
}

size_t fm_number_sparse_rows(const fm_sparse_rows *rows, uint64_t *FM_RESTRICT places,
                             int64_t *FM_RESTRICT codes)
{
    return number_rows(rows->n, FM_MOST_BLOCK, NULL, rows, places, codes);
}

/* The root of a set; paths are halved on the way. */
FM_INLINE int64_t root_of(int64_t *parents, int64_t one)
{
    while (parents[one] != one) {
        parents[one] = parents[parents[one]];
        one = parents[one];
    }
    return one;
}

size_t fm_join_codes(const int64_t *a, size_t n_a, const int64_t *b, size_t n_b,
                     size_t n, int64_t *FM_RESTRICT parents,
                     int64_t *FM_RESTRICT codes)
{
    size_t known = 0;
    for (size_t i = 0; i < n_a + n_b; i++)
        parents[i] = (int64_t)i;
    for (size_t i = 0; i < n; i++) {
        const int64_t x = root_of(parents, a[i]);
        const int64_t y = root_of(parents, (int64_t)n_a + b[i]);
        if (x < y)
            parents[y] = x;
        else
            parents[x] = y;
    }
    for (size_t i = 0; i < n; i++)
        codes[i] = root_of(parents, a[i]);
    /* The roots have done their work: their places now hold the codes. */
    for (size_t i = 0; i < n_a + n_b; i++)
        parents[i] = -1;
    for (size_t i = 0; i < n; i++) {
        const int64_t root = codes[i];
        if (parents[root] < 0)
            parents[root] = (int64_t)known++;
        codes[i] = parents[root];
    }
    return known;
}
