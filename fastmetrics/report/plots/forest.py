"""Forest plots of intervals, and the list of all kinds of plots."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.interval import Interval, turned
from fastmetrics._common.names import shown
from fastmetrics._common.options import is_one_of
from fastmetrics.catalog import METRICS
from fastmetrics.report.plots import (
    MOST_LEADING,
    best_first,
    cut_note,
    intervals_of,
    result,
)
from fastmetrics.report.sections import Plot, Section, sections
from fastmetrics.report.sentences import leading_metric
from fastmetrics.show.numbers import difference, has_bounds
from fastmetrics.show.pictures import (
    Mark,
    Panel,
    Picture,
    Rule,
    Scale,
)
from fastmetrics.show.words import Message, of_catalog, say

if TYPE_CHECKING:
    from fastmetrics.comparison.comparing import Comparison
    from fastmetrics.report.content import Content


# ------------------------------------------------------------------------------- forest
# Forests: a value and its interval per model, or per pair of models around 0.


# So many models have a line each, so many pairs, and so many metrics a panel each.
MOST_MODELS, MOST_PAIRS, MOST_METRICS = 20, 6, 4
# Chance is drawn up to so many times as far away as the intervals reach.
FAR = 2
# The names of both models are so wide at most, in inches.
PAIR = 3.0


def forest(report: Content) -> Picture | None:
    """Return the leading metrics of each family, a value with its interval a model."""
    panels: list[Panel] = []
    titles: list[Message] = []
    most = of = 0
    for section in report.sections.values():
        for metric in _leading(report, section):
            values = _of(report.values, metric)
            if not values or len(panels) == MOST_METRICS:
                continue
            row = METRICS[metric]
            highest = row.greater_is_better is not False
            shown = best_first(values, values, highest)[:MOST_MODELS]
            most, of = max(most, len(shown)), max(of, len(values))
            series = [report.models.index(model) for model in shown]
            mark = intervals_of([values[model] for model in shown], None)
            marks: list[Any] = [replace(mark, series=series)]
            ends = section.ranges[metric]
            label, low, high = "", *_range(ends, marks)
            baseline = section.chance(metric)
            if baseline is not None:
                label = say("chance: {value}", value=f"{baseline:.4g}")
                # Seen only where it does not press all intervals into a corner.
                near = FAR * (high - low)
                if low - near <= baseline <= high + near:
                    marks.insert(0, Rule(baseline, "x"))
                    low, high = _range(ends, marks)
            names = [report.names[model] for model in shown]
            panels.append(
                Panel(
                    of_catalog(row.title),
                    Scale(label, low, high, unit="share" if row.percent else ""),
                    _names(names),
                    marks,
                    leading=series[:MOST_LEADING],
                )
            )
            if not titles:
                title = of_catalog(row.title)
                said: tuple[str, str] = title, say("value")
                if len(values) == 1:
                    said = say("Values"), title
                called = {model: report.names[model] for model in values}
                titles.append(result(*said, called, values, highest=highest))
    if not panels:
        return None
    notes = cut_note(most, of, say("those with the best values"))
    return Picture("forest", titles[0], panels, notes=notes)


def differences(report: Content) -> Picture | None:
    """Return the differences of models around 0, with single and simultaneous bounds.

    Of more than 6 pairs, those with the model that has the best value.
    """
    panels: list[Panel] = []
    title: Message | None = None
    notes: list[Message] = []
    for section in report.sections.values():
        for metric in _leading(report, section):
            found = {
                pair: row[metric]
                for pair, row in report.differences.items()
                if metric in row and math.isfinite(row[metric].estimate)
            }
            if not found or len(panels) == MOST_METRICS:
                continue
            pairs = _shown_pairs(
                found,
                report.comparisons[metric],
                _of(report.values, metric),
                metric,
                report.names,
            )
            panels.append(_difference_panel(metric, pairs))
            title = title or _difference_title(report, metric, found)
            if pairs.best is not None and not notes:
                notes.append(
                    say("of {n} pairs, those with the best model", n=len(found))
                )
    if title is None:
        return None
    if len(report.differences) > 1:
        notes.append(
            say(
                "thick: each interval by itself; thin: all {n} hold together, with the "
                "adjusted p-values",
                n=len(report.differences),
            )
        )
    return Picture("differences", title, panels, notes=notes)


def _leading(report: Content, section: Section) -> list[str]:
    """Return the metrics that are shown of a family: those that it names, or all."""
    first = leading_metric(report, section)
    others = [name for name in section.leading if name in section.metrics]
    found = [first, *(others or section.metrics)]
    return [*dict.fromkeys(name for name in found if name is not None)]


def _of(
    values: Mapping[str, Mapping[str, Interval]], metric: str
) -> dict[str, Interval]:
    return {
        model: row[metric]
        for model, row in values.items()
        if metric in row and math.isfinite(row[metric].estimate)
    }


def _names(names: Sequence[str], longest: float = 2.0) -> Scale:
    return Scale("", kind="names", names=names, longest=longest)


def _range(ends: tuple[float, float], marks: Sequence[Any]) -> tuple[float, float]:
    """Return the ends of an axis: what is on it, no further than the metric goes."""
    shown: list[float] = []
    for mark in marks:
        if isinstance(mark, Rule):
            shown.append(mark.at)
        else:
            shown += [*mark.value, *mark.low, *mark.high]
    finite = [one for one in shown if math.isfinite(one)]
    low, high = min(finite), max(finite)
    room = 0.05 * (high - low) or 0.05 * abs(high) or 0.05
    # A little beyond the metric's range too, so that points at its end are seen whole.
    beyond = 0.02 * (high - low)
    return max(low - room, ends[0] - beyond), min(high + room, ends[1] + beyond)


class _Pairs(NamedTuple):
    """Differences to be shown, their bounds among all, names, and who is in all."""

    found: list[Interval]
    together: list[tuple[float, float]]
    names: list[str]
    best: str | None = None


def _shown_pairs(
    found: Mapping[tuple[str, str], Interval],
    comparison: Comparison,
    values: Mapping[str, Interval],
    metric: str,
    names: Mapping[str, str],
) -> _Pairs:
    """Return all pairs, or of too many those of the best model, less the others."""
    if len(found) <= MOST_PAIRS:
        lines = [f"{names[a]} − {names[b]}" for a, b in found]
        return _Pairs([*found.values()], _together(comparison, found), lines)
    highest = METRICS[metric].greater_is_better is not False
    best = best_first(values, values, highest)[0]
    with_best = {
        b if a == best else a: one if a == best else turned(one)
        for (a, b), one in found.items()
        if best in (a, b)
    }
    others = sorted(with_best, key=lambda other: abs(with_best[other].estimate))
    others = others[:MOST_MODELS]
    shown = [with_best[other] for other in others]
    together = _together(comparison, [(best, other) for other in others])
    return _Pairs(shown, together, [names[other] for other in others], names[best])


def _together(
    comparison: Comparison, pairs: Iterable[tuple[str, str]]
) -> list[tuple[float, float]]:
    """Return the bounds that hold for all differences; none where there is one."""
    if len(comparison.differences) < 2:
        return []
    found = [comparison[pair] for pair in pairs]
    return [(one.simultaneous_low, one.simultaneous_high) for one in found]


def _difference_panel(metric: str, pairs: _Pairs) -> Panel:
    mark = intervals_of(pairs.found, None)
    if pairs.together:
        outer_low, outer_high = np.array(pairs.together, np.float64).T
        mark = replace(mark, outer_low=outer_low, outer_high=outer_high)
    ends = [mark.low, mark.high, mark.value, np.zeros(1)]
    ends += [one for one in (mark.outer_low, mark.outer_high) if one is not None]
    finite = np.concatenate(ends)
    finite = finite[np.isfinite(finite)]
    room = 0.05 * float(np.ptp(finite)) or 0.05
    low, high = float(finite.min()) - room, float(finite.max()) + room
    label: str = say("difference")
    names, row = pairs.names, METRICS[metric]
    if len(names) == 1:
        [label], names = names, [""]
    elif pairs.best is not None:
        label = say("{a} − the others", a=pairs.best)
    marks: list[Mark] = [Rule(0.0, "x"), mark]
    x = Scale(label, low, high)
    if row.percent:
        label = say("{difference}, in points", difference=label)
        x = Scale(label, low, high, unit="points")
    return Panel(of_catalog(row.title), x, _names(names, PAIR), marks)


def _difference_title(
    report: Content, metric: str, found: Mapping[tuple[str, str], Interval]
) -> Message:
    """Say of one pair what its interval says, of several how many are told apart."""
    row = METRICS[metric]
    if len(found) == 1:
        [((a, b), one)] = found.items()
        shown = difference(one, report.digits, percent=row.percent)
        fields = {
            "what": of_catalog(row.title),
            "a": report.names[a],
            "b": report.names[b],
            "value": say("{value} {bounds}", value=shown.value, bounds=shown.bounds),
        }
        if has_bounds(one) and (one.low > 0 or one.high < 0):
            return say(
                "Differences: {what} of {a} − {what} of {b} is {value}; the interval "
                "excludes 0",
                **fields,
            )
        if has_bounds(one):
            return say(
                "Differences: {what} of {a} − {what} of {b} is {value}; the interval "
                "contains 0, so the difference is not significant",
                **fields,
            )
        return say("Differences: {what} of {a} − {what} of {b} is {value}", **fields)
    return say(
        "Differences of {what}: significant for {k} of {n} pairs of models",
        what=of_catalog(row.title),
        k=len(report.told(metric)),
        n=len(found),
    )


# -------------------------------------------------------------------------------- kinds
# The kinds of picture that a report has, and all of them drawn.


def _slices(report: Content) -> Sequence[Picture]:
    """Return a picture of the slices for each model."""
    return () if report.slices is None else report.slices._pictures()


# kind -> its record, and what makes it of any report: a picture, several, or none
GENERAL: Mapping[str, tuple[Plot, Any]] = {
    "forest": (Plot("there are no values"), forest),
    "differences": (Plot("there is one model"), differences),
    "slices": (Plot("rows were not sliced, by is not given"), _slices),
}


def general(report: Content, kind: str, **options: Any) -> list[Picture]:
    """Return the pictures of all families; none where there is nothing to draw."""
    made = GENERAL[kind][1](report, **options)
    if made is None:
        return []
    return [*made] if isinstance(made, list | tuple) else [made]


def of_section(section: Section) -> list[Picture]:
    """Return the pictures of a section that are shown unasked."""
    made = (section.picture(name) for name in _unasked(section.plots))
    return [one for one in made if one is not None]


def kinds() -> dict[str, Plot]:
    """Return all kinds of picture by their names."""
    found = {name: plot for name, (plot, _) in GENERAL.items()}
    for section in sections().values():
        found |= section.plots
    return found


def pictures(
    report: Content, kind: str | Sequence[str] = "auto", **options: Any
) -> list[Picture]:
    """Return the pictures of one or several kinds; "auto": those shown unasked.

    Raises
    ------
    ValueError
        If there is no such kind, or the report has nothing to show in it.
    """
    known = kinds()
    asked = [kind] if isinstance(kind, str) else list(kind)
    for one in asked:
        if not is_one_of(one, ("auto", *known)):
            raise ValueError(
                f"kind is {shown(one)}; it must be one of {', '.join(('auto', *known))}"
            )
    names = [
        name for one in asked for name in (_unasked(known) if one == "auto" else [one])
    ]
    made = [picture for name in names for picture in _made(report, name, options)]
    if not made:
        lack = known[asked[0]].lacks if asked[0] != "auto" else "there are no pictures"
        raise ValueError(f"{lack}: kind={kind!r} has nothing to draw")
    return made


def titles(report: Content) -> dict[str, str]:
    """Return the kinds of picture that a report has, and what each says."""
    made = {kind: _made(report, kind, {}) for kind in kinds()}
    return {kind: str(found[0].title) for kind, found in made.items() if found}


def _unasked(known: Mapping[str, Plot]) -> list[str]:
    return [name for name, plot in known.items() if plot.unasked]


def _made(report: Content, name: str, options: Mapping[str, Any]) -> list[Picture]:
    if name in GENERAL:
        return general(report, name, **options)
    found = [
        section.picture(name, **options)
        for section in report.sections.values()
        if name in section.plots
    ]
    return [one for one in found if one is not None]


def to_pdf(
    report: Content,
    kind: str | Sequence[str] = "auto",
    *,
    language: str = "en",
    **options: Any,
) -> bytes:
    """Return the pictures as PDF, each on a page of its size."""
    from fastmetrics.show.pictures.drawing import figure_of, pages

    made = pictures(report, kind, **options)
    return pages(figure_of([one], "Report.plot", language=language) for one in made)
