"""No text of a report's pictures is cut, small or over another, whatever its names."""

import numpy as np
import pytest
from helpers.drawn import faults, hidden

from fastmetrics import evaluate
from fastmetrics.report.plots.forest import pictures

matplotlib = pytest.importorskip("matplotlib")

LONG = "a model whose name says all that is known of it, and then goes on to say more "
ENDLESS = "gradient_boosting_" * 9
MATHS = r"costs $5 or $\frac{a}{b}$"
NAMES = ["b", LONG, ENDLESS, MATHS]
QUICK = {"n_resamples": 20, "random_state": 0}


def scores(*names, n=40):
    rng = np.random.default_rng(1)
    y = np.arange(n) % 2
    models = {name: y + 0.5 * rng.normal(size=n) for name in names}
    return evaluate(y, y_score=models, metrics=["roc_auc", "gini"], **QUICK)


def labels(classes, *names, n=100):
    rng = np.random.default_rng(2)
    y = np.asarray(classes)[np.arange(n) % len(classes)]
    models = {name: rng.permutation(y) for name in names}
    return evaluate(y, models, metrics=["accuracy"], **QUICK)


def clusterings(k, *names, n=120):
    rng = np.random.default_rng(3)
    true = np.array([f"true label of the {i}th kind" for i in range(4)])
    models = {name: [f"cluster {c}" for c in rng.integers(0, k, n)] for name in names}
    X = rng.normal(size=(n, 2))
    return evaluate(true[np.arange(n) % 4], models, X=X, metrics=["silhouette", "ari"])


def several_columns(n_labels):
    rng = np.random.default_rng(4)
    y, pred = rng.integers(0, 2, (2, 30, n_labels))
    return evaluate(y, {LONG: pred, "b": y}, metrics=["accuracy"], **QUICK)


def several_classes(n, *names):
    y = np.arange(n)
    models = {name: y[::-1] for name in names}
    return evaluate(y, models, metrics=["accuracy"], **QUICK)


REPORTS = {
    "scores, awkward names": lambda: scores(*NAMES),
    "scores of twenty models": lambda: scores(*(f"{LONG}{i}" for i in range(20))),
    "classes, awkward names": lambda: labels([LONG, ENDLESS, MATHS, "é"], *NAMES),
    "rows by the million": lambda: labels(["a", "b", "c"], "m", n=2_000_000),
    "as many classes as can be drawn": lambda: several_classes(1000, *NAMES[:2]),
    "many columns": lambda: several_columns(30),
    "clusters": lambda: clusterings(3, "model"),
    "clusters, awkward names": lambda: clusterings(20, *NAMES[1:]),
    "many clusters": lambda: clusterings(40, *NAMES[2:]),
}
# The kinds that such data make awkward; "auto" puts several pictures into one.
KINDS = {
    "scores of twenty models": ["both", "threshold", "distribution"],
    "scores, awkward names": ["auto", "threshold"],
    "classes, awkward names": ["auto", "slopes", "confusion_difference"],
    "rows by the million": ["confusion", "classes"],
    "as many classes as can be drawn": ["classes", "confusion_difference"],
    "many columns": ["confusion", "classes"],
    "clusters, awkward names": ["forest", "contingency"],
    "many clusters": ["silhouette"],
    "clusters": ["auto"],
}


@pytest.mark.long
@pytest.mark.parametrize("name", REPORTS)
def test_texts_are_inside_apart_and_large_enough(name):
    report = REPORTS[name]()
    for kind in KINDS[name]:
        figure = report.plot(kind)
        assert faults(figure, least=3) == [], kind  # a title and axes at least
        assert hidden(figure) == [], kind


def test_equal_recalls_are_said_to_be_equal():
    [one] = pictures(several_classes(3, "a", "b"), "slopes")
    assert "every class has the same recall" in one.title


def test_a_test_of_pictures_can_fail():
    figure = scores("model").plot("roc")
    figure.axes[0].set_title(ENDLESS)
    assert faults(figure)


def test_long_names_are_broken_and_cut():
    from fastmetrics.show.pictures.styles import fitted, width_of

    assert fitted("short", 2, 12) == "short"
    broken = fitted(LONG, 2, 12, lines=9)
    assert broken.replace("\n", " ") == LONG.strip()
    cut = fitted(ENDLESS, 2, 12, lines=2)
    assert cut.endswith("…")
    assert cut.count("\n") == 1
    assert ENDLESS.startswith(cut.replace("\n", "")[:-1])
    for text in (broken, cut):
        assert width_of(text, 12) <= 2
