"""The no-information value of a metric: targets and predictions unrelated."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import hold_warnings
from fastmetrics._common.records import one_number
from fastmetrics._inputs.columns import as_array
from fastmetrics._inputs.label_columns import ClassCodes
from fastmetrics._inputs.number_pairs import NumberPair, read_numbers
from fastmetrics.catalog import FAMILIES, METRICS
from fastmetrics.intervals.bind import of_event, resolve_of_columns
from fastmetrics.metrics.labels.counting.confusion_counts import ConfusionCounts
from fastmetrics.metrics.labels.counting.count_formulas import Cells
from fastmetrics.metrics.record import MEAN, Metric
from fastmetrics.metrics.regression.formulas.slopes import ErrorFormula
from fastmetrics.metrics.regression.formulas.totals import SUMS
from fastmetrics.metrics.regression.measuring.error_sums import ErrorSums
from fastmetrics.metrics.scores.score_sweep import ScoreSweep

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._common.annotations import Label

    Floats = NDArray[np.float64]


# --- metrics of numbers over all pairs of an observed and a predicted number

_Made = TypeVar("_Made")


class Pairs:
    """A column of true values and one of predictions, for one metric or for many."""

    __slots__ = ("_made", "y_pred", "y_true")

    def __init__(self, y_true: Any, y_pred: Any) -> None:
        self.y_true = y_true
        self.y_pred = y_pred
        self._made: dict[str, Any] = {}

    def once(self, key: str, make: Callable[[], _Made]) -> _Made:
        """Return the cached result of ``make`` for this key."""
        if key not in self._made:
            self._made[key] = make()
        return self._made[key]


# --- metrics

_TRUE, _PRED, _ERROR = 0, 1, 2


def of_numbers(
    row: Metric, parameters: Mapping[str, Any], pairs: Pairs
) -> float | None:
    """Return the metric over all pairs; None: it has no closed form.

    The columns are those that the metric's own function has taken.
    """
    is_order = row.across_folds == "mean"
    of_sums = row.formula is not None or isinstance(row.how, ErrorFormula)
    if of_sums and not is_order and parameters.get("normalization") != "iqr":
        sums = pairs.once("sums", lambda: _sums_of_pairs(pairs.y_true, pairs.y_pred))
        return float(sums.compute(row.name, **parameters))
    make = OF_COLUMNS.get(row.function)
    if make is None and not is_order:
        return None
    pair = read_numbers(pairs.y_true, pairs.y_pred)
    if not pair.is_column:
        raise ValueError(
            f"y_true has {pair.k} outputs; the no-information value of {row.name} is "
            "known of one"
        )
    if make is None:  # columns are independent, as for all pairs
        chance = METRICS[row.function].chance  # whatever its parameters
        assert isinstance(chance, float)
        return chance
    options = {**row.options, **parameters}
    true, pred = pair.true.astype(np.float64), pair.pred.astype(np.float64)
    with np.errstate(over="ignore", divide="ignore", invalid="ignore"):
        return float(make(true, pred, options))


# --- sums


def _sums_of_pairs(y_true: Any, y_pred: Any) -> ErrorSums:
    """Return the sums over all n² pairs, over n: of so many rows as there are.

    Sums of one column stay; sums of errors and products follow from them.
    """
    pair = read_numbers(y_true, y_pred)
    error_sums = ErrorSums.from_values(y_true, y_pred)
    counts = error_sums._found
    scales = np.ones((3, pair.k)) if counts.scales is None else counts.scales
    values = counts.sums + counts.lost
    sums = {name: values[place] for place, name in enumerate(SUMS)}
    n = sums["w"]
    spread = (
        _centred(sums, "t2", "t", n) * (scales[_ERROR] / scales[_TRUE]) ** 2
        + _centred(sums, "q2", "q", n) * (scales[_ERROR] / scales[_PRED]) ** 2
    )
    sums["e2"] = spread + n * (sums["e"] / n) ** 2
    sums["d2"] = spread + n * (sums["d"] / n) ** 2
    sums["tq"] = sums["t"] * (sums["q"] / n)
    apart = [_mean_distance(*columns) for columns in _floats(pair)]
    sums["abs_e"] = n * np.array(apart) * scales[_ERROR]
    extremes = counts.extremes.copy()
    extremes[0] = [
        max(abs(t.max() - p.min()), abs(p.max() - t.min())) for t, p in _floats(pair)
    ]
    return ErrorSums.of_rows(
        counts._replace(
            sums=np.array([sums[name] for name in SUMS]),
            lost=np.zeros_like(counts.lost),
            extremes=extremes,
            products=None,
        ),
        error_sums.n_samples,
        False,
    )


def _centred(sums: Mapping[str, Floats], squares: str, values: str, n: Floats) -> Any:
    return np.maximum(sums[squares] - sums[values] * (sums[values] / n), 0.0)


def _floats(pair: NumberPair) -> list[tuple[Floats, Floats]]:
    return [
        (true.astype(np.float64), pred.astype(np.float64))
        for true, pred in pair.columns()
    ]


def _mean_distance(true: Floats, pred: Floats) -> float:
    """Return the mean distance of all pairs, in O(n log n)."""
    return float(_distances(true, pred).mean())


def _distances(true: Floats, pred: Floats) -> Floats:
    """Return the mean distance of each of ``true`` to all of ``pred``."""
    above, below = _parts(true, pred)
    return above + below


def _parts(true: Floats, pred: Floats) -> tuple[Floats, Floats]:
    """Return the means over ``pred`` of (true - pred)₊ and of (pred - true)₊."""
    ordered = np.sort(pred)
    centre = float(ordered[len(ordered) // 2])  # sums of values near 0 lose little
    ordered, at = ordered - centre, true - centre
    lower = np.searchsorted(ordered, at, side="right")
    sums = np.concatenate([[0.0], np.cumsum(ordered)])
    n = len(ordered)
    above = at * lower - sums[lower]
    below = sums[n] - sums[lower] - at * (n - lower)
    return np.maximum(above, 0.0) / n, np.maximum(below, 0.0) / n


# --- columns


def _squared(true: Floats, pred: Floats) -> float:
    return float(true.var() + pred.var() + (true.mean() - pred.mean()) ** 2)


def _percentage(true: Floats, pred: Floats, options: Mapping[str, Any]) -> float:
    below = np.maximum(np.abs(true), np.finfo(np.float64).eps)
    return float(np.mean(_distances(true, pred) / below))


def _percent_bias(true: Floats, pred: Floats, options: Mapping[str, Any]) -> float:
    known = true[true != 0]
    if not len(known):
        return math.nan
    return float(np.mean((pred.mean() - known) / np.abs(known)))


def _squared_log(true: Floats, pred: Floats, options: Mapping[str, Any]) -> float:
    return _squared(np.log1p(true), np.log1p(pred))


def _root_squared_log(true: Floats, pred: Floats, options: Mapping[str, Any]) -> float:
    return math.sqrt(_squared_log(true, pred, options))


def _pinball(true: Floats, pred: Floats, options: Mapping[str, Any]) -> float:
    above, below = _parts(true, pred)
    alpha = options["alpha"]
    return float(alpha * above.mean() + (1 - alpha) * below.mean())


def _d2_absolute(true: Floats, pred: Floats, options: Mapping[str, Any]) -> float:
    around = float(np.mean(np.abs(true - np.median(true))))
    return 1 - _mean_distance(true, pred) / around if around > 0 else math.nan


def _relative_absolute(true: Floats, pred: Floats, options: Mapping[str, Any]) -> float:
    around = float(np.mean(np.abs(true - true.mean())))
    return _mean_distance(true, pred) / around if around > 0 else math.nan


def _d2_pinball(true: Floats, pred: Floats, options: Mapping[str, Any]) -> float:
    alpha = options["alpha"]
    # A quantile of a sample is one of its numbers, or between two that are as good.
    ordered = np.sort(true)
    at = min(max(math.ceil(alpha * len(ordered)) - 1, 0), len(ordered) - 1)
    d = true - ordered[at]
    around = float(np.mean(np.maximum(alpha * d, (alpha - 1) * d)))
    return 1 - _pinball(true, pred, options) / around if around > 0 else math.nan


def _huber(true: Floats, pred: Floats, options: Mapping[str, Any]) -> float:
    """Return δ times the mean distance beyond δ, and squares up to there.

    The loss is δ (|e| - δ/2) + (δ - |e|)² / 2 where |e| < δ.
    """
    delta = float(options["delta"])
    ordered = np.sort(pred)
    n = len(ordered)
    far = delta * (_mean_distance(true, pred) - delta / 2)
    near = 0.0
    # For numbers within δ, (δ - |e|)² by their sums about the middle.
    for side in (1, -1):
        sorted_pred = ordered if side > 0 else -ordered[::-1]
        at = side * true
        centre = float(sorted_pred[n // 2])
        x, t = sorted_pred - centre, at - centre
        first = np.cumsum(np.concatenate([[0.0], x]))
        second = np.cumsum(np.concatenate([[0.0], x * x]))
        # Predictions from t (or above it) up to t + δ: each pair with e = 0 once.
        low = np.searchsorted(x, t, side="left" if side > 0 else "right")
        high = np.searchsorted(x, t + delta, side="left")
        high = np.maximum(high, low)
        count, top = high - low, t + delta
        squares = second[high] - second[low]
        near += float(
            np.mean(top * top * count - 2 * top * (first[high] - first[low]) + squares)
        )
    return far + near / n / 2


def _linex(true: Floats, pred: Floats, options: Mapping[str, Any]) -> float:
    a, b = float(options["a"]), float(options["b"])
    # The mean of a product of independent factors is the product of their means.
    t, p = a * true, a * pred
    centre = float(p.mean())
    grown = float(np.exp(t - centre).mean() * np.exp(centre - p).mean())
    return b * (grown - float(t.mean() - p.mean()) - 1)


def _tweedie(true: Floats, pred: Floats, options: Mapping[str, Any]) -> float:
    power = float(options.get("power", 0))
    mean = true.mean()
    if power == 0:
        return _squared(true, pred)
    if power == 1:
        entropy = np.where(true > 0, true * np.log(np.where(true > 0, true, 1.0)), 0.0)
        half = entropy.mean() - mean * np.log(pred).mean() - mean + pred.mean()
        return float(2 * half)
    if power == 2:
        half = np.log(pred).mean() - np.log(true).mean() + mean * (1 / pred).mean()
        return float(2 * (half - 1))
    first = np.maximum(true, 0.0) ** (2 - power) / ((1 - power) * (2 - power))
    second = mean * (pred ** (1 - power)).mean() / (1 - power)
    return float(
        2 * (first.mean() - second + (pred ** (2 - power)).mean() / (2 - power))
    )


def _d2_tweedie(true: Floats, pred: Floats, options: Mapping[str, Any]) -> float:
    around = _tweedie(true, np.array([true.mean()]), options)
    return 1 - _tweedie(true, pred, options) / around if around > 0 else math.nan


def _of_power(power: float) -> Callable[..., float]:
    def deviance(true: Floats, pred: Floats, options: Mapping[str, Any]) -> float:
        return _tweedie(true, pred, {"power": power})

    return deviance


OF_COLUMNS: Mapping[str, Callable[[Floats, Floats, Mapping[str, Any]], float]] = {
    "mean_absolute_percentage_error": _percentage,
    "percent_bias": _percent_bias,
    "mean_squared_log_error": _squared_log,
    "root_mean_squared_log_error": _root_squared_log,
    "mean_pinball_loss": _pinball,
    "d2_absolute_error_score": _d2_absolute,
    "d2_pinball_score": _d2_pinball,
    "relative_absolute_error": _relative_absolute,
    "huber_loss": _huber,
    "linex_loss": _linex,
    "mean_tweedie_deviance": _tweedie,
    "mean_poisson_deviance": _of_power(1),
    "mean_gamma_deviance": _of_power(2),
    "d2_tweedie_score": _d2_tweedie,
}


# --- the value of a metric for predictions independent of the rows

# Matters of how many rows there are or of their order too; and of no true labels.
_OTHERS = (
    *("squared_calibration_error", "adaptive_calibration_error", "kl_divergence"),
    "excess_aurc",
)
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
    known = inspect.signature(row.public).parameters
    if "sample_weight" not in known or row.function in _OTHERS:
        return None
    options = dict(parameters)
    positive = options.pop("pos_label", None)

    def sweep() -> ScoreSweep:
        classes, sizes, predictions = _classes(pairs)
        each = np.repeat(classes.classes, len(predictions))
        weights = np.repeat(sizes, len(predictions))
        return ScoreSweep.from_scores(
            each, np.tile(predictions, classes.k), positive, weights
        )

    swept = pairs.once(f"sweep {positive!r}", sweep)
    return float(swept.compute(row.name, **options))


def _classes(
    pairs: Pairs,
) -> tuple[ClassCodes, NDArray[np.float64], NDArray[Any]]:
    """Return the classes, how many rows each has, and the predictions."""
    classes = pairs.once("classes", lambda: ClassCodes(pairs.y_true, "y_true"))
    sizes = np.bincount(classes.codes, minlength=classes.k).astype(np.float64)
    return classes, sizes, as_array(pairs.y_pred, "y_pred")


def of_rows(row: Metric, parameters: Mapping[str, Any], pairs: Pairs) -> float | None:
    """Return the metric of predictions that are held against each class in turn.

    For a mean over rows, one block of predictions at a time. None: the metric takes no
    weights, or the target has several labels per row.
    """
    known = inspect.signature(row.public).parameters
    true = pairs.once("true", lambda: as_array(pairs.y_true, "y_true"))
    takes_weights = "sample_weight" in known and row.function not in _OTHERS
    if not takes_weights or true.ndim != 1:
        return None
    classes, sizes, predictions = _classes(pairs)
    is_mean = row.interval in MEAN and row.made_of == "mean"
    n_columns = 1 if predictions.ndim == 1 else predictions.shape[1]
    n_rows = max(_BLOCK // (n_columns * classes.k), 1) if is_mean else len(predictions)
    total = 0.0
    for block in _blocks(predictions, n_rows):
        each = np.repeat(classes.classes, len(block))
        weights = np.repeat(sizes, len(block))
        rows = np.tile(block, (classes.k, *[1] * (block.ndim - 1)))
        value = row.public(each, rows, sample_weight=weights, **parameters)
        total += float(one_number(value)) * len(block)
    return total / len(predictions)


def _blocks(predictions: NDArray[Any], n_rows: int) -> Iterator[NDArray[Any]]:
    for start in range(0, len(predictions), n_rows):
        yield predictions[start : start + n_rows]


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
        Positive label: the class that scores and a column of probabilities refer to,
        whatever the default of the metric. By default 1 if the labels are 0 and 1, −1
        and 1, or booleans; required for other labels.

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
    has the error rate γ = 1 - (its proportion); a model that draws classes with the
    proportions of its predictions has γ on average. It is neither 1/k nor the "no
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
    columns = {"y_pred": y_pred}
    wanted = resolve_of_columns(metric, None, y_true, columns, pos_label)
    if not wanted.in_catalog:
        raise TypeError(
            f"metric must be one of this package, got "
            f"{shown(metric)}; of a function of "
            "one's own no closed form is known"
        )
    row = wanted.row
    wanted, y_true = of_event(wanted, y_true, [y_pred], pos_label)
    parameters = dict(wanted.parameters)
    row.check_required(parameters)
    value = None
    if has_closed_form(row):
        with hold_warnings():
            row.public(y_true, y_pred, **parameters)  # checks the data
            value = of_pairs(row, parameters, Pairs(y_true, y_pred))
    if value is None:
        raise ValueError(
            f"no closed form is known of the no-information value of {row.name} on "
            "such data"
        )
    return value


def has_closed_form(row: Metric) -> bool:
    """Whether a metric compares two columns, so it may have a value for all pairs."""
    family = FAMILIES[row.task]
    return bool(family.all_pairs) and len(family.leading(row)) == 2 and not row.by_group


def of_pairs(row: Metric, parameters: Mapping[str, Any], pairs: Pairs) -> float | None:
    """Return the value of a metric over all pairs, for columns that were checked.

    None: no closed form is known.
    """
    all_pairs = FAMILIES[row.task].all_pairs
    assert all_pairs is not None  # or it has no closed form
    value = all_pairs(row, parameters, pairs)
    # Sums in floats miss the level of chance by rounding, most of all one of 0.
    if isinstance(row.chance, float) and value is not None:
        return row.chance if abs(value - row.chance) < _ROUNDING else value
    return value
