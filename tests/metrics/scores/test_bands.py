"""Bands against their twin, and what they must be for any rows."""

import numpy as np
import pytest
from helpers.one_case import one_case
from helpers.random_cases import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from fastmetrics.metrics.scores import curves as bands
from fastmetrics.reference.scores import curves as twin

PLACES = [0.0, 1e-9, 0.05, 0.25, 1 / 3, 0.5, 0.8, 1 - 1e-9, 1.0]
NAMES = ("roc_bounds", "precision_recall_bounds")

counts = st.lists(
    st.tuples(st.integers(0, 2), st.integers(0, 2)).filter(any), min_size=2, max_size=5
).filter(lambda steps: all(map(sum, zip(*steps, strict=True))))


@pytest.mark.long
@settings(max_examples=examples(60, same=5))
@given(counts, st.sampled_from(bands.BANDS), st.sampled_from([0.5, 0.9, 0.95]))
@one_case("name", NAMES)
def test_bands_are_those_of_the_twin(name, steps, kind, level):
    tps, fps = np.cumsum(np.array(steps, float), axis=0).T
    _, low, high = getattr(bands, name)(tps, fps, np.array(PLACES), kind, level)
    expected = getattr(twin, name)(list(tps), list(fps), PLACES, kind, level)
    # Clopper and Pearson's bounds are solved for in both, to 12 digits in SciPy.
    np.testing.assert_allclose(np.column_stack([low, high]), expected, atol=1e-9)
    assert (0 <= low).all()
    assert (low <= high).all()
    assert (high <= 1).all()


@one_case("name", NAMES)
def test_simultaneous_bounds_hold_the_pointwise_ones_of_many_rows(name):
    tps = np.cumsum(np.linspace(2, 0, 200))
    fps = np.cumsum(np.linspace(0, 2, 200))
    make, at = getattr(bands, name), np.linspace(0.1, 0.9, 9)
    single = make(tps * 50, fps * 50, at, "pointwise", 0.95)
    joint = make(tps * 50, fps * 50, at, "simultaneous", 0.95)
    assert (joint[0] == single[0]).all()
    assert (joint[1] < single[1]).all()
    assert (joint[2] > single[2]).all()
