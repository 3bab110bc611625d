"""What texts and pictures show of metrics in slices, and how far these are apart."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from fastmetrics._common.test_result import pvalue_said
from fastmetrics.intervals.complete_cases import omitted_text
from fastmetrics.report.slice_comparison import n_of_models
from fastmetrics.report.slice_differences import MOST_WRITTEN, SliceDifferences
from fastmetrics.report.slice_values import text_of_slice
from fastmetrics.show.numbers import count, difference, estimates
from fastmetrics.show.pictures.picture import (
    Intervals,
    Mark,
    Panel,
    Picture,
    Rule,
    Scale,
)
from fastmetrics.show.tables import Table
from fastmetrics.show.words import Message, say

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fastmetrics._common.interval import Interval

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
        panels.append(Panel("", Scale(metric, unit=unit), rows, marks))
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
                if reason and metric not in reasons.setdefault(reason, []):
                    reasons[reason].append(metric)
    return [
        say("no bounds between slices: {why} ({metrics})", why=why,
            metrics=", ".join(who))
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
    headers = [", ".join(slices._slices.names), *counts, *metrics]
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
                    metric,
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
    return Table(title, [", ".join(slices.by), *metrics], rows, frozenset())


def _percent(slices: SliceDifferences, metric: str) -> bool:
    return slices._rows.metrics[metric].row.percent


def _pair_text(pair: tuple[Any, Any] | None) -> str:
    """Name the two slices that differ most, the one with the lower value first."""
    return (
        "" if pair is None else f"{text_of_slice(pair[0])} – {text_of_slice(pair[1])}"
    )
