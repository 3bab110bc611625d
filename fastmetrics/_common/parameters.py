"""Parameters as texts have them: ``beta=0.5, average=macro``."""

from __future__ import annotations

import ast
import math
from collections.abc import Mapping
from typing import Any

from fastmetrics._common.names import shown

__all__ = ["read_parameters", "written_parameters"]

_INFINITIES = {"inf": math.inf}


def read_parameters(inside: str, text: str) -> list[tuple[str, Any]]:
    """Return the parameters of a text, in its order, some perhaps more than once.

    ``text`` is what errors quote, of which they are a part. Values are literals of
    Python; a word without quotation marks is a text.

    >>> read_parameters("beta=0.5, average=macro", "")
    [('beta', 0.5), ('average', 'macro')]

    Raises
    ------
    ValueError
        If it cannot be read.
    """
    try:
        call = ast.parse(f"f({inside})", mode="eval").body
        if not isinstance(call, ast.Call) or call.args:
            raise ValueError
        if not isinstance(call.func, ast.Name) or None in (
            one.arg for one in call.keywords
        ):
            raise ValueError
        return [(str(one.arg), _value(one.value)) for one in call.keywords]
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        raise ValueError(
            f"{shown(text)}: what is between the brackets must be parameter=value, …"
        ) from None


def _value(node: ast.expr) -> Any:
    if isinstance(node, ast.Name):  # a word without quotation marks
        return _INFINITIES.get(node.id, node.id)
    return ast.literal_eval(node)


def written_parameters(given: Mapping[str, Any]) -> str:
    """Return parameters as a text that `read_parameters` reads, ordered by name.

    >>> written_parameters({"labels": ("a", "b"), "beta": 0.5})
    "beta=0.5, labels=['a', 'b']"

    Raises
    ------
    TypeError
        If a value is not made of numbers, texts, None, lists and dicts of these.
    """
    told = sorted(given.items())
    return ", ".join(f"{name}={_plain(name, one)!r}" for name, one in told)


def _plain(name: str, value: Any) -> Any:
    """Return a value of what literals make, the same for all that are equal."""
    if hasattr(value, "tolist") and not isinstance(value, type):  # of NumPy
        value = value.tolist()
    if isinstance(value, list | tuple):
        return [_plain(name, one) for one in value]
    if isinstance(value, Mapping):
        return {_plain(name, key): _plain(name, one) for key, one in value.items()}
    if isinstance(value, float) and not math.isfinite(value) and value != math.inf:
        raise TypeError(f"{name}={value!r} cannot be written into a metric's name")
    if value is None or type(value) in (bool, int, float, str):
        return value
    raise TypeError(
        f"{name} must be made of numbers, texts, lists and dicts to be part of "
        f"a metric's name, got a {type(value).__name__}"
    )
