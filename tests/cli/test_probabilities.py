"""The command line on probabilities: --proba, and columns matched to classes."""

# ruff: noqa: F811 - fixtures that are imported by name

import json

import numpy as np
import pytest
from helpers.one_case import one_case
from helpers.report_cases import evaluate, file, run  # noqa: F401

import fastmetrics

QUICK = ["--n-resamples", 20]
LOSSES = ["--metrics", "log_loss,brier_score_loss"]
COLOURS = ["red", "green", "blue", "red", "green", "blue", "red", "red"]
# Of blue, green and red, as their names sort.
PROBA = np.array(
    [
        [0.25, 0.25, 0.5],
        [0.125, 0.75, 0.125],
        [0.5, 0.25, 0.25],
        [0.25, 0.5, 0.25],
        [0.125, 0.5, 0.375],
        [0.625, 0.25, 0.125],
        [0.125, 0.125, 0.75],
        [0.375, 0.25, 0.375],
    ]
)
Y = [1, 0, 1, 1, 0, 0, 1, 0]
P = [0.75, 0.625, 0.5, 0.875, 0.25, 0.125, 0.625, 0.375]
EXPECTED = fastmetrics.log_loss(COLOURS, PROBA)


def of_each(*names):
    """Columns under these names, in no sorted order: of red, of blue, of green."""
    return dict(zip(names, PROBA[:, [2, 0, 1]].T.tolist(), strict=True))


def log_loss_of(report, model):
    return report["models"][model]["log_loss"]["estimate"]


NAMES = [
    (("p_red", "p_blue", "p_green"), "p_*", "p"),
    (("red", "blue", "green"), "*e*", "model"),
    (("P_Red", "P_Blue", "P_Green"), "P_*", "p"),
    (("red_prob", "blue_prob", "green_prob"), "*_prob", "prob"),
    (("p[red]", "p[blue]", "p[green]"), "p?*", "p"),
    (("概率 red", "概率 blue", "概率 green"), "概率*", "概率"),
]


@one_case("names, pattern, model", NAMES)
def test_columns_are_matched_to_classes_by_name(evaluate, file, names, pattern, model):
    path = file(truth=COLOURS, **of_each(*names))
    report = evaluate(path, "--proba", pattern, *LOSSES)
    assert log_loss_of(report, model) == EXPECTED
    red, blue, green = names
    assert report["columns"]["probas"] == [{"blue": blue, "green": green, "red": red}]
    repeated = [part for name in names for part in ("--proba", name)]
    again = evaluate(path, *repeated, *LOSSES)
    assert again["models"] == report["models"]


def test_the_match_is_said(run, file):
    path = file(truth=COLOURS, **of_each("p_red", "p_blue", "p_green"))
    code, _, err = run("evaluate", path, "--proba", "p_*", *LOSSES)
    assert code == 0
    assert "columns matched to classes by name: 'p_*' are 'blue', 'green', 'red'" in err


def test_a_matrix_is_guessed(evaluate, run, file):
    path = file(truth=COLOURS, **of_each("prob_red", "prob_blue", "prob_green"))
    assert log_loss_of(evaluate(path, *LOSSES), "prob") == EXPECTED
    assert "probabilities are 'prob_*'" in run("evaluate", path, *LOSSES)[2]


def test_two_models_of_one_pattern_and_their_labels(evaluate, file):
    first = of_each("p_a_red", "p_a_blue", "p_a_green")
    second = {f"p_b_{c}": PROBA[:, k] for k, c in enumerate(("red", "green", "blue"))}
    path = file(truth=COLOURS, **first, **second, pred_a=COLOURS)
    report = evaluate(path, "--proba", "p_*", "--pred", "pred_a", *QUICK)
    assert list(report["models"]) == ["a", "p_b"]
    assert log_loss_of(report, "a") == EXPECTED
    assert report["models"]["a"]["accuracy_score"]["estimate"] == 1
    # Of equals the first class, blue, whose column is PROBA's last here.
    likeliest = np.array(["blue", "green", "red"])[PROBA[:, ::-1].argmax(axis=1)]
    share = (likeliest == np.array(COLOURS)).mean()
    assert report["models"]["p_b"]["accuracy_score"]["estimate"] == share


def test_columns_of_files_without_names_are_in_order(evaluate, tmp_path):
    codes = np.unique(COLOURS, return_inverse=True)[1]
    np.save(tmp_path / "t.npy", np.column_stack([codes, PROBA]))
    columns = ["--proba", "1", "--proba", "2", "--proba", "3"]
    report = evaluate(tmp_path / "t.npy", "--truth", "0", *columns, *LOSSES)
    assert log_loss_of(report, "model") == EXPECTED


def test_one_column_gives_scores_and_labels_too(evaluate, file):
    path = file(y=Y, p=P)
    report = evaluate(path, "--proba", "p", *QUICK)
    expected = fastmetrics.evaluate(Y, y_proba={"p": P}, n_resamples=20, random_state=0)
    assert report["tasks"] == ["binary_scores", "labels", "probabilities"]
    assert report["models"] == expected.to_dict()["models"]
    assert report["threshold"] == 0.5
    other = evaluate(path, "--proba", "p", "--threshold", "0.7", *QUICK)
    assert other["threshold"] == 0.7
    assert other["confusion"]["p"]["matrix"] == [[4, 0], [2, 2]]
    labels = evaluate(path, "--proba", "p", "--task", "labels", *QUICK)
    assert labels["tasks"] == ["labels"]


def test_two_columns_of_two_classes(evaluate, file):
    rest = [1 - p for p in P]
    one = evaluate(file(y=Y, p=P), "--proba", "p", *QUICK)
    both = evaluate(file(y=Y, p_1=P, p_0=rest), "--proba", "p_*", *QUICK)
    for name in ("log_loss", "roc_auc_score", "f1_score"):
        assert both["models"]["p"][name] == one["models"]["p"][name]


def test_models_that_are_numbered_are_no_classes(evaluate, file):
    path = file(y=Y, model_0=P, model_1=P[::-1])
    report = evaluate(path, "--proba", "model_*", *LOSSES)
    assert list(report["models"]) == ["model_0", "model_1"]
    assert report["columns"]["probas"] == ["model_0", "model_1"]


@one_case("data", ["breast_cancer", "digits"])
def test_bundled_probabilities(evaluate, data):
    report = evaluate("--data", data, "--task", "probabilities", *LOSSES)
    assert report["tasks"] == ["probabilities"]
    assert all(
        row["log_loss"]["low"] < row["log_loss"]["estimate"] < row["log_loss"]["high"]
        for row in report["models"].values()
    )


WRONG = [
    (["p_red", "p_blue"], "there is no column 'p_*' for 'green'"),
    (["p_*", "q"], "column 'q': is named after none of the classes"),
    (["q"], "no name of its columns ends with a class of column 'truth'"),
    (["x*"], "no column's name fits 'x*'; the columns are 'truth', 'p_red'"),
    (["p_red", "p_*"], "a proba column is given twice"),
]


@one_case("given, message", WRONG)
def test_columns_and_classes_that_do_not_match(run, file, given, message):
    columns = of_each("p_red", "p_blue", "p_green")
    path = file(truth=COLOURS, **columns, q=P)
    options = [part for name in given for part in ("--proba", name)]
    code, _, err = run("evaluate", path, "--truth", "truth", *options)
    assert (code, message in err) == (1, True), err


def test_the_column_of_the_other_class(run, file):
    path = file(y=Y, prob_0=P)
    code, _, err = run("evaluate", path, "--proba", "prob_0")
    assert code == 1
    assert "is named after 0, and the positive class is 1" in err


def test_a_threshold_makes_nothing_of_several_classes(run, file):
    path = file(truth=COLOURS, **of_each("p_red", "p_blue", "p_green"))
    code, _, err = run("evaluate", path, "--proba", "p_*", "--threshold", "0.5")
    assert code == 1
    assert "threshold is for two classes" in err


def test_what_is_no_probability(run, file):
    code, _, err = run("evaluate", file(y=Y, p=[2 * p for p in P]), "--proba", "p")
    assert code == 1
    assert "y_proba['p'] contains values greater than 1" in err


@one_case(
    "metric, said",
    [
        ("brier", "is of probabilities: give --proba"),
        ("roc_auc", "is read off scores: give --score"),
        ("silhouette", "is of clusterings: give --feature, or --task clustering"),
    ],
)
def test_what_is_missing_is_told_by_options(run, file, metric, said):
    path = file(truth=[0, 1, 0, 1], pred=[0, 1, 1, 1])
    code, _, err = run("evaluate", path, "--metrics", metric)
    assert code == 1
    assert err.splitlines()[-1].endswith(said)


def test_the_order_of_labels_is_that_of_the_classes(evaluate, file):
    grades = ["low", "medium", "high"]
    columns = {
        "p_high": [0.1, 0.1, 0.7, 0.7, 0.1, 0.1],
        "p_low": [0.8, 0.1, 0.1, 0.2, 0.7, 0.2],
        "p_medium": [0.1, 0.8, 0.2, 0.1, 0.2, 0.7],
    }
    truth = ["low", "medium", "high", "high", "low", "medium"]
    path = file(grade=truth, **columns)
    given = path, "--truth", "grade", "--proba", "p_*", "--metrics"
    name = "ranked_probability_score"
    text = f'{name}(labels=["low","medium","high"])'
    # By hand, as in tests/_inputs/test_class_columns.py.
    for options in ([text], [name, "--labels", ",".join(grades)]):
        [found] = evaluate(*given, *options)["models"].values()
        [interval] = (one for key, one in found.items() if key.startswith(name))
        assert abs(interval["estimate"] - 0.075) < 1e-12


def test_ordered_categories_of_files_keep_their_order(evaluate, tmp_path):
    pd = pytest.importorskip("pandas")
    order = ["low", "medium", "high"]
    true = "low high high medium low medium high low".split()
    pred = "low medium high low low medium medium low".split()
    frame = pd.DataFrame({"y": pd.Categorical(true, order, ordered=True), "pred": pred})
    frame.to_parquet(tmp_path / "t.parquet")
    name = "cohen_kappa_score:weights=quadratic"
    report = evaluate(tmp_path / "t.parquet", "--truth", "y", "--metrics", name)
    [found] = report["models"].values()
    [interval] = (one for key, one in found.items() if key.startswith("cohen"))
    assert abs(interval["estimate"] - 8 / 11) < 1e-12  # as in test_levels.py


def test_a_threshold_is_that_of_metrics_that_have_one(run, file):
    y = [1, 0, 1, 1, 0, 0, 1, 0] * 5
    p = [0.77, 0.62, 0.58, 0.47, 0.47, 0.33, 0.23, 0.15] * 5
    path = file(y=y, proba_a=p, proba_b=p[::-1])
    words = ("--truth", "y", "--proba", "proba_a", "--threshold", 0.4, "--json")
    words = (path, *words, "--n-resamples", 20)
    value = fastmetrics.net_benefit(y, p, threshold=0.4)
    name = "net_benefit(threshold=0.4)"
    asked = ("--metrics", "net_benefit", "--require", "net_benefit > 0")
    code, out, err = run("evaluate", *words, *asked)
    assert code == 0, err
    found = json.loads(out)
    assert [*found["metrics"]] == [name]
    assert found["requirements"][0]["value"] == value
    code, out, _ = run("evaluate", *words, "--metrics", "net_benefit,f1")
    found = json.loads(out)
    [model] = found["models"].values()
    assert model[name]["estimate"] == value
    assert model["f1_score"]["estimate"] == fastmetrics.f1_score(y, np.array(p) >= 0.4)
    two = ("--proba", "proba_b", "--metric", "net_benefit")
    code, out, err = run("compare", *words, *two)
    assert code == 0, err
    [found] = json.loads(out)["comparisons"].values()
    assert value in [one["estimate"] for one in found["models"]]
    code, _, err = run("compare", *words, "--proba", "proba_b", "--metric", "log_loss")
    assert (code, "--threshold does not apply to log_loss" in err) == (1, True)
    report = fastmetrics.evaluate(y, y_proba=p, metrics=["net_benefit"], threshold=0.4)
    assert report["net_benefit"].estimate == value
    own = fastmetrics.evaluate(y, y_proba=p, metrics=["net_benefit:threshold=0.2"])
    assert own["net_benefit"].estimate == fastmetrics.net_benefit(y, p, threshold=0.2)
    with pytest.raises(ValueError, match="no use for threshold"):
        fastmetrics.evaluate(
            y, y_proba=p, metrics=["log_loss"], threshold=0.4, task="probabilities"
        )
