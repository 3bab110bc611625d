"""evaluate and Report: the numbers are those of the single calls, and can be shown."""

import json
import math
import re

import numpy as np
import pytest
import scipy.stats
from helpers.report_cases import Balanced
from helpers.shown import full

import fastmetrics
from fastmetrics import catalog, evaluate
from fastmetrics._common.interval import no_interval
from fastmetrics.report.analysis import (
    LEAST_RESAMPLES,
    MOST_RESAMPLES,
    default_resamples,
)
from fastmetrics.show import text
from fastmetrics.show.numbers import Estimate, pvalue_numeral
from fastmetrics.show.text import Document, laid_out, plain

REPORTED = [row.name for row in catalog.scalar() if row.in_report]
T_DELONG = "t test with DeLong's variance"
ABOUT_AUC = ["roc_auc_score", "gini_coefficient", "rank_loss"]


@pytest.fixture(scope="module")
def data():
    rng = np.random.default_rng(7)
    y = (rng.random(300) < 0.4).astype(int)
    a = rng.normal(size=300) + 1.5 * y
    b = np.round(rng.normal(size=300) + 0.5 * y, 1)  # worse, and with ties
    return y, a, b


@pytest.fixture(scope="module")
def report(data):
    y, a, b = data
    return evaluate(y, y_score={"good": a, "poor": b}, n_resamples=200, random_state=1)


# ------------------------------------------------------------------ the numbers


def test_every_metric_of_the_task_is_there(report):
    assert report.models == ["good", "poor"]
    assert report.metrics == REPORTED
    assert list(report.differences) == [("good", "poor")]
    assert list(report.differences["good", "poor"]) == REPORTED


def test_values_are_those_of_the_single_functions(report, data):
    for name in REPORTED:
        y, a, b = data
        row = catalog.METRICS[name]
        values = []
        for model, scores in (("good", a), ("poor", b)):
            value = row.public(y, scores, **row.parameters)
            value = value[1] if row.function == "optimal_threshold" else value
            found = report.values[model][name]
            assert found.estimate == pytest.approx(value, rel=1e-12), name
            assert found.confidence_level == 0.95, name
            values.append(value)
        difference = report.differences["good", "poor"][name]
        assert difference.estimate == pytest.approx(values[0] - values[1], abs=1e-12), (
            name
        )
        if difference.reason == "":
            assert difference.low < difference.estimate < difference.high, name


def test_intervals_are_those_of_confidence_interval(data):
    for name in REPORTED:
        y, a, _ = data
        options = {"n_resamples": 100, "random_state": 5, "confidence_level": 0.9}
        one = evaluate(y, y_score=a, metrics=[name], **options).values["model"][name]
        other = fastmetrics.confidence_interval(name, y, y_score=a, **options)
        assert (one.low, one.high) == pytest.approx((other.low, other.high)), name
        assert one.method == other.method, name


def test_class_balance(report, data):
    y, a, _ = data
    assert (report.n_rows, report.n_positive) == (300, int(y.sum()))
    assert report.n_negative == 300 - y.sum()
    assert report.prevalence == y.mean()
    weights = np.arange(300) % 3
    weighted = evaluate(
        y, y_score=a, sample_weight=weights, metrics="roc_auc", n_resamples=20
    )
    assert weighted.weight_positive == pytest.approx(weights[y == 1].sum())
    assert weighted.weight_negative == pytest.approx(weights[y == 0].sum())
    assert weighted.n_rows == 200
    assert "100 rows of weight 0 are left out" in weighted.notes
    assert "By weight" in full(weighted)


def test_p_value_is_of_the_law_of_the_interval(report, data):
    test = fastmetrics.delong_roc_test(*data)
    pair = ("good", "poor")
    assert report.tests[pair] == test
    for name in REPORTED:
        assert (report.test(name) == T_DELONG) == (name in ABOUT_AUC)
        one, p = report.differences[pair][name], report.p_value(pair, name)
        if p is not None:  # at most 5 % exactly where the interval excludes 0
            assert (p <= 0.05) == (one.low > 0 or one.high < 0)
    # Student's law has the heavier tails; by "delong" it is pROC's test.
    assert test.pvalue < report.p_value(pair, "roc_auc") < 0.0001
    assert pvalue_numeral(report.p_value(pair, "roc_auc")) in full(report)
    assert f"p-values, {T_DELONG}: ROC AUC" in full(report)
    y, a, b = data
    options = {"y_score": {"good": a, "poor": b}, "metrics": ["roc_auc"]}
    for method in ("delong", "delong-raw"):
        normal = evaluate(y, method=method, **options)
        assert normal.p_value(pair, "roc_auc") == pytest.approx(test.pvalue, rel=1e-10)
        assert normal.differences[pair]["roc_auc_score"].method == method


def test_a_bootstrap_test_beside_a_bootstrap_interval(data):
    y, a, b = data
    models = {"good": a, "poor": b}
    found = evaluate(y, y_score=models, metrics=["roc_auc"], method="bca")
    assert found.test("roc_auc") == "paired bootstrap test"
    # No replicate is near 0, where a normal law's tail goes on.
    assert 0 < found.p_value(("good", "poor"), "roc_auc") < 1 / 2000
    assert found.tests["good", "poor"] == fastmetrics.delong_roc_test(y, a, b)
    assert "p-values, paired bootstrap test: ROC AUC" in full(found)


def test_a_bootstrap_test_where_delongs_does_not_hold(data):
    y, a, b = data
    for option in ({"sample_weight": np.ones(300)}, {"groups": np.arange(300) // 2}):
        both = evaluate(
            y, y_score={"a": a, "b": b}, metrics=["roc_auc"], n_resamples=50, **option
        )
        assert both.tests == {}
        kind = "jackknife" if "groups" in option else "bootstrap"
        assert both.test("roc_auc") == f"paired {kind} test"
        one, p = both.differences["a", "b"], both.p_value(("b", "a"), "roc_auc")
        assert (p <= 0.05) == (one["roc_auc_score"].low > 0)


def test_two_accessors_whose_kind_does_not_depend_on_the_data(data):
    y, a, b = data
    several = evaluate(y, y_score={"A": a, "B": b}, metrics=["gini_coefficient"])
    one = evaluate(y, y_score=a, metrics=["gini_coefficient"])
    assert several.by_model("gini") == several["gini"]
    assert several.interval("gini", "B") is several["gini"]["B"]
    assert one.interval("gini") is one["gini"]
    assert list(one.by_model("gini").values()) == [one["gini"]]
    with pytest.raises(KeyError, match="no model is named"):
        several.interval("gini")
    with pytest.raises(KeyError, match="'nobody' lacks it"):
        several.interval("gini", "nobody")
    with pytest.raises(KeyError, match="not in this report"):
        one.by_model("f1_score")


def test_no_p_value_without_a_test():
    y, a, b = [0, 0, 1], [0.1, 0.2, 0.7], [0.3, 0.1, 0.2]
    with pytest.warns(fastmetrics.UndefinedMetricWarning, match="one row of a class"):
        found = evaluate(y, y_score={"a": a, "b": b}, metrics=["roc_auc"])
    assert found.p_value(("a", "b"), "roc_auc") is None
    assert found.test("roc_auc") == ""
    assert (found.letters("roc_auc"), found.rank_intervals("roc_auc")) == ({}, {})
    assert "p-value" not in full(found)


def test_three_models_are_compared_in_pairs(data):
    y, a, b = data
    three = evaluate(
        y, y_score={"a": a, "b": b, "c": -a}, metrics=["roc_auc"], n_resamples=50
    )
    pairs = [("a", "b"), ("a", "c"), ("b", "c")]
    assert list(three.differences) == list(three.tests) == pairs
    values = [three.p_value(pair, "roc_auc") for pair in pairs]
    adjusted = [three.p_value(pair, "roc_auc", adjusted=True) for pair in pairs]
    found = fastmetrics.compare("roc_auc", y, y_score={"a": a, "b": b, "c": -a})
    assert adjusted == [found[pair].adjusted_pvalue for pair in pairs]
    assert values == [found[pair].pvalue for pair in pairs]
    assert three.ranking("roc_auc") == ["a", "b", "c"]
    assert three.letters("roc_auc") == {"a": "a", "b": "b", "c": "c"}
    ranks = {"a": (1, 1), "b": (2, 2), "c": (3, 3)}
    assert three.rank_intervals("roc_auc") == ranks
    text = full(three)
    assert (
        "ROC AUC: ranks (models that share a letter do not differ significantly)"
        in text
    )
    said = " ".join(text.split())
    assert "simultaneous for all comparisons by a metric, up to 3 (" in said
    assert "Adjusted p-value" in text
    found = three.to_dict()
    assert found["models"]["b"]["roc_auc_score"]["letters"] == "b"
    assert found["models"]["b"]["roc_auc_score"]["rank_high"] == 2
    one = found["differences"][0]["metrics"]["roc_auc_score"]
    assert one["test"] == T_DELONG
    assert one["adjusted_p_value"] == adjusted[0]
    assert "校正 p 值" in three.to_markdown("zh", full=True)
    assert "精确" not in three.to_markdown("zh", full=True)
    assert "Adjusted p-value" in three.to_html()


def is_paired(name):
    """Whether it is a proportion of rows that do not depend on the predictions."""
    return name in ("accuracy_score", "recall_score", "specificity_score")


def test_every_metric_with_a_test_has_a_p_value(rng):
    y = rng.integers(0, 2, 80)
    labels = {f"m{k}": np.where(rng.random(80) < 0.7, y, 1 - y) for k in range(3)}
    found = evaluate(y, labels, n_resamples=99, random_state=0)
    for name in found.metrics:
        has_bounds = not np.isnan(found.differences["m0", "m1"][name].low)
        assert (found.p_value(("m0", "m1"), name) is not None) == has_bounds, name
        test = "paired t test" if is_paired(name) else "paired bootstrap test"
        assert not has_bounds or test in found.test(name), name
    assert found.p_value(("m0", "m1"), "accuracy") == found.p_value(
        ("m1", "m0"), "accuracy"
    )


def test_a_mean_over_rows_is_tested_by_the_error_of_its_interval(rng):
    y = rng.normal(size=50)
    models = {"a": y + rng.normal(size=50), "b": y + 1.2 * rng.normal(size=50)}
    found = evaluate(y, models, metrics=["mae", "r2"], task="regression")
    losses = [np.abs(y - one) for one in models.values()]
    expected = scipy.stats.ttest_rel(*losses).pvalue
    assert found.test("mae") == "paired t test, transformed by the skewness"
    assert found.p_value(("a", "b"), "mae") == pytest.approx(expected, abs=0.05)
    assert found.test("r2_score") == "paired jackknife test"
    plain = evaluate(y, models, metrics=["mae"], method="t", task="regression")
    assert plain.test("mae") == "paired t test"
    assert plain.p_value(("a", "b"), "mae") == pytest.approx(expected, rel=1e-9)


def test_seed_repeats_the_report(data):
    y, a, _ = data
    options = {"y_score": a, "metrics": ["ap"], "n_resamples": 50}
    first = evaluate(y, **options)
    again = evaluate(y, random_state=first.seed, **options)
    assert first.to_dict() == again.to_dict()
    assert evaluate(y, **options).to_dict() != first.to_dict()
    drawn = evaluate(y, random_state=np.random.default_rng(0), **options)
    again = evaluate(y, random_state=drawn.seed, **options)
    assert drawn.to_dict() == again.to_dict()


def test_labels(data):
    y, a, _ = data
    options = {"y_score": a, "metrics": ["roc_auc"]}
    value = evaluate(y, **options).values["model"]["roc_auc_score"].estimate
    for labels, pos_label in (
        (y.astype(bool), None),
        (2 * y - 1, None),
        (np.where(y, "yes", "no"), "yes"),
        ([5 if one else 3 for one in y], 5),
    ):
        made = evaluate(labels, pos_label=pos_label, **options)
        assert made.values["model"]["roc_auc_score"].estimate == value
        assert made.pos_label == (1 if pos_label is None else pos_label)
        assert f"label {made.pos_label})" in full(made)
    flipped = evaluate(y, pos_label=0, **options)
    assert flipped.values["model"]["roc_auc_score"].estimate == pytest.approx(1 - value)


def test_metric_names(data):
    y, a, _ = data
    made = evaluate(y, y_score=a, metrics=["roc_auc", "ks", "roc_auc"], n_resamples=20)
    assert made.metrics == ["roc_auc_score", "ks_statistic"]
    assert evaluate(y, y_score=a, metrics="roc_auc").metrics == ["roc_auc_score"]


def test_number_of_replicates():
    assert default_resamples(100, 1) == MOST_RESAMPLES
    assert default_resamples(10**8, 3) == LEAST_RESAMPLES
    sizes = [default_resamples(n, 2) for n in (10**5, 10**6, 2 * 10**6, 10**7)]
    assert sizes == sorted(sizes, reverse=True)
    assert all((size + 1) % 40 == 0 for size in sizes)


def test_fewer_replicates_are_said(data, monkeypatch):
    y, a, _ = data
    monkeypatch.setattr("fastmetrics.report.analysis.ROW_BUDGET", 300 * 600)
    made = evaluate(y, y_score=a, metrics=["ap"])
    assert made.n_resamples == 599
    assert made.values["model"]["average_precision_score"].n_resamples == 599
    assert "599 replicates in place of 1999" in full(made)
    asked = evaluate(y, y_score=a, metrics=["ap"], n_resamples=700)
    assert asked.n_resamples == 700
    assert "in place of" not in full(asked)


# ------------------------------------------------------------------ bad input


def test_bad_input():
    for change, error, message in (
        ({"y_score": {}}, ValueError, "no models"),
        ({"y_score": np.eye(4)}, ValueError, r"\(4, 4\).*dict"),
        ({"y_score": {"a": [0.1, 0.2]}}, ValueError, "2"),
        ({"y_score": {1: [0.1] * 4, "1": [0.2] * 4}}, ValueError, "one name"),
        ({"y_score": 0.5}, TypeError, "float"),
        ({"y_score": [0.1, 0.2, np.nan, 0.4]}, ValueError, "NaN"),
        ({"metrics": []}, ValueError, "empty"),
        ({"metrics": ["rok_auc"]}, ValueError, "roc_auc"),
        ({"metrics": ["roc_curve"]}, ValueError, "'roc_curve' is not"),
        ({"method": "magic"}, ValueError, "magic"),
        ({"confidence_level": 95}, ValueError, "95"),
        ({"n_resamples": 0}, ValueError, "n_resamples"),
        ({"random_state": -1}, ValueError, "random_state"),
        ({"sample_weight": [1, 1, -1, 1]}, ValueError, "sample_weight"),
        ({"groups": [1, 2], "y_score": [0.1] * 4}, ValueError, "groups"),
    ):
        options = {"y_score": [0.1, 0.2, 0.3, 0.4], "metrics": None, **change}
        with pytest.raises(error, match=message):
            evaluate([0, 1, 0, 1], **options)


def test_one_class_is_undefined():
    with pytest.warns(fastmetrics.UndefinedMetricWarning):
        made = evaluate([1, 1, 1], y_score=[0.1, 0.2, 0.3], metrics=["roc_auc"])
    one = made.values["model"]["roc_auc_score"]
    assert math.isnan(one.estimate)
    assert "undefined" in full(made)
    assert made.to_dict()["models"]["model"]["roc_auc_score"]["estimate"] is None


# ------------------------------------------------------------------ showing it


def test_text(report):
    text = full(report)
    assert text.startswith("On ROC AUC good is ahead of poor by ")
    assert "\n\n300 rows: " in text
    for name in REPORTED:
        title = catalog.METRICS[name].short
        assert text.count(f"\n{title} ") == 2  # among the values and the differences
    for words in ("95 % interval", "[−1, 1]", "[0, ∞)", "higher", "lower", "≈"):
        assert words in text
    assert "Difference: good − poor" in text
    assert "DeLong's variance" in text
    assert "200 replicates, approximate" in text
    assert "reproduce with seed 1" in text
    assert repr(report) == f"<Report: 300 rows, 2 models, {len(REPORTED)} metrics>"


def test_favours_the_better_model(report):
    lines = full(report).partition("Difference:")[2].splitlines()
    favoured = {line[:9]: line.split()[-1] for line in lines if line.strip()}
    # The better model is the better one by losses too, where lower is better.
    assert favoured["ROC AUC  "] == favoured["Rank loss"] == "good"


def test_text_is_no_wider_than_it_need_be(data):
    y, a, b = data
    names = {"a" * 40: a, "b" * 40: b}
    metrics = ["roc_auc_score", "average_precision_score"]
    made = evaluate(y, y_score=names, metrics=metrics, n_resamples=20)
    values = full(made).partition("Difference")[0]
    assert "interval: " + "a" * 40 in values
    assert max(map(len, values.splitlines())) <= 100


def test_metric_without_interval(data, monkeypatch):
    y, a, _ = data
    import dataclasses

    row = dataclasses.replace(
        catalog.METRICS["ks_statistic"],
        interval=None,
        approximate=False,
        reason="for a test",
    )
    monkeypatch.setitem(catalog.METRICS, "ks_statistic", row)
    made = evaluate(y, y_score=a, metrics=["ks_statistic", "roc_auc"])
    assert re.search("^KS distance  .* — ", full(made), re.MULTILINE)
    assert "none (—): KS distance" in full(made)
    assert "KS distance: for a test" in full(made)


def test_dict_is_safe_for_json(report):
    content = report.to_dict()
    assert json.loads(json.dumps(content, allow_nan=False)) == content
    assert list(content["models"]) == ["good", "poor"]
    auc = content["models"]["good"]["roc_auc_score"]
    assert auc["estimate"] == report.values["good"]["roc_auc_score"].estimate
    assert content["metrics"]["lift_score"]["upper"] is None  # infinity
    (difference,) = content["differences"]
    assert (difference["a"], difference["b"]) == ("good", "poor")
    assert difference["metrics"]["roc_auc_score"]["p_value"] < 0.0001
    assert difference["metrics"]["ks_statistic"]["p_value"] < 0.05
    assert difference["metrics"]["lift_score"]["test"] == "paired bootstrap test"


def test_frame(report):
    frame = report.to_frame()
    assert frame.index.names == ["model", "metric"]
    assert len(frame) == 2 * len(REPORTED)
    auc = report.values["poor"]["roc_auc_score"]
    assert frame.loc[("poor", "roc_auc_score"), "low"] == auc.low
    differences = report.to_frame(differences=True)
    assert differences.index.names == ["a", "b", "metric"]
    assert len(differences) == len(REPORTED)
    assert "p_value" in differences


def test_frame_of_one_model_has_no_differences(data):
    y, a, _ = data
    frame = evaluate(y, y_score=a, metrics=["roc_auc"]).to_frame(differences=True)
    assert len(frame) == 0
    assert frame.index.names == ["a", "b", "metric"]


def test_frame_without_pandas(report, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "pandas", None)
    with pytest.raises(ImportError, match="pip install pandas"):
        report.to_frame()


def test_html(data):
    y, a, b = data
    made = evaluate(y, y_score={"<b>&": a, "b": b}, metrics=["roc_auc"])
    page = Balanced()
    page.feed(made.to_html())
    assert page.open == []
    text = " ".join(page.text)
    assert "<b>&" in text
    assert "roc_auc" in text
    assert "Difference: <b>& − b" in text


@pytest.mark.long
def test_plot(report):
    pytest.importorskip("matplotlib")
    import io

    roc, _ = report.plot("both").axes
    assert len(roc.lines) == 3  # two curves, and chance
    assert len(report.plot().axes) > 2
    file = io.BytesIO()
    report.plot("roc").savefig(file, format="svg")
    assert b"<svg" in file.getvalue()
    assert len(report.plot(["roc", "det"]).axes) == 2
    with pytest.raises(ValueError, match="both, roc, pr"):
        report.plot("spider")


def test_pictures_are_listed_with_what_they_say(report):
    assert {"forest", "both", "roc", "pr"} <= {*report.pictures}
    assert "confusion" not in report.pictures
    for kind, sentence in report.pictures.items():
        assert "\n" not in sentence
        assert len(sentence) > 10, kind


def test_a_notebook_shows_a_figure_once(report):
    pytest.importorskip("matplotlib")
    figure = report.plot(["roc", "pr"])
    assert len(figure.axes) == 2
    # IPython asks for these by name; without pyplot nothing else shows the figure.
    assert figure._repr_png_().startswith(b"\x89PNG")
    assert not hasattr(figure, "_ipython_display_")
    assert getattr(figure.canvas, "manager", None) is None


def test_plot_without_matplotlib(report, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "matplotlib.figure", None)
    with pytest.raises(ImportError, match=r"'fastmetrics-intervals\[plot\]'"):
        report.plot()


# ------------------------------------------------------------------ tables


def test_table():
    table = text.Table("T", ["a", "b"], [["x", "1"], ["yy", "22"]], frozenset({1}))
    assert plain(laid_out(Document(tables=[table]), 60)) == (
        "T\na    b\n──  ──\nx    1\nyy  22"
    )
    assert table.width == 6


def test_values_are_aligned_at_the_point():
    cells = [[Estimate(no_interval(x, 0.95, ""), k)] for x, k in ((-1.25, 2), (12, 0))]
    table = text.Table("", ["名"], cells)
    assert table.columns() == [["−1.25 —", "12    —"]]


def test_a_report_of_numpy_options_is_plain(rng):
    y = rng.integers(0, 2, 50)
    report = fastmetrics.evaluate(
        y,
        y_score=rng.random(50),
        n_resamples=np.int64(20),
        confidence_level=np.float32(0.5),
        stratified=True,
    )
    assert json.loads(json.dumps(report.to_dict()))["n_resamples"] == 20


def test_one_is_written_as_one():
    report = evaluate([0, 1, 1, 0], [0, 1, 0, 0], metrics=["accuracy"])
    assert repr(report) == "<Report: 4 rows, 1 model, 1 metric>"


def test_notes_on_groups_are_of_the_intervals_that_were_made():
    rng = np.random.default_rng(0)
    y, groups = rng.integers(0, 2, 120), np.arange(120) // 10
    score = y + rng.normal(size=120)
    drawn, left_out = "replicates draw whole groups", "leave out whole groups of rows"
    options = {"y_score": score, "groups": groups, "metrics": ["roc_auc"]}
    few = fastmetrics.evaluate(y, **options)
    assert few["roc_auc"].method.startswith("jackknife")
    assert left_out in full(few)
    assert drawn not in full(few)
    many = fastmetrics.evaluate(y, **options, method="percentile", n_resamples=99)
    assert drawn in full(many)
    assert left_out not in full(many)
    # Nothing is drawn for DeLong's interval, of classes or of anything else.
    del options["groups"]
    strata = fastmetrics.evaluate(y, **options, stratified=True)
    assert strata["roc_auc"].n_resamples or "stratified" not in full(strata)
