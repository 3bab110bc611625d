"""Every function of hard labels on everything that people pass by mistake.

What scikit-learn has does as scikit-learn 1.9.1: the same value and warnings, or an
error of the same type. Our own functions raise where the function of scikit-learn's
that is closest raises. Where we take more or less than scikit-learn does,
hostile_label_cases.py says so and why. An error names its argument and comes alone. No
argument is ever changed, no call leaves the process.
"""

import inspect
import itertools
from functools import cache, partial

import numpy as np
import pytest
from helpers.score_cases import outcome
from hostile.checks import (
    call,
    check_refused,
    complaints,
    differs,
    failures,
    in_turn,
    unclear,
)
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
MACRO = partial(sk.f1_score, average="macro")
for name in (
    "macro_f1_of_averages",
    "multilabel_matthews_corrcoef",
    "multilabel_cohen_kappa_score",
):
    OWN[name] = (getattr(fm, name), MACRO)
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


def columns(case, side):
    """The column as labels, as predictions or as both."""
    column = AWKWARD[case]
    other = GUESS if case in TEXT_LIKE else P
    return {"true": (column, other), "pred": (other, column)}.get(
        side, (column, column)
    )


def sides(case, name):
    """Return where a function gets a column: nowhere, or on one side, or on both.

    Every column comes everywhere with some functions, and what counts in another way
    comes on both sides with all of them.
    """
    if case in ("three classes", "three indicators", "indicators of all ones"):
        return ["both"]
    if "indicators" in case or "sparse" in case:
        return in_turn((["true"], ["pred"], ["both"], ["both"], [], []), case, name)
    return in_turn((["true"], ["pred"], ["both"], *[[]] * 6), case, name)


TEXT_LIKE = {
    case
    for case, column in AWKWARD.items()
    if "string" in case and case not in ("a string", "strings and numbers")
}


@cache
def their_error(function, case, side):
    return outcome(function, *columns(case, side))[1]


@pytest.mark.long
def test_same_as_scikit_learn():
    def check(case, name, pair):
        if case in TAKEN and name == "classification_report":
            return ""  # it names the labels as they are
        found = [on(side, case, name, pair) for side in sides(case, name)]
        return "; ".join(filter(None, found))

    def on(side, case, name, pair):
        ours = call(pair[0], *columns(case, side))
        if refused(case, side):
            return check_refused(ours, NAMES)
        if case in TAKEN:
            return differs(ours, taken(pair[0], case, side))
        # What this one does not take none takes.
        error = their_error(sk.accuracy_score, case, side)
        if error is not None and isinstance(error, type(ours[1])):
            return unclear(ours[1], NAMES)
        expected = outcome(pair[1], *columns(case, side))
        text = same(ours, expected, dtypes=name not in INTEGERS)
        if ours[1] is None:
            return "" if other_value(case, name) else text
        return text or unclear(ours[1], NAMES)

    assert failures(AWKWARD, TWINS, check) == {}


def taken(function, case, side):
    """The outcome for labels that mean the same and that scikit-learn takes."""
    plain = {"true": (TAKEN[case], P), "pred": (P, TAKEN[case])}
    return outcome(function, *plain.get(side, (TAKEN[case], TAKEN[case])))


def test_own_functions_raise_where_scikit_learns_do():
    def check(case, name, pair):
        peer = getattr(pair[1], "__name__", "macro")
        found = [on(side, case, name, pair) for side in sides(case, peer)]
        return "; ".join(filter(None, found))

    def on(side, case, name, pair):
        found = _, error, warned = call(pair[0], *columns(case, side))
        if refused(case, side):
            return check_refused(found, NAMES)
        if case in TAKEN:
            return differs(found, taken(pair[0], case, side))
        if their_error(pair[1], case, side) is not None:
            return check_refused(found, NAMES)
        if error is not None:
            # As many costs as classes are needed, and these are two.
            return "" if "cost_matrix" in str(error) else f"raises {error!r}"
        odd = set(warned) - {"UndefinedMetricWarning"}
        return f"warns {odd}" if odd else ""

    assert failures(AWKWARD, OWN, check) == {}


# A report names 0 and 0.0 as what they are.
COUNT_ALIKE = {name: f for name, f in ALL.items() if name != "classification_report"}


@pytest.mark.long
def test_clothes_change_nothing():
    """Exactly the same numbers from the same labels."""

    @cache
    def plain(name, weight):
        return outcome(COUNT_ALIKE[name], y, p, sample_weight=w if weight else None)

    def check(clothes, name, function):
        true, pred, weight = worn[clothes]
        ours = in_turn(
            [(true, pred, weight), (true, pred, None), (true, p, None),
             (y, pred, None), None, None],
            clothes, name,
        )  # fmt: skip
        if ours is None:
            return ""  # enough others wear these
        found = call(function, *ours[:2], sample_weight=ours[2])
        expected = plain(name, ours[2] is not None)
        return differs(found, expected, dtypes=False, rtol=0)

    worn = {name: [*map(f, (Y, P, W))] for name, f in NUMBER_CLOTHES.items()}
    assert failures(worn, COUNT_ALIKE, check) == {}


def test_clothes_of_text_change_nothing():
    def option(function):
        return {"pos_label": "yes"} if takes(function, "pos_label") else {}

    plain = {n: outcome(f, TEXT, GUESS, **option(f)) for n, f in ALL.items()}

    def check(clothes, name, function):
        true, pred = worn[clothes]
        pairs = [(true, pred), (true, GUESS), (TEXT, pred), None, None, None]
        pair = in_turn(pairs, clothes, name)
        if pair is None:
            return ""  # enough others wear these
        return differs(call(function, *pair, **option(function)), plain[name], rtol=0)

    worn = {name: [*map(f, (TEXT, GUESS))] for name, f in TEXT_CLOTHES.items()}
    assert failures(worn, ALL, check) == {}


def test_labels_of_any_width():
    plain = {name: outcome(f, y, p) for name, f in COUNT_ALIKE.items()}

    def check(dtype, name, function):
        other = in_turn(["int64", "float32", "bool", "uint64"], dtype, name)
        found = call(function, y.astype(dtype), p.astype(other))
        return differs(found, plain[name], dtypes=False, rtol=0)

    assert failures(DTYPES, COUNT_ALIKE, check) == {}


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


OTHER_TYPES = ("integers", "uint8", "bool", "float32", "-0.0")


@cache
def error_of_weights(case):
    return outcome(sk.accuracy_score, Y, P, sample_weight=WEIGHTS_AS_THEIRS[case])[1]


@pytest.mark.long
def test_weights_as_in_scikit_learn():
    def check(case, name, pair):
        weight = WEIGHTS_AS_THEIRS[case]
        ours = call(pair[0], Y, P, sample_weight=weight)
        if case in WEIGHTS_OURS:
            return check_refused(ours, NAMES)
        if case in OTHER_TYPES and in_turn((True, True, False), case, name):
            return ""  # enough others are compared
        if case in WEIGHTS_TAKEN:
            expected = outcome(pair[0], Y, P, sample_weight=WEIGHTS_TAKEN[case])
        elif error_of_weights(case) is not None:
            expected = (None, error_of_weights(case), [])
        elif case in OVERFLOWING.get(name, ()):
            expected = outcome(pair[0], Y, P)
        else:
            expected = outcome(pair[1], Y, P, sample_weight=weight)
        text = same(ours, expected)
        if text or ours[1] is None:
            return text
        return unclear(ours[1], NAMES)

    assert failures(WEIGHTS_AS_THEIRS, TWINS, check) == {}


def test_weights_of_own_functions():
    def check(case, name, pair):
        found = _, error, _ = call(pair[0], Y, P, sample_weight=WEIGHTS_AS_THEIRS[case])
        raises = error_of_weights(case) is not None and case not in WEIGHTS_TAKEN
        if raises or case in WEIGHTS_OURS:
            return check_refused(found, NAMES)
        return f"raises {error!r}" if error is not None else ""

    assert failures(WEIGHTS_AS_THEIRS, OWN, check) == {}


def test_weights_refused():
    def check(case, name, function):
        weight, kinds = WEIGHTS_REFUSED[case]
        found = call(function, Y, P, sample_weight=weight)
        return check_refused(found, ("sample_weight",), kinds)

    assert failures(WEIGHTS_REFUSED, ALL, check) == {}


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


def test_weights_of_any_size():
    """Rows of one weight: the value without weights, though products overflow."""

    def check(power, name, function):
        weight = np.full(6, 2.0**power)
        found = call(function, Y, P, sample_weight=weight)
        return differs(found, outcome(function, Y, P), rtol=1e-12)

    others = {n: f for n, f in ALL.items() if n.partition("(")[0] not in COUNTING}
    assert failures([-1030, -664, 664, 1020], others, check) == {}


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


def with_option(option, values, besides):
    """Complaints of the twins given values for an option, by name.

    On labels of two kinds; where many functions have the option, most are asked with
    half of the values, on one kind each.
    """
    twins = {
        name: pair
        for name, pair in TWINS.items()
        if takes(pair[0], option) and option not in pair[0].keywords
    }

    def check(said, name, pair):
        kinds = [[one] for one in MORE_LABELS]
        if len(twins) < 5:
            kinds = [*itertools.combinations(MORE_LABELS, 2)]
        elif len(twins) > 9:
            kinds += [[]] * len(kinds)
        chosen = in_turn(kinds, option, said, name)
        found = {kind: on(kind, said, pair) for kind in chosen}
        return {kind: text for kind, text in found.items() if text}

    def on(kind, said, pair):
        given = {option: values[said]}
        ours = call(pair[0], *MORE_LABELS[kind], **given)
        if (said, kind) in besides:
            return ""
        expected = outcome(pair[1], *MORE_LABELS[kind], **given)
        text = same(ours, expected, dtypes=False)
        if text or ours[1] is None:
            return text
        return unclear(ours[1], (*NAMES, option))

    return failures(values, twins, check)


def test_positive_label():
    assert with_option("pos_label", POS_LABELS, POS_LABELS_OURS) == {}


def refused_by(functions, option, values):
    """Return what is wrong with the refusals of values by functions with an option."""

    def check(said, _, function):
        found = call(function, Y, P, **{option: values[said]})
        return check_refused(found, (option,))

    functions = {name: f for name, f in functions.items() if takes(f, option)}
    values = {repr(value): value for value in values}
    return failures(values, functions, check)


def test_positive_label_refused():
    wrong = [[1], (1,), np.array([1]), {}, object()]
    assert refused_by(ALL, "pos_label", wrong) == {}


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


@pytest.mark.long
@pytest.mark.parametrize("option", OPTIONS)
def test_options(option):
    values = {repr(value): value for value in OPTIONS[option]}
    besides = {
        (said, kind)
        for (other, said), kinds in OPTIONS_OURS.items()
        for kind in kinds
        if other == option
    }
    assert with_option(option, values, besides) == {}


def test_labels_refused():
    def looks(name, function):
        # Of one class against the rest they are not looked at.
        average = inspect.signature(function).parameters.get("average")
        return not name.endswith("(rows)") and (
            average is None or average.default != "binary"
        )

    functions = {name: f for name, f in ALL.items() if looks(name, f)}
    wrong = [[[0, 1]], "01", 1, {}, object()]
    assert refused_by(functions, "labels", wrong) == {}


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


def test_own_options_refused():
    own = {name: pair[0] for name, pair in OWN.items()}
    found = {option: refused_by(own, option, v) for option, v in OWN_OPTIONS.items()}
    assert not any(found.values()), found


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
