"""The value of a slice is the function's on its rows, and that of its own interval."""

import inspect
import math

import numpy as np
import pytest

import fastmetrics as fm
from fastmetrics import catalog

BY = np.repeat(list("abc"), 12)
# The function gives a number, as scikit-learn does, where a report has none.
UNDEFINED = {
    *("recall_score", "specificity_score", "true_positive_rate"),
    *("true_negative_rate", "false_positive_rate", "false_negative_rate"),
}
KAPPAS = [("cohen_kappa_score", {"weights": one}) for one in ("linear", "quadratic")]
OTHERS = [*KAPPAS, ("balanced_accuracy_score", {"adjusted": True})]


@pytest.fixture
def weights():
    """In slice "a" rows of class 2 weigh nothing."""
    found = np.random.default_rng(1).integers(0, 3, len(BY)).astype(float)
    found[[0, 1, 15, 25]] = 2
    return found


@pytest.fixture
def columns(weights):
    """By task the truth and what models say of it; slice "c" has one class."""
    rng = np.random.default_rng(0)
    n = len(BY)
    two, four = rng.integers(0, 2, n), rng.integers(0, 4, n)
    two[BY == "c"] = four[BY == "c"] = 1
    four[(BY == "b") & (four == 1)] = 3
    right = rng.random(n) < 0.6
    said = np.where(right, four, rng.permutation(four))
    said[(BY == "b") & (said == 1)] = 0
    weights[(BY == "a") & ((four == 2) | (said == 2))] = 0
    scores = np.round(0.4 * two + 0.6 * rng.random(n), 2)
    amounts = rng.gamma(2, size=n) + 0.1
    return {
        "labels": [(two, np.where(right, two, 1 - two)), (four, said)],
        "scores": [(two, scores), (two, scores.astype(np.float32))],
        "probability": [(two, scores), (two, scores.astype(np.float32))],
        "regression": [(amounts, amounts * rng.uniform(0.5, 1.5, n))],
    }


def value(row, y, other, given, weights):
    own = {**row.parameters, **given}
    if weights is not None:
        own["sample_weight"] = weights
    try:
        found = row.public(y, other, **own)
    except ValueError:
        return math.nan
    return float(found[-1] if isinstance(found, tuple) else found)


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
def test_every_metric(columns, weights):
    second = {"scores": "y_score", "probability": "y_proba"}
    every = [(row, {}) for row in catalog.METRICS.values()]
    every += [(catalog.find(name), given) for name, given in OTHERS]
    n_asked = 0
    for row, given in every:
        if row.kind != "metric" or row.task not in columns:
            continue
        is_weighted = "sample_weight" in inspect.signature(row.public).parameters
        for y, other in columns[row.task]:
            beside = {second.get(row.task, "y_pred"): other}
            for weighing in (None, weights)[: 1 + is_weighted]:
                try:
                    metrics = {"it": (row.name, given) if given else row.name}
                    found = fm.by_group(
                        metrics, y, **beside, by=BY, sample_weight=weighing
                    )
                    values = found.by_group["it"]
                except (TypeError, ValueError):  # needs more, or is not of such data
                    continue
                for key, one in zip("abc", values, strict=True):
                    mine = key == BY
                    of_rows = None if weighing is None else weighing[mine]
                    right = value(row, y[mine], other[mine], given, of_rows)
                    if math.isnan(one) and row.name in UNDEFINED:
                        continue
                    close = pytest.approx(right, rel=1e-9, abs=1e-12, nan_ok=True)
                    assert one == close, (row.name, given, key, weighing is None)
                    n_asked += 1
                if weighing is not None and not math.isnan(values[0]):
                    estimate = found.interval("a", metric="it").estimate
                    assert estimate == pytest.approx(values[0], rel=1e-12), row.name
    assert n_asked > 500


def test_slices_of_means_add_up_to_the_whole(columns):
    y, said = columns["labels"][1]
    found = fm.by_group("accuracy", y, said, by=BY)
    sizes = np.bincount(np.unique(BY, return_inverse=True)[1])
    whole = np.average(found.by_group["accuracy"], weights=sizes)
    assert whole == pytest.approx(fm.accuracy_score(y, said), rel=1e-15)


@pytest.mark.long
@pytest.mark.parametrize("kind", ["rows", "ties", "perfect", "alike", "float32"])
def test_intervals_made_as_arrays_have_the_bits_of_each_by_itself(kind):
    rng = np.random.default_rng(3)
    n = 900
    y = rng.integers(0, 2, n)
    proba = np.clip(0.4 + 0.2 * y + 0.15 * rng.normal(size=n), 0.01, 0.99)
    by = np.minimum(rng.geometric(0.15, n), 30)  # some slices are of one row or two
    if kind == "ties":
        proba = np.round(proba, 1)
    elif kind == "perfect":
        proba = np.where(by % 2 == 0, y, 1 - y) / 2 + 0.2
    elif kind == "alike":
        proba[:] = 0.5
    elif kind == "float32":
        proba = proba.astype(np.float32)
    names = ["accuracy", "roc_auc", "brier", "log_loss"]
    found = fm.by_group(names, y, y_proba=proba, by=by, confidence_level=0.9)
    for group, _, name, one in found.intervals():
        mine = by == group
        if math.isnan(one.estimate):
            continue
        other = proba[mine]
        if name == "accuracy":
            other = (other >= 0.5).astype(int)
        given = {"pos_label": 1} if name in ("brier", "log_loss") else {}
        alone = fm.confidence_interval(
            name, y[mine], other, confidence_level=0.9, **given
        )
        for of in ("low", "high", "standard_error", "method", "reason", "approximate"):
            ours, theirs = getattr(one, of), getattr(alone, of)
            assert ours == theirs or (ours != ours and theirs != theirs), (name, group)


def test_the_order_of_metrics_does_not_matter():
    y = np.tile([0, 1, 1], 12)
    p = np.linspace(0.1, 0.9, 36) * (0.5 + y / 2)
    found = []
    for names in (["roc_auc_score", "f1_score"], ["f1_score", "roc_auc_score"]):
        table = fm.by_group(names, y, y_proba=p, by=BY).to_frame()
        found.append({(r.metric, r.group): r.estimate for r in table.itertuples()})
    assert found[0] == found[1]
