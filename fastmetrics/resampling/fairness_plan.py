"""FairnessPlan: intervals of how far decisions differ between groups, without draws."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.interval import Interval, no_interval
from fastmetrics._common.laws import BoundsLaw
from fastmetrics._common.slice_differences import MOST_SLICES, pairwise_bounds
from fastmetrics.metrics.fairness.group_rates import Apart, GroupRates, check_options
from fastmetrics.metrics.record import MOVER
from fastmetrics.resampling import refusals
from fastmetrics.resampling.plan import Data, Design, MetricCall, Of, Plan, Refusal

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["FairnessPlan"]


class FairnessPlan(Plan):
    """What the intervals of fairness metrics are made from: counts of each group.

    Attributes
    ----------
    rates : dict of str to GroupRates
        Of each model.
    """

    def __init__(self, data: Data, design: Design, options: Mapping[str, Any]) -> None:
        self.names = list(data.models)
        self.summaries = {}
        self._data, self._design = data, design
        if "sensitive_features" not in data.shared:
            raise TypeError("sensitive_features, the group of each row, is missing")
        told = options.get("pos_label")
        self._pos_label = 1 if told is None else told
        self.rates = {
            model: GroupRates.from_rows(
                data.shared["y_true"],
                columns["y_pred"],
                data.shared["sensitive_features"],
                design.sample_weight,
                self._pos_label,
            )
            for model, columns in data.models.items()
        }
        first = next(iter(self.rates.values()))
        self.n_rows = int(first.n_samples.sum())

    def ask(self, asked: Sequence[MetricCall]) -> None:
        """Say which metrics are wanted; raise for options that are unknown."""
        super().ask(asked)
        self.__dict__.pop("_apart", None)
        for _, parameters in asked:
            check_options(*_options(parameters))

    @cached_property
    def _apart(self) -> list[list[Apart]]:
        return [
            [
                self.rates[model].apart(row.how, *_options(parameters))  # type: ignore[arg-type]
                for row, parameters in self.asked
            ]
            for model in self.names
        ]

    @property
    def estimates(self) -> NDArray[np.float64]:
        """Values of the data themselves, (models, metrics)."""
        return np.array([[one.value for one in row] for row in self._apart], float)

    def value(self, metric: int, model: int) -> Any:
        """Return what the function of a metric gives, with its errors and warnings."""
        row, parameters = self.asked[metric]
        shared, own = self._data.shared, self._data.models[self.names[model]]
        return row.public(
            shared["y_true"],
            own["y_pred"],
            sensitive_features=shared["sensitive_features"],
            sample_weight=self._design.sample_weight,
            **{"pos_label": self._pos_label, **parameters},
        )

    @property
    def n_units(self) -> int:
        """How many rows there are."""
        return self.n_rows

    @classmethod
    def methods(cls) -> frozenset[str]:
        """Return the methods that intervals of its metrics are made by."""
        return frozenset([MOVER])

    def method(self, metric: int, asked: str, of: Of) -> str | Refusal:
        """Name the way in which the interval of a metric will be made."""
        name = self.asked[metric].row.name
        if asked not in ("auto", MOVER):
            return refusals.only_mover(asked, name)
        if not self._design.is_independent:
            return Refusal(refusals.FAIRNESS_HAS_NO_GROUPS)
        for k in of:
            apart = self._apart[k][metric]
            if not apart.is_bounded:
                return Refusal(refusals.ONE_GROUP_WITH_A_RATE)
            if any(len(rate.trials) > MOST_SLICES for rate in apart.rates):
                return Refusal(refusals.TOO_MANY_GROUPS)
        return MOVER

    def analytic(self, metric: int, method: str, of: Of, level: float) -> Interval:
        """Make the interval of a metric of a model, or of the difference of two.

        Errors of two models are taken as independent. Those on the same rows are alike
        as a rule, so bounds of a difference are too wide rather than too narrow.
        """
        parts = [self._apart[k][metric] for k in of]
        values = [one.value for one in parts]
        estimate = values[0] - values[1] if len(of) > 1 else values[0]
        if math.isnan(estimate):
            return no_interval(estimate, level, refusals.UNDEFINED)
        law = None
        if len(of) == 1:
            low, high = parts[0].bounds(level)
        else:
            law = BoundsLaw(partial(_of_two, parts[0], parts[1]))
            low, high = law.bounds(level)
        return Interval(estimate, low, high, math.nan, level, method, law=law)


def _options(parameters: Mapping[str, Any]) -> tuple[Any, Any]:
    method = parameters.get("method", "between_groups")
    return method, parameters.get("agg", "worst_case")


def _of_two(first: Apart, second: Apart, level: float) -> tuple[float, float]:
    """Return bounds of the first model's value less the second's."""
    each = [
        tuple(np.array([x]) for x in (one.value, *one.bounds(level, cut=False)))
        for one in (first, second)
    ]
    low, high = pairwise_bounds(each[0], each[1])  # type: ignore[arg-type]
    return float(low[0]), float(high[0])
