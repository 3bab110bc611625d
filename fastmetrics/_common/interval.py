"""Interval: what every way of making one returns, and the ways from replicates."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

import numpy as np

from fastmetrics._common import bounds
from fastmetrics._common.laws import CutLaw, Law, StudentLaw, cut
from fastmetrics._common.means import on_scale
from fastmetrics._common.names import with_noun
from fastmetrics._common.options import warn
from fastmetrics.show.notebook import Bar, Shown, bundle

# Shares of undefined replicates, or of units without which a metric is undefined, above
# which a warning is due, or no bounds at all.
_WARN_UNDEFINED = 0.01
_MOST_UNDEFINED = 0.10
UNDEFINED = "undefined on these data"
INFINITE_REPLICATES = "replicates are infinite, and so far apart that no bound is known"
# Numbers from here on are written with a power of ten, as in reports.
_TOO_LONG = 1e15
EQUAL_REPLICATES = "all replicates are equal: there is no variance to estimate"
EQUAL_BOUNDS = "both bounds are the same value: there is no variance to estimate"
_EQUAL = "all values with one row left out are equal: there is no variance to estimate"


def _numeral(value: float) -> str:
    """Write a number in plain text: four decimals, or four and a power of ten."""
    return f"{value:.4e}" if _TOO_LONG <= abs(value) < math.inf else f"{value:.4f}"


@dataclass(frozen=True, eq=False)
class Interval:
    """A confidence interval and how it was made.

    Attributes
    ----------
    estimate : float
        The value on the data.
    low, high : float
        Bounds; NaN if there are none, see ``reason``.
    standard_error : float
        Standard error of the estimate; NaN if the method has none.
    confidence_level : float
        In (0, 1).
    method : str
        Method of the bounds: "inverted-delong", "delong", "exact" (AUC of exactly 0 or
        1), "wilson", "wilson-effective" (with the effective number of groups),
        "clopper-pearson", "agresti-coull", "jeffreys", "log", "percentile", "basic",
        "bca", "bias-corrected", "normal", "smoothed", "jackknife",
        "corrected-jackknife", "skew-t", "t", "jackknife-t" or "long-run-t" (rows in
        order of time), both with a scale such as "-log", "-logit" or "-fisher-z",
        "simultaneous-band" (distances from a fitted curve), "betting" (at all looks at
        a stream together), or "none". The suffix "-blocks" means that
        blocks of times were resampled, and "-cells" that replicates of scores
        used cells of neighbouring thresholds: "bca-cells". The suffix "+sketch"
        means that bounds include all curves that a `ScoreSketch` allows. Ratings from
        battles have the method "sandwich", by the covariance of that name.
    n_resamples : int
        Number of replicates; 0 for an analytic interval.
    n_undefined : int
        Number of replicates on which the metric was undefined, or of rows without which
        it is undefined; they were left out.
    distribution : ndarray or None
        The defined replicates, in order of their number.
    approximate : bool
        Whether the interval is known to cover less often, or more often, than its
        level.
    reason : str
        Why there are no bounds, or why they are approximate.
    target : str
        Quantity of the interval, if it is not the value in the population of the rows:
        the mean performance of the models of a cross-validation, or the expected
        performance over training sets. Empty otherwise.
    n_omitted : int
        Rows that were left out for missing values with ``missing="omit"``.
    law : Law or None
        Confidence distribution of the difference between two models, with its bounds at
        all levels and its p-value. None if there are no bounds.

    Examples
    --------
    >>> from fastmetrics import confidence_interval
    >>> y = [1, 0, 1, 1, 0, 0, 1, 0]
    >>> s = [0.77, 0.62, 0.58, 0.47, 0.47, 0.33, 0.23, 0.15]
    >>> interval = confidence_interval("roc_auc_score", y, s)
    >>> print(interval)
    0.6562 [0.2118, 0.9277] (95 %, inverted-delong)
    >>> f"{interval:.2f}"
    '0.66 [0.21, 0.93]'
    >>> value, low, high = interval
    """

    estimate: float
    low: float
    high: float
    standard_error: float
    confidence_level: float
    method: str
    n_resamples: int = 0
    n_undefined: int = 0
    distribution: np.ndarray | None = None
    approximate: bool = False
    reason: str = ""
    target: str = ""
    n_omitted: int = 0
    law: Law | None = field(default=None, repr=False)

    def __str__(self) -> str:
        level = f"{100 * self.confidence_level:g} %"
        if math.isnan(self.low):
            return f"{_numeral(self.estimate)} [no interval: {self.reason}]"
        about = ", approximate" if self.approximate else ""
        target = f" for {self.target}" if self.target else ""
        if self.n_omitted:
            rows = with_noun(self.n_omitted, "row")
            target += f"; {rows} left out for missing values"
        value, low, high = map(_numeral, self)
        return f"{value} [{low}, {high}] ({level}, {self.method}{about}){target}"

    def __iter__(self) -> Iterator[float]:
        """Unpack: the estimate, the lower and the upper bound."""
        return iter((self.estimate, self.low, self.high))

    def __format__(self, spec: str) -> str:
        """Write the estimate and the bounds, each in the format asked for."""
        if not spec:
            return str(self)
        value, low, high = (format(number, spec) for number in self)
        return (
            f"{value} [no interval]"
            if math.isnan(self.low)
            else (f"{value} [{low}, {high}]")
        )

    def _repr_mimebundle_(
        self, include: object = None, exclude: object = None
    ) -> dict[str, str]:
        """Show in notebooks what ``print`` shows, with a bar."""
        bar = Bar(self.low, self.estimate, self.high)
        return bundle(Shown(str(self), bar=bar))


# For infinite values, and some near the largest float, bounds are NaN or infinite.
@np.errstate(over="ignore", invalid="ignore")
def from_replicates(
    estimate: float,
    replicates: np.ndarray,
    method: str,
    confidence_level: float,
    *,
    acceleration: float = 0.0,
    centre: float = math.nan,
    degrees_of_freedom: float = math.inf,
    approximate: str = "",
    advice: str = "",
) -> Interval:
    """Make the interval of one metric from its replicates, NaN where undefined.

    ``approximate``: why the method is approximate for this metric, if it is.
    ``advice``: what can be done about undefined replicates, if anything. The method
    "smoothed" uses Student's t distribution around ``centre``.
    """
    defined = replicates[~np.isnan(replicates)]
    n_undefined = len(replicates) - len(defined)
    share = n_undefined / len(replicates)
    missing = _missing(n_undefined, len(replicates))
    reason = approximate
    low = high = error = math.nan
    law = None
    if math.isnan(estimate):
        reason = UNDEFINED
    elif share > _MOST_UNDEFINED or len(defined) < 2:
        reason = f"{missing}; {advice}" if advice else missing
    else:
        error = _deviation(defined)
        if method == "percentile":
            low, high = bounds.percentile(defined, confidence_level)
        elif method == "basic":
            low, high = bounds.basic(estimate, defined, confidence_level)
        elif method == "normal":
            law = StudentLaw(estimate, error)
        elif method == "smoothed":
            law = StudentLaw(centre, error, degrees_of_freedom)
        else:  # bias-corrected is BCa without acceleration
            low, high = bounds.bca(estimate, defined, acceleration, confidence_level)
            if math.isnan(low) and math.isnan(high):
                reason = bounds.ONE_SIDED
        if law is not None:
            low, high = law.bounds(confidence_level)
        unknown = math.isnan(low) or math.isnan(high)
        if unknown and np.isinf(defined).any():
            low = high = math.nan
            law, reason = None, INFINITE_REPLICATES
        elif low == high and math.isfinite(low):
            low = high = error = math.nan
            law = None
            reason = EQUAL_BOUNDS if np.ptp(defined) else EQUAL_REPLICATES
    return Interval(
        estimate,
        low,
        high,
        error,
        confidence_level,
        method,
        len(replicates),
        n_undefined,
        defined,
        bool(approximate),
        reason,
        law=law,
    )


# For infinite values, and some near the largest float, bounds are NaN or infinite.
@np.errstate(over="ignore", invalid="ignore")
def from_jackknife(
    estimate: float,
    values: np.ndarray,
    counts: np.ndarray | None,
    method: str,
    confidence_level: float,
    *,
    scale: str = "",
    freedom: float | None = None,
    approximate: str = "",
) -> Interval:
    """Make the interval of one metric from its values without each row, or group.

    ``counts``: number of rows of each value; None: for one. ``approximate``: why the
    method is approximate for this metric, if it is. The bounds of the method
    "corrected-jackknife" go around the value less the jackknife's estimate of its bias.
    The distribution is normal, or on a ``scale`` of `means.on_scale` Student's, with
    the number of rows or groups minus one as degrees of freedom, or ``freedom``.
    """
    if math.isnan(estimate):
        return no_interval(estimate, confidence_level, UNDEFINED)
    if counts is None:
        counts = np.ones(len(values), np.int64)
    known = np.isfinite(values)
    total = int(counts.sum())
    n = int(counts[known].sum())
    missing = ""
    if n < total:
        units = "groups" if scale else "rows"
        missing = f"undefined without one of {total - n} of {total} {units}"
    if n < 2 or total - n > _MOST_UNDEFINED * total:
        undefined = no_interval(estimate, confidence_level, missing)
        return replace(undefined, n_undefined=total - n)
    values, counts = values[known], counts[known]
    # np.sum, unlike a dot product, adds up alike for any number of threads.
    mean = estimate + float(np.sum(counts * (values - estimate))) / n
    deviations = values - mean
    # Huge and tiny values are scaled by a power of two: squares leave the range.
    power = int(np.frexp(np.max(np.abs(deviations)))[1])
    power = power if abs(power) > 400 else 0
    squares = float(np.sum(counts * np.ldexp(deviations, -power) ** 2))
    error = float(np.ldexp(math.sqrt((n - 1) / n * squares), power))
    if np.ptp(values) <= bounds.ROUNDING * np.max(np.abs(values)) or error == 0:
        return no_interval(estimate, confidence_level, _EQUAL)
    bias = (n - 1) * (mean - estimate) if method == "corrected-jackknife" else 0.0
    if freedom is None:
        freedom = n - 1 if scale else math.inf
    law: Law | None = None
    if scale and scale != "plain":
        low, high = on_scale(estimate, error, freedom, scale, confidence_level)
    else:
        law = StudentLaw(estimate - bias, error, freedom)
        low, high = law.bounds(confidence_level)
    return Interval(
        estimate,
        low,
        high,
        error,
        confidence_level,
        method,
        n_undefined=total - n,
        approximate=bool(approximate),
        reason=approximate or missing,
        law=law,
    )


def within(interval: Interval, ends: tuple[float, float]) -> Interval:
    """Return the interval clipped to the range of its quantity.

    See `CutLaw`. The estimate stays inside, should rounding have led it out.
    """
    lowest, highest = min(ends[0], interval.estimate), max(ends[1], interval.estimate)
    if math.isinf(lowest) and math.isinf(highest):
        return interval
    law = interval.law
    return replace(
        interval,
        low=cut(interval.low, lowest, highest),
        high=cut(interval.high, lowest, highest),
        law=None if law is None else CutLaw(law, lowest, highest),
    )


def turned(interval: Interval) -> Interval:
    """Return the interval of the quantity with the other sign: of b - a for a - b."""
    drawn = None if interval.distribution is None else -interval.distribution
    return replace(
        interval,
        estimate=0 - interval.estimate,  # not -0
        low=0 - interval.high,
        high=0 - interval.low,
        distribution=drawn,
        law=None if interval.law is None else interval.law.turned(),
    )


def ends_apart(ends: tuple[float, float]) -> tuple[float, float]:
    """Return the range of the difference between two values of a range."""
    return ends[0] - ends[1], ends[1] - ends[0]


def _deviation(values: np.ndarray) -> float:
    """Return the standard deviation; squares of huge or tiny values are in range."""
    power = int(np.frexp(np.abs(values).max())[1])
    if abs(power) < 500:
        return float(np.std(values, ddof=1))
    return float(np.ldexp(np.std(np.ldexp(values, -power), ddof=1), power))


def _missing(n_undefined: int, n_resamples: int) -> str:
    return f"undefined on {n_undefined} of {n_resamples} replicates"


def warn_undefined(
    intervals: Iterable[tuple[str, Interval]], advice: str, n_units: int = 0
) -> None:
    """Warn of metrics undefined on many replicates, or without many of the units.

    Once for all metrics of which the same is to be said.
    """
    alike: dict[str, dict[str, None]] = {}
    for metric, interval in intervals:
        text = _undefined_text(interval, advice, n_units)
        if text:
            alike.setdefault(text, {})[metric] = None
    for text, metrics in alike.items():
        warn(f"{', '.join(metrics)}: {text}")


def _undefined_text(interval: Interval, advice: str, n_units: int) -> str:
    """Say how often a metric was undefined, if that was often."""
    made_of = interval.n_resamples or n_units
    if not interval.n_undefined > _WARN_UNDEFINED * made_of:
        return ""
    if not interval.n_resamples:
        return interval.reason
    if math.isnan(interval.estimate):
        return ""  # that was the warning
    missing = _missing(interval.n_undefined, interval.n_resamples)
    end = "" if math.isnan(interval.low) else ", which were left out"
    return f"{missing}{end}; {advice}" if advice else f"{missing}{end}"


def of_share(
    successes: float,
    trials: float,
    squares: float | None,
    method: str,
    confidence_level: float,
) -> Interval:
    """Make the interval of a proportion of rows; ``trials`` is above 0.

    With weights, ``squares`` is the sum of the trials' squared weights, and the number
    of trials is Kish's effective sample size.
    """
    share = successes / trials
    if squares is not None:
        if not 0 < squares < math.inf:
            return no_interval(share, confidence_level, "the weights cannot be squared")
        trials = trials / squares * trials
    error = math.sqrt(share * (1 - share) / trials)
    low, high = bounds.proportion(method, share * trials, trials, confidence_level)
    return Interval(share, low, high, error, confidence_level, method)


def no_interval(estimate: float, confidence_level: float, reason: str) -> Interval:
    """Make an Interval without bounds, for a reason."""
    nan = math.nan
    return Interval(
        estimate, nan, nan, nan, confidence_level, "none", reason=reason or "none valid"
    )
