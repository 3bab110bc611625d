/* fm_trec_lines.c: see fm_trec_lines.h.
 *
 * Lines are taken in blocks: first all fields of a block are found and their ids
 * hashed, then the ids are looked up, by when their places have come from memory.
 */
#include "fm_trec_lines.h"

#include <math.h>

#define FM_BLOCK 64
#define FM_MOST_FIELDS 6

typedef struct {
    const char *field[FM_MOST_FIELDS];
    size_t length[FM_MOST_FIELDS];
    uint64_t query_hash, doc_hash;
    size_t line;
} parsed;

FM_INLINE int is_space(char c)
{
    return c == ' ' || ((unsigned char)c >= '\t' && (unsigned char)c <= '\r');
}

/* Find the fields of the line at *at, which becomes the next line's start. Returns how
 * many there are; -1: none, the line is blank or a comment. */
FM_INLINE long split_line(parsed *out, const char *text, size_t size, size_t *at)
{
    size_t i = *at;
    size_t n = 0;
    while (i < size && text[i] != '\n' && is_space(text[i]))
        i++;
    if (i < size && text[i] == '#') {
        while (i < size && text[i] != '\n')
            i++;
        *at = i + 1;
        return -1;
    }
    while (i < size && text[i] != '\n') {
        const size_t start = i;
        while (i < size && !is_space(text[i]))
            i++;
        if (n < FM_MOST_FIELDS) {
            out->field[n] = text + start;
            out->length[n] = i - start;
        }
        n++;
        while (i < size && text[i] != '\n' && is_space(text[i]))
            i++;
    }
    *at = i + 1;
    return n == 0 ? -1 : (long)n;
}

static const double powers_of_ten[] = {
    1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
};

/* A number of few digits: its digits and the power of ten are floats without error, so
 * that one division gives the nearest float. False: it is not of that kind. */
FM_INLINE int read_short_number(const char *text, size_t length, double *number)
{
    uint64_t digits = 0;
    size_t i = 0, n = 0, after = 0;
    const int negative = length > 0 && text[0] == '-';
    if (length > 0 && (text[0] == '-' || text[0] == '+'))
        i = 1;
    for (; i < length && text[i] >= '0' && text[i] <= '9'; i++, n++)
        digits = 10 * digits + (uint64_t)(text[i] - '0');
    if (i < length && text[i] == '.') {
        for (i++; i < length && text[i] >= '0' && text[i] <= '9'; i++, n++, after++)
            digits = 10 * digits + (uint64_t)(text[i] - '0');
    }
    if (i != length || n == 0 || n > 18 || digits > (UINT64_C(1) << 53))
        return 0;
    *number = (double)digits / powers_of_ten[after];
    if (negative)
        *number = -*number;
    return 1;
}

/* A whole number in the range of int64. */
FM_INLINE int read_whole(const char *text, size_t length, int64_t *number)
{
    int64_t found = 0;
    size_t i = length > 0 && (text[0] == '-' || text[0] == '+');
    const size_t digits = length - i;
    if (digits == 0 || digits > 18)
        return 0;
    for (; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return 0;
        found = 10 * found + (text[i] - '0');
    }
    *number = text[0] == '-' ? -found : found;
    return 1;
}

static int grow(void **column, size_t size, size_t n, size_t room)
{
    void *wider = fm_alloc(room, size);
    if (wider == NULL)
        return FM_NO_MEMORY;
    if (n != 0)
        memcpy(wider, *column, n * size);
    fm_free(*column);
    *column = wider;
    return FM_OK;
}

/* Room for a block more in the columns that lines of so many fields have. */
static int make_room(fm_trec_lines *lines, size_t n_fields)
{
    const size_t n = lines->n, room = 2 * lines->room + 1024;
    if (lines->room - n >= FM_BLOCK)
        return FM_OK;
    if (grow((void **)&lines->query, sizeof *lines->query, n, room) != FM_OK ||
        grow((void **)&lines->doc, sizeof *lines->doc, n, room) != FM_OK)
        return FM_NO_MEMORY;
    if (n_fields == 6 &&
        grow((void **)&lines->tag, sizeof *lines->tag, n, room) != FM_OK)
        return FM_NO_MEMORY;
    if (n_fields != 3 &&
        grow((void **)&lines->number, sizeof *lines->number, n, room) != FM_OK)
        return FM_NO_MEMORY;
    if (n_fields != 4 &&
        grow((void **)&lines->rank, sizeof *lines->rank, n, room) != FM_OK)
        return FM_NO_MEMORY;
    lines->room = room;
    return FM_OK;
}

/* The code of an id that is often that of the line before. */
FM_INLINE int code_again(fm_ids *ids, const char *id, size_t length, uint64_t hash,
                         uint32_t *code, uint32_t last)
{
    if (ids->n != 0) {
        const size_t start = last == 0 ? 0 : ids->ends[last - 1];
        if (ids->ends[last] - start == length &&
            !memcmp(ids->bytes + start, id, length)) {
            *code = last;
            return FM_OK;
        }
    }
    return fm_code_id(ids, (const uint8_t *)id, length, hash, code);
}

static int fail(fm_trec_lines *lines, const parsed *one, const char *text, size_t field,
                int status)
{
    lines->line = one->line;
    lines->found = field;
    lines->start = (size_t)(one->field[field] - text);
    lines->length = one->length[field];
    return status;
}

/* Add a line whose fields have been found. */
FM_INLINE int add_line(fm_trec_lines *lines, const parsed *one, const char *text,
                       size_t n_fields, fm_parse_number *parse)
{
    const size_t n = lines->n;
    const size_t doc = n_fields == 3 ? 1 : 2;
    const size_t number = n_fields == 4 ? 3 : 4;
    const size_t rank = n_fields == 3 ? 2 : 3;
    if (code_again(&lines->queries, one->field[0], one->length[0], one->query_hash,
                   &lines->query[n], n ? lines->query[n - 1] : 0) != FM_OK ||
        fm_code_id(&lines->docs, (const uint8_t *)one->field[doc], one->length[doc],
                   one->doc_hash, &lines->doc[n]) != FM_OK)
        return FM_NO_MEMORY;
    if (n_fields == 6) {
        const uint8_t *tag = (const uint8_t *)one->field[5];
        const uint32_t last = n ? lines->tag[n - 1] : 0;
        if (code_again(&lines->tags, one->field[5], one->length[5],
                       fm_hash_id(tag, one->length[5]), &lines->tag[n], last) != FM_OK)
            return FM_NO_MEMORY;
    }
    if (n_fields != 3) {
        double *into = &lines->number[n];
        if (!read_short_number(one->field[number], one->length[number], into) &&
            !parse(one->field[number], one->length[number], into))
            return fail(lines, one, text, number, FM_TREC_NUMBER);
        if (!isfinite(*into))
            return fail(lines, one, text, number, FM_TREC_NOT_FINITE);
    }
    if (n_fields != 4 &&
        !read_whole(one->field[rank], one->length[rank], &lines->rank[n]))
        return fail(lines, one, text, rank, FM_TREC_RANK);
    lines->line = one->line;
    lines->n++;
    return FM_OK;
}

int fm_read_trec_lines(fm_trec_lines *lines, const char *text, size_t size,
                       size_t n_fields, size_t most, fm_parse_number *parse)
{
    const size_t doc = n_fields == 3 ? 1 : 2;
    parsed block[FM_BLOCK];
    size_t at = 0, line = 0;
    while (at < size && lines->n < most) {
        const size_t left = most - lines->n;
        size_t n = 0, wrong = 0;
        while (n < FM_BLOCK && n < left && at < size) {
            parsed *one = &block[n];
            const long found = split_line(one, text, size, &at);
            line++;
            if (found < 0)
                continue;
            one->line = line;
            if ((size_t)found != n_fields && !(n_fields == 6 && found > 6)) {
                wrong = (size_t)found;
                break;
            }
            one->query_hash = fm_hash_id((const uint8_t *)one->field[0], one->length[0]);
            one->doc_hash =
                fm_hash_id((const uint8_t *)one->field[doc], one->length[doc]);
            fm_prefetch_id(&lines->docs, one->doc_hash);
            n++;
        }
        if (make_room(lines, n_fields) != FM_OK)
            return FM_NO_MEMORY;
        for (size_t i = 0; i < n; i++) {
            const int status = add_line(lines, &block[i], text, n_fields, parse);
            if (status != FM_OK)
                return status;
        }
        if (wrong != 0) {
            lines->line = line;
            lines->found = wrong;
            return FM_TREC_FIELDS;
        }
    }
    return FM_OK;
}

void fm_forget_trec_lines(fm_trec_lines *lines)
{
    const fm_trec_lines none = {0};
    fm_free(lines->query);
    fm_free(lines->doc);
    fm_free(lines->tag);
    fm_free(lines->number);
    fm_free(lines->rank);
    fm_forget_ids(&lines->queries);
    fm_forget_ids(&lines->docs);
    fm_forget_ids(&lines->tags);
    *lines = none;
}
