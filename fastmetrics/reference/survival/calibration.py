"""Calibration of forecasts at one time, with weights for censoring."""

import math
from typing import Any, NamedTuple

from fastmetrics.reference.inputs import warn_undefined
from fastmetrics.reference.survival.brier import conditional_share, read_forecasts
from fastmetrics.reference.survival.calibration_tests import solve
from fastmetrics.reference.survival.curves import aalen_johansen, kaplan_meier
from fastmetrics.reference.survival.rows import (
    Censoring,
    case_by,
    check_cause,
    check_times,
    incidence,
    read_censoring,
    read_rows,
)
from fastmetrics.reference.survival.rows import survival as survival_of

_LEAST = 1e-12


class Calibration(NamedTuple):
    """Table of bins, ratio of observed to expected, regression, distances."""

    table: list
    observed_expected: float
    intercept: float
    slope: float
    ici: float
    e50: float
    e90: float
    e_max: float


def link(p: float) -> float:
    """Return the complementary log-log of a probability."""
    p = min(max(p, _LEAST), 1 - _LEAST)
    return math.log(-math.log1p(-p))


def fit(design: list, offset: list, outcome: list, weights: list) -> list:
    """Maximize the weighted likelihood of a cloglog regression by Newton's method."""
    k = len(design[0])
    beta = [0.0] * k

    def likelihood(beta):
        total = 0.0
        for row, o, d, w in zip(design, offset, outcome, weights, strict=True):
            if w:
                eta = o + sum(a * b for a, b in zip(row, beta, strict=True))
                mean = -math.expm1(-math.exp(min(eta, 700.0)))
                if d:
                    total += w * math.log(max(mean, 1e-300))
                else:
                    total -= w * math.exp(min(eta, 700.0))
        return total

    best = likelihood(beta)
    for _ in range(200):
        score, information = [0.0] * k, [[0.0] * k for _ in range(k)]
        for row, o, d, w in zip(design, offset, outcome, weights, strict=True):
            if not w:
                continue
            eta = o + sum(a * b for a, b in zip(row, beta, strict=True))
            slope, curve = derivatives(eta, d)
            for i in range(k):
                score[i] += w * slope * row[i]
                for j in range(k):
                    information[i][j] -= w * curve * row[i] * row[j]
        step = solve(information, score)
        size = 1.0
        for _ in range(60):
            tried = [b + size * s for b, s in zip(beta, step, strict=True)]
            value = likelihood(tried)
            if value >= best - 1e-13 * abs(best):
                break
            size /= 2
        beta, best = tried, value
        if max(abs(size * s) for s in step) < 1e-12:
            return beta
    return [math.nan] * k


def derivatives(eta: float, outcome: int) -> tuple[float, float]:
    """Return the first and second derivative of the log likelihood of a row."""
    rate = math.exp(min(eta, 700.0))
    if not outcome:
        return -rate, -rate
    # log(1 - exp(-rate)): its slope is rate / (exp(rate) - 1)
    slope = rate / math.expm1(rate) if rate < 700 else 0.0
    curve = slope * (1 - rate - slope) if rate < 700 else 0.0
    return slope, curve


def quantile(values: list, level: float) -> float:
    """Return a quantile with linear interpolation."""
    ordered = sorted(values)
    place = level * (len(ordered) - 1)
    low = math.floor(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (place - low) * (ordered[high] - ordered[low])


def spline_term(x: float, knots: list) -> float:
    """Return Harrell's cubic term of a restricted spline with three knots."""
    a, b, c = knots

    def cube(t):
        return max(x - t, 0.0) ** 3

    term = cube(a) - cube(b) * (c - a) / (c - b) + cube(c) * (b - a) / (c - b)
    return term / (c - a) ** 2


def isotonic(p: list, outcome: list, weights: list) -> list:
    """Return the isotonic regression at each p, linear between its points."""
    points = sorted({q for q, w in zip(p, weights, strict=True) if w})
    blocks: list[list] = []
    for q in points:
        rows = [
            (w, d) for r, d, w in zip(p, outcome, weights, strict=True) if r == q and w
        ]
        blocks.append([sum(w for w, _ in rows), sum(w * d for w, d in rows), [q]])
        while len(blocks) > 1 and (
            blocks[-2][1] / blocks[-2][0] >= blocks[-1][1] / blocks[-1][0]
        ):
            last = blocks.pop()
            blocks[-1] = [a + b for a, b in zip(blocks[-1], last, strict=True)]
    level = {q: block[1] / block[0] for block in blocks for q in block[2]}

    def value(q):
        if q in level:
            return level[q]
        below = [r for r in points if r < q]
        above = [r for r in points if r > q]
        if not below:
            return level[above[0]]
        if not above:
            return level[below[-1]]
        a, b = below[-1], above[0]
        return level[a] + (level[b] - level[a]) * (q - a) / (b - a)

    return [value(q) for q in p]


def regression(known: Censoring, p: list, t: float, cause: Any) -> tuple[Any, ...]:
    """Return outcome, weights, intercept with slope 1, and slope."""
    rows = known.rows
    weights = [w * known.weight(i, t) if w else 0.0 for i, w in enumerate(rows.weights)]
    outcome = [int(case_by(rows, i, t, cause)) for i in range(len(p))]
    x = [link(q) for q in p]
    intercept = fit([[1.0]] * len(p), x, outcome, weights)[0]
    slope = math.nan
    if len(set(x)) > 1:
        slope = fit([[1.0, q] for q in x], [0.0] * len(p), outcome, weights)[1]
    return outcome, weights, intercept, slope


def _table(known: Censoring, p: list, t: float, bins: int, cause: Any) -> list:
    """Return (mean forecast, observed, low, high, rows) of each bin."""
    rows, n = known.rows, len(p)
    of_row = [bins * sum(1 for r in p if r < q) // n for q in p]
    table = []
    for b in sorted(set(of_row)):
        part = rows.part([k == b for k in of_row])
        mean = math.fsum(q for q, k in zip(p, of_row, strict=True) if k == b)
        mean /= len(part.times)
        observed, low, high = 0.0, 0.0, 0.0
        if max(part.times) < t and survival_of(part, t) > 0:
            observed = low = high = math.nan
        elif any(x <= t for x in part.times):
            has = any(k and (cause is None or k == cause) for k in part.codes)
            if cause is None or not has:
                curve = kaplan_meier(part.times, part.codes)
                at = max(i for i, u in enumerate(curve.times) if u <= t)
                if cause is None:
                    observed = 1 - curve.values[at]
                    low, high = 1 - curve.high[at], 1 - curve.low[at]
            else:
                curve = aalen_johansen(part.times, part.codes, cause=cause)
                at = max(i for i, u in enumerate(curve.times) if u <= t)
                observed = incidence(part, t, cause)
                low, high = curve.low[at], curve.high[at]
        table.append((mean, observed, low, high, len(part.times)))
    return table


def survival_calibration(
    time,
    event,
    survival=None,
    t=None,
    *,
    bins=10,
    smooth="spline",
    incidence=None,
    cause=1,
    censoring=None,
    conditional=None,
    left_limit=True,
):
    """Calibration of the probability of an event by t."""
    rows = read_rows(time, event)
    cause = cause if survival is None else None
    check_cause(rows, cause)
    known = read_censoring(rows, censoring, conditional, left_limit)
    check_times(rows, t, None if conditional is None else known.parts)
    p = [row[0] for row in read_forecasts(survival, incidence, 1, len(time))]
    outcome, weights, intercept, slope = [], [], math.nan, math.nan
    weighted = [known.weight(i, t) for i in range(len(p))]
    outcome = [int(case_by(rows, i, t, cause)) for i in range(len(p))]
    table = _table(known, p, t, bins, cause)
    ratio = conditional_share(known, t, cause) / (math.fsum(p) / len(p))
    if not any(outcome) or all(d for d, w in zip(outcome, weighted, strict=True) if w):
        nan = warn_undefined("calibration", "no case or no control")
        return Calibration(table, ratio, *[nan] * 6)
    outcome, weights, intercept, slope = regression(known, p, t, cause)
    if smooth == "isotonic":
        smoothed = isotonic(p, outcome, weights)
    else:
        x = [link(q) for q in p]
        knots = [quantile(x, level) for level in (0.1, 0.5, 0.9)]
        design = [[1.0, q] for q in x] if len(set(x)) > 1 else [[1.0] for _ in x]
        if len(set(knots)) == 3:
            design = [
                [*row, spline_term(q, knots)] for row, q in zip(design, x, strict=True)
            ]
        beta = fit(design, [0.0] * len(x), outcome, weights)
        smoothed = [
            -math.expm1(-math.exp(sum(a * b for a, b in zip(row, beta, strict=True))))
            for row in design
        ]
    gaps = [abs(a - b) for a, b in zip(smoothed, p, strict=True)]
    return Calibration(
        table, ratio, intercept, slope, math.fsum(gaps) / len(gaps),
        quantile(gaps, 0.5), quantile(gaps, 0.9), max(gaps),
    )  # fmt: skip
