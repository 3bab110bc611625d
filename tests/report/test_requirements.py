"""Requirements: how they are read, of whom they are, and what meets them."""

import json
import pickle

import numpy as np
import pytest

import fastmetrics as fm
from fastmetrics import catalog
from fastmetrics.exceptions import RequirementError
from fastmetrics.report.requirements import read_requirement, told, verdicts
from fastmetrics.show.words import in_language

Y = np.tile([0, 1], 30)
RNG = np.random.default_rng(5)
MODELS = {"a": RNG.random(60) + 0.8 * Y, "b": RNG.random(60) + 0.4 * Y}
QUICK = {"n_resamples": 20, "random_state": 0}


@pytest.fixture(scope="module")
def report():
    return fm.evaluate(Y, y_score=MODELS, metrics=["roc_auc", "ap"], **QUICK)


def test_texts():
    for text, read in (
        ("roc_auc >= 0.9", ("roc_auc_score", "", "estimate", ">=", 0.9)),
        ("roc_auc>=.9", ("roc_auc_score", "", "estimate", ">=", 0.9)),
        ("log_loss.high ≤ 4e-1", ("log_loss", "", "high", "<=", 0.4)),
        ("f1: a - b .low >= −0.01", ("f1_score", "a - b", "low", ">=", -0.01)),
        ("f1.low: a-b > -1", ("f1_score", "a-b", "low", ">", -1.0)),
        ("f1.estimate: a < 1", ("f1_score", "a", "estimate", "<", 1.0)),
        ("wer < 12.5 %", ("word_error_rate", "", "estimate", "<", 0.125)),
        ("nDCG@10 > 0.3", ("ndcg_score@10", "", "estimate", ">", 0.3)),
        ("AP(rel=2)@100.low > 0", (None, "", "low", ">", 0.0)),
        (
            "fbeta:beta=2 >= 0.8",
            ("fbeta_score(beta=2)", "", "estimate", ">=", 0.8),
        ),
        (
            "fbeta:beta=0.5: a - b.low >= 0",
            ("fbeta_score(beta=0.5)", "a - b", "low", ">=", 0.0),
        ),
        (
            "fbeta(beta=2): a > 0",
            ("fbeta_score(beta=2)", "a", "estimate", ">", 0.0),
        ),
        ("f1: lr=0.1 > 0", ("f1_score", "lr=0.1", "estimate", ">", 0.0)),
        ("f1: x > 3: y >= 0", ("f1_score", "x > 3: y", "estimate", ">=", 0.0)),
    ):
        found = read_requirement(text)[1:6]
        assert found[1:] == read[1:], text
        assert read[0] in (None, catalog.find(found[0]).name), text


def test_what_is_no_requirement(report):
    for text, message in (
        ("roc_auc", "'roc_auc' compares nothing: a requirement needs >="),
        ("roc_auc = 0.9", "compares nothing"),
        ("roc_auc => 0.9", "'=>' compares nothing, write '>='"),
        ("roc_auc =< 0.9", "'=<' compares nothing, write '<='"),
        ("roc_auc =≥ 0.9", "compares nothing"),
        ("roc_auc >= ", "'' is not a number"),
        ("roc_auc >= nan", "'nan' is not a number"),
        ("roc_auc >= inf", "'inf' is not a number"),
        ("roc_auc >= 1_0", "'1_0' is not a number"),
        ("roc_auc >= a.b", "'a.b' is not a number"),
        (">= 0.9", "names no metric"),
        (".low >= 0.9", "names no metric"),
        ("f1: >= 0.9", "names no model behind the colon"),
        ("f1: .low >= 0.9", "names no model before .low"),
        ("roc_auk >= 0.9", "no metric is called 'roc_auk'; did you mean 'roc_auc'"),
        ("roc_curve >= 0.9", "'roc_curve' is not a single number"),
        ("x" * 5000, "^.{0,300}$"),
    ):
        with pytest.raises(ValueError, match=message):
            report.require(text)


def test_what_the_report_does_not_have(report):
    for text, message in (
        ("f1 > 0", "'f1' is not in this report, which has roc_auc, ap; it"),
        ("ap: c > 0", "no model, and no difference of two .a - b., is called 'c': the"),
        ("ap: a - c > 0", "is called 'a - c': the models are 'a', 'b'"),
        ("ap: a - a > 0", "a difference is of two models, not of one"),
    ):
        with pytest.raises(ValueError, match=message):
            report.require(text)


def test_without_a_model_each_one_is_meant(report):
    values = report["roc_auc"]
    found = report.require("roc_auc > 0")
    assert [(one.model, one.value) for one in found] == [
        (name, one.estimate) for name, one in values.items()
    ]
    between = sum(one.estimate for one in values.values()) / 2
    with pytest.raises(
        RequirementError, match=r"FAILED: .* > .* for b, got 0\."
    ) as caught:
        report.require(f"roc_auc > {between}", "ap > 0")
    assert [one.holds for one in caught.value.verdicts] == [True, False, True, True]
    assert str(caught.value).count("\n") == 0
    again = pickle.loads(pickle.dumps(caught.value))
    assert again.verdicts == caught.value.verdicts
    assert isinstance(caught.value, AssertionError)
    assert report.require(f"roc_auc: a > {between}")[0].model == "a"


def test_differences_either_way_round(report):
    for part in ("low", "estimate", "high"):
        one = report.differences["a", "b"]["roc_auc_score"]
        [found] = report.require(f"roc_auc: a - b .{part} > -9")
        assert (found.model, found.minus) == ("a", "b"), part
        assert found.value == getattr(one, part), part
        [other] = report.require(f"roc_auc.{part}: b−a > -9")
        turned = {"low": "high", "high": "low"}.get(part, part)
        assert other.value == -getattr(one, turned), part


def test_bounds_of_equality(report):
    value = report["roc_auc"]["a"].estimate
    assert report.require(f"roc_auc: a >= {value!r}", f"roc_auc: a <= {value!r}")
    for sign in "<>":
        with pytest.raises(RequirementError):
            report.require(f"roc_auc: a {sign} {value!r}")
    two_thirds = fm.evaluate(
        [0, 0, 0, 1], y_score=[1, 2, 4, 3], metrics=["roc_auc"], **QUICK
    )
    with pytest.raises(RequirementError, match=r"got 0\.666667$"):
        two_thirds.require("roc_auc >= 0.67")
    # Rounded, the value would be the bound that it misses.
    with pytest.raises(RequirementError, match=r"got 0\.6666666666666666$"):
        two_thirds.require("roc_auc >= 0.666667")


def test_names_of_models_with_signs_in_them():
    scores = dict(zip(["a", "b - c", "a - b", "c", "x.low"], [Y] * 5, strict=True))
    report = fm.evaluate(Y, y_score=scores, metrics=["ap"], **QUICK)
    with pytest.raises(ValueError, match="can be read as the difference of 'a' and"):
        report.require("ap: a - b - c <= 0")
    assert report.require("ap: a - b <= 1")[0].model == "a - b"
    # Perfect scores have no bounds of average precision, but of the area.
    report = fm.evaluate(Y, y_score=scores, metrics=["ap", "roc_auc"], **QUICK)
    assert report.require("roc_auc: x.low .low <= 1")[0].part == "low"
    [found] = report.require("ap: x.low - a <= 1")
    assert (found.model, found.minus) == ("x.low", "a")


@pytest.mark.filterwarnings("ignore::fastmetrics.UndefinedMetricWarning")
def test_what_is_undefined_meets_nothing():
    for sign in (">=", ">", "<=", "<"):
        report = fm.evaluate([1, 1], y_score=[0.2, 0.5], metrics=["roc_auc"], **QUICK)
        for part in ("", ".low"):
            with pytest.raises(RequirementError, match="got undefined"):
                report.require(f"roc_auc{part} {sign} 0")
        none = fm.evaluate(Y, y_score=Y, metrics=["roc_auc"], **QUICK)
        [found] = none.require("roc_auc >= 0")
        assert json.loads(json.dumps(found.to_dict()))["value"] == found.value, sign
        [lacking] = verdicts(report, ["roc_auc > 0"])
        assert (
            json.loads(json.dumps(lacking.to_dict(), allow_nan=False))["value"] is None
        ), sign


def test_slices_are_read():
    costs = "cost_sensitive_error(cost_matrix=[[0,5],[1,0]])"
    for text, metric, whom, part, slices in (
        ("recall[site=north] >= 0.8", "recall", "", "estimate", {"site": "north"}),
        ("f1: a - b [site=*] .low > 0", "f1", "a - b", "low", {"site": "*"}),
        ("f1 [site=*].low: a > 0", "f1", "a", "low", {"site": "*"}),
        ("f1.low [a=1, b=x:y z]: m > 0", "f1", "m", "low", {"a": "1", "b": "x:y z"}),
        (f"{costs}[s=1] < 2", costs, "", "estimate", {"s": "1"}),
        (f"{costs} < 2", costs, "", "estimate", {}),
        ("fbeta:beta=2 [s=1] > 0", "fbeta:beta=2", "", "estimate", {"s": "1"}),
        ("f1[age=>60] >= 0", "f1", "", "estimate", {"age": ">60"}),
    ):
        read = read_requirement(text)
        assert (read.metric, read.whom, read.part) == (metric, whom, part), text
        assert dict(read.slices) == slices, text


def test_slices_meet_requirements():
    site = np.repeat(["north", "south"], 30)
    asked = {"metrics": ["roc_auc"], "random_state": 0}
    report = fm.evaluate(Y, y_score=MODELS, by={"site": site, "k": Y % 1}, **asked)
    found = report.require("auc[site=north] > 0", "auc: b [site=*] > 0")
    told_ = [(one.model, one.slice["site"], one.value) for one in found]
    assert told_ == [
        (model, at, report.slices.interval((at, 0), "roc_auc", model).estimate)
        for model, at in [
            ("a", "north"),
            ("b", "north"),
            ("b", "north"),
            ("b", "south"),
        ]
    ]
    between = report.slices.model_differences("auc")
    [found] = report.require("auc: a - b [site=south] .low > -1")
    assert found.value == between["south", 0].low
    assert found.slice == {"site": "south", "k": 0}
    [found] = report.require("auc: b - a [site=south] .low > -1")
    assert (found.minus, found.value) == ("a", -between["south", 0].high)
    with pytest.raises(RequirementError, match="for a, site=north, k=0, got ") as error:
        report.require("auc[site=*] > 1")
    assert len(error.value.verdicts) == 4
    assert json.loads(json.dumps(error.value.verdicts[0].to_dict()))["slice"]
    with pytest.raises(RequirementError, match=r"\[site=south, k=0\] > 1, got "):
        report.require("auc: a [site=south, k=0] > 1")
    for text, message in (
        ("auc[sex=f] > 0", "slices are by site, k, not by 'sex'"),
        (
            "auc[site=west] > 0",
            "there is no slice site=west; there are north, 0, south",
        ),
        ("f1[site=north] > 0", "'f1' is not in this report"),
    ):
        with pytest.raises(ValueError, match=message):
            report.require(text)
    whole = fm.evaluate(Y, y_score=MODELS, **asked)
    with pytest.raises(ValueError, match="the report has no slices"):
        whole.require("auc[site=north] > 0")


def test_verdicts_in_chinese(report):
    [found] = verdicts(report, ["ap: a >= 2"])
    assert in_language(told(report, found), "zh").startswith("ap: a >= 2 未满足：0.")
