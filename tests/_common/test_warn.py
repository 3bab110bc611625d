"""Warnings name the line that called, whatever lies between it and the warning."""

import inspect
import os
import re
import subprocess
import sys
import threading
import warnings
from pathlib import Path

import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics._common.options import hold_warnings, warn
from fastmetrics._common.threads import map_blocks

NO_POSITIVES = [0, 0, 0], [0.1, 0.4, 0.3]
NO_RUNS = fm.ItemScores.from_arrays([[1, float("nan")]], missing="pairwise")
ONLY_NEGATIVES = [0, 0, 0], [0, 0, 0]
ONLY_POSITIVES = [1, 1, 1], [1, 1, 1]
NEVER_PREDICTED = [0, 1, 1], [0, 0, 0]
FRACTIONS = [0.5, 0.5, 1.5], [0, 1, 1]
RARE = [0] * 38 + [1, 1], [0, 1] * 20  # a class that replicates miss often
NO_SUM = [0, 1, 2, 1], [[0.5, 0.2, 0.2], *[[0.2, 0.5, 0.3]] * 3]  # the first row's


class AlwaysZero:
    """A model that predicts 0."""

    def fit(self, X, y):
        """Learn nothing."""

    def predict(self, X):
        return [0] * len(X)

    def set_params(self, **parameters):
        return self


class FirstClass:
    """A classifier that is sure of the first class it has met."""

    def fit(self, X, y):
        self.classes_ = sorted(set(y))

    def predict_proba(self, X):
        return [[1.0] + [0.0] * (len(self.classes_) - 1)] * len(X)


class OfOneParameter(AlwaysZero):
    """A model that can be fitted with one value of its parameter only."""

    def __init__(self, a=0):
        self.a = a

    def get_params(self, deep=True):
        return {"a": self.a}

    def set_params(self, a):
        self.a = a
        return self

    def fit(self, X, y):
        if self.a:
            raise ValueError("a must be 0")


HALVES = [([0, 2], [1, 3]), ([1, 3], [0, 2])]

# Arguments on which a function warns, for all that warn by their docstrings.
FEW = {
    **dict.fromkeys(
        (
            "equal_opportunity_difference",
            "equal_opportunity_ratio",
            "equalized_odds_difference",
            "equalized_odds_ratio",
        ),
        (([1, 1, 0, 0], [1, 0, 0, 1]), {"sensitive_features": [0, 0, 1, 1]}),
    ),
    "token_error_rate": (([], []), {}),
    "net_benefit": (NO_POSITIVES, {"threshold": 0.5, "standardized": True}),
    "decision_curve": (NO_POSITIVES, {"standardized": True}),
    "out_of_fold_score": (
        (
            "roc_auc_score",
            [1, 1, 0, 1, 0, 1],
            [0.1, 0.4, 0.2, 0.3, 0.6, 0.5],
            [0, 0, 1, 1, 2, 2],
        ),
        {},
    ),
    **dict.fromkeys(
        (
            "adaptive_calibration_error",
            "brier_score_loss",
            "d2_brier_score",
            "d2_log_loss_score",
            "expected_calibration_error",
            "log_loss",
            "maximum_calibration_error",
            "multiclass_brier_score",
            "normalized_cross_entropy",
            "spherical_score",
            "squared_calibration_error",
        ),
        (NO_SUM, {}),
    ),
    **dict.fromkeys(
        (
            "averaged_ndcg",
            "dcg_score",
            "compatibility",
            "alpha_ndcg",
            "err_ia",
            "nrbp",
            "subtopic_recall",
            "expected_reciprocal_rank",
            "hits_at_k",
            "normalized_expected_reciprocal_rank",
            "normalized_gain",
            "geometric_mean_bpref",
            "smoothed_average_precision",
            "set_average_precision",
            "set_relative_precision",
            "ndcg_score",
            "rank_biased_precision",
            "mean_average_precision",
            "geometric_mean_average_precision",
            "mean_reciprocal_rank",
            "hit_rate",
            "r_precision",
            "eleven_point_average_precision",
            "bpref",
            "inferred_average_precision",
            "set_precision",
            "set_recall",
            "set_f_score",
        ),
        (([[0, 0]], [[1, 2]]), {"empty": "skip"}),
    ),
    "ideal_dcg": (([[0, 0]],), {"empty": "skip"}),
    **dict.fromkeys(
        ("precision_at_k", "recall_at_k", "f1_at_k", "relative_precision_at_k"),
        (([[0, 0]], [[1, 2]]), {"empty": "skip", "k": 1}),
    ),
    "interpolated_precision_at_recall": (
        ([[0, 0]], [[1, 2]]),
        {"empty": "skip", "recall": 0.5},
    ),
    "bias_variance_decomposition": (([1, 2], [[1, 2]]), {"ddof": 1}),
    "out_of_bag_score": (([1, 2], [[1, 2]], [[True, False]]), {}),
    "point632_score": (([1, 2], [1, 2], [[1, 2]], [[True, False]]), {}),
    "generalized_cross_validation": (([1, 2], [1, 2], 2), {}),
    **dict.fromkeys(("leave_one_out_predict", "press"), (([1], [1], [1]), {})),
    "calibration_intercept": (([0, 0], [0.1, 0.2]), {}),
    "integrated_calibration_index": (([0, 0, 1], [0.1, 0.2, 0.3]), {}),
    "calibration_slope": (([0, 0, 1], [0.1, 0.2, 0.3]), {}),
    **dict.fromkeys(["d2_absolute_error_score", "d2_pinball_score"], (([1], [1]), {})),
    "d2_tweedie_score": (([1, 1], [1, 2]), {}),
    "expected_observed_ratio": (([0, 0], [0.5, 0.2]), {}),
    "energy_score": (([1.0, 2.0], [[1.0], [3.0]]), {"fair": True}),
    "crps_ensemble": (([1.0, 2.0], [[1.0], [3.0]]), {"fair": True}),
    "gaussian_log_loss": (([1.0, 2.0], [1.0, 1.0], [0.0, 0.0]), {}),
    "kl_divergence": (([[0.5, 0.2]], [[0.5, 0.5]]), {}),
    "jensen_shannon_divergence": (([[0.5, 0.2]], [[0.5, 0.5]]), {}),
    "cramers_v": (([1, 1], [1, 2]), {}),
    "theils_u": (([1, 1], [1, 2]), {}),
    "clustering_accuracy": (([], []), {}),
    "fleiss_kappa": (([[1, 1], [1, 1]],), {}),
    "krippendorff_alpha": (([[1, 1], [1, 1]],), {}),
    "multiclass_auc_score": (
        (
            [0, 1],
            [[0.5, 0.5, 0], [0, 1, 0]],
        ),
        {"labels": [0, 1, 2]},
    ),
    "percent_bias": (([0, 1], [1, 1]), {}),
    "relative_absolute_error": (([1, 1], [1, 2]), {}),
    "ranked_probability_score": (NO_SUM, {}),
    **dict.fromkeys(
        (
            "concordance_index",
            "goodman_kruskal_gamma",
            "kendall_tau",
            "normalized_gini_coefficient",
            "pearson_r",
            "somers_d",
            "spearman_rho",
        ),
        (([1.5, 1.5, 1.5], [0.1, 0.4, 0.3]), {}),
    ),
    "confidence_sequence": (([0.5] * 100,), {"bounds": None}),
    "spiegelhalter_test": (([0, 1], [0, 0.5]), {}),
    "adjusted_r2_score": (([0, 1], [0, 0.5]), {"n_features": 1}),
    "r2_score": (([0], [0.5]), {}),
    **dict.fromkeys(
        (
            "explained_to_total_ratio",
            "normalized_root_mean_squared_error",
            "relative_squared_error",
            "root_relative_squared_error",
            "weighted_absolute_percentage_error",
        ),
        (([0, 0], [0, 0.5]), {}),
    ),
    **dict.fromkeys(
        ("top_k_precision_score", "top_k_recall_score", "top_k_f1_score"),
        (([0, 0], [[1, 2, 3]] * 2), {"labels": [0, 1, 2], "k": 1}),
    ),
    "top_k_accuracy_score": (([0, 1, 2], [[1, 0, 0]] * 3), {"k": 3}),
    **dict.fromkeys(
        (
            "average_precision_score",
            "break_even_point",
            "cost_curve",
            "cumulative_gain_curve",
            "delong_roc_variance",
            "equal_error_rate",
            "gini_coefficient",
            "ks_statistic",
            "lift_curve",
            "lift_score",
            "pr_auc_score",
            "precision_recall_curve",
            "rank_loss",
            "roc_auc_score",
            "roc_curve",
        ),
        (NO_POSITIVES, {}),
    ),
    **dict.fromkeys(
        (
            "balanced_accuracy_score",
            "cohen_kappa_score",
            "confusion_matrix",
            "diagnostic_odds_ratio",
            "f1_score",
            "false_discovery_rate",
            "false_negative_rate",
            "geometric_mean_score",
            "informedness",
            "jaccard_score",
            "markedness",
            "matthews_corrcoef",
            "positive_predictive_value",
            "precision_recall_geometric_mean",
            "precision_recall_mean",
            "precision_score",
            "recall_score",
            "roc_distance",
            "symmetric_extremal_dependence_index",
            "true_positive_rate",
        ),
        (ONLY_NEGATIVES, {}),
    ),
    **dict.fromkeys(
        (
            "false_omission_rate",
            "false_positive_rate",
            "negative_predictive_value",
            "specificity_score",
            "true_negative_rate",
        ),
        (ONLY_POSITIVES, {}),
    ),
    **dict.fromkeys(
        (
            "adjusted_mutual_info_score",
            "adjusted_rand_score",
            "completeness_score",
            "conditional_entropy",
            "fowlkes_mallows_score",
            "homogeneity_completeness_v_measure",
            "homogeneity_score",
            "mutual_info_score",
            "normalized_mutual_info_score",
            "pair_confusion_matrix",
            "pair_counts",
            "pairwise_jaccard_score",
            "pairwise_precision_recall",
            "purity_score",
            "rand_score",
            "v_measure_score",
        ),
        (FRACTIONS, {}),
    ),
    "negative_likelihood_ratio": (ONLY_NEGATIVES, {}),
    "positive_likelihood_ratio": (ONLY_NEGATIVES, {}),
    "class_likelihood_ratios": (([0, 1, 1], [0, 1, 0]), {}),
    "classification_report": (NEVER_PREDICTED, {}),
    "confidence_interval": (
        (fm.recall_score, *RARE),
        {"random_state": 1, "method": "percentile"},
    ),
    "cost_sensitive_accuracy": (
        (*ONLY_NEGATIVES, [[0, 0], [0, 0]]),
        {"labels": [0, 1]},
    ),
    "delong_roc_test": (([0, 0, 1], [1, 2, 3], [3, 1, 2]), {}),
    "delong_roc_test_independent": (([0, 0, 1], [1, 2, 3]) * 2, {}),
    "det_curve": (([0, 0, 1], [1, 2, 3]), {"sample_weight": [1, 1, 0]}),
    "dunn_index": (([[0], [0], [1], [1]], [0, 0, 1, 1]), {}),
    "matched_pair_sentence_segment_test": (("a b", "a x", "a b"), {}),
    "evaluate": (
        RARE,
        {"random_state": 1, "metrics": ["recall_score"], "method": "percentile"},
    ),
    "expected_cost": (NO_POSITIVES, {}),
    "fbeta_score": (ONLY_NEGATIVES, {"beta": 2}),
    "macro_f1_of_averages": (NEVER_PREDICTED, {}),
    "normalized_expected_cost": (
        (0.5, 0.5),
        {"p_positive": 0.5, "cost_fn": 0, "cost_fp": 0},
    ),
    "optimal_threshold": (NO_POSITIVES, {"criterion": "youden"}),
    "multilabel_cohen_kappa_score": (([0, 1], [0, 1]), {"labels": [0, 2]}),
    "log_auc_score": (NO_POSITIVES, {}),
    "partial_auc_score": (NO_POSITIVES, {"max_fpr": 0.5}),
    "pooled_precision_recall_fscore": (([[[3, 0], [0, 0]]],), {}),
    "precision_recall_fscore_support": (NEVER_PREDICTED, {}),
    "roc_auc_by_group": (([0, 1], [1, 2], ["a", "b"]), {}),
    **dict.fromkeys(
        ("mean_absolute_scaled_error", "root_mean_squared_scaled_error"),
        (([1, 1], [1, 2]), {}),
    ),
    "concordance_correlation_coefficient": (([1, 1], [1, 1]), {}),
    "cosine_similarity": (([0, 0], [1, 2]), {}),
    "kling_gupta_efficiency": (([1, 1], [1, 2]), {}),
    "hqic": ((-10.0, 3, 1), {}),
    **dict.fromkeys(
        ("cross_val_score", "cross_validate"),
        ((FirstClass(), [0] * 4, [0, 1, 0, 1]), {"scoring": "hinge_loss", "cv": 2}),
    ),
    "learning_curve": (
        (AlwaysZero(), [0] * 4, [0, 1, 0, 1]),
        {"scoring": "accuracy", "cv": HALVES, "train_sizes": [1, 1]},
    ),
    "tune_threshold": (
        (FirstClass(), [[0]] * 8, [0, 1] * 4, "recall_at_precision", 2),
        {"at": 0.9, "outer_cv": None},
    ),
    "search": (
        (OfOneParameter(), {"a": [0, 1]}, [0] * 4, [0, 1, 0, 1]),
        {"scoring": "accuracy", "cv": HALVES},
    ),
    "selection_corrected_score": (
        ("roc_auc_score", [0, 0, 0, 1, 1], [[1, 2], [3, 1], [2, 4], [4, 3], [5, 5]]),
        {"random_state": 0, "n_resamples": 99},
    ),
    "validation_curve": (
        (OfOneParameter(), [0] * 4, [0, 1, 0, 1]),
        {"scoring": "accuracy", "cv": HALVES, "param_name": "a", "param_range": [0, 1]},
    ),
    "bootstrap_validate": (
        (AlwaysZero(), [0] * 4, [0, 1, 0, 1]),
        {"scoring": "error_rate", "n_resamples": 1, "random_state": 0},
    ),
    "estimate_bias_variance": (
        (AlwaysZero(), [0] * 4, [0, 1, 0, 1], [0], [1]),
        {"n_rounds": 1, "ddof": 1},
    ),
    "bias_variance_curve": (
        (AlwaysZero(), [0] * 4, [0, 1, 0, 1], [0], [1]),
        {"n_rounds": 1, "ddof": 1, "param_name": "a", "param_range": [1]},
    ),
    "cross_val_predict": (
        (FirstClass(), [0] * 4, [0, 1, 0, 1]),
        {"method": "predict_proba", "cv": HALVES},
    ),
    "probability_cost": ((0.5,), {"cost_fn": 0, "cost_fp": 0}),
    "interval_from_replicates": ((0.5, [0.4, 0.6, float("nan")]), {}),
    "compare": (
        ("roc_auc_score", [0, 0, 0]),
        {"y_score": {"a": [0.1, 0.4, 0.3], "b": [0.4, 0.1, 0.3]}},
    ),
    "metric_covariance": (
        ("roc_auc_score", [0, 0, 0]),
        {"y_score": [0.1, 0.4, 0.3]},
    ),
    "unpaired_permutation_test": (
        ("roc_auc_score", [0, 0, 0], None, [0, 0, 1]),
        {"y_score_a": [0.1, 0.4, 0.3], "y_score_b": [0.2, 0.4, 0.3], "random_state": 1},
    ),
    "paired_permutation_test": (
        ("mean",),
        {"loss_a": [1e308, 1e308], "loss_b": [-1e308, 0.0]},
    ),
    "compare_across_datasets": (
        ([[1, 2], [2, 3], [3, 4]],),
        {"omnibus": None, "post_hoc": "t"},
    ),
    "critical_difference_diagram": (
        (fm.nemenyi_test({"\U000f0000": [1, 2], "b": [2, 1]}),),
        {},
    ),
    "pairwise_tests": (([[1, 2], [2, 3], [3, 4]],), {"test": "t"}),
    **dict.fromkeys(
        ("five_by_two_cv_f_test", "five_by_two_cv_t_test"),
        (([[0.5, 0.5]] * 5,), {}),
    ),
    "diebold_mariano_test": (([1, 1, 1], [0, 0, 0]), {}),
    "cv_loss_test": (([1, 1], [0, 0], [0, 1]), {}),
    "error_rate_t_test": (([0.5, 0.5],), {"error_rate": 0.2}),
    "corrected_resampled_t_test": (([0.5, 0.5],), {"n_train": 9, "n_test": 1}),
    "paired_cv_t_test": (([0.5, 0.5],), {}),
    "distributional_coverage": (([[], []],), {}),
    "inter_user_diversity": (([["a"]],), {}),
    "intra_list_diversity": (([[0]], [[1.0]]), {}),
    "intra_list_similarity": (([[0]], [[1.0]]), {}),
    "item_gini": (([[]], 3), {}),
    "mean_popularity": (([[]], [1]), {}),
    "novelty": (([[]], [1]), {}),
    "serendipity": (([[]], [[1]]), {"expected": [2]}),
    "unexpectedness": (([[0]], [[]], [[1.0]]), {}),
    # Scores of items: a model without items.
    "mean_score": ((NO_RUNS,), {}),
    "pass_at_k": (([[1]], 2), {"short": "skip"}),
    "pass_hat_k": (([[1]], 2), {"short": "skip"}),
    "best_of_k": (([[1]], 2), {"short": "skip"}),
    "worst_of_k": (([[1]], 2), {"short": "skip"}),
    # The half of the rows that is looked at has none in the slab of the other half.
    "worst_slab_coverage": (
        ([0, 1], [[True, False]] * 2, [[0.0], [1.0]]),
        {"min_mass": 0.5, "random_state": 0},
    ),
    # Censored times: no row has the event by the time asked for.
    "concordance_index_ipcw": (([1, 2, 3], [0, 0, 1], [1, 2, 3]), {}),
    "d_calibration_test": (([1, 2], [0, 1], [0.1, 0.5]), {}),
    "integrated_brier_score": (
        ([1, 2, 3], [0, 0, 1], [[0.9, 0.8]] * 3, [1, 2]),
        {"scaled": True},
    ),
    "log_rank_test": (([1, 2, 3], [0, 0, 0], [0, 1, 1]), {}),
    "scaled_brier_score": (([1, 2, 3], [0, 0, 1], [0.9, 0.9, 0.9], [2]), {}),
    "survival_calibration": (([1, 2, 3], [0, 0, 1], [0.9, 0.5, 0.2], 2), {}),
    "survival_log_loss": (
        ([1, 2, 3], [1, 1, 0], [[0.9, 0.9], [0.9, 0.9], [0.8, 0.7]], [1, 2]),
        {},
    ),
    "time_dependent_auc": (([1, 2, 3], [0, 0, 1], [1, 2, 3], [2]), {}),
}
# Other ways to a warning than those above.
MORE = [
    ("confusion_matrix", ONLY_NEGATIVES, {"normalize": "all"}),
    ("average_precision_score", ([[0, 1], [0, 1]], [[1, 2], [2, 1]]), {}),
    ("balanced_accuracy_score", ([0, 0], [0, 1]), {"adjusted": True}),
    (
        "classification_report",
        ([0, 1], [0, 1]),
        {"labels": [0, 1], "target_names": ["a"]},
    ),
    ("cohen_kappa_score", ([0, 1], [0, 1]), {"labels": [0]}),
    ("delong_roc_variance", ([0, 0, 0], [[1, 2], [2, 1], [3, 3]]), {}),
    ("delong_roc_variance", ([0, 0, 1], [[1, 2], [2, 1], [3, 3]]), {}),
    ("f1_score", ([0, 1, 2], [0, 1, 1]), {"average": "macro", "labels": [0, 3]}),
    ("f1_score", ([0, 1, 2], [0, 1, 2]), {"average": "macro", "pos_label": 2}),
    ("metric_at_thresholds", ([0, 0, 0], [1, 2, 3], fm.recall_score), {}),
    ("metric_at_thresholds", ([0, 1, 0], [1, 2, 3], fm.diagnostic_odds_ratio), {}),
    ("confidence_interval", (fm.roc_auc_score, *NO_POSITIVES), {"random_state": 1}),
    ("confidence_interval", (fm.rand_score, *FRACTIONS), {}),
    ("evaluate", ONLY_NEGATIVES, {"random_state": 1}),
    (
        "optimal_threshold",
        ([0, 1], [2, 1]),
        {"criterion": "recall_at_precision", "at": 1},
    ),
    ("purity_score", ([], []), {}),
    ("roc_auc_score", ([[0, 1], [0, 0]], [[1, 0], [1, 2]]), {}),
    ("roc_auc_score", NO_POSITIVES, {"max_fpr": 0.5}),
]
CASES = [*((name, *call) for name, call in FEW.items()), *MORE]


@pytest.mark.long
@one_case(("name", "args", "options"), CASES)
def test_names_the_line_of_the_caller(name, args, options):
    function = getattr(fm, name)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("default")
        for _ in range(2):
            function(*args, **options)
        first = len(caught)
        function(*args, **options)
    assert first, "this should have warned"
    assert {one.filename for one in caught} == {__file__}
    # Once for the line that calls twice, and again for the other line.
    said = [(str(one.message), one.category) for one in caught]
    assert said[first:] == said[:first]
    assert len({one.lineno for one in caught}) == 2


def test_no_function_that_warns_is_missing():
    section = re.compile(r"^Warns\n-----\n", re.MULTILINE)
    public = {name: getattr(fm, name) for name in fm.__all__}
    told = {
        name
        for name, item in public.items()
        if inspect.isfunction(item) and section.search(inspect.getdoc(item))
    }
    assert told == set(FEW)
    assert {name for name, *_ in MORE} - told == {"metric_at_thresholds"}


def test_nothing_else_warns():
    package = Path(fm.__file__).parent
    sources = {
        str(p.relative_to(package)): p.read_text() for p in package.rglob("*.py")
    }
    others = {
        name
        for name, text in sources.items()
        if re.search(r"warnings\.warn\(|stacklevel=", text)
        and not name.startswith("reference")
    }
    assert not others


def test_a_package_of_the_caller_is_outside(tmp_path, monkeypatch):
    # A name that begins like ours is another package all the same.
    path = tmp_path / "fastmetrics_more.py"
    path.write_text(
        "import fastmetrics\n\n\ndef score():\n"
        "    return fastmetrics.recall_score([0], [0])\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    import fastmetrics_more

    with pytest.warns(fm.UndefinedMetricWarning) as caught:
        fastmetrics_more.score()
    assert (caught[0].filename, caught[0].lineno) == (str(path), 5)


def test_a_callable_of_the_caller_is_outside():
    def recall(y_true, y_pred):
        return fm.recall_score(y_true, y_pred)  # here

    with pytest.warns(fm.UndefinedMetricWarning) as caught:
        fm.confidence_interval(recall, *ONLY_NEGATIVES, n_resamples=2, random_state=0)
    line = recall.__code__.co_firstlineno + 1
    assert (caught[0].filename, caught[0].lineno) == (__file__, line)


def test_filters_by_module_know_the_caller():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        warnings.filterwarnings("ignore", module=re.escape(__name__))
        fm.recall_score(*ONLY_NEGATIVES)
    assert not caught
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(fm.UndefinedMetricWarning):
            fm.recall_score(*ONLY_NEGATIVES)


def test_without_a_caller_outside_any_line_will_do():
    # As where an embedding program calls a function without a frame of Python's.
    code = """if True:
        import _thread
        from fastmetrics._common import options as module
        done = _thread.allocate_lock()
        done.acquire()
        names = {"warn": module.warn, "release": done.release}
        inside = compile("warn('alone'); release()", module.__file__, "exec")
        _thread.start_new_thread(exec, (inside, names))
        done.acquire()
    """
    run = [sys.executable, "-W", "always", "-c", code]
    done = subprocess.run(run, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert "UserWarning: alone" in done.stderr


# --- blocks on worker threads


@one_case("n_threads", [1, 4])
def test_blocks_warn_in_their_order_in_the_name_of_the_caller(n_threads):
    both_began = threading.Barrier(2)

    def block(k):
        if k < 2 and n_threads > 1:
            both_began.wait(30)  # so that two threads are at work
        warn(f"block {k}")
        return threading.current_thread()

    with fm.num_threads(n_threads), warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        threads = map_blocks(block, range(6))
    assert len(set(threads)) >= min(n_threads, 2)
    assert [str(one.message) for one in caught] == [f"block {k}" for k in range(6)]
    assert {one.filename for one in caught} == {__file__}


def test_blocks_inside_blocks_warn_once():
    def inner(k):
        warn(f"inner {k}")

    def outer(k):
        warn(f"outer {k}")
        map_blocks(inner, [k, k + 10])

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        map_blocks(outer, [0, 1])
    assert [str(one.message) for one in caught] == [
        "outer 0",
        "inner 0",
        "inner 10",
        "outer 1",
        "inner 1",
        "inner 11",
    ]


def test_an_error_comes_after_the_warnings_before_it():
    def block(k):
        warn(f"block {k}")
        if k == 1:
            raise ValueError("no")

    with fm.num_threads(1), warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        with pytest.raises(ValueError, match="no"):
            map_blocks(block, range(3))
    assert [str(one.message) for one in caught] == ["block 0", "block 1"]


def test_held_warnings_are_of_one_thread():
    with hold_warnings() as held:
        other = threading.Thread(target=warn, args=("elsewhere",))
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            other.start()
            other.join()
            warn("here", RuntimeWarning)
    assert held == [("here", RuntimeWarning)]
    assert [str(one.message) for one in caught] == ["elsewhere"]


# ------------------------------------------------------------------ scikit-learn's


# The package without what it imports, which takes long.
THEIRS = """
import importlib.util, sys, types
package = types.ModuleType("sklearn")
package.__path__ = importlib.util.find_spec("sklearn").submodule_search_locations
sys.modules["sklearn"] = package
import sklearn.exceptions as theirs
"""
OURS = "import fastmetrics as fm\n"
USED = "fm.f1_score([0, 1], [0, 1])\n"


@one_case("imports", [THEIRS + OURS, OURS + USED + THEIRS])
def test_filters_of_scikit_learns_class_hold_for_ours(imports):
    pytest.importorskip("sklearn")
    code = f"""
import pickle, warnings
{imports}
ours = fm.UndefinedMetricWarning
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    warnings.filterwarnings("ignore", category=theirs.UndefinedMetricWarning)
    fm.roc_auc_score([0, 0, 0], [0.1, 0.4, 0.3])
assert not caught, caught
assert issubclass(ours, (theirs.UndefinedMetricWarning, UserWarning))
with warnings.catch_warnings():
    warnings.simplefilter("error")
    try:
        fm.roc_auc_score([0, 0, 0], [0.1, 0.4, 0.3])
    except theirs.UndefinedMetricWarning as error:
        raised, again = error, pickle.loads(pickle.dumps(error))
assert type(again) is ours and isinstance(again, theirs.UndefinedMetricWarning)
assert str(again) == str(raised)
assert not issubclass(theirs.UndefinedMetricWarning, ours)
assert issubclass(fm.FitFailedWarning, theirs.FitFailedWarning)
assert issubclass(fm.FitFailedWarning, RuntimeWarning)
"""
    path = str(Path(fm.__file__).parents[1])
    result = subprocess.run(
        [sys.executable, "-P", "-c", code],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert result.returncode == 0, result.stderr
