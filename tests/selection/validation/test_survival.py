"""Cross-validation of models of censored times, with scikit-survival's interface."""

import functools

import numpy as np
import pytest
from helpers.survival_models import Exponential, drawn, structured

import fastmetrics as fm

TIME, CODE, A, B = drawn()
Y = structured(TIME, CODE)
X = np.column_stack([A, B])
C_INDEX, AUC, BRIER = (
    "concordance_index_ipcw",
    "time_dependent_auc@70",
    "survival_brier_score@70",
)


def folds(n=200, k=5):
    return [
        (np.flatnonzero(np.arange(n) % k != i), np.flatnonzero(np.arange(n) % k == i))
        for i in range(k)
    ]


def by_hand(function):
    """Return a score of each fold: ``function(model, rows)``."""
    found = []
    for train, test in folds():
        model = Exponential().fit(X[train], Y[train])
        found.append(float(function(model, test)))
    return found


def of_all_rows(slope):
    """Return the Brier score of all rows, each predicted by the model of its fold."""
    order = np.concatenate([test for _, test in folds()])
    curves = [
        Exponential(slope).fit(X[train], Y[train]).predict_survival_function(X[test])
        for train, test in folds()
    ]
    return fm.survival_brier_score(Y[order], None, np.concatenate(curves), 70)


def test_scores_of_folds():
    made = fm.cross_validate(
        Exponential(), X, Y, cv=folds(), scoring=[C_INDEX, AUC, BRIER]
    )
    risks = by_hand(lambda m, t: fm.concordance_index_ipcw(Y[t], None, m.predict(X[t])))
    assert made[f"test_{C_INDEX}"].tolist() == risks
    areas = by_hand(lambda m, t: fm.time_dependent_auc(Y[t], None, m.predict(X[t]), 70))
    assert made[f"test_{AUC}"].tolist() == areas
    briers = by_hand(
        lambda m, t: fm.survival_brier_score(
            Y[t], None, m.predict_survival_function(X[t]), 70
        )
    )
    assert made[f"test_{BRIER}"].tolist() == briers
    for name, values in ((C_INDEX, risks), (AUC, areas)):
        assert made.interval(name).estimate == pytest.approx(np.mean(values))
    # Probabilities of all models are comparable: those of all rows are scored.
    assert made.interval(BRIER).estimate == float(of_all_rows(0.5))
    assert "Survival Brier score@70" in str(made)


def test_other_ways_to_name_a_metric():
    found = fm.cross_val_score(Exponential(), X, Y, cv=folds(), scoring=AUC)
    for scoring in (
        functools.partial(fm.time_dependent_auc, times=70),
        ("time_dependent_auc", {"times": 70}),
    ):
        other = fm.cross_val_score(Exponential(), X, Y, cv=folds(), scoring=scoring)
        assert other.tolist() == found.tolist()
    scoring = ("integrated_brier_score", {"times": [30, 70]})
    made = fm.cross_validate(Exponential(), X, Y, cv=folds(), scoring=scoring)
    expected = by_hand(
        lambda m, t: fm.integrated_brier_score(
            Y[t], None, m.predict_survival_function(X[t]), [30, 70]
        )
    )
    assert made["test_score"].tolist() == expected


def test_comparison_of_models():
    models = {
        slope: fm.cross_validate(
            Exponential(float(slope)), X, Y, cv=folds(), scoring=[BRIER]
        )
        for slope in ("0.5", "0.1")
    }
    found = fm.compare(BRIER, models)
    gap = of_all_rows(0.5) - of_all_rows(0.1)
    assert found["0.5", "0.1"].estimate == pytest.approx(gap)


def test_an_estimator_without_curves():
    class Risks(Exponential):
        predict_survival_function = property()

    with pytest.raises(AttributeError, match="predict_survival_function"):
        fm.cross_validate(Risks(), X, Y, cv=folds(), scoring=BRIER, error_score="raise")
