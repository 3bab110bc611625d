"""The normal distribution of many values, to the bits of Python's functions."""

import math
from statistics import NormalDist

import numpy as np

from fastmetrics._kernels import normal

Z = [*np.linspace(-40, 40, 997).tolist(), 0.0, 1e-300, math.inf, -math.inf]
LEVELS = [*np.linspace(0.001, 0.999, 997).tolist(), 5e-324, 1e-20, 1 - 2**-53, 0.5]


def test_distribution_functions_have_the_bits_of_python():
    root = math.sqrt(2)
    below, tails = normal.levels_below(np.array(Z)), normal.tails_below(np.array(Z))
    assert below.tolist() == [(1 + math.erf(z / root)) / 2 for z in Z]
    assert tails.tolist() == [math.erfc(-z / root) / 2 for z in Z]


def test_quantiles_have_the_bits_of_python():
    found = normal.quantiles(np.array(LEVELS)).tolist()
    assert found == [NormalDist().inv_cdf(level) for level in LEVELS]
    outside = normal.quantiles(np.array([-1.0, 0.0, 1.0, 2.0, math.nan]))
    assert np.isnan(outside).all()
