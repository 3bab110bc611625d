"""What the tests of pairs of numbers share: differences, tails, results."""

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from numbers import Real
from typing import Any, NamedTuple

from fastmetrics.reference.inputs import check_choice, check_labels, same_length

ALTERNATIVES = ("two-sided", "greater", "less")
# P(S = s) of a statistic S, by s.
Law = Mapping[Fraction, Fraction]


class PairedTest(NamedTuple):
    """What a test of pairs found; `interval` is that of the estimate at 95 %."""

    statistic: float
    pvalue: float
    estimate: float
    interval: tuple[float, float]


def differences(x: Sequence[Any], y: Sequence[Any] | None) -> list[float]:
    """Return x - y as floats, or x where there is no y: two of them or more."""
    for column in (x, y or []):
        for value in column:
            if isinstance(value, str) or not isinstance(value, Real):
                raise ValueError(f"{value!r} is not a real number")
            if not math.isfinite(value):
                raise ValueError(f"{value!r} is not finite")
    if y is not None and len(x) != len(y):
        raise ValueError(f"{len(x)} numbers and {len(y)} cannot be paired")
    if len(x) < 2:
        raise ValueError(f"{len(x)} pairs are too few")
    if y is None:
        return [float(value) for value in x]
    return [float(a) - float(b) for a, b in zip(x, y, strict=True)]


def pvalue_by(law: Law, statistic: Fraction, alternative: str) -> Fraction:
    """Return the chance of what is at least as extreme, in one tail or in both."""
    check_choice("alternative", alternative, ALTERNATIVES)
    upper = sum((p for s, p in law.items() if s >= statistic), Fraction(0))
    lower = sum((p for s, p in law.items() if s <= statistic), Fraction(0))
    if alternative == "two-sided":
        return min(Fraction(1), 2 * min(upper, lower))
    return upper if alternative == "greater" else lower


def coin_law(tosses: int) -> dict[Fraction, Fraction]:
    """Return the law of the number of heads of a fair coin."""
    return {
        Fraction(heads): Fraction(math.comb(tosses, heads), 2**tosses)
        for heads in range(tosses + 1)
    }


def sign_law(ranks: Sequence[Fraction]) -> dict[Fraction, Fraction]:
    """Return the law of the sum of ranks, each of which is in it or not, as likely."""
    law = {Fraction(0): Fraction(1)}
    for rank in ranks:
        longer: dict[Fraction, Fraction] = {}
        for total, p in law.items():
            for s in (total, total + rank):
                longer[s] = longer.get(s, Fraction(0)) + p / 2
        law = longer
    return law


def outermost(law: Law, tail: Fraction) -> int:
    """Return the largest whole number with at most this chance to be below it."""
    k = 0
    while sum((p for s, p in law.items() if s < k + 1), Fraction(0)) <= tail:
        k += 1
    return k


def normal_pvalue(z: float, alternative: str) -> float:
    """Return the p-value of a standard normal statistic; erfc keeps small tails."""
    check_choice("alternative", alternative, ALTERNATIVES)
    tail = {"two-sided": abs(z), "greater": z, "less": -z}[alternative]
    sides = 2 if alternative == "two-sided" else 1
    return sides * math.erfc(tail / math.sqrt(2)) / 2


def between(values: Sequence[float], k: int) -> tuple[float, float]:
    """Return the k-th smallest and the k-th largest value; all numbers for k = 0."""
    if k == 0:
        return -math.inf, math.inf
    ordered = sorted(values)
    return ordered[k - 1], ordered[-k]


def median(values: Sequence[float]) -> float:
    """Return the middle value, or the mean of the two in the middle."""
    ordered, n = sorted(values), len(values)
    if n % 2:
        return ordered[n // 2]
    return float((Fraction(ordered[n // 2 - 1]) + Fraction(ordered[n // 2])) / 2)


# --- what the tests of right and wrong answers count


def right(y_true: Sequence[Any], y_pred: Sequence[Any]) -> list[bool]:
    """Return for each row whether the predicted label is the true one."""
    same_length(y_true=y_true, y_pred=y_pred)
    labels = check_labels([*y_true, *y_pred])
    n = len(y_true)
    return [a == b for a, b in zip(labels[:n], labels[n:], strict=True)]
