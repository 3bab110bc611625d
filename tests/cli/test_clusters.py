"""The command line on clusterings: --task clustering, --feature, and bundled wines."""

# ruff: noqa: F811 - fixtures that are imported by name

import json
import re

import numpy as np
import pytest
from helpers.one_case import one_case
from helpers.report_cases import evaluate, file, run  # noqa: F401
from helpers.wine_cases import wine  # noqa: F401

import fastmetrics

ARI = ["--metrics", "ari"]
TRUE = ["ant", "ant", "ant", "bee", "bee", "bee", "cat", "cat"]
A = [0, 0, 0, 1, 1, 2, 2, 2]
B = ["p", "p", "q", "q", "q", "q", "p", "p"]
U = [0.0, 0.5, 1, 5, 6, 9, 10, 12]
V = [10, 20, 10, 30, 20, 30, 20, 10]


def value(report, metric, model="a"):
    return report["models"][model][metric]["estimate"]


def points_of(*columns):
    return np.column_stack(columns).astype(float)


# ------------------------------------------------------------------ what it does


@one_case("how", [["--data", "wine"], ["--task", "clustering"]])
def test_bundled_wine(run, how):
    code, out, err = run("evaluate", *how)
    assert code == 0
    assert "178 rows, 13 measurements of each; 3 true labels: from 1 (71," in out
    for model in ("cluster_k_means", "cluster_complete_linkage"):
        assert f"Each cluster: {model}\n" in out
        assert f"Contingency (rows: true, columns: clusters): {model}\n" in out
    assert "Difference: cluster_k_means − cluster_complete_linkage" in out
    assert "13 features 'alcohol', 'malic_acid', 'ash'," in out
    assert "two clusterings of the Wine data" in err
    assert len(err.splitlines()) == 1
    # Side by side: 0.8975 and 0.5771, in as many digits as are known.
    assert re.search(r"\nAdjusted Rand index +0\.897 .* 0\.577 ", out)


def test_wine_is_standardised(evaluate, wine):
    report = evaluate("--data", "wine")
    expected = fastmetrics.evaluate(
        wine.cultivars, wine.clusterings, X=wine.points, random_state=0
    ).to_dict()
    assert list(report["models"]) == list(expected["models"])
    for model, row in expected["models"].items():
        for metric, one in row.items():
            found = report["models"][model][metric]
            assert found["estimate"] == pytest.approx(one["estimate"], rel=1e-9)
    assert report["contingency"] == expected["contingency"]


def test_same_numbers_as_from_python(evaluate, file):
    path = file(truth=TRUE, a=A, b=B, u=U, v=V)
    options = ["--task", "clustering", "--pred", "a", "--pred", "b"]
    report = evaluate(path, *options, "--feature", "u", "--feature", "v")
    expected = fastmetrics.evaluate(
        TRUE, {"a": A, "b": B}, X=points_of(U, V), random_state=0
    ).to_dict()
    for key in ("models", "differences", "contingency", "per_cluster", "kind"):
        assert report[key] == expected[key]
    assert report["columns"] == {
        "truth": "truth",
        "preds": ["a", "b"],
        "features": ["u", "v"],
    }


def test_truth_alone(evaluate, file):
    report = evaluate(file(truth=TRUE, a=A), "--task", "clustering", "--pred", "a")
    assert "silhouette_score" not in report["metrics"]
    assert value(report, "purity_score") == 7 / 8
    assert "features" not in report["columns"]


def test_features_alone_are_of_clusterings(evaluate, file):
    report = evaluate(file(a=A, u=U, v=V), "--pred", "a", "--feature", "u")
    assert report["tasks"] == ["clustering"]
    assert "adjusted_rand_score" not in report["metrics"]
    expected = fastmetrics.silhouette_score(points_of(U), A)
    assert value(report, "silhouette_score") == pytest.approx(expected)


def test_all_features(run, file):
    path = file(truth=TRUE, a=A, u=U, word=B, v=V)
    options = ["--pred", "a", "--feature", "all", "--json"]
    code, out, err = run("evaluate", path, *options)
    assert code == 0
    report = json.loads(out)
    assert report["columns"]["features"] == ["u", "v"]
    assert "no numbers, so left out: column 'word'" in err
    expected = fastmetrics.calinski_harabasz_score(points_of(U, V), A)
    assert value(report, "calinski_harabasz_score") == pytest.approx(expected)


def test_a_column_that_is_called_all(evaluate, file):
    report = evaluate(file(a=A, all=U, v=V), "--pred", "a", "--feature", "all")
    assert report["columns"]["features"] == ["all"]


def test_standardize(evaluate, file):
    path = file(a=A, u=U, v=V, constant=[7] * 8)
    features = ["--feature", "u", "--feature", "v", "--feature", "constant"]
    report = evaluate(path, "--pred", "a", *features, "--standardize")
    points = points_of(U, V)
    points = (points - points.mean(axis=0)) / points.std(axis=0)
    expected = fastmetrics.silhouette_score(points, A)
    assert value(report, "silhouette_score") == pytest.approx(expected)


@pytest.mark.long
def test_plot(run, file, tmp_path):
    pytest.importorskip("matplotlib")
    path = file(truth=TRUE, a=A, u=U)
    options = ["--pred", "a", "--feature", "u", "--plot", tmp_path / "m.png"]
    code, _, _ = run("evaluate", path, *options)
    assert code == 0
    assert (tmp_path / "m.png").read_bytes().startswith(b"\x89PNG")


def test_metrics_command(run):
    code, out, _ = run("metrics")
    assert code == 0
    lines = {line.split()[0]: line for line in out.splitlines() if line}
    assert "Of clusterings (--task clustering --pred)" in out
    assert "  --truth  " in lines["adjusted_rand_score"]
    assert "  --feature  " in lines["silhouette_score"]


# ------------------------------------------------------------------ guesses


@one_case(
    "names, preds, truth",
    [
        (["label", "cluster"], ["cluster"], "label"),
        (["species", "cluster_a", "b_cluster"], ["cluster_a", "b_cluster"], None),
        (["class", "pred_a", "Cluster ID"], ["pred_a", "Cluster ID"], "class"),
    ],
)
def test_guesses(run, file, names, preds, truth):
    columns = {name: A for name in names} | {"size": U}
    code, out, err = run("evaluate", file(**columns), "--feature", "size", "--json")
    assert code == 0
    found = json.loads(out)["columns"]
    assert found["preds"] == preds
    assert found.get("truth") == truth
    assert "clusters are" in err


def test_the_task_narrows_the_guess(run, file):
    path = file(y=[0, 1, 0, 1], y_pred=[0, 1, 1, 1], score=[0.1, 0.2, 0.3, 0.4])
    for task, role in (("labels", "preds"), ("binary_scores", "scores")):
        metric = ["--metrics", "accuracy" if role == "preds" else "roc_auc"]
        code, out, _ = run("evaluate", path, "--task", task, "--json", *metric)
        assert code == 0
        assert json.loads(out)["tasks"] == [task]
        assert set(json.loads(out)["columns"]) == {"truth", role}


# ------------------------------------------------------------------ bad data


@one_case(
    "columns, options, message",
    [
        ({"a": A}, ["--pred", "a"], "no column name suggests the true"),
        (
            {"truth": TRUE, "x": A},
            [],
            "no column name suggests clusters; give it with --pred",
        ),
        (
            {"truth": TRUE, "a": U},
            ["--pred", "a"],
            "column 'a': 0.5 in row 2 .line 3. is not a lab",
        ),
        (
            {"a": A, "t": TRUE},
            ["--pred", "a", "--feature", "t"],
            "column 't': 'ant' in row 1 .line 2. is not a number",
        ),
        (
            {"a": A, "u": ["nan", *U[1:]]},
            ["--pred", "a", "--feature", "u"],
            "column 'u': 1 of 8 value",
        ),
        ({"a": A, "t": TRUE}, ["--pred", "a", "--feature", "all"], "no column of num"),
        (
            {"a": A, "u": U},
            ["--pred", "a", "--feature", "u", "--feature", "1"],
            "a feature column is given twice",
        ),
        (
            {"t": TRUE, "u": U},
            ["--truth", "u", "--pred", "t", "--feature", "u"],
            "column 'u': is the truth and a feature at once",
        ),
        (
            {"truth": TRUE, "a": A},
            ["--pred", "a", "--metrics", "dunn"],
            "give --feature$",
        ),
        (
            {"truth": TRUE, "a": A},
            ["--pred", "a", "--metrics", "f1"],
            "not a metric of cl",
        ),
    ],
)
def test_bad_columns(run, file, columns, options, message):
    path = file(**columns)
    code, out, err = run("evaluate", path, "--task", "clustering", *options)
    assert (code, out) == (1, "")
    line = err.splitlines()[-1]
    assert line.startswith(f"fastmetrics: {path}: ")
    assert re.search(message, line), line


@one_case(
    "options, useless",
    [
        (["--task", "clustering", "--score", "u"], "--score"),
        (["--feature", "u", "--weight", "u"], "--weight"),
        (["--feature", "u", "--group", "u"], "--group"),
        (["--feature", "u", "--stratified"], "--stratified"),
        (["--feature", "u", "--pos-label", "0"], "--pos-label"),
        (["--task", "labels", "--feature", "u"], "--feature"),
        (["--task", "labels", "--score", "u"], "--score"),
        (["--task", "binary_scores", "--pred", "u"], "--pred"),
        (["--standardize"], "--standardize"),
    ],
)
def test_options_of_other_tasks(run, file, options, useless):
    code, out, err = run("evaluate", file(a=A, u=U), *options)
    assert (code, out) == (2, "")
    assert f"fastmetrics: {useless} does not apply to " in err
