"""The records of retrieval."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from fastmetrics._common.records import Reference
from fastmetrics.metrics.how import ListMeasure, MadeOf
from fastmetrics.metrics.record import (
    INFINITY,
    PROPORTION,
    SKEWED_T,
    Metric,
    other_rows,
)
from fastmetrics.metrics.retrieval import measures

__all__ = ["OTHERS", "RECORDS"]

_READ = Reference("fastmetrics.metrics.retrieval.inputs.read_queries")

_CUT: dict[str, Any] = {"required": ("k",)}


def _measure(
    name: str,
    request: Callable[..., Any],
    title: str,
    *aliases: str,
    made_of: MadeOf = "mean",
    **more: Any,
) -> Metric:
    """Return the record of the mean over queries of what is asked of each."""
    facts: dict[str, Any] = {
        "how": ListMeasure(request, made_of, _READ),
        "interval": SKEWED_T,
        "aliases": aliases,
        "in_report": False,
    }
    return Metric(name, title, **{**facts, **more})


RECORDS: tuple[Metric, ...] = (
    # what documents are worth, discounted by rank
    _measure(
        "ndcg_score",
        measures.ndcg,
        "nDCG",
        *("ndcg", "ndcg_cut", "nDCG"),
        in_report=True,
    ),
    # below 0 only where grades are
    _measure("dcg_score", measures.dcg, "DCG", "dcg", lower=-INFINITY, upper=INFINITY),
    _measure(
        "ideal_dcg",
        measures.ideal_dcg,
        "Ideal DCG",
        "idcg",
        targets=("grades",),
        lower=-INFINITY,
        upper=INFINITY,
        greater_is_better=None,
    ),
    _measure(
        "averaged_ndcg",
        measures.averaged_ndcg,
        "Averaged nDCG",
        "ndcg_rel",
    ),
    _measure("normalized_gain", measures.normalized_gain, "Normalized gain"),
    # average precision
    _measure(
        "mean_average_precision",
        measures.average_precision,
        "Mean average precision",
        *("map", "map_cut", "MAP"),
        short="MAP",
        in_report=True,
    ),
    _measure(
        "geometric_mean_average_precision",
        measures.floored_average_precision,
        "Geometric mean average precision",
        "gm_map",
        short="GMAP",
        made_of="exp",
    ),
    _measure(
        "smoothed_average_precision",
        measures.smoothed_average_precision,
        "Smoothed average precision",
        *("yaap", "yaAP"),
        lower=-INFINITY,
        upper=INFINITY,
    ),
    # the first relevant document
    _measure(
        "mean_reciprocal_rank",
        measures.reciprocal_rank,
        "Mean reciprocal rank",
        *("mrr", "recip_rank", "RR"),
        short="MRR",
        in_report=True,
    ),
    _measure(
        "hit_rate",
        measures.hit,
        "Hit rate",
        *("success", "Success"),
        interval=PROPORTION[0],
    ),
    # relevant documents among the first ones
    _measure(
        "precision_at_k",
        measures.precision,
        "Precision at k",
        shared_names=("Precision",),
        **_CUT,
    ),
    _measure(
        "recall_at_k",
        measures.recall,
        "Recall at k",
        shared_names=("Recall",),
        **_CUT,
    ),
    _measure("f1_at_k", measures.f1, "F₁ at k", **_CUT),
    _measure(
        "relative_precision_at_k",
        measures.relative_precision,
        "Relative precision at k",
        "relative_P",
        **_CUT,
    ),
    _measure(
        "hits_at_k",
        measures.hits,
        "Hits at k",
        *("hits", "Hits"),
        upper=INFINITY,
    ),
    _measure("r_precision", measures.r_precision, "R-precision", *("Rprec", "rprec")),
    # interpolated precision
    _measure(
        "interpolated_precision_at_recall",
        measures.interpolated_precision,
        "Interpolated precision at a level of recall",
        *("iprec_at_recall", "IPrec"),
        required=("recall",),
    ),
    _measure(
        "eleven_point_average_precision",
        measures.eleven_points,
        "Eleven-point average precision",
        "11pt_avg",
    ),
    # documents that were not all judged
    _measure("bpref", measures.bpref, "Bpref", "Bpref"),
    _measure(
        "geometric_mean_bpref",
        measures.floored_bpref,
        "Geometric mean bpref",
        "gm_bpref",
        made_of="exp",
    ),
    _measure(
        "inferred_average_precision",
        measures.inferred_average_precision,
        "Inferred average precision",
        *("infAP", "infap"),
    ),
    _measure(
        "judged_at_k",
        measures.judged,
        "Judged at k",
        *("judged", "Judged"),
        greater_is_better=None,
    ),
    # readers who go down a list, and stop somewhere
    _measure(
        "expected_reciprocal_rank",
        measures.expected_reciprocal_rank,
        "Expected reciprocal rank",
        "err",
    ),
    _measure(
        "normalized_expected_reciprocal_rank",
        measures.normalized_reciprocal_rank,
        "Normalized expected reciprocal rank",
        *("nerr", "nERR"),
        short="nERR",
    ),
    _measure(
        "compatibility",
        measures.compatibility,
        "Compatibility",
        *("compat", "Compat"),
    ),
    _measure(
        "rank_biased_precision",
        measures.rank_biased_precision,
        "Rank-biased precision",
        "rbp",
    ),
    _measure(
        "rbp_residual",
        measures.rbp_residual,
        "Residual of rank-biased precision",
        greater_is_better=None,
    ),
    # sub-topics of a query
    _measure(
        "alpha_ndcg",
        measures.alpha_ndcg,
        "Alpha-nDCG",
        *("alpha_nDCG", "alpha-nDCG", "α-nDCG"),
        short="α-nDCG",
        # A greedy order has at least 1 - 1/e of the largest sum.
        upper=math.e / (math.e - 1),
    ),
    _measure(
        "err_ia",
        measures.intent_aware_reciprocal_rank,
        "Intent-aware expected reciprocal rank",
        *("ERR_IA", "ERR-IA"),
        short="ERR-IA",
    ),
    _measure(
        "nrbp",
        measures.novelty_and_rank_biased_precision,
        "Novelty- and rank-biased precision",
        "NRBP",
        short="NRBP",
    ),
    _measure(
        "subtopic_recall",
        measures.subtopic_recall,
        "Sub-topic recall",
        *("strec", "STREC", "S-recall"),
    ),
    # what was returned, whatever its order
    _measure(
        "set_precision", measures.set_precision, "Set precision", *("set_P", "SetP")
    ),
    _measure("set_recall", measures.set_recall, "Set recall", "SetR"),
    _measure("set_f_score", measures.set_f, "Set F-score", *("set_F", "SetF")),
    _measure(
        "set_relative_precision",
        measures.set_relative_precision,
        "Relative set precision",
        "set_relative_P",
    ),
    _measure(
        "set_average_precision",
        measures.set_average_precision,
        "Set average precision",
        "set_map",
    ),
    _measure(
        "set_utility",
        measures.set_utility,
        "Set utility",
        "utility",
        lower=-INFINITY,
        upper=INFINITY,
    ),
)
OTHERS: tuple[Metric, ...] = other_rows("table", "retrieval_counts")
