"""Roles of columns, and the names that suggest them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from fastmetrics import catalog
from fastmetrics._common.names import some
from fastmetrics.metrics.families import Argument, Example, Family
from fastmetrics.metrics.record import UNNAMED
from fastmetrics.readers import Columns, DataError

# -------------------------------------------------------------------------------- roles
# Roles of columns: the arguments of the families, by their options.


# In place of a column of measurements: all that hold numbers and have no other role.
ALL = "all"


@dataclass(frozen=True)
class Role:
    """One argument that columns of a file can be given for."""

    argument: Argument

    @property
    def option(self) -> str:
        """Name of the option, without dashes."""
        return self.argument.option

    @property
    def is_several(self) -> bool:
        """Whether more than one column may be given."""
        return self.argument.per_model or self.argument.form == "columns"

    @property
    def key(self) -> str:
        """Name in the head of the report: a plural for several columns."""
        if not self.is_several:
            return self.option
        return f"{self.option}es" if self.option.endswith("s") else f"{self.option}s"


def roles_of(families: Iterable[Family]) -> dict[str, Role]:
    """Return the roles of some families by option, the first one of each."""
    roles: dict[str, Role] = {}
    for family in families:
        for argument in family.arguments:
            if argument.option:
                roles.setdefault(argument.option, Role(argument))
    return roles


def all_roles() -> dict[str, Role]:
    """Return the roles of all families."""
    return roles_of(catalog.FAMILIES.values())


def examples() -> Mapping[str, tuple[Family, Example]]:
    """Return the bundled data by name, with the family that judges it."""
    return {
        example.name: (family, example)
        for family in catalog.FAMILIES.values()
        for example in family.examples
    }


def families_for(task: str | None, options: Sequence[str]) -> list[Family]:
    """Return the families that may judge columns given under these options.

    A family that takes the place of others does so only where a column that it claims
    is given, and then alone.
    """
    if task is not None:
        return [catalog.FAMILIES[task]]
    of_name = {role.argument.name: role.option for role in all_roles().values()}
    for family in catalog.FAMILIES.values():
        claimed = {of_name.get(name) for name in family.claims}
        if family.instead_of and claimed & {*options}:
            return [family]
    return [f for f in catalog.FAMILIES.values() if f.claims and not f.instead_of]


# -------------------------------------------------------------------------------- names
# Column names: the role of a column, and its model.


# Parts of a name that say what a column holds, not whose it is.
ROLE_WORDS = {
    "y", "p", "score", "scores", "proba", "prob", "probs", "probability", "pred",
    "preds", "prediction", "predictions", "predicted", "label", "class", "hat", "yhat",
    "forecast", "forecasts", "fitted", "lower", "upper", "lo", "hi", "lwr", "upr",
    "bound", "limit",
}  # fmt: skip


def _normal(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")


def plural(role: Role) -> str:
    """Return the content of columns of a role, such as "scores"."""
    return role.argument.what.removeprefix("a model's ")


def guess_shared(columns: Columns, taken: set[int], role: Role) -> list[int]:
    """Return the one column of a role that all models share, if there is one."""
    places = [
        i
        for i, name in enumerate(columns.names)
        if i not in taken and _says(role.argument, _normal(name))
    ]
    if len(places) > 1:
        several = some([columns.label(i) for i in places], ", ")
        option = role.option
        raise DataError(f"which is the {option}: {several}? say it with --{option}")
    return places


def missing(columns: Columns, role: Role) -> str:
    """Return the message that no column has this role, with the option for it."""
    return (
        f"no column's name says that it holds {role.argument.what}; give it with "
        f"--{role.option} ({columns.listing()})"
    )


def guess_models(
    columns: Columns,
    taken: set[int],
    families: Sequence[Family],
    roles: Sequence[Role],
    bundled: bool,
) -> dict[str, list[int]]:
    """Return the columns of the models by option, for roles that models have.

    ``families`` are those whose roles these are: where one of them judges alone, no
    column is of another.
    """
    alone = [family for family in families if family.instead_of]
    together = [family for family in catalog.FAMILIES.values() if not family.instead_of]
    others = [
        argument
        for family in alone or together
        for argument in family.arguments
        if argument.per_model
    ]
    free = [i for i in range(len(columns.names)) if i not in taken]
    named = {role.option: _named_as(role, roles) for role in roles}
    places = {
        option: [i for i in free if _speaks_of(role, columns.names[i], others)]
        for option, role in named.items()
    }
    if any(places.values()):
        return places
    for option, role in named.items():
        if role.argument.by_default and (len(free) == 1 or (bundled and free)):
            return {**places, option: free}
    ways = " or ".join(f"--{role.option}" for role in roles)
    raise DataError(
        f"no column's name says that it holds {' or '.join(map(plural, roles))}; give "
        f"it with {ways} ({columns.listing()})"
    )


def _named_as(role: Role, roles: Sequence[Role]) -> Role:
    """Return the role by whose names columns of this one are known."""
    name = role.argument.named_as
    if not name or any(other.argument.name == name for other in roles):
        return role
    return next(known for known in all_roles().values() if known.argument.name == name)


def _says(argument: Argument, normal: str) -> bool:
    return normal in argument.column_names or _fits(argument, normal)


def _fits(argument: Argument, normal: str) -> bool:
    pattern = argument.column_pattern
    return bool(pattern and re.fullmatch(pattern, normal))


def _speaks_of(role: Role, name: str, others: Sequence[Argument]) -> bool:
    """Whether a column's name says that it is of this role, and of no other one."""
    own, normal = role.argument, _normal(name)
    if normal in own.column_names:
        return True
    others = [other for other in others if other == own or other.name != own.name]
    if any(normal in argument.column_names for argument in others):
        return False
    # The first that fits, because of such as pred_proba.
    first = next((a for a in others if _fits(a, normal)), None)
    return first == own


def model_names(
    called: Mapping[str, Sequence[tuple[str, str]]],
) -> dict[str, list[str]]:
    """Return the names of the models, by option as the columns of these are.

    ``called`` has what tells each column, or matrix, from others, and its name. It
    gives its model its name. Those of several options are of one model if their names
    are the same but for words such as "score" and "pred", or if there is one under each
    option.
    """
    names = {o: [label for label, _ in each] for o, each in called.items()}
    stems = {o: [_stem(name) for _, name in each] for o, each in called.items()}
    for stem in dict.fromkeys(text for each in stems.values() for text in each):
        alike = {
            option: [k for k, text in enumerate(each) if text == stem]
            for option, each in stems.items()
        }
        places = {option: at for option, at in alike.items() if at}
        if len(places) > 1 and all(len(at) == 1 for at in places.values()):
            for option, at in places.items():
                names[option][at[0]] = stem or "model"
    named = {option: each for option, each in names.items() if each}
    if len(named) > 1 and all(len(each) == 1 for each in named.values()):
        first = dict.fromkeys(each[0] for each in named.values())
        together = ", ".join([text for text in first if text != UNNAMED] or [UNNAMED])
        names.update({option: [together] for option in named})
    return names


def told_apart(columns: Columns, position: int, among: Sequence[int]) -> str:
    """Return a column's name, with the position where another has the same."""
    name = columns.names[position]
    same = {i for i in among if columns.names[i] == name}
    return name if len(same) == 1 else f"{name} (column {position})"


def _stem(name: str) -> str:
    words = [word for word in _normal(name).split("_") if word not in ROLE_WORDS]
    return "_".join(words)
