"""Precision, recall and F of the k best classes, in all averages, and intervals."""

import math
import warnings

import numpy as np
import pytest
from helpers.one_case import one_case
from hypothesis import given
from hypothesis import strategies as st

import fastmetrics as fm
from fastmetrics import reference
from fastmetrics.catalog import METRICS

NAMES = ["top_k_precision_score", "top_k_recall_score", "top_k_f1_score"]
AVERAGES = ["macro", "micro", "weighted", None]
of_names = one_case("name", NAMES)
of_averages = one_case("average", AVERAGES)
Y, S = [0, 1, 2, 1], np.arange(12.0).reshape(4, 3)


def called(module, name, *data, **options):
    """The value, and whether there was a warning."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        value = getattr(module, name)(*data, **options)
    return value, bool(caught)


@st.composite
def cases(draw):
    n, classes = draw(st.integers(1, 7)), draw(st.integers(3, 5))
    rows = st.lists(st.integers(-2, 2), min_size=classes, max_size=classes)
    scores = draw(st.lists(rows, min_size=n, max_size=n))
    codes = st.lists(st.integers(0, classes - 1), min_size=n, max_size=n)
    weights = st.lists(st.integers(0, 3) | st.floats(0.1, 8), min_size=n, max_size=n)
    drawn = draw(st.none() | weights.filter(any))
    return draw(codes), scores, list(range(classes)), drawn


@given(
    case=cases(),
    k=st.integers(1, 6),
    zero_division=st.sampled_from(["warn", 0, 1, math.nan]),
)
@of_names
@of_averages
def test_agree_with_the_reference(name, average, case, k, zero_division):
    truth, scores, labels, weights = case
    options = {
        "k": k,
        "average": average,
        "labels": labels,
        "sample_weight": weights,
        "zero_division": zero_division,
    }
    expected, warned = called(reference, name, truth, scores, **options)
    found, also = called(fm, name, truth, scores, **options)
    # Sums of weights are rounded.
    np.testing.assert_allclose(found, expected, rtol=1e-13)
    assert also == warned
    assert isinstance(found, float) == (average is not None)


@of_names
@of_averages
@one_case("n_classes, dtype", [(3, "f4"), (12, "f8"), (3, "i2"), (12, "g")])
def test_they_are_those_of_indicators(name, average, n_classes, dtype, rng):
    sk = pytest.importorskip("sklearn.metrics")
    n = 150
    truth = rng.integers(0, n_classes, n)
    scores = (rng.integers(0, 9, (n, n_classes))).astype(dtype)
    weights = rng.integers(0, 3, n)
    for k in (1, 2):
        # By score, then by column: the last come first.
        columns = np.broadcast_to(np.arange(n_classes), scores.shape)
        best = np.lexsort((columns, scores), axis=1)[:, -k:]
        own, chosen = np.zeros((2, n, n_classes), int)
        own[np.arange(n), truth] = 1
        np.put_along_axis(chosen, best, 1, axis=1)
        theirs = getattr(sk, name.removeprefix("top_k_"))
        options = {"average": average, "sample_weight": weights}
        found = getattr(fm, name)(truth, scores, k=k, **options)
        expected = theirs(own, chosen, **options)
        np.testing.assert_allclose(found, expected, rtol=1e-13)


def test_over_rows_they_are_top_k_accuracy(rng):
    truth = rng.integers(0, 4, 500)
    scores = rng.integers(0, 6, (500, 4))
    weights = rng.random(500)
    for k in (1, 2, 3):
        options = {"k": k, "sample_weight": weights}
        share = pytest.approx(fm.top_k_accuracy_score(truth, scores, **options))
        for average in ("micro", "weighted"):
            found = fm.top_k_recall_score(truth, scores, average=average, **options)
            assert found == share
        found = fm.top_k_precision_score(truth, scores, average="micro", **options)
        assert k * found == share
    labels = scores.shape[1] - 1 - scores[:, ::-1].argmax(axis=1)
    for name in NAMES:
        plain = getattr(fm, name.removeprefix("top_k_"))(truth, labels, average="macro")
        assert getattr(fm, name)(truth, scores, k=1) == pytest.approx(plain, rel=1e-14)


@of_names
def test_two_classes_have_one_column(name):
    plain = getattr(fm, name.removeprefix("top_k_"))
    truth = ["no", "yes", "yes", "no"]
    for scores, above in (([0.1, 0.6, 0.5, 0.9], 0.5), ([-1, 2, 0, 0.1], 0)):
        labels = np.where(np.array(scores) > above, "yes", "no")
        found = getattr(fm, name)(truth, scores, k=1)
        assert found == plain(truth, labels, average="macro")


def test_many_rows_are_cut_in_blocks(rng):
    truth = rng.integers(0, 7, 300_000)
    scores = rng.integers(0, 9, (len(truth), 7)) / 4
    parts = [slice(0, 99_999), slice(99_999, 300_000)]
    whole = fm.top_k_recall_score(truth, scores, average=None)
    counts = np.array([np.bincount(truth[part]) for part in parts])
    each = [fm.top_k_recall_score(truth[p], scores[p], average=None) for p in parts]
    expected = (counts * each).sum(axis=0) / counts.sum(axis=0)
    np.testing.assert_allclose(whole, expected, rtol=1e-13)


@of_names
@one_case("size", [1e-300, 1e300])
def test_weights_near_the_ends_of_the_floats(name, size, rng):
    truth = rng.integers(0, 3, 50)
    scores = rng.random((50, 3))
    weights = rng.integers(0, 4, 50)
    function = getattr(fm, name)
    plain = function(truth, scores, sample_weight=weights)
    assert function(truth, scores, sample_weight=size * weights) == pytest.approx(
        plain, rel=1e-13
    )


# ------------------------------------------------------------------------ intervals


@of_names
@one_case("average", ["macro", "micro", "weighted"])
@one_case("zero_division", [0, math.nan])
def test_rows_contribute_slopes(name, average, zero_division, rng):
    truth = rng.integers(0, 4, 60)
    scores = rng.random((60, 5)) + np.eye(5)[truth]
    scores[:, 4] = -1  # a class that no row has, and of which none is predicted
    weights = rng.uniform(0.5, 2, 60)
    options = {"average": average, "labels": range(5), "zero_division": zero_division}
    function = getattr(fm, name)
    whole = function(truth, scores, sample_weight=weights, **options)
    values = METRICS[name].how.values(truth, scores, sample_weight=weights, **options)
    assert np.average(values, weights=weights) == pytest.approx(whole, rel=1e-12)
    step = 1e-5
    for i in range(0, 60, 7):
        up, down = (
            function(
                truth,
                scores,
                sample_weight=weights + sign * step * (np.arange(60) == i),
                **options,
            )
            for sign in (1, -1)
        )
        slope = weights.sum() * (up - down) / (2 * step)
        assert values[i] - whole == pytest.approx(slope, rel=1e-5, abs=1e-7)


@of_names
def test_intervals(name, rng):
    truth = rng.integers(0, 4, 300)
    scores = rng.random((300, 4)) + 0.4 * np.eye(4)[truth]
    found = fm.confidence_interval(name, truth, y_score=scores)
    assert found.method == "jackknife-t-logit"
    assert 0 < found.low < found.estimate < found.high < 1
    assert found.estimate == getattr(fm, name)(truth, scores)
    values = METRICS[name].how.values(truth, scores)
    error = values.std(ddof=1) / math.sqrt(300)
    v = found.estimate
    width = math.log(found.high / (1 - found.high)) - math.log(
        found.low / (1 - found.low)
    )
    assert width == pytest.approx(2 * 1.9679 * error / (v * (1 - v)), rel=1e-3)
    report = fm.evaluate(
        truth,
        y_proba=scores / scores.sum(1, keepdims=True),
        metrics=[name],
        n_resamples=50,
    )
    assert report.interval(name).estimate == pytest.approx(v, rel=1e-12)


# -------------------------------------------------------------------------- refused

WRONG = {
    "k of 0": ((Y, S), {"k": 0}, "k must be at least 1"),
    "a column of three classes": ((Y, [1, 2, 3, 4]), {}, "y_score must be of shape"),
    "a matrix of two classes": (([0, 1, 1, 0], S[:, :2]), {}, "y_true is binary"),
    "too few labels": ((Y, S), {"labels": [0, 1]}, "Number of classes in labels"),
    "equal labels": ((Y, S), {"labels": [2, 0, 2]}, "labels must be unique"),
    "other labels": ((Y, S), {"labels": [0, 1, 3]}, "not belonging to the passed"),
    "NaN": ((Y, np.where(S == 5, np.nan, S)), {}, "y_score contains NaN"),
    "infinity": ((Y, np.where(S == 5, np.inf, S)), {"k": 1}, "y_score contains inf"),
    "NaN, all taken": ((Y, np.where(S == 5, np.nan, S)), {"k": 3}, "contains NaN"),
    "too few rows": ((Y, S[:3]), {}, "inconsistent numbers of samples"),
    "no rows": (([], np.zeros((0, 3))), {}, r"."),
    "an average": ((Y, S), {"average": "binary"}, "average must be one of"),
    "a list as average": ((Y, S), {"average": ["macro"]}, "average must be one of"),
    "zero_division": ((Y, S), {"zero_division": 0.5}, "zero_division must be"),
    "weights": ((Y, S), {"sample_weight": [1, 1, 1, -1]}, "must not be negative"),
    "no weight": ((Y, S), {"sample_weight": [0, 0, 0, 0]}, "sample_weight"),
}


@of_names
@pytest.mark.filterwarnings("ignore")
@one_case(("args", "options", "match"), WRONG.values())
def test_refused(name, args, options, match):
    with pytest.raises(ValueError, match=match):
        getattr(fm, name)(*args, **options)
    with pytest.raises(TypeError, match="k must be a whole number, got a float"):
        getattr(fm, name)(Y, S, k=1.5)


@of_names
def test_values_of_no_meaning_are_announced(name):
    with pytest.warns(fm.UndefinedMetricWarning, match=r"'k' \(3\) greater") as caught:
        getattr(fm, name)(Y, S, k=3)
    assert caught[0].filename == __file__


def test_every_class_has_no_values_of_rows():
    for name in NAMES:
        with pytest.raises(ValueError, match="average=None has a value per class"):
            METRICS[name].how.values(Y, S, average=None)
