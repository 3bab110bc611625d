"""Columns of numbers, and predictions of them, as Hypothesis draws them."""

import numpy as np
from differential.strategies import MOST_ROWS
from hypothesis import strategies as st

# Ties, signs, fractions, large and small.
NUMBERS = st.one_of(
    st.integers(-4, 4).map(float),
    st.floats(-1e3, 1e3, allow_nan=False).map(lambda x: round(x, 3)),
    st.sampled_from([0.0, -0.0, 1e9, 1e9 + 1, -1e9, 1e-9, 1e150, -1e150, 1e-150]),
)
WEIGHTS = st.one_of(st.integers(0, 3).map(float), st.floats(1e-3, 1e3))


@st.composite
def number_columns(draw, outputs=True, most=MOST_ROWS):
    """Return observed and predicted numbers, weights or None, and multioutput."""
    n = draw(st.integers(1, most))
    k = draw(st.sampled_from([1, 1, 2, 3])) if outputs else 1
    # Of one size each, so that no number hides another.
    size = draw(st.sampled_from([1.0, 1.0, 1e-200, 1e200]))
    cells = st.lists(NUMBERS, min_size=n * k, max_size=n * k)
    small = st.lists(st.integers(-9, 9).map(float), min_size=n * k, max_size=n * k)
    drawn = cells if size == 1.0 else small
    true, pred = (np.array(draw(drawn)) * size for _ in range(2))
    weights = draw(st.none() | st.lists(WEIGHTS, min_size=n, max_size=n))
    if weights is not None and not any(weights):
        weights[0] = 1.0
    several = draw(st.booleans()) or k > 1
    if several:
        true, pred = true.reshape(n, k), pred.reshape(n, k)
    modes = ["uniform_average", "raw_values"]
    if k > 1:
        modes.append([float(j + 1) for j in range(k)])
    return true, pred, weights, draw(st.sampled_from(modes))
