"""The definitions in plain Python: what every metric means, obvious rather than fast.

Each public metric has a twin here of the same name and signature, written from the
textbook over lists, with exact integers and fractions where that helps. It is the
specification that the library is tested against: it imports the standard library and
itself only, and nothing in it was derived from the compiled code. Curves come back as
lists, and what is undefined is NaN with `UndefinedMetricWarning`.
"""

from fastmetrics.reference.accuracy import (
    accuracy_score,
    balanced_accuracy_score,
    error_rate,
    hamming_loss,
    zero_one_loss,
)
from fastmetrics.reference.agreement import (
    cohen_kappa_score,
    matthews_corrcoef,
)
from fastmetrics.reference.areas import (
    break_even_point,
    ks_statistic,
    partial_auc_score,
    pr_auc_score,
)
from fastmetrics.reference.cell_counts import (
    false_negatives,
    false_positives,
    true_negatives,
    true_positives,
)
from fastmetrics.reference.combined_rates import (
    class_likelihood_ratios,
    diagnostic_odds_ratio,
    geometric_mean_score,
    informedness,
    markedness,
    precision_recall_geometric_mean,
)
from fastmetrics.reference.confusion import (
    binary_counts,
    confusion_matrix,
    multilabel_confusion_matrix,
)
from fastmetrics.reference.cost_matrix import (
    cost_sensitive_accuracy,
    cost_sensitive_error,
    total_cost,
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
from fastmetrics.reference.fscores import (
    f1_score,
    fbeta_score,
    jaccard_score,
    macro_f1_of_averages,
    pooled_precision_recall_fscore,
)
from fastmetrics.reference.gains import (
    cumulative_gain_curve,
    lift_curve,
    lift_score,
)
from fastmetrics.reference.inputs import (
    UndefinedMetricWarning,
)
from fastmetrics.reference.label_report import (
    classification_report,
)
from fastmetrics.reference.precision_recall import (
    precision_recall_fscore_support,
    precision_score,
    recall_score,
)
from fastmetrics.reference.predictive_values import (
    false_discovery_rate,
    false_omission_rate,
    negative_predictive_value,
    positive_predictive_value,
)
from fastmetrics.reference.ranking import (
    average_precision_score,
    gini_coefficient,
    rank_loss,
    roc_auc_score,
)
from fastmetrics.reference.rates import (
    false_negative_rate,
    false_positive_rate,
    specificity_score,
    true_negative_rate,
    true_positive_rate,
)
from fastmetrics.reference.thresholds import (
    confusion_matrix_at_thresholds,
    metric_at_thresholds,
    optimal_threshold,
)

__all__ = [
    "DelongResult",
    "UndefinedMetricWarning",
    "accuracy_score",
    "auc",
    "average_precision_score",
    "balanced_accuracy_score",
    "binary_counts",
    "break_even_point",
    "class_likelihood_ratios",
    "classification_report",
    "cohen_kappa_score",
    "confusion_matrix",
    "confusion_matrix_at_thresholds",
    "cost_curve",
    "cost_sensitive_accuracy",
    "cost_sensitive_error",
    "cumulative_gain_curve",
    "delong_roc_test",
    "delong_roc_variance",
    "det_curve",
    "diagnostic_odds_ratio",
    "error_rate",
    "expected_cost",
    "f1_score",
    "false_discovery_rate",
    "false_negative_rate",
    "false_negatives",
    "false_omission_rate",
    "false_positive_rate",
    "false_positives",
    "fbeta_score",
    "geometric_mean_score",
    "gini_coefficient",
    "hamming_loss",
    "informedness",
    "jaccard_score",
    "ks_statistic",
    "lift_curve",
    "lift_score",
    "macro_f1_of_averages",
    "markedness",
    "matthews_corrcoef",
    "metric_at_thresholds",
    "multilabel_confusion_matrix",
    "negative_predictive_value",
    "normalized_expected_cost",
    "optimal_threshold",
    "partial_auc_score",
    "pooled_precision_recall_fscore",
    "positive_predictive_value",
    "pr_auc_score",
    "precision_recall_curve",
    "precision_recall_fscore_support",
    "precision_recall_geometric_mean",
    "precision_score",
    "probability_cost",
    "rank_loss",
    "recall_score",
    "roc_auc_score",
    "roc_curve",
    "specificity_score",
    "total_cost",
    "true_negative_rate",
    "true_negatives",
    "true_positive_rate",
    "true_positives",
    "zero_one_loss",
]
