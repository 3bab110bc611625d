"""PrecisionRecallDisplay: precision over recall."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics.metrics.scores.bands import precision_recall_bounds
from fastmetrics.metrics.scores.curves import precision_recall_curve
from fastmetrics.metrics.scores.ranking import average_precision_score
from fastmetrics.report.displays.estimators import binary_response, folds
from fastmetrics.report.displays.scored import Asked, Scored, of_folds
from fastmetrics.report.displays.styles import as_list, draw_curves, draw_legend, styled
from fastmetrics.report.displays.styles import despine as despined

if TYPE_CHECKING:
    from typing import Self

    from numpy.typing import ArrayLike

    from fastmetrics._common.annotations import Label

__all__ = ["PrecisionRecallDisplay"]


class PrecisionRecallDisplay:
    """Precision-recall curves, drawn: one, or one per fold of a cross-validation.

    Usually made by `from_estimator`, `from_predictions` or `from_cv_results`. All
    parameters are attributes too; where there are several curves they are lists.

    Parameters
    ----------
    precision, recall : ndarray of shape (n_points,), or list of them
        As `precision_recall_curve` returns them.
    average_precision : float or list of float, optional
        Average precision of each curve, for the legend.
    name : str or list of str, optional
        What the legend calls the curves; a list only with a list of ``curve_kwargs``.
    pos_label : int, float, bool or str, optional
        The positive label, named on both axes.
    prevalence_pos_label : float or list of float, optional
        The share of the positive rows, where the level of chance lies.
    average_precision_interval : Interval or list of Interval, optional
        Around each average precision, for the legend.
    band : CurveBand or list of CurveBand, optional
        Bounds of the precision, drawn around each curve.

    Attributes
    ----------
    line_ : matplotlib Line2D or list of them
        The curves, in steps, as average precision adds them up.
    chance_level_ : matplotlib Line2D, list of them or None
        The level of the prevalence, if it is drawn.
    band_ : list of matplotlib artists
        The bands that are drawn.
    ax_, figure_ : matplotlib Axes and Figure
        Where all of it is drawn.

    See Also
    --------
    fastmetrics.precision_recall_curve : the points themselves.
    fastmetrics.average_precision_score : the area below the steps.

    Notes
    -----
    A curve of more than 1,000 points is drawn by the few that are needed to come within
    half a pixel of all of them; ``precision`` and ``recall`` hold all. The interval of
    average precision is drawn with a seed of its own: it is the same each time.

    References
    ----------
    .. [1] J. Davis and M. Goadrich, "The relationship between Precision-Recall and
       ROC curves", ICML 2006, 233-240.

    Examples
    --------
    >>> from fastmetrics import PrecisionRecallDisplay
    >>> y_true, y_score = [0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]
    >>> display = PrecisionRecallDisplay.from_predictions(y_true, y_score, name="mine")
    >>> display.line_.get_label()
    'mine (AP = 0.83)'
    >>> display.prevalence_pos_label
    0.5
    """

    ax_: Any
    figure_: Any
    line_: Any
    band_: list[Any]

    def __init__(
        self,
        precision: Any,
        recall: Any,
        *,
        average_precision: Any = None,
        name: Any = None,
        pos_label: Label | None = None,
        prevalence_pos_label: Any = None,
        average_precision_interval: Any = None,
        band: Any = None,
    ) -> None:
        self.precision = precision
        self.recall = recall
        self.average_precision = average_precision
        self.name = name
        self.pos_label = pos_label
        self.prevalence_pos_label = prevalence_pos_label
        self.average_precision_interval = average_precision_interval
        self.band = band

    def plot(
        self,
        ax: Any = None,
        *,
        name: str | list[str] | None = None,
        curve_kwargs: Mapping[str, Any] | list[Mapping[str, Any]] | None = None,
        plot_chance_level: bool = False,
        chance_level_kw: Mapping[str, Any] | None = None,
        despine: bool = False,
    ) -> Self:
        """Draw the curves.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to; by default axes of a new figure.
        name : str or list of str, optional
            In place of the attribute of that name.
        curve_kwargs : dict or list of dict, optional
            Properties of the lines, for matplotlib's ``plot``. Of a list each is for a
            curve, and each curve has its line in the legend.
        plot_chance_level : bool, default=False
            Whether to draw the prevalence, the precision of scores that say nothing.
        chance_level_kw : dict, optional
            Properties of its line.
        despine : bool, default=False
            Leave out the upper and the right edge of the axes.

        Returns
        -------
        PrecisionRecallDisplay
            This one.

        Raises
        ------
        ValueError
            If lists are of different lengths, curves have names and look alike, or the
            prevalence is to be drawn and not known.
        TypeError
            If a property is given by both of its names.
        """
        shares = as_list(self.prevalence_pos_label)
        if plot_chance_level and shares is None:
            raise ValueError(
                "plot_chance_level needs prevalence_pos_label, which from_estimator, "
                "from_predictions and from_cv_results set"
            )
        default: dict[str, Any] = {"color": "k", "linestyle": "--"}
        if shares and len(shares) > 1:
            default["alpha"] = 0.3
        chance = styled(default, chance_level_kw)
        draw_curves(
            self,
            ax,
            ("recall", "precision", "average_precision", "average_precision_interval"),
            "AP",
            ("Recall", "Precision"),
            name=name,
            curve_kwargs=curve_kwargs,
            default={"drawstyle": "steps-post"},
            also=("prevalence_pos_label",),
        )
        levels = []
        if plot_chance_level:
            chance.setdefault("label", _chance_label(shares))
            for share in shares:
                levels += self.ax_.plot((0, 1), (share, share), **chance)
                chance["label"] = None
        if despine:
            despined(self.ax_)
        draw_legend(self.ax_, [as_list(self.line_)[0], *levels], "lower left")
        one = levels[0] if levels else None
        self.chance_level_ = levels if len(levels) > 1 else one
        return self

    @classmethod
    def from_estimator(
        cls,
        estimator: Any,
        X: Any,
        y: ArrayLike,
        *,
        sample_weight: ArrayLike | None = None,
        drop_intermediate: bool = False,
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
    ) -> Self:
        """Draw the curve of a fitted classifier's scores.

        Parameters
        ----------
        estimator : object
            A fitted classifier of two classes, or a pipeline that ends with one.
        X : array_like of shape (n_samples, n_features)
            What it is asked about.
        y : array_like of shape (n_samples,)
            True labels.
        sample_weight : array_like of shape (n_samples,), optional
            Weight per row.
        drop_intermediate : bool, default=False
            Leave out points that a plot does not need.
        response_method : {"auto", "predict_proba", "decision_function"}, \
default="auto"
            What gives the scores; "auto" is the first of the two that there is.
        pos_label : int, float, bool or str, optional
            The positive label; by default the second of ``estimator.classes_``.
        name : str, optional
            What the legend calls the curve; by default the estimator's class.
        ax, curve_kwargs, plot_chance_level, chance_level_kw, despine : object
            As `plot` takes them.
        confidence_level, band : object
            As `from_predictions` takes them.

        Returns
        -------
        PrecisionRecallDisplay
            Drawn.

        Raises
        ------
        ValueError
            If it is no classifier of two classes, or labels or ``X`` do not fit.
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
        )

    @classmethod
    def from_predictions(
        cls,
        y_true: ArrayLike,
        y_score: ArrayLike | None = None,
        *,
        sample_weight: ArrayLike | None = None,
        drop_intermediate: bool = False,
        pos_label: Label | None = None,
        name: str | None = None,
        ax: Any = None,
        curve_kwargs: Mapping[str, Any] | None = None,
        plot_chance_level: bool = False,
        chance_level_kw: Mapping[str, Any] | None = None,
        despine: bool = False,
        confidence_level: float | None = None,
        band: str | None = None,
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
        drop_intermediate : bool, default=False
            Leave out points that a plot does not need.
        pos_label : int, float, bool or str, optional
            The positive label. May be left out when the labels are in {0, 1} or
            {-1, 1}.
        name : str, optional
            What the legend calls the curve; by default "Classifier".
        ax, curve_kwargs, plot_chance_level, chance_level_kw, despine : object
            As `plot` takes them.
        confidence_level : float, optional
            Write the interval of this level of average precision into the legend. Also
            the level of the band, which is 0.95 by default.
        band : {"pointwise", "simultaneous"}, optional
            Bounds around the curve: at each recall alone, or around all of it at once.
            Not with weights.

        Returns
        -------
        PrecisionRecallDisplay
            Drawn.

        Raises
        ------
        ValueError
            If labels are not of two classes, lengths differ, a score is NaN or
            infinite, or ``pos_label`` is needed and not given.
        """
        asked = Asked(confidence_level, band, sample_weight)
        found = _read(
            y_true, y_score, pos_label, sample_weight, drop_intermediate, asked
        )
        display = cls(name="Classifier" if name is None else name, **found)
        return display.plot(
            ax=ax,
            curve_kwargs=curve_kwargs,
            plot_chance_level=plot_chance_level,
            chance_level_kw=chance_level_kw,
            despine=despine,
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
        name: str | list[str] | None = None,
        ax: Any = None,
        curve_kwargs: Mapping[str, Any] | list[Mapping[str, Any]] | None = None,
        plot_chance_level: bool = False,
        chance_level_kwargs: Mapping[str, Any] | None = None,
        despine: bool = False,
        confidence_level: float | None = None,
        band: str | None = None,
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
        name, ax, curve_kwargs, plot_chance_level, despine : object
            As `plot` takes them.
        chance_level_kwargs : dict, optional
            Properties of the lines of chance.
        confidence_level : float, optional
            Write the intervals of average precision into the legend, where each curve
            has its line there. Also the level of the bands.
        band : {"pointwise", "simultaneous"}, optional
            Bounds around each curve.

        Returns
        -------
        PrecisionRecallDisplay
            Drawn.

        Raises
        ------
        ValueError
            If ``cv_results`` lacks something, or is about other rows.
        """
        asked = Asked(confidence_level, band, sample_weight)
        found = []
        for estimator, rows, labels, weights in folds(cv_results, X, y, sample_weight):
            y_score, label = binary_response(
                estimator, rows, response_method, pos_label
            )
            found.append(
                _read(labels, y_score, label, weights, drop_intermediate, asked)
            )
        display = cls(name=name, **of_folds(found))
        return display.plot(
            ax=ax,
            curve_kwargs=curve_kwargs,
            plot_chance_level=plot_chance_level,
            chance_level_kw=chance_level_kwargs,
            despine=despine,
        )


def _read(
    y_true: Any,
    y_score: Any,
    pos_label: Any,
    sample_weight: Any,
    drop_intermediate: bool,
    asked: Asked,
) -> dict[str, Any]:
    """Return what a display of these rows is made of."""
    scored = Scored(y_true, y_score, pos_label, sample_weight)
    precision, recall, _ = precision_recall_curve(
        scored.rows, None, drop_intermediate=drop_intermediate
    )
    return {
        "precision": precision,
        "recall": recall,
        "average_precision": average_precision_score(scored.rows, None),
        "pos_label": scored.pos_label,
        "prevalence_pos_label": scored.prevalence,
        "average_precision_interval": scored.interval("average_precision_score", asked),
        "band": scored.band(precision_recall_bounds, asked),
    }


def _chance_label(shares: list[float]) -> str:
    if len(shares) == 1:
        return f"Chance level (AP = {shares[0]:0.2f})"
    return f"Chance level (AP = {np.mean(shares):0.2f} +/- {np.std(shares):0.2f})"
