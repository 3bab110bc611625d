"""Kernels refuse None for an array, where their stubs do not say that they take it."""

import ast
import re
from pathlib import Path

import pytest
from helpers.one_case import one_case

import fastmetrics

FOLDER = Path(fastmetrics.__file__).parent / "_kernels"
SOURCES = sorted(FOLDER.glob("*.pyx"))
HEAD = re.compile(r"^ *def (\w+)\(((?:[^()]|\([^()]*\))*)\)", re.M)
ARRAY = re.compile(r"\[[:,\s1]+\]\s+(?P<name>\w+)(?P<more>.*)$", re.S)

# What stubs call the method in which a class of C takes its arguments.
NAMES = {"__init__": "__cinit__", "__new__": "__cinit__"}

pytestmark = pytest.mark.skipif(not SOURCES, reason="the sources are in a checkout")


def arguments(text):
    """Split the arguments of a function where no bracket is open."""
    return re.split(r",(?![^\[]*\])(?![^(]*\))", text)


def taking_none(stub):
    """Return (function, argument) of all that the stub says may be None."""
    return {
        (NAMES.get(function.name, function.name), one.arg)
        for function in ast.walk(ast.parse(stub))
        if isinstance(function, ast.FunctionDef)
        for one in (*function.args.args, *function.args.kwonlyargs)
        if one.annotation is not None and "None" in ast.unparse(one.annotation)
    }


@one_case("path", SOURCES)
def test_arrays_are_not_none(path):
    may_be = taking_none(path.with_suffix(".pyi").read_text("utf-8"))
    for found in HEAD.finditer(path.read_text("utf-8")):
        for one in arguments(found[2]):
            array = ARRAY.search(one.strip())
            if array is None or "=" in array["more"]:
                continue
            refuses = array["more"].strip() == "not None"
            takes = (found[1], array["name"]) in may_be
            assert refuses != takes, f"{found[1]}: {array['name']}"
