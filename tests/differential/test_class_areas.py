"""Areas of several classes against the reference, on data of all kinds."""

import itertools
import math
import warnings

import numpy as np
import pytest
from helpers.one_case import one_case
from hypothesis import given
from hypothesis import strategies as st

import fastmetrics as fm
from fastmetrics import reference

VARIANTS = ["aunu", "aunp", "au1u", "au1p", "mu"]
WORDS = ["ape", "bee", "cat", "dog", "eel"]
# Parts of a whole that leave many ties, and values next to one another.
PARTS = st.sampled_from([0.0, 1.0, 2.0, 3.0, 3.0 + 2**-51, 1e-300, 5e-324, 1e5])


@st.composite
def cases(draw):
    """Draw labels, probabilities, how they lie in memory, and options."""
    k = draw(st.integers(2, 5))
    n = draw(st.integers(1, 12))
    codes = draw(st.lists(st.integers(0, k - 1), min_size=n, max_size=n))
    rows = st.lists(PARTS, min_size=k, max_size=k).filter(lambda row: sum(row) > 1e-9)
    parts = np.array(draw(st.lists(rows, min_size=n, max_size=n)))
    proba = parts / parts.sum(axis=1, keepdims=True)
    dtype = draw(st.sampled_from(["f8", "f4", ">f8"]))
    proba = proba.astype(dtype)
    layout = draw(st.sampled_from(["C", "F", "reversed", "strided"]))
    if layout == "reversed":
        dressed = np.ascontiguousarray(proba[::-1, ::-1])[::-1, ::-1]
    elif layout == "strided":
        dressed = np.repeat(np.repeat(proba, 2, axis=0), 3, axis=1)[::2, ::3]
    else:
        dressed = np.asarray(proba, order=layout)
    names = WORDS if draw(st.booleans()) else range(5)
    options = {
        "variant": draw(st.sampled_from(VARIANTS)),
        "labels": list(names)[:k],
        "absent": draw(st.sampled_from(["nan", "skip", "raise"])),
    }
    if draw(st.booleans()):
        weight = st.sampled_from([0, 0, 1, 2, 0.25, 1e-9, 1e300])
        options["sample_weight"] = draw(st.lists(weight, min_size=n, max_size=n))
    return [names[c] for c in codes], proba.tolist(), dressed, options


def outcome(function, *args, **options):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            value = function(*args, **options)
        except ValueError:
            return "ValueError", []
    return value, [warning.category.__name__ for warning in caught]


@given(case=cases())
def test_values_and_warnings_are_those_of_the_reference(case):
    labels, plain, dressed, options = case
    expected, warned = outcome(reference.multiclass_auc_score, labels, plain, **options)
    ours, our_warnings = outcome(fm.multiclass_auc_score, labels, dressed, **options)
    assert our_warnings == warned
    if isinstance(expected, str) or math.isnan(expected):
        assert ours is expected or (math.isnan(expected) and math.isnan(ours))
    else:
        # Sums of areas, each correctly rounded unless rows have weights.
        assert ours == pytest.approx(expected, rel=1e-14, abs=1e-15)


@one_case("variant, distinct", zip(VARIANTS, itertools.cycle([3, 10**6]), strict=False))
def test_longer_data_agree_with_the_reference(variant, distinct, rng):
    """Past the sizes at which rows are looked up in several pieces."""
    n, k = 130, 3
    codes = rng.integers(0, k, n)
    parts = rng.integers(1, distinct + 1, (n, k)).astype(float)
    proba = parts / parts.sum(axis=1, keepdims=True)
    ours = fm.multiclass_auc_score(codes, proba, variant=variant)
    expected = reference.multiclass_auc_score(
        codes.tolist(), proba.tolist(), variant=variant
    )
    assert ours == pytest.approx(expected, rel=2e-15)
