"""Means over rows of scores, labels and probabilities, against twins and scikit-learn.

Values are drawn with ties, of any layout, rows with weights of zero among them.
"""

import warnings

import numpy as np
import pytest
from helpers.one_case import one_case
from hypothesis import assume, given, note
from hypothesis import strategies as st
from scipy import sparse

import fastmetrics as fm
from fastmetrics import reference

sk = pytest.importorskip("sklearn.metrics")

RANKINGS = (
    "coverage_error",
    "label_ranking_loss",
    "label_ranking_average_precision_score",
)
# Twins add up exact fractions; here each row is rounded a few times, and so is the
# mean. Hinge losses of huge decisions cancel nothing: the error is relative.
CLOSE = {"rel": 1e-13, "abs": 1e-15}
# Of row scores that are made of sums of squares and logarithms.
ROUGH = {"rel": 1e-12, "abs": 1e-14}

LAYOUTS = (
    np.ascontiguousarray,
    np.asfortranarray,
    lambda x: np.repeat(x, 2, axis=0)[::2],
    lambda x: np.repeat(x, 2, axis=-1)[..., ::2],
    lambda x: x[::-1].copy()[::-1],
)
weights_of = st.sampled_from([0.0, 0.5, 1.0, 3.0])


@st.composite
def weightings(draw, n):
    """None, or weights that are not all zero."""
    if draw(st.booleans()):
        return None
    weights = draw(st.lists(weights_of, min_size=n, max_size=n))
    assume(any(weights))
    return weights


@st.composite
def score_matrices(draw, n, k):
    """Scores with many ties, and few: integers, floats, the largest and the least."""
    one = draw(
        st.sampled_from(
            [
                st.integers(-2, 2).map(float),
                st.floats(-1e3, 1e3, width=32),
                st.sampled_from([1e300, -1e300, 5e-324, 0.0, -0.0]),
            ]
        )
    )
    rows = draw(st.lists(st.lists(one, min_size=k, max_size=k), min_size=n, max_size=n))
    dtype = draw(st.sampled_from(["f8", "f4", "i8"]))
    values = np.array(rows)
    if dtype != "f8" and np.abs(values).max(initial=0) > 1e30:
        dtype = "f8"
    values = values.astype(dtype).reshape(n, k)
    return draw(st.sampled_from(LAYOUTS))(values), values.tolist()


@st.composite
def probability_matrices(draw, n, k):
    """Probabilities whose rows sum to one, some of them certain."""
    parts = st.lists(st.integers(0, 4), min_size=k, max_size=k).filter(any)
    rows = np.array(draw(st.lists(parts, min_size=n, max_size=n)), float)
    proba = rows / rows.sum(axis=1, keepdims=True)
    if draw(st.booleans()):
        proba = proba.astype(np.float32)
    return draw(st.sampled_from(LAYOUTS))(proba), proba.astype(float).tolist()


def value_and_warnings(function, *args, **kwargs):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        value = function(*args, **kwargs)
    return value, {one.category.__name__ for one in caught}


def assert_same(name, ours, plain, tolerance, **options):
    """Compare the library on ``ours`` with its twin on ``plain``."""
    got = value_and_warnings(getattr(fm, name), *ours, **options)
    wanted = value_and_warnings(getattr(reference, name), *plain, **options)
    assert isinstance(got[0], float)
    assert got[0] == pytest.approx(wanted[0], **tolerance)
    if any(getattr(one, "dtype", None) == np.float32 for one in ours):
        # Rows of such sum to one less exactly, which the twin does not know.
        wanted[1].discard("UserWarning")
    assert got[1] == wanted[1]
    return got


# ------------------------------------------------------------------- rankings of labels


@st.composite
def ranking_cases(draw):
    n, k = draw(st.integers(1, 4)), draw(st.integers(2, 9))
    scores, plain = draw(score_matrices(n, k))
    flags = st.lists(st.integers(0, 1), min_size=k, max_size=k)
    truth = draw(st.lists(flags, min_size=n, max_size=n))
    dtype = draw(st.sampled_from(["i8", "?", "u1", "f4"]))
    dress = draw(st.sampled_from([np.array, sparse.csr_array, sparse.csc_matrix]))
    held = dress(np.array(truth, dtype=dtype))
    return held, scores, truth, plain, draw(weightings(n))


# One draw of rankings is asked of all measures.
@given(case=ranking_cases())
def test_rankings_are_the_twins(case):
    held, scores, truth, plain, weights = case
    for name in RANKINGS:
        note(name)
        assert_same(name, (held, scores), (truth, plain), CLOSE, sample_weight=weights)


@given(case=ranking_cases())
def test_rankings_are_scikit_learns(case):
    held, scores, truth, _, weights = case
    for name in RANKINGS:
        note(name)
        # SciPy 1.18 gives ranks in the scores' precision.
        wide = np.asarray(scores, float)
        theirs = getattr(sk, name)(np.array(truth), wide, sample_weight=weights)
        ours = getattr(fm, name)(held, scores, sample_weight=weights)
        assert ours == pytest.approx(theirs, **CLOSE)


@one_case("name", RANKINGS)
@one_case("share", [0.01, 0.5, 0.99])
def test_many_labels_per_row(name, share, rng):
    """More than are sorted by insertion, in several blocks."""
    truth = (rng.random((2200, 500)) < share).astype(int)
    scores = rng.integers(0, 300, truth.shape).astype(float)
    theirs = getattr(sk, name)(truth[:40], scores[:40])
    assert getattr(fm, name)(truth[:40], scores[:40]) == pytest.approx(theirs, **CLOSE)
    halves = [getattr(fm, name)(truth[i::2], scores[i::2]) for i in (0, 1)]
    assert getattr(fm, name)(truth, scores) == pytest.approx(np.mean(halves), **CLOSE)


def test_integers_are_ranked_as_integers():
    scores = np.array([[2**53 + 1, 2**53]])
    assert fm.label_ranking_loss([[1, 0]], scores) == 0
    assert fm.label_ranking_loss([[1, 0]], scores.astype(np.uint64) + 2**63) == 0
    assert fm.label_ranking_loss([[1, 0]], scores.astype(float)) == 1


# -------------------------------------------------------------------- scores of classes


@st.composite
def class_cases(draw):
    n, k = draw(st.integers(1, 5)), draw(st.integers(3, 9))
    scores, plain = draw(score_matrices(n, k))
    codes = draw(st.lists(st.integers(0, k - 1), min_size=n, max_size=n))
    names = draw(
        st.sampled_from(
            [range(k), [3 * i - 7 for i in range(k)], [f"{i:02}" for i in range(k)]]
        )
    )
    truth = [names[i] for i in codes]
    return truth, scores, plain, list(names), draw(weightings(n))


@st.composite
def two_class_cases(draw):
    n = draw(st.integers(2, 8))
    scores, plain = draw(score_matrices(n, 1))
    names = draw(st.sampled_from([(0, 1), (-1, 1), ("no", "yes"), (False, True)]))
    codes = [0, 1, *draw(st.lists(st.integers(0, 1), min_size=n - 2, max_size=n - 2))]
    one = draw(st.booleans())
    flat = [row[0] for row in plain]
    truth = [names[i] for i in codes]
    return truth, scores[:, 0] if one else scores, flat, draw(weightings(n))


@given(case=class_cases())
def test_hinge_of_several_classes(case):
    truth, scores, plain, names, weights = case
    options = {"labels": names, "sample_weight": weights}
    value, _ = assert_same(
        "hinge_loss", (truth, scores), (truth, plain), CLOSE, **options
    )
    if scores.dtype == float:  # theirs is computed in the dtype that came in
        assert value == pytest.approx(sk.hinge_loss(truth, scores, **options), **CLOSE)


@given(case=two_class_cases())
def test_hinge_of_two_classes(case):
    truth, scores, plain, weights = case
    options = {"sample_weight": weights}
    value, _ = assert_same(
        "hinge_loss", (truth, scores), (truth, plain), CLOSE, **options
    )
    if scores.dtype == float:
        assert value == pytest.approx(sk.hinge_loss(truth, scores, **options), **CLOSE)


@given(case=class_cases(), k=st.integers(1, 12), normalize=st.booleans())
def test_top_k_of_several_classes(case, k, normalize):
    truth, scores, plain, names, weights = case
    options = {
        "k": k,
        "normalize": normalize,
        "labels": names,
        "sample_weight": weights,
    }
    found = assert_same(
        "top_k_accuracy_score", (truth, scores), (truth, plain), CLOSE, **options
    )
    theirs = value_and_warnings(sk.top_k_accuracy_score, truth, scores, **options)
    assert found[0] == pytest.approx(theirs[0], **CLOSE)
    assert found[1] == theirs[1]


@given(case=two_class_cases(), k=st.integers(1, 3))
def test_top_k_of_two_classes(case, k):
    truth, scores, plain, weights = case
    options = {"k": k, "sample_weight": weights}
    found = assert_same(
        "top_k_accuracy_score", (truth, scores), (truth, plain), CLOSE, **options
    )
    theirs = value_and_warnings(sk.top_k_accuracy_score, truth, scores, **options)
    assert found[0] == pytest.approx(theirs[0], **CLOSE)
    assert found[1] == theirs[1]


@one_case("name", ["hinge_loss", "top_k_accuracy_score"])
def test_many_rows_are_cut_in_blocks(name, rng):
    truth = rng.integers(0, 7, 400_000)
    scores = rng.integers(0, 9, (len(truth), 7)) / 4
    ours, theirs = (getattr(module, name)(truth, scores) for module in (fm, sk))
    assert ours == pytest.approx(theirs, rel=1e-13)


# ------------------------------------------------------------------------ probabilities


@st.composite
def distribution_cases(draw):
    n, k = draw(st.integers(1, 5)), draw(st.integers(3, 5))
    proba, plain = draw(probability_matrices(n, k))
    codes = draw(st.lists(st.integers(0, k - 1), min_size=n, max_size=n))
    return codes, proba, plain, list(range(k)), draw(weightings(n))


@st.composite
def column_cases(draw):
    n = draw(st.integers(2, 8))
    proba, plain = draw(probability_matrices(n, 2))
    codes = [0, 1, *draw(st.lists(st.integers(0, 1), min_size=n - 2, max_size=n - 2))]
    return codes, proba[:, 1], [row[1] for row in plain], draw(weightings(n))


@given(case=distribution_cases())
def test_spherical_score_of_matrices(case):
    codes, proba, plain, names, weights = case
    options = {"labels": names, "sample_weight": weights}
    assert_same("spherical_score", (codes, proba), (codes, plain), ROUGH, **options)


@given(case=column_cases())
def test_spherical_score_of_columns(case):
    codes, proba, plain, weights = case
    options = {"sample_weight": weights}
    assert_same("spherical_score", (codes, proba), (codes, plain), ROUGH, **options)


@given(case=distribution_cases(), normalize=st.booleans(), data=st.data())
def test_ranked_probability_score_of_matrices(case, normalize, data):
    codes, proba, plain, names, weights = case
    options = {
        "labels": data.draw(st.permutations(names)),
        "normalize": normalize,
        "sample_weight": weights,
    }
    name = "ranked_probability_score"
    assert_same(name, (codes, proba), (codes, plain), ROUGH, **options)


@given(case=column_cases(), labels=st.sampled_from([None, [0, 1], [1, 0]]))
def test_ranked_probability_score_of_columns(case, labels):
    codes, proba, plain, weights = case
    name = "ranked_probability_score"
    options = {"labels": labels, "sample_weight": weights}
    value, _ = assert_same(name, (codes, proba), (codes, plain), ROUGH, **options)
    if labels != [1, 0]:
        brier = sk.brier_score_loss(codes, np.array(plain), sample_weight=weights)
        assert value == pytest.approx(brier, **ROUGH)


@one_case("name", ["kl_divergence", "jensen_shannon_divergence"])
@given(data=st.data(), n=st.integers(1, 4), k=st.integers(2, 5))
def test_divergences(name, data, n, k):
    truth, plain_truth = data.draw(probability_matrices(n, k))
    forecast, plain = data.draw(probability_matrices(n, k))
    # Denormals, too: their ratios leave the range of floats.
    if forecast.dtype == float and data.draw(st.booleans()):
        forecast = np.array(plain)
        forecast[forecast == 0] = 1e-310
        plain = forecast.tolist()
    options = {"sample_weight": data.draw(weightings(n))}
    ours, twins = (truth, forecast), (plain_truth, plain)
    if k == 2 and data.draw(st.booleans()):
        ours = truth[:, 1], forecast[:, 1]
        twins = [row[1] for row in plain_truth], [row[1] for row in plain]
    assert_same(name, ours, twins, ROUGH, **options)
