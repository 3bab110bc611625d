"""Critical difference diagrams, and matrices of p-values."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastmetrics._common.names import distinct
from fastmetrics._common.options import check_choice, check_level
from fastmetrics.comparison.diagrams import (
    LABEL,
    MARGIN,
    MARK,
    NOTE,
    Ranked,
    Ranking,
    Tested,
    dot,
    dot_diagram,
    judged_by,
    line,
    middle,
    ranking_of,
    subject,
    text,
    ticks,
    width_of,
)
from fastmetrics.show.numbers import count, pvalue_short
from fastmetrics.show.pictures import Cells, Panel, Picture, Scale, Shape, Sketch
from fastmetrics.show.pictures.styles import LIGHT
from fastmetrics.show.pictures.svg import to_svg
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from fastmetrics.show.pictures.drawing import Figure


# --------------------------------------------------------------------------------- bars
# Ranks on an axis; bars join models that do not differ significantly (Demšar 2006).


# An axis has so many points per rank, within these bounds.
PER_RANK, LEAST_AXIS, MOST_AXIS = 60.0, 240.0, 480.0
# From axis to first bar, from bar to bar, from last bar to first name, name to name.
TO_BARS, BAR, TO_NAMES, ROW = 10.0, 6.5, 12.0, 14.0
# How thick a bar is, and how far it reaches beyond its first and its last model, but
# no nearer than halfway to a model that is not in its group.
THICK, BEYOND = 3.0, 4.0
# Between the end of the axis and the names, and between words.
SIDE, GAP = 12.0, 5.0


def bar_diagram(ranking: Ranking) -> Picture:
    """Return the diagram of a ranking, the best at the right."""
    made = _Layout(ranking)
    title = say(
        "{subject}; {bars} ({test}).",
        subject=subject(ranking),
        bars=_said(ranking, made.spans),
        test=ranking.judged_by,
    )
    sketch = Sketch(made.width, made.height, made.marks)
    return Picture("ranks", title, [sketch])


class Span(NamedTuple):
    """From which rank to which a bar goes.

    ``members`` are the places of its models, where others stand between them.
    """

    low: float
    high: float
    members: Sequence[int] = ()


class _Layout:
    """Places of everything, reckoned from the top downward."""

    def __init__(self, ranking: Ranking) -> None:
        self.ranking = ranking
        k = len(ranking.ranks)
        self.n_right = (k + 1) // 2
        axis = min(max(PER_RANK * (k - 1), LEAST_AXIS), MOST_AXIS)
        self.per_rank = axis / (k - 1)
        self.values = [f"{rank:.2f}" for rank in ranking.ranks]
        self.value_width = max(width_of(value, NOTE) for value in self.values)
        best, worst = (
            max(width_of(name, LABEL) for name in names)
            for names in (ranking.names[: self.n_right], ranking.names[self.n_right :])
        )
        beside = self.value_width + 2 * GAP + SIDE
        self.left = MARGIN + worst + beside
        self.right = self.left + axis
        ruler = 0.0 if math.isnan(ranking.difference) else ranking.difference
        # The ruler begins at the left end, and is longer than the axis of few models.
        self.width = MARGIN + max(
            self.right + best + beside, self.left + ruler * self.per_rank
        )
        self.spans = [*_spans(ranking)]
        self.marks: list[Shape] = []
        y = self._ruler(MARGIN)
        axis_y = self._axis(y)
        y = self._bars(axis_y + TO_BARS)
        y = self._names(axis_y, y + TO_NAMES)
        self.height = y + ROW / 2

    def x(self, rank: float) -> float:
        """Return the position of a rank: 1 at the right."""
        return self.right - (rank - 1) * self.per_rank

    def _ruler(self, y: float) -> float:
        """Draw the critical difference as a ruler; return the space below it."""
        difference = self.ranking.difference
        if math.isnan(difference):
            return y
        length = difference * self.per_rank
        words, at = f"CD = {difference:.2f}", self.left + length / 2
        half = width_of(words, LABEL) / 2
        y += LABEL
        self.marks.append(text(max(at, MARGIN + half), y, words, LABEL, "center"))
        y += 6
        ends = self.left, self.left + length
        self.marks.append(line([(ends[0], y), (ends[1], y)], 1.2))
        self.marks += [line([(x, y - 3), (x, y + 3)], 1.2) for x in ends]
        return y + 10

    def _axis(self, y: float) -> float:
        """Draw the axis with its numbers; return where it is."""
        k = len(self.values)
        y += LABEL
        numbered = ticks(1, k)
        for rank in numbered:
            self.marks.append(text(self.x(rank), y, str(rank), LABEL, "center"))
        axis_y = y + 9
        self.marks.append(line([(self.left, axis_y), (self.right, axis_y)], 1.2))
        for rank in numbered:
            x = self.x(rank)
            self.marks.append(line([(x, axis_y), (x, axis_y - 5)], 1.2))
        for low, high in pairwise(numbered):
            if high - low == 1:
                x = self.x(low + 0.5)
                self.marks.append(line([(x, axis_y), (x, axis_y - 3)]))
        return axis_y

    def _bars(self, y: float) -> float:
        """Draw the groups, none over another; return where the last one is."""
        ends_of_levels: list[float] = []
        for span in self.spans:
            # From right to left, in the first level where it touches none.
            start, end = self._ends(span)
            for level, before in enumerate(ends_of_levels):
                if start < before - BEYOND:
                    ends_of_levels[level] = end
                    break
            else:
                level = len(ends_of_levels)
                ends_of_levels.append(end)
            at = y + level * BAR
            if span.members:
                xs = [self.x(self.ranking.ranks[one]) for one in span.members]
                self.marks.append(line([(xs[0], at), (xs[-1], at)], 0.8, MARK))
                self.marks += [dot(x, at) for x in xs]
            else:
                # Its ends are round.
                centre, half = (start + end) / 2, max((start - end - THICK) / 2, 0)
                ends = (centre + half, at), (centre - half, at)
                self.marks.append(line(ends, THICK, MARK))
        return y + max(len(ends_of_levels) - 1, 0) * BAR

    def _ends(self, span: Span) -> tuple[float, float]:
        """Return where a bar begins, at the right, and ends."""
        low, high, ranks = span.low, span.high, self.ranking.ranks
        better = max((rank for rank in ranks if rank < low), default=-math.inf)
        worse = min((rank for rank in ranks if rank > high), default=math.inf)
        before, after = (
            min(BEYOND, gap * self.per_rank / 2) for gap in (low - better, worse - high)
        )
        return self.x(low) + before, self.x(high) - after

    def _names(self, axis_y: float, y: float) -> float:
        """Draw the names with lines to the axis; return where the last one is."""
        k = len(self.values)
        right = self.right + SIDE
        left = self.left - SIDE
        # The outermost line is the highest, so no two lines cross.
        for places, x, side in (
            (range(self.n_right), right, 1),
            (range(k - 1, self.n_right - 1, -1), left, -1),
        ):
            anchor: Any = "left" if side > 0 else "right"
            for row, place in enumerate(places):
                at, rank = y + row * ROW, self.x(self.ranking.ranks[place])
                self.marks.append(line([(rank, axis_y), (rank, at), (x, at)]))
                x_value = x + side * GAP
                value, name = self.values[place], self.ranking.names[place]
                low = at + middle(NOTE)
                self.marks.append(text(x_value, low, value, NOTE, anchor, LIGHT.muted))
                x_name = x_value + side * (self.value_width + GAP)
                colour = MARK if place == self.ranking.control else LIGHT.text
                low = at + middle(LABEL)
                self.marks.append(text(x_name, low, name, LABEL, anchor, colour))
        return y + (self.n_right - 1) * ROW


def _spans(ranking: Ranking) -> Iterator[Span]:
    """Yield what bars span, of each group that has more than one model."""
    ranks, control = ranking.ranks, ranking.control
    if control is not None and not math.isnan(ranking.difference):
        at, reach = ranks[control], ranking.difference
        yield Span(max(at - reach, 1.0), min(at + reach, float(len(ranks))))
        return
    for members in ranking.groups:
        low, high = ranks[members[0]], ranks[members[-1]]
        between = sum(low <= rank <= high for rank in ranks)
        yield Span(low, high, () if between == len(members) else members)


def _said(ranking: Ranking, spans: Sequence[Span]) -> str:
    """Return the legend of the bars."""
    if not spans:
        return say("all models differ significantly")
    has_dots = any(span.members for span in spans)
    if ranking.control is None:
        if has_dots:
            return say(
                "models joined by a bar, or marked by dots on it, do not differ "
                "significantly"
            )
        return say("models joined by a bar do not differ significantly")
    control = ranking.names[ranking.control]
    if not math.isnan(ranking.difference):
        return say(
            "models beyond the bar differ significantly from {control}", control=control
        )
    if has_dots:
        return say(
            "the bar joins, or dots on it mark, {control} and the models that do not "
            "differ significantly from it",
            control=control,
        )
    return say(
        "the bar joins {control} and the models that do not differ significantly "
        "from it",
        control=control,
    )


# ------------------------------------------------------------------------- pvalue cells
# A matrix of the p-values of all pairs, coloured if the difference is significant.


# More models than these nobody reads; the best are drawn, with numbers where few.
MOST, MOST_WRITTEN = 60, 15
# Smaller p-values have the same colour.
_SMALLEST = 1e-6


def pvalue_picture(result: Any, alpha: float) -> Picture:
    """Return the matrix of adjusted p-values, the best model first.

    Against a control it has one column.
    """
    written = distinct(result.names)
    order = np.argsort(result.mean_ranks, kind="stable")
    control = result.control
    if control is not None:
        order = order[[result.names[i] != control for i in order]]
    shown = order[:MOST]
    names = [str(written[str(result.names[i])]) for i in shown]
    pvalues = result.adjusted_pvalues
    if control is None:
        columns, values = names, pvalues[np.ix_(shown, shown)].copy()
        np.fill_diagonal(values, np.nan)
        of_pairs = pvalues[np.triu_indices(len(pvalues), 1)]
    else:
        columns, values = [str(written[str(control)])], pvalues[shown][:, None]
        of_pairs = pvalues[order]
    texts = None
    if len(names) <= MOST_WRITTEN:
        texts = [
            ["" if np.isnan(one) else pvalue_short(one) for one in row]
            for row in values.tolist()
        ]
    panel = Panel(
        "",
        Scale("", kind="names", names=columns),
        Scale("", kind="names", names=names),
        [_cells(values, texts, alpha)],
        square=control is None,
    )
    title = say(
        "p-values of {n} models: significant for {told} of {pairs} pairs ({test}).",
        n=len(result.names),
        told=count(int(np.count_nonzero(of_pairs <= alpha))),
        pairs=count(len(of_pairs)),
        test=judged_by(result, alpha),
    )
    notes = [say("grey: not significant")]
    if len(shown) < len(order):
        fields = {"n": len(shown), "k": count(len(order))}
        notes.append(say("the {n} best of {k} models", **fields))
    return Picture("pvalues", title, [panel], 1, notes)


def _cells(
    values: NDArray[np.float64], texts: list[list[str]] | None, alpha: float
) -> Cells:
    """Return cells by how far p-values are below 1, in powers of ten."""
    with np.errstate(divide="ignore"):
        powers = -np.log10(np.maximum(values, _SMALLEST))
    # Nothing is minus nothing.
    powers = np.where(powers == 0, 0.0, powers)
    apart = np.isfinite(values) & ~(values <= alpha)
    told = powers[np.isfinite(values) & ~apart]
    return Cells(
        powers,
        texts,
        low=0.0,
        high=float(told.max(initial=-np.log10(alpha))),
        key=say("−log₁₀ p"),
        apart=apart if apart.any() else None,
    )


# ----------------------------------------------------------------- critical differences
# Critical-difference diagrams: significant differences between models.


STYLES = {"bars": bar_diagram, "intervals": dot_diagram}
HEATMAP = "heatmap"
Style = Literal["bars", "intervals", "heatmap"]


def critical_difference_diagram(
    result: Ranked | Tested,
    *,
    alpha: float = 0.05,
    ax: Any = None,
    style: Style = "bars",
    language: str = "en",
) -> Figure:
    """Draw a critical difference diagram of the mean ranks of models.

    Parameters
    ----------
    result : PairwiseResult or DatasetComparison
        The result to draw, as `nemenyi_test`, `bonferroni_dunn_test`, `pairwise_tests`
        or `compare_across_datasets` return it.
    alpha : float in (0, 1), default=0.05
        The significance level of differences between models.
    ax : matplotlib Axes, optional
        Axes to draw on: the diagram and its letters are scaled until they fit. By
        default a figure of its own, as large as the diagram needs.
    style : {"bars", "intervals", "heatmap"}, default="bars"
        "bars": an axis of mean ranks with the best at the right, and a bar for every
        largest group of models without a significant difference between them (Demšar
        2006). The critical difference is drawn above it, if the test has one. If other
        models lie between the models of a group, its bar is thin, with a dot at each of
        its own models. Against a control one bar reaches a critical difference to both
        sides of it. "intervals": a row for each model, the best at the top, with a dot
        at its mean rank and a line of one critical difference around it: two lines
        overlap exactly when the difference of the models is not significant. "heatmap":
        a matrix of the adjusted p-values of all pairs, the best model first, coloured
        if the difference is significant.
    language : {"en", "zh"}, default="en"
        Language of the text above it.

    Returns
    -------
    matplotlib.figure.Figure
        The figure, without pyplot; ``figure.savefig(path)`` writes it to a file.

    Raises
    ------
    ValueError
        If ``alpha`` or ``style`` is none of these, if there are more than 10,000
        groups, if ``style="intervals"`` is asked for a test that has no critical
        difference, or ranks of a test that has none by data set.
    TypeError
        If ``result`` has no mean ranks and groups, or ``ax`` is not a Matplotlib axes
        object.
    ImportError
        If matplotlib is not installed; ``result.to_svg()`` does not need it.

    Warns
    -----
    UserWarning
        If no installed font has some glyph of the names.

    See Also
    --------
    compare_across_datasets : makes such a result of a table of scores in one call.

    References
    ----------
    .. [1] J. Demšar, "Statistical comparisons of classifiers over multiple data sets",
       Journal of Machine Learning Research 7, 2006, 1-30.

    Examples
    --------
    >>> from fastmetrics import critical_difference_diagram, nemenyi_test
    >>> scores = {"A": [0.9, 0.8, 0.7], "B": [0.8, 0.7, 0.6], "C": [0.5, 0.6, 0.5]}
    >>> figure = critical_difference_diagram(nemenyi_test(scores))
    >>> figure.savefig("models.svg")  # doctest: +SKIP
    """
    from fastmetrics.show.pictures.drawing import check_installed, draw

    picture = critical_difference_picture(result, alpha=alpha, style=style)
    check_installed("critical_difference_diagram")
    if not (ax is None or hasattr(ax, "get_window_extent")):
        raise TypeError(f"ax must be axes of matplotlib, got {type(ax).__name__}.")
    made: Figure = draw(picture, ax=ax, language=language)
    return made


def critical_difference_svg(
    result: Ranked | Tested,
    *,
    alpha: float = 0.05,
    style: Style = "bars",
    language: str = "en",
) -> str:
    """Return the diagram as SVG, as `critical_difference_diagram` draws it."""
    picture = critical_difference_picture(result, alpha=alpha, style=style)
    return to_svg(picture, language=language)


def critical_difference_picture(
    result: Ranked | Tested, *, alpha: float = 0.05, style: Style = "bars"
) -> Picture:
    """Return the diagram as the record that is drawn."""
    alpha = check_level(alpha, "alpha")
    styles = (*STYLES, HEATMAP)
    check_choice(style, styles, "style")
    if hasattr(result, "judged_pairs"):
        result = result.judged_pairs(alpha)
    if not (hasattr(result, "mean_ranks") and hasattr(result, "groups")):
        raise TypeError(
            "result must be a PairwiseResult or a DatasetComparison, got "
            f"{type(result).__name__}."
        )
    if style == HEATMAP:
        return pvalue_picture(result, alpha)
    if getattr(result, "n_values", 0):
        raise ValueError(
            "The models were evaluated on different data and have no ranks by data "
            "set: use style='heatmap'."
        )
    return STYLES[style](ranking_of(result, alpha))
