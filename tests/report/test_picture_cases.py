"""Every kind of picture of all sizes of reports: as PNG and as SVG, whole and small."""

from io import BytesIO
from xml.etree import ElementTree

import numpy as np
import pytest
from helpers.drawn import faults, hidden

from fastmetrics import evaluate
from fastmetrics.report.plots.forest import kinds, pictures
from fastmetrics.show.pictures import Bars, Cells, Intervals, Line, Points

pytest.importorskip("matplotlib")
from fastmetrics.show.pictures.drawing import draw
from fastmetrics.show.pictures.svg import to_svg

QUICK = {"n_resamples": 20, "random_state": 0}
SCORES = ["roc_auc", "ap", "ks", "lift", "expected_cost", "best_f1"]
# The most bytes of a picture's words and axes, of a curve, of a bar, point, text.
AROUND, CURVE, SINGLE = 50_000, 7_000, 300


def scores(n_models, n=2_000, **options):
    rng = np.random.default_rng(n_models)
    y = (rng.random(n) < 0.3).astype(int)
    models = {
        f"model_{k}": 1 / (1 + np.exp(-(y * (2 - 0.1 * k) + rng.normal(size=n))))
        for k in range(n_models)
    }
    return evaluate(
        y, y_score=models, threshold=0.5, metrics=[*SCORES, "accuracy", "mcc"],
        **options, **QUICK,
    )  # fmt: skip


def classes(n_classes, n_models=1, rows=20):
    rng = np.random.default_rng(n_classes)
    y = np.repeat(np.arange(n_classes), rows)
    models = {
        f"model_{k}": np.where(rng.random(len(y)) < 0.8, y, rng.permutation(y))
        for k in range(n_models)
    }
    return evaluate(y, models, metrics=["accuracy", "f1_macro"], pos_label=1 if
                    n_classes == 2 else None, **QUICK)  # fmt: skip


def clusters(n_clusters, n=1_000):
    rng = np.random.default_rng(n_clusters)
    true = rng.integers(0, n_clusters, n)
    X = rng.normal(size=(n, 2)) + 3 * true[:, None]
    found = np.where(rng.random(n) < 0.9, true, rng.integers(0, n_clusters, n))
    return evaluate(true, found, X=X, metrics=["silhouette", "ari"])


def amounts(n_models, n=500):
    rng = np.random.default_rng(n_models)
    y = rng.gamma(2.0, 10.0, n)
    models = {f"model_{k}": y + (1 + k) * rng.normal(size=n) for k in range(n_models)}
    return evaluate(y, models, metrics=["medae", "mape"], **QUICK)


def few(y, y_score, **options):
    return evaluate(y, y_score=y_score, threshold=0.5, metrics=SCORES, **options,
                    **QUICK)  # fmt: skip


WEIGHTS = 1 + np.arange(2_000) % 3

CASES = {
    "2 models": lambda: scores(2, 300),
    "ties only": lambda: few([0, 1] * 20, [0.5] * 40),
    "undefined interval": lambda: few([0, 1, 0], {"a": [0, 1, 2], "b": [2, 1, 0]}),
    "one row a class": lambda: classes(12, 2, rows=1),
}
SLOW = {
    "1 model": lambda: scores(1),
    "2 classes": lambda: classes(2),
    "amounts": lambda: amounts(1),
    "amounts of 3 models": lambda: amounts(3),
    "perfect": lambda: few([0, 1] * 20, {"a": [0.1, 0.9] * 20, "b": [0.2, 0.3] * 20}),
    "weights": lambda: scores(2, sample_weight=WEIGHTS),
    "8 models": lambda: scores(8),
    "12 models": lambda: scores(12),
    "a million rows": lambda: scores(3, 1_000_000),
    "30 classes": lambda: classes(30, 2),
    "31 classes": lambda: classes(31, 2),
    "200 classes": lambda: classes(200, 2),
    "1,000 classes": lambda: classes(1000, rows=3),
    "amounts of 9 models": lambda: amounts(9),
    "amounts of a million rows": lambda: amounts(2, 1_000_000),
    "2 clusters": lambda: clusters(2),
    "30 clusters": lambda: clusters(30),
    "200 clusters": lambda: clusters(200),
}
WRITTEN = ("forest", "both", "distribution", "confusion")
# The kinds that such data make awkward; of much all kinds are drawn.
KINDS = {
    "2 models": WRITTEN,
    "ties only": ("threshold", "distribution", "ks"),
    "undefined interval": ("forest", "differences"),
    "one row a class": ("confusion", "classes"),
}
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


def most_bytes(picture):
    """Return how many bytes a picture may take, by what it shows."""
    most = AROUND
    for mark in (mark for panel in picture.panels for mark in panel.marks):
        if isinstance(mark, Line):
            most += CURVE
        elif isinstance(mark, Bars):
            most += SINGLE * len(mark.values)
        elif isinstance(mark, Points):
            most += SINGLE * len(mark.x)
        elif isinstance(mark, Intervals):
            most += SINGLE * len(mark.value)
        elif isinstance(mark, Cells):
            most += SINGLE * sum(bool(text) for row in mark.texts or () for text in row)
    return most


def check(report, asked=None, png=()):
    """Draw all that there is, and return how many pictures that were."""
    n = 0
    for kind in asked or kinds():
        try:
            [*made] = pictures(report, kind)
        except ValueError:
            continue
        for picture in made:
            figure = draw(picture)
            assert faults(figure, least=3) == [], kind  # a title and axes at least
            assert hidden(figure) == [], kind
            if kind in png:
                written = BytesIO()
                figure.savefig(written, format="png", dpi=30)
                assert written.getvalue().startswith(b"\x89PNG")
            svg = to_svg(picture)
            assert ElementTree.fromstring(svg).get("role") == "img"
            assert len(svg.encode()) <= most_bytes(picture), kind
            n += 1
    return n


@pytest.mark.long
@pytest.mark.parametrize("case", CASES)
def test_pictures_are_whole_and_small(case):
    # A picture of any report is written as all others are.
    png = WRITTEN if case == "2 models" else ()
    assert check(CASES[case](), KINDS[case], png) > 1


@pytest.mark.slow
@pytest.mark.parametrize("case", SLOW)
def test_pictures_of_much_are_whole_and_small(case):
    assert check(SLOW[case]()) > 1
