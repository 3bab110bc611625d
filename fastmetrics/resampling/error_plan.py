"""ErrorPlan: what the intervals of measures of errors are made from."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from fastmetrics._common.options import hold_warnings
from fastmetrics._common.records import loaded
from fastmetrics._inputs.columns import as_array
from fastmetrics.metrics.bound import BoundMetric
from fastmetrics.metrics.how import RowMean
from fastmetrics.metrics.regression.family import FAMILY
from fastmetrics.metrics.regression.formulas.slopes import ErrorFormula
from fastmetrics.metrics.regression.measuring.error_moments import (
    SummedErrors,
    sum_errors,
)
from fastmetrics.metrics.regression.measuring.pseudo_values import ErrorPower
from fastmetrics.metrics.row_sums import make
from fastmetrics.resampling import refusals
from fastmetrics.resampling.plan import Refusal
from fastmetrics.resampling.row_intervals import is_mean, one_number
from fastmetrics.resampling.row_plan import RowPlan

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from fastmetrics._common.means import Mean
    from fastmetrics.metrics.record import Metric
    from fastmetrics.resampling.plan import Data, Design, Of

__all__ = ["ErrorPlan"]

# With errors of a greater kurtosis, intervals made of their squares cover too little.
_HEAVY = 10.0
# With this many rows pseudo-values are as good as their limit, and losses are not kept.
_MANY = 10_000


def _reads_sums(row: Metric, given: Mapping[str, Any]) -> bool:
    """Whether a metric is read off sums, with these parameters."""
    return row.formula is not None and given.get("normalization") != "iqr"


class ErrorPlan(RowPlan):
    """What the intervals of measures of errors are made from.

    Columns are "y_true" and, of each model, "y_pred" or another kind of forecast; in
    their place may stand an ErrorSums.

    All measures that are made of moments are read off one ErrorSums of each model. So
    are the intervals of those that are means, where rows count alike.
    """

    family = FAMILY

    def __init__(self, data: Data, design: Design, options: Mapping[str, Any]) -> None:
        super().__init__(data, design, options)
        given = [{*data.shared, *columns} for columns in data.models.values()]
        # The kinds of forecasts that all models have, in the words of the targets.
        self.kinds = tuple(
            target or "point"
            for target, names in FAMILY.positional.items()
            if all({*names} <= every for every in given)
        )
        self._columns: dict[tuple[str, int], NDArray[Any]] = {}
        self._sums_of: dict[int, SummedErrors | None] = {}

    # --- what there is

    def ask(self, asked: Sequence[BoundMetric]) -> None:
        """Take the metrics that are wanted; raise where sums do not tell one."""
        for one in asked:
            if not self.tells(one.row, one.parameters):
                raise TypeError(
                    f"{one.row.name} cannot be read off ErrorSums: {one.row.merging}"
                )
        super().ask(asked)

    def tells(self, row: Metric, parameters: Mapping[str, Any]) -> bool:
        """Whether a metric can be read off what was given, columns or a summary."""
        return self._summary is None or _reads_sums(row, parameters)

    @property
    def has_several_outputs(self) -> bool:
        """Whether there are several columns of observed numbers."""
        if self._summary is not None:
            return bool(self._summary.n_outputs > 1)
        shape: tuple[int, ...] = getattr(self._data.shared.get("y_true"), "shape", ())
        return len(shape) == 2 and shape[1] > 1

    def prepared(self, metric: int, model: int) -> tuple[Any, ...]:
        """Return the columns as arrays, each of them converted once."""
        if self._summary is not None:
            return super().prepared(metric, model)
        names = self.family.leading(self.asked[metric].row)
        return tuple(self._column(name, model) for name in names)

    def _column(self, name: str, model: int) -> NDArray[Any]:
        shared = name in self._data.shared
        key = name, -1 if shared else model
        if key not in self._columns:
            own = self._data.shared if shared else self._data.models[self.names[model]]
            self._columns[key] = as_array(own[name], name)
        return self._columns[key]

    def _sums(self, metric: int, model: int) -> SummedErrors | None:
        """Return the sums that a metric is read off, if it is such a metric."""
        row, given = self.asked[metric]
        return self._summed(model) if _reads_sums(row, given) else None

    def _summed(self, model: int) -> SummedErrors | None:
        """Return the sums of a model's errors, made when first asked for."""
        if self._summary is not None:
            return SummedErrors(self._summary)
        if model not in self._sums_of:
            true, pred = (self._column(name, model) for name in FAMILY.positional[""])
            rows = [one.row for one in self.asked]
            wanted = any(
                isinstance(row.how, ErrorFormula) or row.light_tails for row in rows
            )
            self._sums_of[model] = sum_errors(true, pred, self._units.weights, wanted)
        return self._sums_of[model]

    @property
    def _total(self) -> float:
        """What all rows weigh."""
        return super()._total if self._summary is None else self._summary.weight

    # --- values

    def value(self, metric: int, model: int) -> Any:
        """Return what the function of a metric gives, with its errors and warnings."""
        row, given = self.asked[metric]
        found = self._sums(metric, model)
        if found is not None:
            given = {k: v for k, v in given.items() if k != "sample_weight"}
            return row.public(found.sums, None, **given)
        if self._moments_of(metric) is None:
            return super().value(metric, model)
        # The same pass judges the rows, and its mean is the value but for rounding.
        return make(row, self._mean(metric, (model,)).value, self._total)

    def _estimate(self, metric: int, model: int) -> float:
        if self._sums(metric, model) is None:
            return super()._estimate(metric, model)
        with hold_warnings():
            row = self.asked[metric].row
            return one_number(row, self.value(metric, model))

    # --- closed forms

    def method(self, metric: int, asked: str, of: Of) -> str | Refusal:
        """Name the way in which the interval of a metric will be made."""
        row, given = self.asked[metric]
        needed = row.interval_needs
        if needed and all(given.get(name) is None for name in needed):
            return refusals.unknown_interval(row.name, refusals.ONE_SERIES, asked)
        way = super().method(metric, asked, of)
        if self._summary is None or isinstance(way, Refusal):
            return way
        known = is_mean(row) and self._summary.n_outputs == 1
        return way if known else Refusal(refusals.SUMS_LACK_SQUARES)

    def note(self, metric: int, asked: str, of: Of) -> str:
        """Say why that interval is approximate on these data; empty: it is not."""
        found = super().note(metric, asked, of)
        if self._summary is not None:
            return found or (
                refusals.WEIGHTS_ADDED_UP if self._summary.weighted else ""
            )
        if found or not self.asked[metric].row.light_tails:
            return found
        summed = [self._summed(model) for model in of]
        kurtosis = max(0.0 if one is None else one.kurtosis for one in summed)
        return refusals.heavy_tails(kurtosis) if kurtosis > _HEAVY else ""

    def _in_one_pass(self, metric: int, model: int) -> Mean | None:
        row, given = self.asked[metric]
        if self._design.groups is not None:
            return None
        summed = self._sums(metric, model)
        if summed is not None:
            found = self._of_powers(metric, summed)
            if found is not None:
                return found
        if isinstance(row.how, ErrorFormula) and self.n_rows >= _MANY:
            summed = self._summed(model)
            return None if summed is None else summed.spread(row.how, given)
        moments = self._moments_of(metric)
        if moments is None:
            return None
        found = moments(*self.prepared(metric, model), **given)
        return found if found is not None and math.isfinite(found.value) else None

    def _of_powers(self, metric: int, summed: SummedErrors) -> Mean | None:
        """Return the mean of row values that are powers of errors of one output.

        None where sums of the powers do not tell all, and there are rows that do.
        """
        how = self.asked[metric].row.how
        power = loaded(how.values) if isinstance(how, RowMean) else None
        if not isinstance(power, ErrorPower) or summed.sums.n_outputs > 1:
            return None
        totals = summed.sums.totals
        alone = self._summary is not None
        if not alone and (summed.sums.weighted or not power.keeps_digits(totals)):
            return None
        return power.mean(totals, summed.sums.weighted)

    def _is_of_means(self, metric: int) -> bool:
        """Whether its row values tell what it is of rows drawn anew."""
        if (
            self.asked[metric].row.made_of == "root"
            and self._column("y_true", 0).ndim > 1
        ):
            return False  # an average of roots is the root of no mean
        return super()._is_of_means(metric)

    def _moments_of(self, metric: int) -> Any:
        """Return what sums up losses in one pass; None: nothing, or it does not pay."""
        row, given = self.asked[metric]
        if not self._design.is_plain or self.n_rows < _MANY or "multioutput" in given:
            return None
        return row.how.moments if isinstance(row.how, RowMean) else None
