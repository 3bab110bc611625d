"""Several models on one test set: against the twin, and on data that say little."""

import itertools
import math
import pickle
import warnings

import numpy as np
import pytest
import scipy.stats
from helpers.drawn import renderer_of
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics import reference
from fastmetrics.comparison.simultaneous import rank_sets
from fastmetrics.show.numbers import p_value

OPTIONS = {"n_resamples": 199, "random_state": 5}


def shuffled(n):
    """Numbers of rows in no order: neighbours are not wrong together."""
    return np.random.default_rng(0).permutation(n)


def scores_of(rng, n, k):
    y = (rng.random(n) < 0.4).astype(int)
    y[:2] = 0, 1
    return y, {f"m{j}": y * 0.3 * j + rng.normal(size=n) for j in range(k)}


def labels_of(rng, n, k, step=0.05):
    y = rng.integers(0, 2, n)
    return y, {
        f"m{j}": np.where(rng.random(n) < 0.7 + step * j, y, 1 - y) for j in range(k)
    }


# --- against the twin


@pytest.mark.long
@one_case(
    "name, margin, baseline",
    [
        ("average_precision_score", 0.05, "m1"),
        ("mean_absolute_error", 0.05, None),
        ("mean_absolute_error", 0.0, "m1"),
    ],
)
def test_as_the_twin_where_rows_are_drawn(rng, name, margin, baseline):
    y, models = scores_of(rng, 18, 3)
    given = {"y_pred": models}
    if name == "average_precision_score":
        given = {"y_score": models}
    options = {"n_resamples": 39, "random_state": 5}
    options |= {"margin": margin, "baseline": baseline}
    found = fm.compare(name, y, method="percentile", **given, **options)
    row = fm.catalog.find(name)
    twin = reference.compare(
        getattr(reference, name),
        y.tolist(),
        {model: column.tolist() for model, column in models.items()},
        greater_is_better=row.greater_is_better,
        **options,
    )
    assert [*found.differences] == [*twin.differences]
    assert found.rank_intervals == twin.rank_intervals
    for pair, one in found.differences.items():
        expected = twin.differences[pair]
        # Replicates are the same; sums of other orders round otherwise.
        assert one.estimate == pytest.approx(expected.estimate, abs=1e-13)
        assert (one.low, one.high) == pytest.approx((expected.low, expected.high))
        # And the points nearest to the quantile may change sides by that.
        wide = (expected.simultaneous_low, expected.simultaneous_high)
        assert (one.simultaneous_low, one.simultaneous_high) == pytest.approx(
            wide, rel=1e-3, abs=1e-4
        )
        assert one.pvalue == pytest.approx(expected.pvalue, rel=1e-6)
        assert one.adjusted_pvalue == pytest.approx(expected.adjusted_pvalue, abs=2e-4)


def test_values_are_those_of_confidence_interval(rng):
    y, models = labels_of(rng, 200, 2)
    found = fm.compare("f1_score", y, models, stratified=True, **OPTIONS)
    for model, column in models.items():
        alone = fm.confidence_interval("f1_score", y, column)
        assert found.values[model].estimate == alone.estimate
    report = fm.evaluate(y, models, metrics=["f1_score"], stratified=True, **OPTIONS)
    one, same = found["m0", "m1"], report.differences["m0", "m1"]["f1_score"]
    assert (one.estimate, one.low, one.high) == (same.estimate, same.low, same.high)
    assert one.method == same.method == "bca"


def test_metrics_of_a_list_share_their_draws(rng):
    y, models = labels_of(rng, 200, 3)
    both = fm.compare(["accuracy", "mcc"], y, models, **OPTIONS)
    assert [*both] == ["accuracy_score", "matthews_corrcoef"]
    for name, found in both.items():
        alone = fm.compare(name, y, models, **OPTIONS)
        assert found.to_dict() == alone.to_dict()


# --- several pairs at once


@one_case("level", [0.5, 0.8, 0.95])
def test_maxt_rejects_where_simultaneous_bounds_leave_out_0(rng, level):
    y, models = labels_of(rng, 150, 6, 0.03)
    options = {**OPTIONS, "confidence_level": level, "adjust": "maxt"}
    found = fm.compare("accuracy", y, models, **options)
    told = [
        one.simultaneous_low > 0 or one.simultaneous_high < 0
        for one in found.differences.values()
    ]
    assert told == [
        one.adjusted_pvalue <= found.alpha for one in found.differences.values()
    ]
    assert any(told) or level == 0.95


def test_simultaneous_bounds_hold_those_of_a_single_difference(rng):
    y, models = labels_of(rng, 300, 5)
    one = fm.compare("accuracy", y, {k: models[k] for k in ("m0", "m1")}, **OPTIONS)
    five = fm.compare("accuracy", y, models, **OPTIONS)
    assert five["m0", "m1"].simultaneous_low < one["m0", "m1"].simultaneous_low
    assert one["m0", "m1"].adjusted_pvalue == one["m0", "m1"].pvalue


def test_more_confidence_than_replicates_can_tell_goes_beyond_them():
    y, models = [0, 1] * 10, {"a": [0, 1] * 10, "b": [0, 1, 1, 1] * 5}
    found = fm.compare("accuracy", y, models, n_resamples=9, random_state=0)
    one = found["a", "b"]
    level = fm.compare(
        "accuracy", y, models, n_resamples=9, random_state=0, confidence_level=0.8
    )["a", "b"]
    assert one.low < level.low < level.high < one.high


def test_more_pairs_than_the_largest_deviation_is_known_of(rng, monkeypatch):
    y, models = labels_of(rng, 200, 4)
    monkeypatch.setattr("fastmetrics.comparison.simultaneous.MOST_PAIRS", 5)
    found = fm.compare("accuracy", y, models, **OPTIONS)
    plain = fm.compare("accuracy", y, models, adjust="bonferroni", **OPTIONS)
    assert found.rank_intervals == plain.rank_intervals
    for pair, one in found.differences.items():
        assert one.adjusted_pvalue == plain[pair].adjusted_pvalue
        assert one.simultaneous_low == plain[pair].simultaneous_low


def test_rank_sets():
    better = np.array([[0, 1, 1], [0, 0, 0], [0, 0, 0]], bool)
    assert rank_sets(better, 3) == [(1, 1), (2, 3), (2, 3)]


def test_ranks_with_a_baseline_are_of_what_was_compared(rng):
    y, models = labels_of(rng, 900, 4, 0.08)
    bound = fm.compare("accuracy", y, models, baseline="m2", **OPTIONS)
    assert [*bound.differences] == [("m0", "m2"), ("m1", "m2"), ("m3", "m2")]
    told = [one.adjusted_pvalue <= 0.05 for one in bound.differences.values()]
    assert told == [True, True, True]
    # m0 and m1 are worse than m2, which is worse than m3; no others were compared.
    assert bound.rank_intervals == {
        "m0": (2, 4), "m1": (2, 4), "m2": (2, 2), "m3": (1, 3)
    }  # fmt: skip
    free = fm.compare("accuracy", y, models, **OPTIONS)
    # Fewer are compared, and each alone in the same way.
    for pair, one in bound.differences.items():
        assert one.pvalue == pytest.approx(free[pair].pvalue, rel=1e-9)
        assert one.adjusted_pvalue <= free[pair].adjusted_pvalue


def test_smaller_is_better_turns_ranks_around(rng):
    y, models = labels_of(rng, 400, 3, 0.14)
    right = fm.compare("accuracy", y, models, **OPTIONS)
    wrong = fm.compare("zero_one_loss", y, models, **OPTIONS)
    assert right.ranking == wrong.ranking == ("m2", "m1", "m0")
    assert right.rank_intervals == wrong.rank_intervals


def test_groups_and_letters(rng):
    y, models = labels_of(rng, 800, 3, 0.1)
    found = fm.compare("accuracy", y, models, **OPTIONS)
    assert found.letters() == {"m2": "a", "m1": "b", "m0": "c"}
    assert found.groups(1e-60) == (("m2", "m1", "m0"),)
    against = fm.compare("accuracy", y, models, baseline="m0", **OPTIONS)
    assert against.groups() == (("m0",),)
    with pytest.raises(ValueError, match="letters need all pairs"):
        against.letters()


# --- tests


def test_the_area_is_tested_by_delong(rng):
    y, models = scores_of(rng, 100, 2)
    found = fm.compare("roc_auc_score", y, y_score=models, **OPTIONS)["m0", "m1"]
    assert (found.method, found.test) == ("inverted-delong", "")
    expected = fm.delong_roc_test(y, *models.values())
    assert found.estimate == pytest.approx(expected.difference, abs=1e-14)
    named = fm.compare("roc_auc_score", y, y_score=models, test="delong", **OPTIONS)
    assert named["m0", "m1"].test == "DeLong's test"
    assert named["m0", "m1"].test_pvalue == pytest.approx(expected.pvalue, rel=1e-9)
    assert named["m0", "m1"].pvalue == found.pvalue
    # Student's law with the degrees of freedom of the interval, which are many.
    assert found.pvalue == pytest.approx(expected.pvalue, rel=0.2)
    report = fm.evaluate(y, y_score=models, metrics=["roc_auc_score"], random_state=1)
    assert found.pvalue == pytest.approx(report.p_value(("m0", "m1"), "roc_auc_score"))


@one_case("grouped", [False, True])
@one_case("name", ["accuracy_score", "f1_score", "matthews_corrcoef"])
def test_labels_are_permuted_exactly(rng, name, grouped):
    y, models = labels_of(rng, 9, 3, -0.1)
    groups = np.arange(9) // 2 if grouped else None
    found = fm.compare(name, y, models, groups=groups, test="permutation", **OPTIONS)
    function = getattr(fm, name)
    for pair, one in found.differences.items():
        assert one.test == "exact paired permutation test"
        a, b = (models[model] for model in pair)
        unit = np.arange(9) if groups is None else groups
        extreme = 0
        n_units = unit[-1] + 1
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for swapped in itertools.product([False, True], repeat=n_units):
                swap = np.array(swapped)[unit]
                first, second = np.where(swap, b, a), np.where(swap, a, b)
                d = function(y, first) - function(y, second)
                extreme += abs(d) >= abs(one.estimate) - 1e-12
        assert one.test_pvalue == pytest.approx(extreme / 2**n_units, rel=1e-10)


def test_accuracy_is_tested_by_the_binomial_law(rng):
    y, models = labels_of(rng, 500, 2)
    one = fm.compare("accuracy", y, models, test="permutation", **OPTIONS)["m0", "m1"]
    right = [models[name] == y for name in models]
    b, c = int((right[0] & ~right[1]).sum()), int((right[1] & ~right[0]).sum())
    assert one.test_pvalue == pytest.approx(scipy.stats.binomtest(b, b + c).pvalue)


def test_a_law_of_too_many_points_is_drawn_from(rng):
    y = rng.integers(0, 6, 600)
    models = {
        f"m{j}": np.where(rng.random(600) < 0.5, y, rng.integers(0, 6, 600))
        for j in range(2)
    }
    metric = {"metric": "f1_score", "metric_params": {"average": "macro"}}
    options = {**metric, "y_true": y, "y_pred": models, **OPTIONS}
    free = fm.compare(test="bootstrap", **options)["m0", "m1"]
    assert free.test == "paired bootstrap test"
    drawn = fm.compare(test="permutation", **options)["m0", "m1"]
    assert drawn.test == "paired permutation test"
    assert drawn.test_pvalue == pytest.approx(free.test_pvalue, abs=0.15)
    with pytest.raises(ValueError, match="rows that count alike"):
        fm.compare(sample_weight=rng.random(600), test="permutation", **options)


def test_a_margin_moves_the_difference(rng):
    y, models = scores_of(rng, 200, 2)
    options = {"baseline": "m1", "margin": 0.05, **OPTIONS}
    p = {
        test: fm.compare("roc_auc_score", y, y_score=models, test=test, **options)
        for test in ("delong", "bootstrap", "jackknife")
    }
    values = [found["m0", "m1"].test_pvalue for found in p.values()]
    assert max(values) - min(values) < 0.1
    assert p["delong"]["m0", "m1"].pvalue == pytest.approx(values[0], abs=0.01)
    with pytest.raises(ValueError, match=r"margin=0\.05"):
        p["delong"].groups()
    with pytest.raises(KeyError, match="non-inferiority"):
        p["delong"]["m1", "m0"]


def test_weights_groups_and_strata_are_those_of_evaluate(rng):
    y, models = labels_of(rng, 120, 2)
    weights, groups = rng.random(120), np.arange(120) // 4
    for design in (
        {"sample_weight": weights},
        {"groups": groups},
        {"sample_weight": weights, "groups": groups},
        {"stratified": True},
    ):
        found = fm.compare("f1_score", y, models, test="bootstrap", **design, **OPTIONS)
        report = fm.evaluate(y, models, metrics=["f1_score"], **design, **OPTIONS)
        one, same = found["m0", "m1"], report.differences["m0", "m1"]["f1_score"]
        assert (one.low, one.high) == (same.low, same.high)


def test_clusterings_have_a_jackknife_only(rng):
    y, models = labels_of(rng, 100, 2)
    both = fm.compare("adjusted_rand_score", y, models, test="jackknife", **OPTIONS)
    found = both["m0", "m1"]
    assert found.test == "paired jackknife test"
    assert found.test_pvalue == pytest.approx(found.pvalue, rel=1e-9)
    # Simultaneous bounds of a single pair are its own.
    assert (found.simultaneous_low, found.simultaneous_high) == (found.low, found.high)
    with pytest.raises(ValueError, match="'bootstrap' is not for adjusted_rand_score"):
        fm.compare("adjusted_rand_score", y, models, test="bootstrap")


def test_any_callable(rng):
    y, models = scores_of(rng, 30, 2)

    def spread(y, score):
        return float(np.ptp(score))

    found = fm.compare(spread, y, y_score=models, n_resamples=20, random_state=0)
    assert found.metric == "spread"
    assert found["m0", "m1"].estimate == np.ptp(models["m0"]) - np.ptp(models["m1"])


def test_a_callable_has_the_direction_that_is_given(rng):
    y, models = scores_of(rng, 40, 2)

    def gap(y, score, *, of):
        return float(abs(score[of == 0].mean() - score[of == 1].mean()))

    of, calls = np.tile([0, 1], 20), {"n_resamples": 50, "random_state": 0}
    columns = {"y_score": models, "metric_params": {"of": of}, **calls}
    found = fm.compare(gap, y, **columns)
    assert (found.greater_is_better, found.best_set) == (None, ())
    assert "best" not in found.summary().replace("No model is called best", "")
    lower = fm.compare(gap, y, greater_is_better=False, **columns)
    assert lower.ranking == found.ranking[::-1]
    assert lower.best_set
    with pytest.raises(ValueError, match="pass greater_is_better"):
        fm.compare(gap, y, margin=0.1, **columns)
    assert fm.compare(gap, y, margin=0.1, greater_is_better=False, **columns)
    # The same rows of the columns and of the parameter are left out.
    lacking = [None, *y[1:].tolist()]
    omitted = fm.compare(gap, lacking, missing="omit", **columns)
    rest = {"y_score": {name: one[1:] for name, one in models.items()}, **calls}
    again = fm.compare(gap, y[1:], metric_params={"of": of[1:]}, **rest)
    assert omitted["m0", "m1"] == again["m0", "m1"]
    with pytest.raises(ValueError, match="higher values of roc_auc_score are better"):
        fm.compare("roc_auc_score", y, y_score=models, greater_is_better=False)


# --- data that say nothing, and certainty out of nothing


def test_the_same_model_twice(rng):
    y, models = labels_of(rng, 100, 1)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = fm.compare("accuracy", y, {"a": models["m0"], "b": models["m0"]})
    one = found["a", "b"]
    assert (one.estimate, one.pvalue, one.adjusted_pvalue) == (0, 1, 1)
    assert math.copysign(1, found["b", "a"].estimate) == 1  # 0.0, not -0.0
    assert one.simultaneous_low < 0 < one.simultaneous_high  # other rows may differ
    assert found.best_set == ("a", "b")


@one_case("metric", ["mean_absolute_error", "root_mean_squared_error"])
def test_a_difference_that_does_not_vary(rng, metric):
    """Nothing is known of how sure it is: no bounds, no p-value, and it is said."""
    y = np.full(20, 3)
    models = {"a": y, "b": y + 2, "c": np.where(rng.random(20) < 0.5, y, y + 1)}
    with pytest.warns(fm.UndefinedMetricWarning, match="do not vary"):
        found = fm.compare(metric, y, models, random_state=0)
    one = found["a", "b"]
    assert np.isnan([one.low, one.pvalue, one.adjusted_pvalue]).all()
    assert math.isnan(one.simultaneous_low)
    assert found["a", "c"].pvalue < 0.05
    said = found.summary().splitlines()
    assert said[1] == (
        "1 of 3 differences have no bounds and count as not significant."
    )
    assert said[2].startswith("At 95 % for all models together, ")
    assert "it has no bounds, and no p-value" in found.summary()


def test_constant_differences_leave_all_ranks_open():
    y = np.zeros(12)
    models = {"a": y + 1, "b": y + 2, "c": y + 3}
    with pytest.warns(fm.UndefinedMetricWarning, match="without bounds"):
        found = fm.compare("mean_absolute_error", y, models, random_state=0)
    assert {*found.rank_intervals.values()} == {(1, 3)}
    assert all(math.isnan(one.pvalue) for one in found.differences.values())
    assert "3 of 3 differences have no bounds" in found.summary()
    assert "the best may be a, b, c." in found.summary()


def test_an_undefined_model_stands_last(rng):
    y = np.array([1.0, 1, 1, 1])
    with pytest.warns(fm.UndefinedMetricWarning):
        found = fm.compare("roc_auc_score", y, y_score={"a": y, "b": y * 2})
    assert math.isnan(found["a", "b"].pvalue)
    assert found.rank_intervals == {"a": (1, 2), "b": (1, 2)}


def test_resolution(rng):
    y, models = labels_of(rng, 800, 3, 0.1)
    found = fm.compare("accuracy", y, {**models, "same": models["m0"]}, **OPTIONS)
    one = found.resolution
    assert (one.n_adjacent, one.n_told_apart) == (3, 2)
    assert one.rows_needed["m0", "same"] == math.inf
    error = found["m0", "m1"].standard_error
    # Six comparisons share the level: z at 1 - 0.05/12, and at the power of 0.8.
    assert one.detectable["m0", "m1"] == pytest.approx((2.638257 + 0.841621) * error)


# --- what is given, and what is shown


BAD = [
    ({"y_pred": None}, TypeError, "got none"),
    ({"y_pred": [0, 1]}, TypeError, "y_pred must be a mapping"),
    ({"y_pred": {"a": [0, 1, 1]}}, ValueError, "y_pred has 1 model;"),
    ({"y_pred": {}}, ValueError, "y_pred has 0 models;"),
    ({"y_pred": {1: [0, 1, 1], "1": [0, 1, 1]}}, ValueError, "two models of one name"),
    ({"y_pred": {"a": [0, 1, 1], "b": [0, 1]}}, ValueError, "inconsistent numbers"),
    ({"baseline": "z"}, ValueError, "baseline must be one of the models"),
    ({"baseline": 3}, ValueError, "baseline must be one of the models"),
    ({"adjust": "fdr"}, ValueError, "adjust must be one of"),
    ({"test": "t"}, ValueError, "test must be one of"),
    ({"margin": -1}, ValueError, "margin must be finite and not negative"),
    ({"margin": "a"}, TypeError, "margin must be a number"),
    ({"metric": []}, ValueError, "metric is an empty list"),
    ({"metric": 3}, TypeError, "metric, which comes first, must be a name"),
    ({"metric": ["accuracy", "accuracy_score"]}, ValueError, "twice"),
    ({"metric": "roc_curve"}, ValueError, "roc_curve"),
    ({"metric": "accuracy", "test": "delong"}, ValueError, "not linear in the AUC"),
    ({"simultaneous": 1}, TypeError, "simultaneous must be True or False"),
    ({"adjust": "shaffer", "baseline": "a"}, ValueError, "not for a baseline"),
    ({"metric": "support", "margin": 0.1}, ValueError, "support"),
]


@one_case("given, error, words", BAD)
def test_bad_arguments(given, error, words):
    options = {
        "metric": "accuracy",
        "y_true": [0, 1, 1],
        "y_pred": {"a": [0, 1, 1], "b": [0, 1, 0]},
        **given,
    }
    with pytest.raises(error, match=words):
        fm.compare(**options)


def test_one_row():
    given = "accuracy", [1], {"a": [1], "b": [0]}
    with pytest.warns(fm.UndefinedMetricWarning, match="do not vary"):
        found = fm.compare(*given, test="permutation", random_state=0)
    one = found["a", "b"]
    assert (one.estimate, one.test_pvalue) == (1, 1)
    assert math.isnan(one.pvalue)
    assert math.isnan(one.low)


def test_what_is_shown(rng):
    y, models = labels_of(rng, 300, 3, 0.1)
    found = fm.compare("accuracy", y, models, **OPTIONS)
    first, second, *rest = found.summary().splitlines()
    assert first.startswith("Accuracy of 3 models on 300 rows: best is m2, 0.")
    assert "the best may be" in second or "is the best" in second
    assert len(rest) == 3
    assert all("; p " in line for line in rest)
    assert "equal" not in found.summary()
    assert str(found) == found.summary()
    assert repr(found).startswith("<Comparison: accuracy_score, 3 models")
    frame = found.to_frame(differences=True)
    assert [*frame.index] == [*found.differences]
    assert frame["pvalue"].tolist() == [
        one.pvalue for one in found.differences.values()
    ]
    assert [*found.to_frame().index] == list(found.ranking)
    assert found.to_dict()["models"][0]["model"] == "m2"
    assert "m2" in found._repr_html_()
    again = pickle.loads(pickle.dumps(found))
    assert again.to_dict() == found.to_dict()
    turned = found["m1", "m0"]
    assert turned.estimate == -found["m0", "m1"].estimate
    assert turned.simultaneous_low == -found["m0", "m1"].simultaneous_high
    with pytest.raises(KeyError, match="were not compared"):
        found["m0", "m9"]


def test_notebooks_show_differences_and_p_values():
    y = np.tile([0, 1], 50)
    models = {k: np.where(shuffled(100) < m, 1 - y, y) for k, m in WRONG.items()}
    two = fm.compare("accuracy", y, {k: models[k] for k in ("b", "c")}, random_state=0)
    one = two["b", "c"]
    low, high = (f"{end:.4f}".replace("-", "−") for end in (one.low, one.high))
    shown = two._repr_mimebundle_()
    row = next(line for line in shown["text/plain"].splitlines() if "b − c  " in line)
    assert row.split() == ["b", "−", "c", "0.0400", f"[{low},", f"{high}]",
                           f"{one.pvalue:.4f}"]  # fmt: skip
    for text in ("Differences", "b − c", f"[{low}, {high}]", "p-value"):
        assert text in shown["text/html"]
    three = fm.compare("accuracy", y, models, random_state=0)
    text = three._repr_mimebundle_()["text/plain"]
    assert "Adjusted p-value" in text
    row = next(line for line in text.splitlines() if line.startswith("a − c  "))
    assert row.split()[3].startswith("0.14")
    assert row.endswith(p_value(three["a", "c"].adjusted_pvalue))
    against = fm.compare("accuracy", y, models, margin=0.1, random_state=0)
    assert "deficit of 0.1 or more" in against._repr_html_()


WRONG = {"a": 0, "b": 10, "c": 14}


def test_sentences_on_differences():
    y = np.tile([0, 1], 50)
    wrong = {"a": 0, "b": 10, "c": 11}
    models = {k: np.where(shuffled(100) < m, 1 - y, y) for k, m in wrong.items()}
    found = fm.compare("accuracy", y, models, baseline="b", random_state=0)
    up, down = found["a", "b"], found["c", "b"]
    first = (
        f"a − b = +0.100 [{up.low:.3f}, {up.high:.3f}], among all comparisons "
        f"[{up.simultaneous_low:.3f}, {up.simultaneous_high:.3f}]; "
        f"p = {p_value(up.pvalue)}, "
    )
    told = found.summary().splitlines()[-2:]
    assert told[0].startswith(first)
    assert told[0].endswith(
        " adjusted by the distribution of the largest deviation: evidence that they "
        "differ."
    )
    assert told[1].startswith(f"c − b = −0.010 [−{-down.low:.3f}, 0.0")
    assert told[1].endswith("deviation: no evidence that they differ.")
    assert str(down).startswith("−0.010 [−")
    found = fm.compare(
        "accuracy", y, models, adjust="holm", test="permutation", random_state=0
    )
    line = found.summary().splitlines()[-1]
    assert " adjusted by Holm's method: " in line
    assert line.endswith(" Exact paired permutation test: p = 1.0000.")


def test_equal_models_and_names_as_asked():
    y = np.tile([0, 1], 600)
    models = {k: np.where(shuffled(1200) < m, 1 - y, y) for k, m in WRONG.items()}
    models["d"] = models["a"]
    found = fm.compare("sensitivity", y, models, random_state=0)
    first = found.summary().splitlines()[0]
    assert first == (
        "sensitivity of 4 models on 1,200 rows: a, d have the best value, 1.0000."
    )
    assert found.metric == "true_positive_rate"
    assert found.title == "sensitivity"
    # A name that is spelled like the title says no more.
    for name in ("accuracy", "accuracy_score", fm.accuracy_score):
        assert fm.compare(name, y, models, random_state=0).title == "Accuracy"


def test_rates_of_errors_are_in_percent_and_differ_by_points():
    said = ["a b c d e f g h i j"] * 6
    one = [text.replace("a", "x", k % 2) for k, text in enumerate(said)]
    two = [text.replace("b c", "x y", k % 3) for k, text in enumerate(said)]
    models = {"one": one, "two": two}
    found = fm.compare("wer", said, models, random_state=0)
    report = fm.evaluate(said, models, task="speech", metrics=["wer"], random_state=0)
    apart = report.differences["one", "two"]["word_error_rate"]
    assert apart.estimate == found["one", "two"].estimate
    written = str(found.shown(found["one", "two"]))
    assert " points [" in written
    assert written in found.summary()
    assert written in " ".join(str(report).split())
    assert " points " in report.summary()
    assert "个百分点 \\[" in report.to_markdown("zh")
    assert " points" not in report.to_markdown("zh")


def test_the_picture(rng):
    y, models = labels_of(rng, 200, 3, 0.1)
    models["$x_1$"] = models.pop("m0")  # a name, no formula
    found = fm.compare("accuracy", y, models, **OPTIONS)
    svg = found.to_svg()
    assert svg == found.to_svg()
    assert "m2 − m1" in svg
    assert "$x_1$" in svg
    figure = fm.compare(
        "zero_one_loss", y, models, baseline="m1", margin=0.01, **OPTIONS
    ).plot()
    labels = [text.get_text() for text in figure.axes[0].get_yticklabels()]
    assert sorted(labels) == ["$x_1$ − m1", "m2 − m1"]


def test_the_same_for_any_number_of_threads(rng):
    y, models = labels_of(rng, 500, 4)
    with fm.num_threads(1):
        one = fm.compare("f1_score", y, models, **OPTIONS).to_dict()
    with fm.num_threads(3):
        assert fm.compare("f1_score", y, models, **OPTIONS).to_dict() == one


# --- levels


@pytest.mark.slow
def test_joint_coverage_of_simultaneous_bounds():
    """The docstring quotes 0.94 for 5 equally good models on 150 rows."""
    rng = np.random.default_rng(0)
    n_sets, n = 200, 150
    covered = 0
    for i in range(n_sets):
        y = rng.integers(0, 2, n)
        hard = rng.random(n) * 0.3  # rows are hard for all models alike
        models = {
            f"m{j}": np.where(rng.random(n) < 0.95 - hard, y, 1 - y) for j in range(5)
        }
        found = fm.compare("accuracy", y, models, n_resamples=1999, random_state=i)
        covered += all(
            one.simultaneous_low <= 0 <= one.simultaneous_high
            for one in found.differences.values()
        )
    assert covered / n_sets == pytest.approx(
        0.94, abs=3 * math.sqrt(0.94 * 0.06 / n_sets)
    )


@one_case("metric", ["f1_score", "roc_auc_score"])
@one_case("name", ["a", "a_model_with_quite_a_long_name_indeed_{}"])
def test_all_texts_of_the_picture_are_inside_of_it(metric, name):
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 60)
    models = {name.replace("{}", k) + k: np.where(rng.random(60) < 0.3, 1 - y, y)
              for k in "bcd"}  # fmt: skip
    given = {"y_score": models} if metric == "roc_auc_score" else {"y_pred": models}
    found = fm.compare(metric, y, **given, n_resamples=99, random_state=0)
    figure = found.plot()
    renderer_of(figure)  # it is laid out when it is drawn
    drawn, (width, height) = figure.get_tightbbox(), figure.get_size_inches()
    assert min(drawn.x0, drawn.y0) >= 0
    assert drawn.x1 <= width
    assert drawn.y1 <= height


def test_many_models_are_shown_as_a_leaderboard(rng):
    y = rng.integers(0, 2, 120)
    models = {
        f"m{k}": np.where(rng.random(120) < 0.6 + 0.05 * k, y, 1 - y) for k in range(6)
    }
    found = fm.compare("accuracy", y, models, n_resamples=50, random_state=0)
    text = str(found)
    assert "Models, the best first" in text
    assert "Letters" in text
    assert "pairs of neighbours in the ranking" in text
    lines = text.splitlines()
    at = next(k for k, line in enumerate(lines) if line.startswith("Model "))
    named = [line.split()[0] for line in lines[at + 2 : at + 8]]
    assert named == [*found.ranking]
    few = fm.compare("accuracy", y, dict([*models.items()][:5]), n_resamples=50)
    assert str(few) == few.summary()


def test_a_model_without_a_value_is_named_and_never_the_best():
    rng = np.random.default_rng(0)
    y = rng.normal(size=60)
    models = {
        "good": y + rng.normal(size=60),
        "flat": y * 0,
        "bad": rng.normal(size=60),
    }
    with pytest.warns(fm.UndefinedMetricWarning):
        found = fm.compare("spearman_rho", y, models, random_state=0)
    assert (found.undefined, found.best_set) == (("flat",), ("good",))
    for said in (found.summary(), found.to_markdown()):
        assert "Not compared: flat (undefined)." in said
        assert "good is the best." in said
    with pytest.warns(fm.UndefinedMetricWarning):
        report = fm.evaluate(y, models, metrics=["spearman_rho"], random_state=0)
    assert "Not compared on Spearman's rho: flat (undefined)." in report.summary()
