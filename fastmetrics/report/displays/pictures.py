"""Displays of the pictures that reports have: from a report, or from columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from fastmetrics.report.displays import binary_response
from fastmetrics.report.evaluation import evaluate
from fastmetrics.report.plots.forest import pictures

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from fastmetrics._common.annotations import Label
    from fastmetrics.report.content import Content
    from fastmetrics.show.pictures import Picture


# A display is the same each time that it is made.
SEED = 0


class PictureDisplay:
    """A picture of a report, to be drawn where and as often as one likes.

    Parameters
    ----------
    picture : Picture
        What is drawn.

    Attributes
    ----------
    title : str
        Main result of the picture, in one sentence.
    ax_ : matplotlib Axes or list of them
        Where it has been drawn: a list where the picture has several panels.
    figure_ : matplotlib Figure
        Their figure.
    """

    kind: ClassVar[str]

    ax_: Any
    figure_: Any

    def __init__(self, picture: Picture) -> None:
        self.picture = picture

    @property
    def title(self) -> str:
        """Main result of the picture, in one sentence."""
        return str(self.picture.title)

    @classmethod
    def from_report(cls, report: Content, *, ax: Any = None, **options: Any) -> Self:
        """Draw the picture of a report.

        Parameters
        ----------
        report : Report
            As `evaluate` returns it.
        ax : object
            As `plot` takes it.
        **options : object
            As ``report.plot`` takes them for this kind of picture.

        Returns
        -------
        PictureDisplay
            Drawn.

        Raises
        ------
        ValueError
            If the report has no such picture.
        """
        [picture] = pictures(report, cls.kind, **options)
        return cls(picture).plot(ax)

    def plot(self, ax: Any = None, *, dark: bool = False, language: str = "en") -> Self:
        """Draw the picture.

        Parameters
        ----------
        ax : matplotlib Axes or sequence of them, optional
            Where to: of several panels each goes into axes of its own. By default a
            figure of its own, which shows itself in a notebook.
        dark : bool, default=False
            On dark ground.
        language : {"en", "zh"}, default="en"
            Language of the texts.

        Returns
        -------
        PictureDisplay
            This one.

        Raises
        ------
        ValueError
            If there are more or fewer axes than panels.
        ImportError
            If matplotlib is not installed.
        """
        from fastmetrics.show.pictures.drawing import check_installed, draw

        check_installed(type(self).__name__)
        panels = self.picture.panels
        if ax is None:
            self.figure_ = draw(self.picture, dark=dark, language=language)
            axes = self.figure_.axes[: len(panels)]
        else:
            axes = list(np.ravel(ax))
            if len(axes) != len(panels):
                raise ValueError(
                    f"ax has {len(axes)} axes, but the picture {self.picture.name!r} "
                    f"has {len(panels)} panels: each needs its own"
                )
            for one, panel in zip(axes, panels, strict=True):
                alone = replace(self.picture, panels=[panel])
                self.figure_ = draw(alone, dark=dark, ax=one, language=language)
        self.ax_ = axes[0] if len(axes) == 1 else axes
        return self

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Any:
        from fastmetrics.show.pictures.svg import to_svg

        return {"text/plain": repr(self), "text/html": to_svg(self.picture)}

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.title}>"


class ScoresDisplay(PictureDisplay):
    """A picture of the scores of one or several models of a target of two classes."""

    # The metric that the picture writes beside each model.
    metric: ClassVar[str]

    @classmethod
    def from_predictions(
        cls,
        y_true: ArrayLike,
        y_score: ArrayLike | Mapping[str, ArrayLike],
        *,
        sample_weight: ArrayLike | None = None,
        pos_label: Label | None = None,
        name: str | None = None,
        threshold: float | None = None,
        confidence_level: float | None = 0.95,
        ax: Any = None,
    ) -> Self:
        """Draw the picture of given scores.

        Parameters
        ----------
        y_true : array_like of shape (n_samples,)
            True labels, of two classes.
        y_score : array_like of shape (n_samples,), or dict of name to such an array
            Any finite real scores; larger means more positive.
        sample_weight : array_like of shape (n_samples,), optional
            Weight per row: finite, not negative, not all zero.
        pos_label : int, float, bool or str, optional
            The positive label. May be left out when the labels are in {0, 1} or
            {-1, 1}.
        name : str, optional
            Name of a single model; by default "Classifier".
        threshold : float, optional
            A threshold that was chosen, to be marked.
        confidence_level : float or None, default=0.95
            Level of the intervals next to the models; None omits them and the
            resampling that they may need.
        ax : object
            As `plot` takes it.

        Returns
        -------
        PictureDisplay
            Drawn.

        Raises
        ------
        ValueError
            If labels are not of two classes, lengths differ, a score is NaN or
            infinite, or ``pos_label`` is needed and not given.
        """
        if not isinstance(y_score, Mapping):
            y_score = {"Classifier" if name is None else name: y_score}
        elif name is not None:
            raise TypeError("name is for one model; y_score is a dict with names")
        wants = confidence_level is not None
        report = evaluate(
            y_true,
            y_score=y_score,
            threshold=threshold,
            # Its interval needs no replicates.
            metrics=[cls.metric if wants else "roc_auc_score"],
            sample_weight=sample_weight,
            pos_label=pos_label,
            confidence_level=0.95 if confidence_level is None else confidence_level,
            random_state=SEED,
        )
        return cls.from_report(report, ax=ax)

    @classmethod
    def from_estimator(
        cls,
        estimator: Any,
        X: Any,
        y: ArrayLike,
        *,
        sample_weight: ArrayLike | None = None,
        response_method: str = "auto",
        pos_label: Label | None = None,
        name: str | None = None,
        threshold: float | None = None,
        confidence_level: float | None = 0.95,
        ax: Any = None,
    ) -> Self:
        """Draw the picture of a fitted classifier's scores.

        Parameters
        ----------
        estimator : object
            A fitted classifier of two classes, or a pipeline that ends with one.
        X : array_like of shape (n_samples, n_features)
            Features of the rows to predict.
        y : array_like of shape (n_samples,)
            True labels.
        sample_weight, threshold, confidence_level, ax : object
            As `from_predictions` takes them.
        response_method : {"auto", "predict_proba", "decision_function"}, \
default="auto"
            What gives the scores; "auto" is the first of the two that there is.
        pos_label : int, float, bool or str, optional
            The positive label; by default the second of ``estimator.classes_``.
        name : str, optional
            Name of the model; by default the estimator's class.

        Returns
        -------
        PictureDisplay
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
            pos_label=pos_label,
            name=type(estimator).__name__ if name is None else name,
            threshold=threshold,
            confidence_level=confidence_level,
            ax=ax,
        )


def clustered(estimator: Any, X: Any) -> Any:
    """Return the clusters of rows: those that a fitted clusterer found, or predicts."""
    labels: Sequence[Any] | None = getattr(estimator, "labels_", None)
    if labels is not None and len(labels) == np.shape(X)[0]:
        return labels
    if callable(getattr(estimator, "predict", None)):
        return estimator.predict(X)
    raise AttributeError(
        f"{type(estimator).__name__} has neither labels_ of these rows nor predict: "
        "its clusters are not known"
    )


class IntervalDisplay(PictureDisplay):
    """Values with their confidence intervals: a panel a metric, a line a model.

    Made by `from_predictions` or `from_report`.

    See Also
    --------
    fastmetrics.confidence_interval : one interval as numbers.
    fastmetrics.evaluate : all metrics with their intervals.

    References
    ----------
    .. [1] S. Lewis and M. Clarke, "Forest plots: trying to see the wood and the
       trees", BMJ 322, 2001, 1479-1480.

    Examples
    --------
    >>> from fastmetrics import IntervalDisplay
    >>> display = IntervalDisplay.from_predictions(
    ...     [0, 0, 1, 1], y_score={"mine": [0.1, 0.4, 0.35, 0.8]},
    ...     metrics=["roc_auc_score"])
    >>> display.ax_.get_title()
    'Area under the ROC curve'
    """

    kind = "forest"

    @classmethod
    def from_predictions(
        cls,
        y_true: ArrayLike,
        y_pred: ArrayLike | Mapping[str, ArrayLike] | None = None,
        *,
        y_score: ArrayLike | Mapping[str, ArrayLike] | None = None,
        metrics: Sequence[str] | None = None,
        confidence_level: float = 0.95,
        random_state: Any = SEED,
        ax: Any = None,
        **columns: Any,
    ) -> Self:
        """Draw the intervals of one or several models.

        Parameters
        ----------
        y_true, y_pred, y_score : object
            As `evaluate` takes them.
        metrics : sequence of str, optional
            Names out of `fastmetrics.catalog.METRICS`; by default those that lead the
            report.
        confidence_level : float, default=0.95
            The probability with which each interval is made to cover.
        random_state : None, int or numpy.random.Generator, default=0
            Seeds replicates, where intervals need them.
        ax : object
            As `plot` takes it.
        **columns : object
            Anything else that `evaluate` takes.

        Returns
        -------
        IntervalDisplay
            Drawn.
        """
        report = evaluate(
            y_true,
            y_pred,
            y_score=y_score,
            metrics=metrics,
            confidence_level=confidence_level,
            random_state=random_state,
            **columns,
        )
        return cls.from_report(report, ax=ax)
