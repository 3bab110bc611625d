"""Reducers: one number read off the steps of a threshold sweep.

A step is a pair (tp, fp): the positive and negative weight at or above one
distinct score, scores descending. Steps come in tiles; a reducer keeps what it
needs of the past in its struct. The same code reduces the data themselves and
every bootstrap replicate.

Equivalent Python: ``fastmetrics.reference``, function by function.
Assumptions (not checked): tp and fp do not decrease; the last step is (P, N);
products of two totals are finite and normal (see scale_for). An undefined value is
NaN.
Time is O(1) a step and reducer; memory O(1), for ``expected_cost`` O(vertices of
the ROC hull).
"""

from libc.math cimport (
    INFINITY, NAN, fabs, fma, fmax, fmin, frexp, ldexp, log1p, sqrt
)
from libc.stdint cimport int64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memset

from fastmetrics._kernels.total cimport add

# Which classes must have weight for a value to be defined: costs and accuracy are on
# one class; what has no positives has neither recall nor average precision; what lacks
# either has no ROC.
cdef enum:
    NO_CLASS
    POSITIVES
    BOTH_CLASSES


# A step of Davis and Goadrich's curve goes from one true positive to the next so many
# times; what is left is added up at once, whatever the count.
cdef enum:
    MOST_UNITS = 4096


# A step that adds less than this part of all rows before it is short: four terms of a
# series are exact to the last digits there, and take no logarithm.
cdef double SHORT = 1.0 / 32


cdef int load(Reducer *r, object spec) except -1:
    """Set up a reducer from ``(name, *parameters)``."""
    name, *parameters = spec
    if name not in KINDS:
        raise ValueError(f"nothing called {name!r} can be read off a sweep; there are "
                         f"{', '.join(KINDS)}")
    cdef const Kind *kind = &TABLE[KINDS[name]]
    if len(parameters) != kind.n_parameters:
        raise ValueError(f"{name} takes {kind.n_parameters} parameters, "
                         f"got {parameters!r}")
    memset(r, 0, sizeof(Reducer))
    r.kind = kind
    if kind.n_parameters > 0:
        r.a = parameters[0]
    if kind.n_parameters > 1:
        r.b = parameters[1]
    if kind.range != NULL and not kind.range(r.a, r.b):
        words = kind.range_in_words.decode()
        raise ValueError(f"{name} needs {words}, got {tuple(parameters)!r}")
    return 0


cdef double scale_for(double total) noexcept nogil:
    """What weights of this total are multiplied by before they are reduced.

    1, or a power of two where products of two totals would leave the range of doubles.
    No value depends on the scale of the weights.
    """
    cdef int exponent
    if not 0 < total < INFINITY or 2.0**-200 < total < 2.0**200:
        return 1.0
    frexp(total, &exponent)
    return ldexp(1.0, min(200 - exponent, 1000))


cdef bint is_roc_auc(const Reducer *r) noexcept nogil:
    return r.kind.take == take_roc_auc


cdef void begin(Reducer *r, double P, double N) noexcept nogil:
    r.P = P
    r.N = N
    r.tp = r.fp = 0.0
    r.total.sum = r.total.low = 0.0
    r.at = 0
    r.best_at = -1
    r.hull.size = 0
    r.failed = 0
    r.best = 0.0
    r.best_over = 1.0
    if r.kind.begin != NULL:
        r.kind.begin(r)


cdef void release(Reducer *r) noexcept nogil:
    free(r.hull.x)
    free(r.hull.y)
    r.hull.x = r.hull.y = NULL
    r.hull.size = r.hull.capacity = 0


# ---------------------------------------------------------------- areas

cdef void take_roc_auc(Reducer *r, const double *tp, const double *fp,
                       Py_ssize_t m) noexcept nogil:
    # Twice the trapezoids, in counts: exact while 2·P·N < 2**53.
    cdef Py_ssize_t j
    cdef double s0 = (fp[0] - r.fp) * (tp[0] + r.tp), s1 = 0, s2 = 0, s3 = 0
    j = 1
    while j + 4 <= m:
        s0 += (fp[j] - fp[j - 1]) * (tp[j] + tp[j - 1])
        s1 += (fp[j + 1] - fp[j]) * (tp[j + 1] + tp[j])
        s2 += (fp[j + 2] - fp[j + 1]) * (tp[j + 2] + tp[j + 1])
        s3 += (fp[j + 3] - fp[j + 2]) * (tp[j + 3] + tp[j + 2])
        j += 4
    while j < m:
        s0 += (fp[j] - fp[j - 1]) * (tp[j] + tp[j - 1])
        j += 1
    add(&r.total, (s0 + s1) + (s2 + s3))


cdef void take_rank_loss(Reducer *r, const double *tp, const double *fp,
                         Py_ssize_t m) noexcept nogil:
    # The area over the curve, which is the one under it with the classes exchanged.
    cdef Py_ssize_t j
    cdef double s0 = (tp[0] - r.tp) * (fp[0] + r.fp), s1 = 0, s2 = 0, s3 = 0
    j = 1
    while j + 4 <= m:
        s0 += (tp[j] - tp[j - 1]) * (fp[j] + fp[j - 1])
        s1 += (tp[j + 1] - tp[j]) * (fp[j + 1] + fp[j])
        s2 += (tp[j + 2] - tp[j + 1]) * (fp[j + 2] + fp[j + 1])
        s3 += (tp[j + 3] - tp[j + 2]) * (fp[j + 3] + fp[j + 2])
        j += 4
    while j < m:
        s0 += (tp[j] - tp[j - 1]) * (fp[j] + fp[j - 1])
        j += 1
    add(&r.total, (s0 + s1) + (s2 + s3))


cdef void take_average_precision(Reducer *r, const double *tp, const double *fp,
                                 Py_ssize_t m) noexcept nogil:
    cdef Py_ssize_t j
    cdef double s0, s1 = 0, s2 = 0, s3 = 0
    s0 = (tp[0] - r.tp) * (tp[0] / (tp[0] + fp[0]))
    j = 1
    while j + 4 <= m:
        s0 += (tp[j] - tp[j - 1]) * (tp[j] / (tp[j] + fp[j]))
        s1 += (tp[j + 1] - tp[j]) * (tp[j + 1] / (tp[j + 1] + fp[j + 1]))
        s2 += (tp[j + 2] - tp[j + 1]) * (tp[j + 2] / (tp[j + 2] + fp[j + 2]))
        s3 += (tp[j + 3] - tp[j + 2]) * (tp[j + 3] / (tp[j + 3] + fp[j + 3]))
        j += 4
    while j < m:
        s0 += (tp[j] - tp[j - 1]) * (tp[j] / (tp[j] + fp[j]))
        j += 1
    add(&r.total, (s0 + s1) + (s2 + s3))


cdef void take_pr_auc_linear(Reducer *r, const double *tp, const double *fp,
                             Py_ssize_t m) noexcept nogil:
    # Precision before the first step is 1, as where precision_recall_curve ends.
    cdef Py_ssize_t j
    cdef double t0 = r.tp, t1, p0, p1, s = 0
    p0 = t0 / (t0 + r.fp) if t0 + r.fp > 0 else 1.0
    for j in range(m):
        t1 = tp[j]
        p1 = t1 / (t1 + fp[j])
        s += (t1 - t0) * (p0 + p1)
        t0 = t1
        p0 = p1
    add(&r.total, 0.5 * s)


cdef inline double integral_piece(double t0, double f0, double t1,
                                  double f1) noexcept nogil:
    cdef double units = t1 - t0, h = (f1 - f0) / units, a = 1.0 + h
    cdef double c = f0 - h * t0
    if c == 0.0:  # out of the origin, or along a line through it
        return units / a
    return integral_of_line(t0, units, c / a, (t0 + f0) / a) / a


cdef inline double short_piece(double t0, double f0, double t1,
                               double f1) noexcept nogil:
    """integral_piece of a short step, or 0 where tp does not grow.

    With rows = t0 + f0, v what the step adds to them over rows, and s = v / (2 + v),
    log1p(v) is 2 (s + s³ / 3 + s⁵ / 5 + …), and so (v - log1p(v)) / v² is the last
    factor below.
    """
    cdef double units = t1 - t0, rise = f1 - f0, more = units + rise
    cdef double rows = t0 + f0, per_row = 1.0 / rows
    cdef double s = more / (2.0 * rows + more), q = s * s
    cdef double rest = s * (1.0 / 3 + q * (1.0 / 5 + q * (1.0 / 7 + q * (1.0 / 9))))
    return units * per_row * (t0 + (f0 * units - rise * t0) * per_row
                              * (0.5 * (1.0 - s) * (1.0 - (1.0 - s) * rest)))


cdef inline double integral_of_line(double t0, double units, double d,
                                    double x0) noexcept nogil:
    """Integral of 1 - d / (t + d) over t from t0, where t0 + d is x0 > 0.

    That is units - d log1p(v), with units = v x0: of a d below 0 nothing cancels, and
    of another one all but t0 v and d times what log1p(v) lacks of v does.
    """
    cdef double v = units / x0
    return units - d * log1p(v) if d < 0 else t0 * v + d * log1p_defect(v)


cdef void take_pr_auc_integral(Reducer *r, const double *tp, const double *fp,
                               Py_ssize_t m) noexcept nogil:
    # All steps as if they were short, without branches, and then those that are not.
    cdef Py_ssize_t j
    cdef double t0 = r.tp, f0 = r.fp, s = 0
    cdef double pieces[TILE]
    pieces[0] = short_piece(t0, f0, tp[0], fp[0])
    for j in range(1, m):
        pieces[j] = short_piece(tp[j - 1], fp[j - 1], tp[j], fp[j])
    for j in range(m):
        if (tp[j] - t0) + (fp[j] - f0) < SHORT * (t0 + f0):
            s += pieces[j]
        elif tp[j] > t0:
            s += integral_piece(t0, f0, tp[j], fp[j])
        t0 = tp[j]
        f0 = fp[j]
    add(&r.total, s)


cdef void take_pr_auc_davis_goadrich(Reducer *r, const double *tp,
                                     const double *fp, Py_ssize_t m) noexcept nogil:
    # Where rows weigh other than whole numbers, the last piece is a part of one.
    cdef Py_ssize_t j, k, units, few
    cdef double t0 = r.tp, f0 = r.fp, t1, f1, t, f, h, p0, p1, step, s = 0
    for j in range(m):
        t1 = tp[j]
        f1 = fp[j]
        if t1 > t0:
            h = (f1 - f0) / (t1 - t0)
            # At (0, 0) precision is the limit along the step.
            p0 = t0 / (t0 + f0) if t0 + f0 > 0 else 1.0 / (1.0 + h)
            units = <Py_ssize_t> (t1 - t0)
            few = min(units, MOST_UNITS)
            step = 0.0  # units would be lost beside all that is before
            for k in range(1, few + 1):
                t = t0 + k
                f = f0 + h * k
                p1 = t / (t + f)
                step += 0.5 * (p0 + p1)
                p0 = p1
            if few < units:
                step += sum_of_trapezoids(t0 + few, f0 + h * few, h, units - few)
            if t1 - t0 > units:
                if units > 0:
                    t = t0 + units
                    p0 = t / (t + (f0 + h * units))
                step += 0.5 * (t1 - t0 - units) * (p0 + t1 / (t1 + f1))
            s += step
        t0 = t1
        f0 = f1
    add(&r.total, s)


cdef double sum_of_trapezoids(double t0, double f0, double h,
                              double units) noexcept nogil:
    """Trapezoids one true positive wide under the precision of a long step.

    The precision t / (t + f0 + h·(t - t0)) is (1 - d / (t + d)) / (1 + h): its integral
    and, by Euler and Maclaurin, what trapezoids add to that. Where so many units come
    before, the next term is less than 1e-16 of the sum.
    """
    cdef double d = (f0 - h * t0) / (1.0 + h)
    cdef double x0 = (t0 + f0) / (1.0 + h), x1 = x0 + units
    cdef double integral = integral_of_line(t0, units, d, x0)
    cdef double slopes = d * (1.0 / (x1 * x1) - 1.0 / (x0 * x0)) / 12.0
    return (integral + slopes) / (1.0 + h)


cdef double log1p_defect(double v) noexcept nogil:
    """v - log1p(v), to the last digits for small v too."""
    cdef double power = 1.0, total = 0.5
    cdef int k
    if v > 0.1:
        return v - log1p(v)
    for k in range(3, 18):
        power *= -v
        if -1e-17 < power < 1e-17:
            break
        total += power / k
    return v * v * total


cdef void take_partial_auc(Reducer *r, const double *tp, const double *fp,
                           Py_ssize_t m) noexcept nogil:
    # Integral of tp over fp between a·N and b·N; a step is a straight line.
    cdef Py_ssize_t j
    cdef double low = r.a * r.N, high = r.b * r.N
    cdef double t0 = r.tp, f0 = r.fp, t1, f1, x0, x1, slope, s = 0
    if f0 >= high or fp[m - 1] <= low:
        return
    for j in range(m):
        t1 = tp[j]
        f1 = fp[j]
        if f0 >= high:
            break
        if f1 > f0 and f1 > low:
            slope = (t1 - t0) / (f1 - f0)
            x0 = fmax(f0, low)
            x1 = fmin(f1, high)
            s += (x1 - x0) * (t0 + slope * (0.5 * (x0 + x1) - f0))
        t0 = t1
        f0 = f1
    add(&r.total, s)


cdef void take_partial_auc_tpr(Reducer *r, const double *tp, const double *fp,
                               Py_ssize_t m) noexcept nogil:
    # Integral of N - fp over tp above a·P; in the middle of a part of a step it is the
    # mean of both ends, weighted: a difference from N would cancel.
    cdef Py_ssize_t j
    cdef double low = r.a * r.P
    cdef double t0 = r.tp, f0 = r.fp, t1, f1, x0, left, s = 0
    if tp[m - 1] <= low:
        return
    for j in range(m):
        t1 = tp[j]
        f1 = fp[j]
        if t1 > t0 and t1 > low:
            x0 = fmax(t0, low)
            left = 0.5 * ((t1 - x0) / (t1 - t0))
            s += (t1 - x0) * (left * (r.N - f0) + (1.0 - left) * (r.N - f1))
        t0 = t1
        f0 = f1
    add(&r.total, s)


cdef void take_log_auc(Reducer *r, const double *tp, const double *fp,
                       Py_ssize_t m) noexcept nogil:
    # Integral of tp over ln fp between a·N and b·N; a step is a straight line over fp,
    # of which a part from (x0, t) on rises by c: with u = x1/x0 - 1 that is
    # t ln(1 + u) + c (1 - ln(1 + u) / u).
    cdef Py_ssize_t j
    cdef double low = r.a * r.N, high = r.b * r.N
    cdef double t0 = r.tp, f0 = r.fp, t1, f1, x0, x1, t, c, u, s = 0
    if f0 >= high or fp[m - 1] <= low:
        return
    for j in range(m):
        t1 = tp[j]
        f1 = fp[j]
        if f0 >= high:
            break
        if f1 > f0 and f1 > low:
            x0 = fmax(f0, low)
            x1 = fmin(f1, high)
            t = t0 + (t1 - t0) * ((x0 - f0) / (f1 - f0))
            c = (t1 - t0) * ((x1 - x0) / (f1 - f0))
            u = (x1 - x0) / x0
            s += t * log1p(u) + c * (log1p_defect(u) / u)
        t0 = t1
        f0 = f1
    add(&r.total, s)


cdef void take_augrc(Reducer *r, const double *tp, const double *fp,
                     Py_ssize_t m) noexcept nogil:
    # Twice the trapezoids of fp over all rows taken, in counts.
    cdef Py_ssize_t j
    cdef double t0 = r.tp, f0 = r.fp, s = 0
    for j in range(m):
        s += ((tp[j] - t0) + (fp[j] - f0)) * (fp[j] + f0)
        t0 = tp[j]
        f0 = fp[j]
    add(&r.total, s)


cdef void take_aurc(Reducer *r, const double *tp, const double *fp,
                    Py_ssize_t m) noexcept nogil:
    # The sum of fp over k for the first k rows, k = 1, 2, ...; in a tie fp rises
    # linearly with k, as it does on average over all orders of the tie.
    cdef Py_ssize_t j
    cdef double f0 = r.fp, k0 = r.tp + r.fp, k1, rise, s = 0
    for j in range(m):
        k1 = tp[j] + fp[j]
        if k1 - k0 == 1.0:
            s += fp[j] / k1
        elif k1 > k0:
            rise = fp[j] - f0
            s += rise
            if k0 > 0.0:
                s += (f0 - rise * (k0 / (k1 - k0))) * harmonic(k0, k1)
        f0 = fp[j]
        k0 = k1
    add(&r.total, s)


cdef void take_aurc_of_weights(Reducer *r, const double *tp, const double *fp,
                               Py_ssize_t m) noexcept nogil:
    # The integral of fp over the weight taken, divided by that weight; a step is a
    # straight line.
    cdef Py_ssize_t j
    cdef double f0 = r.fp, k0 = r.tp + r.fp, k1, rise, s = 0
    for j in range(m):
        k1 = tp[j] + fp[j]
        if k1 > k0:
            rise = fp[j] - f0
            s += rise
            if k0 > 0.0:
                s += (f0 - rise * (k0 / (k1 - k0))) * log1p((k1 - k0) / k0)
        f0 = fp[j]
        k0 = k1
    add(&r.total, s)


cdef double harmonic(double low, double high) noexcept nogil:
    """1 / (low + 1) + ... + 1 / high: by Euler and Maclaurin from 32 on."""
    cdef double total = 0.0, x, y
    while low < 32.0 and low + 1.0 <= high:
        low += 1.0
        total += 1.0 / low
    if high <= low:
        return total
    if low < 32.0:  # a part of a row
        return total + (high - low) / high
    x = 1.0 / low
    y = 1.0 / high
    return total + (log1p((high - low) / low) + (defect_of_log(y) - defect_of_log(x)))


cdef inline double defect_of_log(double x) noexcept nogil:
    """Sum of 1 / i up to 1 / x, less log(1 / x) and Euler's constant."""
    cdef double q = x * x
    return x / 2 - q * (1.0 / 12 - q * (1.0 / 120 - q * (1.0 / 252 - q / 240)))


# ---------------------------------------------------------------- single points

cdef void take_break_even_point(Reducer *r, const double *tp, const double *fp,
                                Py_ssize_t m) noexcept nogil:
    # tp when the predicted positive weight reaches P, linear inside a tie group.
    cdef Py_ssize_t j
    cdef double t0, f0, share
    if r.tp + r.fp >= r.P or tp[m - 1] + fp[m - 1] < r.P:
        return
    for j in range(m):
        if tp[j] + fp[j] >= r.P:
            t0 = tp[j - 1] if j else r.tp
            f0 = fp[j - 1] if j else r.fp
            share = (r.P - t0 - f0) / (tp[j] + fp[j] - t0 - f0)
            r.best = t0 + share * (tp[j] - t0)
            return


cdef void take_lift(Reducer *r, const double *tp, const double *fp,
                    Py_ssize_t m) noexcept nogil:
    # tp when the predicted positive weight reaches the share a of the total.
    cdef Py_ssize_t j
    cdef double target = r.a * (r.P + r.N), t0, f0, share
    if r.tp + r.fp >= target or tp[m - 1] + fp[m - 1] < target:
        return
    for j in range(m):
        if tp[j] + fp[j] >= target:
            t0 = tp[j - 1] if j else r.tp
            f0 = fp[j - 1] if j else r.fp
            share = (target - t0 - f0) / (tp[j] + fp[j] - t0 - f0)
            r.best = t0 + share * (tp[j] - t0)
            return


cdef inline double crossing(const Reducer *r, double t0, double f0, double t1,
                            double f1) noexcept nogil:
    """fp where FPR = FNR, that is fp P = (P - tp) N, on a step that reaches it."""
    cdef double left = (r.P - t0) * r.N - f0 * r.P
    cdef double grown = (t1 - t0) * r.N + (f1 - f0) * r.P
    cdef double share = left / grown if grown > 0 else 0.0
    return f0 + fmax(fmin(share, 1.0), 0.0) * (f1 - f0)


cdef inline bint has_crossed(const Reducer *r, double tp, double fp) noexcept nogil:
    return fp * r.P >= (r.P - tp) * r.N


cdef void take_equal_error_rate(Reducer *r, const double *tp, const double *fp,
                                Py_ssize_t m) noexcept nogil:
    # FPR - FNR rises from -1 to 1, so that one step crosses 0.
    cdef Py_ssize_t j
    if has_crossed(r, r.tp, r.fp):
        return
    for j in range(m):
        if has_crossed(r, tp[j], fp[j]):
            r.best = crossing(r, tp[j - 1] if j else r.tp, fp[j - 1] if j else r.fp,
                              tp[j], fp[j])
            return


cdef void take_ks(Reducer *r, const double *tp, const double *fp,
                  Py_ssize_t m) noexcept nogil:
    cdef Py_ssize_t j
    cdef double gap
    for j in range(m):
        gap = fabs(tp[j] * r.N - fp[j] * r.P)
        if gap > r.best:
            r.best = gap
            r.best_at = r.at + j


# ---------------------------------------------------------------- best thresholds
# Fractions are compared by cross-multiplication: exact in counts below 2**53,
# and a tie stays with the earlier step, that is the higher threshold.

cdef void take_best_f(Reducer *r, const double *tp, const double *fp,
                      Py_ssize_t m) noexcept nogil:
    # F rises over long stretches, so a branch for each new best costs more than a
    # division each: look for the best of the tile first, for its place after.
    cdef Py_ssize_t j
    cdef double over = r.a * r.a * r.P, best0 = 0, best1 = 0, f
    cdef double fs[TILE]
    for j in range(m):
        fs[j] = tp[j] / (tp[j] + fp[j] + over)
    j = 0
    while j + 2 <= m:
        best0 = fs[j] if fs[j] > best0 else best0
        best1 = fs[j + 1] if fs[j + 1] > best1 else best1
        j += 2
    if j < m:
        best0 = fs[j] if fs[j] > best0 else best0
    f = best0 if best0 > best1 else best1
    if f * r.best_over > r.best:
        j = 0
        while fs[j] != f:
            j += 1
        r.best = tp[j]
        r.best_over = tp[j] + fp[j] + over
        r.best_at = r.at + j


cdef void take_best_youden(Reducer *r, const double *tp, const double *fp,
                           Py_ssize_t m) noexcept nogil:
    cdef Py_ssize_t j
    cdef double gap
    for j in range(m):
        gap = tp[j] * r.N - fp[j] * r.P
        if gap > r.best:
            r.best = gap
            r.best_at = r.at + j


cdef void take_best_mcc(Reducer *r, const double *tp, const double *fp,
                        Py_ssize_t m) noexcept nogil:
    # sqrt(P N) times it. Roots are rounded: what is equal but for that is a tie. Of
    # tp N - fp P less would be left where nearly all rows are of one class.
    cdef Py_ssize_t j
    cdef double gap, over, fn, tn
    for j in range(m):
        fn, tn = r.P - tp[j], r.N - fp[j]
        gap = tp[j] * tn - fp[j] * fn
        over = (tp[j] + fp[j]) * (fn + tn)
        if gap > 0 and over > 0:
            gap /= sqrt(over)
            if gap > r.best * (1.0 + 1e-15):
                r.best = gap
                r.best_at = r.at + j


cdef void take_equal_rates(Reducer *r, const double *tp, const double *fp,
                           Py_ssize_t m) noexcept nogil:
    # Where FPR and FNR differ least; best_over is their sum there, times P N. Products
    # have twice the digits, by which two places that are as far from equal are a tie.
    cdef Py_ssize_t j
    cdef double fn, missed, wrong, gap, back, low
    for j in range(m):
        fn = r.P - tp[j]
        missed, wrong = fn * r.N, fp[j] * r.P
        gap = missed - wrong
        back = gap - missed
        low = (missed - (gap - back)) - (wrong + back)
        low += fma(fn, r.N, -missed) - fma(fp[j], r.P, -wrong)
        back = gap + low
        low -= back - gap
        gap = fabs(back)
        low = low if back > 0 else -low
        if gap < r.best or (gap == r.best and low < r.best_low):
            r.best, r.best_low = gap, low
            r.best_over = missed + wrong
            r.best_at = r.at + j


cdef void take_best_accuracy(Reducer *r, const double *tp, const double *fp,
                             Py_ssize_t m) noexcept nogil:
    cdef Py_ssize_t j
    cdef double right
    for j in range(m):
        right = tp[j] + (r.N - fp[j])
        if right > r.best:
            r.best = right
            r.best_at = r.at + j


cdef void take_best_cost(Reducer *r, const double *tp, const double *fp,
                         Py_ssize_t m) noexcept nogil:
    cdef Py_ssize_t j
    cdef double cost
    for j in range(m):
        cost = r.a * (r.P - tp[j]) + r.b * fp[j]
        if cost < r.best:
            r.best = cost
            r.best_at = r.at + j


cdef void take_precision_at_recall(Reducer *r, const double *tp, const double *fp,
                                   Py_ssize_t m) noexcept nogil:
    cdef Py_ssize_t j
    cdef double over
    if r.P == 0 or tp[m - 1] / r.P < r.a:
        return
    for j in range(m):
        over = tp[j] + fp[j]
        if tp[j] / r.P >= r.a and tp[j] * r.best_over > r.best * over:
            r.best = tp[j]
            r.best_over = over
            r.best_at = r.at + j


cdef void take_recall_at_precision(Reducer *r, const double *tp, const double *fp,
                                   Py_ssize_t m) noexcept nogil:
    cdef Py_ssize_t j
    for j in range(m):
        if tp[j] > r.best and tp[j] / (tp[j] + fp[j]) >= r.a:
            r.best = tp[j]
            r.best_at = r.at + j


cdef void take_tpr_at_fpr(Reducer *r, const double *tp, const double *fp,
                          Py_ssize_t m) noexcept nogil:
    cdef Py_ssize_t j
    if r.N == 0 or r.fp / r.N > r.a:
        return
    for j in range(m):
        if tp[j] > r.best and fp[j] / r.N <= r.a:
            r.best = tp[j]
            r.best_at = r.at + j


cdef void take_fpr_at_tpr(Reducer *r, const double *tp, const double *fp,
                          Py_ssize_t m) noexcept nogil:
    # fp does not fall: the first step that keeps the bound is the best.
    cdef Py_ssize_t j
    if r.best < INFINITY or r.P == 0 or tp[m - 1] / r.P < r.a:
        return
    for j in range(m):
        if tp[j] / r.P >= r.a:
            r.best = fp[j]
            r.best_at = r.at + j
            return


# ---------------------------------------------------------------- cost envelope

cdef void push_vertex(Reducer *r, double x, double y) noexcept nogil:
    """Add a point to the upper hull of the ROC points (Andrew's monotone chain)."""
    cdef Hull *h = &r.hull
    cdef double *grown
    cdef int64_t capacity, k
    while h.size >= 2:
        k = h.size
        # Drop the last vertex unless the chain turns right at it.
        if ((h.x[k - 1] - h.x[k - 2]) * (y - h.y[k - 2])
                - (h.y[k - 1] - h.y[k - 2]) * (x - h.x[k - 2])) < 0:
            break
        h.size -= 1
    if h.size == h.capacity:
        capacity = 256 if h.capacity == 0 else 2 * h.capacity
        grown = <double *> realloc(h.x, capacity * sizeof(double))
        if grown == NULL:
            r.failed = 1
            return
        h.x = grown
        grown = <double *> realloc(h.y, capacity * sizeof(double))
        if grown == NULL:
            r.failed = 1
            return
        h.y = grown
        h.capacity = capacity
    h.x[h.size] = x
    h.y[h.size] = y
    h.size += 1


cdef void take_expected_cost(Reducer *r, const double *tp, const double *fp,
                             Py_ssize_t m) noexcept nogil:
    # Only where tp has grown can a vertex of the upper hull lie.
    cdef Py_ssize_t j
    cdef double t0 = r.tp
    for j in range(m):
        if tp[j] > t0:
            push_vertex(r, fp[j], tp[j])
            t0 = tp[j]


cdef double envelope_area(Reducer *r) noexcept nogil:
    """Area under the lower envelope of the cost lines between x = a and x = b.

    The line of a point is y = (1 - x)·FPR + x·FNR; neighbours on the hull cross at
    x = ΔFPR / (ΔFPR + ΔTPR).
    """
    cdef Hull *h = &r.hull
    cdef int64_t k
    cdef double left = r.a, right, dx, dy, fpr, fnr, area = 0
    for k in range(h.size):
        if k + 1 < h.size:
            dx = (h.x[k + 1] - h.x[k]) / r.N
            dy = (h.y[k + 1] - h.y[k]) / r.P
            right = fmin(dx / (dx + dy), r.b)
        else:
            right = r.b
        if right > left:
            fpr = h.x[k] / r.N
            fnr = (r.P - h.y[k]) / r.P
            area += (right - left) * (fpr + 0.5 * (left + right) * (fnr - fpr))
            left = right
    return area


# ---------------------------------------------------------------- before the first step
# Where "nothing predicted positive" is a candidate, it is the first one.

cdef void begin_accuracy(Reducer *r) noexcept nogil:
    r.best = r.N


cdef void begin_cost(Reducer *r) noexcept nogil:
    r.best = r.a * r.P


cdef void begin_with_none(Reducer *r) noexcept nogil:
    r.best = -1.0


cdef void begin_fpr(Reducer *r) noexcept nogil:
    r.best = 0.0 if r.a <= 0 else INFINITY


cdef void begin_equal_rates(Reducer *r) noexcept nogil:
    r.best = r.best_over = r.P * r.N
    r.best_low = fma(r.P, r.N, -r.best)


cdef void begin_hull(Reducer *r) noexcept nogil:
    push_vertex(r, 0.0, 0.0)


# ---------------------------------------------------------------- after the last step

cdef double total_of(const Reducer *r) noexcept nogil:
    return r.total.sum + r.total.low


cdef double total_per_positive(Reducer *r) noexcept nogil:
    return total_of(r) / r.P


cdef double total_per_log(Reducer *r) noexcept nogil:
    return total_of(r) / (r.P * log1p((r.b - r.a) / r.a))


cdef double total_per_pair(Reducer *r) noexcept nogil:
    return total_of(r) / (r.P * r.N)


cdef double half_total_per_pair(Reducer *r) noexcept nogil:
    return total_of(r) / (2.0 * r.P * r.N)


cdef double total_per_row(Reducer *r) noexcept nogil:
    return total_of(r) / (r.P + r.N) if r.P + r.N > 0 else NAN


cdef double excess_per_row(Reducer *r) noexcept nogil:
    # The least total has all positives first.
    cdef double rows = r.P + r.N, least = r.N
    if r.P > 0:
        least -= r.P * harmonic(r.P, rows)
    return fmax(total_of(r) - least, 0.0) / rows if rows > 0 else NAN


cdef double excess_per_weight(Reducer *r) noexcept nogil:
    cdef double weight = r.P + r.N, least = r.N
    if r.P > 0:
        least -= r.P * log1p(r.N / r.P)
    return fmax(total_of(r) - least, 0.0) / weight if weight > 0 else NAN


cdef double half_total_per_square(Reducer *r) noexcept nogil:
    cdef double rows = r.P + r.N
    return total_of(r) / (2.0 * rows * rows) if rows > 0 else NAN


cdef double best_per_positive(Reducer *r) noexcept nogil:
    return r.best / r.P


cdef double best_per_pair(Reducer *r) noexcept nogil:
    return r.best / (r.P * r.N)


cdef double best_per_row(Reducer *r) noexcept nogil:
    return r.best / (r.P + r.N) if r.P + r.N > 0 else NAN


cdef double best_precision(Reducer *r) noexcept nogil:
    return r.best / r.best_over if r.best >= 0 else NAN


cdef double best_recall(Reducer *r) noexcept nogil:
    return r.best / r.P if r.best >= 0 else NAN


cdef double best_f(Reducer *r) noexcept nogil:
    return (1.0 + r.a * r.a) * r.best / r.best_over


cdef double lift(Reducer *r) noexcept nogil:
    return r.best / r.P / r.a


cdef double expected_cost(Reducer *r) noexcept nogil:
    if r.fp > r.hull.x[r.hull.size - 1]:
        push_vertex(r, r.fp, r.tp)
    return envelope_area(r) if not r.failed else NAN  # that may have failed


cdef double best_per_negative(Reducer *r) noexcept nogil:
    return r.best / r.N


cdef double best_mcc(Reducer *r) noexcept nogil:
    return fmin(r.best / sqrt(r.P * r.N), 1.0)


cdef double mean_of_equal_rates(Reducer *r) noexcept nogil:
    return r.best_over / (2.0 * r.P * r.N)


cdef double crossing_of_hull(Reducer *r) noexcept nogil:
    cdef Hull *h = &r.hull
    cdef int64_t k
    if r.fp > h.x[h.size - 1]:
        push_vertex(r, r.fp, r.tp)
        if r.failed:
            return NAN
    for k in range(1, h.size):
        if has_crossed(r, h.y[k], h.x[k]):
            return crossing(r, h.y[k - 1], h.x[k - 1], h.y[k], h.x[k]) / r.N
    return h.x[h.size - 1] / r.N  # weights are added up with rounding


# ---------------------------------------------------------------- ranges of parameters

cdef bint is_share(double a, double b) noexcept nogil:
    return 0 <= a <= 1


cdef bint is_positive_share(double a, double b) noexcept nogil:
    return 0 < a <= 1


cdef bint is_share_below_one(double a, double b) noexcept nogil:
    return 0 <= a < 1


cdef bint is_stretch(double a, double b) noexcept nogil:
    return 0 <= a < b <= 1


cdef bint is_stretch_above_zero(double a, double b) noexcept nogil:
    return 0 < a < b <= 1


cdef bint is_positive(double a, double b) noexcept nogil:
    return 0 < a < INFINITY


cdef bint are_costs(double a, double b) noexcept nogil:
    return 0 <= a < INFINITY and 0 <= b < INFINITY


# ---------------------------------------------------------------- the table

cdef enum:
    N_KINDS = 30

cdef Kind[N_KINDS] TABLE

# {name, begin, take, finish, classes needed, whether a threshold is found, number of
# parameters, their range, the same in words}
TABLE[:] = [
    Kind(b"roc_auc", NULL, take_roc_auc, half_total_per_pair, BOTH_CLASSES, False,
         0, NULL, b""),
    Kind(b"rank_loss", NULL, take_rank_loss, half_total_per_pair, BOTH_CLASSES, False,
         0, NULL, b""),
    Kind(b"average_precision", NULL, take_average_precision, total_per_positive,
         POSITIVES, False, 0, NULL, b""),
    Kind(b"pr_auc_linear", NULL, take_pr_auc_linear, total_per_positive, POSITIVES,
         False, 0, NULL, b""),
    Kind(b"pr_auc_integral", NULL, take_pr_auc_integral, total_per_positive,
         POSITIVES, False, 0, NULL, b""),
    Kind(b"pr_auc_davis_goadrich", NULL, take_pr_auc_davis_goadrich,
         total_per_positive, POSITIVES, False, 0, NULL, b""),
    Kind(b"aurc", NULL, take_aurc, total_per_row, NO_CLASS, False, 0, NULL, b""),
    Kind(b"excess_aurc", NULL, take_aurc, excess_per_row, NO_CLASS, False,
         0, NULL, b""),
    Kind(b"aurc_of_weights", NULL, take_aurc_of_weights, total_per_row, NO_CLASS,
         False, 0, NULL, b""),
    Kind(b"excess_aurc_of_weights", NULL, take_aurc_of_weights, excess_per_weight,
         NO_CLASS, False, 0, NULL, b""),
    Kind(b"augrc", NULL, take_augrc, half_total_per_square, NO_CLASS, False,
         0, NULL, b""),
    Kind(b"break_even_point", NULL, take_break_even_point, best_per_positive,
         POSITIVES, False, 0, NULL, b""),
    Kind(b"ks", NULL, take_ks, best_per_pair, BOTH_CLASSES, True, 0, NULL, b""),
    Kind(b"lift", NULL, take_lift, lift, POSITIVES, False,
         1, is_positive_share, b"0 < at <= 1"),
    Kind(b"partial_auc", NULL, take_partial_auc, total_per_pair, BOTH_CLASSES, False,
         2, is_stretch, b"0 <= from < to <= 1"),  # of the false positive rate
    Kind(b"partial_auc_tpr", NULL, take_partial_auc_tpr, total_per_pair, BOTH_CLASSES,
         False, 1, is_share_below_one, b"0 <= from < 1"),
    Kind(b"log_auc", NULL, take_log_auc, total_per_log, BOTH_CLASSES, False,
         2, is_stretch_above_zero, b"0 < from < to <= 1"),  # likewise
    Kind(b"expected_cost", begin_hull, take_expected_cost, expected_cost,
         BOTH_CLASSES, False, 2, is_stretch, b"0 <= from < to <= 1"),
    Kind(b"best_f", NULL, take_best_f, best_f, POSITIVES, True,
         1, is_positive, b"0 < beta < inf"),
    Kind(b"best_youden", NULL, take_best_youden, best_per_pair, BOTH_CLASSES, True,
         0, NULL, b""),
    Kind(b"best_accuracy", begin_accuracy, take_best_accuracy, best_per_row, NO_CLASS,
         True, 0, NULL, b""),
    Kind(b"best_cost", begin_cost, take_best_cost, best_per_row, NO_CLASS, True,
         2, are_costs, b"both costs finite and not negative"),  # of fn, of fp
    Kind(b"precision_at_recall", begin_with_none, take_precision_at_recall,
         best_precision, POSITIVES, True, 1, is_share, b"0 <= recall <= 1"),
    Kind(b"recall_at_precision", begin_with_none, take_recall_at_precision,
         best_recall, POSITIVES, True, 1, is_share, b"0 <= precision <= 1"),
    Kind(b"tpr_at_fpr", NULL, take_tpr_at_fpr, best_per_positive, BOTH_CLASSES, True,
         1, is_share, b"0 <= fpr <= 1"),
    Kind(b"fpr_at_tpr", begin_fpr, take_fpr_at_tpr, best_per_negative, BOTH_CLASSES,
         True, 1, is_share, b"0 <= tpr <= 1"),
    Kind(b"best_mcc", NULL, take_best_mcc, best_mcc, BOTH_CLASSES, True, 0, NULL, b""),
    Kind(b"equal_rates", begin_equal_rates, take_equal_rates, mean_of_equal_rates,
         BOTH_CLASSES, True, 0, NULL, b""),
    Kind(b"equal_error_rate", NULL, take_equal_error_rate, best_per_negative,
         BOTH_CLASSES, False, 0, NULL, b""),
    Kind(b"equal_error_rate_hull", begin_hull, take_expected_cost, crossing_of_hull,
         BOTH_CLASSES, False, 0, NULL, b""),
]

# name -> place in the table
KINDS = {TABLE[k].name.decode(): k for k in range(N_KINDS)}
# What finds a threshold.
OPTIMA = tuple(name for name, k in KINDS.items() if TABLE[k].finds_threshold)


cdef void take(Reducer *r, const double *tp, const double *fp,
               Py_ssize_t m) noexcept nogil:
    if m == 0:
        return
    r.kind.take(r, tp, fp, m)
    r.tp = tp[m - 1]
    r.fp = fp[m - 1]
    r.at += m


cdef double finish(Reducer *r) noexcept nogil:
    if r.failed or (r.kind.needs != NO_CLASS and r.P <= 0):
        return NAN
    if r.kind.needs == BOTH_CLASSES and r.N <= 0:
        return NAN
    return r.kind.finish(r)
