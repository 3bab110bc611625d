"""``fastmetrics evaluate --fold``: out-of-fold predictions in a file."""

# ruff: noqa: F811 - fixtures that are imported by name

import numpy as np
import pytest
from helpers.one_case import one_case
from helpers.report_cases import evaluate, file, run  # noqa: F401

import fastmetrics as fm

RNG = np.random.default_rng(0)
Y = RNG.integers(0, 2, 60).tolist()
S = np.round(np.array(Y) + RNG.normal(size=60), 3).tolist()
FOLD = [*range(1, 6)] * 12
AUC = ["--metrics", "roc_auc_score"]


def test_bundled_predictions_have_their_folds(run):
    code, out, err = run("evaluate", "--fold", "fold", *AUC)
    assert code == 0
    assert "fold 'fold'" in out
    assert "Each fold: random_forest" in out
    assert "corrected for shared training rows" in out
    assert len(err.splitlines()) == 1


@one_case("data", ["digits", "diabetes"])
def test_other_bundled_predictions(run, data):
    metric = {"digits": "accuracy_score", "diabetes": "mean_absolute_error"}[data]
    code, out, _ = run(
        "evaluate",
        "--data",
        data,
        "--fold",
        "fold",
        "--metrics",
        metric,
        "--width",
        200,
    )
    assert code == 0
    assert "(179–180 rows to a fold)" in out or "(44–45 rows to a fold)" in out


@one_case("ids", [FOLD, ["abcde"[fold - 1] for fold in FOLD]])
def test_same_numbers_as_from_python(evaluate, file, ids):
    found = evaluate(file(y_true=Y, score=S, fold=ids), "--fold", "fold", *AUC)
    made = fm.out_of_fold_score("roc_auc_score", Y, S, ids)
    told = found["models"]["score"]["roc_auc_score"]
    assert told["estimate"] == pytest.approx(made.estimate)
    assert told["low"] == pytest.approx(made.low)
    assert told["target"] == made.target
    assert found["columns"]["fold"] == "fold"
    assert found["folds"]["names"] == sorted({*ids})


def test_a_column_of_folds_is_no_models(evaluate, run, file):
    # The one column left is the scores', with --fold or without.
    path = file(y_true=Y, anything=S, fold=FOLD)
    for more in ([], ["--fold", "fold"]):
        assert list(evaluate(path, *more, *AUC)["models"]) == ["anything"]
    code, _, err = run(
        "evaluate", file(y_true=Y, anything=S, part=FOLD), "--fold", "part", *AUC
    )
    assert (code, "anything" in err) == (0, True)


def test_methods(evaluate, run, file):
    path = file(y_true=Y, score=S, fold=FOLD)
    found = evaluate(path, "--fold", "fold", "--method", "folds", *AUC)
    assert found["models"]["score"]["roc_auc_score"]["method"] == "folds"
    code, _, err = run("evaluate", path, "--fold", "fold", "--method", "bca", *AUC)
    assert code == 1
    assert "method must be one of auto, pooled, folds, corrected, naive" in err
    code, _, err = run("evaluate", path, "--method", "corrected", *AUC)
    assert code == 1
    found = evaluate(path, "--fold", "fold", "--target", "models", *AUC)
    assert found["models"]["score"]["roc_auc_score"]["method"] == "folds"
    code, _, err = run("evaluate", path, "--target", "models", *AUC)
    assert (code, "--target needs --fold" in err) == (2, True)


def test_bad_folds(run, file):
    path = file(y_true=Y, score=S, fold=FOLD, part=[0.5, *[1] * 59], g=FOLD)
    code, _, err = run("evaluate", path, "--fold", "part", *AUC)
    assert code == 1
    assert "folds must be whole numbers, strings or dates" in err
    code, _, err = run("evaluate", path, "--fold", "nowhere", *AUC)
    assert code == 1
    assert "'nowhere'" in err
    code, _, err = run("evaluate", path, "--fold", "fold", "--group", "g", *AUC)
    assert code == 2
    assert "--group and --fold exclude each other" in err


def test_clusterings_have_no_folds(run):
    code, _, err = run("evaluate", "--data", "wine", "--fold", "cultivar")
    assert code == 2
    assert "--fold does not apply to --task clustering" in err
