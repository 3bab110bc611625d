"""Options that are arrays, numbers or sets: refused in words of our own."""

import functools

import numpy as np
import pytest

import fastmetrics

Y, P, S = [0, 1, 1, 0, 1, 0], [0, 1, 0, 0, 1, 1], [0.1, 0.9, 0.4, 0.35, 0.8, 0.2]
X = [[0.0, 1.0], [2.0, 3.0], [2.5, 3.5], [0.5, 1.5], [2.0, 2.5], [0.0, 0.5]]
BAD = {
    "two": np.array([1, 2]),
    "none": np.array([]),
    "of objects": np.array([None]),
    "list": [1, 2, 3],
    "dict": {1: 2},
    "set": {1, 2},
    "int": -1,
    "object": object(),
}
CALLS = {
    "adjusted_mutual_info_score": (Y, P, "average_method"),
    "rand_score": (Y, P, "noise"),
    "average_precision_score": (Y, S, "average"),
    "roc_auc_score": (Y, S, "average"),
    "confusion_matrix": (Y, P, "normalize"),
    "davies_bouldin_score": (X, Y, "within"),
    "f1_score": (Y, P, "average"),
    "precision_recall_fscore_support": (Y, P, "average"),
    "roc_curve": (Y, S, "drop_intermediate"),
    "precision_recall_curve": (Y, S, "drop_intermediate"),
    "det_curve": (Y, S, "drop_intermediate"),
    "pr_auc_score": (Y, S, "interpolation"),
    "evaluate": (Y, P, "task"),
}
MORE = {
    "multi_class": functools.partial(fastmetrics.roc_auc_score, Y, S),
    "alternative": functools.partial(fastmetrics.delong_roc_test, Y, S, S[::-1]),
    "criterion": functools.partial(fastmetrics.optimal_threshold, Y, S),
    "method": functools.partial(fastmetrics.confidence_interval, "accuracy", Y, P),
    "metric_params": functools.partial(
        fastmetrics.confidence_interval, "accuracy", Y, P
    ),
    "metrics": functools.partial(fastmetrics.evaluate, Y, P),
}
EVERY = {
    **{
        f"{name}({option})": (
            functools.partial(getattr(fastmetrics, name), *data),
            option,
        )
        for name, (*data, option) in CALLS.items()
    },
    **{f"({option})": (call, option) for option, call in MORE.items()},
}


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD)
@pytest.mark.parametrize(("call", "option"), EVERY.values(), ids=EVERY)
def test_an_option_of_a_wrong_kind_is_named(call, option, bad):
    with pytest.raises((TypeError, ValueError), match=option):
        call(**{option: bad})


def test_a_seed_without_end():
    with pytest.raises(ValueError, match="random_state must be None"):
        fastmetrics.confidence_interval(
            "accuracy", Y, P, random_state=float("inf"), method="percentile"
        )
