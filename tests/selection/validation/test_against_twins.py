"""Validation against its twins, of a model that sums exactly."""

import random
import warnings

from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics import reference


class Sums:
    """A classifier whose numbers are sums of whole ones."""

    def fit(self, X, y, sample_weight=None):
        self.classes_ = sorted(set(y))
        weights = [1] * len(y) if sample_weight is None else sample_weight
        self.weight = {label: 0 for label in self.classes_}
        for label, weight in zip(y, weights, strict=True):
            self.weight[label] += int(weight)
        self.middle = sum(row[0] for row in X)

    def predict(self, X):
        last = len(self.classes_) - 1
        return [self.classes_[row[0] % 3 if row[0] % 3 < last else last] for row in X]

    def predict_proba(self, X):
        total = sum(self.weight.values())
        return [[self.weight[one] / total for one in self.classes_] for _ in X]

    def score(self, X, y):
        return float(sum(row[0] * label for row, label in zip(X, y, strict=True)))


def problem(seed):
    rng = random.Random(seed)
    n = rng.randint(8, 30)
    X = [[rng.randint(0, 20)] for _ in range(n)]
    y = [rng.randint(0, 2) for _ in range(n)]
    weights = [rng.randint(1, 3) for _ in range(n)]
    return X, [*range(3), *y[3:]], weights


@one_case("seed", range(30))
@one_case("n_splits", [2, 4])
def test_scores_and_predictions(seed, n_splits):
    X, y, weights = problem(seed)
    params = {"sample_weight": weights}
    ours = fm.KFold(n_splits, shuffle=True, random_state=seed)
    plain = reference.KFold(n_splits, shuffle=True, random_state=seed)
    scoring = {"a": lambda model, X, y: model.score(X, y), "b": len_of}
    found = fm.cross_validate(
        Sums(), X, y, cv=ours, scoring=scoring, params=params, return_train_score=True
    )
    expected = reference.cross_validate(
        Sums(), X, y, cv=plain, scoring=scoring, params=params, return_train_score=True
    )
    assert {key: one.tolist() for key, one in found.items() if "_time" not in key} == (
        expected
    )
    for method in ("predict", "predict_proba"):
        found = quietly(
            fm.cross_val_predict, X, y, cv=ours, params=params, method=method
        )
        assert found.tolist() == reference.cross_val_predict(
            Sums(), X, y, cv=plain, params=params, method=method
        )


@one_case("seed", range(8))
def test_permutations(seed):
    X, y, weights = problem(seed)
    groups = None if seed % 2 else weights
    options = {"cv": 2, "n_permutations": 10, "random_state": seed}
    if seed % 4 > 1:
        options["params"] = {"sample_weight": weights}
    options["groups"] = groups
    found = quietly(fm.permutation_test_score, X, y, **options)
    expected = quietly(reference.permutation_test_score, X, y, **options)
    assert found[0] == expected[0]
    assert found[1].tolist() == expected[1]
    assert found[2] == expected[2]


def len_of(model, X, y):
    return float(len(X))


def quietly(function, X, y, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of folds that lack a class
        return function(Sums(), X, y, **options)
