"""Every function of binary scores on everything that people pass by mistake.

What scikit-learn has does as scikit-learn 1.9.1: the same value, or an error of the
same type. Our own functions raise where `roc_curve` raises. Where we take more or less
than scikit-learn does, the tables in hostile_cases.py say so. An error names its
argument and comes alone. No argument is ever changed, no call leaves the process.
"""

import inspect
from functools import partial

import numpy as np
import pytest
from helpers.score_cases import as_undefined, outcome
from hostile.checks import call, check_refused, complaints, differs, parts, unclear
from hostile.score_cases import (
    AS_THEIRS,
    CLOTHES,
    DTYPES,
    LABELS,
    NOT_FOR_LABELS,
    POS_LABELS,
    REFUSED,
    WEIGHTS_AS_THEIRS,
    WEIGHTS_REFUSED,
    S,
    W,
    Y,
    s,
    w,
    y,
)

import fastmetrics as fm
from fastmetrics.catalog import METRICS

sk = pytest.importorskip("sklearn.metrics")

# What takes more than labels and scores is below, with what it needs.
SPECIAL = {
    "delong_roc_variance",
    "metric_at_thresholds",
    "partial_auc_score",
    "roc_auc_by_group",
}
PLAIN = {
    row.function: row.public
    for row in METRICS.values()
    if row.task == "binary_scores"
    and {"y_true", "y_score"} <= set(inspect.signature(row.public).parameters)
    and row.function not in SPECIAL
}
TWINS = {name: (f, getattr(sk, name)) for name, f in PLAIN.items() if hasattr(sk, name)}
TWINS["metric_at_thresholds"] = (
    partial(fm.metric_at_thresholds, metric_func=sk.accuracy_score),
    partial(sk.metric_at_thresholds, metric_func=sk.accuracy_score),
)


def roc_auc_of_one_group(y_true, y_score, **options):
    """The AUC inside groups, where all rows are of one."""
    try:
        groups = [0] * len(y_true)
    except TypeError:
        groups = [0] * len(Y)
    return fm.roc_auc_by_group(y_true, y_score, groups, **options).score


OWN = {name: function for name, function in PLAIN.items() if name not in TWINS}
OWN |= {
    "partial_auc_score": partial(fm.partial_auc_score, max_fpr=0.5),
    "partial_auc_score(min_tpr)": partial(fm.partial_auc_score, min_tpr=0.5),
    "roc_auc_by_group": roc_auc_of_one_group,
    "pr_auc_score(linear)": partial(fm.pr_auc_score, interpolation="linear"),
    "optimal_threshold(f1)": partial(fm.optimal_threshold, criterion="f1"),
    "ScoreSketch.from_scores": fm.ScoreSketch.from_scores,
    "ScoreSweep.from_scores": fm.ScoreSweep.from_scores,
}
DELONG = {
    "delong_roc_variance": fm.delong_roc_variance,
    "delong_roc_test": lambda y_true, y_score: fm.delong_roc_test(
        y_true, y_score, y_score
    ),
    "delong_roc_test(b)": lambda y_true, y_score: fm.delong_roc_test(
        y_true, S, y_score
    ),
}


NAMES = ("y_true", "y_score")
DELONG_NAMES = {
    "delong_roc_variance": ("y_true", "y_score"),
    "delong_roc_test": ("y_true", "score_a"),
    "delong_roc_test(b)": ("y_true", "score_b"),
}


def of_theirs(function, *args, **kwargs):
    """Outcome of scikit-learn's function."""
    value, error, warned = outcome(function, *args, **kwargs)
    return value, error, as_undefined(warned)


@pytest.mark.parametrize("case", AS_THEIRS)
def test_same_as_scikit_learn(case):
    y_true, y_score = AS_THEIRS[case]

    def check(name, pair):
        ours = call(pair[0], y_true, y_score)
        text = differs(ours, of_theirs(pair[1], y_true, y_score))
        if text or ours[1] is None or name == "metric_at_thresholds":
            return text  # there the metric looks at the labels
        return unclear(ours[1], (*NAMES, "multi_class", "pos_label"))

    assert complaints(TWINS, check) == {}


@pytest.mark.parametrize("case", AS_THEIRS)
def test_own_functions_raise_where_roc_curve_does(case):
    y_true, y_score = AS_THEIRS[case]
    _, expected, undefined = outcome(fm.roc_curve, y_true, y_score)

    def check(name, function):
        found = _, error, warned = call(function, y_true, y_score)
        if expected is not None:
            return check_refused(
                found, DELONG_NAMES.get(name, NAMES), (ValueError, TypeError)
            )
        if error is not None:
            return f"raises {error!r}"
        if not undefined and warned:
            return f"warns {warned}"
        if undefined and set(warned) - {"UndefinedMetricWarning"}:
            return f"warns {warned}"
        return ""

    functions = OWN | DELONG
    del functions["delong_roc_test(b)"]  # its other scores are six
    assert complaints(functions, check) == {}


@pytest.mark.parametrize("case", REFUSED)
def test_refused(case):
    y_true, y_score, kinds = REFUSED[case]

    def check(name, function):
        found = call(function, y_true, y_score)
        names = DELONG_NAMES.get(name, NAMES)
        if name == "metric_at_thresholds" and "label" in case:
            names = (".*",)  # there the metric looks at the labels
        return check_refused(found, names, kinds)

    twins = {name: ours for name, (ours, _) in TWINS.items()}
    assert complaints(twins | OWN | DELONG, check) == {}


ALL = {name: ours for name, (ours, _) in TWINS.items()} | OWN | DELONG
WEIGHTED = {name: function for name, function in ALL.items() if name not in DELONG}


@pytest.mark.parametrize("clothes", CLOTHES)
def test_clothes_change_nothing(clothes):
    """Exactly the same numbers from the same numbers."""
    put_on = CLOTHES[clothes]
    y_true = Y if clothes in NOT_FOR_LABELS else put_on(Y)
    y_score, weight = put_on(S), put_on(W)

    def check(name, function):
        text = differs(
            call(function, y_true, y_score),
            outcome(function, y, s),
            dtypes=False,
            rtol=0,
        )
        if text or name not in WEIGHTED:
            return text
        return differs(
            call(function, y_true, y_score, sample_weight=weight),
            outcome(function, y, s, sample_weight=w),
            dtypes=False,
            rtol=0,
        )

    functions = dict(ALL)
    if "one column" in clothes:  # there a column is a model: arrays come out
        del functions["delong_roc_variance"]
    assert complaints(functions, check) == {}


@pytest.mark.parametrize("dtype", DTYPES)
def test_labels_and_scores_of_any_width(dtype):
    labels, ranks = y.astype(dtype), (s >= 0.5 if dtype == "bool" else 4 * s)
    scores = ranks.astype(dtype)

    def check(name, function):
        return differs(
            call(function, labels, scores),
            outcome(function, y, ranks.astype(float)),
            dtypes=False,
            rtol=0,
        )

    functions = {n: f for n, f in ALL.items() if not n.startswith("delong_roc_test")}
    assert complaints(functions, check) == {}


def test_memory_maps(tmp_path):
    maps = []
    for name, values in (("y", y), ("s", s), ("w", w)):
        np.save(tmp_path / f"{name}.npy", values)
        maps.append(np.load(tmp_path / f"{name}.npy", mmap_mode="r"))

    def check(name, function):
        weight = {} if name in DELONG else {"sample_weight": maps[2]}
        plain = {} if name in DELONG else {"sample_weight": w}
        ours = call(function, maps[0], maps[1], **weight)
        return differs(ours, outcome(function, y, s, **plain), rtol=0)

    assert complaints(ALL, check) == {}


@pytest.mark.parametrize("case", WEIGHTS_AS_THEIRS)
def test_weights_as_in_scikit_learn(case):
    weight = WEIGHTS_AS_THEIRS[case]

    def check(name, pair):
        ours = call(pair[0], Y, S, sample_weight=weight)
        text = differs(ours, of_theirs(pair[1], Y, S, sample_weight=weight))
        if text or ours[1] is None:
            return text
        return unclear(ours[1], ("sample_weight",))

    assert complaints(TWINS, check) == {}

    _, expected, undefined = outcome(fm.roc_curve, Y, S, sample_weight=weight)

    def check_own(name, function):
        found = value, error, warned = call(function, Y, S, sample_weight=weight)
        if expected is not None:
            return check_refused(found, ("sample_weight",))
        if error is not None:
            return f"raises {error!r}"
        if set(warned) - set(undefined):
            return f"warns {warned}"
        if not undefined and any(np.isnan(part).any() for part in parts(value)):
            return f"NaN without a warning: {value!r}"
        return ""

    assert complaints(OWN, check_own) == {}


@pytest.mark.parametrize("case", WEIGHTS_REFUSED)
def test_weights_refused(case):
    weight, kinds = WEIGHTS_REFUSED[case]

    def check(name, function):
        found = call(function, Y, S, sample_weight=weight)
        return check_refused(found, ("sample_weight",), kinds)

    assert complaints(WEIGHTED, check) == {}


@pytest.mark.parametrize("power", [-1074, -1030, -664, 664, 1020])
def test_weights_of_any_size(power):
    """Rows of one weight: the value without weights, though products overflow."""
    weight = np.full(6, 2.0**power)

    def check(name, function):
        if "from_scores" in name or name == "confusion_matrix_at_thresholds":
            return ""  # these count
        return differs(
            call(function, Y, S, sample_weight=weight),
            outcome(function, Y, S),
            rtol=1e-12,
        )

    assert complaints(WEIGHTED, check) == {}


def test_weights_that_have_no_sum():
    def check(name, function):
        found = call(function, Y, S, sample_weight=[1e308] * 6)
        return check_refused(found, ("sample_weight",))

    assert complaints(WEIGHTED, check) == {}


@pytest.mark.parametrize("pos_label", POS_LABELS)
def test_positive_label(pos_label):
    pos_label = POS_LABELS[pos_label]

    def check(name, pair):
        said = []
        for case, labels in LABELS.items():
            ours = call(pair[0], labels, s, pos_label=pos_label)
            text = differs(ours, of_theirs(pair[1], labels, s, pos_label=pos_label))
            said.append(f"{case}: {text}" if text else "")
        return "; ".join(filter(None, said))

    twins = {name: TWINS[name] for name in TWINS.keys() - {"metric_at_thresholds"}}
    del twins["roc_auc_score"]  # has none
    assert complaints(twins, check) == {}


@pytest.mark.parametrize("pos_label", [[1], (1,), np.array([1]), {}, object()])
def test_positive_label_refused(pos_label):
    def check(name, function):
        return check_refused(call(function, Y, S, pos_label=pos_label), ("pos_label",))

    functions = {
        name: function
        for name, function in ALL.items()
        if name not in ("roc_auc_score", "metric_at_thresholds")
        and not name.startswith("delong_roc_test")
    }
    assert complaints(functions, check) == {}
