"""A report is a header and a section per family: who judges, and who answers what."""

import ast
import copy
import json
import pickle
import re
from graphlib import TopologicalSorter
from pathlib import Path

import numpy as np
import pytest
from helpers.shown import full

import fastmetrics
from fastmetrics import catalog, evaluate
from fastmetrics.report import sections
from fastmetrics.resampling import PLANS

Y = [0, 1, 0, 1, 1, 0, 1, 0]
S = [0.1, 0.8, 0.3, 0.9, 0.4, 0.5, 0.7, 0.2]
P = [0, 1, 0, 1, 0, 1, 1, 0]
X = [[0.0], [9], [1], [8], [7], [2], [9], [1]]
QUICK = {"n_resamples": 20, "random_state": 0}


@pytest.fixture(scope="module")
def scores():
    return evaluate(Y, y_score=S, metrics=["roc_auc", "gini"], **QUICK)


@pytest.fixture(scope="module")
def labels():
    return evaluate(Y, {"a": P, "b": Y}, metrics=["accuracy"], **QUICK)


@pytest.fixture(scope="module")
def clusters():
    return evaluate(Y, P, X=X, metrics=["ari", "dunn"])


# ------------------------------------------------------------------ the registry


def test_every_family_has_a_plan_and_a_section():
    assert list(sections.SECTIONS) == list(PLANS) == list(catalog.FAMILIES)
    for name, section in sections.sections().items():
        assert section.family == name


def test_only_sections_know_their_family_by_name():
    folder = Path(sections.__file__).parents[1]
    names = re.compile("|".join(f"[\"']{name}[\"']" for name in catalog.FAMILIES))
    for path in folder.rglob("*.py"):
        if path.parent.name != "sections":
            source = re.sub(r'""".*?"""', "", path.read_text("utf-8"), flags=re.S)
            assert not names.search(source), path


def imports(path):
    """Yield what a module imports, wherever in it; but not for type checkers only."""
    nodes = [ast.parse(path.read_text("utf-8"))]
    while nodes:
        node = nodes.pop()
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            continue
        if isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
            yield node.module
        nodes += ast.iter_child_nodes(node)


def test_modules_of_the_report_import_each_other_one_way():
    folder = Path(sections.__file__).parents[1]
    graph = {}
    for path in folder.rglob("*.py"):
        parts = path.relative_to(folder.parents[1]).with_suffix("").parts
        name = ".".join(parts).removesuffix(".__init__")
        graph[name] = {one for one in imports(path) if one != name}
    graph = {name: {*graph} & found for name, found in graph.items()}
    order = [*TopologicalSorter(graph).static_order()]  # raises for a circle
    steps = ["sections", "sections.labels", "evaluation"]
    places = [order.index(f"fastmetrics.report.{step}") for step in steps]
    assert places == sorted(places)
    assert not any("judge" in found for found in graph["fastmetrics.report.content"])


# ------------------------------------------------------------------ what it answers


def test_a_metric_of_the_report_by_name(scores, labels):
    assert scores["roc_auc_score"] is scores.values["model"]["roc_auc_score"]
    assert scores["gini"] is scores["gini_coefficient"]
    assert labels["accuracy"] == {
        "a": labels.values["a"]["accuracy_score"],
        "b": labels.values["b"]["accuracy_score"],
    }
    with pytest.raises(KeyError, match="'f1_score' is not in this report: accuracy_sc"):
        labels["f1"]
    with pytest.raises(KeyError, match="did you mean"):
        labels["acuracy"]


def test_the_model_without_a_name_is_called_model(scores, clusters):
    both = evaluate(Y, P, y_score=S, metrics=["roc_auc", "accuracy"], **QUICK)
    derived = evaluate(Y, y_score=S, threshold=0.5, metrics=["accuracy"], **QUICK)
    for report in (scores, clusters, both, derived):
        assert report.models == ["model"]
    assert (both.tasks, derived.tasks) == (["binary_scores", "labels"], ["labels"])


def test_sections_answer_for_the_report(scores, labels, clusters):
    assert (scores.kind, labels.kind, clusters.kind) == (
        "binary", "binary", "clustering",
    )  # fmt: skip
    assert scores.n_positive == labels.n_positive == 4
    assert (labels.prevalence, scores.pos_label, scores.threshold) == (0.5, 1, None)
    assert scores.tests == {}
    assert clusters.n_features == 1
    assert "per_class" in dir(labels)
    assert "per_class" not in dir(scores)


@pytest.mark.parametrize(
    ("which", "name", "who"),
    [
        ("scores", "counts", "labels"),
        ("labels", "tests", "binary_scores"),
        ("clusters", "n_positive", "binary_scores or labels or probabilities"),
        ("labels", "per_cluster", "clustering"),
    ],
)
def test_what_no_section_has_is_said_to_be_of_another_family(which, name, who, request):
    report = request.getfixturevalue(which)
    assert not hasattr(report, name)
    with pytest.raises(AttributeError, match=f"has no {name!r}; one of {who} has"):
        getattr(report, name)
    with pytest.raises(AttributeError, match="has no attribute 'colour'"):
        _ = report.colour


def test_a_report_can_be_copied_and_pickled(scores, labels, clusters):
    for report in (scores, labels, clusters):
        for other in (copy.copy(report), pickle.loads(pickle.dumps(report))):
            assert full(other) == full(report)
            assert other.to_dict() == report.to_dict()


def test_json_has_the_keys_that_apply(scores, labels, clusters):
    of_labels = {"classes", "per_class", "confusion"}
    of_two_classes = {"n_positive", "prevalence", "pos_label", "threshold"}
    of_clusters = {"n_features", "per_cluster", "contingency"}
    for report, keys in (
        (scores, of_two_classes),
        (labels, of_two_classes | of_labels),
        (clusters, of_clusters),
    ):
        content = report.to_dict()
        every = of_labels | of_two_classes | of_clusters
        assert every & {*content} == keys
        assert {"tasks", "kind", "n_rows", "models", "differences"} <= {*content}
        json.dumps(content, allow_nan=False)


def test_frames_by_the_name_that_a_section_offers(labels, clusters):
    frame = labels.to_frame(per="class")
    assert frame.equals(labels.to_frame(per_class=True))
    assert frame.equals(labels.to_frame(per="class", per_class=True))
    assert frame.index.names == ["model", "class"]
    assert clusters.to_frame(per="cluster").index.names == ["model", "cluster"]
    assert len(labels.to_frame(per="cluster")) == 0
    with pytest.raises(ValueError, match="'row'; it must be one of class, cluster"):
        labels.to_frame(per="row")
    with pytest.raises(ValueError, match="exclude each other"):
        labels.to_frame(per="class", per_cluster=True)


def test_scores_and_labels_say_the_rows_once():
    weights = [0, 1, 1, 1, 1, 1, 1, 2]
    report = evaluate(
        Y, P, y_score=S, sample_weight=weights, metrics=["roc_auc", "accuracy"], **QUICK
    )
    head = full(report).split("\n\n")[1].splitlines()
    assert sum("8 rows" in line or "7 rows" in line for line in head) == 1
    assert head[0].startswith("7 rows: 4 positive")
    assert head[1].startswith("By weight: 4 positive")


# ------------------------------------------------------------------ who judges


def test_models_need_not_have_the_same_columns():
    report = evaluate(Y, {"a": P, "b": Y}, y_score={"b": S, "c": S}, **QUICK)
    assert report.models == ["a", "b", "c"]
    assert report.sections["labels"].models == ["a", "b"]
    assert report.sections["binary_scores"].models == ["b", "c"]
    assert list(report.differences) == [("a", "b"), ("b", "c")]
    assert list(report["roc_auc"]) == ["b", "c"]


def test_an_argument_that_no_family_takes():
    for given, message in (
        (
            {"y_scores": S},
            "there is no argument 'y_scores'; did you mean 'y_score'",
        ),
        ({"treshold": 0.5}, "did you mean 'threshold'"),
        ({"sample_weights": Y}, "did you mean 'sample_weight'"),
        ({"qqq": 1}, "there is no argument 'qqq'$"),
    ):
        with pytest.raises(TypeError, match=message):
            evaluate(Y, P, **given)


def test_nothing_to_judge():
    with pytest.raises(
        TypeError,
        match=re.escape(
            "give recommended (recommendation), y_pred (labels), y_proba "
            "(probabilities), y_score (scores) or several of these: nothing is"
        ),
    ):
        evaluate(Y)
    message = "y_true is None; only clusterings can do without, given X"
    with pytest.raises(TypeError, match=message):
        evaluate(y_score=S)


def test_clusterings_judge_alone():
    with pytest.raises(ValueError, match="task='clustering' has no use for y_score"):
        evaluate(Y, P, y_score=S, X=X)


def test_sorted_scores_in_place_of_the_columns():
    sweep = fastmetrics.ScoreSweep.from_scores(Y, S)
    report = evaluate(sweep, stratified=True, **QUICK)
    from_columns = evaluate(Y, y_score=S, stratified=True, **QUICK)
    assert report.to_dict() == from_columns.to_dict()
    pytest.importorskip("matplotlib")
    for ax, other in zip(report.plot().axes, from_columns.plot().axes, strict=True):
        for line, same in zip(ax.lines, other.lines, strict=True):
            assert np.array_equal(line.get_xydata(), same.get_xydata(), equal_nan=True)


def test_a_contingency_table_in_place_of_the_columns():
    from_columns = evaluate(Y, np.array(P) + 5, task="clustering")
    table = from_columns.contingency["model"]
    report = evaluate(table, random_state=from_columns.seed)
    assert report.to_dict() == from_columns.to_dict()
    assert full(report) == full(from_columns)


def test_counts_of_several_labels_in_place_of_the_columns():
    rng = np.random.default_rng(0)
    y, pred = rng.integers(0, 2, (2, 30, 3))
    counts = fastmetrics.IndicatorCounts.from_labels(y, pred)
    report, from_columns = evaluate(counts, **QUICK), evaluate(y, pred, **QUICK)
    assert report.metrics == from_columns.metrics
    for name, one in report.values["model"].items():
        assert one.estimate == pytest.approx(from_columns[name].estimate)
    assert report["hamming_loss"].reason  # rows cannot be drawn from it


def test_a_summary_in_place_of_the_columns():
    counts = fastmetrics.ConfusionCounts.from_labels(Y, P)
    report = evaluate(counts, **QUICK)
    from_columns = evaluate(Y, P, **QUICK)
    assert report.tasks == ["labels"]
    assert report.to_dict() == from_columns.to_dict()
    assert full(report) == full(from_columns)
    with pytest.raises(
        ValueError, match="'clustering' cannot evaluate a ConfusionCoun"
    ):
        evaluate(counts, task="clustering")
    with pytest.raises(TypeError, match="ConfusionCounts needs no other data, got"):
        evaluate(counts, P)
    with pytest.raises(TypeError, match="no rows that sample_weight belong to"):
        evaluate(counts, sample_weight=np.ones(8))


def test_scores_in_place_of_labels_are_told_where_they_go():
    for given in (S, {"a": P, "b": S}):
        with pytest.raises(ValueError, match="look like scores: give them as y_score="):
            evaluate(Y, given, **QUICK)
    assert evaluate(Y, [float(one) for one in P], **QUICK).n_rows == len(Y)


def test_sparse_labels_are_not_taken_for_scores():
    sparse = pytest.importorskip("scipy.sparse")
    column = sparse.csr_array(np.array([0.0, 1.0])[:, None])
    with pytest.raises(TypeError, match="sparse input is only supported"):
        evaluate([1, 1], column, **QUICK)


def test_several_positive_labels_are_refused():
    with pytest.raises(ValueError, match="is not a valid label"):
        evaluate(Y, P, pos_label=np.array([True, False]), **QUICK)


def test_scores_with_hardly_any_range_are_drawn():
    pytest.importorskip("matplotlib")
    scores = 1e-323 * np.arange(len(Y))
    report = evaluate(Y, y_score=scores, metrics=["ks_statistic"], **QUICK)
    assert "<svg" in report.to_html()
