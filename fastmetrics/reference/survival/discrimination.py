"""Order of risks: areas under the curve at times, and concordance."""

import math
from typing import Any, NamedTuple

from fastmetrics.reference.inputs import warn_undefined
from fastmetrics.reference.survival.brier import conditional_share
from fastmetrics.reference.survival.rows import (
    Censoring,
    case_by,
    check_cause,
    check_times,
    read_censoring,
    read_rows,
)


class Areas(NamedTuple):
    """Areas under the curve at times, and their mean."""

    times: list
    values: list
    mean: float


def ordered(first: float, second: float) -> float:
    """Return 1 if the first risk is larger, 1/2 if both are equal."""
    return (first > second) + (first == second) / 2


def area_at(known: Censoring, risk: list, t: float, cause: int, controls: str) -> float:
    """Return AUC(t); NaN without cases or controls."""
    rows = known.rows
    cases, others = [], []
    for i, w in enumerate(rows.weights):
        if not w:
            continue
        weight = known.weight(i, t)
        if case_by(rows, i, t, cause):
            cases.append((w * weight, risk[i]))
        elif weight and (controls == "all-others" or rows.times[i] > t):
            others.append((w * weight, risk[i]))
    if not cases or not others:
        return math.nan
    right = sum(a * b * ordered(r, s) for a, r in cases for b, s in others)
    return right / (sum(a for a, _ in cases) * sum(b for b, _ in others))


def mean_area(known: Censoring, times: list, areas: list, cause: int) -> float:
    """Return the mean of areas, weighted by the events between the times."""
    total, before, mass = 0.0, 0.0, 0.0
    for t, area in zip(times, areas, strict=True):
        by = conditional_share(known, t, cause)
        if by > before and not math.isnan(area):
            total += area * (by - before)
            mass += by - before
        before = by
    return total / mass if mass else math.nan


def _columns(risk: list, n_times: int) -> list[list]:
    """Return a column of risks per time."""
    if isinstance(risk[0], list | tuple):
        return [[row[m] for row in risk] for m in range(n_times)]
    return [risk] * n_times


def time_dependent_auc(
    time,
    event,
    risk,
    times,
    *,
    cause=1,
    controls="all-others",
    censoring=None,
    conditional=None,
    left_limit=True,
):
    """AUC of "an event by t" with weights for censoring."""
    rows = read_rows(time, event)
    check_cause(rows, cause)
    known = read_censoring(rows, censoring, conditional, left_limit)
    own = None if conditional is None else known.parts
    times = check_times(rows, times, own)
    if controls not in ("all-others", "event-free"):
        raise ValueError(f"unknown controls {controls!r}")
    values = [
        area_at(known, column, t, cause, controls)
        for t, column in zip(times, _columns(risk, len(times)), strict=True)
    ]
    for value in values:
        if math.isnan(value):
            warn_undefined("AUC", "no case or no control at a time")
    return Areas(times, values, mean_area(known, times, values, cause))


def pair_weight(known: Censoring, i: int, j: int, cause: int, tau: float) -> float:
    """Return a of rows i and j: 0 unless i is known to have the event first."""
    rows = known.rows
    x, y = rows.times[i], rows.times[j]
    if rows.codes[i] != cause or x >= tau:
        return 0.0
    before = known.left_limit
    own = 1 / known.survives(i, x, before=before)
    if y > x or (y == x and not rows.codes[j]):
        return own / known.survives(j, x, before=before)
    if rows.codes[j] not in (0, cause):
        return own / known.survives(j, y, before=before)
    return 0.0


def concordance(known: Censoring, risk: list, tau: float, cause: int) -> float:
    """Return C; NaN without pairs."""
    weights = known.rows.weights
    right: Any = 0.0
    total: Any = 0.0
    for i, w in enumerate(weights):
        for j, v in enumerate(weights):
            if i != j and w and v:
                a = w * v * pair_weight(known, i, j, cause, tau)
                right += a * ordered(risk[i], risk[j])
                total += a
    return right / total if total else math.nan


def concordance_index_ipcw(
    time,
    event,
    risk,
    *,
    tau=None,
    cause=1,
    censoring=None,
    conditional=None,
    left_limit=True,
):
    """Proportion of ordered pairs, with weights for censoring."""
    rows = read_rows(time, event)
    check_cause(rows, cause)
    known = read_censoring(rows, censoring, conditional, left_limit)
    value = concordance(known, risk, math.inf if tau is None else tau, cause)
    if math.isnan(value):
        return warn_undefined("concordance", "there is no pair of rows")
    return value
