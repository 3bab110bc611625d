"""A name that metrics of several families bear stands for that of the data given."""

import numpy as np
import pytest
from helpers.one_case import one_case
from sklearn.linear_model import LogisticRegression

import fastmetrics as fm
from fastmetrics import catalog
from fastmetrics.cli import main
from fastmetrics.resampling.sweep_plan import SweepPlan

RNG = np.random.default_rng(0)
Y = RNG.integers(0, 2, 60)
SCORES = RNG.normal(Y)
NAMED = np.where(Y, "case", "control")
VALUE = fm.average_precision_score(Y, SCORES)
QRELS = {"q1": {"a": 1, "b": 0}, "q2": {"a": 0, "c": 2}}
RUNS = {
    "A": {"q1": {"a": 0.9, "b": 0.3}, "q2": {"a": 0.8, "c": 0.7}},
    "B": {"q1": {"b": 0.8, "a": 0.1}, "q2": {"c": 0.6, "a": 0.1}},
}
QUICK = {"n_resamples": 20, "random_state": 0}


@one_case("name", ["AP", "MAP", "average_precision"])
def test_of_scores_it_is_the_average_precision(name):
    assert fm.confidence_interval(name, Y, SCORES, **QUICK).estimate == VALUE
    of_case = fm.confidence_interval(name, NAMED, SCORES, pos_label="case", **QUICK)
    assert of_case.estimate == VALUE
    models = {"a": SCORES, "b": -SCORES}
    found = fm.compare(name, Y, y_score=models, **QUICK)
    assert found.values["a"].estimate == VALUE
    assert found.metric == "average_precision_score"
    for given in ({"y_score": SCORES}, {"y_proba": 1 / (1 + np.exp(-SCORES))}):
        report = fm.evaluate(Y, **given, metrics=[name], **QUICK)
        assert report[name].estimate == pytest.approx(VALUE)
        assert report["average_precision_score"] is report[name]
    X = np.column_stack([SCORES, Y[::-1]])
    scored = fm.cross_validate(LogisticRegression(), X, Y, scoring=name)
    assert 0.5 < scored.interval().estimate < 1


@one_case("name", ["AP", "MAP", "map"])
def test_of_ranked_lists_it_is_the_mean_over_queries(name):
    found = fm.compare(name, QRELS, RUNS, **QUICK)
    assert found.metric == "mean_average_precision"
    report = fm.evaluate(QRELS, RUNS, metrics=[name, "nDCG@1"], **QUICK)
    assert {one.estimate for one in report[name].values()} == {0.75}
    lists = [[1, 0, 1]], [[0.3, 0.2, 0.1]]
    one = fm.confidence_interval(name, *lists, **QUICK)
    assert one.estimate == pytest.approx(5 / 6)


def test_where_nothing_fits_all_that_could_be_are_named():
    for ask in (
        lambda: fm.confidence_interval("AP", [0.5, 1.5, 2.5], [1.0, 2.0, 3.0]),
        lambda: fm.compare("AP", ["x", "y", "z"], {"a": list("xyz"), "b": list("zyx")}),
        lambda: fm.evaluate([0.5, 1.5, 2.5], [1.0, 2.0, 3.0], metrics=["AP"]),
    ):
        with pytest.raises(ValueError, match=r"'mean_average_precision'.*'retrieval'"):
            ask()
        with pytest.raises(ValueError, match=r"'average_precision_score'.*'binary_"):
            ask()


def test_the_data_that_tell_it_are_read_once(monkeypatch):
    made = []
    of_scores = SweepPlan.__init__

    def counted(self, *given):
        of_scores(self, *given)
        made.append(self)

    monkeypatch.setattr(SweepPlan, "__init__", counted)
    fm.confidence_interval("AP", Y, SCORES, **QUICK)
    assert len(made) == 1
    fm.compare("AP", Y, y_score={"a": SCORES, "b": -SCORES}, **QUICK)
    assert len(made) == 2


def test_names_are_shared_with_others_only():
    for row in catalog.METRICS.values():
        for name in row.shared_names:
            rows = catalog.namesakes(name)
            assert row in rows[1:]
            metrics = [one for one in rows if one.kind == "metric"]
            assert len({one.task for one in metrics}) == len(metrics)


def test_the_command_line_reads_them_so_too(tmp_path, capsys):
    lines = [f"{y},{s},{-s}" for y, s in zip(NAMED, SCORES, strict=True)]
    file = tmp_path / "scores.csv"
    file.write_text("\n".join(["y,a,b", *lines]))
    given = [str(file), "--truth", "y", "--score", "a", "--score", "b"]
    given += ["--pos-label", "case", "--n-resamples", "20", "--quiet"]
    assert main(["evaluate", *given, "--metrics", "AP"]) == 0
    assert capsys.readouterr().out.startswith("On AP a is ahead of b by ")
    assert main(["compare", *given, "--metric", "AP"]) == 0
    assert capsys.readouterr().out.startswith("AP of 2 models on 60 rows: best is a")
