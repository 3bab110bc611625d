"""DetCurveDisplay: misses over false alarms, on the scales of normal deviates."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from fastmetrics._common.options import check_flag
from fastmetrics.metrics.scores.curves import CurveBand, det_curve, roc_bounds
from fastmetrics.metrics.scores.curves import (
    equal_error_rate as _equal_error_rate,
)
from fastmetrics.report.displays import (
    Display,
    binary_response,
    draw_band,
    draw_legend,
    draw_line,
    styled,
    with_class,
)
from fastmetrics.report.displays.scored import (
    PLACES,
    IntervalOptions,
    Scored,
)
from fastmetrics.show.pictures import Scale
from fastmetrics.show.pictures.drawing import new_axes

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._common.annotations import Label

# Normal deviates that are shown, and the rates that are written beside the axes.
DEVIATES = Scale("", -3.0, 3.0)
TICKS = {
    0.001: "0.1%",
    0.01: "1%",
    0.05: "5%",
    0.2: "20%",
    0.5: "50%",
    0.8: "80%",
    0.95: "95%",
    0.99: "99%",
    0.999: "99.9%",
}


@dataclass(eq=False, repr=False, kw_only=True)
class DetCurveDisplay(Display):
    """A detection error trade-off, drawn on the scales of normal deviates.

    Usually made by `from_estimator` or `from_predictions`. All parameters are
    attributes too.

    Parameters
    ----------
    fpr, fnr : ndarray of shape (n_points,)
        False positive and false negative rates, as `det_curve` returns them.
    estimator_name : str, optional
        Name of the curve in the legend.
    pos_label : int, float, bool or str, optional
        The positive label, named on both axes.
    band : CurveBand, optional
        Bounds of the false negative rate, drawn around the curve.
    equal_error_rate : float, optional
        Where both rates are equal, marked by a point on the curve.

    Attributes
    ----------
    line_ : matplotlib Line2D
        The curve.
    band_ : matplotlib artist or None
        The band, if there is one.
    point_ : matplotlib Line2D or None
        The equal error rate, if it is marked.
    ax_, figure_ : matplotlib Axes and Figure
        Where all of it is drawn.

    See Also
    --------
    fastmetrics.det_curve : the points themselves.
    fastmetrics.RocCurveDisplay : the same trade-off with the hit rate.

    Notes
    -----
    Normal scores of two classes make a straight line. Rates of 0 and 1 would be at
    infinity and are drawn outside the axes. A curve of more than 1,000 points is drawn
    by the few that are needed to come within half a pixel of all of them.

    References
    ----------
    .. [1] A. Martin et al., "The DET curve in assessment of detection task
       performance", Eurospeech 1997, 1895-1898.

    Examples
    --------
    >>> from fastmetrics import DetCurveDisplay
    >>> y_true, y_score = [0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]
    >>> display = DetCurveDisplay.from_predictions(y_true, y_score, name="mine")
    >>> display.fnr
    array([0. , 0.5, 0.5])
    >>> display.line_.get_label()
    'mine'
    """

    fpr: NDArray[Any]
    fnr: NDArray[Any]
    estimator_name: str | None = None
    pos_label: Label | None = None
    band: CurveBand | None = None
    equal_error_rate: float | None = None

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
        confidence_level: float | None = None,
        band: str | None = None,
        equal_error_rate: bool = False,
        **kwargs: Any,
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
        drop_intermediate : bool, default=True
            Leave out points that a plot does not need.
        response_method : {"auto", "predict_proba", "decision_function"}, \
default="auto"
            What gives the scores; "auto" is the first of the two that there is.
        pos_label : int, float, bool or str, optional
            The positive label; by default the second of ``estimator.classes_``.
        name : str, optional
            Name of the curve in the legend; by default the estimator's class.
        ax : matplotlib Axes, optional
            Where to; by default axes of a new figure.
        confidence_level, band, equal_error_rate : object
            As `from_predictions` takes them.
        **kwargs : object
            Properties of the line, for matplotlib's ``plot``.

        Returns
        -------
        DetCurveDisplay
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
            confidence_level=confidence_level,
            band=band,
            equal_error_rate=equal_error_rate,
            **kwargs,
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
        confidence_level: float | None = None,
        band: str | None = None,
        equal_error_rate: bool = False,
        **kwargs: Any,
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
            Name of the curve in the legend; by default "Classifier".
        ax : matplotlib Axes, optional
            Where to; by default axes of a new figure.
        confidence_level : float, optional
            The level of the band; by default 0.95.
        band : {"pointwise", "simultaneous"}, optional
            Bounds around the curve: at each false positive rate alone, or around all
            of it at once. Not with weights.
        **kwargs : object
            Properties of the line, for matplotlib's ``plot``.

        Returns
        -------
        DetCurveDisplay
            Drawn.

        Raises
        ------
        ValueError
            If labels are not of two classes, lengths differ, a score is NaN or
            infinite, or ``pos_label`` is needed and not given.
        """
        check_flag(equal_error_rate, "equal_error_rate")
        asked = IntervalOptions(confidence_level, band, sample_weight)
        scored = Scored(y_true, y_score, pos_label, sample_weight)
        # From the columns: it says what is wrong with one class.
        fpr, fnr, _ = det_curve(*scored.columns, drop_intermediate)
        display = cls(
            fpr=fpr,
            fnr=fnr,
            estimator_name="Classifier" if name is None else name,
            pos_label=scored.pos_label,
            band=_band(scored, asked),
        )
        if equal_error_rate:
            display.equal_error_rate = _equal_error_rate(
                y_true, y_score, pos_label=pos_label, sample_weight=sample_weight
            )
        return display.plot(ax=ax, **kwargs)

    def plot(self, ax: Any = None, *, name: str | None = None, **kwargs: Any) -> Self:
        """Draw the curve.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to; by default axes of a new figure.
        name : str, optional
            Name of the curve in the legend, in place of ``estimator_name``.
        **kwargs : object
            Properties of the line, for matplotlib's ``plot``.

        Returns
        -------
        DetCurveDisplay
            This one.
        """
        name = self.estimator_name if name is None else name
        self.ax_ = ax = new_axes(ax, self)
        self.figure_ = ax.figure
        x, y = _deviates(self.fpr), _deviates(self.fnr)
        self.line_ = draw_line(ax, x, y, styled({"label": name}, kwargs), DEVIATES)
        self.band_ = None
        if self.band is not None:
            x, low, high = map(_deviates, self.band[:3])
            placed = self.band._replace(x=x, low=low, high=high)
            self.band_ = draw_band(ax, placed, self.line_, DEVIATES)
        self.point_ = None
        if self.equal_error_rate is not None:
            place = _deviates(np.array([self.equal_error_rate]))
            style = {"marker": "o", "linestyle": "", "color": self.line_.get_color()}
            [self.point_] = ax.plot(place, place, **style)
        places = _deviates(np.array([*TICKS]))
        for which in (ax.xaxis, ax.yaxis):
            which.set_ticks(places, list(TICKS.values()))
        ax.set(
            xlabel=with_class("False Positive Rate", self.pos_label),
            ylabel=with_class("False Negative Rate", self.pos_label),
            xlim=(DEVIATES.low, DEVIATES.high),
            ylim=(DEVIATES.low, DEVIATES.high),
        )
        draw_legend(ax, [self.line_], "lower right")
        return self


def _band(scored: Scored, asked: IntervalOptions) -> CurveBand | None:
    """Return bounds of the rate of misses, at places that are evenly shown."""
    from scipy.special import ndtr

    at = ndtr(np.linspace(DEVIATES.low or 0.0, DEVIATES.high or 0.0, PLACES))
    found = scored.band(roc_bounds, asked, at)
    return found and found._replace(
        y=1 - found.y, low=1 - found.high, high=1 - found.low
    )


def _deviates(rates: NDArray[Any]) -> NDArray[np.float64]:
    """Return normal quantiles of rates, of 0 and 1 those of the numbers next to it."""
    from scipy.special import ndtri

    rates = np.asarray(rates, np.float64)
    least = np.finfo(rates.dtype).eps
    return np.asarray(ndtri(np.clip(rates, least, 1 - least)))
