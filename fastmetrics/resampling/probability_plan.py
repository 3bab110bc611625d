"""The plans of probabilities, and of areas averaged over classes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from fastmetrics._common.names import shown
from fastmetrics._common.records import Reference
from fastmetrics._inputs.columns import as_array
from fastmetrics._inputs.label_columns import ClassCodes
from fastmetrics._inputs.labels import Event, check_event_told
from fastmetrics._inputs.score_tables import arrange, check_sums_to_one
from fastmetrics.metrics.bound import BoundMetric
from fastmetrics.metrics.how import PseudoValues, RowMean
from fastmetrics.metrics.probability.family import FAMILY
from fastmetrics.metrics.probability.measuring.calibration_bins import CalibrationBins
from fastmetrics.metrics.probability.measuring.probability_sums import ProbabilitySums
from fastmetrics.metrics.record import JACKKNIFE, Metric
from fastmetrics.metrics.scores.family import FAMILY as SCORES_FAMILY
from fastmetrics.resampling import refusals
from fastmetrics.resampling.plan import Data, Design, Of, Refusal
from fastmetrics.resampling.row_intervals import parameters_of
from fastmetrics.resampling.row_plan import RowPlan

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from fastmetrics._common.means import Mean


# --------------------------------------------------------------------- probability plan
# ProbabilityPlan: what the intervals of measures of probabilities are made from.


# With this many rows it pays to go over them once instead of twice.
_MANY = 100_000


class ProbabilityPlan(RowPlan):
    """What the intervals of measures of probabilities are made from.

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

    def _completed(self, row: Metric, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return the parameters of a call, in terms of the classes that it is given."""
        made = super()._completed(row, given)
        if self._event is not None:
            made.pop("pos_label", None)
            if given.get("labels") is not None:
                made["labels"] = self._event.of_labels(given["labels"])
        return made

    def tells(self, row: Metric) -> bool:
        """Whether a metric can be read off what was given, columns or a summary."""
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
        """Return what the function of a metric gives, with its errors and warnings."""
        if self._moments_of(metric) is None:
            return super().value(metric, model)
        # The same pass judges the rows, and its mean is the value but for rounding.
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
        """Return what sums up a metric in one pass; None: nothing, or it does not pay.

        A function looks at its parameters, so that none but these may be given.
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
    """Return what says that bins do not move with the rows, where a metric can say."""
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
                    f"y_true contains only one label ({shown(pos_label)}), so that "
                    "nothing says which column of y_proba is of it: give that column "
                    "alone"
                )
            check_sums_to_one(matrix, event.classes, "y_proba")
            proba = arranged.matrix
            if arranged.classes.tolist()[0] == pos_label:
                proba = proba[:, ::-1]
        models[name] = {argument: proba}
    return replace(data, shared={**data.shared, "y_true": event.ones}, models=models)


def _numbers(data: Data) -> list[Any]:
    """Return what each model gives of the rows."""
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
    """What the intervals of `roc_auc_score` of several columns are made from.

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
