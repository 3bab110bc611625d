"""What tests of scores by fold share: drawn scores, twins, what is refused."""

import math
import warnings
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import strategies as st

import fastmetrics as fm
from fastmetrics import reference
from fastmetrics.reference.area_intervals import student_quantile

SIDES = ("two-sided", "greater", "less")

# Scores of A and B in 5 × 2 folds, on which other libraries were run.
TABLE = (
    [[0.81, 0.79], [0.84, 0.80], [0.78, 0.82], [0.83, 0.77], [0.80, 0.81]],
    [[0.78, 0.79], [0.80, 0.81], [0.79, 0.78], [0.80, 0.76], [0.77, 0.79]],
)

# Decimals, whose differences are equal but for rounding; and others.
_SCORE = st.integers(0, 10).map(lambda k: k / 10) | st.floats(0.25, 1)


def scores():
    """Draw scores of A, and of B or None for differences."""
    return st.integers(2, 12).flatmap(
        lambda n: st.tuples(
            st.lists(_SCORE, min_size=n, max_size=n),
            st.none() | st.lists(_SCORE, min_size=n, max_size=n),
        )
    )


def drawn_table():
    """Draw the same in five repetitions of two folds."""
    table = st.lists(st.tuples(_SCORE, _SCORE).map(list), min_size=5, max_size=5)
    return st.tuples(table, st.none() | table)


def same_as_twin(name, *given, within=(-math.inf, math.inf), **options):
    """Compare a test with its twin: what it found, and its interval."""
    with np.errstate(all="raise"):
        ours, warned = _called(getattr(fm, name), *given, **options)
    plain, also_warned = _called(getattr(reference, name), *given, **options)
    assert warned == also_warned
    # Sums of a few terms in another order; a difference of close numbers keeps fewer
    # digits of the statistic, and a tail is steeper than its statistic.
    assert ours.statistic == pytest.approx(plain.statistic, rel=1e-9, nan_ok=True)
    assert ours.pvalue == pytest.approx(plain.pvalue, rel=1e-7, abs=1e-15, nan_ok=True)
    assert ours.estimate == pytest.approx(plain.estimate, rel=1e-9, abs=1e-15)
    low, high = ours.confidence_interval(0.9)
    if math.isnan(plain.standard_error):
        assert math.isnan(low)
        assert math.isnan(high)
        return
    half = _quantile(ours.df) * plain.standard_error
    bounds = (
        max(plain.estimate - half, within[0]),
        min(plain.estimate + half, within[1]),
    )
    assert (low, high) == pytest.approx(bounds, rel=1e-9, abs=1e-12)


def _quantile(df):
    """Return what |t| (or |z|, that of F's interval) stays below, in 9 of 10 cases."""
    if df is None:
        return NormalDist().inv_cdf(0.95)
    return student_quantile(df[1] if isinstance(df, tuple) else df, 0.9)


def _called(function, *given, **options):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        found = function(*given, **options)
    return found, [one.category.__name__ for one in caught]


def check_interval(test, differences, around=0.0):
    """Check that a bound, taken off the differences, leaves a p-value of its level.

    ``around``: what an estimate of 0 is called.
    """
    low, high = test(differences).confidence_interval(0.9)
    for bound, side in ((low, "greater"), (high, "less")):
        bound -= around
        shifted = test(differences - bound)
        assert shifted.pvalue == pytest.approx(0.1, rel=1e-9)
        one_sided = test(differences - bound, alternative=side)
        assert one_sided.pvalue == pytest.approx(0.05, rel=1e-9)
        # There the statistic is as large as the critical value.
        assert one_sided.statistic == pytest.approx(one_sided.critical_value(0.05))


# name -> scores and what is said of them
REFUSED = {
    "one fold": (([0.5], [0.4]), "scores_a must have two folds or more, got 1"),
    "no fold": (([], []), "scores_a is empty"),
    "lengths": (([0.5, 0.4], [0.4]), "scores_b must have two folds or more"),
    "other lengths": (
        ([0.5, 0.4, 0.3], [0.4, 0.2]),
        "scores_a and scores_b must be of the same folds: there are 3 and 2",
    ),
    "NaN": (([0.5, math.nan], [0.4, 0.2]), "scores_a contains NaN: 1 of 2 .* row 1"),
    "infinity": (([0.5, 0.1], [math.inf, 0.2]), "scores_b contains infinity"),
    "strings": ((["a", "b"], [0.4, 0.2]), "scores_a must hold numbers"),
    "a matrix": (([[0.5, 0.4]] * 3, None), r"scores_a must have one score .*\(3, 2\)"),
    "a number": ((0.5, 0.4), "scores_a must be array-like"),
    "far apart": (
        ([1e308, 1e308], [1e308, -1e308]),
        "farther apart than a float can say, the first of them in fold 1",
    ),
}
