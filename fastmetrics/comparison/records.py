"""The catalog's rows of tests and comparisons, a line per topic."""

from fastmetrics.metrics.families import Topic
from fastmetrics.metrics.record import other_rows

ROWS = (
    *other_rows("table", "adjust_pvalues"),
    *other_rows("curve", "precision_recall_band", "roc_band"),
    *other_rows("table", "metric_covariance"),
    *other_rows("table", "curve_dominance"),
    *other_rows(
        "test",
        "bayesian_correlated_t_test",
        "corrected_resampled_t_test",
        "cv_loss_test",
        "five_by_two_cv_f_test",
        "five_by_two_cv_t_test",
        "paired_cv_t_test",
    ),
    *other_rows("table", "interval_from_replicates", "proportion_interval"),
    *other_rows("test", "proportions_test"),
    *other_rows("test", "compare_across_datasets"),
    *other_rows("test", "compare"),
    *other_rows("table", "mcnemar_table"),
    *other_rows(
        "test",
        "bayesian_signed_rank_test",
        "cochran_q_test",
        "mcnemar_test",
        "mcnemar_test_from_table",
        "paired_permutation_test",
        "sign_test",
        "wilcoxon_signed_rank_test",
    ),
    *other_rows("test", "unpaired_permutation_test"),
    *other_rows("test", "diebold_mariano_test"),
    *other_rows("test", "model_confidence_set"),
    *other_rows(
        "test",
        "ChangeDetector",
        "SequentialComparison",
        "SequentialTest",
        "sequential_z_test",
    ),
    *other_rows("table", "confidence_sequence"),
    *other_rows("formula", "sequential_sample_size"),
    *other_rows(
        "formula",
        "comparison_power",
        "minimum_detectable_difference",
        "required_sample_size",
        "auc_sample_size",
        "proportion_sample_size",
        "error_rate_sample_size",
    ),
    *other_rows("test", "binomial_test", "error_rate_t_test"),
    *other_rows(
        "formula",
        "critical_difference",
        "error_count_probability",
        "mean_rank_moments",
        "studentized_range_sf",
    ),
    *other_rows("table", "rank_scores"),
    *other_rows(
        "test",
        "aligned_ranks_test",
        "bonferroni_dunn_test",
        "dunn_test",
        "friedman_test",
        "kruskal_wallis_test",
        "nemenyi_test",
        "page_test",
        "pairwise_tests",
        "quade_test",
    ),
)

TOPIC = Topic(
    name="comparison",
    title="Tests and comparisons",
    rows=ROWS,
    guide="fastmetrics.comparison",
)
