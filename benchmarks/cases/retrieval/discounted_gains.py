"""Discounted cumulated gains."""

from functools import partial
from typing import Any

import sklearn.metrics as sk

import fastmetrics as fm
from benchmarks.case import READ, Case, Peer
from benchmarks.cases.retrieval.rankings import (
    against_ranx,
    graded,
    in_columns,
    sparse,
    tied,
)


def _case(name: str, **changes: Any) -> Case:
    settings: dict[str, Any] = {
        "n": 10**6,
        "inputs": graded,
        "ours": fm.ndcg_score,
        "covers": "ndcg_score",
        "floor": READ,
    }
    return Case(name, **{**settings, **changes})


def _by_query(y: Any, score: Any, query: Any) -> Any:
    return fm.ndcg_score(y, score, query_id=query)


CASES = [
    _case(
        "ndcg_score, 100 documents a query",
        peers=(Peer("scikit-learn", sk.ndcg_score, 18),),
    ),
    _case(
        "ndcg_score, many ties",
        inputs=tied,
        peers=(Peer("scikit-learn", sk.ndcg_score, 12),),
    ),
    _case(
        "ndcg_score, 10 of 100 relevant",
        n=2 * 10**7,
        inputs=sparse,
        peers=against_ranx("ndcg", 3),
    ),
    _case("ndcg_score, columns in any order", inputs=in_columns, ours=_by_query),
    _case(
        "dcg_score",
        ours=fm.dcg_score,
        covers="dcg_score",
        peers=(Peer("scikit-learn", sk.dcg_score),),
    ),
    _case("ideal_dcg", ours=fm.ideal_dcg, covers="ideal_dcg"),
    _case(
        "expected_reciprocal_rank",
        ours=fm.expected_reciprocal_rank,
        covers="expected_reciprocal_rank",
    ),
    _case(
        "expected_reciprocal_rank, many ties",
        inputs=tied,
        ours=fm.expected_reciprocal_rank,
        covers="expected_reciprocal_rank",
    ),
    _case(
        "normalized_expected_reciprocal_rank",
        ours=fm.normalized_expected_reciprocal_rank,
        covers="normalized_expected_reciprocal_rank",
    ),
    _case(
        "compatibility",
        inputs=sparse,
        ours=partial(fm.compatibility, ties="input"),
        covers="compatibility",
    ),
    *(
        _case(
            name,
            inputs=sparse,
            ours=partial(getattr(fm, name), ties="input"),
            covers=name,
        )
        for name in ("averaged_ndcg", "normalized_gain")
    ),
    *(
        _case(name, inputs=sparse, ours=getattr(fm, name), covers=name)
        for name in ("alpha_ndcg", "err_ia", "nrbp", "subtopic_recall")
    ),
    _case(
        "rank_biased_precision",
        inputs=sparse,
        ours=partial(fm.rank_biased_precision, p=0.9),
        covers="rank_biased_precision",
    ),
    _case("rbp_residual", inputs=sparse, ours=fm.rbp_residual, covers="rbp_residual"),
]
