"""Keywords that scikit-learn routes to estimators, splitters and scorers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from fastmetrics.selection import routing

if TYPE_CHECKING:
    from fastmetrics.selection.validation.fit_parameters import Params
    from fastmetrics.selection.validation.reading import Data
    from fastmetrics.selection.validation.scorers import Scoring

__all__ = ["routed"]


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
