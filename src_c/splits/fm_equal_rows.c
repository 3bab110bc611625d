/* fm_equal_rows.c: see fm_equal_rows.h.
 *
 * An open hash table with linear probing. A place is one word, a row and 24 bits of
 * its hash, so that the hashes of other rows are seldom looked up in vain.
 */
#include "fm_equal_rows.h"

#define FM_ROW_BITS 40
#define FM_ROW_MASK ((UINT64_C(1) << FM_ROW_BITS) - 1)

/* Rows are hashed in blocks of which this many cells stay in cache. */
#define FM_BLOCK_CELLS 16384
#define FM_MOST_BLOCK 512
#define FM_LEAST_BLOCK 8
/* So many rows ahead the table's place is asked for. */
#define FM_AHEAD 16

/* Odd, without pattern in their bits. */
#define FM_FACTOR_LOW UINT64_C(0x9E3779B97F4A7C15)
#define FM_FACTOR_HIGH UINT64_C(0xC2B2AE3D27D4EB4F)
#define FM_NAN UINT64_C(0x7FF8000000000000)

/* Each half is a bijection of itself for any word, and of the word for any state:
 * words that differ in one place only cannot end alike. */
FM_INLINE void mix(fm_row_hash *hash, uint64_t word)
{
    const uint64_t low = (hash->low ^ word) * FM_FACTOR_LOW;
    const uint64_t high = (hash->high + word) * FM_FACTOR_HIGH;
    hash->low = low ^ (low >> 32);
    hash->high = high ^ (high >> 29);
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
            mix(hashes + i, WORD(item));                                       \
        }                                                                      \
        break;

/* Mix the items of one column, from `start` on, into the hashes of n rows. */
static void mix_column(const fm_column *column, size_t start, size_t n,
                       fm_row_hash *FM_RESTRICT hashes)
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
FM_INLINE void finish(fm_row_hash *hash)
{
    const uint64_t both = hash->low + hash->high;
    hash->low = (hash->low ^ (both >> 31)) * FM_FACTOR_HIGH;
    hash->high = (hash->high ^ (both >> 33)) * FM_FACTOR_LOW;
    hash->low ^= hash->low >> 32;
    hash->high ^= hash->high >> 32;
}

static void hash_dense(const fm_dense_rows *rows, size_t start, size_t n,
                       fm_row_hash *hashes)
{
    const fm_row_hash zero = {FM_FACTOR_HIGH, FM_FACTOR_LOW};
    for (size_t i = 0; i < n; i++)
        hashes[i] = zero;
    for (size_t j = 0; j < rows->n_columns; j++)
        mix_column(rows->columns + j, start, n, hashes);
    for (size_t i = 0; i < n; i++)
        finish(hashes + i);
}

static void hash_sparse(const fm_sparse_rows *rows, size_t start, size_t n,
                        fm_row_hash *hashes)
{
    for (size_t i = 0; i < n; i++) {
        const int64_t end = rows->starts[start + i + 1];
        fm_row_hash hash = {FM_FACTOR_HIGH, FM_FACTOR_LOW};
        for (int64_t at = rows->starts[start + i]; at < end; at++) {
            mix(&hash, (uint64_t)rows->positions[at]);
            mix(&hash, word_at(&rows->values, (size_t)at));
        }
        finish(&hash);
        hashes[i] = hash;
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

/* A power of two, at least twice as many as there are rows. */
FM_INLINE size_t places_for(size_t n)
{
    size_t n_places = 64;
    while (n_places < 2 * n)
        n_places *= 2;
    return n_places;
}

/* One of `dense` and `sparse` is NULL wherever this is called, so it is compiled for
 * each kind of rows. */
FM_INLINE int number_rows(size_t n, size_t block, const fm_dense_rows *dense,
                          const fm_sparse_rows *sparse, int64_t *FM_RESTRICT codes,
                          int64_t *FM_RESTRICT first, size_t *n_codes)
{
    const size_t n_places = places_for(n), mask = n_places - 1;
    const size_t row_bytes = dense ? bytes_of_row(dense) : 0;
    fm_row_hash *hashes = fm_alloc(n, sizeof *hashes);
    uint64_t *places = fm_alloc(n_places, sizeof *places);
    size_t known = 0;
    if (hashes == NULL || places == NULL) {
        fm_free(hashes);
        fm_free(places);
        return FM_NO_MEMORY;
    }
    memset(places, 0, n_places * sizeof *places);
    for (size_t start = 0; start < n; start += block) {
        const size_t size = n - start < block ? n - start : block;
        if (dense)
            hash_dense(dense, start, size, hashes + start);
        else
            hash_sparse(sparse, start, size, hashes + start);
    }
    for (size_t i = 0; i < n; i++) {
        const fm_row_hash hash = hashes[i];
        const uint64_t tag = hash.high & ~FM_ROW_MASK;
        size_t at = (size_t)hash.low & mask;
        if (i + FM_AHEAD < n)
            FM_PREFETCH(places + ((size_t)hashes[i + FM_AHEAD].low & mask));
        for (;; at = (at + 1) & mask) {
            const uint64_t place = places[at];
            size_t row;
            if (place == 0) {
                places[at] = tag | (i + 1);
                codes[i] = (int64_t)known;
                first[known++] = (int64_t)i;
                break;
            }
            if ((place & ~FM_ROW_MASK) != tag)
                continue;
            row = (size_t)(place & FM_ROW_MASK) - 1;
            if (hashes[row].low == hash.low && hashes[row].high == hash.high &&
                (dense ? equal_dense(dense, row_bytes, row, i)
                       : equal_sparse(sparse, row, i))) {
                codes[i] = codes[row];
                break;
            }
        }
    }
    fm_free(hashes);
    fm_free(places);
    *n_codes = known;
    return FM_OK;
}

int fm_number_dense_rows(const fm_dense_rows *rows, int64_t *FM_RESTRICT codes,
                         int64_t *FM_RESTRICT first, size_t *n_codes)
{
    size_t block = FM_BLOCK_CELLS / (rows->n_columns ? rows->n_columns : 1);
    if (block > FM_MOST_BLOCK)
        block = FM_MOST_BLOCK;
    if (block < FM_LEAST_BLOCK)
        block = FM_LEAST_BLOCK;
    return number_rows(rows->n, block, rows, NULL, codes, first, n_codes);
}

int fm_number_sparse_rows(const fm_sparse_rows *rows, int64_t *FM_RESTRICT codes,
                          int64_t *FM_RESTRICT first, size_t *n_codes)
{
    return number_rows(rows->n, FM_MOST_BLOCK, NULL, rows, codes, first, n_codes);
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
