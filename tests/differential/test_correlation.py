"""Correlations and pairs in order, against the reference, SciPy and lifelines."""

import itertools
import math
import warnings
from functools import partial

import numpy as np
import pytest
import scipy.stats
from helpers.one_case import one_case
from helpers.random_cases import examples
from hypothesis import given, note, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

import fastmetrics as fm
from fastmetrics import reference
from fastmetrics.reference.regression.correlation import (
    concordance,
    permutation_pvalue,
    rank_product,
    rows_of,
)

# name -> parameters of each of its variants
TESTED = {
    "kendall_tau": [{"variant": variant} for variant in "abc"],
    "spearman_rho": [{}],
    "pearson_r": [{}],
    "somers_d": [{}],
    "goodman_kruskal_gamma": [{}],
    "normalized_gini_coefficient": [{}],
}
NAMES = [*TESTED, "concordance_index"]
CALLS = [(name, given) for name, each in TESTED.items() for given in each]

FEW = st.integers(-3, 3).map(float)
MANY = st.floats(-1e6, 1e6, allow_subnormal=False).map(lambda x: round(x, 3))
HUGE = st.sampled_from([-1.7e308, -1e200, -1e-300, 5e-324, 0.0, 1e-200, 1e300])


@st.composite
def columns(draw, values=None):
    """Draw two columns, and weights or none."""
    n = draw(st.integers(1, 12))
    one = draw(st.sampled_from([FEW, MANY])) if values is None else values
    pair = [draw(arrays(np.float64, n, elements=one)) for _ in range(2)]
    weights = draw(
        st.none()
        | arrays(np.float64, n, elements=st.integers(0, 5).map(lambda w: w / 4))
    )
    if weights is not None and not weights.any():
        weights = None
    return *pair, weights


def quietly(function, *data, **given):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return float(function(*data, **given))


def twin_of(name, true, pred, weights, **given):
    lists = {
        key: value.tolist() if isinstance(value, np.ndarray) else value
        for key, value in {**given, "sample_weight": weights}.items()
    }
    return quietly(getattr(reference, name), true.tolist(), pred.tolist(), **lists)


# One draw of columns is asked of all measures.
@given(data=columns())
def test_values_are_those_of_the_reference(data):
    true, pred, weights = data
    for name, given_ in CALLS:
        note(f"{name} with {given_}")
        found = quietly(getattr(fm, name), true, pred, sample_weight=weights, **given_)
        # Of whole numbers only the quotient is rounded, of decimals the moments are.
        close = {"rel": 1e-14, "abs": 1e-15} if name != "pearson_r" else {"abs": 1e-9}
        if name == "normalized_gini_coefficient":  # of decimals, a sum that may cancel
            close = {"abs": 1e-14}
        expected = twin_of(name, true, pred, weights, **given_)
        assert found == pytest.approx(expected, nan_ok=True, **close)


# What each test counts in the reference.
COUNTED = {
    "kendall_tau": concordance,
    "somers_d": concordance,
    "goodman_kruskal_gamma": concordance,
    "spearman_rho": rank_product,
}


@pytest.mark.long
def test_p_values_are_those_of_all_pairings_in_the_reference(rng):
    for _ in range(examples(20)):
        n, k = rng.integers(2, 6), rng.integers(2, 6)
        true, pred = rng.integers(0, k, (2, n))
        if len({*true}) < 2 or len({*pred}) < 2:
            continue
        rows = rows_of(true.tolist(), pred.tolist(), None)
        for alternative in ("two-sided", "less", "greater"):
            for name, counted in COUNTED.items():
                expected = permutation_pvalue(rows, counted, alternative)
                found = quietly_p(name, true, pred, alternative)
                assert found == expected, (name, true, pred, alternative)


def quietly_p(name, true, pred, alternative):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of gamma, if no pair is untied in both
        found = getattr(fm, name)(true, pred, alternative=alternative)
    if math.isnan(found):
        return fm.kendall_tau(true, pred, alternative=alternative).pvalue
    return found.pvalue


@given(data=columns(HUGE))
def test_order_is_all_that_counts_of_numbers_of_any_size(data):
    true, pred, weights = data
    for name in ("kendall_tau", "spearman_rho", "somers_d"):
        note(name)
        found = quietly(getattr(fm, name), true, pred, sample_weight=weights)
        expected = twin_of(name, true, pred, weights)
        assert found == pytest.approx(expected, rel=1e-14, abs=1e-15, nan_ok=True)


@given(data=columns(FEW), bits=st.lists(st.integers(0, 1), min_size=12, max_size=12))
def test_concordance_is_that_of_the_reference(data, bits):
    true, pred, weights = data
    events = np.array(bits[: len(true)])
    for given_ in ({}, {"event_observed": events}):
        found = quietly(
            fm.concordance_index, true, pred, sample_weight=weights, **given_
        )
        expected = twin_of("concordance_index", true, pred, weights, **given_)
        assert found == pytest.approx(expected, rel=1e-14, nan_ok=True)


# --------------------------------------------------------------------------- the peers

PEERS = {
    "kendall_tau": scipy.stats.kendalltau,
    "spearman_rho": scipy.stats.spearmanr,
    "pearson_r": scipy.stats.pearsonr,
    "somers_d": scipy.stats.somersd,
}
# With ties and without, and with all or nearly all pairs in one order, where SciPy
# counts out the p-value of Kendall's tau of any number of rows.
KINDS = {
    "ties": lambda rng, n: rng.integers(0, 5, (2, n)),
    "ties in one": lambda rng, n: (rng.integers(0, 5, n), rng.permutation(n)),
    "no ties": lambda rng, n: (rng.permutation(n), rng.permutation(n)),
    "one order": lambda rng, n: (np.arange(n), np.arange(n)),
    "reversed": lambda rng, n: (np.arange(n), -np.arange(n)),
    "one swap": lambda rng, n: (np.arange(n), np.r_[1, 0, np.arange(2, n)]),
}


def ranked_otherwise(name, kind):
    """SciPy has exact p-values of few rows for Kendall's tau without ties alone."""
    return name == "spearman_rho" or (name == "kendall_tau" and kind.startswith("ties"))


@pytest.mark.long
@one_case("kind", KINDS)
@one_case("name", PEERS)
def test_statistic_and_p_value_are_scipys(name, kind, rng):
    # SciPy's table of ranks has n² cells without ties, and takes time n⁴.
    slow = name == "somers_d" and kind != "ties"
    for n in (2, 3, 4, 10, 33, 34, *(() if slow else (60, 200))):
        true, pred = (np.asarray(one) for one in KINDS[kind](rng, n))
        if name == "somers_d" and (len({*true}) < 2 or len({*pred}) < 2):
            continue  # SciPy takes a single row or column for a table of ranks
        for alternative in ("two-sided", "less", "greater"):
            with warnings.catch_warnings(), np.errstate(all="ignore"):
                warnings.simplefilter("ignore")
                found = getattr(fm, name)(true, pred, alternative=alternative)
                expected = PEERS[name](true, pred, alternative=alternative)
            told = expected.statistic
            context = n, alternative
            same = pytest.approx(told, rel=1e-13, abs=1e-15, nan_ok=True)
            assert found == same, context
            if n <= 33 and ranked_otherwise(name, kind):
                continue
            if name == "somers_d":  # whose variance SciPy estimates
                same = fm.kendall_tau(true, pred, alternative=alternative).pvalue
                assert found.pvalue == same, context
                continue
            # Near 1 a p-value has the digits that 1 - rho² has, and SciPy's is rounded.
            close = {"rel": 1e-9} if abs(found) < 0.99 else {"abs": 1e-7}
            same = pytest.approx(expected.pvalue, nan_ok=True, **close)
            assert found.pvalue == same, context


@one_case("variant", ["b", "c"])
def test_variants_are_scipys(variant, rng):
    for _ in range(20):
        true, pred = rng.integers(0, 6, 50), rng.integers(0, 4, 50)
        found = fm.kendall_tau(true, pred, variant=variant)
        expected = scipy.stats.kendalltau(true, pred, variant=variant)
        assert found == pytest.approx(expected.statistic, rel=1e-14)
        assert found.pvalue == pytest.approx(expected.pvalue, rel=1e-11)
    # All variants and gamma are 0 together, and have one test.
    pvalues = {
        fm.kendall_tau(true, pred, variant="a").pvalue,
        fm.kendall_tau(true, pred, variant=variant).pvalue,
        fm.goodman_kruskal_gamma(true, pred).pvalue,
    }
    assert len(pvalues) == 1


TIMES = [5, 8, 8, 3, 8, 1, 9, 5, 2, 8]
SCORES = [4.0, 7.0, 6.0, 4.0, 9.0, 1.0, 7.0, 2.0, 2.0, 5.0]
EVENTS = [1, 1, 0, 1, 0, 1, 0, 0, 1, 1]


def test_concordance_is_that_of_lifelines():
    # lifelines 0.30.0: utils.concordance_index(TIMES, SCORES, EVENTS) and without them.
    found = fm.concordance_index(TIMES, SCORES, event_observed=EVENTS)
    assert found == pytest.approx(0.875, rel=1e-15)
    assert fm.concordance_index(TIMES, SCORES) == pytest.approx(
        0.9078947368421053, rel=1e-15
    )


def test_concordance_of_many_rows_is_that_of_lifelines(rng):
    utils = pytest.importorskip("lifelines.utils", reason="lifelines is not installed")
    for n in (10, 300, 2000):
        times, scores = rng.integers(0, n // 3, (2, n))
        events = rng.integers(0, 2, n)
        assert fm.concordance_index(
            times, scores, event_observed=events
        ) == utils.concordance_index(times, scores, events)


# ------------------------------------------------------------- how they hang together


@settings(max_examples=examples(50, same=10))
@given(data=columns(FEW))
def test_measures_of_order_agree_with_one_another(data):
    true, pred, weights = data
    value = partial(quietly, sample_weight=weights)
    d = value(fm.somers_d, true, pred)
    if np.isnan(d):
        return
    assert d == pytest.approx(
        2 * value(fm.concordance_index, true, pred) - 1, abs=1e-15
    )
    other = value(fm.somers_d, pred, true)
    tau = value(fm.kendall_tau, true, pred)
    assert tau**2 == pytest.approx(d * other, abs=1e-15)
    gamma = value(fm.goodman_kruskal_gamma, true, pred)
    tau_a = value(fm.kendall_tau, true, pred, variant="a")
    assert abs(tau_a) <= abs(tau) + 1e-15 <= abs(gamma) + 2e-15
    for name in TESTED:
        function = getattr(fm, name)
        there, back = value(function, true, -pred), value(function, true, pred)
        assert there == pytest.approx(-back, abs=1e-9 if name == "pearson_r" else 0)


def test_of_a_binary_truth_somers_d_is_the_gini_coefficient(rng):
    truth, scores = rng.integers(0, 2, 200), rng.integers(0, 30, 200)
    d = fm.somers_d(truth, scores)
    assert d == pytest.approx(fm.gini_coefficient(truth, scores), rel=1e-15)
    auc = fm.roc_auc_score(truth, scores)
    assert fm.concordance_index(truth, scores) == pytest.approx(auc, rel=1e-15)


# ---------------------------------------------------------------------- of amounts


def gini_in_order(amounts, order):
    """Sum over rows, the first of ``order`` first, of their share less an equal one.

    As the code that went round with competitions, and MLmetrics of R, have it.
    """
    amounts = amounts[order]
    equal = np.arange(1, len(amounts) + 1) / len(amounts)
    return (np.cumsum(amounts) / amounts.sum() - equal).sum()


def test_normalized_gini_is_that_of_competitions_without_ties(rng):
    true, pred = rng.gamma(0.5, size=(2, 200))
    expected = gini_in_order(true, np.argsort(-pred)) / gini_in_order(
        true, np.argsort(-true)
    )
    found = fm.normalized_gini_coefficient(true, pred)
    assert found == pytest.approx(expected, rel=1e-12)


def test_normalized_gini_of_ties_is_the_mean_over_their_orders(rng):
    true, pred = rng.integers(0, 9, 7).astype(float), np.array([3, 1, 2, 2, 1, 2, 2])
    best = gini_in_order(true, np.argsort(-true))
    orders = [
        order
        for order in itertools.permutations(range(7))
        if (np.diff(pred[list(order)]) <= 0).all()
    ]
    found = [gini_in_order(true, list(order)) / best for order in orders]
    assert len(orders) == 48
    assert fm.normalized_gini_coefficient(true, pred) == pytest.approx(
        np.mean(found), rel=1e-13
    )


def test_normalized_gini_of_two_classes_is_the_gini_coefficient(rng):
    truth, scores = rng.integers(0, 2, 200), rng.integers(0, 20, 200)
    weights = rng.integers(1, 5, 200)
    for given_ in ({}, {"sample_weight": weights}):
        assert fm.normalized_gini_coefficient(truth, scores, **given_) == pytest.approx(
            fm.gini_coefficient(truth, scores, **given_), rel=1e-13
        )


def test_normalized_gini_knows_neither_unit_nor_origin(rng):
    true, pred = rng.integers(0, 50, 40) / 8, rng.integers(0, 9, 40)
    found = fm.normalized_gini_coefficient(true, pred)
    for moved in (true + 2.0**40, true * 2.0**1000, -(-true * 2.0**-1000)):
        assert fm.normalized_gini_coefficient(moved, pred) == found
    assert fm.normalized_gini_coefficient(true, np.zeros(40)) == 0.0
    assert fm.normalized_gini_coefficient(true, true**3) == 1.0
    assert fm.normalized_gini_coefficient(true, -true) == -1.0
    # Rows of weight 0 are none, however large.
    weights = np.append(np.ones(40), 0.0)
    with_more = np.append(true, 1e300), np.append(pred, 4)
    assert fm.normalized_gini_coefficient(
        *with_more, sample_weight=weights
    ) == pytest.approx(found, rel=1e-14)


def test_normalized_gini_has_an_interval(rng):
    true = rng.gamma(1, size=300)
    pred = true + rng.gamma(1, size=300)
    found = fm.confidence_interval("normalized_gini", true, y_pred=pred)
    assert found.method == "jackknife-t-fisher-z"
    assert found.low < found.estimate < found.high
