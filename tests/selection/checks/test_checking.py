"""Checks of splits, against the twin, by hand and on hostile input."""

import datetime
import itertools
import json
import random
import warnings

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from helpers.drawn import faults, texts_of
from helpers.one_case import one_case
from scipy import sparse

import fastmetrics as fm
from fastmetrics import reference as ref
from fastmetrics._common.records import plain_all

NAN = float("nan")


def drawn(draw):
    """Return splits and columns of a small problem."""
    n = draw.randint(2, 12)

    def column(values, chance):
        return (
            [draw.choice(values) for _ in range(n)] if draw.random() < chance else None
        )

    X = column([[0.0], [1.0], [NAN], [1.5], [1.6]], 0.7)
    y = column(draw.choice(["ab", "abcd", [0.5, 1.5], [3, 1]]), 0.8)
    if draw.random() < 0.5:
        splits = [draw.choice([-1, 0, 1, 2]) for _ in range(n)]
        splits[draw.randrange(n)] = 0
    else:
        rows = range(n)
        parts = [draw.choices(rows, k=draw.randint(1, n)) for _ in range(6)]
        splits = [*zip(parts[::2], parts[1::2], strict=True)][: draw.randint(1, 3)]
    options = {
        "groups": column("uvwxyz", 0.6),
        "time": column(range(8), 0.6),
        "decimals": draw.choice([None, 0]),
        "max_examples": draw.choice([0, 2, 5]),
    }
    return splits, X, y, options


def assert_as(found, expected, place=""):
    """Compare what JSON can hold, numbers but for rounding."""
    if isinstance(expected, dict):
        assert found.keys() == expected.keys()
        for name in expected:
            assert_as(found[name], expected[name], f"{place}/{name}")
    elif isinstance(expected, list):
        assert len(found) == len(expected), place
        for a, b in zip(found, expected, strict=True):
            assert_as(a, b, place)
    elif isinstance(expected, float):
        # The twin subtracts a rounded share, where one division is the last step here.
        assert found == pytest.approx(expected, rel=1e-12, abs=1e-12), place
    else:
        assert found == expected, place


def test_counts_as_the_twin():
    draw = random.Random(20240229)
    for _ in range(120):
        splits, X, y, options = drawn(draw)
        found = fm.check_split(splits, X, y, **options).to_dict()
        del found["ok"], found["problems"]
        assert_as(found, plain_all(ref.check_split(splits, X, y, **options)))


def test_parts_as_the_twin():
    draw = random.Random(3)
    for _ in range(50):
        sizes = draw.randint(1, 6), draw.randint(1, 6)
        X, y, g = (
            [[draw.choice(values) for _ in range(n)] for n in sizes]
            for values in ([[0.0], [1.0], [NAN], [1.5]], "ab", "uvw")
        )
        options = {"decimals": draw.choice([None, 0])}
        if draw.random() < 0.7:
            options |= {"y_train": y[0], "y_test": y[1]}
        if draw.random() < 0.7:
            options |= {"groups_train": g[0], "groups_test": g[1]}
        found = fm.check_parts(*X, **options).to_dict()
        del found["ok"], found["problems"]
        assert_as(found, plain_all(ref.check_parts(*X, **options)))


def test_no_split_of_a_part_of_this_size_comes_nearer():
    y = [*"aaaabbbcc", "d"]
    for m in range(1, 9):
        report = fm.check_split((range(10 - m), range(10 - m, 10)), y=y)
        total = report.class_totals
        reached = min(
            max(abs(np.array(counts) - m * total / 10))
            for counts in itertools.product(*(range(size + 1) for size in total))
            if sum(counts) == m
        )
        assert report.smallest_deviation == pytest.approx(reached, abs=1e-12)
        assert report.smallest_deviation <= report.largest_deviation + 1e-12


FOLDS = np.array([0, 0, 1, 1, 2, 2])
PAIRS = [
    (np.flatnonzero(FOLDS != fold), np.flatnonzero(FOLDS == fold)) for fold in range(3)
]


MIXED = np.array(["a", 1], object)


class Folds:
    """A splitter that says what it was asked."""

    def split(self, X, y=None, groups=None):
        self.asked = X, y, groups
        return iter(PAIRS)


FORMS = {
    "column": FOLDS,
    "uint8": FOLDS.astype(np.uint8),
    "list": FOLDS.tolist(),
    "tuple": tuple(FOLDS.tolist()),
    "pandas": pd.Series(FOLDS, index=[*"fedcba"]),
    "polars": pl.Series(FOLDS),
    "arrow": pa.chunked_array([FOLDS[:2], FOLDS[2:]]),
    "other numbers": FOLDS * 10 + 7,
    "one repeat": FOLDS[None],
    "pairs": PAIRS,
    "lists": [(train.tolist(), test.tolist()) for train, test in PAIRS],
    "generator": (pair for pair in PAIRS),
    "masks": [(FOLDS != fold, FOLDS == fold) for fold in range(3)],
    "splitter": Folds(),
    "out of order": [(train[::-1], test[::-1]) for train, test in PAIRS],
}


@one_case("form", FORMS)
def test_splits_of_every_form(form):
    y = [*"aababb"]
    expected = fm.check_split(FOLDS, y=y).to_dict()
    assert fm.check_split(FORMS[form], y=y).to_dict() == expected


@one_case(
    "pair",
    [
        ([0, 1, 2], [3, 4]),
        [np.array([0, 1, 2]), np.array([3, 4])],
        ([], [3, 4]),
        (pd.Series([0, 1]), pd.Series([3])),
        (range(3), range(3, 5)),
    ],
)
def test_one_pair_is_one_split(pair):
    assert fm.check_split(pair, 5).n_splits == 1


def test_two_repeats_of_folds():
    report = fm.check_split(np.array([[0, 0, 1, 1], [0, 1, 0, 1]]))
    assert report.n_splits == 4
    assert report.tested_more_than_once == 4


def test_a_splitter_gets_what_was_given():
    splitter, X = Folds(), np.arange(6)[:, None]
    fm.check_split(splitter, X, [*"aababb"], groups=[*range(6)])
    assert splitter.asked[0] is X
    assert splitter.asked[1:] == ([*"aababb"], [*range(6)])
    fm.check_split(splitter, 6)
    assert len(splitter.asked[0]) == 6


def test_a_splitter_may_ignore_groups():
    sklearn = pytest.importorskip("sklearn.model_selection")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        report = fm.check_split(
            sklearn.StratifiedKFold(2), y=[0, 1, 0, 1], groups=[1, 1, 2, 2]
        )
    assert report.groups_on_both_sides == (0, 0)


LABELS = {
    "bool": [True, False, True, True],
    "floats": [1.0, 0.0, 1.0, 1.0],
    "texts": ["y", "n", "y", "y"],
    "categories": pd.Series(["y", "n", "y", "y"], dtype="category"),
    "polars": pl.Series(["y", "n", "y", "y"]),
    "column": np.array([[1], [0], [1], [1]]),
}


@one_case("kind", LABELS)
def test_labels_of_every_kind(kind):
    report = fm.check_split([0, 0, 1, 1], y=LABELS[kind])
    assert report.class_counts.tolist() == [[1, 1], [0, 2]]
    assert report.class_totals.tolist() == [1, 3]


def test_several_labels_per_row_tell_duplicates_apart():
    X, y = [[1], [1], [1], [2]], [[0, 1], [0, 1], [1, 1], [0, 0]]
    for labels in (np.array(y), sparse.csr_array(y)):
        report = fm.check_split([0, 1, 1, 0], X, labels)
        assert report.classes is None
        assert report.duplicates_with_same_label == (1, 1)
        assert report.duplicates_with_other_label == (1, 1)


def test_times_of_every_kind():
    days = ["2020-01-03", "2020-01-01", "2020-01-02", "2020-01-04"]
    for time in (
        days,
        np.array(days, "M8[D]"),
        pd.to_datetime(pd.Series(days)),
        pl.Series(days).str.to_date(),
        [3.5, 1.0, 2.25, 4.0],
    ):
        report = fm.check_split(([0, 1], [2, 3]), time=time)
        assert report.older_than_training == (1,)
        assert report.examples["older_than_training"] == [{"split": 0, "row": 2}]


def test_a_row_of_the_same_time_is_not_older():
    assert fm.check_split(([0, 1], [2, 3]), time=[1, 2, 2, 3]).ok
    assert fm.check_split(([], [0, 1]), time=[1, 2]).older_than_training == (0,)


@one_case(
    "test, exact",
    [
        (pl.DataFrame({"b": ["x", "z"], "a": [1.0, 2.0]}), [0, 3]),
        (pd.DataFrame({"a": [1, 2], "b": ["x", "z"]}), [0, 3]),
        (pa.table({"a": [1, 2], "b": ["x", "z"]}), [0, 3]),
        ([[1, "x"], [2, "z"]], [0, 3]),
    ],
)
def test_parts_of_different_libraries(test, exact):
    train = pd.DataFrame({"a": [1, 2, None], "b": ["x", "y", None]})
    report = fm.check_parts(train, test)
    assert report.examples["duplicates_on_both_sides"] == [
        {"split": 0, "row": 3, "training_row": 0}
    ]


def test_parts_are_compared_exactly():
    # As float64 both would be 2**53.
    whole, real = np.array([[2**53 + 1]]), np.array([[2.0**53]])
    assert fm.check_parts(whole, real).ok
    assert not fm.check_parts(whole - 1, real).ok
    missing = pl.DataFrame({"a": [None, 1]}), pl.DataFrame({"a": [NAN, 2.0]})
    assert fm.check_parts(*missing).duplicates_on_both_sides == (1,)
    day = pd.to_datetime(pd.Series([None, "2020-01-02"])).to_frame("a")
    dates = pl.DataFrame({"a": [None, datetime.date(2020, 1, 2)]}), day
    assert fm.check_parts(*dates).duplicates_on_both_sides == (2,)
    unknown = pl.DataFrame({"a": [None, None]}), pl.DataFrame({"a": ["x", None]})
    assert fm.check_parts(*unknown).duplicates_on_both_sides == (1,)


def test_sparse_parts():
    X = np.array([[0, 1.5], [0, 0], [2, 0]])
    for train, test in itertools.product((X, sparse.csr_array(X)), repeat=2):
        assert fm.check_parts(train, test[1:]).duplicates_on_both_sides == (2,)


@one_case(
    "splits, options, problem",
    [
        (([], [0, 1]), {"X": 2}, "The training part is empty."),
        ([([0], [1]), ([0, 1], [])], {}, "The test part is empty in split 1."),
        (
            ([0, 1], [1, 2]),
            {},
            "Rows are in the training part and the test part: 1; for example row 1.",
        ),
        (
            [([0, 1], [2]), ([0, 2], [1])],
            {"y": [*"aab"]},
            "Classes have no row in the training part: up to 1 in split 0; for example "
            "b in split 0.",
        ),
        (
            ([0, 1, 2], [3, 4]),
            {"y": [*"abbbb"]},
            None,  # of class a the share of the test part is less than a row
        ),
        (
            ([0, 1, 2], [3, 4, 5]),
            {"y": [*"aabbbb"]},
            "Classes have no row in the test part: 1; for example a.",
        ),
        (
            [0, 0, 1, 1],
            {"groups": [*"uvvw"]},
            "Groups have rows on both sides: up to 1 in 2 of 2 splits; for example "
            "group v in split 0.",
        ),
        (
            ([0, 1], [2]),
            {"X": [[1], [2], [2]], "y": [0, 1, 0]},
            "Rows of the test part equal training rows: 1 (0 with the same label, 1 "
            "with another); for example row 2, which equals row 1.",
        ),
        (
            ([0, 2], [1]),
            {"time": [1, 2, 3]},
            "Rows of the test part are older than the newest training row: 1; for "
            "example row 1.",
        ),
        (
            ([0, 1], [1]),
            {"max_examples": 0},
            "Rows are in the training part and the test part: 1.",
        ),
    ],
)
def test_problems_in_sentences(splits, options, problem):
    report = fm.check_split(splits, **options)
    expected = () if problem is None else (problem,)
    assert report.problems == expected
    assert report.ok is (problem is None)
    if problem is None:
        report.raise_if_bad()
        assert "\nNo problem was found.\n" in str(report)
    else:
        with pytest.raises(ValueError, match=r"^[A-Z].*[.]$") as raised:
            report.raise_if_bad()
        assert str(raised.value) == problem
        _, _, said = str(report).partition("\n\nProblems\n")
        assert " ".join(said.split()) == problem


def test_equal_rows_of_one_part_are_no_problem():
    report = fm.check_split(([0, 1, 2], [3, 4]), [[1], [1], [1], [2], [2]])
    assert report.ok
    assert report.duplicates_in_training == (2,)
    assert report.duplicates_in_test == (1,)
    assert "2 in the training part, 1 in the test part" in str(report)


def full_report():
    return fm.check_split(
        [0, 0, 1, 1, 2, 2],
        [[7], [1], [2], [7], [3], [4]],
        [*"ababbb"],
        groups=[*"uvvwxx"],
        time=[1, 2, 3, 4, 5, 6],
    )


# Lines are of 100 places, as results are shown.
SAID = """\
3 splits of 6 rows: 4 for training, 2 for testing.
Every row is tested once.
Each of 2 classes is within 0.67 rows of its proportion of every test part; 0.33 is the minimum for
    parts of these sizes.
Groups on both sides of a split: up to 1 of 4 groups.
Equal to an earlier row of the same part: up to 1 in the training part, 0 in the test part.

Splits
split  train  test  shared rows  shared groups  duplicates  older rows
─────  ─────  ────  ───────────  ─────────────  ──────────  ──────────
0          4     2            0              1           1           2
1          4     2            0              1           1           2
2          4     2            0              0           0           0

Problems
  Groups have rows on both sides: up to 1 in 2 of 3 splits; for example group v in split 0.
  Rows of the test part equal training rows: up to 1 (0 with the same label, up to 1 with another)
      in 2 of 3 splits; for example row 0 in split 0, which equals row 3.
  Rows of the test part are older than the newest training row: up to 2 in 2 of 3 splits; for
      example row 0 in split 0."""  # noqa: E501


def test_what_a_report_says():
    assert str(full_report()) == SAID


def test_exports():
    report = full_report()
    found = json.loads(json.dumps(report.to_dict()))
    assert found["ok"] is False
    assert found["classes"] == ["a", "b"]
    assert found["duplicates_with_other_label"] == [1, 1, 0]
    assert "thinned" not in found
    frame = report.to_frame()
    assert frame.index.name == "split"
    assert frame["older_than_training"].tolist() == [2, 2, 0]
    assert frame["largest_deviation"].tolist() == pytest.approx([1 / 3, 1 / 3, 2 / 3])
    assert report.to_frame(backend="polars")["n_test"].to_list() == [2, 2, 2]
    shown = report._repr_html_()
    assert shown.count("<tr>") == 4
    assert "shared groups" in shown
    assert "equal training rows" in shown


def test_a_name_in_html_is_escaped():
    report = fm.check_split([0, 1], groups=["<b>", "<b>"])
    assert "<b>" not in report._repr_html_().partition("</style>")[2].replace(
        "<b style", ""
    )


@one_case(
    "splits, options, error, message",
    [
        (None, {"X": 3}, TypeError, "splits must be a splitter"),
        ("folds", {"X": 3}, TypeError, "splits must be a splitter"),
        (5, {"X": 3}, TypeError, "splits must be a splitter"),
        (b"folds", {"X": 3}, TypeError, "splits must be a splitter"),
        (np.array(1), {"X": 3}, TypeError, "splits must be a splitter"),
        ([0, 1], {"y": np.zeros(0, np.longdouble)}, ValueError, "y is empty"),
        ([], {"X": 3}, ValueError, "splits has no splits"),
        (iter(()), {"X": 3}, ValueError, "splits has no splits"),
        ([([0], [1], [2])], {"X": 3}, TypeError, "split 0 is"),
        ([([0], [1]), 3], {"X": 3}, TypeError, "split 1 is 3"),
        (([0], [3]), {"X": 3}, ValueError, "has row 3; rows are numbered from 0 to 2"),
        (([-1], [1]), {"X": 3}, ValueError, "training part of split 0 has row -1"),
        (([0.5], [1]), {"X": 3}, TypeError, "must hold row numbers"),
        (([True, False], [1]), {"X": 3}, ValueError, "a mask of 2 of 3 rows"),
        ([0.0, 1.0], {}, ValueError, "a whole number, got the dtype float64"),
        (["a", "b"], {}, ValueError, "a whole number, got the dtype"),
        ([True, False], {}, ValueError, "a whole number, got the dtype bool"),
        ([0, -2], {}, ValueError, "got -2 in row 1"),
        ([-1, -1], {}, ValueError, "no row is tested"),
        (pl.Series([0, None]), {}, ValueError, "missing"),
        ([0, 1], {"y": [1, 2, 3]}, ValueError, "splits has 2, expected 3"),
        ([0, 1], {"X": [[1], [2]], "y": [1]}, ValueError, "y has 1, expected 2"),
        ([0, 1], {"y": ["a", None]}, ValueError, "y contains missing"),
        ([0, 1], {"y": [NAN, 1.0]}, ValueError, "y contains NaN"),
        ([0, 1], {"groups": ["a", None]}, ValueError, "groups contains missing"),
        ([0, 1], {"groups": MIXED}, TypeError, "groups must be of one kind"),
        ([0, 1], {"time": ["a", None]}, ValueError, "time contains missing"),
        ([0, 1], {"time": [NAN, 1.0]}, ValueError, "time contains NaN"),
        ([0, 1], {"X": 0}, ValueError, "X must be a"),
        ([0, 1], {"X": [[1], [2]], "max_examples": -1}, ValueError, "max_examples"),
        ([0, 1], {"X": [[1], [2]], "decimals": 0.5}, TypeError, "decimals"),
        (Folds(), {}, ValueError, "how many rows there are"),
    ],
)
def test_bad_input_is_named(splits, options, error, message):
    with pytest.raises(error, match=message):
        fm.check_split(splits, **options)


@one_case(
    "parts, options, error, message",
    [
        (([[1]], [[1, 2]]), {}, ValueError, "the same columns, got 1 and 2"),
        (([[1]], []), {}, ValueError, "test is empty"),
        ((np.array([[1]]), np.array([["a"]])), {}, TypeError, "holds numbers in train"),
        (
            (pd.DataFrame({"a": [1]}), pd.DataFrame({"b": [1]})),
            {},
            ValueError,
            "'a' of train is none of test",
        ),
        (([[1]], [[2]]), {"y_train": [1]}, ValueError, "y_test must be given"),
        (([[1]], [[2]]), {"groups_test": [1]}, ValueError, "groups_train must be"),
        (
            ([[1]], [[2]]),
            {"y_train": [1, 2], "y_test": [1]},
            ValueError,
            "y_train has 2, expected 1",
        ),
        (
            ([[1]], [[2]]),
            {"y_train": np.array(["a"]), "y_test": np.array([1])},
            TypeError,
            "y_train and y_test must be of one kind",
        ),
    ],
)
def test_bad_parts_are_named(parts, options, error, message):
    with pytest.raises(error, match=message):
        fm.check_parts(*parts, **options)


def test_inputs_stay_what_they_were():
    X = np.array([[1.0, NAN], [1.0, -0.0]])
    pair = np.array([1, 0, 0]), np.array([1, 1])
    kept = [one.copy() for one in (X, *pair)]
    fm.check_split(pair, X, decimals=1)
    for one, before in zip((X, *pair), kept, strict=True):
        assert one.tobytes() == before.tobytes()


def test_the_picture_has_a_panel_for_each_question():
    pytest.importorskip("matplotlib")
    axes = full_report().plot().axes
    titles = [ax.get_title() for ax in axes]
    assert titles == [
        *("Rows of each split", "Test rows of each class", "Groups of each split")
    ]
    marks = [text.get_text() for text in axes[2].texts]
    assert marks == ["×"] * 2  # of v in the splits 0 and 1
    counts = [text.get_text() for text in axes[1].texts]
    assert counts == ["1", "1", "1", "1", "0", "2"]
    bare = fm.check_split([0, 1, 2]).plot()
    assert [ax.get_title() for ax in bare.axes] == ["Rows of each split"]


@pytest.mark.long
def test_the_picture_of_many_splits_classes_and_groups_is_thinned():
    pytest.importorskip("matplotlib")
    n = 600
    rows = np.arange(n)
    report = fm.check_split(rows % 40, y=rows % 50, groups=rows % 100)
    rows_ax, classes_ax, groups_ax = report.plot().axes
    assert rows_ax.get_title() == "Rows of each split (10 more splits)"
    assert classes_ax.get_title() == "Test rows of each class (20 more)"
    assert groups_ax.get_title() == "Groups of each split (70 smaller left out)"
    assert faults(rows_ax.figure) == []
    # All that is drawn of the rows are shares, whose sum over splits is what is tested.
    assert report.thinned.test.shape == (30, 240)
    tested = (rows % 40 < 30).sum()
    assert (report.thinned.test.sum(axis=0) * n / 240).sum() == pytest.approx(
        tested, rel=0.05
    )


def test_rows_on_both_sides_have_a_colour_of_their_own():
    pytest.importorskip("matplotlib")
    figure = fm.check_split(([0, 1, 2], [2, 3])).plot()
    image = figure.axes[0].images[0].get_array()
    assert len({*image[0].tolist()}) == 3
    said = [one.text for one in texts_of(figure)]
    assert {"training rows", "test rows", "rows in both"} < {*said}
