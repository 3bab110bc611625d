"""Tests of curves and of calibration: log-rank, and calibration of distributions."""

import math
from typing import Any, NamedTuple

from fastmetrics.reference.inputs import warn_undefined
from fastmetrics.reference.survival.rows import (
    Rows,
    check_cause,
    read_rows,
    survival,
)


class Test(NamedTuple):
    """Statistic, degrees of freedom and p-value of a test, with counts."""

    statistic: float
    df: Any
    pvalue: float
    counts: Any = None


def chi2_sf(x: float, df: int) -> float:
    """Return P(χ² > x), by the series of the incomplete gamma function."""
    if x <= 0:
        return 1.0
    a, y = df / 2, x / 2
    if y > a + 1:  # continued fraction
        tiny, b = 1e-300, y + 1 - a
        c, d = 1 / tiny, 1 / b
        h = d
        for i in range(1, 1000):
            an = -i * (i - a)
            b += 2
            d = 1 / ((an * d + b) or tiny)
            c = (b + an / c) or tiny
            h *= d * c
            if abs(d * c - 1) < 1e-16:
                break
        return h * math.exp(-y + a * math.log(y) - math.lgamma(a))
    term = total = 1 / a
    for i in range(1, 10_000):
        term *= y / (a + i)
        total += term
        if term < total * 1e-17:
            break
    return 1 - total * math.exp(-y + a * math.log(y) - math.lgamma(a))


def solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Solve linear equations by elimination with the largest pivot."""
    n = len(right)
    rows = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    for i in range(n):
        column = [abs(row[i]) for row in rows]
        pivot = max(range(i, n), key=column.__getitem__)
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for r in range(i + 1, n):
            factor = rows[r][i] / rows[i][i]
            rows[r] = [a - factor * b for a, b in zip(rows[r], rows[i], strict=True)]
    found = [0.0] * n
    for i in reversed(range(n)):
        rest = sum(rows[i][j] * found[j] for j in range(i + 1, n))
        found[i] = (rows[i][n] - rest) / rows[i][i]
    return found


def log_rank_test(time, event, group, *, rho=0, strata=None):
    """Weighted log-rank test of equal survival in groups."""
    rows = read_rows(time, event)
    labels = sorted(set(group))
    if len(labels) < 2:
        raise ValueError("the test needs two groups")
    k = len(labels)
    excess = [0.0] * k
    variance = [[0.0] * k for _ in labels]
    for stratum in [None] if strata is None else sorted(set(strata)):
        keep = [True] * len(group) if strata is None else [s == stratum for s in strata]
        part = rows.part(keep)
        of = [labels.index(g) for g, kept in zip(group, keep, strict=True) if kept]
        _add(part, of, rho, excess, variance)
    present = [i for i in range(k) if i != max(_met(i, variance))]
    if not present:
        return Test(warn_undefined("log-rank test", "no event"), k - 1, math.nan)
    right = [excess[i] for i in present]
    cov = [[variance[i][j] for j in present] for i in present]
    statistic = sum(a * b for a, b in zip(right, solve(cov, right), strict=True))
    return Test(statistic, len(present), chi2_sf(statistic, len(present)))


def _met(group: int, variance: list) -> set:
    """Return the groups that are compared with one, directly or through others."""
    found, new = set(), {group}
    while new:
        found |= new
        new = {j for i in new for j, v in enumerate(variance[i]) if v} - found
    return found


def _add(rows: Rows, of: list[int], rho: float, excess: list, variance: list) -> None:
    """Add observed minus expected events of each group, and their covariances."""
    k = len(excess)
    for u in rows.distinct():
        at_risk, events, _ = rows.sums_at(u)
        if not events:
            continue
        weight = survival(rows, u, before=True) ** rho
        own = [0] * k
        died = [0] * k
        for x, code, g in zip(rows.times, rows.codes, of, strict=True):
            own[g] += x >= u
            died[g] += x == u and code != 0
        share = [y / at_risk for y in own]
        for i in range(k):
            excess[i] += weight * (died[i] - events * share[i])
            for j in range(k):
                if at_risk > 1:
                    spread = share[i] * ((i == j) - share[j])
                    factor = events * (at_risk - events) / (at_risk - 1)
                    variance[i][j] += weight**2 * factor * spread


def d_calibration_test(time, event, survival_at_time, *, bins=10, method="adjusted"):
    """Test that the survival at the times of events is uniform."""
    rows = read_rows(time, event)
    check_cause(rows, None)
    n = len(rows.times)
    shares = [
        _bin_shares(s, code != 0, bins)
        for s, code in zip(survival_at_time, rows.codes, strict=True)
    ]
    counts = [math.fsum(row[b] for row in shares) for b in range(bins)]
    if method == "haider":
        statistic = sum((c - n / bins) ** 2 / (n / bins) for c in counts)
        return Test(statistic, bins - 1, chi2_sf(statistic, bins - 1), counts)
    if method != "adjusted":
        raise ValueError(f"unknown method {method!r}")
    groups = _joined(survival_at_time, rows.codes, bins)
    if len(groups) < 2:
        nan = warn_undefined("D-calibration", "fewer than two groups have 5 events")
        return Test(nan, max(len(groups) - 1, 0), math.nan, counts)
    used = groups[:-1]
    expected = [len(g) / bins for g in used]
    merged = [[math.fsum(row[b] for b in g) for g in used] for row in shares]
    gap = [
        math.fsum(row[i] for row in merged) / n - expected[i] for i in range(len(used))
    ]
    cov = [
        [expected[i] * ((i == j) - expected[j]) for j in range(len(used))]
        for i in range(len(used))
    ]
    for row, code in zip(merged, rows.codes, strict=True):
        if code == 0:
            for i in range(len(used)):
                for j in range(len(used)):
                    cov[i][j] -= ((i == j) * row[i] - row[i] * row[j]) / n
    statistic = n * sum(a * b for a, b in zip(gap, solve(cov, gap), strict=True))
    return Test(statistic, len(used), chi2_sf(statistic, len(used)), counts)


def _bin_of(s: float, bins: int) -> int:
    return min(int(s * bins), bins - 1)


def _bin_shares(s: float, died: bool, bins: int) -> list[float]:
    """Return how a row is shared out to the bins."""
    if not 0 <= s <= 1:
        raise ValueError(f"survival {s!r} is outside [0, 1]")
    own, found = _bin_of(s, bins), [0.0] * bins
    if died or s == 0:
        found[own] = 1.0
        return found
    found[own] = (s - own / bins) / s
    for lower in range(own):
        found[lower] = 1 / (bins * s)
    return found


def _joined(alive: list, codes: list, bins: int) -> list[list[int]]:
    """Join bins with fewer than 5 events to the next higher, if a row is censored."""
    if all(codes):
        return [[b] for b in range(bins)]
    groups: list[list[int]] = []
    current: list[int] = []
    events = 0
    for b in range(bins):
        current.append(b)
        events += sum(
            1 for s, k in zip(alive, codes, strict=True) if k and _bin_of(s, bins) == b
        )
        if events >= 5:
            groups.append(current)
            current, events = [], 0
    if current and groups:
        groups[-1] += current
    elif current:
        groups.append(current)
    return groups
