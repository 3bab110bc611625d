"""scikit-learn's model selection calls our functions, here and in its processes."""

import numpy as np
import pytest
from helpers.client_calls import area_of
from helpers.one_case import one_case

import fastmetrics as fm

pytest.importorskip("sklearn", reason="scikit-learn is not installed")

from joblib import Parallel, delayed
from sklearn import metrics as theirs
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import make_scorer
from sklearn.model_selection import GridSearchCV, cross_validate

N_JOBS = 2
MODEL = LogisticRegression()
SCORES = {"response_method": ("decision_function", "predict_proba")}

# name -> options of the function, and those of the scorer
SCORED = {
    "accuracy_score": ({}, {}),
    "f1_score": ({"average": "macro"}, {}),
    "matthews_corrcoef": ({}, {}),
    "zero_one_loss": ({}, {"greater_is_better": False}),
    "roc_auc_score": ({}, SCORES),
    "average_precision_score": ({}, SCORES),
}
SCORERS = {
    name: make_scorer(getattr(fm, name), **options, **more)
    for name, (options, more) in SCORED.items()
}
THEIR_SCORERS = {
    name: make_scorer(getattr(theirs, name), **options, **more)
    for name, (options, more) in SCORED.items()
}


@pytest.fixture
def rows(rng):
    """Points and which of two kinds they are."""
    points = rng.normal(size=(120, 3))
    return points, (points[:, 0] + rng.normal(size=120) > 0).astype(int)


@pytest.mark.long
def test_cross_validate_finds_what_scikit_learn_finds(rows):
    options = {"cv": 3, "error_score": "raise"}
    expected = cross_validate(MODEL, *rows, scoring=THEIR_SCORERS, **options)
    for n_jobs in (1, N_JOBS):
        ours = cross_validate(MODEL, *rows, scoring=SCORERS, n_jobs=n_jobs, **options)
        for name in SCORED:
            # Sums are made in another order.
            np.testing.assert_allclose(
                ours[f"test_{name}"], expected[f"test_{name}"], rtol=1e-13
            )


@pytest.mark.long
@one_case("name", ["f1_score", "roc_auc_score"])
def test_grid_search_chooses_as_with_scikit_learn(rows, name):
    found = [
        GridSearchCV(
            clone(MODEL),
            {"C": [0.001, 0.1, 10.0]},
            scoring=scorers[name],
            cv=3,
            n_jobs=N_JOBS,
            error_score="raise",
        ).fit(*rows)
        for scorers in (SCORERS, THEIR_SCORERS)
    ]
    assert found[0].best_params_ == found[1].best_params_
    assert found[0].best_score_ == pytest.approx(found[1].best_score_, rel=1e-13)


@one_case("prefer", ["processes", "threads"])
def test_joblib_finds_what_a_loop_finds(prefer):
    seeds = range(4)
    found = Parallel(n_jobs=N_JOBS, prefer=prefer)(delayed(area_of)(s) for s in seeds)
    assert found == [area_of(seed) for seed in seeds]


def test_joblib_carries_functions_and_summaries(rows):
    labels = rows[1]
    parts = np.array_split(labels, 4)
    found = Parallel(n_jobs=N_JOBS)(
        delayed(fm.ConfusionCounts.from_labels)(part, part[::-1]) for part in parts
    )
    predicted = np.concatenate([part[::-1] for part in parts])
    assert fm.ConfusionCounts.merge(found) == fm.ConfusionCounts.from_labels(
        labels, predicted
    )
    shares = Parallel(n_jobs=N_JOBS)(
        delayed(function)(labels, predicted)
        for function in (fm.accuracy_score, fm.f1_score)
    )
    assert shares == [
        fm.accuracy_score(labels, predicted),
        fm.f1_score(labels, predicted),
    ]
