"""Binary labels and predictions that the tests of the four cells share."""

import numpy as np

_rng = np.random.default_rng(11)
_true = _rng.integers(0, 2, 50)
_predicted = np.where(_rng.random(50) < 0.7, _true, 1 - _true)

# name -> (y_true, y_pred, pos_label): two classes in both columns
BINARY = {
    "by hand": ([0, 0, 0, 1, 1, 1, 1], [0, 1, 0, 1, 1, 1, 0], 1),  # tn 2 fp 1 fn 1 tp 3
    "usual": (_true, _predicted, 1),
    "zero is positive": (_true, _predicted, 0),
    "bool": (_true.astype(bool), _predicted.astype(bool), True),
    "strings": (
        np.where(_true, "ill", "well"),
        np.where(_predicted, "ill", "well"),
        "ill",
    ),
    "minus one": (2 * _true - 1, 2 * _predicted - 1, 1),
    "floats": (_true.astype(float), _predicted, 1),
}
# name -> (y_true, y_pred): something is missing
ONE_SIDED = {
    "no positives": ([0, 0, 0], [0, 1, 0]),
    "no negatives": ([1, 1, 1], [0, 1, 0]),
    "none predicted positive": ([0, 1, 1], [0, 0, 0]),
    "all predicted positive": ([0, 1, 1], [1, 1, 1]),
    "perfect": ([0, 1, 1], [0, 1, 1]),
    "inverted": ([0, 1, 1], [1, 0, 0]),
    "only zeros": ([0, 0], [0, 0]),
    "only ones": ([1, 1], [1, 1]),
    "one row": ([1], [0]),
}
# name -> (y_true, y_pred, further arguments): raise in every function
BAD = {
    "lengths differ": ([0, 1, 1], [0, 1], {}),
    "no rows": ([], [], {}),
    "three classes": ([0, 1, 2], [0, 1, 1], {}),
    "multilabel": ([[0, 1], [1, 1]], [[0, 1], [1, 0]], {}),
    "continuous": ([0.5, 1.0], [0.5, 1.0], {}),
    "mixed": ([0, 1], ["0", "1"], {}),
    "weights too short": ([0, 1], [0, 1], {"sample_weight": [1.0]}),
    "no weight": ([0, 1], [0, 1], {"sample_weight": [0.0, 0.0]}),
    "negative weight": ([0, 1], [0, 1], {"sample_weight": [1.0, -1.0]}),
    "NaN weight": ([0, 1], [0, 1], {"sample_weight": [1.0, np.nan]}),
}


def cells_of(y_true, y_pred, pos_label=1, weights=None):
    """(tn, fp, fn, tp), counted by comparing."""
    true = np.asarray(y_true) == pos_label
    predicted = np.asarray(y_pred) == pos_label
    weights = np.ones(len(true), int) if weights is None else np.asarray(weights)
    return tuple(
        weights[(true == t) & (predicted == p)].sum()
        for t, p in [(False, False), (False, True), (True, False), (True, True)]
    )


def label_weights(y_true, seed=5):
    """Weights of all sizes, where there are many a few of them 0."""
    rng = np.random.default_rng(seed)
    weights = rng.exponential(size=len(y_true))
    if len(y_true) > 10:
        weights[rng.random(len(y_true)) < 0.1] = 0.0
    return weights
