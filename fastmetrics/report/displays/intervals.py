"""IntervalDisplay: values with their intervals, a line per model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from fastmetrics.report.displays.pictures import SEED, PictureDisplay
from fastmetrics.report.evaluation import evaluate

if TYPE_CHECKING:
    from typing import Self

    from numpy.typing import ArrayLike

__all__ = ["IntervalDisplay"]


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
