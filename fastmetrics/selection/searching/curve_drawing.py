"""Scores along a curve, drawn: of training rows and of test rows, with bands."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, Self

import numpy as np

from fastmetrics.show.pictures.figures import new_axes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics._common.interval import Interval

    Intervals = Mapping[Literal["train", "test"], Sequence[Interval]]
    Style = Literal["errorbar", "fill_between", "interval"] | None
    ScoreType = Literal["train", "test", "both"]
    Keywords = Mapping[str, Any] | None

__all__ = ["CurveDisplay", "both_intervals", "check_choices", "score_name_of"]

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

    def _draw(
        self,
        x: Any,
        x_label: str,
        *,
        ax: Any,
        negate_score: bool,
        score_name: str | None,
        score_type: ScoreType,
        std_display_style: Style,
        line_kw: Keywords,
        fill_between_kw: Keywords,
        errorbar_kw: Keywords,
    ) -> Self:
        check_choices(std_display_style, score_type)
        if std_display_style == "interval" and self.intervals is None:
            raise ValueError(
                'std_display_style="interval" needs intervals, as from_estimator and '
                "the plot method of curves give them."
            )
        ax = new_axes(ax, self)
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
