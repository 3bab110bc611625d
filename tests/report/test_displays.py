"""Displays in scikit-learn's grammar, where its own tests of them do not look.

Those are run on ours by tests/differential/test_sklearn_suite.py.
"""

import subprocess
import sys
import warnings

import numpy as np
import pytest

import fastmetrics as fm
from fastmetrics._common.bounds import proportion
from fastmetrics.metrics.scores.curves import precision_recall_bounds, roc_bounds

pyplot = pytest.importorskip("matplotlib.pyplot")

rng = np.random.default_rng(3)
Y = rng.permutation(np.repeat([0, 1], [70, 50]))
SCORES = Y + rng.normal(size=120)
CURVES = [fm.RocCurveDisplay, fm.PrecisionRecallDisplay, fm.DetCurveDisplay]


@pytest.fixture(autouse=True)
def _no_figures_stay():
    pyplot.close("all")  # other tests leave some
    yield
    pyplot.close("all")


class Classifier:
    """Predicts by the first column, and says what it is in the old way."""

    _estimator_type = "classifier"

    def __init__(self, classes=(0, 1)):
        self.classes_ = np.array(classes)

    def decision_function(self, X):
        return np.asarray(X)[:, 0]

    def predict(self, X):
        return self.classes_[(self.decision_function(X) > 0.5).astype(int)]


class Tagged(Classifier):
    """Says what it is by tags, and has probabilities."""

    _estimator_type = None

    def __sklearn_tags__(self):
        return type("Tags", (), {"estimator_type": "classifier"})()

    def predict_proba(self, X):
        share = 1 / (1 + np.exp(-self.decision_function(X)))
        return np.column_stack([1 - share, share])


X = np.column_stack([SCORES, np.ones(120)])


# ---- what is drawn


def test_without_axes_a_figure_of_pyplot_s_is_made():
    display = fm.RocCurveDisplay.from_predictions(Y, SCORES)
    assert display.figure_ is pyplot.gcf()
    fm.RocCurveDisplay.from_predictions(Y, SCORES, ax=display.ax_)
    assert len(display.ax_.lines) == 2
    assert len(pyplot.get_fignums()) == 1


def test_few_points_are_all_drawn():
    for display in CURVES:
        made = display.from_predictions(Y, SCORES, drop_intermediate=False)
        assert len(made.line_.get_xdata()) == len(made.fpr if "fpr" in vars(made) else
                                                  made.recall), display  # fmt: skip


def test_of_many_points_those_are_drawn_that_are_seen():
    y = rng.integers(0, 2, 50_000)
    score = y + rng.normal(size=50_000)
    roc = fm.RocCurveDisplay.from_predictions(y, score)
    x, drawn = roc.line_.get_data()
    assert len(x) < 200 < len(roc.fpr)
    # Vertically and horizontally at once: half a pixel of 720 in either direction.
    off = 0.5 / 720
    assert (np.interp(roc.fpr + off, x, drawn) + off >= roc.tpr).all()
    assert (np.interp(roc.fpr - off, x, drawn) - off <= roc.tpr).all()
    curve = fm.PrecisionRecallDisplay.from_predictions(y, score)
    assert len(curve.line_.get_xdata()) < 2000 < len(curve.precision)
    # Corners are among the points, so that straight lines lead through them.
    assert curve.line_.get_drawstyle() == "default"


def test_a_band_is_that_of_the_curve_with_its_confidence_level():
    display = fm.RocCurveDisplay.from_predictions(
        Y, SCORES, band="simultaneous", confidence_level=0.8
    )
    sweep = fm.ScoreSweep.from_scores(Y, SCORES)
    counts = sweep.true_positives, sweep.false_positives
    _, low, high = roc_bounds(*counts, display.band.x, "simultaneous", 0.8)
    np.testing.assert_array_equal(display.band.low, low)
    np.testing.assert_array_equal(display.band.high, high)
    interval = fm.confidence_interval(
        "roc_auc_score", Y, y_score=SCORES, confidence_level=0.8, random_state=0
    )
    assert str(display.roc_auc_interval) == str(interval)
    assert f"[{interval.low:.2f}, {interval.high:.2f}]" in display.line_.get_label()
    [drawn] = display.band_
    assert drawn in display.ax_.collections
    curve = fm.PrecisionRecallDisplay.from_predictions(Y, SCORES, band="pointwise")
    expected = precision_recall_bounds(*counts, curve.band.x, "pointwise", 0.95)
    np.testing.assert_array_equal(curve.band.y, expected[0])
    np.testing.assert_array_equal(curve.band.low, expected[1])
    assert curve.average_precision_interval is None
    det = fm.DetCurveDisplay.from_predictions(Y, SCORES, band="pointwise")
    rate, low, high = roc_bounds(*counts, det.band.x, "pointwise", 0.95)
    np.testing.assert_array_equal(det.band.y, 1 - rate)
    np.testing.assert_array_equal(det.band.low, 1 - high)
    np.testing.assert_array_equal(det.band.high, 1 - low)


def test_the_prevalence_is_the_share_of_the_positive_label():
    for y, pos_label, share in (
        ([1, 0, 0, 0, 0], None, 0.2),
        ([1, 1, 0, 1, 0], 0, 0.4),
        ([1, 1, 0, 1, 1], 1, 0.8),
    ):
        for make in (list, np.array, np.float32):
            display = fm.PrecisionRecallDisplay.from_predictions(
                make(y), [0.08, 0.15, 0.16, 0.23, 0.42], pos_label=pos_label,
                sample_weight=[1, 2, 3, 4, 5], plot_chance_level=True,
            )  # fmt: skip
            assert display.prevalence_pos_label == share, make


def test_shares_of_a_confusion_matrix_have_wilson_s_intervals():
    true, predicted = ["a", "a", "a", "b", "b"], ["a", "b", "a", "b", "b"]
    display = fm.ConfusionMatrixDisplay.from_predictions(
        true, predicted, normalize="true", confidence_level=0.9, labels=["b", "a"]
    )
    expected = proportion("wilson", 1, 3, 0.9)
    assert (display.low[1, 0], display.high[1, 0]) == expected
    assert (
        display.text_[1, 0].get_text()
        == f"0.33\n[{expected[0]:.2g}, {expected[1]:.2g}]"
    )
    assert [one.get_text() for one in display.ax_.get_yticklabels()] == ["b", "a"]


def test_texts_of_a_confusion_matrix_are_aligned_as_asked():
    matrix, asked = np.eye(2), {"ha": "left", "va": "top"}
    display = fm.ConfusionMatrixDisplay(matrix).plot(text_kw=asked)
    [first, *_] = display.text_.ravel()
    assert (first.get_ha(), first.get_va()) == ("left", "top")


def test_residuals_of_small_integers_do_not_wrap_around():
    small = np.array([1, 2], np.uint8)
    display = fm.PredictionErrorDisplay.from_predictions(small, small[::-1])
    assert display.scatter_.get_offsets()[:, 1].tolist() == [-1, 1]


# ---- estimators, known by what they can do


def test_scores_are_those_of_the_estimator():
    for display in CURVES:
        for estimator in (Classifier(), Tagged()):
            made = display.from_estimator(estimator, X, Y)
            expected = display.from_predictions(Y, SCORES)
            np.testing.assert_array_equal(
                made.line_.get_xydata(), expected.line_.get_xydata()
            )
            assert type(estimator).__name__ in made.line_.get_label(), (
                display,
                estimator,
            )


def test_the_first_class_as_positive_turns_the_scores_around():
    names = np.array(["no", "yes"])[Y]
    for estimator in (Classifier(["no", "yes"]), Tagged(["no", "yes"])):
        made = fm.RocCurveDisplay.from_estimator(estimator, X, names, pos_label="no")
        assert made.roc_auc == pytest.approx(fm.roc_auc_score(Y, SCORES), abs=1e-15)
        again = fm.RocCurveDisplay.from_estimator(
            estimator, X, names, pos_label="no", confidence_level=0.9, name="turned"
        )
        assert again.roc_auc_interval.estimate == pytest.approx(made.roc_auc, abs=1e-15)
        assert made.ax_.get_xlabel() == "False Positive Rate (Positive label: no)"


def test_each_fold_has_a_curve_and_a_band():
    halves = [np.arange(60), np.arange(60, 120)]
    found = {
        "estimator": [Classifier(), Classifier()],
        "indices": {"train": halves[::-1], "test": halves},
    }
    for display in (fm.RocCurveDisplay, fm.PrecisionRecallDisplay):
        for rows in (X, X.tolist()):
            made = display.from_cv_results(
                found, rows, Y, band="pointwise", name=["a", "b"],
                curve_kwargs=[{"color": "red"}, {"color": "green"}],
                confidence_level=0.9, plot_chance_level=True,
            )  # fmt: skip
            assert len(made.line_) == len(made.band_) == 2
            assert [line.get_label()[0] for line in made.line_] == ["a", "b"]
            assert "[" in made.line_[1].get_label()
    expected = fm.roc_curve(Y[60:], SCORES[60:])
    made = fm.RocCurveDisplay.from_cv_results(found, X, Y)
    np.testing.assert_array_equal(made.tpr[1], expected[1])


@pytest.mark.long
def test_scikit_learn_is_not_imported_and_pyplot_not_without_need():
    code = """
import sys, fastmetrics as fm
from matplotlib.figure import Figure
axes = Figure().subplots(1, 4)
y, score = [0, 1, 0, 1], [0.1, 0.4, 0.35, 0.8]
fm.RocCurveDisplay.from_predictions(y, score, ax=axes[0])
fm.PrecisionRecallDisplay.from_predictions(y, score, ax=axes[1])
fm.ConfusionMatrixDisplay.from_predictions(y, y, ax=axes[2])
fm.GainCurveDisplay.from_predictions(y, score, confidence_level=None)
print({"sklearn", "matplotlib.pyplot"} & {*sys.modules})
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "set()\n", done.stderr


# ---- what is refused

ROC, CM = fm.RocCurveDisplay, fm.ConfusionMatrixDisplay


class Unfitted(Classifier):
    def __init__(self):
        pass

    def predict(self, X):
        raise RuntimeError("not fitted")


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: ROC.from_predictions(Y, SCORES, band="wide"), ValueError, "band"),
        (lambda: ROC.from_predictions(Y, SCORES, band="pointwise",
                                      sample_weight=np.ones(120)),
         ValueError, "sample_weight"),
        (lambda: ROC.from_predictions(Y, SCORES, confidence_level=2),
         ValueError, "confidence_level"),
        (lambda: ROC.from_predictions(Y), TypeError, "y_score"),
        (lambda: ROC.from_predictions([0, 1, 2], [1, 2, 3], pos_label=1),
         ValueError, "multiclass"),
        (lambda: ROC.from_estimator(object(), X, Y), ValueError, "object"),
        (lambda: ROC.from_estimator(Classifier([0, 1, 2]), X, Y), ValueError, "3 cla"),
        (lambda: ROC.from_estimator(Classifier(), X, Y, pos_label="no"),
         ValueError, "pos_label"),
        (lambda: ROC.from_estimator(Classifier(), X, Y, response_method="predict_p"),
         AttributeError, "predict_p"),
        (lambda: ROC.from_estimator(Unfitted(), X, Y), RuntimeError, "not fitted"),
        (lambda: ROC.from_cv_results({}, X, Y), ValueError, "estimator"),
        (lambda: fm.DetCurveDisplay.from_predictions([1, 1], [0.1, 0.2]),
         ValueError, "two classes"),
        (lambda: CM.from_predictions(Y, Y, confidence_level=0.9),
         ValueError, "normalize"),
        (lambda: CM.from_predictions(Y, Y, confidence_level=0.9, normalize="all",
                                     sample_weight=np.ones(120)),
         ValueError, "sample_weight"),
        (lambda: CM.from_estimator(object(), X, Y), ValueError, "classifiers"),
        (lambda: fm.PredictionErrorDisplay.from_predictions([], []),
         ValueError, "y_true"),
        (lambda: fm.PredictionErrorDisplay.from_predictions(Y, SCORES, subsample=1e-9),
         ValueError, "no row"),
        (lambda: fm.PredictionErrorDisplay.from_predictions(Y, SCORES, subsample="a"),
         TypeError, "subsample"),
    ],
)  # fmt: skip
def test_bad_calls_say_what_is_wrong(call, error, words):
    with pytest.raises(error, match=words):
        call()
    assert not pyplot.get_fignums()


def test_a_band_needs_both_classes():
    for display in ("RocCurveDisplay", "PrecisionRecallDisplay"):
        for labels in ([1], [1, 1, 1], [0, 0, 0]):
            make = getattr(fm, display).from_predictions
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of the curve itself
                with pytest.raises(ValueError, match="needs rows of both classes"):
                    make(labels, [0.1, 0.2, 0.3][: len(labels)], band="pointwise")
