"""Leave-one-out predictions without refits: linear smoothers and nearest neighbours."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import check_flag, is_one_of, nonnegative, warn, whole
from fastmetrics._inputs.columns import as_column
from fastmetrics._inputs.label_columns import ClassCodes
from fastmetrics._inputs.labels import check_length
from fastmetrics._inputs.number_pairs import read_numbers
from fastmetrics._inputs.points import Points, check_distances, read_rows
from fastmetrics._inputs.scores import finite_matrix, sample_weights
from fastmetrics._kernels.sums import sum_f64
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.clustering.measuring.distances import (
    Source,
    metric_name,
    open_source,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]


def leave_one_out_predict(
    y_true: ArrayLike, y_pred: ArrayLike, leverage: ArrayLike
) -> Floats:
    r"""Leave-one-out predictions of a linear smoother, without fitting again.

    .. math:: \hat y_{(i)} = \frac{\hat y_i - h_i y_i}{1 - h_i}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        Observed numbers that the model was fitted to.
    y_pred : array_like of shape (n_samples,)
        Predictions of the fitted model for the same rows.
    leverage : array_like of shape (n_samples,)
        The diagonal of the matrix H in :math:`\hat y = H y`.

    Returns
    -------
    ndarray of shape (n_samples,)
        Prediction of each row by a model that is fitted to the other rows. NaN where
        the leverage is 1 or more.

    Raises
    ------
    ValueError
        On empty, NaN, infinite or mismatched input.

    Warns
    -----
    UndefinedMetricWarning
        If a leverage is 1 or more: without the row its prediction is not determined.

    See Also
    --------
    leverage : Leverages of ordinary least squares and ridge regression.
    press : The sum of the squared errors of these predictions.

    Notes
    -----
    It is exact for least squares, for ridge regression with a given penalty, and for
    every linear smoother that without a row is the smoother of the other rows. A
    penalty or a bandwidth that was chosen with the row is not chosen again.

    References
    ----------
    .. [1] D. M. Allen, "The relationship between variable selection and data
       augmentation and a method for prediction", Technometrics 16(1), 1974, 125-127.

    Examples
    --------
    >>> from fastmetrics import leave_one_out_predict
    >>> leave_one_out_predict([1.0, 2.0, 6.0], [3.0, 3.0, 3.0], [1 / 3] * 3)
    array([4. , 3.5, 1.5])
    """
    y, fitted, h = _columns(y_true, y_pred, leverage)
    left = _left(h)
    with np.errstate(over="ignore", invalid="ignore"):
        # Fitted value, corrected for the influence of the row itself.
        return fitted - (y - fitted) * (h / left)


def press(y_true: ArrayLike, y_pred: ArrayLike, leverage: ArrayLike) -> float:
    r"""Predicted residual error sum of squares (PRESS) of a linear smoother.

    .. math:: \mathrm{PRESS} = \sum_i (y_i - \hat y_{(i)})^2
              = \sum_i \left(\frac{y_i - \hat y_i}{1 - h_i}\right)^2

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        Observed numbers that the model was fitted to.
    y_pred : array_like of shape (n_samples,)
        Predictions of the fitted model for the same rows.
    leverage : array_like of shape (n_samples,)
        The diagonal of the matrix H in :math:`\hat y = H y`.

    Returns
    -------
    float
        0 or more, in the square of the unit of the numbers; lower is better. Over n it
        is the mean squared error of leave-one-out cross-validation. NaN if a leverage
        is 1 or more.

    Raises
    ------
    ValueError
        On empty, NaN, infinite or mismatched input.

    Warns
    -----
    UndefinedMetricWarning
        If a leverage is 1 or more.

    See Also
    --------
    leave_one_out_predict : The predictions themselves.
    generalized_cross_validation : With the mean leverage in place of each.

    References
    ----------
    .. [1] D. M. Allen, "The relationship between variable selection and data
       augmentation and a method for prediction", Technometrics 16(1), 1974, 125-127.

    Examples
    --------
    >>> from fastmetrics import press
    >>> round(press([1.0, 2.0, 6.0], [3.0, 3.0, 3.0], [1 / 3] * 3), 4)
    31.5
    """
    y, fitted, h = _columns(y_true, y_pred, leverage)
    left = _left(h)
    with np.errstate(over="ignore", invalid="ignore"):
        return sum_f64(((y - fitted) / left) ** 2)


def generalized_cross_validation(
    y_true: ArrayLike, y_pred: ArrayLike, trace: float
) -> float:
    r"""Generalized cross-validation (GCV): error corrected for degrees of freedom.

    .. math:: \mathrm{GCV} = \frac{\frac1n \sum_i (y_i - \hat y_i)^2}
              {(1 - \mathrm{tr} H / n)^2}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        Observed numbers that the model was fitted to.
    y_pred : array_like of shape (n_samples,)
        Predictions of the fitted model for the same rows.
    trace : float
        The sum of the leverages: the effective number of parameters, 0 or more.

    Returns
    -------
    float
        0 or more, in the square of the unit of the numbers; lower is better. NaN if
        the trace is n or more.

    Raises
    ------
    ValueError
        On empty, NaN, infinite or mismatched input, and if the trace is negative or not
        finite.
    TypeError
        If the trace is not a number.

    Warns
    -----
    UndefinedMetricWarning
        If the trace is n or more.

    See Also
    --------
    press : With the leverage of each row.

    Notes
    -----
    Some texts leave out the division by n, or divide by n again.

    References
    ----------
    .. [1] G. H. Golub, M. Heath and G. Wahba, "Generalized cross-validation as a method
       for choosing a good ridge parameter", Technometrics 21(2), 1979, 215-223.

    Examples
    --------
    >>> from fastmetrics import generalized_cross_validation
    >>> round(generalized_cross_validation([1.0, 2.0, 6.0], [3.0] * 3, 1), 4)
    10.5
    """
    y, fitted = _pair(y_true, y_pred)
    parameters, n = nonnegative(trace, "trace"), len(y)
    if parameters >= n:
        warn(
            f"trace is {parameters:g} of {n} rows, so the generalized cross-validation "
            "error is undefined and returned as NaN.",
            UndefinedMetricWarning,
        )
        return math.nan
    with np.errstate(over="ignore"):
        return sum_f64((y - fitted) ** 2) / n / (1 - parameters / n) ** 2


def _columns(
    y_true: ArrayLike, y_pred: ArrayLike, leverage: ArrayLike
) -> tuple[Floats, Floats, Floats]:
    y, fitted = _pair(y_true, y_pred)
    column = as_column(leverage, "leverage")
    check_length(column, len(y), "leverage")
    h = finite_matrix(column, "leverage").astype(np.float64)
    return y, fitted, h


def _pair(y_true: ArrayLike, y_pred: ArrayLike) -> tuple[Floats, Floats]:
    pair = read_numbers(y_true, y_pred)
    if not pair.is_column:
        raise ValueError(f"y_true must have one column, got {pair.k}.")
    pair.check_finite()
    y, fitted = (column.astype(np.float64) for column in (pair.true, pair.pred))
    return y, fitted


def _left(h: Floats) -> Floats:
    """Return 1 - h, NaN where nothing is left."""
    full = h >= 1
    if full.any():
        warn(
            f"leverage is 1 or more in {np.count_nonzero(full)} of {len(h)} rows: "
            "predictions without them are undefined and NaN.",
            UndefinedMetricWarning,
        )
    return np.where(full, math.nan, 1 - h)


# --- how much of its own prediction each row makes: the diagonal of the hat matrix

_EPS = float(np.finfo(np.float64).eps)


def leverage(
    X: ArrayLike,
    *,
    ridge: float = 0.0,
    fit_intercept: bool = True,
    sample_weight: ArrayLike | None = None,
) -> Floats:
    r"""Leverages of the rows of a linear model: the diagonal of the hat matrix.

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
    leave_one_out_predict, press : Applications of leverages.

    Notes
    -----
    By a QR decomposition of the rows, in :math:`O(n p^2)` time and :math:`O(n p)`
    memory; no matrix of n times n is formed. Columns that depend linearly on others,
    within rounding, are left out.

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
    nonnegative(ridge, "ridge")
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
    leverages = own + (_penalized(rows, penalty) if penalty else _plain(rows, sizes))
    leverages[1 - leverages < n * _EPS] = 1.0
    return np.where(weights > 0, leverages, 0.0)


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
    """Return the leverages with a penalty, which counts as further rows."""
    from scipy.linalg import qr, svd

    n, p = rows.shape
    if math.isinf(penalty):  # if other rows are tiny
        return np.zeros(n)
    if p > n:
        basis, values, _ = svd(rows, full_matrices=False)
        squares = values**2
        return (basis**2) @ (squares / (squares + penalty))
    more = np.sqrt(penalty) * np.eye(p)
    basis, _ = qr(np.vstack([rows, more]), mode="economic")
    return (basis[:n] ** 2).sum(axis=1)


# --- predictions by nearest neighbours that leave out the row itself, for every k

_TASKS = ("classification", "regression")
# So many numbers are held at a time.
_AT_ONCE = 1 << 21


def leave_one_out_neighbors(
    X: ArrayLike,
    y: ArrayLike,
    *,
    n_neighbors: int,
    metric: str | Callable[..., float] = "euclidean",
    task: Literal["classification", "regression"],
) -> NDArray[Any]:
    """Predict each row by its nearest other rows, for all numbers of neighbours.

    The prediction is the most frequent label of the k nearest other rows, or the mean
    of their numbers.

    Parameters
    ----------
    X : array_like of shape (n_samples, n_features)
        The points, finite; or, with ``metric="precomputed"``, their distances
        (n_samples, n_samples).
    y : array_like of shape (n_samples,)
        Labels of any kind, or numbers.
    n_neighbors : int
        The largest number of neighbours, from 1 to n_samples - 1.
    metric : str or callable, default="euclidean"
        As `silhouette_samples` takes it.
    task : {"classification", "regression"}
        Whether ``y`` are labels or numbers.

    Returns
    -------
    ndarray of shape (n_samples, n_neighbors)
        Column k - 1 contains the predictions with k neighbours, as in leave-one-out
        cross-validation.

    Raises
    ------
    ValueError
        On empty, NaN, infinite or mismatched input, and if an option is unknown or out
        of range.
    TypeError
        If X is sparse.

    See Also
    --------
    leave_one_out_predict : For linear models.
    out_of_fold_score : Metric of such predictions, with its interval.

    Notes
    -----
    All distances are computed once, one block of rows at a time: :math:`O(n^2 p)` time,
    and O(n) memory in addition to the result. Among points at the same distance,
    earlier rows are nearer; among equally frequent labels, the smallest is predicted.

    References
    ----------
    .. [1] T. Cover and P. Hart, "Nearest neighbor pattern classification", IEEE
       Transactions on Information Theory 13(1), 1967, 21-27.

    Examples
    --------
    >>> from fastmetrics import leave_one_out_neighbors
    >>> X, y = [[0.0], [1.0], [3.0], [4.0]], ["a", "a", "b", "b"]
    >>> leave_one_out_neighbors(X, y, n_neighbors=2, task="classification")
    array([['a', 'a'],
           ['a', 'a'],
           ['b', 'a'],
           ['b', 'a']], dtype='<U1')
    """
    if not is_one_of(task, _TASKS):
        raise ValueError(f"task must be one of {_TASKS}, got {shown(task)}.")
    name, options = metric_name(metric, {})
    rows = read_rows(X)
    n = len(rows)
    codes = np.arange(n, dtype=np.int32)
    points = Points(rows, codes, codes)
    if name == "precomputed":
        check_distances(points)
    k = whole(n_neighbors, "n_neighbors", 1)
    if k >= n:
        raise ValueError(
            f"n_neighbors must be less than the number of rows, {n}, got {k}."
        )
    column = as_column(y, "y")
    check_length(column, n, "y")
    source = open_source(points, name, options)
    if task == "regression":
        numbers = finite_matrix(column, "y").astype(np.float64)
        means = np.empty((n, k))
        for start, near in _nearest(source, k):
            sums = np.cumsum(numbers[near], axis=1)
            means[start : start + len(near)] = sums / np.arange(1, k + 1)
        return means
    labels = ClassCodes(column, "y")
    winners = np.empty((n, k), np.int32)
    step = max(1, _AT_ONCE // (k * labels.k))
    for start, near in _nearest(source, k):
        for at in range(0, len(near), step):
            some = labels.codes[near[at : at + step]]
            winners[start + at : start + at + len(some)] = _majorities(some, labels.k)
    return labels.classes[winners]


def _majorities(codes: NDArray[np.int32], k: int) -> NDArray[np.intp]:
    """Return the most frequent of the first 1, 2, … codes of each row."""
    counts = np.cumsum(codes[:, :, None] == np.arange(k), axis=1, dtype=np.int32)
    return counts.argmax(axis=2)


def _nearest(source: Source, k: int) -> Iterator[tuple[int, NDArray[np.intp]]]:
    """Yield the first row of each block, and the k nearest others of its rows."""
    n = source.n
    for start, stop in source.row_blocks(max(1, min(256, _AT_ONCE // n))):
        kernel, first, own, _ = source.open(start, stop)
        distances = np.zeros((stop - start, n))
        kernel.rows(first, own, distances)  # each point is a cluster
        at = np.arange(stop - start)
        distances[at, at + start] = np.inf
        near = np.sort(np.argpartition(distances, k - 1, axis=1)[:, :k], axis=1)
        farthest = np.take_along_axis(distances, near, axis=1).max(axis=1)
        # Ties at the largest distance are resolved by the order of rows.
        tied = (distances <= farthest[:, None]).sum(axis=1) > k
        if tied.any():
            order = np.argsort(distances[tied], axis=1, kind="stable")
            near[tied] = np.sort(order[:, :k], axis=1)
        own_distances = np.take_along_axis(distances, near, axis=1)
        by_distance = np.argsort(own_distances, axis=1, kind="stable")
        yield start, np.take_along_axis(near, by_distance, axis=1)
