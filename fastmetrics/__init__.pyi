# The list of public names: where each is defined, and so is its twin's place in
# fastmetrics.reference. `fastmetrics/__init__.py` reads it and loads a name when it is
# first used; type checkers and editors read it as it stands. If a decorator makes a
# function, its line is a comment, and `python tools/public_stub.py` writes its types.

from collections.abc import Collection, Mapping, Sequence
from math import nan
from typing import Any, Literal, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastmetrics._common.annotations import Alternative, Average as LabelAverage, Label, Progress, Sparse, ZeroDivision
from fastmetrics._common.bounds import Between
from fastmetrics.comparison.comparing import CrossValidated
from fastmetrics.comparison.one_test_set import Adjustment, Metric
from fastmetrics.metrics.labels.definitions import Labels, Predicted, PredictedTargets, Targets
from fastmetrics.metrics.labels.counting.targets import BinaryCounts
from fastmetrics.metrics.probability.class_scores import TopAverage
from fastmetrics.metrics.recommendation.surprise import OfUsers
from fastmetrics.metrics.regression.definitions import EachOutput, GuptaVariant, Normalization, ObservedNumbers, OneOutput, OneVariance, PredictedNumbers
from fastmetrics.metrics.retrieval.requests import Average, Empty, Gain, Grades, Scores, Ties
from fastmetrics.metrics.scores.class_pairs import ColumnAverage
from fastmetrics.metrics.scores.score_sweep import Classes
from fastmetrics.metrics.scores.thresholds import Criterion
from fastmetrics.metrics.speech.counted_edits import CharacterUnit, Costs, EmptyReference, Normalize, OtherTranscripts, RateAverage, Transcripts, Unit

from fastmetrics import catalog as catalog
from fastmetrics.adapters.accumulator import Accumulator as Accumulator
from fastmetrics.adapters.files import accumulate as accumulate
from fastmetrics.adapters.files import evaluate_files as evaluate_files
from fastmetrics.adapters.item_score_files import read_item_scores as read_item_scores
from fastmetrics import dask as dask
from fastmetrics import reference as reference
from fastmetrics import sklearn as sklearn
from fastmetrics import spark as spark
from fastmetrics.comparison.proportion_tests import error_count_probability as error_count_probability
from fastmetrics.comparison.rank_tests.mean_ranks import mean_rank_moments as mean_rank_moments
from fastmetrics.exceptions import FitFailedWarning as FitFailedWarning
from fastmetrics.exceptions import UndefinedMetricWarning as UndefinedMetricWarning
from fastmetrics._common.interval import Interval as Interval
from fastmetrics._common.test_result import TestResult as TestResult
from fastmetrics._common.threads import get_num_threads as get_num_threads
from fastmetrics._common.threads import num_threads as num_threads
from fastmetrics._common.threads import set_num_threads as set_num_threads
from fastmetrics._inputs.judgements import Qrels as Qrels
from fastmetrics._inputs.judgements import SubtopicQrels as SubtopicQrels
from fastmetrics._inputs.judgements import Run as Run
from fastmetrics.leaderboards.judge_corrections import JudgeCorrected as JudgeCorrected
from fastmetrics.leaderboards.judged_metrics import judge_corrected as judge_corrected
from fastmetrics.leaderboards.judges import judge_corrected_difference as judge_corrected_difference
from fastmetrics.leaderboards.judges import judge_corrected_mean as judge_corrected_mean
from fastmetrics.leaderboards.judges import rogan_gladen as rogan_gladen
from fastmetrics.metrics.clustering.homogeneity import conditional_entropy as conditional_entropy
# from fastmetrics.metrics.labels.combined_rates import precision_recall_mean as precision_recall_mean
# from fastmetrics.metrics.regression.shares_of_variance import explained_sum_of_squares as explained_sum_of_squares
# from fastmetrics.metrics.regression.shares_of_variance import total_sum_of_squares as total_sum_of_squares
from fastmetrics.readers.text_files import read_qrels as read_qrels
from fastmetrics.readers.text_files import read_run as read_run
from fastmetrics.adapters.boosting import booster_metric as booster_metric
from fastmetrics.comparison.fold_tests import five_by_two_cv_f_test as five_by_two_cv_f_test
from fastmetrics.comparison.fold_tests import five_by_two_cv_t_test as five_by_two_cv_t_test
from fastmetrics.comparison.student_tests import corrected_resampled_t_test as corrected_resampled_t_test
from fastmetrics.comparison.student_tests import paired_cv_t_test as paired_cv_t_test
from fastmetrics.comparison.adjustments import adjust_pvalues as adjust_pvalues
from fastmetrics.comparison.curves import precision_recall_band as precision_recall_band
from fastmetrics.comparison.curves import roc_band as roc_band
from fastmetrics.comparison.dataset_comparison import DatasetComparison as DatasetComparison
from fastmetrics.comparison.covariances import interval_from_replicates as interval_from_replicates
from fastmetrics.comparison.covariances import proportion_interval as proportion_interval
from fastmetrics.comparison.critical_differences import critical_difference_diagram as critical_difference_diagram
from fastmetrics.comparison.fold_tests import bayesian_correlated_t_test as bayesian_correlated_t_test
from fastmetrics.comparison.fold_tests import cv_loss_test as cv_loss_test
from fastmetrics.comparison.losses import diebold_mariano_test as diebold_mariano_test
from fastmetrics.comparison.losses import ModelConfidenceSet as ModelConfidenceSet
from fastmetrics.comparison.losses import model_confidence_set as model_confidence_set
from fastmetrics.comparison.proportion_tests import proportions_test as proportions_test
from fastmetrics.comparison.pairwise_result import PairwiseResult as PairwiseResult
from fastmetrics.comparison.discordant_rows import McnemarResult as McnemarResult
from fastmetrics.comparison.paired_permutations import paired_permutation_test as paired_permutation_test
from fastmetrics.comparison.discordant_rows import mcnemar_table as mcnemar_table
from fastmetrics.comparison.discordant_rows import mcnemar_test as mcnemar_test
from fastmetrics.comparison.discordant_rows import mcnemar_test_from_table as mcnemar_test_from_table
from fastmetrics.comparison.paired_rows import bayesian_signed_rank_test as bayesian_signed_rank_test
from fastmetrics.comparison.discordant_rows import cochran_q_test as cochran_q_test
from fastmetrics.comparison.signed_ranks import wilcoxon_signed_rank_test as wilcoxon_signed_rank_test
from fastmetrics.comparison.paired_rows import sign_test as sign_test
from fastmetrics.comparison.sequential.change_detector import ChangeDetector as ChangeDetector
from fastmetrics.comparison.sequential.model_tests import SequentialComparison as SequentialComparison
from fastmetrics.comparison.sequential.model_tests import SequentialTest as SequentialTest
from fastmetrics.comparison.sequential.stream import ConfidenceSequence as ConfidenceSequence
from fastmetrics.comparison.sequential.stream import confidence_sequence as confidence_sequence
from fastmetrics.comparison.planning import sequential_sample_size as sequential_sample_size
from fastmetrics.comparison.sequential.results import sequential_z_test as sequential_z_test
from fastmetrics.comparison.proportion_tests import binomial_test as binomial_test
from fastmetrics.comparison.rank_tests.joint_ranks import aligned_ranks_test as aligned_ranks_test
from fastmetrics.comparison.rank_tests.expected_orders import page_test as page_test
from fastmetrics.comparison.rank_tests.friedman import friedman_test as friedman_test
from fastmetrics.comparison.rank_tests.friedman import skillings_mack_test as skillings_mack_test
from fastmetrics.comparison.benchmark_runs import interquartile_mean as interquartile_mean
from fastmetrics.comparison.benchmark_runs import optimality_gap as optimality_gap
from fastmetrics.comparison.benchmark_runs import performance_profile as performance_profile
from fastmetrics.comparison.benchmark_runs import probability_of_improvement as probability_of_improvement
from fastmetrics.comparison.rank_tests.joint_ranks import dunn_test as dunn_test
from fastmetrics.comparison.rank_tests.joint_ranks import kruskal_wallis_test as kruskal_wallis_test
from fastmetrics.comparison.rank_tests.mean_ranks import critical_difference as critical_difference
from fastmetrics.comparison.rank_tests.pairs import bonferroni_dunn_test as bonferroni_dunn_test
from fastmetrics.comparison.rank_tests.pairs import nemenyi_test as nemenyi_test
from fastmetrics.comparison.rank_tests.pairs import pairwise_tests as pairwise_tests
from fastmetrics.comparison.rank_tests.ranks import rank_scores as rank_scores
from fastmetrics.comparison.rank_tests.mean_ranks import studentized_range_sf as studentized_range_sf
from fastmetrics.comparison.rank_tests.expected_orders import quade_test as quade_test
from fastmetrics.comparison.planning import comparison_power as comparison_power
from fastmetrics.comparison.planning import minimum_detectable_difference as minimum_detectable_difference
# from fastmetrics.comparison.one_model_planning import auc_sample_size as auc_sample_size
# from fastmetrics.comparison.one_model_planning import error_rate_sample_size as error_rate_sample_size
# from fastmetrics.comparison.one_model_planning import proportion_sample_size as proportion_sample_size
from fastmetrics.comparison.planning import required_sample_size as required_sample_size
from fastmetrics.comparison.proportion_tests import error_rate_t_test as error_rate_t_test
from fastmetrics.intervals.bind import row_losses as row_losses
from fastmetrics.intervals.single import confidence_interval as confidence_interval
from fastmetrics.leaderboards.ratings import Ratings as Ratings
from fastmetrics.leaderboards.ratings import bradley_terry as bradley_terry
from fastmetrics.metrics.clustering.measuring.cluster_scatter import ClusterScatter as ClusterScatter
from fastmetrics.metrics.clustering.measuring.contingency import Contingency as Contingency
from fastmetrics.metrics.clustering.homogeneity import cramers_v as cramers_v
from fastmetrics.metrics.clustering.homogeneity import theils_u as theils_u
from fastmetrics.metrics.clustering.separation import calinski_harabasz_score as calinski_harabasz_score
from fastmetrics.metrics.clustering.separation import davies_bouldin_score as davies_bouldin_score
from fastmetrics.metrics.clustering.information import adjusted_mutual_info_score as adjusted_mutual_info_score
from fastmetrics.metrics.clustering.homogeneity import completeness_score as completeness_score
from fastmetrics.metrics.clustering.information import expected_mutual_information as expected_mutual_information
from fastmetrics.metrics.clustering.homogeneity import homogeneity_completeness_v_measure as homogeneity_completeness_v_measure
from fastmetrics.metrics.clustering.homogeneity import homogeneity_score as homogeneity_score
from fastmetrics.metrics.clustering.information import mutual_info_score as mutual_info_score
from fastmetrics.metrics.clustering.information import normalized_mutual_info_score as normalized_mutual_info_score
from fastmetrics.metrics.clustering.information import partition_entropy as partition_entropy
from fastmetrics.metrics.clustering.homogeneity import v_measure_score as v_measure_score
from fastmetrics.metrics.clustering.pairs import adjusted_rand_score as adjusted_rand_score
from fastmetrics.metrics.clustering.partitions import clustering_accuracy as clustering_accuracy
from fastmetrics.metrics.clustering.partitions import contingency_matrix as contingency_matrix
from fastmetrics.metrics.clustering.pairs import fowlkes_mallows_score as fowlkes_mallows_score
from fastmetrics.metrics.clustering.pairs import pair_confusion_matrix as pair_confusion_matrix
from fastmetrics.metrics.clustering.pairs import pair_counts as pair_counts
from fastmetrics.metrics.clustering.pairs import pairwise_jaccard_score as pairwise_jaccard_score
from fastmetrics.metrics.clustering.pairs import pairwise_precision_recall as pairwise_precision_recall
from fastmetrics.metrics.clustering.partitions import purity_score as purity_score
from fastmetrics.metrics.clustering.pairs import rand_score as rand_score
from fastmetrics.metrics.clustering.separation import centroid_distances as centroid_distances
from fastmetrics.metrics.clustering.separation import cluster_diameters as cluster_diameters
from fastmetrics.metrics.clustering.separation import cluster_mean_distances as cluster_mean_distances
from fastmetrics.metrics.clustering.separation import cluster_separations as cluster_separations
from fastmetrics.metrics.clustering.separation import dunn_index as dunn_index
from fastmetrics.metrics.clustering.silhouettes import silhouette_samples as silhouette_samples
from fastmetrics.metrics.clustering.silhouettes import silhouette_score as silhouette_score
from fastmetrics.metrics.labels.accuracy import accuracy_score as accuracy_score
from fastmetrics.metrics.labels.accuracy import balanced_accuracy_score as balanced_accuracy_score
from fastmetrics.metrics.labels.accuracy import error_rate as error_rate
from fastmetrics.metrics.labels.accuracy import hamming_loss as hamming_loss
from fastmetrics.metrics.labels.accuracy import zero_one_loss as zero_one_loss
from fastmetrics.metrics.labels.agreement import cohen_kappa_score as cohen_kappa_score
from fastmetrics.metrics.labels.agreement import matthews_corrcoef as matthews_corrcoef
# from fastmetrics.metrics.labels.agreement import multilabel_cohen_kappa_score as multilabel_cohen_kappa_score
# from fastmetrics.metrics.labels.agreement import multilabel_matthews_corrcoef as multilabel_matthews_corrcoef
# from fastmetrics.metrics.labels.combined_rates import diagnostic_odds_ratio as diagnostic_odds_ratio
# from fastmetrics.metrics.labels.combined_rates import geometric_mean_score as geometric_mean_score
# from fastmetrics.metrics.labels.combined_rates import informedness as informedness
# from fastmetrics.metrics.labels.combined_rates import markedness as markedness
# from fastmetrics.metrics.labels.combined_rates import precision_recall_geometric_mean as precision_recall_geometric_mean
# from fastmetrics.metrics.labels.combined_rates import roc_distance as roc_distance
# from fastmetrics.metrics.labels.combined_rates import symmetric_extremal_dependence_index as symmetric_extremal_dependence_index
# from fastmetrics.metrics.labels.confusion import binary_counts as binary_counts
# from fastmetrics.metrics.labels.confusion import confusion_matrix as confusion_matrix
# from fastmetrics.metrics.labels.confusion import false_negatives as false_negatives
# from fastmetrics.metrics.labels.confusion import false_positives as false_positives
# from fastmetrics.metrics.labels.confusion import multilabel_confusion_matrix as multilabel_confusion_matrix
# from fastmetrics.metrics.labels.confusion import true_negatives as true_negatives
# from fastmetrics.metrics.labels.confusion import true_positives as true_positives
from fastmetrics.metrics.labels.cost_matrix import cost_sensitive_accuracy as cost_sensitive_accuracy
from fastmetrics.metrics.labels.cost_matrix import cost_sensitive_error as cost_sensitive_error
from fastmetrics.metrics.labels.cost_matrix import total_cost as total_cost
from fastmetrics.metrics.labels.counting.confusion_counts import ConfusionCounts as ConfusionCounts
from fastmetrics.metrics.labels.counting.indicator_counts import IndicatorCounts as IndicatorCounts
# from fastmetrics.metrics.labels.fscores import f1_score as f1_score
# from fastmetrics.metrics.labels.fscores import fbeta_score as fbeta_score
# from fastmetrics.metrics.labels.fscores import jaccard_score as jaccard_score
from fastmetrics.metrics.labels.fscores import macro_f1_of_averages as macro_f1_of_averages
from fastmetrics.metrics.labels.fscores import pooled_precision_recall_fscore as pooled_precision_recall_fscore
# from fastmetrics.metrics.labels.precision_recall import classification_report as classification_report
from fastmetrics.metrics.labels.likelihood_ratios import class_likelihood_ratios as class_likelihood_ratios
# from fastmetrics.metrics.labels.likelihood_ratios import negative_likelihood_ratio as negative_likelihood_ratio
# from fastmetrics.metrics.labels.likelihood_ratios import positive_likelihood_ratio as positive_likelihood_ratio
# from fastmetrics.metrics.labels.precision_recall import precision_recall_fscore_support as precision_recall_fscore_support
# from fastmetrics.metrics.labels.precision_recall import precision_score as precision_score
# from fastmetrics.metrics.labels.precision_recall import recall_score as recall_score
from fastmetrics.metrics.labels.raters import AgreementResult as AgreementResult
from fastmetrics.metrics.labels.raters import fleiss_kappa as fleiss_kappa
from fastmetrics.metrics.labels.raters import krippendorff_alpha as krippendorff_alpha
# from fastmetrics.metrics.labels.rates import false_discovery_rate as false_discovery_rate
# from fastmetrics.metrics.labels.rates import false_negative_rate as false_negative_rate
# from fastmetrics.metrics.labels.rates import false_omission_rate as false_omission_rate
# from fastmetrics.metrics.labels.rates import false_positive_rate as false_positive_rate
# from fastmetrics.metrics.labels.rates import negative_predictive_value as negative_predictive_value
# from fastmetrics.metrics.labels.rates import positive_predictive_value as positive_predictive_value
from fastmetrics.metrics.labels.rates import selection_rate as selection_rate
# from fastmetrics.metrics.labels.rates import specificity_score as specificity_score
# from fastmetrics.metrics.labels.rates import true_negative_rate as true_negative_rate
# from fastmetrics.metrics.labels.rates import true_positive_rate as true_positive_rate
from fastmetrics.metrics.probability.proper_scores import brier_decomposition as brier_decomposition
from fastmetrics.metrics.probability.reliability import calibration_curve as calibration_curve
from fastmetrics.metrics.probability.calibration_errors import integrated_calibration_index as integrated_calibration_index
from fastmetrics.metrics.probability.calibration_errors import adaptive_calibration_error as adaptive_calibration_error
from fastmetrics.metrics.probability.calibration_errors import expected_calibration_error as expected_calibration_error
from fastmetrics.metrics.probability.calibration_errors import maximum_calibration_error as maximum_calibration_error
from fastmetrics.metrics.probability.calibration_errors import squared_calibration_error as squared_calibration_error
from fastmetrics.metrics.probability.proper_scores import score_decomposition as score_decomposition
# from fastmetrics.metrics.probability.proper_scores import jensen_shannon_divergence as jensen_shannon_divergence
# from fastmetrics.metrics.probability.proper_scores import kl_divergence as kl_divergence
from fastmetrics.metrics.probability.calibration import hosmer_lemeshow_test as hosmer_lemeshow_test
# from fastmetrics.metrics.probability.class_scores import coverage_error as coverage_error
# from fastmetrics.metrics.probability.class_scores import label_ranking_average_precision_score as label_ranking_average_precision_score
# from fastmetrics.metrics.probability.class_scores import label_ranking_loss as label_ranking_loss
from fastmetrics.metrics.probability.losses import brier_score_loss as brier_score_loss
from fastmetrics.metrics.probability.losses import d2_brier_score as d2_brier_score
from fastmetrics.metrics.probability.losses import d2_log_loss_score as d2_log_loss_score
from fastmetrics.metrics.probability.losses import log_loss as log_loss
from fastmetrics.metrics.probability.losses import multiclass_brier_score as multiclass_brier_score
from fastmetrics.metrics.probability.losses import normalized_cross_entropy as normalized_cross_entropy
from fastmetrics.metrics.probability.class_scores import hinge_loss as hinge_loss
from fastmetrics.metrics.probability.measuring.calibration_bins import CalibrationBins as CalibrationBins
from fastmetrics.metrics.probability.measuring.probability_sums import ProbabilitySums as ProbabilitySums
from fastmetrics.metrics.probability.reliability import decision_curve as decision_curve
from fastmetrics.metrics.probability.prediction_sets import conditional_set_coverage as conditional_set_coverage
from fastmetrics.metrics.probability.prediction_sets import mean_set_size as mean_set_size
from fastmetrics.metrics.probability.prediction_sets import set_coverage as set_coverage
from fastmetrics.metrics.probability.prediction_sets import worst_slab_coverage as worst_slab_coverage
from fastmetrics.metrics.probability.reliability import net_benefit as net_benefit
# from fastmetrics.metrics.probability.proper_scores import ranked_probability_score as ranked_probability_score
# from fastmetrics.metrics.probability.proper_scores import spherical_score as spherical_score
from fastmetrics.metrics.probability.calibration import calibration_in_the_large as calibration_in_the_large
from fastmetrics.metrics.probability.calibration import calibration_intercept as calibration_intercept
from fastmetrics.metrics.probability.calibration import calibration_slope as calibration_slope
from fastmetrics.metrics.probability.calibration import expected_observed_ratio as expected_observed_ratio
from fastmetrics.metrics.probability.reliability import reliability_curve as reliability_curve
from fastmetrics.metrics.probability.calibration import spiegelhalter_test as spiegelhalter_test
from fastmetrics.metrics.probability.class_scores import top_k_accuracy_score as top_k_accuracy_score
# from fastmetrics.metrics.probability.class_scores import top_k_f1_score as top_k_f1_score
# from fastmetrics.metrics.probability.class_scores import top_k_precision_score as top_k_precision_score
# from fastmetrics.metrics.probability.class_scores import top_k_recall_score as top_k_recall_score
from fastmetrics.leaderboards.item_planning import ItemPlan as ItemPlan
from fastmetrics.leaderboards.item_planning import item_sample_size as item_sample_size
from fastmetrics.leaderboards.item_variances import ScoreVariance as ScoreVariance
from fastmetrics.leaderboards.item_variances import score_variance as score_variance
from fastmetrics.metrics.items.measures import best_of_k as best_of_k
from fastmetrics.metrics.items.measures import mean_score as mean_score
from fastmetrics.metrics.items.measures import pass_at_k as pass_at_k
from fastmetrics.metrics.items.measures import pass_hat_k as pass_hat_k
from fastmetrics.metrics.items.measures import worst_of_k as worst_of_k
from fastmetrics.metrics.recommendation.coverage import catalog_coverage as catalog_coverage
from fastmetrics.metrics.recommendation.coverage import prediction_coverage as prediction_coverage
from fastmetrics.metrics.recommendation.coverage import user_coverage as user_coverage
from fastmetrics.metrics.recommendation.coverage import item_gini as item_gini
from fastmetrics.metrics.recommendation.coverage import distributional_coverage as distributional_coverage
from fastmetrics.metrics.recommendation.diversity import inter_user_diversity as inter_user_diversity
# from fastmetrics.metrics.recommendation.diversity import intra_list_similarity as intra_list_similarity
# from fastmetrics.metrics.recommendation.diversity import intra_list_diversity as intra_list_diversity
from fastmetrics.metrics.recommendation.surprise import mean_popularity as mean_popularity
from fastmetrics.metrics.recommendation.surprise import novelty as novelty
# from fastmetrics.metrics.recommendation.surprise import unexpectedness as unexpectedness
# from fastmetrics.metrics.recommendation.surprise import serendipity as serendipity
from fastmetrics.metrics.recommendation.item_counts import ItemCounts as ItemCounts
from fastmetrics.metrics.items.item_scores import ItemScores as ItemScores
# from fastmetrics.metrics.regression.errors import error_standard_deviation as error_standard_deviation
from fastmetrics.metrics.regression.errors import max_error as max_error
# from fastmetrics.metrics.regression.errors import mean_absolute_error as mean_absolute_error
# from fastmetrics.metrics.regression.errors import mean_error as mean_error
# from fastmetrics.metrics.regression.errors import mean_squared_error as mean_squared_error
# from fastmetrics.metrics.regression.errors import root_mean_squared_error as root_mean_squared_error
from fastmetrics.metrics.regression.measuring.error_sums import ErrorSums as ErrorSums
# from fastmetrics.metrics.regression.relative_errors import normalized_root_mean_squared_error as normalized_root_mean_squared_error
# from fastmetrics.metrics.regression.relative_errors import relative_squared_error as relative_squared_error
# from fastmetrics.metrics.regression.relative_errors import root_relative_squared_error as root_relative_squared_error
# from fastmetrics.metrics.regression.relative_errors import weighted_absolute_percentage_error as weighted_absolute_percentage_error
# from fastmetrics.metrics.regression.shares_of_variance import adjusted_r2_score as adjusted_r2_score
# from fastmetrics.metrics.regression.shares_of_variance import explained_to_total_ratio as explained_to_total_ratio
# from fastmetrics.metrics.regression.shares_of_variance import explained_variance_score as explained_variance_score
# from fastmetrics.metrics.regression.shares_of_variance import r2_score as r2_score
# from fastmetrics.metrics.regression.errors import max_squared_error as max_squared_error
# from fastmetrics.metrics.regression.errors import sum_absolute_error as sum_absolute_error
# from fastmetrics.metrics.regression.errors import sum_squared_error as sum_squared_error
from fastmetrics.metrics.regression.deviances import d2_tweedie_score as d2_tweedie_score
from fastmetrics.metrics.regression.deviances import mean_gamma_deviance as mean_gamma_deviance
from fastmetrics.metrics.regression.deviances import mean_poisson_deviance as mean_poisson_deviance
from fastmetrics.metrics.regression.deviances import mean_tweedie_deviance as mean_tweedie_deviance
from fastmetrics.metrics.regression.deviances import poisson_log_loss as poisson_log_loss
# from fastmetrics.metrics.regression.error_losses import huber_loss as huber_loss
# from fastmetrics.metrics.regression.error_losses import linex_loss as linex_loss
# from fastmetrics.metrics.regression.error_losses import log_cosh_error as log_cosh_error
# from fastmetrics.metrics.regression.error_losses import mean_pinball_loss as mean_pinball_loss
# from fastmetrics.metrics.regression.error_losses import pseudo_huber_loss as pseudo_huber_loss
# from fastmetrics.metrics.regression.percentage_errors import mean_absolute_percentage_error as mean_absolute_percentage_error
# from fastmetrics.metrics.regression.percentage_errors import mean_squared_log_error as mean_squared_log_error
# from fastmetrics.metrics.regression.percentage_errors import percent_bias as percent_bias
# from fastmetrics.metrics.regression.percentage_errors import root_mean_squared_log_error as root_mean_squared_log_error
# from fastmetrics.metrics.regression.percentage_errors import symmetric_mean_absolute_percentage_error as symmetric_mean_absolute_percentage_error
# from fastmetrics.metrics.regression.deviances import d2_absolute_error_score as d2_absolute_error_score
# from fastmetrics.metrics.regression.deviances import d2_pinball_score as d2_pinball_score
# from fastmetrics.metrics.regression.deviances import relative_absolute_error as relative_absolute_error
# from fastmetrics.metrics.regression.error_losses import error_quantiles as error_quantiles
# from fastmetrics.metrics.regression.error_losses import median_absolute_error as median_absolute_error
# from fastmetrics.metrics.regression.error_losses import median_squared_error as median_squared_error
from fastmetrics.metrics.regression.agreement import error_decomposition as error_decomposition
from fastmetrics.metrics.regression.relative_errors import mean_absolute_scaled_error as mean_absolute_scaled_error
from fastmetrics.metrics.regression.relative_errors import root_mean_squared_scaled_error as root_mean_squared_scaled_error
# from fastmetrics.metrics.regression.agreement import concordance_correlation_coefficient as concordance_correlation_coefficient
# from fastmetrics.metrics.regression.agreement import cosine_similarity as cosine_similarity
# from fastmetrics.metrics.regression.agreement import kling_gupta_efficiency as kling_gupta_efficiency
from fastmetrics.metrics.regression.concordance import concordance_index as concordance_index
from fastmetrics.metrics.regression.concordance import goodman_kruskal_gamma as goodman_kruskal_gamma
from fastmetrics.metrics.regression.concordance import normalized_gini_coefficient as normalized_gini_coefficient
from fastmetrics.metrics.regression.concordance import somers_d as somers_d
from fastmetrics.metrics.regression.correlation import kendall_tau as kendall_tau
from fastmetrics.metrics.regression.correlation import spearman_rho as spearman_rho
from fastmetrics.metrics.regression.correlation import CorrelationResult as CorrelationResult
from fastmetrics.metrics.regression.distribution_forecasts import crps_ensemble as crps_ensemble
from fastmetrics.metrics.regression.distribution_forecasts import energy_score as energy_score
from fastmetrics.metrics.regression.distribution_forecasts import rank_histogram as rank_histogram
from fastmetrics.metrics.regression.distribution_forecasts import crps_gaussian as crps_gaussian
from fastmetrics.metrics.regression.distribution_forecasts import gaussian_log_loss as gaussian_log_loss
from fastmetrics.metrics.regression.number_calibration import coverage_curve as coverage_curve
from fastmetrics.metrics.regression.number_calibration import expected_normalized_calibration_error as expected_normalized_calibration_error
from fastmetrics.metrics.regression.number_calibration import pit_values as pit_values
from fastmetrics.metrics.regression.number_calibration import quantile_calibration_error as quantile_calibration_error
from fastmetrics.metrics.regression.number_calibration import uncertainty_calibration_error as uncertainty_calibration_error
from fastmetrics.metrics.regression.quantile_forecasts import interval_coverage as interval_coverage
from fastmetrics.metrics.regression.quantile_forecasts import interval_score as interval_score
from fastmetrics.metrics.regression.quantile_forecasts import mean_interval_width as mean_interval_width
from fastmetrics.metrics.regression.correlation import pearson_r as pearson_r
from fastmetrics.metrics.regression.quantile_forecasts import crps_quantile as crps_quantile
from fastmetrics.metrics.regression.quantile_forecasts import mean_quantile_loss as mean_quantile_loss
from fastmetrics.metrics.regression.quantile_forecasts import quantile_coverage as quantile_coverage
from fastmetrics.metrics.regression.quantile_forecasts import quantile_losses as quantile_losses
# from fastmetrics.metrics.retrieval.discounted_gains import dcg_score as dcg_score
# from fastmetrics.metrics.retrieval.average_precisions import mean_average_precision as mean_average_precision
# from fastmetrics.metrics.retrieval.average_precisions import geometric_mean_average_precision as geometric_mean_average_precision
# from fastmetrics.metrics.retrieval.average_precisions import smoothed_average_precision as smoothed_average_precision
# from fastmetrics.metrics.retrieval.discounted_gains import averaged_ndcg as averaged_ndcg
# from fastmetrics.metrics.retrieval.discounted_gains import normalized_gain as normalized_gain
# from fastmetrics.metrics.retrieval.cutoffs import mean_reciprocal_rank as mean_reciprocal_rank
# from fastmetrics.metrics.retrieval.cutoffs import hit_rate as hit_rate
# from fastmetrics.metrics.retrieval.user_models import compatibility as compatibility
# from fastmetrics.metrics.retrieval.user_models import normalized_expected_reciprocal_rank as normalized_expected_reciprocal_rank
# from fastmetrics.metrics.retrieval.subtopics import alpha_ndcg as alpha_ndcg
# from fastmetrics.metrics.retrieval.subtopics import err_ia as err_ia
# from fastmetrics.metrics.retrieval.subtopics import nrbp as nrbp
# from fastmetrics.metrics.retrieval.subtopics import subtopic_recall as subtopic_recall
# from fastmetrics.metrics.retrieval.cutoffs import hits_at_k as hits_at_k
# from fastmetrics.metrics.retrieval.cutoffs import precision_at_k as precision_at_k
# from fastmetrics.metrics.retrieval.cutoffs import recall_at_k as recall_at_k
# from fastmetrics.metrics.retrieval.cutoffs import f1_at_k as f1_at_k
# from fastmetrics.metrics.retrieval.cutoffs import relative_precision_at_k as relative_precision_at_k
# from fastmetrics.metrics.retrieval.average_precisions import r_precision as r_precision
# from fastmetrics.metrics.retrieval.average_precisions import interpolated_precision_at_recall as interpolated_precision_at_recall
# from fastmetrics.metrics.retrieval.average_precisions import eleven_point_average_precision as eleven_point_average_precision
# from fastmetrics.metrics.retrieval.incomplete_judgements import bpref as bpref
# from fastmetrics.metrics.retrieval.incomplete_judgements import geometric_mean_bpref as geometric_mean_bpref
# from fastmetrics.metrics.retrieval.incomplete_judgements import inferred_average_precision as inferred_average_precision
# from fastmetrics.metrics.retrieval.incomplete_judgements import judged_at_k as judged_at_k
# from fastmetrics.metrics.retrieval.returned_sets import set_precision as set_precision
# from fastmetrics.metrics.retrieval.returned_sets import set_recall as set_recall
# from fastmetrics.metrics.retrieval.returned_sets import set_f_score as set_f_score
# from fastmetrics.metrics.retrieval.returned_sets import set_relative_precision as set_relative_precision
# from fastmetrics.metrics.retrieval.returned_sets import set_average_precision as set_average_precision
# from fastmetrics.metrics.retrieval.returned_sets import set_utility as set_utility
from fastmetrics.metrics.retrieval.ranked_lists import retrieval_counts as retrieval_counts
from fastmetrics.metrics.retrieval.ranked_lists import RetrievalCounts as RetrievalCounts
# from fastmetrics.metrics.retrieval.discounted_gains import ideal_dcg as ideal_dcg
# from fastmetrics.metrics.retrieval.discounted_gains import ndcg_score as ndcg_score
from fastmetrics.metrics.retrieval.ranked_lists import RankedLists as RankedLists
from fastmetrics.metrics.retrieval.answers import TieSpread as TieSpread
# from fastmetrics.metrics.retrieval.user_models import expected_reciprocal_rank as expected_reciprocal_rank
# from fastmetrics.metrics.retrieval.user_models import rank_biased_precision as rank_biased_precision
# from fastmetrics.metrics.retrieval.user_models import rbp_residual as rbp_residual
from fastmetrics.metrics.row_sums import RowSums as RowSums
from fastmetrics.metrics.scores.areas import log_auc_score as log_auc_score
from fastmetrics.metrics.scores.areas import partial_auc_score as partial_auc_score
from fastmetrics.metrics.scores.areas import pr_auc_score as pr_auc_score
from fastmetrics.metrics.scores.class_areas import multiclass_auc_score as multiclass_auc_score
from fastmetrics.metrics.scores.class_areas import ClassSweeps as ClassSweeps
from fastmetrics.metrics.scores.costs import cost_curve as cost_curve
from fastmetrics.metrics.scores.costs import expected_cost as expected_cost
# from fastmetrics.metrics.scores.costs import normalized_expected_cost as normalized_expected_cost
# from fastmetrics.metrics.scores.costs import probability_cost as probability_cost
from fastmetrics.metrics.scores.curves import auc as auc
from fastmetrics.metrics.scores.curves import det_curve as det_curve
from fastmetrics.metrics.scores.curves import precision_recall_curve as precision_recall_curve
from fastmetrics.metrics.scores.curves import roc_curve as roc_curve
from fastmetrics.metrics.scores.delong import delong_roc_test as delong_roc_test
# from fastmetrics.metrics.scores.delong import delong_roc_variance as delong_roc_variance
from fastmetrics.metrics.scores.curves import equal_error_rate as equal_error_rate
from fastmetrics.metrics.scores.costs import break_even_point as break_even_point
from fastmetrics.metrics.scores.costs import cumulative_gain_curve as cumulative_gain_curve
from fastmetrics.metrics.scores.costs import ks_statistic as ks_statistic
from fastmetrics.metrics.scores.costs import lift_curve as lift_curve
from fastmetrics.metrics.scores.costs import lift_score as lift_score
from fastmetrics.metrics.scores.selective_prediction import augrc as augrc
from fastmetrics.metrics.scores.selective_prediction import aurc as aurc
from fastmetrics.metrics.scores.selective_prediction import coverage_at_risk as coverage_at_risk
from fastmetrics.metrics.scores.selective_prediction import excess_aurc as excess_aurc
from fastmetrics.metrics.scores.selective_prediction import risk_coverage_curve as risk_coverage_curve
from fastmetrics.metrics.scores.areas import roc_auc_by_group as roc_auc_by_group
from fastmetrics.metrics.scores.delong import delong_roc_test_independent as delong_roc_test_independent
# from fastmetrics.metrics.scores.ranking import average_precision_score as average_precision_score
from fastmetrics.metrics.scores.ranking import gini_coefficient as gini_coefficient
from fastmetrics.metrics.scores.ranking import rank_loss as rank_loss
# from fastmetrics.metrics.scores.ranking import roc_auc_score as roc_auc_score
from fastmetrics.metrics.scores.score_sketch import ScoreSketch as ScoreSketch
from fastmetrics.metrics.scores.score_sweep import ScoreSweep as ScoreSweep
from fastmetrics.metrics.scores.thresholds import confusion_matrix_at_thresholds as confusion_matrix_at_thresholds
from fastmetrics.metrics.scores.thresholds import metric_at_thresholds as metric_at_thresholds
# from fastmetrics.metrics.scores.thresholds import optimal_threshold as optimal_threshold
from fastmetrics.comparison.comparing import Comparison as Comparison
from fastmetrics.comparison.model_differences import Difference as Difference
from fastmetrics.comparison.many_data_sets import compare_across_datasets as compare_across_datasets
from fastmetrics.comparison.covariances import metric_covariance as metric_covariance
from fastmetrics.comparison.curves import Dominance as Dominance
from fastmetrics.comparison.curves import Gap as Gap
from fastmetrics.comparison.curves import curve_dominance as curve_dominance
# from fastmetrics.comparison.one_test_set import compare as compare
from fastmetrics.comparison.unpaired_permutations import unpaired_permutation_test as unpaired_permutation_test
from fastmetrics.metrics.scores.curves import CurveBand as CurveBand
# from fastmetrics.metrics.speech.error_rates import character_error_rate as character_error_rate
# from fastmetrics.metrics.speech.error_rates import match_error_rate as match_error_rate
from fastmetrics.metrics.speech.error_rates import sentence_error_rate as sentence_error_rate
# from fastmetrics.metrics.speech.error_rates import token_error_rate as token_error_rate
# from fastmetrics.metrics.speech.error_rates import word_error_rate as word_error_rate
# from fastmetrics.metrics.speech.error_rates import word_information_lost as word_information_lost
# from fastmetrics.metrics.speech.error_rates import word_information_preserved as word_information_preserved
from fastmetrics.metrics.speech.counted_edits import edit_counts as edit_counts
# from fastmetrics.metrics.speech.counted_edits import edit_distance as edit_distance
from fastmetrics.metrics.speech.counted_edits import EditCounts as EditCounts
from fastmetrics.metrics.speech.alignments import align as align
from fastmetrics.metrics.speech.alignments import ConfusionPairs as ConfusionPairs
from fastmetrics.metrics.speech.alignments import confusion_pairs as confusion_pairs
from fastmetrics.metrics.speech.alignments import Alignment as Alignment
from fastmetrics.metrics.speech.alignments import EditStep as EditStep
from fastmetrics.metrics.speech.alignments import SegmentTestResult as SegmentTestResult
from fastmetrics.metrics.speech.alignments import matched_pair_sentence_segment_test as matched_pair_sentence_segment_test
from fastmetrics.metrics.survival.areas import TimeDependentAuc as TimeDependentAuc
# from fastmetrics.metrics.survival.areas import time_dependent_auc as time_dependent_auc
from fastmetrics.metrics.survival.brier import censoring_weights as censoring_weights
from fastmetrics.metrics.survival.brier import scaled_brier_score as scaled_brier_score
from fastmetrics.metrics.survival.brier import survival_brier_score as survival_brier_score
from fastmetrics.metrics.survival.calibration import SurvivalCalibration as SurvivalCalibration
from fastmetrics.metrics.survival.calibration import survival_calibration as survival_calibration
from fastmetrics.metrics.survival.concordance import concordance_index_ipcw as concordance_index_ipcw
from fastmetrics.metrics.survival.curves import SurvivalCurve as SurvivalCurve
from fastmetrics.metrics.survival.curves import aalen_johansen as aalen_johansen
from fastmetrics.metrics.survival.curves import kaplan_meier as kaplan_meier
# from fastmetrics.metrics.survival.curves import restricted_mean_survival_time as restricted_mean_survival_time
from fastmetrics.metrics.survival.integrated_brier import integrated_brier_score as integrated_brier_score
from fastmetrics.metrics.survival.likelihoods import survival_log_loss as survival_log_loss
from fastmetrics.metrics.survival.results import SurvivalDifferences as SurvivalDifferences
from fastmetrics.metrics.survival.results import SurvivalScore as SurvivalScore
from fastmetrics.metrics.survival.results import SurvivalScores as SurvivalScores
from fastmetrics.metrics.survival.tests import DCalibrationResult as DCalibrationResult
from fastmetrics.metrics.survival.tests import d_calibration_test as d_calibration_test
from fastmetrics.metrics.survival.tests import log_rank_test as log_rank_test
from fastmetrics.report.displays.probability import CalibrationDisplay as CalibrationDisplay
from fastmetrics.report.displays.predictions import ConfusionMatrixDisplay as ConfusionMatrixDisplay
from fastmetrics.report.displays.probability import DecisionCurveDisplay as DecisionCurveDisplay
from fastmetrics.report.displays.det import DetCurveDisplay as DetCurveDisplay
from fastmetrics.report.displays.pictures import IntervalDisplay as IntervalDisplay
from fastmetrics.report.displays.scores import PitDisplay as PitDisplay
from fastmetrics.report.displays.precision_recall import PrecisionRecallDisplay as PrecisionRecallDisplay
from fastmetrics.report.displays.predictions import PredictionErrorDisplay as PredictionErrorDisplay
from fastmetrics.report.displays.precision_recall import RocCurveDisplay as RocCurveDisplay
from fastmetrics.report.displays.scores import CostCurveDisplay as CostCurveDisplay
from fastmetrics.report.displays.scores import GainCurveDisplay as GainCurveDisplay
from fastmetrics.report.displays.scores import LiftCurveDisplay as LiftCurveDisplay
from fastmetrics.report.displays.scores import ScoreDistributionDisplay as ScoreDistributionDisplay
from fastmetrics.report.displays.scores import ThresholdDisplay as ThresholdDisplay
from fastmetrics.report.displays.scores import SilhouetteDisplay as SilhouetteDisplay
from fastmetrics.report.result import Report as Report
from fastmetrics.report.evaluation import evaluate as evaluate
from fastmetrics.report.explanation import Explanation as Explanation
from fastmetrics.report.explanation import explain as explain
from fastmetrics.report.finding import Finding as Finding
from fastmetrics.report.finding import find as find
# from fastmetrics.metrics.fairness.parity import demographic_parity_difference as demographic_parity_difference
# from fastmetrics.metrics.fairness.parity import demographic_parity_ratio as demographic_parity_ratio
# from fastmetrics.metrics.fairness.parity import equal_opportunity_difference as equal_opportunity_difference
# from fastmetrics.metrics.fairness.parity import equal_opportunity_ratio as equal_opportunity_ratio
# from fastmetrics.metrics.fairness.parity import equalized_odds_difference as equalized_odds_difference
# from fastmetrics.metrics.fairness.parity import equalized_odds_ratio as equalized_odds_ratio
from fastmetrics.report.grouped_metrics import GroupedMetrics as GroupedMetrics
from fastmetrics.report.importances import PermutationImportance as PermutationImportance
from fastmetrics.report.importances import permutation_importance as permutation_importance
from fastmetrics.report.slices import by_group as by_group
from fastmetrics.selection.split_checks import check_parts as check_parts
from fastmetrics.selection.split_checks import check_split as check_split
from fastmetrics.selection.split_checks import duplicate_groups as duplicate_groups
from fastmetrics.selection.split_checks import SplitReport as SplitReport
from fastmetrics.selection.bootstrap_errors import bootstrap_validate as bootstrap_validate
from fastmetrics.selection.decomposition import BiasVarianceCurve as BiasVarianceCurve
from fastmetrics.selection.decomposition.from_estimators import bias_variance_curve as bias_variance_curve
from fastmetrics.selection.decomposition.from_estimators import estimate_bias_variance as estimate_bias_variance
from fastmetrics.selection.out_of_bag_rows import BootstrapEstimate as BootstrapEstimate
from fastmetrics.selection.bootstrap_errors import out_of_bag_score as out_of_bag_score
from fastmetrics.selection.bootstrap_errors import point632_score as point632_score
from fastmetrics.selection.leave_one_out import leave_one_out_neighbors as leave_one_out_neighbors
from fastmetrics.selection.leave_one_out import leverage as leverage
from fastmetrics.selection.leave_one_out import generalized_cross_validation as generalized_cross_validation
from fastmetrics.selection.leave_one_out import leave_one_out_predict as leave_one_out_predict
from fastmetrics.selection.leave_one_out import press as press
from fastmetrics.selection.decomposition.from_predictions import BiasVarianceSums as BiasVarianceSums
from fastmetrics.selection.decomposition import SquaredDecomposition as SquaredDecomposition
from fastmetrics.selection.decomposition import ZeroOneDecomposition as ZeroOneDecomposition
from fastmetrics.selection.decomposition.from_predictions import bias_variance_decomposition as bias_variance_decomposition
from fastmetrics.selection.out_of_bag_rows import out_of_bag_share as out_of_bag_share
from fastmetrics.selection.splitters.fixed_splits import check_cv as check_cv
from fastmetrics.selection.splitters.random_splits import BootstrapSplit as BootstrapSplit
from fastmetrics.selection.splitters.parts import HashKFold as HashKFold
from fastmetrics.selection.splitters.parts import hash_split as hash_split
from fastmetrics.selection.splitters.time_series import GroupTimeSeriesSplit as GroupTimeSeriesSplit
from fastmetrics.selection.splitters.k_folds import FiveByTwo as FiveByTwo
from fastmetrics.selection.splitters.parts import train_test_split as train_test_split
from fastmetrics.selection.splitters.parts import train_validation_test_split as train_validation_test_split
from fastmetrics.selection.splitters.time_series import PurgedKFold as PurgedKFold
from fastmetrics.selection.splitters.random_splits import GroupShuffleSplit as GroupShuffleSplit
from fastmetrics.selection.splitters.random_splits import ShuffleSplit as ShuffleSplit
from fastmetrics.selection.splitters.random_splits import StratifiedShuffleSplit as StratifiedShuffleSplit
from fastmetrics.selection.splitters.k_folds import KFold as KFold
from fastmetrics.selection.splitters.k_folds import StratifiedKFold as StratifiedKFold
from fastmetrics.selection.splitters.fixed_splits import PredefinedSplit as PredefinedSplit
from fastmetrics.selection.splitters.group_folds import GroupKFold as GroupKFold
from fastmetrics.selection.splitters.fixed_splits import LeaveOneGroupOut as LeaveOneGroupOut
from fastmetrics.selection.splitters.fixed_splits import LeavePGroupsOut as LeavePGroupsOut
from fastmetrics.selection.splitters.k_folds import RepeatedKFold as RepeatedKFold
from fastmetrics.selection.splitters.k_folds import RepeatedStratifiedKFold as RepeatedStratifiedKFold
from fastmetrics.selection.splitters.fixed_splits import LeaveOneOut as LeaveOneOut
from fastmetrics.selection.splitters.fixed_splits import LeavePOut as LeavePOut
from fastmetrics.selection.splitters.time_series import TimeSeriesSplit as TimeSeriesSplit
from fastmetrics.selection.splitters.group_folds import StratifiedGroupKFold as StratifiedGroupKFold
from fastmetrics.selection.splitters.group_folds import RepeatedGroupKFold as RepeatedGroupKFold
from fastmetrics.selection.splitters.group_folds import RepeatedStratifiedGroupKFold as RepeatedStratifiedGroupKFold
from fastmetrics.selection.splitters.balanced_folds import MultilabelStratifiedKFold as MultilabelStratifiedKFold
from fastmetrics.selection.splitters.balanced_folds import BinnedStratifiedKFold as BinnedStratifiedKFold
from fastmetrics.selection.splitters.balanced_folds import MultilabelStratifiedShuffleSplit as MultilabelStratifiedShuffleSplit
from fastmetrics.selection.splitters.group_folds import StratifiedGroupShuffleSplit as StratifiedGroupShuffleSplit
from fastmetrics.selection.criteria import aic as aic
from fastmetrics.selection.criteria import aicc as aicc
from fastmetrics.selection.criteria import bic as bic
from fastmetrics.selection.criteria import gaussian_log_likelihood as gaussian_log_likelihood
from fastmetrics.selection.criteria import hqic as hqic
from fastmetrics.selection.criteria import lp_norm as lp_norm
from fastmetrics.selection.criteria import penalized_loss as penalized_loss
from fastmetrics.selection.searching import ParameterGrid as ParameterGrid
from fastmetrics.selection.searching import ParameterSampler as ParameterSampler
from fastmetrics.selection.searching import parameter_range as parameter_range
from fastmetrics.selection.searching.candidates import selection_corrected_score as selection_corrected_score
from fastmetrics.selection.searching.curves import LearningCurve as LearningCurve
from fastmetrics.selection.searching.curves import ValidationCurve as ValidationCurve
from fastmetrics.selection.searching.curve_displays import LearningCurveDisplay as LearningCurveDisplay
from fastmetrics.selection.searching.threshold_tuning import tune_threshold as tune_threshold
from fastmetrics.selection.searching.threshold_tuning import TunedThreshold as TunedThreshold
from fastmetrics.selection.searching.curve_displays import ValidationCurveDisplay as ValidationCurveDisplay
from fastmetrics.selection.searching.curve_scores import learning_curve as learning_curve
from fastmetrics.selection.searching.candidates import SearchCandidate as SearchCandidate
from fastmetrics.selection.searching.search_result import SearchResult as SearchResult
from fastmetrics.selection.searching.searches import search as search
from fastmetrics.selection.searching.curve_scores import validation_curve as validation_curve
from fastmetrics.selection.validation.combined_folds import out_of_fold_score as out_of_fold_score
from fastmetrics.selection.validation.no_information import no_information_rate as no_information_rate
from fastmetrics.selection.validation.out_of_fold import cross_val_predict as cross_val_predict
from fastmetrics.selection.validation.out_of_fold import permutation_test_score as permutation_test_score
from fastmetrics.selection.validation.result import CrossValidation as CrossValidation
from fastmetrics.selection.validation.out_of_fold import cross_val_score as cross_val_score
from fastmetrics.selection.validation.result import cross_validate as cross_validate

__version__: str

def __dir__() -> list[str]: ...

# Written by tools/public_stub.py: the types of the functions in comments.

def precision_recall_mean(y_true: Labels, y_pred: Predicted, *, pos_label: Label = 1, sample_weight: ArrayLike | None = None) -> float:
    """Arithmetic mean of precision and recall."""
@overload
def explained_sum_of_squares(y_true: ObservedNumbers, y_pred: PredictedNumbers, *, sample_weight: ArrayLike | None = None, multioutput: OneOutput = 'uniform_average') -> float:
    """Explained (regression) sum of squares, SSR."""
@overload
def explained_sum_of_squares(y_true: ObservedNumbers, y_pred: PredictedNumbers, *, sample_weight: ArrayLike | None = None, multioutput: EachOutput) -> NDArray[np.float64]:
    """Explained (regression) sum of squares, SSR."""
@overload
def total_sum_of_squares(y_true: ObservedNumbers, *, sample_weight: ArrayLike | None = None, multioutput: OneOutput = 'uniform_average') -> float:
    """Total sum of squares, SST."""
@overload
def total_sum_of_squares(y_true: ObservedNumbers, *, sample_weight: ArrayLike | None = None, multioutput: EachOutput) -> NDArray[np.float64]:
    """Total sum of squares, SST."""
def auc_sample_size(auc: float, *, prevalence: float = 0.5, width: float | None = None, null: float | None = None, versus: float | None = None, correlation: float | None = None, power: float = 0.8, alpha: float = 0.05, alternative: Alternative = 'two-sided', variance: Literal['binormal', 'obuchowski', 'hanley-mcneil'] = 'binormal') -> int:
    """Sample size for one AUC, or for the difference of two AUCs."""
def error_rate_sample_size(rate: float, *, tokens_per_unit: float | None = None, design_effect: float | None = None, coefficient_of_variation: float | None = None, width: float | None = None, null: float | None = None, power: float = 0.8, alpha: float = 0.05, alternative: Alternative = 'two-sided') -> int:
    """Sample size for a word error rate, from the interval width or the power."""
def proportion_sample_size(proportion: float, *, width: float | None = None, null: float | None = None, method: Literal['wilson', 'clopper-pearson'] = 'wilson', power: float = 0.8, alpha: float = 0.05, alternative: Alternative = 'two-sided') -> int:
    """Sample size for one proportion, from the interval width or the power."""
@overload
def multilabel_cohen_kappa_score(y_true: Targets, y_pred: PredictedTargets, *, labels: ArrayLike | None = None, average: Literal['micro', 'macro', 'weighted'] = 'macro', sample_weight: ArrayLike | None = None, replace_undefined_by: float = nan) -> float:
    """Cohen's kappa of each label against the rest, averaged over labels."""
@overload
def multilabel_cohen_kappa_score(y_true: Targets, y_pred: PredictedTargets, *, labels: ArrayLike | None = None, average: None, sample_weight: ArrayLike | None = None, replace_undefined_by: float = nan) -> NDArray[np.float64]:
    """Cohen's kappa of each label against the rest, averaged over labels."""
@overload
def multilabel_matthews_corrcoef(y_true: Targets, y_pred: PredictedTargets, *, labels: ArrayLike | None = None, average: Literal['micro', 'macro', 'weighted'] = 'macro', sample_weight: ArrayLike | None = None) -> float:
    """Matthews correlation of each label against the rest, averaged over labels."""
@overload
def multilabel_matthews_corrcoef(y_true: Targets, y_pred: PredictedTargets, *, labels: ArrayLike | None = None, average: None, sample_weight: ArrayLike | None = None) -> NDArray[np.float64]:
    """Matthews correlation of each label against the rest, averaged over labels."""
def diagnostic_odds_ratio(y_true: Labels, y_pred: Predicted, *, pos_label: Label = 1, sample_weight: ArrayLike | None = None, haldane: bool = False) -> float:
    """Diagnostic odds ratio: odds of a positive prediction, positive vs negative rows."""
def geometric_mean_score(y_true: Labels, y_pred: Predicted, *, pos_label: Label = 1, sample_weight: ArrayLike | None = None) -> float:
    """Geometric mean of true positive rate and true negative rate."""
def informedness(y_true: Labels, y_pred: Predicted, *, pos_label: Label = 1, sample_weight: ArrayLike | None = None) -> float:
    """Youden's J: true positive rate plus true negative rate minus 1."""
def markedness(y_true: Labels, y_pred: Predicted, *, pos_label: Label = 1, sample_weight: ArrayLike | None = None) -> float:
    """Markedness: positive plus negative predictive value, minus 1."""
def precision_recall_geometric_mean(y_true: Labels, y_pred: Predicted, *, pos_label: Label = 1, sample_weight: ArrayLike | None = None) -> float:
    """Geometric mean of precision and recall."""
def roc_distance(y_true: Labels, y_pred: Predicted, *, pos_label: Label = 1, sample_weight: ArrayLike | None = None) -> float:
    """Distance of the ROC point from the top left corner (no errors)."""
def symmetric_extremal_dependence_index(y_true: Labels, y_pred: Predicted, *, pos_label: Label = 1, sample_weight: ArrayLike | None = None) -> float:
    """Symmetric extremal dependence index (SEDI) of forecasts of rare events."""
@overload
def binary_counts(y_true: ArrayLike, y_pred: ArrayLike, *, pos_label: Label = 1, sample_weight: None = None) -> BinaryCounts[int]:
    """Count true negatives, false positives, false negatives and true positives."""
@overload
def binary_counts(y_true: Labels, y_pred: Predicted, *, pos_label: Label = 1, sample_weight: ArrayLike | None = None) -> BinaryCounts[int | float]:
    """Count true negatives, false positives, false negatives and true positives."""
@overload
def confusion_matrix(y_true: ArrayLike, y_pred: ArrayLike, *, labels: ArrayLike | None = None, sample_weight: None = None, normalize: None = None) -> NDArray[np.int64]:
    """Compute the confusion matrix."""
@overload
def confusion_matrix(y_true: Labels, y_pred: Predicted, *, labels: ArrayLike | None = None, sample_weight: ArrayLike | None = None, normalize: Literal['true', 'pred', 'all']) -> NDArray[np.float64]:
    """Compute the confusion matrix."""
@overload
def confusion_matrix(y_true: Labels, y_pred: Predicted, *, labels: ArrayLike | None = None, sample_weight: ArrayLike | None = None, normalize: Literal['true', 'pred', 'all'] | None = None) -> NDArray[np.int64 | np.float64]:
    """Compute the confusion matrix."""
@overload
def false_negatives(y_true: ArrayLike, y_pred: ArrayLike, *, pos_label: Label = 1, sample_weight: None = None) -> int:
    """Count the positive rows that are predicted negative."""
@overload
def false_negatives(y_true: Labels, y_pred: Predicted, *, pos_label: Label = 1, sample_weight: ArrayLike | None = None) -> int | float:
    """Count the positive rows that are predicted negative."""
@overload
def false_positives(y_true: ArrayLike, y_pred: ArrayLike, *, pos_label: Label = 1, sample_weight: None = None) -> int:
    """Count the negative rows that are predicted positive."""
@overload
def false_positives(y_true: Labels, y_pred: Predicted, *, pos_label: Label = 1, sample_weight: ArrayLike | None = None) -> int | float:
    """Count the negative rows that are predicted positive."""
@overload
def multilabel_confusion_matrix(y_true: ArrayLike, y_pred: ArrayLike, *, sample_weight: None = None, labels: ArrayLike | None = None, samplewise: bool = False) -> NDArray[np.int64]:
    """Compute a 2 × 2 confusion matrix for each label, or for each row."""
@overload
def multilabel_confusion_matrix(y_true: Targets, y_pred: PredictedTargets, *, sample_weight: ArrayLike | None = None, labels: ArrayLike | None = None, samplewise: bool = False) -> NDArray[np.int64 | np.float64]:
    """Compute a 2 × 2 confusion matrix for each label, or for each row."""
@overload
def true_negatives(y_true: ArrayLike, y_pred: ArrayLike, *, pos_label: Label = 1, sample_weight: None = None) -> int:
    """Count the negative rows that are predicted negative."""
@overload
def true_negatives(y_true: Labels, y_pred: Predicted, *, pos_label: Label = 1, sample_weight: ArrayLike | None = None) -> int | float:
    """Count the negative rows that are predicted negative."""
@overload
def true_positives(y_true: ArrayLike, y_pred: ArrayLike, *, pos_label: Label = 1, sample_weight: None = None) -> int:
    """Count the positive rows that are predicted positive."""
@overload
def true_positives(y_true: Labels, y_pred: Predicted, *, pos_label: Label = 1, sample_weight: ArrayLike | None = None) -> int | float:
    """Count the positive rows that are predicted positive."""
@overload
def f1_score(y_true: Targets, y_pred: PredictedTargets, *, labels: ArrayLike | None = None, pos_label: Label | None = 1, average: LabelAverage = 'binary', sample_weight: ArrayLike | None = None, zero_division: ZeroDivision = 'warn') -> float:
    """F₁ score: harmonic mean of precision and recall."""
@overload
def f1_score(y_true: Targets, y_pred: PredictedTargets, *, labels: ArrayLike | None = None, pos_label: Label | None = 1, average: None, sample_weight: ArrayLike | None = None, zero_division: ZeroDivision = 'warn') -> NDArray[np.float64]:
    """F₁ score: harmonic mean of precision and recall."""
@overload
def fbeta_score(y_true: Targets, y_pred: PredictedTargets, *, beta: float, labels: ArrayLike | None = None, pos_label: Label | None = 1, average: LabelAverage = 'binary', sample_weight: ArrayLike | None = None, zero_division: ZeroDivision = 'warn') -> float:
    """F-beta score: weighted harmonic mean of precision and recall."""
@overload
def fbeta_score(y_true: Targets, y_pred: PredictedTargets, *, beta: float, labels: ArrayLike | None = None, pos_label: Label | None = 1, average: None, sample_weight: ArrayLike | None = None, zero_division: ZeroDivision = 'warn') -> NDArray[np.float64]:
    """F-beta score: weighted harmonic mean of precision and recall."""
@overload
def jaccard_score(y_true: Targets, y_pred: PredictedTargets, *, labels: ArrayLike | None = None, pos_label: Label | None = 1, average: LabelAverage = 'binary', sample_weight: ArrayLike | None = None, zero_division: ZeroDivision = 'warn') -> float:
    """Jaccard index: intersection over union of true and predicted rows of a class."""
@overload
def jaccard_score(y_true: Targets, y_pred: PredictedTargets, *, labels: ArrayLike | None = None, pos_label: Label | None = 1, average: None, sample_weight: ArrayLike | None = None, zero_division: ZeroDivision = 'warn') -> NDArray[np.float64]:
    """Jaccard index: intersection over union of true and predicted rows of a class."""
@overload
def classification_report(y_true: Targets, y_pred: PredictedTargets, *, labels: ArrayLike | None = None, target_names: Sequence[str] | None = None, sample_weight: ArrayLike | None = None, digits: int = 2, output_dict: Literal[False] = False, zero_division: ZeroDivision = 'warn') -> str:
    """Build a table of precision, recall and F₁ per class, with their averages."""
@overload
def classification_report(y_true: Targets, y_pred: PredictedTargets, *, labels: ArrayLike | None = None, target_names: Sequence[str] | None = None, sample_weight: ArrayLike | None = None, digits: int = 2, output_dict: Literal[True], zero_division: ZeroDivision = 'warn') -> dict[str, dict[str, float] | Any]:
    """Build a table of precision, recall and F₁ per class, with their averages."""
@overload
def classification_report(y_true: Targets, y_pred: PredictedTargets, *, labels: ArrayLike | None = None, target_names: Sequence[str] | None = None, sample_weight: ArrayLike | None = None, digits: int = 2, output_dict: bool, zero_division: ZeroDivision = 'warn') -> str | dict[str, dict[str, float] | Any]:
    """Build a table of precision, recall and F₁ per class, with their averages."""
def negative_likelihood_ratio(y_true: Labels, y_pred: Predicted, *, pos_label: Label = 1, sample_weight: ArrayLike | None = None) -> float:
    """Negative likelihood ratio: false negative rate over true negative rate."""
def positive_likelihood_ratio(y_true: Labels, y_pred: Predicted, *, pos_label: Label = 1, sample_weight: ArrayLike | None = None) -> float:
    """Positive likelihood ratio: true positive rate over false positive rate."""
@overload
def precision_recall_fscore_support(y_true: Targets, y_pred: PredictedTargets, *, beta: float = 1.0, labels: ArrayLike | None = None, pos_label: Label | None = 1, average: None = None, warn_for: Sequence[str] | set[str] = ('precision', 'recall', 'f-score'), sample_weight: ArrayLike | None = None, zero_division: ZeroDivision = 'warn') -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64], NDArray[np.int64 | np.float64]]:
    """Compute precision, recall, F-score and support, per class or averaged."""
@overload
def precision_recall_fscore_support(y_true: Targets, y_pred: PredictedTargets, *, beta: float = 1.0, labels: ArrayLike | None = None, pos_label: Label | None = 1, average: LabelAverage, warn_for: Sequence[str] | set[str] = ('precision', 'recall', 'f-score'), sample_weight: ArrayLike | None = None, zero_division: ZeroDivision = 'warn') -> tuple[float, float, float, None]:
    """Compute precision, recall, F-score and support, per class or averaged."""
@overload
def precision_score(y_true: Targets, y_pred: PredictedTargets, *, labels: ArrayLike | None = None, pos_label: Label | None = 1, average: LabelAverage = 'binary', sample_weight: ArrayLike | None = None, zero_division: ZeroDivision = 'warn') -> float:
    """Precision: proportion of the rows predicted as a class that belong to it."""
@overload
def precision_score(y_true: Targets, y_pred: PredictedTargets, *, labels: ArrayLike | None = None, pos_label: Label | None = 1, average: None, sample_weight: ArrayLike | None = None, zero_division: ZeroDivision = 'warn') -> NDArray[np.float64]:
    """Precision: proportion of the rows predicted as a class that belong to it."""
@overload
def recall_score(y_true: Targets, y_pred: PredictedTargets, *, labels: ArrayLike | None = None, pos_label: Label | None = 1, average: LabelAverage = 'binary', sample_weight: ArrayLike | None = None, zero_division: ZeroDivision = 'warn') -> float:
    """Recall: proportion of the rows of a class that are predicted as that class."""
@overload
def recall_score(y_true: Targets, y_pred: PredictedTargets, *, labels: ArrayLike | None = None, pos_label: Label | None = 1, average: None, sample_weight: ArrayLike | None = None, zero_division: ZeroDivision = 'warn') -> NDArray[np.float64]:
    """Recall: proportion of the rows of a class that are predicted as that class."""
def false_discovery_rate(y_true: Labels, y_pred: Predicted, *, pos_label: Label = 1, sample_weight: ArrayLike | None = None, zero_division: ZeroDivision = 'warn') -> float:
    """Proportion of predicted positives that are negative (false discovery rate)."""
def false_negative_rate(y_true: Labels, y_pred: Predicted, *, pos_label: Label = 1, sample_weight: ArrayLike | None = None, zero_division: ZeroDivision = 'warn') -> float:
    """Proportion of positive rows that are predicted negative (false negative rate)."""
def false_omission_rate(y_true: Labels, y_pred: Predicted, *, pos_label: Label = 1, sample_weight: ArrayLike | None = None, zero_division: ZeroDivision = 'warn') -> float:
    """Proportion of predicted negatives that are positive (false omission rate)."""
def false_positive_rate(y_true: Labels, y_pred: Predicted, *, pos_label: Label = 1, sample_weight: ArrayLike | None = None, zero_division: ZeroDivision = 'warn') -> float:
    """Proportion of negative rows that are predicted positive (false positive rate)."""
def negative_predictive_value(y_true: Labels, y_pred: Predicted, *, pos_label: Label = 1, sample_weight: ArrayLike | None = None, zero_division: ZeroDivision = 'warn') -> float:
    """Proportion of predicted negatives that are negative (negative predictive value)."""
def positive_predictive_value(y_true: Labels, y_pred: Predicted, *, pos_label: Label = 1, sample_weight: ArrayLike | None = None, zero_division: ZeroDivision = 'warn') -> float:
    """Proportion of predicted positives that are positive (positive predictive value)."""
def specificity_score(y_true: Labels, y_pred: Predicted, *, pos_label: Label = 1, sample_weight: ArrayLike | None = None, zero_division: ZeroDivision = 'warn') -> float:
    """Specificity: the true negative rate, as it is called in medicine."""
def true_negative_rate(y_true: Labels, y_pred: Predicted, *, pos_label: Label = 1, sample_weight: ArrayLike | None = None, zero_division: ZeroDivision = 'warn') -> float:
    """Proportion of negative rows that are predicted negative (true negative rate)."""
def true_positive_rate(y_true: Labels, y_pred: Predicted, *, pos_label: Label = 1, sample_weight: ArrayLike | None = None, zero_division: ZeroDivision = 'warn') -> float:
    """Proportion of positive rows that are predicted positive (true positive rate)."""
def jensen_shannon_divergence(p_true: ArrayLike, p_pred: ArrayLike, *, sample_weight: ArrayLike | None = None) -> float:
    """Mean Jensen-Shannon divergence of forecasts and true probabilities."""
def kl_divergence(p_true: ArrayLike, p_pred: ArrayLike, *, sample_weight: ArrayLike | None = None) -> float:
    """Mean Kullback-Leibler divergence of forecasts from true probabilities."""
def coverage_error(y_true: ArrayLike | Sparse, y_score: ArrayLike, *, sample_weight: ArrayLike | None = None) -> float:
    """Coverage error: mean number of top-ranked labels needed to cover all true ones."""
def label_ranking_average_precision_score(y_true: ArrayLike | Sparse, y_score: ArrayLike, *, sample_weight: ArrayLike | None = None) -> float:
    """Label ranking average precision (LRAP)."""
def label_ranking_loss(y_true: ArrayLike | Sparse, y_score: ArrayLike, *, sample_weight: ArrayLike | None = None) -> float:
    """Label ranking loss: mean proportion of wrongly ordered pairs of labels."""
def ranked_probability_score(y_true: ArrayLike, y_proba: ArrayLike, *, labels: ArrayLike | None = None, normalize: bool = False, sample_weight: ArrayLike | None = None) -> float:
    """Ranked probability score (RPS) of forecasts over ordered classes."""
def spherical_score(y_true: ArrayLike, y_proba: ArrayLike, *, labels: ArrayLike | None = None, pos_label: Label | None = None, sample_weight: ArrayLike | None = None) -> float:
    """Spherical score: mean normalised probability of the observed class."""
@overload
def top_k_f1_score(y_true: ArrayLike, y_score: ArrayLike, *, k: int = 2, average: TopAverage = 'macro', labels: ArrayLike | None = None, sample_weight: ArrayLike | None = None, zero_division: ZeroDivision = 'warn') -> float:
    """Top-k F₁: F₁ score if the k best classes of each row are predicted."""
@overload
def top_k_f1_score(y_true: ArrayLike, y_score: ArrayLike, *, k: int = 2, average: None, labels: ArrayLike | None = None, sample_weight: ArrayLike | None = None, zero_division: ZeroDivision = 'warn') -> NDArray[np.float64]:
    """Top-k F₁: F₁ score if the k best classes of each row are predicted."""
@overload
def top_k_precision_score(y_true: ArrayLike, y_score: ArrayLike, *, k: int = 2, average: TopAverage = 'macro', labels: ArrayLike | None = None, sample_weight: ArrayLike | None = None, zero_division: ZeroDivision = 'warn') -> float:
    """Top-k precision: precision if the k best classes of each row are predicted."""
@overload
def top_k_precision_score(y_true: ArrayLike, y_score: ArrayLike, *, k: int = 2, average: None, labels: ArrayLike | None = None, sample_weight: ArrayLike | None = None, zero_division: ZeroDivision = 'warn') -> NDArray[np.float64]:
    """Top-k precision: precision if the k best classes of each row are predicted."""
@overload
def top_k_recall_score(y_true: ArrayLike, y_score: ArrayLike, *, k: int = 2, average: TopAverage = 'macro', labels: ArrayLike | None = None, sample_weight: ArrayLike | None = None, zero_division: ZeroDivision = 'warn') -> float:
    """Top-k recall: proportion of a class's rows with that class among the k best."""
@overload
def top_k_recall_score(y_true: ArrayLike, y_score: ArrayLike, *, k: int = 2, average: None, labels: ArrayLike | None = None, sample_weight: ArrayLike | None = None, zero_division: ZeroDivision = 'warn') -> NDArray[np.float64]:
    """Top-k recall: proportion of a class's rows with that class among the k best."""
def intra_list_similarity(recommended: ArrayLike, features: ArrayLike | Sparse | None = None, *, similarity: ArrayLike | Sparse | None = None, items: ArrayLike | None = None, metric: Literal['cosine', 'jaccard'] = 'cosine', user_id: ArrayLike | None = None, k: int | None = None) -> float:
    """Mean similarity of two items of a list, averaged over users."""
def intra_list_diversity(recommended: ArrayLike, features: ArrayLike | Sparse | None = None, *, similarity: ArrayLike | Sparse | None = None, items: ArrayLike | None = None, metric: Literal['cosine', 'euclidean', 'jaccard'] = 'cosine', user_id: ArrayLike | None = None, k: int | None = None) -> float:
    """Mean dissimilarity of two items of a list, averaged over users."""
def unexpectedness(recommended: ArrayLike, history: OfUsers, features: ArrayLike | Sparse | None = None, *, similarity: ArrayLike | Sparse | None = None, items: ArrayLike | None = None, user_id: ArrayLike | None = None, k: int | None = None) -> float:
    """Unexpectedness: mean dissimilarity of items from the history of the user."""
def serendipity(recommended: ArrayLike, relevant: OfUsers, *, expected: OfUsers | Collection[Any] | None = None, unexpectedness: ArrayLike | None = None, user_id: ArrayLike | None = None, k: int | None = None) -> float:
    """Serendipity: proportion of relevant and unexpected items, averaged over users."""
@overload
def error_standard_deviation(y_true: ObservedNumbers, y_pred: PredictedNumbers, *, sample_weight: ArrayLike | None = None, multioutput: OneOutput = 'uniform_average') -> float:
    """Error standard deviation, which does not depend on the bias."""
@overload
def error_standard_deviation(y_true: ObservedNumbers, y_pred: PredictedNumbers, *, sample_weight: ArrayLike | None = None, multioutput: EachOutput) -> NDArray[np.float64]:
    """Error standard deviation, which does not depend on the bias."""
@overload
def mean_absolute_error(y_true: ObservedNumbers, y_pred: PredictedNumbers, *, sample_weight: ArrayLike | None = None, multioutput: OneOutput = 'uniform_average') -> float:
    """Mean absolute error (MAE): mean of the magnitudes of the errors."""
@overload
def mean_absolute_error(y_true: ObservedNumbers, y_pred: PredictedNumbers, *, sample_weight: ArrayLike | None = None, multioutput: EachOutput) -> NDArray[np.float64]:
    """Mean absolute error (MAE): mean of the magnitudes of the errors."""
@overload
def mean_error(y_true: ObservedNumbers, y_pred: PredictedNumbers, *, sample_weight: ArrayLike | None = None, multioutput: OneOutput = 'uniform_average') -> float:
    """Mean error, or bias: mean of predicted minus observed values."""
@overload
def mean_error(y_true: ObservedNumbers, y_pred: PredictedNumbers, *, sample_weight: ArrayLike | None = None, multioutput: EachOutput) -> NDArray[np.float64]:
    """Mean error, or bias: mean of predicted minus observed values."""
@overload
def mean_squared_error(y_true: ObservedNumbers, y_pred: PredictedNumbers, *, sample_weight: ArrayLike | None = None, multioutput: OneOutput = 'uniform_average') -> float:
    """Mean squared error (MSE)."""
@overload
def mean_squared_error(y_true: ObservedNumbers, y_pred: PredictedNumbers, *, sample_weight: ArrayLike | None = None, multioutput: EachOutput) -> NDArray[np.float64]:
    """Mean squared error (MSE)."""
@overload
def root_mean_squared_error(y_true: ObservedNumbers, y_pred: PredictedNumbers, *, sample_weight: ArrayLike | None = None, multioutput: OneOutput = 'uniform_average') -> float:
    """Root mean squared error (RMSE)."""
@overload
def root_mean_squared_error(y_true: ObservedNumbers, y_pred: PredictedNumbers, *, sample_weight: ArrayLike | None = None, multioutput: EachOutput) -> NDArray[np.float64]:
    """Root mean squared error (RMSE)."""
@overload
def normalized_root_mean_squared_error(y_true: ObservedNumbers, y_pred: PredictedNumbers, *, sample_weight: ArrayLike | None = None, multioutput: OneOutput = 'uniform_average', normalization: Normalization = 'mean') -> float:
    """Compute the normalized root mean squared error (NRMSE)."""
@overload
def normalized_root_mean_squared_error(y_true: ObservedNumbers, y_pred: PredictedNumbers, *, sample_weight: ArrayLike | None = None, multioutput: EachOutput, normalization: Normalization = 'mean') -> NDArray[np.float64]:
    """Compute the normalized root mean squared error (NRMSE)."""
@overload
def relative_squared_error(y_true: ObservedNumbers, y_pred: PredictedNumbers, *, sample_weight: ArrayLike | None = None, multioutput: OneOutput = 'uniform_average') -> float:
    """Relative squared error (RSE), relative to always predicting the mean."""
@overload
def relative_squared_error(y_true: ObservedNumbers, y_pred: PredictedNumbers, *, sample_weight: ArrayLike | None = None, multioutput: EachOutput) -> NDArray[np.float64]:
    """Relative squared error (RSE), relative to always predicting the mean."""
@overload
def root_relative_squared_error(y_true: ObservedNumbers, y_pred: PredictedNumbers, *, sample_weight: ArrayLike | None = None, multioutput: OneOutput = 'uniform_average') -> float:
    """Root relative squared error (RRSE)."""
@overload
def root_relative_squared_error(y_true: ObservedNumbers, y_pred: PredictedNumbers, *, sample_weight: ArrayLike | None = None, multioutput: EachOutput) -> NDArray[np.float64]:
    """Root relative squared error (RRSE)."""
@overload
def weighted_absolute_percentage_error(y_true: ObservedNumbers, y_pred: PredictedNumbers, *, sample_weight: ArrayLike | None = None, multioutput: OneOutput = 'uniform_average') -> float:
    """Weighted absolute percentage error (WAPE)."""
@overload
def weighted_absolute_percentage_error(y_true: ObservedNumbers, y_pred: PredictedNumbers, *, sample_weight: ArrayLike | None = None, multioutput: EachOutput) -> NDArray[np.float64]:
    """Weighted absolute percentage error (WAPE)."""
@overload
def adjusted_r2_score(y_true: ObservedNumbers, y_pred: PredictedNumbers, *, n_features: float, sample_weight: ArrayLike | None = None, multioutput: OneVariance = 'uniform_average', force_finite: bool = True) -> float:
    """Compute adjusted R²: R² corrected for the number of features."""
@overload
def adjusted_r2_score(y_true: ObservedNumbers, y_pred: PredictedNumbers, *, n_features: float, sample_weight: ArrayLike | None = None, multioutput: EachOutput, force_finite: bool = True) -> NDArray[np.float64]:
    """Compute adjusted R²: R² corrected for the number of features."""
@overload
def explained_to_total_ratio(y_true: ObservedNumbers, y_pred: PredictedNumbers, *, sample_weight: ArrayLike | None = None, multioutput: OneOutput = 'uniform_average') -> float:
    """Ratio of the explained to the total sum of squares, SSR / SST."""
@overload
def explained_to_total_ratio(y_true: ObservedNumbers, y_pred: PredictedNumbers, *, sample_weight: ArrayLike | None = None, multioutput: EachOutput) -> NDArray[np.float64]:
    """Ratio of the explained to the total sum of squares, SSR / SST."""
@overload
def explained_variance_score(y_true: ObservedNumbers, y_pred: PredictedNumbers, *, sample_weight: ArrayLike | None = None, multioutput: OneVariance = 'uniform_average', force_finite: bool = True) -> float:
    """Explained variance: proportion of variance explained, apart from the bias."""
@overload
def explained_variance_score(y_true: ObservedNumbers, y_pred: PredictedNumbers, *, sample_weight: ArrayLike | None = None, multioutput: EachOutput, force_finite: bool = True) -> NDArray[np.float64]:
    """Explained variance: proportion of variance explained, apart from the bias."""
@overload
def r2_score(y_true: ObservedNumbers, y_pred: PredictedNumbers, *, sample_weight: ArrayLike | None = None, multioutput: OneVariance = 'uniform_average', force_finite: bool = True) -> float:
    """Coefficient of determination (R²)."""
@overload
def r2_score(y_true: ObservedNumbers, y_pred: PredictedNumbers, *, sample_weight: ArrayLike | None = None, multioutput: EachOutput, force_finite: bool = True) -> NDArray[np.float64]:
    """Coefficient of determination (R²)."""
@overload
def max_squared_error(y_true: ObservedNumbers, y_pred: PredictedNumbers, *, multioutput: OneOutput = 'uniform_average') -> float:
    """Maximum squared error."""
@overload
def max_squared_error(y_true: ObservedNumbers, y_pred: PredictedNumbers, *, multioutput: EachOutput) -> NDArray[np.float64]:
    """Maximum squared error."""
@overload
def sum_absolute_error(y_true: ObservedNumbers, y_pred: PredictedNumbers, *, sample_weight: ArrayLike | None = None, multioutput: OneOutput = 'uniform_average') -> float:
    """Sum of absolute errors."""
@overload
def sum_absolute_error(y_true: ObservedNumbers, y_pred: PredictedNumbers, *, sample_weight: ArrayLike | None = None, multioutput: EachOutput) -> NDArray[np.float64]:
    """Sum of absolute errors."""
@overload
def sum_squared_error(y_true: ObservedNumbers, y_pred: PredictedNumbers, *, sample_weight: ArrayLike | None = None, multioutput: OneOutput = 'uniform_average') -> float:
    """Sum of the squared errors."""
@overload
def sum_squared_error(y_true: ObservedNumbers, y_pred: PredictedNumbers, *, sample_weight: ArrayLike | None = None, multioutput: EachOutput) -> NDArray[np.float64]:
    """Sum of the squared errors."""
@overload
def huber_loss(y_true: ArrayLike, y_pred: ArrayLike, *, sample_weight: ArrayLike | None = None, delta: float = 1.0, multioutput: OneOutput = 'uniform_average') -> float:
    """Mean Huber loss: quadratic for small errors, linear for large errors."""
@overload
def huber_loss(y_true: ArrayLike, y_pred: ArrayLike, *, sample_weight: ArrayLike | None = None, delta: float = 1.0, multioutput: EachOutput) -> NDArray[np.float64]:
    """Mean Huber loss: quadratic for small errors, linear for large errors."""
@overload
def linex_loss(y_true: ArrayLike, y_pred: ArrayLike, *, sample_weight: ArrayLike | None = None, a: float = -1.0, b: float = 1.0, multioutput: OneOutput = 'uniform_average') -> float:
    """Mean LINEX loss: exponential in errors of one sign, linear in the other sign."""
@overload
def linex_loss(y_true: ArrayLike, y_pred: ArrayLike, *, sample_weight: ArrayLike | None = None, a: float = -1.0, b: float = 1.0, multioutput: EachOutput) -> NDArray[np.float64]:
    """Mean LINEX loss: exponential in errors of one sign, linear in the other sign."""
@overload
def log_cosh_error(y_true: ArrayLike, y_pred: ArrayLike, *, sample_weight: ArrayLike | None = None, multioutput: OneOutput = 'uniform_average') -> float:
    """Mean log-cosh error."""
@overload
def log_cosh_error(y_true: ArrayLike, y_pred: ArrayLike, *, sample_weight: ArrayLike | None = None, multioutput: EachOutput) -> NDArray[np.float64]:
    """Mean log-cosh error."""
@overload
def mean_pinball_loss(y_true: ArrayLike, y_pred: ArrayLike, *, sample_weight: ArrayLike | None = None, alpha: float = 0.5, multioutput: OneOutput = 'uniform_average') -> float:
    """Mean pinball (quantile) loss of predicted quantiles of one level."""
@overload
def mean_pinball_loss(y_true: ArrayLike, y_pred: ArrayLike, *, sample_weight: ArrayLike | None = None, alpha: float = 0.5, multioutput: EachOutput) -> NDArray[np.float64]:
    """Mean pinball (quantile) loss of predicted quantiles of one level."""
@overload
def pseudo_huber_loss(y_true: ArrayLike, y_pred: ArrayLike, *, sample_weight: ArrayLike | None = None, delta: float = 1.0, multioutput: OneOutput = 'uniform_average') -> float:
    """Mean pseudo-Huber loss, a smooth approximation of the Huber loss."""
@overload
def pseudo_huber_loss(y_true: ArrayLike, y_pred: ArrayLike, *, sample_weight: ArrayLike | None = None, delta: float = 1.0, multioutput: EachOutput) -> NDArray[np.float64]:
    """Mean pseudo-Huber loss, a smooth approximation of the Huber loss."""
@overload
def mean_absolute_percentage_error(y_true: ArrayLike, y_pred: ArrayLike, *, sample_weight: ArrayLike | None = None, multioutput: OneOutput = 'uniform_average') -> float:
    """Mean absolute percentage error (MAPE)."""
@overload
def mean_absolute_percentage_error(y_true: ArrayLike, y_pred: ArrayLike, *, sample_weight: ArrayLike | None = None, multioutput: EachOutput) -> NDArray[np.float64]:
    """Mean absolute percentage error (MAPE)."""
@overload
def mean_squared_log_error(y_true: ArrayLike, y_pred: ArrayLike, *, sample_weight: ArrayLike | None = None, multioutput: OneOutput = 'uniform_average') -> float:
    """Mean squared logarithmic error (MSLE), with logarithms of 1 + y."""
@overload
def mean_squared_log_error(y_true: ArrayLike, y_pred: ArrayLike, *, sample_weight: ArrayLike | None = None, multioutput: EachOutput) -> NDArray[np.float64]:
    """Mean squared logarithmic error (MSLE), with logarithms of 1 + y."""
@overload
def percent_bias(y_true: ArrayLike, y_pred: ArrayLike, *, sample_weight: ArrayLike | None = None, multioutput: OneOutput = 'uniform_average') -> float:
    """Mean percentage error, or percent bias."""
@overload
def percent_bias(y_true: ArrayLike, y_pred: ArrayLike, *, sample_weight: ArrayLike | None = None, multioutput: EachOutput) -> NDArray[np.float64]:
    """Mean percentage error, or percent bias."""
@overload
def root_mean_squared_log_error(y_true: ArrayLike, y_pred: ArrayLike, *, sample_weight: ArrayLike | None = None, multioutput: OneOutput = 'uniform_average') -> float:
    """Root mean squared logarithmic error (RMSLE), with logarithms of 1 + y."""
@overload
def root_mean_squared_log_error(y_true: ArrayLike, y_pred: ArrayLike, *, sample_weight: ArrayLike | None = None, multioutput: EachOutput) -> NDArray[np.float64]:
    """Root mean squared logarithmic error (RMSLE), with logarithms of 1 + y."""
@overload
def symmetric_mean_absolute_percentage_error(y_true: ArrayLike, y_pred: ArrayLike, *, sample_weight: ArrayLike | None = None, multioutput: OneOutput = 'uniform_average') -> float:
    """Symmetric mean absolute percentage error (sMAPE)."""
@overload
def symmetric_mean_absolute_percentage_error(y_true: ArrayLike, y_pred: ArrayLike, *, sample_weight: ArrayLike | None = None, multioutput: EachOutput) -> NDArray[np.float64]:
    """Symmetric mean absolute percentage error (sMAPE)."""
@overload
def d2_absolute_error_score(y_true: ArrayLike, y_pred: ArrayLike, *, sample_weight: ArrayLike | None = None, multioutput: OneOutput = 'uniform_average') -> float:
    """D² absolute error score: absolute error relative to the median."""
@overload
def d2_absolute_error_score(y_true: ArrayLike, y_pred: ArrayLike, *, sample_weight: ArrayLike | None = None, multioutput: EachOutput) -> NDArray[np.float64]:
    """D² absolute error score: absolute error relative to the median."""
@overload
def d2_pinball_score(y_true: ArrayLike, y_pred: ArrayLike, *, sample_weight: ArrayLike | None = None, alpha: float = 0.5, multioutput: OneOutput = 'uniform_average') -> float:
    """D² pinball score: pinball loss relative to a constant quantile forecast."""
@overload
def d2_pinball_score(y_true: ArrayLike, y_pred: ArrayLike, *, sample_weight: ArrayLike | None = None, alpha: float = 0.5, multioutput: EachOutput) -> NDArray[np.float64]:
    """D² pinball score: pinball loss relative to a constant quantile forecast."""
@overload
def relative_absolute_error(y_true: ArrayLike, y_pred: ArrayLike, *, sample_weight: ArrayLike | None = None, multioutput: OneOutput = 'uniform_average') -> float:
    """Relative absolute error (RAE), relative to always predicting the mean."""
@overload
def relative_absolute_error(y_true: ArrayLike, y_pred: ArrayLike, *, sample_weight: ArrayLike | None = None, multioutput: EachOutput) -> NDArray[np.float64]:
    """Relative absolute error (RAE), relative to always predicting the mean."""
@overload
def error_quantiles(y_true: ArrayLike, y_pred: ArrayLike, q: float, *, absolute: bool = True, sample_weight: ArrayLike | None = None) -> float:
    """Quantiles of the errors, signed or absolute."""
@overload
def error_quantiles(y_true: ArrayLike, y_pred: ArrayLike, q: Sequence[float], *, absolute: bool = True, sample_weight: ArrayLike | None = None) -> NDArray[np.float64]:
    """Quantiles of the errors, signed or absolute."""
@overload
def error_quantiles(y_true: ArrayLike, y_pred: ArrayLike, q: ArrayLike, *, absolute: bool = True, sample_weight: ArrayLike | None = None) -> float | NDArray[np.float64]:
    """Quantiles of the errors, signed or absolute."""
@overload
def median_absolute_error(y_true: ArrayLike, y_pred: ArrayLike, *, sample_weight: ArrayLike | None = None, multioutput: OneOutput = 'uniform_average') -> float:
    """Median absolute error."""
@overload
def median_absolute_error(y_true: ArrayLike, y_pred: ArrayLike, *, sample_weight: ArrayLike | None = None, multioutput: EachOutput) -> NDArray[np.float64]:
    """Median absolute error."""
@overload
def median_squared_error(y_true: ArrayLike, y_pred: ArrayLike, *, sample_weight: ArrayLike | None = None, multioutput: OneOutput = 'uniform_average') -> float:
    """Median squared error."""
@overload
def median_squared_error(y_true: ArrayLike, y_pred: ArrayLike, *, sample_weight: ArrayLike | None = None, multioutput: EachOutput) -> NDArray[np.float64]:
    """Median squared error."""
@overload
def concordance_correlation_coefficient(y_true: ObservedNumbers, y_pred: PredictedNumbers, *, ddof: float = 0, sample_weight: ArrayLike | None = None, multioutput: OneOutput = 'uniform_average') -> float:
    """Lin's concordance correlation coefficient: agreement with the line of identity."""
@overload
def concordance_correlation_coefficient(y_true: ObservedNumbers, y_pred: PredictedNumbers, *, ddof: float = 0, sample_weight: ArrayLike | None = None, multioutput: EachOutput) -> NDArray[np.float64]:
    """Lin's concordance correlation coefficient: agreement with the line of identity."""
@overload
def cosine_similarity(y_true: ObservedNumbers, y_pred: PredictedNumbers, *, sample_weight: ArrayLike | None = None, multioutput: OneOutput = 'uniform_average') -> float:
    """Cosine similarity of two columns, each taken as one vector."""
@overload
def cosine_similarity(y_true: ObservedNumbers, y_pred: PredictedNumbers, *, sample_weight: ArrayLike | None = None, multioutput: EachOutput) -> NDArray[np.float64]:
    """Cosine similarity of two columns, each taken as one vector."""
@overload
def kling_gupta_efficiency(y_true: ObservedNumbers, y_pred: PredictedNumbers, *, variant: GuptaVariant = '2009', sample_weight: ArrayLike | None = None, multioutput: OneOutput = 'uniform_average') -> float:
    """Kling–Gupta efficiency, from correlation, variability and bias."""
@overload
def kling_gupta_efficiency(y_true: ObservedNumbers, y_pred: PredictedNumbers, *, variant: GuptaVariant = '2009', sample_weight: ArrayLike | None = None, multioutput: EachOutput) -> NDArray[np.float64]:
    """Kling–Gupta efficiency, from correlation, variability and bias."""
@overload
def dcg_score(y_true: Grades, y_score: Scores = None, *, k: int | None = None, log_base: float = 2, sample_weight: ArrayLike | None = None, ignore_ties: bool = False, query_id: ArrayLike | None = None, doc_id: ArrayLike | None = None, gain: Gain = 'linear', ties: Ties | None = None, empty: Empty = 'zero', average: Average = 'mean') -> float:
    """Discounted cumulated gain (DCG): sum of gains, discounted by rank."""
@overload
def dcg_score(y_true: Grades, y_score: Scores = None, *, k: int | None = None, log_base: float = 2, sample_weight: ArrayLike | None = None, ignore_ties: bool = False, query_id: ArrayLike | None = None, doc_id: ArrayLike | None = None, gain: Gain = 'linear', ties: Ties | None = None, empty: Empty = 'zero', average: None) -> NDArray[np.float64]:
    """Discounted cumulated gain (DCG): sum of gains, discounted by rank."""
@overload
def mean_average_precision(y_true: Grades, y_score: Scores = None, *, k: int | None = None, normalizer: Literal['relevant', 'cutoff', 'returned'] = 'relevant', relevance_level: float = 1, query_id: ArrayLike | None = None, doc_id: ArrayLike | None = None, ties: Ties | None = None, empty: Empty = 'zero', average: Average = 'mean', sample_weight: ArrayLike | None = None) -> float:
    """Mean average precision (MAP): the mean over queries of the average precision."""
@overload
def mean_average_precision(y_true: Grades, y_score: Scores = None, *, k: int | None = None, normalizer: Literal['relevant', 'cutoff', 'returned'] = 'relevant', relevance_level: float = 1, query_id: ArrayLike | None = None, doc_id: ArrayLike | None = None, ties: Ties | None = None, empty: Empty = 'zero', average: None, sample_weight: ArrayLike | None = None) -> NDArray[np.float64]:
    """Mean average precision (MAP): the mean over queries of the average precision."""
@overload
def geometric_mean_average_precision(y_true: Grades, y_score: Scores = None, *, k: int | None = None, floor: float = 1e-05, normalizer: Literal['relevant', 'cutoff', 'returned'] = 'relevant', relevance_level: float = 1, query_id: ArrayLike | None = None, doc_id: ArrayLike | None = None, ties: Ties | None = None, empty: Empty = 'zero', average: Average = 'mean', sample_weight: ArrayLike | None = None) -> float:
    """Geometric mean average precision (GMAP): the geometric mean over queries."""
@overload
def geometric_mean_average_precision(y_true: Grades, y_score: Scores = None, *, k: int | None = None, floor: float = 1e-05, normalizer: Literal['relevant', 'cutoff', 'returned'] = 'relevant', relevance_level: float = 1, query_id: ArrayLike | None = None, doc_id: ArrayLike | None = None, ties: Ties | None = None, empty: Empty = 'zero', average: None, sample_weight: ArrayLike | None = None) -> NDArray[np.float64]:
    """Geometric mean average precision (GMAP): the geometric mean over queries."""
@overload
def smoothed_average_precision(y_true: Grades, y_score: Scores = None, *, relevance_level: float = 1, query_id: ArrayLike | None = None, doc_id: ArrayLike | None = None, ties: Ties | None = None, empty: Empty = 'zero', average: Average = 'mean', sample_weight: ArrayLike | None = None) -> float:
    """Smoothed average precision (yaAP): average precision on the log-odds scale."""
@overload
def smoothed_average_precision(y_true: Grades, y_score: Scores = None, *, relevance_level: float = 1, query_id: ArrayLike | None = None, doc_id: ArrayLike | None = None, ties: Ties | None = None, empty: Empty = 'zero', average: None, sample_weight: ArrayLike | None = None) -> NDArray[np.float64]:
    """Smoothed average precision (yaAP): average precision on the log-odds scale."""
@overload
def averaged_ndcg(y_true: Grades, y_score: Scores = None, *, over: Literal['relevant', 'grades'] = 'relevant', gain: Literal['linear', 'exponential'] | Mapping[float, float] = 'linear', query_id: ArrayLike | None = None, doc_id: ArrayLike | None = None, ties: Ties | None = None, empty: Empty = 'zero', average: Average = 'mean', sample_weight: ArrayLike | None = None) -> float:
    """Averaged nDCG: mean of nDCG over ranks of the list, averaged over queries."""
@overload
def averaged_ndcg(y_true: Grades, y_score: Scores = None, *, over: Literal['relevant', 'grades'] = 'relevant', gain: Literal['linear', 'exponential'] | Mapping[float, float] = 'linear', query_id: ArrayLike | None = None, doc_id: ArrayLike | None = None, ties: Ties | None = None, empty: Empty = 'zero', average: None, sample_weight: ArrayLike | None = None) -> NDArray[np.float64]:
    """Averaged nDCG: mean of nDCG over ranks of the list, averaged over queries."""
@overload
def normalized_gain(y_true: Grades, y_score: Scores = None, *, gain: Literal['linear', 'exponential', 'binary'] | Mapping[float, float] = 'linear', relevance_level: float = 1, query_id: ArrayLike | None = None, doc_id: ArrayLike | None = None, ties: Ties | None = None, empty: Empty = 'zero', average: Average = 'mean', sample_weight: ArrayLike | None = None) -> float:
    """Gain discounted by missed gains, relative to the best order (normalized gain)."""
@overload
def normalized_gain(y_true: Grades, y_score: Scores = None, *, gain: Literal['linear', 'exponential', 'binary'] | Mapping[float, float] = 'linear', relevance_level: float = 1, query_id: ArrayLike | None = None, doc_id: ArrayLike | None = None, ties: Ties | None = None, empty: Empty = 'zero', average: None, sample_weight: ArrayLike | None = None) -> NDArray[np.float64]:
    """Gain discounted by missed gains, relative to the best order (normalized gain)."""
@overload
def mean_reciprocal_rank(y_true: Grades, y_score: Scores = None, *, k: int | None = None, relevance_level: float = 1, query_id: ArrayLike | None = None, doc_id: ArrayLike | None = None, ties: Ties | None = None, empty: Empty = 'zero', average: Average = 'mean', sample_weight: ArrayLike | None = None) -> float:
    """Mean reciprocal rank (MRR) of the first relevant document."""
@overload
def mean_reciprocal_rank(y_true: Grades, y_score: Scores = None, *, k: int | None = None, relevance_level: float = 1, query_id: ArrayLike | None = None, doc_id: ArrayLike | None = None, ties: Ties | None = None, empty: Empty = 'zero', average: None, sample_weight: ArrayLike | None = None) -> NDArray[np.float64]:
    """Mean reciprocal rank (MRR) of the first relevant document."""
@overload
def hit_rate(y_true: Grades, y_score: Scores = None, *, k: int | None = None, relevance_level: float = 1, query_id: ArrayLike | None = None, doc_id: ArrayLike | None = None, ties: Ties | None = None, empty: Empty = 'zero', average: Average = 'mean', sample_weight: ArrayLike | None = None) -> float:
    """Hit rate (success at k): proportion of queries with a hit among the first k."""
@overload
def hit_rate(y_true: Grades, y_score: Scores = None, *, k: int | None = None, relevance_level: float = 1, query_id: ArrayLike | None = None, doc_id: ArrayLike | None = None, ties: Ties | None = None, empty: Empty = 'zero', average: None, sample_weight: ArrayLike | None = None) -> NDArray[np.float64]:
    """Hit rate (success at k): proportion of queries with a hit among the first k."""
@overload
def compatibility(y_true: Grades, y_score: Scores = None, *, k: int | None = 1000, p: float = 0.95, query_id: ArrayLike | None = None, doc_id: ArrayLike | None = None, ties: Ties | None = None, empty: Empty = 'zero', average: Average = 'mean', sample_weight: ArrayLike | None = None) -> float:
    """Compatibility: rank-biased overlap with the nearest best order."""
@overload
def compatibility(y_true: Grades, y_score: Scores = None, *, k: int | None = 1000, p: float = 0.95, query_id: ArrayLike | None = None, doc_id: ArrayLike | None = None, ties: Ties | None = None, empty: Empty = 'zero', average: None, sample_weight: ArrayLike | None = None) -> NDArray[np.float64]:
    """Compatibility: rank-biased overlap with the nearest best order."""
@overload
def normalized_expected_reciprocal_rank(y_true: Grades, y_score: Scores = None, *, k: int | None = None, max_grade: float = 4, query_id: ArrayLike | None = None, doc_id: ArrayLike | None = None, ties: Ties | None = None, empty: Empty = 'zero', average: Average = 'mean', sample_weight: ArrayLike | None = None) -> float:
    """Mean expected reciprocal rank, relative to the best order (nERR)."""
@overload
def normalized_expected_reciprocal_rank(y_true: Grades, y_score: Scores = None, *, k: int | None = None, max_grade: float = 4, query_id: ArrayLike | None = None, doc_id: ArrayLike | None = None, ties: Ties | None = None, empty: Empty = 'zero', average: None, sample_weight: ArrayLike | None = None) -> NDArray[np.float64]:
    """Mean expected reciprocal rank, relative to the best order (nERR)."""
@overload
def alpha_ndcg(y_true: Grades, y_score: Scores = None, *, k: int | None = None, alpha: float = 0.5, relevance_level: float = 1, query_id: ArrayLike | None = None, doc_id: ArrayLike | None = None, ties: Ties | None = None, empty: Empty = 'zero', average: Average = 'mean', sample_weight: ArrayLike | None = None) -> float:
    """alpha-nDCG: gain that decreases with repetition, relative to a greedy order."""
@overload
def alpha_ndcg(y_true: Grades, y_score: Scores = None, *, k: int | None = None, alpha: float = 0.5, relevance_level: float = 1, query_id: ArrayLike | None = None, doc_id: ArrayLike | None = None, ties: Ties | None = None, empty: Empty = 'zero', average: None, sample_weight: ArrayLike | None = None) -> NDArray[np.float64]:
    """alpha-nDCG: gain that decreases with repetition, relative to a greedy order."""
@overload
def err_ia(y_true: Grades, y_score: Scores = None, *, k: int | None = None, alpha: float = 0.5, relevance_level: float = 1, query_id: ArrayLike | None = None, doc_id: ArrayLike | None = None, ties: Ties | None = None, empty: Empty = 'zero', average: Average = 'mean', sample_weight: ArrayLike | None = None) -> float:
    """Intent-aware expected reciprocal rank (ERR-IA), averaged over sub-topics."""
@overload
def err_ia(y_true: Grades, y_score: Scores = None, *, k: int | None = None, alpha: float = 0.5, relevance_level: float = 1, query_id: ArrayLike | None = None, doc_id: ArrayLike | None = None, ties: Ties | None = None, empty: Empty = 'zero', average: None, sample_weight: ArrayLike | None = None) -> NDArray[np.float64]:
    """Intent-aware expected reciprocal rank (ERR-IA), averaged over sub-topics."""
@overload
def nrbp(y_true: Grades, y_score: Scores = None, *, alpha: float = 0.5, beta: float = 0.5, relevance_level: float = 1, query_id: ArrayLike | None = None, doc_id: ArrayLike | None = None, ties: Ties | None = None, empty: Empty = 'zero', average: Average = 'mean', sample_weight: ArrayLike | None = None) -> float:
    """Novelty- and rank-biased precision (NRBP), averaged over queries."""
@overload
def nrbp(y_true: Grades, y_score: Scores = None, *, alpha: float = 0.5, beta: float = 0.5, relevance_level: float = 1, query_id: ArrayLike | None = None, doc_id: ArrayLike | None = None, ties: Ties | None = None, empty: Empty = 'zero', average: None, sample_weight: ArrayLike | None = None) -> NDArray[np.float64]:
    """Novelty- and rank-biased precision (NRBP), averaged over queries."""
@overload
def subtopic_recall(y_true: Grades, y_score: Scores = None, *, k: int | None = None, relevance_level: float = 1, query_id: ArrayLike | None = None, doc_id: ArrayLike | None = None, ties: Ties | None = None, empty: Empty = 'zero', average: Average = 'mean', sample_weight: ArrayLike | None = None) -> float:
    """Sub-topic recall: proportion of sub-topics covered by the first k documents."""
@overload
def subtopic_recall(y_true: Grades, y_score: Scores = None, *, k: int | None = None, relevance_level: float = 1, query_id: ArrayLike | None = None, doc_id: ArrayLike | None = None, ties: Ties | None = None, empty: Empty = 'zero', average: None, sample_weight: ArrayLike | None = None) -> NDArray[np.float64]:
    """Sub-topic recall: proportion of sub-topics covered by the first k documents."""
@overload
def hits_at_k(y_true: Grades, y_score: Scores = None, *, k: int | None = None, relevance_level: float = 1, query_id: ArrayLike | None = None, doc_id: ArrayLike | None = None, ties: Ties | None = None, empty: Empty = 'zero', average: Average = 'mean', sample_weight: ArrayLike | None = None) -> float:
    """Hits at k: number of relevant documents among the first k, mean over queries."""
@overload
def hits_at_k(y_true: Grades, y_score: Scores = None, *, k: int | None = None, relevance_level: float = 1, query_id: ArrayLike | None = None, doc_id: ArrayLike | None = None, ties: Ties | None = None, empty: Empty = 'zero', average: None, sample_weight: ArrayLike | None = None) -> NDArray[np.float64]:
    """Hits at k: number of relevant documents among the first k, mean over queries."""
@overload
def precision_at_k(y_true: Grades, y_score: Scores = None, *, k: int, divide_by: Literal['k', 'returned'] = 'k', relevance_level: float = 1, query_id: ArrayLike | None = None, doc_id: ArrayLike | None = None, ties: Ties | None = None, empty: Empty = 'zero', average: Average = 'mean', sample_weight: ArrayLike | None = None) -> float:
    """Precision at k: proportion of relevant documents among the first k."""
@overload
def precision_at_k(y_true: Grades, y_score: Scores = None, *, k: int, divide_by: Literal['k', 'returned'] = 'k', relevance_level: float = 1, query_id: ArrayLike | None = None, doc_id: ArrayLike | None = None, ties: Ties | None = None, empty: Empty = 'zero', average: None, sample_weight: ArrayLike | None = None) -> NDArray[np.float64]:
    """Precision at k: proportion of relevant documents among the first k."""
@overload
def recall_at_k(y_true: Grades, y_score: Scores = None, *, k: int, normalizer: Literal['relevant', 'cutoff'] = 'relevant', relevance_level: float = 1, query_id: ArrayLike | None = None, doc_id: ArrayLike | None = None, ties: Ties | None = None, empty: Empty = 'zero', average: Average = 'mean', sample_weight: ArrayLike | None = None) -> float:
    """Recall at k: proportion of relevant documents found among the first k."""
@overload
def recall_at_k(y_true: Grades, y_score: Scores = None, *, k: int, normalizer: Literal['relevant', 'cutoff'] = 'relevant', relevance_level: float = 1, query_id: ArrayLike | None = None, doc_id: ArrayLike | None = None, ties: Ties | None = None, empty: Empty = 'zero', average: None, sample_weight: ArrayLike | None = None) -> NDArray[np.float64]:
    """Recall at k: proportion of relevant documents found among the first k."""
@overload
def f1_at_k(y_true: Grades, y_score: Scores = None, *, k: int, divide_by: Literal['k', 'returned'] = 'k', normalizer: Literal['relevant', 'cutoff'] = 'relevant', relevance_level: float = 1, query_id: ArrayLike | None = None, doc_id: ArrayLike | None = None, ties: Ties | None = None, empty: Empty = 'zero', average: Average = 'mean', sample_weight: ArrayLike | None = None) -> float:
    """F1 at k: harmonic mean of precision and recall at k, averaged over queries."""
@overload
def f1_at_k(y_true: Grades, y_score: Scores = None, *, k: int, divide_by: Literal['k', 'returned'] = 'k', normalizer: Literal['relevant', 'cutoff'] = 'relevant', relevance_level: float = 1, query_id: ArrayLike | None = None, doc_id: ArrayLike | None = None, ties: Ties | None = None, empty: Empty = 'zero', average: None, sample_weight: ArrayLike | None = None) -> NDArray[np.float64]:
    """F1 at k: harmonic mean of precision and recall at k, averaged over queries."""
@overload
def relative_precision_at_k(y_true: Grades, y_score: Scores = None, *, k: int, relevance_level: float = 1, query_id: ArrayLike | None = None, doc_id: ArrayLike | None = None, ties: Ties | None = None, empty: Empty = 'zero', average: Average = 'mean', sample_weight: ArrayLike | None = None) -> float:
    """Relative precision at k: precision at k divided by its largest possible value."""
@overload
def relative_precision_at_k(y_true: Grades, y_score: Scores = None, *, k: int, relevance_level: float = 1, query_id: ArrayLike | None = None, doc_id: ArrayLike | None = None, ties: Ties | None = None, empty: Empty = 'zero', average: None, sample_weight: ArrayLike | None = None) -> NDArray[np.float64]:
    """Relative precision at k: precision at k divided by its largest possible value."""
@overload
def r_precision(y_true: Grades, y_score: Scores = None, *, multiple: float = 1, relevance_level: float = 1, query_id: ArrayLike | None = None, doc_id: ArrayLike | None = None, ties: Ties | None = None, empty: Empty = 'zero', average: Average = 'mean', sample_weight: ArrayLike | None = None) -> float:
    """R-precision: precision after R documents, if R are relevant; mean over queries."""
@overload
def r_precision(y_true: Grades, y_score: Scores = None, *, multiple: float = 1, relevance_level: float = 1, query_id: ArrayLike | None = None, doc_id: ArrayLike | None = None, ties: Ties | None = None, empty: Empty = 'zero', average: None, sample_weight: ArrayLike | None = None) -> NDArray[np.float64]:
    """R-precision: precision after R documents, if R are relevant; mean over queries."""
@overload
def interpolated_precision_at_recall(y_true: Grades, y_score: Scores = None, *, recall: float, rounding: Literal['up', 'nearest'] = 'up', relevance_level: float = 1, query_id: ArrayLike | None = None, doc_id: ArrayLike | None = None, ties: Ties | None = None, empty: Empty = 'zero', average: Average = 'mean', sample_weight: ArrayLike | None = None) -> float:
    """Interpolated precision: the largest precision from a level of recall on."""
@overload
def interpolated_precision_at_recall(y_true: Grades, y_score: Scores = None, *, recall: float, rounding: Literal['up', 'nearest'] = 'up', relevance_level: float = 1, query_id: ArrayLike | None = None, doc_id: ArrayLike | None = None, ties: Ties | None = None, empty: Empty = 'zero', average: None, sample_weight: ArrayLike | None = None) -> NDArray[np.float64]:
    """Interpolated precision: the largest precision from a level of recall on."""
@overload
def eleven_point_average_precision(y_true: Grades, y_score: Scores = None, *, rounding: Literal['up', 'nearest'] = 'up', relevance_level: float = 1, query_id: ArrayLike | None = None, doc_id: ArrayLike | None = None, ties: Ties | None = None, empty: Empty = 'zero', average: Average = 'mean', sample_weight: ArrayLike | None = None) -> float:
    """Eleven-point average precision: interpolated precision at recall 0, 0.1, ..., 1."""
@overload
def eleven_point_average_precision(y_true: Grades, y_score: Scores = None, *, rounding: Literal['up', 'nearest'] = 'up', relevance_level: float = 1, query_id: ArrayLike | None = None, doc_id: ArrayLike | None = None, ties: Ties | None = None, empty: Empty = 'zero', average: None, sample_weight: ArrayLike | None = None) -> NDArray[np.float64]:
    """Eleven-point average precision: interpolated precision at recall 0, 0.1, ..., 1."""
@overload
def bpref(y_true: Grades, y_score: Scores = None, *, relevance_level: float = 1, query_id: ArrayLike | None = None, doc_id: ArrayLike | None = None, ties: Ties | None = None, empty: Empty = 'zero', average: Average = 'mean', sample_weight: ArrayLike | None = None) -> float:
    """Binary preference (bpref): how seldom relevant documents come after others."""
@overload
def bpref(y_true: Grades, y_score: Scores = None, *, relevance_level: float = 1, query_id: ArrayLike | None = None, doc_id: ArrayLike | None = None, ties: Ties | None = None, empty: Empty = 'zero', average: None, sample_weight: ArrayLike | None = None) -> NDArray[np.float64]:
    """Binary preference (bpref): how seldom relevant documents come after others."""
@overload
def geometric_mean_bpref(y_true: Grades, y_score: Scores = None, *, floor: float = 1e-05, relevance_level: float = 1, query_id: ArrayLike | None = None, doc_id: ArrayLike | None = None, ties: Ties | None = None, empty: Empty = 'zero', average: Average = 'mean', sample_weight: ArrayLike | None = None) -> float:
    """Geometric mean over queries of the binary preference (bpref)."""
@overload
def geometric_mean_bpref(y_true: Grades, y_score: Scores = None, *, floor: float = 1e-05, relevance_level: float = 1, query_id: ArrayLike | None = None, doc_id: ArrayLike | None = None, ties: Ties | None = None, empty: Empty = 'zero', average: None, sample_weight: ArrayLike | None = None) -> NDArray[np.float64]:
    """Geometric mean over queries of the binary preference (bpref)."""
@overload
def inferred_average_precision(y_true: Grades, y_score: Scores = None, *, relevance_level: float = 1, query_id: ArrayLike | None = None, doc_id: ArrayLike | None = None, ties: Ties | None = None, empty: Empty = 'zero', average: Average = 'mean', sample_weight: ArrayLike | None = None) -> float:
    """Inferred average precision (infAP), estimated from a sample of judgements."""
@overload
def inferred_average_precision(y_true: Grades, y_score: Scores = None, *, relevance_level: float = 1, query_id: ArrayLike | None = None, doc_id: ArrayLike | None = None, ties: Ties | None = None, empty: Empty = 'zero', average: None, sample_weight: ArrayLike | None = None) -> NDArray[np.float64]:
    """Inferred average precision (infAP), estimated from a sample of judgements."""
@overload
def judged_at_k(y_true: Grades, y_score: Scores = None, *, k: int | None = None, query_id: ArrayLike | None = None, doc_id: ArrayLike | None = None, ties: Ties | None = None, average: Average = 'mean', sample_weight: ArrayLike | None = None) -> float:
    """Judged at k: proportion of judged documents among the first k."""
@overload
def judged_at_k(y_true: Grades, y_score: Scores = None, *, k: int | None = None, query_id: ArrayLike | None = None, doc_id: ArrayLike | None = None, ties: Ties | None = None, average: None, sample_weight: ArrayLike | None = None) -> NDArray[np.float64]:
    """Judged at k: proportion of judged documents among the first k."""
@overload
def set_precision(y_true: Grades, y_score: Scores = None, *, relevance_level: float = 1, query_id: ArrayLike | None = None, empty: Empty = 'zero', average: Average = 'mean', sample_weight: ArrayLike | None = None) -> float:
    """Set precision: proportion of the returned documents that are relevant."""
@overload
def set_precision(y_true: Grades, y_score: Scores = None, *, relevance_level: float = 1, query_id: ArrayLike | None = None, empty: Empty = 'zero', average: None, sample_weight: ArrayLike | None = None) -> NDArray[np.float64]:
    """Set precision: proportion of the returned documents that are relevant."""
@overload
def set_recall(y_true: Grades, y_score: Scores = None, *, relevance_level: float = 1, query_id: ArrayLike | None = None, empty: Empty = 'zero', average: Average = 'mean', sample_weight: ArrayLike | None = None) -> float:
    """Set recall: proportion of the relevant documents that were returned."""
@overload
def set_recall(y_true: Grades, y_score: Scores = None, *, relevance_level: float = 1, query_id: ArrayLike | None = None, empty: Empty = 'zero', average: None, sample_weight: ArrayLike | None = None) -> NDArray[np.float64]:
    """Set recall: proportion of the relevant documents that were returned."""
@overload
def set_f_score(y_true: Grades, y_score: Scores = None, *, beta: float = 1, relevance_level: float = 1, query_id: ArrayLike | None = None, empty: Empty = 'zero', average: Average = 'mean', sample_weight: ArrayLike | None = None) -> float:
    """Set F score: weighted harmonic mean of set precision and set recall."""
@overload
def set_f_score(y_true: Grades, y_score: Scores = None, *, beta: float = 1, relevance_level: float = 1, query_id: ArrayLike | None = None, empty: Empty = 'zero', average: None, sample_weight: ArrayLike | None = None) -> NDArray[np.float64]:
    """Set F score: weighted harmonic mean of set precision and set recall."""
@overload
def set_relative_precision(y_true: Grades, y_score: Scores = None, *, relevance_level: float = 1, query_id: ArrayLike | None = None, empty: Empty = 'zero', average: Average = 'mean', sample_weight: ArrayLike | None = None) -> float:
    """Set relative precision: set precision divided by its largest possible value."""
@overload
def set_relative_precision(y_true: Grades, y_score: Scores = None, *, relevance_level: float = 1, query_id: ArrayLike | None = None, empty: Empty = 'zero', average: None, sample_weight: ArrayLike | None = None) -> NDArray[np.float64]:
    """Set relative precision: set precision divided by its largest possible value."""
@overload
def set_average_precision(y_true: Grades, y_score: Scores = None, *, relevance_level: float = 1, query_id: ArrayLike | None = None, empty: Empty = 'zero', average: Average = 'mean', sample_weight: ArrayLike | None = None) -> float:
    """Set average precision: product of set precision and set recall."""
@overload
def set_average_precision(y_true: Grades, y_score: Scores = None, *, relevance_level: float = 1, query_id: ArrayLike | None = None, empty: Empty = 'zero', average: None, sample_weight: ArrayLike | None = None) -> NDArray[np.float64]:
    """Set average precision: product of set precision and set recall."""
@overload
def set_utility(y_true: Grades, y_score: Scores = None, *, hit: float = 1, false_alarm: float = -1, miss: float = 0, correct_rejection: float = 0, n_docs: int | None = None, relevance_level: float = 1, query_id: ArrayLike | None = None, average: Average = 'mean', sample_weight: ArrayLike | None = None) -> float:
    """Set utility: sum of the values of returned and of missed documents."""
@overload
def set_utility(y_true: Grades, y_score: Scores = None, *, hit: float = 1, false_alarm: float = -1, miss: float = 0, correct_rejection: float = 0, n_docs: int | None = None, relevance_level: float = 1, query_id: ArrayLike | None = None, average: None, sample_weight: ArrayLike | None = None) -> NDArray[np.float64]:
    """Set utility: sum of the values of returned and of missed documents."""
@overload
def ideal_dcg(y_true: Grades, y_score: Scores = None, *, k: int | None = None, log_base: float = 2, gain: Gain = 'linear', query_id: ArrayLike | None = None, empty: Empty = 'zero', average: Average = 'mean', sample_weight: ArrayLike | None = None) -> float:
    """Ideal discounted cumulated gain (IDCG): DCG of the best order of the documents."""
@overload
def ideal_dcg(y_true: Grades, y_score: Scores = None, *, k: int | None = None, log_base: float = 2, gain: Gain = 'linear', query_id: ArrayLike | None = None, empty: Empty = 'zero', average: None, sample_weight: ArrayLike | None = None) -> NDArray[np.float64]:
    """Ideal discounted cumulated gain (IDCG): DCG of the best order of the documents."""
@overload
def ndcg_score(y_true: Grades, y_score: Scores = None, *, k: int | None = None, sample_weight: ArrayLike | None = None, ignore_ties: bool = False, query_id: ArrayLike | None = None, doc_id: ArrayLike | None = None, gain: Gain = 'linear', ties: Ties | None = None, empty: Empty = 'zero', average: Average = 'mean') -> float:
    """Discounted cumulated gain relative to the best order (nDCG)."""
@overload
def ndcg_score(y_true: Grades, y_score: Scores = None, *, k: int | None = None, sample_weight: ArrayLike | None = None, ignore_ties: bool = False, query_id: ArrayLike | None = None, doc_id: ArrayLike | None = None, gain: Gain = 'linear', ties: Ties | None = None, empty: Empty = 'zero', average: None) -> NDArray[np.float64]:
    """Discounted cumulated gain relative to the best order (nDCG)."""
@overload
def expected_reciprocal_rank(y_true: Grades, y_score: Scores = None, *, k: int | None = None, max_grade: float = 4, query_id: ArrayLike | None = None, doc_id: ArrayLike | None = None, ties: Ties | None = None, empty: Empty = 'zero', average: Average = 'mean', sample_weight: ArrayLike | None = None) -> float:
    """Mean expected reciprocal rank (ERR) of the document at which a reader stops."""
@overload
def expected_reciprocal_rank(y_true: Grades, y_score: Scores = None, *, k: int | None = None, max_grade: float = 4, query_id: ArrayLike | None = None, doc_id: ArrayLike | None = None, ties: Ties | None = None, empty: Empty = 'zero', average: None, sample_weight: ArrayLike | None = None) -> NDArray[np.float64]:
    """Mean expected reciprocal rank (ERR) of the document at which a reader stops."""
@overload
def rank_biased_precision(y_true: Grades, y_score: Scores = None, *, k: int | None = None, p: float = 0.8, gain: Literal['binary', 'linear'] = 'binary', max_grade: float | None = None, relevance_level: float = 1, query_id: ArrayLike | None = None, doc_id: ArrayLike | None = None, ties: Ties | None = None, empty: Empty = 'zero', average: Average = 'mean', sample_weight: ArrayLike | None = None) -> float:
    """Rank-biased precision (RBP): gain per document of a reader with persistence p."""
@overload
def rank_biased_precision(y_true: Grades, y_score: Scores = None, *, k: int | None = None, p: float = 0.8, gain: Literal['binary', 'linear'] = 'binary', max_grade: float | None = None, relevance_level: float = 1, query_id: ArrayLike | None = None, doc_id: ArrayLike | None = None, ties: Ties | None = None, empty: Empty = 'zero', average: None, sample_weight: ArrayLike | None = None) -> NDArray[np.float64]:
    """Rank-biased precision (RBP): gain per document of a reader with persistence p."""
@overload
def rbp_residual(y_true: Grades, y_score: Scores = None, *, k: int | None = None, p: float = 0.8, query_id: ArrayLike | None = None, doc_id: ArrayLike | None = None, ties: Ties | None = None, average: Average = 'mean', sample_weight: ArrayLike | None = None) -> float:
    """Residual of rank-biased precision: largest increase by complete judgements."""
@overload
def rbp_residual(y_true: Grades, y_score: Scores = None, *, k: int | None = None, p: float = 0.8, query_id: ArrayLike | None = None, doc_id: ArrayLike | None = None, ties: Ties | None = None, average: None, sample_weight: ArrayLike | None = None) -> NDArray[np.float64]:
    """Residual of rank-biased precision: largest increase by complete judgements."""
@overload
def normalized_expected_cost(fnr: float, fpr: float, *, p_positive: float, cost_fn: float = 1.0, cost_fp: float = 1.0) -> float:
    """Normalised expected cost of given error rates."""
@overload
def normalized_expected_cost(fnr: ArrayLike, fpr: ArrayLike, *, p_positive: ArrayLike, cost_fn: float = 1.0, cost_fp: float = 1.0) -> float | NDArray[np.float64]:
    """Normalised expected cost of given error rates."""
@overload
def probability_cost(p_positive: float, *, cost_fn: float = 1.0, cost_fp: float = 1.0) -> float:
    """Probability cost: position of an operating condition on a cost curve."""
@overload
def probability_cost(p_positive: ArrayLike, *, cost_fn: float = 1.0, cost_fp: float = 1.0) -> float | NDArray[np.float64]:
    """Probability cost: position of an operating condition on a cost curve."""
@overload
def delong_roc_variance(y_true: ArrayLike, y_score: Sequence[float], *, pos_label: Label | None = None, unbiased: bool = False) -> tuple[float, float]:
    """Compute the area under the ROC curve and DeLong's variance."""
@overload
def delong_roc_variance(y_true: ArrayLike, y_score: ArrayLike, *, pos_label: Label | None = None, unbiased: bool = False) -> tuple[float, float] | tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Compute the area under the ROC curve and DeLong's variance."""
@overload
def average_precision_score(y_true: Classes, y_score: ArrayLike | None, *, average: ColumnAverage = 'macro', pos_label: Label = 1, sample_weight: ArrayLike | None = None) -> float:
    """Average precision: precision at each threshold, weighted by the gain in recall."""
@overload
def average_precision_score(y_true: Classes, y_score: ArrayLike | None, *, average: None, pos_label: Label = 1, sample_weight: ArrayLike | None = None) -> float | NDArray[np.float64]:
    """Average precision: precision at each threshold, weighted by the gain in recall."""
@overload
def roc_auc_score(y_true: Classes, y_score: ArrayLike | None, *, average: ColumnAverage = 'macro', sample_weight: ArrayLike | None = None, max_fpr: float | None = None, multi_class: Literal['raise', 'ovr', 'ovo'] = 'raise', labels: ArrayLike | None = None) -> float:
    """Area under the ROC curve (ROC AUC)."""
@overload
def roc_auc_score(y_true: Classes, y_score: ArrayLike | None, *, average: None, sample_weight: ArrayLike | None = None, max_fpr: float | None = None, multi_class: Literal['raise', 'ovr', 'ovo'] = 'raise', labels: ArrayLike | None = None) -> float | NDArray[np.float64]:
    """Area under the ROC curve (ROC AUC)."""
@overload
def optimal_threshold(y_true: Classes, y_score: ArrayLike | None, *, criterion: Criterion = 'cost', cost_fn: float = 1.0, cost_fp: float = 1.0, beta: float = 1.0, at: float | None = None, strict: bool = False, labels: None = None, pos_label: Label | None = None, sample_weight: ArrayLike | None = None) -> tuple[float, float]:
    """Find the optimal threshold by one criterion, and the value it attains."""
@overload
def optimal_threshold(y_true: ArrayLike, y_score: ArrayLike, *, criterion: Criterion = 'cost', cost_fn: float = 1.0, cost_fp: float = 1.0, beta: float = 1.0, at: float | None = None, strict: bool = False, labels: ArrayLike, pos_label: Label | None = None, sample_weight: ArrayLike | None = None) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Find the optimal threshold by one criterion, and the value it attains."""
@overload
def compare(metric: Metric, y_true: ArrayLike | Sparse | Mapping[str, CrossValidated], y_pred: Mapping[str, ArrayLike | Sparse] | None = None, *, y_score: Mapping[str, ArrayLike] | None = None, y_proba: Mapping[str, ArrayLike] | None = None, target: str | None = None, baseline: str | None = None, metric_params: Mapping[str, Any] | None = None, greater_is_better: bool | None = None, test: Literal['auto', 'permutation', 'delong', 'bootstrap', 'jackknife'] = 'auto', adjust: Adjustment | None = 'maxt', method: str = 'auto', simultaneous: bool = True, confidence_level: float = 0.95, n_resamples: int | None = None, stratified: bool = False, groups: ArrayLike | None = None, order: ArrayLike | Literal[True] | None = None, horizon: int | None = None, block_length: int | None = None, sample_weight: ArrayLike | None = None, missing: Literal['raise', 'omit', 'pairwise', 'common'] = 'raise', pos_label: Label | None = None, margin: float = 0.0, random_state: int | np.random.Generator | None = None, progress: Progress | None = None, **columns: Any) -> Comparison:
    """Compare several models on the same rows, all pairs at once."""
@overload
def compare(metric: list[str] | list[Metric] | tuple[Metric, ...], y_true: ArrayLike | Sparse | Mapping[str, CrossValidated], y_pred: Mapping[str, ArrayLike | Sparse] | None = None, *, y_score: Mapping[str, ArrayLike] | None = None, y_proba: Mapping[str, ArrayLike] | None = None, target: str | None = None, baseline: str | None = None, metric_params: Mapping[str, Any] | None = None, greater_is_better: bool | None = None, test: Literal['auto', 'permutation', 'delong', 'bootstrap', 'jackknife'] = 'auto', adjust: Adjustment | None = 'maxt', method: str = 'auto', simultaneous: bool = True, confidence_level: float = 0.95, n_resamples: int | None = None, stratified: bool = False, groups: ArrayLike | None = None, order: ArrayLike | Literal[True] | None = None, horizon: int | None = None, block_length: int | None = None, sample_weight: ArrayLike | None = None, missing: Literal['raise', 'omit', 'pairwise', 'common'] = 'raise', pos_label: Label | None = None, margin: float = 0.0, random_state: int | np.random.Generator | None = None, progress: Progress | None = None, **columns: Any) -> dict[str, Comparison]:
    """Compare several models on the same rows, all pairs at once."""
@overload
def character_error_rate(reference: Transcripts, hypothesis: OtherTranscripts, *, average: RateAverage = 'corpus', normalize: Normalize | None = None, unit: CharacterUnit = 'code_point', costs: Costs = 'levenshtein', empty: EmptyReference = 'insertions') -> float:
    """Edits per character of the reference."""
@overload
def character_error_rate(reference: Transcripts, hypothesis: OtherTranscripts, *, average: None, normalize: Normalize | None = None, unit: CharacterUnit = 'code_point', costs: Costs = 'levenshtein', empty: EmptyReference = 'insertions') -> NDArray[np.float64]:
    """Edits per character of the reference."""
@overload
def match_error_rate(reference: Transcripts, hypothesis: OtherTranscripts, *, average: RateAverage = 'corpus', normalize: Normalize | None = None, delimiter: str | None = None, costs: Costs = 'levenshtein', empty: EmptyReference = 'insertions') -> float:
    """Match error rate: proportion of edits among all aligned tokens."""
@overload
def match_error_rate(reference: Transcripts, hypothesis: OtherTranscripts, *, average: None, normalize: Normalize | None = None, delimiter: str | None = None, costs: Costs = 'levenshtein', empty: EmptyReference = 'insertions') -> NDArray[np.float64]:
    """Match error rate: proportion of edits among all aligned tokens."""
@overload
def token_error_rate(reference: Transcripts, hypothesis: OtherTranscripts, *, average: RateAverage = 'corpus', costs: Costs = 'levenshtein', empty: EmptyReference = 'insertions') -> float:
    """Edits per token of the reference, for sequences of any tokens."""
@overload
def token_error_rate(reference: Transcripts, hypothesis: OtherTranscripts, *, average: None, costs: Costs = 'levenshtein', empty: EmptyReference = 'insertions') -> NDArray[np.float64]:
    """Edits per token of the reference, for sequences of any tokens."""
@overload
def word_error_rate(reference: Transcripts, hypothesis: OtherTranscripts, *, average: RateAverage = 'corpus', normalize: Normalize | None = None, delimiter: str | None = None, costs: Costs = 'levenshtein', empty: EmptyReference = 'insertions') -> float:
    """Edits per word of the reference."""
@overload
def word_error_rate(reference: Transcripts, hypothesis: OtherTranscripts, *, average: None, normalize: Normalize | None = None, delimiter: str | None = None, costs: Costs = 'levenshtein', empty: EmptyReference = 'insertions') -> NDArray[np.float64]:
    """Edits per word of the reference."""
@overload
def word_information_lost(reference: Transcripts, hypothesis: OtherTranscripts, *, average: RateAverage = 'corpus', normalize: Normalize | None = None, delimiter: str | None = None, costs: Costs = 'levenshtein', empty: EmptyReference = 'insertions') -> float:
    """Word information lost: 1 minus the word information preserved."""
@overload
def word_information_lost(reference: Transcripts, hypothesis: OtherTranscripts, *, average: None, normalize: Normalize | None = None, delimiter: str | None = None, costs: Costs = 'levenshtein', empty: EmptyReference = 'insertions') -> NDArray[np.float64]:
    """Word information lost: 1 minus the word information preserved."""
@overload
def word_information_preserved(reference: Transcripts, hypothesis: OtherTranscripts, *, average: RateAverage = 'corpus', normalize: Normalize | None = None, delimiter: str | None = None, costs: Costs = 'levenshtein', empty: EmptyReference = 'insertions') -> float:
    """Proportion of hits in the reference times their proportion in the hypothesis."""
@overload
def word_information_preserved(reference: Transcripts, hypothesis: OtherTranscripts, *, average: None, normalize: Normalize | None = None, delimiter: str | None = None, costs: Costs = 'levenshtein', empty: EmptyReference = 'insertions') -> NDArray[np.float64]:
    """Proportion of hits in the reference times their proportion in the hypothesis."""
@overload
def edit_distance(reference: Transcripts, hypothesis: OtherTranscripts, *, unit: Unit = 'word', average: RateAverage = 'corpus', normalize: Normalize | None = None, delimiter: str | None = None, costs: Costs = 'levenshtein') -> int | float:
    """Edit distance: number of edits that lead from the reference to the hypothesis."""
@overload
def edit_distance(reference: Transcripts, hypothesis: OtherTranscripts, *, unit: Unit = 'word', average: None, normalize: Normalize | None = None, delimiter: str | None = None, costs: Costs = 'levenshtein') -> NDArray[np.int64]:
    """Edit distance: number of edits that lead from the reference to the hypothesis."""
@overload
def time_dependent_auc(time: ArrayLike, event: ArrayLike | None, risk: ArrayLike, times: float, *, cause: int = 1, controls: Literal['all-others', 'event-free'] = 'all-others', censoring: Any = None, conditional: ArrayLike | None = None, left_limit: bool = True) -> SurvivalScore:
    """Area under the ROC curve of "an event by time t", weighted for censoring."""
@overload
def time_dependent_auc(time: ArrayLike, event: ArrayLike | None, risk: ArrayLike, times: Sequence[float] | NDArray[Any], *, cause: int = 1, controls: Literal['all-others', 'event-free'] = 'all-others', censoring: Any = None, conditional: ArrayLike | None = None, left_limit: bool = True) -> TimeDependentAuc:
    """Area under the ROC curve of "an event by time t", weighted for censoring."""
@overload
def time_dependent_auc(time: ArrayLike, event: ArrayLike | None, risk: ArrayLike, times: ArrayLike, *, cause: int = 1, controls: Literal['all-others', 'event-free'] = 'all-others', censoring: Any = None, conditional: ArrayLike | None = None, left_limit: bool = True) -> SurvivalScore | TimeDependentAuc:
    """Area under the ROC curve of "an event by time t", weighted for censoring."""
@overload
def restricted_mean_survival_time(time: ArrayLike, event: ArrayLike | None, *, tau: float, group: None = None) -> SurvivalScore:
    """Restricted mean survival time: mean time without an event, up to tau."""
@overload
def restricted_mean_survival_time(time: ArrayLike, event: ArrayLike | None, *, tau: float, group: ArrayLike) -> dict[Any, SurvivalScore]:
    """Restricted mean survival time: mean time without an event, up to tau."""
def demographic_parity_difference(y_true: Labels, y_pred: Predicted, *, sensitive_features: Any, method: Between = 'between_groups', sample_weight: ArrayLike | None = None, pos_label: Label = 1) -> float:
    """Demographic parity difference: difference of selection rates between groups."""
def demographic_parity_ratio(y_true: Labels, y_pred: Predicted, *, sensitive_features: Any, method: Between = 'between_groups', sample_weight: ArrayLike | None = None, pos_label: Label = 1) -> float:
    """Demographic parity ratio: smallest divided by largest selection rate of groups."""
def equal_opportunity_difference(y_true: Labels, y_pred: Predicted, *, sensitive_features: Any, method: Between = 'between_groups', sample_weight: ArrayLike | None = None, pos_label: Label = 1) -> float:
    """Equal opportunity difference: difference of true positive rates between groups."""
def equal_opportunity_ratio(y_true: Labels, y_pred: Predicted, *, sensitive_features: Any, method: Between = 'between_groups', sample_weight: ArrayLike | None = None, pos_label: Label = 1) -> float:
    """Smallest by largest true positive rate among groups."""
def equalized_odds_difference(y_true: Labels, y_pred: Predicted, *, sensitive_features: Any, method: Between = 'between_groups', sample_weight: ArrayLike | None = None, agg: Literal['worst_case', 'mean'] = 'worst_case', pos_label: Label = 1) -> float:
    """Equalized odds difference: difference of TPR and FPR between groups."""
def equalized_odds_ratio(y_true: Labels, y_pred: Predicted, *, sensitive_features: Any, method: Between = 'between_groups', sample_weight: ArrayLike | None = None, agg: Literal['worst_case', 'mean'] = 'worst_case', pos_label: Label = 1) -> float:
    """Smallest by largest true and false positive rates among groups."""
