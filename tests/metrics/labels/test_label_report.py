"""classification_report: scikit-learn's text and dictionary, from one table."""

import re
import warnings

import numpy as np
import pytest
import sklearn.metrics as sk
from helpers.one_case import one_case
from helpers.random_cases import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse
from sklearn.exceptions import UndefinedMetricWarning as TheirWarning

import fastmetrics as fm
from fastmetrics import UndefinedMetricWarning

ULP = 2.0**-52
NAMES = ["one", "a name longer than the heading", "three", "4", "five"]


def quietly(function, *args, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return function(*args, **options)


def assert_same_text(ours, theirs):
    """The same but for the last digit of numbers that lie between two of them.

    scikit-learn's averages are off by a rounding at times: of 0.375 it then shows 0.37.
    """
    blank = re.compile("[0-9]")
    assert blank.sub("0", ours) == blank.sub("0", theirs)
    for one, other in zip(ours.split(), theirs.split(), strict=True):
        if one != other:
            unit = 10.0 ** -len(other.partition(".")[2])
            assert float(one) == pytest.approx(float(other), rel=0, abs=1.001 * unit)


def assert_equal_reports(*args, **options):
    text = quietly(fm.classification_report, *args, **options)
    assert_same_text(text, quietly(sk.classification_report, *args, **options))
    ours, theirs = (
        quietly(module.classification_report, *args, output_dict=True, **options)
        for module in (fm, sk)
    )
    assert list(ours) == list(theirs)
    for name, row in theirs.items():
        if isinstance(row, float):
            assert type(ours[name]) is float
            assert ours[name] == pytest.approx(row, rel=4 * ULP, nan_ok=True)
            continue
        assert list(ours[name]) == list(row)
        assert {type(x) for x in ours[name].values()} == {float}
        assert ours[name] == pytest.approx(row, rel=4 * ULP, nan_ok=True)


# ------------------------------------------------------------------- drawn side by side


@st.composite
def options_for(draw, n, labels):
    """Options of a report on n rows; sums of the weights do not round."""
    options = {"digits": draw(st.integers(0, 7))}
    options["zero_division"] = draw(st.sampled_from(["warn", 0, 1, np.nan]))
    shown = labels
    if draw(st.booleans()):
        shown = draw(st.lists(st.sampled_from(labels), min_size=1, unique=True))
        options["labels"] = shown
    if draw(st.booleans()):
        options["target_names"] = NAMES[: len(shown)]
    if draw(st.booleans()):
        weight = draw(st.sampled_from([(0, 0.25, 1, 2.5), (0, 1, 2, 3)]))
        column = st.lists(st.sampled_from(weight), min_size=n, max_size=n)
        options["sample_weight"] = draw(column.filter(any))
    return options


@settings(max_examples=examples(100, same=10))
@given(st.data())
def test_labels(data):
    pool = data.draw(
        st.sampled_from(
            [(0, 1), (3, 7, 11), (False, True), (1.0, 2.0), ("a", "bc", "d" * 20)]
        )
    )
    n = data.draw(st.integers(1, 10))
    column = st.lists(st.sampled_from(pool), min_size=n, max_size=n)
    # Every label occurs, so that the names fit.
    y_true = np.array([*pool, *data.draw(column)])
    y_pred = np.array([*data.draw(st.permutations(pool)), *data.draw(column)])
    options = data.draw(options_for(len(y_true), list(pool)))
    assert_equal_reports(y_true, y_pred, **options)


@settings(max_examples=examples(100, same=10))
@given(st.data())
def test_multilabel(data):
    n, k = data.draw(st.integers(1, 6)), data.draw(st.integers(2, 4))
    cells = st.lists(st.integers(0, 1), min_size=n * k, max_size=n * k)
    kind = data.draw(st.sampled_from([np.asarray, sparse.csr_array]))
    y_true, y_pred = (kind(np.reshape(data.draw(cells), (n, k))) for _ in range(2))
    options = data.draw(options_for(n, list(range(k))))
    assert_equal_reports(y_true, y_pred, **options)


@one_case("weights", [None, [1], [0.5]])
def test_a_target_without_any_label(weights):
    assert_equal_reports([[0, 0]], [[0, 0]], sample_weight=weights)


@one_case("weighted", [False, True])
def test_many_classes(weighted, rng):
    y_true = rng.integers(0, 50, 5_000)
    y_pred = np.where(rng.random(5_000) < 0.7, y_true, rng.integers(0, 50, 5_000))
    weights = rng.integers(0, 9, 5_000) / 8 if weighted else None
    assert_equal_reports(y_true, y_pred, sample_weight=weights, digits=3)


# ---------------------------------------------------------------------------- its parts


def test_support_is_an_integer_or_a_float_as_in_scikit_learn():
    for y_pred, weights, shown in (
        ([0, 1], None, " 2\n"),
        ([1, 0], None, " 2.0\n"),  # no row is right
        ([0, 1], [1, 2], " 3.0\n"),
    ):
        report = quietly(
            fm.classification_report, [0, 1], y_pred, sample_weight=weights
        )
        assert report.endswith(shown)
        assert_equal_reports([0, 1], y_pred, sample_weight=weights)


def test_accuracy_stands_for_micro_if_no_label_is_left_out():
    y_true, y_pred = [0, 1, 2, 2], [0, 2, 2, 2]
    for labels, heading in (
        (None, "accuracy"),
        ([2, 0, 1], "accuracy"),
        ([0, 1, 2, 3], "accuracy"),
        ([0, 1], "micro avg"),
    ):
        assert_equal_reports(y_true, y_pred, labels=labels)
        report = quietly(
            fm.classification_report, y_true, y_pred, labels=labels, output_dict=True
        )
        assert heading in report


def test_no_labels():
    with pytest.raises(ValueError, match="labels"):
        fm.classification_report([0, 1], [0, 1], labels=[])
    with pytest.raises(ValueError, match="empty"):
        quietly(sk.classification_report, [0, 1], [0, 1], labels=[])
    ours, theirs = (
        quietly(
            module.classification_report, [0, 1], [0, 1], labels=[], output_dict=True
        )
        for module in (fm, sk)
    )
    assert list(ours) == list(theirs)
    for name, row in theirs.items():
        assert ours[name] == pytest.approx(row, nan_ok=True)


def test_names_that_do_not_fit():
    y_true, y_pred = [0, 1, 2], [0, 2, 2]
    for module in (fm, sk):
        with pytest.raises(ValueError, match="target_names"):
            module.classification_report(y_true, y_pred, target_names=["a", "b"])
        with pytest.warns(UserWarning, match="target_names") as caught:
            module.classification_report(
                y_true,
                y_pred,
                labels=[0, 1, 2],
                target_names=["a", "b"],
                zero_division=0,
            )
        assert [w.category for w in caught] == [UserWarning]
        if module is fm:
            assert caught[0].filename == __file__
    assert_equal_reports(y_true, y_pred, labels=[0, 1, 2], target_names=["a", "b"])
    assert_equal_reports(y_true, y_pred, labels=[0, 1], target_names=["a", "b", "c"])


def test_names_that_are_alike():
    assert_equal_reports([0, 1, 1], [0, 1, 0], target_names=["a", "a"])


@one_case(
    "options",
    [
        {"digits": -1},
        {"digits": 2.0},
        {"output_dict": 1},
        {"target_names": "ab"},
        {"target_names": 2},
        {"zero_division": 0.5},
        {"labels": 1},
    ],
)
def test_bad_options(options):
    for module in (fm, sk):
        with pytest.raises((ValueError, TypeError)):
            module.classification_report([0, 1], [0, 1], **options)


@one_case("output_dict", [False, True])
def test_each_measure_warns_once_at_the_caller(output_dict):
    """As many warnings as measures: scikit-learn repeats them for each average."""
    y_true, y_pred = ["a", "b", "c"], ["a", "b", "d"]
    with pytest.warns(UndefinedMetricWarning) as caught:
        fm.classification_report(y_true, y_pred, output_dict=output_dict)
    assert sorted(str(w.message).split()[0] for w in caught) == ["Precision", "Recall"]
    assert {w.filename for w in caught} == {__file__}
    with pytest.warns(TheirWarning):
        sk.classification_report(y_true, y_pred, output_dict=output_dict)


def test_rows_without_labels_warn():
    y_true, y_pred = [[1, 0], [0, 0], [0, 1]], [[1, 0], [1, 0], [0, 1]]
    with pytest.warns(UndefinedMetricWarning, match="Recall .* in samples") as caught:
        fm.classification_report(y_true, y_pred)
    assert len(caught) == 1


def test_nothing_warns_if_told_what_to_set():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for zero in (0, 1, np.nan):
            fm.classification_report([0, 1, 1], [2, 2, 0], zero_division=zero)
        fm.classification_report([0, 1], [0, 1])
