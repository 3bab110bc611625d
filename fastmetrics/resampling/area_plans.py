"""Closed forms of areas under curves, and plans of probabilities and class areas."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from fastmetrics._common import bounds
from fastmetrics._common.bounds import normal
from fastmetrics._common.interval import Interval, no_interval
from fastmetrics._common.laws import StudentLaw
from fastmetrics._common.names import shown
from fastmetrics._common.records import Reference
from fastmetrics._inputs.columns import as_array
from fastmetrics._inputs.label_columns import ClassCodes
from fastmetrics._inputs.labels import Event, check_event_told
from fastmetrics._inputs.score_tables import arrange, check_sums_to_one
from fastmetrics._kernels import delong
from fastmetrics.metrics.bound import BoundMetric
from fastmetrics.metrics.how import PseudoValues, RowMean
from fastmetrics.metrics.probability.family import FAMILY
from fastmetrics.metrics.probability.measuring.calibration_bins import CalibrationBins
from fastmetrics.metrics.probability.measuring.probability_sums import ProbabilitySums
from fastmetrics.metrics.record import JACKKNIFE, NORMAL_DELONG, Metric
from fastmetrics.metrics.scores.family import FAMILY as SCORES_FAMILY
from fastmetrics.resampling import refusals
from fastmetrics.resampling.plan import Data, Design, Of, Refusal
from fastmetrics.resampling.row_intervals import parameters_of
from fastmetrics.resampling.row_plan import RowPlan
from fastmetrics.resampling.sliced_means import SlicedMeans

if TYPE_CHECKING:
    from fastmetrics._common.means import Mean
    from fastmetrics.metrics.scores.placements import DelongVariance

    _Values = tuple[NDArray[np.float64], NDArray[np.float64]]


def logit_auc(
    auc: float, standard_error: float, confidence_level: float
) -> tuple[float, float]:
    """Make a normal interval on the logit scale: it stays inside (0, 1)."""
    centre = math.log(auc / (1 - auc))
    low, high = normal(centre, standard_error / (auc * (1 - auc)), confidence_level)
    return 1 / (1 + math.exp(-low)), 1 / (1 + math.exp(-high))


def raw_auc(
    auc: float, standard_error: float, confidence_level: float
) -> tuple[float, float]:
    """Make a normal interval of the area itself, cut at 0 and 1."""
    low, high = normal(auc, standard_error, confidence_level)
    return max(low, 0.0), min(high, 1.0)


def inverted_auc(
    auc: float, variance: DelongVariance, confidence_level: float
) -> tuple[float, float]:
    """Return the bounds of `inverted_areas` of one area."""
    [low], [high] = inverted_areas(
        np.array([auc]),
        np.array([variance.total], np.float64),
        np.array([variance.degrees_of_freedom], np.float64),
        np.array([variance.n_positive], np.float64),
        np.array([variance.n_negative], np.float64),
        confidence_level,
    ).tolist()
    return low, high


def inverted_areas(
    areas: NDArray[np.float64],
    variances: NDArray[np.float64],
    freedom: NDArray[np.float64],
    n_positive: NDArray[np.float64],
    n_negative: NDArray[np.float64],
    confidence_level: float,
) -> NDArray[np.float64]:
    """Find the areas that t tests do not reject, each with a variance of its own.

    How the variance of an area θ grows and shrinks is taken from exponential scores,
    H(θ), and how large it is from the data: v H(θ) / H(A), with v = DeLong's variance
    V drawn towards H(A) as the mean of these two, m of the smaller class that showed V
    against k = 1 / (2 A (1 - A)). Near 0 and 1 few placements of the m rows differ from
    the rest, so the relative variance of V is about 1 / (m A (1 - A)): what V says
    there is little, and it is drawn the more. The bounds are where (A - θ)² = t² v H(θ)
    / H(A), (2, areas).
    """
    smaller = np.minimum(n_positive, n_negative)
    prior = 0.5 / (areas * (1 - areas))
    model = exponential_variance(areas, n_positive, n_negative)
    drawn = (smaller * variances + prior * model) / (smaller + prior)
    t = bounds.quantiles(freedom, confidence_level)
    reach = t * t * drawn / model
    # Each term of H has a logarithm that rises by less than 2 / θ, and (A - θ)² one
    # that rises by more: above A there is one bound, and below it by symmetry.
    larger = np.maximum(n_positive, n_negative)
    return delong.invert_areas(areas, reach, larger, smaller)


def exponential_variance(area: Any, n_positive: Any, n_negative: Any) -> Any:
    """Variance of an area of exponential scores, wider for the rarer class.

    J. Hanley and B. McNeil (1982) take the positives as the wider class; the larger of
    both variances is used, so the result does not depend on which class is positive.
    """
    rest = 1 - area
    terms = area * rest * rest / (1 + rest), area * area * rest / (1 + area)
    larger = np.maximum(n_positive, n_negative)
    smaller = np.minimum(n_positive, n_negative)
    most, least = np.maximum(*terms), np.minimum(*terms)
    return (area * rest + (larger - 1) * most + (smaller - 1) * least) / (
        larger * smaller
    )


def leave_one_out_auc(tps: NDArray[Any], fps: NDArray[Any]) -> _Values:
    """AUC without one row: (values, rows each stands for), from cumulative counts.

    Without a positive, its pairs are gone, with their wins and ties.
    """
    dp, dn = np.diff(tps, prepend=0.0), np.diff(fps, prepend=0.0)
    P, N = tps[-1], fps[-1]
    wins_of_positive = N - fps + dn / 2
    wins = np.dot(dp, wins_of_positive)
    found = areas_without(wins, (P, wins_of_positive), (N, tps - dp / 2))
    return np.concatenate(found), np.concatenate([dp, dn])


def areas_without(
    wins: float,
    positives: tuple[float, NDArray[np.float64]],
    negatives: tuple[float, NDArray[np.float64]],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """AUC without each positive and without each negative.

    ``wins`` of all pairs of rows, ties one half. For each class: how many rows it has,
    and the wins of pairs that each one, or one of each step, is in.
    """
    (n_pos, of_positives), (n_neg, of_negatives) = positives, negatives
    with np.errstate(divide="ignore", invalid="ignore"):
        return (
            (wins - of_positives) / ((n_pos - 1) * n_neg),
            (wins - of_negatives) / (n_pos * (n_neg - 1)),
        )


def leave_one_out_average_precision(tps: NDArray[Any], fps: NDArray[Any]) -> _Values:
    """Average precision without one row, as :func:`leave_one_out_auc`.

    A row at step h changes the terms of h and of all later steps: sums from either
    end give all of them in O(n).
    """
    dp, dn = np.diff(tps, prepend=0.0), np.diff(fps, prepend=0.0)
    P = tps[-1]
    with np.errstate(divide="ignore", invalid="ignore"):
        terms = dp * tps / (tps + fps)
        before = np.cumsum(terms) - terms
        less_positive = np.nan_to_num((tps - 1) / (tps - 1 + fps))
        later = dp * less_positive
        after = np.cumsum(later[::-1])[::-1] - later
        positive = (before + after + (dp - 1) * less_positive) / (P - 1)
        fewer_negatives = np.nan_to_num(dp * tps / (tps + fps - 1))
        negative = (before + np.cumsum(fewer_negatives[::-1])[::-1]) / P
    return np.concatenate([positive, negative]), np.concatenate([dp, dn])


def difference_of_areas(
    estimate: float, variance: DelongVariance, scale: float, method: str, level: float
) -> Interval:
    """Return DeLong's interval: of Student's t, or normal if the method says so.

    ``variance``: of the difference of the areas; ``scale``: what the metric multiplies
    an area by.
    """
    error = abs(scale) * variance.standard_error
    if error == 0.0:
        return no_interval(estimate, level, refusals.NO_VARIANCE)
    freedom = math.inf if method in NORMAL_DELONG else variance.degrees_of_freedom
    distribution = StudentLaw(estimate, error, freedom)
    low, high = distribution.bounds(level)
    return Interval(estimate, low, high, error, level, method, law=distribution)


# --------------------------------------------------------------------- probability plan
# ProbabilityPlan: data and replicates of metrics of probabilities.


# With this many rows it pays to go over them once instead of twice.
_MANY = 100_000


class ProbabilityPlan(RowPlan):
    """Plan of metrics of probabilities.

    Columns are "y_true" and, of each model, "y_proba"; in their place may stand a
    summary. ``options["pos_label"]`` is the class that a column of probabilities is of.
    Some functions are told so, and others take the larger label for it: so they all
    are given the rows with 1 for that class and 0 for the other, and nothing more.

    The log loss and the Brier score of many rows that count alike are summed together
    with their squares and cubes, in one pass that keeps no losses.
    """

    family = FAMILY
    common: ClassVar[tuple[str, ...]] = ("labels",)

    def __init__(self, data: Data, design: Design, options: Mapping[str, Any]) -> None:
        told = options.get("pos_label")
        self._event: Event | None = None
        self._read: dict[tuple[Any, int, Any], Any] = {}
        if data.summary is None and told is not None:
            if not all(_n_columns(one) <= 2 for one in _numbers(data)):
                raise ValueError(
                    "pos_label is for probabilities of two classes; there are more "
                    "columns"
                )
            self._event = Event(data.shared["y_true"], told)
            named = options.get("labels")
            data = _of_event(data, self._event, told, named)
            if named is not None:
                options = {**options, "labels": self._event.of_labels(named)}
            elif self._event.is_alone:
                options = {**options, "labels": [0, 1]}
        super().__init__(data, design, options)

    def _classes(self) -> NDArray[Any]:
        """Return the number of each row's class, the stratum that it is of."""
        labels = as_array(self._data.shared["y_true"], "y_true")
        if labels.ndim != 1:
            raise ValueError("stratified needs one-dimensional labels")
        return ClassCodes(labels, "y_true").codes

    def ask(self, asked: Sequence[BoundMetric]) -> None:
        """Take the metrics that are wanted; raise where sums do not tell one."""
        for row, _ in asked:
            if not self.tells(row):
                kind = type(self._summary).__name__
                raise TypeError(f"{row.name} cannot be read off {kind}: {row.merging}")
        if isinstance(self._summary, CalibrationBins):
            # A report says that bins are not those that a metric has by default.
            asked = [BoundMetric(row, {**_fixed(row), **own}) for row, own in asked]
        if self._summary is None and self._event is None:
            self._check_told([row for row, _ in asked])
        super().ask([one._replace(row=self._ranged(*one)) for one in asked])

    def _ranged(self, row: Metric, given: Mapping[str, Any]) -> Metric:
        """Return a metric with the range that it has of so many classes."""
        halved = given.get("scale_by_half", row.options.get("scale_by_half", False))
        if isinstance(halved, str):  # of two classes
            halved = self._n_columns < 3
        return replace(row, upper=row.upper / 2) if halved is True else row

    @classmethod
    def sliced(cls, asked: BoundMetric) -> type[SlicedMeans] | None:
        """Return the reader of means over the rows of slices."""
        return SlicedMeans if SlicedMeans.suits(asked) else None

    @property
    def _n_columns(self) -> int:
        """How many columns the probabilities have, of the model that has most."""
        if self.of_one_event:
            return 1
        if isinstance(self._summary, ProbabilitySums):
            return len(self._summary.labels)
        columns = [one["y_proba"] for one in self._data.models.values()]
        return max(as_array(column, "y_proba").shape[-1] for column in columns)

    def _check_told(self, rows: Sequence[Metric]) -> None:
        """Raise if some metric is of a column, and nothing tells which class it is of.

        A divergence is of two columns of probabilities, and of no class.
        """
        of_classes = any("y_true" in parameters_of(row.public) for row in rows)
        if of_classes and any(map(_is_column, _numbers(self._data))):
            check_event_told(self._data.shared["y_true"])

    def prepared(self, metric: int, model: int) -> tuple[Any, ...]:
        """Return the columns, or what reads and fits them once for several metrics."""
        columns = super().prepared(metric, model)
        row, given = self.asked[metric]
        read = row.how.read if isinstance(row.how, PseudoValues) else None
        if read is None or self._summary is not None:
            return columns
        key = read, model, given.get("pos_label")
        if key not in self._read:
            data = ("pos_label", "sample_weight")
            own = {name: given[name] for name in data if name in given}
            self._read[key] = read(*columns, **own)
        return (self._read[key], None)

    def _completed(self, row: Metric, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return the parameters of a call, in terms of the classes that it is given."""
        made = super()._completed(row, given)
        if self._event is not None:
            made.pop("pos_label", None)
            if given.get("labels") is not None:
                made["labels"] = self._event.of_labels(given["labels"])
        return made

    def tells(self, row: Metric) -> bool:
        """Whether the given columns or summary determine a metric."""
        return self._summary is None or type(self._summary).__name__ in row.merges

    @property
    def of_one_event(self) -> bool:
        """Whether all models have the probability of the positive class only."""
        if isinstance(self._summary, ProbabilitySums):
            return self._summary.is_column
        if self._summary is not None:
            return isinstance(self._summary, CalibrationBins)
        return all(as_array(one, "y_proba").ndim < 2 for one in _numbers(self._data))

    def value(self, metric: int, model: int) -> Any:
        """Return the value of a metric's function, with its errors and warnings."""
        if self._moments_of(metric) is None:
            return super().value(metric, model)
        # The same pass checks the rows, and its mean is the value up to rounding.
        return self._mean(metric, (model,)).value

    def method(self, metric: int, asked: str, of: Of) -> str | Refusal:
        """Name the way in which the interval of a metric will be made."""
        way = super().method(metric, asked, of)
        if self._summary is None or isinstance(way, Refusal):
            return way
        if isinstance(self._summary, CalibrationBins):
            return Refusal(refusals.BINS_LACK_SQUARES)
        known = self._mean_of_summary(metric) is not None
        return way if known else Refusal(refusals.SUMS_LACK_SQUARES)

    def _in_one_pass(self, metric: int, model: int) -> Mean | None:
        moments = self._moments_of(metric)
        if moments is not None:
            columns = self.prepared(metric, model)
            found: Mean = moments(*columns, **self.asked[metric].parameters)
            return found if math.isfinite(found.standard_error) else None
        if self._summary is not None:
            of_sums = self._mean_of_summary(metric)
            assert of_sums is not None  # or `method` has refused
            return of_sums
        return None

    def _estimate(self, metric: int, model: int) -> float:
        if self._summary is not None:
            return self._value(metric, model)
        return super()._estimate(metric, model)

    def _moments_of(self, metric: int) -> Any:
        """Return the one-pass sum of a metric; None if it does not pay.

        A function checks its parameters, so no others may be given.
        """
        row, given = self.asked[metric]
        one = len(self.names) == 1 and self._summary is None
        if not one or not self._design.is_plain or self.n_rows < _MANY:
            return None
        if not {*given} <= {"labels"}:
            return None
        return row.how.moments if isinstance(row.how, RowMean) else None

    def _mean_of_summary(self, metric: int) -> Mean | None:
        row, given = self.asked[metric]
        if not isinstance(self._summary, ProbabilitySums):
            return None
        formula = row.formula
        if formula is None or formula.moments is None:
            return None
        found: Mean = formula.moments(self._summary, **given)
        return found


def _fixed(row: Metric) -> dict[str, str]:
    """Return the parameter that fixes the bins, if the metric has one."""
    return {"strategy": "uniform"} if "strategy" in row.options else {}


def _of_event(data: Data, event: Event, pos_label: Any, labels: Any) -> Data:
    """Return the rows with 1 for the event, and with its column as a model's last.

    Raises
    ------
    ValueError
        If a model has two columns, and only one class is known.
    """
    models = {}
    for name, given in data.models.items():
        [(argument, proba)] = given.items()
        if not _is_column(proba):
            own = ClassCodes(data.shared["y_true"], "y_true")
            matrix = as_array(proba, "y_proba")
            arranged = arrange(own, matrix, labels, "y_proba")
            if arranged is None:
                raise ValueError(
                    f"y_true contains only one label ({shown(pos_label)}), so its "
                    "column of y_proba is unknown: give that column alone"
                )
            check_sums_to_one(matrix, event.classes, "y_proba")
            proba = arranged.matrix
            if arranged.classes.tolist()[0] == pos_label:
                proba = proba[:, ::-1]
        models[name] = {argument: proba}
    return replace(data, shared={**data.shared, "y_true": event.ones}, models=models)


def _numbers(data: Data) -> list[Any]:
    """Return each model's predictions for the rows."""
    return [column for given in data.models.values() for column in given.values()]


def _n_columns(proba: Any) -> int:
    shape = as_array(proba, "y_proba").shape
    return shape[1] if len(shape) == 2 else 1


def _is_column(proba: Any) -> bool:
    """Whether these are probabilities of one of two classes."""
    return _n_columns(proba) == 1


# ------------------------------------------------------------------------- score matrix
# ScoreMatrixPlan: intervals of areas averaged over classes or labels.


_ROW_VALUES = Reference("fastmetrics.metrics.scores.class_areas.place_scores")


def is_matrix(scores: Any) -> bool:
    """Whether there is a column for each of several classes or labels.

    The scores themselves are read later, once.
    """
    shape = getattr(scores, "shape", None)
    if isinstance(shape, tuple):
        return len(shape) == 2 and shape[1] > 1
    if not isinstance(scores, (list, tuple)) or not scores:
        return False
    first = scores[0]
    if isinstance(first, str) or getattr(first, "shape", None) == ():
        return False
    return hasattr(first, "__len__") and len(first) > 1


class ScoreMatrixPlan(ProbabilityPlan):
    """Plan of `roc_auc_score` for several columns of scores.

    Each row's placements, summed over columns or pairs of classes, are its part in the
    average: DeLong's variance without a draw.
    """

    family = SCORES_FAMILY
    common: ClassVar[tuple[str, ...]] = ()

    @classmethod
    def reads(cls, asked: BoundMetric) -> bool:
        """Whether rows have such parts with these parameters."""
        if asked.row.function != "roc_auc_score":
            return False
        given = asked.parameters
        return given.get("max_fpr") in (None, 1) and given.get("average", "macro") in (
            "macro",
            "weighted",
            *(("samples",) if given.get("multi_class", "raise") == "raise" else ()),
        )

    def ask(self, asked: Sequence[BoundMetric]) -> None:
        """Take the metric, as one with a part for each row."""
        super().ask([BoundMetric(_with_parts(row), given) for row, given in asked])


def _with_parts(row: Metric) -> Metric:
    """Return the record of the metric where scores have several columns."""
    return replace(row, interval=JACKKNIFE[0], how=PseudoValues(_ROW_VALUES, "logit"))
