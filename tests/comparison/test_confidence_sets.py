"""Models that may be the best: the set of Hansen, Lunde and Nason, and its twin."""

import numpy as np
import pandas as pd
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics import reference

COMMON = np.random.default_rng(0).random(30)
LOSSES = {
    name: COMMON + 0.1 * np.random.default_rng(ord(name)).random(30) + more
    for name, more in zip("abcd", (0, 0, 0.03, 0.1), strict=True)
}


@one_case(
    ("statistic", "horizon"),
    [(statistic, h) for statistic in ("max", "range") for h in (1, 4)],
)
def test_the_set_is_the_twins(statistic, horizon):
    options = {"statistic": statistic, "horizon": horizon, "n_resamples": 49}
    found = fm.model_confidence_set(LOSSES, **options, random_state=3)
    plain = reference.model_confidence_set(
        {name: one.tolist() for name, one in LOSSES.items()}, **options, random_state=3
    )
    assert found.pvalues == plain.pvalues
    assert found.eliminated == plain.eliminated
    assert found.included == plain.included
    assert found.mean_losses == pytest.approx(plain.mean_losses)


def test_the_same_losses_in_other_forms():
    options = {"n_resamples": 99, "random_state": 0}
    found = fm.model_confidence_set(LOSSES, **options)
    assert fm.model_confidence_set(pd.DataFrame(LOSSES), **options) == found
    unnamed = fm.model_confidence_set(np.array([*LOSSES.values()]).T, **options)
    assert [*unnamed.pvalues.values()] == [*found.pvalues.values()]
    # Units do not matter.
    other = {name: 1e-200 * one for name, one in LOSSES.items()}
    assert fm.model_confidence_set(other, **options).pvalues == found.pvalues
    assert found.included[0] == min(found.mean_losses, key=found.mean_losses.get)


def test_models_that_never_differ_stay_together():
    same = {"a": COMMON, "b": COMMON, "c": COMMON + 1}
    found = fm.model_confidence_set(same, n_resamples=99, random_state=0)
    assert found.pvalues == {"a": 1.0, "b": 1.0, "c": 0.01}
    assert {*found.included} == {"a", "b"}


def test_what_is_refused():
    for losses, says in (
        ({"a": COMMON}, "two models or more"),
        ({"a": COMMON[:4], "b": COMMON[:4]}, "five times or more"),
        ({"a": COMMON, "b": COMMON[1:]}, "a number of each model at each time"),
        ({"a": COMMON, "b": COMMON * np.nan}, "NaN"),
        (COMMON, "a column for each model"),
    ):
        with pytest.raises(ValueError, match=says):
            fm.model_confidence_set(losses)
    with pytest.raises(ValueError, match="statistic must be one of"):
        fm.model_confidence_set(LOSSES, statistic="median")
    with pytest.raises(ValueError, match="below the number of times, 30"):
        fm.model_confidence_set(LOSSES, horizon=30)


def test_losses_whose_sums_no_float_has():
    losses = np.transpose(
        [[1e308, 1.5e308, 1.2e308, 1e308, 1.1e308], [0.1, 0.2, 0.3, 0.2, 0.1]]
    )
    large = fm.model_confidence_set(losses, random_state=0)
    assert large.mean_losses["0"] == pytest.approx(1.16e308, rel=1e-12)
    small = fm.model_confidence_set(np.ldexp(losses, -100), random_state=0)
    assert (large.pvalues, large.included) == (small.pvalues, small.included)
