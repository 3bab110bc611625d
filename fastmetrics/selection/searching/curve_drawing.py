"""Scores along a curve, drawn: of training rows and of test rows, with bands."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, Self

import numpy as np

from fastmetrics.catalog import METRICS
from fastmetrics.show.pictures.drawing import new_axes
from fastmetrics.show.pictures.picture import (
    Band,
    Entry,
    Line,
    Mark,
    Panel,
    Picture,
    Points,
    Scale,
)
from fastmetrics.show.words import keyed, say

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics._common.interval import Interval

    Intervals = Mapping[Literal["train", "test"], Sequence[Interval]]
    Style = Literal["errorbar", "fill_between", "interval"] | None
    ScoreType = Literal["train", "test", "both"]
    Keywords = Mapping[str, Any] | None


_STYLES = ("errorbar", "fill_between", "interval", None)
_PARTS: dict[str, tuple[Literal["train", "test"], ...]] = {
    "train": ("train",),
    "test": ("test",),
    "both": ("train", "test"),
}
# Where the widest gap between values is so many times the narrowest, their logarithms
# are drawn.
_UNEVEN = 5


class CurveDisplay:
    """Scores along a curve, to be drawn where and as often as one likes."""

    train_scores: Any
    test_scores: Any
    score_name: str | None
    intervals: Intervals | None

    ax_: Any
    figure_: Any
    lines_: list[Any] | None
    errorbar_: list[Any] | None
    fill_between_: list[Any] | None

    def __init__(self, **found: Any) -> None:
        raise NotImplementedError

    def _axis(self) -> tuple[Any, str]:
        """Return what scores stand along, and what that is called."""
        raise NotImplementedError

    @staticmethod
    def _along(curve: Any) -> dict[str, Any]:
        """Return what of a curve says where its scores stand."""
        raise NotImplementedError

    @classmethod
    def _of(cls, curve: Any, score_name: str, confidence_level: float) -> Self:
        """Return the display of a curve, with the interval at each place."""
        return cls(
            **cls._along(curve),
            train_scores=curve.train_scores,
            test_scores=curve.test_scores,
            score_name=score_name,
            intervals=both_intervals(curve, confidence_level),
        )

    @classmethod
    def from_curve(
        cls, curve: Any, *, ax: Any = None, confidence_level: float = 0.95
    ) -> Self:
        """Draw a curve with the corrected interval at each place.

        Parameters
        ----------
        curve : LearningCurve or ValidationCurve
            As `learning_curve` or `validation_curve` returns it.
        ax : matplotlib Axes, optional
            Axes to draw on; by default a new figure.
        confidence_level : float, default=0.95
            Nominal coverage, in (0, 1).

        Returns
        -------
        CurveDisplay
            Drawn.
        """
        made = cls._of(curve, curve.score_name, confidence_level)
        return made.plot(ax, std_display_style="interval")

    def plot(
        self,
        ax: Any = None,
        *,
        negate_score: bool = False,
        score_name: str | None = None,
        score_type: ScoreType = "both",
        std_display_style: Style = "fill_between",
        line_kw: Keywords = None,
        fill_between_kw: Keywords = None,
        errorbar_kw: Keywords = None,
    ) -> Self:
        """Draw the curves.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Axes to draw on; by default a new figure.
        negate_score : bool, default=False
            Whether to draw the scores times −1: errors, where scores are ``neg_``.
        score_name : str, optional
            What the axis of scores is called; by default what was measured.
        score_type : {"both", "train", "test"}, default="both"
            Which scores are drawn.
        std_display_style : {"fill_between", "errorbar", "interval"} or None
            What is drawn around the mean over folds: one standard deviation of the
            folds, as a band or as bars, which is no standard error; or the corrected
            confidence interval as a band.
        line_kw, fill_between_kw, errorbar_kw : dict, optional
            Keywords for ``ax.plot``, ``ax.fill_between`` and ``ax.errorbar``.

        Returns
        -------
        CurveDisplay
            This one.

        Raises
        ------
        ValueError
            If there are no such scores or no such style, or no intervals to draw.
        ImportError
            If matplotlib is not installed.
        """
        check_choices(std_display_style, score_type)
        if std_display_style == "interval" and self.intervals is None:
            raise ValueError(
                'std_display_style="interval" needs intervals, as from_estimator and '
                "the plot method of curves give them."
            )
        ax = new_axes(ax, self)
        x, x_label = self._axis()
        places, names = _places(x)
        sign = -1 if negate_score else 1
        self.lines_, self.errorbar_, self.fill_between_ = None, None, None
        for part in _PARTS[score_type]:
            scores = sign * np.asarray(
                self.train_scores if part == "train" else self.test_scores
            )
            middle, spread = scores.mean(axis=1), scores.std(axis=1)
            label = part.capitalize()
            if std_display_style == "errorbar":
                drawn = ax.errorbar(
                    places, middle, spread, label=label, **(errorbar_kw or {})
                )
                self.errorbar_ = [*(self.errorbar_ or []), drawn]
                continue
            lines = ax.plot(places, middle, label=label, **(line_kw or {}))
            self.lines_ = [*(self.lines_ or []), *lines]
            if std_display_style is None:
                continue
            ends = middle - spread, middle + spread
            if std_display_style == "interval":
                assert self.intervals is not None
                ends = _ends(self.intervals[part], sign)
            look = {"alpha": 0.5, **(fill_between_kw or {})}
            band = ax.fill_between(places, *ends, **look)
            self.fill_between_ = [*(self.fill_between_ or []), band]
        if names is None:
            ax.set_xscale(_scale(places))
        else:
            ax.set_xticks(places, names, parse_math=False)
        ax.legend()
        ax.set_xlabel(x_label)
        ax.set_ylabel(f"{self.score_name if score_name is None else score_name}")
        self.ax_, self.figure_ = ax, ax.figure
        return self


def check_choices(std_display_style: Any, score_type: Any) -> None:
    """Raise unless there are such styles and such scores."""
    if std_display_style not in _STYLES:
        raise ValueError(
            f"Unknown std_display_style: {std_display_style}. It must be 'errorbar', "
            "'fill_between', 'interval' or None."
        )
    if score_type not in _PARTS:
        raise ValueError(
            f"Unknown score_type: {score_type}. It must be 'test', 'train' or 'both'."
        )


def curve_picture(
    what: str, values: Any, score_name: str, intervals: Intervals
) -> Picture:
    """Return the mean scores of both parts along what is varied, with their bands."""
    places, names = _places(values)
    x = Scale(what, kind="names", names=names or ())
    if names is None:
        x = Scale(what, kind="log" if _scale(places) == "log" else "linear")
    at = places.astype(np.float64)
    marks: list[Mark] = []
    parts: tuple[Literal["test", "train"], ...] = ("test", "train")
    for series, part in enumerate(parts):
        means = np.array([one.estimate for one in intervals[part]])
        marks.append(Band(at, *_ends(intervals[part], 1), series))
        marks += [Line(at, means, series), Points(at, means, series)]
    key = [Entry(say("test rows"), 0), Entry(say("training rows"), 1)]
    score = said_score(score_name)
    title = say("Mean {score} of the test rows and the training rows", score=score)
    panel = Panel("", x, Scale(score), marks, key)
    return Picture("curve", title, [panel])


def _places(x: Any) -> tuple[NDArray[Any], list[str] | None]:
    """Return where values are drawn; those that are no numbers, side by side."""
    values = np.asarray(x)
    if values.dtype.kind in "biuf":
        return values, None
    return np.arange(len(values)), [str(one) for one in x]


def _scale(places: NDArray[Any]) -> str:
    gaps = np.diff(np.sort(places.astype(np.float64)))
    gaps = gaps[gaps > 0]
    if not len(gaps) or gaps.max() <= _UNEVEN * gaps.min():
        return "linear"
    return "symlog" if places.min() <= 0 else "log"


def _ends(
    intervals: Sequence[Interval], sign: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the bounds; where there are none, the band has no width."""
    low = [one.estimate if math.isnan(one.low) else one.low for one in intervals]
    high = [one.estimate if math.isnan(one.high) else one.high for one in intervals]
    return sign * np.array(low), sign * np.array(high)


def both_intervals(curve: Any, confidence_level: float) -> Intervals:
    """Return the intervals of the training rows and of the test rows."""
    return {
        part: curve.intervals(part, confidence_level=confidence_level)
        for part in ("train", "test")
    }


def said_score(score_name: str) -> str:
    """Return what a score is called; other languages call a metric by its title."""
    bare = score_name.removeprefix("Negative ")
    if bare != score_name:
        return say("Negative {score}", score=said_score(bare))
    if bare == "score":
        return keyed(say("Score"), bare)
    row = METRICS.get(bare.lower().replace(" ", "_"))
    return keyed(row.title if row else bare, bare)


def score_name_of(score_name: str | None, scoring: Any, negate_score: bool) -> str:
    """Return what the axis of scores is called, as scikit-learn calls it."""
    if score_name is not None:
        return score_name
    if scoring is None:
        return "Negative score" if negate_score else "Score"
    name = scoring
    if not isinstance(scoring, str):
        name = getattr(scoring, "__name__", "score")
    negative = name.startswith("neg_")
    bare = name.removeprefix("neg_").replace("_", " ")
    return (bare if negative == negate_score else f"Negative {bare}").capitalize()
