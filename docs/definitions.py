"""Definitions in plain Python: a reference function with all that it calls."""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Iterator
from functools import cache
from types import ModuleType
from typing import Any

import fastmetrics
from docs.words import word
from fastmetrics.catalog import Metric

__all__ = ["definition", "parts_of"]

# A definition of more lines is read more easily in its file.
MOST_LINES = 80
IMPORT = re.compile("import |from ")


def definition(row: Metric, language: str) -> Iterator[str]:
    """Yield the section with the definition of a function, if it is short enough."""
    function = getattr(fastmetrics.reference, row.function, None)
    if not inspect.isfunction(function):
        return
    code = "\n\n\n".join(parts_of(function))
    if len(code.splitlines()) > MOST_LINES:
        return
    yield f"## {word('Definition in plain Python', language)}"
    yield word("The specification that the library is tested against.", language)
    yield f"```python\n{code}\n```"


@cache
def parts_of(function: Any) -> list[str]:
    """Return the imports, constants and functions that a function needs, and itself."""
    found: dict[str, str] = {}
    module = sys.modules[function.__module__]
    _collect(function.__name__, inspect.getsource(function), module, found)
    imports = sorted({one for one in found.values() if IMPORT.match(one)})
    others = [one for one in found.values() if not IMPORT.match(one)]
    return ["\n".join(imports), *others] if imports else others


def _collect(name: str, source: str, module: ModuleType, found: dict[str, str]) -> None:
    """Add a source after the sources of what it names."""
    found[name] = ""  # a function that calls itself is there once
    for other in _names(source):
        if other in found:
            continue
        one = getattr(module, other, None)
        where = str(getattr(one, "__module__", ""))
        if inspect.ismodule(one) and one.__name__.startswith("fastmetrics"):
            found[other] = _source(one)  # all of it, which is too long to be shown
        is_code = inspect.isroutine(one) or inspect.isclass(one)
        if is_code and where.startswith("fastmetrics.reference"):
            _collect(other, _source(one), sys.modules[where], found)
        elif line := _assigned(module).get(other):
            _collect(other, line, module, found)
    del found[name]
    found[name] = source.strip()


@cache
def _source(function: Any) -> str:
    return inspect.getsource(function)


@cache
def _names(source: str) -> list[str]:
    nodes = ast.walk(ast.parse(source.strip()))
    return [one.id for one in nodes if isinstance(one, ast.Name)]


@cache
def _assigned(module: ModuleType) -> dict[str, str]:
    """Return the lines that give the names of a module their values, and its imports.

    What is imported from the reference itself is left out.
    """
    source = inspect.getsource(module)
    found = {}
    for node in ast.parse(source).body:
        line = ast.get_source_segment(source, node) or ""
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found |= {one.id: line for one in targets if isinstance(one, ast.Name)}
        elif isinstance(node, ast.Import):
            found |= {one.name: f"import {one.name}" for one in node.names}
        elif isinstance(node, ast.ImportFrom) and "fastmetrics" not in str(node.module):
            names = [one.name for one in node.names]
            found |= {one: f"from {node.module} import {one}" for one in names}
    return found
