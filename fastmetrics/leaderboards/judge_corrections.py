"""JudgeCorrected: an estimate from few human labels and a judge, shown."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from fastmetrics._common.interval import Interval, no_interval, of_share
from fastmetrics._common.records import data_frame, plain_fields
from fastmetrics.show.numbers import (
    Estimate,
    count,
    decimals_for,
    has_bounds,
    number,
    pvalue_numeral,
    rows_of,
)
from fastmetrics.show.pictures import Intervals, Panel, Picture, Scale
from fastmetrics.show.result import Result
from fastmetrics.show.text import Cell, Document, Notes, Table
from fastmetrics.show.words import in_lines, of_catalog, say, sentence

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.leaderboards.judge_cells import Cells, Labels

    Floats = NDArray[np.float64]

# A judge helps, or harms, if the labels are worth this many times more, or less.
_HELPS = 1.05


@dataclass(frozen=True, kw_only=True, eq=False)
class JudgeCorrected(Result):
    """A mean, a difference or a metric from human labels and a judge's labels.

    Attributes
    ----------
    estimate : float
        The corrected value.
    low, high : float
        Bounds; NaN if there are none, see ``reason``.
    confidence_level : float
        In (0, 1).
    method : str
        "mover" (rates of cells), "wilson-effective" (rates with groups), "regression",
        or "none".
    judge_mean : float
        The value with the judge's labels in place of human ones.
    human_mean : Interval
        The value on the labelled rows alone.
    sensitivity, specificity : Interval or None
        How often the judge is right on rows that are 1, and on rows that are 0. None if
        there are not two classes on both sides, or for a difference.
    n_labelled, n_rows : int
        Rows with a human label, and all rows.
    slope : float
        Slope of the regression on the judge; NaN for other methods.
    pvalue : float
        Two-sided p-value of a difference of 0; NaN if the estimate is not a difference.
    approximate : bool
        Whether the interval is known to cover less often than its level.
    reason : str
        Why there are no bounds, or why they are approximate.
    notes : tuple of str
        Remarks, a sentence each.
    quantity : str
        Name of the value.
    """

    estimate: float
    low: float
    high: float
    confidence_level: float
    method: str
    judge_mean: float
    human_mean: Interval
    n_labelled: int
    n_rows: int
    quantity: str
    sensitivity: Interval | None = None
    specificity: Interval | None = None
    slope: float = math.nan
    pvalue: float = math.nan
    approximate: bool = False
    reason: str = ""
    notes: tuple[str, ...] = ()

    @property
    def label_gain(self) -> float:
        """Ratio of the labels needed without the judge to the labels used.

        The squared ratio of the widths of both intervals; NaN if one has no bounds.
        """
        alone = self.human_mean.high - self.human_mean.low
        width = self.high - self.low
        return (alone / width) ** 2 if width > 0 else math.nan

    def summary(self, *, language: str = "en") -> str:
        """Return the result in sentences: the value, and whether the judge helps.

        Parameters
        ----------
        language : {"en", "zh"}, default="en"
            English or Chinese.
        """
        return in_lines(self._sentences(), language)

    def to_dict(self) -> dict[str, Any]:
        """Return all results as values for JSON; undefined numbers are None."""
        intervals = {
            name: found and _plain(found)
            for name in ("human_mean", "sensitivity", "specificity")
            for found in [getattr(self, name)]
        }
        return plain_fields(
            self,
            "quantity estimate low high confidence_level method pvalue judge_mean "
            "n_labelled n_rows slope label_gain approximate reason notes",
            **intervals,
        )

    def to_frame(self, *, backend: Literal["pandas", "polars"] = "pandas") -> Any:
        """Return a data frame with a row for the corrected value and for each part.

        Parameters
        ----------
        backend : {"pandas", "polars"}, default="pandas"
            Whose frame it is.

        Returns
        -------
        pandas.DataFrame or polars.DataFrame
            The value and its bounds, corrected, from the judge alone and from the
            labels alone. The source is the index in pandas, and the first column in
            Polars.

        Raises
        ------
        ValueError
            If ``backend`` is unknown.
        ImportError
            If it is not installed.
        """
        alone = self.human_mean
        rows = [
            ("corrected", *self._ends, self.n_labelled),
            ("judge", self.judge_mean, math.nan, math.nan, 0),
            ("human", alone.estimate, alone.low, alone.high, self.n_labelled),
        ]
        names = ["source", "estimate", "low", "high", "n_labelled"]
        named = [dict(zip(names, row, strict=True)) for row in rows]
        return data_frame(named, names[:1], backend, "JudgeCorrected.to_frame")

    @property
    def _ends(self) -> tuple[float, float, float]:
        return self.estimate, self.low, self.high

    def _sentences(self) -> Iterator[str]:
        shown = Estimate(self, decimals_for([self]))
        fields = {
            "quantity": of_catalog(self.quantity),
            "value": shown.value,
            "labels": say("1 human label")
            if self.n_labelled == 1
            else say("{n} human labels", n=count(self.n_labelled)),
            "rows": rows_of(self.n_rows),
        }
        if has_bounds(self):
            yield say(
                "{quantity} = {value}, {level} % confidence interval {bounds}, from "
                "{labels} and a judge on {rows}.",
                level=f"{100 * self.confidence_level:g}",
                bounds=shown.bounds,
                **fields,
            )
        else:
            yield say(
                "{quantity} = {value} (no interval: {reason}), from {labels} and a "
                "judge on {rows}.",
                reason=of_catalog(self.reason),
                **fields,
            )
        if not math.isnan(self.pvalue):
            p = pvalue_numeral(self.pvalue)
            yield say("Two-sided p-value of a difference of 0: {p}.", p=p)
        yield say(
            "The judge alone gives {value}.", value=shown.written(self.judge_mean)
        )
        gain = self.label_gain
        times = number(gain, 2)
        if gain > _HELPS:
            yield say(
                "The judge helps: without it, {times} times the labels would be "
                "necessary for an interval of this width.",
                times=times,
            )
        elif gain < 1 / _HELPS:
            yield say(
                "The judge makes the interval wider, as with {times} times the labels: "
                "use the human labels alone.",
                times=times,
            )
        elif not math.isnan(gain):
            yield say("The judge does not help: the labels alone are as precise.")
        if self.approximate:
            yield say(
                "The interval is approximate: {reason}.", reason=of_catalog(self.reason)
            )

    def _document(self, width: int | None = None, **options: Any) -> Document:
        alone, shown = self.human_mean, decimals_for([self, self.human_mean])
        corrected, of_labels = Estimate(self, shown), Estimate(alone, shown)
        rows: list[list[Cell]] = [
            [say("corrected"), corrected.value, corrected.bounds],
            [say("judge alone"), corrected.written(self.judge_mean), ""],
            [say("labels alone"), of_labels.value, of_labels.bounds],
        ]
        for name, rate in (
            (say("sensitivity of the judge"), self.sensitivity),
            (say("specificity of the judge"), self.specificity),
        ):
            if rate is not None:
                written = Estimate(rate, shown)
                rows.append([name, written.value, written.bounds])
        level = f"{100 * self.confidence_level:g}"
        heads = ["", say("Value"), say("{level} % CI", level=level)]
        notes = [sentence(note) for note in self.notes]
        return Document(
            sentences=[*self._sentences()],
            tables=[Table("", heads, rows, frozenset({1}))],
            foot=[Notes("", notes)] if notes else [],
            title=of_catalog(self.quantity),
        )

    def _pictures(self, **options: Any) -> Sequence[Picture]:
        """Return the corrected value next to those of the judge and of the labels."""
        alone = self.human_mean
        value, low, high = np.array(
            [self._ends, (self.judge_mean, math.nan, math.nan), tuple(alone)]
        ).T
        names = [say("corrected"), say("judge alone"), say("labels alone")]
        marks = [Intervals(np.arange(3), value, low, high, (0, None, None))]
        shown = Estimate(self, decimals_for([self, alone]))
        title = say(
            "{quantity}: {value}; the judge alone: {judge}",
            quantity=of_catalog(self.quantity),
            value=shown.value,
            judge=shown.written(self.judge_mean),
        )
        panel = Panel(
            "",
            Scale(of_catalog(self.quantity)),
            Scale("", kind="names", names=names),
            marks,
        )
        return [Picture("judge", title, [panel], 1)]


def _plain(interval: Interval) -> dict[str, float]:
    value, low, high = interval
    return {"estimate": value, "low": low, "high": high}


# --------------------------------------------------------------------- results made


def result_of(
    found: Interval, alone: Interval, n_labelled: int, n_rows: int, **more: Any
) -> JudgeCorrected:
    """Return the result of a corrected interval and of that of the labels alone."""
    return JudgeCorrected(
        estimate=found.estimate,
        low=found.low,
        high=found.high,
        confidence_level=found.confidence_level,
        method=found.method,
        approximate=found.approximate,
        reason=found.reason,
        human_mean=alone,
        n_labelled=n_labelled,
        n_rows=n_rows,
        **more,
    )


def note_on_cells(cells: Cells) -> tuple[str, ...]:
    """Return what there is to say about cells without a label."""
    if not cells.n_without:
        return ()
    fields = {"k": count(cells.n_without), "n": count(len(cells.shares))}
    return (
        say(
            "cells of the judge without a human label, whose rate is between 0 and 1: "
            "{k} of {n}",
            **fields,
        ),
    )


def error_rates(labels: Labels, judge: Floats, level: float) -> dict[str, Any]:
    """Return how often a judge of 0 and 1 is right, by the human label."""
    if not labels.are_rates or not ((judge == 0) | (judge == 1)).all():
        return {"sensitivity": None, "specificity": None}
    own = judge[labels.rows]
    return {
        name: _share((own == one) & (labels.values == one), labels.values == one, level)
        for name, one in (("sensitivity", 1), ("specificity", 0))
    }


def _share(hits: NDArray[Any], trials: NDArray[Any], level: float) -> Interval:
    if not trials.any():
        return no_interval(math.nan, level, say("no labelled row of this class"))
    return of_share(int(hits.sum()), int(trials.sum()), None, "wilson", level)
