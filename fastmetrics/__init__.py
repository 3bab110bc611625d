"""How good a model is, and how far to trust that number.

The public names, loaded when first used: ``import fastmetrics`` alone loads neither
SciPy nor anything that reads or draws.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from fastmetrics import _kernels as _kernels  # says what to do if it is not compiled
from fastmetrics.exceptions import UndefinedMetricWarning

if TYPE_CHECKING:  # the same names as in _NAMES, for type checkers and editors
    from fastmetrics._threads import get_num_threads, num_threads, set_num_threads
    from fastmetrics.accuracy import (
        accuracy_score,
        balanced_accuracy_score,
        error_rate,
        hamming_loss,
        zero_one_loss,
    )
    from fastmetrics.agreement import cohen_kappa_score, matthews_corrcoef
    from fastmetrics.areas import (
        break_even_point,
        ks_statistic,
        partial_auc_score,
        pr_auc_score,
    )
    from fastmetrics.cell_counts import (
        false_negatives,
        false_positives,
        true_negatives,
        true_positives,
    )
    from fastmetrics.combined_rates import (
        class_likelihood_ratios,
        diagnostic_odds_ratio,
        geometric_mean_score,
        informedness,
        markedness,
        precision_recall_geometric_mean,
    )
    from fastmetrics.confusion import (
        binary_counts,
        confusion_matrix,
        multilabel_confusion_matrix,
    )
    from fastmetrics.cost_matrix import (
        cost_sensitive_accuracy,
        cost_sensitive_error,
        total_cost,
    )
    from fastmetrics.costs import (
        cost_curve,
        expected_cost,
        normalized_expected_cost,
        probability_cost,
    )
    from fastmetrics.curves import auc, det_curve, precision_recall_curve, roc_curve
    from fastmetrics.delong import delong_roc_test, delong_roc_variance
    from fastmetrics.dispersion import calinski_harabasz_score, davies_bouldin_score
    from fastmetrics.fscores import (
        f1_score,
        fbeta_score,
        jaccard_score,
        macro_f1_of_averages,
        pooled_precision_recall_fscore,
    )
    from fastmetrics.gains import cumulative_gain_curve, lift_curve, lift_score
    from fastmetrics.information import (
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
    from fastmetrics.intervals import Interval, confidence_interval
    from fastmetrics.label_report import classification_report
    from fastmetrics.partitions import (
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
    from fastmetrics.precision_recall import (
        precision_recall_fscore_support,
        precision_score,
        recall_score,
    )
    from fastmetrics.predictive_values import (
        false_discovery_rate,
        false_omission_rate,
        negative_predictive_value,
        positive_predictive_value,
    )
    from fastmetrics.ranking import (
        average_precision_score,
        gini_coefficient,
        rank_loss,
        roc_auc_score,
    )
    from fastmetrics.rates import (
        false_negative_rate,
        false_positive_rate,
        specificity_score,
        true_negative_rate,
        true_positive_rate,
    )
    from fastmetrics.report import Report, evaluate
    from fastmetrics.separation import (
        centroid_distances,
        cluster_diameters,
        cluster_mean_distances,
        cluster_separations,
        dunn_index,
    )
    from fastmetrics.silhouettes import silhouette_samples, silhouette_score
    from fastmetrics.summaries.confusion_counts import ConfusionCounts
    from fastmetrics.summaries.score_sweep import ScoreSweep
    from fastmetrics.thresholds import (
        confusion_matrix_at_thresholds,
        metric_at_thresholds,
        optimal_threshold,
    )

__version__ = "0.1.0"

__all__ = [
    "ConfusionCounts",
    "Interval",
    "Report",
    "ScoreSweep",
    "UndefinedMetricWarning",
    "__version__",
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
    "confidence_interval",
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
    "evaluate",
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
    "get_num_threads",
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
    "num_threads",
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
    "set_num_threads",
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

# public name -> the module that has it
_NAMES = {
    "ConfusionCounts": "summaries.confusion_counts",
    "Interval": "intervals",
    "Report": "report",
    "ScoreSweep": "summaries.score_sweep",
    "accuracy_score": "accuracy",
    "adjusted_mutual_info_score": "information",
    "adjusted_rand_score": "partitions",
    "auc": "curves",
    "average_precision_score": "ranking",
    "balanced_accuracy_score": "accuracy",
    "binary_counts": "confusion",
    "break_even_point": "areas",
    "calinski_harabasz_score": "dispersion",
    "centroid_distances": "separation",
    "class_likelihood_ratios": "combined_rates",
    "classification_report": "label_report",
    "cluster_diameters": "separation",
    "cluster_mean_distances": "separation",
    "cluster_separations": "separation",
    "cohen_kappa_score": "agreement",
    "completeness_score": "information",
    "confidence_interval": "intervals",
    "confusion_matrix": "confusion",
    "confusion_matrix_at_thresholds": "thresholds",
    "contingency_matrix": "partitions",
    "cost_curve": "costs",
    "cost_sensitive_accuracy": "cost_matrix",
    "cost_sensitive_error": "cost_matrix",
    "cumulative_gain_curve": "gains",
    "davies_bouldin_score": "dispersion",
    "delong_roc_test": "delong",
    "delong_roc_variance": "delong",
    "det_curve": "curves",
    "diagnostic_odds_ratio": "combined_rates",
    "dunn_index": "separation",
    "error_rate": "accuracy",
    "evaluate": "report",
    "expected_cost": "costs",
    "expected_mutual_information": "information",
    "f1_score": "fscores",
    "false_discovery_rate": "predictive_values",
    "false_negative_rate": "rates",
    "false_negatives": "cell_counts",
    "false_omission_rate": "predictive_values",
    "false_positive_rate": "rates",
    "false_positives": "cell_counts",
    "fbeta_score": "fscores",
    "fowlkes_mallows_score": "partitions",
    "geometric_mean_score": "combined_rates",
    "get_num_threads": "_threads",
    "gini_coefficient": "ranking",
    "hamming_loss": "accuracy",
    "homogeneity_completeness_v_measure": "information",
    "homogeneity_score": "information",
    "informedness": "combined_rates",
    "jaccard_score": "fscores",
    "ks_statistic": "areas",
    "lift_curve": "gains",
    "lift_score": "gains",
    "macro_f1_of_averages": "fscores",
    "markedness": "combined_rates",
    "matthews_corrcoef": "agreement",
    "metric_at_thresholds": "thresholds",
    "multilabel_confusion_matrix": "confusion",
    "mutual_info_score": "information",
    "negative_predictive_value": "predictive_values",
    "normalized_expected_cost": "costs",
    "normalized_mutual_info_score": "information",
    "num_threads": "_threads",
    "optimal_threshold": "thresholds",
    "pair_confusion_matrix": "partitions",
    "pair_counts": "partitions",
    "pairwise_jaccard_score": "partitions",
    "pairwise_precision_recall": "partitions",
    "partial_auc_score": "areas",
    "partition_entropy": "information",
    "pooled_precision_recall_fscore": "fscores",
    "positive_predictive_value": "predictive_values",
    "pr_auc_score": "areas",
    "precision_recall_curve": "curves",
    "precision_recall_fscore_support": "precision_recall",
    "precision_recall_geometric_mean": "combined_rates",
    "precision_score": "precision_recall",
    "probability_cost": "costs",
    "purity_score": "partitions",
    "rand_score": "partitions",
    "rank_loss": "ranking",
    "recall_score": "precision_recall",
    "roc_auc_score": "ranking",
    "roc_curve": "curves",
    "set_num_threads": "_threads",
    "silhouette_samples": "silhouettes",
    "silhouette_score": "silhouettes",
    "specificity_score": "rates",
    "total_cost": "cost_matrix",
    "true_negative_rate": "rates",
    "true_negatives": "cell_counts",
    "true_positive_rate": "rates",
    "true_positives": "cell_counts",
    "v_measure_score": "information",
    "zero_one_loss": "accuracy",
}

# public modules that `import fastmetrics` alone makes reachable as attributes
_MODULES = {"catalog", "intervals", "reference", "report"}
_MODULES |= {"areas", "costs", "curves", "delong", "gains", "ranking", "thresholds"}
_MODULES |= {"accuracy", "agreement", "confusion", "cost_matrix", "fscores", "rates"}
_MODULES |= {"cell_counts", "combined_rates", "label_report", "precision_recall"}
_MODULES |= {"predictive_values"}
_MODULES |= {"dispersion", "information", "partitions", "separation", "silhouettes"}


if not TYPE_CHECKING:  # type checkers know all names without it, and find typos

    def __getattr__(name):
        if name in _NAMES:
            value = getattr(import_module(f"{__name__}.{_NAMES[name]}"), name)
        elif name in _MODULES:
            value = import_module(f"{__name__}.{name}")
        else:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        globals()[name] = value  # found without this function from now on
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_MODULES})
