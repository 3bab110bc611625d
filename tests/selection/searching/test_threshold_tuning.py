"""tune_threshold: chosen on inner folds, judged on outer ones."""

import json

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics import reference


class Nearest:
    """A classifier by the distance to the means of both classes."""

    def fit(self, X, y):
        X, y = np.asarray(X, float), np.asarray(y)
        self.classes_ = np.unique(y)
        self.means = [float(np.mean(X[y == label])) for label in self.classes_]
        return self

    def decision_function(self, X):
        X = np.asarray(X, float)[:, 0]
        low, high = self.means
        return np.abs(X - low) - np.abs(X - high)


class Chances(Nearest):
    """The same with probabilities."""

    def predict_proba(self, X):
        high = 1 / (1 + np.exp(-self.decision_function(X)))
        return np.column_stack([1 - high, high])


def data(rng, n=60):
    y = (rng.random(n) < 0.35).astype(int)
    return np.round(rng.normal(size=(n, 1)) + 1.2 * y[:, None], 2), y


@one_case("model", [Nearest, Chances])
@one_case(
    "options",
    [
        {"cost_fn": 4.0},
        {"criterion": "f1", "beta": 2.0},
        {"criterion": "mcc"},
        {"criterion": "equal_error_rate"},
        {"criterion": "tpr_at_fpr", "at": 0.3},
        {"criterion": "fpr_at_tpr", "at": 0.8},
        {"criterion": "youden", "pos_label": 0},
    ],
)
def test_is_the_twin_and_its_parts(rng, model, options):
    X, y = data(rng)
    found = fm.tune_threshold(model(), X, y, cv=3, outer_cv=4, **options)
    twin = reference.tune_threshold(
        model(), X.tolist(), y.tolist(), cv=3, outer_cv=4, **options
    )
    assert found.threshold == twin.threshold
    assert [one.threshold for one in found.folds] == twin.thresholds
    # What it is worth is what out_of_fold_score says of the twin's labels.
    positive = (y == options.get("pos_label", 1)).astype(int)
    folds = np.empty(len(y), int)
    for k, (_, test) in enumerate(fm.StratifiedKFold(4).split(X, y)):
        folds[test] = k
    metric = {"fbeta_score": lambda t, p: fm.fbeta_score(t, p, beta=2.0)}.get(
        found.metric
    )
    if found.metric == "cost_sensitive_error":
        costs = [[0.0, 1.0], [4.0, 0.0]]
        worth = np.mean(
            [costs[t][p] for t, p in zip(positive, twin.labels, strict=True)]
        )
        assert found.value.estimate == pytest.approx(worth, rel=1e-14)
    elif metric is None:
        expected = fm.out_of_fold_score(found.metric, positive, twin.labels, folds)
        assert tuple(found.value) == tuple(expected)
        assert found.value.target == expected.target
    for k, one in enumerate(found.folds):
        assert one.n_rows == np.count_nonzero(folds == k)


def test_does_not_look_at_the_rows_that_judge_it(rng):
    """Scores that say nothing: the chosen value is above chance, the outer is not."""

    class Noise(Nearest):
        def decision_function(self, X):
            return np.random.default_rng(int(1e6 * abs(X[0][0]))).normal(size=len(X))

    y = np.tile([0, 1], 100)
    found = fm.tune_threshold(Noise(), rng.normal(size=(200, 1)), y, "youden")
    assert found.chosen > 0.05
    assert found.value.low < 0 < found.value.high


def test_predicts_by_the_threshold(rng):
    X, y = data(rng)
    words = np.array(["no", "yes"])[y]
    with pytest.raises(ValueError, match="pos_label is not specified"):
        fm.tune_threshold(Chances(), X, words)
    found = fm.tune_threshold(Chances(), X, words, "cost", cost_fn=6.0, pos_label="yes")
    assert found.pos_label == "yes"
    assert found.threshold < found.default_threshold == 0.5
    scores = Chances().fit(X, words).predict_proba(X)[:, 1]
    expected = np.where(scores >= found.threshold, "yes", "no")
    assert found.predict(X).tolist() == expected.tolist()
    turned = fm.tune_threshold(Nearest(), X, words, pos_label="no", outer_cv=None)
    own = -Nearest().fit(X, words).decision_function(X)
    assert (
        turned.predict(X).tolist()
        == np.where(own >= turned.threshold, "no", "yes").tolist()
    )
    assert turned.folds == ()
    assert np.isnan(turned.value.estimate)
    with pytest.raises(ValueError, match="refit=False"):
        fm.tune_threshold(Nearest(), X, y, outer_cv=None, refit=False).predict(X)


def test_groups_stay_whole(rng):
    X, y = data(rng, 80)
    groups = np.repeat(np.arange(20), 4)
    folds = fm.StratifiedGroupKFold(3)
    found = fm.tune_threshold(
        Nearest(), X, y, "f1", folds, outer_cv=folds, groups=groups
    )
    twin = reference.tune_threshold(
        Nearest(), X.tolist(), y.tolist(), "f1", folds, outer_cv=folds,
        groups=groups.tolist(),
    )  # fmt: skip
    assert [one.threshold for one in found.folds] == twin.thresholds


def test_is_shown(rng):
    X, y = data(rng)
    found = fm.tune_threshold(Nearest(), X, y, "accuracy")
    text = str(found)
    assert "chosen by the criterion accuracy on" in text
    assert "Outer folds" in found.to_markdown()
    assert "外层折" in found.to_markdown(language="zh")
    content = json.loads(json.dumps(found.to_dict()))
    assert content["threshold"] == found.threshold
    assert len(content["folds"]) == 5
    assert found.to_svg().startswith("<svg")
    assert repr(found).startswith("<TunedThreshold: ")


def test_what_cannot_be_tuned_is_said(rng):
    X, y = data(rng)
    with pytest.raises(ValueError, match="criterion must be one of"):
        fm.tune_threshold(Nearest(), X, y, "gini")
    with pytest.raises(ValueError, match="at must be"):
        fm.tune_threshold(Nearest(), X, y, "tpr_at_fpr")
    with pytest.raises(ValueError, match=r"labels of two classes, got .0, 1, 2"):
        fm.tune_threshold(Nearest(), X, np.arange(60) % 3)
    with pytest.raises(ValueError, match=r"pos_label=.* is not a valid label"):
        fm.tune_threshold(Nearest(), X, y, pos_label="yes")
    with pytest.raises(ValueError, match="got a list of splits"):
        fm.tune_threshold(Nearest(), X, y, cv=[([0, 1], [2])])
    with pytest.raises(ValueError, match="test each row once"):
        fm.tune_threshold(Nearest(), X, y, outer_cv=fm.ShuffleSplit(2, random_state=0))

    class Silent:
        def fit(self, X, y):
            """Learn nothing."""

    with pytest.raises(TypeError, match="must have a method 'predict_proba'"):
        fm.tune_threshold(Silent(), X, y)
