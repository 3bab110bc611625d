"""Expressions of what functions take beside columns, by the name of the parameter."""

from fuzz import columns

from fastmetrics import catalog
from fastmetrics.comparison.adjustments import METHODS as ADJUSTMENTS
from fastmetrics.metrics.clustering.measuring.distances import METRICS

WHOLE = ["1", "2", "3", "10", "np.int64(2)"]
REAL = ["0.5", "1", "0.1", "2.0", "0", "np.float32(0.5)", "1e-300", "1e300"]
FLAGS = ["True", "False", "np.True_"]
SHARES = ["0.1", "0.5", "1.0", "0.9", "0", "1e-300"]
STRETCHES = ["(0, 1)", "(0.2, 0.4)", "[0, 0.5]", "(0, 1e-300)", "np.array([0.1, 0.3])"]
RATES = ["0.5", "[0.1, 0.9]", "np.linspace(0, 1, 5)", "[[0.1, 0.2]]", "1"]
DEFAULT_ZERO = ["'warn'", "0", "1", "np.nan", "0.0"]

# Values that are meant, by parameter. Those of columns are drawn in `columns`.
MEANT = {
    "a": ["-1", "0.5", "1e-300", "1e300", "np.float32(-2)"],
    "absent": ["'nan'", "'skip'", "'raise'"],
    "adjust": ["None", "'auto'", "'holm'", "'maxt'", "'bonferroni'", "'shaffer'",
               "'bh'"],
    "adjusted": FLAGS,
    "absolute": FLAGS,
    "alpha": ["0.5", "0.1", "0", "1", "np.float32(0.25)"],
    "alternative": ["'two-sided'", "'less'", "'greater'"],
    "at": SHARES,
    "average": ["'binary'", "'micro'", "'macro'", "'weighted'", "'samples'", "None",
                "'rows'", "'pairs'"],
    "average_method": ["'min'", "'geometric'", "'arithmetic'", "'max'"],
    "ax": ["None"],
    "b": REAL,
    "band": ["None", "'consistency'", "'confidence'"],
    "baseline": ["None", "'a'"],
    "beta": REAL,
    "confidence_level": ["0.9", "0.5", "0.999", "1e-9", "1 - 1e-16"],
    "contingency": ["None", "[[1, 2], [3, 4]]", "np.eye(3)",
                    "sparse.csr_array([[1, 2]])",
                    "[[0.5, 1], [1e300, 0]]", "[[2**62, 1], [1, 2**62]]", "[[0]]"],
    "cost_fn": REAL,
    "cost_fp": REAL,
    "cost_matrix": ["[[0, 1], [5, 0]]", "[[0, 1, 2], [3, 0, 1], [9, 4, 0]]",
                    "np.array([[0, 1e300], [1e-300, 0]])", "[[0, 1e308], [1e308, 0]]"],
    "criterion": ["'cost'", "'youden'", "'f1'", "'accuracy'", "'tpr_at_fpr'",
                  "'precision_at_recall'", "'recall_at_precision'"],
    "control": ["0", "1", "None", "'a'", "np.int64(1)"],
    "correction": FLAGS,
    "crossing": ["'allow'", "'sort'", "'raise'"],
    "debias": FLAGS,
    "decimals": ["None", "2", "0", "-1", "np.int64(12)"],
    "delta": REAL,
    "df": ["None", "8", "2.5", "1e-300"],
    "ddof": ["0", "1", "0.5", "3"],
    "difference": ["0.02", "0.1", "0", "1e-300", "np.float32(0.5)"],
    "digits": ["0", "2", "5", "17"],
    "discordance": ["None", *SHARES],
    "drop_intermediate": FLAGS,
    "dtype": ["int", "float", "np.int32", "'f4'", "'i1'", "bool", "'?'"],
    "eps": ["None", "'auto'", "0", "1e-16", "1e-15", "0.5", "1", "10**24"],
    "error_rate": SHARES,
    "estimate": REAL,
    "fair": FLAGS,
    "fnr": RATES,
    "fpr": RATES,
    "fpr_range": ["None", *STRETCHES],
    "greater_is_better": FLAGS,
    "haldane": FLAGS,
    "interpolation": ["'step'", "'linear'", "'integral'", "'davis-goadrich'"],
    "k": WHOLE,
    "log_likelihood": [*REAL, "-120.5", "[-3.5, -2]", "np.array([1e300, -1e300])"],
    "loss": ["'brier'", "'log'", "'squared'", "'poisson'", "'gamma'", "1.5",
             "[0.5, 2]"],
    "m": WHOLE,
    "matrices": ["[[[1, 2], [3, 4]]]", "np.ones((2, 2, 2), int)", "[[[0, 0], [0, 0]]]"],
    "margin": REAL,
    "max_fpr": ["None", *SHARES],
    "method": [repr(name) for name in (
        *catalog.METHODS, "isotonic", "uniform", "exact", "mid-p", "chi2",
        "chi2-uncorrected", "asymptotic", "monte-carlo", "permutation", "ks",
        "bootstrap", *ADJUSTMENTS)],
    "name": [*(repr(name) for name in METRICS), "'no_such_metric'"],
    "metric": [*(repr(name) for name in METRICS), "lambda a, b: 1.0"],
    "metric_func": ["fastmetrics.accuracy_score", "fastmetrics.f1_score",
                    "lambda t, p: 1.0"],
    "metric_params": ["None", "{}", "{'pos_label': 1}", "{'zero_division': 0}"],
    "metrics": ["None", "['roc_auc_score']", "['accuracy']", "('f1_score',)", "[]",
                "['silhouette_score', 'rand_score']"],
    "min_tpr": ["None", *SHARES],
    "missing": ["'raise'", "'drop'", "'skillings-mack'"],
    "mode": ["'auto'", "'top-label'", "'classwise'"],
    "multi_class": ["'raise'", "'ovr'", "'ovo'"],
    "multioutput": ["'uniform_average'", "'raw_values'", "'variance_weighted'",
                    "[1, 2]", "None"],
    "force_finite": FLAGS,
    "n": WHOLE,
    "successes": WHOLE,
    "n_tests": ["None", "6", "12", "20", "2**40"],
    "n_bins": [*WHOLE, "15", "10**6"],
    "n_datasets": [*WHOLE, "30"],
    "n_errors": ["0", *WHOLE],
    "n_comparisons": WHOLE,
    "n_features": ["0", *WHOLE, "2.5"],
    "n_models": [*WHOLE, "5", "10_000"],
    "n_parameters": ["0", *WHOLE, "[1, 2]", "2.5"],
    "n_resamples": ["2", "9", "20", "None", "np.int64(5)"],
    "n_samples": WHOLE,
    "n_test": ["10", "30.5", "np.full(6, 10)", "1e-300"],
    "n_train": ["90", "[90, 91, 90, 89, 90, 90]", "1e300"],
    "noise": ["'one_cluster'", "'own_clusters'", "'drop'"],
    "normalization": ["'mean'", "'range'", "'std'", "'iqr'"],
    "normalize": ["'true'", "'pred'", "'all'", "None", "True", "False"],
    "numerator": ["'first'", "'mean'"],
    "omnibus": ["'friedman'", "None"],
    "output_dict": FLAGS,
    "p": ["1", "2", "1.5", "np.inf", "1e300"],
    "p_positive": RATES,
    "pos_label": ["1", "0", "None", "-1", "'a'", "'yes'", "True", "1.0", "2**62"],
    "post_hoc": ["'nemenyi'", "'wilcoxon'", "'sign'", "'t'", "'conover'"],
    "power": ["0", "1", "1.5", "2", "3", "-1", "1 + 1e-9", "0.5", "20"],
    "progress": ["False", "lambda done, total: None"],
    "q": ["0.5", "0", "1", "[0.1, 0.9]", "[]", "np.array([0.5, 0.5])"],
    "quantiles": ["[0.1, 0.5, 0.9]", "0.5", "[0.9, 0.1]", "np.arange(1, 6) / 6",
                  "np.float32(0.1)", "[0.5]", "[1e-300, 0.5]"],
    "random_state": ["0", "1", "np.random.default_rng(0)", "2**64 - 1"],
    "replace_undefined_by": ["np.nan", "0.0", "1", "{'LR+': 1.0, 'LR-': 0.0}"],
    "result": ["fastmetrics.compare_across_datasets([[1, 2, 3], [2, 3, 4]])",
               "fastmetrics.nemenyi_test([[1, 2], [3, 1]])"],
    "rope": SHARES,
    "sample_size": ["None", *WHOLE],
    "samplewise": FLAGS,
    "scale_by_half": ["'auto'", *FLAGS],
    "simultaneous": FLAGS,
    "sparse": FLAGS,
    "standard_deviation": ["None", *REAL],
    "standardize": ["None", "'mcclish'"],
    "statistic": ["'f'", "'chi2'"],
    "strategy": ["'uniform'", "'quantile'", "'distinct'", "[0, 0.2, 1]",
                 "np.linspace(0, 1, 4)"],
    "stratified": FLAGS,
    "strength": REAL,
    "style": ["'bars'", "'intervals'"],
    "table": ["[[20, 5], [12, 10]]", "np.zeros((2, 2))", "[[0, 1], [2**40, 3.0]]",
              "[[1, 2, 3]]", "np.array([[1, -1], [0, 0]])"],
    "target_names": ["None", "['a', 'b']", "['a', 'b', 'c']", "np.array(['a', 'b'])"],
    "task": ["None", *(repr(name) for name in catalog.FAMILIES)],
    "test": ["'nemenyi'", "'rank-z'", "'conover'", "'wilcoxon'", "'sign'", "'t'",
             "'bonferroni-dunn'", "'auto'", "'bootstrap'", "'delong'", "'jackknife'",
             "'permutation'"],
    "threshold": ["None", "0.5", "0", "np.float32(0.1)"],
    "ties": ["'drop'", "'split'", "'corrected'", "'ignored'"],
    "variance": ["'all'", "'within'"],
    "variant": ["'a'", "'b'", "'c'", "'2009'", "'2012'", "'aunu'", "'aunp'", "'au1u'",
                "'au1p'", "'mu'"],
    "w": ["[1, -2.5]", "[]", "[1e300]", "np.ones((2, 2))", "[5e-324, 1]"],
    "warn_for": ["()", "('precision',)", "{'recall', 'f-score'}"],
    "weights": ["None", "'linear'", "'quadratic'"],
    "within": ["'centroid'", "'pairwise'"],
    "x_range": STRETCHES,
    "zero_division": DEFAULT_ZERO,
    "zero_method": ["'wilcox'", "'pratt'", "'zsplit'"],
}  # fmt: skip

# Parameters that are columns of rows, by what they hold.
DATA = {
    "event_observed": "labels", "folds": "labels",
    "groups": "labels", "groups_train": "labels",
    "jackknife": "scores", "pvalues": "shares", "replicates": "scores",
    "labels": "labels", "labels_pred": "labels", "labels_true": "labels",
    "loss_a": "scores", "loss_b": "scores", "mean": "scores",
    "p_pred": "shares", "p_true": "shares",
    "pred_decision": "scores", "sample_weight": "weights", "scale": "shares",
    "score_a": "scores", "score_b": "scores", "scores": "points",
    "scores_a": "scores", "scores_b": "scores", "x": "scores", "y": "scores",
    "y1": "labels", "y2": "labels", "y_ensemble": "points", "y_lower": "shares",
    "y_pred": "labels", "y_pred_a": "labels", "y_pred_b": "labels",
    "y_preds": "points", "y_prob": "shares", "y_proba": "shares",
    "y_quantiles": "points", "y_score": "scores", "y_train": "scores",
    "y_true": "labels", "y_upper": "weights",
}  # fmt: skip

# A list of the labels, not a column of them, where it comes by keyword.
NAMED = ["None", "[0, 1]", "[1]", "[0, 1, 2]", "['a', 'b']", "[5]", "[1, 1]", "[]",
         "np.array([0, 1])", "[True, False]"]  # fmt: skip

HOSTILE = [
    *columns.HOSTILE, "decimal.Decimal('1e999999999')", "np.array([])",
    "np.array([None])", "np.array([True, False])",
    "[1, 2, 3]", "{1: 2}", "{1, 2}", "-1", "0", "1.5", "'mean'", "np.zeros((2, 2))",
    "range(3)", "slice(1)", "...", "iter([])", "10**5", "-10**24",
]  # fmt: skip
# What would be asked for in earnest, and take its time.
UNENDING = {"n_resamples": {"10**5", "2**53", "2**53 + 1", "2**63"}}


def option(draw, name):
    """Return a value for a parameter, in most cases one that is meant."""
    if draw.maybe(0.7):
        return draw.choice(MEANT[name])
    return draw.choice([text for text in HOSTILE if text not in UNENDING.get(name, ())])
