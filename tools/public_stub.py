"""Write the types of decorated functions, and the signatures that `find` searches.

The types stand at the end of fastmetrics/__init__.pyi. In the list of names above them,
the lines of functions that `fastmetrics._common.records` made or marked become
comments. The parameters and the summary of each public name are in
fastmetrics/catalog/signatures.json. A test says when ``python tools/public_stub.py``
must be run.
"""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Iterator
from importlib import import_module
from inspect import Parameter, Signature
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).parents[1] / "fastmetrics"
STUB = PACKAGE / "__init__.pyi"
SIGNATURES = PACKAGE / "catalog" / "signatures.json"
HEADING = (
    "\n# Written by tools/public_stub.py: the types of the functions in comments.\n"
)
LISTED = re.compile(r"(?:# )?(from (\S+) import (\w+) as \3)")


def stub(text: str) -> str:
    """Return the text of the stub with up-to-date types."""
    lines: list[str] = []
    types: list[str] = []
    for line in text.partition(HEADING)[0].splitlines():
        listed = LISTED.fullmatch(line)
        if listed and listed[2] != "fastmetrics":
            public = _public(listed)
            signed = hasattr(public, "overloads")
            types += _types(public) if signed else []
            line = f"# {listed[1]}" if signed else listed[1]
        lines.append(line)
    return "\n".join([*lines, HEADING, *types, ""])


def _types(function: Any) -> Iterator[str]:
    """Yield the lines of a function: a definition, or its overloads."""
    signature = inspect.signature(function)
    if not function.overloads:
        yield from _definition(function, signature)
    for overload in function.overloads:
        is_first = overload is function.overloads[0]
        parameters = [
            each.replace(
                annotation=overload.get(each.name, each.annotation),
                default=each.default
                if is_first or each.name not in overload
                else Parameter.empty,
            )
            for each in signature.parameters.values()
        ]
        returned = overload.get("return", signature.return_annotation)
        yield "@overload"
        yield from _definition(
            function, Signature(parameters, return_annotation=returned)
        )


def _definition(function: Any, signature: Signature) -> Iterator[str]:
    """Yield the signature and the summary of the docstring."""
    parameters: list[str] = []
    for each in signature.parameters.values():
        if each.kind is Parameter.KEYWORD_ONLY and "*" not in parameters:
            parameters.append("*")
        default = "" if each.default is Parameter.empty else f" = {each.default!r}"
        stars = "**" if each.kind is Parameter.VAR_KEYWORD else ""
        parameters.append(f"{stars}{each.name}: {each.annotation}{default}")
    taken = ", ".join(parameters)
    yield f"def {function.__name__}({taken}) -> {signature.return_annotation}:"
    summary = function.__doc__.partition("\n")[0]
    yield f'    """{summary}"""'


def signatures(text: str) -> str:
    """Return the parameters and the summary of each name in the stub, a line each."""
    lines = []
    for line in text.partition(HEADING)[0].splitlines():
        listed = LISTED.fullmatch(line)
        if listed and listed[2] != "fastmetrics":
            public = _public(listed)
            summary = " ".join(inspect.getdoc(public).partition("\n\n")[0].split())
            signature = json.dumps([_parameters(public), summary], ensure_ascii=False)
            lines.append(f'"{listed[3]}": {signature}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _parameters(public: Any) -> list[str]:
    # The built-in types that these extend have a signature in some Pythons only.
    if isinstance(public, type) and issubclass(public, (Warning, dict)):
        return []
    return [*inspect.signature(public).parameters]


def _public(listed: re.Match[str]) -> Any:
    return getattr(import_module(listed[2]), listed[3])


if __name__ == "__main__":
    SIGNATURES.write_text(signatures(STUB.read_text("utf-8")), encoding="utf-8")
    STUB.write_text(stub(STUB.read_text(encoding="utf-8")), encoding="utf-8")
