"""scikit-learn's metadata routing, where that is loaded and the switch is on.

Who wants which of the keywords is then said by estimators, splitters and scorers
themselves (``set_fit_request`` and the like), and scikit-learn's own public functions
find out what goes where, so that its errors and ours are the same.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any, NamedTuple


class Routed(NamedTuple):
    """What each part is given.

    Attributes
    ----------
    fit, split : dict
        Keywords of the estimator's method, and of the splitter's.
    score : dict of dict
        Keywords of each scorer, by its name.
    """

    fit: dict[str, Any]
    split: dict[str, Any]
    score: dict[str, dict[str, Any]]


def routes() -> bool:
    """Whether scikit-learn is loaded and its switch is on."""
    get_config = getattr(sys.modules.get("sklearn"), "get_config", None)
    return get_config is not None and bool(get_config()["enable_metadata_routing"])


def route(
    caller: str,
    params: Any,
    *,
    estimator: Any,
    splitter: Any,
    scorers: Mapping[str, Any],
    groups: Any = None,
    method: str = "fit",
) -> Routed:
    """Return what is routed to whom of the keywords ``params``.

    Parameters
    ----------
    caller : str
        The public function, for errors.
    params : dict or None
    estimator, splitter : object
    scorers : mapping
        By name: a scorer of scikit-learn, or what asks for no keyword.
    groups : object
        What was given as such; it must be among the keywords instead.
    method : str
        The method that the estimator learns by.

    Raises
    ------
    TypeError, ValueError
        If a keyword is asked for by nobody, or somebody who could take it has not said
        whether it is wanted; if there are groups; or the keywords are no dict.
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

    of_estimator = mapping("fit")
    if method != "fit":
        of_estimator.add(caller="fit", callee=method)
    router = (
        MetadataRouter(owner=caller)
        .add(splitter=splitter, method_mapping=mapping("split"))
        .add(estimator=estimator, method_mapping=of_estimator)
    )
    several = None
    if len(scorers) > 1:
        several = MetadataRouter(owner="scoring").add(
            method_mapping=mapping("score", "score"), **scorers
        )
    whole = several or next(iter(scorers.values()), None)
    router.add(scorer=whole, method_mapping=mapping("score"))
    try:
        found = process_routing(router, "fit", **(params or {}))
        to_scorers = found["scorer"]["score"]
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
    return Routed(
        dict(found["estimator"][method]),
        dict(found["splitter"]["split"]),
        {name: dict(each[name]["score"]) for name in scorers},
    )


def consumer(asked: Any, estimator: Any) -> Any:
    """Return what says which keywords a scorer wants; of one of ours None: none.

    ``asked`` is the scorer, its name, or None: the estimator's own ``score``.
    """
    from sklearn.metrics import check_scoring, get_scorer, get_scorer_names

    if asked is None:
        return check_scoring(estimator)
    if isinstance(asked, str):
        return get_scorer(asked) if asked in get_scorer_names() else None
    return asked if hasattr(asked, "get_metadata_routing") else None


def request_to_split(splitter: Any, groups: Any) -> Any:
    """Return scikit-learn's request of a splitter.

    ``groups`` is whether it asks for these: True, False, None for an error if they are
    given, or the name by which they are; or NotImplemented: it does not know them.
    """
    from sklearn.utils.metadata_routing import MetadataRequest

    made = MetadataRequest(owner=splitter)
    if groups is not NotImplemented:
        made.split.add_request(param="groups", alias=groups)
    return made
