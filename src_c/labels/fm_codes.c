/* fm_codes.c: see fm_codes.h. */
#include "fm_codes.h"

#include <math.h>

#define FM_BLOCK 512

FM_INLINE int whole_i(int64_t x, int64_t *value)
{
    *value = x;
    return 1;
}

/* What does not fit int64 is no whole number here. */
FM_INLINE int whole_f(double x, int64_t *value)
{
    if (!(fabs(x) < 9.2e18))
        return 0;
    *value = (int64_t)x;
    return (double)*value == x;
}

#define FM_DEFINE_ENCODE(name, T, C, whole, largest)                           \
    static size_t name(fm_numbers_seen *seen, const T *FM_RESTRICT x, size_t n, \
                       C *FM_RESTRICT codes)                                   \
    {                                                                          \
        uint32_t *table = seen->table;                                         \
        const uint64_t low = (uint64_t)seen->low, span = seen->span;           \
        for (size_t i = 0; i < n; i++) {                                       \
            int64_t value;                                                     \
            if (FM_UNLIKELY(!whole(x[i], &value)))                             \
                return i;                                                      \
            const uint64_t place = (uint64_t)value - low;                      \
            if (FM_UNLIKELY(place >= span))                                    \
                return i;                                                      \
            if (FM_UNLIKELY(table[place] == 0)) {                              \
                if (seen->n_known > largest)                                   \
                    return i;                                                  \
                table[place] = ++seen->n_known;                                \
            }                                                                  \
            codes[i] = (C)(table[place] - 1);                                  \
        }                                                                      \
        return n;                                                              \
    }

#define FM_DEFINE_ENCODES(name, T, whole)                                      \
    FM_DEFINE_ENCODE(name##_u8, T, uint8_t, whole, UINT8_MAX)                  \
    FM_DEFINE_ENCODE(name##_u16, T, uint16_t, whole, UINT16_MAX)               \
    FM_DEFINE_ENCODE(name##_u32, T, uint32_t, whole, UINT32_MAX - 1)

FM_DEFINE_ENCODES(encode_u8, uint8_t, whole_i)
FM_DEFINE_ENCODES(encode_i8, int8_t, whole_i)
FM_DEFINE_ENCODES(encode_u16, uint16_t, whole_i)
FM_DEFINE_ENCODES(encode_i16, int16_t, whole_i)
FM_DEFINE_ENCODES(encode_u32, uint32_t, whole_i)
FM_DEFINE_ENCODES(encode_i32, int32_t, whole_i)
FM_DEFINE_ENCODES(encode_u64, uint64_t, whole_i)
FM_DEFINE_ENCODES(encode_i64, int64_t, whole_i)
FM_DEFINE_ENCODES(encode_f32, float, whole_f)
FM_DEFINE_ENCODES(encode_f64, double, whole_f)

#define FM_CASE_ENCODE(TYPE, name)                                             \
    case TYPE:                                                                 \
        done = code_width == 1   ? name##_u8(seen, x, m, codes)                \
               : code_width == 2 ? name##_u16(seen, x, m, codes)               \
                                 : name##_u32(seen, x, m, codes);              \
        break;

/* The n <= FM_BLOCK rows from x on. */
static size_t encode_items(fm_numbers_seen *seen, fm_type type, const void *x,
                           size_t m, void *codes, size_t code_width)
{
    size_t done = 0;
    switch (type) {
        FM_CASE_ENCODE(FM_U8, encode_u8)
        FM_CASE_ENCODE(FM_I8, encode_i8)
        FM_CASE_ENCODE(FM_U16, encode_u16)
        FM_CASE_ENCODE(FM_I16, encode_i16)
        FM_CASE_ENCODE(FM_U32, encode_u32)
        FM_CASE_ENCODE(FM_I32, encode_i32)
        FM_CASE_ENCODE(FM_U64, encode_u64)
        FM_CASE_ENCODE(FM_I64, encode_i64)
        FM_CASE_ENCODE(FM_F32, encode_f32)
        FM_CASE_ENCODE(FM_F64, encode_f64)
    default:
        break;
    }
    return done;
}

void fm_encode_whole(fm_numbers_seen *seen, const fm_column *column, size_t n,
                     void *codes, size_t code_width, size_t *row)
{
    uint64_t room[FM_BLOCK];
    const int plain = fm_is_plain(column);
    while (*row < n) {
        const size_t m = n - *row < FM_BLOCK ? n - *row : FM_BLOCK;
        const void *x = fm_items(column, plain, *row, m, room);
        char *to = (char *)codes + *row * code_width;
        const size_t done = encode_items(seen, column->type, x, m, to, code_width);
        *row += done;
        if (done < m)
            return;
    }
}
