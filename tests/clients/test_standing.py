"""Packages built on scikit-learn compute by ours while ours stand in its place."""

import numpy as np
import pytest

pytest.importorskip("sklearn", reason="scikit-learn is not installed")

from sklearn.linear_model import LogisticRegression
from sklearn.metrics import accuracy_score, recall_score, roc_auc_score

from fastmetrics.sklearn import patched, status

METRICS = accuracy_score, recall_score, roc_auc_score


def of_fairlearn(metrics, y, p, groups):
    frame = metrics.MetricFrame(
        metrics={one.__name__: one for one in METRICS},
        y_true=y,
        y_pred=p,
        sensitive_features=groups,
    )
    return [*np.ravel(frame.by_group), *np.ravel(frame.overall)]


def of_imbalanced_learn(metrics, y, p, groups):
    return [
        *np.ravel(metrics.sensitivity_specificity_support(y, p)),
        *np.ravel(metrics.geometric_mean_score(y, p)),
        *np.ravel(metrics.macro_averaged_mean_absolute_error(y, p)),
        *np.ravel(metrics.make_index_balanced_accuracy()(accuracy_score)(y, p)),
    ]


def of_mlxtend(evaluate, y, p, groups):
    X = np.column_stack([p, groups, y + p])
    model = LogisticRegression().fit(X, y)
    found, _ = evaluate.feature_importance_permutation(
        X, y, model.predict, metric=accuracy_score, num_rounds=3, seed=1
    )
    return [*found, *np.ravel(evaluate.scoring(y, p, metric="f1"))]


CLIENTS = {
    "fairlearn.metrics": of_fairlearn,
    "imblearn.metrics": of_imbalanced_learn,
    "mlxtend.evaluate": of_mlxtend,
}


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", CLIENTS)
def test_they_find_the_same_by_ours(name, rng):
    package = pytest.importorskip(name, reason=f"{name} is not installed")
    y, p, groups = rng.integers(2, size=(3, 200))
    expected = CLIENTS[name](package, y, p, groups)
    with patched():
        before = sum(one.calls for one in status())
        found = CLIENTS[name](package, y, p, groups)
        assert sum(one.calls for one in status()) > before
    np.testing.assert_allclose(found, expected, rtol=1e-12)
