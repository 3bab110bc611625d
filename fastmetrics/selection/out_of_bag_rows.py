"""Losses of out-of-bag rows, and the bootstrap estimates of error from them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from fastmetrics._common import bounds
from fastmetrics._common.options import check_level, hold_warnings, warn, whole
from fastmetrics._common.records import ByFields, one_number, plain_all
from fastmetrics._inputs.columns import as_array, raise_no_rows
from fastmetrics._inputs.label_columns import ClassCodes
from fastmetrics._inputs.scores import finite_matrix
from fastmetrics.catalog import FAMILIES
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.bound import BoundMetric
from fastmetrics.metrics.labels.counting.count_formulas import count_formula
from fastmetrics.resampling.joint_cells import label_rows
from fastmetrics.resampling.row_intervals import (
    has_row_values,
    parameters_of,
    row_values_of,
)
from fastmetrics.selection.validation.combined_folds import is_row_mean
from fastmetrics.show.notebook import Shown, bundle
from fastmetrics.show.numbers import numerals

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.metrics.record import Metric

    Floats = NDArray[np.float64]
    Part = tuple[NDArray[np.intp], NDArray[Any]]

    from fastmetrics.metrics.bound import BoundMetric


# --- row losses, whose mean is the metric


def has_row_losses(wanted: BoundMetric, y_true: NDArray[Any]) -> bool:
    """Whether a metric is a mean of losses of rows."""
    row = wanted.row
    if not wanted.in_catalog or not is_row_mean(row):
        return False
    if has_row_values(row):
        return True
    return y_true.ndim == 1 and wanted.parameters.get("normalize", True) is not False


def row_losses(
    wanted: BoundMetric, y_true: NDArray[Any], y_pred: NDArray[Any]
) -> NDArray[np.float64]:
    """Return the losses of the rows, whose mean is the value of the metric."""
    row = wanted.row
    if has_row_values(row):
        return np.asarray(
            row_values_of(row)(y_true, y_pred, **wanted.parameters), np.float64
        )
    # Multiclass: a proportion of right or wrong rows needs no more.
    reading = count_formula(row, "multiclass", wanted.parameters)
    return label_rows(y_true, y_pred, reading)


def share_losses(
    row: Metric, y_true: Any, columns: Sequence[Any]
) -> Callable[[], NDArray[np.float64]] | None:
    """Return a function for the differences of the row losses of two columns.

    None if the metric is not a proportion of right or wrong rows, or if rows have
    several labels.
    """
    wanted = BoundMetric(row, {})
    if has_row_values(row) or len(columns) != 2 or not is_row_mean(row):
        return None
    true = as_array(y_true, "y_true")
    if not has_row_losses(wanted, true):
        return None

    def losses() -> NDArray[np.float64]:
        first, second = (
            row_losses(wanted, true, as_array(column, "y_pred")) for column in columns
        )
        return first - second

    return losses


def with_all_labels(wanted: BoundMetric, y_true: NDArray[Any]) -> BoundMetric:
    """Return the metric told of all classes: some may be missing among a few rows."""
    row = wanted.row
    if not wanted.in_catalog or wanted.parameters.get("labels") is not None:
        return wanted
    settings = FAMILIES[row.task].settings
    if "labels" not in settings or "labels" not in parameters_of(wanted.function):
        return wanted
    if y_true.ndim != 1:
        return wanted
    labels = ClassCodes(y_true, "y_true").classes
    return wanted.with_parameters(labels=labels)


# --- bootstrap estimates of error, and predictions of rows that were not drawn


def out_of_bag_share(n_samples: int, n_draws: int | None = None) -> float:
    r"""Proportion of rows expected to be absent from a bootstrap sample.

    .. math:: \left(1 - \frac1m\right)^{d}

    for m rows and d draws with replacement; with d = m it tends to :math:`1/e \approx
    0.368` as m increases.

    Parameters
    ----------
    n_samples : int
        Number of rows, m: 1 or more.
    n_draws : int, optional
        Number of draws, d: 0 or more; by default ``n_samples``.

    Returns
    -------
    float
        Probability in [0, 1] that a given row is not drawn.

    Raises
    ------
    ValueError
        If there are fewer than 1 row or 0 draws.
    TypeError
        If an argument is not a number.

    See Also
    --------
    BootstrapSplit : draws rows, and tests on the others.
    point632_score : the error estimate that is named after the complement.

    References
    ----------
    .. [1] B. Efron and R. Tibshirani, "Improvements on cross-validation: the .632+
       bootstrap method", Journal of the American Statistical Association 92, 1997,
       548-560.

    Examples
    --------
    >>> from fastmetrics import out_of_bag_share
    >>> out_of_bag_share(2), round(out_of_bag_share(10**6), 6)
    (0.25, 0.367879)
    """
    m = whole(n_samples, "n_samples", 1)
    d = m if n_draws is None else whole(n_draws, "n_draws")
    if m == 1:
        return float(d == 0)
    return math.exp(d * math.log1p(-1 / m))


class RowMeans(NamedTuple):
    """Mean losses of rows over the resamples that do not contain them.

    Attributes
    ----------
    means : ndarray of shape (n,)
        NaN for a row that every resample contains.
    lost : ndarray of shape (n_resamples,)
        Loss of the model of each resample on its out-of-bag rows, divided by the number
        of all rows.
    left_out : ndarray of shape (n,)
        Number of resamples that do not contain each row.
    """

    means: Floats
    lost: Floats
    left_out: NDArray[np.int64]


class OutOfBagRows:
    """Predictions of out-of-bag rows by the models of resamples.

    Attributes
    ----------
    wanted : BoundMetric
        The metric.
    true : ndarray of shape (n,) or (n, n_outputs)
        True labels or numbers.
    parts : sequence of (rows, predicted)
        For each model, its out-of-bag rows and their predictions.
    """

    def __init__(
        self, wanted: BoundMetric, true: NDArray[Any], parts: Sequence[Part]
    ) -> None:
        self.wanted = with_all_labels(wanted, true)
        self.true = true
        self.parts = parts

    @property
    def n(self) -> int:
        """Number of rows."""
        return len(self.true)

    @property
    def n_resamples(self) -> int:
        """Number of models."""
        return len(self.parts)

    def has_row_losses(self) -> bool:
        """Whether the metric is a mean over rows."""
        return has_row_losses(self.wanted, self.true)

    def row_means(self) -> RowMeans:
        """Return mean losses of rows, for a metric that is a mean over rows."""
        sums, lost = np.zeros(self.n), np.zeros(self.n_resamples)
        left_out = np.zeros(self.n, np.int64)
        for b, (rows, predicted) in enumerate(self.parts):
            if len(rows):
                losses = row_losses(self.wanted, self.true[rows], predicted)
                sums[rows] += losses
                left_out[rows] += 1
                lost[b] = losses.sum() / self.n
        with np.errstate(invalid="ignore"):
            return RowMeans(sums / left_out, lost, left_out)

    def values(self) -> Floats:
        """Return the metric of each resample's unseen rows; NaN where undefined."""
        scores = np.full(self.n_resamples, np.nan)
        with hold_warnings():
            for b, (rows, predicted) in enumerate(self.parts):
                if len(rows):
                    value = self.wanted.function(
                        self.true[rows], predicted, **self.wanted.parameters
                    )
                    scores[b] = one_number(value)
        return scores


class _MatrixParts(Sequence["Part"]):
    """The parts of a matrix of predictions, taken out when they are asked for."""

    def __init__(self, predictions: NDArray[Any], flags: NDArray[np.bool_]) -> None:
        self._predictions = predictions
        self._flags = flags

    def __len__(self) -> int:
        return len(self._predictions)

    def __getitem__(self, b: Any) -> Any:
        rows = np.flatnonzero(self._flags[b])
        return rows, self._predictions[b][rows]


def read_rows(
    wanted: BoundMetric, y_true: ArrayLike, predictions: Any, out_of_bag: Any
) -> tuple[OutOfBagRows, NDArray[np.bool_]]:
    """Return the out-of-bag predictions, and a flag for each row and model."""
    true = as_array(y_true, "y_true")
    n = len(true)
    if n == 0:
        raise_no_rows("y_true")
    matrix = as_array(predictions, "predictions")
    shape = matrix.shape
    if len(shape) not in (2, 3) or shape[1] != n or not shape[0]:
        raise ValueError(
            "predictions must be of shape (n_resamples, n_samples), or (n_resamples, "
            f"n_samples, n_columns), with n_samples = {n} as y_true has them, got "
            f"{shape}."
        )
    flags = _read_flags(out_of_bag, shape[:2])
    return OutOfBagRows(wanted, true, _MatrixParts(matrix, flags)), flags


def _read_flags(out_of_bag: Any, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """Return True where a model has not seen a row."""
    flags = as_array(out_of_bag, "out_of_bag")
    if flags.shape != shape:
        raise ValueError(
            f"out_of_bag must be of the shape {shape}, as predictions has models and "
            f"rows, got {flags.shape}."
        )
    if flags.dtype.kind != "b":
        if flags.dtype.kind not in "iuf" or not np.isin(flags, (0, 1)).all():
            raise ValueError("out_of_bag must be True where a row was not drawn.")
        flags = flags == 1
    return flags


# --- BootstrapEstimate: an estimate of error by the bootstrap, and its parts


@dataclass(frozen=True, slots=True, eq=False)
class BootstrapEstimate(ByFields):
    """Bootstrap estimate of a metric on new rows.

    Attributes
    ----------
    estimate : float
        ``(1 - weight) * apparent`` and ``weight`` times the smaller of ``out_of_bag``
        and ``no_information``, or the larger where greater is better.
    standard_error : float
        Standard error of the estimate; NaN if it was not computed.
    apparent : float
        Metric of the model of all rows on the same rows.
    out_of_bag : float
        Metric of the models of resamples on their out-of-bag rows.
    no_information : float
        Expected metric if predictions and rows were independent; NaN if it was not
        requested.
    relative_overfitting : float
        Position of ``out_of_bag`` between ``apparent`` (0) and ``no_information`` (1);
        NaN without the latter.
    weight : float
        Weight of ``out_of_bag``, from 0.632 to 1.
    n_resamples, n_samples : int
        Number of resamples and of rows.
    metric : str
        Its name.
    method : {"oob", ".632", ".632+"}
        Method of the estimate.

    See Also
    --------
    point632_score : Computes it from predictions.
    bootstrap_validate : Computes it from an estimator.
    """

    estimate: float
    standard_error: float
    apparent: float
    out_of_bag: float
    no_information: float
    relative_overfitting: float
    weight: float
    n_resamples: int
    n_samples: int
    metric: str
    method: str

    def confidence_interval(
        self, confidence_level: float = 0.95
    ) -> tuple[float, float]:
        """Return the normal interval of the estimate.

        Parameters
        ----------
        confidence_level : float in (0, 1), default=0.95
            Its nominal coverage.

        Returns
        -------
        low, high : float
            NaN where there is no standard error.
        """
        level = check_level(confidence_level)
        if math.isnan(self.standard_error):
            return math.nan, math.nan
        return bounds.normal(self.estimate, self.standard_error, level)

    def to_dict(self) -> dict[str, Any]:
        """Return all fields as JSON types; undefined values are None."""
        return plain_all(asdict(self))

    def __str__(self) -> str:
        shown = self._shown()
        width = max(len(name) for name, _ in shown.rows)
        lines = [f"{name:{width}}  {value:>9}" for name, value in shown.rows]
        return "\n".join([shown.line, *lines])

    def _shown(self) -> Shown:
        line = (
            f"{self.metric} by the {self.method} bootstrap: {self.n_resamples:,} "
            f"resamples of {self.n_samples:,} rows"
        )
        parts = {
            "estimate": self.estimate,
            "standard error": self.standard_error,
            "apparent": self.apparent,
            "out of bag": self.out_of_bag,
            "no information": self.no_information,
            "relative overfitting": self.relative_overfitting,
            "weight": self.weight,
        }
        values = numerals(*parts.values())
        rows = [[name, value] for name, value in zip(parts, values, strict=True)]
        return Shown(line, ["part", "value"], rows)

    def _repr_mimebundle_(
        self, include: object = None, exclude: object = None
    ) -> dict[str, str]:
        return bundle(self._shown())


# The proportion of rows in a large bootstrap sample is 1 - 1/e.
_DRAWN = 0.632


def averaged(
    rows: OutOfBagRows, average: Literal["auto", "rows", "resamples"] = "auto"
) -> tuple[float, RowMeans | None]:
    """Return the average, and what rows lose where it is one over rows."""
    name = rows.wanted.row.name
    if rows.wanted.in_catalog:
        rows.wanted.row.check_required(rows.wanted.parameters)
    if average == "rows" and not rows.has_row_losses():
        raise ValueError(f"average='rows' is for means over rows, which {name} is not.")
    if average == "resamples" or not rows.has_row_losses():
        values = rows.values()
        defined = values[~np.isnan(values)]
        if len(defined) < len(values):
            warn(
                f"{name} is undefined on the rows that {len(values) - len(defined)} of "
                f"{len(values)} resamples left out; these were left out.",
                UndefinedMetricWarning,
            )
        return (float(defined.mean()) if len(defined) else math.nan), None
    losses = rows.row_means()
    known = losses.means[losses.left_out > 0]
    if len(known) < rows.n:
        warn(
            f"{rows.n - len(known)} of {rows.n} rows were drawn into all of "
            f"{rows.n_resamples} resamples; these were left out.",
            UndefinedMetricWarning,
        )
    return (float(known.mean()) if len(known) else math.nan), losses


def estimated(
    rows: OutOfBagRows,
    apparent: float,
    outside: tuple[float, RowMeans | None],
    gamma: float | None,
    drawn: Floats | None,
) -> BootstrapEstimate:
    """Return the .632+ bootstrap, or without ``gamma`` the .632 bootstrap.

    ``outside`` is what `averaged` returns, ``drawn`` how often rows were drawn.
    """
    row = rows.wanted.row
    sign = 1 if rows.wanted.in_catalog and not row.greater_is_better else -1
    left_out, losses = outside
    estimate, overfitting, weight = _weighted(apparent, left_out, gamma, sign)
    error = math.nan
    if drawn is not None and losses is not None:
        error = standard_error(losses, left_out, drawn)
        error *= abs(estimate / left_out) if left_out else 1.0
    return BootstrapEstimate(
        estimate=estimate,
        standard_error=error,
        apparent=apparent,
        out_of_bag=left_out,
        no_information=math.nan if gamma is None else gamma,
        relative_overfitting=overfitting,
        weight=weight,
        n_resamples=rows.n_resamples,
        n_samples=rows.n,
        metric=rows.wanted.row.name,
        method=".632" if gamma is None else ".632+",
    )


def _weighted(
    apparent: float, outside: float, gamma: float | None, sign: int
) -> tuple[float, float, float]:
    """Return the estimate, the relative overfitting and the weight.

    ``gamma`` None makes the .632 bootstrap. ``sign`` is 1 where less is better.
    """
    if gamma is None:
        return (1 - _DRAWN) * apparent + _DRAWN * outside, math.nan, _DRAWN
    moved = sign * min(sign * outside, sign * gamma)
    overfitting = 0.0
    if sign * outside > sign * apparent and sign * gamma > sign * apparent:
        overfitting = (moved - apparent) / (gamma - apparent)
    weight = _DRAWN / (1 - (1 - _DRAWN) * overfitting)
    return (1 - weight) * apparent + weight * moved, overfitting, weight


def read_counts(counts: Any, flags: NDArray[np.bool_]) -> Floats:
    """Return the number of draws of each row; flagged rows have 0."""
    drawn = finite_matrix(counts, "counts").astype(np.float64)
    if drawn.shape != flags.shape:
        raise ValueError(
            f"counts must be of the shape {flags.shape}, as predictions has models and "
            f"rows, got {drawn.shape}."
        )
    if (drawn < 0).any() or (drawn != np.trunc(drawn)).any():
        raise ValueError("counts must be whole numbers of at least 0.")
    wrong = (drawn == 0) != flags
    if wrong.any():
        at = tuple(map(int, np.argwhere(wrong)[0]))
        raise ValueError(
            "counts must be 0 where out_of_bag is True and only there: the first place "
            f"where they contradict is {at}."
        )
    return drawn


def standard_error(losses: RowMeans, outside: float, drawn: Floats) -> float:
    """Return the delta method's standard error of the mean over rows.

    The expected noise of a limited number of resamples is subtracted from its square;
    it is not less than for models that were not fitted to these rows.
    """
    n = len(losses.means)
    if n < 2:
        return math.nan
    known = losses.left_out > 0
    left_out = losses.left_out[known]
    often = drawn - drawn.mean(axis=0)
    apart = (losses.means[known] - outside) / n
    parts = (2 + 1 / (n - 1)) * apart + (often.T @ losses.lost)[known] / left_out
    noise = 0.0
    if len(losses.lost) > 1:
        varied = (often**2).sum(axis=0)[known]
        noise = float((varied / left_out**2).sum() * losses.lost.var(ddof=1))
    return math.sqrt(max(float((parts**2).sum()) - noise, float((apart**2).sum())))
