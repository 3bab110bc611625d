"""What functions of correlation return, and what their rows contribute."""

import math
import operator
import pickle

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics.catalog import METRICS
from fastmetrics.metrics.regression.measuring import pairs as pairings
from fastmetrics.resampling.row_plan import row_values_of

ROWS = [
    "kendall_tau",
    "kendall_tau_a",
    "kendall_tau_c",
    "spearman_rho",
    "pearson_r",
    "somers_d",
    "goodman_kruskal_gamma",
    "normalized_gini_coefficient",
    "concordance_index",
]
# What has no p-value.
PLAIN = ["normalized_gini_coefficient", "concordance_index"]
RESULTS = [
    name for name in ROWS if METRICS[name].function == name and name not in PLAIN
]


@pytest.fixture
def columns(rng):
    true = rng.normal(size=40)
    return true, true + rng.normal(size=40)


@one_case("name", RESULTS)
def test_a_result_is_a_float(name, columns):
    found = getattr(fm, name)(*columns)
    number = found.statistic
    assert isinstance(found, float)
    assert type(number) is float
    assert float(found) == found == number
    assert hash(found) == hash(number)
    assert -1 < found < 1
    assert found != number + 1
    for of_two in (operator.add, operator.sub, operator.mul, operator.truediv):
        assert of_two(found, 2) == of_two(number, 2)
        assert of_two(2, found) == of_two(2, number)
    assert abs(-found) == abs(number)
    assert round(found, 2) == round(number, 2)
    assert f"{found:.4f}" == f"{number:.4f}"
    array = np.asarray([found, found])
    assert array.dtype == np.float64
    assert np.asarray(found) == number
    assert math.sqrt(found**2) == pytest.approx(abs(number))
    assert found.n == 40
    assert 0 <= found.pvalue <= 1


@one_case("n", [40, 9001])
@one_case("value", [3.0, 1e308])
def test_rows_of_no_weight_do_not_count(n, value, rng):
    """However large their numbers are."""
    true, pred, weights = rng.normal(size=(3, n))
    weights = np.maximum(weights, 0.0)
    true[weights == 0] = value
    kept = weights > 0
    found = fm.pearson_r(true, pred, sample_weight=weights)
    alone = fm.pearson_r(true[kept], pred[kept], sample_weight=weights[kept])
    # Rows are added up in other blocks.
    assert found == pytest.approx(alone, rel=1e-12)
    bounds = found.confidence_interval(), alone.confidence_interval()
    assert bounds[0] == pytest.approx(bounds[1], rel=1e-12)
    true[kept] = 0.1
    with pytest.warns(fm.exceptions.UndefinedMetricWarning):
        assert math.isnan(fm.pearson_r(true, pred, sample_weight=weights))


@one_case("name", RESULTS)
@one_case("weighted", [False, True])
@one_case("level", [0.9, 0.95])
def test_its_interval_is_that_of_the_catalog(name, weighted, level, columns, rng):
    weights = rng.integers(0, 4, 40) / 2 if weighted else None
    found = getattr(fm, name)(*columns, sample_weight=weights)
    expected = fm.confidence_interval(
        name,
        columns[0],
        y_pred=columns[1],
        sample_weight=weights,
        confidence_level=level,
    )
    assert expected.method == "jackknife-t-fisher-z"
    assert found.confidence_interval(level) == (expected.low, expected.high)
    assert expected.low < found < expected.high
    assert math.isnan(found.pvalue) == weighted
    copied = pickle.loads(pickle.dumps(found))
    assert type(copied) is fm.CorrelationResult
    assert copied.confidence_interval(level) == found.confidence_interval(level)
    assert repr(copied) == repr(found)


@one_case("name", RESULTS)
def test_there_is_no_interval_at_the_ends_nor_of_two_rows(name):
    function = getattr(fm, name)
    for true, pred in (
        ([1, 2, 3, 4], [2, 4, 6, 8]),
        ([1, 2, 3, 4], [8, 6, 4, 2]),
        ([1, 2], [2, 3]),
    ):
        found = function(true, pred)
        assert abs(found) == 1
        with pytest.warns(fm.UndefinedMetricWarning, match="no interval: the correl"):
            assert np.isnan(found.confidence_interval()).all()
        assert "no interval: " in found._repr_mimebundle_()["text/plain"]
        assert pickle.loads(pickle.dumps(found)).statistic == found
    with pytest.raises(ValueError, match="confidence_level"):
        found.confidence_interval(1.0)


@one_case("name", RESULTS)
def test_a_constant_column_warns_and_names_it(name):
    function = getattr(fm, name)
    for true, pred, which in (
        ([1, 1, 1], [1, 2, 3], "y_true"),
        ([1, 2, 3], [1, 1, 1], "y_pred"),
        ([1], [2], "y_true"),
    ):
        with pytest.warns(fm.UndefinedMetricWarning, match=f"{which}.*{name}"):
            found = function(true, pred)
        assert math.isnan(found)
        assert math.isnan(found.pvalue)
        assert np.isnan(found.confidence_interval()).all()
    # Rows that weigh nothing are none.
    with pytest.warns(fm.UndefinedMetricWarning, match="y_pred"):
        assert math.isnan(function([1, 2, 3], [1, 1, 2], sample_weight=[1, 1, 0]))


def test_what_notebooks_show(columns):
    shown = fm.kendall_tau(*columns)._repr_mimebundle_()
    assert "95 %, jackknife" in shown["text/plain"]
    assert "p-value" in shown["text/html"]
    assert fm.kendall_tau([1, 2], [1, 2])._repr_mimebundle_()


# ----------------------------------------------------------------- what rows contribute


def draw(rng, n, distinct):
    """Two columns with ties, and parameters of the concordance index."""
    pair = rng.integers(0, distinct, (2, n)).astype(float)
    return *pair, rng.integers(0, 2, n)


def options_of(name, events):
    given = dict(METRICS[name].parameters)
    if name == "concordance_index":
        given["event_observed"] = events
    return given


def taken(given, rows):
    return {k: v[rows] if isinstance(v, np.ndarray) else v for k, v in given.items()}


@pytest.mark.filterwarnings("ignore::fastmetrics.UndefinedMetricWarning")
@one_case("distinct", [3, 6, 1000])
@one_case("name", ROWS)
def test_rows_contribute_what_is_lost_without_them(name, distinct, rng):
    row = METRICS[name]
    for n in (2, 3, 5, 12):
        true, pred, events = draw(rng, n, distinct)
        given = options_of(name, events)
        found = row_values_of(row)(true, pred, **given)
        value = row.public(true, pred, **given)
        rows = np.arange(n)
        expected = [
            n * value
            - (n - 1)
            * row.public(
                *(c[rows != i] for c in (true, pred)), **taken(given, rows != i)
            )
            for i in rows
        ]
        # Where a column of three values is nearly constant, moments lose digits.
        np.testing.assert_allclose(found, expected, rtol=1e-10, atol=1e-10)


@pytest.mark.filterwarnings("ignore::fastmetrics.UndefinedMetricWarning")
@one_case("distinct", [3, 1000])
@one_case("name", ROWS)
def test_rows_with_weights_contribute_what_their_weight_changes(name, distinct, rng):
    row = METRICS[name]
    n, step = 15, 1e-5
    true, pred, events = draw(rng, n, distinct)
    given = options_of(name, events)
    weights = rng.uniform(0.5, 2, n)
    found = row_values_of(row)(true, pred, sample_weight=weights, **given)
    value = row.public(true, pred, sample_weight=weights, **given)
    assert np.average(found, weights=weights) == pytest.approx(value, abs=1e-13)
    moved = np.eye(n) * step
    slopes = [
        row.public(true, pred, sample_weight=weights + by, **given)
        - row.public(true, pred, sample_weight=weights - by, **given)
        for by in moved
    ]
    expected = value + weights.sum() * np.array(slopes) / (2 * step)
    np.testing.assert_allclose(found, expected, atol=1e-7)


@one_case("name", ROWS)
def test_rows_of_undefined_measures_contribute_nan(name):
    for weights in (None, [1.0, 2.0, 1.0]):
        given = options_of(name, [0, 0, 0])
        found = row_values_of(METRICS[name])(
            [1, 1, 1], [1, 2, 3], sample_weight=weights, **given
        )
        assert np.isnan(found).all()
        assert found.shape == (3,)


# ---------------------------------------------------------------------- many, and large


@one_case("n", [100_001, 300_000])
def test_counts_of_many_rows_are_exact(n):
    # One block of each half in order, all of the first above all of the second.
    true, pred = np.arange(n), np.r_[np.arange(n // 2, n), np.arange(n // 2)]
    first = n - n // 2
    pairs = n * (n - 1) // 2
    wrong = first * (n - first)
    assert fm.kendall_tau(true, pred) == (pairs - 2 * wrong) / pairs
    assert fm.concordance_index(true, pred) == (pairs - wrong) / pairs
    assert fm.spearman_rho(true, -true) == -1.0
    assert fm.spearman_rho(true, true // 2) < 1.0


@one_case("name", [*RESULTS, *PLAIN])
def test_bits_depend_on_no_thread_nor_layout(name, rng):
    n = 250_000
    true = rng.normal(size=n).round(3)
    pred = true + rng.normal(size=n).round(3)
    function = getattr(fm, name)
    found = []
    for threads in (1, 2):
        with fm.num_threads(threads):
            found.append(float(function(true, pred)))
    spread = np.empty((n, 3))
    spread[:, 0], spread[:, 2] = true, pred
    found.append(float(function(spread[:, 0], spread[:, 2])))
    assert len(set(found)) == 1


@one_case("name", [*RESULTS, *PLAIN])
@one_case("factor", [2.0**-1000, 2.0**900])
def test_the_unit_of_the_weights_means_nothing(name, factor, rng):
    true, pred = rng.integers(0, 9, (2, 50))
    weights = rng.integers(1, 9, 50) / 8
    function = getattr(fm, name)
    scaled = function(true, pred, sample_weight=weights * factor)
    assert scaled == function(true, pred, sample_weight=weights)


@one_case("name", RESULTS)
def test_weights_of_one_are_none(name, rng):
    true, pred = rng.integers(0, 9, (2, 60))
    function = getattr(fm, name)
    found = function(true, pred, sample_weight=np.ones(60))
    assert found == pytest.approx(function(true, pred), rel=1e-15)


def test_large_integers_differ():
    true = np.array([2**53, 2**53 + 1, 2**53 + 2])
    assert fm.kendall_tau(true, [1, 2, 3]) == 1.0
    assert fm.spearman_rho(true.astype(np.uint64), [3, 2, 1]) == -1.0


def test_exact_p_values_are_counted_out():
    # Of 24 orders of four rows 1, 3, 5, 6, 5, 3, 1 have 0 to 6 inversions.
    assert pairings.count_orders(4, 6) == [1, 3, 5, 6, 5, 3, 1]
    # Of the six orders of 0, 0, 1, 1.
    assert pairings.count_orders(4, 4, [2, 2]) == [1, 1, 2, 1, 1]
    found = fm.kendall_tau([1, 2, 3, 4], [1, 2, 4, 3])
    assert found.pvalue == 2 * 4 / 24
    for alternative, count in (("greater", 4), ("less", 23)):
        found = fm.kendall_tau([1, 2, 3, 4], [1, 2, 4, 3], alternative=alternative)
        assert found.pvalue == pytest.approx(count / 24)


RANKED = ["kendall_tau", "spearman_rho", "somers_d", "goodman_kruskal_gamma"]


@one_case("name", RANKED)
def test_few_rows_have_the_p_value_of_all_pairings(name):
    function = getattr(fm, name)
    # Of ten choices of two rows of five, two are separated from the others.
    assert function([0, 0, 1, 1, 1], [0.1, 0.2, 0.3, 0.4, 0.5]).pvalue == 0.2
    # Of 24 orders of four rows, two are as they are or reversed.
    assert function([1, 2, 3, 4], [1, 2, 3, 4]).pvalue == 2 / 24
    assert function([1, 2, 3, 4], [1, 2, 3, 4], alternative="greater").pvalue == 1 / 24
    assert function([1, 2], [1, 2]).pvalue == 1.0


@one_case("name", RANKED)
def test_drawn_pairings_depend_on_no_order_and_reach_no_p_value_of_0(name, rng):
    function = getattr(fm, name)
    true = np.arange(30) // 2
    pred = (true + rng.integers(0, 8, 30)) // 2
    order = rng.permutation(30)
    found = function(true, pred).pvalue
    assert found == function(true[order], pred[order]).pvalue
    assert found == function(pred, true).pvalue
    assert 0 < found < 0.05
    assert function(true, true).pvalue == 1 / 10_000  # none of 9,999 and the observed


def test_drawn_pairings_come_near_the_exact_p_value(rng, monkeypatch):
    true, pred = rng.integers(0, 4, (2, 12))
    exact = [getattr(fm, name)(true, pred).pvalue for name in RANKED]
    monkeypatch.setattr(pairings, "_MOST_STEPS", 0)
    drawn = [getattr(fm, name)(true, pred).pvalue for name in RANKED]
    # Four standard errors of a share of 9,999.
    np.testing.assert_allclose(drawn, exact, atol=4 * 0.005)
    assert drawn != exact


# ------------------------------------------------------------------------ what is wrong


@one_case("name", RESULTS)
@one_case("alternative", ["both", None, True, np.array([1, 2])])
def test_unknown_alternatives_raise(name, alternative):
    with pytest.raises(ValueError, match="alternative must be one of"):
        getattr(fm, name)([1, 2], [1, 2], alternative=alternative)


@one_case("variant", ["d", None, 1, "B"])
def test_unknown_variants_raise(variant):
    with pytest.raises(ValueError, match="variant must be one of"):
        fm.kendall_tau([1, 2], [1, 2], variant=variant)


@one_case("name", [*RESULTS, *PLAIN])
@one_case(
    ("true", "pred", "match"),
    [
        ([1, 2], [1, 2, 3], "inconsistent numbers"),
        ([], [], "empty"),
        ([1, np.nan], [1, 2], "y_true contains NaN"),
        ([1, 2], [1, np.inf], "contains infinity"),
        ([[1, 2], [3, 4]], [[1, 2], [3, 4]], "one column"),
        (["a", "b"], [1, 2], "must hold numbers"),
        ([1 + 2j, 2], [1, 2], "[Cc]omplex"),
    ],
)
def test_wrong_columns_raise(name, true, pred, match):
    with pytest.raises(ValueError, match=match):
        getattr(fm, name)(true, pred)


@one_case(
    ("events", "match"),
    [([1, 0], "event_observed has 2"), ([1, 2, 0], "0 and 1"), (["a"] * 3, "numbers")],
)
def test_wrong_events_raise(events, match):
    with pytest.raises(ValueError, match=match):
        fm.concordance_index([1, 2, 3], [1, 2, 3], event_observed=events)


def test_events_of_any_kind_will_do():
    for kind in (bool, np.int8, float, object):
        events = np.array([1, 0, 1], kind)
        assert fm.concordance_index([1, 2, 3], [1, 3, 2], event_observed=events) == 1.0


@one_case("weight", [1e-160, 1e150])
def test_weights_whose_products_leave_the_floats(weight):
    true, pred = [0, 1, 2, 2], [1, 1, 2, 3]
    found = fm.kendall_tau(true, pred, sample_weight=[weight] * 4)
    # Two roots are rounded in place of one.
    assert float(found) == pytest.approx(float(fm.kendall_tau(true, pred)), rel=1e-15)
