"""Splitters that scikit-learn has too: its splits, and those of the twins."""

import copy
import inspect
import itertools
import warnings

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics import reference

sk = pytest.importorskip("sklearn.model_selection")

# What each is made with and given: n rows, k folds, a seed, labels and groups.
SPLITTERS = {
    "KFold": lambda k, seed: {"n_splits": k},
    "KFold, shuffled": lambda k, seed: shuffled(k, seed),
    "StratifiedKFold": lambda k, seed: {"n_splits": k},
    "StratifiedKFold, shuffled": lambda k, seed: shuffled(k, seed),
    "GroupKFold": lambda k, seed: {"n_splits": k},
    "GroupKFold, shuffled": lambda k, seed: shuffled(k, seed),
    "RepeatedKFold": lambda k, seed: repeated(k, seed),
    "RepeatedStratifiedKFold": lambda k, seed: repeated(k, seed),
    "LeaveOneOut": lambda k, seed: {},
    "LeavePOut": lambda k, seed: {"p": 1 + seed % 3},
    "LeaveOneGroupOut": lambda k, seed: {},
    "LeavePGroupsOut": lambda k, seed: {"n_groups": 1 + seed % 3},
    "TimeSeriesSplit": lambda k, seed: {"n_splits": k},
    "TimeSeriesSplit, windows": lambda k, seed: {
        "n_splits": k,
        "gap": seed % 3,
        "test_size": 1 + seed % 5,
        "max_train_size": seed % 7 or None,
    },
}
BY_GROUPS = {"GroupKFold", "LeaveOneGroupOut", "LeavePGroupsOut"}
MOST = 30  # splits that are looked at, of what may be thousands


def shuffled(k, seed):
    return {"n_splits": k, "shuffle": True, "random_state": seed}


def repeated(k, seed):
    return {"n_splits": k, "n_repeats": 2, "random_state": seed}


def problems(rng, n_problems):
    """Yield numbers of folds, seeds, labels and groups."""
    for _ in range(n_problems):
        n = int(rng.integers(2, 90))
        yield (
            int(rng.integers(2, 9)),
            int(rng.integers(2**32)),
            rng.integers(0, rng.integers(1, 5), n),
            rng.integers(0, rng.integers(1, 20), n),
        )


def outcome(of, name, keywords, y, groups):
    """Return the first splits and the number of all, or the error; and warnings."""
    made = getattr(of, name)(**keywords)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            given = groups if name in BY_GROUPS else None
            splits = made.split(y, y, given)
            found = [pair for _, pair in zip(range(MOST), splits, strict=False)]
            found.append(made.get_n_splits(y, y, given))
        except ValueError as error:
            found = [type(error)]
    return found, {(w.category, str(w.message).split(",")[0]) for w in caught}


def check_same(ours, theirs, dtypes=True):
    assert len(ours) == len(theirs)
    assert ours[-1] == theirs[-1]
    for mine, other in zip(ours[:-1], theirs[:-1], strict=True):
        for rows, expected in zip(mine, other, strict=True):
            np.testing.assert_array_equal(rows, expected)
            assert not dtypes or rows.dtype == expected.dtype == np.intp


@one_case("case", SPLITTERS)
def test_splits_and_warnings_are_scikit_learns(case, rng):
    name = case.partition(",")[0]
    for k, seed, y, groups in problems(rng, 16):
        keywords = SPLITTERS[case](k, seed)
        ours, warned = outcome(fm, name, keywords, y, groups)
        theirs, warned_too = outcome(sk, name, keywords, y, groups)
        check_same(ours, theirs)
        assert warned == warned_too


@one_case("case", SPLITTERS)
def test_splits_are_those_of_the_twins(case, rng):
    name = case.partition(",")[0]
    n_compared = 0
    for k, seed, y, groups in problems(rng, 8):
        keywords = SPLITTERS[case](k, seed)
        ours, _ = outcome(fm, name, keywords, y, groups)
        if isinstance(ours[-1], type):
            continue  # the twins take what is right
        twins, _ = outcome(reference, name, keywords, y.tolist(), groups.tolist())
        check_same(ours, twins, dtypes=False)
        n_compared += 1
    assert n_compared > 2


@one_case("case", SPLITTERS)
def test_they_are_shown_as_scikit_learn_shows_them(case):
    name = case.partition(",")[0]
    keywords = SPLITTERS[case](3, 5)
    ours, theirs = getattr(fm, name)(**keywords), getattr(sk, name)(**keywords)
    assert repr(ours) == repr(theirs)
    signatures = [inspect.signature(getattr(of, name)) for of in (fm, sk)]
    names = [[(p.name, p.kind, p.default) for p in s.parameters.values()]
             for s in signatures]  # fmt: skip
    assert names[0][: len(names[1])] == names[1]  # ours may have more behind these


def test_long_parameters_are_cut_as_scikit_learn_cuts_them(rng):
    column = rng.integers(0, 5, 1000)
    assert repr(fm.PredefinedSplit(column)) == repr(sk.PredefinedSplit(column))

    class Long:
        def __repr__(self):
            return "x" * 700

    long = {"n_repeats": 2, "random_state": np.random.RandomState(0)}
    ours, theirs = fm.RepeatedKFold(**long), sk.RepeatedKFold(**long)
    ours.random_state = theirs.random_state = Long()
    assert repr(ours) == repr(theirs)


COLUMNS = {
    case: made
    for case, made in SPLITTERS.items()
    if hasattr(getattr(fm, case.partition(",")[0]), "fold_ids")
}


@one_case("case", COLUMNS)
def test_the_column_of_folds_makes_the_same_splits(case, rng):
    name = case.partition(",")[0]
    for k, seed, y, groups in problems(rng, 10):
        made = getattr(fm, name)(**COLUMNS[case](k, seed))
        given = groups if name in BY_GROUPS else None
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                splits = list(made.split(y, y, given))
                ids = made.fold_ids(y, y, given)
        except ValueError:
            continue
        assert ids.dtype == np.uint8
        again = [
            pair
            for row in np.atleast_2d(ids)
            for pair in fm.PredefinedSplit(row).split()
        ]
        check_same([*splits, 0], [*again, 0])


def test_columns_are_as_wide_as_the_folds_are_many():
    for k, dtype in ((256, np.uint8), (257, np.uint16), (70_000, np.uint32)):
        ids = fm.KFold(k).fold_ids(70_000)
        assert ids.dtype == dtype
        assert ids.max() == k - 1
    made = fm.KFold(300, shuffle=True, random_state=4)
    theirs = sk.KFold(300, shuffle=True, random_state=4)
    check_same([*made.split(700), 0], [*theirs.split(np.zeros(700)), 0])
    y = np.arange(900) % 3
    made, theirs = fm.StratifiedKFold(300), sk.StratifiedKFold(300)
    check_same([*made.split(None, y), 0], [*theirs.split(y, y), 0])


# --------------------------------------------------------------------- random states


@one_case("name", ["KFold", "StratifiedKFold", "GroupKFold"])
def test_a_random_state_is_left_where_scikit_learn_leaves_it(name):
    y = np.arange(30) % 3
    ours, theirs = np.random.RandomState(8), np.random.RandomState(8)
    for state in (ours, theirs):
        state.standard_normal(3)  # one of a pair is left for the next call
    for _ in range(2):
        mine = getattr(fm, name)(3, shuffle=True, random_state=ours)
        other = getattr(sk, name)(3, shuffle=True, random_state=theirs)
        groups = y if name == "GroupKFold" else None
        check_same([*mine.split(y, y, groups), 0], [*other.split(y, y, groups), 0])
        assert ours.standard_normal() == theirs.standard_normal()


def test_repeats_go_on_drawing_from_a_random_state():
    ours, theirs = np.random.RandomState(8), np.random.RandomState(8)
    mine = fm.RepeatedKFold(n_repeats=3, random_state=ours).split(20)
    other = sk.RepeatedKFold(n_repeats=3, random_state=theirs).split(np.zeros(20))
    for _ in range(15):
        check_same([next(mine), 0], [next(other), 0])
        assert ours.randint(1000) == theirs.randint(1000)


def test_none_draws_from_numpys_own_state():
    found = []
    for of in (fm, sk):
        np.random.seed(5)  # noqa: NPY002
        splits = list(of.KFold(3, shuffle=True).split(np.zeros(9)))
        found.append([*splits, np.random.randint(1000)])  # noqa: NPY002
    check_same(*found)


def test_a_generator_gives_a_seed():
    drawn = int(np.random.default_rng(3).integers(2**32, dtype=np.uint32))
    made = fm.KFold(3, shuffle=True, random_state=np.random.default_rng(3))
    by_seed = fm.KFold(3, shuffle=True, random_state=drawn)
    np.testing.assert_array_equal(made.fold_ids(99), by_seed.fold_ids(99))


def test_a_random_state_of_another_generator_gives_a_seed():
    of_pcg = np.random.RandomState(np.random.PCG64(3))
    drawn = int(copy.deepcopy(of_pcg).randint(2**32, dtype=np.uint32))
    made = fm.KFold(3, shuffle=True, random_state=of_pcg)
    by_seed = fm.KFold(3, shuffle=True, random_state=drawn)
    np.testing.assert_array_equal(made.fold_ids(99), by_seed.fold_ids(99))


@one_case("state", [-1, 2**32, 0.5, "0", [1, 2]])
def test_other_random_states_raise(state):
    for make in (
        lambda: fm.KFold(3, shuffle=True, random_state=state),
        lambda: fm.RepeatedKFold(random_state=state),
    ):
        with pytest.raises(ValueError, match=r"random_state|Seed"):
            make()


# ---------------------------------------------------------------- what can be split


def by_library(values):
    """Yield a column of values of each library, and of each dtype that holds them."""
    pd = pytest.importorskip("pandas")
    pl = pytest.importorskip("polars")
    pa = pytest.importorskip("pyarrow")
    texts = [f"class {value}" for value in values]
    yield from (values, values.astype(float), values.astype("u1"), values.tolist())
    yield from (values % 2 == 1, texts, tuple(texts), np.array(texts))
    yield from (np.array(texts, object), values - 2**40, values.reshape(-1, 1))
    yield from (values * 10**12, values.astype("M8[D]"))
    yield from (pd.Series(values), pd.Series(texts))
    yield pd.Series(texts, dtype="string")
    yield pd.Series(texts, index=range(len(texts), 0, -1)).astype("category")
    yield from (
        pl.Series(values),
        pl.Series(texts),
        pl.Series(texts, dtype=pl.Categorical),
    )
    yield from (pa.array(values), pa.array(texts), pa.array(texts).dictionary_encode())


def test_labels_and_groups_of_every_kind_are_split_alike(rng):
    values = rng.integers(0, 4, 60)
    of_bools = values % 2
    for column in by_library(values):
        is_bool = np.asarray(column).dtype.kind == "b"
        plain = of_bools if is_bool else values
        for made in (
            fm.StratifiedKFold(3, shuffle=True, random_state=1),
            fm.RepeatedStratifiedKFold(n_splits=3, n_repeats=2, random_state=1),
        ):
            np.testing.assert_array_equal(
                made.fold_ids(60, column), made.fold_ids(60, plain)
            )
        for made in (fm.GroupKFold(2), fm.LeaveOneGroupOut()):
            np.testing.assert_array_equal(
                made.fold_ids(60, None, column), made.fold_ids(None, None, plain)
            )


def test_only_the_number_of_rows_matters():
    sparse = pytest.importorskip("scipy.sparse")
    pd = pytest.importorskip("pandas")
    pl = pytest.importorskip("polars")
    pa = pytest.importorskip("pyarrow")
    expected = fm.KFold(3, shuffle=True, random_state=1).fold_ids(7)
    for x in (
        *(np.zeros((7, 2)), [["a"]] * 7, sparse.eye(7).tocoo(), np.int64(7)),
        *(pd.DataFrame({"a": range(7)}), pl.DataFrame({"a": range(7)})),
        *(pa.table({"a": range(7)}), np.zeros((7, 2, 2)), range(7)),
    ):
        made = fm.KFold(3, shuffle=True, random_state=1)
        np.testing.assert_array_equal(made.fold_ids(x), expected)
    np.testing.assert_array_equal(made.fold_ids(None, range(7)), expected)
    with pytest.warns(UserWarning, match="groups parameter is ignored by KFold"):
        np.testing.assert_array_equal(made.fold_ids(None, None, range(7)), expected)


@one_case(
    "x, error, words",
    [
        (None, TypeError, "X must be data with rows"),
        (-1, ValueError, "-1"),
        (True, TypeError, "no length"),
        (2.5, TypeError, "no length"),
        ("abcdef", TypeError, "sequence or array-like"),
        (np.array(3), TypeError, "no length"),
        (iter("abc"), TypeError, "no length"),
    ],
)
def test_what_has_no_rows_raises(x, error, words):
    with pytest.raises(error, match=words):
        next(fm.KFold(2).split(x))


def test_lengths_that_differ_are_named():
    with pytest.raises(ValueError, match=r"X has 4, y has 3, groups has 5"):
        next(fm.GroupKFold(2).split([1] * 4, [1] * 3, [1] * 5))
    with pytest.raises(ValueError, match=r"X has 4, y has 3"):
        next(fm.StratifiedKFold(2).split([1] * 4, [1] * 3))


@one_case(
    "y, words",
    [
        (None, "'y' parameter should not be None"),
        ([0.5, 1.5, 0.5], "'continuous'"),
        ([[0, 1], [1, 0], [1, 1]], "'multilabel-indicator'"),
        ([0, np.nan, 1], "NaN"),
        (["a", None, "a"], "missing"),
        ([], "0 sample"),
        ([1, 2, 3], "number of members in each class"),
    ],
)
def test_labels_that_name_no_classes_raise(y, words):
    with pytest.raises(ValueError, match=words):
        next(fm.StratifiedKFold(2).split(None, y))


@one_case(
    "groups, error, words",
    [
        (None, ValueError, "'groups' parameter should not be None"),
        ([1.0, np.nan, 2.0], ValueError, "NaN"),
        (["a", None, "b"], ValueError, "missing"),
        (np.array(["a", 1, "b"], object), TypeError, "of one kind"),
        ([3, 3, 3], ValueError, "groups"),
        ([[1, 2], [3, 4], [5, 6]], ValueError, "1d array"),
    ],
)
@one_case("name", ["GroupKFold", "LeaveOneGroupOut", "LeavePGroupsOut"])
def test_groups_that_cannot_be_split_raise(name, groups, error, words):
    keywords = {"n_groups": 1} if name == "LeavePGroupsOut" else {}
    made = getattr(fm, name)(**keywords)
    if name == "GroupKFold":
        made = fm.GroupKFold(2)
    with pytest.raises(error, match=words):
        next(made.split(np.zeros(3), None, groups))


@one_case(
    "make, words",
    [
        (lambda: fm.KFold(1), "n_splits=2 or more, got n_splits=1"),
        (lambda: fm.KFold(2.0), "Integral type"),
        (lambda: fm.KFold(2, random_state=1), "shuffle is False"),
        (lambda: fm.TimeSeriesSplit(0), "n_splits=2 or more"),
        (lambda: fm.TimeSeriesSplit(test_size=0), "test_size .* at least 1"),
        (lambda: fm.TimeSeriesSplit(gap=-1), "gap .* at least 0"),
        (lambda: fm.TimeSeriesSplit(step=0), "step .* at least 1"),
        (lambda: fm.TimeSeriesSplit(max_train_size=2.5), "max_train_size"),
        (lambda: fm.RepeatedKFold(n_repeats=0), "greater than 0"),
        (lambda: fm.RepeatedKFold(n_repeats=1.5), "Integral"),
        (lambda: fm.RepeatedKFold(n_splits=1), "n_splits=2 or more"),
        (lambda: fm.LeavePOut(0), "p must be a whole number of at least 1"),
        (lambda: fm.LeavePGroupsOut(0), "n_groups must be .* at least 1"),
    ],
)
def test_parameters_that_make_no_splits_raise(make, words):
    with pytest.raises(ValueError, match=words):
        make()


def test_shuffle_must_be_a_bool():
    with pytest.raises(TypeError, match="shuffle must be True or False"):
        fm.KFold(shuffle=1)


def test_too_few_rows_are_counted():
    with pytest.raises(ValueError, match=r"n_splits=5 greater than .* n_samples=4"):
        next(fm.KFold().split(4))
    with pytest.raises(
        ValueError, match="folds=6 greater than the number of samples=5"
    ):
        next(fm.TimeSeriesSplit().split(5))
    with pytest.raises(ValueError, match=r"Too many splits=2 .*=9 with test_size=4"):
        next(fm.TimeSeriesSplit(2, test_size=4, gap=1).split(9))
    with pytest.raises(ValueError, match="n_samples=1"):
        next(fm.LeaveOneOut().split(1))
    with pytest.raises(ValueError, match=r"p=3 must be strictly less .*=3"):
        next(fm.LeavePOut(3).split(3))
    with pytest.raises(ValueError, match="X' parameter should not be None"):
        fm.LeaveOneOut().get_n_splits()


def test_nothing_is_drawn_before_the_first_split():
    state = np.random.RandomState(0)
    splits = fm.KFold(2, shuffle=True, random_state=state).split(4)
    assert state.get_state()[2] == np.random.RandomState(0).get_state()[2]
    next(splits)
    assert state.get_state()[2] != np.random.RandomState(0).get_state()[2]


# ------------------------------------------------------------------- given splits


def test_a_column_of_folds_is_scikit_learns(rng):
    for _ in range(20):
        column = rng.integers(-1, 5, int(rng.integers(1, 40)))
        made, theirs = fm.PredefinedSplit(column), sk.PredefinedSplit(column)
        check_same(
            [*made.split(), made.get_n_splits()],
            [*theirs.split(), theirs.get_n_splits()],
        )
        assert made.unique_folds.tolist() == theirs.unique_folds.tolist()
        if column.min() >= 0:
            twin = reference.PredefinedSplit(column.tolist())
            assert made.fold_ids().tolist() == twin.fold_ids()


def test_columns_of_folds_come_from_every_library():
    folds = np.array([0, 2, 1, 2])
    for column in by_library(folds):
        plain = np.asarray(column).ravel()
        if plain.dtype.kind in "biuf" and plain[0] >= 0:
            made = fm.PredefinedSplit(column)
            assert made.unique_folds.tolist() == sorted(set(plain.tolist()))
        else:  # texts, dates, negative numbers
            with pytest.raises(ValueError, match="test_fold must hold"):
                fm.PredefinedSplit(column)


@one_case(
    "column, words",
    [
        ([0, 0.5, 1], "0.5 in row 1"),
        ([0, -2, 1], "got -2"),
        ([0, np.nan], "nan in row 1"),
        (np.array([0, 2**63], np.uint64), "9223372036854775808 in row 1"),
        (["a", "b"], "whole numbers"),
        ([[0, 1], [1, 0]], "1d array"),
    ],
)
def test_a_column_that_names_no_folds_raises(column, words):
    with pytest.raises(ValueError, match=words):
        fm.PredefinedSplit(column)


def test_a_column_of_another_length_raises():
    with pytest.raises(ValueError, match="X has 3 rows, and test_fold 2"):
        next(fm.PredefinedSplit([0, 1]).split([1, 2, 3]))
    with pytest.raises(ValueError, match="1 of 3 rows are in no fold"):
        fm.PredefinedSplit([0, -1, 1]).fold_ids()


@one_case("y", [None, [0, 1, 0], ["a", "b", "a"], [0.5, 1.0, 2.0]])
@one_case("classifier", [False, True])
@one_case("cv", [None, 2, np.int64(3)])
def test_a_number_means_the_splitter_that_scikit_learn_takes(cv, classifier, y):
    more = {"classifier": classifier, "shuffle": True, "random_state": 3}
    assert repr(fm.check_cv(cv, y, **more)) == repr(sk.check_cv(cv, y, **more))


def test_given_pairs_are_kept_and_splitters_come_back():
    pairs = [(np.array([0, 1]), np.array([2]))]
    made = fm.check_cv(iter(pairs))
    assert made.get_n_splits() == 1
    assert list(made.split(3)) == list(made.split(3, groups=[1, 2, 3])) == pairs
    splitter = fm.LeaveOneOut()
    assert fm.check_cv(splitter) is splitter
    for wrong in ("kfold", 2.5, object()):
        with pytest.raises(ValueError, match="Expected `cv` as an integer"):
            fm.check_cv(wrong)


def test_test_parts_begin_a_step_apart():
    for options in (
        {"step": 1, "test_size": 4},
        {"step": 5, "test_size": 2, "gap": 1},
        {"step": 2, "max_train_size": 6},
        {"step": 3, "test_size": 3},
    ):
        ours = [*fm.TimeSeriesSplit(4, **options).split(range(30))]
        twin = [*reference.TimeSeriesSplit(4, **options).split(range(30))]
        assert [(a.tolist(), b.tolist()) for a, b in ours] == twin, options
        starts = [test[0] for _, test in ours]
        assert {b - a for a, b in itertools.pairwise(starts)} == {options["step"]}
        assert ours[-1][1][-1] == 29
    plain = fm.TimeSeriesSplit(4, test_size=3)
    same = fm.TimeSeriesSplit(4, test_size=3, step=3)
    for one, other in zip(plain.split(range(30)), same.split(range(30)), strict=True):
        np.testing.assert_array_equal(np.r_[one], np.r_[other])
    assert "step=3" in repr(same)
    with pytest.raises(ValueError, match=r"test_size=4, step=9 and gap=0"):
        [*fm.TimeSeriesSplit(4, test_size=4, step=9).split(range(30))]
