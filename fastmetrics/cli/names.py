"""What column names say: what a column holds, and of which model."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from fastmetrics import catalog
from fastmetrics.cli.roles import Role
from fastmetrics.metrics.record import Argument
from fastmetrics.readers import Columns, DataError

__all__ = [
    "guess_models",
    "guess_shared",
    "missing",
    "model_names",
    "plural",
    "told_apart",
]

# Parts of a name that say what a column holds, not whose it is.
ROLE_WORDS = {
    "y", "score", "scores", "proba", "prob", "probability", "pred", "preds",
    "prediction", "predicted", "label", "class", "hat",
}  # fmt: skip


def _normal(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")


def plural(role: Role) -> str:
    """Return what columns of a role hold, "scores" for one, of whichever model."""
    return role.argument.what.removeprefix("a model's ")


def guess_shared(columns: Columns, taken: set[int], role: Role) -> list[int]:
    """Return the one column of a role that all models share, if there is one."""
    found = [
        i
        for i, name in enumerate(columns.names)
        if i not in taken and _says(role.argument, _normal(name))
    ]
    if len(found) > 1:
        several = ", ".join(columns.label(i) for i in found)
        option = role.option
        raise DataError(f"which is the {option}: {several}? say it with --{option}")
    return found


def missing(columns: Columns, role: Role) -> str:
    """Say that no column is of this role, and how one is given."""
    return (
        f"no column's name says that it holds {role.argument.what}; give it with "
        f"--{role.option} ({columns.listing()})"
    )


def guess_models(
    columns: Columns, taken: set[int], roles: Sequence[Role], bundled: bool
) -> dict[str, list[int]]:
    """Return the columns of the models by option, for roles that models have."""
    free = [i for i in range(len(columns.names)) if i not in taken]
    found = {
        role.option: [i for i in free if _speaks_of(role, columns.names[i])]
        for role in roles
    }
    if any(found.values()):
        return found
    for role in roles:
        if role.argument.by_default and (len(free) == 1 or (bundled and free)):
            return {**found, role.option: free}
    ways = " or ".join(f"--{role.option}" for role in roles)
    raise DataError(
        f"no column's name says that it holds {' or '.join(map(plural, roles))}; give "
        f"it with {ways} ({columns.listing()})"
    )


def _says(argument: Argument, normal: str) -> bool:
    return normal in argument.column_names or _fits(argument, normal)


def _fits(argument: Argument, normal: str) -> bool:
    pattern = argument.column_pattern
    return bool(pattern and re.fullmatch(pattern, normal))


def _speaks_of(role: Role, name: str) -> bool:
    """Whether a column's name says that it is of this role, and of no other one."""
    own, normal = role.argument, _normal(name)
    if normal in own.column_names:
        return True
    others = [
        argument
        for family in catalog.FAMILIES.values()
        for argument in family.arguments
        if argument.per_model and (argument == own or argument.name != own.name)
    ]
    if any(normal in argument.column_names for argument in others):
        return False
    # The first that fits, because of such as pred_proba.
    first = next((a for a in others if _fits(a, normal)), None)
    return first == own


def model_names(
    columns: Columns, places: Mapping[str, Sequence[int]]
) -> dict[str, list[str]]:
    """Return the names of the models that columns are of, by option as the columns are.

    A column gives its model its name. Columns of several options are of one model if
    their names are the same but for words such as "score" and "pred", or if there is
    one column under each option.
    """
    every = [i for at in places.values() for i in at]
    names = {i: told_apart(columns, i, every) for i in every}
    stems = {i: _stem(columns.names[i]) for i in names}
    for stem in dict.fromkeys(stems.values()):
        alike = {
            option: [i for i in at if stems[i] == stem] for option, at in places.items()
        }
        found = [at for at in alike.values() if at]
        if len(found) > 1 and all(len(at) == 1 for at in found):
            names.update({at[0]: stem or "model" for at in found})
    given = [at for at in places.values() if at]
    if len(given) > 1 and all(len(at) == 1 for at in given):
        together = ", ".join(dict.fromkeys(names[at[0]] for at in given))
        names.update({at[0]: together for at in given})
    return {option: [names[i] for i in at] for option, at in places.items()}


def told_apart(columns: Columns, position: int, among: Sequence[int]) -> str:
    """Return a column's name, with the position where another has the same."""
    name = columns.names[position]
    same = {i for i in among if columns.names[i] == name}
    return name if len(same) == 1 else f"{name} (column {position})"


def _stem(name: str) -> str:
    words = [word for word in _normal(name).split("_") if word not in ROLE_WORDS]
    return "_".join(words)
