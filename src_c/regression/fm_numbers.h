/* fm_numbers.h: a column of numbers of any type, read a block at a time as doubles.
 *
 * Doubles that are adjacent and aligned are read where they lie; all else is
 * converted, a block at a time, into room that the caller has: of integers of 64 bits
 * the nearest double. Text is no number, and not for this.
 */
#ifndef FM_NUMBERS_H
#define FM_NUMBERS_H

#include "fm_column.h"

/* The most rows of a block; what is read of two columns stays in the cache. */
#define FM_ROWS 4096

#define FM_CASE_NUMBERS(NAME, T)                                               \
    case NAME:                                                                 \
        if (stride == (ptrdiff_t)sizeof(T)) { /* for the compiler to vectorise */ \
            for (size_t i = 0; i < n; i++) {                                   \
                T item;                                                        \
                memcpy(&item, x + i * sizeof(T), sizeof(T));                   \
                room[i] = (double)item;                                        \
            }                                                                  \
        } else {                                                               \
            for (size_t i = 0; i < n; i++, x += stride) {                      \
                T item;                                                        \
                memcpy(&item, x, sizeof(T));                                   \
                room[i] = (double)item;                                        \
            }                                                                  \
        }                                                                      \
        break;

/* The n <= FM_ROWS numbers from `start` on: in place, or in `room` (of n doubles). */
static inline const double *fm_numbers(const fm_column *column, size_t start,
                                       size_t n, double *room)
{
    const ptrdiff_t stride = column->stride;
    const char *x = column->data + stride * (ptrdiff_t)start;
    if (column->type == FM_F64 && fm_is_plain(column))
        return (const double *)(const void *)x;
    switch (column->type) {
        FM_CASE_NUMBERS(FM_U8, uint8_t)
        FM_CASE_NUMBERS(FM_I8, int8_t)
        FM_CASE_NUMBERS(FM_U16, uint16_t)
        FM_CASE_NUMBERS(FM_I16, int16_t)
        FM_CASE_NUMBERS(FM_U32, uint32_t)
        FM_CASE_NUMBERS(FM_I32, int32_t)
        FM_CASE_NUMBERS(FM_U64, uint64_t)
        FM_CASE_NUMBERS(FM_I64, int64_t)
        FM_CASE_NUMBERS(FM_F32, float)
        FM_CASE_NUMBERS(FM_F64, double)
    default:
        break;
    }
    return room;
}

#undef FM_CASE_NUMBERS

/* The number of one row. */
static inline double fm_number(const fm_column *column, size_t row)
{
    double room;
    return *fm_numbers(column, row, 1, &room);
}

#endif
