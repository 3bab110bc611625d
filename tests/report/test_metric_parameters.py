"""Metrics asked for with parameters: one reader, whoever asks and in what words."""

import json
from functools import partial

import numpy as np
import pytest
from helpers.one_case import one_case
from helpers.shown import full

import fastmetrics as fm
from fastmetrics import catalog
from fastmetrics.__main__ import main
from fastmetrics.cli.common_options import metric_names as read_list
from fastmetrics.report.models import metric_names

# 3 hits, 1 false alarm, 2 misses: precision 3/4, recall 3/5, so
# F = (1 + β²) · 3 / ((1 + β²) · 3 + β² · 2 + 1), 3.75/5.25 at ½ and 15/24 at 2.
Y = [1, 1, 1, 1, 1, 0, 0, 0, 0, 0]
P = [1, 1, 1, 0, 0, 1, 0, 0, 0, 0]
OTHER = [1, 1, 1, 1, 0, 1, 1, 0, 0, 0]
HALF, TWO = 3.75 / 5.25, 15 / 24
NAME = "fbeta_score(beta=0.5)"
SPELLINGS = [
    "fbeta_score:beta=0.5",
    NAME,
    "fbeta(beta=0.5)",
    " fbeta_score : beta = .5",
    ("fbeta_score", {"beta": 0.5}),
    ("fbeta", {"beta": np.float64(0.5)}),
    (fm.fbeta_score, {"beta": 0.5}),
    partial(fm.fbeta_score, beta=0.5),
]


@pytest.mark.long
def test_every_spelling_is_one_metric():
    for asked in SPELLINGS:
        report = fm.evaluate(Y, P, metrics=[asked], random_state=0)
        assert report.metrics == [NAME], asked
        assert report[NAME].estimate == HALF, asked
        found = fm.confidence_interval(asked, Y, P, random_state=0)
        assert found.estimate == HALF, asked
        assert (found.low, found.high) == (report[NAME].low, report[NAME].high), asked
        models = {"a": P, "b": OTHER}
        compared = fm.compare([asked, "f1_score"], Y, y_pred=models, random_state=0)
        assert [*compared] == [NAME, "f1_score"], asked
        running = fm.Accumulator([asked])
        running.update(Y, P)
        assert [*running.compute().values()] == [HALF], asked
        by = fm.by_group([asked], Y, P, by=[0] * 10)
        assert full(by).count("0.71") >= 1, asked


@pytest.mark.long
@one_case("function", [fm.precision_score, fm.f1_score, fm.jaccard_score, "f2"])
def test_an_average_is_for_the_labels_that_it_is_for(function):
    """A metric of two classes, with an average: of several classes and of labels."""
    name = function if isinstance(function, str) else function.__name__
    function = partial(fm.fbeta_score, beta=2) if name == "f2" else function
    marks, other = (
        np.eye(3, dtype=int)[[0, 1, 2, 0]],
        np.eye(3, dtype=int)[[0, 2, 1, 0]],
    )
    several = ["a", "b", "c", "a"], ["a", "c", "b", "a"]
    asked = [(several, "macro"), (several, "weighted"), (several, "micro")]
    for (true, said), average in [*asked, ((marks, other), "samples")]:
        expected = function(true, said, average=average)
        spellings = [
            (name, {"average": average}),
            f"{name}(average={average!r})",
            f"{name}:average={average}",
            partial(function, average=average),
        ]
        for one in spellings:
            report = fm.evaluate(true, said, metrics=[one], random_state=0)
            assert report[report.metrics[0]].estimate == expected, one
            running = fm.Accumulator([one])
            for k in range(4):
                running.update(true[k : k + 1], said[k : k + 1])
            assert running.compute(running.names[0]) == pytest.approx(expected), one
    with pytest.raises(ValueError, match="is for binary labels; these are multiclass"):
        fm.evaluate(*several, metrics=[name])
    each = fm.Accumulator((name, {"average": None}))
    each.update(*several)
    found = each.compute(each.names[0])
    np.testing.assert_array_equal(found, function(*several, average=None))


def test_one_metric_with_several_parameters():
    metrics = ["f1_score", SPELLINGS[0], ("fbeta_score", {"beta": 2})]
    report = fm.evaluate(Y, {"a": P, "b": OTHER}, metrics=metrics, random_state=0)
    assert report.metrics == ["f1_score", NAME, "fbeta_score(beta=2)"]
    assert report["fbeta_score:beta=2"]["a"].estimate == TWO
    text = full(report)
    assert "fbeta_score:beta=0.5" in text
    assert "fbeta_score(beta=2)" in text
    assert [*report.to_dict()["models"]["a"]] == report.metrics
    [verdict] = report.require("fbeta_score(beta=2): a >= 0.6")
    assert verdict.value == TWO
    [verdict] = report.require("fbeta_score(beta=2): b - a .high > 0")
    assert verdict.holds


def test_parameters_that_only_names_can_give():
    """Costs, a part of the ROC curve and the number of features: worked by hand."""
    cost = ("cost_sensitive_error", {"cost_matrix": np.array([[0, 5], [1, 0]])})
    report = fm.evaluate(Y, P, metrics=[cost], random_state=0)
    [name] = report.metrics
    assert name == "cost_sensitive_error(cost_matrix=[[0, 5], [1, 0]])"
    assert report[name].estimate == (5 + 2) / 10
    assert catalog.find(name).parameters == {"cost_matrix": [[0, 5], [1, 0]]}
    scores = [0.9, 0.8, 0.7, 0.4, 0.3, 0.6, 0.5, 0.2, 0.1, 0.0]
    report = fm.evaluate(Y, y_score=scores, metrics=["roc_auc:max_fpr=0.2"])
    told = fm.roc_auc_score(Y, scores, max_fpr=0.2)
    assert report["roc_auc_score(max_fpr=0.2)"].estimate == told
    seen, said = [1.0, 2, 3, 4, 5], [1.0, 2, 3, 4, 4]
    # R² = 1 − 1/10, and of 2 features 1 − (1 − R²) · 4/2.
    report = fm.evaluate(seen, said, metrics=["adjusted_r2_score:n_features=2"])
    found = report["adjusted_r2_score:n_features=2"].estimate
    assert found == pytest.approx(0.8, abs=1e-15)  # two roundings


def test_what_the_record_says_of_defaults_is_not_said_of_others():
    row = catalog.find("balanced_accuracy_score:adjusted=True")
    assert (row.lower, row.upper) == (-np.inf, np.inf)
    assert catalog.find("roc_auc_score:max_fpr=0.1").chance is None
    assert catalog.find("fbeta:beta=2").required == ()
    assert catalog.find("partial_auc_score:max_fpr=0.1").required == ()


def test_a_name_is_read_again_as_it_was_written():
    for beta in (0, 0.5, 1e-300, float("inf")):
        [name] = metric_names([("fbeta_score", {"beta": beta, "average": "macro"})])
        assert catalog.find(name).parameters == {"beta": beta, "average": "macro"}, beta
        assert metric_names([name]) == {name: name}, beta


def test_what_is_refused():
    for asked, error, says in (
        ("fbeta_score:bet=1", ValueError, "no parameter 'bet'; it has average, beta"),
        ("fbeta_score:beta=", ValueError, "must be parameter=value"),
        ("fbeta_score(beta=1, beta=2)", ValueError, "says 'beta' twice"),
        ("fbeta_score(0.5)", ValueError, "did you mean 'fbeta_score'"),
        ("fbeta_score(0.5, beta=1)", ValueError, "must be parameter=value"),
        ("fbeta_score(beta=__import__('os'))", ValueError, "parameter=value"),
        ("fbeta_score(beta=1) + f(x=1)", ValueError, "must be parameter=value"),
        ("fbeta_score(beta=1)(beta=2)", ValueError, "must be parameter=value"),
        ("fbeta_score", ValueError, "say it in the name, as in 'fbeta_score.beta=…"),
        ("partial_auc_score", ValueError, "as in 'partial_auc_score.max_fpr=…"),
        ("fbeta_score:beta=-1", ValueError, "beta must be a number of 0 or more"),
        ("fbeta_score:beta=[1, 2]", TypeError, "beta must be a number, got list"),
        (("fbeta_score", {"beta": "x"}), TypeError, "beta must be a number, got str"),
        ("f1_score:average=None", ValueError, "an interval needs one number"),
        ("none:beta=1", ValueError, "no metric is called"),
        ("f1_score:y_true=1", ValueError, "no parameter 'y_true'"),
        ("roc_curve:drop_intermediate=False", ValueError, "not a single number"),
        (("fbeta_score",), TypeError, "metrics must be names"),
        (3, TypeError, "metrics must be names"),
        (np.array(3), TypeError, "metrics must be names"),
        (lambda a, b: 1.0, ValueError, "not a function of the catalog"),
    ):
        scored = isinstance(asked, str) and asked.startswith("partial_auc")
        data = {"y_score": P} if scored else {"y_pred": P}
        with pytest.raises(error, match=says):
            fm.evaluate(Y, **data, metrics=[asked], random_state=0)


def test_a_pair_has_no_parameter_that_its_metric_lacks():
    pair = "accuracy", {"foo": 1}
    for ask in (
        lambda: fm.confidence_interval(pair, Y, P),
        lambda: fm.compare(pair, Y, y_pred={"a": P, "b": Y}),
        lambda: fm.by_group(pair, Y, P, by=Y),
        lambda: fm.evaluate(Y, P, metrics=[pair]),
        lambda: fm.Accumulator(pair),
        lambda: fm.SequentialTest(pair, null=0.5),
    ):
        with pytest.raises(TypeError, match="has 'foo'; accuracy_score takes"):
            ask()
    labels = "recall_score", {"labels": np.array([0, 1]), "average": "micro"}
    found = fm.by_group({"it": labels}, Y, P, by=np.zeros(len(Y), int))
    right = fm.recall_score(Y, P, labels=[0, 1], average="micro")
    assert found.by_group["it"].tolist() == [right]


def test_lists_of_the_command_line():
    """A comma ends a metric but inside brackets, and before the next parameter."""
    text = "f1, fbeta:beta=2,average=macro, total_cost(cost_matrix=[[0, 5], [1, 0]])"
    assert read_list(text) == [
        "f1",
        "fbeta:beta=2,average=macro",
        "total_cost(cost_matrix=[[0, 5], [1, 0]])",
    ]


def test_command_line(tmp_path, capsys):
    path = tmp_path / "rows.csv"
    rows = zip(Y, P, OTHER, strict=True)
    lines = [f"{one},{two},{three}" for one, two, three in rows]
    path.write_text("\n".join(["y,a,b", *lines]))
    asked = ["--metrics", "f1_score,fbeta_score:beta=0.5", "--json"]
    assert main(["evaluate", str(path), "--truth", "y", "--pred", "a", *asked]) == 0
    told = json.loads(capsys.readouterr().out)
    [found] = told["models"].values()
    assert found[NAME]["estimate"] == HALF
    assert told["metrics"][NAME]["asked"] == "fbeta_score:beta=0.5"
    two = ["--truth", "y", "--pred", "a", "--pred", "b", "--metric", SPELLINGS[0]]
    assert main(["compare", str(path), *two]) == 0
    assert "beta=0.5" in capsys.readouterr().out
