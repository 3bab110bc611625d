"""Edits between transcripts, pair by pair (fm_tokens.h, fm_edits.h, fm_costs.h)."""

import numpy as np

cimport cython
from cpython.unicode cimport (
    PyUnicode_DATA,
    PyUnicode_DecodeUTF8,
    PyUnicode_GET_LENGTH,
    PyUnicode_KIND,
)
from libc.stdint cimport int64_t, uint8_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from fastmetrics._kernels.c.base cimport FM_NO_MEMORY, FM_OK
from fastmetrics._kernels.c.cpu cimport fm_cpu_init
from fastmetrics._kernels.c.edits cimport (
    fm_cost_room,
    fm_costs,
    fm_count_cheapest,
    fm_count_edits,
    fm_edit_distance,
    fm_edit_room,
    fm_free_cost_room,
    fm_free_edit_room,
)
from fastmetrics._kernels.c.tokens cimport (
    FM_CODE_POINTS,
    FM_DELIMITED,
    FM_IDS,
    FM_TOKEN_IDS,
    FM_UTF8,
    FM_WORDS,
    fm_free_token_room,
    fm_token_pair,
    fm_token_room,
    fm_tokens_of_pair,
    fm_transcript,
    fm_unit,
)

fm_cpu_init()

cdef object empty = np.empty
cdef object int64 = np.dtype(np.int64)


@cython.final
@cython.auto_pickle(False)
cdef class Rows:
    """Texts, or sequences of token ids, one per row, open for the kernels.

    Made of a text or a tuple of texts; ``wrong`` is the first row that holds none, or
    -1. Rows like that must not be given to a kernel.
    """

    cdef object held  # keeps alive what the rows point to
    cdef fm_transcript *rows
    cdef fm_transcript one  # room for a single row
    cdef Py_ssize_t n
    cdef readonly Py_ssize_t wrong

    def __cinit__(self, texts=()):
        cdef Py_ssize_t i
        self.wrong = -1
        self.held = texts
        if isinstance(texts, str):
            self.open(1)
            self.take(0, texts)
            return
        if type(texts) is not tuple:
            raise TypeError("not a tuple of texts")
        self.open(len(<tuple>texts))
        for i in range(self.n):
            text = (<tuple>texts)[i]
            if not isinstance(text, str):
                self.wrong = i
                return
            self.take(i, text)

    cdef int open(self, Py_ssize_t n) except -1:
        self.n = n
        self.rows = &self.one
        if n > 1:
            self.rows = <fm_transcript *>malloc(n * sizeof(fm_transcript))
            if self.rows == NULL:
                raise MemoryError("no memory for the rows")
        return 0

    cdef void take(self, Py_ssize_t row, object text) noexcept:
        self.rows[row].items = PyUnicode_DATA(text)
        self.rows[row].n = PyUnicode_GET_LENGTH(text)
        self.rows[row].width = PyUnicode_KIND(text)

    @staticmethod
    def of_utf8(const uint8_t[::1] data not None, const int64_t[::1] offsets not None):
        """Return texts: row i is ``data[offsets[i]:offsets[i + 1]]``, well-formed."""
        return slices(data.base, <const char *>&data[0] if data.shape[0] else NULL,
                      data.shape[0], offsets, 1, FM_UTF8)

    @staticmethod
    def of_ids(const int64_t[::1] ids not None, const int64_t[::1] offsets not None):
        """Return sequences: row i is ``ids[offsets[i]:offsets[i + 1]]``."""
        return slices(ids.base, <const char *>&ids[0] if ids.shape[0] else NULL,
                      ids.shape[0], offsets, sizeof(int64_t), FM_TOKEN_IDS)

    def __len__(self):
        return self.n

    @property
    def size(self):
        """How many code points, bytes or ids all rows have."""
        cdef Py_ssize_t i
        cdef size_t size = 0
        for i in range(self.n):
            size += self.rows[i].n
        return size

    def text(self, Py_ssize_t row):
        """Return the text of a row."""
        if not 0 <= row < self.n:
            raise IndexError("no such row")
        if isinstance(self.held, str):
            return self.held
        if isinstance(self.held, tuple):
            return self.held[row]
        if self.rows[row].width != FM_UTF8:
            raise TypeError("token ids are no text")
        return PyUnicode_DecodeUTF8(
            <const char *>self.rows[row].items, self.rows[row].n, NULL
        )

    def __dealloc__(self):
        if self.rows != &self.one:
            free(self.rows)


cdef Rows slices(
    object held,
    const char *items,
    int64_t n_items,
    const int64_t[::1] offsets,
    size_t size,
    int width,
):
    """Rows that lie behind one another."""
    cdef Rows made = Rows(())
    cdef Py_ssize_t i
    if offsets.shape[0] < 1 or offsets[0] < 0:
        raise ValueError("not the offsets of rows")
    made.open(offsets.shape[0] - 1)
    made.held = held
    if items == NULL:  # no address to count from
        items = <const char *>&made.one
    for i in range(made.n):
        if offsets[i + 1] < offsets[i] or offsets[i + 1] > n_items:
            raise ValueError("not the offsets of rows")
        made.rows[i].items = items + offsets[i] * size
        made.rows[i].n = offsets[i + 1] - offsets[i]
        made.rows[i].width = width
    return made


@cython.internal
@cython.final
@cython.auto_pickle(False)
cdef class Pairs:
    """Pairs of rows, how they are compared, and the room that this takes."""

    cdef Rows reference
    cdef Rows hypothesis
    cdef object held_delimiter
    cdef fm_unit unit
    cdef fm_transcript delimiter
    cdef fm_costs costs
    cdef bint has_costs
    cdef fm_token_room tokens
    cdef fm_edit_room edits
    cdef fm_cost_room cheapest
    cdef fm_token_pair pair

    def __cinit__(
        self, Rows reference, Rows hypothesis, unit, delimiter, costs, start, stop
    ):
        memset(&self.tokens, 0, sizeof(self.tokens))
        memset(&self.edits, 0, sizeof(self.edits))
        memset(&self.cheapest, 0, sizeof(self.cheapest))
        if not 0 <= start <= stop <= min(reference.n, hypothesis.n):
            raise ValueError("no such pairs")
        if reference.wrong >= 0 or hypothesis.wrong >= 0:
            raise TypeError("not texts in all rows")
        self.reference = reference
        self.hypothesis = hypothesis
        self.unit = self.unit_of(unit, delimiter)
        if start != stop:
            has_ids = reference.rows[0].width == FM_TOKEN_IDS
            if has_ids != (hypothesis.rows[0].width == FM_TOKEN_IDS) or has_ids != (
                self.unit == FM_IDS
            ):
                raise TypeError("token ids have no words or characters, nor texts ids")
        self.has_costs = costs is not None
        if self.has_costs:
            if not all(0 < cost < 2**31 for cost in costs):
                raise ValueError("not costs from 1 to 2**31 - 1")
            (
                self.costs.substitution,
                self.costs.insertion,
                self.costs.deletion,
            ) = costs

    cdef fm_unit unit_of(self, unit, delimiter) except *:
        if unit == "code_point":
            return FM_CODE_POINTS
        if unit == "token":
            return FM_IDS
        if unit != "word":
            raise ValueError("no such unit")
        if delimiter is None:
            return FM_WORDS
        if not isinstance(delimiter, str) or not delimiter:
            raise ValueError("not a delimiter")
        self.held_delimiter = delimiter
        self.delimiter.items = PyUnicode_DATA(delimiter)
        self.delimiter.n = PyUnicode_GET_LENGTH(delimiter)
        self.delimiter.width = PyUnicode_KIND(delimiter)
        return FM_DELIMITED

    cdef int split(self, Py_ssize_t row) noexcept nogil:
        """Find the tokens of a pair."""
        return fm_tokens_of_pair(
            &self.tokens, self.reference.rows + row, self.hypothesis.rows + row,
            self.unit, &self.delimiter, not self.has_costs, &self.pair
        )

    cdef int count(self, size_t *counts, uint8_t *steps) noexcept nogil:
        """Count the edits of the pair that was split."""
        if self.has_costs:
            return fm_count_cheapest(
                &self.cheapest, &self.pair, &self.costs, counts, steps
            )
        return fm_count_edits(&self.edits, &self.pair, counts, steps)

    def __dealloc__(self):
        fm_free_token_room(&self.tokens)
        fm_free_edit_room(&self.edits)
        fm_free_cost_room(&self.cheapest)


def count_edits(
    Rows reference, Rows hypothesis, unit, delimiter, costs, Py_ssize_t start,
    Py_ssize_t stop
):
    """Count the edits of the pairs from ``start`` to ``stop``: int64, (n, 4).

    A row has hits, substitutions, deletions and insertions. ``unit`` is "word" (parted
    by white space, or at ``delimiter``), "code_point" or "token"; ``costs`` are those
    of a substitution, an insertion and a deletion, or None for the fewest edits.
    """
    cdef Pairs pairs = Pairs(
        reference, hypothesis, unit, delimiter, costs, start, stop
    )
    cdef Py_ssize_t i
    cdef int k, status = FM_OK
    cdef size_t counts[4]
    made = empty((stop - start, 4), int64)
    cdef int64_t[:, ::1] out = made
    with nogil:
        for i in range(stop - start):
            status = pairs.split(start + i)
            if status == FM_OK:
                status = pairs.count(counts, NULL)
            if status != FM_OK:
                break
            for k in range(4):
                out[i, k] = <int64_t>counts[k]
    if status == FM_NO_MEMORY:
        raise MemoryError("no memory for the edits of a pair")
    return made


def count_pair(str reference, str hypothesis, unit, delimiter, costs):
    """Count the edits of one pair of texts as `count_edits` does: four integers."""
    cdef Pairs pairs = Pairs(
        Rows(reference), Rows(hypothesis), unit, delimiter, costs, 0, 1
    )
    cdef int status
    cdef size_t counts[4]
    with nogil:
        status = pairs.split(0)
        if status == FM_OK:
            status = pairs.count(counts, NULL)
    if status == FM_NO_MEMORY:
        raise MemoryError("no memory for the edits of a pair")
    return counts[0], counts[1], counts[2], counts[3]


def measure_edits(
    Rows reference, Rows hypothesis, unit, delimiter, costs, Py_ssize_t start,
    Py_ssize_t stop
):
    """Count edits, reference and hypothesis tokens of pairs: int64, (n, 3).

    As `count_edits`, but faster without costs: no alignment is needed.
    """
    cdef Pairs pairs = Pairs(
        reference, hypothesis, unit, delimiter, costs, start, stop
    )
    cdef Py_ssize_t i
    cdef int status = FM_OK
    cdef size_t distance = 0
    cdef size_t counts[4]
    made = empty((stop - start, 3), int64)
    cdef int64_t[:, ::1] out = made
    with nogil:
        for i in range(stop - start):
            status = pairs.split(start + i)
            if status != FM_OK:
                break
            if pairs.has_costs:
                status = pairs.count(counts, NULL)
                distance = counts[1] + counts[2] + counts[3]
            else:
                status = fm_edit_distance(&pairs.edits, &pairs.pair, &distance)
            if status != FM_OK:
                break
            out[i, 0] = <int64_t>distance
            out[i, 1] = <int64_t>pairs.pair.n_a
            out[i, 2] = <int64_t>pairs.pair.n_b
    if status == FM_NO_MEMORY:
        raise MemoryError("no memory for the edits of a pair")
    return made


def steps(
    Rows reference, Rows hypothesis, unit, delimiter, costs, Py_ssize_t start,
    Py_ssize_t stop
):
    """Return the operations of the alignments of pairs: ``(offsets, steps)``.

    ``steps`` (uint8) are 0 for a hit, 1 for a substitution, 2 for a deletion and 3 for
    an insertion, from the beginning of a pair to its end; those of row ``start + i``
    lie from ``offsets[i]`` to ``offsets[i + 1]``.
    """
    cdef Pairs pairs = Pairs(
        reference, hypothesis, unit, delimiter, costs, start, stop
    )
    cdef Py_ssize_t i
    cdef int status
    cdef size_t counts[4]
    cdef uint8_t[::1] room
    cdef list found = []
    offsets = empty(stop - start + 1, int64)
    cdef int64_t[::1] out = offsets
    out[0] = 0
    for i in range(stop - start):
        with nogil:
            status = pairs.split(start + i)
        if status == FM_OK:
            made = empty(pairs.pair.n_a + pairs.pair.n_b + 1, np.uint8)
            room = made
            with nogil:
                status = pairs.count(counts, &room[0])
        if status == FM_NO_MEMORY:
            raise MemoryError("no memory for the edits of a pair")
        n_steps = counts[0] + counts[1] + counts[2] + counts[3]
        out[i + 1] = out[i] + <int64_t>n_steps
        found.append(made[:n_steps])
    return offsets, np.concatenate(found) if found else empty(0, np.uint8)
