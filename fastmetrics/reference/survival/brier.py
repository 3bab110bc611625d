"""Brier scores of forecasts of survival, their integrals, and the log loss."""

import itertools
import math
from typing import Any

from fastmetrics.reference.inputs import warn_undefined
from fastmetrics.reference.survival.rows import (
    Censoring,
    Rows,
    case_by,
    check_cause,
    check_times,
    incidence,
    read_censoring,
    read_rows,
    survival,
)


def censoring_weights(
    time, event, times, *, censoring=None, conditional=None, left_limit=True
):
    """W of each row, at each time."""
    rows = read_rows(time, event)
    known = read_censoring(rows, censoring, conditional, left_limit)
    own = None if conditional is None else known.parts
    several = check_times(rows, times, own)
    found = [[known.weight(i, t) for t in several] for i in range(len(rows.times))]
    return found if isinstance(times, list | tuple) else [row[0] for row in found]


def read_forecasts(survival: Any, incidence: Any, n_times: int, n: int) -> list:
    """Return the probability of an event by each time, for each row."""
    if (survival is None) == (incidence is None):
        raise ValueError("give one of survival and incidence")
    given = survival if incidence is None else incidence
    if len(given) != n:
        raise ValueError(f"{len(given)} forecasts for {n} rows")
    found = []
    for row in given:
        row = list(row) if isinstance(row, list | tuple) else [row]
        if len(row) != n_times:
            raise ValueError(f"{len(row)} columns for {n_times} times")
        if any(not 0 <= p <= 1 for p in row):
            raise ValueError("a probability is outside [0, 1]")
        by = [1 - p for p in row] if incidence is None else row
        if any(b < a - 1e-9 for a, b in itertools.pairwise(by)):
            raise ValueError("the probability of an event decreases")
        found.append(by)
    return found


def brier_at(known: Censoring, p: list, t: float, cause: int | None) -> float:
    """Return the mean of W (D - p)²."""
    rows = known.rows
    total = sum(
        w * known.weight(i, t) * (case_by(rows, i, t, cause) - p[i]) ** 2
        for i, w in enumerate(rows.weights)
        if w
    )
    return total / sum(rows.weights)


def event_share(rows: Rows, t: float, cause: int | None) -> float:
    """Return F(t): of the cause, or of any."""
    return 1 - survival(rows, t) if cause is None else incidence(rows, t, cause)


def conditional_share(known: Censoring, t: float, cause: int | None) -> float:
    """Return F(t) as the mean of W D if censoring is estimated by group."""
    rows = known.rows
    if len(known.parts) == 1:
        return event_share(rows, t, cause)
    total = sum(
        w * known.weight(i, t) * case_by(rows, i, t, cause)
        for i, w in enumerate(rows.weights)
    )
    return total / sum(rows.weights)


def _read(time, event, survival, incidence, times, cause, **options):
    rows = read_rows(time, event)
    cause = cause if survival is None else None
    check_cause(rows, cause)
    known = read_censoring(rows, **options)
    own = None if options["conditional"] is None else known.parts
    times = check_times(rows, times, own)
    p = read_forecasts(survival, incidence, len(times), len(rows.times))
    columns = [[row[m] for row in p] for m in range(len(times))]
    return known, times, columns, cause


def _baseline(known: Censoring, t: float, cause: int | None) -> float:
    """Return the score of the forecast F(t) for all rows."""
    share = conditional_share(known, t, cause)
    return brier_at(known, [share] * len(known.rows.times), t, cause)


def survival_brier_score(
    time,
    event,
    survival=None,
    times=None,
    *,
    incidence=None,
    cause=1,
    censoring=None,
    conditional=None,
    left_limit=True,
):
    """Mean weighted squared error of the probability of an event by each time."""
    known, several, columns, cause = _read(
        time, event, survival, incidence, times, cause,
        censoring=censoring, conditional=conditional, left_limit=left_limit,
    )  # fmt: skip
    scores = [
        brier_at(known, p, t, cause) for t, p in zip(several, columns, strict=True)
    ]
    return scores if isinstance(times, list | tuple) else scores[0]


def scaled_brier_score(
    time,
    event,
    survival=None,
    times=None,
    *,
    incidence=None,
    cause=1,
    censoring=None,
    conditional=None,
    left_limit=True,
):
    """1 - BS / BS of the same probability for all rows."""
    known, several, columns, cause = _read(
        time, event, survival, incidence, times, cause,
        censoring=censoring, conditional=conditional, left_limit=left_limit,
    )  # fmt: skip
    scores = []
    for t, p in zip(several, columns, strict=True):
        base = _baseline(known, t, cause)
        if base == 0:
            scores.append(
                warn_undefined("scaled Brier score", "no event, or only these")
            )
        else:
            scores.append(1 - brier_at(known, p, t, cause) / base)
    return scores if isinstance(times, list | tuple) else scores[0]


def _integral(known, times, columns, cause, method):
    """Return the mean over time of the Brier score."""
    length = times[-1] - times[0]
    score = [brier_at(known, p, t, cause) for t, p in zip(times, columns, strict=True)]
    steps = list(itertools.pairwise(times))
    if method == "trapezoid":
        area = sum(
            (b - a) * (score[m] + score[m + 1]) / 2 for m, (a, b) in enumerate(steps)
        )
    elif method == "left":
        area = sum((b - a) * score[m] for m, (a, b) in enumerate(steps))
    elif method == "exact":
        area = 0.0
        changes = {u for part in (known.rows, *known.parts) for u in part.distinct()}
        for m, (a, b) in enumerate(steps):
            edges = [a, *sorted(u for u in changes if a < u < b), b]
            area += sum(
                (v - u) * brier_at(known, columns[m], u, cause)
                for u, v in itertools.pairwise(edges)
            )
    else:
        raise ValueError(f"unknown method {method!r}")
    return area / length


def integrated_brier_score(
    time,
    event,
    survival=None,
    times=None,
    *,
    incidence=None,
    cause=1,
    method="trapezoid",
    scaled=False,
    censoring=None,
    conditional=None,
    left_limit=True,
):
    """Mean of the Brier score over the time from the first to the last of the times."""
    known, times, columns, cause = _read(
        time, event, survival, incidence, times, cause,
        censoring=censoring, conditional=conditional, left_limit=left_limit,
    )  # fmt: skip
    if len(times) < 2:
        raise ValueError("an integral needs two times")
    value = _integral(known, times, columns, cause, method)
    if not scaled:
        return value
    n = len(known.rows.times)
    same = [[conditional_share(known, t, cause)] * n for t in times]
    base = _integral(known, times, same, cause, method)
    if base == 0:
        return warn_undefined(
            "scaled integrated Brier score", "no event, or only these"
        )
    return 1 - value / base


def survival_log_loss(time, event, survival, times=None):
    """Return the mean of the negative log likelihood of each row under the forecast."""
    rows = read_rows(time, event)
    check_cause(rows, None)
    times = list(times) if isinstance(times, list | tuple) else [times]
    if times[-1] <= 0 or any(a >= b for a, b in itertools.pairwise(times)):
        raise ValueError("times must increase, to more than 0")
    by = read_forecasts(survival, None, len(times), len(rows.times))
    losses = []
    for x, k, p in zip(rows.times, rows.codes, by, strict=True):
        alive = [1 - q for q in p]
        if times[0] == 0 and alive[0] != 1:
            raise ValueError("survival at time 0 must be 1")
        edges = times if times[0] == 0 else [0.0, *times]
        losses.append(_row_loss(x, k, edges, alive if times[0] == 0 else [1.0, *alive]))
    return math.fsum(losses) / len(losses)


def _row_loss(x: float, k: int, edges: list, alive: list) -> float:
    """Return -log of the density of an event at x, or of survival beyond x.

    The survival is linear between the edges.
    """
    likelihood = alive[-1]
    for m in range(1, len(edges)):
        if x <= edges[m]:
            fallen, step = alive[m - 1] - alive[m], edges[m] - edges[m - 1]
            at_x = alive[m] + fallen * (edges[m] - x) / step
            likelihood = fallen / step if k else at_x
            break
    return -math.log(likelihood) if likelihood > 0 else math.inf
