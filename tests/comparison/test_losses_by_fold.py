"""The test of row losses: its twin, levels, and what is refused."""

import math

import numpy as np
import pytest
from helpers import equal_learners
from helpers.fold_cases import SIDES, same_as_twin
from helpers.levels import within_three_errors
from helpers.one_case import one_case
from hypothesis import given
from hypothesis import strategies as st

import fastmetrics as fm

VARIANCES = ("all", "within")
LOSSES = st.integers(0, 3).map(lambda k: k / 10)


@st.composite
def losses(draw):
    """Draw losses of A and B, and folds of two rows or more."""
    sizes = draw(st.lists(st.integers(2, 5), min_size=2, max_size=4))
    n = sum(sizes)
    a, b = (draw(st.lists(LOSSES, min_size=n, max_size=n)) for _ in "ab")
    folds = np.repeat(range(len(sizes)), sizes).tolist()
    return a, b, draw(st.permutations(folds))


@given(losses(), st.sampled_from(VARIANCES), st.sampled_from(SIDES))
def test_it_is_its_twin(drawn, variance, side):
    same_as_twin("cv_loss_test", *drawn, variance=variance, alternative=side)


@given(losses(), st.sampled_from(VARIANCES))
def test_with_groups_it_is_its_twin(drawn, variance):
    a, b, folds = drawn
    rows = [*range(len(a)), *range(0, len(a), 2)]  # every second row comes twice
    groups = [f"row {i}" for i in rows]
    columns = [[column[i] for i in rows] for column in (a, b, folds)]
    same_as_twin("cv_loss_test", *columns, variance=variance, groups=groups)


@one_case("variance", VARIANCES)
def test_rows_that_come_twice_as_a_group_say_nothing_new(rng, variance):
    a, b = rng.random((2, 40))
    folds = np.arange(40) % 4
    once = fm.cv_loss_test(a, b, folds, variance=variance)
    doubled = [np.tile(column, 2) for column in (a, b, folds)]
    groups = np.tile(np.arange(40), 2)
    twice = fm.cv_loss_test(*doubled, variance=variance, groups=groups)
    assert twice.statistic == pytest.approx(once.statistic, rel=1e-12)
    assert twice.found == "80 rows in 40 groups and 4 folds"
    alone = fm.cv_loss_test(a, b, folds, variance=variance, groups=range(40))
    assert alone.statistic == pytest.approx(once.statistic, rel=1e-12)


def test_the_interval_is_where_the_test_begins_to_reject(rng):
    a, b = rng.random((2, 60))
    folds = np.arange(60) % 5
    low, high = fm.cv_loss_test(a, b, folds).confidence_interval(0.9)
    for bound, side in ((low, "greater"), (high, "less")):
        found = fm.cv_loss_test(a - bound, b, folds, alternative=side)
        assert found.pvalue == pytest.approx(0.05, rel=1e-9)
        assert found.statistic == pytest.approx(found.critical_value(0.05))


def test_columns_of_any_kind():
    pandas = pytest.importorskip("pandas")
    a, b = [True, False, False, True, True], [0, 0, 1, 0, 0]
    folds = ["x", "x", "y", "y", "y"]
    expected = fm.cv_loss_test(a, b, folds)
    frame = pandas.DataFrame({"a": a, "b": b, "folds": folds})
    assert fm.cv_loss_test(frame.a, frame.b, frame.folds) == expected
    assert fm.cv_loss_test(np.array(a), np.float32(b), folds) == expected


@one_case("power", [-1000, 1000])
def test_any_magnitude_will_do(rng, power):
    a, b = rng.random((2, 20))
    folds = np.arange(20) % 2
    for variance in VARIANCES:
        expected = fm.cv_loss_test(a, b, folds, variance=variance)
        large = np.ldexp(a, power), np.ldexp(b, power)
        found = fm.cv_loss_test(*large, folds, variance=variance)
        assert found.statistic == expected.statistic
        assert found.estimate == np.ldexp(expected.estimate, power)


def test_what_does_not_vary():
    folds = [0, 0, 1, 1]
    found = fm.cv_loss_test([0.3] * 4, [0.1 + 0.2] * 4, folds)
    assert (found.statistic, found.pvalue, found.estimate) == (0, 1, 0)
    with pytest.warns(fm.UndefinedMetricWarning, match="the differences are all"):
        found = fm.cv_loss_test([1, 1, 1, 1], [0, 0, 0, 0], folds)
    assert math.isnan(found.pvalue)
    assert np.isnan(found.confidence_interval()).all()
    by_fold = [1, 1, 0, 0], [0, 0, 0, 0], folds
    assert fm.cv_loss_test(*by_fold).pvalue < 1
    with pytest.warns(fm.UndefinedMetricWarning, match="the differences in each fold"):
        found = fm.cv_loss_test(*by_fold, variance="within")
    assert math.isnan(found.statistic)


def test_deviations_that_cancel_in_each_group():
    a, b, folds, groups = [0.3, 0.1] * 2, [0.2, 0.4] * 2, [0, 0, 1, 1], [0, 0, 1, 1]
    with pytest.warns(fm.UndefinedMetricWarning):
        found = fm.cv_loss_test(a, b, folds, groups=groups)
    assert math.isnan(found.pvalue)
    same_as_twin("cv_loss_test", a, b, folds, groups=groups)
    same_as_twin("cv_loss_test", a, a[::-1], folds, groups=groups)
    assert fm.cv_loss_test(a, a[::-1], folds, groups=groups).pvalue == 1


def test_it_says_what_it_found():
    loss_a, loss_b = [1, 0, 0, 1, 0, 0, 1, 0], [0, 0, 0, 1, 0, 1, 0, 0]
    found = fm.cv_loss_test(loss_a, loss_b, [0, 0, 1, 1, 2, 2, 3, 3])
    assert found.summary().splitlines() == [
        "Cross-validation z test: 8 rows and 4 folds; mean loss of A − B = 0.1250 "
        "[−0.2904, 0.5404] (95 %).",
        "z = 0.5898, p = 0.5553 (two-sided): "
        "at α = 0.05 there is no evidence that their losses "
        "differ. With these 8 rows a difference of about 0.59 would be found with "
        "probability 0.8.",
    ]


@one_case(
    "changes, message",
    [
        ({"folds": [0, 0, 0, 0]}, "folds must be two or more, got 1"),
        ({"folds": [0, 1]}, "folds has 2, expected 4"),
        ({"folds": [0, None, 1, 1]}, "folds contains missing values"),
        ({"loss_b": [0, 1, 0]}, "loss_a and loss_b must have the same length, got 4"),
        ({"loss_a": [0, 1, math.nan, 1]}, "loss_a contains NaN: 1 of 4"),
        ({"loss_b": [0, 1, math.inf, 1]}, "loss_b contains infinity"),
        ({"loss_a": ["a", "b", "c", "d"]}, "loss_a must hold numbers"),
        ({"loss_a": [], "loss_b": [], "folds": []}, "loss_a is empty"),
        ({"loss_a": [[0, 1]] * 4}, "loss_a must be a 1d array"),
        ({"folds": [0, 0, 0, 1], "variance": "within"}, "1 of 2 folds have one only"),
        ({"variance": "between"}, "variance must be one of .*'between'"),
        ({"groups": [0, 1, 1, 2]}, "groups must not have rows in several folds"),
        ({"groups": [0, 1]}, "groups has 2, expected 4"),
        ({"alternative": "more"}, "alternative must be one of"),
    ],
)
def test_what_is_refused(changes, message):
    asked = {"loss_a": [0, 1, 0, 1], "loss_b": [1, 1, 0, 0], "folds": [0, 0, 1, 1]}
    with pytest.raises(ValueError, match=message):
        fm.cv_loss_test(**{**asked, **changes})


@pytest.mark.slow
def test_levels(rng):
    """Of two equally good learners on 300 rows, and of losses of the same mean."""
    losses, folds = equal_learners.loss_differences(rng, 2000)
    nothing = np.zeros(losses.shape[1])
    for variance in VARIANCES:
        found = [
            fm.cv_loss_test(loss, nothing, fold, variance=variance)
            for loss, fold in zip(losses, folds, strict=True)
        ]
        within_three_errors([one.pvalue for one in found], 0.05)
    drawn = rng.random((2000, 2, 300)) < 0.2
    pvalues = [fm.cv_loss_test(a, b, np.arange(300) % 10).pvalue for a, b in drawn]
    within_three_errors(pvalues, 0.05, quoted=0)
