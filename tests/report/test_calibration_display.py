"""CalibrationDisplay, where scikit-learn's own tests of it do not look."""

import numpy as np
import pytest

import fastmetrics as fm

pyplot = pytest.importorskip("matplotlib.pyplot")

rng = np.random.default_rng(3)
P = rng.random(300)
Y = (rng.random(300) < P).astype(int)
Display = fm.CalibrationDisplay


@pytest.fixture(autouse=True)
def _no_figures_stay():
    pyplot.close("all")  # other tests leave some
    yield
    pyplot.close("all")


def test_points_are_those_of_the_calibration_curve():
    for strategy in ("uniform", "quantile"):
        display = Display.from_predictions(Y, P, n_bins=7, strategy=strategy)
        shares, means = fm.calibration_curve(Y, P, n_bins=7, strategy=strategy)
        np.testing.assert_array_equal(display.prob_true, shares)
        np.testing.assert_array_equal(display.line_.get_data(), (means, shares))
        assert display.line_.get_marker() == "s", strategy
        assert display.band is display.band_ is None, strategy


def test_without_bins_all_forecasts_are_drawn():
    display = Display.from_predictions(Y, P, strategy="isotonic")
    curve = fm.reliability_curve(Y, P, band=None)
    np.testing.assert_array_equal(
        display.line_.get_data(), (curve.y_proba, curve.calibrated)
    )
    assert display.line_.get_marker() == ""
    marked = Display.from_predictions(Y, P, strategy="isotonic", marker="o")
    assert marked.line_.get_marker() == "o"


@pytest.mark.parametrize("strategy", ["uniform", "quantile", "isotonic"])
@pytest.mark.parametrize("band", ["consistency", "confidence"])
def test_bands_are_those_of_the_reliability_curve(strategy, band):
    display = Display.from_predictions(
        Y, P, strategy=strategy, band=band, confidence_level=0.8
    )
    curve = fm.reliability_curve(
        Y, P, method=strategy, n_bins=5, band=band, confidence_level=0.8, random_state=0
    )
    np.testing.assert_array_equal(display.band.low, curve.low)
    np.testing.assert_array_equal(display.band.high, curve.high)
    assert (display.band.kind, display.band.confidence_level) == (band, 0.8)
    assert display.band_ in display.ax_.collections
    again = display.plot()  # into other axes
    assert again.band_ in again.ax_.collections
    assert len(pyplot.get_fignums()) == 2


def test_many_forecasts_are_drawn_by_those_that_are_seen():
    p = rng.random(20_000)
    display = Display.from_predictions(rng.random(20_000) < p, p, strategy="isotonic")
    x, y = display.line_.get_data()
    assert len(x) < 500 < len(display.prob_pred)
    # A curve that rises leaves the drawn one by half a pixel of 720 at most.
    off = 0.5 / 720
    assert (np.interp(display.prob_pred + off, x, y) + off >= display.prob_true).all()
    assert (np.interp(display.prob_pred - off, x, y) - off <= display.prob_true).all()


def test_axes_name_the_positive_class_where_it_is_known():
    words = np.where(Y, "yes", "no")
    display = Display.from_predictions(words, P, pos_label="yes")
    assert display.ax_.get_xlabel().endswith("probability (Positive class: yes)")
    plain = Display([0, 1], [0.2, 0.8], P).plot(ref_line=False)
    assert plain.ax_.get_ylabel() == "Fraction of positives"
    assert plain.ax_.get_legend() is None


def test_bad_options_say_what_is_wrong():
    for options, error in (
        ({"band": "pointwise"}, ValueError),
        ({"confidence_level": 2}, ValueError),
        ({"confidence_level": "high"}, TypeError),
        ({"strategy": "bins"}, ValueError),
        ({"n_bins": 0}, ValueError),
        ({"ref_line": None}, TypeError),
        ({"ls": ":", "linestyle": "-"}, TypeError),
    ):
        with pytest.raises(error, match=next(iter(options))):
            Display.from_predictions(Y, P, **options)


def test_bad_columns_say_what_is_wrong():
    for y_true, y_prob, match in (
        ([0, 1, 2], [0.1, 0.2, 0.3], "multiclass"),
        ([0, 1], [0.1, 1.2], "y_prob"),
        ([0, 1], [0.1], "inconsistent"),
        (["a", "b"], [0.1, 0.2], "pos_label"),
    ):
        with pytest.raises(ValueError, match=match):
            Display.from_predictions(y_true, y_prob)
        assert not pyplot.get_fignums(), y_true
