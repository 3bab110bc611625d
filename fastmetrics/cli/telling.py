"""Which family a file is of, where the values of its columns tell it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from fastmetrics import catalog
from fastmetrics.cli import names
from fastmetrics.cli.roles import Role, roles_of
from fastmetrics.metrics.record import Family
from fastmetrics.readers import Columns, DataError

__all__ = ["Told", "told_by_values", "why_amounts"]

BESIDE = "there are columns that it alone has"


class Told(NamedTuple):
    """A family, and why it is the one, in words; none: it was asked for."""

    family: Family
    why: str


def told_by_values(
    columns: Columns,
    given: Mapping[str, Sequence[str]],
    asked: Collection[str] | None = None,
) -> Told | None:
    """Return the family that a file's values tell, None where others are to judge.

    ``given`` are the columns by option; ``asked`` the families of the metrics that were
    asked for.

    Raises
    ------
    DataError
        If nobody can know.
    """
    options = {option for option, at in given.items() if at}
    for family in catalog.FAMILIES.values():
        roles = roles_of([family])
        if not family.told_by or not options <= {*roles}:
            continue
        if asked is not None and {*asked} == {family.name}:
            return Told(family, "")
        if asked is not None and family.name not in asked:
            continue
        why = _why(columns, family, roles, given)
        if why:
            return Told(family, why)
    return None


def _why(
    columns: Columns,
    family: Family,
    roles: Mapping[str, Role],
    given: Mapping[str, Sequence[str]],
) -> str:
    places = _places(columns, family, roles, given)
    truth = next(option for option, role in roles.items() if role.argument.required)
    if not places[truth]:
        return ""
    own = {role.argument.name: places[option] for option, role in roles.items()}
    shared = roles[truth].argument.name
    of_models = [n for n in family.columns_per_model if n not in family.claims]
    read = dict.fromkeys(i for name in (shared, *of_models) for i in own.get(name, ()))
    values = dict(zip(read, columns.read([*read]), strict=True))
    models = {
        str(i): {name: values[i]} for name in of_models for i in own.get(name, ())
    }
    try:
        return _asked(family, {shared: values[places[truth][0]]}, models)
    except ValueError as error:
        if any(own.get(name) for name in family.claims):
            return BESIDE
        label = columns.label(places[truth][0])
        raise DataError(f"{label}: {error}, with --task") from error


def _asked(family: Family, shared: Mapping[str, Any], models: Mapping[str, Any]) -> str:
    return family.told_by(shared, models) if family.told_by else ""


def why_amounts(truth: np.ndarray, predictions: Sequence[np.ndarray]) -> str:
    """Return why columns hold amounts, in words; empty: they hold names of classes.

    Raises
    ------
    ValueError
        If nobody can know.
    """
    models = {str(i): {"y_pred": column} for i, column in enumerate(predictions)}
    return _asked(catalog.FAMILIES["regression"], {"y_true": truth}, models)


def _places(
    columns: Columns,
    family: Family,
    roles: Mapping[str, Role],
    given: Mapping[str, Sequence[str]],
) -> dict[str, list[int]]:
    """Return where the columns of a family are, given or guessed, if they are."""
    places: dict[str, list[int]] = {
        option: [columns.find(name) for name in given.get(option, ())]
        for option, role in roles.items()
        if role.argument.form == "column"
    }
    places = {option: places.get(option, []) for option in roles}
    taken = {i for at in places.values() for i in at}
    for option, role in roles.items():
        if not (role.argument.per_model or places[option]):
            places[option] = names.guess_shared(columns, taken, role)
            taken |= {*places[option]}
    of_models = [role for role in roles.values() if role.argument.per_model]
    if not any(places[role.option] for role in of_models):
        try:
            found = names.guess_models(columns, taken, [family], of_models, False)
        except DataError:
            return places
        places |= found
    return places
