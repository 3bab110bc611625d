"""PredictionErrorDisplay: predicted numbers and what is true of them."""

from __future__ import annotations

from collections.abc import Mapping
from numbers import Integral
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import is_one_of, is_real, number
from fastmetrics._inputs.columns import as_column, raise_no_rows
from fastmetrics._inputs.labels import check_length
from fastmetrics._inputs.points import generator
from fastmetrics._inputs.scores import numbers
from fastmetrics.report.displays.styles import styled
from fastmetrics.show.pictures.figures import new_axes

if TYPE_CHECKING:
    from typing import Literal, Self

    from numpy.typing import ArrayLike, NDArray

KINDS = ("actual_vs_predicted", "residual_vs_predicted")


class PredictionErrorDisplay:
    """Predictions of a number, drawn with the true values or with what is left over.

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

    def __init__(self, *, y_true: NDArray[Any], y_pred: NDArray[Any]) -> None:
        self.y_true = y_true
        self.y_pred = y_pred

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
            What is drawn over the prediction: the true value, or the true value minus
            the prediction.
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
            What it is asked about.
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
            If lengths differ, or ``subsample`` is no number of rows and no share.
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
