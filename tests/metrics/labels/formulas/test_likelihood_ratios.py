"""Likelihood ratios from counts: exact fractions, in many tables at once."""

import math
from fractions import Fraction

import numpy as np
from helpers.count_tables import counts_of
from helpers.one_case import one_case
from hypothesis import given
from hypothesis import strategies as st

from fastmetrics.metrics.labels.formulas import FORMULAS
from fastmetrics.metrics.labels.formulas import rates as formulas

COUNT = st.integers(0, 5) | st.integers(0, 2**60)
FOUR = st.tuples(COUNT, COUNT, COUNT, COUNT)


def table(cells):
    tn, fp, fn, tp = cells
    return np.array([[tn, fp], [fn, tp]])


def same(found, expected):
    np.testing.assert_allclose(found, expected, rtol=2e-15)


@given(FOUR)
def test_likelihood_ratios(cells):
    tn, fp, fn, tp = cells
    found = formulas.likelihood_ratios(cells, (7.0, 0.5))
    assert all(isinstance(value, float) for value in found)
    for value, top, other, instead in zip(
        found, (tp, fn), (fp, tn), (7.0, 0.5), strict=True
    ):
        if other == 0:
            assert value == instead
        elif tp + fn == 0:
            assert math.isnan(value)
        else:
            same(value, float(Fraction(top * (tn + fp), other * (tp + fn))))
    of_counts = FORMULAS["class_likelihood_ratios"].value(
        counts_of(table(cells)), replace_undefined_by={"LR+": 7.0, "LR-": 0.5}
    )
    assert of_counts.shape == (2,)
    same(of_counts, found)


@one_case("exponent", [-900, 0, 900])
def test_weights_of_any_size(exponent):
    cells = (50, 3, 2, 20)
    weights = tuple(math.ldexp(cell, exponent) for cell in cells)
    assert formulas.likelihood_ratios(weights) == formulas.likelihood_ratios(cells)


def test_many_likelihood_ratios_at_once(rng):
    tables = rng.integers(0, 3, (30, 2, 2))
    value = FORMULAS["class_likelihood_ratios"].value
    for instead in (math.nan, 1.0):
        found = value(counts_of(tables), replace_undefined_by=instead)
        each = [value(counts_of(t), replace_undefined_by=instead) for t in tables]
        np.testing.assert_allclose(found, each, rtol=1e-15)


def test_labels_of_likelihood_ratios():
    counts = counts_of([[5, 2], [3, 7]], ["a", "b"])
    cells = formulas.labelled_cells
    assert cells(counts) == cells(counts, ["a", "b"]) == (5, 2, 3, 7)
    assert cells(counts, ["b", "a"]) == (7, 3, 2, 5)
    # Rows with a label that is not listed do not count.
    assert cells(counts, ["a", "z"]) == (5, 0, 0, 0)
    assert cells(counts, ["z", "b"]) == (0, 0, 0, 7)


@one_case("which", [0, 1])
def test_each_alone(rng, which):
    name = ["positive_likelihood_ratio", "negative_likelihood_ratio"][which]
    tables = rng.integers(0, 3, (30, 2, 2))
    found = FORMULAS[name].value(counts_of(tables))
    both = FORMULAS["class_likelihood_ratios"].value(counts_of(tables))
    np.testing.assert_array_equal(found, both[..., which])
    turned = FORMULAS[name].value(counts_of(tables), pos_label=0)
    np.testing.assert_array_equal(
        turned, FORMULAS[name].value(counts_of(tables[:, ::-1, ::-1]))
    )


@given(st.tuples(*[st.integers(1, 9) | st.integers(1, 2**61)] * 4))
def test_variances_of_logarithms(cells):
    tn, fp, fn, tp = cells
    found = formulas.log_variances(cells)

    def exact(x, n, y, m):
        return float(Fraction(1, x) - Fraction(1, n) + Fraction(1, y) - Fraction(1, m))

    same(found[0], exact(tp, tp + fn, fp, tn + fp))
    same(found[1], exact(fn, tp + fn, tn, tn + fp))


def test_a_share_of_none_has_no_logarithm():
    assert math.isnan(formulas.log_variances((5, 1, 2, 0))[0])
    assert math.isnan(formulas.log_variances((0, 5, 2, 4))[1])
    assert formulas.log_variances((0, 5, 0, 4))[0] == 0
