"""The law of the range of several standard normal variables: its upper tail.

Of k models whose mean ranks differ by chance alone, the largest difference follows it.
"""

from __future__ import annotations

import math
from operator import index
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from fastmetrics._common.options import is_real, number
from fastmetrics._inputs.columns import as_array
from fastmetrics._inputs.scores import numbers

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["check_models", "range_quantile", "studentized_range_sf"]

MOST_MODELS = 10_000
# Beyond this range the tail of any number of models is below the smallest float.
_FARTHEST = 80.0
# Ranges whose integrands are taken at the same points.
_BLOCK = 32
_ROOT = math.sqrt(2 * math.pi)


@overload
def studentized_range_sf(q: float, n_models: int) -> float: ...
@overload
def studentized_range_sf(
    q: ArrayLike, n_models: int
) -> float | NDArray[np.float64]: ...
def studentized_range_sf(q: ArrayLike, n_models: int) -> float | NDArray[np.float64]:
    r"""Chance that the range of independent standard normal variables exceeds q.

    It is the upper tail of the studentized range with infinite degrees of freedom.
    With :math:`z` the largest of the k variables,

    .. math:: k \int \varphi(z)\,\Phi(z)^{k-1} \left(1 - \left(1 -
              \frac{\Phi(z - q)}{\Phi(z)}\right)^{k-1}\right) dz

    Parameters
    ----------
    q : float or array_like
        Ranges: the difference of the largest and the smallest, in standard deviations
        of one of them.
    n_models : int
        How many variables there are: 2 to 10,000.

    Returns
    -------
    float or ndarray
        Probabilities in [0, 1], 1 for ranges of 0 or less; as many as ``q`` has.

    Raises
    ------
    ValueError
        If ``n_models`` is out of range or ``q`` is NaN.

    See Also
    --------
    critical_difference : what two mean ranks must differ by.
    nemenyi_test : p-values of all pairs of models.

    Notes
    -----
    The integrand is a sum of positive terms without cancellation, so that tails keep 12
    digits down to 1e-300. Demšar's and other tables list the quantiles divided by the
    square root of 2.

    References
    ----------
    .. [1] H. L. Harter, "Tables of range and studentized range", Annals of Mathematical
       Statistics 31(4), 1960, 1122-1147.

    Examples
    --------
    >>> from fastmetrics import studentized_range_sf
    >>> round(studentized_range_sf(3.314493, 3), 6)
    0.05
    """
    k = check_models(n_models)
    if is_real(q):
        ranges = np.array([number(q, "q")])
    else:
        found = numbers(as_array(q, "q"), "q")
        ranges = found.astype(np.float64).ravel()
    if np.isnan(ranges).any():
        raise ValueError("q must not be NaN.")
    tails = _tails(ranges, k)
    return float(tails[0]) if is_real(q) else tails.reshape(found.shape)


def check_models(n_models: Any) -> int:
    """Return a number of models that the law is for."""
    try:
        k = -1 if isinstance(n_models, (bool, np.bool_)) else index(n_models)
    except TypeError:
        k = -1
    if not 2 <= k <= MOST_MODELS:
        raise ValueError(
            f"n_models must be a whole number from 2 to {MOST_MODELS:,}, got "
            f"{n_models!r}."
        )
    return k


# A smaller tail, shared among all pairs, leaves the floats.
_LEAST_SHARE = 1e-300


def range_quantile(share: float, k: int) -> float:
    """Return the range that is exceeded with this probability.

    The logarithm of the tail is concave, so that Newton's steps come down to it from
    Bonferroni's bound and never pass it.
    """
    from scipy.special import ndtri

    share = max(share, _LEAST_SHARE)
    q = -math.sqrt(2) * float(ndtri(share / (k * (k - 1))))
    for _ in range(100):
        tail = float(_tails(np.array([q]), k)[0])
        step = math.log(tail / share) * tail / _density(q, k)
        if not q + step < q:
            break
        q = max(q + step, 0.0)
        if -step < 4e-15 * q:
            break
    return q


def _tails(ranges: NDArray[np.float64], k: int) -> NDArray[np.float64]:
    """Return the tails of ranges, each distinct one worked out once."""
    order = np.argsort(ranges)
    ascending = np.minimum(ranges[order], _FARTHEST)
    differs = np.append(True, ascending[1:] != ascending[:-1])
    distinct = ascending[differs[: len(ascending)]]
    blocks = [distinct[at : at + _BLOCK] for at in range(0, len(distinct), _BLOCK)]
    found = np.concatenate([*(_tails_of_block(q, k) for q in blocks), np.empty(0)])
    found = np.where(distinct > 0, np.minimum(found, 1.0), 1.0)
    tails = np.empty(len(ranges))
    tails[order] = found[np.cumsum(differs[: len(ascending)]) - 1]
    return tails


def _tails_of_block(q: NDArray[np.float64], k: int) -> NDArray[np.float64]:
    from scipy.special import ndtr

    z, weights = _nodes(q, k)
    # What share of the chance to lie below z, where all lie, is below z - q.
    below = ndtr(z)
    share = ndtr(z - q[:, None]) / below
    with np.errstate(divide="ignore"):  # log 0 where q is 0
        some = -np.expm1((k - 1) * np.log1p(-np.minimum(share, 1.0)))
    return some @ (weights * k * below ** (k - 1))


def _density(q: float, k: int) -> float:
    """Return the density of the range."""
    from scipy.special import ndtr

    z, weights = _nodes(np.array([q]), k)
    between = ndtr(z) - ndtr(z - q)
    heights = np.exp(-0.5 * (z - q) ** 2) / _ROOT
    return float(k * (k - 1) * np.sum(weights * heights * between ** (k - 2)))


def _nodes(
    q: NDArray[np.float64], k: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return where the trapezoidal rule takes the integrands of ascending ranges.

    The largest variable stays above the first bound but for a chance of e^-40. Its law
    is about 1 / sqrt(2 log k) wide, and the integrand is analytic and falls off faster
    than any exponential: with these steps the rule errs by less than 1e-15 of the sum.
    The weights are the density of one variable times the width of a step.
    """
    from scipy.special import ndtri

    lowest = float(ndtri(math.exp(-40 / (k - 1))))
    low = max(lowest, q[0] / 2 - 6.5)
    high = max(9.0, q[-1] / 2 + 6.5)
    width = 0.3 / math.sqrt(2 * math.log(k))
    z = low + width * np.arange(math.ceil((high - low) / width) + 1)
    return z, width / _ROOT * np.exp(-0.5 * z**2)
