"""Risk and coverage of a model that answers only when it is confident."""

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from fastmetrics.reference.inputs import Row, check_choice, one_class, rows_of
from fastmetrics.reference.intervals import clopper_pearson_interval
from fastmetrics.reference.scores.curves import kolmogorov_distance
from fastmetrics.reference.scores.score_sweep import Step, exact_steps, totals
from fastmetrics.reference.scores.thresholds import pair_auc


def expected_errors(rows: Sequence[Row]) -> list[Fraction]:
    """Return the mean number of errors among the first k rows, for each k.

    The mean is over all orders of rows with equal confidence.
    """
    found: list[Fraction] = []
    errors = Fraction(0)
    for score in sorted({row.score for row in rows}, reverse=True):
        tied = [row for row in rows if row.score == score]
        share = Fraction(sum(not row.positive for row in tied), len(tied))
        for _ in tied:
            errors += share
            found.append(errors)
    return found


def mean_risk(errors: Sequence[Fraction]) -> Fraction:
    """Return the mean over k of the error rate of the first k rows."""
    total = sum(e / k for k, e in enumerate(errors, start=1))
    return Fraction(total) / len(errors)


def risk_integral(rows: Sequence[Row]) -> float:
    """Return the integral of the risk over the coverage, for rows with weights.

    Between two thresholds the errors rise linearly with the coverage.
    """
    total = Fraction(0)
    logs = 0.0
    before = Step(None, Fraction(0), Fraction(0))
    for step in exact_steps(rows):
        done, taken = before.tp + before.fp, step.tp + step.fp
        slope = (step.fp - before.fp) / Fraction(taken - done)
        total += step.fp - before.fp
        if done:
            logs += float(before.fp - slope * done) * log_ratio(taken, done)
        before = step
    return (float(total) + logs) / float(before.tp + before.fp)


def log_ratio(high: Fraction, low: Fraction) -> float:
    """Return the logarithm of a ratio of at least 1."""
    return math.log1p((high - low) / Fraction(low))


def aurc(correct, confidence, *, pos_label=None, sample_weight=None):
    """Mean over k of the error rate of the k most confident answers."""
    rows = rows_of(correct, confidence, pos_label, sample_weight)
    if sample_weight is not None:
        return risk_integral(rows)
    return float(mean_risk(expected_errors(rows)))


def excess_aurc(correct, confidence, *, pos_label=None, sample_weight=None):
    """AURC minus its value if all correct answers come first."""
    rows = rows_of(correct, confidence, pos_label, sample_weight)
    right, wrong = totals(rows)
    if sample_weight is not None:
        n = right + wrong
        least = float(wrong) - (float(right) * log_ratio(n, right) if right else 0)
        return risk_integral(rows) - least / float(n)
    best = [Fraction(max(k - right, 0)) for k in range(1, len(rows) + 1)]
    return float(mean_risk(expected_errors(rows)) - mean_risk(best))


def augrc(correct, confidence, *, pos_label=None, sample_weight=None):
    """(1 - AUROC) p (1 - p) + p² / 2 with the error rate p."""
    rows = rows_of(correct, confidence, pos_label, sample_weight)
    right, wrong = totals(rows)
    p = Fraction(wrong) / (right + wrong)
    lost = 0 if one_class(rows) else 1 - pair_auc(rows)
    return float(lost * p * (1 - p) + p**2 / 2)


class RiskCoverageCurve(NamedTuple):
    """The error rate of the answered rows at each coverage."""

    coverage: list[float]
    risk: list[float]
    thresholds: list[Any]
    low: list[float]
    high: list[float]


def risk_coverage_curve(
    correct,
    confidence,
    *,
    band="simultaneous",
    confidence_level=0.95,
    pos_label=None,
):
    """Coverage and risk at each distinct confidence, the highest first, with bounds."""
    check_choice("band", band, ["pointwise", "simultaneous"])
    rows = rows_of(correct, confidence, pos_label)
    n = len(rows)
    right, wrong = totals(rows)
    steps = exact_steps(rows)
    bounds = []
    for step in steps:
        answered = step.tp + step.fp
        if band == "pointwise":
            bounds.append(clopper_pearson_interval(step.fp, answered, confidence_level))
            continue
        each = confidence_level ** (1 / 3)
        p_low, p_high = clopper_pearson_interval(wrong, n, each)
        right_low, right_high = _shares(step.tp, right, each)
        wrong_low, wrong_high = _shares(step.fp, wrong, each)
        low = _risk(p_low, wrong_low, right_high) if wrong_low > 0 else 0.0
        bounds.append((low, _risk(p_high, wrong_high, right_low)))
    return RiskCoverageCurve(
        [(step.tp + step.fp) / n for step in steps],
        [step.fp / (step.tp + step.fp) for step in steps],
        [step.threshold for step in steps],
        [low for low, _ in bounds],
        [high for _, high in bounds],
    )


def _shares(count: int, total: int, level: float) -> tuple[float, float]:
    """Return between what the share of a kind above a threshold is, for all of them."""
    if not total:
        return 0.0, 1.0
    off = kolmogorov_distance(total, level)
    return max(count / total - off, 0.0), min(count / total + off, 1.0)


def _risk(p: float, wrong: float, right: float) -> float:
    """Return the risk: p of all rows are wrong; these shares of each are answered."""
    answered = p * wrong + (1 - p) * right
    return p * wrong / answered if answered > 0 else 1.0


class CertifiedCoverage(NamedTuple):
    """The largest certified coverage."""

    coverage: float
    threshold: float
    risk: float
    risk_bound: float
    max_risk: float
    confidence_level: float
    n_answered: int
    n_samples: int
    n_tested: int


def coverage_at_risk(
    correct,
    confidence,
    *,
    max_risk,
    confidence_level=0.95,
    n_coverages=20,
    pos_label=None,
):
    """Return the largest of a few coverages with an upper bound of at most max_risk."""
    if not 0 < max_risk < 1:
        raise ValueError(f"max_risk={max_risk!r} is not in (0, 1)")
    if n_coverages < 1:
        raise ValueError(f"n_coverages={n_coverages!r} is below 1")
    rows = rows_of(correct, confidence, pos_label)
    n = len(rows)
    ranks = sorted({j * n // n_coverages for j in range(1, n_coverages + 1)})
    alpha = 1 - confidence_level
    # Without an error, so few rows would not certify; more tests need more rows.
    while ranks and (1 - max_risk) ** ranks[0] > alpha / len(ranks):
        del ranks[0]
    best = CertifiedCoverage(
        *(0.0, math.inf, math.nan, math.nan),
        *(max_risk, confidence_level, 0, n, len(ranks)),
    )
    for rank in ranks:
        ordered = sorted((row.score for row in rows), reverse=True)
        threshold = ordered[rank] if rank < n else -math.inf
        answered = [row for row in rows if row.score > threshold]
        if not answered:
            continue
        errors = sum(not row.positive for row in answered)
        level = 1 - 2 * alpha / len(ranks)
        _, bound = clopper_pearson_interval(errors, len(answered), level)
        if bound <= max_risk:
            best = best._replace(
                coverage=len(answered) / n,
                threshold=float(threshold),
                risk=errors / len(answered),
                risk_bound=bound,
                n_answered=len(answered),
            )
    return best
