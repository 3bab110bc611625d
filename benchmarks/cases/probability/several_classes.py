"""Areas and average precision over many classes, a column each."""

from functools import partial
from typing import Any

import sklearn.metrics as sk

import fastmetrics as fm
from benchmarks import rows
from benchmarks.case import READ, Case, Peer

_N = 2 * 10**5


def _one_or_two(
    name: str, ours: Any, theirs: Any, covers: str, times: tuple[float, float]
) -> list[Case]:
    """Return the case on one thread and on two."""
    return [
        Case(
            f"{name}, 50 classes" + (", 2 threads" if threads == 2 else ""),
            _N,
            rows.fifty_classes,
            ours,
            covers=covers,
            floor=READ,
            peers=(Peer("scikit-learn", theirs, at_least),),
            threads=threads,
        )
        for threads, at_least in zip((1, 2), times, strict=True)
    ]


def _area_cases(multi_class: str, times: tuple[float, float]) -> list[Case]:
    ours = partial(fm.roc_auc_score, multi_class=multi_class)
    theirs = partial(sk.roc_auc_score, multi_class=multi_class)
    return _one_or_two(
        f"roc_auc_score, {multi_class}", ours, theirs, "roc_auc_score", times
    )


CASES = [
    *_area_cases("ovr", (20, 34)),
    *_area_cases("ovo", (40, 68)),
    *(
        Case(
            f"multiclass_auc_score, {variant}, 50 classes",
            _N,
            rows.fifty_classes,
            partial(fm.multiclass_auc_score, variant=variant),
            covers="multiclass_auc_score",
            floor=READ,
        )
        for variant in ("aunu", "mu")
    ),
]
