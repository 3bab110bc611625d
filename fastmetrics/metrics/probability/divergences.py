"""How far forecast distributions are from the true ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastmetrics.metrics.probability.measuring import distributions
from fastmetrics.metrics.probability.measuring.means import weighted_mean

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

__all__ = ["kl_divergence"]


def kl_divergence(
    p_true: ArrayLike, p_pred: ArrayLike, *, sample_weight: ArrayLike | None = None
) -> float:
    r"""Mean Kullback-Leibler divergence of forecasts from true probabilities.

    .. math:: \frac{1}{n} \sum_i \sum_j p_{ij} \log\frac{p_{ij}}{q_{ij}}

    in nats, with :math:`0 \log 0 = 0`. A single probability p stands for the
    distribution (1 - p, p).

    Parameters
    ----------
    p_true : array_like of shape (n_samples,) or (n_samples, n_classes)
        True probabilities p, in [0, 1]; click rates, say, or what a teacher predicts.
    p_pred : array_like of the same shape
        A model's probabilities q, in [0, 1].
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        At least 0 where rows sum to one, smaller is better; infinite if a row has
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
    log_loss : the same, nothing being clipped, where ``p_true`` holds 0 and 1 only.

    Notes
    -----
    Nothing is clipped, and rows are not made to sum to one.

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
    found = distributions.divergences(p_true, p_pred, sample_weight=sample_weight)
    return weighted_mean(found, sample_weight)
