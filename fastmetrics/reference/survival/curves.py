"""Curves of survival and incidence with their bounds; the restricted mean."""

import itertools
import math
from statistics import NormalDist
from typing import NamedTuple

from fastmetrics.reference.survival.rows import (
    Rows,
    check_cause,
    incidence,
    read_rows,
    survival,
)


class Curve(NamedTuple):
    """Estimates at all distinct times, with errors and bounds."""

    times: list
    values: list
    at_risk: list
    events: list
    standard_error: list
    low: list
    high: list


def transformed_bounds(
    value: float, error: float, level: float, transform: str
) -> tuple[float, float]:
    """Return bounds of a probability of survival by its transform."""
    if value == 1 and error == 0:
        return 1.0, 1.0
    if math.isnan(error) or value in (0, 1):
        return math.nan, math.nan
    z = NormalDist().inv_cdf((1 + level) / 2)
    if transform == "plain":
        low, high = value - z * error, value + z * error
    elif transform == "log":
        low, high = (value * math.exp(s * z * error / value) for s in (-1, 1))
    elif transform == "log-log":
        theta = z * error / (value * math.log(value))
        low, high = sorted(value ** math.exp(s * theta) for s in (-1, 1))
    elif transform == "logit":
        centre, width = math.log(value / (1 - value)), z * error / (value * (1 - value))
        low, high = (1 / (1 + math.exp(-(centre + s * width))) for s in (-1, 1))
    else:
        raise ValueError(f"unknown transform {transform!r}")
    return max(low, 0.0), min(high, 1.0)


def kaplan_meier(time, event, *, confidence_level=0.95, transform="log-log"):
    """S with Greenwood's standard errors."""
    rows = read_rows(time, event)
    curve = Curve(rows.distinct(), [], [], [], [], [], [])
    total = 0.0
    for u in curve.times:
        at_risk, events, _ = rows.sums_at(u)
        value = survival(rows, u)
        if at_risk > events:
            total += events / (at_risk * (at_risk - events))
        error = value * math.sqrt(total) if value else math.nan
        low, high = transformed_bounds(value, error, confidence_level, transform)
        for field, number in zip(
            curve[1:], (value, at_risk, events, error, low, high), strict=True
        ):
            field.append(number)
    return curve


def incidence_influence(rows: Rows, t: float, cause: int) -> list[float]:
    """Influence of each row on the incidence by t."""
    n, final = sum(rows.weights), incidence(rows, t, cause)
    found = []
    for x, k in zip(rows.times, rows.codes, strict=True):
        total = 0.0
        for u in rows.distinct():
            if u > t or x < u:
                continue
            at_risk, events, _ = rows.sums_at(u)
            of_cause = rows.sums_at(u, cause)[1]
            own = (x == u and k == cause) - of_cause / at_risk
            any_cause = (x == u and k != 0) - events / at_risk
            total += survival(rows, u, before=True) * own / at_risk
            left = final - incidence(rows, u, cause)
            if at_risk > events:
                total -= left * any_cause / (at_risk - events)
        found.append(n * total)
    return found


def aalen_johansen(time, event, *, cause=1, confidence_level=0.95, transform="log-log"):
    """F of a cause, with errors from influence values and bounds of 1 - F."""
    rows = read_rows(time, event)
    check_cause(rows, cause)
    n = len(rows.times)
    curve = Curve(rows.distinct(), [], [], [], [], [], [])
    for u in curve.times:
        value = incidence(rows, u, cause)
        influence = incidence_influence(rows, u, cause)
        error = math.sqrt(sum(psi * psi for psi in influence)) / n
        if survival(rows, u) == 0 and math.isclose(value, 1):
            error = math.nan
        low, high = transformed_bounds(1 - value, error, confidence_level, transform)
        numbers = value, rows.sums_at(u)[0], rows.sums_at(u, cause)[1], error
        for field, number in zip(curve[1:], (*numbers, 1 - high, 1 - low), strict=True):
            field.append(number)
    return curve


def _restricted_mean(rows: Rows, tau: float) -> float:
    """Return the area below S up to tau."""
    edges = [0.0, *(u for u in rows.distinct() if 0 < u < tau), tau]
    return sum(survival(rows, a) * (b - a) for a, b in itertools.pairwise(edges))


def restricted_mean_survival_time(time, event, *, tau, group=None):
    """Return the area below S from 0 to tau; of each group if there are several."""
    rows = read_rows(time, event)
    if group is not None:
        return {
            label: restricted_mean_survival_time(
                [x for x, g in zip(time, group, strict=True) if g == label],
                [k for k, g in zip(event, group, strict=True) if g == label],
                tau=tau,
            )
            for label in sorted(set(group))
        }
    last = max(rows.times)
    if not 0 < tau <= last:
        raise ValueError(f"tau must be in (0, {last}]")
    return _restricted_mean(rows, tau)
