"""Bands of the twin: what they are made of."""

import pytest

from fastmetrics import reference as ref
from fastmetrics.reference.comparison import model_sets
from fastmetrics.reference.scores.curves import kolmogorov_distance

Y, SCORES = [1, 1, 0, 1, 0, 0, 1, 0], [8, 7, 6, 5, 4, 3, 2, 1]


def test_closed_bounds_are_around_the_curve():
    band = ref.roc_band(Y, SCORES, confidence_level=0.64**2)
    assert (band.method, band.approximate, len(band.x)) == ("ks", False, 1001)
    # At FPR 0.5 the true positive rate is 3/4, and by hand from 0.5 - d to 1.
    assert (band.x[500], band.y[500]) == (0.5, 0.75)
    assert band.low[500] == 0.5 - kolmogorov_distance(4, 0.64)
    assert band.high[500] == 1


def test_a_vertical_piece_has_its_upper_end():
    assert model_sets.joined([0, 0, 2, 4], [1, 3, 3, 4], 0) == 0.75
    assert model_sets.joined([0, 0, 2, 4], [1, 3, 3, 4], 0.75) == (3 + 0.5) / 4


def test_replicates_widen_the_bounds_of_one_place(monkeypatch):
    monkeypatch.setattr(model_sets, "PLACES", 11)
    closed = ref.roc_band(Y, SCORES, kind="pointwise")
    drawn = ref.roc_band(Y, SCORES, method="bootstrap", n_resamples=20)
    assert closed.method == "clopper-pearson"
    assert drawn.approximate
    assert all(a <= b for a, b in zip(drawn.low, closed.low, strict=True))
    assert all(a >= b for a, b in zip(drawn.high, closed.high, strict=True))
    with pytest.raises(ValueError, match="method"):
        ref.roc_band(Y, SCORES, kind="pointwise", method="ks")
