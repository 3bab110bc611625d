"""Means and metrics from few human labels and a judge's label of every row.

A missing human label is None or NaN. Cells are the strata within which the judge's
labels are alike; the labelled rows of a cell stand for all of its rows.
"""

import math
from collections import Counter
from collections.abc import Callable, Sequence
from statistics import NormalDist
from typing import Any, NamedTuple

from fastmetrics.reference.area_intervals import student_p_value, student_quantile
from fastmetrics.reference.intervals import (
    jeffreys_interval,
    mean,
    tails,
    wilson_interval,
)


class JudgeCorrected(NamedTuple):
    """The estimate, its bounds, the slope of a regression and the p-value of 0."""

    estimate: float
    low: float
    high: float
    method: str
    slope: float = math.nan
    pvalue: float = math.nan


class Cell(NamedTuple):
    """A part of the rows: its share, and the share of ones among its labels."""

    share: float
    p: float
    low: float
    high: float
    labelled: int


def is_missing(label: Any) -> bool:
    """Tell whether a row has no human label."""
    return label is None or label != label


def labelled_rows(human: Sequence[Any]) -> list[int]:
    """Return the rows with a human label, of which there must be one."""
    rows = [i for i, label in enumerate(human) if not is_missing(label)]
    if not rows:
        raise ValueError("no row has a human label")
    return rows


# --- strata of the judge, and the two classes of a human


def judge_strata(judge: Sequence[float], n_labels: int) -> list[int]:
    """Return the stratum of each row by its judge's value, from the judge alone.

    Two values are two strata. More are cut between neighbouring values, where the share
    of rows at or below is nearest to i/K: K = min(5, max(2, ⌊n/10⌋)).
    """
    values = sorted(set(judge))
    if len(values) <= 2:
        cuts = values[:-1]
    else:
        k = min(5, max(2, n_labels // 10))
        below = {value: sum(j <= value for j in judge) for value in values[:-1]}
        cuts = sorted(
            {
                min(below, key=lambda v: (abs(k * below[v] - i * len(judge)), v))
                for i in range(1, k)
            }
        )
    return [sum(value > cut for cut in cuts) for value in judge]


def cells_of(
    human: Sequence[Any], codes: Sequence[Any], confidence_level: float
) -> dict[Any, Cell]:
    """Return the cells by their codes, with the Jeffreys bounds of their shares."""
    cells = {}
    for code, size in Counter(codes).items():
        own = [h for h, c in zip(human, codes, strict=True) if c == code]
        labels = [label for label in own if not is_missing(label)]
        p, low, high = 0.5, 0.0, 1.0
        if labels:
            p = sum(labels) / len(labels)
            low, high = jeffreys_interval(sum(labels), len(labels), confidence_level)
        cells[code] = Cell(size / len(codes), p, low, high, len(labels))
    return cells


def mover(
    value: Callable[[list[float], list[float]], float],
    cells: Sequence[Cell],
    n_rows: int,
    confidence_level: float,
) -> tuple[float, float, float]:
    """Return a function of shares π and rates p of cells, and its bounds by MOVER.

    A rate at a time moves to either of its bounds; the shares are multinomial, by the
    delta method.
    """
    z = NormalDist().inv_cdf(tails(confidence_level)[1])
    shares, rates = [c.share for c in cells], [c.p for c in cells]
    found = value(shares, rates)
    below, above, slopes = 0.0, 0.0, []
    for i, cell in enumerate(cells):
        ends = [
            value(shares, [*rates[:i], end, *rates[i + 1 :]])
            for end in (cell.low, cell.high)
        ]
        below += (found - min(found, *ends)) ** 2
        above += (max(found, *ends) - found) ** 2
        step = 2.0**-17 * cell.share
        up, down = (
            value([*shares[:i], cell.share + move, *shares[i + 1 :]], rates)
            for move in (step, -step)
        )
        slopes.append((up - down) / (2 * step))
    level = sum(share * slope for share, slope in zip(shares, slopes, strict=True))
    variance = sum(
        share * (slope - level) ** 2
        for share, slope in zip(shares, slopes, strict=True)
    )
    drawn = z**2 * variance / n_rows
    return found, found - math.sqrt(below + drawn), found + math.sqrt(above + drawn)


def judge_corrected_mean(
    human,
    judge,
    *,
    strata=None,
    groups=None,
    confidence_level=0.95,
    method="auto",
):
    """Return Σ π̂ⱼ p̂ⱼ of 0/1 labels, or the regression estimate of other labels."""
    rows = labelled_rows(human)
    if method == "auto":
        is_rate = all(human[i] in (0, 1) for i in rows)
        method = "mover" if is_rate else "regression"
    if method == "regression":
        found = regression(human, judge, groups, confidence_level)
        return found._replace(pvalue=math.nan)
    strata = [0] * len(judge) if strata is None else strata
    codes: list[Any] = [None] * len(judge)
    for stratum in set(strata):
        own = [i for i, s in enumerate(strata) if s == stratum]
        n_labels = sum(not is_missing(human[i]) for i in own)
        if not n_labels:
            raise ValueError(f"stratum {stratum!r} has no human label")
        within = judge_strata([judge[i] for i in own], n_labels)
        for i, code in zip(own, within, strict=True):
            codes[i] = (stratum, code)
    cells = cells_of(human, codes, confidence_level)
    if groups is not None:
        return grouped_mean(human, codes, cells, groups, confidence_level)
    estimate, low, high = mover(
        lambda shares, rates: sum(map(float.__mul__, shares, map(float, rates))),
        [*cells.values()],
        len(judge),
        confidence_level,
    )
    return JudgeCorrected(estimate, max(0.0, low), min(1.0, high), "mover")


def grouped_mean(human, codes, cells, groups, confidence_level):
    """Return Σ π̂ⱼ p̂ⱼ with Wilson's bounds for the effective number of labels."""
    found = sum(cell.share * cell.p for cell in cells.values())
    rows = labelled_rows(human)
    influence = {group: 0.0 for group in groups}
    for i, group in enumerate(groups):
        cell = cells[codes[i]]
        influence[group] += (cell.p - found) / len(groups)
        if i in rows:
            influence[group] += cell.share * (human[i] - cell.p) / cell.labelled
    n, n_groups = len(rows), len({groups[i] for i in rows})
    if n_groups < 2:
        return JudgeCorrected(found, math.nan, math.nan, "wilson-effective")
    smooth = (n * found + 0.5) / (n + 1)
    variance = n_groups / (n_groups - 1) * sum(u**2 for u in influence.values())
    variance += (smooth**2 + (1 - smooth) ** 2) / 2 * (n / n_groups) / (n + 1) ** 2
    size = smooth * (1 - smooth) / variance
    low, high = wilson_interval(found * size, size, confidence_level)
    return JudgeCorrected(found, low, high, "wilson-effective")


# --- regression of the human's numbers on the judge's


def regression(
    human: Sequence[Any],
    judge: Sequence[float],
    groups: Sequence[Any] | None,
    confidence_level: float,
    pseudo: float = 0.0,
    least: float = 0.0,
) -> JudgeCorrected:
    """Return ȳ + b (f̄ of all rows - f̄ of labelled rows), by double sampling.

    ``pseudo`` is added to both sums of the slope, and the sum of squared residuals is
    at least ``least``.
    """
    rows = labelled_rows(human)
    n, m = len(rows), len(judge)
    y, f = [human[i] for i in rows], [judge[i] for i in rows]
    y_mean, f_mean, all_mean = mean(y), mean(f), mean(judge)
    products = sum((a - y_mean) * (c - f_mean) for a, c in zip(y, f, strict=True))
    squares = sum((c - f_mean) ** 2 for c in f)
    below = squares + pseudo
    slope = (products + pseudo) / below if below else 0.0
    found = y_mean + slope * (all_mean - f_mean)
    none = JudgeCorrected(found, math.nan, math.nan, "regression", slope)
    if n < 3:
        return none
    residuals = [a - y_mean - slope * (c - f_mean) for a, c in zip(y, f, strict=True)]
    if groups is None:
        freedom = n - 2
        spread = max(least, sum(r**2 for r in residuals))
        of_judge = mean([(j - all_mean) ** 2 for j in judge])
        variance = spread / (n * freedom) + slope**2 * of_judge / m
    else:
        influence = {group: 0.0 for group in groups}
        for j, group in zip(judge, groups, strict=True):
            influence[group] += slope * (j - all_mean) / m
        for i, r in zip(rows, residuals, strict=True):
            influence[groups[i]] += r / n
        freedom = len({groups[i] for i in rows}) - 1
        if freedom < 1:
            return none
        variance = sum(u**2 for u in influence.values()) * (freedom + 1) / freedom
        variance = max(least / n**2, variance)
    if variance == 0:
        return none._replace(pvalue=1.0 if found == 0 else math.nan)
    error = math.sqrt(variance)
    half = student_quantile(freedom, confidence_level) * error
    p = student_p_value(found / error, freedom)
    return JudgeCorrected(found, found - half, found + half, "regression", slope, p)


def judge_corrected_difference(
    human_a, judge_a, human_b, judge_b, *, groups=None, confidence_level=0.95
):
    """Return the regression estimate of the mean of a - b, with its p-value.

    Of 0/1 labels two pseudo-labels at each end steady the slope, and one label that the
    judge has wrong is always counted.
    """
    human = [
        None if is_missing(a) or is_missing(b) else a - b
        for a, b in zip(human_a, human_b, strict=True)
    ]
    judge = [a - b for a, b in zip(judge_a, judge_b, strict=True)]
    labels = [label for label in (*human_a, *human_b) if not is_missing(label)]
    if not all(label in (0, 1) for label in labels):
        return regression(human, judge, groups, confidence_level)
    largest = max(map(abs, judge))
    if all(j in (0, 1) for j in (*judge_a, *judge_b)) or not largest:
        largest = 1
    scaled = [j / largest for j in judge]
    found = regression(human, scaled, groups, confidence_level, pseudo=4.0, least=1.0)
    low, high = max(-1.0, found.low), min(1.0, found.high)
    if math.isnan(found.low):
        low = high = math.nan
    return found._replace(low=low, high=high, slope=found.slope / largest)


# --- metrics that are formulas of counts


def judge_corrected(
    metric,
    y_true,
    y_judge,
    y_pred,
    *,
    pos_label=None,
    metric_params=None,
    confidence_level=0.95,
):
    """Return a metric of the corrected table; ``metric`` is a function of the rows.

    Of two classes, cells are (prediction, judge), and the table has Σ π̂ p̂ positives. Of
    more, the human's influence values are regressed on the judge's.
    """
    rows = labelled_rows(y_true)
    options = dict(metric_params or {})
    if pos_label is not None:
        options["pos_label"] = pos_label
    human = [y_true[i] for i in rows]
    classes = sorted({*human, *y_judge, *y_pred})
    if len(classes) > 2:
        return _of_classes(metric, y_true, y_judge, y_pred, options, confidence_level)
    negative, positive = (classes * 2)[:2]
    codes = [*zip(y_pred, y_judge, strict=True)]
    ones = [None if is_missing(y) else int(y == positive) for y in y_true]
    cells = cells_of(ones, codes, confidence_level)
    predicted = [code[0] for code in cells]

    def value(shares: list[float], rates: list[float]) -> float:
        weights = [s * r for s, r in zip(shares, rates, strict=True)]
        weights += [s * (1 - r) for s, r in zip(shares, rates, strict=True)]
        truth = [positive] * len(shares) + [negative] * len(shares)
        return metric(truth, predicted * 2, sample_weight=weights, **options)

    found, low, high = mover(value, [*cells.values()], len(y_pred), confidence_level)
    return JudgeCorrected(found, low, high, "mover")


def influence_values(metric, y_true, y_pred, options):
    """Return n times the derivative of a metric by the weight of each row."""
    step, values = 2.0**-10, []
    n = len(y_true)
    for i in range(n):
        up, down = (
            metric(
                y_true,
                y_pred,
                sample_weight=[1.0] * i + [1.0 + move] + [1.0] * (n - i - 1),
                **options,
            )
            for move in (step, -step)
        )
        values.append(n * (up - down) / (2 * step))
    return values


def _of_classes(metric, y_true, y_judge, y_pred, options, confidence_level):
    rows = labelled_rows(y_true)
    human, predicted = [y_true[i] for i in rows], [y_pred[i] for i in rows]
    judged = [y_judge[i] for i in rows]
    by_human = influence_values(metric, human, predicted, options)
    of_all = influence_values(metric, y_judge, y_pred, options)
    by_judge = [of_all[i] for i in rows]
    squares = sum((v - mean(by_judge)) ** 2 for v in by_judge)
    products = sum(
        (u - mean(by_human)) * (v - mean(by_judge))
        for u, v in zip(by_human, by_judge, strict=True)
    )
    slope = products / squares if squares > 1e-12 else 0.0
    found = metric(human, predicted, **options)
    found += slope * (
        metric(y_judge, y_pred, **options) - metric(judged, predicted, **options)
    )
    n, m = len(rows), len(y_pred)
    residuals = [
        u - mean(by_human) - slope * (v - mean(by_judge))
        for u, v in zip(by_human, by_judge, strict=True)
    ]
    spread = sum(r**2 for r in residuals)
    judge_spread = mean([(v - mean(of_all)) ** 2 for v in of_all])
    variance = spread / (n * (n - 2)) + slope**2 * judge_spread / m
    half = student_quantile(n - 2, confidence_level) * math.sqrt(variance)
    return JudgeCorrected(found, found - half, found + half, "regression", slope)


# --- the rate of positives from a test of known errors


class Bounds(NamedTuple):
    """An estimate and its bounds."""

    estimate: float
    low: float
    high: float


def rogan_gladen(positive, n, *, sensitivity, specificity, confidence_level=0.95):
    """Return (p + sp - 1)/(se + sp - 1), with the bounds of Lang and Reiczigel (2014).

    They add z²/2 positives and negatives to p, one hit and one miss to each rate, and
    shift the centre by Δ.
    """
    p, se, sp = positive / n, *(hits / of for hits, of in (sensitivity, specificity))
    if se + sp <= 1:
        return Bounds(math.nan, math.nan, math.nan)
    estimate = min(1.0, max(0.0, (p + sp - 1) / (se + sp - 1)))
    z = NormalDist().inv_cdf(tails(confidence_level)[1])
    rows = n + z**2
    p = (positive + z**2 / 2) / rows
    (n_se, se), (n_sp, sp) = (
        (of + 2, (hits + 1) / (of + 2)) for hits, of in (sensitivity, specificity)
    )
    j = se + sp - 1
    if j <= 0:
        return Bounds(estimate, math.nan, math.nan)
    q = (p + sp - 1) / j
    of_se, of_sp = se * (1 - se) / n_se, sp * (1 - sp) / n_sp
    centre = q + 2 * z**2 * (q * of_se - (1 - q) * of_sp)
    half = z / j * math.sqrt(p * (1 - p) / rows + q**2 * of_se + (1 - q) ** 2 * of_sp)
    return Bounds(estimate, max(0.0, centre - half), min(1.0, centre + half))
