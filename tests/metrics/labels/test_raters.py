"""Agreement of several raters: twins, peers, bad ratings, intervals."""

import functools
import math
import pickle

import numpy as np
import pytest
from helpers.one_case import one_case
from hypothesis import given
from hypothesis import strategies as st

import fastmetrics as fm
from fastmetrics import reference

LEVELS = ["nominal", "ordinal", "interval", "ratio"]
RNG = np.random.default_rng(7)


def drawn(n, r, k, missing, seed=0):
    """Ratings of which half are the unit's own value of k."""
    rng = np.random.default_rng(seed)
    own = rng.integers(0, k, (n, 1))
    ratings = np.where(rng.random((n, r)) < 0.5, own, rng.integers(0, k, (n, r)))
    ratings = ratings.astype(float)
    ratings[rng.random((n, r)) < missing] = np.nan
    return ratings


@st.composite
def ratings(draw):
    n, r = draw(st.integers(1, 6)), draw(st.integers(2, 4))
    values = draw(st.sampled_from([[0, 1], [-3, 1, 2], [0.5, 2.5, 1e6], [0, 1, 1000]]))
    return draw(
        st.lists(
            st.lists(st.sampled_from([*values, None]), min_size=r, max_size=r),
            min_size=n,
            max_size=n,
        )
    )


@pytest.mark.filterwarnings("ignore::UserWarning")
@given(given_ratings=ratings())
@one_case("level", LEVELS)
def test_alpha_is_the_twins(level, given_ratings):
    if level == "ratio":
        given_ratings = [[x and abs(x) for x in unit] for unit in given_ratings]
    expected = reference.krippendorff_alpha(given_ratings, level=level)
    found = fm.krippendorff_alpha(given_ratings, level=level)
    # A quotient of sums of a few roundings.
    assert found == pytest.approx(expected, rel=1e-12, abs=1e-13, nan_ok=True)


@pytest.mark.filterwarnings("ignore::UserWarning")
@one_case("k", [2, 200])  # a table of pairs, or pairs of columns
@one_case("r", [2, 5, 17])  # pairs one by one, or of distinct values
def test_both_ways_are_the_twins(k, r):
    given_ratings = drawn(8, r, k, 0.2)
    for level in LEVELS:
        expected = reference.krippendorff_alpha(given_ratings.tolist(), level=level)
        found = fm.krippendorff_alpha(given_ratings, level=level)
        assert found == pytest.approx(expected, rel=1e-12)
    full = np.nan_to_num(given_ratings)
    expected = reference.fleiss_kappa(full.tolist())
    assert fm.fleiss_kappa(full) == pytest.approx(expected, rel=1e-13)


@one_case("level", LEVELS)
def test_alpha_is_that_of_the_package(level):
    peer = pytest.importorskip("krippendorff")
    for k, missing in ((4, 0.0), (9, 0.3), (300, 0.1)):
        given_ratings = drawn(300, 4, k, missing)
        expected = peer.alpha(given_ratings.T, level_of_measurement=level)
        found = fm.krippendorff_alpha(given_ratings, level=level)
        assert found == pytest.approx(expected, rel=1e-12)


def test_golden_values_of_the_package():
    # krippendorff 0.9.0, alpha(OBSERVERS): the example of its own page.
    nan = np.nan
    observers = [
        [nan, nan, nan, nan, nan, 3, 4, 1, 2, 1, 1, 3, 3, nan, 3],
        [1, nan, 2, 1, 3, 3, 4, 3, nan, nan, nan, nan, nan, nan, nan],
        [nan, nan, 2, 1, 3, 4, 4, nan, 2, 1, 1, 3, 3, nan, 4],
    ]
    units = np.transpose(observers)
    assert fm.krippendorff_alpha(units) == pytest.approx(0.691358, abs=5e-7)
    found = fm.krippendorff_alpha(units, level="interval")
    assert found == pytest.approx(0.810845, abs=5e-7)


def test_any_labels_and_containers():
    numbers = [[0, 0, None], [1, 2, 1], [2, 2, 2], [None, 1, 1]]
    texts = [[None if x is None else "abc"[x] for x in unit] for unit in numbers]
    expected = float(fm.krippendorff_alpha(numbers))
    matrix = np.array(numbers, float)
    assert fm.krippendorff_alpha(texts) == expected
    assert fm.krippendorff_alpha(np.array(texts, object)) == expected
    for same in (matrix, matrix + 2.0**40, np.asfortranarray(matrix), matrix / 8):
        assert fm.krippendorff_alpha(same) == pytest.approx(expected, rel=1e-15)
    pd = pytest.importorskip("pandas")
    assert fm.krippendorff_alpha(pd.DataFrame(matrix)) == expected
    kept = matrix.copy()
    fm.krippendorff_alpha(matrix)
    assert np.array_equal(kept, matrix, equal_nan=True)


def test_order_of_units_and_raters_does_not_matter():
    given_ratings = drawn(40, 5, 6, 0.2)
    moved = RNG.permuted(given_ratings[RNG.permutation(40)], axis=1)
    for level in LEVELS:
        one = fm.krippendorff_alpha(given_ratings, level=level)
        other = fm.krippendorff_alpha(moved, level=level)
        assert one == pytest.approx(other, rel=1e-13)


def test_threads_change_nothing():
    given_ratings = drawn(200_000, 4, 7, 0.1)
    found = set()
    for threads in (1, 3):
        with fm.num_threads(threads):
            found |= {float(fm.krippendorff_alpha(given_ratings, level="ordinal"))}
    assert len(found) == 1


# --- intervals


@one_case("level", LEVELS)
def test_slopes_are_those_of_the_weight_of_a_unit(level):
    """Of many copies of the data one unit more is a small weight."""
    from fastmetrics.metrics.labels.raters import Coincidences

    given_ratings, copies = drawn(15, 3, 5, 0.2, seed=3), 4000
    found = Coincidences(given_ratings, level)
    _, observed, expected = found.slopes()
    many = np.tile(given_ratings, (copies, 1))
    units = np.flatnonzero((~np.isnan(given_ratings)).sum(axis=1) > 1)
    whole = Coincidences(many, level)
    for at, unit in enumerate(units[:4]):
        one = np.vstack([many, given_ratings[unit : unit + 1]])
        more = Coincidences(one, level)
        change = math.log(more.observed / more.expected * whole.expected)
        change = (change - math.log(whole.observed)) * copies
        slope = observed[at] / found.observed - expected[at] / found.expected
        assert change == pytest.approx(slope, rel=2e-3, abs=1e-3)


def test_interval():
    found = fm.krippendorff_alpha(drawn(100, 3, 4, 0.1))
    low, high = found.confidence_interval()
    assert -1 < low < found < high < 1
    wide = found.confidence_interval(0.99)
    assert wide[0] < low < high < wide[1]
    again = pickle.loads(pickle.dumps(found))
    assert again == found
    assert again.confidence_interval() == (low, high)
    assert (again.n_units, again.n_ratings) == (found.n_units, found.n_ratings)
    assert "95 %, jackknife" in found._repr_mimebundle_()["text/plain"]
    with pytest.raises(ValueError, match="confidence_level"):
        found.confidence_interval(1.0)


def test_no_interval():
    for ratings_ in ([[1, 1], [2, 2], [3, 3]], [[1, 1], [1, 2]]):
        found = fm.krippendorff_alpha(ratings_)
        assert all(map(math.isnan, found.confidence_interval()))


# --- bad ratings


@one_case("function", [fm.fleiss_kappa, fm.krippendorff_alpha])
@one_case(
    ("wrong", "error", "message"),
    [
        ([1, 2, 3], ValueError, "shape"),
        ([[1], [2]], ValueError, "two raters"),
        ([[[1, 2]]], ValueError, "shape"),
        ([[1, math.inf], [2, 2]], ValueError, "finite"),
        ([["a", 1], [2, 2]], TypeError, "both"),
        (np.array([[1j, 2], [3, 4]]), (TypeError, ValueError), "ratings|complex"),
        (np.array([[{}, {}]], object), TypeError, "numbers or texts"),
        (
            np.array([[1, np.arange(2)], [3, 4]], object),
            TypeError,
            "got (list|ndarray)",
        ),
        (None, (TypeError, ValueError), "ratings|complex"),
    ],
)
def test_bad_ratings(function, wrong, error, message):
    with pytest.raises(error, match=message):
        function(wrong)


def test_bad_levels_and_missing():
    with pytest.raises(ValueError, match="krippendorff_alpha takes them"):
        fm.fleiss_kappa([[1, None], [2, 2]])
    with pytest.raises(ValueError, match="level must be one of"):
        fm.krippendorff_alpha([[1, 2], [2, 2]], level="circular")
    with pytest.raises(TypeError, match="number the labels"):
        fm.krippendorff_alpha([["a", "b"], ["a", "a"]], level="ordinal")
    with pytest.raises(ValueError, match="at least 0"):
        fm.krippendorff_alpha([[-1, 2], [2, 2]], level="ratio")


@one_case("ratings_", [[[1, 1], [1, 1]], [[1, None], [None, 2]], np.empty((0, 3))])
def test_undefined(ratings_):
    with pytest.warns(fm.exceptions.UndefinedMetricWarning, match="no two ratings"):
        assert math.isnan(fm.krippendorff_alpha(ratings_))


@one_case("library", ["pandas", "polars", "pyarrow"])
def test_nulls_of_frames_are_ratings_that_are_missing(library):
    frame = pytest.importorskip(library)
    make = {"pandas": "DataFrame", "polars": "DataFrame", "pyarrow": "table"}[library]
    for columns in (
        {"r1": [1, None, 2, 2], "r2": [1, 2, 2, 1], "r3": [1, 2, None, None]},
        {"r1": ["a", None, "b", "b"], "r2": ["a", "b", "b", "a"], "r3": ["a"] * 4},
    ):
        rows = [list(row) for row in zip(*columns.values(), strict=True)]
        expected = fm.krippendorff_alpha(rows)
        found = fm.krippendorff_alpha(getattr(frame, make)(columns))
        assert found == expected
        assert found.n_ratings == expected.n_ratings
        if library == "pandas":  # of types that have nulls of their own
            nullable = frame.DataFrame(columns).convert_dtypes()
            assert fm.krippendorff_alpha(nullable) == expected


@one_case("level", ["interval", "ratio"])
@one_case("power", [-1000, -400, 0, 400, 1000])
def test_the_unit_of_measurement_does_not_matter(level, power):
    ratings = np.array([[0.5, 0.625], [3.0, 1.0], [0.875, 0.25], [2.5, 2.0]])
    found = fm.krippendorff_alpha(np.ldexp(ratings, power), level=level)
    assert found == fm.krippendorff_alpha(ratings, level=level)


@one_case("name", ["fleiss_kappa", "krippendorff_alpha"])
def test_the_interval_by_name_is_that_of_the_result(name):
    ratings = [[1, 1, 2], [2, 2, 2], [1, 2, 1], [3, 3, 3]]
    function = getattr(fm, name)
    said = rf"'{name}' is a number of several raters.*{name}\(ratings\)\.confidence_int"
    for call in (
        lambda: fm.confidence_interval(name, ratings),
        lambda: fm.confidence_interval(function, ratings),
        lambda: fm.confidence_interval(functools.partial(function), ratings),
        lambda: fm.evaluate(ratings, metrics=[name]),
        lambda: fm.evaluate(ratings, metrics=[function]),
    ):
        with pytest.raises(ValueError, match=said) as caught:
            call()
        assert "no interval" not in str(caught.value)
    low, high = function(ratings).confidence_interval()
    assert low < function(ratings) < high
