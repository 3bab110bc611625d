"""RocCurveDisplay and PrecisionRecallDisplay, as in scikit-learn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Any, Self

from fastmetrics.metrics.scores.costs import break_even_point
from fastmetrics.metrics.scores.curves import (
    auc,
    precision_recall_bounds,
    precision_recall_curve,
    roc_bounds,
    roc_curve,
)
from fastmetrics.metrics.scores.ranking import average_precision_score
from fastmetrics.report.displays import (
    as_list,
    draw_curves,
    draw_legend,
    mean_text,
    styled,
)
from fastmetrics.report.displays import despine as despined
from fastmetrics.report.displays.scored import (
    IntervalOptions,
    ScoreCurveDisplay,
    Scored,
)

if TYPE_CHECKING:
    from fastmetrics._common.annotations import Label


# ---------------------------------------------------------------------------------- roc
# RocCurveDisplay: the true positive rate over the false positive rate.


CHANCE = {"label": "Chance level (AUC = 0.5)", "color": "k", "linestyle": "--"}


@dataclass(eq=False, repr=False, kw_only=True)
class RocCurveDisplay(ScoreCurveDisplay):
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
        Names of the curves in the legend; a list only with a list of ``curve_kwargs``.
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

    fpr: Any
    tpr: Any
    roc_auc: Any = None
    name: Any = None
    pos_label: Label | None = None
    roc_auc_interval: Any = None
    band: Any = None

    def plot(  # type: ignore[override]  # it says what it takes
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
            Properties of the lines, for matplotlib's ``plot``. In a list, each dict is
            for one curve, and each curve has its own line in the legend.
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
    def _found(
        cls, scored: Scored, asked: IntervalOptions, drops: bool
    ) -> dict[str, Any]:
        fpr, tpr, _ = roc_curve(scored.rows, None, drop_intermediate=drops)
        return {
            "fpr": fpr,
            "tpr": tpr,
            "roc_auc": auc(fpr, tpr),
            "pos_label": scored.pos_label,
            "roc_auc_interval": scored.interval("roc_auc_score", asked),
            "band": scored.band(roc_bounds, asked),
        }


# --------------------------------------------------------------------- precision recall
# PrecisionRecallDisplay: precision over recall.


@dataclass(eq=False, repr=False)
class PrecisionRecallDisplay(ScoreCurveDisplay):
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
        Names of the curves in the legend; a list only with a list of ``curve_kwargs``.
    pos_label : int, float, bool or str, optional
        The positive label, named on both axes.
    prevalence_pos_label : float or list of float, optional
        The share of the positive rows, where the level of chance lies.
    average_precision_interval : Interval or list of Interval, optional
        Around each average precision, for the legend.
    band : CurveBand or list of CurveBand, optional
        Bounds of the precision, drawn around each curve.
    break_even_point : float or list of float, optional
        Where precision and recall of each curve are equal.

    Attributes
    ----------
    line_ : matplotlib Line2D or list of them
        The curves, in steps, as average precision adds them up.
    chance_level_ : matplotlib Line2D, list of them or None
        The level of the prevalence, if it is drawn.
    break_even_ : list of matplotlib artists
        The line of equal precision and recall, and the point of each curve on it, if
        they are drawn.
    band_ : list of matplotlib artists
        The bands that are drawn.
    ax_, figure_ : matplotlib Axes and Figure
        Where all of it is drawn.

    See Also
    --------
    fastmetrics.precision_recall_curve : the points themselves.
    fastmetrics.average_precision_score : the area below the steps.
    fastmetrics.break_even_point : where precision and recall are equal.

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
    >>> display.break_even_point
    0.5
    """

    _drops = False

    precision: Any
    recall: Any
    _: KW_ONLY
    average_precision: Any = None
    name: Any = None
    pos_label: Label | None = None
    prevalence_pos_label: Any = None
    average_precision_interval: Any = None
    band: Any = None
    break_even_point: Any = None

    def plot(  # type: ignore[override]  # it says what it takes
        self,
        ax: Any = None,
        *,
        name: str | list[str] | None = None,
        curve_kwargs: Mapping[str, Any] | list[Mapping[str, Any]] | None = None,
        plot_chance_level: bool = False,
        chance_level_kw: Mapping[str, Any] | None = None,
        despine: bool = False,
        break_even: bool = False,
    ) -> Self:
        """Draw the curves.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to; by default axes of a new figure.
        name : str or list of str, optional
            In place of the attribute of that name.
        curve_kwargs : dict or list of dict, optional
            Properties of the lines, for matplotlib's ``plot``. In a list, each dict is
            for one curve, and each curve has its own line in the legend.
        plot_chance_level : bool, default=False
            Whether to draw the prevalence, the precision of scores that say nothing.
        chance_level_kw : dict, optional
            Properties of its line.
        despine : bool, default=False
            Leave out the upper and the right edge of the axes.
        break_even : bool, default=False
            Draw the line of equal precision and recall, and mark where it meets each
            curve.

        Returns
        -------
        PrecisionRecallDisplay
            This one.

        Raises
        ------
        ValueError
            If lists are of different lengths, curves have names and look alike, or the
            prevalence or break-even points are to be drawn and not known.
        TypeError
            If a property is given by both of its names.
        """
        shares = as_list(self.prevalence_pos_label)
        if plot_chance_level and shares is None:
            raise ValueError(
                "plot_chance_level needs prevalence_pos_label, which from_estimator, "
                "from_predictions and from_cv_results set"
            )
        points = as_list(self.break_even_point)
        if break_even and points is None:
            raise ValueError(
                "break_even needs break_even_point, which from_estimator, "
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
            also=("prevalence_pos_label", "break_even_point"),
        )
        levels = []
        if plot_chance_level:
            chance.setdefault("label", f"Chance level (AP = {mean_text(shares)})")
            for share in shares:
                levels += self.ax_.plot((0, 1), (share, share), **chance)
                chance["label"] = None
        self.break_even_ = self._draw_break_even(points) if break_even else []
        if despine:
            despined(self.ax_)
        lines = [as_list(self.line_)[0], *levels, *self.break_even_[:1]]
        draw_legend(self.ax_, lines, "lower left")
        one = levels[0] if levels else None
        self.chance_level_ = levels if len(levels) > 1 else one
        return self

    def _draw_break_even(self, points: list[float]) -> list[Any]:
        label = f"Break-even (P = R = {mean_text(points)})"
        style = {"color": "0.5", "linestyle": ":", "linewidth": 1.0}
        drawn = self.ax_.plot((0, 1), (0, 1), label=label, **style)
        for point, line in zip(points, as_list(self.line_), strict=True):
            colour = line.get_color()
            drawn += self.ax_.plot([point], [point], "o", color=colour, label=None)
        return drawn

    @classmethod
    def _found(
        cls, scored: Scored, asked: IntervalOptions, drops: bool
    ) -> dict[str, Any]:
        precision, recall, _ = precision_recall_curve(
            scored.rows, None, drop_intermediate=drops
        )
        value = average_precision_score(scored.rows, None)
        return {
            "precision": precision,
            "recall": recall,
            "average_precision": value,
            "pos_label": scored.pos_label,
            "prevalence_pos_label": scored.prevalence,
            "break_even_point": break_even_point(scored.rows, None),
            "average_precision_interval": scored.interval(
                "average_precision_score", asked
            ),
            "band": scored.band(precision_recall_bounds, asked),
        }
