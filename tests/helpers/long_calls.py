"""Calls that take long on real data, on little of it: what `interrupted` interrupts."""

import numpy as np

import fastmetrics as fm

N = 40
_rng = np.random.default_rng(7)
Y = _rng.integers(0, 2, N)
X = _rng.normal(Y[:, None], size=(N, 3)).round(3)
A, B = X[:, 0], X[:, 1]
SEED = {"random_state": 0}


class Nearest:
    """Predicts the class whose centre is nearer, the training rows shrunk."""

    def __init__(self, shrink=0.0):
        self.shrink = shrink

    def get_params(self, deep=True):
        return {"shrink": self.shrink}

    def set_params(self, shrink):
        self.shrink = shrink
        return self

    def fit(self, X, y):
        self.classes_ = np.array([0, 1])
        self.centres = [(1 - self.shrink) * X[y == one].mean(0) for one in (0, 1)]
        return self

    def predict(self, X):
        far = [((X - centre) ** 2).sum(1) for centre in self.centres]
        return (far[1] < far[0]).astype(int)

    def score(self, X, y):
        return float((self.predict(X) == y).mean())


MODEL = Nearest()
FOLDS = {"cv": 3, "scoring": "accuracy"}


def cross_validate():
    found = fm.cross_validate(MODEL, X, Y, **FOLDS)
    return found["test_score"]


def cross_val_predict():
    return fm.cross_val_predict(MODEL, X, Y, cv=3)


def cross_validate_on_threads():
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(2) as executor:
        found = fm.cross_validate(MODEL, X, Y, **FOLDS, executor=executor)
    return found["test_score"]


def learning_curve():
    return fm.learning_curve(MODEL, X, Y, train_sizes=[0.5, 1.0], **FOLDS)[1:3]


def validation_curve():
    names = {"param_name": "shrink", "param_range": [0.0, 0.5]}
    return fm.validation_curve(MODEL, X, Y, **names, **FOLDS)


def permutation_test_score():
    return fm.permutation_test_score(MODEL, X, Y, n_permutations=4, **FOLDS, **SEED)


def search():
    return fm.search(MODEL, {"shrink": [0.0, 0.5]}, X, Y, **FOLDS).best_index


def bootstrap_validate():
    few = {"n_resamples": 20, **SEED}
    return str(fm.bootstrap_validate(MODEL, X, Y, scoring="accuracy", **few))


def estimate_bias_variance():
    parts = (X[:30], Y[:30], X[30:], Y[30:])
    found = fm.estimate_bias_variance(
        MODEL, *parts, loss="zero_one", n_rounds=4, **SEED
    )
    return str(found)


def confidence_interval():
    return fm.confidence_interval(
        "average_precision_score",
        Y,
        y_score=A,
        method="percentile",
        n_resamples=99,
        **SEED,
    ).low


def many_replicates(progress=False):
    with fm.num_threads(3):
        return fm.confidence_interval(
            "average_precision_score",
            np.tile(Y, 50),
            y_score=np.tile(A, 50),
            method="percentile",
            n_resamples=999,
            progress=progress,
            **SEED,
        ).low


def confidence_interval_of_a_callable():
    return fm.confidence_interval(
        lambda true, score: float(score[true == 1].mean()),
        Y,
        y_score=A,
        method="percentile",
        n_resamples=99,
        **SEED,
    ).low


def paired_permutation_test():
    return fm.paired_permutation_test(
        "average_precision_score",
        Y,
        y_score_a=A,
        y_score_b=B,
        n_resamples=99,
        **SEED,
    ).pvalue


def compare():
    scores = {"a": A, "b": B}
    return str(fm.compare("roc_auc", Y, y_score=scores, n_resamples=99, **SEED))


def evaluate():
    return str(fm.evaluate(Y, y_score=A, n_resamples=99, **SEED))


def roc_band():
    return fm.roc_band(Y, A, method="bootstrap", n_resamples=99, **SEED).low
