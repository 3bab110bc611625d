"""MCC and Cohen's kappa: scikit-learn, the reference, worked numbers, huge counts."""

import math

import numpy as np
import pytest
import sklearn.metrics as sk
from helpers.count_tables import columns_of
from helpers.one_case import one_case
from helpers.score_cases import outcome
from hypothesis import given
from hypothesis import strategies as st

import fastmetrics as fm
from fastmetrics import UndefinedMetricWarning, reference

WEIGHTS = (None, "linear", "quadratic")
_rng = np.random.default_rng(17)
_true = _rng.integers(0, 5, 80)
_predicted = np.where(_rng.random(80) < 0.5, _true, _rng.integers(0, 5, 80))
_words = np.array(["very bad", "bad", "fair", "good", "very good"])

# name -> two columns of labels
CASES = {
    "binary": (_true > 2, _predicted > 2),
    "several": (_true, _predicted),
    "strings": (_words[_true], _words[_predicted]),
    "gaps": (_true * 7 - 3, _predicted * 7 - 3),
    "floats": (_true.astype(float), _predicted),
    "disjoint": (_true, _predicted + 5),
    "perfect": (_true, _true),
    "a label in one only": ([0, 1, 1, 2], [0, 1, 1, 0]),
    "second constant": ([0, 1, 1, 2], [1, 1, 1, 1]),
    "first constant": ([1, 1, 1, 1], [0, 1, 1, 2]),
    "one label": ([3, 3, 3], [3, 3, 3]),
    "one row": ([1], [1]),
    "one wrong row": ([1], [0]),
}
BAD = {
    "lengths differ": ([0, 1, 1], [0, 1], {}),
    "no rows": ([], [], {}),
    "multilabel": ([[0, 1], [1, 1]], [[0, 1], [1, 0]], {}),
    "continuous": ([0.5, 1.0], [0.5, 1.0], {}),
    "mixed": ([0, 1], ["0", "1"], {}),
    "weights too short": ([0, 1], [0, 1], {"sample_weight": [1.0]}),
    "no weight": ([0, 1], [0, 1], {"sample_weight": [0.0, 0.0]}),
    "negative weight": ([0, 1], [0, 1], {"sample_weight": [1.0, -1.0]}),
    "NaN weight": ([0, 1], [0, 1], {"sample_weight": [1.0, np.nan]}),
}
PAIRS = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1)


def weights_for(column, kind):
    rng = np.random.default_rng(len(column))
    if kind == "whole":
        return rng.integers(1, 9, len(column))
    return rng.exponential(size=len(column)) if kind == "real" else None


def same(ours, theirs, tolerance=2e-15):
    """Two outcomes: values equal but for rounding, the same warnings."""
    assert ours[1] is theirs[1] is None
    np.testing.assert_allclose(ours[0], theirs[0], rtol=1e-14, atol=tolerance)
    assert ours[2] == theirs[2]


@one_case("case", CASES)
@one_case("weighted", [None, "whole", "real"])
class TestScikitLearn:
    def test_matthews_corrcoef(self, case, weighted):
        y_true, y_pred = CASES[case]
        kwargs = {"sample_weight": weights_for(y_true, weighted)}
        ours = outcome(fm.matthews_corrcoef, y_true, y_pred, **kwargs)
        same(ours, outcome(sk.matthews_corrcoef, y_true, y_pred, **kwargs))
        assert type(ours[0]) is float

    @one_case("weights", WEIGHTS)
    def test_cohen_kappa(self, case, weighted, weights):
        y1, y2 = CASES[case]
        kwargs = {"weights": weights, "sample_weight": weights_for(y1, weighted)}
        ours = outcome(fm.cohen_kappa_score, y1, y2, **kwargs)
        same(ours, outcome(sk.cohen_kappa_score, y1, y2, **kwargs))
        assert type(ours[0]) is float


@pytest.mark.long
@one_case("case", [case for case in CASES if case != "strings"])
@one_case("weighted", [None, "real"])
@one_case("weights", WEIGHTS)
@one_case("labels", [[0, 1], [4, 0, 2], [1, 9], [9, 8], [3], []])
def test_labels_of_cohen_kappa(case, weighted, weights, labels):
    if weighted and case not in ("several", "gaps", "one row"):
        return
    y1, y2 = CASES[case]
    kwargs = {"weights": weights, "sample_weight": weights_for(y1, weighted)}
    ours = outcome(fm.cohen_kappa_score, y1, y2, labels=labels, **kwargs)
    theirs = outcome(
        sk.cohen_kappa_score, y1, y2, labels=np.array(labels, int), **kwargs
    )
    if theirs[1] is None:
        same(ours, theirs)
    else:
        assert isinstance(ours[1], ValueError)


@given(PAIRS, st.sampled_from([None, "linear", "quadratic"]))
def test_reference(rows, weights):
    first, second = zip(*rows, strict=True)
    ours = outcome(fm.matthews_corrcoef, first, second)
    same(ours, outcome(reference.matthews_corrcoef, first, second), 0)
    ours = outcome(fm.cohen_kappa_score, first, second, weights=weights)
    same(ours, outcome(reference.cohen_kappa_score, first, second, weights=weights), 0)


@given(PAIRS)
def test_exchanging_the_columns_changes_nothing(rows):
    first, second = zip(*rows, strict=True)
    for weights in WEIGHTS:
        one = outcome(fm.cohen_kappa_score, first, second, weights=weights)
        other = outcome(fm.cohen_kappa_score, second, first, weights=weights)
        np.testing.assert_equal(one[0], other[0])
    one = outcome(fm.matthews_corrcoef, first, second)
    assert one[0] == outcome(fm.matthews_corrcoef, second, first)[0]


def test_matthews_corrcoef_by_hand():
    # tp 90, fn 10, fp 20, tn 80: (7200 - 200) / √(110 · 100 · 100 · 90)
    y_true, y_pred = columns_of([[80, 20], [10, 90]])
    expected = 7000 / math.sqrt(110 * 100 * 100 * 90)
    assert fm.matthews_corrcoef(y_true, y_pred) == pytest.approx(expected, rel=1e-15)


def test_cohen_kappa_by_hand():
    # Alike 140 of 200 rows; by chance 100 · 120 + 60 · 60 + 40 · 20 of 200², 82 rows.
    y1, y2 = columns_of([[88, 10, 2], [14, 40, 6], [18, 10, 12]])
    assert fm.cohen_kappa_score(y1, y2) == pytest.approx((140 - 82) / (200 - 82))
    # Distances 10·1 + 2·2 + 14·1 + 6·1 + 18·2 + 10·1 of 200, against those expected.
    for weights, power in (("linear", 1), ("quadratic", 2)):
        seen = 10 + 14 + 6 + 10 + 2**power * (2 + 18)
        true, predicted = (100, 60, 40), (120, 60, 20)
        expected = sum(
            abs(i - j) ** power * true[i] * predicted[j] / 200
            for i in range(3)
            for j in range(3)
        )
        found = fm.cohen_kappa_score(y1, y2, weights=weights)
        assert found == pytest.approx(1 - seen / expected, rel=1e-15)


def test_positions_are_those_in_labels():
    y1, y2 = CASES["strings"]
    found = fm.cohen_kappa_score(y1, y2, labels=_words, weights="quadratic")
    of_numbers = fm.cohen_kappa_score(_true, _predicted, weights="quadratic")
    assert found == of_numbers
    assert found != fm.cohen_kappa_score(y1, y2, weights="quadratic")


@one_case("unit", [1, 2**32, 2**55])
def test_as_many_rows_as_64_bits_count(unit):
    # 2**32 rows and more, by weights and by merging: nothing overflows, and as the
    # unit cancels, nothing changes.
    table = np.array([[7, 2, 1], [3, 11, 0], [2, 5, 13]])
    y_true, y_pred = columns_of(table)
    small = fm.ConfusionCounts.from_labels(y_true, y_pred)
    weights = np.full(len(y_true), unit)
    large = fm.ConfusionCounts.from_labels(y_true, y_pred, sample_weight=weights)
    assert large.counts.sum() == unit * table.sum()
    for name in ("matthews_corrcoef", "cohen_kappa_score"):
        expected = getattr(fm, name)(y_true, y_pred)
        assert getattr(fm, name)(y_true, y_pred, sample_weight=weights) == expected
        assert large.compute(name) == small.compute(name) == expected
        assert (large + large).compute(name) == expected


def test_label_warnings_point_at_the_caller():
    with pytest.warns(UserWarning, match="All rows are 3") as caught:
        assert fm.matthews_corrcoef([3, 3], [3, 3]) == 0.0
    assert [one.filename for one in caught] == [__file__]
    with pytest.warns(UndefinedMetricWarning, match=r"set to 0\.25") as caught:
        found = fm.cohen_kappa_score(
            [1, 2], [1, 3], labels=[1, 2], replace_undefined_by=0.25
        )
    assert found == 0.25
    assert [one.filename for one in caught] == [__file__]


@one_case("function", [fm.matthews_corrcoef, fm.cohen_kappa_score])
@one_case("case", BAD)
def test_bad_input(function, case):
    first, second, kwargs = BAD[case]
    with pytest.raises((ValueError, TypeError)):
        function(first, second, **kwargs)


@one_case(
    ("kwargs", "error"),
    [
        ({"weights": "cubic"}, ValueError),
        ({"weights": True}, ValueError),
        ({"weights": np.eye(2)}, ValueError),
        ({"replace_undefined_by": 1.5}, ValueError),
        ({"replace_undefined_by": math.inf}, ValueError),
        ({"replace_undefined_by": "nan"}, TypeError),
        ({"replace_undefined_by": None}, TypeError),
        ({"labels": []}, ValueError),
        ({"labels": [7, 8]}, ValueError),
        ({"labels": ["a"]}, ValueError),
    ],
)
def test_bad_options(kwargs, error):
    with pytest.raises(error, match=next(iter(kwargs))):
        fm.cohen_kappa_score([0, 1], [0, 1], **kwargs)


def test_a_label_of_weight_0_is_in_the_data():
    kwargs = {"labels": [0, 2], "sample_weight": [0.0, 1.0]}
    ours = outcome(fm.cohen_kappa_score, [0, 1], [0, 1], **kwargs)
    theirs = outcome(sk.cohen_kappa_score, [0, 1], [0, 1], **kwargs)
    same(ours, theirs)


def test_many_labels_are_no_table():
    labels = np.arange(300_000)  # a table of them would take 720 GB
    shifted = np.where(labels % 3, labels, labels[::-1])
    right = (labels == shifted).mean()
    assert fm.matthews_corrcoef(labels, shifted) == pytest.approx(right, rel=1e-4)
    assert fm.cohen_kappa_score(labels, shifted) == pytest.approx(right, rel=1e-4)
    few = fm.cohen_kappa_score(labels, shifted, labels=[1, 2, 4], weights="linear")
    assert few == 1.0


def test_weighted_kappa_of_many_labels_needs_no_table():
    """Ten billion cells, of which a hundred thousand are not empty."""
    labels = np.arange(100_000)
    assert fm.cohen_kappa_score(labels, labels, weights="linear") == 1.0
    others = np.roll(labels, 1)
    found = fm.cohen_kappa_score(labels, others, weights="linear")
    # Mean distance 2(n - 1) / n against that of chance, (n² - 1) / 3n.
    assert found == pytest.approx(1 - 6 / 100_001, rel=1e-12)


# --------------------------------------------------------------- each label by itself

EACH = {
    fm.multilabel_matthews_corrcoef: sk.matthews_corrcoef,
    fm.multilabel_cohen_kappa_score: sk.cohen_kappa_score,
}


@one_case("function", EACH)
@one_case("weighted", [False, True])
def test_each_label_is_scikit_learns_of_its_column(function, weighted, rng):
    y_true, y_pred = rng.integers(0, 2, (2, 80, 4))
    weights = rng.random(80) if weighted else None
    each = [
        EACH[function](y_true[:, k], y_pred[:, k], sample_weight=weights)
        for k in range(4)
    ]
    given = {"sample_weight": weights}
    # scikit-learn multiplies and subtracts floats, of which some digits are lost.
    found = function(y_true, y_pred, average=None, **given)
    np.testing.assert_allclose(found, each, rtol=1e-11)
    assert function(y_true, y_pred, **given) == pytest.approx(np.mean(each), rel=1e-11)
    rows = y_true.T @ (np.ones(80) if weights is None else weights)
    assert function(y_true, y_pred, average="weighted", **given) == pytest.approx(
        np.average(each, weights=rows), rel=1e-11
    )
    # Added up, the tables are that of all entries in one column, as in torchmetrics.
    entries = None if weights is None else np.repeat(weights, 4)
    together = EACH[function](y_true.ravel(), y_pred.ravel(), sample_weight=entries)
    assert function(y_true, y_pred, average="micro", **given) == pytest.approx(
        together, rel=1e-11
    )
    chosen = function(y_true, y_pred, average=None, labels=[3, 1], **given)
    assert chosen.tolist() == [found[3], found[1]]


@one_case("function", EACH)
def test_classes_are_labels_each_against_the_others(function, rng):
    y_true, y_pred = rng.integers(0, 3, (2, 60))
    same = np.arange(3)
    one_hot = [np.equal.outer(y, same).astype(int) for y in (y_true, y_pred)]
    found = function(y_true, y_pred, average=None)
    np.testing.assert_array_equal(found, function(*one_hot, average=None))
    # Of two classes both are the same table, turned round.
    two = function(y_true > 0, y_pred > 0, average=None)
    assert two.tolist() == [EACH_OWN[function](y_true > 0, y_pred > 0)] * 2


EACH_OWN = {
    fm.multilabel_matthews_corrcoef: fm.matthews_corrcoef,
    fm.multilabel_cohen_kappa_score: fm.cohen_kappa_score,
}


def test_labels_that_all_rows_have_or_none():
    y_true, y_pred = [[1, 0, 1], [1, 0, 0]], [[1, 0, 1], [0, 0, 0]]
    found = fm.multilabel_matthews_corrcoef(y_true, y_pred, average=None)
    assert found.tolist() == [0, 0, 1]
    # Weights that are no binary fractions leave no rest of an empty margin.
    weights = [0.1, 0.7]
    weighed = fm.multilabel_matthews_corrcoef(
        y_true, y_pred, average=None, sample_weight=weights
    )
    assert weighed.tolist() == [0, 0, 1]
    with pytest.warns(UndefinedMetricWarning, match="to all rows, or to none"):
        kappas = fm.multilabel_cohen_kappa_score(y_true, y_pred, average=None)
    np.testing.assert_array_equal(kappas, [0, np.nan, 1])
    with pytest.warns(UndefinedMetricWarning):
        assert fm.multilabel_cohen_kappa_score(y_true, y_pred) == 0.5
    with pytest.warns(UndefinedMetricWarning):
        found = fm.multilabel_cohen_kappa_score(
            y_true, y_pred, replace_undefined_by=1.0
        )
    assert found == pytest.approx(2 / 3)


@one_case("function", EACH)
def test_bad_options_of_each_label(function):
    y_true, y_pred = [[1, 0], [0, 1]], [[1, 1], [0, 1]]
    for average in ("samples", "binary", 1, ["macro"]):
        with pytest.raises(ValueError, match="average must be 'micro', 'macro'"):
            function(y_true, y_pred, average=average)
    with pytest.raises(ValueError, match=r"All labels must be in \[0, n labels\)"):
        function(y_true, y_pred, labels=[2])


@one_case("function", EACH)
@one_case("average", ["macro", "micro", "weighted"])
def test_intervals_of_each_label(function, average, rng):
    y_true = rng.integers(0, 2, (150, 3))
    y_pred = np.where(rng.random((150, 3)) < 0.8, y_true, 1 - y_true)
    found = fm.confidence_interval(
        function.__name__,
        y_true,
        y_pred=y_pred,
        metric_params={"average": average},
        random_state=0,
        n_resamples=199,
    )
    assert found.method == "bca"
    assert found.low < found.estimate < found.high
    counts = fm.IndicatorCounts.from_labels(y_true, y_pred)
    name = function.__name__
    assert counts.compute(name, average=average) == found.estimate
