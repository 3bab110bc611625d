"""The definitions of validation, on rows that can be followed by hand."""

from math import isnan

from fastmetrics.reference.selection.validation import (
    cross_val_predict,
    cross_val_score,
    cross_validate,
    permutation_test_score,
)


class Mean:
    """Predicts the mean of the targets, or of those with weight 1."""

    def fit(self, X, y, sample_weight=None):
        weights = sample_weight or [1] * len(y)
        total = sum(w * value for w, value in zip(weights, y, strict=True))
        self.mean = total / sum(weights)

    def predict(self, X):
        return [self.mean] * len(X)

    def score(self, X, y):
        return -sum(abs(value - self.mean) for value in y) / len(y)


class Shares:
    """Says which share of the targets each class has."""

    def fit(self, X, y):
        self.classes_ = sorted(set(y))
        self.shares = [y.count(label) / len(y) for label in self.classes_]

    def predict_proba(self, X):
        return [self.shares] * len(X)


X, Y = [[0], [1], [2], [3]], [1.0, 3.0, 5.0, 7.0]
HALVES = [([2, 3], [0, 1]), ([0, 1], [2, 3])]


def first(model, X, y):
    return X[0][0]


def test_scores():
    # Means 6 and 2: errors (5 + 3) / 2 and (3 + 5) / 2; in training (1 + 1) / 2.
    assert cross_val_score(Mean(), X, Y, cv=HALVES) == [-4, -4]
    found = cross_validate(Mean(), X, Y, cv=2, return_train_score=True)
    assert found == {"test_score": [-4, -4], "train_score": [-1, -1]}
    assert cross_validate(Mean(), X, Y, scoring={"a": first}, cv=2) == {
        "test_a": [0, 2]
    }
    # Weights are cut: the mean of rows 2 and 3 is 7, of rows 0 and 1 is 1.
    params = {"sample_weight": [1, 0, 0, 1]}
    assert cross_val_score(Mean(), X, Y, cv=HALVES, params=params) == [-5, -5]


def test_fits_that_fail():
    params = {"sample_weight": [0, 0, 1, 1]}  # no weight in the second training part
    scores = cross_val_score(Mean(), X, Y, cv=HALVES, params=params)
    assert scores[0] == -4
    assert isnan(scores[1])


def test_predictions():
    assert cross_val_predict(Mean(), X, Y, cv=HALVES) == [6, 6, 2, 2]
    labels = ["b", "a", "b", "c"]
    found = cross_val_predict(Shares(), X, labels, cv=HALVES, method="predict_proba")
    assert found == [[0, 0.5, 0.5]] * 2 + [[0.5, 0.5, 0]] * 2


def test_permutations():
    X, y = [*range(6)], [0, 0, 0, 1, 1, 1]

    def score(model, X, y):
        return sum(x * label for x, label in zip(X, y, strict=True))

    class Nothing:
        def fit(self, X, y):
            pass

    found, scores, pvalue = permutation_test_score(
        Nothing(), X, y, cv=2, n_permutations=50, scoring=score
    )
    assert found == 6  # (3 + 4 + 5) / 2: the largest there can be
    assert len(scores) == 50
    assert max(scores) <= 6
    assert pvalue == (sum(one == 6 for one in scores) + 1) / 51
    # Within groups of rows of one target nothing changes.
    assert permutation_test_score(
        Nothing(), X, y, groups=y, cv=2, n_permutations=5, scoring=score
    ) == (6, [6] * 5, 1)
