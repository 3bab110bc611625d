"""What notebooks show of single objects: the same as text and as HTML."""

import re

import numpy as np
import pytest
from helpers.report_cases import Balanced

import fastmetrics as fm
from fastmetrics.show.notebook import Bar, Shown, bundle
from fastmetrics.show.pictures import styles

Y = [1, 0, 1, 1, 0, 0, 1, 0]
S = [0.77, 0.62, 0.58, 0.47, 0.47, 0.33, 0.23, 0.15]
LABELS = list("abca"), list("abcb")
HOSTILE = "</style><script>\x1b[31m\u202e\x00"


def texts(source):
    """The texts of an HTML element, without its style."""
    page = Balanced()
    page.feed(re.sub("<style>.*?</style>", "", source, flags=re.DOTALL))
    assert page.open == []
    return " ".join(page.text)


def cases():
    clusters = fm.evaluate([0, 0, 1, 1], [1, 1, 0, 0], task="clustering")
    indicators = np.eye(3, dtype=int)
    return {
        "interval": fm.confidence_interval("roc_auc_score", Y, S),
        "labels": fm.ConfusionCounts.from_labels(*LABELS),
        "scores": fm.ScoreSweep.from_scores(Y, S),
        "indicators": fm.IndicatorCounts.from_labels(indicators, 1 - indicators),
        "clusters": clusters.contingency["model"],
        "metric": fm.catalog.METRICS["f1_macro"],
    }


def test_text_and_html_say_the_same():
    for name, one in cases().items():
        made = one._repr_mimebundle_()
        assert set(made) == {"text/plain", "text/html"}, name
        said = texts(made["text/html"]).split()
        assert said == made["text/plain"].split(), name
        assert "<script" not in made["text/html"], name
        assert len(made["text/html"]) < 5000, name


def test_an_interval_shows_as_it_prints_with_its_bar():
    one = fm.confidence_interval("accuracy_score", [1, 0, 1, 1], [1, 0, 0, 1])
    made = one._repr_mimebundle_()
    assert made["text/plain"] == str(one)
    found = re.search(r"left:([\d.]+)%;right:([\d.]+)%", made["text/html"])
    low, right = found.groups()
    assert float(low) == pytest.approx(100 * one.low, abs=0.05)
    assert float(right) == pytest.approx(100 - 100 * one.high, abs=0.05)


def test_scales_of_bars():
    for bar, low in (
        (Bar(0.25, 0.5, 0.75), "25.0"),
        (Bar(-0.5, 0.0, 0.5), "25.0"),
        (Bar(10.0, 11.0, 12.0), "33.3"),  # a third below it and a third above
        (Bar(1.0, 2.0, float("inf")), None),
        (Bar(float("nan"), 2.0, float("nan")), None),
        (Bar(3.0, 3.0, 3.0), None),
    ):
        html = bundle(Shown("x", bar=bar))["text/html"]
        found = re.search(r'<i style="left:([\d.]+)%', html)
        assert (found and found[1]) == low, bar


def test_counts_are_those_of_the_summary():
    made = cases()["labels"]._repr_mimebundle_()["text/plain"].splitlines()
    assert made[1].split() == ["true", "\\", "predicted", "a", "b", "c"]
    assert [line.split() for line in made[2:]] == [
        ["a", "1", "1", "0"],
        ["b", "0", "1", "0"],
        ["c", "0", "0", "1"],
    ]
    made = cases()["indicators"]._repr_mimebundle_()["text/plain"].splitlines()
    # Of three rows each label is true in one, and predicted in the two others.
    assert [line.split() for line in made[2:]] == [[str(k), *"0210"] for k in range(3)]


def test_large_summaries_are_a_line_or_are_cut():
    many = np.arange(21)
    counts = fm.ConfusionCounts.from_labels(many, many)
    assert "\n" not in counts._repr_mimebundle_()["text/plain"]
    wide = np.ones((2, 50), int)
    made = fm.IndicatorCounts.from_labels(wide, wide)._repr_mimebundle_()
    assert made["text/plain"].endswith("\nand 30 more")
    assert "and 30 more" in made["text/html"]


def test_names_are_text():
    counts = fm.ConfusionCounts.from_labels([HOSTILE, "b"], ["b", HOSTILE])
    made = counts._repr_mimebundle_()
    assert made["text/html"].count("<script") == 0
    assert made["text/html"].count("</style") == 1
    for text in made.values():
        assert not re.search("[\x00\x1b\u202e]", text)
        assert r"\x1b[31m" in text


def test_colours_are_those_of_reports():
    from fastmetrics.show.html import style

    made = bundle(Shown("x"))["text/html"]
    for colours in (styles.LIGHT.named(), styles.DARK.named()):
        for name in ("ground", "text", "grid", "s0", "raised"):
            assert f"--{name}:{colours[name]};" in made
            assert f"--{name}:{colours[name]};" in style(False)


def test_styles_stay_inside():
    made = bundle(Shown("x"))["text/html"]
    rules = re.search("<style>(.*)</style>", made)[1]
    rules = re.sub(r"@media[^{]*\{(.*?\})\}", r"\1", rules)
    selectors = [
        one for part in re.findall(r"([^{}]+)\{", rules) for one in part.split(",")
    ]
    assert len(selectors) > 10
    assert all(".fastmetrics" in one for one in selectors)
