"""patch and unpatch: whoever holds a function of scikit-learn calls ours."""

import builtins
import copy
import functools
import importlib
import inspect
import pickle
import re
import subprocess
import sys
import threading
import warnings
from types import ModuleType

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics

pytest.importorskip("sklearn", reason="scikit-learn is not installed")

import sklearn
from helpers.processes import calls_in_a_process
from helpers.tensor import Tensor as TensorLike
from joblib import Parallel, delayed, parallel_config
from sklearn import metrics
from sklearn.base import clone
from sklearn.exceptions import UndefinedMetricWarning
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import f1_score, get_scorer, make_scorer, r2_score, roc_auc_score
from sklearn.model_selection import GridSearchCV, cross_val_score

from fastmetrics.sklearn import is_patched, patch, patched, status, unpatch
from fastmetrics.sklearn.patching import OLDEST, FunctionSwap, PatchStatus, Shim

with patched() as NAMES:
    pass
Y, P = [0, 1, 1, 0, 1], [0, 1, 0, 0, 1]
S = [0.2, 0.7, 0.4, 0.4, 0.9]


@pytest.fixture(autouse=True)
def _unpatched():
    """Every test begins and ends with scikit-learn as it is."""
    assert not is_patched()
    yield
    unpatch()


def place_of(name):
    """The module from which users import a function."""
    places = (metrics, metrics.cluster, importlib.import_module("sklearn.calibration"))
    return next(place for place in places if hasattr(place, name))


def n_calls(name="f1_score"):
    return status()[name].calls


def test_all_that_qualify_today():
    assert len(NAMES) >= 59  # of scikit-learn 1.6; 68 of 1.9
    assert {"f1_score", "roc_auc_score", "silhouette_score", "contingency_matrix"} <= {
        *NAMES
    }
    assert NAMES == tuple(sorted(NAMES))
    stay = {"auc", "make_scorer", "pairwise_distances", "check_cv", "train_test_split"}
    assert not stay & {*NAMES}


def test_each_function_stays_what_it_is_to_whoever_looks():
    held = {name: getattr(place_of(name), name) for name in NAMES}
    before = {name: looks(theirs) for name, theirs in held.items()}
    scorers = {name: make_scorer(theirs) for name, theirs in held.items()}
    with patched() as names:
        assert names == NAMES
        told = status()
        for name, theirs in held.items():
            assert getattr(place_of(name), name) is theirs
            *same, code = before[name]
            assert looks(theirs)[:-1] == (*same,)
            assert pickle.loads(same[-1]) is theirs
            assert copy.copy(theirs) is copy.deepcopy(theirs) is theirs
            scorer = scorers[name]
            assert repr(scorer) == same[1]
            search = GridSearchCV(LogisticRegression(), {}, scoring=scorer)
            assert clone(search).scoring._score_func is theirs
            assert copy.deepcopy(scorer)._score_func is theirs
            assert pickle.loads(pickle.dumps(search)).scoring._score_func is theirs
            assert theirs.__code__ is not code, name
            with pytest.raises(TypeError, match="missing"):
                theirs()
        for row in status():
            ours = row.name in NAMES
            assert row.whose == ("fastmetrics" if ours else "scikit-learn"), row
            assert row.calls == told[row.name].calls + ours, row
    assert {name: looks(theirs) for name, theirs in held.items()} == before
    assert {row.whose for row in status()} == {"scikit-learn"}


def looks(function):
    """Return all that is seen of a function, and last its code."""
    signature = str(inspect.signature(function))
    shown = repr(function), repr(make_scorer(function)), signature
    content = pickle.dumps(function)
    return *shown, function.__module__, content, function.__code__


@one_case("name", NAMES)
def test_one_function_is_swapped_alone(name):
    theirs = getattr(place_of(name), name)
    code = theirs.__code__
    with patched(name) as names:
        assert names == (name,)
        assert theirs.__code__ is not code
    assert theirs.__code__ is code


@one_case("name", NAMES)
def test_parameters_of_theirs_are_ours_in_their_places(name):
    theirs = inspect.signature(getattr(place_of(name), name)).parameters
    ours = [*inspect.signature(getattr(fastmetrics, name)).parameters.values()]
    for place, one in enumerate(theirs.values()):
        if one.default == "deprecated" and isinstance(one.default, str):
            continue
        [other] = [two for two in ours if two.name == one.name]
        if one.kind is not one.KEYWORD_ONLY:
            assert ours[place] is other
        if one.default is not one.empty:
            assert repr(one.default) == repr(other.default)


class Holder:
    """Holds a function in every way that a program can."""

    function = staticmethod(f1_score)
    scorer = make_scorer(f1_score)

    def __init__(self):
        self.of_instance = f1_score


HELD = [f1_score]
NESTED = {"a": ({"b": [f1_score]},)}
PARTIAL = functools.partial(f1_score, average="macro")


def by_default(y, p, *, function=f1_score):
    return function(y, p)


def closed_over(function):
    return lambda y, p: function(y, p)


CLOSED_OVER = closed_over(f1_score)


@pytest.mark.long
def test_it_is_ours_wherever_it_is_held():
    local, holder = f1_score, Holder()
    held = {
        "module": metrics.f1_score,
        "private module": importlib.import_module(
            "sklearn.metrics._classification"
        ).f1_score,
        "global": f1_score,
        "local": local,
        "class": Holder.function,
        "instance": holder.of_instance,
        "list": HELD[0],
        "nested": NESTED["a"][0]["b"][0],
        "partial": PARTIAL,
        "default": by_default,
        "closure": CLOSED_OVER,
        "scorer": make_scorer(f1_score)._score_func,
        "scorer of a name": get_scorer("f1_macro")._score_func,
        "scorer of a class": Holder.scorer._score_func,
    }
    with patched():
        for way, function in held.items():
            before = n_calls()
            function(Y, P)
            assert n_calls() == before + 1, way
    before = n_calls()
    for function in held.values():
        function(Y, P)
    assert n_calls() == before


@pytest.mark.long
def test_estimators_and_searches_ask_ours_and_find_the_same():
    rng = np.random.default_rng(1)
    X = rng.normal(size=(80, 3))
    y = (X[:, 0] + rng.normal(size=80) > 0).astype(int)
    model = LogisticRegression().fit(X, y)
    for scoring, name in [("f1", "f1_score"), ("roc_auc", "roc_auc_score")]:
        expected = cross_val_score(model, X, y, scoring=scoring)
        with patched():
            before = n_calls(name)
            found = cross_val_score(model, X, y, scoring=scoring)
            assert n_calls(name) == before + 5
        np.testing.assert_allclose(found, expected, rtol=1e-13)
    expected = model.score(X, y)
    with patched():
        before = n_calls("accuracy_score")
        assert model.score(X, y) == expected
        assert n_calls("accuracy_score") == before + 1


# ---- twice, partly, inside each other ----


def test_twice_changes_nothing():
    names = patch()
    code = f1_score.__code__
    assert patch() == names
    assert f1_score.__code__ is code
    before = n_calls()
    f1_score(Y, P)
    assert n_calls() == before + 1
    unpatch()
    unpatch()
    assert f1_score.__code__ is not code
    assert not is_patched()


def test_only_and_exclude():
    assert patch("f1_score") == ("f1_score",)
    assert status().names == ("f1_score",)
    assert patch(["f1_score", "r2_score"], exclude="r2_score") == ("f1_score",)
    rest = patch(exclude=["roc_auc_score"])
    assert {*NAMES} - {*rest} == {"roc_auc_score"}
    row = status()["roc_auc_score"]
    assert (row.whose, row.why) == ("scikit-learn", "left out by exclude")
    assert status()["auc"].why.startswith("it only joins points")
    with pytest.raises(ValueError, match="auc cannot be replaced: it only joins"):
        patch(["auc"])
    with pytest.raises(ValueError, match="make_scorer cannot be replaced: fastmetrics"):
        patch(["make_scorer"])
    for options in ({"only": ["f_score"]}, {"exclude": ["f_score"]}):
        with pytest.raises(ValueError, match=r"functions of sklearn.*got 'f_score'"):
            patch(**options)


def test_inside_each_other():
    with patched("f1_score"):
        with patched(), patched("f1_score"):
            assert len(status().names) == len(NAMES)
        assert status().names == ("f1_score",)
        with pytest.raises(KeyError), patched():
            raise KeyError
        assert status().names == ("f1_score",)
    assert not is_patched()


def test_blocks_of_two_threads_that_overlap():
    """A block stays what it is when another one, begun before or after, ends."""
    begun, ended = threading.Event(), threading.Event()
    seen = []

    def other():
        with patched(["f1_score", "r2_score"]):
            begun.set()
            ended.wait(30)
            seen.extend(status().names)

    thread = threading.Thread(target=other)
    with patched("f1_score"):
        thread.start()
        assert begun.wait(30)
    assert status().names == ("f1_score", "r2_score")  # the other block still runs
    with patched("r2_score"):
        ended.set()
        thread.join()
        assert status().names == ("r2_score",)
    assert seen == ["f1_score", "r2_score"]
    assert not is_patched()
    # What was patched for good stays, also where that was within a block.
    with patched("r2_score"):
        patch("f1_score")
    assert status().names == ("f1_score",)


def test_what_others_have_changed_since_stays():
    patch("f1_score")
    given = f1_score.__code__
    shim = f1_score.__kwdefaults__["_shim"]
    f1_score.__code__ = shim.original.__code__.replace(co_firstlineno=1)
    others = f1_score.__code__
    unpatch()
    assert f1_score.__code__ is others is not given
    f1_score.__code__, f1_score.__kwdefaults__ = shim.original.__code__, None


@pytest.mark.long
@one_case(
    "theirs, why",
    [
        (lambda y_true, y_pred, *, beta: 0, "beta has another position"),
        (lambda y_pred, y_true: 0, "y_pred has another position"),
        (lambda y_true, *, y_pred: 0, None),
        (lambda y_true, y_pred, normalize=True: 0, "normalize has another position"),
        (lambda y_true, y_pred, *, normalize=False: 0, "normalize has another default"),
        (lambda y_true, y_pred, *, old="deprecated", normalize=True: 0, None),
    ],
)
def test_a_function_of_other_parameters_stays_theirs(monkeypatch, theirs, why):
    unpatch()
    theirs.__module__, theirs.__name__ = "sklearn.metrics._fake", "accuracy_score"
    monkeypatch.setattr(metrics, "accuracy_score", theirs)
    names = patch()
    assert ("accuracy_score" in names) is (why is None)
    if why is not None:
        assert status()["accuracy_score"].why == why
    else:
        assert theirs(Y, y_pred=P) == 0.8


def test_a_function_of_another_package_is_left_to_it(monkeypatch):
    def f1_score(y_true, y_pred):
        return "another"

    monkeypatch.setattr(metrics, "f1_score", f1_score)
    assert "f1_score" not in patch()
    assert metrics.f1_score(Y, P) == "another"


# ---- imports are left alone ----


def test_imports_and_what_loads_modules_are_as_they_were(tmp_path, monkeypatch):
    (tmp_path / "loaded_later.py").write_text(
        "from sklearn.metrics import f1_score\nTABLE = {'f1': (f1_score,)}\n"
    )
    (tmp_path / "of_space").mkdir()
    (tmp_path / "of_space" / "part.py").write_text("X = 1\n")
    monkeypatch.syspath_prepend(tmp_path)
    for name in ("loaded_later", "of_space", "of_space.part"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    before = [*sys.meta_path], [*sys.path_hooks], builtins.__import__, {*sys.modules}
    patch()
    after = [*sys.meta_path], [*sys.path_hooks], builtins.__import__
    assert after == before[:3]
    later = importlib.import_module("loaded_later")
    assert type(later.__spec__) is type(sys.__spec__)
    count = n_calls()
    later.TABLE["f1"][0](Y, P)
    again = importlib.reload(later)
    assert again is later
    again.f1_score(Y, P)
    assert n_calls() == count + 2
    assert importlib.import_module("of_space.part").X == 1


class Untouchable(ModuleType):
    """A module that is loaded at the first look at it, which must not be ours."""

    def __getattribute__(self, name):
        raise AssertionError(name)


def test_modules_that_are_loaded_when_looked_at_are_not_loaded(monkeypatch):
    monkeypatch.setitem(sys.modules, "lazy_module", Untouchable("lazy_module"))
    monkeypatch.setitem(sys.modules, "none_module", None)
    patch()
    unpatch()


@pytest.mark.long
def test_a_module_of_theirs_that_is_loaded_again_is_swapped_again():
    module = importlib.import_module("sklearn.metrics._regression")
    before, y, p = {**vars(module)}, [1, 2, 3], [1, 2, 4]
    try:
        patch()
        importlib.reload(module)
        assert module.r2_score is not r2_score
        patch()
        count = n_calls("r2_score")
        assert r2_score(y, p) == module.r2_score(y, p)
        assert n_calls("r2_score") == count + 2
        unpatch()
        assert r2_score(y, p) == module.r2_score(y, p)
        assert n_calls("r2_score") == count + 2
    finally:
        unpatch()
        vars(module).update(before)


@pytest.mark.long
def test_while_other_threads_import_and_call(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    for number in range(30):
        (tmp_path / f"imported_{number}.py").write_text(
            "from sklearn.metrics import f1_score\nfound = f1_score([0, 1], [0, 1])\n"
        )
    stop, failed = threading.Event(), []

    def at_work(numbers):
        try:
            for number in numbers:
                assert importlib.import_module(f"imported_{number}").found == 1.0
            while not stop.is_set():
                assert f1_score(Y, P) == 0.8
        except BaseException as error:
            failed.append(error)

    threads = [
        threading.Thread(target=at_work, args=(range(part, 30, 3),))
        for part in range(3)
    ]
    for thread in threads:
        thread.start()
    for _ in range(50):
        with patched():
            assert f1_score(Y, P) == 0.8
    stop.set()
    for thread in threads:
        thread.join()
    assert failed == []


@pytest.mark.long
def test_calls_of_several_threads_are_all_counted():
    with patched("f1_score"):
        before = n_calls()
        pool = [
            threading.Thread(target=lambda: [f1_score(Y, P) for _ in range(200)])
            for _ in range(4)
        ]
        for thread in pool:
            thread.start()
        for thread in pool:
            thread.join()
        assert n_calls() == before + 800
        assert status()["f1_score"].seconds > 0


# ---- processes ----


@pytest.mark.long
def test_processes_of_joblib():
    expected = [
        f1_score(np.arange(20) % 2, (np.arange(20) + s) % 3 > 0) for s in (0, 1)
    ]
    with patched():
        # Functions travel by their names; a new process is as scikit-learn made it.
        found = Parallel(n_jobs=2)(
            [delayed(f1_score)(Y, P), *(delayed(calls_in_a_process)(s) for s in (0, 1))]
        )
        assert found == [0.8, *((value, 0) for value in expected)]
        with parallel_config("loky", initializer=patch):
            found = Parallel(n_jobs=2)(delayed(calls_in_a_process)(s) for s in (0, 1))
    assert [value for value, _ in found] == expected
    assert all(calls > 0 for _, calls in found)


# ---- warnings, errors, devices ----


ZEROS, MARKS = [0, 0, 0], [[0, 0], [0, 1]]
PARTS, SPLIT = [0.1, 0.2, 0.3], [[0.5, 0.4], [0.2, 0.2], [0.5, 0.5]]
WARNED = [
    ("roc_auc_score", ([0, 0], [0.1, 0.2]), {}),
    ("roc_auc_score", ([1, 1], [0.1, 0.2]), {"max_fpr": 0.5}),
    ("roc_auc_score", (MARKS, [[0.1, 0.2], [0.3, 0.4]]), {"average": None}),
    ("roc_curve", ([0, 0], [0.1, 0.2]), {}),
    ("roc_curve", ([1, 1], [0.1, 0.2]), {}),
    ("average_precision_score", ([0, 0], [0.1, 0.2]), {}),
    ("precision_recall_curve", ([0, 0], [0.1, 0.2]), {}),
    ("precision_score", ([1, 0, 1], ZEROS), {}),
    ("precision_score", ([0, 1, 2], [0, 1, 1]), {"average": "macro"}),
    ("precision_score", ([0, 1, 2], [0, 1, 1]), {"average": "micro", "labels": [2]}),
    ("precision_score", (MARKS, MARKS), {"average": "samples"}),
    ("precision_score", ([0, 1], [0, 1]), {"average": "macro", "pos_label": 0}),
    ("recall_score", (ZEROS, [1, 0, 1]), {}),
    ("recall_score", (MARKS, MARKS), {"average": "samples"}),
    ("f1_score", (ZEROS, ZEROS), {}),
    ("f1_score", ([0, 1], [0, 1]), {"average": None, "labels": [0, 2]}),
    ("f1_score", (MARKS, MARKS), {"average": "samples"}),
    ("fbeta_score", (ZEROS, ZEROS), {"beta": 0.5}),
    ("jaccard_score", (ZEROS, ZEROS), {}),
    ("jaccard_score", ([0, 1], [0, 1]), {"average": "macro", "labels": [0, 2]}),
    ("precision_recall_fscore_support", ([0, 1, 1], [0, 1, 2]), {"labels": [0, 3]}),
    (
        "classification_report",
        ([0, 1], [0, 1]),
        {"target_names": ["a"], "labels": [0, 1]},
    ),
    ("balanced_accuracy_score", (ZEROS, [0, 1, 0]), {}),
    ("matthews_corrcoef", (ZEROS, ZEROS), {}),
    ("cohen_kappa_score", (ZEROS, ZEROS), {}),
    ("cohen_kappa_score", ([0, 0, 1], [1, 1, 2]), {"labels": [0, 2]}),
    ("class_likelihood_ratios", (ZEROS, [0, 1, 0]), {}),
    ("class_likelihood_ratios", ([1, 1, 1], [0, 1, 0]), {}),
    ("class_likelihood_ratios", ([1, 0, 1], ZEROS), {}),
    ("confusion_matrix", (ZEROS, ZEROS), {}),
    ("log_loss", ([0, 1, 0], SPLIT), {}),
    ("brier_score_loss", ([0, 1, 0], SPLIT), {}),
    ("d2_log_loss_score", ([1], [0.4]), {}),
    ("d2_brier_score", ([1], [0.4]), {}),
    ("r2_score", ([1.0], [2.0]), {}),
    ("d2_tweedie_score", ([1.0], [2.0]), {}),
    ("d2_pinball_score", ([1.0], [2.0]), {}),
    ("d2_absolute_error_score", ([1.0], [2.0]), {}),
    ("top_k_accuracy_score", ([0, 1, 2], [PARTS] * 3), {"k": 3}),
    ("rand_score", (PARTS, PARTS), {}),
    ("v_measure_score", (PARTS, [0, 1, 1]), {}),
]


def warned_of(library, name, args, options):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        getattr(library, name)(*args, **options)
    caught = [one for one in caught if one.category is not RuntimeWarning]  # NumPy's
    return [(one.category, str(one.message)) for one in caught]


@one_case("name,args,options", WARNED)
def test_warnings_begin_with_scikit_learns_words(name, args, options):
    theirs = warned_of(metrics, name, args, options)
    ours = warned_of(fastmetrics, name, args, options)
    assert theirs
    assert len(ours) == len(theirs)
    for (category, said), (own_category, own) in zip(theirs, ours, strict=True):
        assert issubclass(own_category, category)
        # The first sentence; of a clustering's kinds ours knows only that it is whole.
        first = re.split(r"\. |\.`|(?<=received) ", said, maxsplit=1)[0]
        assert own.startswith(first)


def test_undefined_values_are_warned_of_by_their_class_at_the_callers_line():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        with patched():
            roc_auc_score([1, 1], [0.1, 0.2])
        fastmetrics.roc_auc_score([1, 1], [0.1, 0.2])
    inside, outside = caught
    assert inside.category is UndefinedMetricWarning
    assert inside.filename == __file__
    assert outside.category is fastmetrics.UndefinedMetricWarning


def test_a_metric_for_a_scorer_keeps_its_error():
    with patched(), pytest.raises(ValueError, match="looks like it is a metric"):
        metrics.check_scoring(LogisticRegression(), scoring=f1_score)


class Tensor(np.ndarray):
    """An array that says which device it is on."""

    device = "cuda:0"


def test_arrays_on_a_device_stay_theirs():
    far = np.array(Y).view(Tensor)
    with patched():
        before = n_calls()
        f1_score(np.array(Y), far)
        f1_score(y_true=far, y_pred=P)
        assert n_calls() == before
        far.device = "cpu"
        f1_score(far, far)
        assert n_calls() == before + 1
    with patched():
        with pytest.MonkeyPatch.context() as patches:
            settings = {"array_api_dispatch": True}
            patches.setattr(sklearn, "get_config", lambda: settings)
            shim = Shim(f1_score, lambda *_: "ours")
            assert shim(np.array(Y), P) == "ours"
            assert shim(far, far) != "ours"


def test_tensors_are_taken_wherever_scikit_learn_takes_them():
    columns = {
        "y_true": TensorLike(Y),
        "labels": TensorLike(P),
        "scores": TensorLike(S),
    }
    weights = {"none": {}, "some": {"sample_weight": TensorLike([1.0, 2, 1, 3, 1])}}

    def outcome(name, second, weighted):
        try:
            function = getattr(metrics, name)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                found = function(
                    columns["y_true"], columns[second], **weights[weighted]
                )
            return repr(found)
        except Exception as error:
            return error

    calls = [
        (name, second, weighted)
        for name in NAMES
        for second in ("labels", "scores")
        for weighted in weights
        if hasattr(metrics, name)
    ]
    before = {call: outcome(*call) for call in calls}
    with patched():
        for call in calls:
            found = outcome(*call)
            if not isinstance(before[call], Exception):
                assert not isinstance(found, Exception), (call, found)
    n_taken = sum(not isinstance(found, Exception) for found in before.values())
    assert n_taken > 100


# ---- what is missing ----


def test_without_scikit_learn_the_error_names_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "sklearn", None)
    with pytest.raises(ImportError, match="needs scikit-learn: pip install"):
        patch()
    with pytest.raises(ImportError, match="needs scikit-learn"):
        status()


def test_an_old_scikit_learn_is_refused_with_both_versions(monkeypatch):
    monkeypatch.setattr(sklearn, "__version__", "1.5.2")
    with pytest.raises(ImportError, match=r"1\.6 or later, found 1\.5\.2"):
        patch()
    assert OLDEST == (1, 6)


def test_our_own_import_loads_no_scikit_learn():
    code = (
        "import fastmetrics, fastmetrics.sklearn, sys; print('sklearn' in sys.modules)"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert found.stdout == "False\n"


# ---- the table ----


def test_the_table_of_what_is_whose():
    with patched(["f1_score", "recall_score"], exclude="r2_score", report=False):
        f1_score(Y, P)
        table = status()
    assert table.names == ("f1_score", "recall_score")
    assert len(table) == len([*table]) == len(table.to_dict()["functions"])
    text = str(table)
    assert text.startswith("2 of ")
    assert text.index("f1_score") < text.index("r2_score")
    assert "left out by exclude" in text
    assert "not patched" in text
    assert "scikit-learn 的" in table.to_markdown("zh")
    assert "未替换" in table.to_markdown("zh")
    with pytest.raises(KeyError, match="f_score"):
        table["f_score"]


def test_what_was_not_called_is_told_in_a_line():
    rows = (("f1_score", 2), ("r2_score", 0), ("recall_score", 0))
    ours = (FunctionSwap(name, "fastmetrics", "", n, n / 8) for name, n in rows)
    text = str(PatchStatus((*ours,)))
    assert re.search(r"f1_score +2 +0\.250", text)
    assert text.endswith("Patched, not called so far\n  r2_score, recall_score")


def test_a_report_after_the_block(capsys):
    with patched("f1_score", report=True):
        f1_score(Y, P)
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("1 of ")
