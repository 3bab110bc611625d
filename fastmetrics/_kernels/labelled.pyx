"""Scores with their labels as one column of keys in order (fm_labelled.h).

A row is the key of a score, moved up by one bit, with the label in the lowest. Short
columns are sorted at once; for long ones there is ``LabelledSort``, whose steps
threads can share. What counts pairs or sweeps thresholds reads ``LabelledScores``.
"""

cimport cython
from libc.stdint cimport uint32_t, uint64_t

from fastmetrics._kernels.c.base cimport FM_OK, fm_alloc, fm_free
from fastmetrics._kernels.c.buckets cimport fm_buckets
from fastmetrics._kernels.c.cpu cimport fm_cpu_init
from fastmetrics._kernels.c.labelled cimport (
    fm_count_labelled,
    fm_deal_labelled,
    fm_label_rows,
    fm_meet_u32,
    fm_meet_u64,
    fm_meetings,
    fm_plan_labelled,
)
from fastmetrics._kernels.c.labels cimport fm_key_width
from fastmetrics._kernels.c.sort cimport (
    FM_MANY,
    FM_PIECE,
    fm_finish_keys_u32,
    fm_finish_keys_u64,
    fm_key_room,
    fm_place_pieces,
    fm_sort_run_u32,
    fm_sort_run_u64,
)
from fastmetrics._kernels.keys cimport KeyBuffer, Pair, open_pair, open_plain

fm_cpu_init()

# Buckets that are finished at one go: enough for a call to be worth its while, few
# enough that threads end together.
cdef enum:
    RANGE = 16


@cython.auto_pickle(False)
@cython.final
cdef class LabelledScores:
    """Rows in ascending order, the first ``n_low`` without their key's highest bit.

    ``n_pos`` of them are positive. ``kind`` turns keys back into scores.
    """

    def __init__(self, rows, Py_ssize_t n_low, Py_ssize_t n_pos, kind):
        if not (0 <= n_low <= len(rows) and 0 <= n_pos <= len(rows)):
            raise ValueError("more rows of some kind than there are rows")
        self.rows = rows
        self.n_low = n_low
        self.n_pos = n_pos
        self.kind = kind

    @property
    def n_neg(self):
        """How many rows are negative."""
        return len(self.rows) - self.n_pos

    def __repr__(self):
        return f"LabelledScores({len(self.rows)} rows, {self.n_pos} positive)"


cdef int _check_pairs(size_t n_pos, size_t n_neg) except -1:
    if n_pos and n_neg > (<uint64_t> 1 << 63) // n_pos:
        raise OverflowError("more pairs than 2**63; split the data")
    return 0


cdef tuple _counts(const fm_meetings *found):
    return found.positives, found.negatives, found.below, found.upto


cdef object _sort_few(Pair pair, kind):
    """Sort few rows at once: LabelledScores, or None if something is wrong."""
    cdef size_t width = fm_key_width(pair.scores.type), n = pair.n
    cdef size_t n_low = 0, n_pos = 0
    # One block for the rows and the room to sort them in: two would be given back to
    # the system after each call, and faulted in again page by page in the next.
    cdef KeyBuffer rows = KeyBuffer.__new__(KeyBuffer, 2 * pair.n, width)
    cdef void *tmp = <char *> rows.data + n * width
    cdef uint64_t *wide = <uint64_t *> rows.data
    cdef uint32_t *narrow = <uint32_t *> rows.data
    cdef int status
    with nogil:
        status = fm_label_rows(
            &pair.labels, &pair.classes, &pair.scores, n, wide, &n_low, &n_pos
        )
        if status == FM_OK:
            if width == 8:
                fm_sort_run_u64(wide, n_low, <uint64_t *> tmp, n)
                fm_sort_run_u64(wide + n_low, n - n_low, <uint64_t *> tmp, n)
            else:
                fm_sort_run_u32(narrow, n_low, <uint32_t *> tmp, n)
                fm_sort_run_u32(narrow + n_low, n - n_low, <uint32_t *> tmp, n)
    if status != FM_OK:
        return None
    return LabelledScores(rows.array[:n], n_low, n_pos, kind)


@cython.auto_pickle(False)
@cython.final
cdef class LabelledSort:
    """The sort of many rows, in steps.

    ``count`` of each piece, ``place``, ``deal`` of each piece, ``finish`` of each
    range; the pieces of a step, and its ranges, may be worked on in any order and at
    the same time.
    """

    cdef readonly Py_ssize_t n_rows, n_pieces, n_ranges
    cdef readonly object kind
    cdef Pair pair
    cdef KeyBuffer rows
    cdef fm_buckets *plan
    cdef size_t *counts         # of each piece and bucket, then its places
    cdef size_t *starts         # of each bucket, and the end
    cdef size_t *positives      # of each piece
    cdef int *statuses          # of each piece
    cdef size_t n_pos

    def __cinit__(self, Pair pair not None, kind):
        cdef size_t n = pair.n
        cdef int status
        self.pair = pair
        self.kind = kind
        self.n_rows = n
        self.n_pieces = (n + FM_PIECE - 1) // FM_PIECE
        self.plan = <fm_buckets *> fm_alloc(1, sizeof(fm_buckets))
        if self.plan == NULL:
            raise MemoryError("no memory left to sort in")
        with nogil:
            status = fm_plan_labelled(&pair.scores, n, self.plan)
        if status != FM_OK:
            raise MemoryError("no memory left to sort in")
        self.counts = <size_t *> fm_alloc(
            self.n_pieces * self.plan.count, sizeof(size_t)
        )
        self.starts = <size_t *> fm_alloc(self.plan.count + 1, sizeof(size_t))
        self.positives = <size_t *> fm_alloc(self.n_pieces, sizeof(size_t))
        self.statuses = <int *> fm_alloc(self.n_pieces, sizeof(int))
        if (
            self.counts == NULL or self.starts == NULL
            or self.positives == NULL or self.statuses == NULL
        ):
            raise MemoryError("no memory left to sort in")

    def __dealloc__(self):
        fm_free(self.plan)
        fm_free(self.counts)
        fm_free(self.starts)
        fm_free(self.positives)
        fm_free(self.statuses)

    cdef size_t size(self, size_t piece) noexcept nogil:
        cdef size_t left = self.pair.n - piece * FM_PIECE
        return left if left < FM_PIECE else FM_PIECE

    def count(self, size_t piece):
        """Count how many rows of a piece each bucket will have."""
        cdef size_t b
        cdef size_t *counts
        if piece >= <size_t> self.n_pieces:
            raise IndexError("no such piece")
        counts = self.counts + piece * self.plan.count
        with nogil:
            for b in range(self.plan.count):
                counts[b] = 0
            self.positives[piece] = 0
            self.statuses[piece] = fm_count_labelled(
                self.plan, &self.pair.labels, &self.pair.classes, &self.pair.scores,
                piece * FM_PIECE, self.size(piece), counts, &self.positives[piece]
            )

    def place(self):
        """Make room for the rows; false if some score or label was wrong."""
        cdef Py_ssize_t piece
        for piece in range(self.n_pieces):
            if self.statuses[piece] != FM_OK:
                return False
            self.n_pos += self.positives[piece]
        fm_place_pieces(self.counts, self.n_pieces, self.plan.count, self.starts)
        self.rows = KeyBuffer.__new__(
            KeyBuffer, self.pair.n, fm_key_width(self.pair.scores.type)
        )
        self.n_ranges = (self.plan.count + RANGE - 1) // RANGE
        return True

    def deal(self, size_t piece):
        """Put the rows of a piece into their buckets."""
        if piece >= <size_t> self.n_pieces or self.rows is None:
            raise IndexError("no such piece, or no room made for it")
        with nogil:
            fm_deal_labelled(
                self.plan, &self.pair.labels, &self.pair.classes, &self.pair.scores,
                piece * FM_PIECE, self.size(piece),
                self.counts + piece * self.plan.count, self.rows.data, self.pair.n
            )

    cdef object finish_range(self, size_t number, bint meet):
        cdef bint wide = fm_key_width(self.pair.scores.type) == 8
        cdef size_t room = fm_key_room(self.pair.n)
        cdef size_t b = number * RANGE, end, start, n
        cdef uint64_t *wide_rows
        cdef uint32_t *narrow_rows
        cdef int status = FM_OK
        cdef fm_meetings found
        if number >= <size_t> self.n_ranges:
            raise IndexError("no such range")
        end = min(b + RANGE, self.plan.count)
        wide_rows = <uint64_t *> self.rows.data
        narrow_rows = <uint32_t *> self.rows.data
        found.positives = found.negatives = found.below = found.upto = 0
        with nogil:
            while b < end and status == FM_OK:
                start = self.starts[b]
                n = self.starts[b + 1] - start
                if wide:
                    status = fm_finish_keys_u64(wide_rows, self.starts + b, 1, room)
                    if meet:
                        fm_meet_u64(wide_rows + start, n, &found)
                else:
                    status = fm_finish_keys_u32(narrow_rows, self.starts + b, 1, room)
                    if meet:
                        fm_meet_u32(narrow_rows + start, n, &found)
                b += 1
        if status != FM_OK:
            raise MemoryError("no memory left to sort in")
        return _counts(&found)

    def finish(self, size_t number):
        """Sort a range of buckets; all pieces have been dealt."""
        self.finish_range(number, False)

    def meet(self, size_t number):
        """Sort a range and return its pairs as ``count_wins`` does.

        Each bucket is counted while it is in the cache.
        """
        _check_pairs(self.n_pos, self.pair.n - self.n_pos)
        return self.finish_range(number, True)

    def result(self):
        """Return the rows when all ranges are finished."""
        if self.rows is None:
            raise IndexError("no room was made for rows")
        return LabelledScores(
            self.rows.array, self.starts[self.plan.low], self.n_pos, self.kind
        )


cdef object _sort(Pair pair, kind):
    if <size_t> pair.n <= FM_MANY:
        return _sort_few(pair, kind)
    return LabelledSort.__new__(LabelledSort, pair, kind)


def sort_plain(y_true, y_score, pos_label, dict kinds not None):
    """Sort labelled scores if both are plain arrays in order; else return None.

    Few rows become LabelledScores at once, or None if one is wrong; many become a
    LabelledSort. ``kinds`` has, by dtype, what to put into ``kind``.
    """
    cdef Pair pair = open_plain(y_true, y_score, pos_label)
    if pair is None:
        return None
    kind = kinds.get(y_score.dtype)
    return None if kind is None else _sort(pair, kind)


def sort(labels, scores, bytes positive, bytes negative, kind):
    """As ``sort_plain``, for columns that have been looked at (see ``keys.split``)."""
    return _sort(open_pair(labels, scores, positive, negative), kind)


def count_wins(LabelledScores scores not None):
    """Count pairs of two classes: ``(positives, negatives, below, upto)``.

    How many rows there are of each class, and how many pairs have their negative below
    the positive, or not above it.
    """
    cdef fm_meetings found
    cdef Py_ssize_t n_low = scores.n_low, n = len(scores.rows)
    cdef const uint64_t[::1] wide
    cdef const uint32_t[::1] narrow
    found.positives = found.negatives = found.below = found.upto = 0
    if n == 0:
        return _counts(&found)
    _check_pairs(scores.n_pos, n - scores.n_pos)
    if scores.rows.itemsize == 8:
        wide = scores.rows
        with nogil:
            fm_meet_u64(&wide[0], n_low, &found)
            fm_meet_u64(&wide[0] + n_low, n - n_low, &found)
    else:
        narrow = scores.rows
        with nogil:
            fm_meet_u32(&narrow[0], n_low, &found)
            fm_meet_u32(&narrow[0] + n_low, n - n_low, &found)
    return _counts(&found)
