"""by_group: values of slices, differences between them, and their bounds."""

import math
from datetime import datetime

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy import stats

import fastmetrics as fm
from fastmetrics import by_group
from fastmetrics.show.result import to_json


@pytest.fixture
def rows(rng):
    n = 400
    y = rng.choice(["control", "case"], n, p=[0.6, 0.4])
    scores = np.where(y == "case", 0.3, 0.0) + rng.random(n)
    labels = np.where(scores > 0.6, "case", "control")
    return y, labels, scores, rng.choice(["a", "b", "c"], n, p=[0.5, 0.4, 0.1])


def one_by_one(function, y, other, by, **options):
    """Return the function's value of each slice's rows."""
    found = []
    for key in sorted({*by.tolist()}):
        mine = by == key
        picked = {
            name: one[mine] if isinstance(one, np.ndarray) else one
            for name, one in options.items()
        }
        found.append(function(y[mine], other[mine], **picked))
    return found


LABELS = ["accuracy_score", "f1_score", "recall_score", "matthews_corrcoef"]
LABELS += ["balanced_accuracy_score", "cohen_kappa_score", "diagnostic_odds_ratio"]


def test_labels_are_those_of_each_slice(rows, rng):
    for name in LABELS:
        for weighted in (False, True):
            y, labels, _, by = rows
            function = getattr(fm, name)
            weights = rng.random(len(y)) if weighted else None
            told = (
                {"pos_label": "case"}
                if "pos_label" in fm.catalog.find(name).options
                else {}
            )
            expected = one_by_one(
                function, y, labels, by, sample_weight=weights, **told
            )
            found = (
                by_group(
                    name, y, labels, by=by, sample_weight=weights, pos_label="case"
                )
                if told
                else by_group(name, y, labels, by=by, sample_weight=weights)
            )
            # Sums of weights are made in another order.
            assert found.by_group[name] == pytest.approx(
                expected, rel=1e-12 * weighted
            ), (name, weighted)


def test_classes_that_a_slice_lacks(rng):
    for average in ("macro", "micro", "weighted"):
        y, p = rng.integers(0, 4, 60), rng.integers(0, 4, 60)
        by = np.repeat([0, 1, 2], 20)
        y[by == 1] %= 2
        p[by == 1] %= 2
        function = fm.f1_score
        expected = one_by_one(function, y, p, by, average=average)
        from functools import partial

        metric = {"f1": partial(function, average=average)}
        assert by_group(metric, y, p, by=by).by_group["f1"] == pytest.approx(
            expected,
            rel=1e-15,  # a mean over four classes, one of them without rows
        ), average


def test_areas_are_those_of_each_slice(rows, rng):
    for weighted in (False, True):
        for name in ("roc_auc_score", "gini_coefficient", "rank_loss"):
            y, _, scores, by = rows
            weights = rng.random(len(y)) if weighted else None
            expected = one_by_one(
                getattr(fm, name), y == "case", scores, by, sample_weight=weights
            )
            found = by_group(
                name, y, y_score=scores, by=by, sample_weight=weights, pos_label="case"
            )
            # 2 A − 1 is rounded apart from A, and sums of weights have another order.
            assert found.by_group[name] == pytest.approx(expected, rel=1e-12), (
                weighted,
                name,
            )


def test_of_a_threshold_and_its_value_the_value_is_shown(rng):
    y, by = rng.integers(0, 2, 60), rng.integers(0, 3, 60)
    score = rng.random(60)
    found = by_group("best_f1", y, y_score=score, by=by)
    assert found.overall == {
        "best_f1": fm.optimal_threshold(y, score, criterion="f1")[-1]
    }
    assert "all rows" in str(found)


def test_other_metrics_slice_by_slice(rng):
    for name in ("mean_absolute_error", "r2_score", "median_absolute_error", "mae"):
        y, p, by = rng.random(60), rng.random(60), rng.integers(0, 4, 60)
        function = fm.catalog.find(name).public
        found = by_group(name, y, p, by=by)
        assert found.by_group[name].tolist() == one_by_one(function, y, p, by), name
        assert found.overall == {name: function(y, p)}, name


def test_a_callable_and_queries(rng):
    y, p, by = rng.random(30), rng.random(30), np.repeat([0, 1], 15)
    found = by_group(lambda a, b: float((a * b).sum()), y, p, by=by)
    assert found.by_group["<lambda>"] == pytest.approx(
        [(y * p)[by == k].sum() for k in (0, 1)], rel=1e-14
    )
    grades, query = rng.integers(0, 3, 30), np.repeat(np.arange(6), 5)
    ranked = by_group("ndcg_score", grades, y_score=p, query_id=query, by=query // 3)
    expected = [
        fm.ndcg_score(grades[rows], p[rows], query_id=query[rows])
        for rows in (query < 3, query >= 3)
    ]
    assert ranked.by_group["ndcg_score"].tolist() == expected


def test_parameters_with_a_value_for_each_row_are_cut_too(rng):
    y, p, at = rng.random(60), rng.random(60), np.repeat([0, 1, 2], 20)
    seen = rng.integers(0, 2, 60)

    def weighted(y_true, y_pred, *, w):
        return float(np.average(y_true - y_pred, weights=np.asarray(w) + 1))

    metrics = {
        "called": (weighted, {"w": seen.tolist()}),
        "c": ("concordance_index", {"event_observed": seen}),
    }
    found = by_group(metrics, y, p, by=at).by_group
    for k in range(3):
        rows = at == k
        of_slice = y[rows], p[rows]
        assert found["called"][k] == weighted(*of_slice, w=seen[rows])
        expected = fm.concordance_index(*of_slice, event_observed=seen[rows])
        assert found["c"][k] == expected


def test_several_columns_models_and_frames(rows):
    y, labels, _, by = rows
    other = np.resize([0, 1], len(y))
    frame = pd.DataFrame({"site": by, "sex": other})
    models = {"one": labels, "two": labels[::-1]}
    found = by_group({"acc": "accuracy"}, y, models, by=frame)
    table = found.by_group
    assert list(table.columns) == ["model", "site", "sex", "n_samples", "acc"]
    for _, row in table.iterrows():
        mine = (by == row["site"]) & (other == row["sex"])
        assert row["n_samples"] == mine.sum()
        assert row["acc"] == np.mean((models[row["model"]] == y)[mine])
    assert isinstance(by_group("accuracy", y, labels, by=pl.Series("s", by)).by_group,
                      pl.DataFrame)  # fmt: skip
    assert found.interval(("a", 0), "acc", "two").estimate == found.difference()["two"][
        "acc"
    ] * 0 + np.mean((models["two"] == y)[(by == "a") & (other == 0)])


def test_differences_and_ratios():
    """By hand: shares 1, 1/2 and 3/4, of all rows 3/4."""
    y = np.ones(12, int)
    p = np.array([1, 1, 1, 1, 1, 1, 0, 0, 1, 1, 1, 0])
    by = np.repeat(["a", "b", "c"], 4)
    found = by_group("accuracy", y, p, by=by)
    assert found.difference() == {"accuracy": 0.5}
    assert found.difference("to_overall") == {"accuracy": 0.25}
    assert found.ratio() == {"accuracy": 0.5}
    assert found.ratio("to_overall") == {"accuracy": 2 / 3}
    assert found.group_min() == {"accuracy": (0.5, "b")}
    assert found.group_max() == {"accuracy": (1.0, "a")}
    with pytest.raises(ValueError, match="between_groups"):
        found.difference("groups")


def test_columns_of_an_array_have_numbers_for_names():
    by = np.array([["u", "x"], ["v", "x"], ["u", "y"]])
    found = by_group("accuracy", [0, 1, 0], [0, 1, 1], by=by)
    frame = pd.DataFrame(by, columns=["group 1", "group 2"])
    named = by_group("accuracy", [0, 1, 0], [0, 1, 1], by=frame)
    assert found.to_dict() == named.to_dict()
    found = by_group("accuracy", [0, 1, 0], [0, 1, 1], by=by[:, :1])
    named = by_group("accuracy", [0, 1, 0], [0, 1, 1], by=by[:, 0])
    assert found.to_dict() == named.to_dict()


def test_two_slices_of_shares_are_newcombes():
    y = np.ones(150, int)
    p = np.r_[np.ones(56), np.zeros(14), np.ones(48), np.zeros(32)].astype(int)
    found = by_group("accuracy", y, p, by=np.repeat([0, 1], [70, 80]))
    one = found.difference_interval("accuracy")
    # Newcombe (1998), method 10; bounds are given to four digits.
    assert tuple(one) == pytest.approx((0.2, 0.0524, 0.3339), abs=1e-4)
    assert one.method == "mover"
    assert found.equal_groups_test("accuracy").pvalue < 0.05


def test_heterogeneity_is_pearsons_test_of_shares(rng):
    y, site = rng.integers(0, 2, 200), rng.integers(0, 4, 200)
    p = np.where(rng.random(200) < 0.3, 1 - y, y)
    found = by_group(["accuracy", "brier_score_loss"], y, p, y_proba=p, by=site)
    right = np.bincount(site[y == p], minlength=4)
    table = [right, np.bincount(site) - right]
    expected = stats.chi2_contingency(table, correction=False)
    one = found.heterogeneity_test("accuracy")
    assert (one.statistic, one.pvalue) == pytest.approx(expected[:2], rel=1e-9)
    assert found.heterogeneity_test("brier_score_loss").df == 3
    alike = by_group("accuracy", y, y, by=site).heterogeneity_test("accuracy")
    assert math.isnan(alike.pvalue)
    assert "do not vary" in alike.notes[0]


def test_each_slice_against_the_rest(rng):
    y, site = rng.integers(0, 2, 300), rng.choice([*"abc"], 300, p=[0.5, 0.3, 0.2])
    scores = y + rng.normal(size=300)
    metrics = ["accuracy", "roc_auc"]
    given = {"y_score": scores, "by": site}
    found = by_group(metrics, y, (scores > 0.5).astype(int), **given)
    for name in metrics:
        for key, one in found.against_rest(name).items():
            alone = by_group(
                metrics, y, (scores > 0.5).astype(int), y_score=scores, by=site == key
            )
            low, high = (alone.interval(k, name).estimate for k in (False, True))
            assert one.estimate == pytest.approx(high - low, abs=1e-12)
            # Of two slices the bounds are those of the difference, at a lower level.
            pair = alone.difference_interval(name)
            assert one.high - one.low > 0.999 * (pair.high - pair.low)
    two = by_group("accuracy", y, (scores > 0.5).astype(int), by=site == "a")
    a, b = two.against_rest("accuracy").values()
    assert (a.low, a.high) == pytest.approx((-b.high, -b.low))


def test_differences_from_the_rest_are_shown_as_those_of_models_are(rng):
    y, by = rng.integers(0, 2, 90), rng.integers(0, 3, 90)
    models = {name: np.where(rng.random(90) < 0.3, 1 - y, y) for name in "ab"}
    report = fm.evaluate(y, models, by=by, metrics=["accuracy"])
    found = report.slices.against_rest("accuracy", "b")
    told = [
        (one["estimate"], one["low"]) for one in report.slices.difference_rows()[-3:]
    ]
    assert told == [(one.estimate, one.low) for one in found.values()]
    of_json = report.slices.to_dict()
    assert {one["b"] for one in of_json["against_rest"]} == {"all other rows"}
    assert len(of_json["model_differences"]) == 3
    frame = report.to_frame(per="slice", differences=True).reset_index()
    assert frame["b"].tolist() == ["b"] * 3 + ["all other rows"] * 6
    assert "b: each slice minus all other rows" in str(report)
    assert "b：各分片减其余所有样本" in report.to_markdown("zh")
    # All bounds hold together, at the level of as many differences of models.
    few = by_group("accuracy", y, models["a"], by=by, confidence_level=0.95**3)
    one = by_group("accuracy", y, models["a"], by=by == 0)
    three, two = few.against_rest("accuracy")[0], one.against_rest("accuracy")[True]
    assert tuple(three) == pytest.approx(tuple(two))
    # Of two slices it is their difference, which is shown anyway.
    assert not one.to_dict()["against_rest"]
    many = by_group("accuracy", y, models["a"], by=np.arange(90) // 1.5)
    assert not many.to_dict()["against_rest"]


def test_shrunken_values_lie_between_the_slice_and_the_mean(rng):
    site = np.repeat(np.arange(12), 30)
    right = rng.random(360) < rng.normal(0.75, 0.08, 12)[site]
    found = by_group("accuracy", np.ones(360, int), right.astype(int), by=site)
    values, whole = found.by_group["accuracy"], found.overall["accuracy"]
    for at, one in enumerate(found.shrunken("accuracy").values()):
        near, far = sorted([values[at], whole])
        assert near - 1e-12 <= one.estimate <= far + 1e-12
        assert one.low < one.estimate < one.high
        assert one.method == "empirical-bayes"
    few = by_group("accuracy", [0, 1, 1, 0], [0, 1, 0, 1], by=[0, 0, 1, 1])
    assert "fewer than 4" in few.shrunken("accuracy")[0].reason


def test_slices_of_rows_in_groups_have_bounds(rng):
    groups = np.repeat(np.arange(40), 8)
    effect = rng.normal(size=40)[groups]
    y = rng.integers(0, 2, 320)
    scores = y + 0.6 * effect + rng.normal(size=320)
    p = (scores > 0.5).astype(int)
    metrics = ["accuracy", "roc_auc", "average_precision", "f1"]
    for by in (rng.integers(0, 3, 320), groups % 3):
        found = by_group(metrics, y, p, y_score=scores, by=by, groups=groups)
        for name in metrics:
            one = found.difference_interval(name)
            assert 0 <= one.low <= one.estimate < one.high
            p_value = found.equal_groups_test(name).pvalue
            assert (p_value <= 0.05) == (one.low > 0)
            assert 0 <= found.heterogeneity_test(name).pvalue <= 1
            rest = found.against_rest(name)
            assert all(r.low < r.estimate < r.high for r in rest.values())
        # The rows of a group that are given twice say nothing new.
        twice = np.tile(np.arange(320), 2)
        again = by_group(
            metrics, y[twice], p[twice], y_score=scores[twice], by=by[twice],
            groups=groups[twice],
        )  # fmt: skip
        for name in ("accuracy", "roc_auc", "f1"):
            ours, theirs = (f.difference_interval(name) for f in (found, again))
            assert tuple(ours) == pytest.approx(tuple(theirs), abs=2e-3)


def test_many_groups_are_left_out_several_at_a_time(rng):
    groups, by = (
        np.arange(4000) // 2 * 2 + rng.integers(0, 2, 4000),
        np.tile([0, 1], 2000),
    )
    y = rng.integers(0, 2, 4000)
    scores = y + rng.normal(size=4000)
    given = {"y_score": scores, "by": by, "random_state": 0}
    found = by_group("roc_auc", y, groups=groups, **given).difference_interval(
        "roc_auc"
    )
    alone = by_group("roc_auc", y, **given).difference_interval("roc_auc")
    # Nearly all groups have one row; 200 random ones of them tell the error to 5 %.
    assert found.high - found.estimate == pytest.approx(
        alone.high - alone.estimate, rel=0.2
    )


def test_slices_that_share_groups_are_paired(rng):
    groups = np.repeat(np.arange(50), 10)
    effect = rng.normal(0, 0.25, 50)[groups]
    by = np.tile(np.repeat([0, 1], 5), 50)
    y = rng.random(500)
    predicted = y + effect + 0.1 * by + rng.normal(0, 0.05, 500)
    found = by_group("mean_error", y, predicted, by=by, groups=groups)
    # Each group is in both slices: the t test of its differences.
    means = np.array([
        [np.mean((y - predicted)[(groups == g) & (by == k)]) for k in (0, 1)]
        for g in range(50)
    ])  # fmt: skip
    test = stats.ttest_rel(*means.T)
    one = found.difference_interval("mean_error")
    half = abs(np.diff(test.confidence_interval())[0]) / 2
    assert one.high - one.estimate == pytest.approx(half, rel=0.05)
    far = by_group("mean_error", y, predicted, by=by)
    apart = far.difference_interval("mean_error")
    assert apart.high - apart.low > 3 * (one.high - one.low)


def test_slices_that_lie_far_apart_have_a_limit_as_p_value():
    y = np.repeat([0, 1, 0, 1], 500)
    p = np.where(np.arange(2000) < 1000, y, 1 - y)
    p[::50] = 1 - p[::50]
    found = by_group("accuracy", y, p, by=np.repeat(["a", "b"], 1000))
    test = found.equal_groups_test("accuracy")
    assert "z > 8.0000, p < 1.2e-15" in str(test)
    assert "z > 8.0000，p < 1.2e-15" in test.summary(language="zh")
    assert "< 1.2e-15" in str(found)
    near = by_group("accuracy", y, y, by=np.repeat(["a", "b"], 1000))
    assert "<" not in str(near.equal_groups_test("accuracy"))


def test_the_test_and_the_interval_say_the_same(rows):
    for name in ("accuracy", "f1", "matthews_corrcoef", "roc_auc"):
        y, labels, scores, by = rows
        found = (
            by_group(name, y, labels, y_score=scores, by=by, pos_label="case")
            if (name in ("f1", "roc_auc"))
            else by_group(name, y, labels, by=by)
        )
        p = found.equal_groups_test(name).pvalue
        for level in (1 - p * 0.99, 1 - p * 1.01):
            again = by_group(
                name, y, labels, y_score=scores, by=by, confidence_level=level,
                pos_label="case" if name in ("f1", "roc_auc") else None,
            )  # fmt: skip
            low = again.difference_interval(name).low
            assert (low > 0) == (level < 1 - p), name


def test_slices_without_a_value_are_left_out(rows):
    y, _, scores, by = rows
    y = np.where(by == "c", "control", y)
    found = by_group("roc_auc", y, y_score=scores, by=by, pos_label="case")
    assert math.isnan(found.by_group["roc_auc"][2])
    one = found.difference_interval("roc_auc")
    assert one.n_undefined == 1
    assert one.low <= one.estimate <= one.high
    assert math.isnan(found.interval("c", "roc_auc").low)


def test_no_closed_form_says_so(rows):
    y, labels, scores, by = rows
    found = by_group("average_precision", y, y_score=scores, by=by, pos_label="case")
    assert "closed form" in found.difference_interval("average_precision").reason
    many = by_group("accuracy", y, labels, by=np.arange(len(y)), min_rows=2)
    assert np.isnan(many.by_group["accuracy"]).all()
    assert "undefined" in many.difference_interval("accuracy").reason
    assert "fewer than 2 rows" in many.interval(0, "accuracy").reason
    alone = by_group("accuracy", y, labels, by=np.zeros(len(y)))
    assert "two slices" in alone.difference_interval("accuracy").reason
    codes = np.arange(1001)
    wide = by_group("accuracy", codes % 2, codes % 3 % 2, by=codes)
    assert "1000" in wide.difference_interval("accuracy").reason


def test_missing_values_are_an_error_or_a_slice(rows):
    y, labels, _, by = rows
    column = pd.Series(by).where(by != "c")
    with pytest.raises(ValueError, match=r"null|missing"):
        by_group("accuracy", y, labels, by=column)
    found = by_group("accuracy", y, labels, by=column, missing="group")
    assert [*found.n_samples] == ["a", "b", "missing"]
    omitted = by_group("accuracy", y, labels, by=column, missing="omit")
    kept = np.isin(by, ["a", "b"])
    expected = by_group("accuracy", y[kept], labels[kept], by=by[kept])
    assert omitted.n_samples == expected.n_samples
    assert [*omitted.by_group["accuracy"]] == [*expected.by_group["accuracy"]]
    assert omitted.omitted.n == np.sum(~kept)
    assert "rows left out for missing values: by" in str(omitted)
    numbers = [10, 2, None, 2, float("nan"), 10]
    found = by_group("accuracy", [0, 1] * 3, [0] * 6, by=numbers, missing="group")
    assert found.n_samples == {2: 2, 10: 2, "missing": 2}
    texts = np.array(["NaT", "<NA>", None, "NaT"], object)
    found = by_group("accuracy", [0, 1] * 2, [0] * 4, by=texts, missing="group")
    assert found.n_samples == {"<NA>": 1, "NaT": 2, "missing": 1}
    texts = np.array(["missing", None, "a"], object)
    with pytest.raises(ValueError, match="by has rows of the value 'missing' and rows"):
        by_group("accuracy", [0, 1, 0], [0] * 3, by=texts, missing="group")


def test_names_that_would_overwrite_each_other():
    y, said, by = [0, 1, 1, 0], [0, 1, 0, 0], ["x", "y", "x", "y"]
    for name in ("model", "metric", "n_samples", "estimate", "low", "high", "accuracy"):
        seen = fm.Accumulator(["accuracy"], by=True)
        seen.update(y, said, by={name: by})
        for found in (by_group("accuracy", y, said, by={name: by}), seen.compute()):
            assert found.to_frame()[f"by {name}"].tolist() == ["x", "y"]
    two = {1: said, "1": y}
    with pytest.raises(ValueError, match="by has two columns of one name: 1, '1'"):
        by_group("accuracy", y, said, by={1: by, "1": by})
    for ask in (
        lambda: by_group("accuracy", y, two, by=by),
        lambda: fm.evaluate(y, y_pred=two),
        lambda: fm.compare("accuracy", y, y_pred=two),
        lambda: fm.Accumulator(["accuracy"]).update(y, two),
    ):
        with pytest.raises(ValueError, match="y_pred has two models of one name"):
            ask()
    metrics = {1: "accuracy", "1": "recall"}
    for ask in (
        lambda: by_group(metrics, y, said, by=by),
        lambda: fm.Accumulator(metrics),
    ):
        with pytest.raises(ValueError, match="metrics has two metrics of one name"):
            ask()


def test_slices_by_dates_and_by_an_arrow_table(rows):
    pa = pytest.importorskip("pyarrow")
    days = pd.to_datetime(["2024-01-01", "2024-01-02"] * 2)
    found = by_group("accuracy", [0, 1, 1, 0], [0, 1, 0, 0], by=days)
    assert [*found.n_samples] == [datetime(2024, 1, 1), datetime(2024, 1, 2)]
    assert '"2024-01-01T00:00:00"' in to_json(found.to_dict())
    assert "2024-01-02T00:00:00" in str(found)
    frame = pd.DataFrame({"name": ["x", "x", "y", "y"]})
    found = by_group("accuracy", [0, 1, 1, 0], [0, 1, 0, 0], by=frame)
    assert found.n_samples == {"x": 2, "y": 2}
    table = pa.table({"site": ["x", "x", "y", "y"], "sex": [0, 1, 0, 0]})
    found = by_group("accuracy", [0, 1, 1, 0], [0, 1, 0, 0], by=table)
    assert found.n_samples == {("x", 0): 1, ("x", 1): 1, ("y", 0): 2}


def test_a_shared_name_goes_by_the_data(rows):
    y, _, scores, by = rows
    found = by_group("AP", y, y_score=scores, by=by, pos_label="case")
    expected = one_by_one(fm.average_precision_score, y == "case", scores, by)
    assert found.by_group["AP"].tolist() == expected


def test_what_is_wrong_raises():
    for change, match in (
        ({"by": np.zeros(3)}, "inconsistent"),
        ({"by": {}}, "no columns"),
        ({"min_rows": -1}, "min_rows"),
        ({"missing": "drop"}, "missing"),
        ({"confidence_level": 2}, "confidence_level"),
        ({"metrics": []}, "empty"),
        ({"metrics": ["f1", "f1"]}, "one name"),
        ({"metrics": "no_such_metric"}, "no_such_metric"),
        ({"y_pred": None}, "accuracy"),
        ({"y_pred": ["a"]}, "inconsistent"),
    ):
        given = {"metrics": "accuracy", "y_true": [0, 1, 1, 0], "y_pred": [0, 1, 0, 0]}
        given |= {"by": ["x", "y", "x", "y"], **change}
        metrics, y_true, y_pred = (
            given.pop(n) for n in ("metrics", "y_true", "y_pred")
        )
        with pytest.raises((ValueError, TypeError), match=match):
            by_group(metrics, y_true, y_pred, **given)


def test_a_million_slices_cost_no_object_each():
    n = 200_000
    y = np.resize([0, 1, 1], n)
    found = by_group(["accuracy", "f1"], y, np.resize([0, 1], n), by=np.arange(n))
    assert len(found.by_group["f1"]) == n
    assert found.difference() == {"accuracy": 1.0, "f1": 1.0}


def test_shown_in_both_languages(rows):
    y, labels, scores, by = rows
    found = by_group(
        ["accuracy", "roc_auc"], y, labels, y_score=scores, by={"site": by},
        pos_label="case",
    )  # fmt: skip
    text = str(found)
    assert "site" in text
    assert "all rows" in text
    assert "How far apart slices are" in text
    chinese = found.to_markdown("zh")
    assert "全部样本" in chinese
    assert "slices" not in chinese
    assert found.to_dict()["groups"][0]["site"] == "a"
    assert len(found.to_frame()) == 6
    assert "<table" in found.to_html()
    drawn = found.to_svg(language="zh")
    assert "按 site 分片的指标" in drawn
    assert drawn.count("全部样本") >= 2  # a rule in each panel
    assert len(found.plot().axes) == 2


def test_models_are_compared_in_each_slice_as_compare_does(rng):
    n = 120
    by = np.repeat([0, 1, 2], n // 3)
    y = rng.integers(0, 2, n)
    y[by == 2] = 1  # where the area is undefined
    scores = {name: y + rng.normal(size=n) for name in "abc"}
    found = by_group(["auc", "ap"], y, y_score=scores, by=by, random_state=3)
    for metric, known in (("auc", 2), ("ap", 3)):
        level = 0.95 ** (1 / (3 * known))
        pairs = [("a", "b"), ("a", "c"), ("b", "c")]
        differences = {pair: found.model_differences(metric, pair) for pair in pairs}
        turned = found.model_differences(metric, ("c", "a"))
        for key, one in differences["a", "c"].items():
            expected = [-one.estimate, -one.high, -one.low]
            assert [*turned[key]] == pytest.approx(expected, nan_ok=True)
        for key in range(known):
            rows = by == key
            models = {name: one[rows] for name, one in scores.items()}
            asked = {"confidence_level": level, "random_state": 3, "adjust": None}
            told = fm.compare(metric, y[rows], y_score=models, **asked)
            for pair, by_slice in differences.items():
                one, expected = by_slice[key], told.differences[pair]
                assert (one.estimate, one.low, one.high) == (
                    expected.estimate,
                    expected.low,
                    expected.high,
                )
                assert one.confidence_level == 0.95
    for pair in (None, ("a", "d"), "ab"):
        with pytest.raises(KeyError, match="pair must be one of"):
            found.model_differences("auc", pair)
    undefined = found.model_differences("auc", ("a", "b"))[2]
    assert math.isnan(undefined.low)
    assert undefined.reason == "undefined on these data"
    rows = found.to_dict()["model_differences"]
    assert len(rows) == 2 * 3 * 3
    assert [one for one in rows if one["metric"] == "auc"][2]["reason"] == (
        "undefined on these data"
    )
    assert "a minus c in each slice" in str(found)
    with pytest.raises(ValueError, match="of two models"):
        by_group("auc", y, y_score=scores["a"], by=by).model_differences("auc")
    many = by_group("accuracy", y, {"a": y, "b": 1 - y}, by=np.arange(n) // 2)
    assert many.to_dict()["model_differences"] == []
    assert "Differences of models in so many slices are not shown" in str(many)


def test_positives_of_slices_are_counted(rows):
    y, labels, scores, by = rows
    expected = {key: int(((y == "case") & (by == key)).sum()) for key in "abc"}
    for metric, given in (
        ("recall", {"y_pred": labels}),
        ("roc_auc", {"y_score": scores}),
    ):
        found = by_group(metric, y, **given, by=by, pos_label="case")
        assert found.n_positive == expected
        assert [one["n_positive"] for one in found.to_dict()["groups"]] == [
            *expected.values()
        ]
        assert "Positives" in str(found)
    levels = by_group(
        "recall", y, labels, by=by, control=by == "a", pos_label="case"
    ).levels
    assert levels[True].n_positive == {"a": expected["a"]}
    partial = (fm.recall_score, {"pos_label": "case"})
    assert by_group([partial], y, labels, by=by).n_positive == expected
    for metric, true, other in (
        ("accuracy", y, labels),  # nothing says which label is positive
        ("accuracy", by, by),
        ("mse", scores, scores),
    ):
        found = by_group(metric, true, other, by=by)
        assert found.n_positive is None
        assert "Positives" not in str(found)


def test_columns_called_like_those_of_tables(rows):
    y, labels, _, by = rows
    models = {"new": labels, "old": y}
    report = fm.evaluate(
        y, models, by={"model": by}, metrics=["accuracy"], pos_label="case"
    )
    frame = report.to_frame(per="slice").reset_index()
    assert [*frame.columns[:3]] == ["by model", "model", "metric"]
    assert frame["by model"].tolist() == ["a", "b", "c"] * 2
    frame = report.to_frame(per="slice", differences=True).reset_index()
    assert [*frame.columns[:4]] == ["by model", "a", "b", "metric"]
    lines = report.to_csv().splitlines()
    assert lines[0].endswith(",by model,n_samples,n_positive")
    assert len(lines) == 1 + 3 + 3 * 2 + 3 + 3 * 2
    assert lines[4].startswith("new,,accuracy,")
    assert lines[12].startswith("new,old,accuracy,")
    assert lines[-1].startswith("old,all other rows,accuracy,")
    assert lines[-1].endswith(",c,,")
