"""Displays of scores beside the usual curves: thresholds, gains, costs, histograms."""

from fastmetrics.report.displays.pictures import ScoresDisplay

__all__ = [
    "CostCurveDisplay",
    "GainCurveDisplay",
    "LiftCurveDisplay",
    "ScoreDistributionDisplay",
    "ThresholdDisplay",
]


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
