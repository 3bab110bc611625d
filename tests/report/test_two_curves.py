"""What a report says of how the ROC curves of two models lie."""

import pickle

import numpy as np
import pytest
from helpers.shown import full

import fastmetrics as fm
from fastmetrics.comparison.curves import Dominance, Gap
from fastmetrics.report.sections import scores
from fastmetrics.report.sections.scores import dominance_dict, how_curves_lie
from fastmetrics.show.words import in_language

Y = [1, 0, 1, 0]
GOOD, WORSE, TURNED = [9, 1, 8, 2], [9, 8, 7, 1], [1, 9, 8, 2]
OPTIONS = {"metrics": ["roc_auc_score"], "n_resamples": 20}
NONE = Gap(0.0, float("nan"))


def report(models, y=Y, **options):
    return fm.evaluate(y, y_score=models, random_state=0, **OPTIONS, **options)


def found(verdict="cross", share_a=0.5, share_b=0.25, n=2):
    at = tuple(k / (n + 1) for k in range(1, n + 1))
    rest = 1 - share_a - share_b
    return Dominance(verdict, share_a, share_b, rest, at, Gap(0.5, 0.25), NONE)


def test_a_curve_that_is_nowhere_below():
    # GOOD's curve is 1 everywhere; WORSE's is 0.5 up to 0.5, and then 1.
    sentence = (
        "On these rows the ROC curve of good lies above the curve of worse at 50.0 % "
        "of the false positive rates, and nowhere below it."
    )
    for models in ({"good": GOOD, "worse": WORSE}, {"worse": WORSE, "good": GOOD}):
        assert sentence in report(models).summary().splitlines()


def test_curves_that_are_the_same():
    said = report({"a": GOOD, "b": [4, 1, 3, 2]}).summary()
    assert "On these rows the ROC curves of a and b are the same." in said


def test_shares_and_crossings():
    for verdict, end in (
        (found(), "at 50.0 % of the false positive rates, below it at 25.0 %; they "),
        (found(n=1), "they cross once."),
        (found(n=2), "they cross 2 times."),
        (found(n=1234), "they cross 1,234 times."),
        (found(share_a=0.9996, share_b=0.0001), "at more than 99.9 % of the "),
        (found(share_a=0.9996, share_b=0.0001), "below it at less than 0.1 %;"),
        (found("a", 1.0, 0.0, 0), "at 100.0 % of the false positive rates, and "),
    ):
        said = how_curves_lie("a", "b", verdict)
        assert said.startswith(
            "On these rows the ROC curve of a lies above the curve of b at "
        ), verdict
        assert end in said, verdict


def test_the_curve_that_is_above_more_often_is_first():
    said = how_curves_lie("a", "b", found(share_a=0.25, share_b=0.5))
    assert "of b lies above the curve of a at 50.0 %" in said


def test_in_chinese():
    said = how_curves_lie("a", "b", found(share_a=0.9996, share_b=0.25, n=5))
    assert in_language(said, "zh") == (
        "在这些样本上，a 的 ROC 曲线在超过 99.9 % 的假正例率处高于 b 的曲线，在 25.0 % "
        "处低于它；两条曲线相交 5 次。"
    )


def test_it_is_in_every_form():
    two = report({"good": GOOD, "worse": WORSE})
    # LaTeX has tables only.
    for form in (full(two), two.to_html(), two.to_markdown(full=True)):
        assert "ROC curve of good lies above the curve of worse" in " ".join(
            form.split()
        )
    assert two.to_dict()["dominance"] == {
        "verdict": "a",
        "share_a": 0.5,
        "share_b": 0.0,
        "share_equal": 0.5,
        "crossings": 0,
        "largest_gap_a": {"size": 0.5, "at": 0.0},
        "largest_gap_b": {"size": 0.0, "at": None},
    }
    assert dominance_dict(found())["crossings"] == 2


def test_it_is_what_curve_dominance_tells():
    for digits in (1, 9):
        for weighted in (False, True):
            rng = np.random.default_rng(digits)
            y = rng.integers(0, 2, 300)
            a, b = ((y + rng.normal(size=300) * s).round(digits) for s in (1.0, 1.1))
            weight = {"sample_weight": rng.random(300)} if weighted else {}
            two = report({"a": a, "b": b}, y, **weight)
            told = fm.curve_dominance(y, a, b, **weight)
            assert told.verdict == "cross", (digits, weighted)
            for one in (two, pickle.loads(pickle.dumps(two))):
                assert one.dominance.verdict == told.verdict, (digits, weighted)
                assert one.dominance[1:4] == pytest.approx(told[1:4], abs=1e-12), (
                    digits,
                    weighted,
                )
                assert one.dominance.crossings == pytest.approx(
                    told.crossings, abs=1e-12
                ), (digits, weighted)
                assert one.summary() == two.summary(), (digits, weighted)


def test_there_is_none_of_one_or_three_models_of_one_class_or_of_many_rows(monkeypatch):
    models = {"a": GOOD, "b": WORSE, "c": TURNED}
    some = [report(models), report({"a": GOOD})]
    with pytest.warns(fm.UndefinedMetricWarning):
        some.append(report({"a": GOOD, "b": WORSE}, [0, 0, 0, 0]))
    monkeypatch.setattr(scores, "MOST_COMPARED", 3)
    some.append(report({"a": GOOD, "b": WORSE}))
    for one in some:
        assert one.dominance is None
        assert one.to_dict()["dominance"] is None
        assert "ROC curve" not in one.summary()
    monkeypatch.setattr(scores, "MOST_COMPARED", 4)
    assert "ROC curve" in report({"a": GOOD, "b": WORSE}).summary()
