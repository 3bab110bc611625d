"""Estimators: anything with ``fit``, copied unfitted, and what they say they are."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

__all__ = [
    "example_of",
    "fresh",
    "is_classifier",
    "is_pairwise",
    "is_regressor",
    "with_parameters",
]


def example_of(estimator: Any, needs: tuple[str, ...] = ("fit",)) -> Any:
    """Return an estimator to ask what it is; one that a function makes is made.

    Raises
    ------
    TypeError
        If it is a class, or lacks one of the methods that it needs.
    """
    if isinstance(estimator, type):
        raise TypeError(
            f"estimator must be an instance, got the class {estimator.__name__}."
        )
    found = estimator() if _is_factory(estimator) else estimator
    for method in needs:
        if not callable(getattr(found, method, None)):
            made = "" if found is estimator else ", which estimator() returned,"
            raise TypeError(
                f"estimator must have a method {method!r}, but "
                f"{type(found).__name__}{made} has none."
            )
    return found


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


def is_regressor(estimator: Any) -> bool:
    """Whether an estimator says that it is a regressor."""
    return _kind(estimator) == "regressor"


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
    """Return what an estimator says it is; None: it does not say."""
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
    made = kind(**copies)
    kept = made.get_params(deep=False)
    for name, value in copies.items():
        if kept[name] is not value:
            raise RuntimeError(
                f"estimator cannot be copied: the constructor of {kind.__name__} does "
                f"not keep its parameter {name!r} as it was given."
            )
    return made


def _copied(value: Any) -> Any:
    """Copy a parameter; estimators in it are copied as such."""
    if isinstance(value, (list, tuple, set, frozenset)) and type(value) in _PLAIN:
        return type(value)([_copied(one) for one in value])
    own = getattr(value, "__sklearn_clone__", None)
    if not isinstance(value, type):
        if own is not None:
            return own()
        if hasattr(value, "get_params"):
            return _rebuilt(value)
    return copy.deepcopy(value)


_PLAIN = (list, tuple, set, frozenset)
