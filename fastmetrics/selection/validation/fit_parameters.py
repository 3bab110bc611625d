"""Keywords for ``fit`` and for metrics, cut to the rows of a part."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from fastmetrics._inputs.row_takers import n_rows, take_rows
from fastmetrics.selection import routing

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Rows = NDArray[np.intp]
    Params = Mapping[str, Any] | Callable[[Rows], Mapping[str, Any]] | None
    from fastmetrics.selection.validation.arguments import Data
    from fastmetrics.selection.validation.scorers import Scoring


__all__ = ["check_params", "cut_params", "of_no_rows", "routed"]


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
    given = None if weight is None else _length(weight)
    if given is not None and given != n:
        raise ValueError(
            f"{name}: sample_weight must have an entry for each of {n} rows, got "
            f"{given}."
        )
    return params


def cut_params(params: Params, rows: Rows, n: int) -> dict[str, Any]:
    """Return the keywords for these of n rows: what has n entries is cut to them."""
    if not params:
        return {}
    if callable(params):
        made = params(rows)
        if not isinstance(made, Mapping):
            raise TypeError(
                "params must return a dict of keywords for the rows that it is given, "
                f"but returned {type(made).__name__}."
            )
        return dict(made)
    return {
        name: take_rows(one, rows) if _length(one) == n else one
        for name, one in params.items()
    }


def of_no_rows(params: Mapping[str, Any], n: int) -> dict[str, Any]:
    """Return the keywords that have no entry for each of n rows."""
    return {name: one for name, one in params.items() if _length(one) != n}


def _length(value: Any) -> int | None:
    """Return how many entries there are of something by row; None: it is not that."""
    if isinstance(value, (str, bytes, Mapping)):
        return None
    if not any(hasattr(value, one) for one in ("__len__", "shape", "__array__")):
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
    *,
    estimator: Any,
    splitter: Any,
    scoring: Any = None,
    method: str = "fit",
) -> tuple[Params, Data, Any]:
    """Return the keywords of ``fit``, the data, and the scoring, each with its own.

    As they came where scikit-learn does not route metadata. ``method``: what the
    estimator learns by; ``scoring``: None where nothing is scored.
    """
    if not routing.routes():
        return params, data, scoring
    scorers = {} if scoring is None else _asked(scoring, estimator)
    found = routing.route(
        caller,
        params,
        estimator=estimator,
        splitter=splitter,
        scorers=scorers,
        groups=data.groups,
        method=method,
    )
    if scoring is not None:
        each = {
            name: replace(one, routed=found.score[name])
            for name, one in scoring.scorers.items()
        }
        scoring = replace(scoring, scorers=each)
    groups = found.split.get("groups")
    return found.fit, data._replace(groups=groups, split_params=found.split), scoring


def _asked(scoring: Scoring, estimator: Any) -> dict[str, Any]:
    """Return what says which keywords each scorer wants, by the scorer's name."""
    asked = scoring.asked
    if isinstance(asked, Mapping):
        asked = asked.values()
    elif not isinstance(asked, (list, tuple, set, frozenset)):
        asked = [asked]
    return {
        name: routing.consumer(one, estimator)
        for name, one in zip(scoring.scorers, asked, strict=True)
    }
