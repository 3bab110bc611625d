"""A report on clusterings as text, HTML, dicts, frames and pictures."""

import json
import math

import numpy as np
import pytest
from helpers.report_cases import Balanced, head
from helpers.shown import full

from fastmetrics import evaluate

TRUE = ["ant"] * 5 + ["bee"] * 4 + ["cat"]
A = [0, 0, 0, 0, 1, 1, 1, 1, 0, 2]
B = [3, 3, 1, 1, 1, 1, 1, 1, 3, 3]
POINTS = [
    [0, 0],
    [0, 3],
    [4, 0],
    [4, 3],
    [9, 0],
    [9, 1],
    [9, 2],
    [8, 0],
    [1, 1],
    [5, 5],
]
QUICK = {"metrics": ["ari", "mi", "silhouette", "dunn"]}


@pytest.fixture(scope="module")
def report():
    return evaluate(TRUE, {"a": A, "b": B}, X=POINTS, **QUICK)


def block(text, title):
    """Return the lines of the table with this title, trailing blanks cut off."""
    return text.partition(f"{title}\n")[2].partition("\n\n")[0].splitlines()


def test_header(report):
    sizes = "3 true labels: from ant (5, 50.0 %) to cat (1, 10.0 %)"
    assert head(report) == f"10 rows, 2 measurements of each; {sizes}"
    made = evaluate(TRUE, A, task="clustering", metrics=["ari"])
    assert head(made) == f"10 rows; {sizes}"
    made = evaluate(None, A, X=POINTS, metrics=["dunn"])
    assert head(made) == "10 rows, 2 measurements of each"


def test_header_of_equal_sizes():
    made = evaluate(list("aabb"), [0, 1, 1, 1], task="clustering", metrics=["purity"])
    assert head(made) == "4 rows; 2 true labels: 2 (50.0 %) in each"


def test_values(report):
    lines = block(full(report), "Value and 95 % interval")
    assert lines[0].split() == ["Metric", "Name", "a", "b", "Range", "Better"]
    cells = {line.split()[0]: line.split()[2:] for line in lines[2:]}
    assert list(cells) == [*map(report.label, report.metrics)]
    dunn = report.values["a"]["dunn_index"].estimate
    assert cells["dunn"][:2] == [f"{dunn:.4f}", "—"]
    assert cells["dunn"][-4:] == ["[0,", "∞)", "↑", "higher"]
    assert cells["ari"][1].startswith("[")


def test_each_cluster(report):
    lines = block(full(report), "Each cluster: a")
    assert lines[0].split() == [
        "Cluster", "Rows", "%", "of", "all", "rows",
        "Mean", "silhouette", "Mean", "distance", "Diameter",
    ]  # fmt: skip
    row = report.per_cluster["a"][1]
    assert lines[3].split() == [
        "1", "4", "40.0", "%",
        *(f"{x:.4f}" for x in (row.silhouette, row.mean_distance, math.sqrt(5))),
    ]  # fmt: skip
    # A cluster of one row.
    assert lines[4].split() == ["2", "1", "10.0", "%", "0.0000", "0.0000", "0.0000"]


def test_contingency(report):
    title = "Contingency (rows: true, columns: clusters)"
    assert block(full(report), f"{title}: a") == [
        "True  0  1  2",
        "────  ─  ─  ─",
        "ant   4  1  ·",
        "bee   1  3  ·",
        "cat   ·  ·  1",
    ]
    assert block(full(report), f"{title}: b") == [
        "True  1  3",
        "────  ─  ─",
        "ant   3  2",
        "bee   3  1",
        "cat   ·  1",
    ]


def test_ways_and_notes(report):
    text = full(report)
    assert "  differences: same methods, rows left out of both clusterings" in text
    assert "none (—): mi, dunn" in text
    assert report.values["a"]["dunn_index"].reason[:40] in text
    assert "replicates" not in text


def test_titles_name_no_model_where_there_is_one():
    text = full(evaluate(TRUE, A, task="clustering", metrics=["ari"]))
    assert "\nEach cluster\n" in text
    assert "\nContingency (rows: true, columns: clusters)\n" in text
    assert "Diameter" not in text


@pytest.fixture(scope="module")
def many():
    rng = np.random.default_rng(5)
    true = np.arange(3000) % 50
    clusters = np.where(rng.random(3000) < 0.2, rng.integers(0, 40, 3000), true)
    return true, clusters, evaluate(true, clusters, task="clustering", metrics=["ari"])


def test_many_clusters_show_the_largest(many):
    _, clusters, report = many
    labels, sizes = np.unique(clusters, return_counts=True)
    order = np.argsort(-sizes, kind="stable")[:20]
    lines = block(full(report), f"The 20 largest of {len(labels)} clusters")
    shown = [line.split()[:2] for line in lines[2:]]
    assert shown == [[str(labels[i]), str(sizes[i])] for i in order]


def test_many_clusters_show_the_largest_overlaps(many):
    true, clusters, report = many
    pairs, counts = np.unique(
        np.column_stack([true, clusters]), axis=0, return_counts=True
    )
    lines = block(full(report), f"The 20 largest of {len(pairs):,} overlaps")
    cells = [line.split() for line in lines[2:]]
    assert [int(row[2]) for row in cells] == sorted(counts, reverse=True)[:20]
    true_label, cluster, n, of_true, _, of_cluster, _ = cells[0]
    assert of_true == f"{100 * int(n) / (true == int(true_label)).sum():.1f}"
    assert of_cluster == f"{100 * int(n) / (clusters == int(cluster)).sum():.1f}"
    assert "Contingency" not in full(report)


def test_html(report):
    page = Balanced()
    page.feed(report.to_html())
    assert page.open == []
    text = " ".join(page.text)
    assert "Each cluster: b" in text
    assert "Contingency (rows: true, columns: clusters): b" in text


# ------------------------------------------------------------------ for programs


def test_dict(report):
    content = report.to_dict()
    assert json.loads(json.dumps(content, allow_nan=False)) == content
    assert (content["tasks"], content["kind"]) == (["clustering"], "clustering")
    assert (content["n_rows"], content["n_features"]) == (10, 2)
    assert not {"n_positive", "threshold", "classes", "confusion"} & {*content}
    assert content["contingency"]["b"] == {
        "labels": ["ant", "bee", "cat"],
        "clusters": [1, 3],
        "matrix": [[3, 2], [3, 1], [0, 1]],
    }
    row = report.per_cluster["b"][1]
    assert content["per_cluster"]["b"][1] == {
        "label": 3,
        "size": 4,
        "silhouette": row.silhouette,
        "mean_distance": row.mean_distance,
        "diameter": row.diameter,
    }
    dunn = content["models"]["a"]["dunn_index"]
    assert (dunn["low"], dunn["method"]) == (None, "none")
    assert dunn["reason"]


def test_dict_without_points_or_truth():
    made = evaluate(TRUE, A, task="clustering", metrics=["ari"]).to_dict()
    assert made["n_features"] is None
    assert made["per_cluster"]["model"][0] == {
        "label": 0, "size": 5, "silhouette": None, "mean_distance": None,
        "diameter": None,
    }  # fmt: skip
    assert evaluate(None, A, X=POINTS, metrics=["ch"]).to_dict()["contingency"] == {}


def test_dict_of_many_clusters_has_cells():
    true = np.arange(300)
    clusters = np.where(true == 5, 6, true)
    made = evaluate(true, clusters, task="clustering", metrics=["purity"])
    table = made.to_dict()["contingency"]["model"]
    assert "matrix" not in table
    assert [5, 5, 1] in table["cells"]  # the positions of labels 5 and 6
    assert table["clusters"][5] == 6
    assert len(table["cells"]) == 300


def test_frame(report):
    frame = report.to_frame()
    expected = report.values["a"]["silhouette_score"].estimate
    assert frame.loc[("a", "silhouette_score"), "estimate"] == expected
    frame = report.to_frame(per_cluster=True)
    assert frame.index.names == ["model", "cluster"]
    assert len(frame) == 5
    assert frame.loc[("a", 1), "size"] == 4
    assert frame.loc[("b", 3), "diameter"] == report.per_cluster["b"][1].diameter
    assert len(report.to_frame(per_class=True)) == 0
    with pytest.raises(ValueError, match="exclude each other"):
        report.to_frame(differences=True, per_cluster=True)
    labels = evaluate([0, 1, 0, 1], [0, 1, 1, 1], metrics=["accuracy"])
    assert list(labels.to_frame(per_cluster=True)) == [
        "size", "silhouette", "mean_distance", "diameter",
    ]  # fmt: skip
