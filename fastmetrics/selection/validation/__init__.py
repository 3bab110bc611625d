"""Validation: the predictions of an estimator that scores are computed from."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._inputs.rows import n_rows
from fastmetrics.catalog import FAMILIES, Metric

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(slots=True, eq=False)
class Responses:
    """Responses of one fitted estimator for some rows.

    Attributes
    ----------
    estimator : object
        It has been fitted.
    X : object
        The rows.
    n : int
        How many.
    classes : ndarray or None
        The classes of all rows in sorted order, of a target that has one of several
        classes per row; columns are brought into this order.
    classifier : bool
        Whether it is one.
    asked : dict
        Predictions by method.
    """

    estimator: Any
    X: Any
    n: int
    classes: Any
    classifier: bool = field(kw_only=True)
    asked: dict[str, Any] = field(default_factory=dict)

    def method(self, methods: tuple[str, ...]) -> str:
        """Return the first of these methods that was asked, or can be."""
        for name in methods:
            if name in self.asked or hasattr(self.estimator, name):
                return name
        names = " or ".join(map(repr, methods))
        raise AttributeError(
            f"estimator must have a method {names}, but "
            f"{type(self.estimator).__name__} has none."
        )

    def raw(self, method: str) -> Any:
        """Return predictions, one entry per row, with a column per class."""
        response = self.asked.get(method)
        if response is None:
            response = getattr(self.estimator, method)(self.X)
            check_answers(response, self.n, method)
            if method != "predict" and self.classes is not None:
                known = self._known()
                if known is not None:
                    response = align_columns(response, known, self.classes, method)
            self.asked[method] = response
        return response

    def read(self, methods: tuple[str, ...], pos_label: Any = None) -> Any:
        """Return the input of metrics: the positive column for two classes."""
        method = self.method(methods)
        response = self.raw(method)
        if method == "predict" or not self.classifier:
            return response
        if of_several(response):
            return np.column_stack([np.asarray(columns)[:, -1] for columns in response])
        classes = self.classes
        if classes is None or len(classes) != 2:
            return response
        if pos_label is None:
            place = 1
        else:
            places = np.flatnonzero(np.asarray(classes) == pos_label)
            if not len(places):
                raise ValueError(
                    f"pos_label must be one of the classes {shown(classes)}, got "
                    f"{shown(pos_label)}."
                )
            place = int(places[0])
        if np.ndim(response) == 2:
            return np.asarray(response)[:, place]
        return response if place else -np.asarray(response)

    def _known(self) -> Any:
        """Return the classes that the estimator was fitted on; None: it has none."""
        if not self.classifier:
            return None
        known = getattr(self.estimator, "classes_", None)
        return None if known is None or of_several(known) else np.asarray(known)


def of_several(response: Any) -> bool:
    """Whether something is a list of arrays, with one for each of several targets."""
    return isinstance(response, list) and all(
        isinstance(columns, np.ndarray) and columns.ndim > 0 for columns in response
    )


def check_answers(response: Any, n: int, method: str) -> None:
    """Raise unless an estimator's method said something of each of n rows."""
    if type(response) is np.ndarray and response.shape[:1] == (n,):
        return
    for columns in response if of_several(response) else [response]:
        if columns is None:
            raise ValueError(f"{method} must return an entry per row, got None.")
        n_entries = n_rows(columns, method)
        if n != n_entries:
            raise ValueError(
                f"{method} must return an entry per row, got {n_entries} of {n} rows."
            )


def align_columns(
    response: Any, known: NDArray[Any], classes: NDArray[Any], method: str
) -> Any:
    """Return predictions with a column for each of the classes, in their order.

    The column of a class that the estimator was not fitted on has the probability 0,
    and of other methods the lowest number.

    Parameters
    ----------
    found : array
        Predictions of the method.
    known : ndarray
        The classes that the estimator was fitted on: classes of the columns.
    classes : ndarray
        All classes, sorted.
    method : str
        Name of the method.
    """
    if len(known) == len(classes) and np.array_equal(known, classes):
        return response
    response = np.asarray(response)
    if method == "decision_function":
        if response.ndim == 2 and response.shape[1] != len(known):
            raise ValueError(
                f"decision_function must have a column per class, but returned "
                f"{response.shape[1]} columns for the {len(known)} classes of a "
                f"training part that lacks {len(classes) - len(known)} of them."
            )
        if len(known) <= 2:
            raise ValueError(
                f"Only {len(known)} of {len(classes)} classes are in a training part, "
                "so decision_function has no column per class: stratified folds "
                "have all classes in each."
            )
    places = np.searchsorted(classes, known)
    inside = places < len(classes)
    if not inside.all() or not np.array_equal(classes[places], known):
        raise ValueError(
            f"classes_ must be classes of y, which are {shown(classes)}, got "
            f"{shown(known)}."
        )
    if response.ndim != 2 or response.shape[1] != len(known):
        raise ValueError(
            f"{method} must have a column per class in classes_, got an array of shape "
            f"{response.shape} for {len(known)} classes."
        )
    lowest = 0 if method == "predict_proba" else np.finfo(response.dtype).min
    aligned = np.full((len(response), len(classes)), lowest, response.dtype)
    aligned[:, places] = response
    return aligned


# --- scikit-learn's names of scorers: function, sign and input
#
# A name is one of these first and one of the catalog after that: ``precision`` is the
# precision of the positive class, as there.

PREDICT = ("predict",)
PROBABILITIES = ("predict_proba",)
SCORES = ("decision_function", "predict_proba")
# The methods of an estimator for an argument of a metric, by the argument's name.
_METHODS: dict[str, tuple[str, ...]] = {
    "y_pred": PREDICT,
    "y_score": SCORES,
    "y_proba": PROBABILITIES,
    "y_prob": PROBABILITIES,
    "pred_decision": ("decision_function",),
    "risk": PREDICT,
    "survival": ("predict_survival_function",),
}
# Forms of such an argument: a column, or one for each class or level.
_FORMS = ("column", "columns", "levels")


def methods_for(row: Metric) -> tuple[str, ...] | None:
    """Return the estimator methods that give the input of a metric; None: none does."""
    family = FAMILIES[row.task]
    data = family.leading(row)
    args = [a for a in family.arguments if a.per_model and a.name in data]
    if row.by_group or len(args) != 1:
        return None
    if args[0].as_given or args[0].form not in _FORMS:
        return None
    # Predictions bear several names in functions, and one in their families.
    name_taken = [*inspect.signature(row.public).parameters][len(data) - 1]
    own = args[0].name
    return _METHODS.get(own if own == "y_pred" else name_taken)


class Named(NamedTuple):
    """Meaning of a name of a scorer.

    Attributes
    ----------
    function : str
        A public function.
    sign : int 1, or −1 if the value is negated to make greater better.
    methods : tuple of str
        Methods of the estimator: the first of these methods that it has.
    parameters : mapping
        Of the call.
    item : int or None
        Index of the value among several.
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
