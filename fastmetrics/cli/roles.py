"""Roles of columns, by their names and their values: labels, weights, families."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from fastmetrics import catalog
from fastmetrics._common.names import shown, some
from fastmetrics.cli.classes import expanded
from fastmetrics.metrics.families import Argument, Example, Family
from fastmetrics.metrics.record import UNNAMED
from fastmetrics.readers import Columns, DataError
from fastmetrics.readers.columns import number_in

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
    """Return the bundled data by name, with its family."""
    return {
        example.name: (family, example)
        for family in catalog.FAMILIES.values()
        for example in family.examples
    }


def families_for(task: str | None, options: Sequence[str]) -> list[Family]:
    """Return the families that columns under these options may belong to.

    A family that replaces others does so only if a column that it claims is given, and
    then alone.
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


# Words of a column name for its role, in addition to the name of the model.
ROLE_WORDS = {
    "y", "p", "score", "scores", "proba", "prob", "probs", "probability", "pred",
    "preds", "prediction", "predictions", "predicted", "label", "class", "hat", "yhat",
    "forecast", "forecasts", "fitted", "lower", "upper", "lo", "hi", "lwr", "upr",
    "bound", "limit", "risk", "surv", "survival", "cif", "incidence",
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
        if i not in taken and _is_named(role.argument, _normal(name))
    ]
    if len(places) > 1:
        several = some([columns.label(i) for i in places], ", ")
        option = role.option
        raise DataError(f"which is the {option}: {several}? choose it with --{option}")
    return places


def missing(columns: Columns, role: Role) -> str:
    """Return the message that no column has this role, with the option for it."""
    return (
        f"no column name suggests {role.argument.what}; give it with "
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

    ``families`` are the families of these roles: if one of them replaces others, no
    column belongs to another family.
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
        option: [i for i in free if _is_only_of(role, columns.names[i], others)]
        for option, role in named.items()
    }
    if any(places.values()):
        return places
    for option, role in named.items():
        if role.argument.by_default and (len(free) == 1 or (bundled and free)):
            return {**places, option: free}
    ways = " or ".join(f"--{role.option}" for role in roles)
    raise DataError(
        f"no column name suggests {' or '.join(map(plural, roles))}; give "
        f"it with {ways} ({columns.listing()})"
    )


def _named_as(role: Role, roles: Sequence[Role]) -> Role:
    """Return the role by whose names columns of this one are known."""
    name = role.argument.named_as
    if not name or any(other.argument.name == name for other in roles):
        return role
    return next(known for known in all_roles().values() if known.argument.name == name)


def _is_named(argument: Argument, normal: str) -> bool:
    return normal in argument.column_names or _fits(argument, normal)


def _fits(argument: Argument, normal: str) -> bool:
    pattern = argument.column_pattern
    return bool(pattern and re.fullmatch(pattern, normal))


def _is_only_of(role: Role, name: str, others: Sequence[Argument]) -> bool:
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
    spelled: dict[str, str] = {}
    for text in (text for each in stems.values() for text in each):
        spelled.setdefault(text.lower(), text)
    for key, stem in spelled.items():
        alike = {
            option: [k for k, text in enumerate(each) if text.lower() == key]
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
    words = re.split(r"[^a-zA-Z0-9]+", name)
    return "_".join(word for word in words if word and word.lower() not in ROLE_WORDS)


def numbers(values: np.ndarray, label: str) -> np.ndarray:
    """Return a column of finite numbers; numbers in a column of text are read."""
    if values.dtype == object:
        try:
            values = np.array([number_in(float, value) for value in values], np.float64)
        except ValueError:
            row, text = next(
                (row, v) for row, v in enumerate(values, 1) if not _is_number(v)
            )
            raise DataError(
                f"{label}: {shown(text)} in row {row} is not a number"
            ) from None
    if values.dtype.kind == "f":
        finite = np.isfinite(values)
        if not finite.all():
            row = int(finite.argmin())
            count = int(len(finite) - finite.sum())
            raise DataError(
                f"{label}: {count:,} of {len(finite):,} values are not finite, the "
                f"first in row {row + 1} ({values[row]})"
            )
    return values


def _is_number(text: str) -> bool:
    try:
        number_in(float, text)
    except ValueError:
        return False
    return True


def weights(values: np.ndarray, label: str) -> np.ndarray:
    """Return a column of weights: not negative, not all zero."""
    values = numbers(values, label)
    if (values < 0).any():
        row = int((values < 0).argmax())
        raise DataError(f"{label}: row {row + 1} has the negative weight {values[row]}")
    if not values.any():
        raise DataError(f"{label}: all weights are zero")
    return values


def positive(labels: np.ndarray, label: str, pos_label: str | None) -> object:
    """Return the positive one of two labels; raise if there are not two.

    Without `pos_label` it is the larger of 0 and 1, −1 and 1, False and True; other
    labels do not say which of them is positive.
    """
    low, high = _two_classes(labels, label)
    if pos_label is not None:
        match = [v for v in (low, high) if _means(pos_label, v)]
        if not match:
            raise DataError(
                f"{label}: --pos-label {shown(pos_label)} is not one of its values, "
                f"which are {shown(low)} and {shown(high)}"
            )
        return match[0]
    if isinstance(low, str) or (low, high) not in ((0, 1), (-1, 1)):
        raise DataError(
            f"{label}: its values are {shown(low)} and {shown(high)}; choose the "
            "positive class with --pos-label"
        )
    return high


def _two_classes(labels: np.ndarray, label: str) -> tuple[object, object]:
    if labels.dtype == object:
        values = sorted(set(labels.tolist()), key=lambda v: (str(type(v)), v))
        _need_two(len(values), values, label)
        return values[0], values[1]
    numbers(labels, label)
    low, high = labels.min(), labels.max()
    if low == high:
        _need_two(1, [low.item()], label)
    # Two comparisons: counting distinct values would sort them.
    if not ((labels == low) | (labels == high)).all():
        values = np.unique(labels).tolist()
        _need_two(len(values), values, label)
    return low.item(), high.item()


def _need_two(n: int, values: Sequence[object], label: str) -> None:
    if n == 1:
        raise DataError(
            f"{label}: has one class only, {shown(values[0])}; metrics of two classes "
            "need rows of both"
        )
    if n > 2:
        few = ", ".join(map(shown, values[:4]))
        raise DataError(
            f"{label}: has {n:,} different values ({few}, …); two classes are needed"
        )


def _means(text: str, value: object) -> bool:
    """Return whether a word from the command line stands for this label."""
    if isinstance(value, str):
        return text == value
    if isinstance(value, bool):
        return text.lower() in (("true", "1") if value else ("false", "0"))
    try:
        return float(text) == value
    except ValueError:
        return False


def check_labels(
    columns: Sequence[tuple[str, np.ndarray]], hint: str = "scores go with --score"
) -> None:
    """Raise unless these are columns of labels of one kind.

    Each comes with what messages call it; ``hint`` says what to do with fractions.
    """
    of_text: dict[bool, str] = {}
    for label, values in columns:
        of_text.setdefault(values.dtype == object, label)
        if values.dtype.kind != "f":
            continue
        numbers(values, label)
        odd = values != np.trunc(values)
        if odd.any():
            row = int(odd.argmax())
            raise DataError(
                f"{label}: {values[row].item()!r} in row {row + 1} is not a label; "
                f"labels are text or whole numbers, and {hint}"
            )
    if len(of_text) > 1:
        raise DataError(
            f"{of_text[True]} holds text and {of_text[False]} holds numbers; labels "
            "must be of one kind"
        )


def of_positive(metrics: Sequence[str] | None) -> list[str] | None:
    """Return the metrics with a positive class; None: of all kinds."""
    if metrics is None:
        return None
    return [
        name
        for name in metrics
        if any(row.is_of_positive({}) for row in catalog.namesakes(name))
    ]


def positive_label(
    columns: Sequence[tuple[str, np.ndarray]],
    word: str | None,
    metrics: Sequence[str] | None = None,
) -> object:
    """Return the positive label if there are two in all of the columns, else None.

    ``word`` is a word from the command line; without it the positive label is 1, if
    the other is 0 or -1. ``metrics`` are those that are of a positive class, None if
    all kinds are shown: without any it need not be known.
    """
    labels: set[object] = set()
    for _, values in columns:
        labels |= _few_values(values)
    few = ", ".join(map(shown, sorted(labels, key=repr)[:4]))
    truth = columns[0][0]
    if len(labels) > 2:
        if word is not None:
            raise DataError(
                f"{truth}: --pos-label is for two classes; there are more ({few}, …)"
            )
        return None
    if word is not None:
        match = [label for label in labels if _means(word, label)]
        if not match:
            raise DataError(
                f"{truth}: --pos-label {shown(word)} is not one of the labels, which "
                f"are {few}"
            )
        return match[0]
    if labels <= {0, 1} or labels <= {-1, 1}:
        return 1
    if metrics is not None and not metrics:
        return None
    need = f", as {some([*metrics], ', ')} needs it" if metrics else ""
    raise DataError(
        f"{truth}: the labels are {few}; choose the positive class with "
        f"--pos-label{need}"
    )


def _few_values(values: np.ndarray) -> set[object]:
    """Return the distinct values if there are at most two, else three or more."""
    if values.dtype == object:
        return set(values.tolist())
    low, high = values.min(), values.max()
    other = (values != low) & (values != high)
    third = {values[other.argmax()].item()} if other.any() else set()
    return {low.item(), high.item()} | third


# --- which family a file is of, where the values of its columns tell it

BESIDE = "there are columns that it alone has"


class Inferred(NamedTuple):
    """A family, and the reason in words; empty if the family was requested."""

    family: Family
    why: str


def infer_family(
    columns: Columns,
    given: Mapping[str, Sequence[str]],
    tasks: Collection[str] | None = None,
) -> Inferred | None:
    """Return the family that the values of a file fit, or None.

    ``given`` are the columns by option; ``tasks`` the families of the metrics that were
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
        if tasks is not None and {*tasks} == {family.name}:
            return Inferred(family, "")
        if tasks is not None and family.name not in tasks:
            continue
        why = _why(columns, family, roles, given)
        if why:
            return Inferred(family, why)
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
    values = dict(zip(read, columns.read([*read], labels=[*read]), strict=True))
    models = {
        str(i): {name: values[i]} for name in of_models for i in own.get(name, ())
    }
    try:
        return _inferred_by(family, {shared: values[places[truth][0]]}, models)
    except ValueError as error:
        if any(own.get(name) for name in family.claims):
            return BESIDE
        label = columns.label(places[truth][0])
        raise DataError(f"{label}: {error}, with --task") from error


def _inferred_by(
    family: Family, shared: Mapping[str, Any], models: Mapping[str, Any]
) -> str:
    return family.told_by(shared, models) if family.told_by else ""


def why_amounts(truth: np.ndarray, predictions: Sequence[np.ndarray]) -> str:
    """Return why columns are amounts, in words; empty for names of classes.

    Raises
    ------
    ValueError
        If nobody can know.
    """
    models = {str(i): {"y_pred": column} for i, column in enumerate(predictions)}
    of_numbers = [
        f for f in catalog.FAMILIES.values() if f.arguments[0].holds != "labels"
    ]
    return "".join(
        _inferred_by(family, {"y_true": truth}, models) for family in of_numbers
    )


def _places(
    columns: Columns,
    family: Family,
    roles: Mapping[str, Role],
    given: Mapping[str, Sequence[str]],
) -> dict[str, list[int]]:
    """Return where the columns of a family are, given or guessed, if they are."""
    places: dict[str, list[int]] = {
        option: [i for name in given.get(option, ()) for i in expanded(columns, name)]
        for option, role in roles.items()
        if role.argument.form == "column"
    }
    places = {option: places.get(option, []) for option in roles}
    taken = {i for at in places.values() for i in at}
    for option, role in roles.items():
        if not (role.argument.per_model or places[option]):
            places[option] = guess_shared(columns, taken, role)
            taken |= {*places[option]}
    of_models = [role for role in roles.values() if role.argument.per_model]
    if not any(places[role.option] for role in of_models):
        try:
            guesses = guess_models(columns, taken, [family], of_models, False)
        except DataError:
            return places
        places |= guesses
    return places
