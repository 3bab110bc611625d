"""Information criteria, and the likelihood of errors that are normal."""

import math
from collections.abc import Sequence
from typing import Any

from fastmetrics.reference.inputs import same_length, warn_undefined

Column = Sequence[Any]


def criterion(formula, *quantities):
    """Apply a formula to numbers, or to each item where some of them are lists."""
    lengths = {len(one) for one in quantities if isinstance(one, list | tuple)}
    if not lengths:
        return formula(*quantities)
    if len(lengths) > 1:
        raise ValueError(f"lists of unequal length: {sorted(lengths)}")
    n = lengths.pop()
    columns = [
        one if isinstance(one, list | tuple) else [one] * n for one in quantities
    ]
    return [formula(*each) for each in zip(*columns, strict=True)]


def check(log_likelihood: float, n_parameters: float, n_samples: float = 1) -> None:
    """Refuse what is no log-likelihood, or no number of parameters or rows."""
    if math.isnan(log_likelihood):
        raise ValueError("log_likelihood is NaN")
    if not 0 <= n_parameters < math.inf:
        raise ValueError(f"n_parameters={n_parameters!r} is not finite and >= 0")
    if not 1 <= n_samples < math.inf:
        raise ValueError(f"n_samples={n_samples!r} is not finite and >= 1")


def check_convention(convention: str) -> None:
    """Refuse what is no way to write a criterion."""
    if convention not in ("deviance", "schwarz"):
        raise ValueError(f"convention={convention!r} is unknown")


def aic(log_likelihood: Any, n_parameters: Any, *, convention: str = "deviance") -> Any:
    """Return 2K - 2 ln L, or of "schwarz" 2 ln L - 2K."""
    check_convention(convention)

    def formula(ln_l, k):
        check(ln_l, k)
        if convention == "schwarz":
            return 2 * ln_l - 2 * k
        return 2 * k - 2 * ln_l

    return criterion(formula, log_likelihood, n_parameters)


def aicc(log_likelihood: Any, n_parameters: Any, n_samples: Any) -> Any:
    """Return AIC + 2K(K + 1) / (n - K - 1); infinite for n <= K + 1."""

    def formula(ln_l, k, n):
        check(ln_l, k, n)
        if n <= k + 1:
            return math.inf
        return 2 * k - 2 * ln_l + 2 * k * (k + 1) / (n - k - 1)

    return criterion(formula, log_likelihood, n_parameters, n_samples)


def bic(
    log_likelihood: Any,
    n_parameters: Any,
    n_samples: Any,
    *,
    convention: str = "deviance",
) -> Any:
    """Return K ln n - 2 ln L, or of "schwarz" 2 ln L - K ln n."""
    check_convention(convention)

    def formula(ln_l, k, n):
        check(ln_l, k, n)
        if convention == "schwarz":
            return 2 * ln_l - k * math.log(n)
        return k * math.log(n) - 2 * ln_l

    return criterion(formula, log_likelihood, n_parameters, n_samples)


def hqic(log_likelihood: Any, n_parameters: Any, n_samples: Any) -> Any:
    """Return 2K ln ln n - 2 ln L; of one row ln ln n is no number."""

    def formula(ln_l, k, n):
        check(ln_l, k, n)
        if n == 1:
            return warn_undefined("the criterion", "ln ln 1")
        return 2 * k * math.log(math.log(n)) - 2 * ln_l

    return criterion(formula, log_likelihood, n_parameters, n_samples)


def gaussian_log_likelihood(
    y_true: Column, y_pred: Column, *, scale: float | None = None
) -> float:
    """Return the log density of the rows: normal around y_pred, with one scale."""
    n = same_length(y_true=y_true, y_pred=y_pred)
    errors = [p - y for y, p in zip(y_true, y_pred, strict=True)]
    if scale is None:
        variance = math.fsum(e * e for e in errors) / n
        if variance == 0:
            return math.inf
    else:
        if not 0 < scale < math.inf:
            raise ValueError(f"scale={scale!r} is not finite and > 0")
        variance = scale * scale
    return math.fsum(
        -(math.log(2 * math.pi * variance) + e * e / variance) / 2 for e in errors
    )
