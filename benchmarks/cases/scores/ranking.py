"""ROC AUC, average precision and what they are called otherwise."""

from typing import Any

import sklearn.metrics as sk

import fastmetrics as fm
from benchmarks import rows
from benchmarks.case import Case, Floor, Peer
from benchmarks.peers import polars_ds, scors
from fastmetrics.metrics.scores.sorted_scores import sort_keys


def _fm_weighted_auc(y: Any, score: Any, weights: Any) -> Any:
    return fm.roc_auc_score(y, score, sample_weight=weights)


def _sk_weighted_auc(y: Any, score: Any, weights: Any) -> Any:
    return sk.roc_auc_score(y, score, sample_weight=weights)


def _sk_gini(y: Any, score: Any) -> Any:
    return 2 * sk.roc_auc_score(y, score) - 1


def _sk_rank_loss(y: Any, score: Any) -> Any:
    return 1 - sk.roc_auc_score(y, score)


def _sketched_auc(y: Any, score: Any) -> Any:
    step = -(-len(y) // 10)
    parts = (slice(start, start + step) for start in range(0, len(y), step))
    total = fm.ScoreSketch.merge(
        fm.ScoreSketch.from_scores(y[part], score[part]) for part in parts
    )
    return total.compute("roc_auc_score")


def _sorted(y: Any, score: Any) -> Any:
    return sort_keys(y, score)


def _frame(n: int) -> tuple[Any]:
    import polars as pl

    y, score = rows.float64(n)
    return (pl.DataFrame({"y": y, "score": score}),)


def _polars_auc(frame: Any) -> Any:
    return frame.select(polars_ds.query_roc_auc("y", "score")).item()


def _auc_peers(
    at_least: float, scors_at_least: float | None = None
) -> tuple[Peer, ...]:
    peers = [Peer("scikit-learn", sk.roc_auc_score, at_least)]
    if scors:
        # It sorts on all cores; labels and scores are not checked.
        peers.append(Peer("scors, all cores", scors.roc_auc, scors_at_least))
    return tuple(peers)


def _auc_case(name: str, **changes: Any) -> Case:
    settings: dict[str, Any] = {
        "n": 10**7,
        "inputs": rows.float64,
        "ours": fm.roc_auc_score,
        "covers": "roc_auc_score",
    }
    return Case(name, **{**settings, **changes})


_polars = (Peer("polars-ds", _polars_auc, inputs=_frame),) if polars_ds else ()
_scors_weighted = (Peer("scors, all cores", scors.roc_auc),) if scors else ()
_scors_precision = (Peer("scors, all cores", scors.average_precision),) if scors else ()

CASES = [
    _auc_case("roc_auc_score", peers=_auc_peers(30, 6) + _polars, memory_at_most=1.1),
    _auc_case("roc_auc_score, 2 threads", peers=_auc_peers(50), threads=2),
    _auc_case(
        "roc_auc_score, float32",
        inputs=rows.float32,
        score_bytes=4,
        peers=_auc_peers(45),
    ),
    _auc_case(
        "roc_auc_score, many ties",
        inputs=rows.rounded,
        peers=(Peer("scikit-learn", sk.roc_auc_score),),
    ),
    _auc_case(
        "roc_auc_score, weighted",
        inputs=rows.weighted,
        ours=_fm_weighted_auc,
        peers=(Peer("scikit-learn", _sk_weighted_auc, 18), *_scors_weighted),
    ),
    _auc_case(
        "roc_auc_score, one small call", n=1000, fixed_n=True, peers=_auc_peers(65)
    ),
    Case(
        "average_precision_score",
        10**7,
        rows.float64,
        fm.average_precision_score,
        covers="average_precision_score",
        peers=(Peer("scikit-learn", sk.average_precision_score, 20), *_scors_precision),
    ),
    Case(
        "gini_coefficient",
        10**6,
        rows.float64,
        fm.gini_coefficient,
        covers="gini_coefficient",
        peers=(Peer("scikit-learn, 2·AUC − 1", _sk_gini),),
    ),
    Case(
        "rank_loss",
        10**6,
        rows.float64,
        fm.rank_loss,
        covers="rank_loss",
        peers=(Peer("scikit-learn, 1 − AUC", _sk_rank_loss),),
    ),
    Case(
        "ScoreSketch, ten batches",
        10**7,
        rows.float64,
        _sketched_auc,
        floor=Floor("sort of all rows", _sorted),
        floor_at_most=1.5,
    ),
]
