"""Areas under ROC curves inside groups of rows."""

from typing import Any

import numpy as np

import fastmetrics as fm
from benchmarks import rows
from benchmarks.case import Case, Floor, Peer

_ROWS_PER_GROUP = 20


def _in_groups(n: int) -> tuple[Any, Any, Any]:
    """Labels, scores and groups of some twenty rows each, in any order."""
    y, score = rows.float64(n)
    groups = np.random.default_rng(2).integers(0, max(1, n // _ROWS_PER_GROUP), n)
    return y, score, groups


def _in_hashed_groups(n: int) -> tuple[Any, Any, Any]:
    """The same with numbers far apart for groups, as hashes of names are."""
    y, score, groups = _in_groups(n)
    mixed = groups.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    return y, score, mixed.view(np.int64)


def _frame(n: int) -> tuple[Any]:
    import polars as pl

    y, score, groups = _in_groups(n)
    return (pl.DataFrame({"y": y, "score": score, "group": groups}),)


def _areas(frame: Any) -> Any:
    """The area of each group, from ranks inside groups (Mann-Whitney)."""
    import polars as pl

    positive = pl.col("y") == 1
    sums = frame.with_columns(rank=pl.col("score").rank().over("group"))
    sums = sums.group_by("group").agg(
        n=pl.len(), n_pos=positive.sum(), ranks=pl.col("rank").filter(positive).sum()
    )
    n_pos, n_neg = pl.col("n_pos").cast(float), (pl.col("n") - pl.col("n_pos"))
    wins = pl.col("ranks") - n_pos * (n_pos + 1) / 2
    return sums.select("group", "n", area=wins / (n_pos * n_neg))


def _polars_mean_auc(frame: Any) -> Any:
    """The mean weighted by rows, of groups of both classes."""
    areas = _areas(frame)
    areas = areas.filter(areas["area"].is_finite())
    return (areas["area"] * areas["n"]).sum() / areas["n"].sum()


def _in_slices(rows_of_each: int) -> Any:
    """Labels, scores and slices of so many rows each."""

    def made(n: int) -> tuple[Any, Any, Any]:
        y, score = rows.float64(n)
        slices = np.random.default_rng(2).integers(0, max(1, n // rows_of_each), n)
        return y, score, slices

    return made


def _frame_of_slices(rows_of_each: int) -> Any:
    def made(n: int) -> tuple[Any]:
        import polars as pl

        y, score, groups = _in_slices(rows_of_each)(n)
        return (pl.DataFrame({"y": y, "score": score, "group": groups}),)

    return made


def _by_slice(y: Any, score: Any, groups: Any) -> Any:
    return fm.by_group("roc_auc", y, y_score=score, by=groups).by_group["roc_auc"]


def _polars_by_slice(frame: Any) -> Any:
    """The area of each group, NaN of one class."""
    return _areas(frame).sort("group")["area"].to_numpy()


def _score(y: Any, score: Any, groups: Any, **options: Any) -> Any:
    return fm.roc_auc_by_group(y, score, groups, **options).score


def _auc_of_all(y: Any, score: Any, groups: Any) -> Any:
    return fm.roc_auc_score(y, score)


_ALL = Floor("roc_auc_score over all rows", _auc_of_all)


def _case(name: str, **changes: Any) -> Case:
    settings: dict[str, Any] = {
        "n": 2 * 10**7,
        "inputs": _in_groups,
        "ours": _score,
        "covers": "roc_auc_by_group",
        "floor": _ALL,
    }
    return Case(name, **{**settings, **changes})


CASES = [
    _case(
        "roc_auc_by_group",
        peers=(Peer("Polars, rank().over()", _polars_mean_auc, 2, inputs=_frame),),
        floor_at_most=3,
    ),
    _case("roc_auc_by_group, 2 threads", threads=2),
    _case("roc_auc_by_group, hashes", inputs=_in_hashed_groups),
    *(
        _case(
            f"by_group, AUC, slices of {size} rows",
            n=10**7,
            inputs=_in_slices(size),
            ours=_by_slice,
            covers="",
            peers=(
                Peer(
                    "Polars, rank().over()",
                    _polars_by_slice,
                    target,
                    inputs=_frame_of_slices(size),
                ),
            ),
        )
        for size, target in ((100, 6), (10, 12))
    ),
]
