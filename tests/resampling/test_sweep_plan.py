"""SweepPlan: the same intervals from one reading of each column, or from a sweep."""

import math
import warnings
from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from helpers.examples import parameters_of
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics._common import arrays
from fastmetrics._common.laws import p_value
from fastmetrics._kernels import keys, labelled, objects
from fastmetrics.catalog import BOOTSTRAP, JACKKNIFE, PROPORTION, find, scalar
from fastmetrics.intervals.engine import make_intervals
from fastmetrics.metrics.bound import BoundMetric
from fastmetrics.metrics.record import DELONG, MEAN
from fastmetrics.reference import area_intervals
from fastmetrics.reference.scores.delong import variance_terms
from fastmetrics.resampling import PLANS, area_plans, plan_of, sweep_plan
from fastmetrics.resampling.plan import Data, Design, Refusal
from fastmetrics.resampling.sweep_plan import SweepPlan

ROWS = [r for r in scalar("binary_scores") if not (r.required or r.by_group)]
NAMES = [row.name for row in ROWS]


def asked(*names, **parameters):
    """Metrics with these parameters, or with examples of those they need."""
    return [
        BoundMetric(
            row, row.with_parameters(parameters) if parameters else parameters_of(row)
        )
        for row in map(find, names)
    ]


def plan_for(y_true, y_scores, metrics=None, positive=None, **design):
    """A plan of score columns, a list or by model, that has been asked."""
    if not isinstance(y_scores, dict):
        y_scores = {"model": y_scores}
    plan = SweepPlan(
        Data({"y_true": y_true}, {k: {"y_score": s} for k, s in y_scores.items()}),
        Design(**design),
        {"pos_label": positive},
    )
    plan.ask(metrics or asked(*NAMES))
    return plan


def plan_from(summary, metrics=None, **design):
    """A plan of a sweep that stands in place of the columns."""
    plan = SweepPlan(Data({}, {"model": {}}, summary), Design(**design), {})
    plan.ask(metrics or asked(*NAMES))
    return plan


def intervals(plan, method="auto", n_resamples=50):
    return make_intervals(
        plan,
        confidence_level=0.95,
        method=method,
        n_resamples=n_resamples,
        seed=7,
    )


def same_interval(one, other, tolerance=0.0):
    for name in ("estimate", "low", "high", "standard_error"):
        np.testing.assert_allclose(
            getattr(one, name), getattr(other, name), rtol=0, atol=tolerance
        )
    for name in ("method", "n_resamples", "n_undefined", "approximate", "reason"):
        assert getattr(one, name) == getattr(other, name)
    if other.distribution is not None:
        np.testing.assert_array_equal(one.distribution, other.distribution)


@pytest.fixture
def data(rng):
    """Labels, three models' scores with ties, and a design of each kind."""
    n = 150
    y_true = (rng.random(n) < 0.4).astype(int)
    a = np.round(rng.normal(y_true), 1)
    scores = {"a": a, "b": np.round(a / 2 + rng.normal(size=n), 1), "c": rng.random(n)}
    designs = {
        "plain": {},
        "stratified": {"stratified": True},
        "weights": {"sample_weight": rng.integers(0, 4, n) / 2},
        "groups": {"groups": rng.integers(0, 30, n)},
    }
    designs["both"] = {**designs["weights"], **designs["groups"]}
    return y_true, scores, designs


DESIGNS = ("plain", "stratified", "weights", "groups", "both")


def test_it_is_the_familys_plan():
    assert PLANS["binary_scores"]
    assert plan_of("binary_scores") is SweepPlan


# ------------------------------------------------------------------ what is drawn

TRUE = [1, 0, 1, 1, 0, 0, 1, 0, 0, 1]
A = [0.9, 0.8, 0.7, 0.7, 0.6, 0.5, 0.5, 0.4, 0.2, 0.3]
B = [0.1, 0.4, 0.9, 0.6, 0.6, 0.2, 0.8, 0.3, 0.5, 0.7]
WEIGHTS = [1, 2, 1, 0, 1, 3, 1, 1, 2, 1]
GROUPS = [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]


@one_case(
    "models, design, expected",
    [
        ((A,), {}, [[3 / 7, 13 / 24, 13 / 25, 1]]),
        ((A, B), {}, [[16 / 25, 1 / 2, 3 / 5, 13 / 25], [4 / 5, 2 / 3, 0.78, 4 / 5]]),
        ((A,), {"stratified": True}, [[23 / 25, 13 / 25, 47 / 50, 23 / 25]]),
        ((A,), {"sample_weight": WEIGHTS}, [[13 / 27, 7 / 12, 9 / 11, 1 / 5]]),
        (
            (A, B),
            {"sample_weight": WEIGHTS},
            [[7 / 12, 3 / 4, 5 / 14, 1], [1 / 2, 1 / 3, 3 / 4, 0]],
        ),
        (
            (A, B),
            {"groups": GROUPS},
            [[5 / 7, 19 / 21, 35 / 48, 35 / 48], [6 / 7, 1, 19 / 24, 19 / 24]],
        ),
    ],
)
def test_replicates_of_a_seed_stay_what_they_were(models, design, expected):
    """AUCs of four replicates, as the first version that had plans drew them."""
    plan = plan_for(TRUE, dict(enumerate(models)), asked("ks", "roc_auc"), **design)
    found = plan.replicates([1], 11, 4, None)
    assert found.shape == (4, len(models), 1)
    np.testing.assert_allclose(found[..., 0].T, expected, rtol=1e-15)


def test_a_metric_is_drawn_alike_whatever_else_is_asked(data):
    y_true, scores, _ = data
    plan = plan_for(y_true, scores)
    together = plan.replicates(range(len(NAMES)), 3, 20, None)
    for j in (0, len(NAMES) - 1):
        alone = plan.replicates([j], 3, 20, None)[..., 0]
        np.testing.assert_array_equal(alone, together[..., j])


@one_case("design", DESIGNS)
def test_rows_units_and_totals(data, design):
    y_true, scores, designs = data
    plan = plan_for(y_true, scores, **designs[design])
    weights = designs[design].get("sample_weight", np.ones(len(y_true)))
    kept = weights > 0
    assert plan.n_rows == len(y_true)
    assert plan.rows_per_replicate == 3 * kept.sum()
    groups = designs[design].get("groups")
    assert plan.n_units == (
        kept.sum() if groups is None else len(np.unique(groups[kept]))
    )
    n_pos = np.count_nonzero(y_true[kept])
    expected = [kept.sum(), n_pos, kept.sum() - n_pos]
    expected += [weights[y_true == label].sum() for label in (1, 0)]
    assert list(plan.totals) == expected
    helped = design in ("plain", "weights")
    assert plan.advice == helped * "stratified=True keeps all classes in each"


# ------------------------------------------------------------------ read once

DOORS = [
    (labelled, "sort_plain"),
    (labelled, "sort"),
    (keys, "rows"),
    (keys, "check_weights"),
    (arrays, "sort_pairs"),
    (objects, "scan_objects"),
]


@pytest.fixture
def calls(monkeypatch):
    """How often the doors and kernels are called that read or sort rows."""
    counted = Counter()

    def counting(name, function):
        def called(*args):
            counted[name] += 1
            return function(*args)

        return called

    for module, name in DOORS:
        monkeypatch.setattr(module, name, counting(name, getattr(module, name)))
    return counted


def ask_everything(plan):
    """All intervals by several methods, tests, and values from what is prepared."""
    for method in ("auto", "bca", "percentile"):
        intervals(plan, method, n_resamples=5)
    plan.delong_variance((0,))
    if len(plan.names) > 1 and plan._design.is_plain:
        for pair in combinations(range(len(plan.names)), 2):
            plan.delong_test(*pair)
    for k in range(len(plan.names)):
        for one in plan.asked:
            one.row.public(*plan.prepared(0, k), **one.parameters)


@pytest.mark.long
@one_case(
    "labels, models, design",
    [
        *(("numbers", models, design) for models in (1, 3) for design in DESIGNS),
        *(("words", models, design) for models in (1, 3) for design in DESIGNS[::4]),
    ],
)
def test_each_column_is_read_and_sorted_once(data, calls, labels, models, design):
    y_true, scores, designs = data
    calls.clear()
    positive = None
    if labels == "words":
        y_true = np.where(y_true == 1, "yes", "no").astype(object)
        positive = "yes"
    scores = {name: scores[name] for name in list(scores)[:models]}
    ask_everything(plan_for(y_true, scores, positive=positive, **designs[design]))
    if models == 1 and design in ("plain", "stratified"):
        # Words are no plain array: the quick door looks, and leaves it to the other.
        expected = {"sort_plain": 1}
        expected |= {"sort": 1, "scan_objects": 1} if labels == "words" else {}
    else:
        expected = {"rows": models, "sort_pairs": models}
        expected |= {"scan_objects": 1} if labels == "words" else {}
        expected |= {"check_weights": 1} if design in ("weights", "both") else {}
    assert dict(calls) == expected


def test_y_true_is_made_an_array_once_for_all_families(data):
    y_true, scores, _ = data
    read = []

    class Column(list):
        def __iter__(self):
            read.append("iterated")
            return super().__iter__()

    shared = Data(
        {"y_true": Column(y_true.tolist())},
        {name: {"y_score": s} for name, s in scores.items()},
    )
    SweepPlan(shared, Design(), {})
    n_reads = len(read)
    SweepPlan(shared, Design(), {})
    assert len(read) == n_reads


def test_categories_pass_the_door_again(data):
    pandas = pytest.importorskip("pandas")
    y_true, scores, _ = data
    words = pandas.Series(np.where(y_true == 1, "yes", "no"), dtype="category")
    metrics = asked("ks_statistic")
    found = plan_for(words, scores, metrics, positive="yes").estimates
    np.testing.assert_array_equal(found, plan_for(y_true, scores, metrics).estimates)


# ------------------------------------------------------------------ values


@one_case("models", [1, 3])
@one_case("design", DESIGNS)
@one_case("name", NAMES)
def test_functions_take_what_is_prepared(data, design, models, name):
    """The same bits as from columns, and the plan's own value but for rounding."""
    y_true, scores, designs = data
    scores = {name: scores[name] for name in list(scores)[:models]}
    plan = plan_for(y_true, scores, asked(name), **designs[design])
    [one] = plan.asked
    weight = designs[design].get("sample_weight")
    weighted = {} if weight is None else {"sample_weight": weight}
    for k, y_score in enumerate(scores.values()):
        expected = one.row.public(y_true, y_score, **one.parameters, **weighted)
        assert one.row.public(*plan.prepared(0, k), **one.parameters) == expected
        value = expected[1] if isinstance(expected, tuple) else expected
        assert plan.estimates[k, 0] == pytest.approx(value, rel=1e-14)


@one_case("design", DESIGNS)
def test_curves_take_what_is_prepared(data, design):
    y_true, scores, designs = data
    plan = plan_for(y_true, scores, **designs[design])
    weight = designs[design].get("sample_weight")
    for curve in (fm.roc_curve, fm.precision_recall_curve, fm.det_curve):
        for k, y_score in enumerate(scores.values()):
            expected = curve(y_true, y_score, sample_weight=weight)
            for ours, theirs in zip(curve(*plan.prepared(0, k)), expected, strict=True):
                np.testing.assert_array_equal(ours, theirs)


@one_case("name", ["roc_auc_score", "average_precision_score", "ks"])
@one_case("weights", [None, [1.0, 2.0, 0.5]])
def test_what_is_prepared_warns_as_columns_do(name, weights):
    y_true, y_score = [0, 0, 0], [0.1, 0.4, 0.3]
    plan = plan_for(y_true, y_score, asked(name), sample_weight=weights)
    said = []
    weighted = {} if weights is None else {"sample_weight": weights}
    for columns, options in ((plan.prepared(0, 0), {}), ((y_true, y_score), weighted)):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            value = find(name).public(*columns, **options)
        said.append((str(value), [(w.category, str(w.message)) for w in caught]))
    assert said[0] == said[1]
    assert said[0][1]


def test_what_counts_rows_takes_no_weights(data):
    y_true, scores, designs = data
    plan = plan_for(y_true, scores["a"], **designs["weights"])
    with pytest.raises(ValueError, match="sample_weight must be None"):
        fm.pr_auc_score(*plan.prepared(0, 0), interpolation="davis-goadrich")


# ------------------------------------------------------------------ left out


@one_case("name", ["roc_auc_score", "rank_loss", "average_precision"])
def test_closed_forms_leave_out_each_row(data, name):
    """The values of a single model are those of leaving out units one by one."""
    y_true, scores, _ = data
    name = {"average_precision": "average_precision_score"}.get(name, name)
    one = plan_for(y_true, scores["a"], asked(name)).jackknife(0, (0,), 5)
    each = np.repeat(one.values[:, 0], one.counts.astype(int))
    two = plan_for(y_true, {"a": scores["a"], "b": scores["b"]}, asked(name))
    by_row = two.jackknife(0, (0, 1), 5)
    assert by_row.counts is None
    assert by_row.values.shape == (len(y_true), 2)
    np.testing.assert_allclose(np.sort(each), np.sort(by_row.values[:, 0]), rtol=1e-12)


@one_case("design", DESIGNS)
def test_groups_are_left_out_once_for_all_metrics(data, monkeypatch, design):
    y_true, scores, designs = data
    plan = plan_for(y_true, scores, **designs[design])
    passes = []
    delete_groups = sweep_plan.SweepModels.delete_groups
    monkeypatch.setattr(
        sweep_plan.SweepModels,
        "delete_groups",
        lambda *args: passes.append(1) or delete_groups(*args),
    )
    intervals(plan, "bca", n_resamples=5)
    assert passes == [1]


def test_acceleration_is_left_out_where_it_cannot_be_seen(data, monkeypatch):
    y_true, scores, _ = data
    plan = plan_for(y_true, scores)
    assert plan.jackknife(0, (0,), 5) is not None
    monkeypatch.setattr(sweep_plan, "_MOST_JACKKNIFED", 10)
    assert plan.jackknife(0, (0,), 5) is None


# ------------------------------------------------------------------ DeLong


@one_case("stratified", [False, True])
def test_delong_is_that_of_the_public_functions(data, stratified):
    y_true, scores, _ = data
    plan = plan_for(y_true, scores, stratified=stratified)
    expected = fm.delong_roc_variance(y_true, np.column_stack(list(scores.values())))
    found = [plan.delong_variance((k,)).total for k in range(3)]
    np.testing.assert_allclose(found, np.diag(expected[1]), rtol=1e-12)
    for i, j in combinations(range(3), 2):
        a, b = list(scores.values())[i], list(scores.values())[j]
        test = fm.delong_roc_test(y_true, a, b)
        # Sums are of rows in another order.
        np.testing.assert_allclose(plan.delong_test(i, j), test, rtol=1e-12)
        error = plan.delong_variance((i, j)).standard_error
        assert error == pytest.approx(test.standard_error, rel=1e-12)
        auc = [one.row.name for one in plan.asked].index("roc_auc_score")
        law = plan.analytic(auc, "delong", (i, j), 0.95).law
        assert p_value(law) == pytest.approx(test.pvalue, rel=1e-12)
    alone = plan_for(y_true, scores["a"]).delong_variance((0,))
    assert alone == pytest.approx(plan.delong_variance((0,)), rel=1e-12)


def test_delong_of_models_that_hardly_differ(rng):
    """One row of 5,000 is placed otherwise: no digits are lost."""
    y_true = (rng.random(5_000) < 0.5).astype(int)
    a = rng.normal(y_true)
    b = a.copy()
    b[np.flatnonzero(y_true)[0]] += 0.01
    found = plan_for(y_true, {"a": a, "b": b}).delong_test(0, 1)
    np.testing.assert_allclose(found, fm.delong_roc_test(y_true, a, b), rtol=1e-9)


def test_delong_keeps_large_integers_apart(rng):
    y_true = rng.integers(0, 2, 60)
    large = 2**53 + rng.integers(0, 9, 60)
    both = plan_for(y_true, {"large": large, "float": rng.random(60)})
    alone = plan_for(y_true, large)
    assert both.delong_variance((0,)) == pytest.approx(
        alone.delong_variance((0,)), rel=1e-12
    )


def test_delong_has_nothing_to_say_of_weights_groups_and_single_rows(data):
    y_true, scores, designs = data
    for design in ("weights", "groups", "both"):
        other = plan_for(y_true, scores, **designs[design])
        assert other.delong_variance((0,)) is None
    few = plan_for([1, 0, 0], {"a": [3, 1, 2], "b": [2, 1, 3]}, asked("roc_auc"))
    assert few.delong_variance((0,)) is None
    for method in DELONG:
        reasons = [few.analytic(0, method, of, 0.95).reason for of in ((1,), (0, 1))]
        assert reasons == 2 * ["a class has a single row"]
        assert few.analytic(0, method, (0,), 0.95).method == "exact"
    with pytest.warns(fm.UndefinedMetricWarning, match="only one row"):
        assert few.delong_test(0, 1).difference == 0.5
    none = plan_for([0, 0], {"a": [3, 1], "b": [1, 2]}, asked("roc_auc"))
    for of in ((0,), (0, 1)):
        assert none.analytic(0, "delong", of, 0.95).reason == "undefined on one class"


@one_case("method", DELONG)
def test_differences_without_variance(method):
    """Scores that never vary say nothing, also where they are the same."""
    y_true = [0, 1, 0, 1, 0, 1]
    mixed = {"a": [1, 3, 2, 4, 5, 6], "same": [1, 3, 2, 4, 5, 6]}
    found = plan_for(y_true, mixed, asked("roc_auc"))
    same = found.analytic(0, method, (0, 1), 0.95)
    assert (same.estimate, same.method, same.law) == (0, "none", None)
    for b in (y_true, [0] * 6):
        flat = plan_for(y_true, {"a": y_true, "b": b}, asked("roc_auc"))
        one = flat.analytic(0, method, (0, 1), 0.95)
        assert one.method == "none"
        assert one.reason == "the variance is estimated as 0"


def test_differences_are_of_students_law(data):
    """With the degrees of freedom of the rows' differences in placement."""
    y_true, scores, _ = data
    plan = plan_for(y_true, scores, asked("gini"))
    found = plan.analytic(0, "inverted-delong", (0, 1), 0.9)
    columns = [scores["a"].tolist(), scores["b"].tolist()]
    terms = tuple(map(float, variance_terms(list(y_true), columns, 1)))
    sizes = int(sum(y_true)), len(y_true) - int(sum(y_true))
    low, high = area_intervals.student_interval(found.estimate / 2, terms, *sizes, 0.9)
    assert (found.low, found.high) == pytest.approx((2 * low, 2 * high), rel=1e-10)
    freedom = area_intervals.degrees_of_freedom(terms, *sizes)
    statistic = found.estimate / found.standard_error
    assert p_value(found.law) == pytest.approx(
        area_intervals.student_p_value(statistic, freedom), rel=1e-10
    )


@one_case("method", DELONG)
def test_interval_and_p_value_of_a_difference_never_disagree(rng, method):
    y_true = np.arange(60) < 7
    for _ in range(40):
        a = rng.normal(y_true * 1.5)
        plan = plan_for(y_true, {"a": a, "b": rng.normal(y_true)}, asked("roc_auc"))
        p = p_value(plan.analytic(0, method, (0, 1), 0.95).law)
        for level in (1 - 1.001 * p, 1 - 0.999 * p):
            found = plan.analytic(0, method, (0, 1), level)
            assert (found.low <= 0 <= found.high) == (p >= 1 - level)


def test_inverted_interval_between_both_ends(rng):
    """However few rows, and however near to 0 or 1, it holds the area and no more."""
    for n_pos, n_neg in ((2, 2), (2, 5000), (400, 3)):
        y_true = np.arange(n_pos + n_neg) < n_pos
        for shift in (-3, 0, 3, 6):
            y_score = rng.normal(shift * y_true, 1 + y_true)
            found = plan_for(y_true, y_score, asked("roc_auc")).analytic(
                0, "inverted-delong", (0,), 0.95
            )
            if found.method == "inverted-delong":
                assert 0 < found.low < found.estimate < found.high < 1


# ------------------------------------------------------------------ sweeps


@one_case("method", ["auto", "bca"])
@one_case("stratified", [False, True])
def test_a_sweep_stands_in_place_of_the_columns(data, method, stratified):
    y_true, scores, _ = data
    halves = [
        fm.ScoreSweep.from_scores(y_true[part], scores["a"][part])
        for part in (slice(None, 60), slice(60, None))
    ]
    of_sweep = plan_from(halves[0] + halves[1], stratified=stratified)
    of_rows = plan_for(y_true, scores["a"], stratified=stratified)
    assert of_sweep.n_rows == of_rows.n_rows
    assert of_sweep.totals == of_rows.totals
    ours, theirs = intervals(of_sweep, method), intervals(of_rows, method)
    for name in NAMES:
        same_interval(ours.values["model"][name], theirs.values["model"][name], 1e-14)


@one_case("weighted", [False, True])
@one_case("name", NAMES)
def test_functions_take_the_sweep_that_was_given(data, name, weighted):
    y_true, scores, designs = data
    options = designs["weights"] if weighted else {}
    summary = fm.ScoreSweep.from_scores(y_true, scores["a"], **options)
    plan = plan_from(summary, asked(name))
    [one] = plan.asked
    value = one.row.public(*plan.prepared(0, 0), **one.parameters)
    expected = one.row.public(y_true, scores["a"], **one.parameters, **options)
    np.testing.assert_allclose(value, expected, rtol=1e-12)
    value = value[1] if isinstance(value, tuple) else value
    assert plan.estimates[0, 0] == pytest.approx(value, rel=1e-12)


def test_a_sweep_of_weights_has_lost_its_rows(data):
    y_true, scores, designs = data
    weight = designs["weights"]["sample_weight"]
    summary = fm.ScoreSweep.from_scores(y_true, scores["a"], sample_weight=weight)
    plan = plan_from(summary)
    of_rows = plan_for(y_true, scores["a"], sample_weight=weight)
    np.testing.assert_allclose(plan.estimates, of_rows.estimates, rtol=1e-12)
    found = intervals(plan).values["model"]
    for one in found.values():
        assert math.isnan(one.low)
        assert "no longer knows the rows" in one.reason
    with pytest.raises(ValueError, match="'bca' needs rows: a sweep of weights"):
        intervals(plan, "bca")
    with pytest.raises(ValueError, match="neither sample_weight nor groups"):
        intervals(plan_from(summary, asked("roc_auc")), "delong")


@one_case("name", ["groups", "sample_weight"])
def test_what_belongs_to_rows_is_refused_beside_a_sweep(name):
    sweep = fm.ScoreSweep.from_scores([0, 1], [0.1, 0.2])
    with pytest.raises(TypeError, match=f"no rows that {name} belong to"):
        plan_from(sweep, **{name: [1, 1]})


# ------------------------------------------------------------------ what is refused


def refusal(plan, asked_method, metric=0):
    found = plan.method(metric, asked_method, (0,))
    return found.error if isinstance(found, Refusal) else found


def test_methods_and_refusals(data):
    y_true, scores, designs = data
    metrics = asked("roc_auc", "ks", "average_precision_score")
    plan = plan_for(y_true, scores["a"], metrics)
    assert [plan.method(j, "auto", (0,)) for j in range(3)] == [
        "inverted-delong",
        "smoothed",
        "bca",
    ]
    for method in (*BOOTSTRAP, *DELONG):
        assert plan.method(0, method, (0,)) == method
    for method in PROPORTION:
        assert refusal(plan, method) == (
            f"method={method!r} is for shares of rows, which roc_auc_score is not; its "
            f"methods are auto, {', '.join((*BOOTSTRAP, *DELONG))}"
        )
        assert refusal(plan, method, 1).endswith("bias-corrected, normal")
    for method in JACKKNIFE:
        assert "is for metrics of clustering" in refusal(plan, method)
    both = "metrics of clustering, probabilities, regression, retrieval, recommendation"
    others = f"{both}, speech and items, not for roc_auc_score"
    assert others in refusal(plan, "jackknife")
    for method in MEAN:
        assert "is for means over rows" in refusal(plan, method)
    for method in DELONG:
        assert refusal(plan, method, 1) == (
            f"method={method!r} is for the AUC and its linear functions, not for "
            f"ks_statistic; its methods are auto, {', '.join(BOOTSTRAP)}"
        )
    for design, way in {"weights": "bca", "groups": "group-jackknife"}.items():
        other = plan_for(y_true, scores["a"], metrics, **designs[design])
        assert other.method(0, "auto", (0,)) == way
        for method in DELONG:
            assert "neither sample_weight nor groups" in refusal(other, method)
    assert "biased" in plan.note(1, "auto", (0,))
    assert plan.note(1, "normal", (0,)) == ""


def test_what_needs_the_rows_is_no_metric_of_sweeps(data):
    y_true, scores, _ = data
    by_class = asked("roc_auc_score", multi_class="ovr")
    assert not SweepPlan.reads(by_class[0])
    assert SweepPlan.reads(asked("roc_auc_score")[0])
    with pytest.raises(ValueError, match="roc_auc_score' is not a metric of binary"):
        plan_for(y_true, scores["a"], by_class)
    with pytest.raises(ValueError, match="accuracy_score' is not a metric of binary"):
        plan_for(y_true, scores["a"], asked("accuracy_score"))


def test_parameters_reach_the_value(data):
    y_true, scores, _ = data
    lift = asked("lift_score", at=0.3, pos_label=1)
    found = plan_for(y_true, scores["a"], lift).estimates
    assert found[0, 0] == fm.lift_score(y_true, scores["a"], at=0.3)


@one_case(
    "call, match",
    [
        ({"groups": [1, 1, 2], "stratified": True}, "exclude each other"),
        ({"groups": [1]}, "groups has 1, expected 3"),
        ({"sample_weight": [1, -1, 1]}, "sample_weight must not be negative"),
        ({"b": [0.1, 0.2]}, "y_true has 3, y_score has 2"),
        ({"b": [0.1, 0.2, math.inf]}, "y_score contains infinity"),
    ],
)
def test_bad_data_raise_when_they_are_read(call, match):
    scores = {"a": [0.1, 0.3, 0.2]}
    scores |= {"b": call.pop("b")} if "b" in call else {}
    with pytest.raises(ValueError, match=match):
        plan_for([0, 1, 1], scores, **call)


def test_a_single_group_has_no_replicates_that_differ(data):
    y_true, scores, _ = data
    plan = plan_for(y_true, scores, groups=np.zeros(len(y_true)))
    assert plan.n_units == 1
    for one in intervals(plan).differences["a", "b"].values():
        assert one.reason == "a single row or group has no replicates that differ"


def test_asking_anew_forgets_what_was_asked(data):
    y_true, scores, _ = data
    plan = plan_for(y_true, scores, asked("ks"))
    plan.jackknife(0, (0,), 1)
    first = plan.estimates
    plan.ask(asked("lift", "ks"))
    assert plan.estimates.shape == (3, 2)
    np.testing.assert_array_equal(plan.estimates[:, 1], first[:, 0])
    assert plan.jackknife(1, (0,), 1).values.shape == (150, 1)


def test_scores_of_several_columns_are_told_by_their_first_row():
    assert area_plans.is_matrix([[0.2, 0.8], [0.5, 0.5]])
    assert area_plans.is_matrix(np.eye(2))
    for column in ([0.2], ["ab"], [[0.2]], [np.array(0.2)], [np.ma.masked], [], 0.5):
        assert not area_plans.is_matrix(column)
