"""Arguments that all validation shares: data, splits, estimator, keywords for fit."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from numbers import Integral
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._inputs.columns import as_array
from fastmetrics._inputs.rows import (
    common_length,
    is_sparse,
    n_rows,
    take_rows,
    takeable,
)
from fastmetrics._inputs.tables import encode_classes
from fastmetrics.selection.splitters import Splitter, routes
from fastmetrics.selection.splitters.fixed_splits import GivenSplits, check_cv

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.selection.validation.scorers import Scoring

    Rows = NDArray[np.intp]
    Params = Mapping[str, Any] | Callable[[Rows], Mapping[str, Any]] | None


# --- estimators: objects with ``fit``, copied unfitted


def example_of(estimator: Any, needs: tuple[str, ...] = ("fit",)) -> Any:
    """Return an estimator to inspect; a function is called to make one.

    Raises
    ------
    TypeError
        If it is a class, or lacks one of the methods that it needs.
    """
    if isinstance(estimator, type):
        raise TypeError(
            f"estimator must be an instance, got the class {estimator.__name__}."
        )
    example = estimator() if _is_factory(estimator) else estimator
    for method in needs:
        if not callable(getattr(example, method, None)):
            source = "" if example is estimator else ", which estimator() returned,"
            raise TypeError(
                f"estimator must have a method {method!r}, but "
                f"{type(example).__name__}{source} has none."
            )
    return example


def fresh(estimator: Any) -> Any:
    """Return a new estimator that is not fitted, with the parameters of this one."""
    if _is_factory(estimator):
        return estimator()
    own = getattr(estimator, "__sklearn_clone__", None)
    if own is not None:
        return own()
    if hasattr(estimator, "get_params"):
        return _rebuilt(estimator)
    return copy.deepcopy(estimator)


def with_parameters(estimator: Any, parameters: Mapping[str, Any]) -> Any:
    """Give an estimator copies of these parameters, and return it."""
    if not parameters:
        return estimator
    if not hasattr(estimator, "set_params"):
        raise TypeError(
            f"estimator must have a method 'set_params' to be given parameters, but "
            f"{type(estimator).__name__} has none."
        )
    return estimator.set_params(
        **{name: _copied(value) for name, value in parameters.items()}
    )


def is_classifier(estimator: Any) -> bool:
    """Whether an estimator says that it is a classifier, or looks like one."""
    kind = _kind(estimator)
    if kind is not None:
        return kind == "classifier"
    return hasattr(estimator, "predict_proba") or hasattr(estimator, "classes_")


def is_pairwise(estimator: Any) -> bool:
    """Whether an estimator takes a value for each pair of rows: a kernel, distances."""
    inputs = getattr(_tags(estimator), "input_tags", None)
    return bool(getattr(inputs, "pairwise", False))


def _is_factory(estimator: Any) -> bool:
    return callable(estimator) and not hasattr(estimator, "fit")


def _tags(estimator: Any) -> Any:
    tags = getattr(estimator, "__sklearn_tags__", None)
    return None if tags is None else tags()


def _kind(estimator: Any) -> str | None:
    """Return the type that an estimator declares, or None."""
    tags = _tags(estimator)
    if tags is not None:
        return tags.estimator_type or ""
    return getattr(estimator, "_estimator_type", None)


def _rebuilt(estimator: Any) -> Any:
    """Return a new object of an estimator's class from copies of its parameters."""
    kind = type(estimator)
    copies = {
        name: _copied(value) for name, value in estimator.get_params(deep=False).items()
    }
    copy_ = kind(**copies)
    kept = copy_.get_params(deep=False)
    for name, value in copies.items():
        if kept[name] is not value:
            raise RuntimeError(
                f"estimator cannot be copied: the constructor of {kind.__name__} does "
                f"not keep its parameter {name!r} as it was given."
            )
    return copy_


def _copied(value: Any) -> Any:
    """Copy a parameter; estimators in it are copied as such."""
    if isinstance(value, (list, tuple, set, frozenset)) and type(value) in _PLAIN:
        return type(value)([_copied(item) for item in value])
    own = getattr(value, "__sklearn_clone__", None)
    if not isinstance(value, type):
        if own is not None:
            return own()
        if hasattr(value, "get_params"):
            return _rebuilt(value)
    return copy.deepcopy(value)


_PLAIN = (list, tuple, set, frozenset)


# --- the arguments that all validation shares: data, splits, estimator


class Data(NamedTuple):
    """Data for training and evaluation.

    Attributes
    ----------
    X, y, groups : object
        Of the same length, where they are not None; rows can be taken from each.
    n : int
        How many rows.
    split_params : mapping or None
        Arguments of the splitter with metadata routing of scikit-learn; None: the
        groups.
    """

    X: Any
    y: Any
    groups: Any
    n: int
    split_params: Mapping[str, Any] | None = None


def read_data(X: Any, y: Any, groups: Any = None) -> Data:
    """Return data of which rows can be taken.

    Raises
    ------
    TypeError
        If something has no rows.
    ValueError
        If there are not as many of each.
    """
    if X is None or isinstance(X, Integral):
        raise TypeError(f"X must be data with rows, got {shown(X)}.")
    X, y, groups = takeable(X), takeable(y), takeable(groups)
    n = common_length(X, y, groups)
    if n == 0:
        raise ValueError("X must have rows, got none.")
    return Data(X, y, groups, n)


def splitter_of(cv: Any, y: Any, estimator: Any) -> Any:
    """Return the splitter that ``cv`` asks for, for such an estimator."""
    several = is_sparse(y)  # labels per row
    classifier = not several and is_classifier(estimator)
    return check_cv(cv, None if several else y, classifier=classifier)


def split_rows(splitter: Any, data: Data) -> Iterator[tuple[Rows, Rows]]:
    """Return the splits of the data, as row numbers."""
    if data.split_params is None:
        splits = splitter.split(data.X, data.y, data.groups)
    else:
        splits = splitter.split(data.X, data.y, **data.split_params)
    if isinstance(splitter, Splitter) and not isinstance(splitter, GivenSplits):
        return splits  # our own
    return checked_splits(splits, data.n)


def checked_splits(
    splits: Iterable[tuple[Any, Any]], n: int
) -> Iterator[tuple[Rows, Rows]]:
    """Yield splits as row numbers; masks and lists become such.

    Raises
    ------
    TypeError, ValueError
        If a split is not a pair of rows, or rows are not among the n.
    """
    for k, split in enumerate(splits):
        try:
            train, test = split
        except (TypeError, ValueError):
            raise TypeError(
                f"cv must yield pairs (train, test), but split {k} is a "
                f"{type(split).__name__}."
            ) from None
        yield (
            _rows(train, n, f"train of split {k}"),
            _rows(test, n, f"test of split {k}"),
        )


def _rows(part: Any, n: int, name: str) -> Rows:
    rows = part if isinstance(part, np.ndarray) else np.asarray(part)
    if rows.ndim != 1:
        raise ValueError(f"{name} must have one dimension, got shape {rows.shape}.")
    if rows.dtype.kind == "b":
        if len(rows) != n:
            raise ValueError(f"{name} must be a mask of {n} rows, got {len(rows)}.")
        return np.flatnonzero(rows)
    if not len(rows):
        return np.empty(0, np.intp)
    if rows.dtype.kind not in "iu":
        raise TypeError(f"{name} must hold row numbers or a mask, got {rows.dtype}.")
    low, high = int(rows.min()), int(rows.max())
    if low < -n or high >= n:
        raise ValueError(
            f"{name} must hold rows from 0 to {n - 1}, got {low if low < -n else high}."
        )
    rows = rows.astype(np.intp, copy=False)
    return np.where(rows < 0, rows + n, rows) if low < 0 else rows


def classes_of(y: Any) -> NDArray[Any] | None:
    """Return the distinct labels of a target in sorted order; None of a matrix."""
    if y is None or is_sparse(y):
        return None
    column = as_array(y, "y")
    if column.ndim != 1 and column.shape[1:] != (1,):
        return None
    if column.dtype.kind == "f":
        return np.unique(column)
    return np.sort(encode_classes(y).values)


# --- keywords for ``fit`` and for metrics, cut to the rows of a part


def check_params(params: Params, n: int, name: str) -> Params:
    """Return keywords, or a function that makes them; raise unless they are such.

    Raises
    ------
    TypeError
        If they are neither.
    ValueError
        If there is not one weight for each of the n rows.
    """
    if params is None or callable(params):
        return params
    if not isinstance(params, Mapping):
        raise TypeError(
            f"{name} must be a dict of keywords, or a function of the rows of a "
            f"training part, got {type(params).__name__}."
        )
    weight = params.get("sample_weight")
    length = None if weight is None else _length(weight)
    if length is not None and length != n:
        raise ValueError(
            f"{name}: sample_weight must have an entry for each of {n} rows, got "
            f"{length}."
        )
    return params


def cut_params(params: Params, rows: Rows, n: int) -> dict[str, Any]:
    """Return the keywords for some of n rows; arguments with n entries are cut."""
    if not params:
        return {}
    if callable(params):
        keywords = params(rows)
        if not isinstance(keywords, Mapping):
            raise TypeError(
                "params must return a dict of keywords for the rows that it is given, "
                f"but returned {type(keywords).__name__}."
            )
        return dict(keywords)
    return {
        name: take_rows(value, rows) if _length(value) == n else value
        for name, value in params.items()
    }


def of_no_rows(params: Mapping[str, Any], n: int) -> dict[str, Any]:
    """Return the keywords that have no entry for each of n rows."""
    return {name: value for name, value in params.items() if _length(value) != n}


def _length(value: Any) -> int | None:
    """Return the number of entries of a column or table; None for other values."""
    if isinstance(value, (str, bytes, Mapping)):
        return None
    if not any(hasattr(value, name) for name in ("__len__", "shape", "__array__")):
        return None
    if getattr(value, "shape", None) == ():
        return None
    try:
        return n_rows(value)
    except (TypeError, ValueError):
        return None


# --- keywords that scikit-learn routes to estimators, splitters and scorers


def routed(
    caller: str,
    params: Params,
    data: Data,
    estimator: Any,
    splitter: Any,
    scoring: Any,
    method: str,
) -> tuple[Params, Data, Any]:
    """Return the keywords of ``fit``, the data, and the scoring, each with its own.

    As they came where scikit-learn does not route metadata. ``method``: the method of
    learning; ``scoring``: None where nothing is scored.
    """
    if not routes():
        return params, data, scoring
    consumers = {} if scoring is None else _consumers(scoring, estimator)
    fit, split, score = _route(
        caller, params, estimator, splitter, consumers, data.groups, method
    )
    if scoring is not None:
        scorers = {
            name: replace(scorer, routed=score[name])
            for name, scorer in scoring.scorers.items()
        }
        scoring = replace(scoring, scorers=scorers)
    return fit, data._replace(groups=split.get("groups"), split_params=split), scoring


def _consumers(scoring: Scoring, estimator: Any) -> dict[str, Any]:
    """Return scikit-learn's consumer of keywords for each scorer, by its name."""
    scoring_ = scoring.asked
    if isinstance(scoring_, Mapping):
        scoring_ = scoring_.values()
    elif not isinstance(scoring_, (list, tuple, set, frozenset)):
        scoring_ = [scoring_]
    return {
        name: _consumer(scorer, estimator)
        for name, scorer in zip(scoring.scorers, scoring_, strict=True)
    }


def _route(
    caller: str,
    params: Any,
    estimator: Any,
    splitter: Any,
    scorers: Mapping[str, Any],
    groups: Any,
    method: str,
) -> tuple[dict[str, Any], dict[str, Any], dict[str, dict[str, Any]]]:
    """Return the keywords of ``params`` for the estimator, the splitter, each scorer.

    Estimators, splitters and scorers request keywords (``set_fit_request`` and
    similar), and public functions of scikit-learn route them; its errors and ours
    therefore are the same.

    Parameters
    ----------
    caller : str
        The public function, for errors.
    params : dict or None
    estimator, splitter : object
    scorers : mapping
        By name: a scorer of scikit-learn, or an object that requests no keyword.
    groups : object
        The argument ``groups``; with routing it must be among the keywords.
    method : str
        The method that fits the estimator.

    Raises
    ------
    TypeError, ValueError
        If nothing requests a keyword, or an object that accepts it has not said
        whether it wants it; if there are groups; or if the keywords are not a dict.
    """
    from sklearn.exceptions import UnsetMetadataPassedError
    from sklearn.utils.metadata_routing import (
        MetadataRouter,
        MethodMapping,
        process_routing,
    )

    if groups is not None:
        raise ValueError(
            "`groups` can only be passed if metadata routing is not enabled via "
            "`sklearn.set_config(enable_metadata_routing=True)`; else they are an "
            "entry of params."
        )
    if params is not None and not isinstance(params, Mapping):
        raise TypeError(
            "params must be a dict of keywords where scikit-learn routes them, got "
            f"{type(params).__name__}."
        )

    def mapping(callee: str, caller: str = "fit") -> Any:
        return MethodMapping().add(caller=caller, callee=callee)

    methods = mapping("fit")
    if method != "fit":
        methods.add(caller="fit", callee=method)
    router = (
        MetadataRouter(owner=caller)
        .add(splitter=splitter, method_mapping=mapping("split"))
        .add(estimator=estimator, method_mapping=methods)
    )
    several = None
    if len(scorers) > 1:
        several = MetadataRouter(owner="scoring").add(
            method_mapping=mapping("score", "score"), **scorers
        )
    whole = several or next(iter(scorers.values()), None)
    router.add(scorer=whole, method_mapping=mapping("score"))
    try:
        keywords = process_routing(router, "fit", **(params or {}))
        to_scorers = keywords["scorer"]["score"]
        if several is None:  # they have their own names by now
            each = {name: {"score": to_scorers} for name in scorers}
        else:
            each = process_routing(several, "score", **to_scorers)
    except UnsetMetadataPassedError as error:
        raise UnsetMetadataPassedError(
            message=str(error).replace(f"{caller}.fit", caller),
            unrequested_params=error.unrequested_params,
            routed_params=error.routed_params,
        ) from None
    score = {name: dict(each[name]["score"]) for name in scorers}
    return (
        dict(keywords["estimator"][method]),
        dict(keywords["splitter"]["split"]),
        score,
    )


def _consumer(scorer: Any, estimator: Any) -> Any:
    """Return scikit-learn's consumer for a scorer; None for one of ours.

    ``scorer`` is an object, a name, or None: the estimator's own ``score``.
    """
    from sklearn.metrics import check_scoring, get_scorer, get_scorer_names

    if scorer is None:
        return check_scoring(estimator)
    if isinstance(scorer, str):
        return get_scorer(scorer) if scorer in get_scorer_names() else None
    return scorer if hasattr(scorer, "get_metadata_routing") else None
