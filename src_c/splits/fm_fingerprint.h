/* fm_fingerprint.h: a number that a key always has, on every platform.
 *
 * fm_fingerprint computes FarmHash's Fingerprint64 (Geoff Pike, 2014), the function
 * that BigQuery calls FARM_FINGERPRINT (which shows it as a signed number).
 *
 * Equivalent Python, `columns` being those of the key, texts or whole numbers:
 *
 *     [fingerprint((salt + "\x1f".join(map(str, row))).encode())
 *      for row in zip(*columns)]
 */
#ifndef FM_FINGERPRINT_H
#define FM_FINGERPRINT_H

#include "fm_base.h"

uint64_t fm_fingerprint(const uint8_t *bytes, size_t size);

typedef enum { FM_KEY_SIGNED, FM_KEY_UNSIGNED, FM_KEY_TEXT } fm_key_type;

/* A column of a key: `items` are its whole numbers, or for texts the place of each
 * row's text, whose bytes are those from ends[place] to ends[place + 1]. */
typedef struct {
    fm_key_type type;
    const uint64_t *items;
    const uint8_t *bytes;
    const int64_t *ends;
} fm_key_column;

/* Fingerprints of n rows into `out`. `room` bytes at `scratch` hold the longest text
 * that a row can have: the salt, 20 bytes for a number, the longest text of a column,
 * and a byte between two columns; the salt is there already. */
void fm_fingerprint_rows(const fm_key_column *columns, size_t n_columns,
                         uint8_t *scratch, size_t salt_size, size_t n, uint64_t *out);

#endif
