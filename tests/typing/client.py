"""What a program with types sees of the public functions: for mypy, pyright and runs.

Type checkers must find every ``assert_type`` true. `test_client` runs the file as well,
and compares the values with the types.
"""

from importlib.util import find_spec
from typing import Any, Literal, assert_type

import numpy as np
from numpy.typing import NDArray

import fastmetrics as fm

Floats = NDArray[np.float64]
Counts = NDArray[np.int64 | np.float64]

Y = [0, 1, 1, 0, 1, 0]
P = [0, 1, 0, 0, 1, 1]
S = [0.1, 0.8, 0.4, 0.3, 0.9, 0.6]
W = [1.0, 2.0, 1.0, 0.5, 1.0, 1.0]
INDICATORS = np.eye(3, dtype=np.int64)
COLUMNS = INDICATORS * 0.5
POINTS = np.arange(12.0).reshape(6, 2)


def averages(average: Literal["macro"] | None) -> None:
    """The functions with ``average``, which return a number or one per label."""
    assert_type(fm.f1_score(Y, P), float)
    assert_type(fm.f1_score(np.array(Y), np.array(P), average="macro"), float)
    assert_type(fm.f1_score(INDICATORS, INDICATORS, average="samples"), float)
    assert_type(fm.f1_score(["a", "b"], ["a", "b"], pos_label="a"), float)
    assert_type(fm.f1_score(Y, P, average=None), Floats)
    assert_type(fm.f1_score(Y, P, average=average), float | Floats)
    assert_type(fm.f1_score(Y, P, average="micro", pos_label=None), float)
    assert_type(fm.f1_score(Y, P, zero_division=np.nan, sample_weight=W), float)
    assert_type(fm.fbeta_score(Y, P, beta=2, average="weighted"), float)
    assert_type(fm.fbeta_score(Y, P, beta=0.5, average=None), Floats)
    assert_type(fm.jaccard_score(Y, P, zero_division=1), float)
    assert_type(fm.jaccard_score(Y, P, average=None), Floats)
    assert_type(fm.precision_score(Y, P), float)
    assert_type(fm.precision_score(Y, P, average=None), Floats)
    assert_type(fm.recall_score(Y, P), float)
    assert_type(fm.recall_score(Y, P, average=None), Floats)
    assert_type(fm.macro_f1_of_averages(Y, P), float)
    assert_type(
        fm.precision_recall_fscore_support(Y, P),
        tuple[Floats, Floats, Floats, Counts],
    )
    assert_type(
        fm.precision_recall_fscore_support(Y, P, sample_weight=W, average=None),
        tuple[Floats, Floats, Floats, Counts],
    )
    assert_type(
        fm.precision_recall_fscore_support(Y, P, average="macro"),
        tuple[float, float, float, None],
    )
    assert_type(
        fm.pooled_precision_recall_fscore([[[1, 2], [3, 4]]], average="micro"),
        tuple[float, float, float],
    )


def labels() -> None:
    """Functions of labels: rates, counts, tables and the report on them."""
    assert_type(fm.accuracy_score(Y, P), float)
    assert_type(fm.accuracy_score(Y, P, normalize=False), float)
    assert_type(fm.zero_one_loss(Y, P, normalize=False, sample_weight=W), float)
    assert_type(fm.cohen_kappa_score(Y, P, weights="linear"), float)
    assert_type(fm.specificity_score(Y, P, zero_division=0.0), float)
    assert_type(fm.class_likelihood_ratios(Y, P), tuple[float, float])
    assert_type(fm.total_cost(Y, P, cost_matrix=[[0, 1], [2, 0]]), float)
    assert_type(fm.true_positives(Y, P), int)
    assert_type(fm.false_positives(Y, P, sample_weight=W), int | float)
    assert_type(fm.binary_counts(Y, P).fn, int)
    assert_type(fm.binary_counts(Y, P, sample_weight=W).tn, int | float)
    assert_type(fm.confusion_matrix(Y, P), NDArray[np.int64])
    assert_type(fm.confusion_matrix(Y, P, normalize="true"), Floats)
    assert_type(fm.confusion_matrix(Y, P, sample_weight=W), Counts)
    assert_type(fm.multilabel_confusion_matrix(Y, P), NDArray[np.int64])
    assert_type(fm.multilabel_confusion_matrix(Y, P, sample_weight=W), Counts)
    assert_type(fm.classification_report(Y, P), str)
    shares = fm.classification_report(Y, P, output_dict=True)
    assert_type(shares, dict[str, dict[str, float] | Any])
    assert_type(shares["1"]["recall"], float | Any)


def scores(multi: Literal["raise", "ovr"]) -> None:
    """Functions of scores: areas, curves, thresholds, tests."""
    assert_type(fm.roc_auc_score(Y, S), float)
    assert_type(fm.roc_auc_score(Y, S, multi_class=multi, max_fpr=0.5), float)
    assert_type(fm.roc_auc_score(INDICATORS, COLUMNS, average=None), float | Floats)
    assert_type(fm.average_precision_score(Y, S, pos_label=0), float)
    assert_type(
        fm.average_precision_score(INDICATORS, COLUMNS, average=None), float | Floats
    )
    assert_type(fm.roc_curve(Y, S), tuple[Floats, Floats, Floats])
    assert_type(fm.det_curve(Y, S), tuple[Floats, Floats, Floats])
    assert_type(fm.cost_curve(Y, S), tuple[Floats, Floats, Floats])
    assert_type(fm.precision_recall_curve(Y, S), tuple[Floats, Floats, NDArray[Any]])
    assert_type(fm.auc([0, 1], [0, 1]), float)
    assert_type(fm.partial_auc_score(Y, S, max_fpr=0.5, standardize="mcclish"), float)
    assert_type(fm.pr_auc_score(Y, S, interpolation="davis-goadrich"), float)
    assert_type(fm.optimal_threshold(Y, S, criterion="youden"), tuple[float, float])
    assert_type(fm.probability_cost(0.5), float)
    assert_type(fm.probability_cost([0.5]), float | Floats)
    assert_type(fm.aic(-1.5, 2), float)
    assert_type(fm.bic([-1.5, -2.5], 2, 9), float | Floats)
    assert_type(fm.gaussian_log_likelihood(S, W), float)
    assert_type(fm.lp_norm(W, 2), float)
    assert_type(fm.penalized_loss(S, W, strength=0.1, p=1), float)
    assert_type(fm.mean_absolute_scaled_error(S, W, y_train=W), float)
    assert_type(fm.error_decomposition(S, W, loss="poisson").score, float)
    assert_type(fm.kling_gupta_efficiency(S, W), float)
    assert_type(fm.cosine_similarity(S, W), float)
    assert_type(fm.word_error_rate(["a b"], ["a c"]), float)
    assert_type(fm.word_error_rate(["a b"], ["a c"], average=None), Floats)
    assert_type(fm.ndcg_score([[1, 0, 2]], [[0.1, 0.2, 0.3]]), float)
    assert_type(fm.ndcg_score([[1, 0]], [[0.1, 0.2]], average=None), Floats)
    assert_type(fm.precision_at_k([[1, 0]], [[0.1, 0.2]], k=1), float)
    assert_type(fm.precision_at_k([[1, 0]], [[0.1, 0.2]], k=1, average=None), Floats)
    assert_type(fm.normalized_expected_cost(0.1, 0.2, p_positive=0.5), float)
    assert_type(fm.delong_roc_variance(Y, S), tuple[float, float])
    assert_type(
        fm.delong_roc_variance(Y, np.array([S, W]).T),
        tuple[float, float] | tuple[Floats, Floats],
    )
    assert_type(fm.delong_roc_test(Y, S, W, alternative="less").pvalue, float)


def clusterings(sparse: bool) -> None:
    """Functions of two partitions, and of points."""
    assert_type(fm.adjusted_rand_score(Y, P, noise="drop"), float)
    assert_type(fm.normalized_mutual_info_score(Y, P, average_method="min"), float)
    assert_type(fm.mutual_info_score(None, None, contingency=[[1, 0], [0, 1]]), float)
    assert_type(fm.homogeneity_completeness_v_measure(Y, P), tuple[float, float, float])
    assert_type(fm.pair_confusion_matrix(Y, P), NDArray[np.int64])
    assert_type(fm.pair_counts(Y, P).same_same, int)
    assert_type(fm.contingency_matrix(Y, P), NDArray[np.int64])
    assert_type(fm.contingency_matrix(Y, P, eps=0.5), NDArray[Any])
    assert_type(fm.contingency_matrix(Y, P, dtype=np.float32), NDArray[Any])
    fm.contingency_matrix(Y, P, sparse=True).toarray()
    fm.contingency_matrix(Y, P, sparse=sparse)
    assert_type(fm.silhouette_score(POINTS, P, random_state=0, sample_size=5), float)
    assert_type(fm.silhouette_samples(POINTS, P), NDArray[np.float32 | np.float64])
    assert_type(fm.davies_bouldin_score(POINTS, P, within="pairwise"), float)
    assert_type(fm.dunn_index(POINTS, P, metric="cosine"), float)
    assert_type(fm.centroid_distances(POINTS, P), Floats)


def numbers() -> None:
    """Functions of numbers, of which several outputs have a value each."""
    assert_type(fm.mean_squared_error(S, W), float)
    assert_type(fm.mean_absolute_error(COLUMNS, COLUMNS, multioutput=[1, 2, 1]), float)
    assert_type(fm.median_absolute_error(S, W, multioutput="uniform_average"), float)
    assert_type(fm.r2_score(COLUMNS, INDICATORS, multioutput="raw_values"), Floats)
    assert_type(fm.r2_score(S, W, multioutput="variance_weighted"), float)
    assert_type(fm.error_quantiles(S, W, 0.5), float)
    assert_type(fm.error_quantiles(S, W, [0.5, 0.9], absolute=False), Floats)
    assert_type(fm.error_quantiles(S, W, np.array([0.5, 0.9])), float | Floats)
    sums = fm.ErrorSums.from_values(S, W)
    assert_type(fm.mean_squared_error(sums, None), float)
    assert_type(fm.concordance_index(S, W), float)


def summaries() -> None:
    """Summaries: made of columns, added up, and taken in the columns' place."""
    counts = fm.ConfusionCounts.from_labels(Y, P)
    assert_type(counts, fm.ConfusionCounts)
    assert_type(counts + counts, fm.ConfusionCounts)
    assert_type(fm.ConfusionCounts.merge([counts]), fm.ConfusionCounts)
    assert_type(counts.merge([counts, counts]), fm.ConfusionCounts)
    assert_type(counts.merge(summaries=[]), fm.ConfusionCounts)
    assert_type(counts.copy(), fm.ConfusionCounts)
    assert_type(counts.counts, Counts)
    assert_type(counts.normalize("all"), Floats)
    assert_type(counts.to_bytes(), bytes)
    assert_type(fm.f1_score(counts, None, average=None), Floats)
    assert_type(fm.confusion_matrix(counts, None), Counts)
    assert_type(fm.true_negatives(counts, None), int | float)
    several = fm.IndicatorCounts.from_labels(INDICATORS, INDICATORS)
    assert_type(several.total, int | float)
    assert_type(fm.hamming_loss(several, None), float)
    sweep = fm.ScoreSweep.from_scores(Y, S)
    assert_type(sweep + sweep, fm.ScoreSweep)
    sketch = fm.ScoreSketch.from_scores(Y, S)
    assert_type(sketch + sketch, fm.ScoreSketch)
    assert_type(sketch.bounds("roc_auc_score"), tuple[float, float])
    assert_type(fm.roc_auc_score(sketch, None), float)
    assert_type(sweep.thresholds, NDArray[Any])
    assert_type(sweep.reduce("roc_auc"), float)
    assert_type(fm.roc_auc_score(sweep, None), float)
    assert_type(fm.roc_curve(sweep, None), tuple[Floats, Floats, Floats])


def error(y_true: NDArray[Any], y_pred: NDArray[Any]) -> float:
    """A metric of the caller's own."""
    return float(np.mean(y_true != y_pred))


def intervals() -> None:
    """Intervals, reports and the number of threads."""
    interval = fm.confidence_interval("roc_auc_score", Y, y_score=S, method="delong")
    assert_type(interval, fm.Interval)
    assert_type(interval.low, float)
    assert_type(interval.distribution, NDArray[Any] | None)
    value, low, high = interval
    assert_type(high, float)
    assert_type(f"{interval:.3f}", str)
    assert low <= value <= high
    assert_type(
        fm.confidence_interval(
            error, Y, P, n_resamples=50, random_state=1, method="percentile"
        ),
        fm.Interval,
    )
    counts = fm.ConfusionCounts.from_labels(Y, P)
    assert_type(fm.confidence_interval("accuracy_score", counts), fm.Interval)
    models = {"one": P, "two": Y}
    report = fm.evaluate(
        Y,
        models,
        metrics=["accuracy_score", "f1_score"],
        n_resamples=50,
        stratified=True,
        random_state=1,
    )
    assert_type(report, fm.Report)
    assert_type(report["f1_score"], fm.Interval | dict[str, fm.Interval])
    assert_type(report.by_model("f1_score")["one"].high, float)
    assert_type(report.interval("f1_score", "one").high, float)
    assert_type(report.values["one"]["f1_score"], fm.Interval)
    assert_type(report.models, list[str])
    compared = fm.compare("accuracy_score", Y, models, n_resamples=50, random_state=1)
    assert_type(compared, fm.Comparison)
    assert_type(compared["one", "two"].low, float)
    assert_type(compared.values["one"].high, float)
    several = ["accuracy_score", "f1_score"]
    both = fm.compare(several, Y, models, n_resamples=50, stratified=True)
    assert_type(both, dict[str, fm.Comparison])
    assert_type(report.to_dict(), dict[str, Any])
    assert_type(fm.get_num_threads(), int)
    with fm.num_threads(2) as nothing:
        assert_type(nothing, None)


def in_place_of_scikit_learn() -> None:
    """What stands in scikit-learn's place."""
    assert_type(fm.sklearn.is_patched(), bool)
    with fm.sklearn.patched("f1_score", exclude=["r2_score"]) as names:
        assert_type([*names], list[str])
        found = fm.sklearn.status()
        assert_type([*found.names], list[str])
        assert_type(found["f1_score"].seconds, float)
    assert_type(fm.sklearn.scorers(), dict[str, Any])


if __name__ == "__main__":
    for average in ("macro", None):
        averages(average)
    labels()
    scores("raise")
    for sparse in (False, True):
        clusterings(sparse)
    numbers()
    summaries()
    intervals()
    if find_spec("sklearn"):
        in_place_of_scikit_learn()
