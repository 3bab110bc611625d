# The list of public names: where each is defined, and so is its twin's place in
# fastmetrics.reference. `fastmetrics/__init__.py` reads it and loads a name when it is
# first used; type checkers and editors read it as it stands.

from fastmetrics import catalog as catalog
from fastmetrics import reference as reference
from fastmetrics.exceptions import UndefinedMetricWarning as UndefinedMetricWarning
from fastmetrics._common.interval import Interval as Interval
from fastmetrics._common.threads import get_num_threads as get_num_threads
from fastmetrics._common.threads import num_threads as num_threads
from fastmetrics._common.threads import set_num_threads as set_num_threads
from fastmetrics.intervals.single import confidence_interval as confidence_interval
from fastmetrics.metrics.clustering.dispersion import (
    calinski_harabasz_score as calinski_harabasz_score,
)
from fastmetrics.metrics.clustering.dispersion import (
    davies_bouldin_score as davies_bouldin_score,
)
from fastmetrics.metrics.clustering.information import (
    adjusted_mutual_info_score as adjusted_mutual_info_score,
)
from fastmetrics.metrics.clustering.information import (
    completeness_score as completeness_score,
)
from fastmetrics.metrics.clustering.information import (
    expected_mutual_information as expected_mutual_information,
)
from fastmetrics.metrics.clustering.information import (
    homogeneity_completeness_v_measure as homogeneity_completeness_v_measure,
)
from fastmetrics.metrics.clustering.information import (
    homogeneity_score as homogeneity_score,
)
from fastmetrics.metrics.clustering.information import (
    mutual_info_score as mutual_info_score,
)
from fastmetrics.metrics.clustering.information import (
    normalized_mutual_info_score as normalized_mutual_info_score,
)
from fastmetrics.metrics.clustering.information import (
    partition_entropy as partition_entropy,
)
from fastmetrics.metrics.clustering.information import (
    v_measure_score as v_measure_score,
)
from fastmetrics.metrics.clustering.partitions import (
    adjusted_rand_score as adjusted_rand_score,
)
from fastmetrics.metrics.clustering.partitions import (
    contingency_matrix as contingency_matrix,
)
from fastmetrics.metrics.clustering.partitions import (
    fowlkes_mallows_score as fowlkes_mallows_score,
)
from fastmetrics.metrics.clustering.partitions import (
    pair_confusion_matrix as pair_confusion_matrix,
)
from fastmetrics.metrics.clustering.partitions import pair_counts as pair_counts
from fastmetrics.metrics.clustering.partitions import (
    pairwise_jaccard_score as pairwise_jaccard_score,
)
from fastmetrics.metrics.clustering.partitions import (
    pairwise_precision_recall as pairwise_precision_recall,
)
from fastmetrics.metrics.clustering.partitions import purity_score as purity_score
from fastmetrics.metrics.clustering.partitions import rand_score as rand_score
from fastmetrics.metrics.clustering.separation import (
    centroid_distances as centroid_distances,
)
from fastmetrics.metrics.clustering.separation import (
    cluster_diameters as cluster_diameters,
)
from fastmetrics.metrics.clustering.separation import (
    cluster_mean_distances as cluster_mean_distances,
)
from fastmetrics.metrics.clustering.separation import (
    cluster_separations as cluster_separations,
)
from fastmetrics.metrics.clustering.separation import dunn_index as dunn_index
from fastmetrics.metrics.clustering.silhouettes import (
    silhouette_samples as silhouette_samples,
)
from fastmetrics.metrics.clustering.silhouettes import (
    silhouette_score as silhouette_score,
)
from fastmetrics.metrics.labels.accuracy import accuracy_score as accuracy_score
from fastmetrics.metrics.labels.accuracy import (
    balanced_accuracy_score as balanced_accuracy_score,
)
from fastmetrics.metrics.labels.accuracy import error_rate as error_rate
from fastmetrics.metrics.labels.accuracy import hamming_loss as hamming_loss
from fastmetrics.metrics.labels.accuracy import zero_one_loss as zero_one_loss
from fastmetrics.metrics.labels.agreement import cohen_kappa_score as cohen_kappa_score
from fastmetrics.metrics.labels.agreement import matthews_corrcoef as matthews_corrcoef
from fastmetrics.metrics.labels.combined_rates import (
    diagnostic_odds_ratio as diagnostic_odds_ratio,
)
from fastmetrics.metrics.labels.combined_rates import (
    geometric_mean_score as geometric_mean_score,
)
from fastmetrics.metrics.labels.combined_rates import informedness as informedness
from fastmetrics.metrics.labels.combined_rates import markedness as markedness
from fastmetrics.metrics.labels.combined_rates import (
    precision_recall_geometric_mean as precision_recall_geometric_mean,
)
from fastmetrics.metrics.labels.confusion import binary_counts as binary_counts
from fastmetrics.metrics.labels.confusion import confusion_matrix as confusion_matrix
from fastmetrics.metrics.labels.confusion import false_negatives as false_negatives
from fastmetrics.metrics.labels.confusion import false_positives as false_positives
from fastmetrics.metrics.labels.confusion import (
    multilabel_confusion_matrix as multilabel_confusion_matrix,
)
from fastmetrics.metrics.labels.confusion import true_negatives as true_negatives
from fastmetrics.metrics.labels.confusion import true_positives as true_positives
from fastmetrics.metrics.labels.cost_matrix import (
    cost_sensitive_accuracy as cost_sensitive_accuracy,
)
from fastmetrics.metrics.labels.cost_matrix import (
    cost_sensitive_error as cost_sensitive_error,
)
from fastmetrics.metrics.labels.cost_matrix import total_cost as total_cost
from fastmetrics.metrics.labels.counting.confusion_counts import (
    ConfusionCounts as ConfusionCounts,
)
from fastmetrics.metrics.labels.counting.indicator_counts import (
    IndicatorCounts as IndicatorCounts,
)
from fastmetrics.metrics.labels.fscores import f1_score as f1_score
from fastmetrics.metrics.labels.fscores import fbeta_score as fbeta_score
from fastmetrics.metrics.labels.fscores import jaccard_score as jaccard_score
from fastmetrics.metrics.labels.fscores import (
    macro_f1_of_averages as macro_f1_of_averages,
)
from fastmetrics.metrics.labels.fscores import (
    pooled_precision_recall_fscore as pooled_precision_recall_fscore,
)
from fastmetrics.metrics.labels.label_report import (
    classification_report as classification_report,
)
from fastmetrics.metrics.labels.likelihood_ratios import (
    class_likelihood_ratios as class_likelihood_ratios,
)
from fastmetrics.metrics.labels.likelihood_ratios import (
    negative_likelihood_ratio as negative_likelihood_ratio,
)
from fastmetrics.metrics.labels.likelihood_ratios import (
    positive_likelihood_ratio as positive_likelihood_ratio,
)
from fastmetrics.metrics.labels.precision_recall import (
    precision_recall_fscore_support as precision_recall_fscore_support,
)
from fastmetrics.metrics.labels.precision_recall import (
    precision_score as precision_score,
)
from fastmetrics.metrics.labels.precision_recall import recall_score as recall_score
from fastmetrics.metrics.labels.rates import (
    false_discovery_rate as false_discovery_rate,
)
from fastmetrics.metrics.labels.rates import false_negative_rate as false_negative_rate
from fastmetrics.metrics.labels.rates import false_omission_rate as false_omission_rate
from fastmetrics.metrics.labels.rates import false_positive_rate as false_positive_rate
from fastmetrics.metrics.labels.rates import (
    negative_predictive_value as negative_predictive_value,
)
from fastmetrics.metrics.labels.rates import (
    positive_predictive_value as positive_predictive_value,
)
from fastmetrics.metrics.labels.rates import specificity_score as specificity_score
from fastmetrics.metrics.labels.rates import true_negative_rate as true_negative_rate
from fastmetrics.metrics.labels.rates import true_positive_rate as true_positive_rate
from fastmetrics.metrics.scores.areas import partial_auc_score as partial_auc_score
from fastmetrics.metrics.scores.areas import pr_auc_score as pr_auc_score
from fastmetrics.metrics.scores.costs import cost_curve as cost_curve
from fastmetrics.metrics.scores.costs import expected_cost as expected_cost
from fastmetrics.metrics.scores.costs import (
    normalized_expected_cost as normalized_expected_cost,
)
from fastmetrics.metrics.scores.costs import probability_cost as probability_cost
from fastmetrics.metrics.scores.curves import auc as auc
from fastmetrics.metrics.scores.curves import det_curve as det_curve
from fastmetrics.metrics.scores.curves import (
    precision_recall_curve as precision_recall_curve,
)
from fastmetrics.metrics.scores.curves import roc_curve as roc_curve
from fastmetrics.metrics.scores.delong import delong_roc_test as delong_roc_test
from fastmetrics.metrics.scores.delong import delong_roc_variance as delong_roc_variance
from fastmetrics.metrics.scores.gains import break_even_point as break_even_point
from fastmetrics.metrics.scores.gains import (
    cumulative_gain_curve as cumulative_gain_curve,
)
from fastmetrics.metrics.scores.gains import ks_statistic as ks_statistic
from fastmetrics.metrics.scores.gains import lift_curve as lift_curve
from fastmetrics.metrics.scores.gains import lift_score as lift_score
from fastmetrics.metrics.scores.ranking import (
    average_precision_score as average_precision_score,
)
from fastmetrics.metrics.scores.ranking import gini_coefficient as gini_coefficient
from fastmetrics.metrics.scores.ranking import rank_loss as rank_loss
from fastmetrics.metrics.scores.ranking import roc_auc_score as roc_auc_score
from fastmetrics.metrics.scores.score_sweep import ScoreSweep as ScoreSweep
from fastmetrics.metrics.scores.thresholds import (
    confusion_matrix_at_thresholds as confusion_matrix_at_thresholds,
)
from fastmetrics.metrics.scores.thresholds import (
    metric_at_thresholds as metric_at_thresholds,
)
from fastmetrics.metrics.scores.thresholds import optimal_threshold as optimal_threshold
from fastmetrics.report.judge import Report as Report
from fastmetrics.report.judge import evaluate as evaluate

__version__: str

def __dir__() -> list[str]: ...
