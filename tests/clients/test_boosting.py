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
