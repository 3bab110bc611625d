"""Public functions that decorators make of definitions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import update_wrapper
from inspect import Parameter, Signature, signature
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])


def as_public(
    function: Any,
    definition: Callable[..., Any],
    before: str = "own",
    common: Signature | None = None,
    array_if: tuple[str, str, str] | None = None,
) -> Any:
    """Give a function the name, the docstring and the parameters of a definition.

    `inspect.signature` and the documentation read the signature. For type checkers,
    ``python tools/public_stub.py`` writes it into ``fastmetrics/__init__.pyi``, below
    the line with the public name. The types in annotations are imported at the top of
    that file, by hand.

    Parameters
    ----------
    function : function
        The public function, which takes the keywords of the definition as ``**own``.
        It is returned.
    definition : function
        Its keywords take the place of those of the same name, or stand before the
        parameter that ``before`` names.
    before : str, default="own"
        That parameter.
    common : inspect.Signature, optional
        The signature without the keywords of the definition; None: of ``function``.
        Annotations are strings, as in modules with
        ``from __future__ import annotations``.
    array_if : tuple of str, optional
        For a function of two overloads, annotated with ``float | NDArray[np.float64]``:
        a parameter, its annotation if a number is returned, and its annotation if an
        array is returned, such as ``("average", "Average", "None")``.
    """
    common = common or signature(function)
    parameters = dict(common.parameters)
    own: dict[str, Parameter] = {}
    for name, parameter in signature(definition).parameters.items():
        if parameter.kind is Parameter.KEYWORD_ONLY:
            (parameters if name in parameters else own)[name] = parameter
    listed = [*parameters.values()]
    place = [*parameters].index(before)
    listed[place:place] = own.values()
    public = [one for one in listed if one.kind is not Parameter.VAR_KEYWORD]
    update_wrapper(function, definition)
    # Wrappers of users keep this attribute, and have a `__wrapped__` of their own.
    function.definition = definition
    function.__signature__ = common.replace(parameters=public)
    function.__annotations__ = {
        **{parameter.name: parameter.annotation for parameter in public},
        "return": common.return_annotation,
    }
    return number_or_array(*array_if)(function) if array_if else overloaded()(function)


def overloaded(*overloads: Mapping[str, str]) -> Callable[[Function], Function]:
    """Mark a function whose types ``tools/public_stub.py`` writes.

    An overload maps parameters, and "return", to annotations in place of those of the
    function. Such parameters have their defaults in the first overload only.
    """

    def mark(function: Function) -> Function:
        function.overloads = overloads  # type: ignore[attr-defined]
        return function

    return mark


def number_or_array(
    name: str, of_number: str, of_array: str
) -> Callable[[Function], Function]:
    """Mark a function that returns a number or an array; see `as_public`."""
    return overloaded(
        {name: of_number, "return": "float"},
        {name: of_array, "return": "NDArray[np.float64]"},
    )
