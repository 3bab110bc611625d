"""What the letters of lists stand for: of rankings of queries, and recommendations."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import fastmetrics
from docs.formulas import Data
from fastmetrics.catalog import Metric

__all__ = ["recommendation", "retrieval"]

Given = Mapping[str, Any]
# Of geometric means: the letter and the function of each query.
OF_QUERY = {
    "geometric_mean_average_precision": ("AP_q", "mean_average_precision"),
    "geometric_mean_bpref": ("b_q", "bpref"),
}


def retrieval(row: Metric, columns: Mapping[str, Any], given: Given) -> Data:
    """Return what letters are of queries."""
    if row.function not in OF_QUERY:
        return Data({})
    letter, name = OF_QUERY[row.function]
    each = getattr(fastmetrics, name)(*columns.values(), average=None).tolist()
    queries = [*range(1, len(each) + 1)]
    letters = {"n": len(each), "c": given.get("floor", 1e-5)}
    return Data(letters, {"q": {"q": queries, letter: each}})


def recommendation(row: Metric, columns: Mapping[str, Any], given: Given) -> Data:
    """Return what letters are of the lists of users, and of the items in these."""
    catalog = {*columns.get("catalog", ())}
    letters: dict[str, float | str] = {
        "|C|": len(catalog),
        "|P|": len(catalog & {*columns.get("predictable", ())}),
    }
    if "recommended" not in columns:
        return Data(letters)
    lists = columns["recommended"]
    every = [one for several in lists for one in several]
    items = sorted(catalog or {*every}, key=every.count)
    counts = [every.count(one) for one in items]
    letters |= {
        "n": len(items)
        if row.name == "item_gini"
        else given.get("n_users", len(lists)),
        "b": given.get("base", 2),
        r"|\cup_u A_u|": len({*every}),
        r"|\{u: |A_u| \geq m\}|": sum(map(bool, lists)),
    }
    shares = [one / len(every) for one in counts]
    of_items = {
        "i": [*range(1, len(items) + 1)],
        "x_i": counts,
        "p_i": shares,
    }
    common = [
        [len({*one} & {*other}) / math.sqrt(len(one) * len(other)) for other in lists]
        for one in lists
    ]
    alike = r"\sum_{v > u} \frac{|A_u \cap A_v|}{\sqrt{k_u k_v}}"
    of_users = {
        "u": [*range(1, len(lists) + 1)],
        alike: [sum(one[u + 1 :]) for u, one in enumerate(common)],
    }
    return Data(letters, {"i": of_items, "u": of_users}, {alike: {"A_u": lists}})
