"""Everything public can be pickled and copied: functions, classes, their results."""

import copy
import dataclasses
import inspect
import pickle
from collections.abc import Mapping
from functools import cache, partial

import numpy as np
import pytest
from helpers.shrunk import Shrunk

import fastmetrics as fm
from fastmetrics import catalog
from fastmetrics._inputs.key_columns import id_column

CALLABLES = [name for name in fm.__all__ if callable(getattr(fm, name))]

Y = [0, 1, 1, 0, 1, 0, 1, 0]
P = [0, 1, 0, 0, 1, 1, 1, 0]
S = [0.1, 0.8, 0.4, 0.3, 0.9, 0.6, 0.7, 0.2]
POINTS = np.arange(16.0).reshape(8, 2)


def by_pickle(value):
    return [
        pickle.loads(pickle.dumps(value, protocol))
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)
    ]


def by_cloudpickle(value):
    cloudpickle = pytest.importorskip(
        "cloudpickle", reason="cloudpickle is not installed"
    )
    return [pickle.loads(cloudpickle.dumps(value))]


def by_copying(value):
    return [copy.copy(value), copy.deepcopy(value)]


WAYS = [by_pickle, by_cloudpickle, by_copying]


@pytest.mark.parametrize("way", WAYS)
def test_public_callables_stay_what_they_are(way):
    for name in CALLABLES:
        value = getattr(fm, name)
        assert all(other is value for other in way(value)), name


def doubled(alpha):
    return 2 * alpha


def of_looks():
    """Return tests that are asked at every look, after one of them."""
    states = {
        "SequentialTest": fm.SequentialTest("accuracy_score", null=0.5),
        "ChangeDetector": fm.ChangeDetector("accuracy_score", null=0.5),
    }
    for state in states.values():
        state.update(Y, P, batch_id="monday")
    compared = fm.SequentialComparison("accuracy_score")
    compared.update(Y, P, Y)
    stream = fm.confidence_sequence([0.5, 1, 0, 0.25], bounds=(0, 1))
    return {
        **states,
        "SequentialComparison": compared,
        "ConfidenceSequence": stream,
    }


def pairwise_result():
    matrix = np.array([[1, 0.5], [0.5, 1]])
    return fm.PairwiseResult(
        names=("a", "b"),
        test="a test",
        adjust=None,
        estimates=matrix,
        statistics=matrix,
        pvalues=matrix,
        adjusted_pvalues=matrix,
        mean_ranks=np.array([1.0, 2.0]),
        n_datasets=3,
        difference=partial(doubled),
    )


class Counted:
    """A model whose scores are the rows themselves."""

    classes_ = 0, 1

    def fit(self, X, y):
        return self

    def decision_function(self, X):
        return np.asarray(X)[:, 0]


def tuned_threshold():
    X, y = np.arange(12.0)[:, None], [0, 0, 1] * 4
    return fm.tune_threshold(Counted(), X, y, "f1", 2, outer_cv=2)


def one_test():
    return fm.TestResult(
        statistic=1.0,
        pvalue=0.5,
        method="a test",
        statistic_name="z",
        distribution="other",
        n=3,
        critical=partial(doubled),
    )


def accumulated():
    seen = fm.Accumulator(["accuracy", "roc_auc"], window=3)
    for _ in range(2):
        seen.update(Y, Y, y_score=S)
    return seen


def bias_variance_sums():
    sums = fm.BiasVarianceSums(["ab"[y] for y in Y], "zero_one", sample_weight=S)
    sums.update(["ab"[p] for p in P])
    return sums


class Alike:
    """A model that predicts the mean of all rows."""

    def fit(self, X, y):
        self.mean = sum(y) / len(y)

    def predict(self, X):
        return [self.mean] * len(X)


class Taken:
    """A classifier whose scores are the rows themselves."""

    def fit(self, X, y):
        self.classes_ = [0, 1]

    def predict(self, X):
        return [int(x > 0.5) for x in X]

    def decision_function(self, X):
        return X


def drawn_splitters():
    """Return splitters that draw, or go by time or by keys, by their classes."""
    return {
        type(made).__name__: made
        for made in (
            fm.BootstrapSplit(3, stratified=True, random_state=1),
            fm.FiveByTwo(stratified=False),
            fm.GroupShuffleSplit(test_size=2),
            fm.GroupTimeSeriesSplit(3, gap=1),
            fm.HashKFold(3, salt="x"),
            fm.PurgedKFold(3, label_end=[2, 3, 4], embargo=0.1),
            fm.ShuffleSplit(3, random_state=1),
            fm.StratifiedShuffleSplit(3, train_size=0.5),
        )
    }


def splitters():
    """Return one splitter of each class, by the name of the class."""
    return {
        type(made).__name__: made
        for made in (
            fm.GroupKFold(3, shuffle=True, random_state=1),
            fm.KFold(3),
            fm.LeaveOneGroupOut(),
            fm.LeaveOneOut(),
            fm.LeavePGroupsOut(2),
            fm.LeavePOut(2),
            fm.PredefinedSplit([0, 1, -1]),
            fm.RepeatedKFold(n_repeats=2, random_state=1),
            fm.RepeatedStratifiedKFold(n_splits=3),
            fm.StratifiedKFold(3, shuffle=True),
            fm.TimeSeriesSplit(3, gap=1),
        )
    }


def splitters_of_shares():
    """Return splitters that keep the shares of classes, labels or numbers."""
    return {
        type(made).__name__: made
        for made in (
            fm.BinnedStratifiedKFold(3, n_bins=4, shuffle=True, random_state=1),
            fm.MultilabelStratifiedKFold(3),
            fm.MultilabelStratifiedShuffleSplit(3, test_size=2),
            fm.RepeatedGroupKFold(n_repeats=2, random_state=1),
            fm.RepeatedStratifiedGroupKFold(n_splits=3),
            fm.StratifiedGroupKFold(3, method="balanced"),
            fm.StratifiedGroupShuffleSplit(3, train_size=0.5),
        )
    }


def of_transcripts():
    """Return what functions of transcripts make that is more than numbers."""
    said, heard = ["a b c", "d e f"], ["a x c", "d"]
    return {
        "EditCounts": fm.edit_counts(said, heard),
        "EditCounts of pairs": fm.edit_counts(said, heard, average=None),
        "Alignment": fm.align(said[0], heard[0]),
        "EditStep": fm.align(said[0], heard[0]).steps[0],
        "ConfusionPairs": fm.confusion_pairs(said, heard),
        "SegmentTestResult": fm.matched_pair_sentence_segment_test(said, heard, said),
    }


def of_censored_times():
    """Return what functions of censored times make that is more than numbers."""
    rows = [1, 2, 3, 4], [1, 0, 1, 0]
    areas = [
        fm.time_dependent_auc(*rows, risk, [1, 2.5])
        for risk in ([4, 3, 2, 1], [4, 3, 1, 2])
    ]
    alive = [0.3, 0.8, 0.4, 0.6]
    return {
        "TimeDependentAuc": areas[0],
        "SurvivalDifferences": areas[0].difference(areas[1]),
        "SurvivalScore": fm.concordance_index_ipcw(*rows, alive),
        "SurvivalScores": fm.survival_brier_score(
            *rows, [[a, a] for a in alive], [1, 2]
        ),
        "SurvivalCurve": fm.kaplan_meier(*rows),
        "SurvivalCalibration": fm.survival_calibration(*rows, alive, 2, bins=2),
        "DCalibrationResult": fm.d_calibration_test(
            *rows, alive, bins=2, method="haider"
        ),
    }


@cache
def results():
    """Return what public functions make that is more than numbers and arrays."""
    sweep = fm.ScoreSweep.from_scores(Y, S)
    counts = fm.ConfusionCounts.from_labels(["ab"[y] for y in Y], ["ab"[p] for p in P])
    indicators = np.array([Y, P, Y]).T
    options = {"n_resamples": 50, "random_state": 1, "stratified": True}
    scores = {"one": S, "two": P}
    names = {"metrics": ["roc_auc_score"]}
    found = fm.search(Shrunk(), {"by": [0, 0.5]}, S, Y, cv=2, scoring="mae", outer_cv=2)
    clusters = fm.evaluate(Y, P, X=POINTS, metrics=["rand_score", "dunn_index"])
    lists = fm.RankedLists.from_columns(np.array(Y) % 2, P, S)
    return {
        "ConfusionCounts": counts,
        "weighted ConfusionCounts": fm.ConfusionCounts.from_labels(
            Y, P, sample_weight=S
        ),
        "IndicatorCounts": fm.IndicatorCounts.from_labels(indicators, indicators),
        "Qrels": fm.Qrels(id_column(["a", "b"], "query_id"), ["d", "d"], [0, 1]),
        "SubtopicQrels": fm.SubtopicQrels(
            ["a", "b"], ["1", "2"], id_column(["d", "d"], "doc_id"), [0, 1]
        ),
        "Run": fm.Run(["a", "b"], id_column([1, 2], "doc_id"), [0.5, 1.0]),
        "ScoreSweep": sweep,
        "ScoreSketch": fm.ScoreSketch.from_scores(Y, S, max_thresholds=2),
        "weighted ScoreSweep": fm.ScoreSweep.from_scores(Y, S, sample_weight=S),
        "ProbabilitySums": fm.ProbabilitySums.from_proba(Y, S / np.max(S)),
        "ErrorSums": fm.ErrorSums.from_values(Y, S),
        "RankedLists": lists,
        "RetrievalCounts": fm.retrieval_counts(lists),
        "TieSpread": lists.tie_spread("ndcg_score"),
        "ClassSweeps": fm.ClassSweeps.from_proba(Y, [[1 - s, s] for s in S]),
        "CalibrationBins": fm.CalibrationBins.from_proba(Y, S / np.max(S)),
        "ItemCounts": fm.ItemCounts.from_lists([["a", "b"], ["b"], []]),
        "ItemPlan": fm.item_sample_size(0.1, standard_deviation=0.3),
        "Ratings": fm.Ratings.from_counts([[0, 3, 2], [1, 0, 2], [1, 2, 0]]),
        "ScoreVariance": fm.score_variance([[[1, 0.5]], [[1, 0]], [[0, 0]]]),
        "ItemScores": fm.ItemScores.from_arrays([[[1, 0.5], [1, 0]]], runs=[*"st"]),
        "Contingency": clusters.contingency["model"],
        "Comparison": fm.compare("accuracy", Y, {"a": P, "b": Y}, n_resamples=50),
        "Difference": fm.compare("mae", Y, {"a": P, "b": S}, n_resamples=9)["b", "a"],
        "CrossValidation": fm.cross_validate(Alike(), S, S, cv=2, scoring=["mae"]),
        "Interval": fm.confidence_interval("roc_auc_score", Y, y_score=S),
        "PermutationImportance": fm.permutation_importance(
            Counted(), np.arange(24.0).reshape(12, 2), [0, 0, 1] * 4, metric="roc_auc"
        ),
        "Interval from replicates": fm.confidence_interval(
            "roc_auc_score", Y, y_score=S, method="percentile", **options
        ),
        "Report of scores": fm.evaluate(Y, y_score=scores, **names, **options),
        "Report of labels": fm.evaluate(Y, P, metrics=["accuracy_score"], **options),
        "Report of clusters": clusters,
        "BinaryCounts": fm.binary_counts(Y, P),
        "PairCounts": fm.pair_counts(Y, P),
        "PairwiseResult": pairwise_result(),
        "DatasetComparison": fm.compare_across_datasets([[1, 2], [2, 3]]),
        "LearningCurve": fm.learning_curve(Shrunk(), S, Y, cv=2, train_sizes=[2, 4]),
        "ValidationCurve": fm.validation_curve(
            Shrunk(), S, Y, cv=2, param_name="by", param_range=[0, 0.5]
        ),
        "SearchResult": found,
        "SearchCandidate": found.best,
        "TunedThreshold": tuned_threshold(),
        "ParameterGrid": fm.ParameterGrid({"a": [1, 2], "b": [None]}),
        "ParameterSampler": fm.ParameterSampler({"a": [1, 2]}, 2, random_state=3),
        "CurveBand": fm.roc_band(Y, S),
        "Dominance": fm.curve_dominance(Y, S, P),
        "JudgeCorrected": fm.judge_corrected_mean([*Y[:4], *[None] * 4], P),
        "ModelConfidenceSet": fm.model_confidence_set({"a": S, "b": P}),
        "Gap": fm.curve_dominance(Y, S, P).largest_gap_a,
        "TestResult": one_test(),
        "McnemarResult": fm.mcnemar_test(Y, P, Y[::-1]),
        "DelongResult": fm.delong_roc_test(Y, S, P, alternative="less"),
        "DelongResult, unbiased": fm.delong_roc_test(Y, S, P, unbiased=True),
        "BootstrapEstimate": fm.point632_score(Y, P, [P], [[True] * 8]),
        "BiasVarianceCurve": fm.BiasVarianceCurve(
            "depth", (1, "all"), (fm.bias_variance_decomposition(S, [P, Y]),) * 2
        ),
        "RowSums": fm.RowSums.from_rows("mean_absolute_percentage_error", S, Y),
        "ClusterScatter": fm.ClusterScatter.from_points(POINTS, Y),
        "Accumulator": accumulated(),
        "Slices": fm.by_group(["accuracy", "roc_auc"], Y, Y, y_score=S, by=Y),
        "BiasVarianceSums": bias_variance_sums(),
        "SquaredDecomposition": fm.bias_variance_decomposition(S, [P, Y]),
        "ZeroOneDecomposition": fm.bias_variance_decomposition(
            Y, [P, Y], loss="zero_one"
        ),
        "AgreementResult": fm.fleiss_kappa([[0, 1], [1, 1], [0, 0], [1, 1]]),
        "CorrelationResult": fm.kendall_tau(S, P),
        "CorrelationResult of a constant": fm.CorrelationResult(np.nan, 3),
        **of_transcripts(),
        **of_censored_times(),
        **splitters(),
        **splitters_of_shares(),
        **drawn_splitters(),
        "SplitReport": fm.check_split([0, 1], [[1], [2]], [1, 1], groups=[3, 4]),
        "a row of the catalog": catalog.find("f1_score"),
        "Explanation": fm.explain("f1_score"),
        "Finding": fm.find("sensitivity"),
        **of_looks(),
    }


def same(one, other):
    """Whether two values hold the same, to the last bit."""
    if type(one) is not type(other):
        return False
    if isinstance(one, np.ndarray):
        return one.dtype == other.dtype and np.array_equal(
            one, other, equal_nan=one.dtype.kind == "f"
        )
    if isinstance(one, Mapping):
        return [*one] == [*other] and all(same(one[k], other[k]) for k in one)
    if isinstance(one, list | tuple):
        more = (getattr(each, "__dict__", None) for each in (one, other))
        return len(one) == len(other) and all(map(same, one, other)) and same(*more)
    if isinstance(one, partial):
        parts = ((each.func, each.args, each.keywords) for each in (one, other))
        return same(*parts)
    if type(one).__getstate__ is not object.__getstate__:  # a copy holds what it needs
        return same(one.__getstate__(), other.__getstate__())
    if dataclasses.is_dataclass(one):
        names = [field.name for field in dataclasses.fields(one)]
        return all(same(getattr(one, n), getattr(other, n)) for n in names)
    if type(one).__eq__ is object.__eq__ and hasattr(one, "__dict__"):
        return same(vars(one), vars(other))
    return one == other or (one != one and other != other)


@pytest.mark.long
@pytest.mark.parametrize("way", WAYS)
def test_results_stay_what_they_are(way):
    for name, value in results().items():
        copies = way(value)
        assert all(same(value, other) for other in copies), name
        # Afterwards: reports keep what they have once worked out to be shown.
        assert {str(other) for other in copies} == {str(value)}, name
        assert {repr(other) for other in copies} == {repr(value)}, name


def test_the_comparison_finds_what_differs():
    made = results()
    interval = made["Interval from replicates"]
    changed = dataclasses.replace(
        interval, distribution=interval.distribution + np.spacing(1)
    )
    assert not same(interval, changed)
    assert not same(made["Report of labels"], made["Report of scores"])
    assert not same({"a": [1, 2.0]}, {"a": [1, 2]})


def test_rows_of_the_catalog_are_pickled():
    for name, row in catalog.METRICS.items():
        assert same(pickle.loads(pickle.dumps(row)), row), name


@pytest.mark.parametrize("way", WAYS)
def test_what_a_scorer_has_looked_up_is_no_obstacle(way):
    found = fm.cross_validate(
        Taken(), S, Y, cv=2, scoring=["accuracy", "roc_auc", "gini_coefficient"]
    )
    expected = found.interval("gini_coefficient")  # looks up what scorers take
    for other in way(found):
        assert same(other.interval("gini_coefficient"), expected)


def test_every_public_class_is_here():
    classes = {name for name in CALLABLES if inspect.isclass(getattr(fm, name))}
    # What is drawn belongs to a figure, of which there are no copies.
    classes = {name for name in classes if not name.endswith("Display")}
    made = {type(value).__name__ for value in results().values()}
    assert classes - made == {"FitFailedWarning", "UndefinedMetricWarning"}
