"""scikit-learn's own tests of the metrics, run on ours.

The test modules ship inside scikit-learn. Each is executed here under another name,
with an import function that hands it our functions (and our warning class) in place of
scikit-learn's: whatever the module then builds out of them, its dictionaries of metrics
and its parametrisations too, is built out of ours. Nothing of scikit-learn is changed
for anybody else. The tests become items of this file, ``test_ranking__test_auc[…]``.

What is run: every test that calls one of our functions, except for what
``sklearn_skips.toml`` lists with a reason: no item is made of a test that it lists
whole, and single cases are skipped. Exception types and warning categories must
be scikit-learn's; the wording of our messages is ours and is not compared. At least as
many tests as that file says must run and pass.
"""

from __future__ import annotations

import builtins
import dataclasses
import functools
import importlib.util
import inspect
import math
import re
import sys
import tomllib
import types
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from fnmatch import fnmatchcase
from itertools import compress
from pathlib import Path
from typing import Any

import pytest

import fastmetrics

VERSION = "1.9.1"
sklearn = pytest.importorskip("sklearn")
if sklearn.__version__ != VERSION:
    pytest.skip(
        f"is about scikit-learn {VERSION}, not {sklearn.__version__}",
        allow_module_level=True,
    )
metrics = pytest.importorskip("sklearn.metrics")
cluster = pytest.importorskip("sklearn.metrics.cluster")
calibration = pytest.importorskip("sklearn.calibration")
model_selection = pytest.importorskip("sklearn.model_selection")
exceptions = pytest.importorskip("sklearn.exceptions")

# What we have of sklearn.calibration, which also has a classifier.
CALIBRATION = ("CalibrationDisplay", "calibration_curve")

# Their suite does not turn warnings into errors, ours does.
pytestmark = [pytest.mark.filterwarnings("ignore"), pytest.mark.slow]

# what their tests are called here -> the module that they are in
MODULES = {
    "test_ranking": "sklearn.metrics.tests.test_ranking",
    "test_common": "sklearn.metrics.tests.test_common",
    "test_classification": "sklearn.metrics.tests.test_classification",
    "test_regression": "sklearn.metrics.tests.test_regression",
    "test_score_objects": "sklearn.metrics.tests.test_score_objects",
    "test_calibration": "sklearn.tests.test_calibration",
    "test_cluster": "sklearn.metrics.cluster.tests.test_common",
    "test_supervised": "sklearn.metrics.cluster.tests.test_supervised",
    "test_unsupervised": "sklearn.metrics.cluster.tests.test_unsupervised",
    "test_split": "sklearn.model_selection.tests.test_split",
    "test_validation": "sklearn.model_selection.tests.test_validation",
    "test_search": "sklearn.model_selection.tests.test_search",
    "test_plot": "sklearn.model_selection.tests.test_plot",
    **{
        name: f"sklearn.metrics._plot.tests.{name}"
        for name in (
            "test_common_curve_display",  # the others take helpers from it
            "test_roc_curve_display",
            "test_precision_recall_display",
            "test_det_curve_display",
            "test_confusion_matrix_display",
            "test_predict_error_display",
        )
    },
}
LISTED = tomllib.loads(
    Path(__file__).with_name("sklearn_skips.toml").read_text(encoding="utf-8")
)
SKIPS: dict[str, str] = {
    pattern: entry["reason"] for entry in LISTED["skip"] for pattern in entry["tests"]
}


def _matches(name: str, pattern: str) -> bool:
    """Whether a test's name is covered; only * and ? are special in a pattern."""
    return fnmatchcase(name, pattern.replace("[", "[[]"))


@dataclasses.dataclass
class Calls:
    """What our functions did since the file was loaded."""

    number: int = 0
    error: Exception | None = None  # the last one that left one of our functions


CALLS = Calls()


def watched(function: Callable) -> Callable:
    """Return the function, counted when called; signature and name are kept."""

    @functools.wraps(function)
    def call(*args, **kwargs):
        CALLS.number += 1
        try:
            return function(*args, **kwargs)
        except Exception as error:
            CALLS.error = error
            raise

    call.__module__ = HOME.__name__
    return call


def watched_class(made: type) -> type:
    """Return a class of ours whose methods are counted when called."""
    own = [
        pair
        for home in reversed(made.__mro__)
        if home.__module__.startswith("fastmetrics.")
        for pair in vars(home).items()
    ]
    methods = {name: watched(one) for name, one in own if inspect.isfunction(one)}
    constructors = {
        name: classmethod(watched(one.__func__))
        for name, one in own
        if isinstance(one, classmethod)
    }
    return type(made.__name__, (made,), methods | constructors)


# Where pickle finds the watched functions by name.
HOME = types.ModuleType("watched_fastmetrics")
sys.modules[HOME.__name__] = HOME
OURS: dict[str, Any] = {
    name: (watched_class if isinstance(public, type) else watched)(public)
    for name, public in (
        (name, getattr(fastmetrics, name))
        for name in (
            *(*metrics.__all__, *cluster.__all__, *CALIBRATION),
            *model_selection.__all__,
        )
        if name in fastmetrics.__all__
    )
}
vars(HOME).update(OURS)
_OUR_IDS = {id(function) for function in OURS.values()}
_OUR_CLASSES = tuple(made for made in OURS.values() if isinstance(made, type))
# Splitters of theirs, which parameters are, made or not, in place of ours.
_THEIR_SPLITTERS = tuple(
    made
    for made in vars(model_selection).values()
    if isinstance(made, type) and hasattr(made, "get_n_splits")
)


# ---- what their modules see ----


class _Raises:
    """``pytest.raises`` that leaves the wording of our own messages open.

    Given a function too, it calls this at once.
    """

    def __init__(self, expected, *call, match=None, **keywords):
        self._inner = pytest.raises(expected)
        self._match = match
        if call:
            with self._inner:
                call[0](*call[1:], **keywords)

    def __enter__(self):
        self._info = self._inner.__enter__()
        return self._info

    def __exit__(self, *raised):
        suppressed = self._inner.__exit__(*raised)
        error = raised[1]
        if suppressed and self._match is not None and error is not CALLS.error:
            assert re.search(self._match, str(error)), (self._match, str(error))
        return suppressed


class _Warns:
    """``pytest.warns`` that leaves the wording open if we were called inside."""

    def __init__(self, expected=Warning, *, match=None):
        self._inner = pytest.warns(expected)
        self._expected, self._match = expected, match

    def __enter__(self):
        self._calls = CALLS.number
        self._caught = self._inner.__enter__()
        return self._caught

    def __exit__(self, *raised):
        self._inner.__exit__(*raised)
        if raised[0] is None and self._match and CALLS.number == self._calls:
            assert any(
                issubclass(w.category, self._expected)
                and re.search(self._match, str(w.message))
                for w in self._caught
            ), self._match


class _AnyWording(str):
    """The text of a warning of ours, equal to whatever they expect."""

    __slots__ = ()

    def __eq__(self, other):
        return isinstance(other, str)

    def __contains__(self, part):
        return isinstance(part, str)

    __hash__ = str.__hash__


class _Message:
    """The message of a recorded warning of ours."""

    def __str__(self):
        return _AnyWording()


class _Records:
    """What ``catch_warnings`` records, the wording of our own warnings left open."""

    def __init__(self, log):
        self._log = log

    def __len__(self):
        return len(self._log)

    def __getitem__(self, index):
        record = self._log[index]
        if record.category is fastmetrics.UndefinedMetricWarning:
            return types.SimpleNamespace(message=_Message(), category=record.category)
        return record

    def pop(self):
        last = self[-1]
        del self._log[-1]
        return last


class _CatchWarnings(warnings.catch_warnings):
    def __enter__(self):
        log = super().__enter__()
        return None if log is None else _Records(log)


def _filter_warnings(action, message="", *args, **kwargs):
    """``warnings.filterwarnings``; a wording that it asks for is not that of ours."""
    warnings.filterwarnings(action, message, *args, **kwargs)
    if message:
        warnings.simplefilter(action, fastmetrics.UndefinedMetricWarning)


class _Marks:
    """``pytest.mark`` without marks that this project does not register."""

    def __getattr__(self, name):
        if name in ("parametrize", "filterwarnings", "skipif", "skip", "usefixtures"):
            return getattr(pytest.mark, name)
        if name == "xfail":
            return functools.partial(pytest.mark.xfail, strict=False)
        return lambda function: function


class _Overlay(types.ModuleType):
    """A module with some of its names replaced."""

    def __init__(self, module, **names):
        super().__init__(module.__name__)
        self.__dict__.update(names)
        self.__dict__["_module"] = module

    def __getattr__(self, name):
        return getattr(self._module, name)


OVERLAYS = {
    "sklearn.metrics": _Overlay(metrics, **OURS),
    "sklearn.metrics.cluster": _Overlay(cluster, **OURS),
    # Where their tests take some functions from that are public.
    "sklearn.metrics._classification": _Overlay(
        importlib.import_module("sklearn.metrics._classification"), **OURS
    ),
    "sklearn.model_selection": _Overlay(
        model_selection,
        **{name: OURS[name] for name in model_selection.__all__ if name in OURS},
    ),
    "sklearn.calibration": _Overlay(
        calibration, **{name: OURS[name] for name in CALIBRATION}
    ),
    "sklearn.exceptions": _Overlay(
        exceptions,
        FitFailedWarning=fastmetrics.FitFailedWarning,
        UndefinedMetricWarning=fastmetrics.UndefinedMetricWarning,
    ),
    "pytest": _Overlay(pytest, raises=_Raises, warns=_Warns, mark=_Marks()),
    "warnings": _Overlay(
        warnings, catch_warnings=_CatchWarnings, filterwarnings=_filter_warnings
    ),
}


LOADED: dict[str, types.ModuleType] = {}  # their modules of tests, as executed here


def _import(name, globals=None, locals=None, fromlist=(), level=0):
    """Import as usual, except for the modules above."""
    if name in LOADED:
        return LOADED[name]
    if ".tests.test_" in name:  # helpers of another module of tests
        execute(name, name.rpartition(".")[2])
        return LOADED[name]
    module = builtins.__import__(name, globals, locals, fromlist, level)
    if level == 0 and (fromlist or "." not in name):
        return OVERLAYS.get(name, module)
    return module


def load(name: str) -> dict[str, Any]:
    """Execute their test module and return its names."""
    return execute(MODULES[name], name)


def execute(module: str, name: str) -> dict[str, Any]:
    """Execute a test module of theirs under a name and return its names."""
    spec = importlib.util.find_spec(module)
    assert spec is not None
    assert spec.origin is not None
    source = Path(spec.origin).read_bytes()
    names = {
        "__name__": f"sklearn_suite_{name}",
        "__file__": spec.origin,
        "__package__": spec.parent,
        "__builtins__": {**vars(builtins), "__import__": _import},
    }
    exec(compile(source, spec.origin, "exec", dont_inherit=True), names)
    LOADED[module] = _Overlay(types.ModuleType(module), **names)
    return names


# ---- which of their tests are about us ----


def _names_in(code: types.CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _names_in(constant)


class Selection:
    """Tells for the values of one module whether our functions are behind them."""

    def __init__(self, names: dict[str, Any]):
        self.names = names
        # their tables: key -> metric, where at least one metric is ours
        self.tables = [
            table
            for table in names.values()
            if isinstance(table, dict) and any(map(self.is_ours, table.values()))
        ]

    def is_ours(self, value: Any, seen: frozenset[int] = frozenset()) -> bool:
        """Whether it is one of our functions, or calls one by name."""
        if isinstance(value, functools.partial):
            value = value.func
        if id(value) in _OUR_IDS or isinstance(value, _OUR_CLASSES):
            return True
        if not isinstance(value, types.FunctionType) or id(value) in seen:
            return False
        if value.__globals__ is not self.names:
            return False
        seen |= {id(value)}
        return any(
            self.is_ours(self.names.get(name), seen)
            for name in _names_in(value.__code__)
        )

    def is_metric(self, value: Any) -> bool:
        """Whether it is a metric, ours or not, or the name of one in their tables."""
        if isinstance(value, functools.partial):
            value = value.func
        if isinstance(value, str):
            return any(value in table for table in self.tables)
        if isinstance(value, type):
            known = (*_OUR_CLASSES, *_THEIR_SPLITTERS)
            return value in known or value.__name__.endswith("Display")
        return callable(value) or isinstance(value, (*_OUR_CLASSES, *_THEIR_SPLITTERS))

    def chooses_us(self, value: Any) -> bool:
        """Whether a parameter is a metric of ours, or the name of one."""
        if isinstance(value, str):
            return any(self.is_ours(table.get(value)) for table in self.tables)
        return self.is_ours(value)

    def uses_tables(self, test: types.FunctionType) -> bool:
        """Whether the test looks metrics up in their tables."""
        used = [self.names.get(name) for name in _names_in(test.__code__)]
        return any(table is value for table in self.tables for value in used)

    def narrowed(self, test: types.FunctionType) -> types.FunctionType | None:
        """Return the test with its parameters cut down to us, or None if none is left.

        A test that names one of our functions is kept with all of its parameters: there
        a metric among them is an argument for the function that is tested, unless it is
        the parameter "metric", which is what is tested itself.
        """
        marks = []
        named = self.is_ours(test)
        chosen = False
        for mark in getattr(test, "pytestmark", ()):
            if mark.name == "parametrize":
                values = list(mark.args[1])  # an iterator at times
                tested = not named or mark.args[0] == "metric"
                more = dict(mark.kwargs)
                if tested and any(map(self.is_metric, _flat(values))):
                    kept = [any(map(self.chooses_us, _flat([one]))) for one in values]
                    if not any(kept):
                        return None
                    values = list(compress(values, kept))
                    if isinstance(more.get("ids"), list):  # one for each
                        more["ids"] = list(compress(more["ids"], kept))
                    chosen = True
                decorator = pytest.mark.parametrize(mark.args[0], values, **more)
                mark = decorator.mark
            marks.append(mark)
        if not (named or chosen or self.uses_tables(test)):
            return None
        test.pytestmark = marks  # type: ignore[attr-defined]
        return test


def _flat(sets: list) -> Iterator[Any]:
    """Single parameters out of the sets of a parametrisation."""
    for one in sets:
        values = one.values if hasattr(one, "marks") else one
        yield from values if isinstance(values, tuple) else (values,)


RUN: Counter[str] = Counter()  # module -> its tests that ran to their end
SKIPPED: Counter[str] = Counter()  # reason -> tests


def counted(module: str, test: types.FunctionType) -> Callable:
    """Return the test, counted, and failing if it calls none of our functions."""

    @functools.wraps(test)
    def run(*args, **kwargs):
        before = CALLS.number
        try:
            test(*args, **kwargs)
        except pytest.skip.Exception as skipped:
            SKIPPED[f"they skip it: {skipped.msg}"] += 1
            raise
        assert CALLS.number > before, "calls none of our functions: list it as skipped"
        RUN[module] += 1

    return run


@pytest.fixture(params=[42])
def global_random_seed(request):
    """Stands for the fixture of scikit-learn's conftest.py, with its default."""
    return request.param


@pytest.fixture
def pyplot():
    """Stands for the fixture of scikit-learn's conftest.py."""
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("agg")
    from matplotlib import pyplot

    pyplot.close("all")
    yield pyplot
    pyplot.close("all")


# Their fixtures of one name in several modules are told apart by whoever asks.
FIXTURE = type(global_random_seed)
FIXTURES: dict[str, list[str]] = {}  # name -> modules


def chosen_fixture(name: str) -> Any:
    """Return a fixture that is that of the module whose test asks for it."""

    @pytest.fixture(name=name)
    def choose(request):
        module = next(m for m in FIXTURES[name] if request.node.name.startswith(m))
        return request.getfixturevalue(f"{module}__{name}")

    return choose


def of_module(module: str, names: dict[str, Any], fixture: Any) -> Any:
    """Return a fixture that asks for those of its own module, and not for namesakes."""
    function = fixture._get_wrapped_function()
    asked = [*inspect.signature(function).parameters]
    own = {f"{module}__{one}": one for one in asked if type(names.get(one)) is FIXTURE}

    @functools.wraps(function)
    def ask(**found):
        return function(**{own.get(name, name): one for name, one in found.items()})

    new_names = {one: name for name, one in own.items()}
    ask.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [
            inspect.Parameter(new_names.get(one, one), inspect.Parameter.KEYWORD_ONLY)
            for one in asked
        ]
    )
    marker = fixture._fixture_function_marker
    return pytest.fixture(scope=marker.scope, params=marker.params)(ask)


N_ITEMS = 0  # tests that pytest makes of them, with all parameters
N_OTHERS = 0  # test functions of theirs that are not about us
LEFT_OUT: Counter[str] = Counter()  # pattern -> test functions that it covers whole
for _module in MODULES:
    _names = load(_module)
    _selection = Selection(_names)
    for _name, _value in _names.items():
        if isinstance(_value, FIXTURE):
            globals()[f"{_module}__{_name}"] = of_module(_module, _names, _value)
            FIXTURES.setdefault(_name, []).append(_module)
        if not _name.startswith("test_") or not isinstance(_value, types.FunctionType):
            continue
        _test = _selection.narrowed(_value)
        if _test is None:
            N_OTHERS += 1
            continue
        _covering = [p for p in SKIPS if _matches(f"{_module}__{_name}", p)]
        if _covering:
            LEFT_OUT.update(_covering)
            continue
        globals()[f"{_module}__{_name}"] = counted(_module, _test)
        N_ITEMS += math.prod(
            len(mark.args[1])
            for mark in getattr(_test, "pytestmark", ())
            if mark.name == "parametrize"
        )

for _name, _homes in FIXTURES.items():
    _only = globals()[f"{_homes[0]}__{_name}"] if len(_homes) == 1 else None
    globals()[_name] = _only or chosen_fixture(_name)


@pytest.fixture(autouse=True)
def _listed(request):
    """Skip the cases that the list names."""
    for pattern, reason in SKIPS.items():
        if _matches(request.node.name, pattern):
            SKIPPED[reason] += 1
            pytest.skip(reason)


def _their_names(request) -> list[str]:
    """Names of all of their tests; skips if not all of them are run here."""
    names = [
        item.name
        for item in request.session.items
        if item.path == request.path and item.name.startswith(tuple(MODULES))
    ]
    if len(names) < N_ITEMS or hasattr(request.config, "workerinput"):
        pytest.skip("only a part of the tests is run")
    return names


def test_skip_list_has_no_leftovers(request):
    names = _their_names(request)
    unused = [
        pattern
        for pattern in SKIPS
        if not LEFT_OUT[pattern] and not any(_matches(n, pattern) for n in names)
    ]
    assert unused == []


def test_number_of_tests_run(request, capsys):
    """Stands last in the file, and so runs last."""
    _their_names(request)
    with capsys.disabled():
        print(f"\nscikit-learn {VERSION}'s tests: {sum(RUN.values())} run")
        for module, number in RUN.items():
            print(f"  {number:5d} {module}")
        print(f"{sum(SKIPPED.values())} skipped")
        for reason, number in SKIPPED.most_common():
            print(f"  {number:5d} {reason}")
        print(f"{sum(LEFT_OUT.values())} test functions are listed and not run")
        print(f"{N_OTHERS} test functions are about nothing that fastmetrics has")
    assert sum(RUN.values()) >= LISTED["at_least"]
