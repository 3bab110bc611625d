"""Errors that are order statistics: medians and other quantiles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.definitions import overloaded
from fastmetrics._common.options import check_flag, is_real, number
from fastmetrics._inputs.columns import as_array
from fastmetrics._inputs.number_pairs import average_outputs, read_numbers
from fastmetrics.metrics.regression.definitions import averaged
from fastmetrics.metrics.regression.measuring.constant_forecasts import (
    ABSOLUTE_ERROR,
    ERROR,
    pair_quantiles,
)

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.metrics.regression.annotations import (
        MultiOutput,
    )


@averaged
def median_absolute_error(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    multioutput: MultiOutput = "uniform_average",
    sample_weight: ArrayLike | None = None,
) -> float | NDArray[np.float64]:
    r"""Median absolute error.

    .. math:: \operatorname{median}_i |\hat y_i - y_i|

    Parameters
    ----------
    y_true : array_like of shape (n_samples,) or (n_samples, n_outputs)
        Observed numbers.
    y_pred : array_like of shape (n_samples,) or (n_samples, n_outputs)
        Predicted numbers.
    multioutput : "raw_values", "uniform_average" or array_like of shape (n_outputs,)
        With several outputs: a value for each, the default their mean, or their mean
        weighted by these.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float or ndarray of shape (n_outputs,)
        In the unit of the numbers, in [0, inf); 0 is best.

    Raises
    ------
    ValueError
        If lengths or numbers of outputs differ, there are no rows, or a number is NaN
        or infinite.

    See Also
    --------
    error_quantiles : other quantiles of the errors, with their signs or without.
    mean_absolute_error : their mean, which few large errors can dominate.

    Notes
    -----
    For an even number of rows it is the mean of the two in the middle. With weights it
    is the averaged inverse of the distribution function, as in scikit-learn: the first
    error up to which half of the weight lies, or the mean of it and the next one where
    that is exactly half. Weights that are all alike give the same as none. Unlike
    there, cumulative weights are rounded once each, and weights count relative to their
    sum however small that is.

    No full sort: rows near the median, as a sample has it, are selected in one pass.
    O(n) time, and memory for some 7 % of the errors.

    References
    ----------
    .. [1] R. J. Hyndman and Y. Fan, "Sample quantiles in statistical packages", The
       American Statistician 50 (1996), definition 2.

    Examples
    --------
    >>> from fastmetrics import median_absolute_error
    >>> median_absolute_error([3, -0.5, 2, 7], [2.5, 0.0, 2, 8])
    0.5
    >>> median_absolute_error([[0.5, 1], [-1, 1], [7, -6]],
    ...                       [[0, 2], [-1, 2], [8, -5]], multioutput=[0.3, 0.7])
    0.85
    """
    pair = read_numbers(
        y_true, y_pred, sample_weight=sample_weight, multioutput=multioutput
    )
    return average_outputs(pair_quantiles(pair, (0.5,), ABSOLUTE_ERROR)[0], pair)


@averaged
def median_squared_error(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    multioutput: MultiOutput = "uniform_average",
    sample_weight: ArrayLike | None = None,
) -> float | NDArray[np.float64]:
    r"""Median squared error.

    .. math:: \operatorname{median}_i (\hat y_i - y_i)^2

    Parameters
    ----------
    y_true : array_like of shape (n_samples,) or (n_samples, n_outputs)
        Observed numbers.
    y_pred : array_like of shape (n_samples,) or (n_samples, n_outputs)
        Predicted numbers.
    multioutput : "raw_values", "uniform_average" or array_like of shape (n_outputs,)
        With several outputs: a value for each, the default their mean, or their mean
        weighted by these.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float or ndarray of shape (n_outputs,)
        In the unit of the numbers, squared, in [0, inf); 0 is best.

    Raises
    ------
    ValueError
        If lengths or numbers of outputs differ, there are no rows, or a number is NaN
        or infinite.

    See Also
    --------
    median_absolute_error : in the units of the data; its square, but for the mean of
        the two rows in the middle.
    mean_squared_error : the mean, which few large errors can dominate.

    Notes
    -----
    Weights and even numbers of rows count as in `median_absolute_error`, and the rows
    are selected in the same way.

    References
    ----------
    .. [1] R. J. Hyndman and Y. Fan, "Sample quantiles in statistical packages", The
       American Statistician 50 (1996), definition 2.

    Examples
    --------
    >>> from fastmetrics import median_squared_error
    >>> median_squared_error([3, -0.5, 2, 7], [2.5, 0.0, 2, 8])
    0.25
    >>> median_squared_error([1, 2], [2, 5])
    5.0
    """
    pair = read_numbers(
        y_true, y_pred, sample_weight=sample_weight, multioutput=multioutput
    )
    return average_outputs(
        pair_quantiles(pair, (0.5,), ABSOLUTE_ERROR, squared=True)[0], pair
    )


@overloaded(
    {"q": "float", "return": "float"},
    {"q": "Sequence[float]", "return": "NDArray[np.float64]"},
    {},
)
def error_quantiles(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    q: ArrayLike,
    *,
    absolute: bool = True,
    sample_weight: ArrayLike | None = None,
) -> float | NDArray[np.float64]:
    r"""Quantiles of the errors, signed or absolute.

    .. math:: \inf \{ x : \tfrac1n \#\{ i : |\hat y_i - y_i| \le x \} \ge q \}

    or, if exactly the proportion q of the rows lies up to there, the mean of this error
    and the next one.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        Observed numbers.
    y_pred : array_like of shape (n_samples,)
        Predicted numbers.
    q : float or array_like of shape (n_quantiles,)
        Which quantiles, each in [0, 1], in any order.
    absolute : bool, default=True
        Whether of the size of the errors; else of ``y_pred - y_true``: above 0 where
        the prediction was too high.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float, or ndarray of float64 of shape (n_quantiles,)
        In the unit of the numbers; of absolute errors in [0, inf), the smaller the
        better. The median of these is `median_absolute_error`.

    Raises
    ------
    ValueError
        If lengths differ, there are no rows, several outputs, a number that is NaN or
        infinite, or a quantile outside [0, 1].

    See Also
    --------
    median_absolute_error : the quantile one half, also of several outputs.

    Notes
    -----
    Which of the many sample quantiles this is: NumPy's method
    ``"averaged_inverted_cdf"``, definition 2 of Hyndman and Fan. NumPy's default
    interpolates between the two neighbours instead. The proportion q of the weight is
    rounded to the nearest double before it is compared; 0.9 of ten rows are therefore
    nine.

    No full sort: rows near the quantiles, as a sample has them, are selected in one
    pass, or in a few if there are many quantiles.

    References
    ----------
    .. [1] R. J. Hyndman and Y. Fan, "Sample quantiles in statistical packages", The
       American Statistician 50 (1996), definition 2.

    Examples
    --------
    >>> from fastmetrics import error_quantiles
    >>> error_quantiles([3, -0.5, 2, 7], [2.5, 0.0, 2, 8], [0.5, 0.9])
    array([0.5, 1. ])
    >>> error_quantiles([3, -0.5, 2, 7], [2.5, 0.0, 2, 8], 0.25, absolute=False)
    -0.25
    """
    check_flag(absolute, "absolute")
    levels, one = _levels(q)
    pair = read_numbers(y_true, y_pred, sample_weight=sample_weight)
    if not pair.is_column:
        raise ValueError(f"error_quantiles takes one output, got {pair.k} of them.")
    if not levels:
        pair.check_finite()
    what = ABSOLUTE_ERROR if absolute else ERROR
    found = pair_quantiles(pair, levels, what)[:, 0]
    return float(found[0]) if one else found


def _levels(q: Any) -> tuple[list[float], bool]:
    """Return levels, and whether it is a single number."""
    one = is_real(q) or np.ndim(q) == 0
    array = np.asarray([number(q, "q")]) if one else as_array(q, "q")
    if array.ndim != 1 or array.dtype.kind not in "biuf":
        raise ValueError(
            f"q must be a number or a list of numbers, got shape {array.shape} of "
            f"{array.dtype}."
        )
    levels = array.astype(np.float64)
    outside = ~((levels >= 0) & (levels <= 1))
    if outside.any():
        raise ValueError(f"q must lie in [0, 1], got {levels[outside][0]}.")
    return levels.tolist(), one
