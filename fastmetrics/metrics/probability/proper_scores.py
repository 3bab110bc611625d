"""Proper scores of class probabilities, and their decompositions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.arrays import ScoreDecomposition, parts_of
from fastmetrics._common.names import levels_of, listed, shown
from fastmetrics._common.options import check_flag, is_one_of
from fastmetrics._inputs.probabilities import (
    Probabilities,
    read_distributions,
    read_probabilities,
)
from fastmetrics._inputs.scores import sample_weights
from fastmetrics._kernels import distributions
from fastmetrics._kernels.sums import sum_products_f64
from fastmetrics.metrics.probability.formulas import BrierDecomposition, brier_parts
from fastmetrics.metrics.probability.measuring.bin_edges import (
    judged_column,
    split_sums,
)
from fastmetrics.metrics.probability.measuring.calibration_bins import (
    read_forecasts,
    summed_before,
)
from fastmetrics.metrics.probability.measuring.class_scores import (
    readable,
    row_mean,
    write_rows,
)

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._common.annotations import Label
    from fastmetrics.metrics.probability.measuring.calibration_bins import (
        Binned,
        BinStrategy,
        Outcomes,
        Probable,
        ProperLoss,
    )


@row_mean
def spherical_score(
    y_true: ArrayLike,
    y_proba: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    pos_label: Label | None = None,
    sample_weight: ArrayLike | None = None,
) -> NDArray[np.float64]:
    r"""Spherical score: mean normalised probability of the observed class.

    .. math:: \frac{1}{n} \sum_i \frac{p_{i, y_i}}{\sqrt{\sum_j p_{ij}^2}}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels: whole numbers, strings or bool.
    y_proba : array_like of shape (n_samples,) or (n_samples, n_classes)
        Probabilities in [0, 1]: of the positive class, or a column per class, the
        classes sorted.
    labels : array_like of shape (n_classes,), optional
        With a matrix: all classes there are. By default all that occur, sorted.
    pos_label : int, float, bool or str, optional
        The positive label of a column; by default 1 if the labels are in {0, 1} or
        {-1, 1}, else the larger number.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        In [0, 1], larger is better; 1 if all forecasts are certain and correct. A row
        of zeros scores 0.

    Raises
    ------
    ValueError
        If probabilities are not in [0, 1], the numbers of columns and classes differ,
        the positive class is ambiguous, labels are missing or not whole numbers,
        lengths differ, or weights are negative or all zero.

    Warns
    -----
    UserWarning
        If rows of a matrix do not sum to one.

    See Also
    --------
    log_loss, brier_score_loss : the other proper scores in common use.

    Notes
    -----
    The score is strictly proper: in expectation only the true probabilities attain the
    highest score. Some authors use one minus this score as a loss.

    References
    ----------
    .. [1] T. Gneiting and A. E. Raftery, "Strictly proper scoring rules, prediction,
       and estimation", Journal of the American Statistical Association 102, 2007,
       359-378, section 4.1 with alpha = 2.

    Examples
    --------
    >>> from fastmetrics import spherical_score
    >>> round(spherical_score([0, 1, 1], [0.0, 1.0, 0.5]), 6)
    0.902369
    >>> round(spherical_score(["a", "b"], [[0.5, 0.5], [1.0, 0.0]]), 6)
    0.353553
    """
    read = read_probabilities(
        y_true,
        y_proba,
        labels=labels,
        pos_label=pos_label,
        sample_weight=sample_weight,
    )
    return _score(distributions.score_spherically, read.codes, read.proba)


@row_mean
def ranked_probability_score(
    y_true: ArrayLike,
    y_proba: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    normalize: bool = False,
    sample_weight: ArrayLike | None = None,
) -> NDArray[np.float64]:
    r"""Ranked probability score (RPS) of forecasts over ordered classes.

    .. math:: \frac{1}{n} \sum_i \sum_{j < k} (F_{ij} - 1[y_i \le j])^2

    with :math:`F_{ij}` the forecast probability of the first j classes. An error of two
    classes therefore costs more than an error of one class.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels: whole numbers, strings or bool.
    y_proba : array_like of shape (n_samples,) or (n_samples, n_classes)
        Probabilities in [0, 1]: a column per class in the order of the classes, or with
        two classes the probability of the second. Data frame columns named after the
        classes may have any order.
    labels : array_like of shape (n_classes,), optional
        All classes there are, in the order of the columns; they are not sorted here. By
        default all that occur, sorted.
    normalize : bool, default=False
        Divide by the number of classes minus one.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        At least 0 and at most the number of classes minus one, or 1 if normalized;
        smaller is better.

    Raises
    ------
    ValueError
        If classes are strings and ``labels`` are not given, if ``labels`` are not
        unique or lack one of ``y_true``, if probabilities are not in [0, 1], the
        numbers of columns and classes differ, labels are missing or not whole numbers,
        lengths differ, or weights are negative or all zero.
    TypeError
        If ``normalize`` is neither True nor False.

    Warns
    -----
    UserWarning
        If rows of a matrix do not sum to one.

    See Also
    --------
    brier_score_loss : the same for two classes.

    Notes
    -----
    Some definitions divide the sum by the number of classes minus one, as in [1]_.

    References
    ----------
    .. [1] E. S. Epstein, "A scoring system for probability forecasts of ranked
       categories", Journal of Applied Meteorology 8, 1969, 985-987.

    Examples
    --------
    >>> from fastmetrics import ranked_probability_score
    >>> order = ["low", "mid", "high"]
    >>> forecasts = [[0.5, 0.5, 0.0], [0.25, 0.5, 0.25]]
    >>> ranked_probability_score(["low", "high"], forecasts, labels=order)
    0.4375
    >>> ranked_probability_score([0, 1], [0.25, 0.5])
    0.15625
    """
    check_flag(normalize, "normalize")
    read = _ordered(y_true, y_proba, labels, sample_weight)
    scores = _score(distributions.score_ranked, read.codes, read.proba)
    return scores / (read.k - 1) if normalize else scores


@row_mean
def kl_divergence(
    p_true: ArrayLike, p_pred: ArrayLike, *, sample_weight: ArrayLike | None = None
) -> NDArray[np.float64]:
    r"""Mean Kullback-Leibler divergence of forecasts from true probabilities.

    .. math:: \frac{1}{n} \sum_i \sum_j p_{ij} \log\frac{p_{ij}}{q_{ij}}

    in nats, with :math:`0 \log 0 = 0`. A single probability p stands for the
    distribution (1 - p, p).

    Parameters
    ----------
    p_true : array_like of shape (n_samples,) or (n_samples, n_classes)
        True probabilities p, in [0, 1]; for example click rates, or the predictions of
        a teacher model.
    p_pred : array_like of the same shape
        A model's probabilities q, in [0, 1].
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        At least 0 if rows sum to one, smaller is better; infinite if a row has
        :math:`q = 0 < p`.

    Raises
    ------
    ValueError
        If probabilities are not in [0, 1], shapes differ, or weights are negative or
        all zero.

    Warns
    -----
    UserWarning
        If rows of a matrix do not sum to one.

    See Also
    --------
    log_loss : equal if ``p_true`` contains only 0 and 1 and nothing is clipped.

    Notes
    -----
    Nothing is clipped, and rows are not normalised.

    References
    ----------
    .. [1] S. Kullback and R. A. Leibler, "On information and sufficiency", Annals of
       Mathematical Statistics 22, 1951, 79-86.

    Examples
    --------
    >>> from fastmetrics import kl_divergence
    >>> kl_divergence([0.5, 1.0], [0.5, 0.5])
    0.34657359027997264
    >>> kl_divergence([[0.5, 0.5, 0.0]], [[0.25, 0.25, 0.5]])
    0.6931471805599453
    """
    truth = read_distributions(p_true, "p_true")
    forecast = read_distributions(p_pred, "p_pred")
    if truth.shape != forecast.shape:
        raise ValueError(
            f"p_true and p_pred must be of one shape, got {truth.shape} and "
            f"{forecast.shape}."
        )
    n, k = len(truth), 2 if truth.ndim == 1 else truth.shape[1]
    if sample_weight is not None:
        sample_weights(sample_weight, n)

    def write(rows: slice, out: Any) -> None:
        both = _matrix(truth[rows]), _matrix(forecast[rows])
        if both[0].dtype != both[1].dtype:
            both = both[0].astype(np.float64), both[1].astype(np.float64)
        distributions.measure_divergences(*both, out)

    return write_rows(write, n, k)[0]


@row_mean
def jensen_shannon_divergence(
    p_true: ArrayLike, p_pred: ArrayLike, *, sample_weight: ArrayLike | None = None
) -> NDArray[np.float64]:
    r"""Mean Jensen-Shannon divergence of forecasts and true probabilities.

    .. math:: \frac{1}{2n} \sum_i \Bigl[\sum_j p_{ij} \log\frac{p_{ij}}{m_{ij}} +
              \sum_j q_{ij} \log\frac{q_{ij}}{m_{ij}}\Bigr], \quad
              m_{ij} = \frac{p_{ij} + q_{ij}}{2}

    in nats, with :math:`0 \log 0 = 0`. A single probability p stands for the
    distribution (1 - p, p).

    Parameters
    ----------
    p_true : array_like of shape (n_samples,) or (n_samples, n_classes)
        True probabilities p, in [0, 1]; for example click rates, or the predictions of
        a teacher model.
    p_pred : array_like of the same shape
        A model's probabilities q, in [0, 1].
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        In [0, log 2] if rows sum to one, smaller is better; never infinite. The
        divergence is symmetric in its arguments.

    Raises
    ------
    ValueError
        If probabilities are not in [0, 1], shapes differ, or weights are negative or
        all zero.

    Warns
    -----
    UserWarning
        If rows of a matrix do not sum to one.

    See Also
    --------
    kl_divergence : an asymmetric divergence, which may be infinite.

    Notes
    -----
    The Jensen-Shannon distance is the square root of a row's divergence. SciPy's
    ``jensenshannon`` returns this distance for one pair of distributions. Nothing is
    clipped, and rows are not normalised.

    References
    ----------
    .. [1] J. Lin, "Divergence measures based on the Shannon entropy", IEEE Transactions
       on Information Theory 37, 1991, 145-151.

    Examples
    --------
    >>> from fastmetrics import jensen_shannon_divergence
    >>> round(jensen_shannon_divergence([0.0, 0.5], [1.0, 0.5]), 6)  # log 2 and 0
    0.346574
    """
    truth = _matrix(read_distributions(p_true, "p_true")).astype(np.float64)
    forecast = _matrix(read_distributions(p_pred, "p_pred")).astype(np.float64)
    if np.ndim(p_true) != np.ndim(p_pred) or truth.shape != forecast.shape:
        raise ValueError(
            "p_true and p_pred must be of one shape, got "
            f"{np.shape(p_true)} and {np.shape(p_pred)}."
        )
    if sample_weight is not None:
        sample_weights(sample_weight, len(truth))
    middle = truth / 2 + forecast / 2
    found = np.zeros(len(truth))
    for one in (truth, forecast):
        rows = np.empty(len(truth))
        distributions.measure_divergences(one, middle, rows)
        found += rows / 2
    return np.maximum(found, 0.0)


def _ordered(
    y_true: ArrayLike,
    y_proba: ArrayLike,
    labels: ArrayLike | None,
    sample_weight: ArrayLike | None,
) -> Probabilities:
    """Return rows whose classes are in their order: of labels, or of categories."""
    read = read_probabilities(
        y_true,
        y_proba,
        labels=labels,
        sample_weight=sample_weight,
        rule="pos_label" if labels is None else "labels",
        ordinal=True,
    )
    known = read.classes.tolist()
    if labels is None and isinstance(known[0], str) and levels_of(known) is None:
        raise ValueError(
            "labels must give the order of classes that are strings, as in "
            f'["low", "mid", "high"]; y_true holds {listed(known)}.'
        )
    return read


def _score(
    kernel: Any, codes: NDArray[Any], proba: NDArray[Any]
) -> NDArray[np.float64]:
    n, k = len(proba), 2 if proba.ndim == 1 else proba.shape[1]

    def write(rows: slice, out: Any) -> None:
        kernel(codes[rows].astype(np.int32, copy=False), _matrix(proba[rows]), out)

    return write_rows(write, n, k)[0]


def _matrix(block: NDArray[Any]) -> NDArray[Any]:
    """Return a block as a kernel reads it, P(positive) as two columns."""
    if block.ndim == 2:
        return readable(block)
    positive = block.astype(np.float64, copy=False)
    return np.column_stack((1.0 - positive, positive))


# ----------------------------------------------------------------------- decompositions


def brier_decomposition(
    y_true: Binned,
    y_proba: Probable,
    *,
    n_bins: int = 15,
    strategy: BinStrategy = "uniform",
    pos_label: Any = None,
    sample_weight: ArrayLike | None = None,
) -> BrierDecomposition:
    r"""Brier score decomposition: reliability, resolution and uncertainty over bins.

    .. math:: \frac{1}{n} \sum_i (p_i - y_i)^2 = \mathrm{REL} - \mathrm{RES} +
        \mathrm{UNC} + \mathrm{WBV} - \mathrm{WBC}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,), or CalibrationBins
        True labels, of at most two classes. Bins, with None for ``y_proba``, have
        their own edges.
    y_proba : array_like of shape (n_samples,)
        Probability of the positive class, in [0, 1].
    n_bins : int, default=15
        How many bins; ignored if ``strategy`` is an array of edges, or "distinct".
    strategy : {"uniform", "quantile", "distinct"} or array_like, default="uniform"
        Bins of one width, bins with equal numbers of rows, a bin for each distinct
        probability, or all edges, ascending from 0 to 1; (low, high], the first [low,
        high].
    pos_label : int, float, bool or str, optional
        The positive label; by default 1 if the labels are in {0, 1} or {-1, 1}, else
        the larger number.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    reliability : float
        REL, the mean of :math:`(\bar p_b - \bar y_b)^2` over rows; lower is better.
    resolution : float
        RES, the mean of :math:`(\bar y_b - \bar y)^2`; higher is better.
    uncertainty : float
        UNC, :math:`\bar y (1 - \bar y)`, independent of the model.
    within_bin_variance : float
        WBV, the mean of :math:`(p_i - \bar p_b)^2`.
    within_bin_covariance : float
        WBC, twice the mean of :math:`(p_i - \bar p_b)(y_i - \bar y_b)`. WBV and WBC are
        0 with "distinct".

    Raises
    ------
    ValueError
        If probabilities are not in [0, 1], there are more than two labels or the
        positive label is ambiguous, lengths differ, or an option is unknown.
    TypeError
        If ``n_bins`` is not a whole number.

    See Also
    --------
    squared_calibration_error : the reliability, corrected for bias.

    Notes
    -----
    Reliability and resolution are biased upwards, more so with more bins. The first
    three parts are Murphy's [1]_; the last two correct for different probabilities
    within a bin [2]_.

    References
    ----------
    .. [1] A. H. Murphy, "A new vector partition of the probability score", Journal of
       Applied Meteorology 12, 1973, 595-600.
    .. [2] D. B. Stephenson, C. A. S. Coelho and I. T. Jolliffe, "Two extra components
       in the Brier score decomposition", Weather and Forecasting 23, 2008, 752-757.

    Examples
    --------
    >>> from fastmetrics import brier_decomposition
    >>> parts = brier_decomposition([0, 1, 1, 1], [0.25, 0.25, 0.75, 0.75], n_bins=2)
    >>> parts.reliability, parts.resolution, parts.uncertainty
    (0.0625, 0.0625, 0.1875)
    """
    made = summed_before(
        y_true,
        strategy,
        y_proba=y_proba,
        pos_label=pos_label,
        sample_weight=sample_weight,
    )
    if made is not None:
        return brier_parts(*made)
    column = judged_column(
        y_true, y_proba, pos_label=pos_label, sample_weight=sample_weight
    )
    if isinstance(strategy, str) and strategy == "distinct":
        return brier_parts(column.distinct(), None)
    return brier_parts(*split_sums(*column.all_sums(column.edges(strategy, n_bins))))


LOSSES = ("brier", "log")


def score_decomposition(
    y_true: Outcomes,
    y_proba: Probable,
    *,
    loss: ProperLoss = "brier",
    pos_label: Label | None = None,
    sample_weight: ArrayLike | None = None,
) -> ScoreDecomposition:
    r"""Decompose a mean loss into miscalibration, discrimination and uncertainty.

    With :math:`\bar S(x)` the mean loss of forecasts :math:`x`, :math:`c` the
    forecasts recalibrated by isotonic regression and :math:`r` the base rate:

    .. math:: \bar S(p) = \underbrace{\bar S(p) - \bar S(c)}_{\mathrm{MCB}}
              - \underbrace{(\bar S(r) - \bar S(c))}_{\mathrm{DSC}}
              + \underbrace{\bar S(r)}_{\mathrm{UNC}}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,), or ScoreSweep
        True labels, of at most two classes. Or a sweep of labels and forecasts, which
        is not sorted again, with None for ``y_proba``.
    y_proba : array_like of shape (n_samples,)
        Probability of the positive class, in [0, 1].
    loss : {"brier", "log"}, default="brier"
        The squared distance to the outcome, or the negative natural logarithm of the
        probability of the observed class. For "log", forecasts are clipped as in
        `log_loss`; recalibrated forecasts of 0 and 1 are always correct.
    pos_label : int, float, bool or str, optional
        The positive label; by default 1 if the labels are in {0, 1} or {-1, 1}, else
        the larger number.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    ScoreDecomposition
        Named tuple ``(score, miscalibration, discrimination, uncertainty)``; none is
        negative. Discrimination is 0 for a constant forecast, and equal to the
        uncertainty if all positives have higher forecasts than all negatives.

    Raises
    ------
    ValueError
        On empty, NaN or mismatched input, on values outside [0, 1], on labels of more
        than two classes or that need a ``pos_label``, and if the loss is unknown.

    See Also
    --------
    reliability_curve : the recalibrated probabilities against the forecasts.
    brier_decomposition : Murphy's decomposition of the Brier score, with bins.

    Notes
    -----
    Miscalibration is above 0 even for calibrated forecasts, because recalibration fits
    random outcomes. It has no confidence interval. O(n log n) time, O(n) for a sweep.

    References
    ----------
    .. [1] T. Dimitriadis, T. Gneiting and A. I. Jordan, "Stable reliability diagrams
       for probabilistic classifiers", Proceedings of the National Academy of Sciences
       118(8), 2021, e2016191118.

    Examples
    --------
    >>> from fastmetrics import score_decomposition
    >>> parts = score_decomposition([0, 1, 0, 1], [0.25, 0.5, 0.5, 1.0])
    >>> parts.score, parts.uncertainty
    (0.140625, 0.25)
    >>> parts.miscalibration, parts.discrimination
    (0.015625, 0.125)
    """
    if not is_one_of(loss, LOSSES) or loss is None:
        raise ValueError(f"loss must be one of {LOSSES}, got {shown(loss)}.")
    forecasts = read_forecasts(y_true, y_proba, pos_label, sample_weight)
    given = forecasts.values
    if loss == "log":
        given = np.clip(given, forecasts.eps, 1 - forecasts.eps)
    losses = _squares if loss == "brier" else _logarithms
    blocks = forecasts.recalibrate()
    total = float(forecasts.totals.sum())
    positive = np.array([forecasts.positives.sum()])

    def mean(p: NDArray[Any], positives: NDArray[Any], totals: NDArray[Any]) -> float:
        of_positive, of_negative = losses(p)
        hits = sum_products_f64(positives, of_positive)
        return (hits + sum_products_f64(totals - positives, of_negative)) / total

    score = mean(given, forecasts.positives, forecasts.totals)
    after = mean(blocks.means, blocks.sums, blocks.totals)
    uncertainty = mean(positive / total, positive, np.array([total]))
    return parts_of(score, after, uncertainty)


def _squares(p: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    return (1 - p) ** 2, p**2


def _logarithms(p: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the losses if the outcome is positive, and if not.

    Recalibrated values of 0 and 1 are right, so only one logarithm is needed; the other
    is 0 here because it has no weight.
    """
    inside = (p > 0) & (p < 1)
    safe = np.where(inside, p, 0.5)
    return np.where(inside, -np.log(safe), 0.0), np.where(inside, -np.log1p(-safe), 0.0)
