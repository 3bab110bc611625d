"""Bands around curves: against the twin, what they cover, and hostile input."""

import numpy as np
import pytest
from helpers.one_case import one_case
from scipy.special import ndtr, ndtri

import fastmetrics as fm
from fastmetrics import reference as ref
from fastmetrics.comparison import curves
from fastmetrics.reference.comparison import model_sets as twin

Y = [1, 1, 0, 1, 0, 0, 1, 0, 1, 0]
SCORES = [8, 7, 7, 5, 4, 3, 3, 1, 6, 2]
MAKE = {"roc_band": fm.roc_band, "precision_recall_band": fm.precision_recall_band}


@pytest.mark.long
@one_case("kind", ["simultaneous", "pointwise"])
@one_case("method", ["auto", "bootstrap"])
@one_case("name", MAKE)
def test_as_the_twin(name, method, kind, monkeypatch):
    for module in (curves, twin):  # which solves for each bound, in fractions
        monkeypatch.setattr(module, "PLACES", 11)
    options = {"kind": kind, "method": method, "n_resamples": 40, "random_state": 7}
    found = MAKE[name](Y, SCORES, **options)
    expected = getattr(ref, name)(Y, SCORES, **options)
    for ours, twins in zip(found[:4], expected[:4], strict=True):
        # Clopper and Pearson's bounds are solved for in both.
        np.testing.assert_allclose(ours, twins, atol=1e-9)
    assert found[4:] == expected[4:]
    assert ((found.low <= found.y) & (found.y <= found.high)).all()


def test_the_order_of_the_rows_and_the_threads_do_not_matter():
    rng = np.random.default_rng(0)
    y, score = rng.integers(0, 2, 500), rng.normal(size=500)
    order = rng.permutation(500)
    made = []
    for rows, n in ((slice(None), 1), (order, 2)):
        with fm.num_threads(n):
            made.append(fm.roc_band(y[rows], score[rows], method="bootstrap",
                                    n_resamples=99, random_state=3))  # fmt: skip
    for one, other in zip(made[0][:4], made[1][:4], strict=True):
        np.testing.assert_array_equal(one, other)


@pytest.mark.slow
@one_case("n, share, shift", [(100, 0.5, 0.7), (200, 0.2, 1.8), (1000, 0.1, 3.0)])
def test_bootstrap_bands_cover_as_the_docstring_says(n, share, shift, monkeypatch):
    # At fewer places than usual: coverage of all of them is a little higher so.
    monkeypatch.setattr(curves, "PLACES", 101)
    at = np.linspace(0, 1, 101)
    fpr = ndtr(ndtri(at) - shift)  # at recalls
    total = np.where(at > 0, share * at + (1 - share) * fpr, 1)
    truths = {
        "roc_band": ndtr(shift + ndtri(at)),
        "precision_recall_band": np.where(at > 0, share * at / total, 1),
    }
    rng, sets = np.random.default_rng(6), 60
    held = {name: [] for name in MAKE}
    for number in range(sets):
        y = rng.random(n) < share
        score = rng.normal(size=n) + shift * y
        for name, make in MAKE.items():
            band = make(y, score, method="bootstrap", n_resamples=99,
                        random_state=number)  # fmt: skip
            truth = truths[name]
            held[name].append(
                ((band.low <= truth + 1e-12) & (truth <= band.high + 1e-12)).all()
            )
    for found in held.values():
        # 0.97, less three Monte Carlo errors.
        assert np.mean(found) >= 0.97 - 3 * np.sqrt(0.97 * 0.03 / sets)


@one_case("make", MAKE.values())
@one_case(
    "arguments, options, message",
    [
        (([1, 1], [1, 2]), {}, "y_true must have rows of both classes, got 2 pos"),
        (([0, 1], [1, np.nan]), {}, "NaN"),
        (([0, 1], [1, 2, 3]), {}, "y_score"),
        (([0, 1], [1, 2]), {"kind": "both"}, "kind must be one of"),
        (([0, 1], [1, 2]), {"method": "kolmogorov"}, "method must be one of"),
        (([0, 1], [1, 2]), {"method": "ks", "kind": "pointwise"},
         "method='ks' is of kind='simultaneous', got 'pointwise'"),
        (([0, 1], [1, 2]), {"confidence_level": 95}, "confidence_level must lie"),
        (([0, 1], [1, 2]), {"n_resamples": 1}, "n_resamples must be a whole number"),
        (([0, 1], [1, 2]), {"random_state": "a", "method": "bootstrap"},
         "random_state must be"),
    ],
)  # fmt: skip
def test_hostile(make, arguments, options, message):
    with pytest.raises(ValueError, match=message):
        make(*arguments, **options)
