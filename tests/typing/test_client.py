"""Public functions say what they take and return, to type checkers and rightly."""

import inspect
import os
import re
import runpy
import subprocess
import sys
import types
import typing
from pathlib import Path

import numpy as np
import pytest

import fastmetrics as fm
from fastmetrics._common import annotations
from fastmetrics.metrics.labels.definitions import AVERAGES
from fastmetrics.metrics.record import METHODS
from fastmetrics.metrics.scores import class_pairs, thresholds

HERE = Path(__file__).parent
CLIENT = HERE / "client.py"
WRONG_USES = HERE / "wrong_uses.py"

FUNCTIONS = {
    name: getattr(fm, name)
    for name in fm.__all__
    if inspect.isfunction(getattr(fm, name))
}


# ------------------------------------------------------------------ type checkers


def test_mypy_agrees(pytestconfig):
    pytest.importorskip("mypy", reason="mypy is not installed")
    options = [
        *("--strict", "--config-file=", "--python-version=3.12"),
        f"--cache-dir={pytestconfig.cache.mkdir('mypy')}",
    ]
    # The package is found where it was imported from, installed or not.
    path = str(Path(fm.__file__).parents[1])
    result = subprocess.run(
        [sys.executable, "-P", "-m", "mypy", *options, str(CLIENT), str(WRONG_USES)],
        env={**os.environ, "PYTHONPATH": path},
        cwd=HERE,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert result.returncode == 0, result.stdout + result.stderr


# ------------------------------------------------------------------ values


def is_of(value, kind):
    """Whether a value is what a type checker takes it for: the very type, if plain."""
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if kind is typing.Any:
        return True
    if kind is None or kind is types.NoneType:
        return value is None
    if hasattr(origin, "__value__"):  # from NumPy 2.5 on NDArray is such an alias
        return is_of(value, origin.__value__[args])
    if origin in (typing.Union, types.UnionType):
        return any(is_of(value, one) for one in args)
    if not isinstance(value, origin or kind):
        return False
    if origin is tuple:
        return len(value) == len(args) and all(map(is_of, value, args))
    if origin is dict:
        return all(is_of(k, args[0]) and is_of(v, args[1]) for k, v in value.items())
    if origin is list:
        return all(is_of(one, args[0]) for one in value)
    if origin is np.ndarray:
        (scalar,) = typing.get_args(args[1])
        scalars = typing.get_args(scalar) or (scalar,)
        return scalar is typing.Any or value.dtype.type in scalars
    return type(value) is kind


def test_the_comparison_finds_what_differs():
    for value, kind in (
        (1, float),
        (np.float64(1), float),
        (np.zeros(2, np.float32), np.typing.NDArray[np.float64]),
        (np.zeros(2, np.float32), np.typing.NDArray[np.int64 | np.float64]),
        ((1.0, 2.0), tuple[float, float, float]),
        ({"a": {"b": 1}}, dict[str, dict[str, float]]),
        ("text", float | None),
    ):
        assert not is_of(value, kind), (value, kind)


@pytest.mark.filterwarnings("ignore::fastmetrics.UndefinedMetricWarning")
def test_values_are_of_the_types_said(monkeypatch):
    compared = []

    def compare(value, kind):
        where = inspect.currentframe().f_back.f_lineno
        assert is_of(value, kind), f"client.py, line {where}: {value!r} is no {kind}"
        compared.append(kind)

    monkeypatch.setattr(typing, "assert_type", compare)
    runpy.run_path(str(CLIENT), run_name="__main__")
    written = len(re.findall(r"assert_type\(", CLIENT.read_text(encoding="utf-8")))
    assert len(set(map(str, compared))) > 20
    assert len(compared) >= written


# ------------------------------------------------------------------ signatures


def declared(function):
    """Return the signatures that a type checker sees."""
    return typing.get_overloads(function) or [function]


def returned(function):
    """Return the types of the values of a function that a type checker sees."""
    own = {"return": function.__annotations__["return"]}
    written = [{**own, **one} for one in getattr(function, "overloads", ())]
    found = written or [one.__annotations__ for one in declared(function)]
    return [one["return"] for one in found]


def test_no_public_function_returns_just_anything():
    for name, function in FUNCTIONS.items():
        for one in returned(function):
            assert one != "Any", name
            assert "tuple[Any" not in one, name


def test_overloads_are_those_of_the_function():
    for name, function in FUNCTIONS.items():
        own = inspect.signature(function).parameters
        for one in declared(function):
            for parameter in inspect.signature(one).parameters.values():
                mine = own[parameter.name]
                assert parameter.kind == mine.kind, (name, parameter)
                if parameter.default is not parameter.empty:
                    # Written out: NaN is not equal to itself.
                    assert repr(parameter.default) == repr(mine.default), name


def test_words_are_those_that_are_taken():
    for words, taken in (
        (annotations.Average, {"binary", *AVERAGES} - {None}),
        (annotations.IntervalMethod, METHODS),
        (class_pairs.ColumnAverage, {*class_pairs.AVERAGES} - {None}),
        (thresholds.Criterion, thresholds._CRITERIA),
    ):
        assert sorted(typing.get_args(words)) == sorted(taken)
