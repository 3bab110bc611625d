"""DecisionCurveDisplay: what is drawn is what decision_curve says."""

import numpy as np
import pytest

import fastmetrics as fm

plt = pytest.importorskip("matplotlib.pyplot")
Y, P = [0, 0, 1, 0, 1, 1], [0.1, 0.2, 0.3, 0.6, 0.8, 0.9]


@pytest.fixture(autouse=True)
def closed():
    yield
    plt.close("all")


def test_the_lines_are_the_curve():
    for standardized in (False, True):
        curve = fm.decision_curve(Y, P, standardized=standardized)
        display = fm.DecisionCurveDisplay.from_predictions(
            Y, P, standardized=standardized, name="mine"
        )
        np.testing.assert_array_equal(display.line_.get_ydata(), curve.net_benefit)
        treat_all, treat_none = display.ax_.lines[:2]
        np.testing.assert_array_equal(treat_all.get_ydata(), curve.treat_all)
        assert not treat_none.get_ydata().any(), standardized
        labels = display.ax_.get_legend_handles_labels()[1]
        assert labels == ["Treat all", "Treat none", "mine"], standardized
        wanted = "Standardized net benefit" if standardized else "Net benefit"
        assert display.ax_.get_ylabel() == wanted, standardized
        assert display.band_ is not None, standardized
        low, high = display.ax_.get_ylim()
        assert low < 0 < np.nanmax(curve.high) <= high, standardized


def test_two_models_share_the_axes():
    first = fm.DecisionCurveDisplay.from_predictions(Y, P, name="a", band=False)
    assert first.band_ is None
    second = fm.DecisionCurveDisplay.from_predictions(
        Y, P[::-1], name="b", ax=first.ax_, color="red"
    )
    assert second.figure_ is first.figure_
    labels = first.ax_.get_legend_handles_labels()[1]
    assert labels == ["Treat all", "Treat none", "a", "b"]
    assert second.line_.get_color() == "red"


def test_of_an_estimator():
    linear_model = pytest.importorskip("sklearn.linear_model")
    X = np.array(P)[:, None]
    model = linear_model.LogisticRegression().fit(X, Y)
    display = fm.DecisionCurveDisplay.from_estimator(model, X, Y)
    expected = fm.decision_curve(Y, model.predict_proba(X)[:, 1])
    np.testing.assert_array_equal(display.line_.get_ydata(), expected.net_benefit)
    assert display.estimator_name == "LogisticRegression"
