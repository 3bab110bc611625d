"""The definitions in plain Python: what every metric means, obvious rather than fast.

Each public metric has a twin here of the same name and signature, written from the
textbook over lists, with exact integers and fractions where that helps. It is the
specification that the library is tested against: it imports the standard library and
itself only, and nothing in it was derived from the compiled code. Curves come back as
lists, and what is undefined is NaN with `UndefinedMetricWarning`.
"""

from fastmetrics.reference.areas import (
    break_even_point,
    ks_statistic,
    partial_auc_score,
    pr_auc_score,
)
from fastmetrics.reference.costs import (
    cost_curve,
    expected_cost,
    normalized_expected_cost,
    probability_cost,
)
from fastmetrics.reference.curves import (
    auc,
    det_curve,
    precision_recall_curve,
    roc_curve,
)
from fastmetrics.reference.delong import (
    DelongResult,
    delong_roc_test,
    delong_roc_variance,
)
from fastmetrics.reference.gains import (
    cumulative_gain_curve,
    lift_curve,
    lift_score,
)
from fastmetrics.reference.inputs import (
    UndefinedMetricWarning,
)
from fastmetrics.reference.ranking import (
    average_precision_score,
    gini_coefficient,
    rank_loss,
    roc_auc_score,
)
from fastmetrics.reference.thresholds import (
    confusion_matrix_at_thresholds,
    metric_at_thresholds,
    optimal_threshold,
)

__all__ = [
    "DelongResult",
    "UndefinedMetricWarning",
    "auc",
    "average_precision_score",
    "break_even_point",
    "confusion_matrix_at_thresholds",
    "cost_curve",
    "cumulative_gain_curve",
    "delong_roc_test",
    "delong_roc_variance",
    "det_curve",
    "expected_cost",
    "gini_coefficient",
    "ks_statistic",
    "lift_curve",
    "lift_score",
    "metric_at_thresholds",
    "normalized_expected_cost",
    "optimal_threshold",
    "partial_auc_score",
    "pr_auc_score",
    "precision_recall_curve",
    "probability_cost",
    "rank_loss",
    "roc_auc_score",
    "roc_curve",
]
