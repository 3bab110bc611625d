"""Interval: what every way of making one returns, and the ways from replicates."""

import math
import warnings
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from fastmetrics._common import bounds

# Shares of undefined replicates above which a warning is due, or no bounds at all.
_WARN_UNDEFINED = 0.01
_MOST_UNDEFINED = 0.10


@dataclass(frozen=True, eq=False)
class Interval:
    """A confidence interval and how it was made.

    Attributes
    ----------
    estimate : float
        The value on the data themselves.
    low, high : float
        Bounds; NaN where there are none, for the ``reason`` given.
    standard_error : float
        Of the estimate; NaN where the method gives none.
    confidence_level : float
        In (0, 1).
    method : str
        How the bounds were made: "delong", "exact" (AUC of exactly 0 or 1), "wilson",
        "clopper-pearson", "agresti-coull", "jeffreys", "percentile", "basic", "bca",
        "bias-corrected", "normal", "jackknife", "corrected-jackknife" or "none".
    n_resamples : int
        Replicates drawn; 0 for an analytic interval.
    n_undefined : int
        Replicates on which the metric was undefined, or rows without which it is; they
        were left out.
    distribution : ndarray or None
        The defined replicates, in order of their number.
    approximate : bool
        Whether the interval is known to cover less often than it says.
    reason : str
        Why there are no bounds, or why they are approximate.

    Examples
    --------
    >>> from fastmetrics import confidence_interval
    >>> y = [1, 0, 1, 1, 0, 0, 1, 0]
    >>> s = [0.77, 0.62, 0.58, 0.47, 0.47, 0.33, 0.23, 0.15]
    >>> interval = confidence_interval("roc_auc_score", y, s)
    >>> print(interval)
    0.6562 [0.2187, 0.9287] (95 %, delong)
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

    def __str__(self) -> str:
        level = f"{100 * self.confidence_level:g} %"
        if math.isnan(self.low):
            return f"{self.estimate:.4f} [no interval: {self.reason}]"
        about = ", approximate" if self.approximate else ""
        return (
            f"{self.estimate:.4f} [{self.low:.4f}, {self.high:.4f}] "
            f"({level}, {self.method}{about})"
        )


def from_replicates(
    estimate: float,
    replicates: np.ndarray,
    method: str,
    confidence_level: float,
    *,
    acceleration: float = 0.0,
    approximate: str = "",
    advice: str = "",
) -> Interval:
    """Make the interval of one metric from its replicates, NaN where undefined.

    ``approximate``: why the method is approximate for this metric, if it is.
    ``advice``: what can be done about undefined replicates, if anything.
    """
    defined = replicates[~np.isnan(replicates)]
    n_undefined = len(replicates) - len(defined)
    share = n_undefined / len(replicates)
    missing = _missing(n_undefined, len(replicates))
    reason = approximate
    low = high = error = math.nan
    if math.isnan(estimate):
        reason = "undefined on these data"
    elif share > _MOST_UNDEFINED or len(defined) < 2:
        reason = f"{missing}; {advice}" if advice else missing
    else:
        error = float(np.std(defined, ddof=1))
        if method == "percentile":
            low, high = bounds.percentile(defined, confidence_level)
        elif method == "basic":
            low, high = bounds.basic(estimate, defined, confidence_level)
        elif method == "normal":
            low, high = bounds.normal(estimate, error, confidence_level)
        else:  # bias-corrected is BCa without acceleration
            low, high = bounds.bca(estimate, defined, acceleration, confidence_level)
            if math.isnan(low):
                reason = "all replicates lie on one side of the estimate"
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
    )


def _missing(n_undefined: int, n_resamples: int) -> str:
    return f"undefined on {n_undefined} of {n_resamples} replicates"


def warn_undefined(
    found: Iterable[tuple[str, Interval]], advice: str, stacklevel: int
) -> None:
    """Warn of the metrics with many undefined replicates, once for the same number."""
    alike: dict[tuple[str, str], dict[str, None]] = {}
    for metric, interval in found:
        known = not math.isnan(interval.estimate)  # else that was the warning
        if known and interval.n_undefined > _WARN_UNDEFINED * interval.n_resamples:
            missing = _missing(interval.n_undefined, interval.n_resamples)
            end = "" if math.isnan(interval.low) else ", which were left out"
            alike.setdefault((missing, end), {})[metric] = None
    for (missing, end), metrics in alike.items():
        text = f"{', '.join(metrics)}: {missing}{end}"
        text = f"{text}; {advice}" if advice else text
        warnings.warn(text, UserWarning, stacklevel=stacklevel + 1)


def of_share(
    successes: float,
    trials: float,
    squares: float | None,
    method: str,
    confidence_level: float,
) -> Interval:
    """Make the interval of a share of rows; ``trials`` is above 0.

    With weights, ``squares`` are those of the trials' weights added up, and the trials
    count for as many rows as they are worth by Kish's effective sample size.
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
