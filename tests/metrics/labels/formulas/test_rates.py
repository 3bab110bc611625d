"""Formulas on the four cells: numbers and arrays alike, their proportions, extremes."""

import math
from fractions import Fraction

import numpy as np
from helpers.count_tables import counts_of
from helpers.one_case import one_case
from hypothesis import given
from hypothesis import strategies as st

from fastmetrics.metrics.labels import combined_rates
from fastmetrics.metrics.labels.formulas import FORMULAS

# name -> (successes, trials) of (tn, fp, fn, tp)
SHARES = {
    "true_positive_rate": lambda tn, fp, fn, tp: (tp, tp + fn),
    "true_negative_rate": lambda tn, fp, fn, tp: (tn, tn + fp),
    "specificity_score": lambda tn, fp, fn, tp: (tn, tn + fp),
    "false_positive_rate": lambda tn, fp, fn, tp: (fp, tn + fp),
    "false_negative_rate": lambda tn, fp, fn, tp: (fn, tp + fn),
    "positive_predictive_value": lambda tn, fp, fn, tp: (tp, tp + fp),
    "negative_predictive_value": lambda tn, fp, fn, tp: (tn, tn + fn),
    "false_discovery_rate": lambda tn, fp, fn, tp: (fp, tp + fp),
    "false_omission_rate": lambda tn, fp, fn, tp: (fn, tn + fn),
}
CELLS = {
    "true_negatives": 0,
    "false_positives": 1,
    "false_negatives": 2,
    "true_positives": 3,
}
COMBINED = [
    "informedness",
    "markedness",
    "geometric_mean_score",
    "precision_recall_geometric_mean",
    "precision_recall_mean",
    "diagnostic_odds_ratio",
    "roc_distance",
]
COUNT = st.integers(0, 5) | st.integers(0, 2**60)
FOUR = st.tuples(COUNT, COUNT, COUNT, COUNT)


def ratio(top, bottom):
    return Fraction(top, bottom) if bottom else None


def truth(name, tn, fp, fn, tp):
    """(exact value or its square, whether it is squared); None if undefined."""
    tpr, tnr = ratio(tp, tp + fn), ratio(tn, tn + fp)
    ppv, npv = ratio(tp, tp + fp), ratio(tn, tn + fn)
    pair = {
        "informedness": (tpr, tnr),
        "markedness": (ppv, npv),
        "geometric_mean_score": (tpr, tnr),
        "precision_recall_geometric_mean": (ppv, tpr),
        "precision_recall_mean": (ppv, tpr),
        "diagnostic_odds_ratio": (ratio(tp * tn, fp * fn),) * 2,
        "roc_distance": (ratio(fn, tp + fn), ratio(fp, tn + fp)),
    }[name]
    if None in pair:
        return math.nan
    if name == "diagnostic_odds_ratio":
        return float(pair[0])
    if name == "precision_recall_mean":
        return float((pair[0] + pair[1]) / 2)
    if name == "roc_distance":
        return math.sqrt(pair[0] ** 2 + pair[1] ** 2)
    if "mean" in name:
        return math.sqrt(pair[0] * pair[1])
    return float(pair[0] + pair[1] - 1)


def definition(name):
    """Return the formula of the four cells."""
    return getattr(combined_rates, name).definition


def table(cells):
    tn, fp, fn, tp = cells
    return np.array([[tn, fp], [fn, tp]])


def same(found, expected):
    np.testing.assert_allclose(found, expected, rtol=1e-15, atol=2.5e-16)


@given(cells=FOUR)
@one_case("name", SHARES)
def test_shares(name, cells):
    successes, trials = SHARES[name](*cells)
    counts = counts_of(table(cells))
    row = FORMULAS[name]
    expected = successes / trials if trials else 0.25
    same(row.value(counts, zero_division=0.25), expected)
    assert row.proportion(counts) == (successes, trials)
    if not trials:
        assert np.isnan(row.value(counts))
    # The other label as the positive one.
    swapped = SHARES[name](*cells[::-1])
    assert row.proportion(counts, pos_label=0) == swapped


@given(cells=FOUR)
@one_case("name", COMBINED)
def test_combined(name, cells):
    expected = truth(name, *cells)
    formula = definition(name)
    found = formula(*cells)
    assert isinstance(found, float)  # no array on the way
    same(found, expected)
    same(FORMULAS[name].value(counts_of(table(cells))), expected)
    as_floats = tuple(float(cell) for cell in cells)
    same(formula(*as_floats), truth(name, *(int(cell) for cell in as_floats)))


@one_case("name", CELLS)
def test_counts(name):
    counts = counts_of([[1, 2], [3, 4]])
    assert FORMULAS[name].value(counts) == [1, 2, 3, 4][CELLS[name]]
    assert FORMULAS[name].value(counts, pos_label=0) == [4, 3, 2, 1][CELLS[name]]
    assert FORMULAS[name].value(counts).dtype == np.float64


@given(FOUR)
def test_haldane_is_always_defined(cells):
    tn, fp, fn, tp = (Fraction(2 * cell + 1, 2) for cell in cells)
    found = definition("diagnostic_odds_ratio")(*cells, haldane=True)
    np.testing.assert_allclose(found, float(tp * tn / (fp * fn)), rtol=2e-15)
    of_counts = FORMULAS["diagnostic_odds_ratio"].value(
        counts_of(table(cells)), haldane=True
    )
    np.testing.assert_allclose(of_counts, found, rtol=2e-15)


@one_case("exponent", [-900, 0, 900])
def test_weights_of_any_size(exponent):
    cells = (50, 3, 2, 20)
    weights = tuple(math.ldexp(cell, exponent) for cell in cells)
    arrays = tuple(np.array([weight]) for weight in weights)
    for name in COMBINED:
        formula = definition(name)
        assert formula(*weights) == formula(*cells)
        assert formula(*arrays) == [formula(*cells)]


@one_case("name", [*SHARES, *CELLS, *COMBINED])
@one_case("dtype", [np.int64, np.float64])
def test_many_tables_at_once(rng, name, dtype):
    tables = rng.integers(0, 4, (6, 5, 2, 2)).astype(dtype)
    tables[0, 0] = 0
    value = FORMULAS[name].value
    found = value(counts_of(tables))
    assert found.shape == (6, 5)
    assert found.dtype == np.float64
    each = [[value(counts_of(one)) for one in row] for row in tables]
    np.testing.assert_array_equal(found, each)
    if name in SHARES:
        successes, trials = FORMULAS[name].proportion(counts_of(tables))
        assert successes.shape == trials.shape == (6, 5)


def test_a_multiclass_target_has_one_class_against_the_rest(rng):
    table = rng.integers(1, 9, (3, 3))
    counts = counts_of(table)
    tp, fn = table[1, 1], table[1].sum() - table[1, 1]
    found = FORMULAS["true_positive_rate"].value(counts, pos_label=1)
    assert found == tp / (tp + fn)
    found = FORMULAS["false_positive_rate"].value(counts, pos_label=1)
    fp = table[:, 1].sum() - tp
    assert found == fp / (table.sum() - tp - fn)
