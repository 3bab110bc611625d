"""Agreement of predicted with observed numbers, and decompositions of the mean loss."""

from __future__ import annotations

from math import frexp, inf
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.arrays import (
    ScoreDecomposition,
    parts_of,
    pool_steps,
    sort_pairs,
)
from fastmetrics._common.names import shown
from fastmetrics._common.options import is_one_of, number
from fastmetrics._inputs.number_pairs import NumberPair, read_numbers
from fastmetrics._kernels.errors import OF_ERRORS, OF_PREDICTIONS, OF_TRUTH
from fastmetrics._kernels.sums import sum_f64, sum_products_f64
from fastmetrics.metrics.regression.definitions import error_formula
from fastmetrics.metrics.regression.formulas.totals import PRED, TRUE, ErrorTotals
from fastmetrics.metrics.regression.measuring.correlations import order_keys

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.metrics.regression.definitions import GuptaVariant, MeanLoss


VARIANTS = ("2009", "2012")
_GROUPS = OF_ERRORS | OF_TRUTH | OF_PREDICTIONS


@error_formula(
    _GROUPS, "both columns are one constant, or there are no more rows than ddof"
)
def concordance_correlation_coefficient(of: ErrorTotals, *, ddof: float = 0) -> Any:
    r"""Lin's concordance correlation coefficient: agreement with the line of identity.

    .. math:: \rho_c = \frac{2 s_{y \hat y}}
              {s_y^2 + s_{\hat y}^2 + (\bar y - \bar{\hat y})^2}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,) or (n_samples, n_outputs), or ErrorSums
        Observed numbers; or the sums of both columns.
    y_pred : array_like of the same shape
        Predicted numbers. None with ErrorSums.
    ddof : float, default=0
        Variances and the covariance are divided by the number of rows minus ddof: 0, as
        in Lin's paper, or 1. With weights the number of rows is the effective number,
        (Σw)² / Σw².
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    multioutput : "raw_values", "uniform_average" or array_like of shape (n_outputs,)
        With several outputs: a value for each, the default their mean, or their mean
        weighted by these.

    Returns
    -------
    float or ndarray of shape (n_outputs,)
        In [-1, 1]; 1 is best, and only for correct predictions. 0 without correlation.
        NaN if both columns are the same constant.

    Raises
    ------
    ValueError
        If shapes differ, there are no rows, a number is NaN or infinite, or ``ddof`` is
        negative.
    TypeError
        If another argument is given with ErrorSums, or an option is of the wrong type.

    Warns
    -----
    UndefinedMetricWarning
        If both columns are the same constant, or there are at most ``ddof`` rows.

    See Also
    --------
    kling_gupta_efficiency : also combines correlation, spread and bias.
    r2_score : the proportion of variance explained.

    Notes
    -----
    It is Pearson's correlation times a factor of at most 1 for bias and difference in
    spread. yardstick's ``ccc`` takes ``ddof=1`` by default, and 0 with ``bias = TRUE``.

    O(n) time, one pass over arrays read in place, in double precision whatever their
    dtype.

    References
    ----------
    .. [1] L. I.-K. Lin, "A concordance correlation coefficient to evaluate
       reproducibility", Biometrics 45(1), 1989, 255-268.

    Examples
    --------
    >>> from fastmetrics import concordance_correlation_coefficient
    >>> y_true = [3.0, -0.5, 2.0, 7.0]
    >>> y_pred = [2.5, 0.0, 2.0, 8.0]
    >>> round(concordance_correlation_coefficient(y_true, y_pred), 4)
    0.9768
    """
    freedom = number(ddof, "ddof")
    if not 0 <= freedom < inf:
        raise ValueError(f"ddof must be finite and at least 0, got {shown(ddof)}.")
    with np.errstate(all="ignore"):
        true, pred, error = _factors(of)
        times: Any = 1.0
        if freedom != 0:  # squares of weights may leave the range
            size = of.weight * (of.weight / of.sums["w2"])
            times = np.where(size > freedom, size / (size - freedom), np.nan)
        squares = of.centred("t2", "t") * true**2 + of.centred("q2", "q") * pred**2
        bias = of.sums["e"] / of.weight * error
        apart = times * squares + of.weight * np.square(bias)
        found = 2 * times * (_product(of) * true * pred) / apart
        return np.where(apart > 0, np.clip(found, -1.0, 1.0), np.nan)


@error_formula(_GROUPS, "all numbers of a column are 0")
def cosine_similarity(of: ErrorTotals) -> Any:
    r"""Cosine similarity of two columns, each taken as one vector.

    .. math:: \frac{\sum_i w_i y_i \hat y_i}
              {\sqrt{\sum_i w_i y_i^2 \sum_i w_i \hat y_i^2}}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,) or (n_samples, n_outputs), or ErrorSums
        Observed numbers; or the sums of both columns.
    y_pred : array_like of the same shape
        Predicted numbers. None with ErrorSums.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    multioutput : "raw_values", "uniform_average" or array_like of shape (n_outputs,)
        With several outputs: a value for each, the default their mean, or their mean
        weighted by these.

    Returns
    -------
    float or ndarray of shape (n_outputs,)
        In [-1, 1]; 1 is best: predictions are a positive multiple of the observations.
        0 for orthogonal columns. NaN if a column is all 0.

    Raises
    ------
    ValueError
        If shapes differ, there are no rows, or a number is NaN or infinite.
    TypeError
        If another argument is given with ErrorSums.

    Warns
    -----
    UndefinedMetricWarning
        If all numbers of a column are 0.

    See Also
    --------
    pearson_r : the same for deviations from the means.
    concordance_correlation_coefficient : also depends on the size of predictions.
    intra_list_similarity : similarity of the vectors of recommended items.

    Notes
    -----
    A wrong scale of the predictions does not change it, but a shift does. Columns far
    from 0 have a value near 1 even without association. Use it for vectors with a
    meaningful 0, such as spectra, amounts and embeddings.

    It is 1 - ``scipy.spatial.distance.cosine``, weights included. scikit-learn's
    ``cosine_similarity`` compares all rows of two matrices:
    ``cosine_similarity([y_true], [y_pred])[0, 0]`` is this number. torchmetrics'
    ``CosineSimilarity`` compares rows, which are columns here:
    ``cosine_similarity(y_true.T, y_pred.T)`` is its ``reduction="mean"``.

    O(n) time, one pass over arrays read in place, in double precision whatever their
    dtype; values near the ends of the range are scaled.

    References
    ----------
    .. [1] G. Salton and M. J. McGill, "Introduction to Modern Information Retrieval",
       McGraw-Hill, 1983, section 4.1.

    Examples
    --------
    >>> from fastmetrics import cosine_similarity
    >>> cosine_similarity([3.0, 4.0], [4.0, 3.0])
    0.96
    >>> cosine_similarity([3.0, 4.0], [30.0, 40.0])
    1.0
    """
    with np.errstate(all="ignore"):
        true, pred = of.scaled_mean_true, of.scaled_mean_pred
        of_true = of.centred("t2", "t") + of.weight * true * true
        of_pred = of.centred("q2", "q") + of.weight * pred * pred
        product = _product(of) + of.weight * true * pred
        # Quotients of one another's own are 1 if columns are multiples.
        size = np.sqrt(product / of_true * (product / of_pred))
        known = (of_true > 0) & (of_pred > 0)
        found = np.copysign(np.minimum(size, 1.0), product)
        return np.where(known, found, np.nan)


@error_formula(_GROUPS, "a column is constant, or a mean in a divisor is 0")
def kling_gupta_efficiency(of: ErrorTotals, *, variant: GuptaVariant = "2009") -> Any:
    r"""Kling–Gupta efficiency, from correlation, variability and bias.

    .. math:: 1 - \sqrt{(r - 1)^2 + (\alpha - 1)^2 + (\beta - 1)^2},\qquad
              \alpha = \frac{\sigma_{\hat y}}{\sigma_y},\quad
              \beta = \frac{\mu_{\hat y}}{\mu_y}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,) or (n_samples, n_outputs), or ErrorSums
        Observed numbers; or the sums of both columns.
    y_pred : array_like of the same shape
        Predicted numbers. None with ErrorSums.
    variant : {"2009", "2012"}, default="2009"
        Whether :math:`\alpha` is the ratio of the standard deviations, as above, or of
        the coefficients of variation, :math:`\sigma_{\hat y} \mu_y / (\sigma_y
        \mu_{\hat y})`, which does not depend on the bias.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    multioutput : "raw_values", "uniform_average" or array_like of shape (n_outputs,)
        With several outputs: a value for each, the default their mean, or their mean
        weighted by these.

    Returns
    -------
    float or ndarray of shape (n_outputs,)
        In (-inf, 1]; 1 is best. NaN if it is not defined.

    Raises
    ------
    ValueError
        If shapes differ, there are no rows, a number is NaN or infinite, or the variant
        is unknown.
    TypeError
        If another argument is given with ErrorSums, or an option is of the wrong type.

    Warns
    -----
    UndefinedMetricWarning
        If a column is constant or the mean of ``y_true`` is 0; in the variant of 2012
        also if the mean of ``y_pred`` is 0.

    See Also
    --------
    r2_score : with ``force_finite=False`` the Nash-Sutcliffe efficiency.
    concordance_correlation_coefficient : also combines correlation, spread and bias.

    Notes
    -----
    For constant predictions the correlation and the efficiency are undefined. With
    r = 0, as in other packages, predicting the mean of ``y_true`` gives
    :math:`1 - \sqrt 2`, which a useful model must exceed [3]_. The divisor is a mean,
    so the value depends on the origin: use it for amounts, not for temperatures.

    O(n) time, one pass over arrays read in place, in double precision whatever their
    dtype.

    References
    ----------
    .. [1] H. V. Gupta, H. Kling, K. K. Yilmaz and G. F. Martinez, "Decomposition of the
       mean squared error and NSE performance criteria: Implications for improving
       hydrological modelling", Journal of Hydrology 377, 2009, 80-91.
    .. [2] H. Kling, M. Fuchs and M. Paulin, "Runoff conditions in the upper Danube
       basin under an ensemble of climate change scenarios", Journal of Hydrology
       424-425, 2012, 264-277.
    .. [3] W. J. M. Knoben, J. E. Freer and R. A. Woods, "Technical note: Inherent
       benchmark or not? Comparing Nash-Sutcliffe and Kling-Gupta efficiency scores",
       Hydrology and Earth System Sciences 23, 2019, 4323-4331.

    Examples
    --------
    >>> from fastmetrics import kling_gupta_efficiency
    >>> y_true = [3.0, 0.5, 2.0, 7.0]
    >>> y_pred = [2.5, 1.0, 2.0, 8.0]
    >>> round(kling_gupta_efficiency(y_true, y_pred), 4)
    0.8452
    >>> round(kling_gupta_efficiency(y_true, y_pred, variant="2012"), 4)
    0.9055
    """
    if not is_one_of(variant, VARIANTS) or variant is None:
        raise ValueError(f"variant must be one of {VARIANTS}, got {shown(variant)}.")
    of_true, of_pred = of.centred("t2", "t"), of.centred("q2", "q")
    mean_true, mean_pred = of.mean_true, of.mean_pred
    with np.errstate(all="ignore"):
        product = _product(of)
        # Quotients of one another's own are 1 if predictions are right.
        r = np.copysign(np.sqrt(product / of_true * (product / of_pred)), product)
        spread = np.sqrt(of_pred / of_true) * of.ratio_of_scales(PRED, TRUE)
        mean = mean_pred / mean_true
        known = (of_true > 0) & (of_pred > 0) & (mean_true != 0)
        if variant == "2012":
            spread = spread / mean
            known &= mean_pred != 0
        away = np.hypot(np.hypot(r - 1, spread - 1), mean - 1)
        return np.where(known, 1 - away, np.nan)


def _factors(of: ErrorTotals) -> Any:
    """Factors that bring y, p and e to the scale of the largest of them.

    What does not vary, or is 0 throughout, has no scale to count.
    """
    if of.scales is None:
        return 1.0, 1.0, 1.0
    squares = np.stack([of.sums[name] for name in ("t2", "q2", "e2")])
    scales = np.where(squares > 0, of.scales, np.inf)
    return scales.min(axis=0) / scales


def _product(of: ErrorTotals) -> Any:
    """Return the sum of products of y and p about their means."""
    return of.sums["tq"] - of.sums["t"] * (of.sums["q"] / of.weight)


# Squares of numbers outside this range may overflow or vanish.
_LEAST, _MOST = 1e-140, 1e140
# Quotients are clipped to this range, in which logarithms are finite.
_TINIEST, _LARGEST = np.finfo(np.float64).smallest_subnormal, np.finfo(np.float64).max


def error_decomposition(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    loss: MeanLoss = "squared",
    sample_weight: ArrayLike | None = None,
) -> ScoreDecomposition:
    r"""Split a mean loss into miscalibration, discrimination and uncertainty.

    With :math:`\bar S(x)` the mean loss of predictions :math:`x`, :math:`c` the
    predictions recalibrated by isotonic regression of :math:`y` on them and
    :math:`\bar y` the mean of all:

    .. math:: \bar S(\hat y) = \underbrace{\bar S(\hat y) - \bar S(c)}_{\mathrm{MCB}}
              - \underbrace{(\bar S(\bar y) - \bar S(c))}_{\mathrm{DSC}}
              + \underbrace{\bar S(\bar y)}_{\mathrm{UNC}}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        Observed numbers, finite; 0 or more with the Poisson deviance, above 0 with the
        gamma deviance.
    y_pred : array_like of shape (n_samples,)
        Predicted means, finite. Above 0 with either deviance.
    loss : {"squared", "poisson", "gamma"}, default="squared"
        The squared error, or the unit deviance of the Poisson or the gamma
        distribution: :math:`2 (y \ln(y / \hat y) - y + \hat y)` or :math:`2 (\ln(\hat y
        / y) + y / \hat y - 1)`. The expectation of all three is lowest for the mean.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    ScoreDecomposition
        Named tuple ``(score, miscalibration, discrimination, uncertainty)``, in the
        unit of the loss; none is negative. Discrimination is 0 for constant
        predictions, and equals the uncertainty if equal predictions have equal outcomes
        that increase with the predictions.

    Raises
    ------
    ValueError
        On empty, NaN, infinite or mismatched input, on numbers that have no such loss,
        and if the loss is unknown.

    See Also
    --------
    score_decomposition : the same for probabilities.

    Notes
    -----
    For the squared error the uncertainty is the variance of ``y_true``; (discrimination
    - miscalibration) / uncertainty is then R². Miscalibration is above 0 also for
    calibrated predictions, because recalibration fits random outcomes; it has no
    interval. Bias², variance and noise, another decomposition of the mean squared
    error, describe many models, not one. O(n log n) time.

    References
    ----------
    .. [1] T. Dimitriadis, T. Gneiting and A. I. Jordan, "Stable reliability diagrams
       for probabilistic classifiers", Proceedings of the National Academy of Sciences
       118(8), 2021, e2016191118.
    .. [2] T. Gneiting and J. Resin, "Regression diagnostics meets forecast evaluation:
       conditional calibration, reliability diagrams, and coefficient of determination",
       Electronic Journal of Statistics 17(2), 2023, 3226-3286.

    Examples
    --------
    >>> from fastmetrics import error_decomposition
    >>> parts = error_decomposition([1.0, 3.0, 2.0, 6.0], [2.0, 3.0, 4.0, 5.0])
    >>> parts.score, parts.uncertainty
    (1.5, 3.5)
    >>> parts.miscalibration, parts.discrimination
    (1.375, 3.375)
    """
    if not is_one_of(loss, _LOSSES) or loss is None:
        raise ValueError(f"loss must be one of {(*_LOSSES,)}, got {shown(loss)}.")
    pair = read_numbers(y_true, y_pred, sample_weight=sample_weight)
    if not pair.is_column:
        raise ValueError(f"y_true and y_pred must have one column, got {pair.k}.")
    pair.check_finite()
    if loss == "squared":
        power = _tame(pair)
    else:
        power = 0
        _check_positive(pair, loss)
    of_rows = _LOSSES[loss]
    rows = recalibrate(pair, centred=loss == "squared")
    with np.errstate(over="ignore", under="ignore"):
        found = parts_of(
            *(
                rows.mean_of(of_rows(rows.true, one))
                for one in (rows.pred, rows.after, np.full_like(rows.pred, rows.mean))
            )
        )
        if not power:
            return found
        return ScoreDecomposition(*np.ldexp(found, 2 * power).tolist())


def _tame(pair: NumberPair) -> int:
    """Bring numbers whose squares are not in range near 1; return by which power."""
    columns = pair.true, pair.pred
    largest = max(max(float(x.max()), -float(x.min())) for x in columns)
    if _LEAST < largest < _MOST or not largest:
        return 0
    power = frexp(largest)[1]
    pair.true = np.ldexp(pair.true.astype(np.float64), -power)
    pair.pred = np.ldexp(pair.pred.astype(np.float64), -power)
    return power


def _check_positive(pair: NumberPair, loss: str) -> None:
    """Raise if a number has no deviance."""
    least = float(pair.true.min())
    if not (least > 0 or (loss == "poisson" and least == 0)):
        what = "not be negative" if loss == "poisson" else "be positive"
        raise ValueError(f"y_true must {what} with loss={loss!r}, got {least}.")
    least = float(pair.pred.min())
    if not least > 0:
        raise ValueError(f"y_pred must be positive with loss={loss!r}, got {least}.")


def _squares(y: NDArray[Any], x: NDArray[Any]) -> NDArray[Any]:
    return (y - x) ** 2


def _poisson(y: NDArray[Any], x: NDArray[Any]) -> NDArray[Any]:
    # Where a recalibrated prediction is 0, so are its outcomes, or nearly.
    some = (y > 0) & (x > 0)
    ratio = np.divide(y, x, out=np.ones_like(y), where=some)
    return 2 * (y * np.log(np.maximum(ratio, _TINIEST)) - y + x)


def _gamma(y: NDArray[Any], x: NDArray[Any]) -> NDArray[Any]:
    return 2 * (np.log(np.clip(x / y, _TINIEST, _LARGEST)) + y / x - 1)


_LOSSES = {"squared": _squares, "poisson": _poisson, "gamma": _gamma}


# --- numbers in the order of their predictions, and these made right on average


class Recalibrated(NamedTuple):
    """Rows with weight above 0, in descending order of the predictions.

    ``after`` are the predictions after isotonic regression of the observed numbers on
    the predictions, ``mean`` is the mean of the observed numbers.
    """

    true: NDArray[np.float64]
    pred: NDArray[np.float64]
    weights: NDArray[np.float64] | None
    after: NDArray[np.float64]
    mean: float

    def mean_of(self, losses: NDArray[np.float64]) -> float:
        """Return the mean loss of the rows."""
        if self.weights is None:
            return sum_f64(losses) / len(losses)
        return sum_products_f64(self.weights, losses) / sum_f64(self.weights)


def recalibrate(pair: NumberPair, *, centred: bool) -> Recalibrated:
    """Recalibrate the predictions of a column.

    With ``centred``, sums are over distances from the mean, so a large mean costs no
    digits. Otherwise they are over the numbers, which keeps the digits of small ones.
    """
    keys = order_keys(pair)[1]
    keys, rows = sort_pairs(~keys, np.arange(pair.n, dtype=np.uint64))
    order = rows.view(np.int64)
    weights = None if pair.weights is None else pair.weights[order]
    if weights is not None and not weights.all():
        kept = weights > 0
        keys, order, weights = keys[kept], order[kept], weights[kept]
    true = pair.true[order].astype(np.float64, copy=False)
    pred = pair.pred[order].astype(np.float64, copy=False)
    if weights is None:
        mean = sum_f64(true) / len(true)
    else:
        mean = sum_products_f64(weights, true) / sum_f64(weights)
    origin = mean if centred else 0.0
    starts = np.flatnonzero(np.append(True, keys[1:] != keys[:-1]))
    ends = np.append(starts[1:], len(keys))
    sums = true - origin
    if weights is None:
        totals = (ends - starts).astype(np.float64)
    else:
        sums *= weights
        totals = np.add.reduceat(weights, starts)
    if len(starts) < len(keys):
        sums = np.add.reduceat(sums, starts)
    blocks = pool_steps(sums, totals)
    sizes = np.diff(ends[blocks.ends - 1], prepend=0)
    after = np.repeat(origin + blocks.means, sizes)
    return Recalibrated(true, pred, weights, after, mean)
