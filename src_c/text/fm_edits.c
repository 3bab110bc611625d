/* fm_edits.c: see fm_edits.h.
 *
 * A column of the table d is kept as its vertical differences, of which all are -1, 0
 * or 1: one bit each in `up` (1) and `down` (-1). A step makes the next column of 64
 * rows out of one by a few operations of a word. There are three forms of it:
 *
 * - one word, where a has 64 tokens at most;
 * - a window of 64 rows that moves down by one with each column, which is enough where
 *   the distance is below 64: the cells that a path of that length can reach;
 * - a band of words, as wide as a bound on the distance asks for. What it finds is the
 *   length of a path, so a bound: the next band is the last one.
 *
 * Outside of window and band the differences are taken to be 1. So a cell's value is
 * the length of a path or more, and exact on every shortest path, where alone the way
 * back looks: at `up` of a cell on such a path, and at `down` of its left neighbour,
 * which is -1 only where that one is on such a path, too.
 */
#include "fm_edits.h"

/* Distances below this are found in the window. */
#define FM_WINDOW 64

/* A band is tried at so many times the bound that did not hold. */
#define FM_WIDEN 4

/* So many bytes of differences are kept; beyond it, columns in between are, and the
 * differences between them are made once more on the way back. */
#define FM_KEPT ((size_t)1 << 24)

typedef struct {
    uint64_t up, down;
} fm_deltas;

static const fm_deltas FIRST_COLUMN = {~UINT64_C(0), 0};

/* The tokens that are left, and a table of n + 1 columns or the like of differences. */
typedef struct {
    const uint32_t *a, *b;
    size_t m, n, n_known;
} fm_middle;

/* Where the way back writes, from the end; `at` counts down. */
typedef struct {
    uint8_t *steps; /* or NULL */
    size_t at, deletions, insertions;
} fm_way;

void fm_free_edit_room(fm_edit_room *room)
{
    fm_free(room->masks.at);
    fm_free(room->dense.at);
    fm_free(room->starts.at);
    fm_free(room->positions.at);
    fm_free(room->found.at);
    fm_free(room->state.at);
    fm_free(room->deltas.at);
    fm_free(room->checkpoints.at);
}

FM_INLINE size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

FM_INLINE size_t largest(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* --- one step of up to 64 rows */

/* The horizontal differences of 64 rows: 1 in `right`, -1 in `left`. Only the last bits
 * are asked for by the rows below. */
typedef struct {
    uint64_t right, left;
} fm_across;

/* Of the row before the first, where each column is 1 more. */
static const fm_across EDGE = {UINT64_C(1) << 63, 0};

/* The next column, given the tokens that match and the differences of the rows above,
 * which are replaced. Returns which diagonal differences are 0. */
FM_INLINE uint64_t step(fm_deltas *column, uint64_t matches, fm_across *across)
{
    const uint64_t right_in = across->right >> 63, left_in = across->left >> 63;
    const uint64_t up = column->up, down = column->down;
    const uint64_t x = matches | left_in;
    const uint64_t same = (((x & up) + up) ^ up) | x | down;
    const uint64_t right = down | ~(same | up), left = same & up;
    const uint64_t right_above = (right << 1) | right_in;
    const uint64_t left_above = (left << 1) | left_in;
    column->up = left_above | ~(same | right_above);
    column->down = right_above & same;
    across->right = right;
    across->left = left;
    return same;
}

/* --- the way back */

FM_INLINE void put(fm_way *way, uint8_t operation)
{
    if (way->steps != NULL)
        way->steps[--way->at] = operation;
}

FM_INLINE void put_deletion(fm_way *way)
{
    way->deletions++;
    put(way, FM_DELETION);
}

FM_INLINE void put_insertion(fm_way *way)
{
    way->insertions++;
    put(way, FM_INSERTION);
}

FM_INLINE void put_diagonal(fm_way *way, const fm_middle *middle, size_t i, size_t j)
{
    if (way->steps != NULL)
        put(way, middle->a[i] == middle->b[j] ? FM_HIT : FM_SUBSTITUTION);
}

/* What is left where one side has come to its beginning. */
static void walk_edge(fm_way *way, size_t i, size_t j)
{
    for (; i != 0; i--)
        put_deletion(way);
    for (; j != 0; j--)
        put_insertion(way);
}

/* --- one word */

static int one_word(fm_edit_room *room, const fm_middle *middle, bool keep,
                    size_t *distance)
{
    const size_t n = middle->n;
    const uint64_t last = UINT64_C(1) << (middle->m - 1);
    /* The first mask is that of a token that a has not: FM_NOWHERE + 1 is 0. */
    uint64_t *masks = fm_room_for(&room->masks, middle->n_known + 1, sizeof *masks);
    fm_deltas *deltas = NULL, column = FIRST_COLUMN;
    size_t found = middle->m;
    if (keep)
        deltas = fm_room_for(&room->deltas, n + 1, sizeof *deltas);
    if (masks == NULL || (keep && deltas == NULL))
        return FM_NO_MEMORY;
    memset(masks, 0, (middle->n_known + 1) * sizeof *masks);
    for (size_t i = 0; i < middle->m; i++)
        masks[middle->a[i] + 1] |= UINT64_C(1) << i;
    if (keep)
        deltas[0] = column;
    for (size_t j = 0; j < n; j++) {
        fm_across across = EDGE;
        step(&column, masks[(uint32_t)(middle->b[j] + 1)], &across);
        found += (across.right & last) != 0;
        found -= (across.left & last) != 0;
        if (keep)
            deltas[j + 1] = column;
    }
    *distance = found;
    return FM_OK;
}

static void walk_one_word(const fm_edit_room *room, const fm_middle *middle,
                          fm_way *way)
{
    const fm_deltas *deltas = room->deltas.at;
    size_t i = middle->m, j = middle->n;
    while (i != 0 && j != 0) {
        if ((deltas[j].up >> (i - 1)) & 1) {
            i--;
            put_deletion(way);
            continue;
        }
        j--;
        if ((deltas[j].down >> (i - 1)) & 1) {
            put_insertion(way);
        } else {
            i--;
            put_diagonal(way, middle, i, j);
        }
    }
    walk_edge(way, i, j);
}

/* --- a window of 64 rows */

/* Where a token is among the rows of the window as it was at a column. */
typedef struct {
    uint64_t bits;
    size_t column;
} fm_seen;

FM_INLINE uint64_t seen_at(const fm_seen *seen, size_t column)
{
    const size_t shift = column - seen->column;
    return shift < 64 ? seen->bits >> shift : 0;
}

/* How many rows of the window of column j are up to row j, less one: bit b is row
 * b + j - above. */
FM_INLINE size_t rows_above(const fm_middle *middle)
{
    return (FM_WINDOW - 1 + middle->n - middle->m) / 2;
}

/* As one_word; what is found is the distance if it is below FM_WINDOW, else the length
 * of a path. Lengths must not differ by as much. */
static int window(fm_edit_room *room, const fm_middle *middle, bool keep,
                  size_t *distance)
{
    const size_t m = middle->m, n = middle->n, above = rows_above(middle);
    const size_t end = above + m - n; /* the bit of the diagonal of the last cell */
    fm_seen *seen = fm_room_for(&room->masks, middle->n_known + 1, sizeof *seen);
    fm_deltas *deltas = NULL, column = FIRST_COLUMN;
    size_t found = m > n ? m - n : 0, row;
    if (keep)
        deltas = fm_room_for(&room->deltas, n + 1, sizeof *deltas);
    if (seen == NULL || (keep && deltas == NULL))
        return FM_NO_MEMORY;
    memset(seen, 0, (middle->n_known + 1) * sizeof *seen);
    /* Rows before the first are as the edge: each column is 1 more. */
    column.up = above == 63 ? 0 : column.up << (above + 1);
    for (row = 1; row < FM_WINDOW - above && row <= m; row++)
        seen[middle->a[row - 1] + 1].bits |= UINT64_C(1) << (row + above);
    if (keep)
        deltas[0] = column;
    for (size_t j = 1; j <= n; j++) {
        fm_across across = EDGE;
        uint64_t same;
        column.up = (column.up >> 1) | (UINT64_C(1) << 63);
        column.down >>= 1;
        if (row <= m) {
            fm_seen *one = seen + middle->a[row - 1] + 1;
            one->bits = seen_at(one, j) | (UINT64_C(1) << 63);
            one->column = j;
            row++;
        }
        same = step(&column, seen_at(seen + (uint32_t)(middle->b[j - 1] + 1), j),
                    &across);
        found += !((same >> end) & 1);
        if (keep)
            deltas[j] = column;
        if (found >= FM_WINDOW) { /* it cannot become less again */
            found += n - j;
            break;
        }
    }
    *distance = found;
    return FM_OK;
}

static void walk_window(const fm_edit_room *room, const fm_middle *middle, fm_way *way)
{
    const fm_deltas *deltas = room->deltas.at;
    const size_t above = rows_above(middle);
    size_t i = middle->m, j = middle->n;
    while (i != 0 && j != 0) {
        const size_t bit = i + above - j;
        if ((deltas[j].up >> bit) & 1) {
            i--;
            put_deletion(way);
            continue;
        }
        j--;
        if (bit < 63 && ((deltas[j].down >> (bit + 1)) & 1)) {
            put_insertion(way);
        } else {
            i--;
            put_diagonal(way, middle, i, j);
        }
    }
    walk_edge(way, i, j);
}

/* --- a band of words */

/* Cells whose row less column is from -above to below, in whole words. A token that is
 * in more rows than `rare` has its bits in all words; else they are set for the column
 * at hand. */
typedef struct {
    const fm_middle *middle;
    size_t n_words, above, below, stride, rare;
    size_t *starts, *positions; /* the rows of a token, from 0 */
    size_t *dense;              /* where the words of a frequent token are, or 0 */
    uint64_t *masks;            /* of frequent tokens */
    uint64_t *found[2];         /* of the two columns at hand */
    fm_deltas *state;
} fm_band;

FM_INLINE size_t first_word(const fm_band *band, size_t column)
{
    return column > band->above ? (column - band->above - 1) / 64 : 0;
}

FM_INLINE size_t last_word(const fm_band *band, size_t column)
{
    const size_t row = least(band->middle->m, column + band->below);
    return row == 0 ? 0 : (row - 1) / 64;
}

/* The tables of where tokens are; they do not depend on the bound. */
static int find_tokens(fm_edit_room *room, const fm_middle *middle, fm_band *band)
{
    const size_t m = middle->m, n_known = middle->n_known;
    const size_t n_words = (m + 63) / 64;
    size_t n_frequent = 0;
    memset(band, 0, sizeof *band);
    band->middle = middle;
    band->n_words = n_words;
    band->rare = n_words / 4;
    band->starts = fm_room_for(&room->starts, n_known + 2, sizeof *band->starts);
    band->positions = fm_room_for(&room->positions, m, sizeof *band->positions);
    band->dense = fm_room_for(&room->dense, n_known, sizeof *band->dense);
    band->found[0] = fm_room_for(&room->found, 2 * n_words, sizeof **band->found);
    band->state = fm_room_for(&room->state, n_words, sizeof *band->state);
    if (!band->starts || !band->positions || !band->dense || !band->found[0] ||
        !band->state)
        return FM_NO_MEMORY;
    band->found[1] = band->found[0] + n_words;
    memset(band->found[0], 0, 2 * n_words * sizeof **band->found);
    memset(band->starts, 0, (n_known + 2) * sizeof *band->starts);
    /* Counted two places on, so that they are starts when the rows are dealt. */
    for (size_t i = 0; i < m; i++)
        band->starts[middle->a[i] + 2]++;
    for (size_t id = 0; id < n_known; id++) {
        band->dense[id] = band->starts[id + 2] > band->rare ? ++n_frequent : 0;
        band->starts[id + 2] += band->starts[id + 1];
    }
    for (size_t i = 0; i < m; i++)
        band->positions[band->starts[middle->a[i] + 1]++] = i;
    band->masks = fm_room_for(&room->masks, n_frequent * n_words, sizeof *band->masks);
    if (band->masks == NULL)
        return FM_NO_MEMORY;
    memset(band->masks, 0, n_frequent * n_words * sizeof *band->masks);
    for (size_t i = 0; i < m; i++) {
        const size_t place = band->dense[middle->a[i]];
        if (place != 0)
            band->masks[(place - 1) * n_words + i / 64] |= UINT64_C(1) << i % 64;
    }
    return FM_OK;
}

static void set_bound(fm_band *band, size_t bound)
{
    const size_t m = band->middle->m, n = band->middle->n;
    /* bound >= |m - n|, so neither is negative */
    band->above = (bound + n - m) / 2;
    band->below = (bound + m - n) / 2;
    band->stride = least(band->n_words, (band->above + band->below) / 64 + 2);
}

static const uint64_t *matches_of(fm_band *band, uint32_t token, uint64_t *found)
{
    size_t place;
    if (token == FM_NOWHERE)
        return found;
    place = band->dense[token];
    if (place != 0)
        return band->masks + (place - 1) * band->n_words;
    for (size_t k = band->starts[token]; k < band->starts[token + 1]; k++)
        found[band->positions[k] / 64] |= UINT64_C(1) << band->positions[k] % 64;
    return found;
}

static void forget_matches(fm_band *band, uint32_t token, uint64_t *found)
{
    if (token == FM_NOWHERE || band->dense[token] != 0)
        return;
    for (size_t k = band->starts[token]; k < band->starts[token + 1]; k++)
        found[band->positions[k] / 64] = 0;
}

/* A column on its way down the words of the band. */
typedef struct {
    const uint64_t *matches;
    size_t first, last; /* words */
    fm_across across;
    fm_deltas *kept; /* where the words go, or NULL */
} fm_column_front;

FM_INLINE fm_column_front begin_column(fm_band *band, size_t column, uint64_t *found,
                                       fm_deltas *kept)
{
    const fm_column_front front = {
        matches_of(band, band->middle->b[column - 1], found),
        first_word(band, column), last_word(band, column), EDGE, kept};
    return front;
}

FM_INLINE void pass_word(fm_band *band, fm_column_front *front, size_t word)
{
    step(band->state + word, front->matches[word], &front->across);
    if (front->kept != NULL)
        front->kept[word - front->first] = band->state[word];
}

/* How much more the last row of the band is than it was one column before. */
FM_INLINE size_t growth(const fm_band *band, const fm_column_front *front)
{
    const size_t end =
        front->last + 1 == band->n_words ? (band->middle->m - 1) % 64 : 63;
    return ((front->across.right >> end) & 1) - ((front->across.left >> end) & 1);
}

/* Take in words that the band did not have; how much more their last row is. */
static size_t widen_band(fm_band *band, size_t last, size_t new_last)
{
    for (size_t word = last + 1; word <= new_last; word++)
        band->state[word] = FIRST_COLUMN;
    return least(band->middle->m, 64 * (new_last + 1)) -
           least(band->middle->m, 64 * (last + 1));
}

/* Go on from a column, whose differences are in `state`, to another one; `value` is
 * that of the last row of the last word of the band. Every `every`-th column, counted
 * from the first, is kept if `kept` is not NULL.
 *
 * Two columns go down together, the second one a word behind, as a processor has
 * something to do then while a word waits for the one above it. */
static size_t run_band(fm_band *band, size_t from, size_t to, size_t value,
                       fm_deltas *kept, size_t every)
{
    const uint32_t *b = band->middle->b;
    size_t last = last_word(band, from);
    if (kept != NULL) {
        const size_t first = first_word(band, from);
        memcpy(kept, band->state + first, (last + 1 - first) * sizeof *kept);
    }
    for (size_t j = from + 1; j <= to; j++) {
        fm_deltas *places[2] = {NULL, NULL};
        fm_column_front one, two;
        size_t word;
        for (size_t k = 0; k < 2; k++)
            if (kept != NULL && (j + k - from) % every == 0)
                places[k] = kept + (j + k - from) / every * band->stride;
        one = begin_column(band, j, band->found[0], places[0]);
        word = one.first;
        value += widen_band(band, last, one.last);
        if (j == to) {
            for (; word <= one.last; word++)
                pass_word(band, &one, word);
            value += growth(band, &one);
            forget_matches(band, b[j - 1], band->found[0]);
            break;
        }
        two = begin_column(band, j + 1, band->found[1], places[1]);
        for (; word <= one.last && word <= two.first; word++)
            pass_word(band, &one, word);
        for (; word <= one.last; word++) {
            pass_word(band, &one, word);
            pass_word(band, &two, word - 1);
        }
        value += growth(band, &one) + widen_band(band, one.last, two.last);
        for (word = largest(two.first, one.last); word <= two.last; word++)
            pass_word(band, &two, word);
        value += growth(band, &two);
        last = two.last;
        forget_matches(band, b[j - 1], band->found[0]);
        forget_matches(band, b[j], band->found[1]);
        j++;
    }
    return value;
}

/* The distance, if it is not above the bound, else the length of a path. Every
 * `every`-th column is kept where `keep` says so. */
static int run_bounded(fm_edit_room *room, fm_band *band, bool keep, size_t *every,
                       size_t *distance)
{
    const size_t n = band->middle->n;
    fm_room *where = &room->deltas;
    fm_deltas *kept = NULL;
    const size_t per_column = band->stride * sizeof *kept;
    *every = 1;
    if (keep && (n + 1) * per_column > FM_KEPT) {
        /* As many columns between those that are kept as may be kept, but not so few
         * that those in between take more. */
        *every = largest(FM_KEPT / per_column, 1);
        while (*every < n / *every)
            *every *= 2;
        where = &room->checkpoints;
    }
    if (keep) {
        kept = fm_room_for(where, (n / *every + 1) * band->stride, sizeof *kept);
        if (kept == NULL)
            return FM_NO_MEMORY;
    }
    for (size_t w = 0; w <= last_word(band, 0); w++)
        band->state[w] = FIRST_COLUMN;
    *distance = run_band(band, 0, n, least(band->middle->m, 64 * (last_word(band, 0) + 1)),
                         kept, *every);
    return FM_OK;
}

FM_INLINE fm_deltas deltas_at(const fm_band *band, const fm_deltas *kept, size_t start,
                              size_t column, size_t word)
{
    if (word > last_word(band, column))
        return FIRST_COLUMN;
    return kept[(column - start) * band->stride + word - first_word(band, column)];
}

/* The way back from column *j, of which all from `start` on are kept, to that one. */
static void walk_columns(const fm_band *band, const fm_deltas *kept, size_t start,
                         size_t *i_end, size_t *j_end, fm_way *way)
{
    size_t i = *i_end, j = *j_end;
    while (i != 0 && j != start) {
        const size_t word = (i - 1) / 64, bit = (i - 1) % 64;
        if ((deltas_at(band, kept, start, j, word).up >> bit) & 1) {
            i--;
            put_deletion(way);
            continue;
        }
        j--;
        if ((deltas_at(band, kept, start, j, word).down >> bit) & 1) {
            put_insertion(way);
        } else {
            i--;
            put_diagonal(way, band->middle, i, j);
        }
    }
    *i_end = i;
    *j_end = j;
}

static int walk_band(fm_edit_room *room, fm_band *band, size_t every, fm_way *way)
{
    size_t i = band->middle->m, j = band->middle->n;
    fm_deltas *kept = room->deltas.at;
    if (every != 1) {
        const fm_deltas *checkpoints = room->checkpoints.at;
        kept = fm_room_for(&room->deltas, (every + 1) * band->stride, sizeof *kept);
        if (kept == NULL)
            return FM_NO_MEMORY;
        while (i != 0 && j != 0) {
            const size_t start = (j - 1) / every * every;
            const size_t first = first_word(band, start);
            memcpy(band->state + first, checkpoints + start / every * band->stride,
                   (last_word(band, start) + 1 - first) * sizeof *kept);
            run_band(band, start, j, 0, kept, 1);
            walk_columns(band, kept, start, &i, &j, way);
        }
    } else {
        walk_columns(band, kept, 0, &i, &j, way);
    }
    walk_edge(way, i, j);
    return FM_OK;
}

/* --- all of it */

/* The distance, and the way back where `way` is not NULL. */
static int solve(fm_edit_room *room, const fm_middle *middle, fm_way *way,
                 size_t *distance)
{
    const size_t m = middle->m, n = middle->n, apart = m > n ? m - n : n - m;
    const bool keep = way != NULL;
    size_t bound = FM_WINDOW - 1, known = largest(m, n), every = 1;
    fm_band band;
    int status;
    if (m == 0 || n == 0) {
        *distance = m + n;
        if (keep)
            walk_edge(way, m, n);
        return FM_OK;
    }
    if (m <= 64) {
        status = one_word(room, middle, keep, distance);
        if (status == FM_OK && keep)
            walk_one_word(room, middle, way);
        return status;
    }
    if (apart < FM_WINDOW && n <= FM_KEPT / sizeof(fm_deltas)) {
        status = window(room, middle, keep, distance);
        if (status != FM_OK)
            return status;
        if (*distance < FM_WINDOW) {
            if (keep)
                walk_window(room, middle, way);
            return FM_OK;
        }
        known = *distance;
    }
    status = find_tokens(room, middle, &band);
    if (status != FM_OK)
        return status;
    do {
        bound = least(known, largest(FM_WIDEN * bound, 2 * apart));
        set_bound(&band, bound);
        status = run_bounded(room, &band, keep, &every, distance);
        if (status != FM_OK)
            return status;
        known = least(known, *distance);
    } while (*distance > bound);
    return keep ? walk_band(room, &band, every, way) : FM_OK;
}

static fm_middle middle_of(const fm_token_pair *pair)
{
    const size_t trimmed = pair->n_before + pair->n_after;
    const fm_middle middle = {pair->a, pair->b, pair->n_a - trimmed,
                              pair->n_b - trimmed, pair->n_known};
    return middle;
}

int fm_edit_distance(fm_edit_room *room, const fm_token_pair *pair, size_t *distance)
{
    const fm_middle middle = middle_of(pair);
    return solve(room, &middle, NULL, distance);
}

int fm_count_edits(fm_edit_room *room, const fm_token_pair *pair, size_t counts[4],
                   uint8_t *steps)
{
    const fm_middle middle = middle_of(pair);
    fm_way way = {steps, pair->n_a + pair->n_b, 0, 0};
    size_t distance;
    int status;
    if (steps != NULL)
        for (size_t k = 0; k < pair->n_after; k++)
            put(&way, FM_HIT);
    status = solve(room, &middle, &way, &distance);
    if (status != FM_OK)
        return status;
    if (steps != NULL) {
        for (size_t k = 0; k < pair->n_before; k++)
            put(&way, FM_HIT);
        memmove(steps, steps + way.at, pair->n_a + pair->n_b - way.at);
    }
    counts[FM_DELETION] = way.deletions;
    counts[FM_INSERTION] = way.insertions;
    counts[FM_SUBSTITUTION] = distance - way.deletions - way.insertions;
    counts[FM_HIT] = pair->n_a - counts[FM_SUBSTITUTION] - way.deletions;
    return FM_OK;
}
