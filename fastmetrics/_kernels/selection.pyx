"""Order statistics of a column, or of its errors, without a sort.

A sample says between which values each of them should lie; one pass over the rows
counts what is below, and keeps what is between (fm_select.h). If one lies elsewhere,
which only rows that are arranged against the sample's positions achieve, another pass
keeps all of the side where it is.

What is found of a target are the two values whose mean it is: by rank one value twice.

Equivalent Python: ``sorted(values)[rank]``; with weights
``fastmetrics.reference.regression.order.weighted_quantile``.
"""

from cpython.buffer cimport PyBuffer_Release
from libc.math cimport INFINITY, ceil, floor, frexp, ldexp, nextafter, sqrt
from libc.stdint cimport uint64_t
from libc.string cimport memcpy, memset

from fastmetrics._kernels.c.base cimport FM_NO_MEMORY, FM_OK, fm_alloc, fm_free
from fastmetrics._kernels.c.error_values cimport (
    FM_VALUE_ROWS,
    FM_OBSERVED,
    fm_error_kind,
    fm_error_of,
    fm_error_values,
    fm_read_error_values,
)
from fastmetrics._kernels.c.keys cimport fm_key_f64, fm_unkey_f64
from fastmetrics._kernels.c.select cimport (
    fm_add_to,
    fm_add_total,
    fm_close_window,
    fm_pass_values,
    fm_pass_weighted,
    fm_rounded,
    fm_weight_below,
    fm_window,
)
from fastmetrics._kernels.c.sort cimport fm_sort_run_u64
from fastmetrics._kernels.c.sum cimport fm_sum_f64
from fastmetrics._kernels.c.total cimport fm_total
from fastmetrics._kernels.numbers cimport column_of, open_numbers

cimport cython
import numpy as np

cdef extern from "fm_buckets.h" nogil:
    size_t fm_sample_index(size_t i, size_t m, size_t n)

cdef extern from "fm_sort.h" nogil:
    int fm_sort_pairs_u64(uint64_t *keys, uint64_t *payload, uint64_t *tmp_keys,
                          uint64_t *tmp_payload, size_t n)

cdef enum:
    FEW = 4096      # up to here all rows are kept and sorted
    PART = 16       # one of so many rows is in the sample, of which there are
    MOST = 32_768   # at most
    PIECE = 1 << 18     # rows that are looked at by one call

# How far from where the sample has it an order statistic is looked for, in standard
# errors: one of 10⁹ lies farther.
cdef double FAR = 6.0
# The share of rows that the windows of a pass may hold together, and what is nothing.
cdef double SHARE = 0.05, LITTLE = 100_000.0
# Cumulative weights this close to what is asked for are equal to it, of weights that
# add up to 1 or more.
cdef double NEAR = 2.0 ** -52

cdef enum State:
    OPEN        # not looked for yet
    MISSED      # it lies in a part that is known
    DONE

ctypedef struct Target:
    double level        # the rank, or with weights the weight up to it
    double share        # the same as a share of all
    State state
    double low          # the part where it lies, if it was missed
    double high
    int window


@cython.final
cdef class Selection:
    """A search for some order statistics of one column; see the module."""

    cdef readonly size_t n_pieces
    cdef readonly bint finite
    cdef readonly object values
    cdef Py_buffer true_view, pred_view
    cdef bint true_open, pred_open
    cdef fm_error_values source
    cdef const double[::1] weights
    cdef size_t n, m, n_targets, n_windows
    cdef Target *targets
    cdef fm_window *windows     # of each piece, one after the other
    cdef double *sample         # in ascending order
    cdef double *cumulative     # the weight of the sample up to there
    cdef double worth           # how many rows the sample is worth
    cdef double total
    cdef double[:, ::1] found

    def __cinit__(self, true, pred, int kind, const double[::1] weights,
                  const double[::1] targets not None):
        """Take columns of observed and predicted numbers.

        ``kind``: of what, 0 observed numbers, 1 errors, 2 absolute errors. ``targets``
        ascend: ranks from 0 on; with weights levels from 0 to 1.
        """
        cdef size_t k
        open_numbers(true, &self.true_view)
        self.true_open = True
        self.n = self.true_view.shape[0]
        self.source.kind = <fm_error_kind> kind
        self.source.observed = column_of(&self.true_view, 0)
        if self.source.kind != FM_OBSERVED:
            open_numbers(pred, &self.pred_view)
            self.pred_open = True
            self.source.predicted = column_of(&self.pred_view, 0)
            if <size_t> self.pred_view.shape[0] != self.n:
                raise ValueError("columns differ in length")
        if weights is not None and <size_t> weights.shape[0] != self.n:
            raise ValueError("weights differ in length")
        if self.n == 0:
            raise ValueError("no rows")
        self.weights = weights
        self.finite = True
        self.n_pieces = (self.n + PIECE - 1) // PIECE
        self.n_targets = targets.shape[0]
        self.values = np.full((2, self.n_targets), np.nan)
        self.found = self.values
        self.targets = <Target *> fm_alloc(self.n_targets, sizeof(Target))
        if self.targets == NULL:
            raise MemoryError
        if weights is not None:
            with nogil:
                self.total = fm_sum_f64(&weights[0], self.n)
        for k in range(self.n_targets):
            self.targets[k] = Target(targets[k], targets[k], OPEN, 0.0, 0.0, -1)
            if weights is None:
                self.targets[k].share = (targets[k] + 0.5) / self.n
            else:
                # No weight at all is never reached: the first row that has one is.
                self.targets[k].level *= self.total
                if self.targets[k].level == 0.0:
                    self.targets[k].level = nextafter(0.0, 1.0)
        if self.n > FEW:
            self.draw()

    def __dealloc__(self):
        self.close_windows()
        fm_free(self.targets)
        fm_free(self.sample)
        fm_free(self.cumulative)
        if self.true_open:
            PyBuffer_Release(&self.true_view)
        if self.pred_open:
            PyBuffer_Release(&self.pred_view)

    cdef void close_windows(self) noexcept:
        cdef size_t i
        if self.windows != NULL:
            for i in range(self.n_pieces * self.n_windows):
                fm_close_window(&self.windows[i])
            fm_free(self.windows)
        self.windows = NULL

    cdef int draw(self) except -1:
        """Draw the sample and put it in order."""
        cdef size_t i, row, m = min(<size_t> MOST, self.n // PART)
        cdef double sum = 0.0, squares = 0.0
        cdef int status
        self.sample = <double *> fm_alloc(m, sizeof(double))
        if self.sample == NULL:
            raise MemoryError
        self.m = m
        with nogil:
            for i in range(m):
                row = fm_sample_index(i, m, self.n)
                self.sample[i] = fm_error_of(&self.source, row)
        if self.weights is None:
            with nogil:
                status = sort_values(self.sample, m)
            if status != FM_OK:
                raise MemoryError
            self.worth = m
            return 0
        self.cumulative = <double *> fm_alloc(m, sizeof(double))
        if self.cumulative == NULL:
            raise MemoryError
        with nogil:
            for i in range(m):
                self.cumulative[i] = self.weights[fm_sample_index(i, m, self.n)]
            status = sort_weighted(self.sample, self.cumulative, m)
            if status == FM_OK:
                for i in range(m):
                    # Of a weight's share: its square could leave the range.
                    squares += (self.cumulative[i] / self.total) ** 2
                    sum += self.cumulative[i]
                    self.cumulative[i] = sum
        if status != FM_OK:
            raise MemoryError
        sum /= self.total
        self.worth = sum * sum / squares if squares > 0.0 else 0.0
        return 0

    cdef void bounds(self, const Target *target, ptrdiff_t *low,
                     ptrdiff_t *high) noexcept nogil:
        """Say between which of the sample a target should lie; -1 and m: beyond."""
        cdef double p = target.share, away
        cdef double m = self.m
        low[0], high[0] = -1, <ptrdiff_t> self.m
        if self.worth < 1.0:
            return
        away = FAR * sqrt(p * (1.0 - p) / self.worth) + 3.0 / self.worth
        if self.weights is None:
            low[0] = <ptrdiff_t> max(-1.0, floor((p - away) * m))
            high[0] = <ptrdiff_t> min(m, ceil((p + away) * m))
            return
        if p - away > 0.0:
            low[0] = self.first_above(p - away) - 1
        if p + away < 1.0:
            high[0] = self.first_above(p + away) + 1

    cdef ptrdiff_t first_above(self, double share) noexcept nogil:
        """Return the first of the sample up to which so much weight lies."""
        cdef ptrdiff_t low = 0, high = self.m, middle
        cdef double weight = share * self.cumulative[self.m - 1]
        while low < high:
            middle = (low + high) // 2
            if self.cumulative[middle] < weight:
                low = middle + 1
            else:
                high = middle
        return low

    def plan(self):
        """Choose windows for the next pass; false if there is nothing left to find."""
        cdef size_t k
        cdef ptrdiff_t low, high, until = 0, last = self.m
        cdef double share = 0.0, more, room
        cdef double most = SHARE + LITTLE / self.n
        cdef Target *target
        cdef fm_window *window
        found = []
        for k in range(self.n_targets):
            target = &self.targets[k]
            # A part that may be large is looked at alone.
            if target.state == MISSED and found in ([], [(target.low, target.high)]):
                found = [(target.low, target.high)]
                target.window = 0
        opened = not found
        for k in range(self.n_targets):
            target = &self.targets[k]
            if target.state != OPEN or not opened:
                continue
            self.bounds(target, &low, &high)
            room = INFINITY if high >= last else self.sample[high]
            joined = found and low <= until
            more = max(high - until, 0) if joined else high - low
            more /= max(last, 1)
            if found and share + more > most:
                break
            share += more
            if not joined:
                found.append((-INFINITY if low < 0 else self.sample[low], room))
            elif high > until:
                start, _ = found.pop()
                found.append((start, room))
            until = max(until, high)
            target.window = len(found) - 1
        self.close_windows()
        self.n_windows = len(found)
        if not found:
            return False
        k = self.n_pieces * self.n_windows
        self.windows = <fm_window *> fm_alloc(k, sizeof(fm_window))
        if self.windows == NULL:
            raise MemoryError
        memset(self.windows, 0, k * sizeof(fm_window))
        for k in range(self.n_pieces * self.n_windows):
            window = &self.windows[k]
            window.low, window.high = found[k % self.n_windows]
        return True

    def look(self, size_t piece):
        """Pass the rows of a piece by the windows."""
        cdef int status, finite = 1
        with nogil:
            status = self.look_at(piece, &finite)
        if status != FM_OK:
            raise MemoryError("no memory left to select in")
        if not finite:
            self.finite = False

    cdef int look_at(self, size_t piece, int *finite) noexcept nogil:
        cdef size_t i = piece * PIECE, stop = min(self.n, i + PIECE), n, k
        cdef fm_window *windows = self.windows + piece * self.n_windows
        cdef double[3 * FM_VALUE_ROWS] room
        cdef const double *x
        cdef int status
        while i < stop:
            n = min(<size_t> FM_VALUE_ROWS, stop - i)
            x = fm_read_error_values(&self.source, i, n, room, finite)
            for k in range(self.n_windows):
                if self.weights is None:
                    status = fm_pass_values(&windows[k], x, n)
                else:
                    status = fm_pass_weighted(&windows[k], x, &self.weights[i], n)
                if status != FM_OK:
                    return status
            i += n
        return FM_OK

    def settle(self):
        """Read off what the windows hold."""
        cdef int w, status = FM_OK
        with nogil:
            for w in range(<int> self.n_windows):
                status = self.settle_window(w)
                if status != FM_OK:
                    break
        self.close_windows()
        if status != FM_OK:
            raise MemoryError("no memory left to select in")

    cdef int settle_window(self, int w) noexcept nogil:
        cdef fm_window whole
        cdef fm_window *part
        cdef fm_total below = fm_total(0.0, 0.0), one
        cdef size_t piece, k, n = 0
        cdef bint weighted = self.weights is not None
        cdef int status
        for piece in range(self.n_pieces):
            n += self.windows[piece * self.n_windows + w].n_kept
        memset(&whole, 0, sizeof(whole))
        whole.low, whole.high = self.windows[w].low, self.windows[w].high
        whole.kept = <double *> fm_alloc(n, sizeof(double))
        if weighted:
            whole.weights = <double *> fm_alloc(n, sizeof(double))
        if whole.kept == NULL or (weighted and whole.weights == NULL):
            fm_close_window(&whole)
            return FM_NO_MEMORY
        for piece in range(self.n_pieces):
            part = &self.windows[piece * self.n_windows + w]
            whole.below += part.below
            whole.at_low += part.at_low
            whole.at_high += part.at_high
            if part.n_kept != 0:
                memcpy(whole.kept + whole.n_kept, part.kept,
                       part.n_kept * sizeof(double))
            if weighted:
                one = fm_weight_below(part)
                fm_add_total(&below, &one)
                fm_add_total(&whole.weight_low, &part.weight_low)
                fm_add_total(&whole.weight_high, &part.weight_high)
                if part.n_kept != 0:
                    memcpy(whole.weights + whole.n_kept, part.weights,
                           part.n_kept * sizeof(double))
            whole.n_kept += part.n_kept
            fm_close_window(part)
        if weighted:
            status = sort_weighted(whole.kept, whole.weights, n)
        else:
            status = sort_values(whole.kept, n)
        if status == FM_OK:
            if weighted:
                self.read_weighted(w, &whole, below)
            else:
                for k in range(self.n_targets):
                    if self.targets[k].window == w:
                        self.read_rank(k, &whole)
        fm_close_window(&whole)
        return status

    cdef void read_rank(self, size_t k, const fm_window *whole) noexcept nogil:
        cdef Target *target = &self.targets[k]
        cdef size_t rank = <size_t> target.level
        if rank < whole.below:
            miss(target, -INFINITY, whole.low)
            return
        rank -= whole.below
        if rank < whole.at_low:
            self.find(k, whole.low, whole.low)
            return
        rank -= whole.at_low
        if rank < whole.n_kept:
            self.find(k, whole.kept[rank], whole.kept[rank])
        elif rank - whole.n_kept < whole.at_high:
            self.find(k, whole.high, whole.high)
        else:
            miss(target, whole.high, INFINITY)

    cdef void read_weighted(self, int w, const fm_window *whole,
                            fm_total below) noexcept nogil:
        """Go through the values of the window, and find the targets on the way."""
        cdef size_t i, k = 0, n = whole.n_kept + 2
        cdef double weight, reached, value, before = 0.0
        cdef fm_total sum = below
        cdef bint known = False     # whether `before` holds a value
        cdef int power
        frexp(self.total, &power)
        cdef double near = ldexp(NEAR, min(power, 0))
        reached = fm_rounded(&sum)
        while k < self.n_targets and self.targets[k].window != w:
            k += 1
        # What was missed before lies here, but for rounding.
        while self.lies_below(k, w, reached) and self.targets[k].state == OPEN:
            miss(&self.targets[k], -INFINITY, whole.low)
            k += 1
        for i in range(n):
            if i == 0:
                weight, value = fm_rounded(&whole.weight_low), whole.low
                fm_add_total(&sum, &whole.weight_low)
            elif i == n - 1:
                weight, value = fm_rounded(&whole.weight_high), whole.high
                fm_add_total(&sum, &whole.weight_high)
            else:
                weight, value = whole.weights[i - 1], whole.kept[i - 1]
                fm_add_to(&sum, weight)
            if weight == 0.0:
                continue
            while known and self.lies_below(k, w, reached):
                # The weight up to the value before is what was asked for.
                self.find(k, before, value)
                k += 1
            reached = fm_rounded(&sum)
            before, known = value, True
            while self.lies_below(k, w, reached) and (
                reached - self.targets[k].level > near
            ):
                self.find(k, value, value)
                k += 1
        while k < self.n_targets and self.targets[k].window == w:
            if whole.high == INFINITY:
                self.find(k, before, before)     # the last one
            elif self.targets[k].level <= reached:
                miss(&self.targets[k], before, INFINITY)
            else:
                miss(&self.targets[k], whole.high, INFINITY)
            k += 1

    cdef bint lies_below(self, size_t k, int w, double reached) noexcept nogil:
        """Whether a target of this window is reached."""
        if k >= self.n_targets or self.targets[k].window != w:
            return False
        return self.targets[k].level <= reached

    cdef void find(self, size_t k, double value, double after) noexcept nogil:
        self.found[0, k], self.found[1, k] = value, after
        self.targets[k].state, self.targets[k].window = DONE, -1


cdef inline void miss(Target *target, double low, double high) noexcept nogil:
    target.state, target.window = MISSED, -1
    target.low, target.high = low, high


cdef int sort_values(double *x, size_t n) noexcept nogil:
    """Put values in ascending order; the same room holds their keys meanwhile."""
    cdef uint64_t *keys = <uint64_t *> x
    cdef uint64_t *tmp = <uint64_t *> fm_alloc(n, sizeof(uint64_t))
    cdef size_t i
    if tmp == NULL:
        return FM_NO_MEMORY
    for i in range(n):
        keys[i] = fm_key_f64(x[i])
    fm_sort_run_u64(keys, n, tmp, n)
    for i in range(n):
        x[i] = fm_unkey_f64(keys[i])
    fm_free(tmp)
    return FM_OK


cdef int sort_weighted(double *x, double *weights, size_t n) noexcept nogil:
    """Put values in ascending order, each with its weight."""
    cdef uint64_t *keys = <uint64_t *> x
    cdef uint64_t *tmp = <uint64_t *> fm_alloc(n, 2 * sizeof(uint64_t))
    cdef size_t i
    cdef int status
    if tmp == NULL:
        return FM_NO_MEMORY
    for i in range(n):
        keys[i] = fm_key_f64(x[i])
    status = fm_sort_pairs_u64(keys, <uint64_t *> weights, tmp, tmp + n, n)
    for i in range(n):
        x[i] = fm_unkey_f64(keys[i])
    fm_free(tmp)
    return status
