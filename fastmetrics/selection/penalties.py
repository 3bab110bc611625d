"""Penalties on a model's weights, and norms of these."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import nonnegative, number
from fastmetrics._inputs.number_pairs import quantity
from fastmetrics._kernels.sums import sum_f64

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


def lp_norm(w: ArrayLike, p: float) -> float:
    r"""Compute the p-norm of weights.

    .. math:: \lVert w \rVert_p = \Bigl(\sum_i |w_i|^p\Bigr)^{1/p},\qquad
              \lVert w \rVert_\infty = \max_i |w_i|

    Parameters
    ----------
    w : array_like
        The weights of a model, finite, of any shape: all of them count, whatever their
        place.
    p : float
        The power, above 0: 1 for the sum of the sizes, 2 for the Euclidean length,
        ``inf`` for the largest size. Below 1 it is a quasi-norm, see the notes.

    Returns
    -------
    float
        0 or more, in the unit of the weights; 0 of no weights.

    Raises
    ------
    ValueError
        If a weight is NaN or infinite, or p is not above 0.
    TypeError
        If p is not a number.

    See Also
    --------
    penalized_loss : a loss with such a penalty.

    Notes
    -----
    Of a matrix these are norms of its entries: with p = 2 Frobenius', not the spectral
    one that ``numpy.linalg.norm(w, 2)`` is. The largest size is taken out of the sum,
    which neither overflows nor vanishes.

    For p below 1 the triangle inequality fails: the norm of [1, 1] with p = ½ is 4, and
    those of its two parts add up to 2. What holds is :math:`\lVert v + w \rVert_p \le
    2^{1/p - 1} (\lVert v \rVert_p + \lVert w \rVert_p)`, which makes it a quasi-norm
    [2]_. Its unit ball, all weights of norm 1 or less, is not convex: it has its
    corners on the axes and bends inward between them (docs/conventions.md has a
    picture), so that a penalty favours weights of 0 even more than the lasso's does,
    and may have several local minima. As p falls to 0, the sum of the powers comes to
    the number of weights that are not 0.

    References
    ----------
    .. [1] G. H. Golub and C. F. Van Loan, "Matrix Computations", 4th edition, Johns
       Hopkins University Press, 2013, section 2.2.
    .. [2] N. J. Kalton, "Quasi-Banach spaces", Handbook of the Geometry of Banach
       Spaces 2, Elsevier, 2003, 1099-1130.

    Examples
    --------
    >>> from fastmetrics import lp_norm
    >>> lp_norm([3.0, -4.0], 2)
    5.0
    >>> lp_norm([3.0, -4.0], 1), lp_norm([3.0, -4.0], float("inf"))
    (7.0, 4.0)
    >>> lp_norm([1.0, 1.0], 0.5)
    4.0
    """
    p = number(p, "p")
    if not p > 0:
        raise ValueError(f"p must be above 0, got {shown(p)}.")
    sizes = np.abs(_finite(w, "w"))
    largest = float(sizes.max(initial=0.0))
    if largest == 0 or math.isinf(p):
        return largest
    if p == 1:
        return sum_f64(sizes)
    if p == 2:  # a power of two is taken out without rounding
        power = math.frexp(largest)[1]
        tame = np.ldexp(sizes, -power)
        with np.errstate(over="ignore"):
            return float(np.ldexp(math.sqrt(sum_f64(tame * tame)), power))
    with np.errstate(over="ignore", under="ignore"):
        powers = np.float64(sum_f64((sizes / largest) ** p))
        return float(largest * powers ** (1 / np.float64(p)))


def penalized_loss(
    loss: ArrayLike, w: ArrayLike, *, strength: float, p: float
) -> float:
    r"""Add a penalty on a model's weights to its loss.

    .. math:: \sum_i L_i + \lambda \lVert w \rVert_p^p
              = \sum_i L_i + \lambda \sum_j |w_j|^p

    Parameters
    ----------
    loss : float or array_like
        The total loss, or the loss of each row, which are added up; finite.
    w : array_like
        The weights of a model, finite, of any shape: all of them count, whatever their
        place.
    strength : float
        :math:`\lambda`, finite and not negative.
    p : float
        The power, finite and above 0: 1 for the lasso's penalty, 2 for ridge
        regression's. Below 1 the penalty is not convex: `lp_norm` says more.

    Returns
    -------
    float
        In the unit of the loss; lower is better.

    Raises
    ------
    ValueError
        If a loss or a weight is NaN or infinite, the strength is negative or not
        finite, or p is not above 0 or infinite.
    TypeError
        If the strength or p is not a number.

    See Also
    --------
    lp_norm : the norm itself, of which this takes the p-th power.

    Notes
    -----
    Others weigh the same parts otherwise: scikit-learn's ``Lasso`` takes half the mean
    of the squared errors, and its ``Ridge`` their sum, as here; elastic nets halve the
    squares of the weights; some texts add the norm itself, not its power.

    References
    ----------
    .. [1] I. E. Frank and J. H. Friedman, "A statistical view of some chemometrics
       regression tools", Technometrics 35(2), 1993, 109-135.

    Examples
    --------
    >>> from fastmetrics import penalized_loss
    >>> penalized_loss([1.0, 0.5], [3.0, -4.0], strength=0.1, p=2)
    4.0
    """
    p = number(p, "p")
    if not 0 < p < math.inf:
        raise ValueError(f"p must be finite and above 0, got {shown(p)}.")
    nonnegative(strength, "strength")
    losses = _finite(loss, "loss")
    sizes = np.abs(_finite(w, "w"))
    with np.errstate(over="ignore", under="ignore"):
        penalty = sum_f64(sizes**p) * float(strength) if strength else 0.0
    return sum_f64(losses) + penalty


def _finite(values: ArrayLike, name: str) -> NDArray[np.float64]:
    """Return a number or all numbers of an array, in one dimension; all are finite."""
    column = np.ravel(quantity(values, name))
    wrong = ~np.isfinite(column)
    if wrong.any():
        raise ValueError(
            f"{name} must be finite, but {np.count_nonzero(wrong)} of {column.size} "
            f"values are not: the first is {column[wrong][0]}."
        )
    return column
