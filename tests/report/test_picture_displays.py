"""Displays of the pictures of reports."""

import numpy as np
import pytest

import fastmetrics as fm

matplotlib = pytest.importorskip("matplotlib.figure")

rng = np.random.default_rng(4)
Y = rng.permutation(np.repeat([0, 1], [30, 20]))
SCORES = {"one": Y + rng.normal(size=50), "two": rng.normal(size=50)}
DISPLAYS = {
    fm.CostCurveDisplay: "cost",
    fm.GainCurveDisplay: "gain",
    fm.LiftCurveDisplay: "lift",
    fm.ScoreDistributionDisplay: "distribution",
    fm.ThresholdDisplay: "threshold",
}


@pytest.fixture(scope="module")
def report():
    return fm.evaluate(Y, y_score=SCORES, n_resamples=50, random_state=1)


@pytest.mark.long
def test_from_a_report_it_is_the_report_s_picture(report):
    for display in DISPLAYS:
        made = display.from_report(report)
        assert made.title == report.pictures[DISPLAYS[display]], display
        assert made.picture.name == DISPLAYS[display], display
        assert made.figure_.axes[0] in np.ravel(made.ax_), display
        assert len(np.ravel(made.ax_)) == len(made.picture.panels), display
        bundle = made._repr_mimebundle_()
        assert bundle["text/plain"] == f"<{display.__name__}: {made.title}>", display
        assert bundle["text/html"].startswith("<svg"), display


@pytest.mark.long
def test_from_predictions_and_from_an_estimator_it_is_the_same_each_time():
    for display in DISPLAYS:

        class Model:
            _estimator_type = "classifier"
            classes_ = np.array(["no", "yes"])

            def decision_function(self, X):
                return X[:, 0]

        names = np.array(["no", "yes"])[Y]
        X = SCORES["one"][:, None]
        made = display.from_estimator(Model(), X, names)
        again = display.from_predictions(
            names, SCORES["one"], pos_label="yes", name="Model"
        )
        assert made.title == again.title, display
        assert "Model" in made.title, display
        assert made.picture.panels[0].key == again.picture.panels[0].key, display


def test_each_panel_goes_into_axes_of_its_own():
    axes = matplotlib.Figure(figsize=(12, 4)).subplots(1, 2)
    made = fm.ScoreDistributionDisplay.from_predictions(
        Y, SCORES, confidence_level=None, ax=axes
    )
    assert made.ax_ == list(axes)
    assert made.figure_ is axes[0].figure
    assert [ax.get_title() for ax in axes] == ["one", "two"]
    with pytest.raises(ValueError, match="2 panels"):
        made.plot(axes[0])


def test_a_name_beside_names_is_refused():
    with pytest.raises(TypeError, match="name"):
        fm.GainCurveDisplay.from_predictions(Y, SCORES, name="mine")
    with pytest.raises(TypeError, match="name"):
        fm.SilhouetteDisplay.from_predictions([[0.0]], {"a": [1]}, name="mine")


def test_a_chosen_threshold_is_marked():
    made = fm.GainCurveDisplay.from_predictions(
        Y, SCORES, threshold=0.5, confidence_level=None
    )
    assert made.title.startswith("Gain")
    drawn = fm.ScoreDistributionDisplay.from_predictions(Y, SCORES, threshold=0.5)
    assert "threshold 0.5" in [text.get_text() for text in drawn.ax_[0].texts]


def test_intervals_are_those_of_the_report(report):
    made = fm.IntervalDisplay.from_predictions(
        Y, y_score=SCORES, metrics=["roc_auc_score"]
    )
    [panel] = made.picture.panels
    values = [report["roc_auc_score"][model].estimate for model in ("one", "two")]
    assert panel.marks[-1].value.tolist() == values
    assert fm.IntervalDisplay.from_report(report).title == report.pictures["forest"]


def test_silhouettes_of_a_clusterer():
    class Clusterer:
        def __init__(self, **found):
            vars(self).update(found)

    X = rng.normal(size=(40, 2)) + 8 * np.repeat([0, 1], 20)[:, None]
    labels = np.repeat([0, 1], 20)
    made = fm.SilhouetteDisplay.from_estimator(Clusterer(labels_=labels), X)
    assert f"{fm.silhouette_score(X, labels):.2f}" in made.title
    predicts = Clusterer(predict=lambda rows: labels[: len(rows)], labels_=[0])
    again = fm.SilhouetteDisplay.from_estimator(predicts, X, name="Clusterer")
    assert again.title == made.title
    with pytest.raises(AttributeError, match="Clusterer"):
        fm.SilhouetteDisplay.from_estimator(Clusterer(), X)
