"""Displays of curves of scores, and what they read off these: intervals and bands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import is_one_of
from fastmetrics._inputs.labels import label_values
from fastmetrics.intervals.resolve import check_options
from fastmetrics.intervals.single import confidence_interval
from fastmetrics.metrics.scores.curves import BANDS, METHODS, CurveBand
from fastmetrics.metrics.scores.score_sweep import sort_scores
from fastmetrics.report.displays import (
    Display,
    binary_response,
    check_binary,
    folds,
)

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._common.annotations import Label
    from fastmetrics._common.interval import Interval

# A display is the same each time that it is made.
SEED = 0
# Places at which bounds are drawn.
PLACES = 721

MakeBand = Callable[..., tuple["NDArray[Any]", ...]]


class IntervalOptions:
    """What was asked for beside the curves: intervals, and bands around them."""

    def __init__(
        self, confidence_level: float | None, band: str | None, weights: Any = None
    ) -> None:
        if not is_one_of(band, (None, *BANDS)):
            raise ValueError(
                f"band must be {', '.join(map(repr, BANDS))} or None, got {shown(band)}"
            )
        if band is not None and weights is not None:
            raise ValueError(
                f"band={band!r} has no use for sample_weight: it counts rows"
            )
        level = 0.95 if confidence_level is None else confidence_level
        level = check_options(level, "auto", None)
        self.level, self.band = level, band
        self.wants_interval = confidence_level is not None


class Scored:
    """The rows of one curve, sorted once.

    Attributes
    ----------
    columns : tuple
        As functions of scores take them: truth, scores, positive label and weights.
    pos_label : object
        The positive label, 1 where none was given.
    """

    def __init__(
        self, y_true: Any, y_score: Any, pos_label: Any, sample_weight: Any
    ) -> None:
        if y_score is None:
            raise TypeError("y_score is missing: scores of the positive class")
        check_binary(y_true)
        self.pos_label = 1 if pos_label is None else pos_label
        self.columns = y_true, y_score, pos_label, sample_weight

    @cached_property
    def rows(self) -> Any:
        """What functions of scores take in place of the columns."""
        return sort_scores(*self.columns)

    @cached_property
    def is_positive(self) -> NDArray[np.bool_]:
        """Which rows have the positive label."""
        return np.asarray(label_values(self.columns[0]) == self.pos_label)

    @property
    def prevalence(self) -> float:
        """The share of the positive rows, whatever their weights."""
        return int(np.count_nonzero(self.is_positive)) / len(self.is_positive)

    def interval(self, metric: str, asked: IntervalOptions) -> Interval | None:
        """Return the interval of a metric, if intervals are asked for."""
        if not asked.wants_interval:
            return None
        _, y_score, _, weights = self.columns
        return confidence_interval(
            metric,
            self.is_positive,
            y_score=y_score,
            confidence_level=asked.level,
            sample_weight=weights,
            random_state=SEED,
        )

    def band(
        self, make: MakeBand, asked: IntervalOptions, at: NDArray[Any] | None = None
    ) -> CurveBand | None:
        """Return the band around the curve, if one is asked for.

        Raises
        ------
        ValueError
            If one of the classes has no rows.
        """
        if asked.band is None:
            return None
        at = np.linspace(0.0, 1.0, PLACES) if at is None else at
        _, tps, fps = self.rows.steps()
        if not (tps[-1] and fps[-1]):
            raise ValueError(
                f"band={asked.band!r} needs rows of both classes; one class has none"
            )
        y, low, high = make(tps, fps, at, asked.band, asked.level)
        method, approximate = METHODS[asked.band]
        return CurveBand(at, y, low, high, asked.band, method, approximate, asked.level)


def _of_folds(found: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return lists of what there is of each fold; the positive label is of them all."""
    made: dict[str, Any] = {key: [one[key] for one in found] for key in found[0]}
    for key, values in made.items():
        if key == "pos_label" or values[0] is None:
            made[key] = values[-1]
    return made


class ScoreCurveDisplay(Display):
    """Curves of scores, drawn: one, or one per fold of a cross-validation."""

    # Whether points are left out by default that a plot does not need.
    _drops: ClassVar[bool] = True

    def __init__(self, **attributes: Any) -> None:
        raise NotImplementedError

    def plot(self, ax: Any = None, **options: Any) -> Self:
        """Draw the curves."""
        raise NotImplementedError

    @classmethod
    def _found(
        cls, scored: Scored, asked: IntervalOptions, drops: bool
    ) -> dict[str, Any]:
        """Return the attributes of a display of these rows, without its name."""
        raise NotImplementedError

    @classmethod
    def from_estimator(
        cls,
        estimator: Any,
        X: Any,
        y: ArrayLike,
        *,
        sample_weight: ArrayLike | None = None,
        drop_intermediate: bool | None = None,
        response_method: str = "auto",
        pos_label: Label | None = None,
        name: str | None = None,
        ax: Any = None,
        curve_kwargs: Mapping[str, Any] | None = None,
        plot_chance_level: bool = False,
        chance_level_kw: Mapping[str, Any] | None = None,
        despine: bool = False,
        confidence_level: float | None = None,
        band: str | None = None,
        **options: Any,
    ) -> Self:
        """Draw the curve of a fitted classifier's scores.

        Parameters
        ----------
        estimator : object
            A fitted classifier of two classes, or a pipeline that ends with one.
        X : array_like of shape (n_samples, n_features)
            Features of the rows to predict.
        y : array_like of shape (n_samples,)
            True labels.
        sample_weight : array_like of shape (n_samples,), optional
            Weight per row.
        drop_intermediate : bool, optional
            Leave out points that a plot does not need; by default of ROC curves.
        response_method : {"auto", "predict_proba", "decision_function"}, \
default="auto"
            What gives the scores; "auto" is the first of the two that there is.
        pos_label : int, float, bool or str, optional
            The positive label; by default the second of ``estimator.classes_``.
        name : str, optional
            Name of the curve in the legend; by default the estimator's class.
        ax, curve_kwargs, plot_chance_level, chance_level_kw, despine : object
            As ``plot`` takes them.
        confidence_level, band : object
            As `from_predictions` takes them.
        **options : object
            What else ``plot`` takes.

        Returns
        -------
        ScoreCurveDisplay
            Drawn.

        Raises
        ------
        ValueError
            If ``estimator`` is not a classifier of two classes, or labels or ``X`` do
            not fit.
        AttributeError
            If the estimator has no such method.
        """
        y_score, pos_label = binary_response(estimator, X, response_method, pos_label)
        return cls.from_predictions(
            y,
            y_score,
            sample_weight=sample_weight,
            drop_intermediate=drop_intermediate,
            pos_label=pos_label,
            name=type(estimator).__name__ if name is None else name,
            ax=ax,
            curve_kwargs=curve_kwargs,
            plot_chance_level=plot_chance_level,
            chance_level_kw=chance_level_kw,
            despine=despine,
            confidence_level=confidence_level,
            band=band,
            **options,
        )

    @classmethod
    def from_predictions(
        cls,
        y_true: ArrayLike,
        y_score: ArrayLike | None = None,
        *,
        sample_weight: ArrayLike | None = None,
        drop_intermediate: bool | None = None,
        pos_label: Label | None = None,
        name: str | None = None,
        ax: Any = None,
        curve_kwargs: Mapping[str, Any] | None = None,
        plot_chance_level: bool = False,
        chance_level_kw: Mapping[str, Any] | None = None,
        despine: bool = False,
        confidence_level: float | None = None,
        band: str | None = None,
        **options: Any,
    ) -> Self:
        """Draw the curve of given scores.

        Parameters
        ----------
        y_true : array_like of shape (n_samples,)
            True labels, of two classes.
        y_score : array_like of shape (n_samples,)
            Any finite real scores; larger means more positive.
        sample_weight : array_like of shape (n_samples,), optional
            Weight per row: finite, not negative, not all zero.
        drop_intermediate : bool, optional
            Leave out points that a plot does not need; by default of ROC curves.
        pos_label : int, float, bool or str, optional
            The positive label. May be left out when the labels are in {0, 1} or
            {-1, 1}.
        name : str, optional
            Name of the curve in the legend; by default "Classifier".
        ax, curve_kwargs, plot_chance_level, chance_level_kw, despine : object
            As ``plot`` takes them.
        confidence_level : float, optional
            Write the interval of this level of the area, or of average precision, into
            the legend. Also the level of the band, which is 0.95 by default.
        band : {"pointwise", "simultaneous"}, optional
            Bounds around the curve: at each place of the horizontal axis alone, or
            around all of it at once. Not with weights.
        **options : object
            What else ``plot`` takes.

        Returns
        -------
        ScoreCurveDisplay
            Drawn.

        Raises
        ------
        ValueError
            If labels are not of two classes, lengths differ, a score is NaN or
            infinite, or ``pos_label`` is needed and not given.
        """
        asked = IntervalOptions(confidence_level, band, sample_weight)
        scored = Scored(y_true, y_score, pos_label, sample_weight)
        drops = cls._drops if drop_intermediate is None else drop_intermediate
        found = cls._found(scored, asked, drops)
        return cls(name="Classifier" if name is None else name, **found).plot(
            ax=ax,
            curve_kwargs=curve_kwargs,
            plot_chance_level=plot_chance_level,
            chance_level_kw=chance_level_kw,
            despine=despine,
            **options,
        )

    @classmethod
    def from_cv_results(
        cls,
        cv_results: Mapping[str, Any],
        X: Any,
        y: ArrayLike,
        *,
        sample_weight: ArrayLike | None = None,
        drop_intermediate: bool = True,
        response_method: str = "auto",
        pos_label: Label | None = None,
        ax: Any = None,
        name: str | list[str] | None = None,
        curve_kwargs: Mapping[str, Any] | list[Mapping[str, Any]] | None = None,
        plot_chance_level: bool = False,
        chance_level_kwargs: Mapping[str, Any] | None = None,
        despine: bool = False,
        confidence_level: float | None = None,
        band: str | None = None,
        **options: Any,
    ) -> Self:
        """Draw the curve of each fold of a cross-validation, of its tested rows.

        Parameters
        ----------
        cv_results : dict
            What scikit-learn's ``cross_validate`` returns with
            ``return_estimator=True`` and ``return_indices=True``.
        X : array_like of shape (n_samples, n_features)
            All rows, as they were cross-validated.
        y : array_like of shape (n_samples,)
            Their true labels.
        sample_weight, drop_intermediate, response_method, pos_label : object
            As `from_estimator` takes them.
        ax, name, curve_kwargs, plot_chance_level, despine : object
            As ``plot`` takes them.
        chance_level_kwargs : dict, optional
            Properties of the line of chance, or of the lines.
        confidence_level : float, optional
            Write the intervals into the legend, where each curve has its line there.
            Also the level of the bands.
        band : {"pointwise", "simultaneous"}, optional
            Bounds around each curve.
        **options : object
            What else ``plot`` takes.

        Returns
        -------
        ScoreCurveDisplay
            Drawn.

        Raises
        ------
        ValueError
            If ``cv_results`` lacks something, or is about other rows.
        """
        asked = IntervalOptions(confidence_level, band, sample_weight)
        found = []
        for estimator, rows, labels, weights in folds(cv_results, X, y, sample_weight):
            y_score, label = binary_response(
                estimator, rows, response_method, pos_label
            )
            scored = Scored(labels, y_score, label, weights)
            found.append(cls._found(scored, asked, drop_intermediate))
        display = cls(name=name, **_of_folds(found))
        return display.plot(
            ax=ax,
            curve_kwargs=curve_kwargs,
            plot_chance_level=plot_chance_level,
            chance_level_kw=chance_level_kwargs,
            despine=despine,
            **options,
        )
