#include "fm_fingerprint.h"

#define SEPARATOR 0x1f

/* Primes between 2^63 and 2^64, as published. */
#define K0 0xc3a5c85c97cb3127u
#define K1 0xb492b66fbe98f273u
#define K2 0x9ae16a3b2f90404fu

typedef struct {
    uint64_t a, b;
} pair;

/* Bytes are read from the least on every platform; compilers make one load of it. */
FM_INLINE uint64_t read32(const uint8_t *s)
{
    return (uint64_t)s[0] | (uint64_t)s[1] << 8 | (uint64_t)s[2] << 16 |
           (uint64_t)s[3] << 24;
}

FM_INLINE uint64_t read64(const uint8_t *s)
{
    return (uint64_t)s[0] | (uint64_t)s[1] << 8 | (uint64_t)s[2] << 16 |
           (uint64_t)s[3] << 24 | (uint64_t)s[4] << 32 | (uint64_t)s[5] << 40 |
           (uint64_t)s[6] << 48 | (uint64_t)s[7] << 56;
}

FM_INLINE uint64_t turn(uint64_t x, int bits)
{
    return x >> bits | x << (64 - bits);
}

FM_INLINE uint64_t fold(uint64_t x)
{
    return x ^ x >> 47;
}

FM_INLINE uint64_t mix(uint64_t u, uint64_t v, uint64_t factor)
{
    uint64_t a = fold((u ^ v) * factor);
    return fold((v ^ a) * factor) * factor;
}

static uint64_t of_16(const uint8_t *s, size_t size)
{
    uint64_t factor = K2 + size * 2;
    if (size >= 8) {
        uint64_t a = read64(s) + K2;
        uint64_t b = read64(s + size - 8);
        uint64_t c = turn(b, 37) * factor + a;
        uint64_t d = (turn(a, 25) + b) * factor;
        return mix(c, d, factor);
    }
    if (size >= 4)
        return mix(size + (read32(s) << 3), read32(s + size - 4), factor);
    if (size > 0) {
        uint32_t y = (uint32_t)s[0] + ((uint32_t)s[size >> 1] << 8);
        uint32_t z = (uint32_t)size + ((uint32_t)s[size - 1] << 2);
        return fold(y * K2 ^ z * K0) * K2;
    }
    return K2;
}

static uint64_t of_32(const uint8_t *s, size_t size)
{
    uint64_t factor = K2 + size * 2;
    uint64_t a = read64(s) * K1;
    uint64_t b = read64(s + 8);
    uint64_t c = read64(s + size - 8) * factor;
    uint64_t d = read64(s + size - 16) * K2;
    return mix(turn(a + b, 43) + turn(c, 30) + d, a + turn(b + K2, 18) + c, factor);
}

static uint64_t of_64(const uint8_t *s, size_t size)
{
    uint64_t factor = K2 + size * 2;
    uint64_t a = read64(s) * K2;
    uint64_t b = read64(s + 8);
    uint64_t c = read64(s + size - 8) * factor;
    uint64_t d = read64(s + size - 16) * K2;
    uint64_t y = turn(a + b, 43) + turn(c, 30) + d;
    uint64_t z = mix(y, a + turn(b + K2, 18) + c, factor);
    uint64_t e = read64(s + 16) * factor;
    uint64_t f = read64(s + 24);
    uint64_t g = (y + read64(s + size - 32)) * factor;
    uint64_t h = (z + read64(s + size - 24)) * factor;
    return mix(turn(e + f, 43) + turn(g, 30) + h, e + turn(f + a, 18) + g, factor);
}

FM_INLINE pair of_block(const uint8_t *s, uint64_t a, uint64_t b)
{
    uint64_t x = read64(s + 8), y = read64(s + 16), z = read64(s + 24), c;
    a += read64(s);
    b = turn(b + a + z, 21);
    c = a;
    a += x + y;
    b += turn(a, 44);
    return (pair){a + z, b + c};
}

/* What the hash of a long text is made of while it is read, 64 bytes at a time. */
typedef struct {
    uint64_t x, y, z;
    pair v, w;
} state;

/* Take in 64 bytes; the last ones, perhaps read before, weigh more. */
FM_INLINE void take(state *h, const uint8_t *s, uint64_t factor, uint64_t weight)
{
    uint64_t x = turn(h->x + h->y + h->v.a + read64(s + 8), 37) * factor;
    uint64_t y = turn(h->y + h->v.b + read64(s + 48), 42) * factor;
    uint64_t z = turn(h->z + h->w.a, 33) * factor;
    x ^= h->w.b * weight;
    y += h->v.a * weight + read64(s + 40);
    h->v = of_block(s, h->v.b * factor, x + h->w.a);
    h->w = of_block(s + 32, z + h->w.b, y + read64(s + 16));
    h->x = z;
    h->y = y;
    h->z = x;
}

static uint64_t of_long(const uint8_t *s, size_t size)
{
    const uint8_t *last = s + size - 64;
    size_t n_blocks = (size - 1) / 64, i;
    uint64_t factor;
    state h = {81 * K2 + read64(s), 81 * K1 + 113, 0, {0, 0}, {0, 0}};
    h.z = fold(h.y * K2 + 113) * K2;
    for (i = 0; i < n_blocks; i++)
        take(&h, s + 64 * i, K1, 1);
    factor = K1 + ((h.z & 0xff) << 1);
    h.w.a += (size - 1) & 63;
    h.v.a += h.w.a;
    h.w.a += h.v.a;
    take(&h, last, factor, 9);
    return mix(mix(h.v.a, h.w.a, factor) + fold(h.y) * K0 + h.z,
               mix(h.v.b, h.w.b, factor) + h.x, factor);
}

uint64_t fm_fingerprint(const uint8_t *bytes, size_t size)
{
    if (size <= 16)
        return of_16(bytes, size);
    if (size <= 32)
        return of_32(bytes, size);
    if (size <= 64)
        return of_64(bytes, size);
    return of_long(bytes, size);
}

/* Write a number and return the place behind it. */
FM_INLINE uint8_t *write_decimal(uint8_t *at, uint64_t item, int is_signed)
{
    uint8_t digits[20];
    size_t n = 0;
    if (is_signed && item >> 63) {
        *at++ = '-';
        item = 0 - item;
    }
    do {
        digits[n++] = (uint8_t)('0' + item % 10);
        item /= 10;
    } while (item != 0);
    while (n != 0)
        *at++ = digits[--n];
    return at;
}

void fm_fingerprint_rows(const fm_key_column *columns, size_t n_columns,
                         uint8_t *scratch, size_t salt_size, size_t n, uint64_t *out)
{
    size_t i, j;
    for (i = 0; i < n; i++) {
        uint8_t *at = scratch + salt_size;
        for (j = 0; j < n_columns; j++) {
            const fm_key_column *column = &columns[j];
            uint64_t item = column->items[i];
            if (j != 0)
                *at++ = SEPARATOR;
            if (column->type == FM_KEY_TEXT) {
                int64_t start = column->ends[item];
                size_t size = (size_t)(column->ends[item + 1] - start);
                memcpy(at, column->bytes + start, size);
                at += size;
            } else {
                at = write_decimal(at, item, column->type == FM_KEY_SIGNED);
            }
        }
        out[i] = fm_fingerprint(scratch, (size_t)(at - scratch));
    }
}
