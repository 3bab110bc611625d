"""Bets, wealth, e-values of z statistics, and results of sequential tests."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastmetrics._common.names import shown
from fastmetrics._common.options import check_level, number, whole
from fastmetrics._common.test_result import TestResult, check_alternative
from fastmetrics._kernels import betting
from fastmetrics.show.numbers import count, numerals, pvalue_numeral, rows_of
from fastmetrics.show.pictures import (
    Band,
    Entry,
    Line,
    Mark,
    Panel,
    Picture,
    Rule,
    Scale,
)
from fastmetrics.show.words import Message, capital, say

if TYPE_CHECKING:
    from fastmetrics._common.annotations import Alternative


# --------------------------------------------------------------------------------- bets
# Bets on the mean of bounded rows: wealth, and the means that are not refuted.
#
# A row has a value in [low, high], y its place there as a share. A capital of 1, of
# which the share θ is bet on y above μ at every row, becomes Π (1 − θ + θ y/μ); where
# the mean is μ at most its mean is 1 at most, at every look. Of 42 shares, and of rows
# that are held as counts of cells, that is one sum:
#
#     log E(μ) = logsumexp(ln w + Σ h log1p(θ (j/S − μ)/μ))


# How many steps the range is parted into: of values, and of differences of two.
STEPS, DIFFERENCE_STEPS = 256, 512
# 1, 3/4, 1/2, 3/8 and so on.
_K = np.arange(42)
SHARES = np.where(_K % 2, 0.75, 1.0) * 0.5 ** (_K // 2)
_WEIGHTS = 1 / np.maximum(_K, 12)
LN_WEIGHTS = np.log(_WEIGHTS / _WEIGHTS.sum())
# Means below e to this power, as a proportion of the range, are its end.
_LEAST = -690.0


class Bounds(NamedTuple):
    """Between what every row lies."""

    low: float
    high: float

    @property
    def apart(self) -> Bounds:
        """Between what differences of two such rows lie."""
        return Bounds(self.low - self.high, self.high - self.low)


def added_up(
    logs: NDArray[np.float64], ln_weights: NDArray[np.float64] = LN_WEIGHTS
) -> float:
    """Return the logarithm of a weighted mean of numbers given by their logarithms."""
    terms = ln_weights + logs
    largest = float(np.maximum.reduce(terms))
    if not math.isfinite(largest):
        return largest
    return largest + math.log(float(np.add.reduce(np.exp(terms - largest))))


@lru_cache(maxsize=16)  # some 100 kB each, as long as a null is asked for again
def bets_on(steps: int, mean: float, *, mirrored: bool) -> betting.Bets:
    """Return the bets of all shares, which know the logarithms of cells seen before."""
    return betting.Bets(SHARES, steps, mean, mirrored)


class Cells:
    """How many rows lie where between two bounds."""

    __slots__ = ("bounds", "rows")

    def __init__(self, bounds: Bounds, rows: NDArray[np.float64]) -> None:
        self.bounds, self.rows = bounds, rows

    @classmethod
    def empty(cls, bounds: Bounds, steps: int) -> Cells:
        """Return the cells of no rows."""
        return cls(bounds, np.zeros(steps + 1))

    def filled(
        self, values: NDArray[np.float64], counts: NDArray[np.int64] | None
    ) -> tuple[Cells, int]:
        """Return new cells of these rows, and the first out of bounds, or -1."""
        cells = Cells(self.bounds, np.zeros(len(self.rows)))
        bad = betting.fill_cells(values, *self.bounds, cells.rows, counts)
        return cells, bad

    def __add__(self, other: Cells) -> Cells:
        return Cells(self.bounds, self.rows + other.rows)

    @property
    def _origin(self) -> tuple[float, float]:
        """A value, 0 if a cell lies there, and the cell at it."""
        low, high = self.bounds
        at = (len(self.rows) - 1) * (-low / (high - low))
        return (0.0, at) if 0 <= at < len(self.rows) and at.is_integer() else (low, 0.0)

    @property
    def mean(self) -> float:
        """The mean of the rows, NaN of none."""
        total = float(self.rows.sum())
        if not total > 0:
            return math.nan
        value, at = self._origin
        steps = np.arange(len(self.rows)) - at
        low, high = self.bounds
        scale = (high - low) / (len(self.rows) - 1)
        return value + scale * float(self.rows @ steps) / total

    def log_evalues(self, null: float) -> tuple[float, float]:
        """Return the logarithms of e-values: of a mean above the null, and below it."""
        low, high = self.bounds
        steps, width = len(self.rows) - 1, high - low
        above = bets_on(steps, (null - low) / width, mirrored=False)
        below = bets_on(steps, (high - null) / width, mirrored=True)
        wealth = above.log_wealth(self.rows), below.log_wealth(self.rows)
        return added_up(wealth[0]), added_up(wealth[1])

    def log_evalue(self, null: float, alternative: str) -> float:
        """Return the logarithm of the e-value against a null."""
        above, below = self.log_evalues(null)
        if alternative == "two-sided":
            return max(above, below) - math.log(2)
        return above if alternative == "greater" else below

    def interval(self, level: float) -> tuple[float, float]:
        """Return the lowest and the highest mean that no bet has refuted."""
        low, high = self.bounds
        most = math.log(2 / (1 - level))
        below = self._least(most, mirrored=False)
        above = self._least(most, mirrored=True)
        return low + (high - low) * below, high - (high - low) * above

    def _least(self, most: float, *, mirrored: bool) -> float:
        """Return the share at which the e-value of a greater mean is just as large.

        It decreases with the proportion, and is at most 1 at the mean.
        """
        from scipy.optimize import brentq

        rows = self.rows[::-1] if mirrored else self.rows
        if not rows[1:].any():
            return 0.0
        places = _places(len(rows))
        total = float(rows.sum())
        mean = float(rows @ places) / total
        spread = math.sqrt(max(float(rows @ (places - mean) ** 2), 0.0)) / total

        def excess(ln_share: float) -> float:
            bets = betting.Bets(SHARES, len(rows) - 1, math.exp(ln_share), mirrored)
            return added_up(bets.log_wealth(self.rows)) - most

        top = math.log(mean)
        step = max(3 * spread / mean, 2 / total)
        bottom = top
        while True:
            above, bottom = bottom, max(top - step, _LEAST)
            lowest = excess(bottom)
            if lowest >= 0:
                break
            if bottom == _LEAST:
                return 0.0
            step *= 2
        if lowest == 0 or excess(above) >= 0:
            return math.exp(above if lowest else bottom)
        root = brentq(excess, bottom, above, xtol=1e-14, rtol=1e-14)
        return math.exp(float(root))


@cache
def _places(n: int) -> NDArray[np.float64]:
    return np.arange(n) / (n - 1)


# ----------------------------------------------------------------------------- pictures
# Pictures of streams: an estimate with its confidence sequence, and an alarm line.


class Looks(NamedTuple):
    """Rows, estimates and bounds of looks, in order."""

    n: NDArray[np.float64]
    estimate: NDArray[np.float64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]


def stream_picture(
    looks: Looks,
    name: str,
    *,
    null: float | None = None,
    rejected_at: int | None = None,
    level: float = 0.95,
) -> Picture:
    """Return an estimate with its confidence sequence over rows."""
    name = capital(name)
    known = np.isfinite(looks.low) & np.isfinite(looks.high)
    n, estimate, low, high = (column[known] for column in looks)
    marks: list[Mark] = [Band(n, low, high, 0), Line(n, estimate, 0)]
    if null is not None:
        marks.append(Rule(null, "y", say("null")))
    if rejected_at is not None:
        marks.append(Rule(float(rejected_at), "x", say("decided")))
    ends = [*low.tolist(), *high.tolist(), *([] if null is None else [null])]
    room = 0.03 * (max(ends) - min(ends)) or 0.03
    first, last = float(n[0]), float(n[-1])
    x = Scale(say("Rows"), first, max(last, 1.01 * first), kind="log", unit="count")
    y = Scale(name, min(ends) - room, max(ends) + room)
    key = [
        Entry(say("estimate"), 0),
        Entry(
            say("{level} % at all looks together", level=f"{100 * level:g}"),
            role="band",
        ),
    ]
    value, *bounds = numerals(*(float(one[-1]) for one in (estimate, low, high)))
    title = say(
        "{name} after {n} rows: {value}, between {low} and {high}",
        name=name,
        n=count(last),
        value=value,
        low=bounds[0],
        high=bounds[1],
    )
    return Picture("sequence", title, [Panel("", x, y, marks, key)], 1)


def evalue_picture(title: Message, log_evalue: float, alpha: float) -> Picture:
    """Return the most that the chance of ever so high an e-value can be under H₀.

    An e-value that starts at 1 and is fair comes to x or more at some look with a
    chance of at most 1 / x (Ville).
    """
    most = 100.0 / alpha
    reached = min(max(math.exp(min(log_evalue, 700.0)), 1.0), most)
    at = np.geomspace(1.0, most, 201)
    tail = at[at >= reached]
    marks: list[Mark] = [
        Band(tail, np.zeros(len(tail)), 1 / tail, 0),
        Line(at, 1 / at, role="guide"),
        Rule(1 / alpha, "x"),
        Rule(reached, "x", series=1),
    ]
    key = [
        Entry(say("e-value"), 1, rank=2.0),
        Entry(
            say("critical at α = {alpha}", alpha=f"{alpha:g}"),
            value=f"{1 / alpha:g}",
            rank=1.0,
        ),
    ]
    x = Scale(say("E-value"), 1.0, most, kind="log")
    y = Scale(say("Chance to get as high, at most"), 0.0, 1.0, unit="share")
    notes = []
    if log_evalue < 0 or log_evalue > math.log(most):
        notes.append(say("the e-value is beyond the axis"))
    return Picture("null", title, [Panel("", x, y, marks, key)], 1, notes)


def detector_picture(
    updates: NDArray[np.float64],
    statistic: NDArray[np.float64],
    *,
    line: float,
    alarm_at: int | None,
    changed_at: int | None,
) -> Picture:
    """Return the statistic of a detector over updates, against the line of alarm."""
    # An e-value of 0 is drawn at the foot of the logarithmic axis.
    foot = 0.01
    y = np.maximum(statistic, foot)
    marks: list[Mark] = [Line(updates, y, 0), Rule(line, "y", say("alarm"))]
    if alarm_at is not None and changed_at is not None:
        marks.append(Rule(float(changed_at), "x", say("changed")))
    title = say("No alarm after {n} updates", n=count(float(updates[-1])))
    if alarm_at is not None:
        title = say(
            "Alarm at update {n}: changed about update {k}",
            n=count(alarm_at),
            k=count(changed_at or 0),
        )
    top = 2 * max(line, float(y.max()))
    first, last = float(updates[0]), float(updates[-1])
    x = Scale(say("Updates"), first - 0.5, last + 0.5, unit="count")
    scale = Scale(say("Statistic"), foot, top, kind="log")
    return Picture("detector", title, [Panel("", x, scale, marks)], 1)


# ------------------------------------------------------------------------------ results
# The result of a look at a stream, like the results of other tests.


_SIDED = {
    "two-sided": say("two-sided, however often you look"),
    "greater": say("greater, however often you look"),
    "less": say("less, however often you look"),
}


@dataclass(frozen=True, kw_only=True, eq=False)
class SequentialResult(TestResult):
    """Result so far of a sequential test.

    Attributes
    ----------
    log_evalue : float
        The logarithm of ``statistic``, which is finite where that is not. For all other
        attributes see `TestResult`.
    """

    __test__ = False

    log_evalue: float = math.nan

    def _pictures(self, alpha: float = 0.05, **options: Any) -> Sequence[Picture]:
        """Return how seldom e-values get so high if nothing differs."""
        alpha = check_level(alpha, "alpha")
        if math.isnan(self.log_evalue):
            return []
        title = say(
            "{test}: {measured}", test=capital(self.method), measured=self._measured()
        )
        return [evalue_picture(title, self.log_evalue, alpha)]

    def _bounded(self, size: Message, bounds: str) -> Message:
        return say(
            "{size} {bounds} (95 %, at all looks together)", size=size, bounds=bounds
        )

    def _measured(self) -> Message:
        return say(
            "e = {e}, p = {p} ({sides})",
            e=evalue_numeral(self.log_evalue),
            p=pvalue_numeral(self.pvalue),
            sides=_SIDED[self.alternative],
        )


def look_at(
    cells: Cells,
    *,
    method: str,
    log_evalue: float,
    pvalue: float,
    n: int,
    alternative: str,
    estimate_name: str,
    found: str,
    claim: str,
) -> SequentialResult:
    """Return the result of bets on cells."""
    return SequentialResult(
        statistic=exp(log_evalue),
        pvalue=pvalue,
        method=method,
        statistic_name="e-value",
        distribution="betting",
        n=n,
        alternative=alternative,
        estimate=cells.mean,
        estimate_name=estimate_name,
        exact=True,
        found=found,
        claim=claim,
        bounds=cells.interval,
        critical=inverse,
        log_evalue=log_evalue,
    )


def seen(n: int, n_updates: int) -> Message:
    """Say how many rows there were."""
    if n_updates == 1:
        return say("after {n} rows in one update", n=f"{n:,}")
    return say("after {n} rows in {k} updates", n=f"{n:,}", k=f"{n_updates:,}")


def claim_of(what: str, null: float, alternative: str) -> Message:
    """Return the claim that a rejection supports."""
    fields = {"what": what, "null": f"{null:g}".replace("-", "−")}
    if alternative == "two-sided":
        return say("{what} is not {null}", **fields)
    if alternative == "greater":
        return say("{what} is above {null}", **fields)
    return say("{what} is below {null}", **fields)


def inverse(alpha: float) -> float:
    """Return the e-value from which on a test of a level rejects."""
    return 1 / alpha


def exp(log: float) -> float:
    """Return e to a power, infinity where that is beyond floats."""
    return math.exp(log) if log < 709 else math.inf


def evalue_numeral(log_evalue: float) -> str:
    """Write an e-value with three digits, as a power of ten where it is far from 1."""
    tens = log_evalue / math.log(10)
    if not math.isfinite(tens):
        return "0" if tens < 0 else "∞"
    if abs(tens) < 6:
        return (
            f"{math.exp(log_evalue):.3g}"
            if tens < 3
            else f"{math.exp(log_evalue):,.0f}"
        )
    power = math.floor(tens)
    return f"{10 ** (tens - power):.2f}e{power}".replace("-", "−")


# ------------------------------------------------------------------------ z statistics
# The sequential z test: of estimates that are normal about the truth, at every look.
#
# Bets on a mean become bets on a Brownian motion: E = Σ w exp(t z √n − t² n / 2), with
# the deviation of a row as unit.


# An estimate of fewer rows is not normal enough to be looked at.
FIRST_LOOK = 100
# The largest bets are of few rows only, and are left out.
_FROM = 6


def sequential_z_test(
    estimate: float,
    standard_error: float,
    n_samples: int,
    *,
    null: float = 0.0,
    alternative: Alternative = "two-sided",
) -> SequentialResult:
    r"""Test an estimate by its standard error, however often it is looked at.

    For metrics that are not a mean of bounded rows: an AUC with DeLong's error, F₁, a
    log loss, and differences of such. With :math:`z` the estimate less the null over
    its error [1]_:

    .. math:: E = \sum_{k=6}^{41} w_k \exp\left(\theta_k \sqrt{n}\, z
              - \theta_k^2 n / 2\right)

    Parameters
    ----------
    estimate : float
        Estimate from all rows so far.
    standard_error : float
        Its standard error, above 0.
    n_samples : int
        The rows that it rests on, 100 or more: for an AUC twice the rows of the rarer
        class, for F₁ the rows that are positive by label or by prediction.
    null : float, default=0.0
        Value of the null hypothesis.
    alternative : {"two-sided", "greater", "less"}, default="two-sided"
        "greater": the truth is above the null.

    Returns
    -------
    TestResult
        ``statistic`` is the e-value and ``pvalue`` one over it, at most 1: both are of
        this look, and remember no other. The interval is the estimate ± κ standard
        errors, with :math:`E(\kappa) = 2 / (1 - \mathrm{level})`: κ is 5.790 at 100
        rows, 3.426 at 1,000 and 3.533 at a million.

    Raises
    ------
    ValueError
        If ``n_samples`` is below 100, the error is not above 0, or a number is not
        finite.
    TypeError
        If a parameter is not a number.

    See Also
    --------
    SequentialTest : of means of bounded rows, exact at any number of rows.

    Notes
    -----
    It is asymptotic: its level is nearly held where the estimate is nearly normal from
    the first look on. Counting all rows of an AUC at a prevalence of 0.02 makes 21 % of
    errors in place of 5; counted by the rarer class there is 1 %.

    References
    ----------
    .. [1] I. Waudby-Smith, D. Arbour, R. Sinha, E. H. Kennedy and A. Ramdas,
       "Time-uniform central limit theory and asymptotic confidence sequences", Annals
       of Statistics 52(6), 2024, 2613-2640.

    Examples
    --------
    >>> from fastmetrics import sequential_z_test
    >>> found = sequential_z_test(0.83, 0.011, 2_000, null=0.78)
    >>> round(found.pvalue, 4), found.reject()
    (0.0008, True)
    >>> [round(end, 4) for end in found.confidence_interval()]
    [0.7922, 0.8678]
    """
    check_alternative(alternative)
    value, against = _finite(estimate, "estimate"), _finite(null, "null")
    error = _finite(standard_error, "standard_error")
    if error <= 0:
        raise ValueError(
            f"standard_error must be above 0, got "
            f"{shown(standard_error)}: rows that are "
            "all alike do not say how much an estimate varies. Look later, or test a "
            "mean of bounded rows by SequentialTest."
        )
    n = whole(n_samples, "n_samples", 1)
    if n < FIRST_LOOK:
        raise ValueError(
            f"n_samples must be at least {FIRST_LOOK}, got {n}: an estimate of fewer "
            "rows is not normal enough. Look later."
        )
    log = _sided((value - against) / error, n, alternative)
    return SequentialResult(
        statistic=exp(log),
        pvalue=min(1.0, exp(-log)),
        method=say("sequential z test"),
        statistic_name="e-value",
        distribution="normal",
        n=n,
        alternative=alternative,
        estimate=value,
        estimate_name=say("estimate"),
        found=rows_of(n, f"{n:,}"),
        claim=claim_of(say("the estimated value"), against, alternative),
        notes=(say("it holds for estimates that are nearly normal at all looks"),),
        bounds=partial(_bounds, value, error, n),
        critical=inverse,
        log_evalue=log,
    )


class Bets(NamedTuple):
    """Shares that are bet, in units of a row's deviation, and their weights' logs."""

    shares: NDArray[np.float64]
    ln_weights: NDArray[np.float64]


_WITHOUT_LARGEST = Bets(
    SHARES[_FROM:],
    LN_WEIGHTS[_FROM:] - math.log(float(np.exp(LN_WEIGHTS[_FROM:]).sum())),
)


def log_evalue_of_z(z: float, n: float, bets: Bets = _WITHOUT_LARGEST) -> float:
    """Return the logarithm of what bets on a mean above the null have become."""
    sizes = bets.shares * math.sqrt(n)
    return added_up(sizes * (z - sizes / 2), bets.ln_weights)


def critical_z(log_evalue: float, n: float, bets: Bets = _WITHOUT_LARGEST) -> float:
    """Return the z from which on the e-value of so many rows is as large as that."""
    from scipy.optimize import brentq

    high = 1.0
    while log_evalue_of_z(high, n, bets) < log_evalue:
        high *= 2
    root = brentq(
        lambda z: log_evalue_of_z(z, n, bets) - log_evalue, 0.0, high, xtol=1e-12
    )
    return float(root)


def _sided(z: float, n: int, alternative: str) -> float:
    if alternative == "two-sided":
        return log_evalue_of_z(abs(z), n) - math.log(2)
    return log_evalue_of_z(z if alternative == "greater" else -z, n)


def _bounds(value: float, error: float, n: int, level: float) -> tuple[float, float]:
    half = critical_z(math.log(2 / (1 - level)), n) * error
    return value - half, value + half


def _finite(value: float, name: str) -> float:
    checked = number(value, name)
    if not math.isfinite(checked):
        raise ValueError(f"{name} must be finite, got {shown(value)}.")
    return checked
