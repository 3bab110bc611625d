"""RocCurveDisplay: the true positive rate over the false positive rate."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from fastmetrics.metrics.scores.bands import roc_bounds
from fastmetrics.metrics.scores.curves import auc, roc_curve
from fastmetrics.report.displays.estimators import binary_response, folds
from fastmetrics.report.displays.scored import Asked, Scored, of_folds
from fastmetrics.report.displays.styles import as_list, draw_curves, draw_legend, styled
from fastmetrics.report.displays.styles import despine as despined

if TYPE_CHECKING:
    from typing import Self

    from numpy.typing import ArrayLike

    from fastmetrics._common.annotations import Label

__all__ = ["RocCurveDisplay"]

CHANCE = {"label": "Chance level (AUC = 0.5)", "color": "k", "linestyle": "--"}


class RocCurveDisplay:
    """ROC curves, drawn: one, or one per fold of a cross-validation.

    Usually made by `from_estimator`, `from_predictions` or `from_cv_results`. All
    parameters are attributes too; where there are several curves they are lists.

    Parameters
    ----------
    fpr, tpr : ndarray of shape (n_points,), or list of them
        False and true positive rates, as `roc_curve` returns them.
    roc_auc : float or list of float, optional
        Area under each curve, for the legend.
    name : str or list of str, optional
        What the legend calls the curves; a list only with a list of ``curve_kwargs``.
    pos_label : int, float, bool or str, optional
        The positive label, named on both axes.
    roc_auc_interval : Interval or list of Interval, optional
        Around each area, for the legend.
    band : CurveBand or list of CurveBand, optional
        Bounds of the true positive rate, drawn around each curve.

    Attributes
    ----------
    line_ : matplotlib Line2D or list of them
        The curves.
    chance_level_ : matplotlib Line2D or None
        The diagonal, if it is drawn.
    band_ : list of matplotlib artists
        The bands that are drawn.
    ax_, figure_ : matplotlib Axes and Figure
        Where all of it is drawn.

    See Also
    --------
    fastmetrics.roc_curve : the points themselves.
    fastmetrics.DetCurveDisplay : the same trade-off as two error rates.

    Notes
    -----
    A curve of more than 1,000 points is drawn by the few that are needed to come within
    half a pixel of all of them; ``fpr`` and ``tpr`` hold all.

    References
    ----------
    .. [1] T. Fawcett, "An introduction to ROC analysis", Pattern Recognition Letters
       27(8), 2006, 861-874.

    Examples
    --------
    >>> from fastmetrics import RocCurveDisplay
    >>> y_true, y_score = [0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]
    >>> display = RocCurveDisplay.from_predictions(
    ...     y_true, y_score, name="mine", confidence_level=0.95)
    >>> display.roc_auc
    0.75
    >>> display.line_.get_label()
    'mine (AUC = 0.75 [0.06, 0.99])'
    """

    ax_: Any
    figure_: Any
    line_: Any
    band_: list[Any]

    def __init__(
        self,
        *,
        fpr: Any,
        tpr: Any,
        roc_auc: Any = None,
        name: Any = None,
        pos_label: Label | None = None,
        roc_auc_interval: Any = None,
        band: Any = None,
    ) -> None:
        self.fpr = fpr
        self.tpr = tpr
        self.roc_auc = roc_auc
        self.name = name
        self.pos_label = pos_label
        self.roc_auc_interval = roc_auc_interval
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
            Whether to draw the diagonal, where scores say nothing.
        chance_level_kw : dict, optional
            Properties of its line.
        despine : bool, default=False
            Leave out the upper and the right edge of the axes.

        Returns
        -------
        RocCurveDisplay
            This one.

        Raises
        ------
        ValueError
            If lists are of different lengths, or curves have names and look alike.
        TypeError
            If a property is given by both of its names.
        """
        chance = styled(CHANCE, chance_level_kw)
        draw_curves(
            self,
            ax,
            ("fpr", "tpr", "roc_auc", "roc_auc_interval"),
            "AUC",
            ("False Positive Rate", "True Positive Rate"),
            name=name,
            curve_kwargs=curve_kwargs,
        )
        self.chance_level_ = None
        if plot_chance_level:
            [self.chance_level_] = self.ax_.plot((0, 1), (0, 1), **chance)
        if despine:
            despined(self.ax_)
        first = as_list(self.line_)[0]
        draw_legend(
            self.ax_, [first, *as_list(self.chance_level_ or [])], "lower right"
        )
        return self

    @classmethod
    def from_estimator(
        cls,
        estimator: Any,
        X: Any,
        y: ArrayLike,
        *,
        sample_weight: ArrayLike | None = None,
        drop_intermediate: bool = True,
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
        drop_intermediate : bool, default=True
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
        RocCurveDisplay
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
        drop_intermediate: bool = True,
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
        drop_intermediate : bool, default=True
            Leave out points that a plot does not need.
        pos_label : int, float, bool or str, optional
            The positive label. May be left out when the labels are in {0, 1} or
            {-1, 1}.
        name : str, optional
            What the legend calls the curve; by default "Classifier".
        ax, curve_kwargs, plot_chance_level, chance_level_kw, despine : object
            As `plot` takes them.
        confidence_level : float, optional
            Write the area's interval of this level into the legend. Also the level of
            the band, which is 0.95 by default.
        band : {"pointwise", "simultaneous"}, optional
            Bounds around the curve: at each false positive rate alone, or around all
            of it at once. Not with weights.

        Returns
        -------
        RocCurveDisplay
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
        ax: Any = None,
        name: str | list[str] | None = None,
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
        ax, name, curve_kwargs, plot_chance_level, despine : object
            As `plot` takes them.
        chance_level_kwargs : dict, optional
            Properties of the line of chance.
        confidence_level : float, optional
            Write each area's interval into the legend, where each curve has its line
            there. Also the level of the bands.
        band : {"pointwise", "simultaneous"}, optional
            Bounds around each curve.

        Returns
        -------
        RocCurveDisplay
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
    fpr, tpr, _ = roc_curve(scored.rows, None, drop_intermediate=drop_intermediate)
    return {
        "fpr": fpr,
        "tpr": tpr,
        "roc_auc": auc(fpr, tpr),
        "pos_label": scored.pos_label,
        "roc_auc_interval": scored.interval("roc_auc_score", asked),
        "band": scored.band(roc_bounds, asked),
    }
