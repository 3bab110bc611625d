/* fm_label_folds.c: rows of several labels dealt to parts (fm_label_folds.h). */
#include "fm_label_folds.h"

#define FM_NOWHERE UINT32_MAX

typedef struct {
    const fm_labelled_rows *of;
    int64_t *starts;  /* where a label's rows begin in `members` */
    int64_t *left;    /* rows of each label that are to be dealt */
    int64_t *members; /* the rows of each label, in the order given */
    int64_t *held;    /* (n_labels, n_parts) rows dealt so far */
    int64_t *sizes;   /* rows of each part */
    int64_t total;    /* of the shares */
    uint32_t *part_of;
} fm_dealing;

/* How many rows a part lacks, times the total of the shares. */
static fm_int128 fm_lack(const fm_dealing *d, int64_t rows, size_t p, int64_t held)
{
    const fm_int128 due = {(uint64_t)rows, 0}, has = {(uint64_t)held, 0};
    return fm_sub128(fm_mul128(due, d->of->shares[p]), fm_mul128(has, d->total));
}

/* The part that comes first for a row of a label; label n_labels: of none. */
static size_t fm_neediest(const fm_dealing *d, size_t label)
{
    const fm_labelled_rows *of = d->of;
    const int has_label = label < of->n_labels;
    const int64_t rows = has_label ? d->starts[label + 1] - d->starts[label] : 0;
    size_t best = of->n_parts;
    fm_int128 most = {0, 0}, most_rows = {0, 0};
    for (size_t p = 0; p < of->n_parts; p++) {
        fm_int128 lack = {0, 0};
        if (of->most != NULL && d->sizes[p] >= of->most[p])
            continue;
        if (has_label)
            lack = fm_lack(d, rows, p, d->held[label * of->n_parts + p]);
        if (best < of->n_parts && fm_less128(lack, most))
            continue;
        fm_int128 rows_lack = fm_lack(d, (int64_t)of->n, p, d->sizes[p]);
        if (best == of->n_parts || fm_less128(most, lack) ||
            fm_less128(most_rows, rows_lack)) {
            best = p;
            most = lack;
            most_rows = rows_lack;
        }
    }
    return best;
}

static void fm_deal_row(fm_dealing *d, size_t row, size_t p)
{
    d->part_of[row] = (uint32_t)p;
    d->sizes[p]++;
    for (int64_t i = d->of->indptr[row]; i < d->of->indptr[row + 1]; i++) {
        const size_t label = (size_t)d->of->indices[i];
        d->left[label]--;
        d->held[label * d->of->n_parts + p]++;
    }
}

static size_t fm_nth_row(const fm_labelled_rows *of, size_t i)
{
    return of->order == NULL ? i : (size_t)of->order[i];
}

/* Lists each label's rows. */
static void fm_list_members(fm_dealing *d)
{
    const fm_labelled_rows *of = d->of;
    for (int64_t i = 0; i < of->indptr[of->n]; i++)
        d->starts[of->indices[i] + 1]++;
    for (size_t label = 0; label < of->n_labels; label++)
        d->starts[label + 1] += d->starts[label];
    for (size_t i = 0; i < of->n; i++) {
        const size_t row = fm_nth_row(of, i);
        for (int64_t j = of->indptr[row]; j < of->indptr[row + 1]; j++) {
            const int64_t label = of->indices[j];
            d->members[d->starts[label] + d->left[label]++] = (int64_t)row;
        }
    }
}

/* The label with fewest rows to be dealt, but some; n_labels if there is none. */
static size_t fm_rarest(const fm_dealing *d)
{
    size_t best = d->of->n_labels;
    for (size_t label = 0; label < d->of->n_labels; label++)
        if (d->left[label] > 0 &&
            (best == d->of->n_labels || d->left[label] < d->left[best]))
            best = label;
    return best;
}

int fm_deal_labels(const fm_labelled_rows *rows, uint32_t *part_of)
{
    const size_t n_labels = rows->n_labels, n_parts = rows->n_parts;
    const size_t n_members = (size_t)rows->indptr[rows->n];
    const size_t n_small = 2 * n_labels + 1 + n_labels * n_parts + n_parts;
    fm_dealing d = {.of = rows, .part_of = part_of};
    d.starts = fm_alloc(n_small, sizeof *d.starts);
    d.members = fm_alloc(n_members, sizeof *d.members);
    if (d.starts == NULL || d.members == NULL) {
        fm_free(d.starts);
        fm_free(d.members);
        return FM_NO_MEMORY;
    }
    memset(d.starts, 0, n_small * sizeof *d.starts);
    d.left = d.starts + n_labels + 1;
    d.held = d.left + n_labels;
    d.sizes = d.held + n_labels * n_parts;
    for (size_t p = 0; p < n_parts; p++)
        d.total += rows->shares[p];
    for (size_t i = 0; i < rows->n; i++)
        part_of[i] = FM_NOWHERE;
    fm_list_members(&d);
    for (size_t label; (label = fm_rarest(&d)) < n_labels;)
        for (int64_t i = d.starts[label]; i < d.starts[label + 1]; i++) {
            const size_t row = (size_t)d.members[i];
            if (part_of[row] == FM_NOWHERE)
                fm_deal_row(&d, row, fm_neediest(&d, label));
        }
    for (size_t i = 0; i < rows->n; i++) {
        const size_t row = fm_nth_row(rows, i);
        if (part_of[row] == FM_NOWHERE)
            fm_deal_row(&d, row, fm_neediest(&d, n_labels));
    }
    fm_free(d.starts);
    fm_free(d.members);
    return FM_OK;
}
