"""Gradient boosting calls our functions each round, with labels in its own memory."""

import numpy as np
import pytest

import fastmetrics as fm

# The boosters' own area is a sum in another order.
SUMMED = {"rel": 1e-12, "abs": 0}
N_ROUNDS = 5


@pytest.fixture
def halves(rng):
    """Rows to learn from and rows to judge, each with weights: (X, y, w) twice."""
    points = rng.normal(size=(400, 4))
    labels = (points[:, 0] + rng.normal(size=400) > 0).astype(int)
    weights = rng.choice([0.5, 1.0, 2.0], 400)
    return [
        (points[half], labels[half], weights[half])
        for half in (slice(200), slice(200, None))
    ]


@pytest.fixture
def lightgbm():
    return pytest.importorskip("lightgbm", reason="LightGBM is not installed")


@pytest.mark.filterwarnings("ignore:The argument 'eval_set' is deprecated")
@pytest.mark.parametrize("weighted", [False, True])
def test_lightgbm_classifier_takes_our_area(lightgbm, halves, weighted):
    (x, y, w), (x_judged, y_judged, w_judged) = halves

    def ours(y_true, y_score, weight):
        area = fm.roc_auc_score(y_true, y_score, sample_weight=weight)
        return "ours", area, True

    model = lightgbm.LGBMClassifier(n_estimators=N_ROUNDS, n_jobs=1, verbose=-1)
    model.fit(
        x,
        y,
        sample_weight=w if weighted else None,
        eval_set=[(x_judged, y_judged)],
        eval_sample_weight=[w_judged] if weighted else None,
        eval_metric=[ours, "auc"],
    )
    found = model.evals_result_["valid_0"]
    assert len(found["ours"]) == N_ROUNDS
    assert found["ours"] == pytest.approx(found["auc"], **SUMMED)
    assert 0.6 < found["ours"][-1] < 1


def test_lightgbm_feval_takes_ours_for_scores_and_labels(lightgbm, halves):
    (x, y, w), (x_judged, y_judged, w_judged) = halves

    def area(scores, data):
        labels = data.get_label()
        assert labels.dtype == np.float32
        weights = data.get_weight()
        return "ours", fm.roc_auc_score(labels, scores, sample_weight=weights), True

    def wrong(scores, data):
        labels = data.get_label()
        share = fm.error_rate(labels, scores > 0.5, sample_weight=data.get_weight())
        return "wrong", share, False

    train = lightgbm.Dataset(x, y, weight=w)
    judged = train.create_valid(x_judged, y_judged, weight=w_judged)
    found = {}
    lightgbm.train(
        {
            "objective": "binary",
            "metric": ["auc", "binary_error"],
            "num_threads": 1,
            "verbose": -1,
        },
        train,
        N_ROUNDS,
        valid_sets=[judged],
        feval=[area, wrong],
        callbacks=[
            lightgbm.record_evaluation(found),
            lightgbm.early_stopping(N_ROUNDS, verbose=False),
        ],
    )
    found = found["valid_0"]
    assert len(found["ours"]) == N_ROUNDS
    assert found["ours"] == pytest.approx(found["auc"], **SUMMED)
    assert found["wrong"] == pytest.approx(found["binary_error"], **SUMMED)


def test_xgboost_takes_our_area(halves):
    xgboost = pytest.importorskip("xgboost", reason="XGBoost is not installed")
    (x, y, _), (x_judged, y_judged, _) = halves

    def area(scores, data):
        return "ours", fm.roc_auc_score(data.get_label(), scores)

    found = {}
    xgboost.train(
        {"objective": "binary:logistic", "eval_metric": "auc", "nthread": 1},
        xgboost.DMatrix(x, y),
        N_ROUNDS,
        evals=[(xgboost.DMatrix(x_judged, y_judged), "judged")],
        custom_metric=area,
        evals_result=found,
        verbose_eval=False,
    )
    found = found["judged"]
    assert len(found["ours"]) == N_ROUNDS
    # XGBoost passes the values of a function on as text of six digits.
    assert found["ours"] == pytest.approx(found["auc"], abs=1e-6)


# ---- what booster_metric makes ----


def test_lightgbm_stops_where_it_stops_by_its_own_area(lightgbm, halves):
    (x, y, w), (x_judged, y_judged, w_judged) = halves
    stopped = []
    for feval, metric in [(None, "auc"), (fm.booster_metric("roc_auc"), "None")]:
        train = lightgbm.Dataset(x, y, weight=w)
        judged = train.create_valid(x_judged, y_judged, weight=w_judged)
        params = {"objective": "binary", "metric": metric, "num_threads": 1}
        callbacks = [lightgbm.early_stopping(5, verbose=False)]
        made = lightgbm.train(
            {**params, "verbose": -1},
            train,
            60,
            valid_sets=[judged],
            feval=feval,
            callbacks=callbacks,
        )
        stopped.append((made.best_iteration, [*made.best_score["valid_0"].values()]))
    assert stopped[0][0] == stopped[1][0] < 60
    assert stopped[0][1] == pytest.approx(stopped[1][1], **SUMMED)


@pytest.mark.filterwarnings("ignore:The argument 'eval_set' is deprecated")
def test_lightgbm_estimators_take_several_of_three_classes(lightgbm, halves):
    (x, y, _), (x_judged, y_judged, w_judged) = halves
    y, y_judged = y + (x[:, 1] > 0), y_judged + (x_judged[:, 1] > 0)
    several = fm.booster_metric(["neg_log_loss", "error_rate"], api="sklearn")
    model = lightgbm.LGBMClassifier(n_estimators=N_ROUNDS, n_jobs=1, verbose=-1)
    model.fit(
        x,
        y,
        eval_set=[(x_judged, y_judged)],
        eval_sample_weight=[w_judged],
        eval_metric=[several, "multi_logloss", "multi_error"],
    )
    found = model.evals_result_["valid_0"]
    ours, theirs = np.array(found["neg_log_loss"]), np.array(found["multi_logloss"])
    np.testing.assert_allclose(-ours, theirs, rtol=1e-12)
    assert found["error_rate"] == pytest.approx(found["multi_error"], **SUMMED)


def test_xgboost_stops_where_it_stops_by_its_own_area(halves):
    xgboost = pytest.importorskip("xgboost", reason="XGBoost is not installed")
    (x, y, w), (x_judged, y_judged, w_judged) = halves
    area = fm.booster_metric("roc_auc", "xgboost")
    found = []
    for metric, own in [("auc", None), ([], area)]:
        stop = xgboost.callback.EarlyStopping(rounds=5, maximize=area.greater_is_better)
        judged = xgboost.DMatrix(x_judged, y_judged, weight=w_judged)
        made = xgboost.train(
            {
                "objective": "binary:logistic",
                "eval_metric": metric,
                "disable_default_eval_metric": own is not None,
                "nthread": 1,
            },
            xgboost.DMatrix(x, y, weight=w),
            60,
            evals=[(judged, "judged")],
            custom_metric=own,
            callbacks=[stop],
            verbose_eval=False,
        )
        found.append((made.best_iteration, made.best_score))
    assert found[0][0] == found[1][0]
    assert found[0][1] == pytest.approx(found[1][1], abs=1e-6)
    model = xgboost.XGBClassifier(
        n_estimators=N_ROUNDS,
        n_jobs=1,
        eval_metric=fm.booster_metric("log_loss", "xgboost", api="sklearn"),
    )
    model.fit(x, y, eval_set=[(x_judged, y_judged)], verbose=False)
    values = model.evals_result()["validation_0"]["log_loss"]
    probabilities = model.predict_proba(x_judged)
    assert values[-1] == pytest.approx(fm.log_loss(y_judged, probabilities), abs=1e-5)


# Without numba it says so; with it, that our code is not what numba compiles.
@pytest.mark.filterwarnings("ignore:.*custom metrics and objectives")
@pytest.mark.filterwarnings("ignore:.*numba")
@pytest.mark.parametrize("several", [False, True])
def test_catboost_judges_its_margins_as_probabilities(halves, several, tmp_path):
    catboost = pytest.importorskip("catboost", reason="CatBoost is not installed")
    (x, y, w), (x_judged, y_judged, w_judged) = halves
    if several:
        y, y_judged = y + (x[:, 1] > 0), y_judged + (x_judged[:, 1] > 0)
    model = catboost.CatBoostClassifier(
        iterations=N_ROUNDS,
        loss_function="MultiClass" if several else "Logloss",
        eval_metric=fm.booster_metric("log_loss", "catboost"),
        use_best_model=False,
        thread_count=1,
        train_dir=tmp_path,
        allow_writing_files=False,
        verbose=False,
    )
    judged = catboost.Pool(x_judged, y_judged, weight=w_judged)
    model.fit(catboost.Pool(x, y, weight=w), eval_set=judged)
    found = model.get_evals_result()["validation"]
    [own] = {*found} - {"MultiClass", "Logloss"}
    theirs = found["MultiClass" if several else "Logloss"]
    assert found[own] == pytest.approx(theirs, rel=1e-9)
    expected = fm.log_loss(
        y_judged, model.predict_proba(x_judged), sample_weight=w_judged
    )
    assert found[own][-1] == pytest.approx(expected, rel=1e-9)
