"""How much of its own prediction each row makes: the diagonal of the hat matrix."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from fastmetrics._common.options import check_cost, check_flag
from fastmetrics._inputs.points import read_rows
from fastmetrics._inputs.scores import sample_weights

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]

__all__ = ["leverage"]

_EPS = float(np.finfo(np.float64).eps)


def leverage(
    X: ArrayLike,
    *,
    ridge: float = 0.0,
    fit_intercept: bool = True,
    sample_weight: ArrayLike | None = None,
) -> Floats:
    r"""Compute how much each row counts in its own prediction by a linear model.

    .. math:: h_i = \left[Z (Z^T W Z + \lambda D)^{-1} Z^T W\right]_{ii}

    with Z the rows with a 1 in front, W their weights and D the identity but for a 0 in
    the place of the intercept.

    Parameters
    ----------
    X : array_like of shape (n_samples, n_features)
        The points, finite.
    ridge : float, default=0.0
        The penalty :math:`\lambda` on the sum of the squared coefficients, 0 or more: 0
        for least squares. It is the ``alpha`` of scikit-learn's ``Ridge``.
    fit_intercept : bool, default=True
        Whether the model has an intercept, which is not penalized.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    ndarray of shape (n_samples,)
        In [0, 1]; 1 of a row that is always fitted exactly. They add up to the
        effective number of parameters.

    Raises
    ------
    ValueError
        On empty, NaN, infinite or sparse input, and if the penalty is negative or not
        finite.
    TypeError
        If an option is of another type.

    See Also
    --------
    leave_one_out_predict, press : What it is good for.

    Notes
    -----
    By a QR decomposition of the rows, in :math:`O(n p^2)` time and :math:`O(n p)`
    memory; no matrix of n times n is formed. Of columns that depend on each other, as
    far as that shows beside rounding, all but one are left out.

    References
    ----------
    .. [1] D. C. Hoaglin and R. E. Welsch, "The hat matrix in regression and ANOVA", The
       American Statistician 32(1), 1978, 17-22.

    Examples
    --------
    >>> from fastmetrics import leverage
    >>> leverage([[0.0], [1.0], [2.0]]).round(4)
    array([0.8333, 0.3333, 0.8333])
    >>> leverage([[0.0], [1.0], [2.0]], ridge=2.0).round(4)
    array([0.5833, 0.3333, 0.5833])
    """
    check_cost(ridge, "ridge")
    check_flag(fit_intercept, "fit_intercept")
    rows = read_rows(X).astype(np.float64)
    n = len(rows)
    weights = np.ones(n)
    if sample_weight is not None:
        weights = sample_weights(sample_weight, n)
    # The leverages stay the same where all is measured in other units.
    unit = 2.0 ** (math.frexp(float(np.abs(rows).max()))[1] - 1)
    heaviest = float(weights.max())
    rows /= unit
    weights = weights / heaviest
    penalty = float(ridge) / heaviest / unit / unit
    roots = np.sqrt(weights)
    sizes = np.sqrt(((roots[:, None] * rows) ** 2).sum(axis=0))
    own = np.zeros(n)
    if fit_intercept:
        own = weights / weights.sum()
        rows -= own @ rows
    rows *= roots[:, None]
    found = own + (_penalized(rows, penalty) if penalty else _plain(rows, sizes))
    found[1 - found < n * _EPS] = 1.0
    return np.where(weights > 0, found, 0.0)


def _plain(rows: Floats, sizes: Floats) -> Floats:
    """Return the squared lengths of rows of an orthonormal basis of the columns.

    ``sizes`` are the lengths of the columns before they were centred.
    """
    from scipy.linalg import qr

    n, p = rows.shape
    lengths = np.sqrt((rows**2).sum(axis=0))
    kept = lengths > n * _EPS * sizes
    if not kept.any():
        return np.zeros(n)
    basis, upper, _ = qr(rows[:, kept] / lengths[kept], mode="economic", pivoting=True)
    diagonal = np.abs(np.diag(upper))
    rank = np.count_nonzero(diagonal > max(n, p) * _EPS * diagonal[0])
    return (basis[:, :rank] ** 2).sum(axis=1)


def _penalized(rows: Floats, penalty: float) -> Floats:
    """Return the same of rows with a penalty, which counts as further rows."""
    from scipy.linalg import qr, svd

    n, p = rows.shape
    if math.isinf(penalty):  # beside rows that are tiny
        return np.zeros(n)
    if p > n:
        basis, values, _ = svd(rows, full_matrices=False)
        squares = values**2
        return (basis**2) @ (squares / (squares + penalty))
    more = np.sqrt(penalty) * np.eye(p)
    basis, _ = qr(np.vstack([rows, more]), mode="economic")
    return (basis[:n] ** 2).sum(axis=1)
