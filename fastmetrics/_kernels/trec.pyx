"""Judgements and runs: their files' lines (fm_trec_lines.h), and their join."""

import numpy as np

from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from fastmetrics._kernels.c.base cimport FM_NO_MEMORY, FM_OK
from fastmetrics._kernels.c.ids cimport (
    FM_NO_ID,
    fm_code_id,
    fm_find_ids,
    fm_forget_ids,
    fm_hash_id,
    fm_ids,
)
from fastmetrics._kernels.c.join cimport (
    fm_find_repeated,
    fm_join_run,
    fm_order_by_group,
    fm_query_rows,
    fm_rank_as_trec,
)
from fastmetrics._kernels.c.trec_lines cimport (
    FM_TREC_FIELDS,
    FM_TREC_NOT_FINITE,
    FM_TREC_NUMBER,
    FM_TREC_RANK,
    fm_forget_trec_lines,
    fm_read_trec_lines,
    fm_trec_lines,
)

cdef object empty = np.empty

# What each status says is wrong with a line.
cdef dict faults = {
    FM_TREC_FIELDS: "fields",
    FM_TREC_NUMBER: "number",
    FM_TREC_NOT_FINITE: "finite",
    FM_TREC_RANK: "rank",
}


class LineError(ValueError):
    """A line that cannot be read: ``(what, line, field, text)``.

    ``what`` is one of "fields" (there are ``field`` of them), "number", "finite" and
    "rank" (``text`` is what field number ``field`` has).
    """


cdef int parse_number(const char *text, size_t length, double *number) noexcept nogil:
    """Read a number as Python's float() does; 0: it is none."""
    with gil:
        try:
            # Python's underscores are no part of a number here.
            written = PyBytes_FromStringAndSize(text, length)
            if b"_" in written:
                return 0
            number[0] = float(written)
            return 1
        except ValueError:
            return 0


cdef object column_of(const void *items, size_t n, dtype):
    """Return a copy of a column."""
    out = empty(n, dtype)
    cdef uint8_t[::1] into = out.view(np.uint8)
    if n:
        memcpy(&into[0], items, into.shape[0])
    return out


cdef tuple ids_of(const fm_ids *ids):
    """Return the bytes of ids and where each one ends."""
    ends = column_of(ids.ends, ids.n, np.int64)
    return column_of(ids.bytes, ids.ends[ids.n - 1] if ids.n else 0, np.uint8), ends


def read_lines(const uint8_t[::1] content not None, size_t n_fields, most=None):
    """Read lines of 3, 4 or 6 fields, all of them or the first ``most``.

    Returns the columns (query, document, tag, number, rank), the first three of them
    as ``(codes, bytes, ends)``, None for what such lines do not have; and the number of
    the last line. Raises LineError.
    """
    if n_fields not in (3, 4, 6):
        raise ValueError("lines have 3, 4 or 6 fields")
    cdef fm_trec_lines lines
    cdef size_t size = content.shape[0]
    cdef size_t limit = <size_t>-1 if most is None else most
    cdef const char *text = <const char *>&content[0] if size else NULL
    cdef int status
    memset(&lines, 0, sizeof(lines))
    try:
        with nogil:
            status = fm_read_trec_lines(
                &lines, text, size, n_fields, limit, &parse_number
            )
        if status == FM_NO_MEMORY:
            raise MemoryError("no memory for the columns of the file")
        if status != FM_OK:
            found = b""
            if status != FM_TREC_FIELDS:
                found = PyBytes_FromStringAndSize(text + lines.start, lines.length)
            raise LineError(faults[status], lines.line, lines.found, found)
        tag = number = rank = None
        if n_fields == 6:
            tag = column_of(lines.tag, lines.n, np.uint32), *ids_of(&lines.tags)
        if n_fields != 3:
            number = column_of(lines.number, lines.n, np.float64)
        if n_fields != 4:
            rank = column_of(lines.rank, lines.n, np.int64)
        query = column_of(lines.query, lines.n, np.uint32), *ids_of(&lines.queries)
        doc = column_of(lines.doc, lines.n, np.uint32), *ids_of(&lines.docs)
        return query, doc, tag, number, rank, lines.line
    finally:
        fm_forget_trec_lines(&lines)


def write_numbers(const uint64_t[::1] numbers not None, bint is_signed):
    """Return whole numbers as decimal texts: their bytes, and where each one ends.

    ``is_signed``: they are the bits of int64.
    """
    cdef Py_ssize_t i, n = numbers.shape[0]
    cdef int64_t used = 0
    cdef int k
    cdef uint64_t left
    cdef bint negative
    cdef uint8_t[20] digits
    room, out = empty(20 * n + 1, np.uint8), empty(n, np.int64)
    cdef uint8_t[::1] texts = room
    cdef int64_t[::1] ends = out
    with nogil:
        for i in range(n):
            left = numbers[i]
            negative = is_signed and left >> 63
            if negative:
                left = 0 - left
                texts[used] = b"-"
                used += 1
            k = 0
            while True:
                digits[k] = <uint8_t>(48 + left % 10)
                left //= 10
                k += 1
                if left == 0:
                    break
            while k:
                k -= 1
                texts[used] = digits[k]
                used += 1
            ends[i] = used
    return room[:used].copy(), out


def match_ids(
    const uint8_t[::1] known not None, const int64_t[::1] known_ends not None,
    const uint8_t[::1] ids not None, const int64_t[::1] ends not None,
):
    """Return the code that each id has among those known, NO_ID where it has none."""
    cdef Py_ssize_t n_known = known_ends.shape[0], n = ends.shape[0]
    if (n_known and known_ends[n_known - 1] > known.shape[0]) or (
        n and ends[n - 1] > ids.shape[0]
    ):
        raise ValueError("ids end behind their bytes")
    out = empty(n, np.uint32)
    cdef uint32_t[::1] codes = out
    cdef const uint8_t *text = NULL
    cdef Py_ssize_t i
    cdef int64_t start = 0
    cdef uint32_t code
    cdef int status = FM_OK
    cdef fm_ids table
    memset(&table, 0, sizeof(table))
    with nogil:
        for i in range(n_known):
            text = &known[0] + start if known.shape[0] else NULL
            status = fm_code_id(
                &table, text, known_ends[i] - start,
                fm_hash_id(text, known_ends[i] - start), &code,
            )
            if status != FM_OK:
                break
            start = known_ends[i]
        if status == FM_OK and n > 0:
            text = &ids[0] if ids.shape[0] else NULL
            fm_find_ids(&table, text, &ends[0], n, &codes[0])
        fm_forget_ids(&table)
    if status != FM_OK:
        raise MemoryError("no memory for the distinct ids")
    return out


NO_ID = FM_NO_ID


def order_by_group(const uint32_t[::1] groups not None, size_t n_groups):
    """Return the rows by group: ``(offsets, order)``, rows of NO_ID left out.

    Every other group is less than ``n_groups``.
    """
    cdef size_t n = groups.shape[0]
    cdef Py_ssize_t i
    cdef int64_t kept = 0
    cdef uint32_t wrong = 0
    with nogil:
        for i in range(groups.shape[0]):
            kept += groups[i] != FM_NO_ID
            wrong |= groups[i] != FM_NO_ID and groups[i] >= n_groups
    if wrong:
        raise ValueError("there are rows of more groups")
    offsets, order = empty(n_groups + 1, np.int64), empty(kept, np.int64)
    cdef int64_t[::1] into = offsets, rows = order
    cdef int64_t nothing
    cdef int64_t *first = &rows[0] if kept else &nothing
    with nogil:
        fm_order_by_group(
            &groups[0] if n else NULL, n, n_groups, &into[0], first
        )
    return offsets, order


cdef int open_rows(
    fm_query_rows *rows, const int64_t[::1] offsets, const int64_t[::1] order,
    const uint32_t[::1] docs, size_t n_docs, bint all_known,
) except -1:
    """Check rows by query, as C reads them."""
    cdef Py_ssize_t i, n = offsets.shape[0] - 1
    if n < 0 or offsets[0] != 0 or offsets[n] != order.shape[0]:
        raise ValueError("offsets must lead from 0 to the number of rows")
    for i in range(n):
        if offsets[i + 1] < offsets[i]:
            raise ValueError("offsets must not descend")
    for i in range(order.shape[0]):
        if not 0 <= order[i] < docs.shape[0]:
            raise ValueError("there is no such row")
        if docs[order[i]] >= n_docs and (all_known or docs[order[i]] != FM_NO_ID):
            raise ValueError("there is no such document")
    rows.offsets = &offsets[0]
    rows.order = &order[0] if order.shape[0] else NULL
    rows.docs = &docs[0] if docs.shape[0] else NULL
    return 0


def find_repeated(
    const int64_t[::1] offsets not None, const int64_t[::1] order not None,
    const uint32_t[::1] docs not None, size_t n_docs,
):
    """Return the first row whose document its query has had before; -1: there is none.

    ``docs`` are by row, less than ``n_docs``.
    """
    cdef fm_query_rows rows
    cdef size_t n_queries = offsets.shape[0] - 1
    cdef int64_t first
    open_rows(&rows, offsets, order, docs, n_docs, True)
    cdef int64_t[::1] seen = empty(n_docs + 1, np.int64)
    with nogil:
        first = fm_find_repeated(&rows, n_queries, &seen[0], n_docs)
    return first


def join_run(
    tuple judged not None, const double[::1] judged_grades not None,
    tuple run not None, size_t n_docs,
):
    """Return what the judgements say of a run, query by query.

    ``judged`` and ``run`` are ``(offsets, order, docs)``; documents of the run that are
    not judged are NO_ID. Returns the grade of each row of the run in the order of the
    queries, NaN where it is not judged; the grades above 0 of what the run lacks,
    descending by query, with their offsets; and how many that are 0 it lacks.
    """
    cdef fm_query_rows of_judged, of_run
    cdef const int64_t[::1] offsets = judged[0], order = judged[1]
    cdef const int64_t[::1] run_offsets = run[0], run_order = run[1]
    cdef const uint32_t[::1] docs = judged[2], run_docs = run[2]
    open_rows(&of_judged, offsets, order, docs, n_docs, True)
    open_rows(&of_run, run_offsets, run_order, run_docs, n_docs, False)
    cdef size_t n_queries = offsets.shape[0] - 1
    cdef size_t n_judged = order.shape[0], n = run_order.shape[0]
    cdef int status
    if offsets.shape[0] != run_offsets.shape[0] or (
        docs.shape[0] != judged_grades.shape[0]
    ):
        raise ValueError("queries, or judgements and grades, are not as many")
    grades, left = empty(n + 1), empty(n_judged + 1)
    left_offsets = empty(n_queries + 1, np.int64)
    n_nonrelevant = empty(n_queries + 1, np.int64)
    cdef double[::1] grade = grades, unreturned = left
    cdef int64_t[::1] unreturned_offsets = left_offsets, nonrelevant = n_nonrelevant
    cdef int64_t[::1] place = empty(n_docs + 1, np.int64)
    cdef uint8_t[::1] found = empty(n_judged + 1, np.uint8)
    with nogil:
        status = fm_join_run(
            &of_judged, &judged_grades[0] if docs.shape[0] else NULL, &of_run,
            n_queries, n_docs, &grade[0], &unreturned[0], &unreturned_offsets[0],
            &nonrelevant[0], &place[0], &found[0],
        )
    if status != FM_OK:
        raise MemoryError("no memory for the grades of a query")
    left = left[: unreturned_offsets[n_queries]].copy()
    return grades[:n], left, left_offsets, n_nonrelevant[:n_queries]


def rank_as_trec(
    tuple run not None, const double[::1] scores not None,
    const uint8_t[::1] ids not None, const int64_t[::1] ends not None,
):
    """Return how many documents trec_eval has ahead of each row, query by query.

    ``run`` is ``(offsets, order, docs)`` with documents as codes of ``ids``.
    """
    cdef fm_query_rows rows
    cdef const int64_t[::1] offsets = run[0], order = run[1]
    cdef const uint32_t[::1] docs = run[2]
    cdef int status
    cdef size_t n_queries = offsets.shape[0] - 1
    open_rows(&rows, offsets, order, docs, ends.shape[0], True)
    if scores.shape[0] != docs.shape[0] or (
        ends.shape[0] and ends[ends.shape[0] - 1] > ids.shape[0]
    ):
        raise ValueError("scores and documents are not as many, or ids end too far")
    out = empty(order.shape[0] + 1, np.int64)
    cdef int64_t[::1] ranks = out
    with nogil:
        status = fm_rank_as_trec(
            &rows, &scores[0] if scores.shape[0] else NULL, n_queries,
            &ids[0] if ids.shape[0] else NULL, &ends[0] if ends.shape[0] else NULL,
            &ranks[0],
        )
    if status != FM_OK:
        raise MemoryError("no memory for the rows of a query")
    return out[: order.shape[0]]
