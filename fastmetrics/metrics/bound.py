"""BoundMetric: a metric with the parameters that it is called with."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from fastmetrics._inputs.rows import take_parameters
from fastmetrics.metrics.record import INFINITY, Metric

if TYPE_CHECKING:
    from numpy.typing import NDArray


class BoundMetric(NamedTuple):
    """A metric, resolved once from its name or function, and its parameters.

    Plans, intervals, reports and adapters take this type.

    Attributes
    ----------
    row : Metric
        The record of the catalog, or a record of a function outside the catalog.
    parameters : mapping
        All parameters that the function is called with.
    """

    row: Metric
    parameters: Mapping[str, Any]

    @classmethod
    def of_function(
        cls, function: Callable[..., Any], parameters: Mapping[str, Any]
    ) -> BoundMetric:
        """Bind a function that is not in the catalog."""
        return cls(record_of(function), parameters)

    @property
    def in_catalog(self) -> bool:
        """Whether the catalog has the metric."""
        return self.row.user_function is None

    @property
    def function(self) -> Callable[..., Any]:
        """The function that is called."""
        return self.row.public

    def pos_label(self, given: Any) -> Any:
        """Return the metric's own positive label, or the one given for all metrics."""
        return self.parameters.get("pos_label", given)

    def with_parameters(self, **parameters: Any) -> BoundMetric:
        """Return the metric with other values of some parameters."""
        return self._replace(parameters={**self.parameters, **parameters})

    def without(self, names: Collection[str]) -> BoundMetric:
        """Return the metric without the parameters of these names."""
        kept = {k: one for k, one in self.parameters.items() if k not in names}
        return self._replace(parameters=kept)

    def on_rows(self, rows: NDArray[Any], n: int) -> BoundMetric:
        """Return the metric for some of n rows: parameters may have a value per row."""
        names = self.row.row_parameters
        return self._replace(
            parameters=take_parameters(self.parameters, rows, n, names)
        )


def record_of(function: Callable[..., Any]) -> Metric:
    """Return a record for a function that is not in the catalog."""
    name = getattr(function, "__name__", "the metric")
    return Metric(
        name,
        name,
        lower=-INFINITY,
        upper=INFINITY,
        greater_is_better=None,
        row_parameters=None,
        user_function=function,
    )
