"""Rows of two columns of whole numbers, counted into the cells of their table."""

import numpy as np

from fastmetrics._common import threads
from fastmetrics._kernels import confusion

# Fewer rows are counted at once, by one call.
MANY_ROWS = 1 << 14

# Rows are counted in pieces of so many, whatever the number of threads: so that sums
# of weights are the same to the bit for any number.
_PIECE = 1 << 22
_SORTED_PIECE = 1 << 25

# If the pairs of labels are more than fit a table, rows are sorted rather than looked
# up one by one. That is found out from a sample.
_MANY_PAIRS = 1 << 20
_SAMPLE = 1 << 10
_MOST_KEYS = 1 << 62

# Distinct numbers are found by a mark for each up to the greatest, unless these are
# more than so many per number: then by sorting.
_FEW_MARKS = 8


def count_few(true, predicted):
    """Count two arrays as ``confusion.count_plain`` does, unless they are long.

    None for anything else: only of an array it is known what its size is.
    """
    if type(true) is np.ndarray and true.size < MANY_ROWS:
        return confusion.count_plain(true, predicted)
    return None


def count_cells(true, predicted, weights=None):
    """Count pairs of labels in pieces: a list of what `confusion.count_pairs` returns.

    None if there is an item that is no whole number.
    """
    n = len(true)
    many = weights is None and _are_many(true, predicted)
    step = _SORTED_PIECE if many else _PIECE

    def count(start):
        piece = slice(start, start + step)
        sides = true[piece], predicted[piece]
        cells = _sort_pairs(*sides) if many else None
        if cells is not None:
            return cells
        weight = None if weights is None else weights[piece]
        return confusion.count_pairs(*sides, weight)[1]

    # One piece needs nobody to hand it out.
    found = [count(0)] if n <= step else threads.map_blocks(count, range(0, n, step))
    return None if any(piece is None for piece in found) else found


def _are_many(true, predicted):
    """Whether, in all likelihood, pairs of labels are too many for a table."""
    n = len(true)
    if n < MANY_ROWS or not {true.dtype.kind, predicted.dtype.kind} <= {"i", "u"}:
        return False
    few = slice(None, None, n // _SAMPLE)
    return _span(true[few])[1] * _span(predicted[few])[1] > min(n, _MANY_PAIRS)


def _sort_pairs(true, predicted):
    """Count integers by sorting their pairs; None if these do not fit 62 bits."""
    low, n_rows = _span(true)
    column_low, n_columns = _span(predicted)
    least = min(low, column_low)
    wide = max(low + n_rows, column_low + n_columns) - least
    if max(n_rows * n_columns, wide) > _MOST_KEYS:
        return None
    keys = _numbers(true, low) * n_columns
    keys += _numbers(predicted, column_low)
    keys.sort()
    starts = np.flatnonzero(np.concatenate([[True], keys[1:] != keys[:-1]]))
    n = np.diff(starts, append=len(keys))
    rows, columns = np.divmod(keys[starts], n_columns)
    del keys, starts
    m = len(n)
    places = np.concatenate([rows + (low - least), columns + (column_low - least)])
    labels, places = distinct(places)
    return labels + least, places[:m], places[m:], n, None, None


def _span(items):
    """Return the least of some integers, and how many there are up to the greatest."""
    low = int(items.min())
    return low, int(items.max()) - low + 1


def _numbers(items, low):
    """Return integers as int64, counted from the least."""
    if items.dtype.itemsize < 8:  # there the difference may not fit
        items = items.astype(np.int64)
    return np.subtract(items, items.dtype.type(low)).astype(np.int64, copy=False)


def distinct(numbers):
    """Return the numbers that occur, ascending, and where each one's are; none < 0."""
    most = int(numbers.max()) + 1
    if most > _FEW_MARKS * len(numbers):
        return np.unique(numbers, return_inverse=True)
    found = np.flatnonzero(np.bincount(numbers))
    if len(found) == most:  # each number is its own place
        return found, numbers.astype(np.int64, copy=False)
    places = np.empty(most, np.int64)
    places[found] = np.arange(len(found))
    return found, places[numbers]


def in_order(rows, columns, *parts):
    """Cells by row and by column: ``(rows, columns, *parts)``.

    What the parts have of cells at the same place is added up; a part may be None.
    """
    order, repeated = confusion.order_cells(rows, columns)
    rows, columns = rows[order], columns[order]
    ordered = [None if part is None else part[order] for part in parts]
    if not repeated:
        return rows, columns, *ordered
    new = np.ones(len(order), bool)
    new[1:] = (rows[1:] != rows[:-1]) | (columns[1:] != columns[:-1])
    starts = np.flatnonzero(new)
    with np.errstate(over="ignore"):  # sums of huge weights are infinite
        sums = [None if p is None else np.add.reduceat(p, starts) for p in ordered]
    return rows[starts], columns[starts], *sums
