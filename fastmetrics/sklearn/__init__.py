"""Use in place of scikit-learn: patches of its functions, and its scorers.

``patch`` lets the functions of scikit-learn's metrics call fastmetrics; ``unpatch``
restores them. `scorer`, `scorers` and `multi_scorer` make scikit-learn's scorers from
our metrics. ``python -m fastmetrics.sklearn SCRIPT`` runs a program with the patch.
scikit-learn, 1.6 or later, is loaded when one of these functions is called.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from fastmetrics._inputs.rows import n_rows
from fastmetrics.catalog import METRICS
from fastmetrics.selection.validation import NAMES, Responses
from fastmetrics.selection.validation.scorers import Scorer, read_metric
from fastmetrics.sklearn.patching import is_patched as is_patched
from fastmetrics.sklearn.patching import joined
from fastmetrics.sklearn.patching import patch as patch
from fastmetrics.sklearn.patching import patched as patched
from fastmetrics.sklearn.patching import status as status
from fastmetrics.sklearn.patching import unpatch as unpatch


def scorer(metric: str | Callable[..., float], **params: Any) -> Any:
    """Return scikit-learn's scorer for a metric, with its response method and sign.

    Parameters
    ----------
    metric : str or callable
        A name that scikit-learn has for a scorer, a name of the catalog, a function of
        this package, or a ``functools.partial`` of one.
    **params : object
        Of the metric, such as ``average="macro"``.

    Returns
    -------
    callable
        ``scorer(estimator, X, y)`` for any ``scoring``; greater is better. Like scorers
        of ``sklearn.metrics.make_scorer``, it supports metadata routing, as in
        ``set_score_request(sample_weight=True)``. Exceptions are metrics of clusters,
        which read the rows or need no target, and scikit-learn's two likelihood ratios.

    Raises
    ------
    ImportError
        If scikit-learn is not installed.
    ValueError
        If the name is unknown, no method of an estimator returns the input of the
        metric, or neither greater nor lower values are better.
    TypeError
        If the metric has no such parameter.

    See Also
    --------
    multi_scorer : Several metrics in one call.
    fastmetrics.cross_validate : Cross-validation of metrics with intervals.

    Examples
    --------
    >>> from sklearn.linear_model import LogisticRegression
    >>> from fastmetrics.sklearn import scorer
    >>> X, y = [[0], [1], [2], [3]], [0, 1, 0, 1]
    >>> scorer("log_loss")(LogisticRegression().fit(X, y), X, y) < 0
    True
    >>> scorer("f1", average="macro")
    make_scorer(f1_score, response_method='predict', average=macro)
    """
    return _scorer(metric, params)


def scorers() -> dict[str, Any]:
    """Return all scorers by name.

    Returns
    -------
    dict of str to callable
        By scikit-learn's names of scorers, and by the catalog's names for all other
        metrics that can be computed from an estimator's responses.

    Raises
    ------
    ImportError
        If scikit-learn is not installed.

    Examples
    --------
    >>> from fastmetrics.sklearn import scorers
    >>> ready = scorers()
    >>> ready["neg_log_loss"]
    make_scorer(log_loss, greater_is_better=False, response_method='predict_proba')
    >>> "balanced_accuracy" in ready, "expected_calibration_error" in ready
    (True, True)
    """
    named_scorers = {}
    for name in sorted({*NAMES, *METRICS}):
        try:
            named_scorers[name] = scorer(name)
        except (TypeError, ValueError):  # no method of an estimator returns its input
            continue
    return named_scorers


def multi_scorer(
    metrics: Iterable[str | Callable[..., float]] | Mapping[str, Any],
) -> Any:
    """Return one scorer for several metrics, which calls the estimator once.

    Parameters
    ----------
    metrics : iterable or dict
        Names and functions as in `scorer`, or a dict from names of results to these or
        to scorers.

    Returns
    -------
    callable
        ``scorer(estimator, X, y)`` returns a dict of values by name, for ``scoring`` of
        scikit-learn's ``cross_validate``, ``GridSearchCV`` with ``refit`` or
        ``permutation_importance``. Each method of the estimator is called once, for any
        number of metrics.

    Raises
    ------
    ImportError
        If scikit-learn is not installed.
    ValueError
        If there is no metric, a name is given twice, or in the cases of `scorer`.

    See Also
    --------
    scorer : One metric.

    Examples
    --------
    >>> from sklearn.linear_model import LogisticRegression
    >>> from fastmetrics.sklearn import multi_scorer
    >>> X, y = [[0], [1], [2], [3]], [0, 0, 1, 1]
    >>> model = LogisticRegression().fit(X, y)
    >>> multi_scorer(["accuracy", "roc_auc", "neg_brier_score"])(model, X, y)
    {'accuracy': 1.0, 'roc_auc': 1.0, 'neg_brier_score': -0.0...}
    """
    if isinstance(metrics, Mapping):
        named = dict(metrics)
    else:
        named = {}
        for metric in metrics:
            name = metric if isinstance(metric, str) else read_metric(metric, {}).name
            if name in named:
                raise ValueError(
                    f"metrics must be named once each. Duplicate: {name!r}."
                )
            named[name] = metric
    if not named:
        raise ValueError("metrics must name a metric, got none.")
    named_scorers = {name: _scorer(metric, {}) for name, metric in named.items()}
    return joined("sklearn.metrics").check_scoring(scoring=named_scorers)


def _scorer(metric: Any, params: Mapping[str, Any]) -> Any:
    """Make scikit-learn's scorer from the table of `cross_validate`."""
    if hasattr(metric, "get_metadata_routing"):  # of scikit-learn, and ready
        return metric
    request = read_metric(metric, params)
    if request.kind != "metric":
        return metric
    # A name of scikit-learn's has its sign; a metric of ours has its direction.
    request = (
        request if request.greater_is_better else replace(request, sign=-request.sign)
    )
    row = request.row
    by_rows = row is not None and {"geometry", "partition"} & {*row.targets}
    if request.item is not None or by_rows:
        return OfEstimator(request)
    return joined("sklearn.metrics").make_scorer(
        request.function,
        response_method=request.methods
        if len(request.methods) > 1
        else request.methods[0],
        greater_is_better=request.sign > 0,
        **request.parameters,
    )


@dataclass(frozen=True)
class OfEstimator:
    """A scorer that needs the rows, or no target.

    Attributes
    ----------
    asked : Scorer
    """

    asked: Scorer

    def __call__(self, estimator: Any, X: Any, y: Any = None, **more: Any) -> Any:
        """Return the score of a fitted estimator on rows; greater is better."""
        answers = Responses(estimator, X, n_rows(X, "X"), None, classifier=False)
        return self.asked.value(answers, y, more)
