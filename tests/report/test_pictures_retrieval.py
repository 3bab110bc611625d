"""Ranked lists in pictures: metrics by cut-off, and queries one by one."""

import numpy as np
import pytest

from fastmetrics import RankedLists, confidence_interval, evaluate
from fastmetrics import mean_average_precision as average_precision
from fastmetrics.report.plots.forest import kinds, pictures
from fastmetrics.show.pictures import Band, Bars, Line, Points, Rule

KINDS = ["cutoffs", "query_values", "query_differences"]
N, DOCS = 40, 60
RNG = np.random.default_rng(2)
GRADES = RNG.binomial(3, 0.1, (N, DOCS))
GRADES[:, 0] = 1
RUNS = {
    name: RankedLists.from_dense(GRADES, ease * GRADES + RNG.random((N, DOCS)))
    for name, ease in (("a", 0.3), ("b", 0.25), ("c", 0.1))
}
TWO = {name: RUNS[name] for name in "ab"}
VALUES = {
    name: average_precision(one, None, average=None) for name, one in RUNS.items()
}


@pytest.fixture(scope="module")
def report():
    return evaluate(TWO, metrics=["map"])


def picture(report, kind, **options):
    [made] = pictures(report, kind, **options)
    return made


def of_kind(panel, kind):
    return [mark for mark in panel.marks if isinstance(mark, kind)]


def test_cutoffs_have_the_values_and_bounds_of_the_metric(report):
    made = picture(report, "cutoffs")
    assert [panel.y.label for panel in made.panels] == ["nDCG at k", "Recall at k"]
    for panel, name in zip(made.panels, ["nDCG", "R"], strict=True):
        lines, bands = of_kind(panel, Line), of_kind(panel, Band)
        assert [one.series for one in lines] == [0, 1]
        assert lines[0].x.tolist() == [1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 60]
        for k, line, band in zip((10, 60), [lines[0]] * 2, [bands[0]] * 2, strict=True):
            at = line.x.tolist().index(k)
            one = confidence_interval(f"{name}@{k}", RUNS["a"])
            assert line.y[at] == one.estimate
            if not np.isnan(one.low):
                assert (band.low[at], band.high[at]) == (one.low, one.high)
    # Of the whole list recall is 1.
    assert of_kind(made.panels[1], Line)[0].y[-1] == 1
    best = max("ab", key=lambda m: confidence_interval("nDCG@10", RUNS[m]).estimate)
    assert made.title.startswith(f"By cut-off: {best} has the highest nDCG@10, 0.")


def test_cutoffs_of_other_metrics_and_of_one_run(report):
    made = picture(report, "cutoffs", metrics=["precision_at_k"])
    [panel] = made.panels
    one = confidence_interval("P_5", RUNS["b"])
    line = of_kind(panel, Line)[1]
    assert line.y[line.x.tolist().index(5)] == one.estimate
    alone = picture(evaluate(RUNS["a"], metrics=["map"]), "cutoffs", metrics="R")
    assert alone.title.startswith("By cut-off: Recall@10 of ")
    with pytest.raises((KeyError, ValueError)):
        picture(report, "cutoffs", metrics=["no_such_metric"])


def test_lists_of_one_document():
    lists = RankedLists.from_columns(["p", "q", "r"], [1, 0, 1], [1.0, 2.0, 3.0])
    made = picture(evaluate(lists), "cutoffs")
    assert of_kind(made.panels[0], Points)[0].x.tolist() == [1]


def test_values_of_queries_are_sorted(report):
    [panel] = picture(report, "query_values").panels
    for line, name in zip(of_kind(panel, Line), "ab", strict=True):
        assert {*line.y.tolist()} == {*VALUES[name].tolist()}
        assert np.all(np.diff(line.y) >= 0)
    means = [one.y[0] for one in of_kind(panel, Points)]
    assert means == pytest.approx([VALUES[name].mean() for name in "ab"])


def test_differences_of_two_runs_query_by_query(report):
    made = picture(report, "query_differences")
    [panel] = made.panels
    apart = VALUES["a"] - VALUES["b"]
    [bars] = of_kind(panel, Bars)
    assert bars.values.tolist() == np.sort(apart)[::-1].tolist()
    [rule] = of_kind(panel, Rule)
    assert rule.at == pytest.approx(apart.mean())
    better, worse = np.count_nonzero(apart > 0), np.count_nonzero(apart < 0)
    said = f"of {N} queries a is better than b on {better}, worse on {worse}"
    assert said in made.title


def test_many_queries_are_fewer_bars():
    grades = RNG.integers(0, 2, (2000, 5))
    lists = {k: RankedLists.from_dense(grades, RNG.random((2000, 5))) for k in "ab"}
    [panel] = picture(evaluate(lists, metrics=["map"]), "query_differences").panels
    [bars] = of_kind(panel, Bars)
    assert len(bars.values) == 720
    a, b = (average_precision(one, None, average=None) for one in lists.values())
    total = float(np.sum(bars.values * np.diff(bars.edges)))
    assert total == pytest.approx(float(np.sum(a - b)))


def test_more_runs_are_held_against_the_best():
    made = picture(evaluate(RUNS, metrics=["map"]), "query_differences")
    assert [panel.title for panel in made.panels] == ["a − b", "a − c"]


def test_what_one_run_and_other_families_lack(report):
    alone = evaluate(RUNS["a"], metrics=["map"])
    with pytest.raises(ValueError, match="there is one run"):
        pictures(alone, "query_differences")
    labels = evaluate([0, 1, 1], [0, 1, 0], metrics=["accuracy"])
    with pytest.raises(ValueError, match="there are no ranked lists"):
        pictures(labels, "cutoffs")
    assert {*KINDS} <= {*kinds()}


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_they_can_be_drawn_and_written(report, kind, tmp_path):
    pytest.importorskip("matplotlib")
    figure = report.plot(kind)
    figure.savefig(tmp_path / "p.png", dpi=30)
    assert figure.axes
    assert "<svg" in report.to_html(language="zh")
