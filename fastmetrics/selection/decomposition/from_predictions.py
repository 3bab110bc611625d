"""Bias, variance and noise, from what many models predict."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, overload

from fastmetrics.selection.decomposition.results import check_ddof
from fastmetrics.selection.decomposition.sums import BiasVarianceSums

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from fastmetrics.selection.decomposition.results import (
        SquaredDecomposition,
        ZeroOneDecomposition,
    )

__all__ = ["bias_variance_decomposition"]


@overload
def bias_variance_decomposition(
    y_true: ArrayLike,
    predictions: ArrayLike,
    *,
    loss: Literal["squared"] = "squared",
    y_optimal: ArrayLike | None = None,
    ddof: Literal[0, 1] = 0,
    sample_weight: ArrayLike | None = None,
    labels: None = None,
) -> SquaredDecomposition: ...
@overload
def bias_variance_decomposition(
    y_true: ArrayLike,
    predictions: ArrayLike,
    *,
    loss: Literal["zero_one"],
    y_optimal: ArrayLike | None = None,
    ddof: Literal[0, 1] = 0,
    sample_weight: ArrayLike | None = None,
    labels: ArrayLike | None = None,
) -> ZeroOneDecomposition: ...
def bias_variance_decomposition(
    y_true: ArrayLike,
    predictions: ArrayLike,
    *,
    loss: Literal["squared", "zero_one"] = "squared",
    y_optimal: ArrayLike | None = None,
    ddof: Literal[0, 1] = 0,
    sample_weight: ArrayLike | None = None,
    labels: ArrayLike | None = None,
) -> SquaredDecomposition | ZeroOneDecomposition:
    r"""Split the loss of a way of learning into bias, variance and noise.

    Models are trained on several training sets and predict the same rows. With
    :math:`\bar f` the main prediction of a row, which is the mean of the models'
    predictions, and :math:`y_*` the best one, the squared loss is on average over rows

    .. math:: \underbrace{(\bar f - y_*)^2}_{\text{bias}^2}
              + \underbrace{\tfrac1D \textstyle\sum_d (f_d - \bar f)^2}_{
              \text{variance}}
              + \underbrace{(y - y_*)^2}_{\text{noise}}
              + \underbrace{2 (y - y_*)(y_* - \bar f)}_{\text{residual}}

    Of the 0-1 loss the main prediction is the most frequent one; the parts are those of
    Domingos, of James, and of Kohavi and Wolpert.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,) or (n_observations, n_samples)
        Observed targets, numbers or labels; a row for each time that they were
        observed.
    predictions : array_like of shape (n_models, n_samples)
        A row for each model, which was trained on a training set of its own.
    loss : {"squared", "zero_one"}, default="squared"
        What a prediction costs: the square of its error, or 1 if it is wrong.
    y_optimal : array_like of shape (n_samples,), optional
        The best prediction of each row, if it is known. By default what was observed:
        its mean or mode where that was repeatedly.
    ddof : {0, 1}, default=0
        With 1, variances are unbiased: their divisor is one less than the number of
        models. What they add to the squared bias by chance is taken off it, so that it
        may be negative; the sum stays the same. Of the 0-1 loss only the parts of
        Kohavi and Wolpert change.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    labels : array_like of shape (n_classes,), optional
        Of the 0-1 loss: of several labels that are predicted as often, the first of
        these is the main prediction. By default all that occur, sorted.

    Returns
    -------
    SquaredDecomposition or ZeroOneDecomposition
        The loss and its parts, each 0 or more but for the residual, the net variance
        and what ``ddof=1`` corrects; lower is better.

    Raises
    ------
    ValueError
        If there is no model, shapes do not fit, a number is NaN or infinite, the square
        of a difference is, a label is not among those given, or an option is unknown.
    TypeError
        If labels are of different kinds, or a prediction is no number.

    Warns
    -----
    UndefinedMetricWarning
        If there is one model only and ``ddof=1``: variance and bias are NaN.

    See Also
    --------
    BiasVarianceSums : Models one at a time.
    estimate_bias_variance : From an estimator.

    Notes
    -----
    Noise and bias can only be separated where targets were observed repeatedly, or the
    best predictions are known: without either, what is called bias holds the noise too.
    Models whose training sets were drawn from one sample differ less than those of
    independent training sets would: the variance is too low then, and what is missing
    looks like bias.

    Of the 0-1 loss variance may help: where the main prediction is wrong, every other
    prediction that is right lowers the loss. ``net_variance`` counts that, so that
    ``loss`` is ``bias + net_variance`` without noise, for any number of classes. With
    two classes it is ``unbiased_variance - biased_variance``.

    mlxtend's ``bias_variance_decomp`` returns ``loss``, ``bias_squared`` and
    ``variance`` of the squared loss; of the 0-1 loss ``loss``, ``bias`` and
    ``variance``, which do not add up.

    References
    ----------
    .. [1] S. Geman, E. Bienenstock and R. Doursat, "Neural networks and the
       bias/variance dilemma", Neural Computation 4(1), 1992, 1-58.
    .. [2] P. Domingos, "A unified bias-variance decomposition and its applications",
       ICML 2000, 231-238.
    .. [3] R. Kohavi and D. H. Wolpert, "Bias plus variance decomposition for zero-one
       loss functions", ICML 1996, 275-283.
    .. [4] G. M. James, "Variance and bias for general loss functions", Machine Learning
       51(2), 2003, 115-135.

    Examples
    --------
    >>> from fastmetrics import bias_variance_decomposition
    >>> models = [[0, 1, 1, 0], [0, 1, 0, 0], [0, 0, 1, 1]]
    >>> found = bias_variance_decomposition([0, 1, 1, 1], models, loss="zero_one")
    >>> found.bias, found.variance
    (0.25, 0.25)
    >>> round(found.loss, 4), round(found.net_variance, 4)
    (0.3333, 0.0833)
    >>> found = bias_variance_decomposition([0, 2, 4], [[1, 2, 2], [1, 3, 4]])
    >>> print(str(found).partition("Notes")[0].rstrip())
    2 models on 3 rows: mean squared error 1.1667.
    <BLANKLINE>
    Squared loss
    Part       Value  Share of loss  What it is
    ────────  ──────  ─────────────  ────────────────────────────────
    bias²     0.7500         64.3 %  (mean prediction − truth)²
    variance  0.4167         35.7 %  (prediction − mean prediction)²
    loss      1.1667        100.0 %  (prediction − truth)², their sum
    """
    check_ddof(ddof)
    sums = BiasVarianceSums(
        y_true,
        loss,
        y_optimal=y_optimal,
        sample_weight=sample_weight,
        labels=labels,
    )
    sums.update(predictions)
    return sums.decomposition(ddof=ddof)
