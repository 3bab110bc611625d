"""RocCurveDisplay: the true positive rate over the false positive rate."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from fastmetrics.metrics.scores.bands import roc_bounds
from fastmetrics.metrics.scores.curves import auc, roc_curve
from fastmetrics.report.displays.scored import (
    IntervalOptions,
    ScoreCurveDisplay,
    Scored,
)
from fastmetrics.report.displays.styles import as_list, draw_curves, draw_legend, styled
from fastmetrics.report.displays.styles import despine as despined

if TYPE_CHECKING:
    from typing import Self

    from fastmetrics._common.annotations import Label

__all__ = ["RocCurveDisplay"]

CHANCE = {"label": "Chance level (AUC = 0.5)", "color": "k", "linestyle": "--"}


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
