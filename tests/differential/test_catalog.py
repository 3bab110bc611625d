"""The catalog, the public names and the reference tell the same story."""

import ast
import inspect
import math
import re
import warnings
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from helpers.examples import number_of, parameters_of
from helpers.one_case import one_case

import fastmetrics
from fastmetrics import reference
from fastmetrics.catalog import METHODS, METRICS, by_function, find, guide_of, scalar
from fastmetrics.intervals.resolve import resolve
from fastmetrics.metrics.how import DistanceOfCurve, SweepReduction
from fastmetrics.metrics.labels.counting.count_formulas import count_formula

METRIC_ROWS = {name: row for name, row in METRICS.items() if row.kind == "metric"}
SCALARS = {n: row for n, row in METRIC_ROWS.items() if row.task == "binary_scores"}
LABELS = {n: row for n, row in METRIC_ROWS.items() if row.task == "labels"}
CLUSTERS = {n: row for n, row in METRIC_ROWS.items() if row.task == "clustering"}
FORECASTS = {n: row for n, row in METRIC_ROWS.items() if row.task == "probabilities"}
# Of forecasts that are not all sure: a curve through two of them is no curve.
OF_CURVES = {n for n, row in FORECASTS.items() if isinstance(row.how, DistanceOfCurve)}
ERRORS = {n: row for n, row in METRIC_ROWS.items() if row.targets == ("point",)}
FUNCTIONS = sorted({row.function for row in METRICS.values()})

TARGETS = ("binary", "multiclass", "multilabel-indicator")
OF_CLUSTERS = ("agreement", "geometry", "partition")

# Public names that measure nothing by themselves.
NO_METRICS = {
    "Accumulator",
    "AgreementResult",
    "Ratings",
    "ConfidenceSequence",
    "Finding",
    "GroupedMetrics",
    "accumulate",
    "evaluate_files",
    "find",
    "ScoreSketch",
    "by_group",  # of any metric
    "row_losses",  # what its twins say of single rows
    "TieSpread",
    "RankedLists",
    "RetrievalCounts",
    "SplitReport",
    "CurveBand",
    "Dominance",
    "ModelConfidenceSet",
    "Gap",
    "Alignment",
    "BiasVarianceCurve",
    "booster_metric",  # hands metrics on
    "BiasVarianceSums",
    "BootstrapEstimate",
    "CalibrationBins",
    "ClassSweeps",
    "ClusterScatter",
    "ConfusionPairs",
    "Contingency",
    "Comparison",
    "ConfusionCounts",
    "CorrelationResult",
    "ItemCounts",
    "ItemScores",
    "ItemPlan",
    "ScoreVariance",
    "CrossValidation",
    "DCalibrationResult",
    "DatasetComparison",
    "Difference",
    "EditCounts",
    "EditStep",
    "ErrorSums",
    "Explanation",
    "FitFailedWarning",
    "IndicatorCounts",
    "Interval",
    "JudgeCorrected",
    "McnemarResult",
    "PairwiseResult",
    "PermutationImportance",
    "permutation_importance",  # of any metric
    "LearningCurve",
    "ParameterGrid",
    "ParameterSampler",
    "ProbabilitySums",
    "Qrels",
    "Report",
    "RowSums",
    "Run",
    "ScoreSweep",
    "SearchCandidate",
    "SearchResult",
    "SegmentTestResult",
    "SquaredDecomposition",
    "SurvivalCalibration",
    "SurvivalCurve",
    "SurvivalDifferences",
    "SurvivalScore",
    "SurvivalScores",
    "SubtopicQrels",
    "TestResult",
    "TimeDependentAuc",
    "TunedThreshold",
    "UndefinedMetricWarning",
    "ValidationCurve",
    "ZeroOneDecomposition",
    "__version__",
    "confidence_interval",
    "critical_difference_diagram",
    "evaluate",
    "explain",
    "get_num_threads",
    "num_threads",
    "read_item_scores",
    "read_qrels",
    "read_run",
    "set_num_threads",
}
# Of any task: their twins take a metric as a function, and columns by model.
OF_ANY_TASK = {
    *("compare", "metric_covariance", "no_information_rate", "out_of_bag_score"),
    *("out_of_fold_score", "point632_score"),
    # Their twins are given the draws.
    *("bias_variance_curve", "bootstrap_validate", "estimate_bias_variance"),
}
# What the functions of the reference return and warn.
NO_FUNCTIONS = {"DelongResult", "GroupedAuc", "PairCounts", "UndefinedMetricWarning"}


# Their twins are functions of cells, which these hold.
HOLDING_CELLS = {"ChangeDetector", "SequentialComparison", "SequentialTest"}


def value_of(row, y_true, y_score, **keywords):
    if row.by_group:  # all rows in one group
        keywords["groups"] = np.zeros(len(y_true), int)
    value = row.public(y_true, y_score, **parameters_of(row), **keywords)
    return number_of(row, value)


# --------------------------------------------------------------------- names and forms


def test_public_names_the_catalog_and_the_reference_are_one_set():
    public = set(fastmetrics.__all__) - NO_METRICS
    public = {name for name in public if not name.endswith("Display")}  # draw them
    assert public == set(FUNCTIONS)
    assert public - HOLDING_CELLS == set(reference.__all__) - NO_FUNCTIONS


def test_names_and_aliases_are_unique():
    names = [name for row in METRICS.values() for name in (row.name, *row.aliases)]
    assert len(set(names)) == len(names)


@one_case("name", METRICS)
def test_a_row_is_found_by_its_name_its_aliases_and_its_function(name):
    row = METRICS[name]
    assert row.name == name
    assert all(find(key) is row for key in (name, *row.aliases))
    assert row.public is getattr(fastmetrics, row.function)
    if row.kind == "metric" and not row.parameters:
        assert by_function()[row.public] is row


@one_case("name", METRICS)
def test_a_row_with_a_functions_name_has_no_parameters(name):
    row = METRICS[name]
    assert not row.parameters or row.name != row.function
    given = dict.fromkeys(row.options, 1)
    assert row.with_parameters({}) == row.parameters
    for option in {*given} - {*row.parameters}:
        merged = row.with_parameters({option: 1})
        assert merged == {**row.parameters, option: 1}


VARIANTS = [
    (name, option) for name, row in METRICS.items() for option in row.parameters
]


@one_case("name, option", VARIANTS)
def test_a_row_takes_no_parameter_that_contradicts_its_name(name, option):
    row = METRICS[name]
    own = row.parameters[option]
    assert row.with_parameters({option: own}) == row.parameters
    for other in ("other", np.array([1, 2]), None):
        with pytest.raises(
            ValueError, match=f"{name} is {row.function} with {option}="
        ):
            row.with_parameters({option: other})


def test_a_function_is_asked_by_the_row_of_its_parameters():
    y, scores = [0, 1, 0, 1, 1, 0], [0.1, 0.4, 0.35, 0.8, 0.3, 0.2]
    given = {"criterion": "youden"}
    with pytest.raises(ValueError, match="lowest_cost is optimal_threshold with"):
        fastmetrics.confidence_interval(
            "lowest_cost", y, y_score=scores, metric_params=given
        )
    wanted = resolve(fastmetrics.optimal_threshold, given)
    assert wanted.row is METRICS["best_youden"]
    assert resolve(fastmetrics.optimal_threshold, {}).row is METRICS["lowest_cost"]


@one_case("name", [n for n, row in METRICS.items() if row.required])
def test_a_row_says_what_it_needs(name):
    row = METRICS[name]
    row.check_required(parameters_of(row))
    with pytest.raises(TypeError, match=f"{name} needs .*{row.required[-1]}"):
        row.check_required({})
    if isinstance(row.how, SweepReduction):
        with pytest.raises(TypeError, match=row.needs):
            row.reduce()


def test_an_unknown_name_raises_and_names_what_comes_close():
    with pytest.raises(ValueError, match="roc_auc_score"):
        find("roc_auc_scor")


def test_former_names_raise_and_say_the_new_ones():
    for name, row in METRICS.items():
        for former in row.formerly:
            assert former not in METRICS
            said = f"{former!r} is now called {name!r}"
            with pytest.raises(ValueError, match=said):
                find(former)


def test_names_changed_so_far_are_known():
    # What criteria of one function measure is no former name of it.
    assert find("optimal_threshold").name == "optimal_threshold"
    # An alias that was dropped, for it is the name of another function.
    assert find("auc").kind == "formula"
    assert "'roc_auc_score'" in find("auc").reason


def test_scalar_rows_are_the_metrics_of_the_task():
    assert {row.name for row in scalar()} == set(SCALARS)
    assert {row.name for row in scalar("labels")} == set(LABELS)
    for kind in TARGETS:
        names = {row.name for row in scalar("labels", kind)}
        assert names == {n for n, row in LABELS.items() if kind in row.targets}
    assert {row.name for row in scalar("clustering")} == set(CLUSTERS)
    for kind in OF_CLUSTERS:
        names = {row.name for row in scalar("clustering", kind)}
        assert names == {n for n, row in CLUSTERS.items() if row.targets == (kind,)}


# Their twins fit one model after the other, and do not say how far they are.
FITTING = {
    name
    for name in FUNCTIONS
    if "estimator" in inspect.signature(getattr(fastmetrics, name)).parameters
}


@one_case("function", sorted({*FUNCTIONS} - OF_ANY_TASK - FITTING - HOLDING_CELLS))
def test_signatures_are_equal(function):
    ours, plain = (
        [*inspect.signature(getattr(module, function)).parameters.values()]
        for module in (fastmetrics, reference)
    )
    # The reference has no other int64 than Python's int.
    same = {np.int64: int}
    # Nor what scikit-learn is about to drop, which gives another argument a default.
    kept = [p for p in ours if p.default != "deprecated"]
    if len(kept) < len(ours):
        same[inspect.Parameter.empty] = None
    assert [(p.name, p.kind, same.get(p.default, p.default)) for p in kept] == [
        (p.name, p.kind, same.get(p.default, p.default)) for p in plain
    ]


def sections(function):
    """Return the numpydoc headings of a docstring, each with its text."""
    text = inspect.getdoc(function) or ""
    parts = re.split(r"^(\S.*)\n-{3,}$", text, flags=re.MULTILINE)
    return dict(zip(parts[1::2], (t.strip() for t in parts[2::2]), strict=True))


@one_case("function", FUNCTIONS)
def test_docstring_has_its_sections(function):
    public = getattr(fastmetrics, function)
    found = sections(public)
    assert all(found.values()), "an empty section"
    parameters = inspect.signature(public).parameters
    needed = {"Examples"} if inspect.isclass(public) else {"Returns", "Examples"}
    assert needed | ({"Parameters"} if parameters else set()) <= set(found)
    assert {"Raises", "Warns"} & set(found)
    assert ">>> " in found["Examples"]
    if any(
        row.function == function and row.kind == "metric" for row in METRICS.values()
    ):
        assert re.search(r"\b(19|20)\d\d\b", found["References"]), "no dated source"
    first = inspect.getdoc(public).splitlines()[0]
    assert first.endswith(".")
    for parameter in parameters:
        assert re.search(rf"\b{parameter}\b", found["Parameters"]), parameter


@one_case("function", sorted({*FUNCTIONS} - HOLDING_CELLS))
def test_the_reference_says_what_it_computes(function):
    assert inspect.getdoc(getattr(reference, function))


def test_a_family_of_the_reference_defines_a_public_name_once():
    """A twin is looked for in all modules of its family."""
    defined = Counter()
    for path in Path(reference.__file__).parent.rglob("*.py"):
        family = path.relative_to(Path(reference.__file__).parent).parts[0]
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                if reference._FAMILIES.get(node.name) == family.removesuffix(".py"):
                    defined[node.name] += 1
    assert set(defined) == {*reference._FAMILIES}
    assert set(defined.values()) == {1}


# ------------------------------------------------------------------- range, direction


@one_case("name", SCALARS)
def test_values_lie_in_the_range_and_reach_its_good_end(name, rng):
    row = SCALARS[name]
    weighted = "sample_weight" in inspect.signature(row.public).parameters
    for n in (2, 5, 40):
        for distinct in (2, 1000):
            labels = np.array([0, 1, *rng.integers(0, 2, n - 2)])
            scores = rng.integers(0, distinct, n)
            drawn = [None, rng.integers(1, 4, n) / 2] if weighted else [None]
            for weights in drawn:
                keywords = {} if weights is None else {"sample_weight": weights}
                value = value_of(row, labels, scores, **keywords)
                assert row.lower <= value <= row.upper
    best = row.upper if row.greater_is_better else row.lower
    if name == "partial_auc_score":  # as far as the part is wide
        best = parameters_of(row)["max_fpr"]
    perfect = value_of(row, np.arange(20) >= 18, np.arange(20.0))
    if name in ("aurc", "augrc"):  # of 90 % errors, even if all of them come last
        assert perfect > best
    elif math.isinf(best):
        assert perfect > value_of(row, np.arange(20) >= 18, np.zeros(20))
    else:
        assert perfect == pytest.approx(best, rel=1e-12, abs=1e-15)


@one_case("name", SCALARS)
def test_the_direction_is_right(name):
    row = SCALARS[name]
    labels = np.array([0] * 12 + [1] * 8)
    scores = np.arange(20.0)
    perfect = value_of(row, labels, scores)
    # Within each class the order means nothing.
    shuffled = scores[[*range(11, -1, -1), *range(19, 11, -1)]]
    assert value_of(row, labels, shuffled) == perfect
    if row.greater_is_better is None:
        return
    swapped = scores.copy()
    swapped[[5, 19]] = swapped[[19, 5]]  # a negative row on top
    constant = value_of(row, labels, np.zeros(20))
    sign = 1 if row.greater_is_better else -1
    worse = value_of(row, labels, swapped)
    assert sign * perfect > sign * worse
    assert sign * worse >= sign * constant
    if name != "ks_statistic":  # the one that cannot tell backwards from forwards
        assert sign * perfect > sign * value_of(row, labels, -scores)


# ------------------------------------------------------------------------- one formula


@one_case("name", [n for n, r in SCALARS.items() if not r.by_group])
def test_the_reduction_is_the_function(name, rng):
    row = SCALARS[name]
    reduction = row.reduce(parameters_of(row))
    labels = np.array([0, 1, *rng.integers(0, 2, 60)])
    scores = rng.integers(0, 12, 62)
    sweep = fastmetrics.ScoreSweep.from_scores(labels, scores)
    reduced = reduction.scale * sweep.reduce(*reduction.reducer) + reduction.offset
    assert reduced == pytest.approx(value_of(row, labels, scores), rel=1e-13)


# ------------------------------------------------------------------------- hard labels

BY_TARGET = [(name, kind) for name, row in LABELS.items() for kind in row.targets]
# Of logarithms of rates, which perfect predictions have none of: worked by hand.
OF_LOGARITHMS = {"symmetric_extremal_dependence_index"}
DIRECTED = [
    one
    for one in BY_TARGET
    if LABELS[one[0]].greater_is_better is not None and one[0] not in OF_LOGARITHMS
]


def label_data(kind, rng, n=60):
    """Labels, predictions that are right more often than not, and wrong ones."""
    if kind == "multilabel-indicator":
        y_true = rng.random((n, 4)) < 0.4
        y_true[0], y_true[:, 0] = True, y_true[:, 0] | ~y_true.any(axis=1)
        flipped = rng.random((n, 4)) < 0.3
        return y_true.astype(int), (y_true ^ flipped).astype(int), 1 - y_true
    k = 2 if kind == "binary" else 3
    y_true = np.concatenate([np.arange(k), rng.integers(0, k, n - k)])
    wrong = (y_true + 1) % k
    return y_true, np.where(rng.random(n) < 0.3, wrong, y_true), wrong


def label_value(row, y_true, y_pred, k, **keywords):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", fastmetrics.UndefinedMetricWarning)
        return float(row.public(y_true, y_pred, **parameters_of(row, k), **keywords))


def classes(kind):
    return 3 if kind == "multiclass" else 2


# Ratios that are undefined where they would be without bound.
RATIOS = {
    "diagnostic_odds_ratio",
    "negative_likelihood_ratio",
    "positive_likelihood_ratio",
    "symmetric_extremal_dependence_index",  # of logarithms of rates, which are not 0
}
# Losses that the best predictions have, too: which count comes is never certain.
NEVER_NOTHING = {"poisson_log_loss"}


@one_case("name, kind", BY_TARGET)
def test_values_of_labels_lie_in_the_range(name, kind, rng):
    row, k = LABELS[name], classes(kind)
    y_true, y_pred, wrong = label_data(kind, rng)
    for predicted in (y_true, y_pred, wrong):
        for weights in (None, rng.integers(1, 4, len(y_true)) / 2):
            value = label_value(row, y_true, predicted, k, sample_weight=weights)
            assert row.lower <= value <= row.upper or name in RATIOS | OF_LOGARITHMS


@one_case("name, kind", DIRECTED)
def test_the_direction_of_labels_is_right(name, kind, rng):
    row, k = LABELS[name], classes(kind)
    y_true, y_pred, wrong = label_data(kind, rng)
    perfect, medium, worst = (
        label_value(row, y_true, p, k) for p in (y_true, y_pred, wrong)
    )
    best = row.upper if row.greater_is_better else row.lower
    if math.isfinite(best):
        assert perfect == best
    sign = 1 if row.greater_is_better else -1
    if name in RATIOS and row.greater_is_better:
        perfect = math.inf
    elif name in RATIOS:
        worst = math.inf
    assert sign * perfect > sign * medium > sign * worst


@one_case("name, kind", BY_TARGET)
def test_the_reading_of_counts_is_the_function(name, kind, rng):
    from fastmetrics.metrics.labels.counting.targets import count_targets

    row, k = LABELS[name], classes(kind)
    y_true, y_pred, _ = label_data(kind, rng)
    for weights in (None, rng.integers(1, 4, len(y_true)) / 2):
        counts = count_targets(y_true, y_pred, weights)
        value = count_formula(row, counts.kind, parameters_of(row, k)).of(counts)
        expected = label_value(row, y_true, y_pred, k, sample_weight=weights)
        assert value == pytest.approx(expected, rel=1e-13)


@one_case("name", LABELS)
def test_what_is_reported_of_labels(name):
    row = LABELS[name]
    assert row.targets
    assert set(row.targets) <= set(TARGETS)
    assert set(row.reported_for) <= set(row.targets)
    assert not (row.required and row.in_report)
    for required in row.required:
        assert row.options[required] is inspect.Parameter.empty
    assert set(row.parameters) <= set(row.options)
    for kind in TARGETS:
        assert not row.reported(kind) or kind in row.targets


# ------------------------------------------------------------------------- clusterings


def clustering(target, rng, wrong, n=60):
    """Data of a clustering, a share of whose rows is in the wrong cluster."""
    labels = np.concatenate([np.arange(3), rng.integers(0, 3, n - 3)])
    moved = np.arange(n) < wrong * n
    predicted = np.where(moved, rng.permutation(labels), labels)
    if target == "agreement":
        return labels, predicted
    if target == "partition":
        return (predicted,)
    return labels[:, None] * [5.0, 0.0] + rng.random((n, 2)), predicted


@one_case("name", CLUSTERS)
def test_values_of_clusterings_lie_in_the_range(name, rng):
    row = CLUSTERS[name]
    for wrong in (0, 0.2, 1):
        for n in (4, 60):
            data = clustering(row.targets[0], rng, wrong, n)
            value = row.public(*data, **row.parameters)
            assert isinstance(value, float)
            assert row.lower <= value <= row.upper


@one_case(
    "name", [n for n, row in CLUSTERS.items() if row.greater_is_better is not None]
)
def test_the_direction_of_clusterings_is_right(name, rng):
    row = CLUSTERS[name]
    good, medium, bad = (
        row.public(*clustering(row.targets[0], rng, wrong), **row.parameters)
        for wrong in (0, 0.3, 1)
    )
    best = row.upper if row.greater_is_better else row.lower
    if row.targets == ("agreement",) and math.isfinite(best):
        assert good == best
    sign = 1 if row.greater_is_better else -1
    assert sign * good > sign * medium
    if name != "dunn_index":  # of extremes: one row in the wrong cluster is enough
        assert sign * medium > sign * bad


@one_case("name", CLUSTERS)
def test_what_is_reported_of_clusterings(name):
    row = CLUSTERS[name]
    assert len(row.targets) == 1
    assert row.targets[0] in OF_CLUSTERS
    assert row.reported() == row.in_report
    assert not row.required
    assert set(row.parameters) <= set(row.options)
    data = {"labels_true", "labels_pred", "labels", "X", "contingency", "kwds"}
    assert not data & set(row.options)


# ----------------------------------------------------------------------- probabilities


def forecasts(row, rng, wrong, n=60):
    """Rows with sure forecasts, of which a share is wrong, as a metric takes them."""
    of = guide_of(row).about[row.name].of
    k = {"classes": 3, "rankings": 4}.get(of, 2)
    codes = np.arange(n) % k
    # Of each class, so that no part of them has to be left out.
    missed = np.arange(n) // k < round(wrong * n / k)
    if of == "rankings":
        truth = rng.permuted(np.tile([0, 0, 1, 1], (n, 1)), axis=1)
        return truth, np.where(missed[:, None], 1 - truth, truth) + rng.random(
            (n, 4)
        ) / 9
    if of == "sets":  # a set with a class too many is larger, a wrong one smaller
        own = np.arange(2) == codes[:, None]
        if row.name == "mean_set_size":
            return codes, own | missed[:, None]
        return codes, own ^ missed[:, None]
    if of == "classes":
        nearness = np.where(missed[:, None], [0.02, 0.08, 0.9], [0.9, 0.08, 0.02])
        steps = (np.arange(3) - codes[:, None]) % 3
        return codes, np.take_along_axis(nearness, steps, axis=1)
    likely = np.where(missed, 1 - codes, codes)
    return codes, 4.0 * likely - 2 if of == "decisions" else 0.05 + 0.9 * likely


@one_case("name", [name for name in FORECASTS if name not in OF_CURVES])
def test_values_of_forecasts_lie_in_the_range(name, rng):
    row = FORECASTS[name]
    for wrong in (0.1, 0.5, 0.9):
        for n in (24, 600):
            data = forecasts(row, rng, wrong, n)
            value = float(row.public(*data, **parameters_of(row)))
            assert row.lower <= value <= row.upper


@one_case(
    "name",
    [
        name
        for name, row in FORECASTS.items()
        if row.greater_is_better is not None and name not in OF_CURVES
    ],
)
def test_the_direction_of_forecasts_is_right(name, rng):
    row = FORECASTS[name]
    good, medium, bad = (
        row.public(*forecasts(row, rng, wrong), **parameters_of(row))
        for wrong in (0, 0.3, 1)
    )
    sign = 1 if row.greater_is_better else -1
    assert sign * good > sign * medium > sign * bad


# --------------------------------------------------------------------------- intervals


@one_case("name", METRICS)
def test_a_row_says_how_its_interval_is_made_or_why_there_is_none(name):
    row = METRICS[name]
    if row.kind != "metric":
        assert row.interval is None
    if row.interval is None:
        assert row.reason
    else:
        assert row.interval in METHODS
    if row.approximate:
        assert row.reason


def test_every_automatic_interval_has_a_coverage_test():
    from interval_coverage.test_optimised import NAMES
    from interval_coverage.test_scores import COVERAGE, OF_GROUPS
    from interval_coverage.test_selective_prediction import AREAS

    tested = {*COVERAGE, *OF_GROUPS, *((name, "jackknife") for name in AREAS)}
    tested |= {(name, "smoothed") for name in NAMES}
    # Those of a function with a parameter that must be given are of a variant of it.
    covered = {(METRICS[name].function, method) for name, method in tested}
    for row in SCALARS.values():
        if row.required:
            assert (row.function, row.interval) in covered
        else:
            assert (row.name, row.interval) in tested


def test_every_automatic_interval_of_labels_has_a_coverage_test():
    from interval_coverage.test_labels import COVERAGE

    wanted = {(row.name, row.interval) for row in LABELS.values() if row.interval}
    assert wanted <= {(name, method) for name, method, _ in COVERAGE}


def test_every_automatic_interval_of_clusterings_has_a_coverage_test():
    from interval_coverage.test_clustering import COVERAGE

    wanted = {(row.name, row.interval) for row in CLUSTERS.values() if row.interval}
    assert wanted == {(name, method) for name, method, _ in COVERAGE}


@one_case("name", SCALARS)
def test_one_class_warns_or_has_a_value(name):
    row = SCALARS[name]
    for labels in (np.zeros(4, int), np.ones(4, int)):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            value = value_of(row, labels, np.arange(4.0))
        undefined = any(
            w.category is fastmetrics.UndefinedMetricWarning for w in caught
        )
        assert undefined == math.isnan(value)


# -------------------------------------------------------------------- errors of numbers


def predicted(rng, wrong, n=60):
    """Positive numbers, and predictions that are off by so much of their spread."""
    true = rng.permutation(np.linspace(1.0, 5.0, n))
    return true, true * (1 + 0.05 * wrong) + 0.4 * wrong * rng.normal(size=n) ** 2


@one_case("name", ERRORS)
def test_values_of_errors_lie_in_the_range(name, rng):
    row = ERRORS[name]
    for wrong in (0, 0.1, 1, 4):
        for n in (12, 60):
            value = value_of(row, *predicted(rng, wrong, n))
            assert row.lower <= value <= row.upper


@one_case("name", ERRORS)
def test_the_direction_of_errors_is_right(name, rng):
    row = ERRORS[name]
    good, medium, bad = (value_of(row, *predicted(rng, wrong)) for wrong in (0, 0.1, 3))
    if row.greater_is_better is None:
        assert good != bad
        return
    best = row.upper if row.greater_is_better else row.lower
    if math.isfinite(best) and name not in NEVER_NOTHING:
        assert good == pytest.approx(best, abs=1e-12)
    sign = 1 if row.greater_is_better else -1
    assert sign * good >= sign * medium > sign * bad


@one_case("name", ERRORS)
def test_what_is_reported_of_errors(name):
    row = ERRORS[name]
    assert not (row.required and row.in_report)
    assert set(row.parameters) | set(row.required) <= set(row.options)
    assert (row.interval is None or row.approximate) == bool(row.reason)
