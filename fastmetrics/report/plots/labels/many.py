"""What a matrix of many classes does not show: support, confusions, bad classes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics.report.plots.labels.data import WORST, LabelData, places
from fastmetrics.show.pictures.picture import Bars, Intervals, Panel, Scale
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fastmetrics._common.interval import Interval

__all__ = ["Confusion", "confusions", "intervals_of", "panels"]


class Confusion(NamedTuple):
    """Rows of a class that were predicted as another one."""

    true: str
    predicted: str
    rows: float
    share: Interval


def confusions(judged: LabelData, model: str) -> list[Confusion]:
    """Return the confusions that take most rows, the most frequent one first."""
    rows, columns, values = judged.cells(model)
    wrong = np.flatnonzero((rows != columns) & (values > 0))
    most = wrong[np.argsort(-values[wrong], kind="stable")][:WORST]
    support, names = judged.counts[model].margins.true, judged.labels(model)
    found = []
    for at in most:
        total = float(support[rows[at]])
        share = judged.share_of(float(values[at]), total)
        names_of_both = names[rows[at]], names[columns[at]]
        found.append(Confusion(*names_of_both, float(values[at]), share))
    return found


def panels(judged: LabelData, model: str, order: str) -> list[Panel]:
    """Return what stands beside a matrix of many classes."""
    support = np.asarray(judged.counts[model].margins.true)
    place = places(order, support, judged.cells(model))
    k = len(support)
    names = np.array(judged.labels(model), object)[np.argsort(place)].tolist()
    bars = Bars(np.arange(k + 1) - 0.5, support[np.argsort(place)], along="x")
    made = [
        Panel(
            say("Support of each class"),
            Scale(say("Rows"), 0.0, unit="count"),
            Scale(say("True"), kind="names", names=names),
            [bars],
            weight=0.5,
        )
    ]
    found = confusions(judged, model)
    if found:
        texts = [
            say("{true} as {predicted}", true=one.true, predicted=one.predicted)
            for one in found
        ]
        made.append(
            Panel(
                say("The most frequent confusions"),
                Scale(say("Share of the true class"), 0.0, unit="share"),
                Scale("", kind="names", names=texts),
                [intervals_of([one.share for one in found], judged.series[model])],
            )
        )
    known = [one for one in judged.per_class[model] if one.support > 0]
    worst = sorted(known, key=lambda one: one.recall.estimate)[:WORST]
    of_label = dict(
        zip(
            np.asarray(judged.counts[model].labels).tolist(),
            judged.labels(model),
            strict=True,
        )
    )
    made.append(
        Panel(
            say("The classes found least"),
            Scale(say("Recall"), 0.0, 1.0, unit="share"),
            Scale("", kind="names", names=[of_label[one.label] for one in worst]),
            [intervals_of([one.recall for one in worst], judged.series[model])],
        )
    )
    return made


def intervals_of(
    found: Sequence[Interval],
    series: int | None,
    at: Any = None,
    along: Any = "x",
) -> Intervals:
    """Return intervals one below the other, or at places of their own."""
    places_of = np.arange(len(found)) if at is None else at
    value, low, high = (
        np.array([getattr(one, name) for one in found], np.float64)
        for name in ("estimate", "low", "high")
    )
    return Intervals(places_of, value, low, high, [series] * len(found), along)
