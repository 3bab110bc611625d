"""PitDisplay: whether normal forecasts are as sure as they may be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from fastmetrics.report.displays.pictures import SEED, PictureDisplay
from fastmetrics.report.evaluation import evaluate

if TYPE_CHECKING:
    from typing import Self

    from numpy.typing import ArrayLike

__all__ = ["PitDisplay"]


class PitDisplay(PictureDisplay):
    """Histogram of the PIT of normal forecasts, and the coverage of their intervals.

    Of forecasts that are right all bars are of one height, and intervals hold as many
    rows as they say. The band holds 95 % of each bar then.

    Made by `from_predictions` or `from_report`.

    See Also
    --------
    fastmetrics.pit_values : the numbers themselves.
    fastmetrics.coverage_curve : the line beside the histogram.

    References
    ----------
    .. [1] T. Gneiting, F. Balabdaoui and A. E. Raftery, "Probabilistic forecasts,
       calibration and sharpness", Journal of the Royal Statistical Society B 69, 2007,
       243-268, section 3.1.

    Examples
    --------
    >>> from fastmetrics import PitDisplay
    >>> PitDisplay.from_predictions(
    ...     [0.5, 1.5, -1.0, 3.0], mean=[0.0, 1.0, 0.0, 1.0], scale=[1.0] * 4)
    <PitDisplay: PIT: intervals of 90 % of Model hold 75.0 %>
    """

    kind = "pit"

    @classmethod
    def from_predictions(
        cls,
        y_true: ArrayLike,
        mean: ArrayLike | Mapping[str, ArrayLike],
        scale: ArrayLike | Mapping[str, ArrayLike],
        *,
        sample_weight: ArrayLike | None = None,
        name: str | None = None,
        ax: Any = None,
    ) -> Self:
        """Draw the picture of given forecasts.

        Parameters
        ----------
        y_true : array_like of shape (n_samples,)
            Observed numbers.
        mean : array_like of shape (n_samples,), or dict of name to such an array
            Means of the predicted distributions.
        scale : array_like of shape (n_samples,), or dict of name to such an array
            Their standard deviations, none negative.
        sample_weight : array_like of shape (n_samples,), optional
            Weight per row: finite, not negative, not all zero.
        name : str, optional
            What a single model is called; by default "Model".
        ax : object
            As `plot` takes it.

        Returns
        -------
        PitDisplay
            Drawn.

        Raises
        ------
        ValueError
            If numbers are not finite, lengths differ, or ``scale`` is negative.
        TypeError
            If a name is given to several models.
        """
        if not isinstance(mean, Mapping) and not isinstance(scale, Mapping):
            called = "Model" if name is None else name
            mean, scale = {called: mean}, {called: scale}
        elif name is not None:
            raise TypeError("name is for one model; mean is a dict with names")
        report = evaluate(
            y_true,
            mean=mean,
            scale=scale,
            metrics=["crps_gaussian"],
            sample_weight=sample_weight,
            random_state=SEED,
        )
        return cls.from_report(report, ax=ax)
