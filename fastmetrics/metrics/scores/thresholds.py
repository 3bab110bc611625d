"""Counts and metrics at each threshold, and the optimal threshold."""

from __future__ import annotations

import functools
import inspect
import math
import sys
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

from fastmetrics._common.names import listed, shown
from fastmetrics._common.options import check_flag, is_one_of, nonnegative, number, warn
from fastmetrics._common.records import overloaded
from fastmetrics._inputs.columns import as_array, as_column
from fastmetrics._inputs.scores import finite_columns
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.labels.formulas import FORMULAS
from fastmetrics.metrics.labels.formulas.counts import Counts
from fastmetrics.metrics.scores.score_sweep import sort_scores, steps, undefined

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._common.annotations import Label
    from fastmetrics.metrics.scores.score_sweep import Classes, Scores

    # What gives the values of many counts at once.
    _Formula = Callable[[Counts], Any]

Criterion: TypeAlias = Literal[
    "cost",
    "f1",
    "youden",
    "accuracy",
    "precision_at_recall",
    "recall_at_precision",
    "tpr_at_fpr",
    "fpr_at_tpr",
    "mcc",
    "equal_error_rate",
]
# criterion -> (reducer, names of the parameters it takes)
_CRITERIA: dict[str, tuple[str, tuple[str, ...]]] = {
    "cost": ("best_cost", ("cost_fn", "cost_fp")),
    "f1": ("best_f", ("beta",)),
    "youden": ("best_youden", ()),
    "accuracy": ("best_accuracy", ()),
    "precision_at_recall": ("precision_at_recall", ("at",)),
    "recall_at_precision": ("recall_at_precision", ("at",)),
    "tpr_at_fpr": ("tpr_at_fpr", ("at",)),
    "fpr_at_tpr": ("fpr_at_tpr", ("at",)),
    "mcc": ("best_mcc", ()),
    "equal_error_rate": ("equal_rates", ()),
}

# So many thresholds are read off their counts at a time: formulas need some room.
_BLOCK = 1 << 15


def confusion_matrix_at_thresholds(
    y_true: Classes,
    y_score: Scores,
    *,
    strict: bool = False,
    pos_label: Label | None = None,
    sample_weight: ArrayLike | None = None,
) -> tuple[
    NDArray[np.float64],
    NDArray[np.float64],
    NDArray[np.float64],
    NDArray[np.float64],
    NDArray[Any],
]:
    """Count the four cells of the binary confusion matrix at every threshold.

    A row is predicted positive if its score is at or above the threshold (with
    ``strict``, above it). All rows of a tie group are therefore taken together.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes; more only with ``pos_label``, and all
        others are then negative.
    y_score : array_like of shape (n_samples,)
        Any finite real scores; larger means more positive.
    strict : bool, default=False
        Whether a score has to be above the threshold; no row is above the highest one.
    pos_label : int, float, bool or str, optional
        The positive label. May be left out when the labels are in {0, 1} or {-1, 1}.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero. Rows of weight 0 count as
        absent.

    Returns
    -------
    tns, fps, fns, tps : ndarray of shape (n_thresholds,), float64
        Number, or total weight, of true negatives, false positives, false negatives
        and true positives at each threshold.
    thresholds : ndarray of shape (n_thresholds,)
        The distinct scores, decreasing, in the dtype of ``y_score``.

    Raises
    ------
    ValueError
        If lengths differ, there are no rows, a score is NaN or infinite, a weight is
        negative, or ``pos_label`` is needed and not given.

    See Also
    --------
    roc_curve, precision_recall_curve, det_curve : rates from these counts.
    metric_at_thresholds : any metric of hard labels at every threshold.

    Notes
    -----
    Unweighted counts are exact. Weighted counts are running float64 sums in the order
    of decreasing score, with rows of a tie in their given order. O(n log n) time, O(n)
    memory; the interpreter lock is released while sorting and sweeping.

    Examples
    --------
    >>> from fastmetrics import confusion_matrix_at_thresholds
    >>> tns, fps, fns, tps, thresholds = confusion_matrix_at_thresholds(
    ...     [0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> tps
    array([1., 1., 2., 2.])
    >>> fps
    array([0., 1., 1., 2.])
    >>> thresholds
    array([0.8 , 0.4 , 0.35, 0.1 ])
    """
    check_flag(strict, "strict")
    thresholds, tps, fps = steps(y_true, y_score, pos_label, sample_weight)
    n_pos, n_neg = tps[-1], fps[-1]
    if strict:  # value at the previous threshold
        tps, fps = (np.append(0.0, side[:-1]) for side in (tps, fps))
    return n_neg - fps, fps, n_pos - tps, tps, thresholds


def metric_at_thresholds(
    y_true: ArrayLike,
    y_score: ArrayLike,
    metric_func: Callable[..., Any],
    *,
    strict: bool = False,
    sample_weight: ArrayLike | None = None,
    metric_params: dict[str, Any] | None = None,
) -> tuple[NDArray[Any], NDArray[Any]]:
    r"""Evaluate a metric of hard labels at every threshold on the scores.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, passed to ``metric_func`` unchanged.
    y_score : array_like of shape (n_samples,)
        Any finite real scores; larger means more positive.
    metric_func : callable
        Called as ``metric_func(y_true, y_pred, **metric_params)`` with rows in the
        order of decreasing score; ``y_pred`` is int32, 1 where score >= threshold.
        Returns a number, or a sequence of numbers whose length never changes. Metrics
        of this package that are computed from counts are faster, see Notes.
    strict : bool, default=False
        Whether it is 1 where score > threshold instead.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row, passed to ``metric_func``. Rows of weight 0 are left out.
    metric_params : dict, optional
        Further keyword arguments for ``metric_func``.

    Returns
    -------
    metric_values : ndarray of shape (n_thresholds,) or (n_thresholds, \*n_outputs)
        The metric at each threshold.
    thresholds : ndarray of shape (n_thresholds,)
        The distinct scores, decreasing, in the dtype of ``y_score``.

    Raises
    ------
    TypeError
        If ``metric_func`` cannot be called or ``metric_params`` is not a dict.
    ValueError
        If lengths differ, there are no rows, a score or label is NaN or infinite, or
        a weight is negative.

    See Also
    --------
    confusion_matrix_at_thresholds : the four counts at every threshold.
    optimal_threshold : the best threshold for several criteria, in one sweep.

    Notes
    -----
    A callable is called once per distinct score: O(n) calls of O(n) each on scores
    without ties. The interpreter lock is held unless the callable releases it.

    Metrics of this package that are functions of counts, for example `f1_score` or
    `informedness`, are computed from the counts of one sweep instead. This requires
    labels 0 and 1, both present, and takes O(n log n) time in total. Values and
    warnings are the same as with one call per threshold; weighted values may differ by
    rounding. A `functools.partial` of such a metric is treated alike.

    Examples
    --------
    >>> from fastmetrics import f1_score, metric_at_thresholds
    >>> y_true, y_score = [0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]
    >>> values, thresholds = metric_at_thresholds(y_true, y_score, f1_score)
    >>> values.round(3)
    array([0.667, 0.5  , 0.8  , 0.667])
    >>> thresholds
    array([0.8 , 0.4 , 0.35, 0.1 ])

    Any function of labels and predictions will do:

    >>> def share_right(y_true, y_pred):
    ...     return (y_true == y_pred).mean()
    >>> metric_at_thresholds(y_true, y_score, share_right)[0]
    array([0.75, 0.5 , 0.75, 0.5 ])
    """
    if not callable(metric_func):
        raise TypeError(
            f"metric_func must be callable, got {type(metric_func).__name__}."
        )
    if metric_params is not None and not isinstance(metric_params, dict):
        raise TypeError(
            f"metric_params must be a dict or None, got {type(metric_params).__name__}."
        )
    if not all(isinstance(name, str) for name in metric_params or ()):
        raise TypeError("metric_params must have names (str) as keys.")
    check_flag(strict, "strict")
    labels, scores, weights = finite_columns(y_true, y_score, sample_weight)
    if weights is not None:
        kept = weights != 0
        labels, scores, weights = labels[kept], scores[kept], weights[kept]
    # Stable in falling order: sort the reversed rows, read the result backwards.
    falling = len(scores) - 1 - np.argsort(scores[::-1], kind="stable")[::-1]
    labels, scores = labels[falling], scores[falling]
    ends = np.append(np.flatnonzero(scores[1:] != scores[:-1]), len(scores) - 1)
    thresholds = scores[ends]
    # How many of the first rows are positive at each.
    taken = np.append(0, ends[:-1] + 1) if strict else ends + 1
    if weights is not None:
        weights = weights[falling]
    params = dict(metric_params or {})
    formula = _formula(metric_func, params)
    if weights is not None:
        params["sample_weight"] = weights

    def value_at(k: int) -> Any:
        predicted = (np.arange(len(scores)) < taken[k]).astype(np.int32)
        return metric_func(labels, predicted, **params)

    if formula is not None and _zeros_and_ones(labels):
        cells = _cells(labels == 1, weights, taken)
        return _read_off(cells, formula, value_at), thresholds
    return np.asarray([value_at(k) for k in range(len(thresholds))]), thresholds


def _formula(metric_func: Any, params: dict[str, Any]) -> _Formula | None:
    """Return the formula behind a public function on counts; None for all others."""
    while isinstance(metric_func, functools.partial):
        if metric_func.args:
            return None
        params = {**metric_func.keywords, **params}
        metric_func = metric_func.func
    name, module = (
        str(getattr(metric_func, part, "")) for part in ("__name__", "__module__")
    )
    if name not in FORMULAS or module.partition(".")[0] != "fastmetrics":
        return None
    # Not by its name alone: others have functions that are called the same.
    ours: Any = getattr(sys.modules.get(module), name, None)
    if metric_func is not ours or "sample_weight" in params:
        return None
    try:
        bound = inspect.signature(metric_func).bind(None, None, **params)
    except TypeError:
        return None  # the call itself says it best
    bound.apply_defaults()
    _, _, *options = bound.arguments.items()
    parameters = {key: value for key, value in options if key != "sample_weight"}
    if isinstance(parameters.get("zero_division"), str):  # "warn"
        parameters["zero_division"] = 0.0
    return functools.partial(FORMULAS[name].value, **parameters)


def _zeros_and_ones(labels: NDArray[Any]) -> bool:
    """Whether the labels are numbers, 0 and 1 both occur, and nothing else does."""
    if labels.dtype.kind not in "biuf":
        return False
    ones = labels == 1
    return bool(ones.any() and not ones.all() and (ones | (labels == 0)).all())


def _cells(
    positive: NDArray[np.bool_], weights: NDArray[Any] | None, taken: NDArray[Any]
) -> NDArray[Any]:
    """Return tn, fp, fn and tp of shape (n_thresholds, 4).

    ``taken`` says how many rows, in falling order, are positive at each threshold. The
    weight of the others is summed from below to avoid cancellation.
    """
    cells = np.empty((len(taken), 4), np.int64 if weights is None else np.float64)
    for k, rows in enumerate((~positive, positive)):
        column = rows.astype(np.int64) if weights is None else rows * weights
        cells[:, 1 + 2 * k] = np.append(0, np.cumsum(column))[taken]  # fp, tp
        below = np.append(np.cumsum(column[::-1])[::-1], 0)
        cells[:, 2 * k] = below[taken]  # tn, fn
    return cells


def _read_off(
    cells: NDArray[Any], formula: _Formula, value_at: Callable[[int], Any]
) -> NDArray[Any]:
    """Return the formula's values on the cells of all thresholds.

    Whether a metric is undefined, and warns, is told by which of the cells are zero.
    For each such pattern the function itself is called once, at the first threshold
    that shows it: it also checks its parameters.
    """
    patterns = (cells == 0) @ np.array([1, 2, 4, 8])
    _, first = np.unique(patterns, return_index=True)
    called = np.asarray([value_at(k) for k in np.sort(first)])
    values = np.empty((len(cells), *called.shape[1:]), called.dtype)
    for start in range(0, len(cells), _BLOCK):
        block = slice(start, start + _BLOCK)
        values[block] = formula(_binary_counts(cells[block]))
    return values


def _binary_counts(cells: NDArray[Any]) -> Counts:
    """Return the counts of the labels 0 and 1 at many thresholds."""
    table = cells.reshape(-1, 2, 2)
    true, predicted = table.sum(axis=2), table.sum(axis=1)
    hits = cells[:, [0, 3]]
    labels = np.array([0, 1])
    total = cells.sum(axis=1)
    return Counts(labels, "binary", hits, true, predicted, total, table=table)


@overloaded(
    {"labels": "None", "return": "tuple[float, float]"},
    {
        **{"y_true": "ArrayLike", "y_score": "ArrayLike", "labels": "ArrayLike"},
        "return": "tuple[NDArray[np.float64], NDArray[np.float64]]",
    },
)
def optimal_threshold(
    y_true: Classes,
    y_score: ArrayLike | None,
    *,
    criterion: Criterion = "cost",
    cost_fn: float = 1.0,
    cost_fp: float = 1.0,
    beta: float = 1.0,
    at: float | None = None,
    strict: bool = False,
    labels: ArrayLike | None = None,
    pos_label: Label | None = None,
    sample_weight: ArrayLike | None = None,
) -> tuple[Any, Any]:
    r"""Find the optimal threshold by one criterion, and the value it attains.

    ======================  =======================================================
    criterion               value
    ======================  =======================================================
    "cost"                  lowest :math:`(c_{fn}\,\mathrm{fn} + c_{fp}\,\mathrm{fp})
                            / n`
    "f1"                    highest :math:`F_\beta = (1 + \beta^2)\,\mathrm{tp} /
                            (\mathrm{tp} + \mathrm{fp} + \beta^2 (\mathrm{tp} +
                            \mathrm{fn}))`
    "youden"                highest TPR - FPR
    "accuracy"              highest (tp + tn) / n
    "precision_at_recall"   highest precision with recall >= ``at``
    "recall_at_precision"   highest recall with precision >= ``at``
    "tpr_at_fpr"            highest TPR with FPR <= ``at``
    "fpr_at_tpr"            lowest FPR with TPR >= ``at``
    "mcc"                   highest Matthews correlation coefficient
    "equal_error_rate"      (FPR + FNR) / 2 at the smallest difference of the two
    ======================  =======================================================

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes; more only with ``pos_label``.
    y_score : array_like of shape (n_samples,)
        Any finite real scores; larger means more positive.
    criterion : str, default="cost"
        One of the above.
    cost_fn : float, default=1.0
        Cost of a false negative, in any unit; not negative. Only for "cost".
    cost_fp : float, default=1.0
        Cost of a false positive, in the same unit; not negative. Only for "cost".
    beta : float, default=1.0
        How many times as important recall is as precision; above 0. Only for "f1".
    at : float in [0, 1], optional
        The bound of the four criteria with one in the table. Required for them, and not
        allowed for the others.
    strict : bool, default=False
        Whether a score has to be above the threshold: predict positive where score >
        threshold. The value is the same.
    labels : array_like of shape (n_classes,), optional
        For several classes, or several labels per row: the class or label of each
        column of ``y_score``, which then has shape (n_samples, n_classes). Each class
        has its own threshold, against all others. ``y_true`` contains these labels, or
        is an indicator matrix with a column for each.
    pos_label : int, float, bool or str, optional
        The positive label. May be left out when the labels are in {0, 1} or {-1, 1}.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    threshold : float, or ndarray of shape (n_classes,)
        Predict positive where score >= threshold. The highest of several equally good
        thresholds. ``inf`` predicts no row positive. NaN if the value is NaN. With
        ``strict``, predict positive where score > threshold: the threshold is the next
        lower score, or ``-inf``, which predicts every row positive.
    value : float, or ndarray of shape (n_classes,)
        As in the table; NaN if undefined or if no threshold satisfies the bound.

    Raises
    ------
    ValueError
        If ``criterion`` is unknown, its parameter missing or out of range, lengths
        differ, there are no rows, a score is NaN or infinite, a weight is negative, or
        ``pos_label`` is needed and not given; if ``labels`` do not match the columns,
        do not include every label in the data, or are given along with ``pos_label``.

    Warns
    -----
    UndefinedMetricWarning
        If a class that the criterion needs is absent, or no threshold satisfies the
        bound.

    See Also
    --------
    cost_curve : the best threshold for every ratio of costs at once.
    metric_at_thresholds : all thresholds instead of the best.

    Notes
    -----
    A value optimised on the same rows is too optimistic: evaluate the threshold on
    other rows. A threshold that predicts no row positive has undefined precision and is
    not a candidate for criteria that need precision. Only observed scores, ``inf`` and,
    with ``strict``, ``-inf`` are candidates. Fractions are compared by
    cross-multiplication, exactly for counts. O(n log n) time, O(n) memory; the
    interpreter lock is released while sorting and sweeping.

    References
    ----------
    .. [1] W. J. Youden, "Index for rating diagnostic tests", Cancer 3, 1950, 32-35.

    Examples
    --------
    >>> from fastmetrics import optimal_threshold
    >>> y_true, y_score = [0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]
    >>> optimal_threshold(y_true, y_score, cost_fn=5.0, cost_fp=1.0)
    (0.35, 0.25)
    >>> optimal_threshold(y_true, y_score, criterion="tpr_at_fpr", at=0.1)
    (0.8, 0.5)
    >>> optimal_threshold(y_true, y_score, cost_fn=5.0, strict=True)
    (0.1, 0.25)
    >>> animals = ["cat", "dog", "cow", "cat"]
    >>> scores = [[0.5, 0.1, 0.4], [0.3, 0.6, 0.1], [0.4, 0.2, 0.4], [0.4, 0.3, 0.3]]
    >>> thresholds, values = optimal_threshold(
    ...     animals, scores, criterion="f1", labels=["cat", "dog", "cow"]
    ... )
    >>> thresholds
    array([0.4, 0.6, 0.4])
    """
    if labels is not None:
        options: dict[str, Any] = {
            "criterion": criterion,
            "cost_fn": cost_fn,
            "cost_fp": cost_fp,
        }
        options |= {"beta": beta, "at": at, "strict": strict}
        options["sample_weight"] = sample_weight
        return _of_each_class(y_true, y_score, labels, pos_label, options)
    if not is_one_of(criterion, _CRITERIA):
        raise ValueError(
            f"criterion must be one of {tuple(_CRITERIA)}, got {shown(criterion)}."
        )
    reducer, names = _CRITERIA[criterion]
    if ("at" in names) != (at is not None):
        expected = "a number in [0, 1]" if "at" in names else "None"
        raise ValueError(f"at must be {expected} with {criterion=}, got {shown(at)}.")
    if at is not None and not 0 <= (at := number(at, "at")) <= 1:
        raise ValueError(f"at must be in [0, 1], got {shown(at)}.")
    nonnegative(cost_fn, "cost_fn")
    nonnegative(cost_fp, "cost_fp")
    beta = number(beta, "beta")
    if not 0 < beta < math.inf:
        raise ValueError(f"beta must be positive and finite, got {shown(beta)}.")
    check_flag(strict, "strict")
    known = {"cost_fn": cost_fn, "cost_fp": cost_fp, "beta": beta, "at": at}
    parameters = [known[name] for name in names]
    scores = sort_scores(y_true, y_score, pos_label, sample_weight)
    threshold, value, n_positive, _ = scores.best(reducer, *parameters)
    if math.isnan(value):
        if n_positive > 0 and criterion == "recall_at_precision":
            warn(
                f"no threshold has a precision of at least {at!r}, so the best one is "
                "undefined and returned as NaN.",
                UndefinedMetricWarning,
            )
            return math.nan, math.nan
        return undefined(f"the {criterion} criterion", n_positive), math.nan
    if strict and not math.isinf(threshold):
        threshold = _next_lower(threshold, scores.steps()[0])
    return threshold, value


def _next_lower(threshold: float, thresholds: NDArray[Any]) -> float:
    """Return the next of falling thresholds, above which are the same rows."""
    after = int(np.flatnonzero(thresholds == threshold)[0]) + 1
    return thresholds[after].item() if after < len(thresholds) else -math.inf


def _of_each_class(
    y_true: Any, y_score: Any, labels: Any, pos_label: Any, options: dict[str, Any]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the threshold of each class against all others, and its value."""
    if pos_label is not None:
        raise ValueError("labels and pos_label exclude each other: give one of them.")
    names = as_column(labels, "labels").tolist()
    scores = as_array(y_score, "y_score")
    if scores.ndim != 2 or scores.shape[1] != len(names) or not names:
        raise ValueError(
            f"y_score must have a column for each of the {len(names)} labels, got "
            f"shape {scores.shape}."
        )
    if len({*names}) < len(names):
        raise ValueError(f"labels must be distinct, got {listed(names)}.")
    truth = as_array(y_true, "y_true")
    if truth.shape == scores.shape and truth.ndim == 2:
        columns = [truth[:, k] for k in range(len(names))]
    else:
        column = as_column(truth, "y_true")
        others = {*column.tolist()} - {*names}
        if others:
            raise ValueError(
                f"labels must name all classes of y_true, got {listed(names)} without "
                f"{listed(sorted(others, key=str))}."
            )
        columns = [(column == name).astype(np.int64) for name in names]
    pairs = [
        optimal_threshold(is_class, scores[:, k], **options)
        for k, is_class in enumerate(columns)
    ]
    thresholds, values = np.array(pairs, np.float64).T
    return thresholds, values
