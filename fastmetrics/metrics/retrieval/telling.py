"""Other forms of ranked lists: judgements with a run or several, and lists by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastmetrics._inputs.judgements import are_judgements, named_runs
from fastmetrics.metrics.retrieval.ranked_lists.ranked_lists import RankedLists

__all__ = ["lists_of_runs"]


def lists_of_runs(
    given: Mapping[str, Any], options: Mapping[str, Any], is_named: bool
) -> dict[str, Any] | None:
    """Return the lists of one run, or of several by name; None where there are none.

    What was given is judgements and a run, judgements and runs by name, or ranked lists
    by name.
    """
    first, second = given.get("y_true"), given.get("y_pred")
    if {*given} == {"y_true"} and _are_lists(first):
        return {"lists": first}
    if {*given} != {"y_true", "y_pred"} or not (is_named or are_judgements(first)):
        return None
    how = {
        name: options[name] for name in ("missing", "judged_only") if name in options
    }
    runs = named_runs(second)
    if runs is None:
        return {"lists": RankedLists.from_trec(first, second, **how)}
    lists = {
        name: RankedLists.from_trec(first, run, **how) for name, run in runs.items()
    }
    return {"lists": lists}


def _are_lists(found: Any) -> bool:
    return (
        isinstance(found, Mapping)
        and len(found) > 0
        and all(isinstance(one, RankedLists) for one in found.values())
    )
