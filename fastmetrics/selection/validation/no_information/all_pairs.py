"""The no-information rate: a metric over all pairs of a true value and a prediction."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from fastmetrics._common.warn import hold_warnings
from fastmetrics.catalog import FAMILIES
from fastmetrics.intervals.asking import resolve
from fastmetrics.intervals.positives import of_event
from fastmetrics.selection.validation.no_information.classes import (
    of_labels,
    of_rows,
    of_scores,
)
from fastmetrics.selection.validation.no_information.numbers import of_numbers
from fastmetrics.selection.validation.no_information.pairs import Pairs

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from fastmetrics._common.annotations import Label
    from fastmetrics.metrics.record import Metric

__all__ = ["has_closed_form", "no_information_rate", "of_pairs"]

_ROUNDING = 1e-13
_BY_FAMILY = {
    "labels": of_labels,
    "binary_scores": of_scores,
    "probabilities": of_rows,
    "regression": of_numbers,
}


def no_information_rate(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    metric: str | Callable[..., Any] = "error_rate",
    pos_label: Label | None = None,
) -> float:
    r"""Value of a metric if predictions had nothing to do with the rows.

    .. math:: \gamma = \frac{1}{n^2} \sum_i \sum_j L(y_i, \hat y_j)

    of a loss L; of any other metric its value on the :math:`n^2` rows
    :math:`(y_i, \hat y_j)`.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,) or (n_samples, n_outputs)
        True labels, or observed numbers.
    y_pred : array_like of shape (n_samples,) or (n_samples, n_columns)
        Predicted labels, scores, probabilities or numbers: what the metric takes.
    metric : str or callable, default="error_rate"
        A name or alias from the catalog, or one of this package's functions (a
        ``functools.partial`` of one gives its parameters).
    pos_label : int, float, bool or str, optional
        The positive label: the class of which scores and a column of probabilities are,
        whatever the metric's own function would take it to be. By default 1, if the
        labels are 0 and 1, −1 and 1, or booleans; other labels do not say it.

    Returns
    -------
    float
        In the range of the metric. A sum, or a count of rows, is over n of the
        :math:`n^2` rows. NaN where the metric is undefined on the data.

    Raises
    ------
    ValueError
        If the data are bad, or no closed form is known of the metric: of quantiles of
        errors, of clusterings, of several labels per row, of what takes further
        columns.
    TypeError
        If it is no metric of this package, or lacks a parameter that it needs.

    See Also
    --------
    out_of_fold_score : the value of given out-of-fold predictions.

    Notes
    -----
    The pairs are never formed. Counts come from the two margins of the table of labels,
    squared errors from the moments of both columns, absolute errors from sums over the
    sorted predictions; log loss and Brier score are those of each row of probabilities
    against all classes, each weighted by its size. O(n log n) time at most for each
    class.

    It is the γ of the .632+ bootstrap. A model that predicts the largest class always
    has the error rate γ = 1 - (its share); a model that draws its classes as they occur
    among its predictions has it on average. It is not 1/k, nor the "no information
    rate" of R's caret, which is the share of the largest class.

    References
    ----------
    .. [1] B. Efron and R. Tibshirani, "Improvements on cross-validation: the .632+
       bootstrap method", Journal of the American Statistical Association 92(438), 1997,
       548-560.

    Examples
    --------
    >>> from fastmetrics import no_information_rate
    >>> no_information_rate([1, 1, 0, 0], [1, 1, 1, 0])
    0.5
    >>> round(no_information_rate([1.0, 2.0, 4.0], [1.0, 2.0, 3.0], metric="mse"), 4)
    2.3333
    """
    wanted = resolve(metric, None)
    if wanted.row is None:
        raise TypeError(
            f"metric must be one of this package, got {metric!r}; of a function of "
            "one's own no closed form is known"
        )
    row = wanted.row
    wanted, y_true = of_event(wanted, y_true, [y_pred], pos_label)
    parameters = dict(wanted.parameters)
    row.check_required(parameters)
    found = None
    if has_closed_form(row):
        with hold_warnings():
            row.public(y_true, y_pred, **parameters)  # judges the data, in its words
            found = of_pairs(row, parameters, Pairs(y_true, y_pred))
    if found is None:
        raise ValueError(
            f"no closed form is known of the no-information value of {row.name} on "
            "such data"
        )
    return found


def has_closed_form(row: Metric) -> bool:
    """Whether a metric is of two columns, so that of all pairs it may have a value."""
    return (
        row.task in _BY_FAMILY
        and len(FAMILIES[row.task].leading(row)) == 2
        and not row.by_group
    )


def of_pairs(row: Metric, parameters: Mapping[str, Any], pairs: Pairs) -> float | None:
    """Return the value of a metric over all pairs of columns that it has judged.

    None: no closed form is known.
    """
    found = _BY_FAMILY[row.task](row, parameters, pairs)
    # Sums in floats miss the level of chance by rounding, most of all one of 0.
    if isinstance(row.chance, float) and found is not None:
        return row.chance if abs(found - row.chance) < _ROUNDING else found
    return found
