"""Intervals of metrics on hard labels, as a user meets them."""

import functools
import math
import warnings

import numpy as np
import pytest
from helpers.interval_calls import label_intervals
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics import catalog
from fastmetrics.metrics.labels.counting.targets import count_targets

BOOTSTRAP = catalog.BOOTSTRAP
PROPORTION = catalog.PROPORTION
EXAMPLES = {"beta": 0.5, "cost_matrix": [[0, 1], [5, 0]]}
BINARY = [row.name for row in catalog.scalar("labels", "binary")]


def example(name):
    return {key: EXAMPLES[key] for key in catalog.find(name).required}


@pytest.fixture
def binary(rng):
    """Labels and two models' predictions, 300 rows."""
    y_true = (rng.random(300) < 0.4).astype(int)
    return y_true, *(
        np.where(rng.random(300) < share, y_true, 1 - y_true) for share in (0.8, 0.7)
    )


@pytest.fixture
def classes(rng):
    """Words of four classes."""
    words = np.array(["ant", "bee", "cow", "dog"])
    y_true = rng.choice(4, 300, p=[0.4, 0.3, 0.2, 0.1])
    y_pred = np.where(rng.random(300) < 0.7, y_true, rng.integers(0, 4, 300))
    return words[y_true], words[y_pred]


@pytest.fixture
def several(rng):
    y_true = (rng.random((200, 4)) < 0.4).astype(int)
    return y_true, y_true ^ (rng.random((200, 4)) < 0.2)


def same_interval(a, b):
    for name in ("estimate", "low", "high", "standard_error"):
        np.testing.assert_array_equal(getattr(a, name), getattr(b, name))
    assert (a.method, a.n_resamples) == (b.method, b.n_resamples)
    if a.distribution is not None:
        np.testing.assert_array_equal(a.distribution, b.distribution)


@one_case("name", BINARY)
def test_estimate_is_the_metric(binary, name):
    y_true, y_pred, _ = binary
    row = catalog.find(name)
    found = fm.confidence_interval(
        name,
        y_true,
        y_pred,
        metric_params=example(name),
        n_resamples=99,
        random_state=0,
    )
    value = row.public(y_true, y_pred, **row.parameters, **example(name))
    if isinstance(value, tuple):  # both likelihood ratios
        value = value[name.startswith("negative")]
    assert found.estimate == value
    assert found.method == row.interval
    assert row.lower <= found.low < found.estimate < found.high <= row.upper
    assert found.n_resamples == (0 if row.interval in ("wilson", "log") else 99)


@one_case("name", BINARY)
def test_a_table_gives_what_its_rows_give(binary, name):
    y_true, y_pred, _ = binary
    options = {"metric_params": example(name), "n_resamples": 99, "random_state": 0}
    same_interval(
        fm.confidence_interval(name, count_targets(y_true, y_pred), **options),
        fm.confidence_interval(name, y_true, y_pred, **options),
    )


@one_case("method", [*BOOTSTRAP, *PROPORTION])
def test_methods_of_a_share(binary, method):
    y_true, y_pred, _ = binary
    found = fm.confidence_interval(
        "accuracy", y_true, y_pred, method=method, random_state=0
    )
    p = np.mean(y_true == y_pred)
    half = 1.96 * math.sqrt(p * (1 - p) / 300)
    assert found.method == method
    assert found.low == pytest.approx(p - half, abs=0.01)
    assert found.high == pytest.approx(p + half, abs=0.01)
    assert found.standard_error == pytest.approx(half / 1.96, rel=0.04)


def test_wilson_against_hand_numbers():
    """81 of 263 (Newcombe 1998): 0.2553 to 0.3662 for Wilson's score method."""
    y_true = np.ones(263, int)
    y_pred = (np.arange(263) < 81).astype(int)
    found = fm.confidence_interval("recall", y_true, y_pred)
    assert (found.low, found.high) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    exact = fm.confidence_interval("recall", y_true, y_pred, method="clopper-pearson")
    assert (exact.low, exact.high) == pytest.approx((0.2527, 0.3676), abs=5e-5)


@one_case("method", PROPORTION)
@one_case("wrong", [0, 20])
def test_shares_of_zero_and_one_are_not_certain(method, wrong):
    y_true = np.arange(20) % 2
    y_pred = y_true.copy()
    if wrong:
        y_pred = 1 - y_true
    found = fm.confidence_interval("accuracy", y_true, y_pred, method=method)
    assert (found.high if wrong else 1 - found.low) == pytest.approx(0.15, abs=0.05)
    assert (found.low if wrong else found.high) == (0.0 if wrong else 1.0)


def test_the_best_value_has_an_interval_only_if_it_is_a_share():
    y = np.arange(20) % 2
    assert fm.confidence_interval("accuracy", y, y).low == pytest.approx(
        0.8389, abs=1e-4
    )
    for metric in ("f1", "mcc", "f1_macro"):
        found = fm.confidence_interval(metric, y, y, random_state=0)
        assert found.estimate == 1
        assert math.isnan(found.low)
        assert "all replicates are equal" in found.reason
    for method in BOOTSTRAP:
        found = fm.confidence_interval("accuracy", y, y, method=method, random_state=0)
        assert math.isnan(found.high)


@one_case("metric", ["accuracy", "precision", "recall", "jaccard"])
def test_weights_count_for_as_many_rows_as_they_are_worth(binary, metric, rng):
    y_true, y_pred, _ = binary
    weights = rng.random(300)
    found = fm.confidence_interval(metric, y_true, y_pred, sample_weight=weights)
    trials = {
        "accuracy": np.ones(300, bool),
        "precision": y_pred == 1,
        "recall": y_true == 1,
        "jaccard": (y_true == 1) | (y_pred == 1),
    }[metric]
    n = weights[trials].sum() ** 2 / (weights[trials] ** 2).sum()
    p, z = found.estimate, 1.959964
    assert found.standard_error == pytest.approx(math.sqrt(p * (1 - p) / n), rel=1e-9)
    centre = (p + z**2 / (2 * n)) / (1 + z**2 / n)
    assert (found.low + found.high) / 2 == pytest.approx(centre, rel=1e-6)
    table = count_targets(y_true, y_pred, weights)
    same_interval(found, fm.confidence_interval(metric, table))
    # A common factor changes nothing, and equal weights are no weights.
    scaled = fm.confidence_interval(metric, y_true, y_pred, sample_weight=8 * weights)
    assert scaled.low == pytest.approx(found.low, rel=1e-12)
    plain = fm.confidence_interval(metric, y_true, y_pred)
    equal = fm.confidence_interval(
        metric, y_true, y_pred, sample_weight=np.full(300, 3)
    )
    assert equal.low == pytest.approx(plain.low, rel=1e-12)


@one_case("power", [-1000, -500, 500, 900])
@one_case("metric", ["accuracy", "recall", "f1", "mcc"])
def test_weights_of_any_size(binary, metric, power, rng):
    """A common factor of the weights changes nothing, however small or large."""
    y_true, y_pred, _ = binary
    weights = rng.integers(1, 4, 300) / 4
    plain, scaled = (
        fm.confidence_interval(
            metric, y_true, y_pred, sample_weight=w, n_resamples=40, random_state=0
        )
        for w in (weights, np.ldexp(weights, power))
    )
    for name in ("estimate", "low", "high"):
        assert getattr(scaled, name) == pytest.approx(getattr(plain, name), rel=1e-12)


def test_function_partial_and_alias(binary):
    y_true, y_pred, _ = binary
    options = {"n_resamples": 99, "random_state": 0}
    named = fm.confidence_interval(
        "f1", y_true, y_pred, metric_params={"average": "macro"}, **options
    )
    for metric in (functools.partial(fm.f1_score, average="macro"), "f1_macro"):
        same_interval(named, fm.confidence_interval(metric, y_true, y_pred, **options))
    same_interval(
        fm.confidence_interval(fm.accuracy_score, y_true, y_pred),
        fm.confidence_interval("acc", y_true, y_pred),
    )


def test_effective_rows_survive_merging(binary, rng):
    y_true, y_pred, _ = binary
    weights = rng.random(300)
    parts = [
        count_targets(y_true[rows], y_pred[rows], weights[rows])
        for rows in (slice(0, 100), slice(100, 300))
    ]
    merged = fm.confidence_interval("accuracy", parts[0] + parts[1])
    whole = fm.confidence_interval("accuracy", y_true, y_pred, sample_weight=weights)
    assert (merged.low, merged.high) == pytest.approx(
        (whole.low, whole.high), rel=1e-12
    )


def test_weighted_rows_are_drawn(binary, rng):
    """Linearised standard error of a weighted mean."""
    y_true, y_pred, _ = binary
    weights = rng.random(300)
    found = fm.confidence_interval(
        "accuracy",
        y_true,
        y_pred,
        sample_weight=weights,
        method="normal",
        random_state=0,
        n_resamples=4000,
    )
    right = y_true == y_pred
    p = np.average(right, weights=weights)
    error = np.sqrt((weights**2 * (right - p) ** 2).sum()) / weights.sum()
    assert found.standard_error == pytest.approx(error, rel=0.06)


def test_clusters_widen_the_interval(binary):
    y_true, y_pred, _ = (np.repeat(column[:60], 10) for column in binary)
    groups = np.repeat(np.arange(60), 10)
    rows = fm.confidence_interval("accuracy", y_true, y_pred)
    clusters = fm.confidence_interval("accuracy", y_true, y_pred, groups=groups)
    assert (rows.method, clusters.method) == ("wilson", "wilson-effective")
    ratio = clusters.standard_error / rows.standard_error
    # Ten rows alike are worth one.
    assert ratio == pytest.approx(math.sqrt(10), rel=1e-9)
    with pytest.raises(ValueError, match="groups"):
        fm.confidence_interval(
            "accuracy", y_true, y_pred, groups=groups, method="wilson"
        )


@one_case(
    "metric, parameters",
    [
        ("f1", {"average": "macro"}),
        ("f1", {"average": "weighted", "zero_division": 1.0}),
        ("precision", {"average": "micro", "labels": ["bee", "dog"]}),
        ("recall", {"average": "macro", "labels": ["cow", "elk"]}),
        ("jaccard", {"average": "macro"}),
        ("fbeta", {"average": "macro", "beta": 2}),
        ("cohen_kappa_score", {"weights": "quadratic"}),
        ("cohen_kappa_score", {"labels": ["ant", "bee"]}),
        ("balanced_accuracy", {"adjusted": True}),
        ("accuracy", {"normalize": False}),
        ("macro_f1_of_averages", {"beta": 0.5}),
        ("total_cost", {"cost_matrix": np.arange(16.0).reshape(4, 4)}),
        ("precision_micro", {}),
    ],
)
def test_parameters(classes, metric, parameters):
    y_true, y_pred = classes
    row = catalog.find(metric)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", fm.UndefinedMetricWarning)
        found = fm.confidence_interval(
            metric, y_true, y_pred, metric_params=parameters, random_state=0
        )
        value = row.public(y_true, y_pred, **{**row.parameters, **parameters})
        # The same from rows written out, whose law is the same.
        plain = fm.confidence_interval(
            lambda y, p: row.public(y, p, **{**row.parameters, **parameters}),
            y_true,
            y_pred,
            n_resamples=100,
            random_state=1,
        )
    assert found.estimate == pytest.approx(value, rel=1e-14)
    assert plain.standard_error == pytest.approx(found.standard_error, rel=0.2)
    assert found.low < value < found.high


@one_case("row", catalog.scalar("labels", "multilabel-indicator"))
def test_several_labels_per_row(several, row):
    y_true, y_pred = several
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", fm.UndefinedMetricWarning)
        found = fm.confidence_interval(
            row.name, y_true, y_pred, n_resamples=299, random_state=0
        )
        plain = fm.confidence_interval(
            functools.partial(lambda y, p: row.public(y, p, **row.parameters)),
            y_true,
            y_pred,
            n_resamples=30,
            random_state=1,
        )
    assert found.estimate == pytest.approx(plain.estimate, rel=1e-14)
    assert plain.standard_error == pytest.approx(found.standard_error, rel=0.35)
    # The rows that are right throughout are a share of rows; labels of one row are not
    # independent of each other, but each row has a value.
    exact = row.function in ("accuracy_score", "error_rate", "zero_one_loss")
    is_mean = row.name == "hamming_loss" or row.name.endswith("_samples")
    assert found.method == ("wilson" if exact else "skew-t" if is_mean else "bca")
    if exact:
        weighted = fm.confidence_interval(
            row.name, y_true, y_pred, sample_weight=np.full(200, 0.5)
        )
        assert weighted.low == pytest.approx(found.low, rel=1e-12)


def test_replicates_are_many_where_they_cost_nothing(binary):
    y_true, y_pred, _ = binary
    assert fm.confidence_interval("f1", y_true, y_pred).n_resamples == 9999
    weighted = fm.confidence_interval("f1", y_true, y_pred, sample_weight=y_true + 1.0)
    assert weighted.n_resamples == 1999


def test_ill_defined_ratios_are_left_out_of_the_replicates():
    y_true = np.array([0] * 30 + [1] * 2)
    y_pred = np.array([0] * 28 + [1] * 4)
    with pytest.warns(UserWarning, match="stratified=True"):
        found = fm.confidence_interval(
            "recall", y_true, y_pred, method="percentile", random_state=0
        )
    assert math.isnan(found.low)
    assert found.n_undefined == pytest.approx(9999 * (30 / 32) ** 32, rel=0.15)
    given = fm.confidence_interval(
        "recall",
        y_true,
        y_pred,
        method="percentile",
        random_state=0,
        metric_params={"zero_division": 0},
    )
    assert given.n_undefined == 0
    # Strata hold the class, and would not help a precision.
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        strata = fm.confidence_interval(
            "f1", y_true, y_pred, stratified=True, random_state=0
        )
    assert strata.n_undefined == 0


def test_no_advice_where_strata_would_not_help():
    y_true = np.array([0, 1] * 20)
    y_pred = np.array([0] * 38 + [1] * 2)
    with pytest.warns(UserWarning, match="undefined on") as caught:
        fm.confidence_interval(
            "precision", y_true, y_pred, method="percentile", random_state=0
        )
    assert not any("stratified" in str(w.message) for w in caught)


def test_undefined_on_the_data():
    with pytest.warns(fm.UndefinedMetricWarning):
        found = fm.confidence_interval("precision", [0, 1, 1], [0, 0, 0])
    assert found.estimate == 0.0
    assert math.isnan(found.low)
    assert "undefined" in found.reason


@one_case(
    "options, error, match",
    [
        ({"y_pred": None}, TypeError, "exactly one"),
        ({"y_pred": None, "y_score": [0.1, 0.9, 0.2]}, TypeError, "give y_pred"),
        ({"metric": "f1", "method": "wilson"}, ValueError, "shares of rows"),
        ({"method": "delong"}, ValueError, "for the AUC"),
        ({"metric": "fbeta_score"}, TypeError, "beta"),
        ({"metric": "total_cost"}, TypeError, "cost_matrix"),
        ({"metric": "confusion_matrix"}, ValueError, "not a single number"),
        ({"metric_params": {"normalise": True}}, TypeError, "normalise"),
        (
            {"metric": "f1", "metric_params": {"average": None}},
            ValueError,
            "average=None",
        ),
        ({"metric": "f1", "y_true": [0, 2, 1]}, ValueError, "average"),
        ({"groups": [1, 2]}, ValueError, "groups"),
        ({"sample_weight": [1, -1, 1]}, ValueError, "sample_weight"),
        ({"groups": [1, 2, 3], "stratified": True, "metric": "f1"}, ValueError, "excl"),
        ({"y_true": count_targets([0, 1], [0, 1])}, TypeError, "no other data"),
    ],
)
def test_errors_name_what_is_wrong(options, error, match):
    call = {"metric": "accuracy_score", "y_true": [0, 1, 1], "y_pred": [0, 1, 0]}
    with pytest.raises(error, match=match):
        fm.confidence_interval(**{**call, **options})


THREE = count_targets([0, 1, 2], [0, 1, 1])


@one_case(
    "metric, options, error, match",
    [
        ("roc_auc_score", {}, TypeError, "summary of labels"),
        (lambda y, p: 0.5, {}, TypeError, "no rows"),
        ("accuracy", {"groups": [0, 1]}, TypeError, "groups"),
        ("accuracy", {"sample_weight": [0, 1]}, TypeError, "sample_weight"),
        ("f1", {"metric_params": {"pos_label": 7}}, ValueError, "pos_label"),
        ("f1", {"metric_params": {"average": "samples"}}, ValueError, "samples"),
        (
            "recall",
            {"y_true": count_targets([0, 1, 2], [0, 1, 1])},
            ValueError,
            "multi",
        ),
        ("tpr", {"y_true": count_targets([0, 1, 2], [0, 1, 1])}, ValueError, "multicl"),
    ],
)
def test_errors_of_tables(metric, options, error, match):
    table = {"y_true": count_targets([0, 1, 1, 0], [0, 1, 0, 0])}
    with pytest.raises(error, match=match):
        fm.confidence_interval(metric, **{**table, **options})


def test_weighted_tables_cannot_be_drawn(binary):
    y_true, y_pred, _ = binary
    table = count_targets(y_true, y_pred, np.linspace(1, 2, 300))
    found = fm.confidence_interval("f1", table)
    assert found.estimate == fm.f1_score(table, None)
    assert "no longer knows which row had which weight" in found.reason
    with pytest.raises(ValueError, match="weighted rows"):
        fm.confidence_interval("f1", table, method="bca")


# ----------------------------------------------------------------------- several models


def test_several_models(binary):
    y_true, a, b = binary
    names = ["accuracy", "f1", "mcc"]
    options = {"n_resamples": 500, "random_state": 3}
    found = label_intervals(names, y_true, {"a": a, "b": b}, **options)
    assert set(found.values["a"]) == set(names)
    for model, y_pred in (("a", a), ("b", b)):
        alone = fm.confidence_interval("accuracy", y_true, y_pred)
        same_interval(found.values[model]["accuracy"], alone)
        assert found.counts[model].margins.total == 300
    for name in names:
        difference = found.differences["a", "b"][name]
        one, other = (found.values[model][name] for model in ("a", "b"))
        assert difference.estimate == pytest.approx(one.estimate - other.estimate)
        if one.distribution is not None:
            np.testing.assert_allclose(
                difference.distribution, one.distribution - other.distribution
            )
    # McNemar's variance of a paired difference of shares.
    right = (a == y_true).astype(int) - (b == y_true)
    assert found.differences["a", "b"]["accuracy"].standard_error == pytest.approx(
        right.std() / math.sqrt(300), rel=0.1
    )


def test_models_that_do_not_differ_are_not_certain_to(binary):
    y_true, a, _ = binary
    found = label_intervals(["f1"], y_true, {"a": a, "same": a}, random_state=0)
    difference = found.differences["a", "same"]["f1"]
    assert difference.estimate == 0
    assert math.isnan(difference.low)
    assert "equal" in difference.reason


def test_a_method_for_shares_has_no_difference(binary):
    y_true, a, b = binary
    found = label_intervals(["accuracy"], y_true, {"a": a, "b": b}, method="jeffreys")
    assert found.values["b"]["accuracy"].method == "jeffreys"
    assert math.isnan(found.differences["a", "b"]["accuracy"].low)


def test_metrics_of_other_data_are_refused(binary):
    y_true, a, _ = binary
    with pytest.raises(TypeError, match="cost_matrix"):
        label_intervals(["total_cost"], y_true, {"a": a})
    with pytest.raises(ValueError, match="multiclass"):
        label_intervals(["accuracy", "npv"], y_true, {"a": a, "b": y_true + 1})


def test_costs_too_large_to_add_up_have_no_bounds_and_say_why():
    costs = {"cost_matrix": [[0, 1e308], [1e308, 0]]}
    found = fm.confidence_interval("total_cost", [0, 0], [0, 1], metric_params=costs)
    assert math.isnan(found.low)
    assert "infinite" in found.reason


def test_models_may_know_different_labels():
    y_true = np.array([0, 1, 0, 1, 0, 1] * 5)
    a, b = y_true.copy(), y_true.copy()
    a[:4], b[3:9] = 2, 3
    found = label_intervals(
        ["accuracy", "f1_macro"], y_true, {"a": a, "b": b}, random_state=0
    )
    for model, y_pred in (("a", a), ("b", b)):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            value = fm.f1_score(y_true, y_pred, average="macro")
        assert found.values[model]["f1_macro"].estimate == pytest.approx(value)


@one_case("design", ["plain", "weights", "groups", "stratified"])
def test_threads_do_not_matter(binary, design):
    y_true, a, b = binary
    options = {
        "plain": {},
        "weights": {"sample_weight": np.linspace(1, 2, 300)},
        "groups": {"groups": np.arange(300) // 3},
        "stratified": {"stratified": True},
    }[design]
    found = []
    for n in (1, 3):
        with fm.num_threads(n):
            found.append(
                label_intervals(
                    ["accuracy", "f1", "mcc"],
                    y_true,
                    {"a": a, "b": b},
                    random_state=7,
                    **options,
                )
            )
    for name in ("accuracy", "f1", "mcc"):
        same_interval(found[0].values["a"][name], found[1].values["a"][name])
        same_interval(
            found[0].differences["a", "b"][name], found[1].differences["a", "b"][name]
        )


def test_progress_is_told(binary):
    y_true, y_pred, _ = binary
    seen = []
    fm.confidence_interval(
        "f1", y_true, y_pred, random_state=0, progress=lambda *at: seen.append(at)
    )
    assert seen[-1][0] == seen[-1][1]


def test_the_cost_does_not_depend_on_the_rows(binary):
    """A table of 10^12 rows takes no memory for them."""
    table = count_targets(*binary[:2])
    for _ in range(32):
        table = table + table
    found = fm.confidence_interval("f1", table, random_state=0)
    assert found.standard_error == pytest.approx(
        fm.confidence_interval("f1", *binary[:2], random_state=0).standard_error
        / 2**16,
        rel=0.05,
    )


def test_a_share_of_stratified_rows_has_no_interval_of_independent_ones():
    """Strata fix the rows of each class, so that precision varies less."""
    rng = np.random.default_rng(0)
    true = rng.random(300) < 0.4
    predicted = true ^ (rng.random(300) < 0.2)
    options = {"random_state": 0, "n_resamples": 999}
    plain = fm.confidence_interval("precision", true, predicted, **options)
    found = fm.confidence_interval(
        "precision", true, predicted, stratified=True, **options
    )
    assert (plain.method, found.method) == ("wilson", "bca")
    assert found.high - found.low < plain.high - plain.low
