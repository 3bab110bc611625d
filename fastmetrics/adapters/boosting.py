"""booster_metric: what libraries of gradient boosting call after each round."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import is_one_of
from fastmetrics.catalog import FAMILIES
from fastmetrics.intervals.resolve import is_several, named_metrics
from fastmetrics.selection.validation import PREDICT, PROBABILITIES
from fastmetrics.selection.validation.scorers import Scorer, read_metric

Values = list[tuple[str, float, bool]]


def booster_metric(
    metric: str | Callable[..., float] | Sequence[str | Callable[..., float]],
    library: Literal["lightgbm", "xgboost", "catboost"] = "lightgbm",
    *,
    api: Literal["train", "sklearn"] = "train",
    name: str | None = None,
    link: Literal["logistic", "softmax"] | None = None,
    **params: Any,
) -> Callable[..., Any] | BoosterMetric:
    """Create an evaluation function for gradient boosting from a metric.

    The library calls it after each boosting round.

    Parameters
    ----------
    metric : str, callable, or sequence of these
        The name of a metric in the catalog or of a scikit-learn scorer, a function of
        this package, or a ``functools.partial`` of one. LightGBM and ``train`` of
        XGBoost take several metrics, which are computed in one pass.
    library : {"lightgbm", "xgboost", "catboost"}, default="lightgbm"
        The library that calls the function.
    api : {"train", "sklearn"}, default="train"
        For ``feval`` of ``lightgbm.train`` and ``custom_metric`` of ``xgboost.train``;
        or for ``eval_metric`` of their estimators. CatBoost's ``eval_metric`` takes the
        same for both.
    name : str, optional
        Name of a single metric in the library's output; by default the metric's name.
    link : {"logistic", "softmax"}, optional
        Link that turns raw margins into probabilities, for custom objectives. CatBoost
        always passes margins: logistic for one column, else softmax.
    **params : object
        Parameters of the metric, such as ``average="macro"``.

    Returns
    -------
    callable or object
        Pass its attribute ``greater_is_better`` as ``maximize`` to XGBoost's
        ``EarlyStopping``.

    Raises
    ------
    ValueError
        If an option or a name is unknown, boosters do not predict the input of the
        metric, neither greater nor lower values are better, or the library takes only
        one metric.
    TypeError
        If the metric has no such parameter.

    See Also
    --------
    cross_validate : Evaluate estimators, with intervals.

    Notes
    -----
    The predicted label is positive from a probability of ½ on, or the class of the
    largest column. Weights of the data are passed to the metric, and groups are the
    queries of metrics of ranked lists. Data with weights raise an error if the metric
    does not take weights.

    Examples
    --------
    >>> import numpy as np
    >>> from fastmetrics import booster_metric
    >>> called = booster_metric(["roc_auc", "f1"], api="sklearn")
    >>> called(np.array([0, 0, 1, 1]), np.array([0.1, 0.6, 0.7, 0.9]))
    [('roc_auc', 1.0, True), ('f1', 0.8, True)]
    """
    options = {
        "library": (library, ("lightgbm", "xgboost", "catboost")),
        "api": (api, ("train", "sklearn")),
        "link": (link, (None, "logistic", "softmax")),
    }
    for option, (value, choices) in options.items():
        if not is_one_of(value, choices):
            words = ", ".join(map(repr, choices))
            raise ValueError(f"{option} must be one of {words}, got {shown(value)}.")
    single = not is_several(metric)
    measured = tuple(_measured(each, params) for each in named_metrics(metric))
    kind = _KINDS[library, api]
    if not measured:
        raise ValueError("metric must name a metric, got none.")
    if len(measured) > 1 and not kind.takes_several:
        raise ValueError(
            f"metric must be one metric: {library} takes one"
            f"{' of its estimators' if library == 'xgboost' else ''}, got "
            f"{len(measured)}."
        )
    if name is not None and len(measured) > 1:
        raise ValueError("name must be None where there are several metrics.")
    names = tuple(name or each.name for each in measured)
    return kind(measured, names, link, single=single)


def _measured(metric: Any, params: dict[str, Any]) -> Scorer:
    """Read a metric from the table of `cross_validate`."""
    scorer = read_metric(metric, params)
    if scorer.kind != "metric":
        raise ValueError(
            f"metric must be a metric of fastmetrics, got {shown(metric)}."
        )
    if scorer.row is not None and FAMILIES[scorer.row.task].is_of_one_fit:
        raise ValueError(
            f"metric cannot be {scorer.name!r}: boosters find no clusters."
        )
    return scorer


@dataclass(frozen=True, eq=False)
class BoosterMetric:
    """Callable with some metrics, their names, and the link of margins."""

    measured: tuple[Scorer, ...]
    names: tuple[str, ...]
    link: str | None
    single: bool

    takes_several = True

    @property
    def greater_is_better(self) -> bool:
        """Whether a greater value of the first metric is better."""
        return bool(self.measured[0].greater_is_better)

    @property
    def __name__(self) -> str:
        return self.names[0]

    def values(
        self, y: Any, predicted: Any, weight: Any = None, groups: Any = None
    ) -> Values:
        """Return names, values and directions; a link is applied once for all."""
        y, predicted = np.asarray(y), np.asarray(predicted)
        if self.link is not None:
            predicted = _probabilities(predicted, self.link)
        several = predicted.ndim == 2
        classes = np.arange(predicted.shape[1]) if several else None
        return [
            (name, float(_value(scorer, y, predicted, classes, weight, groups)), better)
            for name, scorer in zip(self.names, self.measured, strict=True)
            for better in [bool(scorer.greater_is_better)]
        ]


def _value(
    scorer: Scorer, y: Any, predicted: Any, classes: Any, weight: Any, groups: Any
) -> float:
    """Return one metric of the predictions of a booster, times its sign."""
    assert scorer.function is not None
    parameters = dict(scorer.call_of(classes))
    if _is_of_labels(scorer):
        predicted = predicted >= 0.5 if classes is None else predicted.argmax(axis=1)
        predicted = predicted.astype(y.dtype)
    if groups is not None and "query_id" in scorer.takes:
        parameters["query_id"] = np.repeat(np.arange(len(groups)), groups)
    if weight is not None and len(weight):
        if "sample_weight" not in scorer.takes:
            raise ValueError(f"{scorer.name} takes no weights, and the data have them.")
        parameters["sample_weight"] = weight
    value = scorer.function(y, predicted, **parameters)
    return scorer.sign * (value if scorer.item is None else value[scorer.item])


def _is_of_labels(scorer: Scorer) -> bool:
    """Whether a metric compares labels, not numbers or scores."""
    if scorer.row is None:
        return True  # both likelihood ratios
    family = FAMILIES[scorer.row.task]
    return scorer.methods == PREDICT and "pos_label" in family.options


def _probabilities(margins: Any, link: str) -> Any:
    """Return the probabilities that margins stand for, without overflow."""
    if link == "logistic":
        small = np.exp(-np.abs(margins))
        return np.where(margins >= 0, 1.0, small) / (1.0 + small)
    powers = np.exp(margins - margins.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


class LightGBMTrain(BoosterMetric):
    """For ``feval`` of ``lightgbm.train`` and ``lightgbm.cv``."""

    def __call__(self, predicted: Any, data: Any) -> Any:
        """Return the name, the value and the direction, or a list of these."""
        results = self.values(
            data.get_label(), predicted, data.get_weight(), data.get_group()
        )
        return results[0] if self.single else results


class LightGBMEstimator(BoosterMetric):
    """For ``eval_metric`` of LightGBM's estimators."""

    def __call__(
        self, y_true: Any, y_pred: Any, weight: Any = None, group: Any = None
    ) -> Any:
        """Return the name, the value and the direction, or a list of these."""
        results = self.values(y_true, y_pred, weight, group)
        return results[0] if self.single else results


class XGBoostTrain(BoosterMetric):
    """For ``custom_metric`` of ``xgboost.train`` and ``xgboost.cv``."""

    def __call__(self, predicted: Any, data: Any) -> Any:
        """Return the name and the value, or a list of these."""
        groups = np.diff(data.get_uint_info("group_ptr"))
        results = self.values(
            data.get_label(),
            predicted,
            data.get_weight(),
            groups if len(groups) else None,
        )
        pairs = [(name, value) for name, value, _ in results]
        return pairs[0] if self.single else pairs


class XGBoostEstimator(BoosterMetric):
    """For ``eval_metric`` of XGBoost's estimators."""

    takes_several = False

    def __call__(self, y_true: Any, y_score: Any, sample_weight: Any = None) -> float:
        """Return the value."""
        return self.values(y_true, y_score, sample_weight)[0][1]


class CatBoostMetric(BoosterMetric):
    """For ``eval_metric`` of CatBoost."""

    takes_several = False

    def is_max_optimal(self) -> bool:
        """Whether greater is better."""
        return self.greater_is_better

    def evaluate(self, approxes: Any, target: Any, weight: Any) -> tuple[float, float]:
        """Return the value and its divisor."""
        margins = np.column_stack(
            [np.asarray(margins_of_class) for margins_of_class in approxes]
        )
        if margins.shape[1] == 1:
            margins = margins[:, 0]
        [scorer] = self.measured
        # Margins and probabilities have the same order, and numbers have no link.
        if (
            margins.ndim == 2
            or scorer.methods == PROBABILITIES
            or _is_of_labels(scorer)
        ):
            link = "logistic" if margins.ndim == 1 else "softmax"
            margins = _probabilities(margins, self.link or link)
        results = BoosterMetric(self.measured, self.names, None, True).values(
            target, margins, weight
        )
        return results[0][1], 1.0

    def get_final_error(self, error: float, weight: float) -> float:
        """Return the value."""
        return error / weight


_KINDS: dict[tuple[str, str], type[BoosterMetric]] = {
    ("lightgbm", "train"): LightGBMTrain,
    ("lightgbm", "sklearn"): LightGBMEstimator,
    ("xgboost", "train"): XGBoostTrain,
    ("xgboost", "sklearn"): XGBoostEstimator,
    ("catboost", "train"): CatBoostMetric,
    ("catboost", "sklearn"): CatBoostMetric,
}
