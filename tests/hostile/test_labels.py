"""Every function of hard labels on everything that people pass by mistake.

What scikit-learn has does as scikit-learn 1.9.1: the same value and warnings, or an
error of the same type. Our own functions raise where the function of scikit-learn's
that is closest raises. Where we take more or less than scikit-learn does,
hostile_label_cases.py says so and why. An error names its argument and comes alone. No
argument is ever changed, no call leaves the process.
"""

import inspect
from functools import partial

import numpy as np
import pytest
from helpers.score_cases import outcome
from hostile.checks import call, check_refused, complaints, differs, unclear
from hostile.label_cases import (
    AWKWARD,
    GUESS,
    INTEGERS,
    NUMBER_CLOTHES,
    OPTIONS_OURS,
    OVERFLOWING,
    POS_LABELS_OURS,
    TAKEN,
    TEXT,
    TEXT_CLOTHES,
    WEIGHTS_OURS,
    WEIGHTS_TAKEN,
    P,
    other_value,
    p,
    refused,
)
from hostile.score_cases import (
    DTYPES,
    POS_LABELS,
    WEIGHTS_AS_THEIRS,
    WEIGHTS_REFUSED,
    S,
    W,
    Y,
    inf,
    nan,
    w,
    y,
)

import fastmetrics as fm
from fastmetrics.catalog import METRICS

sk = pytest.importorskip("sklearn.metrics")

LABELS = {
    row.function: row.public
    for row in METRICS.values()
    if row.task == "labels"
    and {"y_pred", "y2"} & set(inspect.signature(row.public).parameters)
}
NEEDED = {"fbeta_score": {"beta": 2.0}}
COSTS = {"cost_matrix": np.array([[0.0, 0.25], [1.0, 0.5]])}


def bound(module, name, **options):
    return partial(getattr(module, name), **NEEDED.get(name, {}), **options)


TWINS = {
    name: (bound(fm, name), bound(sk, name)) for name in LABELS if hasattr(sk, name)
}
for name, average in (
    ("f1_score", "macro"),
    ("precision_score", "micro"),
    ("recall_score", None),
    ("jaccard_score", "weighted"),
    ("fbeta_score", "samples"),
):
    TWINS[f"{name}({average})"] = tuple(
        bound(module, name, average=average) for module in (fm, sk)
    )
TWINS["multilabel_confusion_matrix(rows)"] = tuple(
    bound(module, "multilabel_confusion_matrix", samplewise=True) for module in (fm, sk)
)
# our own function -> (itself, the one of scikit-learn's that takes the same labels)
OWN = {
    name: (function, sk.precision_score)
    for name, function in LABELS.items()
    if name not in TWINS
}
OWN["error_rate"] = (fm.error_rate, sk.accuracy_score)
OWN["macro_f1_of_averages"] = (
    fm.macro_f1_of_averages,
    partial(sk.f1_score, average="macro"),
)
for name in ("multilabel_matthews_corrcoef", "multilabel_cohen_kappa_score"):
    OWN[name] = (getattr(fm, name), partial(sk.f1_score, average="macro"))
for name in ("cost_sensitive_error", "total_cost", "cost_sensitive_accuracy"):
    OWN[name] = (bound(fm, name, **COSTS), sk.confusion_matrix)
ALL = {name: pair[0] for name, pair in (TWINS | OWN).items()}

# "Target" and "targets" are the two columns together.
NAMES = ("y_true", "y_pred", "y1", "y2", "targets?", "Target")
NAMES += ("labels", "pos_label", "average", "cost_matrix", "sample_weight")
NAMES += ("samplewise", "Sample weights", "multilabel-indicator is not supported")


def same(ours, theirs, **how):
    """What is different, but for what NumPy warns of inside."""
    (value, error, warned), (their_value, their_error, their_warned) = (
        (one, other, [name for name in names if name != "RuntimeWarning"])
        for one, other, names in (ours, theirs)
    )
    if type(their_error).__module__.startswith("numpy"):  # out of no check of theirs
        return "" if error is not None else f"{value!r} for {their_error!r}"
    return differs(
        (value, error, warned), (their_value, their_error, their_warned), **how
    )


def pairs(case):
    """The column as labels, as predictions and as both."""
    column = AWKWARD[case]
    other = GUESS if case in TEXT_LIKE else P
    return {"true": (column, other), "pred": (other, column), "both": (column, column)}


TEXT_LIKE = {
    case
    for case, column in AWKWARD.items()
    if "string" in case and case not in ("a string", "strings and numbers")
}


@pytest.mark.parametrize("case", AWKWARD)
def test_same_as_scikit_learn(case):
    for side, (y_true, y_pred) in pairs(case).items():

        def check(name, pair, y_true=y_true, y_pred=y_pred, side=side):
            ours = call(pair[0], y_true, y_pred)
            if refused(case, side):
                return check_refused(ours, NAMES)
            if case in TAKEN:
                return differs(ours, taken(pair[0], case, side))
            expected = outcome(pair[1], y_true, y_pred)
            text = same(ours, expected, dtypes=name not in INTEGERS)
            if ours[1] is None:
                return "" if other_value(case, name) else text
            return text or unclear(ours[1], NAMES)

        assert complaints(twins_for(case), check) == {}, side


def taken(function, case, side):
    """The outcome for labels that mean the same and that scikit-learn takes."""
    plain = {"true": (TAKEN[case], P), "pred": (P, TAKEN[case])}
    return outcome(function, *plain.get(side, (TAKEN[case], TAKEN[case])))


def twins_for(case):
    if case in TAKEN:  # a report names the labels as they are
        return {n: p for n, p in TWINS.items() if n != "classification_report"}
    return TWINS


@pytest.mark.parametrize("case", AWKWARD)
def test_own_functions_raise_where_scikit_learns_do(case):
    for side, (y_true, y_pred) in pairs(case).items():

        def check(name, pair, y_true=y_true, y_pred=y_pred, side=side):
            found = _, error, warned = call(pair[0], y_true, y_pred)
            if refused(case, side):
                return check_refused(found, NAMES)
            if case in TAKEN:
                return differs(found, taken(pair[0], case, side))
            if outcome(pair[1], y_true, y_pred)[1] is not None:
                return check_refused(found, NAMES)
            if error is not None:
                # As many costs as classes are needed, and these are two.
                return "" if "cost_matrix" in str(error) else f"raises {error!r}"
            if set(warned) - {"UndefinedMetricWarning"}:
                return f"warns {warned}"
            return ""

        assert complaints(OWN, check) == {}, side


@pytest.mark.parametrize("clothes", NUMBER_CLOTHES)
def test_clothes_change_nothing(clothes):
    """Exactly the same numbers from the same labels."""
    put_on = NUMBER_CLOTHES[clothes]

    def check(name, function):
        text = differs(
            call(function, put_on(Y), put_on(P), sample_weight=put_on(W)),
            outcome(function, y, p, sample_weight=w),
            dtypes=False,
            rtol=0,
        )
        for ours in ((put_on(Y), put_on(P)), (put_on(Y), p), (y, put_on(P))):
            text = text or differs(
                call(function, *ours), outcome(function, y, p), dtypes=False, rtol=0
            )
        return text

    functions = dict(ALL)
    del functions["classification_report"]  # names 0 and 0.0 as what they are
    assert complaints(functions, check) == {}


@pytest.mark.parametrize("clothes", TEXT_CLOTHES)
def test_clothes_of_text_change_nothing(clothes):
    put_on = TEXT_CLOTHES[clothes]

    def check(name, function):
        signature = inspect.signature(function).parameters
        option = {"pos_label": "yes"} if "pos_label" in signature else {}
        text = ""
        for ours in (
            (put_on(TEXT), put_on(GUESS)),
            (put_on(TEXT), GUESS),
            (TEXT, put_on(GUESS)),
        ):
            text = text or differs(
                call(function, *ours, **option),
                outcome(function, TEXT, GUESS, **option),
                rtol=0,
            )
        return text

    assert complaints(ALL, check) == {}


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("other", ["int64", "float32", "bool", "uint64"])
def test_labels_of_any_width(dtype, other):
    def check(name, function):
        return differs(
            call(function, y.astype(dtype), p.astype(other)),
            outcome(function, y, p),
            dtypes=False,
            rtol=0,
        )

    functions = dict(ALL)
    del functions["classification_report"]
    assert complaints(functions, check) == {}


def test_memory_maps(tmp_path):
    maps = []
    for name, values in (("y", y), ("p", p), ("w", w)):
        np.save(tmp_path / f"{name}.npy", values)
        maps.append(np.load(tmp_path / f"{name}.npy", mmap_mode="r"))

    def check(name, function):
        ours = call(function, maps[0], maps[1], sample_weight=maps[2])
        return differs(ours, outcome(function, y, p, sample_weight=w), rtol=0)

    assert complaints(ALL, check) == {}


# ---- weights ----


@pytest.mark.parametrize("case", WEIGHTS_AS_THEIRS)
def test_weights_as_in_scikit_learn(case):
    weight = WEIGHTS_AS_THEIRS[case]

    def check(name, pair):
        ours = call(pair[0], Y, P, sample_weight=weight)
        if case in WEIGHTS_OURS:
            return check_refused(ours, NAMES)
        if case in WEIGHTS_TAKEN:
            expected = outcome(pair[0], Y, P, sample_weight=WEIGHTS_TAKEN[case])
        elif case in OVERFLOWING.get(name, ()):
            expected = outcome(pair[0], Y, P)
        else:
            expected = outcome(pair[1], Y, P, sample_weight=weight)
        text = same(ours, expected)
        if text or ours[1] is None:
            return text
        return unclear(ours[1], NAMES)

    assert complaints(TWINS, check) == {}

    expected = outcome(sk.accuracy_score, Y, P, sample_weight=weight)[1]
    if case in WEIGHTS_TAKEN:
        expected = None

    def check_own(name, pair):
        found = _, error, _ = call(pair[0], Y, P, sample_weight=weight)
        if expected is not None or case in WEIGHTS_OURS:
            return check_refused(found, NAMES)
        return f"raises {error!r}" if error is not None else ""

    assert complaints(OWN, check_own) == {}


@pytest.mark.parametrize("case", WEIGHTS_REFUSED)
def test_weights_refused(case):
    weight, kinds = WEIGHTS_REFUSED[case]

    def check(name, function):
        found = call(function, Y, P, sample_weight=weight)
        return check_refused(found, ("sample_weight",), kinds)

    assert complaints(ALL, check) == {}


COUNTING = (
    "binary_counts",
    "true_positives",
    "true_negatives",
    "false_positives",
    "false_negatives",
    "confusion_matrix",
    "multilabel_confusion_matrix",
    "precision_recall_fscore_support",
    "classification_report",
    "total_cost",
)


@pytest.mark.parametrize("power", [-1030, -664, 664, 1020])
def test_weights_of_any_size(power):
    """Rows of one weight: the value without weights, though products overflow."""
    weight = np.full(6, 2.0**power)

    def check(name, function):
        if name.partition("(")[0] in COUNTING:
            return ""  # these count
        return differs(
            call(function, Y, P, sample_weight=weight),
            outcome(function, Y, P),
            rtol=1e-12,
        )

    assert complaints(ALL, check) == {}


def test_weights_that_have_no_sum():
    def check(name, function):
        found = call(function, Y, P, sample_weight=[1e308] * 6)
        return check_refused(found, ("sample_weight",))

    assert complaints(ALL, check) == {}


# ---- options ----

MORE_LABELS = {
    "0, 1": (Y, P),
    "strings": (TEXT, GUESS),
    "three": ([0, 1, 2, 0, 1, 2], [0, 1, 1, 2, 1, 0]),
    "only 1": ([1] * 6, [1] * 6),
    "indicators": (np.c_[y, 1 - y, p], np.c_[p, y, p]),
}


def takes(function, option):
    return option in inspect.signature(function).parameters


def with_option(option, value, besides=()):
    """Complaints of the twins given a value for an option, on labels of all kinds."""
    said = {}
    for case, (y_true, y_pred) in MORE_LABELS.items():
        for name, (function, twin) in TWINS.items():
            if not takes(function, option) or option in function.keywords:
                continue
            ours = call(function, y_true, y_pred, **{option: value})
            if case in besides:
                continue
            expected = outcome(twin, y_true, y_pred, **{option: value})
            text = same(ours, expected, dtypes=False)
            if not text and ours[1] is not None:
                text = unclear(ours[1], (*NAMES, option))
            if text:
                said[name, case] = text
    return said


@pytest.mark.parametrize("pos_label", POS_LABELS)
def test_positive_label(pos_label):
    besides = [case for other, case in POS_LABELS_OURS if other == pos_label]
    assert with_option("pos_label", POS_LABELS[pos_label], besides) == {}


@pytest.mark.parametrize("pos_label", [[1], (1,), np.array([1]), {}, object()])
def test_positive_label_refused(pos_label):
    def check(name, function):
        if not takes(function, "pos_label"):
            return ""
        return check_refused(call(function, Y, P, pos_label=pos_label), ("pos_label",))

    assert complaints(ALL, check) == {}


OPTIONS = {
    "labels": (
        [0, 1], [1, 0], [1], [0], [2, 1], [7], [0, 7], ["yes"], ["no", "yes"],
        ["perhaps"], (1, 0), np.array([1.0, 0.0]), range(2), [True, False], [-1],
        [], [0, 0, 1],
    ),
    "average": (None, "binary", "micro", "macro", "weighted", "samples", "all", 1, [],
                ["macro"], True),
    "zero_division": (0, 1, 0.0, 1.0, nan, "warn", True, 0.5, 2, -1, inf, None, "0",
                      [0], {}),
    "beta": (0, 0.5, 2, inf, -1, nan, None, "1", [1.0], 1j),
    "normalize": (True, False, None, "true", "pred", "all", "none", 0, 1, []),
    "weights": (None, "linear", "quadratic", "cubic", 1, []),
    "adjusted": (True, False, None, "yes", 1),
    "samplewise": (True, False, None, "yes", 1),
    "replace_undefined_by": (
        nan, 0.0, 1.0, 0.5, -1.0, 2.0, None, "nan", 1, {}, {"LR+": 1.0},
        {"LR+": 2.0, "LR-": 0.5}, {"LR+": 0.5, "LR-": 0.5}, {"LR+": nan, "LR-": nan},
        {"LR+": 1.0, "LR-": 2.0}, {"LR+": "a", "LR-": 0.5},
    ),
    "warn_for": (("precision",), [], {"recall"}, "precision", None, 1),
    "target_names": (None, ["a", "b"], ["a"], ["a", "b", "c"], (), 1, "ab"),
    "digits": (0, 1, 3, -1, 2.5, None, "2", 400),
    "output_dict": (True, False, None, "yes", 1),
}  # fmt: skip


@pytest.mark.parametrize("option", OPTIONS)
def test_options(option):
    said = {}
    for value in OPTIONS[option]:
        found = with_option(option, value, OPTIONS_OURS.get((option, repr(value)), ()))
        if found:
            said[repr(value)] = found
    assert said == {}


@pytest.mark.parametrize("labels", [[[0, 1]], "01", 1, {}, object()])
def test_labels_refused(labels):
    def check(name, function):
        # Of one class against the rest they are not looked at.
        options = inspect.signature(function).parameters
        if "labels" not in options or name.endswith("(rows)"):
            return ""
        if "average" in options and options["average"].default == "binary":
            return ""
        return check_refused(call(function, Y, P, labels=labels), ("labels",))

    assert complaints(ALL, check) == {}


OWN_OPTIONS = {
    "zero_division": (2, -1, 0.5, inf, None, "0", [0], {}),
    "beta": (-1, nan, None, "1", [1.0], 1j),
    "haldane": (None, "yes", 1, []),
    "normalize": (None, "true", 1, []),
    "cost_matrix": (
        None,
        1.0,
        [0, 1],
        [[0, 1]],
        [[0, 1], [1]],
        [["a", "b"], ["c", "d"]],
        [[0, nan], [1, 0]],
        [[0, inf], [1, 0]],
        [[0, 1j], [1, 0]],
        np.zeros((2, 2, 2)),
        np.zeros((3, 3)),
        np.zeros((1, 1)),
        {},
    ),
}


@pytest.mark.parametrize("option", OWN_OPTIONS)
def test_own_options_refused(option):
    def check(name, pair):
        if not takes(pair[0], option):
            return ""
        said = []
        for value in OWN_OPTIONS[option]:
            text = check_refused(call(pair[0], Y, P, **{option: value}), (option,))
            said.append(f"{value!r}: {text}" if text else "")
        return "; ".join(filter(None, said))

    assert complaints(OWN, check) == {}


MATRICES = (
    None,
    1,
    [],
    [[1, 2], [3, 4]],
    [[[1, 2], [3]]],
    np.ones((2, 3, 3)),
    np.ones((0, 2, 2)),
    [[[1, -2], [3, 4]]],
    [[[1, nan], [3, 4]]],
    [[[1, inf], [3, 4]]],
    [[["a", "b"], ["c", "d"]]],
    [[[1j, 2], [3, 4]]],
    {},
    np.array([[[None, 1], [1, 1]]]),
)


def test_pooled_matrices_refused():
    pooled = fm.pooled_precision_recall_fscore

    def check(_, matrices):
        return check_refused(call(pooled, matrices), ("matrices",))

    assert complaints({repr(m): m for m in MATRICES}, check) == {}
    good = [[[1, 2], [3, 4]]]
    for option, values in {
        "average": (None, "weighted", 1, [], ["macro"]),
        "beta": OWN_OPTIONS["beta"],
        "zero_division": OWN_OPTIONS["zero_division"],
    }.items():

        def check_option(_, value, option=option):
            return check_refused(call(pooled, good, **{option: value}), (option,))

        assert complaints({repr(v): v for v in values}, check_option) == {}


def test_scores_in_place_of_predictions():
    """The commonest mistake: it has to be said, not counted as a class per row."""

    def check(name, function):
        return check_refused(call(function, Y, S), NAMES)

    assert complaints(ALL, check) == {}
