"""What holds rows, or says which fold they are in, and is not what it says."""

import io

import numpy as np
import pyarrow as pa
import pytest
from helpers.one_case import one_case

import fastmetrics as fm


class Lying:
    """A sequence that ends before its length says."""

    def __len__(self):
        return 5

    def __getitem__(self, i):
        if i > 2:
            raise IndexError
        return float(i)


WRONG = [
    (lambda: fm.train_test_split(5), TypeError, "array 1 must be data with rows"),
    (
        lambda: fm.train_test_split([1, 2], groups=5),
        TypeError,
        "groups must be data with rows",
    ),
    (
        lambda: fm.train_test_split(Lying()),
        ValueError,
        "Lying must hold as many rows as its length says, 5, and has no row [34]",
    ),
    (lambda: fm.check_split(np.zeros((0, 3))), ValueError, "splits must be"),
    (
        lambda: fm.PredefinedSplit([10**400, 1]),
        ValueError,
        "test_fold must hold whole numbers",
    ),
    (
        lambda: fm.classification_report([0], [0], target_names=np.array(1)),
        TypeError,
        "target_names must be a sequence of names",
    ),
]


def test_one_error_that_says_what_is_wrong():
    for call, error, message in WRONG:
        with pytest.raises(error, match=message):
            call()


def test_text_of_a_type_that_arrow_takes_no_rows_of():
    column = pa.array(["a", "bb", None, "d"], pa.string_view())
    train, test = fm.train_test_split(column, test_size=1, shuffle=False)
    assert train.type == test.type == pa.string_view()
    assert [train.to_pylist(), test.to_pylist()] == [["a", "bb", None], ["d"]]


@one_case("loss", ["squared", "zero_one"])
def test_models_without_number_are_refused(loss):
    sums = fm.BiasVarianceSums([0, 1], loss)
    sums.update([[0, 1], [1, 1]])
    while sums.n_models < 2 ** (52 if loss == "squared" else 31):
        sums = sums + sums
    with pytest.raises(OverflowError, match="models or more"):
        sums + sums
    assert fm.BiasVarianceSums.from_bytes(sums.to_bytes()) == sums


def test_labels_are_no_formulas():
    y = np.array(["$\\frac$", "$a_b$"] * 10)
    report = fm.check_split(fm.StratifiedKFold(2), np.arange(20)[:, None], y)
    report.plot().savefig(io.BytesIO())  # matplotlib's parser raised
