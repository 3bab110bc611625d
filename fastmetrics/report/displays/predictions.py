"""ConfusionMatrixDisplay and PredictionErrorDisplay, as in scikit-learn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from numbers import Integral
from typing import TYPE_CHECKING, Any, Literal, Self

import numpy as np

from fastmetrics._common.bounds import proportion
from fastmetrics._common.names import shown
from fastmetrics._common.options import is_one_of, is_real, number
from fastmetrics._inputs.columns import as_column, raise_no_rows
from fastmetrics._inputs.labels import check_length
from fastmetrics._inputs.points import generator
from fastmetrics._inputs.scores import numbers
from fastmetrics.intervals.resolve import check_options
from fastmetrics.metrics.labels.confusion import confusion_matrix as count_pairs
from fastmetrics.metrics.labels.counting.confusion_counts import ConfusionCounts
from fastmetrics.report.displays import is_classifier, styled
from fastmetrics.show.pictures.drawing import new_axes

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


# ------------------------------------------------------------------------------ labels
# ConfusionMatrixDisplay: how often each label was predicted for each label.


@dataclass(eq=False, repr=False)
class ConfusionMatrixDisplay:
    r"""A confusion matrix, drawn: rows are the truth, columns the prediction.

    Usually made by `from_estimator` or `from_predictions`. All parameters are
    attributes too.

    Parameters
    ----------
    confusion_matrix : ndarray of shape (n_labels, n_labels)
        As `confusion_matrix` returns it.
    display_labels : array_like of shape (n_labels,), optional
        Names of the labels at the axes; by default numbers from 0 up.
    low, high : ndarray of shape (n_labels, n_labels), optional
        Bounds of each share, written below it.

    Attributes
    ----------
    im_ : matplotlib AxesImage
        The colours.
    text_ : ndarray of matplotlib Text, or None
        The numbers.
    ax_, figure_ : matplotlib Axes and Figure
        Where all of it is drawn.

    See Also
    --------
    fastmetrics.confusion_matrix : the numbers themselves.
    fastmetrics.ConfusionCounts : the counts as a summary that adds up.

    References
    ----------
    .. [1] J. T. Townsend, "Theoretical analysis of an alphabetic confusion matrix",
       Perception & Psychophysics 9, 1971, 40-50.

    Examples
    --------
    >>> from fastmetrics import ConfusionMatrixDisplay
    >>> y_true, y_pred = [0, 0, 0, 1, 1], [0, 0, 1, 1, 1]
    >>> display = ConfusionMatrixDisplay.from_predictions(
    ...     y_true, y_pred, normalize="true", confidence_level=0.95)
    >>> [one.get_text() for one in display.text_[0]]
    ['0.67\n[0.21, 0.94]', '0.33\n[0.061, 0.79]']
    """

    confusion_matrix: NDArray[Any]
    _: KW_ONLY
    display_labels: ArrayLike | None = None
    low: NDArray[Any] | None = None
    high: NDArray[Any] | None = None

    def plot(
        self,
        *,
        include_values: bool = True,
        cmap: Any = "viridis",
        xticks_rotation: Literal["vertical", "horizontal"] | float = "horizontal",
        values_format: str | None = None,
        ax: Any = None,
        colorbar: bool = True,
        im_kw: Mapping[str, Any] | None = None,
        text_kw: Mapping[str, Any] | None = None,
    ) -> Self:
        """Draw the matrix.

        Parameters
        ----------
        include_values : bool, default=True
            Write the number into each cell.
        cmap : str or matplotlib Colormap, default="viridis"
            Colours from the least to the greatest number.
        xticks_rotation : {"vertical", "horizontal"} or float, default="horizontal"
            How labels below the matrix stand; a number is an angle in degrees.
        values_format : str, optional
            As ``format`` takes it. By default two digits, or a whole number where that
            is shorter.
        ax : matplotlib Axes, optional
            Where to; by default axes of a new figure.
        colorbar : bool, default=True
            Draw the scale of the colours.
        im_kw, text_kw : dict, optional
            Properties for matplotlib's ``imshow`` and of the numbers.

        Returns
        -------
        ConfusionMatrixDisplay
            This one.

        Raises
        ------
        TypeError
            If a property is given by both of its names.
        """
        matrix = np.asarray(self.confusion_matrix)
        n = len(matrix)
        image = styled({"interpolation": "nearest", "cmap": cmap}, im_kw)
        self.ax_ = ax = new_axes(ax, self)
        self.figure_ = ax.figure
        self.im_ = ax.imshow(matrix, **image)
        self.text_ = None
        if include_values:
            self.text_ = self._write(matrix, values_format, text_kw or {})
        labels = np.arange(n) if self.display_labels is None else self.display_labels
        if colorbar:
            self.figure_.colorbar(self.im_, ax=ax)
        ax.set(
            xticks=np.arange(n),
            yticks=np.arange(n),
            xticklabels=labels,
            yticklabels=labels,
            xlabel="Predicted label",
            ylabel="True label",
            ylim=(n - 0.5, -0.5),
        )
        for one in ax.get_xticklabels():
            one.set_rotation(xticks_rotation)
        return self

    def _write(
        self, matrix: NDArray[Any], form: str | None, text_kw: Mapping[str, Any]
    ) -> NDArray[Any]:
        """Write each number in the colour of the other end of the scale."""
        least, most = self.im_.cmap(0), self.im_.cmap(1.0)
        middle = (matrix.max() + matrix.min()) / 2.0
        written = np.empty(matrix.shape, object)
        for (i, j), value in np.ndenumerate(matrix):
            text = _written(value, form)
            if self.low is not None and self.high is not None:
                ends = (_written(side[i, j], form) for side in (self.low, self.high))
                text += f"\n[{', '.join(ends)}]"
            colour = most if value < middle else least
            style = {"horizontalalignment": "center", "verticalalignment": "center"}
            style = styled({**style, "color": colour}, text_kw)
            written[i, j] = self.ax_.text(j, i, text, **style)
        return written

    @classmethod
    def from_estimator(
        cls,
        estimator: Any,
        X: Any,
        y: ArrayLike,
        *,
        labels: ArrayLike | None = None,
        sample_weight: ArrayLike | None = None,
        normalize: Literal["true", "pred", "all"] | None = None,
        display_labels: ArrayLike | None = None,
        include_values: bool = True,
        xticks_rotation: Literal["vertical", "horizontal"] | float = "horizontal",
        values_format: str | None = None,
        cmap: Any = "viridis",
        ax: Any = None,
        colorbar: bool = True,
        im_kw: Mapping[str, Any] | None = None,
        text_kw: Mapping[str, Any] | None = None,
        confidence_level: float | None = None,
    ) -> Self:
        """Draw the matrix of a fitted classifier's predictions.

        Parameters
        ----------
        estimator : object
            A fitted classifier, or a pipeline that ends with one.
        X : array_like of shape (n_samples, n_features)
            Features of the rows to predict.
        y : array_like of shape (n_samples,)
            True labels.
        labels, sample_weight, normalize, display_labels, confidence_level : object
            As `from_predictions` takes them.
        include_values, xticks_rotation, values_format, cmap, ax, colorbar, im_kw, \
text_kw : object
            As `plot` takes them.

        Returns
        -------
        ConfusionMatrixDisplay
            Drawn.

        Raises
        ------
        ValueError
            If ``estimator`` is not a classifier, or labels or ``X`` do not fit.
        """
        if not is_classifier(estimator):
            raise ValueError(
                f"{cls.__name__}.from_estimator only supports classifiers, got "
                f"{type(estimator).__name__}"
            )
        return cls.from_predictions(
            y,
            estimator.predict(X),
            labels=labels,
            sample_weight=sample_weight,
            normalize=normalize,
            display_labels=display_labels,
            include_values=include_values,
            xticks_rotation=xticks_rotation,
            values_format=values_format,
            cmap=cmap,
            ax=ax,
            colorbar=colorbar,
            im_kw=im_kw,
            text_kw=text_kw,
            confidence_level=confidence_level,
        )

    @classmethod
    def from_predictions(
        cls,
        y_true: ArrayLike,
        y_pred: ArrayLike,
        *,
        labels: ArrayLike | None = None,
        sample_weight: ArrayLike | None = None,
        normalize: Literal["true", "pred", "all"] | None = None,
        display_labels: ArrayLike | None = None,
        include_values: bool = True,
        xticks_rotation: Literal["vertical", "horizontal"] | float = "horizontal",
        values_format: str | None = None,
        cmap: Any = "viridis",
        ax: Any = None,
        colorbar: bool = True,
        im_kw: Mapping[str, Any] | None = None,
        text_kw: Mapping[str, Any] | None = None,
        confidence_level: float | None = None,
    ) -> Self:
        """Draw the matrix of given predictions.

        Parameters
        ----------
        y_true, y_pred : array_like of shape (n_samples,)
            True and predicted labels: whole numbers, strings or bool.
        labels : array_like of shape (n_labels,), optional
            The labels of the matrix, in its order. By default all that occur, sorted.
        sample_weight : array_like of shape (n_samples,), optional
            Weight per row: finite, not negative, not all zero.
        normalize : {"true", "pred", "all"}, optional
            Divide by the sum of each row, of each column, or of the whole.
        display_labels : array_like of shape (n_labels,), optional
            Names of the labels; by default the labels themselves.
        include_values, xticks_rotation, values_format, cmap, ax, colorbar, im_kw, \
text_kw : object
            As `plot` takes them.
        confidence_level : float, optional
            Write Wilson's interval of this level below each share. Only with
            ``normalize``, and not with weights.

        Returns
        -------
        ConfusionMatrixDisplay
            Drawn.

        Raises
        ------
        ValueError
            If lengths differ, labels are not classes, or an interval is requested that
            does not exist.
        """
        # One pass over the rows: all else is read off the counts.
        counts = ConfusionCounts.from_labels(
            y_true, y_pred, sample_weight=sample_weight
        )
        matrix = count_pairs(counts, None, labels=labels, normalize=normalize)
        if display_labels is None:
            display_labels = counts.labels if labels is None else labels
        low = high = None
        if confidence_level is not None:
            confidence_level = check_options(confidence_level, "auto", None)
            if normalize is None or sample_weight is not None:
                raise ValueError(
                    "confidence_level needs shares of rows: give normalize, and no "
                    "sample_weight"
                )
            kept = counts if labels is None else counts.restrict(labels)
            low, high = _bounds(kept.counts, normalize, confidence_level)
        display = cls(matrix, display_labels=display_labels, low=low, high=high)
        return display.plot(
            include_values=include_values,
            cmap=cmap,
            xticks_rotation=xticks_rotation,
            values_format=values_format,
            ax=ax,
            colorbar=colorbar,
            im_kw=im_kw,
            text_kw=text_kw,
        )


def _written(value: Any, form: str | None) -> str:
    if form is not None:
        return format(value, form)
    short = format(value, ".2g")
    if value.dtype.kind == "f":
        return short
    return min(short, format(value, "d"), key=len)


def _bounds(
    counts: NDArray[Any], normalize: str, confidence_level: float
) -> Sequence[NDArray[np.float64]]:
    """Return Wilson's bounds of the share of each cell; NaN where there are no rows."""
    axis = {"true": 1, "pred": 0, "all": None}[normalize]
    totals = np.broadcast_to(counts.sum(axis=axis, keepdims=True), counts.shape)
    low, high = np.full((2, *counts.shape), np.nan)
    for cell in zip(*np.nonzero(totals), strict=True):
        n, of = int(counts[cell]), int(totals[cell])
        low[cell], high[cell] = proportion("wilson", n, of, confidence_level)
    return low, high


# ----------------------------------------------------------------------------- numbers
# PredictionErrorDisplay: predicted and true numbers.


KINDS = ("actual_vs_predicted", "residual_vs_predicted")


@dataclass(eq=False, repr=False, kw_only=True)
class PredictionErrorDisplay:
    """Predictions of a number, drawn over the true values or with their residuals.

    Usually made by `from_estimator` or `from_predictions`. All parameters are
    attributes too.

    Parameters
    ----------
    y_true, y_pred : ndarray of shape (n_samples,)
        True and predicted values, those that are drawn.

    Attributes
    ----------
    line_ : matplotlib Line2D
        Where predictions are right.
    scatter_ : matplotlib PathCollection
        A point per row.
    ax_, figure_ : matplotlib Axes and Figure
        Where all of it is drawn.

    Notes
    -----
    Points around the line show no pattern where a model has found all that there is to
    find; a bend or a funnel is something that it has missed.

    References
    ----------
    .. [1] F. J. Anscombe and J. W. Tukey, "The examination and analysis of residuals",
       Technometrics 5(2), 1963, 141-160.

    Examples
    --------
    >>> from fastmetrics import PredictionErrorDisplay
    >>> display = PredictionErrorDisplay.from_predictions([1.0, 2.0, 4.0], [1.5, 2, 3])
    >>> display.scatter_.get_offsets()[:, 1].tolist()
    [-0.5, 0.0, 1.0]
    """

    y_true: NDArray[Any]
    y_pred: NDArray[Any]

    def plot(
        self,
        ax: Any = None,
        *,
        kind: Literal[
            "actual_vs_predicted", "residual_vs_predicted"
        ] = "residual_vs_predicted",
        scatter_kwargs: Mapping[str, Any] | None = None,
        line_kwargs: Mapping[str, Any] | None = None,
    ) -> Self:
        """Draw the points.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to; by default axes of a new figure.
        kind : {"actual_vs_predicted", "residual_vs_predicted"}, \
default="residual_vs_predicted"
            Quantity on the vertical axis over the prediction: the true value, or the
            true value minus the prediction.
        scatter_kwargs, line_kwargs : dict, optional
            Properties of the points and of the line.

        Returns
        -------
        PredictionErrorDisplay
            This one.

        Raises
        ------
        ValueError
            If ``kind`` is neither of these.
        TypeError
            If a property is given by both of its names.
        """
        if not is_one_of(kind, KINDS):
            raise ValueError(
                f"kind must be one of {', '.join(KINDS)}, got {shown(kind)}"
            )
        points = styled({"color": "tab:blue", "alpha": 0.8}, scatter_kwargs)
        right = {"color": "black", "alpha": 0.7, "linestyle": "--"}
        right = styled(right, line_kwargs)
        true, predicted = np.asarray(self.y_true), np.asarray(self.y_pred)
        self.ax_ = ax = new_axes(ax, self)
        self.figure_ = ax.figure
        ends = np.array([predicted.min(), predicted.max()])
        if kind == "actual_vs_predicted":
            ends = np.array([min(true.min(), ends[0]), max(true.max(), ends[1])])
            [self.line_] = ax.plot(ends, ends, **right)
            self.scatter_ = ax.scatter(predicted, true, **points)
            ticks = np.linspace(ends[0], ends[1], num=5)
            ax.set_aspect("equal", adjustable="datalim")
            ax.set(xticks=ticks, yticks=ticks, ylabel="Actual values")
        else:
            [self.line_] = ax.plot(ends, np.zeros(2), **right)
            self.scatter_ = ax.scatter(predicted, true - predicted, **points)
            ax.set(ylabel="Residuals (actual - predicted)")
        ax.set(xlabel="Predicted values")
        return self

    @classmethod
    def from_estimator(
        cls,
        estimator: Any,
        X: Any,
        y: ArrayLike,
        *,
        kind: Literal[
            "actual_vs_predicted", "residual_vs_predicted"
        ] = "residual_vs_predicted",
        subsample: float | None = 1000,
        random_state: Any = None,
        ax: Any = None,
        scatter_kwargs: Mapping[str, Any] | None = None,
        line_kwargs: Mapping[str, Any] | None = None,
    ) -> Self:
        """Draw the predictions of a fitted regressor.

        Parameters
        ----------
        estimator : object
            Anything with ``predict``.
        X : array_like of shape (n_samples, n_features)
            Features of the rows to predict.
        y : array_like of shape (n_samples,)
            True values.
        kind, ax, scatter_kwargs, line_kwargs : object
            As `plot` takes them.
        subsample, random_state : object
            As `from_predictions` takes them.

        Returns
        -------
        PredictionErrorDisplay
            Drawn.
        """
        return cls.from_predictions(
            y,
            estimator.predict(X),
            kind=kind,
            subsample=subsample,
            random_state=random_state,
            ax=ax,
            scatter_kwargs=scatter_kwargs,
            line_kwargs=line_kwargs,
        )

    @classmethod
    def from_predictions(
        cls,
        y_true: ArrayLike,
        y_pred: ArrayLike,
        *,
        kind: Literal[
            "actual_vs_predicted", "residual_vs_predicted"
        ] = "residual_vs_predicted",
        subsample: float | None = 1000,
        random_state: Any = None,
        ax: Any = None,
        scatter_kwargs: Mapping[str, Any] | None = None,
        line_kwargs: Mapping[str, Any] | None = None,
    ) -> Self:
        """Draw given predictions.

        Parameters
        ----------
        y_true, y_pred : array_like of shape (n_samples,)
            True and predicted values.
        kind, ax, scatter_kwargs, line_kwargs : object
            As `plot` takes them.
        subsample : int, float or None, default=1000
            How many rows are drawn, with replacement, or which share of them; None
            draws all.
        random_state : None, int, numpy.random.RandomState or Generator, optional
            What rows are drawn with; an int draws the same rows each time.

        Returns
        -------
        PredictionErrorDisplay
            Drawn.

        Raises
        ------
        ValueError
            If lengths differ, or ``subsample`` is neither a number nor a proportion of
            rows.
        """
        true, predicted = (
            numbers(as_column(values, name), name).astype(np.float64)
            for values, name in ((y_true, "y_true"), (y_pred, "y_pred"))
        )
        n = len(true)
        if n == 0:
            raise_no_rows("y_true")
        check_length(predicted, n, "y_pred")
        size = _size(subsample, n)
        if size < n:
            rows = generator(random_state).choice(n, size=size)
            true, predicted = true[rows], predicted[rows]
        return cls(y_true=true, y_pred=predicted).plot(
            ax=ax, kind=kind, scatter_kwargs=scatter_kwargs, line_kwargs=line_kwargs
        )


def _size(subsample: Any, n: int) -> int:
    """Return how many of n rows are to be drawn."""
    if subsample is None:
        return n
    if isinstance(subsample, Integral) and is_real(subsample):
        size = int(subsample)
        if size > 0:
            return size
        raise ValueError(f"subsample must be positive, got {shown(subsample)}")
    share = number(subsample, "subsample")
    if not 0 < share < 1:
        raise ValueError(
            f"a share as subsample must be in (0, 1), got {shown(subsample)}"
        )
    if n * share < 1:
        raise ValueError(f"subsample={subsample!r} draws no row of {n}")
    return int(n * share)
