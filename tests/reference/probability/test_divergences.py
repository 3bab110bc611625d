"""Kullback-Leibler divergences, worked by hand."""

import math

import pytest

from fastmetrics import reference


def test_of_single_probabilities():
    # ½ against ½ is 0; 1 against ½ is log 2.
    assert reference.kl_divergence([0.5, 1], [0.5, 0.5]) == math.log(2) / 2
    value = reference.kl_divergence([0.25], [0.5])
    expected = 0.25 * math.log(0.5) + 0.75 * math.log(1.5)
    assert value == pytest.approx(expected, rel=1e-14)


def test_of_distributions():
    value = reference.kl_divergence([[0.5, 0.5, 0]], [[0.25, 0.25, 0.5]])
    assert value == pytest.approx(math.log(2), rel=1e-15)


def test_it_is_infinite_where_what_happens_is_impossible():
    assert reference.kl_divergence([0.5], [0]) == math.inf
    assert reference.kl_divergence([0.5, 0], [0, 0], sample_weight=[0, 1]) == 0
