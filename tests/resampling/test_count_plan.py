"""CountPlan: what it reads, how often, and what it answers."""

import math
import warnings

import numpy as np
import pytest
from helpers.examples import parameters_of
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics import catalog
from fastmetrics._common.interval import of_share
from fastmetrics._inputs import label_pairs as indicator_door
from fastmetrics._inputs import label_pairs as label_door
from fastmetrics._kernels import confusion
from fastmetrics.intervals.engine import make_intervals
from fastmetrics.metrics.bound import BoundMetric
from fastmetrics.metrics.labels.counting.targets import count_targets
from fastmetrics.reference import intervals as reference_intervals
from fastmetrics.resampling import count_models, joint_cells, refusals
from fastmetrics.resampling.count_models import CountedLabels, CountModels
from fastmetrics.resampling.count_plan import CountPlan
from fastmetrics.resampling.plan import Data, Design, Refusal

TRUE = [0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 2, 2]
A = [0, 0, 1, 0, 1, 1, 2, 2, 2, 0, 2, 1]
B = [0, 2, 1, 0, 1, 0, 1, 2, 1, 2, 2, 0]
WEIGHTS = [1, 2, 0.5, 1, 0, 3, 1, 1, 2, 1, 0.25, 1]
GROUPS = [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]

DESIGNS = {
    "plain": {},
    "strata": {"stratified": True},
    "weights": {"sample_weight": WEIGHTS},
    "whole weights": {"sample_weight": [3, 1, 0, 2, 1, 1, 5, 1, 1, 2, 1, 1]},
    "groups": {"groups": GROUPS},
    "weighted groups": {"groups": GROUPS, "sample_weight": WEIGHTS},
}

# Macro F1 of A and B on the first three replicates of seed 7.
REPLICATES = {
    "plain": [
        [0.603030303030303, 0.6746031746031745],
        [0.4962962962962963, 0.6888888888888888],
        [0.3956043956043956, 0.47863247863247865],
    ],
    "strata": [
        [0.6296296296296297, 0.7579365079365079],
        [0.580952380952381, 0.7579365079365079],
        [0.48412698412698413, 0.4666666666666666],
    ],
    "weights": [
        [0.8534798534798536, 0.271889400921659],
        [0.706766917293233, 0.6904761904761905],
        [0.8241758241758242, 0.5933634992458522],
    ],
    "groups": [
        [0.6551226551226551, 0.6151515151515151],
        [0.9111111111111111, 0.38095238095238093],
        [0.48888888888888893, 0.6722222222222222],
    ],
    "weighted groups": [
        [0.7579365079365079, 0.404040404040404],
        [0.9678048780487805, 0.13008130081300814],
        [0.503030303030303, 0.6666666666666666],
    ],
}

KINDS = {
    "numbers": np.array([-1, 0, 7], np.int8),
    "words": np.array(["cow", "ant", "bee"]),
    "objects": np.array(["cow", "ant", "bee"], object),
    "floats": np.array([2.0, -0.0, 5.0], np.float32),
    "wide": np.array([2**61, -(2**61), 5]),
    "dates": np.array(["2001-01-01", "1999-01-01", "2003-01-01"], "M8[D]"),
}


def plan_of(names, y_true, y_preds, **design):
    """Plan of these metrics, each a name or a name with parameters."""
    models = {f"m{k}": {"y_pred": column} for k, column in enumerate(y_preds)}
    plan = CountPlan(Data({"y_true": y_true}, models), Design(**design), {})
    return ask(plan, names)


def plan_from(counts, names, **design):
    data = Data({}, {"model": {}}, summary=counts)
    return ask(CountPlan(data, Design(**design), {}), names)


def ask(plan, names):
    pairs = [name if isinstance(name, tuple) else (name, {}) for name in names]
    rows = [(catalog.find(name), given) for name, given in pairs]
    plan.ask([BoundMetric(row, {**row.parameters, **given}) for row, given in rows])
    return plan


def intervals(plan, method="auto", n_resamples=99, seed=3):
    return make_intervals(
        plan,
        confidence_level=0.95,
        method=method,
        n_resamples=n_resamples,
        seed=seed,
    )


@pytest.fixture
def several(rng):
    """Labels of four columns and two models' predictions, 60 rows."""
    y_true = (rng.random((60, 4)) < 0.5).astype(int)
    return y_true, *(y_true ^ (rng.random((60, 4)) < share) for share in (0.1, 0.3))


# --- counts and replicates


@one_case("n_models", [1, 2])
@one_case("design", DESIGNS)
@one_case("kind", KINDS)
def test_counts_are_those_of_the_columns(kind, design, n_models):
    labels = KINDS[kind]
    y_true, *y_preds = (labels[codes] for codes in (TRUE, A, B))
    plan = plan_of([], y_true, y_preds[:n_models], **DESIGNS[design])
    weights = DESIGNS[design].get("sample_weight")
    for counts, y_pred in zip(plan.summaries.values(), y_preds, strict=False):
        expected = count_targets(y_true, y_pred, weights)
        assert counts.labels.dtype == expected.labels.dtype
        assert counts.counts.dtype == expected.counts.dtype
        np.testing.assert_array_equal(counts.counts, expected.counts)
        np.testing.assert_array_equal(counts.cells.n, expected.cells.n)
    assert plan.kinds == ("multiclass",)
    assert plan.n_rows == len(TRUE)


def test_models_with_other_labels_than_the_truth():
    plan = plan_of([], ["a", "b", "b"], [["b", "b", "b"], ["a", "cc", "b"]])
    one, other = plan.summaries.values()
    assert (one.kind, other.kind, plan.kinds) == (
        "binary",
        "multiclass",
        ("multiclass",),
    )
    assert other.labels.tolist() == ["a", "b", "cc"]
    assert other == count_targets(["a", "b", "b"], ["a", "cc", "b"])


def test_two_binary_models_of_three_labels_are_multiclass():
    assert plan_of([], [0, 0], [[0, 1], [0, 2]]).kinds == ("multiclass",)


@one_case("design", REPLICATES)
def test_replicates_of_a_seed_stay(design):
    plan = plan_of(["f1_macro"], TRUE, [A, B], **DESIGNS[design])
    found = plan.replicates([0], 7, 3, None)
    assert found[..., 0].tolist() == REPLICATES[design]


@one_case("n_models", [1, 2])
@one_case("design", DESIGNS)
def test_replicates_are_those_of_the_joint_cells(design, n_models):
    names = ["accuracy_score", "f1_macro", ("cohen_kappa_score", {"weights": "linear"})]
    options = dict(DESIGNS[design])
    plan = plan_of(names, TRUE, [A, B][:n_models], **options)
    stratified = options.pop("stratified", False)
    labels = CountedLabels(TRUE, [A, B][:n_models], **options)
    models = CountModels(
        labels.joint, labels.counts, plan._readings, stratified=stratified
    )
    everything = models.replicates(5, 20)
    np.testing.assert_array_equal(plan.replicates([0, 1, 2], 5, 20, None), everything)
    # Which metrics are drawn together makes no difference.
    np.testing.assert_array_equal(
        plan.replicates([2, 0], 5, 20, None), everything[..., [2, 0]]
    )
    values, rows = models.jackknife(5)
    for of in [(0,), (0, 1)][:n_models]:
        found = plan.jackknife(1, of, 5)
        np.testing.assert_array_equal(found.values, values[:, list(of), 1])
        np.testing.assert_array_equal(1 if found.counts is None else found.counts, rows)


# --- what is read, and how often


class Calls:
    """Counts the calls of functions, and keeps what kernels were given."""

    def __init__(self, monkeypatch):
        self.of = {}
        self.given = []
        self.patch = monkeypatch

    def clear(self):
        self.of = dict.fromkeys(self.of, 0)

    def watch(self, module, name, key):
        function = getattr(module, name)
        self.of.setdefault(key, 0)

        def call(*args, **kwargs):
            self.of[key] += 1
            self.given.append(args[0])
            return function(*args, **kwargs)

        self.patch.setattr(module, name, call)


@pytest.fixture
def calls(monkeypatch):
    found = Calls(monkeypatch)
    found.watch(label_door, "_converted", "converted")
    found.watch(indicator_door, "_matrix", "matrices")
    found.watch(indicator_door, "_kind", "looked at")
    found.watch(joint_cells, "encode", "encoded")
    monkeypatch.setattr(count_models, "encode", joint_cells.encode)
    for name in ("count_pairs", "count_plain"):
        found.watch(confusion, name, "counted")
    return found


METRICS = ["accuracy_score", "f1_macro", "balanced_accuracy_score"]


def test_a_plain_model_is_counted_and_that_is_all(calls):
    found = intervals(plan_of(METRICS, TRUE, [A]))
    assert not math.isnan(found.values["m0"]["f1_macro"].low)
    assert calls.of == {
        "converted": 2,
        "matrices": 0,
        "looked at": 0,
        "encoded": 0,
        "counted": 1,
    }


@one_case("design", [name for name in DESIGNS if name != "strata"])
@one_case("n_models", [1, 2, 3])
def test_every_column_is_read_once(calls, design, n_models):
    if design == "plain" and n_models == 1:
        return
    calls.clear()
    plan = plan_of(METRICS, TRUE, [A, B, TRUE[::-1]][:n_models], **DESIGNS[design])
    found = intervals(plan)
    assert len(found.differences) == n_models * (n_models - 1) // 2
    weighted = "sample_weight" in DESIGNS[design]
    assert calls.of == {
        "converted": 1 + n_models,
        "matrices": 0,
        "looked at": 0,
        "encoded": 1 + n_models,
        "counted": n_models if weighted else 0,
    }
    if weighted:  # of codes, not of the columns
        assert all(column.dtype == np.uint8 for column in calls.given[-n_models:])


@one_case("factor", [1e300, 1e-300])
def test_weights_out_of_range_are_not_counted_again(calls, factor):
    calls.clear()
    plan = plan_of(METRICS, TRUE, [A, B], sample_weight=np.multiply(WEIGHTS, factor))
    found = intervals(plan).values["m0"]["accuracy_score"]
    assert calls.of["counted"] == 2
    usual = intervals(plan_of(METRICS, TRUE, [A, B], sample_weight=WEIGHTS))
    expected = usual.values["m0"]["accuracy_score"]
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high))
    weighted = count_targets(TRUE, A, np.multiply(WEIGHTS, factor))
    assert plan.summaries["m0"] == weighted


def test_weights_that_vanish_beside_others_are_kept():
    weights = np.multiply(WEIGHTS, 1e300)
    weights[0] = 1e-300
    plan = plan_of(METRICS, TRUE, [A], sample_weight=weights)
    assert plan.summaries["m0"] == count_targets(TRUE, A, weights)


@one_case("design", ["plain", "weights", "groups"])
def test_matrices_are_read_once(calls, several, design, rng):
    options = {
        "plain": {},
        "weights": {"sample_weight": rng.random(60)},
        "groups": {"groups": rng.integers(0, 9, 60)},
    }[design]
    y_true, *y_preds = several
    calls.clear()
    found = intervals(
        plan_of(["accuracy_score", "f1_macro"], y_true, y_preds, **options)
    )
    way = "jackknife-t" if design == "groups" else "bca"
    assert found.differences["m0", "m1"]["f1_macro"].method == way
    assert calls.of["matrices"] == calls.of["looked at"] == 3


def test_the_truth_is_encoded_once_for_several_plans(calls):
    data = Data({"y_true": TRUE}, {"a": {"y_pred": A}, "b": {"y_pred": B}})
    CountPlan(data, Design(), {})
    CountPlan(data, Design(groups=GROUPS), {})
    assert calls.of["encoded"] == 1 + 2 + 2


# --- how intervals are made

SHARE, NO_SHARE = 0, 1


@one_case(
    "design, asked, metric, of, expected",
    [
        ("plain", "auto", SHARE, (0,), "wilson"),
        ("weights", "auto", SHARE, (0,), "wilson"),
        ("strata", "auto", SHARE, (0,), "bca"),
        ("groups", "auto", SHARE, (0,), "wilson-effective"),
        ("weighted groups", "auto", SHARE, (0,), "wilson-effective"),
        ("groups", "jackknife", SHARE, (0,), "group-jackknife"),
        ("groups", "auto", NO_SHARE, (0, 1), "group-jackknife"),
        ("groups", "jackknife", NO_SHARE, (0,), "group-jackknife"),
        ("plain", "auto", SHARE, (0, 1), "paired-shares"),
        ("weights", "auto", SHARE, (0, 1), "paired-shares"),
        ("groups", "auto", SHARE, (0, 1), "paired-shares"),
        ("strata", "auto", SHARE, (0, 1), "bca"),
        ("plain", "auto", NO_SHARE, (0,), "bca"),
        ("groups", "percentile", SHARE, (0,), "percentile"),
        ("plain", "jeffreys", SHARE, (0,), "jeffreys"),
        ("strata", "jeffreys", SHARE, (0,), "jeffreys"),
    ],
)
def test_method(design, asked, metric, of, expected):
    plan = plan_of(["accuracy_score", "f1_macro"], TRUE, [A, B], **DESIGNS[design])
    assert plan.method(metric, asked, of) == expected


@one_case(
    "design, asked, metric, of, message",
    [
        (
            "plain",
            "delong",
            SHARE,
            (0,),
            "method='delong' is for the AUC",
        ),
        ("plain", "jackknife", SHARE, (0,), "is for metrics of clustering, prob"),
        ("plain", "skew-t", SHARE, (0,), "is for means over rows"),
        ("plain", "wilson", NO_SHARE, (0,), "f1_macro is not with these parameters"),
        ("groups", "wilson", SHARE, (0,), "takes no groups"),
        ("plain", "wilson", SHARE, (0, 1), ""),
    ],
)
def test_refusals(design, asked, metric, of, message):
    plan = plan_of(["accuracy_score", "f1_macro"], TRUE, [A, B], **DESIGNS[design])
    refused = plan.method(metric, asked, of)
    assert isinstance(refused, Refusal)
    assert message in refused.error
    assert bool(refused.error) == bool(message)
    if not message:
        assert "a difference is not a proportion of rows" in refused.reason


def test_one_class_must_be_there():
    with pytest.raises(ValueError, match="average='binary'"):
        plan_of(["recall_score"], TRUE, [A])
    with pytest.raises(ValueError, match="pos_label=5 is not a valid label"):
        plan_of([("recall_score", {"pos_label": 5})], [0, 1], [[0, 1]])


@one_case("method", catalog.PROPORTION)
def test_shares_in_closed_form(method):
    plan = plan_of(["accuracy_score", "recall_micro"], TRUE, [A], sample_weight=WEIGHTS)
    weights = np.array(WEIGHTS)
    hits = weights[np.equal(TRUE, A)].sum()
    expected = of_share(hits, weights.sum(), (weights**2).sum(), method, 0.9)
    for metric in (0, 1):
        found = plan.analytic(metric, method, (0,), 0.9)
        assert (found.low, found.high) == pytest.approx((expected.low, expected.high))
        assert found.method == method


def test_rows_that_are_right_in_all_labels_are_a_share(several, rng):
    y_true, y_pred, _ = several
    weights = rng.random(60) * 1e200
    right = (y_true == y_pred).all(axis=1)
    plan = plan_of(["accuracy_score", "hamming_loss"], y_true, [y_pred])
    found = plan.analytic(0, "wilson", (0,), 0.95)
    expected = of_share(right.sum(), 60, None, "wilson", 0.95)
    assert (found.low, found.high) == (expected.low, expected.high)
    # Entries of one row are no independent trials, but rows have means.
    assert plan.method(1, "auto", (0,)) == "skew-t"
    plan = plan_of(["accuracy_score"], y_true, [y_pred], sample_weight=weights)
    found = plan.analytic(0, "wilson", (0,), 0.95)
    w = weights / 1e200
    expected = of_share(w[right].sum(), w.sum(), (w**2).sum(), "wilson", 0.95)
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high))


def test_units_and_rows_of_replicates(several, rng):
    assert plan_of([], TRUE, [A]).n_units == 12
    assert plan_of([], TRUE, [A], sample_weight=WEIGHTS).n_units == 11
    assert plan_of([], TRUE, [A], groups=GROUPS).n_units == 6
    for design, rows in [("plain", 0), ("weights", 24), ("groups", 24)]:
        plan = plan_of([], TRUE, [A, B], **DESIGNS[design])
        assert plan.rows_per_replicate == rows
        assert plan.touches_rows == (rows > 0)
    assert plan_of([], several[0], several[1:]).rows_per_replicate == 120
    many = rng.integers(0, 100, (2, 1000))
    plan = plan_of([], many[0], [many[1]])
    assert (plan.rows_per_replicate, plan.touches_rows) == (0, True)


def test_advice_is_for_classes_of_few_rows():
    assert "stratified=True" in plan_of([], TRUE, [A]).advice
    assert not plan_of([], TRUE, [A], stratified=True).advice
    assert not plan_of([], TRUE, [A], groups=GROUPS).advice
    assert not plan_of([], TRUE * 10, [A * 10]).advice


# --- what public functions take in place of the columns


def outcome(function, *args, **parameters):
    """What a call returns, and the warnings on the way."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        value = function(*args, **parameters)
    return value, [str(one.message) for one in caught]


@one_case("design", ["plain", "weights", "groups"])
@one_case(
    "kind, row",
    [(k, row) for k in ("binary", "multiclass") for row in catalog.scalar("labels", k)],
)
def test_functions_take_what_is_prepared(calls, kind, row, design):
    columns = [np.array(column) for column in (TRUE, A, B)]
    k = 3
    if kind == "binary":
        columns, k = [np.minimum(column, 1) for column in columns], 2
    parameters = parameters_of(row, k)
    plan = plan_of([(row.name, parameters)], columns[0], columns[1:], **DESIGNS[design])
    read = dict(calls.of)
    found = [outcome(row.public, *plan.prepared(0, m), **parameters) for m in (0, 1)]
    assert calls.of == read
    weight = DESIGNS[design].get("sample_weight")
    weighted = {} if weight is None else {"sample_weight": weight}
    for model, y_pred in enumerate(columns[1:]):
        expected = outcome(row.public, columns[0], y_pred, **parameters, **weighted)
        assert found[model] == expected


@one_case("labels", [None, [0, 2]])
def test_averages_over_rows_take_what_is_prepared(calls, several, labels):
    given = {"average": "samples", "labels": labels, "zero_division": 0.0}
    plan = plan_of([("f1_samples", given)], several[0], several[1:])
    read = dict(calls.of)
    found = [fm.f1_score(*plan.prepared(0, model), **given) for model in (0, 1)]
    assert calls.of == read
    expected = [fm.f1_score(several[0], y_pred, **given) for y_pred in several[1:]]
    assert found == expected
    assert plan.estimates[:, 0] == pytest.approx(expected, rel=1e-14)


# --- ratios on the log scale

# tn 1820, fp 180, fn 10, tp 20: a screening test.
SCREEN = [0] * 2000 + [1] * 30, [0] * 1820 + [1] * 180 + [0] * 10 + [1] * 20
RATIOS = ["positive_likelihood_ratio", "negative_likelihood_ratio"]


def test_likelihood_ratios_by_hand():
    found = intervals(plan_of(RATIOS, SCREEN[0], [SCREEN[1]])).values["m0"]
    # Variances 1/20 - 1/30 + 1/180 - 1/2000 and 1/10 - 1/30 + 1/1820 - 1/2000.
    positive, negative = (found[name] for name in RATIOS)
    assert (positive.low, positive.high) == pytest.approx((5.5489, 9.8883), abs=1e-4)
    assert (negative.low, negative.high) == pytest.approx((0.2208, 0.6077), abs=1e-4)
    assert positive.method == negative.method == "log"
    error = positive.estimate * math.sqrt(0.02172222222222222)
    assert positive.standard_error == pytest.approx(error, rel=1e-14)


@one_case("level", [0.5, 0.95, 0.999])
@one_case("pos_label", [0, 1])
def test_likelihood_ratios_of_the_reference(rng, level, pos_label):
    y_true = rng.integers(0, 2, 80)
    y_pred = np.where(rng.random(80) < 0.7, y_true, 1 - y_true)
    names = [(name, {"pos_label": pos_label}) for name in RATIOS]
    plan = plan_of(names, y_true, [y_pred])
    tn, fp, fn, tp = fm.binary_counts(y_true, y_pred, pos_label=pos_label)
    shares = [(tp, fp), (fn, tn)]
    for metric, (above, below) in enumerate(shares):
        found = plan.analytic(metric, "log", (0,), level)
        twin = reference_intervals.ratio_of_shares_interval(
            (above, tp + fn), (below, tn + fp), level
        )
        assert (found.low, found.high) == pytest.approx(twin, rel=1e-13)


def test_differences_of_likelihood_ratios_are_drawn():
    y_true, y_pred = SCREEN
    found = intervals(plan_of(RATIOS, y_true, [y_pred, np.roll(y_pred, 5)]))
    difference = found.differences["m0", "m1"][RATIOS[1]]
    assert difference.method == "bca"
    assert not math.isnan(difference.low)
    assert found.values["m1"][RATIOS[1]].method == "log"


@one_case(
    "y_true, y_pred, reasons",
    [
        # No false positives, then no true negatives: the one ratio is undefined.
        ([0, 0, 1, 1], [0, 0, 1, 0], ["undefined", ""]),
        ([0, 0, 1, 1], [1, 1, 1, 0], ["", "undefined"]),
        # No true positives, then no false negatives.
        ([0, 0, 1, 1], [0, 1, 0, 0], ["the ratio is 0", ""]),
        ([0, 0, 1, 1], [0, 1, 1, 1], ["", "the ratio is 0"]),
        # All are predicted positive, so that nothing varies; or all negative.
        ([0, 0, 1, 1], [1, 1, 1, 1], ["variance is estimated as 0", "undefined"]),
        ([0, 0, 1, 1], [0, 0, 0, 0], ["undefined", "variance is estimated as 0"]),
        ([0, 0], [0, 1], ["undefined", "undefined"]),
    ],
)
def test_likelihood_ratios_without_some_cells(y_true, y_pred, reasons):
    plan = plan_of(RATIOS, y_true, [y_pred])
    for metric, reason in enumerate(reasons):
        found = plan.analytic(metric, "log", (0,), 0.95)
        assert math.isnan(found.low) == bool(reason)
        assert reason in found.reason


def test_how_ratios_are_made():
    y_true, a, b = (np.minimum(column, 1) for column in (TRUE, A, B))
    names = [*RATIOS, "accuracy_score"]
    for design, way in [
        ("plain", "log"),
        ("strata", "log"),
        ("weights", "bca"),
        ("groups", "group-jackknife"),
    ]:
        plan = plan_of(names, y_true, [a, b], **DESIGNS[design])
        assert plan.method(0, "auto", (0,)) == way
        of_two = way if design == "groups" else "bca"
        assert plan.method(0, "auto", (0, 1)) == of_two
        asked = plan.method(1, "log", (0,))
        assert asked == way if way == "log" else "accepts neither" in asked.error
        of_share = plan.method(2, "log", (0,))
        assert "is for likelihood ratios, not for acc" in of_share.error
    plain = plan_of(names, y_true, [a, b])
    assert plain.method(0, "log", (0, 1)) == Refusal(
        "a difference is not a ratio; use a bootstrap method"
    )
    table = plan_from(count_targets(y_true, a, WEIGHTS), RATIOS)
    lacking = Refusal(refusals.TABLES_HAVE_NO_WEIGHTS)
    assert table.method(0, "auto", (0,)) == lacking
    assert "weighted rows cannot be resampled" in table.method(0, "bca", (0,)).error


# --- counts in place of the columns


def test_a_table_answers_as_its_columns_do():
    names = ["accuracy_score", "f1_macro"]
    of_columns = intervals(plan_of(names, TRUE, [A])).values["m0"]
    plan = plan_from(count_targets(TRUE, A), names)
    of_table = intervals(plan).values["model"]
    for name in names:
        one, other = of_columns[name], of_table[name]
        assert (one.low, one.high, one.method) == (other.low, other.high, other.method)


def test_a_table_has_no_rows():
    counts = count_targets(TRUE, A)
    with pytest.raises(TypeError, match="no rows that groups belong to"):
        plan_from(counts, [], groups=GROUPS)
    with pytest.raises(TypeError, match="no rows that sample_weight belong to"):
        plan_from(counts, [], sample_weight=WEIGHTS)


def test_tables_that_cannot_be_drawn():
    weighted = plan_from(
        count_targets(TRUE, A, WEIGHTS), ["accuracy_score", "f1_macro"]
    )
    assert weighted.method(0, "auto", (0,)) == "wilson"
    lacking = Refusal(refusals.TABLES_HAVE_NO_WEIGHTS)
    assert weighted.method(1, "auto", (0,)) == lacking
    assert "weighted rows cannot be resampled" in weighted.method(1, "bca", (0,)).error
    empty = fm.ConfusionCounts([0, 1], [[0, 0], [0, 0]])
    plan = plan_from(empty, ["accuracy_score", "balanced_accuracy_score"])
    assert "without rows" in plan.method(1, "auto", (0,)).error
    assert plan.analytic(0, "wilson", (0,), 0.95).reason == "undefined on these data"


def test_counts_of_several_labels_give_what_they_know(several):
    y_true, y_pred, _ = several
    counts = fm.IndicatorCounts.from_labels(y_true, y_pred)
    plan = plan_from(counts, ["accuracy_score", "f1_macro"])
    found = intervals(plan).values["model"]
    same = intervals(plan_of(["accuracy_score"], y_true, [y_pred])).values["m0"]
    assert found["accuracy_score"].low == same["accuracy_score"].low
    expected = fm.f1_score(y_true, y_pred, average="macro")
    assert found["f1_macro"].estimate == pytest.approx(expected, rel=1e-14)
    assert "lack the labels of each row" in found["f1_macro"].reason
    with pytest.raises(ValueError, match="lack the labels of each row"):
        intervals(plan, "percentile")
