"""Every function of two partitions against its twin in the reference, on drawn labels.

Labels of the two sides are of kinds and containers of their own. Counts of rows and of
pairs cross over as integers, and a quotient of two is rounded once on both sides: these
must be equal to the last bit. Sums of logarithms get the tolerance that is claimed for
them; the reference has 50 digits.
"""

import inspect
import math
import warnings
from dataclasses import dataclass

import numpy as np
import pytest
from differential.label_strategies import (
    FLOATS,
    INTS,
    TEXT,
    UINTS,
    label_column,
    parameters_of,
)
from differential.strategies import MOST_ROWS, Column
from helpers.one_case import one_case
from helpers.random_cases import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

import fastmetrics
from fastmetrics.metrics.clustering import homogeneity, information, pairs, partitions
from fastmetrics.metrics.clustering import homogeneity as association
from fastmetrics.reference.clustering import information as reference_association
from fastmetrics.reference.clustering import information as reference_information
from fastmetrics.reference.clustering import partitions as reference_partitions

sk = pytest.importorskip("sklearn.metrics.cluster")

TWINS = {
    name: (function, getattr(reference, name))
    for ours, reference in (
        (partitions, reference_partitions),
        (pairs, reference_partitions),
        (homogeneity, reference_information),
        (information, reference_information),
        (association, reference_association),
    )
    for name, function in inspect.getmembers(ours, inspect.isfunction)
    if function.__module__ == ours.__name__ and name in fastmetrics.__all__
}
# What takes no two labellings has tests of its own.
FUNCTIONS = sorted(set(TWINS) - {"partition_entropy", "expected_mutual_information"})
SHARED = [name for name in FUNCTIONS if hasattr(sk, name)]

# Relative; what is not here is exact.
TOLERANCES = {
    # A root of a product of two quotients.
    "fowlkes_mallows_score": 1e-15,
    # Sums of terms of one sign.
    "partition_entropy": 1e-15,
    "mutual_info_score": 1e-14,
    "expected_mutual_information": 1e-14,
    # Quotients of those.
    "normalized_mutual_info_score": 2e-14,
    "homogeneity_score": 2e-14,
    "conditional_entropy": 2e-14,
    "completeness_score": 2e-14,
    "v_measure_score": 4e-14,
    "theils_u": 2e-14,
    # A root; corrected, of what is left of a sum when chance is taken off.
    "cramers_v": 1e-10,
    "homogeneity_completeness_v_measure": 4e-14,
}

# ------------------------------------------------------------------------------ labels

# Values of labels -> the dtypes that hold them.
KINDS = [
    ((-1, 0, 1, 2), (*INTS, *FLOATS, "object")),
    ((-7, -2, -1, 5, 100), (*INTS, *FLOATS, "object")),
    ((0, 1), ("bool", *INTS, *UINTS, *FLOATS)),
    ((3, 1, 4, 5, 9, 2, 6), (*INTS, *UINTS)),
    ((-(2**63), -1, 2**63 - 1), ("int64",)),
    ((0, 2**63, 2**64 - 1), ("uint64",)),
    (("-1", "no", "yes"), TEXT),
    (("", "ä", "a long label of many letters", "A"), TEXT),
    ((-1.5, -1.0, 0.25, 0.5, 3.0), FLOATS),
    ((-1.0, 0.1, math.nextafter(0.1, 1), 5e-324, 1e300), ("float64",)),
]


@dataclass
class Partitions:
    """Two columns of labels of the same rows."""

    true: Column
    predicted: Column

    def dressed(self):
        return self.true.dressed, self.predicted.dressed

    def plain(self):
        return self.true.plain, self.predicted.plain

    def arrays(self):
        """As scikit-learn gets them: in the plainest container."""
        return [
            np.array(side.plain, None if side.dtype in ("str", "object") else dtype)
            for side in (self.true, self.predicted)
            for dtype in (side.dtype,)
        ]


@st.composite
def codes(draw, n):
    """Draw clusters as numbers: any, one only, or one for each row."""
    kind = draw(st.sampled_from(["few", "few", "some", "one", "single rows"]))
    if kind == "single rows":
        return draw(st.permutations(range(n)))
    most = {"few": 2, "some": 6, "one": 0}[kind]
    return draw(st.lists(st.integers(0, most), min_size=n, max_size=n))


@st.composite
def labelled(draw, clusters):
    """Name clusters by labels of some kind, in some container."""
    values, dtypes = draw(st.sampled_from(KINDS))
    dtype = draw(st.sampled_from(dtypes))
    if len(values) <= max(clusters):  # too few of them
        dtype = draw(st.sampled_from(["int64", "str", "float64"]))
        first = draw(st.sampled_from([-1, 0, 1000]))
        numbers = range(first, first + 1 + max(clusters))
        values = [f"{k:03d}" if dtype == "str" else k for k in numbers]
    named = draw(st.permutations(values))
    return draw(label_column(dtype, [named[k] for k in clusters]))


@st.composite
def cases(draw, max_size=MOST_ROWS):
    """Draw two labellings of one row at least; half of them nearly the same."""
    n = draw(st.integers(1, max_size))
    true = draw(codes(n))
    predicted = draw(codes(n))
    if draw(st.booleans()):
        same = draw(st.lists(st.integers(0, 3), min_size=n, max_size=n))
        predicted = [
            t if s else p for t, p, s in zip(true, predicted, same, strict=True)
        ]
    return Partitions(draw(labelled(true)), draw(labelled(predicted)))


OPTIONS = {
    "noise": ["one_cluster", "drop", "own_clusters"],
    "average_method": ["min", "geometric", "arithmetic", "max"],
    "beta": [0, 0.5, 1.0, 2, 1e-300, 1e300],
    "bias_correction": [False, True],
    "eps": [None, 0, 1, 0.5, 1e-300],
    "sparse": [False, True],
    "dtype": [int, float],
}
POSITIONAL = {"labels_true", "labels_pred", "contingency"}


@st.composite
def options_for(draw, name):
    parameters = set(parameters_of(TWINS[name][0])) - POSITIONAL
    return {
        parameter: draw(st.sampled_from(OPTIONS[parameter]))
        for parameter in sorted(parameters)
        if draw(st.integers(0, 2))
    }


def test_every_parameter_is_drawn():
    taken = {p for n in FUNCTIONS for p in inspect.signature(TWINS[n][0]).parameters}
    assert taken == POSITIONAL | set(OPTIONS)
    assert len(FUNCTIONS) == 20


# -------------------------------------------------------------------------- comparison


def outcome(function, *positional, **keywords):
    """Return (value, error or None, categories warned)."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            value, error = function(*positional, **keywords), None
        except (ValueError, TypeError) as raised:
            value, error = None, type(raised)
    return value, error, sorted({w.category.__name__ for w in caught})


def agree(ours, expected, rel=0.0, atol=0.0):
    """Require equal values and kinds of them; lists are arrays here."""
    if isinstance(expected, dict):
        cells = ours.tocoo()
        places = zip(cells.row.tolist(), cells.col.tolist(), strict=True)
        assert dict(zip(places, cells.data.tolist(), strict=True)) == expected
    elif isinstance(expected, list):
        assert isinstance(ours, np.ndarray)
        assert ours.shape == (np.shape(expected) if expected else (0, 0))
        assert ours.tolist() == expected
    elif isinstance(expected, tuple):
        assert isinstance(ours, tuple)
        for mine, theirs in zip(ours, expected, strict=True):
            agree(mine, theirs, rel, atol)
    else:
        assert type(ours) is type(expected)
        assert ours == pytest.approx(expected, rel=rel, abs=atol, nan_ok=True)


def adjustable(labels, options):
    """Return mean entropy - expected information, what AMI divides by, and the most.

    The most is the larger of the two informations, whose errors matter.
    """
    exact = reference_information
    table = exact.table_of(*labels, options.get("noise", "one_cluster"))
    rows, columns = exact.sizes(table, 0), exact.sizes(table, 1)
    by_chance = exact.expected_information(rows, columns, sum(rows.values()))
    entropies = exact.entropy(rows), exact.entropy(columns)
    mean = exact.mean(*entropies, options.get("average_method", "arithmetic"))
    return mean - by_chance, max(exact.mutual_information(table), by_chance)


def tolerances(name, labels, options):
    """Return the relative and the absolute tolerance for a function on these labels.

    What is left of a difference has the errors of both, over what it is divided by.
    """
    if name != "adjusted_mutual_info_score":
        return TOLERANCES.get(name, 0.0), 0.0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        divisor, most = adjustable(labels, options)
    return 0.0, float(1e-14 * most / divisor) if divisor else 0.0


def compare(name, case, options):
    function, twin = TWINS[name]
    value, error, warned = outcome(function, *case.dressed(), **options)
    expected = outcome(twin, *case.plain(), **options)
    for side in (case.true, case.predicted):  # they are not written to
        if isinstance(side.dressed, np.ndarray):
            assert side.dressed.tolist() == side.plain
    assert (error, warned) == expected[1:]
    if error is None:
        agree(value, expected[0], *tolerances(name, case.plain(), options))


# ------------------------------------------------------------------------ the functions


# One draw of labels is asked of all functions, with options of each.
@settings(max_examples=examples(40, same=10))
@given(data=st.data())
def test_agrees_with_the_reference(data):
    case = data.draw(cases(), label="case")
    for name in FUNCTIONS:
        compare(name, case, data.draw(options_for(name), label=name))


ENDS = [
    ([], []),
    ([-1], [-1]),
    ([-1, 3], ["a", "b"]),
    ([-1, 3], [3, -1]),
    ([-1.0, 0.5], [-1, -1]),
    ([-1, -1, -1], [-1, -1, 0]),
    ([0, 0, 0], ["c", "c", "c"]),
    ([0, 0, 0], ["c", "b", "a"]),
    ([2, 1, 0], ["c", "b", "a"]),
    ([0, 0, 1, 1], [0, 1, 0, 1]),
    ([0, 0, 1, 2], [4, 5, 6, 7]),
]


@one_case("name", FUNCTIONS)
@one_case("noise", OPTIONS["noise"])
@one_case("true, predicted", ENDS)
def test_ends_agree_with_the_reference(name, true, predicted, noise):
    columns = [Column(side, np.array(side), "") for side in (true, predicted)]
    takes = set(parameters_of(TWINS[name][0]))
    compare(name, Partitions(*columns), {"noise": noise})
    if noise != "drop":
        return
    for parameter in sorted(takes & {"average_method", "beta", "eps", "sparse"}):
        for value in OPTIONS[parameter]:
            compare(name, Partitions(*columns), {parameter: value, "noise": noise})


@pytest.mark.long
@one_case("n, k", [(260, 2), (260, 10), (260, 80), (40, 40)])
@one_case("name", FUNCTIONS)
def test_longer_data_agrees_with_the_reference(name, n, k, rng):
    """Past the sizes at which counting changes its ways."""
    true = rng.permutation(k) if n == k else rng.integers(-1, k, n)
    predicted = np.where(rng.random(n) < 0.7, true, rng.integers(-1, k, n))
    some = [("int64", "own_clusters"), ("str", "one_cluster")]
    for dtype, noise in some if k == 10 else [("int64", "one_cluster")]:
        columns = [
            Column(side.tolist(), side, dtype)
            for side in (true.astype(dtype), predicted.astype(dtype))
        ]
        compare(name, Partitions(*columns), {"noise": noise})


def test_many_clusters_agree_with_the_reference(rng):
    """As many as make sorting the way to count them."""
    true = rng.integers(0, 5000, 17_000)
    predicted = np.where(rng.random(17_000) < 0.5, true, rng.integers(0, 9000, 17_000))
    columns = [Column(side.tolist(), side, "int64") for side in (true, predicted)]
    compare("normalized_mutual_info_score", Partitions(*columns), {})


@settings(max_examples=examples(200, same=10))
@given(data=st.data())
def test_entropy_agrees_with_the_reference(data):
    column = data.draw(labelled(data.draw(codes(data.draw(st.integers(1, MOST_ROWS))))))
    ours, twin = TWINS["partition_entropy"]
    value, error, warned = outcome(ours, column.dressed)
    assert (error, warned) == (None, [])
    agree(value, twin(column.plain), TOLERANCES["partition_entropy"])


# ------------------------------------------------------------------------------- tables


def as_float(table):
    return np.array(table, np.float64)


CONTAINERS = [list, np.array, as_float, np.asfortranarray]
CONTAINERS += [sparse.csr_array, sparse.csc_matrix, sparse.coo_array]


@st.composite
def tables(draw):
    k, m = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    most = draw(st.sampled_from([1, 3, 20]))
    row = st.lists(st.integers(0, most), min_size=m, max_size=m)
    return draw(st.lists(row, min_size=k, max_size=k))


@settings(max_examples=examples(200, same=10))
@given(table=tables(), wrap=st.sampled_from(CONTAINERS))
def test_information_of_tables_agrees_with_the_reference(table, wrap):
    ours, twin = TWINS["mutual_info_score"]
    found = outcome(ours, None, None, contingency=wrap(table))
    expected = outcome(twin, None, None, contingency=table)
    assert found[1:] == expected[1:]
    if found[1] is None:
        agree(found[0], expected[0], TOLERANCES["mutual_info_score"])


@settings(max_examples=examples(100, same=10))
@given(table=tables(), wrap=st.sampled_from(CONTAINERS), more=st.integers(-3, 40))
def test_expected_information_agrees_with_the_reference(table, wrap, more):
    ours, twin = TWINS["expected_mutual_information"]
    n = sum(map(sum, table)) + more
    found, expected = outcome(ours, wrap(table), n), outcome(twin, table, n)
    assert found[1:] == expected[1:]
    if found[1] is None:
        agree(found[0], expected[0], TOLERANCES["expected_mutual_information"])


def near_independence(n):
    """Sizes 4:3:1 against 5:2:1, and one row off independence."""
    table = [[a * b * n for b in (5, 2, 1)] for a in (4, 3, 1)]
    table[0][0] += 1
    table[1][1] -= 1
    return table


@one_case("n", [1, 10, 10**4, 10**8, 10**11])
def test_next_to_nothing_shared_keeps_its_digits(n):
    table = near_independence(n)
    ours, twin = TWINS["mutual_info_score"]
    expected = twin(None, None, contingency=table)
    assert 0 < expected < 1 / n**2
    value = ours(None, None, contingency=np.array(table))
    assert value == pytest.approx(expected, rel=1e-14, abs=0)


# ------------------------------------------------------------------------- scikit-learn


@settings(max_examples=examples(60, same=8))
@given(data=st.data())
def test_agrees_with_scikit_learn(data):
    case = data.draw(cases(), label="case")
    for name in SHARED:
        options = data.draw(options_for(name), label=name)
        options.pop("noise", None)
        same_as_theirs(name, case, options)


def same_as_theirs(name, case, options):
    ours, error, warned = outcome(TWINS[name][0], *case.dressed(), **options)
    with np.errstate(all="ignore"):
        try:
            theirs, their_error, their_warned = outcome(
                getattr(sk, name), *case.arrays(), **options
            )
        except ZeroDivisionError:  # completeness 0 and no weight for it
            assert options["beta"] == 0
            return
    assert (error is None) == (their_error is None)
    if error is not None:
        return
    assert warned == [w for w in their_warned if w != "RuntimeWarning"]
    if options.get("sparse"):
        assert type(ours) is type(theirs)
        ours, theirs = ours.toarray(), theirs.toarray()
    if isinstance(theirs, np.ndarray):
        assert ours.dtype == theirs.dtype
    atol = 1e-13
    if name == "adjusted_mutual_info_score":
        # Theirs cancels; where 0 is divided by 0 noise is divided by noise.
        _, atol = tolerances(name, case.plain(), options)
        if ours == 1 and not atol:
            return
        atol *= 100
    np.testing.assert_allclose(ours, theirs, rtol=1e-12, atol=max(atol, 1e-13))
