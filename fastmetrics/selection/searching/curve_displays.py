"""LearningCurveDisplay and ValidationCurveDisplay, as in scikit-learn."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Self

import numpy as np

from fastmetrics.catalog import find
from fastmetrics.show.pictures.drawing import new_axes

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._common.annotations import Label
    from fastmetrics._common.interval import Interval
    from fastmetrics.selection.splitters import RandomState

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
# The arguments of `from_estimator` that `plot` takes.
_DRAWING = (
    *("negate_score", "score_type", "std_display_style"),
    *("line_kw", "fill_between_kw", "errorbar_kw"),
)
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

    def _axis(self) -> tuple[Any, str]:
        """Return the values along the axis, and the label of the axis."""
        raise NotImplementedError

    @staticmethod
    def _along(curve: Any) -> dict[str, Any]:
        """Return the arguments that describe the values along the axis."""
        raise NotImplementedError

    @classmethod
    def _of(cls, curve: Any, score_name: str, confidence_level: float) -> Self:
        """Return the display of a curve, with the interval at each place."""
        return cls(  # type: ignore[call-arg]  # subclasses are dataclasses
            **cls._along(curve),
            train_scores=curve.train_scores,
            test_scores=curve.test_scores,
            score_name=score_name,
            intervals=both_intervals(curve, confidence_level),
        )

    @classmethod
    def _fitted(cls, function: str, arguments: dict[str, Any]) -> Self:
        """Draw the curve of a function, from the arguments of ``from_estimator``."""
        del arguments["cls"]
        drawing = {name: arguments.pop(name) for name in _DRAWING}
        check_choices(drawing["std_display_style"], drawing["score_type"])
        ax, score_name = arguments.pop("ax"), arguments.pop("score_name")
        arguments["params"] = arguments.pop("fit_params")
        curve = find(function).public(**arguments)
        scoring, negate = arguments["scoring"], drawing["negate_score"]
        name = score_name_of(score_name, scoring, negate)
        return cls._of(curve, name, 0.95).plot(ax, **drawing)

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
        display = cls._of(curve, curve.score_name, confidence_level)
        return display.plot(ax, std_display_style="interval")

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
            Whether to draw the scores times −1, as errors for scores named ``neg_``.
        score_name : str, optional
            Label of the axis of scores; by default the name of the metric.
        score_type : {"both", "train", "test"}, default="both"
            Scores to draw.
        std_display_style : {"fill_between", "errorbar", "interval"} or None
            Display of the spread around the mean over folds: one standard deviation of
            the folds, as a band or as bars, or the corrected confidence interval as a
            band. A standard deviation is not a standard error.
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
        places, names = places_of(x)
        sign = -1 if negate_score else 1
        self.lines_, self.errorbar_, self.fill_between_ = None, None, None
        for part in _PARTS[score_type]:
            scores = sign * np.asarray(
                self.train_scores if part == "train" else self.test_scores
            )
            middle, spread = scores.mean(axis=1), scores.std(axis=1)
            label = part.capitalize()
            if std_display_style == "errorbar":
                bars = ax.errorbar(
                    places, middle, spread, label=label, **(errorbar_kw or {})
                )
                self.errorbar_ = [*(self.errorbar_ or []), bars]
                continue
            lines = ax.plot(places, middle, label=label, **(line_kw or {}))
            self.lines_ = [*(self.lines_ or []), *lines]
            if std_display_style is None:
                continue
            ends = middle - spread, middle + spread
            if std_display_style == "interval":
                assert self.intervals is not None
                ends = interval_ends(self.intervals[part], sign)
            look = {"alpha": 0.5, **(fill_between_kw or {})}
            band = ax.fill_between(places, *ends, **look)
            self.fill_between_ = [*(self.fill_between_ or []), band]
        if names is None:
            ax.set_xscale(axis_scale(places))
        else:
            ax.set_xticks(places, names, parse_math=False)
        ax.legend()
        ax.set_xlabel(x_label)
        ax.set_ylabel(f"{self.score_name if score_name is None else score_name}")
        self.ax_, self.figure_ = ax, ax.figure
        return self


# --- LearningCurveDisplay: scores by the number of training rows

# Default fractions of the training rows.
TRAIN_SIZES = (0.1, 0.325, 0.55, 0.775, 1.0)


@dataclass(kw_only=True, eq=False, repr=False)
class LearningCurveDisplay(CurveDisplay):
    """Scores by the number of training rows, for training rows and test rows.

    Made by `from_estimator`, or by the ``plot`` method of a `LearningCurve`.

    Parameters
    ----------
    train_sizes : array_like of shape (n_ticks,)
        Number of training rows.
    train_scores, test_scores : array_like of shape (n_ticks, n_folds)
        Scores on training rows and on test rows.
    score_name : str, optional
        Label of the axis of scores.
    intervals : dict of str to list of Interval, optional
        Under "train" and "test" the interval of each mean score.

    Attributes
    ----------
    ax_ : matplotlib Axes
        The display with its axes.
    figure_ : matplotlib Figure
        Their figure.
    lines_, fill_between_, errorbar_ : list or None
        What matplotlib drew: the lines, the bands and the bars.

    See Also
    --------
    fastmetrics.learning_curve : the numbers, with their intervals.
    fastmetrics.ValidationCurveDisplay : scores by the value of a parameter.

    References
    ----------
    .. [1] C. Perlich, F. Provost and J. S. Simonoff, "Tree induction vs. logistic
       regression: a learning-curve analysis", Journal of Machine Learning Research 4,
       2003, 211-255.

    Examples
    --------
    >>> from fastmetrics import LearningCurveDisplay
    >>> display = LearningCurveDisplay(
    ...     train_sizes=[10, 20], train_scores=[[1.0, 0.9], [0.95, 0.9]],
    ...     test_scores=[[0.6, 0.7], [0.7, 0.8]], score_name="Accuracy")
    >>> display.plot().ax_.get_ylabel()
    'Accuracy'
    """

    train_sizes: ArrayLike
    train_scores: ArrayLike
    test_scores: ArrayLike
    score_name: str | None = None
    intervals: Intervals | None = None

    def _axis(self) -> tuple[Any, str]:
        return self.train_sizes, "Number of samples in the training set"

    @staticmethod
    def _along(curve: Any) -> dict[str, Any]:
        return {"train_sizes": curve.train_sizes}

    @classmethod
    def from_estimator(
        cls,
        estimator: Any,
        X: Any,
        y: Any,
        *,
        groups: ArrayLike | None = None,
        train_sizes: ArrayLike = TRAIN_SIZES,
        cv: Any = None,
        scoring: str | Callable[..., Any] | None = None,
        exploit_incremental_learning: bool = False,
        n_jobs: int | None = None,
        pre_dispatch: int | str = "all",
        verbose: int = 0,
        shuffle: bool = False,
        random_state: RandomState = None,
        error_score: float | Literal["raise"] = math.nan,
        fit_params: Mapping[str, Any] | None = None,
        ax: Any = None,
        negate_score: bool = False,
        score_name: str | None = None,
        score_type: ScoreType = "both",
        std_display_style: Style = "fill_between",
        line_kw: Keywords = None,
        fill_between_kw: Keywords = None,
        errorbar_kw: Keywords = None,
        pos_label: Label | None = None,
    ) -> Self:
        """Fit an estimator on more and more rows, and draw its scores.

        Parameters
        ----------
        estimator : object
            Anything with ``fit`` and what ``scoring`` asks for.
        X, y : object
            Data and target, as `learning_curve` takes them.
        groups : array_like of shape (n_samples,), optional
            As ``cv`` needs them.
        train_sizes : array_like
            As `learning_curve` takes it.
        cv : int, splitter, iterable or None
            As `learning_curve` takes it.
        scoring : str, callable or None
            As `learning_curve` takes it.
        exploit_incremental_learning, n_jobs, pre_dispatch, verbose, shuffle : object
            As `learning_curve` takes them.
        random_state : int, RandomState, Generator or None
            What rows are shuffled with.
        error_score : "raise" or float, default=nan
            The score where a fit fails.
        fit_params : dict, optional
            Keywords of ``fit``.
        ax : matplotlib Axes, optional
            Axes to draw on; by default a new figure.
        negate_score : bool, default=False
            Whether to draw the scores times −1, as errors for scores named ``neg_``.
        score_name : str, optional
            Label of the axis of scores; by default the name of the metric.
        score_type : {"both", "train", "test"}, default="both"
            Scores to draw.
        std_display_style : {"fill_between", "errorbar", "interval"} or None
            Display of the spread around the mean over folds: one standard deviation of
            the folds, as a band or as bars, or the corrected confidence interval as a
            band. A standard deviation is not a standard error.
        line_kw, fill_between_kw, errorbar_kw : dict, optional
            Keywords for ``ax.plot``, ``ax.fill_between`` and ``ax.errorbar``.
        pos_label : int, float, bool or str, optional
            As `learning_curve` takes it.

        Returns
        -------
        LearningCurveDisplay
            Drawn.
        """
        return cls._fitted("learning_curve", locals())


# --- ValidationCurveDisplay: scores by the value of a parameter


@dataclass(kw_only=True, eq=False, repr=False)
class ValidationCurveDisplay(CurveDisplay):
    """Scores by the value of a parameter, for training rows and test rows.

    Made by `from_estimator`, or by the ``plot`` method of a `ValidationCurve`.

    Parameters
    ----------
    param_name : str
        The parameter that was varied.
    param_range : array_like of shape (n_ticks,)
        Its values.
    train_scores, test_scores : array_like of shape (n_ticks, n_folds)
        Scores on training rows and on test rows.
    score_name : str, optional
        Label of the axis of scores.
    intervals : dict of str to list of Interval, optional
        Under "train" and "test" the interval of each mean score.

    Attributes
    ----------
    ax_ : matplotlib Axes
        The display with its axes.
    figure_ : matplotlib Figure
        Their figure.
    lines_, fill_between_, errorbar_ : list or None
        What matplotlib drew: the lines, the bands and the bars.

    See Also
    --------
    fastmetrics.validation_curve : the numbers, with their intervals.
    fastmetrics.LearningCurveDisplay : scores by the number of training rows.

    References
    ----------
    .. [1] T. Hastie, R. Tibshirani and J. Friedman, "The Elements of Statistical
       Learning", 2nd edition, Springer, 2009, section 7.2.

    Examples
    --------
    >>> from fastmetrics import ValidationCurveDisplay
    >>> display = ValidationCurveDisplay(
    ...     param_name="depth", param_range=[1, 2],
    ...     train_scores=[[0.7, 0.8], [0.95, 0.9]],
    ...     test_scores=[[0.6, 0.7], [0.7, 0.8]], score_name="Accuracy")
    >>> display.plot().ax_.get_xlabel()
    'depth'
    """

    param_name: str
    param_range: ArrayLike
    train_scores: ArrayLike
    test_scores: ArrayLike
    score_name: str | None = None
    intervals: Intervals | None = None

    def _axis(self) -> tuple[Any, str]:
        return self.param_range, str(self.param_name)

    @staticmethod
    def _along(curve: Any) -> dict[str, Any]:
        return {"param_name": curve.param_name, "param_range": curve.param_range}

    @classmethod
    def from_estimator(
        cls,
        estimator: Any,
        X: Any,
        y: Any,
        *,
        param_name: str,
        param_range: ArrayLike,
        groups: ArrayLike | None = None,
        cv: Any = None,
        scoring: str | Callable[..., Any] | None = None,
        n_jobs: int | None = None,
        pre_dispatch: int | str = "all",
        verbose: int = 0,
        error_score: float | Literal["raise"] = math.nan,
        fit_params: Mapping[str, Any] | None = None,
        ax: Any = None,
        negate_score: bool = False,
        score_name: str | None = None,
        score_type: ScoreType = "both",
        std_display_style: Style = "fill_between",
        line_kw: Keywords = None,
        fill_between_kw: Keywords = None,
        errorbar_kw: Keywords = None,
        pos_label: Label | None = None,
    ) -> Self:
        """Fit an estimator with each value of a parameter, and draw its scores.

        Parameters
        ----------
        estimator : object
            Anything with ``fit`` and what ``scoring`` asks for.
        X, y : object
            Data and target, as `validation_curve` takes them.
        param_name : str
            The parameter that is varied.
        param_range : array_like of shape (n_ticks,)
            Its values.
        groups : array_like of shape (n_samples,), optional
            As ``cv`` needs them.
        cv : int, splitter, iterable or None
            As `validation_curve` takes it.
        scoring : str, callable or None
            As `validation_curve` takes it.
        n_jobs, pre_dispatch, verbose : object
            As `validation_curve` takes them.
        error_score : "raise" or float, default=nan
            The score where a fit fails.
        fit_params : dict, optional
            Keywords of ``fit``.
        ax : matplotlib Axes, optional
            Axes to draw on; by default a new figure.
        negate_score : bool, default=False
            Whether to draw the scores times −1, as errors for scores named ``neg_``.
        score_name : str, optional
            Label of the axis of scores; by default the name of the metric.
        score_type : {"both", "train", "test"}, default="both"
            Scores to draw.
        std_display_style : {"fill_between", "errorbar", "interval"} or None
            Display of the spread around the mean over folds: one standard deviation of
            the folds, as a band or as bars, or the corrected confidence interval as a
            band. A standard deviation is not a standard error.
        line_kw, fill_between_kw, errorbar_kw : dict, optional
            Keywords for ``ax.plot``, ``ax.fill_between`` and ``ax.errorbar``.
        pos_label : int, float, bool or str, optional
            As `validation_curve` takes it.

        Returns
        -------
        ValidationCurveDisplay
            Drawn.
        """
        return cls._fitted("validation_curve", locals())


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


def places_of(x: Any) -> tuple[NDArray[Any], list[str] | None]:
    """Return positions on the axis; values other than numbers are side by side."""
    values = np.asarray(x)
    if values.dtype.kind in "biuf":
        return values, None
    return np.arange(len(values)), [*map(str, x)]


def axis_scale(places: NDArray[Any]) -> str:
    """Return matplotlib's name of the scale for the axis of the values."""
    gaps = np.diff(np.sort(places.astype(np.float64)))
    gaps = gaps[gaps > 0]
    if not len(gaps) or gaps.max() <= _UNEVEN * gaps.min():
        return "linear"
    return "symlog" if places.min() <= 0 else "log"


def interval_ends(
    intervals: Sequence[Interval], sign: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the bounds; where there are none, the band has no width."""
    low = [i.estimate if math.isnan(i.low) else i.low for i in intervals]
    high = [i.estimate if math.isnan(i.high) else i.high for i in intervals]
    return sign * np.array(low), sign * np.array(high)


def both_intervals(curve: Any, confidence_level: float) -> Intervals:
    """Return the intervals of the training rows and of the test rows."""
    return {
        part: curve.intervals(part, confidence_level=confidence_level)
        for part in ("train", "test")
    }


def score_name_of(score_name: str | None, scoring: Any, negate_score: bool) -> str:
    """Return the label of the axis of scores, as in scikit-learn."""
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
