"""Pictures of any family: values with their intervals, and differences around 0."""

import re

import numpy as np
import pytest
from helpers.drawn import faults_of_svg
from scipy.stats import norm

from fastmetrics import evaluate
from fastmetrics._common.interval import Interval, no_interval
from fastmetrics.report.plots import reading, result, share_reading
from fastmetrics.report.plots.forest import kinds, pictures
from fastmetrics.show.pictures import Intervals, Rule
from fastmetrics.show.pictures.svg import to_svg

rng = np.random.default_rng(0)
Y = rng.permutation(np.repeat([0, 1], [60, 40]))
QUICK = {"n_resamples": 20, "random_state": 0, "metrics": ["roc_auc"]}


def of_models(n, **more):
    models = {f"m{k}": Y * k / 4 + rng.normal(size=100) for k in range(n)}
    return evaluate(Y, y_score=models, **QUICK, **more)


def picture(report, kind):
    [made] = pictures(report, kind)
    return made


def only(panel, kind):
    [mark] = [mark for mark in panel.marks if isinstance(mark, kind)]
    return mark


def test_a_forest_is_sorted_and_keeps_colours():
    report = of_models(4)
    made = picture(report, "forest")
    [panel] = made.panels
    found = only(panel, Intervals)
    assert all(np.diff(found.value) <= 0)
    for series, name, value, low in zip(
        found.series, panel.y.names, found.value, found.low, strict=True
    ):
        one = report.values[name]["roc_auc_score"]
        assert (report.models[series], value, low) == (name, one.estimate, one.low)
    assert panel.x.label == "chance: 0.5"
    assert only(panel, Rule).at == 0.5
    assert f"{panel.y.names[0]} has the highest value" in made.title


def test_chance_that_is_far_away_is_said_only():
    y = np.tile([0, 1], 500)
    scores = {
        "a": y + 0.3 * rng.normal(size=1000),
        "b": y + 0.4 * rng.normal(size=1000),
    }
    report = evaluate(y, y_score=scores, **QUICK)
    [panel] = picture(report, "forest").panels
    assert panel.x.label == "chance: 0.5"
    assert not [mark for mark in panel.marks if isinstance(mark, Rule)]
    assert panel.x.low > 0.9


def test_of_many_models_the_best_are_shown():
    made = picture(of_models(22), "forest")
    assert len(made.panels[0].y.names) == 20
    assert len(made.panels[0].leading) == 5
    assert made.notes == ["20 of 22 models: those with the best values"]


def test_one_difference_says_whether_it_holds_0():
    same = Y + rng.normal(size=100)
    scores = {"a": same, "b": same + 0.1 * rng.normal(size=100), "c": Y * 9.0 + same}
    for pair, words in (("ab", "the interval contains 0"), ("ca", "excludes 0")):
        report = evaluate(Y, y_score={name: scores[name] for name in pair}, **QUICK)
        made = picture(report, "differences")
        assert words in made.title
        [panel] = made.panels
        assert (panel.x.label, list(panel.y.names)) == (
            "{} − {}".format(*pair),
            [""],
        )
        assert only(panel, Rule).at == 0
        assert only(panel, Intervals).outer_low is None
        assert "better" not in made.title
        assert "equal" not in made.title


def test_several_differences_have_simultaneous_bounds_too():
    report = of_models(3, method="delong")
    made = picture(report, "differences")
    found = only(made.panels[0], Intervals)
    assert len(found.value) == 3
    one = report.comparisons["roc_auc_score"]["m0", "m1"]
    assert (found.low[0], found.high[0]) == (one.low, one.high)
    outer = found.outer_low[0], found.outer_high[0]
    assert outer == (one.simultaneous_low, one.simultaneous_high)
    # Of dependent differences narrower than Bonferroni's normal ones.
    widest = norm.ppf(1 - 0.025 / 3) * one.standard_error
    assert one.estimate - widest < outer[0] < one.low
    assert f"{len(report.told('roc_auc'))} of 3 pairs of models" in made.title


def test_differences_of_percent_are_in_points():
    said = ["the cat sat on the mat"] * 12
    heard = ["the cat sat on a mat", "a cat sat on the mat now", "the cat"] * 4
    runs = {"one": heard, "two": [*heard[::-1][:6], *said[:6]], "three": said}
    report = evaluate(said, runs, **{**QUICK, "metrics": ["wer"]})
    values, differences = (picture(report, one) for one in ("forest", "differences"))
    assert values.panels[0].x.unit == "share"
    assert differences.panels[0].x.unit == "points"
    assert differences.panels[0].x.label == "difference, in points"
    source = to_svg(differences)
    numbers = re.findall(r">(−?\d+)</text>", source)
    assert max(abs(int(one.replace("−", "-"))) for one in numbers) > 5


def test_names_of_pairs_are_whole():
    names = [
        "gradient boosting, early stopping",
        "logistic regression of all columns",
        "a random forest of 500 trees",
    ]
    draw = np.random.default_rng(1)
    scores = {name: Y + (k + 1) * draw.normal(size=100) for k, name in enumerate(names)}
    report = evaluate(Y, y_score=scores, **QUICK)
    compared = report.comparisons["roc_auc_score"]
    for made in (picture(report, "differences"), *compared._pictures()):
        source = to_svg(made)
        assert faults_of_svg(source) == []
        texts = re.findall(r">([^<>]+)</text>", source)
        said = " ".join(texts)
        assert all(said.count(name) >= 2 for name in names)
        assert "…" not in said


def test_of_many_pairs_those_of_the_best_model_are_shown():
    report = of_models(6)
    made = picture(report, "differences")
    [panel] = made.panels
    found = only(panel, Intervals)
    assert len(found.value) == 5
    assert all(found.value >= 0)  # the best one less another
    assert all(found.low <= found.value)
    assert all(found.outer_low < found.low)
    assert made.notes[0] == "of 15 pairs, those with the best model"


@pytest.mark.filterwarnings("ignore")
def test_values_that_no_interval_has():
    report = evaluate([0, 1], y_score={"a": [0, 1], "b": [1, 0]}, **QUICK)
    for kind in ("forest", "differences"):
        assert picture(report, kind).panels


def test_kinds_are_known_and_asked_for_by_list():
    report = of_models(2)
    assert [one.name for one in pictures(report, ["roc", "pr"])] == ["roc", "pr"]
    assert [one.name for one in pictures(report)] == [
        "forest", "differences", "both", "distribution"
    ]  # fmt: skip
    with pytest.raises(
        ValueError, match="kind is 'pie'; it must be one of auto, forest"
    ):
        pictures(report, "pie")
    with pytest.raises(ValueError, match="there is one model"):
        pictures(of_models(1), "differences")
    assert {"forest", "roc", "confusion", "silhouette"} <= {*kinds()}


class TestWords:
    def test_values_have_the_digits_that_are_known(self):
        one = Interval(0.99481, 0.98602, 0.99812, 0.003, 0.95, "delong")
        assert reading(one) == "0.9948 [0.9860,\N{NO-BREAK SPACE}0.9981]"
        assert share_reading(one) == "99.48 % [98.60 %,\N{NO-BREAK SPACE}99.81 %]"
        assert reading(no_interval(float("nan"), 0.95, "")) == ""
        assert reading(None) == ""

    def test_titles_say_the_result(self):
        for values, highest, text in (
            ({"a": 1, "b": 2}, True, "P: B has the highest v, 2.0000"),
            ({"a": 1, "b": 2}, False, "P: A has the lowest v, 1.0000"),
            ({"a": 2, "b": 2}, True, "P: A and 1 more have the highest v, 2.0000"),
            ({"a": 2, "b": 2}, False, "P: A and 1 more have the lowest v, 2.0000"),
            ({"a": 2, "b": float("nan")}, True, "P: A has the highest v, 2.0000"),
            ({"a": 2}, True, "P: v of A is 2.0000"),
            ({}, True, "P: 2 models"),
        ):
            names = {name: name.upper() for name in values or "ab"}
            found = {
                name: no_interval(value, 0.95, "") for name, value in values.items()
            }
            assert result("P", "v", names, found, highest) == text, values


def test_an_axis_ends_where_values_of_two_classes_do():
    y, p = [0, 1] * 4, [0.9, 0.05, 0.95, 0.1, 0.2, 0.01, 0.99, 0.02]
    report = evaluate(y, y_proba=p, metrics=["brier_score_loss"], n_resamples=20)
    [panel] = picture(report, "forest").panels
    [low], [high] = panel.marks[0].low, panel.marks[0].high
    # The range is [0, 1]; of [0, 2] the axis would go on for 5 % of the interval.
    assert panel.x.high == pytest.approx(1 + 0.02 * (high - low), rel=1e-12)
    assert panel.x.high < high + 0.05 * (high - low)
