"""LearningCurveDisplay and ValidationCurveDisplay, as in scikit-learn."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Self

from fastmetrics.catalog import find
from fastmetrics.selection.searching.curve_drawing import (
    CurveDisplay,
    check_choices,
    score_name_of,
)

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from fastmetrics._common.annotations import Label
    from fastmetrics.selection.searching.curve_drawing import (
        Intervals,
        Keywords,
        ScoreType,
        Style,
    )
    from fastmetrics.selection.splitters.splitter import RandomState


# --------------------------------------------------------------------- learning display
# LearningCurveDisplay: scores by how many rows were learnt from.


# The shares of the training rows that are learnt from by default.
TRAIN_SIZES = (0.1, 0.325, 0.55, 0.775, 1.0)


@dataclass(eq=False, repr=False, kw_only=True)
class LearningCurveDisplay(CurveDisplay):
    """Scores by how many rows were learnt from, of training rows and of test rows.

    Made by `from_estimator`, or by the ``plot`` method of a `LearningCurve`.

    Parameters
    ----------
    train_sizes : array_like of shape (n_ticks,)
        How many rows were learnt from.
    train_scores, test_scores : array_like of shape (n_ticks, n_folds)
        Scores on the rows learnt from, and on those held out.
    score_name : str, optional
        What the axis of scores is called.
    intervals : dict of str to list of Interval, optional
        Under "train" and "test" the interval of each mean score.

    Attributes
    ----------
    ax_ : matplotlib Axes
        Where it has been drawn.
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
        pos_label : int, float, bool or str, optional
            As `learning_curve` takes it.

        Returns
        -------
        LearningCurveDisplay
            Drawn.
        """
        check_choices(std_display_style, score_type)
        curve = find("learning_curve").public(
            estimator,
            X,
            y,
            groups=groups,
            train_sizes=train_sizes,
            cv=cv,
            scoring=scoring,
            pos_label=pos_label,
            exploit_incremental_learning=exploit_incremental_learning,
            n_jobs=n_jobs,
            pre_dispatch=pre_dispatch,
            verbose=verbose,
            shuffle=shuffle,
            random_state=random_state,
            error_score=error_score,
            params=fit_params,
        )
        score_name = score_name_of(score_name, scoring, negate_score)
        made = cls._of(curve, score_name, 0.95)
        return made.plot(
            ax,
            negate_score=negate_score,
            score_type=score_type,
            std_display_style=std_display_style,
            line_kw=line_kw,
            fill_between_kw=fill_between_kw,
            errorbar_kw=errorbar_kw,
        )


# ------------------------------------------------------------------- validation display
# ValidationCurveDisplay: scores by the value of a parameter.


@dataclass(eq=False, repr=False, kw_only=True)
class ValidationCurveDisplay(CurveDisplay):
    """Scores by the value of a parameter, of training rows and of test rows.

    Made by `from_estimator`, or by the ``plot`` method of a `ValidationCurve`.

    Parameters
    ----------
    param_name : str
        The parameter that was varied.
    param_range : array_like of shape (n_ticks,)
        Its values.
    train_scores, test_scores : array_like of shape (n_ticks, n_folds)
        Scores on the rows learnt from, and on those held out.
    score_name : str, optional
        What the axis of scores is called.
    intervals : dict of str to list of Interval, optional
        Under "train" and "test" the interval of each mean score.

    Attributes
    ----------
    ax_ : matplotlib Axes
        Where it has been drawn.
    figure_ : matplotlib Figure
        Their figure.
    lines_, fill_between_, errorbar_ : list or None
        What matplotlib drew: the lines, the bands and the bars.

    See Also
    --------
    fastmetrics.validation_curve : the numbers, with their intervals.
    fastmetrics.LearningCurveDisplay : scores by how many rows were learnt from.

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
        pos_label : int, float, bool or str, optional
            As `validation_curve` takes it.

        Returns
        -------
        ValidationCurveDisplay
            Drawn.
        """
        check_choices(std_display_style, score_type)
        curve = find("validation_curve").public(
            estimator,
            X,
            y,
            param_name=param_name,
            param_range=param_range,
            groups=groups,
            cv=cv,
            scoring=scoring,
            pos_label=pos_label,
            n_jobs=n_jobs,
            pre_dispatch=pre_dispatch,
            verbose=verbose,
            error_score=error_score,
            params=fit_params,
        )
        score_name = score_name_of(score_name, scoring, negate_score)
        made = cls._of(curve, score_name, 0.95)
        return made.plot(
            ax,
            negate_score=negate_score,
            score_type=score_type,
            std_display_style=std_display_style,
            line_kw=line_kw,
            fill_between_kw=fill_between_kw,
            errorbar_kw=errorbar_kw,
        )
