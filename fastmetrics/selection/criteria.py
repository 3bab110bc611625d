"""Information criteria, penalties on the weights of a model, and norms of weights."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Literal, overload

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import is_one_of, nonnegative, number, warn
from fastmetrics._inputs.number_pairs import check_shapes, plain, quantity
from fastmetrics._kernels.errors import OF_ERRORS
from fastmetrics._kernels.sums import sum_f64
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.regression.measuring.error_sums import read_errors

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.metrics.regression.definitions import (
        ObservedNumbers,
        PredictedNumbers,
    )

    Floats = NDArray[np.float64]


Sign = Literal["deviance", "schwarz"]
CONVENTIONS = ("deviance", "schwarz")
_LN_2_PI = math.log(2 * math.pi)
# Values beyond the range of floats are infinite, and their differences NaN.
_QUIET: dict[str, Any] = {"over": "ignore", "invalid": "ignore"}


@overload
def aic(
    log_likelihood: float, n_parameters: float, *, convention: Sign = "deviance"
) -> float: ...
@overload
def aic(
    log_likelihood: ArrayLike, n_parameters: ArrayLike, *, convention: Sign = "deviance"
) -> float | Floats: ...
def aic(
    log_likelihood: ArrayLike, n_parameters: ArrayLike, *, convention: Sign = "deviance"
) -> float | Floats:
    r"""Akaike information criterion (AIC).

    .. math:: \mathrm{AIC} = 2K - 2 \ln L

    Parameters
    ----------
    log_likelihood : float or array_like
        The natural logarithm of the likelihood that the model reaches on the data that
        it was fitted to; one, or one for each model.
    n_parameters : float or array_like
        How many parameters were estimated, K, the scale of the errors among them: 0 or
        more.
    convention : {"deviance", "schwarz"}, default="deviance"
        "deviance": as above, lower is better. "schwarz": with the sign turned,
        :math:`2 \ln L - 2K`, higher is better.

    Returns
    -------
    float or ndarray
        Any sign, in units of twice the log-likelihood; lower is better, for "schwarz"
        higher. Only differences between models of the same data mean anything.

    Raises
    ------
    ValueError
        If a log-likelihood is NaN, a number of parameters is negative or not finite,
        shapes differ, or ``convention`` is unknown.
    TypeError
        If a parameter is not made of numbers.

    See Also
    --------
    aicc : corrected for few rows.
    bic : a stronger penalty.

    Notes
    -----
    Some texts turn the sign (``convention="schwarz"``), or leave out the factor 2. R's
    ``AIC`` and statsmodels have the sign of this one.
    ``statsmodels.tools.eval_measures.aic`` is this; statsmodels' ``aic_sigma`` takes
    the variance of the errors for the likelihood and is another number.

    References
    ----------
    .. [1] H. Akaike, "A new look at the statistical model identification", IEEE
       Transactions on Automatic Control 19(6), 1974, 716-723.

    Examples
    --------
    >>> from fastmetrics import aic
    >>> aic(-120.5, 3)
    247.0
    >>> aic([-120.5, -119.25], [3, 4])
    array([247. , 246.5])
    >>> aic(-120.5, 3, convention="schwarz")
    -247.0
    """
    sign = _sign(convention)
    likelihood, k = _fitted(log_likelihood, n_parameters)
    with np.errstate(**_QUIET):
        return plain(sign * (2 * k - 2 * likelihood))


@overload
def aicc(log_likelihood: float, n_parameters: float, n_samples: float) -> float: ...
@overload
def aicc(
    log_likelihood: ArrayLike, n_parameters: ArrayLike, n_samples: ArrayLike
) -> float | Floats: ...
def aicc(
    log_likelihood: ArrayLike, n_parameters: ArrayLike, n_samples: ArrayLike
) -> float | Floats:
    r"""Corrected Akaike information criterion (AICc), for small samples.

    .. math:: \mathrm{AICc} = 2K - 2 \ln L + \frac{2K(K + 1)}{n - K - 1}

    Parameters
    ----------
    log_likelihood : float or array_like
        The natural logarithm of the likelihood that the model reaches on the data that
        it was fitted to; one, or one for each model.
    n_parameters : float or array_like
        How many parameters were estimated, K, the scale of the errors among them: 0 or
        more.
    n_samples : float or array_like
        Number of rows that the model was fitted to, n: 1 or more.

    Returns
    -------
    float or ndarray
        As `aic`, which it approaches as n grows. ``inf`` if n <= K + 1, its limit.

    Raises
    ------
    ValueError
        If a log-likelihood is NaN, a number of parameters or rows is too small or not
        finite, or shapes differ.
    TypeError
        If a parameter is not made of numbers.

    See Also
    --------
    aic : without the correction.

    Notes
    -----
    The correction is exact for linear models with normal errors; it is advised where n
    is less than some 40 K. The sign is the same as in `aic`; some texts reverse it.

    References
    ----------
    .. [1] C. M. Hurvich and C.-L. Tsai, "Regression and time series model selection in
       small samples", Biometrika 76(2), 1989, 297-307.

    Examples
    --------
    >>> from fastmetrics import aicc
    >>> aicc(-120.5, 3, 16)
    249.0
    >>> aicc(-120.5, 3, 4)
    inf
    """
    likelihood, k, n = _fitted(log_likelihood, n_parameters, n_samples)
    left = n - k - 1
    enough = left > 0
    with np.errstate(**_QUIET):
        correction = 2 * k * (k + 1) / np.where(enough, left, 1.0)
        return plain(np.where(enough, 2 * k - 2 * likelihood + correction, math.inf))


@overload
def bic(
    log_likelihood: float,
    n_parameters: float,
    n_samples: float,
    *,
    convention: Sign = "deviance",
) -> float: ...
@overload
def bic(
    log_likelihood: ArrayLike,
    n_parameters: ArrayLike,
    n_samples: ArrayLike,
    *,
    convention: Sign = "deviance",
) -> float | Floats: ...
def bic(
    log_likelihood: ArrayLike,
    n_parameters: ArrayLike,
    n_samples: ArrayLike,
    *,
    convention: Sign = "deviance",
) -> float | Floats:
    r"""Bayesian information criterion (BIC) of Schwarz.

    .. math:: \mathrm{BIC} = K \ln n - 2 \ln L

    Parameters
    ----------
    log_likelihood : float or array_like
        The natural logarithm of the likelihood that the model reaches on the data that
        it was fitted to; one, or one for each model.
    n_parameters : float or array_like
        How many parameters were estimated, K, the scale of the errors among them: 0 or
        more.
    n_samples : float or array_like
        Number of rows that the model was fitted to, n: 1 or more.
    convention : {"deviance", "schwarz"}, default="deviance"
        "deviance": as above, lower is better. "schwarz": with the sign turned,
        :math:`2 \ln L - K \ln n`, higher is better.

    Returns
    -------
    float or ndarray
        Any sign; lower is better, for "schwarz" higher. Only differences between models
        of the same data mean anything: half of one is about the logarithm of the Bayes
        factor.

    Raises
    ------
    ValueError
        If a log-likelihood is NaN, a number of parameters or rows is too small or not
        finite, shapes differ, or ``convention`` is unknown.
    TypeError
        If a parameter is not made of numbers.

    See Also
    --------
    aic : a penalty that does not grow with the rows.
    hqic : one between the two.

    Notes
    -----
    Schwarz himself writes :math:`\ln L - \tfrac12 K \ln n`, which is −½ of it and
    higher for better models; with the sign turned it is twice that, as mclust shows it.

    References
    ----------
    .. [1] G. Schwarz, "Estimating the dimension of a model", The Annals of Statistics
       6(2), 1978, 461-464.

    Examples
    --------
    >>> from fastmetrics import bic
    >>> round(bic(-120.5, 3, 100), 6)
    254.815511
    >>> round(bic(-120.5, 3, 100, convention="schwarz"), 6)
    -254.815511
    """
    sign = _sign(convention)
    likelihood, k, n = _fitted(log_likelihood, n_parameters, n_samples)
    with np.errstate(**_QUIET):
        return plain(sign * (k * np.log(n) - 2 * likelihood))


@overload
def hqic(log_likelihood: float, n_parameters: float, n_samples: float) -> float: ...
@overload
def hqic(
    log_likelihood: ArrayLike, n_parameters: ArrayLike, n_samples: ArrayLike
) -> float | Floats: ...
def hqic(
    log_likelihood: ArrayLike, n_parameters: ArrayLike, n_samples: ArrayLike
) -> float | Floats:
    r"""Hannan–Quinn information criterion (HQIC).

    .. math:: \mathrm{HQIC} = 2K \ln \ln n - 2 \ln L

    Parameters
    ----------
    log_likelihood : float or array_like
        The natural logarithm of the likelihood that the model reaches on the data that
        it was fitted to; one, or one for each model.
    n_parameters : float or array_like
        How many parameters were estimated, K, the scale of the errors among them: 0 or
        more.
    n_samples : float or array_like
        Number of rows that the model was fitted to, n: 1 or more.

    Returns
    -------
    float or ndarray
        Any sign; lower is better. Only differences between models of the same data mean
        anything. NaN of one row.

    Raises
    ------
    ValueError
        If a log-likelihood is NaN, a number of parameters or rows is too small or not
        finite, or shapes differ.
    TypeError
        If a parameter is not made of numbers.

    Warns
    -----
    UndefinedMetricWarning
        If there is one row only: ln ln 1 is minus infinity.

    See Also
    --------
    aic : a penalty that does not grow with the rows.
    bic : one that grows faster.

    Notes
    -----
    For two rows ln ln n is negative, which rewards parameters. The sign is the same as
    in `aic`; some texts divide by n, as the authors do.

    References
    ----------
    .. [1] E. J. Hannan and B. G. Quinn, "The determination of the order of an
       autoregression", Journal of the Royal Statistical Society B 41(2), 1979, 190-195.

    Examples
    --------
    >>> from fastmetrics import hqic
    >>> round(hqic(-120.5, 3, 100), 6)
    250.163078
    """
    likelihood, k, n = _fitted(log_likelihood, n_parameters, n_samples)
    several = n > 1
    if not several.all():
        warn(
            "n_samples is 1, so the Hannan-Quinn criterion is undefined (ln ln 1) and "
            "returned as NaN.",
            UndefinedMetricWarning,
        )
    with np.errstate(**_QUIET):
        penalty = 2 * k * np.log(np.log(np.where(several, n, 3.0)))
        return plain(np.where(several, penalty - 2 * likelihood, math.nan))


def gaussian_log_likelihood(
    y_true: ObservedNumbers, y_pred: PredictedNumbers, *, scale: float | None = None
) -> float:
    r"""Gaussian log-likelihood of predictions, with errors of one scale.

    .. math:: \ln L = -\frac{n}{2} \left(\ln(2 \pi \sigma^2)
              + \frac{\mathrm{MSE}}{\sigma^2}\right)

    Parameters
    ----------
    y_true : array_like of shape (n_samples,), or ErrorSums
        Observed numbers, finite; or the sums of both columns, of rows without weights.
    y_pred : array_like of shape (n_samples,)
        Predicted numbers, finite. None with ErrorSums.
    scale : float, optional
        The standard deviation of the errors, :math:`\sigma`, positive. By default the
        most likely one, of which the square is the mean squared error: one more
        parameter that was estimated.

    Returns
    -------
    float
        Any sign; higher is better. ``inf`` where all predictions are right and the
        scale is estimated.

    Raises
    ------
    ValueError
        On empty, NaN, infinite or mismatched input, several columns, sums of weighted
        rows, and if the scale is not positive and finite.
    TypeError
        If another argument is given with ErrorSums, or the scale is not a number.

    See Also
    --------
    aic, aicc, bic, hqic : criteria computed from it.

    Notes
    -----
    It is R's ``logLik`` of a linear model and statsmodels' ``llf``. Some texts leave
    out the terms that are the same for all models, as in :math:`-\frac n2 \ln
    \mathrm{MSE}`. Differences between models of the same data do not change.

    References
    ----------
    .. [1] K. P. Burnham and D. R. Anderson, "Model Selection and Multimodel Inference",
       2nd edition, Springer, 2002, section 1.2.2.

    Examples
    --------
    >>> from fastmetrics import aic, gaussian_log_likelihood
    >>> likelihood = gaussian_log_likelihood([3.0, 1.0, 2.0], [2.5, 1.5, 2.0])
    >>> round(likelihood, 4)
    -1.5692
    >>> round(aic(likelihood, 3), 4)
    9.1384
    """
    of, outputs, rows = read_errors(y_true, y_pred, OF_ERRORS)
    if outputs.k > 1:
        raise ValueError(f"y_true must have one column, got {outputs.k}.")
    n = float(of.weight[0])
    if of.sums["w2"][0] != n or of.n != rows:
        raise ValueError("y_true must be sums of rows without weights.")
    # The mean squared error may be beyond the floats, its root is not.
    root = float(of.unscaled(np.sqrt(of.sums["e2"] / of.weight), 2)[0])
    if scale is None:
        if not root:
            return math.inf
        return -n / 2 * (_LN_2_PI + 2 * math.log(root) + 1)
    sigma = number(scale, "scale")
    if not 0 < sigma < math.inf:
        raise ValueError(f"scale must be positive and finite, got {shown(scale)}.")
    with np.errstate(over="ignore"):
        distance = float(np.square(np.float64(root) / sigma))
    return -n / 2 * (_LN_2_PI + 2 * math.log(sigma) + distance)


def _sign(convention: str) -> int:
    """Return 1 if better fits have lower values, and -1 if they have higher values."""
    if not is_one_of(convention, CONVENTIONS):
        raise ValueError(
            f"convention must be one of {CONVENTIONS}, got {shown(convention)}."
        )
    return 1 if convention == "deviance" else -1


def _fitted(
    log_likelihood: ArrayLike, n_parameters: ArrayLike, *n_samples: ArrayLike
) -> list[NDArray[Any]]:
    """Return log-likelihood, number of parameters, and number of rows if given."""
    numbers_by_name = {
        "log_likelihood": quantity(log_likelihood, "log_likelihood"),
        "n_parameters": quantity(n_parameters, "n_parameters"),
    }
    if n_samples:
        numbers_by_name["n_samples"] = quantity(n_samples[0], "n_samples")
    if np.isnan(numbers_by_name["log_likelihood"]).any():
        raise ValueError("log_likelihood must not be NaN.")
    for name, least in (("n_parameters", 0), ("n_samples", 1)):
        numbers = numbers_by_name.get(name)
        if numbers is None:
            continue
        wrong = ~((numbers >= least) & (numbers < math.inf))
        if wrong.any():
            raise ValueError(
                f"{name} must be finite and at least {least}, got {numbers[wrong][0]}."
            )
    check_shapes(**numbers_by_name)
    return [*numbers_by_name.values()]


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
    For a matrix these are norms of its entries: with p = 2 the Frobenius norm, not the
    spectral norm of ``numpy.linalg.norm(w, 2)``. The largest size is taken out of the
    sum, which neither overflows nor vanishes.

    For p below 1 the triangle inequality fails: the norm of [1, 1] with p = ½ is 4, and
    the norms of its two parts add up to 2. What holds is :math:`\lVert v + w \rVert_p
    \le 2^{1/p - 1} (\lVert v \rVert_p + \lVert w \rVert_p)`, which makes it a
    quasi-norm [2]_. Its unit ball, all weights of norm 1 or less, is not convex: it has
    its corners on the axes and bends inward between them (docs/conventions.md has a
    picture). A penalty therefore favours weights of 0 even more than the lasso, and may
    have several local minima. As p falls to 0, the sum of the powers comes to the
    number of weights that are not 0.

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
