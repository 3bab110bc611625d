"""Every splitter on everything that people pass by mistake.

Each mistake is one clear error, which names the argument and comes alone; nothing that
is passed is changed, and what scikit-learn 1.9.1 refuses too is refused by the same
type of error. The data are looked at when the first split is asked for.
"""

import inspect
import warnings

import numpy as np
import pandas
import polars
import pytest
from helpers.one_case import one_case
from helpers.score_cases import outcome
from hostile.checks import call, check_refused, complaints, failures
from scipy import sparse

import fastmetrics as fm
from fastmetrics.selection.splitters import Splitter

sk = pytest.importorskip("sklearn.model_selection")

N = 12
X = np.arange(2.0 * N).reshape(N, 2)
Y = np.arange(N) % 2
GROUPS = np.arange(N) // 2
LABELS = np.stack([Y, 1 - Y, Y], axis=1)
NUMBERS = np.linspace(0, 1, N)
CLASSES = {
    name: made
    for name in fm.__all__
    if inspect.isclass(made := getattr(fm, name)) and issubclass(made, Splitter)
}
# What cannot be left out when a splitter is made.
NEEDED = {
    "LeavePOut": {"p": 2},
    "LeavePGroupsOut": {"n_groups": 2},
    "PredefinedSplit": {"test_fold": np.arange(N) % 3},
}
# What is not judged by ``y`` as a class, and what y is instead.
Y_OF = {
    **{name: LABELS for name in CLASSES if name.startswith("Multilabel")},
    "BinnedStratifiedKFold": NUMBERS,
}


def split(name, X, y, groups, **options):
    """Split by a splitter of a class, all splits asked for."""
    splitter = CLASSES[name](**{**NEEDED.get(name, {}), **options})
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "The groups parameter is ignored")
        warnings.filterwarnings("ignore", "The least populated class")
        return list(splitter.split(X, y, groups))


def given(name, **changed):
    return {"X": X, "y": Y_OF.get(name, Y), "groups": GROUPS, **changed}


def refused_by(names, words, **changed):
    """Return what is wrong with the refusals of some splitters."""

    def check(name, _):
        return check_refused(call(split, name, **given(name, **changed)), words)

    return complaints({name: CLASSES[name] for name in names}, check)


def takes(name, what):
    """Whether a splitter looks at ``y`` or ``groups``, by what it says without."""
    found = call(split, name, **given(name, **{what: None}))[1]
    return found is not None and f"'{what}' parameter" in str(found)


TAKE_Y = [name for name in CLASSES if takes(name, "y")]
TAKE_GROUPS = [name for name in CLASSES if takes(name, "groups")]
TAKE_CLASSES = [name for name in TAKE_Y if name not in Y_OF]
TAKE_X = [name for name in CLASSES if name != "PredefinedSplit"]


def test_all_splitters_are_judged():
    assert {"KFold", "LeavePOut", "PredefinedSplit"} < set(CLASSES)
    assert {"StratifiedKFold", "StratifiedGroupKFold"} <= set(TAKE_CLASSES)
    assert {"GroupKFold", "StratifiedGroupKFold", "LeaveOneGroupOut"} <= set(
        TAKE_GROUPS
    )
    for name in CLASSES:
        assert split(name, **given(name)), name


# ------------------------------------------------------------------------------- rows


def test_data_without_rows_are_refused():
    for x in (object(), 3.5, True, np.float64(2), (i for i in [1, 2]), -1):
        assert refused_by(TAKE_X, ["X"], X=x) == {}, x


@one_case("what", ["X", "y", "groups"])
def test_columns_of_another_length_are_refused(what):
    def check(name, _):
        everything = given(name)
        everything[what] = everything[what][:-1]
        return check_refused(call(split, name, **everything), [what])

    judged = {name: CLASSES[name] for name in TAKE_X}
    if what == "groups":
        judged = {name: CLASSES[name] for name in TAKE_GROUPS}
    assert complaints(judged, check) == {}


def test_no_rows_are_refused():
    names = ["X", "y", "groups", "samples", "n_samples", "rows"]

    def check(said, name, _):
        y = Y_OF.get(name, Y)[:0]
        return check_refused(call(split, name, empty[said], y, GROUPS[:0]), names)

    empty = {repr(rows): rows for rows in ([], np.empty((0, 2)), 0)}
    assert failures(empty, {name: CLASSES[name] for name in TAKE_X}, check) == {}


def test_nothing_at_all_is_refused():
    def check(name, _):
        found = call(split, name, None, None, None)
        return check_refused(found, ["X", "y", "groups"])

    assert complaints({name: CLASSES[name] for name in TAKE_X}, check) == {}


# ---------------------------------------------------------------------------- options


OPTIONS = {
    "n_splits": [0, -1, 2.5, "5", None, [5], np.array([5, 5]), np.nan],
    "random_state": [-1, 2**32, 1.5, "a", [1, 2], object()],
    "shuffle": [1, "yes", None, np.array([True])],
    "n_repeats": [0, -1, 2.5, "5", None],
}


OF_33_BITS = repr(2**32)


@one_case("option", OPTIONS)
def test_wrong_options_are_refused(option):
    words = [option, "folds", "cross-validation", "repetitions"]
    judged = {
        name: made
        for name, made in CLASSES.items()
        if option in inspect.signature(made).parameters
    }
    assert judged

    def check(said, name, made):
        # Its draws are not scikit-learn's: seeds have 64 bits.
        if (name, option, said) == ("BootstrapSplit", "random_state", OF_33_BITS):
            return ""
        keywords = {option: values[said]}
        if option == "random_state" and "shuffle" in inspect.signature(made).parameters:
            keywords["shuffle"] = True
        return check_refused(call(split, name, **given(name), **keywords), words)

    values = {repr(value): value for value in OPTIONS[option]}
    assert failures(values, judged, check) == {}


def test_more_folds_than_there_are_rows_classes_or_groups():
    words = ["n_splits", "folds"]
    judged = [
        name
        for name, made in CLASSES.items()
        if hasattr(made, "fold_ids")
        and "n_splits" in inspect.signature(made).parameters
        and "Hash" not in name  # sizes there are left to chance
    ]

    def check(name, _):
        for k in (N + 1, 2**40):
            said = check_refused(call(split, name, **given(name), n_splits=k), words)
            if said:
                return said
        return ""

    assert complaints({name: CLASSES[name] for name in judged}, check) == {}
    more = [name for name in TAKE_GROUPS if name in judged]
    found = complaints(
        dict.fromkeys(more),
        lambda name, _: check_refused(
            call(split, name, **given(name, y=np.zeros(N, int)), n_splits=7), ["groups"]
        ),
    )
    assert found == {}


# ----------------------------------------------------------------------------- groups


GROUPS_REFUSED = {
    "None among them": [None, *"abcdeabcdea"],
    "NaN": np.where(np.arange(N) == 3, np.nan, np.arange(N) // 2),
    "NaN among objects": np.array([np.nan, *"abcdeabcdea"], object),
    "infinity": np.where(np.arange(N) == 3, np.inf, np.arange(N) // 2),
    "null of pandas": pandas.Series([pandas.NA, *"abcdeabcdea"], dtype="string"),
    "null category": pandas.Series([None, *"abcdeabcdea"], dtype="category"),
    "null of Polars": polars.Series([None, *range(N - 1)]),
    "not a time": np.array(["NaT", *["2020-01-01", "2020-02-01"] * 6][:N], "M8[D]"),
    "mixed types": np.array([1, 2, "a", "b"] * 3, object),
    "lists": [[1], [2, 3]] * 6,
    "a matrix": np.zeros((N, 2)),
    "one value": 3,
    "complex": np.arange(N) * 1j,
    "sparse": sparse.csr_array(np.eye(N)),
}


def test_groups_that_are_none_are_refused():
    for kind, groups in GROUPS_REFUSED.items():
        # Keys are read as text, whatever they are, and may have several columns.
        keys = kind in ("mixed types", "a matrix")
        names = [name for name in TAKE_GROUPS if not (keys and name == "HashKFold")]
        assert refused_by(names, ["groups"], groups=groups) == {}, kind


def test_groups_that_are_all_the_same_are_refused():
    names = [name for name in TAKE_GROUPS if "Hash" not in name]
    for group in (0, "a", 1.5):
        assert refused_by(names, ["groups", "n_groups"], groups=[group] * N) == {}


# ------------------------------------------------------------------------------ labels


Y_REFUSED = {
    "numbers": np.linspace(0, 1, N),
    "NaN": np.where(np.arange(N) == 3, np.nan, Y),
    "None among them": [None, *"ababababab", "a"],
    "NaN among objects": np.array([np.nan, *"ababababab", "a"], object),
    "indicators": LABELS,
    "mixed types": np.array([1, 2, "a", "b"] * 3, object),
    "lists": [[1], [2, 3]] * 6,
    "one value": 3,
    "null of Polars": polars.Series([None, *[0, 1] * 5, 0]),
}


def test_labels_that_are_none_are_refused():
    for kind, y in Y_REFUSED.items():
        # Classes are there whatever is equal, rows of a matrix too.
        taken = kind in ("indicators", "numbers")
        names = [
            name
            for name in TAKE_CLASSES
            if not (taken and name == "StratifiedShuffleSplit")
        ]
        assert refused_by(names, ["y"], y=y) == {}, kind


def test_labels_that_are_all_the_same_can_be_split():
    for name in TAKE_CLASSES:
        assert split(name, **given(name, y=np.zeros(N, int))), name


def test_a_class_of_one_row_is_said():
    y = np.array([1, *[0] * (N - 1)])
    for name in TAKE_CLASSES:
        splitter = CLASSES[name](**NEEDED.get(name, {}))
        if name == "StratifiedShuffleSplit":
            with pytest.raises(ValueError, match="only 1 member"):
                next(splitter.split(X, y))
        elif hasattr(splitter, "fold_ids"):
            groups = GROUPS if name in TAKE_GROUPS else None
            with pytest.warns(UserWarning, match="least populated class in y has only"):
                list(splitter.split(X, y, groups))


# -------------------------------------------------------------------- columns of folds


def test_a_column_that_names_no_folds_is_refused():
    for column in (
        [0.5, 1, 0], [0, np.nan, 1], [0, -2, 1], ["a", "b", "a"], [[0, 1], [1, 0]], 3,
        [None, 1, 0], object(),
    ):  # fmt: skip
        found = call(fm.PredefinedSplit, column)
        assert check_refused(found, ["test_fold"]) == "", column


def test_gaps_in_a_column_of_folds_are_no_folds():
    column = [7, -1, 3, 7]
    splits = list(fm.PredefinedSplit(column).split())
    assert [test.tolist() for _, test in splits] == [[2], [0, 3]]
    assert fm.PredefinedSplit(column).get_n_splits() == 2


def test_whole_floats_are_folds():
    splits = list(fm.PredefinedSplit([1.0, 0.0, 1.0]).split())
    assert [test.tolist() for _, test in splits] == [[1], [0, 2]]


# --------------------------------------------------------------------- as scikit-learn


MISTAKES = {
    "no groups": {"groups": None},
    "one group": {"groups": np.zeros(N, int)},
    "numbers for classes": {"y": NUMBERS},
    "indicators for classes": {"y": LABELS},
    "lengths": {"X": X[:-1]},
    "NaN": {"groups": GROUPS_REFUSED["NaN"]},
    "no length": {"X": object()},
}


def test_errors_are_of_the_type_of_scikit_learns():
    def check(kind, name, theirs):
        everything = given(name, **MISTAKES[kind])
        splitter = theirs(**NEEDED.get(name, {}))
        expected = outcome(lambda: list(splitter.split(**everything)))[1]
        if expected is None:
            return ""
        error = call(split, name, **everything)[1]
        return "" if isinstance(error, type(expected)) else f"{error!r}, {expected!r}"

    twins = {name: getattr(sk, name) for name in TAKE_X if hasattr(sk, name)}
    assert failures(MISTAKES, twins, check) == {}


def test_only_what_is_used_is_looked_at():
    class Untouchable:
        shape = (N, 2)

        def __array__(self, *args, **kwargs):
            raise AssertionError("the data were read")

        def __len__(self):
            return N

    for name in CLASSES:
        assert split(name, **given(name, X=Untouchable())), name
        if name not in TAKE_Y:
            assert split(name, **given(name, y=Untouchable())), name


def test_the_data_are_looked_at_when_the_first_split_is_asked_for():
    for name, made in CLASSES.items():
        splitter = made(**NEEDED.get(name, {}))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            splits = splitter.split(X[:3], Y_OF.get(name, Y), GROUPS)
            with pytest.raises(ValueError, match=r".+"):
                next(splits)


def test_a_stretch_of_time_is_no_whole_number():
    # NumPy counts it among them.
    day = np.timedelta64(1, "D")
    for option in ("n_splits", "n_repeats", "random_state"):
        with pytest.raises(ValueError, match=r"Integral|random_state"):
            fm.RepeatedKFold(**{option: day})
    with pytest.raises(TypeError, match="X"):
        next(fm.KFold().split(day))
