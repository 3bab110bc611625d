"""DecisionCurveDisplay: what deciding by a probability is worth, over the threshold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.options import check_flag
from fastmetrics.metrics.probability.net_benefits import DecisionCurve, decision_curve
from fastmetrics.metrics.scores.bands import CurveBand
from fastmetrics.report.displays.styles import binary_response, draw_band, styled
from fastmetrics.show.pictures.figures import new_axes

if TYPE_CHECKING:
    from typing import Self

    from numpy.typing import ArrayLike

    from fastmetrics._common.annotations import Label

# Of deciding alike about all rows; drawn once in the same axes.
TREAT_ALL = {"label": "Treat all", "color": "0.45", "linestyle": "--"}
TREAT_NONE = {"label": "Treat none", "color": "k", "linestyle": ":"}
# Below 0 so much of what is above is shown: what is worse than treating nobody is not
# looked at closely.
_BELOW, _ABOVE = 0.15, 1.1


class DecisionCurveDisplay:
    """A decision curve, drawn beside treating all and treating none.

    Usually made by `from_predictions` or `from_estimator`. All parameters are
    attributes too.

    Parameters
    ----------
    curve : DecisionCurve
        As `decision_curve` returns it.
    estimator_name : str, optional
        What the legend calls the curve.
    standardized : bool, default=False
        Whether the curve is, which the axis says.

    Attributes
    ----------
    line_ : matplotlib Line2D
        The curve.
    band_ : matplotlib artist or None
        Its bounds, if they are drawn.
    ax_, figure_ : matplotlib Axes and Figure
        Where all of it is drawn.

    See Also
    --------
    fastmetrics.decision_curve : the numbers.

    References
    ----------
    .. [1] A. J. Vickers and E. B. Elkin, "Decision curve analysis: a novel method for
       evaluating prediction models", Medical Decision Making 26(6), 2006, 565-574.

    Examples
    --------
    >>> from fastmetrics import DecisionCurveDisplay
    >>> y_true, y_proba = [0, 0, 1, 0, 1, 1], [0.1, 0.2, 0.3, 0.6, 0.8, 0.9]
    >>> display = DecisionCurveDisplay.from_predictions(y_true, y_proba)
    >>> display.ax_.get_xlabel()
    'Threshold probability'
    """

    ax_: Any
    figure_: Any
    line_: Any
    band_: Any

    def __init__(
        self,
        curve: DecisionCurve,
        *,
        estimator_name: str | None = None,
        standardized: bool = False,
    ) -> None:
        self.curve = curve
        self.estimator_name = estimator_name
        self.standardized = standardized

    def plot(
        self,
        ax: Any = None,
        *,
        name: str | None = None,
        band: bool = True,
        **kwargs: Any,
    ) -> Self:
        """Draw the curve, its bounds, and treating all and none.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to; by default axes of a new figure.
        name : str, optional
            What the legend calls the curve, in place of ``estimator_name``.
        band : bool, default=True
            Whether to draw the bounds, each at its threshold on its own.
        **kwargs : object
            Properties of the line, for matplotlib's ``plot``.

        Returns
        -------
        DecisionCurveDisplay
            This one.

        Raises
        ------
        TypeError
            If a property is given by both of its names, or ``band`` is no bool.
        ImportError
            If matplotlib is not installed.
        """
        check_flag(band, "band")
        name = self.estimator_name if name is None else name
        style = styled({} if name is None else {"label": name}, kwargs)
        self.ax_ = ax = new_axes(ax, self)
        self.figure_ = ax.figure
        curve = self.curve
        drawn = ax.get_legend_handles_labels()[1]
        if TREAT_ALL["label"] not in drawn:
            ax.plot(curve.thresholds, curve.treat_all, **TREAT_ALL)
            ax.plot(curve.thresholds, np.zeros(len(curve.thresholds)), **TREAT_NONE)
        [self.line_] = ax.plot(curve.thresholds, curve.net_benefit, **style)
        self.band_ = None
        if band:
            bounds = CurveBand(
                *(curve.thresholds, curve.net_benefit, curve.low, curve.high),
                *("pointwise", "skew-t", False, np.nan),
            )
            self.band_ = draw_band(ax, bounds, self.line_)
        # Of all that is drawn; treating all falls without an end.
        top = [np.nanmax(line.get_ydata(), initial=0.0) for line in ax.lines]
        highest = max([*top, float(np.nanmax(curve.high, initial=0.0)) * band])
        if highest > 0:
            ax.set_ylim(-_BELOW * highest, _ABOVE * highest)
        ax.legend(loc="upper right")
        what = "Standardized net benefit" if self.standardized else "Net benefit"
        ax.set(xlabel="Threshold probability", ylabel=what)
        return self

    @classmethod
    def from_estimator(
        cls,
        estimator: Any,
        X: Any,
        y: ArrayLike,
        *,
        pos_label: Label | None = None,
        name: str | None = None,
        ax: Any = None,
        **options: Any,
    ) -> Self:
        """Draw the curve of a fitted classifier's probabilities.

        Parameters
        ----------
        estimator : object
            A fitted classifier of two classes with ``predict_proba``, or a pipeline
            that ends with one.
        X : array_like of shape (n_samples, n_features)
            What it is asked about.
        y : array_like of shape (n_samples,)
            True labels.
        pos_label : int, float, bool or str, optional
            The positive label; by default the second of ``estimator.classes_``.
        name : str, optional
            What the legend calls the curve; by default the estimator's class.
        ax : object
            As `plot` takes it.
        **options : object
            Anything else that `from_predictions` takes.

        Returns
        -------
        DecisionCurveDisplay
            Drawn.
        """
        y_proba, pos_label = binary_response(estimator, X, "predict_proba", pos_label)
        name = type(estimator).__name__ if name is None else name
        return cls.from_predictions(
            y, y_proba, pos_label=pos_label, name=name, ax=ax, **options
        )

    @classmethod
    def from_predictions(
        cls,
        y_true: ArrayLike,
        y_proba: ArrayLike,
        *,
        thresholds: ArrayLike | None = None,
        strict: bool = False,
        standardized: bool = False,
        confidence_level: float = 0.95,
        pos_label: Label | None = None,
        sample_weight: ArrayLike | None = None,
        name: str | None = None,
        band: bool = True,
        ax: Any = None,
        **kwargs: Any,
    ) -> Self:
        """Draw the curve of given probabilities.

        Parameters
        ----------
        y_true, y_proba, thresholds : array_like
            As `decision_curve` takes them.
        strict : bool, default=False
            Whether a probability has to be above a threshold.
        standardized : bool, default=False
            Divide by the share of positives, which is the most that can be had.
        confidence_level : float, default=0.95
            Nominal coverage of the bounds at each threshold on its own, in (0, 1).
        pos_label, sample_weight : object
            As `decision_curve` takes them.
        name : str, optional
            What the legend calls the curve; by default "Classifier".
        band, ax : object
            As `plot` takes them.
        **kwargs : object
            Properties of the line, for matplotlib's ``plot``.

        Returns
        -------
        DecisionCurveDisplay
            Drawn.
        """
        curve = decision_curve(
            y_true,
            y_proba,
            thresholds=thresholds,
            strict=strict,
            standardized=standardized,
            confidence_level=confidence_level,
            pos_label=pos_label,
            sample_weight=sample_weight,
        )
        name = "Classifier" if name is None else name
        display = cls(curve, estimator_name=name, standardized=standardized)
        return display.plot(ax, band=band, **kwargs)
