/* fm_column.h: a column of items as NumPy holds them, read a block at a time.
 *
 * Loops over items want them adjacent and aligned. Those of a column that is not so
 * are gathered first, a block at a time, into room on the stack.
 */
#ifndef FM_COLUMN_H
#define FM_COLUMN_H

#include "fm_base.h"

/* What an item is. As a label, an integer is compared by its bits, a float by
 * its value (-0.0 == 0.0), text (fixed width, such as UCS-4 padded with zeros)
 * byte by byte. Text cannot be a score. */
typedef enum {
    FM_U8,
    FM_I8,
    FM_U16,
    FM_I16,
    FM_U32,
    FM_I32,
    FM_U64,
    FM_I64,
    FM_F32,
    FM_F64,
    FM_TEXT
} fm_type;

typedef struct {
    const char *data; /* the first item */
    ptrdiff_t stride; /* bytes from an item to the next, negative or 0 too */
    size_t width;     /* bytes per item */
    fm_type type;
} fm_column;

/* Whether items are adjacent and aligned, so that a loop can read them. */
FM_INLINE int fm_is_plain(const fm_column *column)
{
    const size_t width = column->width;
    return width != 0 && column->stride == (ptrdiff_t)width &&
           (uintptr_t)column->data % width == 0;
}

/* Whether n bytes, `stride` apart, are all 0 or 1, as those of booleans should be. */
static inline int fm_are_bools(const char *x, ptrdiff_t stride, size_t n)
{
    unsigned char any = 0;
    if (stride == 1) { /* a loop of its own, for the compiler to vectorise */
        for (size_t i = 0; i < n; i++)
            any |= (unsigned char)x[i];
    } else {
        for (size_t i = 0; i < n; i++, x += stride)
            any |= (unsigned char)*x;
    }
    return any <= 1;
}

#define FM_CASE_GATHER(W)                                                      \
    case W:                                                                    \
        for (size_t i = 0; i < n; i++, x += stride)                            \
            memcpy(to + i * W, x, W);                                          \
        break;

/* The n items from `start` on, for a loop to read: in place if they are plain,
 * else copied to `room` (n items of up to 8 bytes, aligned for any). */
static inline const void *fm_items(const fm_column *column, int plain,
                                   size_t start, size_t n, void *room)
{
    const ptrdiff_t stride = column->stride;
    const char *x = column->data + stride * (ptrdiff_t)start;
    char *to = room;
    if (plain)
        return x;
    switch (column->width) {
        FM_CASE_GATHER(1)
        FM_CASE_GATHER(2)
        FM_CASE_GATHER(4)
        FM_CASE_GATHER(8)
    }
    return room;
}

#undef FM_CASE_GATHER

#endif
