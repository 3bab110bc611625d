"""Reports on probabilities: who judges them, how well they are calibrated, pictures."""

import json
import pickle
from fractions import Fraction

import numpy as np
import pytest
from helpers.shown import full

import fastmetrics
from fastmetrics import evaluate

QUICK = {"n_resamples": 20, "random_state": 0}


def binary(n=200, seed=0):
    rng = np.random.default_rng(seed)
    p = rng.beta(0.7, 1.2, n)
    return (rng.random(n) < p).astype(int), p


def several(n=300, k=4, seed=0):
    rng = np.random.default_rng(seed)
    p = rng.dirichlet(np.full(k, 0.5), n)
    drawn = (p.cumsum(axis=1) < rng.random((n, 1))).sum(axis=1)
    return np.minimum(drawn, k - 1), p


@pytest.fixture(scope="module")
def of_two():
    y, p = binary()
    return evaluate(y, y_proba={"a": p, "b": p**2}, **QUICK)


@pytest.fixture(scope="module")
def of_four():
    y, p = several()
    return evaluate(y, y_proba={"a": p, "b": p[:, ::-1].copy()}, **QUICK)


# ------------------------------------------------------------------ who judges


def test_a_column_is_judged_three_ways(of_two):
    y, p = binary()
    assert of_two.tasks == ["binary_scores", "labels", "probabilities"]
    assert of_two.threshold == 0.5
    assert of_two["log_loss"]["a"].estimate == fastmetrics.log_loss(y, p)
    assert of_two["roc_auc_score"]["a"].estimate == fastmetrics.roc_auc_score(y, p)
    assert of_two["f1_score"]["a"].estimate == fastmetrics.f1_score(y, p >= 0.5)
    difference = of_two.differences["a", "b"]["brier_score_loss"]
    losses = [fastmetrics.brier_score_loss(y, one) for one in (p, p**2)]
    assert difference.estimate == pytest.approx(losses[0] - losses[1], abs=1e-15)
    assert difference.low < difference.estimate < difference.high


def test_both_columns_of_two_classes_are_as_one(of_two):
    y, p = binary()
    both = evaluate(y, y_proba=np.column_stack([1 - p, p]), **QUICK)
    assert both.tasks == of_two.tasks
    for name in ("roc_auc_score", "f1_score", "brier_score_loss"):
        expected = of_two[name]["a"].estimate
        assert both[name].estimate == pytest.approx(expected, rel=1e-14)


def test_a_matrix_is_judged_by_its_likeliest_class(of_four):
    y, p = several()
    assert of_four.tasks == ["labels", "probabilities"]
    assert of_four.threshold is None
    accuracy = fastmetrics.accuracy_score(y, p.argmax(axis=1))
    assert of_four["accuracy_score"]["a"].estimate == accuracy
    assert of_four["log_loss"]["a"].estimate == fastmetrics.log_loss(y, p)
    assert "labels of probabilities are the likeliest class" in of_four.notes
    assert "calibration_slope" not in of_four.metrics


def test_labels_of_a_matrix_are_those_of_the_truth():
    y, p = several()
    for name in ("cat", "猫"):
        names = np.array([f"{name} {k}" for k in range(4)], object)
        report = evaluate(names[y], y_proba=p, metrics=["accuracy"], **QUICK)
        accuracy = fastmetrics.accuracy_score(y, p.argmax(axis=1))
        assert report["accuracy_score"].estimate == accuracy
        assert list(report.class_support) == sorted(names)


def test_labels_and_scores_that_are_given_count(of_two):
    y, p = binary()
    given = evaluate(y, 1 - y, y_proba=p, metrics=["accuracy", "log_loss"], **QUICK)
    assert given["accuracy_score"].estimate == 0
    assert given.threshold is None
    given = evaluate(y, y_score=-p, y_proba=p, metrics=["roc_auc", "log_loss"], **QUICK)
    area = of_two["roc_auc_score"]["a"].estimate
    assert given["roc_auc_score"].estimate == pytest.approx(1 - area)


def test_what_is_asked_for_says_who_judges():
    y, p = binary()
    asked = {"log_loss": ["probabilities"], "accuracy": ["labels"]}
    for metric, tasks in asked.items():
        assert evaluate(y, y_proba=p, metrics=[metric], **QUICK).tasks == tasks
    assert evaluate(y, y_proba=p, task="labels", **QUICK).tasks == ["labels"]
    alone = evaluate(y, y_proba=p, task="probabilities", **QUICK)
    assert alone.tasks == ["probabilities"]


def test_what_cannot_be_made_of_several_classes():
    y, p = several()
    for options, message in (
        ({"threshold": 0.3}, "threshold is for two classes; y_proba has a column for"),
        ({"task": "binary_scores"}, "nothing that was given makes columns of it"),
        ({"metrics": ["roc_auc"]}, "is read off scores: give y_score"),
        ({"task": "probabilities", "threshold": 0.5}, "has no use for threshold"),
    ):
        with pytest.raises(ValueError, match=message):
            evaluate(y, y_proba=p, **options, **QUICK)


def test_bad_probabilities():
    for y_proba, message in (
        (np.full((200, 3), 1 / 3), "different number of classes"),
        (np.full(200, 1.5), r"y_proba contains values greater than 1"),
        (np.full((200, 2), -0.5), r"y_proba contains values lower than 0"),
        (np.full(199, 0.5), "inconsistent numbers of samples"),
    ):
        with pytest.raises(ValueError, match=message):
            evaluate(binary()[0], y_proba=y_proba, **QUICK)


def test_a_threshold_beside_labels_is_refused():
    y, p = binary()
    with pytest.raises(ValueError, match="has labels in y_pred already"):
        evaluate(y, y, y_proba=p, threshold=0.3, **QUICK)


def test_rows_that_do_not_sum_to_one_warn_once():
    y, p = several()
    with pytest.warns(UserWarning, match="do not sum to one"):
        evaluate(y, y_proba=0.9 * p, metrics=["accuracy", "log_loss"], **QUICK)


# ------------------------------------------------------------------ what is said


def test_calibration_of_the_positive_class(of_two):
    y, p = binary()
    [one] = of_two.calibration["a"]
    assert "array" not in repr(one)  # of numbers, not of rows
    assert one.label is None
    assert one.test == fastmetrics.spiegelhalter_test(y, p)
    curve = fastmetrics.reliability_curve(y, p, random_state=0)
    assert np.array_equal(one.curve.calibrated, curve.calibrated)
    outside = (curve.calibrated < curve.low) | (curve.calibrated > curve.high)
    assert one.outside == pytest.approx(curve.weight[outside].sum() / len(y))
    assert one.brier == pytest.approx(fastmetrics.brier_score_loss(y, p))
    text = full(of_two)
    assert "Rows outside the band" in text
    assert "expected_calibration_error" not in text


def test_each_class_against_the_others(of_four):
    y, p = several()
    columns = of_four.calibration["a"]
    assert [one.label for one in columns] == [0, 1, 2, 3]
    for k, one in enumerate(columns):
        is_it = y == k
        assert one.support == is_it.sum()
        assert one.area.estimate == fastmetrics.roc_auc_score(is_it, p[:, k])
        error = fastmetrics.squared_calibration_error(is_it, p[:, k])
        assert one.error.estimate == pytest.approx(error)
    assert full(of_four).count("Each class against the others: ") == 2


def test_two_classes_of_which_none_is_positive():
    y_true, half = np.array(["no", "yes", "no", "yes"]), np.full((4, 2), 0.5)
    report = evaluate(
        y_true, y_proba=half, metrics=["multiclass_auc_aunp"], n_resamples=9
    )
    [columns] = report.calibration.values()
    assert [one.label for one in columns] == ["no", "yes"]
    assert report.kind == "multiclass"


def test_weights_and_groups(of_two):
    y, p = binary()
    weights = np.arange(1.0, 201)
    heavy = evaluate(y, y_proba=p, sample_weight=weights, metrics=["log_loss"], **QUICK)
    [one] = heavy.calibration["model"]
    assert np.isnan(one.test).all()
    assert one.share == pytest.approx(weights[y == 1].sum() / weights.sum())
    assert heavy.weight_positive == weights[y == 1].sum()
    assert "no Spiegelhalter test: rows have weights" in heavy.notes
    groups = evaluate(y, y_proba=p, groups=y + 2 * (p > 0.3), metrics=["log_loss"])
    [one] = groups.calibration["model"]
    assert one.curve.low is None
    assert np.isnan(one.outside)
    assert "—" in full(groups)


def test_copies_and_json(of_two, of_four):
    for report in (of_two, of_four):
        other = pickle.loads(pickle.dumps(report))
        assert full(other) == full(report)
        found = report.to_dict()
        assert other.to_dict() == found
        json.dumps(found, allow_nan=False)
        assert len(found["calibration"]["a"]) == len(report.calibration["a"])


def test_of_many_classes_those_with_most_rows_are_shown():
    y, p = several(300, 25)
    report = evaluate(y, y_proba=p, task="probabilities", metrics=["log_loss"])
    assert "The 20 of 25 classes with the most rows, each against the others" in full(
        report
    )


# ------------------------------------------------------------------ pictures


def test_pictures_have_a_curve_a_band_and_a_histogram(of_two, of_four):
    pytest.importorskip("matplotlib")
    from fastmetrics.report.plots.forest import pictures
    from fastmetrics.show.pictures import Band, Bars, Line

    [two] = pictures(of_two, "reliability")
    assert two.rows == [2, 2]
    curve, other, below, _ = two.panels
    assert {type(one) for one in curve.marks} == {Band, Line}
    assert (curve.title, other.title) == ("a", "b")
    [bars] = below.marks
    assert isinstance(bars, Bars)
    assert bars.values.sum() == 200
    [four] = pictures(of_four, "reliability")
    assert four.rows == [4, 4]
    assert [panel.title for panel in four.panels[:4]] == ["0", "1", "2", "3"]
    assert "reliability" in [one.name for one in pictures(of_two)]


@pytest.mark.long
@pytest.mark.filterwarnings("ignore:no installed font")  # here may be none of Chinese
def test_pictures_of_all_sizes():
    pytest.importorskip("matplotlib")
    from helpers.drawn import faults

    from fastmetrics.report.plots.forest import pictures
    from fastmetrics.show.pictures.drawing import draw

    asked = {"task": "probabilities", "metrics": ["brier_score_loss"]}
    name = "a model whose name is rather long, as those of files are, {}".format
    for classes, n_models, language in (*((2, 9, "zh"), (3, 2, "en"), (14, 1, "zh")),):
        y, p = several(10 * classes, classes)
        own = p[:, 1] if classes == 2 else p
        models = {name(k): own for k in range(n_models)}
        [picture] = pictures(evaluate(y, y_proba=models, **asked), "reliability")
        assert not faults(draw(picture, language=language)), (classes, n_models)
    y = np.arange(30) % 2
    for p in (np.full(30, 0.5), np.repeat([0.0, 1.0], 15)):
        report = evaluate(y, y_proba=p, **asked)
        assert not faults(report.plot("reliability")), p


def test_sums_stand_in_for_columns():
    y, p = binary()
    of_sums = evaluate(fastmetrics.ProbabilitySums.from_proba(y, p))
    whole = evaluate(y, y_proba=p, metrics=["log_loss"], task="probabilities")
    assert of_sums.n_positive == whole.n_positive == y.sum()
    assert "d2_brier_score" in of_sums.metrics
    assert "squared_calibration_error" not in of_sums.metrics
    of_bins = evaluate(fastmetrics.CalibrationBins.from_proba(y, p))
    assert list(of_bins.metrics) == [
        "squared_calibration_error",
        "expected_observed_ratio",
    ]
    assert f"{len(y)} rows\n" in full(of_bins)


def test_sums_of_several_classes_know_how_many_are_of_each():
    y, p = several()
    text = full(evaluate(fastmetrics.ProbabilitySums.from_proba(y, p)))
    assert "300 rows of 4 classes" in text
    assert "Chance is" not in text  # of a loss there is none


@pytest.mark.filterwarnings("ignore::fastmetrics.UndefinedMetricWarning")
def test_an_infinite_value_has_no_place_in_a_picture():
    pytest.importorskip("matplotlib")
    report = evaluate(
        [2, 2], y_proba=[0.0, 0.75], pos_label=1, metrics=["d2_brier_score"], **QUICK
    )
    assert "−∞" in full(report)
    assert "d2_brier_score" in report.to_html()


def test_a_level_and_a_threshold_may_be_fractions():
    y, p = binary(30)
    report = evaluate(
        y,
        y_proba=p,
        metrics=["log_loss", "accuracy_score"],
        confidence_level=Fraction(1, 2),
        threshold=Fraction(1, 4),
        **QUICK,
    )
    assert "50 % interval" in full(report)
    assert "score ≥ 0.25" in full(report)


def test_rows_are_counted_where_labels_are_categories():
    y, p = binary(40)
    words = ["yes" if one else "no" for one in y]
    for stratified in (False, True):
        options = {"metrics": ["log_loss"], "stratified": stratified, **QUICK}
        numbers = evaluate(y, y_proba=p, **options)
        names = evaluate(words, y_proba=p, pos_label="yes", **options)
        assert "40 rows" in full(names)
        mine, theirs = names["log_loss"], numbers["log_loss"]
        assert (mine.low, mine.high) == (theirs.low, theirs.high)


def test_classes_that_do_not_occur_are_named_by_labels():
    for labels in (["a", "b", "c"], [1, 2, 5]):
        rng = np.random.default_rng(0)
        y = np.array(labels[:2] * 10)
        proba = rng.dirichlet(np.ones(3), 20)
        given = {"metrics": ["log_loss", "brier_score_loss", "accuracy_score"]}
        with pytest.raises(ValueError, match="Pass all classes as labels"):
            fastmetrics.evaluate(y, y_proba=proba, **given)
        report = fastmetrics.evaluate(y, y_proba=proba, labels=labels, **given)
        for name in ("log_loss", "brier_score_loss"):
            expected = getattr(fastmetrics, name)(y, proba, labels=labels)
            # The report's pass judges the rows, and adds them up in another order.
            assert report[name].estimate == pytest.approx(expected, rel=1e-14), labels
        likeliest = np.array(labels)[proba.argmax(axis=1)]
        assert report["accuracy_score"].estimate == fastmetrics.accuracy_score(
            y, likeliest
        ), labels
        assert [one.label for one in report.calibration["model"]] == labels, labels
        # Of two classes they name what pos_label is one of.
        two = proba[:, :2] / proba[:, :2].sum(axis=1, keepdims=True)
        for positive in labels[:2]:
            told = {"pos_label": positive, "metrics": ["log_loss"]}
            report = fastmetrics.evaluate(y, y_proba=two, labels=labels[:2], **told)
            expected = fastmetrics.log_loss(y, two)
            assert report["log_loss"].estimate == pytest.approx(expected, rel=1e-14), (
                labels
            )
        with pytest.raises(ValueError, match="task='labels' has no use for labels"):
            fastmetrics.evaluate(y, likeliest, labels=labels)
