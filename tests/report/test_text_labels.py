"""A report on labels as text, HTML, dicts, frames and pictures."""

import json

import numpy as np
import pytest
from helpers.report_cases import Balanced, head
from helpers.shown import full

from fastmetrics import catalog, evaluate

TRUE = ["cat"] * 5 + ["dog"] * 4 + ["fox"]
A = ["cat", "cat", "cat", "cat", "dog", "dog", "dog", "dog", "cat", "fox"]
B = ["cat", "dog", "dog", "cat", "dog", "dog", "fox", "dog", "cat", "dog"]
QUICK = {"metrics": ["accuracy"], "n_resamples": 20, "random_state": 0}


@pytest.fixture(scope="module")
def report():
    return evaluate(TRUE, {"a": A, "b": B}, **QUICK)


def block(text, title):
    """Return the lines of the table with this title, trailing blanks cut off."""
    return text.partition(f"{title}\n")[2].partition("\n\n")[0].splitlines()


def test_header(report):
    first = head(report)
    assert first == "10 rows of 3 classes: from cat (5, 50.0 %) to fox (1, 10.0 %)"


def test_header_with_weights():
    made = evaluate(TRUE, A, sample_weight=[1.0] * 9 + [3.5], **QUICK)
    assert head(made) == (
        "10 rows of 3 classes: from cat (5, 40.0 %, by weight) to fox (3.5, 28.0 %)"
    )


def test_header_of_two_classes():
    made = evaluate([1, 0, 0, 0], [1, 0, 1, 0], **QUICK)
    assert head(made) == "4 rows: 1 positive (25.0 %, label 1), 3 negative"


def test_header_of_several_labels():
    made = evaluate([[1, 0], [1, 1]], [[1, 0], [0, 1]], **QUICK)
    assert head(made) == "2 rows, 2 labels; 1.50 true labels per row"


def test_confusion_matrix(report):
    text = full(report)
    title = "Confusion matrix (rows: true, columns: predicted)"
    assert block(text, f"{title}: a") == [
        "True  cat  dog  fox",
        "────  ───  ───  ───",
        "cat     4    1    ·",
        "dog     1    3    ·",
        "fox     ·    ·    1",
    ]
    assert block(text, f"{title}: b") == [
        "True  cat  dog  fox",
        "────  ───  ───  ───",
        "cat     2    3    ·",
        "dog     1    2    1",
        "fox     ·    1    0",
    ]


def test_each_class(report):
    lines = block(full(report), "Each class: a")
    assert lines[0].split() == [
        "Class", "Precision", "Recall", "F1", "Support", "Predicted",
    ]  # fmt: skip
    # Wilson's interval of 4 of 5 at 95 %.
    assert lines[2].split() == [
        "cat", "0.80", "[0.38,", "0.96]", "0.80", "[0.38,", "0.96]", "0.80", "5", "5",
    ]  # fmt: skip
    assert [line.split()[0] for line in lines[2:]] == ["cat", "dog", "fox"]


def test_titles_name_no_model_where_there_is_one():
    text = full(evaluate(TRUE, A, **QUICK))
    assert "\nEach class\n" in text
    assert "\nConfusion matrix (rows: true, columns: predicted)\n" in text
    assert "\nValue and 95 % interval\n" in text


def test_never_predicted_is_undefined():
    lines = block(
        full(evaluate(["a", "b"], ["a", "a"], **QUICK, pos_label="a")), "Each class"
    )
    assert lines[3].split()[:3] == ["b", "undefined", "—"]


def test_ways_and_notes(report):
    text = full(report)
    assert "Wilson's score interval: Accuracy\n" in text
    assert "Wilson's score interval: precision and recall of each class" in text


def test_long_labels_are_cut_in_the_header_only():
    names = {name: f"{name}_with_a_name_that_is_long" for name in ("cat", "dog", "fox")}
    true, pred = ([names[one] for one in column] for column in (TRUE, A))
    lines = block(
        full(evaluate(true, pred, **QUICK)),
        "Confusion matrix (rows: true, columns: predicted)",
    )
    assert lines[0].split() == ["True", "cat_wit…", "dog_wit…", "fox_wit…"]
    assert [line.split()[0] for line in lines[2:]] == list(names.values())
    assert max(map(len, lines)) <= 100


@pytest.fixture(scope="module")
def many():
    rng = np.random.default_rng(5)
    true = np.arange(3000) % 50
    wrong = rng.random(3000) < 0.2
    pred = np.where(wrong, rng.integers(0, 50, 3000), true)
    pred[np.flatnonzero(true == 7)[:20]] = 11  # what is confused most
    return true, pred, evaluate(true, pred, **QUICK)


def test_many_classes_show_the_most_frequent_confusions(many):
    true, pred, report = many
    pairs, counts = np.unique(
        np.column_stack([true, pred])[true != pred], axis=0, return_counts=True
    )
    lines = block(full(report), f"The 20 most frequent of {len(pairs)} confusions")
    assert len(lines) == 22
    cells = [line.split() for line in lines[2:]]
    assert cells[0][:2] == ["7", "11"]
    assert int(cells[0][2]) == counts.max() >= 20
    assert cells[0][3] == f"{100 * counts.max() / 60:.1f}"
    shown = [int(row[2]) for row in cells]
    assert shown == sorted(counts, reverse=True)[:20]
    assert "Confusion matrix" not in full(report)


def test_many_classes_show_the_worst(many):
    _, _, report = many
    lines = block(full(report), "The 20 of 50 classes with the lowest F1")
    shown = [line.split()[0] for line in lines[2:]]
    rows = sorted(report.per_class["model"], key=lambda row: row.f1)
    assert shown == [str(row.label) for row in rows[:20]]
    assert len(report.per_class["model"]) == 50


def test_twenty_classes_are_still_a_matrix():
    for times, title, hits in (
        (1, "Confusion matrix (rows: true, columns: predicted)", "199"),
        # 20 columns of "19,900" are too wide.
        (100, "Confusion matrix (% of the true class; columns: predicted)", "100"),
    ):
        true = np.arange(4000) % 20
        pred = true.copy()
        pred[:20] = 0  # one row of each class
        lines = block(
            full(evaluate(np.tile(true, times), np.tile(pred, times), **QUICK)), title
        )
        assert len(lines) == 22, times
        assert max(map(len, lines)) <= 100, times
        cells = lines[2 + 7].split()
        assert cells[0] == "7", times
        assert cells[1 + 7] == hits, times
        assert cells[1] == ("1" if times == 1 else "0"), (
            times
        )  # 0.5 % is not nothing, which is ·
        assert cells.count("·") == 18, times


def test_labels_of_several_columns():
    true = [[1, 0, 1], [1, 1, 0], [0, 0, 1]]
    pred = [[1, 1, 1], [0, 1, 0], [0, 0, 0]]
    made = evaluate(true, pred, **QUICK)
    lines = block(full(made), "Counts of each label")
    assert [line.split() for line in lines[2:]] == [
        ["0", "1", "0", "1", "1"],
        ["1", "1", "1", "0", "1"],
        ["2", "1", "0", "1", "1"],
    ]
    matrices = made.to_dict()["confusion"]["model"]["matrices"]
    assert matrices == [[[1, 0], [1, 1]], [[1, 1], [0, 1]], [[1, 0], [1, 1]]]


def test_html(report):
    made = evaluate(
        [f"<{one}>" for one in TRUE], {"<b>&": [f"<{one}>" for one in A]}, **QUICK
    )
    page = Balanced()
    page.feed(made.to_html())
    assert page.open == []
    text = " ".join(page.text)
    assert "<cat>" in text
    assert "Confusion matrix" in text
    assert "Each class" in text
    page = Balanced()
    page.feed(report.to_html())
    assert "Confusion matrix (rows: true, columns: predicted): b" in " ".join(page.text)


# ------------------------------------------------------------------ for programs


def test_dict(report):
    content = report.to_dict()
    assert json.loads(json.dumps(content, allow_nan=False)) == content
    assert content["tasks"] == ["labels"]
    assert content["kind"] == "multiclass"
    assert content["n_positive"] is None
    assert content["classes"] == [
        {"label": "cat", "support": 5},
        {"label": "dog", "support": 4},
        {"label": "fox", "support": 1},
    ]
    assert content["confusion"]["b"] == {
        "labels": ["cat", "dog", "fox"],
        "matrix": [[2, 3, 0], [1, 2, 1], [0, 1, 0]],
    }
    dog = content["per_class"]["b"][1]
    assert (dog["label"], dog["hits"], dog["support"], dog["predicted"]) == (
        "dog", 2, 4, 6,
    )  # fmt: skip
    assert dog["recall"]["estimate"] == 0.5
    assert dog["recall"]["method"] == "wilson"
    assert list(content["models"]) == ["a", "b"]


def test_dict_of_many_classes_has_cells():
    true = np.arange(300)
    pred = np.where(true == 5, 6, true)
    confusion = evaluate(true, pred, **QUICK).to_dict()["confusion"]["model"]
    assert "matrix" not in confusion
    assert [5, 6, 1] in confusion["cells"]
    assert [5, 5, 1] not in confusion["cells"]
    assert len(confusion["cells"]) == 300


def test_frame(report):
    frame = report.to_frame()
    assert frame.loc[("a", "accuracy_score"), "estimate"] == 0.8
    frame = report.to_frame(per_class=True)
    assert frame.index.names == ["model", "class"]
    assert len(frame) == 6
    assert frame.loc[("b", "dog"), "recall"] == 0.5
    assert frame.loc[("b", "dog"), "support"] == 4
    row = report.per_class["a"][0]
    assert frame.loc[("a", "cat"), "precision_low"] == row.precision.low
    assert frame.loc[("a", "cat"), "f1"] == row.f1
    with pytest.raises(ValueError, match="exclude each other"):
        report.to_frame(differences=True, per_class=True)


def test_frame_per_class_of_scores_is_empty():
    made = evaluate([0, 1, 0, 1], y_score=[0.1, 0.2, 0.3, 0.4], metrics=["roc_auc"])
    frame = made.to_frame(per_class=True)
    assert len(frame) == 0
    assert frame.index.names == ["model", "class"]
    assert "precision_low" in frame


def test_every_way_has_words():
    from fastmetrics.report.sentences import METHOD_TEXTS

    for way in {*catalog.METHODS, "exact"} - {"auto"}:
        assert way in METHOD_TEXTS
