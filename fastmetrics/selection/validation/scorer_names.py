"""scikit-learn's names of scorers: the function behind each, its sign, what it reads.

A name is one of these first and one of the catalog after that: ``precision`` is the
precision of the positive class, as there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

__all__ = ["NAMES", "PREDICT", "PROBABILITIES", "SCORES", "Named"]

PREDICT = ("predict",)
PROBABILITIES = ("predict_proba",)
SCORES = ("decision_function", "predict_proba")


class Named(NamedTuple):
    """What a name stands for.

    Attributes
    ----------
    function : str
        A public function.
    sign : int
        1, or −1 where its value is turned, so that greater is better.
    methods : tuple of str
        What the estimator is asked for: the first of these methods that it has.
    parameters : mapping
        Of the call.
    item : int or None
        Which of several values it is.
    """

    function: str
    sign: int = 1
    methods: tuple[str, ...] = PREDICT
    parameters: Mapping[str, Any] = {}
    item: int | None = None


_LOSSES = (
    *("max_error", "median_absolute_error", "mean_absolute_error"),
    *("mean_absolute_percentage_error", "mean_squared_error"),
    *("mean_squared_log_error", "root_mean_squared_error"),
    *("root_mean_squared_log_error", "mean_poisson_deviance", "mean_gamma_deviance"),
)
_AGREEMENTS = (
    *("adjusted_rand_score", "rand_score", "homogeneity_score", "completeness_score"),
    *("v_measure_score", "mutual_info_score", "adjusted_mutual_info_score"),
    *("normalized_mutual_info_score", "fowlkes_mallows_score"),
)
_ALL_PAIRS: dict[str, Any] = {"multi_class": "ovo"}
_EACH_AGAINST_THE_REST: dict[str, Any] = {"multi_class": "ovr"}
_WEIGHTED: dict[str, Any] = {"average": "weighted"}
_REPLACED: dict[str, Any] = {"replace_undefined_by": 1.0}
_OF_CLASSES = {
    "precision": "precision_score",
    "recall": "recall_score",
    "f1": "f1_score",
    "jaccard": "jaccard_score",
}

NAMES: dict[str, Named] = {
    "explained_variance": Named("explained_variance_score"),
    "r2": Named("r2_score"),
    "d2_absolute_error_score": Named("d2_absolute_error_score"),
    "matthews_corrcoef": Named("matthews_corrcoef"),
    "accuracy": Named("accuracy_score"),
    "balanced_accuracy": Named("balanced_accuracy_score"),
    "positive_likelihood_ratio": Named(
        "class_likelihood_ratios", 1, PREDICT, _REPLACED, 0
    ),
    "neg_negative_likelihood_ratio": Named(
        "class_likelihood_ratios", -1, PREDICT, _REPLACED, 1
    ),
    "top_k_accuracy": Named("top_k_accuracy_score", 1, SCORES),
    "roc_auc": Named("roc_auc_score", 1, SCORES),
    "average_precision": Named("average_precision_score", 1, SCORES),
    "roc_auc_ovr": Named("roc_auc_score", 1, PROBABILITIES, _EACH_AGAINST_THE_REST),
    "roc_auc_ovo": Named("roc_auc_score", 1, PROBABILITIES, _ALL_PAIRS),
    "roc_auc_ovr_weighted": Named(
        "roc_auc_score", 1, PROBABILITIES, {**_EACH_AGAINST_THE_REST, **_WEIGHTED}
    ),
    "roc_auc_ovo_weighted": Named(
        "roc_auc_score", 1, PROBABILITIES, {**_ALL_PAIRS, **_WEIGHTED}
    ),
    "neg_log_loss": Named("log_loss", -1, PROBABILITIES),
    "neg_brier_score": Named("brier_score_loss", -1, PROBABILITIES),
    "d2_log_loss_score": Named("d2_log_loss_score", 1, PROBABILITIES),
    "d2_brier_score": Named("d2_brier_score", 1, PROBABILITIES),
    **{f"neg_{name}": Named(name, -1) for name in _LOSSES},
    **{name: Named(name) for name in _AGREEMENTS},
    **{
        name: Named(function, 1, PREDICT, {"average": "binary"})
        for name, function in _OF_CLASSES.items()
    },
    **{
        f"{name}_{average}": Named(
            function, 1, PREDICT, {"average": average, "pos_label": None}
        )
        for name, function in _OF_CLASSES.items()
        for average in ("macro", "micro", "samples", "weighted")
    },
}
