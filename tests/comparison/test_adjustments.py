"""adjust_pvalues against its twin, statsmodels, SciPy, and hostile input."""

import math

import numpy as np
import pytest
from helpers.one_case import one_case
from helpers.random_cases import examples
from hypothesis import given, settings
from hypothesis import strategies as st

import fastmetrics as fm
from fastmetrics.comparison.adjustments import METHODS, _equal_pairs
from fastmetrics.reference.comparison import adjustments as reference

LISTED = [method for method in METHODS if method != "shaffer"]
P = st.one_of(
    st.floats(0, 1),
    st.sampled_from([0.0, 1.0, 1e-300, 0.01, 0.02, 0.03, 0.5, math.nan]),
)


def matrix_of(pairs, k):
    """The symmetric matrix of pairs in the order of the upper triangle."""
    matrix = np.ones((k, k))
    matrix[np.triu_indices(k, 1)] = pairs
    matrix.T[np.triu_indices(k, 1)] = pairs
    return matrix


# Products and sums of a few floats against fractions: some units in the last place,
# which denormal numbers do not have.
def close(expected):
    return pytest.approx(expected, rel=1e-14, abs=1e-305, nan_ok=True)


FEW = settings(max_examples=examples(25, same=12))


@one_case("method", LISTED)
@FEW
@given(pvalues=st.lists(P, min_size=1, max_size=7), more=st.integers(0, 2))
def test_it_is_what_its_twin_says(method, pvalues, more):
    n_tests = sum(not math.isnan(p) for p in pvalues) + more if more else None
    options = {"method": method, "n_tests": n_tests}
    found = fm.adjust_pvalues(pvalues, **options)
    assert found.tolist() == close(reference.adjust_pvalues(pvalues, **options))


@one_case("method", METHODS)
@FEW
@given(data=st.data(), k=st.integers(1, 4))
def test_a_matrix_is_a_family_of_pairs(method, data, k):
    n = k * (k - 1) // 2
    matrix = matrix_of(data.draw(st.lists(P, min_size=n, max_size=n)), k)
    found = fm.adjust_pvalues(matrix, method=method)
    expected = reference.adjust_pvalues(matrix.tolist(), method=method)
    assert np.ravel(found).tolist() == close(np.ravel(expected).tolist())
    assert np.array_equal(found, found.T, equal_nan=True)


@pytest.mark.long
@one_case("method", METHODS)
@FEW
@given(data=st.data(), k=st.integers(2, 12))
def test_larger_p_values_have_no_smaller_ones(method, data, k):
    n = k * (k - 1) // 2
    pvalues = np.array(data.draw(st.lists(P, min_size=n, max_size=n)))
    found = fm.adjust_pvalues(matrix_of(pvalues, k), method=method)
    found = found[np.triu_indices(k, 1)]
    assert np.array_equal(np.isnan(found), np.isnan(pvalues))
    kept = ~np.isnan(pvalues)
    order = np.argsort(pvalues[kept])
    assert (np.diff(found[kept][order]) >= 0).all()
    assert (found[kept] >= pvalues[kept]).all()
    assert (found[kept] <= 1).all()


@given(data=st.data(), k=st.integers(2, 12))
def test_no_method_adds_to_that_which_assumes_less(data, k):
    n = k * (k - 1) // 2
    matrix = matrix_of(data.draw(st.lists(st.floats(0, 1), min_size=n, max_size=n)), k)
    by = {method: fm.adjust_pvalues(matrix, method=method) for method in METHODS}
    for smaller, larger in (
        ("holm", "bonferroni"),
        ("sidak", "bonferroni"),
        ("holm-sidak", "sidak"),
        ("hochberg", "holm"),
        ("hommel", "hochberg"),
        ("bh", "hommel"),
        ("shaffer", "holm"),
        ("bh", "by"),
    ):
        assert (by[smaller] <= by[larger] * (1 + 1e-14)).all(), (smaller, larger)


# The data of Benjamini and Hochberg (1995), section 4.1, whose text rejects four at the
# level 0.05 by their method, three by Bonferroni's.
HEART = [
    *(0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459),
    *(0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0000),
]


def test_the_data_of_benjamini_and_hochberg():
    rejected = {
        method: int((fm.adjust_pvalues(HEART, method=method) <= 0.05).sum())
        for method in ("bonferroni", "hochberg", "bh")
    }
    assert rejected == {"bonferroni": 3, "hochberg": 3, "bh": 4}


# statsmodels 0.15.0: multipletests(HEART, method=method)[1][:9], where Hochberg's is
# "simes-hochberg" and the last two are "fdr_bh" and "fdr_by".
STATSMODELS = {
    "bonferroni": [0.0015, 0.006, 0.0285, 0.1425, 0.3015, 0.417, 0.447, 0.516, 0.6885],
    "sidak": [
        *(0.00149895045486, 0.00598322908509, 0.0281240531303, 0.133402966346),
        *(0.26256055315, 0.344859796798, 0.36478747279, 0.408494405814),
        0.505793517505,
    ],
    "holm": [0.0015, 0.0056, 0.0247, 0.114, 0.2211, 0.278, 0.278, 0.278, 0.3213],
    "holm-sidak": [
        *(0.00149895045486, 0.00558546327039, 0.0244203723878, 0.108228151304),
        *(0.200166970917, 0.245679053994, 0.245679053994, 0.245679053994),
        0.280290440955,
    ],
    "hochberg": [0.0015, 0.0056, 0.0247, 0.114, 0.2211, *[0.2682] * 2, 0.2752, 0.3213],
    "hommel": [0.0015, 0.0056, 0.0247, 0.095, 0.1608, 0.1946, 0.2086, 0.2408, 0.3213],
    "bh": [
        *(0.0015, 0.003, 0.0095, 0.035625, 0.0603, 0.0638571428571, 0.0638571428571),
        *(0.0645, 0.0765),
    ],
    "by": [
        *(0.00497734348984, 0.00995468697969, 0.0315231754357, 0.118211907884),
        *(0.200089208292, 0.211892622853, 0.211892622853, 0.214025770063),
        0.253844517982,
    ],
}


@one_case("method", LISTED)
def test_they_are_those_of_statsmodels(method):
    found = fm.adjust_pvalues(HEART, method=method)
    assert found[:9] == pytest.approx(STATSMODELS[method], rel=1e-11)


def test_false_discovery_rates_are_scipys():
    stats = pytest.importorskip("scipy.stats")
    for method in ("bh", "by"):
        expected = stats.false_discovery_control(HEART, method=method)
        assert fm.adjust_pvalues(HEART, method=method) == close(expected)


def test_small_p_values_keep_their_digits():
    found = fm.adjust_pvalues([1e-300, 0.5], method="sidak")
    assert found[0] == pytest.approx(2e-300, rel=1e-12)


@one_case("k", [0, 1, 2, 3, 4, 5, 6, 9])
def test_numbers_of_equal_pairs(k):
    assert set(_equal_pairs(k).tolist()) == reference._equal_pairs(k)


def test_columns_of_any_library_and_type():
    pd = pytest.importorskip("pandas")
    expected = [0.03, 0.06, 0.06]
    for given_ in (
        (0.01, 0.04, 0.03),
        pd.Series([0.01, 0.04, 0.03]),
        np.array([0.01, 0.04, 0.03], dtype=object),
    ):
        assert fm.adjust_pvalues(given_).tolist() == close(expected)
    assert fm.adjust_pvalues([0, 1]).tolist() == [0, 1]
    frame = pd.DataFrame([[1, 0.01], [0.01, 1]])
    assert fm.adjust_pvalues(frame).tolist() == [[1, 0.01], [0.01, 1]]


def test_what_is_passed_is_not_changed():
    pvalues = np.array([0.01, 0.04])
    fm.adjust_pvalues(pvalues)
    assert pvalues.tolist() == [0.01, 0.04]


@one_case(
    "pvalues, options, message",
    [
        ([0.1, 1.5], {}, r"pvalues must be in \[0, 1\], got 1.5"),
        ([0.1, -0.1], {}, r"pvalues must be in \[0, 1\], got -0.1"),
        ([0.1, math.inf], {}, r"pvalues must be in \[0, 1\], got inf"),
        ([0.1], {"method": "fdr"}, "method must be one of .*got 'fdr'"),
        ([0.1], {"method": None}, "method must be one of .*got None"),
        ([0.1], {"method": "shaffer"}, "'shaffer' needs the matrix"),
        ([0.1, 0.2], {"n_tests": 1}, "n_tests must be a whole number of at least 2"),
        ([0.1, 0.2], {"n_tests": 2.5}, "n_tests must be a whole number"),
        ([[1, 0.1]], {}, r"square matrix, got an array of shape \(1, 2\)"),
        ([[1, 0.1], [0.2, 1]], {}, "pvalues must be symmetric"),
        ([[1, 2.0], [2.0, 1]], {}, r"pvalues must be in \[0, 1\], got 2.0"),
        (
            [[1, 0.1], [0.1, 1]],
            {"method": "shaffer", "n_tests": 3},
            "n_tests must not be given with method 'shaffer'",
        ),
        ([[[0.1]]], {}, "pvalues must have one or two dimensions"),
        (["a"], {}, "pvalues must hold numbers"),
        (np.empty((0, 0)), {}, "pvalues is empty"),
    ],
)
def test_errors_say_what_is_wrong(pvalues, options, message):
    with pytest.raises(ValueError, match=message):
        fm.adjust_pvalues(pvalues, **options)


def test_no_p_values_are_adjusted_to_none():
    for method in METHODS:
        if method != "shaffer":  # it is of a matrix
            for given_ in ([], np.array([]), ()):
                found = fm.adjust_pvalues(given_, method=method, n_tests=3)
                assert (found.dtype, found.shape) == (np.float64, (0,))
            assert reference.adjust_pvalues([], method=method) == []
