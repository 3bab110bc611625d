"""What a metric would be if predictions had nothing to do with the rows."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.plain import one_number
from fastmetrics._common.warn import hold_warnings
from fastmetrics._inputs.class_codes import ClassCodes
from fastmetrics._inputs.columns import as_array
from fastmetrics.catalog import FAMILIES
from fastmetrics.intervals.positives import of_event, resolve_of_columns
from fastmetrics.metrics.labels.counting.confusion_bytes import Cells
from fastmetrics.metrics.labels.counting.confusion_counts import ConfusionCounts
from fastmetrics.metrics.record import MEAN
from fastmetrics.metrics.scores.score_sweep import ScoreSweep
from fastmetrics.selection.validation.number_pairs import Pairs

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._common.annotations import Label
    from fastmetrics.metrics.record import Metric


__all__ = [
    "has_closed_form",
    "no_information_rate",
    "of_labels",
    "of_pairs",
    "of_rows",
    "of_scores",
]

# Matters of how many rows there are or of their order too; and of no true labels.
_OTHERS = ("squared_calibration_error", "adaptive_calibration_error", "kl_divergence")
# Numbers of predictions that are looked at together.
_BLOCK = 1 << 22


def of_labels(row: Metric, parameters: Mapping[str, Any], pairs: Pairs) -> float | None:
    """Return the metric of the table that the two margins make; None: of several."""
    true = pairs.once("true", lambda: as_array(pairs.y_true, "y_true"))
    if true.ndim == 2 and true.shape[1] > 1:
        return None
    table = pairs.once("table", lambda: _table(pairs))
    return float(table.compute(row.name, **parameters))


def _table(pairs: Pairs) -> ConfusionCounts:
    """Return the table of all pairs over n: of so many rows as there are."""
    counts = ConfusionCounts.from_labels(pairs.y_true, pairs.y_pred)
    margins = counts.margins
    rows, columns = np.flatnonzero(margins.true), np.flatnonzero(margins.predicted)
    shares = margins.true[rows] / margins.total
    sums = np.multiply.outer(shares, margins.predicted[columns]).ravel()
    cells = Cells(
        np.repeat(rows, len(columns)),
        np.tile(columns, len(rows)),
        np.ones(len(sums), np.int64),
        sums,
        sums**2,
    )
    return ConfusionCounts.of_cells(counts.labels, cells, whole=False)


def of_scores(row: Metric, parameters: Mapping[str, Any], pairs: Pairs) -> float | None:
    """Return the metric of a sweep over scores that each have both classes."""
    if "sample_weight" not in inspect.signature(row.public).parameters:
        return None
    given = dict(parameters)
    positive = given.pop("pos_label", None)

    def sweep() -> ScoreSweep:
        classes, sizes, found = _classes(pairs)
        each = np.repeat(classes.classes, len(found))
        weights = np.repeat(sizes, len(found))
        return ScoreSweep.from_scores(
            each, np.tile(found, classes.k), positive, weights
        )

    made = pairs.once(f"sweep {positive!r}", sweep)
    return float(made.compute(row.name, **given))


def _classes(
    pairs: Pairs,
) -> tuple[ClassCodes, NDArray[np.float64], NDArray[Any]]:
    """Return the classes, how many rows each has, and the predictions."""
    classes = pairs.once("classes", lambda: ClassCodes(pairs.y_true, "y_true"))
    sizes = np.bincount(classes.codes, minlength=classes.k).astype(np.float64)
    return classes, sizes, as_array(pairs.y_pred, "y_pred")


def of_rows(row: Metric, parameters: Mapping[str, Any], pairs: Pairs) -> float | None:
    """Return the metric of predictions that are held against each class in turn.

    Of a mean over rows a block of predictions at a time. None: the metric takes no
    weights, or the target has several labels per row.
    """
    known = inspect.signature(row.public).parameters
    true = pairs.once("true", lambda: as_array(pairs.y_true, "y_true"))
    takes_weights = "sample_weight" in known and row.function not in _OTHERS
    if not takes_weights or true.ndim != 1:
        return None
    classes, sizes, found = _classes(pairs)
    is_mean = row.interval in MEAN and row.made_of == "mean"
    n_columns = 1 if found.ndim == 1 else found.shape[1]
    n_rows = max(_BLOCK // (n_columns * classes.k), 1) if is_mean else len(found)
    total = 0.0
    for block in _blocks(found, n_rows):
        each = np.repeat(classes.classes, len(block))
        weights = np.repeat(sizes, len(block))
        rows = np.tile(block, (classes.k, *[1] * (block.ndim - 1)))
        value = row.public(each, rows, sample_weight=weights, **parameters)
        total += float(one_number(value)) * len(block)
    return total / len(found)


def _blocks(found: NDArray[Any], n_rows: int) -> Iterator[NDArray[Any]]:
    for start in range(0, len(found), n_rows):
        yield found[start : start + n_rows]


# --- the no-information rate: a metric over all pairs of a true value and a prediction

_ROUNDING = 1e-13


def no_information_rate(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    metric: str | Callable[..., Any] = "error_rate",
    pos_label: Label | None = None,
) -> float:
    r"""No-information rate: value of a metric for predictions independent of the rows.

    .. math:: \gamma = \frac{1}{n^2} \sum_i \sum_j L(y_i, \hat y_j)

    of a loss L; of any other metric its value on the :math:`n^2` rows
    :math:`(y_i, \hat y_j)`.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,) or (n_samples, n_outputs)
        True labels, or observed numbers.
    y_pred : array_like of shape (n_samples,) or (n_samples, n_columns)
        Predicted labels, scores, probabilities or numbers, as the metric requires.
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
        If it is not a metric of this package, or lacks a parameter that it needs.

    See Also
    --------
    out_of_fold_score : the value of given out-of-fold predictions.

    Notes
    -----
    The pairs are never formed. Counts come from the two margins of the table of labels,
    squared errors from the moments of both columns, absolute errors from sums over the
    sorted predictions; log loss and Brier score compare each row of probabilities with
    all classes, weighted by their sizes. O(n log n) time at most for each class.

    It is the γ of the .632+ bootstrap. A model that always predicts the largest class
    has the error rate γ = 1 - (its proportion); a model that draws its classes as they
    occur among its predictions has it on average. It is neither 1/k nor the "no
    information rate" of R's caret, which is the proportion of the largest class.

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
    given = {"y_pred": y_pred}
    wanted = resolve_of_columns(metric, None, y_true, given, pos_label)
    if wanted.row is None:
        raise TypeError(
            f"metric must be one of this package, got "
            f"{shown(metric)}; of a function of "
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
    family = FAMILIES[row.task]
    return bool(family.all_pairs) and len(family.leading(row)) == 2 and not row.by_group


def of_pairs(row: Metric, parameters: Mapping[str, Any], pairs: Pairs) -> float | None:
    """Return the value of a metric over all pairs of columns that it has judged.

    None: no closed form is known.
    """
    all_pairs = FAMILIES[row.task].all_pairs
    assert all_pairs is not None  # or it has no closed form
    found = all_pairs(row, parameters, pairs)
    # Sums in floats miss the level of chance by rounding, most of all one of 0.
    if isinstance(row.chance, float) and found is not None:
        return row.chance if abs(found - row.chance) < _ROUNDING else found
    return found
