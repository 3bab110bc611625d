"""Columns of labels as codes in the order of the labels."""

import numpy as np
import pytest
from helpers.one_case import one_case

from fastmetrics._inputs.label_pairs import label_pair
from fastmetrics.resampling.joint_cells import encode, encode_pairs


def codes_of(column):
    return encode(label_pair(column, column).true)


@one_case(
    "column",
    [
        [7, -1, 7, 0],
        np.array([True, False, True]),
        np.array([3.0, -0.0, 0.0, -5.0]),
        np.array([2**63 - 1, -(2**63), 0]),
        np.array([2.0**62, -(2.0**63), 5.0]),
        np.array([2**63 - 1, 2**62, 5], np.uint64),
        np.array([2**64 - 1, 2**63, 5], np.uint64),
        ["bee", "ant", "bee", "cow"],
        np.array(["bee", "ant"], object),
        np.array([2**70, -1, 5], object),
        np.array(["2001-01-01", "1999-01-01"], "M8[D]"),
    ],
)
def test_codes_are_places_among_the_labels(column):
    codes = codes_of(column)
    labels = codes.labels.tolist()
    assert labels == sorted(set(np.asarray(column).tolist()))
    assert codes.labels[codes.of_row].tolist() == np.asarray(column).tolist()
    assert codes.of_row.dtype == np.uint8


def test_categories():
    pd = pytest.importorskip("pandas")
    codes = codes_of(pd.Categorical(["b", "a", "b"], categories=["c", "b", "a"]))
    assert codes.labels.tolist() == ["a", "b"]
    assert codes.of_row.tolist() == [1, 0, 1]


def test_codes_take_little_memory():
    assert codes_of(np.arange(255)).of_row.dtype == np.uint8
    assert codes_of(np.arange(256)).of_row.dtype == np.uint16
    assert codes_of(np.arange(70_000) * 10**9).of_row.dtype == np.uint32


@one_case("odd", [0.5, 2.0**63, -(2.0**64), np.nan, np.inf])
def test_floats_must_be_whole_numbers(odd):
    pair = label_pair(np.array([0.0, odd]), np.array([0.0, 1.0]))
    assert encode(pair.true) is None
    with pytest.raises(ValueError, match=r"continuous|NaN|infinity"):
        encode_pairs([pair], None)
    other = label_pair(np.array([0.0, 1.0]), np.array([0.0, odd]))
    with pytest.raises(ValueError, match=r"continuous|NaN|infinity"):
        encode_pairs([other], encode(other.true))


def test_places_among_the_labels_of_both_columns():
    pair = label_pair(["b", "d"], ["c", "a"])
    codes = encode_pairs([pair], encode(pair.true))
    labels, of_true, of_predicted = codes.places(0)
    assert labels.tolist() == ["a", "b", "c", "d"]
    assert labels[of_true].tolist() == ["b", "d"]
    assert labels[of_predicted].tolist() == ["a", "c"]
