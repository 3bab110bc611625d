"""Displays of distributions: scores, silhouettes, probability integral transforms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self

from fastmetrics.report.displays.pictures import (
    SEED,
    PictureDisplay,
    ScoresDisplay,
    clustered,
)
from fastmetrics.report.evaluation import evaluate

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from fastmetrics._common.annotations import Sparse


# ---------------------------------------------------------------------------------- pit
# PitDisplay: whether normal forecasts are as sure as they may be.


class PitDisplay(PictureDisplay):
    """Histogram of the PIT of normal forecasts, and the coverage of their intervals.

    If the forecasts are correct, all bars have the same height, and intervals contain
    their nominal proportion of rows. The band then contains each bar with a probability
    of 95 %.

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
            Name of a single model; by default "Model".
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


# ------------------------------------------------------------------------------- scores
# Displays of scores beside the usual curves: thresholds, gains, costs, histograms.


class ThresholdDisplay(ScoresDisplay):
    """Metrics by threshold: F1, accuracy, precision and recall, and the best of them.

    Four panels; the best thresholds were chosen on the rows that are shown.

    Made by `from_predictions`, `from_estimator` or `from_report`.

    See Also
    --------
    fastmetrics.optimal_threshold : the best threshold as a number.
    fastmetrics.metric_at_thresholds : the numbers of any metric.

    References
    ----------
    .. [1] Z. C. Lipton, C. Elkan and B. Naryanaswamy, "Optimal thresholding of
       classifiers to maximize F1 measure", ECML PKDD 2014, 225-239.

    Examples
    --------
    >>> from fastmetrics import ThresholdDisplay
    >>> display = ThresholdDisplay.from_predictions(
    ...     [0, 0, 1, 1], {"mine": [0.1, 0.4, 0.35, 0.8]}, confidence_level=None)
    >>> len(display.ax_)
    4
    """

    kind = "threshold"
    metric = "best_f1"


class GainCurveDisplay(ScoresDisplay):
    """Gain: the share of all positives found among the highest scores, by their share.

    Made by `from_predictions`, `from_estimator` or `from_report`.

    See Also
    --------
    fastmetrics.cumulative_gain_curve : the points themselves.

    References
    ----------
    .. [1] I. H. Witten, E. Frank and M. A. Hall, "Data Mining", 3rd edition, 2011,
       section 5.7.

    Examples
    --------
    >>> from fastmetrics import GainCurveDisplay
    >>> GainCurveDisplay.from_predictions(
    ...     [0, 0, 1, 1], {"mine": [0.1, 0.4, 0.35, 0.8]}, confidence_level=None)
    <GainCurveDisplay: Gain: share of the positives in the top tenth of mine is 20.0 %>
    """

    kind = "gain"
    metric = "lift_score"


class LiftCurveDisplay(ScoresDisplay):
    """Lift: how many times as many positives the highest scores have as chance would.

    Made by `from_predictions`, `from_estimator` or `from_report`.

    See Also
    --------
    fastmetrics.lift_curve : the points themselves.
    fastmetrics.lift_score : the lift at one share.

    References
    ----------
    .. [1] I. H. Witten, E. Frank and M. A. Hall, "Data Mining", 3rd edition, 2011,
       section 5.7.

    Examples
    --------
    >>> from fastmetrics import LiftCurveDisplay
    >>> LiftCurveDisplay.from_predictions(
    ...     [0, 0, 1, 1], {"mine": [0.1, 0.4, 0.35, 0.8]}, confidence_level=None)
    <LiftCurveDisplay: Lift: mine>
    """

    kind = "lift"
    metric = "lift_score"


class CostCurveDisplay(ScoresDisplay):
    """Expected cost at the best threshold, by how likely and how dear positives are.

    With the lines of single thresholds, whose lower envelope it is, and the area below
    it shaded; of many models without these.

    Made by `from_predictions`, `from_estimator` or `from_report`.

    See Also
    --------
    fastmetrics.cost_curve : the points themselves.
    fastmetrics.expected_cost : the area below the curve.

    References
    ----------
    .. [1] C. Drummond and R. C. Holte, "Cost curves: an improved method for
       visualizing classifier performance", Machine Learning 65, 2006, 95-130.

    Examples
    --------
    >>> from fastmetrics import CostCurveDisplay
    >>> CostCurveDisplay.from_predictions(
    ...     [0, 0, 1, 1], {"mine": [0.1, 0.4, 0.35, 0.8]}, confidence_level=None)
    <CostCurveDisplay: Costs: mine>
    """

    kind = "cost"
    metric = "expected_cost"


class ScoreDistributionDisplay(ScoresDisplay):
    """Histograms of the scores of each class, positives above, negatives below.

    A panel for each model.

    Made by `from_predictions`, `from_estimator` or `from_report`.

    See Also
    --------
    fastmetrics.ks_statistic : how far the two distributions are apart.

    References
    ----------
    .. [1] W. J. Krzanowski and D. J. Hand, "ROC Curves for Continuous Data", 2009,
       section 2.3.

    Examples
    --------
    >>> from fastmetrics import ScoreDistributionDisplay
    >>> ScoreDistributionDisplay.from_predictions(
    ...     [0, 0, 1, 1], {"mine": [0.1, 0.4, 0.35, 0.8]}, confidence_level=None)
    <ScoreDistributionDisplay: Scores by class: mine>
    """

    kind = "distribution"
    metric = "ks_statistic"


# -------------------------------------------------------------------------- silhouettes
# SilhouetteDisplay: how well each row lies in its cluster.


class SilhouetteDisplay(PictureDisplay):
    """The silhouette of each row, sorted inside each cluster: a panel a clustering.

    Made by `from_predictions`, `from_estimator` or `from_report`.

    See Also
    --------
    fastmetrics.silhouette_samples : the numbers themselves.
    fastmetrics.silhouette_score : their mean.

    References
    ----------
    .. [1] P. J. Rousseeuw, "Silhouettes: a graphical aid to the interpretation and
       validation of cluster analysis", Journal of Computational and Applied
       Mathematics 20, 1987, 53-65.

    Examples
    --------
    >>> from fastmetrics import SilhouetteDisplay
    >>> X = [[0.0], [0.1], [0.3], [5.0], [5.1], [5.4]]
    >>> display = SilhouetteDisplay.from_predictions(X, {"mine": [0, 0, 0, 1, 1, 1]})
    >>> display.title.startswith("Silhouettes: mean silhouette of mine is 0.95")
    True
    """

    kind = "silhouette"

    @classmethod
    def from_predictions(
        cls,
        X: ArrayLike | Sparse,
        labels: ArrayLike | Mapping[str, ArrayLike],
        *,
        name: str | None = None,
        confidence_level: float = 0.95,
        ax: Any = None,
        **options: Any,
    ) -> Self:
        """Draw the silhouettes of one or several clusterings of the same rows.

        Parameters
        ----------
        X : array_like of shape (n_samples, n_features)
            Measurements of the rows, as they were clustered.
        labels : array_like of shape (n_samples,), or dict of name to such an array
            The cluster of each row: labels of any kind.
        name : str, optional
            Name of a single clustering; by default "Clustering".
        confidence_level : float, default=0.95
            Level of the interval of each mean.
        ax : object
            As `plot` takes it.
        **options : object
            Options of clusterings, as `evaluate` takes them.

        Returns
        -------
        SilhouetteDisplay
            Drawn.

        Raises
        ------
        ValueError
            If lengths differ, or there are fewer than two clusters.
        """
        if not isinstance(labels, Mapping):
            labels = {"Clustering" if name is None else name: labels}
        elif name is not None:
            raise TypeError("name is for one clustering; labels is a dict with names")
        report = evaluate(
            y_pred=labels,
            X=X,
            metrics=["silhouette_score"],
            confidence_level=confidence_level,
            random_state=SEED,
            **options,
        )
        return cls.from_report(report, ax=ax)

    @classmethod
    def from_estimator(
        cls,
        estimator: Any,
        X: ArrayLike | Sparse,
        *,
        name: str | None = None,
        confidence_level: float = 0.95,
        ax: Any = None,
        **options: Any,
    ) -> Self:
        """Draw the silhouettes of a fitted clusterer's clusters.

        Parameters
        ----------
        estimator : object
            A fitted clusterer: with ``labels_`` of these rows, or with ``predict``.
        X : array_like of shape (n_samples, n_features)
            Measurements of the rows.
        name : str, optional
            Name of the clustering; by default the estimator's class.
        confidence_level, ax, **options : object
            As `from_predictions` takes them.

        Returns
        -------
        SilhouetteDisplay
            Drawn.

        Raises
        ------
        AttributeError
            If the estimator does not say which clusters rows are in.
        """
        return cls.from_predictions(
            X,
            clustered(estimator, X),
            name=type(estimator).__name__ if name is None else name,
            confidence_level=confidence_level,
            ax=ax,
            **options,
        )
