"""Every function of binary scores on everything that people pass by mistake.

What scikit-learn has does as scikit-learn 1.9.1: the same value, or an error of the
same type. Our own functions raise where `roc_curve` raises. Where we take more or less
than scikit-learn does, the tables in hostile_cases.py say so. An error names its
argument and comes alone. No argument is ever changed, no call leaves the process.
"""

import inspect
import itertools
from functools import cache, partial

import numpy as np
import pytest
from helpers.score_cases import as_undefined, outcome
from hostile.checks import (
    call,
    check_refused,
    complaints,
    differs,
    failures,
    in_turn,
    parts,
    unclear,
)
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


def test_same_as_scikit_learn():
    def check(case, name, pair):
        y_true, y_score = AS_THEIRS[case]
        ours = call(pair[0], y_true, y_score)
        text = differs(ours, of_theirs(pair[1], y_true, y_score))
        if text or ours[1] is None or name == "metric_at_thresholds":
            return text  # there the metric looks at the labels
        return unclear(ours[1], (*NAMES, "multi_class", "pos_label"))

    assert failures(AS_THEIRS, TWINS, check) == {}


def test_own_functions_raise_where_roc_curve_does():
    @cache
    def curve(case):
        return outcome(fm.roc_curve, *AS_THEIRS[case])

    def check(case, name, function):
        _, expected, undefined = curve(case)
        found = _, error, warned = call(function, *AS_THEIRS[case])
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
    assert failures(AS_THEIRS, functions, check) == {}


def test_refused():
    def check(case, name, function):
        y_true, y_score, kinds = REFUSED[case]
        found = call(function, y_true, y_score)
        names = DELONG_NAMES.get(name, NAMES)
        if name == "metric_at_thresholds" and "label" in case:
            names = (".*",)  # there the metric looks at the labels
        return check_refused(found, names, kinds)

    twins = {name: ours for name, (ours, _) in TWINS.items()}
    assert failures(REFUSED, twins | OWN | DELONG, check) == {}


ALL = {name: ours for name, (ours, _) in TWINS.items()} | OWN | DELONG
WEIGHTED = {name: function for name, function in ALL.items() if name not in DELONG}


@pytest.mark.long
def test_clothes_change_nothing():
    """Exactly the same numbers from the same numbers."""

    @cache
    def plain(name, weighted):
        return outcome(ALL[name], y, s, **({"sample_weight": w} if weighted else {}))

    def check(clothes, name, function):
        if name == "delong_roc_variance" and "one column" in clothes:
            return ""  # there a column is a model: arrays come out
        weighted = name in WEIGHTED and in_turn((True, False), clothes, name)
        y_true, y_score, weight = worn[clothes]
        option = {"sample_weight": weight} if weighted else {}
        found = call(function, y_true, y_score, **option)
        return differs(found, plain(name, weighted), dtypes=False, rtol=0)

    worn = {name: [*map(put_on, (Y, S, W))] for name, put_on in CLOTHES.items()}
    for name in NOT_FOR_LABELS:
        worn[name][0] = Y
    assert failures(worn, ALL, check) == {}


def test_labels_and_scores_of_any_width():
    def check(dtype, name, function):
        ranks = s >= 0.5 if dtype == "bool" else 4 * s
        found = call(function, y.astype(dtype), ranks.astype(dtype))
        expected = outcome(function, y, ranks.astype(float))
        return differs(found, expected, dtypes=False, rtol=0)

    functions = {n: f for n, f in ALL.items() if not n.startswith("delong_roc_test")}
    assert failures(DTYPES, functions, check) == {}


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


def test_weights_as_in_scikit_learn():
    def check(case, name, pair):
        weight = WEIGHTS_AS_THEIRS[case]
        ours = call(pair[0], Y, S, sample_weight=weight)
        text = differs(ours, of_theirs(pair[1], Y, S, sample_weight=weight))
        if text or ours[1] is None:
            return text
        return unclear(ours[1], ("sample_weight",))

    assert failures(WEIGHTS_AS_THEIRS, TWINS, check) == {}


def test_weights_of_own_functions():
    @cache
    def curve(case):
        return outcome(fm.roc_curve, Y, S, sample_weight=WEIGHTS_AS_THEIRS[case])

    def check(case, name, function):
        _, expected, undefined = curve(case)
        weight = WEIGHTS_AS_THEIRS[case]
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

    assert failures(WEIGHTS_AS_THEIRS, OWN, check) == {}


def test_weights_refused():
    def check(case, name, function):
        weight, kinds = WEIGHTS_REFUSED[case]
        found = call(function, Y, S, sample_weight=weight)
        return check_refused(found, ("sample_weight",), kinds)

    assert failures(WEIGHTS_REFUSED, WEIGHTED, check) == {}


def test_weights_of_any_size():
    """Rows of one weight: the value without weights, though products overflow."""

    def check(power, name, function):
        if "from_scores" in name or name == "confusion_matrix_at_thresholds":
            return ""  # these count
        found = call(function, Y, S, sample_weight=np.full(6, 2.0**power))
        return differs(found, outcome(function, Y, S), rtol=1e-12)

    assert failures([-1074, -1030, -664, 664, 1020], WEIGHTED, check) == {}


def test_weights_that_have_no_sum():
    def check(name, function):
        found = call(function, Y, S, sample_weight=[1e308] * 6)
        return check_refused(found, ("sample_weight",))

    assert complaints(WEIGHTED, check) == {}


def test_positive_label():
    def check(given, name, pair):
        if not in_turn((True, False, False), given, name):
            return ""
        labels, option = LABELS[given[1]], {"pos_label": POS_LABELS[given[0]]}
        ours = call(pair[0], labels, s, **option)
        return differs(ours, of_theirs(pair[1], labels, s, **option))

    # One has none, and one hands it to a metric.
    others = TWINS.keys() - {"roc_auc_score", "metric_at_thresholds"}
    twins = {name: TWINS[name] for name in others}
    assert failures([*itertools.product(POS_LABELS, LABELS)], twins, check) == {}


def test_positive_label_refused():
    def check(said, name, function):
        found = call(function, Y, S, pos_label=wrong[said])
        return check_refused(found, ("pos_label",))

    wrong = {repr(v): v for v in ([1], (1,), np.array([1]), {}, object())}

    functions = {
        name: function
        for name, function in ALL.items()
        if name not in ("roc_auc_score", "metric_at_thresholds")
        and not name.startswith("delong_roc_test")
    }
    assert failures(wrong, functions, check) == {}
