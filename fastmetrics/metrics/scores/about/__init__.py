"""What there is to say of the metrics of scores."""

from fastmetrics.metrics.about import Guide, Measured
from fastmetrics.metrics.scores.about import areas, thresholds

__all__ = ["GUIDE"]

# What was measured of intervals: the figures of docs/intervals.md.
POPULATIONS = (
    "AUC 0.75, 50 % positive",
    "AUC 0.95, 30 % positive",
    "AUC 0.98, 30 % positive",
)

# Of best values over thresholds: four areas, three shares.
OPTIMISED = "AUC 0.58 to 0.98, 10 to 50 % positive"


def _measured(what: str, metrics: str, method: str, *covered: str) -> Measured:
    """Make a record of the coverage of each population, of 200 normal scores."""
    figures = dict(zip(POPULATIONS, covered, strict=True))
    return Measured(what, method, figures, tuple(metrics.split()))


def _optimised(what: str, metrics: str, covered: str) -> Measured:
    """Make a record of the least and greatest coverage of twelve populations."""
    return Measured(what, "smoothed", {OPTIMISED: covered}, tuple(metrics.split()))


MEASURED = (
    _measured(
        "ROC AUC",
        "roc_auc_score gini_coefficient rank_loss",
        "inverted-delong",
        *("95.7 %", "97.0 %", "97.8 %"),
    ),
    Measured(
        "mean AUC inside groups",
        "skew-t",
        {"50 and 200 groups": "93–95 %"},
        ("roc_auc_by_group",),
    ),
    # Average precision is the area in steps.
    _measured(
        "average precision",
        "average_precision_score pr_auc_score",
        "bca",
        *("94.3 %", "94.2 %", "94.3 %"),
    ),
    _measured(
        "area with the integral between points",
        "pr_auc_integral",
        "bca",
        *("94.5 %", "94.5 %", "94.3 %"),
    ),
    # Standardising is linear, so that the raw area is covered as often.
    _measured(
        "AUC up to FPR 0.1, standardised",
        "partial_auc_standardized partial_auc_score",
        "bca",
        *("94.5 %", "94.2 %", "94.3 %"),
    ),
    _measured(
        "area over the logarithm of the FPR, from 0.001",
        "log_auc_score",
        "bca",
        *("92.7 %", "86.7 %", "84.0 %"),
    ),
    _measured(
        "break-even point",
        "break_even_point",
        "bca",
        *("94.6 %", "94.3 %", "93.5 %"),
    ),
    _measured(
        "equal error rate",
        "equal_error_rate",
        "bca",
        *("94.5 %", "95.0 %", "95.2 %"),
    ),
    _measured(
        "lift in the top tenth",
        "lift_score",
        "percentile",
        *("96.3 %", "94.8 %", "94.1 %"),
    ),
    _optimised("KS distance", "ks_statistic best_youden", "93.3–96.7 %"),
    _optimised("expected cost", "expected_cost", "90.7–99.0 %"),
    _optimised("best F₁", "best_f1", "93.8–97.8 %"),
    _optimised("best accuracy", "best_accuracy lowest_cost", "92.6–95.7 %"),
)

LABELS = [1, 1, 0, 1, 0, 0, 1, 0, 0, 0]
SCORES = [0.9, 0.8, 0.7, 0.6, 0.6, 0.4, 0.3, 0.3, 0.2, 0.1]

GUIDE = Guide(
    about={**areas.ABOUT, **thresholds.ABOUT},
    rows={
        "": {"y_true": LABELS, "y_score": SCORES},
        "turned": {"y_true": LABELS, "y_score": [-score for score in SCORES]},
    },
    measured=MEASURED,
)
