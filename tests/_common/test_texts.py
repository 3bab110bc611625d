"""Texts as arrays: none is changed, and memory is not lost to the longest."""

import tracemalloc

import numpy as np
from helpers.one_case import one_case
from hypothesis import given
from hypothesis import strategies as st

import fastmetrics
from fastmetrics import ConfusionCounts, ScoreSweep
from fastmetrics._common.packing import array_of_texts, distinct_labels

# One name in three spellings, were zeros at the end lost.
TRUE = ["a", "a\0", "a", "b", "a\0", "a\0\0"]
PREDICTED = ["a", "a", "a", "b", "a\0", "a"]


@given(st.lists(st.text(st.sampled_from("a\0é"), max_size=3), max_size=5))
def test_texts_stay_what_they_are(texts):
    found = array_of_texts(texts)
    assert found.tolist() == texts
    assert (found.dtype.kind == "U") == (not any(text.endswith("\0") for text in texts))


@one_case("wrong", [["a", 1], ["a", None], [b"a"], [["a"]]])
def test_what_is_no_text(wrong):
    assert array_of_texts(wrong) is None


def test_one_long_text_does_not_widen_many():
    assert array_of_texts(["a"] * 1000 + ["b" * 100]).dtype == "U100"
    assert array_of_texts(["a"] * 1000 + ["b" * 1000]).dtype == object
    assert array_of_texts(["a" * 1000] * 1000).dtype == "U1000"


@one_case("kind", [list, tuple, lambda x: np.array(x, object)])
def test_labels_that_differ_in_zeros_at_the_end(kind):
    true, predicted = kind(TRUE), kind(PREDICTED)
    assert fastmetrics.accuracy_score(true, predicted) == 4 / 6
    counts = ConfusionCounts.from_labels(true, predicted)
    assert counts.labels.tolist() == ["a", "a\0", "a\0\0", "b"]
    wanted = [[2, 0, 0, 0], [1, 1, 0, 0], [1, 0, 0, 0], [0, 0, 0, 1]]
    assert counts.counts.tolist() == wanted
    assert ConfusionCounts.from_bytes(counts.to_bytes()) == counts
    assert (counts + counts).labels.tolist() == counts.labels.tolist()
    some = fastmetrics.confusion_matrix(true, predicted, labels=["a\0", "a"])
    assert some.tolist() == [[1, 1], [0, 2]]
    pairs = fastmetrics.contingency_matrix(true, predicted)
    assert pairs.tolist() == [[2, 0, 0], [1, 1, 0], [1, 0, 0], [0, 0, 1]]


def test_positive_label_that_differs_in_a_zero_at_the_end():
    scores = [0.1, 0.2, 0.3, 0.4]
    two = ["a", "a\0", "a", "a\0"]
    for positive, labels in (("a", [1, 0, 1, 0]), ("a\0", [0, 1, 0, 1])):
        found = fastmetrics.average_precision_score(two, scores, pos_label=positive)
        assert found == fastmetrics.average_precision_score(labels, scores)
    text = np.array(["a", "ab", "a", "ab"])
    for positive, n in (("a", 2), ("a\0", 0)):
        sweep = ScoreSweep.from_scores(text, scores, pos_label=positive)
        assert sweep.n_positive == n


def test_memory_follows_the_text():
    true = ["a", "b"] * 1000
    true[7] = "x" * 200_000
    for metric in (fastmetrics.accuracy_score, fastmetrics.adjusted_rand_score):
        tracemalloc.start()
        metric(true, true[::-1])
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert peak < 10 << 20  # of the 1.5 GB of 2,000 rows as wide as the longest


def test_distinct_texts_get_the_dtype_of_their_column():
    for column in (["a", "bb", "a"], ["a"] * 3000 + ["x" * 2000], ["a\0", "a", "a\0"]):
        distinct = sorted(set(column))
        times = np.array([column.count(text) for text in distinct])
        found = array_of_texts(distinct, times)
        assert found.dtype == array_of_texts(column).dtype
        assert found.tolist() == distinct
    # Alone, one of these two would not be wide.
    assert array_of_texts(["a", "x" * 2000]).dtype == "U2000"
    assert array_of_texts(["a", "x" * 2000], np.array([3000, 1])).dtype == object


WORDS = st.text(st.characters(max_codepoint=300), max_size=20)


@given(st.lists(WORDS, max_size=40), st.booleans(), st.booleans())
def test_distinct_labels_are_those_of_numpy(words, once, as_objects):
    if once:
        words = list(dict.fromkeys(words))
    labels = np.array(words, object if as_objects else np.str_)
    found, places = distinct_labels(labels)
    expected, at = np.unique(labels, return_inverse=True)
    assert found.dtype == expected.dtype
    assert found.tolist() == expected.tolist()
    np.testing.assert_array_equal(places, at)


@one_case("width", [1, 8, 9, 17, 64, 65])
@one_case("as_objects", [True, False])
def test_many_distinct_texts_come_in_order(width, as_objects):
    # Of one beginning, so that the last characters decide.
    texts = [f"{i:03d}".rjust(width, "x")[-width:] for i in range(1000)]
    labels = np.array(texts, object if as_objects else np.str_)
    labels = np.random.default_rng(0).permutation(labels)
    found, places = distinct_labels(labels)
    assert found.tolist() == sorted(set(texts))
    np.testing.assert_array_equal(found[places], labels)
