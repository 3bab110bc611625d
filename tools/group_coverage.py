"""Measure how often intervals of data in few groups hold the truth.

Data sets of five, ten and twenty groups are drawn, of four to 24 rows each, and two
models judge the same rows. Groups differ in what is in them and in how well they are
judged. The truth is that of 20,000 groups. Writes the table into docs/intervals.md. Run
from a checkout::

    python tools/group_coverage.py

It takes some ten minutes, and its numbers are the same each time.
"""

from __future__ import annotations

import sys
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics import RankedLists, catalog
from fastmetrics.intervals.engine import Intervals, make_intervals
from fastmetrics.metrics.bound import BoundMetric
from fastmetrics.resampling import plan_of
from fastmetrics.resampling.error_plans import EditPlan
from fastmetrics.resampling.plan import Data, Design, Plan

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

PAGE = Path(__file__).resolve().parents[1] / "docs" / "intervals.md"
BEGIN, END = "<!-- few groups -->\n", "<!-- end of few groups -->\n"
SIZES = (5, 10, 20)
N_TRUTH = 20_000
N_SETS = 600
N_RESAMPLES = 399
MODELS = ("a", "b")


class Drawn(NamedTuple):
    """A data set: its columns, those of each model, and the group of each row."""

    shared: dict[str, Any]
    models: dict[str, dict[str, Any]]
    groups: NDArray[np.int64]


def _members(rng: np.random.Generator, n: int) -> NDArray[np.int64]:
    return np.repeat(np.arange(n), rng.integers(4, 25, n))


def _expit(x: Floats) -> Floats:
    return 1 / (1 + np.exp(-x))


def scored(rng: np.random.Generator, n: int) -> Drawn:
    """Draw scores of two classes, whose areas are about 0.85 and 0.8."""
    groups = _members(rng, n)
    of_group = rng.normal(size=(4, n))[:, groups]
    y_true = (rng.random(len(groups)) < _expit(of_group[0] / 2 - 0.4)).astype(int)
    common = rng.normal(size=len(groups)) + 0.4 * of_group[1]
    scores = {}
    for name, apart, own in zip(MODELS, (2.0, 1.7), of_group[2:], strict=True):
        noise = 0.6 * rng.normal(size=len(groups))
        scores[name] = {"y_score": apart * (y_true - 0.4) + common + noise + 0.3 * own}
    return Drawn({"y_true": y_true}, scores, groups)


def labelled(rng: np.random.Generator, n: int) -> Drawn:
    """Draw labels of two classes, of which some 80 % are right."""
    shared, models, groups = scored(rng, n)
    labels = {
        name: {"y_pred": (one["y_score"] > 0) * 1} for name, one in models.items()
    }
    return Drawn(shared, labels, groups)


def classed(rng: np.random.Generator, n: int) -> Drawn:
    """Draw labels of three classes."""
    groups = _members(rng, n)
    shares = rng.dirichlet((4, 3, 3), n)[groups].cumsum(axis=1)
    y_true = (rng.random(len(groups))[:, None] > shares[:, :2]).sum(axis=1)
    labels = {}
    for name, good in zip(MODELS, (8, 6), strict=True):
        is_right = rng.random(len(groups)) < rng.beta(good, 2, n)[groups]
        other = (y_true + rng.integers(1, 3, len(groups))) % 3
        labels[name] = {"y_pred": np.where(is_right, y_true, other)}
    return Drawn({"y_true": y_true}, labels, groups)


def forecast(rng: np.random.Generator, n: int) -> Drawn:
    """Draw probabilities of two classes, of one model about right."""
    shared, models, groups = scored(rng, n)
    slopes = {"a": 1.3, "b": 2.0}
    proba = {
        name: {"y_proba": _expit(slopes[name] * one["y_score"] - 0.3)}
        for name, one in models.items()
    }
    return Drawn(shared, proba, groups)


def shared_out(rng: np.random.Generator, n: int) -> Drawn:
    """Draw probabilities of three classes."""
    groups = _members(rng, n)
    of_group = 0.4 * rng.normal(size=(3, n, 3))[:, groups]
    y_true = (of_group[0] + rng.gumbel(size=(len(groups), 3))).argmax(axis=1)
    shared = rng.normal(size=(len(groups), 3))
    proba = {}
    for name, apart, own in zip(MODELS, (2.0, 1.6), of_group[1:], strict=True):
        raw = np.exp(apart * np.eye(3)[y_true] + shared + own)
        proba[name] = {"y_proba": raw / raw.sum(axis=1, keepdims=True)}
    return Drawn({"y_true": y_true}, proba, groups)


def regressed(rng: np.random.Generator, n: int) -> Drawn:
    """Draw numbers of mean 10, of which R² is about 0.7."""
    groups = _members(rng, n)
    of_group = rng.normal(size=(3, n))[:, groups]
    level = 10 + 1.5 * rng.normal(size=len(groups)) + of_group[0]
    predicted = {}
    for name, size, own in zip(MODELS, (0.5, 0.6), of_group[1:], strict=True):
        errors = size * (rng.normal(size=len(groups)) + own)
        predicted[name] = {"y_pred": np.maximum(level + errors, 0.1)}
    y_true = level + 0.8 * rng.normal(size=len(groups))
    return Drawn({"y_true": np.maximum(y_true, 0.1)}, predicted, groups)


def ranked(rng: np.random.Generator, n: int) -> Drawn:
    """Draw lists of 20 documents; groups are of one to five queries."""
    groups = np.repeat(np.arange(n), rng.integers(1, 6, n))
    ease = (0.8 + 0.5 * rng.normal(size=n)[groups])[:, None]
    share = 0.4 * rng.beta(1.0, 2.0, len(groups))
    grades = rng.binomial(2, share[:, None], (len(groups), 20))
    grades[:, 0] = np.maximum(grades[:, 0], 1)  # no query without a document
    common = rng.normal(size=grades.shape)
    lists = {}
    for name, slope in zip(MODELS, (1.0, 0.7), strict=True):
        scores = slope * ease * grades + common + 0.6 * rng.normal(size=grades.shape)
        lists[name] = {"lists": RankedLists.from_dense(grades, scores)}
    return Drawn({}, lists, groups)


def spoken(rng: np.random.Generator, n: int) -> Drawn:
    """Draw edits of utterances of 16 words on average; groups are speakers."""
    groups = _members(rng, n)
    hard = rng.beta(3, 15, n)[groups] * rng.gamma(2, 0.5, len(groups))
    words = 1 + rng.negative_binomial(2, 0.12, len(groups))
    heard = {}
    for name, times in zip(MODELS, (1.0, 1.2), strict=True):
        share = np.clip(times * hard * rng.gamma(9, 1 / 9, n)[groups], 0, 0.9)
        wrong = rng.binomial(words, share)
        deleted = rng.binomial(wrong, 0.25)
        inserted = rng.binomial(words, 0.2 * share)
        counts = (words - wrong, wrong - deleted, deleted, inserted)
        heard[name] = {"y_pred": np.stack(counts, axis=1)}
    return Drawn({"y_true": range(len(groups))}, heard, groups)


class CountedPlan(EditPlan):
    """The plan of edits that have been counted, whatever the tokens are."""

    def counted(self, how: Any, model: int) -> Any:
        """Return the counts themselves."""
        return self._data.models[self.names[model]]["y_pred"]


class Kind(NamedTuple):
    """Data of one kind: what draws them, their family, and which metrics of it."""

    draw: Callable[[np.random.Generator, int], Drawn]
    family: str
    is_asked: Callable[[Any], bool]


def _of_classes(row: Any) -> bool:
    return "average" in row.parameters and "multiclass" in row.targets


def _of_lists(row: Any) -> bool:
    """Whether a metric is not the same for all of these lists."""
    same = ("rbp_residual", "judged_at_k", "hit_rate")
    return not row.name.startswith("set_") and row.name not in same


def _of_points(row: Any) -> bool:
    return row.targets in ((), ("point",)) and not row.interval_needs


# Metrics of probabilities that are of other data than two classes.
_OF_LABELS = ("kl_divergence", "coverage_error")


def _of_two(row: Any) -> bool:
    of_one = "label_ranking" not in row.name and row.name not in _OF_LABELS
    return of_one and row.name != "top_k_accuracy_score" and row.targets != _SEVERAL


_SEVERAL = ("multiclass",)


def _of_three(row: Any) -> bool:
    return row.targets == _SEVERAL or row.name == "top_k_accuracy_score"


KINDS = {
    "scores": Kind(scored, "binary_scores", lambda row: True),
    "labels": Kind(labelled, "labels", lambda row: "binary" in row.targets),
    "classes": Kind(classed, "labels", _of_classes),
    "probabilities": Kind(forecast, "probabilities", _of_two),
    "class probabilities": Kind(shared_out, "probabilities", _of_three),
    "numbers": Kind(regressed, "regression", _of_points),
    "queries": Kind(ranked, "retrieval", _of_lists),
    "transcripts": Kind(spoken, "speech", lambda row: True),
}
_GIVEN = {"cost_matrix": [[0, 1], [5, 0]], "beta": 0.5}


def asked_of(kind: str, names: Sequence[str] = ()) -> list[BoundMetric]:
    """Return the metrics of a kind of data that have intervals, all or some of them."""
    made = KINDS[kind]
    found = []
    for row in catalog.scalar(made.family):
        if row.interval is None or not made.is_asked(row):
            continue
        if names and row.name not in names:
            continue
        needed = {name: _GIVEN[name] for name in row.required if name in _GIVEN}
        if {*row.required} <= {*needed, *row.parameters}:
            found.append(BoundMetric(row, row.with_parameters(needed)))
    return found


def planned(kind: str, data: Drawn, asked: Sequence[BoundMetric]) -> Plan:
    """Return the plan of a data set."""
    family = KINDS[kind].family
    make = CountedPlan if family == "speech" else plan_of(family)
    made: Plan = make(Data(data.shared, data.models), Design(groups=data.groups), {})
    made.ask(asked)
    return made


def truths(kind: str, asked: Sequence[BoundMetric]) -> Floats:
    """Return what holds in the population, (models and difference, metrics).

    Of a sum it is that of one group, or where rows are taken for given of one row.
    """
    data = KINDS[kind].draw(np.random.default_rng(2), N_TRUTH)
    plan = planned(kind, data, asked)
    true = np.array([*plan.estimates, plan.estimates[0] - plan.estimates[1]])
    for j in _sums(asked):
        true[:, j] /= _counted(kind, data)
    return true


def _sums(asked: Sequence[BoundMetric]) -> list[int]:
    return [j for j, one in enumerate(asked) if one.row.made_of == "sum"]


def _counted(kind: str, data: Drawn) -> int:
    """Return how many a sum is of: groups, or rows where these are taken for given."""
    rows = KINDS[kind].family != "labels"
    return len(data.groups) if rows else int(data.groups.max()) + 1


class Coverage(NamedTuple):
    """Of each model and the difference, (3, metrics): shares of all data sets.

    ``held``: of those with bounds; ``methods`` of each metric that were seen.
    """

    held: Floats
    bounded: Floats
    methods: list[set[str]]


def coverage(
    kind: str,
    n_groups: int,
    n_sets: int = N_SETS,
    names: Sequence[str] = (),
    method: str = "auto",
) -> Coverage:
    """Draw data sets and make their intervals."""
    asked = asked_of(kind, names)
    true = truths(kind, asked)
    sums = _sums(asked)
    rng = np.random.default_rng(n_groups)
    held, bounded = np.zeros(true.shape), np.zeros(true.shape)
    methods: list[set[str]] = [set() for _ in asked]
    for seed in range(n_sets):
        data = KINDS[kind].draw(rng, n_groups)
        plan = planned(kind, data, asked)
        holds = true.copy()
        holds[:, sums] *= _counted(kind, data)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found: Intervals = make_intervals(
                plan,
                confidence_level=0.95,
                method=method,
                n_resamples=N_RESAMPLES,
                seed=seed,
            )
        for i, made in enumerate((*found.values.values(), *found.differences.values())):
            for j, one in enumerate(made.values()):
                methods[j].add(one.method)
                if one.low == one.low:
                    bounded[i, j] += 1
                    held[i, j] += one.low <= holds[i, j] <= one.high
    with np.errstate(invalid="ignore"):
        return Coverage(held / bounded, bounded / n_sets, methods)


# What lines of the table are called: kind, and how the record names the interval.
_ALONE = {
    "linex_loss": "LINEX loss, which grows exponentially",
    **dict.fromkeys(
        (
            *("true_positives", "true_negatives", "false_positives"),
            *("false_negatives", "cost_sensitive_error", "total_cost"),
            "cost_sensitive_accuracy",
        ),
        "counts of cells, costs",
    ),
}
_TITLES = {
    ("scores", "inverted-delong"): "ROC AUC, Gini coefficient, rank loss",
    ("scores", "bca"): "average precision, partial areas, break-even point",
    ("scores", "percentile"): "lift in the top tenth",
    ("scores", "skew-t"): "ROC AUC inside groups, averaged",
    ("scores", "smoothed"): "best values over thresholds",
    ("labels", "wilson"): "proportions of rows",
    ("labels", "bca"): "F scores, kappa, correlation",
    ("labels", "log"): "likelihood ratios",
    ("classes", "wilson"): "averages over three classes",
    ("classes", "bca"): "averages over three classes",
    ("probabilities", "skew-t"): "log loss, Brier score and other means",
    ("probabilities", "jackknife"): "D², calibration slope and other ratios",
    ("class probabilities", "jackknife"): "areas of three classes",
    (
        "class probabilities",
        "wilson",
    ): "proportion of rows whose class is among the two most likely",
    ("numbers", "skew-t"): "means of errors, their roots and sums",
    ("numbers", "jackknife"): "R², relative errors, correlations",
    ("numbers", "order-statistics"): "medians of errors",
    ("queries", "skew-t"): "means over queries",
    ("transcripts", "jackknife"): "error rates of a corpus",
    ("transcripts", "wilson"): "proportion of utterances with an error",
}


def _span(shares: list[float]) -> str:
    low, high = (f"{100 * one:.1f}" for one in (min(shares), max(shares)))
    return f"{low} %" if low == high else f"{low}–{high} %"


def lines() -> list[str]:
    """Return the lines of the table."""
    cells: dict[str, dict[tuple[bool, int], list[float]]] = {}
    for kind in KINDS:
        for n in SIZES:
            found = coverage(kind, n)
            for j, one in enumerate(asked_of(kind)):
                row = one.row
                title = _ALONE.get(row.name) or _TITLES[kind, str(row.interval)]
                line = cells.setdefault(title, {})
                a, b, apart = found.held[:, j].tolist()
                line.setdefault((False, n), []).extend((a, b))
                line.setdefault((True, n), []).append(apart)
            sys.stderr.write(f"{kind}, {n} groups\n")
    heads = [f"{n} groups" for n in SIZES] + [f"difference, {n}" for n in SIZES]
    made = ["metric", *heads], ["---"] * (1 + len(heads))
    body = [
        [title, *(_span(line[pair, n]) for pair in (False, True) for n in SIZES)]
        for title, line in cells.items()
    ]
    return [f"| {' | '.join(row)} |\n" for row in (*made, *body)]


def main() -> None:
    """Write the table into the page."""
    text = PAGE.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    _, after = rest.split(END)
    table = "".join(lines())
    PAGE.write_text(f"{before}{BEGIN}\n{table}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
