"""GroupedMetrics: metrics in slices of the rows, their differences and tables."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from fastmetrics._common.bounds import MOST_SLICES
from fastmetrics._common.test_result import pvalue_said
from fastmetrics.intervals.single import omitted_text
from fastmetrics.report.slice_comparison import n_of_models
from fastmetrics.report.slice_differences import MOST_WRITTEN, SliceDifferences
from fastmetrics.report.slice_values import framed, parts_of, text_of_slice, value_named
from fastmetrics.show.numbers import count, difference, estimates
from fastmetrics.show.pictures import (
    Intervals,
    Mark,
    Panel,
    Picture,
    Rule,
    Scale,
)
from fastmetrics.show.result import Result
from fastmetrics.show.text import Document, Notes, Table
from fastmetrics.show.words import Message, joined, of_catalog, say

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fastmetrics._common.interval import Interval
    from fastmetrics.show.pictures import Picture


# Slices of which a text shows each, with its interval.
MOST_SHOWN = 50


def tables(
    slices: SliceDifferences, width: int | None, digits: int | None
) -> list[Table]:
    """Return the values of all slices, and how far these and the models are apart."""
    found: list[Table] = []
    for k, model in enumerate(slices.models):
        found += _tables(slices, k, model, width, digits)
        found.append(_differences(slices, model, digits))
    found += [_apart(slices, digits, *one) for one in slices.each_difference()]
    return found


def notes(slices: SliceDifferences) -> list[str]:
    """Return what the reader should know of the tables."""
    said: list[str] = []
    if slices.omitted is not None:
        said.append(omitted_text(slices.omitted))
    said.append(
        say(
            "Bounds of the largest difference and of the smallest ratio hold for "
            "all pairs of slices together; each slice's interval is its own."
        )
    )
    said += _reasons(slices)
    if [*slices.each_difference()]:
        text = say("Bounds in tables of differences hold for all slices together.")
        said.append(text)
    if n_of_models(slices._rows) > MOST_WRITTEN:
        said.append(
            say(
                "Differences of models in so many slices are not shown: "
                "model_differences makes them."
            )
        )
    n = len(slices._slices)
    if n > MOST_SHOWN:
        text = say("The {k} largest of {n} slices are shown.", k=MOST_SHOWN, n=n)
        said.append(text)
    return said


def pictures(slices: SliceDifferences) -> Sequence[Picture]:
    """Return a panel a metric, with a line a slice and a rule at all rows' value.

    Of several models, and of several levels, there is a picture for each.
    """
    pictures = []
    for level, inside in _compared_slices(slices).items():
        for k, model in enumerate(slices.models):
            one = _picture(inside, k, model)
            if level is not None:
                title = say(
                    "{title}, {level}", title=one.title, level=text_of_slice(level)
                )
                one = replace(
                    one, name=f"{one.name} {text_of_slice(level)}", title=title
                )
            pictures.append(one)
    return pictures


def _picture(slices: SliceDifferences, k: int, model: str) -> Picture:
    places = _largest(slices)
    keys = [text_of_slice(slices._slices.key(int(at))) for at in places]
    rows = Scale(", ".join(slices._slices.names), kind="names", names=keys)
    panels = []
    for metric in slices.metrics:
        made = [slices._interval(int(at), metric, k) for at in places]
        value, low, high = np.array([tuple(one) for one in made]).T
        marks: list[Mark] = [
            Rule(float(slices._overall[metric][k]), label=say("all rows")),
            Intervals(np.arange(len(places)), value, low, high),
        ]
        unit: Literal["share", ""] = "share" if _percent(slices, metric) else ""
        panels.append(Panel("", Scale(_said(slices, metric), unit=unit), rows, marks))
    what = ", ".join(slices._slices.names)
    title = say("Metrics by {what}", what=what)
    if len(slices.models) > 1:
        title = say("{model}: metrics by {what}", model=model, what=what)
    return Picture(model if len(slices.models) > 1 else "slices", title, panels)


def _largest(slices: SliceDifferences) -> np.ndarray:
    """Which slices are shown: those of the most rows, in their order."""
    places = np.argsort(-slices._rows.n_samples, kind="stable")[:MOST_SHOWN]
    return np.sort(places)


def _reasons(slices: SliceDifferences) -> list[Message]:
    """Return why slices of metrics have no bounds of how far they are apart."""
    reasons: dict[str, list[str]] = {}
    for one in _compared_slices(slices).values():
        for model in slices.models:
            for metric in slices.metrics:
                reason = one.difference_interval(metric, model).reason
                called = _said(slices, metric)
                if reason and called not in reasons.setdefault(reason, []):
                    reasons[reason].append(called)
    return [
        say("no bounds between slices: {why} ({metrics})", why=why,
            metrics=joined(who))
        for why, who in reasons.items()
    ]  # fmt: skip


def _compared_slices(slices: SliceDifferences) -> dict[Any, SliceDifferences]:
    """Return the slices that are compared with each other, by level; None: by none."""
    return slices.levels or {None: slices}


def _tables(
    slices: SliceDifferences, k: int, model: str, width: int | None, digits: int | None
) -> list[Table]:
    """Return the values of all metrics side by side; where too wide, apart."""
    table = _table(slices, k, model, slices.metrics, digits)
    if width is None or table.width <= width or len(slices.metrics) == 1:
        return [table]
    return [_table(slices, k, model, [one], digits) for one in slices.metrics]


def _table(
    slices: SliceDifferences,
    k: int,
    model: str,
    metrics: Sequence[str],
    digits: int | None,
) -> Table:
    places = _largest(slices)
    columns = [
        estimates(
            [slices._interval(int(at), metric, k) for at in places],
            digits,
            percent=_percent(slices, metric),
        )
        for metric in metrics
    ]
    rows: list[Sequence[Any]] = []
    positives = slices._rows.n_positive
    for i, at in enumerate(places):
        key = slices._slices.key(int(at))
        row = [text_of_slice(key), count(int(slices._rows.n_samples[at]))]
        if positives is not None:
            row.append(count(int(positives[at])))
        rows.append([*row, *(column[i] for column in columns)])
    for level, one in _compared_slices(slices).items():
        whole = [
            column[0].written(float(one._overall[metric][k]))
            for metric, column in zip(metrics, columns, strict=True)
        ]
        total = count(int(one._rows.n_samples.sum()))
        head = say("all rows")
        if level is not None:
            head = say("all rows of {level}", level=text_of_slice(level))
        whole_row = [head, total]
        if one._rows.n_positive is not None:
            whole_row.append(count(int(one._rows.n_positive.sum())))
        rows.append([*whole_row, *whole])
    title = say("Value and interval of each slice")
    if len(slices.models) > 1:
        title = say("{model}: value and interval of each slice", model=model)
    counts = [say("Rows")] if positives is None else [say("Rows"), say("Positives")]
    headers = [
        ", ".join(slices._slices.names),
        *counts,
        *(_said(slices, one) for one in metrics),
    ]
    return Table(title, headers, rows, frozenset(range(1, 1 + len(counts))))


def _differences(slices: SliceDifferences, model: str, digits: int | None) -> Table:
    rows: list[Sequence[Any]] = []
    for level, inside in _compared_slices(slices).items():
        for metric in slices.metrics:
            one = inside.difference_interval(metric, model)
            percent = _percent(slices, metric)
            [ratio] = estimates([inside.ratio_interval(metric, model)], digits)
            rows.append(
                [
                    *([] if level is None else [text_of_slice(level)]),
                    _said(slices, metric),
                    difference(one, digits, percent=percent),
                    _pair_text(inside.farthest_groups(metric, model)),
                    pvalue_said(inside.equal_groups_test(metric, model)),
                    pvalue_said(inside.heterogeneity_test(metric, model)),
                    ratio,
                ]
            )
    title = say("How far apart slices are")
    if len(slices.models) > 1:
        title = say("{model}: how far apart slices are", model=model)
    headers = [
        *([", ".join(slices.control)] if slices.control else []),
        say("Metric"),
        say("Largest difference"),
        say("Between"),
        say("p-value of equality"),
        say("p-value of χ²"),
        say("Smallest ratio"),
    ]
    of_p = frozenset([len(headers) - 3, len(headers) - 2])
    return Table(title, headers, rows, of_p)


def _apart(
    slices: SliceDifferences,
    digits: int | None,
    a: str,
    b: str | None,
    metrics: Mapping[str, Mapping[Any, Interval]],
) -> Table:
    """Return differences in each slice: a row a slice, a column a metric."""
    rows: list[Sequence[Any]] = []
    for at in _largest(slices).tolist():
        key = slices._slices.key(at)
        cells = [
            difference(by_slice[key], digits, percent=_percent(slices, metric))
            for metric, by_slice in metrics.items()
        ]
        rows.append([text_of_slice(key), *cells])
    title = say("Each slice minus all other rows")
    if b is not None:
        title = say("{a} minus {b} in each slice", a=a, b=b)
    elif len(slices.models) > 1:
        title = say("{model}: each slice minus all other rows", model=a)
    headers = [", ".join(slices.by), *(_said(slices, one) for one in metrics)]
    return Table(title, headers, rows, frozenset())


def _said(slices: SliceDifferences, metric: str) -> str:
    """Return what people call a metric: its title, or the name asked for."""
    row = slices._rows.metrics[metric].row
    return row.called(metric, of_catalog(row.short))


def _percent(slices: SliceDifferences, metric: str) -> bool:
    return slices._rows.metrics[metric].row.percent


def _pair_text(pair: tuple[Any, Any] | None) -> str:
    """Name the two slices that differ most, the one with the lower value first."""
    return (
        "" if pair is None else f"{text_of_slice(pair[0])} – {text_of_slice(pair[1])}"
    )


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
            tables=tables(self, width, digits),
            foot=[Notes(say("Notes"), notes(self))],
            title=say("Metrics by {what}", what=", ".join(self.by)),
        )

    def _pictures(self, **options: Any) -> Sequence[Picture]:
        """Return a panel a metric, with a line a slice and a rule at all rows' value.

        Of several models, and of several levels, there is a picture for each.
        """
        return pictures(self)


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
