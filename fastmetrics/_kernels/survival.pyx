"""Censored times: pairs of rows at several times, squared errors, terms of censoring.

The times of a metric are lanes of one pass over the rows. Row i is known to have, or
not to have, an event by all times from ``lane[i]`` on, the first that is not before its
own time; by the times before, it has none.

Equivalent Python: ``fastmetrics.reference.survival``.
"""

import numpy as np

from libc.stdint cimport int32_t, int64_t, uint8_t

from fastmetrics._kernels.c.lanes cimport (
    FM_LANE_CASE,
    FM_LANE_CENSORED,
    FM_LANE_CONTROL,
    FM_LANE_WIDTH,
    fm_lane_errors,
    fm_lane_pairs,
)

# When a row of one time is added and asked, in this order.
cdef enum:
    ASKS_FIRST = 1
    ADDS_FIRST = 2
    ASKS = 4
    ADDS_LAST = 8

cdef int check_rows(Py_ssize_t n, const int64_t[::1] order) except -1:
    cdef Py_ssize_t p
    if order.shape[0] != n:
        raise ValueError(f"{order.shape[0]} numbers of {n} rows")
    for p in range(n):
        if not 0 <= order[p] < n:
            raise IndexError(f"row {order[p]} of {n}")
    return 0


cdef int check_lanes(const int32_t[::1] lane, const uint8_t[::1] kind,
                     const double[::1] weight, const int32_t[::1] group,
                     Py_ssize_t n_groups, Py_ssize_t n_lanes) except -1:
    cdef Py_ssize_t i, n = lane.shape[0]
    if kind.shape[0] != n or weight.shape[0] != n or group.shape[0] != n:
        raise ValueError("columns of different lengths")
    for i in range(n):
        if not 0 <= lane[i] <= n_lanes or not 0 <= group[i] < n_groups:
            raise IndexError(f"row {i} has lane {lane[i]} and group {group[i]}")
    return 0


cdef int check_order(const int64_t[::1] order, const uint8_t[::1] tied,
                     Py_ssize_t n) except -1:
    check_rows(n, order)
    if tied.shape[0] != n:
        raise ValueError(f"{tied.shape[0]} ties of {n} rows")
    return 0


def count_pairs(const int64_t[::1] order not None, const uint8_t[::1] tied not None,
                const int32_t[::1] lane not None, const uint8_t[::1] kind not None,
                const double[::1] weight not None, const int32_t[::1] group not None,
                Py_ssize_t n_groups, Py_ssize_t n_lanes):
    """Return the weight of cases times the rows below them, by their lanes.

    Rows are passed in ``order``; ``tied[p]`` says that the row at p has the score of
    the row before. Equal scores count half. Of the first array, line a belongs to cases
    whose lane is a. Its places are the lanes of the rows below, 0 to n_lanes, in each
    group, which count 1, and then the lanes of controls below with their weights. In
    each group, lanes 0 to a stay 0, because these rows are not controls of the case.
    The second array has the same places, for all rows.
    """
    cdef Py_ssize_t n = lane.shape[0]
    cdef size_t width = FM_LANE_WIDTH(n_lanes, n_groups)
    check_order(order, tied, n)
    check_lanes(lane, kind, weight, group, n_groups, n_lanes)
    pairs, rows = np.zeros((n_lanes, width)), np.zeros(width)
    cdef double[:, ::1] found = pairs
    cdef double[::1] below = rows
    if n and n_lanes:
        with nogil:
            fm_lane_pairs(&order[0], &tied[0], n, &lane[0], &kind[0], &weight[0],
                          &group[0], n_groups, n_lanes, &below[0], &found[0, 0])
    return pairs, rows


cdef inline void add_row(double *total, const double *alive, Py_ssize_t n_lanes,
                         Py_ssize_t lane, uint8_t kind, double weight, double share,
                         bint of_cases) noexcept nogil:
    """Add a row to the lanes in which it is a case, or a control."""
    cdef Py_ssize_t m
    cdef double part = share * weight
    if of_cases:
        if kind == FM_LANE_CASE:
            for m in range(lane, n_lanes):
                total[m] += part
        return
    for m in range(lane):
        total[m] += share * alive[m]
    if kind == FM_LANE_CONTROL:
        for m in range(lane, n_lanes):
            total[m] += part


cdef inline void ask_row(const double *total, double *found, Py_ssize_t n_lanes,
                         Py_ssize_t lane, uint8_t kind,
                         bint of_cases) noexcept nogil:
    """Write what lies below a row in the lanes in which it is asked."""
    cdef Py_ssize_t m
    if not of_cases:
        if kind == FM_LANE_CASE:
            for m in range(lane, n_lanes):
                found[m] = total[m]
        return
    for m in range(lane):
        found[m] = total[m]
    if kind == FM_LANE_CONTROL:
        for m in range(lane, n_lanes):
            found[m] = total[m]


def place_rows(const int64_t[::1] order not None, const uint8_t[::1] tied not None,
               const int32_t[::1] lane not None, const uint8_t[::1] kind not None,
               const double[::1] weight not None, const int32_t[::1] group not None,
               const double[:, ::1] alive not None, bint of_cases,
               double[:, ::1] places not None):
    """Write the weight of the rows below each row, at each time.

    Rows are passed as in `count_pairs`. Controls are added up, and cases get what lies
    below them in their lanes; with ``of_cases`` cases are added, and controls get it.
    The weight of a control whose time has not come is ``alive[group, lane]``.
    """
    cdef Py_ssize_t n = lane.shape[0], n_lanes = alive.shape[1]
    cdef Py_ssize_t p = 0, q, start, i
    cdef double share
    check_order(order, tied, n)
    check_lanes(lane, kind, weight, group, alive.shape[0], n_lanes)
    if places.shape[0] != n or places.shape[1] != n_lanes:
        raise ValueError("places of another shape")
    below = np.zeros(n_lanes)
    cdef double[::1] total = below
    with nogil:
        while p < n and n_lanes > 0:
            start = p
            p += 1
            while p < n and tied[p]:
                p += 1
            # A row is not asked in the lanes in which it is added.
            share = 1.0 if p == start + 1 else 0.5
            if share < 1:
                for q in range(start, p):
                    i = order[q]
                    add_row(&total[0], &alive[group[i], 0], n_lanes, lane[i], kind[i],
                            weight[i], share, of_cases)
            for q in range(start, p):
                i = order[q]
                ask_row(&total[0], &places[i, 0], n_lanes, lane[i], kind[i], of_cases)
            for q in range(start, p):
                i = order[q]
                add_row(&total[0], &alive[group[i], 0], n_lanes, lane[i], kind[i],
                        weight[i], share, of_cases)


def squared_errors(const double[:, ::1] forecasts not None, bint of_survival,
                   double slack, const int32_t[::1] lane not None,
                   const uint8_t[::1] kind not None,
                   const double[::1] weight not None,
                   const int32_t[::1] group not None,
                   const double[:, ::1] alive not None, double[:, ::1] terms=None):
    """Return sums of weighted squared errors by time, and the first wrong row.

    Forecasts are probabilities of survival by each time, or of an event. A row is wrong
    if one is outside [0, 1], or if survival increases by more than ``slack``; the
    number of the first is returned, or that of all rows. ``terms`` gets the error of
    each row.
    """
    cdef Py_ssize_t n = lane.shape[0], n_lanes = alive.shape[1]
    cdef size_t wrong = n
    cdef double *lines = NULL
    check_lanes(lane, kind, weight, group, alive.shape[0], n_lanes)
    if forecasts.shape[0] != n or forecasts.shape[1] != n_lanes:
        raise ValueError("forecasts of another shape")
    if terms is not None and (terms.shape[0] != n or terms.shape[1] != n_lanes):
        raise ValueError("terms of another shape")
    totals, block = np.zeros(n_lanes), np.zeros(n_lanes)
    cdef double[::1] total = totals, part = block
    if n and n_lanes:
        if terms is not None:
            lines = &terms[0, 0]
        with nogil:
            wrong = fm_lane_errors(&forecasts[0, 0], n, n_lanes,
                                   1.0 if of_survival else 0.0, slack, &lane[0],
                                   &kind[0], &weight[0], &group[0], &alive[0, 0],
                                   &part[0], &total[0], lines)
    return totals, wrong


def add_censoring_terms(const double[:, ::1] values not None,
                        const int64_t[::1] order not None,
                        const int64_t[::1] after not None,
                        const double[::1] hazard not None,
                        const double[::1] inverse not None,
                        const int32_t[::1] lane not None,
                        const int64_t[::1] rows not None,
                        const int64_t[::1] starts not None,
                        const uint8_t[::1] censored not None,
                        double[:, ::1] into not None):
    """Add the influence of rows on values through the estimate of censoring.

    ``values`` are terms with a factor for censoring, in rows whose ascending order of
    times is ``order``. Censoring was estimated from other rows, or the same: in
    ascending order of times they are ``rows``, those of the k-th distinct time from
    ``starts[k]`` on; ``censored`` says for each row whether it is censored. There
    ``hazard`` is the proportion censored of those at risk, ``inverse`` one over the
    number at risk after the time, ``lane`` the first lane that is not before it, and
    ``after`` the place in ``order`` of the first row whose factor contains the time.
    ``into`` has a line per row of ``rows``; it may be ``values``.
    """
    cdef Py_ssize_t n = values.shape[0], n_lanes = values.shape[1]
    cdef Py_ssize_t n_steps = hazard.shape[0], k, m, q, p = n, i, at
    check_rows(n, order)
    check_rows(into.shape[0], rows)
    if after.shape[0] != n_steps or inverse.shape[0] != n_steps or (
        lane.shape[0] != n_steps or starts.shape[0] != n_steps + 1
    ):
        raise ValueError("steps of different numbers")
    if into.shape[1] != n_lanes or censored.shape[0] != into.shape[0]:
        raise ValueError("rows of another shape")
    cdef Py_ssize_t n_kept = 0
    for k in range(n_steps):
        if not 0 <= lane[k] <= n_lanes or not 0 <= after[k] <= n or not (
            0 <= starts[k] <= starts[k + 1] <= into.shape[0]
        ):
            raise IndexError(f"step {k} lies outside the rows")
        n_kept += hazard[k] > 0
    means = np.zeros((n_kept + 1, n_lanes))
    sums, passed = np.zeros(n_lanes), np.zeros(n_lanes)
    cdef double[:, ::1] mean = means
    cdef double[::1] total = sums, done = passed
    cdef double *line
    cdef const double *source
    if n_lanes == 0:
        return
    with nogil:
        at = n_kept
        for k in range(n_steps - 1, -1, -1):
            if hazard[k] <= 0:
                continue
            while p > after[k]:
                p -= 1
                source = &values[order[p], 0]
                for m in range(n_lanes):
                    total[m] += source[m]
            at -= 1
            line = &mean[at, 0]
            for m in range(lane[k], n_lanes):
                line[m] = total[m] * inverse[k]
        at = 0
        for k in range(n_steps):
            for q in range(starts[k], starts[k + 1]):
                i = rows[q]
                if not censored[i]:
                    for m in range(n_lanes):
                        into[i, m] -= done[m]
            if hazard[k] <= 0:
                continue
            line = &mean[at, 0]
            at += 1
            for m in range(n_lanes):
                done[m] += line[m] * hazard[k]
            for q in range(starts[k], starts[k + 1]):
                i = rows[q]
                if censored[i]:
                    for m in range(n_lanes):
                        into[i, m] += line[m] - done[m]


cdef inline void tree_add(double *tree, Py_ssize_t size, Py_ssize_t rank,
                          double weight) noexcept nogil:
    rank += 1
    while rank <= size:
        tree[rank] += weight
        rank += rank & -rank


cdef inline double tree_sum(const double *tree, Py_ssize_t rank) noexcept nogil:
    """Return the weight of all ranks below."""
    cdef double total = 0
    while rank > 0:
        total += tree[rank]
        rank -= rank & -rank
    return total


def meet_in_time(const int64_t[::1] order not None,
                 const int64_t[::1] starts not None,
                 const uint8_t[::1] roles not None, const int64_t[::1] ranks not None,
                 const double[::1] weights not None, Py_ssize_t n_ranks, bint backward):
    """Return the weight of earlier, or later, rows with lower and with equal ranks.

    Rows are passed from one distinct time to the next, or backward. At each time, rows
    whose ``roles`` say so are asked first, then added, then asked, then added last.
    Returned are three columns, 0 for rows that are not asked: the weight of the rows
    with a lower rank, with an equal rank, and of all rows.
    """
    cdef Py_ssize_t n = ranks.shape[0], n_steps = starts.shape[0] - 1
    cdef Py_ssize_t k, step, q, i, stage
    check_rows(n, order)
    if roles.shape[0] != n or weights.shape[0] != n or n_steps < 0:
        raise ValueError("columns of different lengths")
    for k in range(n_steps):
        if not 0 <= starts[k] <= starts[k + 1] <= n:
            raise IndexError(f"step {k} lies outside the rows")
    for i in range(n):
        if not 0 <= ranks[i] < n_ranks:
            raise IndexError(f"rank {ranks[i]} of {n_ranks}")
    sums = np.zeros(n_ranks + 1)
    own = np.zeros(n_ranks)
    result = np.zeros((3, n))
    if n == 0:
        return result
    cdef double[::1] tree = sums, level = own
    cdef double[:, ::1] found = result
    cdef double total = 0
    cdef uint8_t stages[4]
    stages[0], stages[1] = ASKS_FIRST, ADDS_FIRST
    stages[2], stages[3] = ASKS, ADDS_LAST
    with nogil:
        for k in range(n_steps):
            step = n_steps - 1 - k if backward else k
            for stage in range(4):
                for q in range(starts[step], starts[step + 1]):
                    i = order[q]
                    if not roles[i] & stages[stage]:
                        continue
                    if stage == 0 or stage == 2:
                        found[0, i] = tree_sum(&tree[0], ranks[i])
                        found[1, i] = level[ranks[i]]
                        found[2, i] = total
                    else:
                        tree_add(&tree[0], n_ranks, ranks[i], weights[i])
                        level[ranks[i]] += weights[i]
                        total += weights[i]
    return result


def weigh_places(double[:, ::1] places not None, const int32_t[::1] lane not None,
                 const uint8_t[::1] kind not None, const double[::1] weight not None,
                 const int32_t[::1] group not None,
                 const double[:, ::1] alive not None,
                 const double[::1] slopes not None,
                 const double[::1] of_cases not None,
                 const double[::1] of_controls not None):
    """Turn places of rows, from `place_rows`, into terms of the areas at each time.

    The term is the weight of the row times (slope × place - centre), with the centre of
    its side.
    """
    cdef Py_ssize_t n = lane.shape[0], n_lanes = alive.shape[1], i, m
    cdef const double *before
    cdef const double *centre
    check_lanes(lane, kind, weight, group, alive.shape[0], n_lanes)
    if places.shape[0] != n or places.shape[1] != n_lanes or (
        slopes.shape[0] != n_lanes or of_cases.shape[0] != n_lanes
        or of_controls.shape[0] != n_lanes
    ):
        raise ValueError("places of another shape")
    if n_lanes == 0:
        return
    with nogil:
        for i in range(n):
            before = &alive[group[i], 0]
            for m in range(lane[i]):
                places[i, m] = before[m] * (slopes[m] * places[i, m] - of_controls[m])
            centre = &of_cases[0] if kind[i] == FM_LANE_CASE else &of_controls[0]
            if kind[i] == FM_LANE_CENSORED:
                for m in range(lane[i], n_lanes):
                    places[i, m] = 0.0
            else:
                for m in range(lane[i], n_lanes):
                    places[i, m] = weight[i] * (slopes[m] * places[i, m] - centre[m])
