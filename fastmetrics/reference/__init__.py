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
from fastmetrics.reference.dispersion import (
    calinski_harabasz_score,
    davies_bouldin_score,
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
from fastmetrics.reference.information import (
    adjusted_mutual_info_score,
    completeness_score,
    expected_mutual_information,
    homogeneity_completeness_v_measure,
    homogeneity_score,
    mutual_info_score,
    normalized_mutual_info_score,
    partition_entropy,
    v_measure_score,
)
from fastmetrics.reference.inputs import (
    UndefinedMetricWarning,
)
from fastmetrics.reference.label_report import (
    classification_report,
)
from fastmetrics.reference.partitions import (
    PairCounts,
    adjusted_rand_score,
    contingency_matrix,
    fowlkes_mallows_score,
    pair_confusion_matrix,
    pair_counts,
    pairwise_jaccard_score,
    pairwise_precision_recall,
    purity_score,
    rand_score,
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
from fastmetrics.reference.separation import (
    centroid_distances,
    cluster_diameters,
    cluster_mean_distances,
    cluster_separations,
    dunn_index,
)
from fastmetrics.reference.silhouettes import (
    silhouette_samples,
    silhouette_score,
)
from fastmetrics.reference.thresholds import (
    confusion_matrix_at_thresholds,
    metric_at_thresholds,
    optimal_threshold,
)

__all__ = [
    "DelongResult",
    "PairCounts",
    "UndefinedMetricWarning",
    "accuracy_score",
    "adjusted_mutual_info_score",
    "adjusted_rand_score",
    "auc",
    "average_precision_score",
    "balanced_accuracy_score",
    "binary_counts",
    "break_even_point",
    "calinski_harabasz_score",
    "centroid_distances",
    "class_likelihood_ratios",
    "classification_report",
    "cluster_diameters",
    "cluster_mean_distances",
    "cluster_separations",
    "cohen_kappa_score",
    "completeness_score",
    "confusion_matrix",
    "confusion_matrix_at_thresholds",
    "contingency_matrix",
    "cost_curve",
    "cost_sensitive_accuracy",
    "cost_sensitive_error",
    "cumulative_gain_curve",
    "davies_bouldin_score",
    "delong_roc_test",
    "delong_roc_variance",
    "det_curve",
    "diagnostic_odds_ratio",
    "dunn_index",
    "error_rate",
    "expected_cost",
    "expected_mutual_information",
    "f1_score",
    "false_discovery_rate",
    "false_negative_rate",
    "false_negatives",
    "false_omission_rate",
    "false_positive_rate",
    "false_positives",
    "fbeta_score",
    "fowlkes_mallows_score",
    "geometric_mean_score",
    "gini_coefficient",
    "hamming_loss",
    "homogeneity_completeness_v_measure",
    "homogeneity_score",
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
    "mutual_info_score",
    "negative_predictive_value",
    "normalized_expected_cost",
    "normalized_mutual_info_score",
    "optimal_threshold",
    "pair_confusion_matrix",
    "pair_counts",
    "pairwise_jaccard_score",
    "pairwise_precision_recall",
    "partial_auc_score",
    "partition_entropy",
    "pooled_precision_recall_fscore",
    "positive_predictive_value",
    "pr_auc_score",
    "precision_recall_curve",
    "precision_recall_fscore_support",
    "precision_recall_geometric_mean",
    "precision_score",
    "probability_cost",
    "purity_score",
    "rand_score",
    "rank_loss",
    "recall_score",
    "roc_auc_score",
    "roc_curve",
    "silhouette_samples",
    "silhouette_score",
    "specificity_score",
    "total_cost",
    "true_negative_rate",
    "true_negatives",
    "true_positive_rate",
    "true_positives",
    "v_measure_score",
    "zero_one_loss",
]
