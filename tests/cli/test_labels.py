"""The command line on labels: --pred, --threshold, and labels as files hold them."""

# ruff: noqa: F811 - fixtures that are imported by name

import json
import re

import numpy as np
import pyarrow as pa
import pyarrow.parquet
import pytest
from helpers.one_case import one_case
from helpers.report_cases import S, Y, csv_of, evaluate, file, run  # noqa: F401

import fastmetrics

ACCURACY = ["--metrics", "accuracy_score"]
QUICK = ["--n-resamples", 20]
P = [1, 0, 1, 0, 0, 1, 1, 0]
COLOURS = ["red", "green", "blue", "red", "green", "blue", "red", "red"]
GUESSES = ["red", "green", "red", "red", "blue", "blue", "red", "green"]


def accuracy_of(report, model="pred"):
    return report["models"][model]["accuracy_score"]["estimate"]


# ------------------------------------------------------------------ what it does


def test_bundled_digits(run):
    code, out, err = run("evaluate", "--data", "digits", *QUICK)
    assert code == 0
    assert "1,797 rows of 10 classes" in out
    for model in ("logistic_regression", "decision_tree"):
        assert f"Each class: {model}\n" in out
        assert f"(rows: true, columns: predicted): {model}\n" in out
        assert f"Each class against the others: {model}\n" in out
    assert "Difference: logistic_regression − decision_tree" in out
    first, second = err.splitlines()
    assert "Optical Recognition of Handwritten Digits" in first
    assert "matched to classes by name: 'proba_logistic_regression_*' are 0" in second
    accuracy = next(line for line in out.splitlines() if line.startswith("Accuracy"))
    assert re.search(r"0\.9677 \[.*0\.8642 \[", accuracy)


def test_same_numbers_as_from_python(evaluate, file):
    path = file(truth=COLOURS, a=GUESSES, b=COLOURS[::-1])
    report = evaluate(path, "--pred", "a", "--pred", "b", *QUICK)
    expected = fastmetrics.evaluate(
        COLOURS, {"a": GUESSES, "b": COLOURS[::-1]}, n_resamples=20, random_state=0
    ).to_dict()
    for key in ("models", "differences", "confusion", "per_class", "classes", "kind"):
        assert report[key] == expected[key]
    assert report["columns"] == {"truth": "truth", "preds": ["a", "b"]}
    matrix = report["confusion"]["a"]
    assert matrix["labels"] == ["blue", "green", "red"]
    assert matrix["matrix"] == [[1, 0, 1], [1, 1, 0], [0, 1, 3]]


def test_scores_and_labels_of_one_model(evaluate, file):
    path = file(y=Y, score_a=S, pred_a=P, score_b=S[::-1], pred_b=P[::-1])
    report = evaluate(path, *QUICK)
    assert list(report["models"]) == ["a", "b"]
    assert {"roc_auc_score", "f1_score"} <= set(report["models"]["a"])
    assert report["columns"]["scores"] == ["score_a", "score_b"]
    assert report["columns"]["preds"] == ["pred_a", "pred_b"]
    assert report["tasks"] == ["binary_scores", "labels"]


@one_case(
    "score, pred, model",
    [
        ("y_score", "y_pred", "model"),
        ("rf_proba", "rf_pred", "rf"),
        ("logit", "pred_logit", "logit"),
        ("risk", "verdict", "risk, verdict"),
    ],
)
def test_names_of_a_model_with_both(evaluate, file, score, pred, model):
    path = file(**{"truth": Y, score: S, pred: P})
    report = evaluate(path, "--score", score, "--pred", pred, *ACCURACY)
    assert list(report["models"]) == [model]
    assert accuracy_of(report, model) == 0.75


def test_names_that_differ_are_models_that_differ(evaluate, file):
    path = file(y=Y, score_a=S, pred_b=P, pred_c=P)
    report = evaluate(path, *QUICK)
    assert list(report["models"]) == ["pred_b", "pred_c", "score_a"]


def test_a_strict_threshold(evaluate, run, file):
    scores = [0.25, 0.5, 0.5, 0.75]
    path = file(y=[0, 1, 0, 1], s=scores)
    given = [path, "--score", "s", "--threshold", 0.5, *ACCURACY, *QUICK]
    report = evaluate(*given, "--strict")
    assert report["strict"] is True
    expected = fastmetrics.evaluate(
        [0, 1, 0, 1], y_score=scores, threshold=0.5, strict=True, metrics=["accuracy"]
    )
    found = report["models"]["s"]["accuracy_score"]["estimate"]
    assert found == expected["accuracy"].estimate == 0.75
    assert "score > 0.5" in run("evaluate", *given, "--strict")[1]
    assert evaluate(*given)["strict"] is False
    code, _, err = run("evaluate", path, "--score", "s", "--strict")
    assert code == 1
    assert "has no use for strict" in err
    task = "--task", "binary_scores"
    code, _, err = run("evaluate", path, "--score", "s", "--strict", *task)
    assert code == 2
    assert "--strict does not apply to --task binary_scores" in err


def test_threshold(evaluate, file):
    path = file(y=Y, s=S)
    report = evaluate(path, "--threshold", 0.47, "--score", "s", *ACCURACY, *QUICK)
    expected = np.mean((np.array(S) >= 0.47) == Y)
    assert accuracy_of(report, "s") == expected
    assert report["threshold"] == 0.47
    words = ["no", "yes"]
    path = file(y=[words[y] for y in Y], s=S)
    options = ["--score", "s", "--pos-label", "yes", *ACCURACY]
    report = evaluate(path, "--threshold", 0.47, *options)
    assert accuracy_of(report, "s") == expected
    assert report["confusion"]["s"]["labels"] == words


def test_weights_and_groups(evaluate, file):
    weights = [1, 2, 3, 1, 2, 3, 1, 0]
    path = file(y=COLOURS, pred=GUESSES, w=weights, g=list("aabbccdd"))
    report = evaluate(path, "--weight", "w", *ACCURACY, *QUICK)
    hits = np.array(COLOURS) == GUESSES
    assert accuracy_of(report) == pytest.approx(np.average(hits, weights=weights))
    report = evaluate(path, "--group", "g", *ACCURACY, *QUICK)
    assert report["columns"]["group"] == "g"
    assert report["models"]["pred"]["accuracy_score"]["method"] != "wilson"


@pytest.mark.long
def test_plot(run, file, tmp_path):
    pytest.importorskip("matplotlib")
    path = file(y=COLOURS, pred=GUESSES)
    code, _, _ = run("evaluate", path, *ACCURACY, "--plot", tmp_path / "m.png")
    assert code == 0
    assert (tmp_path / "m.png").read_bytes().startswith(b"\x89PNG")
    path = file(y=range(1200), pred=range(1200))
    code, _, _ = run("evaluate", path, *ACCURACY, "--plot", tmp_path / "big.png")
    assert code == 0  # of many classes several share a cell


def test_html(run, file, tmp_path):
    path = file(y=COLOURS, pred=GUESSES)
    run("evaluate", path, *ACCURACY, "--output", tmp_path / "r.html")
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert "Confusion matrix" in page
    assert page.count("<table>") == 3


def test_matrix_on_a_terminal(run, file, monkeypatch):
    pytest.importorskip("rich")
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "120")
    code, out, _ = run("evaluate", file(y=COLOURS, pred=GUESSES), *ACCURACY)
    assert code == 0
    out = re.sub(r"\x1b\[\d+(;\d+)*m", "", out)
    row = next(line for line in out.splitlines() if line.split()[:2] == ["red", "·"])
    assert row.split() == ["red", "·", "1", "3"]


def test_output_in_ascii(run, file, tmp_path, monkeypatch):
    import io
    import sys

    path = file(y=COLOURS, pred=GUESSES)
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="ascii")
    monkeypatch.setattr(sys, "stdout", stream)
    assert fastmetrics.cli.main(["evaluate", path, "--full", *ACCURACY]) == 0
    stream.flush()
    lines = raw.getvalue().decode("ascii").splitlines()
    assert ["blue", "1", ".", "1"] in [line.split() for line in lines]


# ------------------------------------------------------------------ labels in files


def written_int(values):
    return pa.array(values, pa.int16())


def as_ints(values):
    names = sorted(set(COLOURS))
    return [names.index(value) for value in values]


@one_case(
    "convert",
    [
        pa.array,
        lambda v: pa.array(v).dictionary_encode(),
        lambda v: pa.array(v, pa.large_string()),
        lambda v: pa.array(as_ints(v), pa.int16()),
        lambda v: pa.array(as_ints(v), pa.uint64()),
        lambda v: pa.array(as_ints(v), pa.float32()),
        lambda v: pa.array(as_ints(v)).dictionary_encode(),
    ],
)
def test_parquet(evaluate, tmp_path, convert):
    path = tmp_path / "t.parquet"
    table = {"y": convert(COLOURS), "pred": convert(GUESSES)}
    pa.parquet.write_table(pa.table(table), path)
    report = evaluate(path, *ACCURACY)
    assert accuracy_of(report) == 5 / 8
    assert [one["support"] for one in report["classes"]] == [2, 2, 4]


def test_ints_and_floats_are_labels_alike(evaluate, tmp_path):
    path = tmp_path / "t.parquet"
    table = pa.table({"y": pa.array(Y), "pred": pa.array(P, pa.float64())})
    pa.parquet.write_table(table, path)
    assert accuracy_of(evaluate(path, *ACCURACY)) == 0.75


@one_case(
    "labels, pos_label, shown",
    [
        (lambda v: v, None, 1),
        (lambda v: 2 * v - 1, None, 1),
        (lambda v: ["false", "true"][v], None, 1),
        (lambda v: ["no", "yes"][v], "yes", "yes"),
        (lambda v: v + 1, "2", 2),
        (lambda v: v + 0.0, "1", 1.0),
    ],
)
def test_which_label_is_positive(evaluate, file, labels, pos_label, shown):
    path = file(y=[labels(v) for v in Y], pred=[labels(v) for v in P])
    given = [] if pos_label is None else ["--pos-label", pos_label]
    report = evaluate(path, *given, "--metrics", "recall,f1", *QUICK)
    recall = report["models"]["pred"]["recall_score"]["estimate"]
    assert recall == 3 / 4
    assert report["n_positive"] == 4
    assert report["pos_label"] == shown


# ------------------------------------------------------------------ bad data


@one_case(
    "columns, options, message",
    [
        (
            {"y": Y, "pred": ["", *P[1:]]},
            [],
            "column 'pred': 1 of 8 values is missing, in row 1",
        ),
        (
            {"y": [1.0, *Y[1:]], "pred": [f"{p}x" for p in P]},
            [],
            "column 'pred' holds text and column 'y' holds numbers",
        ),
        (
            {"y": Y, "pred": S},
            [],
            "column 'pred': 0.77 in row 1 .line 2. is not a label",
        ),
        ({"y": Y, "pred": ["nan", *P[1:]]}, [], "column 'pred': 1 of 8 values are not"),
        ({"y": Y, "pred": P}, ["--pred", "x"], "column 'x': there is none"),
        ({"y": Y, "pred": P}, ["--pred", "y", "--truth", "y"], "a prediction at once"),
        ({"y": Y, "pred": P}, ["--pred", "1", "--pred", "1"], "pred column is given"),
        ({"y": Y, "pred": P}, ["--threshold", "0.5"], "give them with --score"),
        ({"y": Y, "pred": P}, ["--pos-label", "2"], "--pos-label '2' is not one"),
        (
            {"y": COLOURS, "pred": GUESSES},
            ["--pos-label", "red"],
            "--pos-label is for two classes",
        ),
        (
            {"y": [y + 1 for y in Y], "pred": [p + 1 for p in P]},
            [],
            "column 'y': the labels are 1, 2; choose .*--pos-label",
        ),
        ({"y": COLOURS, "score": S, "pred": GUESSES}, [], "two classes are needed"),
        ({"y": Y, "pred": P}, ["--metrics", "roc_auc"], "'roc_auc_score' is read off"),
        ({"y": Y, "score": S}, ["--metrics", "f1"], "'f1_score' is read off labels"),
        ({"y": Y, "pred": P}, ["--metrics", "fbeta"], "needs beta"),
        (
            {"y": Y, "score_a": S, "pred_a": P},
            ["--threshold", "0.5"],
            "'a' has labels",
        ),
    ],
)
def test_bad_columns(run, file, columns, options, message):
    path = file(**columns)
    code, out, err = run("evaluate", path, *options)
    assert (code, out) == (1, "")
    line = err.splitlines()[-1]
    assert line.startswith(f"fastmetrics: {path}: ")
    assert re.search(message, line), line


def test_labels_are_text_if_one_column_is(run, file, tmp_path):
    true, said = [1, 2, 3, 2], ["1", "2", "x", "1"]
    options = ["--json", "--metrics", "accuracy,f1_macro"]
    code, out, err = run("evaluate", file(y=true, pred=said), *options)
    assert code == 0
    assert "column 'y': read as text, as other labels are text" in err
    table = pa.table({"y": [*map(str, true)], "pred": said})
    pa.parquet.write_table(table, tmp_path / "t.parquet")
    code, typed, _ = run("evaluate", tmp_path / "t.parquet", *options)
    assert code == 0
    assert json.loads(out)["models"] == json.loads(typed)["models"]
    # A format with types says what the columns are.
    pa.parquet.write_table(pa.table({"y": true, "pred": said}), tmp_path / "t.parquet")
    code, _, err = run("evaluate", tmp_path / "t.parquet", *options)
    assert code == 1
    assert "column 'pred' holds text and column 'y' holds numbers" in err


def test_blanks_around_labels_do_not_count(run, tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("truth, pred\ncat, cat\ndog, dog\ncow, cow\ncow, cat\n")
    code, out, _ = run("evaluate", path, "--json", "--metrics", "accuracy")
    assert code == 0
    assert json.loads(out)["models"]["pred"]["accuracy_score"]["estimate"] == 0.75


def test_a_positive_label_is_needed_where_a_metric_has_one(run, file):
    words = {1: "spam", 0: "ham"}
    path = file(y=[words[y] for y in Y], pred=[words[p] for p in P])
    code, _, _ = run("evaluate", path, "--metrics", "accuracy,kappa,f1_macro")
    assert code == 0
    code, _, err = run("evaluate", path, "--metrics", "accuracy,recall")
    assert code == 1
    assert "choose the positive class with --pos-label, as recall needs" in err
    code, _, _ = run("evaluate", path, "--metrics", "recall", "--pos-label", "ham")
    assert code == 0


def test_nulls_in_parquet(run, tmp_path):
    path = tmp_path / "t.parquet"
    table = pa.table({"y": COLOURS, "pred": [*GUESSES[:5], None, *GUESSES[6:]]})
    pa.parquet.write_table(table, path)
    code, _, err = run("evaluate", path)
    assert code == 1
    assert "column 'pred': 1 of 8 values is missing, in row 6" in err
    assert "; --missing omit leaves out rows with missing values\n" in err


# ------------------------------------------------------------------ guesses


@one_case(
    "names, preds, scores",
    [
        (["y_true", "y_pred"], ["y_pred"], []),
        (["y_true", "pred_a", "pred_b", "age"], ["pred_a", "pred_b"], []),
        (["label", "predicted_label"], ["predicted_label"], []),
        (["label", "rf_pred", "rf_proba"], ["rf_pred"], ["rf_proba"]),
        (["label", "pred_proba"], [], ["pred_proba"]),
        (["label", "y_pred_proba"], [], ["y_pred_proba"]),
        (["label", "prediction"], [], ["prediction"]),
    ],
)
def test_guesses(run, file, names, preds, scores):
    columns = {name: P for name in names}
    columns[names[0]] = Y
    code, out, err = run("evaluate", file(**columns), "--json", *QUICK)
    assert code == 0
    found = json.loads(out)["columns"]
    assert found.get("preds", []) == preds
    assert found.get("scores", []) == scores
    assert "guessed by name" in err


def test_text_file(run, tmp_path):
    path = tmp_path / "t.csv"
    path.write_text(csv_of(y=COLOURS, pred=GUESSES))
    code, out, _ = run("evaluate", path, *ACCURACY)
    assert code == 0
    assert f"\n\n{path} (CSV): truth 'y'; prediction 'pred'\n" in out
    assert "8 rows of 3 classes: from red (4, 50.0 %) to blue (2, 25.0 %)" in out
