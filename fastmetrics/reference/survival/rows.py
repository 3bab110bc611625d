"""Censored times: rows, estimates of survival, incidence and censoring, weights.

At a time u, Y rows are at risk, d have an event and c are censored. Events at u come
before censorings at u, so rows with an event are not at risk of censoring.
"""

import itertools
import math
from typing import Any, NamedTuple


class Rows(NamedTuple):
    """Times, codes of events (0: censored) and weights of rows."""

    times: list
    codes: list
    weights: list

    def sums_at(self, u: float, cause: int | None = None) -> tuple[Any, Any, Any]:
        """Return Y, d and c at a time; d of one cause if it is given."""
        rows = list(zip(self.times, self.codes, self.weights, strict=True))
        at_risk = sum(w for x, _, w in rows if x >= u)
        events = sum(
            w for x, k, w in rows if x == u and k and (cause is None or k == cause)
        )
        return at_risk, events, sum(w for x, k, w in rows if x == u and not k)

    def distinct(self) -> list[float]:
        """Return the distinct times of rows that weigh something."""
        return sorted({x for x, w in zip(self.times, self.weights, strict=True) if w})

    def part(self, keep: list[bool]) -> "Rows":
        """Return some of the rows."""
        return Rows(
            *([v for v, k in zip(each, keep, strict=True) if k] for each in self)
        )


def read_rows(time: list, event: list) -> Rows:
    """Check times and events, and give each row the weight 1."""
    if len(time) != len(event):
        raise ValueError(f"time has {len(time)} rows, event has {len(event)}")
    if not time:
        raise ValueError("no rows")
    for i, (x, k) in enumerate(zip(time, event, strict=True)):
        if not math.isfinite(x) or x < 0:
            raise ValueError(f"time {x!r} in row {i} is not finite and >= 0")
        if not math.isfinite(k) or k < 0 or k != int(k):
            raise ValueError(f"event {k!r} in row {i} is not 0, 1, 2, ...")
    return Rows([float(x) for x in time], [int(k) for k in event], [1] * len(time))


def check_cause(rows: Rows, cause: int | None) -> None:
    """Raise ValueError if no row has an event of the cause."""
    if not any(k and (cause is None or k == cause) for k in rows.codes):
        raise ValueError(f"no row has an event of cause {cause}")


def check_times(rows: Rows, times: Any, parts: list[Rows] | None = None) -> list[float]:
    """Return times as a list; they increase and are below the largest time observed."""
    times = list(times) if isinstance(times, list | tuple) else [times]
    largest = min(max(part.times) for part in parts or [rows])
    if any(not math.isfinite(t) or t < 0 for t in times) or not times:
        raise ValueError("times must be finite and >= 0")
    if any(a >= b for a, b in itertools.pairwise(times)):
        raise ValueError("times must increase")
    if times[-1] >= largest:
        raise ValueError(f"times must be below {largest}")
    return [float(t) for t in times]


def _ratio(part: Any, whole: Any) -> Any:
    return part / whole if whole else 0


def survival(rows: Rows, t: float, *, before: bool = False) -> float:
    """Kaplan and Meier's estimate of no event by t, or before t."""
    value = 1.0
    for u in rows.distinct():
        if u < t or (u == t and not before):
            at_risk, events, _ = rows.sums_at(u)
            value *= 1 - _ratio(events, at_risk)
    return value


def incidence(rows: Rows, t: float, cause: int) -> float:
    """Aalen and Johansen's estimate of an event of a cause by t."""
    return sum(
        survival(rows, u, before=True)
        * _ratio(rows.sums_at(u, cause)[1], rows.sums_at(u)[0])
        for u in rows.distinct()
        if u <= t
    )


def no_censoring(rows: Rows, t: float, *, before: bool = False) -> float:
    """Estimate of the probability of no censoring by t, or before t."""
    value = 1.0
    for u in rows.distinct():
        if u < t or (u == t and not before):
            at_risk, events, censored = rows.sums_at(u)
            value *= 1 - _ratio(censored, at_risk - events)
    return value


class Censoring(NamedTuple):
    """The rows that censoring is estimated from, for each evaluated row."""

    rows: Rows
    parts: list
    part_of: list
    left_limit: bool

    def weight(self, i: int, t: float) -> float:
        """Return W of row i at t: 0 if it is censored by t."""
        x, k = self.rows.times[i], self.rows.codes[i]
        if x > t:
            return 1 / self.survives(i, t, before=False)
        return 1 / self.survives(i, x, before=self.left_limit) if k else 0.0

    def survives(self, i: int, t: float, *, before: bool) -> float:
        """Return the probability of no censoring by, or before, t for row i."""
        part = self.parts[self.part_of[i]]
        largest = max(part.times)
        value = no_censoring(part, t, before=before)
        if t > largest or value == 0:
            raise ValueError(f"censoring is unknown at {t}: usable up to {largest}")
        return value


def read_censoring(
    rows: Rows, censoring: Any, conditional: list | None, left_limit: bool
) -> Censoring:
    """Return the estimates of censoring: of all rows, of others, or by group."""
    n = len(rows.times)
    if censoring is not None and conditional is not None:
        raise ValueError("give censoring or conditional, not both")
    if censoring is not None:
        return Censoring(rows, [read_rows(*censoring)], [0] * n, left_limit)
    if conditional is None:
        return Censoring(rows, [rows], [0] * n, left_limit)
    labels = sorted(set(conditional))
    parts = [rows.part([g == label for g in conditional]) for label in labels]
    return Censoring(rows, parts, [labels.index(g) for g in conditional], left_limit)


def case_by(rows: Rows, i: int, t: float, cause: int | None) -> bool:
    """Whether row i has an event of the cause by t; None: of any cause."""
    k = rows.codes[i]
    return rows.times[i] <= t and bool(k) and (cause is None or k == cause)
