"""Losses of single errors, and medians and other quantiles of errors."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import check_flag, is_real, number
from fastmetrics._common.records import overloaded
from fastmetrics._inputs.columns import as_array
from fastmetrics._inputs.number_pairs import NumberPair, read_numbers
from fastmetrics._kernels import error_losses as kinds
from fastmetrics.metrics.regression.definitions import pair_formula, row_loss
from fastmetrics.metrics.regression.measuring.constant_forecasts import (
    ABSOLUTE_ERROR,
    ERROR,
    pair_quantiles,
)
from fastmetrics.metrics.regression.measuring.point_losses import Loss

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


@row_loss
def mean_pinball_loss(*, alpha: float = 0.5) -> Loss:
    r"""Mean pinball (quantile) loss of predicted quantiles of one level.

    .. math:: \frac{1}{n} \sum_i \alpha (y_i - \hat y_i)_+
              + (1 - \alpha) (\hat y_i - y_i)_+

    The quantile of level :math:`\alpha` minimizes it. At 0.5 it is half of the mean
    absolute error.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,) or (n_samples, n_outputs)
        Observed numbers.
    y_pred : array_like of shape (n_samples,) or (n_samples, n_outputs)
        Predicted numbers.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    alpha : float, default 0.5
        Level of the quantile that is predicted, in [0, 1].
    multioutput : "raw_values", "uniform_average" or array_like of shape (n_outputs,)
        With several outputs: a value for each, the default their mean, or their mean
        weighted by these.

    Returns
    -------
    float or ndarray of shape (n_outputs,)
        In [0, inf), in the unit of the numbers; 0 is best.

    Raises
    ------
    ValueError
        If columns differ in length or in outputs, or hold anything but finite numbers;
        if ``alpha`` is outside [0, 1].

    See Also
    --------
    quantile_losses : losses of predictions of several levels.

    References
    ----------
    .. [1] R. Koenker and G. Bassett, "Regression quantiles", Econometrica 46 (1978),
       33-50.

    Examples
    --------
    >>> from fastmetrics import mean_pinball_loss
    >>> mean_pinball_loss([1.0, 2.0, 4.0], [0.0, 2.0, 6.0], alpha=0.25)
    0.5833333333333334
    """
    level = number(alpha, "alpha")
    if not 0 <= level <= 1:
        raise ValueError(f"alpha must be in [0, 1], got {shown(alpha)}.")
    return Loss(kinds.PINBALL, level)


@row_loss
def huber_loss(*, delta: float = 1.0) -> Loss:
    r"""Mean Huber loss: quadratic for small errors, linear for large errors.

    .. math:: \frac{1}{n} \sum_i L(\hat y_i - y_i), \quad
              L(e) = \begin{cases} e^2 / 2 & |e| \le \delta \\
              \delta (|e| - \delta / 2) & |e| > \delta \end{cases}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,) or (n_samples, n_outputs)
        Observed numbers.
    y_pred : array_like of shape (n_samples,) or (n_samples, n_outputs)
        Predicted numbers.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    delta : float, default 1.0
        Size from which on the loss is linear; above 0, in the unit of the
        numbers.
    multioutput : "raw_values", "uniform_average" or array_like of shape (n_outputs,)
        With several outputs: a value for each, the default their mean, or their mean
        weighted by these.

    Returns
    -------
    float or ndarray of shape (n_outputs,)
        In [0, inf); 0 is best.

    Raises
    ------
    ValueError
        If columns differ in length or in outputs, or hold anything but finite numbers;
        if ``delta`` is not above 0.

    See Also
    --------
    pseudo_huber_loss, log_cosh_error : smooth losses.

    References
    ----------
    .. [1] P. J. Huber, "Robust estimation of a location parameter", Annals of
       Mathematical Statistics 35 (1964), 73-101.

    Examples
    --------
    >>> from fastmetrics import huber_loss
    >>> huber_loss([1.0, 2.0, 4.0], [1.5, 2.0, 8.0])
    1.2083333333333333
    """
    return Loss(kinds.HUBER, _positive(delta, "delta"))


@row_loss
def pseudo_huber_loss(*, delta: float = 1.0) -> Loss:
    r"""Mean pseudo-Huber loss, a smooth approximation of the Huber loss.

    .. math:: \frac{1}{n} \sum_i \delta^2 \left(
              \sqrt{1 + ((\hat y_i - y_i) / \delta)^2} - 1 \right)

    Parameters
    ----------
    y_true : array_like of shape (n_samples,) or (n_samples, n_outputs)
        Observed numbers.
    y_pred : array_like of shape (n_samples,) or (n_samples, n_outputs)
        Predicted numbers.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    delta : float, default 1.0
        The slope of the loss at large errors; above 0, in the unit of the numbers.
    multioutput : "raw_values", "uniform_average" or array_like of shape (n_outputs,)
        With several outputs: a value for each, the default their mean, or their mean
        weighted by these.

    Returns
    -------
    float or ndarray of shape (n_outputs,)
        In [0, inf); 0 is best.

    Raises
    ------
    ValueError
        If columns differ in length or in outputs, or hold anything but finite numbers;
        if ``delta`` is not above 0.

    See Also
    --------
    huber_loss : the piecewise loss.

    Notes
    -----
    The formula loses all digits for errors of 1e-8 times ``delta``. The value is
    computed as e² divided by the root plus 1, which is the same number.

    References
    ----------
    .. [1] R. Hartley and A. Zisserman, "Multiple View Geometry in Computer Vision",
       Cambridge University Press, 2003, app. 6.8.

    Examples
    --------
    >>> from fastmetrics import pseudo_huber_loss
    >>> round(pseudo_huber_loss([1.0, 2.0, 4.0], [1.5, 2.0, 8.0]), 4)
    1.0804
    """
    return Loss(kinds.PSEUDO_HUBER, _positive(delta, "delta"))


@row_loss
def log_cosh_error() -> Loss:
    r"""Mean log-cosh error.

    .. math:: \frac{1}{n} \sum_i \ln \cosh(\hat y_i - y_i)

    For small errors it is half of the square, for large errors the size minus ln 2.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,) or (n_samples, n_outputs)
        Observed numbers.
    y_pred : array_like of shape (n_samples,) or (n_samples, n_outputs)
        Predicted numbers.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    multioutput : "raw_values", "uniform_average" or array_like of shape (n_outputs,)
        With several outputs: a value for each, the default their mean, or their mean
        weighted by these.

    Returns
    -------
    float or ndarray of shape (n_outputs,)
        In [0, inf); 0 is best.

    Raises
    ------
    ValueError
        If columns differ in length or in outputs, or hold anything but finite numbers.

    See Also
    --------
    pseudo_huber_loss : with a parameter for the transition.

    Notes
    -----
    The formula overflows for errors of 711 and loses all digits at 1e-8. The value is
    computed by a series up to 1, and beyond as the size minus ln 2 with a correction.

    References
    ----------
    .. [1] R. Neuneier and H. G. Zimmermann, "How to train neural networks", in Neural
       Networks: Tricks of the Trade, Springer, 1998.

    Examples
    --------
    >>> from fastmetrics import log_cosh_error
    >>> round(log_cosh_error([1.0, 2.0, 4.0], [1.5, 2.0, 8.0]), 4)
    1.1424
    """
    return Loss(kinds.LOG_COSH)


@row_loss
def linex_loss(*, a: float = -1.0, b: float = 1.0) -> Loss:
    r"""Mean LINEX loss: exponential in errors of one sign, linear in the other sign.

    .. math:: \frac{1}{n} \sum_i b (e^{z_i} - z_i - 1),
              \quad z_i = a (y_i - \hat y_i)

    With a negative ``a`` predictions that are too high cost more.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,) or (n_samples, n_outputs)
        Observed numbers.
    y_pred : array_like of shape (n_samples,) or (n_samples, n_outputs)
        Predicted numbers.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    a : float, default -1.0
        Steepness, per unit of the numbers; not 0. Its sign determines which
        errors cost more: if it is positive, errors of predictions that are too low.
    b : float, default 1.0
        Factor of the loss, above 0.
    multioutput : "raw_values", "uniform_average" or array_like of shape (n_outputs,)
        With several outputs: a value for each, the default their mean, or their mean
        weighted by these.

    Returns
    -------
    float or ndarray of shape (n_outputs,)
        In [0, inf); 0 is best. Infinite where the exponential overflows.

    Raises
    ------
    ValueError
        If columns differ in length or in outputs, or hold anything but finite numbers;
        if ``a`` is 0 or ``b`` is not above 0.

    See Also
    --------
    mean_pinball_loss : linear in the errors of both signs.

    References
    ----------
    .. [1] H. R. Varian, "A Bayesian approach to real estate assessment", in Studies in
       Bayesian Econometrics and Statistics, North-Holland, 1975.

    Examples
    --------
    >>> from fastmetrics import linex_loss
    >>> round(linex_loss([1.0, 2.0, 4.0], [2.0, 2.0, 3.0]), 4)
    0.3621
    """
    slope = number(a, "a")
    if not math.isfinite(slope) or slope == 0:
        raise ValueError(f"a must be finite and other than 0, got {shown(a)}.")
    return Loss(kinds.LINEX, slope, _positive(b, "b"))


def _positive(value: float, name: str) -> float:
    found = number(value, name)
    if not 0 < found < math.inf:
        raise ValueError(f"{name} must be finite and above 0, got {shown(value)}.")
    return found


@pair_formula
def median_absolute_error(pair: NumberPair) -> Any:
    r"""Median absolute error.

    .. math:: \operatorname{median}_i |\hat y_i - y_i|

    Parameters
    ----------
    y_true : array_like of shape (n_samples,) or (n_samples, n_outputs)
        Observed numbers.
    y_pred : array_like of shape (n_samples,) or (n_samples, n_outputs)
        Predicted numbers.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    multioutput : "raw_values", "uniform_average" or array_like of shape (n_outputs,)
        With several outputs: a value for each, the default their mean, or their mean
        weighted by these.

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
    error_quantiles : other quantiles of the errors, signed or absolute.
    mean_absolute_error : their mean, which few large errors can dominate.

    Notes
    -----
    For an even number of rows it is the mean of the two middle errors. With weights it
    is the averaged inverse of the distribution function, as in scikit-learn: the first
    error with at least half of the weight up to it, or the mean of it and the next
    error if that weight is exactly half. Equal weights change nothing. Unlike in
    scikit-learn, each cumulative weight is rounded once, and weights are relative to
    their sum, even if it is very small.

    Without a full sort: rows near the median of a sample are selected in one pass. O(n)
    time, and memory for about 7 % of the errors.

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
    return pair_quantiles(pair, (0.5,), ABSOLUTE_ERROR)[0]


@pair_formula
def median_squared_error(pair: NumberPair) -> Any:
    r"""Median squared error.

    .. math:: \operatorname{median}_i (\hat y_i - y_i)^2

    Parameters
    ----------
    y_true : array_like of shape (n_samples,) or (n_samples, n_outputs)
        Observed numbers.
    y_pred : array_like of shape (n_samples,) or (n_samples, n_outputs)
        Predicted numbers.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    multioutput : "raw_values", "uniform_average" or array_like of shape (n_outputs,)
        With several outputs: a value for each, the default their mean, or their mean
        weighted by these.

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
    median_absolute_error : in the unit of the data; for an odd number of rows, its
        square is this value.
    mean_squared_error : the mean, which few large errors can dominate.

    Notes
    -----
    Weights and even numbers of rows are treated as in `median_absolute_error`, and the
    rows are selected in the same way.

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
    return pair_quantiles(pair, (0.5,), ABSOLUTE_ERROR, squared=True)[0]


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
        Levels of the quantiles, each in [0, 1], in any order.
    absolute : bool, default=True
        If False, quantiles of ``y_pred - y_true``, which is above 0 if the prediction
        was too high, instead of the magnitude of the errors.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float, or ndarray of float64 of shape (n_quantiles,)
        In the unit of the numbers; absolute errors are in [0, inf), and lower is
        better. Their median is `median_absolute_error`.

    Raises
    ------
    ValueError
        If lengths differ, there are no rows, several outputs, a number that is NaN or
        infinite, or a quantile outside [0, 1].

    See Also
    --------
    median_absolute_error : the median, also for several outputs.

    Notes
    -----
    The sample quantile is NumPy's method ``"averaged_inverted_cdf"``, definition 2 of
    Hyndman and Fan. NumPy's default interpolates between the two neighbours instead.
    The proportion q of the weight is rounded to the nearest double before it is
    compared, so 0.9 of ten rows are nine.

    Without a full sort: rows near the quantiles of a sample are selected in one pass,
    or in a few passes for many quantiles.

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
