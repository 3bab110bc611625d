"""Diagrams of ranks, and of the differences of models."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from typing import Literal, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from fastmetrics._common.names import distinct
from fastmetrics.comparison.adjustments import TITLES
from fastmetrics.comparison.model_differences import (
    Difference,
    ModelDifferences,
    column_of,
    level_of,
)
from fastmetrics.show.numbers import count
from fastmetrics.show.pictures import (
    Dots,
    Intervals,
    Mark,
    Panel,
    Picture,
    Rule,
    Scale,
    Shape,
    Sketch,
    Stroke,
    Text,
    styles,
)
from fastmetrics.show.pictures.styles import LIGHT
from fastmetrics.show.words import of_catalog, say

# ------------------------------------------------------------------------------ ranking
# Content of a diagram: models by mean rank, and the results for their pairs.


# An axis has so many numbers at most.
MOST_TICKS = 12


class Tested(Protocol):
    """Results with a `Ranked` for each level, such as `DatasetComparison`."""

    def judged_pairs(self, alpha: float | None = None) -> Ranked:
        """Return the tests of pairs as the omnibus test lets them be read."""


class Ranked(Protocol):
    """Attributes that a diagram needs: `PairwiseResult` has it."""

    @property
    def names(self) -> Sequence[Hashable]:
        """The models."""

    @property
    def mean_ranks(self) -> NDArray[np.float64]:
        """Their mean ranks, 1 being the best."""

    @property
    def test(self) -> str:
        """The name of the test."""

    @property
    def adjust(self) -> str | None:
        """How its p-values were adjusted."""

    @property
    def n_datasets(self) -> int:
        """How many data sets the ranks are of."""

    @property
    def control(self) -> Hashable | None:
        """The model that the others were compared with."""

    def groups(self, alpha: float = ...) -> Sequence[Sequence[Hashable]]:
        """Return the largest groups of models without a significant difference."""

    def critical_difference(self, alpha: float = ...) -> float:
        """Return by how much mean ranks must differ, or NaN."""


class Ranking(NamedTuple):
    """Models, the best first.

    Attributes
    ----------
    names : list of str
        As they are written.
    ranks : list of float
        Their mean ranks, not falling.
    groups : list of list of int
        Places of the models of each group of two or more.
    difference : float
        What mean ranks must differ by; NaN where there is no such number.
    control : int or None
        The place of the model that all others are compared with.
    test : str
        The test's name, and how its p-values were adjusted.
    alpha : float
        Its level.
    n_datasets : int
        How many data sets the ranks are of.
    """

    names: list[str]
    ranks: list[float]
    groups: list[list[int]]
    difference: float
    control: int | None
    test: str
    alpha: float
    n_datasets: int

    @property
    def judged_by(self) -> str:
        """The test and its level."""
        return _at_level(self.test, self.alpha)


def equals(name: str, value: str) -> str:
    """Write an equation that is broken into no lines."""
    return f"{name}\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}{value}"


def subject(ranking: Ranking) -> str:
    """Say whose ranks a diagram shows."""
    fields = {"n": len(ranking.names), "k": count(ranking.n_datasets)}
    if ranking.n_datasets == 1:
        return say("Mean ranks of {n} models on {k} data set, 1 is the best", **fields)
    return say("Mean ranks of {n} models on {k} data sets, 1 is the best", **fields)


def ranking_of(result: Ranked, alpha: float) -> Ranking:
    """Return the content of a diagram at a level."""
    written = distinct(result.names)
    order = sorted(range(len(result.names)), key=lambda i: float(result.mean_ranks[i]))
    place = {result.names[i]: at for at, i in enumerate(order)}
    groups = [sorted(place[name] for name in one) for one in result.groups(alpha)]
    return Ranking(
        names=[str(written[str(result.names[i])]) for i in order],
        ranks=[float(result.mean_ranks[i]) for i in order],
        groups=sorted(one for one in groups if len(one) > 1),
        difference=float(result.critical_difference(alpha)),
        control=None if result.control is None else place[result.control],
        test=_test_of(result),
        alpha=alpha,
        n_datasets=result.n_datasets,
    )


def judged_by(result: Ranked, alpha: float) -> str:
    """Return the test of a result, how p-values were adjusted, and the level."""
    return _at_level(_test_of(result), alpha)


def _test_of(result: Ranked) -> str:
    test: str = of_catalog(result.test)
    if not result.adjust:
        return test
    adjusted = of_catalog(TITLES[result.adjust])
    return say("{test}, {adjusted}", test=test, adjusted=adjusted)


def _at_level(test: str, alpha: float) -> str:
    return say("{test}, {level}", test=test, level=equals("α", f"{alpha:g}"))


def ticks(low: int, high: int) -> list[int]:
    """Return the ranks that an axis has numbers at: its ends and round ones between.

    >>> ticks(1, 5), ticks(1, 23)
    ([1, 2, 3, 4, 5], [1, 4, 6, 8, 10, 12, 14, 16, 18, 20, 23])
    """
    sizes = (size * 10**zeros for zeros in range(9) for size in (1, 2, 5))
    step = next(size for size in sizes if (high - low) / size < MOST_TICKS)
    between = range((low // step + 1) * step, high, step)
    # The ends have their numbers even where round ones are near.
    near = step / 2
    kept = [at for at in between if at - low > near and high - at > near]
    return [low, *kept, high]


def middle(size: float) -> float:
    """Return the distance from the middle of a line of text to its baseline."""
    return 0.36 * size


# ------------------------------------------------------------------------------ drawing
# Lines, dots and words of diagrams, in points from the upper left corner.


# Sizes of letters, and what stays free around the whole.
LABEL, NOTE, MARGIN = 9.0, 7.5, 2.0
# The colour of groups and intervals.
MARK = LIGHT.series[0]


def line(
    points: Sequence[tuple[float, float]], width: float = 0.8, colour: str = LIGHT.text
) -> Stroke:
    """Return straight strokes from point to point, with round ends."""
    x, y = np.transpose(np.array(points, np.float64))
    return Stroke(x, y, colour, width, is_round=True)


def dot(x: float, y: float, radius: float = 2.6) -> Dots:
    """Return a filled circle."""
    return Dots(np.array([x]), np.array([y]), "o", 2 * radius, MARK)


def text(
    x: float,
    y: float,
    words: str,
    size: float = LABEL,
    side: Literal["left", "center", "right"] = "left",
    colour: str = LIGHT.text,
) -> Text:
    """Return words whose letters stand at y."""
    return Text(x, y, words, size, colour, side, "baseline")


def width_of(words: str, size: float) -> float:
    """Return how many points wide a text is."""
    return 72 * styles.width_of(words, size)


# --------------------------------------------------------------------------------- dots
# Ranks as dots with lines of one critical difference, a row for each model.


ROW, GAP = 16.0, 6.0
PER_RANK, LEAST_AXIS, MOST_AXIS = 60.0, 260.0, 480.0


def dot_diagram(ranking: Ranking) -> Picture:
    """Return the diagram of a ranking, the best at the top.

    Raises
    ------
    ValueError
        If there is no critical difference.
    """
    if math.isnan(ranking.difference):
        raise ValueError(
            f"style='intervals' shows a critical difference, and the {ranking.test} "
            "has none; style='bars' shows its groups."
        )
    half = ranking.difference / 2
    low, high = ranking.ranks[0] - half, ranking.ranks[-1] + half
    first, last = min(math.floor(low), 1), max(math.ceil(high), len(ranking.ranks))
    axis = min(max(PER_RANK * (last - first), LEAST_AXIS), MOST_AXIS)
    values = [f"{rank:.2f}" for rank in ranking.ranks]
    value_width = max(width_of(value, NOTE) for value in values)
    name_width = max(width_of(name, LABEL) for name in ranking.names)
    name_end = MARGIN + name_width
    left = name_end + 2 * GAP + value_width
    width = left + axis + LABEL  # half of the last number extends beyond the axis

    def x(rank: float) -> float:
        return left + (rank - first) / (last - first) * axis

    top = MARGIN
    bottom = top + ROW * len(values)
    marks: list[Shape] = []
    numbered = ticks(1, len(values))
    marks += [line([(x(at), top), (x(at), bottom)], 0.8, LIGHT.grid) for at in numbered]
    for row, (name, rank, value) in enumerate(
        zip(ranking.names, ranking.ranks, values, strict=True)
    ):
        y = top + (row + 0.5) * ROW
        colour = MARK if row == ranking.control else LIGHT.text
        marks.append(text(name_end, y + middle(LABEL), name, LABEL, "right", colour))
        end = left - GAP
        marks.append(text(end, y + middle(NOTE), value, NOTE, "right", LIGHT.muted))
        marks.append(line([(x(rank - half), y), (x(rank + half), y)], 1.6, MARK))
        marks.append(dot(x(rank), y, 3.2))
    marks.append(line([(x(first), bottom), (x(last), bottom)], 1.2))
    y = bottom + 4 + LABEL
    for at in numbered:
        marks.append(line([(x(at), bottom), (x(at), bottom + 4)], 1.2))
        marks.append(text(x(at), y + 2, str(at), LABEL, "center"))
    sketch = Sketch(width, y + ROW / 2, marks)
    return Picture("ranks", _title(ranking), [sketch])


def _title(ranking: Ranking) -> str:
    fields = {
        "subject": subject(ranking),
        "difference": equals("CD", f"{ranking.difference:.2f}"),
        "test": ranking.judged_by,
    }
    if ranking.control is None:
        return say(
            "{subject}, each ± CD/2, {difference}; models whose lines overlap do not "
            "differ significantly ({test}).",
            **fields,
        )
    return say(
        "{subject}, each ± CD/2, {difference}; {control} and models whose lines "
        "overlap with it do not differ significantly ({test}).",
        control=ranking.names[ranking.control],
        **fields,
    )


# ------------------------------------------------------------------- difference picture
# The picture of a comparison: each difference with both of its intervals.


# More differences than these nobody reads; the largest are drawn.
MOST_DIFFERENCES = 60
# The names of both models are so wide at most, in inches.
_PAIR = 3.0


def difference_picture(comparison: ModelDifferences) -> Picture:
    """Return a line per difference, the largest at the top."""
    shown = _largest(comparison)
    names = distinct(comparison.models)
    marks: list[Mark] = [Rule(0.0)]
    if comparison.margin:
        sign = -1 if comparison.greater_is_better else 1
        marks.append(Rule(sign * comparison.margin, label=say("margin")))
    differences = [difference for _, difference in shown]
    # Significant differences have a colour.
    series = [
        0 if difference.adjusted_pvalue <= comparison.alpha else None
        for difference in differences
    ]
    marks.append(_intervals(differences, series))
    level = level_of(comparison)
    notes: list[str] = [
        say("thick: {level} of each; thin: {level} of all together", level=level)
    ]
    if len(shown) < len(comparison.differences):
        n, k = len(shown), count(len(comparison.differences))
        notes.insert(0, say("the {n} largest of {k} differences", n=n, k=k))
    pairs = [f"{names[a]} − {names[b]}" for (a, b), _ in shown]
    rows = Scale("", kind="names", names=pairs, longest=_PAIR)
    ends = _ends(marks)
    x = Scale(say("Difference of {metric}", metric=comparison.title), *ends)
    if comparison.percent:
        label = say("Difference of {metric} in points", metric=comparison.title)
        x = Scale(label, *ends, unit="points")
    panel = Panel("", x, rows, marks)
    title = say(
        "Differences of {metric}: {k} of {n} significant",
        metric=comparison.title,
        k=count(
            np.sum(
                column_of(comparison.differences, "adjusted_pvalue") <= comparison.alpha
            ).item()
        ),
        n=count(len(comparison.differences)),
    )
    return Picture("differences", title, [panel], 1, notes)


def _intervals(
    differences: Sequence[Difference], series: Sequence[int | None]
) -> Intervals:
    value, low, high, wide_low, wide_high = (
        np.array([getattr(difference, name) for difference in differences], np.float64)
        for name in ("estimate", "low", "high", "simultaneous_low", "simultaneous_high")
    )
    places = np.arange(len(differences))
    # An end that is not finite is not drawn.
    low, high = _both(low, high)
    return Intervals(places, value, low, high, series, "x", *_both(wide_low, wide_high))


def _both(low: np.ndarray, high: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    known = np.isfinite(low) & np.isfinite(high)
    return np.where(known, low, np.nan), np.where(known, high, np.nan)


def _ends(marks: Sequence[Mark]) -> tuple[float, float]:
    """Return the ends of the axis: all that is on it, and a little room."""
    shown: list[float] = []
    for mark in marks:
        if isinstance(mark, Rule):
            shown.append(mark.at)
        elif isinstance(mark, Intervals):
            ends = (mark.low, mark.high, mark.outer_low, mark.outer_high)
            shown += [*mark.value]
            shown += [at for value in ends if value is not None for at in value]
    finite = [float(value) for value in shown if math.isfinite(value)]
    room = 0.05 * (max(finite) - min(finite)) or 0.05
    return min(finite) - room, max(finite) + room


def _largest(comparison: ModelDifferences) -> list[tuple[tuple[str, str], Difference]]:
    """Return the largest differences, each as the better model minus the other."""
    turned = -1 if comparison.greater_is_better is False else 1
    is_fixed = comparison.baseline is not None or comparison.margin
    estimates = column_of(comparison.differences, "estimate")
    known = np.flatnonzero(np.isfinite(estimates))
    largest = known[np.argsort(-np.abs(estimates[known]), kind="stable")]
    pairs, shown = [*comparison.differences], []
    for at in largest[:MOST_DIFFERENCES].tolist():
        a, b = pairs[at]
        behind = not is_fixed and turned * estimates[at] < 0
        pair = (b, a) if behind else (a, b)
        shown.append((pair, comparison[pair]))
    return shown
