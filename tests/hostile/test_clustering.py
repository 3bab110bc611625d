"""Every function of two clusterings on everything that people pass by mistake.

What scikit-learn has does as scikit-learn 1.9.1: the same value and warnings, or an
error of the same type. Our own functions raise where a function of scikit-learn's of
the same arguments raises. Where we take more or less, hostile_cluster_cases.py says so
and why. An error names its argument and comes alone. No argument is ever changed.
"""

import functools
import inspect

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
from hostile.cluster_cases import REFUSED
from hostile.label_cases import (
    AWKWARD,
    GUESS,
    NUMBER_CLOTHES,
    TEXT,
    TEXT_CLOTHES,
    P,
    Y,
    inf,
    nan,
    p,
    y,
)
from scipy import sparse

import fastmetrics as fm
from fastmetrics.metrics.clustering import homogeneity, information, pairs, partitions

sk = pytest.importorskip("sklearn.metrics.cluster")

TWO = {
    name: function
    for module in (partitions, pairs, homogeneity, information)
    for name, function in inspect.getmembers(module, inspect.isfunction)
    if function.__module__ == module.__name__
    and name in fm.__all__
    and "labels_pred" in inspect.signature(function).parameters
}
TWINS = {name: (f, getattr(sk, name)) for name, f in TWO.items() if hasattr(sk, name)}
# Its table itself is made there without a look at the labels.
CHECKED = {name: pair for name, pair in TWINS.items() if name != "contingency_matrix"}
NAMES = ("labels_true", "labels_pred", "labels")
# NumPy's own, and what they have deprecated
OTHER_WARNINGS = ("RuntimeWarning", "FutureWarning", "DeprecationWarning")


def same(ours, theirs, **how):
    """Say what is different, but for warnings that are about neither."""
    (value, error, warned), (their_value, their_error, their_warned) = (
        (one, other, [name for name in names if name not in OTHER_WARNINGS])
        for one, other, names in (ours, theirs)
    )
    return differs(
        (value, error, warned), (their_value, their_error, their_warned), **how
    )


def pair(case, side):
    """The column as either labelling or as both."""
    column = AWKWARD[case]
    return {"true": (column, P), "pred": (P, column), "both": (column, column)}[side]


SIDES = ("true", "pred", "both")


# ------------------------------------------------------------------ two labellings


@functools.cache
def their_rand_score(case, side):
    return outcome(sk.rand_score, *pair(case, side))


@pytest.mark.long
def test_same_as_scikit_learn():
    def check(case, name, functions):
        side = in_turn(SIDES, case, name)
        columns = pair(case, side)
        ours = call(functions[0], *columns)
        if case in REFUSED:
            return check_refused(ours, NAMES)
        # What this one does not take none takes.
        error = their_rand_score(case, side)[1]
        if error is not None and isinstance(error, type(ours[1])):
            return unclear(ours[1], NAMES)
        theirs = outcome(functions[1], *columns)
        if name == "adjusted_mutual_info_score" and ours[0] == 0 and theirs[0]:
            # There it is the difference of two rounded sums.
            theirs = (round(theirs[0], 14), *theirs[1:])
        text = same(ours, theirs, rtol=1e-12)
        return text or ("" if ours[1] is None else unclear(ours[1], NAMES))

    assert failures(AWKWARD, CHECKED, check) == {}


def test_own_functions_raise_where_scikit_learns_do():
    def check(case, name, function):
        side = in_turn(SIDES, case, name)
        found = _, error, warned = call(function, *pair(case, side))
        _, their_error, their_warned = their_rand_score(case, side)
        if case in REFUSED or their_error is not None:
            return check_refused(found, NAMES)
        if error is not None:
            return f"raises {error!r}"
        odd = set(warned) - {*their_warned, "UndefinedMetricWarning"}
        return f"warns {odd}" if odd else ""

    own = {name: f for name, f in TWO.items() if name not in CHECKED}
    assert failures(AWKWARD, own, check) == {}


SEVERAL_COLUMNS = {"one column", "pandas frame of one column"}


def test_clothes_change_nothing():
    """Exactly the same numbers from the same labels; labels have one dimension."""
    plain = {name: outcome(function, y, p) for name, function in TWO.items()}

    def check(clothes, name, function):
        true, pred = worn[clothes]
        columns = in_turn([(true, pred), (true, p), (y, pred)], clothes, name)
        found = call(function, *columns)
        if clothes in SEVERAL_COLUMNS:
            return check_refused(found, NAMES)
        return differs(found, plain[name], rtol=0)

    worn = {name: [*map(f, (Y, P))] for name, f in NUMBER_CLOTHES.items()}
    assert failures(worn, TWO, check) == {}


def test_clothes_of_text_change_nothing():
    def check(clothes, name, function):
        true, pred = worn[clothes]
        columns, plain = in_turn(
            [((true, pred), (TEXT, GUESS)), ((true, p), (TEXT, p)),
             ((y, pred), (y, GUESS))],
            clothes, name,
        )  # fmt: skip
        found = call(function, *columns)
        if clothes == "column":
            return check_refused(found, NAMES)
        return differs(found, outcome(function, *plain), rtol=0)

    worn = {name: [*map(f, (TEXT, GUESS))] for name, f in TEXT_CLOTHES.items()}
    assert failures(worn, TWO, check) == {}


def test_memory_maps(tmp_path):
    maps = []
    for name, values in (("y", y), ("p", p)):
        np.save(tmp_path / f"{name}.npy", values)
        maps.append(np.load(tmp_path / f"{name}.npy", mmap_mode="r"))

    def check(name, function):
        return differs(call(function, *maps), outcome(function, y, p), rtol=0)

    assert complaints(TWO, check) == {}


# ---- options ----

OPTIONS = {
    "average_method": ("min", "geometric", "arithmetic", "max", "none", None, 1, [],
                       ["max"]),
    "beta": (0, 0.5, 1.0, 2, inf, -1, nan, None, "1", [1.0], 1j),
    "eps": (None, 0, 0.5, 1, True, -1, nan, inf, "1", [1.0], 1j),
    "sparse": (True, False, 0, 1, None, "yes"),
    "dtype": (int, float, "i2", np.float32, bool, "no such", [], "U3"),
}  # fmt: skip
# option, its value -> why it is refused though it is taken there, or in another way
OPTIONS_REFUSED = {
    ("eps", "-1"): "counts below 0 are none",
    ("eps", "nan"): "an entry that is no number",
    ("eps", "inf"): "an entry that is no number",
}


def test_options():
    def check(given, name, functions):
        (option, said), value = given, values[given]
        if option not in inspect.signature(functions[0]).parameters:
            return ""
        ours = call(functions[0], Y, P, **{option: value})
        theirs = outcome(functions[1], Y, P, **{option: value})
        if (option, said) in OPTIONS_REFUSED:
            return check_refused(ours, (option,))
        if ours[1] is None and theirs[1] is None and hasattr(ours[0], "toarray"):
            ours = (ours[0].toarray(), *ours[1:])
            theirs = (theirs[0].toarray(), *theirs[1:])
        if ours[1] is not None:
            return (
                check_refused(ours, (option,))
                if theirs[1] is not None
                else f"{ours[1]!r} for {theirs[0]!r}"
            )
        return same(ours, theirs, rtol=1e-12)

    values = {(name, repr(v)): v for name, several in OPTIONS.items() for v in several}
    assert failures(values, TWINS, check) == {}


def test_noise_refused():
    def check(said, name, function):
        return check_refused(call(function, Y, P, noise=wrong[said]), ("noise",))

    wrong = {repr(v): v for v in (None, "keep", "", 1, True, [], ["drop"], {}, nan)}
    assert failures(wrong, TWO, check) == {}


TABLE = [[2, 1], [0, 3]]
TABLES = {
    "lists": TABLE,
    "floats": np.array(TABLE, float),
    "uint8": np.array(TABLE, np.uint8),
    "Fortran": np.array(TABLE, order="F"),
    "sparse": sparse.csr_array(np.array(TABLE)),
    "sparse columns": sparse.csc_matrix(np.array(TABLE)),
    "one cell each": sparse.coo_array(np.array(TABLE)),
}
TABLES_REFUSED = {
    "halves": [[0.5, 1.0], [0.0, 3.0]],
    "negative": [[2, -1], [0, 3]],
    "NaN": [[2, nan], [0, 3]],
    "inf": [[2, inf], [0, 3]],
    "strings": [["a", "b"], ["c", "d"]],
    "complex": [[2j, 1], [0, 3]],
    "one dimension": [2, 1, 3],
    "three dimensions": [TABLE],
    "ragged": [[2, 1], [3]],
    "empty": np.empty((0, 0), int),
    "only zeros": [[0, 0], [0, 0]],
    "a number": 3,
    "a string": "abc",
    "dict": {},
    "an object": object(),
    "objects": np.array(TABLE, object),
    "None inside": [[None, 1], [0, 3]],
    "masked": np.ma.masked_array(TABLE, mask=[[1, 0], [0, 0]]),
    "sparse halves": sparse.csr_array([[0.5, 1.0], [0.0, 3.0]]),
    "dates": np.array(TABLE).astype("M8[D]"),
}


def test_tables():
    information = outcome(sk.mutual_info_score, None, None, contingency=np.array(TABLE))
    expected = outcome(sk.expected_mutual_information, sparse.csr_array(TABLE), 6)
    for case, table in TABLES.items():
        found = call(fm.mutual_info_score, None, None, contingency=table)
        assert same(found, information, rtol=1e-12) == "", case
        found = call(fm.expected_mutual_information, table, 6)
        assert same(found, expected, rtol=1e-12) == "", case


def test_tables_refused():
    for case, table in TABLES_REFUSED.items():
        found = call(fm.mutual_info_score, None, None, contingency=table)
        assert check_refused(found, ("contingency",)) == "", case
        found = call(fm.expected_mutual_information, table, 6)
        assert check_refused(found, ("contingency",)) == "", case


def test_table_or_labels():
    assert check_refused(call(fm.mutual_info_score, None, None), NAMES) == ""
    assert check_refused(call(fm.mutual_info_score, Y, None), NAMES) == ""
    found = call(fm.mutual_info_score, None, None, contingency=TABLE, noise="drop")
    assert check_refused(found, ("noise",)) == ""


def test_number_of_samples_refused():
    for n in (None, "6", 6.5, [6], nan, 0, -1):
        found = call(fm.expected_mutual_information, TABLE, n)
        assert check_refused(found, ("n_samples",)) == "", n


def test_entropy_raises_where_two_labellings_do():
    for case, column in AWKWARD.items():
        error = call(fm.rand_score, column, column)[1]
        found = call(fm.partition_entropy, column)
        if error is None:
            assert found[1] is None, case
        else:
            assert check_refused(found, ("labels",)) == "", case
