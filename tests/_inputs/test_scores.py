"""Scores and weights into keys, and the numbers that are refused."""

import numpy as np
import pytest
from helpers.input_cases import (
    FLOATS,
    INTEGERS,
    LABELS,
    SCORES,
    expected,
    halves,
    split,
    spread,
)
from helpers.one_case import one_case
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import fastmetrics
from fastmetrics._inputs.scores import (
    finite_columns,
    finite_matrix,
    row_scores,
    sample_weights,
    split_scores,
)
from fastmetrics._kernels import keys
from fastmetrics._kernels.keys import LARGEST


@one_case("dtype", [*INTEGERS, "f2", "f4", "f8", "g", "?"])
@one_case("n", [1, 2, 511, 512, 513, 2000])
def test_scores_of_any_dtype_and_layout(dtype, n, rng):
    labels = rng.integers(0, 2, n)
    labels[0] = 1
    scores = rng.integers(0, 100, n).astype(dtype)
    if dtype[0] in "fi":
        scores -= scores.dtype.type(50)
    for layout, given_scores in spread(scores).items():
        found = split(labels, given_scores)
        assert found.kind.decode(found.keys).dtype == scores.dtype, layout
        assert halves(found) == expected(labels, scores.tolist(), 1), layout


def test_keys_are_in_the_order_of_the_scores():
    scores = [-np.inf, -1e308, -1.0, -5e-324, 0.0, 5e-324, 1.0, 1e308]
    for dtype in ("f8", "f4", "f2"):
        column = np.unique(np.array(scores[2:-1], dtype))
        found = row_scores([0, 1, *[1] * (len(column) - 2)], column)
        assert (np.diff(found.keys.astype(object)) > 0).all()
    for dtype in INTEGERS:
        limits = np.iinfo(dtype)
        column = np.array(
            [limits.min, limits.min + 1, limits.max - 1, limits.max], dtype
        )
        found = row_scores([0, 1, 1, 1], column)
        assert (np.diff(found.keys.astype(object)) > 0).all()
        assert found.kind.decode(found.keys).tolist() == column.tolist()


def test_large_integers_differ_and_zeros_do_not():
    found = split([0, 1], np.array([2**53, 2**53 + 1]))
    assert found.keys[0] != found.keys[1]
    found = split([0, 1], np.array([-0.0, 0.0]))
    assert found.keys[0] == found.keys[1]


@given(
    hnp.arrays(
        st.sampled_from(["i1", "u2", "i4", "i8", "u8", "f4", "f8"]),
        st.integers(1, 40),
        elements=st.sampled_from([0, 1]),
    ),
    st.data(),
)
def test_split_and_rows_agree_with_a_loop(labels, data):
    dtype = data.draw(st.sampled_from(["f4", "f8", "i8", "u4"]))
    scores = data.draw(
        hnp.arrays(
            dtype,
            len(labels),
            elements={"allow_nan": False, "allow_infinity": False}
            if dtype[0] == "f"
            else None,
        )
    )
    step = data.draw(st.sampled_from([1, -1]))
    labels, scores = labels[::step], scores[::step]
    found = split(labels, scores)
    assert halves(found) == expected(labels, (scores + 0).tolist(), 1)
    rows = row_scores(labels, scores)
    assert rows.labels.tolist() == (labels == 1).tolist()
    assert rows.kind.decode(rows.keys).tolist() == scores.tolist()
    # Positives in order, negatives from the back.
    assert found.keys[: found.n_pos].tolist() == rows.keys[rows.labels == 1].tolist()
    negatives = rows.keys[rows.labels == 0].tolist()
    assert found.keys[found.n_pos :].tolist() == negatives[::-1]


def test_places_depend_on_labels_alone(rng):
    labels = rng.integers(0, 2, 3000)
    marks = np.arange(3000)
    first = split(labels, marks.astype("f8"))
    second = split(labels, marks.astype("i4")[::1])
    assert (
        first.kind.decode(first.keys).tolist()
        == second.kind.decode(second.keys).tolist()
    )


def test_inputs_are_not_modified(rng):
    labels, scores = rng.integers(0, 2, 700), rng.random(700)
    weights = rng.random(700)
    weights[:9] = 0
    before = [column.copy() for column in (labels, scores, weights)]
    split(labels, scores).keys.sort()
    found = row_scores(labels, scores, sample_weight=weights)
    found.weights[:] = 7
    found.labels[:] = 7
    for column, was in zip((labels, scores, weights), before, strict=True):
        assert (column == was).all()


def test_kept_weights_are_the_callers_own_array_only_if_read():
    weights = np.array([1.0, 2.0])
    weights.flags.writeable = False
    found = row_scores([0, 1], [0.5, 1.5], sample_weight=weights)
    assert found.weights.tolist() == [1.0, 2.0]


# --- what is refused


@one_case("bad", [np.nan, np.inf, -np.inf])
@one_case("dtype", FLOATS)
@one_case("row", [0, 700, 1499])
def test_scores_must_be_finite(bad, dtype, row):
    labels = np.arange(1500) % 2
    scores = np.zeros(1500, dtype)
    scores[row] = bad
    scores[1499] = bad
    count = 1 if row == 1499 else 2
    what = "NaN" if np.isnan(bad) else "infinity"
    message = rf"Input y_score contains {what}: {count} of 1500 .* row {row}\b"
    for rule in (None, LARGEST, 1):
        with pytest.raises(ValueError, match=message):
            split(labels, scores, rule)
        with pytest.raises(ValueError, match=message):
            row_scores(labels, scores, pos_label=rule)


def test_lengths_are_named():
    message = "inconsistent numbers of samples: y_true has 5, y_score has 2"
    with pytest.raises(ValueError, match=message):
        split(LABELS, [0.5, 1.5])
    with pytest.raises(ValueError, match="sample_weight has 2, expected 5"):
        row_scores(LABELS, SCORES, sample_weight=[1, 2])


# --- weights and rows


def test_rows_of_weight_zero_are_left_out():
    weights = [0, 1, 2, 0, 3]
    found = row_scores(LABELS, SCORES, sample_weight=weights)
    assert found.rows.tolist() == [1, 2, 4]
    assert found.labels.tolist() == [0, 1, 0]
    assert found.weights.tolist() == [1.0, 2.0, 3.0]
    assert found.kind.decode(found.keys).tolist() == [0.4, 0.35, -0.5]
    kept = row_scores(LABELS, SCORES, sample_weight=weights, drop_zero_weight=False)
    assert kept.rows is None
    assert kept.weights.tolist() == weights
    with pytest.raises(ValueError, match="y_score contains NaN"):
        row_scores([0, 1], [np.nan, 1.0], sample_weight=[0, 1])


@one_case("dtype", [*INTEGERS, *FLOATS, "?", object])
def test_weights_of_any_dtype_and_layout(dtype):
    for layout, weights in spread([1, 0, 1, 3, 2], dtype).items():
        found = sample_weights(weights, 5)
        assert found.dtype == np.float64, layout
        assert found.tolist() == np.asarray(weights).ravel().astype(float).tolist()


def test_negative_weights_raise():
    with pytest.raises(
        ValueError, match=r"must not be negative: 2 of 5.*row 1 \(-2.0\)"
    ):
        row_scores(LABELS, SCORES, sample_weight=[1, -2, 1, -1, 1])
    assert sample_weights([-0.0, 1], 2).tolist() == [0.0, 1.0]


def test_weights_must_have_a_sum():
    for n in (2, 7, 8, 9, 100):
        with pytest.raises(ValueError, match="sample_weight must have a finite sum"):
            sample_weights([1e308] * n, n)
        assert keys.check_weights(np.arange(1.0, n + 1))[3] == n * (n + 1) / 2


def test_tiny_and_huge_weights_are_kept():
    weights = [5e-324, 1e308, 1.0]
    assert sample_weights(weights, 3).tolist() == weights
    faults = keys.check_weights(np.array([np.nan, -1.0, 0.0, -0.0, np.inf]))
    assert faults[:3] == (2, 1, 2)


# --- more


def test_finite_matrix():
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame({"a": [0.5, 1.5], "b": [1, 2]})
    assert finite_matrix(frame, "p").tolist() == [[0.5, 1.0], [1.5, 2.0]]
    with pytest.raises(ValueError, match="contains missing values"):
        finite_matrix(frame.assign(b=pd.Series([1, None], dtype="Int64")), "p")
    for bad, message in (
        ([[0.5, np.nan]], r"Input p contains NaN: 1 of 2 values, .* \(0, 1\)"),
        (np.empty((0, 3)), "0 sample"),
        (np.zeros((2, 2, 2)), "one or two dimensions"),
        ([["a"]], "p must hold numbers"),
    ):
        with pytest.raises(ValueError, match=message):
            finite_matrix(bad, "p")


def test_finite_columns_keep_their_dtypes():
    labels, scores, weights = finite_columns(
        ["a", "b"], np.array([1, 2], np.int16), [1, 0]
    )
    assert labels.tolist() == ["a", "b"]
    assert scores.dtype == np.int16
    assert weights.tolist() == [1.0, 0.0]
    assert finite_columns([0, 1], [0.5, 1.5])[2] is None
    for bad in (([0, np.nan], [1, 2]), ([0, 1], [1, np.nan]), ([0, 1, 1], [1, 2])):
        with pytest.raises(ValueError, match=r"Input y_|inconsistent"):
            finite_columns(*bad)


def test_score_kinds():
    kinds = [
        split([0, 1], np.array([1, 2], dtype)).kind for dtype in ("f8", "f8", "f4")
    ]
    assert kinds[0] == kinds[1] != kinds[2]
    assert hash(kinds[0]) == hash(kinds[1])
    assert repr(kinds[2]) == "ScoreKind(float32)"


def test_numbers_held_as_objects():
    import decimal
    import fractions

    for scores in (
        np.array([1, 2], dtype=object),
        np.array([0.5, 2.5], dtype=object),
        np.array([False, True], dtype=object),
        [decimal.Decimal("0.5"), decimal.Decimal(2)],
        [fractions.Fraction(1, 3), 0.5],
        [2**70, 1],
    ):
        assert halves(split([0, 1], scores))[0] == [float(scores[1])]
    for scores, message in (
        ([1, "a"], "must hold numbers"),
        (np.array([1, "a"], dtype=object), "got a value of type str"),
        ([10**400, 1], "out of range"),
        ([decimal.Decimal("nan"), 1], "missing"),
        (
            np.array([0.5, np.nan], dtype=object),
            "missing.*: 1 of 2, the first in row 1",
        ),
        (np.array([0.5, np.inf], dtype=object), "contains infinity"),
    ):
        with pytest.raises(ValueError, match=message):
            split([0, 1], scores)


def test_memory_is_that_of_the_keys(rng):
    import tracemalloc

    labels, scores = rng.integers(0, 2, 10**6), rng.random(10**6)
    strided = np.column_stack([scores, scores])[:, 1]
    for column in (scores, strided):
        tracemalloc.start()
        found = split(labels, column)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < 1.01 * found.keys.nbytes


def test_errors_call_scores_by_their_name():
    for scores in ([0.5, np.nan], [0.5], ["a", "b"], [[0.5, 1.5]], None):
        for take in (split_scores, row_scores):
            with pytest.raises((ValueError, TypeError), match="score_b"):
                take([0, 1], scores, score_name="score_b")


@pytest.mark.skipif(
    np.finfo(np.longdouble).max == np.finfo(float).max, reason="no long doubles here"
)
def test_weights_that_only_long_doubles_hold_are_refused():
    weights = np.array([10**400, 1.5], np.longdouble)
    with pytest.raises(ValueError, match="sample_weight"):
        fastmetrics.hamming_loss([0, 1], [0, 1], sample_weight=weights)
