"""Calibration against the twins and against scikit-learn, on drawn data.

The twins are exact; ours sum in floats. So values agree to a few units of the last
digit of the largest term, except for the curve, which has scikit-learn's bits.
"""

from itertools import pairwise, product

import numpy as np
import pytest
from differential.strategies import MOST_ROWS
from helpers.one_case import one_case
from helpers.random_cases import examples
from hypothesis import given, note, settings
from hypothesis import strategies as st

import fastmetrics as fm
from fastmetrics import reference

theirs = pytest.importorskip("sklearn.calibration")
metrics = pytest.importorskip("sklearn.metrics")

# Terms are at most 1, and means of them are at most some hundred additions away.
CLOSE = {"rel": 1e-12, "abs": 1e-14}

DTYPES = [np.float64, np.float32]
STRATEGIES = ["uniform", "quantile", [0.0, 0.25, 0.3, 1.0]]


def probabilities():
    """Values that float32 holds: with ties, on edges, at the ends, and tiny."""
    return st.one_of(
        st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]),
        st.floats(0, 1, width=32),
        st.integers(0, 64).map(lambda i: i / 64),
    )


@st.composite
def columns(draw, n_classes=None):
    """Return labels, probabilities, weights and the dtype they come in."""
    n = draw(st.integers(1, 2 * MOST_ROWS))
    if n_classes is None:
        y = draw(st.lists(st.integers(0, 1), min_size=n, max_size=n))
        p = draw(st.lists(probabilities(), min_size=n, max_size=n))
    else:
        y = draw(st.lists(st.integers(0, n_classes - 1), min_size=n, max_size=n))
        cuts = st.lists(
            st.integers(0, 64), min_size=n_classes - 1, max_size=n_classes - 1
        )
        rows = [[0, *sorted(draw(cuts)), 64] for _ in range(n)]
        p = [[(b - a) / 64 for a, b in pairwise(row)] for row in rows]
    weights = st.lists(st.sampled_from([0, 1, 2, 0.375, 7.5]), min_size=n, max_size=n)
    w = draw(st.none() | weights.filter(any))
    return y, p, w, draw(st.sampled_from(DTYPES))


def agree(name, y, p, w, dtype, **options):
    layout = np.asfortranarray if np.ndim(p) == 2 else np.array
    if w is not None:
        options["sample_weight"] = w
    found = getattr(fm, name)(np.array(y), layout(np.array(p, dtype)), **options)
    expected = getattr(reference, name)(y, p, **options)
    assert found == pytest.approx(expected, **CLOSE)


ERRORS = (
    "expected_calibration_error",
    "maximum_calibration_error",
    "squared_calibration_error",
)
bin_options = st.fixed_dictionaries(
    {"n_bins": st.integers(1, 20), "strategy": st.sampled_from(STRATEGIES)}
)


def without_rounded_quantiles(strategy, dtype):
    """In float32 NumPy rounds a difference of neighbours, which the twin does not."""
    return np.float64 if strategy == "quantile" else dtype


# One draw of rows is asked of all errors.
@given(data=columns(), options=bin_options, mode=st.sampled_from(["auto", "top-label"]))
def test_errors_of_a_column(data, options, mode):
    y, p, w, dtype = data
    dtype = without_rounded_quantiles(options["strategy"], dtype)
    for name in ERRORS:
        note(name)
        agree(name, y, p, w, dtype, mode=mode, **options)


@settings(max_examples=examples(100, same=8))
@given(data=columns(3), options=bin_options)
def test_errors_of_a_matrix(data, options):
    y, p, w, dtype = data
    dtype = without_rounded_quantiles(options["strategy"], dtype)
    options["labels"] = [0, 1, 2]
    for name, mode in product(ERRORS, ("auto", "top-label", "classwise")):
        note(f"{name} with mode={mode}")
        agree(name, y, p, w, dtype, mode=mode, **options)


@given(data=columns(), n_bins=st.integers(1, 20))
def test_the_plug_in_square(data, n_bins):
    y, p, w, _ = data
    agree("squared_calibration_error", y, p, w, float, n_bins=n_bins, debias=False)


@one_case("n_classes", [None, 3])
@settings(max_examples=examples(40, same=10))
@given(st.data(), st.integers(1, 20))
def test_adaptive_error(n_classes, data, n_bins):
    y, p, w, _ = data.draw(columns(n_classes))
    labels = {} if n_classes is None else {"labels": [0, 1, 2]}
    agree("adaptive_calibration_error", y, p, w, float, n_bins=n_bins, **labels)


@given(data=columns(), n_bins=st.integers(1, 20), strategy=st.sampled_from(STRATEGIES))
def test_hosmer_lemeshow(data, n_bins, strategy):
    y, p, _, _ = data
    found = fm.hosmer_lemeshow_test(y, p, n_bins=n_bins, strategy=strategy)
    expected = reference.hosmer_lemeshow_test(y, p, n_bins=n_bins, strategy=strategy)
    # A probability near 0 or 1 divides by it, so that only digits count.
    assert found == pytest.approx(expected, rel=1e-9, abs=1e-12)


@settings(max_examples=examples(100))
@given(
    data=columns(),
    n_bins=st.integers(1, 20),
    strategy=st.sampled_from([*STRATEGIES, "distinct"]),
)
def test_parts_of_the_brier_score_sum_to_it(data, n_bins, strategy):
    y, p, w, dtype = data
    dtype = without_rounded_quantiles(strategy, dtype)
    agree("brier_decomposition", y, p, w, dtype, n_bins=n_bins, strategy=strategy)
    parts = fm.brier_decomposition(
        y, p, n_bins=n_bins, strategy=strategy, sample_weight=w
    )
    brier = np.average((np.array(y) - p) ** 2, weights=w)
    rel, res, unc, variance, covariance = parts
    assert rel - res + unc + variance - covariance == pytest.approx(brier, abs=1e-15)


@given(
    data=columns(), n_bins=st.integers(1, 20), strategy=st.sampled_from(STRATEGIES[:2])
)
def test_the_curve_has_the_bits_of_scikit_learn(data, n_bins, strategy):
    y, p, _, dtype = data
    y, p = np.array(y), np.array(p, dtype)
    found = fm.calibration_curve(y, p, n_bins=n_bins, strategy=strategy)
    expected = theirs.calibration_curve(y, p, n_bins=n_bins, strategy=strategy)
    assert all(map(np.array_equal, found, expected))
    if dtype is np.float64:
        twin = reference.calibration_curve(
            y.tolist(), p.tolist(), n_bins=n_bins, strategy=strategy
        )
        assert [*found[0]] == twin[0]
        assert found[1] == pytest.approx(twin[1], rel=1e-14)


# More rows than are put into bins at once.
@pytest.mark.long
@one_case("strategy", ["uniform", "quantile"])
@one_case("n_bins, power", [(2, 1), (5, 0.05), (15, 20), (101, 1)])
def test_long_curves_have_the_bits_of_scikit_learn(strategy, n_bins, power, rng):
    p = rng.random(300_001) ** power
    y = rng.random(len(p)) < p
    for each in (p, p.astype(np.float32), p.astype(np.float32)[::-2]):
        labels = y[: len(each)]
        found = fm.calibration_curve(labels, each, n_bins=n_bins, strategy=strategy)
        expected = theirs.calibration_curve(
            labels, each, n_bins=n_bins, strategy=strategy
        )
        assert all(map(np.array_equal, found, expected))


@one_case(
    "y, pos_label",
    [
        ([0, 1, 0, 1], None),
        ([-1, 1, -1, 1], None),
        ([1, 1, 1, 1], None),
        ([0, 0, 0, 0], None),
        ([2, 3, 2, 3], None),
        ([2, 3, 2, 3], 2),
        ([0, 1, 0, 1], 0),
        ([0, 0, 0, 0], 5),
        ([0, 1, 2, 1], None),
        ([0, 1, 2, 1], 1),
        (["n", "y", "n", "y"], None),
        (["n", "y", "n", "y"], "y"),
        (["n", "y", "x", "y"], "y"),
        ([False, True, False, True], None),
        ([0.0, 1.0, 0.0, 1.0], 1),
        ([0, 1], None),
        ([], None),
    ],
)
@one_case("wrap", [list, np.array])
def test_labels_count_as_in_scikit_learn(y, pos_label, wrap):
    p = [0.1, 0.9, 0.4, 0.6]

    def outcome(function):
        try:
            return [part.tolist() for part in function(wrap(y), p, pos_label=pos_label)]
        except (ValueError, TypeError) as error:
            return type(error)

    assert outcome(fm.calibration_curve) == outcome(theirs.calibration_curve)


def test_of_two_labels_the_positive_one_must_be_one():
    # scikit-learn takes all rows as negative, as a misspelt name would have it.
    y, p = ["n", "y", "n", "y"], [0.1, 0.9, 0.4, 0.6]
    assert theirs.calibration_curve(y, p, pos_label="yes")[0].tolist() == [0] * 4
    assert metrics.brier_score_loss(y, p, pos_label="yes") > 0.3
    for function in (fm.calibration_curve, fm.brier_score_loss, fm.net_benefit):
        more = {"threshold": 0.5} if function is fm.net_benefit else {}
        with pytest.raises(ValueError, match=r"pos_label='yes' is not a valid label"):
            function(y, p, pos_label="yes", **more)


@one_case(
    "p",
    [
        [0, 1, 1, 0],
        [True, False, True, True],
        [[0.1], [0.9], [0.4], [0.6]],
        np.array([0.1, 0.9, 0.4, 0.6], np.float16),
        [0.1, 0.9, 0.4, 1.2],
        [0.1, 0.9, 0.4, -0.2],
        [[0.1, 0.9]] * 4,
    ],
)
def test_probabilities_count_as_in_scikit_learn(p):
    def outcome(function):
        try:
            return [part.tolist() for part in function([0, 1, 0, 1], p)]
        except ValueError as error:
            return type(error)

    assert outcome(fm.calibration_curve) == outcome(theirs.calibration_curve)
