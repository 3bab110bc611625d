"""CalibrationDisplay and DecisionCurveDisplay."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import check_flag, check_level, is_one_of
from fastmetrics.metrics.probability.reliability import (
    BANDS,
    DecisionCurve,
    calibration_curve,
    decision_curve,
    reliability_curve,
)
from fastmetrics.metrics.scores.curves import CurveBand
from fastmetrics.report.displays import (
    Display,
    binary_response,
    check_binary,
    draw_band,
    draw_line,
    styled,
)
from fastmetrics.report.displays.scored import SEED
from fastmetrics.show.pictures.drawing import new_axes

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from fastmetrics._common.annotations import Label
    from fastmetrics.metrics.probability.measuring.calibration_bins import (
        ReliabilityBand,
        ReliabilityMethod,
    )


# ------------------------------------------------------------------------- calibration
# CalibrationDisplay: observed frequencies over predicted probabilities.


# Of forecasts that are right.
DIAGONAL = {"label": "Perfectly calibrated", "color": "k", "linestyle": ":"}


@dataclass(eq=False, repr=False)
class CalibrationDisplay(Display):
    """A calibration curve, also known as reliability diagram, drawn.

    Usually made by `from_estimator` or `from_predictions`. All parameters are
    attributes too.

    Parameters
    ----------
    prob_true, prob_pred : ndarray of shape (n_bins,)
        Share of positives and mean probability in each bin, as `calibration_curve`
        returns them; or, without bins, recalibrated probabilities and forecasts.
    y_prob : ndarray of shape (n_samples,)
        The probabilities themselves.
    estimator_name : str, optional
        Name of the curve in the legend.
    pos_label : int, float, bool or str, optional
        The positive label, named on both axes.
    band : CurveBand, optional
        Bounds of the share of positives, drawn in the colour of the curve.

    Attributes
    ----------
    line_ : matplotlib Line2D
        The curve.
    band_ : matplotlib artist or None
        The band, if there is one.
    ax_, figure_ : matplotlib Axes and Figure
        Where all of it is drawn.

    See Also
    --------
    fastmetrics.calibration_curve : the points themselves.
    fastmetrics.reliability_curve : the curve without bins, and the bands.

    Notes
    -----
    A curve of more than 1,000 points is drawn by the few that are needed to come within
    half a pixel of all of them.

    References
    ----------
    .. [1] T. Dimitriadis, T. Gneiting and A. I. Jordan, "Stable reliability diagrams
       for probabilistic classifiers", Proceedings of the National Academy of Sciences
       118(8), 2021, e2016191118.

    Examples
    --------
    >>> from fastmetrics import CalibrationDisplay
    >>> y_true, y_prob = [0, 0, 1, 0, 1, 1], [0.1, 0.2, 0.3, 0.6, 0.8, 0.9]
    >>> display = CalibrationDisplay.from_predictions(y_true, y_prob, n_bins=2)
    >>> display.prob_true.round(2)
    array([0.33, 0.67])
    >>> display.ax_.get_ylabel()
    'Fraction of positives (Positive class: 1)'
    """

    prob_true: Any
    prob_pred: Any
    y_prob: Any
    _: KW_ONLY
    estimator_name: str | None = None
    pos_label: Label | None = None
    band: CurveBand | None = None

    def plot(
        self,
        *,
        ax: Any = None,
        name: str | None = None,
        ref_line: bool = True,
        **kwargs: Any,
    ) -> Self:
        """Draw the curve.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to; by default axes of a new figure.
        name : str, optional
            Name of the curve in the legend, in place of ``estimator_name``.
        ref_line : bool, default=True
            Whether to draw the diagonal, on which calibrated forecasts lie; once in
            the same axes.
        **kwargs : object
            Properties of the line, for matplotlib's ``plot``.

        Returns
        -------
        CalibrationDisplay
            This one.

        Raises
        ------
        TypeError
            If a property is given by both of its names.
        """
        name = self.estimator_name if name is None else name
        default = {"marker": "s", "linestyle": "-"}
        style = styled(default if name is None else {**default, "label": name}, kwargs)
        self.ax_ = ax = new_axes(ax, self)
        self.figure_ = ax.figure
        drawn = ax.get_legend_handles_labels()[1]
        if ref_line and DIAGONAL["label"] not in drawn:
            ax.plot([0, 1], [0, 1], **DIAGONAL)
        self.line_ = draw_line(ax, self.prob_pred, self.prob_true, style)
        self.band_ = None
        if self.band is not None:
            self.band_ = draw_band(ax, self.band, self.line_)
        handles, _ = ax.get_legend_handles_labels()
        if handles:
            ax.legend(loc="lower right")
        of = "" if self.pos_label is None else f" (Positive class: {self.pos_label})"
        ax.set(
            xlabel=f"Mean predicted probability{of}",
            ylabel=f"Fraction of positives{of}",
        )
        return self

    @classmethod
    def from_estimator(
        cls,
        estimator: Any,
        X: Any,
        y: ArrayLike,
        *,
        n_bins: int = 5,
        strategy: ReliabilityMethod = "uniform",
        pos_label: Label | None = None,
        name: str | None = None,
        ax: Any = None,
        ref_line: bool = True,
        confidence_level: float | None = None,
        band: ReliabilityBand | None = None,
        **kwargs: Any,
    ) -> Self:
        """Draw the curve of a fitted classifier's probabilities.

        Parameters
        ----------
        estimator : object
            A fitted classifier of two classes with ``predict_proba``, or a pipeline
            that ends with one.
        X : array_like of shape (n_samples, n_features)
            Features of the rows to predict.
        y : array_like of shape (n_samples,)
            True labels.
        n_bins, strategy : object
            As `from_predictions` takes them.
        pos_label : int, float, bool or str, optional
            The positive label; by default the second of ``estimator.classes_``.
        name : str, optional
            Name of the curve in the legend; by default the estimator's class.
        ax, ref_line : object
            As `plot` takes them.
        confidence_level, band : object
            As `from_predictions` takes them.
        **kwargs : object
            Properties of the line, for matplotlib's ``plot``.

        Returns
        -------
        CalibrationDisplay
            Drawn.

        Raises
        ------
        ValueError
            If ``estimator`` is not a classifier of two classes, or labels or ``X`` do
            not fit.
        AttributeError
            If the estimator has no probabilities.
        """
        y_prob, pos_label = binary_response(estimator, X, "predict_proba", pos_label)
        return cls.from_predictions(
            y,
            y_prob,
            n_bins=n_bins,
            strategy=strategy,
            pos_label=pos_label,
            name=type(estimator).__name__ if name is None else name,
            ax=ax,
            ref_line=ref_line,
            confidence_level=confidence_level,
            band=band,
            **kwargs,
        )

    @classmethod
    def from_predictions(
        cls,
        y_true: ArrayLike,
        y_prob: ArrayLike,
        *,
        n_bins: int = 5,
        strategy: ReliabilityMethod = "uniform",
        pos_label: Label | None = None,
        name: str | None = None,
        ax: Any = None,
        ref_line: bool = True,
        confidence_level: float | None = None,
        band: ReliabilityBand | None = None,
        **kwargs: Any,
    ) -> Self:
        """Draw the curve of given probabilities.

        Parameters
        ----------
        y_true : array_like of shape (n_samples,)
            True labels, of two classes.
        y_prob : array_like of shape (n_samples,)
            Probability of the positive class, in [0, 1], of each row.
        n_bins : int, default=5
            How many bins; empty ones are left out.
        strategy : {"uniform", "quantile", "isotonic"}, default="uniform"
            Bins of one width, or of about equally many rows; or no bins, but
            forecasts recalibrated by isotonic regression.
        pos_label : int, float, bool or str, optional
            The positive label. May be left out when the labels are in {0, 1} or
            {-1, 1}.
        name : str, optional
            Name of the curve in the legend; by default "Classifier".
        ax, ref_line : object
            As `plot` takes them.
        confidence_level : float, optional
            Level of the band; by default 0.95.
        band : {"consistency", "confidence"}, optional
            Bounds between which the curve would lie if the probabilities were
            calibrated; or bounds of the curve itself. See `reliability_curve`.
        **kwargs : object
            Properties of the line, for matplotlib's ``plot``.

        Returns
        -------
        CalibrationDisplay
            Drawn.

        Raises
        ------
        ValueError
            If labels are not of two classes, lengths differ, a probability is NaN or
            not in [0, 1], or ``pos_label`` is needed and not given.
        """
        check_flag(ref_line, "ref_line")
        if not is_one_of(band, (None, *BANDS)):
            raise ValueError(
                f"band must be {', '.join(map(repr, BANDS))} or None, got {shown(band)}"
            )
        level = 0.95 if confidence_level is None else confidence_level
        level = check_level(level)
        check_binary(y_true)
        shares, means, bounds = _calibration_of(
            y_true, y_prob, pos_label, n_bins, strategy, band, level
        )
        if strategy == "isotonic":
            kwargs = {"marker": "", **kwargs}
        display = cls(
            shares,
            means,
            y_prob,
            estimator_name="Classifier" if name is None else name,
            pos_label=1 if pos_label is None else pos_label,
            band=bounds,
        )
        return display.plot(ax=ax, ref_line=ref_line, **kwargs)


def _calibration_of(
    y_true: Any,
    y_prob: Any,
    pos_label: Any,
    n_bins: int,
    strategy: Any,
    band: Any,
    level: float,
) -> tuple[Any, Any, CurveBand | None]:
    """Return shares of positives, mean probabilities, and the band if there is one."""
    made = None
    if strategy == "isotonic" or band is not None:
        made = reliability_curve(
            y_true,
            y_prob,
            method=strategy,
            n_bins=n_bins,
            band=band,
            confidence_level=level,
            random_state=SEED,
            pos_label=pos_label,
        )
    bounds = None
    if made is not None and made.low is not None and made.high is not None:
        at, y = made.y_proba, made.calibrated
        drawn = "bootstrap" if band == "confidence" else "simulation"
        bounds = CurveBand(at, y, made.low, made.high, band, drawn, True, level)
    if made is not None and strategy == "isotonic":
        return made.calibrated, made.y_proba, bounds
    shares, means = calibration_curve(
        y_true, y_prob, pos_label=pos_label, n_bins=n_bins, strategy=strategy
    )
    return shares, means, bounds


# --------------------------------------------------------------------------- decisions
# DecisionCurveDisplay: net benefit over the threshold probability.


# Of deciding alike about all rows; drawn once in the same axes.
TREAT_ALL = {"label": "Treat all", "color": "0.45", "linestyle": "--"}
TREAT_NONE = {"label": "Treat none", "color": "k", "linestyle": ":"}
# Below 0 so much of what is above is shown: what is worse than treating nobody is not
# looked at closely.
_BELOW, _ABOVE = 0.15, 1.1


@dataclass(eq=False, repr=False)
class DecisionCurveDisplay(Display):
    """Decision curve, drawn with the curves for treating all and treating none.

    Usually made by `from_predictions` or `from_estimator`. All parameters are
    attributes too.

    Parameters
    ----------
    curve : DecisionCurve
        As `decision_curve` returns it.
    estimator_name : str, optional
        Name of the curve in the legend.
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

    curve: DecisionCurve
    _: KW_ONLY
    estimator_name: str | None = None
    standardized: bool = False

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
            Name of the curve in the legend, in place of ``estimator_name``.
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
            If a property is given by both of its names, or ``band`` is not a bool.
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
            Features of the rows to predict.
        y : array_like of shape (n_samples,)
            True labels.
        pos_label : int, float, bool or str, optional
            The positive label; by default the second of ``estimator.classes_``.
        name : str, optional
            Name of the curve in the legend; by default the estimator's class.
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
            Name of the curve in the legend; by default "Classifier".
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
