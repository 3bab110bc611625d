"""GroupedMetrics: metrics of slices of the rows, and how far these are apart."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Literal

from fastmetrics._common.slice_differences import MOST_SLICES
from fastmetrics.report import slice_documents
from fastmetrics.report.slice_differences import SliceDifferences
from fastmetrics.report.slice_values import framed, parts_of, value_named
from fastmetrics.show.document import Document, Notes
from fastmetrics.show.result import Result
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fastmetrics._common.interval import Interval
    from fastmetrics.show.pictures.picture import Picture

# What JSON, CSV and frames call the rest of a slice.
REST = "all other rows"


class GroupedMetrics(Result, SliceDifferences):
    """Metrics of each slice of the rows, as made by `by_group`.

    Attributes
    ----------
    metrics : tuple of str
        As they were asked for.
    models : tuple of str
        A single model without a name has the empty name.
    n_samples : dict
        Rows by slice.
    confidence_level : float
    by, control : list of str
        Columns that define the slices, and the columns among them that are controlled
        for.
    omitted : Omitted or None
        The rows that were left out for missing values, if any were.
    levels : dict
        The `GroupedMetrics` of each level of ``control``; empty without.

    See Also
    --------
    by_group : which makes it.
    """

    def __repr__(self) -> str:
        by, n = ", ".join(self._slices.names), len(self._slices)
        return f"<GroupedMetrics: {', '.join(self.metrics)} of {n} slices by {by}>"

    def to_frame(self, *, backend: Literal["pandas", "polars"] = "pandas") -> Any:
        """Return a data frame with a row for each slice, model and metric.

        Parameters
        ----------
        backend : {"pandas", "polars"}, default="pandas"
            Type of the data frame.

        Returns
        -------
        pandas.DataFrame or polars.DataFrame
            The slice, "model", "metric", "n_samples", "estimate", "low" and "high".
            All intervals are made.
        """
        rows = self.rows()
        columns = {name: [row[name] for row in rows] for name in rows[0]}
        return framed(columns, backend)

    def rows(self) -> list[dict[str, Any]]:
        """Return the rows of `to_frame` as dicts."""
        positives = self.n_positive
        return [
            {
                **dict(zip(self.columns, parts_of(key), strict=True)),
                "model": model,
                "metric": metric,
                "n_samples": self.n_samples[key],
                **({} if positives is None else {"n_positive": positives[key]}),
                "estimate": one.estimate,
                "low": one.low,
                "high": one.high,
                "method": one.method,
                "reason": one.reason,
            }
            for key, model, metric, one in self.intervals()
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return values and differences in types that JSON can represent.

        Intervals of slices are included if there are at most 1000. With ``control``
        differences and values of all rows are a list of levels.
        """
        positives = self.n_positive
        groups: list[dict[str, Any]] = [
            {
                **_where(self.by, key),
                "n_samples": n,
                **({} if positives is None else {"n_positive": positives[key]}),
                "values": {
                    model: {
                        metric: _plain(float(self._values[metric][k, at]))
                        for metric in self.metrics
                    }
                    for k, model in enumerate(self.models)
                },
            }
            for at, (key, n) in enumerate(self.n_samples.items())
        ]
        if len(groups) <= MOST_SLICES:
            for at, group in enumerate(groups):
                group["intervals"] = {
                    model: {
                        metric: _bounds(self._interval(at, metric, k))
                        for metric in self.metrics
                    }
                    for k, model in enumerate(self.models)
                }
        found: dict[str, Any] = {
            "by": self._slices.names,
            "confidence_level": self.confidence_level,
            "groups": groups,
        }
        rows = self.difference_rows()
        if len(self.models) > 1:
            found["model_differences"] = [row for row in rows if row["b"] != REST]
        found["against_rest"] = [row for row in rows if row["b"] == REST]
        if not self.levels:
            return found | self._compared()
        found["levels"] = [
            {
                **_where(self.control, level),
                **one._compared(),
            }
            for level, one in self.levels.items()
        ]
        return found

    def difference_rows(self) -> list[dict[str, Any]]:
        """Return the differences of models and from all other rows, a dict each.

        A difference is the value of "a" minus the value of "b" on the rows of a slice,
        or the value of the slice minus the value of all other rows. Metrics with more
        than 50 differences are left out.
        """
        return [
            {
                **_where(self.columns, key),
                "a": a,
                "b": REST if b is None else b,
                "metric": metric,
                "estimate": _plain(one.estimate),
                **_bounds(one),
            }
            for a, b, metrics in self.each_difference()
            for metric, by_slice in metrics.items()
            for key, one in by_slice.items()
        ]

    def _compared(self) -> dict[str, Any]:
        """Return the values of all rows, and how far slices are apart."""
        return {
            "overall": {
                model: {
                    metric: _plain(float(self._overall[metric][k]))
                    for metric in self.metrics
                }
                for k, model in enumerate(self.models)
            },
            "differences": {
                model: {metric: self._as_dict(metric, model) for metric in self.metrics}
                for model in self.models
            },
        }

    def _as_dict(self, metric: str, model: str) -> dict[str, Any]:
        one = self.difference_interval(metric, model)
        ratio = self.ratio_interval(metric, model)
        pair = self.farthest_groups(metric, model)
        return {
            "difference": _plain(one.estimate),
            "low": _plain(one.low),
            "high": _plain(one.high),
            "pvalue": _plain(self.equal_groups_test(metric, model).pvalue),
            "heterogeneity_pvalue": _plain(
                self.heterogeneity_test(metric, model).pvalue
            ),
            "lowest": None if pair is None else _key_named(pair[0]),
            "highest": None if pair is None else _key_named(pair[1]),
            "ratio": _plain(ratio.estimate),
            "ratio_low": _plain(ratio.low),
            "ratio_high": _plain(ratio.high),
            "n_undefined": one.n_undefined,
            "reason": one.reason,
        }

    def _document(
        self, width: int | None = None, *, digits: int | None = None, **options: Any
    ) -> Document:
        return Document(
            tables=slice_documents.tables(self, width, digits),
            foot=[Notes(say("Notes"), slice_documents.notes(self))],
            title=say("Metrics by {what}", what=", ".join(self.by)),
        )

    def _pictures(self, **options: Any) -> Sequence[Picture]:
        """Return a panel a metric, with a line a slice and a rule at all rows' value.

        Of several models, and of several levels, there is a picture for each.
        """
        return slice_documents.pictures(self)


def _where(names: Sequence[str], key: Any) -> dict[str, Any]:
    """Return the columns that name a slice, as JSON can hold them."""
    return dict(zip(names, map(value_named, parts_of(key)), strict=True))


def _key_named(key: Any) -> Any:
    """Return a slice as JSON can hold it: its value, or a list of values."""
    return [*map(value_named, key)] if isinstance(key, tuple) else value_named(key)


def _plain(value: float) -> float | None:
    return value if math.isfinite(value) else None


def _bounds(one: Interval) -> dict[str, Any]:
    """Return the bounds of a slice, and how they were made or why there are none."""
    return {
        "low": _plain(one.low),
        "high": _plain(one.high),
        "method": one.method,
        "reason": one.reason,
    }
