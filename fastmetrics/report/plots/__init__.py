"""Shared by pictures of several families: their data, marks, texts and titles."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from fastmetrics.show.numbers import decimals_for, estimates, has_bounds, percent
from fastmetrics.show.pictures import Bars, Entry, Intervals, Line, Mark
from fastmetrics.show.words import Message, say

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics._common.interval import Interval

# Of many models so many are told from the others.
MOST_LEADING = 5
# And so many have a panel of their own.
MOST_PANELS = 6
NO_BREAK = "\N{NO-BREAK SPACE}"


@dataclass(frozen=True, eq=False)
class PictureData:
    """The models of a picture and their values; families add their own data.

    Attributes
    ----------
    names : mapping of str to str
        The name of each model in the picture.
    series : mapping of str to int
        The place of each model in the whole report.
    values : mapping of str to mapping
        ``values[model][metric]``.
    """

    names: Mapping[str, str]
    series: Mapping[str, int]
    values: Mapping[str, Mapping[str, Interval]]

    @property
    def models(self) -> list[str]:
        """The models in their order."""
        return [*self.names]

    def of(self, metric: str) -> dict[str, Interval]:
        """Return the values of a metric by model, if it is in the report."""
        return {
            model: self.values[model][metric]
            for model in self.models
            if metric in self.values.get(model, {})
        }

    def entry(self, model: str, text: str = "", rank: float = 1.0) -> Entry:
        """Return a model's line of a key."""
        return Entry(self.names[model], self.series[model], text, rank)

    def series_of(self, models: Iterable[str]) -> list[int]:
        """Return the places of models in the whole report."""
        return [self.series[model] for model in models]


def intervals_of(
    intervals: Sequence[Interval],
    series: int | None,
    at: Any = None,
    along: Literal["x", "y"] = "x",
) -> Intervals:
    """Return intervals of one series as marks, at places or one below the other."""
    at = np.arange(len(intervals)) if at is None else at
    value, low, high = (
        np.array([getattr(one, name) for one in intervals], np.float64)
        for name in ("estimate", "low", "high")
    )
    return Intervals(at, value, low, high, [series] * len(intervals), along)


def reading(one: Interval | None) -> str:
    """Write a value and its bounds; nothing for None or where it is undefined.

    >>> from fastmetrics._common.interval import no_interval
    >>> reading(no_interval(0.25, 0.95, "none"))
    '0.2500'
    """
    if one is None or math.isnan(one.estimate):
        return ""
    [written] = estimates([one])
    if not has_bounds(one):
        return written.value
    # Where the text is broken into lines, bounds stay together.
    return f"{written.value} {written.bounds.replace(', ', f',{NO_BREAK}')}"


def share_reading(one: Interval) -> str:
    """Write a share and its bounds in percent.

    >>> from fastmetrics._common.interval import no_interval
    >>> share_reading(no_interval(0.25, 0.95, "none"))
    '25.0 %'
    """
    decimals = max(decimals_for([one]) - 2, 0) if has_bounds(one) else 1
    text = percent(one.estimate, decimals)
    if has_bounds(one):
        ends = (percent(end, decimals) for end in (one.low, one.high))
        text += f" [{f',{NO_BREAK}'.join(ends)}]"
    return text


def best_first(
    models: Iterable[str], values: Mapping[str, Interval], highest: bool = True
) -> list[str]:
    """Sort models by a value, those without one last, else as they were given."""

    def rank(model: str) -> float:
        value = values[model].estimate if model in values else math.nan
        if math.isnan(value):
            return math.inf
        return -value if highest else value

    return sorted(models, key=rank)


def histogram(
    edges: NDArray[Any], heights: NDArray[Any], series: int, is_alone: bool
) -> Mark:
    """Return bars, or the outline of one of several histograms."""
    if is_alone:
        return Bars(edges, heights, series)
    at = np.concatenate([edges[:1], edges])
    # Bars would hide each other.
    return Line(at, np.concatenate([[0.0], heights, heights[-1:]]), series, "after")


def in_order(
    models: Iterable[str], values: Mapping[str, Interval], n: int, highest: bool = True
) -> list[str]:
    """Return the n best models in the order in which they were given."""
    models = [*models]
    best = best_first(models, values, highest)[:n]
    return [model for model in models if model in best]


def result(
    picture: str,
    what: str,
    models: Mapping[str, str],
    values: Mapping[str, Interval],
    highest: bool = True,
    write: Callable[[Interval], str] = reading,
) -> Message:
    """Say which model has the best value of what a picture shows, and which value.

    ``models`` are those shown, with what each is called.

    That it is the best on these rows: whether it is so beyond them, differences say.
    """
    known = {
        model: one for model, one in values.items() if not math.isnan(one.estimate)
    }
    if not known:
        if len(models) == 1:
            return say(
                "{picture}: {model}", picture=picture, model=next(iter(models.values()))
            )
        return say("{picture}: {n} models", picture=picture, n=len(models))
    best, *others = best_first(known, known, highest)
    fields: dict[str, object] = {
        "picture": picture,
        "what": what,
        "model": models[best],
        "value": write(known[best]),
    }
    if len(models) == 1:
        return say("{picture}: {what} of {model} is {value}", **fields)
    alike = [one for one in others if known[one].estimate == known[best].estimate]
    if alike:
        fields["n"] = len(alike)
        if highest:
            return say(
                "{picture}: {model} and {n} more have the highest {what}, {value}",
                **fields,
            )
        return say(
            "{picture}: {model} and {n} more have the lowest {what}, {value}", **fields
        )
    if highest:
        return say("{picture}: {model} has the highest {what}, {value}", **fields)
    return say("{picture}: {model} has the lowest {what}, {value}", **fields)


def cut_note(shown: int, of: int, what: str) -> list[Message]:
    """Say that not all models are shown, if so; `what`: which are."""
    if shown >= of:
        return []
    return [say("{shown} of {n} models: {what}", shown=shown, n=of, what=what)]
