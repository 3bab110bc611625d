"""Confidence intervals: estimate, low and high."""

from functools import partial
from typing import Any

import numpy as np
import sklearn.metrics as sk

import fastmetrics as fm
from benchmarks import rows
from benchmarks.case import Case, Floor, Peer, agree_to
from benchmarks.peers import confidenceinterval

REPLICATES = 1000


def bootstrap(
    y: Any, score: Any, metric: str = "roc_auc_score", replicates: int = REPLICATES
) -> Any:
    """Return estimate, low and high of our percentile interval."""
    interval = fm.confidence_interval(
        metric, y, score, method="percentile", n_resamples=replicates, random_state=0
    )
    return interval.estimate, interval.low, interval.high


def loop(
    y: Any, score: Any, replicates: int = REPLICATES, metric: Any = sk.roc_auc_score
) -> Any:
    """Return the same from resampled rows, one call of scikit-learn for each."""
    rng = np.random.default_rng(0)
    values = []
    for _ in range(replicates):
        picked = rng.integers(len(y), size=len(y))
        values.append(metric(y[picked], score[picked]))
    return metric(y, score), *np.quantile(values, [0.025, 0.975])


def _same_estimate(ours: Any, peers: Any) -> None:
    # The bounds are other random draws: a test compares them, over all replicates.
    np.testing.assert_allclose(ours[0], peers[0], rtol=1e-9)


def loop_peer(
    run: int, at_least: float | None = None, metric: Any = sk.roc_auc_score
) -> Peer:
    """Return the peer that runs so many of the replicates."""
    # The estimate itself is one call more.
    return Peer(
        f"loop over scikit-learn ({run} of {REPLICATES:,}, extrapolated)",
        partial(loop, replicates=run, metric=metric),
        at_least,
        agree=_same_estimate,
        fraction=(run + 1) / (REPLICATES + 1),
    )


def _one_thread(y: Any, score: Any) -> Any:
    with fm.num_threads(1):
        return bootstrap(y, score)


def _same_bits(ours: Any, peers: Any) -> None:
    assert ours == peers


def _sort_then_read(y: Any, score: Any) -> None:
    np.sort(score)
    weights = np.zeros(len(y) // 64 + 1, np.int64)  # one bit per row
    for _ in range(REPLICATES):
        weights.max()


SORT_THEN_READ = Floor("np.sort, 1000 × a bit per row read", _sort_then_read)


def _bootstrap_case(n: int, run: int, at_least: float, threads: int = 1) -> Case:
    extent = "n = 10⁵" if n == 10**5 else "n = 10⁶"
    plural = "" if threads == 1 else f", {threads} threads"
    peers = [loop_peer(run, at_least)]
    if threads == 2:
        peers.append(Peer("ours on one thread", _one_thread, 1.8, agree=_same_bits))
    return Case(
        f"bootstrap of AUC, {extent}{plural}",
        n,
        rows.float64,
        bootstrap,
        covers="confidence_interval",
        peers=tuple(peers),
        floor=SORT_THEN_READ,
        threads=threads,
    )


def _delong(y: Any, score: Any) -> Any:
    interval = fm.confidence_interval("roc_auc_score", y, score, method="delong")
    return interval.estimate, interval.low, interval.high


def _peers_delong(y: Any, score: Any) -> Any:
    estimate, (low, high) = confidenceinterval.roc_auc_score(y, score)
    return estimate, low, high


# Its ranks are float32 and its interval is not on the logit scale: at small n and far
# from ½ the two differ by more than that.
_delong_peers = (
    (Peer("confidenceinterval", _peers_delong, 20, agree=agree_to(5e-3)),)
    if confidenceinterval
    else ()
)


def report(y: Any, *scores: Any) -> Any:
    """Return the text of a default report of one or several models."""
    models = {f"model {k + 1}": score for k, score in enumerate(scores)}
    return len(str(fm.evaluate(y, y_score=models, random_state=0)))


def two_models(n: int) -> tuple[Any, Any, Any]:
    """Labels, scores, and these with some noise."""
    y, score = rows.float64(n)
    return y, score, score + np.random.default_rng(1).normal(scale=0.3, size=n)


def _report_case(name: str, n: int, seconds: float, inputs: Any = rows.float64) -> Case:
    return Case(
        f"report of {name}, 2 threads",
        n,
        inputs,
        report,
        covers="evaluate",
        threads=2,
        seconds_at_most=seconds,
        memory_at_most=4,
    )


CASES = [
    _report_case("a model, n = 10⁶", 10**6, 6),
    _report_case("a model, n = 10⁷", 10**7, 8),
    _report_case("two models, n = 10⁶", 10**6, 15, two_models),
    _bootstrap_case(10**5, 30, 150),
    _bootstrap_case(10**5, 30, 150 * 1.8, threads=2),
    _bootstrap_case(10**6, 3, 250),
    _bootstrap_case(10**6, 3, 250 * 1.8, threads=2),
    Case(
        "bootstrap of average precision, n = 10⁵",
        10**5,
        rows.float64,
        partial(bootstrap, metric="average_precision_score"),
        covers="confidence_interval",
        peers=(loop_peer(30, metric=sk.average_precision_score),),
        floor=SORT_THEN_READ,
    ),
    Case(
        "DeLong interval of AUC",
        10**5,
        rows.float64,
        _delong,
        covers="confidence_interval",
        peers=_delong_peers,
    ),
]
